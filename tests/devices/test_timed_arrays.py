"""How arrays of timed launches come to a GPU, here to one made of the emulator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from grader.compiling.values import CompileOptions
from grader.devices import requests
from grader.devices.base import BufferArgument, CompileRequest, KernelLaunch, Launch
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.devices.gpu import GpuDevice
from tests.gpu.emulated import emulated_gpu

SOURCE = """
__global__ void twice(const float *x, float *y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
__global__ void thrice(const float *x, float *y) { y[threadIdx.x] = 3 * x[threadIdx.x]; }
"""


@pytest.fixture
def device() -> Iterator[GpuDevice]:
    """A lane of a GPU."""
    emulator, gpu = EmulatorDevice(WorkerLimits(seconds=60)), emulated_gpu()
    yield gpu.lane(emulator)
    emulator.close()
    gpu.close()


def launch(*values: int) -> Launch:
    """One thread for each element."""
    step = KernelLaunch(grid=(1, 1, 1), block=(4, 1, 1), arguments=(BufferArgument("x"), BufferArgument("y")))
    return Launch(steps=(step,), arrays={"x": np.array(values, np.float32), "y": np.full(4, np.nan, np.float32)})


def test_two_kernels_on_the_same_arrays_get_them_once(device: GpuDevice, monkeypatch: pytest.MonkeyPatch):
    """Each starts from what they held at first; other arrays, equal ones too, and those of a new child are sent."""
    twice, thrice = (
        device.compile(
            CompileRequest(source=SOURCE, tile_width=1, options=CompileOptions(filename="k.cu", kernel=name))
        )
        for name in ("twice", "thrice")
    )
    sent: list[int] = []
    ask = device.process.request

    def noted(request: object, *args: Any, **more: Any) -> Any:
        if isinstance(request, requests.RunRequest):
            sent.append(len(request.launch.arrays))
        return ask(request, *args, **more)

    monkeypatch.setattr(device.process, "request", noted)
    one = launch(1, 2, 3, 4)
    results = [device.time(kernel, one, seconds=60).arrays["y"].tolist() for kernel in (twice, thrice, twice)]
    assert results == [[2, 4, 6, 8], [3, 6, 9, 12], [2, 4, 6, 8]]
    assert sent == [2, 0, 0]
    assert device.time(thrice, launch(1, 2, 3, 5), seconds=60).arrays["y"].tolist() == [3, 6, 9, 15]
    assert device.time(thrice, one, seconds=60).arrays["y"].tolist() == [3, 6, 9, 12]
    assert sent == [2, 0, 0, 2, 2]
    device.process.renew()
    assert device.time(twice, one, seconds=60).arrays["y"].tolist() == [2, 4, 6, 8]
    assert sent[-1] == 2
