"""What one launch stored, the next may read: nothing else of an array that holds nothing."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import Kernel, load
from grader.emulator.result import Counters

READS = """extern "C" __global__ void sums(const float *x, float *y, int reach) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i] + x[i / 2 + reach];
}"""
WRITES = """extern "C" __global__ void fills(unsigned char *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }"""
N = 512


@pytest.fixture(scope="module")
def sums() -> Kernel:
    """The kernel that reads."""
    return load(compile_cuda(READS, kernel="sums").ptx)["sums"]


@pytest.mark.parametrize("fast", [None, False])
@pytest.mark.parametrize(("stored", "kinds"), [(N, []), (N - 1, ["uninitialized-read"]), (0, ["uninitialized-read"])])
def test_what_no_launch_stored_is_unset(sums: Kernel, fast: bool | None, stored: int, kinds: list[str]) -> None:
    """To the element, whichever way the kernel runs."""
    x, y = np.ones(N, np.float32), np.ones(N, np.float32)
    written = {"x": np.arange(4 * N) < 4 * stored}
    run = sums.launch(
        grid=(4,), block=(128,), args=[x, y, 0], names=["x", "y", None], uninitialized=["x", "y"], written=written,
        fast=fast,
    )  # fmt: skip
    assert [item.kind for item in run.findings] == kinds
    assert all(item.offset == 4 * stored for item in run.findings[:1] if stored)
    assert run.written["y"].all()
    assert not run.written["x"].any()


def test_a_store_of_an_earlier_launch_is_no_race() -> None:
    """Each element is stored by another thread than before: a launch ends before the next one begins."""
    fills = load(compile_cuda(WRITES, kernel="fills").ptx)["fills"]
    x = np.zeros(64, np.uint8)
    before = {"x": np.arange(64) % 3 == 0}
    run = fills.launch(grid=(2,), block=(32,), args=[x], names=["x"], uninitialized=["x"], written=before, fast=False)
    assert run.findings == ()
    assert x.all()


def test_counts_of_two_launches_add_up_by_line(sums: Kernel) -> None:
    """As do those of warps, where one of them has any."""
    x, y = np.ones(N, np.float32), np.ones(N, np.float32)
    one = sums.launch(grid=(4,), block=(128,), args=[x, y, 0]).counters
    both = Counters.together([one, one])
    assert both.total.global_loads == 2 * one.total.global_loads == 4 * N
    assert [row.line for row in both.lines] == [row.line for row in one.lines]
    assert both.total.global_sectors is None
