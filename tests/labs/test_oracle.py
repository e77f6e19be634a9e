"""The instructor's oracle: asked about every case, and its own mistakes are never a student's."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from grader.devices.base import DeviceFault
from grader.labs.matmul.config import Element, ProductConfig
from grader.labs.matmul.problem import make_problem
from tests.checking.conftest import make_case


def oracle(**functions: object) -> ModuleType:
    """A module with these functions."""
    module = ModuleType("oracle")
    module.__file__ = "reference/oracle.py"
    vars(module).update(functions)
    return module


@pytest.mark.parametrize("scalars", [{}, {"alpha": 2.0}, {"alpha": 2.0, "beta": -1.0}], ids=str)
@pytest.mark.parametrize("element", list(Element))
def test_the_oracle_is_always_asked(element: Element, scalars: dict[str, float]) -> None:
    """For every element type, with alpha and beta or without: its word is the answer."""
    seen = []

    def result(a: np.ndarray, b: np.ndarray, c: np.ndarray, alpha: float, beta: float) -> np.ndarray:
        seen.append((a.dtype, c.shape, alpha, beta))
        return np.full((a.shape[0], b.shape[1]), 42)

    problem = make_problem(
        make_case(3, 4, 5, **scalars), ProductConfig(element=element), seed=1, oracle=oracle(result=result)
    )
    assert (problem.expected == 42).all()
    assert seen == [(problem.a.dtype, (3, 5), scalars.get("alpha", 1.0), scalars.get("beta", 0.0))]


@pytest.mark.parametrize("scalars", [{}, {"alpha": 2.0}, {"alpha": 2.0, "beta": -1.0}], ids=str)
def test_an_oracle_of_a_and_b_alone_gives_the_product(scalars: dict[str, float]) -> None:
    """The grader works out alpha · product + beta · C, and widens the bound by the roundings of that."""
    twice = oracle(result=lambda a, b: 2 * (a.astype(np.float64) @ b), error_bound=lambda a, b: np.full((3, 5), 0.25))
    problem = make_problem(make_case(3, 4, 5, **scalars), ProductConfig(), seed=1, oracle=twice)
    product = 2 * (problem.a.astype(np.float64) @ problem.b)
    alpha, beta = scalars.get("alpha", 1.0), scalars.get("beta", 0.0)
    np.testing.assert_allclose(problem.expected, alpha * product + (beta * problem.c if beta else 0))
    assert (problem.bound >= alpha * 0.25).all()
    assert (problem.bound < alpha * 0.25 + 1e-5).all()


def test_integers_of_an_oracle_are_wrapped_as_the_hardware_wraps() -> None:
    """2³¹ is -2³¹ in an int; no error is allowed."""
    large = oracle(result=lambda a, b: np.full((3, 5), 2.0**31), error_bound=lambda a, b: np.ones((3, 5)))
    problem = make_problem(make_case(3, 4, 5), ProductConfig(element=Element.INT), seed=1, oracle=large)
    assert (problem.expected == -(2**31)).all()
    assert not problem.bound.any()


def test_without_an_error_bound_the_graders_own_holds() -> None:
    """The second function is optional."""
    case = make_case(3, 4, 5)
    plain = make_problem(case, ProductConfig(), seed=1)
    asked = make_problem(case, ProductConfig(), seed=1, oracle=oracle(result=lambda a, b: a @ b))
    np.testing.assert_array_equal(plain.bound, asked.bound)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda a, b: 1 / 0, r"reference/oracle.py: result failed: ZeroDivisionError"),
        (lambda a, b: np.zeros(3), r"result gave float64 of shape \(3,\); numbers of shape \(3, 5\)"),
        (lambda a, b: np.full((3, 5), "x"), "numbers of shape"),
    ],
)
def test_an_oracle_that_fails_is_the_graders_fault(function: object, words: str) -> None:
    """With the file and the function; no student loses a point by it."""
    with pytest.raises(DeviceFault, match=words):
        make_problem(make_case(3, 4, 5), ProductConfig(), seed=1, oracle=oracle(result=function))
