"""The line of a finding, where the source tells that another one than the access's own is to be changed."""

from __future__ import annotations

from grader.checking.source_facts import SourceFacts
from grader.results import Finding, Kind, Occurrence, OtherParty


def placed(finding: Finding, facts: SourceFacts) -> Finding:
    """The finding on the line to look at; the one that it was seen on becomes the other party's."""
    if finding.kind is Kind.UNINITIALIZED_READ and finding.space == "local":
        return _where_declared(finding, facts)
    if finding.kind is Kind.BARRIER_DIVERGENCE:
        return _in_the_condition(finding, facts)
    return finding


def _where_declared(finding: Finding, facts: SourceFacts) -> Finding:
    """A local without a value: where it is declared, if the line that reads it shows one such name."""
    bare = facts.declared_without_value(finding.line)
    names = [name for name in dict.fromkeys(facts.names_on(finding.line)) if name in bare]
    if len(names) != 1:
        return finding
    seen = tuple(
        at.model_copy(update={"other": _party(at, finding.line, "read"), "index": (), "offset": None})
        for at in finding.occurrences
    )
    return finding.model_copy(update={"line": bare[names[0]], "column": 0, "array": names[0], "occurrences": seen})


def _in_the_condition(finding: Finding, facts: SourceFacts) -> Finding:
    """Of two barriers where threads part ways, the one that a condition decides about."""
    other = finding.other
    if other is None or not facts.is_conditional(other.line) or facts.is_conditional(finding.line):
        return finding
    seen = tuple(_exchanged(at, finding.line) for at in finding.occurrences)
    return finding.model_copy(update={"line": other.line, "column": 0, "occurrences": seen})


def _exchanged(at: Occurrence, line: int) -> Occurrence:
    assert at.other is not None
    return at.model_copy(update={"thread": at.other.thread, "other": _party(at, line, at.other.access)})


def _party(at: Occurrence, line: int, access: str) -> OtherParty:
    nowhere = (0, 0, 0)
    return OtherParty(line=line, thread=at.thread or nowhere, block=at.block or nowhere, access=access)
