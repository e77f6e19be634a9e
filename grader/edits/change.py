"""One change of a kernel's text: what a student could have written instead."""

from __future__ import annotations

import difflib
import functools
from dataclasses import dataclass
from enum import Enum

MOST_EDITS = 6000
"""Edits of one text."""


class How(str, Enum):
    """How a change can be switched on and off in one translation unit."""

    EXPRESSION = "expression"  # what stands there is an expression, and so is the new text
    INLINE = "inline"  # the same within a macro, whose text is one line
    INSERT = "insert"  # statements, between two statements
    REPLACE = "replace"  # a whole statement becomes another; an empty text drops it
    TEXT = "text"  # a declaration, a type, a macro: in no other way than by writing it


@dataclass(frozen=True, slots=True)
class Change:
    """Bytes `start` to `end` of the source become `text`."""

    start: int
    end: int
    text: str
    how: How = How.TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """Changes that belong together, in the order of the text.

    `kind` names the family, `line` the first line that changes, `cost` how far it is from what stands there (the
    smaller, the likelier meant). `switches` say the same in a way that can be switched on and off; without them, the
    changes themselves do where none is `How.TEXT`.
    """

    kind: str
    line: int
    cost: int
    changes: tuple[Change, ...]
    switches: tuple[Change, ...] = ()

    @property
    def switched(self) -> tuple[Change, ...]:
        """The changes to switch on and off; empty where that cannot be done."""
        chosen = self.switches or self.changes
        for change in chosen:  # asked for thousands of them, several times
            if change.how is How.TEXT:
                return ()
        return chosen

    def costing(self, cost: int) -> Edit:
        """The same at another distance."""
        return Edit(kind=self.kind, line=self.line, cost=cost, changes=self.changes, switches=self.switches)

    def apply(self, data: bytes) -> bytes:
        """The source with the edit."""
        for change in sorted(self.changes, key=lambda item: (item.start, item.end), reverse=True):
            data = data[: change.start] + change.text.encode() + data[change.end :]
        return data

    def overlaps(self, other: Edit) -> bool:
        """Whether both change the same place."""
        return any(
            (one.start < two.end and two.start < one.end) or (one.start, one.end) == (two.start, two.end)
            for one in self.changes for two in other.changes
        )  # fmt: skip

    def merged(self, other: Edit) -> Edit:
        """Both at once, named after this one."""
        changes = sorted((*self.changes, *other.changes), key=lambda change: change.start)
        return Edit(kind=self.kind, line=self.line, cost=self.cost + other.cost, changes=tuple(changes))

    def essence(self, data: bytes) -> tuple[tuple[int, int, bytes], ...]:
        """What the edit takes out and puts in, without what stays and without spaces: alike for alike texts."""
        return tuple(part for change in self.changes if (part := _essence(data, change)))

    def diff(self, source: str) -> str:
        """The change as a unified diff without context or header."""
        return difference(source, self.apply(source.encode()).decode())


def _essence(data: bytes, change: Change) -> tuple[int, int, bytes] | None:
    found = _difference(data[change.start : change.end], change.text.encode())
    return found and (change.start + found[0], change.start + found[1], found[2])


@functools.lru_cache(maxsize=MOST_EDITS)  # the same is changed in the same way at many places
def _difference(old: bytes, new: bytes) -> tuple[int, int, bytes] | None:
    """Which bytes of the old text go, and what comes for them without its spaces; None where only spaces change."""
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
    """Two texts as a unified diff without context or header."""
    rows = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return "\n".join(list(rows)[2:])
