"""A wrong product is explained by what was measured, as any lab's result: which products a sum lacks, and why."""

from __future__ import annotations

import pytest

from grader.grading.bench import Build
from grader.grading.launching import StudentSource
from grader.grading.opened import OpenAssignment
from grader.report.causes import in_words
from grader.search.edit_search import small_cases
from grader.search.explaining import explained_on
from grader.search.trial_runner import TrialRunner
from grader.search.ways import Explained
from tests.search.kernels import TILED, changed
from tests.search.local import LocalEmulator

WIDTH = 2


@pytest.fixture(scope="module")
def device() -> LocalEmulator:
    return LocalEmulator()


def explained(assignment, device, text: str) -> Explained:
    """What is told of a kernel at tiles of two."""
    opened = OpenAssignment(assignment=assignment, seed=3)
    lab = TrialRunner(opened, device, StudentSource(text=text, filename="k.cu"), WIDTH)
    kernel = lab.compile(text, Build.UNOPTIMISED)
    assert kernel is not None and kernel.ok
    known = explained_on(lab.bench(kernel), text, small_cases(assignment, WIDTH))
    assert known is not None
    return known


INNER = "for (int i = 0; i < TILE_WIDTH; ++i)"
TOLD = {
    "last phase": (
        "(K + TILE_WIDTH - 1) / TILE_WIDTH", "K / TILE_WIDTH", "last-phase-missing", 13,
        "it never takes A[0][4], the part of the last phase. No thread loads A[0][4]",
    ),
    "first phase": ("int t = 0", "int t = 1", "first-phase-missing", 13, "it never takes A[0][0] and A[0][1]"),
    "only the first phase": (
        "t < (K + TILE_WIDTH - 1) / TILE_WIDTH", "t < 1", "only-first-phase", 13, "never takes A[0][2] to A[0][5]",
    ),
    "only the last phase": (
        "        int lc =", "        acc = 0.0f;\n        int lc =", "only-last-phase", 21,
        "only the last phase counts",
    ),
    "one product too few": (
        INNER, INNER.replace("< TILE_WIDTH", "< TILE_WIDTH - 1"), "inner-loop-short", 19, "never takes A[0][1]",
    ),
    "one product too late": (
        INNER, INNER.replace("i = 0", "i = 1"), "inner-loop-late", 19, "never takes A[0][0], A[0][2]",
    ),
    "assigned": ("acc +=", "acc =", "last-product-only", 20, "only the last product counts"),
    "twice": (
        INNER, INNER + "\n            acc += tileL[y][i] * tileR[i][x];\n        " + INNER, "doubled", 22,
        "takes everything 2 times. Thread (0,0) of block (0,0) loads tileL[0][0] on line 20, and again on line 22.",
    ),
    "the first tile of A again": (
        "int lc = t * TILE_WIDTH + x", "int lc = x", "same-tile", 14,
        "takes A[0][0] and A[0][1] in every phase, and never takes A[0][2] to A[0][5]: the place in A does not move on."
        " Line 16 loads A[0][0]. `lc` says which: line 14 sets it.",
    ),
    "the first tile of both again": (
        "tileL[y][x] = (r < M && lc < K) ? left[r * K + lc] : 0.0f;\n"
        "        tileR[y][x] = (rr < K && c < N) ? right[rr * N + c] : 0.0f;",
        "tileL[y][x] = (r < M && x < K) ? left[r * K + x] : 0.0f;\n"
        "        tileR[y][x] = (y < K && c < N) ? right[y * N + c] : 0.0f;",
        "first-phase-repeated", 16, "takes A[0][0] and A[0][1] 3 times, and never takes A[0][2] to A[0][5]",
    ),
    "B transposed in its tile": (
        "tileR[y][x] =", "tileR[x][y] =", "read-transposed", 20,
        "B[4][1] instead of B[1][0], B[3][0] and B[5][0], as if rows and columns of B were exchanged inside each tile."
        " Thread (0,0) of block (0,0) reads tileR[1][0] on line 20, and B[0][1]"
        " is in it since line 17. B[1][0], which belongs there, lies in tileR[0][1].",
    ),
    "rows of another length": (
        "right[rr * N + c] :", "right[(rr * M + c) % (K * N)] :", "row-length", 17, "B is read as if its rows had M = ",
    ),
    "operands exchanged": (
        "tileL[y][i] * tileR[i][x]", "tileR[y][i] * tileL[i][x]", "operands-swapped", 20, "those of the other matrix",
    ),
    "element by element": (
        INNER + "\n            acc += tileL[y][i] * tileR[i][x];", "acc += tileL[y][x] * tileR[y][x];",
        "elementwise", 19,
        "the elements at its own place",
    ),
    "C transposed": (
        "out[r * N + c] = acc", "out[c * M + r] = acc", "transposed", 24, "C[0][1] holds what C[1][0] should hold",
    ),
    "whole numbers": (
        "float acc", "int acc", "only-whole", 12, "`acc` keeps whole numbers only: line 12 declares it.",
    ),
    "few bits": (
        "acc += tileL[y][i] *", "acc += __int_as_float(__float_as_int(tileL[y][i]) & 0xffffc000) *",
        "low-precision", 24,
        "all others are nearly right too",
    ),
    "nothing multiplied": (
        "(rr < K && c < N)", "(rr < 0 && c < N)", "always-zero", 20, "stayed exactly 0 with each input changed in turn",
    ),
    "something added": ("= acc;", "= acc + 1.0f;", "something-else", 24, "depends on none of them is wrong"),
}  # fmt: skip


@pytest.mark.parametrize("name", TOLD)
def test_what_a_sum_lacks_or_takes_too_often_is_told_with_its_line(assignment, device, name: str) -> None:
    """By the product's own elements, from one small case."""
    right, wrong, pattern, line, words = TOLD[name]
    known = explained(assignment, device, changed(TILED, right, wrong))
    assert known.explanations[0].name == pattern, in_words(known.explanations)
    assert words in in_words(known.explanations)
    assert known.line == line


def test_what_lies_in_another_blocks_tile_is_not_said_of_this_one(assignment, device) -> None:
    """With rows of B as long as its columns, block (1,0) alone has B[1][0], and that in another place."""
    load = "(rr < K && c < N) ? right[rr * N + c]"
    known = explained(assignment, device, changed(TILED, load, "(rr < N && c < K) ? right[rr * K + c]"))
    said = in_words(known.explanations)
    assert "takes A[0][1]·B[2][0] where A[0][1]·B[1][0] belongs" in said
    assert "block (0,0) reads tileR[1][0] on line 20, and B[2][0] is in it since line 17." in said
    assert "lies in" not in said
    assert known.line == 17


def test_where_an_element_lies_that_belongs_to_another_phase_is_not_said(assignment, device) -> None:
    """With B read as if transposed B[1][0] belongs where B[0][1] is read; B[2][0], which C lacks, does not."""
    load = "(rr < K && c < N) ? right[rr * N + c]"
    said = in_words(
        explained(assignment, device, changed(TILED, load, load.replace("rr * N + c", "c * K + rr"))).explanations
    )
    assert "as if rows and columns of B were exchanged" in said
    assert said.endswith("reads tileR[1][0] on line 20, and B[0][1] is in it since line 17.")


def test_what_some_threads_leave_out_is_no_fault_of_a_loop(assignment, device) -> None:
    """One guard for both loads: the first block column is right."""
    broken = changed(TILED, "(r < M && lc < K)", "(r < M && lc < K && c < N)")
    known = explained(assignment, device, broken)
    assert known.explanations[0].name == "never-taken"
    assert "it never takes A[0][1], A[0][3] and A[0][5]" in in_words(known.explanations)
