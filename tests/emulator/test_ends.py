"""What would end a launch on a GPU, values that meet in any order, equal stores, and what few kernels ask for."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load
from grader.emulator.ptx.parser import parse
from tests.emulator.interpreter import interpret


def launch(source: str, args: list, *, grid=(1,), block=(64,), **options):
    """Run `k` of a CUDA source."""
    made = compile_cuda(source, kernel="k")
    assert made.ok, made.diagnostics
    return load(made.ptx)["k"].launch(grid=grid, block=block, args=args, **options)


THROUGH = """
extern "C" __global__ void k(unsigned long long address, float *out) {
  volatile float *p = (float *)address;
  if (threadIdx.x == 3) DEED;
}
"""


@pytest.mark.parametrize("deed", ["p[0] = 1.0f", "out[0] = p[0]"])
@pytest.mark.parametrize("address", [0, 4096, (1 << 64) - 4, 0x7F0012345678])
def test_an_access_that_belongs_to_no_array_tells_its_address_and_that_it_ends_the_launch(deed, address):
    """Through a null pointer, near one, or anywhere."""
    (found,) = launch(THROUGH.replace("DEED", deed), [address, np.zeros(4, np.float32)]).findings
    assert f"at address {address:#x}, where there is no array" in found.message
    assert (found.address, found.object, found.fatal) == (address, None, True)


def test_an_index_that_leaves_its_array_need_not_end_the_launch():
    """A GPU has other memory there, more often than not."""
    source = 'extern "C" __global__ void k(float *out) { out[5000 + threadIdx.x] = 1.0f; }'
    (found,) = launch(source, [np.zeros(4, np.float32)]).findings
    assert (found.object, found.fatal) == ("argument 1", False)
    assert found.address  # where the access went, in global memory


@pytest.mark.parametrize("body", ["__trap();", "assert(threadIdx.x < 5);"])
def test_a_trap_and_a_failed_assertion_end_the_launch(body):
    """As they do on a GPU."""
    run = launch(f'#include <cassert>\nextern "C" __global__ void k(float *out) {{ {body} out[threadIdx.x] = 1.0f; }}',
                 [np.zeros(64, np.float32)])  # fmt: skip
    assert not run.finished
    assert [each.fatal for each in run.findings] == [True]


RELAXED = """
#define AT(p) ((float *)(p))
__device__ float get(float *p) { float v; asm volatile("ld.relaxed.cta.f32 %0, [%1];" : "=f"(v) : "l"(p)); return v; }
__device__ void put(float *p, float v) { asm volatile("st.relaxed.cta.f32 [%0], %1;" :: "l"(p), "f"(v) : "memory"); }
extern "C" __global__ void k(const float *in, float *out, int phases) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int p = 0; p < phases; ++p) {
    put(&tile[threadIdx.x], in[64 * p + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i) sum += get(&tile[i]);
    SECOND
  }
  out[threadIdx.x] = sum;
}
"""


def relaxed_sums(second: str, turns: str):
    values, out = np.arange(256, dtype=np.float32), np.zeros(64, np.float32)
    run = launch(RELAXED.replace("SECOND", second), [values, out, 4], turns=turns)
    return run, bool((out == values.sum()).all())


def test_a_tile_through_relaxed_accesses_without_its_second_barrier_shows_when_turns_are_reversed():
    """No race by PTX's words, since all accesses are atomic; but the values meet in any order."""
    run, right = relaxed_sums("", "reversed")
    assert not right
    assert {(each.kind, each.missing) for each in run.findings} == {("data-race", "order")}
    for turns in ("forward", "reversed", "lockstep"):
        run, right = relaxed_sums("__syncthreads();", turns)
        assert right
        assert run.findings == ()


SAME = """
extern "C" __global__ void k(int *out) {
  __shared__ int word;
  word = VALUE;
  __syncthreads();
  out[threadIdx.x] = word;
}
"""


@pytest.mark.parametrize(
    ("value", "same"), [("blockDim.x", True), ("threadIdx.x", False), ("threadIdx.x == 40", False)]
)
@pytest.mark.parametrize("fast", [None, False])
def test_a_race_tells_whether_every_store_in_it_left_the_cell_as_it_was(value, same, fast):
    """One value written by all is still a race; a course may allow it."""
    run = launch(SAME.replace("VALUE", value), [np.zeros(256, np.int32)], block=(256,), fast=fast)
    assert [(each.kind, each.same_value) for each in run.findings] == [("data-race", same)]


def test_what_shared_memory_holds_at_first_is_the_launchs_to_say():
    """A value that nobody wrote is whatever it is there."""
    source = """
    extern "C" __global__ void k(unsigned *out) { __shared__ unsigned t[64]; out[threadIdx.x] = t[threadIdx.x ^ 1]; }
    """
    for poison in (0xFF, 0x7E):
        out = np.zeros(64, np.uint32)
        launch(source.replace("out[", "if (out[0] == 1) t[threadIdx.x] = 3; out["), [out], poison=poison)
        assert (out == poison * 0x01010101).all()


def test_warp_size_is_32_in_machine_code_and_in_the_interpreter():
    """`WARP_SZ`."""
    source = 'extern "C" __global__ void k(int *out) { out[threadIdx.x] = threadIdx.x / warpSize + warpSize; }'
    made = compile_cuda(source, kernel="k")
    expected = np.arange(64) // 32 + 32
    out, again = np.zeros(64, np.int32), np.zeros(64, np.int32)
    assert load(made.ptx)["k"].launch(grid=(1,), block=(64,), args=[out]).findings == ()
    interpret(parse(made.ptx), "k", grid=(1,), block=(64,), args=[again])
    assert out.tolist() == again.tolist() == expected.tolist()


GRID = """
#include <cooperative_groups.h>
extern "C" __global__ void k(int *a, int *b) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  for (int round = 0; round < 3; ++round) {
    a[t] = t + round;
    cooperative_groups::this_grid().sync();
    b[t] += a[(t + 37) % all];
    cooperative_groups::this_grid().sync();
  }
}
"""


@pytest.mark.parametrize("turns", ["forward", "reversed", "lockstep"])
def test_a_grid_that_synchronises_runs_as_a_cooperative_launch(turns):
    """Its blocks wait for one another, are right, and are accused of nothing."""
    a, b = np.zeros(256, np.int32), np.zeros(256, np.int32)
    run = launch(GRID, [a, b], grid=(4,), turns=turns)
    assert run.finished
    assert run.findings == ()
    assert b.tolist() == (3 * ((np.arange(256) + 37) % 256) + 3).tolist()


SKIPPED = """
#include <cooperative_groups.h>
extern "C" __global__ void k(int *out) {
  auto grid = cooperative_groups::this_grid();
  BEFORE
  grid.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
"""


@pytest.mark.parametrize("turns", ["forward", "reversed", "lockstep"])
@pytest.mark.parametrize(
    ("before", "waits", "came"),
    [
        ("if (blockIdx.x == 2) return;", 0, "3 came to this one, and block (2,0,0) ended"),
        ("if (blockIdx.x != 2)", 0, "3 came to this one, and block (2,0,0) ended"),
        ("if (blockIdx.x == 3)", 3, "1 came to this one, and block (0,0,0) and 2 more ended"),
        ("if (blockIdx.x) grid.sync(); else return;", 1, "3 came to this one, and block (0,0,0) ended"),
        ("for (int i = blockIdx.x == 1; i < 3; ++i)", 0, "3 came to this one, and block (1,0,0) ended"),
        ("if (blockIdx.x == 1) return; if (blockIdx.x == 3) { (void)grid.barrier_arrive(); return; }", 0,
         "3 came to this one, and block (1,0,0) ended"),
    ],
)  # fmt: skip
def test_a_block_that_ends_without_the_barrier_of_the_grid_is_told_at_once(before, waits, came, turns):
    """The others could wait for ever: the finding is on their line, and no loop is said not to end."""
    out = np.zeros(128, np.int32)
    run = launch(SKIPPED.replace("BEFORE", before), [out], grid=(4,), block=(32,), fuel=100_000, turns=turns)
    assert not run.finished
    (found,) = run.findings
    assert (found.kind, found.missing, found.block) == ("barrier-divergence", "block", (waits, 0, 0))
    assert "grid.sync" in SKIPPED.replace("BEFORE", before).splitlines()[found.line - 1]
    assert f"of 4 blocks, {came} without it" in found.message


@pytest.mark.parametrize("turns", ["forward", "reversed", "lockstep"])
@pytest.mark.parametrize(
    "before",
    [
        "if (blockIdx.x == 2) { (void)grid.barrier_arrive(); return; }",
        "for (int i = 0; i < 100 * blockIdx.x; ++i) __nanosleep(10);",
        "auto token = grid.barrier_arrive(); for (int i = 0; i < 100 * blockIdx.x; ++i) __nanosleep(10);"
        " grid.barrier_wait(static_cast<unsigned &&>(token));",
    ],
)
def test_a_block_that_comes_late_or_arrives_and_ends_is_not_told(before, turns):
    """What counts is that all have arrived, whatever they do before and after."""
    out = np.zeros(128, np.int32)
    run = launch(SKIPPED.replace("BEFORE", before), [out], grid=(4,), block=(32,), fuel=1_000_000, turns=turns)
    assert run.finished
    assert run.findings == ()
    assert out[::32].tolist() == [1, 1, 0 if "return" in before else 1, 1]


def test_a_grid_that_does_not_synchronise_where_it_must_races():
    """The workspace orders nothing by itself."""
    run = launch(GRID.replace("this_grid().sync();\n    b", "this_thread_block().sync();\n    b"),
                 [np.zeros(256, np.int32), np.zeros(256, np.int32)], grid=(4,))  # fmt: skip
    assert "data-race" in {each.kind for each in run.findings}


ROUNDS = """
extern "C" __global__ void k(unsigned *rounds, int n) {
  while (n) { WAIT; rounds[blockIdx.x * blockDim.x + threadIdx.x]++; }
}
"""


@pytest.mark.parametrize("fast", [None, False])
@pytest.mark.parametrize(("wait", "counts_as"), [('asm volatile("" ::: "memory")', 1), ("__syncthreads()", 5)])
def test_a_block_that_never_ends_has_its_share_of_the_turns_and_barriers_count(wait, counts_as, fast):
    """Sixteen blocks may take 1 << 17 jumps: the first one's threads take a sixteenth, and five for one that waits."""
    rounds = np.zeros(16 * 32, np.uint32)
    run = launch(ROUNDS.replace("WAIT", wait), [rounds, 1], grid=(16,), block=(32,), fuel=1 << 17, threads=1, fast=fast)
    assert [item.kind for item in run.findings] == ["timeout"] and not run.finished
    share = (1 << 17) // 16
    assert share - 32 * counts_as <= rounds[:32].sum() * counts_as <= share + 32 * counts_as
    assert not rounds[32:].any()
