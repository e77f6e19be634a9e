"""Tell what is still wrong once the first of two mistakes is mended, where no change was found that mends the second.

The changed text is run on cases that failed. What is found there was there before: nothing else is told of a text that
nobody has written.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

import numpy as np

from grader.devices.base import DeviceError, Emulator
from grader.edits.change import Edit
from grader.grading.assembling import Graded, assemble
from grader.grading.lane import Attempt, Lane, LaneSteps, run_lane
from grader.grading.running import CaseOutcome
from grader.results import Finding, Kind, Severity, Status, Submission
from grader.results.kinds import KINDS, FoundBy
from grader.search.explaining import explained

MOST_CASES = 4
"""Cases of a width that the changed text is run on: small ones that failed."""


class Mended:
    """A submission with the first of two mistakes mended, run on cases that failed."""

    def __init__(self, attempt: Attempt, device: Emulator, edit: Edit) -> None:
        self._changed = attempt.with_text(_on_the_same_lines(edit, attempt.source.text))
        self._device = device
        before = {outcome.case.label: outcome for lane in attempt.lanes for outcome in lane.outcomes}
        self._lanes: tuple[Lane, ...] = ()
        with contextlib.suppress(DeviceError):
            made = (_run(self._changed, device, each) for each in attempt.lanes)
            self._lanes = tuple(lane for lane in made if lane is not None)
        self._pairs = [(before[each.case.label], each) for lane in self._lanes for each in lane.outcomes]

    @property
    def spoils(self) -> bool:
        """True if an element is wrong that was right: then something else must change for the first mistake."""
        return any(_spoilt(one, now) for one, now in self._pairs)

    def remaining(self) -> Finding | None:
        """Return the first finding that the edit leaves, with its line in the text that was handed in.

        None where it takes nothing away or makes more elements wrong, and of wrong numbers: the change may make them.
        """
        seen, left = _seen(one for one, _ in self._pairs), _seen(now for _, now in self._pairs)
        wrong = [(_wrong(one), _wrong(now)) for one, now in self._pairs]
        if not left or not left < seen or self.spoils or any(now > one for one, now in wrong):
            return None
        mended = replace(self._changed, lanes=self._lanes)
        found = [item for item in _findings(mended, self._device) if item.severity is Severity.ERROR]
        first = next(iter(explained(mended, self._device, found[:1])), None)
        return first if first is not None and first.line and (first.kind, first.line) in seen else None


def _run(changed: Attempt, device: Emulator, lane: Lane) -> Lane | None:
    """The changed text on small cases that failed at a width, of those that a student may see; None without any."""
    failed = [
        outcome.case for outcome in lane.outcomes
        if (outcome.status is not Status.PASSED or outcome.findings) and not outcome.case.visibility.hides
    ]  # fmt: skip
    cases = sorted(failed, key=lambda case: case.work)[:MOST_CASES]
    steps = LaneSteps(budget=changed.budget)
    return run_lane(changed.opened, device, changed.source, lane.tile_width, cases, steps) if cases else None


def _findings(mended: Attempt, device: Emulator) -> Sequence[Finding]:
    """What is found in the cases that the changed text ran on, with the hints for it."""
    source, lanes = mended.source, mended.lanes
    graded = Graded(
        opened=mended.opened,
        submission=Submission(path=source.filename, sha256="", source=source.text),
        device=device.info,
        lanes=lanes,
        cases=tuple(outcome.case for lane in lanes for outcome in lane.outcomes),
        partial=True,
    )
    return assemble(graded).findings


def _seen(outcomes: Iterable[CaseOutcome]) -> Set[tuple[Kind, int]]:
    """What was found on which lines."""
    return {(item.kind, item.line) for outcome in outcomes for item in outcome.findings}


def _wrong(outcome: CaseOutcome) -> tuple[float, float]:
    """How many outputs and elements are wrong; of a run that did not end, more than there are."""
    if any(KINDS[item.kind].source is FoundBy.LAUNCH for item in outcome.findings) or outcome.comparison is None:
        return math.inf, math.inf
    states = _states(outcome).values()
    return len(states), sum(int(np.count_nonzero(each)) for each in states)


def _spoilt(before: CaseOutcome, after: CaseOutcome) -> bool:
    """Return whether an element is wrong that was right before."""
    if before.comparison is None:
        return False
    right = _states(before)
    return any(bool(np.any(states > right.get(name, 0))) for name, states in _states(after).items())


def _states(outcome: CaseOutcome) -> dict[str, np.ndarray]:
    """Where the outputs that are not right have wrong elements."""
    wrong = {each.problem.output: each.comparison.states != 0 for each in outcome.others if not each.right}
    if outcome.problem is not None and outcome.comparison is not None and not outcome.comparison.right:
        wrong[outcome.problem.output] = outcome.comparison.states != 0
    return wrong


def _on_the_same_lines(edit: Edit, text: str) -> str:
    """The edited text, in which each line that the edit leaves has the number that it had."""
    data = text.encode()
    changes = []
    for change in edit.changes:
        lines, put = data.count(b"\n", change.start, change.end), change.text
        more = put.count("\n") - lines
        changes.append(replace(change, text=put.replace("\n", " ", more) if more > 0 else put + "\n" * -more))
    return replace(edit, changes=tuple(changes)).apply(data).decode()
