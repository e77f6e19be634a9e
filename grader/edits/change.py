"""One change of a kernel's text: what a student could have written instead."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from enum import Enum


class How(str, Enum):
    """How a change can be switched on and off in one translation unit."""

    EXPRESSION = "expression"  # what stands there is an expression, and so is the new text
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
        return () if any(change.how is How.TEXT for change in chosen) else chosen

    def apply(self, data: bytes) -> bytes:
        """The source with the edit."""
        for change in sorted(self.changes, key=lambda item: (item.start, item.end), reverse=True):
            data = data[: change.start] + change.text.encode() + data[change.end :]
        return data

    def diff(self, source: str) -> str:
        """The change as a unified diff without context or header."""
        return difference(source, self.apply(source.encode()).decode())


def difference(before: str, after: str) -> str:
    """Two texts as a unified diff without context or header."""
    rows = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return "\n".join(list(rows)[2:])
