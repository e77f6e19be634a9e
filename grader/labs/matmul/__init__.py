"""Tiled matrix multiplication: C (M×N) = alpha · A (M×K) · B (K×N) + beta · C."""

from grader.labs.matmul.blame import is_sure, line_of, says_little, tells_values
from grader.labs.matmul.cases import naive_launch, why_left_out
from grader.labs.matmul.parameters import expected_parameters, parameters_in_words
from grader.labs.matmul.problem import make_problem, timed_problem
from grader.labs.matmul.readings import readings

__all__ = [
    "expected_parameters",
    "is_sure",
    "line_of",
    "make_problem",
    "naive_launch",
    "parameters_in_words",
    "readings",
    "says_little",
    "tells_values",
    "timed_problem",
    "why_left_out",
]
