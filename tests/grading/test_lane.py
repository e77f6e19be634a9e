"""All the work at one tile width, on a device that does what the test says; and what becomes of it in the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grader.assignment import Assignment
from grader.devices.base import Compiled, CompileRequest, DeviceCrash, DeviceFault, DeviceTimeout, Launch, Launched
from grader.emulator import result as emulator
from grader.emulator.result import Counters, LineCounters
from grader.grading.assembling import Graded, assemble
from grader.grading.bench import Build
from grader.grading.lane import GIVE_UP_AFTER, Lane, LaneSteps, run_lane
from grader.grading.launching import StudentSource
from grader.grading.opened import OpenAssignment
from grader.grading.shapes import UNLIMITED, Budget
from grader.labs.matmul.config import ProductPoints
from grader.results import DeviceInfo, Kind, Results, Severity, Status, Submission
from tests.search.kernels import TILED, changed
from tests.search.local import LocalEmulator

SOURCE = StudentSource(text="__global__ void matmul_tiled(", filename="matmul.cu")
RACE = emulator.RunFinding(
    kind="data-race", line=5, column=1, file="matmul.cu", block=(0, 0, 0), thread=(0, 0, 0), access="write",
    space="shared", object="As", offset=0, object_bytes=1024,
)  # fmt: skip
Judge = Callable[[Launch, np.ndarray], Launched]


class ScriptedDevice:
    """Multiplies as it should; `change` may spoil what a launch of the student's kernel gives."""

    def __init__(self, change: Judge | None = None) -> None:
        self.change = change
        self.launches: list[Launch] = []
        self.info = DeviceInfo(kind="cpu", name="scripted")
        self._students: set[int] = set()
        self._keys = 0

    def compile(self, request: CompileRequest) -> Compiled:
        """Always works."""
        self._keys += 1
        if request.source == SOURCE.text:
            self._students.add(self._keys)
        parameters = tuple(("int", name) for name in "ABCMKN")
        return Compiled(ok=True, key=self._keys, tile_width=request.tile_width, parameters=parameters)

    def launch(self, kernel: Compiled, launch: Launch) -> Launched:
        """C = A·B, with loads counted as of a naive kernel or of one that is tiled."""
        m, k, n = (int(value) for value in launch.steps[0].arguments[3:])  # type: ignore[arg-type]
        product = launch.arrays["A"].reshape(m, k).astype(np.float64) @ launch.arrays["B"].reshape(k, n)
        c = product.astype(np.float32).reshape(-1)
        if kernel.key not in self._students:
            return self._launched(launch, c, m * n * 2 * k)
        self.launches.append(launch)
        if self.change is not None:
            return self.change(launch, c)
        return self._launched(launch, c, m * n * 2 * k // 16)

    def launch_many(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """One at a time."""
        return [self.launch(kernel, launches[0])]

    @staticmethod
    def _launched(launch: Launch, c: np.ndarray, loads: int) -> Launched:
        row = LineCounters(
            line=3, global_loads=loads, global_load_bytes=4 * loads, shared_loads=loads, shared_stores=loads
        )
        return Launched(arrays={**launch.arrays, "C": c}, written={}, counters=Counters.of([row]))

    def renew(self) -> None:
        """Nothing to forget."""

    def close(self) -> None:
        """Nothing to end."""


def lane_of(device: ScriptedDevice, assignment: Assignment, *, budget: Budget | None = None) -> Lane:
    """Everything at tile width 16."""
    opened = OpenAssignment(assignment=assignment, seed=1)
    cases = [case for case in assignment.cases() if case.tile_width == 16]
    return run_lane(opened, device, SOURCE, 16, cases, LaneSteps(budget=budget or UNLIMITED, measured=True))


def results_of(assignment: Assignment, *lanes: Lane) -> Results:
    """The results with these lanes."""
    return assemble(
        Graded(
            opened=OpenAssignment(assignment=assignment, seed=1),
            submission=Submission(path="matmul.cu", sha256=""), lanes=lanes,
            device=DeviceInfo(kind="cpu", name="scripted"),
            cases=assignment.cases(tuple(lane.tile_width for lane in lanes)),
        )
    )  # fmt: skip


def spoilt(*, unless: Callable[[Launch], bool], race: bool = True) -> Judge:
    """Wrong results in every launch but some, and a race where checkers look."""

    def change(launch: Launch, c: np.ndarray) -> Launched:
        found = (RACE,) if race and launch.checked else ()
        arrays = {**launch.arrays, "C": c if unless(launch) else c + 1}
        return Launched(arrays=arrays, written={}, findings=found)

    return change


def in_lockstep(launch: Launch) -> bool:
    """Whether the threads keep step."""
    return launch.turns == "lockstep"


def test_a_right_kernel_passes_every_case_and_is_counted_twice(assignment: Assignment) -> None:
    """At the published shape, and at the drawn one, which no case has."""
    lane = lane_of(ScriptedDevice(), assignment)
    assert {outcome.status for outcome in lane.outcomes} == {Status.PASSED}
    assert [(entry.right, bool(entry.drawn)) for entry in lane.counted.measured] == [(True, False), (True, True)]
    assert all(entry.ratio == pytest.approx(16) for entry in lane.counted.measured)
    assert lane.counted.lines_case == "traffic@16"


def test_a_kernel_that_does_not_end_is_not_run_on_every_case(assignment: Assignment) -> None:
    """Each would take the whole time limit; the others say why they were not run."""

    def never(_launch: Launch, _c: np.ndarray) -> Launched:
        raise DeviceTimeout("20 seconds are over")

    device = ScriptedDevice(never)
    lane = lane_of(device, assignment)
    assert len(device.launches) == GIVE_UP_AFTER
    assert {outcome.status for outcome in lane.outcomes} == {Status.TIMEOUT}
    left_out = [outcome for outcome in lane.outcomes if "Not run" in outcome.message]
    assert len(left_out) == len(lane.outcomes) - GIVE_UP_AFTER
    assert all(outcome.comparison is None and outcome.problem is None for outcome in left_out)


def test_when_the_time_of_a_submission_is_over_nothing_new_begins(assignment: Assignment) -> None:
    """What ran before keeps its result; one finding tells of all that did not."""
    times = iter([0.0, 1.0, 2.0, 3.0])
    lane = lane_of(device := ScriptedDevice(), assignment, budget=Budget(3.0, clock=lambda: next(times, 99.0)))
    passed = [outcome for outcome in lane.outcomes if outcome.status is Status.PASSED]
    assert len(passed) == len(device.launches) == 2
    assert {outcome.status for outcome in lane.outcomes[2:]} == {Status.TIMEOUT}
    assert [item.kind for outcome in lane.outcomes for item in outcome.findings] == [Kind.TIMEOUT]
    assert lane.counted.measured == ()


def test_a_case_that_a_race_alone_makes_wrong_passes(assignment: Assignment) -> None:
    """It is right in lockstep; so is the launch in which traffic is counted, which keeps its points."""
    lane = lane_of(ScriptedDevice(spoilt(unless=in_lockstep)), assignment)
    assert {outcome.status for outcome in lane.outcomes} == {Status.PASSED}
    assert all("one runs ahead" in outcome.message for outcome in lane.outcomes)
    assert all(has_only_races(outcome.findings) for outcome in lane.outcomes)
    assert all(entry.right for entry in lane.counted.measured)


def has_only_races(findings: tuple) -> bool:  # type: ignore[type-arg]
    """Nothing else was found."""
    return {item.kind for item in findings} == {Kind.DATA_RACE}


@pytest.mark.parametrize("race", [True, False])
def test_a_case_that_is_wrong_in_lockstep_too_or_without_a_race_fails(assignment: Assignment, race: bool) -> None:
    """Then something else is wrong."""
    change = spoilt(unless=lambda launch: not race and in_lockstep(launch), race=race)
    lane = lane_of(device := ScriptedDevice(change), assignment)
    assert {outcome.status for outcome in lane.outcomes} == {Status.FAILED}
    assert any(map(in_lockstep, device.launches)) == race


def test_a_race_that_changes_an_input_in_lockstep_is_not_excused(assignment: Assignment) -> None:
    """The result alone is not all that must be right."""

    def change(launch: Launch, c: np.ndarray) -> Launched:
        a = launch.arrays["A"] + 1
        found = (RACE,) if launch.checked else ()
        return Launched(
            arrays={**launch.arrays, "A": a, "C": c + (not in_lockstep(launch))}, written={}, findings=found
        )

    lane = lane_of(ScriptedDevice(change), assignment)
    assert {outcome.status for outcome in lane.outcomes} == {Status.FAILED}


def test_a_launch_in_lockstep_that_dies_changes_nothing(assignment: Assignment) -> None:
    """The case stays as it was, and no fault of the grader's is told."""

    def change(launch: Launch, c: np.ndarray) -> Launched:
        if in_lockstep(launch):
            raise DeviceCrash("out of memory")
        return spoilt(unless=in_lockstep)(launch, c)

    lane = lane_of(ScriptedDevice(change), assignment)
    assert {outcome.status for outcome in lane.outcomes} == {Status.FAILED}
    assert all(has_only_races(outcome.findings) for outcome in lane.outcomes)


def test_without_points_for_safety_nothing_runs_in_lockstep(assignment: Assignment) -> None:
    """There the numbers decide."""
    plain = replace(assignment, config=assignment.config.model_copy(update={"points": ProductPoints(correctness=100)}))
    lane = lane_of(device := ScriptedDevice(spoilt(unless=in_lockstep)), plain)
    assert {outcome.status for outcome in lane.outcomes} == {Status.FAILED}
    assert not any(map(in_lockstep, device.launches))


def test_what_only_the_launch_for_traffic_shows_is_a_finding_of_the_lane(assignment: Assignment) -> None:
    """A race at a larger K: the lane has it, with the case it was seen in."""

    def change(launch: Launch, c: np.ndarray) -> Launched:
        found = (RACE,) if len(c) == 128 * 128 and launch.checked else ()
        return Launched(arrays={**launch.arrays, "C": c}, written={}, findings=found)

    lane = lane_of(ScriptedDevice(change), assignment)
    assert {outcome.status for outcome in lane.outcomes} == {Status.PASSED}
    assert [(item.kind, item.case) for item in lane.findings] == [(Kind.DATA_RACE, "traffic@16")]
    results = results_of(assignment, lane)
    assert [item.points for item in results.rubric if item.name == "safety"] == [0]
    assert not results.passed


def test_a_width_that_the_grader_could_not_judge_costs_nothing(assignment: Assignment) -> None:
    """The other width's cases, tiling and performance make up all points."""
    fine = lane_of(ScriptedDevice(), assignment)
    broken = Lane(tile_width=32, compiled=Compiled(ok=True), fault="broken inside")
    results = results_of(assignment, fine, broken)
    assert (results.score, results.max_score) == (100, 100)
    assert {case.status for case in results.cases if case.tile_width == 32} == {Status.ERROR}
    assert not results.passed  # nobody knows


def test_an_emulator_that_dies_while_counting_costs_neither_tiling_nor_performance(assignment: Assignment) -> None:
    """They are not judged, so they are not in the maximum; a finding says whose fault it is."""

    def change(launch: Launch, c: np.ndarray) -> Launched:
        if len(c) == 128 * 128:
            raise DeviceCrash("out of memory")
        return Launched(arrays={**launch.arrays, "C": c}, written={})

    results = results_of(assignment, lane_of(ScriptedDevice(change), assignment))
    assert [item.name for item in results.rubric] == ["correctness", "safety"]
    assert [item.severity for item in results.findings] == [Severity.GRADER]


def test_the_graders_own_fault_ends_the_lane(assignment: Assignment) -> None:
    """Who runs it makes a lane with that fault of it."""

    def change(_launch: Launch, _c: np.ndarray) -> Launched:
        raise DeviceFault("broken inside")

    with pytest.raises(DeviceFault, match="broken inside"):
        lane_of(ScriptedDevice(change), assignment)


LAMBDA = changed(
    changed(TILED, "? left[r * K + lc]", "? of_left(lc)"),
    "float acc", "auto of_left = [&](int k) { return left[r * K + k]; };\n    float acc",
)  # fmt: skip
ARRAYS = (Path(__file__).parents[1] / "kernels" / "correct" / "register_tiles.cu").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "compilations"), [(TILED, 1), (ARRAYS, 2), (LAMBDA, 2)], ids=["plain", "arrays", "a lambda"]
)
def test_in_haste_a_kernel_that_leaves_open_where_memory_lies_is_compiled_well_all_the_same(
    assignment: Assignment, text: str, compilations: int
) -> None:
    """What is not inlined and not unrolled reaches its values by address, which no row of threads does."""
    opened, device = OpenAssignment(assignment=assignment, seed=1), LocalEmulator()
    source = StudentSource(text=text, filename="matmul.cu")
    lane = run_lane(opened, device, source, 16, [], LaneSteps(build=Build.IN_HASTE))
    assert lane.ran
    assert not lane.compiled.local_or_generic
    assert device.compilations == compilations
