"""What must come out: the sums in double precision, and how far rounding may take a sum of seven products."""

from __future__ import annotations

import numpy as np

from grader.labs.bounds import sum_bound

OWN, NEIGHBOUR = float(np.float32(0.4)), float(np.float32(0.1))


def _products(inputs: dict[str, np.ndarray]) -> np.ndarray:
    """The seven products of every element, along the first axis."""
    given = inputs["before"].astype(np.float64)
    padded = np.pad(given, 1)
    neighbours = [np.roll(padded, step, axis)[1:-1, 1:-1, 1:-1] for axis in range(3) for step in (-1, 1)]
    return np.stack([OWN * given, *(NEIGHBOUR * values for values in neighbours)])


def expected(inputs: dict[str, np.ndarray], sizes: dict[str, int]) -> dict[str, np.ndarray]:  # noqa: ARG001
    """The buffers by their names, as the kernel should leave them."""
    return {"after": _products(inputs).sum(axis=0)}


def bound(
    inputs: dict[str, np.ndarray],
    expected: dict[str, np.ndarray],  # noqa: ARG001
    sizes: dict[str, int],  # noqa: ARG001
) -> dict[str, np.ndarray]:
    """How far any order of the operations may be from that."""
    return {"after": sum_bound(_products(inputs), axis=0)}
