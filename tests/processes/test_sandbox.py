"""The wall around a child: each attempt is made once restricted, and once free to show that it would work."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.processes.child import child_environment
from grader.processes.forkserver import AVAILABLE, ForkServer, ForkServerError
from grader.processes.sandbox import available, restrict

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="this system has no fork server")

needs_files = pytest.mark.skipif(
    not any("Landlock" in text for text in available().in_force), reason="; ".join(available().missing)
)
needs_filter = pytest.mark.skipif(
    not any("seccomp" in text for text in available().in_force), reason="; ".join(available().missing)
)

LOADED = ["hostile_child:loaded"]
SEEN_BY_CHILDREN = {
    "PYTHONPATH": os.pathsep.join(str(folder) for folder in (Path(__file__).parent, Path(__file__).parents[2])),
    "PATH": os.environ["PATH"],
}


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    """One server for all tests of this file."""
    forks = ForkServer(LOADED, SEEN_BY_CHILDREN)
    yield forks
    forks.close()


def attempt(server: ForkServer, name: str, argument: str = "", *flags: str) -> str:
    """What became of the attempt in a child."""
    child = server.starter("hostile_child", (name, argument, *flags))()
    line = child.reader.readline()
    words = child.end()
    assert line, words
    answer = json.loads(line)
    assert "open" in flags or not [text for text in answer["missing"] if text not in available().missing]
    return answer["outcome"]


@needs_files
def test_files_beside_the_interpreter_cannot_be_read(server: ForkServer, tmp_path: Path):
    """Neither the system's nor the assignment's."""
    (tmp_path / "hidden.yaml").write_text("secret")
    for path in ("/etc/passwd", "/etc/hostname", str(tmp_path / "hidden.yaml"), str(Path(__file__))):
        assert not attempt(server, "read", path, "open").startswith("refused")
        assert attempt(server, "read", path) == "refused: EACCES"


@needs_files
def test_only_the_private_folder_can_be_written(server: ForkServer, tmp_path: Path):
    """And it is gone when the child has ended."""
    assert attempt(server, "write", str(tmp_path / "a"), "open") == "written"
    assert attempt(server, "write", str(tmp_path / "b")) == "refused: EACCES"
    assert attempt(server, "write", "here") == "written"
    assert not Path(attempt(server, "folder")).exists()
    assert not (tmp_path / "b").exists()


@needs_filter
@pytest.mark.parametrize("name", ["connect", "send_datagram"])
def test_there_is_no_network(server: ForkServer, name: str):
    """Not even to the machine itself."""
    assert attempt(server, name) == "refused: ENOSYS"


@needs_filter
@pytest.mark.parametrize(("name", "allowed"), [("fork", "forked"), ("run", "0")])
def test_there_are_no_new_processes(server: ForkServer, name: str, allowed: str):
    """A fork bomb is one failed call."""
    assert attempt(server, name, "", "open") == allowed
    assert attempt(server, name) == "refused: ENOSYS"


@needs_filter
def test_other_processes_cannot_be_signalled(server: ForkServer):
    """The grader runs under the same user."""
    assert attempt(server, "kill", str(os.getpid()), "open") == "signalled"
    assert attempt(server, "kill", str(os.getpid())) == "refused: ENOSYS"


def test_a_file_cannot_fill_the_disk(server: ForkServer):
    """It ends at 64 MB."""
    assert attempt(server, "fill_disk", "", "open") == "filled"
    assert attempt(server, "fill_disk") == "refused: EFBIG"


def test_what_the_grader_needs_still_works(server: ForkServer):
    """Late imports and threads."""
    assert attempt(server, "import_more") == "fractions wave"
    assert attempt(server, "start_thread") == "ran in a thread"


def test_the_environment_is_empty_but_for_what_was_given(server: ForkServer, monkeypatch):
    """No tokens, no names of the grader's user."""
    monkeypatch.setenv("SECRET_TOKEN", "x")
    found = json.loads(attempt(server, "environment"))
    assert set(found) <= {"PYTHONPATH", "PATH", "LOADED_IN", "HOME", "TMPDIR", "CUPY_CACHE_DIR", "LC_CTYPE"}


def test_what_is_loaded_is_loaded_once(server: ForkServer):
    """In the server, from which the children are forked."""
    loaded_in, parent = attempt(server, "shared").split()
    assert loaded_in == parent


def test_what_is_loaded_is_compiled_once_for_all_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Nobody else would: the grader itself does not load what the server does, and children may not write."""
    (tmp_path / "heavy.py").write_text("def load(): pass\n", encoding="utf-8")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    environment = child_environment(str(tmp_path))
    server = ForkServer(["heavy:load"], {**environment, "PYTHONPATH": f"{environment['PYTHONPATH']}:{tmp_path}"})
    with contextlib.closing(server):
        server.starter("hostile_child", ("echo", ""))().end()
    assert list((tmp_path / "__pycache__").glob("heavy.*.pyc"))


def test_children_answer_over_their_own_pipes(server: ForkServer):
    """Two at a time do not mix."""
    one = server.starter("hostile_child", ("echo", ""))()
    two = server.starter("hostile_child", ("echo", ""))()
    for child, text in ((two, b"second\n"), (one, b"first\n")):
        child.writer.write(text)
        child.writer.flush()
    assert json.loads(one.reader.readline())["outcome"] == "first"
    assert json.loads(two.reader.readline())["outcome"] == "second"
    assert (one.end(), two.end()) == ("exit status 0", "exit status 0")


def test_a_child_that_is_dropped_is_killed_and_leaves_nothing(server: ForkServer):
    """Neither its folder nor, after the server's next request, a dead process."""
    child = server.starter("hostile_child", ("echo", ""))()
    folder = child._folder
    child.drop()
    assert child.end() == "dropped"
    assert not folder.exists()
    deadline = time.monotonic() + 60
    while Path(f"/proc/{child.process.pid}").exists() and time.monotonic() < deadline:
        attempt(server, "shared")
    assert not Path(f"/proc/{child.process.pid}").exists()


def test_a_crash_is_told_with_its_signal(server: ForkServer):
    """`abort` stays possible under the filter."""
    child = server.starter("hostile_child", ("abort", ""))()
    assert child.reader.read() == b""
    assert child.end().startswith("exit status -6")


def test_a_traceback_of_the_child_reaches_the_grader(server: ForkServer):
    """As the last words on its stderr."""
    child = server.starter("no_such_module", ())()
    assert child.reader.read() == b""
    assert "no_such_module" in child.end()


def alive(pid: int) -> bool:
    """Whether the process runs; one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def ended(pid: int) -> bool:
    """Whether the process has ended, or does so soon: a signal takes its time."""
    deadline = time.monotonic() + 60
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not alive(pid)


def test_a_hanging_child_is_ended(server: ForkServer):
    """Whatever it waits for."""
    child = server.starter("hostile_child", ("hang", ""))()
    assert child.end() == "exit status -9"
    assert not alive(child.process.pid)


def test_no_child_outlives_the_server():
    """Closing it, or killing it, ends them all; the next child finds a new server."""
    server = ForkServer([], SEEN_BY_CHILDREN)
    start = server.starter("hostile_child", ("hang", "", "open"))
    first = start()
    os.kill(server._process.pid, 9)
    with pytest.raises(ForkServerError):
        start()
    second = start()
    assert second.process.pid != first.process.pid
    server.close()
    assert ended(first.process.pid)
    assert ended(second.process.pid)
    for child in (first, second):
        child.reader.close()
        child.end()


@contextlib.contextmanager
def twin_of(server: ForkServer) -> Iterator[tuple[ForkServer, int]]:
    """The end of somebody who has another's server doubled, and the double's process id."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = server.twin(theirs)
    twin = ForkServer(LOADED, SEEN_BY_CHILDREN)
    twin.adopt(ours)
    with contextlib.closing(twin):
        yield twin, process.pid
    assert process.end(60).startswith("exit status")


def test_a_server_s_twin_has_what_the_server_has_loaded(server: ForkServer):
    """And forks children of its own, which end with it."""
    with twin_of(server) as (twin, pid):
        loaded_in, parent = attempt(twin, "shared").split()
        assert (loaded_in, int(parent)) == (attempt(server, "shared").split()[0], pid)
        child = twin.starter("hostile_child", ("hang", "", "open"))()
    assert ended(pid)
    assert ended(child.process.pid)
    child.reader.close()
    child.end()


def test_who_has_a_twin_that_died_gets_a_server_of_their_own(server: ForkServer):
    """With the child after the next."""
    with twin_of(server) as (twin, pid):
        os.kill(pid, 9)
        with pytest.raises(ForkServerError):
            attempt(twin, "shared")
        assert int(attempt(twin, "shared").split()[1]) != pid


def test_what_a_system_does_not_offer_is_said(monkeypatch):
    """In words that an instructor can act on."""
    monkeypatch.setitem(sys.modules, "py_landlock", None)
    monkeypatch.setitem(sys.modules, "pyseccomp", None)
    assert available().missing == (
        "no file system sandbox: the package py-landlock is not installed",
        "no system call filter: the package pyseccomp or the library libseccomp.so.2 is not installed",
    )
    monkeypatch.setattr(sys, "platform", "win32")
    assert "this is win32" in available().missing[0]


def test_restrict_reports_like_available():
    """The same words for what is in force, so that `doctor` tells the truth."""
    pid = os.fork()
    if pid == 0:
        before = available()
        os._exit(0 if restrict() == before else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
