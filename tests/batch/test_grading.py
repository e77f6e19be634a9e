"""A batch with the real grader: NVRTC, the emulator, forked and walled children."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import main

ROOT = Path(__file__).resolve().parents[2]
PEEKING = '#include "{path}"\n__global__ void matmul_tiled(const float*, const float*, float*, int, int, int) {{}}\n'


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of one batch: a right one, the skeleton, a broken one, a binary and a peeking one."""
    root = tmp_path_factory.mktemp("batch")
    course = root / "class"
    course.mkdir()
    (course / "right.cu").write_bytes((ROOT / "reference" / "tiled.cu").read_bytes())
    (course / "again.cu").write_bytes((ROOT / "reference" / "tiled.cu").read_bytes())
    skeleton = (ROOT / "starter" / "matmul.cu").read_bytes()
    (course / "skeleton.cu").write_bytes(skeleton + b"// I tried\n")
    (course / "untouched.cu").write_bytes(skeleton.replace(b"\n", b"\r\n"))
    (course / "broken.cu").write_text("__global__ void matmul_tiled(")
    (course / "binary.cu").write_bytes(b"\x7fELF\0\0\1")
    (course / "peeking.cu").write_text(PEEKING.format(path=ROOT / "config.yaml"))
    (course / "nobody").mkdir()
    (course / "nobody" / "essay.txt").write_text("sorry")
    out = root / "out"
    words = ["batch", str(course), "--assignment", str(ROOT), "--out", str(out), "--jobs", "2", "--device", "cpu"]
    assert main(words) == 0
    return out


def rows(out: Path) -> dict[str, dict[str, str]]:
    """The gradebook by student."""
    with (out / "gradebook.csv").open(newline="", encoding="utf-8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_an_unchanged_starter_is_nothing_handed_in(graded: Path):
    """Whatever it is called and whatever ends its lines; one that was tried on is graded."""
    assert rows(graded)["untouched"]["status"] == "not graded"
    assert rows(graded)["untouched"]["message"] == "nothing was handed in: untouched.cu, as given out, unchanged"
    assert rows(graded)["skeleton"]["status"] == "graded"


def test_everybody_gets_the_grade_that_is_due(graded: Path):
    """Full points for the reference, none for what does not compile, a row for who handed in nothing."""
    book = rows(graded)
    assert (book["right"]["score"], book["right"]["passed"]) == ("100", "yes")
    assert book["again"]["score"] == "100"
    assert float(book["skeleton"]["score"]) < 50
    for name in ("broken", "binary", "peeking"):
        assert (book[name]["score"], book[name]["status"]) == ("0", "graded")
    assert book["nobody"]["status"] == "not graded"


def test_what_a_peeking_submission_included_reaches_nobody(graded: Path):
    """The assignment's configuration is not in any file of the output, but in the instructor's own page titles."""
    secret = next(line for line in (ROOT / "config.yaml").read_text().splitlines() if line.startswith("seed:"))
    for path in (graded / "peeking").rglob("*"):
        assert secret not in path.read_text(encoding="utf-8")


def test_each_student_has_a_page_and_results(graded: Path):
    """Of their own name."""
    for name in ("right", "again", "skeleton", "broken", "binary", "peeking"):
        results = json.loads((graded / name / "results.json").read_text(encoding="utf-8"))
        assert results["submission"]["student"] == name
        assert results["submission"]["path"] == f"{name}.cu"
        assert str(graded.parent) not in (graded / name / "index.html").read_text(encoding="utf-8")
        assert (graded / name / "index.html").stat().st_size > 5000
    page = (graded / "index.html").read_text(encoding="utf-8")
    assert all(name in page for name in rows(graded))


def test_a_second_run_grades_nothing_and_changes_nothing(graded: Path, capsys):
    """The results are kept by content."""
    before = (graded / "gradebook.csv").read_bytes()
    course = graded.parent / "class"
    words = ["batch", str(course), "--assignment", str(ROOT), "--out", str(graded), "--device", "cpu"]
    assert main(words) == 0
    assert "5 known from before" in capsys.readouterr().out
    assert (graded / "gradebook.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["/no/such/folder"], "no such file or folder"),
        ([".", "--jobs", "0"], "--jobs 0"),
        ([".", "--layout", "blackboard"], "--layout blackboard"),
        ([".", "--export", "canvas"], "needs --roster"),
        ([".", "--assignment", "/no/such/assignment"], "/no/such/assignment"),
    ],
)
def test_wrong_input_is_told_in_one_line(words: list[str], message: str, tmp_path: Path, capsys, monkeypatch):
    """Exit code 2 and no traceback."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    assignment = [] if "--assignment" in words else ["--assignment", str(ROOT)]
    assert main(["batch", *words, *assignment, "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert message in error.replace("\n", "")
    assert "Traceback" not in error


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the system's own user may write anywhere")
def test_an_output_folder_that_cannot_be_written_is_told_before_the_work(tmp_path: Path, capsys):
    """Not after an hour of grading."""
    tmp_path.chmod(0o500)
    assert main(["batch", str(ROOT / "reference"), "--assignment", str(ROOT), "--out", str(tmp_path / "out")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_roster_is_filled_from_the_command_line(graded: Path, tmp_path: Path, capsys):
    """And the instructor is told who does not fit."""
    roster = tmp_path / "roster.csv"
    roster.write_text("Name,SID,Email\nRight,1,r@x\nBroken,2,b@x\nAbsent,3,a@x\n")
    words = ["batch", str(graded.parent / "class"), "--assignment", str(ROOT), "--out", str(graded), "--device", "cpu"]
    assert main([*words, "--export", "gradescope-csv", "--roster", str(roster)]) == 0
    lines = (graded / "gradescope-csv.csv").read_text().splitlines()
    assert lines == [
        "Name,SID,Email,Total Score,Max Points",
        "Right,1,r@x,100,100",
        "Broken,2,b@x,0,100",
        "Absent,3,a@x,,",
    ]
    said = capsys.readouterr().out
    assert "2 grades entered" in said
    assert "not in the roster: again, binary" in said
    assert "without a grade: Absent" in said


def test_where_there_is_no_fork_fresh_interpreters_do(monkeypatch):
    """As on Windows and macOS: slower, and the same grade."""
    from grader.batch.job import SessionGrade, Settings
    from grader.submissions.submission import read_submission

    monkeypatch.setattr("grader.devices.warm.AVAILABLE", False)
    grade = SessionGrade(Settings(assignment=str(ROOT), seed=1, device="cpu", diagnosis=False))
    try:
        results = [grade(read_submission(ROOT / "reference" / name)) for name in ("tiled.cu", "naive.cu")]
    finally:
        grade.close()
    assert results[0].score == 100
    assert results[1].score < 100


@pytest.mark.parametrize(("replays", "recorded"), [("faulty", [False, True]), ("all", [True, True])])
def test_a_small_run_is_recorded_for_those_who_need_it(replays, recorded):
    """By default the page of a kernel that passes everything has no replay, which is a fifth of the time."""
    from grader.batch.job import SessionGrade, Settings
    from grader.submissions.submission import read_submission

    settings = Settings(assignment=str(ROOT), seed=1, device="cpu", replays=replays, diagnosis=False)
    grade = SessionGrade(settings)
    try:
        results = [
            grade(read_submission(ROOT / "reference" / name)) for name in ("tiled.cu", "mistakes/sum-doubled.cu")
        ]
        pages = [grade.page(result, None) for result in results]
    finally:
        grade.close()
    assert [bool(result.recordings) for result in results] == recorded
    assert ['id="replay' in page for page in pages] == recorded


ENDLESS = """\
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    volatile int go = 1;
    while (go) { }
}
"""


def test_endless_and_crashing_kernels_do_not_disturb_the_next(tmp_path: Path):
    """Each has its own process; the one after them is graded as if it were alone."""
    from grader.batch.job import SessionGrade, Settings
    from grader.submissions.submission import decode_submission

    grade = SessionGrade(Settings(assignment=str(ROOT), seed=1, device="cpu"))
    try:
        endless = grade(decode_submission(ENDLESS.encode(), path=Path("endless.cu")))
        right = grade(decode_submission((ROOT / "reference" / "tiled.cu").read_bytes(), path=Path("right.cu")))
    finally:
        grade.close()
    assert "timeout" in {finding.kind.value for finding in endless.findings}
    assert endless.score == 0
    assert (right.score, right.findings) == (100, ())


def test_warming_up_leaves_nothing_for_who_looks_inside(tmp_path: Path):
    """What `GRADER_DUMP` names holds the kernels that were handed in, and no other."""
    environment = os.environ | {"GRADER_DUMP": str(tmp_path)}
    code = "from grader.devices.warm import load, rehearse; load(); rehearse(); from grader.emulator.dump import leave"
    leaves = "; leave('seen.txt', lambda: 'by who looks')"
    subprocess.run([sys.executable, "-c", code + leaves], cwd=ROOT, env=environment, check=True)
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert file.name == "0001-seen.txt"
