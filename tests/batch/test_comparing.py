"""Submissions beside each other: what the class page hints at, and the folders for MOSS and JPlag."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.batch.batches import Run
from tests.batch.test_similarity import OTHER, REFERENCE, disguised


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Two whose kernels are one, and one who wrote alone; the fake grader gives nobody points."""
    folder = tmp_path / "class"
    folder.mkdir()
    for name, text in (("ada", OTHER), ("bob", disguised(OTHER)), ("eve", f"{REFERENCE}\n// mine\n")):
        (folder / f"{name}.cu").write_text(text)
    return folder


def test_the_class_page_hints_at_a_copy(run: Run, course: Path, tmp_path: Path):
    """With links to both pages, also when one of them is graded again alone."""
    out = tmp_path / "out"
    words = 'equal but for names and layout</b> <a href="./ada/index.html">ada</a>, <a href="./bob/index.html">bob</a>'
    run(course, "--out", out)
    assert words in (out / "index.html").read_text()
    run(course / "bob.cu", "--out", out, "--only", "bob")
    assert words in (out / "index.html").read_text()
    (course / "bob.cu").write_text("score 1")
    run(course, "--out", out)
    assert 'id="alike"' not in (out / "index.html").read_text()


def test_a_group_that_handed_in_one_file_is_not_alike(run: Run, tmp_path: Path):
    """Every member has a row, and the file is one."""
    export = tmp_path / "assignment_1_export"
    (export / "submission_7").mkdir(parents=True)
    (export / "submission_7" / "matmul.cu").write_text(OTHER)
    (export / "submission_metadata.yml").write_text(
        "submission_7:\n  :submitters:\n  - :name: Ada\n    :email: a@x\n  - :name: Bob\n    :email: b@x\n"
    )
    out = tmp_path / "out"
    assert run(export, "--out", out, "--export", "moss")[0] == 0
    assert 'id="alike"' not in (out / "index.html").read_text()
    assert len(list((out / "moss" / "submissions").iterdir())) == 1


def test_moss_and_jplag_get_what_was_graded_and_what_was_given_out(run: Run, course: Path, tmp_path: Path):
    """A folder a student, the base, and the command; no solution; who has left is not in the next one."""
    out = tmp_path / "out"
    code, told = run(course, "--out", out, "--export", "moss", "--export", "jplag")
    assert code == 0
    moss = "moss -l cc -d -b base/0-matmul.cu -b base/1-naive.cu submissions/*/*.cu"
    jplag = "java -jar jplag.jar -l cpp -p .cu -bc base -r result submissions"
    for tool, command in (("moss", moss), ("jplag", jplag)):
        assert command in " ".join(told.split())
        assert command in (out / tool / "README.txt").read_text()
        files = sorted(path.relative_to(out / tool).as_posix() for path in (out / tool).rglob("*.cu"))
        assert files == [
            "base/0-matmul.cu", "base/1-naive.cu",
            "submissions/ada/matmul.cu", "submissions/bob/matmul.cu", "submissions/eve/matmul.cu",
        ]  # fmt: skip
        assert (out / tool / "submissions" / "ada" / "matmul.cu").read_text() == OTHER
    (course / "eve.cu").unlink()
    run(course, "--out", out, "--export", "jplag")
    assert not (out / "jplag" / "submissions" / "eve").exists()


def test_a_folder_of_the_instructors_own_is_not_written_over(run: Run, course: Path, tmp_path: Path, capsys):
    """An export replaces only what an export wrote."""
    (tmp_path / "out" / "moss" / "submissions").mkdir(parents=True)
    assert run(course, "--out", tmp_path / "out", "--export", "moss")[0] == 2
    assert "is not an export of an earlier batch" in capsys.readouterr().err
