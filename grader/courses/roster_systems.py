"""The tables of the course systems: which columns say who somebody is, and which one holds the grade."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from grader.assignment.lateness import duration_of, time_of
from grader.batch.gradebook import GradebookRow, text_cell
from grader.courses.csv_table import CsvTable, folded
from grader.courses.rosters import (
    FilledRoster,
    Keys,
    RosterError,
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
from grader.plaintext import IN_TABLES, points
from grader.submissions import HandedIn


def _canvas(table: CsvTable, rows: Sequence[GradebookRow], assignment: str, wanted: str | None) -> FilledRoster:
    """`Student,ID,SIS User ID,SIS Login ID,Section,<assignment>`, and a second row of points possible."""
    name, identifier, login = table.column("Student"), table.column("ID"), table.column("SIS Login ID")
    if name is None or identifier is None:
        raise RosterError(f"the roster lacks Canvas' columns Student and ID; it has {listed(table, others(table))}")
    sis = table.column("SIS User ID")
    filled_rows = data_rows(table)
    points_row = next((i for i in filled_rows if folded(table.cell(i, name)) == "points possible"), None)
    students = [i for i in filled_rows if i != points_row]
    column = grade_column(table, students, _canvas_candidates(table, points_row), assignment, wanted)
    possible = table.cell(points_row, column) if points_row is not None else ""
    lines = {
        index: RosterLine(
            table.cell(index, name),
            identity(
                numbers=[table.cell(index, identifier), table.cell(index, sis)], logins=[table.cell(index, login)]
            ),
        )
        for index in students
        if table.cell(index, identifier)  # the test student's and notes' rows have no number
    }

    def write(filled: FilledRoster, line: int, row: GradebookRow) -> None:
        table.write(line, column, scaled(row, possible, filled))

    filled = fill_lines(table, lines, rows, write)
    note_taken(filled, column, assignment, wanted)
    return filled


_CANVAS_COLUMNS = (
    "student", "id", "sis user id", "sis login id", "integration id", "root account", "section", "notes", "group name",
)  # fmt: skip
_CANVAS_TOTALS = re.compile(r"(current|final|unposted|override).*(score|grade|points)|^\s*$", re.IGNORECASE)


def _canvas_candidates(table: CsvTable, points_row: int | None) -> list[int]:
    """The assignments' columns; one may be called like a total, but then has its number behind it."""
    return [
        index
        for index, title in enumerate(table.titles)
        if folded(title) not in _CANVAS_COLUMNS
        and (bare_title(title) != folded(title) or not _CANVAS_TOTALS.search(title))
        and (points_row is None or folded(table.cell(points_row, index)) != "(read only)")
    ]


def _moodle(table: CsvTable, rows: Sequence[GradebookRow], _assignment: str, wanted: str | None) -> FilledRoster:
    """The grading worksheet: `Identifier` is `Participant N`, `Grade` and `Feedback comments` are filled."""
    columns = {english: table.column(english, *names) for english, names in _MOODLE_TITLES.items()}
    identifier, name, email = columns["Identifier"], columns["Full name"], columns["Email address"]
    maximum, feedback = columns["Maximum Grade"], columns["Feedback comments"]
    if identifier is None and name is None and email is None:
        raise RosterError(f"the worksheet does not say who is who; it has {listed(table, others(table))}")
    grade = columns["Grade"]
    if wanted is not None:
        grade = named_column(table, wanted, others(table, identifier, name, email, maximum, feedback))
    if grade is None:
        raise RosterError(
            f"the worksheet has no column Grade; it has {listed(table, others(table))}. "
            "Export it with the language set to English, or name the column with --column"
        )
    lines = {
        index: RosterLine(
            table.cell(index, name),
            identity(numbers=[re.sub(r"\D", "", table.cell(index, identifier))], emails=[table.cell(index, email)]),
            _moodle_time(table, index, columns),
        )
        for index in data_rows(table)
    }

    def write(filled: FilledRoster, line: int, row: GradebookRow) -> None:
        table.write(line, grade, scaled(row, table.cell(line, maximum), filled))
        if feedback is not None:
            table.write(line, feedback, text_cell(row.feedback, table.delimiter))

    return fill_lines(table, lines, rows, write)


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
    """The roster or an earlier table of scores: `Total Score` and `Max Points` are filled, or added."""
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
    lines = {
        index: RosterLine(
            table.cell(index, name) or f"{table.cell(index, first)} {table.cell(index, last)}",
            identity(numbers=[table.cell(index, sid)], emails=[table.cell(index, email)]),
            HandedIn(
                submitted=time_of(table.cell(index, submitted)), late_by=duration_of(table.cell(index, late)) or None
            ),
        )
        for index in data_rows(table)
    }

    def write(_filled: FilledRoster, line: int, row: GradebookRow) -> None:
        table.write(line, total, points(row.counts or 0.0, IN_TABLES))
        table.write(line, maximum, points(row.max_score or 0.0, IN_TABLES))

    return fill_lines(table, lines, rows, write)


def _brightspace(table: CsvTable, rows: Sequence[GradebookRow], assignment: str, wanted: str | None) -> FilledRoster:
    """`OrgDefinedId,Username,…,<item> Points Grade <Numeric MaxPoints:100>,End-of-Line Indicator`.

    A `#` before numbers and logins, and in the last column of every line, is Brightspace's own and stays.
    """
    number, login = table.column("OrgDefinedId"), table.column("Username")
    email = table.column("Email")
    candidates = [index for index, title in enumerate(table.titles) if _POINTS_GRADE.search(title)]

    def who(index: int) -> Keys:
        return identity(
            numbers=[table.cell(index, number).lstrip("#")], logins=[table.cell(index, login).lstrip("#")],
            emails=[table.cell(index, email)],
        )  # fmt: skip

    return _points_in_titles(table, rows, assignment, wanted, candidates, who)


_POINTS_GRADE = re.compile(r" Points Grade( <.*>)?\s*$", re.IGNORECASE)


def _blackboard(table: CsvTable, rows: Sequence[GradebookRow], assignment: str, wanted: str | None) -> FilledRoster:
    """`Last Name`, `First Name`, `Username`, `Student ID`, …, `<column> [Total Pts: 100 Score] |409586`.

    Columns with `up to` are sums that Blackboard makes itself. Feedback is filled where the file has a place for it.
    """
    login, number = table.column("Username"), table.column("Student ID")
    feedback = table.column("Feedback to Learner")
    candidates = [
        index for index, title in enumerate(table.titles)
        if _TOTAL_POINTS.search(title) and "[total pts: up to" not in folded(title)
    ]  # fmt: skip

    def who(index: int) -> Keys:
        return identity(numbers=[table.cell(index, number)], logins=[table.cell(index, login)])

    return _points_in_titles(table, rows, assignment, wanted, candidates, who, feedback)


_TOTAL_POINTS = re.compile(r"\[Total Pts: [^\]]*\]\s*\|\s*\d+\s*$", re.IGNORECASE)


def _points_in_titles(
    table: CsvTable, rows: Sequence[GradebookRow], assignment: str, wanted: str | None,
    candidates: Sequence[int], who: Callable[[int], Keys], feedback: int | None = None,
) -> FilledRoster:  # fmt: skip
    """One of the candidates, whose titles tell the points possible; `who` is what a line tells of its student."""
    first, last = table.column("First Name"), table.column("Last Name")
    students = data_rows(table)
    column = grade_column(table, students, candidates, assignment, wanted)
    most = _MOST_POINTS.search(table.titles[column])
    lines = {
        index: RosterLine(f"{table.cell(index, first)} {table.cell(index, last)}".strip(), who(index))
        for index in students
    }

    def write(filled: FilledRoster, line: int, row: GradebookRow) -> None:
        table.write(line, column, scaled(row, most[1] if most else "", filled))
        if feedback is not None:
            table.write(line, feedback, text_cell(row.feedback, table.delimiter))

    filled = fill_lines(table, lines, rows, write)
    note_taken(filled, column, assignment, wanted)
    return filled


_MOST_POINTS = re.compile(r"(?:MaxPoints:|Total Pts: )([\d.,]+)", re.IGNORECASE)


CANVAS = RosterSystem(("SIS User ID", "SIS Login ID"), _canvas)
MOODLE = RosterSystem(("Identifier", "Full name", *_MOODLE_TITLES["Full name"]), _moodle)
GRADESCOPE = RosterSystem(("SID", "Email", "Student ID"), _gradescope)
BRIGHTSPACE = RosterSystem(("OrgDefinedId", "End-of-Line Indicator"), _brightspace)
BLACKBOARD = RosterSystem(("Username", "Student ID"), _blackboard)
