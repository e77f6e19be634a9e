"""Recorded events as moves of threads: which phase of the lesson each belongs to, and what each multiply-add used."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.results import Recording
from grader.results.replay.moves import Action, ReplayEvent

MATRICES = ("A", "B", "C")
RECENT_READS = 64
"""How far back an operand of a multiply-add is looked for among a thread's reads of shared memory."""
CANDIDATES = 16
"""How many of those reads are tried in pairs."""
SUMS_KEPT = 8
"""Running sums that one thread may keep at a time."""


def sum_arrays(recording: Recording, events: Sequence[ReplayEvent]) -> frozenset[str]:
    """The shared arrays that hold running sums, not tiles: all that is stored there is 0 or has just been added up."""
    latest: dict[int, float] = {}
    sums: set[str] = set()
    others: set[str] = set()
    for thread, _, _, op, array, _, value in events:
        if op == "fma":
            latest[thread] = value
        elif op == "store" and array not in MATRICES:
            if thread in latest and _same(latest[thread], value):
                sums.add(array)
            elif value != 0:
                others.add(array)
    return frozenset(array.name for array in recording.shared if array.name in sums - others)


def actions_of(recording: Recording, events: Sequence[ReplayEvent]) -> list[Action]:
    """The events as moves, in the order they ran: reads of shared memory join the multiply-add that uses them."""
    sums = sum_arrays(recording, events)
    tiles = [array.name for array in recording.shared if array.name not in sums]
    phases = _phases(events, frozenset(tiles))
    threads: dict[int, _ThreadReader] = {}
    actions: list[Action] = []
    for event, phase in zip(events, phases, strict=True):
        reader = threads.get(event[0])
        if reader is None:
            reader = threads[event[0]] = _ThreadReader(tiles, sums)
        actions.extend(reader.take(event, phase))
    for reader in threads.values():
        actions.extend(reader.unused(reader.reads))
    return actions


def _phases(events: Sequence[ReplayEvent], tiles: frozenset[str]) -> list[int]:
    """The lesson's phase of every event, each thread counted by itself."""
    own: dict[int, list[int]] = defaultdict(list)
    for position, event in enumerate(events):
        own[event[0]].append(position)
    phases = [0] * len(events)
    if tiles:
        for positions in own.values():
            for position, phase in zip(positions, _thread_phases([events[at] for at in positions], tiles), strict=True):
                phases[position] = phase
    return phases


def _thread_phases(events: Sequence[ReplayEvent], tiles: frozenset[str]) -> list[int]:
    """A phase starts with the first load for a tile, or store to one, after a multiply-add.

    A kernel whose multiply-adds come to nothing has none there: then it starts with the loads for an element of a tile
    that was written before an earlier barrier.
    """
    phases: list[int] = []
    phase, computed, loading = 0, False, -1
    written: dict[tuple[str, int], int] = {}  # the barrier interval in which each element was filled in this phase
    for position, (_, interval, _, op, array, index, _) in enumerate(events):
        fills = op == "store" and array in tiles
        loads = op == "load" and array in ("A", "B")
        if fills and written.get((array, index), interval) < interval:
            start = loading if loading >= 0 else position
            phases[start:] = [phase + 1] * (len(phases) - start)
            phase, computed, written = phase + 1, False, {}
        elif (fills or loads) and computed:
            phase, computed, written = phase + 1, False, {}
        if fills:
            written[array, index] = interval
        if loads and loading < 0:
            loading = position
        elif op in ("fma", "barrier"):
            loading = -1
        computed = computed or op == "fma"
        phases.append(phase)
    return phases


@dataclass(slots=True)
class _Read:
    """A read that a multiply-add may use; `shown` when it is a move of its own, as loads from A and B are."""

    action: Action
    shown: bool
    used: bool = False


class _ThreadReader:
    """Follows one thread's events and tells its moves."""

    def __init__(self, tiles: Sequence[str], sum_arrays: frozenset[str]) -> None:
        self.tiles = tiles
        self.sum_arrays = sum_arrays
        self.sums: list[float] = []
        self.reads: list[_Read] = []

    def take(self, event: ReplayEvent, phase: int) -> Iterator[Action]:
        """The moves that `event` completes."""
        thread, interval, line, op, array, index, value = event
        shared_read = op == "load" and array not in MATRICES
        action = Action(
            thread=thread,
            interval=interval,
            tile_phase=phase,
            line=line,
            kind="read" if shared_read else op,
            array=array,
            index=index,
            value=value,
        )
        if op == "fma":
            yield self._multiply_add(action)
        elif op == "load" and array in self.sum_arrays:
            self._keep_sum(value)
            yield action
        elif op == "load":
            self.reads.append(_Read(action, shown=not shared_read))
            yield from self.unused(self.reads[:-RECENT_READS])
            del self.reads[:-RECENT_READS]
            if not shared_read:
                yield action
        else:
            if array not in MATRICES and array not in self.sum_arrays:
                # a barrier, the end, or a store that changes a tile: what was read before it is told before it
                for read in [read for read in self.reads if not read.used and not read.shown]:
                    read.shown = True
                    yield read.action
            yield action

    def unused(self, reads: Sequence[_Read]) -> Iterator[Action]:
        """Those reads of shared memory that no multiply-add used."""
        return (read.action for read in reads if not read.used and not read.shown)

    def _keep_sum(self, value: float) -> None:
        self.sums.append(value)
        del self.sums[:-SUMS_KEPT]

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
        self._keep_sum(action.value)
        return replace(action, operands=operands)

    def _place(self, array: str) -> int:
        """A before B, then the shared arrays as declared; A comes before a tile, B after it."""
        order = ["A", *self.tiles, "B"]
        return order.index(array) if array in order else len(order)

    def _operands(self, value: float) -> tuple[float, _Read, _Read] | None:
        """Which sum and which two reads give `value`: the oldest unused pair first, then any pair in reach.

        Loads from A and B, and what was read before a barrier, count only where the tiles alone cannot give two.
        """
        fresh = [read for read in self.reads if not read.used and not read.shown]
        if len({read.action.array for read in fresh}) < 2:
            # a compiler may keep what was read in registers across a barrier: the latest interval first
            fresh = sorted((read for read in self.reads if not read.used), key=lambda read: -read.action.interval)
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
            if _same(exact, value) or abs(exact - value) <= 1e-6 * (abs(total) + abs(product)):
                return total
        return None


def _same(one: float, other: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other))
