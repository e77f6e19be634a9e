"""From a wrong cell back to the term that is wrong, and to the line that loaded it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.compiling.source_facts import SourceFacts
from grader.grading.bench import Build
from grader.grading.launching import StudentSource, make_launch, result_of
from grader.grading.opened import OpenAssignment
from grader.grading.relocate import walked_back
from grader.labs.matmul.config import InputKind
from grader.labs.matmul.product import ProductShape
from grader.search.edit_search import small_cases
from grader.search.trial_runner import TrialRunner
from tests.search.kernels import DOUBLE, TILED, changed
from tests.search.local import LocalEmulator


def explained(assignment, right, wrong, kernel=TILED, inputs=InputKind.RANDOM):
    """What the recording of the first block says of its first wrong cell, in a case of several phases."""
    text = changed(kernel, right, wrong)
    lab = TrialRunner(
        OpenAssignment(assignment=assignment, seed=3),
        LocalEmulator(),
        StudentSource(text=text, filename="k.cu"),
        "x",
        4,
    )
    kernel = lab.compile(text, Build.AS_GRADED)
    assert kernel is not None
    bench = lab.bench(kernel)
    case = max(small_cases(assignment, 4), key=lambda case: (case.sizes["K"] % 4, case.sizes["K"]))
    problem = bench.problem(replace(case, inputs=inputs))
    launched = bench.device.launch(kernel, replace(make_launch(bench.config, kernel, problem, "x"), record=(0, 0, 0)))
    got, _ = result_of(launched, problem)
    cells = [(r, c) for r in range(min(4, case.sizes["M"])) for c in range(min(4, case.sizes["N"]))]
    cell = next(cell for cell in cells if not abs(got[cell] - problem.expected[cell]) <= problem.bound[cell])
    term = problem.trace_back(launched.events, cell)
    return term and walked_back(term, SourceFacts(text)), cell, ProductShape.of(case.sizes)


def test_the_first_wrong_factor_is_named_with_the_line_that_loaded_it(assignment):
    """B is read one row too far: the product of A[r][k] meets B[k + 1][c], and line 17 brought that."""
    term, (row, col), _ = explained(assignment, "right[rr * N + c]", "right[(rr + 1) % K * N + c]")
    assert term is not None
    assert term.got == (f"A[{row}][0]", f"B[1][{col}]")
    assert term.right == (f"A[{row}][0]", f"B[0][{col}]")
    assert (term.line, term.loaded, term.array) == (20, 17, "tileR")


def test_where_elements_are_alike_no_wrong_factor_is_named(assignment):
    """A value says which element it is only where no other has it."""
    term, _, _ = explained(assignment, "right[rr * N + c]", "right[(rr + 1) % K * N + c]", inputs=InputKind.INDEX)
    assert term is None


def test_a_product_that_loses_bits_is_told_with_both_values(assignment):
    """The factors are right, and what is added is nearly their product."""
    rounded = "__int_as_float(__float_as_int(tileL[y][i]) & 0xffffe000)"
    term, _, _ = explained(assignment, "tileL[y][i] *", f"{rounded} *")
    assert term is not None
    assert (term.kind, term.line) == ("rounded", 20)
    assert term.meant is not None and 0 < abs(term.value - term.meant) < 2**-7 * (1 + abs(term.meant))


def test_products_that_were_never_added_are_counted_along_k(assignment):
    """Phases rounded down leave out the last ones."""
    term, _, shape = explained(assignment, "(K + TILE_WIDTH - 1) / TILE_WIDTH", "K / TILE_WIDTH")
    assert term is not None
    assert term.missing == tuple(range(shape.K // 4 * 4, shape.K))
    assert term.blamed == 13


def test_products_that_every_phase_lacks_are_blamed_on_the_inner_loop(assignment):
    """The last of each tile."""
    term, _, _ = explained(assignment, "i < TILE_WIDTH", "i < TILE_WIDTH - 1")
    assert term is not None
    assert (term.kind, term.missing[:2], term.blamed) == ("missing", (3, 7), 19)


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


@pytest.mark.parametrize(
    ("right", "wrong", "blamed", "name"),
    [
        ("tileR[i][x]", "tileR[i][y]", 20, ""),  # the right element is there, another one is read
        ("tileR[y][x] = (", "tileR[x][y] = (", 17, ""),  # it was put at another place
        ("int lc = t * TILE_WIDTH + x", "int lc = x", 14, "lc"),  # the index came from there
        ("int rr = t * TILE_WIDTH + y", "int rr = t + y", 15, "rr"),
        ("left[r * K + lc]", "left[r * K + lc % 3]", 16, ""),  # no name alone makes the choice
        ("left[r * K + lc]", "left[r * K + x]", 16, ""),  # x is threadIdx.x by another name
    ],
)
def test_the_line_that_chose_the_wrong_element_is_blamed(assignment, right, wrong, blamed, name):
    """Not the load that used its index, nor the store into C."""
    term, _, _ = explained(assignment, right, wrong)
    assert term is not None
    assert (term.blamed, term.name) == (blamed, name)


def test_a_tile_that_nobody_fills_again_is_blamed_on_what_chooses_between_two(assignment):
    """Two tiles in turn, whose roles never change."""
    exchange = next(line for line in DOUBLE.split("\n") if "now = " in line and "int" not in line)
    term, _, _ = explained(assignment, exchange, exchange.replace("now = ", "now = now; //"), DOUBLE)
    assert term is not None
    assert term.again and term.kept and term.name == "now"
    assert term.right != term.got


def test_a_sum_of_whole_numbers_is_blamed_on_its_declaration(assignment):
    """Whatever type does that."""
    for wrong in ("int acc = 0", "auto acc = 0"):
        term, _, _ = explained(assignment, "float acc = 0.0f", wrong)
        assert term is not None
        assert (term.kind, term.blamed, term.name) == ("fraction", 12, "acc")


def test_a_sum_that_is_right_and_is_not_what_is_stored_is_told_so(assignment):
    """Line 20 has the right one."""
    term, cell, _ = explained(assignment, "out[r * N + c] = acc", "out[r * N + c] = acc + left[0]")
    assert term is not None
    assert (term.kind, term.cell, term.blamed, term.loaded) == ("lost", cell, 20, 24)


def test_products_that_come_to_no_sum_are_told_so(assignment):
    """The compiler leaves them out."""
    term, _, _ = explained(assignment, "out[r * N + c] = acc", "out[r * N + c] = 0")
    assert term is not None
    assert (term.kind, term.line) == ("unused", 24)


def test_products_are_known_by_their_values_where_their_loads_are_not_seen(assignment):
    """Factors that wait in registers; several lines add, and the last of them is blamed for the one that is missing."""
    kept = "{ float a = tileL[y][i]; float b = tileR[i][x];\n            acc += a * b; }"
    text = changed(TILED, "acc += tileL[y][i] * tileR[i][x];", kept)
    term, _, _ = explained(assignment, "i < TILE_WIDTH", "i < TILE_WIDTH - 1", text)
    assert term is not None
    assert (term.kind, term.missing[:2]) == ("missing", (3, 7))


def test_a_function_that_loads_what_it_is_told_to_is_not_blamed(assignment):
    """The line that calls it is."""
    fetch = "__device__ float fetch(const float *m, int at) {\n    return m[at];\n}\n"
    text = fetch + changed(TILED, "right[rr * N + c] :", "fetch(right, rr * N + c) :")
    term, _, _ = explained(assignment, "fetch(right, rr * N + c)", "fetch(right, (rr + 1) % K * N + c)", text)
    assert term is not None
    assert (term.fetched, term.loaded, term.blamed) == (2, 20, 20)


VECTORS = """{
                const float a[2] = {tileL[y][i], tileL[y][i + 1]};
                const float b[2] = {tileR[i][x], tileR[i + 1][x]};
                acc += a[0] * b[0];
                acc += a[1] * b[1];
            }"""


def test_a_wrong_product_of_values_that_waited_in_registers_is_found(assignment):
    """Known by what was added; the one that is missing is blamed on the lines that add."""
    text = changed(TILED, "acc += tileL[y][i] * tileR[i][x];", VECTORS).replace("++i", "i += 2")
    term, (row, col), _ = explained(assignment, "a[1] * b[1]", "a[1] * b[0]", text)
    assert term is not None
    assert (term.got, term.right) == ((f"A[{row}][1]", f"B[0][{col}]"), (f"A[{row}][1]", f"B[1][{col}]"))
    adds = 1 + text.split("\n").index("                acc += a[1] * b[1];")
    assert (term.line, term.blamed) == (adds, adds)
    term, _, _ = explained(assignment, "                acc += a[1] * b[1];\n", "", text)
    assert term is not None
    assert (term.kind, term.missing[:2]) == ("missing", (1, 3))


def test_a_product_that_no_inner_loop_repeats_is_blamed_on_its_own_line(assignment):
    """The loop over the phases has nothing to do with it."""
    loop = "for (int i = 0; i < TILE_WIDTH; ++i)\n            acc += tileL[y][i] * tileR[i][x];"
    term, _, _ = explained(assignment, loop, "acc += tileL[y][x] * tileR[y][x];")
    assert term is not None
    assert (term.kind, term.blamed) == ("missing", 19)


def test_a_sum_of_zeros_is_told_as_one(assignment):
    """A guard that nothing passes."""
    term, _, _ = explained(assignment, "(rr < K && c < N)", "(rr < 0 && c < N)")
    assert term is not None
    assert (term.kind, term.line) == ("zeros", 20)
