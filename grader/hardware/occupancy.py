"""Blocks per multiprocessor, and the lecture's arithmetic for tile sizes.

The formula is that of NVIDIA's occupancy calculator (`cuda_occupancy.h`, documented in the CUDA C++ Best Practices
Guide, "Occupancy"): registers are allocated to warps in units and divided among the schedulers; shared memory is
allocated to blocks in units, with a reserve for each; threads and blocks have their own limits; the lowest limit
counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.hardware.gpus import Gpu

WARP = 32
_FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupancy:
    """Blocks per multiprocessor: `limits` by threads, shared memory, registers and blocks.

    The lowest limit counts. `occupancy` is resident warps divided by the maximum. `blocks` is 0 if not even one block
    fits.
    """

    blocks: int
    occupancy: float
    limited_by: str
    limits: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TileRow:
    """One tile width on one GPU. Loads are float loads; rates are GFLOP/s.

    `flop_per_load` is the reuse: each float that a block loads serves `tile_width` floating-point operations.
    `pending_loads` is the number of loads of all resident threads of a multiprocessor in one phase.
    """

    tile_width: int
    threads_per_block: int
    shared_bytes: int
    loads_per_phase: int
    flop_per_phase: int
    occupancy: Occupancy
    pending_loads: int
    flop_per_load: int
    bandwidth_bound_gflops: float
    attainable_gflops: float
    launchable: bool


def occupancy_of(gpu: Gpu, *, threads_per_block: int, registers: int = 0, shared_bytes: int = 0) -> Occupancy:
    """Return a kernel's occupancy; `shared_bytes` is static plus dynamic; with 0 registers, registers are no limit."""
    warps = -(-threads_per_block // WARP)
    most_warps = gpu.threads_per_multiprocessor // WARP
    limits = {
        "threads": most_warps // warps if threads_per_block <= gpu.threads_per_block else 0,
        "shared memory": _by_shared(gpu, shared_bytes),
        "registers": _by_registers(gpu, warps, registers),
        "blocks": gpu.blocks_per_multiprocessor,
    }
    limited_by = min(limits, key=lambda name: limits[name])
    blocks = limits[limited_by]
    return Occupancy(blocks=blocks, occupancy=blocks * warps / most_warps, limited_by=limited_by, limits=limits)


def registers_of_block(gpu: Gpu, threads_per_block: int, registers: int) -> int:
    """Return the registers of one block: per warp in whole units, for a multiple of the schedulers."""
    warps = -(-threads_per_block // WARP)
    return _round_up(warps, gpu.partitions) * _round_up(registers * WARP, gpu.register_unit)


def attainable_gflops(gpu: Gpu, flop_per_byte: float) -> float:
    """Return the roofline in GFLOP/s: the minimum of the peak and the rate that the bandwidth allows."""
    return min(gpu.peak_gflops, gpu.bandwidth_gbs * flop_per_byte)


def shared_bound_gflops(gpu: Gpu, *, flop: int, bank_passes: int) -> float:
    """Return the limit in GFLOP/s for a kernel with this many passes through the shared memory banks, one per clock.

    CUDA C++ Programming Guide, "Shared Memory" of compute capability 5.x and later: each of the 32 banks delivers 4
    bytes per clock. So a warp's access without conflicts takes one clock, in which the lanes could do `fp32_lanes`
    multiply-adds. ptxas merges neighbouring loads, so a GPU may need fewer passes than the PTX shows.
    """
    return gpu.peak_gflops * min(1.0, flop / 2 / gpu.fp32_lanes / max(1, bank_passes))


def tile_table(gpu: Gpu, widths: Sequence[int] = (8, 16, 32)) -> tuple[TileRow, ...]:
    """Return a row per tile width, for the textbook kernel with two float tiles and one thread per cell."""
    return tuple(_tile_row(gpu, width) for width in widths)


def naive_bound_gflops(gpu: Gpu) -> float:
    """Return the naive kernel's limit from memory bandwidth: 2 floating-point operations for every 8 bytes loaded."""
    return gpu.bandwidth_gbs / _FLOAT_BYTES


def _tile_row(gpu: Gpu, width: int) -> TileRow:
    threads = width * width
    shared = 2 * threads * _FLOAT_BYTES
    fits = occupancy_of(gpu, threads_per_block=threads, shared_bytes=shared)
    return TileRow(
        tile_width=width,
        threads_per_block=threads,
        shared_bytes=shared,
        loads_per_phase=2 * threads,
        flop_per_phase=2 * width * threads,
        occupancy=fits,
        pending_loads=fits.blocks * 2 * threads,
        flop_per_load=width,
        bandwidth_bound_gflops=gpu.bandwidth_gbs / _FLOAT_BYTES * width,
        attainable_gflops=attainable_gflops(gpu, width / _FLOAT_BYTES),
        launchable=threads <= gpu.threads_per_block and shared <= gpu.shared_per_block,
    )


def _by_shared(gpu: Gpu, shared_bytes: int) -> int:
    if shared_bytes > gpu.shared_per_block_optin:
        return 0
    taken = _round_up(shared_bytes + gpu.shared_reserved_bytes, gpu.shared_unit)
    return gpu.shared_per_multiprocessor // taken if taken else gpu.blocks_per_multiprocessor


def _by_registers(gpu: Gpu, warps: int, registers: int) -> int:
    if registers == 0:
        return gpu.blocks_per_multiprocessor
    if registers > gpu.registers_per_thread:
        return 0
    if registers_of_block(gpu, warps * WARP, registers) > gpu.registers_per_block:
        return 0
    warp_registers = _round_up(registers * WARP, gpu.register_unit)
    warps_each = gpu.registers_per_multiprocessor // gpu.partitions // warp_registers
    return warps_each * gpu.partitions // warps


def _round_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit
