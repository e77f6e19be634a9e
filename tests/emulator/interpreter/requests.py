"""What a thread asks of its block or warp when it cannot go on alone, and how a warp answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grader.emulator.matrix.forms import MATRIX_OPCODES
from grader.emulator.ptx.nodes import Instruction
from tests.emulator.interpreter import matrix as matrices
from tests.emulator.interpreter.integer import add as integer_add
from tests.emulator.interpreter.integer import bitwise_and, bitwise_or, bitwise_xor, maximum, minimum

Answer = int | tuple[int, int] | tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Pause:
    """Lets other threads go on: a spinning thread must not starve the one it waits for."""


@dataclass(frozen=True, slots=True)
class Barrier:
    """Arrival at a block barrier. `count` is the threads it needs (None: all of the block that have not exited).

    `waits` is False for `bar.arrive`. `reduction` is popc, and or or, over `value`.
    """

    instruction: Instruction
    number: int
    count: int | None
    waits: bool
    reduction: str | None = None
    value: int = 0


@dataclass(frozen=True, slots=True)
class Collective:
    """Arrival at a warp collective: which one, the lanes that take part, this lane's operands."""

    instruction: Instruction
    mask: int
    operands: tuple[int, ...]

    @property
    def name(self) -> str:
        """Threads meet when they ask for the same operation with the same mask."""
        return self.instruction.name


Request = Pause | Barrier | Collective
Lanes = Mapping[int, tuple[int, ...]]


def answer(instruction: Instruction, mask: int, lanes: Lanes) -> dict[int, Answer]:
    """What each lane gets from a collective; `lanes` maps the lanes that came to their operands."""
    if instruction.opcode in ("bar", "barrier"):
        return dict.fromkeys(lanes)
    if instruction.opcode == "activemask":
        active = sum(1 << lane for lane in lanes)
        return dict.fromkeys(lanes, active)
    if instruction.opcode in MATRIX_OPCODES:
        return {**matrices.answer(instruction, lanes)}
    return _ANSWERS[instruction.opcode](instruction.modifiers, mask, lanes)


def _shuffle(modifiers: tuple[str, ...], mask: int, lanes: Lanes) -> dict[int, Answer]:
    """`shfl.sync`: (value, whether the source lane was in range); out of range, the lane's own value."""
    del mask
    return {
        lane: (lanes[giver][0], int(_source_lane(modifiers[1], lane, *lanes[lane][1:])[1]))
        for lane, giver in givers(modifiers, lanes).items()
    }


def givers(modifiers: tuple[str, ...], lanes: Lanes) -> dict[int, int]:
    """The lane from which each lane gets its value in a `shfl.sync`."""
    found = {}
    for lane, (_, step, control) in lanes.items():
        source, in_range = _source_lane(modifiers[1], lane, step, control)
        found[lane] = source if in_range and source in lanes else lane
    return found


def _source_lane(mode: str, lane: int, step: int, control: int) -> tuple[int, bool]:
    step, clamp, segment = step & 31, control & 31, control >> 8 & 31
    greatest = lane & segment | clamp & ~segment
    if mode == "up":
        return lane - step, lane - step >= greatest
    source = {"down": lane + step, "bfly": lane ^ step, "idx": lane & segment | step & ~segment}[mode]
    return source, source <= greatest


def _vote(modifiers: tuple[str, ...], mask: int, lanes: Lanes) -> dict[int, Answer]:
    """`vote.sync.{all,any,uni,ballot}`."""
    del mask
    votes = {lane: operands[0] for lane, operands in lanes.items()}
    results = {
        "all": int(all(votes.values())),
        "any": int(any(votes.values())),
        "uni": int(len(set(votes.values())) == 1),
        "ballot": sum(vote << lane for lane, vote in votes.items()),
    }
    return dict.fromkeys(lanes, results[modifiers[1]])


def _match(modifiers: tuple[str, ...], mask: int, lanes: Lanes) -> dict[int, Answer]:
    """`match.any.sync`: the lanes with the same value. `match.all.sync`: (mask, 1) when all have it, else (0, 0)."""
    values = {lane: operands[0] for lane, operands in lanes.items()}
    if modifiers[0] == "all":
        same = len(set(values.values())) == 1
        return dict.fromkeys(lanes, (mask if same else 0, int(same)))
    return {
        lane: sum(1 << other for other, theirs in values.items() if theirs == value) for lane, value in values.items()
    }


def _reduce(modifiers: tuple[str, ...], mask: int, lanes: Lanes) -> dict[int, Answer]:
    """`redux.sync.op.type`."""
    del mask
    combine: Callable[..., int] = {
        "add": integer_add, "min": minimum, "max": maximum, "and": bitwise_and, "or": bitwise_or, "xor": bitwise_xor,
    }[modifiers[1]]  # fmt: skip
    values = [operands[0] for operands in lanes.values()]
    total = values[0]
    for value in values[1:]:
        total = combine(modifiers[-1:], total, value)
    return dict.fromkeys(lanes, total)


def _elect(modifiers: tuple[str, ...], mask: int, lanes: Lanes) -> dict[int, Answer]:
    """`elect.sync`: (the chosen lane, whether it is this one); the lowest is chosen."""
    del modifiers, mask
    leader = min(lanes)
    return {lane: (leader, int(lane == leader)) for lane in lanes}


_ANSWERS: dict[str, Callable[[tuple[str, ...], int, Lanes], dict[int, Answer]]] = {
    "shfl": _shuffle,
    "vote": _vote,
    "match": _match,
    "redux": _reduce,
    "elect": _elect,
}
