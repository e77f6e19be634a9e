"""Host memory with guards around every array that machine code gets, and what became of them.

Run as a program it makes the accesses of `accesses`, and prints what was found, as JSON; `test_memory_safety` asks.
"""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import numpy as np

from grader.emulator import load
from grader.emulator.running import buffers, workers
from tests.emulator.accesses import FORMS, SIZE, distances_of, kernel

GUARD = 1 << 16
PATTERN = 0xA5
MADE: list[tuple[np.ndarray, int]] = []
THREADS = 32


def zeros(shape: int | tuple[int, ...], kind: type = np.float64) -> np.ndarray:
    """Like `np.zeros`, between two guards."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    whole = np.full(size + 2 * GUARD + 64, PATTERN, np.uint8)
    start = GUARD + -(whole.ctypes.data + GUARD) % 64
    whole[start : start + size] = 0
    MADE.append((whole, start, size))
    return whole[start : start + size].view(kind).reshape(shape)


def broken() -> int:
    """Bytes of guards that something has written to; the guards are given up."""
    count = sum(
        int((whole[:start] != PATTERN).sum() + (whole[start + size :] != PATTERN).sum()) for whole, start, size in MADE
    )
    MADE.clear()
    return count


def guard() -> None:
    """From now on, the arrays of launches have guards."""
    for module in (workers, buffers):
        module.np = SimpleNamespace(**{**vars(np), "zeros": zeros})


def launched(ptx: str, fast: bool | None = None) -> dict[str, object]:
    """What a launch of kernel `k` found and broke."""
    array = zeros(SIZE // 4, np.uint32)
    run = load(ptx)["k"].launch(
        grid=(16,), block=(THREADS,), args=[array, bytes(SIZE)], fast=fast, names=["array", None]
    )
    found = sorted({(each.line, each.kind) for each in run.findings})
    return {"found": found, "broken": broken(), "finished": run.finished}


def main() -> None:
    guard()
    answers = {}
    for name, form in FORMS.items():
        distances = distances_of(form)
        # What a form refuses before it runs ends the launch: one access a launch, then.
        groups = [[each] for each in distances] if form.ends else [distances]
        answers[name] = [launched(kernel(form, group).ptx) for group in groups]
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
