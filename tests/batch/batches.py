"""A batch in a temporary folder, graded by the fake grader."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from grader.batch.coordinator import Coordinator, PlainLines, Summary, entries_of
from grader.batch.executors import LocalExecutor
from grader.batch.gradebook import gradebook
from grader.batch.job import Settings
from grader.batch.store import Store
from grader.results import Results
from grader.submissions import collect
from tests.batch.fake_grading import page

Run = Callable[..., tuple[int, str]]
"""Runs `batch` with these words: the exit code and what it printed."""
SETTINGS = Settings(assignment="unused", seed=7, factory="tests.batch.fake_grading:make")


class Batch:
    """One output folder and one folder of submissions."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.submissions = root / "class"
        self.out = root / "out"
        self.marks = root / "marks"
        self.marks.mkdir()
        self.submissions.mkdir()
        self.console = Console(record=True, width=200, force_terminal=False, file=(root / "log").open("w"))

    def submit(self, **sources: str) -> None:
        """Put a submission of each student in place."""
        for name, text in sources.items():
            (self.submissions / f"{name}.cu").write_text(text)

    def run(
        self,
        *,
        jobs: int = 2,
        seconds: float = 30,
        fresh: bool = False,
        batch: str = "b",
        executor=None,
        tasks: int = 250,
        worth: float = 1.0,
    ) -> Summary:
        """Grade what is there."""
        store = Store(self.out, fresh=fresh)
        entries = entries_of(collect([self.submissions]), batch, str(worth))
        progress = PlainLines(self.console, len(entries))
        make = executor or (lambda _: self.executor(jobs=jobs, seconds=seconds, tasks=tasks))

        def score(results: Results) -> Results:
            return results.model_copy(update={"score": results.score * worth})

        return Coordinator(store, progress, page, score).run(entries, make)

    def executor(self, *, jobs: int = 2, seconds: float = 30, tasks: int = 250) -> LocalExecutor:
        """Local processes that find the fake grader."""
        return LocalExecutor(SETTINGS, jobs, seconds_a_task=seconds, tasks_a_process=tasks)

    def graded(self, text: str) -> int:
        """How often a submission with this text was graded."""
        import hashlib

        mark = self.marks / hashlib.sha256(text.encode()).hexdigest()
        return len(mark.read_text().splitlines()) if mark.exists() else 0

    def book(self, summary: Summary) -> str:
        """The gradebook's text."""
        return gradebook(summary.rows)


def child_environment(marks: Path) -> dict[str, str]:
    """What the grading processes need to find the fake grader and to leave marks."""
    here = Path(__file__).resolve()
    paths: Sequence[str] = (str(here.parents[2]), os.environ.get("PYTHONPATH", ""))
    return {"PYTHONPATH": os.pathsep.join(path for path in paths if path), "FAKE_MARKS": str(marks)}
