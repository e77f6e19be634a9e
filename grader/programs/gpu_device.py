"""The device of a running program that has a GPU: memory at the GPU's own addresses, launches by its driver.

A launch has ended when its call is answered, so its error is known to be its own. What host and device share is memory
of the host, which the GPU reads and writes there; both see it at one address, in a range that neither uses otherwise.
"""

from __future__ import annotations

import base64
import ctypes
import json
import mmap
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.devices.front_end import supported
from grader.devices.gpu_driver import CupyDriver, GpuError, Region
from grader.emulator.lowering.traits import meets_grid
from grader.emulator.ptx.mangling import base_name
from grader.emulator.result import Run
from grader.programs.calls import Launch, Properties, Rows
from grader.programs.device import Device, KnownKernel

_NO_MEMORY, _NO_SYMBOL = 2, 500
_SHARED_FROM, _MAP_FIXED = 1 << 45, 16
"""Where shared memory lies: far from the addresses that systems and drivers give out by themselves."""


@dataclass(slots=True, kw_only=True)
class GpuDevice(Device):
    """Kernels and memory on a GPU. `_arrays` are its arrays and variables by address, with the host's view of some."""

    driver: CupyDriver
    most_bytes: int = 1 << 62
    most_held: int = 1 << 20
    addresses: range = range(0)
    _image: Any = None
    _cooperative: set[str] = field(default_factory=set)
    _arrays: dict[int, tuple[Region, np.ndarray | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Take the GPU's facts in the place of the emulated one's."""
        Device.__post_init__(self)
        self.properties = Properties(self.driver.properties())
        self.arch = supported(self.properties.facts["arch"])

    def _take_variables(self) -> None:
        """See `Device`. Raise `GpuError` where the driver cannot load the device half."""
        half = json.loads(self.half)
        self._image = self.driver.load(base64.b64decode(half["image"]) or half["ptx"].encode())
        for variable in self.loaded.module.variables.values():
            if variable.space in ("global", "const"):
                try:
                    region = self.driver.variable(self._image, variable.name, variable.size)
                except GpuError as error:
                    if error.code == _NO_SYMBOL:  # no kernel needs it
                        continue
                    raise
                self._variable(base_name(variable.name), self._kept(region), variable.size)
        self._cooperative = {kernel.name for kernel in self.loaded.values() if meets_grid(kernel.function)}

    def read(self, address: int, size: int) -> np.ndarray:
        """See `Device`."""
        region, view = self._range(address, size)
        return self.driver.download(region) if view is None else view

    def write(self, address: int, size: int, data: np.ndarray | int) -> None:
        """See `Device`."""
        region, view = self._range(address, size)
        if view is not None:
            view[:] = data
        elif isinstance(data, int):
            self.driver.fill(region, data)
        else:
            self.driver.upload(region, data)

    def copy(self, to: int, source: int, size: int) -> None:
        """See `Device`."""
        (target, seen), (origin, seen_too) = self._range(to, size), self._range(source, size)
        if seen is None and seen_too is None:
            self.driver.copy(target, origin)
        else:
            Device.copy(self, to, source, size)

    def unset(self, rows: Rows) -> list[tuple[int, int]]:  # noqa: ARG002 (see `Device`)
        """Return nothing: what kernels write on a GPU is not known."""
        return []

    def launch(self, kernel: KnownKernel, launch: Launch, fuel: int | None = None) -> Run:  # noqa: ARG002 (see `Device`)
        """Run a kernel. Raise `GpuError` for its errors."""
        function = self.driver.function(self._image, kernel.kernel.name, launch.shared_bytes)
        begin = self.driver.mark()
        self.driver.launch(
            function, launch.grid, launch.block, launch.given, launch.shared_bytes,
            cooperative=kernel.kernel.name in self._cooperative,
        )  # fmt: skip
        end = self.driver.mark()
        self.driver.synchronize()
        return Run(findings=(), output=self.driver.printed(), seconds=self.driver.elapsed_ms(begin, end) / 1e3)

    def _mapped(self, size: int, offset: int) -> np.ndarray:
        system = ctypes.CDLL(None, use_errno=True)
        system.mmap.restype = ctypes.c_void_p
        system.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *(3 * (ctypes.c_int,)), ctypes.c_long)
        kind = mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED | _MAP_FIXED
        at = system.mmap(_SHARED_FROM + offset, size, *kind, self.shared, offset)
        if at != _SHARED_FROM + offset:
            raise OSError(ctypes.get_errno(), "no memory that host and device share")
        return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(at))

    def _placed(self, name: str, size: int, data: np.ndarray | None) -> int:  # noqa: ARG002 (see `Device`)
        try:
            memory = self.driver.allocate(size) if data is None else self.driver.share(data)
        except GpuError as error:
            if error.code == _NO_MEMORY:
                raise MemoryError from None
            raise
        return self._kept(Region(memory, 0, size), data)

    def _gone(self, address: int) -> None:
        del self._arrays[address]

    def _kept(self, region: Region, view: np.ndarray | None = None) -> int:
        address = self.driver.address(region)
        self._arrays[address] = region, view
        return address

    def _range(self, address: int, size: int) -> tuple[Region, np.ndarray | None]:
        """Return where a range is on the device, and the host's view of it, if both see it."""
        found = self.allocations.find(address)
        assert found is not None
        (whole, view), at = self._arrays[found.address], address - found.address
        return Region(whole.memory, whole.offset + at, size), None if view is None else view[at : at + size]
