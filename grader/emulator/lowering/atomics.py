"""Atomic operations (PTX ISA, 9.7.13) as IR.

Blocks of a kernel with atomics run on one host thread, so a plain load, the operation and a plain store are atomic.
"""

from __future__ import annotations

from grader.emulator.checkers import ATOMIC
from grader.emulator.isa.builder import LLVM_TYPES, Builder
from grader.emulator.isa.floating import canonical_bits, flush
from grader.emulator.isa.halves import sum_of
from grader.emulator.lowering.emitter import Emitter
from grader.emulator.lowering.event_log import record_access
from grader.emulator.lowering.fences import after_atomic
from grader.emulator.native import records
from grader.emulator.ptx import Address, Instruction, Register
from grader.emulator.ptx.nodes import TYPE_BYTES, space_of
from grader.emulator.unsupported import Unsupported

_PLAIN = {"add": "add", "and": "and", "or": "or", "xor": "xor"}
_FLOATS = ("f32", "f64", "f16", "bf16", "f16x2", "bf16x2")


def lower_atomic(emitter: Emitter, i: Instruction) -> None:
    """`atom` gives the old value, `red` does not."""
    b = emitter.b
    ptx = i.modifiers[-1]
    if ptx == "b128" or any(word.startswith("v") and word[1:].isdigit() for word in i.modifiers):
        raise Unsupported(i.name)
    operands = i.operands if i.opcode == "red" else i.operands[1:]
    address = operands[0]
    assert isinstance(address, Address)
    values = [b.src(operand, ptx) for operand in operands[1:]]
    named = space_of(i.modifiers)
    space = emitter.memory.space_of_access(named, address)
    size = TYPE_BYTES[ptx]
    site = emitter.tables.site(i, "atomic", space, size)
    pointer = emitter.memory.touch(ATOMIC, named, address, size, site)
    kind = LLVM_TYPES[ptx]
    old = b.let(f"load {kind}, ptr {pointer}, align {min(size, 4)}")
    new = _updated(b, i, ptx, old, values, _on_shared(emitter, address, space))
    b.do(f"store {kind} {new}, ptr {pointer}, align {min(size, 4)}")
    if emitter.stepwise:
        record_access(emitter, "atomic", site, 0, new, kind)
    wrote = b.let(f"icmp eq {kind} {old}, {values[0]}") if "cas" in i.modifiers else "true"
    after_atomic(emitter, i, wrote)
    if i.opcode == "atom" and isinstance(i.operands[0], Register):
        b.dst(i.operands[0], old, ptx)


def _on_shared(emitter: Emitter, address: Address, space: str) -> str:
    """Whether the cell lies in shared memory, as an i1; a generic address tells that itself."""
    if space != "generic":
        return "true" if space == "shared" else "false"
    b = emitter.b
    window = b.let(f"lshr i64 {emitter.memory.address(address)}, {records.ID_SHIFT}")
    return b.let(f"icmp eq i64 {window}, {records.SHARED_ID}")


def _updated(b: Builder, i: Instruction, ptx: str, old: str, values: list[str], shared: str) -> str:
    """What the cell holds afterwards."""
    kind = LLVM_TYPES[ptx]
    words = set(i.modifiers)
    if "exch" in words:
        return values[0]
    if "cas" in words:
        same = b.let(f"icmp eq {kind} {old}, {values[0]}")
        return b.select(same, kind, values[1], old)
    if ptx in _FLOATS:
        return _float(b, i, ptx, old, values[0], shared)
    for word in ("min", "max"):
        if word in words:
            return b.intrinsic(f"llvm.{'s' if ptx[0] == 's' else 'u'}{word}", ptx, old, values[0])
    for word, operation in _PLAIN.items():
        if word in words:
            return b.op(operation, ptx, old, values[0])
    limit = values[0]
    if "inc" in words:
        over = b.let(f"icmp uge {kind} {old}, {limit}")
        return b.select(over, kind, "0", b.op("add", ptx, old, "1"))
    if "dec" in words:
        none = b.let(f"icmp eq {kind} {old}, 0")
        over = b.let(f"icmp ugt {kind} {old}, {limit}")
        return b.select(b.let(f"or i1 {none}, {over}"), kind, limit, b.op("sub", ptx, old, "1"))
    raise Unsupported(i.name)


def _float(b: Builder, i: Instruction, ptx: str, old: str, value: str, shared: str) -> str:
    """Sums round to nearest; f32 sums in global memory flush subnormals, those in shared memory do not."""
    if "add" not in i.modifiers:
        raise Unsupported(i.name)
    if ptx == "f64":
        return b.op("fadd", ptx, old, value)
    if ptx == "f32":
        kept = canonical_bits(b, b.op("fadd", ptx, old, value))
        if shared == "true":
            return kept
        like = Instruction("add", ("ftz", "f32"), ())
        old, value = (flush(b, like, side, ptx) for side in (old, value))
        flushed = canonical_bits(b, flush(b, like, b.op("fadd", ptx, old, value), ptx))
        return flushed if shared == "false" else b.select(shared, LLVM_TYPES[ptx], kept, flushed)
    kind, bits = LLVM_TYPES[ptx], f"i{8 * TYPE_BYTES[ptx]}"
    total = sum_of(b, ptx, *(b.reinterpret(side, kind, bits) for side in (old, value)))
    return b.reinterpret(total, bits, kind)
