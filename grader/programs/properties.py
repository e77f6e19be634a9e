"""The device that programs see: its properties and attributes, as `cudaGetDeviceProperties` tells them."""

from __future__ import annotations

import numpy as np

from grader.hardware import find_gpu

GPU = find_gpu("H100")
TOTAL_BYTES = 80 << 30


def properties() -> bytes:
    """Return the name and the fields, in the order in which `include/grader_cuda.h` reads them."""
    name = f"{GPU.name} (emulated)".encode().ljust(256, b"\0")
    return name + np.array([value for _, value in _FIELDS], np.int64).tobytes()


_FIELDS = (
    ("totalGlobalMem", TOTAL_BYTES), ("sharedMemPerBlock", GPU.shared_per_block),
    ("regsPerBlock", GPU.registers_per_block), ("warpSize", 32), ("memPitch", (1 << 31) - 1),
    ("maxThreadsPerBlock", GPU.threads_per_block), ("maxThreadsDim[0]", 1024), ("maxThreadsDim[1]", 1024),
    ("maxThreadsDim[2]", 64), ("maxGridSize[0]", (1 << 31) - 1), ("maxGridSize[1]", 65535),
    ("maxGridSize[2]", 65535), ("clockRate", 1_980_000), ("totalConstMem", 65536),
    ("major", GPU.compute_capability[0]), ("minor", GPU.compute_capability[1]), ("textureAlignment", 512),
    ("deviceOverlap", 1), ("multiProcessorCount", GPU.multiprocessors), ("canMapHostMemory", 1),
    ("concurrentKernels", 1), ("asyncEngineCount", 3), ("unifiedAddressing", 1), ("memoryClockRate", 2_619_000),
    ("memoryBusWidth", 5120), ("l2CacheSize", 50 << 20),
    ("maxThreadsPerMultiProcessor", GPU.threads_per_multiprocessor),
    ("sharedMemPerMultiprocessor", GPU.shared_per_multiprocessor),
    ("regsPerMultiprocessor", GPU.registers_per_multiprocessor), ("managedMemory", 1), ("concurrentManagedAccess", 1),
    ("cooperativeLaunch", 1), ("sharedMemPerBlockOptin", GPU.shared_per_block_optin),
    ("maxBlocksPerMultiProcessor", GPU.blocks_per_multiprocessor), ("globalL1CacheSupported", 1),
    ("localL1CacheSupported", 1),
)  # fmt: skip
ATTRIBUTES = {
    1: 1024, 2: 1024, 3: 1024, 4: 64, 5: (1 << 31) - 1, 6: 65535, 7: 65535, 8: GPU.shared_per_block, 9: 65536, 10: 32,
    11: (1 << 31) - 1, 12: GPU.registers_per_block, 13: 1_980_000, 14: 512, 15: 1, 16: GPU.multiprocessors,
    19: 1, 31: 1, 36: 2_619_000, 37: 5120, 38: 50 << 20, 39: GPU.threads_per_multiprocessor, 40: 3, 41: 1,
    75: GPU.compute_capability[0], 76: GPU.compute_capability[1], 81: GPU.shared_per_multiprocessor,
    78: 1, 79: 1, 80: 1, 82: GPU.registers_per_multiprocessor, 83: 1, 89: 1, 95: 1, 97: GPU.shared_per_block_optin,
    106: GPU.blocks_per_multiprocessor, 115: 1,
}  # fmt: skip
