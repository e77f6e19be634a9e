"""Stores of values that were only moved (`passes/moved_loads.py`): what is written and what is not goes with them."""

from __future__ import annotations

from dataclasses import dataclass

from grader.emulator.layout import SPACES
from grader.emulator.lowering.memory import Memory
from grader.emulator.native import records


@dataclass(frozen=True, slots=True)
class Moved:
    """A value that is under way: the address it comes from, its bytes, the number of the load."""

    address: str
    size: int
    site: int


def move_written(memory: Memory, moved: Moved, target: str) -> None:
    """After a store of a moved value to `target`, an address: take over what is written and what is not."""
    known = "uninitialized-read" in memory.functions.report_base and memory.functions.shadow["local"].fields
    if not known or not memory.layout.local_bytes:
        return
    row = memory.functions.report_base["uninitialized-read"] + moved.site
    space = SPACES.index("local") << records.SPACE_SHIFT
    what = f"i64 {moved.address}, i64 {target}, i64 {moved.size}, i64 {row}, i64 {space}"
    memory.b.do(f"call void @move_written(ptr %ctx, ptr %frame, {what})")
