"""Results for kernels with all points: techniques beyond the lesson, and trials without each barrier."""

from __future__ import annotations

from pydantic import Field

from grader.results.base import ResultModel, Sizes
from grader.results.findings import Finding


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
