"""A batch on a real Dask scheduler with real worker processes."""

from __future__ import annotations

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.batch.executors import ExecutorError, UnusableError
from grader.batch.job import Settings, Task
from grader.submissions.submission import decode_submission
from tests.batch.batches import SETTINGS, Batch, child_environment

pytest.importorskip("distributed", reason="the extra `dask` is not installed")

DASK_WARNS = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


class Cluster:
    """A scheduler and workers, each its own process."""

    def __init__(self, folder: Path, marks: Path, **environment: str) -> None:
        self._environment = {**os.environ, **child_environment(marks), "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "30s"}
        self._folder = folder
        self.file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self._start(
            "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1", **environment
        )
        deadline = time.monotonic() + 60
        while not (told := self._told()) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.address = told["address"]

    def add_worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """One more worker process, without a nanny that would start it again."""
        return self._start(
            "distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--local-directory", str(self._folder), "--death-timeout", "60", **environment,
        )  # fmt: skip

    def close(self) -> None:
        """End them all."""
        for process in reversed(self.processes):
            process.kill()
            process.wait()

    def _told(self) -> dict[str, str]:
        """What the scheduler's file says; nothing while it is not there, or not yet written whole."""
        try:
            return json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}

    def _start(self, module: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", module, "--scheduler-file", str(self.file), *arguments]
        process = subprocess.Popen(
            command, env={**self._environment, **environment}, cwd=self._folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.processes.append(process)
        return process


@pytest.fixture
def cluster(batch: Batch, tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler without workers yet."""
    made = Cluster(tmp_path, batch.marks)
    yield made
    made.close()


def on(cluster: Cluster, settings: Settings = SETTINGS, note: Callable[[str], None] = lambda _: None):
    """The executor for this cluster."""
    from grader.courses.cluster import DaskExecutor

    return DaskExecutor(settings, cluster.address, note)


class Meddling:
    """The executor, with something done before one of its outcomes is waited for."""

    def __init__(self, inner, before: int, act: Callable[[], object]) -> None:
        self._inner = inner
        self.submit = inner.submit
        self.close = inner.close
        self._left = before
        self._act = act

    @property
    def workers(self) -> int:
        return self._inner.workers

    def next_outcome(self):
        """See `Executor`."""
        self._left -= 1
        if self._left == 0:
            self._act()
        return self._inner.next_outcome()


def wait_for_workers(cluster: Cluster, count: int) -> None:
    """Until they have joined."""
    executor = on(cluster)
    executor._client.wait_for_workers(count, timeout=60)
    executor.close()


@DASK_WARNS
def test_a_worker_killed_in_the_middle_loses_nothing(batch: Batch, cluster: Cluster):
    """One worker, two, and two of which one dies give the same gradebook as this machine alone."""
    batch.submit(**{f"s{number:02}": f"score {number} sleep 0.1" for number in range(14)})
    expected = batch.book(batch.run())
    cluster.add_worker()
    wait_for_workers(cluster, 1)
    assert batch.book(batch.run(fresh=True, executor=lambda _: on(cluster))) == expected

    victim = cluster.add_worker()
    wait_for_workers(cluster, 2)
    assert batch.book(batch.run(fresh=True, executor=lambda _: on(cluster))) == expected

    kills = []

    def kill() -> None:
        victim.kill()
        kills.append(victim.wait())

    summary = batch.run(fresh=True, executor=lambda _: Meddling(on(cluster), 5, kill))
    assert kills
    assert batch.book(summary) == expected
    assert summary.faults == ()


@DASK_WARNS
def test_a_dead_scheduler_ends_the_batch_and_loses_nothing(batch: Batch, cluster: Cluster):
    """Soon, in a sentence, with a gradebook of what is there; the next run goes on from that."""
    batch.submit(**{f"s{number:02}": f"score {number} sleep 0.2" for number in range(12)})
    cluster.add_worker()
    wait_for_workers(cluster, 1)
    summary = batch.run(executor=lambda _: Meddling(on(cluster), 4, cluster.processes[0].kill))
    assert "has gone" in str(summary.stopped)
    assert "the same command goes on where it stopped" in str(summary.stopped)
    graded = [row for row in summary.rows if row.status == "graded"]
    assert 3 <= len(graded) < 12
    assert {row.message for row in summary.rows if row.status != "graded"} == {
        "not graded yet: the batch stopped before"
    }
    after = batch.run()
    assert after.known == len(graded)
    assert [row.score for row in after.rows] == list(range(12))


@pytest.mark.skipif(os.name != "posix", reason="SIGSTOP is a POSIX signal")
@DASK_WARNS
def test_a_frozen_scheduler_ends_the_batch_too(batch: Batch, cluster: Cluster, monkeypatch):
    """Its connection stands, and nothing ever comes over it."""
    from grader.courses import cluster as module

    monkeypatch.setattr(module, "SILENT_SECONDS", 3.0)
    batch.submit(ada="score 1 sleep 0.1", alan="score 2 sleep 0.1")
    cluster.add_worker()
    wait_for_workers(cluster, 1)
    freeze = lambda: cluster.processes[0].send_signal(signal.SIGSTOP)  # noqa: E731
    summary = batch.run(executor=lambda _: Meddling(on(cluster), 1, freeze))
    assert "has gone" in str(summary.stopped)


@DASK_WARNS
def test_waiting_for_workers_is_told(batch: Batch, cluster: Cluster, monkeypatch):
    """Once while there are none yet, once after they have vanished; the batch goes on when one comes."""
    from grader.courses import cluster as module

    monkeypatch.setattr(module, "NO_WORKERS_SECONDS", 0.5)
    monkeypatch.setattr(module, "LOOK_SECONDS", 1.0)
    batch.submit(**{f"s{number}": f"score {number}" for number in range(8)})
    notes: list[str] = []

    def note(text: str) -> None:
        notes.append(text)
        cluster.add_worker()

    def vanish() -> None:
        cluster.processes[-1].kill()

    summary = batch.run(executor=lambda _: Meddling(on(cluster, note=note), 4, vanish))
    assert [row.score for row in summary.rows] == list(range(8))
    assert [text.partition(",")[0] for text in notes] == ["no workers yet", "no workers any more"]
    assert cluster.address in notes[0]


def without_grader(folder: Path) -> dict[str, str]:
    """The environment of a Python that has no grader."""
    broken = folder / "broken" / "grader"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'grader'\", name='grader')")
    return {"PYTHONPATH": str(broken.parent)}


@DASK_WARNS
def test_a_worker_without_the_grader_stops_the_batch_once(batch: Batch, cluster: Cluster, tmp_path: Path):
    """In one sentence that says what to install where, and without a fault for each submission."""
    cluster.add_worker(**without_grader(tmp_path))
    wait_for_workers(cluster, 1)
    batch.submit(ada="score 1", alan="score 2")
    summary = batch.run(executor=lambda _: on(cluster))
    assert "cannot load the grader (No module named 'grader'): every worker needs the same" in str(summary.stopped)
    assert isinstance(summary.stopped, UnusableError)
    assert "\n" not in str(summary.stopped)
    assert summary.faults == ()


@DASK_WARNS
def test_a_scheduler_does_not_need_the_grader(batch: Batch, tmp_path: Path):
    """Only Dask: it hands the tasks on unread."""
    cluster = Cluster(tmp_path, batch.marks, **without_grader(tmp_path))
    try:
        cluster.add_worker()
        batch.submit(ada="score 1")
        summary = batch.run(executor=lambda _: on(cluster))
    finally:
        cluster.close()
    assert [row.score for row in summary.rows] == [1]


@DASK_WARNS
def test_a_worker_without_the_gpu_asked_for_stops_the_batch_once(batch: Batch, cluster: Cluster):
    """What it lacks, every submission would lack."""
    cluster.add_worker()
    wait_for_workers(cluster, 1)
    batch.submit(ada="score 1", alan="score 2")
    settings = replace(SETTINGS, factory="tests.batch.fake_grading:make_without_gpu")
    summary = batch.run(executor=lambda _: on(cluster, settings))
    assert isinstance(summary.stopped, UnusableError)
    assert "there is no NVIDIA GPU here" in str(summary.stopped)
    assert summary.faults == ()


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a process cannot be asked to end")
@DASK_WARNS
def test_the_assignment_leaves_a_worker_with_its_process(batch: Batch, cluster: Cluster):
    """Solution and hidden cases do not stay on a machine that others use."""
    worker = cluster.add_worker()
    wait_for_workers(cluster, 1)
    batch.submit(ada="score 1")
    settings = replace(SETTINGS, files={"reference/tiled.cu": b"the solution"})
    assert batch.run(executor=lambda _: on(cluster, settings)).rows[0].score == 1
    assert [path.read_bytes() for path in batch.root.rglob("tiled.cu")] == [b"the solution"]
    worker.terminate()
    worker.wait(timeout=30)
    assert list(batch.root.rglob("tiled.cu")) == []


def test_an_idle_worker_forgets_the_assignment(tmp_path: Path, monkeypatch):
    """And loads it again for the next task."""
    from grader.courses import cluster

    monkeypatch.setattr(cluster, "IDLE_SECONDS", 0.2)
    monkeypatch.setattr(cluster, "_own_folder", lambda: str(tmp_path))
    settings = zlib.compress(pickle.dumps(replace(SETTINGS, files={"reference/tiled.cu": b"the solution"})))
    task = Task(key="k", submission=decode_submission(b"score 5", path=Path("ada.cu")))
    for _ in range(2):
        assert cluster.grade_on_worker(settings, task).fault is None
        assert len(list(tmp_path.rglob("tiled.cu"))) == 1
        deadline = time.monotonic() + 20
        while list(tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert list(tmp_path.iterdir()) == []


def batch_at(address: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """`batch --scheduler ADDRESS` as a user runs it, for one submission, with a short time to connect."""
    (folder / "ada.cu").write_text("x")
    code = (
        "import sys; from grader.courses import cluster; cluster.CONNECT_SECONDS = 1.0; "
        "from grader.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    words = ["batch", str(folder / "ada.cu"), "--out", str(folder / "out"), "--scheduler", address]
    root = Path(__file__).resolve().parents[2]
    return subprocess.run(
        [sys.executable, "-c", code, *words, "--assignment", str(root)],
        env={**os.environ, **child_environment(folder)}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("address", ["nonsense", "head", "tcp://head", "http://head:8786", "tcp://head:99999", "FILE"])
def test_what_cannot_be_a_scheduler_is_refused_at_once(tmp_path: Path, address: str):
    """As wrong input, before anything is tried."""
    if address == "FILE":
        address = str(tmp_path / "notes.txt")
        Path(address).write_text("my notes")
    ended = batch_at(address, tmp_path)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert ended.stderr.startswith(f"grader: --scheduler {address}: ")


@pytest.mark.parametrize("silent", [False, True])
def test_a_scheduler_out_of_reach_is_told_in_one_line(tmp_path: Path, silent: bool):
    """Whether nobody listens or somebody who is no scheduler; without tracebacks from Dask's own clean-up."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        if not silent:
            server.close()
        ended = batch_at(address, tmp_path)
    assert ended.returncode == 3
    assert len(ended.stderr.splitlines()) == 1
    assert ended.stderr.startswith(f"grader: no Dask scheduler at {address}")


def test_a_scheduler_file_is_an_address(cluster: Cluster):
    """As `dask scheduler --scheduler-file` writes it."""
    from grader.courses.cluster import scheduler_address

    assert scheduler_address(str(cluster.file)) == cluster.address


def test_no_scheduler_is_an_error_in_words(monkeypatch):
    """Not a traceback."""
    from grader.courses import cluster as module

    monkeypatch.setattr(module, "CONNECT_SECONDS", 0.3)
    with pytest.raises(ExecutorError, match="no Dask scheduler at"):
        module.DaskExecutor(SETTINGS, "tcp://127.0.0.1:9")


def test_a_worker_with_another_grader_grades_nothing():
    """Its results would stand beside others as if they were comparable."""
    from grader.cache import code_fingerprint
    from grader.courses.cluster import grade_on_worker

    task = Task(key="k", submission=decode_submission(b"score 5", path=Path("ada.cu")))
    other = grade_on_worker(zlib.compress(pickle.dumps(replace(SETTINGS, code="another"))), task)
    assert "another version of the grader" in str(other.fault)
    assert other.stops
    same = grade_on_worker(zlib.compress(pickle.dumps(replace(SETTINGS, code=code_fingerprint()))), task)
    assert same.fault is None
