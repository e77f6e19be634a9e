"""What a timed product is judged by: its inputs, and a check that takes time in proportion to its elements."""

from __future__ import annotations

import re

import numpy as np
import pytest

from grader.assignment import load_assignment
from grader.labs.base import CaseProblem
from grader.labs.matmul.config import ProductConfig, Scalars
from grader.labs.matmul.lab import LAB
from grader.labs.matmul.product import timed_inputs
from tests.conftest import ROOT

SIZE = 40


def problem(element: str, seed: int, *, alpha: float = 1.0, beta: float = 0.0) -> CaseProblem:
    """The data of one pair."""
    config = load_assignment(ROOT).config
    time = config.performance.time.model_copy(update={"sizes": (SIZE,)})
    performance = config.performance.model_copy(update={"time": time})
    config = config.model_copy(update={"performance": performance})
    assert isinstance(config, ProductConfig)
    kind = type(config.element)(element)
    config = config.model_copy(update={"element": kind, "scalars": Scalars(alpha=alpha, beta=beta)})
    (asked,) = LAB.to_time(config, 16, None)
    return asked.problem(config, seed)


def right_answer(asked: CaseProblem, *, left: np.ndarray | None = None) -> np.ndarray:
    """C in the element type, as a kernel that sums in float64 has it."""
    a, b, c = (asked.buffers[name].content for name in "ABC")
    product = (a if left is None else left).astype(np.float64) @ b.astype(np.float64)
    rest = asked.scalars["beta"] * c.astype(np.float64) if asked.scalars["beta"] else 0
    return (asked.scalars["alpha"] * product + rest).astype(c.dtype)


def said(asked: CaseProblem, c: np.ndarray) -> list[str]:
    assert asked.check is not None
    return [each.sentence for each in asked.check({"C": c})]


@pytest.mark.parametrize("element", ["float", "double", "int", "half"])
@pytest.mark.parametrize("seed", range(3))
def test_a_right_product_passes_and_one_wrong_cell_does_not(element: str, seed: int):
    """Whatever the inputs are: the last bit of one cell counts where sums are exact, else what no rounding explains."""
    asked = problem(element, seed)
    c = right_answer(asked)
    assert said(asked, c) == []
    c[7, 3] += 1
    assert said(asked, c) == ["1 rows of C are wrong, row 7 first."]
    if c.dtype.kind == "f":
        c[2] = np.nan
        assert said(asked, c) == ["2 rows of C are wrong, row 2 first."]


@pytest.mark.parametrize("scalars", [{"alpha": 2.0}, {"alpha": 1.0, "beta": 1.0}, {"alpha": 0.3, "beta": -0.7}])
@pytest.mark.parametrize("seed", range(3))
def test_alpha_and_beta_are_part_of_the_product(scalars: dict[str, float], seed: int):
    """The check leaves neither out, also where they are not whole and rounding must be allowed for."""
    asked = problem("float", seed, **scalars)
    assert said(asked, right_answer(asked)) == []
    plain = right_answer(problem("float", seed))
    assert re.fullmatch(r"\d+ rows of C are wrong, row \d+ first\.", "".join(said(asked, plain)))


def test_inputs_that_are_rounded_to_eleven_bits_are_found():
    """As half precision and TF32 round them; the kinds of inputs change, and two of three show it."""
    shown = 0
    for seed in range(3):
        asked = problem("float", seed)
        halves = asked.buffers["A"].content.astype(np.float16)
        shown += bool(said(asked, right_answer(asked, left=halves)))
    assert shown >= 1


def test_the_kind_of_inputs_changes_from_seed_to_seed():
    """A kernel cannot know which it meets; integers have no fractions, and half precision only small sums."""
    assert len({timed_inputs("float", seed) for seed in range(30)}) == 3
    assert {timed_inputs("int", seed) for seed in range(30)} < {timed_inputs("float", seed) for seed in range(30)}
    assert len({timed_inputs("half", seed) for seed in range(30)}) == 1
