"""A child's time is that of processors which work for it; on the wall it has a multiple of that."""

from __future__ import annotations

import os
import queue
from typing import Any

import pytest

from grader.cli.ending import ExitCode, failed
from grader.devices import process
from grader.devices.base import DeviceCrash, DeviceTimeout
from grader.devices.process import ChildProcess, Frame
from grader.errors import SlowStartError
from grader.grading.shapes import Budget
from grader.processes.child import PATIENCE


class Child:
    """What the grader sees of a child: how long processors have worked for it, as the test says."""

    def __init__(self) -> None:
        self.worked: float | None = 0.0

    def kill(self) -> None:
        """Ended."""

    def end(self) -> str:
        """How it ended."""
        return "ended"


class Waited(queue.SimpleQueue):  # type: ignore[type-arg]
    """Answers that come after some waits, each of which takes so much time on the wall and of the child's processor."""

    def __init__(self, child: Child, wall: list[float], *, share: float, answers_after: int) -> None:
        super().__init__()
        self.child, self.wall, self.share, self.left = child, wall, share, answers_after

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Nothing, and time goes by; in the end an answer."""
        assert timeout is not None and timeout > 0
        if self.left == 0:
            return Frame("", b"", memoryview(b""))
        self.left -= 1
        self.wall[0] += timeout
        if self.child.worked is not None:
            self.child.worked += self.share * timeout
        raise queue.Empty


def worker_of(monkeypatch: pytest.MonkeyPatch, *, share: float, answers_after: int) -> ChildProcess:
    """A worker whose child gets this share of a processor."""
    wall, child = [100.0], Child()
    monkeypatch.setattr(process.time, "monotonic", lambda: wall[0])
    worker = ChildProcess(lambda: child)  # type: ignore[arg-type,return-value]
    worker._connection = child  # type: ignore[assignment]
    worker._answers = Waited(child, wall, share=share, answers_after=answers_after)
    return worker


def asked(monkeypatch: pytest.MonkeyPatch, *, share: float, answers_after: int) -> ChildProcess:
    """A worker that has asked a child with this share of a processor."""
    worker = worker_of(monkeypatch, share=share, answers_after=answers_after)
    worker._answer_within(20)
    return worker


def test_a_child_that_waits_for_a_processor_is_not_out_of_time(monkeypatch: pytest.MonkeyPatch):
    """A third of a core for 50 seconds is less than 20 seconds of work."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert asked(monkeypatch, share=1 / 3, answers_after=2).worked < 20


def test_a_child_that_works_too_long_is_out_of_time(monkeypatch: pytest.MonkeyPatch):
    """And told so: the fault may be the kernel's."""
    with pytest.raises(DeviceTimeout, match="no answer within 20 s of processor time"):
        asked(monkeypatch, share=1.0, answers_after=1000)


def test_a_child_that_does_not_work_is_ended_and_nobody_blamed(monkeypatch: pytest.MonkeyPatch):
    """It sleeps, or is blocked, or the machine has no time for it: that is no kernel's fault."""
    with pytest.raises(DeviceCrash, match=r"no answer within 100 s, for 0\.0 of which it had a processor"):
        asked(monkeypatch, share=0.0, answers_after=1000)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_child_that_is_too_slow_to_start_leaves_the_submission_without_a_grade(
    share: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Whether it had a processor or not: the machine is busy, and nothing has failed."""
    worker = worker_of(monkeypatch, share=share, answers_after=100_000)
    with pytest.raises(SlowStartError) as caught:
        worker.wait_for_start()
    assert failed(caught.value, verbose=False) == ExitCode.USAGE
    assert "Not graded: the child process was too slow to start" in capsys.readouterr().err


def test_a_busy_machine_is_told_from_too_much_work():
    """Work that was done counts; on the wall all may take so many times as long."""
    worked = [0.0]
    budget = Budget(0.0, clock=lambda: worked[0])
    assert budget.spent and budget.starved and PATIENCE > 1
    budget = Budget(1000.0, clock=lambda: worked[0])
    assert not budget.spent
    worked[0] = 1000.0
    assert budget.spent and not budget.starved
