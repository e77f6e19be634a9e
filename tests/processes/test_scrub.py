"""A server that is a fork of the grader's own process takes nothing of the user's along."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.processes.forkserver import AVAILABLE

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the warm process is forked on Linux alone")

_LOOK_AROUND = """
import os, socket, sys
from pathlib import Path
from grader.processes.sandbox import leave_behind, may_fork

def memory():
    for line in Path("/proc/self/maps").read_text().splitlines():
        place, rights, *_, path = line.split(maxsplit=5)
        start, end = (int(word, 16) for word in place.split("-"))
        if "w" in rights and end - start < 1 << 27:
            yield os.pread(mem, end - start, start)

def seen(halves=sys.argv[1:]):  # the whole word would be found in the memory of who looks for it
    first, second = (half.encode() for half in halves)
    return any(second == found[:len(second)] for part in memory() for found in part.split(first)[1:])

opened = open(sys.executable)
assert may_fork(), "a process that has just started"
ours, theirs = socket.socketpair()
if os.fork() == 0:
    mem = os.open("/proc/self/mem", os.O_RDONLY)
    if not seen():
        theirs.send(b"this test cannot see what it looks for")
        os._exit(1)
    connection = leave_behind(theirs, {"PATH": "/bin"})
    mem = os.open("/proc/self/mem", os.O_RDONLY)
    told = [Path("/proc/self", name).read_bytes().strip(b"\\0") for name in ("environ", "cmdline")]
    left = [path for path in Path("/proc/self/fd").iterdir() if path.resolve() == Path(sys.executable).resolve()]
    connection.send(repr((seen(), told, dict(os.environ), os.getcwd(), left)).encode())
    os._exit(0)
print(ours.recv(65536).decode())
"""


def test_that_neither_environment_nor_command_line_nor_files_are_left_in_it() -> None:
    """Not in `/proc`, and not anywhere in the memory that it can write to."""
    told = {"SOME_TOKEN": "before-quiet-harbour-after", "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", _LOOK_AROUND, "quiet-", "harbour"],
        env={**os.environ, **told}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.stdout.strip() == repr((False, [b"", b""], {"PATH": "/bin"}, "/", [])), done.stderr


def test_that_a_process_with_threads_is_not_forked() -> None:
    """What another thread holds while this one forks would never be released."""
    script = (
        "import threading; from grader.processes.sandbox import may_fork; print(may_fork());"
        "threading.Thread(target=threading.Event().wait, daemon=True).start(); print(may_fork())"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]
