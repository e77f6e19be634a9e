"""Measured times as the page shows them: every paired ratio a dot, with median, interval and thresholds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from grader.report.format import milliseconds, number, plural, times
from grader.results import Performance, Threshold, Timing, Words

_WIDTH, _HEIGHT, _MARGIN, _FLOOR = 640.0, 120.0, 24.0, 92.0
_DOT = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class AxisMark:
    """A place on the axis with its words."""

    x: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimingPlot:
    """One measured shape: drawing units for the dots, and the same in words."""

    title: str
    words: str
    verdict: str
    conclusive: bool
    dots: tuple[tuple[float, float], ...]
    median: float
    interval: tuple[float, float]
    thresholds: tuple[AxisMark, ...]
    ticks: tuple[AxisMark, ...]
    rows: tuple[tuple[str, str, str], ...]
    width: float = _WIDTH
    height: float = _HEIGHT
    floor: float = _FLOOR


@dataclass(frozen=True, slots=True, kw_only=True)
class TimingView:
    """The section: a message and a plot for each shape."""

    message: str
    plots: tuple[TimingPlot, ...]


def timing_view(performance: Performance | None, words: Words) -> TimingView | None:
    """The section, or `None` where nothing was timed."""
    if performance is None or not performance.timing:
        return None
    plots = tuple(_plot(row, words, performance.thresholds) for row in performance.timing)
    return TimingView(message=performance.message, plots=plots)


def _plot(timing: Timing, words: Words, thresholds: Sequence[Threshold]) -> TimingPlot:
    values = [*timing.ratios, timing.ratio_low, timing.ratio_high, 1.0, *(step.ratio for step in thresholds)]
    low, high = min(values) * 0.94, max(values) * 1.06

    def x_of(ratio: float) -> float:
        return round(_MARGIN + (ratio - low) / (high - low) * (_WIDTH - 2 * _MARGIN), 1)

    return TimingPlot(
        title=f"{words.tell_briefly(timing.sizes)}, T = {timing.tile_width}",
        words=(
            f"Median {times(timing.ratio)} as fast as {words.baseline}; {100 * timing.confidence:g} % interval "
            f"{times(timing.ratio_low)} to {times(timing.ratio_high)}, from {plural(timing.pairs, 'pair')} of runs, "
            f"{words.baseline} and yours in turn on the same data."
        ),
        verdict=(
            ""
            if timing.conclusive
            else "Inconclusive: the runs scatter too much to say on which side of a threshold this is. "
            "Noise costs no points."
        ),
        conclusive=timing.conclusive,
        dots=tuple(_stacked([x_of(ratio) for ratio in timing.ratios])),
        median=x_of(timing.ratio),
        interval=(x_of(timing.ratio_low), x_of(timing.ratio_high)),
        thresholds=tuple(
            AxisMark(x=x_of(step.ratio), text=f"{times(step.ratio)} → {100 * step.share:g} %") for step in thresholds
        ),
        ticks=tuple(AxisMark(x=x_of(tick), text=number(tick)) for tick in _ticks(low, high)),
        rows=tuple(_rows(timing, words.baseline)),
    )


def _stacked(places: Sequence[float]) -> list[tuple[float, float]]:
    """Dots that would overlap are put on top of each other."""
    heights: dict[int, int] = {}
    dots = []
    for x in sorted(places):
        column = round(x / (2 * _DOT))
        level = heights.get(column, 0)
        heights[column] = level + 1
        dots.append((x, round(_FLOOR - 10 - level * 2 * _DOT, 1)))
    return dots


def _ticks(low: float, high: float) -> list[float]:
    step = next(size for size in (0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 50, 1e9) if (high - low) / size <= 8)
    first = int(low / step) + 1
    return [round(index * step, 2) for index in range(first, int(high / step) + 1)]


def _rows(timing: Timing, baseline: str) -> list[tuple[str, str, str]]:
    work = 2 * math.prod(timing.sizes.values())
    rows = [(baseline, timing.naive_ms), ("yours", timing.student_ms)]
    rows += [("reference", timing.reference_ms)] if timing.reference_ms else []
    rows += [("cuBLAS", timing.cublas_ms)] if timing.cublas_ms else []
    return [(name, milliseconds(spent), f"{work / spent / 1e6:,.0f}" if spent else "") for name, spent in rows]
