"""What is right: C = A · B of halves, each product exact and added up in float."""

from __future__ import annotations

import numpy as np

Buffers = dict[str, np.ndarray]


def expected(inputs: Buffers, sizes: dict[str, int]) -> Buffers:  # noqa: ARG001
    """Return C in float64."""
    return {"C": inputs["A"].astype(float) @ inputs["B"].astype(float)}


def bound(inputs: Buffers, expected: Buffers, sizes: dict[str, int]) -> Buffers:  # noqa: ARG001
    """Return how far a sum in float may be off, in any order; tensor cores round towards zero."""
    magnitudes = np.abs(inputs["A"].astype(float)) @ np.abs(inputs["B"].astype(float))
    return {"C": 2 * (sizes["K"] + 1) * 2.0**-24 * magnitudes}
