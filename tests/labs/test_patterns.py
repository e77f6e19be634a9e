"""Diagnoses of a wrong C: each fits what it says, and nothing else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from grader.grading.compare import compare
from grader.grading.running import tell_values
from grader.labs.matmul import patterns
from grader.labs.matmul.patterns import diagnose
from grader.labs.matmul.product import Product
from grader.report.add_sentences import in_words
from grader.results import Explanation
from grader.search import accesses, explaining, made_of
from grader.words.tables import explanation_kinds
from tests.grading.conftest import MakeProblem


def names(problem: Product, got: np.ndarray, written: np.ndarray | None = None) -> list[str]:
    """The patterns found in `got`."""
    cells = np.ones(got.shape, bool) if written is None else written
    got = got.astype(np.float32)
    return [pattern.name for pattern in diagnose(got, compare(got, cells, problem), problem)]


def test_a_right_result_has_no_pattern(problem: MakeProblem) -> None:
    """Nothing is said of what is right."""
    case = problem(9, 10, 7)
    assert names(case, case.expected) == []


@pytest.mark.parametrize(
    ("pattern", "start", "stop"),
    [("last-phase-missing", 0, 8), ("only-first-phase", 0, 4), ("first-phase-missing", 4, 10)],
)
def test_missing_phases_are_told_apart(problem: MakeProblem, pattern: str, start: int, stop: int) -> None:
    """K = 10 on tiles of 4: the partial phase, all but the first, the first."""
    case = problem(9, 10, 7)
    assert names(case, case.a[:, start:stop] @ case.b[start:stop, :])[0] == pattern


def test_a_whole_last_phase_missing_is_no_rounding(problem: MakeProblem) -> None:
    """K = 12 on tiles of 4 with two phases only: not the floor division's doing."""
    case = problem(9, 12, 7)
    assert names(case, case.a[:, :8] @ case.b[:8, :])[0] == "one-phase-short"


def test_transposed_output_is_seen_on_rectangles_too(problem: MakeProblem) -> None:
    """The flat memory of C holds the transpose's rows."""
    case = problem(6, 5, 9)
    assert names(case, np.ascontiguousarray(case.expected.T).reshape(6, 9))[0] == "transposed"


@pytest.mark.parametrize(
    ("pattern", "formula"),
    [
        ("b-transposed", lambda a, b: a @ b.T),
        ("a-transposed", lambda a, b: a.T @ b),
        ("operands-swapped", lambda a, b: b @ a),
        ("a-squared", lambda a, _: a @ a),
        ("elementwise", lambda a, b: a * b),
        ("doubled", lambda a, b: 2 * (a @ b)),
        ("all-zero", lambda a, b: 0 * (a @ b)),
        ("last-product-only", lambda a, b: a[:, -1:] @ b[-1:, :]),
    ],
)
def test_wrong_formulas_are_recognised_on_squares(problem: MakeProblem, pattern: str, formula: object) -> None:
    """Each by its numbers."""
    case = problem(10, 10, 10)
    assert names(case, formula(case.a, case.b))[0] == pattern  # type: ignore[operator]


def test_a_wrong_row_length_is_told_with_the_matrix(problem: MakeProblem) -> None:
    """A read with N's stride."""
    case = problem(8, 9, 4)
    flat = case.a.ravel()
    wrong = np.array([[flat[row * 4 + k] for k in range(9)] for row in range(8)])
    assert names(case, wrong @ case.b)[0] == "a-stride-N"


def test_where_the_second_row_would_lie_outside_no_row_length_is_told(problem: MakeProblem) -> None:
    """Of one column the first product alone is left, whatever kept the others out."""
    case = problem(6, 9, 1)
    assert "b-stride-K" not in names(case, case.a[:, :1] @ case.b[:1])


def test_only_the_partial_tile_column_is_seen_as_a_place(problem: MakeProblem) -> None:
    """Columns 8 and 9 of 10 on tiles of 4."""
    case = problem(8, 8, 10)
    got = case.expected.copy()
    got[:, 8:] = np.random.default_rng(0).uniform(-9, 9, (8, 2))
    assert names(case, got) == ["last-tile-column"]


def test_whole_rows_are_listed(problem: MakeProblem) -> None:
    """The sentence names the rows."""
    case = problem(8, 8, 8)
    got = case.expected.astype(np.float32)
    got[[2, 3, 6]] += np.random.default_rng(0).uniform(1, 2, (3, 8)).astype(np.float32)
    found = diagnose(got, compare(got, np.ones((8, 8), bool), case), case)
    assert in_words(found[:1]) == "Whole rows are wrong, all others right: 2-3, 6."


def test_lost_fractions_and_lost_bits_are_told_apart(problem: MakeProblem) -> None:
    """An int sum gives whole numbers, half precision nearly right ones."""
    case = problem(12, 20, 12)
    assert names(case, np.trunc(case.expected))[0] == "whole-numbers"
    half = case.a.astype(np.float16).astype(np.float64) @ case.b.astype(np.float16).astype(np.float64)
    assert names(case, half)[0] == "low-precision"


def test_noise_has_no_pattern(problem: MakeProblem) -> None:
    """Random numbers are explained by nothing."""
    case = problem(11, 13, 10)
    assert names(case, np.random.default_rng(5).uniform(-50, 50, (11, 10))) == []


@pytest.mark.parametrize("inputs", ["ones_twos", "index", "identity"])
def test_inputs_that_are_not_random_explain_no_values(problem: MakeProblem, inputs: str) -> None:
    """With A all 1 and B all 2 a sum of the first phase again, a doubled sum and many others are the same number."""
    case = problem(10, 10, 10, inputs=inputs)
    assert not case.random
    for wrong in (case.a[:, :8] @ case.b[:8, :], 2 * case.expected, 0 * case.expected):
        got = wrong.astype(np.float32)
        assert not tell_values(diagnose(got, compare(got, np.ones(got.shape, bool), case), case))


def test_some_cells_that_are_zero_do_not_mean_that_nothing_was_added(problem: MakeProblem) -> None:
    """They may have been overwritten: that nothing was added up is said where all of C is 0."""
    case = problem(9, 10, 7)
    some = case.expected.copy()
    some[2:5] = 0
    assert names(case, some)[0] == "zeros"
    assert "added" not in in_words([Explanation(name="zeros", facts={})])
    assert names(case, 0 * case.expected)[0] == "all-zero"


def test_every_explanation_has_a_sentence_and_every_sentence_an_explanation() -> None:
    """The names in the table of sentences are those that the modules that explain can give."""
    calls = [
        node
        for module in (patterns, explaining)
        for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_named"
    ]
    given = {call.args[0].value if isinstance(call.args[0], ast.Constant) else None for call in calls}
    for module in (made_of, accesses):
        given |= set(re.findall(r'name="([a-z-]+)"', Path(module.__file__).read_text(encoding="utf-8")))
    computed = {
        "a-stride-N",
        "a-stride-M",
        "b-stride-K",
        "b-stride-M",
        "zeros",
        "product-missing",
        "always-zero",
        "constant",
    }
    assert (given - {None}) | computed | {"accumulates-into-c"} == explanation_kinds().keys()
