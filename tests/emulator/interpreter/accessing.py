"""Instructions that touch memory, order it, or ask about addresses: loads, stores, atomics, copies, fences."""

from __future__ import annotations

from dataclasses import replace

from grader.emulator.layout import stray_bytes
from grader.emulator.passes.suspensions import source_size
from grader.emulator.ptx.nodes import Address, Instruction, Register, Vector
from tests.emulator.interpreter import atomics, mbarriers
from tests.emulator.interpreter.arithmetic import UnknownInstructionError
from tests.emulator.interpreter.faults import Fault, ThreadEndedError
from tests.emulator.interpreter.machine import Machine
from tests.emulator.interpreter.memory import from_generic, space_named, space_of, to_generic
from tests.emulator.interpreter.observing import Fence
from tests.emulator.interpreter.scalars import WIDTH, mask
from tests.emulator.interpreter.threads import Frame, Thread


def load(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`ld`, `ldu`: one value, or a vector of 2, 4 or 8."""
    kind = instruction.modifiers[-1]
    destination, source = instruction.operands[:2]
    items = destination.items if isinstance(destination, Vector) else (destination,)
    size = WIDTH[kind] // 8
    place = machine.find_access(thread, frame, instruction, source, size * len(items), "read")
    whole = size * len(items)
    data = bytes(place[0].data[place[1] : place[1] + whole]) if place else stray_bytes(whole)
    for number, item in enumerate(items):
        bits = int.from_bytes(data[size * number : size * (number + 1)], "little")
        machine.write(frame, item, bits, kind)


def store(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`st`."""
    kind = instruction.modifiers[-1]
    destination, source = instruction.operands[:2]
    items = source.items if isinstance(source, Vector) else (source,)
    size = WIDTH[kind] // 8
    place = machine.find_access(thread, frame, instruction, destination, size * len(items), "write")
    values = [mask(machine.read(thread, frame, item, kind), WIDTH[kind]) for item in items]
    data = b"".join(value.to_bytes(size, "little") for value in values)
    if place:
        place[0].data[place[1] : place[1] + len(data)] = data


def update(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`atom` gives what the cell held; `red` gives nothing."""
    kind = instruction.modifiers[-1]
    size = WIDTH[kind] // 8
    first = 1 if instruction.opcode == "atom" else 0
    place = machine.find_access(thread, frame, instruction, instruction.operands[first], size, "atomic")
    operands = [machine.read(thread, frame, each, kind) for each in instruction.operands[first + 1 :]]
    old = int.from_bytes(stray_bytes(size), "little")
    if place:
        found, offset = place
        old = int.from_bytes(found.data[offset : offset + size], "little")
        new = atomics.updated(instruction.modifiers, found.space, old, *operands)
        failed = atomics.operation_of(instruction.modifiers) == "cas" and old != mask(operands[0], WIDTH[kind])
        machine.report_access(thread, instruction, place, size, "atomic", wrote=not failed)
        found.data[offset : offset + size] = new.to_bytes(size, "little")
    if first:
        machine.write(frame, instruction.operands[0], old, kind)


def copy(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`cp.async`: copies at once; what the source's size leaves is zero. The observer is told of the waits."""
    if {"commit_group", "wait_group", "wait_all"} & set(instruction.modifiers):
        fence(machine, thread, frame, instruction)
        return
    if "bulk" in instruction.modifiers:
        raise UnknownInstructionError(instruction.text)
    if "mbarrier" in instruction.modifiers:
        if "noinc" in instruction.modifiers:
            mbarriers.change(machine, thread, frame, instruction, instruction.operands[0], {"arrivals": 1})
        return
    target, source, size = (
        instruction.operands[0],
        instruction.operands[1],
        machine.read(thread, frame, instruction.operands[2]),
    )
    data = b""
    for piece in _pieces(_source_bytes(machine, thread, frame, instruction, size), size):
        assert isinstance(source, Address)
        there = replace(source, offset=source.offset + len(data))
        place = machine.find_access(thread, frame, instruction, there, piece, "read", "global")
        data += bytes(place[0].data[place[1] : place[1] + piece]) if place else stray_bytes(piece)
    place = machine.find_access(thread, frame, instruction, target, size, "write", "shared")
    if place:
        data = data.ljust(size, b"\0")
        place[0].data[place[1] : place[1] + len(data)] = data


def _source_bytes(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction, size: int) -> int:
    given = source_size(instruction)
    if given is None:
        return size
    filled = mask(machine.read(thread, frame, given), 32)
    if isinstance(given, Register) and frame.function.registers[given.name] == "pred":
        return 0 if filled else size
    if filled > size:
        machine.faults.append(Fault("operand", f"{filled} bytes into {size}", instruction, thread))
        raise ThreadEndedError
    return filled


def _pieces(filled: int, size: int) -> list[int]:
    """The whole at once; or word by word, and what is left byte by byte."""
    return [size] if filled == size else [4] * (filled // 4) + [1] * (filled % 4)


def fence(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`membar`, `fence`: threads here see memory in one order anyway; who asks for the order is told."""
    del frame
    if machine.on_fence:
        machine.on_fence(Fence(block=thread.block.index, thread=thread.linear, instruction=instruction))


def convert_address(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`cvta.space` makes a generic address, `cvta.to.space` the address in the space."""
    to_space = instruction.modifiers[0] == "to"
    space = space_named(instruction.modifiers)
    address = machine.read(thread, frame, instruction.operands[1])
    converted = from_generic(space, address) if to_space else to_generic(space, address)
    machine.write(frame, instruction.operands[0], converted, instruction.modifiers[-1])


def ask_space(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`isspacep.space`: whether a generic address lies in the space."""
    address = machine.read(thread, frame, instruction.operands[1])
    space = space_of(address)
    if space == "global":
        space = machine.memory.space_at(address)
    machine.write(frame, instruction.operands[0], int(space == space_named(instruction.modifiers)), "pred")
