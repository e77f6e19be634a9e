"""The classes of faults that the samples of NVIDIA's compute-sanitizer show, each with the sound kernel beside it.

Written afresh. The last part holds classes that NVIDIA's tools miss.
"""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load


def launch(body: str, block: int = 128, grid: int = 1, args: list | None = None, **options):
    """Run `k(out, in, n)` with this body; `in` counts up, `n` is the number of threads."""
    source = f'extern "C" __global__ void k(int *out, const int *in, int n) {{\n{body}\n}}'
    made = compile_cuda(source, kernel="k")
    assert made.ok, made.diagnostics
    threads = block * grid
    given = args or [np.zeros(threads, np.int32), np.arange(threads, dtype=np.int32), threads]
    options.setdefault("names", ["out", "in", None])
    return load(made.ptx)["k"].launch(grid=(grid,), block=(block,), args=given, **options)


def kinds(run) -> set[str]:
    return {each.kind for each in run.findings}


ME = "int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;\n"

# ---- memory


def test_a_store_at_an_odd_address_is_misaligned():
    """An int written one byte further."""
    run = launch(ME + "*(int *)((char *)&out[i < n - 1 ? i : 0] + 1) = 42;", block=32)
    assert kinds(run) == {"misaligned-access"}
    assert run.findings[0].line == 3
    assert kinds(launch(ME + "*(int *)((char *)&out[i] + 0) = 42;", block=32)) == set()


@pytest.mark.parametrize("address", ["(int *)0x87654320", "(int *)nullptr", "(int *)8"])
def test_a_store_to_nowhere_is_out_of_bounds(address):
    """An address that belongs to no array."""
    run = launch(f"volatile int *p = {address}; *p = 42;", block=1)
    assert kinds(run) == {"out-of-bounds"}
    assert (run.findings[0].object, run.findings[0].fatal) == (None, True)


def test_a_fault_in_a_device_function_is_told_at_its_line():
    """Of the function, not of the call."""
    source = """__device__ void put(int *p, int i) {
      p[i + 7] = i;
    }
    extern "C" __global__ void k(int *out) { put(out, threadIdx.x); }"""
    made = compile_cuda(source, kernel="k")
    run = load(made.ptx)["k"].launch(grid=(1,), block=(32,), args=[np.zeros(32, np.int32)], names=["out"])
    assert [(each.kind, each.line, each.offset, each.count) for each in run.findings] == [("out-of-bounds", 2, 128, 7)]


@pytest.mark.parametrize(
    ("index", "offset"), [("i + 1", 512), ("i - 1", -4), ("i + 100000", 400000)], ids=["just past", "before", "far"]
)
def test_an_index_outside_is_found_however_far(index, offset):
    """On either side."""
    run = launch(ME + f"out[i] = in[{index}];")
    assert (kinds(run), run.findings[0].offset) == ({"out-of-bounds"}, offset)


def test_a_shared_array_run_over_does_not_hide_in_its_neighbour():
    """Arrays of one block lie side by side on a GPU."""
    body = (
        ME
        + "__shared__ int one[128], two[128]; two[t] = t; one[t LESS] = t; __syncthreads(); out[i] = one[t] + two[t];"
    )
    assert kinds(launch(body.replace("LESS", "+ 1"))) == {"out-of-bounds", "uninitialized-read"}
    assert kinds(launch(body.replace("LESS", ""))) == set()


def test_dynamic_shared_memory_ends_where_the_launch_says():
    """The kernel cannot know."""
    body = ME + "extern __shared__ int s[]; s[t] = t; __syncthreads(); out[i] = s[n - 1 - t];"
    assert kinds(launch(body, shared_bytes=512)) == set()
    assert kinds(launch(body, shared_bytes=508)) == {"out-of-bounds"}


def test_a_local_array_has_an_end():
    """Indices that only run time knows."""
    body = ME + "int mine[8]; for (int j = 0; j < 8; j++) mine[j] = j; out[i] = mine[in[i] % LENGTH];"
    assert kinds(launch(body.replace("LENGTH", "8"))) == set()
    assert kinds(launch(body.replace("LENGTH", "9"))) == {"out-of-bounds"}


# ---- races

BLOCK_SUM = (
    ME
    + """__shared__ int s[128];
s[t] = in[i] + t;
BARRIER
if (t == 0) { int sum = 0; for (int j = 0; j < 128; j++) sum += s[j]; out[blockIdx.x] = sum; }"""
)

WARP_SUM = (
    ME
    + """__shared__ int first[128], second[4];
first[t] = in[i];
BARRIER
if (t % 32 == 0) { int sum = 0; for (int j = 0; j < 32; j++) sum += first[t + j]; second[t / 32] = sum; }
__syncthreads();
if (t == 0) out[blockIdx.x] = second[0] + second[1] + second[2] + second[3];"""
)


@pytest.mark.parametrize(
    ("body", "barrier"), [(BLOCK_SUM, "__syncthreads();"), (WARP_SUM, "__syncwarp();"), (WARP_SUM, "__syncthreads();")]
)
def test_a_sum_needs_its_barrier(body, barrier):
    """Of the block, or of the warp where the readers' warp has written."""
    assert kinds(launch(body.replace("BARRIER", barrier), grid=2)) == set()
    bare = launch(body.replace("BARRIER", ""), grid=2)
    assert "data-race" in kinds(bare)
    assert {each.object for each in bare.findings if each.kind == "data-race"} <= {"s", "first"}


def test_a_barrier_of_the_warp_is_not_enough_for_the_block():
    """Three warps are not waited for."""
    assert "data-race" in kinds(launch(BLOCK_SUM.replace("BARRIER", "__syncwarp();")))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("s[t] = t;", "out[i] = s[t ^ 1];"),
        ("out[i] = s[t ^ 1];", "s[t] = t;"),
        ("s[t / 2] = t;", "__syncthreads(); out[i] = s[t];"),
    ],
    ids=["read after write", "write after read", "write after write"],
)
def test_the_three_hazards(first, second):
    """Each is found without a barrier; the first two are gone with one."""
    start = ME + "__shared__ int s[128]; s[t] = 0; __syncthreads();\n"
    run = launch(f"{start}{first}\n{second}")
    assert kinds(run) == {"data-race"}
    if "/ 2" not in first:
        assert kinds(launch(f"{start}{first}\n__syncthreads();\n{second}")) == set()


def test_neighbouring_bytes_are_no_race():
    """Nor is one word that all write atomically."""
    assert kinds(launch(ME + "((char *)out)[i] = t;")) == set()
    assert kinds(launch("atomicAdd(out, in[threadIdx.x]);")) == set()
    assert kinds(launch("*out += in[threadIdx.x];")) == {"data-race"}
    assert kinds(launch("atomicAdd(out, 1); if (threadIdx.x == 5) *out = 0;")) == {"data-race"}


# ---- initialisation


def test_an_output_that_is_added_to_must_have_been_set():
    """The host allocated it and set nothing."""
    run = launch(ME + "out[i] += in[i];", uninitialized=["out"])
    assert kinds(run) == {"uninitialized-read"}
    assert kinds(launch(ME + "out[i] = in[i]; out[i] += 1;", uninitialized=["out"])) == set()


def test_a_part_of_shared_memory_that_nobody_set():
    """A loop that clears too few cells."""
    body = ME + "__shared__ int s[128]; if (t < LIMIT) s[t] = 0; __syncthreads(); out[i] = s[n - 1 - t];"
    assert kinds(launch(body.replace("LIMIT", "128"))) == set()
    run = launch(body.replace("LIMIT", "32"))
    assert (kinds(run), run.findings[0].count) == ({"uninitialized-read"}, 96)


# ---- synchronisation


def test_a_barrier_in_a_branch_that_some_threads_take():
    """The others leave, or wait at the next one."""
    assert kinds(launch(ME + "if (t < 100) { out[i] = t; __syncthreads(); }")) == {"early-exit"}
    both = ME + "if (t < 64) { out[i] = 1; __syncthreads(); } else { out[i] = 2; __syncthreads(); }\nout[i] += in[i];"
    run = launch(both.replace("out[i] = 2; __syncthreads();", "out[i] = 2; __syncthreads(); out[i] = 3;"))
    assert kinds(run) <= {"barrier-divergence"}
    loop = ME + "for (int j = 0; j < (t < 64 ? 2 : 3); j++) { out[i] = j; __syncthreads(); }"
    assert kinds(launch(loop)) == {"early-exit"}


def test_a_warp_barrier_that_is_called_by_a_thread_outside_its_mask():
    """The mask must name whoever calls."""
    body = ME + "unsigned mask = __ballot_sync(~0u, t < LIMIT); if (t < 16) { __syncwarp(mask); out[i] = 1; }"
    assert kinds(launch(body.replace("LIMIT", "16"), block=32)) == set()
    run = launch(body.replace("LIMIT", "8"), block=32)
    assert kinds(run) == {"barrier-divergence"}
    assert "leaves it out" in run.findings[0].message
    assert run.findings[0].missing == "lane"
    assert run.findings[0].count == 8


def test_a_shuffle_for_which_a_named_lane_never_comes():
    """All lanes are named, and half of them wait at the block's barrier instead."""
    body = (
        ME
        + """int v = t;
    if (t < 16) v = __shfl_sync(MASK, v, 3);
    __syncthreads();
    out[i] = v;"""
    )
    assert kinds(launch(body.replace("MASK", "0x0000ffffu"), block=32)) == set()
    run = launch(body.replace("MASK", "0xffffffffu"), block=32)
    assert [(each.kind, each.line, each.other.line) for each in run.findings] == [("barrier-divergence", 4, 5)]


# ---- what NVIDIA's tools miss


def test_threads_that_leave_before_the_barrier():
    """They own no output, and were needed for loading."""
    body = ME + "__shared__ int s[128];\nif (i >= n - 5) return;\ns[t] = in[i]; __syncthreads(); out[i] = s[t ^ 64];"
    run = launch(body)
    assert {"early-exit", "uninitialized-read"} == kinds(run)
    assert next(each.line for each in run.findings if each.kind == "early-exit") == 4


def test_a_read_past_an_array_that_lies_in_a_pool():
    """Both arrays are parts of one allocation, where no tool of the driver's sees an end."""
    pool = np.arange(256, dtype=np.int32)
    run = launch(ME + "out[i] = in[i + 1];", args=[pool[128:], pool[:128], 128])
    assert [(each.kind, each.object, each.count) for each in run.findings] == [("out-of-bounds", "in", 1)]


def test_a_race_on_global_memory():
    """Between two blocks, and between threads of one."""
    assert kinds(launch(ME + "out[i / 2] = t;")) == {"data-race"}
    run = launch(ME + "out[t] = i;", grid=2)
    assert kinds(run) == {"data-race"}
    assert run.findings[0].block != run.findings[0].other.block


def test_a_local_that_was_not_set_on_every_way():
    """An array of which an element is read that nobody wrote."""
    body = ME + "int mine[4]; for (int j = 0; j < LIMIT; j++) mine[in[j]] = j; out[i] = mine[in[i] & 3];"
    assert kinds(launch(body.replace("LIMIT", "4"))) == set()
    assert kinds(launch(body.replace("LIMIT", "3"))) == {"uninitialized-read"}
