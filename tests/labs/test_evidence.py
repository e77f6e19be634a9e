"""From a wrong cell back to the term that is wrong, and to the line that loaded it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.checking.lane import Source, Workplace
from grader.checking.launching import make_launch, result_of
from grader.diagnosis.laboratory import Laboratory
from grader.diagnosis.small_cases import small_cases
from grader.labs.matmul.shape import Shape
from tests.diagnosis.kernels import TILED, changed
from tests.diagnosis.local import LocalEmulator


def explained(assignment, right, wrong):
    """What the recording of the first block says of its first wrong cell, in a case of several phases."""
    text = changed(TILED, right, wrong)
    lab = Laboratory(
        Workplace(assignment=assignment, seed=3), LocalEmulator(), Source(text=text, filename="k.cu"), "x", 4
    )
    kernel = lab.compile(text)
    assert kernel is not None
    bench = lab.bench(kernel)
    case = max(small_cases(assignment, 4), key=lambda case: (case.sizes["K"] % 4, case.sizes["K"]))
    problem = bench.problem(case)
    launched = bench.device.launch(kernel, replace(make_launch(bench.config, kernel, problem, "x"), record=(0, 0, 0)))
    got, _ = result_of(launched, problem)
    cells = [(r, c) for r in range(min(4, case.sizes["M"])) for c in range(min(4, case.sizes["N"]))]
    cell = next(cell for cell in cells if not abs(got[cell] - problem.expected[cell]) <= problem.bound[cell])
    return problem.trace_back(launched.events, cell), cell, Shape.of(case.sizes)


def test_the_first_wrong_factor_is_named_with_the_line_that_loaded_it(assignment):
    """B is read one row too far: the product of A[r][k] meets B[k + 1][c], and line 17 brought that."""
    term, (row, col), _ = explained(assignment, "right[rr * N + c]", "right[(rr + 1) % K * N + c]")
    assert term is not None
    assert term.got == (f"A[{row}][0]", f"B[1][{col}]")
    assert term.right == (f"A[{row}][0]", f"B[0][{col}]")
    assert (term.line, term.loaded, term.array) == (20, 17, "tileR")


def test_products_that_were_never_added_are_counted_along_k(assignment):
    """Phases rounded down leave out the last ones."""
    term, _, shape = explained(assignment, "(K + TILE_WIDTH - 1) / TILE_WIDTH", "K / TILE_WIDTH")
    assert term is not None
    assert term.missing == tuple(range(shape.K // 4 * 4, shape.K))


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ("left[r * K + lc]", "left[r * K + rr % K]", 16),
        ("tileR[i][x]", "tileR[x][i]", 17),
    ],
)
def test_the_line_that_brought_a_wrong_value_is_told(assignment, right, wrong, line):
    """The store into the tile is blamed, whichever line reads it."""
    term, _, _ = explained(assignment, right, wrong)
    assert term is not None
    assert term.loaded == line
    assert term.got != term.right
