"""What is recorded and replayed in a lab that is data: small cases, and what their recordings tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.assignment import TestCase
from grader.assignment.expressions import ExpressionError
from grader.errors import UsageError
from grader.labs.base import check_asked_for
from grader.labs.generic.cases import case_of
from grader.labs.generic.config import GenericConfig
from grader.labs.generic.space import space
from grader.replaying.story import Story
from grader.results import Recording, Sizes

tells_sums = False


def story(recording: Recording) -> Story:
    """What any recording tells."""
    return Story(recording)


def replayed_at(config: GenericConfig, failed: TestCase | None) -> tuple[int, ...]:
    """The variant that the assignment names, else its smallest; then that at which a case failed."""
    return tuple(dict.fromkeys((config.replayed_width, *((failed.tile_width,) if failed else ()))))


def walk_throughs(config: GenericConfig, tile_width: int) -> tuple[TestCase, ...]:
    """The one that the assignment names, else one block and a half."""
    written = config.replayed_sizes
    try:
        sizes = config.sizes_at(written, tile_width) if written else _one_and_a_half(config, tile_width)
    except ExpressionError:
        return ()
    return (case_of("walk-through", sizes, tile_width, inputs="index"),)


def _one_and_a_half(config: GenericConfig, width: int) -> Sizes:
    """Of every size; raises `ExpressionError` where nobody asks for such sizes."""
    periods = space(config, width).periods
    sizes = {name: max(1, period + period // 2) for name, period in periods.items()}
    check_asked_for(config, sizes, width)
    return sizes


def in_small(case: TestCase, tile_width: int) -> TestCase:
    """As many blocks, but two at most; what is one more or one less than whole ones stays that, and a few stay few."""
    if case.tile_width == tile_width:
        return case
    sizes = {name: _shrunk(size, case.tile_width, tile_width) for name, size in case.sizes.items()}
    return replace(case, sizes=sizes, tile_width=tile_width)


def _shrunk(size: int, width: int, small: int) -> int:
    blocks, rest = divmod(size, width)
    if not blocks:
        return max(1, min(size, small - 1))
    if 1 < rest < width - 1:
        rest = max(1, min(small - 1, rest * small // width))
    elif rest == width - 1:
        rest = small - 1
    return max(1, min(blocks, 2) * small + rest)


def traced_case(config: GenericConfig, sizes: Sequence[int], tile_width: int | None, *, random: bool) -> TestCase:
    """At these sizes in the order of `sizes`; else as a report replays it. Raises `UsageError`."""
    if tile_width is not None and not config.variant:
        raise UsageError("--variant: this assignment has no variants, leave it out")
    width = tile_width or replayed_at(config, None)[0]
    usual = walk_throughs(config, width)
    if not sizes and not usual:
        raise UsageError(f"--shape is needed: {', '.join(config.sizes)}, in this order")
    if sizes and len(sizes) != len(config.sizes):
        raise UsageError(f"--shape takes {len(config.sizes)} sizes, in this order: {', '.join(config.sizes)}")
    chosen = dict(zip(config.sizes, sizes, strict=True)) if sizes else usual[0].sizes
    return case_of("trace", chosen, width, inputs="random" if random else "index")
