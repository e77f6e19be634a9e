"""Make findings of wrong results: one for each way in which they are wrong, with the line to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.grading.compare import CellState
from grader.grading.running import CaseOutcome
from grader.labs.findings import bounded
from grader.labs.hints import CaseShown
from grader.results import Finding, Kind, Occurrence, Severity, Status
from grader.results.kinds import KINDS, SAFETY

_ACCUMULATES = "accumulates-into-c"
MAX_GROUPS, LEAST_SHARE = 2, 5
"""Of many ways in which a kernel is wrong those are reported that most cases show, and none of a case or two."""


def wrong_results(
    outcomes: Sequence[CaseOutcome], found: Sequence[Finding], line: Callable[[str], int]
) -> tuple[Finding, ...]:
    """Return one finding for each way, on the line of its output; none of a case where another fault accounts for it.

    A way is a kind, an output, and whether the kernel adds to what it found there.
    """
    groups: dict[tuple[Kind, str, bool], list[CaseOutcome]] = {}
    for outcome in outcomes:
        wrong = outcome.status is Status.FAILED and outcome.comparison is not None and not outcome.comparison.right
        if wrong and not accounted_for(outcome, found):
            assert outcome.problem is not None
            accumulates = any(item.name == _ACCUMULATES for item in outcome.patterns)
            group = kind_of_wrong(outcome), outcome.problem.output, accumulates
            groups.setdefault(group, []).append(outcome)
    most = max(map(len, groups.values()), default=0)
    common = [group for group, members in groups.items() if len(members) * LEAST_SHARE >= most]
    most_shown = sorted(common, key=lambda group: -len(groups[group]))[:MAX_GROUPS]
    told = [group for group in common if group in most_shown]
    return tuple(_finding(kind, output, groups[kind, output, adds], line(output)) for kind, output, adds in told)


def kind_of_wrong(outcome: CaseOutcome) -> Kind:
    """Return what a comparison found: wrong numbers, or cells that were never written."""
    assert outcome.comparison is not None
    wrong = outcome.comparison.count(CellState.WRONG) + outcome.comparison.count(CellState.NONFINITE)
    return Kind.WRONG_RESULT if wrong else Kind.UNWRITTEN_OUTPUT


def case_shown(outcome: CaseOutcome) -> CaseShown:
    """Return a case for the hints."""
    return CaseShown(
        label=outcome.case.label,
        hidden=outcome.case.visibility.hides,
        failed=outcome.status is not Status.PASSED,
        is_square=outcome.case.is_square,
        is_multiple=outcome.case.is_multiple,
    )


def accounted_for(outcome: CaseOutcome, found: Sequence[Finding]) -> bool:
    """True if a fault of memory or barriers was found in the same case."""
    return any(
        finding.kind in SAFETY and finding.severity is Severity.ERROR and outcome.case.label in finding.cases
        for finding in found
    )


def _finding(kind: Kind, output: str, members: Sequence[CaseOutcome], line: int) -> Finding:
    """Return the finding of these cases, those first whose inputs are random: of others many mistakes look alike."""
    members = sorted(members, key=lambda member: member.problem is not None and not member.problem.random)
    finding = Finding(
        kind=kind,
        severity=Severity.ERROR,
        line=line,
        case=members[0].case.label,
        cases=tuple(member.case.label for member in members),
        array=output,
        count=sum(member.comparison.bad_cells for member in members if member.comparison),
        topic=KINDS[kind].topic,
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
