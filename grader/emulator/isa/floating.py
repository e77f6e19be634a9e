"""Floating-point arithmetic, PTX ISA sections 9.7.3 to 9.7.5.

No fast-math flag is ever set: `fma.rn` is fused, `mul` then `add` stays two operations, and results are those of IEEE
754. A NaN that arithmetic on f32 makes is the GPU's canonical one, 0x7fffffff; since that shows only where the bits
leave floating point (stores, moves to integers), the owner of the registers puts it right there (`makes_nan`).
"""

from __future__ import annotations

import struct

from grader.emulator.isa import halves
from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.isa.halves import HALVES
from grader.emulator.isa.rounding import direction, rounded
from grader.emulator.isa.row import OpcodeRow, each, type_of
from grader.emulator.ptx import Instruction
from grader.emulator.unsupported import Known, Unsupported

_LEAST_NORMAL = Known({"f32": 0x00800000, "f64": 0x0010000000000000})
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


ARITHMETIC_FORMS = {
    **{name: (*each(name, "f32 f64"), *_rounded_forms(name), *_half_forms(name)) for name in ("add", "sub", "mul")},
    "div": (
        *(f"div.{way}.{kind}" for way in _ROUNDED for kind in ("f32", "f64", "ftz.f32")),
        *each("div.approx div.full", "f32 ftz.f32"),
    ),
    **{name: (*each(name, f"f32 f64 {_HALVES}"), *each(f"{name}.ftz", "f32 f16 f16x2")) for name in ("abs", "neg")},
    "min": _extreme_forms("min"),
    "max": _extreme_forms("max"),
}


def flush(b: Builder, i: Instruction, value: str, ptx: str) -> str:
    """`.ftz`: a subnormal becomes zero of the same sign."""
    if "ftz" not in i.modifiers or ptx not in _LEAST_NORMAL:
        return value
    size = b.intrinsic("llvm.fabs", ptx, value)
    tiny = b.compare("olt", ptx, size, b.const(ptx, _LEAST_NORMAL[ptx]))
    zero = b.intrinsic("llvm.copysign", ptx, b.const(ptx, 0), value)
    return b.select(tiny, LLVM_TYPES[ptx], zero, value)


def saturate(b: Builder, i: Instruction, value: str, ptx: str) -> str:
    """`.sat`: clamp to [0, 1]; NaN becomes +0."""
    if "sat" not in i.modifiers:
        return value
    scalar = LLVM_TYPES[ptx]
    above = b.compare("ogt", ptx, value, b.real(ptx, 1.0))
    value = b.select(above, scalar, b.real(ptx, 1.0), value)
    positive = b.compare("ogt", ptx, value, b.real(ptx, 0.0))
    return b.select(positive, scalar, value, b.real(ptx, 0.0))


def _sources(b: Builder, i: Instruction, ptx: str, count: int) -> list[str]:
    return [flush(b, i, b.src(operand, ptx), ptx) for operand in i.operands[1 : 1 + count]]


def _flush_tiny(b: Builder, i: Instruction, operation: str, value: str, values: list[str]) -> str:
    """`.ftz` of an f32 result that may have been rounded: it is tiny if it were so with exponents of any size.

    So the operation is done again, 2^64 times larger. A sum is exact where it is tiny, and needs no second one.
    """
    if "ftz" not in i.modifiers or operation not in ("fmul", "fma", "fdiv"):
        return flush(b, i, value, "f32")
    larger = [b.op("fmul", "f32", each, b.real("f32", 2.0**64)) for each in values]
    operands = (larger[0], *values[1:2], *larger[2:])
    size = b.intrinsic("llvm.fabs", "f32", _operate(b, i, operation, "f32", *operands))
    tiny = b.compare("olt", "f32", size, b.real("f32", 2.0**-62))
    zero = b.intrinsic("llvm.copysign", "f32", b.const("f32", 0), value)
    return b.select(tiny, "float", zero, value)


def _finish(b: Builder, i: Instruction, value: str, ptx: str) -> None:
    b.dst(i.operands[0], saturate(b, i, flush(b, i, value, ptx), ptx), ptx)


def _operate(b: Builder, i: Instruction, operation: str, ptx: str, *values: str) -> str:
    """One operation on f32 or f64 values, rounded as the instruction says."""
    mode = direction(i)
    if mode:
        return rounded(b, mode, operation, ptx, *values)
    if operation in ("fma", "sqrt"):
        return b.intrinsic(f"llvm.{operation}", ptx, *values)
    return b.op(operation, ptx, *values)


def _arithmetic(operation: str, b: Builder, i: Instruction, count: int = 2) -> None:
    ptx = type_of(i)
    if ptx in HALVES:
        halves.refuse_rounding(i)
        halves.lower_arithmetic(b, i, operation)
        return
    if "relu" in i.modifiers:
        raise Unsupported(i.name)
    values = _sources(b, i, ptx, count)
    value = _operate(b, i, operation, ptx, *values)
    if ptx == "f32":
        value = _flush_tiny(b, i, operation, value, values)
    b.dst(i.operands[0], saturate(b, i, value, ptx), ptx)


def lower_add(b: Builder, i: Instruction) -> None:
    """`add` on floats."""
    _arithmetic("fadd", b, i)


def lower_sub(b: Builder, i: Instruction) -> None:
    """`sub` on floats."""
    _arithmetic("fsub", b, i)


def lower_mul(b: Builder, i: Instruction) -> None:
    """`mul` on floats."""
    _arithmetic("fmul", b, i)


def lower_fma(b: Builder, i: Instruction) -> None:
    """`fma`: one rounding."""
    _arithmetic("fma", b, i, 3)


def lower_div(b: Builder, i: Instruction) -> None:
    """`div`; `div.approx` and `div.full` are computed exactly rounded, better than the ISA's 2 ulp.

    `div.approx` by more than 2¹²⁶ gives 0 (of infinity, a NaN), as the ISA says: the divisor's inverse is flushed.
    """
    if "approx" not in i.modifiers:
        _arithmetic("fdiv", b, i)
        return
    left, right = _sources(b, i, "f32", 2)
    size = b.intrinsic("llvm.fabs", "f32", right)
    large = b.op("and", "pred", b.compare("ogt", "f32", size, b.real("f32", 2.0**126)),
                 b.compare("olt", "f32", size, b.real("f32", float("inf"))))  # fmt: skip
    zero = b.intrinsic("llvm.copysign", "f32", b.real("f32", 0.0), right)
    quotient = b.select(large, "float", b.op("fmul", "f32", left, zero), b.op("fdiv", "f32", left, right))
    _finish(b, i, quotient, "f32")


def lower_rcp(b: Builder, i: Instruction) -> None:
    """`rcp`."""
    ptx = type_of(i)
    (value,) = _sources(b, i, ptx, 1)
    if "ftz" in i.modifiers and ptx == "f64":
        value = _upper_half(b, i, value)
    one = b.real(ptx, 1.0)
    quotient = _operate(b, i, "fdiv", ptx, one, value)
    if ptx == "f32":
        quotient = _flush_tiny(b, i, "fdiv", quotient, [one, value])
    b.dst(i.operands[0], _upper_half(b, i, quotient), ptx)


def lower_sqrt(b: Builder, i: Instruction) -> None:
    """`sqrt`; `rsqrt` is 1/√x computed in f64 and rounded."""
    ptx = type_of(i)
    (value,) = _sources(b, i, ptx, 1)
    if i.opcode == "sqrt":
        root = _operate(b, i, "sqrt", ptx, value)
        _finish(b, i, canonical_bits(b, root) if ptx == "f32" else root, ptx)
        return
    if "ftz" in i.modifiers and ptx == "f64":
        value = _upper_half(b, i, value)
    wide = value if ptx == "f64" else b.cast("fpext", value, ptx, "f64")
    root = b.intrinsic("llvm.sqrt", "f64", wide)
    value = b.let(f"fdiv {b.type('f64')} {b.real('f64', 1.0)}, {root}")
    value = _upper_half(b, i, value) if ptx == "f64" else b.cast("fptrunc", value, "f64", ptx)
    _finish(b, i, value, ptx)


def _upper_half(b: Builder, i: Instruction, value: str) -> str:
    """Approximations in f64 leave the lower 32 bits zero; with `.ftz` they do not read the operand's either."""
    if type_of(i) != "f64" or "approx" not in i.modifiers:
        return value
    bits = b.op("and", "b64", b.reinterpret(value, "double", "i64"), b.const("b64", 0xFFFFFFFF00000000))
    return b.reinterpret(bits, "i64", "double")


def canonical_bits(b: Builder, value: str) -> str:
    """An f32 with the GPU's one NaN in place of any other, judged by its bits.

    LLVM holds all NaNs for equal and may take a test of the float and its replacement away.
    """
    bits = b.reinterpret(value, "float", "i32")
    size = b.op("and", "b32", bits, b.const("b32", 0x7FFFFFFF))
    nan = b.compare("ugt", "u32", size, b.const("u32", 0x7F800000))
    return b.reinterpret(b.select(nan, "i32", b.const("b32", 0x7FFFFFFF), bits), "i32", "float")


def lower_sign_bit(b: Builder, i: Instruction) -> None:
    """`abs`, `neg` on floats: the sign bit alone changes, but a NaN of less than 64 bits becomes the canonical one."""
    ptx = type_of(i)
    if ptx in HALVES:
        halves.lower_sign(b, i)
        return
    (value,) = _sources(b, i, ptx, 1)
    if i.opcode == "abs":
        b.dst(i.operands[0], b.intrinsic("llvm.fabs", ptx, value), ptx)
    else:
        b.dst(i.operands[0], b.let(f"fneg {b.type(ptx)} {value}"), ptx)


lower_abs = lower_neg = lower_sign_bit


def lower_copysign(b: Builder, i: Instruction) -> None:
    """`copysign d, a, b`: the size of b with the sign of a."""
    ptx = type_of(i)
    sign, size = b.src(i.operands[1], ptx), b.src(i.operands[2], ptx)
    b.dst(i.operands[0], b.intrinsic("llvm.copysign", ptx, size, sign), ptx)


def lower_extreme(b: Builder, i: Instruction) -> None:
    """`min`, `max`: a NaN loses against a number unless `.NaN`; −0 is below +0; two NaN give the canonical one."""
    ptx = type_of(i)
    if ptx in HALVES:
        halves.lower_extreme(b, i)
        return
    if len(i.operands) != 3:
        raise Unsupported(i.name)
    if "xorsign" in i.modifiers:
        _extreme_of_sizes(b, i)
        return
    scalar, width = LLVM_TYPES[ptx], BITS[LLVM_TYPES[ptx]]
    left, right = _sources(b, i, ptx, 2)
    smaller = "olt" if i.opcode == "min" else "ogt"
    first = b.compare(smaller, ptx, left, right)
    value = b.select(first, scalar, left, right)
    # Equal operands differ at most in the sign of zero: min joins the bits with or, max with and.
    bits = [b.reinterpret(side, scalar, f"i{width}") for side in (left, right)]
    joined = b.let(f"{'or' if i.opcode == 'min' else 'and'} {b.widen(f'i{width}')} {bits[0]}, {bits[1]}")
    equal = b.compare("oeq", ptx, left, right)
    value = b.select(equal, scalar, b.reinterpret(joined, f"i{width}", scalar), value)
    left_nan, right_nan = b.compare("uno", ptx, left, left), b.compare("uno", ptx, right, right)
    canonical = b.const(ptx, {16: 0x7FFF, 32: 0x7FFFFFFF, 64: 0x7FF8000000000000}[width])
    if "NaN" in i.modifiers:
        either = b.let(f"or {b.widen('i1')} {left_nan}, {right_nan}")
        value = b.select(either, scalar, canonical, value)
    else:
        value = b.select(left_nan, scalar, b.select(right_nan, scalar, canonical, right), value)
        value = b.select(b.let(f"and {b.widen('i1')} {right_nan}, {_not(b, left_nan)}"), scalar, left, value)
    b.dst(i.operands[0], value, ptx)


def _not(b: Builder, condition: str) -> str:
    return b.let(f"xor {b.widen('i1')} {condition}, {b.const('pred', 1)}")


def _extreme_of_sizes(b: Builder, i: Instruction) -> None:
    """`.xorsign.abs` (f32): the extreme of the magnitudes, with the product's sign."""
    left, right = (b.reinterpret(value, "float", "i32") for value in _sources(b, i, "f32", 2))
    b.dst(i.operands[0], halves.extreme_bits(b, i, left, right, "32", 0x7F800000, 0x7FFFFFFF), "b32")


_FUNCTIONS = {"ex2": "llvm.exp2", "lg2": "llvm.log2", "sin": "llvm.sin", "cos": "llvm.cos"}
_TURN = 6.283185307179586
_INVERSE_OF_TURN = 0x3E22F983


def lower_transcendental(b: Builder, i: Instruction) -> None:
    """`ex2`, `lg2`, `sin`, `cos`, `tanh`: computed in f64 and rounded once, closer than the ISA's approximations."""
    ptx = type_of(i)
    if ptx == "f64" or b.lanes != 1:
        raise Unsupported(i.name)
    if ptx in HALVES:
        halves.through_single(b, i, lambda wide: _function(b, i.opcode, wide))
        return
    (value,) = _sources(b, i, ptx, 1)
    wide = _function(b, i.opcode, b.cast("fpext", value, ptx, "f64"))
    _finish(b, i, b.cast("fptrunc", wide, "f64", ptx), ptx)


def _angle(b: Builder, wide: str) -> str:
    """The angle that a GPU takes the sine of: a part of a turn, counted in f32 and rounded to zero."""
    turns = b.op("fmul", "f64", wide, b.real("f64", _as_float(_INVERSE_OF_TURN)))
    bits = b.op("and", "b64", b.reinterpret(turns, "double", "i64"), b.const("b64", ~0x1FFFFFFF & 0xFFFFFFFFFFFFFFFF))
    turns = b.reinterpret(bits, "i64", "double")
    part = b.op("fsub", "f64", turns, b.intrinsic("llvm.roundeven", "f64", turns))
    zero = b.compare("oeq", "f64", part, b.real("f64", 0.0))
    part = b.select(zero, "double", b.intrinsic("llvm.copysign", "f64", part, wide), part)
    return b.op("fmul", "f64", part, b.real("f64", _TURN))


def _as_float(bits: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", bits))[0])


def _function(b: Builder, opcode: str, wide: str) -> str:
    if opcode in ("sin", "cos"):
        wide = _angle(b, wide)
    if opcode in _FUNCTIONS:
        return b.intrinsic(_FUNCTIONS[opcode], "f64", wide)
    b.declarations.add("declare double @tanh(double)")
    return b.let(f"call double @tanh(double {wide})")


def lower_testp(b: Builder, i: Instruction) -> None:
    """`testp`: finite, infinite, number, notanumber, normal, subnormal."""
    ptx, what = type_of(i), i.modifiers[0]
    value = b.src(i.operands[1], ptx)
    size = b.intrinsic("llvm.fabs", ptx, value)
    infinity = b.real(ptx, float("inf"))
    least = b.const(ptx, _LEAST_NORMAL[ptx])
    zero = b.compare("oeq", ptx, size, b.real(ptx, 0.0))
    if what in ("finite", "infinite"):
        answer = b.compare("olt" if what == "finite" else "oeq", ptx, size, infinity)
    elif what in ("number", "notanumber"):
        answer = b.compare("ord" if what == "number" else "uno", ptx, value, value)
    elif what == "normal":
        # Zero counts as normal.
        large = b.op("and", "pred", b.compare("oge", ptx, size, least), b.compare("olt", ptx, size, infinity))
        answer = b.op("or", "pred", large, zero)
    else:
        answer = b.op("and", "pred", b.compare("olt", ptx, size, least), _not(b, zero))
    b.dst(i.operands[0], answer, "pred")


def _inverse_forms(opcode: str) -> tuple[str, ...]:
    """`rcp` and `sqrt`."""
    return (
        *(f"{opcode}.{way}.{kind}" for way in _ROUNDED for kind in ("f32", "f64", "ftz.f32")),
        *each(f"{opcode}.approx", "f32 ftz.f32"),
    )


FLOATING = (
    OpcodeRow("fma", lower_fma, (*_rounded_forms("fma"), *each("fma.rn fma.rn.relu", _HALVES),
                           *each("fma.rn.ftz fma.rn.sat fma.rn.ftz.relu", "f16 f16x2"))),
    OpcodeRow("rcp", lower_rcp, (*_inverse_forms("rcp"), "rcp.approx.ftz.f64")),
    OpcodeRow("sqrt", lower_sqrt, _inverse_forms("sqrt")),
    OpcodeRow("rsqrt", lower_sqrt, each("rsqrt.approx rsqrt.approx.ftz", "f32 f64")),
    OpcodeRow("copysign", lower_copysign, each("copysign", "f32 f64")),
    OpcodeRow("testp", lower_testp, each("testp.finite testp.infinite testp.number testp.notanumber testp.normal "
                                   "testp.subnormal", "f32 f64")),
    OpcodeRow("ex2", lower_transcendental, (*each("ex2.approx", "f32 ftz.f32 f16 f16x2"),
                                      *each("ex2.approx.ftz", "bf16 bf16x2"))),
    OpcodeRow("lg2", lower_transcendental, each("lg2.approx", "f32 ftz.f32")),
    OpcodeRow("sin", lower_transcendental, each("sin.approx", "f32 ftz.f32")),
    OpcodeRow("cos", lower_transcendental, each("cos.approx", "f32 ftz.f32")),
    OpcodeRow("tanh", lower_transcendental, each("tanh.approx", f"f32 {_HALVES}")),
)  # fmt: skip

# Opcodes whose f32 result, when it is a NaN, is the canonical one.
MAKES_NAN = frozenset({"add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt", "rsqrt", "ex2", "lg2", "sin", "cos",
                       "tanh", "abs", "neg"})  # fmt: skip
