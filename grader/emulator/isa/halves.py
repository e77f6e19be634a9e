"""Half precision and bfloat16 as bit patterns: wider arithmetic, one rounding, `.ftz`, `.sat`, `.relu`, packed pairs.

Conversions are integer arithmetic, so results are the same on every host processor: some have no instruction for
halves, and one of those for bfloat16 flushes subnormals. Values in between are doubles "rounded to odd" (the last bit
is set when anything was lost), which any further rounding reads rightly.
"""

from __future__ import annotations

from collections.abc import Callable

from grader.emulator.isa.builder import Builder
from grader.emulator.isa.row import type_of
from grader.emulator.ptx import Instruction, Operand
from grader.emulator.unsupported import Known, Unsupported

HALVES = frozenset({"f16", "bf16", "f16x2", "bf16x2"})
_INFINITY = Known({"f16": 0x7C00, "bf16": 0x7F80})
_ONE = Known({"f16": 0x3C00, "bf16": 0x3F80})
_LEAST_NORMAL = Known({"f16": 0x0400, "bf16": 0x0080})
_NAN = 0x7FFF


def element(ptx: str) -> str:
    """`f16` of `f16x2`."""
    return ptx.removesuffix("x2")


# ---- bits of one half, as i16


def lanes_of(b: Builder, operand: Operand, ptx: str) -> list[str]:
    """The halves of an operand, low one first; `.ftz` is the caller's."""
    if not ptx.endswith("x2"):
        return [b.src(operand, "b16")]
    pair = b.src(operand, "b32")
    high = b.op("lshr", "b32", pair, b.const("b32", 16))
    return [b.reinterpret(each, "i32", "i16") for each in (pair, high)]


def write_lanes(b: Builder, operand: Operand, lanes: list[str]) -> None:
    """Write one half, or two as a pair."""
    if len(lanes) == 1:
        b.dst(operand, lanes[0], "b16")
        return
    low, high = (b.reinterpret(each, "i16", "i32") for each in lanes)
    b.dst(operand, b.op("or", "b32", low, b.op("shl", "b32", high, b.const("b32", 16))), "b32")


def _body(b: Builder, bits: str) -> str:
    return b.op("and", "b16", bits, b.const("b16", 0x7FFF))


def is_nan(b: Builder, bits: str, kind: str) -> str:
    """Whether a half is a NaN."""
    return b.compare("ugt", "u16", _body(b, bits), b.const("u16", _INFINITY[kind]))


def _negative(b: Builder, bits: str) -> str:
    return b.compare("slt", "s16", bits, b.const("s16", 0))


def flushed(b: Builder, i: Instruction, bits: str, kind: str) -> str:
    """`.ftz`: a subnormal half becomes the zero of its sign."""
    if "ftz" not in i.modifiers:
        return bits
    tiny = b.compare("ult", "u16", _body(b, bits), b.const("u16", _LEAST_NORMAL[kind]))
    return b.select(tiny, "i16", b.op("and", "b16", bits, b.const("b16", 0x8000)), bits)


def finished(b: Builder, i: Instruction, bits: str, kind: str) -> str:
    """`.ftz`, `.sat` and `.relu` on a result."""
    bits = flushed(b, i, bits, kind)
    zero = b.const("b16", 0)
    if "sat" in i.modifiers:
        low = b.op("or", "pred", _negative(b, bits), is_nan(b, bits, kind))
        bits = b.select(low, "i16", zero, b.intrinsic("llvm.umin", "u16", bits, b.const("u16", _ONE[kind])))
    if "relu" in i.modifiers:
        number = b.op("xor", "pred", is_nan(b, bits, kind), b.const("pred", 1))
        bits = b.select(b.op("and", "pred", _negative(b, bits), number), "i16", zero, bits)
    return bits


# ---- to and from wider floats


def to_single(b: Builder, bits: str, kind: str) -> str:
    """The f32 that equals a half."""
    wide = b.reinterpret(bits, "i16", "i32")
    if kind == "bf16":
        return b.reinterpret(b.op("shl", "b32", wide, b.const("b32", 16)), "i32", "float")
    sign = b.op("shl", "b32", b.op("and", "b32", wide, b.const("b32", 0x8000)), b.const("b32", 16))
    body = b.op("and", "b32", wide, b.const("b32", 0x7FFF))
    # The exponent's bias is made up for by a multiplication, which brings subnormals right as well.
    moved = b.reinterpret(b.op("shl", "b32", body, b.const("b32", 13)), "i32", "float")
    scaled = b.op("fmul", "f32", moved, b.real("f32", 2.0**112))
    special = b.compare("uge", "u32", body, b.const("u32", 0x7C00))
    shifted = b.op("or", "b32", b.op("shl", "b32", body, b.const("b32", 13)), b.const("b32", 0x7F800000))
    whole = b.select(special, "i32", shifted, b.reinterpret(scaled, "float", "i32"))
    return b.reinterpret(b.op("or", "b32", whole, sign), "i32", "float")


def to_double(b: Builder, bits: str, kind: str) -> str:
    """The f64 that equals a half."""
    return b.cast("fpext", to_single(b, bits, kind), "f32", "f64")


def odd_single(b: Builder, value: str) -> str:
    """A double as f32, rounded to odd."""
    near = b.cast("fptrunc", value, "f64", "f32")
    back = b.cast("fpext", near, "f32", "f64")
    inexact = b.compare("one", "f64", back, value)
    sizes = [b.intrinsic("llvm.fabs", "f64", each) for each in (back, value)]
    away = b.compare("ogt", "f64", sizes[0], sizes[1])
    bits = b.reinterpret(near, "float", "i32")
    lower = b.op("sub", "b32", bits, b.cast("zext", away, "pred", "b32"))
    odd = b.op("or", "b32", lower, b.const("b32", 1))
    return b.reinterpret(b.select(inexact, "i32", odd, bits), "i32", "float")


def from_double(b: Builder, value: str, kind: str, mode: str = "rn") -> str:
    """A double (exact, or rounded to odd) as a half."""
    return from_single(b, odd_single(b, value), kind, mode)


def from_single(b: Builder, value: str, kind: str, mode: str = "rn") -> str:
    """An f32 (exact, or rounded to odd) as a half, rounded once; any NaN becomes the canonical one."""
    bits = b.reinterpret(value, "float", "i32")
    sign = b.op("and", "b32", b.op("lshr", "b32", bits, b.const("b32", 16)), b.const("b32", 0x8000))
    body = b.op("and", "b32", bits, b.const("b32", 0x7FFFFFFF))
    grow = _growing(b, sign, mode)
    rounded = _rounded_f16(b, body, mode, grow) if kind == "f16" else _shifted(b, body, b.const("b32", 16), mode, grow)
    nan = b.compare("ugt", "u32", body, b.const("u32", 0x7F800000))
    half = b.reinterpret(b.op("or", "b32", rounded, sign), "i32", "i16")
    return b.select(nan, "i16", b.const("b16", _NAN), half)


def _growing(b: Builder, sign: str, mode: str) -> str:
    """Whether this mode rounds the magnitude up."""
    if mode in ("rm", "rp"):
        return b.compare("ne" if mode == "rm" else "eq", "b32", sign, b.const("b32", 0))
    return b.const("pred", 0)


def _rounded_f16(b: Builder, body: str, mode: str, grow: str) -> str:
    """The magnitude of an f32 as that of an f16."""
    tiny = b.compare("ult", "u32", body, b.const("u32", 0x38800000))
    exponent = b.op("lshr", "b32", body, b.const("b32", 23))
    fraction = b.op("or", "b32", b.op("and", "b32", body, b.const("b32", 0x7FFFFF)), b.const("b32", 0x800000))
    zero = b.compare("eq", "b32", body, b.const("b32", 0))
    fraction = b.select(zero, "i32", b.const("b32", 0), fraction)
    distance = b.intrinsic("llvm.umin", "u32", b.op("sub", "b32", b.const("b32", 126), exponent), b.const("u32", 31))
    shift = b.select(tiny, "i32", distance, b.const("b32", 13))
    number = b.select(tiny, "i32", fraction, b.op("sub", "b32", body, b.const("b32", 112 << 23)))
    rounded = _shifted(b, number, shift, mode, grow)
    # Past the largest number: infinity, unless this mode rounds towards zero and the value was finite.
    infinite = b.compare("eq", "b32", body, b.const("b32", 0x7F800000))
    top = b.const("b32", 0x7C00)
    if mode != "rn":
        stays = b.op("xor", "pred", b.op("or", "pred", grow, infinite), b.const("pred", 1))
        top = b.select(stays, "i32", b.const("b32", 0x7BFF), top)
    return b.intrinsic("llvm.umin", "u32", rounded, top)


def _shifted(b: Builder, number: str, shift: str, mode: str, grow: str) -> str:
    """`number >> shift`, rounded: to nearest even, or up where `grow` holds."""
    one = b.const("b32", 1)
    kept = b.op("lshr", "b32", number, shift)
    lost = b.op("sub", "b32", number, b.op("shl", "b32", kept, shift))
    if mode == "rn":
        half = b.op("shl", "b32", one, b.op("sub", "b32", shift, one))
        tie = b.op("and", "pred", b.compare("eq", "b32", lost, half), b.cast("trunc", kept, "b32", "pred"))
        up = b.op("or", "pred", b.compare("ugt", "u32", lost, half), tie)
    else:
        up = b.op("and", "pred", b.compare("ne", "b32", lost, b.const("b32", 0)), grow)
    return b.op("add", "b32", kept, b.cast("zext", up, "pred", "b32"))


def odd_sum(b: Builder, left: str, right: str) -> str:
    """The sum of two doubles, rounded to odd."""
    total = b.op("fadd", "f64", left, right)
    part = b.op("fsub", "f64", total, left)
    first = b.op("fsub", "f64", left, b.op("fsub", "f64", total, part))
    error = b.op("fadd", "f64", first, b.op("fsub", "f64", right, part))
    inexact = b.compare("one", "f64", error, b.real("f64", 0.0))
    bits = b.reinterpret(total, "double", "i64")
    signs = b.op("xor", "b64", bits, b.reinterpret(error, "double", "i64"))
    opposed = b.compare("slt", "s64", signs, b.const("s64", 0))
    step = b.select(opposed, "i64", b.const("b64", -1), b.const("b64", 1))
    even = b.compare("eq", "b64", b.op("and", "b64", bits, b.const("b64", 1)), b.const("b64", 0))
    moves = b.op("and", "pred", inexact, even)
    return b.reinterpret(b.select(moves, "i64", b.op("add", "b64", bits, step), bits), "i64", "double")


# ---- instructions


def lower_arithmetic(b: Builder, i: Instruction, operation: str) -> None:
    """`add`, `sub`, `mul` and `fma` on halves, in double precision."""
    ptx = type_of(i)
    kind = element(ptx)
    operands = [lanes_of(b, operand, ptx) for operand in i.operands[1:]]
    results = []
    for lane in zip(*operands, strict=True):
        values = [to_double(b, flushed(b, i, bits, kind), kind) for bits in lane]
        value = _value(b, operation, values)
        half = _flush_tiny(b, i, value, from_double(b, value, kind), kind)
        results.append(finished(b, i, half, kind))
    write_lanes(b, i.operands[0], results)


def sum_of(b: Builder, ptx: str, left: str, right: str) -> str:
    """The sum of two values of a half type, single or packed, given and returned as bits (i16 or i32)."""
    kind = element(ptx)
    sums = []
    for start in (0, 16) if ptx.endswith("x2") else (0,):
        sides = [_half_at(b, value, start, ptx) for value in (left, right)]
        total = odd_sum(b, *(to_double(b, bits, kind) for bits in sides))
        sums.append(from_double(b, total, kind))
    if len(sums) == 1:
        return sums[0]
    low, high = (b.reinterpret(each, "i16", "i32") for each in sums)
    return b.op("or", "b32", low, b.op("shl", "b32", high, b.const("b32", 16)))


def _half_at(b: Builder, bits: str, start: int, ptx: str) -> str:
    if not ptx.endswith("x2"):
        return bits
    return b.reinterpret(b.op("lshr", "b32", bits, b.const("b32", start)), "i32", "i16")


def _flush_tiny(b: Builder, i: Instruction, value: str, half: str, kind: str) -> str:
    """`.ftz`: a result is tiny if it were so with exponents of any size; so it is rounded again, 2^8 times larger."""
    if "ftz" not in i.modifiers:
        return half
    larger = from_double(b, b.op("fmul", "f64", value, b.real("f64", 256.0)), kind)
    least = b.const("u16", _LEAST_NORMAL[kind] + (8 << (10 if kind == "f16" else 7)))
    tiny = b.compare("ult", "u16", _body(b, larger), least)
    return b.select(tiny, "i16", b.op("and", "b16", half, b.const("b16", 0x8000)), half)


def _value(b: Builder, operation: str, values: list[str]) -> str:
    if operation == "fmul":
        return b.op("fmul", "f64", values[0], values[1])
    if operation == "fma":
        return odd_sum(b, b.op("fmul", "f64", values[0], values[1]), values[2])
    right = b.let(f"fneg {b.type('f64')} {values[1]}") if operation == "fsub" else values[1]
    return odd_sum(b, values[0], right)


def lower_sign(b: Builder, i: Instruction) -> None:
    """`neg` and `abs` on halves: the sign bit alone; a NaN becomes the canonical one."""
    ptx = type_of(i)
    results = []
    for bits in lanes_of(b, i.operands[1], ptx):
        value = flushed(b, i, bits, element(ptx))
        word, mask = ("xor", 0x8000) if i.opcode == "neg" else ("and", 0x7FFF)
        changed = b.op(word, "b16", value, b.const("b16", mask))
        results.append(b.select(is_nan(b, bits, element(ptx)), "i16", b.const("b16", _NAN), changed))
    write_lanes(b, i.operands[0], results)


def lower_extreme(b: Builder, i: Instruction) -> None:
    """`min` and `max` on halves; `.NaN` and `.xorsign.abs` too."""
    ptx = type_of(i)
    kind = element(ptx)
    pairs = zip(*(lanes_of(b, operand, ptx) for operand in i.operands[1:3]), strict=True)
    results = []
    for pair in pairs:
        left, right = (flushed(b, i, bits, kind) for bits in pair)
        results.append(extreme_bits(b, i, left, right, "16", _INFINITY[kind], _NAN))
    write_lanes(b, i.operands[0], results)


def extreme_bits(b: Builder, i: Instruction, left: str, right: str, width: str, infinity: int, nan: int) -> str:
    """The lesser or greater of two floats given by their bits, −0 below +0; a NaN loses, or wins with `.NaN`."""
    unsigned, plain, scalar = f"u{width}", f"b{width}", f"i{width}"
    top = b.const(plain, 1 << (int(width) - 1))
    rest = b.const(plain, (1 << (int(width) - 1)) - 1)
    sign = ""
    if "xorsign" in i.modifiers:
        sign = b.op("and", plain, b.op("xor", plain, left, right), top)
        left, right = b.op("and", plain, left, rest), b.op("and", plain, right, rest)
    keys, nans = [], []
    for bits in (left, right):
        mask = b.op("ashr", plain, bits, b.const(plain, int(width) - 1))
        keys.append(b.op("xor", plain, bits, b.op("or", plain, mask, top)))
        nans.append(b.compare("ugt", unsigned, b.op("and", plain, bits, rest), b.const(plain, infinity)))
    first = b.compare("ult" if i.opcode == "min" else "ugt", unsigned, keys[0], keys[1])
    best = b.select(first, scalar, left, right)
    if "NaN" not in i.modifiers:
        best = b.select(nans[0], scalar, right, b.select(nans[1], scalar, left, best))
    if sign:
        best = b.op("or", plain, best, sign)
    none = b.op("or" if "NaN" in i.modifiers else "and", "pred", nans[0], nans[1])
    return b.select(none, scalar, b.const(plain, nan), best)


def through_single(b: Builder, i: Instruction, function: Callable[[str], str]) -> None:
    """An approximation on halves: `function` from double to double on each."""
    ptx = type_of(i)
    kind = element(ptx)
    results = []
    for bits in lanes_of(b, i.operands[1], ptx):
        value = function(to_double(b, flushed(b, i, bits, kind), kind))
        results.append(finished(b, i, from_double(b, value, kind), kind))
    write_lanes(b, i.operands[0], results)


def compared_lanes(b: Builder, i: Instruction, predicate: str) -> list[str]:
    """The truth of a comparison for each lane."""
    ptx = type_of(i)
    kind = element(ptx)
    pairs = zip(*(lanes_of(b, operand, ptx) for operand in i.operands[1:3]), strict=True)
    truths = []
    for pair in pairs:
        left, right = (to_single(b, flushed(b, i, bits, kind), kind) for bits in pair)
        truths.append(b.compare(predicate, "f32", left, right))
    return truths


def refuse_rounding(i: Instruction) -> None:
    """Arithmetic on halves rounds to nearest only."""
    if {"rz", "rm", "rp"} & set(i.modifiers):
        raise Unsupported(i.name)
