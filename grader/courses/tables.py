"""CSV tables: change single cells and keep every other byte; and the table of people.

`--people people.csv` says which login on GitHub is which student. It has titles, as GitHub Classroom exports them:

login,name,email,id
ada-l,Ada Lovelace,ada@example.edu,4711
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.errors import UsageError
from grader.files import TooLargeError, read_bounded
from grader.plaintext import one_line
from grader.submissions import Collected, Student, student

MAX_BYTES = 16 << 20
"""Of a table: a course has some thousands of students."""
_DELIMITERS = (",", ";", "\t")
_FIRST_ROWS = 5
_BARE = re.compile(r"[\w .-]*")
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


@dataclass(slots=True)
class CsvTable:
    """A CSV file as it was read: `header` is the index of the row with the names of the columns.

    `rows` are the cells' texts. `source` is the whole file's text and `spans` say where in it each cell stands, so that
    what was not written comes out as it went in, quotes and line ends included.
    """

    source: str
    rows: list[list[str]]
    spans: list[list[tuple[int, int]]]
    header: int
    delimiter: str
    bom: bytes
    encoding: str
    written: set[tuple[int, int]] = field(default_factory=set)

    @property
    def titles(self) -> list[str]:
        """The names of the columns."""
        return self.rows[self.header]

    @property
    def data_rows(self) -> list[int]:
        """The indices of the rows below the header that are not empty."""
        return [index for index in range(self.header + 1, len(self.rows)) if any(self.rows[index])]

    def others(self, *known: int | None) -> list[int]:
        """Return the columns with a title beside those that are known."""
        return [index for index, title in enumerate(self.titles) if index not in known and title.strip()]

    def listed(self, columns: Sequence[int]) -> str:
        """Return the titles of columns, for a message."""
        return ", ".join(one_line(self.titles[index]) for index in columns) or "none"

    def column(self, *names: str) -> int | None:
        """Return the index of the first column with one of these names, in any case."""
        titles = [folded(title) for title in self.titles]
        return next((titles.index(folded(name)) for name in names if folded(name) in titles), None)

    def add_column(self, name: str) -> int:
        """Add a last column, right of every cell, and return its index; other rows get an empty cell there."""
        column = max(len(row) for row in self.rows)
        for index, row in enumerate(self.rows):
            if row:
                self.write(index, column, name if index == self.header else "")
        return column

    def cell(self, row: int, column: int | None) -> str:
        """Return the text of a cell, empty if the row is too short."""
        return self.rows[row][column].strip() if column is not None and column < len(self.rows[row]) else ""

    def line(self, row: int) -> int:
        """Return the row's line in the file, from 1."""
        return len(self.source[: self.spans[row][0][0]].splitlines()) + 1 if self.spans[row] else 0

    def write(self, row: int, column: int, text: str) -> None:
        """Set a cell, filling up a short row. What the file's encoding lacks becomes `?`."""
        cells = self.rows[row]
        self.written.update((row, short) for short in range(len(cells), column))
        cells.extend([""] * (column + 1 - len(cells)))
        cells[column] = text.encode(self.encoding, "replace").decode(self.encoding)
        self.written.add((row, column))

    def data(self) -> bytes:
        """Return the file's bytes."""
        parts, end = [], 0
        for row, column in sorted(self.written):
            spans = self.spans[row]
            if column < len(spans):
                parts.append(self.source[end : spans[column][0]])
                end = spans[column][1]
                parts.append(self._quoted(self.rows[row][column], self.source[slice(*spans[column])].startswith('"')))
            else:
                parts += [self.source[end : spans[-1][1]], self.delimiter, self._quoted(self.rows[row][column], False)]
                end = max(end, spans[-1][1])
        text = "".join(parts) + self.source[end:]
        return self.bom + text.encode(self.encoding, "surrogateescape")

    def _quoted(self, text: str, was_quoted: bool) -> str:
        return text if _BARE.fullmatch(text) and not was_quoted else '"' + text.replace('"', '""') + '"'


def load_table(path: Path, known: tuple[str, ...], option: str, wanted: str, hint: str = "") -> CsvTable:
    """Read the table in the file that an option names; see `read_table`.

    Raise `UsageError` for a file that cannot be read, is too large, or has no row of titles with what is `wanted`.
    """
    try:
        data = read_bounded(path, MAX_BYTES)
    except TooLargeError as error:
        raise UsageError(f"{option} {path}: the file has {error.size_bytes:,} bytes") from error
    except OSError as error:
        raise UsageError(f"{option} {path}: {error.strerror or error}") from error
    table = read_table(data, known)
    if table is None:
        begins = one_line(next((line for line in _decoded(data)[0].splitlines() if line.strip()), "nothing"), 160)
        raise UsageError(f"{path}: no row of titles with {wanted} in it. It begins with: {begins}{hint}")
    return table


def read_table(data: bytes, known: tuple[str, ...]) -> CsvTable | None:
    """Read a CSV file in its encoding and with its separator; the header is the first row with a known title.

    None where none of the first rows has one.
    """
    text, bom, encoding = _decoded(data)
    wanted = {folded(title) for title in known}
    for delimiter in _DELIMITERS:
        rows, spans = _parsed(text, delimiter)
        for index, row in enumerate(rows[:_FIRST_ROWS]):
            if len(row) > 1 and {folded(title) for title in row} & wanted:
                return CsvTable(text, rows, spans, index, delimiter, bom, encoding)
    return None


def folded(title: str) -> str:
    """Return a title as it is compared: in any case, whatever the spaces."""
    return " ".join(title.split()).casefold()


def _decoded(data: bytes) -> tuple[str, bytes, str]:
    """Return text, byte order mark and encoding. Encoding with `surrogateescape` always gives the bytes back."""
    bom, encoding = next(((bom, name) for bom, name in _BOMS if data.startswith(bom)), (b"", "utf-8"))
    try:
        return data[len(bom) :].decode(encoding), bom, encoding
    except UnicodeDecodeError:
        return data.decode("cp1252", "surrogateescape"), b"", "cp1252"


def _parsed(text: str, delimiter: str) -> tuple[list[list[str]], list[list[tuple[int, int]]]]:
    """Return the cells and their positions, as Python's `csv` reads them, but of any length."""
    cell = re.compile(rf'(?:"([^"]*(?:""[^"]*)*)"?)?([^{delimiter}\r\n]*)({delimiter}|\r\n|\r|\n|\Z)')
    rows: list[list[str]] = []
    spans: list[list[tuple[int, int]]] = []
    position, new_row = 0, True
    while position < len(text) or not new_row:
        match = cell.match(text, position)
        assert match is not None  # a cell may be empty, and ends at a delimiter, a line's end or the file's
        if new_row:
            rows.append([])
            spans.append([])
        new_row = match[3] != delimiter
        if not (new_row and not rows[-1] and match.end(2) == position):  # an empty line has no cells
            rows[-1].append((match[1] or "").replace('""', '"') + match[2])
            spans[-1].append((position, match.end(2)))
        position = match.end()
    return rows, spans


# -- the table of people -----------------------------------------------------------------------------------------------

_TITLES = {
    "login": ("login", "github_username", "github", "github login", "github username", "username", "user"),
    "name": ("name", "full name", "student", "student name", "identifier", "roster_identifier"),
    "email": ("email", "e-mail", "mail", "email address", "e-mail address"),
    "id": ("id", "sid", "student id", "student_id", "number", "matriculation number"),
    "team": ("team", "group", "group_name", "group name"),
}


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
            for person in who:
                old = row.student  # what the download knows completes what the table says
                one = student(
                    person.name, email=person.email or old.email, identifier=old.identifier or person.identifier,
                    login=person.login or old.login,
                )  # fmt: skip
                submission = replace(row.submission, student=one.name) if row.submission is not None else None
                rows.append(replace(row, student=one, submission=submission))
            rows += [] if who else [row]
        return rows, strangers

    def _who(self, known: Student) -> Sequence[Student]:
        """Find students by login, or by a folder's name if a download has nothing else."""
        for name in (known.login, known.email, known.identifier, known.name):
            if name and (one := self._students.get(name.casefold())):
                return [one]
        return self._teams.get(known.name.casefold(), [])


def read_people(path: Path) -> Directory:
    """Read the table in a file. Raise `UsageError` with the line of a mistake."""
    table = load_table(path, (*_TITLES["login"], *_TITLES["team"]), "--people", "login (or github_username)")
    columns = {key: table.column(*titles) for key, titles in _TITLES.items()}
    if columns["login"] is None and columns["team"] is None:
        raise UsageError(f"{path}: no column login (or github_username); it has {', '.join(table.titles)[:200]}")
    students: dict[str, Student] = {}
    teams: dict[str, list[Student]] = defaultdict(list)
    for index in table.data_rows:
        cells = {key: table.cell(index, column) for key, column in columns.items()}
        login, team, number = cells["login"], cells["team"], table.line(index)
        if not login and not team:
            continue
        called = cells["name"] or login or cells["email"]
        person = student(called, email=cells["email"], identifier=cells["id"], login=login)
        for name in {login.casefold(), person.email.casefold()} - {""}:
            if name in students:
                raise UsageError(f"{path}: line {number} has {one_line(name, 80)} again, who is another student above")
            students[name] = person
        if team:
            teams[team.casefold()].append(person)
    if not students and not teams:
        raise UsageError(f"{path}: there is nobody in it")
    return Directory(students, teams)
