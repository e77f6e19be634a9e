"""The instructor's own exported table, filled in: Canvas, Moodle and Gradescope read back what they wrote.

Only the cells of grades are written; every other byte of the file stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.batch.gradebook import Row, missing_row, named_as, text_cell
from grader.batch.matching import Line, identity, match
from grader.batch.tables import Table, first_line, folded, read_table
from grader.collecting import HandedIn
from grader.errors import UsageError
from grader.files import write_whole
from grader.plaintext import one_line, points
from grader.times import duration_of, time_of

FORMATS = ("canvas", "moodle", "gradescope-csv")


class RosterError(UsageError):
    """The roster is not the table that the learning system exports, or the grades' column in it is not clear."""


@dataclass(slots=True)
class Filled:
    """The filled table and what did not fit.

    `unknown` are students not in the roster, `ambiguous` those who more than one line fits, or who share a line with
    others by name, `without_grade` roster lines that stay without a grade, `notes` remarks. `lines` are all students of
    the roster, `found` the rows of those who are among the graded.
    """

    table: Table
    filled: int = 0
    unknown: list[str] = field(default_factory=list)
    ambiguous: list[str] = field(default_factory=list)
    without_grade: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lines: dict[int, Line] = field(default_factory=dict)
    found: dict[int, Row] = field(default_factory=dict)

    def complete(self, rows: Sequence[Row]) -> list[Row]:
        """The rows under the roster's names, and a row for everybody else in the roster."""
        names = {row.folder: self.lines[line].name for line, row in self.found.items() if self.lines[line].name}
        known = [named_as(row, names[row.folder]) if row.folder in names else row for row in rows]
        return known + [missing_row(line.student) for number, line in self.lines.items() if number not in self.found]


def check_roster(name: str, roster: Path, assignment: str, out: Path, column: str | None = None) -> None:
    """Find out before anything is graded whether the roster can be filled; `RosterError` where it cannot."""
    for made in (*(f"{system}.csv" for system in FORMATS), "gradebook.csv", "index.html"):
        if _same(roster, out / made):
            raise RosterError(
                f"--roster {roster}: the batch writes a file of this name; copy the roster out of {out}, or choose "
                "another --out, so that the original stays"
            )
    fill_roster(name, roster, (), assignment, column)


def fill_roster(name: str, roster: Path, rows: Sequence[Row], assignment: str, column: str | None = None) -> Filled:
    """Fill the exported file of `canvas`, `moodle` or `gradescope-csv`; `RosterError` where it is none.

    `column` names the column of the grades; without, it is the assignment's in Canvas, and in the others a fixed one.
    """
    return _FILLERS[name](_read(roster, _HEADERS[name]), rows, assignment, column)


def write_roster(
    name: str, roster: Path, rows: Sequence[Row], assignment: str, out: Path, column: str | None = None
) -> tuple[Path, Filled]:
    """Fill a copy of the roster in the folder `out`; the original is not touched."""
    check_roster(name, roster, assignment, out, column)
    filled = fill_roster(name, roster, rows, assignment, column)
    path = out / f"{name}.csv"
    write_whole(path, filled.table.data())
    return path, filled


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one.resolve() == other.resolve()


def _read(path: Path, known: tuple[str, ...]) -> Table:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RosterError(f"{path}: {error.strerror or error}") from error
    table = read_table(data, known)
    if table is None:
        found = one_line(first_line(data), 160) or "nothing"
        raise RosterError(
            f"{path}: no row of titles with one of {', '.join(known)}. It begins with: {found}. "
            "Is it the file that the system exported, with the language set to English?"
        )
    return table


def _fill(
    table: Table, lines: dict[int, Line], rows: Sequence[Row], write: Callable[[Filled, int, Row], None]
) -> Filled:
    """Match, write the grades, and list who is left over, on either side."""
    matched = match(lines, rows)
    filled = Filled(table, unknown=matched.unknown, ambiguous=matched.ambiguous, lines=dict(lines), found=matched.found)
    filled.notes += [f"{who}: handed in twice; only the first was entered" for who in matched.repeated]
    entered = set()
    for line, row in matched.found.items():
        if row.counts is not None:
            write(filled, line, row)
            entered.add(line)
    filled.filled = len(entered)
    if rows and not matched.found and not matched.ambiguous:
        filled.notes.append("nobody was found in the roster; is it the one of this course, from the same system?")
    filled.without_grade = [who.name for line, who in lines.items() if line not in entered]
    return filled


def _data_rows(table: Table) -> list[int]:
    return [index for index in range(table.header + 1, len(table.rows)) if any(table.rows[index])]


def _named_column(table: Table, column: str, candidates: Sequence[int]) -> int:
    """The column that the user named, as it stands there or without the number that Canvas appends."""
    for name_of in (folded, _without_number):
        named = [index for index in candidates if name_of(table.titles[index]) == folded(column)]
        if len(named) == 1:
            return named[0]
        if named:
            raise RosterError(f"--column {column}: more than one column fits: {_listed(table, named)}")
    raise RosterError(f"--column {column}: no such column for grades; there is {_listed(table, candidates)}")


def _listed(table: Table, columns: Sequence[int]) -> str:
    return ", ".join(one_line(table.titles[index]) for index in columns) or "none"


def _others(table: Table, *known: int | None) -> list[int]:
    return [index for index, title in enumerate(table.titles) if index not in known and title.strip()]


def _scaled(row: Row, possible: str, filled: Filled) -> str:
    """The score in the points of the learning system's assignment."""
    score = row.counts
    assert score is not None
    try:
        most = float(possible.replace(",", "."))
    except ValueError:
        return points(score)
    if not row.max_score or most == row.max_score or most <= 0:
        return points(score)
    note = f"scores of {points(row.max_score)} were scaled to the {points(most)} points of the roster"
    if note not in filled.notes:
        filled.notes.append(note)
    return points(score * most / row.max_score)


# --- the three systems


def _canvas(table: Table, rows: Sequence[Row], assignment: str, wanted: str | None) -> Filled:
    """`Student,ID,SIS User ID,SIS Login ID,Section,<assignment>`, and a second row of points possible."""
    name, identifier, login = table.column("Student"), table.column("ID"), table.column("SIS Login ID")
    if name is None or identifier is None:
        raise RosterError(f"the roster lacks Canvas' columns Student and ID; it has {_listed(table, _others(table))}")
    sis = table.column("SIS User ID")
    data_rows = _data_rows(table)
    points_row = next((i for i in data_rows if folded(table.cell(i, name)) == "points possible"), None)
    students = [i for i in data_rows if i != points_row]
    column = _canvas_column(table, students, points_row, assignment, wanted)
    possible = table.cell(points_row, column) if points_row is not None else ""
    lines = {
        index: Line(
            table.cell(index, name),
            identity(
                numbers=[table.cell(index, identifier), table.cell(index, sis)], logins=[table.cell(index, login)]
            ),
        )
        for index in students
        if table.cell(index, identifier)  # the test student's and notes' rows have no number
    }

    def write(filled: Filled, line: int, row: Row) -> None:
        table.write(line, column, _scaled(row, possible, filled))

    filled = _fill(table, lines, rows, write)
    if wanted is None and _without_number(table.titles[column]) != folded(assignment):
        filled.notes.append(f"{table.titles[column]}: taken for {assignment!r}, as the roster's only column, and empty")
    return filled


_CANVAS_COLUMNS = (
    "student", "id", "sis user id", "sis login id", "integration id", "root account", "section", "notes", "group name",
)  # fmt: skip
_CANVAS_TOTALS = re.compile(r"(current|final|unposted|override).*(score|grade|points)|^\s*$", re.IGNORECASE)
_CANVAS_NUMBER = re.compile(r"\s*\(\d+\)\s*$")


def _without_number(title: str) -> str:
    return folded(_CANVAS_NUMBER.sub("", title))


def _canvas_column(
    table: Table, students: Sequence[int], points_row: int | None, assignment: str, wanted: str | None
) -> int:
    """The column named, or the assignment's, or the only one while it is empty: no other assignment's grades go."""
    candidates = [
        index
        for index, title in enumerate(table.titles)
        if folded(title) not in _CANVAS_COLUMNS
        and (_CANVAS_NUMBER.search(title) or not _CANVAS_TOTALS.search(title))
        and (points_row is None or folded(table.cell(points_row, index)) != "(read only)")
    ]
    if wanted is not None:
        return _named_column(table, wanted, candidates)
    named = [index for index in candidates if folded(assignment) == _without_number(table.titles[index])]
    if len(named) == 1:
        return named[0]
    if len(candidates) == 1 and not any(table.cell(row, candidates[0]) for row in students):
        return candidates[0]
    found = _listed(table, candidates)
    why = ", which holds grades already" if len(candidates) == 1 else ""
    raise RosterError(
        f"the roster has no one column for {assignment!r}; it has {found}{why}. --column names the right one"
    )


def _moodle(table: Table, rows: Sequence[Row], _assignment: str, wanted: str | None) -> Filled:
    """The grading worksheet: `Identifier` is `Participant N`, `Grade` and `Feedback comments` are filled."""
    columns = {english: table.column(english, *names) for english, names in _MOODLE_TITLES.items()}
    identifier, name, email = columns["Identifier"], columns["Full name"], columns["Email address"]
    maximum, feedback = columns["Maximum Grade"], columns["Feedback comments"]
    if identifier is None and name is None and email is None:
        raise RosterError(f"the worksheet does not say who is who; it has {_listed(table, _others(table))}")
    grade = columns["Grade"]
    if wanted is not None:
        grade = _named_column(table, wanted, _others(table, identifier, name, email, maximum, feedback))
    if grade is None:
        raise RosterError(
            f"the worksheet has no column Grade; it has {_listed(table, _others(table))}. "
            "Export it with the language set to English, or name the column with --column"
        )
    lines = {
        index: Line(
            table.cell(index, name),
            identity(numbers=[re.sub(r"\D", "", table.cell(index, identifier))], emails=[table.cell(index, email)]),
            _moodle_time(table, index, columns),
        )
        for index in _data_rows(table)
    }

    def write(filled: Filled, line: int, row: Row) -> None:
        table.write(line, grade, _scaled(row, table.cell(line, maximum), filled))
        if feedback is not None:
            table.write(line, feedback, text_cell(row.feedback, table.delimiter))

    return _fill(table, lines, rows, write)


def _moodle_time(table: Table, line: int, columns: Mapping[str, int | None]) -> HandedIn:
    """`Submitted for grading - 1 day 3 hours late - …`, which has Moodle's own extensions in it, and the time."""
    late = re.search(r"- ([^-]{1,60}) late\b", table.cell(line, columns["Status"]))
    modified = table.cell(line, columns["Last modified (submission)"])
    return HandedIn(submitted=time_of(modified), late_by=duration_of(late[1]) if late else None)


_MOODLE_TITLES = {  # in English, German, French and Spanish: Moodle translates them for the instructor
    "Identifier": ("ID", "Identifiant", "Identificador"),
    "Full name": ("Vollständiger Name", "Nom complet", "Nombre completo"),
    "Email address": ("E-Mail-Adresse", "Adresse de courriel", "Dirección de correo", "Dirección Email"),
    "Grade": ("Bewertung", "Note", "Calificación"),
    "Maximum Grade": ("Bestwertung", "Note maximale", "Calificación máxima"),
    "Status": (),
    "Last modified (submission)": (),
    "Feedback comments": (
        "Feedback als Kommentar", "Feedback par commentaires", "Comentarios de retroalimentación",
    ),
}  # fmt: skip


def _gradescope(table: Table, rows: Sequence[Row], _assignment: str, wanted: str | None) -> Filled:
    """The roster or an earlier table of scores: `Total Score` and `Max Points` are filled, or added."""
    email, sid = table.column("Email"), table.column("SID", "Student ID")
    first, last, name = table.column("First Name"), table.column("Last Name"), table.column("Name", "Full Name")
    maximum = table.column("Max Points")
    submitted, late = table.column("Submission Time"), table.column("Lateness (H:M:S)")
    if wanted is None:
        total = table.column("Total Score", "Score")
        total = table.add_column("Total Score") if total is None else total
    else:
        total = _named_column(table, wanted, _others(table, email, sid, first, last, name, maximum, submitted, late))
    maximum = table.add_column("Max Points") if maximum is None else maximum
    lines = {
        index: Line(
            table.cell(index, name) or f"{table.cell(index, first)} {table.cell(index, last)}",
            identity(numbers=[table.cell(index, sid)], emails=[table.cell(index, email)]),
            HandedIn(
                submitted=time_of(table.cell(index, submitted)), late_by=duration_of(table.cell(index, late)) or None
            ),
        )
        for index in _data_rows(table)
    }

    def write(_filled: Filled, line: int, row: Row) -> None:
        table.write(line, total, points(row.counts or 0.0))
        table.write(line, maximum, points(row.max_score or 0.0))

    return _fill(table, lines, rows, write)


_HEADERS = {
    "canvas": ("SIS User ID", "SIS Login ID"),
    "moodle": ("Identifier", "Full name", *_MOODLE_TITLES["Full name"]),
    "gradescope-csv": ("SID", "Email", "Student ID"),
}
_FILLERS: dict[str, Callable[[Table, Sequence[Row], str, str | None], Filled]] = {
    "canvas": _canvas,
    "moodle": _moodle,
    "gradescope-csv": _gradescope,
}
