"""Logic, shifts and bit fields, PTX ISA sections 9.7.7 and 9.7.1."""

from __future__ import annotations

from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.isa.row import OpcodeRow, each, is_signed, type_of
from grader.emulator.ptx import Immediate, Instruction
from grader.emulator.unsupported import Known, Unsupported


def _width(ptx: str) -> int:
    return BITS[LLVM_TYPES[ptx]]


def lower_logic(b: Builder, i: Instruction) -> None:
    """`and`, `or`, `xor`."""
    b.binary(i.opcode, i, type_of(i))


def lower_not(b: Builder, i: Instruction) -> None:
    """`not`; `cnot` is logical."""
    ptx = type_of(i)
    value = b.src(i.operands[1], ptx)
    if i.opcode == "not":
        b.dst(i.operands[0], b.let(f"xor {b.type(ptx)} {value}, {b.const(ptx, -1)}"), ptx)
        return
    zero = b.let(f"icmp eq {b.type(ptx)} {value}, {b.const(ptx, 0)}")
    b.dst(i.operands[0], b.let(f"zext {b.widen('i1')} {zero} to {b.type(ptx)}"), ptx)


def lower_shift(b: Builder, i: Instruction) -> None:
    """`shl`, `shr`: amounts from the width on give 0, or the sign for signed `shr`."""
    ptx = type_of(i)
    word = "shl" if i.opcode == "shl" else ("ashr" if is_signed(ptx) else "lshr")
    value = b.src(i.operands[1], ptx)
    width = _width(ptx)
    amount = i.operands[2]
    if isinstance(amount, Immediate) and 0 <= amount.bits < width:
        b.dst(i.operands[0], b.let(f"{word} {b.type(ptx)} {value}, {b.const(ptx, amount.bits)}"), ptx)
        return
    count = b.src(amount, "u32")
    over = b.let(f"icmp uge {b.type('u32')} {count}, {b.const('u32', width)}")
    limited = b.select(over, "i32", b.const("u32", width - 1), count)
    limited = b.reinterpret(limited, "i32", f"i{width}")
    shifted = b.let(f"{word} {b.type(ptx)} {value}, {limited}")
    if word != "ashr":
        shifted = b.select(over, LLVM_TYPES[ptx], b.const(ptx, 0), shifted)
    b.dst(i.operands[0], shifted, ptx)


def lower_funnel(b: Builder, i: Instruction) -> None:
    """`shf.l`, `shf.r` on the 64 bits of b:a; `.wrap` takes the amount modulo 32, `.clamp` at most 32."""
    low, high, count = (b.src(operand, "u32") for operand in i.operands[1:4])
    if "wrap" in i.modifiers:
        name = "llvm.fshl" if i.modifiers[0] == "l" else "llvm.fshr"
        b.dst(i.operands[0], b.intrinsic(name, "b32", high, low, count), "b32")
        return
    count = b.intrinsic("llvm.umin", "u32", count, b.const("u32", 32))
    wide = [b.reinterpret(value, "i32", "i64") for value in (low, high, count)]
    joined = b.op("or", "b64", wide[0], b.op("shl", "b64", wide[1], b.const("b64", 32)))
    if i.modifiers[0] == "l":
        moved = b.let(f"shl {b.type('b64')} {joined}, {wide[2]}")
        moved = b.let(f"lshr {b.type('b64')} {moved}, {b.const('b64', 32)}")
    else:
        moved = b.let(f"lshr {b.type('b64')} {joined}, {wide[2]}")
    b.dst(i.operands[0], b.reinterpret(moved, "i64", "i32"), "b32")


def lower_count(b: Builder, i: Instruction) -> None:
    """`popc`, `clz`: the result is 32 bits."""
    ptx = type_of(i)
    value = b.src(i.operands[1], ptx)
    if i.opcode == "popc":
        counted = b.intrinsic("llvm.ctpop", ptx, value)
    else:
        counted = b.intrinsic("llvm.ctlz", ptx, value, extra=", i1 false")
    b.dst(i.operands[0], b.reinterpret(counted, LLVM_TYPES[ptx], "i32"), "u32")


def lower_brev(b: Builder, i: Instruction) -> None:
    """`brev`: bits in reverse."""
    ptx = type_of(i)
    b.dst(i.operands[0], b.intrinsic("llvm.bitreverse", ptx, b.src(i.operands[1], ptx)), ptx)


def lower_bfind(b: Builder, i: Instruction) -> None:
    """`bfind`: the place of the highest bit that differs from the sign, −1 if none; `.shiftamt` from the top."""
    ptx = type_of(i)
    value, width = b.src(i.operands[1], ptx), _width(ptx)
    if is_signed(ptx):
        sign = b.let(f"ashr {b.type(ptx)} {value}, {b.const(ptx, width - 1)}")
        value = b.let(f"xor {b.type(ptx)} {value}, {sign}")
    zeros = b.intrinsic("llvm.ctlz", ptx, value, extra=", i1 false")
    zeros = b.reinterpret(zeros, LLVM_TYPES[ptx], "i32")
    none = b.let(f"icmp eq {b.type('u32')} {zeros}, {b.const('u32', width)}")
    found = zeros
    if "shiftamt" not in i.modifiers:
        found = b.let(f"sub {b.type('u32')} {b.const('u32', width - 1)}, {zeros}")
    b.dst(i.operands[0], b.select(none, "i32", b.const("u32", -1), found), "u32")


def _field(b: Builder, i: Instruction, place: int, size: int) -> tuple[str, str]:
    """Position and length of a bit field: the low byte of each operand; in 64 bits all of it, as on the hardware."""
    values = [b.src(i.operands[n], "u32") for n in (place, size)]
    limit = b.const("u32", 255)
    if _width(type_of(i)) == 32:
        return b.op("and", "u32", values[0], limit), b.op("and", "u32", values[1], limit)
    return b.intrinsic("llvm.umin", "u32", values[0], limit), b.intrinsic("llvm.umin", "u32", values[1], limit)


def _shift_or_zero(b: Builder, word: str, value: str, count: str, ptx: str) -> str:
    over = b.let(f"icmp uge {b.type('u32')} {count}, {b.const('u32', _width(ptx))}")
    wide = b.reinterpret(b.select(over, "i32", b.const("u32", 0), count), "i32", LLVM_TYPES[ptx])
    moved = b.let(f"{word} {b.type(ptx)} {value}, {wide}")
    return b.select(over, LLVM_TYPES[ptx], b.const(ptx, 0), moved)


def _mask(b: Builder, length: str, ptx: str) -> str:
    """`length` ones from bit 0 on."""
    over = b.let(f"icmp uge {b.type('u32')} {length}, {b.const('u32', _width(ptx))}")
    one = _shift_or_zero(b, "shl", b.const(ptx, 1), length, ptx)
    ones = b.let(f"sub {b.type(ptx)} {one}, {b.const(ptx, 1)}")
    return b.select(over, LLVM_TYPES[ptx], b.const(ptx, -1), ones)


def lower_bfi(b: Builder, i: Instruction) -> None:
    """`bfi f, a, b, c, d`: the low d bits of a go into b at bit c."""
    ptx = type_of(i)
    inserted, into = b.src(i.operands[1], ptx), b.src(i.operands[2], ptx)
    place, length = _field(b, i, 3, 4)
    mask = _shift_or_zero(b, "shl", _mask(b, length, ptx), place, ptx)
    moved = b.let(f"and {b.type(ptx)} {_shift_or_zero(b, 'shl', inserted, place, ptx)}, {mask}")
    kept = b.let(f"and {b.type(ptx)} {into}, {b.let(f'xor {b.type(ptx)} {mask}, {b.const(ptx, -1)}')}")
    b.dst(i.operands[0], b.let(f"or {b.type(ptx)} {kept}, {moved}"), ptx)


def lower_bfe(b: Builder, i: Instruction) -> None:
    """`bfe d, a, b, c`: c bits of a from bit b on; signed ones repeat the field's top bit (or a's, past its end)."""
    ptx = type_of(i)
    value, width = b.src(i.operands[1], ptx), _width(ptx)
    place, length = _field(b, i, 2, 3)
    if not is_signed(ptx):
        field = _shift_or_zero(b, "lshr", value, place, ptx)
        b.dst(i.operands[0], b.op("and", ptx, field, _mask(b, length, ptx)), ptx)
        return
    # The field goes to the top, cut there where it is longer than what is left, and comes down with its sign.
    top = b.const("u32", width - 1)
    last = b.op("sub", "u32", b.op("add", "u32", place, length), b.const("u32", 1))
    up = b.op("sub", "u32", top, b.intrinsic("llvm.umin", "u32", last, top))
    start = b.intrinsic("llvm.umin", "u32", place, top)
    raised = b.op("shl", ptx, value, b.reinterpret(up, "i32", f"i{width}"))
    down = b.op("add", "u32", up, start)
    field = b.op("ashr", ptx, raised, b.reinterpret(down, "i32", f"i{width}"))
    empty = b.compare("eq", "u32", length, b.const("u32", 0))
    b.dst(i.operands[0], b.select(empty, LLVM_TYPES[ptx], b.const(ptx, 0), field), ptx)


_PERMUTATIONS = Known(
    {
        "f4e": ("3210", "4321", "5432", "6543"),
        "b4e": ("5670", "6701", "7012", "0123"),
        "rc8": ("0000", "1111", "2222", "3333"),
        "ecl": ("3210", "3211", "3222", "3333"),
        "ecr": ("0000", "1110", "2210", "3210"),
        "rc16": ("1010", "3232", "1010", "3232"),
    }
)
"""The bytes that each mode of `prmt` picks, highest first, for the four values of its selector."""


def lower_prmt(b: Builder, i: Instruction) -> None:
    """`prmt`: four bytes of b:a picked by nibbles; bit 3 of a nibble repeats the byte's sign instead."""
    low, high, selector = (b.src(operand, "b32") for operand in i.operands[1:4])
    if len(i.modifiers) > 1:
        choice = b.op("and", "b32", selector, b.const("b32", 3))
        selector = b.const("b32", 0)
        for value, nibbles in enumerate(_PERMUTATIONS[i.modifiers[1]]):
            chosen = b.compare("eq", "b32", choice, b.const("b32", value))
            selector = b.select(chosen, "i32", b.const("b32", int(nibbles, 16)), selector)
    wide = [b.reinterpret(value, "i32", "i64") for value in (low, high, selector)]
    kind = b.type("b64")
    both = b.op("or", "b64", wide[0], b.op("shl", "b64", wide[1], b.const("b64", 32)))
    total = b.const("b64", 0)
    for byte in range(4):
        nibble = b.let(f"lshr {kind} {wide[2]}, {b.const('b64', 4 * byte)}")
        index = b.let(f"and {kind} {nibble}, {b.const('b64', 7)}")
        shift = b.let(f"shl {kind} {index}, {b.const('b64', 3)}")
        picked = b.let(f"and {kind} {b.let(f'lshr {kind} {both}, {shift}')}, {b.const('b64', 255)}")
        sign = b.op("and", "b64", b.op("lshr", "b64", picked, b.const("b64", 7)), b.const("b64", 1))
        spread = b.let(f"mul {kind} {sign}, {b.const('b64', 255)}")
        repeat = b.let(f"and {kind} {nibble}, {b.const('b64', 8)}")
        wants = b.let(f"icmp ne {kind} {repeat}, {b.const('b64', 0)}")
        chosen = b.select(wants, "i64", spread, picked)
        total = b.op("or", "b64", total, b.op("shl", "b64", chosen, b.const("b64", 8 * byte)))
    b.dst(i.operands[0], b.reinterpret(total, "i64", "i32"), "b32")


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


def lower_bmsk(b: Builder, i: Instruction) -> None:
    """`bmsk d, a, b`: b ones from bit a on; `.clamp` takes both as at most 32, `.wrap` modulo 32."""
    place, length = _limited(b, i, 1), _limited(b, i, 2)
    b.dst(i.operands[0], _shift_or_zero(b, "shl", _mask(b, length, "b32"), place, "b32"), "b32")


def _limited(b: Builder, i: Instruction, place: int) -> str:
    value = b.src(i.operands[place], "u32")
    if "wrap" in i.modifiers:
        return b.op("and", "u32", value, b.const("u32", 31))
    return b.intrinsic("llvm.umin", "u32", value, b.const("u32", 32))


def lower_szext(b: Builder, i: Instruction) -> None:
    """`szext d, a, b`: the low b bits of a, extended by their sign or by zeros."""
    ptx = type_of(i)
    value, length = b.src(i.operands[1], ptx), _limited(b, i, 2)
    empty = b.compare("eq", "u32", length, b.const("u32", 0))
    up = b.op("sub", "u32", b.const("u32", 32), b.select(empty, "i32", b.const("u32", 1), length))
    word = "ashr" if is_signed(ptx) else "lshr"
    moved = b.op(word, ptx, b.op("shl", ptx, value, up), up)
    b.dst(i.operands[0], b.select(empty, "i32", b.const("b32", 0), moved), ptx)


def lower_fns(b: Builder, i: Instruction) -> None:
    """`fns`: the place of the n-th set bit from a base, upwards or downwards; −1 if there is none."""
    if b.lanes != 1:
        raise Unsupported(i.name)
    values = ", ".join(f"i32 {b.src(operand, 'b32')}" for operand in i.operands[1:4])
    b.dst(i.operands[0], b.let(f"call i32 @find_nth({values})"), "u32")


BITWISE = (
    OpcodeRow("and", lower_logic, each("and", "pred b16 b32 b64")),
    OpcodeRow("or", lower_logic, each("or", "pred b16 b32 b64")),
    OpcodeRow("xor", lower_logic, each("xor", "pred b16 b32 b64")),
    OpcodeRow("not", lower_not, each("not", "pred b16 b32 b64")),
    OpcodeRow("cnot", lower_not, each("cnot", "b16 b32 b64")),
    OpcodeRow("shl", lower_shift, each("shl", "b16 b32 b64")),
    OpcodeRow("shr", lower_shift, each("shr", "b16 b32 b64 u16 u32 u64 s16 s32 s64")),
    OpcodeRow("shf", lower_funnel, ("shf.l.wrap.b32", "shf.r.wrap.b32", "shf.l.clamp.b32", "shf.r.clamp.b32")),
    OpcodeRow("popc", lower_count, each("popc", "b32 b64")),
    OpcodeRow("clz", lower_count, each("clz", "b32 b64")),
    OpcodeRow("brev", lower_brev, each("brev", "b32 b64")),
    OpcodeRow("bfind", lower_bfind, each("bfind bfind.shiftamt", "u32 s32 u64 s64")),
    OpcodeRow("bfi", lower_bfi, each("bfi", "b32 b64")),
    OpcodeRow("bfe", lower_bfe, each("bfe", "u32 s32 u64 s64")),
    OpcodeRow("prmt", lower_prmt, ("prmt.b32", *(f"prmt.b32.{mode}" for mode in _PERMUTATIONS))),
    OpcodeRow("bmsk", lower_bmsk, ("bmsk.clamp.b32", "bmsk.wrap.b32")),
    OpcodeRow("szext", lower_szext, each("szext.clamp szext.wrap", "u32 s32")),
    OpcodeRow("fns", lower_fns, ("fns.b32",)),
    OpcodeRow("lop3", lower_lop3, ("lop3.b32",)),
)
