"""`--people people.csv`: which login on GitHub is which student. A table with titles, such as GitHub Classroom exports.

login,name,email,id
ada-l,Ada Lovelace,ada@example.edu,4711
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from grader.courses.csv_table import CsvTable, first_line, read_table
from grader.errors import UsageError
from grader.files import TooLargeError, read_bounded
from grader.plaintext import one_line
from grader.submissions import Collected, Student, student

MAX_BYTES = 16 << 20
_TITLES = {
    "login": ("login", "github_username", "github", "github login", "github username", "username", "user"),
    "name": ("name", "full name", "student", "student name", "identifier", "roster_identifier"),
    "email": ("email", "e-mail", "mail", "email address", "e-mail address"),
    "id": ("id", "sid", "student id", "student_id", "number", "matriculation number"),
    "team": ("team", "group", "group_name", "group name"),
}


class PeopleError(UsageError):
    """The table of people cannot be read, or gives one login to two of them."""


class Directory:
    """The students by their logins and teams."""

    def __init__(self, students: Mapping[str, Student], teams: Mapping[str, Sequence[Student]]) -> None:
        self._students = students
        self._teams = teams

    def known(self, found: Sequence[Collected]) -> tuple[list[Collected], list[str]]:
        """Return the rows under the table's names, a team's for each member, and the names not in it."""
        rows: list[Collected] = []
        strangers: list[str] = []
        for row in found:
            who = self._who(row.student)
            strangers += [] if who else [row.student.name]
            rows += [_as(row, person) for person in who] or [row]
        return rows, strangers

    def _who(self, known: Student) -> Sequence[Student]:
        """Find students by login, or by a folder's name if a download has nothing else."""
        for name in (known.login, known.email, known.identifier, known.name):
            if name and (one := self._students.get(name.casefold())):
                return [one]
        return self._teams.get(known.name.casefold(), [])


def read_people(path: Path) -> Directory:
    """Read the table in a file. Raise `PeopleError` with the line of a mistake."""
    table = _table(path)
    columns = {key: table.column(*titles) for key, titles in _TITLES.items()}
    if columns["login"] is None and columns["team"] is None:
        raise PeopleError(f"{path}: no column login (or github_username); it has {', '.join(table.titles)[:200]}")
    students: dict[str, Student] = {}
    teams: dict[str, list[Student]] = defaultdict(list)
    for number, login, team, person in _people(table, columns):
        for name in {login.casefold(), person.email.casefold()} - {""}:
            if name in students:
                raise PeopleError(f"{path}: line {number} has {one_line(name, 80)} again, who is another student above")
            students[name] = person
        if team:
            teams[team.casefold()].append(person)
    if not students and not teams:
        raise PeopleError(f"{path}: there is nobody in it")
    return Directory(students, teams)


def _table(path: Path) -> CsvTable:
    try:
        data = read_bounded(path, MAX_BYTES)
    except TooLargeError as error:
        raise PeopleError(f"--people {path}: the file has {error.size_bytes:,} bytes") from error
    except OSError as error:
        raise PeopleError(f"--people {path}: {error.strerror or error}") from error
    table = read_table(data, (*_TITLES["login"], *_TITLES["team"]))
    if table is None:
        begins = one_line(first_line(data), 160) or "nothing"
        raise PeopleError(f"{path}: no row of titles with login (or github_username) in it. It begins with: {begins}")
    return table


def _people(table: CsvTable, columns: Mapping[str, int | None]) -> Iterator[tuple[int, str, str, Student]]:
    """Yield line, login, team and student."""
    for index in range(table.header + 1, len(table.rows)):
        cells = {key: table.cell(index, column) for key, column in columns.items()}
        if cells["login"] or cells["team"]:
            name = cells["name"] or cells["login"] or cells["email"]
            person = student(name, email=cells["email"], identifier=cells["id"], login=cells["login"])
            yield table.line(index), cells["login"], cells["team"], person


def _as(row: Collected, person: Student) -> Collected:
    """Return the row as this student's, completed by what the download knows."""
    old = row.student
    who = student(
        person.name, email=person.email or old.email, identifier=old.identifier or person.identifier,
        login=person.login or old.login,
    )  # fmt: skip
    submission = replace(row.submission, student=who.name) if row.submission is not None else None
    return replace(row, student=who, submission=submission)
