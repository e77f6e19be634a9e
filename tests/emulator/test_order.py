"""Threads ordered by more than `__syncthreads()`: barriers of some warps, locks, flags, tickets, blocks that wait."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load


def launch(source: str, grid: int, block: int, args: list, **options):
    """Run `k` of a CUDA source under all checkers."""
    made = compile_cuda(source, kernel="k")
    assert made.ok, made.diagnostics
    return load(made.ptx)["k"].launch(grid=(grid,), block=(block,), args=args, **options)


def races(run) -> set[tuple[str, frozenset[int]]]:
    """The arrays that were raced for, with the two lines each."""
    found = [each for each in run.findings if each.kind == "data-race"]
    return {(each.object, frozenset((each.line, each.other.line))) for each in found}


def words(count: int) -> np.ndarray:
    return np.zeros(count, dtype=np.int32)


# ---- barriers of some warps

PIPELINE = """
#define SYNC(id) asm volatile("bar.sync %0, 64;" :: "r"(id) : "memory")
#define ARRIVE(id) asm volatile("bar.arrive %0, 64;" :: "r"(id) : "memory")
extern "C" __global__ void k(const int *in, int *out, int n) {
  __shared__ int buffer[2][32];
  int lane = threadIdx.x & 31;
  for (int i = 0; i < n; i++) {
    int side = i & 1;
    if (threadIdx.x < 32) {
      if (i >= 2) { SYNC(3 + side); }  // empty again
      buffer[side][lane] = in[32 * i + lane];
      ARRIVE(1 + side);  // full
    } else {
      SYNC(1 + side);
      out[32 * i + lane] = buffer[side][31 - lane];
      ARRIVE(3 + side);
    }
  }
}
"""


def pipeline(source: str):
    given = np.arange(8 * 32, dtype=np.int32)
    out = np.zeros_like(given)
    return launch(source, 1, 64, [given, out, 8]), (out.reshape(8, 32) == given.reshape(8, 32)[:, ::-1]).all()


def test_a_warp_that_loads_and_one_that_computes_take_turns():
    """Double buffering with `bar.arrive` and `bar.sync` of two warps is silent, and right."""
    run, right = pipeline(PIPELINE)
    assert not run.findings
    assert right


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if (i >= 2) { SYNC(3 + side); }", ""),
        ("SYNC(1 + side);", ""),
        ("ARRIVE(1 + side);", "ARRIVE(5);"),
        ("SYNC(3 + side);", "SYNC(3 + side); ARRIVE(1 + side);"),
    ],
    ids=["nobody waits for empty", "nobody waits for full", "full is told elsewhere", "full is told too early"],
)
def test_a_pipeline_with_one_barrier_wrong_is_a_race(old, new):
    """The buffer is read while it is written."""
    assert PIPELINE.count(old) == 1
    run, _ = pipeline(PIPELINE.replace(old, new))
    assert {name for name, _ in races(run)} == {"buffer"}


def test_a_barrier_of_two_warps_does_not_order_the_third():
    """What the third warp reads is not what the barrier of the other two is about."""
    source = """
    extern "C" __global__ void k(int *out) {
      __shared__ int cells[96];
      cells[threadIdx.x] = threadIdx.x;
      if (threadIdx.x < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
      int other = (threadIdx.x + 32) % LIMIT;
      out[threadIdx.x] = cells[other];
    }"""
    assert races(launch(source.replace("LIMIT", "96"), 1, 96, [words(96)])) == {("cells", frozenset((4, 7)))}
    two = source.replace("(threadIdx.x + 32) % LIMIT", "threadIdx.x < 64 ? threadIdx.x ^ 32 : threadIdx.x")
    assert not launch(two, 1, 96, [words(96)]).findings


TILES = """
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(int *out) {
  __shared__ int cells[128];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  auto quad = cg::tiled_partition<4>(tile);
  int t = threadIdx.x;
  cells[t] = t;
  tile.sync();
  int value = cells[(t & ~15) | ((t + 5) & 15)];
  tile.sync();
  cells[t] = value;
  quad.sync();
  out[t] = cells[(t & ~3) | ((t + 1) & 3)];
}
"""


def test_tiles_of_cooperative_groups_are_ordered_by_their_own_barriers():
    """Sixteen threads, then four of them: right as it stands, a race without the smaller barrier."""
    assert not launch(TILES, 1, 128, [words(128)]).findings
    found = launch(TILES.replace("quad.sync();", ""), 1, 128, [words(128)])
    assert races(found) == {("cells", frozenset((13, 15)))}
    assert races(launch(TILES.replace("& ~3) | ((t + 1) & 3)", "& ~7) | ((t + 4) & 7)"), 1, 128, [words(128)]))


# ---- locks and flags

LOCK = """
extern "C" __global__ void k(int *lock, int *sum) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      sum[0] = sum[0] + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
"""


@pytest.mark.parametrize("unlock", ["atomicExch(lock, 0);", "*(volatile int *)lock = 0;"])
def test_a_spin_lock_with_fences_is_silent(unlock):
    """All 4 × 64 threads add one under the lock, whichever way it is opened."""
    total = words(1)
    run = launch(LOCK.replace("atomicExch(lock, 0);", unlock), 4, 64, [words(1), total])
    assert not run.findings
    assert total[0] == 256


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("sum[0] =", "no __threadfence() after the flag was read"),
        ("atomicExch", "no barrier, and no flag between two fences, in between"),
    ],
    ids=["after taking the lock", "before opening it"],
)
def test_a_spin_lock_without_a_fence_is_a_race(before, message):
    """Either fence is needed; the message says so where that can be known."""
    source = LOCK.replace(f"__threadfence();\n      {before}", before)
    assert source != LOCK
    run = launch(source, 4, 64, [words(1), words(1)], names=["lock", "sum"])
    assert races(run) == {("sum", frozenset((7 if before == "atomicExch" else 6,)))}
    assert {each.message.split("it, ")[1] for each in run.findings} == {message}


def test_a_lock_in_shared_memory_orders_the_threads_of_a_block():
    """`__threadfence_block()` is enough there."""
    source = """
    extern "C" __global__ void k(int *out) {
      __shared__ int lock, sum;
      if (threadIdx.x == 0) { lock = 0; sum = 0; }
      __syncthreads();
      for (bool done = false; !done;) {
        if (atomicCAS(&lock, 0, 1) == 0) {
          __threadfence_block();
          sum += 1;
          __threadfence_block();
          atomicExch(&lock, 0);
          done = true;
        }
      }
      __syncthreads();
      if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }"""
    out = words(3)
    assert not launch(source, 3, 96, [out]).findings
    assert (out == 96).all()
    bare = source.replace("__threadfence_block();", 'asm volatile("" ::: "memory");')
    assert {name for name, _ in races(launch(bare, 3, 96, [words(3)]))} == {"sum"}


FLAG = """
extern "C" __global__ void k(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 1) {
    data[0] = 42;
    TELL
  } else {
    SEE
    out[0] = data[0];
  }
}
"""
VOLATILE = ("__threadfence(); *flag = 1;", "while (*flag == 0); __threadfence();")
ATOMIC = ("__threadfence(); atomicExch((int *)flag, 1);", "while (atomicAdd((int *)flag, 0) == 0); __threadfence();")
RELEASE = (
    'asm volatile("st.release.gpu.global.u32 [%0], 1;" :: "l"(flag) : "memory");',
    'for (int v = 0; !v;) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");',
)


def publish(tell: str, see: str):
    out = words(1)
    source = FLAG.replace("TELL", tell).replace("SEE", see)
    return launch(source, 2, 32, [words(1), words(1), out], names=["flag", "data", "out"]), out[0]


@pytest.mark.parametrize("pair", [VOLATILE, ATOMIC, RELEASE, (VOLATILE[0], RELEASE[1])])
def test_data_published_by_a_flag_may_be_read(pair):
    """The block that waits comes first and gets what the other one wrote."""
    run, got = publish(*pair)
    assert not run.findings
    assert got == 42


@pytest.mark.parametrize(
    ("tell", "see"),
    [
        ("*flag = 1;", VOLATILE[1]),
        (VOLATILE[0], "while (*flag == 0);"),
        ("atomicExch((int *)flag, 1);", ATOMIC[1]),
        (ATOMIC[0], "while (atomicAdd((int *)flag, 0) == 0);"),
        (RELEASE[0].replace("release", "relaxed"), RELEASE[1]),
        (RELEASE[0], RELEASE[1].replace("acquire", "relaxed")),
    ],
)
def test_a_flag_without_its_fence_publishes_nothing(tell, see):
    """The data are raced for; the flag itself is not."""
    run, _ = publish(tell, see)
    assert races(run) == {("data", frozenset((5, 9)))}


def test_a_flag_that_is_stored_plainly_is_a_race_itself():
    """The compiler may do with such a store what it likes."""
    run, _ = publish("__threadfence(); *(int *)flag = 1;", VOLATILE[1])
    assert {name for name, _ in races(run)} >= {"flag"}


def test_volatile_data_are_data():
    """The last steps of a reduction over volatile shared memory, as once written, lack their warp barriers."""
    source = """
    extern "C" __global__ void k(const int *in, int *out) {
      __shared__ volatile int sums[64];
      int t = threadIdx.x;
      sums[t] = in[t];
      __syncthreads();
      if (t < 32) {
        int v = sums[t] + sums[t + 32]; NEXT sums[t] = v; NEXT
        v += sums[t + 16]; NEXT sums[t] = v;
      }
      __syncthreads();
      if (t == 0) out[0] = sums[0];
    }"""
    assert races(launch(source.replace("NEXT", ""), 1, 64, [words(64), words(1)]))
    assert not launch(source.replace("NEXT", "__syncwarp();"), 1, 64, [words(64), words(1)]).findings


# ---- blocks that wait for blocks

GRID = """
__device__ void wait_for_all(int *count, int goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
    while (*(volatile int *)count < goal);
    __threadfence();
  }
  __syncthreads();
}
extern "C" __global__ void k(int *count, int *x, int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < 3; s++) {
    y[i] = x[(i + 1) % n] + 1;
    wait_for_all(count, (2 * s + 1) * gridDim.x);
    x[i] = y[(i + n - 1) % n];
    wait_for_all(count, (2 * s + 2) * gridDim.x);
  }
}
"""


def grid_barrier(source: str, blocks: int = 8, **options):
    x = np.arange(64 * blocks, dtype=np.int32)
    run = launch(source, blocks, 64, [words(1), x, words(64 * blocks), 64 * blocks], names=["c", "x", "y"], **options)
    return run, x


def test_a_barrier_of_the_whole_grid_makes_progress_and_orders_all():
    """Eight blocks pass it six times."""
    run, x = grid_barrier(GRID)
    assert not run.findings
    assert (x == np.arange(512) + 3).all()


@pytest.mark.parametrize(
    ("old", "new"),
    [("    __threadfence();\n    atomicAdd", "    atomicAdd"), ("goal);\n    __threadfence();", "goal);")],
)
def test_a_barrier_of_the_grid_without_a_fence_orders_nothing(old, new):
    """The values come out right here; on a GPU that is luck."""
    assert GRID.count(old) == 1
    assert {name for name, _ in races(grid_barrier(GRID.replace(old, new))[0])} == {"x", "y"}


def test_fences_by_every_thread_before_the_barrier_count():
    """Each thread fences its own writes, one of them tells the other blocks: a usual form of the same barrier."""
    every = GRID.replace("{\n  __syncthreads();\n  if", "{\n  __threadfence();\n  __syncthreads();\n  if")
    every = every.replace("    __threadfence();\n    atomicAdd", "    atomicAdd")
    assert "__threadfence();\n  __syncthreads();" in every
    assert not grid_barrier(every)[0].findings


def test_host_threads_change_nothing_where_blocks_wait():
    """Findings, results and counts are the same however many host threads there may be."""
    broken = GRID.replace("goal);\n    __threadfence();", "goal);")
    (one, x), (more, y) = grid_barrier(broken, threads=1), grid_barrier(broken, threads=4)
    assert one.findings
    assert one.findings == more.findings
    assert one.counters == more.counters
    assert (x == y).all()


LOOK_BACK = """
extern "C" __global__ void k(const int *in, int *out, volatile int *flag, volatile int *sum, volatile int *total,
                             int *ticket) {
  __shared__ int s[64], tile, base;
  int t = threadIdx.x;
  if (t == 0) tile = TICKET;
  __syncthreads();
  s[t] = in[tile * 64 + t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  if (t == 0) {
    int before = 0;
    if (tile > 0) {
      sum[tile] = s[63];
      __threadfence();
      flag[tile] = 1;
      for (int p = tile - 1;; p--) {
        int state;
        while ((state = flag[p]) == 0);
        __threadfence();
        before += state == 2 ? total[p] : sum[p];
        if (state == 2) break;
      }
    }
    total[tile] = before + s[63];
    __threadfence();
    flag[tile] = 2;
    base = before;
  }
  __syncthreads();
  out[tile * 64 + t] = base + s[t];
}
"""


@pytest.mark.parametrize("ticket", ["atomicAdd(ticket, 1)", "blockIdx.x", "gridDim.x - 1 - blockIdx.x"])
def test_a_scan_that_looks_back_over_64_blocks_is_silent(ticket):
    """In whatever order the tiles are taken: the sums are right, and nothing is raced for."""
    given, out = np.arange(64 * 64, dtype=np.int32) % 7, words(64 * 64)
    source = LOOK_BACK.replace("TICKET", ticket)
    run = launch(source, 64, 64, [given, out, words(64), words(64), words(64), words(1)])
    assert not run.findings
    assert (out == np.cumsum(given)).all()


def test_a_scan_that_looks_back_without_a_fence_is_a_race():
    """The reader's fence is missing, and the message names it."""
    source = LOOK_BACK.replace("TICKET", "gridDim.x - 1 - blockIdx.x").replace(
        "== 0);\n        __threadfence();", "== 0);"
    )
    run = launch(source, 64, 64, [words(4096), words(4096), words(64), words(64), words(64), words(1)])
    assert races(run)
    assert all("no __threadfence() after the flag was read" in each.message for each in run.findings)


def test_tickets_are_served_in_turn_across_blocks():
    """A lock with tickets, taken by every thread of eight blocks."""
    source = """
    extern "C" __global__ void k(int *ticket, volatile int *serving, int *sum) {
      int mine = atomicAdd(ticket, 1);
      while (*serving != mine);
      __threadfence();
      sum[0] += 1;
      __threadfence();
      *serving = mine + 1;
    }"""
    total = words(1)
    assert not launch(source, 8, 64, [words(1), words(1), total]).findings
    assert total[0] == 512


LAST_BLOCK = """
extern "C" __global__ void k(const int *in, int *part, int *out, int *count) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(count, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; b++) sum += part[b];
    out[0] = sum;
  }
}
"""


def test_the_last_block_may_read_what_all_have_written():
    """Nobody waits; the count tells who is last, and the fences order it after the others."""
    out = words(1)
    assert not launch(LAST_BLOCK, 16, 32, [np.ones(16, np.int32), words(16), out, words(1)]).findings
    assert out[0] == 16
    run = launch(LAST_BLOCK.replace("__threadfence();", ""), 16, 32, [words(16), words(16), out, words(1)])
    assert {lines for _, lines in races(run)} == {frozenset((5, 13))}


def test_a_wait_for_a_block_that_cannot_start_is_an_endless_loop_that_says_so():
    """Blocks of 48 KB: no GPU holds 2,000 of them, and those there wait for the last one."""
    source = """
    extern "C" __global__ void k(volatile int *flag, int *out) {
      __shared__ int big[12000];
      big[threadIdx.x] = 1;
      if (blockIdx.x + 1 < gridDim.x) { while (*flag == 0); } else *flag = 1;
      if (threadIdx.x == 0) out[blockIdx.x] = big[0];
    }"""
    run = launch(source, 2000, 32, [words(1), words(2000)], fuel=1 << 19)
    assert not run.finished
    assert [each.kind for each in run.findings] == ["timeout"]
    assert "cannot start before one of these ends" in run.findings[0].message
    few = launch(source, 50, 32, [words(1), words(50)], fuel=1 << 22)
    assert few.finished
    assert not few.findings
