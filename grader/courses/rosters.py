"""The instructor's own exported table, filled in: a course system reads back what it wrote.

Only the cells of grades are written; every other byte of the file stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.batch.gradebook import GradebookRow
from grader.batch.tables import CsvTable, first_line, read_table
from grader.courses.roster_filling import FilledRoster, RosterError
from grader.courses.roster_systems import FILLERS, HEADERS
from grader.files import write_whole
from grader.plaintext import one_line

__all__ = ["FORMATS", "FilledRoster", "RosterError", "check_roster", "fill_roster", "write_roster"]

FORMATS = tuple(FILLERS)
_SUFFIXES = (".csv", ".xls", ".txt", ".tsv")
"""Blackboard calls its text `.xls`, and tells what separates the cells by it."""
MOST_ROWS = 20_000


def check_roster(name: str, roster: Path, assignment: str, out: Path, column: str | None = None) -> None:
    """Find out before anything is graded whether the roster can be filled; `RosterError` where it cannot."""
    made_here = [f"{system}{suffix}" for system in FORMATS for suffix in _SUFFIXES]
    for made in (*made_here, "gradebook.csv", "index.html"):
        if _same(roster, out / made):
            raise RosterError(
                f"--roster {roster}: the batch writes a file of this name; copy the roster out of {out}, or choose "
                "another --out, so that the original stays"
            )
    fill_roster(name, roster, (), assignment, column)


def fill_roster(
    name: str, roster: Path, rows: Sequence[GradebookRow], assignment: str, column: str | None = None
) -> FilledRoster:
    """Fill the exported file of one of `FORMATS`; `RosterError` where it is none.

    `column` names the column of the grades; without, it is the assignment's, and in Moodle and Gradescope a fixed one.
    """
    return FILLERS[name](_read(roster, HEADERS[name]), rows, assignment, column)


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


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one.resolve() == other.resolve()


def _read(path: Path, known: tuple[str, ...]) -> CsvTable:
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
    if len(table.rows) > MOST_ROWS:
        raise RosterError(f"{path}: more than {MOST_ROWS:,} rows. Is it the roster of this course alone?")
    return table
