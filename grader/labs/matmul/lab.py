"""What the grader asks of the tiled product; see `grader.labs.base.Lab`."""

from grader.labs.matmul.blame import is_sure, line_of, says_little, tells_values
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
from grader.labs.matmul.story import story
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
