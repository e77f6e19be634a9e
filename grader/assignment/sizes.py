"""Sizes as written → sizes in numbers at one tile width."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from grader.assignment.expressions import ExpressionError, evaluate_size

MAX_CELLS = 4096 * 4096


def sizes_of(written: Mapping[str, int | str], width: int) -> dict[str, int]:
    """The sizes at one tile width; raises `ExpressionError` for one that is not a whole number from 1 up."""
    sizes = {name: evaluate_size(size, TILE_WIDTH=width) for name, size in written.items()}
    for name, size in sizes.items():
        if size < 1:
            raise ExpressionError(f"{name} is {size} at TILE_WIDTH = {width}: a size must be at least 1")
    if any(one * other > MAX_CELLS for one, other in combinations(sizes.values(), 2)):
        product = "×".join(map(str, sizes.values()))
        raise ExpressionError(f"{product} is too large: a matrix may have at most {MAX_CELLS:,} elements")
    return sizes
