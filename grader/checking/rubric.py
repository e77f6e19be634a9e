"""Points: what each rubric item earns, and the verdict in a sentence.

The grader's own faults (`Status.ERROR`) and cases that the assignment leaves out (`Status.SKIPPED` with no points at
stake) take no part: the rest is scaled up to the item's maximum, so they cost nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.assignment import Config
from grader.kinds import KINDS, RANK, Rule
from grader.results import Case, Finding, Performance, Requirement, RubricItem, Severity, Status


def safety_requirements(findings: Sequence[Finding], *, ran: bool) -> tuple[Requirement, ...]:
    """One requirement for each of the four rules; all failed when the kernel never ran."""
    if not ran:
        return tuple(
            Requirement(name=rule.label, status=Status.FAILED, message="The kernel did not run.") for rule in Rule
        )
    return tuple(_safety_requirement(rule, findings) for rule in Rule)


def _safety_requirement(rule: Rule, findings: Sequence[Finding]) -> Requirement:
    broken = any(KINDS[item.kind].rule is rule and item.severity is Severity.ERROR for item in findings)
    status = Status.FAILED if broken else Status.PASSED
    return Requirement(name=rule.label, status=status, message=rule.sentence)


def correctness_item(cases: Sequence[Case], config: Config) -> RubricItem:
    """The cases' points; see the module for what is left out."""
    counted = [case for case in cases if not _left_out(case)]
    earned, possible = sum(case.points for case in counted), sum(case.max_points for case in counted)
    right = sum(case.status is Status.PASSED for case in counted)
    maximum = config.points.correctness
    points = maximum * earned / possible if possible else 0.0
    left_out = len(cases) - len(counted)
    message = f"{right} of {len(counted)} cases are right." + (f" {left_out} were left out." if left_out else "")
    passed = bool(counted) and right == len(counted)
    return _item("correctness", "Right results", passed, points, maximum, message)


def _left_out(case: Case) -> bool:
    return case.status is Status.ERROR or (case.status is Status.SKIPPED and case.max_points == 0)


def safety_item(requirements: Sequence[Requirement], correctness: RubricItem, config: Config) -> RubricItem:
    """Each broken rule costs half, and the rest counts as far as the results are right: doing nothing is not safe."""
    kept = sum(requirement.status is Status.PASSED for requirement in requirements)
    broken = len(requirements) - kept
    share = correctness.points / correctness.max_points if correctness.max_points else 1.0
    maximum = config.points.safety
    points = maximum * max(0.0, 1 - broken / 2) * share
    message = f"{kept} of {len(requirements)} rules are kept" + ("; each broken one costs half." if broken else ".")
    if share < 1:
        message += f" They count as far as the results are right ({share:.0%})."
    return _item("safety", "Safe in every interleaving", kept == len(requirements) and share == 1, points, maximum,
                 message)  # fmt: skip


def tiling_item(requirements: Sequence[Requirement], config: Config) -> RubricItem:
    """All or nothing: shared memory is used, loads are cut, the result is right."""
    passed = all(requirement.status is Status.PASSED for requirement in requirements)
    maximum = config.points.tiling
    message = " ".join(dict.fromkeys(requirement.message for requirement in requirements))
    return _item("tiling", "Tiled through shared memory", passed, maximum if passed else 0.0, maximum, message)


def performance_item(performance: Performance) -> RubricItem:
    """The performance criterion's own points."""
    return RubricItem(
        name="performance",
        title="Less traffic than naive" if performance.criterion == "traffic" else "Faster than naive",
        status=performance.status,
        points=performance.points,
        max_points=performance.max_points,
        message=performance.message,
    )


def _item(name: str, title: str, passed: bool, points: float, maximum: float, message: str) -> RubricItem:
    status = Status.PASSED if passed else Status.FAILED
    return RubricItem(
        name=name, title=title, status=status, points=round(points, 2), max_points=maximum, message=message
    )


def has_passed(
    cases: Sequence[Case], findings: Sequence[Finding], rubric: Sequence[RubricItem], config: Config
) -> bool:
    """Everything that is required: right results, no fault found, tiling where the assignment demands it."""
    if not any(case.status is Status.PASSED for case in cases):
        return False
    if any(case.status not in (Status.PASSED, Status.SKIPPED) for case in cases):
        return False
    if any(case.status is Status.SKIPPED and case.max_points for case in cases):
        return False
    if any(finding.severity is Severity.ERROR for finding in findings):
        return False
    required = {"correctness", "safety"} | ({"tiling"} if config.tiling.required else set())
    return all(item.status is Status.PASSED for item in rubric if item.name in required)


def grader_failed(cases: Sequence[Case], findings: Sequence[Finding]) -> bool:
    """Whether the grader's own fault kept anything from being judged."""
    return any(case.status is Status.ERROR for case in cases) or any(
        finding.severity is Severity.GRADER for finding in findings
    )


def verdict(cases: Sequence[Case], findings: Sequence[Finding], *, passed: bool, score: float, maximum: float) -> str:
    """One sentence for the top of every report."""
    points = f"{score:g} of {maximum:g} points"
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if grader_failed(cases, findings):
        return f"The grader itself failed on part of this; that is not the student's fault. So far: {points}."
    if passed:
        return f"Everything passes: {points}."
    ran = any(case.status in (Status.PASSED, Status.FAILED, Status.TIMEOUT) for case in cases)
    stoppers = [finding for finding in errors if KINDS[finding.kind].stops]
    if stoppers:
        stopper = min(stoppers, key=lambda finding: RANK[finding.kind])
        place = f" (line {stopper.line})" if stopper.line else ""
        where = " at every tile width" if ran else ""
        return f"{KINDS[stopper.kind].stops}{where}{place}: {points}."
    right, total = sum(case.status is Status.PASSED for case in cases), len(cases)
    if right == total:
        return f"All {total} cases give the right numbers, but {_reason(errors)}: {points}."
    return f"{right} of {total} cases are right{_also(errors)}: {points}."


def _reason(errors: Sequence[Finding]) -> str:
    about = next((KINDS[finding.kind] for finding in errors if KINDS[finding.kind].reason), None)
    if about is None:
        return "not all is well"
    return f"{about.reason}{', so they are right by luck' if about.luck else ''}"


def _also(errors: Sequence[Finding]) -> str:
    reason = next((KINDS[finding.kind].reason for finding in errors if KINDS[finding.kind].reason), None)
    return f", and {reason}" if reason else ""
