"""Grading a few students again, and saying which of somebody's files counts."""

from __future__ import annotations

import csv
import zipfile
from pathlib import Path

import pytest

from tests.batch.batches import Run


def book(out: Path) -> dict[str, dict[str, str]]:
    """The gradebook, by student."""
    with (out / "gradebook.csv").open(newline="", encoding="utf-8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def times_graded(marks: Path) -> int:
    """How often the fake grader graded anything."""
    return sum(len(path.read_text().splitlines()) for path in marks.iterdir() if len(path.name) == 64)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Three students, of whom two handed in the same text."""
    folder = tmp_path / "class"
    for name, text in (("ada", "score 40"), ("alan", "score 70"), ("grace", "score 40")):
        (folder / name).mkdir(parents=True)
        (folder / name / "matmul.cu").write_text(text)
    return folder


def test_only_those_named_are_graded_again(run: Run, course: Path, tmp_path: Path):
    """The others keep row and page, even where their files have changed; a batch for all then grades these."""
    out = tmp_path / "out"
    run(course, "--out", out)
    before = book(out)
    for name in ("ada", "alan"):
        (course / name / "matmul.cu").write_text("score 90")
    page = (out / "alan" / "index.html").stat().st_mtime_ns
    graded = times_graded(tmp_path)
    code, told = run(course, "--out", out, "--only", "AD*")
    assert (code, "(2 known from before)" in told) == (0, True)
    assert times_graded(tmp_path) == graded + 1
    assert book(out)["ada"]["score"] == "90"
    assert {name: row for name, row in book(out).items() if name != "ada"} == {
        name: row for name, row in before.items() if name != "ada"
    }
    assert list(book(out)) == ["ada", "alan", "grace"]
    assert (out / "alan" / "index.html").stat().st_mtime_ns == page
    assert "before: 40" in (out / "ada" / "index.html").read_text()
    run(course, "--out", out)
    assert [row["score"] for row in book(out).values()] == ["90", "90", "40"]


def test_who_is_named_is_graded_although_a_result_is_kept(run: Run, course: Path, tmp_path: Path):
    """And so is who handed in the same text, since one text has one result."""
    out = tmp_path / "out"
    run(course, "--out", out)
    graded = times_graded(tmp_path)
    run(course, "--out", out, "--only", "ada")
    assert times_graded(tmp_path) == graded + 1
    assert "The file is the same as last time, and so is the result." in (out / "grace" / "index.html").read_text()
    assert (out / "alan" / "index.html").read_text() == "<p>alan: 70</p>"


def test_the_rest_of_the_gradebook_needs_no_files(run: Run, course: Path, tmp_path: Path):
    """One student's new file is enough; somebody new comes last."""
    out, late = tmp_path / "out", tmp_path / "late"
    run(course, "--out", out)
    for name, text in (("alan", "score 75"), ("zoe", "score 5")):
        (late / name).mkdir(parents=True)
        (late / name / "matmul.cu").write_text(text)
    assert run(late, "--out", out, "--only", "alan", "--only", "zoe")[0] == 0
    assert {name: row["score"] for name, row in book(out).items()} == {
        "ada": "40", "alan": "75", "grace": "40", "zoe": "5",
    }  # fmt: skip
    assert (out / "ada" / "index.html").is_file()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--only", "alam"), "--only alam: no student is called alam; did you mean alan?"),
        (("--only", "x*"), "--only x*: no student is called x*"),
        (("--pick", "alam=x.cu"), "--pick alam=x.cu: no student is called alam; did you mean alan?"),
        (("--pick", "ada=mat.cu"), "--pick ada=mat.cu: mat.cu was picked, and is not there; handed in: matmul.cu"),
    ],
)
def test_a_name_that_is_nobodys_is_told_with_the_nearest(run: Run, course: Path, tmp_path, words, message, capsys):
    """Before anything is graded or written."""
    out = tmp_path / "out"
    assert run(course, "--out", out, *words)[0] == 2
    assert message in capsys.readouterr().err
    assert not (out / "gradebook.csv").exists()
    assert not (out / "overrides.yaml").exists()


def test_who_is_named_must_be_among_what_was_given(run: Run, course: Path, tmp_path: Path, capsys):
    """Somebody of the gradebook whose file is not there cannot be graded."""
    out = tmp_path / "out"
    run(course, "--out", out)
    assert run(course / "alan", "--out", out, "--only", "ada")[0] == 2
    assert "nothing of ada is among the submissions" in capsys.readouterr().err


def test_a_page_goes_with_the_grade_of_who_is_graded_again(run: Run, course: Path, tmp_path: Path):
    """A file that is gone has no page, and nobody else loses one."""
    out = tmp_path / "out"
    run(course, "--out", out)
    (course / "ada" / "matmul.cu").unlink()
    run(course, "--out", out, "--only", "ada")
    assert (book(out)["ada"]["status"], book(out)["grace"]["status"]) == ("not graded", "graded")
    assert not (out / "ada").exists()
    assert (out / "grace" / "index.html").is_file()


def test_a_picked_file_counts_in_later_rounds(run: Run, course: Path, tmp_path: Path):
    """Of several, by the end of its path, also inside the student's own archive; gone, the row says so."""
    out = tmp_path / "out"
    for name, text in (("old/first.cu", "score 1"), ("new/first.cu", "score 2")):
        (course / "zoe" / name).parent.mkdir(parents=True, exist_ok=True)
        (course / "zoe" / name).write_text(text)
    with zipfile.ZipFile(course / "ada" / "more.zip", "w") as archive:
        archive.writestr("deep/last.cu", "score 3")
    run(course, "--out", out)
    assert book(out)["zoe"]["status"] == "not graded"
    assert run(course, "--out", out, "--pick", "zoe=new/first.cu", "--pick", "ada=last.cu")[0] == 0
    for _ in range(2):
        assert (book(out)["zoe"]["score"], book(out)["ada"]["score"]) == ("2", "3")
        assert "The instructor picked new/first.cu." in book(out)["zoe"]["notes"]
        run(course, "--out", out)
    (course / "zoe" / "new" / "first.cu").rename(course / "zoe" / "new" / "second.cu")
    run(course, "--out", out)
    assert "new/first.cu was picked, and is not there" in book(out)["zoe"]["message"]


def test_a_pick_that_fits_two_files_is_asked_about(run: Run, course: Path, tmp_path: Path, capsys):
    """The instructor says more of the path."""
    for name in ("a", "b"):
        (course / "ada" / name).mkdir()
        (course / "ada" / name / "x.cu").write_text("score 1")
    assert run(course, "--out", tmp_path / "out", "--pick", "ada=x.cu")[0] == 2
    assert "2 files end in x.cu, which was picked: a/x.cu, b/x.cu" in capsys.readouterr().err
