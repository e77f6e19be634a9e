"""The instructor's `oracle.py`: asked for every element type, with and without alpha and beta.

    def result(a, b, c, alpha, beta): ...       # M×N: what C must be
    def error_bound(a, b, c, alpha, beta): ...  # M×N: how far rounding may take it; optional

`a` (M×K), `b` (K×N) and `c` (M×N, the initial C) hold each element exactly as the kernel gets it. A function may do
without the last three: `result(a, b)` is the product alone, and the grader applies alpha and beta.
"""

from __future__ import annotations

import numpy as np

from grader.assignment import TestCase
from grader.oracle import Call, Oracle
from grader.oracle.fitting import exactly, tolerance

_SCALED_ROUNDINGS = 3
"""Roundings that alpha · product + beta · c may take beside those of the product."""


def answer(
    oracle: Oracle | None, case: TestCase, a: np.ndarray, b: np.ndarray, c: np.ndarray, alpha: float, beta: float
) -> tuple[np.ndarray, np.ndarray]:
    """What C must be, and the bound (M×N, float64; for integers int64, wrapped as the hardware wraps, and 0).

    The grader answers itself where there is no oracle, and bounds where it has no `error_bound`. Raises
    `AssignmentError` when a function fails, or gives what can be no matrix of the product's shape.
    """
    if oracle is None:
        return _own_answer(a, b, c, alpha, beta)

    def call(function: str) -> Call:
        """With the initial C, alpha and beta, where the function takes them."""
        all_of = {"c": c, "alpha": alpha, "beta": beta} if _takes_scalars(oracle, function) else {}
        return Call(function, (a, b), all_of)

    calls = [call("result")]
    if a.dtype.kind == "f" and "error_bound" in oracle.functions:
        calls.append(call("error_bound"))
    given = oracle.ask(calls, case)
    told = 1
    try:
        expected = exactly(given[0], "C", c)
        told = 2
        bound = tolerance(given[1], "the bound of C", c) if len(given) > 1 else None
    except ValueError as error:
        raise oracle.mistake(calls[:told], str(error), case) from None
    integer = a.dtype.kind == "i"
    rest = (int(beta) if integer else beta) * c.astype(expected.dtype) if beta else np.zeros_like(expected)
    if not _takes_scalars(oracle, "result"):
        expected = (int(alpha) if integer else alpha) * expected + rest
    if integer:
        return expected.astype(a.dtype).astype(np.int64), np.zeros(expected.shape, np.int64)
    if bound is None:
        return expected, _own_answer(a, b, c, alpha, beta)[1]
    if not _takes_scalars(oracle, "error_bound") and (alpha != 1 or beta != 0):
        rounding = _SCALED_ROUNDINGS * float(np.finfo(a.dtype).eps) / 2
        bound = abs(alpha) * bound + rounding * (np.abs(expected - rest) + np.abs(rest))
    return expected, bound


def _takes_scalars(oracle: Oracle, function: str) -> bool:
    """Whether the function takes the initial C, alpha and beta, and not A and B alone."""
    return {"c", "alpha", "beta"} <= set(oracle.functions.get(function, ()))


def _own_answer(
    a: np.ndarray, b: np.ndarray, c: np.ndarray, alpha: float, beta: float
) -> tuple[np.ndarray, np.ndarray]:
    if a.dtype.kind == "i":
        return _integer_answer(a, b, c, alpha, beta)
    product, spread = (
        a.astype(np.float64) @ b.astype(np.float64),
        np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64)),
    )
    if beta == 0:
        return alpha * product, _gamma(a, 2 if alpha != 1 else 1) * abs(alpha) * spread + _underflow(a)
    c64 = c.astype(np.float64)
    expected = alpha * product + beta * c64
    return expected, _gamma(a, 3) * (abs(alpha) * spread + np.abs(beta * c64)) + _underflow(a)


def _gamma(a: np.ndarray, extra: int) -> float:
    """γ(K + extra) of Higham's bound; float64's is doubled because the oracle rounds as the kernel does."""
    count = a.shape[1] + extra
    nu = count * float(np.finfo(a.dtype).eps) / 2
    gamma = nu / (1 - nu) if nu < 0.5 else 1.0
    return 2.0 * gamma if a.dtype == np.dtype(np.float64) else gamma


def _underflow(a: np.ndarray) -> float:
    """What products below the smallest normal number may lose: it matters in half precision only."""
    smallest: float = np.finfo(a.dtype).smallest_subnormal.item()
    return smallest * (int(a.shape[1]) + 1)


def _integer_answer(
    a: np.ndarray, b: np.ndarray, c: np.ndarray, alpha: float, beta: float
) -> tuple[np.ndarray, np.ndarray]:
    """Exact, wrapped to the element type as the hardware wraps."""
    product = int(alpha) * (a.astype(np.int64) @ b.astype(np.int64))
    whole = product + int(beta) * c.astype(np.int64) if beta else product
    wrapped = whole.astype(a.dtype).astype(np.int64)
    return wrapped, np.zeros_like(wrapped)
