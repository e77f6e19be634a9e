"""How many times faster than the naive kernel: paired measurements, an interval that assumes no distribution, a stop.

Each pair runs both kernels one after the other on the same inputs, so what disturbs one disturbs the other. The median
of the ratios is what is graded; its interval comes from the order statistics (Conover, Practical Nonparametric
Statistics, section 3.2), so a stray pair moves nothing. The pairs so far are looked at a few times only, and the error
that the confidence allows is divided among the looks: looking often must not find what is not there.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grader.results import Threshold

LOOKS = (9, 15, 25, 41, 67)
"""After so many pairs it is asked whether they are enough; a series that stays unclear is measured on to the last."""

NARROW = 0.01
"""An interval of this relative width is as good as any: measuring on changes nothing."""

LENIENCE = 0.02
"""A threshold counts as reached from so little below it on: two days' clocks differ by as much."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the median lies with the confidence asked for, in ratios."""

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
    """What a series is measured for: the steps of the grade, the confidence, and the most seconds it may take."""

    thresholds: tuple[Threshold, ...]
    confidence: float = 0.95
    max_seconds: float = 5.0
    looks: tuple[int, ...] = LOOKS
    clock: Callable[[], float] = field(default=time.monotonic)


def median_interval(ratios: Sequence[float], error: float) -> Interval | None:
    """The narrowest pair of order statistics that misses the median with a probability of at most `error`.

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
    """The share of the points that a ratio earns."""
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
        if _settled(interval, rule) or _is_narrow(interval) or len(pairs) < look:
            break
    return Series(pairs=tuple(pairs), interval=interval, conclusive=_settled(interval, rule))


def _settled(interval: Interval, rule: TimingRule) -> bool:
    return share_of(interval.low, rule.thresholds) == share_of(interval.high, rule.thresholds)


def _is_narrow(interval: Interval) -> bool:
    return interval.high - interval.low <= NARROW * interval.low
