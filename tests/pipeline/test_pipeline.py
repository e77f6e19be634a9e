"""The pipeline as a whole: deterministic, complete, and never the end of the grader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import Assignment
from grader.devices.base import Compiled, CompileRequest, DeviceCrash, DeviceFault, Launch, Launched
from grader.devices.cpu import WorkerLimits
from grader.errors import UsageError
from grader.grading.opened import resolve_seed
from grader.grading.pipeline import Session
from grader.results import DeviceInfo, Results, Severity, Status
from grader.submissions.submission import decode_submission, read_submission

ROOT = Path(__file__).parents[2]
MISTAKES = ROOT / "reference" / "mistakes"


def text(source: str) -> Any:
    """A submission from text."""
    return decode_submission(source.encode(), path=Path("matmul.cu"))


def without_times(results: Results) -> dict[str, Any]:
    """The results without what may differ between runs."""
    data: dict[str, Any] = json.loads(results.to_json())  # as text, where one NaN is like another
    data["seconds"] = data["compile"]["seconds"] = 0
    for case in data["cases"]:
        case["seconds"] = 0
    return data


@pytest.mark.parametrize("name", ["barrier-second-missing", "bounds-square-textbook"])
def test_the_same_submission_and_seed_give_the_same_results(assignment: Assignment, name: str) -> None:
    """Two sessions with processes of their own agree in everything but times."""
    submission = read_submission(MISTAKES / f"{name}.cu")
    outcomes = []
    for _ in range(2):
        with Session(assignment, device="cpu") as session:
            outcomes.append(without_times(session.grade(submission, cases="ragged-*").results))
    assert outcomes[0] == outcomes[1]


def test_results_survive_the_way_through_json(grading: Session) -> None:
    """Every output can be rebuilt from results.json."""
    results = grading.grade(read_submission(MISTAKES / "bounds-no-guard-c.cu")).results
    assert Results.from_json(results.to_json()) == results


def test_another_seed_gives_other_inputs_and_the_same_verdict(assignment: Assignment) -> None:
    """The seed is in the results."""
    submission = read_submission(MISTAKES / "bounds-floor-division.cu")
    worst = []
    for seed in (1, 2):
        with Session(assignment, device="cpu", seed=seed) as session:
            results = session.grade(submission, cases="ragged-K@16").results
            assert results.seed == seed
            worst.append(results.cases[0].worst)
    assert worst[0] != worst[1]
    assert resolve_seed("random", 0) != resolve_seed("random", 0)


@pytest.mark.parametrize("source", ["", "\n\n", "hello", "int main() { return 0; }", "\x00\x01\x02"])
def test_an_empty_or_senseless_file_is_graded_like_any_other(grading: Session, source: str) -> None:
    """No points, a finding, no fault of the grader."""
    results = grading.grade(text(source)).results
    assert (results.score, results.passed) == (0, False)
    assert [finding.severity for finding in results.findings if finding.severity is not Severity.ERROR] == []
    assert results.findings


def test_a_chosen_case_runs_alone(grading: Session) -> None:
    """Tiling and performance are left out, and the report says so."""
    results = grading.grade(read_submission(ROOT / "reference" / "tiled.cu"), cases="tall@16").results
    assert [case.name for case in results.cases] == ["tall@16"]
    assert (results.score, results.max_score, results.passed) == (60, 60, True)
    assert any("Only some cases" in line for line in results.not_measured)


def test_a_pattern_that_fits_no_case_is_an_error_with_the_names(grading: Session) -> None:
    """So that the user sees what there is."""
    with pytest.raises(UsageError, match="no case is named 'tal'; the cases are square-1T, "):
        grading.grade(read_submission(ROOT / "reference" / "tiled.cu"), cases="tal")


def test_a_file_that_fixes_its_width_is_graded_at_that_width(grading: Session) -> None:
    """The other width's cases are not run, with the reason in words."""
    results = grading.grade(read_submission(MISTAKES / "resources-fixed-width.cu")).results
    statuses = {width: {case.status for case in results.cases if case.tile_width == width} for width in (16, 32)}
    assert statuses == {16: {Status.PASSED}, 32: {Status.SKIPPED}}
    assert "fixes its own TILE_WIDTH" in results.findings[0].message
    assert not results.passed


class FailingDevice:
    """A device that fails in a given way at every launch."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.worked = 0.0
        self.info = DeviceInfo(kind="cpu", name="failing")

    def compile(self, request: CompileRequest) -> Compiled:
        """Always works."""
        return Compiled(ok=True, tile_width=request.tile_width, kernel_name="k")

    def launch(self, _kernel: Compiled, _launch: Launch) -> Launched:
        """Never works."""
        raise self.error

    launch_many = launch

    def close(self) -> None:
        """Nothing to end."""


@pytest.mark.parametrize("error", [DeviceFault("broken inside"), DeviceCrash("died")])
def test_the_graders_own_fault_is_told_apart_and_never_passes_for_the_students(
    assignment: Assignment, error: Exception
) -> None:
    """Cases are errors, not failures; the verdict says whose fault it is."""

    def open_device(_: WorkerLimits) -> FailingDevice:
        return FailingDevice(error)

    with Session(assignment, device="cpu", open_device=open_device) as session:  # type: ignore[arg-type]
        results = session.grade(text("__global__ void k() {}")).results
    assert {case.status for case in results.cases} == {Status.ERROR}
    assert "not the student's fault" in results.verdict
    assert all(finding.severity is Severity.GRADER for finding in results.findings)


def test_recordings_show_the_walk_through_and_the_failure_in_small(grading: Session) -> None:
    """A likeness of the first failed case that fails as well comes first, then 4×4 on tiles of 2."""
    results = grading.grade(read_submission(MISTAKES / "bounds-floor-division.cu")).results
    failure, walk = results.recordings
    assert (walk.sizes["M"], walk.tile_width) == (4, 2)
    assert list(walk.buffers[walk.output].values) == pytest.approx(list(walk.expected))
    assert failure.tile_width == 2
    assert list(failure.buffers[failure.output].values) != pytest.approx(list(failure.expected))
    assert {event[3] for event in walk.events} >= {"load", "store", "fma", "barrier"}


def test_counts_by_line_name_the_lines_that_load(grading: Session) -> None:
    """Each thread loads one element of A and one of B a phase; the tile reads are shared."""
    results = grading.grade(read_submission(ROOT / "reference" / "tiled.cu")).results
    rows = {row.line: row for row in results.lines}
    source = results.submission.source.split("\n")
    loads = [line for line, row in rows.items() if row.global_loads]
    assert [source[line - 1].strip()[:10] for line in loads] == ["As[ty][tx]", "Bs[ty][tx]"]
    assert rows[loads[0]].global_loads == 128 * 128 * 8


def test_what_the_optimiser_deleted_is_found_all_the_same(grading: Session) -> None:
    """A load that nobody uses leaves A: the numbers and the optimised code are right, the source is not."""
    results = grading.grade(read_submission(MISTAKES / "bounds-load-nobody-uses.cu")).results
    assert all(case.status is Status.PASSED for case in results.cases)
    assert not results.passed
    (finding,) = (item for item in results.findings if item.severity is Severity.ERROR)
    assert "Optimised code does without this access" in finding.message
    assert {case.rsplit("@", 1)[1] for case in finding.cases} == {"16"}
