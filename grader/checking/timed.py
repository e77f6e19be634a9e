"""Timing a submission on a GPU against the naive kernel, every timed launch verified, and the points it earns."""

from __future__ import annotations

import math
import secrets
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from grader.assignment import Assignment, Config
from grader.checking.building import own_request
from grader.checking.lane import Lane
from grader.checking.launching import bare_launch
from grader.checking.running import Bench
from grader.checking.timing import Pair, Rule, Series, measure, share_of
from grader.checking.traffic import LESS_THAN_NAIVE, thresholds_at
from grader.devices.base import (
    Compiled,
    DeviceCrash,
    DeviceFault,
    DeviceTimeout,
    GpuFailure,
    GpuUnavailable,
    Launch,
    TimedLaunch,
    TimedProduct,
    Timer,
)
from grader.kinds import SAFETY
from grader.labs import lab_of
from grader.labs.base import Problem
from grader.results import Finding, Kind, Performance, Severity, Sizes, Status, Threshold, Timing, Traffic

WARM_UP_SECONDS = 0.3
REFERENCE_LAUNCHES = 5
RATIOS_KEPT = 200

Kernel = tuple[Compiled, Launch]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """What timing gave: a row a size, faults of the submission, and notes on what could not be measured."""

    rows: tuple[Timing, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    thresholds: tuple[Threshold, ...] = ()


class _Spoilt(Exception):  # noqa: N818 (named for what happened)
    """A timed launch of the submission that does not count; carries the finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def time_lanes(assignment: Assignment, lanes: Sequence[Lane]) -> Timed | None:
    """Time the kernel at the tile width that the assignment names; None where there is nothing to be timed.

    Raises `DeviceFault` when the grader's own kernels fail.
    """
    lane = _chosen(assignment, lanes) if assignment.config.points.performance else None
    timer = lane.bench.device.timer() if lane and lane.bench else None
    config = assignment.config
    if lane is None or lane.bench is None or timer is None:
        return None
    if not lab_of(config).timed_products(config):
        return None
    try:
        with timer.alone():
            return _Clock(assignment, lane, lane.bench, timer).run()
    except GpuUnavailable:
        return None


def _chosen(assignment: Assignment, lanes: Sequence[Lane]) -> Lane | None:
    """The lane to time; one in which something is right, every launch came to an end, and no fault was found.

    What a faulty kernel gives on a GPU changes from run to run. It has the points that its traffic earns.
    """
    wanted = assignment.config.performance.time.tile_width
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

    def __init__(self, assignment: Assignment, lane: Lane, bench: Bench, timer: Timer) -> None:
        self.assignment, self.config = assignment, assignment.config
        self.bench, self.device, self.timer = bench, bench.device, timer
        self.width = lane.tile_width
        self.wrong = any(outcome.status is Status.FAILED for outcome in lane.outcomes)
        self.criterion = self.config.performance.time
        self.lab = lab_of(self.config)
        self.products = self.lab.timed_products(self.config)
        self.thresholds = thresholds_at(self.width, self.criterion.thresholds, self.config)
        self.config_of_naive = self.lab.for_naive(self.config)
        self.naive = self._own_kernel(self.config.naive, self.config_of_naive)
        self.reference = self._own_kernel(self.config.reference, self.config)
        self.seconds = self.config.limits.seconds

    def _own_kernel(self, path: str, config: Config) -> Compiled:
        kernel = self.device.compile(own_request(self.assignment, path, self.width, config))
        if not kernel.ok:
            raise DeviceFault(f"{path} does not compile")
        return kernel

    def run(self) -> Timed:
        """Every size in turn; a size at which a launch is spoilt is the last."""
        rows: list[Timing] = []
        notes: list[str] = []
        for product in self.products:
            problem = self.lab.timed_problem(self.config, product, self.width)
            sizes = dict(problem.sizes)
            try:
                rows.append(self._row(product, problem))
            except _Spoilt as spoilt:
                if spoilt.finding.kind is Kind.WRONG_RESULT and self.wrong:
                    # The cases have been charged for it. What is left is what the traffic earns.
                    return self._timed([], [*notes, spoilt.finding.message], ())
                return self._timed(rows, notes, (spoilt.finding,))
            except GpuFailure as error:
                notes.append(f"Nothing was timed at {self._text(sizes)}: {error}.")
        return self._timed(rows, notes, ())

    def _timed(self, rows: list[Timing], notes: list[str], findings: tuple[Finding, ...]) -> Timed:
        return Timed(rows=tuple(rows), notes=tuple(notes), findings=findings, thresholds=self.thresholds)

    def _row(self, product: TimedProduct, problem: Problem) -> Timing:
        naive = self._kernel(self.naive, problem, self.config_of_naive)
        student, reference = (
            self._kernel(kernel, problem, self.config) for kernel in (self.bench.kernel, self.reference)
        )
        sizes = dict(problem.sizes)
        self.timer.prepare(product)
        self.timer.warm(*naive, seconds=WARM_UP_SECONDS)
        self._own("naive", naive)
        rule = Rule(
            thresholds=self.thresholds,
            confidence=self.criterion.confidence,
            max_seconds=self.criterion.max_seconds / len(self.products),
        )
        series = measure(lambda number: self._pair(number, naive, student, sizes), rule)
        reference_ms = statistics.median(self._own("reference", reference) for _ in range(REFERENCE_LAUNCHES))
        vendor_ms = self.timer.vendor_ms(product)
        return self._timing(sizes, series, reference_ms, vendor_ms)

    def _kernel(self, kernel: Compiled, problem: Problem, config: Config) -> Kernel:
        """A kernel as it is launched in the cases: the naive one in its own blocks, the student's as it was found."""
        axis = self.bench.axis if kernel is self.bench.kernel else config.usual_axis
        return kernel, bare_launch(config, kernel, problem, axis)

    def _own(self, role: str, kernel: Kernel) -> float:
        """One launch of a kernel of the assignment's own."""
        (row,) = self.timer.time([kernel], seed=secrets.randbits(64), pair=0, seconds=self.seconds)
        if not row.right:
            raise DeviceFault(f"the {role} kernel is not right where it is timed: {_how(row)}")
        return row.milliseconds

    def _pair(self, number: int, naive: Kernel, student: Kernel, sizes: Sizes) -> Pair:
        """Both kernels on inputs that no one has seen; who comes first alternates."""
        first = number % 2 == 0
        order = [naive, student] if first else [student, naive]
        try:
            rows = self.timer.time(order, seed=secrets.randbits(64), pair=number, seconds=self.seconds)
        except DeviceTimeout as error:
            raise _Spoilt(self._finding(Kind.TIMEOUT, sizes, f"The kernel did not end: {error}.")) from None
        except DeviceCrash as error:
            raise _Spoilt(self._finding(Kind.DEVICE_TRAP, sizes, f"The GPU's process died: {error}.")) from None
        place = 1 if first else 0
        if len(rows) > place and not rows[place].right:
            raise _Spoilt(self._judged(rows[place], sizes))
        if len(rows) < 2 or not rows[1 - place].right:
            words = "The grader's own kernel went wrong beside this one: it writes where it must not."
            raise _Spoilt(self._finding(Kind.TAMPERING, sizes, words))
        return Pair(naive_ms=rows[1 - place].milliseconds, student_ms=rows[place].milliseconds)

    def _judged(self, row: TimedLaunch, sizes: Sizes) -> Finding:
        if row.failure:
            kind = Kind(row.failure_kind)
        elif row.changed:
            kind = Kind.INPUT_MODIFIED
        elif row.breached:
            kind = Kind.OUT_OF_BOUNDS
        else:
            kind = Kind.WRONG_RESULT
        return self._finding(kind, sizes, _how(row))

    def _text(self, sizes: Sizes) -> str:
        return self.lab.words(self.config).tell(sizes)

    def _finding(self, kind: Kind, sizes: Sizes, message: str) -> Finding:
        return Finding(
            kind=kind,
            severity=Severity.ERROR,
            line=self.bench.kernel.kernel_line,
            message=f"In a timed launch, {self._text(sizes)} at TILE_WIDTH = {self.width}: {message}",
            hint="Timed launches get inputs of their own each time, and every one is checked.",
        )

    def _timing(self, sizes: Sizes, series: Series, reference_ms: float, vendor_ms: float | None) -> Timing:
        naive_ms = statistics.median(pair.naive_ms for pair in series.pairs)
        student_ms = statistics.median(pair.student_ms for pair in series.pairs)
        gflops = 2 * math.prod(sizes.values()) / student_ms / 1e6
        peak = float(self.device.info.details.get("peak_gflops") or 0)
        return Timing(
            sizes=sizes,
            tile_width=self.width,
            naive_ms=round(naive_ms, 5),
            student_ms=round(student_ms, 5),
            reference_ms=round(reference_ms, 5),
            cublas_ms=None if vendor_ms is None else round(vendor_ms, 5),
            ratio=round(series.ratio, 4),
            ratio_low=round(series.interval.low, 4),
            ratio_high=round(series.interval.high, 4),
            confidence=self.criterion.confidence,
            pairs=len(series.pairs),
            ratios=tuple(round(pair.ratio, 4) for pair in series.pairs[:RATIOS_KEPT]),
            gflops=round(gflops, 1),
            peak_share=round(gflops / peak, 4) if peak else None,
            cublas_share=round(vendor_ms / student_ms, 4) if vendor_ms else None,
            conclusive=series.conclusive,
            clocks=self.timer.clocks(),
        )


def _how(row: TimedLaunch) -> str:
    """What was wrong with a launch, as a sentence."""
    if row.failure:
        return row.failure
    if row.changed:
        name, count = next(iter(row.changed.items()))
        return f"{count:,} elements of {name}, an input, were changed."
    if row.breached:
        name, count = next(iter(row.breached.items()))
        return f"{count:,} words outside {name} were written."
    return f"{row.wrong_rows:,} rows of C are wrong, row {row.first_wrong_row} first."


def _size(row: Timing) -> int:
    """The one that was asked for: the others follow from it."""
    return next(iter(row.sizes.values()))


def time_performance(timed: Timed, by_traffic: Performance) -> Performance:
    """The performance item by time; the traffic that was counted stays in it. Each size earns an equal part.

    The upper end of each interval earns: noise costs nobody points. Without a single size timed, and no fault of the
    submission's, traffic decides. So it does for a kernel that loads as much as the naive one: that is the naive one,
    by whatever name, and as fast as itself.
    """
    maximum = by_traffic.max_points
    spoilt = bool(timed.findings)
    if not timed.rows and not spoilt:
        return by_traffic
    if by_traffic.traffic_ratio is not None and by_traffic.traffic_ratio < LESS_THAN_NAIVE and not spoilt:
        return by_traffic.model_copy(update={"timing": timed.rows})
    shares = [share_of(row.ratio_high, timed.thresholds) for row in timed.rows]
    share = 0.0 if spoilt else sum(shares) / len(shares)
    return by_traffic.model_copy(
        update={
            "criterion": "time",
            "status": Status.PASSED if share >= 1 else Status.FAILED,
            "points": round(maximum * share, 2),
            "share": share,
            "thresholds": timed.thresholds,
            "timing": timed.rows,
            "message": timed.findings[0].message if spoilt else _message(timed.rows, share),
            "explanation": _explanation(by_traffic.traffic),
        }
    )


def _message(rows: Sequence[Timing], share: float) -> str:
    parts = [f"{row.ratio:.2f}× at {_size(row)} ({row.ratio_low:.2f} to {row.ratio_high:.2f})" for row in rows]
    unclear = [str(_size(row)) for row in rows if not row.conclusive]
    text = f"Speed against naive: {', '.join(parts)}. That is {share:.0%} of the points."
    if unclear:
        text += f" Inconclusive at {', '.join(unclear)}; the doubt is in your favour."
    return text


def _explanation(traffic: Sequence[Traffic]) -> str:
    student = next((row for row in traffic if row.kernel == "student"), None)
    naive = next((row for row in traffic if row.kernel == "naive"), None)
    cut = ""
    if student and naive and student.global_load_bytes:
        cut = f" Loads from global memory were cut {naive.global_load_bytes / student.global_load_bytes:.3g} times."
    return (
        "Tiling cuts loads from global memory by the tile width, but not the time:"
        " a recent GPU's caches already serve most of the naive kernel's loads, and the tiled kernel still reads two"
        f" values from shared memory for every multiply-add. 1.2 to 1.8 times is what tiling alone gives.{cut} More"
        " comes from computing several cells a thread in registers."
    )
