"""The counts of launches, for results and for requirements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from grader.devices.base import Profile
from grader.emulator.result import Counters, LineCounters
from grader.results import LineCount, Resources, Sizes, Traffic

LESS_THAN_NAIVE = 1.1
"""Naive's load bytes divided by a kernel's, from which the kernel counts as different from naive."""

LEAST_SHARED = 0.25
"""How many values go into shared memory, and come from there, for each that is loaded from global memory. A tiled
kernel has at least half: one matrix through shared memory, the other through registers."""

COUNTS = (
    "global_loads", "global_load_bytes", "global_stores", "global_store_bytes", "shared_loads", "shared_stores",
    "flop", "barriers", "atomics", "global_atomic_bytes", "shared_atomic_bytes",
)  # fmt: skip
"""What is counted of every launch, by the names that the emulator, results and requirements have for it."""
_COUNTED_AS = {
    "sectors": "global_sectors", "requests": "global_requests",
    "bank_wavefronts": "shared_wavefronts", "bank_ideal_wavefronts": "shared_ideal_wavefronts",
}  # fmt: skip
"""The emulator's names of some columns of the results; the others have the same name."""

Part = tuple[str | None, str | None]
"""What is counted by itself: the launches of a kernel, or all; the accesses to a buffer, or all."""
WHOLE: Part = (None, None)


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted; `more` are further counts, by the names that requirements have for them."""

    traffic: Traffic
    more: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The student's kernel beside the naive one on the same data; `right`: the results were right.

    `place` names the variant for messages, and the sizes if they are `drawn` from the seed. `parts` has the counts of
    a kernel's launches alone, of one buffer alone, or of both, if points depend on them; `needs` is what ptxas says of
    each launched kernel, if it says anything. `chosen` are the numbers that its file chooses, `more` further counts.
    """

    naive: Traffic
    student: Traffic
    reference: Traffic | None
    right: bool
    place: str
    drawn: bool = False
    needs: tuple[Resources, ...] = ()
    parts: Mapping[Part, Counts] = field(default_factory=dict)
    chosen: Sizes = field(default_factory=dict)
    more: Mapping[str, int] = field(default_factory=dict)

    def of_part(self, part: Part) -> Measured:
        """Return what was counted of this part alone; everything if that was not counted by itself."""
        kernel, _ = part
        needs = tuple(each for each in self.needs if kernel in (None, each.kernel))
        counts = self.parts.get(part, Counts(self.student))
        return replace(self, student=counts.traffic, needs=needs, more={**self.more, **counts.more})

    @property
    def tile_width(self) -> int:
        return self.student.tile_width

    @property
    def ratio(self) -> float:
        """Naive's global load bytes divided by the student's."""
        return self.naive.global_load_bytes / max(1, self.student.global_load_bytes)

    @property
    def cuts_loads(self) -> bool:
        """Whether it loads less than the naive kernel; otherwise it earns nothing, whatever a threshold says."""
        return self.ratio >= LESS_THAN_NAIVE

    @property
    def uses_shared_memory(self) -> bool:
        """Whether operands are in shared memory, and not only a token beside them."""
        least = max(1.0, LEAST_SHARED * self.student.global_loads)
        return min(self.student.shared_loads, self.student.shared_stores) >= least


def traffic_of(
    kernel: str, counters: Counters, sizes: Sizes, tile_width: int, *, outputs: int, profile: Profile = ""
) -> Traffic:
    """Return the counts of one launch as a result; `outputs` is the number of cells it should write.

    If the whole launch was profiled, memory without accesses has the count 0.
    """
    total = counters.total
    if profile == "all":
        total = _with_zeros(total)
    counts = {name: getattr(total, name) for name in COUNTS}
    conflicts = None  # passes through the banks beyond those of accesses without conflicts
    if total.shared_wavefronts is not None and total.shared_ideal_wavefronts is not None:
        conflicts = total.shared_wavefronts - total.shared_ideal_wavefronts
    return Traffic(
        kernel=kernel,
        sizes=sizes,
        tile_width=tile_width,
        **counts,
        loads_per_output=round(total.global_loads / outputs, 4),
        flop_per_byte=round(total.flop / max(1, total.global_load_bytes), 4),
        global_load_sectors=total.global_load_sectors,
        global_load_requests=total.global_load_requests,
        global_sectors=total.global_sectors,
        bank_conflict_wavefronts=conflicts,
        shared_wavefronts=total.shared_wavefronts,
        working_threads=total.working_threads,
        branches=total.branches,
        divided_branches=total.divided_branches,
    )


def _with_zeros(total: LineCounters) -> LineCounters:
    """Set warp counts to zero for memory without accesses; atomic ones count separately."""
    zeros = {
        item.name: 0
        for item in fields(LineCounters)
        for space in [item.name.partition("_")[0]]
        if space in ("global", "shared")
        and item.default is None
        and getattr(total, f"{space}_load_bytes") + getattr(total, f"{space}_store_bytes")
        == 2 * getattr(total, f"{space}_atomic_bytes")
    }
    return replace(total, **zeros)


def line_counts(counters: Counters) -> tuple[LineCount, ...]:
    """Return the counts of each of the student's lines, in line order."""
    sources = {name: _COUNTED_AS.get(name, name) for name in LineCount.model_fields}
    rows = sorted((row for row in counters.lines if row.line > 0), key=lambda row: row.line)
    return tuple(LineCount(**{name: getattr(row, source) for name, source in sources.items()}) for row in rows)
