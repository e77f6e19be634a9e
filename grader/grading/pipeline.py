"""One submission, from source text to `Results`: read `Session.grade` and `Session._grade_unit` from top to bottom.

    with Session(load_assignment("."), device="cpu") as session:
        grading = session.grade(read_submission(Path("starter/matmul.cu")))
        print(grading.results.verdict, grading.with_cause().cause)

Each tile width is a lane of work. Lanes are spread over the devices, each behind a child process, and run side by side
where there are several. The expected results never leave this process.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

from grader import results as models
from grader.assignment import Assignment, Config, TestCase
from grader.devices.base import Compiled, Device, DeviceCrash, DeviceFault, DeviceTimeout, Emulator
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.devices.gpu_sharing import usable_gpus
from grader.devices.warm import forked_from, warm_process
from grader.errors import UsageError
from grader.grading.assembling import Graded, assemble
from grader.grading.lane import Attempt, Lane, LaneSteps, find_width, require_launch, run_lane
from grader.grading.launching import StudentSource
from grader.grading.opened import OpenAssignment, Seed, resolve_seed
from grader.grading.replays import Replays, record_small
from grader.grading.running import CaseOutcome
from grader.grading.shapes import Budget, Effort, usual_effort
from grader.grading.sweep import SweepProgress
from grader.grading.timed import time_lanes
from grader.grading.unfinished import find_unfinished
from grader.labs import lab_of
from grader.labs.findings import grader_fault
from grader.oracle import Oracle, open_oracle
from grader.processes.child import usable_cores
from grader.processes.forkserver import ForkServer
from grader.report.add_sentences import worded
from grader.results import Finding, Kind, Results, Severity, Status, Submission
from grader.submissions.submission import SubmissionFile

if TYPE_CHECKING:
    from grader.devices.gpu import EmulatorWithBinaries, GpuProcess

SEARCHING = 2
"""Devices that look for a cause."""
OpenDevice = Callable[[WorkerLimits], "EmulatorWithBinaries"]
OpenGpu = Callable[[str, float], "GpuProcess | None"]


class Session:
    """Grades submissions of one assignment, with the same worker processes, oracles and baselines for all."""

    def __init__(
        self,
        assignment: Assignment,
        *,
        device: str | None = None,
        seed: Seed = None,
        workers: int | None = None,
        replays: models.Replays | None = "all",
        server: ForkServer | None = None,
        open_device: OpenDevice | None = None,
        open_gpu: OpenGpu | None = None,
    ) -> None:
        """Start the processes. `server` is a `warm_process` to use; without one the session starts its own.

        `replays` says for which submissions small runs are recorded.
        """
        self.seed = resolve_seed(seed, assignment.config.seed)
        self.assignment = assignment = assignment.configured(seed=self.seed)  # scalars may be drawn with it
        cores = usable_cores()
        lanes = max(1, min(workers or cores, max(len(unit.widths) for unit in assignment.units)))
        # The search for a cause has work for two, also where one lane is graded.
        count = max(lanes, min(workers or cores, SEARCHING))
        limits = assignment.config.limits
        worker = WorkerLimits(
            seconds=limits.seconds,
            memory_mb=limits.memory_mb,
            threads=max(1, cores // lanes) if workers is None else 1,
            output_bytes=limits.output_bytes,
            compiler=assignment.config.compiler,
        )
        self._resources = contextlib.ExitStack()
        if open_device is None:
            server = server or self._resources.enter_context(warm_process())
            open_device = EmulatorDevice if server is None else partial(EmulatorDevice, start=forked_from(server))
        emulators = [open_device(worker) for _ in range(count)]
        self.emulators: tuple[Emulator, ...] = tuple(emulators)
        """One for each lane, and one more for the search where there is a single lane."""
        self._gpu = (open_gpu or find_gpu)(device or assignment.config.device, limits.seconds)
        self._devices: list[Device] = [self._gpu.lane(emulator) if self._gpu else emulator for emulator in emulators]
        self._pools = [ThreadPoolExecutor(1, thread_name_prefix="grader-lane") for _ in emulators]
        self._replays = replays
        oracles = {unit.config.oracle: open_oracle(unit, server) for unit in assignment.units}
        self.opened = tuple(
            OpenAssignment(assignment=unit, seed=self.seed, oracle=oracles[unit.config.oracle])
            for unit in assignment.units
        )
        """The parts, or the only one."""
        self._answered: set[str] = set()
        self._launchable: set[str] = set()
        self._causes: dict[tuple[str, str], models.Cause | None] = {}

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def count(self, cases: str = "*") -> int:
        """Return how many cases `grade` runs where the tile widths are the assignment's."""
        chosen = ((unit.config, case) for unit in self.assignment.units for case in unit.cases_named(cases))
        return sum(not case.why_left_out(config) for config, case in chosen)

    def renew(self) -> None:
        """Replace the child processes in the background, so that nothing of a submission reaches the next one."""
        for device in self._devices:
            with contextlib.suppress(OSError):  # no child now: the next request tries again, and says so
                device.renew()
        if self._gpu:
            self._gpu.warm_up()

    def close(self) -> None:
        """End the worker processes."""
        for device in self._devices:
            device.close()
        for oracle in {opened.oracle for opened in self.opened if opened.oracle}:
            oracle.close()
        self._resources.close()
        if self._gpu:
            self._gpu.close()
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)

    def grade(
        self,
        submission: SubmissionFile,
        *,
        cases: str = "*",
        effort: Callable[[Config], Effort] = usual_effort,
        on_case: Callable[[CaseOutcome], None] | None = None,
        on_sweep: SweepProgress = lambda *_: None,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> Grading:
        """Grade one submission; the student's faults are in the results, and so are the grader's own.

        `cases` is a pattern of case names (`tall`, `tall@16`, `ragged-*`, of a part `naive/*`); raise
        `UsageError` when none fits. `effort` gives that of the sweep which follows all cases, by default as the
        assignment says. Of several parts those are graded that have such cases. `meanwhile` is called while the lanes
        are at work.
        """
        asked = [opened for opened in self.opened if _asks_for(opened.assignment, cases)]
        if not asked:
            raise _no_such_case(self.assignment, cases)
        for opened in asked:
            if opened.assignment.part not in self._answered:
                opened.require_answers()
                self._answered.add(opened.assignment.part)
        shown = Submission(
            path=str(submission.path), student=submission.student, sha256=submission.sha256,
            source=submission.source,
        )  # fmt: skip
        left = self.assignment.config.limits.total_seconds
        units: list[GradedUnit] = []
        for number, opened in enumerate(asked):
            # What one part leaves goes to the next. While the oracle is at work, the submission's time stands still.
            budget = Budget(left / (len(asked) - number), partial(self._work_so_far, opened.oracle))
            steps = LaneSteps(
                budget=budget,
                measured=cases == "*",
                effort=effort(opened.config),
                on_case=on_case or (lambda _: None),
                on_sweep=on_sweep,
            )
            units.append(self._grade_unit(opened, submission, shown, cases, steps, meanwhile))
            left = max(0.0, left - budget.used)
        return Grading(self, units)

    def _grade_unit(
        self,
        opened: OpenAssignment,
        submission: SubmissionFile,
        shown: Submission,
        pattern: str,
        steps: LaneSteps,
        meanwhile: Callable[[], None],
    ) -> GradedUnit:
        """Grade one part, or an assignment without parts."""
        start = time.perf_counter()
        source = StudentSource(text=submission.source, filename=submission.path.name)
        widths: tuple[int, ...] | None = None
        notes: tuple[str, ...] = ()
        problems: list[Finding] = []
        lanes: list[Lane] = []
        if submission.problem is not None:
            problems = [Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, message=submission.problem)]
        elif opened.config.tile.widths == "auto":
            try:
                width, source, notes = find_width(opened, self._devices[0], source)
                widths = (width,)
            except DeviceFault as error:
                problems = [grader_fault(str(error))]
                lanes = [_faulty(width, error) for width in opened.assignment.widths]
        cases = opened.assignment.cases_named(pattern, widths)
        if not cases:
            raise _no_such_case(opened.assignment, pattern)
        timed, replays = None, None
        if not problems:
            lanes, problems, ahead = self._run_lanes(opened, source, cases, steps, meanwhile)
            if steps.measured and not problems and not steps.budget.spent:
                try:  # on the GPU, where there is one, once everything else on it has ended
                    timed = time_lanes(opened, lanes)
                except (DeviceFault, DeviceCrash, DeviceTimeout) as error:
                    problems = [grader_fault(str(error))]
            if not problems and not steps.budget.spent and self._wants_replays(lanes, opened.config):
                replays = self._replays_of(opened, source, lanes, ahead)
            part = opened.assignment.part
            if part not in self._launchable and require_launch(opened, self._devices[0], lanes):
                self._launchable.add(part)
        graded = Graded(
            opened=opened,
            submission=shown,
            device=self._devices[0].info,
            lanes=tuple(lanes),
            cases=cases,
            recordings=replays.recordings if replays else (),
            blamed=replays.blamed if replays else 0,
            partial=not steps.measured,
            notes=notes,
            problems=(*problems, *(timed.findings if timed else ())),
            find_unfinished=partial(find_unfinished, opened.assignment, submission),
            timed=timed,
            seconds=round(time.perf_counter() - start, 4),
        )
        if self._gpu:
            self._gpu.renew()  # nothing of this submission may meet the next
        return GradedUnit(Attempt(opened, source, tuple(lanes), steps.budget), worded(assemble(graded)))

    def _work_so_far(self, oracle: Oracle | None) -> float:
        """Return the seconds that the busiest device has worked, as on a quiet machine: lanes run side by side.

        What a check of the results takes is the submission's. For a GPU they are by the clock, without those in which
        the oracle is asked something else.
        """
        judging = oracle.judging_seconds if oracle else 0.0
        if self._gpu:
            return time.monotonic() - (oracle.seconds - judging if oracle else 0.0)
        return max(emulator.worked for emulator in self.emulators) + judging

    def _run_lanes(
        self,
        opened: OpenAssignment,
        source: StudentSource,
        cases: Sequence[TestCase],
        steps: LaneSteps,
        meanwhile: Callable[[], None],
    ) -> tuple[list[Lane], list[Finding], Replays | None]:
        """Run a lane for each tile width. Return also the grader's own faults, and what the last device recorded."""
        running: dict[int, Future[Lane]] = {}
        run = run_lane
        if opened.config.whole_program:
            from grader.grading.program_lane import run_program_lane  # imported late: programs need Linux, and time

            run = run_program_lane
        for number, width in enumerate(dict.fromkeys(case.tile_width for case in cases)):
            slot = number % len(self._devices)
            own = [each for each in cases if each.tile_width == width and not each.why_left_out(opened.config)]
            main = replace(steps, main=not number)
            running[width] = self._pools[slot].submit(run, opened, self._devices[slot], source, width, own, main)
        last = min(len(running), len(self._pools)) - 1
        recorded = self._pools[last].submit(self._record_ahead, opened, source, [*running.values()], steps.budget)
        meanwhile()
        lanes, faults = [], []
        for width, task in running.items():
            try:
                lanes.append(task.result())
            except DeviceFault as error:
                faults.append(grader_fault(str(error)))
                lanes.append(_faulty(width, error))
        return lanes, faults, recorded.result()

    def _record_ahead(
        self, opened: OpenAssignment, source: StudentSource, running: Sequence[Future[Lane]], budget: Budget
    ) -> Replays | None:
        """Record what a report replays of a kernel without fault, while other lanes are still at work.

        None where a lane that has ended has a fault: then there is another run to show.
        """
        ended = [task for task in running if task.done()]
        if self._replays != "all" or any(task.exception() for task in ended):
            return None
        lanes = [task.result() for task in ended]
        like = next((lane.bench for lane in lanes if lane.bench), None)
        if like is None or _first_failed(lanes) is not None or budget.spent:
            return None
        return record_small(opened, self._devices[-1], source, None, like)

    def _wants_replays(self, lanes: Sequence[Lane], config: Config) -> bool:
        endless = any(outcome.status is Status.TIMEOUT for lane in lanes for outcome in lane.outcomes)
        if endless or (self._replays != "all" and _looks_right(lanes, config)):
            return False
        # If no report is shown, record only what a finding needs: which of several launches goes wrong.
        return self._replays is not None or config.launches_several

    def _replays_of(
        self, opened: OpenAssignment, source: StudentSource, lanes: Sequence[Lane], ahead: Replays | None
    ) -> Replays | None:
        """Return what was recorded ahead where there is nothing better to show; None where no lane ran."""
        like = next((lane.bench for lane in lanes if lane.bench), None)
        if like is None:
            return None
        failed = _first_failed(lanes)
        same = ahead and ahead.bench.config == like.config
        return ahead if failed is None and same else record_small(opened, self._devices[-1], source, failed, like)

    def cause_of(self, unit: GradedUnit) -> models.Cause | None:
        """Return the cause of a unit's faults, where trying edits finds one.

        The same text has the same cause: it is looked for once a session, for each part.
        """
        from grader.search import find_cause

        key = unit.results.submission.sha256, unit.attempt.opened.assignment.part
        if key not in self._causes:
            self._causes[key] = find_cause(unit.attempt, self.emulators)
        return self._causes[key]


@dataclass(frozen=True, slots=True)
class GradedUnit:
    """One part of a graded submission, or all of it, and its results."""

    attempt: Attempt
    results: Results

    @property
    def config(self) -> Config:
        """The configuration that it was graded by."""
        return self.attempt.opened.config

    @property
    def has_cause(self) -> bool:
        """True if there is a fault of the student's whose cause may be shown."""
        shown = self.config.hint_level != "none"
        begun = not any(finding.kind is Kind.UNFINISHED for finding in self.results.findings)
        judged = self.results.fault is None and self.results.refused is None
        return shown and begun and judged and not self.results.passed


class Grading:
    """A graded submission: its `results`, and what can be asked about it while its session is open."""

    def __init__(self, session: Session, units: Sequence[GradedUnit]) -> None:
        self._session, self._units = session, units
        self.results = self._joined([unit.results for unit in units])

    @property
    def wants_cause(self) -> bool:
        """True if there is a fault of the student's whose cause may be shown."""
        return any(unit.has_cause for unit in self._units)

    def with_cause(self) -> Results:
        """Return the results with the cause of each fault, where trying edits finds one."""
        return self._joined([self._with_cause(unit) for unit in self._units])

    def with_explanations(self) -> Results:
        """Return the results with what small experiments tell of the first fault, without a search for its cause."""
        return self._joined([worded(self._explained(unit)) for unit in self._units])

    def with_next_steps(self) -> Results:
        """Return the results with what comes next for a kernel that has all points."""
        from grader.grading.next_steps import has_all_points, look_beyond

        if not has_all_points(self.results):
            return self.results
        (unit,) = self._units
        beyond = look_beyond(self.results, unit.attempt, self._session.emulators)
        return worded(self.results.model_copy(update={"beyond": beyond}))

    def _with_cause(self, unit: GradedUnit) -> Results:
        if not unit.has_cause:
            return unit.results
        from grader.search import agreeing, as_far_as, beside_findings

        cause = self._session.cause_of(unit)
        results = self._explained(unit, proved=1 + (cause.second is not None) if cause and cause.proved else 0)
        if cause is None:
            return worded(results)
        shown = as_far_as(beside_findings(cause, results.findings), unit.config.hint_level)
        return worded(results.model_copy(update={"cause": shown, "findings": agreeing(results.findings, cause)}))

    def _explained(self, unit: GradedUnit, *, proved: int = 0) -> Results:
        if not unit.has_cause or unit.config.hint_level == "where":
            return unit.results
        from grader.search import tell_findings

        device, findings = self._session.emulators[-1], unit.results.findings
        told = tell_findings(unit.attempt, device, findings, proved=proved)
        return unit.results.model_copy(update={"findings": told})

    def _joined(self, made: Sequence[Results]) -> Results:
        """Return the results of all parts as one."""
        whole = self._session.assignment
        if not whole.parts:
            return made[0]
        units = [unit.attempt.opened.assignment for unit in self._units]
        parts = [
            models.Part(name=unit.part, title=unit.title, results=one) for unit, one in zip(units, made, strict=True)
        ]
        return models.whole_of(whole.config.assignment, made[0].submission, made[0].reproduce, parts)


def _faulty(tile_width: int, fault: DeviceFault) -> Lane:
    """Return a lane at which the grader itself failed."""
    return Lane(tile_width=tile_width, compiled=Compiled(ok=True), fault=str(fault))


def _looks_right(lanes: Sequence[Lane], config: Config) -> bool:
    """True if every case passed with nothing found, and the counts satisfy what is required of them."""
    outcomes = [outcome for lane in lanes for outcome in lane.outcomes]
    if any(outcome.status is not Status.PASSED or outcome.findings for outcome in outcomes):
        return False
    measured = [entry for lane in lanes for entry in lane.counted.measured]
    required = lab_of(config).requirements(measured, config) if config.points.requirements else ()
    return all(item.status is Status.PASSED for item in required) and not any(lane.findings for lane in lanes)


def _first_failed(lanes: Sequence[Lane]) -> CaseOutcome | None:
    """Return the case to show in a recording: the first with a fault, of those that a student may see if any."""
    failed = [
        outcome for lane in lanes for outcome in lane.outcomes if outcome.status is Status.FAILED or outcome.findings
    ]
    return min(failed, key=lambda outcome: outcome.case.visibility.hides, default=None)


def find_gpu(kind: str, seconds: float) -> GpuProcess | None:
    """Return the GPU that `gpu` or `auto` means on this machine. Raise `NoGpuError` if there is none for `gpu`."""
    count = usable_gpus(kind)
    if not count:
        return None
    from grader.devices.gpu import GpuProcess
    from grader.devices.gpu_sharing import claim

    return GpuProcess(claim(count), seconds=seconds)


def grade_submission(
    assignment: Assignment,
    submission: SubmissionFile,
    *,
    device: str | None = None,
    seed: Seed = None,
    workers: int | None = None,
    cases: str = "*",
) -> Results:
    """Grade one submission with worker processes of its own; see `Session`."""
    with Session(assignment, device=device, seed=seed, workers=workers) as session:
        return session.grade(submission, cases=cases).results


def _asks_for(assignment: Assignment, pattern: str) -> bool:
    """True if there are such cases, at some tile width where that is the submission's own."""
    auto = assignment.config.tile.widths == "auto"
    return bool(assignment.cases_named(pattern.partition("@")[0] if auto else pattern))


def _no_such_case(assignment: Assignment, pattern: str) -> UsageError:
    names = ", ".join(dict.fromkeys(case.name for case in assignment.cases()))
    return UsageError(f"no case is named '{pattern}'; the cases are {names}")
