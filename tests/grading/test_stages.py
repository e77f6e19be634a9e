"""What is timed where: data of a lab's own are new for each pair."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from grader.grading import timing
from grader.labs.base import ToTime


def test_no_kernel_meets_the_data_that_it_is_timed_on_a_second_time(monkeypatch: pytest.MonkeyPatch):
    """Both kernels of a pair get the same, and neither those of another pair nor those that warmed it up."""
    monkeypatch.setattr(timing, "make_launch", lambda config, kernel, data: data)
    monkeypatch.setattr(timing, "_fault_of", lambda launched, launch, problem: None)
    seen: dict[int, list[int]] = {1: [], 2: []}

    def timed(kernel: SimpleNamespace, launch: int, *, seconds: float) -> SimpleNamespace:
        seen[kernel.key].append(launch)
        return SimpleNamespace(seconds=1e-3)

    asked = ToTime(sizes={"n": 1}, problem=lambda config, seed: seed)
    stage = timing.Stage(SimpleNamespace(time=timed), asked, 1.0)
    benches = [SimpleNamespace(kernel=SimpleNamespace(key=key), config=SimpleNamespace()) for key in seen]
    for _ in range(20):
        stage.time(benches)
    (first, *one), (begun, *other) = seen.values()
    assert one == other
    assert len({*one, first, begun}) == 22


def test_only_kernels_of_the_assignment_are_timed_on_the_same_data_again(monkeypatch: pytest.MonkeyPatch):
    """It keeps nothing of them, and data take longer to make than launches; a student's kernel never meets them."""
    monkeypatch.setattr(timing, "make_launch", lambda config, kernel, data: data)
    monkeypatch.setattr(timing, "_fault_of", lambda launched, launch, problem: None)
    seen: list[int] = []

    def timed(kernel: SimpleNamespace, launch: int, *, seconds: float) -> SimpleNamespace:
        seen.append(launch)
        return SimpleNamespace(seconds=1e-3)

    asked = ToTime(sizes={"n": 1}, problem=lambda config, seed: seed)
    stage = timing.Stage(SimpleNamespace(time=timed), asked, 1.0)
    own, student = (SimpleNamespace(kernel=SimpleNamespace(key=key), config=SimpleNamespace()) for key in (1, 2))
    for _ in range(5):
        stage.time_own(own)
    stage.time([own, student])
    assert len(set(seen[:5])) == 1
    assert len({*seen[:5], *seen[5:]}) == 3
    assert seen[5] == seen[7]
