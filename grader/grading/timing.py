"""Measure how many times faster a kernel is than the naive one: pairs, an interval without a distribution, a stop.

Each pair runs both kernels one after the other on the same inputs, so what disturbs one disturbs the other. The median
of the ratios is what is graded; its interval comes from the order statistics (Conover, Practical Nonparametric
Statistics, section 3.2), so a stray pair moves nothing. The pairs so far are looked at a few times only, and the error
that the confidence allows is divided among the looks: looking often must not find what is not there.

Every launch of a `Stage` is verified, as the launches of cases are.
"""

from __future__ import annotations

import math
import secrets
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grader.devices.base import Launch, Launched, Timer
from grader.grading.bench import Bench
from grader.grading.compare import bad_cells, judge_outputs
from grader.grading.launching import changed_inputs, make_launch
from grader.labs.base import CaseProblem, ToTime
from grader.results import Kind, Threshold, in_source

LOOKS = (9, 15, 25, 41, 67)
"""After so many pairs it is asked whether they are enough; a series that stays unclear is measured on to the last."""

NARROW = 0.01
"""An interval of this relative width is as good as any: measuring on changes nothing."""

LENIENCE = 0.02
"""A threshold counts as reached from so little below it on: two days' clocks differ by as much."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The interval of ratios that holds the median with the confidence asked for."""

    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One pair's times in milliseconds."""

    naive_ms: float
    student_ms: float

    @property
    def ratio(self) -> float:
        return self.naive_ms / self.student_ms if self.student_ms > 0 else math.inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """All pairs at one shape. `conclusive` says that both ends of the interval earn the same."""

    pairs: tuple[Pair, ...]
    interval: Interval
    conclusive: bool

    @property
    def ratio(self) -> float:
        """The median of the pairs' ratios."""
        return statistics.median(pair.ratio for pair in self.pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimingRule:
    """How a series is measured: the steps of the grade, the confidence, and the most seconds it may take."""

    thresholds: tuple[Threshold, ...]
    confidence: float = 0.95
    max_seconds: float = 5.0
    looks: tuple[int, ...] = LOOKS
    clock: Callable[[], float] = field(default=time.monotonic)


def median_interval(ratios: Sequence[float], error: float) -> Interval | None:
    """Return the narrowest pair of order statistics that misses the median with a probability of at most `error`.

    None when there are too few values for that.
    """
    count = len(ratios)
    rank, tail = 0, 0.0  # the interval is from the rank-th smallest to the rank-th largest; tail = P(X < rank)
    while rank < count // 2 + 1:
        more = tail + math.comb(count, rank) / 2**count
        if 2 * more > error:
            break
        tail = more
        rank += 1
    if rank == 0:
        return None
    ordered = sorted(ratios)
    return Interval(ordered[rank - 1], ordered[count - rank])


def share_of(ratio: float, thresholds: Sequence[Threshold]) -> float:
    """Return the share of the points that a ratio earns."""
    return max((step.share for step in thresholds if ratio * (1 + LENIENCE) >= step.ratio), default=0.0)


def measure(pair: Callable[[int], Pair], rule: TimingRule) -> Series:
    """Measure pairs until both ends of the interval earn the same, it is narrow, or the time is up.

    `pair(number)` measures one. At least the first look's number of pairs is measured, whatever the time.
    """
    deadline = rule.clock() + rule.max_seconds
    error = (1 - rule.confidence) / len(rule.looks)
    pairs: list[Pair] = []
    interval = Interval(0.0, math.inf)
    for look in rule.looks:
        while len(pairs) < look and (len(pairs) < rule.looks[0] or rule.clock() < deadline):
            pairs.append(pair(len(pairs)))
        ratios = [entry.ratio for entry in pairs]
        interval = median_interval(ratios, error) or Interval(min(ratios), max(ratios))
        narrow = interval.high - interval.low <= NARROW * interval.low
        if _settled(interval, rule) or narrow or len(pairs) < look:
            break
    return Series(pairs=tuple(pairs), interval=interval, conclusive=_settled(interval, rule))


def _settled(interval: Interval, rule: TimingRule) -> bool:
    return share_of(interval.low, rule.thresholds) == share_of(interval.high, rule.thresholds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """One timed launch: what is wrong with it, if anything is, as a kind of finding and a sentence."""

    milliseconds: float
    fault: tuple[Kind, str] | None = None


class Stage:
    """Times kernels at one size, on data that no kernel has met before: what a student's kernel keeps of one launch, in
    memory that outlives its module, is of no use for the next. Each launch follows one on other data, so its code is
    warm. Raises `DeviceError`s.
    """

    def __init__(self, timer: Timer, asked: ToTime, seconds: float) -> None:
        """`seconds` are those of one launch, its transfers included."""
        self._timer, self._asked, self._seconds = timer, asked, seconds
        self._begun: set[int] = set()
        self._own_seed = secrets.randbits(63)

    def warm(self, bench: Bench, *, seconds: float) -> None:
        """Run a kernel of the assignment's own for a while, so that clocks rise before anything is timed."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.time_own(bench)

    def time_own(self, bench: Bench) -> Verified:
        """Time a kernel of the assignment's own, always on the same data: it keeps nothing of them."""
        self._begun.add(bench.kernel.key)
        return self._launched(bench, self._own_seed)

    def time(self, benches: Sequence[Bench]) -> tuple[Verified, ...]:
        """Time each kernel in turn on the same new inputs; stop after the first that has a fault.

        Before its first time each is launched on data for that alone.
        """
        seed = secrets.randbits(63)
        rows: list[Verified] = []
        for bench in benches:
            cold = None
            if bench.kernel.key not in self._begun:
                self._begun.add(bench.kernel.key)
                cold = self._launched(bench, secrets.randbits(63))
            rows.append(cold if cold and cold.fault else self._launched(bench, seed))
            if rows[-1].fault is not None:
                break
        return tuple(rows)

    def _launched(self, bench: Bench, seed: int) -> Verified:
        problem = self._asked.problem(bench.config, seed)
        launch = make_launch(bench.config, bench.kernel, problem)
        launched = self._timer.time(bench.kernel, launch, seconds=self._seconds)
        return Verified(milliseconds=1e3 * launched.seconds, fault=_fault_of(launched, launch, problem))

    def vendor_ms(self) -> float | None:
        """Return the vendor library's time for the same; None where there is none."""
        rows, inner, columns, *_ = *self._asked.sizes.values(), 0, 0, 0
        return self._timer.vendor_ms((rows, inner, columns), self._asked.product) if self._asked.product else None


def _fault_of(launched: Launched, launch: Launch, problem: CaseProblem) -> tuple[Kind, str] | None:
    for finding in launched.findings:
        return Kind(finding.kind), finding.message or "The launch failed."
    for name in changed_inputs(launched, launch, problem):
        return Kind.INPUT_MODIFIED, f"{name}, an input, was changed."
    if not any(bad_cells(launched, problem)):
        return None
    judged = judge_outputs(launched, problem)
    if judged.comparison.said:
        return Kind.WRONG_RESULT, judged.comparison.said
    place = judged.comparison.first
    output = judged.problem.output
    where = f", {in_source(output, place.index, judged.problem.specs[output].layout.members)} first" if place else ""
    return Kind.WRONG_RESULT, f"{judged.comparison.bad_cells:,} elements of {judged.problem.output} are wrong{where}."
