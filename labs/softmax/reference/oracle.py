"""What must come out: the smoothed softmax of every row, in float64."""

from __future__ import annotations

import numpy as np

Arrays = dict[str, np.ndarray]
ROUNDING = 2.0**-24


def inputs(kind: str, sizes: dict[str, int], rng: np.random.Generator) -> Arrays:
    """Return elements so large, or so small, that their exponentials leave the range of a float."""
    ranges = {"large": (-200, 200), "all_negative": (-400, -300)}
    if kind not in ranges:
        return {}
    return {"x": rng.uniform(*ranges[kind], (sizes["rows"], sizes["cols"])).astype(np.float32)}


def expected(inputs: Arrays, sizes: dict[str, int]) -> Arrays:
    """Return what each launch must leave."""
    most, exponents = exponents_of(inputs)
    e = np.exp(exponents)
    total = e.sum(axis=1)
    smoothing = float(inputs["smoothing"])
    return {"most": most, "total": total, "y": (1 - smoothing) * e / total[:, None] + smoothing / sizes["cols"]}


def bound(inputs: Arrays, expected: Arrays, sizes: dict[str, int]) -> Arrays:
    """Return what rounding explains: of the exponents, of the sum, and of the few steps after it."""
    largest = np.abs(exponents_of(inputs)[1]).max(axis=1)
    relative = ROUNDING * (4 * largest + sizes["cols"] + 24)
    y = 2 * relative[:, None] * expected["y"] + 1e-30
    return {"most": np.zeros_like(largest), "total": relative * expected["total"], "y": y}


def exponents_of(inputs: Arrays) -> tuple[np.ndarray, np.ndarray]:
    """Return the largest element of each row, and every element's exponent."""
    x = inputs["x"].astype(float)
    most = x.max(axis=1)
    return most, (x - most[:, None]) / float(inputs["temperature"])
