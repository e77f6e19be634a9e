"""What lies beside a student's file: nothing of it leads the grader to another file, or ends it."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.cli import ExitCode, main

ROOT = Path(__file__).resolve().parents[2]
BROKEN = (ROOT / "reference" / "mistakes" / "source-syntax-error.cu").read_text()


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a kernel that does not compile, which is the working folder; beside it lies a gradebook."""
    (tmp_path / "gradebook.csv").write_text("everybody: 100\n")
    folder = tmp_path / "clone"
    folder.mkdir()
    (folder / "matmul.cu").write_text(BROKEN)
    monkeypatch.chdir(folder)
    return folder


def grade(*words: str) -> int:
    """The exit code of grading the file of the working folder."""
    return main(["matmul.cu", "--assignment", str(ROOT), *words])


@pytest.mark.parametrize(
    "name",
    [".writable", "index.html", "results.json", "history.json", "junit.xml", "annotations.txt", "summary.md"],
)
def test_a_link_in_the_reports_folder_is_replaced_and_not_followed(clone: Path, name: str):
    """The file that it leads to stays as it is."""
    (clone / "report").mkdir()
    (clone / "report" / name).symlink_to(clone.parent / "gradebook.csv")
    assert grade("--export", "junit", "--export", "github", "--export", "markdown") == ExitCode.FAILED
    assert (clone.parent / "gradebook.csv").read_text() == "everybody: 100\n"
    assert not (clone / "report" / "index.html").is_symlink()


def test_a_report_folder_that_leads_elsewhere_is_refused_until_it_is_named(
    clone: Path, capsys: pytest.CaptureFixture[str]
):
    """It would write over the pages there."""
    elsewhere = clone.parent / "website"
    elsewhere.mkdir()
    (clone / "report").symlink_to(elsewhere)
    assert grade() == ExitCode.USAGE
    assert "report: a link to another folder; name the report's folder with --out" in capsys.readouterr().err
    assert not list(elsewhere.iterdir())
    assert grade("--out", "report") == ExitCode.FAILED
    assert (elsewhere / "index.html").is_file()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("becomes", ["nothing", "a folder", "a pipe", "an endless device", "no text"])
def test_watching_goes_on_whatever_the_file_becomes(
    clone: Path, becomes: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """What is no file is told, or waited for; when it is one again, it is graded."""
    path = clone / "matmul.cu"
    make = {
        "nothing": lambda: None,
        "a folder": path.mkdir,
        "a pipe": lambda: os.mkfifo(path),
        "an endless device": lambda: path.symlink_to("/dev/zero"),
        "no text": lambda: path.write_bytes(b"\0\1\2" * 10),
    }[becomes]

    def remove() -> None:
        path.rmdir() if path.is_dir() else path.unlink()

    steps = iter(
        [
            lambda: (path.unlink(), make()),
            None,
            None,
            lambda: (path.exists() and remove(), path.write_text(BROKEN)),
            None,
        ]
    )
    ended: list[str] = []

    def pause(seconds: float) -> None:
        step = next(steps, "end")
        if step == "end":
            ended.append(capsys.readouterr().out)
            raise KeyboardInterrupt
        if callable(step):
            step()

    monkeypatch.setattr("grader.cli.grade.time", SimpleNamespace(sleep=pause))
    assert grade("--watch") == ExitCode.FAILED
    assert ended
    assert ended[0].count("The file does not compile (line 18)") >= 2, ended[0]
