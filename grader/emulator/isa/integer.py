"""Integer arithmetic, PTX ISA section 9.7.1 (opcodes shared with floats are split by type in `floating`)."""

from __future__ import annotations

from grader.emulator.isa import floating
from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.isa.functions import lower_function
from grader.emulator.isa.halves import lanes_of, write_lanes
from grader.emulator.isa.row import OpcodeRow, each, is_float, is_signed, type_of
from grader.emulator.ptx import Instruction, Operand, Register, Vector
from grader.emulator.unsupported import Unsupported


def _width(ptx: str) -> int:
    return BITS[LLVM_TYPES[ptx]]


def _double(ptx: str) -> str:
    return f"{ptx[0]}{2 * _width(ptx)}"


def lower_add(b: Builder, i: Instruction) -> None:
    """`add`: wraps; `.sat` clamps (s32 only); `.cc` writes the carry."""
    ptx = type_of(i)
    if is_float(ptx):
        floating.lower_add(b, i)
    elif "cc" in i.modifiers:
        lower_function(b, i)
    elif "sat" in i.modifiers:
        left, right = b.src(i.operands[1], ptx), b.src(i.operands[2], ptx)
        b.dst(i.operands[0], b.intrinsic("llvm.sadd.sat", ptx, left, right), ptx)
    else:
        b.binary("add", i, ptx)


def lower_sub(b: Builder, i: Instruction) -> None:
    """`sub`: wraps; `.sat` clamps (s32 only); `.cc` writes the borrow."""
    ptx = type_of(i)
    if is_float(ptx):
        floating.lower_sub(b, i)
    elif "cc" in i.modifiers:
        lower_function(b, i)
    elif "sat" in i.modifiers:
        left, right = b.src(i.operands[1], ptx), b.src(i.operands[2], ptx)
        b.dst(i.operands[0], b.intrinsic("llvm.ssub.sat", ptx, left, right), ptx)
    else:
        b.binary("sub", i, ptx)


def _product(b: Builder, i: Instruction, ptx: str) -> tuple[str, str]:
    """The low half, the high half or the whole of a·b, with its type."""
    left, right = b.src(i.operands[1], ptx), b.src(i.operands[2], ptx)
    if "lo" in i.modifiers:
        return b.let(f"mul {b.type(ptx)} {left}, {right}"), ptx
    if "wide" not in i.modifiers and "hi" not in i.modifiers:
        raise Unsupported(i.name)
    wide = f"i{2 * _width(ptx)}"
    word = "sext" if is_signed(ptx) else "zext"
    left = b.let(f"{word} {b.type(ptx)} {left} to {b.widen(wide)}")
    right = b.let(f"{word} {b.type(ptx)} {right} to {b.widen(wide)}")
    whole = b.let(f"mul {b.widen(wide)} {left}, {right}")
    if "wide" in i.modifiers:
        return whole, _double(ptx)
    high = b.let(f"lshr {b.widen(wide)} {whole}, {b.splat(wide, str(_width(ptx)))}")
    return b.let(f"trunc {b.widen(wide)} {high} to {b.type(ptx)}"), ptx


def lower_mul(b: Builder, i: Instruction) -> None:
    """`mul.lo`, `mul.hi`, `mul.wide`."""
    ptx = type_of(i)
    if is_float(ptx):
        floating.lower_mul(b, i)
        return
    value, kind = _product(b, i, ptx)
    b.dst(i.operands[0], value, kind)


def lower_mad(b: Builder, i: Instruction) -> None:
    """`mad.lo`, `mad.hi`, `mad.wide`; `mad` on floats is `fma`."""
    ptx = type_of(i)
    if is_float(ptx):
        floating.lower_fma(b, i)
        return
    if "cc" in i.modifiers:
        lower_function(b, i)
        return
    value, kind = _product(b, i, ptx)
    addend = b.src(i.operands[3], kind)
    if "sat" in i.modifiers:
        b.dst(i.operands[0], b.intrinsic("llvm.sadd.sat", kind, value, addend), kind)
        return
    b.dst(i.operands[0], b.let(f"add {b.type(kind)} {value}, {addend}"), kind)


def lower_div(b: Builder, i: Instruction) -> None:
    """`div`: integer division truncates."""
    ptx = type_of(i)
    if is_float(ptx):
        floating.lower_div(b, i)
    else:
        lower_function(b, i)


def lower_abs(b: Builder, i: Instruction) -> None:
    """`abs`: the most negative number stays itself."""
    ptx = type_of(i)
    if is_float(ptx):
        floating.lower_abs(b, i)
    else:
        b.dst(i.operands[0], b.intrinsic("llvm.abs", ptx, b.src(i.operands[1], ptx), extra=", i1 false"), ptx)


def lower_neg(b: Builder, i: Instruction) -> None:
    """`neg`."""
    ptx = type_of(i)
    if is_float(ptx):
        floating.lower_neg(b, i)
    else:
        value = b.src(i.operands[1], ptx)
        b.dst(i.operands[0], b.let(f"sub {b.type(ptx)} {b.const(ptx, 0)}, {value}"), ptx)


def lower_extreme(b: Builder, i: Instruction) -> None:
    """`min` and `max`."""
    ptx = type_of(i)
    if is_float(ptx):
        floating.lower_extreme(b, i)
        return
    if ptx.endswith("x2"):
        _packed_extreme(b, i, ptx)
        return
    value = _extreme(b, i, b.src(i.operands[1], ptx), b.src(i.operands[2], ptx), ptx)
    b.dst(i.operands[0], value, ptx)


def _extreme(b: Builder, i: Instruction, left: str, right: str, ptx: str) -> str:
    value = b.intrinsic(f"llvm.{'s' if is_signed(ptx) else 'u'}{i.opcode}", ptx, left, right)
    return b.intrinsic("llvm.smax", ptx, value, b.const(ptx, 0)) if "relu" in i.modifiers else value


def _packed_extreme(b: Builder, i: Instruction, ptx: str) -> None:
    """`.u16x2`, `.s16x2`: lane by lane."""
    pairs = zip(*(lanes_of(b, operand, ptx) for operand in i.operands[1:3]), strict=True)
    write_lanes(b, i.operands[0], [_extreme(b, i, left, right, ptx.removesuffix("x2")) for left, right in pairs])


_ALL = "u16 s16 u32 s32 u64 s64"
_CHAINED = "u32 s32 u64 s64"
_FLOATING = floating.ARITHMETIC_FORMS
INTEGER = (
    OpcodeRow("add", lower_add, (*each("add", _ALL), "add.sat.s32", *each("add.cc", _CHAINED), *_FLOATING["add"])),
    OpcodeRow("addc", lower_function, each("addc addc.cc", _CHAINED)),
    OpcodeRow("sub", lower_sub, (*each("sub", _ALL), "sub.sat.s32", *each("sub.cc", _CHAINED), *_FLOATING["sub"])),
    OpcodeRow("subc", lower_function, each("subc subc.cc", _CHAINED)),
    OpcodeRow(
        "mul",
        lower_mul,
        (*each("mul.lo mul.hi", _ALL), *each("mul.wide", "u16 s16 u32 s32"), *_FLOATING["mul"]),
    ),
    OpcodeRow(
        "mad",
        lower_mad,
        (
            *each("mad.lo mad.hi", _ALL),
            *each("mad.wide", "u16 s16 u32 s32"),
            "mad.rn.f32",
            "mad.rn.f64",
            "mad.hi.sat.s32",
            *each("mad.lo.cc mad.hi.cc", _CHAINED),
        ),
    ),
    OpcodeRow("madc", lower_function, each("madc.lo madc.hi madc.lo.cc madc.hi.cc", _CHAINED)),
    OpcodeRow("mul24", lower_function, each("mul24.lo mul24.hi", "u32 s32")),
    OpcodeRow("mad24", lower_function, (*each("mad24.lo mad24.hi", "u32 s32"), "mad24.hi.sat.s32")),
    OpcodeRow("div", lower_div, (*each("div", _ALL), *_FLOATING["div"])),
    OpcodeRow("rem", lower_function, each("rem", _ALL)),
    OpcodeRow("abs", lower_abs, (*each("abs", "s16 s32 s64"), *_FLOATING["abs"])),
    OpcodeRow("neg", lower_neg, (*each("neg", "s16 s32 s64"), *_FLOATING["neg"])),
    OpcodeRow(
        "min",
        lower_extreme,
        (*each("min", _ALL), "min.relu.s32", *each("min", "u16x2 s16x2"), *_FLOATING["min"]),
    ),
    OpcodeRow(
        "max",
        lower_extreme,
        (*each("max", _ALL), "max.relu.s32", *each("max", "u16x2 s16x2"), *_FLOATING["max"]),
    ),
    OpcodeRow("sad", lower_function, each("sad", _ALL)),
    OpcodeRow("dp4a", lower_function, each("dp4a.u32 dp4a.s32", "u32 s32")),
    OpcodeRow("dp2a", lower_function, each("dp2a.lo.u32 dp2a.lo.s32 dp2a.hi.u32 dp2a.hi.s32", "u32 s32")),
)


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
