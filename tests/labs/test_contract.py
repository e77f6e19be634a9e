"""What the grader asks of a lab: the product keeps to it, and what compiles, launches and compares needs no product."""

from __future__ import annotations

import sys
from importlib import import_module

import numpy as np
import pytest

from grader.compiling.values import CompileOptions
from grader.devices.base import CompileRequest
from grader.elements import ELEMENTS
from grader.grading.bench import Bench, settle
from grader.grading.compare import CellState, Judged, compare, error_map
from grader.grading.running import CaseOutcome, run_case
from grader.labs.base import Buffer
from grader.labs.lab import Lab
from grader.labs.matmul.config import ProductConfig
from grader.labs.matmul.lab import LAB as PRODUCT
from grader.layouts import ElementLayout
from grader.results import Kind, Status
from tests.labs.vectors import CONFIG, vectors_of
from tests.search.local import LocalEmulator

KERNEL = """
__global__ void add(const float *x, const float *y, float *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = x[i] + y[i];
}
"""


@pytest.mark.parametrize("lab", [PRODUCT], ids=["matmul"])
def test_what_must_come_out_has_the_outputs_shape(lab: Lab[ProductConfig]) -> None:
    """With a bound for each cell, and the seed alone decides."""
    config = ProductConfig()
    for case in lab.walk_throughs(config, 2):
        made, again = (lab.make_problem(case, config, seed=5) for _ in range(2))
        output = made.buffers[made.output].content
        assert made.expected.shape == made.bound.shape == output.shape
        assert (np.isnan(output).all() and made.fresh) or not made.fresh
        right = made.expected.astype(output.dtype)
        judged = compare(right, np.ones(right.shape, bool), made)
        assert judged.right
        assert all(np.array_equal(made.buffers[name].content, again.buffers[name].content, equal_nan=True)
                   for name in made.buffers)  # fmt: skip
        assert lab.words(CONFIG).tell(case.sizes)
        assert lab.in_small(case, 2).sizes == case.sizes


@pytest.mark.parametrize("order", ["row", "column"])
def test_a_buffer_knows_where_each_element_lies(order: str) -> None:
    """Laid out and read back it is what it was, and a place in memory has the subscripts of what lies there."""
    content = np.arange(6).reshape(2, 3)
    buffer = Buffer(content, ElementLayout.number(ELEMENTS["float"]), order)  # type: ignore[arg-type]
    flat = buffer.flat()
    assert np.array_equal(buffer.shaped(flat), content)
    for place, value in enumerate(flat):
        assert content[buffer.subscripts(place)] == value
    assert buffer.subscripts(6) is None
    assert buffer.subscripts(-1) is None


@pytest.fixture(autouse=True)
def vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second lab."""
    monkeypatch.setitem(sys.modules, "grader.labs.vectors.lab", import_module("tests.labs.vectors"))


def added(change: str = "", instead: str = "", *, length: int = 70) -> CaseOutcome:
    """What becomes of the vector addition with one change, on vectors of this length."""
    assert change in KERNEL
    device = LocalEmulator()
    request = CompileRequest(
        source=KERNEL.replace(change, instead) if change else KERNEL, tile_width=1,
        options=CompileOptions(filename="add.cu", kernel="add"),
    )  # fmt: skip
    compiled = device.compile(request)
    assert compiled.ok, compiled.problems
    bench, notes = settle(Bench(config=CONFIG, kernel=compiled, device=device, seed=7))
    assert notes == ()
    return run_case(bench, vectors_of(length))


def test_a_right_kernel_of_another_lab_passes_with_nothing_found() -> None:
    """On three blocks, the last of which sticks out."""
    outcome = added()
    assert (outcome.status, outcome.findings, outcome.patterns) == (Status.PASSED, (), ())
    assert outcome.geometry.grid == (3, 1, 1)


def test_a_fault_is_told_in_the_other_labs_names() -> None:
    """Without its guard the last block reads outside x and y, and writes outside z."""
    outcome = added("if (i < n)", "")
    assert {found.array for found in outcome.findings} == {"x", "y", "z"}
    assert {found.kind for found in outcome.findings} == {Kind.OUT_OF_BOUNDS}
    assert {found.line for found in outcome.findings} == {6}


def test_a_wrong_vector_has_a_map_of_rows() -> None:
    """Every cell is wrong, and no place tells anything."""
    outcome = added("x[i] + y[i]", "x[i] - y[i]")
    assert (outcome.status, outcome.patterns) == (Status.FAILED, ())
    assert outcome.comparison is not None
    assert outcome.problem is not None
    assert outcome.got is not None
    chart = error_map(Judged(outcome.problem, outcome.got, outcome.comparison), samples=3)
    assert (chart.fold, chart.size, chart.cells) == (32, 70, ("x" * 32, "x" * 32, "x" * 6 + "." * 26))
    assert [cell.index for cell in chart.samples] == [(0,), (1,), (2,)]


def test_what_no_thread_writes_and_what_it_must_not_write_is_seen_in_any_buffer() -> None:
    """The last element is left out; and an input is changed."""
    outcome = added("i < n", "i < n - 1")
    assert outcome.comparison is not None
    assert outcome.comparison.count(CellState.UNWRITTEN) == outcome.comparison.bad_cells == 1
    changed = added("z[i] =", "((float *)x)[i] = 2.0f, z[i] =")
    assert [found.array for found in changed.findings if found.kind is Kind.INPUT_MODIFIED] == ["x"]


def test_parameters_that_do_not_fit_are_told_by_the_lab() -> None:
    """As the student's finding."""
    outcome = added(", int n)", ", int n, int more)")
    assert [found.kind for found in outcome.findings] == [Kind.WRONG_SIGNATURE]
    assert "takes 5 parameters; this assignment passes 4: x, y, z, N" in outcome.message
