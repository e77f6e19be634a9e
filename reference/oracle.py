"""What is right: the product in float64, and how far a correct kernel's rounding may take it.

The grader imports this file and calls both functions with NumPy arrays, A of shape (M, K) and B of shape (K, N), each
element exactly as the kernel gets it.
"""

from __future__ import annotations

import numpy as np

UNIT_ROUNDOFF = 2.0**-24  # of float32


def result(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A · B in float64: its own rounding is 2^29 times finer than the kernel's."""
    return np.asarray(a.astype(np.float64) @ b.astype(np.float64))


def error_bound(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The forward error bound of a float32 dot product, element by element: γ(K+1) · (|A| · |B|).

    γ(n) = n·u / (1 − n·u) bounds any order of summation (Higham, Accuracy and Stability of Numerical Algorithms,
    chapter 3), so every correct kernel passes, while a missing or an extra term is far outside.
    """
    n = a.shape[1] + 1
    gamma = n * UNIT_ROUNDOFF / (1.0 - n * UNIT_ROUNDOFF)
    return np.asarray(gamma * (np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64))))
