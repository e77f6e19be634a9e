"""What runs in the workers of a cluster. The assignment is loaded once for each worker process, and does not stay."""

from __future__ import annotations

import contextlib
import pickle
import socket
import threading
import zlib

from grader.batch.executors import UnusableError
from grader.batch.job import grade_task, make_grade, unpack
from grader.batch.tasks import Grade, Settings, Task, TaskOutcome
from grader.cache import code_fingerprint

IDLE_SECONDS = 60.0
"""A worker without a task for so long forgets the assignment: solution and hidden cases do not stay behind."""

_grading = threading.Lock()


def grade_on_worker(settings: bytes, task: Task) -> TaskOutcome:
    """Grade one task with pickled and packed settings; one at a time in a process, whatever threads it has."""
    with _grading:
        try:
            outcome = grade_task(_kept.grade_for(settings), task)
        except Exception as error:
            return _unprepared(task, error)
        finally:
            _kept.forget_when_idle()
        return outcome


def _unprepared(task: Task, error: Exception) -> TaskOutcome:
    """The grader does not start on this worker. Where that is a matter of the set-up, it says so once for all."""
    hopeless: tuple[type[Exception], ...] = (ImportError, UnusableError)
    with contextlib.suppress(ImportError):
        from grader.devices.gpu_sharing import NoGpuError

        hopeless = (*hopeless, NoGpuError)
    words = f"on {socket.gethostname()}: {error}"
    return TaskOutcome(key=task.key, attempt=task.attempt, fault=words, stops=isinstance(error, hopeless))


class _Kept:
    """The grade of the last batch met, and the folder with its assignment; used by who holds `_grading`."""

    def __init__(self) -> None:
        self._settings = b""
        self._grade: Grade | None = None
        self._folder = contextlib.ExitStack()
        self._timer: threading.Timer | None = None

    def grade_for(self, settings: bytes) -> Grade:
        """The grade, made anew for other settings than the last."""
        if self._grade is not None and self._settings == settings:
            return self._grade
        self.forget()
        unpacked: Settings = pickle.loads(zlib.decompress(settings))
        if unpacked.code and unpacked.code != code_fingerprint():
            raise UnusableError("this worker has another version of the grader than the batch")
        self._grade = make_grade(unpack(unpacked, self._folder, _own_folder()))
        self._settings = settings
        return self._grade

    def forget(self) -> None:
        """Close the grade and remove the assignment."""
        grade, self._grade = self._grade, None
        try:
            if grade is not None:
                grade.close()
        finally:
            self._folder.close()

    def forget_when_idle(self) -> None:
        """Unless there is another task before that."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(IDLE_SECONDS, self._forget_if_idle)
        self._timer.daemon = True
        self._timer.start()

    def _forget_if_idle(self) -> None:
        with _grading:
            if self._timer is threading.current_thread():  # else a task came while this one waited for its end
                self.forget()


_kept = _Kept()


def _own_folder() -> str | None:
    """The Dask worker's own folder: what a killed worker leaves in it, Dask removes when the next one starts."""
    with contextlib.suppress(Exception):
        from distributed import get_worker

        return str(get_worker().local_directory)
    return None
