"""The same mistake made twice: the same change at two places, such as the loads of A and B, or row and column."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from grader.edits.change import Edit

MOST_OF_A_KIND = 14
MOST_PAIRS = 400
FARTHEST = 6
"""Maximum lines between the two."""
_DEARER = 5
_ALIKE_BY_KIND = ("guard added", "guard replaced", "zero fill", "value zero")
_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|[^\s\w]+")
_OTHER_AXIS = {"x": "axis", "y": "axis"}

Sign = tuple[str, tuple[str, ...], tuple[str, ...]]


def alike(data: bytes, edits: Sequence[Edit]) -> list[list[int]]:
    """Return groups of two or more indices of edits that make the same change."""
    groups: dict[Sign, list[int]] = {}
    signs: dict[tuple[str, bytes, str], Sign] = {}
    for place, edit in enumerate(edits):
        if edit.switched and len(edit.changes) == 1 and "barrier" not in edit.kind:
            change = edit.changes[0]
            made = edit.kind, data[change.start : change.end], change.text
            if made not in signs:
                signs[made] = _sign(*made)
            groups.setdefault(signs[made], []).append(place)
    return [group for group in groups.values() if len(group) > 1]


def twins(groups: Iterable[Sequence[Edit]]) -> Iterator[Edit]:
    """Yield pairs of edits in a group that are close to each other, more plausible first."""
    pairs = (pair for group in groups for pair in _pairs(sorted(group, key=_place)))
    for cost, _, first, second in itertools.islice(sorted(pairs, key=itemgetter(0, 1)), MOST_PAIRS):
        yield Edit(
            kind=f"{first.kind} twice",
            line=first.line,
            cost=cost,
            changes=(*first.changes, *second.changes),
            switches=(*first.switched, *second.switched),
        )


def _place(edit: Edit) -> tuple[int, int]:
    return edit.cost, edit.changes[0].start


def _pairs(group: Sequence[Edit]) -> Iterator[tuple[int, int, Edit, Edit]]:
    """Yield each pair's cost, start, and two edits in text order."""
    for one, other in itertools.combinations(group[:MOST_OF_A_KIND], 2):
        first, second = (one, other) if one.changes[0].start <= other.changes[0].start else (other, one)
        apart = first.changes[0].end <= second.changes[0].start
        if apart and 0 < second.line - first.line <= FARTHEST:
            cost = max(one.cost, other.cost) + (0 if one.kind in _ALIKE_BY_KIND else _DEARER)
            yield cost, first.changes[0].start, first, second


def _sign(kind: str, old: bytes, new: str) -> Sign:
    """Return what is removed and inserted, with x and y treated as equal."""
    if kind in _ALIKE_BY_KIND:
        return kind, (), ()
    before, after = _tokens(old.decode("utf-8", "replace")), _tokens(new)
    for token in tuple(before):
        if token in after:
            before.remove(token)
            after.remove(token)
    return kind, tuple(sorted(before)), tuple(sorted(after))


def _tokens(text: str) -> list[str]:
    return [_OTHER_AXIS.get(token, token) for token in _TOKEN.findall(text)]
