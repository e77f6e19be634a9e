"""Tiled matrix multiplication: C (M×N) = alpha · A (M×K) · B (K×N) + beta · C."""

from grader.labs.matmul.blame import is_sure, line_of, says_little, tells_values
from grader.labs.matmul.cases import (
    drawn_case,
    in_small,
    naive_launch,
    traced_case,
    traffic_case,
    walk_throughs,
    why_left_out,
    words,
)
from grader.labs.matmul.parameters import expected_parameters, parameters_in_words
from grader.labs.matmul.problem import make_problem, timed_problem
from grader.labs.matmul.readings import readings
from grader.labs.matmul.tiling import requirements

__all__ = [
    "drawn_case",
    "expected_parameters",
    "in_small",
    "is_sure",
    "line_of",
    "make_problem",
    "naive_launch",
    "parameters_in_words",
    "readings",
    "requirements",
    "says_little",
    "tells_values",
    "timed_problem",
    "traced_case",
    "traffic_case",
    "walk_throughs",
    "why_left_out",
    "words",
]
