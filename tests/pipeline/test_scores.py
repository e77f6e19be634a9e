"""Whole submissions and their points: the order that a teacher would give, budgets, drawn shapes, faults of ours."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.assignment import Assignment, load_assignment
from grader.assignment.models import Limits
from grader.devices.base import Compiled, CompileRequest, DeviceFault
from grader.devices.cpu import WorkerLimits
from grader.grading.pipeline import Session
from grader.grading.shapes import Budget
from grader.labs.matmul.config import ProductPoints
from grader.results import DeviceInfo, Kind, Results, Severity, Status
from grader.selfcheck.check import for_naive
from grader.submissions.submission import decode_submission, read_submission
from tests.lighter import lighter

ROOT = Path(__file__).parents[2]
MISTAKES = ROOT / "reference" / "mistakes"
TILED = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")


def grade(session: Session, source: str) -> Results:
    """The results of this text."""
    return session.grade(decode_submission(source.encode(), path=Path("matmul.cu"))).results


def changed(assignment: Assignment, **update: object) -> Assignment:
    """The assignment with another configuration, at one tile width."""
    return lighter(assignment).configured(**update)


@pytest.fixture(scope="module")
def points(assignment: Assignment, light_grading: Session) -> Callable[[str], float]:
    """The score of a known mistake, or of the skeleton, the naive kernel, the solution."""
    known: dict[str, float] = {}

    def score(name: str) -> float:
        if name not in known:
            if name == "naive":
                with Session(for_naive(lighter(assignment)), device="cpu") as session:
                    known[name] = session.grade(read_submission(ROOT / "reference" / "naive.cu")).results.score
            else:
                places = {"solution": "reference/tiled.cu", "skeleton": "starter/matmul.cu"}
                path = ROOT / places.get(name, f"reference/mistakes/{name}.cu")
                known[name] = light_grading.grade(read_submission(path)).results.score
        return known[name]

    return score


@pytest.mark.parametrize("name", ["skeleton", "sum-doubled", "index-operands-exchanged", "source-syntax-error"])
def test_what_is_wrong_everywhere_gets_less_than_the_naive_kernel(points: Callable[[str], float], name: str) -> None:
    """Nothing done, nothing right, or nothing that runs."""
    assert points(name) < points("naive")


@pytest.mark.parametrize(
    "name",
    [
        "barrier-second-missing", "barrier-first-missing", "barrier-early-return", "bounds-no-guard-a",
        "bounds-no-guard-c",
    ],
)  # fmt: skip
def test_a_tiled_kernel_that_lacks_a_barrier_or_a_guard_stands_between_naive_and_the_solution(
    points: Callable[[str], float], name: str
) -> None:
    """The lesson is learned but for one line, which costs 15 of 100 for a barrier and 10 for a bad read at least."""
    assert points("naive") < points(name) <= points("solution") - (15 if "barrier" in name else 10)


def test_a_race_alone_fails_no_case_and_costs_its_item_whole(light_grading: Session) -> None:
    """Tiling and performance keep their points."""
    results = light_grading.grade(read_submission(MISTAKES / "barrier-second-missing.cu")).results
    assert {case.status for case in results.cases} == {Status.PASSED}
    assert {item.name: item.points for item in results.rubric} == {
        "correctness": 40, "safety": 0, "tiling": 30, "performance": 10,
    }  # fmt: skip
    assert any("one runs ahead" in case.message for case in results.cases)
    assert not results.passed


def test_without_an_item_for_safety_a_race_is_judged_by_its_numbers(assignment: Assignment) -> None:
    """What it makes wrong fails the cases then, and the race explains them as a warning."""
    plain = changed(assignment, points=ProductPoints(correctness=100))
    with Session(plain, device="cpu") as session:
        results = session.grade(read_submission(MISTAKES / "barrier-second-missing.cu")).results
    assert Status.FAILED in {case.status for case in results.cases}
    races = [finding for finding in results.findings if finding.kind is Kind.DATA_RACE]
    assert {race.severity for race in races} == {Severity.WARNING}
    assert results.score < 60


def test_an_item_worth_nothing_gives_no_findings_no_requirements_and_no_section(assignment: Assignment) -> None:
    """The naive kernel, where neither tiling nor speed is asked for."""
    plain = changed(assignment, points=ProductPoints(correctness=80, safety=20))
    with Session(plain, device="cpu") as session:
        results = session.grade(read_submission(MISTAKES / "tiling-naive.cu")).results
    assert (results.score, results.max_score, results.passed) == (100, 100, True)
    assert results.findings == ()
    assert results.performance is None
    assert [item.name for item in results.requirements] == ["no races", "in bounds", "initialised", "barriers"]
    assert results.verdict == "Everything passes: 100 of 100 points."


def test_where_tiling_is_not_required_the_verdict_does_not_say_everything(assignment: Assignment) -> None:
    """The points for it are still not there."""
    easy = changed(assignment, tiling=assignment.config.tiling.model_copy(update={"required": False}))
    with Session(easy, device="cpu") as session:
        results = session.grade(read_submission(MISTAKES / "tiling-naive.cu")).results
    assert results.passed
    assert results.verdict == "Everything required passes: 60 of 100 points."


def test_tiling_at_the_published_traffic_shape_alone_earns_nothing(light_grading: Session) -> None:
    """Everywhere else this kernel is the naive one, and right."""
    shown = """
    if (M != 8 * TILE_WIDTH || K != 8 * TILE_WIDTH || N != 8 * TILE_WIDTH) {
        float own = 0.0f;
        if (row < M && col < N) {
            for (int k = 0; k < K; ++k) own += A[row * K + k] * B[k * N + col];
            C[row * N + col] = own;
        }
        return;
    }
    float sum = 0.0f;"""
    results = grade(light_grading, TILED.replace("    float sum = 0.0f;", shown))
    assert {case.status for case in results.cases} == {Status.PASSED}
    assert {item.name: item.points for item in results.rubric}["tiling"] == 0
    assert results.score == 60
    assert any(finding.kind is Kind.NOT_TILED for finding in results.findings)


def test_a_race_that_only_the_traffic_launch_reaches_is_told(light_grading: Session) -> None:
    """In its seventh phase, which no case has: the finding has its line, and costs its points."""
    late = TILED.replace("        __syncthreads();  // everyone", "        if (p != 6) __syncthreads();  // everyone")
    results = grade(light_grading, late)
    assert {case.status for case in results.cases} == {Status.PASSED}
    races = [finding for finding in results.findings if finding.kind is Kind.DATA_RACE]
    assert {race.severity for race in races} == {Severity.ERROR}
    assert all(race.line for race in races)
    assert results.score == 80
    assert "s[" in results.fix_first  # As or Bs


def test_a_budget_is_spent_when_its_seconds_are_over() -> None:
    """By the clock that it is given."""
    times: Iterator[float] = iter([10.0, 10.5, 12.0])
    budget = Budget(2.0, clock=lambda: next(times))
    assert (budget.spent, budget.spent) == (False, True)


def test_a_submission_that_takes_too_long_in_all_is_not_run_to_its_end(
    assignment: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each launch is within its own limit; the rest is not run, and says why. The machine is not what is too slow."""
    monkeypatch.setattr("grader.grading.shapes.PATIENCE", math.inf)
    limits = Limits.model_validate({**assignment.config.limits.model_dump(), "total_seconds": 1e-9})
    with Session(changed(assignment, limits=limits), device="cpu") as session:
        results = session.grade(read_submission(ROOT / "reference" / "tiled.cu")).results
    assert {case.status for case in results.cases} == {Status.TIMEOUT}
    assert all("seconds that one submission may take in all" in case.message for case in results.cases)
    assert {finding.kind for finding in results.findings} == {Kind.TIMEOUT}
    assert len(results.recordings) == 0
    assert not results.passed


class BrokenDevice:
    """A device that cannot compile, by the grader's own fault."""

    def __init__(self, _: WorkerLimits) -> None:
        self.info = DeviceInfo(kind="cpu", name="broken")
        self.worked = 0.0

    def compile(self, _: CompileRequest) -> Compiled:
        """Never works."""
        raise DeviceFault("broken inside")

    def close(self) -> None:
        """Nothing to end."""


@pytest.mark.parametrize("folder", [".", "examples/nine_arguments"])
def test_a_fault_of_the_graders_while_compiling_is_in_the_results(folder: str) -> None:
    """Where the tile width comes from the kernel as well: no exception, no point lost, and whose fault it is."""
    assignment = load_assignment(ROOT / folder)
    with Session(assignment, device="cpu", open_device=BrokenDevice) as session:  # type: ignore[arg-type]
        results = session.grade(read_submission(assignment.path(assignment.config.reference))).results
    assert {case.status for case in results.cases} == {Status.ERROR}
    assert {finding.severity for finding in results.findings} == {Severity.GRADER}
    assert (results.score, results.max_score) == (0, 0)
    assert "not the student's fault" in results.verdict


@pytest.mark.parametrize("name", ["bounds-no-guard-c", "barrier-in-branch", "bounds-linear-guard", "index-a-stride"])
def test_the_score_never_rises_when_a_fault_is_added_to_a_kernel(light_grading: Session, name: str) -> None:
    """A known mistake without its last barrier has no more points than with it."""
    source = (MISTAKES / f"{name}.cu").read_text(encoding="utf-8")
    before, last, after = source.rpartition("__syncthreads();")
    assert last
    assert grade(light_grading, before + after).score <= grade(light_grading, source).score
