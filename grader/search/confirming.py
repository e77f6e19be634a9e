"""Grade a mended text whole: what mends the small cases may be made for them, or ask more of memory than is allowed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from grader.assignment import TestCase
from grader.devices.base import DeviceError, Emulator
from grader.grading.bench import Build
from grader.grading.lane import Attempt, Lane, LaneSteps, run_lane
from grader.grading.launching import StudentSource
from grader.grading.measuring import count_traffic
from grader.grading.running import CaseOutcome
from grader.grading.shapes import UNLIMITED, batch_effort
from grader.grading.sweep import ShapeSweep
from grader.labs import lab_of
from grader.labs.base import ParameterError
from grader.labs.traffic import Measured
from grader.results import Finding, Kind, Severity, Status
from grader.search.edit_search import small_cases
from grader.search.trial_runner import TrialRunner

DRAWN_SHAPES = 3
"""A change must hold at a width and at shapes that no case has: it might be made for those of the cases."""


@dataclass
class Confirming:
    """Grades texts in place of an attempt's own, whose assignment is settled; `widths` are those of the search.

    `failed_at` are the widths at which the last text failed that did, `wrong_beside` the cases that a sweep found then.
    """

    attempt: Attempt
    devices: Sequence[Emulator]
    widths: Sequence[int] = ()
    failed_at: set[int] = field(default_factory=set)
    wrong_beside: dict[int, TestCase] = field(default_factory=dict)

    def passes(self, text: str, beyond: int = 0) -> bool:
        """Return whether a text passes every case with nothing found, and others at the search's widths `beyond` one.

        A text may be wrong at smaller widths than its own in any case.
        """
        source = replace(self.attempt.source, text=text)
        wider = [width for width in self.widths[1:] if width > beyond]
        elsewhere = [partial(self._holds_elsewhere, text, width) for width in wider]
        inside = [partial(self._passes_lane, source, lane, looked=bool(wider)) for lane in self.attempt.lanes]
        checks, wrong = iter([*elsewhere, *inside]), list[bool]()

        def check(device: Emulator) -> None:
            while not wrong and (holds := next(checks, None)):
                wrong.extend([True] * (not holds(device)))

        with ThreadPoolExecutor(len(self.devices)) as pool:
            list(pool.map(check, self.devices))
        return not wrong

    def _holds_elsewhere(self, text: str, width: int, device: Emulator) -> bool:
        """Return whether a text is right at a width and at sizes that the cases have not.

        Of code that keeps every access: this is the second look as well.
        """
        opened = self.attempt.opened
        config, like = opened.config, small_cases(opened.assignment, width)
        rng, lab = np.random.default_rng(7), lab_of(config)
        drawn = (lab.drawn_sizes(config, like, rng, width) for _ in range(DRAWN_SHAPES))
        cases = [replace(like[0], name=f"drawn-{number}", sizes=sizes) for number, sizes in enumerate(drawn)]
        runner = TrialRunner(opened, device, self.attempt.source, width)
        return all(score.passed for score in runner.scores(text, (*cases, *like), Build.UNOPTIMISED))

    def _passes_lane(self, source: StudentSource, lane: Lane, device: Emulator, *, looked: bool) -> bool:
        passes = self.passes_cases(source, lane, device, looked=looked)
        self.failed_at |= set() if passes else {lane.tile_width}
        return passes

    def passes_cases(self, source: StudentSource, lane: Lane, device: Emulator, *, looked: bool) -> bool:
        """Return whether a text passes what is graded in a lane; a second look may have been taken, at small tiles."""
        attempt, opened = self.attempt, self.attempt.opened
        cases = [
            case for case in opened.assignment.cases()
            if case.tile_width == lane.tile_width and not case.why_left_out(opened.config)
        ]  # fmt: skip
        cases += [lane.swept.wrong.case] if lane.swept and lane.swept.wrong else []
        build = Build.WITH_FIGURES if self._misfit else Build.IN_HASTE
        steps = LaneSteps(budget=attempt.budget, build=build, main=lane is attempt.lanes[0] and not looked)
        try:
            made = run_lane(opened, device, source, lane.tile_width, cases, steps)
        except DeviceError:  # the edit ends or exhausts the child, as an endless loop does: it is no mended text
            return False
        if made.bench is None or errors(made.findings) or any(map(failed, made.outcomes)):
            return False
        self.failed_at = set()
        wrong = ShapeSweep(opened, made.bench, source.text, batch_effort(opened.config), UNLIMITED).run().wrong
        if wrong is not None:
            self.wrong_beside[lane.tile_width] = wrong.case
        return wrong is None

    @property
    def _misfit(self) -> bool:
        """True if the attempt did not fit into a GPU: only such a text is asked again how much it needs."""
        lanes = self.attempt.lanes
        found = [*(each.findings for lane in lanes for each in lane.outcomes), *(lane.findings for lane in lanes)]
        return any(item.kind is Kind.RESOURCE_LIMIT for findings in found for item in findings)

    # -- requirements --------------------------------------------------------------------------------------------------

    def meets(self, text: str) -> bool:
        """Return whether a text meets all requirements that are judged by counts; True where nothing can be counted."""
        if not self._required:
            return True
        opened, lanes, devices = self.attempt.opened, self.attempt.lanes, self.devices

        def measured(lane: Lane, device: Emulator) -> Sequence[Measured] | None:
            runner = TrialRunner(opened, device, self.attempt.source, lane.tile_width)
            kernel = runner.compile(text, Build.AS_GRADED)
            if kernel is None or not kernel.ok:
                return None
            with contextlib.suppress(DeviceError, ParameterError, ValueError):
                main = lane is lanes[0]  # sectors and conflicts are counted there
                return count_traffic(opened, runner.bench(kernel), (), profile=main).measured
            return ()

        with ThreadPoolExecutor(len(devices)) as pool:
            parts = [
                each
                for first in range(0, len(lanes), len(devices))
                for each in pool.map(measured, lanes[first : first + len(devices)], devices)
            ]
        return None not in parts and not self.unmet(each for part in parts for each in part or ())

    def unmet(self, measured: Iterable[Measured]) -> bool:
        """Return whether a requirement fails by these counts, or they are of a text with wrong results."""
        config, counted = self.attempt.opened.config, list(measured)
        if not counted or not self._required:
            return False
        required = lab_of(config).requirements(counted, config)
        return not all(each.right for each in counted) or any(item.status is Status.FAILED for item in required)

    @property
    def _required(self) -> bool:
        """Whether edits are judged by requirements; of a whole program most are for host code, which has no edits."""
        config = self.attempt.opened.config
        return bool(config.points.requirements) and not config.whole_program


def errors(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are faults of the submission."""
    return [item for item in findings if item.severity is Severity.ERROR]


def failed(outcome: CaseOutcome) -> bool:
    """Return whether a case is not passed, or something was found in it."""
    return outcome.status is not Status.PASSED or bool(errors(outcome.findings))
