"""What the grader asks of the tiled product; see `grader.labs.base.Lab`."""

from grader.compiling.source_facts import SourceFacts
from grader.labs.access_lines import AccessLines
from grader.labs.hints import HintRow, product_hints
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
from grader.labs.matmul.config import ProductConfig
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
from grader.words.tables import explanation_kinds

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


def hint_table(config: ProductConfig) -> tuple[HintRow, ...]:
    """The same in every assignment."""
    return product_hints()


def tells_values(explanation: str) -> bool:
    """Whether it says what the wrong values are, and not only where they are."""
    return explanation not in explanation_kinds() or not explanation_kinds()[explanation].place


def is_sure(explanation: str) -> bool:
    """Whether it holds beside other faults of the same case: no accident looks like it."""
    return explanation in explanation_kinds() and explanation_kinds()[explanation].sure


def says_little(explanation: str) -> bool:
    """Whether many mistakes look like this in small cases: a zero is what they leave there."""
    return explanation in explanation_kinds() and explanation_kinds()[explanation].vague


def line_of(explanation: str, lines: AccessLines, facts: SourceFacts) -> int:
    """The line that the explanation points to; without one, the line that stores C."""
    store = lines.line("store", "C") or facts.store_line("C")
    tile_store = min(lines.tile_stores, default=0)
    known = explanation_kinds().get(explanation)
    points_to = known.line if known else "store"
    if points_to == "division" and facts.phase_division:
        return facts.phase_division
    if points_to in ("phases", "division"):
        return facts.loop_before(tile_store) or store
    if points_to.startswith("load ") and (line := lines.line("load", points_to.removeprefix("load "))):
        return line
    if points_to == "sum":
        return lines.line("fma") or lines.tile_load or store
    return store or lines.line("fma") or facts.kernel_line
