"""Executes one thread, instruction by instruction; what the instructions do is in `handlers` and in `arithmetic`."""

from __future__ import annotations

from collections.abc import Generator

from grader.emulator.matrix.forms import MATRIX_OPCODES
from grader.emulator.passes.control_flow import results
from grader.emulator.ptx.nodes import Instruction, Register
from tests.emulator.interpreter import carry, matrix
from tests.emulator.interpreter.arithmetic import EVALUATE, UnknownInstructionError, result_type
from tests.emulator.interpreter.control import leave_frame
from tests.emulator.interpreter.faults import ThreadEndedError
from tests.emulator.interpreter.handlers import HANDLERS
from tests.emulator.interpreter.machine import Machine
from tests.emulator.interpreter.requests import Answer, Pause, Request
from tests.emulator.interpreter.scalars import WIDTH
from tests.emulator.interpreter.threads import Frame, Thread
from tests.emulator.interpreter.unset_values import judge, keep_stored, mark_of, unset_after

BACK_EDGES_BEFORE_PAUSE = 64


class StepLimitError(RuntimeError):
    """The launch took more instructions than it was allowed."""


def run(machine: Machine, thread: Thread) -> Generator[Request, Answer, None]:
    """Execute `thread` to its end; yields what it asks of its warp or block, and is sent the answer."""
    back_edges = 0
    while thread.frames:
        frame = thread.frames[-1]
        code = machine.code[frame.function.name]
        if frame.at >= len(code.instructions):
            leave_frame(thread, frame)
            continue
        instruction = code.instructions[frame.at]
        here = frame.at
        frame.at += 1
        _count_step(machine)
        judge(machine, thread, frame, instruction)
        if instruction.guard and _guard_fails(machine, thread, frame, instruction):
            continue
        try:
            after = unset_after(machine, thread, frame, instruction)
            request = _execute(machine, thread, frame, instruction)
            frame.unset |= after
            keep_stored(machine, thread, frame, instruction)
        except ThreadEndedError:
            return
        if request is not None:
            shuffled = instruction.operands[1] if instruction.opcode == "shfl" else None
            thread.shuffled = mark_of(frame, shuffled.name) if isinstance(shuffled, Register) else None
            reply = yield request
            if isinstance(reply, tuple) and instruction.opcode in MATRIX_OPCODES:
                matrix.finish(machine, thread, frame, instruction, reply)
            elif reply is not None:
                _write_results(machine, frame, instruction, reply)
                if isinstance(shuffled, Register) and thread.shuffled is not None:
                    frame.unset |= dict.fromkeys(results(instruction)[:1], thread.shuffled)
        elif frame.at <= here:
            back_edges += 1
            if back_edges % BACK_EDGES_BEFORE_PAUSE == 0:
                yield Pause()


def _count_step(machine: Machine) -> None:
    machine.steps += 1
    if machine.steps > machine.steps_left:
        raise StepLimitError(f"more than {machine.steps_left} instructions")


def _guard_fails(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> bool:
    assert instruction.guard is not None
    return bool(machine.read(thread, frame, instruction.guard)) == instruction.guard_negated


def _execute(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Request | None:
    handler = HANDLERS.get(instruction.opcode)
    if handler is not None:
        return handler(machine, thread, frame, instruction)
    if carry.uses_carry(instruction):
        _with_carry(machine, thread, frame, instruction)
        return None
    evaluate = EVALUATE.get(instruction.opcode)
    if evaluate is None:
        raise UnknownInstructionError(instruction.text)
    operands = [
        machine.read(thread, frame, each, _operand_type(instruction, place))
        for place, each in enumerate(instruction.operands[1:])
    ]
    _write_results(machine, frame, instruction, evaluate(instruction.modifiers, *operands))
    return None


def _with_carry(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    operands = [machine.read(thread, frame, each) for each in instruction.operands[1:]]
    _write_results(machine, frame, instruction, carry.evaluate(instruction.opcode, instruction.modifiers, *operands))


def _write_results(machine: Machine, frame: Frame, instruction: Instruction, results: Answer) -> None:
    kind = result_type(instruction.opcode, instruction.modifiers)
    if isinstance(results, tuple):
        machine.write(frame, instruction.operands[0], results[0], kind)
        if instruction.pair is not None:
            machine.write(frame, instruction.pair, results[1], "pred")
    elif results is not None:
        machine.write(frame, instruction.operands[0], results, kind)


def _operand_type(instruction: Instruction, place: int) -> str:
    kind = instruction.modifiers[-1] if instruction.modifiers else ""
    if instruction.opcode == "slct" and place < 2:
        kind = instruction.modifiers[-2]
    return kind if kind in WIDTH else ""
