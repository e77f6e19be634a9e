"""What both machines say of values that a thread uses and has not set."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.emulator import load
from grader.emulator.ptx.parser import parse
from grader.emulator.result import RunFinding
from tests.emulator.interpreter import interpret


def told(
    text: str, args: Sequence[np.ndarray | int], again: Sequence[np.ndarray | int], threads: int = 64
) -> tuple[list[RunFinding], list[int]]:
    """All findings of one block; the lines of unset values, on which the interpreter agrees."""
    found = [*load(text)["k"].launch(grid=(1,), block=(threads,), args=args).findings]
    faults = interpret(parse(text), "k", grid=(1,), block=(threads,), args=again, max_steps=10**7).faults
    lines = sorted({item.line for item in found if item.kind == "uninitialized-read"})
    assert lines == sorted({fault.instruction.location.line for fault in faults if fault.kind == "register"})
    return found, lines
