"""Findings for results that are not right: one for each way in which they are wrong, with the line to look at."""

from __future__ import annotations

from collections.abc import Sequence

from grader.checking.compare import CellState
from grader.checking.recording import AccessLines
from grader.checking.running import Outcome, patterns_tell_values
from grader.checking.source_facts import SourceFacts
from grader.kinds import KINDS, SAFETY
from grader.results import Finding, Kind, Severity, Status

_PHASES = frozenset(
    {"last-phase-missing", "one-phase-short", "only-first-phase", "first-phase-missing", "first-phase-repeated"}
)
_SUMS = frozenset(
    {"only-last-phase", "last-product-only", "inner-loop-short", "inner-loop-late", "doubled", "elementwise"}
)
_SURE = frozenset({"last-phase-missing", "transposed", "a-stride-N", "a-stride-M", "b-stride-K", "b-stride-M"})
"""Explanations by the numbers that hold beside other faults of the same case: no accident looks like them."""
_UNEXPLAINED = "unexplained"
MAX_GROUPS = 2
"""A kernel that is wrong in many ways is told the two that most cases show."""


def wrong_results(
    outcomes: Sequence[Outcome], found: Sequence[Finding], lines: AccessLines, facts: SourceFacts
) -> tuple[Finding, ...]:
    """One finding a pattern; wrong numbers that a fault found in the same case accounts for get none of their own."""
    groups: dict[tuple[Kind, str], list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.status is Status.FAILED and outcome.comparison is not None and not outcome.comparison.right:
            key = _group(outcome)
            if key[1] in _SURE or not accounted_for(outcome, found):
                groups.setdefault(key, []).append(outcome)
    groups = _without_accidents(groups)
    return tuple(_finding(kind, name, members, lines, facts) for (kind, name), members in groups.items())


def _group(outcome: Outcome) -> tuple[Kind, str]:
    assert outcome.comparison is not None
    wrong = outcome.comparison.count(CellState.WRONG) + outcome.comparison.count(CellState.NONFINITE)
    kind = Kind.WRONG_RESULT if wrong else Kind.UNWRITTEN_OUTPUT
    if patterns_tell_values(outcome.patterns):
        return kind, outcome.patterns[0].name
    return kind, _UNEXPLAINED


def _without_accidents(groups: dict[tuple[Kind, str], list[Outcome]]) -> dict[tuple[Kind, str], list[Outcome]]:
    """Tiny cases fit many explanations: one that holds for a case or two beside a common one is left out.

    A zero is what many mistakes leave in small cases, so it joins the explanation that the other cases have.
    """
    zeros = [key for key in groups if key[1] == "all-zero"]
    others = [key for key in groups if key[1] not in ("all-zero", _UNEXPLAINED)]
    if zeros and others:
        groups[max(others, key=lambda key: len(groups[key]))].extend(groups.pop(zeros[0]))
    largest = max((len(members) for members in groups.values()), default=0)
    common = {key: members for key, members in groups.items() if len(members) * 5 >= largest}
    telling = sorted(common, key=lambda key: -len(common[key]))[:MAX_GROUPS]
    return {key: members for key, members in common.items() if key in telling}


def trusted_patterns(outcomes: Sequence[Outcome], found: Sequence[Finding]) -> frozenset[str]:
    """The patterns that say something: not those of numbers that a race, or a read of garbage, made what they are."""
    return frozenset(
        pattern.name
        for outcome in outcomes
        for pattern in outcome.patterns
        if pattern.name in _SURE or not accounted_for(outcome, found)
    )


def accounted_for(outcome: Outcome, found: Sequence[Finding]) -> bool:
    """Whether a fault of memory or barriers was found in the same case."""
    return any(
        finding.kind in SAFETY and finding.severity is Severity.ERROR and outcome.case.label in finding.cases
        for finding in found
    )


def _finding(kind: Kind, name: str, members: Sequence[Outcome], lines: AccessLines, facts: SourceFacts) -> Finding:
    first = members[0]
    assert first.comparison is not None
    bad = sum(member.comparison.bad_cells for member in members if member.comparison)
    return Finding(
        kind=kind,
        severity=Severity.ERROR,
        line=_line(name, lines, facts),
        case=first.case.label,
        cases=tuple(member.case.label for member in members),
        object=_cell_name(first),
        count=bad,
        message=_message(kind, first, members),
        topic=KINDS[kind].topic,
    )


def _message(kind: Kind, first: Outcome, members: Sequence[Outcome]) -> str:
    shape = first.case.shape
    place = f"{first.case.label} ({shape.M}×{shape.K} times {shape.K}×{shape.N})"
    text = f"{'Cells of C were never written' if kind is Kind.UNWRITTEN_OUTPUT else 'C is wrong'} in {place}"
    if len(members) > 1:
        text += f" and {len(members) - 1} more cases"
    worst = first.comparison.worst if first.comparison else None
    if worst is not None and kind is Kind.WRONG_RESULT:
        text += f": C[{worst.row}][{worst.col}] is {worst.got:.6g}, expected {worst.expected:.6g}"
    sentences = " ".join(pattern.sentence for pattern in first.patterns)
    return f"{text}. {sentences}".strip()


def _cell_name(outcome: Outcome) -> str:
    worst = outcome.comparison.worst if outcome.comparison else None
    return f"C[{worst.row}][{worst.col}]" if worst else "C"


def _line(name: str, lines: AccessLines, facts: SourceFacts) -> int:
    """The line that the explanation points to; without one, the line that stores C."""
    store = lines.line("store", "C") or facts.store_line
    tile_store = min(lines.tile_stores, default=0)
    if name in _PHASES:
        if facts.phase_division and name in ("last-phase-missing", "only-first-phase", "one-phase-short"):
            return facts.phase_division
        return facts.loop_before(tile_store) or store
    if name.startswith("a-") and lines.line("load", "A"):
        return lines.line("load", "A")
    if name.startswith("b-") and lines.line("load", "B"):
        return lines.line("load", "B")
    if name in _SUMS:
        return lines.line("fma") or lines.tile_load or store
    return store or lines.line("fma") or facts.kernel_line
