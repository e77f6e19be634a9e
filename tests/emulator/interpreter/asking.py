"""Instructions that a thread cannot finish alone: each makes the request that its warp or block answers."""

from __future__ import annotations

from grader.emulator.matrix.forms import UnknownFormError
from grader.emulator.native.records import BARRIERS
from grader.emulator.ptx.nodes import Instruction
from tests.emulator.interpreter import matrix
from tests.emulator.interpreter.arithmetic import UnknownInstructionError
from tests.emulator.interpreter.faults import Fault, ThreadEndedError
from tests.emulator.interpreter.machine import Machine
from tests.emulator.interpreter.requests import Barrier, Collective, Pause, Request
from tests.emulator.interpreter.scalars import mask
from tests.emulator.interpreter.threads import WARP, Frame, Thread


def pause(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Request:
    """`nanosleep`."""
    del machine, thread, frame, instruction
    return Pause()


def barrier(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Request | None:
    """`bar` and `barrier`: of the block (`sync`, `arrive`, `red`), the warp (`warp.sync`) or a cluster of one block."""
    modifiers = instruction.modifiers
    if "cluster" in modifiers:
        return None if "arrive" in modifiers else Barrier(instruction, 0, None, True)
    if "warp" in modifiers:
        members = machine.read(thread, frame, instruction.operands[0])
        return Collective(instruction, mask(members, 32), ())
    skipped = 1 if "red" in modifiers else 0
    values = [machine.read(thread, frame, each) for each in instruction.operands[skipped:]] or [0]
    reduction = next((each for each in modifiers if each in ("popc", "and", "or")), None)
    value = values.pop() if reduction else 0
    count = values[1] if len(values) > 1 else None
    if not 0 <= values[0] < BARRIERS or (count is not None and (count == 0 or count % WARP)):
        machine.faults.append(Fault("operand", f"barrier {values[0]} for {count} threads", instruction, thread))
        raise ThreadEndedError
    return Barrier(instruction, values[0], count, "arrive" not in modifiers, reduction, value)


def collective(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Request:
    """`shfl`, `vote`, `match`, `redux`, `elect`: the last operand is the mask of lanes."""
    *operands, members = (machine.read(thread, frame, each) for each in instruction.operands[1:])
    return Collective(instruction, mask(members, 32), tuple(operands))


def active(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Request:
    """`activemask`: the lanes that come here together."""
    del machine, thread, frame
    return Collective(instruction, 0, ())


def matrix_operation(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Request:
    """`wmma`, `mma`, `ldmatrix`, `stmatrix`, `movmatrix`: the whole warp."""
    try:
        words = matrix.brought(machine, thread, frame, instruction)
    except UnknownFormError:
        raise UnknownInstructionError(instruction.text) from None
    return Collective(instruction, 0xFFFFFFFF, words)
