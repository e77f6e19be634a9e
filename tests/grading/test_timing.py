"""Paired timing: the interval assumes no distribution, looking often finds nothing, and noise changes no verdict."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import pytest

from grader.grading.timing import LOOKS, Pair, TimingRule, measure, median_interval, share_of
from grader.results import Threshold

STEPS = (Threshold(ratio=1.1, share=0.5), Threshold(ratio=1.3, share=1.0))


def noisy(ratio: float, noise: float, random: Random):
    """Pairs whose ratio scatters around `ratio`, every tenth one badly."""

    def pair(_: int) -> Pair:
        stray = random.choice((0.3, 3.0)) if random.random() < 0.1 else 1.0
        return Pair(naive_ms=ratio * stray * math.exp(random.gauss(0, noise)), student_ms=1.0)

    return pair


def test_the_interval_of_nine_values_leaves_out_the_outermost_at_four_percent():
    """The order statistics of Conover's table: for n = 9 the second and the eighth miss the median in 3.9 %."""
    interval = median_interval([9, 1, 8, 2, 7, 3, 6, 4, 5], 0.04)
    assert interval is not None
    assert (interval.low, interval.high) == (2, 8)


def test_too_few_values_have_no_interval():
    """Of three pairs the extremes miss the median in a quarter of all cases: nothing can be said at 5 %."""
    assert median_interval([1.0, 2.0, 3.0], 0.05) is None
    assert median_interval([], 0.05) is None


@pytest.mark.parametrize("count", [9, 15, 25, 41])
def test_the_interval_covers_the_median_as_often_as_it_says(count):
    """Of 600 samples from a skewed distribution at most 5 %, and some slack for chance, miss its median."""
    random = Random(count)
    missed = 0
    for _ in range(600):
        interval = median_interval([random.expovariate(1.0) for _ in range(count)], 0.05)
        assert interval is not None
        missed += not interval.low <= math.log(2) <= interval.high
    assert missed <= 0.05 * 600 + 3 * math.sqrt(0.05 * 0.95 * 600)


def test_a_threshold_counts_as_reached_from_two_percent_below():
    """1.28 earns what 1.3 earns; 1.27 does not."""
    assert share_of(1.28, STEPS) == 1.0
    assert share_of(1.27, STEPS) == 0.5
    assert share_of(0.5, STEPS) == 0.0


def test_twenty_gradings_under_noise_earn_the_same():
    """The upper end of the interval of one kernel, timed twenty times with strays, always earns the same share."""
    shares = Counter(
        share_of(measure(noisy(1.45, 0.02, Random(seed)), TimingRule(thresholds=STEPS)).interval.high, STEPS)
        for seed in range(20)
    )
    assert shares == {1.0: 20}


def test_a_kernel_well_below_a_threshold_is_never_lifted_over_it():
    """Noise of 2 % does not turn 1.0 times naive into points in a hundred gradings."""
    for seed in range(100):
        series = measure(noisy(1.0, 0.02, Random(seed)), TimingRule(thresholds=STEPS))
        assert share_of(series.interval.high, STEPS) == 0.0


def test_a_steady_kernel_is_settled_at_the_first_look():
    """Ratios that do not scatter need the least number of pairs."""
    series = measure(noisy_free(1.5), TimingRule(thresholds=STEPS))
    assert (len(series.pairs), series.conclusive) == (LOOKS[0], True)


def noisy_free(ratio: float):
    return lambda _: Pair(naive_ms=ratio, student_ms=1.0)


def test_a_kernel_that_alternates_around_a_threshold_stays_inconclusive_to_the_last_look():
    """The series is measured on to the end, and says that it cannot tell."""
    series = measure(lambda n: Pair(naive_ms=1.2 if n % 2 else 1.4, student_ms=1.0), TimingRule(thresholds=STEPS))
    assert (len(series.pairs), series.conclusive) == (LOOKS[-1], False)
    assert share_of(series.interval.high, STEPS) == 1.0


def test_time_that_is_up_ends_the_series_after_the_first_look():
    """Even a clock that has run out leaves enough pairs for an interval."""
    clock = iter(range(0, 10_000, 100))
    rule = TimingRule(thresholds=STEPS, max_seconds=1, clock=lambda: next(clock))
    series = measure(lambda n: Pair(naive_ms=1.2 if n % 2 else 1.4, student_ms=1.0), rule)
    assert len(series.pairs) == LOOKS[0]


def test_a_launch_of_no_time_at_all_counts_as_infinitely_fast():
    """A student's time of zero does not divide by zero."""
    assert Pair(naive_ms=1.0, student_ms=0.0).ratio == math.inf
