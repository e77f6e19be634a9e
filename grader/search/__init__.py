"""The cause of a fault, found by experiment: changes of the kernel are tried until one mends it.

cause = find_cause(attempt, emulators)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from grader.devices.base import DeviceError, Emulator
from grader.edits.change import Edit
from grader.grading.lane import Attempt
from grader.grading.launching import StudentSource
from grader.results import Cause, Finding
from grader.search.cause import Diagnosis
from grader.search.edit_search import small_cases
from grader.search.edited import LONGEST
from grader.search.explaining import explained
from grader.search.telling import agreeing, as_far_as, beside_findings
from grader.search.trial_runner import TrialRunner

__all__ = ["agreeing", "as_far_as", "beside_findings", "find_cause", "tell_findings"]

T = TypeVar("T")
MOST_RUN = 10
"""Repairs that compile, of which the one that is right as well is preferred."""


def find_cause(attempt: Attempt, emulators: Sequence[Emulator]) -> Cause | None:
    """Return the cause of what was found wrong in an attempt; None where no change was found that mends it.

    Nothing else may use the emulators meanwhile. What goes wrong on the way, a fault of the grader's included, gives
    None: the submission has been graded, and nothing is taken from that. `GRADER_DEBUG` shows such a fault.
    """

    def find() -> Cause | None:
        if attempt.opened.config.whole_program:
            from grader.search.program_cause import find_in_program  # imported late: programs need Linux, and time

            return find_in_program(attempt, emulators)
        if any(not lane.ran for lane in attempt.lanes):
            return _find_repair(attempt, emulators[0])
        return Diagnosis(attempt, emulators).find() if attempt.lanes else None

    return _unless_it_fails(find, None)


def tell_findings(
    attempt: Attempt, device: Emulator, findings: Sequence[Finding], *, proved: int = 0
) -> tuple[Finding, ...]:
    """Return the findings with what small experiments tell of them; as they are where something goes wrong on the way.

    Less is told where a change is `proved` to mend so many mistakes of the text. Nothing else may use the emulator
    meanwhile.
    """
    explain = partial(explained, attempt, device, findings, proved=proved)
    return _unless_it_fails(explain, tuple(findings))


def _unless_it_fails(experiment: Callable[[], T], otherwise: T) -> T:
    try:
        return experiment()
    except DeviceError:
        return otherwise
    except Exception:
        if os.environ.get("GRADER_DEBUG"):
            raise
        return otherwise


# -- a text that does not compile --------------------------------------------------------------------------------------


def _find_repair(attempt: Attempt, device: Emulator) -> Cause | None:
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
        text = edit.apply(source.text)
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
