"""Logic, shifts and bit fields, PTX ISA sections 9.7.7 and 9.7.1."""

from __future__ import annotations

from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.isa.functions import lower_function
from grader.emulator.isa.row import OpcodeRow, each, is_signed, type_of
from grader.emulator.ptx import Immediate, Instruction
from grader.emulator.unsupported import Unsupported


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


BITWISE = (
    OpcodeRow("and", lower_logic, each("and", "pred b16 b32 b64")),
    OpcodeRow("or", lower_logic, each("or", "pred b16 b32 b64")),
    OpcodeRow("xor", lower_logic, each("xor", "pred b16 b32 b64")),
    OpcodeRow("not", lower_not, each("not", "pred b16 b32 b64")),
    OpcodeRow("cnot", lower_not, each("cnot", "b16 b32 b64")),
    OpcodeRow("shl", lower_shift, each("shl", "b16 b32 b64")),
    OpcodeRow("shr", lower_shift, each("shr", "b16 b32 b64 u16 u32 u64 s16 s32 s64")),
    OpcodeRow("shf", lower_function, ("shf.l.wrap.b32", "shf.r.wrap.b32", "shf.l.clamp.b32", "shf.r.clamp.b32")),
    OpcodeRow("popc", lower_count, each("popc", "b32 b64")),
    OpcodeRow("clz", lower_count, each("clz", "b32 b64")),
    OpcodeRow("brev", lower_brev, each("brev", "b32 b64")),
    OpcodeRow("bfind", lower_function, each("bfind bfind.shiftamt", "u32 s32 u64 s64")),
    OpcodeRow("bfi", lower_function, each("bfi", "b32 b64")),
    OpcodeRow("bfe", lower_function, each("bfe", "u32 s32 u64 s64")),
    OpcodeRow("prmt", lower_function, ("prmt.b32", *each("prmt.b32", "f4e b4e rc8 ecl ecr rc16"))),
    OpcodeRow("bmsk", lower_function, ("bmsk.clamp.b32", "bmsk.wrap.b32")),
    OpcodeRow("szext", lower_function, each("szext.clamp szext.wrap", "u32 s32")),
    OpcodeRow("fns", lower_function, ("fns.b32",)),
    OpcodeRow("lop3", lower_lop3, ("lop3.b32",)),
)
