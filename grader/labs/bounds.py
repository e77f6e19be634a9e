"""Rounding bounds of common results, for the oracles of labs that are data."""

from __future__ import annotations

import numpy as np


def sum_bound(values: np.ndarray, axis: int | None = None, *, element: str = "float32") -> np.ndarray:
    """Return Higham's γ(n) times the sum of magnitudes: a bound for a sum of `values` along an axis in any order.

    Products that are summed up count one rounding more each; γ(n + 1) is taken, so they are covered.
    """
    count = (values.size if axis is None else values.shape[axis]) + 1
    unit = float(np.finfo(element).eps) / 2
    gamma = count * unit / (1 - count * unit)
    return np.asarray(gamma * np.abs(values.astype(np.float64)).sum(axis=axis))
