"""The GPU's child process: loads cubins, launches them between guard zones, times and verifies them.

Run as `python -m grader.devices.gpu_worker ORDINAL`. No source, no compiler and no expected result ever comes here. A
GPU error ends the process: its context is lost with it, and the grader starts another.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from grader.devices import wire
from grader.devices.base import Argument, BufferArgument, StructArgument
from grader.devices.frames import Arrays, ClosedError, Header, read_frame, write_frame
from grader.devices.gpu_driver import Argument as DriverArgument
from grader.devices.gpu_driver import CupyDriver, Driver, GpuError, Region
from grader.devices.gpu_timing import TimingBench
from grader.devices.gpu_tools import Guarded, Tools
from grader.devices.worker import extra_package_folders, take_over_pipes
from grader.isolation import restrict

SURVIVABLE = frozenset({1, 2, 9, 98, 200, 209, 218, 400, 500, 701})
"""Errors that leave the context whole: a bad argument, no memory, a launch that asks for too much, a wrong image."""
MAX_KERNELS = 64


@dataclass(slots=True)
class LoadedKernel:
    """An image that the device has; `parameters` are (PTX type, bytes)."""

    image: bytes
    name: str
    parameters: tuple[tuple[str, int], ...]
    module: Any = None


class GpuService:
    """Answers the grader's commands on one device."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._kernels: dict[int, LoadedKernel] = {}
        self._next_key = 1
        self._tools: Tools | None = None
        self._bench: TimingBench | None = None
        self.lost = False
        self._commands: dict[str, Callable[[Header, Arrays], tuple[Header, Mapping[str, np.ndarray]]]] = {
            "properties": self._tell_properties,
            "clocks": self._tell_clocks,
            "tools": self._set_tools,
            "load": self._load,
            "launch": self._launch,
            "prepare": self._prepare,
            "warm": self._warm,
            "time": self._time,
            "product": self._product,
        }

    def answer(self, header: Header, arrays: Arrays) -> tuple[Header, Mapping[str, np.ndarray]]:
        """The answer to one request: `gpu_error` for what the GPU reports, `fault` for the grader's own."""
        try:
            return self._commands[header["command"]](header, arrays)
        except GpuError as error:
            self.lost = error.code not in SURVIVABLE
            return {"gpu_error": {"code": error.code, "message": str(error)}}, {}
        except Exception:  # (whatever it is, it is reported as the grader's own fault)
            return {"fault": traceback.format_exc(limit=8)}, {}

    @property
    def _ready_tools(self) -> Tools:
        if self._tools is None:
            raise ValueError("the tools have not been loaded")
        return self._tools

    def _tell_properties(self, _: Header, __: Arrays) -> tuple[Header, Arrays]:
        return {"properties": self._driver.properties()}, {}

    def _tell_clocks(self, _: Header, __: Arrays) -> tuple[Header, Arrays]:
        return {"clocks": self._driver.clocks()}, {}

    def _set_tools(self, _: Header, arrays: Arrays) -> tuple[Header, Arrays]:
        self._tools = Tools(self._driver, arrays["image"].tobytes())
        return {}, {}

    def _load(self, header: Header, arrays: Arrays) -> tuple[Header, Arrays]:
        parameters = tuple((str(kind), int(size)) for kind, size in header["parameters"])
        kernel = LoadedKernel(arrays["image"].tobytes(), str(header["name"]), parameters)
        kernel.module = self._driver.load(kernel.image)
        self._driver.function(kernel.module, kernel.name)
        while len(self._kernels) >= MAX_KERNELS:
            del self._kernels[min(self._kernels)]
        key, self._next_key = self._next_key, self._next_key + 1
        self._kernels[key] = kernel
        return {"key": key}, {}

    def _launch(self, header: Header, arrays: Arrays) -> tuple[Header, Arrays]:
        """One launch on arrays between guard zones; the module is fresh, so nothing survives from an earlier one."""
        tools = self._ready_tools
        launch = wire.launch_from_plain(header, arrays)
        kernel = self._kernels[header["key"]]
        buffers = {name: self._place(tools, array) for name, array in arrays.items()}
        for name, array in arrays.items():
            self._driver.upload(buffers[name].data, array)
        regions = {name: buffer.data for name, buffer in buffers.items()}
        function = self._fresh(kernel, launch.shared_bytes)
        encoded = encode_arguments(kernel, launch.arguments, regions)
        self._driver.synchronize()
        start = time.perf_counter()
        self._driver.launch(function, launch.grid, launch.block, encoded, launch.shared_bytes)
        self._driver.synchronize()
        seconds = time.perf_counter() - start
        results = {
            name: self._driver.download(buffers[name].data).view(array.dtype).reshape(array.shape)
            for name, array in arrays.items()
        }
        breached = {name: tools.breached(buffer) for name, buffer in buffers.items()}
        return {"seconds": seconds, "breached": {name: words for name, words in breached.items() if words}}, results

    def _place(self, tools: Tools, array: np.ndarray) -> Guarded:
        buffer = tools.guarded(array.nbytes)
        tools.arm(buffer)
        return buffer

    def _fresh(self, kernel: LoadedKernel, shared_bytes: int) -> Any:  # noqa: ANN401 (the driver's function)
        kernel.module = None  # unloaded before the next is loaded
        kernel.module = self._driver.load(kernel.image)
        return self._driver.function(kernel.module, kernel.name, shared_bytes)

    # -- timing ----------------------------------------------------------------------------------------------------

    def _prepare(self, header: Header, _: Arrays) -> tuple[Header, Arrays]:
        self._bench = None  # its memory is given back first
        self._bench = TimingBench(
            self._driver, self._ready_tools, element=header["element"], shape=header["shape"],
            layout=header["layout"], alpha=header["alpha"], beta=header["beta"], flush_bytes=header["flush_bytes"],
        )  # fmt: skip
        return {}, {}

    def _warm(self, header: Header, _: Arrays) -> tuple[Header, Arrays]:
        bench = self._ready_bench
        launch = self._timed_launch(header["kernel"])
        bench.refill(1, 0)
        deadline = time.monotonic() + header["seconds"]
        launches = 0
        while time.monotonic() < deadline:
            launch()
            self._driver.synchronize()
            launches += 1
        return {"launches": launches}, {}

    def _time(self, header: Header, _: Arrays) -> tuple[Header, Arrays]:
        """Each kernel in turn on the same fresh inputs, each from a module of its own that was just loaded."""
        bench = self._ready_bench
        rows = []
        for plain in header["kernels"]:
            launch = self._timed_launch(plain)
            try:
                rows.append(bench.measure(launch, seed=header["seed"], pair=header["pair"]))
            except GpuError as error:
                self.lost = error.code not in SURVIVABLE
                rows.append({"gpu_error": {"code": error.code, "message": str(error)}})
                break
        return {"rows": rows}, {}

    def _timed_launch(self, plain: Mapping[str, Any]) -> Callable[[], None]:
        kernel = self._kernels[plain["key"]]
        launch = wire.launch_from_plain(plain, {})
        function = self._fresh(kernel, launch.shared_bytes)
        encoded = encode_arguments(kernel, launch.arguments, self._ready_bench.regions)
        return lambda: self._driver.launch(function, launch.grid, launch.block, encoded, launch.shared_bytes)

    @property
    def _ready_bench(self) -> TimingBench:
        if self._bench is None:
            raise ValueError("no shape has been prepared")
        return self._bench

    def _product(self, header: Header, _: Arrays) -> tuple[Header, Arrays]:
        rows, inner, columns = header["shape"]
        return {"ms": self._driver.product_ms(rows, inner, columns, header["element"])}, {}


def encode_arguments(
    kernel: LoadedKernel, arguments: tuple[Argument, ...], regions: Mapping[str, Region]
) -> list[DriverArgument]:
    """The arguments as the kernel's parameters want them."""
    return [
        encode_argument(argument, kind, size, regions)
        for argument, (kind, size) in zip(arguments, kernel.parameters, strict=True)
    ]


def encode_argument(argument: Argument, kind: str, size: int, regions: Mapping[str, Region]) -> DriverArgument:
    """One argument; numbers take the parameter's type. Raises `ValueError` for what does not fit it."""
    if isinstance(argument, BufferArgument):
        return regions[argument.name]
    if isinstance(argument, StructArgument):
        raise ValueError("structs by value are not supported on a GPU yet")
    if kind in ("f16", "f32", "f64") or (isinstance(argument, float) and kind.startswith("b")):
        return np.array(argument, f"f{size}").tobytes()
    return (int(argument) & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def serve(reader: BinaryIO, writer: BinaryIO, service: GpuService) -> None:
    """Answer requests until the pipe ends or the GPU's context is lost."""
    while not service.lost:
        try:
            header, arrays = read_frame(reader)
        except ClosedError:
            return
        write_frame(writer, *service.answer(header, arrays))


def main(arguments: list[str]) -> None:
    """Open the device, say so, put up the walls, then serve."""
    reader, writer = take_over_pipes()
    write_frame(writer, {"ready": os.getpid()})
    try:
        driver = CupyDriver(int(arguments[0]))
    except GpuError as error:
        with contextlib.suppress(ClosedError):
            read_frame(reader)
            write_frame(writer, {"unavailable": str(error)})
        return
    # Neither source nor answer comes here, but code made of a submission does, and the driver reads it in this process.
    restrict(writable=[Path.cwd()], readable=extra_package_folders(), gpu=True)
    serve(reader, writer, GpuService(driver))
    with contextlib.suppress(OSError):
        writer.close()
    os._exit(0)  # a context with an error in it may keep the interpreter from leaving


if __name__ == "__main__":
    main(sys.argv[1:])
