"""Figures of the sample kernel: traffic, time, points, counts by line, what ptxas says."""

from __future__ import annotations

import random

from grader.results import (
    Ideal,
    LineCount,
    Performance,
    Resources,
    RubricItem,
    Status,
    Threshold,
    Timing,
    Traffic,
)
from tests.report.sample_kernel import BARRIERS, LOAD_A, LOAD_B, MULTIPLY, STORE_C


def traffic(kernel: str, reuse: float, n: int = 128, tile: int = 16) -> Traffic:
    """Exact counts of a kernel on n×n×n that reads each global element for `reuse` threads at once."""
    loads = int(2 * n**3 / reuse)
    return Traffic(
        kernel=kernel,
        sizes={"M": n, "K": n, "N": n},
        tile_width=tile,
        global_loads=loads,
        global_load_bytes=4 * loads,
        global_stores=n * n,
        global_store_bytes=4 * n * n,
        shared_loads=0 if kernel == "naive" else 2 * n**3,
        shared_stores=0 if kernel == "naive" else loads,
        flop=2 * n**3,
        barriers=0 if kernel == "naive" else 2 * n**3 // tile,
        loads_per_output=loads / n**2,
        flop_per_byte=2 * n**3 / (4 * loads),
        global_load_sectors=loads // 8,
        global_load_requests=loads // 32,
    )


def performance(student_reuse: float = 16.0, **changes: object) -> Performance:
    """Traffic as the criterion, as on a machine with no GPU."""
    fields: dict[str, object] = {
        "criterion": "traffic",
        "status": Status.PASSED if student_reuse > 8 else Status.FAILED,
        "message": f"Your kernel loads {student_reuse:g}× fewer bytes from global memory than the naive one.",
        "points": 15.0 if student_reuse > 8 else 0.0,
        "max_points": 15.0,
        "thresholds": (Threshold(ratio=4, share=0.5), Threshold(ratio=8, share=1.0)),
        "traffic": (traffic("naive", 1), traffic("student", student_reuse), traffic("reference", 16)),
        "traffic_ratio": student_reuse,
        "ideal": Ideal(loads_per_output=16.0, words="2·K/T = 2·128/16"),
        "explanation": "No GPU was found, so nothing was timed; memory traffic decides.",
    }
    return Performance(**{**fields, **changes})  # type: ignore[arg-type]


def timing(ratio: float = 1.51, *, conclusive: bool = True) -> Timing:
    """Eleven pairs around `ratio` at 1024³."""
    rng = random.Random(3)
    ratios = tuple(ratio * (1 + rng.uniform(-0.02, 0.02) * (1 if conclusive else 8)) for _ in range(11))
    return Timing(
        sizes={"M": 1024, "K": 1024, "N": 1024},
        tile_width=16,
        naive_ms=0.428,
        student_ms=0.428 / ratio,
        reference_ms=0.283,
        cublas_ms=0.068,
        ratio=ratio,
        ratio_low=ratio * (0.99 if conclusive else 0.9),
        ratio_high=ratio * (1.01 if conclusive else 1.12),
        confidence=0.95,
        pairs=11,
        ratios=ratios,
        gflops=2 * 1024**3 / (0.428 / ratio * 1e6),
        peak_share=0.11,
        cublas_share=0.24,
        conclusive=conclusive,
    )


def lines(n: int = 128, tile: int = 16) -> tuple[LineCount, ...]:
    """Counts of the sample kernel's lines on n×n×n."""
    loads, inner = n**3 // tile, n**3
    return (
        LineCount(line=LOAD_A, global_loads=loads, global_load_bytes=4 * loads, shared_stores=loads,
                  shared_store_bytes=4 * loads, sectors=loads // 8, requests=loads // 32),
        LineCount(line=LOAD_B, global_loads=loads, global_load_bytes=4 * loads, shared_stores=loads,
                  shared_store_bytes=4 * loads, sectors=loads // 8, requests=loads // 32),
        LineCount(line=BARRIERS[0], barriers=loads),
        LineCount(line=MULTIPLY, shared_loads=2 * inner, shared_load_bytes=8 * inner, flop=2 * inner,
                  bank_wavefronts=inner // 16, bank_ideal_wavefronts=inner // 16),
        LineCount(line=BARRIERS[1], barriers=loads),
        LineCount(line=STORE_C, global_stores=n * n, global_store_bytes=4 * n * n, sectors=n * n // 8,
                  requests=n * n // 32),
    )  # fmt: skip


def rubric(
    correctness: float = 50, safety: float = 20, tiling: float = 15, speed: float = 15
) -> tuple[RubricItem, ...]:
    """The four items with the points given; an item is failed when it has less than all."""
    rows = (
        ("correctness", "Correct results", correctness, 50.0),
        ("safety", "No races, no stray accesses", safety, 20.0),
        ("tiling", "Really tiled", tiling, 15.0),
        ("performance", "Performance", speed, 15.0),
    )
    return tuple(
        RubricItem(
            name=name,
            title=title,
            status=Status.PASSED if got == most else Status.FAILED,
            points=got,
            max_points=most,
        )
        for name, title, got, most in rows
    )


def resources(tile: int) -> Resources:
    """What ptxas says of the sample kernel."""
    return Resources(
        tile_width=tile,
        registers=32,
        shared_bytes=8 * tile * tile,
        threads_per_block=tile * tile,
        blocks_per_multiprocessor=8 if tile == 16 else 2,
        occupancy=1.0,
        limited_by="threads",
        target="sm_80",
        launchable=True,
    )
