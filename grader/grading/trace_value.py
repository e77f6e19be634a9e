"""From the line that loaded a wrong element back to the one that chose it, as far as the source's text tells."""

from __future__ import annotations

import re

from grader.compiling.source_facts import SourceFacts
from grader.elements import WHOLE_WORDS
from grader.results import WrongTerm

_WHOLE = WHOLE_WORDS | {"auto"}

_PLACES_OF_TWO_TILES = 3
"""Subscripts of tiles in turn: which of them, row and column."""


def walked_back(term: WrongTerm, facts: SourceFacts) -> WrongTerm:
    """The term, blamed on the line that gave the variable its value, where one variable alone chose the element."""
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
    """Blamed on the line that first sets the name which alone makes the choice."""
    lines = facts.sets(chosen[0], term.blamed) if len(chosen) == 1 else ()
    if lines and facts.is_axis(lines[0], chosen[0]):
        return term
    if not lines or (holds and holds.isdisjoint(facts.names_on(lines[0]))):
        return term
    return term.model_copy(update={"blamed": lines[0], "name": chosen[0]})


def _coordinate(term: WrongTerm, facts: SourceFacts) -> tuple[str, ...]:
    """What the wrong row or column comes from: the part of the index with the row's length, or the part without."""
    got, right = next((pair for pair in zip(term.got, term.right, strict=True) if pair[0] != pair[1]), ("", ""))
    places = [re.findall(r"\d+", text) for text in (got, right)]
    index = next(iter(facts.subscripts_on(term.fetched)), ())
    if not index or len(places[0]) != len(places[1]) or len(places[0]) != 2:
        return ()
    row, column = parts_of_index(index)
    return row if places[0][0] != places[1][0] else column


def parts_of_index(index: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """An index such as `row * K + col` as what stands before the first product sign, and what is added to that."""
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
    """The loop that ends too early: that over the phases where the last products are missing, else the inner one."""
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
