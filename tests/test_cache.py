"""What a run keeps for the next: the same figures sooner, from a folder that only the user can have filled."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import cache
from grader.assignment import Assignment
from grader.devices.base import DeviceFault
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.grading.opened import OpenAssignment
from grader.labs import lab_of

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders of one's own are known by their owner")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for what is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    cache.kept_folder.cache_clear()
    yield tmp_path / "cache"
    cache.kept_folder.cache_clear()


class NoDevice:
    """A device that cannot be asked."""

    def compile(self, _: object) -> None:
        raise DeviceFault("somebody asked")


def test_what_is_kept_is_there_again(home: Path):
    """Whole, under its name, in a folder that is closed to others."""
    cache.keep("words", "name", "said")
    assert cache.recall("words", "name") == b"said"
    assert cache.recall("words", "other") is None
    assert (home / "cuda-grader").stat().st_mode & 0o777 == 0o700


def test_nothing_is_read_where_others_could_have_written(home: Path):
    """A folder that is open to others, or a link to another, is left alone."""
    folder = home / "cuda-grader" / "words"
    folder.mkdir(parents=True)
    (folder / "name").write_text("forged")
    (home / "cuda-grader").chmod(0o770)
    assert cache.recall("words", "name") is None
    cache.kept_folder.cache_clear()
    (home / "cuda-grader").rename(home / "elsewhere")
    (home / "elsewhere").chmod(0o700)
    (home / "cuda-grader").symlink_to(home / "elsewhere")
    assert cache.recall("words", "name") is None


def test_a_folder_that_depends_on_where_one_stands_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """`XDG_CACHE_HOME=cache` in a student's repository would be theirs."""
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert cache.kept_folder("words") == tmp_path / ".cache" / "cuda-grader" / "words"


@pytest.fixture
def seven_kept() -> Path:
    """A folder of seven files, of which the first ones are the oldest."""
    folder = cache.kept_folder("words")
    assert folder is not None
    for number in range(7):
        cache.keep("words", str(number), "said")
        os.utime(folder / str(number), (number, number))
    return folder


def test_what_is_kept_does_not_grow_for_ever(seven_kept: Path):
    """The next run forgets the oldest."""
    assert cache.kept_folder("words", 3) == seven_kept
    assert sorted(path.name for path in seven_kept.iterdir()) == ["4", "5", "6"]


def test_two_runs_may_forget_the_same_files_at_the_same_time(seven_kept: Path, monkeypatch: pytest.MonkeyPatch):
    """What the other one has removed meanwhile is no fault."""
    listed, looked = list(seven_kept.iterdir()), Path.stat

    def stat(path: Path, **how: bool) -> os.stat_result:
        told = looked(path, **how)
        if path.name == "2":  # the other run does all of it, while this one looks for the oldest
            for name in "0123":
                (seven_kept / name).unlink(missing_ok=True)
        return told

    monkeypatch.setattr(Path, "iterdir", lambda _: iter(listed))
    monkeypatch.setattr(Path, "stat", stat)
    assert cache.kept_folder("words", 3) == seven_kept
    monkeypatch.undo()
    assert {path.name for path in seven_kept.iterdir()} == {"4", "5", "6"}


def test_the_naive_kernel_is_measured_once(assignment: Assignment):
    """The next run asks no device; another shape, or figures that cannot be read, are measured."""
    case = lab_of(assignment.config).traffic_case(assignment.config, 16)
    device = EmulatorDevice(WorkerLimits())
    try:
        measured = OpenAssignment(assignment=assignment, seed=1).naive_traffic(device, case)
    finally:
        device.close()
    nobody: EmulatorDevice = NoDevice()  # type: ignore[assignment]
    assert OpenAssignment(assignment=assignment, seed=1).naive_traffic(nobody, case) == measured
    with pytest.raises(DeviceFault, match="somebody asked"):
        OpenAssignment(assignment=assignment, seed=2).naive_traffic(nobody, case)
    folder = cache.kept_folder("figures")
    assert folder is not None
    for path in folder.iterdir():
        path.write_text("{}")
    with pytest.raises(DeviceFault, match="somebody asked"):
        OpenAssignment(assignment=assignment, seed=1).naive_traffic(nobody, case)
