"""Tasks of a batch, and the process that grades one after another: `main`, with pickled values on its pipes.

Tasks, settings and outcomes are plain values that pickle. The process is the grader's own, trusted side: the student's
code runs in a child of it, behind walls.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pickle
import shlex
import tempfile
import traceback
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from grader.errors import UsageError
from grader.processes.child import die_with_parent
from grader.report.history import results_in
from grader.report.redact import for_student
from grader.results import Replays, Results, whole
from grader.submissions.submission import SubmissionFile

IN_PROCESS = "grader.batch.job:SessionGrade"
"""The factory of all batches but those of tests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What all tasks of a batch share.

    `factory` names a function `module:function` that takes these settings and returns what has the methods of
    `SessionGrade`. `files` is the assignment's folder as path → bytes, for workers that do not see it; then
    `assignment` is only a name. `code` is the hash of the coordinator's grader, which a worker elsewhere must have as
    well. `warm` is the descriptor of a socket to a warm process of the receiver's own, if there is one.
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


def named(results: Results, student: str, shown_as: str) -> Results:
    """Return results of a text as those of a student who handed it in under the file name `shown_as`."""
    if results.parts:
        parts = [part.model_copy(update={"results": named(part.results, student, shown_as)}) for part in results.parts]
        results = whole(results, parts)
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


# -- the process -------------------------------------------------------------------------------------------------------


GONE = (OSError, EOFError, pickle.UnpicklingError)
"""Exceptions of `send` and `receive` if the other process has ended, before a value or in the middle of one."""


def send(stream: BinaryIO, value: object) -> None:
    """Write one value."""
    pickle.dump(value, stream, protocol=pickle.HIGHEST_PROTOCOL)
    stream.flush()


def receive(stream: BinaryIO) -> Any:  # noqa: ANN401 - whatever was sent
    """Read one value. Both ends are the grader's own, so pickles are safe here."""
    return pickle.load(stream)


class SessionGrade:
    """Grade one submission after another, each with child processes of its own.

    What it needs is imported where it is made: the coordinator needs none of it.
    """

    def __init__(self, settings: Settings) -> None:
        from grader.assignment import load_assignment
        from grader.devices.warm import warm_process
        from grader.grading.pipeline import Session

        self._resources = ExitStack()
        server = self._resources.enter_context(warm_process(rehearsed=True, at=settings.warm))
        assignment = load_assignment(Path(settings.assignment))
        self._diagnosis = settings.diagnosis
        self._session = Session(
            assignment, device=settings.device, seed=settings.seed, workers=1, replays=settings.replays, server=server
        )

    def __call__(self, submission: SubmissionFile) -> Results:
        from grader.grading.shapes import batch_effort

        try:
            graded = self._session.grade(submission, effort=batch_effort)
            return graded.with_cause() if self._diagnosis else graded.results
        finally:
            self._session.renew()

    def page(self, results: Results, before: Results | None) -> str:
        """Return the student's page, which says what has changed since `before`."""
        from grader.report.page import html

        return html(results, before)

    def close(self) -> None:
        self._session.close()
        self._resources.close()


def make_grade(settings: Settings) -> SessionGrade:
    """Return the grading function that the settings name."""
    module, _, name = settings.factory.partition(":")
    factory: Callable[[Settings], SessionGrade] = getattr(importlib.import_module(module), name)
    return factory(settings)


def grade_task(grade: SessionGrade, task: Task) -> TaskOutcome:
    """Grade one submission; whatever the grader itself does wrong becomes the outcome's `fault`."""
    try:
        results = grade(task.submission)
        shown = for_student(named(results, task.student, task.shown_as))
        page = grade.page(shown, results_in(task.before))
        text = results.to_json()
    except UsageError as error:  # of the assignment: every other submission would meet it as well
        return TaskOutcome(key=task.key, attempt=task.attempt, fault=str(error), stops=True)
    except Exception as error:
        # The pipeline turns what a submission does into findings, so an exception is never the student's doing.
        words = "".join(traceback.format_exception(error, limit=-6)).strip()
        return TaskOutcome(key=task.key, attempt=task.attempt, fault=words)
    return TaskOutcome(key=task.key, attempt=task.attempt, results_json=text, page=page, fault=results.fault)


def unpack(settings: Settings, stack: contextlib.ExitStack, parent: str | None = None) -> Settings:
    """Return settings whose assignment lies on this machine; files that came along go into a private folder.

    The folder (in `parent`, or where the system keeps temporary files) goes when the stack closes or the process ends.
    """
    if settings.files is None:
        return settings
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="grader-assignment-", dir=parent)))
    for name, data in settings.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return replace(settings, assignment=str(folder), files=None)


def main() -> None:
    """Read the settings, then grade tasks until the pipe ends."""
    die_with_parent()  # in the middle of a task, too
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not reach the values
    grade = make_grade(receive(reader))
    gc.collect()
    gc.freeze()  # what is there now stays: the collector need not look through it for every submission
    gc.set_threshold(20_000, 20, 20)
    with contextlib.suppress(EOFError, KeyboardInterrupt), contextlib.closing(grade):
        send(writer, None)  # ready
        while True:
            send(writer, grade_task(grade, receive(reader)))
