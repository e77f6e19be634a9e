"""The process that grades one task after another: `main`, with pickled frames on its pipes.

It is the grader's own, trusted side: the student's code runs in a child of this process, behind its walls.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pickle
import socket
import struct
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from grader.batch.tasks import Grade, Settings, Task, TaskOutcome, named, shown_before
from grader.errors import UsageError
from grader.processes.child import die_with_parent
from grader.report.redact import for_student

_LENGTH = struct.Struct("<Q")


def send(stream: IO[bytes], value: object) -> None:
    """Write one frame; `OSError` when the other end is gone."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:  # noqa: ANN401 - whatever was sent
    """Read one frame; `EOFError` at the end. Both ends are the grader's own, so pickles are safe here."""
    length = _LENGTH.unpack(_exactly(stream, _LENGTH.size))[0]
    return pickle.loads(_exactly(stream, length))


def _exactly(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def make_grade(settings: Settings) -> Grade:
    """The grading function that the settings name."""
    module, _, name = settings.factory.partition(":")
    factory: Callable[[Settings], Grade] = getattr(importlib.import_module(module), name)
    return factory(settings)


def grade_task(grade: Grade, task: Task) -> TaskOutcome:
    """Grade one submission; whatever the grader itself does wrong becomes the outcome's `fault`."""
    start = time.perf_counter()
    worker = f"{socket.gethostname()}:{os.getpid()}"
    try:
        results = grade(task.submission)
        shown = for_student(named(results, task.student, task.shown_as))
        page = grade.page(shown, shown_before(task.before))
        text = results.to_json()
    except UsageError as error:  # of the assignment: every other submission would meet it as well
        return TaskOutcome(key=task.key, attempt=task.attempt, fault=str(error), stops=True, worker=worker)
    except Exception as error:
        # The pipeline turns what a submission does into findings, so an exception is never the student's doing.
        words = "".join(traceback.format_exception(error, limit=-6)).strip()
        return TaskOutcome(key=task.key, attempt=task.attempt, fault=words, worker=worker)
    return TaskOutcome(
        key=task.key,
        attempt=task.attempt,
        results_json=text,
        page=page,
        fault=results.fault,
        seconds=time.perf_counter() - start,
        worker=worker,
    )


def unpack(settings: Settings, stack: contextlib.ExitStack, parent: str | None = None) -> Settings:
    """Settings whose assignment lies on this machine; the files that came along are written to a private folder.

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
    os.dup2(2, 1)  # whatever a library prints must not reach the frames
    grade = make_grade(receive(reader))
    gc.collect()
    gc.freeze()  # what is there now stays: the collector need not look through it for every submission
    gc.set_threshold(20_000, 20, 20)
    with contextlib.suppress(EOFError, KeyboardInterrupt), contextlib.closing(grade):
        send(writer, None)  # ready
        while True:
            send(writer, grade_task(grade, receive(reader)))
