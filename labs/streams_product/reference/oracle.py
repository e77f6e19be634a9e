"""What must come out: the product, and how far rounding may take it."""

from __future__ import annotations

import numpy as np

Arrays = dict[str, np.ndarray]


def expected(inputs: Arrays, sizes: dict[str, int]) -> Arrays:  # noqa: ARG001
    """Return the product, in float64."""
    return {"c": inputs["a"].astype(float) @ inputs["b"].astype(float)}


def bound(inputs: Arrays, expected: Arrays, sizes: dict[str, int]) -> Arrays:  # noqa: ARG001
    """Return the forward error of a sum of k products in float."""
    terms = np.abs(inputs["a"].astype(float)) @ np.abs(inputs["b"].astype(float))
    return {"c": (sizes["k"] + 1) * 2.0**-24 * terms}
