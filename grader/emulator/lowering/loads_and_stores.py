"""Lower loads, stores and atomics (PTX ISA, 9.7.9, 9.7.13), and instructions about the space of an address.

Blocks of a kernel with atomics run on one host thread, so a plain load, the operation and a plain store are atomic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.emulator import layout as at
from grader.emulator.checkers.checkers import ATOMIC, LOAD, STORE
from grader.emulator.isa.builder import LLVM_TYPES
from grader.emulator.isa.opcodes import apply, apply_spelled, spelling_of
from grader.emulator.lowering import call_stack
from grader.emulator.lowering.emitter import Emitter, StepWriter, note_flag, record_access
from grader.emulator.lowering.unset_values import mark_loaded, mark_stored, passed_address
from grader.emulator.native import records
from grader.emulator.ptx.nodes import (
    TYPE_BYTES,
    Address,
    Instruction,
    Operand,
    Register,
    Symbol,
    Vector,
    lanes_of,
    space_of,
)
from grader.emulator.result import Unsupported


def registers_of(i: Instruction, operand: Operand) -> tuple[Operand, ...]:
    """Return the registers or values of a load or store.

    Raises:
        Unsupported: they are not as many as its modifiers say, so that it would move more than the access announces; or
            the access is wider than any may be.

    """
    items = operand.items if isinstance(operand, Vector) else (operand,)
    lanes = lanes_of(i.modifiers)
    if len(items) != lanes or lanes * TYPE_BYTES[i.modifiers[-1]] > at.MOST_ACCESS:
        raise Unsupported(i.name)
    return items


def lower_load(emitter: Emitter, i: Instruction) -> None:
    """`ld` and `ldu`: one register or several, from memory, a parameter, or a call's argument."""
    ptx, space = i.modifiers[-1], space_of(i.modifiers)
    address = i.operands[1]
    assert isinstance(address, Address)
    registers = registers_of(i, i.operands[0])
    size = len(registers) * TYPE_BYTES[ptx]
    if space == "param" and read_parameter(emitter, i, address):
        return
    followed = id(i) in emitter.registers.followed.loads
    if (passed := _call_parameter(emitter, address)) is not None:
        if followed:
            site = emitter.tables.site(i, "read", "local", size)
            mark_loaded(emitter, i, passed_address(emitter, passed, address.offset), registers, site)
        _read_lanes(emitter, call_stack.variable_pointer(emitter, passed, size, address.offset), registers, ptx)
        return
    site = emitter.tables.site(i, "read", emitter.memory.space_of_access(space, address), size)
    strong = id(i) in emitter.strong
    moves = followed or (not strong and id(i) in emitter.moving)
    kind = replace(LOAD, strong=strong, of_data=id(i) in emitter.of_data, moved=moves)
    pointer = emitter.memory.touch(kind, space, address, size, site)
    if followed:
        mark_loaded(emitter, i, emitter.b.address(address), registers, site)
    _read_lanes(emitter, pointer, registers, ptx, site)
    if strong:
        note_flag(emitter, i.modifiers, loads=True, stores=False)


def read_parameter(writer: StepWriter, i: Instruction, address: Address) -> bool:
    """`ld.param` of the kernel's own parameters; return False if the address is not that of one by name.

    Raises:
        Unsupported: it does not lie inside the parameter, or not at a multiple of its size.

    """
    if not isinstance(address.base, Symbol) or address.base.name not in writer.layout.params:
        return False
    registers = registers_of(i, i.operands[0])
    (place, length), size = writer.layout.params[address.base.name], len(registers) * TYPE_BYTES[i.modifiers[-1]]
    if not 0 <= address.offset <= length - size or address.offset % size:
        raise Unsupported(f"{i.text}, which is not inside the parameter,")
    _read_lanes(writer, writer.b.at("%params", place + address.offset), registers, i.modifiers[-1])
    return True


def _read_lanes(
    writer: StepWriter, pointer: str, registers: Sequence[Operand], ptx: str, site: int | None = None
) -> None:
    b = writer.b
    step = TYPE_BYTES[ptx]
    kind = LLVM_TYPES[ptx]
    stored = "i8" if kind == "i1" else kind
    for n, register in enumerate(registers):
        at_lane = b.at(pointer, n * step) if n else pointer
        value = b.let(f"load {stored}, ptr {at_lane}, align {min(step, 4)}")
        b.dst(register, value, ptx)
        if writer.recording and site is not None:
            record_access(writer, "load", site, n * step, value, kind)


def lower_store(emitter: Emitter, i: Instruction) -> None:
    """`st`: one register or several, to memory or to a call's argument."""
    ptx = i.modifiers[-1]
    address, source = i.operands[:2]
    assert isinstance(address, Address)
    values = registers_of(i, source)
    size = len(values) * TYPE_BYTES[ptx]
    bits = [emitter.b.src(value, ptx) for value in values]
    if (passed := _call_parameter(emitter, address)) is not None:
        _write_lanes(emitter, call_stack.variable_pointer(emitter, passed, size, address.offset), bits, ptx)
        if passed in emitter.registers.followed.variables:
            mark_stored(emitter, i, passed_address(emitter, passed, address.offset), values, always=True)
        return
    space = space_of(i.modifiers)
    site = emitter.tables.site(i, "write", emitter.memory.space_of_access(space, address), size)
    strong = id(i) in emitter.strong
    pointer = emitter.memory.touch(replace(STORE, strong=strong), space, address, size, site)
    _compare_with_raced(emitter, pointer, bits, ptx, site)
    _write_lanes(emitter, pointer, bits, ptx)
    if strong:
        note_flag(emitter, i.modifiers, loads=False, stores=True)
    if space in ("local", "generic") and emitter.shadow["local"].fields and emitter.layout.local_bytes:
        mark_stored(emitter, i, emitter.b.address(address), values, always=False)
    if emitter.recording:
        for n, value in enumerate(bits):
            record_access(emitter, "store", site, n * TYPE_BYTES[ptx], value, LLVM_TYPES[ptx])


def _write_lanes(emitter: Emitter, pointer: str, values: Sequence[str], ptx: str) -> None:
    b = emitter.b
    step, kind = TYPE_BYTES[ptx], LLVM_TYPES[ptx]
    for n, value in enumerate(values):
        at_lane = b.at(pointer, n * step) if n else pointer
        b.do(f"store {kind} {value}, ptr {at_lane}, align {min(step, 4)}")


def _compare_with_raced(emitter: Emitter, pointer: str, values: Sequence[str], ptx: str, site: int) -> None:
    """If this store was just reported as a race, record whether it changes the cell."""
    if not emitter.memory.checked:
        return
    b, row = emitter.b, site + emitter.report_base["data-race"]
    told = b.let(f"icmp eq i64 {b.context('told')}, {row + 1}")
    with b.only_if(told, ", !prof !0"):
        b.set_context("told", 0)
        size, kind = TYPE_BYTES[ptx], LLVM_TYPES[ptx]
        apart = []
        for n, value in enumerate(values):
            place = b.at(pointer, n * size)
            before = b.let(f"load i{8 * size}, ptr {place}, align {min(size, 4)}")
            apart.append(b.let(f"icmp ne i{8 * size} {before}, {b.reinterpret(value, kind, f'i{8 * size}')}"))
        bit = b.let(f"select i1 {b.any_of(apart)}, i64 {records.DIFFERS}, i64 0")
        table, word = b.context("findings", "ptr"), row * records.FINDING_BYTES + records.FINDING["extra"]
        b.store(b.let(f"or i64 {b.load(table, word)}, {bit}"), table, word)


def _call_parameter(emitter: Emitter, address: Address) -> str | None:
    """Return the call's parameter in which an address lies; its place in local memory is known, and checked, here."""
    name = address.base.name if isinstance(address.base, Symbol) else None
    return name if name in emitter.layout.call_parameters else None


def convert_address(emitter: Emitter, i: Instruction) -> None:
    """`cvta`: only shared addresses differ between their space and the generic one."""
    b = emitter.b
    value = b.src(i.operands[1], "u64")
    if "shared" in i.modifiers and "to" in i.modifiers:
        value = b.let(f"and i64 {value}, {0xFFFFFFFF}")
    elif "shared" in i.modifiers:
        value = b.let(f"or i64 {value}, {records.SHARED_ID << records.ID_SHIFT}")
    b.dst(i.operands[0], value, "u64" if i.modifiers[-1] != "u32" else "u32")


def ask_space(emitter: Emitter, i: Instruction) -> None:
    """`isspacep`: the number of the object in a generic address shows its space."""
    b = emitter.b
    number = b.let(f"lshr i64 {b.src(i.operands[1], 'u64')}, {records.ID_SHIFT}")
    space = i.modifiers[0].split("::")[0]
    windows = {"shared": records.SHARED_ID, "local": records.LOCAL_ID, "param": records.PARAM_ID}
    if space in windows:
        b.dst(i.operands[0], b.let(f"icmp eq i64 {number}, {windows[space]}"), "pred")
        return
    rest = b.let(f"icmp uge i64 {number}, {records.FIRST_BUFFER_ID}")
    constant = b.any_of(["false", *(b.let(f"icmp eq i64 {number}, {each}") for each in emitter.layout.constants)])
    wanted = constant if space == "const" else b.let(f"xor i1 {constant}, true")
    b.dst(i.operands[0], b.let(f"and i1 {rest}, {wanted}"), "pred")


_OPERATIONS = ("exch", "cas", "add", "min", "max", "and", "or", "xor", "inc", "dec")
_BITS_OF_HALVES = {"f16": "b16", "bf16": "b16", "f16x2": "b32", "bf16x2": "b32"}


def lower_atomic(emitter: Emitter, i: Instruction) -> None:
    """`atom` returns the old value, `red` does not."""
    b = emitter.b
    ptx = i.modifiers[-1]
    if ptx == "b128" or any(word.startswith("v") and word[1:].isdigit() for word in i.modifiers):
        raise Unsupported(i.name)
    operands = i.operands if i.opcode == "red" else i.operands[1:]
    address = operands[0]
    assert isinstance(address, Address)
    bits = _BITS_OF_HALVES.get(ptx, ptx)
    values = [b.src(operand, bits) for operand in operands[1:]]
    named = space_of(i.modifiers)
    space = emitter.memory.space_of_access(named, address)
    size = TYPE_BYTES[ptx]
    site = emitter.tables.site(i, "atomic", space, size)
    pointer = emitter.memory.touch(ATOMIC, named, address, size, site)
    kind = LLVM_TYPES[bits]
    old = b.let(f"load {kind}, ptr {pointer}, align {min(size, 4)}")
    new = _updated(emitter, i, old, values, space)
    b.do(f"store {kind} {new}, ptr {pointer}, align {min(size, 4)}")
    if emitter.recording:
        record_access(emitter, "atomic", site, 0, new, kind)
    wrote = b.let(f"icmp eq {kind} {old}, {values[0]}") if "cas" in i.modifiers else "true"
    note_flag(emitter, i.modifiers, loads=True, stores=True, wrote=wrote)
    if i.opcode == "atom" and isinstance(i.operands[0], Register):
        b.dst(i.operands[0], old, bits)


def _updated(emitter: Emitter, i: Instruction, old: str, values: list[str], space: str) -> str:
    """Return the cell's new value; halves are bits."""
    b, ptx = emitter.b, i.modifiers[-1]
    word = next((word for word in i.modifiers if word in _OPERATIONS), i.name)
    if word == "exch":
        return values[0]
    if word == "cas":
        return b.select(b.compare("eq", ptx, old, values[0]), LLVM_TYPES[ptx], values[1], old)
    if (word, ptx) != ("add", "f32"):
        return apply_spelled(b, spelling_of(word, (ptx,)), [old, *values])
    shared = "true" if space == "shared" else "false"
    if space == "generic":  # only the run shows whether the cell lies in shared memory
        address = next(operand for operand in i.operands if isinstance(operand, Address))
        window = b.let(f"lshr i64 {emitter.b.address(address)}, {records.ID_SHIFT}")
        shared = b.let(f"icmp eq i64 {window}, {records.SHARED_ID}")
    return apply(b, "sum_f32", old, values[0], shared)
