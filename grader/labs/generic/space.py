"""The shapes to sweep in a lab that is data: the expressions of the launch show how its sizes go into blocks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from grader.assignment.expressions import ExpressionError, evaluate_size
from grader.labs.base import CELL, Space, check_asked_for
from grader.labs.generic.config import GenericConfig
from grader.labs.generic.declared import MAX_CONSTANT_BYTES
from grader.results import Sizes

STEPS = 64
"""Of a thread, as long as nobody knows how many it takes."""
FARTHEST = 1 << 13
"""A size at which the grid is as for 1 up to here goes into no blocks."""


def space(config: GenericConfig, tile_width: int) -> Space:
    """Any sizes for which there is a launch; of those that no expression speaks of, a block's length is as good."""
    blocks = (planned.launch.block for planned in config.planned)
    ones = config.values_at(dict.fromkeys(config.sizes, 1), tile_width)
    length = max(2, *(size for block in blocks for size in _counts(block, ones)))

    def effort(sizes: Sizes) -> int:
        check_asked_for(config, sizes, tile_width)
        values = config.values_at(sizes, tile_width)
        bytes_ = sum(buffer.size_bytes(values) for buffer in config.buffers.values())
        if sum(config.buffers[name].size_bytes(values) for name in config.constants) > MAX_CONSTANT_BYTES:
            raise ExpressionError("more than constant memory has room for")
        launches = (_counts((*planned.launch.grid, *planned.launch.block), values) for planned in config.planned)
        return STEPS * sum(map(math.prod, launches)) + CELL * bytes_ // 4

    return Space(
        periods={name: _period(config, name, tile_width) or length for name in config.sizes},
        askable=lambda sizes: sizes,
        effort=effort,
    )


def _counts(written: Iterable[int | str], values: Sizes) -> tuple[int, ...]:
    """Raises `ExpressionError` where one is no whole number from 1 up."""
    counts = tuple(evaluate_size(size, **values) for size in written)
    if min(counts) < 1:
        raise ExpressionError("nothing to launch")
    return counts


def _period(config: GenericConfig, name: str, width: int) -> int:
    """After how many elements of a size the grid grows again; 0 where it does not."""

    def grid(size: int) -> tuple[int, ...]:
        values = config.values_at({**dict.fromkeys(config.sizes, 1), name: size}, width)
        return tuple(count for planned in config.planned for count in _counts(planned.launch.grid, values))

    try:
        first = _next_change(grid, 1)
        second = _next_change(grid, first) if first else 0
    except ExpressionError:
        return 0
    return second - first if second else max(first - 1, 0)


def _next_change(grid: Callable[[int], tuple[int, ...]], size: int) -> int:
    """The next size with another grid; 0 where there is none near."""
    same, other = size, size + 1
    while grid(other) == grid(size):
        same, other = other, size + 2 * (other - size)
        if other > FARTHEST:
            return 0
    while other - same > 1:
        middle = (same + other) // 2
        same, other = (middle, other) if grid(middle) == grid(size) else (same, middle)
    return other
