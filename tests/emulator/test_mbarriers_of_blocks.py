"""An mbarrier of the whole block (`cuda::barrier`) does what `__syncthreads()` does, and hardly costs more."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load
from grader.emulator.native.records import CONTEXT
from grader.emulator.running import execute

KERNEL = """
#include <cuda/barrier>
__global__ void k(const float *in, float *out, int rounds) {
  __shared__ float tile[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  int t = threadIdx.x;
  if (t == 0) init(&all, 256);
  __syncthreads();
  float sum = 0.0f;
  for (int p = 0; p < rounds; ++p) {
    tile[t] = in[p * 256 + t];
    FIRST
    for (int i = 0; i < 256; i += 5) sum += tile[i];
    SECOND
  }
  out[t] = sum;
}
"""
MEET = "all.arrive_and_wait();"
ROUNDS = 4


def run(first=MEET, second=MEET, **options):
    """One launch, and whether the sums are right."""
    source = KERNEL.replace("FIRST", first).replace("SECOND", second)
    made = compile_cuda(source, kernel="k")
    assert made.ok, made.diagnostics
    values, out = np.arange(ROUNDS * 256, dtype=np.float32), np.zeros(256, np.float32)
    kernel = load(made.ptx)[made.kernel_name]
    done = kernel.launch(grid=(1,), block=(256,), args=[values, out, ROUNDS], threads=1, fuel=1 << 20, **options)
    return done, bool((out == values.reshape(ROUNDS, 256)[:, ::5].sum()).all())


@pytest.mark.parametrize("checked", [True, False])
def test_rows_of_threads_go_through_it(checked):
    """No block is given back, and all is counted as thread by thread."""
    fast, right = run(checked=checked)
    careful, _ = run(checked=checked, fast=False)
    assert right
    assert fast.way == "in rows of 16 on 1 host thread, 0 blocks given back"
    assert (fast.findings, fast.counters.total) == ((), careful.counters.total)


@pytest.mark.parametrize("turns", ["forward", "reversed"])
def test_an_interval_ends_where_all_threads_meet_at_it(turns, monkeypatch):
    """What came before counts as past for the whole block at once: each of the eight meetings is such an end."""
    workers = []

    def make_worker(launch):
        workers.append(made(launch))
        return workers[-1]

    made = execute.make_worker
    monkeypatch.setattr(execute, "make_worker", make_worker)
    done, right = run(fast=False, turns=turns)
    assert (right, done.findings) == (True, ())
    (worker,) = workers
    # Each thread's arrival has a moment of its own; after the last meeting there is none.
    assert worker.context[CONTEXT["epoch"] // 8] == worker.context[CONTEXT["interval"] // 8]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (MEET, ""),
        ("", MEET),
        ("auto told = all.arrive();", "all.wait(static_cast<decltype(told) &&>(told));"),
        ("auto told = all.arrive(); sum += tile[255 - t]; sum -= tile[255 - t]; "
         "all.wait(static_cast<decltype(told) &&>(told));", MEET),
    ],
    ids=["no second", "no first", "reads between", "reads before it waits"],
)  # fmt: skip
def test_a_race_is_the_same_in_rows_as_thread_by_thread(first, second):
    """Where a wait is missing, or not at once after its arrival, no row goes by it."""
    fast, _ = run(first, second)
    careful, _ = run(first, second, fast=False)
    assert {(each.kind, each.line, each.other and each.other.line) for each in fast.findings} == {
        (each.kind, each.line, each.other and each.other.line) for each in careful.findings
    }
    assert "data-race" in {each.kind for each in fast.findings}


def test_the_clock_by_which_its_wait_grows_longer_shows_nowhere():
    """Its header reads one; a launch at another moment gives the same, and need not be made."""
    assert run()[0].varies == ""


@pytest.mark.parametrize(
    ("text", "varies"),
    [
        ("out[0] = (float)clock64();", "moment"),
        ("if (clock64() & 64) out[0] = 1.0f;", "moment"),
        ("long long end = clock64() + 99; int n = 0; while (clock64() < end) ++n; out[0] = (float)n;", "moment"),
        ("long long end = clock64() + 999; while (clock64() < end) __nanosleep(9); out[0] = 1.0f;", ""),
        ("if (clock64() & 64) __nanosleep(9); out[0] = 1.0f;", ""),
    ],
)
def test_a_clock_counts_where_more_depends_on_it_than_how_long_a_thread_waits(text, varies):
    """A value that is stored, a store that is made or not, a count of rounds."""
    made = compile_cuda(f"__global__ void k(float *out) {{ {text} }}", kernel="k")
    out = np.zeros(1, np.float32)
    done = load(made.ptx)[made.kernel_name].launch(grid=(1,), block=(1,), args=[out])
    assert done.varies == varies
