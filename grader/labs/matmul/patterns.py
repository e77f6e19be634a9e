"""What a wrong C is instead: each explanation is computed from the inputs and must fit every cell that is not right.

Nothing is guessed: an explanation predicts numbers (the product over all but the last phase, the transpose, …) or a set
of cells (the last tile column), and is given only when the kernel's output agrees with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from grader.labs.base import CellState, Comparison
from grader.labs.matmul.product import Product
from grader.results import Explanation

FEW_CELLS = 8
"""Fewer wrong cells than this are too few to see a lost fraction in."""


def _named(name: str, **facts: int | str) -> Explanation:
    return Explanation(name=name, facts=facts)


Cells = tuple[np.ndarray, np.ndarray]
"""Rows and columns of some cells."""

PROBED_CELLS = 16
"""Cells that are asked first: nearly every explanation fails there already, which spares the whole product."""


@dataclass(frozen=True, slots=True)
class ScaledProduct:
    """`factor` times a matrix product, of which single cells can be had without the rest."""

    left: np.ndarray
    right: np.ndarray
    factor: int = 1

    def at(self, cells: Cells) -> np.ndarray:
        """The values of these cells."""
        rows, cols = cells
        if len(rows) > PROBED_CELLS:
            return np.asarray(self.factor * (self.left @ self.right)[cells])
        return np.asarray(self.factor * np.einsum("ck,ck->c", self.left[rows], self.right.T[cols]))


@dataclass(frozen=True, slots=True)
class Refolded:
    """A product whose values, row after row, fill a matrix of `width` columns instead."""

    product: ScaledProduct
    width: int

    def at(self, cells: Cells) -> np.ndarray:
        """The values of these cells."""
        rows, cols = cells
        return self.product.at(np.divmod(rows * self.width + cols, self.product.right.shape[1]))


@dataclass(frozen=True, slots=True)
class ValueTable:
    """Values that are there already."""

    values: np.ndarray

    def at(self, cells: Cells) -> np.ndarray:
        """The values of these cells."""
        return np.asarray(self.values[cells])


Prediction = tuple[Explanation, ScaledProduct | Refolded | ValueTable]


def diagnose(got: np.ndarray, comparison: Comparison, problem: Product) -> tuple[Explanation, ...]:
    """The explanations that fit, most telling first: at most one of the values and one of the places."""
    if comparison.right:
        return ()
    values = None
    if problem.random:  # of a pattern in the inputs, very different mistakes make the same numbers
        values = _explain_values(got, comparison, problem) or _explain_rounding(got, comparison, problem)
    found = [values, _explain_places(comparison, problem)]
    return tuple(pattern for pattern in found if pattern)


def _explain_values(got: np.ndarray, comparison: Comparison, problem: Product) -> Explanation | None:
    suspect = comparison.states == CellState.WRONG
    if not suspect.any():
        return None
    asked = _few_and_all(suspect)
    # A prediction that equals the right answer where the output is wrong explains nothing, and cannot fit.
    for pattern, prediction in _by_scalars(problem):
        if all(_fits(got, prediction.at(cells), cells, problem) for cells in asked):
            return pattern
    scaled = _scaler(problem)
    for pattern, prediction in _predictions(problem):
        if all(_fits(got, scaled(prediction.at(cells), cells), cells, problem) for cells in asked):
            return _named("all-zero") if pattern.name == "zeros" and suspect.all() else pattern
    return None


def _few_and_all(where: np.ndarray) -> tuple[Cells, Cells]:
    """The cells that are set: some of them, spread over all, and all of them."""
    rows, cols = np.nonzero(where)
    step = -(-len(rows) // PROBED_CELLS)
    return (rows[::step], cols[::step]), (rows, cols)


def _explain_rounding(got: np.ndarray, comparison: Comparison, problem: Product) -> Explanation | None:
    """Nearly right everywhere: a fraction or some bits were lost on the way."""
    wrong = comparison.states == CellState.WRONG
    if problem.is_integer or np.count_nonzero(wrong) < FEW_CELLS or (comparison.states > CellState.WRONG).any():
        return None
    whole = np.all(got == np.round(got)) and not np.all(problem.expected == np.round(problem.expected))
    if whole:
        return _named("whole-numbers")
    a, b = _wide(problem)
    spread = ScaledProduct(np.abs(a), np.abs(b))
    limit = 2.0**-9 * abs(problem.alpha)
    everywhere = _few_and_all(np.ones_like(wrong))
    near = (np.all(comparison.error[cells] <= limit * spread.at(cells)) for cells in everywhere)
    if wrong.mean() > 0.5 and all(near):
        return _named("low-precision")
    return None


def _fits(got: np.ndarray, predicted: np.ndarray, cells: Cells, problem: Product) -> bool:
    with np.errstate(all="ignore"):
        difference = np.abs(got[cells].astype(np.float64) - predicted.astype(np.float64))
    return bool((difference <= problem.tolerance_of(predicted, cells)).all())


def _predictions(problem: Product) -> Iterator[Prediction]:
    """What the product may have been instead, before alpha and beta."""
    for makers in (_by_phase, _by_operands, _by_stride, _by_term):
        yield from makers(problem)


def _by_scalars(problem: Product) -> Iterator[Prediction]:
    """Alpha or beta left out, where they are not 1 and 0."""
    if problem.alpha == 1 and problem.beta == 0:
        return
    a, b = _wide(problem)
    product, old = a @ b, problem.c.astype(a.dtype)
    if problem.alpha != 1:
        yield _named("alpha-missing"), ValueTable(product + problem.beta * old if problem.beta else product)
    if problem.beta != 0:
        yield _named("beta-missing"), ValueTable(problem.alpha * product)
        if problem.beta != 1:
            yield _named("beta-not-multiplied"), ValueTable(problem.alpha * product + old)


def _scaler(problem: Product) -> Callable[[np.ndarray, Cells], np.ndarray]:
    def scaled(values: np.ndarray, cells: Cells) -> np.ndarray:
        if problem.is_integer:
            return np.asarray((values * int(problem.alpha)).astype(np.int32).astype(np.int64))
        old = problem.beta * problem.c[cells].astype(np.float64) if problem.beta else 0.0
        return np.asarray(problem.alpha * values + old)

    return scaled


def _wide(problem: Product) -> tuple[np.ndarray, np.ndarray]:
    wide = np.int64 if problem.is_integer else np.float64
    return problem.a.astype(wide), problem.b.astype(wide)


def _by_phase(problem: Product) -> Iterator[Prediction]:
    a, b = _wide(problem)
    inner, tile = problem.shape.K, problem.tile_width
    phases = -(-inner // tile)
    whole = inner // tile * tile

    def product(start: int, stop: int, factor: int = 1) -> ScaledProduct:
        return ScaledProduct(a[:, start:stop], b[start:stop, :], factor)

    yield _nothing_added(problem), product(0, 0)
    if inner % tile:
        yield _named("last-phase-missing", whole=whole, inner=inner, tile=tile), product(0, whole)
    if phases > 1:
        last = (phases - 1) * tile
        yield _named("only-first-phase", tile=tile), product(0, tile)
        yield _named("only-last-phase", last=last), product(last, inner)
        yield _named("first-phase-missing", tile=tile), product(tile, inner)
        yield _named("one-phase-short", last=last), product(0, last)
        first_tile = np.arange(inner) % tile
        yield _named("phase-missing-in-a"), ScaledProduct(a[:, first_tile], b)
        yield _named("phase-missing-in-b"), ScaledProduct(a, b[first_tile, :])
        yield _named("first-phase-repeated"), product(0, tile, phases)
    yield _named("doubled"), product(0, inner, 2)


def _nothing_added(problem: Product) -> Explanation:
    return _named("product-missing" if problem.beta else "zeros")


def _by_operands(problem: Product) -> Iterator[Prediction]:
    a, b = _wide(problem)
    rows, inner, cols = problem.shape.M, problem.shape.K, problem.shape.N
    yield _named("transposed"), ScaledProduct(b.T, a.T) if rows == cols else Refolded(ScaledProduct(b.T, a.T), cols)
    if inner == cols:
        yield _named("b-transposed"), ScaledProduct(a, b.T)
    if rows == inner:
        yield _named("a-transposed"), ScaledProduct(a.T, b)
    if rows == inner == cols:
        yield _named("operands-swapped"), ScaledProduct(b, a)
        yield _named("both-transposed"), ScaledProduct(a.T, b.T)
        yield _named("a-squared"), ScaledProduct(a, a)
        yield _named("b-squared"), ScaledProduct(b, b)
        yield _named("elementwise"), ValueTable(a * b)


def _by_stride(problem: Product) -> Iterator[Prediction]:
    """Right loop, wrong row length in the linear index; cells whose reads leave the matrix are taken as 0.

    Where the second row would lie outside already, the same comes of many a guard: that tells no row length.
    """
    a, b = _wide(problem)
    rows, inner, cols = problem.shape.M, problem.shape.K, problem.shape.N
    for name, stride in (("N", cols), ("M", rows)):
        if stride != inner and stride < a.size:
            found = _named(f"a-stride-{name}", stride=stride, right=inner)
            yield found, ScaledProduct(_restride(a, rows, inner, stride), b)
    for name, stride in (("K", inner), ("M", rows)):
        if stride != cols and stride < b.size:
            found = _named(f"b-stride-{name}", stride=stride, right=cols)
            yield found, ScaledProduct(a, _restride(b, inner, cols, stride))


def _restride(matrix: np.ndarray, rows: int, cols: int, stride: int) -> np.ndarray:
    flat = matrix.ravel()
    index = np.arange(rows)[:, None] * stride + np.arange(cols)[None, :]
    return np.asarray(np.where(index < flat.size, flat[np.minimum(index, flat.size - 1)], 0))


def _by_term(problem: Product) -> Iterator[Prediction]:
    a, b = _wide(problem)
    inner = problem.shape.K
    if inner > 1:
        yield _named("last-product-only"), ScaledProduct(a[:, -1:], b[-1:, :])
        yield _named("first-product-missing"), ScaledProduct(a[:, 1:], b[1:, :])
        yield _named("last-product-missing"), ScaledProduct(a[:, :-1], b[:-1, :])
    tile = problem.tile_width
    kept = np.arange(inner) % tile != tile - 1
    if inner >= tile > 1:
        yield _named("inner-loop-short"), ScaledProduct(a[:, kept], b[kept, :])
        kept = np.arange(inner) % tile != 0
        yield _named("inner-loop-late"), ScaledProduct(a[:, kept], b[kept, :])


def _explain_places(comparison: Comparison, problem: Product) -> Explanation | None:
    bad = comparison.states != CellState.RIGHT
    if bad.all():
        return _explain_everywhere(comparison)
    for pattern, cells in _places(problem):
        if cells.any() and np.array_equal(bad, cells):
            return pattern
    rows, cols = bad.any(axis=1), bad.any(axis=0)
    if np.array_equal(bad, np.broadcast_to(rows[:, None], bad.shape)):
        return _named("whole-rows", rows=_ranges(rows))
    if np.array_equal(bad, np.broadcast_to(cols[None, :], bad.shape)):
        return _named("whole-columns", columns=_ranges(cols))
    return None


def _explain_everywhere(comparison: Comparison) -> Explanation | None:
    if (comparison.states == CellState.UNWRITTEN).all():
        return _named("never-written")
    if (comparison.states == CellState.NONFINITE).all():
        return _named("all-nonfinite")
    return None


def _places(problem: Product) -> Iterator[tuple[Explanation, np.ndarray]]:
    rows, cols, tile = problem.shape.M, problem.shape.N, problem.tile_width
    row = np.arange(rows)[:, None]
    col = np.arange(cols)[None, :]
    in_rows, in_cols = rows // tile * tile, cols // tile * tile
    last_rows, last_cols = np.broadcast_to(row >= in_rows, (rows, cols)), np.broadcast_to(col >= in_cols, (rows, cols))
    if cols % tile:
        yield _named("last-tile-column", first=in_cols, last=cols - 1), last_cols
    if rows % tile:
        yield _named("last-tile-row", first=in_rows, last=rows - 1), last_rows
    if rows % tile and cols % tile:
        yield _named("last-tiles"), last_rows | last_cols
        yield _named("last-corner"), last_rows & last_cols
    first = np.broadcast_to((row < tile) & (col < tile), (rows, cols))
    yield _named("only-first-tile"), ~first
    yield _named("first-tile-wrong"), first
    yield _named("off-diagonal"), np.broadcast_to(row != col, (rows, cols))


def _ranges(flags: np.ndarray) -> str:
    """The places that are set as `3, 16-20, …`."""
    places = np.flatnonzero(flags)
    runs = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    texts = [f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
    return ", ".join(texts[:4]) + (f" and {len(texts) - 4} more" if len(texts) > 4 else "")
