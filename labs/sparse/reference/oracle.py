"""Sparse matrices of a given number of entries, and their products with a vector."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from grader.labs.bounds import sum_bound


def inputs(kind: str, sizes: dict[str, int], rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Entries anywhere; with `crowded` half of them, as far as there is room, in the middle row."""
    rows, cols, entries = sizes["rows"], sizes["cols"], sizes["entries"]
    chosen = np.zeros(rows * cols, bool)
    if kind == "crowded":
        first = rows // 2 * cols
        chosen[first : first + min(cols, entries // 2)] = True
    free = rng.permutation(np.flatnonzero(~chosen))
    chosen[free[: entries - int(chosen.sum())]] = True
    cells = np.flatnonzero(chosen)
    counts = np.bincount(cells // cols, minlength=rows)
    return {"starts": np.concatenate([[0], np.cumsum(counts)]), "columns": cells % cols}


def _sums(inputs: dict[str, np.ndarray], terms: np.ndarray) -> np.ndarray:
    return np.array([terms[first:last].sum() for first, last in pairwise(inputs["starts"])])


def _products(inputs: dict[str, np.ndarray]) -> np.ndarray:
    return np.asarray(inputs["values"].astype(np.float64) * inputs["x"][inputs["columns"]])


def expected(inputs: dict[str, np.ndarray], sizes: dict[str, int]) -> dict[str, np.ndarray]:  # noqa: ARG001
    """The buffers by their names, as the kernel should leave them."""
    return {"y": _sums(inputs, _products(inputs))}


def bound(
    inputs: dict[str, np.ndarray],
    expected: dict[str, np.ndarray],  # noqa: ARG001
    sizes: dict[str, int],  # noqa: ARG001
) -> dict[str, np.ndarray]:
    """How far any order of the operations may be from that."""
    products = _products(inputs)
    return {"y": np.array([sum_bound(products[first:last]) for first, last in pairwise(inputs["starts"])])}
