"""Facts about GPUs: limits by name, blocks per multiprocessor, the arithmetic of tile sizes.

from grader.hardware import find_gpu, occupancy_of, tile_table
gpu = find_gpu("RTX 3060")                   # or limits_of((8, 6)) with `dataclasses.replace` for a real device
occupancy_of(gpu, threads_per_block=1024, registers=32, shared_bytes=8192).blocks
tile_table(gpu)                              # the lecture's table; `attainable_gflops` is the roofline
"""

from grader.hardware.gpus import GPUS, Gpu, find_gpu, limits_of
from grader.hardware.occupancy import (
    Occupancy,
    TileRow,
    attainable_gflops,
    naive_bound_gflops,
    occupancy_of,
    tile_table,
)

__all__ = [
    "GPUS",
    "Gpu",
    "Occupancy",
    "TileRow",
    "attainable_gflops",
    "find_gpu",
    "limits_of",
    "naive_bound_gflops",
    "occupancy_of",
    "tile_table",
]
