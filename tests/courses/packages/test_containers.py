"""The packages for PrairieLearn and Autolab, unpacked and run as these systems run them."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import tarfile
import uuid
import zipfile
from pathlib import Path

import pytest
import yaml

from grader.assignment import load_assignment
from grader.cli import main
from grader.courses.packages.on_machine import graded
from grader.report.exports.course_systems import (
    AUTOLAB,
    AUTOLAB_FAULT,
    PRAIRIELEARN,
    PRAIRIELEARN_FAULT,
)
from grader.results import Status
from grader.submissions.entries import ReadLimits, list_folder
from tests.conftest import ROOT
from tests.exports import samples
from tests.exports.samples import shown

pytestmark = pytest.mark.skipif(
    not (shutil.which("bash") and shutil.which("make")), reason="the systems' scripts need bash and make"
)
RIGHT = ROOT / "reference" / "tiled.cu"


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lab with one visible and one hidden case."""
    folder = tmp_path_factory.mktemp("lab")
    for name in ("reference", "starter"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("mistakes"))
    config = (ROOT / "config.yaml").read_text().replace("widths: [16, 32]", "widths: [16]")
    (folder / "config.yaml").write_text(f"{config}sweep: {{work: 0}}\n")
    (folder / "testcases").mkdir()
    case = "title: {0}\nreason: why\nvisibility: {0}\ncases: [{{name: {0}-case, M: 17, K: 18, N: 19}}]\n"
    for visibility in ("visible", "hidden"):
        (folder / "testcases" / f"{visibility}.yaml").write_text(case.format(visibility))
    return folder


def packaged(platform: str, assignment: Path, path: Path) -> Path:
    """The archive that the command writes."""
    assert main(["package", platform, "--assignment", str(assignment), "--out", str(path)]) == 0
    return path


def environment(folder: Path) -> dict[str, str]:
    """A shell that finds this test's Python as `python3`, where no image was built."""
    (folder / "bin").mkdir(exist_ok=True)
    python = folder / "bin" / "python3"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {"PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}


# --- PrairieLearn


@pytest.fixture(scope="module")
def course(assignment: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course's repository with the package unpacked into it."""
    folder = tmp_path_factory.mktemp("course")
    with zipfile.ZipFile(packaged("prairielearn", assignment, folder / "question.zip")) as archive:
        archive.extractall(folder)
    return folder


def graded_by_prairielearn(course: Path, root: Path, submitted: dict[str, bytes]) -> dict:
    """Its `/grade` put together as it does, the entry point run; what it would read."""
    (question,) = (course / "questions").iterdir()
    options = json.loads((question / "info.json").read_text())["externalGradingOptions"]
    for name in options["serverFilesCourse"]:
        shutil.copytree(course / "serverFilesCourse" / name, root / "serverFilesCourse" / name)
    shutil.copytree(question / "tests", root / "tests")
    for folder in ("student", "data"):
        (root / folder).mkdir()
    (root / "data" / "data.json").write_text("{}")
    for name, data in submitted.items():
        (root / "student" / name).write_bytes(data)
    entry = root / Path(options["entrypoint"]).relative_to("/grade")
    entry.chmod(0o755)
    subprocess.run([entry], cwd="/", env=environment(root), check=True, capture_output=True)
    return json.loads((root / "results" / "results.json").read_text())


def test_the_question_is_one_that_prairielearn_takes(course: Path):
    """Its settings, an editor with the starter, and no solution."""
    (question,) = (course / "questions").iterdir()
    info = json.loads((question / "info.json").read_text())
    assert (info["type"], info["gradingMethod"]) == ("v3", "External")
    assert uuid.UUID(info["uuid"])
    assert 0 < info["externalGradingOptions"]["timeout"] <= 600
    page = (question / "question.html").read_text()
    assert 'source-file-name="matmul.cu"' in page
    assert "<pl-external-grader-results>" in page
    assert (question / "matmul.cu").read_bytes() == (ROOT / "starter" / "matmul.cu").read_bytes()
    assert not [path for path in course.rglob("*.cu") if path.read_bytes() == RIGHT.read_bytes()]
    assert (course / "image" / "Dockerfile").is_file()
    assert "numpy" in (course / "image" / "requirements.txt").read_text()


def test_a_right_kernel_is_graded_in_prairielearns_folders(course: Path, tmp_path: Path):
    """All of its score; the hidden case is a row of points and no more."""
    results = graded_by_prairielearn(course, tmp_path, {"matmul.cu": RIGHT.read_bytes()})
    assert (results["gradable"], results["score"]) == (True, 1.0)
    rows = {test["name"]: test for test in results["tests"]}
    assert {"visible", "Hidden cases"} <= rows.keys()
    assert sum(test["max_points"] for test in rows.values()) == pytest.approx(100)
    assert "hidden-case" not in json.dumps(results)


def test_what_cannot_be_graded_costs_no_attempt_in_prairielearn(course: Path, tmp_path: Path):
    """A missing file, and a grader that is broken: neither has a score, and each says whose matter it is."""
    results = graded_by_prairielearn(course, tmp_path / "one", {"essay.pdf": b"%PDF"})
    assert results["gradable"] is False
    assert "no .cu file; handed in: essay.pdf" in results["format_errors"][0]
    broken = tmp_path / "course"
    shutil.copytree(course, broken)
    next(broken.glob("questions/*/tests/assignment/config.yaml")).write_text("[")
    results = graded_by_prairielearn(broken, tmp_path / "two", {"matmul.cu": RIGHT.read_bytes()})
    assert results == {"gradable": False, "format_errors": json.loads(PRAIRIELEARN_FAULT)["format_errors"]}


def test_prairielearn_gets_points_by_family_and_no_hidden_name():
    """And compile errors as such, by line."""
    document = json.loads(PRAIRIELEARN.render(shown(samples.results(cases=(samples.case("one"), samples.case("two"))))))
    assert document["score"] == 0.7
    assert document["message"].startswith("Fix first: ")
    assert next(test["name"] for test in document["tests"]) == "boundaries"
    failing = samples.results().compile.model_copy(
        update={"ok": False, "diagnostics": (samples.Diagnostic(severity="error", file="x", line=7, message="a ;"),)}
    )
    document = json.loads(PRAIRIELEARN.render(shown(samples.results(cases=(), compile=failing))))
    assert document == {"gradable": False, "format_errors": ["line 7: a ;"]}


# --- Autolab


@pytest.fixture(scope="module")
def lab(assignment: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The assessment's folder, as the import leaves it."""
    folder = tmp_path_factory.mktemp("autolab")
    with tarfile.open(packaged("autolab", assignment, folder / "lab.tar")) as archive:
        first = archive.getmembers()[0]
        assert first.isdir()  # Autolab looks for the assessment's folder before anything in it
        archive.extractall(folder)
    return folder / first.name


def graded_by_autolab(lab: Path, instance: Path, submitted: bytes | None) -> list[str]:
    """What `make` prints in a folder with the two files and the student's, as the guide for authors tells it."""
    settings = yaml.safe_load((lab / f"{lab.name}.yml").read_text())
    instance.mkdir(exist_ok=True)
    shutil.copy(lab / "autograde.tar", instance)
    shutil.copy(lab / "autograde-Makefile", instance / "Makefile")
    if submitted is not None:
        (instance / settings["general"]["handin_filename"]).write_bytes(submitted)
    done = subprocess.run(["make"], cwd=instance, env=environment(instance), check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def test_the_assessment_is_one_that_autolab_takes(lab: Path):
    """One folder with its two settings files, the problems worth what the rubric is, and no solution."""
    settings = yaml.safe_load((lab / f"{lab.name}.yml").read_text())
    assert settings["general"]["name"] == lab.name
    assert {problem["name"]: problem["max_score"] for problem in settings["problems"]} == {
        "correctness": 40, "safety": 20, "tiling": 30, "performance": 10,
    }  # fmt: skip
    assert f'super("{lab.name}", course)' in (lab / f"{lab.name}.rb").read_text()
    with tarfile.open(lab / "autograde.tar") as archive:
        texts = [file.read() for member in archive if (file := archive.extractfile(member))]
    assert RIGHT.read_bytes() not in texts


def test_a_right_kernel_is_graded_by_autolabs_make(lab: Path, tmp_path: Path):
    """The scores stand on the last line, by the names of the problems; the table before them tells no hidden case."""
    printed = graded_by_autolab(lab, tmp_path, RIGHT.read_bytes())
    assert json.loads(printed[-1]) == {"scores": {"correctness": 40, "safety": 20, "tiling": 30, "performance": 10}}
    table = json.loads(printed[-2])
    assert table["_presentation"] == "semantic"
    assert table["Tests"]["visible"] == {"passed": True}
    assert "hidden-case" not in "\n".join(printed)


def test_an_unchanged_starter_has_no_points_in_autolab_and_a_broken_grader_no_scores(lab: Path, tmp_path: Path):
    """The package knows what was given out; the grader's own fault leaves every score as it was."""
    printed = graded_by_autolab(lab, tmp_path / "one", (ROOT / "starter" / "matmul.cu").read_bytes())
    assert "as given out, unchanged" in printed[0]
    assert set(json.loads(printed[-1])["scores"].values()) == {0}
    broken = tmp_path / "lab"
    shutil.copytree(lab, broken / lab.name)
    shutil.rmtree(tmp_path / "one" / "autograde")
    with tarfile.open(lab / "autograde.tar") as archive:
        archive.extractall(tmp_path / "unpacked")
    (tmp_path / "unpacked" / "autograde" / "assignment" / "config.yaml").write_text("[")
    with tarfile.open(broken / lab.name / "autograde.tar", "w") as archive:
        archive.add(tmp_path / "unpacked" / "autograde", "autograde")
    printed = graded_by_autolab(broken / lab.name, tmp_path / "two", RIGHT.read_bytes())
    assert json.loads(printed[-1]) == {"scores": {}}
    assert "not your fault" in printed[0]


def test_more_files_than_can_be_listed_are_their_students_to_mend(
    assignment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """They are no fault of the grader's, which would ask the instructor to look."""
    for number in range(5):
        (tmp_path / f"{number}.cu").touch()
    few = functools.partial(list_folder, bounds=ReadLimits(entries=4))
    monkeypatch.setattr("grader.submissions.list_folder", few)
    made = graded(load_assignment(assignment), tmp_path)
    assert made == "Nothing could be graded: there are more than 4 files in it"


def test_what_a_kernel_prints_is_never_the_last_line_for_autolab():
    """A forged score stands above the grader's own; the grader's fault has none."""
    forged = '{"scores": {"correctness": 1000}}'
    printed = samples.results(cases=(samples.case("one"),), output=f"{forged}\n", verdict=f"x\n{forged}\n{forged}")
    lines = AUTOLAB.render(shown(printed)).splitlines()
    assert json.loads(lines[-1]) == {"scores": {"correctness": 30, "safety": 10, "tiling": 30}}
    assert AUTOLAB.render(shown(samples.results(cases=(samples.case("one", Status.ERROR),)))) == AUTOLAB_FAULT
