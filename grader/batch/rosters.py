"""The instructor's own exported table, filled in: Canvas, Moodle and Gradescope read back what they wrote.

Only the cells of grades are written; every other cell, the order, the separator and the encoding stay as they are.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.batch.gradebook import GRADED, Row
from grader.report.exports.escaping import csv_cell, number

FORMATS = ("canvas", "moodle", "gradescope-csv")


class RosterError(Exception):
    """The roster is not the table that the learning system exports."""


@dataclass(slots=True)
class Table:
    """A CSV file as it was read: `header` is the index of the row with the names of the columns."""

    rows: list[list[str]]
    header: int
    encoding: str
    delimiter: str
    line_end: str

    def column(self, *names: str) -> int | None:
        """The index of the first column with one of these names, in any case."""
        titles = [title.strip().lower() for title in self.rows[self.header]]
        return next((titles.index(name.lower()) for name in names if name.lower() in titles), None)

    def add_column(self, name: str) -> int:
        """The index of a new last column."""
        self.rows[self.header].append(name)
        return len(self.rows[self.header]) - 1

    def cell(self, row: int, column: int | None) -> str:
        """The text of a cell, empty where the row is too short."""
        return self.rows[row][column].strip() if column is not None and column < len(self.rows[row]) else ""

    def write(self, row: int, column: int, text: str) -> None:
        """Set a cell, filling up a short row."""
        cells = self.rows[row]
        cells.extend([""] * (column + 1 - len(cells)))
        cells[column] = text

    def text(self) -> str:
        """The file's text."""
        stream = io.StringIO(newline="")
        csv.writer(stream, delimiter=self.delimiter, lineterminator=self.line_end).writerows(self.rows)
        return stream.getvalue()


@dataclass(slots=True)
class Filled:
    """The filled table and what did not fit: students not in the roster, roster rows without a grade, remarks."""

    table: Table
    filled: int = 0
    unknown: list[str] = field(default_factory=list)
    without_grade: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def fill_roster(name: str, roster: Path, rows: Sequence[Row], assignment: str) -> Filled:
    """Fill the exported file of `canvas`, `moodle` or `gradescope-csv`; `RosterError` where it is none."""
    table = read_table(roster, _HEADERS[name])
    return _FILLERS[name](table, rows, assignment)


def write_roster(name: str, roster: Path, rows: Sequence[Row], assignment: str, out: Path) -> tuple[Path, Filled]:
    """Fill a copy of the roster in the folder `out`; the original is not touched."""
    filled = fill_roster(name, roster, rows, assignment)
    path = out / f"{name}.csv"
    out.mkdir(parents=True, exist_ok=True)
    path.write_bytes(filled.table.text().encode(filled.table.encoding))
    return path, filled


def read_table(path: Path, known: Sequence[str]) -> Table:
    """A CSV file in the encoding and with the separator that it has; its header is the first row with a known title."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RosterError(f"{path}: {error.strerror or error}") from error
    encoding = "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        encoding = "cp1252"
        text = data.decode(encoding, "replace")
    line_end = "\r\n" if "\r\n" in text else "\n"
    for delimiter in (",", ";", "\t"):
        try:
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
        except csv.Error:
            continue  # Python 3.10 refuses NUL characters
        for index, row in enumerate(rows[:5]):
            if {title.strip().lower() for title in row} & {title.lower() for title in known} and len(row) > 1:
                return Table(rows=rows, header=index, encoding=encoding, delimiter=delimiter, line_end=line_end)
    raise RosterError(f"{path}: no row of titles with one of {', '.join(known)}; is it the exported file?")


# --- who is who


def _letters(name: str) -> str:
    """Letters and digits only: `Lovelace, Ada` is `lovelaceada` in Canvas' file names."""
    decomposed = unicodedata.normalize("NFKD", name)
    return "".join(character for character in decomposed.lower() if character.isalnum())


def _sorted_words(name: str) -> str:
    """The words of a name in one order, whichever comes first in the table."""
    decomposed = unicodedata.normalize("NFKD", name.lower())
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    return " ".join(sorted(re.findall(r"\w+", plain)))


_Keys = Callable[[Row], list[str]]


def _match(lines: dict[int, list[str]], rows: Sequence[Row], keys: _Keys, filled: Filled) -> dict[int, Row]:
    """Roster line → row. The first kind of key that finds exactly one line decides; two lines are no match."""
    found: dict[int, Row] = {}
    for row in rows:
        matched = _one_line(lines, keys(row))
        if matched is None:
            filled.unknown.append(row.student.name)
        elif matched in found:
            filled.notes.append(f"{row.student.name}: handed in twice; only the first was entered")
        else:
            found[matched] = row
    return found


def _one_line(lines: dict[int, list[str]], keys: list[str]) -> int | None:
    for kind, key in enumerate(keys):
        if key:
            hits = [line for line, values in lines.items() if values[kind] and values[kind] == key]
            if len(hits) == 1:
                return hits[0]
    return None


def _enter(
    filled: Filled, matched: dict[int, Row], lines: dict[int, list[str]], write: Callable[[int, Row], None]
) -> None:
    for line, row in matched.items():
        if row.status == GRADED and row.score is not None:
            write(line, row)
            filled.filled += 1
    entered = {line for line, row in matched.items() if row.status == GRADED}
    filled.without_grade += [values[-1] for line, values in lines.items() if line not in entered]


def _scaled(row: Row, possible: str, filled: Filled) -> str:
    """The score in the points of the learning system's assignment."""
    assert row.score is not None
    try:
        points = float(possible.replace(",", "."))
    except ValueError:
        return number(row.score)
    if not row.max_score or points == row.max_score or points <= 0:
        return number(row.score)
    note = f"scores of {number(row.max_score)} were scaled to the {number(points)} points of the roster"
    if note not in filled.notes:
        filled.notes.append(note)
    return number(row.score * points / row.max_score)


# --- the three systems


def _canvas(table: Table, rows: Sequence[Row], assignment: str) -> Filled:
    """`Student,ID,SIS User ID,SIS Login ID,Section,<assignment>`, and a second row of points possible."""
    filled = Filled(table)
    column = _canvas_column(table, assignment)
    name, identifier, login = table.column("Student"), table.column("ID"), table.column("SIS Login ID")
    points_row = next(
        (i for i in range(table.header + 1, len(table.rows)) if table.cell(i, name).lower() == "points possible"), None
    )
    possible = table.cell(points_row, column) if points_row is not None else ""
    lines = {}
    for index in range(table.header + 1, len(table.rows)):
        if index == points_row or not table.cell(index, identifier):
            continue  # the test student's and notes' rows have no number
        who = table.cell(index, name)
        lines[index] = [
            table.cell(index, identifier),
            table.cell(index, login).lower(),
            _letters(who),
            _sorted_words(who),
            who,
        ]
    matched = _match(
        lines,
        rows,
        lambda row: [
            row.student.identifier,
            (row.student.login or row.student.email).lower(),
            _letters(row.student.name),
            _sorted_words(row.student.name),
        ],
        filled,
    )
    _enter(filled, matched, lines, lambda line, row: table.write(line, column, _scaled(row, possible, filled)))
    return filled


_CANVAS_COLUMNS = ("student", "id", "sis user id", "sis login id", "root account", "section")
_CANVAS_TOTALS = re.compile(r"(current|final|unposted).*(score|grade|points)|^\s*$", re.IGNORECASE)


def _canvas_column(table: Table, assignment: str) -> int:
    titles = table.rows[table.header]
    candidates = [
        index
        for index, title in enumerate(titles)
        if title.strip().lower() not in _CANVAS_COLUMNS and not _CANVAS_TOTALS.search(title)
    ]
    named = [i for i in candidates if re.sub(r"\s*\(\d+\)\s*$", "", titles[i]).strip().lower() == assignment.lower()]
    if len(named or candidates) == 1:
        return (named or candidates)[0]
    found = ", ".join(titles[index] for index in candidates) or "none"
    raise RosterError(f"the roster has no one column for {assignment!r}; it has {found}. --column names the right one")


def _moodle(table: Table, rows: Sequence[Row], _assignment: str) -> Filled:
    """The grading worksheet: `Identifier` is `Participant N`, `Grade` and `Feedback comments` are filled."""
    filled = Filled(table)
    grade = table.column("Grade")
    if grade is None:
        raise RosterError("the worksheet has no column Grade")
    feedback, maximum = table.column("Feedback comments"), table.column("Maximum Grade")
    identifier, name, email = table.column("Identifier"), table.column("Full name"), table.column("Email address")
    lines = {
        index: [
            re.sub(r"\D", "", table.cell(index, identifier)),
            table.cell(index, email).lower(),
            _letters(table.cell(index, name)),
            _sorted_words(table.cell(index, name)),
            table.cell(index, name),
        ]
        for index in range(table.header + 1, len(table.rows))
        if any(table.rows[index])
    }
    matched = _match(lines, rows, _by_identity, filled)

    def write(line: int, row: Row) -> None:
        table.write(line, grade, _scaled(row, table.cell(line, maximum), filled))
        if feedback is not None:
            table.write(line, feedback, csv_cell(row.message))

    _enter(filled, matched, lines, write)
    return filled


def _gradescope(table: Table, rows: Sequence[Row], _assignment: str) -> Filled:
    """The roster or an earlier table of scores: `Total Score` and `Max Points` are filled, or added."""
    filled = Filled(table)
    total = table.column("Total Score", "Score")
    total = table.add_column("Total Score") if total is None else total
    maximum = table.column("Max Points")
    maximum = table.add_column("Max Points") if maximum is None else maximum
    email, sid = table.column("Email"), table.column("SID", "Student ID")
    first, last, name = table.column("First Name"), table.column("Last Name"), table.column("Name", "Full Name")
    lines = {}
    for index in range(table.header + 1, len(table.rows)):
        if any(table.rows[index]):
            who = table.cell(index, name) or f"{table.cell(index, first)} {table.cell(index, last)}"
            keys = [table.cell(index, sid), table.cell(index, email).lower(), _letters(who), _sorted_words(who)]
            lines[index] = [*keys, who]
    matched = _match(lines, rows, _by_identity, filled)

    def write(line: int, row: Row) -> None:
        table.write(line, total, number(row.score or 0.0))
        table.write(line, maximum, number(row.max_score or 0.0))

    _enter(filled, matched, lines, write)
    return filled


def _by_identity(row: Row) -> list[str]:
    who = row.student
    return [who.identifier, who.email.lower(), _letters(who.name), _sorted_words(who.name)]


_HEADERS = {
    "canvas": ("SIS User ID", "SIS Login ID"),
    "moodle": ("Identifier", "Full name"),
    "gradescope-csv": ("SID", "Email", "Student ID"),
}
_FILLERS: dict[str, Callable[[Table, Sequence[Row], str], Filled]] = {
    "canvas": _canvas,
    "moodle": _moodle,
    "gradescope-csv": _gradescope,
}
