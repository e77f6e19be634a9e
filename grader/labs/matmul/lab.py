"""What the grader asks of the tiled product; see `grader.labs.base.Lab`."""

from grader.compiling.source_facts import SourceFacts
from grader.labs.access_lines import AccessLines
from grader.labs.matmul.cases import (
    drawn_case,
    drawn_sizes,
    for_naive,
    has_small_cases,
    in_small,
    inner_sizes,
    replayed_at,
    smaller_case,
    space,
    tells_sums,
    traced_case,
    traffic_case,
    usual_sizes,
    walk_throughs,
    why_left_out,
    words,
)
from grader.labs.matmul.hints import hint_table
from grader.labs.matmul.own_launch import own_tile_width
from grader.labs.matmul.parameters import constant_bytes, expected_parameters, left_open, told
from grader.labs.matmul.problem import make_problem, to_time
from grader.labs.matmul.readings import readings
from grader.labs.matmul.replay import story
from grader.labs.matmul.techniques import beyond
from grader.labs.matmul.tiling import (
    earned_share,
    ideal,
    judges_warps,
    judges_work,
    kind_of,
    loads_decide,
    requirements,
    requirements_item,
    requirements_title,
    time_words,
    traffic_words,
    weight_of,
)

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


_PLACES = frozenset(
    {
        "last-tile-column", "last-tile-row", "last-tiles", "last-corner", "only-first-tile", "first-tile-wrong",
        "off-diagonal", "whole-rows", "whole-columns", "all-nonfinite",
    }
)  # fmt: skip
_PHASES = frozenset(
    {"last-phase-missing", "one-phase-short", "only-first-phase", "first-phase-missing", "first-phase-repeated"}
)
_SUMS = frozenset(
    {"only-last-phase", "last-product-only", "inner-loop-short", "inner-loop-late", "doubled", "elementwise"}
)
_SURE = frozenset({"last-phase-missing", "transposed", "a-stride-N", "a-stride-M", "b-stride-K", "b-stride-M"})
_ZEROS = frozenset({"all-zero", "zeros"})


def tells_values(explanation: str) -> bool:
    """Whether it says what the wrong values are, and not only where they are."""
    return explanation not in _PLACES


def is_sure(explanation: str) -> bool:
    """Whether it holds beside other faults of the same case: no accident looks like it."""
    return explanation in _SURE


def says_little(explanation: str) -> bool:
    """Whether many mistakes look like this in small cases: a zero is what they leave there."""
    return explanation in _ZEROS


def line_of(explanation: str, lines: AccessLines, facts: SourceFacts) -> int:
    """The line that the explanation points to; without one, the line that stores C."""
    store = lines.line("store", "C") or facts.store_line("C")
    tile_store = min(lines.tile_stores, default=0)
    if explanation in _PHASES:
        if facts.phase_division and explanation in ("last-phase-missing", "only-first-phase", "one-phase-short"):
            return facts.phase_division
        return facts.loop_before(tile_store) or store
    if explanation.startswith("a-") and lines.line("load", "A"):
        return lines.line("load", "A")
    if explanation.startswith("b-") and lines.line("load", "B"):
        return lines.line("load", "B")
    if explanation in _SUMS:
        return lines.line("fma") or lines.tile_load or store
    return store or lines.line("fma") or facts.kernel_line
