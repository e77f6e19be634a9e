"""A module's variable gets another content between launches, as `cudaMemcpyToSymbol` gives it."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling import compile_cuda
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
    kernel.launch(grid=(1,), block=(4,), args=[values], count=False)
    assert values.tolist() == [11.5] * 4


def test_a_variable_that_is_not_there_or_too_small_is_refused():
    """Nothing beside the variable can be written."""
    kernel = load(compile_cuda(SOURCE, kernel="scale").ptx)["scale"]
    with pytest.raises(KeyError):
        kernel.set_variable("nobody", b"1234")
    with pytest.raises(ValueError, match="has 4 bytes"):
        kernel.set_variable("factor", b"12345")
