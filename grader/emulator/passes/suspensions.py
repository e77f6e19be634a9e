"""Where a thread waits for others: barriers, warp collectives, and turns given up in loops that wait for memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from grader.emulator.matrix import MATRIX_OPCODES
from grader.emulator.passes.control_flow import Block
from grader.emulator.passes.value_flow import decides_branch, readers_of
from grader.emulator.ptx import Function, Immediate, Instruction, Label, Symbol

WARP_OPCODES = frozenset({"shfl", "vote", "match", "redux", "activemask", "elect"})


def is_block_barrier(i: Instruction) -> bool:
    """A barrier of the block at which the thread stops."""
    return i.opcode in ("bar", "barrier") and not {"warp", "arrive"} & set(i.modifiers)


def is_plain_barrier(i: Instruction) -> bool:
    """`__syncthreads()`: barrier 0, all threads, no value."""
    named = i.operands[0] if i.operands else None
    zero = named is None or (isinstance(named, Immediate) and named.bits == 0)
    return is_block_barrier(i) and "red" not in i.modifiers and len(i.operands) <= 1 and zero


def is_warp_operation(i: Instruction) -> bool:
    """What the threads of a warp do together."""
    return i.opcode in WARP_OPCODES | MATRIX_OPCODES or (i.opcode in ("bar", "barrier") and "warp" in i.modifiers)


def suspender(function: Function, *, lockstep: bool = False) -> Callable[[Instruction], str]:
    """For one function: says of an instruction whether a thread must `wait` there or may `yield` after it.

    In `lockstep` threads also yield `around` each store that others can see. What one loads before a store, all have
    loaded then, and no one goes on to load before all have stored: as if every warp took one access at a time.
    """
    spins = spinning(function)

    def suspends(instruction: Instruction) -> str:
        if is_block_barrier(instruction) or is_warp_operation(instruction):
            return "wait"
        if lockstep and _stores(instruction):
            return "around"
        return "yield" if id(instruction) in spins else ""

    return suspends


def _stores(i: Instruction) -> bool:
    return i.opcode in ("st", "atom", "red") and not {"local", "param"} & set(i.modifiers)


def spinning(function: Function) -> set[int]:
    """Instructions, by `id`, in loops by which a thread may be waiting for another thread's store."""
    places = {item.name: place for place, item in enumerate(function.body) if isinstance(item, Label)}
    looped: set[int] = set()
    for place, item in enumerate(function.body):
        target = item.operands[0] if isinstance(item, Instruction) and item.opcode == "bra" else None
        if isinstance(target, Symbol) and places.get(target.name, place) < place:
            looped |= set(range(places[target.name], place))
    readers = readers_of(function)
    return {
        id(item)
        for place in looped
        if isinstance(item := function.body[place], Instruction) and _watches(item, readers)
    }


def _watches(i: Instruction, readers: Mapping[str, Sequence[Instruction]]) -> bool:
    words = set(i.modifiers)
    if i.opcode == "nanosleep" or (i.opcode == "mbarrier" and words & {"test_wait", "try_wait"}):
        return True
    if i.opcode == "ld":
        return bool(words & {"volatile", "relaxed", "acquire", "cv"}) and decides_branch(i, readers)
    if i.opcode != "atom":
        return False
    # Adding nothing is a way of reading; code that is not optimised has the nothing in a register.
    added = i.operands[2]
    idle = added.bits == 0 if isinstance(added, Immediate) else decides_branch(i, readers)
    return bool(words & {"cas", "exch"}) or idle


@dataclass(frozen=True, slots=True)
class Suspension:
    """One place where a thread stops; numbers go up by kind: plain barriers, other barriers, warp, turns."""

    number: int
    block: Block
    kind: str

    @property
    def instruction(self) -> Instruction:
        assert self.block.last is not None
        return self.block.last


def number_suspensions(blocks: list[Block]) -> dict[int, Suspension]:
    """All suspensions of a kernel by block."""
    order = ("plain", "barrier", "warp", "turn")

    def kind(block: Block) -> str:
        assert block.last is not None
        if block.ending == "yield":
            return "turn"
        if is_warp_operation(block.last):
            return "warp"
        return "plain" if is_plain_barrier(block.last) else "barrier"

    stops = sorted((b for b in blocks if b.ending in ("suspend", "yield")), key=lambda b: order.index(kind(b)))
    return {block.index: Suspension(number, block, kind(block)) for number, block in enumerate(stops, start=1)}
