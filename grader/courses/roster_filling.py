"""What filling any course system's table takes: its students' lines, the column of grades, scores in its points."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grader.batch.gradebook import GradebookRow, missing_row, named_as
from grader.batch.tables import CsvTable, folded
from grader.courses.matching import RosterLine, match
from grader.errors import UsageError
from grader.plaintext import IN_TABLES, one_line, points


class RosterError(UsageError):
    """The roster is not the table that the learning system exports, or the grades' column in it is not clear."""


@dataclass(slots=True)
class FilledRoster:
    """The filled table and what did not fit.

    `unknown` are students not in the roster, `ambiguous` those who more than one line fits, or who share a line with
    others by name, `without_grade` roster lines that stay without a grade, `notes` remarks. `lines` are all students of
    the roster, `found` the rows of those who are among the graded.
    """

    table: CsvTable
    filled: int = 0
    unknown: list[str] = field(default_factory=list)
    ambiguous: list[str] = field(default_factory=list)
    without_grade: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lines: dict[int, RosterLine] = field(default_factory=dict)
    found: dict[int, GradebookRow] = field(default_factory=dict)

    def complete(self, rows: Sequence[GradebookRow]) -> list[GradebookRow]:
        """The rows under the roster's names, and a row for everybody else in the roster."""
        names = {row.folder: self.lines[line].name for line, row in self.found.items() if self.lines[line].name}
        known = [named_as(row, names[row.folder]) if row.folder in names else row for row in rows]
        return known + [missing_row(line.student) for number, line in self.lines.items() if number not in self.found]


def fill_lines(
    table: CsvTable,
    lines: dict[int, RosterLine],
    rows: Sequence[GradebookRow],
    write: Callable[[FilledRoster, int, GradebookRow], None],
) -> FilledRoster:
    """Match, write the grades, and list who is left over, on either side."""
    matched = match(lines, rows)
    filled = FilledRoster(
        table, unknown=matched.unknown, ambiguous=matched.ambiguous, lines=dict(lines), found=matched.found
    )
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


def data_rows(table: CsvTable) -> list[int]:
    return [index for index in range(table.header + 1, len(table.rows)) if any(table.rows[index])]


def named_column(table: CsvTable, column: str, candidates: Sequence[int]) -> int:
    """The column that the user named, as it stands there or without what the system appends."""
    for name_of in (folded, bare_title):
        named = [index for index in candidates if name_of(table.titles[index]) == folded(column)]
        if len(named) == 1:
            return named[0]
        if named:
            raise RosterError(f"--column {column}: more than one column fits: {listed(table, named)}")
    raise RosterError(f"--column {column}: no such column for grades; there is {listed(table, candidates)}")


def listed(table: CsvTable, columns: Sequence[int]) -> str:
    return ", ".join(one_line(table.titles[index]) for index in columns) or "none"


def others(table: CsvTable, *known: int | None) -> list[int]:
    return [index for index, title in enumerate(table.titles) if index not in known and title.strip()]


def scaled(row: GradebookRow, possible: str, filled: FilledRoster) -> str:
    """The score in the points of the learning system's assignment."""
    score = row.counts
    assert score is not None
    try:
        most = float(possible.replace(",", "."))
    except ValueError:
        return points(score, IN_TABLES)
    if not row.max_score or most == row.max_score or not 0 < most < math.inf:
        return points(score, IN_TABLES)
    note = f"scores of {points(row.max_score)} were scaled to the {points(most)} points of the roster"
    if note not in filled.notes:
        filled.notes.append(note)
    return points(score * most / row.max_score, IN_TABLES)


_DECORATION = re.compile(r"\s*(\(\d+\)|Points Grade( <.*>)?|\[Total Pts: [^\]]*\]\s*\|\s*\d+)\s*$", re.IGNORECASE)


def bare_title(title: str) -> str:
    """A column's title without what Canvas (`(991)`), Brightspace and Blackboard append to the assignment's name."""
    return folded(_DECORATION.sub("", title))


def grade_column(
    table: CsvTable, students: Sequence[int], candidates: Sequence[int], assignment: str, wanted: str | None
) -> int:
    """The column named, or the assignment's, or the only one while it is empty: no other assignment's grades go."""
    if wanted is not None:
        return named_column(table, wanted, candidates)
    named = [index for index in candidates if folded(assignment) == bare_title(table.titles[index])]
    if len(named) == 1:
        return named[0]
    if len(candidates) == 1 and not any(table.cell(row, candidates[0]) for row in students):
        return candidates[0]
    found = listed(table, candidates)
    why = ", which holds grades already" if len(candidates) == 1 else ""
    raise RosterError(
        f"the roster has no one column for {assignment!r}; it has {found}{why}. --column names the right one"
    )


def note_taken(filled: FilledRoster, column: int, assignment: str, wanted: str | None) -> None:
    """Remark on a column that was taken for being the only one."""
    title = filled.table.titles[column]
    if wanted is None and bare_title(title) != folded(assignment):
        filled.notes.append(f"{title}: taken for {assignment!r}, as the roster's only column, and empty")
