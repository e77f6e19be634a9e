"""Local memory that a thread has not set, and what lanes bring to shuffles: told where a value is needed."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator.result import RunFinding
from tests.emulator.unset import told

SOURCE = """#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
struct Pair { char tag; int value; };
struct Plus { __device__ int operator()(int a, int b) const { return a + b; } };
template <typename Op> __device__ __noinline__ int both(int a, int b, Op op) { return op(a, b); }
__device__ __noinline__ bool pop(int *v, int i) { if (i < 4) { *v = i; return true; } return false; }
__device__ __noinline__ Pair tagged(int tag) { Pair made; made.tag = tag; return made; }
__device__ __noinline__ int deep(Pair pair, int n) { return n > 5 ? pair.tag : deep(pair, n + 1) + 1; }
extern "C" __global__ void k(int *out, const int *p, int n)
{
    int t = threadIdx.x;
    BODY
}
"""
USED_ON = 14

RIGHT = {
    "set only where it is said to be": "int v; if (pop(&v, t)) out[t] = v; else out[t] = -1;",
    "lane 0's number": "int v; if (t == 0) v = p[5]; v = __shfl_sync(0xffffffff, v, 0); out[t] = v + t;",
    "chosen lane by lane": (
        "int end; bool has = p[t] > 9; if (has) end = p[t]; int sum = 0;"
        "for (unsigned left = __ballot_sync(~0u, has); left; left &= left - 1)"
        " sum += __shfl_sync(~0u, end, __ffs(left) - 1); out[t] = sum;"
    ),
    "an array filled up to what is read": (
        "int a[8]; for (int i = 0; i < t % 8 + 1; ++i) a[i] = p[i]; out[t] = a[t % 8];"
    ),
    "nothing in a structure": "out[t] = both(p[t], 1, Plus());",
    "a part of a structure": "Pair pair = tagged(t); Pair again = pair; out[t] = again.tag + deep(again, p[t]);",
    "a group made of a group": (
        "auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());"
        "out[t] = cooperative_groups::binary_partition(tile, t & 1).size();"
    ),
    "a group of a size known at run time": (
        "out[t] = cooperative_groups::tiled_partition(cooperative_groups::this_thread_block(), n).size();"
    ),
    "a barrier": (
        "__shared__ cuda::barrier<cuda::thread_scope_block> bar; if (t == 0) init(&bar, blockDim.x); __syncthreads();"
        "bar.arrive_and_wait(); out[t] = t;"
    ),
    "a pipeline of a thread": (
        "__shared__ int room[32]; auto pipe = cuda::make_pipeline(); pipe.producer_acquire();"
        "cuda::memcpy_async(room + t, p + t, sizeof(int), pipe); pipe.producer_commit(); pipe.consumer_wait();"
        "out[t] = room[t]; pipe.consumer_release();"
    ),
    "a pipeline of a block": (
        "auto block = cooperative_groups::this_thread_block(); __shared__ int room[32];"
        "__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;"
        "auto pipe = cuda::make_pipeline(block, &state); pipe.producer_acquire();"
        "cuda::memcpy_async(block, room, p, 32 * sizeof(int), pipe); pipe.producer_commit(); pipe.consumer_wait();"
        "out[t] = room[31 - t]; pipe.consumer_release();"
    ),
}
WRONG = {
    "an array's last element": "int a[8]; for (int i = 0; i < t % 8; ++i) a[i] = p[i];\nout[t] = a[t % 8];",
    "sums in an array": "int a[8];\nfor (int i = 0; i < n; ++i) a[i % 8] += p[i];\nout[t] = a[t % 8];",
    "another lane's": "int v; if (t) v = p[5];\nv = __shfl_sync(0xffffffff, v, 0) + t;\nout[t] = v;",
    "what the other part of a structure holds": (
        "Pair pair = tagged(t);\nint value = pair.value * 2;\nif (value > n) out[t] = 3;"
    ),
    "what is printed": 'int v; if (t > n) v = t;\nprintf("%d\\n", v);',
    "what another function was to set": "int v; pop(&v, t);\nout[t] = v;",
}


def both_told(body: str, *, debug: bool) -> tuple[list[RunFinding], list[int]]:
    """What both machines say of a kernel, and give as its results."""
    text = compile_cuda(SOURCE.replace("BODY", body), kernel="k", debug=debug).ptx
    given = [[np.zeros(40, np.int32), np.arange(40, dtype=np.int32) % 32] for _ in range(2)]
    answer = told(text, [*given[0], 16], [*given[1], 16], threads=32)
    assert given[0][0].tolist() == given[1][0].tolist()
    return answer


@pytest.mark.parametrize("debug", [False, True], ids=["optimised", "not optimised"])
@pytest.mark.parametrize("body", RIGHT.values(), ids=RIGHT)
def test_what_is_loaded_copied_passed_or_shuffled_unset_and_not_needed_is_no_fault(body, debug):
    """Structures with holes or nothing in them, variables set only where they are used, what no other lane takes."""
    assert both_told(body, debug=debug) == ([], [])


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG)
def test_what_is_loaded_copied_passed_or_shuffled_unset_and_needed_is_told(body):
    """Where the value is computed with first, printed or stored for others."""
    found, lines = both_told(body, debug=True)
    assert {item.kind for item in found} == {"uninitialized-read"}
    assert lines == [USED_ON]


def test_a_part_that_is_handed_from_call_to_call_unset_is_told():
    """Each call has a copy of the structure of its own."""
    body = "Pair pair; pair.value = t; out[t] = deep(pair, p[t]);"
    found, lines = both_told(body, debug=True)
    assert {item.kind for item in found} == {"uninitialized-read"}
    assert lines
