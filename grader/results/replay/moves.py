"""Recorded events as moves of threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.results import Recording

ReplayEvent = tuple[int, int, int, str, str, int, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One move of one thread.

    `kind` is load (from global or constant memory), read (from a shared array), fma, store, atomic, barrier or exit.
    `operands` of an fma are the two elements `(array, index, value)` that give its `value`, where a lab can tell them.
    `tile_phase` counts a block's phases from 0, as the lab counts them: from barrier to barrier, if it says nothing.
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
    """The moves in the order they ran; shared arrays that hold `sums`, not tiles; the output's element of a thread."""

    actions: Sequence[Action]
    sums: frozenset[str] = frozenset()
    cell_of_thread: dict[int, int] = field(default_factory=dict)


def whole_intervals(recording: Recording) -> tuple[ReplayEvent, ...]:
    """The events up to the last barrier that all of them are known of: all, unless the recording was cut.

    Threads run one after another up to each barrier, so a cut leaves some threads out of the interval that it falls in.
    """
    if not recording.truncated:
        return recording.events
    last = max((event[1] for event in recording.events), default=0)
    return tuple(event for event in recording.events if event[1] < last)


def plain_moves(recording: Recording, events: Sequence[ReplayEvent]) -> Moves:
    """Each event as a move of its own; the first element of the output that a thread writes is its own.

    Multiply-adds are left out: a sum, an index or a step of `expf` look alike where it is not known what goes in.
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
