"""Arithmetic, logic and moves, PTX ISA sections 9.7.1, 9.7.3 to 9.7.5, 9.7.7 and 9.7.9: most rows are functions in C.

No fast-math flag is ever set: `fma.rn` is fused, `mul` then `add` stays two operations, and results are those of IEEE
754. A NaN that arithmetic on f32 makes is the GPU's canonical one, 0x7fffffff. That shows only where the bits leave
floating point (stores, moves to integers), so the owner of the registers replaces NaNs there (`MAKES_NAN`).
"""

from __future__ import annotations

from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.isa.opcodes import OpcodeRow, each, is_signed, lower_function, type_of
from grader.emulator.ptx import Immediate, Instruction, Operand, Register, Vector
from grader.emulator.unsupported import Unsupported


def lower_shift(b: Builder, i: Instruction) -> None:
    """`shl`, `shr`: one operation if the amount is known and less than the width, else the function."""
    ptx, amount = type_of(i), i.operands[2]
    if not isinstance(amount, Immediate) or not 0 <= amount.bits < BITS[LLVM_TYPES[ptx]]:
        lower_function(b, i)
        return
    word = "shl" if i.opcode == "shl" else "ashr" if is_signed(ptx) else "lshr"
    b.dst(i.operands[0], b.op(word, ptx, b.src(i.operands[1], ptx), b.const(ptx, amount.bits)), ptx)


def lower_lop3(b: Builder, i: Instruction) -> None:
    """`lop3`: any function of three bits, by its truth table."""
    table = i.operands[4]
    if not isinstance(table, Immediate) or len(i.modifiers) != 1:
        raise Unsupported(i.name)
    values = [b.src(operand, "b32") for operand in i.operands[1:4]]
    inverse = [b.let(f"xor {b.type('b32')} {value}, {b.const('b32', -1)}") for value in values]
    total = b.const("b32", 0)
    for row in range(8):
        if table.bits >> row & 1:
            chosen = [values[n] if row >> (2 - n) & 1 else inverse[n] for n in range(3)]
            term = b.let(f"and {b.type('b32')} {chosen[0]}, {chosen[1]}")
            term = b.let(f"and {b.type('b32')} {term}, {chosen[2]}")
            total = b.let(f"or {b.type('b32')} {total}, {term}")
    b.dst(i.operands[0], total, "b32")


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


_HALVES = "f16 f16x2 bf16 bf16x2"
_ROUNDED = ("rn", "rz", "rm", "rp")


def _rounded_forms(opcode: str) -> tuple[str, ...]:
    """Every rounding of an f32 and f64 operation, `.ftz` and `.sat` on f32."""
    single = (f"{opcode}.{way}{rest}.f32" for way in _ROUNDED for rest in ("", ".ftz", ".sat", ".ftz.sat"))
    return (*single, *(f"{opcode}.{way}.f64" for way in _ROUNDED))


def _half_forms(opcode: str) -> tuple[str, ...]:
    return (*each(opcode, _HALVES), *each(f"{opcode}.ftz {opcode}.sat {opcode}.ftz.sat", "f16 f16x2"))


def _extreme_forms(opcode: str) -> tuple[str, ...]:
    nan = f"{opcode}.NaN"
    return (
        *each(opcode, f"f32 f64 {_HALVES}"),
        *each(nan, f"f32 {_HALVES}"),
        *each(f"{opcode}.xorsign.abs {nan}.xorsign.abs", f"f32 {_HALVES}"),
        *each(f"{opcode}.ftz {opcode}.ftz.NaN", "f32 f16 f16x2"),
    )


_FLOATS = {
    **{name: (*each(name, "f32 f64"), *_rounded_forms(name), *_half_forms(name)) for name in ("add", "sub", "mul")},
    "div": (
        *(f"div.{way}.{kind}" for way in _ROUNDED for kind in ("f32", "f64", "ftz.f32")),
        *each("div.approx div.full", "f32 ftz.f32"),
    ),
    **{name: (*each(name, f"f32 f64 {_HALVES}"), *each(f"{name}.ftz", "f32 f16 f16x2")) for name in ("abs", "neg")},
    "min": _extreme_forms("min"),
    "max": _extreme_forms("max"),
}


def _inverse_forms(opcode: str) -> tuple[str, ...]:
    """`rcp` and `sqrt`."""
    return (
        *(f"{opcode}.{way}.{kind}" for way in _ROUNDED for kind in ("f32", "f64", "ftz.f32")),
        *each(f"{opcode}.approx", "f32 ftz.f32"),
    )


_ALL = "u16 s16 u32 s32 u64 s64"
_CHAINED = "u32 s32 u64 s64"
INTEGER = (
    OpcodeRow("add", lower_function, (*each("add", _ALL), "add.sat.s32", *each("add.cc", _CHAINED), *_FLOATS["add"])),
    OpcodeRow("addc", lower_function, each("addc addc.cc", _CHAINED)),
    OpcodeRow("sub", lower_function, (*each("sub", _ALL), "sub.sat.s32", *each("sub.cc", _CHAINED), *_FLOATS["sub"])),
    OpcodeRow("subc", lower_function, each("subc subc.cc", _CHAINED)),
    OpcodeRow(
        "mul",
        lower_function,
        (*each("mul.lo mul.hi", _ALL), *each("mul.wide", "u16 s16 u32 s32"), *_FLOATS["mul"]),
    ),
    OpcodeRow(
        "mad",
        lower_function,
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
    OpcodeRow("div", lower_function, (*each("div", _ALL), *_FLOATS["div"])),
    OpcodeRow("rem", lower_function, each("rem", _ALL)),
    OpcodeRow("abs", lower_function, (*each("abs", "s16 s32 s64"), *_FLOATS["abs"])),
    OpcodeRow("neg", lower_function, (*each("neg", "s16 s32 s64"), *_FLOATS["neg"])),
    OpcodeRow(
        "min",
        lower_function,
        (*each("min", _ALL), "min.relu.s32", *each("min", "u16x2 s16x2"), *_FLOATS["min"]),
    ),
    OpcodeRow(
        "max",
        lower_function,
        (*each("max", _ALL), "max.relu.s32", *each("max", "u16x2 s16x2"), *_FLOATS["max"]),
    ),
    OpcodeRow("sad", lower_function, each("sad", _ALL)),
    OpcodeRow("dp4a", lower_function, each("dp4a.u32 dp4a.s32", "u32 s32")),
    OpcodeRow("dp2a", lower_function, each("dp2a.lo.u32 dp2a.lo.s32 dp2a.hi.u32 dp2a.hi.s32", "u32 s32")),
)
FLOATING = (
    OpcodeRow("fma", lower_function, (*_rounded_forms("fma"), *each("fma.rn fma.rn.relu", _HALVES),
                           *each("fma.rn.ftz fma.rn.sat fma.rn.ftz.relu", "f16 f16x2"))),
    OpcodeRow("rcp", lower_function, (*_inverse_forms("rcp"), "rcp.approx.ftz.f64")),
    OpcodeRow("sqrt", lower_function, _inverse_forms("sqrt")),
    OpcodeRow("rsqrt", lower_function, each("rsqrt.approx rsqrt.approx.ftz", "f32 f64")),
    OpcodeRow("copysign", lower_function, each("copysign", "f32 f64")),
    OpcodeRow("testp", lower_function, each("testp.finite testp.infinite testp.number testp.notanumber testp.normal "
                                   "testp.subnormal", "f32 f64")),
    OpcodeRow("ex2", lower_function, (*each("ex2.approx", "f32 ftz.f32 f16 f16x2"),
                                      *each("ex2.approx.ftz", "bf16 bf16x2"))),
    OpcodeRow("lg2", lower_function, each("lg2.approx", "f32 ftz.f32")),
    OpcodeRow("sin", lower_function, each("sin.approx", "f32 ftz.f32")),
    OpcodeRow("cos", lower_function, each("cos.approx", "f32 ftz.f32")),
    OpcodeRow("tanh", lower_function, each("tanh.approx", f"f32 {_HALVES}")),
)  # fmt: skip
BITWISE = (
    OpcodeRow("and", lower_function, each("and", "pred b16 b32 b64")),
    OpcodeRow("or", lower_function, each("or", "pred b16 b32 b64")),
    OpcodeRow("xor", lower_function, each("xor", "pred b16 b32 b64")),
    OpcodeRow("not", lower_function, each("not", "pred b16 b32 b64")),
    OpcodeRow("cnot", lower_function, each("cnot", "b16 b32 b64")),
    OpcodeRow("shl", lower_shift, each("shl", "b16 b32 b64")),
    OpcodeRow("shr", lower_shift, each("shr", "b16 b32 b64 u16 u32 u64 s16 s32 s64")),
    OpcodeRow("shf", lower_function, ("shf.l.wrap.b32", "shf.r.wrap.b32", "shf.l.clamp.b32", "shf.r.clamp.b32")),
    OpcodeRow("popc", lower_function, each("popc", "b32 b64")),
    OpcodeRow("clz", lower_function, each("clz", "b32 b64")),
    OpcodeRow("brev", lower_function, each("brev", "b32 b64")),
    OpcodeRow("bfind", lower_function, each("bfind bfind.shiftamt", "u32 s32 u64 s64")),
    OpcodeRow("bfi", lower_function, each("bfi", "b32 b64")),
    OpcodeRow("bfe", lower_function, each("bfe", "u32 s32 u64 s64")),
    OpcodeRow("prmt", lower_function, ("prmt.b32", *each("prmt.b32", "f4e b4e rc8 ecl ecr rc16"))),
    OpcodeRow("bmsk", lower_function, ("bmsk.clamp.b32", "bmsk.wrap.b32")),
    OpcodeRow("szext", lower_function, each("szext.clamp szext.wrap", "u32 s32")),
    OpcodeRow("fns", lower_function, ("fns.b32",)),
    OpcodeRow("lop3", lower_lop3, ("lop3.b32",)),
)
MOVING = (OpcodeRow("mov", lower_mov, each("mov", "pred b16 u16 s16 b32 u32 s32 f32 b64 u64 s64 f64")),)

# Opcodes whose f32 result, when it is a NaN, is the canonical one.
MAKES_NAN = frozenset({"add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt", "rsqrt", "ex2", "lg2", "sin", "cos",
                       "tanh", "abs", "neg"})  # fmt: skip
