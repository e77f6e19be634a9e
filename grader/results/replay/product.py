"""A recorded block of a tiled product: phases, the products of each multiply-add, and each sum term by term."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.results import Recording
from grader.results.replay import (
    Action,
    Moves,
    Replay,
    ReplayEvent,
    ReplayStep,
    Spans,
    Story,
    Sum,
    SumFault,
    SumTerm,
    element,
)

PRODUCT = "matmul"
"""The lab whose lesson and pictures are those of tiled products."""


class ProductStory(Story):
    """C = A · B, as the lesson tells it."""

    crossed = ("A", "B", "C")

    def __init__(self, recording: Recording) -> None:
        super().__init__(recording)
        self.rows, self.inner, self.columns = (recording.sizes[name] for name in ("M", "K", "N"))

    def moves(self, events: Sequence[ReplayEvent]) -> Moves:
        """The reads of a multiply-add belong to it, and a phase begins where tiles are filled anew.

        Each thread owns the element of C that it stores to, else the one at its place in the grid.
        """
        recording = self.recording
        width, height, _ = recording.block_dim
        cells = {}
        if (width, height) == (recording.tile_width, recording.tile_width):
            for thread in range(width * height):
                row, col = self._place(thread)
                if row < self.rows and col < self.columns:
                    cells[thread] = row * self.columns + col
        stored: dict[int, int] = {}
        for thread, _, _, op, array, index, _ in recording.events:
            if op == "store" and array == "C" and index >= 0:
                stored.setdefault(thread, index)
        sums = sum_arrays(recording, events)
        return Moves(actions=actions_of(recording, events, sums), sums=sums, cell_of_thread={**cells, **stored})

    def _place(self, thread: int) -> tuple[int, int]:
        """Row and column as a kernel with a thread for each cell works them out."""
        width, height, _ = self.recording.block_dim
        return (
            self.recording.block[1] * height + thread // width,
            self.recording.block[0] * width + thread % width,
        )

    def wrong(self, played: Replay) -> Mapping[int, Spans]:
        """While an element of C differs from the right product by more than rounding explains."""
        found: dict[int, list[tuple[int, int]]] = defaultdict(list)
        since: dict[int, int] = {}
        for number, step in enumerate(played.steps):
            for action in step.actions if step.kind == "store" and step.array == "C" else ():
                wrong = action.index >= 0 and self._is_wrong(action.index, action.value)
                if wrong and action.index not in since:
                    since[action.index] = number
                elif not wrong and action.index in since:
                    found[action.index].append((since.pop(action.index), number))
        for cell, number in since.items():
            found[cell].append((number, len(played.steps)))
        values = self.recording.buffers["C"].values
        for cell in played.cell_of_thread.values():  # never stored, or wrong by another block's store
            if cell not in found and self._is_wrong(cell, values[cell]):
                found[cell] = []
        return {cell: tuple(spans) for cell, spans in found.items()}

    def _is_wrong(self, cell: int, value: float) -> bool:
        return differs(value, self.recording.expected[cell], 1 + self.inner)

    def sums(self, played: Replay) -> Mapping[int, Sum]:
        """Of every thread; where the cell is right, no term of it is called wrong."""
        wrong = played.wrong
        tiles = _Tiles(played)
        followed = {
            thread: _Sum(self, thread, played.cell_of_thread.get(thread, -1), tiles, wrong)
            for thread in sorted({action.thread for step in played.steps for action in step.actions})
        }
        for number, step in enumerate(played.steps):
            for action in step.actions:
                tiles.take(step, action)
                followed[action.thread].take(number, step, action)
        return {
            thread: Sum(terms=tuple(one.terms), fault=one.fault, place=one.place) for thread, one in followed.items()
        }

    def place_words(self, thread: int, cell: int) -> str:
        """Row and column worked out, where the thread owns the cell that they lead to."""
        recording, width = self.recording, self.recording.tile_width
        if recording.block_dim[:2] != (width, width):
            return ""
        (bx, by, _), (y, x), (row, col) = recording.block, divmod(thread, width), self._place(thread)
        inside = row < self.rows and col < self.columns
        if cell != row * self.columns + col if inside else cell >= 0:
            return ""
        missing = f"column {col} is outside: C has {self.columns} columns"
        if row >= self.rows:
            missing = f"row {row} is outside: C has {self.rows} rows"
        return (
            f"row = blockIdx.y·T + threadIdx.y = {by}·{width} + {y} = {row}; "
            f"column = blockIdx.x·T + threadIdx.x = {bx}·{width} + {x} = {col}{'' if inside else f'; {missing}'}."
        )


def story_of(recording: Recording) -> Story:
    """Return what is known of a recorded block: of a product which products form a sum, of any other its events."""
    return ProductStory(recording) if recording.lab == PRODUCT else Story(recording)


class _Tiles:
    """Which element of A or B each cell of a shared array holds, as far as the moves tell."""

    def __init__(self, played: Replay) -> None:
        self.recording, self.sums = played.recording, played.sums
        self.names = {array.name for array in played.recording.shared}
        self.loaded: dict[int, Action] = {}
        self.origin: dict[tuple[str, int], str] = {}

    def take(self, step: ReplayStep, action: Action) -> None:
        """Follow one move."""
        if step.kind == "load" and step.array != "C":
            self.loaded[action.thread] = action
        elif step.kind == "store" and step.array in self.names:
            source = self.loaded.get(action.thread)
            place = (step.array, action.index)
            if source is not None and (source.value == action.value or action.value != action.value):
                self.origin[place] = element(self.recording, source.array, source.index)
                del self.loaded[action.thread]
            else:
                self.origin[place] = "0" if action.value == 0 else element(self.recording, *place)

    def name(self, array: str, index: int) -> str:
        """What is read from there, by the matrix's element where it is known."""
        own = element(self.recording, array, index)
        return own if array in ("A", "B") else self.origin.get((array, index), f"{own}?")


class _Sum:
    """One thread's sum beside the right one, term by term."""

    def __init__(self, story: ProductStory, thread: int, cell: int, tiles: _Tiles, wrong: Mapping[int, Spans]) -> None:
        recording = story.recording
        self.inner, self.columns, self.tiles = story.inner, story.columns, tiles
        self.left, self.right = (recording.buffers[name].values for name in ("A", "B"))
        self.cell, self.checked = cell, cell in wrong
        self.row, self.col = divmod(cell, self.columns)
        self.place = story.place_words(thread, cell)
        self.terms: list[SumTerm] = []
        self.left_over = dict.fromkeys(range(self.inner) if cell >= 0 else ())
        self.total = 0.0
        self.known = True
        self.fault: SumFault | None = None

    def take(self, number: int, step: ReplayStep, action: Action) -> None:
        """Follow one move of this thread."""
        if step.kind == "fma":
            self._add(number, step, action)
        elif step.kind == "exit" or (step.kind == "store" and step.array == "C"):
            due = ((place, *self._due(place)) for place in self.left_over)
            missing = tuple(SumTerm(number=place, due=name, due_value=value, wrong=True) for place, name, value in due)
            if self.checked and self.known and self.terms and missing:
                self.fault = self.fault or SumFault(kind="short", step=number, terms=missing)

    def _add(self, number: int, step: ReplayStep, action: Action) -> None:
        before = self.total
        names = tuple(self.tiles.name(*operand[:2]) for operand in action.operands)
        # the place of a product that is due, in whatever order they are added; else the first that is left over
        found = re.search(r"\bA\[\d+\]\[(\d+)\]", " ".join(names))
        place = int(found[1]) if found else -1
        pairs = (" · ".join(names), " · ".join(reversed(names)))
        if place not in self.left_over or self._due(place)[0] not in pairs:
            place = next(iter(self.left_over), self.inner)
        due = self._due(place)
        self.left_over.pop(place, None)
        term = SumTerm(
            number=place, step=number, phase=step.tile_phase, total=action.value, due=due[0], due_value=due[1]
        )
        self.total = action.value
        if not action.operands:
            self.terms.append(term)
            self.known = False
            return
        first, second = action.operands
        product = first[2] * second[2]
        wrong = self.checked and differs(product, due[1], 1)
        differ = [differs(action.value, total, self.inner) for total in (before + product, product)]
        lost = self.checked and bool(self.terms) and differ == [True, False]  # the sum starts anew
        term = replace(term, own=(names[0], names[1]), values=(first[2], second[2]), wrong=wrong or lost)
        self.terms.append(term)
        if self.known and wrong:
            self.fault = self.fault or SumFault(kind="term", step=number, terms=(term,))
        elif self.known and lost:
            self.fault = self.fault or SumFault(kind="lost", step=number, terms=(term,), lost=before)

    def _due(self, k: int) -> tuple[str, float]:
        """The product that belongs at this place."""
        if self.cell < 0 or k >= self.inner:
            return "", 0.0
        value = self.left[self.row * self.inner + k] * self.right[k * self.columns + self.col]
        return f"A[{self.row}][{k}] · B[{k}][{self.col}]", value


def differs(one: float, other: float, scale: float) -> bool:
    """Whether two values are farther apart than rounding explains; NaN is far from everything."""
    return not abs(one - other) <= 1e-4 * abs(other) + 1e-5 * scale


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


def actions_of(recording: Recording, events: Sequence[ReplayEvent], sums: frozenset[str]) -> list[Action]:
    """The events as moves, in the order they ran: reads of shared memory join the multiply-add that uses them."""
    tiles = [array.name for array in recording.shared if array.name not in sums]
    own: dict[int, list[int]] = defaultdict(list)
    for position, event in enumerate(events):
        own[event[0]].append(position)
    phases = [0] * len(events)  # of the lesson, each thread counted by itself
    for positions in own.values() if tiles else ():
        told = _thread_phases([events[at] for at in positions], frozenset(tiles))
        for position, phase in zip(positions, told, strict=True):
            phases[position] = phase
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
            # a compiler reads in any order; the left operand comes first, as in the source: A before B, then the
            # shared arrays as declared; A comes before a tile, B after it
            order = ["A", *self.tiles, "B"]
            reads.sort(key=lambda read: (*order, read.action.array).index(read.action.array))
            operands = tuple((read.action.array, read.action.index, read.action.value) for read in reads)
            if total in self.sums:
                self.sums.remove(total)
        self._keep_sum(action.value)
        return replace(action, operands=operands)

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
                    product = first.action.value * second.action.value
                    for total in (*reversed(self.sums), 0.0):  # 0 starts a sum, the first time or anew
                        exact = total + product
                        if _same(exact, value) or abs(exact - value) <= 1e-6 * (abs(total) + abs(product)):
                            return total, first, second
        return None


def _same(one: float, other: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other))
