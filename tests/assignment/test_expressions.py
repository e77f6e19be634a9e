"""Sizes as expressions: arithmetic on known names, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.assignment.expressions import ExpressionError, ceildiv, check, evaluate, evaluate_size


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (7, 7),
        ("2*TILE_WIDTH + 1", 33),
        ("T - 1", 15),
        ("ceildiv(N, TILE_WIDTH)", 3),
        ("N // TILE_WIDTH", 2),
        ("N % TILE_WIDTH", 2),
        ("max(M, K, N)", 50),
        ("min(M, -K)", -34),
        ("0.9 * TILE_WIDTH", 14.4),
        ("TILE_WIDTH / 32", 0.5),
    ],
)
def test_an_expression_has_its_arithmetic_value(expression: int | str, value: float) -> None:
    """Names stand for the case's sizes; division is exact, rounded down or rounded up as written."""
    assert evaluate(expression, M=50, K=34, N=34, TILE_WIDTH=16, T=16) == value


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').system('true')",
        "M.real",
        "[1][0]",
        "lambda: 1",
        "2 ** 64",
        "1 << 40",
        "'a' * 9",
        "open('x')",
        "ceildiv(1)",
        "min(1)",
        "Q + 1",
        "1 if M else 2",
        "M M",
        "",
        "(" * 150,
        "1" * 300,
        "True",
    ],
)
def test_anything_but_arithmetic_is_refused(expression: str) -> None:
    """Calls, attributes, powers and unknown names are refused before anything is computed."""
    with pytest.raises(ExpressionError):
        check(expression, names=("M", "K", "N"))


def test_a_value_that_grows_without_bound_is_refused() -> None:
    """Products of large numbers end in an error, not in minutes of arithmetic."""
    with pytest.raises(ExpressionError, match="too large"):
        evaluate("9999999999 * 9999999999")


def test_a_division_by_zero_is_an_error_with_the_expression() -> None:
    """The message quotes what was written."""
    with pytest.raises(ExpressionError, match="'M // \\(T - 16\\)' divides by zero"):
        evaluate("M // (T - 16)", M=3, T=16)


def test_a_size_must_be_whole() -> None:
    """Half a row is no size."""
    with pytest.raises(ExpressionError, match="whole number"):
        evaluate_size("TILE_WIDTH / 3", TILE_WIDTH=16)


@given(st.integers(1, 10**6), st.integers(1, 10**4))
def test_ceildiv_covers_and_wastes_less_than_one(size: int, width: int) -> None:
    """ceildiv(n, t) tiles cover n, and one fewer do not."""
    tiles = ceildiv(size, width)
    assert (tiles - 1) * width < size <= tiles * width
