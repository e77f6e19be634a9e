"""A grammar of edits: what a student could have written instead, not which mistakes are known.

Knows nothing of grading: source text in, changes of it out. What reads the text runs in a child process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.edits import declarations, expressions, guards, statements
from grader.edits.change import Edit
from grader.edits.sites import Site
from grader.edits.syntax import Source
from grader.edits.twins import twins

MOST_EDITS = 6000


def edits_of(source: Source) -> tuple[Edit, ...]:
    """Every edit of the graded kernel and of the functions that it calls, the likelier ones first, none twice."""
    sites = [Site(source, function) for function in source.functions]
    families = (statements, guards, expressions, declarations)
    found = (edit for site in sites for family in families for edit in family.edits(site))
    single = sorted(_different(source.data, found), key=_place)
    both = _different(source.data, (*single, *twins(source.data, single)))
    return tuple(sorted(both, key=_place)[:MOST_EDITS])


def _place(edit: Edit) -> tuple[int, int]:
    return edit.cost, edit.changes[0].start


def _different(data: bytes, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Those that change the text, each text once, the cheapest way to it."""
    best: dict[bytes, Edit] = {}
    for edit in edits:
        text = b"".join(edit.apply(data).split())
        known = best.get(text)
        if known is None or edit.cost < known.cost:
            best[text] = edit
    best.pop(b"".join(data.split()), None)
    yield from best.values()
