"""One mistake made twice: the same change at two places, such as the loads of A and B or a row and a column."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from grader.edits.change import Edit

MOST_OF_A_KIND = 14
MOST_PAIRS = 400
FARTHEST = 6
"""Lines between the two."""
_DEARER = 5
_ALIKE_BY_KIND = ("guard added", "guard replaced", "zero fill", "value zero")
_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|[^\s\w]+")
_OTHER_AXIS = {"x": "axis", "y": "axis"}

Sign = tuple[str, frozenset[tuple[str, int]], frozenset[tuple[str, int]]]


def twins(data: bytes, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Pairs of edits that change the same at places near each other."""
    groups: dict[Sign, list[Edit]] = {}
    for edit in sorted(edits, key=lambda edit: (edit.cost, edit.changes[0].start)):
        if edit.switched and len(edit.changes) == 1 and "barrier" not in edit.kind:
            groups.setdefault(_sign(data, edit), []).append(edit)
    pairs = (pair for group in groups.values() for pair in _pairs(group))
    yield from itertools.islice(sorted(pairs, key=lambda pair: (pair.cost, pair.changes[0].start)), MOST_PAIRS)


def _pairs(group: Sequence[Edit]) -> Iterator[Edit]:
    for one, other in itertools.combinations(group[:MOST_OF_A_KIND], 2):
        first, second = sorted((one, other), key=lambda edit: edit.changes[0].start)
        apart = first.changes[0].end <= second.changes[0].start
        if apart and 0 < second.line - first.line <= FARTHEST:
            yield Edit(
                kind=f"{first.kind} twice",
                line=first.line,
                cost=max(one.cost, other.cost) + (0 if one.kind in _ALIKE_BY_KIND else _DEARER),
                changes=(*first.changes, *second.changes),
                switches=(*first.switched, *second.switched),
            )


def _sign(data: bytes, edit: Edit) -> Sign:
    """What goes and what comes, with x and y the same."""
    if edit.kind in _ALIKE_BY_KIND:
        return edit.kind, frozenset(), frozenset()
    change = edit.changes[0]
    before = Counter(_tokens(data[change.start : change.end].decode("utf-8", "replace")))
    after = Counter(_tokens(change.text))
    return edit.kind, frozenset((before - after).items()), frozenset((after - before).items())


def _tokens(text: str) -> list[str]:
    return [_OTHER_AXIS.get(token, token) for token in _TOKEN.findall(text)]
