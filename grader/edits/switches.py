"""Many edits in one translation unit; the launch sets a number that switches one on.

Mutant schemata (Untch, Offutt, Harrold 1993): an expression changed by n edits becomes a chain of n choices between new
and old text, so that all are compiled at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from grader.edits.change import Change, Edit, How

SWITCH = "grader_edit"
"""The unit's variable with the number of the active edit; 0: none."""

_PRELUDE = f"__constant__ unsigned {SWITCH};\n#define GRADER_ON(n) ({SWITCH} == (n))\n"
_TWO_AT_ONCE = (
    f"__constant__ unsigned {SWITCH};\n#define GRADER_ON(n) (({SWITCH} & 65535) == (n) || {SWITCH} >> 16 == (n))\n"
)
_OWN = f" const unsigned {SWITCH} = ::{SWITCH};"
"""A kernel's own copy, so that the compiler need not reload it from memory after each barrier."""
_KERNEL = re.compile(rb"__global__[^{};]{0,999}\{")
_WITHOUT_LOCALS = re.compile(rb"\[\s*\]\s*[({]|\b(?:struct|class|union)\b")
"""Functions inside a kernel that cannot access its variables."""
_MARK = re.compile(r"GRADER_ON\((\d+)\)")


@dataclass(frozen=True, slots=True)
class SwitchedSource:
    """A source in which the number n switches on `edits[n - 1]`."""

    text: str
    edits: tuple[Edit, ...]

    def edit_at(self, line: int) -> int:
        """Return the number of the edit on a line or just before it; 0 if there is none."""
        rows = self.text.split("\n")
        for row in reversed(rows[max(0, line - 3) : line]):
            marks = _MARK.findall(row)
            if marks:
                return int(marks[-1])
        return 0


def both(one: int, other: int) -> int:
    """Return the number that switches on two edits, in a unit made for two at once."""
    return one | other << 16


def make_unit(data: bytes, edits: Sequence[Edit], *, two_at_once: bool = False) -> SwitchedSource:
    """Return one source with all edits, which must all be switchable."""
    changes = [(change, 0) for change in (_copies(data) if edits else ())]
    changes += [(change, number) for number, edit in enumerate(edits, 1) for change in edit.switched]
    body = _Weaver(data, changes).woven(0, len(data))
    return SwitchedSource((_TWO_AT_ONCE if two_at_once else _PRELUDE) + body, tuple(edits))


def _copies(data: bytes) -> list[Change]:
    """Return insertions of the switch's copy at each kernel's start; empty if any code could not use it."""
    if _WITHOUT_LOCALS.search(data):
        return []
    heads = (match for match in _KERNEL.finditer(data) if match[0][:-1].rstrip().endswith(b")"))
    return [Change(head.end(), head.end(), _OWN) for head in heads]


class _Weaver:
    """Applies the changes to the text, from outer ranges to inner ones."""

    def __init__(self, data: bytes, changes: Sequence[tuple[Change, int]]) -> None:
        self._data = data
        self._places: dict[tuple[int, int], list[tuple[Change, int]]] = {}
        for change, number in changes:
            self._places.setdefault((change.start, change.end), []).append((change, number))
        # Insertions at a position come before ranges that begin there.
        self._ranges = sorted(self._places, key=lambda item: (item[0], item[1] > item[0], -item[1]))

    def woven(self, start: int, end: int) -> str:
        """Return a range's text with all its changes and switches."""
        return self._between(start, end, 0, len(self._ranges))

    def _between(self, start: int, end: int, number: int, stop: int) -> str:
        """Return bytes `start` to `end`, which contain the ranges `number` to `stop`."""
        parts, at = [], start
        while number < stop:
            first, last = self._ranges[number]
            after = number + 1
            while after < stop and self._ranges[after][0] < last:
                after += 1
            parts.append(self._text(at, first))
            parts.append(self._chosen((first, last), self._between(first, last, number + 1, after)))
            at, number = last, after
        parts.append(self._text(at, end))
        return "".join(parts)

    def _chosen(self, place: tuple[int, int], old: str) -> str:
        """Return the old text combined with its switchable replacements."""
        for change, number in self._places[place]:
            if change.how in (How.EXPRESSION, How.INLINE):
                line = "" if change.how is How.INLINE else "\n"
                old = f"{line}(GRADER_ON({number}) ? ({change.text}) : ({old}))"
            elif change.how is How.TEXT:
                old += change.text
            elif change.how is How.INSERT:
                old += f"\nif (GRADER_ON({number})) {{ {change.text} }}\n"
            else:
                old = f"\n{{ if (GRADER_ON({number})) {{ {change.text} }} else {{ {old} }} }}"
        return old

    def _text(self, start: int, end: int) -> str:
        return self._data[start:end].decode("utf-8", "replace")
