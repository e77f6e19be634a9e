"""Compare a launch's results with the right answer, cell by cell, and tell where the wrong cells of a matrix are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from grader.devices.base import Launched
from grader.grading.launching import result_of
from grader.labs.base import CaseProblem, Check
from grader.results import Cell, ErrorMap, Explanation
from grader.results.base import variant_values

MATRIX = 2
LEAST_FOLD = 32
MAP_SIZE = 160
"""Rows and columns of an error map: larger matrices are summarised by squares of cells."""


class CellState(IntEnum):
    """State of one cell of the output; the larger, the more there is to report."""

    RIGHT = 0
    WRONG = 1
    NONFINITE = 2
    UNWRITTEN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """`states` holds a `CellState` for each cell of the output, `error` the absolute error (infinite if not finite).

    `first` is the bad cell that comes first in memory, `worst` the one with the largest error; None if all are right.
    `said` is the sentence of the assignment's own check about this output, if that judged it.
    """

    states: np.ndarray
    error: np.ndarray
    first: Cell | None
    worst: Cell | None
    said: str = ""

    @property
    def right(self) -> bool:
        return self.worst is None

    @property
    def bad_cells(self) -> int:
        return int(np.count_nonzero(self.states))

    def count(self, state: CellState) -> int:
        """Return the number of cells in this state; in most outputs all cells are right."""
        if self.right:
            return self.states.size if state == CellState.RIGHT else 0
        return int(np.count_nonzero(self.states == state))


_LETTERS = {CellState.RIGHT: ".", CellState.WRONG: "x", CellState.NONFINITE: "n", CellState.UNWRITTEN: "u"}


@dataclass(frozen=True, slots=True)
class Judged:
    """One output after a launch: the problem about it, what it holds in its natural shape, and the comparison."""

    problem: CaseProblem
    got: np.ndarray
    comparison: Comparison

    @property
    def right(self) -> bool:
        """True if nothing is wrong, and so with no other output either."""
        return self.comparison.right


def judge_outputs(launched: Launched, problem: CaseProblem) -> Judged:
    """Return the first wrong output, or the first of all if all are right; nothing where nothing is judged."""
    if not problem.outputs:
        nothing = Comparison(states=np.empty(0, np.uint8), error=np.empty(0), first=None, worst=None)
        return Judged(problem, np.empty(0), nothing)
    judged = _each(launched, problem)
    first = next(judged)
    return first if not first.right else next((other for other in judged if not other.right), first)


def bad_cells(launched: Launched, problem: CaseProblem) -> Iterator[int]:
    """Yield how many cells of each output are wrong: a third of the time of `judge_outputs`, or less if none is."""
    if problem.check is None:
        yield from (_bad_cells(launched, problem.about(name)) for name in problem.outputs)
        return
    held = {name: result_of(launched, problem.about(name))[0] for name in problem.outputs}
    if problem.check(held):
        yield from (judged.comparison.bad_cells for judged in _each(launched, problem))


def _bad_cells(launched: Launched, problem: CaseProblem) -> int:
    got, written = result_of(launched, problem)
    if problem.expected.dtype.kind in "iu":
        right = got.astype(problem.expected.dtype) == problem.expected
    else:
        with np.errstate(invalid="ignore", over="ignore"):
            right = np.isfinite(got) & ~(np.abs(got - problem.expected) > problem.bound)
    if problem.output in problem.fresh:
        right &= written
    if problem.ignored is not None:
        right |= problem.ignored
    return int(right.size - np.count_nonzero(right))


def wrong_outputs(launched: Launched, problem: CaseProblem) -> tuple[Judged, ...]:
    """Return every output that is not right."""
    return tuple(judged for judged in _each(launched, problem) if not judged.right)


def _each(launched: Launched, problem: CaseProblem) -> Iterator[Judged]:
    if problem.check is not None:
        yield from checked(launched, problem, problem.check)
        return
    for about in map(problem.about, problem.outputs):
        got, written = result_of(launched, about)
        yield Judged(about, got, compare(got, written, about))


def checked(launched: Launched, problem: CaseProblem, check: Check) -> Iterator[Judged]:
    """Yield every output, as an assignment's own check judges all of them together.

    A sentence without places is about the whole first output.
    """
    held = {name: result_of(launched, problem.about(name)) for name in problem.outputs}
    said = check({name: got for name, (got, _) in held.items()})
    for name, (got, written) in held.items():
        flat = np.zeros(got.size, np.uint8)
        sentence = ""
        for objection in reversed(said):
            everywhere = name == problem.outputs[0] and not any(at.size for at in objection.places.values())
            places = np.arange(got.size) if everywhere else objection.places.get(name, np.empty(0, np.int64))
            if places.size:
                flat[places], sentence = CellState.WRONG, objection.sentence
        states = flat.reshape(got.shape)
        if got.dtype.kind == "f":
            states[(states != CellState.RIGHT) & ~np.isfinite(got)] = CellState.NONFINITE
        if name in problem.fresh:
            states[(states != CellState.RIGHT) & ~written] = CellState.UNWRITTEN
        about = problem.about(name)
        yield Judged(about, got, _compared(states, np.zeros(got.shape), got, about, sentence))


def compare(got: np.ndarray, written: np.ndarray, problem: CaseProblem) -> Comparison:
    """Judge `got`, the output in its natural shape; `written` tells for each cell whether any thread stored to it.

    Where the output held something before, a cell may be right as it was.
    """
    states, error = judge(got, problem)
    unset = problem.output in problem.fresh
    if np.count_nonzero(written) < written.size:
        missing = ~written & ((states != CellState.RIGHT) | unset)
        states[missing if problem.ignored is None else missing & ~problem.ignored] = CellState.UNWRITTEN
    return _compared(states, error, got, problem)


def _compared(
    states: np.ndarray, error: np.ndarray, got: np.ndarray, problem: CaseProblem, said: str = ""
) -> Comparison:
    """Return the comparison with its first and its worst cell."""
    if not np.count_nonzero(states):  # `RIGHT` is 0
        return Comparison(states=states, error=error, first=None, worst=None)
    places = np.array([_first(states, problem), _worst(error, states)])
    first, worst = _cells(places, got, error, problem)
    return Comparison(states=states, error=error, first=first, worst=worst, said=said)


def judge(got: np.ndarray, problem: CaseProblem) -> tuple[np.ndarray, np.ndarray]:
    """Return states (without regard to what was written) and absolute errors; 0 where anything is right."""
    if problem.expected.dtype.kind in "iu":
        whole, expected = got.astype(problem.expected.dtype), problem.expected
        # As wide as int64, and without a sign: the largest and the smallest are farther apart than int64 can say.
        apart = (np.maximum(whole, expected) - np.minimum(whole, expected)).view(np.uint64)
        states, error = _states(apart != 0), apart.astype(np.float64)
    else:
        finite = np.isfinite(got)
        with np.errstate(invalid="ignore", over="ignore"):
            error = np.abs(got.astype(np.float64) - problem.expected)
            states = _states(error > problem.bound)
        if np.count_nonzero(finite) < finite.size:
            error[~finite] = np.inf
            states[~finite] = CellState.NONFINITE
    if problem.ignored is not None:
        states[problem.ignored], error[problem.ignored] = CellState.RIGHT, 0.0
    return states, error


def _states(wrong: np.ndarray) -> np.ndarray:
    return np.where(wrong, np.uint8(CellState.WRONG), np.uint8(CellState.RIGHT))


def _first(states: np.ndarray, problem: CaseProblem) -> int:
    """Return the place of the first cell in memory that holds something wrong, else of the first bad one.

    Places count in row order.
    """
    buffer = problem.buffers[problem.output]
    wrong = (states == CellState.WRONG) | (states == CellState.NONFINITE)
    bad = wrong if np.count_nonzero(wrong) else states != CellState.RIGHT
    index = buffer.subscripts(int(replace(buffer, content=bad).flat().argmax()))
    assert index is not None
    return int(np.ravel_multi_index(index, states.shape))


def _worst(error: np.ndarray, states: np.ndarray) -> int:
    """Return the place of the bad cell farthest off; of a finite one where there is any, as it tells more."""
    wrong = np.where(states == CellState.WRONG, error, -1.0)
    if wrong.max() < 0:
        wrong = np.where(states != CellState.RIGHT, 0.0, -1.0)
    return int(wrong.argmax())


def _cells(places: np.ndarray, got: np.ndarray, error: np.ndarray, problem: CaseProblem) -> Iterator[Cell]:
    """Yield cells by their places in row order; whole numbers stay whole."""
    indices = np.stack(np.unravel_index(places, got.shape), axis=-1).tolist()
    columns = (array.reshape(-1)[places].tolist() for array in (problem.expected, got, error, problem.bound))
    whole = problem.expected.dtype.kind == "i"
    for index, expected, value, off, bound in zip(indices, *columns, strict=True):
        distance = abs(value - expected) if whole else off
        due = None if problem.check is not None else expected
        yield Cell(index=tuple(index), expected=due, got=value, error=distance, bound=bound)


def error_map(judged: Judged, *, samples: int) -> ErrorMap:
    """Return the comparison as a picture in text, with up to `samples` cells that are not right."""
    problem, got, comparison = judged.problem, judged.got, judged.comparison
    states, fold = _in_rows(comparison.states, max(variant_values(problem.tile_width)))
    rows, cols = states.shape
    step = max(1, -(-max(rows, cols) // MAP_SIZE))
    places = np.flatnonzero(states)[:samples]
    return ErrorMap(
        rows=rows,
        cols=cols,
        fold=fold,
        elements=comparison.states.size if fold else 0,
        step=step,
        tile_width=problem.tile_width,
        cells=_letters(_by_squares(states, step)),
        dims=got.shape if got.ndim > MATRIX else (),
        array="" if problem.output == problem.outputs[0] else problem.output,
        samples=tuple(_cells(places, got, comparison.error, problem)),
    )


def _in_rows(states: np.ndarray, tile_width: int) -> tuple[np.ndarray, int]:
    """Return a matrix's states as they are, others in rows of at least a tile's width; and the length of rows."""
    if states.ndim == MATRIX:
        return states, 0
    size, width, fold = states.size, max(tile_width, LEAST_FOLD), states.shape[-1]
    if states.ndim == 1:  # several tiles a row where there would be more rows than a map has
        fold = min(size, width * max(1, math.isqrt(size) // width if size > width * MAP_SIZE else 1))
    rows = -(-size // fold)
    return np.pad(states.reshape(-1), (0, rows * fold - size)).reshape(rows, fold), fold


def _by_squares(states: np.ndarray, step: int) -> np.ndarray:
    rows, cols = states.shape
    padded = np.pad(states, ((0, -rows % step), (0, -cols % step)))
    blocks = padded.reshape(padded.shape[0] // step, step, padded.shape[1] // step, step)
    return np.asarray(blocks.max(axis=(1, 3)))


def _letters(states: np.ndarray) -> tuple[str, ...]:
    alphabet = np.frombuffer("".join(_LETTERS[state] for state in CellState).encode(), np.uint8)
    return tuple(row.tobytes().decode() for row in alphabet[states])


# -- where the wrong cells are -----------------------------------------------------------------------------------------


def explain_places(
    comparison: Comparison, output: str, tile: int, members: Sequence[str] = ()
) -> tuple[Explanation, ...]:
    """Return what tells the places of all wrong cells, if anything does. `tile` is the width of tiles; 0 for none.

    `members` are the names of what the last axis counts, where an element is a struct or a vector.
    """
    bad = comparison.states != CellState.RIGHT
    if bad.all():
        told = {CellState.UNWRITTEN: "never-written", CellState.NONFINITE: "all-nonfinite"}
        name = next((name for state, name in told.items() if (comparison.states == state).all()), "")
        return (_named(name, output=output),) if name else ()
    if bad.ndim != 2 or not bad.any():
        return ()
    found = (
        place
        for place, cells in (*_tiles(bad.shape, tile, output), *_lines(bad, members))
        if np.array_equal(bad, cells)
    )
    return tuple(found)[:1]


def _tiles(shape: tuple[int, ...], tile: int, output: str) -> Iterator[tuple[Explanation, np.ndarray]]:
    row, col = np.indices(shape)
    if tile:
        rows, cols = shape
        in_rows, in_cols = rows // tile * tile, cols // tile * tile
        last_rows, last_cols = row >= in_rows, col >= in_cols
        yield _named("last-tile-column", first=in_cols, last=cols - 1), last_cols
        yield _named("last-tile-row", first=in_rows, last=rows - 1), last_rows
        yield _named("last-tiles"), last_rows | last_cols
        yield _named("last-corner"), last_rows & last_cols
        first = (row < tile) & (col < tile)
        if rows > tile and cols > tile:  # in one row or column of tiles these two look alike
            yield _named("diagonal-tiles", output=output), row // tile != col // tile
            yield _named("only-first-tile", output=output), ~first
        yield _named("first-tile-wrong", output=output), first
    yield _named("off-diagonal"), row != col


def _lines(bad: np.ndarray, members: Sequence[str]) -> Iterator[tuple[Explanation, np.ndarray]]:
    rows, cols = np.asarray(bad.any(axis=1)), np.asarray(bad.any(axis=0))
    named = ", ".join(f".{name}" for name, is_bad in zip(members, cols, strict=False) if is_bad)
    facts = {"members": named} if named else {}
    yield _named("whole-rows", rows=_ranges(rows), **facts), np.broadcast_to(rows[:, None], bad.shape)
    yield _named("whole-columns", columns=_ranges(cols), **facts), np.broadcast_to(cols[None, :], bad.shape)


def _named(name: str, **facts: int | str) -> Explanation:
    return Explanation(name=name, facts=facts)


def _ranges(flags: np.ndarray) -> str:
    """Return the places that are set as `3, 16-20, …`."""
    places = np.flatnonzero(flags)
    runs = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    texts = [f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
    return ", ".join(texts[:4]) + (f" and {len(texts) - 4} more" if len(texts) > 4 else "")
