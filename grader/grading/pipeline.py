"""One submission, from source text to `Results`: read `Session.grade` from top to bottom.

    with Session(load_assignment("."), device="cpu") as session:
        results = session.grade(read_submission(Path("starter/matmul.cu")))

Every tile width is a lane of work on a device of its own, behind a child process; lanes run side by side. The expected
results never leave this process.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

from grader.assignment import Assignment, Config
from grader.devices.base import Device, DeviceFault, Emulator
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.devices.gpu_sharing import usable_gpus
from grader.devices.warm import forked_from, warm_process
from grader.errors import UsageError
from grader.grading.assembling import Graded, assemble
from grader.grading.budget import Budget
from grader.grading.findings import grader_fault
from grader.grading.lane import StudentSource, Workplace, find_width
from grader.grading.lanes import Lanes, faulty_lane
from grader.grading.premises import require_answers, require_launch
from grader.grading.running import CaseOutcome
from grader.grading.shapes import Effort, usual_effort
from grader.grading.sweep import SweepProgress
from grader.labs import lab_of, why_left_out
from grader.oracle import Oracle, open_oracle
from grader.processes.cores import usable_cores
from grader.processes.forkserver import ForkServer
from grader.report.add_sentences import worded
from grader.results import (
    Cause,
    DeviceInfo,
    Finding,
    Kind,
    Part,
    Replays,
    Results,
    Severity,
    Submission,
    whole,
    whole_of,
)
from grader.submissions.submission import SubmissionFile

if TYPE_CHECKING:
    from grader.devices.gpu import EmulatorWithBinaries, SessionGpu

OpenDevice = Callable[[WorkerLimits], "EmulatorWithBinaries"]
Seed = int | str | None
OpenGpu = Callable[[str, float], "SessionGpu | None"]
UNKNOWN_DEVICE = DeviceInfo(kind="", name="")
"""Until the lanes have run: asking a GPU for its name would wait for its process to start."""


class NoSuchCaseError(UsageError):
    """`--case` names no case of the assignment."""


class Session:
    """Grades submissions of one assignment; worker processes and baselines are kept from one to the next."""

    def __init__(
        self,
        assignment: Assignment,
        *,
        device: str | None = None,
        seed: Seed = None,
        workers: int | None = None,
        replays: Replays | None = "all",
        server: ForkServer | None = None,
        open_device: OpenDevice | None = None,
        open_gpu: OpenGpu | None = None,
    ) -> None:
        """`server` is a `warm_process` to use; the session has one of its own where none is given."""
        self.assignment = assignment
        self.seed = resolve_seed(seed, assignment)
        cores = usable_cores()
        count = max(1, min(workers or cores, max(len(unit.widths) for unit in assignment.units)))
        limits = assignment.config.limits
        self._limits = WorkerLimits(
            seconds=limits.seconds,
            memory_mb=limits.memory_mb,
            threads=max(1, cores // count) if workers is None else 1,
            output_bytes=limits.output_bytes,
            compiler=assignment.config.compiler,
        )
        self._resources = contextlib.ExitStack()
        if open_device is None:
            server = server or self._resources.enter_context(warm_process())
            open_device = EmulatorDevice if server is None else partial(EmulatorDevice, start=forked_from(server))
        emulators = [open_device(self._limits) for _ in range(count)]
        self._gpu = (open_gpu or find_gpu)(device or assignment.config.device, limits.seconds)
        self._devices: list[Device] = [self._gpu.lane(emulator) if self._gpu else emulator for emulator in emulators]
        self._lanes = Lanes(self._devices, replays)
        self._oracles = {unit.config.oracle: open_oracle(unit, server) for unit in assignment.units}
        self._works = {
            unit.part: Workplace(assignment=unit, seed=self.seed, oracle=self._oracles[unit.config.oracle])
            for unit in assignment.units
        }
        self._emulators = emulators
        self._answered: set[str] = set()
        self._launchable: set[str] = set()
        self._last: dict[str, tuple[Graded, StudentSource, Workplace]] = {}
        self._causes: dict[tuple[str, str], Cause | None] = {}

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def emulators(self) -> tuple[Emulator, ...]:
        """The emulators, each to be used by one thread at a time."""
        return tuple(self._emulators)

    @property
    def workplaces(self) -> tuple[Workplace, ...]:
        """What the lanes share: one for each part, or the only one."""
        return tuple(self._works.values())

    def count(self, cases: str = "*") -> int:
        """How many cases `grade` runs where the tile widths are the assignment's."""
        chosen = ((unit.config, case) for unit in self.assignment.units for case in unit.cases_named(cases))
        return sum(not why_left_out(config, case) for config, case in chosen)

    def renew(self) -> None:
        """Forget what was graded: the next submission meets fresh processes, which start while the caller goes on."""
        for device in self._devices:
            with contextlib.suppress(OSError):  # no child now: the next request tries again, and says so
                device.renew()
        if self._gpu:
            self._gpu.process.warm_up()

    def close(self) -> None:
        """End the worker processes."""
        for device in self._devices:
            device.close()
        for oracle in filter(None, self._oracles.values()):
            oracle.close()
        self._resources.close()
        if self._gpu:
            self._gpu.close()
        self._lanes.close()

    def grade(
        self,
        submission: SubmissionFile,
        *,
        cases: str = "*",
        shown_as: str | None = None,
        effort: Callable[[Config], Effort] = usual_effort,
        on_case: Callable[[CaseOutcome], None] | None = None,
        on_sweep: SweepProgress = lambda *_: None,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> Results:
        """Grade one submission; the student's faults are in the results, and so are the grader's own.

        `cases` is a pattern of case names (`tall`, `tall@16`, `ragged-*`, of a part `naive/*`); raises
        `NoSuchCaseError` when none fits. `effort` gives that of the sweep which follows all cases, by default as the
        assignment says. Of several parts those are graded that have such cases. `meanwhile` is what the caller has to
        do while the lanes are at work.
        """
        source = StudentSource(text=submission.source, filename=submission.path.name)
        asked = [work for work in self._works.values() if _asks_for(work.assignment, cases)]
        if not asked:
            raise _no_such_case(self.assignment, cases)
        about = _submission(submission, shown_as)
        for shared in asked:
            self._require_answers(shared)
        self._last = {}
        left = self.assignment.config.limits.total_seconds
        made = []
        for number, shared in enumerate(asked):
            work = replace(
                shared,
                effort=effort(shared.assignment.config),
                on_case=on_case or (lambda _: None),
                on_sweep=on_sweep,
                meanwhile=meanwhile,
                # What a part leaves is the others'. While the oracle is at work, the submission's time stands still.
                budget=Budget(left / (len(asked) - number), partial(self._work_so_far, shared.oracle)),
            )
            results = self._grade_unit(work, source, submission.problem, about, cases)
            left = max(0.0, left - work.budget.used)
            made.append(Part(name=shared.assignment.part, title=shared.assignment.title, results=results))
        if not self.assignment.parts:
            return made[0].results
        return whole_of(self.assignment.config.assignment, about, made[0].results.reproduce, made)

    def _work_so_far(self, oracle: Oracle | None) -> float:
        """Return the seconds that the busiest device has worked, as on a quiet machine: lanes run side by side.

        A GPU's are by the clock, without those in which the oracle is asked.
        """
        if self._gpu:
            return time.monotonic() - (oracle.seconds if oracle else 0.0)
        return max(emulator.worked for emulator in self._emulators)

    def _require_answers(self, work: Workplace) -> None:
        """Once a session; raises `AssignmentError`."""
        if work.assignment.part not in self._answered:
            require_answers(work)
            self._answered.add(work.assignment.part)

    def _grade_unit(
        self, work: Workplace, source: StudentSource, problem: str | None, about: Submission, cases: str
    ) -> Results:
        """All of one part, or of an assignment that has none; `problem` says why there is no source to grade."""
        start = time.perf_counter()
        assignment = work.assignment
        widths: tuple[int, ...] | None = None
        notes: tuple[str, ...] = ()
        fault = ""
        if assignment.config.tile.widths == "auto" and problem is None:
            try:
                width, define, notes = find_width(work, self._devices[0], source)
                widths, work = (width,), replace(work, define_width=define)
            except DeviceFault as error:
                fault = str(error)
        chosen = assignment.cases_named(cases, widths)
        if not chosen:
            raise _no_such_case(assignment, cases)
        work = replace(work, first_width=chosen[0].tile_width)
        graded = Graded(
            assignment=assignment,
            submission=about,
            device=UNKNOWN_DEVICE,
            seed=self.seed,
            lanes=(),
            cases=chosen,
            notes=notes,
            partial=cases != "*",
        )
        if problem is not None:
            graded = replace(graded, problems=(_unreadable(problem),))
        elif fault:
            lanes = tuple(faulty_lane(width, fault) for width in assignment.widths)
            graded = replace(graded, lanes=lanes, problems=(grader_fault(fault),))
        else:
            graded = self._lanes.graded(graded, source, work)
            if assignment.part not in self._launchable and require_launch(work, self._devices[0], graded.lanes):
                self._launchable.add(assignment.part)
        graded = replace(graded, device=self._devices[0].info)
        self._last[assignment.part] = graded, source, work
        if self._gpu:
            self._gpu.process.renew()  # nothing of this submission may meet the next
        return worded(assemble(replace(graded, seconds=round(time.perf_counter() - start, 4))))

    def wants_diagnosis(self, results: Results) -> bool:
        """Whether there is a fault of the student's whose cause may be told."""
        return any(self._may_tell(one, part) for part, one in _by_part(results))

    def _may_tell(self, results: Results, part: str) -> bool:
        config = self._works[part].assignment.config
        told = config.hint_level != "none" and lab_of(config).has_small_cases
        return told and not results.passed and results.fault is None and part in self._last

    def diagnosed(self, results: Results) -> Results:
        """The results of the submission graded last with the cause of its faults, where trying edits finds one.

        The same text has the same cause: it is looked for once a session, for each part.
        """
        if not results.parts:
            return self._diagnosed(results, "")
        told = (self._diagnosed(part.results, part.name) for part in results.parts)
        parts = [part.model_copy(update={"results": one}) for part, one in zip(results.parts, told, strict=True)]
        return whole(results, parts)

    def _diagnosed(self, results: Results, part: str) -> Results:
        if not self._may_tell(results, part):
            return results
        from grader.search import agreeing, as_far_as, find_cause

        graded, source, work = self._last[part]
        key = results.submission.sha256, part
        if key not in self._causes:
            self._causes[key] = find_cause(work, self._emulators, source, graded.lanes)
        cause = self._causes[key]
        if cause is None:
            return results
        shown = as_far_as(cause, work.assignment.config.hint_level)
        findings = agreeing(results.findings, cause)
        return worded(results.model_copy(update={"cause": shown, "findings": findings}))

    def looked_beyond(self, results: Results) -> Results:
        """The results of the submission graded last with what comes next for a kernel that has all points."""
        from grader.grading.next_steps import has_all_points, look_beyond

        if not has_all_points(results) or "" not in self._last:
            return results
        graded, source, work = self._last[""]
        beyond = look_beyond(results, work, self._emulators, source, graded.lanes)
        return worded(results.model_copy(update={"beyond": beyond}))


def find_gpu(kind: str, seconds: float) -> SessionGpu | None:
    """The GPU that `gpu` or `auto` means on this machine; raises `NoGpuError` when it must be there and is not."""
    count = usable_gpus(kind)
    if not count:
        return None
    from grader.devices.gpu import open_gpu

    return open_gpu(count, seconds)


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
        return session.grade(submission, cases=cases)


def resolve_seed(seed: Seed, assignment: Assignment) -> int:
    """The seed as a number: the assignment's own when None, a fresh secret one for `random`."""
    if seed is None:
        return assignment.config.seed
    if seed == "random":
        return secrets.randbits(32)
    return int(seed)


def _asks_for(assignment: Assignment, pattern: str) -> bool:
    """Whether it has such cases, at some tile width where that is the submission's own."""
    auto = assignment.config.tile.widths == "auto"
    return bool(assignment.cases_named(pattern.partition("@")[0] if auto else pattern))


def _no_such_case(assignment: Assignment, pattern: str) -> NoSuchCaseError:
    names = ", ".join(dict.fromkeys(case.name for case in assignment.cases()))
    return NoSuchCaseError(f"no case is named '{pattern}'; the cases are {names}")


def _by_part(results: Results) -> list[tuple[str, Results]]:
    return [(part.name, part.results) for part in results.parts] or [("", results)]


def _submission(submission: SubmissionFile, shown_as: str | None) -> Submission:
    return Submission(
        path=shown_as or str(submission.path),
        student=submission.student,
        sha256=submission.sha256,
        source=submission.source,
    )


def _unreadable(problem: str) -> Finding:
    return Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, message=problem)
