"""Move findings to the line that is to be changed, where the source shows that it is not the access's own.

Likewise a wrong term of a recording: from the line that loaded a wrong element back to the one that chose it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from grader.compiling.source_facts import SourceFacts
from grader.elements import WHOLE_WORDS
from grader.results import Finding, Kind, Occurrence, OtherParty, WrongTerm

_WHOLE = WHOLE_WORDS | {"auto"}
_PLACES_OF_TWO_TILES = 3
"""Subscripts of tiles in turn: which of them, row and column."""


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


def _exchanged(at: Occurrence, line: int) -> Occurrence:
    if at.other is None:
        return at
    return at.model_copy(update={"thread": at.other.thread, "other": _party(at, line, at.other.access)})


def _party(at: Occurrence, line: int, access: str) -> OtherParty:
    nowhere = (0, 0, 0)
    return OtherParty(line=line, thread=at.thread or nowhere, block=at.block or nowhere, access=access)


def walked_back(term: WrongTerm, facts: SourceFacts) -> WrongTerm:
    """Return the term, blamed on the line that sets the variable, where one variable alone chose the element."""
    if term.kind == "missing":
        return term.model_copy(update={"blamed": _leaving_out(term, facts)})
    if term.kind == "fraction":
        return _on(term, facts, facts.assigned_on(term.line), holds=_WHOLE)
    if term.kept:
        places = facts.subscripts_on(term.line, term.array)
        turn = places[0] if len(places) == _PLACES_OF_TWO_TILES else ()
        return _on(term.model_copy(update={"blamed": term.line if turn else term.loaded}), facts, turn)
    if term.kind == "term" and term.blamed == term.fetched and term.lies[1] < 0:
        if facts.is_elsewhere(term.fetched, term.loaded):  # a function that others call too does as it is told
            return term.model_copy(update={"blamed": term.loaded})
        return _on(term, facts, _coordinate(term, facts))
    return term


def _on(term: WrongTerm, facts: SourceFacts, chosen: tuple[str, ...], holds: frozenset[str] = frozenset()) -> WrongTerm:
    """Return the term, blamed on the line that first sets the only name in the choice."""
    lines = facts.sets(chosen[0], term.blamed) if len(chosen) == 1 else ()
    if lines and facts.is_axis(lines[0], chosen[0]):
        return term
    if not lines or (holds and holds.isdisjoint(facts.names_on(lines[0]))):
        return term
    return term.model_copy(update={"blamed": lines[0], "name": chosen[0]})


def _coordinate(term: WrongTerm, facts: SourceFacts) -> tuple[str, ...]:
    """Return the part of the index that is wrong: the one with the row's length for the row, else the other."""
    got, right = next((pair for pair in zip(term.got, term.right, strict=True) if pair[0] != pair[1]), ("", ""))
    places = [re.findall(r"\d+", text) for text in (got, right)]
    index = next(iter(facts.subscripts_on(term.fetched)), ())
    if not index or len(places[0]) != len(places[1]) or len(places[0]) != 2:
        return ()
    row, column = parts_of_index(index)
    return row if places[0][0] != places[1][0] else column


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


def _leaving_out(term: WrongTerm, facts: SourceFacts) -> int:
    """Return the line of the loop that ends too early: over phases where the last products are missing, else inner."""
    if term.blamed:
        return term.blamed
    loops = facts.loops_around(term.line)
    tail = term.missing == tuple(range(term.missing[0], term.missing[0] + len(term.missing)))
    if not loops:
        return term.line
    if tail and len(term.missing) > 1:
        return facts.phase_division or loops[0]
    inner = [line for line in loops if line not in facts.phase_loops]
    return inner[-1] if inner else term.line
