"""All edits of a text, from all families, more plausible ones first."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

from grader.edits import declarations, expressions, guards, macros, statements
from grader.edits.change import MOST_EDITS, Edit
from grader.edits.context import EditSite
from grader.edits.dependence import FARTHEST, LAST, deciding, remoteness
from grader.edits.paired import alike, twins
from grader.edits.symmetry import likelier
from grader.edits.syntax import SyntaxTree
from grader.words.tables import edit_kinds


def edits_of(source: SyntaxTree) -> tuple[Edit, ...]:
    """Return the edits of the graded kernel and of the functions it calls, more plausible first, without duplicates."""
    return EditReading(source).edits({})


def barriers_dropped(source: SyntaxTree) -> tuple[Edit, ...]:
    """Return the edits that remove one barrier."""
    sites = (EditSite(source, function) for function in source.functions)
    found = (edit for site in sites for edit in statements.barriers_dropped(site))
    return tuple(sorted(_different(source.data, found).values(), key=_place))


class EditReading:
    """A source's edits: made before findings are known, and sorted once they are."""

    def __init__(self, source: SyntaxTree) -> None:
        sites = [EditSite(source, function) for function in source.functions]
        families = (statements, guards, expressions, declarations)
        found = [edit for site in sites for family in families for edit in likelier(site, family.edits(site))]
        self._data = source.data
        single = _different(source.data, (*found, *macros.edits(source)))
        self._texts, self._single = single.keys(), tuple(single.values())
        self._groups = alike(source.data, self._single)
        self._deciding = deciding(source)
        self._stores = {
            source.line(node.start_byte): LAST for site in sites for node in site.stores if site.is_global(node)
        }

    def edits(
        self, seen: Mapping[int, int], nearer: Mapping[str, int] | None = None, most: int = MOST_EDITS
    ) -> tuple[Edit, ...]:
        """Return the edits, more plausible first, without duplicates, at most `most` of the switchable ones.

        `seen` maps lines where something is wrong to a handicap; lines that they depend on become more plausible.
        `nearer` maps kinds of edits to a reduction of cost.
        """
        far = remoteness(self._deciding, self._stores | dict(seen))
        single = [_placed(edit, far, nearer or {}) for edit in self._single]
        pairs = _different(self._data, twins([[single[place] for place in group] for group in self._groups]))
        new = (pair for text, pair in pairs.items() if text not in self._texts)
        ordered = sorted((*single, *new), key=_place)[:MOST_EDITS]
        switched = itertools.count(1)
        return tuple(edit for edit in ordered if not edit.switched or next(switched) <= most)


def _placed(edit: Edit, far: Mapping[int, int], nearer: Mapping[str, int]) -> Edit:
    # No value decides where threads wait: such edits are equally far from all findings.
    kind = edit.kind.removesuffix(" twice")
    known = edit_kinds().get(kind)
    away = 0 if known and known.waits else far.get(edit.line, FARTHEST)
    likely = nearer.get(kind, 0)
    return edit.costing(edit.cost + away - likely) if away != likely else edit


def _place(edit: Edit) -> tuple[int, int]:
    return edit.cost, edit.changes[0].start


def _different(data: bytes, edits: Iterable[Edit]) -> dict[bytes, Edit]:
    """Return the edits that change the text, keyed by the resulting text; the cheapest for each."""
    best: dict[object, Edit] = {}
    for edit in edits:
        made = edit.essence(data)
        known = best.get(made)
        if made and (known is None or edit.cost < known.cost):
            best[made] = edit
    texts = {edit.apply(data): edit for edit in sorted(best.values(), key=_place, reverse=True)}
    texts.pop(data, None)
    return texts
