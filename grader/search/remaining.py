"""Tell what is still wrong once the first of two mistakes is mended, where no change was found that mends the second.

The changed text is run on cases that failed. What is found there was there before, or shows in wrong numbers of which a
small experiment names the line: nothing else is told of a text that nobody has written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

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


def remaining(attempt: Attempt, device: Emulator, edit: Edit) -> Finding | None:
    """Return the first finding that an edit leaves, with its line in the text that was handed in.

    None where the edit takes nothing away or makes more elements wrong, and of wrong numbers that nothing explains.
    """
    changed = attempt.with_text(_on_the_same_lines(edit, attempt.source.text))
    before = {outcome.case.label: outcome for lane in attempt.lanes for outcome in lane.outcomes}
    try:
        lanes = [lane for each in attempt.lanes if (lane := _run(changed, device, each)) is not None]
    except DeviceError:
        return None
    after = [outcome for lane in lanes for outcome in lane.outcomes]
    seen, left = _seen(before[each.case.label] for each in after), _seen(after)
    pairs = [(_wrong(before[each.case.label]), _wrong(each)) for each in after]
    better = left < seen or (not left and any(now < one for one, now in pairs))
    if not better or any(now > one for one, now in pairs):
        return None
    mended = replace(changed, lanes=tuple(lanes))
    found = [item for item in _findings(mended, device) if item.severity is Severity.ERROR]
    first = next(iter(explained(mended, device, found[:1])), None)
    if first is None or not first.line:
        return None
    if KINDS[first.kind].source is FoundBy.COMPARISON:
        explained_elsewhere = first.line != edit.line and any(shown.explanations for shown in first.occurrences)
        return first if explained_elsewhere else None
    return first if (first.kind, first.line) in seen else None


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


def _wrong(outcome: CaseOutcome) -> float:
    """How many elements are wrong; of a run that did not end, more than there are."""
    if any(KINDS[item.kind].source is FoundBy.LAUNCH for item in outcome.findings) or outcome.comparison is None:
        return float("inf")
    return outcome.comparison.bad_cells


def _on_the_same_lines(edit: Edit, text: str) -> str:
    """The edited text, in which each line that the edit leaves has the number that it had."""
    data = text.encode()
    changes = []
    for change in edit.changes:
        lines, put = data.count(b"\n", change.start, change.end), change.text
        more = put.count("\n") - lines
        changes.append(replace(change, text=put.replace("\n", " ", more) if more > 0 else put + "\n" * -more))
    return replace(edit, changes=tuple(changes)).apply(data).decode()
