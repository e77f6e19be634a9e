"""The product's cases that no assignment lists, and what C must be, computed or checked.

The instructor's `oracle.py` says it for every element type, with and without alpha and beta:

    def result(a, b, c, alpha, beta): ...       # M×N: what C must be
    def error_bound(a, b, c, alpha, beta): ...  # M×N: how far rounding may take it; optional

`a` (M×K), `b` (K×N) and `c` (M×N, the initial C) hold each element exactly as the kernel gets it. A function may do
without the last three: `result(a, b)` is the product alone, and the grader applies alpha and beta.
"""

from __future__ import annotations

import functools
import runpy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from grader.assignment import TestCase
from grader.assignment.models import BufferSpec
from grader.elements import ElementType
from grader.labs.base import CELL, CaseProblem, Check, ExpectedBuffer, Space, ToTime, check_asked_for, generator
from grader.labs.cases import Cases, case_of
from grader.labs.launching import CaseData, Contents, Filling, Launching, constant, counting, judged_by
from grader.labs.matmul.config import ProductConfig
from grader.oracle import Call, Making, Oracle
from grader.oracle.values import Objection
from grader.results import Sizes, Words

WORDS = Words(
    lab="matmul",
    sizes="{M}×{K} times {K}×{N}",
    brief="{M}×{K}×{N}",
    legend="A shape M×K×N means C (M×N) = A (M×K) · B (K×N).",
    output="C",
)
"""How reports write a product."""
SMALL_TILES = (2, 4)
"""Tile widths of small runs; a kernel that takes several steps at once along a tile needs the wider one."""


class ProductCases(Cases[ProductConfig]):
    """Cases in tiles."""

    def words(self, _: ProductConfig) -> Words:
        """Return the words of every assignment of the product."""
        return WORDS

    def search_widths(self, config: ProductConfig) -> tuple[int, ...]:
        """Four and eight, wherever the width is set from outside."""
        return (SMALL_TILES[-1], 2 * SMALL_TILES[-1]) if config.tile.macro else ()

    def walk_throughs(self, config: ProductConfig, tile_width: int) -> tuple[TestCase, ...]:
        """Return two tiles a side, as in the lesson's exercise; and, unless excluded, tiles beyond every border."""
        whole = in_tiles("walk-through", (2, 2, 2), tile_width, inputs="index")
        if config.multiples_only:
            return (whole,)
        ragged = (1.5, 1.5 if config.square_only else 2.5, 1.5)
        return whole, in_tiles("ragged", ragged, tile_width, inputs="index")

    def replayed_at(self, config: ProductConfig, failed: TestCase | None) -> tuple[int, ...]:
        """Return tiny tile widths if the width can be set."""
        return SMALL_TILES if config.tile.macro is not None else ()

    def in_small(self, case: TestCase, tile_width: int) -> TestCase:
        """Return the case at a tiny tile width with the same structure: whole tiles stay whole, remainders stay."""
        sizes: dict[str, int] = {}
        for name, size in case.sizes.items():
            tiles, rest = divmod(size, case.tile_width)
            sizes[name] = max(1, min(tiles, 2) * tile_width + (tile_width // 2 if rest else 0))
        return replace(case, sizes=sizes, tile_width=tile_width)

    def smaller_case(self, case: TestCase) -> TestCase | None:
        """Return half of the tiles a side: loads are reduced by the same factor, if at least two tiles are left."""
        width = case.tile_width
        sizes = {name: size // width // 2 * width for name, size in case.sizes.items()}
        return replace(case, sizes=sizes) if min(sizes.values()) >= 2 * width else None

    def drawn_case(self, config: ProductConfig, tile_width: int, seed: int) -> TestCase:
        """Return a shape near the published one, drawn from the seed: a kernel tiled only for that shape is not tiled.

        Whole tiles are added to K and taken from M and N (added, if there is only one), so that a kernel reduces its
        loads as before: the cost of borders depends only on the remainders, and C's share shrinks with K.
        """
        known = self.traffic_case(config, tile_width).sizes
        more = [int(count) * tile_width for count in generator(seed, "traffic", tile_width).integers(1, 3, 3)]
        if config.square_only:
            drawn = dict.fromkeys(known, known["K"] + more[0])
        else:
            sides = ((known["M"], more[0]), (known["N"], more[1]))
            m, n = (size - step if size > 2 * step else size + step for size, step in sides)
            drawn = {"M": m, "K": known["K"] + more[2], "N": n}
        return case_of("traffic-drawn", drawn, tile_width, scalars=config.scalars_of())

    def drawn_sizes(self, config: ProductConfig, _: Sequence[TestCase], rng: np.random.Generator, width: int) -> Sizes:
        """Return random sizes up to a little over three tiles."""
        m, k, n = map(int, rng.integers(1, 3 * width + 3, 3))
        return _askable(config, {"M": m, "K": k, "N": n}, width)

    def space(self, config: ProductConfig, tile_width: int) -> Space:
        """Return all products; a thread of every tile goes along K, and each element is made and compared."""

        def effort(sizes: Sizes) -> int:
            check_asked_for(config, sizes, tile_width)
            rows, inner, cols = sizes.values()
            threads = _covered(rows, tile_width) * _covered(cols, tile_width)
            return threads * inner + CELL * (rows * inner + inner * cols + rows * cols)

        return Space(
            periods=dict.fromkeys("MKN", tile_width),
            askable=lambda sizes: _askable(config, sizes, tile_width),
            effort=effort,
        )


def in_tiles(
    name: str,
    tiles: tuple[float, float, float],
    tile_width: int,
    *,
    more: int = 0,
    inputs: str = "random",
    scalars: Mapping[str, float] | None = None,
) -> TestCase:
    """Return a case with so many tiles along M, K and N, and so many elements more."""
    sizes = {each: int(count * tile_width) + more for each, count in zip("MKN", tiles, strict=True)}
    return case_of(name, sizes, tile_width, inputs=inputs, scalars=scalars)


def _askable(config: ProductConfig, sizes: Sizes, width: int) -> Sizes:
    """Make the sizes square or whole tiles where the assignment asks only for such."""
    if config.square_only:
        sizes = dict.fromkeys(sizes, sizes["N"])
    return {name: _covered(size, width) for name, size in sizes.items()} if config.multiples_only else sizes


def _covered(size: int, width: int) -> int:
    """Round up to whole tiles."""
    return -(-size // width) * width


# -- matrices and their product ----------------------------------------------------------------------------------------


_SCALED_ROUNDINGS = 3
"""Roundings that alpha · product + beta · c may take beside those of the product."""


class Products(Launching[ProductConfig]):
    """Matrices and their products, at any size; those that are timed are checked without computing C."""

    inner_sizes = ("K",)

    def filling(self, name: str, spec: BufferSpec, kind: str) -> Filling:
        """Fill A and B differently in some kinds of cases."""
        filling = None if spec.initial == "zeros" else (_FILLINGS | TIMED).get(kind, {}).get(name)
        return filling or super().filling(name, spec, kind)

    def answers(self, data: CaseData, contents: Contents) -> Making[dict[str, ExpectedBuffer]]:
        """Return C; computed by the grader if the assignment has no oracle, and left open where it is timed."""
        if data.case.inputs in TIMED:
            shape = contents["C"].shape
            return {"C": ExpectedBuffer(np.broadcast_to(np.nan, shape), np.broadcast_to(0.0, shape))}
        return {"C": (yield from _answer(data, contents))}

    def check_of(self, data: CaseData, contents: Contents) -> Check | None:
        """Return Freivalds' check where the kernel is timed: C itself would take longer than all launches."""
        return freivalds(data, contents) if data.case.inputs in TIMED else None

    def to_time(self, config: ProductConfig, tile_width: int, oracle: Oracle | None) -> tuple[ToTime, ...]:
        """Return square products on inputs that change from pair to pair; none for a file that is launched as it says
        itself.

        Such a file may have no launch at these sizes, and its scalars are not the baseline's: its traffic is compared.
        """
        if config.as_launched:
            return ()
        element, scalars = config.element, config.scalars_of()

        def problem(sizes: Sizes, launched: ProductConfig, seed: int) -> CaseProblem:
            inputs = timed_inputs(element, seed)
            case = case_of("timed", sizes, tile_width, inputs=inputs, scalars=scalars)
            return self.make_problem(case, launched, seed=seed)

        squares = (dict.fromkeys("MKN", size) for size in config.performance.time.sizes)
        return tuple(
            ToTime(sizes=sizes, problem=functools.partial(problem, sizes), product=element) for sizes in squares
        )


def _answer(data: CaseData, contents: Contents) -> Making[ExpectedBuffer]:
    """Return C and its bound (M×N, float64; for integers int64, wrapped as the hardware wraps, with bound 0).

    Without an oracle of the assignment's, the one that ships with the grader says both, and the bound where that has no
    `error_bound`. Raise `AssignmentError` when a function fails, or gives what cannot be a matrix of the product's
    shape.
    """
    oracle, scalars = data.oracle, dict(data.scalars)
    a, b, c = contents.values()
    alpha, beta, integer = scalars["alpha"], scalars["beta"], a.dtype.kind == "i"
    expected: np.ndarray
    bound: np.ndarray | None
    if oracle is None:
        expected, bound = (_own()[name](a, b, c, alpha, beta) for name in ("result", "error_bound"))
    else:
        known = oracle.functions
        scaled = {name for name, parameters in known.items() if {"c", "alpha", "beta"} <= set(parameters)}
        result, bound_of = (
            Call(name, (a, b), {"c": c, **scalars} if name in scaled else {}) for name in ("result", "error_bound")
        )
        judged = yield from judged_by(data, contents, result, bound_of if "error_bound" in known else None)
        ((expected, bound),) = judged.values()
        rest = (int(beta) if integer else beta) * c.astype(expected.dtype) if beta else np.zeros_like(expected)
        if "result" not in scaled:
            expected = (int(alpha) if integer else alpha) * expected + rest
        if bound is not None and "error_bound" not in scaled and (alpha != 1 or beta != 0):
            rounding = _SCALED_ROUNDINGS * float(np.finfo(a.dtype).eps) / 2
            bound = abs(alpha) * bound + rounding * (np.abs(expected - rest) + np.abs(rest))
    if integer:
        return ExpectedBuffer(expected.astype(a.dtype).astype(np.int64), np.zeros(expected.shape, np.int64))
    return ExpectedBuffer(expected, _own()["error_bound"](a, b, c, alpha, beta) if bound is None else bound)


@functools.cache
def _own() -> Mapping[str, Callable[..., np.ndarray]]:
    """Return the functions of the oracle that ships with the grader."""
    return runpy.run_path(str(ProductConfig.own_oracle))


# -- timed products ----------------------------------------------------------------------------------------------------


def _wide(shape: Sequence[int], element: ElementType, rng: np.random.Generator) -> np.ndarray:
    """Return odd whole numbers of 12 bits and either sign: rounding one to half or TF32 (11 bits) changes it."""
    drawn = rng.integers(0, 2048, shape, np.uint16).astype(np.int16)  # ten bits of the size, the last bit the sign
    return ((drawn | 2049) * (1 - 2 * (drawn & 1))).astype(element.dtype)


def _narrow(shape: Sequence[int], element: ElementType, rng: np.random.Generator) -> np.ndarray:
    """Return −2, −1, 1 and 2."""
    drawn = rng.integers(0, 4, shape, np.int8)
    return ((1 + (drawn & 1)) * (1 - (drawn & 2))).astype(element.dtype)


def _signs(shape: Sequence[int], element: ElementType, rng: np.random.Generator) -> np.ndarray:
    """Return −1 and 1."""
    return (1 - 2 * rng.integers(0, 2, shape, np.int8)).astype(element.dtype)


def _fractions(shape: Sequence[int], element: ElementType, rng: np.random.Generator) -> np.ndarray:
    """Return fractions of either sign, from 1 to 1.5 in magnitude."""
    drawn: np.ndarray = rng.random(shape, element.dtype) - element.dtype.type(0.5)
    drawn += np.copysign(element.dtype.type(1), drawn)
    return drawn


_FRACTIONS = "timed-fractions"
_FILLINGS: dict[str, Mapping[str, Filling]] = {
    "ones_twos": {"A": constant(1), "B": constant(2)},
    "identity": {"A": lambda shape, element, _: np.eye(*shape, dtype=element.dtype)},
    "index": {"A": counting(29), "B": counting(31)},
}
"""Fillings of A and B that are not random, by the kind of a case."""
TIMED: dict[str, Mapping[str, Filling]] = {
    "timed-wide-narrow": {"A": _wide, "B": _narrow, "C": _signs},
    "timed-narrow-wide": {"A": _narrow, "B": _wide, "C": _signs},
    "timed-signs": {"A": _signs, "B": _signs, "C": _signs},
    _FRACTIONS: {"A": _fractions, "B": _fractions, "C": _signs},
}
"""Kinds of inputs of timed products. Without fractions every sum is exact in the element type, in any order."""


def timed_inputs(element: str, seed: int) -> str:
    """Return the kind of the inputs for this element type; kinds change from seed to seed."""
    kinds = ["timed-signs"] if element == "half" else ["timed-wide-narrow", "timed-narrow-wide", _FRACTIONS]
    return kinds[seed % (2 if element == "int" else len(kinds))]


_PROBES, _LARGEST_PROBE = 4, 4096
_LARGEST_FACTORS = 4
"""Of alpha and beta together, for exact sums."""


def freivalds(data: CaseData, contents: Contents) -> Check:
    """Return a check of C that takes time in proportion to its elements: C·x against alpha·A·(B·x) + beta·C₀·x.

    The probes x are drawn for these data after the first kernel on them has ended, and no kernel's process ever gets
    them. Where sums are exact in float64 there is no tolerance: a row with one wrong cell never passes, a row with
    several passes with probability 2⁻⁵² (their errors times each of four probes, drawn from 8,192 values, would have to
    cancel). Else the tolerance is the forward error bound of a dot product.
    """
    scalars = dict(data.scalars)
    alpha, beta = scalars["alpha"], scalars["beta"]
    whole = float(alpha).is_integer() and float(beta).is_integer() and abs(alpha) + abs(beta) <= _LARGEST_FACTORS
    exact = whole and data.case.inputs != _FRACTIONS

    @functools.cache
    def asked() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the probes, the right side, and what may differ from it."""
        a, b = (contents[name].astype(np.float64) for name in ("A", "B"))
        before = contents["C"].astype(np.float64) if beta else np.zeros((0, 0))
        rng = np.random.default_rng()
        size = rng.integers(1, _LARGEST_PROBE + 1, (b.shape[1], _PROBES)).astype(np.float64)
        probes = size * (rng.integers(0, 2, size.shape) * 2 - 1)
        right, bound = alpha * (a @ (b @ probes)), np.zeros((len(a), _PROBES))
        if beta:
            right += beta * (before @ probes)
        if not exact:
            bound = abs(alpha) * (np.abs(a) @ (np.abs(b) @ size)) + (abs(beta) * (np.abs(before) @ size) if beta else 0)
            # γ(n) = n·u / (1 − n·u), plus a margin for float64's own rounding in the check.
            terms = a.shape[1] + (1 if alpha == 1 and beta == 0 else 3)
            dtype = contents["A"].dtype
            nu = terms * float(np.finfo(dtype).eps) / 2 if dtype.kind == "f" else 0.0
            bound *= (nu / (1 - nu) if nu < 0.5 else 1.0) + terms * 2.0**-50
        return probes, right, bound

    def check(outputs: Mapping[str, np.ndarray]) -> tuple[Objection, ...]:
        probes, right, bound = asked()
        with np.errstate(invalid="ignore", over="ignore"):
            got = outputs["C"].astype(np.float64) @ probes
            wrong = np.flatnonzero(~(np.abs(got - right) <= bound).all(axis=1))
        if not wrong.size:
            return ()
        columns = outputs["C"].shape[1]
        places = (wrong[:, None] * columns + np.arange(columns)).reshape(-1)
        return (Objection(f"{wrong.size:,} rows of C are wrong, row {wrong[0]} first.", {"C": places}),)

    return check
