"""Whole programs on a real GPU: run with `pytest -m gpu`; without one these are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.devices.gpu_sharing import count_gpus
from tests.programs.conftest import RunProgram
from tests.programs.host_programs import HostProgram
from tests.programs.test_on_gpu import FAULTY, FREED_ON_HOST, RIGHT

pytestmark = pytest.mark.gpu


@pytest.fixture(autouse=True)
def _with_gpu() -> None:
    if not count_gpus():
        pytest.skip("no GPU")


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_right_program_is_right_on_the_gpu(path: Path, run_program: RunProgram):
    """It prints there what it prints on the emulator, and nothing is found."""
    done = run_program(path.read_text(encoding="utf-8"), options=("--device", "gpu"))
    assert (done.code, done.output.splitlines()[-1:], done.errors) == (0, ["right"], "")
    assert done.results is not None and done.results.device.kind == "gpu"


def test_a_kernel_that_the_gpu_ends_is_told_on_the_line_of_its_launch(run_program: RunProgram):
    """Each later call returns the same error."""
    done = run_program(FAULTY, options=("--device", "gpu"))
    assert (done.code, done.output) == (1, "cudaErrorIllegalAddress\ncudaErrorIllegalAddress\n")
    assert done.lines("device-trap") == [8]


@pytest.mark.parametrize("program", FREED_ON_HOST, ids=lambda program: program.name)
def test_memory_of_the_gpu_that_the_host_frees_is_told_on_its_line(run_program: RunProgram, program: HostProgram):
    """Its addresses are the driver's."""
    done = run_program(program.wrong, options=("--device", "gpu"))
    assert done.lines("wrong-free") == [line for _, line in program.found]
