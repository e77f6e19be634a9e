"""What is timed where: data of a lab's own are new for each pair."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from grader.grading import timing
from grader.labs.base import ToTime


def test_no_kernel_meets_the_data_that_it_is_timed_on_a_second_time(monkeypatch: pytest.MonkeyPatch):
    """Both kernels of a pair get the same, and neither those of another pair nor those that warmed it up."""
    monkeypatch.setattr(timing, "make_launch", lambda config, kernel, data, axis: data)
    monkeypatch.setattr(timing, "_fault_of", lambda launched, launch, problem: None)
    seen: list[tuple[int, int]] = []

    def run(kernel: object, launch: int, *, before: int, seconds: float) -> SimpleNamespace:
        seen.append((launch, before))
        return SimpleNamespace(seconds=1e-3)

    asked = ToTime(sizes={"n": 1}, problem=lambda config, seed: seed)
    stage = timing.stage_for(SimpleNamespace(run=run), asked, 1.0)
    roles = [timing.Role(SimpleNamespace(), SimpleNamespace(), "x") for _ in range(2)]
    for number in range(20):
        stage.time(roles, number)
    timed, warming = [launch for launch, _ in seen], {before for _, before in seen}
    assert timed[::2] == timed[1::2]
    assert len(set(timed)) == 20
    assert not warming & set(timed)
