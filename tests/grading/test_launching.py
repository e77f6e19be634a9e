"""From a case to a launch: grid and block as the configuration says, arrays as they lie in memory."""

from __future__ import annotations

import numpy as np
import pytest

from grader.devices.base import Compiled, Launched
from grader.grading.launching import changed_inputs, geometry, make_launch, result_of
from grader.labs.matmul.config import Layout, ProductConfig, ProductLaunch
from tests.grading.conftest import make_case, make_problem

SIZES = {"M": 40, "K": 9, "N": 70}
CONFIG = ProductConfig()


def kernel(*names: str) -> Compiled:
    """A compiled kernel with parameters of these names."""
    return Compiled(ok=True, display_name="mm", parameters=tuple(("int", name) for name in names))


def test_block_and_grid_cover_the_matrix_with_tiles() -> None:
    """X along the columns."""
    place = geometry(CONFIG, SIZES, 16)
    assert (place.block, place.grid) == ((16, 16, 1), (5, 3, 1))


def test_axis_y_exchanges_block_and_grid_as_written() -> None:
    """They are written as for x, and the grader exchanges the first two sizes of each."""
    config = CONFIG.model_copy(
        update={"launch": ProductLaunch(block=("T", 4), grid=("ceildiv(N, T)", "ceildiv(M, 4)"))}
    )
    turned = config.model_copy(update={"launch": config.launch.model_copy(update={"axis": "y"})})
    across, down = (geometry(each, SIZES, 16) for each in (config, turned))
    assert (across.block, across.grid) == ((16, 4, 1), (5, 10, 1))
    assert (down.block, down.grid) == ((4, 16, 1), (10, 5, 1))


def test_the_naive_kernel_is_launched_as_16_by_16_whatever_the_assignment_says() -> None:
    """One thread a cell of C."""
    place = geometry(CONFIG.for_baseline, SIZES, 32)
    assert place.block == (16, 16, 1)
    assert place.grid == (5, 3, 1)


def test_threads_with_many_cells_may_take_as_many_turns_as_those_with_one() -> None:
    """As many loop turns in all: an 8×8 register tile does the same work with a 64th of the threads."""
    problem = make_problem(make_case(128, 128, 128), CONFIG, seed=2)
    tuned = CONFIG.model_copy(
        update={"launch": ProductLaunch(block=(16, 16), grid=("ceildiv(N, 128)", "ceildiv(M, 128)"))}
    )
    asked = kernel("A", "B", "C", "M", "K", "N")
    fuels = [make_launch(config, asked, problem).steps[0].fuel for config in (CONFIG, tuned)]
    assert fuels[0] == fuels[1]


@pytest.mark.parametrize("order", ["row", "column"])
def test_what_is_laid_out_in_memory_is_read_back_as_it_was(order: str) -> None:
    """Whatever the layout of C."""
    layout = Layout.model_validate({"A": order, "B": "row", "C": order})
    config = CONFIG.model_copy(update={"layout": layout})
    problem = make_problem(make_case(3, 4, 5, beta=1.0), config, seed=2)
    flat = {name: buffer.flat() for name, buffer in problem.buffers.items()}
    rows = problem.buffers["A"].content if order == "row" else problem.buffers["A"].content.T
    assert np.array_equal(flat["A"], rows.reshape(-1))
    got, written = result_of(Launched(arrays=flat, written={}), problem)
    assert np.array_equal(got, problem.buffers["C"].content)
    assert written.all()


def test_a_cell_counts_as_written_when_any_of_its_bytes_was() -> None:
    """By the flags of C's bytes."""
    problem = make_problem(make_case(2, 2, 2), ProductConfig(), seed=1)
    flags = np.zeros(16, bool)
    flags[[0, 7]] = True
    launched = Launched(arrays={"C": problem.buffers["C"].content.reshape(-1)}, written={"C": flags})
    assert result_of(launched, problem)[1].tolist() == [[True, True], [False, False]]


def test_an_input_that_was_changed_is_named() -> None:
    """Byte for byte: even another NaN counts."""
    problem = make_problem(make_case(2, 2, 2), ProductConfig(), seed=1)
    launch = make_launch(CONFIG, kernel(*"abcdef"), problem)
    after = {name: array.copy() for name, array in launch.arrays.items()}
    assert changed_inputs(Launched(arrays=after, written={}), launch, problem) == ()
    after["B"][1] += 1
    assert changed_inputs(Launched(arrays=after, written={}), launch, problem) == ("B",)
