"""What many tests share: the lab's own assignment, sessions that grade with it, and which tests make the quick lane."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from grader.assignment import Assignment, load_assignment
from grader.devices import warm
from grader.grading.pipeline import Session
from grader.processes.child import child_environment
from grader.processes.forkserver import ForkServer
from tests.lighter import lighter

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
    "assignment", "exports", "grading", "labs", "report", "submissions", "test_architecture.py",
    "test_contributing.py", "test_repository.py", "test_tiny.py",
)  # fmt: skip
"""What `-m quick` runs: a verdict within a minute. Everything that starts many children or a browser is left out."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the quick rooms; a test of theirs that is slow, or needs a browser or a GPU, is not quick."""
    for item in items:
        room = item.path.relative_to(Path(__file__).parent).parts[0]
        if room in QUICK_ROOMS and not any(item.get_closest_marker(name) for name in ("slow", "browser", "gpu")):
            item.add_marker("quick")


def pytest_xdist_auto_num_workers() -> int:
    """What `-n auto` means: one more than there are cores, as a test waits for the processes that it has started.

    More than four workers only take memory: each test grades in processes of its own.
    """
    return min(4, (os.cpu_count() or 1) + 1)


@pytest.fixture(scope="session", autouse=True)
def shared_warm_process() -> Iterator[None]:
    """All that a test's process grades has one warm process: loading the compiler costs more than most gradings.

    It is started by the first that asks, and what it forks sees the environment of whoever asks. It would not outlive
    the thread that starts it, so other threads than the main one have their own, as they do outside of tests.
    """
    open_anew = warm.warm_process
    servers: dict[tuple[tuple[str, str], ...], ForkServer] = {}

    @contextlib.contextmanager
    def shared(*, rehearsed: bool = False, here: bool = False, at: int | None = None) -> Iterator[ForkServer | None]:
        environment = child_environment(tempfile.gettempdir())
        key = tuple(sorted(environment.items()))
        if key not in servers and threading.current_thread() is threading.main_thread():
            servers[key] = resources.enter_context(open_anew(rehearsed=True))
        if key in servers:
            yield servers[key]
        else:
            with open_anew(rehearsed=rehearsed, here=here, at=at) as server:
                yield server

    with contextlib.ExitStack() as resources, pytest.MonkeyPatch.context() as patch:
        for module in (
            "grader.devices.warm",
            "grader.grading.pipeline",
            "grader.batch.executors",
        ):
            patch.setattr(f"{module}.warm_process", shared)
        yield


@pytest.fixture(scope="session")
def assignment() -> Assignment:
    """The lab of this repository."""
    return load_assignment(ROOT)


@pytest.fixture(scope="session")
def grading(assignment: Assignment) -> Iterator[Session]:
    """One session for all tests: workers start once."""
    with Session(assignment, device="cpu") as session:
        yield session


@pytest.fixture(scope="session")
def light_grading(assignment: Assignment) -> Iterator[Session]:
    """The same at one tile width, with a short sweep: for what a kernel shows there as well."""
    with Session(lighter(assignment, work=10), device="cpu", workers=1) as session:
        yield session
