"""Child processes with pipes, a private folder and nothing of the user's environment: what all that need one share.

`spawn` starts a fresh interpreter; `grader.processes.forkserver` has a faster one where the system can fork.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, BinaryIO, Protocol

_KEPT_VARIABLES = (
    "PATH", "SYSTEMROOT", "TEMP", "TMP", "LD_LIBRARY_PATH", "CUDA_PATH", "CUDA_HOME", "CUDA_VISIBLE_DEVICES",
    "VIRTUAL_ENV", "LANG", "LC_ALL",
)  # fmt: skip
_KEPT_FOLDERS = ("GRADER_DUMP",)  # see `grader.emulator.dump`; a child has another current folder


LEAN_LIBRARIES = {"OPENBLAS_NUM_THREADS": "1", "PYDANTIC_DISABLE_PLUGINS": "__all__"}
"""For the environment before NumPy and Pydantic are loaded: what is multiplied here is small, and idle threads of BLAS
turn in circles; to look for plugins is to read what is said of every package that is installed."""

PATIENCE = 5
"""How many times as long as it may work a child may take by the clock: it shares the machine with others."""
_PR_SET_PDEATHSIG = 1
_GRACE_SECONDS = 0.2


class Process(Protocol):
    """A child process, however it was started."""

    @property
    def pid(self) -> int:
        """Its number in this system."""

    def end(self, grace_seconds: float) -> str:
        """End the child after a time of grace, and say how it ended."""

    def drop(self) -> None:
        """End the child at once, without waiting until it is gone where that can be done."""


class Child:
    """The grader's end of a child process: two pipes, a private folder, what it says on stderr, and its end.

    `start` is given the folder, the child's ends of the pipes and a file for stderr, as descriptors; the ends are
    closed here once it has returned.
    """

    def __init__(self, start: Callable[[str, tuple[int, int, int]], Process]) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the child)
        self._folder = tempfile.TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True)
        self._ended: str | None = None
        to_child, from_child = os.pipe(), os.pipe()
        try:
            self.process = start(self._folder.name, (to_child[0], from_child[1], self._errors.fileno()))
        except BaseException:
            os.close(to_child[1])
            os.close(from_child[0])
            self._forget()
            raise
        finally:
            os.close(to_child[0])
            os.close(from_child[1])
        self.writer: BinaryIO = os.fdopen(to_child[1], "wb")
        self.reader: BinaryIO = os.fdopen(from_child[0], "rb")

    @property
    def worked(self) -> float | None:
        """Seconds that processors have worked for the child so far; None where the system does not tell."""
        try:
            # Linux: the processor clock of a process, by its number (clock_getcpuclockid(3)).
            return time.clock_gettime(~self.process.pid << 3 | 2)
        except (AttributeError, OSError):
            return None

    def kill(self) -> None:
        """Stop the child without a time to leave by itself; then `end` tells how it ended."""
        if self._ended is None:
            self._ended = self.process.end(0.0)

    def drop(self) -> None:
        """Stop the child, about which nobody will ask any more."""
        if self._ended is None:
            self._ended = "dropped"
            self.process.drop()
        self._close(self.writer)
        self._close(self.reader)
        self._forget()

    def end(self) -> str:
        """Stop the child; its exit status and the last words on its stderr."""
        self._close(self.writer)  # a child whose pipe is closed leaves by itself, unless it is stuck
        if self._ended is None:
            self._ended = self.process.end(_GRACE_SECONDS)
        self._close(self.reader)
        words = last_words(self._errors)
        self._forget()
        return f"{self._ended}: {words}" if words else self._ended

    def _close(self, stream: BinaryIO) -> None:
        with contextlib.suppress(OSError):
            stream.close()

    def _forget(self) -> None:
        self._errors.close()
        self._folder.cleanup()


Start = Callable[[], Child]


class SpawnedProcess:
    """A fresh interpreter."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self.popen = popen
        self.pid = popen.pid

    def end(self, grace_seconds: float) -> str:
        """See `Process`."""
        try:
            status = self.popen.wait(timeout=grace_seconds)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            status = self.popen.wait()
        return f"exit status {status}"

    def drop(self) -> None:
        """See `Process`; it is waited for, or it would stay a zombie."""
        self.end(0.0)


def spawn(module: str, arguments: tuple[str, ...] = ()) -> Child:
    """A child started as a fresh interpreter: works on every platform, costs an interpreter's start."""

    def start(folder: str, descriptors: tuple[int, int, int]) -> SpawnedProcess:
        reader, writer, errors = descriptors
        return SpawnedProcess(
            subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                stdin=reader, stdout=writer, stderr=errors, cwd=folder, env=child_environment(folder),
            )
        )  # fmt: skip

    return Child(start)


def child_environment(home: str) -> dict[str, str]:
    """Only what an interpreter and CUDA's libraries need: no tokens, no names, no paths of the grader's user."""
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    kept |= {name: str(Path(os.environ[name]).absolute()) for name in _KEPT_FOLDERS if os.environ.get(name)}
    own = {"PYTHONPATH": python_path(), "HOME": home, "CUPY_CACHE_DIR": home, "PYTHONDONTWRITEBYTECODE": "1"}
    # Large pages, where glibc can ask for them, spare a tenth of the faults.
    return {**kept, **own, **LEAN_LIBRARIES, "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def python_path(path: str | None = None) -> str:
    """`PYTHONPATH`, or the path given, with this package's folder first, and nothing that means the current folder."""
    given = os.environ.get("PYTHONPATH", "") if path is None else path
    added = [str(Path(entry).absolute()) for entry in given.split(os.pathsep) if entry]
    return os.pathsep.join(dict.fromkeys([str(Path(__file__).resolve().parents[2]), *added]))


class Killable(Protocol):
    """A process that can be ended at once."""

    def kill(self) -> object:
        """End it."""


@contextlib.contextmanager
def ended_after(child: Killable, seconds: float) -> Iterator[threading.Event]:
    """Kill the child when the block takes longer by the clock; the event tells."""
    timed_out = threading.Event()

    def stop() -> None:
        timed_out.set()
        child.kill()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield timed_out
    finally:
        timer.cancel()


def limit(seconds: int, memory_mb: int) -> None:
    """Seconds of a core and memory for this process, where the system has such limits."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        size = memory_mb << 20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def die_with_parent() -> None:
    """End this process when the thread that started it ends: else it would outlive a `kill -9`. Linux only."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def last_words(stream: IO[bytes], limit: int = 2000) -> str:
    """The end of what a child said on its stderr; nothing where that cannot be read."""
    with contextlib.suppress(OSError, ValueError):
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - limit))
        return stream.read().decode("utf-8", "replace").strip()
    return ""
