"""How much work a submission may cause, and which shapes a sweep tries beside the cases.

The shapes are the same for the same seed on every machine: small ones that cover every remainder by the tile and every
pair of remainders, long and thin ones, random ones, and those at which the kernel's own text decides, so that each of
its branches on a size is taken both ways.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from grader.assignment import Assignment, Config
from grader.assignment.expressions import ExpressionError
from grader.edits.landmarks import Landmarks
from grader.grading.bench import Bench
from grader.labs.base import Space
from grader.processes.child import PATIENCE
from grader.results import Sizes

LAUNCH = 500_000
"""Steps that a launch is worth before any thread has taken one: its inputs, its answer, the way to the child."""
LARGEST_SHARE = 1 / 6
"""Of all work, for one shape."""
LONG = (6, 9, 17, 33, 65, 129, 257)
"""Tiles along one size where the others have one: more than any case has, and than a byte can count."""
SPREAD = 5
"""Tiles along a size that is drawn, at most."""
MOST_DRAWN = 4096
COMBINATIONS = 50_000
"""Of sizes, for one who has a minute: 36 each way of a product."""
MOST_MISSED = 256
"""Shapes one after another that there is no room for, after which there will be none."""
MOST_ALONE = 1 << 12
"""A number of the text's that may be a size by itself."""
FEW_TILES = 64
"""A number of the text's that may count tiles or blocks."""

SweepShape = tuple[int, ...]


class Budget:
    """Seconds of work from now on. Once they are `spent` nothing new begins; what has begun has its own limit.

    `clock` returns the work in seconds: of processors where possible, so that a busy machine costs no student
    anything. In real time all may take `PATIENCE` times as long.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._began = clock()
        self._began_by_the_wall = time.monotonic()

    @property
    def used(self) -> float:
        """Seconds of work so far."""
        return self._clock() - self._began

    @property
    def starved(self) -> bool:
        """True if the machine was too busy for the work to be done in time."""
        return time.monotonic() - self._began_by_the_wall >= PATIENCE * self.seconds

    @property
    def spent(self) -> bool:
        return self.used >= self.seconds or self.starved


UNLIMITED = Budget(math.inf)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a sweep does at one tile width: `work` in steps of threads, and launches, each worth `LAUNCH`.

    Also every combination of sizes from 1 up is tried, as long as they are at most `combinations`.
    """

    work: int = 0
    combinations: int = 0


NO_SWEEP = Effort()
_MILLION = 1_000_000


def usual_effort(config: Config) -> Effort:
    """Return the effort for one submission, for which a person waits."""
    return Effort(work=round(config.sweep.work * _MILLION))


def batch_effort(config: Config) -> Effort:
    """Return the effort for each of many submissions."""
    return Effort(work=round(config.sweep.batch_work * _MILLION))


def reference_effort(config: Config) -> Effort:
    """Return the effort for the reference, the measure of all: every pair of remainders, more drawn shapes."""
    return Effort(work=round(8 * config.sweep.work * _MILLION))


def thorough_effort(config: Config) -> Effort:
    """Return the effort for a whole minute: every combination of small sizes as well."""
    return Effort(work=round(8 * max(config.sweep.work, 1) * _MILLION), combinations=COMBINATIONS)


@dataclass
class Chosen:
    """Shapes so far, with the steps that each takes; none is listed twice."""

    space: Space
    most: float
    steps: dict[SweepShape, int] = field(default_factory=dict)
    spent: int = 0

    def take(self, shapes: Iterable[SweepShape], limit: float) -> None:
        """Add shapes in their order while all work is within the limit; skip those that are too large."""
        missed = 0
        for shape in shapes:
            if self.spent + LAUNCH > limit or missed > MOST_MISSED:
                return
            sizes = self.space.askable(dict(zip(self.space.periods, shape, strict=True)))
            key = tuple(sizes.values())
            if key in self.steps:
                continue
            steps: int | None = None
            with contextlib.suppress(ExpressionError):
                steps = self.space.effort(sizes)
            if steps is None or steps > self.most or self.spent + LAUNCH + steps > limit:
                missed += 1
                continue
            missed = 0
            self.steps[key] = steps
            self.spent += LAUNCH + steps


def shapes_to_try(space: Space, landmarks: Landmarks, effort: Effort, seed: Sequence[int]) -> list[Sizes]:
    """Return the shapes of one sweep, those of little work first, so that a fault is met where it is small."""
    rng = np.random.default_rng(seed)
    periods = tuple(space.periods.values())
    chosen = Chosen(space, effort.work * LARGEST_SHARE)
    chosen.take(_around_tiles(periods, rng), 0.15 * effort.work)
    chosen.take(_long(periods, rng), 0.35 * effort.work)
    chosen.take(_named(periods, landmarks, rng), 0.6 * effort.work)
    chosen.take(_remainders(periods), 0.75 * effort.work)
    chosen.take(_drawn(periods, rng), chosen.spent + 0.1 * effort.work)
    chosen.take(_pairs(periods, rng), effort.work)
    chosen.take(_drawn(periods, rng), effort.work)
    chosen.most = math.inf
    every = range(1, side_of(len(periods), effort.combinations) + 1)
    chosen.take(itertools.product(every, repeat=len(periods)), math.inf)
    ordered = sorted(chosen.steps, key=lambda shape: (chosen.steps[shape], shape))
    shapes = (dict(zip(space.periods, shape, strict=True)) for shape in ordered)
    return [sizes for sizes in shapes if sizes not in space.known]


def asked_of(bench: Bench, assignment: Assignment, *more: Sizes) -> Space:
    """Return the shapes at which a kernel must be right and of which it can know; `more` are known beside the cases."""
    config, kernel = bench.config, bench.kernel
    cases = (case for case in assignment.cases((kernel.tile_width,)) if not case.why_left_out(config))
    known = [*more, *(case.sizes for case in cases)]
    space = bench.lab.space(config, kernel.tile_width)
    told = partial(bench.lab.told, config, kernel, tile_width=kernel.tile_width)
    return as_told(space, told, known) if known else space


def as_told(space: Space, told: Callable[[Sizes], object], known: Sequence[Sizes]) -> Space:
    """Return the shapes that a kernel can know, where `told` is what launches pass at some sizes.

    A size that no argument tells goes with one that is told where the two are equal in all `known` shapes, those of the
    assignment; else it has only values that it has there: what its macros and its launch make of it is the same.
    """
    untold = [name for name in space.periods if not _is_told(space, told, known[0], name)]
    with_others = {
        name: other
        for name in untold
        for other in space.periods
        if other not in untold and all(sizes[name] == sizes[other] for sizes in known)
    }
    fixed = [name for name in untold if name not in with_others]

    apart = list(dict.fromkeys(tuple(each[name] for name in fixed) for each in known))

    @functools.cache
    def nearest(*values: int) -> Sizes:
        near = min(apart, key=lambda each: sum(abs(one - value) for one, value in zip(each, values, strict=True)))
        return dict(zip(fixed, near, strict=True))

    def askable(sizes: Sizes) -> Sizes:
        chosen = {**sizes, **nearest(*(sizes[name] for name in fixed))}
        return space.askable({**chosen, **{name: chosen[other] for name, other in with_others.items()}})

    return replace(space, askable=askable, known=tuple(known)) if untold else space


def _is_told(space: Space, told: Callable[[Sizes], object], known: Sizes, name: str) -> bool:
    """True if launches that differ only in this size pass something else, at the sizes that may be asked for."""
    period = space.periods[name]
    seen: dict[SweepShape, object] = {}
    for size in (1, 2, period, period + 1, 2 * period):
        sizes = space.askable({**known, name: size})
        with contextlib.suppress(ExpressionError):
            seen[tuple(sizes.values())] = told(sizes)
    return len(set(seen.values())) == len(seen)


def _around_tiles(periods: Sequence[int], rng: np.random.Generator) -> Iterator[SweepShape]:
    """Yield sizes below, at and above one and several tiles: all alike, one alone, then mixed."""
    alike = [[1, 2, period - 1, period, period + 1, 2 * period - 1, 2 * period, 2 * period + 1, 3 * period + 1]
             for period in periods]  # fmt: skip
    yield from (tuple(max(1, size) for size in shape) for shape in zip(*alike, strict=True))
    for place, sizes in enumerate(alike):
        for size in sizes:
            yield _with(_small(periods, rng), {place: max(1, size)})
    for _ in range(4 * len(periods)):
        yield tuple(max(1, int(rng.choice(sizes))) for sizes in alike)


def _long(periods: Sequence[int], rng: np.random.Generator) -> Iterator[SweepShape]:
    """Yield shapes with one size of many tiles, the last of them not full."""
    for tiles in LONG:
        for place, period in enumerate(periods):
            shape = tuple(1 + int(rng.integers(each)) for each in periods)
            yield _with(shape, {place: tiles * period - int(rng.integers(period))})


def _remainders(periods: Sequence[int]) -> Iterator[SweepShape]:
    """Yield every remainder of each size, in one tile and in two in turn."""
    for number in range(max(periods)):
        yield tuple(
            1 + (number * (2 * place + 1) + place) % period + period * ((number + place) % 2)
            for place, period in enumerate(periods)
        )


def _pairs(periods: Sequence[int], rng: np.random.Generator) -> Iterator[SweepShape]:
    """Yield every pair of remainders of any two of the first three sizes, in random order, mostly in one tile."""
    if len(periods) < 2:
        return
    side = max(periods)
    for number in map(int, rng.permutation(side * side)):
        first, second = divmod(number, side)
        third = [(first + (place + 1) * second) % side for place in range(len(periods) - 2)]
        more = rng.random(len(periods)) < 0.3
        yield tuple(
            1 + remainder % period + period * int(another)
            for remainder, period, another in zip((first, second, *third), periods, more, strict=True)
        )


def _drawn(periods: Sequence[int], rng: np.random.Generator) -> Iterator[SweepShape]:
    """Yield random sizes up to several tiles, small ones as often as large ones."""
    for _ in range(MOST_DRAWN):
        yield tuple(int((SPREAD * period) ** rng.random()) for period in periods)


def _named(periods: Sequence[int], landmarks: Landmarks, rng: np.random.Generator) -> Iterator[SweepShape]:
    """Yield sizes at, below and above the text's numbers, alone and together, and every remainder by its divisors."""
    values = [value for value in landmarks.values if value > 2]
    places = range(len(periods))
    # A number too large for one size counts elements: a type of few bits holds no more.
    for value in (value for value in values if value > MOST_ALONE):
        one, other = next(_parts(value))
        for pair in itertools.combinations(places, 2):
            yield _with(_small(periods, rng), dict(zip(pair, (one + 1, other + 1), strict=True)))
    for value in values:
        for near in (value, value + 1, value - 1):
            yield from (_with(_small(periods, rng), {place: near}) for place in places)
            yield tuple(near for _ in places)
    # The first numbers of the text in every arrangement: code for one special case names all its sizes.
    yield from itertools.product(dict.fromkeys((*values[:5], periods[0])), repeat=len(periods))
    yield from _divided(periods, landmarks.moduli, rng)
    for value in values:
        for pair in itertools.permutations(places, 2):
            yield _with(_small(periods, rng), dict.fromkeys(pair, value))
            yield from (_with(_small(periods, rng), dict(zip(pair, parts, strict=True))) for parts in _parts(value))
        if value <= FEW_TILES:
            counted = ((place, value * periods[place] + more) for place in places for more in (0, 1))
            yield from (_with(_small(periods, rng), {place: size}) for place, size in counted)
    known = [near for value in values for near in (value - 1, value, value + 1)]
    for _ in range(MOST_DRAWN if known else 0):
        some = {place: int(rng.choice(known)) for place in places if rng.random() < 0.7}
        yield _with(_small(periods, rng), some)


def _divided(periods: Sequence[int], moduli: Sequence[int], rng: np.random.Generator) -> Iterator[SweepShape]:
    for modulus in moduli:
        if modulus in periods or not 1 < modulus <= FEW_TILES:
            continue
        for remainder in range(modulus):
            size = remainder or modulus
            yield tuple(size + modulus * int(rng.integers(3)) for _ in periods)
            yield from (_with(_small(periods, rng), {place: size + modulus}) for place in range(len(periods)))


def _parts(value: int) -> Iterator[tuple[int, int]]:
    """Yield two sizes whose product, or whose sum, is the number."""
    divisor = next(number for number in range(math.isqrt(value), 0, -1) if value % number == 0)
    yield divisor, value // divisor
    yield value // 2, value - value // 2


def side_of(count: int, room: int) -> int:
    """Return the largest side at which so many sizes have no more combinations than there is room for."""
    side = round(math.pow(room, 1 / count))
    return side if side**count <= room else side - 1


def _small(periods: Sequence[int], rng: np.random.Generator) -> SweepShape:
    """Return a random shape of up to two tiles each way."""
    return tuple(1 + int(rng.integers(2 * period)) for period in periods)


def _with(shape: SweepShape, sizes: dict[int, int]) -> SweepShape:
    """Return the shape with other sizes at some places."""
    return tuple(sizes.get(place, size) for place, size in enumerate(shape))
