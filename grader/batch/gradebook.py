"""One row for each student, and the table that instructors open first."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import quote

from grader.assignment.lateness import clock
from grader.batch.similarity import Alike, alike
from grader.plaintext import IN_TABLES, csv_cell, points
from grader.report.causes import lesson
from grader.report.redact import for_student
from grader.results import SWEEP, Adjustment, Results, RubricItem, Severity, Status
from grader.results.base import labelled
from grader.submissions import UNKNOWN, Collected, HandedIn, Student, folder_name

MAX_KEPT_CHARS = 100_000
"""Of a submission's text: more is never compared."""
GRADED, NOT_GRADED, FAULT = "graded", "not graded", "grader fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class GradebookRow:
    """A student and the grade: a line of the gradebook, and of the class page.

    `score` is what the kernel earned, `adjustments` what the course has made of it; None where there is no score, and
    `message` then says why. `feedback` is what the student may read of it, `source` the text that was graded (of a long
    one, its beginning). `by_label` says how each case ended, `findings` are the kinds that cost points, `cause` is the
    cause in a few words. `ratio` is the measured speed against the baseline, `traffic_ratio` how many times fewer bytes
    are loaded.
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
    rubric: tuple[RubricItem, ...] = ()
    cases_passed: int = 0
    cases: int = 0
    by_label: dict[str, Status] = field(default_factory=dict)
    findings: tuple[str, ...] = ()
    cause: str = ""
    ratio: float | None = None
    traffic_ratio: float | None = None
    baseline: str = "naive"
    sha256: str = ""
    adjustments: tuple[Adjustment, ...] = ()
    source: str = ""

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

    @property
    def why(self) -> str:
        """What the course has made of the points, in words."""
        return " ".join(step.words for step in self.adjustments)

    @property
    def problem(self) -> str:
        """Why nothing was judged; empty where something was."""
        return self.message if self.score is None or self.status == NOT_GRADED else ""

    @property
    def page(self) -> str:
        """The address of the student's page, relative to the class page's; empty where there is none.

        It begins with `./`: a name with a colon would otherwise be read as a scheme.
        """
        return f"./{quote(self.folder)}/index.html" if self.score is not None else ""


def graded_row(found: Collected, folder: str, results: Results) -> GradebookRow:
    """Return the row of a submission that was graded, or that needs what the grader does not have."""
    kinds = dict.fromkeys(row.kind.value for row in results.findings if row.severity is Severity.ERROR)
    assert found.submission is not None
    shown = for_student(results)
    first = [f"Fix first: {shown.fix_first}"] if shown.fix_first else []
    performance = next((section.performance for section in results.sections if section.performance), None)
    timings = performance.timing if performance else ()
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
        rubric=results.rubric,
        cases_passed=sum(case.status is Status.PASSED for case in results.cases),
        cases=len(results.cases),
        by_label=_by_label(results),
        findings=tuple(kinds),
        cause=lesson(results),
        ratio=timings[0].ratio if timings else None,
        traffic_ratio=performance.traffic_ratio if performance else None,
        baseline=results.words.baseline,
        sha256=found.submission.sha256,
        adjustments=results.adjustments,
        source=results.submission.source[:MAX_KEPT_CHARS],
    )


def _by_label(results: Results) -> dict[str, Status]:
    """Return how each case ended; the shapes that sweeps found differ from kernel to kernel and share one column a
    width.
    """
    listed = {case.name: case.status for case in results.cases if case.family != SWEEP}
    columns = [f"{part.name}/{SWEEP}" for part in results.parts] or [SWEEP]
    for column, section in zip(columns, results.sections, strict=True):
        swept = dict.fromkeys(section.sweep.tile_widths if section.sweep else (), Status.PASSED)
        swept |= {case.tile_width: case.status for case in section.cases if case.family == SWEEP}
        listed |= {labelled(column, width): status for width, status in swept.items()}
    return listed


def ungraded_row(found: Collected, folder: str, status: str, message: str) -> GradebookRow:
    """Return the row of a student without a grade."""
    row = GradebookRow(
        student=found.student, folder=folder, status=status, origin=found.origin, when=found.when, message=message
    )
    handed_in = found.submission
    return row if handed_in is None else replace(row, notes=handed_in.notes, sha256=handed_in.sha256)


def decided(row: GradebookRow, adjustments: tuple[Adjustment, ...], max_score: float) -> GradebookRow:
    """Return the row of a student without results to whom the instructor has given points."""
    if not adjustments or row.score is not None:
        return row
    return replace(row, adjustments=adjustments, max_score=max_score)


def missing_row(student: Student) -> GradebookRow:
    """Return the row of a student whom only the roster names."""
    nobody = Collected(student=student, origin="")
    return ungraded_row(nobody, folder_name(student), NOT_GRADED, "in the roster, but not in what was graded")


def likeness_of(rows: Sequence[GradebookRow], given: Iterable[bytes]) -> Alike:
    """Return which rows are alike, by index; a group's one file is compared once.

    Text of a `given` file is not compared.
    """
    first: dict[tuple[str, str], int] = {}
    for index, row in enumerate(rows):
        if row.source:
            first.setdefault((row.origin, row.sha256), index)
    places = list(first.values())
    found = alike([rows[index].source for index in places], [data.decode("utf-8", "replace") for data in given])
    return replace(found, found=[([places[index] for index in group], share) for group, share in found.found])


_BEFORE = (
    "student", "email", "identifier", "login", "score", "max_score", "passed", "status", "late", "late_by", "submitted",
)  # fmt: skip
_AFTER = ("graded_score", "why", "cases_passed", "cases", "findings", "message", "notes", "origin", "sha256", "report")


def gradebook(rows: Sequence[GradebookRow]) -> str:
    """Return the CSV text. It depends on the grades alone: an interrupted and resumed batch gives the same bytes."""
    items = list(dict.fromkeys(item.name for row in rows for item in row.rubric))
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
    earned = {item.name: points(item.points, IN_TABLES) for item in row.rubric}
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
        text_cell(row.why),
        str(row.cases_passed) if graded else "",
        str(row.cases) if graded else "",
        text_cell(" ".join(row.findings)),
        text_cell(row.message),
        text_cell(" ".join(row.notes)),
        text_cell(row.origin),
        row.sha256,
        text_cell(f"{row.folder}/index.html") if graded else "",
    ]
