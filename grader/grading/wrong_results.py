"""Make findings of wrong results: one for each way in which they are wrong, with the line to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grader.compiling.source_facts import SourceFacts
from grader.grading.findings import bounded
from grader.grading.running import CaseOutcome, tell_values
from grader.labs.base import CellState
from grader.labs.hints import CaseShown
from grader.labs.lab import Lab
from grader.labs.traffic import AccessLines
from grader.results import Finding, Kind, Occurrence, Severity, Status
from grader.results.kinds import KINDS, SAFETY
from grader.words.tables import explanation_kinds

_UNEXPLAINED = "unexplained"
_MUTE = "mute"
MAX_GROUPS = 2
"""Of many ways in which a kernel is wrong, those that most cases show are reported."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Cases that are wrong in the same way."""

    kind: Kind
    name: str
    output: str


def wrong_results(
    lab: Lab[Any], outcomes: Sequence[CaseOutcome], found: Sequence[Finding], lines: AccessLines, facts: SourceFacts
) -> tuple[Finding, ...]:
    """Return one finding a pattern; wrong numbers get none if a fault in the same case accounts for them."""
    groups: dict[_Group, list[CaseOutcome]] = {}
    for outcome in outcomes:
        if outcome.status is Status.FAILED and outcome.comparison is not None and not outcome.comparison.right:
            group = _group(outcome)
            if _is_sure(group.name) or not accounted_for(outcome, found):
                groups.setdefault(group, []).append(outcome)
    groups = _without_accidents(_joined(groups))
    return tuple(_finding(group, members, lab.line_of(group.name, lines, facts)) for group, members in groups.items())


def _group(outcome: CaseOutcome) -> _Group:
    assert outcome.comparison is not None and outcome.problem is not None
    output = outcome.problem.output
    wrong = outcome.comparison.count(CellState.WRONG) + outcome.comparison.count(CellState.NONFINITE)
    kind = Kind.WRONG_RESULT if wrong else Kind.UNWRITTEN_OUTPUT
    if tell_values(outcome.patterns):
        return _Group(kind, outcome.patterns[0].name, output)
    return _Group(kind, _UNEXPLAINED if outcome.problem.random else _MUTE, output)


def _joined(groups: dict[_Group, list[CaseOutcome]]) -> dict[_Group, list[CaseOutcome]]:
    """Join cases that say little with the most common group of those that say more.

    Inputs that are not random show nothing, and a zero is what many mistakes leave in small cases.
    """
    kinds = explanation_kinds()
    little = [group.name for group in groups if group.name in kinds and kinds[group.name].vague]
    for few, kept in ((little, (*little, _UNEXPLAINED, _MUTE)), ((_MUTE,), (_MUTE,))):
        for group in [group for group in groups if group.name in few]:
            same = [other for other in groups if (other.kind, other.output) == (group.kind, group.output)]
            others = [other for other in same if other.name not in kept]
            if others:
                groups[max(others, key=lambda other: len(groups[other]))].extend(groups.pop(group))
    return groups


def _without_accidents(groups: dict[_Group, list[CaseOutcome]]) -> dict[_Group, list[CaseOutcome]]:
    """Leave out explanations of a case or two beside a common one: tiny cases fit many explanations."""
    largest = max((len(members) for members in groups.values()), default=0)
    common = {key: members for key, members in groups.items() if len(members) * 5 >= largest}
    telling = sorted(common, key=lambda key: -len(common[key]))[:MAX_GROUPS]
    return {key: members for key, members in common.items() if key in telling}


def case_shown(outcome: CaseOutcome, found: Sequence[Finding]) -> CaseShown:
    """Return a case for the hints; patterns in numbers that come from a race or a read of garbage are left out."""
    trusted = not accounted_for(outcome, found)
    return CaseShown(
        label=outcome.case.label,
        hidden=outcome.case.visibility.hides,
        failed=outcome.status is not Status.PASSED,
        is_square=outcome.case.is_square,
        is_multiple=outcome.case.is_multiple,
        patterns=tuple(item.name for item in outcome.patterns if trusted or _is_sure(item.name)),
    )


def _is_sure(explanation: str) -> bool:
    """True if an explanation holds beside other faults of the same case: no accident looks like it."""
    kinds = explanation_kinds()
    return explanation in kinds and kinds[explanation].sure


def accounted_for(outcome: CaseOutcome, found: Sequence[Finding]) -> bool:
    """True if a fault of memory or barriers was found in the same case."""
    return any(
        finding.kind in SAFETY and finding.severity is Severity.ERROR and outcome.case.label in finding.cases
        for finding in found
    )


def _finding(group: _Group, members: Sequence[CaseOutcome], line: int) -> Finding:
    finding = Finding(
        kind=group.kind,
        severity=Severity.ERROR,
        line=line,
        case=members[0].case.label,
        cases=tuple(member.case.label for member in members),
        array=group.output,
        count=sum(member.comparison.bad_cells for member in members if member.comparison),
        topic=KINDS[group.kind].topic,
        occurrences=tuple(_occurrence(member) for member in members),
    )
    return bounded(finding, {member.case.label for member in members if member.case.visibility.hides})


def _occurrence(outcome: CaseOutcome) -> Occurrence:
    assert outcome.comparison is not None
    first = outcome.comparison.first
    return Occurrence(
        case=outcome.case.label,
        sizes=outcome.case.sizes,
        index=first.index if first else (),
        count=outcome.comparison.bad_cells,
        first=first,
        worst=outcome.comparison.worst,
        explanations=outcome.patterns,
    )
