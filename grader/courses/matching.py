"""Which line of a roster is which student's. Better no grade than another's.

Keys (number, login, address) come first: a line with one of the student's is the student's, a line with others is not,
whatever the name. A name is for students whom no key has found, and only where it fits a single line.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.batch.gradebook import GradebookRow
from grader.submissions import UNKNOWN, HandedIn, Student, student

Keys = Mapping[str, set[str]]
"""By kind (`number`, `login`, `email`), the values that identify somebody; a kind without values says nothing."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A student's line in the roster, what it says of the student, and when it says that something was handed in."""

    name: str
    keys: Keys
    when: HandedIn = UNKNOWN

    @property
    def student(self) -> Student:
        """Who this is, as far as the roster tells."""
        kinds = {kind: min(values, default="") for kind, values in self.keys.items()}
        return student(self.name, email=kinds["email"], identifier=kinds["number"], login=kinds["login"])


@dataclass(slots=True)
class Matched:
    """Roster line → row, and the students who have none, by name: unknown, in doubt, or handed in before."""

    found: dict[int, GradebookRow] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    ambiguous: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)


def identity(*, numbers: Sequence[str] = (), logins: Sequence[str] = (), emails: Sequence[str] = ()) -> Keys:
    """Keys without the empty ones. A login in the form of an address is one: some systems use these."""
    names = [name.lower() for name in (*logins, *emails) if name]
    return {
        "number": {number for number in numbers if number},
        "login": {name for name in names if "@" not in name},
        "email": {name for name in names if "@" in name},
    }


def match(lines: Mapping[int, RosterLine], rows: Sequence[GradebookRow]) -> Matched:
    """Find each row's line: by keys for all rows first, then by name, then tell who is left over."""
    matched = Matched()
    index = _index(lines)
    by_name: list[tuple[GradebookRow, Keys]] = []
    for row in rows:
        keys = _keys(row.student)
        hits = _with_keys(index, keys)
        if not hits:
            by_name.append((row, keys))
        elif len(hits) > 1:
            matched.ambiguous.append(_called(row.student))
        elif hits[0] in matched.found:
            matched.repeated.append(_called(row.student))
        else:
            matched.found[hits[0]] = row
    _match_names(lines, by_name, matched)
    return matched


def _match_names(lines: Mapping[int, RosterLine], rows: Sequence[tuple[GradebookRow, Keys]], matched: Matched) -> None:
    """A line that two rows could mean is nobody's."""
    if not rows:
        return
    index: dict[str, set[int]] = defaultdict(set)
    for number, line in lines.items():
        for form in _forms(line.name):
            index[form].add(number)
    wanted: dict[int, list[GradebookRow]] = defaultdict(list)
    for row, keys in rows:
        fitting = {number for form in _forms(row.student.name) for number in index.get(form, ())}
        hits = sorted(number for number in fitting if not _disagree(lines[number].keys, keys))
        if len(hits) == 1:
            wanted[hits[0]].append(row)
        else:
            (matched.ambiguous if hits else matched.unknown).append(_called(row.student))
    for number, claims in wanted.items():
        if len(claims) == 1 and number not in matched.found:
            matched.found[number] = claims[0]
        else:
            matched.ambiguous += [_called(row.student) for row in claims]


def _keys(student: Student) -> Keys:
    return identity(numbers=[student.identifier], logins=[student.login], emails=[student.email])


def _index(lines: Mapping[int, RosterLine]) -> dict[tuple[str, str], set[int]]:
    index: dict[tuple[str, str], set[int]] = defaultdict(set)
    for number, line in lines.items():
        for kind, values in line.keys.items():
            for value in values:
                index[kind, value].add(number)
    return index


def _with_keys(index: Mapping[tuple[str, str], set[int]], keys: Keys) -> list[int]:
    """The lines that have one of the keys; where several keys are known, the lines that have them all, if there are."""
    hits = [index[kind, value] for kind, values in keys.items() for value in values if (kind, value) in index]
    return sorted(set.intersection(*hits) or set.union(*hits)) if hits else []


def _disagree(line: Keys, student: Keys) -> bool:
    return any(values and student[kind] and not values & student[kind] for kind, values in line.items())


def _called(student: Student) -> str:
    """The name and what tells students of one name apart."""
    key = student.identifier or student.email or student.login
    return f"{student.name} ({key})" if key and key != student.name else student.name


def _forms(name: str) -> set[str]:
    """A name as systems write it: its words in any order, and `lovelaceada`, as in Canvas' file names."""
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(character for character in decomposed if character.isalnum())
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    words = " ".join(sorted(re.findall(r"[^\W_]+", plain)))
    return {f"letters {letters}", f"words {words}"} if letters else set()
