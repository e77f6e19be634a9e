"""Grade a batch on a Dask cluster: the same tasks, graded by the cluster's workers on all its machines.

A worker that dies loses nothing: the scheduler gives its tasks to another one. A scheduler that dies ends the batch.
`grade_on_worker` runs in the workers. The assignment is loaded once for each worker process, and does not stay there.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import pickle
import queue
import re
import socket
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grader.batch.executors import Connect, ExecutorError, UnusableError
from grader.batch.job import SessionGrade, Settings, Task, TaskOutcome, grade_task, make_grade, unpack
from grader.cache import code_fingerprint

CONNECT_SECONDS = 10.0
POLL_SECONDS = 1.0
LOOK_SECONDS = 2.0
"""How often the workers are counted, at most; and how long the scheduler may take to tell."""
SILENT_SECONDS = 60.0
"""A scheduler that has not answered for so long is taken for dead, although its connection stands."""
NO_WORKERS_SECONDS, NO_WORKERS_AGAIN_SECONDS = 5.0, 300.0
RETRIES = 3
"""How often the scheduler tries a task again whose worker died, on another worker."""

_ADDRESS = re.compile(r"(?:(?:tcp|tls|ucx|wss?)://)?(?:\[[0-9a-fA-F:.]+\]|[\w.-]+):(\d{1,5})/?")


def dask_cluster(given: str) -> Connect:
    """Return a function that connects with this scheduler. Raise `UnusableError` for an address that cannot be one."""
    address = scheduler_address(given)
    return lambda settings, note: DaskExecutor(settings, address, note)


class _Call:
    """Pickled, this is a call of `grade_on_worker` that is made when it is unpickled, in the worker's thread.

    So the message itself names nothing of the grader: a scheduler does not need it, and a worker that lacks it says so
    instead of dying of a message that it cannot read.
    """

    def __init__(self, settings: bytes, task: Task) -> None:
        self._arguments = (settings, task)

    def __reduce__(self) -> tuple[Callable[[bytes, Task], TaskOutcome], tuple[bytes, Task]]:
        return grade_on_worker, self._arguments


class DaskExecutor:
    """The executor of a cluster; see `Executor`. Raises `ExecutorError` when the scheduler cannot be reached.

    `note` gets what the user should know while waiting.
    """

    def __init__(self, settings: Settings, address: str, note: Callable[[str], None] = lambda _: None) -> None:
        self._address = address = scheduler_address(address)
        self._note = note
        self._client = _connected(address)
        # They travel with each task, some 20 KB: data kept on a worker would be lost with it.
        self._settings = zlib.compress(pickle.dumps(settings))
        self._outcomes: queue.SimpleQueue[tuple[Task, Any]] = queue.SimpleQueue()
        self._futures: set[Any] = set()
        self._lost = False
        self._threads = 0
        self._had_workers = False
        now = time.monotonic()
        self._looked = -LOOK_SECONDS
        self._answered = now
        self._complain_at: float | None = now + NO_WORKERS_SECONDS

    @property
    def workers(self) -> int:
        """Threads over all workers, at least one: more may join while the batch runs."""
        self._look()
        return max(1, self._threads)

    def submit(self, task: Task) -> None:
        if self._client.status != "running":
            raise self._gone()
        call = pickle.dumps(_Call(self._settings, task))
        key = f"grade-{task.key}-{task.attempt}"
        future = self._client.submit(pickle.loads, call, key=key, pure=False, retries=RETRIES)
        self._futures.add(future)
        future.add_done_callback(lambda done: self._outcomes.put((task, done)))

    def next_outcome(self) -> TaskOutcome:
        """See `Executor`. Raises `ExecutorError` when the scheduler has gone."""
        while True:
            with contextlib.suppress(queue.Empty):
                task, future = self._outcomes.get(timeout=POLL_SECONDS)
                break
            self._wait_on()
        try:
            while True:
                with contextlib.suppress(TimeoutError, asyncio.TimeoutError):
                    outcome: TaskOutcome = future.result(timeout=POLL_SECONDS)
                    break
                if future.status == "error":  # the task's own; else the result was lost with its worker
                    raise TimeoutError("the task ended with a timeout")
                self._wait_on()
        except ExecutorError:
            raise
        except Exception as error:
            if future.status == "cancelled":
                raise self._gone() from None
            outcome = self._failed(task, error)
        self._futures.discard(future)
        future.release()
        self._had_workers, self._complain_at = True, None
        return outcome

    def _wait_on(self) -> None:
        """Check, while waiting, that the scheduler and workers are still there."""
        if self._client.status != "running":
            raise self._gone()
        self._look()
        now = time.monotonic()
        if not self._threads and self._complain_at is None:
            self._complain_at = now + NO_WORKERS_SECONDS
        elif not self._threads and self._complain_at is not None and now >= self._complain_at:
            self._complain_at = now + NO_WORKERS_AGAIN_SECONDS  # after a few seconds, then rarely
            since = "any more" if self._had_workers else "yet"
            self._note(f"no workers {since}, waiting; for one more: dask worker {self._address} --nthreads 1")

    def close(self) -> None:
        with contextlib.suppress(Exception):
            if not self._lost and self._client.status == "running":
                self._client.cancel(list(self._futures), force=True)
        with contextlib.suppress(Exception):
            self._client.close(timeout=LOOK_SECONDS)

    def _look(self) -> None:
        """Count the workers, unless that was just done. Raises `ExecutorError` after a long silence."""
        if time.monotonic() - self._looked < LOOK_SECONDS:
            return
        try:
            self._threads = sum(self._client.nthreads(callback_timeout=LOOK_SECONDS).values())
            self._answered = time.monotonic()
            if self._threads:
                self._had_workers, self._complain_at = True, None
        except Exception:  # of many kinds: too late, a closed connection, a closed loop
            if time.monotonic() - self._answered > SILENT_SECONDS:
                raise self._gone() from None
        self._looked = time.monotonic()

    def _gone(self) -> ExecutorError:
        self._lost = True
        return ExecutorError(
            f"The Dask scheduler at {self._address} has gone. What is graded is kept; once a scheduler runs again, "
            "the same command goes on where it stopped."
        )

    def _failed(self, task: Task, error: Exception) -> TaskOutcome:
        """Return a task's failure in Dask itself. If the grader is not installed there, the batch stops."""
        causes: list[BaseException] = []
        cause: BaseException | None = error
        while cause is not None and cause not in causes:
            causes.insert(0, cause)  # the first one first
            cause = cause.__cause__ or cause.__context__
        for cause in causes:
            if isinstance(cause, ImportError) or "deserialization of the task graph" in str(cause):
                reason = f" ({cause})" if isinstance(cause, ImportError) else ""
                words = (
                    f"The cluster at {self._address} cannot load the grader{reason}: every worker needs the same "
                    "grader and Python packages as this machine, and the scheduler the same Python."
                )
                return TaskOutcome(key=task.key, attempt=task.attempt, fault=words, stops=True)
        return TaskOutcome(key=task.key, attempt=task.attempt, fault=f"on the cluster: {error!r}")


def scheduler_address(given: str) -> str:
    """Return the address given, or that in a scheduler file. Raise `UnusableError` for what cannot be one."""
    address = given
    if Path(given).is_file():
        try:
            address = str(json.loads(Path(given).read_text(encoding="utf-8"))["address"])
        except (OSError, ValueError, KeyError, TypeError):
            raise UnusableError(
                f"--scheduler {given}: not a file that `dask scheduler --scheduler-file` wrote"
            ) from None
    match = _ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match[1]) < 1 << 16:
        raise UnusableError(
            f"--scheduler {given}: expected an address such as tcp://head:8786 or tls://head:8786, or a scheduler file"
        )
    return address


def _connected(address: str) -> Any:  # noqa: ANN401 - Dask's client has no types
    try:
        import distributed
        import distributed.comm
        from distributed.security import Security
    except ImportError:
        raise UnusableError("--scheduler needs Dask: pip install 'cuda-grader[dask]'") from None
    client_class: Any = distributed.Client
    security: Any = Security()  # type: ignore[no-untyped-call]
    comms: Any = distributed.comm

    async def reach() -> None:
        comm = await comms.connect(address, timeout=CONNECT_SECONDS, **security.get_connection_args("client"))
        await comm.close()

    try:
        # First without a client: one that never was connected would still complain when it is collected. Dask's own
        # limit does not hold for a server that accepts the connection and does not answer.
        asyncio.run(asyncio.wait_for(reach(), CONNECT_SECONDS + 1))
        return client_class(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, asyncio.TimeoutError, ValueError, ImportError, RuntimeError) as error:
        words = str(error).strip() or "it does not answer"
        raise ExecutorError(f"no Dask scheduler at {address}: {words}") from error


# -- in a worker of the cluster ----------------------------------------------------------------------------------------

IDLE_SECONDS = 60.0
"""A worker without a task for so long forgets the assignment: solution and hidden cases do not stay behind."""

_grading = threading.Lock()


def grade_on_worker(settings: bytes, task: Task) -> TaskOutcome:
    """Grade one task with pickled and packed settings; one at a time in a process, whatever threads it has."""
    with _grading:
        try:
            outcome = grade_task(_kept.grade_for(settings), task)
        except Exception as error:
            hopeless: tuple[type[Exception], ...] = (ImportError, UnusableError)  # the set-up: the batch stops
            with contextlib.suppress(ImportError):
                from grader.devices.gpu_sharing import NoGpuError

                hopeless = (*hopeless, NoGpuError)
            words = f"on {socket.gethostname()}: {error}"
            return TaskOutcome(key=task.key, attempt=task.attempt, fault=words, stops=isinstance(error, hopeless))
        finally:
            _kept.forget_when_idle()
        return outcome


class _Kept:
    """The grade of the last batch met, and the folder with its assignment; used by who holds `_grading`."""

    def __init__(self) -> None:
        self._settings = b""
        self._grade: SessionGrade | None = None
        self._folder = contextlib.ExitStack()
        self._timer: threading.Timer | None = None

    def grade_for(self, settings: bytes) -> SessionGrade:
        """Return the grade, made anew for other settings than the last."""
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
        """Forget after `IDLE_SECONDS`, unless there is another task before that."""
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
    """Return the Dask worker's own folder: Dask removes what a killed worker leaves there."""
    with contextlib.suppress(Exception):
        from distributed import get_worker

        return str(get_worker().local_directory)
    return None
