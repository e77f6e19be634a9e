"""The second look takes no more time than a submission has."""

from __future__ import annotations

from pathlib import Path

from grader.assignment import load_assignment
from grader.checking.budget import Budget
from grader.checking.lane import Workplace, run_lane
from grader.grade import Session
from grader.submission import decode_submission
from tests.checking import test_lane as lanes

ROOT = Path(__file__).parents[2]
DELETED = (ROOT / "reference" / "mistakes" / "bounds-load-nobody-uses.cu").read_text(encoding="utf-8")
IDLE = "    for (int idle = 0; idle < 2000000000; ++idle) { }\n"


def test_idle_work_that_only_unoptimised_code_does_hides_nothing():
    """A loop that the optimiser deletes keeps code without optimisation from its end; that is no way to full points."""
    at = DELETED.index("{\n", DELETED.index("__global__")) + 2
    with Session(load_assignment(ROOT), device="cpu", workers=1) as session:
        results = session.grade(
            decode_submission((DELETED[:at] + IDLE + DELETED[at:]).encode(), path=Path("matmul.cu")),
            cases="ragged-all@16",
        )
    assert [finding for finding in results.findings if finding.severity.value == "error"]


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
