"""The second look takes no more time than a submission has."""

from __future__ import annotations

from pathlib import Path

from grader.assignment import load_assignment
from grader.grading.lane import LaneSteps, run_lane
from grader.grading.opened import OpenAssignment
from grader.grading.pipeline import Session
from grader.grading.shapes import Budget
from grader.results import Kind, Results, Severity
from grader.submissions.submission import decode_submission
from tests.grading import test_lane as lanes
from tests.lighter import lighter

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
        ).results
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
    steps = LaneSteps(budget=Budget(30.0, clock=lambda: now[0]), main=True)
    cases = [case for case in assignment.cases() if case.tile_width == 16]
    run_lane(OpenAssignment(assignment=assignment, seed=1), device, lanes.SOURCE, 16, cases, steps)
    assert slow
    assert len(slow) <= 3, len(slow)


REFERENCE = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")


def padded(size_bytes: int, more: str = "") -> Results:
    """The solution with an array that no result depends on, at one case; `more` stands below the array."""
    at = REFERENCE.index("{\n", REFERENCE.index("__global__")) + 2
    text = f"    __shared__ char pad[{size_bytes}];\n    pad[threadIdx.y * blockDim.x + threadIdx.x] = 0;\n{more}"
    with Session(lighter(load_assignment(ROOT)), device="cpu", workers=1) as session:
        source = REFERENCE[:at] + text + REFERENCE[at:]
        return session.grade(
            decode_submission(source.encode(), path=Path("matmul.cu")), cases="lesson-34-random"
        ).results


def test_an_array_that_only_unoptimised_code_has_is_worth_a_warning():
    """It runs, on a GPU too; the warning says what would not."""
    results = padded(49152)
    (told,) = results.findings
    assert (results.passed, results.score, told.severity) == (True, results.max_score, Severity.WARNING)
    assert told.kind is Kind.RESOURCE_LIMIT
    assert told.line == REFERENCE[: REFERENCE.index("{\n", REFERENCE.index("__global__"))].count("\n") + 2
    assert "the optimiser leaves out an array on which no result depends" in told.message


def test_an_array_beyond_the_limit_hides_no_race():
    """What only code without optimisation shows is found behind it all the same, and costs what it costs."""
    race = "    __shared__ int dead[1];\n    dead[0] = threadIdx.x;\n    int unused = dead[0];\n    (void)unused;\n"
    results = padded(49152, race)
    assert [item.array for item in results.findings if item.kind is Kind.DATA_RACE] == ["dead"]
    assert not results.passed
    assert results.score < results.max_score


def test_what_is_too_large_to_be_looked_at_is_told_as_that():
    """The verdict does not say that a tile width is missing, nor that the kernel did not run."""
    results = padded(8 << 20)
    assert not results.passed
    assert results.verdict.startswith("The file does not compile without optimisation: ")
    (told,) = results.findings
    assert "a block may declare at most 49,152 bytes" in told.message
    assert not told.message.endswith("..")
