"""Memory traffic and time of a kernel with the points for them, and techniques tried after all points."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from grader.results.base import ResultModel, Sizes, Status
from grader.results.findings import Finding


class Traffic(ResultModel):
    """Measured global memory traffic of one kernel at one set of sizes, exact counts of accesses by threads."""

    kernel: str
    sizes: Sizes
    tile_width: int
    global_loads: int
    global_load_bytes: int
    global_stores: int
    global_store_bytes: int
    shared_loads: int
    shared_stores: int
    flop: int
    barriers: int
    atomics: int = 0
    global_atomic_bytes: int = 0
    shared_atomic_bytes: int = 0
    loads_per_output: float
    flop_per_byte: float
    global_load_sectors: int | None = None
    global_load_requests: int | None = None
    global_sectors: int | None = None
    bank_conflict_wavefronts: int | None = None
    shared_wavefronts: int | None = None
    working_threads: int | None = None
    """Threads with at least one load or store in global or shared memory."""
    branches: int | None = None
    divided_branches: int | None = None
    """Executions of a branch by a warp, and those at which its threads go different ways."""


class Ideal(ResultModel):
    """What the lesson's idea alone can reach: loads from global memory a cell, and the sum that gives them."""

    loads_per_output: float
    words: str


class Timing(ResultModel):
    """Paired timing of naive and student at these sizes, in milliseconds; `ratios` are naive/student, one a pair."""

    sizes: Sizes
    tile_width: int
    naive_ms: float
    student_ms: float
    reference_ms: float | None = None
    cublas_ms: float | None = None
    ratio: float
    ratio_low: float
    ratio_high: float
    confidence: float
    pairs: int
    ratios: tuple[float, ...] = ()
    gflops: float | None = None
    peak_share: float | None = None
    cublas_share: float | None = None
    conclusive: bool = True
    clocks: dict[str, Any] = Field(default_factory=dict)


class Threshold(ResultModel):
    """One step of the performance grade: `share` of the points from `ratio` on."""

    ratio: float
    share: float


class Performance(ResultModel):
    """The performance criterion: `time` on a GPU, `traffic` elsewhere. `share` of the points was earned."""

    criterion: str
    status: Status
    message: str = ""
    points: float = 0.0
    max_points: float = 0.0
    share: float = 0.0
    thresholds: tuple[Threshold, ...] = ()
    traffic: tuple[Traffic, ...] = ()
    traffic_ratio: float | None = None
    ideal: Ideal | None = None
    timing: tuple[Timing, ...] = ()
    explanation: str = ""


class LineCount(ResultModel):
    """What the student's line did, summed over the threads of the case named in `Results.lines_case`."""

    line: int
    global_loads: int = 0
    global_load_bytes: int = 0
    global_stores: int = 0
    global_store_bytes: int = 0
    shared_loads: int = 0
    shared_load_bytes: int = 0
    shared_stores: int = 0
    shared_store_bytes: int = 0
    atomics: int = 0
    flop: int = 0
    barriers: int = 0
    sectors: int | None = None
    requests: int | None = None
    bank_wavefronts: int | None = None
    bank_ideal_wavefronts: int | None = None
    branches: int | None = None
    divided_branches: int | None = None


class Demand(ResultModel):
    """What a kernel asks of a GPU on one set of sizes: loads by all threads, bytes loaded from global memory, passes
    through the banks of shared memory; barriers of a thread in each phase; shared bytes and threads of a block.
    """

    global_loads: int
    global_load_bytes: int
    shared_loads: int
    bank_passes: int | None = None
    barriers: float | None = None
    shared_bytes: int = 0
    threads: int = 0


class Technique(ResultModel):
    """One technique: whether the kernel has it already, else what it would ask of a GPU `then`."""

    name: str
    present: bool = False
    then: Demand | None = None


class BarrierTrial(ResultModel):
    """The kernel without the barrier on one line, run on `cases`: what was `found` then, the gravest of each kind, and
    how many cells were wrong. Nothing found and nothing wrong says that no run showed what it is for.
    """

    line: int
    cases: tuple[str, ...]
    found: tuple[Finding, ...] = ()
    wrong_cells: int = 0


class Beyond(ResultModel):
    """Of a kernel that has all points: what was counted at these sizes (`now`, with so many floating-point operations
    in all), techniques in the order of the lesson, and the trials of its barriers. Where no points depend on counts
    there are none, and no techniques.
    """

    sizes: Sizes = Field(default_factory=dict)
    tile_width: int = 0
    flop: int = 0
    registers: int = 0
    now: Demand | None = None
    techniques: tuple[Technique, ...] = ()
    barriers: tuple[BarrierTrial, ...] = ()
