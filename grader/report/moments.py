"""Where a replay is worth looking at: the race, the first wrong term of a sum, the first access outside an array."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from grader.report.moves import Action
from grader.report.product import shape_of, values_of
from grader.report.replay import Replay, Step
from grader.report.wording import number
from grader.results import Recording


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A step (from 0) to jump to, the thread to follow there, the button's words and a sentence."""

    step: int
    thread: int
    label: str
    words: str = ""


def moments(played: Replay) -> tuple[Moment, ...]:
    """The moments of a run, the one that a reader should see first in front; none of a run without fault."""
    wrong = sorted(wrong_terms(played).values(), key=lambda moment: moment.step)
    found = [*_races(played)][:1] + wrong[:1] + [*_outside(played)][:1]
    return tuple(found or [*_wrong_stores(played)][:1])


def is_wrong(recording: Recording, cell: int) -> bool:
    """Whether this element of C differs from the right product by more than rounding explains."""
    got, right = values_of(recording, "C")[cell], recording.expected[cell]
    return not math.isclose(got, right, rel_tol=1e-4, abs_tol=1e-5 * (1 + shape_of(recording).K))


def wrong_cells(played: Replay) -> frozenset[int]:
    """The block's elements of C that are wrong at the end, or were when one of its threads stored them."""
    recording = played.recording
    stored = {
        action.index
        for step in played.steps
        if step.kind == "store" and step.array == "C"
        for action in step.actions
        if action.index >= 0 and _differs(action.value, recording.expected[action.index], 1 + shape_of(recording).K)
    }
    return frozenset(stored | {cell for cell in played.cell_of_thread.values() if is_wrong(recording, cell)})


def wrong_terms(played: Replay) -> dict[int, Moment]:
    """For each thread whose cell of C is wrong: where its sum first leaves the right one, if the terms can be told."""
    followed: dict[int, _Sum] = {}
    wrong = wrong_cells(played)
    for thread, cell in played.cell_of_thread.items():
        if cell in wrong:
            followed[thread] = _Sum(played.recording, thread, cell)
    tiles = _Tiles(played)
    for position, step in enumerate(played.steps):
        for action in step.actions:
            tiles.take(step, action)
            if action.thread in followed:
                followed[action.thread].take(position, step, action, tiles)
    return {thread: one.moment for thread, one in followed.items() if one.moment is not None}


class _Tiles:
    """Which element of A or B each cell of a shared array holds, as far as the moves tell."""

    def __init__(self, played: Replay) -> None:
        self.recording = played.recording
        self.names = {array.name for array in played.recording.shared}
        self.loaded: dict[int, Action] = {}
        self.origin: dict[tuple[str, int], str] = {}

    def take(self, step: Step, action: Action) -> None:
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

    def __init__(self, recording: Recording, thread: int, cell: int) -> None:
        self.shape = shape_of(recording)
        self.left, self.right = values_of(recording, "A"), values_of(recording, "B")
        self.thread = thread
        self.row, self.col = divmod(cell, self.shape.N)
        self.terms = 0
        self.total = 0.0
        self.known = True
        self.moment: Moment | None = None

    def take(self, position: int, step: Step, action: Action, tiles: _Tiles) -> None:
        """Follow one move of this thread."""
        if self.moment is not None or not self.known:
            return
        if step.kind == "fma":
            self._add(position, step, action, tiles)
        elif step.kind in ("exit", "store") and (step.kind == "exit" or step.array == "C"):
            self._end(position)

    def _add(self, position: int, step: Step, action: Action, tiles: _Tiles) -> None:
        if not action.operands:
            self.known = False
            return
        (first, second) = action.operands
        product, right = first[2] * second[2], self._right(self.terms)
        phase = f"phase {step.tile_phase + 1}"
        if _differs(product, right, 1):
            own = f"{tiles.name(*first[:2])} · {tiles.name(*second[:2])}"
            due = "nothing is left to add"
            if self.terms < self.shape.K:
                due = f"{self._name(self.terms)} = {number(right)}"
            self._note(position, f"It goes wrong in {phase}: {own} = {number(product)} where {due}.")
        elif self.terms and self._restarts(action.value, product):
            lost = f"the {number(self.total)} added before are lost"
            self._note(position, f"The sum starts anew in {phase}: {lost}.")
        self.terms += 1
        self.total = action.value

    def _restarts(self, total: float, product: float) -> bool:
        scale = self.shape.K
        return _differs(total, self.total + product, scale) and not _differs(total, product, scale)

    def _end(self, position: int) -> None:
        left = range(self.terms, self.shape.K)
        if self.terms and left:
            terms = f"the term k = {left[0]}" if len(left) == 1 else f"the terms k = {left[0]} to {left[-1]}"
            missing = number(sum(self._right(k) for k in left))
            self._note(position, f"It stops too early: {terms}, {missing} in all, never came.")

    def _note(self, position: int, words: str) -> None:
        self.moment = Moment(step=position, thread=self.thread, label="First wrong term", words=words)

    def _right(self, k: int) -> float:
        if k >= self.shape.K:
            return 0.0
        return self.left[self.row * self.shape.K + k] * self.right[k * self.shape.N + self.col]

    def _name(self, k: int) -> str:
        return f"A[{self.row}][{k}] · B[{k}][{self.col}]"


def _differs(one: float, other: float, scale: float) -> bool:
    return not abs(one - other) <= 1e-4 * abs(other) + 1e-5 * scale


def _races(played: Replay) -> Iterator[Moment]:
    """Of each conflict, the later of its two accesses."""
    for conflict in played.conflicts:
        seen: dict[bool, int] = {}
        for position, step in enumerate(played.steps):
            if step.interval != conflict.interval:
                continue
            for action in step.actions:
                if conflict.index not in _touched(action, conflict.array):
                    continue
                if action.thread == conflict.writer and step.line == conflict.writer_line and step.kind == "store":
                    seen.setdefault(True, position)
                elif action.thread == conflict.other and step.line == conflict.other_line:
                    seen.setdefault(False, position)
        if len(seen) == 2:
            yield Moment(step=max(seen.values()), thread=conflict.other, label="The race")


def _touched(action: Action, array: str) -> set[int]:
    """The elements of `array` that a move reads or writes."""
    touched: defaultdict[str, set[int]] = defaultdict(set)
    for name, index, _ in action.operands:
        touched[name].add(index)
    if action.array:
        touched[action.array].add(action.index)
    return touched[array]


def _outside(played: Replay) -> Iterator[Moment]:
    """Every step with an access outside its array."""
    for position, step in enumerate(played.steps):
        if step.kind in ("load", "store", "read"):
            gone = next((action for action in step.actions if action.index < 0), None)
            if gone is not None:
                label = f"Outside {step.array}"
                yield Moment(step=position, thread=gone.thread, label=label)


def _wrong_stores(played: Replay) -> Iterator[Moment]:
    """Every step that stores a wrong result."""
    wrong = wrong_cells(played)
    for position, step in enumerate(played.steps):
        if step.kind == "store" and step.array == "C":
            bad = next((one for one in step.actions if one.index in wrong), None)
            if bad is not None:
                yield Moment(step=position, thread=bad.thread, label="First wrong result")


def element(recording: Recording, array: str, index: int) -> str:
    """An element as the source writes it: `As[1][0]`; `outside A` where the index is −1."""
    if index < 0:
        return f"outside {array}"
    shape = shape_of(recording)
    dims: tuple[int, ...] = {"A": (shape.M, shape.K), "B": (shape.K, shape.N), "C": (shape.M, shape.N)}.get(array, ())
    dims = next((known.dims for known in recording.shared if known.name == array), dims)
    places: list[int] = []
    for size in reversed(dims[1:]):
        places.insert(0, index % size)
        index //= size
    return array + "".join(f"[{place}]" for place in (index, *places))
