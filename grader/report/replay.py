"""A recorded block as steps: what its threads did, merged into the lesson's moves (load, store, multiply-add, barrier).

Threads of one barrier interval may run in any order, so where nothing depends on it they are shown in step, line by
line, as the lesson draws them. Where threads race, the order decides what is seen: then the steps are as they ran.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from grader.results import Recording

Event = tuple[int, int, int, str, str, int, float]
MATRICES = ("A", "B", "C")
RECENT_READS = 64
"""How far back an operand of a multiply-add is looked for among a thread's reads of shared memory."""
CANDIDATES = 16
"""How many of those reads are tried in pairs."""
SUMS_KEPT = 8
"""Running sums that one thread may keep at a time."""
SINGLE_STEP_THREADS = 16
"""Up to so many threads, a racing block shows each multiply-add as a step of its own."""

_RANK = {"load": 0, "read": 1, "fma": 2, "store": 3, "barrier": 4, "exit": 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One move of one thread.

    `kind` is load (from a matrix), read (from a shared array), fma, store, barrier or exit. `operands` of an fma are
    the two shared elements `(array, index, value)` that give its `value`, when they could be told from the reads
    before it. `tile_phase` counts from 0 the lesson's phases: the first load for a tile after a
    multiply-add starts one.
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
class Step:
    """What is shown at once: the same move, on the same line, by one thread or many."""

    line: int
    kind: str
    array: str
    interval: int
    tile_phase: int
    actions: tuple[Action, ...]


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
    """A recording ready to be shown: `in_step` tells whether threads are shown side by side."""

    recording: Recording
    steps: tuple[Step, ...]
    in_step: bool
    conflicts: tuple[Conflict, ...]
    cell_of_thread: dict[int, int] = field(default_factory=dict)

    @property
    def tile_phases(self) -> int:
        """How many of the lesson's phases the block went through."""
        return max((step.tile_phase for step in self.steps), default=-1) + 1


def replay(recording: Recording) -> Replay:
    """The steps of `recording`."""
    conflicts = tuple(_conflicts(recording.events))
    actions = _actions(recording)
    ordered = _as_it_ran(actions, _threads(recording)) if conflicts else _in_step(actions)
    return Replay(
        recording=recording,
        steps=tuple(ordered),
        in_step=not conflicts,
        conflicts=conflicts,
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
            if row < recording.shape.M and col < recording.shape.N:
                cells[thread] = row * recording.shape.N + col
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


def _actions(recording: Recording) -> list[Action]:
    """The events as moves, in the order they ran: reads of shared memory join the multiply-add that uses them."""
    threads: dict[int, _ThreadReader] = {}
    actions: list[Action] = []
    for event in recording.events:
        reader = threads.get(event[0])
        if reader is None:
            reader = threads[event[0]] = _ThreadReader(event[0], [array.name for array in recording.shared])
        actions.extend(reader.take(event))
    for reader in threads.values():
        actions.extend(reader.unused(reader.reads))
    return actions


@dataclass(slots=True)
class _Read:
    """A read that a multiply-add may use; `shown` when it is a move of its own, as loads from A and B are."""

    action: Action
    shown: bool
    used: bool = False


class _ThreadReader:
    """Follows one thread's events and tells its moves."""

    def __init__(self, thread: int, shared: list[str]) -> None:
        self.thread = thread
        self.shared = shared
        self.phase = 0
        self.computed = False
        self.sums: list[float] = []
        self.reads: list[_Read] = []

    def take(self, event: Event) -> Iterator[Action]:
        """The moves that `event` completes."""
        thread, interval, line, op, array, index, value = event
        fills_tile = (op == "store" and array not in MATRICES) or (op == "load" and array in ("A", "B"))
        if self.shared and fills_tile and self.computed:
            self.phase += 1
            self.computed = False
        shared_read = op == "load" and array not in MATRICES
        action = Action(
            thread=thread,
            interval=interval,
            tile_phase=self.phase,
            line=line,
            kind="read" if shared_read else op,
            array=array,
            index=index,
            value=value,
        )
        if op == "fma":
            self.computed = True
            yield self._multiply_add(action)
        elif op == "load":
            self.reads.append(_Read(action, shown=not shared_read))
            yield from self.unused(self.reads[:-RECENT_READS])
            del self.reads[:-RECENT_READS]
            if not shared_read:
                yield action
        else:
            if array not in MATRICES:
                # a barrier, the end, or a store that changes a tile: what was read before it is told before it
                yield from self.unused(self.reads)
                self.reads.clear()
            yield action

    def unused(self, reads: Sequence[_Read]) -> Iterator[Action]:
        """Those reads of shared memory that no multiply-add used."""
        return (read.action for read in reads if not read.used and not read.shown)

    def _multiply_add(self, action: Action) -> Action:
        pair = self._operands(action.value)
        operands: tuple[tuple[str, int, float], ...] = ()
        if pair is not None:
            total, *reads = pair
            for read in reads:
                read.used = True
            # a compiler reads in any order; the left operand comes first, as in the source
            reads.sort(key=lambda read: self._place(read.action.array))
            operands = tuple((read.action.array, read.action.index, read.action.value) for read in reads)
            if total in self.sums:
                self.sums.remove(total)
        self.sums.append(action.value)
        del self.sums[:-SUMS_KEPT]
        return replace(action, operands=operands)

    def _place(self, array: str) -> int:
        """A before B, then the shared arrays as declared; A comes before a tile, B after it."""
        order = ["A", *self.shared, "B"]
        return order.index(array) if array in order else len(order)

    def _operands(self, value: float) -> tuple[float, _Read, _Read] | None:
        """Which sum and which two reads give `value`: the oldest unused pair first, then any pair in reach.

        Loads from A and B count only where the tiles alone cannot give two operands.
        """
        fresh = [read for read in self.reads if not read.used and not read.shown]
        if len({read.action.array for read in fresh}) < 2:
            fresh = [read for read in self.reads if not read.used]
        firsts: dict[str, _Read] = {}
        for read in fresh:
            firsts.setdefault(read.action.array, read)
        # a register may serve several multiply-adds: used reads are tried last
        used = [read for read in self.reads if read.used][-CANDIDATES:]
        candidates = [*firsts.values(), *fresh[:CANDIDATES], *used]
        for position, first in enumerate(candidates):
            for second in candidates[position + 1 :]:
                if first.action.array != second.action.array:
                    total = self._fits(value, first.action.value * second.action.value)
                    if total is not None:
                        return total, first, second
        return None

    def _fits(self, value: float, product: float) -> float | None:
        """The running sum that this product turns into `value`; 0 starts one, the first time or anew."""
        for total in (*reversed(self.sums), 0.0):
            exact = total + product
            if exact == value or (math.isnan(exact) and math.isnan(value)):
                return total
            if abs(exact - value) <= 1e-6 * (abs(total) + abs(product)):
                return total
        return None


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
