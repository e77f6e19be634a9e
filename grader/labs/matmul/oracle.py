"""The instructor's `oracle.py`: asked for every element type, with and without alpha and beta.

    def result(a, b, c, alpha, beta): ...       # M×N: what C must be
    def error_bound(a, b, c, alpha, beta): ...  # M×N: how far rounding may take it; optional

`a` (M×K), `b` (K×N) and `c` (M×N, the initial C) hold each element exactly as the kernel gets it. A function may do
without the last three: `result(a, b)` is the product alone, and the grader applies alpha and beta.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from grader.devices.base import DeviceFault

_SCALED_ROUNDINGS = 3
"""Roundings that alpha · product + beta · c may take beside those of the product."""


class Oracle:
    """One oracle module; its functions' mistakes are told as the assignment's, never as a student's."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def answer(
        self,
        a: np.ndarray,
        b: np.ndarray,
        c: np.ndarray,
        alpha: float,
        beta: float,
        *,
        own_bound: Callable[[], np.ndarray],
    ) -> tuple[np.ndarray, np.ndarray]:
        """What C must be, and the bound (M×N, float64; for integers int64, wrapped as the hardware wraps, and 0).

        `own_bound` is asked where the module has no `error_bound`. Raises `DeviceFault` when a function fails, or gives
        another shape.
        """
        expected = self._ask("result", a, b, c, alpha, beta)
        if a.dtype.kind == "i":
            whole = np.rint(expected).astype(np.int64) if expected.dtype.kind == "f" else expected.astype(np.int64)
            return whole.astype(a.dtype).astype(np.int64), np.zeros(whole.shape, np.int64)
        bound = self._bound(a, b, c, alpha, beta) if self._function("error_bound") else own_bound()
        return expected.astype(np.float64), bound.astype(np.float64)

    def _bound(self, a: np.ndarray, b: np.ndarray, c: np.ndarray, alpha: float, beta: float) -> np.ndarray:
        bound = self._ask("error_bound", a, b, c, alpha, beta, scale=False)
        if self._takes_scalars("error_bound") or (alpha == 1 and beta == 0):
            return bound
        product = np.abs(self._call("result", a, b, {}))
        rest = np.abs(beta * c.astype(np.float64)) if beta else 0.0
        rounding = _SCALED_ROUNDINGS * float(np.finfo(a.dtype).eps) / 2
        return np.asarray(abs(alpha) * bound + rounding * (abs(alpha) * product + rest))

    def _ask(
        self, name: str, a: np.ndarray, b: np.ndarray, c: np.ndarray, alpha: float, beta: float, *, scale: bool = True
    ) -> np.ndarray:
        if self._takes_scalars(name):
            return self._call(name, a, b, {"c": c, "alpha": alpha, "beta": beta})
        product = self._call(name, a, b, {})
        if not scale or (alpha == 1 and beta == 0):
            return product
        return np.asarray(alpha * product + (beta * c.astype(product.dtype) if beta else 0))

    def _function(self, name: str) -> Callable[..., Any] | None:
        function = getattr(self._module, name, None)
        return function if callable(function) else None

    def _takes_scalars(self, name: str) -> bool:
        """Whether the function takes the initial C, alpha and beta, and not A and B alone."""
        function = self._function(name)
        return function is not None and {"c", "alpha", "beta"} <= _parameters_of(function)

    def _call(self, name: str, a: np.ndarray, b: np.ndarray, more: dict[str, Any]) -> np.ndarray:
        function = self._function(name)
        assert function is not None, "loading the assignment has looked"
        where = f"{self._module.__file__ or 'oracle.py'}: {name}"
        try:
            value = np.asarray(function(a, b, **more))
        except Exception as error:
            raise DeviceFault(f"{where} failed: {type(error).__name__}: {error}") from error
        wanted = (a.shape[0], b.shape[1])
        if value.shape != wanted or value.dtype.kind not in "fiu":
            raise DeviceFault(
                f"{where} gave {value.dtype} of shape {value.shape}; numbers of shape {wanted} are needed"
            )
        return value


@functools.lru_cache(maxsize=16)  # asked at every case and every shape; to look takes longer than a small product
def _parameters_of(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(inspect.signature(function).parameters)
