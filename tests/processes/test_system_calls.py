"""Behind its walls a child may make the calls of a list, and no others; each try changes nothing where it passes."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator

import pytest

from grader.processes.forkserver import ForkServer
from grader.processes.sandbox import SIGNALLING, allowed_calls
from tests.processes.test_sandbox import LOADED, SEEN_BY_CHILDREN, attempt, needs_filter

pytestmark = needs_filter

ONESELF = 0
PARENT = -1000
"""Stands for the process id of these tests, which is another process to the child."""

TRIES = {
    "limits of another process": ("prlimit64", PARENT, 7, 0, 0),
    "cores of another process": ("sched_setaffinity", PARENT, 0, 0),
    "priority of a process": ("setpriority", 99, 0, 0),
    "priority of its reading": ("ioprio_set", 99, 0, 0),
    "a signal to another process": ("kill", PARENT, 0),
    "a signal to its own group": ("kill", 0, 0),
    "a signal to another thread": ("tgkill", PARENT, PARENT, 0),
    "a signal without its process": ("tkill", PARENT, 0),
    "a signal with a value": ("rt_sigqueueinfo", PARENT, 0, 0),
    "a signal when there is something to read": ("fcntl", 0, 8, 0),
    "which signal that is": ("fcntl", 0, 10, 0),
    "a descriptor's owner": ("ioctl", 0, 0x8901, 0),
    "signs put into the terminal": ("ioctl", 0, 0x5412, 0),
    "memory that outlives it": ("shmget", 0, 0, 0),
    "a queue that outlives it": ("msgget", 0x7FFFFF11, 0),
    "a semaphore that outlives it": ("semget", 0x7FFFFF11, 1, 0),
    "a named queue": ("mq_open", "", 0, 0, 0),
    "the mode of a file": ("chmod", "", 0),
    "the mode of a file from a folder": ("fchmodat", -100, "", 0),
    "the mode of an open file": ("fchmod", -1, 0),
    "the owner of a file": ("chown", "", -1, -1),
    "the owner of a file from a folder": ("fchownat", -100, "", -1, -1, 0),
    "the times of a file": ("utime", "", 0),
    "the times of a file from a folder": ("utimensat", -100, "", 0, 0),
    "an attribute of a file": ("setxattr", "", "", "", 0, 0),
    "an attribute of an open file": ("fsetxattr", -1, "", "", 0, 0),
    "a device": ("mknodat", -100, "", 0, 0),
    "the machine's name": ("sethostname", "", -1),
    "the machine's time": ("clock_settime", 99, 0),
    "the machine's end": ("reboot", 0, 0, 0, 0),
    "another identity": ("setresuid", -1, -1, -1),
    "a socket": ("socket", 99, 0, 0),
    "another process's memory": ("process_vm_readv", PARENT, 0, 0, 0, 0, 0),
    "a handle of another process": ("pidfd_open", PARENT, -1),
    "a namespace": ("unshare", 0),
    "a namespace with a thread": ("clone", 0x10010000, 0, 0, 0, 0),
    "a process in the new way": ("clone3", 0, 0),
    "a program": ("execve", 0, 0, 0),
    "requests in a ring": ("io_uring_setup", 0, 0),
    "a program of the kernel's": ("bpf", -1, 0, 0),
    "its own hardware": ("prctl", 99, 0, 0, 0, 0),
}

NEVER_TRIED = {"fork", "vfork", "vhangup", "sync", "setsid"}
"""They take no arguments, so nothing keeps them from being carried out."""


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    """One server for all tests of this file."""
    forks = ForkServer(LOADED, SEEN_BY_CHILDREN)
    yield forks
    forks.close()


def outcome(server: ForkServer, asked: tuple[str | int, ...], *flags: str) -> str:
    """What becomes of a call; a call that this machine's kernel or library lacks is skipped."""
    seccomp = pytest.importorskip("pyseccomp")
    number = seccomp.resolve_syscall(seccomp.Arch.NATIVE, asked[0])
    if number < 0:
        pytest.skip("not a call of this architecture")
    given = [os.getpid() if each == PARENT else each for each in asked[1:]]
    return attempt(server, "call", json.dumps([number, *given]), *flags)


@pytest.mark.parametrize("what", TRIES)
def test_a_call_that_reaches_beyond_the_child_is_unknown_to_it(server: ForkServer, what: str):
    """While the kernel would carry it out, or look at its arguments at least."""
    if outcome(server, TRIES[what], "open") == "refused: ENOSYS":
        pytest.skip("this kernel has no such call")
    assert outcome(server, TRIES[what]) == "refused: ENOSYS"


def test_every_call_that_is_not_listed_is_unknown_to_the_child(server: ForkServer):
    """Those that come with later kernels as well: what is not in the list is not there."""
    seccomp = pytest.importorskip("pyseccomp")
    known = dict.fromkeys(range(500, 600), "")  # later kernels'
    for number in range(500):
        with contextlib.suppress(ValueError):
            known[number] = seccomp.resolve_syscall(seccomp.Arch.NATIVE, number).decode()
    allowed = {name for name, _ in allowed_calls(gpu=False, programs=False)} | set(SIGNALLING)
    asked = [number for number, name in known.items() if name not in allowed | NEVER_TRIED]
    assert len(asked) > 200
    assert json.loads(attempt(server, "call_each", json.dumps(asked))) == []


@pytest.mark.parametrize("flag", ["gpu", "programs"])
@pytest.mark.parametrize(
    "what",
    [
        "limits of another process", "cores of another process", "a signal to another process", "the mode of a file",
        "a signal when there is something to read", "memory that outlives it", "the machine's name", "a socket",
        "a namespace", "a namespace with a thread",
    ],
)  # fmt: skip
def test_one_that_starts_programs_or_holds_a_gpu_reaches_no_further(server: ForkServer, what: str, flag: str):
    """They are allowed more, for themselves."""
    assert outcome(server, TRIES[what], flag) == "refused: ENOSYS"


@pytest.mark.parametrize(
    ("asked", "flags"),
    [
        (("prlimit64", ONESELF, 7, 0, 0), ()),
        (("fcntl", 0, 1, 0), ()),
        (("getpid",), ()),
        (("socket", 1, 1, 0), ("gpu",)),
        (("memfd_create", "x", 0), ("gpu",)),
        (("eventfd2", 0, 0), ("gpu",)),
        (("prctl", 3, 0, 0, 0, 0), ("gpu",)),
    ],
)
def test_what_concerns_the_child_alone_passes(server: ForkServer, asked: tuple[str | int, ...], flags: tuple[str, ...]):
    """Its own limits and descriptors; with a GPU what the driver asks."""
    assert outcome(server, asked, *flags) == "passed"


def test_a_child_may_not_raise_its_own_limits(server: ForkServer):
    """The superuser's could."""
    raised = ("prlimit64", ONESELF, 7, "", 0)
    assert outcome(server, raised, "open") != "refused: ENOSYS"
    assert outcome(server, raised) == "refused: ENOSYS"
