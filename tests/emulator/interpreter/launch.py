"""Runs a whole launch: every thread to its next request, then the barriers and collectives that are complete."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from grader.emulator.ptx.nodes import Function, Module, PtxParameter
from grader.emulator.result import Dim3
from tests.emulator.interpreter.execute import run
from tests.emulator.interpreter.faults import Fault
from tests.emulator.interpreter.machine import Machine
from tests.emulator.interpreter.memory import GlobalMemory, shared_window
from tests.emulator.interpreter.observing import Access, Fence, Synchronization
from tests.emulator.interpreter.requests import Answer, Barrier, Collective, Pause, Request, answer, givers
from tests.emulator.interpreter.scalars import mask
from tests.emulator.interpreter.threads import WARP, Block, Thread

Argument = np.ndarray | int | float | bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a launch gave, beside the arrays that it wrote in place.

    `stuck` holds the instructions that threads wait at for ever (divergent barriers, missing lanes).
    """

    output: str
    faults: tuple[Fault, ...]
    stuck: tuple[str, ...]
    steps: int


@dataclass(slots=True, eq=False)
class _Running:
    """A thread under way and what it last asked for; `request` is None when it can go on."""

    thread: Thread
    execution: Generator[Request, Answer, None]
    request: Request | None = None
    reply: Answer = None
    exited: bool = False


@dataclass(slots=True)
class _BlockState:
    block: Block
    threads: list[_Running]
    # Who has arrived at a barrier without waiting, for its next completion and for later ones.
    arrived: dict[int, list[set[int]]] = field(default_factory=dict)

    @property
    def alive(self) -> list[_Running]:
        return [each for each in self.threads if not each.exited]

    def warps(self) -> list[list[_Running]]:
        return [self.threads[start : start + WARP] for start in range(0, len(self.threads), WARP)]


def interpret(
    module: Module,
    kernel: str,
    *,
    grid: Sequence[int],
    block: Sequence[int],
    args: Sequence[Argument],
    names: Sequence[str | None] = (),
    shared_bytes: int = 0,
    order: Random | None = None,
    on_access: Callable[[Access], None] | None = None,
    on_synchronization: Callable[[Synchronization], None] | None = None,
    on_fence: Callable[[Fence], None] | None = None,
    max_steps: int = 2_000_000,
) -> Outcome:
    """Launch `kernel` of `module` on `grid` blocks of `block` threads.

    Arrays (C-contiguous) are global buffers and are written in place; numbers take the parameter's type; `bytes` are
    structures by value. `order` shuffles the threads at every turn. Raises StepLimitError after `max_steps`
    instructions and UnknownInstructionError for what has no definition.
    """
    function = module.functions[kernel]
    memory = GlobalMemory(module)
    values = _place_arguments(memory, function, args, names)
    shape, blocks = _dim3(block), _dim3(grid)
    shared_addresses = shared_window(module, shared_bytes)[1]
    machine = Machine(module, memory, blocks, shape, shared_addresses, on_access, on_fence, max_steps)
    states = []
    for index in _indices(blocks):
        state = _start_block(machine, function, Block(index, shared_window(module, shared_bytes)[0]), values)
        states.append(state)
    stuck = _run_to_end(states, order, on_synchronization or (lambda _: None))
    return Outcome(
        output=machine.output.decode(errors="replace"),
        faults=tuple(machine.faults),
        stuck=tuple(stuck),
        steps=machine.steps,
    )


def _dim3(extent: Sequence[int]) -> Dim3:
    x, y, z = (*extent, 1, 1)[:3]
    return x, y, z


def _indices(extent: Dim3) -> list[Dim3]:
    return [(x, y, z) for z in range(extent[2]) for y in range(extent[1]) for x in range(extent[0])]


def _place_arguments(
    memory: GlobalMemory, function: Function, args: Sequence[Argument], names: Sequence[str | None]
) -> list[bytes]:
    if len(args) != len(function.parameters):
        raise TypeError(f"{function.name} takes {len(function.parameters)} arguments, not {len(args)}")
    values = []
    for number, (parameter, argument) in enumerate(zip(function.parameters, args, strict=True)):
        name = names[number] if number < len(names) else None
        values.append(_argument_bytes(memory, parameter, argument, name or parameter.name))
    return values


def _argument_bytes(memory: GlobalMemory, parameter: PtxParameter, argument: Argument, name: str) -> bytes:
    if isinstance(argument, np.ndarray):
        if not argument.flags.c_contiguous:
            raise ValueError("array arguments must be C-contiguous")
        data = argument.reshape(-1).view(np.uint8).data
        return memory.place(name, "global", data).address.to_bytes(8, "little")
    if isinstance(argument, bytes):
        return argument
    if parameter.type in ("f32", "f64"):
        return np.asarray(argument, dtype=f"<{parameter.type[0]}{parameter.size}").tobytes()
    if isinstance(argument, float) or not isinstance(argument, (int, np.integer)):
        width = {4: "<f4", 8: "<f8"}[parameter.size]
        return np.asarray(argument, dtype=width).tobytes()
    return mask(int(argument), 8 * parameter.size).to_bytes(parameter.size, "little")


def _start_block(machine: Machine, function: Function, block: Block, values: list[bytes]) -> _BlockState:
    running = []
    for linear, index in enumerate(_indices(machine.block)):
        thread = Thread(block, index, linear)
        frame = thread.enter(function)
        for parameter, value in zip(function.parameters, values, strict=True):
            frame.variables[parameter.name].data[: len(value)] = value
            frame.variables[parameter.name].unset = {}
        running.append(_Running(thread, run(machine, thread)))
    return _BlockState(block, running)


def _run_to_end(
    states: list[_BlockState], order: Random | None, notify: Callable[[Synchronization], None]
) -> list[str]:
    """Take turns over all threads of all blocks until none can go on; returns where those that are left wait."""
    while True:
        everyone = [each for state in states for each in state.alive]
        if order:
            order.shuffle(everyone)
        moved = [_resume(each) for each in everyone if each.request is None]
        completed = [_complete(state, notify) for state in states]
        if not any(moved) and not any(completed):
            break
    return [
        each.request.instruction.text
        for state in states
        for each in state.alive
        if isinstance(each.request, (Barrier, Collective))
    ]


def _resume(running: _Running) -> bool:
    try:
        running.request = running.execution.send(running.reply)
    except StopIteration:
        running.exited = True
    running.reply = None
    if isinstance(running.request, Pause):
        running.request = None
    return True


def _complete(state: _BlockState, notify: Callable[[Synchronization], None]) -> bool:
    progress = False
    for warp in state.warps():
        progress |= _complete_collectives(state, warp, notify)
    return progress | _complete_barriers(state, notify)


def _complete_collectives(state: _BlockState, warp: list[_Running], notify: Callable[[Synchronization], None]) -> bool:
    progress = False
    alive = {each.thread.lane: each for each in warp if not each.exited}
    for members in _meetings(alive):
        first = next(iter(members.values())).request
        assert isinstance(first, Collective)
        lanes = {lane: each.request.operands for lane, each in members.items() if isinstance(each.request, Collective)}
        answers = answer(first.instruction, first.mask, lanes)
        if first.instruction.opcode == "shfl":
            brought = {lane: each.thread.shuffled for lane, each in members.items()}
            for lane, giver in givers(first.instruction.modifiers, lanes).items():
                members[lane].thread.shuffled = brought[giver]
        for lane, each in members.items():
            each.request, each.reply = None, answers[lane]
        if first.instruction.opcode != "activemask":
            who = frozenset(each.thread.linear for each in members.values())
            collective = first.instruction.opcode not in ("bar", "barrier")
            notify(Synchronization(block=state.block.index, releasing=who, acquiring=who, collective=collective))
        progress = True
    return progress


def _meetings(alive: dict[int, _Running]) -> list[dict[int, _Running]]:
    """The groups of lanes whose collective is complete: every lane of its mask that has not exited is there."""
    groups: dict[tuple[str, int], dict[int, _Running]] = {}
    for lane, each in alive.items():
        if isinstance(each.request, Collective):
            groups.setdefault((each.request.name, each.request.mask), {})[lane] = each
    complete = []
    nobody_runs = all(each.request is not None for each in alive.values())
    for (name, members), group in groups.items():
        if name.startswith("activemask"):
            # Lanes converge here as far as they can: the group is all that come before the warp stands still.
            if nobody_runs:
                complete.append(group)
        elif all(lane in group for lane in alive if members >> lane & 1):
            complete.append(group)
    return complete


def _complete_barriers(state: _BlockState, notify: Callable[[Synchronization], None]) -> bool:
    progress = False
    for number in range(16):
        waiting = [each for each in state.alive if isinstance(each.request, Barrier) and each.request.number == number]
        progress |= _note_arrivals(state, number, waiting, notify)
        waiting = [each for each in waiting if each.request is not None]
        arrived = (state.arrived.get(number) or [set()])[0]
        if waiting and _enough(state, waiting, arrived):
            _release(state, number, waiting, notify)
            progress = True
    return progress


def _note_arrivals(
    state: _BlockState, number: int, waiting: list[_Running], notify: Callable[[Synchronization], None]
) -> bool:
    """`bar.arrive` counts the thread in and lets it go on."""
    progress = False
    for each in waiting:
        assert isinstance(each.request, Barrier)
        if not each.request.waits:
            who = frozenset((each.thread.linear,))
            notify(_meeting(state, number, who, frozenset()))
            completed = _arrive(state, number, each)
            if completed:
                notify(_meeting(state, number, frozenset(), frozenset(), completed))
            each.request = None
            progress = True
    return progress


def _meeting(
    state: _BlockState,
    number: int,
    releasing: frozenset[int],
    acquiring: frozenset[int],
    arrived: Collection[int] = (),
) -> Synchronization:
    return Synchronization(
        block=state.block.index,
        releasing=releasing,
        acquiring=acquiring,
        collective=False,
        barrier=number,
        arrived=frozenset(arrived),
    )


def _arrive(state: _BlockState, number: int, who: _Running) -> set[int]:
    """Count an arrival for the first completion of the barrier that the thread has not arrived for yet.

    Returns who made that completion together, if nobody was waited for.
    """
    completions = state.arrived.setdefault(number, [])
    thread = who.thread.linear
    place = next((n for n, those in enumerate(completions) if thread not in those), len(completions))
    if place == len(completions):
        completions.append(set())
    completions[place].add(thread)
    assert isinstance(who.request, Barrier)
    if place == 0 and len(completions[0]) == who.request.count:
        return completions.pop(0)
    return set()


def _enough(state: _BlockState, waiting: list[_Running], arrived: set[int]) -> bool:
    request = waiting[0].request
    assert isinstance(request, Barrier)
    needed = len(state.alive) if request.count is None else request.count
    return len(waiting) + len(arrived) >= needed


def _release(
    state: _BlockState,
    number: int,
    waiting: list[_Running],
    notify: Callable[[Synchronization], None],
) -> None:
    values = [each.request.value for each in waiting if isinstance(each.request, Barrier)]
    for each in waiting:
        assert isinstance(each.request, Barrier)
        each.reply = _reduced(each.request.reduction, values)
        each.request = None
    acquiring = frozenset(each.thread.linear for each in waiting)
    arrived, *state.arrived[number] = state.arrived.get(number) or [set()]
    notify(_meeting(state, number, acquiring, acquiring, arrived))


def _reduced(reduction: str | None, values: list[int]) -> int | None:
    if reduction is None:
        return None
    return {"popc": sum(values), "and": int(all(values)), "or": int(any(values))}[reduction]
