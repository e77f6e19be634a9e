"""Cases that no assignment lists: to count loads, to replay blocks, to sweep shapes, and drawn from the seed."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Generic

import numpy as np

from grader.assignment import TestCase
from grader.assignment.config import Config
from grader.assignment.expressions import ExpressionError, evaluate_size, turns_of
from grader.assignment.models import MAX_CONSTANT_BYTES
from grader.errors import UsageError
from grader.labs.base import CELL, ConfigT, Space, check_asked_for, generator
from grader.results import Sizes, Visibility, Words
from grader.results.base import variant_values

STEPS = 64
"""Assumed steps of a thread when the real number is unknown."""
FARTHEST = 1 << 13
"""If the grid does not change up to this size, the size is not divided into blocks."""
MOST_EIGHTHS = 3
MOST_DRAWN = 200
"""Limit of attempts: where sizes depend on each other, most random ones may have no launch."""


def case_of(
    name: str,
    sizes: Sizes,
    tile_width: int,
    *,
    inputs: str = "random",
    scalars: Mapping[str, float] | None = None,
    bounds: Mapping[str, float] | None = None,
) -> TestCase:
    """Return a case that no file lists."""
    return TestCase(
        name=name, family="", title="", reason="", sizes=sizes, tile_width=tile_width, inputs=inputs, max_points=0.0,
        visibility=Visibility.VISIBLE, scalars=scalars or {}, bounds=bounds or {},
    )  # fmt: skip


class Cases(Generic[ConfigT]):
    """The cases beside those that files list."""

    def words(self, config: ConfigT) -> Words:
        """Return how reports name the data: sizes by their names, the variant by its macro."""
        return Words(
            lab=config.lab,
            width=" x ".join(config.macros_at(config.tile.known[0])),
            output=next(iter(config.outputs), ""),
            baseline="the baseline",
            vectors=tuple(name for name, spec in config.specs.items() if spec.layout.count > 1),
            members={name: spec.layout.members for name, spec in config.specs.items() if spec.layout.is_struct},
        )

    def usual_sizes(self, config: ConfigT, tile_width: int) -> Sizes:
        """Return the sizes of a typical launch; its threads and registers are counted for that launch.

        These are the sizes at which loads are counted; without them a thousand for each, because only the block's size
        matters.
        """
        if config.counted_at:
            return config.sizes_at(config.counted_at, tile_width)
        return dict.fromkeys(config.size_names, 1000)

    def traffic_case(self, config: ConfigT, tile_width: int) -> TestCase:
        """Return the published case on which global loads are counted. Raise `ExpressionError` if it has no sizes."""
        sizes = config.sizes_at(config.counted_at, tile_width)
        return case_of("traffic", sizes, tile_width, scalars=config.scalars_of())

    def smaller_case(self, case: TestCase) -> TestCase | None:
        """Return a smaller case whose counts decide as well as this one's; None if there is none."""
        return None

    def drawn_case(self, config: ConfigT, tile_width: int, seed: int) -> TestCase:
        """Return a similar case that is not known beforehand: the first size is one to three eighths larger.

        A kernel that is only good at the published size is not good at this one.
        """
        eighths = int(generator(seed, "traffic", tile_width).integers(1, MOST_EIGHTHS + 1))
        return case_of("traffic-drawn", drawn(config, tile_width, eighths), tile_width)

    def drawn_sizes(self, config: ConfigT, cases: Sequence[TestCase], rng: np.random.Generator, width: int) -> Sizes:
        """Return sizes that no case has but the assignment could ask for, between the smallest and the largest."""
        ranges = {name: [case.sizes[name] for case in cases] for name in config.size_names}
        effort = self.space(config, width).effort
        for _ in range(MOST_DRAWN):
            sizes = {name: int(rng.integers(min(known), max(known) + 1)) for name, known in ranges.items()}
            with contextlib.suppress(ExpressionError):
                effort(sizes)
                return sizes
        return cases[0].sizes

    def search_widths(self, config: ConfigT) -> tuple[int, ...]:
        """The small tile width at which many changes of a kernel are tried, and one at which they must hold as well.

        None where there is no smaller one than the cases have; only one where another might not be asked for. What a
        kernel does in the cases it mostly does at a small width too, in a hundredth of the time.
        """
        small = config.replayed_width
        return (small,) if config.tile.macro and small < min(config.tile.known) else ()

    def replayed_at(self, config: ConfigT, failed: TestCase | None) -> tuple[int, ...]:
        """Return the tile widths to record at, in order of preference; empty if the width cannot be set.

        First the variant that the assignment names, else its smallest; then the one at which a case failed.
        """
        return tuple(dict.fromkeys((config.replayed_width, *((failed.tile_width,) if failed else ()))))

    def walk_throughs(self, config: ConfigT, tile_width: int) -> tuple[TestCase, ...]:
        """Return small cases to replay, the plainest first: the one the assignment names, else 1.5 blocks a side."""
        written = config.replayed_sizes
        try:
            if written:
                sizes = config.sizes_at(written, tile_width)
            else:
                periods = self.space(config, tile_width).periods
                sizes = {name: max(1, period + period // 2) for name, period in periods.items()}
                check_asked_for(config, sizes, tile_width)
        except ExpressionError:
            return ()
        return (case_of("walk-through", sizes, tile_width, inputs="index"),)

    def in_small(self, case: TestCase, tile_width: int) -> TestCase:
        """Return the case at another tile width with the same structure, as small as possible.

        It has as many blocks, but at most two. A size of one more or one less than whole blocks stays that, and a few
        elements stay few.
        """
        if case.tile_width == tile_width:
            return case
        pairs = list(zip(variant_values(case.tile_width), variant_values(tile_width), strict=False))
        sizes: dict[str, int] = {}
        for name, size in case.sizes.items():
            # The macro whose blocks the size fills, but for one element; else the first.
            filled = (pair for pair in pairs if size % pair[0] in (0, 1, pair[0] - 1))
            sizes[name] = _shrunk(size, *next(filled, pairs[0]))
        return replace(case, sizes=sizes, tile_width=tile_width)

    def traced_case(self, config: ConfigT, sizes: Sequence[int], tile_width: int | None, *, random: bool) -> TestCase:
        """Return a case of these sizes and this tile width to look at; by default the one that a report replays.

        Its values show which element each is, unless they are `random`. Raise `UsageError`.
        """
        names = config.size_names
        if tile_width is not None and not config.tile.macro and config.tile.known == (1,):
            raise UsageError("--variant: this assignment has no variants, leave it out")
        width = tile_width or next(iter(self.replayed_at(config, None)), config.replayed_width)
        usual = self.walk_throughs(config, width)
        if not sizes and not usual:
            raise UsageError(f"--shape is needed: {', '.join(names)}, in this order")
        if sizes and len(sizes) != len(names):
            raise UsageError(f"--shape takes {len(names)} sizes, in this order: {', '.join(names)}")
        chosen = dict(zip(names, sizes, strict=True)) if sizes else usual[0].sizes
        return case_of("trace", chosen, width, inputs="random" if random else "index", scalars=config.scalars_of())

    def space(self, config: ConfigT, tile_width: int) -> Space:
        """Return the shapes to sweep at one tile width: all sizes for which there is a launch.

        The launch's expressions show how sizes are divided into blocks. For sizes that no expression contains, the
        block's length is used.
        """
        blocks = (planned.launch.block for planned in config.planned if not planned.loops)
        ones = config.values_at(dict.fromkeys(config.size_names, 1), tile_width)
        length = max(1, 2, *(size for block in blocks for size in _counts(block, ones)))

        def effort(sizes: Sizes) -> int:
            check_asked_for(config, sizes, tile_width)
            values, specs = config.values_at(sizes, tile_width), config.specs
            bytes_ = sum(spec.size_bytes(values) for spec in specs.values())
            if sum(specs[name].size_bytes(values) for name in config.constants) > MAX_CONSTANT_BYTES:
                raise ExpressionError("more than constant memory has room for")
            launches = (
                _counts((*planned.grid, *planned.block), {**values, **step.turn})
                for step in config.order_at(sizes, tile_width).steps
                for planned in [config.planned[step.number].launch]
            )
            return STEPS * sum(map(math.prod, launches)) + CELL * bytes_ // 4

        return Space(
            periods={name: _period(config, name, tile_width) or length for name in config.size_names},
            askable=lambda sizes: sizes,
            effort=effort,
        )


def drawn(config: Config, tile_width: int, eighths: int) -> Sizes:
    """Return the sizes at which loads are counted, with the first one so many eighths larger."""
    sizes = config.sizes_at(config.counted_at, tile_width)
    first = config.size_names[0]
    return {**sizes, first: sizes[first] + eighths * max(1, sizes[first] // 8)}


def _shrunk(size: int, width: int, small: int) -> int:
    blocks, rest = divmod(size, width)
    if not blocks:
        return max(1, min(size, small - 1))
    if 1 < rest < width - 1:
        rest = max(1, min(small - 1, rest * small // width))
    elif rest == width - 1:
        rest = small - 1
    return max(1, min(blocks, 2) * small + rest)


def _counts(written: Iterable[int | str], values: Sizes) -> tuple[int, ...]:
    """Return the values. Raise `ExpressionError` unless all are whole numbers from 1."""
    counts = tuple(evaluate_size(size, **values) for size in written)
    if min(counts) < 1:
        raise ExpressionError("nothing to launch")
    return counts


def _period(config: Config, name: str, width: int) -> int:
    """Return the number of elements of a size after which the grid grows again; 0 if it does not grow."""

    def grid(size: int) -> tuple[int, ...]:
        values = config.values_at({**dict.fromkeys(config.size_names, 1), name: size}, width)
        firsts = ((planned.launch.grid, turns_of(planned.loops, values)[:1]) for planned in config.planned)
        return tuple(count for grid, turns in firsts for turn in turns for count in _counts(grid, {**values, **turn}))

    try:
        first = _next_change(grid, 1)
        second = _next_change(grid, first) if first else 0
    except ExpressionError:
        return 0
    return second - first if second else max(first - 1, 0)


def _next_change(grid: Callable[[int], tuple[int, ...]], size: int) -> int:
    """Return the next size with a different grid; 0 if there is none nearby."""
    same, other = size, size + 1
    while grid(other) == grid(size):
        same, other = other, size + 2 * (other - size)
        if other > FARTHEST:
            return 0
    while other - same > 1:
        middle = (same + other) // 2
        same, other = (middle, other) if grid(middle) == grid(size) else (same, middle)
    return other
