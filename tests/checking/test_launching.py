"""From a case to a launch: grid, block, arguments and matrices as the configuration says."""

from __future__ import annotations

import numpy as np
import pytest

from grader.assignment import Config, Element
from grader.assignment.models import Launch, Layout, StructParameter
from grader.checking.launching import (
    NAIVE_BLOCK,
    ParameterError,
    changed_inputs,
    geometry,
    leading_dimension,
    make_launch,
    matrices,
    naive_geometry,
    result_of,
    roles_of,
)
from grader.checking.problem import make_problem
from grader.devices.base import BufferArgument, Compiled, Launched, StructArgument
from grader.results import Shape
from tests.checking.conftest import make_case

SHAPE = Shape(M=40, K=9, N=70)
CONFIG = Config()


def kernel(*names: str) -> Compiled:
    """A compiled kernel with parameters of these names."""
    return Compiled(ok=True, display_name="mm", parameters=tuple(("int", name) for name in names))


def test_block_and_grid_cover_the_matrix_with_tiles() -> None:
    """X along the columns."""
    place = geometry(CONFIG, SHAPE, 16, "x")
    assert (place.block, place.grid, place.threads) == ((16, 16, 1), (5, 3, 1), 256)


def test_axis_y_exchanges_block_and_grid_as_written() -> None:
    """They are written as for x, and the grader exchanges the first two sizes of each."""
    config = CONFIG.model_copy(update={"launch": Launch(block=("T", 4), grid=("ceildiv(N, T)", "ceildiv(M, 4)"))})
    across, down = (geometry(config, SHAPE, 16, axis) for axis in ("x", "y"))
    assert (across.block, across.grid) == ((16, 4, 1), (5, 10, 1))
    assert (down.block, down.grid) == ((4, 16, 1), (10, 5, 1))


@pytest.mark.parametrize("axis", ["x", "y"])
def test_the_naive_kernel_is_launched_as_16_by_16_whatever_the_assignment_says(axis: str) -> None:
    """One thread a cell of C."""
    place = naive_geometry(SHAPE)
    assert place.block == (NAIVE_BLOCK, NAIVE_BLOCK, 1)
    assert place.grid == (5, 3, 1)


def test_arguments_are_passed_by_position() -> None:
    """Roles, numbers and expressions in the order of the configuration."""
    config = CONFIG.model_copy(update={"parameters": ("C", "A", "B", "K", "ldb", "2 * M + T", 7, "alpha")})
    problem = make_problem(make_case(4, 5, 6, tile_width=2, alpha=1.5), Element.FLOAT, seed=1)
    launch = make_launch(config, kernel(*"abcdefgh"), problem, "x")
    assert launch.arguments == (BufferArgument("C"), BufferArgument("A"), BufferArgument("B"), 5, 6, 10, 7, 1.5)


def test_arguments_are_passed_by_name_in_the_kernels_own_order() -> None:
    """The order is the student's affair; a name without a role is told with those that are known."""
    config = CONFIG.model_copy(update={"parameters": {"a": "A", "b": "B", "c": "C", "n": "N"}})
    assert roles_of(config, kernel("n", "c", "a", "b")) == ("N", "C", "A", "B")
    with pytest.raises(ParameterError, match="width has no role: this assignment knows a, b, c, n"):
        roles_of(config, kernel("a", "b", "c", "width"))


def test_a_kernel_with_another_number_of_parameters_is_told_what_is_passed() -> None:
    """With the roles in words."""
    with pytest.raises(ParameterError, match="mm takes 2 parameters; this assignment passes 6: A, B, C, M, K, N"):
        roles_of(CONFIG, kernel("A", "B"))


def test_a_struct_is_passed_with_its_fields() -> None:
    """By value, in their order."""
    config = CONFIG.model_copy(
        update={"parameters": (StructParameter(struct=("M", "K", "A")), StructParameter(struct=("K", "N", "B")), "C")}
    )
    problem = make_problem(make_case(4, 5, 6), Element.FLOAT, seed=1)
    launch = make_launch(config, kernel("a", "b", "c"), problem, "x")
    assert launch.arguments[0] == StructArgument((4, 5, BufferArgument("A")))


@pytest.mark.parametrize("order", ["row", "column"])
def test_what_is_laid_out_in_memory_is_read_back_as_it_was(order: str) -> None:
    """Whatever the layout of C."""
    layout = Layout.model_validate({"A": order, "B": "row", "C": order})
    config = CONFIG.model_copy(update={"layout": layout})
    problem = make_problem(make_case(3, 4, 5, beta=1.0), Element.FLOAT, seed=2)
    flat = matrices(config, problem)
    rows = problem.a if order == "row" else problem.a.T
    assert np.array_equal(flat["A"], rows.reshape(-1))
    got, written = result_of(Launched(arrays=flat, written={}), config, problem)
    assert np.array_equal(got, problem.c)
    assert written.all()
    assert leading_dimension("A", config, problem.shape) == (4 if order == "row" else 3)


def test_a_cell_counts_as_written_when_any_of_its_bytes_was() -> None:
    """By the flags of C's bytes."""
    problem = make_problem(make_case(2, 2, 2), Element.FLOAT, seed=1)
    flags = np.zeros(16, bool)
    flags[[0, 7]] = True
    launched = Launched(arrays=matrices(CONFIG, problem), written={"C": flags})
    assert result_of(launched, CONFIG, problem)[1].tolist() == [[True, True], [False, False]]


def test_an_input_that_was_changed_is_named() -> None:
    """Byte for byte: even another NaN counts."""
    problem = make_problem(make_case(2, 2, 2), Element.FLOAT, seed=1)
    launch = make_launch(CONFIG, kernel(*"abcdef"), problem, "x")
    after = {name: array.copy() for name, array in launch.arrays.items()}
    assert changed_inputs(Launched(arrays=after, written={}), launch) == ()
    after["B"][1] += 1
    assert changed_inputs(Launched(arrays=after, written={}), launch) == ("B",)
