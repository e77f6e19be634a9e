"""A lab that is data alone: its assignment gives sizes, buffers, a launch, requirements and an oracle."""

from grader.labs.generic.cases import (
    drawn_case,
    drawn_sizes,
    expected_parameters,
    has_small_cases,
    in_small,
    naive_launch,
    parameters_in_words,
    readings,
    timed_problem,
    traced_case,
    traffic_case,
    usual_sizes,
    walk_throughs,
    why_left_out,
    words,
)
from grader.labs.generic.problem import make_problem
from grader.labs.generic.requirements import ideal, requirement_kind, requirements, requirements_title, traffic_words
from grader.labs.generic.telling import hint_table, is_sure, line_of, says_little, tells_values

__all__ = [
    "drawn_case",
    "drawn_sizes",
    "expected_parameters",
    "has_small_cases",
    "hint_table",
    "ideal",
    "in_small",
    "is_sure",
    "line_of",
    "make_problem",
    "naive_launch",
    "parameters_in_words",
    "readings",
    "requirement_kind",
    "requirements",
    "requirements_title",
    "says_little",
    "tells_values",
    "timed_problem",
    "traced_case",
    "traffic_case",
    "traffic_words",
    "usual_sizes",
    "walk_throughs",
    "why_left_out",
    "words",
]
