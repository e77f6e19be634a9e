"""Grade a mended text whole: what mends the small cases may be made for them, or ask more of memory than is allowed."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter

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
    """Grades texts in place of an attempt's own, whose assignment leaves nothing open; `widths` are the search's.

    `failed_at` are the widths at which the last text that was asked about failed, `wrong_beside` the cases that sweeps
    found wrong.
    """

    attempt: Attempt
    devices: Sequence[Emulator]
    widths: Sequence[int] = ()
    failed_at: set[int] = field(default_factory=set)
    wrong_beside: dict[int, TestCase] = field(default_factory=dict)
    _counted: tuple[str, dict[int, Sequence[Measured]]] = field(default=("", {}), init=False)
    """The last text that was counted, and its counts at each width."""

    def passes(self, text: str, beyond: int = 0) -> bool:
        """Return whether a text passes every case, a sweep, and small cases at the search's widths above `beyond`.

        Smaller widths are not tried: a right text may fail there. What is counted for `meets` is counted beside it.
        """
        self.failed_at = set()
        source = replace(self.attempt.source, text=text)
        wider = [width for width in self.widths[1:] if width > beyond]
        elsewhere = [partial(self._holds_elsewhere, text, width) for width in wider]
        inside = [partial(self._passes_lane, source, lane, looked=bool(wider)) for lane in self._slow_first]
        soon = len(self.devices) - 1  # what takes longest begins at once, beside what shows most mistakes
        return self._all_hold([*inside[:soon], *elsewhere, *inside[soon:], *self._counting(text)])

    @property
    def _slow_first(self) -> Sequence[Lane]:
        """The lanes, what takes longest first."""
        return sorted(self.attempt.lanes, key=attrgetter("tile_width"), reverse=True)

    def _all_hold(self, checks: Iterable[Callable[[Emulator], bool]]) -> bool:
        """Return whether all checks hold: the next device that is idle makes each, and none after one that fails."""
        left, wrong = iter([*checks]), list[bool]()

        def check(device: Emulator) -> None:
            while not wrong and (holds := next(left, None)):
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
        complete = self._all_hold(self._counting(text))
        counted = self._counted[1].values()
        return complete and not self.unmet(itertools.chain(*counted))

    def _counting(self, text: str) -> Iterator[Callable[[Emulator], bool]]:
        """Yield what counts a text for the requirements, at each width where that is not done yet."""
        if self._counted[0] != text:
            self._counted = text, {}
        lanes = [lane for lane in self._slow_first if lane.tile_width not in self._counted[1]]
        yield from (partial(self._counts, text, lane) for lane in (lanes if self._required else ()))

    def _counts(self, text: str, lane: Lane, device: Emulator) -> bool:
        """Count a text at one width. Return whether it compiles there."""
        opened = self.attempt.opened
        runner, counted = TrialRunner(opened, device, self.attempt.source, lane.tile_width), list[Measured]()
        kernel = runner.compile(text, Build.AS_GRADED)
        if kernel is None or not kernel.ok:
            return False
        with contextlib.suppress(DeviceError, ParameterError, ValueError):
            main = lane is self.attempt.lanes[0]  # sectors and conflicts are counted there
            counted += count_traffic(opened, runner.bench(kernel), (), profile=main).measured
        self._counted[1][lane.tile_width] = counted
        return True

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
