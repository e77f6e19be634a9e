"""Child processes with pipes, a private folder and a clean environment: the parts that every kind of child shares.

`spawn` starts a fresh interpreter. `grader.processes.forkserver` is faster, where the system can fork.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import math
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, Protocol

_KEPT_VARIABLES = (
    "PATH", "SYSTEMROOT", "TEMP", "TMP", "LD_LIBRARY_PATH", "CUDA_PATH", "CUDA_HOME", "CUDA_VISIBLE_DEVICES",
    "VIRTUAL_ENV", "LANG", "LC_ALL",
)  # fmt: skip
_KEPT_FOLDERS = ("GRADER_DUMP",)  # see `grader.emulator.dump`; absolute, because a child's current folder is another


LEAN_LIBRARIES = {"OPENBLAS_NUM_THREADS": "1", "PYDANTIC_DISABLE_PLUGINS": "__all__"}
"""Environment variables to set before NumPy and Pydantic load. Products here are small, and idle BLAS threads only
spin. Pydantic's search for plugins would read the metadata of every installed package.
"""

PATIENCE = 5
"""A child's limit in wall-clock seconds, as a multiple of its limit in processor seconds: it shares the machine."""
_PR_SET_PDEATHSIG = 1
_GRACE_SECONDS = 0.2
_MOST_LAST_WORDS = 2000


def load_lean() -> None:
    """Make what this process imports from now on load quickly. Call it before NumPy and Pydantic are loaded."""
    for name, value in LEAN_LIBRARIES.items():
        os.environ.setdefault(name, value)
    gc.set_threshold(50_000, 20, 50)  # most objects created here, such as modules, stay


class Process(Protocol):
    """A child process, started in any way."""

    @property
    def pid(self) -> int:
        """Process id."""

    def end(self, grace_seconds: float) -> str:
        """End the child, at the latest after `grace_seconds`. Return how it ended."""

    def drop(self) -> None:
        """End the child at once. Do not wait for its end where that is possible."""


class Child:
    """The parent's side of a child process: two pipes, a private folder, the child's stderr.

    `start` takes the folder and three descriptors: the child's ends of the two pipes and a file for stderr. The child's
    ends of the pipes are closed here after it returns.
    """

    def __init__(self, start: Callable[[str, tuple[int, int, int]], Process]) -> None:
        self._folder = folder = Path(tempfile.gettempdir(), f"grader-{secrets.token_hex(8)}")
        # Registered first: a signal may end this process as soon as the folder is there.
        self._remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        folder.mkdir(0o700)
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the child)
        self._ended: str | None = None
        to_child, from_child = os.pipe(), os.pipe()
        try:
            self.process = start(str(folder), (to_child[0], from_child[1], self._errors.fileno()))
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
        """Processor seconds used by the child so far; None where the system does not report them."""
        return worked(self.process.pid)

    def kill(self) -> None:
        """End the child without a grace period. `end` still returns how it ended."""
        if self._ended is None:
            self._ended = self.process.end(0.0)

    def drop(self) -> None:
        """End the child when nothing will ask how it ended."""
        if self._ended is None:
            self._ended = "dropped"
            self.process.drop()
        self._close(self.writer)
        self._close(self.reader)
        self._forget()

    def end(self, grace_seconds: float = _GRACE_SECONDS) -> str:
        """End the child. Return its exit status and the end of its stderr."""
        self._close(self.writer)  # a child leaves by itself when its pipe is closed, unless it hangs
        if self._ended is None:
            self._ended = self.process.end(grace_seconds)
        self._close(self.reader)
        words = last_words(self._errors)
        self._forget()
        return f"{self._ended}: {words}" if words else self._ended

    def _close(self, stream: BinaryIO) -> None:
        with contextlib.suppress(OSError):
            stream.close()

    def _forget(self) -> None:
        self._errors.close()
        self._remove()


Start = Callable[[], Child]


def worked(pid: int) -> float | None:
    """Return the processor seconds that a process has used so far; None where the system does not report them."""
    try:
        # Linux: the CPU clock of a process, by its id (clock_getcpuclockid(3)).
        return time.clock_gettime(~pid << 3 | 2)
    except (AttributeError, OSError):
        return None


class SpawnedProcess:
    """A child process in a fresh interpreter."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self.popen = popen
        self.pid = popen.pid

    def end(self, grace_seconds: float) -> str:
        try:
            status = self.popen.wait(timeout=grace_seconds)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            status = self.popen.wait()
        return f"exit status {status}"

    def drop(self) -> None:
        """See `Process`. Wait for the end, or the process would stay a zombie."""
        self.end(0.0)


def spawn(module: str, arguments: tuple[str, ...] = ()) -> Child:
    """Start a child in a fresh interpreter. Works on every platform, but pays for an interpreter's start."""

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
    """Return the variables that an interpreter and CUDA's libraries need: no tokens, names or paths of the user."""
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    kept |= {name: str(Path(os.environ[name]).absolute()) for name in _KEPT_FOLDERS if os.environ.get(name)}
    own = {"PYTHONPATH": python_path(), "HOME": home, "CUPY_CACHE_DIR": home, "PYTHONDONTWRITEBYTECODE": "1"}
    # Large pages save a tenth of the page faults, where glibc can ask for them.
    return {**kept, **own, **LEAN_LIBRARIES, "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def python_path(path: str | None = None) -> str:
    """Return `path` (default: `PYTHONPATH`) with this package's folder first and without the current folder."""
    given = os.environ.get("PYTHONPATH", "") if path is None else path
    added = [str(Path(entry).absolute()) for entry in given.split(os.pathsep) if entry]
    return os.pathsep.join(dict.fromkeys([str(Path(__file__).resolve().parents[2]), *added]))


@contextlib.contextmanager
def ended_after(child: Child | subprocess.Popen[bytes], seconds: float) -> Iterator[threading.Event]:
    """Kill the child when the block takes more than `seconds` by the clock; the yielded event is then set."""
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
    """Limit this process's processor seconds and memory, where the system can.

    Where all memory of the machine runs out, the system ends this process before any other.
    """
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        size = memory_mb << 20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def limit_memory(megabytes: int) -> bool:
    """Limit the address space where the platform can. Return True if it did.

    Memory that is already mapped does not count: a GPU driver's libraries reserve gigabytes that are never touched.
    """
    try:
        import resource
    except ImportError:  # not on Windows
        return False
    size = megabytes << 20
    with contextlib.suppress(OSError, ValueError):  # Linux alone tells what is mapped
        size += int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        return True
    return False


def hide_gpus() -> None:
    """Hide all GPUs before NVRTC loads: it opens every GPU it sees, and the emulator's process needs none."""
    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"


def extra_package_folders() -> list[Path]:
    """Return the package folders of `PYTHONPATH`, without the first entry, the grader's own root."""
    return [Path(entry) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep)[1:] if entry]


def die_with_parent() -> None:
    """End this process when the thread that started it ends; it would survive a `kill -9` otherwise. Linux only."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def last_words(stream: IO[bytes]) -> str:
    """Return the end of a child's stderr; "" when it cannot be read."""
    with contextlib.suppress(OSError, ValueError):
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - _MOST_LAST_WORDS))
        return stream.read().decode("utf-8", "replace").strip()
    return ""


# -- cores -------------------------------------------------------------------------------------------------------------


def usable_cores(system: Path = Path("/")) -> int:
    """Return the cores that this process may use, at least 1; a limit of 1.5 counts as 2.

    In a container, a cluster's job or under `taskset` these are fewer than exist. `system` contains `/proc` and `/sys`;
    their files are described in https://docs.kernel.org/admin-guide/cgroup-v2.html (`cpu.max`) and, for version 1, in
    https://docs.kernel.org/scheduler/sched-bwc.html.
    """
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, math.ceil(min((allowed, *_quotas(system)))))


def _quotas(system: Path) -> Iterator[float]:
    """Yield the limit, in cores, of each control group of this process and of each parent group."""
    try:
        lines = (system / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    mounted = system / "sys/fs/cgroup"
    for line in lines:
        _, controllers, path = line.split(":", 2)
        group = PurePosixPath(path.lstrip("/"))
        for place in (group, *group.parents):  # a container mounts its own group at the top: the last parent
            if not controllers:
                yield _quota(mounted / place / "cpu.max")
            elif "cpu" in controllers.split(","):
                yield _quota(
                    mounted / "cpu" / place / "cpu.cfs_quota_us", mounted / "cpu" / place / "cpu.cfs_period_us"
                )


def _quota(*files: Path) -> float:
    """Return quota / period, read from one file or two; infinity when there is no quota."""
    try:
        quota, period = " ".join(file.read_text(encoding="utf-8") for file in files).split()
        return int(quota) / int(period) if quota not in ("max", "-1") else math.inf
    except (OSError, ValueError, ZeroDivisionError):
        return math.inf
