"""Executors grade the tasks of a batch: they take tasks and return exactly one outcome each, in any order."""

from __future__ import annotations

import contextlib
import os
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeVar

from grader.batch.job import GONE, IN_PROCESS, Settings, Task, TaskOutcome, receive, send
from grader.courses import EXECUTORS
from grader.devices.warm import warm_process
from grader.processes.child import Child, SpawnedProcess, ended_after, python_path
from grader.processes.forkserver import ForkedProcess, ForkServer, ForkServerError
from grader.registry import Registry

T = TypeVar("T")
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""The batch's processes share the cores: a pool of spinning BLAS threads in each would take them from the others."""

_JOB = "import sys; '' in sys.path and sys.path.remove(''); from grader.batch.job import main; main()"
"""Not `-m`: runpy would warn that the package has imported the module already. Nor does anything come from the current
folder, which may be a student's."""

START_SECONDS = 300.0
"""A cold start on a busy machine reads some 100 MB of libraries; it is no submission's time."""

LEAVE_SECONDS = 5.0
"""A process leaves when its pipe ends, and takes its children with it; after so long it is killed."""

TASKS_A_PROCESS = 1000
"""A process is replaced after so many tasks, so that what libraries never give back stays small."""


class ExecutorError(Exception):
    """No task can be graded at all: the processes do not start, or the scheduler is not there."""


class UnusableError(ExecutorError):
    """What the user gave cannot work: an address that is none, a GPU that is not there, workers without the grader."""


class Executor(Protocol):
    """The one interface of all executors."""

    @property
    def workers(self) -> int:
        """How many tasks are graded at a time."""
        ...

    def submit(self, task: Task) -> None:
        """Take a task; does not wait."""
        ...

    def next_outcome(self) -> TaskOutcome:
        """Wait for the next outcome of a task that was submitted; `ExecutorError` when none can come any more."""
        ...

    def close(self) -> None:
        """End all work, without waiting for tasks under way."""
        ...


Connect = Callable[[Settings, Callable[[str], None]], Executor]
"""Start an executor with the batch's settings; it tells the function what the user should know while waiting."""
Cluster = Callable[[str], Connect]
"""A row of `grader.courses.EXECUTORS`: check `--scheduler`'s address. Raise `UnusableError` if it cannot be one."""


def connected(address: str) -> Connect:
    """Return what starts an executor at this address, whose scheme says which; `UnusableError` for no such address."""
    scheme = address.partition("://")[0] if "://" in address else ""
    name = scheme if scheme in EXECUTORS else "tcp"
    clusters: Registry[Cluster] = EXECUTORS
    connect = clusters.using(name, lambda row: row(address))
    return connect if EXECUTORS.is_own(name) else lambda settings, note: _Foreign(name, lambda: connect(settings, note))


class _Foreign:
    """Another distribution's executor: any exception of it ends the batch in words, with what is graded kept."""

    def __init__(self, name: str, start: Callable[[], Executor]) -> None:
        self._name = name
        self._executor = self._guarded(start)

    @property
    def workers(self) -> int:
        return self._guarded(lambda: int(self._executor.workers))

    def submit(self, task: Task) -> None:
        self._guarded(lambda: self._executor.submit(task))

    def next_outcome(self) -> TaskOutcome:
        return self._guarded(self._executor.next_outcome)

    def close(self) -> None:
        self._guarded(self._executor.close)

    def _guarded(self, call: Callable[[], T]) -> T:
        try:
            return call()
        except ExecutorError:
            raise
        except Exception as error:
            raise UnusableError(str(EXECUTORS.broken(self._name, error))) from error


class LocalExecutor:
    """Processes on this machine, each with a thread here that waits for it: waits work the same on every system."""

    def __init__(
        self,
        settings: Settings,
        workers: int,
        *,
        seconds_a_task: float = 600.0,
        tasks_a_process: int = TASKS_A_PROCESS,
        rehearsed: bool = True,
    ) -> None:
        """Start the processes. `rehearsed` is worth its time for more than a few submissions; see `warm_process`."""
        self.workers = workers
        self._resources = contextlib.ExitStack()
        own = settings.factory == IN_PROCESS
        server = self._resources.enter_context(warm_process(rehearsed=rehearsed)) if own else None
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._outcomes: queue.SimpleQueue[TaskOutcome] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._runners = [_Runner(settings, seconds_a_task, tasks_a_process, server) for _ in range(workers)]
        self._threads = [
            threading.Thread(target=self._run, args=(runner,), daemon=True, name="grader-job")
            for runner in self._runners
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, task: Task) -> None:
        self._tasks.put(task)

    def next_outcome(self) -> TaskOutcome:
        return self._outcomes.get()

    def close(self) -> None:
        self._closing.set()
        for runner in self._runners:
            runner.end()
            self._tasks.put(None)
        for thread in self._threads:
            thread.join(timeout=10)
        self._resources.close()

    def _run(self, runner: _Runner) -> None:
        try:
            runner.warm_up()
        except OSError:
            runner.drop()  # a process that cannot start says so again with its first task
        while not self._closing.is_set():
            task = self._tasks.get()
            if task is None:
                break
            self._outcomes.put(runner.grade(task))
        runner.drop()


class _Runner:
    """One process at a time, started anew when it died, hung or had its share of tasks."""

    def __init__(
        self,
        settings: Settings,
        seconds_a_task: float,
        tasks_a_process: int,
        server: ForkServer | None,
    ) -> None:
        """Keep the settings. `server` has loaded what the children of all jobs are forked from."""
        self._settings = settings
        self._server = server
        self._twin: ForkedProcess | None = None
        self._seconds = seconds_a_task
        self._tasks_a_process = tasks_a_process
        self._environment = {**os.environ, **_ONE_THREAD}
        self._environment["PYTHONPATH"] = python_path(self._environment.get("PYTHONPATH", ""))
        self._child: Child | None = None
        self._done = 0
        self._lock = threading.Lock()
        self._ended = False

    def warm_up(self) -> Child:
        """Start the process and wait until it is ready. Raise `OSError` where it does not start."""
        pair: tuple[socket.socket, ...] = ()
        if self._server is not None:
            pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

        def start(reader: int, writer: int, errors: int) -> SpawnedProcess:
            return SpawnedProcess(
                subprocess.Popen(
                    [sys.executable, "-c", _JOB], stdin=reader, stdout=writer, stderr=errors, env=self._environment,
                    pass_fds=[end.fileno() for end in pair[:1]],
                    # An interrupt from the keyboard is the coordinator's: it ends the processes itself.
                    start_new_session=os.name == "posix",
                )
            )  # fmt: skip

        with contextlib.ExitStack() as ends:
            for end in pair:
                ends.enter_context(end)
            warm = pair[0].fileno() if pair else None
            with self._lock:
                if self._ended:
                    raise OSError("the batch is over")
                self._child = child = Child(lambda _, descriptors: start(*descriptors))
                self._done = 0
            with ended_after(child, START_SECONDS):
                try:
                    send(child.writer, replace(self._settings, warm=warm))
                    if self._server is not None:
                        self._twin = self._server.twin(pair[1])
                    receive(child.reader)
                except ForkServerError as error:
                    child.kill()  # it lives, and waits for a server that is gone
                    raise OSError(f"a grading process did not start: {error}") from None
                except GONE:
                    raise OSError(f"a grading process did not start: {child.end()}") from None
        return child

    def grade(self, task: Task) -> TaskOutcome:
        """Return the outcome of one task, whatever happens to the process."""
        try:
            return self._ask(self._child or self.warm_up(), task)
        except OSError as error:  # also no room in the temporary folder, no more processes
            self.drop()
            return TaskOutcome(key=task.key, attempt=task.attempt, fault=str(error))

    def end(self) -> None:
        """End the process for good; the thread that waits for it then wakes up."""
        with self._lock:
            self._ended = True
            if self._child is not None:
                self._child.kill()

    def _ask(self, child: Child, task: Task) -> TaskOutcome:
        with ended_after(child, self._seconds) as timed_out:
            try:
                send(child.writer, task)
                outcome: TaskOutcome = receive(child.reader)
            except GONE:
                how = f"took over {self._seconds:g} s" if timed_out.is_set() else f"died: {child.end()}"
                raise OSError(f"the grading process {how}") from None
        self._done += 1
        if self._done >= self._tasks_a_process:
            self.drop()
        return outcome

    def drop(self) -> None:
        """Let the process leave, and close what belongs to it."""
        with self._lock:
            child, self._child = self._child, None
        if child is not None:
            child.end(LEAVE_SECONDS)  # it leaves when its pipe ends, and takes its children with it
        if self._twin is not None:
            self._twin.drop()
            self._twin = None
