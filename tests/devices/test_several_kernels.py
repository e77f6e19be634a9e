"""Several kernels of one file, launched in order on the same arrays, with constant memory filled before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from grader.compiling.values import CompileOptions
from grader.devices.base import (
    WITH_FIGURES,
    BufferArgument,
    Compiled,
    CompileRequest,
    Device,
    KernelLaunch,
    Launch,
    Launched,
)
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from tests.gpu.emulated import emulated_gpu

SOURCE = """
__constant__ float weights[4];
__device__ float kept;
extern "C" __global__ void weigh(const float *x, float *parts) {
    parts[threadIdx.x] = weights[threadIdx.x] * x[threadIdx.x];
    if (threadIdx.x == 0)
        kept += 1.0f;
}
template <int N> __global__ void twice(float *parts) { parts[threadIdx.x] *= N; }
__global__ void add(const float *parts, float *sum, int n) {
    for (int k = 0; k < n; ++k)
        *sum += parts[k] + kept;
}
"""
PARTS, SUM = BufferArgument("parts"), BufferArgument("sum")


@pytest.fixture(scope="module", params=["emulator", "gpu"])
def device(request: pytest.FixtureRequest) -> Iterator[Device]:
    """The emulator, and a GPU made of it."""
    emulator = EmulatorDevice(WorkerLimits(seconds=60))
    gpu = emulated_gpu() if request.param == "gpu" else None
    yield gpu.lane(emulator) if gpu else emulator
    emulator.close()
    if gpu:
        gpu.close()


def wanted(*names: str, source: str = SOURCE, **constants: int) -> CompileRequest:
    """The kernels of these names."""
    first, *others = (
        CompileRequest(
            source=source, tile_width=1, options=CompileOptions(filename="k.cu", kernel=name), constants=constants
        )
        for name in names
    )
    return replace(first, others=tuple(others))


def run(device: Device, kernel: Compiled, *then: KernelLaunch, **more: object) -> Launched:
    """`weigh`, then what is to follow."""
    arrays = {
        "x": np.array([1, 2, 3, 4], np.float32),
        "parts": np.full(4, np.nan, np.float32),
        "sum": np.zeros(1, np.float32),
    }
    constants = {"weights": np.array([1, 10, 100, 1000], np.float32)}
    first = KernelLaunch(grid=(1, 1, 1), block=(4, 1, 1), arguments=(BufferArgument("x"), PARTS))
    launch = Launch(steps=(first, *then), arrays=arrays, constants=constants, uninitialized=("parts",))
    return device.launch(kernel, replace(launch, **more))  # type: ignore[arg-type]


def step(kernel: int, *arguments: object, threads: int = 4) -> KernelLaunch:
    """One block of so many threads."""
    return KernelLaunch(grid=(1, 1, 1), block=(threads, 1, 1), arguments=arguments, kernel=kernel)  # type: ignore[arg-type]


def test_each_launch_ends_before_the_next_begins(device: Device) -> None:
    """Arrays, variables and constant memory are those of one program; counts and stores come together."""
    kernel = device.compile(wanted("weigh", "add", weights=16))
    assert kernel.ok
    assert [each.kernel_line for each in kernel.kernels] == [4, 10]
    done = run(device, kernel, step(1, PARTS, SUM, 4, threads=1))
    assert (done.findings, done.finished) == ((), True)
    assert done.arrays["sum"][0] == 4321 + 4 * 1
    assert done.written["parts"].all()
    assert done.counters.total.global_stores == 4 + 1 + 4
    again = run(device, kernel, step(1, PARTS, SUM, 4, threads=1))
    assert again.arrays["sum"][0] == done.arrays["sum"][0]


def test_a_kernel_may_be_launched_again(device: Device) -> None:
    """Also one of a template, which has a module of its own."""
    kernel = device.compile(wanted("weigh", "twice<2>", weights=16))
    done = run(device, kernel, step(1, PARTS), step(1, PARTS))
    assert done.arrays["parts"].tolist() == [4, 80, 1200, 16000]


def test_what_no_launch_stored_must_not_be_read(device: Device) -> None:
    """The second launch reads an element more than the first one stored."""
    short = SOURCE.replace("parts[threadIdx.x] = ", "if (threadIdx.x < 3) parts[threadIdx.x] = ")
    kernel = device.compile(wanted("weigh", "add", source=short, weights=16))
    done = run(device, kernel, step(1, PARTS, SUM, 4, threads=1))
    assert [(item.kind, item.line, item.offset) for item in done.findings] == [("uninitialized-read", 12, 12)]


def test_after_an_endless_launch_there_is_no_other(device: Device) -> None:
    """What it was to bring is not there."""
    endless = SOURCE.replace("parts[threadIdx.x] *= N;", "while (*(volatile float *)parts > 0) ;")
    kernel = device.compile(wanted("weigh", "twice<2>", "add", source=endless, weights=16))
    done = run(device, kernel, replace(step(1, PARTS), fuel=1000), step(2, PARTS, SUM, 4, threads=1))
    assert not done.finished
    assert [item.kind for item in done.findings] == ["timeout"]
    assert done.arrays["sum"][0] == 0


def test_warps_accesses_are_counted_in_each_launch(device: Device) -> None:
    """A sector of x, one of parts stored and one loaded for each of four turns, and the sum."""
    kernel = device.compile(wanted("weigh", "add", weights=16))
    done = run(device, kernel, step(1, PARTS, SUM, 4, threads=1), profile="sample")
    assert done.counters.total.global_load_sectors is not None
    assert done.counters.total.global_load_sectors >= 1 + 4
    assert done.arrays["sum"][0] == 4321 + 4


@pytest.mark.parametrize(
    ("constants", "message", "line"),
    [
        ({"weights": 20}, "the variable weights has 16 bytes; 20 are filled before the launch", 2),
        ({"mask": 4}, "there is no __constant__ array named mask, which is filled before the launch", 0),
    ],
)
def test_constant_memory_must_be_there(device: Device, constants: dict[str, int], message: str, line: int) -> None:
    """As large as what is to fill it; told once for all kernels."""
    made = device.compile(wanted("weigh", "add", **constants))
    assert not made.ok
    assert [(problem.message, problem.line) for problem in made.problems] == [(message, line)]


def test_the_resources_of_each_kernel_say_whose_they_are(device: Device) -> None:
    """Where figures are asked for."""
    plain = wanted("weigh", "add", weights=16)
    first, other = (replace(each, options=replace(each.options, arch=WITH_FIGURES)) for each in (plain, *plain.others))
    made = device.compile(replace(first, others=(other,)))
    assert [each.resources.kernel for each in made.kernels if each.resources] == ["weigh", "add"]


def test_every_kernel_that_is_missing_is_told(device: Device) -> None:
    """By its name."""
    made = device.compile(wanted("weigh", "scan", "add_up", weights=16))
    assert [problem.message.split(":")[0] for problem in made.problems] == [
        "there is no kernel named scan", "there is no kernel named add_up",
    ]  # fmt: skip
