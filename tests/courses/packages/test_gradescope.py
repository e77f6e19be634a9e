"""The Gradescope autograder, unpacked and run as the platform runs it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from grader.cli import main

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="Gradescope's scripts need bash")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip."""
    path = tmp_path_factory.mktemp("zip") / "autograder.zip"
    assert main(["package", "gradescope", "--assignment", str(ROOT), "--out", str(path)]) == 0
    return path


@pytest.fixture
def platform(archive: Path, tmp_path: Path) -> Path:
    """Gradescope's `/autograder`, with this test's Python where `setup.sh` would have made a virtual environment."""
    root = tmp_path / "autograder"
    with zipfile.ZipFile(archive) as files:
        files.extractall(root / "source")
    for name in ("submission", "results", "venv/bin"):
        (root / name).mkdir(parents=True)
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    (root / "run_autograder").chmod(0o755)
    python = root / "venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (root / "submission_metadata.json").write_text(json.dumps({"users": [{"name": "Ada Lovelace"}]}))
    return root


def run(platform: Path) -> dict:
    """The results that Gradescope would read."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(platform / "run_autograder")], cwd="/", env=environment, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads((platform / "results" / "results.json").read_text())


def test_the_zip_holds_what_the_platform_looks_for_and_no_solution(archive: Path):
    """The two scripts at the top, executable; the solution and the faulty kernels in no file, under no name."""
    solution = (ROOT / "reference" / "tiled.cu").read_bytes()
    with zipfile.ZipFile(archive) as files:
        modes = {info.filename: info.external_attr >> 16 for info in files.infolist()}
        assert modes["setup.sh"] & modes["run_autograder"] & 0o111
        names = set(modes)
        assert {"requirements.txt", "assignment/config.yaml", "assignment/reference/naive.cu"} <= names
        assert not [name for name in names if "mistakes/" in name or name.endswith("tiled.cu")]
        assert not [name for name in names if files.read(name) == solution]
        assert b"tiled.cu" not in files.read("assignment/config.yaml")
        assert b"numpy" in files.read("requirements.txt")
        for script in ("setup.sh", "run_autograder"):
            assert b"\r" not in files.read(script)


def test_an_unchanged_starter_is_nothing_handed_in(platform: Path):
    """The package knows what was given out."""
    shutil.copy(ROOT / "starter" / "matmul.cu", platform / "submission" / "matmul.cu")
    results = run(platform)
    assert results["score"] == 0
    assert "as given out, unchanged" in results["output"]


def test_the_same_assignment_makes_the_same_zip(archive: Path, tmp_path: Path):
    """To the byte."""
    main(["package", "gradescope", "--assignment", str(ROOT), "--out", str(tmp_path / "again.zip")])
    assert (tmp_path / "again.zip").read_bytes() == archive.read_bytes()


@pytest.mark.parametrize("script", ["setup.sh", "run_autograder"])
def test_the_scripts_are_bash(script: str, platform: Path):
    """As far as bash can tell without running them."""
    subprocess.run(["bash", "-n", str(platform / "source" / script)], check=True)


def test_a_right_kernel_gets_all_points(platform: Path):
    """From the unpacked zip alone, in another folder, without this repository."""
    shutil.copy(ROOT / "reference" / "tiled.cu", platform / "submission" / "matmul.cu")
    results = run(platform)
    assert results["score"] == 100
    assert {test["status"] for test in results["tests"]} == {"passed"}


def test_the_skeleton_gets_few_points_and_its_tests_say_why(platform: Path):
    """A failing submission is no failing autograder."""
    shutil.copy(ROOT / "starter" / "matmul.cu", platform / "submission" / "matmul.cu")
    results = run(platform)
    assert results["score"] < 50
    assert any(test.get("status") == "failed" and test["output"] for test in results["tests"])


def test_a_missing_file_is_the_students_to_mend(platform: Path):
    """A score of 0 and what was found instead."""
    (platform / "submission" / "essay.pdf").write_bytes(b"%PDF")
    results = run(platform)
    assert results["score"] == 0
    assert "no .cu file; handed in: essay.pdf" in results["output"]
    assert sum(test["max_score"] for test in results["tests"]) == 100


@pytest.mark.parametrize("damage", ["source/assignment/config.yaml", "source/grader/grading/pipeline.py"])
def test_a_broken_autograder_costs_nobody_points(platform: Path, damage: str):
    """There is a result, it has no score, and it says whose fault it is."""
    shutil.copy(ROOT / "starter" / "matmul.cu", platform / "submission" / "matmul.cu")
    (platform / damage).write_text("[")
    results = run(platform)
    assert "score" not in results
    assert "not your fault" in results["output"]
    assert "Traceback" not in results["output"]
    assert str(platform) not in results["output"]


def test_setup_ends_with_a_check_that_grades(platform: Path):
    """So that a missing library fails the build and not the first student."""
    command = [sys.executable, "-m", "grader.courses.packages.on_machine", "--check", "gradescope", str(platform)]
    done = subprocess.run(command, cwd=platform / "source", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "The naive kernel was graded: " in done.stdout
    assert "Everything passes" in done.stdout


def test_an_assignment_that_does_not_load_is_not_packaged(tmp_path: Path, capsys):
    """The message names the file; nothing is written."""
    (tmp_path / "config.yaml").write_text("points: many\n")
    out = tmp_path / "autograder.zip"
    assert main(["package", "gradescope", "--assignment", str(tmp_path), "--out", str(out)]) == 2
    assert "config.yaml" in capsys.readouterr().err
    assert not out.exists()
