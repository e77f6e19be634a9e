"""What is right, and how far a correct kernel's rounding may take it.

The grader imports this file and asks both functions about every case, whatever the element type. A has shape (M, K), B
(K, N) and C, as it is beforehand, (M, N); each element is exactly as the kernel gets it. A function that takes `a` and
`b` alone is asked for the product, and the grader applies alpha and beta.
"""

from __future__ import annotations

import numpy as np


def result(a: np.ndarray, b: np.ndarray, c: np.ndarray, alpha: float, beta: float) -> np.ndarray:
    """Alpha · A · B + beta · C. In float64, whose own rounding is 2^29 times finer than float32's; integers exactly."""
    wide = np.int64 if a.dtype.kind == "i" else np.float64
    product = a.astype(wide) @ b.astype(wide)
    if a.dtype.kind == "i":
        alpha, beta = int(alpha), int(beta)
    # With beta = 0 a kernel may not even read C, which holds NaN then.
    return np.asarray(alpha * product + (beta * c.astype(wide) if beta else 0))


def error_bound(a: np.ndarray, b: np.ndarray, c: np.ndarray, alpha: float, beta: float) -> np.ndarray:
    """The forward error bound of a dot product, element by element: γ · (|alpha| · |A| · |B| + |beta · C|).

    γ(n) = n·u / (1 − n·u) with the element type's unit roundoff u bounds n roundings in any order of summation (Higham,
    Accuracy and Stability of Numerical Algorithms, chapter 3): K and one more, and those of alpha and beta. So every
    correct kernel passes, while a missing or an extra term is far outside. Integers are exact, and the grader allows no
    error for them. Products below the smallest normal number may lose more: that matters in half precision only. In
    float64 the result above rounds as a kernel does: twice γ.
    """
    if a.dtype.kind == "i":
        return np.zeros((a.shape[0], b.shape[1]))
    info = np.finfo(a.dtype)
    nu = (a.shape[1] + 1 + (alpha != 1 or beta != 0) + (beta != 0)) * float(info.eps) / 2
    gamma = (nu / (1.0 - nu) if nu < 0.5 else 1.0) * (2 if a.dtype == np.float64 else 1)
    spread = abs(alpha) * (np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64)))
    rest = np.abs(beta * c.astype(np.float64)) if beta else 0.0
    return np.asarray(gamma * (spread + rest) + float(info.smallest_subnormal) * (a.shape[1] + 1))
