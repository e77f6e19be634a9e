"""The GPU's child process: loads cubins, launches them between guard zones and times them.

Run as `python -m grader.devices.gpu_worker ORDINAL`. It never gets source code, a compiler or expected results. A GPU
error ends the process, because its context is lost; the grader then starts another.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from grader.devices import requests
from grader.devices.base import Argument, BufferArgument, KernelLaunch, Launch, Launched, StructArgument, same_arrays
from grader.devices.gpu_driver import SURVIVABLE, CupyDriver, GpuError, Region, Struct
from grader.devices.gpu_driver import DriverArgument as DriverArgument
from grader.devices.process import GREETING, Failure, Service, refuse, serve, take_over_pipes, write_frame
from grader.elements import places_of
from grader.processes.child import extra_package_folders
from grader.processes.sandbox import restrict

MAX_KERNELS = 64
GUARD_BYTES, TIMED_GUARD_BYTES = 64 << 10, 1 << 20
"""Of each guard zone; timed arrays are larger, and so may be the distance of a stray write."""
GUARD_WORD = 0x7FC0BEEF
"""A NaN in float32: a value read from a guard zone shows in the result."""
SWEEPS = 16
"""Of memory elsewhere before a timed launch. One clears the caches. The others keep the GPU's clock up, and keep it
busy until the launch is queued: that takes longer than some kernels, and is not to be timed.
"""


@dataclass(slots=True)
class LoadedKernel:
    """A loaded kernel with the kernels that were compiled with it, their modules, and the last timed launch."""

    binary: requests.Binary
    modules: tuple[Any, ...] = ()
    earlier: Launch | None = None

    @property
    def binaries(self) -> tuple[requests.Binary, ...]:
        """The kernel's binary, then the others'."""
        return (self.binary, *self.binary.others)


@dataclass(frozen=True, slots=True)
class Guarded:
    """An array between two guard zones."""

    before: Region
    data: Region
    after: Region

    @classmethod
    def allocated(cls, driver: CupyDriver, size_bytes: int, guard_bytes: int) -> Guarded:
        """Return an array with guard zones, all of it not filled yet."""
        aligned = -(-size_bytes // 4) * 4
        memory = driver.allocate(aligned + 2 * guard_bytes)
        return cls(
            Region(memory, 0, guard_bytes),
            Region(memory, guard_bytes, size_bytes),
            Region(memory, guard_bytes + aligned, guard_bytes),
        )

    def guard(self, driver: CupyDriver) -> None:
        """Fill both guard zones."""
        words = np.full(self.before.size_bytes // 4, GUARD_WORD, np.uint32)
        for zone in (self.before, self.after):
            driver.upload(zone, words)

    def breached(self, driver: CupyDriver) -> int:
        """Return the number of words in the guard zones that changed since `guard`."""
        zones = (driver.download(zone).view(np.uint32) for zone in (self.before, self.after))
        return sum(int(np.count_nonzero(zone != GUARD_WORD)) for zone in zones)


class GpuService(Service):
    """Answers the grader's requests on one device."""

    def __init__(self, driver: CupyDriver) -> None:
        super().__init__(
            {
                requests.FactsRequest: lambda asked: requests.Facts(getattr(driver, asked.about)()),
                requests.LoadRequest: self._load,
                requests.RunRequest: self._launched,
                requests.ProductRequest: self._product,
            }
        )
        self._driver = driver
        self._kernels: dict[int, LoadedKernel] = {}
        self._held: Mapping[str, np.ndarray] = {}
        self._next_key = 1

    def failure(self, error: Exception) -> Failure:
        """Return the GPU's errors as kind "gpu", so that they differ from the grader's own faults."""
        if not isinstance(error, GpuError):
            return super().failure(error)
        self.lost = error.code not in SURVIVABLE
        return Failure(kind="gpu", message=str(error), code=error.code)

    def _load(self, asked: requests.LoadRequest) -> requests.KernelKey:
        kernel = LoadedKernel(asked.binary)
        self._renew(kernel)
        while len(self._kernels) >= MAX_KERNELS:
            del self._kernels[min(self._kernels)]
        key, self._next_key = self._next_key, self._next_key + 1
        self._kernels[key] = kernel
        return requests.KernelKey(key)

    def _launched(self, asked: requests.RunRequest) -> requests.GpuLaunched:
        """Launch on arrays between guard zones. Modules are loaded afresh, so nothing of an earlier launch survives.

        What is timed follows a launch on earlier data of these sizes: its code is warm, and anything kept of that is
        useless.
        """
        kernel, timed = self._kernels[asked.key], asked.flush_bytes > 0
        launch = replace(asked.launch, arrays=self._held) if asked.held else asked.launch
        guard_bytes = TIMED_GUARD_BYTES if timed else GUARD_BYTES
        buffers = {
            name: Guarded.allocated(self._driver, array.nbytes, guard_bytes) for name, array in launch.arrays.items()
        }
        self._renew(kernel)
        if timed:
            if kernel.earlier is not None and same_arrays(kernel.earlier.arrays, launch.arrays):
                self._run(kernel, kernel.earlier, buffers)
            kernel.earlier, self._held = launch, launch.arrays
        for buffer in buffers.values():
            buffer.guard(self._driver)
        seconds = self._run(kernel, launch, buffers, asked.flush_bytes)
        left = {
            name: self._driver.download(buffers[name].data).view(array.dtype).reshape(array.shape)
            for name, array in launch.arrays.items()
        }
        breached = {name: words for name, buffer in buffers.items() if (words := buffer.breached(self._driver))}
        launched = Launched(arrays=left, written={}, seconds=seconds)
        return requests.GpuLaunched(brief=requests.Brief.by(launch, launched), breached=breached)

    def _run(self, kernel: LoadedKernel, launch: Launch, buffers: Mapping[str, Guarded], flush_bytes: int = 0) -> float:
        """Return the seconds of all steps; `flush_bytes` are first written elsewhere, see `SWEEPS`."""
        for name, array in launch.arrays.items():
            self._driver.upload(buffers[name].data, array)
        self._fill(kernel, launch.constants)
        regions = {name: buffer.data for name, buffer in buffers.items()}
        queued = [self._prepared(kernel, step, regions) for step in launch.steps]
        if flush_bytes:
            swept = Region(self._driver.allocate(flush_bytes), 0, flush_bytes)
            for _ in range(SWEEPS):
                self._driver.fill(swept, 0)
        start = self._driver.mark()
        for launched in queued:
            launched()
        end = self._driver.mark()
        self._driver.synchronize()
        return self._driver.elapsed_ms(start, end) / 1e3

    def _renew(self, kernel: LoadedKernel) -> None:
        """Reload the modules. Kernels that the first module contains share its variables."""
        kernel.modules = ()  # unload before the next are loaded
        first = self._driver.load(kernel.binary.image.tobytes())
        kernel.modules = tuple(
            first if other.kernel_name in kernel.binary.kernels else self._driver.load(other.image.tobytes())
            for other in kernel.binaries
        )
        for module, binary in zip(kernel.modules, kernel.binaries, strict=True):
            self._driver.function(module, binary.kernel_name)

    def _fill(self, kernel: LoadedKernel, constants: Mapping[str, np.ndarray]) -> None:
        for name, values in constants.items():
            for module, binary in zip(kernel.modules, kernel.binaries, strict=True):
                symbol = binary.variables.get(name)
                if symbol is not None:
                    self._driver.upload(self._driver.variable(module, symbol, values.nbytes), values)

    def _prepared(self, kernel: LoadedKernel, step: KernelLaunch, regions: Mapping[str, Region]) -> Callable[[], None]:
        """Return a function that queues one launch."""
        binary = kernel.binaries[step.kernel]
        function = self._driver.function(kernel.modules[step.kernel], binary.kernel_name, step.shared_bytes)
        encoded = encode_arguments(binary, step.arguments, regions)
        return lambda: self._driver.launch(function, step.grid, step.block, encoded, step.shared_bytes)

    def _product(self, asked: requests.ProductRequest) -> requests.ProductTime:
        return requests.ProductTime(self._driver.product_ms(*asked.shape, asked.element))


def encode_arguments(
    binary: requests.Binary, arguments: tuple[Argument, ...], regions: Mapping[str, Region]
) -> list[DriverArgument]:
    """Return the arguments in the form of the kernel's parameters."""
    return [
        encode_argument(argument, kind, size, regions)
        for argument, (kind, size) in zip(arguments, binary.parameters, strict=True)
    ]


def encode_argument(argument: Argument, kind: str, size: int, regions: Mapping[str, Region]) -> DriverArgument:
    """Return one argument; numbers take the parameter's type. Raise `ValueError` for an argument that does not fit."""
    if isinstance(argument, BufferArgument):
        return regions[argument.name]
    if isinstance(argument, StructArgument):
        return _encode_struct(argument, size, regions)
    if kind in ("f16", "f32", "f64") or (isinstance(argument, float) and kind.startswith("b")):
        return np.array(argument, f"f{size}").tobytes()
    return (int(argument) & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def _encode_struct(argument: StructArgument, size: int, regions: Mapping[str, Region]) -> Struct:
    """Return a struct; numbers of unknown types have 8 bytes if 4 do not give the right size."""
    for width in (4, 8):
        members = [_encode_member(field, width, regions) for field in argument.typed]
        places, size_bytes = places_of([8 if isinstance(each, Region) else len(each) for each in members])
        if size_bytes == size:
            return Struct(size, tuple(zip(places, members, strict=True)))
    raise ValueError(f"{len(argument.fields)} fields do not make up a parameter of {size} bytes")


def _encode_member(
    field: BufferArgument | int | float | np.generic, width: int, regions: Mapping[str, Region]
) -> Region | bytes:
    if isinstance(field, BufferArgument):
        return regions[field.name]
    if isinstance(field, np.generic):
        return field.tobytes()
    return np.array(field, f"f{width}" if isinstance(field, float) else f"i{width}").tobytes()


def main(arguments: list[str]) -> None:
    """Send the greeting, open the device, enter the sandbox, then serve."""
    reader, writer = take_over_pipes()
    write_frame(writer, GREETING)
    try:
        driver = CupyDriver(int(arguments[0]))
    except GpuError as error:
        refuse(reader, writer, error)
        return
    # No source and no expected result comes here. But the driver reads, in this process, code made from a submission.
    restrict(writable=[Path.cwd()], readable=extra_package_folders(), gpu=True)
    serve(reader, writer, GpuService(driver))
    with contextlib.suppress(OSError):
        writer.close()
    os._exit(0)  # a context with an error may keep the interpreter from exiting


if __name__ == "__main__":
    main(sys.argv[1:])
