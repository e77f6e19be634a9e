"""Fill the tables of the course systems: which columns identify a student, and which one holds the grade."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from grader.assignment.lateness import duration_of, time_of
from grader.batch.gradebook import GradebookRow, text_cell
from grader.courses.rosters import (
    FilledRoster,
    RosterLine,
    RosterSystem,
    bare_title,
    data_rows,
    fill_lines,
    grade_column,
    identity,
    listed,
    named_column,
    note_taken,
    others,
    scaled,
)  # fmt: skip
from grader.courses.tables import CsvTable, TableError, folded
from grader.plaintext import IN_TABLES, points
from grader.submissions import HandedIn


@dataclass(frozen=True, slots=True)
class _Filling:
    """How the lines of one table are filled: the column of the grades, and of feedback where there is one.

    `most` returns a line's points possible, as the table has them.
    """

    column: int
    most: Callable[[int], str]
    feedback: int | None = None

    def fill(self, table: CsvTable, rows: Sequence[GradebookRow], lines: dict[int, RosterLine]) -> FilledRoster:
        """Match the rows with the lines and write the grades."""

        def write(filled: FilledRoster, line: int, row: GradebookRow) -> None:
            table.write(line, self.column, scaled(row, self.most(line), filled))
            if self.feedback is not None:
                table.write(line, self.feedback, text_cell(row.feedback, table.delimiter))

        return fill_lines(table, lines, rows, write)


def _canvas(table: CsvTable, rows: Sequence[GradebookRow], assignment: str, wanted: str | None) -> FilledRoster:
    """Fill `Student,ID,SIS User ID,SIS Login ID,Section,<assignment>`, with a second row of points possible."""
    name, identifier = table.column("Student"), table.column("ID")
    sis, login = table.column("SIS User ID"), table.column("SIS Login ID")
    if name is None or identifier is None:
        raise TableError(f"the roster lacks Canvas' columns Student and ID; it has {listed(table, others(table))}")
    students = data_rows(table)
    points_row = next((index for index in students if folded(table.cell(index, name)) == "points possible"), None)
    students = [index for index in students if index != points_row]
    column = grade_column(table, students, _canvas_candidates(table, points_row), assignment, wanted)
    lines = {}
    for index in students:
        if table.cell(index, identifier):  # the test student's and notes' rows have no number
            numbers = [table.cell(index, identifier), table.cell(index, sis)]
            keys = identity(numbers=numbers, logins=[table.cell(index, login)])
            lines[index] = RosterLine(table.cell(index, name), keys)
    most = table.cell(points_row, column) if points_row is not None else ""
    filled = _Filling(column, lambda _: most).fill(table, rows, lines)
    note_taken(filled, column, assignment, wanted)
    return filled


_CANVAS_COLUMNS = (
    "student", "id", "sis user id", "sis login id", "integration id", "root account", "section", "notes", "group name",
)  # fmt: skip
_CANVAS_TOTALS = re.compile(r"(current|final|unposted|override).*(score|grade|points)|^\s*$", re.IGNORECASE)


def _canvas_candidates(table: CsvTable, points_row: int | None) -> list[int]:
    """Return the assignments' columns; one may be called like a total, but then has its number behind it."""
    return [
        index
        for index, title in enumerate(table.titles)
        if folded(title) not in _CANVAS_COLUMNS
        and (bare_title(title) != folded(title) or not _CANVAS_TOTALS.search(title))
        and (points_row is None or folded(table.cell(points_row, index)) != "(read only)")
    ]


def _moodle(table: CsvTable, rows: Sequence[GradebookRow], _assignment: str, wanted: str | None) -> FilledRoster:
    """Fill `Grade` and `Feedback comments` of the grading worksheet; its `Identifier` is `Participant N`."""
    columns = {english: table.column(english, *names) for english, names in _MOODLE_TITLES.items()}
    identifier, name, email = columns["Identifier"], columns["Full name"], columns["Email address"]
    maximum, feedback = columns["Maximum Grade"], columns["Feedback comments"]
    if identifier is None and name is None and email is None:
        raise TableError(f"the worksheet does not say who is who; it has {listed(table, others(table))}")
    grade = columns["Grade"]
    if wanted is not None:
        grade = named_column(table, wanted, others(table, identifier, name, email, maximum, feedback))
    if grade is None:
        raise TableError(
            f"the worksheet has no column Grade; it has {listed(table, others(table))}. "
            "Export it with the language set to English, or name the column with --column"
        )
    lines = {}
    for index in data_rows(table):
        number = re.sub(r"\D", "", table.cell(index, identifier))
        keys = identity(numbers=[number], emails=[table.cell(index, email)])
        lines[index] = RosterLine(table.cell(index, name), keys, _moodle_time(table, index, columns))
    return _Filling(grade, lambda line: table.cell(line, maximum), feedback).fill(table, rows, lines)


def _moodle_time(table: CsvTable, line: int, columns: Mapping[str, int | None]) -> HandedIn:
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


def _gradescope(table: CsvTable, rows: Sequence[GradebookRow], _assignment: str, wanted: str | None) -> FilledRoster:
    """Fill `Total Score` and `Max Points` of the roster or of an earlier table of scores, or add them."""
    email, sid = table.column("Email"), table.column("SID", "Student ID")
    first, last, name = table.column("First Name"), table.column("Last Name"), table.column("Name", "Full Name")
    maximum = table.column("Max Points")
    submitted, late = table.column("Submission Time"), table.column("Lateness (H:M:S)")
    if wanted is None:
        total = table.column("Total Score", "Score")
        total = table.add_column("Total Score") if total is None else total
    else:
        total = named_column(table, wanted, others(table, email, sid, first, last, name, maximum, submitted, late))
    maximum = table.add_column("Max Points") if maximum is None else maximum
    lines = {}
    for index in data_rows(table):
        late_by = duration_of(table.cell(index, late)) or None
        lines[index] = RosterLine(
            table.cell(index, name) or f"{table.cell(index, first)} {table.cell(index, last)}",
            identity(numbers=[table.cell(index, sid)], emails=[table.cell(index, email)]),
            HandedIn(submitted=time_of(table.cell(index, submitted)), late_by=late_by),
        )

    def write(_filled: FilledRoster, line: int, row: GradebookRow) -> None:
        table.write(line, total, points(row.counts or 0.0, IN_TABLES))
        table.write(line, maximum, points(row.max_score or 0.0, IN_TABLES))

    return fill_lines(table, lines, rows, write)


def _points_in_titles(
    grade: re.Pattern[str], numbers: str, feedback: str = ""
) -> Callable[[CsvTable, Sequence[GradebookRow], str, str | None], FilledRoster]:
    """Return what fills a table whose titles of grades, which `grade` finds, hold the points possible.

    `numbers` and `feedback` are the titles of students' numbers, and of the feedback where the table has it.
    """

    def fill(table: CsvTable, rows: Sequence[GradebookRow], assignment: str, wanted: str | None) -> FilledRoster:
        number, login, email = table.column(numbers), table.column("Username"), table.column("Email")
        first, last = table.column("First Name"), table.column("Last Name")
        students = data_rows(table)
        candidates = [index for index, title in enumerate(table.titles) if grade.search(title)]
        column = grade_column(table, students, candidates, assignment, wanted)
        most = _MOST_POINTS.search(table.titles[column])
        lines = {}
        for index in students:
            # A `#` before numbers and logins is Brightspace's own.
            key, user = table.cell(index, number).lstrip("#"), table.cell(index, login).lstrip("#")
            keys = identity(numbers=[key], logins=[user], emails=[table.cell(index, email)])
            lines[index] = RosterLine(f"{table.cell(index, first)} {table.cell(index, last)}".strip(), keys)
        back = table.column(feedback) if feedback else None
        filled = _Filling(column, lambda _: most[1] if most else "", back).fill(table, rows, lines)
        note_taken(filled, column, assignment, wanted)
        return filled

    return fill


_MOST_POINTS = re.compile(r"(?:MaxPoints:|Total Pts: )([\d.,]+)", re.IGNORECASE)
_POINTS_GRADE = re.compile(r" Points Grade( <.*>)?\s*$", re.IGNORECASE)
_TOTAL_POINTS = re.compile(r"\[Total Pts: (?!up to)[^\]]*\]\s*\|\s*\d+\s*$", re.IGNORECASE)
"""Titles with `up to` are sums that Blackboard makes itself."""

CANVAS = RosterSystem(("SIS User ID", "SIS Login ID"), _canvas)
MOODLE = RosterSystem(("Identifier", "Full name", *_MOODLE_TITLES["Full name"]), _moodle)
GRADESCOPE = RosterSystem(("SID", "Email", "Student ID"), _gradescope)
# `OrgDefinedId,Username,…,<item> Points Grade <Numeric MaxPoints:100>,End-of-Line Indicator`
BRIGHTSPACE = RosterSystem(("OrgDefinedId", "End-of-Line Indicator"), _points_in_titles(_POINTS_GRADE, "OrgDefinedId"))
# `Last Name`, `First Name`, `Username`, `Student ID`, …, `<column> [Total Pts: 100 Score] |409586`
BLACKBOARD = RosterSystem(
    ("Username", "Student ID"), _points_in_titles(_TOTAL_POINTS, "Student ID", "Feedback to Learner")
)
