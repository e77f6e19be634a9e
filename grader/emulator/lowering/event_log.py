"""The log of what a thread does, for replays and for counting sectors and bank conflicts: a call for each event."""

from __future__ import annotations

from grader.emulator.isa.builder import BITS, LLVM_TYPES
from grader.emulator.lowering.emitter import Emitter
from grader.emulator.ptx import Instruction

EVENT_KINDS = ("load", "store", "fma", "barrier", "exit", "atomic")


def record_access(emitter: Emitter, op: str, site: int, shift: int, value: str, kind: str) -> None:
    """Log an access that has just been announced, or what lies `shift` bytes further in it."""
    b = emitter.b
    bits = b.reinterpret(b.reinterpret(value, kind, f"i{BITS[kind]}"), f"i{BITS[kind]}", "i64")
    what = f"i64 {site}, i64 {EVENT_KINDS.index(op)}, i64 {shift}, i64 {bits}"
    b.do(b.call("void", "record_access", f"ptr %ctx, ptr %frame, {what}"))


def record_value(emitter: Emitter, op: str, i: Instruction) -> None:
    """Log what an instruction has computed."""
    b = emitter.b
    ptx = i.modifiers[-1]
    width = BITS[LLVM_TYPES[ptx]]
    value = b.src(i.operands[0], f"b{width}")
    record_event(emitter, op, str(emitter.tables.site(i, "", "", width // 8)), b.reinterpret(value, f"i{width}", "i64"))


def record_event(emitter: Emitter, kind: str, site: str, value: str) -> None:
    """Log an event at a site that is no access."""
    number = EVENT_KINDS.index(kind)
    what = f"i64 {site}, i64 {number}, i64 0, i64 0, i64 {value}"
    emitter.b.do(emitter.b.call("void", "record", f"ptr %ctx, i64 %linear, {what}"))
