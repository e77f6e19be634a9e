"""Whether a race alone makes a case wrong: it runs again with its threads in lockstep.

The emulator runs one thread after another to the barrier, so a missing barrier shows in the numbers. On a GPU warps
take their turns an access at a time, and the same kernel is mostly right. A case that is right then is not failed: the
race costs its own points, and nothing else is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from grader.devices.base import DeviceCrash, DeviceTimeout
from grader.grading.compare import judge_outputs
from grader.grading.launching import changed_inputs
from grader.grading.running import Bench, CaseOutcome
from grader.results import Finding, Kind, Severity, Status


def has_race(findings: Iterable[Finding]) -> bool:
    """Whether a race that costs points is among the findings."""
    return any(item.kind is Kind.DATA_RACE and item.severity is Severity.ERROR for item in findings)


def without_race(bench: Bench, outcome: CaseOutcome) -> CaseOutcome:
    """The outcome as it is where nothing but a race makes its numbers wrong; unchanged for any other.

    An assignment whose rubric has no item for safety judges by the numbers alone, and nothing is changed for it.
    """
    known = outcome.problem is not None and outcome.comparison is not None and not outcome.comparison.right
    if not known or outcome.ended or not has_race(outcome.findings) or not bench.config.points.safety:
        return outcome
    assert outcome.problem is not None and outcome.comparison is not None
    launch = bench.plan(outcome.problem)
    launch = replace(launch, checkers="none", turns="lockstep")
    try:
        launched = bench.device.launch(bench.kernel, launch)
    except (DeviceTimeout, DeviceCrash):
        return outcome
    judged = judge_outputs(launched, outcome.problem)
    if not launched.finished or not judged.right or changed_inputs(launched, launch, outcome.problem):
        return outcome
    wrong, total = outcome.comparison.bad_cells, outcome.comparison.states.size
    message = (
        f"Right while all threads keep step; {wrong:,} of {total:,} cells are wrong when one runs ahead."
        " That is the race, which costs its own points."
    )
    return replace(
        outcome,
        status=Status.PASSED,
        message=message,
        problem=judged.problem,
        got=judged.got,
        comparison=judged.comparison,
        patterns=(),
    )
