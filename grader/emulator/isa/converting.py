"""`cvt`, PTX ISA section 9.7.9: widths, integers to and from floats, rounding to integers."""

from __future__ import annotations

from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder, Unsupported
from grader.emulator.isa.floating import flush, saturate
from grader.emulator.isa.row import Row, each, is_float, is_signed
from grader.emulator.ptx import Instruction, Vector

_TO_INTEGRAL = {"rni": "llvm.roundeven", "rzi": "llvm.trunc", "rmi": "llvm.floor", "rpi": "llvm.ceil"}


def lower_cvt(b: Builder, i: Instruction) -> None:
    """`cvt.to.from`: saturating where the ISA says so, NaN to integer gives 0."""
    to, source = i.modifiers[-2], i.modifiers[-1]
    if isinstance(i.operands[0], Vector) or to.endswith("x2") or to in ("e4m3", "e5m2"):
        _pack_halves(b, i, to)
        return
    value = b.src(i.operands[1], source)
    if is_float(to) and is_float(source):
        result = _float_to_float(b, i, value, source, to)
    elif is_float(source):
        result = _float_to_integer(b, i, value, source, to)
    elif is_float(to):
        _nearest_only(i)
        result = saturate(b, i, b.cast("sitofp" if is_signed(source) else "uitofp", value, source, to), to)
    else:
        result = _integer_to_integer(b, i, value, source, to)
    b.dst(i.operands[0], result, to)


def _nearest_only(i: Instruction) -> None:
    if {"rz", "rm", "rp"} & set(i.modifiers):
        raise Unsupported(i.name)


def _float_to_float(b: Builder, i: Instruction, value: str, source: str, to: str) -> str:
    value = flush(b, i, value, source)
    for word, name in _TO_INTEGRAL.items():
        if word in i.modifiers:
            value = b.intrinsic(name, source, value)
    _nearest_only(i)
    if "rna" in i.modifiers or "relu" in i.modifiers:
        raise Unsupported(i.name)
    have, want = BITS[LLVM_TYPES[source]], BITS[LLVM_TYPES[to]]
    if have < want:
        value = b.cast("fpext", value, source, to)
    elif have > want:
        value = b.cast("fptrunc", value, source, to)
    elif source != to:
        raise Unsupported(i.name)
    return saturate(b, i, flush(b, i, value, to), to)


def _float_to_integer(b: Builder, i: Instruction, value: str, source: str, to: str) -> str:
    value = flush(b, i, value, source)
    for word, name in _TO_INTEGRAL.items():
        if word in i.modifiers:
            value = b.intrinsic(name, source, value)
    name = "llvm.fptosi.sat" if is_signed(to) else "llvm.fptoui.sat"
    have, want = b.type(source), b.type(to)
    lanes = "" if b.lanes == 1 else f"v{b.lanes}"
    short = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}[LLVM_TYPES[source]]
    mangled = f"{name}.{lanes}{LLVM_TYPES[to]}.{lanes}{short}"
    b.declarations.add(f"declare {want} @{mangled}({have})")
    return b.let(f"call {want} @{mangled}({have} {value})")


def _integer_to_integer(b: Builder, i: Instruction, value: str, source: str, to: str) -> str:
    have, want = BITS[LLVM_TYPES[source]], BITS[LLVM_TYPES[to]]
    if "sat" in i.modifiers:
        return _clamped(b, value, source, to)
    if have == want:
        return value
    if have > want:
        return b.cast("trunc", value, source, to)
    return b.cast("sext" if is_signed(source) else "zext", value, source, to)


def _clamped(b: Builder, value: str, source: str, to: str) -> str:
    """`.sat` between integers: compare in 128 bits, where everything fits."""
    wide = b.let(f"{'sext' if is_signed(source) else 'zext'} {b.type(source)} {value} to {b.widen('i128')}")
    width = BITS[LLVM_TYPES[to]]
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed(to) else (0, (1 << width) - 1)
    for word, limit in (("slt", low), ("sgt", high)):
        bound = b.splat("i128", str(limit))
        out = b.let(f"icmp {word} {b.widen('i128')} {wide}, {bound}")
        wide = b.select(out, "i128", bound, wide)
    return b.let(f"trunc {b.widen('i128')} {wide} to {b.type(to)}")


def _pack_halves(b: Builder, i: Instruction, to: str) -> None:
    """`cvt.rn.f16x2.f32 d, a, b`: a in the upper half, b in the lower."""
    if to not in ("f16x2", "bf16x2") or len(i.operands) != 3 or b.lanes != 1 or "rn" not in i.modifiers:
        raise Unsupported(i.name)
    if "relu" in i.modifiers:
        raise Unsupported(i.name)
    half = LLVM_TYPES[to[:-2]]
    upper, lower = (b.let(f"fptrunc float {b.src(operand, 'f32')} to {half}") for operand in i.operands[1:3])
    pair = b.let(f"insertelement <2 x {half}> poison, {half} {lower}, i32 0")
    b.dst(i.operands[0], b.let(f"insertelement <2 x {half}> {pair}, {half} {upper}, i32 1"), to)


_INTEGERS = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")
CONVERTING = (
    Row(
        "cvt",
        lower_cvt,
        (
            *(f"cvt.{to}.{source}" for to in _INTEGERS for source in _INTEGERS if to != source),
            *(f"cvt.sat.{to}.{source}" for to in _INTEGERS for source in _INTEGERS if to != source),
            *(f"cvt.rn.{to}.{source}" for to in ("f32", "f64", "f16") for source in _INTEGERS),
            *(f"cvt.{way}.{to}.{source}" for way in _TO_INTEGRAL for to in _INTEGERS for source in ("f32", "f64")),
            *each("cvt.rni cvt.rzi cvt.rmi cvt.rpi", "f32.f32 f64.f64"),
            "cvt.f64.f32", "cvt.rn.f32.f64", "cvt.rn.f16.f32", "cvt.f32.f16", "cvt.rn.bf16.f32", "cvt.f32.bf16",
            "cvt.sat.f32.f32", "cvt.ftz.f64.f32", "cvt.rn.ftz.f32.f64", "cvt.rn.f16x2.f32", "cvt.rn.bf16x2.f32",
        ),
    ),
)  # fmt: skip
