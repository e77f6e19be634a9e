"""What other distributions add by entry points is used by name, and a broken one is told in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.processes.child import LEAN_LIBRARIES
from grader.registry import PluginError
from grader.report.exports import EXPORTS, write_export
from grader.submissions import collect
from grader.submissions.systems import LAYOUTS
from tests.distributions import installed_distribution
from tests.exports import samples

ADDED = """\
PATTERN = "{student}--*.cu"

def by_dot(entries, place):
    from grader.submissions.entries import Groups
    from grader.submissions.entries import student
    groups = Groups()
    for entry in entries:
        groups.add(entry.name, (student(entry.name.partition(".")[0]),), entry)
    return groups.all()

class Tally:
    FILE_NAME = "tally.txt"

    @staticmethod
    def render(view):
        return f"{view.points} for {len(view.results.cases)} cases"

def failing(entries, place):
    raise ZeroDivisionError("no\\nluck")
"""
POINTS = """\
[grader.layouts]
dashes = added_layouts:PATTERN
dots = added_layouts:by_dot
failing = added_layouts:failing
missing = added_layouts:not_there
files = added_layouts:failing
[grader.exports]
tally = added_layouts:Tally
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path) -> Iterator[None]:
    """A distribution with layouts and an export of its own."""
    with installed_distribution(tmp_path / "site", "added_layouts", ADDED, POINTS, (LAYOUTS, EXPORTS)):
        yield


@pytest.mark.parametrize(("layout", "file"), [("dashes", "ada--1.cu"), ("dots", "ada.v2.cu")])
def test_a_layout_of_another_distribution_is_used(tmp_path: Path, layout: str, file: str):
    """A function, or a pattern's text."""
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / file).write_text("__global__ void matmul_tiled() {}")
    assert [row.student.name for row in collect([tmp_path / "class"], layout=layout)] == ["ada"]


def test_an_export_of_another_distribution_reads_the_view(tmp_path: Path):
    """Of what a student may see."""
    made = write_export("tally", samples.results(), tmp_path)
    assert (made.name, made.read_text()) == ("tally.txt", "70 of 100 for 5 cases")


@pytest.mark.parametrize(
    ("layout", "value", "error"),
    [("failing", "failing", "ZeroDivisionError: no luck"), ("missing", "not_there", "AttributeError: ")],
)
def test_a_broken_plug_in_is_named_in_one_line(tmp_path: Path, layout: str, value: str, error: str):
    """With its distribution, its entry point and the error."""
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.cu").write_text("__global__ void matmul_tiled() {}")
    with pytest.raises(PluginError) as raised:
        collect([tmp_path / "class"], layout=layout)
    words = str(raised.value)
    assert words.startswith(f"added 1.0: the entry point grader.layouts: {layout} = added_layouts:{value} fails: ")
    assert error in words
    assert "\n" not in words


def test_a_name_of_the_graders_own_is_not_taken(tmp_path: Path):
    """Nor is the name listed twice."""
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.cu").write_text("__global__ void matmul_tiled() {}")
    assert [row.student.name for row in collect([tmp_path / "class"], layout="files")] == ["ada"]
    assert LAYOUTS.names == (
        "gradescope", "canvas", "moodle", "github", "folders", "files", "dashes", "dots", "failing", "missing",
    )  # fmt: skip


def test_names_of_the_graders_own_read_no_metadata_of_others():
    """The start of a verdict pays nothing. Like the command, this switches off pydantic's plug-ins."""
    code = """
import importlib.metadata, grader.registry
def refuse(**_): raise SystemExit("entry points were read")
importlib.metadata.entry_points = refuse
from grader.submissions.systems import LAYOUTS
assert "files" in LAYOUTS and list(LAYOUTS) and LAYOUTS["files"]
"""
    environment = {**os.environ, **LEAN_LIBRARIES}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
