"""Values that a thread has not set: followed through registers and local memory, noted where they are used."""

from __future__ import annotations

from functools import reduce

from grader.emulator.passes.control_flow import results
from grader.emulator.passes.value_flow import ALL, Pieces, carried, low_bytes, needs_all, pieces, stored, used
from grader.emulator.ptx.nodes import TYPE_BYTES, Address, Instruction, Operand, Register, Vector
from tests.emulator.interpreter.faults import Fault
from tests.emulator.interpreter.machine import Machine
from tests.emulator.interpreter.memory import MemoryFaultError, MemoryObject, Unset, space_named, space_of
from tests.emulator.interpreter.threads import Frame, Thread

_Marks = dict[str, Unset]
_FRESH = Unset(ALL)


def judge(machine: Machine, thread: Thread, frame: Frame, i: Instruction) -> None:
    """Note what the instruction needs set and is not, once for each value."""
    guard = (i.guard.name,) if i.guard else ()
    runs = not i.guard or bool(machine.read(thread, frame, i.guard)) != i.guard_negated
    for name in dict.fromkeys(used(i) if runs else guard):
        _note(machine, thread, frame, i, name)
    printed = machine.code[frame.function.name].printed
    values = [name for name in stored(i, printed) if _all_unset(mark_of(frame, name), i)] if runs else []
    if values and (id(i) in printed or _leaves(machine, thread, frame, i)):
        for name in values:
            _note(machine, thread, frame, i, name)


def unset_after(machine: Machine, thread: Thread, frame: Frame, i: Instruction) -> _Marks:
    """What the instruction leaves unset of its results."""
    if i.opcode in ("ld", "ldu"):
        return _loaded(machine, thread, frame, i)
    if all(mark_of(frame, name) is None for name in carried(i)):
        return {}
    copied = pieces(i)
    marks: dict[str, Unset | None]
    if copied:
        marks = {name: _of_pieces(frame, each) for name, each in copied.items()}
    elif i.opcode == "selp":
        marks = dict.fromkeys(results(i), _chosen(machine, thread, frame, i))
    elif needs_all(i):
        marks = dict.fromkeys(results(i), reduce(_both, [mark_of(frame, name) for name in carried(i)]))
    else:
        first = next(mark for name in carried(i) if (mark := mark_of(frame, name)) is not None)
        marks = dict.fromkeys(results(i), Unset(ALL, first.where or i, computed=True))
    return {name: mark for name, mark in marks.items() if mark is not None}


def keep_stored(machine: Machine, thread: Thread, frame: Frame, i: Instruction) -> None:
    """After a store: let the memory know what of it is unset."""
    found = _place(machine, thread, frame, i, 0) if i.opcode == "st" else None
    if found is None or found[0].unset is None:
        return
    (memory, offset), size = found, TYPE_BYTES[i.modifiers[-1]]
    assert memory.unset is not None
    for item in _items(i.operands[1]):
        mark = mark_of(frame, item.name) if isinstance(item, Register) else None
        for byte in range(size):
            memory.unset.pop(offset + byte, None)
            if mark is not None and (mark.bytes >> byte & 1 or size > 8):
                memory.unset[offset + byte] = mark.where if mark.computed else None
        offset += size


def mark_of(frame: Frame, name: str) -> Unset | None:
    """What is unset of a register."""
    if name in frame.function.registers and name not in frame.registers:
        return _FRESH
    return frame.unset.get(name)


def _loaded(machine: Machine, thread: Thread, frame: Frame, i: Instruction) -> _Marks:
    found = _place(machine, thread, frame, i, 1)
    if found is None or not found[0].unset:
        return {}
    (memory, offset), size, marks = found, TYPE_BYTES[i.modifiers[-1]], {}
    assert memory.unset is not None
    for item in _items(i.operands[0]):
        holes = {byte: memory.unset[offset + byte] for byte in range(size) if offset + byte in memory.unset}
        computed = [where for where in holes.values() if where is not None]
        bits = ALL if len(holes) == size else 0 if size > 8 else sum(1 << byte for byte in holes)
        if bits and isinstance(item, Register):
            marks[item.name] = Unset(bits, computed[-1] if computed else i, computed=bool(computed))
        offset += size
    return marks


def _place(
    machine: Machine, thread: Thread, frame: Frame, i: Instruction, place: int
) -> tuple[MemoryObject, int] | None:
    address = i.operands[place]
    assert isinstance(address, Address)
    size = TYPE_BYTES[i.modifiers[-1]] * len(_items(i.operands[1 - place]))
    try:
        start = machine.read(thread, frame, address.base) + address.offset
        return machine.locate(thread, space_named(i.modifiers), start, size)
    except MemoryFaultError:
        return None


def _items(operand: Operand) -> tuple[Operand, ...]:
    return operand.items if isinstance(operand, Vector) else (operand,)


def _of_pieces(frame: Frame, copied: Pieces) -> Unset | None:
    whole, bits, last, all_of_it = low_bytes(copied.width), 0, None, False
    for piece in copied.of:
        mark = mark_of(frame, piece.register)
        if mark is None:
            continue
        taken = mark.bytes >> piece.start & low_bytes(piece.count)
        bits |= taken << piece.to
        last = mark if taken else last
        all_of_it |= copied.keeps and mark.bytes & whole == whole
    bits = ALL if all_of_it or bits == whole else bits
    return Unset(bits, last.where, computed=last.computed) if last else None


def _both(one: Unset | None, other: Unset | None) -> Unset | None:
    bits = one.bytes & other.bytes if one and other else 0
    return Unset(bits, one.where, computed=one.computed) if one and bits else None


def _chosen(machine: Machine, thread: Thread, frame: Frame, i: Instruction) -> Unset | None:
    """What is unset of the operand that `selp` gives, or of what it decides by."""
    one, other, choice = i.operands[1:]
    deciding, given = (_mark(frame, each) for each in (choice, one if machine.read(thread, frame, choice) else other))
    return deciding or given


def _mark(frame: Frame, operand: Operand) -> Unset | None:
    return mark_of(frame, operand.name) if isinstance(operand, Register) else None


def _all_unset(mark: Unset | None, i: Instruction) -> bool:
    """Whether nothing of what is stored is set. A byte that was only moved may be a hole in a structure."""
    size = TYPE_BYTES[i.modifiers[-1]]
    if mark is None or mark.bytes & low_bytes(size) != low_bytes(size):
        return False
    return size > 1 or mark.where is None or mark.computed


def _note(machine: Machine, thread: Thread, frame: Frame, i: Instruction, name: str) -> None:
    mark = mark_of(frame, name)
    if mark is not None:
        frame.unset.pop(name, None)
        frame.registers.setdefault(name, 0)
        machine.faults.append(Fault("register", f"{name} is used before it is set", mark.where or i, thread))


def _leaves(machine: Machine, thread: Thread, frame: Frame, i: Instruction) -> bool:
    """Whether a store goes to memory that others may see."""
    address = i.operands[0]
    assert isinstance(address, Address)
    named = space_named(i.modifiers)
    return named != "generic" or space_of(machine.read(thread, frame, address.base) + address.offset) != "local"
