"""One change of a kernel's text: what a student could have written instead."""

from __future__ import annotations

import difflib
import functools
from dataclasses import dataclass
from enum import Enum

MOST_EDITS = 6000
"""Maximum edits of one text."""


class How(str, Enum):
    """How to switch a change on and off in one translation unit."""

    EXPRESSION = "expression"  # old and new text are expressions
    INLINE = "inline"  # the same inside a macro, which must stay on one line
    INSERT = "insert"  # statements between two statements
    REPLACE = "replace"  # a statement is replaced by another; empty text: dropped
    TEXT = "text"  # a declaration, type or macro: cannot be switched, only written


@dataclass(frozen=True, slots=True)
class Change:
    """Replace bytes `start` to `end` of the source by `text`."""

    start: int
    end: int
    text: str
    how: How = How.TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """Changes that belong together, in text order.

    `kind` names the family, `line` the first changed line, `cost` the edit distance (smaller is more plausible).
    `switches` are equivalent changes that can be switched on and off; if empty, `changes` are used, unless one of them
    is `How.TEXT`.
    """

    kind: str
    line: int
    cost: int
    changes: tuple[Change, ...]
    switches: tuple[Change, ...] = ()

    @property
    def switched(self) -> tuple[Change, ...]:
        """The changes to switch on and off; empty if that is not possible."""
        chosen = self.switches or self.changes
        for change in chosen:  # called several times for thousands of edits
            if change.how is How.TEXT:
                return ()
        return chosen

    def costing(self, cost: int) -> Edit:
        """Return the edit with another cost."""
        return Edit(kind=self.kind, line=self.line, cost=cost, changes=self.changes, switches=self.switches)

    def apply(self, data: bytes) -> bytes:
        """Return the source with the edit applied."""
        for change in sorted(self.changes, key=lambda item: (item.start, item.end), reverse=True):
            data = data[: change.start] + change.text.encode() + data[change.end :]
        return data

    def overlaps(self, other: Edit) -> bool:
        """Return whether both change the same place."""
        return any(
            (one.start < two.end and two.start < one.end) or (one.start, one.end) == (two.start, two.end)
            for one in self.changes for two in other.changes
        )  # fmt: skip

    def merged(self, other: Edit) -> Edit:
        """Return both edits combined, with this one's kind."""
        changes = sorted((*self.changes, *other.changes), key=lambda change: change.start)
        return Edit(kind=self.kind, line=self.line, cost=self.cost + other.cost, changes=tuple(changes))

    def essence(self, data: bytes) -> tuple[tuple[int, int, bytes], ...]:
        """Return the bytes removed and inserted, without unchanged ones and spaces: equal for equal results."""
        return tuple(part for change in self.changes if (part := _essence(data, change)))

    def diff(self, source: str) -> str:
        """Return the change as a unified diff without context or header."""
        return difference(source, self.apply(source.encode()).decode())


def _essence(data: bytes, change: Change) -> tuple[int, int, bytes] | None:
    found = _difference(data[change.start : change.end], change.text.encode())
    return found and (change.start + found[0], change.start + found[1], found[2])


@functools.lru_cache(maxsize=MOST_EDITS)  # the same change occurs at many places
def _difference(old: bytes, new: bytes) -> tuple[int, int, bytes] | None:
    """Return the range of old bytes removed and the bytes inserted, without spaces; None if only spaces change."""
    first, most = 0, min(len(old), len(new))
    while first < most and old[first] == new[first]:
        first += 1
    last, most = 0, most - first
    while last < most and old[-1 - last] == new[-1 - last]:
        last += 1
    start, end = first, len(old) - last
    while start < end and old[start : start + 1].isspace():
        start += 1
    added = b"".join(new[first : len(new) - last].split())
    if not added and not old[start:end].strip():
        return None
    return start, end, added


def difference(before: str, after: str) -> str:
    """Return a unified diff without context or header."""
    rows = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return "\n".join(list(rows)[2:])
