"""Moves: `mov` (also packing and unpacking vectors) and `cvta`'s forms that leave the bits alone."""

from __future__ import annotations

from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.isa.row import OpcodeRow, each, type_of
from grader.emulator.ptx import Instruction, Operand, Register, Vector
from grader.emulator.unsupported import Unsupported


def lower_mov(b: Builder, i: Instruction) -> None:
    """`mov d, a`; `mov.b64 d, {a, b}` packs from the low end, `mov.b64 {a, b}, d` unpacks."""
    ptx = type_of(i)
    target, source = i.operands
    if isinstance(source, Vector):
        b.dst(target, _packed(b, source.items, ptx), ptx)
    elif isinstance(target, Vector):
        _unpack(b, target.items, b.src(source, ptx), ptx)
    else:
        b.dst(target, b.src(source, ptx), ptx)


def _packed(b: Builder, items: tuple[Operand, ...], ptx: str) -> str:
    width = BITS[LLVM_TYPES[ptx]]
    part = width // len(items)
    total = b.const(ptx, 0)
    for place, item in enumerate(items):
        value = b.reinterpret(b.src(item, f"b{part}"), f"i{part}", f"i{width}")
        if place:
            value = b.let(f"shl {b.type(ptx)} {value}, {b.const(ptx, place * part)}")
        total = b.let(f"or {b.type(ptx)} {total}, {value}")
    return total


def _unpack(b: Builder, items: tuple[Operand, ...], value: str, ptx: str) -> None:
    width = BITS[LLVM_TYPES[ptx]]
    part = width // len(items)
    if part not in (8, 16, 32, 64):
        raise Unsupported(f"mov.{ptx} of {len(items)} parts")
    for place, item in enumerate(items):
        moved = b.let(f"lshr {b.type(ptx)} {value}, {b.const(ptx, place * part)}") if place else value
        if isinstance(item, Register):
            b.dst(item, b.reinterpret(moved, f"i{width}", f"i{part}"), f"b{part}")


MOVING = (OpcodeRow("mov", lower_mov, each("mov", "pred b16 u16 s16 b32 u32 s32 f32 b64 u64 s64 f64")),)
