"""Which GPU a process uses when there are several, and who may run on it while another is timing.

Files in the temporary folder, locked by the processes that hold them: a lock ends with its process, however it ends.
Where the system has no such locks everyone gets the first GPU and nobody waits.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from grader.errors import UsageError

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

MAX_SLOTS = 64
VARIABLE = "GRADER_GPU"
"""Set to a number, the GPU to use; counted among those that CUDA_VISIBLE_DEVICES leaves."""


class NoGpuError(UsageError):
    """`--device gpu` on a machine without one."""


def usable_gpus(kind: str) -> int:
    """How many GPUs there are for `cpu`, `gpu` or `auto`; raises `NoGpuError` when one must be there and is not."""
    count = 0 if kind == "cpu" else count_gpus()
    if kind == "gpu" and not count:
        raise NoGpuError(
            "there is no NVIDIA GPU here, or no driver or CuPy for it: `python -m grader doctor` tells more"
        )
    return count


def count_gpus() -> int:
    """How many NVIDIA GPUs the driver offers; 0 without a driver or without CuPy. Starts nothing on them."""
    if importlib.util.find_spec("cupy") is None:
        return 0
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return 0
    number = ctypes.c_int(0)
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(number)) != 0:
        return 0
    return number.value


class Claim:
    """One GPU for one process: `shared()` while its kernels run, `alone()` while they are timed."""

    def __init__(self, ordinal: int, slot: int | None = None, folder: Path | None = None) -> None:
        self.ordinal = ordinal
        self._slot = slot
        self._folder = folder or Path(tempfile.gettempdir())

    @contextlib.contextmanager
    def shared(self) -> Iterator[None]:
        """Others may run on the GPU, none may be timing."""
        with self._locked(alone=False):
            yield

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """No other grader runs on the GPU."""
        with self._locked(alone=True):
            yield

    @contextlib.contextmanager
    def _locked(self, *, alone: bool) -> Iterator[None]:
        descriptor = _open(self._folder / f"grader-gpu-{self.ordinal}.lock") if fcntl else None
        if descriptor is None:
            yield
            return
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
            yield
        finally:
            os.close(descriptor)

    def release(self) -> None:
        """Let another process have this place."""
        if self._slot is not None:
            os.close(self._slot)
            self._slot = None


def claim(count: int, folder: Path | None = None) -> Claim:
    """The GPU with the fewest processes on it, or the one that the environment names."""
    chosen = os.environ.get(VARIABLE, "")
    if chosen.isdigit():
        return Claim(min(int(chosen), max(0, count - 1)), folder=folder)
    where = folder or Path(tempfile.gettempdir())
    if fcntl is not None:
        for slot in range(MAX_SLOTS):
            for ordinal in range(count):
                descriptor = _open(where / f"grader-gpu-{ordinal}-{slot}.slot")
                if descriptor is None:
                    continue
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    os.close(descriptor)
                    continue
                return Claim(ordinal, descriptor, folder)
    return Claim(0, folder=folder)


def _open(path: Path) -> int | None:
    """A descriptor of the lock file; None where another user's file is in the way."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | os.O_CLOEXEC, 0o666)
    except OSError:
        return None
