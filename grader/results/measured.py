"""What was measured of a kernel: memory traffic, time, the points for them, techniques tried after all points, runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field

from grader.results.base import ResultModel, Sizes, SparseModel, Status, members_of
from grader.results.findings import Finding
from grader.results.kinds import Kind


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


# -- a recorded run of one block ---------------------------------------------------------------------------------------


class SharedArray(ResultModel):
    """A shared array of a recording, with its dimensions as declared, outermost first."""

    name: str
    dims: tuple[int, ...]
    dtype: str = "float"


Replays = Literal["all", "faulty"]
"""Which runs are recorded: all, or only those of kernels with faults."""


class Contents(ResultModel):
    """What an array of a recording holds after the launch, in its natural shape, the last subscript fastest."""

    dims: tuple[int, ...]
    values: tuple[float, ...]


class Recording(SparseModel):
    """A recorded run of one block of the student's own kernel: what the replay and `trace` show.

    Events are rows `[thread, phase, line, op, object, index, value]` in the order they ran. `thread` is linear in the
    block, `phase` counts barriers passed, `op` is one of load, store, atomic, fma, barrier, exit. For load, store and
    atomic `object` is a buffer or a shared array and `index` the linear element in it (−1: outside the array); of an
    atomic `value` is what the element holds afterwards; for fma
    `object` is empty, `index` is 0 and `value` the result.
    `buffers` hold the inputs and, under the name `output`, what came out; `expected` is what should have.

    `lab` reads what it means. Of several launches this is number `launch`, of `kernel`. In a lab that is data
    `before` has the buffers that change as they were before the launch; `found` lists the kinds of findings of the run
    with their lines, `wrong_elements` those of the output that are not right when all launches have ended. `judged`
    says that this is the launch to look at: the last one, or an earlier one that goes wrong. Of such a one `output` is
    the buffer that it leaves wrong, with `buffers`, `expected` (NaN where a later launch goes on) and `wrong_elements`
    as they are after it. The elements of `vectors` have components, which the last subscript counts; of structs
    `members` has their names.
    """

    sparse = (
        "lab", "launch", "kernel", "before", "found", "wrong_elements", "judged", "vectors", "members",
    )  # fmt: skip
    case: str
    sizes: Sizes
    tile_width: int
    grid: tuple[int, int, int]
    block_dim: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: tuple[SharedArray, ...]
    buffers: dict[str, Contents]
    output: str
    expected: tuple[float, ...]
    events: tuple[tuple[int, int, int, str, str, int, float], ...]
    truncated: bool = False
    title: str = ""
    lab: str = "matmul"
    launch: int = 0
    kernel: str = ""
    before: dict[str, Contents] = Field(default_factory=dict)
    found: tuple[tuple[str, int], ...] | None = None
    wrong_elements: tuple[int, ...] = ()
    judged: bool = True
    vectors: tuple[str, ...] = ()
    members: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    def members_of(self, array: str) -> Sequence[str]:
        """Return the names of what the last subscript of an array counts; empty if they are its elements."""
        return members_of(array, self.vectors, self.members)

    @property
    def may_race(self) -> bool:
        """Whether its threads may race, as far as known: more than whole barriers may order them."""
        return self.found is None or any(kind == Kind.DATA_RACE.value for kind, _ in self.found)
