"""Which edit mends a faulty kernel: all are tried on small cases, and what mends those is graded whole.

The order is fixed and the bound is a number of edits, so every machine finds the same cause.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from grader.assignment import TestCase
from grader.checking.running import Bench
from grader.diagnosis.laboratory import Laboratory, Score
from grader.edits.change import Edit
from grader.edits.schemata import Unit

UNIT_SIZE = 260
"""Edits in one translation unit: twice as many take more than twice as long to compile and to run."""
MOST_EDITS = 1820
MOST_ALONE = 48
ALONE_SIZE = 8
"""Edits that need a compilation each: types, macros, the order of parameters."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What one edit came to: its scores by case, whether all are passed, or at least one bettered and none worsened."""

    edit: Edit
    scores: Mapping[str, Score]
    passed: bool
    better: bool

    @property
    def left(self) -> tuple[int, int, int]:
        """What is still to be mended: cases, cells, findings."""
        failing = [score for score in self.scores.values() if not score.passed]
        return len(failing), sum(score.wrong for score in failing), sum(len(score.found) for score in failing)


class Experiment:
    """Looks for the edit of one text that passes every small case; each laboratory works on its own device."""

    def __init__(self, laboratories: Sequence[Laboratory], text: str, cases: Sequence[TestCase]) -> None:
        self.laboratories = laboratories
        self.text = text
        scores = laboratories[0].scores(text, cases)
        self.before = dict(zip((case.label for case in cases), scores, strict=True))
        failing = [case for case in cases if not self.before[case.label].passed]
        # The largest first: hardly an edit passes that by accident.
        self.cases = (*reversed(failing), *(case for case in cases if case not in failing))
        self.failing = tuple(failing)
        self.tried = 0

    def rounds(self, edits: Sequence[Edit]) -> Iterator[list[Tried]]:
        """What became of the edits, round by round; a round gives every laboratory something to do."""
        jobs = list(self._jobs(edits))
        count = 2  # not the number of laboratories: the same rounds on every machine
        with ThreadPoolExecutor(len(self.laboratories)) as pool:
            for first in range(0, len(jobs), count):
                tasks = [
                    pool.submit(job, self.laboratories[number % len(self.laboratories)])
                    for number, job in enumerate(jobs[first : first + count])
                ]
                yield [tried for task in tasks for tried in task.result()]

    def _jobs(self, edits: Sequence[Edit]) -> Iterator[Callable[[Laboratory], list[Tried]]]:
        """Units of edits; those that cannot share one come along with the first."""
        switched = [edit for edit in edits if edit.switched][:MOST_EDITS]
        alone = [edit for edit in edits if not edit.switched][:MOST_ALONE]
        units = [switched[first : first + UNIT_SIZE] for first in range(0, len(switched), UNIT_SIZE)]
        few = [alone[first : first + ALONE_SIZE] for first in range(0, len(alone), ALONE_SIZE)]
        for unit, some in itertools.zip_longest(units, few):
            if unit:
                yield self._unit_job(unit)
            if some:
                yield self._alone_job(some)

    def _unit_job(self, edits: Sequence[Edit]) -> Callable[[Laboratory], list[Tried]]:
        def job(laboratory: Laboratory) -> list[Tried]:
            made = laboratory.unit(self.text.encode(), edits)
            return [] if made is None else self._of_unit(laboratory, *made)

        return job

    def _of_unit(self, laboratory: Laboratory, bench: Bench, unit: Unit) -> list[Tried]:
        """The edits that better the first failing case go on to the next, as long as they make nothing worse."""
        alive = list(range(1, len(unit.edits) + 1))
        scores: dict[int, dict[str, Score]] = {number: {} for number in alive}
        for case in self.cases:
            if not alive:
                break
            # The unit with nothing switched on: its lines are not those of the text.
            before, *results = laboratory.tried(bench, case, [0, *alive])
            for number, score in zip(alive, results, strict=True):
                scores[number][case.label] = score
            first = case == self.cases[0]
            alive = [
                number for number, score in zip(alive, results, strict=True)
                if score.passed or (score.betters(before) if first else not score.worsens(before))
            ]  # fmt: skip
        return [self._outcome(unit.edits[number - 1], found, number in alive) for number, found in scores.items()]

    def _outcome(self, edit: Edit, scores: Mapping[str, Score], better: bool) -> Tried:
        passed = len(scores) == len(self.cases) and all(score.passed for score in scores.values())
        return Tried(edit, scores, passed, better)

    def _alone_job(self, edits: Sequence[Edit]) -> Callable[[Laboratory], list[Tried]]:
        def job(laboratory: Laboratory) -> list[Tried]:
            return [self.alone(laboratory, edit) for edit in edits]

        return job

    def alone(self, laboratory: Laboratory, edit: Edit) -> Tried:
        """One edit, compiled by itself."""
        text = edit.apply(self.text.encode()).decode()
        scores = laboratory.scores(text, self.cases, until_failure=True)
        return self._outcome(edit, dict(zip((case.label for case in self.cases), scores, strict=False)), False)
