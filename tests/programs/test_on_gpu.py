"""Whole programs on a GPU, which is made of the emulator here: the same output, and errors as CUDA tells them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs.conftest import RunProgram
from tests.programs.host_programs import HostProgram, host_programs
from tests.sampling import one_in

OWN_FACTS = "device_query"
"""This program asks for facts of an H100."""
RIGHT = [each for each in sorted((Path(__file__).parent / "right").glob("*.cu")) if each.stem != OWN_FACTS]
_FREED = "free-device-with-free", "free-managed-with-free", "free-managed-in-the-middle"
FREED_ON_HOST = [each for each in host_programs() if each.name in _FREED]

FAULTY = """\
#include <cstdio>
#include <cuda_runtime.h>
__global__ void far(int *x) { x[1 << 28] = 1; }
int main() {
  int *x;
  cudaError_t made = cudaMalloc(&x, 4);
  if (made != cudaSuccess) return 2;
  far<<<1, 1>>>(x);
  std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
  std::puts(cudaGetErrorName(cudaFree(x)));
  return 0;
}
"""


@pytest.mark.parametrize("path", one_in(4, RIGHT, lambda path: path.stem))
def test_a_right_program_is_right_on_a_gpu(path: Path, run_program: RunProgram):
    """Its memory is at other addresses there, and what both halves share is one memory."""
    done = run_program(
        path.read_text(encoding="utf-8"), options=("--device", "gpu"), module="tests.programs.memory_driver"
    )
    assert (done.code, done.output.splitlines()[-1:], done.errors) == (0, ["right"], "")
    assert done.results is not None
    assert (done.results.device.kind, done.results.device.name) == ("gpu", "Emulated GPU")


def test_a_kernel_that_the_gpu_ends_is_told_on_the_line_of_its_launch(run_program: RunProgram):
    """Each later call returns the same error, as on every GPU."""
    done = run_program(FAULTY, options=("--device", "gpu"), module="tests.programs.memory_driver")
    assert (done.code, done.output) == (1, "cudaErrorIllegalAddress\ncudaErrorIllegalAddress\n")
    assert done.results is not None
    assert [(each.kind.value, each.line) for each in done.results.findings] == [("device-trap", 8)]
    assert "cudaErrorIllegalAddress" in done.errors


@pytest.mark.parametrize("program", FREED_ON_HOST, ids=lambda program: program.name)
def test_memory_of_the_gpu_that_the_host_frees_is_told_on_its_line(run_program: RunProgram, program: HostProgram):
    """Wherever the GPU has it: the server knows what is allocated, and the program does not."""
    done = run_program(program.wrong, options=("--device", "gpu"), module="tests.programs.memory_driver")
    assert done.results is not None
    assert {(each.kind.value, each.line) for each in done.results.findings} == program.found


def test_a_program_for_a_gpu_is_refused_where_there_is_none(run_program: RunProgram, monkeypatch: pytest.MonkeyPatch):
    """Nothing takes its place."""
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "-1")
    done = run_program(FAULTY, options=("--device", "gpu"))
    assert (done.code, done.output) == (2, "")
    assert "there is no NVIDIA GPU here" in done.errors
