"""Performance as the page shows it: loads for each cell of C, the roofline with the kernels on it, and paired times."""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.hardware import Gpu, TileRow, attainable_gflops, find_gpu, tile_table
from grader.report.format import brief_count, count, joined, milliseconds, number, plural, times
from grader.report.source import bank_passes, sectors_wasted
from grader.results import Ideal, Performance, Results, Sizes, Threshold, Timing, Traffic, Words
from grader.results.replay.product import PRODUCT
from grader.words import words as words_of

KERNEL_ORDER = ("naive", "student", "reference")

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 640.0, 300.0, 64.0, 44.0, 14.0
_INTENSITIES = (0.125, 64.0)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """Kernels that share a place in a roofline, in drawing units; `measured` tells a timed one from a bound."""

    x: float
    y: float
    names: str
    value: str
    measured: bool
    own: bool


Tick = tuple[float, str]
"""A place on an axis, and its words."""


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
    # the rows of the first shape and tile width at which the student's kernel was measured
    first = next((row for row in performance.traffic if row.kernel == "student"), performance.traffic[0])
    same = (row for row in performance.traffic if (row.sizes, row.tile_width) == (first.sizes, first.tile_width))
    shown = sorted(same, key=_order)
    own, named = own_gpu(results), [find_gpu(name) for name in _NAMED]
    gpus = [own, *(gpu for gpu in named if gpu.name != own.name)] if own else named
    timing, product = next(iter(performance.timing), None), results.words.lab == PRODUCT
    widths = sorted({8, 16, 32, *(row.tile_width for row in shown if row.tile_width <= 32)} if product else ())
    remarks, say = list[str](), words_of("page")
    for row in results.lines:  # a sentence for each line that wastes what it moves
        if waste := sectors_wasted(row):
            sectors, least = (number(round(each, 1)) for each in waste)
            remarks.append(say["uncoalesced"](line=row.line, sectors=sectors, ideal=least))
        if passes := bank_passes(row):
            remarks.append(say["banks"](line=row.line, passes=number(round(passes, 1))))
    return TrafficView(
        message=performance.message if performance.criterion == "traffic" else "",
        explanation=performance.explanation,
        sizes=shown[0].sizes,
        tile_width=shown[0].tile_width,
        bars=_bars(shown, performance.ideal, results.words.baseline),
        remarks=tuple(remarks),
        rows=tuple(sorted(performance.traffic, key=_order)),
        rooflines=tuple(
            replace(
                roofline(gpu, shown, timing if gpu is own else None, results.words.baseline),
                tiles=tile_table(gpu, widths),
            )
            for gpu in gpus
        ),
    )


def own_gpu(results: Results) -> Gpu | None:
    """Return the GPU that was used, if its figures are known."""
    with contextlib.suppress(KeyError):
        return find_gpu(results.device.name) if results.device.kind == "gpu" else None
    return None


def _order(row: Traffic) -> tuple[int, int, int]:
    place = KERNEL_ORDER.index(row.kernel) if row.kernel in KERNEL_ORDER else len(KERNEL_ORDER)
    return row.tile_width, math.prod(row.sizes.values()), place


def _bars(rows: Sequence[Traffic], ideal: Ideal | None, baseline: str) -> tuple[Bar, ...]:
    longest = max([ideal.loads_per_output if ideal else 0.0, *(row.loads_per_output for row in rows)])
    naive = next((row.loads_per_output for row in rows if row.kernel == "naive"), 0.0)

    def bar(name: str, label: str, words: str, loads: float) -> Bar:
        return Bar(name=name, label=label, words=words, value=number(loads), share=loads / longest if longest else 0.0)

    bars = []
    for row in rows:
        words = f"{count(row.global_loads)} loads"
        if row.kernel != "naive" and row.loads_per_output and naive:
            ratio = naive / row.loads_per_output
            words += f", {times(ratio)} fewer than {baseline}" if ratio > 1.005 else f", no fewer than {baseline}"
        bars.append(bar(row.kernel, kernel_words(row.kernel, baseline), words, row.loads_per_output))
    if ideal is not None:
        bars.append(bar("ideal", "ideal tiling", ideal.words, ideal.loads_per_output))
    return tuple(bars)


def kernel_words(kernel: str, baseline: str) -> str:
    """What a reader calls one of the kernels that were counted."""
    return {"naive": baseline, "student": "yours"}.get(kernel, kernel)


def roofline(gpu: Gpu, rows: Sequence[Traffic], timing: Timing | None = None, baseline: str = "naive") -> Roofline:
    """The roofline of a GPU with a point at what each kernel's traffic allows, or at what was measured."""
    top = gpu.peak_gflops * 2
    bottom = attainable_gflops(gpu, _INTENSITIES[0]) / 2

    def x_of(intensity: float) -> float:
        low, high = (math.log2(value) for value in _INTENSITIES)
        share = (math.log2(min(max(intensity, _INTENSITIES[0]), _INTENSITIES[1])) - low) / (high - low)
        return round(_LEFT + share * (_WIDTH - _LEFT - 16), 1)

    def y_of(gflops: float) -> float:
        share = (math.log10(max(gflops, bottom)) - math.log10(bottom)) / (math.log10(top) - math.log10(bottom))
        return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _BOTTOM - _TOP), 1)

    ridge = gpu.peak_gflops / gpu.bandwidth_gbs
    corners = [_INTENSITIES[0], *([ridge] if _INTENSITIES[0] < ridge < _INTENSITIES[1] else []), _INTENSITIES[1]]
    path = "M" + "L".join(f"{x_of(corner)} {y_of(attainable_gflops(gpu, corner))}" for corner in corners)
    placed, name = _placed(gpu, rows, timing, baseline), _LECTURE_WORDS if gpu.name == "lecture" else gpu.name
    return Roofline(
        name=name,
        roof=path,
        points=tuple(
            Point(
                x=x_of(intensity),
                y=y_of(gflops),
                names=joined(names),
                measured=measured,
                own="yours" in names,
                value=f"{'' if measured else '≤ '}{brief_count(round(gflops, 1))} GFLOP/s",
            )
            for intensity, gflops, names, measured in placed
        ),
        x_ticks=tuple((x_of(value), number(value)) for value in (0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64)),
        y_ticks=tuple(
            (y_of(10.0**power), brief_count(10.0**power))
            for power in range(math.ceil(math.log10(bottom)), math.floor(math.log10(top)) + 1)
        ),
        words=_roof_words(gpu, name, placed),
    )


_Placed = tuple[float, float, tuple[str, ...], bool]


def _placed(gpu: Gpu, rows: Sequence[Traffic], timing: Timing | None, baseline: str) -> list[_Placed]:
    """Intensity, GFLOP/s, kernels at that place, measured or not; kernels on one spot share a label."""
    places: dict[tuple[float, float, bool], list[str]] = {}
    for row in rows:
        if row.flop_per_byte <= 0:
            continue
        gflops, measured = attainable_gflops(gpu, row.flop_per_byte), False
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


def _roof_words(gpu: Gpu, name: str, placed: Sequence[_Placed]) -> str:
    parts = [
        f"{joined(names)}: {'measured ' if measured else 'at most '}{brief_count(round(gflops, 1))} GFLOP/s "
        f"at {number(round(intensity, 2))} FLOP per byte"
        for intensity, gflops, names, measured in placed
    ]
    above = any(measured and gflops > 1.05 * attainable_gflops(gpu, at) for at, gflops, _, measured in placed)
    caches = " A kernel above the slanted roof had part of its reads served by caches." if above else ""
    ridge = number(round(gpu.peak_gflops / gpu.bandwidth_gbs, 1))
    return (
        f"{name}: {brief_count(gpu.peak_gflops)} GFLOP/s and {number(gpu.bandwidth_gbs)} GB/s, so that memory no "
        f"longer limits from {ridge} FLOP per byte on. {'; '.join(parts)}.{caches}"
    )


_STRIP_WIDTH, _STRIP_HEIGHT, _MARGIN, _FLOOR = 640.0, 120.0, 24.0, 92.0
_DOT = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TimingPlot:
    """One measured shape: drawing units for the dots, and the same in words."""

    title: str
    words: str
    verdict: str
    dots: tuple[tuple[float, float], ...]
    median: float
    interval: tuple[float, float]
    thresholds: tuple[Tick, ...]
    ticks: tuple[Tick, ...]
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

    heights: Counter[int] = Counter()
    dots = []
    for x in sorted(x_of(ratio) for ratio in timing.ratios):  # those that would overlap are put on top of each other
        column = round(x / (2 * _DOT))
        dots.append((x, round(_FLOOR - 10 - heights[column] * 2 * _DOT, 1)))
        heights[column] += 1
    size = next(size for size in (0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 50, 1e9) if (high - low) / size <= 8)
    ticks = [round(index * size, 2) for index in range(int(low / size) + 1, int(high / size) + 1)]
    work = 2 * math.prod(timing.sizes.values())
    times_of = [(words.baseline, timing.naive_ms), ("yours", timing.student_ms)]
    times_of += [("reference", timing.reference_ms)] if timing.reference_ms else []
    times_of += [("cuBLAS", timing.cublas_ms)] if timing.cublas_ms else []
    return TimingPlot(
        title=f"{words.tell_briefly(timing.sizes)}, T = {timing.tile_width}",
        words=(
            f"Median {times(timing.ratio)} as fast as {words.baseline}; {100 * timing.confidence:g} % interval "
            f"{times(timing.ratio_low)} to {times(timing.ratio_high)}, from {plural(timing.pairs, 'pair')} of runs, "
            f"{words.baseline} and yours in turn on the same data."
        ),
        verdict=("" if timing.conclusive else words_of("page")["inconclusive"]()),
        dots=tuple(dots),
        median=x_of(timing.ratio),
        interval=(x_of(timing.ratio_low), x_of(timing.ratio_high)),
        thresholds=tuple((x_of(step.ratio), f"{times(step.ratio)} → {100 * step.share:g} %") for step in thresholds),
        ticks=tuple((x_of(tick), number(tick)) for tick in ticks),
        rows=tuple(
            (name, milliseconds(spent), f"{work / spent / 1e6:,.0f}" if spent else "") for name, spent in times_of
        ),
    )
