"""A GPU made of the emulator, for whole programs: its memory has addresses, as that of a GPU has."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

import grader.cli
from grader import emulator
from grader.devices import gpu_sharing
from grader.devices.gpu_driver import Dim3, DriverArgument, GpuError, Region
from grader.emulator import Kernel, LoadedModule
from grader.emulator.ptx.mangling import base_name
from grader.programs import running, server
from tests.gpu.emulated import EmulatedDriver

FACTS = {
    "name": "Emulated GPU", "arch": "compute_80", "compute_capability": "8.0", "multiprocessors": 7,
    "memory_bytes": 1 << 30,
}  # fmt: skip


class MemoryDriver(EmulatedDriver):
    """See `Driver`. A fault in a kernel is an error that stays."""

    def __init__(self, *_: object, **__: object) -> None:
        super().__init__()
        self._module: LoadedModule | None = None
        self._output = ""
        self._lost = 0

    def properties(self) -> dict[str, Any]:
        return dict(FACTS)

    def load(self, image: bytes) -> LoadedModule:
        self._module = emulator.load(image.decode())
        return self._module

    def allocate(self, size_bytes: int) -> np.ndarray:
        if size_bytes > FACTS["memory_bytes"]:  # type: ignore[operator]
            raise GpuError(2, "out of memory")
        return self.share(super().allocate(size_bytes))

    def share(self, data: np.ndarray) -> np.ndarray:
        self._require()
        self._memory.allocate("array", data, fresh=False)
        return data

    def variable(self, module: LoadedModule, name: str, size_bytes: int) -> Region:
        found = next(each for each in module.memory.variables if each.name == base_name(name))
        return Region(found.data, 0, size_bytes)

    def address(self, region: Region) -> int:
        return region.offset + next(at for at, each in self._memory.places() if each.data is region.memory)

    def copy(self, to: Region, source: Region) -> None:
        self.upload(to, self.download(source))

    def upload(self, region: Region, data: np.ndarray) -> None:
        self._require()
        super().upload(region, data)

    def launch(
        self, function: Kernel, grid: Dim3, block: Dim3, arguments: Sequence[DriverArgument], shared_bytes: int = 0,
        *, cooperative: bool = False,
    ) -> None:  # fmt: skip
        self._require()
        if function.translation(checked=False).traits.meets_grid and not cooperative:
            raise GpuError(719, "unspecified launch failure")
        run = function.launch(
            grid=grid, block=block, args=list(arguments), shared_bytes=shared_bytes, memory=self._memory  # type: ignore[arg-type]
        )  # fmt: skip
        self._output += run.output
        self._lost = 700 if run.findings else 0
        self.clock_ms += 2.0

    def synchronize(self) -> None:
        self._require()

    def printed(self) -> str:
        said, self._output = self._output, ""
        return said

    def _require(self) -> None:
        if self._lost:
            raise GpuError(self._lost, "an illegal memory access was encountered")

    @property
    def _memory(self) -> Any:
        assert self._module is not None
        return self._module.memory


def load() -> None:
    """In the place of `grader.programs.server.load`."""
    server.load()


def main(arguments: list[str]) -> None:
    """In the place of `grader.programs.server.main`."""
    server.CupyDriver = MemoryDriver  # type: ignore[assignment,misc]
    server.main(arguments)


if __name__ == "__main__":  # python -m grader, with this GPU
    running.server = importlib.import_module("tests.programs.memory_driver")
    gpu_sharing.count_gpus = lambda: 1
    sys.exit(grader.cli.main())
