"""Students as an instructor names them: by name, login, e-mail, number or folder, in any case."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from fnmatch import fnmatchcase

from grader.errors import UsageError
from grader.plaintext import one_line
from grader.submissions import Student, called

People = Mapping[str, frozenset[str]]
"""Folder → all that its student is called, in small letters."""


class StudentNameError(UsageError):
    """Nobody is called so, or more than one; the message says who may have been meant."""


def called_in(student: Student, folder: str) -> frozenset[str]:
    """All that one student of a batch is called."""
    return called(student) | {folder.casefold()}


def person(name: str, people: People, asked: str) -> str:
    """The folder of the one student who is called so; `asked` is where the name stands, for the message."""
    found = _exactly(name, people)
    if len(found) != 1:
        raise StudentNameError(f"{asked}: {_fits(found, people) if found else _nobody(name, people)}")
    return found[0]


def those_like(pattern: str, people: People, asked: str) -> list[str]:
    """The folders of all whom a name or a pattern (`group-*`) fits."""
    found = _exactly(pattern, people)
    wanted = pattern.casefold()
    found = found or [folder for folder, names in people.items() if any(fnmatchcase(name, wanted) for name in names)]
    if not found:
        raise StudentNameError(f"{asked}: {_nobody(pattern, people)}")
    return found


def _exactly(name: str, people: People) -> list[str]:
    return [folder for folder, names in people.items() if name.casefold() in names]


def _nobody(name: str, people: People) -> str:
    known = sorted({name for names in people.values() for name in names})
    close = difflib.get_close_matches(name.casefold(), known, n=3)
    near = f"; did you mean {' or '.join(one_line(each, 80) for each in close)}?" if close else ""
    return f"no student is called {one_line(name, 80)}{near}"


def _fits(folders: list[str], people: People) -> str:
    ways = "; ".join(f"{folder} ({', '.join(sorted(people[folder] - {folder.casefold()}))})" for folder in folders[:5])
    return f"{len(folders)} students are called so. Say which by e-mail, number or folder: {ways}"
