"""A batch on a real Dask scheduler with real worker processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.batch.executors import ExecutorError
from tests.batch.batches import SETTINGS, Batch, child_environment

pytest.importorskip("distributed", reason="the extra `dask` is not installed")


class Cluster:
    """A scheduler and workers, each its own process."""

    def __init__(self, folder: Path, marks: Path) -> None:
        self._environment = {**os.environ, **child_environment(marks), "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "30s"}
        self._folder = folder
        self._file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self._start("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")
        deadline = time.monotonic() + 60
        while not self._file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        import json

        self.address = json.loads(self._file.read_text())["address"]

    def add_worker(self) -> subprocess.Popen[bytes]:
        """One more worker process, without a nanny that would start it again."""
        return self._start(
            "distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--local-directory", str(self._folder), "--death-timeout", "60",
        )  # fmt: skip

    def close(self) -> None:
        """End them all."""
        for process in reversed(self.processes):
            process.kill()
            process.wait()

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", module, "--scheduler-file", str(self._file), *arguments]
        process = subprocess.Popen(command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.processes.append(process)
        return process


@pytest.fixture
def cluster(batch: Batch, tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler without workers yet."""
    made = Cluster(tmp_path, batch.marks)
    yield made
    made.close()


def on(cluster: Cluster):
    """The executor for this cluster."""
    from grader.batch.cluster import DaskExecutor

    return DaskExecutor(SETTINGS, cluster.address)


def wait_for_workers(cluster: Cluster, count: int) -> None:
    """Until they have joined."""
    executor = on(cluster)
    executor._client.wait_for_workers(count, timeout=60)
    executor.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_worker_killed_in_the_middle_loses_nothing_and_two_are_faster(batch: Batch, cluster: Cluster):
    """The same gradebook as on this machine alone; then the throughput of two workers against one."""
    batch.submit(**{f"s{number:02}": f"score {number} sleep 0.4" for number in range(14)})
    expected = batch.book(batch.run())
    cluster.add_worker()
    wait_for_workers(cluster, 1)
    start = time.perf_counter()
    assert batch.book(batch.run(fresh=True, executor=lambda: on(cluster))) == expected
    alone = time.perf_counter() - start

    victim = cluster.add_worker()
    wait_for_workers(cluster, 2)
    start = time.perf_counter()
    assert batch.book(batch.run(fresh=True, executor=lambda: on(cluster))) == expected
    together = time.perf_counter() - start
    assert together < 0.8 * alone

    kills = []

    class Killing:
        """The executor, with a worker killed after five outcomes."""

        def __init__(self) -> None:
            self._inner = on(cluster)
            self.workers = self._inner.workers
            self.submit = self._inner.submit
            self.close = self._inner.close
            self._seen = 0

        def next_outcome(self):
            self._seen += 1
            if self._seen == 5:
                victim.kill()
                kills.append(victim.wait())
            return self._inner.next_outcome()

    summary = batch.run(fresh=True, executor=Killing)
    assert kills
    assert batch.book(summary) == expected
    assert summary.faults == ()


def test_no_scheduler_is_an_error_in_words(monkeypatch):
    """Not a traceback."""
    from grader.batch import cluster as module

    monkeypatch.setattr(module, "CONNECT_SECONDS", 0.3)
    with pytest.raises(ExecutorError, match="no Dask scheduler at"):
        module.DaskExecutor(SETTINGS, "tcp://127.0.0.1:9")


def test_a_worker_with_another_grader_grades_nothing():
    """Its results would stand beside others as if they were comparable."""
    import pickle
    import zlib
    from dataclasses import replace

    from grader.batch.cluster import grade_on_worker
    from grader.batch.store import code_fingerprint
    from grader.batch.tasks import Task
    from grader.submission import decode_submission

    task = Task(key="k", submission=decode_submission(b"score 5", path=Path("ada.cu")))
    other = grade_on_worker(zlib.compress(pickle.dumps(replace(SETTINGS, code="another"))), task)
    assert "another version of the grader" in str(other.fault)
    same = grade_on_worker(zlib.compress(pickle.dumps(replace(SETTINGS, code=code_fingerprint()))), task)
    assert same.fault is None
