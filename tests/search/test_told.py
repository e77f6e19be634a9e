"""Mistakes just beside the table of known ones: what is told first names the line and the cause."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.submissions.submission import decode_submission
from tests.search.kernels import DOUBLE, changed

TILED = (Path(__file__).parents[2] / "reference" / "tiled.cu").read_text(encoding="utf-8")
A_GUARDED = "        As[ty][tx] = (row < M && a_col < K) ? A[row * K + a_col] : 0.0f;\n"
B_GUARDED = "        Bs[ty][tx] = (b_row < K && col < N) ? B[b_row * N + col] : 0.0f;\n"
BOTH_UNDER_ONE = """\
        if (row < M && col < N) {
            As[ty][tx] = a_col < K ? A[row * K + a_col] : 0.0f;
            Bs[ty][tx] = b_row < K ? B[b_row * N + col] : 0.0f;
        }
"""
OWN_SIZE = TILED.replace("[TILE_WIDTH][TILE_WIDTH]", "[TILE_SIZE][TILE_SIZE]").replace(
    "__global__", "#define TILE_SIZE 16\n__global__"
)

COUNTED = TILED.replace(
    "    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {",
    "    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;\n    for (int p = 0; p < phases; ++p) {",
)

MISTAKES = {
    "a tile without __shared__": (
        TILED, "    __shared__ float As", "    float As", "float As[", "an array of its own",
    ),
    "a width of its own": (OWN_SIZE, "", "", "#define TILE_SIZE 16", "whatever tile width"),
    "parameters in another order": (
        TILED, "int M, int K, int N", "int M, int N, int K", "__global__ void", "in another order",
    ),
    "a barrier without its parentheses": (
        TILED, "__syncthreads();  // the", "__syncthreads;  // the", "__syncthreads;", "()",
    ),
    "the next tile into the buffer that is read": (
        DOUBLE, "b[next][y][x] =", "b[now][y][x] =", "b[now][y][x] =", "`now` in `b[now]`",
    ),
    "loads under the condition of the store": (
        TILED, A_GUARDED + B_GUARDED, BOTH_UNDER_ONE, "if (row < M && col < N) {", "not every thread",
    ),
    "a sum that starts anew in every phase": (
        TILED, "        __syncthreads();  // the", "        sum = 0;\n        __syncthreads();  // the",
        "sum = 0;", "`sum = 0",
    ),
    "rounded before ceil sees it": (
        TILED, "(K + TILE_WIDTH - 1) / TILE_WIDTH", "ceil(K / TILE_WIDTH)", "ceil(", "divides whole numbers",
    ),
    "rounded down, where a loop that goes round too often would be right, too": (
        COUNTED, "phases = (K + TILE_WIDTH - 1)", "phases = K", "int phases", "divides whole numbers",
    ),
    "the blocks' axes exchanged": (
        changed(TILED, "blockIdx.y", "blockIdx.x"), "int col = blockIdx.x", "int col = blockIdx.y", "int row", "axis",
    ),
    "padding with one": (
        TILED, A_GUARDED + B_GUARDED, (A_GUARDED + B_GUARDED).replace(": 0.0f", ": 1.0f"),
        "A[row * K", "`1.0f`",  # a pad of 0 in one of the tiles is enough
    ),
    "a whole-number sum": (TILED, "float sum", "int sum", "int sum", "`int`"),
    "the phase forgotten": (
        TILED, "int a_col = p * TILE_WIDTH + tx", "int a_col = tx", "int a_col", "the same in every turn of the loop",
    ),
}  # fmt: skip


SAMPLE = {
    "a tile without __shared__", "rounded before ceil sees it", "padding with one",
}  # fmt: skip
"""What the default run takes; each search takes seconds."""
AT_BOTH_WIDTHS = {"a width of its own"}
"""Right where the file's own width is the one that is asked for."""


@pytest.mark.parametrize(
    "mistake", [pytest.param(name, marks=[] if name in SAMPLE else [pytest.mark.slow]) for name in MISTAKES], ids=str
)
def test_the_line_and_the_cause_are_told_first(request: pytest.FixtureRequest, mistake):
    """Proved by the change, in the student's own names, on the line where the mistake is."""
    grading = request.getfixturevalue("grading" if mistake in AT_BOTH_WIDTHS else "light_grading")
    source, right, wrong, line, words = MISTAKES[mistake]
    text = changed(source, right, wrong)
    results = grading.grade(decode_submission(text.encode(), path=Path("matmul.cu"))).with_cause()
    assert results.cause is not None and results.cause.proved, results.fix_first
    true = next(number for number, code in enumerate(text.split("\n"), 1) if line in code)
    assert results.fix_first.startswith(f"Line {true}: ")
    assert words in results.fix_first
