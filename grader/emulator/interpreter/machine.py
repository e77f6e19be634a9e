"""Executes one thread, instruction by instruction: registers, memory, control flow, calls.

`Machine.run` is a generator: it yields a request where the thread needs its warp or block, and is sent the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

from grader.emulator.findings import Dim3
from grader.emulator.interpreter import atomics, carry, matrix, mbarriers, requests, stack
from grader.emulator.interpreter.arithmetic import EVALUATE, UnknownInstructionError, result_type
from grader.emulator.interpreter.faults import Fault, ThreadEndedError
from grader.emulator.interpreter.formats import F32, F64
from grader.emulator.interpreter.memory import (
    GlobalMemory,
    MemoryFaultError,
    MemoryObject,
    from_generic,
    space_of,
    to_generic,
)
from grader.emulator.interpreter.output import format_printf
from grader.emulator.interpreter.requests import Answer, Barrier, Collective, Pause, Request
from grader.emulator.interpreter.scalars import WIDTH, is_signed, mask, signed
from grader.emulator.interpreter.threads import Code, Frame, Thread, flatten, special_register
from grader.emulator.matrix import MATRIX_OPCODES
from grader.emulator.matrix.forms import UnknownFormError
from grader.emulator.ptx import Address, Immediate, Instruction, Module, Operand, Register, Symbol, Vector
from grader.emulator.ptx.nodes import Group

SPACES = ("global", "shared", "local", "param", "const")
BACK_EDGES_BEFORE_PAUSE = 64
MOST_FRAMES = 512


class StepLimitError(RuntimeError):
    """The launch took more instructions than it was allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """One access of one thread, as the race oracle sees it. `kind` is read, write or atomic; `thread` is linear.

    `wrote` is False for an atomic that left its cell alone: a `cas` that failed.
    """

    block: Dim3
    thread: int
    space: str
    object: str
    offset: int
    size: int
    kind: str
    instruction: Instruction
    wrote: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """A memory fence that a thread executed, or the end of a group of asynchronous copies, or a wait for some."""

    block: Dim3
    thread: int
    instruction: Instruction


Handler = Callable[["Machine", Thread, Frame, Instruction], Request | None]


class Machine:
    """The state that all threads of a launch share."""

    def __init__(
        self,
        module: Module,
        memory: GlobalMemory,
        grid: Dim3,
        block: Dim3,
        shared_addresses: dict[str, int],
        on_access: Callable[[Access], None] | None,
        on_fence: Callable[[Fence], None] | None,
        max_steps: int,
    ) -> None:
        """Prepare the module's code."""
        self.module = module
        self.memory = memory
        self.grid = grid
        self.block = block
        self.shared_addresses = shared_addresses
        self.on_access, self.on_fence = on_access, on_fence
        self.steps_left = max_steps
        self.steps = 0
        self.output = bytearray()
        self.faults: list[Fault] = []
        self.code: dict[str, Code] = {
            name: flatten(function) for name, function in module.functions.items() if function.defined
        }

    def run(self, thread: Thread) -> Generator[Request, Answer, None]:
        """Execute `thread` from its first frame to its end."""
        back_edges = 0
        while thread.frames:
            frame = thread.frames[-1]
            code = self.code[frame.function.name]
            if frame.at >= len(code.instructions):
                self._return(thread, frame)
                continue
            instruction = code.instructions[frame.at]
            here = frame.at
            frame.at += 1
            self._count_step()
            if instruction.guard and self._guard_fails(frame, instruction):
                continue
            try:
                request = self._execute(thread, frame, instruction)
            except ThreadEndedError:
                return
            if request is not None:
                reply = yield request
                if isinstance(reply, tuple) and instruction.opcode in MATRIX_OPCODES:
                    matrix.finish(self, thread, frame, instruction, reply)
                elif reply is not None:
                    self._write_results(frame, instruction, reply)
            elif frame.at <= here:
                back_edges += 1
                if back_edges % BACK_EDGES_BEFORE_PAUSE == 0:
                    yield Pause()

    def _count_step(self) -> None:
        self.steps += 1
        if self.steps > self.steps_left:
            raise StepLimitError(f"more than {self.steps_left} instructions")

    def _guard_fails(self, frame: Frame, instruction: Instruction) -> bool:
        assert instruction.guard is not None
        return bool(frame.registers[instruction.guard.name]) == instruction.guard_negated

    def _execute(self, thread: Thread, frame: Frame, instruction: Instruction) -> Request | None:
        handler = HANDLERS.get(instruction.opcode)
        if handler is not None:
            return handler(self, thread, frame, instruction)
        if carry.uses_carry(instruction):
            self._with_carry(thread, frame, instruction)
            return None
        evaluate = EVALUATE.get(instruction.opcode)
        if evaluate is None:
            raise UnknownInstructionError(instruction.text)
        operands = [
            self.read(thread, frame, each, _operand_type(instruction, place))
            for place, each in enumerate(instruction.operands[1:])
        ]
        self._write_results(frame, instruction, evaluate(instruction.modifiers, *operands))
        return None

    def _with_carry(self, thread: Thread, frame: Frame, instruction: Instruction) -> None:
        operands = [self.read(thread, frame, each) for each in instruction.operands[1:]]
        self._write_results(frame, instruction, carry.evaluate(instruction.opcode, instruction.modifiers, *operands))

    # ---- registers

    def read(self, thread: Thread, frame: Frame, operand: Operand, kind: str = "") -> int:
        """The bits of a register, a constant, an address; a vector's items are packed, the first lowest."""
        if isinstance(operand, Register):
            value = frame.registers.get(operand.name)
            if value is None:
                value = special_register(operand.name, thread, self.grid, self.block, self.steps)
            return value or 0
        if isinstance(operand, Immediate):
            return _constant(operand, kind)
        if isinstance(operand, Symbol):
            special = special_register(operand.name, thread, self.grid, self.block, self.steps)
            return special if special is not None else self.address_of(frame, operand.name) + operand.offset
        if isinstance(operand, Vector):
            width = WIDTH[kind] // len(operand.items)
            parts = [mask(self.read(thread, frame, each), width) for each in operand.items]
            return sum(part << width * place for place, part in enumerate(parts))
        raise UnknownInstructionError(f"operand {operand}")

    def write(self, frame: Frame, operand: Operand, bits: int, kind: str) -> None:
        """Set a register, extended to its width by the sign of `kind`; a vector takes its items from the low end."""
        if isinstance(operand, Register):
            width = WIDTH[frame.function.registers[operand.name]]
            value = signed(bits, WIDTH[kind]) if is_signed(kind) and width > WIDTH[kind] else bits
            frame.registers[operand.name] = mask(value, width)
        elif isinstance(operand, Vector):
            width = WIDTH[kind] // len(operand.items)
            for place, item in enumerate(operand.items):
                self.write(frame, item, mask(bits >> width * place, width), f"b{width}")

    def _write_results(self, frame: Frame, instruction: Instruction, results: Answer) -> None:
        kind = result_type(instruction.opcode, instruction.modifiers)
        if isinstance(results, tuple):
            self.write(frame, instruction.operands[0], results[0], kind)
            if instruction.pair is not None:
                self.write(frame, instruction.pair, results[1], "pred")
        elif results is not None:
            self.write(frame, instruction.operands[0], results, kind)

    # ---- memory

    def address_of(self, frame: Frame, symbol: str) -> int:
        """The address of a variable in its own space, or of a function."""
        if symbol in frame.variables:
            return frame.variables[symbol].address
        if symbol in self.shared_addresses:
            return self.shared_addresses[symbol]
        return self.memory.address_of(symbol)

    def locate(self, thread: Thread, space: str, address: int, size: int) -> tuple[MemoryObject, int]:
        """The object and offset of an access. Raises MemoryFaultError when it is not inside one, or not aligned."""
        if space == "generic":
            space = space_of(address)
            address = from_generic(space, address)
        windows = {"shared": thread.block.shared, "local": thread.local, "param": thread.params}
        window = windows.get(space, self.memory)
        found, offset = window.find(mask(address, 32 if space == "shared" else 64))
        if offset + size > len(found.data):
            raise MemoryFaultError(f"{size} bytes at {offset} of {found.name}, which has {len(found.data)}")
        if offset % size:
            raise MemoryFaultError(f"{size} bytes at {offset} of {found.name}: not aligned")
        return found, offset

    def find_access(
        self,
        thread: Thread,
        frame: Frame,
        instruction: Instruction,
        operand: Operand,
        size: int,
        kind: str,
        space: str = "",
    ) -> tuple[MemoryObject, int] | None:
        """Where an instruction's access goes, reported to the observer; None (and a fault kept) for a bad one.

        Who makes an atomic access reports it: only then is it known whether it wrote. `space` is the one that the
        instruction names, unless given.
        """
        assert isinstance(operand, Address)
        address = self.read(thread, frame, operand.base) + operand.offset
        try:
            found, offset = self.locate(thread, space or space_named(instruction.modifiers), address, size)
        except MemoryFaultError as fault:
            self.faults.append(Fault("memory", str(fault), instruction, thread))
            return None
        if kind != "atomic":
            self.report_access(thread, instruction, (found, offset), size, kind)
        return found, offset

    def report_access(
        self,
        thread: Thread,
        instruction: Instruction,
        place: tuple[MemoryObject, int],
        size: int,
        kind: str,
        *,
        wrote: bool = True,
    ) -> None:
        """Tell the observer."""
        found, offset = place
        if self.on_access and found.space in ("global", "shared"):
            self.on_access(
                Access(
                    block=thread.block.index,
                    thread=thread.linear,
                    space=found.space,
                    object=found.name,
                    offset=offset,
                    size=size,
                    kind=kind,
                    instruction=instruction,
                    wrote=wrote,
                )
            )

    def read_bytes(self, thread: Thread, address: int, size: int) -> bytes:
        """Bytes at a generic address, for the host's side of `printf`."""
        found, offset = self.locate(thread, "generic", address, 1)
        return bytes(found.data[offset : offset + size])

    def read_string(self, thread: Thread, address: int) -> bytes:
        """A zero-terminated string at a generic address."""
        found, offset = self.locate(thread, "generic", address, 1)
        return bytes(found.data[offset:]).split(b"\0")[0]

    # ---- calls

    def _return(self, thread: Thread, frame: Frame) -> None:
        """Leave a frame; its return values go to the caller's variables."""
        thread.frames.pop()
        thread.local.cut(frame.local_end)
        if thread.frames:
            caller = thread.frames[-1]
            for name, parameter in zip(frame.return_to, frame.function.returns, strict=True):
                value = frame.variables[parameter.name].data
                caller.variables[name].data[: len(value)] = value


def _operand_type(instruction: Instruction, place: int) -> str:
    kind = instruction.modifiers[-1] if instruction.modifiers else ""
    if instruction.opcode == "slct" and place < 2:
        kind = instruction.modifiers[-2]
    return kind if kind in WIDTH else ""


def _constant(operand: Immediate, kind: str) -> int:
    if operand.float_bits == 32 and kind == "f64":
        return F64.encode(F32.decode(operand.bits))
    if operand.float_bits == 64 and kind == "f32":
        return F32.encode(F64.decode(operand.bits))
    return mask(operand.bits, 64)


def space_named(modifiers: tuple[str, ...]) -> str:
    """The state space that an access names; `generic` when none."""
    for each in modifiers:
        base = each.split("::")[0]
        if base in SPACES:
            return base
    return "generic"


# ---- handlers: one function an opcode


def _load(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`ld`, `ldu`: one value, or a vector of 2, 4 or 8."""
    kind = instruction.modifiers[-1]
    destination, source = instruction.operands[:2]
    items = destination.items if isinstance(destination, Vector) else (destination,)
    size = WIDTH[kind] // 8
    place = machine.find_access(thread, frame, instruction, source, size * len(items), "read")
    data = bytes(place[0].data[place[1] : place[1] + size * len(items)]) if place else bytes(size * len(items))
    for number, item in enumerate(items):
        bits = int.from_bytes(data[size * number : size * (number + 1)], "little")
        machine.write(frame, item, bits, kind)


def _store(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
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


def _atomic(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`atom` gives what the cell held; `red` gives nothing."""
    kind = instruction.modifiers[-1]
    size = WIDTH[kind] // 8
    first = 1 if instruction.opcode == "atom" else 0
    place = machine.find_access(thread, frame, instruction, instruction.operands[first], size, "atomic")
    operands = [machine.read(thread, frame, each, kind) for each in instruction.operands[first + 1 :]]
    old = 0
    if place:
        found, offset = place
        old = int.from_bytes(found.data[offset : offset + size], "little")
        new = atomics.updated(instruction.modifiers, found.space, old, *operands)
        failed = atomics.operation_of(instruction.modifiers) == "cas" and old != mask(operands[0], WIDTH[kind])
        machine.report_access(thread, instruction, place, size, "atomic", wrote=not failed)
        found.data[offset : offset + size] = new.to_bytes(size, "little")
    if first:
        machine.write(frame, instruction.operands[0], old, kind)


def _copy(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`cp.async`: copies at once; what the source's size leaves is zero. The observer is told of the waits."""
    if {"commit_group", "wait_group", "wait_all"} & set(instruction.modifiers):
        _fence(machine, thread, frame, instruction)
        return
    if "bulk" in instruction.modifiers:
        raise UnknownInstructionError(instruction.text)
    if "mbarrier" in instruction.modifiers:
        if "noinc" in instruction.modifiers:
            mbarriers.change(machine, thread, frame, instruction, instruction.operands[0], {"arrivals": 1})
        return
    sizes = [machine.read(thread, frame, each) for each in instruction.operands[2:4]]
    data = bytes(sizes[0])
    filled = sizes[1] if len(sizes) > 1 else sizes[0]
    source, target = instruction.operands[1], instruction.operands[0]
    if filled:
        place = machine.find_access(thread, frame, instruction, source, filled, "read", "global")
        read = bytes(place[0].data[place[1] : place[1] + filled]) if place else b""
        data = read.ljust(sizes[0], b"\0")
    place = machine.find_access(thread, frame, instruction, target, sizes[0], "write", "shared")
    if place:
        place[0].data[place[1] : place[1] + len(data)] = data


def _convert_address(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`cvta.space` makes a generic address, `cvta.to.space` the address in the space."""
    to_space = instruction.modifiers[0] == "to"
    space = space_named(instruction.modifiers)
    address = machine.read(thread, frame, instruction.operands[1])
    converted = from_generic(space, address) if to_space else to_generic(space, address)
    machine.write(frame, instruction.operands[0], converted, instruction.modifiers[-1])


def _is_space(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`isspacep.space`: whether a generic address lies in the space."""
    address = machine.read(thread, frame, instruction.operands[1])
    space = space_of(address)
    if space == "global":
        space = machine.memory.space_at(address)
    machine.write(frame, instruction.operands[0], int(space == space_named(instruction.modifiers)), "pred")


def _branch(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`bra`: to a label of the same function."""
    del thread
    target = instruction.operands[0]
    assert isinstance(target, Symbol)
    frame.at = machine.code[frame.function.name].labels[target.name]


def _branch_indexed(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`brx.idx`: to the label that the index picks from a `.branchtargets` list."""
    index, targets = instruction.operands[:2]
    assert isinstance(targets, Symbol)
    names = frame.function.branch_targets[targets.name]
    frame.at = machine.code[frame.function.name].labels[names[machine.read(thread, frame, index)]]


def _leave(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`ret`: back to the caller; the end of the thread in a kernel."""
    del instruction
    machine._return(thread, frame)


def _exit(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`exit`: the end of the thread, from any depth."""
    del machine, frame, instruction
    thread.frames.clear()


def _trap(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`trap`: the end of the thread, as a fault."""
    del frame
    machine.faults.append(Fault("trap", "trap", instruction, thread))
    raise ThreadEndedError


def _nothing(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """Prefetches and hints."""
    del machine, thread, frame, instruction


def _fence(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`membar`, `fence`: threads here see memory in one order anyway; who asks for the order is told."""
    del frame
    if machine.on_fence:
        machine.on_fence(Fence(block=thread.block.index, thread=thread.linear, instruction=instruction))


def _pause(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Request:
    """`nanosleep`."""
    del machine, thread, frame, instruction
    return Pause()


def _call(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`call`, direct or through a register; arguments and results are parameter variables."""
    returns, target, arguments = _call_parts(instruction)
    name = target.name if isinstance(target, Symbol) else ""
    if isinstance(target, Register):
        name = _function_at(machine, thread, frame, instruction, target)
    values = [frame.variables[each].data for each in arguments]
    if name == "vprintf":
        _print(machine, thread, frame, returns, values)
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
        for parameter, value in zip(callee.function.parameters, values, strict=True):
            callee.variables[parameter.name].data[: len(value)] = value
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
    returns = _names(operands.pop(0)) if isinstance(operands[0], Group) else ()
    target = operands.pop(0)
    return returns, target, _names(operands[0]) if operands and isinstance(operands[0], Group) else ()


def _names(group: Operand) -> tuple[str, ...]:
    assert isinstance(group, Group)
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


def _same_address(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`mapa` in a cluster of one block."""
    machine.write(
        frame,
        instruction.operands[0],
        machine.read(thread, frame, instruction.operands[1]),
        instruction.modifiers[-1],
    )


def _zero(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`getctarank` in a cluster of one block; `createpolicy`, whose value means nothing here."""
    del thread
    machine.write(frame, instruction.operands[0], 0, "b64" if instruction.opcode == "createpolicy" else "u32")


def _barrier(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Request | None:
    """`bar` and `barrier`: of the block (`sync`, `arrive`, `red`), the warp (`warp.sync`) or a cluster of one block."""
    modifiers = instruction.modifiers
    if "cluster" in modifiers:
        return None if "arrive" in modifiers else Barrier(instruction, 0, None, True)
    if "warp" in modifiers:
        members = machine.read(thread, frame, instruction.operands[0])
        return Collective(instruction, mask(members, 32), ())
    skipped = 1 if "red" in modifiers else 0
    values = [machine.read(thread, frame, each) for each in instruction.operands[skipped:]]
    reduction = next((each for each in modifiers if each in ("popc", "and", "or")), None)
    value = values.pop() if reduction else 0
    count = values[1] if len(values) > 1 else None
    return Barrier(instruction, values[0], count, "arrive" not in modifiers, reduction, value)


def _collective(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Request:
    """`shfl`, `vote`, `match`, `redux`, `elect`: the last operand is the mask of lanes."""
    *operands, members = (machine.read(thread, frame, each) for each in instruction.operands[1:])
    return Collective(instruction, mask(members, 32), tuple(operands))


def _active(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Request:
    """`activemask`: the lanes that come here together."""
    del machine, thread, frame
    return Collective(instruction, 0, ())


def _matrix(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> Request:
    """`wmma`, `mma`, `ldmatrix`, `stmatrix`, `movmatrix`: the whole warp."""
    try:
        words = matrix.brought(machine, thread, frame, instruction)
    except UnknownFormError:
        raise UnknownInstructionError(instruction.text) from None
    return Collective(instruction, 0xFFFFFFFF, words)


HANDLERS: dict[str, Handler] = {
    "activemask": _active,
    "alloca": stack.allocate,
    "applypriority": _nothing,
    "atom": _atomic,
    "bar": _barrier,
    "barrier": _barrier,
    "bra": _branch,
    "brx": _branch_indexed,
    "call": _call,
    "cp": _copy,
    "createpolicy": _zero,
    "cvta": _convert_address,
    "discard": _nothing,
    "elect": _collective,
    "exit": _exit,
    "fence": _fence,
    "getctarank": _zero,
    "griddepcontrol": _nothing,
    "isspacep": _is_space,
    "ld": _load,
    "ldu": _load,
    "mapa": _same_address,
    "match": _collective,
    "mbarrier": mbarriers.execute,
    "membar": _fence,
    "nanosleep": _pause,
    "pmevent": _nothing,
    "prefetch": _nothing,
    "prefetchu": _nothing,
    "red": _atomic,
    "redux": _collective,
    "ret": _leave,
    "setmaxnreg": _nothing,
    "shfl": _collective,
    "st": _store,
    "stackrestore": stack.restore,
    "stacksave": stack.save,
    "trap": _trap,
    "vote": _collective,
    **dict.fromkeys(MATRIX_OPCODES, _matrix),
}


__all__ = ["HANDLERS", "Access", "Fault", "Fence", "Machine", "StepLimitError", "requests"]
