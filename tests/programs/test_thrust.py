"""Programs with Thrust: its algorithms run on the host, its memory is the device's, and kernels use it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.programs.conftest import RunProgram

ALGORITHMS = (Path(__file__).parent / "right" / "thrust_algorithms.cu").read_text(encoding="utf-8")
SMALL = """\
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

__global__ void twice(const float *x, float *y, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) y[i] = x[i] * 2;
}

int main() {
  const int n = 256;
  thrust::device_vector<float> x(n, 1.0f), y(n);
  float *from = thrust::raw_pointer_cast(x.data()), *to = thrust::raw_pointer_cast(y.data());
  twice<<<1, n>>>(from, to, n);
  std::printf("%g\\n", thrust::reduce(y.begin(), y.end()));
}
"""
REDUCE = 16
ADDED = "  twice<<<1, n>>>(from, to, n);\n"

pytestmark = pytest.mark.skipif(importlib.util.find_spec("cupy") is None, reason="Thrust's headers come with CuPy")


def test_vectors_and_algorithms_work_on_what_kernels_work_on(run_program: RunProgram) -> None:
    """With functors, lambdas, placeholders and fancy iterators; also on memory of cudaMalloc, and in a stream."""
    done = run_program(ALGORITHMS, fresh=True)
    assert (done.code, done.output, done.errors) == (0, "3 2 1 9 4 4 \nright\n", "")


def test_vectors_and_algorithms_work_on_a_gpu(run_program: RunProgram) -> None:
    """They are lent the GPU's memory, and give it back before a kernel uses it."""
    done = run_program(SMALL, options=("--device", "gpu"), module="tests.programs.memory_driver")
    assert (done.code, done.output, done.errors) == (0, "512\n", "")


@pytest.mark.parametrize(
    ("wrong", "kind", "line", "words"),
    [
        (ADDED + '  std::printf("%g\\n", to[3]);\n', "wrong-memory", 16, "on the device: the program ends here"),
        (ADDED + "  thrust::sort(to, to + n);\n", "wrong-memory", 16, "give it thrust::device first"),
        (
            "  cudaMalloc(&from, n * sizeof(float));\n" + ADDED + "  cudaFree(from);\n",
            "uninitialized-read", 16, "nothing was copied to it or set there before",
        ),
    ],
    ids=["host reads", "host sorts", "never set"],
)  # fmt: skip
def test_what_is_wrong_beside_thrust_is_told(
    run_program: RunProgram, wrong: str, kind: str, line: int, words: str
) -> None:
    """Its memory is watched as any: only its own code may use it on the host."""
    done = run_program(SMALL.replace(ADDED, wrong))
    assert done.code == 1 and done.lines(kind) == [line]
    assert words in " ".join(done.errors.replace("│", "").split())


def test_a_kernel_that_reads_past_a_vectors_end(run_program: RunProgram) -> None:
    """A vector's memory ends where its elements do."""
    done = run_program(SMALL.replace("x[i] * 2", "x[i + 1] * 2"))
    assert (done.code, done.lines("out-of-bounds")) == (1, [8])


def test_an_algorithm_that_goes_past_a_vectors_end(run_program: RunProgram) -> None:
    """On the line that calls it: what it reads there is no memory of the device's."""
    done = run_program(SMALL.replace("y.begin(), y.end()", "y.begin(), y.begin() + 100 * n"))
    assert (done.code, done.lines("wrong-memory")) == (1, [REDUCE])
    assert "which is past its end" in " ".join(done.errors.split())


def test_an_algorithm_is_work_between_events(run_program: RunProgram) -> None:
    """It takes a modelled time, as the launch that it is on a GPU."""
    text = SMALL.replace(
        ADDED,
        ADDED
        + """  cudaEvent_t start, stop;
  float time;
  cudaEventCreate(&start), cudaEventCreate(&stop);
  cudaEventRecord(start);
  thrust::sort(y.begin(), y.end());
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&time, start, stop);
  std::printf("%d ", time > 0);
  cudaEventDestroy(start), cudaEventDestroy(stop);
""",
    )
    done = run_program(text)
    assert (done.code, done.output, done.errors) == (0, "1 512\n", "")


def test_what_is_not_there_is_told_by_name(run_program: RunProgram) -> None:
    """On its line, and nothing runs."""
    done = run_program(SMALL.replace("thrust::reduce(y", "thrust::reduce_all(y"))
    assert (done.code, done.output) == (2, "")
    assert f"program.cu:{REDUCE}: thrust::reduce_all is not supported" in done.errors
