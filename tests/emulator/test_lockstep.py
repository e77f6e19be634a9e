"""Launches in lockstep: threads take turns around every store, so only a race can make a difference."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load

ROOT = Path(__file__).parents[2]
CORRECT = sorted((ROOT / "tests" / "kernels" / "correct").glob("*.cu"))
MISTAKES = ROOT / "reference" / "mistakes"
SHAPE = (37, 50, 41)


def _launch(source: str, *, turns: str, checked: bool = False, fast: bool | None = None):
    made = compile_cuda(source, filename="matmul.cu", kernel="matmul_tiled", defines={"TILE_WIDTH": 16})
    kernel = load(made.ptx)[made.kernel_name]
    m, k, n = SHAPE
    rng = np.random.default_rng(3)
    a, b = rng.random((m, k), np.float32), rng.random((k, n), np.float32)
    c = np.full((m, n), np.nan, np.float32)
    run = kernel.launch(
        grid=(-(-n // 16), -(-m // 16)), block=(16, 16), args=[a, b, c, m, k, n], names=["A", "B", "C"],
        uninitialized=["C"], checked=checked, turns=turns, fast=fast,
    )  # fmt: skip
    return c, a.astype(np.float64) @ b, run


@pytest.mark.parametrize("path", CORRECT, ids=lambda path: path.stem)
def test_a_correct_kernel_gives_the_same_bits_in_lockstep(path: Path) -> None:
    """And the same counts: what is ordered by barriers, flags and warps stays ordered."""
    if "square" in path.stem:
        pytest.skip("for squares only")
    source = path.read_text(encoding="utf-8")
    (usual, _, run), (stepped, _, other) = _launch(source, turns="forward"), _launch(source, turns="lockstep")
    assert np.array_equal(usual.view(np.uint32), stepped.view(np.uint32))
    assert other.finished
    assert run.counters.total == other.counters.total


@pytest.mark.parametrize(
    "name",
    ["barrier-second-missing", "barrier-first-missing", "barrier-none", "barrier-double-buffer", "barrier-warp-only"],
)
def test_a_missing_barrier_alone_is_right_in_lockstep_and_wrong_one_thread_after_another(name: str) -> None:
    """So the wrong cells come from the race, and from nothing else."""
    source = (MISTAKES / f"{name}.cu").read_text(encoding="utf-8")
    usual, right, _ = _launch(source, turns="forward")
    stepped, _, _ = _launch(source, turns="lockstep")
    assert not np.allclose(usual, right, rtol=1e-4)
    assert np.allclose(stepped, right, rtol=1e-4)


@pytest.mark.parametrize("name", ["barrier-early-return", "bounds-no-guard-c", "index-shared-load-collision"])
def test_what_a_thread_does_wrong_stays_wrong_in_lockstep(name: str) -> None:
    """No order of threads makes up for a cell that was never loaded, or stored to the wrong place."""
    stepped, right, _ = _launch((MISTAKES / f"{name}.cu").read_text(encoding="utf-8"), turns="lockstep")
    assert not np.allclose(stepped, right, rtol=1e-4)


def test_the_checkers_find_the_race_in_lockstep_too() -> None:
    """A race is judged by what is ordered, not by what happened."""
    source = (MISTAKES / "barrier-second-missing.cu").read_text(encoding="utf-8")
    for turns in ("forward", "lockstep"):
        run = _launch(source, turns=turns, checked=True)[2]
        assert {found.kind for found in run.findings} == {"data-race"}


@pytest.mark.parametrize(
    "name", ["barrier-second-missing", "barrier-none", "barrier-double-buffer", "output-before-last-phase"]
)
def test_rows_of_threads_keep_step_as_threads_do(name: str) -> None:
    """The same bits and the same counts, racy or not, in a small part of the time."""
    source = (MISTAKES / f"{name}.cu").read_text(encoding="utf-8")
    (fast, _, run), (careful, _, other) = (_launch(source, turns="lockstep", fast=fast) for fast in (None, False))
    assert np.array_equal(fast.view(np.uint32), careful.view(np.uint32))
    assert run.counters.total == other.counters.total


def test_a_missing_barrier_is_no_reason_to_leave_the_rows_in_lockstep() -> None:
    """Nor are the edges of matrices that no tile fits: nobody loads what is stored there."""
    source = (MISTAKES / "barrier-second-missing.cu").read_text(encoding="utf-8")
    run = _launch(source, turns="lockstep")[2]
    assert run.way.startswith("in rows of 16") and " 0 blocks given back" in run.way


FIRST_BLOCK_ALONE = """
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    __shared__ float tile[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    if (blockIdx.x + blockIdx.y == 0) tile[threadIdx.y][threadIdx.x] = A[row * K + col];
    __syncthreads();
    if (row < M && col < N) C[row * N + col] = tile[threadIdx.x][threadIdx.y];
}
"""


@pytest.mark.parametrize("turns", ["forward", "lockstep"])
def test_shared_memory_that_nobody_has_written_holds_no_number_where_nobody_checks(turns: str) -> None:
    """Neither zeros nor what the block before has left there, in rows as thread by thread."""
    (fast, _, run), (careful, _, _) = (_launch(FIRST_BLOCK_ALONE, turns=turns, fast=fast) for fast in (None, False))
    assert run.way.startswith("in rows")
    assert np.isnan(fast[16:]).all()
    assert np.array_equal(fast.view(np.uint32), careful.view(np.uint32))


def test_waiting_around_many_stores_takes_no_fuel() -> None:
    """A kernel whose threads store whole tiles stays in rows: what it may do is counted as thread by thread."""
    source = (MISTAKES / "tiling-every-thread-loads-all.cu").read_text(encoding="utf-8")
    (fast, _, run), (careful, _, _) = (_launch(source, turns="lockstep", fast=fast) for fast in (None, False))
    assert run.way.startswith("in rows of 16") and " 0 blocks given back" in run.way
    assert np.array_equal(fast.view(np.uint32), careful.view(np.uint32))
