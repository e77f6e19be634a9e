"""Launches of cases that are made many at a time: the answer of one is there when its case is judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.assignment import TestCase
from grader.devices.base import DeviceCrash, DeviceError, DeviceTimeout, Launch, Launched
from grader.grading.running import Bench
from grader.labs.base import CaseProblem, ParameterError

MOST_AT_ONCE = 16
MOST_BYTES = 8 << 20
"""Of the arrays of all launches that are made at once."""


class LaunchBatches:
    """The cases of one bench, in the order in which they are asked for.

    At first one is launched, then two, and so on while all come to their end: of a kernel that does not, or takes too
    long, no more is launched than is asked for.
    """

    def __init__(self, bench: Bench, cases: Sequence[TestCase]) -> None:
        self._bench, self._cases = bench, list(cases)
        self._at_once = 1
        self._problems: dict[str, CaseProblem] = {}
        self._plans: dict[str, Launch] = {}
        self._there: dict[str, Launched] = {}

    def problem(self, case: TestCase) -> CaseProblem:
        """The case's data and the right answer, made once: of some labs that takes longer than the launch."""
        return self._problems.pop(case.label, None) or self._bench.problem(case)

    def plan(self, case: TestCase, problem: CaseProblem) -> Launch:
        """What is launched on the case's problem; raises what `Bench.plan` raises."""
        return self._plans.pop(case.label, None) or self._bench.plan(problem)

    def launch(self, case: TestCase, launch: Launch) -> Launched:
        """What the launch gives, which is that of the case; raises `DeviceError`s."""
        if case.label in self._there:
            return self._there.pop(case.label)
        names, launches = [case.label], [launch]
        room = MOST_BYTES - _size(launch)
        for name, following in self._following(case):
            room -= _size(following)
            if len(launches) == self._at_once or room < 0:
                break
            names.append(name)
            launches.append(following)
        answers = self._answers(launches)
        all_ended = len(answers) == len(launches) and answers[-1].finished
        self._at_once = min(2 * self._at_once, MOST_AT_ONCE) if all_ended else 1
        self._there = dict(zip(names[1:], answers[1:], strict=False))
        return answers[0]

    def _answers(self, launches: Sequence[Launch]) -> Sequence[Launched]:
        device, kernel = self._bench.device, self._bench.kernel
        try:
            return device.launch_many(kernel, launches)
        except (DeviceTimeout, DeviceCrash):
            if len(launches) == 1:
                raise
        return device.launch_many(kernel, launches[:1])  # one by one it shows which it was

    def _following(self, case: TestCase) -> Iterator[tuple[str, Launch]]:
        """The cases after this one with their launches, up to one that has none."""
        for after in self._cases[self._cases.index(case) + 1 :]:
            try:
                if after.label not in self._plans:
                    self._problems[after.label] = self._bench.problem(after)
                    self._plans[after.label] = self._bench.plan(self._problems[after.label])
                yield after.label, self._plans[after.label]
            except (ParameterError, ValueError, DeviceError):
                return


def _size(launch: Launch) -> int:
    return sum(array.nbytes for array in launch.arrays.values())
