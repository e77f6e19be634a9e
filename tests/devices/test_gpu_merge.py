"""What a GPU gave and what the emulator saw of the same launch, made one."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.values import CompileOptions
from grader.devices.base import Compiled, CompileRequest, GpuFailure, KernelLaunch, Launch, Launched
from grader.devices.gpu import FAULTS, GpuDevice, describe, merge, merge_failure
from grader.emulator import RunFinding

ON_GPU = {"C": np.full(4, 2, np.float32)}
EMULATED = {"C": np.full(4, 1, np.float32)}
KERNEL = Compiled(ok=True, tile_width=16, key=1)


def finding(kind: str) -> RunFinding:
    return RunFinding(kind=kind, line=7, column=1, file="kernel.cu")


def launched(*kinds: str) -> Launched:
    return Launched(arrays=EMULATED, written={}, findings=tuple(finding(kind) for kind in kinds))


def launch() -> Launch:
    step = KernelLaunch(grid=(1, 1, 1), block=(1, 1, 1), arguments=())
    return Launch(steps=(step,), arrays={"C": np.zeros(4, np.float32)})


def test_the_numbers_of_a_sound_kernel_are_the_gpus():
    """Nothing was found: what the GPU computed is graded."""
    assert merge(launched(), ON_GPU, {}, 0.5).arrays is ON_GPU


class Emulator:
    """Gives every launch the same findings."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds

    def compile(self, _: CompileRequest) -> Compiled:
        return KERNEL

    def launch(self, *_: object) -> Launched:
        return launched(*self.kinds)


class NoGpu:
    """A GPU that must not be touched, nor claimed."""

    def __getattr__(self, name: str):
        raise AssertionError(f"the GPU was asked for {name}")


@pytest.mark.parametrize("kind", sorted(FAULTS))
def test_a_kernel_in_which_the_emulator_found_a_fault_never_meets_the_gpu(kind):
    """A race gives other numbers in every run, a bad address kills the process: the emulator's numbers stand."""
    device = GpuDevice(Emulator(kind), NoGpu())
    result = device.launch(KERNEL, launch())
    assert result.arrays is EMULATED
    assert [each.kind for each in result.findings] == [kind]


def test_a_sound_kernel_does_meet_the_gpu():
    """The test above would notice."""
    with pytest.raises(AssertionError, match="the GPU was asked for"):
        GpuDevice(Emulator(), NoGpu()).launch(KERNEL, launch())


def test_code_that_is_not_optimised_never_meets_the_gpu():
    """It is there for its findings: its numbers are not what the GPU is asked for."""
    device = GpuDevice(Emulator(), NoGpu())
    kernel = device.compile(CompileRequest(source="", tile_width=16, options=CompileOptions(debug=True)))
    assert device.launch(kernel, launch()).arrays is EMULATED


def test_a_broken_guard_zone_is_a_finding():
    """A write outside C that only the GPU showed is told."""
    (only,) = merge(launched(), ON_GPU, {"C": 12}, 0.5).findings
    assert (only.kind, only.object, only.line) == ("out-of-bounds", "C", 0)
    assert "12 words outside C" in only.message


@pytest.mark.parametrize("code", [700, 702, 716, 719, 999])
def test_what_stopped_the_gpu_alone_is_a_trap_without_a_result(code):
    """There is no thread and no address to tell; the output stays as it was, and the launch has not finished."""
    merged = merge_failure(launched(), launch(), GpuFailure(code, "something"))
    assert [each.kind for each in merged.findings] == ["device-trap"]
    assert not merged.finished
    assert np.array_equal(merged.arrays["C"], np.zeros(4))


def test_an_error_that_is_not_known_is_told_in_the_drivers_words():
    """A number that CUDA will have tomorrow does not become a wrong explanation."""
    assert describe(12345, "a new kind of error") == (
        "device-trap",
        "The GPU stopped the kernel: a new kind of error.",
    )
