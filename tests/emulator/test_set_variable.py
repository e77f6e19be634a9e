"""A module's variable gets another content between launches, as `cudaMemcpyToSymbol` gives it."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load

SOURCE = """
__constant__ int factor;
__device__ float offset = 0.5f;
extern "C" __global__ void scale(float *p) { p[threadIdx.x] = p[threadIdx.x] * factor + offset; }
"""


def test_the_next_launches_see_what_was_set():
    """In constant and in global memory; what was not set stays."""
    kernel = load(compile_cuda(SOURCE, kernel="scale").ptx)["scale"]
    values = np.ones(4, np.float32)
    kernel.set_variable("factor", (3).to_bytes(4, "little"))
    kernel.launch(grid=(1,), block=(4,), args=[values])
    assert values.tolist() == [3.5] * 4
    kernel.set_variable("offset", np.float32(1).tobytes())
    kernel.launch(grid=(1,), block=(4,), args=[values])
    assert values.tolist() == [11.5] * 4


TURNS = """
__constant__ int mistake;
__device__ int calls;
extern "C" __global__ void turn(float *p, int n)
{
    __shared__ float tile[8];
    int t = threadIdx.x;
    if (mistake != 1) tile[t] = p[t];
    if (mistake != 2) __syncthreads();
    if (mistake == 3) while (n) calls++;
    p[t] = tile[7 - t] + (mistake == 4 ? p[t + n] : 0.0f) + atomicAdd(&calls, 1);
}
"""


def test_a_launch_that_is_repeated_does_each_time_what_it_does_alone():
    """With every value of a variable: arrays, what was written, what is found; nothing is left from the turn before."""
    module = load(compile_cuda(TURNS, kernel="turn").ptx)
    order = [0, 3, 2, 1, 4, 0, 2, 0]
    values = np.arange(8, dtype=np.float32)
    asked = {"grid": (1,), "block": (8,), "args": [values, 9], "fuel": 1000}
    repeated = module["turn"].repeat("mistake", [number.to_bytes(4, "little") for number in order], **asked)
    for number, run in zip(order, repeated, strict=True):
        alone = load(compile_cuda(TURNS, kernel="turn").ptx)["turn"]
        alone.set_variable("mistake", number.to_bytes(4, "little"))
        expected = np.arange(8, dtype=np.float32)
        single = alone.launch(**asked | {"args": [expected, 9]})
        assert values.tobytes() == expected.tobytes()
        assert (run.found, run.finished) == ({(item.kind, item.line) for item in single.findings}, single.finished)
        assert {name: flags.tolist() for name, flags in run.written.items()} == {
            name: flags.tolist() for name, flags in single.written.items()
        }
        assert bool(run.found) == bool(number)


def test_a_variable_that_is_not_there_or_too_small_is_refused():
    """Nothing beside the variable can be written."""
    kernel = load(compile_cuda(SOURCE, kernel="scale").ptx)["scale"]
    with pytest.raises(KeyError):
        kernel.set_variable("nobody", b"1234")
    with pytest.raises(ValueError, match="has 4 bytes"):
        kernel.set_variable("factor", b"12345")
