"""Small changes of the reference kernel: each should be caught by some case, or be no change at all.

They are edits as students make them, of the kinds that take something out or put something near in its place.
"""

from __future__ import annotations

from collections.abc import Iterable

from grader.edits.change import Edit

KINDS = frozenset({
    "barrier dropped", "statement dropped", "guard dropped", "condition dropped", "term dropped", "factor dropped",
    "comparison", "logic", "operator", "indices exchanged", "names exchanged", "other axis", "other buffer",
    "another number", "another step", "one more or less", "value zero",
})  # fmt: skip
"""Of the others most are no mistakes: barriers more than needed, sums in another order, guards around what is safe."""


def mutants_of(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Those of a kernel's edits that are tried, in the order of its text."""
    chosen = (edit for edit in edits if edit.kind in KINDS and edit.switched)
    return tuple(sorted(chosen, key=lambda edit: (edit.changes[0].start, edit.kind, edit.changes[0].text)))


def in_words(edit: Edit, source: str) -> str:
    """What an edit changes."""
    parts = []
    for change in edit.changes:
        old = " ".join(source.encode()[change.start : change.end].decode().split())
        parts.append(f"{old} became {change.text}" if change.text else f"{old} left out")
    return f"{edit.kind}: {', '.join(dict.fromkeys(parts))}"
