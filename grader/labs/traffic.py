"""The counts of launches: traffic and its points against the naive kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from grader.assignment import Config
from grader.assignment.expressions import evaluate
from grader.assignment.models import ScoreStep
from grader.devices.base import Profile
from grader.emulator.result import Counters, LineCounters
from grader.results import LineCount, Performance, Resources, Sizes, Status, Threshold, Traffic, exact

LESS_THAN_NAIVE = 1.1
"""Naive's load bytes divided by a kernel's, from which the kernel counts as different from naive."""

LEAST_SHARED = 0.25
"""How many values go into shared memory, and come from there, for each that is loaded from global memory. A tiled
kernel has at least half: one matrix through shared memory, the other through registers."""

_COPIED = (
    "global_loads", "global_load_bytes", "global_stores", "global_store_bytes", "shared_loads", "shared_stores",
    "flop", "barriers", "atomics", "global_atomic_bytes", "shared_atomic_bytes",
)  # fmt: skip
_COUNTED_AS = {
    "sectors": "global_sectors", "requests": "global_requests",
    "bank_wavefronts": "shared_wavefronts", "bank_ideal_wavefronts": "shared_ideal_wavefronts",
}  # fmt: skip
"""The emulator's names of some columns of the results; the others have the same name."""


Part = tuple[str | None, str | None]
"""What is counted by itself: the launches of a kernel, or all; the accesses to a buffer, or all."""
WHOLE: Part = (None, None)


@dataclass(frozen=True, slots=True)
class Working:
    """Of `launched` threads, the `threads` that load from or store to global or shared memory at all."""

    threads: int
    launched: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The student's kernel beside the naive one on the same data; `right`: the results were right.

    `place` names the variant for messages, and the sizes if they are `drawn` from the seed. `working` has the number of
    threads that work, and `parts` the counts of a kernel's launches alone, of one buffer alone, or of both, if points
    depend on them; `needs` is what ptxas says of each launched kernel, if it says anything. `chosen` are the numbers
    that its file chooses, `more` further counts, by the names that requirements have for them.
    """

    naive: Traffic
    student: Traffic
    reference: Traffic | None
    right: bool
    place: str
    drawn: bool = False
    working: Working | None = None
    needs: tuple[Resources, ...] = ()
    parts: Mapping[Part, Traffic] = field(default_factory=dict)
    chosen: Sizes = field(default_factory=dict)
    more: Mapping[str, int] = field(default_factory=dict)

    def of_part(self, part: Part) -> Measured:
        """Return what was counted of this part alone; everything if that was not counted by itself."""
        kernel, _ = part
        needs = tuple(each for each in self.needs if kernel in (None, each.kernel))
        return replace(self, student=self.parts.get(part, self.student), needs=needs)

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
    counts = {name: getattr(total, name) for name in _COPIED}
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
        bank_conflict_wavefronts=_conflicts(total),
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


def _conflicts(total: LineCounters) -> int | None:
    """Return the passes through the banks beyond those of conflict-free accesses."""
    if total.shared_wavefronts is None or total.shared_ideal_wavefronts is None:
        return None
    return total.shared_wavefronts - total.shared_ideal_wavefronts


def line_counts(counters: Counters) -> tuple[LineCount, ...]:
    """Return the counts of each of the student's lines, in line order."""
    sources = {name: _COUNTED_AS.get(name, name) for name in LineCount.model_fields}
    rows = sorted((row for row in counters.lines if row.line > 0), key=lambda row: row.line)
    return tuple(LineCount(**{name: getattr(row, source) for name, source in sources.items()}) for row in rows)


def traffic_performance(measured: Sequence[Measured], config: Config, baseline: str = "naive") -> Performance:
    """Return the performance item by traffic; the tile width with the worst result decides."""
    maximum = config.points.performance
    shown = [entry for entry in measured if not entry.drawn]
    rows = [row for entry in shown for row in (entry.naive, entry.student, entry.reference) if row is not None]
    if not measured:
        return Performance(criterion="traffic", status=Status.FAILED, message="Not measured.", max_points=maximum)
    worst = decisive(measured, config)
    share = _share(worst, config)
    return Performance(
        criterion="traffic",
        status=Status.PASSED if share >= 1 else Status.FAILED,
        message=_performance_message(worst, share, baseline),
        points=exact(maximum * share),
        share=share,
        max_points=maximum,
        thresholds=thresholds_at(worst.tile_width, config.performance.traffic.thresholds, config),
        traffic=tuple(rows),
        traffic_ratio=round(worst.ratio, 4),
    )


def decisive(measured: Sequence[Measured], config: Config) -> Measured:
    """Return the measurement with the worst result."""
    return min(measured, key=lambda entry: _share(entry, config))


def _performance_message(worst: Measured, share: float, baseline: str) -> str:
    if not worst.right:
        return f"The result is wrong at {worst.place}, so its traffic does not count."
    if not worst.cuts_loads:
        other = "the naive one" if baseline == "naive" else baseline
        return f"The kernel loads as much from global memory as {other} at {worst.place}: that earns nothing."
    return (
        f"{worst.ratio:.3g}× fewer bytes loaded from global memory than {baseline} at {worst.place}:"
        f" {share:.0%} of the points."
    )


def _share(entry: Measured, config: Config) -> float:
    if not entry.right or not entry.cuts_loads:
        return 0.0
    steps = thresholds_at(entry.tile_width, config.performance.traffic.thresholds, config)
    return max((step.share for step in steps if entry.ratio >= step.ratio), default=0.0)


def thresholds_at(tile_width: int, steps: Sequence[ScoreStep], config: Config) -> tuple[Threshold, ...]:
    """Return the steps of a performance grade as numbers, the lowest first."""
    values = config.of_variant(tile_width)
    made = (Threshold(ratio=float(evaluate(step.ratio, **values)), share=step.share) for step in steps)
    return tuple(sorted(made, key=lambda step: step.ratio))
