"""The order in which threads take their turns: who needs no luck gives the same in all of them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load
from tests.emulator.programs import THREADS, program
from tests.emulator.race_programs import EVERYTHING, race_program
from tests.emulator.test_programs import USED
from tests.emulator.test_races import NAMES, arrays

ORDERS = ("forward", "reversed", "lockstep")


def launch(source: str, args: list, *, grid=(1,), block=(64,), **options):
    """Run `k` of a CUDA source."""
    made = compile_cuda(source, kernel="k")
    assert made.ok, made.diagnostics
    return load(made.ptx)["k"].launch(grid=grid, block=block, args=args, **options)


TICKETS = """
extern "C" __global__ void k(unsigned *next, unsigned *mine) {
  mine[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(next, 1);
}
"""


def tickets(turns: str) -> list[int]:
    mine = np.zeros(128, np.uint32)
    launch(TICKETS, [np.zeros(1, np.uint32), mine], grid=(2,), turns=turns)
    return mine.tolist()


def test_threads_and_blocks_take_their_turns_from_the_first_on_or_from_the_last():
    """Who draws the first ticket: the first thread of the first block, or with reversed turns the last of the last."""
    assert tickets("forward") == list(range(128))
    assert tickets("reversed") == list(range(127, -1, -1))


TILE = """
extern "C" __global__ void k(const float *in, float *out, int phases) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int p = 0; p < phases; ++p) {
    tile[t] = in[p * 256 + t];
    FIRST
    for (int i = 0; i < 256; i += 5) sum += tile[i];
    SECOND
  }
  out[t] = sum;
}
"""


def tile_sums(turns: str, first: str, second: str):
    values = np.arange(3 * 256, dtype=np.float32)
    out = np.zeros(256, np.float32)
    source = TILE.replace("FIRST", first).replace("SECOND", second)
    run = launch(source, [values, out, 3], block=(256,), turns=turns)
    return run, bool((out == values.reshape(3, 256)[:, ::5].sum()).all())


@pytest.mark.parametrize(("first", "second"), [("", "__syncthreads();"), ("__syncthreads();", "")])
def test_one_missing_barrier_gives_right_numbers_in_lockstep_and_is_found_all_the_same(first, second):
    """As on a GPU, whose warps are about as far as one another; thread after thread the numbers are wrong."""
    run, right = tile_sums("lockstep", first, second)
    assert right
    assert "data-race" in {each.kind for each in run.findings}
    assert not tile_sums("forward", first, second)[1]
    assert not tile_sums("reversed", first, second)[1]


@pytest.mark.parametrize("turns", ORDERS)
def test_a_kernel_with_both_barriers_is_right_in_every_order(turns):
    """And silent."""
    run, right = tile_sums(turns, "__syncthreads();", "__syncthreads();")
    assert right
    assert run.findings == ()


@pytest.mark.parametrize("first", range(0, 12, 4))
def test_random_kernels_without_races_give_the_same_bits_and_counts_in_every_order(first):
    """Branches, loops, calls, local memory, exchanges between barriers."""
    for seed in range(first, first + 4):
        made = program(Random(seed), USED, 10, calls=seed % 2 == 0)
        kernel = load(made.ptx)["k"]  # one machine code serves forward and reversed
        outs = set()
        for order in ORDERS:
            out = np.zeros_like(made.data)
            run = kernel.launch(grid=(1,), block=(THREADS,), args=[made.data, out], turns=order)
            assert run.findings == (), seed
            outs.add((out.tobytes(), repr(run.counters.total)))
        assert len(outs) == 1, seed


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_races_are_found_on_the_same_arrays_in_every_order(first):
    """Between what no barrier or collective orders; programs whose order is made by flags are not among these."""
    for seed in range(first, first + 10):
        made = race_program(seed, EVERYTHING - {"flags"})
        kernel = load(made.ptx)["k"]
        found = set()
        for order in ORDERS:
            run = kernel.launch(grid=made.grid, block=made.block, args=arrays(), names=NAMES, turns=order)
            found.add(frozenset((each.space, each.object) for each in run.findings if each.kind == "data-race"))
        assert len(found) == 1, seed


def test_a_finding_names_the_block_and_thread_also_where_turns_are_reversed():
    """The last block is not called the first because it begins."""
    source = """
    extern "C" __global__ void k(float *out) { if (blockIdx.x == 2 && threadIdx.x == 5) out[100000] = 1.0f; }
    """
    for turns in ORDERS:
        (found,) = launch(source, [np.zeros(4, np.float32)], grid=(7,), turns=turns).findings
        assert (found.block, found.thread) == ((2, 0, 0), (5, 0, 0))


WAITS = """
extern "C" __global__ void k(volatile int *flag, int *data, int *out) {
  if (threadIdx.x == 0 && blockIdx.x == 0) { data[0] = 42; __threadfence(); flag[0] = 1; }
  if (threadIdx.x == 33 || blockIdx.x > 0) {
    while (flag[0] == 0) { }
    __threadfence();
    out[blockIdx.x * 64 + threadIdx.x] = data[0];
  }
}
"""


@pytest.mark.parametrize("turns", ORDERS)
def test_threads_that_wait_for_others_get_on_in_every_order(turns):
    """Of one block and of several: who waits gives up its turn."""
    out = np.zeros(192, np.int32)
    args = [np.zeros(1, np.int32), np.zeros(1, np.int32), out]
    run = launch(WAITS, args, grid=(3,), turns=turns)
    assert run.finished
    assert run.findings == ()
    assert out[33] == 42
    assert (out[64:] == 42).all()


def test_a_run_tells_whether_the_order_of_turns_may_show():
    """Kernels with atomics, flags or volatile cells; not those that only have barriers."""
    assert launch(TICKETS, [np.zeros(1, np.uint32), np.zeros(64, np.uint32)]).varies == "turns"
    assert launch(WAITS, [np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(64, np.int32)]).varies == "turns"
    assert tile_sums("forward", "__syncthreads();", "__syncthreads();")[0].varies == ""


VOLATILE = """
extern "C" __global__ void k(const volatile int *in, int *out) {
  int sum = 0;
  for (int i = 0; i < 8; ++i) CONDITION sum += in[i];
  out[threadIdx.x] = sum;
}
"""


@pytest.mark.parametrize(("condition", "waits"), [("", False), ("while (in[i] < 0);", True)])
def test_only_a_volatile_load_that_decides_a_branch_may_be_waiting(condition, waits):
    """One of data is no reason to take turns: reversed, the last block still begins."""
    text = VOLATILE.replace("CONDITION", "{ " + condition).replace("sum += in[i];", "sum += in[i]; }")
    made = compile_cuda(text, kernel="k")
    kernel = load(made.ptx)["k"]
    assert kernel.translation().traits.turns is waits


COUNTER = """
#include <cuda/atomic>
__global__ void k(int *p)
{
    __shared__ int cells[32], count;
    int t = threadIdx.x, goal = 0;
    if (t == 0) count = 0;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block> counter(count);
    for (int turn = 0; turn < 3; ++turn) {
        cells[t] = t + turn;
        counter.fetch_add(1, cuda::memory_order_acq_rel);
        goal += 32;
        while (counter.load(cuda::memory_order_acquire) < goal) { }
        p[t] += cells[31 - t];
        counter.fetch_add(1, cuda::memory_order_acq_rel);
        goal += 32;
        while (counter.load(cuda::memory_order_acquire) < goal) { }
    }
}
"""


@pytest.mark.parametrize("turns", ["forward", "reversed", "lockstep"])
@pytest.mark.parametrize("debug", [False, True], ids=["optimised", "not optimised"])
def test_threads_that_spin_on_an_atomic_object_get_on_in_every_order(debug, turns):
    """Code that is not optimised keeps what the load gives in a variable before it looks at it."""
    made = compile_cuda(COUNTER, kernel="k", debug=debug)
    values = np.zeros(32, np.int32)
    run = load(made.ptx)[made.kernel_name].launch(grid=(1,), block=(32,), args=[values], turns=turns, fuel=1 << 18)
    assert (run.finished, run.findings) == (True, ())
    assert values.tolist() == [3 * (31 - t) + 3 for t in range(32)]


OBJECT_BARRIER = """
#include <cuda/barrier>
__global__ void k(int *p)
{
    __shared__ int cells[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> meeting;
    int t = threadIdx.x;
    if (t == 0) init(&meeting, 64);
    __syncthreads();
    for (int turn = 0; turn < 8; ++turn) {
        cells[t] = t + turn;
        meeting.arrive_and_wait();
        p[t] += cells[63 - t];
        meeting.arrive_and_wait();
    }
}
"""


@pytest.mark.parametrize("turns", ["forward", "reversed"])
def test_a_thread_that_waits_for_an_mbarrier_gives_up_its_turn_at_once(turns):
    """Asking again before others have had their turn is work for nothing: 1024 waits take few jumps backwards each."""
    made = compile_cuda(OBJECT_BARRIER, kernel="k")
    kernel = load(made.ptx)[made.kernel_name]
    values = np.zeros(64, np.int32)
    run = kernel.launch(grid=(1,), block=(64,), args=[values], turns=turns, fuel=6 * 1024)
    assert (run.finished, run.findings) == (True, ())
    assert values.tolist() == [8 * (63 - t) + 28 for t in range(64)]


@pytest.mark.parametrize(
    ("place", "across"), [("__shared__ int flag;", False), ("extern __shared__ int flag;", False), ("", True)]
)
def test_blocks_count_as_meeting_only_where_flags_lie_outside_shared_memory(place, across):
    """What waits for its own block alone is not made to wait for others."""
    source = f"__device__ int flag; __global__ void k(int *p) {{ {place} atomicAdd(&flag, 1); __threadfence(); }}"
    made = compile_cuda(source, kernel="k")
    assert load(made.ptx)[made.kernel_name].translation().traits.across is across
