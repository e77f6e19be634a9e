"""Time a submission on a GPU against the naive kernel, verify every timed launch, and count its points."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.assignment import Config
from grader.devices.base import DeviceCrash, DeviceFault, DeviceTimeout, GpuFailure, GpuUnavailable, Timer
from grader.grading.bench import Bench
from grader.grading.lane import Lane
from grader.grading.measuring import thresholds_at
from grader.grading.opened import OpenAssignment
from grader.grading.timing import Pair, Series, Stage, TimingRule, measure, share_of
from grader.labs import lab_of
from grader.labs.base import ToTime
from grader.labs.traffic import LESS_THAN_NAIVE
from grader.results import Finding, Kind, Performance, Severity, Sizes, Status, Threshold, Timing, exact
from grader.results.kinds import SAFETY
from grader.words import words

WARM_UP_SECONDS = 0.3
REFERENCE_LAUNCHES = 5
RATIOS_KEPT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """The result of timing: a row a size, faults of the submission, and notes on what could not be measured.

    `baseline` is what the lab calls the kernel it was compared with; for `loads_decide` and `tells` see `Lab`.
    """

    rows: tuple[Timing, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    baseline: str = "naive"
    loads_decide: bool = True
    tells: Mapping[str, str] = field(default_factory=dict)


class _Spoilt(Exception):  # noqa: N818 (named for what happened)
    """A timed launch of the submission that does not count; carries the finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def time_lanes(opened: OpenAssignment, lanes: Sequence[Lane]) -> Timed | None:
    """Time the kernel at the tile width that the assignment names; None where there is nothing to be timed.

    Raise `DeviceFault` when the grader's own kernels fail.
    """
    config = opened.config
    lane = _chosen(config, lanes) if config.points.performance else None
    timer = lane.bench.device.timer() if lane and lane.bench else None
    if lane is None or lane.bench is None or timer is None:
        return None
    if not lab_of(config).to_time(config, lane.tile_width, lane.bench.oracle):
        return None
    try:
        with timer.alone():
            return _Clock(opened, lane, lane.bench, timer).run()
    except GpuUnavailable:
        return None


def _chosen(config: Config, lanes: Sequence[Lane]) -> Lane | None:
    """Return the lane to time: one in which something is right, every launch ended, and no fault was found.

    What a faulty kernel gives on a GPU changes from run to run. It has the points that its traffic earns.
    """
    wanted = config.performance.time.tile_width
    ran = [lane for lane in lanes if lane.ran and (wanted is None or lane.tile_width == wanted)]
    if not ran:
        return None
    lane = max(ran, key=lambda entry: entry.tile_width)
    ended = all(outcome.status is not Status.TIMEOUT for outcome in lane.outcomes)
    right = any(outcome.status is Status.PASSED for outcome in lane.outcomes)
    found = [item for outcome in lane.outcomes for item in outcome.findings]
    faulty = any(item.kind in SAFETY and item.severity is Severity.ERROR for item in found)
    return lane if ended and right and not faulty else None


class _Clock:
    """The measurements of one submission."""

    def __init__(self, opened: OpenAssignment, lane: Lane, bench: Bench, timer: Timer) -> None:
        self.opened, self.config = opened, opened.config
        self.bench, self.device, self.timer = bench, bench.device, timer
        self.width = lane.tile_width
        self.wrong = any(outcome.status is Status.FAILED for outcome in lane.outcomes)
        self.criterion = self.config.performance.time
        self.lab = lab_of(self.config)
        self.asked = self.lab.to_time(self.config, self.width, bench.oracle)
        self.thresholds = thresholds_at(self.width, self.criterion.thresholds, self.config)
        self.benches = {
            "naive": self._own_kernel(self.config.naive, self.config.for_baseline),
            "student": opened.bench(self.device, bench.kernel, config=bench.config),
        }
        if opened.has_reference:  # a student's copy lacks it
            self.benches["reference"] = self._own_kernel(self.config.reference, self.config)

    def _own_kernel(self, path: str, config: Config) -> Bench:
        kernel = self.opened.compiled(self.device, path, self.width, config)
        if not kernel.ok:
            raise DeviceFault(f"{path} does not compile")
        return self.opened.bench(self.device, kernel, config=config)

    def run(self) -> Timed:
        """Time every size in turn; a size at which a launch is spoilt is the last."""
        rows: list[Timing] = []
        notes: list[str] = []
        for asked in self.asked:
            sizes = asked.sizes
            try:
                rows.append(self._row(asked))
            except _Spoilt as spoilt:
                if spoilt.finding.kind is Kind.WRONG_RESULT and self.wrong:
                    # The cases have been charged for it. What is left is what the traffic earns.
                    return self._timed([], [*notes, spoilt.finding.message], ())
                return self._timed(rows, notes, (spoilt.finding,))
            except GpuFailure as error:
                notes.append(f"Nothing was timed at {self._text(sizes)}: {error}.")
        return self._timed(rows, notes, ())

    def _timed(self, rows: list[Timing], notes: list[str], findings: tuple[Finding, ...]) -> Timed:
        return Timed(
            rows=tuple(rows),
            notes=tuple(notes),
            findings=findings,
            thresholds=self.thresholds,
            baseline=self.lab.words(self.config).baseline,
            loads_decide=self.lab.loads_decide,
            tells=self.lab.tells,
        )

    def _row(self, asked: ToTime) -> Timing:
        stage = Stage(self.timer, asked, self.config.limits.seconds)
        stage.warm(self.benches["naive"], seconds=WARM_UP_SECONDS)
        self._own(stage, "naive")
        rule = TimingRule(
            thresholds=self.thresholds,
            confidence=self.criterion.confidence,
            max_seconds=self.criterion.max_seconds / len(self.asked),
        )
        launches = range(REFERENCE_LAUNCHES if "reference" in self.benches else 0)
        reference_ms = statistics.median([self._own(stage, "reference") for _ in launches]) if launches else None
        series = measure(lambda number: self._pair(stage, number, asked.sizes), rule)
        return self._timing(asked, series, reference_ms, stage.vendor_ms())

    def _own(self, stage: Stage, role: str) -> float:
        """Time one launch of a kernel of the assignment's own."""
        row = stage.time_own(self.benches[role])
        if row.fault:
            raise DeviceFault(f"the {role} kernel is not right where it is timed: {row.fault[1]}")
        return row.milliseconds

    def _pair(self, stage: Stage, number: int, sizes: Sizes) -> Pair:
        """Time both kernels on new inputs; which one comes first alternates."""
        order = ["naive", "student"] if number % 2 == 0 else ["student", "naive"]
        try:
            made = stage.time([self.benches[role] for role in order])
        except DeviceTimeout as error:
            raise _Spoilt(self._finding(Kind.TIMEOUT, sizes, f"The kernel did not end: {error}.")) from None
        except DeviceCrash as error:
            raise _Spoilt(self._finding(Kind.DEVICE_TRAP, sizes, f"The GPU's process died: {error}.")) from None
        rows = dict(zip(order, made, strict=False))  # they end with the first that has a fault
        if "student" in rows and (fault := rows["student"].fault):
            raise _Spoilt(self._finding(fault[0], sizes, fault[1]))
        if len(rows) < 2 or rows["naive"].fault:
            words = "The grader's own kernel went wrong beside this one: it writes where it must not."
            raise _Spoilt(self._finding(Kind.TAMPERING, sizes, words))
        return Pair(naive_ms=rows["naive"].milliseconds, student_ms=rows["student"].milliseconds)

    def _text(self, sizes: Sizes) -> str:
        return self.lab.words(self.config).tell(sizes)

    def _finding(self, kind: Kind, sizes: Sizes, message: str) -> Finding:
        named = list(self.config.of_variant(self.width).items())[:1]
        variant = "".join(f" at {name} = {value}" for name, value in named)
        return Finding(
            kind=kind,
            severity=Severity.ERROR,
            line=self.bench.kernel.kernel_line,
            message=f"In a timed launch, {self._text(sizes)}{variant}: {message}",
            hint="Timed launches get inputs of their own each time, and every one is checked.",
        )

    def _timing(self, asked: ToTime, series: Series, reference_ms: float | None, vendor_ms: float | None) -> Timing:
        naive_ms = statistics.median(pair.naive_ms for pair in series.pairs)
        student_ms = statistics.median(pair.student_ms for pair in series.pairs)
        gflops = 2 * math.prod(asked.sizes.values()) / student_ms / 1e6 if asked.product else None
        peak = float(self.device.info.details.get("peak_gflops") or 0)
        return Timing(
            sizes=asked.sizes,
            tile_width=self.width,
            naive_ms=round(naive_ms, 5),
            student_ms=round(student_ms, 5),
            reference_ms=None if reference_ms is None else round(reference_ms, 5),
            cublas_ms=None if vendor_ms is None else round(vendor_ms, 5),
            ratio=round(series.ratio, 4),
            ratio_low=round(series.interval.low, 4),
            ratio_high=round(series.interval.high, 4),
            confidence=self.criterion.confidence,
            pairs=len(series.pairs),
            ratios=tuple(round(pair.ratio, 4) for pair in series.pairs[:RATIOS_KEPT]),
            gflops=gflops and round(gflops, 1),
            peak_share=round(gflops / peak, 4) if gflops and peak else None,
            cublas_share=round(vendor_ms / student_ms, 4) if vendor_ms else None,
            conclusive=series.conclusive,
            clocks=self.timer.clocks(),
        )


def _size(row: Timing) -> str:
    """Return one number where all sizes are alike."""
    sizes = row.sizes.values()
    return str(next(iter(sizes))) if len(set(sizes)) == 1 else "×".join(map(str, sizes))


def time_performance(timed: Timed, by_traffic: Performance) -> Performance:
    """Return the performance item by time; the counted traffic stays in it. Each size earns an equal part.

    The upper end of each interval earns: noise costs no points. Without a single size timed, and no fault of the
    submission's, traffic decides. So it does where a kernel that loads as much as the naive one is that one, by
    whatever name, and as fast as itself.
    """
    maximum = by_traffic.max_points
    spoilt = bool(timed.findings)
    if not timed.rows and not spoilt:
        return by_traffic
    like_naive = by_traffic.traffic_ratio is not None and by_traffic.traffic_ratio < LESS_THAN_NAIVE
    if like_naive and timed.loads_decide and not spoilt:
        return by_traffic.model_copy(update={"timing": timed.rows})
    shares = [share_of(row.ratio_high, timed.thresholds) for row in timed.rows]
    share = 0.0 if spoilt else sum(shares) / len(shares)
    # How many times fewer bytes the student's kernel loads than the naive one; "" where it loads none.
    loaded = {row.kernel: row.global_load_bytes for row in reversed(by_traffic.traffic)}
    cut = f"{loaded['naive'] / loaded['student']:.3g}" if loaded.get("student") and "naive" in loaded else ""
    return by_traffic.model_copy(
        update={
            "criterion": "time",
            "status": Status.PASSED if share >= 1 else Status.FAILED,
            "points": exact(maximum * share),
            "share": share,
            "thresholds": timed.thresholds,
            "timing": timed.rows,
            "message": timed.findings[0].message if spoilt else _message(timed, share),
            "explanation": words("counts")["time"](timed.tells, cut=cut),
        }
    )


def _message(timed: Timed, share: float) -> str:
    parts = [f"{row.ratio:.2f}× at {_size(row)} ({row.ratio_low:.2f} to {row.ratio_high:.2f})" for row in timed.rows]
    unclear = [_size(row) for row in timed.rows if not row.conclusive]
    text = f"Speed against {timed.baseline}: {', '.join(parts)}. That is {share:.0%} of the points."
    if unclear:
        text += f" Inconclusive at {', '.join(unclear)}; the doubt is in your favour."
    return text
