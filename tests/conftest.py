"""What many tests share: the lab's own assignment, and sessions that grade with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.assignment import Assignment, load_assignment
from grader.grade import Session

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def assignment() -> Assignment:
    """The lab of this repository."""
    return load_assignment(ROOT)


@pytest.fixture(scope="session")
def grading(assignment: Assignment) -> Iterator[Session]:
    """One session for all tests: workers start once."""
    with Session(assignment, device="cpu") as session:
        yield session
