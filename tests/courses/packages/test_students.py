"""The students' copy: nothing of the solution, nothing of hidden cases, and the same grades."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.cli import main
from grader.courses.packages import template
from grader.courses.packages.github import students_assignment
from grader.grading.pipeline import Session
from grader.submissions.submission import read_submission
from tests.conftest import ROOT
from tests.lighter import lighter

KERNELS = [ROOT / "reference" / "tiled.cu", ROOT / "reference" / "naive.cu", ROOT / "starter" / "matmul.cu"]
KERNELS += sorted((ROOT / "reference" / "mistakes").glob("*.cu"))[::5]
KERNELS += sorted((ROOT / "tests" / "kernels" / "correct").glob("*.cu"))[:5]
EVERY_RUN = ("tiled", "bounds-", "barrier-branch")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `init --for-students` writes of this repository's lab."""
    folder = tmp_path_factory.mktemp("students") / "copy"
    assert main(["init", "--for-students", str(folder), "--assignment", str(ROOT)]) == 0
    return folder


def lines_of(path: Path) -> set[str]:
    """Its lines of some length, without what stands around them."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return {line.strip() for line in text.splitlines() if len(line.strip()) > 20}


def test_no_file_holds_a_line_of_the_solution(copy: Path):
    """But those that the starter or the naive kernel have too; and no mistake is among the files."""
    own = lines_of(ROOT / "reference" / "tiled.cu")
    own -= lines_of(ROOT / "starter" / "matmul.cu") | lines_of(ROOT / "reference" / "naive.cu")
    assert len(own) > 5
    files = [path for path in copy.rglob("*") if path.is_file()]
    assert not [path for path in files if own & lines_of(path)]
    kernels = {path.relative_to(copy).as_posix() for path in files if path.suffix == ".cu"}
    assert kernels == {"starter/matmul.cu", "reference/naive.cu"}


def test_it_has_what_a_repository_needs(copy: Path):
    """How to begin, a workflow, the grader itself, and the task for Visual Studio Code that this repository has."""
    for name in ("README.md", ".gitignore", ".github/workflows/grade.yml", ".github/grader/pyproject.toml"):
        assert (copy / name).is_file()
    assert "starter/matmul.cu" in (copy / "README.md").read_text()
    assert (copy / ".vscode/tasks.json").read_bytes() == (ROOT / ".vscode/tasks.json").read_bytes()
    assert template("tasks.json") == (ROOT / ".vscode/tasks.json").read_bytes()


@pytest.mark.parametrize(
    ("kernel", "session"),
    [
        *(pytest.param(path, "light_grading", id=path.stem) for path in KERNELS if path.stem.startswith(EVERY_RUN)),
        *(pytest.param(path, "grading", id=f"{path.stem} whole", marks=pytest.mark.slow) for path in KERNELS),
    ],
)
def test_it_grades_as_the_instructors_copy_does(request: pytest.FixtureRequest, copy: Path, kernel: Path, session: str):
    """Points, cases, findings and words."""
    submission = read_submission(kernel)
    there = request.getfixturevalue(session).grade(submission).results
    assignment = load_assignment(copy)
    with Session(lighter(assignment, work=10) if "light" in session else assignment, device="cpu") as opened:
        here = opened.grade(submission).results
    assert len(KERNELS) >= 20
    assert (here.score, here.max_score, here.verdict) == (there.score, there.max_score, there.verdict)
    assert [(case.name, case.status, case.points) for case in here.cases] == [
        (case.name, case.status, case.points) for case in there.cases
    ]
    # As text, in which a NaN equals another.
    assert [item.model_dump_json() for item in here.findings] == [item.model_dump_json() for item in there.findings]
    assert here.rubric == there.rubric


def hide(folder: Path, family: str) -> None:
    """Make a family of cases one that students may not see."""
    path = folder / "testcases" / f"{family}.yaml"
    path.write_text(path.read_text() + "visibility: hidden\n")


def copied(folder: Path, source: Path = ROOT) -> Path:
    """An assignment's own files, elsewhere."""
    for name in ("testcases", "reference", "starter"):
        shutil.copytree(source / name, folder / name)
    shutil.copy(source / "config.yaml", folder / "config.yaml")
    return folder


def test_hidden_cases_stay_with_the_instructor_and_their_points_are_told(tmp_path: Path):
    """Neither file nor name; what is left is worth what it was, and the item says how much is elsewhere."""
    source = copied(tmp_path / "instructor")
    hide(source, "primes")
    folder = tmp_path / "students"
    assert main(["init", "--for-students", str(folder), "--assignment", str(source)]) == 0
    own = [path for path in folder.rglob("*") if path.is_file() and ".github" not in path.parts]
    assert not [path for path in own if "primes" in path.name or "primes" in path.read_text()]
    before, after = load_assignment(source), load_assignment(folder)
    visible = {case.name: case.max_points for case in before.cases() if not case.visibility.hides}
    assert {case.name: case.max_points for case in after.cases()} == pytest.approx(visible, abs=0.001)
    points = after.config.points
    assert points.correctness + points.held_back == before.config.points.correctness
    submission = read_submission(ROOT / "reference" / "tiled.cu")
    with Session(after, device="cpu") as session:
        results = session.grade(submission, cases="one-cell").results
    (item,) = [item for item in results.rubric if item.name == "correctness"]
    assert f"{points.held_back:.1f} points more are for cases that only your instructor's copy has." in item.message


def test_a_part_keeps_its_own_hidden_cases_back(tmp_path: Path):
    """The points of the other part stay as they are."""
    source = copied(tmp_path / "instructor", ROOT / "labs" / "product_in_two_parts")
    family = sorted((source / "testcases" / "tiled").glob("*.yaml"))[0].stem
    hide(source, f"tiled/{family}")
    folder = tmp_path / "students"
    assert main(["init", "--for-students", str(folder), "--assignment", str(source)]) == 0
    naive, tiled = load_assignment(folder).units
    assert naive.config.points.held_back == 0 < tiled.config.points.held_back
    assert tiled.config.points.correctness + tiled.config.points.held_back == 25
    assert family not in tiled.families


def test_nothing_is_written_where_something_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A folder that holds anything is told; so is an assignment of which nothing could be seen."""
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["init", "--for-students", str(tmp_path), "--assignment", str(ROOT)]) == 2
    assert "is not empty" in capsys.readouterr().err
    source = copied(tmp_path / "instructor")
    for path in (source / "testcases").glob("*.yaml"):
        hide(source, path.stem)
    assert main(["init", "--for-students", str(tmp_path / "new"), "--assignment", str(source)]) == 2
    assert "every case is hidden" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_the_file_to_hand_in_comes_along():
    """As the instructor wrote it."""
    assert students_assignment(ROOT)["starter/matmul.cu"] == (ROOT / "starter" / "matmul.cu").read_bytes()
