"""Zips that Moodle and Canvas take back: whose file is whose stands in the names that they gave."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from grader.courses.exchange import remarked_source
from grader.report.exports.course_systems import feedback_text
from grader.report.view import View
from grader.results import Adjustment
from tests.batch.batches import Run
from tests.report import samples


def members(path: Path) -> dict[str, str]:
    """What is in a zip."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_moodle_gets_a_folder_for_each_student_as_it_called_it(run: Run, tmp_path: Path):
    """From the download's zip and from flat names alike, with what counts in the text and the page beside it."""
    download = io.BytesIO()
    with zipfile.ZipFile(download, "w") as archive:
        archive.writestr("Ada Lovelace_4711_assignsubmission_file_/matmul.cu", "score 92")
        archive.writestr("Alan_O'Turing_42_assignsubmission_file_matmul.cu", "score 40")
        archive.writestr("Grace Hopper_43_assignsubmission_file_/essay.pdf", "%PDF")
        archive.writestr("stray.cu", "score 1")
    (tmp_path / "class.zip").write_bytes(download.getvalue())
    words = (tmp_path / "class.zip", "--out", tmp_path / "out", "--feedback", "moodle")
    code, told = run(*words)
    files = members(tmp_path / "out" / "moodle.zip")
    assert code == 0
    assert sorted(files) == [
        f"{folder}/{name}"
        for folder in ("Ada Lovelace_4711_assignsubmission_file_", "Alan_O'Turing_42_assignsubmission_file_")
        for name in ("feedback.txt", "report.html")
    ]
    assert files["Ada Lovelace_4711_assignsubmission_file_/feedback.txt"].startswith("Lab: 92 of 100 points\n")
    assert files["Ada Lovelace_4711_assignsubmission_file_/report.html"] == "<p>Ada Lovelace: 92</p>"
    assert "moodle.zip: feedback for 2" in told
    assert "nothing in their names to return it by: stray" in told
    first = (tmp_path / "out" / "moodle.zip").read_bytes()
    run(*words)
    assert (tmp_path / "out" / "moodle.zip").read_bytes() == first


def test_canvas_gets_the_students_own_file_with_remarks(run: Run, tmp_path: Path):
    """Under the name of the download, by whose numbers it finds the student; no other name on the way counts."""
    course = tmp_path / "lab_2026_11_autumn"
    course.mkdir()
    (course / "lovelaceada_LATE_4711_20481_matmul-2.cu").write_text("score 92")
    with zipfile.ZipFile(course / "turingalan_42_20482_hw.zip", "w") as archive:
        archive.writestr("lovelaceada_4711_20481_matmul.cu", "score 40")
    run(course, "--out", tmp_path / "out", "--feedback", "canvas", "--layout", "canvas")
    files = members(tmp_path / "out" / "canvas.zip")
    assert sorted(files) == ["lovelaceada_LATE_4711_20481_matmul-2.cu", "turingalan_42_20482_hw.zip"]
    assert files["lovelaceada_LATE_4711_20481_matmul-2.cu"].startswith("// Lab: 92 of 100 points\n")


def test_the_text_begins_with_what_counts_and_what_to_fix_first():
    """Then points and findings; the same in the student's file, with each finding below its line."""
    late = Adjustment(kind="lateness", points=70, words="1 day late: 10 of 100 points taken off")
    results = samples.missing_barrier().model_copy(update={"adjustments": (late,)})
    view = View.of(results)
    lines = [line for line in feedback_text(view).splitlines() if line]
    assert lines[0].endswith(": 70 of 100 points")
    assert lines[1] == late.words
    assert lines[2] == f"Fix first: {view.fix_first}"
    finding = results.findings[0]
    source = remarked_source(results).splitlines()
    below = source.index(f"// ^^^ line {finding.line}: {finding.message}")
    assert source[below - 1] == results.submission.source.splitlines()[finding.line - 1]
    assert source[0] == f"// {lines[0]}"
