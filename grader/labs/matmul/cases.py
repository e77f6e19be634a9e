"""The product's cases that no assignment lists: to replay, to probe, to count loads, to sweep."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from grader.assignment import TestCase
from grader.errors import UsageError
from grader.labs.base import CELL, Space, check_asked_for
from grader.labs.cases import Cases, case_of
from grader.labs.matmul.config import InputKind, ProductConfig
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
TRACED = (4, 4, 4)
"""The lesson's exercise."""


class ProductCases(Cases[ProductConfig]):
    """Cases in tiles."""

    inner_sizes = ("K",)

    def words(self, _: ProductConfig) -> Words:
        """Return the words of every assignment of the product."""
        return WORDS

    def usual_sizes(self, _: ProductConfig, tile_width: int) -> Sizes:
        """Return four tiles a side."""
        return dict.fromkeys("MKN", 4 * tile_width)

    def search_widths(self, config: ProductConfig) -> tuple[int, ...]:
        """Four and eight, wherever the width is set from outside."""
        return (SMALL_TILES[-1], 2 * SMALL_TILES[-1]) if config.tile.macro else ()

    def walk_throughs(self, config: ProductConfig, tile_width: int) -> tuple[TestCase, ...]:
        """Return two tiles a side; and, unless the assignment excludes them, tiles that extend beyond every border."""
        whole = _in_tiles("walk-through", (2, 2, 2), tile_width)
        if config.multiples_only:
            return (whole,)
        return whole, _in_tiles("ragged", (1.5, 1.5 if config.square_only else 2.5, 1.5), tile_width)

    def replayed_at(self, config: ProductConfig, failed: TestCase | None) -> tuple[int, ...]:
        """Return tiny tile widths if the width can be set."""
        return SMALL_TILES if config.tile.macro is not None else ()

    def in_small(self, case: TestCase, tile_width: int) -> TestCase:
        """Return the case at a tiny tile width with the same structure: whole tiles stay whole, remainders stay."""
        sizes = {name: _shrunk(size, case.tile_width, tile_width) for name, size in case.sizes.items()}
        return replace(case, sizes=sizes, tile_width=tile_width)

    def traced_case(
        self, config: ProductConfig, sizes: Sequence[int], tile_width: int | None, *, random: bool
    ) -> TestCase:
        """Return a case of M, K and N; values count upwards to show which element each is, unless `random`."""
        inputs = InputKind.RANDOM if random else InputKind.INDEX
        if len(sizes or TRACED) != len(TRACED):
            raise UsageError("--shape takes three sizes, as in 4,5,4: M, K and N")
        traced = dict(zip("MKN", sizes or TRACED, strict=True))
        return case_of("trace", traced, tile_width or 2, inputs=inputs, scalars=config.scalars_of())

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
        rng = np.random.default_rng([seed, zlib.crc32(b"traffic"), tile_width])
        more = [int(count) * tile_width for count in rng.integers(1, 3, 3)]
        if config.square_only:
            drawn = dict.fromkeys(known, known["K"] + more[0])
        else:
            m, n = (_fewer(size, step) for size, step in ((known["M"], more[0]), (known["N"], more[1])))
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


def probe_case(config: ProductConfig, tile_width: int, *, square: bool) -> TestCase:
    """Return three, four and five tiles a side, or three each way: whole tiles also fit a kernel without guards."""
    m, k, n = (tile_width * count for count in ((3, 3, 3) if square else (3, 4, 5)))
    return case_of("probe", {"M": m, "K": k, "N": n}, tile_width, scalars=config.scalars_of())


def ragged_case(config: ProductConfig, tile_width: int, *, square: bool) -> TestCase | None:
    """Return tiles that extend beyond every border, where only a guard shows which size is which; None if excluded."""
    if config.multiples_only:
        return None
    m, k, n = (tile_width * count + 1 for count in ((2, 2, 2) if square else (2, 3, 1)))
    return case_of("probe-ragged", {"M": m, "K": k, "N": n}, tile_width, scalars=config.scalars_of())


def _in_tiles(name: str, tiles: tuple[float, float, float], tile_width: int) -> TestCase:
    """Return a case with M, K and N in tiles; the elements count upwards."""
    rows, inner, cols = (int(size * tile_width) for size in tiles)
    return case_of(name, {"M": rows, "K": inner, "N": cols}, tile_width, inputs=InputKind.INDEX)


def _shrunk(size: int, tile_width: int, small: int) -> int:
    tiles, rest = divmod(size, tile_width)
    return max(1, min(tiles, 2) * small + (small // 2 if rest else 0))


def _fewer(size: int, step: int) -> int:
    return size - step if size > 2 * step else size + step


def _askable(config: ProductConfig, sizes: Sizes, width: int) -> Sizes:
    """Make the sizes square or whole tiles where the assignment asks only for such."""
    if config.square_only:
        sizes = dict.fromkeys(sizes, sizes["N"])
    return {name: _covered(size, width) for name, size in sizes.items()} if config.multiples_only else sizes


def _covered(size: int, width: int) -> int:
    """Round up to whole tiles."""
    return -(-size // width) * width
