"""The log of what a thread does, for replays and for counting sectors and bank conflicts: a call for each event."""

from __future__ import annotations

from grader.emulator.isa.builder import BITS, LLVM_TYPES
from grader.emulator.lowering.emitter import Emitter
from grader.emulator.ptx import Instruction

EVENT_KINDS = ("load", "store", "fma", "barrier", "exit", "atomic")


def record_access(emitter: Emitter, op: str, site: int, shift: int, value: str, kind: str) -> None:
    """Log an access; the function that resolved it has left in the context where it went."""
    b = emitter.b
    offset = b.let(f"add i64 {b.context('last_offset')}, {shift}")
    space = b.let(f"shl i64 {b.context('last_space')}, 32")
    target = b.let(f"or i64 {b.context('last_object')}, {space}")
    bits = b.reinterpret(b.reinterpret(value, kind, f"i{BITS[kind]}"), f"i{BITS[kind]}", "i64")
    record_event(emitter, op, str(site), bits, offset, target)


def record_value(emitter: Emitter, op: str, i: Instruction) -> None:
    """Log what an instruction has computed."""
    b = emitter.b
    ptx = i.modifiers[-1]
    width = BITS[LLVM_TYPES[ptx]]
    value = b.src(i.operands[0], f"b{width}")
    record_event(
        emitter, op, str(emitter.tables.site(i, "", "", width // 8)), b.reinterpret(value, f"i{width}", "i64"), "0"
    )


def record_event(emitter: Emitter, kind: str, site: str, value: str, offset: str, target: str = "0") -> None:
    """Log an event at a site; `target` is the object, and above it the space."""
    number = EVENT_KINDS.index(kind)
    what = f"i64 {site}, i64 {number}, i64 {offset}, i64 {target}, i64 {value}"
    emitter.b.do(f"call void @record(ptr %ctx, i64 %linear, {what})")
