"""The table of known mistakes words a proved cause, and no longer guesses one: a hint about something else goes."""

from __future__ import annotations

from collections.abc import Sequence

from grader.results import Cause, Finding, Severity

_WAITING = frozenset({"barriers", "arrival"})
_LIMITS = frozenset({"boundaries", "phases", "output", "arrival"})
_PLACES = frozenset({"indexing", "phases", "accumulation", "output", "boundaries"})
_VALUES = frozenset({"accumulation", "initialisation", "boundaries"})

_TOPICS: dict[str, frozenset[str]] = {
    "barrier": _WAITING,
    "call": _WAITING,
    "guard moved": _WAITING,
    "guard dropped": _WAITING,
    "guard": _LIMITS,
    "empty body": _LIMITS,
    "condition": _LIMITS,
    "another condition": _LIMITS,
    "comparison": _LIMITS | _PLACES,
    "rounded up": frozenset({"phases"}),
    "zero fill": frozenset({"boundaries"}),
    "value": _VALUES,
    "declaration moved": _VALUES,
    "declared again": _VALUES,
    "operator": frozenset({"accumulation"}),
    "statement added": frozenset({"accumulation"}),
    "passed by value": frozenset({"accumulation"}),
    "another type": frozenset({"accumulation"}),
    "shared": frozenset({"initialisation", "tiling", "limits"}),
    "indices": frozenset({"indexing"}),
    "operands": frozenset({"indexing"}),
    "names": frozenset({"indexing"}),
    "other axis": frozenset({"indexing"}),
    "term": _PLACES,
    "factor": _PLACES,
    "expression": _PLACES,
}


def agreeing(findings: Sequence[Finding], cause: Cause) -> tuple[Finding, ...]:
    """The findings, each with its hint only where that is about the proved cause: its line, and its idea."""
    if not cause.proved or not cause.kind:
        return tuple(findings)
    topics = next((found for name, found in _TOPICS.items() if cause.kind.startswith(name)), frozenset())
    return tuple(
        finding
        if finding.severity is not Severity.ERROR or (finding.topic in topics and _touches(finding, cause))
        else finding.model_copy(update={"hint": None})
        for finding in findings
    )


def _touches(finding: Finding, cause: Cause) -> bool:
    """Whether the finding, or the other party of a race, is on a line that changes."""
    others = (seen.other.line for seen in finding.occurrences if seen.other)
    return not {finding.line, *others}.isdisjoint(cause.lines)
