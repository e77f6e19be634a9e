"""One case made concrete: its matrices, what C must be, and how far rounding may take it.

Everything here stays in the grader's own process: a submission's process gets A, B and the initial C, never the rest.
"""

from __future__ import annotations

import functools
import zlib
from dataclasses import dataclass

import numpy as np

from grader.assignment import TestCase
from grader.elements import SPELLED
from grader.labs.matmul import oracle as assignments
from grader.labs.matmul.config import InputKind, MatrixElement
from grader.labs.matmul.shape import ProductShape
from grader.oracle import Oracle

MAX_KEPT_CELLS = 200_000
INT_POISON = -0x21524111  # 0xDEADBEEF as an int: no product of the inputs is likely to be it


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrices:
    """A case's data, every matrix in its natural (row, column) shape whatever the layout in memory.

    `a` is M×K, `b` K×N, `c` the initial C (M×N) in the kernel's element type; `expected` and `bound` are M×N in float64
    (int64 for int, where the bound is 0). `random` says that no value of A and B is like another but by accident.
    """

    shape: ProductShape
    tile_width: int
    a: np.ndarray
    b: np.ndarray
    c: np.ndarray
    alpha: float
    beta: float
    expected: np.ndarray
    bound: np.ndarray
    random: bool = True

    @property
    def is_integer(self) -> bool:
        return self.a.dtype.kind == "i"

    def tolerance_of(self, values: np.ndarray, cells: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """The bound at these cells (rows, columns), widened a little for values of another magnitude there."""
        if self.is_integer:
            return np.asarray(self.bound[cells])
        return np.asarray(np.maximum(self.bound[cells], np.abs(values) * float(np.finfo(self.a.dtype).eps) * 4))


def make_matrices(
    case: TestCase, element: MatrixElement, *, seed: int, initial_c: str = "nan", oracle: Oracle | None = None
) -> Matrices:
    """The case's matrices from the seed, and the right answer. The same seed and case give the same matrices.

    Small cases are kept: a batch and a watched file meet the same ones again and again. Nobody may write to them.
    """
    shape = ProductShape.of(case.sizes)
    cells = shape.M * shape.K + shape.K * shape.N + shape.M * shape.N
    make = _make_matrices if cells > MAX_KEPT_CELLS else _kept_matrices
    return make(case, element, seed, initial_c, oracle)


def _make_matrices(
    case: TestCase, element: MatrixElement, seed: int, initial_c: str, oracle: Oracle | None
) -> Matrices:
    dtype = SPELLED[element].dtype
    rng = np.random.default_rng([seed, zlib.crc32(case.name.encode()), case.tile_width])
    shape = ProductShape.of(case.sizes)
    kind = InputKind(case.inputs)
    a = _fill(kind, "A", (shape.M, shape.K), dtype, rng)
    b = _fill(kind, "B", (shape.K, shape.N), dtype, rng)
    alpha, beta = case.scalars.get("alpha", 1.0), case.scalars.get("beta", 0.0)
    c = _initial_c((shape.M, shape.N), dtype, rng, beta, initial_c)
    if oracle is None:
        expected, bound = _own_answer(a, b, c, alpha, beta)
    else:
        expected, bound = assignments.answer(
            oracle, case, a, b, c, alpha, beta, own_bound=lambda: _own_answer(a, b, c, alpha, beta)[1]
        )
    return Matrices(
        shape=shape, tile_width=case.tile_width, a=a, b=b, c=c, alpha=alpha, beta=beta,
        expected=expected, bound=bound, random=kind is InputKind.RANDOM,
    )  # fmt: skip


_kept_matrices = functools.lru_cache(maxsize=512)(_make_matrices)


def _fill(kind: InputKind, name: str, shape: tuple[int, int], dtype: np.dtype, rng: np.random.Generator) -> np.ndarray:
    if kind is InputKind.ONES_TWOS:
        return np.full(shape, 1 if name == "A" else 2, dtype)
    if kind is InputKind.IDENTITY and name == "A":
        return np.eye(*shape, dtype=dtype)
    if kind is InputKind.INDEX:
        return (np.arange(shape[0] * shape[1]) % (29 if name == "A" else 31) + 1).reshape(shape).astype(dtype)
    return _random(shape, dtype, rng)


def _random(shape: tuple[int, int], dtype: np.dtype, rng: np.random.Generator) -> np.ndarray:
    """Values away from zero, so that every product counts: one that is missing cannot hide below the bound."""
    sign = rng.integers(0, 2, shape) * 2 - 1
    if dtype.kind == "i":
        return (sign * rng.integers(1, 100, shape)).astype(dtype)
    return (sign * rng.uniform(0.5, 1.5, shape)).astype(dtype)


def _initial_c(
    shape: tuple[int, int], dtype: np.dtype, rng: np.random.Generator, beta: float, initial_c: str
) -> np.ndarray:
    if beta != 0:
        return _random(shape, dtype, rng)
    if initial_c == "zero":
        return np.zeros(shape, dtype)
    return np.full(shape, INT_POISON if dtype.kind == "i" else np.nan, dtype)


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
