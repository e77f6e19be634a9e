"""The instructor's oracle: asked about every case, and its own mistakes are never a student's."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import numpy as np
import pytest

from grader.assignment import AssignmentError
from grader.labs.matmul.config import MatrixElement, ProductConfig
from tests.grading.conftest import make_case, make_problem
from tests.oracles import Told


@pytest.mark.parametrize("scalars", [{}, {"alpha": 2.0}, {"alpha": 2.0, "beta": -1.0}], ids=str)
@pytest.mark.parametrize("element", get_args(MatrixElement))
def test_the_oracle_is_always_asked(element: MatrixElement, scalars: dict[str, float]) -> None:
    """For every element type, with alpha and beta or without: its word is the answer."""
    seen = []

    def result(a: np.ndarray, b: np.ndarray, c: np.ndarray, alpha: float, beta: float) -> np.ndarray:
        seen.append((a.dtype, c.shape, alpha, beta))
        return np.full((a.shape[0], b.shape[1]), 42)

    problem = make_problem(
        make_case(3, 4, 5, **scalars), ProductConfig(element=element), seed=1, oracle=Told(result=result)
    )
    assert (problem.expected == 42).all()
    assert seen == [(problem.buffers["A"].content.dtype, (3, 5), scalars.get("alpha", 1.0), scalars.get("beta", 0.0))]


@pytest.mark.parametrize("scalars", [{}, {"alpha": 2.0}, {"alpha": 2.0, "beta": -1.0}], ids=str)
def test_an_oracle_of_a_and_b_alone_gives_the_product(scalars: dict[str, float]) -> None:
    """The grader works out alpha · product + beta · C, and widens the bound by the roundings of that."""
    twice = Told(result=lambda a, b: 2 * (a.astype(np.float64) @ b), error_bound=lambda a, b: np.full((3, 5), 0.25))
    problem = make_problem(make_case(3, 4, 5, **scalars), ProductConfig(), seed=1, oracle=twice)
    product = 2 * (problem.buffers["A"].content.astype(np.float64) @ problem.buffers["B"].content)
    alpha, beta = scalars.get("alpha", 1.0), scalars.get("beta", 0.0)
    np.testing.assert_allclose(problem.expected, alpha * product + (beta * problem.buffers["C"].content if beta else 0))
    assert (problem.bound >= alpha * 0.25).all()
    assert (problem.bound < alpha * 0.25 + 1e-5).all()


def test_integers_of_an_oracle_are_wrapped_as_the_hardware_wraps() -> None:
    """2³¹ is -2³¹ in an int; no error is allowed."""
    large = Told(result=lambda a, b: np.full((3, 5), 2.0**31), error_bound=lambda a, b: np.ones((3, 5)))
    problem = make_problem(make_case(3, 4, 5), ProductConfig(element="int"), seed=1, oracle=large)
    assert (problem.expected == -(2**31)).all()
    assert not problem.bound.any()


def test_without_an_error_bound_the_graders_own_holds() -> None:
    """The second function is optional."""
    case = make_case(3, 4, 5)
    plain = make_problem(case, ProductConfig(), seed=1)
    asked = make_problem(case, ProductConfig(), seed=1, oracle=Told(result=lambda a, b: a @ b))
    np.testing.assert_array_equal(plain.bound, asked.bound)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda a, b: np.zeros(3), r"result: gave float64 of shape \(3,\) for C; numbers of shape \(3, 5\)"),
        (lambda a, b: np.full((3, 5), "x"), "numbers of shape"),
        (lambda a, b: a @ b * np.nan, r"gave C\[0\]\[0\] = nan; a result must be a finite number"),
        (lambda a, b, c, alpha, beta: alpha * (a @ b) + beta * c, r"gave C\[0\]\[0\] = nan"),
    ],
)
def test_what_can_be_no_product_is_the_instructors_mistake(function: Callable[..., object], words: str) -> None:
    """A shape, a type, and numbers that no result can equal: C holds NaN where beta is 0."""
    with pytest.raises(AssignmentError, match=words):
        make_problem(make_case(3, 4, 5), ProductConfig(), seed=1, oracle=Told(result=function))


def test_a_bound_is_a_number_from_0_up() -> None:
    """NaN would let everything pass, what is negative nothing."""
    for wrong in (np.nan, -1.0):
        told = Told(result=lambda a, b: a @ b, error_bound=lambda a, b, wrong=wrong: np.full((3, 5), wrong))
        with pytest.raises(AssignmentError, match=r"error_bound: gave C.* a bound is a number from 0 up"):
            make_problem(make_case(3, 4, 5), ProductConfig(), seed=1, oracle=told)
