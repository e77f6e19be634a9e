"""The table of known mistakes words a proved cause, and no longer guesses one: a hint about something else goes."""

from __future__ import annotations

from collections.abc import Sequence

from grader.results import Cause, Finding, Severity
from grader.words.tables import edit_kinds


def agreeing(findings: Sequence[Finding], cause: Cause) -> tuple[Finding, ...]:
    """The findings, each with its hint only where that is about the proved cause: its line, and its idea."""
    if not cause.proved or not cause.kind:
        return tuple(findings)
    known = edit_kinds().get(cause.kind.removesuffix(" twice"))
    topics = known.topics if known else ()
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
