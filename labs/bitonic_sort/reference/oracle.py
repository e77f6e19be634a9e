"""What must come out: the elements in ascending order."""

from __future__ import annotations

import numpy as np

Arrays = dict[str, np.ndarray]


def inputs(kind: str, sizes: dict[str, int], rng: np.random.Generator) -> Arrays:
    """Return elements of the whole range of an int, its ends among them, or elements in descending order."""
    n, limits = sizes["n"], np.iinfo(np.int32)
    if kind == "extremes":
        return {"x": rng.choice([limits.min, limits.min + 1, -1, 0, 1, limits.max - 1, limits.max], n)}
    if kind == "whole_range":
        return {"x": rng.integers(limits.min, limits.max, n, endpoint=True)}
    if kind == "close_together":
        return {"x": limits.max - 7 - rng.permutation(n)}
    return {"x": np.arange(n, 0, -1)} if kind == "descending" else {}


def expected(inputs: Arrays, sizes: dict[str, int]) -> Arrays:  # noqa: ARG001
    """Return x in order."""
    return {"x": np.sort(inputs["x"])}
