"""The learning systems' own tables, filled in and otherwise untouched."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from grader.batch.gradebook import FAULT, GRADED, Row
from grader.batch.rosters import RosterError, fill_roster, write_roster
from grader.collecting import student


def row(name: str, score: float | None = 80.0, *, status: str = GRADED, message: str = "fine", **identity: str) -> Row:
    """A student's row."""
    who = student(name, **identity)
    return Row(student=who, folder=name, status=status, score=score, max_score=100.0, message=message)


CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Tiled matmul (991),Other (992),Current Score
    Points Possible,,,,,100,10,(read only)
"Lovelace, Ada",4711,S1,ada,"Lab, Monday",,7,
"Turing, Alan",42,S2,alan,Lab,5,8,
"Hopper, Grace",43,S3,grace,Lab,,9,
"Student, Test",,,,Lab,,,
"""


def test_canvas_is_filled_in_place(tmp_path: Path):
    """Only the assignment's column changes, matched by number, login or name."""
    (tmp_path / "roster.csv").write_text(CANVAS)
    rows = [row("lovelaceada", 91.5, identifier="4711"), row("Alan Turing", 40), row("Nobody", 1)]
    path, filled = write_roster("canvas", tmp_path / "roster.csv", rows, "Tiled matmul", tmp_path / "out")
    before = list(csv.reader(io.StringIO(CANVAS)))
    after = list(csv.reader(io.StringIO(path.read_text(), newline="")))
    assert [line[5] for line in after] == ["Tiled matmul (991)", "100", "91.5", "40", "", ""]
    assert [line[:5] + line[6:] for line in after] == [line[:5] + line[6:] for line in before]
    assert (filled.filled, filled.unknown, filled.without_grade) == (2, ["Nobody"], ["Hopper, Grace"])
    assert (tmp_path / "roster.csv").read_text() == CANVAS


def test_scores_are_scaled_to_the_points_possible(tmp_path: Path):
    """And the instructor is told."""
    (tmp_path / "roster.csv").write_text(CANVAS.replace(",100,10,", ",20,10,"))
    filled = fill_roster("canvas", tmp_path / "roster.csv", [row("x", 55, identifier="42")], "Tiled matmul")
    assert filled.table.rows[3][5] == "11"
    assert filled.notes == ["scores of 100 were scaled to the 20 points of the roster"]


def test_a_canvas_column_that_is_not_clear_is_asked_for(tmp_path: Path):
    """Rather than grades in the wrong column."""
    (tmp_path / "roster.csv").write_text(CANVAS)
    with pytest.raises(RosterError, match=r"no one column for 'Lab 3'; it has Tiled matmul \(991\), Other \(992\)"):
        fill_roster("canvas", tmp_path / "roster.csv", [], "Lab 3")


MOODLE = """\
Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed","Feedback comments"
"Participant 4711","Ada Lovelace",ada@example.edu,"Submitted for grading",-,"100,00",Yes,
"Participant 42","Alan Turing",alan@example.edu,"Submitted for grading",-,"100,00",Yes,
"Participant 43","Grace Hopper",grace@example.edu,"No submission",-,"100,00",Yes,
"""


def test_moodle_gets_grade_and_feedback(tmp_path: Path):
    """Feedback quotes the verdict, which a student's text can reach: no formula starts there."""
    (tmp_path / "roster.csv").write_bytes(b"\xef\xbb\xbf" + MOODLE.encode())
    rows = [
        row("Ada Lovelace", 100, identifier="4711", message="=HYPERLINK(1)"),
        row("TURING, Alan", 12.345, message='a "quoted", verdict'),
    ]
    path, filled = write_roster("moodle", tmp_path / "roster.csv", rows, "", tmp_path / "out")
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    lines = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    assert [line["Grade"] for line in lines] == ["100", "12.35", "-"]
    assert [line["Feedback comments"] for line in lines] == ["'=HYPERLINK(1)", 'a "quoted", verdict', ""]
    assert filled.unknown == []


def test_gradescope_gets_two_columns_more(tmp_path: Path):
    """Where the roster has none for scores; semicolons stay semicolons."""
    (tmp_path / "roster.csv").write_text("First Name;Last Name;SID;Email\nAda;Lovelace;0042;ada@example.edu\n")
    rows = [row("somebody", 7, email="ADA@example.edu")]
    path, _ = write_roster("gradescope-csv", tmp_path / "roster.csv", rows, "", tmp_path / "out")
    assert path.read_text() == (
        "First Name;Last Name;SID;Email;Total Score;Max Points\nAda;Lovelace;0042;ada@example.edu;7;100\n"
    )


def test_two_students_of_one_name_are_not_guessed(tmp_path: Path):
    """Better no grade than another's."""
    (tmp_path / "roster.csv").write_text("Name,SID,Email\nAda L,1,a@x\nAda L,2,b@x\n")
    filled = fill_roster("gradescope-csv", tmp_path / "roster.csv", [row("Ada L", 7), row("Ada L", 8, email="b@x")], "")
    assert [line[3:] for line in filled.table.rows[1:]] == [[], ["8", "100"]]
    assert filled.unknown == ["Ada L"]


def test_grades_in_doubt_are_not_entered(tmp_path: Path):
    """A grader fault is for the instructor to look at."""
    (tmp_path / "roster.csv").write_text("Name,SID,Email\nAda L,1,a@x\n")
    filled = fill_roster("gradescope-csv", tmp_path / "roster.csv", [row("Ada L", 7, status=FAULT)], "")
    assert (filled.filled, filled.without_grade) == (0, ["Ada L"])


@pytest.mark.parametrize("text", ["", "a,b,c\n1,2,3\n", "\0\0", "no table at all"])
@pytest.mark.parametrize("name", ["canvas", "moodle", "gradescope-csv"])
def test_a_file_that_is_no_roster_is_the_users_error(name: str, text: str, tmp_path: Path):
    """With a message that says what was looked for."""
    (tmp_path / "roster.csv").write_text(text)
    with pytest.raises(RosterError, match="no row of titles"):
        fill_roster(name, tmp_path / "roster.csv", [], "x")


def test_the_instructors_own_cells_stay_as_they_are(tmp_path: Path):
    """Even those that look like formulas: the learning system must find its students again."""
    (tmp_path / "roster.csv").write_text('Name,SID,Email\n"=cmd()",1,a@x\n')
    filled = fill_roster("gradescope-csv", tmp_path / "roster.csv", [row("other", 7, identifier="1")], "")
    assert filled.table.rows[1] == ["=cmd()", "1", "a@x", "7", "100"]
