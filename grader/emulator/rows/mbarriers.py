"""An mbarrier that a row makes, arrives at and waits for, where that can be: see `native/rows/mbarriers.c`."""

from __future__ import annotations

from grader.emulator.ptx import Address, Immediate, Instruction, Register
from grader.emulator.rows.emitter import RowEmitter
from grader.emulator.unsupported import Unsupported

_WORDS = frozenset({
    "init", "arrive", "test_wait", "try_wait", "release", "acquire", "cta", "shared", "shared::cta", "b64",
})  # fmt: skip


def lower_mbarrier(emitter: RowEmitter, i: Instruction, *, meets: bool) -> None:
    """Write one `mbarrier` instruction, where a row `meets` others or not; raises `Unsupported` for unusual ones."""
    words = set(i.modifiers)
    if not words <= _WORDS:
        raise Unsupported(f"{i.name} in rows")
    if "init" in words:
        _make(emitter, i)
    elif "arrive" in words:
        _arrive(emitter, i)
    else:
        if not meets:
            emitter.doubts.suspect("true")
        emitter.b.dst(i.operands[0], "true", "pred")  # as it is when the row goes on


def _place(emitter: RowEmitter, i: Instruction, number: int) -> tuple[str, int, str]:
    """The offset in the variable that holds it, where that begins in shared memory, and its length."""
    b, address = emitter.b, i.operands[number]
    if not isinstance(address, Address):
        raise Unsupported(f"{i.name} in rows")
    variable = emitter.shared.variable_of(address)
    length = "%dynamic" if variable.dynamic else str(variable.size)
    if not isinstance(address.base, Register):
        return str(address.offset), variable.place, length
    if emitter.stride(address.base) != 0:
        raise Unsupported("an mbarrier for each thread in rows")
    less = (address.offset - variable.address) & 0xFFFFFFFF
    narrow = b.let(f"add i32 {b.src(address.base, 'u32')}, {less - (less >> 31 << 32)}")
    return b.let(f"sext i32 {narrow} to i64"), variable.place, length


def _make(emitter: RowEmitter, i: Instruction) -> None:
    b, count = emitter.b, i.operands[1]
    if not isinstance(count, Immediate) and (not isinstance(count, Register) or emitter.stride(count) != 0):
        raise Unsupported(f"{i.name} in rows")
    offset, start, length = _place(emitter, i, 0)
    wide = b.reinterpret(b.src(count, "u32"), "i32", "i64")
    emitter.doubts.suspect(b.let(
        f"call i1 @row_make_mbarrier(ptr %shared, ptr %wrote, ptr %read, i32 %now, i64 {offset}, i64 {start}, "
        f"i64 {length}, i64 {emitter.registers.mask_bits}, i64 {wide})"
    ))  # fmt: skip


def _arrive(emitter: RowEmitter, i: Instruction) -> None:
    """Each lane finds one arrival fewer missing than the lane before: the state has a stride (`strides.py`)."""
    b = emitter.b
    gives = not isinstance(i.operands[0], Address)
    if len(i.operands) > 1 + gives or emitter.registers.mask is not None:
        raise Unsupported(f"{i.name} in rows")
    offset, start, length = _place(emitter, i, int(gives))
    emitter.shared.suspect_missing()
    emitter.doubts.suspect(b.let(
        f"call i1 @row_arrive(ptr %frame, ptr %shared, ptr %wrote, ptr %read, i32 %now, i32 %begin, i64 {offset}, "
        f"i64 {start}, i64 {length}, i64 {emitter.width})"
    ))  # fmt: skip
    if gives:
        b.dst(i.operands[0], b.frame("x1"), "b64")
