"""One product made concrete: its matrices by their letters, and what C must be.

The instructor's `oracle.py` says it for every element type, with and without alpha and beta:

    def result(a, b, c, alpha, beta): ...       # M×N: what C must be
    def error_bound(a, b, c, alpha, beta): ...  # M×N: how far rounding may take it; optional

`a` (M×K), `b` (K×N) and `c` (M×N, the initial C) hold each element exactly as the kernel gets it. A function may do
without the last three: `result(a, b)` is the product alone, and the grader applies alpha and beta.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from grader.labs.base import CaseProblem, ExpectedBuffer
from grader.labs.launching import CaseData, Contents, judged_by
from grader.oracle import Call, Making, Oracle

_SCALED_ROUNDINGS = 3
"""Roundings that alpha · product + beta · c may take beside those of the product."""


@dataclass(frozen=True, slots=True)
class ProductShape:
    """C (M×N) = A (M×K) · B (K×N)."""

    M: int
    K: int
    N: int

    @classmethod
    def of(cls, sizes: Mapping[str, int]) -> ProductShape:
        """Return the shape for a case's sizes."""
        return cls(**sizes)

    @property
    def sizes(self) -> dict[str, int]:
        """Sizes by name."""
        return {"M": self.M, "K": self.K, "N": self.N}


@dataclass(frozen=True, slots=True, kw_only=True)
class Product(CaseProblem):
    """A case's matrices in their natural (row, column) shape: `a` is M×K, `b` K×N, `c` the initial C (M×N)."""

    @property
    def shape(self) -> ProductShape:
        """M, K and N."""
        return ProductShape.of(self.sizes)

    @property
    def a(self) -> np.ndarray:
        """The left matrix."""
        return self.buffers["A"].content

    @property
    def b(self) -> np.ndarray:
        """The right matrix."""
        return self.buffers["B"].content

    @property
    def c(self) -> np.ndarray:
        """C before the launch."""
        return self.buffers["C"].content

    @property
    def alpha(self) -> float:
        """The factor of the product."""
        return self.scalars["alpha"]

    @property
    def beta(self) -> float:
        """The factor of the initial C."""
        return self.scalars["beta"]

    @property
    def turns(self) -> int:
        """Number of products in one sum."""
        return self.sizes["K"]


def answer(data: CaseData, contents: Contents) -> Making[ExpectedBuffer]:
    """Return C and its bound (M×N, float64; for integers int64, wrapped as the hardware wraps, with bound 0).

    The grader computes C without an oracle, and the bound if the oracle has no `error_bound`. Raise `AssignmentError`
    when a function fails, or gives what cannot be a matrix of the product's shape.
    """
    oracle, scalars = data.oracle, dict(data.scalars)
    a, b, c = contents.values()
    alpha, beta = scalars["alpha"], scalars["beta"]
    if oracle is None:
        return _own_answer(a, b, c, alpha, beta)

    def call(function: str) -> Call:
        """With the initial C, alpha and beta, where the function takes them."""
        return Call(function, (a, b), {"c": c, **scalars} if _takes_scalars(oracle, function) else {})

    bound_of = call("error_bound") if "error_bound" in oracle.functions else None
    ((expected, bound),) = (yield from judged_by(data, contents, call("result"), bound_of)).values()
    integer = a.dtype.kind == "i"
    rest = (int(beta) if integer else beta) * c.astype(expected.dtype) if beta else np.zeros_like(expected)
    if not _takes_scalars(oracle, "result"):
        expected = (int(alpha) if integer else alpha) * expected + rest
    if integer:
        return ExpectedBuffer(expected.astype(a.dtype).astype(np.int64), np.zeros(expected.shape, np.int64))
    if bound is None:
        return ExpectedBuffer(expected, _own_answer(a, b, c, alpha, beta).bound)
    if not _takes_scalars(oracle, "error_bound") and (alpha != 1 or beta != 0):
        rounding = _SCALED_ROUNDINGS * float(np.finfo(a.dtype).eps) / 2
        bound = abs(alpha) * bound + rounding * (np.abs(expected - rest) + np.abs(rest))
    return ExpectedBuffer(expected, bound)


def _takes_scalars(oracle: Oracle, function: str) -> bool:
    """Return whether the function takes the initial C, alpha and beta, and not only A and B."""
    return {"c", "alpha", "beta"} <= set(oracle.functions.get(function, ()))


def _own_answer(a: np.ndarray, b: np.ndarray, c: np.ndarray, alpha: float, beta: float) -> ExpectedBuffer:
    if a.dtype.kind == "i":
        whole = int(alpha) * (a.astype(np.int64) @ b.astype(np.int64))
        whole = whole + int(beta) * c.astype(np.int64) if beta else whole
        wrapped = whole.astype(a.dtype).astype(np.int64)
        return ExpectedBuffer(wrapped, np.zeros_like(wrapped))
    left, right = a.astype(np.float64), b.astype(np.float64)
    product, spread = left @ right, np.abs(left) @ np.abs(right)
    if beta == 0:
        bound = _gamma(a, 2 if alpha != 1 else 1) * abs(alpha) * spread + _underflow(a)
        return ExpectedBuffer(alpha * product, bound)
    c64 = c.astype(np.float64)
    bound = _gamma(a, 3) * (abs(alpha) * spread + np.abs(beta * c64)) + _underflow(a)
    return ExpectedBuffer(alpha * product + beta * c64, bound)


def _gamma(a: np.ndarray, extra: int) -> float:
    """Return γ(K + extra) of Higham's bound, doubled for float64 because the oracle rounds as the kernel does."""
    count = a.shape[1] + extra
    nu = count * float(np.finfo(a.dtype).eps) / 2
    gamma = nu / (1 - nu) if nu < 0.5 else 1.0
    return 2.0 * gamma if a.dtype == np.dtype(np.float64) else gamma


def _underflow(a: np.ndarray) -> float:
    """Return what products below the smallest normal number may lose; it matters only in half precision."""
    smallest: float = np.finfo(a.dtype).smallest_subnormal.item()
    return smallest * (int(a.shape[1]) + 1)
