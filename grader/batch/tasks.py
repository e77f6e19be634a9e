"""What travels between the coordinator of a batch and those who grade: plain values that pickle."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from grader.results import Replays, Results, whole
from grader.submissions.submission import SubmissionFile

IN_PROCESS = "grader.batch.grading:grade_in_process"
"""The factory of all batches but those of tests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What all tasks of a batch share.

    `factory` names a function `module:function` that takes these settings and returns a `Grade`. `files` is the
    assignment's folder as path → bytes, for workers that do not see it; then `assignment` is only a name. `code` is the
    hash of the coordinator's grader, which a worker elsewhere must have as well. `warm` is the descriptor of a socket
    to a warm process of the receiver's own, if there is one.
    """

    assignment: str
    seed: int
    device: str = "auto"
    replays: Replays = "faulty"
    diagnosis: bool = True
    factory: str = IN_PROCESS
    files: Mapping[str, bytes] | None = None
    code: str = ""
    warm: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One submission to grade. `key` is the hash of everything that the result depends on.

    The submission has no name, neither a student's nor a file's own: the result is that of the text, for all who handed
    it in. `student` and `shown_as` are those of the page that comes with it, `before` is the text of the results that
    the student saw before.
    """

    key: str
    submission: SubmissionFile
    attempt: int = 1
    student: str = ""
    shown_as: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOutcome:
    """What became of a task: `results.json` and the student's page, or the grader's own fault in words.

    `stops` says that every other task would meet the same fault: a matter of the set-up.
    """

    key: str
    attempt: int
    results_json: str = ""
    page: str = ""
    fault: str | None = None
    stops: bool = False
    seconds: float = 0.0
    worker: str = ""


def named(results: Results, student: str, shown_as: str) -> Results:
    """Results kept for one text, as those of a student who handed it in under the file name `shown_as`."""
    if results.parts:
        parts = [part.model_copy(update={"results": _named(part.results, student, shown_as)}) for part in results.parts]
        results = whole(results, parts)
    return _named(results, student, shown_as)


def _named(results: Results, student: str, shown_as: str) -> Results:
    old = results.submission.path
    mine = results.submission.model_copy(update={"student": student, "path": shown_as})

    def command(text: str) -> str:
        return text.replace(f"python -m grader {shlex.quote(old)} ", f"python -m grader {shlex.quote(shown_as)} ", 1)

    diagnostics = tuple(
        item.model_copy(update={"file": shown_as}) if item.file == old else item for item in results.compile.diagnostics
    )
    return results.model_copy(
        update={
            "submission": mine,
            "reproduce": command(results.reproduce),
            "cases": tuple(
                case.model_copy(update={"reproduce": command(case.reproduce)}) if case.reproduce else case
                for case in results.cases
            ),
            "compile": results.compile.model_copy(update={"diagnostics": diagnostics}),
        }
    )


def shown_before(text: str) -> Results | None:
    """What a student saw before, from the text that is kept of it; one that cannot be read is no loss."""
    with contextlib.suppress(ValueError):
        return Results.from_json(text) if text else None
    return None


class Grade(Protocol):
    """Grades submissions, one after another, in one process."""

    def __call__(self, submission: SubmissionFile) -> Results: ...

    def page(self, results: Results, before: Results | None) -> str:
        """The student's page, which tells what has changed since `before`."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFault:
    """A grader fault that was met, for the record; `attempt` 1 was tried again."""

    student: str
    attempt: int
    message: str = field(default="")
