"""What many tests share: the lab's own assignment, sessions that grade with it, and which tests make the quick lane."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from grader.assignment import Assignment, load_assignment
from grader.grade import Session

ROOT = Path(__file__).parents[1]

# What runs keep for one another is not taken from whoever works here, nor left to them.
_KEPT = tempfile.TemporaryDirectory(prefix="grader-kept-")
os.environ["XDG_CACHE_HOME"] = _KEPT.name

# No deadline: how long an example takes says something about the machine, not about the code. In continuous integration
# every run tries the same examples, so that a failure there is one that anybody can repeat.
hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")

QUICK_ROOMS = (
    "assignment", "checking", "collecting", "exports", "labs", "report", "test_architecture.py", "test_repository.py",
    "test_submission.py", "test_tiny.py",
)  # fmt: skip
"""What `-m quick` runs: a verdict within a minute. Everything that starts many children or a browser is left out."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the quick rooms; a test of theirs that is slow, or needs a browser or a GPU, is not quick."""
    for item in items:
        room = item.path.relative_to(Path(__file__).parent).parts[0]
        if room in QUICK_ROOMS and not any(item.get_closest_marker(name) for name in ("slow", "browser", "gpu")):
            item.add_marker("quick")


def pytest_xdist_auto_num_workers() -> int:
    """What `-n auto` means: each test grades in processes of its own, so more than four workers only take memory."""
    return max(1, min(4, os.cpu_count() or 1))


@pytest.fixture(scope="session")
def assignment() -> Assignment:
    """The lab of this repository."""
    return load_assignment(ROOT)


@pytest.fixture(scope="session")
def grading(assignment: Assignment) -> Iterator[Session]:
    """One session for all tests: workers start once."""
    with Session(assignment, device="cpu") as session:
        yield session
