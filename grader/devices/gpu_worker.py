"""The GPU's child process: loads cubins, launches them between guard zones, times and verifies them.

Run as `python -m grader.devices.gpu_worker ORDINAL`. It never gets source code, a compiler or expected results. A GPU
error ends the process, because its context is lost; the grader then starts another.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from grader.devices import gpu_requests, requests
from grader.devices.base import Argument, BufferArgument, KernelLaunch, Launch, StructArgument, TimedLaunch
from grader.devices.gpu_driver import CupyDriver, Driver, GpuError, Region, Struct
from grader.devices.gpu_driver import DriverArgument as DriverArgument
from grader.devices.gpu_requests import PrepareRequest, describe
from grader.devices.gpu_tools import SIGNS, Guarded, Matrix, Panel, Tools, fills_of, freivalds, is_exact
from grader.devices.serving import Failure, Service, serve, take_over_pipes
from grader.devices.wire import GREETING, ClosedError, pack, read_frame, write_frame
from grader.devices.worker import extra_package_folders
from grader.elements import SPELLED, places_of
from grader.processes.sandbox import restrict

SURVIVABLE = frozenset({1, 2, 9, 98, 200, 209, 218, 400, 500, 701})
"""Errors that leave the context intact: a bad argument, no memory, an excessive launch, an invalid image."""
MAX_KERNELS = 64


@dataclass(slots=True)
class LoadedKernel:
    """A loaded kernel with the kernels that were compiled with it, and their modules."""

    binary: requests.Binary
    modules: tuple[Any, ...] = ()

    @property
    def binaries(self) -> tuple[requests.Binary, ...]:
        """The kernel's binary, then the others'."""
        return (self.binary, *self.binary.others)


TIMING_GUARD_BYTES = 1 << 20
_SEED_MASK = (1 << 64) - 1


class TimingBench:
    """Two matrices and their product between guard zones, and a buffer that clears the L2 cache when it is filled."""

    def __init__(
        self, driver: Driver, tools: Tools, room: PrepareRequest, guard_bytes: int = TIMING_GUARD_BYTES
    ) -> None:
        product = room.product
        self._driver, self._tools, self._element = driver, tools, product.element
        self._alpha, self._beta = product.alpha, product.beta
        rows, inner, columns = product.shape
        self._left, self._right, self._output = product.layout
        shapes = (rows, inner), (inner, columns), (rows, columns)
        sizes = dict(zip(product.layout, shapes, strict=True))
        self._arrays = {
            name: tools.guarded(height * width * SPELLED[product.element].size_bytes, guard_bytes)
            for name, (height, width) in sizes.items()
        }
        self._matrices = {
            name: _matrix(self._arrays[name].data, *size, order=product.layout[name]) for name, size in sizes.items()
        }
        self._flush = Region(driver.allocate(room.flush_bytes), 0, room.flush_bytes)

    @property
    def _inputs(self) -> tuple[str, str]:
        return self._left, self._right

    @property
    def regions(self) -> dict[str, Region]:
        """The arrays of a kernel's pointers, by name."""
        return {name: array.data for name, array in self._arrays.items()}

    def refill(self, seed: int, pair: int) -> None:
        """Fill inputs and guard zones afresh; poison the output, or fill it if beta is not 0."""
        fills = fills_of(pair, self._element)
        for name, fill in zip(self._inputs, fills, strict=True):
            self._tools.fill(self._matrices[name], self._seed(seed, name), fill, self._element)
        if self._beta:
            self._tools.fill(self._matrices[self._output], self._seed(seed, self._output), SIGNS, self._element)
        else:
            self._tools.poison(self._arrays[self._output].data)
        for array in self._arrays.values():
            self._tools.arm(array)

    def measure(self, launch: Callable[[], None], *, seed: int, pair: int) -> TimedLaunch:
        """Time one launch on fresh inputs, and verify its output.

        The kernel first runs untimed on inputs of another seed: its code is then warm, and anything it kept of them is
        useless. The probes are drawn after it ends, or with beta, before it runs.
        """
        self.refill(seed ^ 0x5555555555555555, pair)
        launch()
        self.refill(seed, pair)
        probe = None
        before = None
        if self._beta:
            probe = self._probe()
            before = self._tools.times(self._matrices[self._output], probe, self._element)
        self._tools.fill_words(self._flush, pair & 0xFFFF)
        start = self._driver.mark()
        launch()
        milliseconds = self._driver.elapsed_ms(start, self._driver.mark())
        verdict = self._verdict(seed, pair, probe or self._probe(), before)
        return replace(verdict, milliseconds=milliseconds)

    def _verdict(self, seed: int, pair: int, probe: Panel, before: Panel | None) -> TimedLaunch:
        tools, element = self._tools, self._element
        fills = fills_of(pair, element)
        changed = {
            name: tools.changed(self._matrices[name], self._seed(seed, name), fill, element)
            for name, fill in zip(self._inputs, fills, strict=True)
        }
        for name, fill in zip(self._inputs, fills, strict=True):
            if changed[name]:  # verify against the original inputs, not against what the kernel made of them
                tools.fill(self._matrices[name], self._seed(seed, name), fill, element)
        wrong, first = freivalds(
            tools, list(self._matrices.values()), before, probe, element,
            alpha=self._alpha, beta=self._beta, exact=is_exact(fills, self._alpha, self._beta),
        )  # fmt: skip
        breached = {name: tools.breached(array) for name, array in self._arrays.items()}
        return TimedLaunch(
            changed={name: count for name, count in changed.items() if count},
            breached={name: count for name, count in breached.items() if count},
            wrong_rows=wrong,
            first_wrong_row=first,
        )

    def _probe(self) -> Panel:
        return self._tools.probes(self._matrices[self._right].columns, secrets.randbits(64))

    def _seed(self, seed: int, name: str) -> int:
        return (seed + 0x9E3779B97F4A7C15 * ord(name)) & _SEED_MASK


def _matrix(region: Region, rows: int, columns: int, *, order: str) -> Matrix:
    strides = (columns, 1) if order == "row" else (1, rows)
    return Matrix(region, rows, columns, *strides)


class GpuService(Service):
    """Answers the grader's requests on one device."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(
            {
                gpu_requests.PropertiesRequest: lambda _: gpu_requests.Facts(driver.properties()),
                gpu_requests.ClocksRequest: lambda _: gpu_requests.Facts(driver.clocks()),
                gpu_requests.ToolsRequest: self._set_tools,
                gpu_requests.LoadRequest: self._load,
                gpu_requests.LaunchRequest: self._launch,
                gpu_requests.PrepareRequest: self._prepare,
                gpu_requests.WarmRequest: self._warm,
                gpu_requests.TimeRequest: self._time,
                gpu_requests.RunRequest: self._time_one,
                gpu_requests.ProductRequest: self._product,
            }
        )
        self._driver = driver
        self._kernels: dict[int, LoadedKernel] = {}
        self._next_key = 1
        self._tools: Tools | None = None
        self._bench: TimingBench | None = None

    def failure(self, error: Exception) -> Failure:
        """Return the GPU's errors as kind "gpu", so that they differ from the grader's own faults."""
        if not isinstance(error, GpuError):
            return super().failure(error)
        self.lost = error.code not in SURVIVABLE
        return Failure(kind="gpu", message=str(error), code=error.code)

    @property
    def _ready_tools(self) -> Tools:
        if self._tools is None:
            raise ValueError("the tools have not been loaded")
        return self._tools

    def _set_tools(self, asked: gpu_requests.ToolsRequest) -> gpu_requests.Done:
        self._tools = Tools(self._driver, asked.image.tobytes())
        return gpu_requests.Done()

    def _load(self, asked: gpu_requests.LoadRequest) -> gpu_requests.KernelKey:
        kernel = LoadedKernel(asked.binary)
        self._renew(kernel)
        while len(self._kernels) >= MAX_KERNELS:
            del self._kernels[min(self._kernels)]
        key, self._next_key = self._next_key, self._next_key + 1
        self._kernels[key] = kernel
        return gpu_requests.KernelKey(key)

    def _launch(self, asked: gpu_requests.LaunchRequest) -> gpu_requests.GpuLaunched:
        """Launch on arrays between guard zones. Modules are loaded afresh, so nothing of an earlier launch survives."""
        return self._launched(self._kernels[asked.key], asked.launch)

    def _time_one(self, asked: gpu_requests.RunRequest) -> gpu_requests.GpuLaunched:
        """Time a launch with warm code. The launch before it has other data, so anything kept of it is useless."""
        return self._launched(self._kernels[asked.key], asked.launch, asked.before, asked.flush_bytes)

    def _launched(
        self, kernel: LoadedKernel, launch: Launch, before: Launch | None = None, flush_bytes: int = 0
    ) -> gpu_requests.GpuLaunched:
        tools = self._ready_tools
        buffers = {name: tools.guarded(array.nbytes) for name, array in launch.arrays.items()}
        self._renew(kernel)
        if before is not None:
            self._run(kernel, before, buffers)
        seconds = self._run(kernel, launch, buffers, flush_bytes)
        results = {
            name: self._driver.download(buffers[name].data).view(array.dtype).reshape(array.shape)
            for name, array in launch.arrays.items()
        }
        breached = {name: tools.breached(buffer) for name, buffer in buffers.items()}
        return gpu_requests.GpuLaunched(
            arrays=results, breached={name: words for name, words in breached.items() if words}, seconds=seconds
        )

    def _run(self, kernel: LoadedKernel, launch: Launch, buffers: Mapping[str, Guarded], flush_bytes: int = 0) -> float:
        """Return the seconds of all steps; `flush_bytes` are first written elsewhere to clear the caches."""
        for name, array in launch.arrays.items():
            self._ready_tools.arm(buffers[name])
            self._driver.upload(buffers[name].data, array)
        self._fill(kernel, launch.constants)
        regions = {name: buffer.data for name, buffer in buffers.items()}
        queued = [self._prepared(kernel, step, regions) for step in launch.steps]
        if flush_bytes:
            self._ready_tools.fill_words(Region(self._driver.allocate(flush_bytes), 0, flush_bytes), 0)
        self._driver.synchronize()
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

    # -- timing ----------------------------------------------------------------------------------------------------

    def _prepare(self, asked: gpu_requests.PrepareRequest) -> gpu_requests.Done:
        self._bench = None  # free its memory first
        self._bench = TimingBench(self._driver, self._ready_tools, asked)
        return gpu_requests.Done()

    def _warm(self, asked: gpu_requests.WarmRequest) -> gpu_requests.Done:
        launch = self._timed_launch(asked.kernel)
        self._ready_bench.refill(1, 0)
        deadline = time.monotonic() + asked.seconds
        while time.monotonic() < deadline:
            launch()
            self._driver.synchronize()
        return gpu_requests.Done()

    def _time(self, asked: gpu_requests.TimeRequest) -> gpu_requests.Times:
        """Time each kernel in turn on the same fresh inputs, each from a freshly loaded module."""
        rows = []
        for timed in asked.kernels:
            launch = self._timed_launch(timed)
            try:
                rows.append(self._ready_bench.measure(launch, seed=asked.seed, pair=asked.pair))
            except GpuError as error:
                self.lost = error.code not in SURVIVABLE
                kind, words = describe(error.code, str(error))
                rows.append(TimedLaunch(failure=words, failure_kind=kind))
                break
        return gpu_requests.Times(tuple(rows))

    def _timed_launch(self, timed: gpu_requests.LaunchRequest) -> Callable[[], None]:
        kernel = self._kernels[timed.key]
        self._renew(kernel)
        return self._prepared(kernel, timed.launch.steps[0], self._ready_bench.regions)

    def _product(self, asked: gpu_requests.ProductRequest) -> gpu_requests.ProductTimes:
        return gpu_requests.ProductTimes(self._driver.product_ms(*asked.product.shape, asked.product.element))

    @property
    def _ready_bench(self) -> TimingBench:
        if self._bench is None:
            raise ValueError("no shape has been prepared")
        return self._bench


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
        with contextlib.suppress(ClosedError):
            read_frame(reader)
            write_frame(writer, *pack(Failure(kind="unavailable", message=str(error))))
        return
    # No source and no expected result comes here. But the driver reads, in this process, code made from a submission.
    restrict(writable=[Path.cwd()], readable=extra_package_folders(), gpu=True)
    serve(reader, writer, GpuService(driver))
    with contextlib.suppress(OSError):
        writer.close()
    os._exit(0)  # a context with an error may keep the interpreter from exiting


if __name__ == "__main__":
    main(sys.argv[1:])
