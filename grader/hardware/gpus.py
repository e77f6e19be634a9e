"""GPUs by name: the limits that decide occupancy, and the two numbers of a roofline.

Limits: NVIDIA's CUDA C++ Programming Guide, table "Technical Specifications per Compute Capability". Peak rates: 2 ×
FP32 lanes × boost clock. Bandwidths: the vendors' data sheets.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace

KIB = 1024


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

    @property
    def architecture(self) -> str:
        """The compiler's name for it: `sm_80`."""
        return "sm_{}{}".format(*self.compute_capability)


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


def _words(name: str) -> frozenset[str]:
    """Return the words that distinguish GPUs: `NVIDIA GeForce RTX3060` gives rtx, 3060."""
    plain = re.sub(r"sxm\d?|pcie|nvidia|geforce|tesla|laptop|gpu", " ", name.lower())
    return frozenset(re.findall(r"[a-z]+|\d+", plain))
