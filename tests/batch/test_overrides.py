"""What an instructor decides over the grader: `overrides.yaml` is read by every batch and applied everywhere."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from grader.assignment import AssignmentError
from grader.batch.decisions import (
    FILE,
    Decisions,
    StudentNameError,
    called_in,
    person,
    those_like,
)
from grader.batch.gradebook import GradebookRow
from grader.errors import UsageError
from grader.report.page import html
from grader.results import Adjustment, Results
from grader.submissions import student
from tests.batch.batches import Run
from tests.report import samples
from tests.report.pages import parse

CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Lab (99)\r\n"
    '"Lovelace, Ada",1,,ada,S,\r\n"Turing, Alan",2,,alan,S,\r\n"Hopper, Grace",3,,grace,S,\r\n'
)


def decide(out: Path, text: str) -> None:
    """Write the instructor's file."""
    out.mkdir(exist_ok=True)
    (out / FILE).write_text(text, encoding="utf-8")


def book(out: Path) -> dict[str, dict[str, str]]:
    """The gradebook, by student."""
    with (out / "gradebook.csv").open(newline="", encoding="utf-8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Two students' files, and one who handed in nothing."""
    folder = tmp_path / "class"
    for name, text in (("Ada Lovelace", "score 40"), ("Alan Turing", "score 70"), ("Grace Hopper", "")):
        (folder / name).mkdir(parents=True)
        if text:
            (folder / name / "matmul.cu").write_text(text)
    return folder


def test_an_override_counts_everywhere_until_its_lines_go(run: Run, course: Path, tmp_path: Path):
    """In the gradebook, on the class page, the student's page and in the roster, with its reason; nothing is graded."""
    out, roster = tmp_path / "out", tmp_path / "roster.csv"
    roster.write_text(CANVAS)
    words = (course, "--out", out, "--export", "canvas", "--roster", roster, "--column", "Lab")
    run(*words)
    decide(out, "ADA:\n  score: 85\n  reason: measured by hand\n")
    code, told = run(*words)
    assert (code, "2 known from before" in told) == (0, True)
    row = book(out)["Lovelace, Ada"]
    said = "The instructor has set 85 points: measured by hand"
    assert (row["score"], row["graded_score"], row["why"], row["status"]) == ("85", "40", said, "graded")
    assert (book(out)["Turing, Alan"]["graded_score"], book(out)["Turing, Alan"]["why"]) == ("", "")
    assert '"Lovelace, Ada",1,,ada,S,85' in (out / "canvas.csv").read_text()
    assert Results.load(out / "Ada-Lovelace" / "results.json").adjustments[0].words == said
    assert said in (out / "Ada-Lovelace" / "index.html").read_text()
    assert said in (out / "index.html").read_text()
    decide(out, "# nobody\n")
    run(*words)
    assert book(out)["Lovelace, Ada"]["score"] == "40"
    assert '"Lovelace, Ada",1,,ada,S,40' in (out / "canvas.csv").read_text()
    for page in (out / "Ada-Lovelace" / "index.html", out / "Ada-Lovelace" / "results.json", out / "index.html"):
        assert "measured by hand" not in page.read_text()


def test_a_wrong_name_forgets_nothing(run: Run, course: Path, tmp_path: Path):
    """Also where everything was to be graded anew."""
    out = tmp_path / "out"
    run(course, "--out", out)
    decide(out, "nobody: {score: 1, reason: r}\n")
    assert run(course, "--out", out, "--fresh")[0] == 2
    assert (out / "Ada-Lovelace" / "index.html").is_file()


def test_an_override_survives_a_new_submission(run: Run, course: Path, tmp_path: Path):
    """It is the instructor's decision about the student, not about a file."""
    out = tmp_path / "out"
    decide(out, "ada-lovelace: {score: 85, reason: measured}\n")
    run(course, "--out", out)
    (course / "Ada Lovelace" / "matmul.cu").write_text("score 10")
    run(course, "--out", out)
    assert (book(out)["Ada Lovelace"]["score"], book(out)["Ada Lovelace"]["graded_score"]) == ("85", "10")


def test_who_handed_nothing_in_can_be_given_points(run: Run, course: Path, tmp_path: Path):
    """Also somebody whom only the roster knows, by the name that stands there."""
    out, roster = tmp_path / "out", tmp_path / "roster.csv"
    roster.write_text(CANVAS + '"Noether, Emmy",4,,emmy,S,\r\n')
    decide(out, "grace: {score: 50, reason: shown in class}\nnoether, emmy: {score: 60, reason: on paper}\n")
    code, _ = run(course, "--out", out, "--export", "canvas", "--roster", roster, "--column", "Lab")
    assert code == 0
    filled = (out / "canvas.csv").read_text()
    assert "grace,S,50" in filled
    assert "emmy,S,60" in filled
    assert (book(out)["Hopper, Grace"]["score"], book(out)["Hopper, Grace"]["status"]) == ("50", "not graded")
    assert "shown in class" in (out / "index.html").read_text()


@pytest.mark.parametrize("again", [(), ("--fresh",), ("--only", "ada*")])
def test_points_of_a_student_in_the_roster_alone_stay_without_the_roster(
    run: Run, course: Path, tmp_path: Path, again: tuple[str, ...]
):
    """In every later round, which says what fills the roster in; without the lines they are gone."""
    out, roster = tmp_path / "out", tmp_path / "roster.csv"
    roster.write_text(CANVAS + '"Noether, Emmy",4,,emmy,S,\r\n')
    decide(out, "noether, emmy: {score: 60, reason: on paper}\n")
    with_roster = ("--export", "canvas", "--roster", roster, "--column", "Lab")
    assert run(course, "--out", out, *with_roster)[0] == 0
    for _ in range(2):
        code, said = run(course, "--out", out, *again)
        assert code == 0
        assert f"{out / 'overrides.yaml'}: only a roster has Noether, Emmy; add --roster FILE" in said
        assert book(out)["Noether, Emmy"]["score"] == "60"
    assert run(course, "--out", out, *again, *with_roster)[0] == 0
    assert "emmy,S,60" in (out / "canvas.csv").read_text()
    decide(out, "# nobody\n")
    assert "only a roster" not in run(course, "--out", out)[1]
    assert "Noether, Emmy" not in book(out)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ada lovelase: {score: 1, reason: r}\n", "yaml:1: no student is called ada lovelase; did you mean ada"),
        ("\nada: {score: 1}\n", "overrides.yaml:2: ada: a score needs its reason"),
        ("ada:\n  scor: 1\n", "overrides.yaml:2: ada.scor: unknown key; did you mean 'score'?"),
        ("ada:\n  score: 850\n  reason: r\n", "overrides.yaml:2: ada.score: expected at most 100"),
        ("ada:\n  score: .nan\n  reason: r\n", "overrides.yaml:2: ada.score: expected"),
        ("ada:\n", "overrides.yaml:1: ada: expected a score, or a file"),
        ("- ada\n", "overrides.yaml:1: expected students"),
        ("Alan Turing: {file: m.cu}\nalan-turing: {file: m.cu}\n", "2: alan-turing: is the same student as one above"),
    ],
)  # fmt: skip
def test_a_wrong_override_is_told_with_its_line_before_anything_is_graded(
    run: Run, course: Path, tmp_path: Path, text: str, message: str, capsys
):
    """A decision that is not understood is not passed over."""
    out = tmp_path / "out"
    decide(out, text)
    assert run(course, "--out", out)[0] == 2
    assert message in capsys.readouterr().err
    assert not (out / "gradebook.csv").exists()


def test_a_name_of_several_students_is_asked_about():
    """Nobody's grade is guessed."""
    two = {
        "ada": called_in(student("Ada", email="a@x"), "ada"),
        "ada~2": called_in(student("Ada", email="b@x"), "ada~2"),
    }
    with pytest.raises(StudentNameError, match=r"2 students are called so.*a@x.*b@x"):
        person("ada", {name: names | {"ada"} for name, names in two.items()}, "here")
    assert person("B@x", two, "here") == "ada~2"
    assert those_like("ADA*", two, "here") == ["ada", "ada~2"]


def test_the_students_page_shows_what_counts_and_why():
    """The points that the kernel earned stay readable beside them."""
    adjustment = Adjustment(kind="override", points=90, words="The instructor has set 90 points: <b>why</b>")
    results = samples.missing_barrier().model_copy(update={"adjustments": (adjustment,)})
    section = parse(html(results)).by_id("verdict")
    assert "90 points count, graded 80." in section.text
    assert "The instructor has set 90 points: <b>why</b>" in section.text
    assert Results.from_json(results.to_json()).final == 90


def test_a_row_that_the_grader_failed_on_counts_only_when_the_instructor_says_so():
    """A fault of the grader's never enters a roster by itself."""
    row = GradebookRow(student=student("ada"), folder="ada", status="grader fault", score=20.0)
    assert row.counts is None
    given = GradebookRow(
        student=student("ada"), folder="ada", status="grader fault", score=20.0,
        adjustments=(Adjustment(kind="override", points=80, words=""),),
    )  # fmt: skip
    assert given.counts == 80


def test_a_pick_is_written_below_what_the_instructor_wrote(tmp_path: Path):
    """Comments and lines stay; what is decided already is not written over."""
    decide(tmp_path, "# mine\nada: {score: 1, reason: r}")
    for _ in range(2):
        Decisions(tmp_path, 100, ["Bob's = src/final.cu"]).keep_picks()
        assert (
            tmp_path / FILE
        ).read_text() == '# mine\nada: {score: 1, reason: r}\n"Bob\'s":\n  file: "src/final.cu"\n'
    assert Decisions(tmp_path, 100).picks == {"Bob's": "src/final.cu"}
    with pytest.raises(UsageError, match=r"overrides.yaml:2 decides about ada already; write `file: x.cu` there"):
        Decisions(tmp_path, 100, ["ada=x.cu"])
    with pytest.raises(UsageError, match="expected NAME=FILE"):
        Decisions(tmp_path, 100, ["ada"])


def test_a_file_that_is_no_yaml_is_told(tmp_path: Path):
    """As an assignment's own files are."""
    decide(tmp_path, "ada: [1\n")
    with pytest.raises(AssignmentError, match="is not valid YAML"):
        Decisions(tmp_path, 100)
