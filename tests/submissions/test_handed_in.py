"""When something was handed in: what downloads say, and what a hostile clone says of its last commit."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.assignment.lateness import clock, duration_of, duration_words, time_of
from grader.submissions import collect
from grader.submissions.entries import UNKNOWN, HandedIn

KERNEL = "__global__ void matmul(float *C) {}\n"
LAST_SECOND = 253402300799
NOON = datetime(2026, 11, 20, 12, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-04-26 17:34:00.861687000 Z", datetime(2026, 4, 26, 17, 34, tzinfo=timezone.utc)),  # Gradescope's export
        ("2022-06-25 13:16:26 -0600", datetime(2022, 6, 25, 19, 16, 26, tzinfo=timezone.utc)),  # and its table
        ("Wednesday, 10 June 2026, 2:14 PM", datetime(2026, 6, 10, 14, 14)),  # Moodle's worksheet
        ("Wednesday, September 23, 2020, 9:00 PM", datetime(2020, 9, 23, 21)),
        ("-", None),
        ("2026-13-01 10:00", None),
        ("9" * 5000, None),
        ("0001-01-01 00:00:00 +10:00", None),  # the year before it in Berlin
        ("9999-12-31 23:59:59 Z", None),  # the year after it there
    ],
)
def test_times_are_read_as_course_systems_write_them(text: str, time: datetime | None):
    """What is no time is none, and nobody's end."""
    assert time_of(text) == time


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("1 day 3 hours", 27),
        ("27:00:00", 27),
        ("90 min", 1.5),
        ("1 day, 12h", 36),
        ("2 weeks", 336),
        ("5", None),
        ("", None),
        ("999999 years " * 4, None),
    ],
)
def test_durations_need_a_unit(text: str, hours: float | None):
    """A bare number could be hours, minutes or days."""
    assert duration_of(text) == (None if hours is None else timedelta(hours=hours))


def test_durations_are_told_in_two_units():
    """Nobody cares for the seconds of a day; a table gets all of it."""
    assert duration_words(timedelta(hours=27, seconds=5)) == "1 day 3 hours"
    assert duration_words(timedelta(minutes=1, seconds=2)) == "1 minute 2 seconds"
    assert clock(timedelta(hours=27, seconds=5)) == "27:00:05"


def test_gradescope_says_when_and_how_late(tmp_path: Path):
    """Of every member of the group, in the export's own words."""
    (tmp_path / "submission_1").mkdir()
    (tmp_path / "submission_1" / "matmul.cu").write_text(KERNEL)
    (tmp_path / "submission_metadata.yml").write_text(
        "submission_1:\n  :submitters:\n  - :name: Ada\n  - :name: Alan\n"
        "  :created_at: 2026-11-20 12:00:00.5 Z\n  :lateness: '01:30:00'\n"
    )
    when = HandedIn(submitted=NOON, late_by=timedelta(minutes=90))
    assert {row.student.name: row.when for row in collect([tmp_path])} == {"Ada": when, "Alan": when}


# --- clones


@pytest.fixture(scope="module")
def clones(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two clones, one packed: the kernel was committed at noon, something else a day later."""
    root = tmp_path_factory.mktemp("class")
    for name in ("ada", "alan"):
        repository = root / f"hw1-{name}"
        repository.mkdir()
        git(repository, "init", "-q", "-b", "main")
        commit(repository, "matmul.cu", KERNEL, "2026-11-20T12:00:00Z")
        commit(repository, "notes.md", "later", "2026-11-21T12:00:00Z")
    git(root / "hw1-alan", "gc", "-q")
    return root


def git(repository: Path, *words: str, **variables: str) -> None:
    """Run git there as nobody in particular."""
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(repository)}
    for person in ("AUTHOR", "COMMITTER"):
        nobody |= {f"GIT_{person}_NAME": "n", f"GIT_{person}_EMAIL": "e"}
    subprocess.run(["git", *words], cwd=repository, check=True, env={**os.environ, **nobody, **variables})


def commit(repository: Path, name: str, text: str, time: str) -> None:
    """Commit one file at this time."""
    (repository / name).write_text(text)
    git(repository, "add", name)
    git(repository, "commit", "-q", "-m", name, GIT_COMMITTER_DATE=time)


def when(root: Path) -> dict[str, datetime | None]:
    """Who handed in when."""
    return {row.student.name: row.when.submitted for row in collect([root])}


def test_a_clone_tells_when_its_kernel_was_last_committed(clones: Path):
    """Not when anything else was, loose or packed."""
    assert when(clones) == {"ada": NOON, "alan": NOON}


def test_a_commit_at_the_end_of_time_is_its_owners_alone(clones: Path, tmp_path: Path):
    """Git writes down any second that it is given; the last ones of the year 9999 are in no other zone's calendar."""
    root = tmp_path / "class"
    shutil.copytree(clones, root)
    commit(root / "hw1-ada", "matmul.cu", KERNEL + "\n", f"@{LAST_SECOND} +0000")
    assert when(root) == {"ada": None, "alan": NOON}
    (row,) = (row for row in collect([root]) if row.student.name == "ada")
    assert row.submission is not None
    assert "no calendar has the time" in " ".join(row.submission.notes)


def test_a_clones_configuration_starts_nothing(clones: Path, tmp_path: Path):
    """Git would run what the student's repository names: monitors, pagers, signers, transports, hooks."""
    root = tmp_path / "class"
    shutil.copytree(clones, root)
    mark = tmp_path / "mark"
    folder = root / "hw1-ada" / ".git"
    evil = tmp_path / "evil"
    evil.write_text(f"#!/bin/sh\ntouch {mark}\n")
    evil.chmod(0o755)
    with (folder / "config").open("a") as config:
        config.write(
            f"[core]\n\tfsmonitor = {evil}\n\tpager = {evil}\n\tsshCommand = {evil}\n\thooksPath = {tmp_path}\n"
            f'[log]\n\tshowSignature = true\n[gpg]\n\tprogram = {evil}\n[remote "origin"]\n\turl = ext::{evil}\n'
            f"\tpromisor = true\n\tpartialclonefilter = blob:none\n[extensions]\n\tpartialClone = origin\n"
            f"[diff]\n\texternal = {evil}\n"
        )
    assert when(root)["ada"] == NOON
    for path in (folder / "objects").glob("??/*"):  # now it would have to be fetched
        path.unlink()
    (row,) = (row for row in collect([root]) if row.student.name == "ada")
    assert row.submission is not None
    assert row.when == UNKNOWN
    assert "When it was committed is not known" in " ".join(row.submission.notes)
    assert not mark.exists()


@pytest.mark.parametrize("broken", ["a file elsewhere", "a link", "no head", "a head elsewhere", "a pipe"])
def test_a_clone_that_leads_elsewhere_has_no_time(clones: Path, tmp_path: Path, broken: str, monkeypatch):
    """And is graded all the same."""
    monkeypatch.setattr("grader.submissions.clones._PATIENCE", 0.1)
    root = tmp_path / "class"
    shutil.copytree(clones, root)
    repository = root / "hw1-ada"
    folder = repository / ".git"
    if broken in ("a file elsewhere", "a link"):
        folder.rename(tmp_path / "elsewhere")
        if broken == "a link":
            folder.symlink_to(tmp_path / "elsewhere")
        else:
            folder.write_text(f"gitdir: {tmp_path / 'elsewhere'}\n")
    elif broken == "a pipe":
        for path in list((folder / "objects").glob("??/*")):
            path.unlink()
            os.mkfifo(path)
    else:
        (folder / "HEAD").write_text("" if broken == "no head" else "ref: refs/heads/../../../../etc/passwd\n")
    found = {row.student.name: row for row in collect([root])}
    rows = [row for name, row in found.items() if "ada" in name]
    assert [row.when.submitted for row in rows] == [None]
    assert rows[0].submission is not None
