"""Judging C cell by cell against the oracle's bound."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.assignment import load_assignment
from grader.devices.base import Launched
from grader.grading.compare import CellState, Judged, bad_cells, compare, error_map, judge_outputs
from grader.labs.base import CaseProblem
from grader.labs.matmul.config import Layout, MatrixElement, ProductConfig
from grader.report.add_sentences import first_wrong
from grader.results import Cell, Occurrence, Words
from tests.grading.conftest import MakeProblem, make_case, make_problem
from tests.oracles import told_by

ROOT = Path(__file__).parents[2]


def everywhere(problem: CaseProblem) -> np.ndarray:
    """All cells written."""
    return np.ones(problem.expected.shape, bool)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 40), st.integers(1, 90), st.integers(1, 40), st.integers(0, 2**32), st.randoms())
def test_any_order_of_summation_passes(m: int, k: int, n: int, seed: int, random: object) -> None:
    """A float32 sum in whatever order stays inside the bound."""
    problem = make_problem(make_case(m, k, n), ProductConfig(), seed=seed)
    order = list(range(k))
    random.shuffle(order)  # type: ignore[attr-defined]
    total = np.zeros((m, n), np.float32)
    for index in order:
        total += problem.buffers["A"].content[:, index, None] * problem.buffers["B"].content[None, index, :]
    assert compare(total, everywhere(problem), problem).right


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 30), st.integers(1, 200), st.integers(1, 30), st.integers(0, 2**32))
def test_one_missing_product_fails(m: int, k: int, n: int, seed: int) -> None:
    """Leaving out a single product of a single cell is far outside the bound."""
    problem = make_problem(make_case(m, k, n), ProductConfig(), seed=seed)
    got = problem.expected.astype(np.float32)
    got[m - 1, n - 1] -= problem.buffers["A"].content[m - 1, k - 1] * problem.buffers["B"].content[k - 1, n - 1]
    comparison = compare(got, everywhere(problem), problem)
    assert comparison.bad_cells == 1
    assert comparison.worst is not None
    assert comparison.worst.index == (m - 1, n - 1)


@pytest.mark.parametrize("element", ["float", "double", "half"])
def test_the_elements_own_rounding_passes(problem: MakeProblem, element: str) -> None:
    """The bound follows the element type's precision."""
    case = problem(17, 33, 9, element=element)
    total = np.zeros(case.expected.shape, case.buffers["A"].content.dtype)
    for index in range(33):
        total += case.buffers["A"].content[:, index, None] * case.buffers["B"].content[None, index, :]
    assert compare(total, everywhere(case), case).right


def test_integers_must_be_exact_and_wrap_as_the_hardware_does(problem: MakeProblem) -> None:
    """Off by one is wrong; overflow wraps."""
    case = problem(3, 5, 4, element="int")
    got = (case.buffers["A"].content @ case.buffers["B"].content).astype(np.int32)
    assert compare(got, everywhere(case), case).right
    got[2, 3] += 1
    assert compare(got, everywhere(case), case).count(CellState.WRONG) == 1


def test_whole_numbers_are_kept_whole(problem: MakeProblem) -> None:
    """Those of the least and the greatest element differ in the digits that six do not show."""
    case = problem(3, 5, 4, element="int")
    got = case.expected.astype(np.int32)
    case.expected[1, 2], got[1, 2] = 2**31 - 1, -(2**31)
    first = compare(got, everywhere(case), case).first
    assert first == Cell(index=(1, 2), expected=2**31 - 1, got=-(2**31), error=2**32 - 1, bound=0.0)
    assert first_wrong(Occurrence(first=first), Words(output="C")) == "C[1][2] is −2147483648, expected 2147483647"
    assert '"expected":2147483647,"got":-2147483648,' in first.model_dump_json()


def test_the_first_wrong_cell_is_the_first_in_memory() -> None:
    """Where columns lie side by side, that of the first column; a cell that holds NaN counts, one never written not."""
    config = ProductConfig(layout=Layout(C="column"))
    case = make_problem(make_case(4, 3, 5), config, seed=1)
    got, written = case.expected.astype(np.float32), everywhere(case)
    got[0, 4] += 100
    got[3, 1] = np.nan
    got[2, 0] = np.nan
    written[2, 0] = False
    comparison = compare(got, written, case)
    assert comparison.first is not None
    assert comparison.worst is not None
    assert (comparison.first.index, comparison.worst.index) == ((3, 1), (0, 4))


def test_alpha_and_beta_are_part_of_the_answer(problem: MakeProblem) -> None:
    """C = alpha·A·B + beta·C with C random beforehand."""
    case = problem(6, 7, 5, alpha=1.5, beta=0.5)
    a, b, c = (buffer.content for buffer in case.buffers.values())
    got = (1.5 * (a @ b) + np.float32(0.5) * c).astype(np.float32)
    assert compare(got, everywhere(case), case).right
    assert not compare(a @ b, everywhere(case), case).right


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_cell_that_is_not_finite_never_passes(problem: MakeProblem, value: float) -> None:
    """NaN compares as no wildcard."""
    case = problem(5, 5, 5)
    got = case.expected.astype(np.float32)
    got[1, 2] = value
    assert compare(got, everywhere(case), case).count(CellState.NONFINITE) == 1


def test_a_cell_nobody_wrote_is_unwritten_even_if_its_value_is_right(problem: MakeProblem) -> None:
    """What stood there before is no result."""
    case = problem(4, 4, 4)
    written = everywhere(case)
    written[3, :] = False
    comparison = compare(case.expected.astype(np.float32), written, case)
    assert comparison.count(CellState.UNWRITTEN) == 4


SPOILT: dict[str, tuple[str, ...]] = {
    "right": ("float", "double", "half", "int"),
    "off": ("float", "double", "half", "int"),
    "nan": ("float", "double", "half"),
    "infinite": ("float", "double", "half"),
    "unwritten": ("float", "double", "half", "int"),
}


@pytest.mark.parametrize(("how", "element"), [(how, each) for how, elements in SPOILT.items() for each in elements])
def test_the_quick_verdict_is_that_of_the_comparison(problem: MakeProblem, how: str, element: str) -> None:
    """One cell decides, whatever the elements are."""
    case = problem(5, 6, 7, element=element)
    output = case.buffers[case.output]
    cells = case.expected.astype(output.content.dtype)
    written = np.ones(cells.size * cells.itemsize, np.uint8)
    if how == "off":
        cells[2, 3] += 3
    elif how == "unwritten":
        written[5 * cells.itemsize : 6 * cells.itemsize] = 0
    elif how != "right":
        cells[2, 3] = np.nan if how == "nan" else np.inf
    launched = Launched(arrays={case.output: cells.reshape(-1)}, written={case.output: written})
    assert sum(bad_cells(launched, case)) == judge_outputs(launched, case).comparison.bad_cells == (how != "right")


def test_the_map_shows_the_worst_of_each_square_of_cells(problem: MakeProblem) -> None:
    """Above 160 rows or columns a character stands for several cells."""
    case = problem(200, 2, 330)
    got = case.expected.astype(np.float32)
    got[199, 329] = np.nan
    got[0, 0] += 1
    comparison = compare(got, everywhere(case), case)
    picture = error_map(Judged(case, got, comparison), samples=500)
    assert picture.step == 3
    assert (len(picture.cells), len(picture.cells[0])) == (67, 110)
    assert (picture.cells[0][0], picture.cells[-1][-1], picture.cells[1][1]) == ("x", "n", ".")
    assert [cell.index for cell in picture.samples] == [(0, 0), (199, 329)]


@pytest.mark.parametrize("scalars", [{}, {"alpha": 1.5}, {"alpha": 2.0, "beta": -3.0}], ids=str)
@pytest.mark.parametrize("element", get_args(MatrixElement))
def test_the_assignments_oracle_agrees_with_the_graders(element: MatrixElement, scalars: dict[str, float]) -> None:
    """reference/oracle.py states the same result and the same bound, whatever the element, alpha and beta."""
    if element == "int" and scalars.get("alpha") == 1.5:
        scalars = {"alpha": 4.0}
    case = make_case(13, 29, 11, **scalars)
    own = make_problem(case, ProductConfig(element=element), seed=3)
    with_oracle = make_problem(case, ProductConfig(element=element), seed=3, oracle=told_by(load_assignment(ROOT)))
    assert with_oracle.expected.dtype == own.expected.dtype
    np.testing.assert_array_equal(own.expected, with_oracle.expected)
    np.testing.assert_allclose(own.bound, with_oracle.bound, rtol=1e-12)


def test_inputs_depend_on_seed_and_case_alone() -> None:
    """The same seed gives the same matrices, another one others."""
    first, again, other = (make_problem(make_case(4, 4, 4), ProductConfig(), seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.buffers["A"].content, again.buffers["A"].content)
    assert not np.array_equal(first.buffers["A"].content, other.buffers["A"].content)


def test_ones_and_twos_give_the_lessons_68() -> None:
    """34 products of 1 and 2."""
    problem = make_problem(make_case(34, 34, 34, tile_width=16, inputs="ones_twos"), ProductConfig(), seed=0)
    assert (problem.expected == 68).all()
