"""Which of several launches goes wrong, and what it should have left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from grader.assignment import TestCase
from grader.devices.base import Launch, Launched, by_element
from grader.grading.compare import Judged, judge, judge_outputs
from grader.grading.launching import result_of
from grader.grading.running import Bench
from grader.labs.base import Buffer, CaseProblem

ROUNDING = 1e-3
"""How far two floats may be apart, as a part of the larger, that differ by the order of a sum alone."""


@dataclass(frozen=True, slots=True)
class Left:
    """What launch number `launch` leaves wrong in the buffer `name`.

    `expected` is what it should leave, in the natural shape, NaN where that is not known; `places` are the wrong
    elements in row order. `launched` is the run up to its end.
    """

    launch: int
    name: str
    expected: np.ndarray
    places: np.ndarray
    launched: Launched


def gone_wrong(bench: Bench, case: TestCase, solution: Bench | None) -> Left | None:
    """The launch to show of a wrong result; None where that is the last one, or there is but one.

    With a solution: the first launch up to which the solution's can stand in for the student's, so that the result is
    right. Else the one that was the last to change the first wrong element.
    """
    problem = bench.problem(case)
    asked = bench.plan(problem)
    last = len(asked.steps) - 1
    if not last:
        return None
    own = _after_each(bench, asked)
    judged = judge_outputs(own[-1], problem)
    if judged.comparison.first is None:
        return None
    if solution is None:
        return _last_changed(judged, judged.comparison.first.index, asked, own)
    models = _after_each(solution, solution.plan(problem))
    for number, model in enumerate(models[:-1]):
        rest = replace(asked.part(number + 1), arrays=model.arrays)
        if _values_are_right(bench.device.launch(bench.kernel, rest), problem):
            return _unlike(problem, number, own[number], model)
    return None


def _after_each(bench: Bench, asked: Launch) -> list[Launched]:
    return [bench.device.launch(bench.kernel, asked.part(0, end + 1)) for end in range(len(asked.steps))]


def _values_are_right(launched: Launched, problem: CaseProblem) -> bool:
    """Whoever stored them."""
    abouts = [problem.about(name) for name in problem.outputs]
    return not any(np.count_nonzero(judge(result_of(launched, about)[0], about)[0]) for about in abouts)


def _unlike(problem: CaseProblem, number: int, own: Launched, model: Launched) -> Left | None:
    """The first buffer that a launch leaves unlike the solution's."""
    for name, buffer in problem.buffers.items():
        got, expected = _held(own, name, buffer), _held(model, name, buffer)
        places = np.flatnonzero(_apart(got, expected))
        if name not in problem.kept and len(places):
            return Left(number, name, expected.astype(float), places, own)
    return None


def _held(launched: Launched, name: str, buffer: Buffer) -> np.ndarray:
    return buffer.shaped(np.asarray(launched.arrays[name]).view(buffer.content.dtype))


def _apart(got: np.ndarray, expected: np.ndarray) -> np.ndarray:
    if got.dtype.kind != "f":
        return np.asarray(got != expected)
    part = max(ROUNDING, 16 * float(np.finfo(got.dtype).eps))
    scale = np.max(np.abs(expected), initial=0.0, where=np.isfinite(expected))
    return np.asarray(~np.isclose(got, expected, rtol=part, atol=1e-2 * part * scale, equal_nan=True))


def _last_changed(judged: Judged, first: tuple[int, ...], asked: Launch, own: Sequence[Launched]) -> Left | None:
    """What the launch leaves wrong that was the last to change the first wrong element."""
    problem, states = judged.problem, judged.comparison.states.ravel()
    changed = np.full(states.size, -1)
    for number, there in enumerate(_changes(problem, asked, own)):
        changed[there] = number
    number = int(changed[np.ravel_multi_index(first, problem.expected.shape)])
    if number in (-1, len(own) - 1):
        return None
    there = changed == number
    expected = np.where(there.reshape(problem.expected.shape), problem.expected, np.nan)
    return Left(number, problem.output, expected, np.flatnonzero(there & (states != 0)), own[number])


def _changes(problem: CaseProblem, asked: Launch, own: Sequence[Launched]) -> Iterator[np.ndarray]:
    """Of each launch, which elements of the output hold something new, or were stored for the first time."""
    name, buffer = problem.output, problem.buffers[problem.output]
    before = np.asarray(asked.arrays[name])
    stored = np.zeros(buffer.content.size, bool)
    for launched in own:
        after = np.asarray(launched.arrays[name])
        flags = launched.written.get(name)
        now = stored if flags is None else by_element(flags, stored.size)
        size = buffer.content.dtype.itemsize
        bits = before.view(np.uint8).reshape(-1, size) != after.view(np.uint8).reshape(-1, size)
        yield buffer.shaped(bits.any(axis=1) | (now & ~stored)).ravel()
        before, stored = after, now
