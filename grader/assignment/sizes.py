"""Sizes as written → sizes in numbers at one tile width."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from grader.assignment.expressions import ExpressionError, evaluate_size

MAX_CELLS = 4096 * 4096
Written = Mapping[str, int | str]


def sizes_of(written: Written, width: int) -> dict[str, int]:
    """A product's sizes at one tile width; raises `ExpressionError` for one that is no whole number from 1 up."""
    sizes = positive_sizes(written, "TILE_WIDTH", TILE_WIDTH=width)
    if any(one * other > MAX_CELLS for one, other in combinations(sizes.values(), 2)):
        product = "×".join(map(str, sizes.values()))
        raise ExpressionError(f"{product} is too large: a matrix may have at most {MAX_CELLS:,} elements")
    return sizes


def positive_sizes(written: Written, variant: str, **values: int) -> dict[str, int]:
    """Each size with these values; raises `ExpressionError`. `variant` is the one that messages name."""
    sizes = {name: evaluate_size(size, **values) for name, size in written.items()}
    for name, size in sizes.items():
        if size < 1:
            where = f" at {variant} = {values[variant]}" if variant else ""
            raise ExpressionError(f"{name} is {size}{where}: a size must be at least 1")
    return sizes
