"""What the grader needs of a GPU, through CuPy.

Everything above it (guard zones, verification, timing) is the grader's own code. Tests run it without a GPU, with a
driver of the same methods that runs the same kernels on the emulator.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.elements import SPELLED

Dim3 = tuple[int, int, int]


SURVIVABLE = frozenset({1, 2, 9, 98, 200, 209, 218, 400, 500, 701, 720})
"""Errors that leave the context intact: a bad argument, no memory, an excessive launch, an invalid image."""


class GpuError(Exception):
    """The GPU reported an error, and its context is lost. `code` is CUDA's error number, or 0."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Region:
    """A range of device memory; `memory` is what the driver's `allocate` returned."""

    memory: Any
    offset: int
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Struct:
    """A struct by value: its size, and its members with the byte at which each begins."""

    size_bytes: int
    members: tuple[tuple[int, Region | bytes], ...]

    def filled(self, address: Callable[[Region], int]) -> bytes:
        """Return its bytes, given the address of a region."""
        data = bytearray(self.size_bytes)
        for begin, member in self.members:
            part = member if isinstance(member, bytes) else address(member).to_bytes(8, "little")
            data[begin : begin + len(part)] = part
        return bytes(data)


DriverArgument = Region | bytes | Struct
"""A pointer, the bytes of a parameter as the kernel expects them, or a struct, which may have pointers in it."""


PROPERTIES = {
    "multiProcessorCount": "multiprocessors",
    "maxThreadsPerBlock": "threads_per_block",
    "maxThreadsPerMultiProcessor": "threads_per_multiprocessor",
    "maxBlocksPerMultiProcessor": "blocks_per_multiprocessor",
    "sharedMemPerBlock": "shared_per_block",
    "sharedMemPerBlockOptin": "shared_per_block_optin",
    "sharedMemPerMultiprocessor": "shared_per_multiprocessor",
    "reservedSharedMemPerBlock": "shared_reserved",
    "regsPerBlock": "registers_per_block",
    "regsPerMultiprocessor": "registers_per_multiprocessor",
    "warpSize": "warp_size",
    "l2CacheSize": "l2_bytes",
    "totalGlobalMem": "memory_bytes",
    "clockRate": "clock_khz",
    "memoryClockRate": "memory_clock_khz",
    "memoryBusWidth": "memory_bus_bits",
}
"""Fields of `cudaDeviceProp`, by the grader's names."""
_FP32_LANES = {
    (6, 0): 64, (6, 1): 128, (6, 2): 128, (7, 0): 64, (7, 2): 64, (7, 5): 64, (8, 0): 64,
    (8, 6): 128, (8, 7): 128, (8, 9): 128,
}  # fmt: skip
"""float32 multiply-adds per clock and multiprocessor (CUDA C++ Programming Guide, throughput table); newer: 128."""


class CupyDriver:
    """One NVIDIA GPU through CuPy. Raises `GpuError` when the GPU or its driver cannot be used.

    Launches, `copy`, `fill` and time stamps are queued in order; all other methods wait for the queue.
    With `keeps_output`, this process's standard output is a file in memory from then on: what kernels print goes there.
    """

    def __init__(self, ordinal: int = 0, *, keeps_output: bool = False) -> None:
        self._output = os.memfd_create("printed") if keeps_output else None
        if self._output is not None:
            os.dup2(self._output, 1)
        # Load of cuBLAS only what is launched. A submission's kernels are loaded by `function`, and what is timed
        # follows an untimed launch.
        os.environ.setdefault("CUDA_MODULE_LOADING", "LAZY")
        try:
            import cupy
        except Exception as error:  # CuPy raises various errors when a library is missing
            raise GpuError(0, f"CuPy cannot be imported: {error}") from error
        self._cupy = cupy
        self._errors = (cupy.cuda.runtime.CUDARuntimeError, cupy.cuda.driver.CUDADriverError, MemoryError)
        self._ordinal = ordinal
        with self._reporting():
            self._device = cupy.cuda.Device(ordinal)
            self._device.use()
            cupy.empty(1, cupy.uint8)  # creates the context

    @contextlib.contextmanager
    def _reporting(self) -> Iterator[None]:
        """Raise `GpuError` for CuPy's errors in the block."""
        try:
            yield
        except self._errors as error:
            if isinstance(error, MemoryError):
                raise GpuError(2, f"the GPU's memory is full: {error}") from error
            raise GpuError(int(getattr(error, "status", 0)), str(error)) from error

    def properties(self) -> dict[str, Any]:
        """Return name, architecture (`sm_90`) and limits; rates that the device does not report are 0."""
        runtime = self._cupy.cuda.runtime
        given = runtime.getDeviceProperties(self._ordinal)
        major, minor = int(given["major"]), int(given["minor"])
        found: dict[str, Any] = {ours: int(given[theirs]) for theirs, ours in PROPERTIES.items() if theirs in given}
        found |= self._rates(found)
        lanes = _FP32_LANES.get((major, minor), 128)
        clock_ghz = found.get("clock_khz", 0) / 1e6
        found["peak_gflops"] = round(2 * lanes * found.get("multiprocessors", 0) * clock_ghz, 1)
        found["bandwidth_gbs"] = round(2 * found["memory_clock_khz"] * found["memory_bus_bits"] / 8e6, 1)
        name = given["name"]
        return {
            **found,
            "name": name.decode() if isinstance(name, bytes) else str(name),
            "arch": f"sm_{major}{minor}",
            "compute_capability": f"{major}.{minor}",
            "ordinal": self._ordinal,
            "devices": int(runtime.getDeviceCount()),
            "driver": int(runtime.driverGetVersion()),
            "runtime": int(runtime.runtimeGetVersion()),
            "cupy": self._cupy.__version__,
        }

    def _rates(self, found: dict[str, Any]) -> dict[str, int]:
        """Read clock rates as device attributes: newer runtimes omit them from the properties."""
        attributes = {"clock_khz": 13, "memory_clock_khz": 36, "memory_bus_bits": 37}  # cudaDevAttr*
        rates = {}
        for ours, number in attributes.items():
            rates[ours] = int(found.get(ours, 0))
            if not rates[ours]:
                try:
                    rates[ours] = int(self._cupy.cuda.runtime.deviceGetAttribute(number, self._ordinal))
                except self._errors:
                    rates[ours] = 0
        return rates

    def allocate(self, size_bytes: int) -> Any:  # noqa: ANN401
        """Allocate device memory, aligned to 256 bytes."""
        with self._reporting():
            return self._cupy.empty(max(1, size_bytes), self._cupy.uint8)

    def upload(self, region: Region, data: np.ndarray) -> None:
        """Copy bytes to the device."""
        with self._reporting():
            self._part(region).set(np.ascontiguousarray(data).reshape(-1).view(np.uint8))

    def download(self, region: Region) -> np.ndarray:
        """Copy bytes from the device, as uint8."""
        with self._reporting():
            return np.asarray(self._part(region).get())

    def fill(self, region: Region, value: int) -> None:
        """Queue a write of bytes that are all this one."""
        with self._reporting():
            self._part(region).data.memset(value, region.size_bytes)

    def copy(self, to: Region, source: Region) -> None:
        """Queue a copy inside the device."""
        with self._reporting():
            self._part(to).data.copy_from_device(self._part(source).data, to.size_bytes)

    def share(self, data: np.ndarray) -> Any:  # noqa: ANN401
        """Let kernels use memory of the host, at its own address, until what is returned is no longer used."""
        runtime, address = self._cupy.cuda.runtime, data.ctypes.data
        with self._reporting():
            runtime.hostRegister(address, data.nbytes, 2)  # cudaHostRegisterMapped
        return self._at(address, data.nbytes, _Registered(runtime, address, data, self._errors))

    def address(self, region: Region) -> int:
        """Return a region's address on the device."""
        return _address(region)

    def _part(self, region: Region) -> Any:  # noqa: ANN401
        return region.memory[region.offset : region.offset + region.size_bytes]

    def load(self, image: bytes) -> Any:  # noqa: ANN401
        """Load a cubin or PTX; its variables get their initial values."""
        module = self._cupy.cuda.function.Module()
        with self._reporting():
            module.load(image if image[:4] == b"\x7fELF" else image + b"\0")
        return module

    def function(self, module: Any, name: str, dynamic_shared_bytes: int = 0) -> Any:  # noqa: ANN401
        """Return a kernel of a loaded image, ready for launching with so much dynamic shared memory."""
        with self._reporting():
            function = module.get_function(name)
            if dynamic_shared_bytes > 48 * 1024:
                attribute = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
                self._cupy.cuda.driver.funcSetAttribute(function.ptr, attribute, dynamic_shared_bytes)
        return function

    def variable(self, module: Any, name: str, size_bytes: int) -> Region:  # noqa: ANN401
        """Return the first `size_bytes` of a variable of a loaded image."""
        with self._reporting():
            return Region(self._at(module.get_global_var(name), size_bytes, module), 0, size_bytes)

    def _at(self, address: int, size_bytes: int, owner: object) -> Any:  # noqa: ANN401
        """Return memory that another has allocated, which lives as long as its owner."""
        cupy = self._cupy
        held = cupy.cuda.UnownedMemory(address, size_bytes, owner, self._ordinal)
        return cupy.ndarray(size_bytes, cupy.uint8, memptr=cupy.cuda.MemoryPointer(held, 0))

    def launch(
        self,
        function: Any,  # noqa: ANN401
        grid: Dim3,
        block: Dim3,
        arguments: Sequence[DriverArgument],
        shared_bytes: int = 0,
        *,
        cooperative: bool = False,
    ) -> None:
        """Queue a launch; of a `cooperative` one all blocks run side by side."""
        with self._reporting():
            function(
                grid, block, tuple(_cupy_argument(argument) for argument in arguments), shared_mem=shared_bytes,
                enable_cooperative_groups=cooperative,
            )  # fmt: skip

    def printed(self) -> str:
        """Return what kernels have printed since the last time; empty unless the driver keeps it."""
        if self._output is None:
            return ""
        ctypes.CDLL(None).fflush(None)
        text = os.pread(self._output, os.fstat(self._output).st_size, 0)
        os.ftruncate(self._output, 0)
        os.lseek(self._output, 0, os.SEEK_SET)
        return text.decode("utf-8", "surrogateescape")

    def mark(self) -> Any:  # noqa: ANN401
        """Queue a time stamp."""
        with self._reporting():
            event = self._cupy.cuda.Event()
            event.record()
        return event

    def elapsed_ms(self, start: Any, end: Any) -> float:  # noqa: ANN401
        """Wait for the second time stamp. Return the milliseconds between the two."""
        with self._reporting():
            end.synchronize()
            return float(self._cupy.cuda.get_elapsed_time(start, end))

    def synchronize(self) -> None:
        """Wait for the queue. Raise `GpuError` for errors in it."""
        with self._reporting():
            self._cupy.cuda.runtime.deviceSynchronize()

    def product_ms(self, rows: int, inner: int, columns: int, element: str) -> float | None:
        """Return the median of nine runs of `cupy.matmul` (cuBLAS), in true float32 (no TF32); None without cuBLAS."""
        cupy = self._cupy
        if element not in ("float", "double"):
            return None
        dtype = SPELLED[element].dtype
        try:
            a, b = cupy.ones((rows, inner), dtype), cupy.ones((inner, columns), dtype)
            c = cupy.empty((rows, columns), dtype)
            times = []
            for _ in range(12):
                start = self.mark()
                cupy.matmul(a, b, out=c)
                times.append(self.elapsed_ms(start, self.mark()))
        except Exception:  # cuBLAS is optional: without it there is no comparison
            return None
        return float(np.median(times[3:]))

    def clocks(self) -> dict[str, Any]:
        """Return clock rates and reasons for throttling; from NVML, if its Python binding is installed."""
        try:
            import pynvml

            pynvml.nvmlInit()
            bus = self._cupy.cuda.runtime.deviceGetPCIBusId(self._ordinal)
            handle = pynvml.nvmlDeviceGetHandleByPciBusId(bus.encode() if isinstance(bus, str) else bus)
            return {
                "sm_mhz": int(pynvml.nvmlDeviceGetClockInfo(handle, pynvml.NVML_CLOCK_SM)),
                "memory_mhz": int(pynvml.nvmlDeviceGetClockInfo(handle, pynvml.NVML_CLOCK_MEM)),
                "sm_max_mhz": int(pynvml.nvmlDeviceGetMaxClockInfo(handle, pynvml.NVML_CLOCK_SM)),
                "temperature_c": int(pynvml.nvmlDeviceGetTemperature(handle, pynvml.NVML_TEMPERATURE_GPU)),
                "throttle_reasons": int(pynvml.nvmlDeviceGetCurrentClocksThrottleReasons(handle)),
            }
        except Exception:  # a report without clocks is better than none
            return {}


class _Registered:
    """Keeps memory of the host that the GPU uses; tells the driver when that is over."""

    def __init__(self, runtime: Any, address: int, data: np.ndarray, errors: tuple[type[Exception], ...]) -> None:  # noqa: ANN401
        self._runtime, self._address, self._data, self._errors = runtime, address, data, errors

    def __del__(self) -> None:
        with contextlib.suppress(*self._errors):
            self._runtime.hostUnregister(self._address)


_SCALARS: dict[int, Any] = {1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}


def _cupy_argument(argument: DriverArgument) -> Any:  # noqa: ANN401
    """Return a pointer as its 64-bit address, another parameter as a NumPy value with exactly these bytes."""
    if isinstance(argument, Region):
        return np.uint64(_address(argument))
    if isinstance(argument, Struct):
        argument = argument.filled(_address)
    scalar = _SCALARS.get(len(argument))
    if scalar is not None:
        return np.frombuffer(argument, scalar)[0]
    return np.frombuffer(argument, np.dtype((np.void, len(argument)))).reshape(())


def _address(region: Region) -> int:
    return int(region.memory.data.ptr) + region.offset
