"""One row for each student, and the table that instructors open first."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from grader.assignment.lateness import clock
from grader.batch.similarity import alike
from grader.plaintext import IN_TABLES, csv_cell, points
from grader.report.classpage import ClassRow, Likeness, class_row
from grader.report.redact import for_student
from grader.results import Adjustment, Results, Severity, Status
from grader.submissions import UNKNOWN, Collected, HandedIn, Student, folder_name

MAX_KEPT_CHARS = 100_000
"""Of a submission's text: more is never compared."""
GRADED, NOT_GRADED, FAULT = "graded", "not graded", "grader fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class GradebookRow:
    """A student and the grade. `score` is None where there is none, and `message` then says why.

    `score` is what the kernel earned, `adjustments` what the course has made of it. `feedback` is what the student may
    read of it, `source` the text that was graded (of a long one, its beginning), `on_page` the same row on the class
    page.
    """

    student: Student
    folder: str
    status: str
    origin: str = ""
    when: HandedIn = UNKNOWN
    score: float | None = None
    max_score: float | None = None
    passed: bool = False
    message: str = ""
    feedback: str = ""
    notes: tuple[str, ...] = ()
    rubric: tuple[tuple[str, float, float], ...] = ()
    cases_passed: int = 0
    cases: int = 0
    findings: tuple[str, ...] = ()
    sha256: str = ""
    adjustments: tuple[Adjustment, ...] = ()
    source: str = ""
    on_page: ClassRow | None = None

    @property
    def final(self) -> float | None:
        """The points after all adjustments."""
        return self.adjustments[-1].points if self.adjustments else self.score

    @property
    def in_roster_alone(self) -> bool:
        """True if only the roster names the student: see `missing_row`."""
        return not self.origin

    @property
    def counts(self) -> float | None:
        """The points for a roster: none without a grade, or where the grader failed and no override decides."""
        decided = any(step.kind == "override" for step in self.adjustments)
        return self.final if decided or self.status == GRADED else None


def graded_row(found: Collected, folder: str, results: Results) -> GradebookRow:
    """Return the row of a submission that was graded, or that needs what the grader does not have."""
    kinds = Counter(f.kind.value for f in results.findings if f.severity is Severity.ERROR)
    assert found.submission is not None
    shown = for_student(results)
    first = [f"Fix first: {shown.fix_first}"] if shown.fix_first else []
    return GradebookRow(
        student=found.student,
        folder=folder,
        status=NOT_GRADED if results.refused else GRADED,
        origin=found.origin,
        when=found.when,
        score=results.score,
        max_score=results.max_score,
        passed=results.passed,
        message=results.refused or results.verdict,
        feedback=" ".join([*(step.words for step in shown.adjustments), shown.verdict, *first]),
        notes=found.submission.notes,
        rubric=tuple((item.name, item.points, item.max_points) for item in results.rubric),
        cases_passed=sum(case.status is Status.PASSED for case in results.cases),
        cases=len(results.cases),
        findings=tuple(kinds),
        sha256=found.submission.sha256,
        adjustments=results.adjustments,
        source=results.submission.source[:MAX_KEPT_CHARS],
        on_page=class_row(results, f"{quote(folder)}/index.html", found.student.name),
    )


def ungraded_row(found: Collected, folder: str, status: str, message: str) -> GradebookRow:
    """Return the row of a student without a grade."""
    notes = found.submission.notes if found.submission is not None else ()
    sha256 = found.submission.sha256 if found.submission is not None else ""
    return GradebookRow(
        student=found.student,
        folder=folder,
        status=status,
        origin=found.origin,
        when=found.when,
        message=message,
        notes=notes,
        sha256=sha256,
        on_page=ClassRow(student=found.student.name, problem=message, grader_fault=status == FAULT),
    )


def decided(row: GradebookRow, adjustments: tuple[Adjustment, ...], max_score: float) -> GradebookRow:
    """Return the row of a student without results to whom the instructor has given points."""
    if not adjustments or row.score is not None:
        return row
    row = replace(row, adjustments=adjustments, max_score=max_score)
    assert row.on_page is not None
    on_page = replace(row.on_page, score=adjustments[-1].points, max_score=max_score, why=_why(row))
    return replace(row, on_page=on_page)


def _why(row: GradebookRow) -> str:
    return " ".join(step.words for step in row.adjustments)


def named_as(row: GradebookRow, name: str) -> GradebookRow:
    """Return the row under the name that the course uses for the student."""
    on_page = replace(row.on_page, student=name) if row.on_page is not None else None
    return replace(row, student=replace(row.student, name=name), on_page=on_page)


def missing_row(student: Student) -> GradebookRow:
    """Return the row of a student whom only the roster names."""
    nobody = Collected(student=student, origin="")
    return ungraded_row(nobody, folder_name(student), NOT_GRADED, "in the roster, but not in what was graded")


def likeness_of(rows: Sequence[GradebookRow], given: Iterable[bytes]) -> Likeness:
    """Return which of the class page's rows are alike, by index; a group's one file is compared once.

    Text of a `given` file is not compared.
    """
    pages = [row for row in rows if row.on_page is not None]
    first: dict[tuple[str, str], int] = {}
    for index, row in enumerate(pages):
        if row.source:
            first.setdefault((row.origin, row.sha256), index)
    places = list(first.values())
    found = alike([pages[index].source for index in places], [data.decode("utf-8", "replace") for data in given])
    groups = [([places[index] for index in group], share) for group, share in found.found]
    return Likeness(found=groups, threshold=found.threshold, problem=found.problem)


_BEFORE = (
    "student", "email", "identifier", "login", "score", "max_score", "passed", "status", "late", "late_by", "submitted",
)  # fmt: skip
_AFTER = ("graded_score", "why", "cases_passed", "cases", "findings", "message", "notes", "origin", "sha256", "report")


def gradebook(rows: Sequence[GradebookRow]) -> str:
    """Return the CSV text. It depends on the grades alone: an interrupted and resumed batch gives the same bytes."""
    items = list(dict.fromkeys(name for row in rows for name, _, _ in row.rubric))
    stream = io.StringIO(newline="")
    # All cells in quotes: a spreadsheet that splits at other characters as well must not split a name or message.
    writer = csv.writer(stream, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    writer.writerow([*_BEFORE, *items, *_AFTER])
    for row in rows:
        writer.writerow(_cells(row, items))
    return stream.getvalue()


_OTHER_SEPARATORS = {",": ";", ";": ",", "\t": ",;"}


def text_cell(text: str, delimiter: str = ",") -> str:
    """Return a cell that a spreadsheet shows as text, even if it splits at another character than `delimiter`.

    Quotes do not help there: in a table of commas, the cell's quote is in the middle of what lies between two `;`.
    """
    start = rf"([{_OTHER_SEPARATORS[delimiter]}]\s*)(?=[\"']*[=+\-@＝＋－＠])"
    return re.sub(start, r"\1'", csv_cell(text))


def _cells(row: GradebookRow, items: list[str]) -> list[str]:
    earned = {name: points(value, IN_TABLES) for name, value, _ in row.rubric}
    graded = row.status == GRADED
    return [
        text_cell(row.student.name),
        text_cell(row.student.email),
        text_cell(row.student.identifier),
        text_cell(row.student.login),
        points(row.final, IN_TABLES) if row.final is not None else "",
        points(row.max_score, IN_TABLES) if row.max_score is not None else "",
        ("yes" if row.passed else "no") if graded else "",
        row.status,
        "yes" if row.when.late else "",
        clock(row.when.late_by) if row.when.late_by else "",
        text_cell(row.when.submitted.isoformat(" ", "seconds")) if row.when.submitted else "",
        *(earned.get(item, "") for item in items),
        points(row.score, IN_TABLES) if row.score is not None and row.adjustments else "",
        text_cell(_why(row)),
        str(row.cases_passed) if graded else "",
        str(row.cases) if graded else "",
        text_cell(" ".join(row.findings)),
        text_cell(row.message),
        text_cell(" ".join(row.notes)),
        text_cell(row.origin),
        row.sha256,
        text_cell(f"{row.folder}/index.html") if graded else "",
    ]
