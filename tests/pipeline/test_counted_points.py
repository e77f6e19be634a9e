"""What decides points is counted in full, adds up exactly, and is asked only where a kernel can answer."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from grader.assignment import Assignment, load_assignment
from grader.cli import main
from grader.courses.packages.github import students_assignment
from grader.grading.pipeline import Session
from grader.grading.shapes import as_told
from grader.labs.base import Space
from grader.results import Results, Sizes, Status
from grader.submissions.submission import decode_submission
from tests.conftest import ROOT
from tests.lighter import lighter

FIXED = """
__global__ void matmul_NAME(const float *A, const float *B, float *C)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;
    for (int p = 0; p < 64 / TILE_WIDTH; ++p) {
        As[ty][tx] = A[row * 64 + p * TILE_WIDTH + tx];
        Bs[ty][tx] = B[(p * TILE_WIDTH + ty) * 64 + col];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * 64 + col] = sum;
}
"""
PLAIN = """
__global__ void matmul_naive(const float *A, const float *B, float *C)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < 64; ++k) sum += A[row * 64 + k] * B[k * 64 + col];
    C[row * 64 + col] = sum;
}
"""
PAIRS = """
__global__ void add(const float *x, const float *y, float *z, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n) {
        float2 a = *(const float2 *)(x + i), b = *(const float2 *)(y + i);
        *(float2 *)(z + i) = make_float2(a.x + b.x, a.y + b.y);
    } else if (i < n)
        z[i] = x[i] + y[i];
}
"""
ONE_CASE = {"title": "One", "reason": "One is enough.", "cases": [{"name": "one", "M": 34, "K": 34, "N": 34}]}


def graded(assignment: Assignment, text: str) -> Results:
    """A kernel's results, on one device."""
    with Session(assignment, device="cpu", workers=1, replays=None) as session:
        return session.grade(decode_submission(text.encode(), path=Path("kernel.cu"))).results


def product(folder: Path, families: dict[str, object] | None = None, **changes: object) -> Path:
    """The shipped assignment at one tile width, with other families and keys."""
    shutil.copytree(ROOT / "reference", folder / "reference", ignore=shutil.ignore_patterns("mistakes"))
    shutil.copytree(ROOT / "starter", folder / "starter")
    (folder / "testcases").mkdir()
    for name, family in (families or {"one": ONE_CASE}).items():
        (folder / "testcases" / f"{name}.yaml").write_text(yaml.safe_dump(family), encoding="utf-8")
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    config["tile"]["widths"] = [16]
    (folder / "config.yaml").write_text(yaml.safe_dump({**config, "sweep": {"work": 0}, **changes}), encoding="utf-8")
    return folder


def vectors(folder: Path, *required: str) -> Assignment:
    """The addition of vectors with these requirements, each worth as much, at its first variant."""
    shutil.copytree(ROOT / "labs" / "vector_addition", folder)
    config = yaml.safe_load((folder / "config.yaml").read_text(encoding="utf-8"))
    config["requirements"] = [{"name": f"requirement {n}", "require": each} for n, each in enumerate(required)]
    config |= {"variants": {"BLOCK": [64]}, "sweep": {"work": 0}}
    (folder / "config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    return load_assignment(folder)


# -- shapes that a kernel can be told of


def test_a_lab_of_one_size_asks_for_no_other(tmp_path: Path):
    """A kernel that is passed no size has all points, in the sweep and where loads are counted."""
    case = {"name": "one", "M": 64, "K": 64, "N": 64}
    traffic = {"traffic": {"shape": dict.fromkeys("MKN", 64)}}
    folder = product(
        tmp_path / "lab", {"one": {**ONE_CASE, "cases": [case]}},
        parameters=["A", "B", "C"], sweep={"work": 300}, performance=traffic,
    )  # fmt: skip
    (folder / "reference" / "naive.cu").write_text(PLAIN, encoding="utf-8")
    text = FIXED.replace("NAME", "tiled")
    (folder / "reference" / "tiled.cu").write_text(text, encoding="utf-8")
    results = graded(load_assignment(folder), text)
    assert (results.score, results.findings) == (100, ())
    assert results.sweep is not None and results.sweep.shapes == 0


def space(**periods: int) -> Space:
    """Any shape, of which each size goes into blocks of so many."""
    return Space(periods=periods, askable=lambda sizes: sizes, effort=lambda _: 1)


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        ([{"M": 64, "K": 64, "N": 64}], {"M": 7, "K": 7, "N": 7}),
        ([{"M": 64, "K": 32, "N": 16}], {"M": 64, "K": 32, "N": 7}),
        ([{"M": 8, "K": 4, "N": 2}, {"M": 64, "K": 32, "N": 16}], {"M": 8, "K": 4, "N": 7}),
    ],
)
def test_a_size_that_no_argument_tells_is_as_in_the_cases(known: list[Sizes], asked: Sizes):
    """It goes with one that is told where the two are always equal, else it keeps to the values that it has there."""
    told = as_told(space(M=16, K=16, N=16), lambda sizes: sizes["N"], known)
    assert told.askable({"M": 9, "K": 9, "N": 7}) == asked


def test_a_size_that_arguments_tell_only_in_blocks_is_not_told():
    """The number of blocks is the same for several sizes."""
    whole = space(n=16)
    assert as_told(whole, lambda sizes: -(-sizes["n"] // 16), [{"n": 40}]).askable({"n": 41}) == {"n": 40}
    assert as_told(whole, lambda sizes: 3 * sizes["n"], [{"n": 40}]) is whole


# -- exact points


def test_points_of_any_fraction_are_earned_in_full(tmp_path: Path):
    """A right kernel passes, and every sum is exact."""
    families = {
        name: {**ONE_CASE, "cases": [{**ONE_CASE["cases"][0], "name": name}]} for name in ("one", "two", "three")
    }  # type: ignore[index]
    points = {"correctness": 33.3333, "safety": 33.3333, "tiling": 33.3333, "performance": 0.0001}
    assignment = load_assignment(product(tmp_path / "lab", families, points=points))
    results = graded(assignment, (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8"))
    assert results.passed and results.score == results.max_score == assignment.points == 100
    assert all(item.status is Status.PASSED and item.points == item.max_points for item in results.rubric)


def test_the_solution_passes_a_students_copy_whatever_its_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A hidden family of any weight leaves points that are no round number; they read with one decimal."""
    families = {
        "one": {**ONE_CASE, "weight": 60},
        "hidden": {**ONE_CASE, "weight": 5, "visibility": "hidden", "cases": [{"name": "two", "M": 3, "K": 3, "N": 3}]},
    }
    folder = tmp_path / "copy"
    for name, content in students_assignment(product(tmp_path / "lab", families)).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    solution = str(ROOT / "reference" / "tiled.cu")
    assert main([solution, "--assignment", str(folder), "--out", str(tmp_path / "out"), "--no-diagnosis"]) == 0
    said = capsys.readouterr().out
    assert "96.9 of 96.9" in said
    assert "Everything passes." in said


# -- counts


def test_a_kernel_whose_middle_block_is_not_like_the_others_is_counted_in_full(tmp_path: Path):
    """Half of the threads of pairs have no work, and the middle block is the last that has some."""
    assignment = vectors(tmp_path / "lab", "sectors <= 3 * ceildiv(4 * n, 32) + blocks", "sectors == 966")
    assert graded(assignment, PAIRS).score == 100


def test_what_is_counted_of_the_baselines_warps_is_counted(tmp_path: Path):
    """Each as it is for the same kernel handed in; none of what there is nothing of."""
    assignment = vectors(
        tmp_path / "lab", "naive_sectors == sectors", "naive_sectors >= 1", "naive_load_sectors == load_sectors",
        "naive_load_requests == load_requests", "naive_bank_conflicts + naive_shared_wavefronts == 0",
        "bank_conflicts + shared_wavefronts == 0",
    )  # fmt: skip
    baseline = (assignment.root / "reference" / "baseline.cu").read_text(encoding="utf-8")
    results = graded(assignment, baseline.replace("add_in_stretches", "add"))
    assert [item.message for item in results.requirements if item.status is not Status.PASSED] == []


def test_a_race_costs_the_same_whether_the_cases_are_right_by_luck_or_in_lockstep(tmp_path: Path):
    """Numbers are judged alike in cases and where loads are counted: neither kernel is wrong but for its race."""
    assignment = load_assignment(product(tmp_path / "lab"))
    solution = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")
    late = solution.replace("__syncthreads();  // everyone has read", "// everyone has read")
    chained = solution.replace(
        "    float sum = 0.0f;",
        "    __shared__ int seen[TILE_WIDTH * TILE_WIDTH];\n    int me = ty * TILE_WIDTH + tx;\n"
        "    seen[me] = me ? seen[me - 1] : 1;\n    float sum = 0.0f;",
    ).replace("= sum;", "= sum * seen[me];")
    scores = [graded(assignment, text).score for text in (late, chained)]
    assert scores == [80, 80]


def test_one_thread_a_block_does_not_share_the_work(tmp_path: Path):
    """It loses what tiling is worth, with a sentence; threads that do nothing are counted."""
    text = """
    __global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
    {
        __shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH], sum[TILE_WIDTH][TILE_WIDTH];
        int row = blockIdx.y * TILE_WIDTH, col = blockIdx.x * TILE_WIDTH, T = TILE_WIDTH;
        if (threadIdx.x || threadIdx.y) return;
        for (int i = 0; i < T * T; ++i) sum[i / T][i % T] = 0.0f;
        for (int p = 0; p < K; p += T) {
            for (int i = 0; i < T; ++i) for (int j = 0; j < T; ++j) {
                As[i][j] = row + i < M && p + j < K ? A[(row + i) * K + p + j] : 0.0f;
                Bs[i][j] = p + i < K && col + j < N ? B[(p + i) * N + col + j] : 0.0f;
            }
            for (int i = 0; i < T; ++i) for (int j = 0; j < T; ++j)
                for (int k = 0; k < T; ++k) sum[i][j] += As[i][k] * Bs[k][j];
        }
        for (int i = 0; i < T; ++i) for (int j = 0; j < T; ++j)
            if (row + i < M && col + j < N) C[(row + i) * N + col + j] = sum[i][j];
    }"""
    results = graded(load_assignment(product(tmp_path / "lab")), text)
    (found,) = results.findings
    assert results.score == 70 and found.message.startswith(
        "Of 1,024 threads that are launched 4 load or store anything"
    )


def test_a_lab_of_data_counts_the_threads_at_work(tmp_path: Path):
    """All that have an element; half of them where each takes two."""
    assignment = vectors(tmp_path / "lab", "working_threads == ceildiv(n, 2)", "naive_working_threads >= 1")
    assert graded(assignment, PAIRS).score == 100


def test_what_is_counted_of_the_baseline_depends_on_no_other_submission() -> None:
    """A kernel with a race is counted without sectors; one that is graded after it has them, as when graded alone."""
    assignment = lighter(load_assignment(ROOT))
    right = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")
    racing = (ROOT / "reference" / "mistakes" / "barrier-second-missing.cu").read_text(encoding="utf-8")
    with Session(assignment, device="cpu") as alone, Session(assignment, device="cpu") as shared:
        expected = alone.grade(decode_submission(right.encode(), path="right.cu")).results
        shared.grade(decode_submission(racing.encode(), path="racing.cu"))
        after = shared.grade(decode_submission(right.encode(), path="right.cu")).results
    assert expected.performance.traffic
    assert after.performance == expected.performance
