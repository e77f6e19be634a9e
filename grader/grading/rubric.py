"""Points: what each rubric item earns, and the verdict in a sentence.

One cause is charged once. A broken rule costs its part of the safety item; wrong results cost their cases, and safety
counts as far as results are right, since doing nothing is not safe. Of the two the greater is charged, not their sum:
cells that are wrong because of a race or of a thread that left have been paid for by either.

The grader's own faults (`Status.ERROR`) and cases that the assignment leaves out (`Status.SKIPPED` with no points at
stake) take no part: the rest is scaled up to the item's maximum, so they cost nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence
from typing import TypedDict

from grader.assignment import Assignment, Config
from grader.labs import lab_of
from grader.labs.lab import SafetyItem
from grader.plaintext import points as shown
from grader.plaintext import points_of
from grader.results import (
    SWEEP,
    Case,
    Finding,
    Kind,
    Performance,
    Requirement,
    Results,
    RubricItem,
    Severity,
    Status,
    added,
    exact,
    whole,
)
from grader.results.kinds import KINDS, RANK, FoundBy, SafetyRule
from grader.words.tables import finding_words

_SAFETY = frozenset(rule.label for rule in SafetyRule)
WHOLE, HALF = 1.0, 0.5
"""Parts of the safety item: what can spoil other threads' work or the launch costs all of it, a bad read half."""


def charge(finding: Finding) -> float:
    """Return the part of the safety item that a fault costs; 0 if it breaks none of its rules or only warns."""
    rule = KINDS[finding.kind].rule
    if rule is None or finding.severity is not Severity.ERROR:
        return 0.0
    only_reads = rule is SafetyRule.BOUNDS and finding.kind is not Kind.INPUT_MODIFIED and finding.access == "read"
    return HALF if rule is SafetyRule.INITIALISED or only_reads else WHOLE


def total_charge(findings: Iterable[Finding], rules: Collection[SafetyRule]) -> float:
    """Return the part of a safety item that faults cost, at most 1: each of its rules once, by its gravest fault."""
    by_rule: dict[SafetyRule, float] = {}
    for finding in findings:
        rule = KINDS[finding.kind].rule
        if rule is not None and rule in rules:
            by_rule[rule] = max(by_rule.get(rule, 0.0), charge(finding))
    return min(1.0, sum(by_rule.values()))


def safety_requirements(findings: Sequence[Finding], config: Config, *, ran: bool) -> tuple[Requirement, ...]:
    """Return one requirement for each rule that has points; all failed when the kernel never ran."""
    rules = [rule for item in lab_of(config).safety_items(config) if item.points for rule in item.rules]
    if not ran:
        return tuple(
            Requirement(name=rule.label, status=Status.FAILED, message="The kernel did not run.") for rule in rules
        )
    broken = {KINDS[item.kind].rule for item in findings if item.severity is Severity.ERROR}
    return tuple(
        Requirement(name=rule.label, status=Status.FAILED if rule in broken else Status.PASSED, message=rule.sentence)
        for rule in rules
    )


def score_items(
    cases: Sequence[Case],
    findings: Sequence[Finding],
    safety: Sequence[Requirement],
    demanded: Sequence[Requirement],
    performance: Performance | None,
    config: Config,
) -> tuple[RubricItem, ...]:
    """Return the rubric, without items that are worth nothing or that the grader's own fault kept from being judged.

    Without requirements, and without a performance, those items were not judged.
    """
    judged = not any(case.status is Status.ERROR for case in cases) or any(not _left_out(case) for case in cases)
    correctness = correctness_item(cases, config)
    items = [correctness] if judged else []
    for item in lab_of(config).safety_items(config) if judged and safety else ():
        labels = [rule.label for rule in item.rules]
        items.append(safety_item(item, [each for each in safety if each.name in labels], findings, correctness))
    if demanded:
        items.append(requirements_item(demanded, config))
    if performance is not None:
        items.append(performance_item(performance, lab_of(config).words(config).baseline))
    return tuple(item for item in items if item.max_points > 0)


def shared_with_sweep(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Return the cases, rescaled with those of sweeps: together they are worth what the assignment's own were."""
    worth = added(case.max_points for case in cases)
    own = added(case.max_points for case in cases if case.family != SWEEP)
    if not own or own == worth:
        return tuple(cases)
    upto = [0.0, *itertools.accumulate((case.max_points for case in cases), lambda *both: added(both))]
    # What rounding takes from one, the next has: their sum is what it was.
    shares = [exact(end * own / worth) for end in upto]
    scaled = [exact(end - start) for start, end in itertools.pairwise(shares)]
    return tuple(
        case.model_copy(update={"points": points if case.points else 0.0, "max_points": points})
        for case, points in zip(cases, scaled, strict=True)
    )


def correctness_item(cases: Sequence[Case], config: Config) -> RubricItem:
    """Return the cases' points; see the module for what is left out."""
    counted = [case for case in cases if not _left_out(case)]
    earned, possible = (added(getattr(case, name) for case in counted) for name in ("points", "max_points"))
    right = sum(case.status is Status.PASSED for case in counted)
    maximum = config.points.correctness
    # Whoever has all of it has all points: what is divided and multiplied again may be off in the last digit.
    points = maximum if possible and earned == possible else maximum * earned / possible if possible else 0.0
    left_out = len(cases) - len(counted)
    message = f"{right} of {len(counted)} cases are right." + (f" {left_out} were left out." if left_out else "")
    if config.points.held_back:
        message += f" {shown(config.points.held_back)} points more are for cases that only your instructor's copy has."
    passed = bool(counted) and right == len(counted)
    return _item("correctness", "Right results", passed, points, maximum, message)


def _left_out(case: Case) -> bool:
    return case.status is Status.ERROR or (case.status is Status.SKIPPED and case.max_points == 0)


def safety_item(
    item: SafetyItem, requirements: Sequence[Requirement], findings: Sequence[Finding], correctness: RubricItem
) -> RubricItem:
    """Return what is left after broken rules, which cost less what wrong results have cost; see the module."""
    maximum = item.points
    kept = sum(requirement.status is Status.PASSED for requirement in requirements)
    share = correctness.points / correctness.max_points
    lost = correctness.max_points - correctness.points
    charged = maximum * total_charge(findings, item.rules)
    points = max(0.0, maximum - max(maximum * (1 - share), charged - lost))
    message = f"{kept} of {len(requirements)} rules are kept."
    if charged > 0:
        message += f" What is broken costs {shown(charged)} points"
        message += f", of which wrong results have cost {shown(min(lost, charged))} already." if lost else "."
    if share < 1:
        message += f" {share:.0%} of the results are right, and so much of these points can be earned."
    passed = kept == len(requirements) and share == 1
    return _item(item.name, item.title, passed, points, maximum, message)


def requirements_item(requirements: Sequence[Requirement], config: Config) -> RubricItem:
    """Return the points for the assignment's demands on the counts, as its lab finds them earned."""
    lab, maximum = lab_of(config), config.points.requirements
    share = lab.earned_share(requirements, config)
    message = " ".join(dict.fromkeys(requirement.message for requirement in requirements))
    return _item(lab.requirements_item, lab.requirements_title, share == 1, maximum * share, maximum, message)


def performance_item(performance: Performance, baseline: str) -> RubricItem:
    """Return the performance criterion's own points, against the lab's baseline."""
    return RubricItem(
        name="performance",
        title=f"{'Less traffic' if performance.criterion == 'traffic' else 'Faster'} than {baseline}",
        status=performance.status,
        points=performance.points,
        max_points=performance.max_points,
        message=performance.message,
    )


def _item(name: str, title: str, passed: bool, points: float, maximum: float, message: str) -> RubricItem:
    status = Status.PASSED if passed else Status.FAILED
    return RubricItem(name=name, title=title, status=status, points=exact(points), max_points=maximum, message=message)


class Totals(TypedDict):
    """The rubric's sum, by the names that results have for it."""

    score: float
    max_score: float
    passed: bool
    verdict: str


def totals(
    cases: Sequence[Case], findings: Sequence[Finding], rubric: Sequence[RubricItem], config: Config,
    refused: str | None,
) -> Totals:  # fmt: skip
    """Return the sum of the items, whether everything required passed, and the verdict in a sentence.

    `refused` is what the submission needs and the grader does not have.
    """
    score, maximum = (added(getattr(item, name) for item in rubric) for name in ("points", "max_points"))
    passed = has_passed(cases, findings, rubric, config)
    variant = lab_of(config).words(config).variant
    words = (
        f"Not graded, which costs no points. {refused}"
        if refused
        else verdict(cases, findings, passed=passed, score=score, maximum=maximum, variant=variant)
    )
    return Totals(score=score, max_score=maximum, passed=passed, verdict=words)


def has_passed(
    cases: Sequence[Case], findings: Sequence[Finding], rubric: Sequence[RubricItem], config: Config
) -> bool:
    """True if all that is required holds: right results, no fault, and the assignment's demands on the counts."""
    if not any(case.status is Status.PASSED for case in cases):
        return False
    if any(case.status not in (Status.PASSED, Status.SKIPPED) for case in cases):
        return False
    if any(case.status is Status.SKIPPED and case.max_points for case in cases):
        return False
    if any(finding.severity is Severity.ERROR for finding in findings):
        return False
    lab = lab_of(config)
    required = {"correctness", *(item.name for item in lab.safety_items(config))}
    required |= {lab.requirements_item} if config.must_be_met else set()
    return all(item.status is Status.PASSED for item in rubric if item.name in required)


def grader_failed(cases: Sequence[Case], findings: Sequence[Finding]) -> bool:
    """True if the grader's own fault kept anything from being judged."""
    return any(case.status is Status.ERROR for case in cases) or any(
        finding.severity is Severity.GRADER for finding in findings
    )


def verdict(
    cases: Sequence[Case], findings: Sequence[Finding], *, passed: bool, score: float, maximum: float, variant: str
) -> str:
    """Return one sentence for the top of every report."""
    points = f"{points_of(score, maximum)} points"
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if grader_failed(cases, findings):
        return f"The grader itself failed on part of this; that is not the student's fault. So far: {points}."
    if passed:
        return f"Everything {'' if score >= maximum else 'required '}passes: {points}."
    ran = any(case.status in (Status.PASSED, Status.FAILED, Status.TIMEOUT) for case in cases)
    stoppers = [finding for finding in errors if finding_words()[finding.kind.value].stops]
    if stoppers:
        stopper = min(stoppers, key=lambda finding: RANK[finding.kind])
        place = f" (line {stopper.line})" if stopper.line else ""
        all_right = all(case.status is Status.PASSED for case in cases)
        where = " without optimisation" if ran and all_right else f" at every {variant}" if ran else ""
        return f"{finding_words()[stopper.kind.value].stops}{where}{place}: {points}."
    right, total = sum(case.status is Status.PASSED for case in cases), len(cases)
    swept = [case for case in cases if case.family == SWEEP]
    if swept and right == total - len(swept):
        return f"All {right} cases are right, but not every shape is{_also(errors)}: {points}."
    if right == total:
        return f"All {total} cases give the right numbers, but {_reason(errors, cases)}: {points}."
    return f"{right} of {total} cases are right{_also(errors)}: {points}."


def _reason(errors: Sequence[Finding], cases: Sequence[Case]) -> str:
    known = ((finding.kind, finding_words()[finding.kind.value].reason) for finding in errors)
    kind, reason = next(((kind, reason) for kind, reason in known if reason), (None, "not all is well"))
    if kind is None or not KINDS[kind].luck:
        return reason
    shown = {name for finding in errors if finding.kind is kind for name in finding.cases}
    lucky = sum(case.name in shown for case in cases)
    them = f"{lucky} of them {'is' if lucky == 1 else 'are'}" if 0 < lucky < len(cases) else "they are"
    return f"{reason}, so {them} right by luck"


def _also(errors: Sequence[Finding]) -> str:
    """Return what else is wrong; a limit that a kernel with wrong results exceeds may go with them."""
    compared = any(KINDS[finding.kind].source is FoundBy.COMPARISON for finding in errors)
    kinds = [finding.kind for finding in errors if not (compared and finding.kind is Kind.RESOURCE_LIMIT)]
    reason = next((reason for kind in kinds if (reason := finding_words()[kind.value].reason)), "")
    return f", and {reason}" if reason else ""


def rescored(results: Results, assignment: Assignment) -> Results:
    """Return the results with the points and weights that the assignment has now.

    They must be those of an assignment that differs in these alone, and in which the same items are worth something:
    what is worth nothing was not measured. Raise `KeyError` for a case that the assignment does not have.
    """
    if results.parts:
        units = {unit.part: unit for unit in assignment.parts}
        scored = (rescored(part.results, units[part.name]) for part in results.parts)
        parts = [part.model_copy(update={"results": one}) for part, one in zip(results.parts, scored, strict=True)]
        return whole(results, parts)
    config = assignment.config
    widths = tuple(dict.fromkeys(case.tile_width for case in results.cases))
    known = {case.label: case for case in assignment.cases(widths)} if widths else {}
    for case in results.cases:
        if case.family == SWEEP:
            known[case.name] = assignment.sweep_case(case.sizes, case.tile_width)
    weighed: list[Case] = []
    for case in results.cases:
        # What was left out for what probing found of this kernel (squares only, say) stays left out.
        left_out = known[case.name].why_left_out(config) or (case.status is Status.SKIPPED and not case.max_points)
        worth = 0.0 if left_out else known[case.name].max_points
        earned = worth if case.status is Status.PASSED else 0.0
        weighed.append(case.model_copy(update={"points": earned, "max_points": worth}))
    cases = shared_with_sweep(weighed)
    worth, performance = config.points.performance, results.performance
    if performance is not None:
        points = exact(worth * performance.share)
        performance = performance.model_copy(update={"points": points, "max_points": worth})
    safety = [item for item in results.requirements if item.name in _SAFETY]
    tiling = [item for item in results.requirements if item.name not in _SAFETY]
    rubric = score_items(cases, results.findings, safety, tiling, performance, config)
    return results.model_copy(
        update={
            "cases": cases,
            "performance": performance,
            "rubric": rubric,
            **totals(cases, results.findings, rubric, config, results.refused),
        }
    )
