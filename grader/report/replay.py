"""A recorded block as steps: what its threads did, merged into the lesson's moves (load, store, multiply-add, barrier).

Threads of one barrier interval may run in any order, so where nothing depends on it they are shown in step, line by
line, as the lesson draws them. Where threads race, the order decides what is seen: then the steps are as they ran.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from grader.report.moves import Action, Event, actions_of, sum_arrays, whole_intervals
from grader.report.product import shape_of
from grader.results import Recording

SINGLE_STEP_THREADS = 16
"""Up to so many threads, a racing block shows each multiply-add as a step of its own."""

_RANK = {"load": 0, "read": 1, "fma": 2, "store": 3, "barrier": 4, "exit": 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What is shown at once: the same move, on the same line, by one thread or many.

    Of a barrier, `arrived` threads are there when the step ends, and `awaited` come to it before anyone goes on.
    """

    line: int
    kind: str
    array: str
    interval: int
    tile_phase: int
    actions: tuple[Action, ...]
    arrived: int = 0
    awaited: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two threads touch the same element within one barrier interval, one of them writing: a race, drawn."""

    interval: int
    array: str
    index: int
    writer: int
    writer_line: int
    other: int
    other_line: int
    other_kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A recording ready to be shown: `in_step` tells whether threads are shown side by side.

    Of a recording that was cut, the steps end at the last barrier that all is known of: `cut` says that more came, so
    that nothing may be counted that needs the rest.
    """

    recording: Recording
    steps: tuple[Step, ...]
    in_step: bool
    conflicts: tuple[Conflict, ...]
    cut: bool = False
    sums: frozenset[str] = frozenset()
    cell_of_thread: dict[int, int] = field(default_factory=dict)

    @property
    def tile_phases(self) -> int:
        """How many of the lesson's phases the block went through, as far as it is known."""
        return max((step.tile_phase for step in self.steps), default=-1) + 1


def replay(recording: Recording) -> Replay:
    """The steps of `recording`."""
    events = whole_intervals(recording)
    conflicts = tuple(_conflicts(events))
    actions = actions_of(recording, events)
    ordered = _as_it_ran(actions, _threads(recording)) if conflicts else _in_step(actions)
    return Replay(
        recording=recording,
        steps=_with_arrivals(tuple(ordered)),
        in_step=not conflicts,
        conflicts=conflicts,
        cut=recording.truncated,
        sums=sum_arrays(recording, events),
        cell_of_thread=_cells(recording),
    )


def drawn_width(dims: Sequence[int], tile_width: int) -> int:
    """In how many columns a shared array is drawn: a flat tile of whole rows as rows of the tile width."""
    if len(dims) == 1 and dims[0] > tile_width and dims[0] % tile_width == 0:
        return tile_width
    return dims[-1]


def _threads(recording: Recording) -> int:
    return math.prod(recording.block_dim)


def _cells(recording: Recording) -> dict[int, int]:
    """The element of C that each thread owns: the one that it stores to, else the one at its place in the grid."""
    width, height, _ = recording.block_dim
    cells = {}
    if (width, height) == (recording.tile_width, recording.tile_width):
        for thread in range(width * height):
            row = recording.block[1] * height + thread // width
            col = recording.block[0] * width + thread % width
            if row < shape_of(recording).M and col < shape_of(recording).N:
                cells[thread] = row * shape_of(recording).N + col
    stored: dict[int, int] = {}
    for thread, _, _, op, array, index, _ in recording.events:
        if op == "store" and array == "C" and index >= 0:
            stored.setdefault(thread, index)
    return {**cells, **stored}


Party = tuple[int, int]
"""A thread and the source line of its access."""


def _conflicts(events: Iterable[Event]) -> Iterator[Conflict]:
    """One conflict for each pair of lines."""
    writers: dict[tuple[int, str, int], Party] = {}
    readers: dict[tuple[int, str, int], list[Party]] = defaultdict(list)
    told: set[tuple[str, int, int, str]] = set()
    for thread, interval, line, op, array, index, _ in events:
        if op not in ("load", "store") or index < 0:
            continue
        place, own = (interval, array, index), (thread, line)
        writer = writers.get(place)
        found: Conflict | None = None
        if op == "store":
            other = next((party for party in readers[place] if party[0] != thread), None)
            if other is not None:
                found = _conflict(place, own, other, "read")
            elif writer is not None and writer[0] != thread:
                found = _conflict(place, own, writer, "write")
            writers[place] = own
        else:
            if writer is not None and writer[0] != thread:
                found = _conflict(place, writer, own, "read")
            # two different readers are enough to find one that is not the writer
            if len(readers[place]) < 2 and all(party[0] != thread for party in readers[place]):
                readers[place].append(own)
        if found is not None and (key := (array, found.writer_line, found.other_line, found.other_kind)) not in told:
            told.add(key)
            yield found


def _conflict(place: tuple[int, str, int], writer: Party, other: Party, kind: str) -> Conflict:
    interval, array, index = place
    return Conflict(
        interval=interval,
        array=array,
        index=index,
        writer=writer[0],
        writer_line=writer[1],
        other=other[0],
        other_line=other[1],
        other_kind=kind,
    )


def _in_step(actions: Sequence[Action]) -> Iterator[Step]:
    """Within each barrier interval, the threads that are furthest behind in the source move together."""
    intervals: dict[int, dict[int, list[Action]]] = defaultdict(lambda: defaultdict(list))
    for action in actions:
        intervals[action.interval][action.thread].append(action)
    for interval in sorted(intervals):
        waiting = {thread: iter(moves) for thread, moves in sorted(intervals[interval].items())}
        heads = {thread: next(moves) for thread, moves in waiting.items()}
        while heads:
            lead = min(heads.values(), key=_place)
            same = tuple(
                head
                for head in heads.values()
                if (head.line, head.kind, head.array) == (lead.line, lead.kind, lead.array)
            )
            yield _step(same)
            for action in same:
                following = next(waiting[action.thread], None)
                if following is None:
                    del heads[action.thread]
                else:
                    heads[action.thread] = following


def _place(action: Action) -> tuple[int, int, int]:
    # a barrier or an exit waits for all that the others still do in this interval, wherever it stands in the source
    return (action.kind in ("barrier", "exit"), action.line, _RANK.get(action.kind, 0))


def _as_it_ran(actions: Sequence[Action], threads: int) -> Iterator[Step]:
    """Moves of one thread on one line are one step; arrivals at one barrier are one step."""
    group: list[Action] = []
    for action in actions:
        if group and not _joins(group[-1], action, threads):
            yield _step(tuple(group))
            group = []
        group.append(action)
    if group:
        yield _step(tuple(group))


def _joins(last: Action, action: Action, threads: int) -> bool:
    if (last.line, last.kind, last.interval) != (action.line, action.kind, action.interval):
        return False
    if action.kind in ("barrier", "exit"):
        return True
    return last.thread == action.thread and last.array == action.array and threads > SINGLE_STEP_THREADS


def _with_arrivals(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps, with every arrival at a barrier counted."""
    meeting = Counter(
        (action.interval, action.line) for step in steps if step.kind == "barrier" for action in step.actions
    )
    there: Counter[tuple[int, int]] = Counter()
    counted = []
    for step in steps:
        if step.kind == "barrier":
            place = (step.interval, step.line)
            there[place] += len(step.actions)
            step = replace(step, arrived=there[place], awaited=meeting[place])
        counted.append(step)
    return tuple(counted)


def _step(actions: tuple[Action, ...]) -> Step:
    first = actions[0]
    return Step(
        line=first.line,
        kind=first.kind,
        array=first.array,
        interval=first.interval,
        tile_phase=max(action.tile_phase for action in actions),
        actions=actions,
    )
