"""`mbarrier` objects (ISA manual, 9.7.13.15) as the 64-bit word that stands for one in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from grader.emulator.ptx.nodes import Address, Instruction, Operand
from tests.emulator.interpreter.arithmetic import UnknownInstructionError
from tests.emulator.interpreter.faults import Fault, ThreadEndedError
from tests.emulator.interpreter.machine import Machine
from tests.emulator.interpreter.threads import Frame, Thread

_COUNT_BITS, _BYTE_BITS = 20, 22


@dataclass(frozen=True, slots=True)
class Barrier:
    """The arrivals that are missing in this phase, those that a phase takes, the bytes to come, the phase's parity."""

    missing: int
    members: int
    coming: int = 0
    parity: int = 0

    @classmethod
    def of(cls, word: int) -> Barrier:
        """What a word stands for."""
        count = (1 << _COUNT_BITS) - 1
        coming = word >> 2 * _COUNT_BITS & (1 << _BYTE_BITS) - 1
        return cls(word & count, word >> _COUNT_BITS & count, coming, word >> 63)

    @property
    def word(self) -> int:
        """The word that stands for it."""
        return self.missing | self.members << _COUNT_BITS | self.coming << 2 * _COUNT_BITS | self.parity << 63

    def after(self, *, arrivals: int = 0, coming: int = 0, leaving: int = 0) -> Barrier:
        """Some arrived, more or fewer bytes are to come, some leave for good; a phase may be over by that."""
        members = max(0, self.members - leaving)
        missing = max(0, self.missing - arrivals)
        awaited = (self.coming + coming) % (1 << _BYTE_BITS)
        changed = replace(self, members=members, missing=missing, coming=awaited)
        if missing or awaited:
            return changed
        return replace(changed, missing=members, parity=1 - self.parity)


def execute(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`mbarrier`: init, arrive, arrive_drop, expect_tx, complete_tx, test_wait, try_wait, pending_count, inval."""
    words, operands = set(instruction.modifiers), instruction.operands
    numbers = [0]  # the first operand is an address, or where the result goes
    numbers += [0 if isinstance(each, Address) else machine.read(thread, frame, each) for each in operands[1:]]
    if "pending_count" in words:
        machine.write(frame, operands[0], Barrier.of(numbers[1]).missing, "b64")
    elif "init" in words:
        if not 0 < numbers[1] < 1 << _COUNT_BITS:
            machine.faults.append(Fault("operand", f"an mbarrier for {numbers[1]}", instruction, thread))
            raise ThreadEndedError
        new = Barrier(numbers[1], numbers[1])
        change(machine, thread, frame, instruction, operands[0], new=new)
    elif words & {"test_wait", "try_wait"}:
        now = change(machine, thread, frame, instruction, operands[1])
        parity = numbers[2] & 1 if "parity" in words else numbers[2] >> 63
        machine.write(frame, operands[0], int(now.parity != parity), "pred")
    elif words & {"arrive", "arrive_drop"}:
        place = 0 if isinstance(operands[0], Address) else 1
        given = numbers[place + 1] if len(operands) > place + 1 else 1
        changes = {"arrivals": 1, "coming": given} if "expect_tx" in words else {"arrivals": given}
        changes |= {"leaving": given} if "arrive_drop" in words else {}
        old = change(machine, thread, frame, instruction, operands[place], changes)
        machine.write(frame, operands[0], old.word, "b64")
    elif words & {"expect_tx", "complete_tx"}:
        coming = numbers[1] if "expect_tx" in words else -numbers[1]
        change(machine, thread, frame, instruction, operands[0], {"coming": coming})
    elif "inval" not in words:
        raise UnknownInstructionError(instruction.text)


def change(
    machine: Machine,
    thread: Thread,
    frame: Frame,
    instruction: Instruction,
    where: Operand,
    changes: Mapping[str, int] | None = None,
    *,
    new: Barrier | None = None,
) -> Barrier:
    """What the barrier was before; a bad address is a fault and changes nothing."""
    place = machine.find_access(thread, frame, instruction, where, 8, "write" if new else "atomic")
    if place is None:
        return Barrier(1, 1)
    data, offset = place[0].data, place[1]
    old = Barrier.of(int.from_bytes(data[offset : offset + 8], "little"))
    if new or changes:
        data[offset : offset + 8] = (new or old.after(**(changes or {}))).word.to_bytes(8, "little")
    return old
