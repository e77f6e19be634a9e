"""What a wrong C is instead: each explanation is computed from the inputs and must fit every cell that is not right.

Nothing is guessed: an explanation predicts numbers (the product over all but the last phase, the transpose, …) or a set
of cells (the last tile column), and is given only when the kernel's output agrees with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from grader.checking.compare import CellState, Comparison
from grader.checking.problem import Problem

FEW_CELLS = 8
"""Fewer wrong cells than this are too few to see a lost fraction in."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """An explanation that fits: `name` for the hints, `sentence` for people."""

    name: str
    sentence: str


Cells = tuple[np.ndarray, np.ndarray]
"""Rows and columns of some cells."""

PROBED_CELLS = 16
"""Cells that are asked first: nearly every explanation fails there already, which spares the whole product."""


@dataclass(frozen=True, slots=True)
class Product:
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

    product: Product
    width: int

    def at(self, cells: Cells) -> np.ndarray:
        """The values of these cells."""
        rows, cols = cells
        return self.product.at(np.divmod(rows * self.width + cols, self.product.right.shape[1]))


@dataclass(frozen=True, slots=True)
class Table:
    """Values that are there already."""

    values: np.ndarray

    def at(self, cells: Cells) -> np.ndarray:
        """The values of these cells."""
        return np.asarray(self.values[cells])


Prediction = tuple[Pattern, Product | Refolded | Table]


def diagnose(got: np.ndarray, comparison: Comparison, problem: Problem) -> tuple[Pattern, ...]:
    """The explanations that fit, most telling first: at most one of the values and one of the places."""
    if comparison.right:
        return ()
    values = _explain_values(got, comparison, problem) or _explain_rounding(got, comparison, problem)
    found = [values, _explain_places(comparison, problem)]
    return tuple(pattern for pattern in found if pattern)


def _explain_values(got: np.ndarray, comparison: Comparison, problem: Problem) -> Pattern | None:
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
            return pattern
    return None


def _few_and_all(where: np.ndarray) -> tuple[Cells, Cells]:
    """The cells that are set: some of them, spread over all, and all of them."""
    rows, cols = np.nonzero(where)
    step = -(-len(rows) // PROBED_CELLS)
    return (rows[::step], cols[::step]), (rows, cols)


def _explain_rounding(got: np.ndarray, comparison: Comparison, problem: Problem) -> Pattern | None:
    """Nearly right everywhere: a fraction or some bits were lost on the way."""
    wrong = comparison.states == CellState.WRONG
    if problem.is_integer or np.count_nonzero(wrong) < FEW_CELLS or (comparison.states > CellState.WRONG).any():
        return None
    whole = np.all(got == np.round(got)) and not np.all(problem.expected == np.round(problem.expected))
    if whole:
        return Pattern("whole-numbers", "Every result is a whole number: the fraction is lost on the way.")
    a, b = _wide(problem)
    spread = Product(np.abs(a), np.abs(b))
    limit = 2.0**-9 * abs(problem.alpha)
    everywhere = _few_and_all(np.ones_like(wrong))
    near = (np.all(comparison.error[cells] <= limit * spread.at(cells)) for cells in everywhere)
    if wrong.mean() > 0.5 and all(near):
        return Pattern("low-precision", "Every cell is nearly right: values are rounded to fewer bits than they have.")
    return None


def _fits(got: np.ndarray, predicted: np.ndarray, cells: Cells, problem: Problem) -> bool:
    with np.errstate(all="ignore"):
        difference = np.abs(got[cells].astype(np.float64) - predicted.astype(np.float64))
    return bool((difference <= problem.tolerance_of(predicted, cells)).all())


def _predictions(problem: Problem) -> Iterator[Prediction]:
    """What the product may have been instead, before alpha and beta."""
    # Constant matrices look the same however they are read: only how much was added up can be told.
    constant = problem.a.min() == problem.a.max() and problem.b.min() == problem.b.max() and problem.a.size > 1
    for makers in (_by_phase,) if constant else (_by_phase, _by_operands, _by_stride, _by_term):
        yield from makers(problem)


def _by_scalars(problem: Problem) -> Iterator[Prediction]:
    """Alpha or beta left out, where they are not 1 and 0."""
    if problem.alpha == 1 and problem.beta == 0:
        return
    a, b = _wide(problem)
    product, old = a @ b, problem.c.astype(a.dtype)
    if problem.alpha != 1:
        missing = Pattern("alpha-missing", "alpha is left out: it must multiply the product.")
        yield missing, Table(product + problem.beta * old if problem.beta else product)
    if problem.beta != 0:
        yield Pattern("beta-missing", "beta times the old C is left out."), Table(problem.alpha * product)
        if problem.beta != 1:
            text = "The old C is added as it is, not multiplied by beta."
            yield Pattern("beta-missing", text), Table(problem.alpha * product + old)


def _scaler(problem: Problem) -> Callable[[np.ndarray, Cells], np.ndarray]:
    def scaled(values: np.ndarray, cells: Cells) -> np.ndarray:
        if problem.is_integer:
            return np.asarray((values * int(problem.alpha)).astype(np.int32).astype(np.int64))
        old = problem.beta * problem.c[cells].astype(np.float64) if problem.beta else 0.0
        return np.asarray(problem.alpha * values + old)

    return scaled


def _wide(problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    wide = np.int64 if problem.is_integer else np.float64
    return problem.a.astype(wide), problem.b.astype(wide)


def _by_phase(problem: Problem) -> Iterator[Prediction]:
    a, b = _wide(problem)
    inner, tile = problem.shape.K, problem.tile_width
    phases = -(-inner // tile)
    whole = inner // tile * tile

    def product(start: int, stop: int, factor: int = 1) -> Product:
        return Product(a[:, start:stop], b[start:stop, :], factor)

    yield Pattern("all-zero", "Every wrong cell is exactly 0: nothing was added up."), product(0, 0)
    if inner % tile:
        yield (
            Pattern(
                "last-phase-missing",
                f"The wrong cells are the sum over the first {whole} of {inner} products: the last, partial phase is"
                f" missing ({inner} / {tile} was rounded down).",
            ),
            product(0, whole),
        )
    if phases > 1:
        last = (phases - 1) * tile
        yield Pattern("only-first-phase", f"The wrong cells hold the first phase alone (k < {tile})."), product(0, tile)
        yield (
            Pattern("only-last-phase", f"The wrong cells hold the last phase alone (k ≥ {last}): the sum starts anew."),
            product(last, inner),
        )
        yield (
            Pattern("first-phase-missing", f"The first phase (k < {tile}) is missing from the sum."),
            product(tile, inner),
        )
        yield Pattern("one-phase-short", f"The last phase (k ≥ {last}) is missing from the sum."), product(0, last)
        first_tile = np.arange(inner) % tile
        text = "Every phase used A's first tile again, with B's right one."
        yield Pattern("phase-missing-in-a", text), Product(a[:, first_tile], b)
        text = "Every phase used B's first tile again, with A's right one."
        yield Pattern("phase-missing-in-b", text), Product(a, b[first_tile, :])
        repeated = product(0, tile, phases)
        yield Pattern("first-phase-repeated", "Every phase added the first tile again."), repeated
    yield Pattern("doubled", "Every wrong cell is twice the right value."), product(0, inner, 2)


def _by_operands(problem: Problem) -> Iterator[Prediction]:
    a, b = _wide(problem)
    rows, inner, cols = problem.shape.M, problem.shape.K, problem.shape.N
    stored = Pattern("transposed", "C is stored transposed: row and column are exchanged.")
    yield stored, Product(b.T, a.T) if rows == cols else Refolded(Product(b.T, a.T), cols)
    if inner == cols:
        text = "The result is A · Bᵀ: B is read with row and column exchanged."
        yield Pattern("b-transposed", text), Product(a, b.T)
    if rows == inner:
        text = "The result is Aᵀ · B: A is read with row and column exchanged."
        yield Pattern("a-transposed", text), Product(a.T, b)
    if rows == inner == cols:
        yield Pattern("operands-swapped", "The result is B · A: the operands are exchanged."), Product(b, a)
        yield Pattern("both-transposed", "The result is Aᵀ · Bᵀ."), Product(a.T, b.T)
        yield Pattern("a-squared", "The result is A · A: both tiles hold A."), Product(a, a)
        yield Pattern("b-squared", "The result is B · B: both tiles hold B."), Product(b, b)
        yield Pattern("elementwise", "Each cell is A[row][col] * B[row][col]: a product of elements."), Table(a * b)


def _by_stride(problem: Problem) -> Iterator[Prediction]:
    """Right loop, wrong row length in the linear index; cells whose reads leave the matrix are taken as 0."""
    a, b = _wide(problem)
    rows, inner, cols = problem.shape.M, problem.shape.K, problem.shape.N
    for name, stride in (("N", cols), ("M", rows)):
        if stride != inner:
            text = f"A is read with a row length of {name} = {stride} instead of K = {inner}."
            yield Pattern(f"a-stride-{name}", text), Product(_restride(a, rows, inner, stride), b)
    for name, stride in (("K", inner), ("M", rows)):
        if stride != cols:
            text = f"B is read with a row length of {name} = {stride} instead of N = {cols}."
            yield Pattern(f"b-stride-{name}", text), Product(a, _restride(b, inner, cols, stride))


def _restride(matrix: np.ndarray, rows: int, cols: int, stride: int) -> np.ndarray:
    flat = matrix.ravel()
    index = np.arange(rows)[:, None] * stride + np.arange(cols)[None, :]
    return np.asarray(np.where(index < flat.size, flat[np.minimum(index, flat.size - 1)], 0))


def _by_term(problem: Problem) -> Iterator[Prediction]:
    a, b = _wide(problem)
    inner = problem.shape.K
    if inner > 1:
        yield (
            Pattern("last-product-only", "Each wrong cell is its last product alone: = where += is meant."),
            Product(a[:, -1:], b[-1:, :]),
        )
        text = "The product with k = 0 is missing from the sum."
        yield Pattern("first-product-missing", text), Product(a[:, 1:], b[1:, :])
        text = "The last product is missing from the sum."
        yield Pattern("last-product-missing", text), Product(a[:, :-1], b[:-1, :])
    tile = problem.tile_width
    kept = np.arange(inner) % tile != tile - 1
    if inner >= tile > 1:
        text = "The last product of every phase is missing: the inner loop is one short."
        yield Pattern("inner-loop-short", text), Product(a[:, kept], b[kept, :])
        kept = np.arange(inner) % tile != 0
        text = "The first product of every phase is missing: the inner loop starts at 1."
        yield Pattern("inner-loop-late", text), Product(a[:, kept], b[kept, :])


def _explain_places(comparison: Comparison, problem: Problem) -> Pattern | None:
    bad = comparison.states != CellState.RIGHT
    if bad.all():
        return _explain_everywhere(comparison)
    for pattern, cells in _places(problem):
        if cells.any() and np.array_equal(bad, cells):
            return pattern
    rows, cols = bad.any(axis=1), bad.any(axis=0)
    if np.array_equal(bad, np.broadcast_to(rows[:, None], bad.shape)):
        return Pattern("whole-rows", f"Whole rows are wrong, all others right: {_ranges(rows)}.")
    if np.array_equal(bad, np.broadcast_to(cols[None, :], bad.shape)):
        return Pattern("whole-columns", f"Whole columns are wrong, all others right: {_ranges(cols)}.")
    return None


def _explain_everywhere(comparison: Comparison) -> Pattern | None:
    if (comparison.states == CellState.UNWRITTEN).all():
        return Pattern("never-written", "No thread stored anything in C.")
    if (comparison.states == CellState.NONFINITE).all():
        return Pattern("all-nonfinite", "Every cell is NaN or infinite.")
    return None


def _places(problem: Problem) -> Iterator[tuple[Pattern, np.ndarray]]:
    rows, cols, tile = problem.shape.M, problem.shape.N, problem.tile_width
    row = np.arange(rows)[:, None]
    col = np.arange(cols)[None, :]
    in_rows, in_cols = rows // tile * tile, cols // tile * tile
    last_rows, last_cols = np.broadcast_to(row >= in_rows, (rows, cols)), np.broadcast_to(col >= in_cols, (rows, cols))
    if cols % tile:
        text = f"Only the last, partial tile column is wrong (columns {in_cols} to {cols - 1})."
        yield Pattern("last-tile-column", text), last_cols
    if rows % tile:
        text = f"Only the last, partial tile row is wrong (rows {in_rows} to {rows - 1})."
        yield Pattern("last-tile-row", text), last_rows
    if rows % tile and cols % tile:
        yield (
            Pattern("last-tiles", "Only the partial tiles at the right and bottom edge are wrong."),
            (last_rows | last_cols),
        )
        yield Pattern("last-corner", "Only the partial tile in the last corner is wrong."), last_rows & last_cols
    first = np.broadcast_to((row < tile) & (col < tile), (rows, cols))
    yield Pattern("only-first-tile", "Only the first tile of C is right; every other block is wrong."), ~first
    yield Pattern("first-tile-wrong", "Only the first tile of C is wrong."), first
    yield Pattern("off-diagonal", "Only the diagonal is right."), np.broadcast_to(row != col, (rows, cols))


def _ranges(flags: np.ndarray) -> str:
    """The places that are set as `3, 16-20, …`."""
    places = np.flatnonzero(flags)
    runs = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    texts = [f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
    return ", ".join(texts[:4]) + (f" and {len(texts) - 4} more" if len(texts) > 4 else "")
