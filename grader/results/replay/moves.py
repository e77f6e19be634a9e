"""Convert recorded events to actions of threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.results import Recording

ReplayEvent = tuple[int, int, int, str, str, int, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One action of one thread.

    `kind` is load (from global or constant memory), read (from a shared array), fma, store, atomic, barrier or exit.
    `operands` of an fma are the two elements `(array, index, value)` that give its `value`, if a lab knows them.
    `tile_phase` is the block's phase from 0 as the lab counts; by default, a phase ends at each barrier.
    """

    thread: int
    interval: int
    tile_phase: int
    line: int
    kind: str
    array: str = ""
    index: int = 0
    value: float = 0.0
    operands: tuple[tuple[str, int, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """Actions in execution order; shared arrays that hold `sums`, not tiles; each thread's output element."""

    actions: Sequence[Action]
    sums: frozenset[str] = frozenset()
    cell_of_thread: dict[int, int] = field(default_factory=dict)


def whole_intervals(recording: Recording) -> tuple[ReplayEvent, ...]:
    """Return the events up to the last complete barrier interval: all, unless the recording was truncated.

    Threads run one after another up to each barrier, so a truncated interval lacks some threads.
    """
    if not recording.truncated:
        return recording.events
    last = max((event[1] for event in recording.events), default=0)
    return tuple(event for event in recording.events if event[1] < last)


def plain_moves(recording: Recording, events: Sequence[ReplayEvent]) -> Moves:
    """Return each event as an action; the first output element that a thread writes becomes its own.

    Multiply-adds are omitted: without known operands, a sum, an index and a step of `expf` look the same.
    """
    cells: dict[int, int] = {}
    actions = []
    for thread, interval, line, op, array, index, value in events:
        if op == "fma":
            continue
        kind = "read" if op == "load" and array not in recording.buffers else op
        if op in ("store", "atomic") and array == recording.output and index >= 0:
            cells.setdefault(thread, index)
        actions.append(
            Action(
                thread=thread, interval=interval, tile_phase=interval, line=line, kind=kind, array=array, index=index,
                value=value,
            )
        )  # fmt: skip
    return Moves(actions=actions, cell_of_thread=cells)
