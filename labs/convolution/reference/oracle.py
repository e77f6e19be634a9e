"""What must come out: the sums in double precision, and how far rounding may take a sum of 25 products."""

from __future__ import annotations

import numpy as np

from grader.labs.bounds import sum_bound

RADIUS = 2


def _products(inputs: dict[str, np.ndarray]) -> np.ndarray:
    """The 25 products of every element, along the last axis."""
    padded = np.pad(inputs["image"].astype(np.float64), RADIUS)
    mask = inputs["mask"].astype(np.float64)
    windows = np.lib.stride_tricks.sliding_window_view(padded, mask.shape)
    return (windows * mask).reshape(*inputs["image"].shape, mask.size)


def expected(inputs: dict[str, np.ndarray], sizes: dict[str, int]) -> dict[str, np.ndarray]:  # noqa: ARG001
    """The buffers by their names, as the kernel should leave them."""
    return {"result": _products(inputs).sum(axis=2)}


def bound(
    inputs: dict[str, np.ndarray],
    expected: dict[str, np.ndarray],  # noqa: ARG001
    sizes: dict[str, int],  # noqa: ARG001
) -> dict[str, np.ndarray]:
    """How far any order of the operations may be from that."""
    return {"result": sum_bound(_products(inputs), axis=2)}
