"""Loads, stores and mbarriers of a row: parameters, words and vectors of words, global memory by functions."""

from __future__ import annotations

import functools

from grader.emulator.isa.builder import LLVM_TYPES
from grader.emulator.lowering.loads_and_stores import read_parameter, registers_of
from grader.emulator.native import records
from grader.emulator.ptx.nodes import (
    Address,
    Immediate,
    Instruction,
    Operand,
    Register,
    Symbol,
    lanes_of,
    space_of,
)
from grader.emulator.result import Unsupported
from grader.emulator.rows.emitter import RowEmitter
from grader.emulator.rows.registers import Stride

_WORDS = frozenset({"b32", "u32", "s32", "f32"})


def lower_load(emitter: RowEmitter, i: Instruction) -> None:
    """`ld` of words; raises `Unsupported` for others, and for memory that rows do not access."""
    b = emitter.b
    ptx = i.modifiers[-1]
    space = space_of(i.modifiers)
    address = i.operands[1]
    assert isinstance(address, Address)
    if space == "param":
        if not read_parameter(emitter, i, address):
            raise Unsupported("parameters by address in rows")
        return
    registers = _words(i, i.operands[0], ptx)
    _aligned(emitter, i, address)
    # All are read before any is written: the address may lie in one of them.
    values = [_load_word(emitter, space, address, 4 * n, register) for n, register in registers]
    for (_, register), value in zip(registers, values, strict=True):
        with b.wide(emitter.registers.lanes(register.name)):
            b.dst(register, b.reinterpret(value, "i32", LLVM_TYPES[ptx]), ptx)


def _words(i: Instruction, operand: Operand, ptx: str) -> list[tuple[int, Register]]:
    """Return the registers that get a word, each with its place among them."""
    if ptx not in _WORDS or "volatile" in i.modifiers or {"acquire", "relaxed", "release"} & set(i.modifiers):
        raise Unsupported(f"{i.name} in rows")
    return [(n, item) for n, item in enumerate(registers_of(i, operand)) if isinstance(item, Register)]


def _aligned(emitter: RowEmitter, i: Instruction, address: Address) -> None:
    """Require vector accesses at multiples of their whole size."""
    lanes = lanes_of(i.modifiers)
    if lanes == 1:
        return
    b = emitter.b
    size = 4 * lanes
    if isinstance(address.base, Symbol):
        if address.offset % size:
            raise Unsupported("uneven vector accesses in rows")
        return
    if not isinstance(address.base, Register):
        raise Unsupported(f"{i.name} at a number in rows")
    stride = emitter.stride(address.base)
    if stride is None or stride % size:
        raise Unsupported("uneven vector accesses in rows")
    base = b.let(f"add i64 {b.src(address.base, 'u64')}, {address.offset}")
    low = b.let(f"and i64 {base}, {size - 1}")
    emitter.doubts.suspect(b.let(f"icmp ne i64 {low}, 0"))


def _load_word(emitter: RowEmitter, space: str, address: Address, shift: int, register: Register) -> str:
    """Return the word at an address for every lane: a scalar if the register is one, else a vector (of i32)."""
    stride = emitter.stride(address.base) if isinstance(address.base, Register) else 0
    if space == "shared":
        value, even = emitter.shared.load(address, shift, stride)
    elif space in ("global", "const"):
        if space == "const":
            _hold_to_constants(emitter, address, stride)
        _global_call(emitter, address, shift, stride, storing=False)
        kind, even = "i32" if stride == 0 else f"<{emitter.width} x i32>", stride == 0
        value = emitter.b.let(f"load {kind}, ptr %data, align 64")
    else:
        raise Unsupported(f"{space} memory in rows")
    if even and not emitter.registers.is_scalar(register.name):
        return emitter.registers.spread(value, "i32", 0)
    return value


def _hold_to_constants(emitter: RowEmitter, address: Address, stride: Stride) -> None:
    """Leave the fast way for an address outside constant memory: only the careful way counts these."""
    b = emitter.b
    if not emitter.layout.constants:
        raise Unsupported("constant memory without a variable in rows")
    if stride is None:
        with b.wide(emitter.width):
            number = b.op("lshr", "u64", b.src(address.base, "u64"), b.const("u64", records.ID_SHIFT))
            strange = [b.compare("ne", "u64", number, b.const("u64", each)) for each in emitter.layout.constants]
            emitter.doubts.suspect_lanes(functools.reduce(functools.partial(b.op, "and", "pred"), strange))
        return
    number = b.let(f"lshr i64 {b.address(address)}, {records.ID_SHIFT}")
    known = b.any_of([b.let(f"icmp eq i64 {number}, {each}") for each in emitter.layout.constants])
    emitter.doubts.suspect(b.let(f"xor i1 {known}, true"))


def lower_store(emitter: RowEmitter, i: Instruction) -> None:
    """`st` of words to shared or global memory; raises `Unsupported` for others."""
    b = emitter.b
    ptx = i.modifiers[-1]
    space = space_of(i.modifiers)
    address, source = i.operands[:2]
    assert isinstance(address, Address)
    if ptx not in _WORDS or space not in ("shared", "global") or "volatile" in i.modifiers:
        raise Unsupported(f"{i.name} in rows")
    _aligned(emitter, i, address)
    stride = emitter.stride(address.base) if isinstance(address.base, Register) else 0
    for n, item in enumerate(registers_of(i, source)):
        with b.wide(emitter.width):
            value = b.reinterpret(b.src(item, ptx), LLVM_TYPES[ptx], "i32")
        if stride == 0 and not (emitter.lockstep and space == "shared"):
            # All lanes write one word: a race, or a program that looks like one. In lockstep the last lane wins.
            emitter.doubts.suspect("true")
        elif space == "shared":
            emitter.shared.store(address, 4 * n, stride, value)
        else:
            # A block may be given back only before others see its stores, so settle before each.
            emitter.doubts.settle()
            b.do(f"store <{emitter.width} x i32> {value}, ptr %data, align 64")
            _global_call(emitter, address, 4 * n, stride, storing=True)


def _global_call(emitter: RowEmitter, address: Address, shift: int, stride: Stride, storing: bool) -> None:
    b, mask = emitter.b, emitter.registers.mask_bits
    moved = Address(address.base, address.offset + shift)
    if stride == 4 and storing:
        row = f"ptr %buffers, i64 {b.address(moved)}, i64 {mask}, ptr %data"
        code = b.let(f"call i32 @row_store_{emitter.width}(ptr %ctx, {row})")
    elif stride == 4:
        row = f"ptr %buffers, i64 {b.address(moved)}, i64 {mask}, ptr %data"
        code = b.let(f"call i32 @row_load_{emitter.width}({row}, ptr {emitter.trail()})")
    elif stride == 0:
        code = b.let(f"call i32 @row_load_one(ptr %buffers, i64 {b.address(moved)}, ptr %data)")
    else:
        word = "true" if storing else "false"
        with b.wide(emitter.width):
            where = b.address(moved)
        b.do(f"store <{emitter.width} x i64> {where}, ptr %places, align 64")
        code = b.let(f"call i32 @row_global(ptr %ctx, ptr %buffers, ptr %places, i64 {mask}, i1 {word}, ptr %data)")
    b.do(f"store i32 {code}, ptr %code")
    b.go_on_unless(b.let(f"icmp ne i32 {code}, 0"), "leave", ", !prof !0")


_MBARRIER_WORDS = frozenset({
    "init", "arrive", "test_wait", "try_wait", "release", "acquire", "cta", "shared", "shared::cta", "b64",
})  # fmt: skip


def lower_mbarrier(emitter: RowEmitter, i: Instruction, *, meets: bool) -> None:
    """Write one `mbarrier` instruction, where a row `meets` others or not; raises `Unsupported` for unusual ones.

    `native/rows/mbarriers.c` says where that is possible.
    """
    words = set(i.modifiers)
    if not words <= _MBARRIER_WORDS:
        raise Unsupported(f"{i.name} in rows")
    if "init" in words:
        _make(emitter, i)
    elif "arrive" in words:
        _arrive(emitter, i)
    else:
        if not meets:
            emitter.doubts.suspect("true")
        emitter.b.dst(i.operands[0], "true", "pred")  # as it is when the row continues


def _place(emitter: RowEmitter, i: Instruction, number: int) -> tuple[str, int, str]:
    """Return the offset in the mbarrier's variable, where this begins in shared memory, and its length."""
    b, address = emitter.b, i.operands[number]
    if not isinstance(address, Address):
        raise Unsupported(f"{i.name} in rows")
    variable = emitter.shared.variable_of(address)
    if isinstance(address.base, Register) and emitter.stride(address.base) != 0:
        raise Unsupported("an mbarrier for each thread in rows")
    return b.offset_in(address, variable.address), variable.place, variable.length


def _make(emitter: RowEmitter, i: Instruction) -> None:
    b, count = emitter.b, i.operands[1]
    if not isinstance(count, Immediate) and (not isinstance(count, Register) or emitter.stride(count) != 0):
        raise Unsupported(f"{i.name} in rows")
    offset, start, length = _place(emitter, i, 0)
    wide = b.reinterpret(b.src(count, "u32"), "i32", "i64")
    emitter.doubts.suspect(b.let(
        f"call i1 @row_make_mbarrier(ptr %shared, ptr %wrote, ptr %read, i32 %epoch, i64 {offset}, i64 {start}, "
        f"i64 {length}, i64 {emitter.registers.mask_bits}, i64 {wide})"
    ))  # fmt: skip


def _arrive(emitter: RowEmitter, i: Instruction) -> None:
    """Arrive: each lane finds one missing arrival fewer than the lane before, so the state has a stride."""
    b = emitter.b
    gives = not isinstance(i.operands[0], Address)
    if len(i.operands) > 1 + gives or emitter.registers.mask is not None:
        raise Unsupported(f"{i.name} in rows")
    offset, start, length = _place(emitter, i, int(gives))
    emitter.shared.suspect_missing()
    emitter.doubts.suspect(b.let(
        f"call i1 @row_arrive(ptr %frame, ptr %shared, ptr %wrote, ptr %read, i32 %epoch, i32 %begin, i64 {offset}, "
        f"i64 {start}, i64 {length}, i64 {emitter.width})"
    ))  # fmt: skip
    if gives:
        b.dst(i.operands[0], b.frame("x1"), "b64")
