"""What a read outside its array gives, in all ways of running a kernel."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load
from grader.emulator.ptx.parser import parse
from tests.emulator.interpreter import interpret

READS = """
#include <cuda_fp16.h>
extern "C" __global__ void k(const TYPE *in, TYPE *out, int far) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = in[t + (t >= 300 ? far : 0)];
}
"""
TYPES = {
    "float": np.float32, "double": np.float64, "__half": np.float16, "int": np.int32, "unsigned char": np.uint8,
    "short": np.int16, "long long": np.int64,
}  # fmt: skip


def read_outside(name: str, **options):
    made = compile_cuda(READS.replace("TYPE", name), kernel="k")
    assert made.ok, made.diagnostics
    kernel, dtype = load(made.ptx)["k"], TYPES[name]
    given, out = np.ones(512, dtype), np.zeros(512, dtype)
    run = kernel.launch(grid=(2,), block=(256,), args=[given, out, 1 << 20], **options)
    assert {each.kind for each in run.findings} <= {"out-of-bounds"}
    assert (out[:300] == 1).all()
    return made, out


@pytest.mark.parametrize("fast", [None, False])
@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.parametrize("name", TYPES)
def test_a_read_outside_gives_nan_or_an_odd_number_that_ends_loops(name, checked, fast):
    """Never a value that adds nothing, nor one that looks like a sum or lets a loop up to it run for minutes."""
    _, out = read_outside(name, checked=checked, fast=fast)
    strange = out[300:]
    if np.issubdtype(strange.dtype, np.floating):
        assert np.isnan(strange).all()
    else:
        expected = np.frombuffer(b"\xf1\xff" * 4, strange.dtype)[0]
        assert (strange == expected).all()
        assert expected % 2 == 1
        assert expected < 0 or np.issubdtype(strange.dtype, np.unsignedinteger)


@pytest.mark.parametrize("name", TYPES)
def test_the_interpreter_reads_the_same_outside(name):
    """Bit for bit."""
    made, out = read_outside(name)
    again = np.zeros_like(out)
    given = np.ones(512, TYPES[name])
    interpret(parse(made.ptx), "k", grid=(2,), block=(256,), args=[given, again, 1 << 20])
    assert again.tobytes() == out.tobytes()


def test_a_lenient_launch_reads_zero_outside():
    """For courses in which such reads only warn."""
    _, out = read_outside("float", stray_reads="zero")
    assert (out[300:] == 0).all()


def test_an_atomic_outside_gives_the_mark_whatever_was_stored_outside_before():
    """Adding nothing is a way of reading."""
    source = """
    extern "C" __global__ void k(int *in, int *out) {
      in[5000 + threadIdx.x] = 3;
      out[threadIdx.x] = atomicAdd(&in[9000], 0) + (atomicExch(&in[7000], 4) == 0xFFF1FFF1);
    }
    """
    made = compile_cuda(source, kernel="k")
    out, again = (np.zeros(32, np.int32) for _ in range(2))
    load(made.ptx)["k"].launch(grid=(1,), block=(32,), args=[np.zeros(4, np.int32), out])
    assert (out == 0xFFF1FFF1 - 2**32 + 1).all()
    interpret(parse(made.ptx), "k", grid=(1,), block=(32,), args=[np.zeros(4, np.int32), again])
    assert (again == out).all()
