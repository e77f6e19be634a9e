"""An mbarrier that a row makes, arrives at and waits for: see `native/rows/mbarriers.c` for when that is done in rows."""

from __future__ import annotations

from grader.emulator.passes.suspensions import asks_mbarrier
from grader.emulator.ptx import Address, Immediate, Instruction, Register
from grader.emulator.rows.emitter import RowEmitter
from grader.emulator.unsupported import Unsupported

_WORDS = frozenset({
    "init", "arrive", "test_wait", "try_wait", "parity", "release", "acquire", "cta", "shared", "shared::cta", "b64",
})  # fmt: skip


def lower_mbarrier(emitter: RowEmitter, i: Instruction, *, arrived: bool) -> None:
    """Write one `mbarrier` instruction of a row, which has `arrived` just now or not; `Unsupported` for unusual ones."""
    words = set(i.modifiers)
    if not words <= _WORDS:
        raise Unsupported(f"{i.name} in rows")
    if "init" in words:
        _make(emitter, i)
    elif "arrive" in words:
        _arrive(emitter, i)
    elif asks_mbarrier(i):
        _ask(emitter, i, arrived=arrived)


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
    if isinstance(i.operands[0], Register):
        b.dst(i.operands[0], b.frame("x2"), "b64")


def _ask(emitter: RowEmitter, i: Instruction, *, arrived: bool) -> None:
    """The row's turn ends after this; when it goes on, the phase is over."""
    b = emitter.b
    asked = i.operands[2]
    if isinstance(asked, Register) and emitter.stride(asked) is None:
        raise Unsupported(f"{i.name} in rows")
    offset, start, _ = _place(emitter, i, 1)
    if not arrived:
        emitter.doubts.suspect("true")
    elif "parity" in i.modifiers:
        if isinstance(asked, Register) and emitter.stride(asked) != 0:
            raise Unsupported(f"{i.name} in rows")
        parity = b.reinterpret(b.src(asked, "u32"), "i32", "i64")
        _suspect_other(emitter, offset, start, b.let(f"shl i64 {parity}, 63"))
    else:
        _suspect_other(emitter, offset, start, b.src(asked, "b64"))
    b.dst(i.operands[0], "true", "pred")


def _suspect_other(emitter: RowEmitter, offset: str, start: int, state: str) -> None:
    """It is odd to wait for another phase than that which the row has arrived for."""
    call = f"call i1 @row_ask(ptr %frame, ptr %shared, i64 {offset}, i64 {start}, i64 {state})"
    emitter.doubts.suspect(emitter.b.let(call))
