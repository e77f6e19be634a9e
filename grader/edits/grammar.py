"""All edits of a text, from the families that make them, the likelier ones first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from grader.edits import declarations, expressions, guards, macros, statements
from grader.edits.change import Edit
from grader.edits.flow import FARTHEST, LAST, remoteness
from grader.edits.likeness import likelier
from grader.edits.sites import Site
from grader.edits.syntax import Source
from grader.edits.twins import twins

MOST_EDITS = 6000
_WAITING = ("barrier", "call")


def edits_of(source: Source, seen: Mapping[int, int] | None = None) -> tuple[Edit, ...]:
    """Edits of the graded kernel and of the functions that it calls, the likelier ones first, none twice.

    `seen` are lines where something was seen to be wrong, with a handicap each: what decides about them is likelier.
    """
    sites = [Site(source, function) for function in source.functions]
    families = (statements, guards, expressions, declarations)
    found = [edit for site in sites for family in families for edit in likelier(site, family.edits(site))]
    found += macros.edits(source)
    stores = {site.source.line(node.start_byte): LAST for site in sites for node in site.stores if site.is_global(node)}
    far = remoteness(source, stores | dict(seen or {}))
    # Where threads wait is decided by no value: such edits are equally far from all that was seen.
    placed = [
        edit if edit.kind.startswith(_WAITING) else replace(edit, cost=edit.cost + far.get(edit.line, FARTHEST))
        for edit in found
    ]
    single = tuple(_different(source.data, placed))
    both = _different(source.data, (*single, *twins(source.data, single)))
    return tuple(sorted(both, key=_place)[:MOST_EDITS])


def _place(edit: Edit) -> tuple[int, int]:
    return edit.cost, edit.changes[0].start


def _different(data: bytes, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Those that change the text, each text once, the cheapest way to it."""
    best: dict[object, Edit] = {}
    for edit in edits:
        made = edit.essence(data)
        known = best.get(made)
        if made and (known is None or edit.cost < known.cost):
            best[made] = edit
    texts = {edit.apply(data): edit for edit in sorted(best.values(), key=_place, reverse=True)}
    texts.pop(data, None)
    yield from texts.values()
