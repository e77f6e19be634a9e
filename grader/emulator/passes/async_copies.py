"""Queries about asynchronous copies, used before lowering."""

from __future__ import annotations

from grader.emulator.ptx import Function, Instruction, Operand


def copies_asynchronously(function: Function) -> bool:
    """Return whether a kernel has asynchronous copies."""
    items = (item for item in function.body if isinstance(item, Instruction))
    return any(item.opcode == "cp" and item.modifiers[:1] == ("async",) for item in items)


def source_size(i: Instruction) -> Operand | None:
    """Return the operand with the bytes to read, or the predicate to read nothing; None: as many as are written."""
    given = i.operands[3:-1] if "L2::cache_hint" in i.modifiers else i.operands[3:]
    return given[0] if given else None
