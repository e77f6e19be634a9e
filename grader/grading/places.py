"""Where the wrong cells of a matrix are, where these are whole rows, columns or tiles, or all of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grader.labs.base import CellState, Comparison
from grader.results import Explanation


def explain_places(comparison: Comparison, output: str, tile: int) -> tuple[Explanation, ...]:
    """Return what tells the places of all wrong cells, if anything does. `tile` is the width of tiles; 0 for none."""
    bad = comparison.states != CellState.RIGHT
    if bad.all():
        told = {CellState.UNWRITTEN: "never-written", CellState.NONFINITE: "all-nonfinite"}
        name = next((name for state, name in told.items() if (comparison.states == state).all()), "")
        return (_named(name, output=output),) if name else ()
    if bad.ndim != 2 or not bad.any():
        return ()
    found = (place for place, cells in (*_tiles(bad.shape, tile, output), *_lines(bad)) if np.array_equal(bad, cells))
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


def _lines(bad: np.ndarray) -> Iterator[tuple[Explanation, np.ndarray]]:
    rows, cols = np.asarray(bad.any(axis=1)), np.asarray(bad.any(axis=0))
    yield _named("whole-rows", rows=_ranges(rows)), np.broadcast_to(rows[:, None], bad.shape)
    yield _named("whole-columns", columns=_ranges(cols)), np.broadcast_to(cols[None, :], bad.shape)


def _named(name: str, **facts: int | str) -> Explanation:
    return Explanation(name=name, facts=facts)


def _ranges(flags: np.ndarray) -> str:
    """Return the places that are set as `3, 16-20, …`."""
    places = np.flatnonzero(flags)
    runs = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    texts = [f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
    return ", ".join(texts[:4]) + (f" and {len(texts) - 4} more" if len(texts) > 4 else "")
