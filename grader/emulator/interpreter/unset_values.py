"""Values that a thread has not set: followed from register to register, noted where they are used."""

from __future__ import annotations

from collections.abc import Sequence

from grader.emulator.interpreter.faults import Fault
from grader.emulator.interpreter.machine import Machine
from grader.emulator.interpreter.memory import space_named, space_of
from grader.emulator.interpreter.threads import Frame, Thread
from grader.emulator.passes.control_flow import results
from grader.emulator.passes.unset_values import carried, needs_all, stored, used
from grader.emulator.ptx import Address, Instruction, Operand, Register

_Origins = dict[str, Instruction | None]


def judge(machine: Machine, thread: Thread, frame: Frame, i: Instruction) -> None:
    """Note what the instruction needs set and is not, once for each value."""
    guard = (i.guard.name,) if i.guard else ()
    runs = not i.guard or bool(machine.read(thread, frame, i.guard)) != i.guard_negated
    for name in dict.fromkeys(used(i) if runs else guard):
        _note(machine, thread, frame, i, name)
    values = stored(i) if runs else ()
    if any(_is_unset(frame, name) for name in values) and _leaves(machine, thread, frame, i):
        for name in values:
            _note(machine, thread, frame, i, name)


def unset_after(machine: Machine, thread: Thread, frame: Frame, i: Instruction) -> _Origins:
    """The registers that the instruction leaves unset, with what first computed with them."""
    unset = [name for name in carried(i) if _is_unset(frame, name)]
    if not unset or (needs_all(i) and len(unset) < len(carried(i))):
        return {}
    if i.opcode == "selp":
        chosen = _chosen(machine, thread, frame, i)
        unset = [each.name for each in chosen if isinstance(each, Register) and _is_unset(frame, each.name)]
        if not unset:
            return {}
    first = next((frame.unset[name] for name in unset if frame.unset.get(name) is not None), None)
    if first is None and not needs_all(i) and i.opcode != "selp":
        first = i
    return dict.fromkeys(results(i), first)


def _chosen(machine: Machine, thread: Thread, frame: Frame, i: Instruction) -> Sequence[Operand]:
    """The operand that `selp` gives, and what it decides by."""
    one, other, choice = i.operands[1:]
    return (one if machine.read(thread, frame, choice) else other, choice)


def _is_unset(frame: Frame, name: str) -> bool:
    return name in frame.unset or (name in frame.function.registers and name not in frame.registers)


def _note(machine: Machine, thread: Thread, frame: Frame, i: Instruction, name: str) -> None:
    if _is_unset(frame, name):
        where = frame.unset.pop(name, None) or i
        frame.registers.setdefault(name, 0)
        machine.faults.append(Fault("register", f"{name} is used before it is set", where, thread))


def _leaves(machine: Machine, thread: Thread, frame: Frame, i: Instruction) -> bool:
    """Whether a store goes to memory that others may see."""
    address = i.operands[0]
    assert isinstance(address, Address)
    named = space_named(i.modifiers)
    return named != "generic" or space_of(machine.read(thread, frame, address.base) + address.offset) != "local"
