"""Problems to compare against."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.assignment import TestCase
from grader.labs.base import CaseProblem
from grader.labs.matmul.config import ProductConfig
from grader.labs.matmul.lab import LAB
from grader.oracle import Oracle
from grader.results import Visibility

MakeProblem = Callable[..., CaseProblem]


def make_case(m: int, k: int, n: int, *, tile_width: int = 4, inputs: str = "random", **scalars: float) -> TestCase:
    """A case of this shape."""
    return TestCase(
        name="case", family="", title="", reason="", sizes={"M": m, "K": k, "N": n}, tile_width=tile_width,
        inputs=inputs, max_points=1.0, visibility=Visibility.VISIBLE, scalars=scalars,
    )  # fmt: skip


def make_problem(case: TestCase, config: ProductConfig, *, seed: int, oracle: Oracle | None = None) -> CaseProblem:
    """The product of a case."""
    made = LAB.make_problem(case, config, seed=seed, oracle=oracle)
    assert isinstance(made, CaseProblem)
    return made


@pytest.fixture
def problem() -> MakeProblem:
    """Makes the problem of a shape: `problem(M, K, N, element=…, …)`."""

    def make(m: int, k: int, n: int, *, element: str = "float", seed: int = 1, **more: object) -> CaseProblem:
        return make_problem(make_case(m, k, n, **more), ProductConfig(element=element), seed=seed)  # type: ignore[arg-type]

    return make
