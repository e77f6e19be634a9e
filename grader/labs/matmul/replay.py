"""A recorded block of a product: which element of C a thread owns, and how its sum comes about term by term."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from grader.labs.matmul.moves import actions_of, sum_arrays
from grader.labs.matmul.product import ProductShape
from grader.results import Recording
from grader.results.replay.elements import element
from grader.results.replay.moves import Action, Moves, ReplayEvent
from grader.results.replay.played import Replay, ReplayStep
from grader.results.replay.story import Spans, Story, Sum, SumFault, SumTerm


class ProductStory(Story):
    """C = A · B, as the lesson tells it."""

    crossed = ("A", "B", "C")

    def __init__(self, recording: Recording) -> None:
        super().__init__(recording)
        self.shape = ProductShape(**recording.sizes)

    def moves(self, events: Sequence[ReplayEvent]) -> Moves:
        """The reads of a multiply-add belong to it, and a phase begins where tiles are filled anew."""
        return Moves(
            actions=actions_of(self.recording, events),
            sums=sum_arrays(self.recording, events),
            cell_of_thread=self._cells(),
        )

    def _cells(self) -> dict[int, int]:
        """The element of C that each thread owns: the one that it stores to, else the one at its place in the grid."""
        recording = self.recording
        width, height, _ = recording.block_dim
        cells = {}
        if (width, height) == (recording.tile_width, recording.tile_width):
            for thread in range(width * height):
                row, col = self._place(thread)
                if row < self.shape.M and col < self.shape.N:
                    cells[thread] = row * self.shape.N + col
        stored: dict[int, int] = {}
        for thread, _, _, op, array, index, _ in recording.events:
            if op == "store" and array == "C" and index >= 0:
                stored.setdefault(thread, index)
        return {**cells, **stored}

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
        return differs(value, self.recording.expected[cell], 1 + self.shape.K)

    def sums(self, played: Replay) -> Mapping[int, Sum]:
        """Of every thread; where the cell is right, no term of it is called wrong."""
        wrong = self.wrong(played)
        tiles = _Tiles(played)
        followed = {
            thread: _Sum(self, thread, played.cell_of_thread.get(thread, -1), tiles, wrong)
            for thread in sorted({action.thread for step in played.steps for action in step.actions})
        }
        for number, step in enumerate(played.steps):
            for action in step.actions:
                tiles.take(step, action)
                followed[action.thread].take(number, step, action)
        return {thread: one.told() for thread, one in followed.items()}

    def place_words(self, thread: int, cell: int) -> str:
        """Row and column worked out, where the thread owns the cell that they lead to."""
        recording, width = self.recording, self.recording.tile_width
        if recording.block_dim[:2] != (width, width):
            return ""
        (bx, by, _), (y, x), (row, col) = recording.block, divmod(thread, width), self._place(thread)
        inside = row < self.shape.M and col < self.shape.N
        if cell != row * self.shape.N + col if inside else cell >= 0:
            return ""
        missing = f"column {col} is outside: C has {self.shape.N} columns"
        if row >= self.shape.M:
            missing = f"row {row} is outside: C has {self.shape.M} rows"
        return (
            f"row = blockIdx.y·T + threadIdx.y = {by}·{width} + {y} = {row}; "
            f"column = blockIdx.x·T + threadIdx.x = {bx}·{width} + {x} = {col}{'' if inside else f'; {missing}'}."
        )


def story(recording: Recording) -> ProductStory:
    """What is known of a recorded block."""
    return ProductStory(recording)


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
        self.shape, self.tiles = story.shape, tiles
        self.left, self.right = (recording.buffers[name].values for name in ("A", "B"))
        self.cell, self.checked = cell, cell in wrong
        self.row, self.col = divmod(cell, self.shape.N)
        self.place = story.place_words(thread, cell)
        self.terms: list[SumTerm] = []
        self.total = 0.0
        self.known = True
        self.fault: SumFault | None = None

    def take(self, number: int, step: ReplayStep, action: Action) -> None:
        """Follow one move of this thread."""
        if step.kind == "fma":
            self._add(number, step, action)
        elif step.kind == "exit" or (step.kind == "store" and step.array == "C"):
            self._end(number)

    def _add(self, number: int, step: ReplayStep, action: Action) -> None:
        place, before = len(self.terms), self.total
        due = self._due(place)
        term = SumTerm(
            number=place, step=number, phase=step.tile_phase, total=action.value, due=due[0], due_value=due[1]
        )
        self.total = action.value
        if not action.operands:
            self.terms.append(term)
            self.known = False
            return
        first, second = action.operands
        names = self.tiles.name(*first[:2]), self.tiles.name(*second[:2])
        product = first[2] * second[2]
        wrong = self.checked and differs(product, due[1], 1)
        lost = self.checked and place > 0 and self._restarts(action.value, before, product)
        term = SumTerm(
            number=place, step=number, phase=step.tile_phase, own=names, values=(first[2], second[2]),
            total=action.value, due=due[0], due_value=due[1], wrong=wrong or lost,
        )  # fmt: skip
        self.terms.append(term)
        if self.known and wrong:
            self._blame(SumFault(kind="term", step=number, terms=(term,)))
        elif self.known and lost:
            self._blame(SumFault(kind="lost", step=number, terms=(term,), lost=before))

    def _restarts(self, total: float, before: float, product: float) -> bool:
        scale = self.shape.K
        return differs(total, before + product, scale) and not differs(total, product, scale)

    def _end(self, number: int) -> None:
        missing = tuple(self._missing())
        if self.checked and self.known and self.terms and missing:
            self._blame(SumFault(kind="short", step=number, terms=missing))

    def _missing(self) -> Iterator[SumTerm]:
        for place in range(len(self.terms), self.shape.K):
            name, value = self._due(place)
            yield SumTerm(number=place, due=name, due_value=value, wrong=True)

    def _blame(self, fault: SumFault) -> None:
        self.fault = self.fault or fault

    def _due(self, k: int) -> tuple[str, float]:
        """The product that belongs at this place."""
        if self.cell < 0 or k >= self.shape.K:
            return "", 0.0
        value = self.left[self.row * self.shape.K + k] * self.right[k * self.shape.N + self.col]
        return f"A[{self.row}][{k}] · B[{k}][{self.col}]", value

    def told(self) -> Sum:
        """What is known of it."""
        return Sum(terms=tuple(self.terms), fault=self.fault, place=self.place)


def differs(one: float, other: float, scale: float) -> bool:
    """Whether two values are farther apart than rounding explains; NaN is far from everything."""
    return not abs(one - other) <= 1e-4 * abs(other) + 1e-5 * scale
