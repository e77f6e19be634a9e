"""Logins on GitHub become students before anything is matched, told or filled in."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from grader.courses.tables import read_people
from grader.errors import UsageError
from grader.submissions import Collected, student
from tests.batch.batches import Run


def row(name: str, **known: str) -> Collected:
    """Somebody who handed in nothing."""
    return Collected(student=student(name, **known), origin="")


def people(tmp_path: Path, text: str) -> Path:
    """A table in a file."""
    (tmp_path / "people.csv").write_text(text)
    return tmp_path / "people.csv"


def test_a_login_is_the_student_of_its_line(tmp_path: Path):
    """In any case; what GitHub Classroom exports will do; who is not there keeps the login and is told."""
    table = '"identifier","github_username","github_id","name"\n"4711","Ada-L","1","Ada Lovelace"\n'
    rows, strangers = read_people(people(tmp_path, table)).known([row("ada-l", login="ada-l"), row("bob", login="bob")])
    assert [(one.student.name, one.student.login) for one in rows] == [("Ada Lovelace", "Ada-L"), ("bob", "bob")]
    assert strangers == ["bob"]


def test_a_team_has_a_row_for_each_member(tmp_path: Path):
    """With the same file."""
    table = "team;name;email\nred;Ada;ada@x.edu\nred;Alan;alan@x.edu\n"
    rows, _ = read_people(people(tmp_path, table)).known([row("red")])
    assert [one.student.email for one in rows] == ["ada@x.edu", "alan@x.edu"]


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("login,name\nada,Ada\n\nADA,Alan\n", "line 4 has ada again"),
        ("a,b\n1,2\n", "no row of titles with login"),
        ("login,name\n", "there is nobody in it"),
    ],
)
def test_a_table_that_does_not_tell_people_apart_is_refused(tmp_path: Path, table: str, problem: str):
    """Nobody gets another's grade by it."""
    with pytest.raises(UsageError, match=problem):
        read_people(people(tmp_path, table))


def test_clones_fill_a_roster_that_knows_no_logins(run: Run, tmp_path: Path):
    """From the folders of clones to the line of the student's name and number."""
    for login in ("ada-l", "mallory"):
        (tmp_path / "class" / f"hw1-{login}" / ".git").mkdir(parents=True)
        (tmp_path / "class" / f"hw1-{login}" / "matmul.cu").write_text(f"score 50 // {login}")
    table = people(tmp_path, "login,name,id\nada-l,Ada Lovelace,4711\n")
    roster = tmp_path / "roster.csv"
    roster.write_text('Student,ID,SIS User ID,SIS Login ID,Section,Lab (9)\n"Lovelace, Ada",4711,,ada@x.edu,S,\n')
    words = ("--export", "canvas", "--roster", roster, "--people", table, "--out", tmp_path / "out")
    code, told = run(tmp_path / "class", *words)
    assert code == 0
    assert "not in people.csv: mallory" in told
    with (tmp_path / "out" / "canvas.csv").open(newline="") as file:
        assert [line["Lab (9)"] for line in csv.DictReader(file)] == ["50"]
    with (tmp_path / "out" / "gradebook.csv").open(newline="") as file:
        book = {line["student"]: line for line in csv.DictReader(file)}
    assert book["Lovelace, Ada"]["login"] == "ada-l"
