"""What the grader asks of a lab that is data alone; see `grader.labs.base.Lab`."""

from collections.abc import Sequence
from dataclasses import replace

from grader.assignment import TestCase
from grader.assignment.expressions import ExpressionError
from grader.compiling.source_facts import SourceFacts
from grader.errors import UsageError
from grader.labs.access_lines import AccessLines
from grader.labs.base import ToTime, check_asked_for
from grader.labs.generic.cases import (
    case_of,
    constant_bytes,
    drawn_case,
    drawn_sizes,
    expected_parameters,
    for_naive,
    has_small_cases,
    inner_sizes,
    left_open,
    own_tile_width,
    readings,
    smaller_case,
    traffic_case,
    usual_sizes,
    why_left_out,
    words,
)
from grader.labs.generic.config import GenericConfig
from grader.labs.generic.problem import DataProblem, make_problem, told
from grader.labs.generic.requirements import (
    beyond,
    earned_share,
    ideal,
    judges_warps,
    judges_work,
    kind_of,
    loads_decide,
    requirements,
    requirements_item,
    requirements_title,
    traffic_words,
    weight_of,
)
from grader.labs.generic.space import space
from grader.labs.hints import HintRow, data_hints
from grader.oracle import Oracle
from grader.results import Recording, Sizes, Traffic
from grader.results.replay.story import Story

__all__ = [
    "beyond",
    "constant_bytes",
    "drawn_case",
    "drawn_sizes",
    "earned_share",
    "expected_parameters",
    "for_naive",
    "has_small_cases",
    "hint_table",
    "ideal",
    "in_small",
    "inner_sizes",
    "is_sure",
    "judges_warps",
    "judges_work",
    "kind_of",
    "left_open",
    "line_of",
    "loads_decide",
    "make_problem",
    "own_tile_width",
    "readings",
    "replayed_at",
    "requirements",
    "requirements_item",
    "requirements_title",
    "says_little",
    "smaller_case",
    "space",
    "story",
    "tells_sums",
    "tells_values",
    "time_words",
    "to_time",
    "told",
    "traced_case",
    "traffic_case",
    "traffic_words",
    "usual_sizes",
    "walk_throughs",
    "weight_of",
    "why_left_out",
    "words",
]


def hint_table(config: GenericConfig) -> tuple[HintRow, ...]:
    """What the text itself tells, the rows of `hints.yaml`, then the grader's."""
    return data_hints(config.rows)


def tells_values(explanation: str) -> bool:
    """Nothing is explained."""
    return False


def is_sure(explanation: str) -> bool:
    """Nothing is explained."""
    return False


def says_little(explanation: str) -> bool:
    """Nothing is explained."""
    return False


def line_of(explanation: str, lines: AccessLines, facts: SourceFacts) -> int:
    """The line that was seen to write a wrong element, else that which stores most, or the kernel's own."""
    written = (facts.store_line(name) for name in sorted(lines.buffers))
    return lines.blamed or lines.line("store") or next(filter(None, written), facts.kernel_line)


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


def to_time(config: GenericConfig, tile_width: int, oracle: Oracle | None) -> tuple[ToTime, ...]:
    """The sizes that `timed` names, on random data; what comes out the oracle judges."""
    if not config.timed:
        return ()
    sizes = config.sizes_at(config.timed, tile_width)
    case = case_of("timed", sizes, tile_width)

    def problem(launched: GenericConfig, seed: int) -> DataProblem:
        return make_problem(case, launched, seed=seed, oracle=oracle)

    return (ToTime(sizes=sizes, problem=problem),)


def time_words(traffic: Sequence[Traffic]) -> str:
    """The assignment does not say."""
    return ""
