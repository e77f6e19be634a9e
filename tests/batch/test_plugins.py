"""What other distributions add for course systems is used by name; what fails there is told and costs no grade."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import courses
from grader.cli import main
from grader.registry import Registry
from tests.batch.batches import Run
from tests.distributions import installed_distribution

ADDED = """\
import re
from pathlib import Path
from grader.batch.executors import LocalExecutor
from grader.courses.exchange import Comparison, FeedbackSystem
from grader.courses.packages import Written
from grader.courses.roster_systems import CANVAS
from grader.courses.rosters import RosterSystem

def late(*arguments):
    filled = CANVAS.fill(*arguments)
    if any(row.status == "graded" for row in arguments[1]):
        raise ZeroDivisionError("no\\nluck")
    return filled

ROSTER = RosterSystem(("SIS Login ID",), CANVAS.fill)
LATE = RosterSystem(("SIS Login ID",), late)
BACK = FeedbackSystem(re.compile(r"(?P<number>)(?P<file>\\w+)\\.cu$"), lambda name, folder: [(name, b"read this")])
FAILING = FeedbackSystem(re.compile("(?P<number>)"), lambda name, folder: 1 / 0)
TOOL = Comparison("compare {bases} submissions", "Stays here.")

def local(address):
    return lambda settings, note: LocalExecutor(settings, 1)

class Dying:
    workers = 1
    def submit(self, task): pass
    def next_outcome(self): raise ZeroDivisionError("no luck")
    def close(self): pass

def dying(address):
    return lambda settings, note: Dying()

def package(asked):
    Path(asked.out).write_text("packed")
    return Written([asked.out])
"""
POINTS = """\
[grader.rosters]
ours = added_systems:ROSTER
late = added_systems:LATE
[grader.feedback]
back = added_systems:BACK
failing = added_systems:FAILING
[grader.comparisons]
tool = added_systems:TOOL
missing = added_systems:not_there
[grader.executors]
local = added_systems:local
dying = added_systems:dying
[grader.packages]
ours = added_systems:package
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path) -> Iterator[None]:
    """A distribution with course systems of its own."""
    registries = [value for value in vars(courses).values() if isinstance(value, Registry)]
    with installed_distribution(tmp_path / "site", "added_systems", ADDED, POINTS, registries):
        yield


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Two students, and a roster that has them."""
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ada.cu").write_text("score 92")
    (folder / "bob.cu").write_text("score 40")
    (tmp_path / "roster.csv").write_text("Student,ID,SIS Login ID,Lab (1)\nada,1,ada,\nbob,2,bob,\n")
    return folder


def words_for(tmp_path: Path, *words: str) -> tuple[object, ...]:
    """The options of a batch."""
    return (tmp_path / "class", "--out", tmp_path / "out", *words)


def test_systems_of_another_distribution_take_part_in_a_batch(run: Run, course: Path, tmp_path: Path):
    """A roster, feedback, a tool that compares and an executor, each by its name."""
    roster = ("--roster", str(tmp_path / "roster.csv"), "--export", "ours", "--column", "Lab")
    others = ("--feedback", "back", "--export", "tool", "--scheduler", "local://here")
    code, said = run(*words_for(tmp_path, *roster, *others))
    assert code == 0
    assert (tmp_path / "out" / "ours.csv").read_text().splitlines()[1:] == ["ada,1,ada,92", "bob,2,bob,40"]
    assert "back.zip: feedback for 2" in said
    assert "compare -b base/0-matmul.cu -b base/1-naive.cu submissions" in said
    assert "Stays here." in (tmp_path / "out" / "tool" / "README.txt").read_text()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--feedback", "failing"), "grader.feedback: failing = added_systems:FAILING fails: ZeroDivisionError"),
        (("--export", "late"), "grader.rosters: late = added_systems:LATE fails: ZeroDivisionError: no luck"),
    ],
)
def test_what_fails_after_grading_is_told_at_the_end(
    run: Run, course: Path, tmp_path: Path, words: tuple[str, ...], named: str, capsys
):
    """Gradebook, class page and what else was asked for are written; the exit code is 2."""
    roster = ("--roster", str(tmp_path / "roster.csv"), "--export", "canvas", "--column", "Lab")
    code, said = run(*words_for(tmp_path, *roster, *words, "--feedback", "back"))
    assert code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"grader: added 1.0: the entry point {named}")
    assert (tmp_path / "out" / "gradebook.csv").is_file()
    assert (tmp_path / "out" / "index.html").is_file()
    assert "canvas.csv: 2 grades entered" in said
    assert "back.zip: feedback for 2" in said


def test_what_cannot_be_loaded_is_told_before_anything_is_graded(run: Run, course: Path, tmp_path: Path, capsys):
    """In one line, with the package."""
    assert run(*words_for(tmp_path, "--export", "missing"))[0] == 2
    entry = "the entry point grader.comparisons: missing = added_systems:not_there"
    assert capsys.readouterr().err.startswith(f"grader: added 1.0: {entry} fails: AttributeError")
    assert not (tmp_path / "out" / "gradebook.csv").exists()


def test_an_executor_that_fails_leaves_what_is_graded(run: Run, course: Path, tmp_path: Path, capsys):
    """The gradebook says who has no grade yet; the same command without it grades them."""
    code, _ = run(*words_for(tmp_path, "--scheduler", "dying://here"))
    assert code == 2
    assert "added 1.0: the entry point grader.executors: dying" in capsys.readouterr().err
    assert (tmp_path / "out" / "gradebook.csv").read_text().count("not graded yet: the batch stopped before") == 2
    assert run(*words_for(tmp_path))[0] == 0


def test_a_package_of_another_distribution_is_written(tmp_path: Path):
    """By the same command."""
    assert main(["package", "ours", "--out", str(tmp_path / "mine.txt")]) == 0
    assert (tmp_path / "mine.txt").read_text() == "packed"
