"""Changes of a program's text: what a student could have written instead, written out or switched on at the launch.

Mutant schemata (Untch, Offutt, Harrold 1993): `make_unit` puts many edits into one translation unit, and the launch
sets a number that switches one on. An expression changed by n edits becomes n choices between new and old text.
`compile_together` leaves out those that the compiler rejects.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, AnyStr, TypeVar

from grader.errors import NotCompiledError

if TYPE_CHECKING:
    from grader.results import Diagnostic

Made = TypeVar("Made")

MOST_EDITS = 6000
"""Maximum edits of one text."""
MOST_COMPILATIONS = 6
"""Times that a unit is compiled, each time without the edits that did not compile."""


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

    def apply(self, source: AnyStr) -> AnyStr:
        """Return the source with the edit applied: a text, or its bytes as they were given."""
        data = source.encode() if isinstance(source, str) else source
        for change in sorted(self.changes, key=lambda item: (item.start, item.end), reverse=True):
            data = data[: change.start] + change.text.encode() + data[change.end :]
        return data.decode() if isinstance(source, str) else data

    def overlaps(self, other: Edit) -> bool:
        """Return whether both change the same place."""
        return any(
            (one.start < two.end and two.start < one.end) or (one.start, one.end) == (two.start, two.end)
            for one in self.changes for two in other.changes
        )  # fmt: skip

    def written(self) -> list[tuple[Change, int, int]]:
        """Return each change, in order, with the range of what it has put into the text after the edit."""
        ranges, shift = [], 0
        for change in sorted(self.changes, key=lambda item: (item.start, item.end)):
            start, size = change.start + shift, len(change.text.encode())
            ranges.append((change, start, start + size))
            shift += size - (change.end - change.start)
        return ranges

    def instead_of(self, first: Edit, changed: bytes) -> Edit | None:
        """Return this edit of a text that a first one has `changed` as an edit of the text before it.

        None unless it replaces all that the first one has put there.
        """
        written, rewritten = first.written(), [(start, end) for start, end, _ in self.essence(changed)]

        def before(place: int) -> int | None:
            shift = 0
            for change, start, end in written:
                if start < place < end:
                    return None
                if place >= end:
                    shift = end - change.end
            return place - shift

        made = []
        for change in self.changes:
            start, end = before(change.start), before(change.end)
            if start is None or end is None:
                return None
            made.append(replace(change, start=start, end=end))
        for change, begin, stop in written:
            covered = any(own.start <= change.start and change.end <= own.end for own in made)
            if not covered or (begin < stop and not any(start < stop and begin < end for start, end in rewritten)):
                return None
        return replace(self, changes=tuple(made), switches=())

    def follows(self, first: Edit, source: str) -> bool:
        """Return whether this edit changes only what `first` has written and the source had not: a trick."""
        written = [(start, end) for change, start, end in first.written() if change.text.strip() not in source]
        return all(any(start <= each.start and each.end <= end for start, end in written) for each in self.changes)

    def merged(self, other: Edit) -> Edit:
        """Return both edits combined, with this one's kind."""
        changes = sorted((*self.changes, *other.changes), key=lambda change: change.start)
        return Edit(kind=self.kind, line=self.line, cost=self.cost + other.cost, changes=tuple(changes))

    def essence(self, data: bytes) -> tuple[tuple[int, int, bytes], ...]:
        """Return the bytes removed and inserted, without unchanged ones and spaces: equal for equal results."""
        return tuple(part for change in self.changes if (part := _essence(data, change)))

    def diff(self, source: str) -> str:
        """Return the change as a unified diff without context or header."""
        return difference(source, self.apply(source))


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
_SHARED_NUMBERS = re.compile(
    rb"__shared__\s+(?:(?:unsigned|signed|volatile|short|long|int|char|float|double|bool|size_t|u?int\d+_t)\s+)+"
    rb"(\w+(?:\s*,\s*\w+)*)\s*;"
)
_MARK = re.compile(r"GRADER_ON\((\d+)\)")
_UNSIGNED = re.compile(r"(?<!\(int\))\b(?:threadIdx|blockIdx|blockDim|gridDim)\.[xyz]\b")
"""One of these in a chain of choices makes the whole chain unsigned, and then `i - 1 >= 0` always holds."""


@dataclass(frozen=True, slots=True)
class SwitchedSource:
    """A source in which the number n switches on `edits[n - 1]`.

    `host_file` is the name of a file whose host half is changed: each of its lines keeps its number.
    """

    text: str
    edits: tuple[Edit, ...]
    host_file: str = ""

    def rejected(self, diagnostics: Sequence[Diagnostic], *, again: bool) -> set[int]:
        """Return the numbers of the edits that errors of the compiler belong to.

        In a host half that is compiled `again`, these are all edits of the lines: leaving out the edit that begins
        before the error did not help, or there is none.
        """
        errors = [each for each in diagnostics if each.severity == "error"]
        if self.host_file:
            errors = [each for each in errors if each.file == self.host_file]
        # What a statement that is put in says may take many lines, and all else compiles.
        found = {self._edit_at(each.line, each.column, behind=each.line) for each in errors} - {0}
        if self.host_file and (again or not found):
            lines = {each.line for each in errors}
            found.update(number for number, edit in enumerate(self.edits, 1) if edit.line in lines)
        return found

    def on_lines(self, lines: Iterable[int]) -> set[Edit]:
        """Return the edits that some lines of the unit belong to."""
        return {self.edits[number - 1] for line in lines if (number := self._edit_at(line, 0))}

    def _edit_at(self, line: int, column: int, *, behind: int = 3) -> int:
        """Return the number of the last edit that begins in so many lines up to one, from 1; 0 if there is none.

        In a host half it begins on the line itself, before a column.
        """
        rows = self.text.split("\n")
        if self.host_file:
            text = "".join(rows[line - 1 : line]).encode()[:column].decode("utf-8", "ignore")
        else:
            text = "\n".join(rows[max(0, line - behind) : line])
        marks = _MARK.findall(text)
        return int(marks[-1]) if marks else 0


def compile_together(
    edits: Sequence[Edit], make: Callable[[Sequence[Edit]], SwitchedSource], build: Callable[[SwitchedSource], Made]
) -> tuple[Made, SwitchedSource] | None:
    """Build one unit of many edits, again and again without those that do not compile. None if there is no such unit.

    `build` raises `NotCompiledError` with what the compiler says.
    """
    for attempt in range(MOST_COMPILATIONS):
        if not edits:
            break
        unit = make(edits)
        try:
            return build(unit), unit
        except NotCompiledError as error:
            wrong = unit.rejected(error.diagnostics, again=attempt >= MOST_COMPILATIONS // 2)
        if not wrong:
            break
        edits = [edit for number, edit in enumerate(edits, 1) if number not in wrong]
    return None


def both(one: int, other: int) -> int:
    """Return the number that switches on two edits, in a unit made for two at once."""
    return one | other << 16


def make_unit(data: bytes, edits: Sequence[Edit], *, two_at_once: bool = False) -> SwitchedSource:
    """Return one source with all edits, which must all be switchable."""
    changes = [(change, 0) for change in (_copies(data) if edits else ())]
    changes += [(change, number) for number, edit in enumerate(edits, 1) for change in edit.switched]
    body = _Weaver(data, changes).woven(0, len(data))
    return SwitchedSource((_TWO_AT_ONCE if two_at_once else _PRELUDE) + body, tuple(edits))


def make_host_unit(data: bytes, edits: Sequence[Edit], *, file: str) -> SwitchedSource:
    """Return a file of a program with all edits of its host half."""
    changes = [(change, number) for number, edit in enumerate(edits, 1) for change in edit.switched]
    return SwitchedSource(_Weaver(data, changes, on_one_line=True).woven(0, len(data)), tuple(edits), file)


def _copies(data: bytes) -> list[Change]:
    """Return insertions of the switch's copy at each kernel's start; empty if any code could not use it."""
    if _WITHOUT_LOCALS.search(data):
        return []
    heads = (match for match in _KERNEL.finditer(data) if match[0][:-1].rstrip().endswith(b")"))
    return [Change(head.end(), head.end(), _OWN) for head in heads]


class _Weaver:
    """Applies the changes to the text, from outer ranges to inner ones."""

    def __init__(self, data: bytes, changes: Sequence[tuple[Change, int]], *, on_one_line: bool = False) -> None:
        self._data, self._break = data, " " if on_one_line else "\n"
        self._places: dict[tuple[int, int], list[tuple[Change, int]]] = {}
        for change, number in changes:
            self._places.setdefault((change.start, change.end), []).append((change, number))
        # Which of two values is taken is known at the launch alone, and a compiler loads both: of shared numbers, ahead
        # of the barrier after which they are set. A volatile one is loaded where it is chosen.
        shared = re.findall(r"\w+", " ".join(found.decode() for found in _SHARED_NUMBERS.findall(data)))
        self._shared = re.compile(rf"(?<![\w.&>])({'|'.join(shared)})\b") if shared else None
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
                line = "" if change.how is How.INLINE else self._break
                new = _UNSIGNED.sub(r"(int)\g<0>", change.text)
                new = self._shared.sub(r"(*(volatile decltype(\1) *)&\1)", new) if self._shared else new
                old = f"{line}(GRADER_ON({number}) ? ({new}) : ({old}))"
            elif change.how is How.TEXT:
                old += change.text
            elif change.how is How.INSERT:
                text = change.text.replace("\n", self._break)
                old += f"{self._break}if (GRADER_ON({number})) {{ {text} }}{self._break}"
            else:
                text = change.text.replace("\n", self._break)
                old = f"{self._break}{{ if (GRADER_ON({number})) {{ {text} }} else {{ {old} }} }}"
        return old

    def _text(self, start: int, end: int) -> str:
        return self._data[start:end].decode("utf-8", "replace")
