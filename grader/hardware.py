"""Facts about GPUs: limits by name, blocks per multiprocessor, the lecture's arithmetic of tile sizes.

from grader.hardware import find_gpu, occupancy_of, tile_table
gpu = find_gpu("RTX 3060")                   # or limits_of((8, 6)) with `dataclasses.replace` for a real device
occupancy_of(gpu, threads_per_block=1024, registers=32, shared_bytes=8192).blocks
tile_table(gpu)                              # the lecture's table; `attainable_gflops` is the roofline

Limits: NVIDIA's CUDA C++ Programming Guide, table "Technical Specifications per Compute Capability". Peak rates: 2 ×
FP32 lanes × boost clock. Bandwidths: the vendors' data sheets. The formula of occupancy is that of NVIDIA's calculator
(`cuda_occupancy.h`, documented in the CUDA C++ Best Practices Guide, "Occupancy"): registers are allocated to warps in
units and divided among the schedulers; shared memory is allocated to blocks in units, with a reserve for each; threads
and blocks have their own limits; the lowest limit counts.
"""

from __future__ import annotations

import contextlib
import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

KIB = 1024
MOST_BLOCK = (1024, 1024, 64)
MOST_GRID = (2**31 - 1, 65535, 65535)
"""Threads of a block and blocks of a grid along x, y and z, the same on every GPU that is known here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gpu:
    """One GPU. Rates are GFLOP/s in float32 and GB/s (10⁹ bytes); memory sizes are bytes.

    `shared_reserved_bytes` is the system's share of shared memory per resident block. `register_unit` and `shared_unit`
    are the granularities of allocating registers (to a warp) and shared memory (to a block). `partitions` is the number
    of warp schedulers that share a multiprocessor's registers. `fp32_lanes` is the number of multiply-adds per clock
    and multiprocessor (Programming Guide, "Throughput of Native Arithmetic Instructions").
    """

    name: str
    compute_capability: tuple[int, int]
    multiprocessors: int
    peak_gflops: float
    bandwidth_gbs: float
    threads_per_multiprocessor: int = 2048
    blocks_per_multiprocessor: int = 32
    shared_per_multiprocessor: int
    shared_per_block: int = 48 * KIB
    shared_per_block_optin: int
    shared_reserved_bytes: int = 0
    shared_unit: int = 256
    threads_per_block: int = 1024
    registers_per_multiprocessor: int = 65536
    registers_per_block: int = 65536
    register_unit: int = 256
    registers_per_thread: int = 255
    partitions: int = 4
    fp32_lanes: int = 128


_SM_60 = Gpu(
    name="sm_60", compute_capability=(6, 0), multiprocessors=0, peak_gflops=0, bandwidth_gbs=0,
    shared_per_multiprocessor=64 * KIB, shared_per_block_optin=48 * KIB, partitions=2, fp32_lanes=64,
)  # fmt: skip
_SM_61 = replace(
    _SM_60, name="sm_61", compute_capability=(6, 1), shared_per_multiprocessor=96 * KIB, partitions=4, fp32_lanes=128
)
_SM_70 = replace(_SM_61, name="sm_70", compute_capability=(7, 0), shared_per_block_optin=96 * KIB, fp32_lanes=64)
_SM_75 = replace(
    _SM_70, name="sm_75", compute_capability=(7, 5), threads_per_multiprocessor=1024, blocks_per_multiprocessor=16,
    shared_per_multiprocessor=64 * KIB, shared_per_block_optin=64 * KIB,
)  # fmt: skip
_SM_80 = replace(
    _SM_70, name="sm_80", compute_capability=(8, 0), shared_per_multiprocessor=164 * KIB,
    shared_per_block_optin=163 * KIB, shared_reserved_bytes=KIB, shared_unit=128,
)  # fmt: skip
_SM_86 = replace(
    _SM_80, name="sm_86", compute_capability=(8, 6), threads_per_multiprocessor=1536, blocks_per_multiprocessor=16,
    shared_per_multiprocessor=100 * KIB, shared_per_block_optin=99 * KIB, fp32_lanes=128,
)  # fmt: skip
_SM_89 = replace(_SM_86, name="sm_89", compute_capability=(8, 9), blocks_per_multiprocessor=24)
_SM_90 = replace(
    _SM_80, name="sm_90", compute_capability=(9, 0), shared_per_multiprocessor=228 * KIB,
    shared_per_block_optin=227 * KIB, fp32_lanes=128,
)  # fmt: skip
_SM_100 = replace(_SM_90, name="sm_100", compute_capability=(10, 0))
_SM_120 = replace(_SM_89, name="sm_120", compute_capability=(12, 0))

_ARCHITECTURES = (_SM_60, _SM_61, _SM_70, _SM_75, _SM_80, _SM_86, _SM_89, _SM_90, _SM_100, _SM_120)


def _named(base: Gpu, name: str, multiprocessors: int, peak_gflops: float, bandwidth_gbs: float) -> Gpu:
    return replace(
        base, name=name, multiprocessors=multiprocessors, peak_gflops=peak_gflops, bandwidth_gbs=bandwidth_gbs
    )


# The lecture's example device: 1,000 GFLOP/s, 150 GB/s, 2,048 threads and 64 KB of shared memory per multiprocessor.
LECTURE = replace(_named(_SM_60, "lecture", 1, 1000, 150), partitions=4)

GPUS: tuple[Gpu, ...] = (
    LECTURE,
    _named(_SM_60, "Tesla P100", 56, 10_600, 732),
    _named(_SM_61, "GeForce GTX 1060", 10, 4_375, 192),
    _named(_SM_61, "GeForce GTX 1080 Ti", 28, 11_340, 484),
    _named(_SM_70, "Tesla V100", 80, 15_700, 900),
    _named(_SM_75, "Tesla T4", 40, 8_141, 320),
    _named(_SM_75, "GeForce RTX 2080 Ti", 68, 13_450, 616),
    _named(_SM_80, "A100", 108, 19_500, 1_555),
    _named(_SM_80, "A100 80GB", 108, 19_500, 2_039),
    _named(_SM_86, "GeForce RTX 3060", 28, 12_740, 360),
    _named(_SM_86, "GeForce RTX 3090", 82, 35_580, 936),
    _named(_SM_86, "A10", 72, 31_240, 600),
    _named(_SM_89, "GeForce RTX 4060", 24, 15_110, 272),
    _named(_SM_89, "GeForce RTX 4090", 128, 82_580, 1_008),
    _named(_SM_89, "L4", 58, 30_290, 300),
    _named(_SM_90, "H100", 132, 66_910, 3_352),
    _named(_SM_90, "H200", 132, 66_910, 4_800),
    _named(_SM_120, "GeForce RTX 5090", 170, 104_800, 1_792),
)


def find_gpu(name: str) -> Gpu:
    """Return the GPU of the table that matches: `h200`, `RTX 4090` and `NVIDIA A100-SXM4-80GB` are all valid.

    Raise `KeyError` with a sentence that lists the names if none matches.
    """
    wanted = _words(name)
    exact = [gpu for gpu in GPUS if _words(gpu.name) == wanted]
    if exact:
        return exact[0]
    inside = [gpu for gpu in GPUS if _words(gpu.name) <= wanted or (wanted and wanted <= _words(gpu.name))]
    if inside:
        return max(inside, key=lambda gpu: (len(_words(gpu.name) & wanted), -len(_words(gpu.name))))
    close = difflib.get_close_matches(name.lower(), [gpu.name.lower() for gpu in GPUS], n=1)
    meant = f" Did you mean {close[0]}?" if close else ""
    raise KeyError(f"no GPU named {name}.{meant} Known: {', '.join(gpu.name for gpu in GPUS)}.")


def limits_of(compute_capability: tuple[int, int]) -> Gpu:
    """Return the limits of the newest known architecture that is not newer than this; its rates are 0."""
    older = [gpu for gpu in _ARCHITECTURES if gpu.compute_capability <= compute_capability]
    return older[-1] if older else _ARCHITECTURES[0]


_TOLD = (
    "multiprocessors", "threads_per_multiprocessor", "blocks_per_multiprocessor", "threads_per_block",
    "registers_per_multiprocessor", "registers_per_block", "shared_per_multiprocessor", "shared_per_block",
    "shared_per_block_optin",
)  # fmt: skip


def gpu_of(properties: Mapping[str, Any]) -> Gpu:
    """Return a device's limits and rates; missing ones come from its architecture or from the table, by name."""
    major, minor = (int(part) for part in str(properties["compute_capability"]).split("."))
    name = str(properties["name"])
    values: dict[str, Any] = {field: int(properties[field]) for field in _TOLD if properties.get(field)}
    for rate in ("peak_gflops", "bandwidth_gbs"):
        values[rate] = float(properties.get(rate) or 0)
        with contextlib.suppress(KeyError):  # no such GPU in the table
            values[rate] = values[rate] or float(getattr(find_gpu(name), rate))
    return replace(limits_of((major, minor)), name=name, **values)


def _words(name: str) -> frozenset[str]:
    """Return the words that distinguish GPUs: `NVIDIA GeForce RTX3060` gives rtx, 3060."""
    plain = re.sub(r"sxm\d?|pcie|nvidia|geforce|tesla|laptop|gpu", " ", name.lower())
    return frozenset(re.findall(r"[a-z]+|\d+", plain))


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
    by_registers = gpu.blocks_per_multiprocessor
    if registers > gpu.registers_per_thread or (
        registers and registers_of_block(gpu, warps * WARP, registers) > gpu.registers_per_block
    ):
        by_registers = 0
    elif registers:
        of_a_warp = _round_up(registers * WARP, gpu.register_unit)
        by_registers = gpu.registers_per_multiprocessor // gpu.partitions // of_a_warp * gpu.partitions // warps
    limits = {
        "threads": most_warps // warps if threads_per_block <= gpu.threads_per_block else 0,
        "shared memory": _by_shared(gpu, shared_bytes),
        "registers": by_registers,
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
    rows = []
    for width in widths:
        threads = width * width
        shared = 2 * threads * _FLOAT_BYTES
        fits = occupancy_of(gpu, threads_per_block=threads, shared_bytes=shared)
        rows.append(
            TileRow(
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
        )
    return tuple(rows)


def naive_bound_gflops(gpu: Gpu) -> float:
    """Return the naive kernel's limit from memory bandwidth: 2 floating-point operations for every 8 bytes loaded."""
    return gpu.bandwidth_gbs / _FLOAT_BYTES


def _by_shared(gpu: Gpu, shared_bytes: int) -> int:
    if shared_bytes > gpu.shared_per_block_optin:
        return 0
    taken = _round_up(shared_bytes + gpu.shared_reserved_bytes, gpu.shared_unit)
    return gpu.shared_per_multiprocessor // taken if taken else gpu.blocks_per_multiprocessor


def _round_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit
