"""The second look takes no more time than a submission has."""

from __future__ import annotations

from pathlib import Path

from grader.assignment import load_assignment
from grader.checking.budget import Budget
from grader.checking.lane import Workplace, run_lane
from tests.checking import test_lane as lanes

ROOT = Path(__file__).parents[2]


def test_the_second_look_ends_with_the_time_of_the_submission():
    """When the seconds are over during it, it begins no other case."""
    assignment = load_assignment(ROOT)
    now = [0.0]
    device = lanes.ScriptedDevice()
    debug = []
    compile_, launch_ = device.compile, device.launch

    def compiled(request):
        made = compile_(request)
        if request.options.debug:
            debug.append(made.key)
        return made

    def launched(kernel, launch):
        if kernel.key in debug:
            now[0] += 10.0
            slow.append(launch)
        return launch_(kernel, launch)

    slow: list[object] = []
    device.compile, device.launch = compiled, launched
    work = Workplace(assignment=assignment, seed=1, budget=Budget(30.0, clock=lambda: now[0]), first_width=16)
    cases = [case for case in assignment.cases() if case.tile_width == 16]
    run_lane(work, device, lanes.SOURCE, 16, cases, measure=False)
    assert slow
    assert len(slow) <= 3, len(slow)
