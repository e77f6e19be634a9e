"""Floating-point arithmetic, PTX ISA sections 9.7.3 to 9.7.5.

No fast-math flag is ever set: `fma.rn` is fused, `mul` then `add` stays two operations, and results are those of IEEE
754. A NaN that arithmetic on f32 makes is the GPU's canonical one, 0x7fffffff; since that shows only where the bits
leave floating point (stores, moves to integers), the owner of the registers puts it right there (`makes_nan`).
"""

from __future__ import annotations

from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder, Unsupported
from grader.emulator.isa.row import Row, each, type_of
from grader.emulator.ptx import Instruction

_ROUNDINGS = {"rz", "rm", "rp"}
ARITHMETIC_FORMS = {
    "add": (*each("add", "f32 f64 f16 f16x2 bf16 bf16x2"), "add.ftz.f32", "add.sat.f32", "add.rn.f32", "add.rn.f64"),
    "sub": (*each("sub", "f32 f64 f16 f16x2 bf16 bf16x2"), "sub.ftz.f32", "sub.sat.f32", "sub.rn.f32", "sub.rn.f64"),
    "mul": (*each("mul", "f32 f64 f16 f16x2 bf16 bf16x2"), "mul.ftz.f32", "mul.sat.f32", "mul.rn.f32", "mul.rn.f64"),
    "div": (*each("div.rn", "f32 f64"), "div.rn.ftz.f32", "div.approx.f32", "div.approx.ftz.f32", "div.full.f32"),
    "abs": (*each("abs", "f32 f64 f16 f16x2 bf16 bf16x2"), "abs.ftz.f32"),
    "neg": (*each("neg", "f32 f64 f16 f16x2 bf16 bf16x2"), "neg.ftz.f32"),
    "min": (*each("min", "f32 f64 f16 bf16"), "min.ftz.f32", "min.NaN.f32"),
    "max": (*each("max", "f32 f64 f16 bf16"), "max.ftz.f32", "max.NaN.f32"),
}


def _refuse_roundings(i: Instruction) -> None:
    if _ROUNDINGS & set(i.modifiers):
        raise Unsupported(i.name)


def flush(b: Builder, i: Instruction, value: str, ptx: str) -> str:
    """`.ftz`: a subnormal f32 becomes zero of the same sign."""
    if "ftz" not in i.modifiers or ptx != "f32":
        return value
    size = b.intrinsic("llvm.fabs", ptx, value)
    tiny = b.compare("olt", ptx, size, b.const(ptx, 0x00800000))
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


def _finish(b: Builder, i: Instruction, value: str, ptx: str) -> None:
    b.dst(i.operands[0], saturate(b, i, flush(b, i, value, ptx), ptx), ptx)


def _arithmetic(operation: str, b: Builder, i: Instruction) -> None:
    ptx = type_of(i)
    _refuse_roundings(i)
    left, right = _sources(b, i, ptx, 2)
    if ptx in ("f16", "f16x2", "bf16", "bf16x2"):
        b.dst(i.operands[0], _through_f32(b, ptx, operation, left, right), ptx)
        return
    _finish(b, i, b.let(f"{operation} {b.type(ptx)} {left}, {right}"), ptx)


def _through_f32(b: Builder, ptx: str, operation: str, left: str, right: str) -> str:
    """Half arithmetic in f32 and one rounding back: exact, since 24 ≥ 2·11 + 2 bits (Figueroa, 1995)."""
    if b.lanes != 1:
        raise Unsupported("packed halves in rows of threads")
    kind = b.type(ptx)
    wide = "<2 x float>" if ptx.endswith("x2") else "float"
    left = b.let(f"fpext {kind} {left} to {wide}")
    right = b.let(f"fpext {kind} {right} to {wide}")
    value = b.let(f"{operation} {wide} {left}, {right}")
    return b.let(f"fptrunc {wide} {value} to {kind}")


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
    ptx = type_of(i)
    _refuse_roundings(i)
    if "relu" in i.modifiers:
        raise Unsupported(i.name)
    left, right, addend = _sources(b, i, ptx, 3)
    if ptx in ("f32", "f64"):
        _finish(b, i, b.intrinsic("llvm.fma", ptx, left, right, addend), ptx)
        return
    if b.lanes != 1:
        raise Unsupported("packed halves in rows of threads")
    # f64 holds the exact product and sum of halves, so the one rounding is the conversion back.
    wide = "<2 x double>" if ptx.endswith("x2") else "double"
    kind = b.type(ptx)
    parts = [b.let(f"fpext {kind} {value} to {wide}") for value in (left, right, addend)]
    product = b.let(f"fmul {wide} {parts[0]}, {parts[1]}")
    total = b.let(f"fadd {wide} {product}, {parts[2]}")
    b.dst(i.operands[0], b.let(f"fptrunc {wide} {total} to {kind}"), ptx)


def lower_div(b: Builder, i: Instruction) -> None:
    """`div.rn`; `div.approx` and `div.full` are computed exactly rounded, better than the ISA's 2 ulp."""
    ptx = type_of(i)
    _refuse_roundings(i)
    left, right = _sources(b, i, ptx, 2)
    _finish(b, i, b.let(f"fdiv {b.type(ptx)} {left}, {right}"), ptx)


def lower_rcp(b: Builder, i: Instruction) -> None:
    """`rcp`."""
    ptx = type_of(i)
    _refuse_roundings(i)
    (value,) = _sources(b, i, ptx, 1)
    _finish(b, i, b.let(f"fdiv {b.type(ptx)} {b.real(ptx, 1.0)}, {value}"), ptx)


def lower_sqrt(b: Builder, i: Instruction) -> None:
    """`sqrt`; `rsqrt` is 1/√x computed in f64 and rounded."""
    ptx = type_of(i)
    _refuse_roundings(i)
    (value,) = _sources(b, i, ptx, 1)
    if i.opcode == "sqrt":
        _finish(b, i, b.intrinsic("llvm.sqrt", ptx, value), ptx)
        return
    wide = value if ptx == "f64" else b.cast("fpext", value, ptx, "f64")
    root = b.intrinsic("llvm.sqrt", "f64", wide)
    value = b.let(f"fdiv {b.type('f64')} {b.real('f64', 1.0)}, {root}")
    _finish(b, i, value if ptx == "f64" else b.cast("fptrunc", value, "f64", ptx), ptx)


def lower_sign_bit(b: Builder, i: Instruction) -> None:
    """`abs`, `neg` on floats: the sign bit alone changes."""
    ptx = type_of(i)
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
    if "xorsign" in i.modifiers or ptx.endswith("x2"):
        raise Unsupported(i.name)
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


def lower_transcendental(b: Builder, i: Instruction) -> None:
    """`ex2`, `lg2`, `sin`, `cos`: computed in f64 and rounded once, closer than the ISA's approximations."""
    ptx = type_of(i)
    if ptx != "f32" or b.lanes != 1:
        raise Unsupported(i.name)
    (value,) = _sources(b, i, ptx, 1)
    name = {"ex2": "llvm.exp2", "lg2": "llvm.log2", "sin": "llvm.sin", "cos": "llvm.cos"}[i.opcode]
    wide = b.intrinsic(name, "f64", b.cast("fpext", value, ptx, "f64"))
    _finish(b, i, b.cast("fptrunc", wide, "f64", ptx), ptx)


def lower_testp(b: Builder, i: Instruction) -> None:
    """`testp`: finite, infinite, number, notanumber, normal, subnormal."""
    ptx, what = type_of(i), i.modifiers[0]
    value = b.src(i.operands[1], ptx)
    size = b.intrinsic("llvm.fabs", ptx, value)
    infinity = b.real(ptx, float("inf"))
    least = b.const(ptx, 0x00800000 if ptx == "f32" else 0x0010000000000000)
    if what in ("finite", "infinite"):
        answer = b.compare("olt" if what == "finite" else "oeq", ptx, size, infinity)
    elif what in ("number", "notanumber"):
        answer = b.compare("ord" if what == "number" else "uno", ptx, value, value)
    elif what == "normal":
        answer = b.let(
            f"and {b.widen('i1')} {b.compare('oge', ptx, size, least)}, {b.compare('olt', ptx, size, infinity)}"
        )
    else:
        zero = b.compare("ogt", ptx, size, b.real(ptx, 0.0))
        answer = b.let(f"and {b.widen('i1')} {b.compare('olt', ptx, size, least)}, {zero}")
    b.dst(i.operands[0], answer, "pred")


FLOATING = (
    Row("fma", lower_fma, (*each("fma.rn", "f32 f64 f16 f16x2 bf16 bf16x2"), "fma.rn.ftz.f32", "fma.rn.sat.f32")),
    Row("rcp", lower_rcp, ("rcp.rn.f32", "rcp.rn.f64", "rcp.approx.f32", "rcp.approx.ftz.f32", "rcp.rn.ftz.f32")),
    Row("sqrt", lower_sqrt, ("sqrt.rn.f32", "sqrt.rn.f64", "sqrt.approx.f32", "sqrt.approx.ftz.f32")),
    Row("rsqrt", lower_sqrt, ("rsqrt.approx.f32", "rsqrt.approx.ftz.f32", "rsqrt.approx.f64")),
    Row("copysign", lower_copysign, each("copysign", "f32 f64")),
    Row("testp", lower_testp, each("testp.finite testp.infinite testp.number testp.notanumber testp.normal "
                                   "testp.subnormal", "f32 f64")),
    Row("ex2", lower_transcendental, ("ex2.approx.f32", "ex2.approx.ftz.f32")),
    Row("lg2", lower_transcendental, ("lg2.approx.f32", "lg2.approx.ftz.f32")),
    Row("sin", lower_transcendental, ("sin.approx.f32", "sin.approx.ftz.f32")),
    Row("cos", lower_transcendental, ("cos.approx.f32", "cos.approx.ftz.f32")),
)  # fmt: skip

# Opcodes whose f32 result, when it is a NaN, is the canonical one.
MAKES_NAN = frozenset({"add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt", "rsqrt", "ex2", "lg2", "sin", "cos"})
