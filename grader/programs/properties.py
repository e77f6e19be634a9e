"""The device that programs see: its properties and attributes, as `cudaGetDeviceProperties` tells them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.devices.gpu_driver import PROPERTIES
from grader.hardware import Gpu, find_gpu, gpu_of

GPU = find_gpu("H100")
_FIELDS: Mapping[str, int] = {
    "totalGlobalMem": 80 << 30, "sharedMemPerBlock": GPU.shared_per_block, "regsPerBlock": GPU.registers_per_block,
    "warpSize": 32, "memPitch": (1 << 31) - 1, "maxThreadsPerBlock": GPU.threads_per_block, "maxThreadsDim[0]": 1024,
    "maxThreadsDim[1]": 1024, "maxThreadsDim[2]": 64, "maxGridSize[0]": (1 << 31) - 1, "maxGridSize[1]": 65535,
    "maxGridSize[2]": 65535, "clockRate": 1_980_000, "totalConstMem": 65536, "major": GPU.compute_capability[0],
    "minor": GPU.compute_capability[1], "textureAlignment": 512, "deviceOverlap": 1,
    "multiProcessorCount": GPU.multiprocessors, "canMapHostMemory": 1, "concurrentKernels": 1, "asyncEngineCount": 3,
    "unifiedAddressing": 1, "memoryClockRate": 2_619_000, "memoryBusWidth": 5120, "l2CacheSize": 50 << 20,
    "maxThreadsPerMultiProcessor": GPU.threads_per_multiprocessor,
    "sharedMemPerMultiprocessor": GPU.shared_per_multiprocessor,
    "regsPerMultiprocessor": GPU.registers_per_multiprocessor, "managedMemory": 1, "concurrentManagedAccess": 1,
    "cooperativeLaunch": 1, "sharedMemPerBlockOptin": GPU.shared_per_block_optin,
    "maxBlocksPerMultiProcessor": GPU.blocks_per_multiprocessor, "globalL1CacheSupported": 1,
    "localL1CacheSupported": 1,
}  # fmt: skip
"""In the order in which `include/grader_cuda.h` reads them."""
_ATTRIBUTES = {
    1: "maxThreadsPerBlock", 2: "maxThreadsDim[0]", 3: "maxThreadsDim[1]", 4: "maxThreadsDim[2]",
    5: "maxGridSize[0]", 6: "maxGridSize[1]", 7: "maxGridSize[2]", 8: "sharedMemPerBlock", 9: "totalConstMem",
    10: "warpSize", 11: "memPitch", 12: "regsPerBlock", 13: "clockRate", 14: "textureAlignment", 15: "deviceOverlap",
    16: "multiProcessorCount", 19: "canMapHostMemory", 31: "concurrentKernels", 36: "memoryClockRate",
    37: "memoryBusWidth", 38: "l2CacheSize", 39: "maxThreadsPerMultiProcessor", 40: "asyncEngineCount",
    41: "unifiedAddressing", 75: "major", 76: "minor", 79: "globalL1CacheSupported", 80: "localL1CacheSupported",
    81: "sharedMemPerMultiprocessor", 82: "regsPerMultiprocessor", 83: "managedMemory", 89: "concurrentManagedAccess",
    95: "cooperativeLaunch", 97: "sharedMemPerBlockOptin", 106: "maxBlocksPerMultiProcessor",
}  # fmt: skip
_ALWAYS = (78, 115)
"""Attributes that are 1: streams have priorities, pools of memory are there."""


@dataclass(frozen=True, slots=True)
class Properties:
    """Those of one device: its limits, the name that programs get, and the fields of `cudaDeviceProp`."""

    gpu: Gpu = GPU
    name: str = f"{GPU.name} (emulated)"
    fields: Mapping[str, int] = field(default_factory=lambda: _FIELDS)

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Properties:
        """Return those of a GPU, as its driver tells them."""
        gpu = gpu_of(facts)
        told = {theirs: facts[ours] for theirs, ours in PROPERTIES.items() if theirs in _FIELDS and ours in facts}
        major, minor = gpu.compute_capability
        return cls(gpu, gpu.name, {**_FIELDS, **told} | {"major": major, "minor": minor})

    def packed(self) -> bytes:
        """Return the name and the fields as the runtime reads them."""
        return self.name.encode()[:255].ljust(256, b"\0") + np.array([*self.fields.values()], np.int64).tobytes()

    def attribute(self, number: int) -> int:
        """Return what `cudaDeviceGetAttribute` does; 0 for what is not known."""
        return self.fields[_ATTRIBUTES[number]] if number in _ATTRIBUTES else int(number in _ALWAYS)
