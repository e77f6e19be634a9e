"""Choose a process's GPU when there are several, and keep others off it during timing.

Uses lock files in the temporary folder: a lock ends with its process, however that ends. Where the system has no such
locks, every process uses the first GPU and none waits.
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
"""Environment variable: number of the GPU to use, among those that CUDA_VISIBLE_DEVICES leaves."""


class NoGpuError(UsageError):
    """`--device gpu` on a machine without a GPU."""


def usable_gpus(kind: str) -> int:
    """Return the number of GPUs for `cpu`, `gpu` or `auto`. Raise `NoGpuError` if `gpu` finds none."""
    count = 0 if kind == "cpu" else count_gpus()
    if kind == "gpu" and not count:
        raise NoGpuError(
            "there is no NVIDIA GPU here, or no driver or CuPy for it: `python -m grader doctor` tells more"
        )
    return count


def count_gpus() -> int:
    """Return the number of NVIDIA GPUs; 0 without a driver or without CuPy. Starts nothing on them."""
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
    """One process's claim on a GPU: hold `shared()` while its kernels run, `alone()` while they are timed."""

    def __init__(self, ordinal: int, slot: int | None = None, folder: Path | None = None) -> None:
        self.ordinal = ordinal
        self._slot = slot
        self._folder = folder or Path(tempfile.gettempdir())

    @contextlib.contextmanager
    def held(self, *, alone: bool = False) -> Iterator[None]:
        """Run the block when no process is timing; with `alone`, when no other grader uses the GPU at all."""
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
        """Release this process's slot."""
        if self._slot is not None:
            os.close(self._slot)
            self._slot = None


def claim(count: int, folder: Path | None = None) -> Claim:
    """Claim the GPU with the fewest processes, or the one that the environment variable names."""
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
    """Open the lock file. Return its descriptor; None when another user's file is in the way."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | os.O_CLOEXEC, 0o666)
    except OSError:
        return None
