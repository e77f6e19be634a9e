"""Performance as the page shows it: loads for each cell of C, the roofline with the kernels on it, and paired times."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.hardware import Gpu, TileRow, find_gpu, tile_table
from grader.report.format import brief_count, count, joined, milliseconds, number, plural, times
from grader.report.source import bank_passes, sectors_wasted
from grader.results import Ideal, LineCount, Performance, Results, Sizes, Threshold, Timing, Traffic, Words
from grader.results.replay.product import PRODUCT

KERNEL_ORDER = ("naive", "student", "reference")

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 640.0, 300.0, 64.0, 44.0, 14.0
_INTENSITIES = (0.125, 64.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roof:
    """What bounds a kernel on one GPU: float32 peak in GFLOP/s and memory bandwidth in GB/s."""

    name: str
    gflops: float
    bandwidth_gbs: float

    def attainable(self, flop_per_byte: float) -> float:
        """The most GFLOP/s that a kernel of this intensity can reach."""
        return min(self.gflops, self.bandwidth_gbs * flop_per_byte)


_LECTURE_WORDS = "The lecture’s example device"
_NAMED = ("lecture", "Tesla T4", "GeForce RTX 4060", "H200")
"""The devices shown where no GPU was found: the lecture's, two that students meet, and a large one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One kernel's loads per cell: `share` of the longest bar."""

    name: str
    label: str
    words: str
    value: str
    share: float
    measured: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """Kernels that share a place in a roofline, in drawing units; `measured` tells a timed one from a bound."""

    x: float
    y: float
    names: str
    value: str
    measured: bool
    own: bool
    label_x: float
    label_y: float
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """One mark of an axis."""

    at: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Roofline:
    """A drawn roofline of one device."""

    name: str
    roof: str
    points: tuple[Point, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    words: str
    tiles: tuple[TileRow, ...] = ()
    width: float = _WIDTH
    height: float = _HEIGHT
    left: float = _LEFT
    floor: float = _HEIGHT - _BOTTOM


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficView:
    """The section: bars of one shape, every count as a table, rooflines."""

    message: str
    explanation: str
    sizes: Sizes
    tile_width: int
    bars: tuple[Bar, ...]
    remarks: tuple[str, ...]
    rows: tuple[Traffic, ...]
    rooflines: tuple[Roofline, ...]


def traffic_view(results: Results) -> TrafficView | None:
    """The section of `results`, or `None` when no traffic was measured."""
    performance = results.performance
    if performance is None or not performance.traffic:
        return None
    shown = _shown(performance.traffic)
    gpus = _gpus(results)
    return TrafficView(
        message=performance.message if performance.criterion == "traffic" else "",
        explanation=performance.explanation,
        sizes=shown[0].sizes,
        tile_width=shown[0].tile_width,
        bars=_bars(shown, performance.ideal, results.words.baseline),
        remarks=tuple(_remarks(results.lines)),
        rows=tuple(sorted(performance.traffic, key=_order)),
        rooflines=tuple(_drawn(gpu, shown, performance, results) for gpu in gpus),
    )


def _gpus(results: Results) -> list[Gpu]:
    """The GPU that was used when its figures are known, then some that are named."""
    gpus = [find_gpu(name) for name in _NAMED]
    if results.device.kind == "gpu":
        try:
            own = find_gpu(results.device.name)
        except KeyError:
            return gpus
        gpus = [own, *(gpu for gpu in gpus if gpu.name != own.name)]
    return gpus


def _drawn(gpu: Gpu, rows: Sequence[Traffic], performance: Performance, results: Results) -> Roofline:
    own = results.device.kind == "gpu" and _fits_name(gpu, results.device.name)
    timing = next(iter(performance.timing), None) if own else None
    roof = Roof(
        name=_LECTURE_WORDS if gpu.name == "lecture" else gpu.name,
        gflops=gpu.peak_gflops,
        bandwidth_gbs=gpu.bandwidth_gbs,
    )
    drawn = roofline(roof, rows, timing, results.words.baseline)
    if results.words.lab != PRODUCT:
        return drawn
    widths = sorted({8, 16, 32, *(row.tile_width for row in rows if row.tile_width <= 32)})
    return replace(drawn, tiles=tile_table(gpu, widths))


def _fits_name(gpu: Gpu, name: str) -> bool:
    try:
        return find_gpu(name).name == gpu.name
    except KeyError:
        return False


def _order(row: Traffic) -> tuple[int, int, int]:
    place = KERNEL_ORDER.index(row.kernel) if row.kernel in KERNEL_ORDER else len(KERNEL_ORDER)
    return row.tile_width, math.prod(row.sizes.values()), place


def _shown(rows: Sequence[Traffic]) -> list[Traffic]:
    """The rows of the first shape and tile width at which the student's kernel was measured."""
    first = next((row for row in rows if row.kernel == "student"), rows[0])
    same = [row for row in rows if (row.sizes, row.tile_width) == (first.sizes, first.tile_width)]
    return sorted(same, key=_order)


def _bars(rows: Sequence[Traffic], ideal: Ideal | None, baseline: str) -> tuple[Bar, ...]:
    longest = max([ideal.loads_per_output if ideal else 0.0, *(row.loads_per_output for row in rows)])
    naive = next((row.loads_per_output for row in rows if row.kernel == "naive"), 0.0)
    bars = [
        Bar(
            name=row.kernel,
            label=kernel_words(row.kernel, baseline),
            words=_bar_words(row, naive, baseline),
            value=number(row.loads_per_output),
            share=row.loads_per_output / longest if longest else 0.0,
            measured=True,
        )
        for row in rows
    ]
    if ideal is not None:
        least = ideal.loads_per_output
        bars.append(Bar(name="ideal", label="ideal tiling", words=ideal.words, value=number(least),
                        share=least / longest if longest else 0.0, measured=False))  # fmt: skip
    return tuple(bars)


def kernel_words(kernel: str, baseline: str) -> str:
    """What a reader calls one of the kernels that were counted."""
    return {"naive": baseline, "student": "yours"}.get(kernel, kernel)


def _bar_words(row: Traffic, naive: float, baseline: str) -> str:
    if row.kernel == "naive" or not row.loads_per_output or not naive:
        return f"{count(row.global_loads)} loads"
    ratio = naive / row.loads_per_output
    return f"{count(row.global_loads)} loads, " + (
        f"{times(ratio)} fewer than {baseline}" if ratio > 1.005 else f"no fewer than {baseline}"
    )


def _remarks(lines: Sequence[LineCount]) -> Iterator[str]:
    """A sentence for each line that wastes what it moves."""
    for row in lines:
        waste = sectors_wasted(row)
        if waste:
            sectors, ideal = waste
            yield (
                f"Line {row.line} is uncoalesced: each access of a warp touches {number(round(sectors, 1))} sectors "
                f"of 32 bytes where {number(round(ideal, 1))} would do, so most of what memory delivers is thrown "
                "away. Let threadIdx.x walk along a row, so that neighbouring threads use neighbouring elements."
            )
        passes = bank_passes(row)
        if passes:
            yield (
                f"Line {row.line} has bank conflicts: a warp's access to shared memory takes "
                f"{number(round(passes, 1))} times as many passes as it needs, because its threads use "
                "different words of the same bank. Reading along a row of the array avoids it; so "
                "does one unused element at the end of each row."
            )


def roofline(roof: Roof, rows: Sequence[Traffic], timing: Timing | None = None, baseline: str = "naive") -> Roofline:
    """The roofline of `roof` with a point at what each kernel's traffic allows, or at what was measured."""
    top = roof.gflops * 2
    bottom = min(roof.attainable(_INTENSITIES[0]), roof.gflops) / 2

    def x_of(intensity: float) -> float:
        low, high = (math.log2(value) for value in _INTENSITIES)
        share = (math.log2(min(max(intensity, _INTENSITIES[0]), _INTENSITIES[1])) - low) / (high - low)
        return round(_LEFT + share * (_WIDTH - _LEFT - 16), 1)

    def y_of(gflops: float) -> float:
        share = (math.log10(max(gflops, bottom)) - math.log10(bottom)) / (math.log10(top) - math.log10(bottom))
        return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _BOTTOM - _TOP), 1)

    ridge = roof.gflops / roof.bandwidth_gbs
    corners = [_INTENSITIES[0], *([ridge] if _INTENSITIES[0] < ridge < _INTENSITIES[1] else []), _INTENSITIES[1]]
    path = "M" + "L".join(f"{x_of(corner)} {y_of(roof.attainable(corner))}" for corner in corners)
    placed = _placed(roof, rows, timing, baseline)
    return Roofline(
        name=roof.name,
        roof=path,
        points=tuple(
            _point(x_of(intensity), y_of(gflops), names, gflops, measured)
            for intensity, gflops, names, measured in placed
        ),
        x_ticks=tuple(Tick(at=x_of(value), text=number(value)) for value in (0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64)),
        y_ticks=tuple(Tick(at=y_of(value), text=brief_count(value)) for value in _decades(bottom, top)),
        words=_roof_words(roof, placed),
    )


_Placed = tuple[float, float, tuple[str, ...], bool]


def _placed(roof: Roof, rows: Sequence[Traffic], timing: Timing | None, baseline: str) -> list[_Placed]:
    """Intensity, GFLOP/s, kernels at that place, measured or not; kernels on one spot share a label."""
    places: dict[tuple[float, float, bool], list[str]] = {}
    for row in rows:
        if row.flop_per_byte <= 0:
            continue
        gflops, measured = roof.attainable(row.flop_per_byte), False
        if timing is not None and timing.gflops:  # the work is known
            spent = {"naive": timing.naive_ms, "student": timing.student_ms, "reference": timing.reference_ms}.get(
                row.kernel
            )
            if spent:
                work = 2 * math.prod(timing.sizes.values())
                gflops, measured = work / spent / 1e6, True
        key = (round(row.flop_per_byte, 2), float(f"{gflops:.3g}"), measured)
        places.setdefault(key, []).append(kernel_words(row.kernel, baseline))
    return [(intensity, gflops, tuple(names), measured) for (intensity, gflops, measured), names in places.items()]


def _point(x: float, y: float, names: tuple[str, ...], gflops: float, measured: bool) -> Point:
    right = x > _WIDTH * 0.6
    return Point(
        x=x,
        y=y,
        names=joined(names),
        value=f"{'' if measured else '≤ '}{brief_count(round(gflops, 1))} GFLOP/s",
        measured=measured,
        own="yours" in names,
        label_x=round(x + (-10 if right else 10), 1),
        label_y=round(y + 18, 1),
        anchor="end" if right else "start",
    )


def _decades(low: float, high: float) -> list[float]:
    return [10.0**power for power in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)]


def _roof_words(roof: Roof, placed: Sequence[_Placed]) -> str:
    parts = [
        f"{joined(names)}: {'measured ' if measured else 'at most '}{brief_count(round(gflops, 1))} GFLOP/s "
        f"at {number(round(intensity, 2))} FLOP per byte"
        for intensity, gflops, names, measured in placed
    ]
    above = any(measured and gflops > 1.05 * roof.attainable(intensity) for intensity, gflops, _, measured in placed)
    caches = " A kernel above the slanted roof had part of its reads served by caches." if above else ""
    ridge = number(round(roof.gflops / roof.bandwidth_gbs, 1))
    return (
        f"{roof.name}: {brief_count(roof.gflops)} GFLOP/s and {number(roof.bandwidth_gbs)} GB/s, so that memory no "
        f"longer limits from {ridge} FLOP per byte on. {'; '.join(parts)}.{caches}"
    )


_STRIP_WIDTH, _STRIP_HEIGHT, _MARGIN, _FLOOR = 640.0, 120.0, 24.0, 92.0
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
    width: float = _STRIP_WIDTH
    height: float = _STRIP_HEIGHT
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
        return round(_MARGIN + (ratio - low) / (high - low) * (_STRIP_WIDTH - 2 * _MARGIN), 1)

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
