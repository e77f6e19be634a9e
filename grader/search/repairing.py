"""A text that does not compile: which small change makes it, and is it right then?"""

from __future__ import annotations

from collections.abc import Sequence

from grader.devices.base import Emulator
from grader.edits.change import Edit
from grader.grading.lane import Lane, StudentSource, Workplace
from grader.results import Cause
from grader.search.small_cases import small_cases
from grader.search.trial_runner import Laboratory

MOST_RUN = 6
"""Repairs that compile, of which the one that is right as well is preferred."""


def find_repair(work: Workplace, device: Emulator, source: StudentSource, lanes: Sequence[Lane]) -> Cause | None:
    """The first change that makes the text compile, one that makes it right before others; None where none does."""
    lane = next(lane for lane in lanes if not lane.ran)
    errors = [item for item in lane.compiled.diagnostics if item.severity == "error" and item.line]
    if not errors:
        return None
    laboratory = Laboratory(work, device, source, "x", lane.tile_width)
    cases = small_cases(work.assignment, lane.tile_width)[:4]
    compiling: list[Edit] = []
    for edit in device.repairs(source.text, [(item.line, item.message) for item in errors]):
        text = edit.apply(source.text.encode()).decode()
        kernel = laboratory.compile(text)
        if kernel is None or not kernel.ok:
            continue
        compiling.append(edit)
        if all(score.passed for score in laboratory.scores(text, cases)):
            return _cause(edit, source, proved=True)
        if len(compiling) == MOST_RUN:
            break
    return _cause(compiling[0], source, proved=False) if compiling else None


def _cause(edit: Edit, source: StudentSource, *, proved: bool) -> Cause:
    change = edit.changes[0]
    before = source.text.encode()[change.start : change.end].decode("utf-8", "replace")
    return Cause(
        line=edit.line, kind=edit.kind, compiles=True, proved=proved, before=before.strip(),
        edit=edit.diff(source.text), lines=(edit.line,),
    )  # fmt: skip
