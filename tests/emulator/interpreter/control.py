"""Where a thread goes on: branches, calls and what the system's functions do, returns, its end."""

from __future__ import annotations

from grader.emulator.ptx.nodes import Instruction, Operand, OperandGroup, Register, Symbol
from tests.emulator.interpreter.arithmetic import UnknownInstructionError
from tests.emulator.interpreter.faults import Fault, ThreadEndedError
from tests.emulator.interpreter.machine import Machine
from tests.emulator.interpreter.memory import MemoryFaultError, copy_variable
from tests.emulator.interpreter.output import format_printf
from tests.emulator.interpreter.threads import Frame, Thread

MOST_FRAMES = 512


def leave_frame(thread: Thread, frame: Frame) -> None:
    """Leave a frame; its return values go to the caller's variables."""
    thread.frames.pop()
    thread.local.cut(frame.local_end)
    if thread.frames:
        caller = thread.frames[-1]
        for name, parameter in zip(frame.return_to, frame.function.returns, strict=True):
            copy_variable(frame.variables[parameter.name], caller.variables[name])


def branch(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`bra`: to a label of the same function."""
    del thread
    target = instruction.operands[0]
    assert isinstance(target, Symbol)
    frame.at = machine.code[frame.function.name].labels[target.name]


def branch_indexed(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`brx.idx`: to the label that the index picks from a `.branchtargets` list."""
    index, targets = instruction.operands[:2]
    assert isinstance(targets, Symbol)
    names = frame.function.branch_targets[targets.name]
    place = machine.read(thread, frame, index)
    if place >= len(names):
        machine.faults.append(Fault("operand", f"place {place} of {len(names)}", instruction, thread))
        raise ThreadEndedError
    frame.at = machine.code[frame.function.name].labels[names[place]]


def leave(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`ret`: back to the caller; the end of the thread in a kernel."""
    del machine, instruction
    leave_frame(thread, frame)


def end(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`exit`: the end of the thread, from any depth."""
    del machine, frame, instruction
    thread.frames.clear()


def trap(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`trap`: the end of the thread, as a fault."""
    del frame
    machine.faults.append(Fault("trap", "trap", instruction, thread))
    raise ThreadEndedError


def call(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`call`, direct or through a register; arguments and results are parameter variables."""
    returns, target, arguments = _call_parts(instruction)
    name = target.name if isinstance(target, Symbol) else ""
    if isinstance(target, Register):
        name = _function_at(machine, thread, frame, instruction, target)
    values = [frame.variables[each].data for each in arguments]
    if name == "vprintf":
        try:
            _print(machine, thread, frame, returns, values)
        except MemoryFaultError as fault:
            machine.faults.append(Fault("memory", str(fault), instruction, thread))
    elif name == "__assertfail":
        message = machine.read_string(thread, int.from_bytes(values[0], "little")).decode(errors="replace")
        machine.faults.append(Fault("assert", message, instruction, thread))
        raise ThreadEndedError
    elif name in machine.code:
        if len(thread.frames) >= MOST_FRAMES:
            machine.faults.append(Fault("stack", f"more than {MOST_FRAMES} calls in one another", instruction, thread))
            raise ThreadEndedError
        callee = thread.enter(machine.module.functions[name])
        callee.return_to = returns
        for parameter, passed in zip(callee.function.parameters, arguments, strict=True):
            copy_variable(frame.variables[passed], callee.variables[parameter.name])
    else:
        raise UnknownInstructionError(f"call of {name}")


def _function_at(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, pointer: Register) -> str:
    """The function that a pointer holds the address of, if it takes and gives what the call passes and expects."""
    returns, _, arguments = _call_parts(instruction)
    name = machine.memory.functions.get(machine.read(thread, frame, pointer), "")
    function = machine.module.functions.get(name)
    if function is not None:
        pairs = ((arguments, function.parameters), (returns, function.returns))
        sizes = [([len(frame.variables[each].data) for each in names], formals) for names, formals in pairs]
        if all(given == [formal.size for formal in formals] for given, formals in sizes):
            return name
    machine.faults.append(Fault("call", "a call through a pointer to no such function", instruction, thread))
    raise ThreadEndedError


def _call_parts(instruction: Instruction) -> tuple[tuple[str, ...], Operand, tuple[str, ...]]:
    operands = list(instruction.operands)
    returns = _names(operands.pop(0)) if isinstance(operands[0], OperandGroup) else ()
    target = operands.pop(0)
    return returns, target, _names(operands[0]) if operands and isinstance(operands[0], OperandGroup) else ()


def _names(group: Operand) -> tuple[str, ...]:
    assert isinstance(group, OperandGroup)
    return tuple(each.name for each in group.items if isinstance(each, Symbol))


def _print(
    machine: Machine, thread: Thread, frame: Frame, returns: tuple[str, ...], values: list[bytearray | memoryview]
) -> None:
    text_at, buffer_at = (int.from_bytes(value, "little") for value in values)
    text, count = format_printf(
        machine.read_string(thread, text_at),
        lambda offset, size: machine.read_bytes(thread, buffer_at + offset, size),
        lambda address: machine.read_string(thread, address),
    )
    machine.output += text
    for name in returns:
        frame.variables[name].data[:4] = count.to_bytes(4, "little")
        frame.variables[name].unset = {}
