"""Fill the tables of the course systems: which columns identify a student, and which one holds the grade."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from grader.assignment.lateness import duration_of, time_of
from grader.batch.gradebook import GradebookRow, text_cell
from grader.courses import rosters
from grader.courses.rosters import FilledRoster, RosterLine, RosterSystem
from grader.courses.tables import CsvTable, folded
from grader.errors import UsageError
from grader.plaintext import IN_TABLES, points
from grader.submissions import UNKNOWN, HandedIn

Columns = Sequence[int | None]
"""Places of columns; of one that a table lacks, None."""


def _lines(
    table: CsvTable,
    students: Sequence[int],
    names: Columns,
    *,
    numbers: Columns = (),
    logins: Columns = (),
    emails: Columns = (),
    decoration: str = "^#",
    when: Callable[[int], HandedIn] = lambda _: UNKNOWN,
) -> dict[int, RosterLine]:
    """Return what the lines of students say: their names in these columns, what identifies them, and the time.

    `decoration` is a pattern of what a system adds to numbers and logins, as Brightspace a `#` before them.
    """

    def cells(line: int, columns: Columns, without: str = "$^") -> list[str]:
        return [re.sub(without, "", table.cell(line, column)) for column in columns]

    return {
        line: RosterLine(
            " ".join(filter(None, cells(line, names))),
            rosters.identity(
                numbers=cells(line, numbers, decoration),
                logins=cells(line, logins, decoration),
                emails=cells(line, emails),
            ),
            when(line),
        )
        for line in students
    }


def _grade(
    table: CsvTable, column: int, most: Callable[[int], str], feedback: int | None = None
) -> Callable[[FilledRoster, int, GradebookRow], None]:
    """Return what writes a grade, and feedback where there is a column; `most` are a line's points possible."""

    def write(filled: FilledRoster, line: int, row: GradebookRow) -> None:
        table.write(line, column, rosters.scaled(row, most(line), filled))
        if feedback is not None:
            table.write(line, feedback, text_cell(row.feedback, table.delimiter))

    return write


_CANVAS_COLUMNS = (
    "student", "id", "sis user id", "sis login id", "integration id", "root account", "section", "notes", "group name",
)  # fmt: skip
_CANVAS_TOTALS = re.compile(r"(current|final|unposted|override).*(score|grade|points)|^\s*$", re.IGNORECASE)


def _canvas(table: CsvTable, rows: Sequence[GradebookRow], assignment: str, wanted: str | None) -> FilledRoster:
    """Fill `Student,ID,SIS User ID,SIS Login ID,Section,<assignment>`, with a second row of points possible."""
    name, identifier = table.column("Student"), table.column("ID")
    if name is None or identifier is None:
        raise UsageError(f"the roster lacks Canvas' columns Student and ID; it has {table.listed(table.others())}")
    points_row = next((line for line in table.data_rows if folded(table.cell(line, name)) == "points possible"), None)
    students = [line for line in table.data_rows if line != points_row]
    candidates = [
        index
        for index, title in enumerate(table.titles)
        if folded(title) not in _CANVAS_COLUMNS
        # an assignment may be called like a total, but then has its number behind it
        and (rosters.bare_title(title) != folded(title) or not _CANVAS_TOTALS.search(title))
        and (points_row is None or folded(table.cell(points_row, index)) != "(read only)")
    ]
    column = rosters.grade_column(table, students, candidates, assignment, wanted)
    most = table.cell(points_row, column) if points_row is not None else ""
    # the test student's and notes' rows have no number
    known = [line for line in students if table.cell(line, identifier)]
    numbers, login = [identifier, table.column("SIS User ID")], table.column("SIS Login ID")
    lines = _lines(table, known, [name], numbers=numbers, logins=[login])
    filled = rosters.fill_lines(table, lines, rows, _grade(table, column, lambda _: most))
    rosters.note_taken(filled, column, assignment, wanted)
    return filled


def _moodle(table: CsvTable, rows: Sequence[GradebookRow], _assignment: str, wanted: str | None) -> FilledRoster:
    """Fill `Grade` and `Feedback comments` of the grading worksheet; its `Identifier` is `Participant N`."""
    columns = {english: table.column(english, *names) for english, names in _MOODLE_TITLES.items()}
    identifier, name, email = columns["Identifier"], columns["Full name"], columns["Email address"]
    maximum, feedback = columns["Maximum Grade"], columns["Feedback comments"]
    if identifier is None and name is None and email is None:
        raise UsageError(f"the worksheet does not say who is who; it has {table.listed(table.others())}")
    grade = columns["Grade"]
    if wanted is not None:
        grade = rosters.named_column(table, wanted, table.others(identifier, name, email, maximum, feedback))
    if grade is None:
        raise UsageError(
            f"the worksheet has no column Grade; it has {table.listed(table.others())}. "
            "Export it with the language set to English, or name the column with --column"
        )

    def when(line: int) -> HandedIn:
        # `Submitted for grading - 1 day 3 hours late - …`, which has Moodle's own extensions in it
        late = re.search(r"- ([^-]{1,60}) late\b", table.cell(line, columns["Status"]))
        modified = table.cell(line, columns["Last modified (submission)"])
        return HandedIn(submitted=time_of(modified), late_by=duration_of(late[1]) if late else None)

    lines = _lines(table, table.data_rows, [name], numbers=[identifier], emails=[email], decoration=r"\D", when=when)
    write = _grade(table, grade, lambda line: table.cell(line, maximum), feedback)
    return rosters.fill_lines(table, lines, rows, write)


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
    most = table.column("Max Points")
    submitted, late = table.column("Submission Time"), table.column("Lateness (H:M:S)")
    if wanted is None:
        total = table.column("Total Score", "Score")
        total = table.add_column("Total Score") if total is None else total
    else:
        known = (email, sid, first, last, name, most, submitted, late)
        total = rosters.named_column(table, wanted, table.others(*known))
    maximum = table.add_column("Max Points") if most is None else most

    def when(line: int) -> HandedIn:
        late_by = duration_of(table.cell(line, late)) or None
        return HandedIn(submitted=time_of(table.cell(line, submitted)), late_by=late_by)

    def write(_filled: FilledRoster, line: int, row: GradebookRow) -> None:
        table.write(line, total, points(row.counts or 0.0, IN_TABLES))
        table.write(line, maximum, points(row.max_score or 0.0, IN_TABLES))

    names = [first, last] if name is None else [name]
    lines = _lines(table, table.data_rows, names, numbers=[sid], emails=[email], when=when)
    return rosters.fill_lines(table, lines, rows, write)


def _points_in_titles(
    grade: re.Pattern[str], numbers: str, feedback: str = ""
) -> Callable[[CsvTable, Sequence[GradebookRow], str, str | None], FilledRoster]:
    """Return what fills a table whose titles of grades, which `grade` finds, hold the points possible.

    `numbers` and `feedback` are the titles of students' numbers, and of the feedback where the table has it.
    """

    def fill(table: CsvTable, rows: Sequence[GradebookRow], assignment: str, wanted: str | None) -> FilledRoster:
        candidates = [index for index, title in enumerate(table.titles) if grade.search(title)]
        column = rosters.grade_column(table, table.data_rows, candidates, assignment, wanted)
        most = _MOST_POINTS.search(table.titles[column])
        number, login, email = table.column(numbers), table.column("Username"), table.column("Email")
        names = [table.column("First Name"), table.column("Last Name")]
        lines = _lines(table, table.data_rows, names, numbers=[number], logins=[login], emails=[email])
        back = table.column(feedback) if feedback else None
        write = _grade(table, column, lambda _: most[1] if most else "", back)
        filled = rosters.fill_lines(table, lines, rows, write)
        rosters.note_taken(filled, column, assignment, wanted)
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
