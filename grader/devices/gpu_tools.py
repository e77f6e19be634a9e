"""Guard zones, secret inputs and Freivalds' check on a GPU: the Python side of `gpu_tools.cu`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grader.devices.gpu_driver import Driver, DriverArgument, Region
from grader.elements import SPELLED

SOURCE = Path(__file__).with_name("gpu_tools.cu")
_NUMBERED = ("float", "double", "int", "half")
"""Element types of products, in the order of their numbers in `gpu_tools.cu`."""

WIDE, NARROW, SIGNS, FRACTIONS = range(4)
"""Kinds of contents of matrices; see `gpu_tools.cu`."""

GUARD_BYTES = 64 << 10
GUARD_WORD = 0x7FC0BEEF
"""A NaN in float32: a value read from a guard zone shows in the result."""
POISON_WORD = 0x7FC00001
COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix in device memory: its bytes, rows, columns, and the strides of rows and columns in elements."""

    region: Region
    rows: int
    columns: int
    row_stride: int
    column_stride: int

    @property
    def count(self) -> int:
        return self.rows * self.columns


@dataclass(frozen=True, slots=True)
class Panel:
    """Four columns of float64 for each row, and four columns of magnitudes."""

    values: Region
    bounds: Region


@dataclass(frozen=True, slots=True)
class Guarded:
    """An array between two guard zones."""

    before: Region
    data: Region
    after: Region


class Tools:
    """The grader's own kernels on one device."""

    def __init__(self, driver: Driver, image: bytes) -> None:
        self._driver = driver
        module = driver.load(image)
        names = ("fill_matrix", "count_changed", "fill_words", "count_other_words", "fill_probes", "multiply_panel",
                 "count_wrong_rows")  # fmt: skip
        self._kernels: dict[str, Any] = {name: driver.function(module, name) for name in names}
        self._counts = Region(driver.allocate(16), 0, 16)

    def guarded(self, size_bytes: int, guard_bytes: int = GUARD_BYTES) -> Guarded:
        """Allocate an array with guard zones, which are not filled yet."""
        aligned = -(-size_bytes // 4) * 4
        memory = self._driver.allocate(aligned + 2 * guard_bytes)
        return Guarded(
            Region(memory, 0, guard_bytes),
            Region(memory, guard_bytes, size_bytes),
            Region(memory, guard_bytes + aligned, guard_bytes),
        )

    def arm(self, array: Guarded) -> None:
        """Fill both guard zones."""
        for zone in (array.before, array.after):
            self.fill_words(zone, GUARD_WORD)

    def breached(self, array: Guarded) -> int:
        """Return the number of words in the guard zones that changed since `arm`."""
        self._reset()
        for zone in (array.before, array.after):
            count = zone.size_bytes // 4
            self._run("count_other_words", count, zone, _u64(count), _u32(GUARD_WORD), self._counts)
        return self._count()

    def fill_words(self, region: Region, word: int) -> None:
        """Fill memory with one 32-bit word; up to three bytes at the end stay unchanged."""
        count = region.size_bytes // 4
        self._run("fill_words", count, region, _u64(count), _u32(word))

    def poison(self, region: Region) -> None:
        """Fill an output with values that no kernel computes: NaN in floating point."""
        self.fill_words(region, POISON_WORD)

    def fill(self, matrix: Matrix, seed: int, fill: int, element: str) -> None:
        """Fill a matrix from a seed."""
        self._run(
            "fill_matrix", matrix.count, matrix.region, _u64(matrix.count), _u64(seed), _i32(fill),
            _i32(_NUMBERED.index(element)),
        )  # fmt: skip

    def changed(self, matrix: Matrix, seed: int, fill: int, element: str) -> int:
        """Return the number of elements that changed since `fill`."""
        self._reset()
        self._run(
            "count_changed", matrix.count, matrix.region, _u64(matrix.count), _u64(seed), _i32(fill),
            _i32(_NUMBERED.index(element)), self._counts,
        )  # fmt: skip
        return self._count()

    def probes(self, rows: int, seed: int) -> Panel:
        """Return random columns to multiply with."""
        panel = self.panel(rows)
        count = rows * COLUMNS
        self._run("fill_probes", count, panel.values, panel.bounds, _u64(count), _u64(seed))
        return panel

    def panel(self, rows: int) -> Panel:
        """Allocate four columns and their bounds."""
        size = max(1, rows) * COLUMNS * 8
        return Panel(Region(self._driver.allocate(size), 0, size), Region(self._driver.allocate(size), 0, size))

    def times(self, matrix: Matrix, panel: Panel, element: str) -> Panel:
        """Return the matrix times the panel's columns, and its magnitudes times the panel's bounds."""
        result = self.panel(matrix.rows)
        arguments = (
            matrix.region, _i32(_NUMBERED.index(element)), _i32(matrix.columns), _u64(matrix.row_stride),
            _u64(matrix.column_stride), panel.values, panel.bounds, result.values, result.bounds,
        )  # fmt: skip
        self._driver.launch(self._kernels["multiply_panel"], (matrix.rows, 1, 1), (128, 1, 1), arguments)
        return result

    def wrong_rows(
        self, got: Panel, product: Panel, before: Panel, rows: int, *, alpha: float, beta: float, tolerance: float
    ) -> tuple[int, int]:
        """Return the number of rows of C that fail the check, and the first of them (-1 for none)."""
        self._driver.upload(self._counts, np.array([0, 0xFFFFFFFF], np.uint64))
        self._run(
            "count_wrong_rows", rows, got.values, product.values, product.bounds, before.values, before.bounds,
            _f64(alpha), _f64(beta), _f64(tolerance), _i32(rows), self._counts,
            Region(self._counts.memory, self._counts.offset + 8, 8),
        )  # fmt: skip
        wrong, first = self._driver.download(self._counts).view(np.uint64).tolist()
        return int(wrong), int(first & 0xFFFFFFFF) if wrong else -1

    def _reset(self) -> None:
        self._driver.upload(self._counts, np.zeros(2, np.uint64))

    def _count(self) -> int:
        return int(self._driver.download(self._counts).view(np.uint64)[0])

    def _run(self, name: str, work: int, *arguments: DriverArgument) -> None:
        """Launch one thread per element, up to a grid that fills any GPU."""
        blocks = min(4096, max(1, -(-work // 256)))
        self._driver.launch(self._kernels[name], (blocks, 1, 1), (256, 1, 1), arguments)


def freivalds(
    tools: Tools, matrices: Sequence[Matrix], before: Panel | None, probe: Panel, element: str, *, alpha: float,
    beta: float, exact: bool,
) -> tuple[int, int]:  # fmt: skip
    """Return the number of wrong rows of C = alpha·A·B + beta·C0, and the first (-1: none); `matrices` are A, B and C.

    `before` is C0 times the probe, computed before the kernel ran (None without beta). With `exact`, sums are exact in
    float64 and the tolerance is 0: a row with one wrong cell never passes, a row with several passes with probability
    2⁻⁵² (their errors times each of four probes, drawn from 8,192 values, would have to cancel). Otherwise the
    tolerance is the forward error bound of a dot product.
    """
    a, b, c = matrices
    product = tools.times(a, tools.times(b, probe, element), element)
    got = tools.times(c, probe, element)
    tolerance = 0.0 if exact else forward_bound(a.columns + (1 if alpha == 1 and beta == 0 else 3), element)
    return tools.wrong_rows(
        got, product, before or product, c.rows, alpha=alpha, beta=beta, tolerance=tolerance
    )  # fmt: skip


def forward_bound(terms: int, element: str) -> float:
    """Return γ(n) = n·u / (1 − n·u), plus a margin for float64's own rounding in the check."""
    nu = terms * SPELLED[element].unit_roundoff
    return (nu / (1 - nu) if nu < 0.5 else 1.0) + terms * 2.0**-50


def fills_of(pair: int, element: str) -> tuple[int, int]:
    """Return the kinds of contents of A and B in pair number `pair`; the kinds alternate."""
    if element == "half":
        return SIGNS, SIGNS
    kinds = [(WIDE, NARROW), (NARROW, WIDE), (FRACTIONS, FRACTIONS)]
    if element == "int":
        kinds.pop()
    return kinds[pair % len(kinds)]


def is_exact(fills: tuple[int, int], alpha: float, beta: float) -> bool:
    """Return whether such matrices' product is exact in the element type, in every order of summation."""
    whole = float(alpha).is_integer() and float(beta).is_integer() and abs(alpha) + abs(beta) <= 4
    return FRACTIONS not in fills and whole


def _i32(value: int) -> bytes:
    return np.int32(value).tobytes()


def _u32(value: int) -> bytes:
    return np.uint32(value).tobytes()


def _u64(value: int) -> bytes:
    return np.uint64(value).tobytes()


def _f64(value: float) -> bytes:
    return np.float64(value).tobytes()
