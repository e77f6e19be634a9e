"""What is to be known of asynchronous copies before they are lowered."""

from __future__ import annotations

from grader.emulator.ptx import Function, Instruction, Operand


def copies_asynchronously(function: Function) -> bool:
    """Whether a kernel has asynchronous copies."""
    items = (item for item in function.body if isinstance(item, Instruction))
    return any(item.opcode == "cp" and item.modifiers[:1] == ("async",) for item in items)


def source_size(i: Instruction) -> Operand | None:
    """The operand that says how many bytes are read, or, a predicate, that none is; None: as many as are written."""
    given = i.operands[3:-1] if "L2::cache_hint" in i.modifiers else i.operands[3:]
    return given[0] if given else None
