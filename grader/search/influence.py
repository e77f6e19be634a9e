"""What each output element is made of, found by experiment: a small case is launched again with one input changed.

What changes in the outputs, beside what should change, tells which inputs an output takes, and how often. It needs to
know nothing of the lab: the lab's own answers say what is right in the same way.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

import numpy as np

from grader.assignment import TestCase
from grader.assignment.config import Config
from grader.assignment.expressions import ExpressionError
from grader.devices.base import Launch, Launched
from grader.grading.bench import Bench
from grader.grading.compare import CellState, judge_outputs
from grader.grading.launching import result_of
from grader.labs.base import Buffer, CaseProblem, ExpectedBuffer
from grader.labs.cases import case_of
from grader.oracle import Making, made_of
from grader.results import Kind, Sizes

MOST_INPUTS = 400
"""Input elements of a case that is looked at: each is a launch."""
MOST_SHAPES = 48
"""Small cases that are tried, to find the smallest that fails."""
MOST_SIZES = 12
_UNDEFINED = (Kind.UNINITIALIZED_READ.value, Kind.OUT_OF_BOUNDS.value)
AT_ONCE = 12
"""Small cases that are asked for and launched together."""
STEP = 0.8125
"""What a float is made larger by: no whole number, and exact."""
FACTOR = 2e-4
"""How far a factor may be from the input's value that it is."""


@dataclass(frozen=True, slots=True)
class InputElement:
    """An element of an input, by its place in memory."""

    buffer: str
    place: int


@dataclass(frozen=True, kw_only=True)
class Influence:
    """How the output of one small case reacts to its inputs.

    Row n of `got` is the change of the output, element by element in memory, when input number n was changed by
    `steps[n]`; row n of `right` is how it should have changed. `values` are the inputs as they were; `before` is the
    output then, `expected` what it should have been, `bound` how far rounding may take it, `states` what became of it.
    `found` are the kinds and lines of what the checkers found in the case. `tile` is how many terms a phase adds, in a
    lab that goes along a size in phases, else 0.
    """

    told: str
    problem: CaseProblem
    asked: Launch
    changed: tuple[Launch, ...]
    elements: tuple[InputElement, ...]
    values: np.ndarray
    steps: np.ndarray
    got: np.ndarray
    right: np.ndarray
    before: np.ndarray
    expected: np.ndarray
    bound: np.ndarray
    states: np.ndarray
    found: frozenset[tuple[str, int]]
    tile: int

    @property
    def undefined(self) -> bool:
        """Whether the kernel reads what nothing has set, or what lies outside: its values may be anything."""
        return any(kind in _UNDEFINED for kind, _ in self.found)

    def wrong_outputs(self) -> Iterator[int]:
        """The elements of the output that are not right, in memory's order, but for those that are no numbers."""
        unwritten = self.states == CellState.UNWRITTEN
        told = unwritten | np.isfinite(self.got).all(axis=0)
        return map(int, np.flatnonzero(told & (self.states != CellState.RIGHT)))

    def buffer(self, name: str) -> Buffer:
        """A buffer by its name, those in constant memory too."""
        return {**self.problem.buffers, **self.problem.constants}[name]

    def name(self, buffer: str, place: int) -> str:
        """An element in the source's notation."""
        return self.buffer(buffer).element(buffer, place)

    def input_name(self, element: InputElement) -> str:
        """An input in the source's notation."""
        return self.name(element.buffer, element.place)

    def output_subscripts(self, place: int) -> tuple[int, ...]:
        """The subscripts of an element of the output."""
        return self.buffer(self.problem.output).subscripts(place) or ()

    def output_name(self, place: int) -> str:
        """An element of the output in the source's notation."""
        return self.name(self.problem.output, place)

    def subscripts(self, number: int) -> tuple[int, ...]:
        """The subscripts of an input by its number."""
        element = self.elements[number]
        return self.buffer(element.buffer).subscripts(element.place) or ()

    def row_of(self, element: InputElement) -> tuple[int, ...]:
        """All subscripts of an input but the last."""
        return (self.buffer(element.buffer).subscripts(element.place) or ())[:-1]

    def valued(self, value: float, other_than: str) -> int | None:
        """The number of the only input, of another buffer, that has this value; None where there is none."""
        near = np.abs(self.values - value) <= FACTOR * max(1.0, abs(value))
        found = [number for number in np.flatnonzero(near) if self.elements[number].buffer != other_than]
        return int(found[0]) if len(found) == 1 else None


def failing_cases(bench: Bench, failing: Sequence[TestCase]) -> Iterator[TestCase]:
    """Small cases at the bench's tile width whose results are wrong; of some those first whose values are defined."""
    cases = _small_cases(bench, failing)
    for first in range(0, len(cases), AT_ONCE):
        some = cases[first : first + AT_ONCE]
        problems = list(bench.problems(some))
        launches = [bench.plan(problem) for problem in problems]
        wrong = [
            (any(item.kind in _UNDEFINED for item in launched.findings), case)
            for case, problem, launched in zip(some, problems, launched_in_turn(bench, launches), strict=True)
            if launched.finished and not judge_outputs(launched, problem).right
        ]
        yield from (case for _, case in sorted(wrong, key=itemgetter(0)))


def small_case(bench: Bench, problem: CaseProblem) -> str:
    """Return the sizes and the variant of a small case in words."""
    variant = bench.config.variant_at(problem.tile_width)
    return bench.lab.words(bench.config).tell(problem.values) + (f" with {variant}" if variant else "")


def launched_in_turn(bench: Bench, launches: Sequence[Launch]) -> Iterator[Launched]:
    """What each launch gives, in their order."""
    left = list(launches)
    while left:
        made = bench.device.glimpses(bench.kernel, left)
        yield from made
        left = left[len(made) :]


def _small_cases(bench: Bench, failing: Sequence[TestCase]) -> list[TestCase]:
    """Small shapes that the assignment could ask for: those that tell more first, then the fewest elements."""
    config, width = bench.config, bench.kernel.tile_width
    space = bench.lab.space(config, width)
    found: dict[tuple[int, ...], int] = {}
    shrunk = [bench.lab.in_small(case, width).sizes for case in failing]
    phases = dict.fromkeys(bench.lab.inner_sizes, (3 * width,))
    choices = [
        sorted(
            {
                1,
                2,
                3,
                5,
                *_around(space.periods.get(name, 2)),
                *phases.get(name, ()),
                *(sizes[name] for sizes in shrunk),
            }
        )[:MOST_SIZES]
        for name in config.size_names
    ]
    for values in itertools.product(*choices):
        sizes = space.askable(dict(zip(config.size_names, values, strict=True)))
        shape = tuple(sizes.values())
        with contextlib.suppress(ExpressionError):
            if shape not in found and (count := _input_elements(config, config.values_at(sizes, width))) <= MOST_INPUTS:
                space.effort(sizes)
                found[shape] = count
    inner = [config.size_names.index(name) for name in bench.lab.inner_sizes]

    def order(shape: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        """Of three phases, best of whole ones, with sizes that differ and are not 1, no mistake looks like another."""
        if not inner:
            return 0, found[shape], shape
        alike = len(set(shape)) < len(shape) or 1 in shape or any(shape[each] <= 2 * width for each in inner)
        return 2 * alike + any(shape[each] % width for each in inner), found[shape], shape

    shapes = sorted(found, key=order)
    step = max(1.0, len(shapes) / MOST_SHAPES)
    kept = dict.fromkeys(shapes[int(number * step)] for number in range(min(MOST_SHAPES, len(shapes))))
    names = config.size_names
    for case in bench.lab.walk_throughs(config, width):  # shows what the lab is about, such as a thread's second turn
        if _input_elements(config, config.values_at(case.sizes, width)) <= MOST_INPUTS:
            kept.setdefault(tuple(case.sizes[name] for name in names))
    scalars, bounds = (failing[0].scalars, failing[0].bounds) if failing else ({}, {})
    return [
        case_of("x".join(map(str, shape)), dict(zip(names, shape, strict=True)), width, scalars=scalars, bounds=bounds)
        for shape in kept
    ]


def _around(period: int) -> tuple[int, ...]:
    return period - 1 or 1, period, period + 1, 2 * period, 2 * period + 1


def _input_elements(config: Config, values: Sizes) -> int:
    return sum(math.prod(spec.shape(values)) for spec in config.specs.values() if not spec.fresh)


@dataclass(frozen=True, slots=True, eq=False)
class _Change:
    """One input with another value: what is launched, and what that buffer holds in its natural shape."""

    element: InputElement
    launch: Launch
    content: np.ndarray
    value: float
    step: float


def influence_of(bench: Bench, case: TestCase) -> Influence | None:
    """Launch the case once for each element of its inputs, changed; None where nothing can be told so."""
    problem = bench.problem(case)
    asked = bench.plan(problem)
    (launched,) = launched_in_turn(bench, [asked])
    judged = judge_outputs(launched, problem)
    if judged.right or not launched.finished or problem.check is not None:  # no one right value to compare with
        return None
    problem = judged.problem
    changes = list(_changes(problem, asked))
    answers = _answers(bench, case, problem, changes)
    meant = {
        change.element.buffer
        for change, answer in zip(changes, answers, strict=True)
        if answer is not None and not np.array_equal(answer.expected, problem.expected)
    }
    # Of an output whose first contents have no part in the answer a kernel may count on what they hold.
    idle = set(problem.outputs) - meant
    known = {
        change: answer
        for change, answer in zip(changes, answers, strict=True)
        if answer is not None and change.element.buffer not in idle
    }
    if not known:
        return None
    before, expected = _flat(problem, result_of(launched, problem)[0]), _flat(problem, problem.expected)
    results = launched_in_turn(bench, [change.launch for change in known])
    firsts: dict[InputElement, _Change] = {}
    got: dict[InputElement, np.ndarray] = {}
    right: dict[InputElement, np.ndarray] = {}
    for (change, answer), result in zip(known.items(), results, strict=True):
        firsts.setdefault(change.element, change)
        for rows, after, old in ((got, result_of(result, problem)[0], before), (right, answer.expected, expected)):
            row = _flat(problem, after) - old
            first = rows.setdefault(change.element, row)
            rows[change.element] = np.where(row == 0, 0, first)
    rights, states = np.array(list(right.values())), _flat(problem, judged.comparison.states)
    for buffer in (problem.answers[problem.output], *known.values()):
        if buffer.ignored is not None:  # what may be anything, with some input, has nothing to be explained
            anything = _flat(problem, buffer.ignored) != 0
            rights[:, anything], states[anything] = 0.0, CellState.RIGHT
    return Influence(
        told=small_case(bench, problem),
        problem=problem,
        asked=asked,
        changed=tuple(change.launch for change in firsts.values()),
        elements=tuple(firsts),
        values=np.array([change.value for change in firsts.values()]),
        steps=np.array([change.step for change in firsts.values()]),
        got=np.array(list(got.values())),
        right=rights,
        before=before,
        expected=expected,
        bound=_flat(problem, problem.bound),
        states=states,
        found=frozenset((item.kind, item.line) for item in launched.findings),
        tile=case.tile_width if bench.lab.inner_sizes else 0,
    )


def _changes(problem: CaseProblem, asked: Launch) -> Iterator[_Change]:
    """Each element of the inputs that are numbers as the output's are, with other values."""
    kind = problem.expected.dtype.kind
    for name, buffer in (*problem.buffers.items(), *problem.constants.items()):
        if problem.specs[name].fresh or (buffer.content.dtype.kind == "f") != (kind == "f"):
            continue
        flat = buffer.flat()
        for place, value in enumerate(flat):
            for other in _other_values(flat, place):
                held = flat.copy()
                held[place] = other
                memory = buffer.stored(held)
                if name in problem.constants:
                    launch = replace(asked, constants={**asked.constants, name: memory})
                else:
                    launch = replace(asked, arrays={**asked.arrays, name: memory})
                changed = replace(buffer, content=buffer.held(memory))
                if step := float(changed.flat()[place]) - float(value):
                    yield _Change(InputElement(name, place), launch, changed.content, float(value), step)


def _flat(problem: CaseProblem, values: np.ndarray) -> np.ndarray:
    """As it lies in memory, in numbers that hold every difference."""
    return replace(problem.buffers[problem.output], content=np.asarray(values)).flat().astype(np.float64)


def _other_values(flat: np.ndarray, place: int) -> list[float]:
    """Other values for an element.

    Of whole numbers two that the buffer has: they may all be places of something, and what an element is counted in
    reacts to both.
    """
    value = flat[place]
    if flat.dtype.kind == "f":
        return [float(value) + STEP]
    others = [each for each in dict.fromkeys((*flat[place:].tolist(), *flat.tolist())) if each != value]
    return others[:2] or [int(value) - 1 if value > 0 else int(value) + 1]


def _answers(
    bench: Bench, case: TestCase, problem: CaseProblem, changes: Sequence[_Change]
) -> Sequence[ExpectedBuffer | None]:
    """What must come out where inputs are changed; None where the lab has no answer for it."""
    contents = {name: buffer.content for name, buffer in (*problem.buffers.items(), *problem.constants.items())}
    data = bench.lab.data_of(case, bench.config, seed=bench.seed, oracle=bench.oracle)

    def answer(change: _Change) -> Making[ExpectedBuffer]:
        given = {name: contents[name] for name in problem.specs} | {change.element.buffer: change.content}
        made: Mapping[str, ExpectedBuffer] = yield from bench.lab.answers(data, given)
        return made[problem.output]

    if bench.oracle is None:
        return [made_of(answer(change), lambda _: ()) for change in changes]
    return bench.oracle.ask_together([(case, answer(change)) for change in changes])
