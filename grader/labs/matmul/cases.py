"""The product's cases that no assignment lists: to replay, to probe, to count loads, to sweep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from grader.assignment import TestCase
from grader.labs.base import CELL, Space, check_asked_for, generator
from grader.labs.cases import Cases, case_of
from grader.labs.matmul.config import ProductConfig
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
        sizes = {name: _shrunk(size, case.tile_width, tile_width) for name, size in case.sizes.items()}
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
