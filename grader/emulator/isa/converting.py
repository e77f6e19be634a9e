"""`cvt`, PTX ISA section 9.7.9: widths, integers to and from floats, rounding to integers."""

from __future__ import annotations

from grader.emulator.isa import halves
from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.isa.floating import canonical_bits, flush, saturate
from grader.emulator.isa.halves import HALVES
from grader.emulator.isa.rounding import direction, rounded
from grader.emulator.isa.row import OpcodeRow, each, is_float, is_signed
from grader.emulator.ptx import Instruction, Operand, Vector
from grader.emulator.unsupported import Unsupported

_TO_INTEGRAL = {"rni": "llvm.roundeven", "rzi": "llvm.trunc", "rmi": "llvm.floor", "rpi": "llvm.ceil"}
_SMALL_FLOATS = ("e4m3x2", "e5m2x2", "e4m3", "e5m2", "e2m1x2", "e2m3x2", "e3m2x2", "ue8m0x2")


def lower_cvt(b: Builder, i: Instruction) -> None:
    """`cvt.to.from`: saturating where the ISA says so."""
    to, source = i.modifiers[-2], i.modifiers[-1]
    if to in _SMALL_FLOATS or source in _SMALL_FLOATS or isinstance(i.operands[0], Vector) or "pack" in i.modifiers:
        raise Unsupported(i.name)
    if to.endswith("x2"):
        _pair(b, i, to)
    elif to == "tf32":
        _to_tf32(b, i)
    elif to in HALVES:
        bits = _to_half(b, i, i.operands[1], source, to)
        halves.write_lanes(b, i.operands[0], [bits])
    else:
        b.dst(i.operands[0], _to_plain(b, i, to, source), to)


def _to_plain(b: Builder, i: Instruction, to: str, source: str) -> str:
    """To an integer, f32 or f64."""
    if "relu" in i.modifiers or "satfinite" in i.modifiers:
        raise Unsupported(i.name)
    if is_float(source):
        value, kind = _float_source(b, i, i.operands[1], source)
        return _float_to_float(b, i, value, kind, to) if is_float(to) else _float_to_integer(b, i, value, kind, to)
    value = b.src(i.operands[1], source)
    if is_float(to):
        return saturate(b, i, _integer_to_float(b, i, value, source, to), to)
    return _integer_to_integer(b, i, value, source, to)


def _float_source(b: Builder, i: Instruction, operand: Operand, source: str) -> tuple[str, str]:
    """A float operand as f32 or f64 (halves as f32), with its type."""
    if source in HALVES:
        bits = halves.flushed(b, i, halves.lanes_of(b, operand, source)[0], source)
        return halves.to_single(b, bits, source), "f32"
    value = b.src(operand, source)
    # A GPU keeps f32 subnormals on the way to a half: with `.rm` and `.rp` they are seen there.
    return (value if i.modifiers[-2] in HALVES else flush(b, i, value, source)), source


def _integral(b: Builder, i: Instruction, value: str, ptx: str) -> str:
    """`.rni`, `.rzi`, `.rmi`, `.rpi`: the integer nearest in that direction, as a float."""
    for word, name in _TO_INTEGRAL.items():
        if word in i.modifiers:
            return b.intrinsic(name, ptx, value)
    return value


def _float_to_float(b: Builder, i: Instruction, value: str, source: str, to: str) -> str:
    if to == "f32" and i.modifiers[-1] == "bf16" and "sat" not in i.modifiers:
        return value
    original, value = value, _integral(b, i, value, source)
    have, want = BITS[LLVM_TYPES[source]], BITS[LLVM_TYPES[to]]
    if have < want:
        value = b.cast("fpext", value, source, to)
    elif have > want:
        return _narrowed(b, i, value, original)
    value = saturate(b, i, flush(b, i, value, to), to)
    return canonical_bits(b, value) if to == "f32" else value


def _narrowed(b: Builder, i: Instruction, value: str, original: str) -> str:
    """f64 to f32; a NaN keeps its sign and the upper part of its payload, made quiet."""

    def cut(wide: str) -> str:
        mode = direction(i)
        if mode:
            return rounded(b, mode, "fptrunc", "f64", wide, result="f32")
        return b.cast("fptrunc", wide, "f64", "f32")

    single = cut(value)
    if "ftz" in i.modifiers:
        # Tiny is what would be so with exponents of any size: rounded again, 2^64 times larger.
        larger = b.intrinsic("llvm.fabs", "f32", cut(b.op("fmul", "f64", value, b.real("f64", 2.0**64))))
        tiny = b.compare("olt", "f32", larger, b.real("f32", 2.0**-62))
        single = b.select(tiny, "float", b.intrinsic("llvm.copysign", "f32", b.const("f32", 0), single), single)
    if "sat" in i.modifiers:
        return saturate(b, i, single, "f32")
    bits = b.reinterpret(_nan_of_double(b, original, 29, 0x7FC00000), "i64", "i32")
    return b.reinterpret(_if_nan(b, original, bits, b.reinterpret(single, "float", "i32"), "i32"), "i32", "float")


def _nan_of_double(b: Builder, value: str, lost: int, quiet: int) -> str:
    """The bits of a narrower NaN with the sign and the payload of a double that is one; `lost` payload bits go."""
    bits = b.reinterpret(value, "double", "i64")
    width = 32 if lost == 29 else 16
    sign = b.op("shl", "b64", b.op("lshr", "b64", bits, b.const("b64", 63)), b.const("b64", width - 1))
    payload = b.op("lshr", "b64", b.op("and", "b64", bits, b.const("b64", (1 << 52) - 1)), b.const("b64", lost))
    return b.op("or", "b64", b.op("or", "b64", sign, payload), b.const("b64", quiet))


def _if_nan(b: Builder, value: str, then: str, otherwise: str, scalar: str) -> str:
    """`then` where a double is a NaN, judged by its bits: LLVM holds all NaNs for equal."""
    size = b.op("and", "b64", b.reinterpret(value, "double", "i64"), b.const("b64", (1 << 63) - 1))
    return b.select(b.compare("ugt", "u64", size, b.const("u64", 0x7FF << 52)), scalar, then, otherwise)


def _integer_to_float(b: Builder, i: Instruction, value: str, source: str, to: str) -> str:
    word, mode = "sitofp" if is_signed(source) else "uitofp", direction(i)
    if mode and BITS[LLVM_TYPES[source]] > (24 if to == "f32" else 53):
        return _directed_from_integer(b, value, source, to, mode)
    return b.cast(word, value, source, to)


def _directed_from_integer(b: Builder, value: str, source: str, to: str, mode: str) -> str:
    """An integer wider than the float: two exact halves, and one rounded sum. A sum of zeros must not become −0."""
    if BITS[LLVM_TYPES[source]] == 32:
        exact = b.cast("sitofp" if is_signed(source) else "uitofp", value, source, "f64")
        return rounded(b, mode, "fptrunc", "f64", exact, result=to)
    if to == "f32":
        return rounded(b, mode, "fptrunc", "f64", _odd_double(b, value, source), result=to)
    low = b.op("and", "b64", value, b.const("b64", 0xFFFFFFFF))
    high = b.op("sub", "b64", value, low)
    upper = b.cast("sitofp" if is_signed(source) else "uitofp", high, source, "f64")
    lower = b.cast("uitofp", low, "u64", "f64")
    total = rounded(b, mode, "fadd", "f64", upper, lower)
    zero = b.compare("eq", "b64", value, b.const("b64", 0))
    return b.select(zero, "double", b.real("f64", 0.0), total)


def _odd_double(b: Builder, value: str, source: str) -> str:
    """An integer as a double, rounded to odd."""
    if BITS[LLVM_TYPES[source]] < 64:
        return b.cast("sitofp" if is_signed(source) else "uitofp", value, source, "f64")
    low = b.op("and", "b64", value, b.const("b64", 0xFFFFFFFF))
    high = b.cast("sitofp" if is_signed(source) else "uitofp", b.op("sub", "b64", value, low), source, "f64")
    return halves.odd_sum(b, high, b.cast("uitofp", low, "u64", "f64"))


def _float_to_integer(b: Builder, i: Instruction, value: str, source: str, to: str) -> str:
    nan = b.compare("uno", source, value, value)
    value = _integral(b, i, value, source)
    name = "llvm.fptosi.sat" if is_signed(to) else "llvm.fptoui.sat"
    have, want = b.type(source), b.type(to)
    lanes = "" if b.lanes == 1 else f"v{b.lanes}"
    mangled = f"{name}.{lanes}{LLVM_TYPES[to]}.{lanes}{source}"
    b.declarations.add(f"declare {want} @{mangled}({have})")
    result = b.let(f"call {want} @{mangled}({have} {value})")
    width = BITS[LLVM_TYPES[to]]
    if i.modifiers[-1] != "f64" and width < 64:
        return result
    # A NaN gives 0, but the top bit alone where either side is 64 bits wide.
    return b.select(nan, LLVM_TYPES[to], b.const(to, 1 << (width - 1)), result)


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


def _to_half(b: Builder, i: Instruction, operand: Operand, source: str, to: str) -> str:
    """A half's bits from any other type; one rounding."""
    if "satfinite" in i.modifiers or "rna" in i.modifiers or source.endswith("x2"):
        raise Unsupported(i.name)
    mode = direction(i) or "rn"
    if not is_float(source):
        return halves.finished(
            b, i, halves.from_double(b, _odd_double(b, b.src(operand, source), source), to, mode), to
        )
    value, kind = _float_source(b, i, operand, source)
    original, value = value, _integral(b, i, value, kind)
    if kind == "f64":
        value = halves.odd_single(b, value)
    bits = halves.from_single(b, value, to, mode)
    if kind == "f64":
        lost, quiet = (42, 0x7E00) if to == "f16" else (45, 0x7FC0)
        nan = b.reinterpret(_nan_of_double(b, original, lost, quiet), "i64", "i16")
        bits = _if_nan(b, original, nan, bits, "i16")
    return halves.finished(b, _without_flush(i, source), bits, to)


def _without_flush(i: Instruction, source: str) -> Instruction:
    """`.ftz` on a conversion from f32 is about the f32 alone."""
    if source != "f32" or "ftz" not in i.modifiers:
        return i
    kept = tuple(word for word in i.modifiers if word != "ftz")
    return Instruction(i.opcode, kept, i.operands)


def _pair(b: Builder, i: Instruction, to: str) -> None:
    """`cvt.rn.f16x2.f32 d, a, b`: a in the upper half, b in the lower."""
    if len(i.operands) != 3 or to not in HALVES:
        raise Unsupported(i.name)
    upper, lower = (_to_half(b, i, operand, i.modifiers[-1], halves.element(to)) for operand in i.operands[1:3])
    halves.write_lanes(b, i.operands[0], [lower, upper])


def _to_tf32(b: Builder, i: Instruction) -> None:
    """`cvt.rna.tf32.f32` and its like: ten fraction bits stay, the low thirteen are zero."""
    if "satfinite" in i.modifiers:
        raise Unsupported(i.name)
    bits = b.src(i.operands[1], "b32")
    sign = b.op("and", "b32", bits, b.const("b32", 0x80000000))
    body = b.op("and", "b32", bits, b.const("b32", 0x7FFFFFFF))
    bump = b.const("b32", 0)
    if "rna" in i.modifiers:
        bump = b.const("b32", 0x1000)
    elif "rn" in i.modifiers:
        last = b.op("and", "b32", b.op("lshr", "b32", body, b.const("b32", 13)), b.const("b32", 1))
        bump = b.op("add", "b32", last, b.const("b32", 0xFFF))
    moved = b.op("and", "b32", b.op("add", "b32", body, bump), b.const("b32", 0x7FFFE000))
    result = b.op("or", "b32", moved, sign)
    if "relu" in i.modifiers:
        negative = b.compare("ne", "b32", sign, b.const("b32", 0))
        result = b.select(negative, "i32", b.const("b32", 0), result)
    nan = b.compare("ugt", "u32", body, b.const("u32", 0x7F800000))
    kept = b.op("and", "b32", bits, b.const("b32", 0xFFFFE000)) if "rna" in i.modifiers else b.const("b32", 0x7FFFE000)
    b.dst(i.operands[0], b.select(nan, "i32", kept, result), "b32")


_INTEGERS = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")


def _clamps(to: str, source: str) -> bool:
    """Whether `.sat` may stand: not every number of the source type is one of the result's."""
    wider = int(to[1:]) > int(source[1:])
    return to != source and not (wider and (to[0] == "s" or source[0] == "u"))


CONVERTING = (
    OpcodeRow(
        "cvt",
        lower_cvt,
        (
            *(f"cvt.{to}.{source}" for to in _INTEGERS for source in _INTEGERS),
            *(f"cvt.sat.{to}.{source}" for to in _INTEGERS for source in _INTEGERS if _clamps(to, source)),
            *(
                f"cvt.{way}.{to}.{source}"
                for way in ("rn", "rz", "rm", "rp")
                for to in ("f32", "f64", "f16")
                for source in _INTEGERS
            ),
            *(
                f"cvt.{way}.{to}.{source}"
                for way in _TO_INTEGRAL
                for to in _INTEGERS
                for source in ("f32", "f64", "f16")
            ),
            *each("cvt.rni cvt.rzi cvt.rmi cvt.rpi", "f32.f32 f64.f64 f16.f16"),
            *each("cvt.rn cvt.rz cvt.rm cvt.rp", "f32.f64 f16.f32 f16.f64"),
            *each("cvt.rn cvt.rz cvt.rn.relu cvt.rz.relu", "f16x2.f32 bf16x2.f32 bf16.f32 tf32.f32"),
            *each("cvt.sat", "f32.f32 f64.f64 f16.f16 f32.f16 f64.f32"),
            "cvt.f64.f32", "cvt.f32.f16", "cvt.f64.f16", "cvt.f32.bf16", "cvt.rn.ftz.f32.f64", "cvt.ftz.f32.f32",
            "cvt.rna.tf32.f32", "cvt.rn.bf16.f64", "cvt.rn.bf16.f16", "cvt.rn.bf16.s32", "cvt.rzi.s32.bf16",
        ),
    ),
)  # fmt: skip
