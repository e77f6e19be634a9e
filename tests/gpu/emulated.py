"""A GPU made of the emulator: the grader's GPU code runs here unchanged, on a machine without one.

Launches are slow and their times are invented: what the kernel is said to take, with noise from a seed.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.devices.gpu import GpuProcess
from grader.devices.gpu_driver import Dim3, DriverArgument, GpuError, Region, Struct
from grader.devices.gpu_sharing import Claim
from grader.devices.gpu_worker import GpuService
from grader.devices.process import GREETING, serve, write_frame
from grader.emulator import Kernel, LoadedModule, RunFinding, load
from grader.emulator.ptx.mangling import base_name
from grader.processes.child import Child

PROPERTIES = {"name": "Emulated GPU", "arch": "compute_80", "l2_bytes": 1 << 10, "peak_gflops": 1000.0, "devices": 1}

UNNOTICED = {"out-of-bounds", "uninitialized-read", "data-race", "barrier-divergence", "early-exit"}
"""What a GPU goes on after."""

Milliseconds = Callable[[str, Dim3, Dim3], float]


class EmulatedDriver:
    """See `grader.devices.gpu_driver.CupyDriver`. `fail` names kernels that make the GPU report an error code."""

    def __init__(self, milliseconds: Milliseconds | None = None, fail: dict[str, int] | None = None) -> None:
        self.clock_ms = 0.0
        self._milliseconds = milliseconds or _one
        self._fail = fail or {}
        self.launches: list[str] = []

    def properties(self) -> dict[str, Any]:
        return dict(PROPERTIES)

    def allocate(self, size_bytes: int) -> np.ndarray:
        return np.full(max(1, size_bytes), 0xCD, np.uint8)

    def upload(self, region: Region, data: np.ndarray) -> None:
        _part(region)[:] = np.ascontiguousarray(data).reshape(-1).view(np.uint8)

    def download(self, region: Region) -> np.ndarray:
        return _part(region).copy()

    def fill(self, region: Region, value: int) -> None:
        _part(region)[:] = value

    def load(self, image: bytes) -> LoadedModule:
        return _load(image)

    def function(self, module: LoadedModule, name: str, dynamic_shared_bytes: int = 0) -> Kernel:
        return module[name]

    def variable(self, module: LoadedModule, name: str, size_bytes: int) -> Region:
        buffers = next(iter(module.values())).globals.buffers
        return Region(next(each.data for each in buffers if each.name == base_name(name)), 0, size_bytes)

    def launch(
        self, function: Kernel, grid: Dim3, block: Dim3, arguments: Sequence[DriverArgument], shared_bytes: int = 0
    ) -> None:
        for name, code in self._fail.items():
            if name in function.name:
                raise GpuError(code, f"error {code}")
        self.launches.append(function.name)
        names = [str(index) if isinstance(item, Region) else None for index, item in enumerate(arguments)]
        run = function.launch(
            grid=grid, block=block, args=_plain(function, arguments), names=names, shared_bytes=shared_bytes
        )
        for finding in run.findings:
            if finding.kind == "out-of-bounds" and finding.access == "write":
                _let_through(finding, arguments)
        stopped = next((finding for finding in run.findings if finding.kind not in UNNOTICED), None)
        if stopped is not None:
            raise GpuError(
                {"timeout": 702, "device-trap": 719, "device-assert": 710}.get(stopped.kind, 719), stopped.kind
            )
        self.clock_ms += self._milliseconds(function.name, grid, block)

    def mark(self) -> float:
        return self.clock_ms

    def elapsed_ms(self, start: float, end: float) -> float:
        return end - start

    def synchronize(self) -> None:
        return None

    def product_ms(self, *_: object) -> float | None:
        return 0.25

    def clocks(self) -> dict[str, Any]:
        return {"sm_mhz": 1000}


def _let_through(finding: RunFinding, arguments: Sequence[DriverArgument]) -> None:
    """What a GPU does with a write outside an array: it lands beside it, or nowhere at all."""
    region = arguments[int(finding.object)] if finding.object and finding.object.isdigit() else None
    place = region.offset + (finding.offset or 0) if isinstance(region, Region) else -1
    if not isinstance(region, Region) or not 0 <= place < region.memory.size:
        raise GpuError(700, "illegal address")
    region.memory[place] ^= 0xFF


_STATELESS: dict[bytes, LoadedModule] = {}


def _load(image: bytes) -> LoadedModule:
    """A module without variables of its own is the same each time it is loaded; it is translated once."""
    if any(b"\n" + before + space in image for before in (b"", b".visible ") for space in (b".global", b".const")):
        return load(image.decode())
    if image not in _STATELESS:
        _STATELESS[image] = load(image.decode())
    return _STATELESS[image]


def _one(*_: object) -> float:
    return 1.0


def _part(region: Region) -> np.ndarray:
    part: np.ndarray = region.memory[region.offset : region.offset + region.size_bytes]
    return part


def _plain(function: Kernel, arguments: Sequence[DriverArgument]) -> list[Any]:
    values: list[Any] = []
    for argument, parameter in zip(arguments, function.parameters, strict=True):
        if isinstance(argument, Region):
            values.append(_part(argument))
        elif isinstance(argument, Struct):
            values.append(tuple(_part(each) if isinstance(each, Region) else each for _, each in argument.members))
        elif parameter.type.startswith("f"):
            values.append(np.frombuffer(argument, f"f{len(argument)}")[0])
        else:
            values.append(int.from_bytes(argument, "little"))
    return values


class ThreadChild:
    """The GPU's service in a thread of the test, behind real pipes."""

    def __init__(self, driver: EmulatedDriver) -> None:
        requests, answers = os.pipe(), os.pipe()
        self.writer = os.fdopen(requests[1], "wb")
        self.reader = os.fdopen(answers[0], "rb")
        theirs = os.fdopen(requests[0], "rb"), os.fdopen(answers[1], "wb")
        self._thread = threading.Thread(target=_serve, args=(*theirs, driver), daemon=True)
        self._thread.start()

    def end(self) -> str:
        self.writer.close()
        self._thread.join(timeout=20)
        self.reader.close()
        return "ended"

    def kill(self) -> None:
        self.end()


def _serve(reader: Any, writer: Any, driver: EmulatedDriver) -> None:
    with reader, writer:
        write_frame(writer, GREETING)
        serve(reader, writer, GpuService(driver))


def emulated_gpu(make_driver: Callable[[], EmulatedDriver] = EmulatedDriver) -> GpuProcess:
    """A GPU for a session."""

    def start() -> Child:
        return ThreadChild(make_driver())  # type: ignore[return-value]

    return GpuProcess(Claim(0), seconds=120.0, start=start)
