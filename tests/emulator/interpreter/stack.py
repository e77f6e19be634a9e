"""`alloca`, `stacksave`, `stackrestore`: local memory taken and given back by hand (ISA manual, 9.7.14)."""

from __future__ import annotations

from grader.emulator.ptx.nodes import Instruction
from tests.emulator.interpreter.faults import Fault, ThreadEndedError
from tests.emulator.interpreter.machine import Machine
from tests.emulator.interpreter.threads import Frame, Thread

MOST_ALLOCATED = 32 * 1024


def allocate(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`alloca`: new local memory, until the function returns or the stack is restored."""
    size = machine.read(thread, frame, instruction.operands[1])
    if size > MOST_ALLOCATED:
        machine.faults.append(Fault("stack", f"{size} bytes of local memory", instruction, thread))
        raise ThreadEndedError
    placed = thread.local.place("allocated", bytearray(size))
    machine.write(frame, instruction.operands[0], placed.address, instruction.modifiers[-1])


def save(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`stacksave`: how much local memory there is, in the shape of an address."""
    machine.write(frame, instruction.operands[0], thread.local.end, instruction.modifiers[-1])


def restore(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`stackrestore`: what came after is gone."""
    thread.local.cut(machine.read(thread, frame, instruction.operands[0]))
