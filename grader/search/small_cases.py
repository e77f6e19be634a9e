"""Small likenesses of an assignment's cases: the same structure at a small tile width."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from grader.assignment import Assignment, TestCase
from grader.labs import lab_of
from grader.results import Sizes, Visibility

MOST_CASES = 12
_MOST_TILES = 2
"""Tiles along each size, a part of one counted: every block more makes each of a thousand trials longer."""


def small_cases(assignment: Assignment, tile_width: int) -> tuple[TestCase, ...]:
    """Cases at `tile_width`, each shape once, small ones first; whole tiles stay whole, rests stay rests.

    Inputs are random: an edit must not pass because all values are the same.
    """
    named: dict[str, TestCase] = {}
    inner = lab_of(assignment.config).inner_sizes
    for case in assignment.cases():
        sizes = _shrunk(case, tile_width, inner)
        name = "x".join(map(str, sizes.values()))
        named.setdefault(name, replace(
            case, name=name, sizes=sizes, tile_width=tile_width,
            inputs="random", visibility=Visibility.VISIBLE,
        ))  # fmt: skip
    ordered = sorted(named.values(), key=lambda case: case.work)
    step = max(1.0, len(ordered) / MOST_CASES)
    return tuple(ordered[int(number * step)] for number in range(min(MOST_CASES, len(ordered))))


def _shrunk(case: TestCase, small: int, inner: Collection[str]) -> Sizes:
    """Sizes that were equal stay equal, and different ones get different rests where they have one."""
    sizes = case.sizes
    ranks = {size: rank for rank, size in enumerate(sorted(set(sizes.values()), reverse=True))}
    shrunk = {}
    for name, size in sizes.items():
        tiles, rest = divmod(size, case.tile_width)
        # Three along what a thread loops over, to see one phase after the other, unless all are meant to be alike.
        most = _MOST_TILES + (name in inner and len(ranks) > 1)
        left = 0 if not rest else min(rest, small - 1) if size < small else 1 + ranks[size] % (small - 1)
        shrunk[name] = max(1, min(tiles, most - (left > 0)) * small + left)
    return shrunk
