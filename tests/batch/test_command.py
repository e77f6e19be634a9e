"""The command `batch` as users run it, graded by the fake grader: what it refuses, prints and returns."""

from __future__ import annotations

import argparse
import csv
import errno
import re
import shutil
from pathlib import Path

import pytest

from grader.batch.job import Settings
from grader.batch.store import Store
from grader.cli import batch as command
from tests.batch.batches import Run, child_environment

ROOT = Path(__file__).resolve().parents[2]


def students(out: Path) -> list[str]:
    """The names in the gradebook."""
    with (out / "gradebook.csv").open(newline="", encoding="utf-8") as file:
        return [row["student"] for row in csv.DictReader(file)]


@pytest.mark.parametrize("seed", ["-1", "99999999999999999999999", "a few"])
def test_a_seed_that_no_generator_takes_is_refused(run: Run, tmp_path: Path, seed: str, capsys):
    """Before anything is kept under it."""
    with pytest.raises(SystemExit) as ended:
        run(tmp_path, "--out", tmp_path / "out", f"--seed={seed}")
    assert ended.value.code == 2
    assert "expected a" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_seed_random_is_the_secret_one_of_the_folder(run: Run, tmp_path: Path):
    """So that the same words resume."""
    (tmp_path / "ada.cu").write_text("score 1")
    assert run(tmp_path / "ada.cu", "--out", tmp_path / "out", "--seed", "random")[0] == 0
    again = run(tmp_path / "ada.cu", "--out", tmp_path / "out", "--seed", "random")[1]
    assert "1 of 1 graded" in again
    assert "(1 known from before)" in again


@pytest.mark.parametrize("seed", ["-1", "1e400", "NaN", '"x"'])
def test_a_kept_seed_that_no_generator_takes_is_drawn_anew(tmp_path: Path, seed: str):
    """An earlier version could keep one, and so could a disk that failed."""
    store = Store(tmp_path)
    (tmp_path / ".grader" / "state.json").write_text(f'{{"schema": 1, "seed": {seed}}}')
    assert store.seed(None) >= 0


@pytest.mark.parametrize("layout", ["files", "folders"])
def test_the_output_is_no_submission_when_it_lies_among_them(run: Run, tmp_path: Path, layout: str):
    """Neither a student called like the folder nor another layout the second time."""
    course = tmp_path / "class"
    for name in ("ada", "alan"):
        path = course / (f"{name}.cu" if layout == "files" else f"{name}/matmul.cu")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"score {len(name)}")
    for _ in range(2):
        assert run(course, "--out", course / "graded")[0] == 0
        assert students(course / "graded") == ["ada", "alan"]


def test_the_submissions_own_folder_is_refused_as_output(run: Run, tmp_path: Path, capsys):
    """Reports would lie among what students handed in."""
    (tmp_path / "ada.cu").write_text("score 1")
    assert run(tmp_path, "--out", tmp_path / ".")[0] == 2
    assert "these are the submissions" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ada.cu"]


def test_a_full_disk_is_told_with_the_folder_and_the_way_on(run: Run, tmp_path: Path, capsys, monkeypatch):
    """In one sentence, with the exit code of the grader's own trouble; afterwards the same command goes on."""
    for name in ("ada", "alan"):
        (tmp_path / f"{name}.cu").write_text(f"score {len(name)}")
    words = (tmp_path / "ada.cu", tmp_path / "alan.cu", "--out", tmp_path / "out")
    save = Store.save

    def full(store: Store, key: str, results_json: str) -> None:
        if any((tmp_path / "out" / ".grader" / "results").iterdir()):
            raise OSError(errno.ENOSPC, "No space left on device")
        save(store, key, results_json)

    monkeypatch.setattr(Store, "save", full)
    assert run(*words)[0] == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"grader: No room is left on the disk of {tmp_path / 'out'}.")
    assert "the same command goes on" in line
    monkeypatch.undo()
    for name, value in child_environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    code, text = run(*words)
    assert code == 0
    assert "(1 known from before)" in text


def test_no_gpu_is_wrong_input_told_once(run: Run, tmp_path: Path, capsys, monkeypatch):
    """Not a fault of the grader with every submission."""
    monkeypatch.setattr("grader.devices.gpu_sharing.count_gpus", lambda: 0)
    (tmp_path / "ada.cu").write_text("score 1")
    assert run(tmp_path / "ada.cu", "--out", tmp_path / "out", "--device", "gpu")[0] == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("grader: there is no NVIDIA GPU here")
    assert not (tmp_path / "out" / ".grader" / "faults.json").exists()


def test_failures_are_shown_as_they_come_unless_quiet(run: Run, tmp_path: Path):
    """A short line each: who, how many points, why; nothing about who passed."""
    (tmp_path / "ada.cu").write_text("score 100")
    (tmp_path / "alan.cu").write_text("score 40")
    words = (tmp_path / "ada.cu", tmp_path / "alan.cu", "--out", tmp_path / "out", "--fresh")
    shown = run(*words)[1].splitlines()
    assert "alan: 40 of 100 points; 40 points" in shown
    assert not [line for line in shown if line.startswith("ada:")]
    assert "alan:" not in run(*words, "--quiet")[1]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ((0, 0), "Nobody passed everything; everybody has 0 points"),
        ((40,), "Nobody passed everything; it has 40 points"),
        ((20, 40, 100), "1 passed everything; scores 20 to 100, median 40"),
    ],
)
def test_the_class_is_told_in_a_sentence(run: Run, tmp_path: Path, points: tuple[int, ...], words: str):
    """How many passed and what the points are, in words that fit one student and nobody."""
    for number, score in enumerate(points):
        (tmp_path / f"student{number}.cu").write_text(f"score {score}  // {number}")
    assert words in run(*sorted(tmp_path.glob("*.cu")), "--out", tmp_path / "out")[1].splitlines()


def test_a_task_may_take_as_long_as_the_assignment_gives_a_submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """And some time beside, so that a submission that uses it up is graded and no grader fault. One needs one job."""

    class AskedError(Exception):
        """Who makes the executor is told what it was asked for."""

    def executor(settings: Settings, jobs: int, *, seconds_a_task: float, rehearsed: bool) -> None:
        raise AskedError(seconds_a_task, jobs, rehearsed)

    folder = tmp_path / "lab"
    for name in ("config.yaml", "testcases", "reference", "starter"):
        (shutil.copytree if (ROOT / name).is_dir() else _copy)(ROOT / name, folder / name)
    text = (folder / "config.yaml").read_text()
    (folder / "config.yaml").write_text(re.sub(r"(?m)^limits:.*\n", "limits:\n  total_seconds: 5000\n", text))
    (tmp_path / "ada.cu").write_text("// nothing yet")
    monkeypatch.setattr(command, "LocalExecutor", executor)
    words = [str(tmp_path / "ada.cu"), "--assignment", str(folder), "--out", str(tmp_path / "out"), "--device", "cpu"]
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    with pytest.raises(AskedError) as asked:
        command.run(parser.parse_args(words))
    seconds, jobs, rehearsed = asked.value.args
    assert seconds > 5000
    assert (jobs, rehearsed) == (1, False)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def test_a_wall_that_is_missing_is_told_once(run: Run, tmp_path: Path):
    """Also of what was graded before; a class on one machine needs one line."""
    for name in ("ada", "alan", "grace"):
        (tmp_path / f"{name}.cu").write_text(f"score {len(name)} {'unwalled' if name != 'grace' else ''}")
    words = (*sorted(tmp_path.glob("*.cu")), "--out", tmp_path / "out")
    for _ in ("graded now", "known from before"):
        assert run(*words)[1].count("Not isolated here: no file system sandbox (") == 1
