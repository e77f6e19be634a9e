"""Sizes as written → the shape at one tile width."""

from __future__ import annotations

from grader.assignment.expressions import ExpressionError, evaluate_size
from grader.results import Shape

MAX_CELLS = 4096 * 4096


def shape_of(rows: int | str, inner: int | str, cols: int | str, width: int) -> Shape:
    """The shape at one tile width; raises `ExpressionError` for a size that is not a whole number from 1 up."""
    sizes = [evaluate_size(size, TILE_WIDTH=width) for size in (rows, inner, cols)]
    for size, name in zip(sizes, "MKN", strict=True):
        if size < 1:
            raise ExpressionError(f"{name} is {size} at TILE_WIDTH = {width}: a size must be at least 1")
    m, k, n = sizes
    if max(m * k, k * n, m * n) > MAX_CELLS:
        raise ExpressionError(f"{m}×{k}×{n} is too large: a matrix may have at most {MAX_CELLS:,} elements")
    return Shape(M=m, K=k, N=n)
