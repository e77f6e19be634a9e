"""Running Clang for a process that may start no program."""

import os
import subprocess
import sys
import textwrap

import pytest

from grader.compiling.clang import start_helper

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork, as the walls it is for do")


def test_a_helper_answers_until_its_pipe_ends():
    """Requests in order, faults as answers, and no process left when the asking end is closed."""

    def run(request):
        if "fail" in request:
            raise ValueError("no such thing")
        return 0, request["text"].upper(), str(os.getpid())

    helper = start_helper(run, lambda: None)
    code, output, pid = helper.ask({"text": "é" * 100_000})
    assert (code, output) == (0, "É" * 100_000)
    assert int(pid) != os.getpid()
    assert helper.ask({"fail": 1}) == (127, "", "ValueError: no such thing")
    helper._connection.close()
    assert os.waitpid(int(pid), 0)[1] == 0


def test_a_helper_puts_up_its_walls_before_the_first_request():
    """What `restrict` did is in force when a request is answered."""
    state = []
    helper = start_helper(lambda _: (len(state), "", str(os.getpid())), lambda: state.append("restricted"))
    code, _, pid = helper.ask({})
    assert code == 1
    assert state == []  # this process is as it was
    helper._connection.close()
    os.waitpid(int(pid), 0)


def test_a_helper_that_is_gone_is_an_error():
    """Not a wait without end."""
    helper = start_helper(lambda _: os._exit(3), lambda: None)
    with pytest.raises(OSError, match="has ended"):
        helper.ask({})
    os.wait()
    helper._connection.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux takes the right to start programs away")
def test_clang_compiles_behind_the_walls():
    """After `restrict` no program can be started, and Clang compiles all the same."""
    pytest.importorskip("ziglang")
    pytest.importorskip("pyseccomp", exc_type=(ImportError, RuntimeError))
    script = """
        import subprocess, sys
        from grader.compiling.frontend import compile_cuda, prepare_for_isolation
        from grader.processes.sandbox import restrict
        prepare_for_isolation("clang", lambda: restrict(gpu=True))
        restrict()
        made = compile_cuda("__global__ void matmul_tiled(float *a) { *a = 1; }", compiler="clang")
        assert made.ok, made.problems
        try:
            subprocess.run([sys.executable, "--version"])
        except OSError:
            print("no program can be started")
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "no program can be started\n"
