"""Sectors and bank conflicts: equal to what Nsight Compute counted on a GPU, and to what a pencil gives."""

from __future__ import annotations

import functools
import json

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import Kernel, load
from grader.emulator.result import Counters, LineCounters
from grader.emulator.running import coalescing
from grader.emulator.running.coalescing import counted as counted_whole
from grader.emulator.running.coalescing import scaled, sectors, wavefronts
from tests.emulator.counted import COUNTED, PATTERNS, PRODUCTS, RECORDING, Counted
from tests.sampling import one_in

RECORDED = json.loads(RECORDING.read_text(encoding="utf-8"))["launches"]
SHARED_LOADS = ("load_wavefronts", "load_conflicts")
EVERYONE = np.zeros((1, 32), bool)


@functools.cache
def compiled(path: str, name: str, width: int) -> Kernel:
    """The kernel of a counted launch."""
    source = next(counted for counted in COUNTED if counted.path == path).source()
    made = compile_cuda(source, filename=path, kernel=name, defines={"TILE_WIDTH": width} if width else {})
    assert made.ok, made.log
    return load(made.ptx)[made.kernel_name]


def emulated(counted: Counted, **sample: object) -> dict[str, int]:
    """The emulator's counts under the recording's names."""
    kernel = compiled(counted.path, counted.kernel, counted.width)
    total = kernel.profile(
        grid=counted.grid, block=counted.block, args=[*counted.arrays(), *counted.numbers], **sample
    ).total
    both = {name: getattr(total, name) or 0 for name in total.__dataclass_fields__}
    load_ideal = both["shared_load_ideal_wavefronts"]
    stores = both["shared_wavefronts"] - both["shared_load_wavefronts"]
    return {
        "load_requests": both["global_load_requests"],
        "load_sectors": both["global_load_sectors"],
        "store_requests": both["global_requests"] - both["global_load_requests"],
        "store_sectors": both["global_sectors"] - both["global_load_sectors"],
        "load_wavefronts": both["shared_load_wavefronts"],
        "store_wavefronts": stores,
        "load_conflicts": both["shared_load_wavefronts"] - load_ideal,
        "store_conflicts": stores - (both["shared_ideal_wavefronts"] - load_ideal),
    }


@pytest.mark.parametrize("counted", one_in(2, COUNTED, ids=lambda counted: counted.name))
def test_counts_equal_nsight_computes(counted):
    """Requests, sectors, wavefronts and conflicts of the whole grid are the GPU's for the same instructions."""
    ours, theirs = emulated(counted), RECORDED[counted.name]
    assert ours == {name: theirs["O0"][name] for name in ours}
    for name in ours.keys() - set(SHARED_LOADS):  # ptxas joins neighbouring shared loads when it optimises
        assert ours[name] == theirs["O3"][name], name


@pytest.mark.parametrize("counted", PRODUCTS, ids=lambda counted: counted.name)
def test_optimising_only_ever_joins_shared_loads(counted):
    """What the machine's optimised code counts less than the PTX comes with fewer instructions, and is never more."""
    theirs = RECORDED[counted.name]
    assert theirs["O3"]["shared_load_instructions"] <= theirs["O0"]["shared_load_instructions"]
    joined = theirs["O3"]["shared_load_instructions"] < theirs["O0"]["shared_load_instructions"]
    assert joined or theirs["O3"]["load_wavefronts"] == theirs["O0"]["load_wavefronts"]
    assert theirs["O3"]["load_wavefronts"] <= theirs["O0"]["load_wavefronts"]


def test_the_recording_holds_every_launch():
    """A launch without a recording could not fail, and a recording without a launch would be dead."""
    assert set(RECORDED) == {counted.name for counted in COUNTED}
    assert len(PRODUCTS) >= 12
    assert any(RECORDED[counted.name]["O0"]["load_conflicts"] for counted in PRODUCTS)
    assert any(RECORDED[counted.name]["O0"]["store_conflicts"] for counted in PATTERNS)


@pytest.mark.parametrize(("stride", "expected"), [(0, 1), (4, 4), (8, 8), (32, 32), (64, 32)])
def test_sectors_are_counted_once_each(stride, expected):
    """A warp whose threads are `stride` bytes apart touches so many sectors of 32 bytes."""
    addresses = np.arange(32)[None] * stride
    assert sectors(addresses, EVERYONE).tolist() == [expected]


def test_a_row_that_begins_in_the_middle_of_a_sector_touches_one_more():
    """Thirty-two floats are four sectors, or five when they do not begin at one."""
    assert sectors(np.arange(32)[None] * 4 + 8, EVERYONE).tolist() == [5]


@pytest.mark.parametrize(("stride", "expected"), [(1, 1), (2, 2), (8, 8), (16, 16), (32, 32), (33, 1), (0, 1)])
def test_a_column_of_a_tile_conflicts_unless_padded(stride, expected):
    """Thread t reads word t · stride: the passes are the words in the fullest bank; one word for all is one pass."""
    taken, ideal = wavefronts(np.arange(32)[None] * 4 * stride, EVERYONE, 4)
    assert (taken.tolist(), ideal.tolist()) == ([expected], [1])


def test_idle_threads_cost_nothing():
    """A request of one thread is one sector and one pass, wherever the others would have gone."""
    idle = ~EVERYONE
    idle[0, 7] = False
    addresses = np.arange(32)[None] * 128
    assert sectors(addresses, idle).tolist() == [1]
    assert [part.tolist() for part in wavefronts(addresses, idle, 4)] == [[1], [1]]


def test_a_profile_leaves_the_arrays_alone():
    """Profiling runs the kernel, but what it stored is put back."""
    counted = PRODUCTS[0]
    arrays = [np.full(array.shape, 3, np.float32) for array in counted.arrays()]
    kernel = compiled(counted.path, counted.kernel, counted.width)
    kernel.profile(grid=counted.grid, block=counted.block, args=[*arrays, *counted.numbers])
    assert all((array == 3).all() for array in arrays)


def test_a_log_that_does_not_fit_is_taken_in_pieces(monkeypatch):
    """With room for two warps only, the counts are the same."""
    counted = PRODUCTS[3]
    whole = emulated(counted, blocks=[(1, 2)])
    monkeypatch.setattr(coalescing, "MOST_EVENTS", 12_000)
    assert emulated(counted, blocks=[(1, 2)]) == whole


def test_a_sample_of_a_uniform_grid_scales_to_the_whole():
    """One block and two of its warps tell the sectors and passes of a grid in which all do the same."""
    counted = PRODUCTS[3]
    kernel = compiled(counted.path, counted.kernel, counted.width)
    place = {"grid": counted.grid, "block": counted.block, "args": [*counted.arrays(), *counted.numbers]}
    sample = kernel.profile(**place, blocks=[(0, 0)], warps=[0, 5])
    assert (
        scaled(sample, kernel.launch(**place).counters).total.global_sectors
        == kernel.profile(**place).total.global_sectors
    )


def test_lines_out_of_a_samples_reach_say_so():
    """A line that no sampled warp came to has no sectors, rather than none."""
    counts = Counters.of([LineCounters(line=3, global_loads=8, global_load_bytes=32)])
    assert scaled(Counters(), counts).lines[0].global_sectors is None


def test_atomic_operations_on_a_loads_line_do_not_make_more_sectors_of_it():
    """A sample has the loads alone; the launch's bytes of that line are those of both."""
    source = """extern "C" __global__ void count(const int *x, int *bins) {
        atomicAdd(&bins[x[blockIdx.x * blockDim.x + threadIdx.x]], 1); }"""
    kernel = load(compile_cuda(source, kernel="count").ptx)["count"]
    place = {"grid": (4,), "block": (64,), "args": [np.zeros(256, np.int32), np.zeros(1, np.int32)]}
    counts = kernel.launch(**place).counters
    assert (counts.total.global_loads, counts.total.global_atomic_bytes) == (512, 1024)
    sample = kernel.profile(**place, blocks=[(1,)], warps=[0])
    assert scaled(sample, counts).total.global_load_sectors == kernel.profile(**place).total.global_load_sectors == 32


def test_a_block_outside_the_grid_is_refused():
    """A sample must lie in the grid."""
    counted = PRODUCTS[0]
    with pytest.raises(ValueError, match="outside a grid"):
        emulated(counted, blocks=[(0, counted.grid[1])])


GRID_SYNC = """#include <cooperative_groups.h>
extern "C" __global__ void meet(int *x, int *y)
{
    x[blockIdx.x] = 1;
    cooperative_groups::this_grid().sync();
    y[blockIdx.x] = x[1 - blockIdx.x];
}"""


def test_blocks_that_wait_for_one_another_are_not_profiled_one_by_one():
    """A block alone would wait at `grid.sync()` until all its jumps are used up; one block has nobody to wait for."""
    kernel = load(compile_cuda(GRID_SYNC, filename="k.cu", kernel="meet").ptx)["meet"]
    x, y = np.zeros(2, np.int32), np.zeros(2, np.int32)
    assert kernel.profile(grid=(2,), block=(32,), args=[x, y], blocks=[(1, 0, 0)]).lines == ()
    assert kernel.profile(grid=(1,), block=(32,), args=[x, y]).total.global_loads > 0


TREE = """extern "C" __global__ void tree(const int *x, int *y) {
    __shared__ int parts[64];
    int t = threadIdx.x;
    parts[t] = x[t];
    for (int step = 1; step < 64; step *= 2) {
        __syncthreads();
        int active = WHERE;
        if (active >= 0)
            parts[active] += parts[active + step];
    }
    if (t == 0)
        *y = parts[0];
}"""


@pytest.mark.parametrize(
    ("where", "divided"),
    # Far apart: both warps in the steps 1 to 16, the first one in the last. Side by side: the first warp with 16
    # threads at work, then 8, 4, 2, 1. The first one again at the end.
    [("t % (2 * step) == 0 ? t : -1", 2 * 5 + 1 + 1), ("t < 32 / step ? 2 * step * t : -1", 5 + 1)],
)
def test_branches_at_which_the_threads_of_a_warp_part_are_counted(where, divided):
    """Two warps, six steps: a branch each, and one at the end."""
    kernel = load(compile_cuda(TREE.replace("WHERE", where), kernel="tree").ptx)["tree"]
    total = kernel.profile(grid=(1,), block=(64,), args=[np.ones(64, np.int32), np.zeros(1, np.int32)]).total
    assert (total.branches, total.divided_branches) == (2 * 6 + 2, divided)


def test_threads_that_go_round_a_loop_less_often_divide_their_warp():
    """Each of 32 threads has one turn more than its neighbour: at all but the last branch some go on, some leave."""
    source = """extern "C" __global__ void turns(volatile int *x) {
#pragma unroll 1
        for (int i = 0; i <= threadIdx.x; i++) x[threadIdx.x] = i; }"""
    kernel = load(compile_cuda(source, kernel="turns").ptx)["turns"]
    total = kernel.profile(grid=(1,), block=(32,), args=[np.zeros(32, np.int32)]).total
    assert (total.branches, total.divided_branches) == (32, 31)


ACCESSES = """#include <cuda_pipeline.h>
__device__ int own[64];
extern "C" __global__ void every_way(const float4 *a, const float *b, float *c, int *bins, int n) {
    __shared__ float tile[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &b[t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    float4 four = a[t];
    const float *any = n % 2 ? tile : b;
    c[t] = four.x + four.w + any[t] + b[(8 * t) % 64];
    atomicAdd(&bins[t % 4], 1);
    own[t] = t;
}"""


def test_the_accesses_of_an_array_are_counted_by_themselves():
    """Whatever makes them: vectors, asynchronous copies, pointers that may point anywhere, atomic operations."""
    kernel = load(compile_cuda(ACCESSES, kernel="every_way").ptx)["every_way"]
    arrays = [np.zeros(256, np.float32), np.zeros(64, np.float32), np.zeros(64, np.float32), np.zeros(4, np.int32)]
    place = {"grid": (1,), "block": (64,), "args": [*arrays, 2]}
    whole = kernel.launch(**place).counters
    profile = kernel.profile(**place, names=["a", "b", "c", "bins", None])
    counted = counted_whole(profile, whole)
    of = {name: counted.of_array(name).total for name in ("a", "b", "c", "bins")}
    loads = {name: (each.global_loads, each.global_load_bytes) for name, each in of.items()}
    assert loads == {"a": (256, 1024), "b": (3 * 64, 3 * 256), "c": (0, 0), "bins": (64, 256)}
    assert {name: each.global_stores for name, each in of.items()} == {"a": 0, "b": 0, "c": 64, "bins": 64}
    assert (of["bins"].atomics, of["bins"].global_atomic_bytes, of["b"].atomics) == (64, 256, 0)
    assert (of["a"].global_load_sectors, of["c"].global_sectors) == (32, 8)
    assert of["b"].global_load_sectors == 8 + 2 * 8  # in order, and a warp's 32 floats at 8 places, each in its sector
    assert of["bins"].global_sectors is None  # atomic operations cost none
    assert counted.of_array("d").total.global_loads == 0
    rest = whole.total.global_store_bytes - sum(each.global_store_bytes for each in of.values())
    assert rest == 256  # the module's own array, which is no argument


def test_arrays_are_not_counted_where_a_log_lacks_accesses():
    """A part of them would look like few."""
    kernel = load(compile_cuda(ACCESSES, kernel="every_way").ptx)["every_way"]
    arrays = [np.zeros(256, np.float32), np.zeros(64, np.float32), np.zeros(64, np.float32), np.zeros(4, np.int32)]
    place = {"grid": (1,), "block": (64,), "args": [*arrays, 2]}
    profile = kernel.profile(**place, names=["a", "b", "c", "bins", None])
    twice = kernel.launch(**{**place, "grid": (2,)}).counters
    assert counted_whole(profile, twice).of_array("a") is None
    assert kernel.profile(**place, blocks=[(0, 0, 0)]).of_array("a") is None


def test_launches_are_added_array_by_array():
    """An array that one of them does not access counts as in the others; without one's counts there are none."""
    one = Counters.of([LineCounters(line=3)], {"a": Counters.of([LineCounters(line=3, global_loads=2)])})
    other = Counters.of([LineCounters(line=4)], {"b": Counters.of([LineCounters(line=4, global_loads=5)])})
    both = Counters.together([one, other])
    assert [both.of_array(name).total.global_loads for name in "abc"] == [2, 5, 0]
    assert Counters.together([one, Counters()]).of_array("a").total.global_loads == 2
    assert Counters.together([one, Counters.of([LineCounters(line=4)])]).of_array("a") is None


def test_what_one_launch_could_not_count_is_unknown_of_all():
    """The other's sectors alone would look like few; a launch that accesses nothing changes nothing."""
    counted = Counters.of(
        [LineCounters(line=3, global_loads=2, global_load_bytes=8, global_requests=1, global_sectors=4)]
    )
    uncounted = Counters.of([LineCounters(line=3, global_loads=2, global_load_bytes=8)])
    idle = Counters.of([LineCounters(line=5, barriers=2)])
    both = Counters.together([counted, uncounted])
    assert (both.total.global_loads, both.total.global_sectors, both.lines[0].global_requests) == (4, None, None)
    assert Counters.together([counted, counted, idle]).total.global_sectors == 8
