"""Mend a text that does not compile: the first change with which it does, one that makes it right before others."""

from __future__ import annotations

from grader.devices.base import Emulator
from grader.edits.change import Edit
from grader.grading.lane import Attempt
from grader.grading.launching import StudentSource
from grader.results import Cause
from grader.search.edit_search import small_cases
from grader.search.edited import LONGEST
from grader.search.trial_runner import TrialRunner

MOST_RUN = 10
"""Repairs that compile, of which the one that is right as well is preferred."""


def find_repair(attempt: Attempt, device: Emulator) -> Cause | None:
    """The first change that makes the text compile, one that makes it right before others; None where none does."""
    opened, source = attempt.opened, attempt.source
    lane = next(lane for lane in attempt.lanes if not lane.ran)
    errors = [item for item in lane.compiled.diagnostics if item.severity == "error" and item.line]
    if not errors:
        return None
    runner = TrialRunner(opened, device, source, lane.tile_width)
    cases = small_cases(opened.assignment, lane.tile_width)[:4]
    compiling: list[Edit] = []
    tried = 0
    for edit in device.repairs(source.text, [(item.line, item.message) for item in errors], attempt.macro):
        text = edit.apply(source.text.encode()).decode()
        kernel = runner.compile(text)
        if kernel is None or not kernel.ok:
            continue
        if all(score.passed for score in runner.scores(text, cases)):
            return _repaired(edit, source, proved=True)
        if edit.kind != "unknown name":  # any name of the same type compiles
            compiling.append(edit)
        tried += 1
        if tried == MOST_RUN:
            break
    return _repaired(compiling[0], source, proved=False) if compiling else None


def _repaired(edit: Edit, source: StudentSource, *, proved: bool) -> Cause:
    data = source.text.encode()
    before, *others = (data[each.start : each.end].decode("utf-8", "replace").strip() for each in edit.changes)
    here = data.count(b"\n", edit.changes[0].start, edit.changes[-1].start) == 0
    twin = others[-1] if others and here and before and len(others[-1]) <= LONGEST else ""
    return Cause(
        line=edit.line, kind=f"{edit.kind} twice" if twin else edit.kind, compiles=True, proved=proved, before=before,
        right=twin, edit=edit.diff(source.text), lines=(edit.line,),
    )  # fmt: skip
