"""The cause of a submission's faults: edits are tried in the order of the evidence, and what wins is graded whole."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from grader.assignment import Assignment, TestCase
from grader.checking.lane import Lane, Source, Workplace, run_lane
from grader.checking.probing import why_left_out
from grader.devices.base import DeviceError
from grader.diagnosis.experiment import Experiment, Tried
from grader.diagnosis.laboratory import Emulator, Laboratory
from grader.diagnosis.small_cases import small_cases
from grader.edits.change import Edit
from grader.results import Kind, Severity, Status

SMALL_TILE = 4
MOST_CONFIRMED = 5
MOST_REAL_CASES = 6
MOST_ROUNDS = 6
MOST_FIRST = 3
"""Edits that better something without mending everything, after which another is looked for."""
MOST_SECOND_ROUNDS = 3
_WAITING = frozenset({Kind.DATA_RACE, Kind.BARRIER_DIVERGENCE, Kind.EARLY_EXIT})


@dataclass(frozen=True, slots=True)
class Found:
    """The edits that together mend everything, the most telling first; `others` alone would do as well as the first."""

    edits: tuple[Edit, ...]
    text: str
    others: tuple[Edit, ...]
    tried: int


class Diagnosis:
    """Looks for the cause of one submission's faults on devices that nothing else uses meanwhile."""

    def __init__(self, work: Workplace, devices: Sequence[Emulator], source: Source, lanes: Sequence[Lane]) -> None:
        self.work, self.devices, self.source, self.lanes = work, devices, source, lanes
        self.assignment: Assignment = work.assignment
        self.axis = next((lane.bench.axis for lane in lanes if lane.bench), "x")
        self.kernel = next((lane.compiled.display_name for lane in lanes if lane.bench), "")
        self.tried = 0

    def find(self) -> Found | None:
        """The first edit that passes everything with nothing found, or the first two; None where there are none."""
        experiment = self._experiment(self.source.text)
        if experiment is None:
            return None
        passed, better = self._searched(experiment, MOST_ROUNDS)
        found = self._believed(experiment.text, passed)
        for first in better[:MOST_FIRST] if found is None else ():
            text = first.edit.apply(experiment.text.encode()).decode()
            second = self._experiment(text)
            if second is None:
                continue
            passed, _ = self._searched(second, MOST_SECOND_ROUNDS)
            rest = self._believed(text, passed)
            if rest is not None:
                return replace(rest, edits=(first.edit, *rest.edits))
        return found

    def _searched(self, experiment: Experiment, rounds: int) -> tuple[list[Edit], list[Tried]]:
        """Edits that pass the small cases, nearest first; where there are none, those that better something."""
        edits = self._ordered(self._edits(experiment.text))
        better: list[Tried] = []
        for results in itertools.islice(experiment.rounds(edits), rounds):
            self.tried += len(results)
            passed = [result.edit for result in results if result.passed]
            if passed:
                return sorted(passed, key=self._distance), []
            better += [result for result in results if result.better]
        return [], sorted(better, key=lambda result: (result.left, self._distance(result.edit)))

    def _believed(self, text: str, passed: Sequence[Edit]) -> Found | None:
        """The first that, compiled alone, passes everything that is graded."""
        for number, edit in enumerate(passed[:MOST_CONFIRMED]):
            mended = edit.apply(text.encode()).decode()
            if self.confirmed(mended):
                return Found((edit,), mended, (*passed[:number], *passed[number + 1 :]), self.tried)
        return None

    def _edits(self, text: str) -> tuple[Edit, ...]:
        macro = self.assignment.config.tile.macro or "TILE_WIDTH"
        try:
            return self.devices[-1].edits(text, self.kernel, macro)
        except DeviceError:
            return ()

    def _experiment(self, text: str) -> Experiment | None:
        """On small cases where the kernel fails those; on the real ones that it fails otherwise."""
        if self.work.define_width and self.assignment.config.tile.macro is not None:
            cases = small_cases(self.assignment, SMALL_TILE)
            small = Experiment(self._laboratories(SMALL_TILE), text, cases)
            if (small.failing and len(small.failing) < len(cases)) or (self._fails_everything() and small.failing):
                return small
        for lane in self.lanes:
            real = Experiment(self._laboratories(lane.tile_width), text, self._real_cases(lane))
            if real.failing:
                return real
        return None

    def _fails_everything(self) -> bool:
        outcomes = [outcome for lane in self.lanes for outcome in lane.outcomes]
        return all(outcome.status is not Status.PASSED or outcome.findings for outcome in outcomes)

    def _real_cases(self, lane: Lane) -> tuple[TestCase, ...]:
        """Some that the kernel fails at this width and some that it passes, small ones."""
        failed = [outcome.case for outcome in lane.outcomes if outcome.status is not Status.PASSED or outcome.findings]
        rest = [outcome.case for outcome in lane.outcomes if outcome.case not in failed]
        return (*sorted(failed, key=_work)[:MOST_REAL_CASES], *sorted(rest, key=_work)[:MOST_REAL_CASES])

    def _laboratories(self, width: int) -> list[Laboratory]:
        return [Laboratory(self.work, device, self.source, self.axis, width) for device in self.devices]

    def _ordered(self, edits: Sequence[Edit]) -> list[Edit]:
        return sorted(edits, key=self._distance)

    def _distance(self, edit: Edit) -> tuple[int, int]:
        """How far an edit is from what the student meant, as far as the evidence tells."""
        findings = [item for lane in self.lanes for outcome in lane.outcomes for item in outcome.findings]
        blamed = {item.line for item in findings} | {item.other.line for item in findings if item.other}
        kinds = {item.kind for item in findings}
        distance = edit.cost
        if edit.line in blamed:
            distance -= 4
        if edit.kind.startswith(("barrier", "guard dropped", "guard moved")) and kinds & _WAITING:
            distance -= 8
        if edit.kind in ("value set", "zero fill", "shared added") and Kind.UNINITIALIZED_READ in kinds:
            distance -= 4
        if edit.kind.startswith(("guard", "condition", "comparison")) and Kind.OUT_OF_BOUNDS in kinds:
            distance -= 4
        return distance, edit.line

    def confirmed(self, text: str) -> bool:
        """Whether a text passes every case at every width with nothing found."""
        source = replace(self.source, text=text)
        with ThreadPoolExecutor(len(self.devices)) as pool:
            tasks = [
                pool.submit(self._passes, self.devices[number % len(self.devices)], source, lane)
                for number, lane in enumerate(self.lanes)
            ]
            return all(task.result() for task in tasks)

    def _passes(self, device: Emulator, source: Source, lane: Lane) -> bool:
        cases = [
            case for case in self.assignment.cases()
            if case.tile_width == lane.tile_width and not why_left_out(self.assignment.config, case)
        ]  # fmt: skip
        work = replace(self.work, on_case=lambda _: None)
        try:
            made = run_lane(work, device, source, lane.tile_width, cases, measure=False)
        except DeviceError:
            return False
        return (
            made.ran
            and not _errors(made.findings)
            and all(outcome.status is Status.PASSED and not _errors(outcome.findings) for outcome in made.outcomes)
        )


def _errors(findings: Sequence[object]) -> list[object]:
    return [item for item in findings if getattr(item, "severity", None) is Severity.ERROR]


def _work(case: TestCase) -> int:
    return case.shape.M * case.shape.K * case.shape.N
