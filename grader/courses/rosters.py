"""Fill in the table that an instructor's course system exported, which reads back what it wrote.

Only the cells of grades are written; every other byte of the file stays as it is. `roster_systems` knows the tables of
the systems; this module has what filling any of them needs.

A roster's line is matched to a student by keys first (number, login, address): a line with one of the student's is the
student's, a line with others is not, whatever the name. A name is for students whom no key has found, and only where it
fits a single line. Better no grade than another's.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from grader.batch.gradebook import GradebookRow, missing_row
from grader.courses import ROSTERS
from grader.courses.tables import CsvTable, folded, load_table
from grader.errors import UsageError
from grader.files import write_whole
from grader.plaintext import IN_TABLES, points
from grader.registry import Registry
from grader.submissions import UNKNOWN, HandedIn, Student, student

_SUFFIXES = (".csv", ".xls", ".txt", ".tsv")
"""Blackboard calls its text `.xls`, and tells what separates the cells by it."""
MOST_ROWS = 20_000


Keys = Mapping[str, set[str]]
"""By kind (`number`, `login`, `email`), the values that identify somebody; a kind without values says nothing."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A student's line in the roster, what it says of the student, and when it says that something was handed in."""

    name: str
    keys: Keys
    when: HandedIn = UNKNOWN

    @property
    def student(self) -> Student:
        """The student as the roster knows them."""
        kinds = {kind: min(values, default="") for kind, values in self.keys.items()}
        return student(self.name, email=kinds["email"], identifier=kinds["number"], login=kinds["login"])


@dataclass(slots=True)
class Matched:
    """Roster line → row, and the students who have none, by name.

    `unknown` are not in the roster, `ambiguous` those who more than one line fits, or who share a line with others by
    name, `repeated` those whose line another row has.
    """

    found: dict[int, GradebookRow] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    ambiguous: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FilledRoster:
    """The filled table and what did not fit: `lines` are all students of the roster, `matched` those of the graded.

    `without_grade` are roster lines that stay without a grade, `notes` remarks.
    """

    table: CsvTable
    lines: Mapping[int, RosterLine]
    matched: Matched
    filled: int = 0
    without_grade: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def complete(self, rows: Sequence[GradebookRow]) -> list[GradebookRow]:
        """Return the rows under the roster's names, and a row for each other student in the roster."""
        names = {row.folder: self.lines[line].name for line, row in self.matched.found.items()}
        called = [names.get(row.folder) or row.student.name for row in rows]
        known = [replace(row, student=replace(row.student, name=name)) for row, name in zip(rows, called, strict=True)]
        absent = (line.student for number, line in self.lines.items() if number not in self.matched.found)
        return [*known, *map(missing_row, absent)]


class RosterSystem(NamedTuple):
    """A row of `grader.courses.ROSTERS`: titles that its table's first rows have, and a function that fills it.

    `fill` takes the table, the rows, the assignment's title and the column named by the user.
    """

    titles: tuple[str, ...]
    fill: Callable[[CsvTable, Sequence[GradebookRow], str, str | None], FilledRoster]


def check_roster(name: str, roster: Path, assignment: str, out: Path, column: str | None = None) -> None:
    """Find out before anything is graded whether the roster can be filled; `UsageError` where it cannot."""
    made_here = [f"{system}{suffix}" for system in ROSTERS.names for suffix in _SUFFIXES]
    for made in (*made_here, "gradebook.csv", "index.html"):
        there = out / made
        if there.exists() and roster.exists() and roster.samefile(there):
            raise UsageError(
                f"--roster {roster}: the batch writes a file of this name; copy the roster out of {out}, or choose "
                "another --out, so that the original stays"
            )
    fill_roster(name, roster, (), assignment, column)


def fill_roster(
    name: str, roster: Path, rows: Sequence[GradebookRow], assignment: str, column: str | None = None
) -> FilledRoster:
    """Fill the file that a system of `ROSTERS` exported. Raise `UsageError` if it is none.

    `column` names the column of the grades; without, it is the assignment's, and in Moodle and Gradescope a fixed one.
    """

    def fill(system: RosterSystem) -> FilledRoster:
        hint = ". Is it the file that the system exported, with the language set to English?"
        table = load_table(roster, system.titles, "--roster", f"one of {', '.join(system.titles)}", hint)
        if len(table.rows) > MOST_ROWS:
            raise UsageError(f"{roster}: more than {MOST_ROWS:,} rows. Is it the roster of this course alone?")
        return system.fill(table, rows, assignment, column)

    systems: Registry[RosterSystem] = ROSTERS
    return systems.using(name, fill)


def write_roster(
    name: str, roster: Path, rows: Sequence[GradebookRow], assignment: str, out: Path, column: str | None = None
) -> tuple[Path, FilledRoster]:
    """Fill a copy of the roster in the folder `out`; the original is not touched."""
    check_roster(name, roster, assignment, out, column)
    filled = fill_roster(name, roster, rows, assignment, column)
    suffix = roster.suffix.lower()
    path = out / f"{name}{suffix if suffix in _SUFFIXES else _SUFFIXES[0]}"
    write_whole(path, filled.table.data())
    return path, filled


# -- for the systems ---------------------------------------------------------------------------------------------------


def fill_lines(
    table: CsvTable,
    lines: dict[int, RosterLine],
    rows: Sequence[GradebookRow],
    write: Callable[[FilledRoster, int, GradebookRow], None],
) -> FilledRoster:
    """Match, write the grades, and list who is left over, on either side."""
    matched = match(lines, rows)
    filled = FilledRoster(table, lines, matched)
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


def named_column(table: CsvTable, column: str, candidates: Sequence[int]) -> int:
    """Return the column that the user named, as it stands there or without what the system appends."""
    for name_of in (folded, bare_title):
        named = [index for index in candidates if name_of(table.titles[index]) == folded(column)]
        if len(named) == 1:
            return named[0]
        if named:
            raise UsageError(f"--column {column}: more than one column fits: {table.listed(named)}")
    raise UsageError(f"--column {column}: no such column for grades; there is {table.listed(candidates)}")


def scaled(row: GradebookRow, possible: str, filled: FilledRoster) -> str:
    """Return the score in the points of the learning system's assignment."""
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
    """Return a title without what Canvas (`(991)`), Brightspace and Blackboard append to the assignment's name."""
    return folded(_DECORATION.sub("", title))


def grade_column(
    table: CsvTable, students: Sequence[int], candidates: Sequence[int], assignment: str, wanted: str | None
) -> int:
    """Return the column named, or the assignment's, or the only one if empty: no other grades are overwritten."""
    if wanted is not None:
        return named_column(table, wanted, candidates)
    named = [index for index in candidates if folded(assignment) == bare_title(table.titles[index])]
    if len(named) == 1:
        return named[0]
    if len(candidates) == 1 and not any(table.cell(row, candidates[0]) for row in students):
        return candidates[0]
    found = table.listed(candidates)
    why = ", which holds grades already" if len(candidates) == 1 else ""
    raise UsageError(
        f"the roster has no one column for {assignment!r}; it has {found}{why}. --column names the right one"
    )


def note_taken(filled: FilledRoster, column: int, assignment: str, wanted: str | None) -> None:
    """Add a note if a column was taken because it is the only one."""
    title = filled.table.titles[column]
    if wanted is None and bare_title(title) != folded(assignment):
        filled.notes.append(f"{title}: taken for {assignment!r}, as the roster's only column, and empty")


# -- matching students and lines ---------------------------------------------------------------------------------------


def identity(*, numbers: Sequence[str] = (), logins: Sequence[str] = (), emails: Sequence[str] = ()) -> Keys:
    """Return keys without empty ones. A login in the form of an address counts as an address."""
    names = [name.lower() for name in (*logins, *emails) if name]
    return {
        "number": {number for number in numbers if number},
        "login": {name for name in names if "@" not in name},
        "email": {name for name in names if "@" in name},
    }


def match(lines: Mapping[int, RosterLine], rows: Sequence[GradebookRow]) -> Matched:
    """Find each row's line: by keys for all rows first, then by name, then tell who is left over."""
    matched = Matched()
    index: dict[tuple[str, str], set[int]] = defaultdict(set)
    for number, line in lines.items():
        for kind, values in line.keys.items():
            for value in values:
                index[kind, value].add(number)
    by_name: list[tuple[GradebookRow, Keys]] = []
    for row in rows:
        who = row.student
        keys = identity(numbers=[who.identifier], logins=[who.login], emails=[who.email])
        sets = [index[kind, value] for kind, values in keys.items() for value in values if (kind, value) in index]
        # lines that have all of the keys, or else those that have one of them
        hits = sorted(set.intersection(*sets) or set.union(*sets)) if sets else []
        if not hits:
            by_name.append((row, keys))
        elif len(hits) > 1:
            matched.ambiguous.append(_called(row.student))
        elif hits[0] in matched.found:
            matched.repeated.append(_called(row.student))
        else:
            matched.found[hits[0]] = row
    _match_names(lines, by_name, matched)
    return matched


def _match_names(lines: Mapping[int, RosterLine], rows: Sequence[tuple[GradebookRow, Keys]], matched: Matched) -> None:
    """Match by name. A line that fits two rows is given to neither."""
    if not rows:
        return
    index: dict[str, set[int]] = defaultdict(set)
    for number, line in lines.items():
        for form in _forms(line.name):
            index[form].add(number)
    wanted: dict[int, list[GradebookRow]] = defaultdict(list)
    for row, keys in rows:
        fitting = {number for form in _forms(row.student.name) for number in index.get(form, ())}
        # a key that both have must be the same
        hits = sorted(
            number for number in fitting
            if all(not values or not keys[kind] or values & keys[kind] for kind, values in lines[number].keys.items())
        )  # fmt: skip
        if len(hits) == 1:
            wanted[hits[0]].append(row)
        else:
            (matched.ambiguous if hits else matched.unknown).append(_called(row.student))
    for number, claims in wanted.items():
        if len(claims) == 1 and number not in matched.found:
            matched.found[number] = claims[0]
        else:
            matched.ambiguous += [_called(row.student) for row in claims]


def _called(student: Student) -> str:
    """Return the name and what distinguishes students of one name."""
    key = student.identifier or student.email or student.login
    return f"{student.name} ({key})" if key and key != student.name else student.name


def _forms(name: str) -> set[str]:
    """Return forms of a name: its words in any order, and `lovelaceada`, as in Canvas' file names."""
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(character for character in decomposed if character.isalnum())
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    words = " ".join(sorted(re.findall(r"[^\W_]+", plain)))
    return {f"letters {letters}", f"words {words}"} if letters else set()
