"""Move findings to the line that is to be changed, where the source shows that it is not the access's own."""

from __future__ import annotations

from collections.abc import Sequence, Set

from grader.compiling.source_facts import SourceFacts
from grader.results import Finding, Kind, Occurrence, OtherParty


def placed(findings: Sequence[Finding], facts: SourceFacts) -> tuple[Finding, ...]:
    """Return the findings on the lines to look at; the line where one was seen becomes the other party's."""
    moved = [_placed(finding, facts) for finding in findings]
    seen = {(item.kind, item.line) for item in moved if item.occurrences}
    return tuple(item for item in moved if item.occurrences or not _is_said_twice(item, seen))


def _is_said_twice(finding: Finding, seen: Set[tuple[Kind, int]]) -> bool:
    """True if the compiler says of a line what a run has shown."""
    return finding.kind is Kind.UNINITIALIZED_READ and (finding.kind, finding.line) in seen


def _placed(finding: Finding, facts: SourceFacts) -> Finding:
    if finding.kind is Kind.UNINITIALIZED_READ and finding.array is None and finding.occurrences:
        return _where_declared(finding, facts)
    if finding.kind is Kind.BARRIER_DIVERGENCE:
        return _in_the_condition(finding, facts)
    if finding.kind is Kind.DATA_RACE and finding.space == "global":
        return _where_chosen(finding, facts)
    if finding.kind is Kind.DATA_RACE and finding.space == "shared":
        return _in_its_turns(finding, facts)
    return finding


def _where_declared(finding: Finding, facts: SourceFacts) -> Finding:
    """Move a read of a local without a value to its declaration, if the line shows one such name."""
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
    """Move a divergence at two barriers to the one inside a condition."""
    other = finding.other
    if other is None or not facts.is_conditional(other.line) or facts.is_conditional(finding.line):
        return finding
    seen = tuple(_exchanged(at, finding.line) for at in finding.occurrences)
    return finding.model_copy(update={"line": other.line, "column": 0, "occurrences": seen})


def _where_chosen(finding: Finding, facts: SourceFacts) -> Finding:
    """Move a race of two blocks to the line that sets the row if they are one above the other, else the column.

    Where a guard is missing a row runs on into the next, and the threads' places in their blocks differ.
    """
    at = finding.occurrences[0]
    index = next(iter(facts.subscripts_on(finding.line, written=True)), ())
    if at.other is None or at.block is None or not index or at.thread != at.other.thread:
        return finding
    row, column = parts_of_index(index)
    apart = [name for name, way in ((row, 1), (column, 0)) if at.block[way] != at.other.block[way]]
    lines = facts.sets(apart[0][0], finding.line) if len(apart) == 1 and len(apart[0]) == 1 else ()
    if not lines:
        return finding
    seen = tuple(each.model_copy(update={"chosen_by": apart[0][0]}) for each in finding.occurrences)
    return finding.model_copy(update={"line": lines[0], "column": 0, "occurrences": seen})


def _in_its_turns(finding: Finding, facts: SourceFacts) -> Finding:
    """Mark the races between two turns of a loop: within a turn there is a barrier between their lines."""
    others = {at.other.line for at in finding.occurrences if at.other is not None and not at.missing}
    two = {line for line in others if facts.are_two_turns(finding.line, line)}
    seen = tuple(
        at.model_copy(update={"next_turn": True}) if not at.missing and at.other and at.other.line in two else at
        for at in finding.occurrences
    )
    return finding.model_copy(update={"occurrences": seen})


def _exchanged(at: Occurrence, line: int) -> Occurrence:
    if at.other is None:
        return at
    return at.model_copy(update={"thread": at.other.thread, "other": _party(at, line, at.other.access)})


def _party(at: Occurrence, line: int, access: str) -> OtherParty:
    nowhere = (0, 0, 0)
    return OtherParty(line=line, thread=at.thread or nowhere, block=at.block or nowhere, access=access)


def parts_of_index(index: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the factor before `*` and the other term of an index such as `row * K + col`."""
    terms: list[list[str]] = [[]]
    depth = 0
    for text in index:
        depth += (text in "([") - (text in ")]")
        if text == "+" and not depth:
            terms.append([])
        else:
            terms[-1].append(text)
    products = [term for term in terms if "*" in term]
    rest = [term for term in terms if "*" not in term]
    row = tuple(products[0][: products[0].index("*")]) if len(products) == 1 else ()
    return row, tuple(rest[0]) if len(rest) == 1 and len(products) < 2 else ()
