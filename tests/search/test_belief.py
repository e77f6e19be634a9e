"""A change that passes is believed only if it switches nothing off and does no needless work."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import Assignment, load_assignment
from grader.grading.launching import StudentSource
from grader.grading.opened import OpenAssignment
from grader.grading.pipeline import Session
from grader.search.belief import Belief, observe
from grader.search.edit_search import Experiment, small_cases
from grader.search.trial_runner import TrialRunner
from grader.submissions.submission import decode_submission
from tests.search.kernels import TILED, changed
from tests.search.local import LocalEmulator

ROOT = Path(__file__).parents[2]
KERNELS = ("matmul_tiled",)
LEAVING = changed(
    TILED,
    "        tileL[y][x] = (r < M",
    "        if (lc >= K && rr >= K)\n            break;\n        tileL[y][x] = (r < M",
)
NO_SECOND_BARRIER = changed(TILED, "tileR[i][x];\n        __syncthreads();", "tileR[i][x];")
IN_BRACES = changed(
    NO_SECOND_BARRIER,
    "++i)\n            acc += tileL[y][i] * tileR[i][x];",
    "++i) {\n            acc += tileL[y][i] * tileR[i][x];\n            __syncthreads();\n        }",
)
FILLING = changed(
    TILED,
    "        tileL[y][x] = (r < M && lc < K) ? left[r * K + lc] : 0.0f;\n",
    "        if (r < M && lc < K)\n            tileL[y][x] = left[r * K + lc];\n"
    "        else\n            tileL[y][x] = 0.0f;\n",
)
SAME_COLUMNS = changed(TILED, "int c = blockIdx.x * TILE_WIDTH + x;", "int c = x;")
TOO_MANY_PHASES = changed(
    changed(FILLING, "(K + TILE_WIDTH - 1) / TILE_WIDTH", "gridDim.x"), "r < M && c < N", "r < M || c < N"
)
ONE_PHASE_MORE = changed(TILED, "(K + TILE_WIDTH - 1) / TILE_WIDTH", "K / TILE_WIDTH + 1")
VECTORS = changed(
    TILED,
    "        tileL[y][x] = (r < M && lc < K) ? left[r * K + lc] : 0.0f;\n",
    "        if (K % 2 == 0)\n            tileL[y][x] = (r < M && lc < K) ? left[r * K + lc] : 0.0f;\n"
    "        else\n            tileL[y][x] = (r < M && lc < K) ? left[r * K + lc] : 1.0f;\n",
)
TWO_COPIES = (
    TILED.replace("tileL[T", "tileL[2][T")
    .replace("tileL[y][x]", "tileL[t % 2][y][x]")
    .replace("tileL[y][i]", "tileL[1][y][i]")
)
FLAT_COPIES = (
    TWO_COPIES.replace("tileL[2][TILE_WIDTH][TILE_WIDTH]", "tileL[2 * TILE_WIDTH * TILE_WIDTH]")
    .replace("tileL[t % 2][y][x]", "tileL[t % 2 * TILE_WIDTH * TILE_WIDTH + y * TILE_WIDTH + x]")
    .replace("tileL[1][y][i]", "tileL[TILE_WIDTH * TILE_WIDTH + y * TILE_WIDTH + i]")
)
KEPT = changed(VECTORS, "if (K % 2 == 0)", "bool even = (K % 2 == 0);\n        if (even)")
ENDLESS = changed(VECTORS, "if (K % 2 == 0)\n", "if (K % 2 == 0)\n            while (true)\n").replace("1.0f", "0.0f")


TOTALS = changed(TILED, "float acc = 0.0f;", "__shared__ float total[8];\n    float acc = 0.0f;").replace(
    "    if (r < M && c < N)", "    total[y] += acc;\n    if (r < M && c < N)"
)
BY_ONE = (
    TILED.replace("t < (K + TILE_WIDTH - 1) / TILE_WIDTH", "t < K")
    .replace("lc = t * TILE_WIDTH", "lc = t")
    .replace("rr = t * TILE_WIDTH", "rr = t")
)
PARTS = changed(TILED, "float acc = 0.0f;", "__shared__ float part[32];\n    float acc = 0.0f;").replace(
    "    if (r < M && c < N)",
    "    if (y == 0) part[x] = 0.0f;\n    __syncthreads();\n    acc += part[y * TILE_WIDTH + x];\n"
    "    if (r < M && c < N)",
)
PAIRS = """\
__global__ void matmul_tiled(const float *left, const float *right, float *out, int M, int K, int N)
{
    int r = blockIdx.y * TILE_WIDTH + threadIdx.y, c = blockIdx.x * TILE_WIDTH + threadIdx.x, k = 0;
    float acc = 0.0f;
    if (r >= M || c >= N)
        return;
    for (; k + 1 < K; k += 1) {
        acc += left[r * K + k] * right[k * N + c];
        acc += left[r * K + k + 1] * right[(k + 1) * N + c];
    }
    if (k < K)
        acc += left[r * K + k] * right[k * N + c];
    out[r * N + c] = acc;
}
"""


def runner(assignment: Assignment, text: str) -> TrialRunner:
    """A runner at tiles of 4."""
    source = StudentSource(text=text, filename="k.cu")
    return TrialRunner(OpenAssignment(assignment=assignment, seed=3), LocalEmulator(), source, 4)


def believed(assignment: Assignment, faulty: str, changed_text: str) -> bool:
    """Whether a change of a faulty text is believed."""
    experiment = Experiment([runner(assignment, faulty)], faulty, small_cases(assignment, 4))
    return Belief(experiment, KERNELS).is_believed(changed_text)


def test_conditions_are_counted_and_lines_keep_their_numbers(assignment):
    """How often each held and did not, and what each line stored."""
    case = next(case for case in small_cases(assignment, 4) if case.sizes == {"M": 5, "K": 5, "N": 5})
    (seen,) = observe(runner(assignment, TILED), TILED, KERNELS, [case])
    assert seen is not None
    by_text = {each.text: (each.held, each.failed) for each in seen.conditions}
    threads = 8 * 8
    assert by_text["r < M && c < N"] == (25, threads - 25)
    assert by_text["c < N"] == (25, 15)  # asked only where the first part holds
    assert by_text["i < TILE_WIDTH"] == (2 * 4 * threads, 2 * threads)
    stores = {row.line: row.global_stores for row in seen.counters.lines if row.global_stores}
    assert stores == {24: 25}


def test_conditions_are_counted_beside_headers_that_define_atomics(assignment):
    """An operation that a header's function does is on none of the file's lines."""
    text = f"#include <cooperative_groups.h>\n{TILED}"
    case = next(case for case in small_cases(assignment, 4) if case.sizes == {"M": 5, "K": 5, "N": 5})
    (seen,) = observe(runner(assignment, text), text, KERNELS, [case])
    assert seen is not None
    assert {each.text: each.held for each in seen.conditions}["r < M && c < N"] == 25


@pytest.mark.parametrize(
    ("faulty", "right"),
    [
        (LEAVING, TILED),  # the line is dropped
        (NO_SECOND_BARRIER, TILED),
        (changed(TILED, "(K + TILE_WIDTH - 1) / TILE_WIDTH", "K / TILE_WIDTH"), TILED),
        (changed(TILED, "left[r * K", "left[r * N"), TILED),
        (changed(TILED, "i < TILE_WIDTH", "i <= TILE_WIDTH"), TILED),  # a row of a small tile is no copy
        (PAIRS, changed(PAIRS, "k += 1", "k += 2")),  # where K is even nothing is left for the line behind the loop
        (TOTALS, changed(TOTALS, "total[y] += acc", "atomicAdd(&total[y], acc)")),
        # where nothing was put nothing need be read
        (PARTS, changed(PARTS, "part[y * TILE_WIDTH + x]", "(y == 0 ? part[x] : 0.0f)")),
        (TOO_MANY_PHASES, FILLING),  # where all tiles are whole nothing is filled with 0 any more
        # in a narrow block the rows of such an array look like copies, and of those all but the first are gone
        (changed(TILED, "tileL[TILE_WIDTH][TILE_WIDTH]", "tileL[TILE_WIDTH][16]"), changed(TILED, "++t", "t++")),
    ],
    ids=["leaving", "barrier", "phases", "stride", "row", "pairs", "atomic", "unset", "filling", "size"],
)
def test_what_the_student_meant_is_believed(assignment, faulty, right):
    """A line that goes, a barrier that comes, one phase more where one was missing."""
    assert believed(assignment, faulty, right)


@pytest.mark.parametrize(
    ("faulty", "trick"),
    [
        (SAME_COLUMNS, changed(SAME_COLUMNS, "if (r < M && c < N)", "if (r < M && c < N && blockIdx.x == 0)")),
        (LEAVING, changed(LEAVING, "lc >= K && rr", "t >= K && rr")),
        (NO_SECOND_BARRIER, IN_BRACES),
        (changed(TILED, "r < M && lc < K", "r < M && lc <= K"), ONE_PHASE_MORE),
        (VECTORS, changed(VECTORS, "K % 2 == 0", "K % 2 == 2")),
        (KEPT, changed(KEPT, "K % 2 == 0", "(K - 1) % 2 + 1 == 0")),
        (ENDLESS, changed(ENDLESS, "K % 2 == 0", "K % 2 < 0")),
        (TWO_COPIES, changed(TWO_COPIES, "tileL[t % 2]", "tileL[1]")),
        (FLAT_COPIES, changed(FLAT_COPIES, "tileL[t % 2 *", "tileL[1 *")),
        (
            changed(TILED, "i < TILE_WIDTH", "i <= TILE_WIDTH"),
            changed(TILED, "i < TILE_WIDTH", "i < TILE_WIDTH + blockIdx.z"),
        ),
        (BY_ONE, changed(BY_ONE, "++i", "i += TILE_WIDTH")),
        (changed(TILED, "r < M && lc < K", "lc < K"), changed(TILED, "r < M && lc < K", "lc < K * M")),
        (
            TWO_COPIES.replace("tileL[1][y][i]", "tileL[t % 2][y][i]").replace("t * TILE_WIDTH + y", "t * TILE_WIDTH"),
            TWO_COPIES.replace("tileL[1][y][i]", "tileL[t % 2][y][i]").replace("lc < K", "lc < K && t % 2 == 0"),
        ),
    ],
    ids=[
        "blocks that race and no longer work",
        "a break that never comes",
        "a barrier in each turn",
        "a phase without work",
        "a branch never taken",
        "a comparison that a variable keeps and that never holds",
        "a branch that no launch comes out of",
        "a copy that nothing uses any more",
        "a copy in an array without rows that nothing uses any more",
        "a place along an axis on which there is one block",
        "a tile of which one column is read",
        "a comparison that always holds",
        "a copy that holds nothing but 0",
    ],
)
def test_what_only_hides_the_fault_is_not_believed(assignment, faulty, trick):
    """Every case may pass with it, and still it is not the cause."""
    assert not believed(assignment, faulty, trick)


LAB_MISTAKES = {
    "reduction": ("half /= 2", "half /= 4"),
    "transpose": ("rows + ", "cols + "),
    "bitonic_sort": ("if (*low > *high)", "if ((unsigned)*low > (unsigned)*high)"),
    "half_product": ("if (r < M && c < N)", "if (c < N)"),
    "histogram": ("atomicAdd(&hist[bin], own[bin]);", "hist[bin] += own[bin];"),
}


@pytest.mark.slow
@pytest.mark.parametrize("lab", LAB_MISTAKES)
def test_a_cause_is_found_in_a_lab_that_is_data(lab):
    """The line that was changed, without a word in the grader about what the lab computes."""
    right, wrong = LAB_MISTAKES[lab]
    folder = ROOT / "labs" / lab
    text = (folder / "reference" / "solution.cu").read_text(encoding="utf-8")
    line = next(number for number, code in enumerate(text.split("\n"), 1) if right in code)
    broken = text.replace(right, wrong, 1)
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        results = session.grade(decode_submission(broken.encode(), path=Path("kernel.cu"))).with_cause()
    assert results.cause is not None and results.cause.proved
    assert results.cause.line == line


def test_what_a_function_gets_by_reference_is_no_longer_loaded_where_it_is_called(assignment):
    """A line that gives elements to a function has nothing to load there once it gives the elements themselves."""
    head = "__device__ void add(float sum, float one, float other) { sum += one * other; }\n\n__global__"
    by_value = changed(TILED, "__global__", head).replace(
        "acc += tileL[y][i] * tileR[i][x];", "add(acc, tileL[y][i], tileR[i][x]);"
    )
    assert believed(assignment, by_value, by_value.replace("float sum, float one", "float &sum, const float &one"))
