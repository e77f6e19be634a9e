"""A batch on a Dask cluster: the same tasks, graded by the cluster's workers, on however many machines it has.

A worker that dies loses nothing: the scheduler gives its tasks to another one.
"""

from __future__ import annotations

import contextlib
import pickle
import queue
import socket
import threading
import zlib
from typing import Any

from grader.batch.executors import ExecutorError
from grader.batch.job import grade_task, make_grade, unpack
from grader.batch.store import code_fingerprint
from grader.batch.tasks import Grade, Outcome, Settings, Task

CONNECT_SECONDS = 30.0
RETRIES = 3
"""How often the scheduler tries a task again whose worker died, on another worker."""

_grades: dict[bytes, Grade] = {}
_grading = threading.Lock()


class DaskExecutor:
    """The executor of a cluster; see `Executor`. Raises `ExecutorError` when the scheduler cannot be reached."""

    def __init__(self, settings: Settings, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise ExecutorError("--scheduler needs Dask: pip install 'grader[dask]'") from None
        client_class: Any = distributed.Client  # its methods have no types
        try:
            self._client: Any = client_class(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ExecutorError(f"no Dask scheduler at {address}: {error}") from error
        # They travel with each task, some 20 KB: data kept on a worker would be lost with it.
        self._settings = zlib.compress(pickle.dumps(settings))
        self._outcomes: queue.SimpleQueue[tuple[Task, Any]] = queue.SimpleQueue()
        self._futures: set[Any] = set()

    @property
    def workers(self) -> int:
        """Threads over all workers, at least one: more may join while the batch runs."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def submit(self, task: Task) -> None:
        """See `Executor`."""
        future = self._client.submit(
            grade_on_worker, self._settings, task, key=f"grade-{task.key}-{task.attempt}", pure=False, retries=RETRIES
        )
        self._futures.add(future)
        future.add_done_callback(lambda done: self._outcomes.put((task, done)))

    def next_outcome(self) -> Outcome:
        """See `Executor`."""
        task, future = self._outcomes.get()
        self._futures.discard(future)
        try:
            outcome: Outcome = future.result()
        except Exception as error:
            outcome = Outcome(key=task.key, attempt=task.attempt, fault=f"on the cluster: {error!r}")
        future.release()
        return outcome

    def close(self) -> None:
        """See `Executor`."""
        with contextlib.suppress(Exception):
            self._client.cancel(list(self._futures), force=True)
        self._client.close()


def grade_on_worker(settings: bytes, task: Task) -> Outcome:
    """Runs in a worker. The assignment is loaded once for each worker process; a worker grades one at a time."""
    with _grading:
        try:
            grade = _grade_for(settings)
        except Exception as error:
            return Outcome(key=task.key, attempt=task.attempt, fault=f"on {socket.gethostname()}: {error}")
        return grade_task(grade, task)


def _grade_for(settings: bytes) -> Grade:
    if settings not in _grades:
        for grade in _grades.values():  # an earlier batch's
            grade.close()
        _grades.clear()
        unpacked: Settings = pickle.loads(zlib.decompress(settings))
        if unpacked.code and unpacked.code != code_fingerprint():
            raise ExecutorError("this worker has another version of the grader than the batch")
        _grades[settings] = make_grade(unpack(unpacked))
    return _grades[settings]
