"""The real grading of a batch: one session a process, one fresh child a submission, forked where the system can."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from grader.assignment import load_assignment
from grader.batch.tasks import Grade, Settings
from grader.devices.warm import warm_process
from grader.grading.pipeline import Session
from grader.grading.shapes import batch_effort
from grader.report.page import html
from grader.results import Results
from grader.submissions.submission import SubmissionFile


class SessionGrade:
    """A session whose devices forget everything between two submissions: each has a process of its own."""

    def __init__(self, settings: Settings) -> None:
        self._resources = ExitStack()
        server = self._resources.enter_context(warm_process(rehearsed=True, at=settings.warm))
        assignment = load_assignment(Path(settings.assignment))
        self._diagnosis = settings.diagnosis
        self._session = Session(
            assignment, device=settings.device, seed=settings.seed, workers=1, replays=settings.replays, server=server
        )

    def __call__(self, submission: SubmissionFile) -> Results:
        """See `Grade`."""
        try:
            graded = self._session.grade(submission, effort=batch_effort)
            return graded.with_cause() if self._diagnosis else graded.results
        finally:
            self._session.renew()

    def page(self, results: Results, before: Results | None) -> str:
        """See `Grade`."""
        return html(results, before)

    def close(self) -> None:
        """See `Grade`."""
        self._session.close()
        self._resources.close()


def grade_in_process(settings: Settings) -> Grade:
    """The factory that `Settings` names."""
    return SessionGrade(settings)
