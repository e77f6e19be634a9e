"""Integer arithmetic, PTX ISA section 9.7.1 (opcodes shared with floats are split by type in `floating`)."""

from __future__ import annotations

from grader.emulator.isa import floating
from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.isa.halves import lanes_of, write_lanes
from grader.emulator.isa.row import OpcodeRow, each, is_float, is_signed, type_of
from grader.emulator.ptx import Instruction
from grader.emulator.unsupported import Unsupported


def _width(ptx: str) -> int:
    return BITS[LLVM_TYPES[ptx]]


def _double(ptx: str) -> str:
    return f"{ptx[0]}{2 * _width(ptx)}"


def _extend(b: Builder, value: str, ptx: str, want: str) -> str:
    return b.cast("sext" if is_signed(ptx) else "zext", value, ptx, want)


def lower_add(b: Builder, i: Instruction) -> None:
    """`add`: wraps; `.sat` clamps (s32 only); `.cc` writes the carry."""
    ptx = type_of(i)
    if is_float(ptx):
        floating.lower_add(b, i)
    elif "cc" in i.modifiers:
        lower_chained(b, i)
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
        lower_chained(b, i)
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
        lower_chained(b, i)
        return
    value, kind = _product(b, i, ptx)
    addend = b.src(i.operands[3], kind)
    if "sat" in i.modifiers:
        b.dst(i.operands[0], b.intrinsic("llvm.sadd.sat", kind, value, addend), kind)
        return
    b.dst(i.operands[0], b.let(f"add {b.type(kind)} {value}, {addend}"), kind)


def lower_chained(b: Builder, i: Instruction) -> None:
    """`add.cc`, `addc`, `sub.cc`, `subc`, `mad.cc`, `madc`: one word of a longer number. A borrow is a carry of 1."""
    ptx = type_of(i)
    width = _width(ptx)
    wide = f"i{2 * width}"
    operation = "sub" if i.opcode.startswith("sub") else "add"
    left, place = (_product(b, i, ptx)[0], 3) if i.opcode.startswith("mad") else (b.src(i.operands[1], ptx), 2)
    terms = [b.let(f"zext {b.type(ptx)} {each} to {b.widen(wide)}") for each in (left, b.src(i.operands[place], ptx))]
    if i.opcode.endswith("c"):
        terms.append(b.let(f"zext {b.type('pred')} {b.src(i.operands[place + 1], 'pred')} to {b.widen(wide)}"))
    total = terms[0]
    for term in terms[1:]:
        total = b.let(f"{operation} {b.widen(wide)} {total}, {term}")
    if i.pair is not None:
        over = b.let(f"lshr {b.widen(wide)} {total}, {b.splat(wide, str(width))}")
        b.dst(i.pair, b.let(f"trunc {b.widen(wide)} {over} to {b.type('pred')}"), "pred")
    b.dst(i.operands[0], b.let(f"trunc {b.widen(wide)} {total} to {b.type(ptx)}"), ptx)


def _mul24(b: Builder, i: Instruction, operand: int, ptx: str) -> str:
    value = b.src(i.operands[operand], ptx)
    up = b.let(f"shl {b.type(ptx)} {value}, {b.const(ptx, 8)}")
    return b.let(f"{'ashr' if is_signed(ptx) else 'lshr'} {b.type(ptx)} {up}, {b.const(ptx, 8)}")


def lower_mul24(b: Builder, i: Instruction) -> None:
    """`mul24` and `mad24`: bits 0 to 31 (`.lo`) or 16 to 47 (`.hi`) of the product of 24-bit numbers."""
    ptx = type_of(i)
    wide = f"{ptx[0]}64"
    left, right = (_extend(b, _mul24(b, i, place, ptx), ptx, wide) for place in (1, 2))
    product = b.op("mul", wide, left, right)
    if "hi" in i.modifiers:
        product = b.op("lshr", wide, product, b.const(wide, 16))
    value = b.reinterpret(product, "i64", "i32")
    if i.opcode == "mad24":
        addend = b.src(i.operands[3], ptx)
        saturates = "sat" in i.modifiers
        value = b.intrinsic("llvm.sadd.sat", ptx, value, addend) if saturates else b.op("add", ptx, value, addend)
    b.dst(i.operands[0], value, ptx)


def _guarded_division(b: Builder, i: Instruction, ptx: str, quotient: bool) -> str:
    """Division that cannot trap on the host: a zero divisor and the one overflow are replaced before dividing.

    A GPU gives all ones for x / 0 and for x % 0. INT_MIN / −1 wraps to INT_MIN.
    """
    left, right = b.src(i.operands[1], ptx), b.src(i.operands[2], ptx)
    kind, scalar = b.type(ptx), LLVM_TYPES[ptx]
    zero = b.let(f"icmp eq {kind} {right}, {b.const(ptx, 0)}")
    safe = b.select(zero, scalar, b.const(ptx, 1), right)
    if is_signed(ptx):
        minus = b.let(f"icmp eq {kind} {safe}, {b.const(ptx, -1)}")
        safe = b.select(minus, scalar, b.const(ptx, 1), safe)
        value = b.let(f"{'sdiv' if quotient else 'srem'} {kind} {left}, {safe}")
        turned = b.let(f"sub {kind} {b.const(ptx, 0)}, {left}") if quotient else b.const(ptx, 0)
        value = b.select(minus, scalar, turned, value)
    else:
        value = b.let(f"{'udiv' if quotient else 'urem'} {kind} {left}, {safe}")
    return b.select(zero, scalar, b.const(ptx, -1), value)


def lower_div(b: Builder, i: Instruction) -> None:
    """`div`: integer division truncates."""
    ptx = type_of(i)
    if is_float(ptx):
        floating.lower_div(b, i)
    else:
        b.dst(i.operands[0], _guarded_division(b, i, ptx, quotient=True), ptx)


def lower_rem(b: Builder, i: Instruction) -> None:
    """`rem`: the remainder has the sign of the dividend."""
    ptx = type_of(i)
    b.dst(i.operands[0], _guarded_division(b, i, ptx, quotient=False), ptx)


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


def lower_sad(b: Builder, i: Instruction) -> None:
    """`sad`: c + |a − b|."""
    ptx = type_of(i)
    left, right, addend = (b.src(operand, ptx) for operand in i.operands[1:4])
    less = b.let(f"icmp {'slt' if is_signed(ptx) else 'ult'} {b.type(ptx)} {left}, {right}")
    forward = b.let(f"sub {b.type(ptx)} {left}, {right}")
    backward = b.let(f"sub {b.type(ptx)} {right}, {left}")
    distance = b.select(less, LLVM_TYPES[ptx], backward, forward)
    b.dst(i.operands[0], b.let(f"add {b.type(ptx)} {addend}, {distance}"), ptx)


def lower_dot_product(b: Builder, i: Instruction) -> None:
    """`dp4a`: c plus the dot product of four bytes each; `dp2a`: of two halves with the low or high two bytes."""
    *_, left_type, right_type = i.modifiers
    left, right = b.src(i.operands[1], "b32"), b.src(i.operands[2], "b32")
    total = b.src(i.operands[3], "b32")
    width, count = (8, 4) if i.opcode == "dp4a" else (16, 2)
    first = 16 if "hi" in i.modifiers else 0
    for place in range(count):
        factors = (
            _part(b, left, width * place, width, left_type),
            _part(b, right, first + 8 * place, 8, right_type),
        )
        total = b.op("add", "b32", total, b.op("mul", "b32", *factors))
    b.dst(i.operands[0], total, "b32")


def _part(b: Builder, value: str, start: int, width: int, ptx: str) -> str:
    """`width` bits of a word from bit `start` on, extended by their type's sign."""
    up = b.op("shl", "b32", value, b.const("b32", 32 - width - start))
    return b.op("ashr" if is_signed(ptx) else "lshr", "b32", up, b.const("b32", 32 - width))


_ALL = "u16 s16 u32 s32 u64 s64"
_CHAINED = "u32 s32 u64 s64"
_FLOATING = floating.ARITHMETIC_FORMS
INTEGER = (
    OpcodeRow("add", lower_add, (*each("add", _ALL), "add.sat.s32", *each("add.cc", _CHAINED), *_FLOATING["add"])),
    OpcodeRow("addc", lower_chained, each("addc addc.cc", _CHAINED)),
    OpcodeRow("sub", lower_sub, (*each("sub", _ALL), "sub.sat.s32", *each("sub.cc", _CHAINED), *_FLOATING["sub"])),
    OpcodeRow("subc", lower_chained, each("subc subc.cc", _CHAINED)),
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
    OpcodeRow("madc", lower_chained, each("madc.lo madc.hi madc.lo.cc madc.hi.cc", _CHAINED)),
    OpcodeRow("mul24", lower_mul24, each("mul24.lo mul24.hi", "u32 s32")),
    OpcodeRow("mad24", lower_mul24, (*each("mad24.lo mad24.hi", "u32 s32"), "mad24.hi.sat.s32")),
    OpcodeRow("div", lower_div, (*each("div", _ALL), *_FLOATING["div"])),
    OpcodeRow("rem", lower_rem, each("rem", _ALL)),
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
    OpcodeRow("sad", lower_sad, each("sad", _ALL)),
    OpcodeRow("dp4a", lower_dot_product, each("dp4a.u32 dp4a.s32", "u32 s32")),
    OpcodeRow("dp2a", lower_dot_product, each("dp2a.lo.u32 dp2a.lo.s32 dp2a.hi.u32 dp2a.hi.s32", "u32 s32")),
)
