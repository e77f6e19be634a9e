"""One submission, from source text to `Results`: read `Session.grade` from top to bottom.

    with Session(load_assignment("."), device="cpu") as session:
        results = session.grade(read_submission(Path("starter/matmul.cu")))

Every tile width is a lane of work on a device of its own, behind a child process; lanes run side by side. The expected
results never leave this process.
"""

from __future__ import annotations

import fnmatch
import os
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from types import TracebackType

from grader.assignment import Assignment, TestCase
from grader.checking.assembling import Graded, assemble, why_left_out
from grader.checking.lane import Lane, Source, Workplace, find_width, record_small, run_lane
from grader.checking.running import Outcome
from grader.devices.base import Compiled, Device, DeviceFault
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.results import Finding, Kind, Recording, Results, Severity, Status, Submission
from grader.submission import SubmissionFile

OpenDevice = Callable[[WorkerLimits], Device]
Seed = int | str | None


class NoSuchCaseError(Exception):
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
        open_device: OpenDevice = EmulatorDevice,
    ) -> None:
        self.assignment = assignment
        self.seed = resolve_seed(seed, assignment)
        self._device_kind = device or assignment.config.device
        cores = os.cpu_count() or 1
        count = max(1, min(workers or cores, len(assignment.widths)))
        limits = assignment.config.limits
        self._limits = WorkerLimits(
            seconds=limits.seconds,
            memory_mb=limits.memory_mb,
            threads=max(1, cores // count) if workers is None else 1,
            output_bytes=limits.output_bytes,
        )
        self._devices = [open_device(self._limits) for _ in range(count)]
        self._pools = [ThreadPoolExecutor(1, thread_name_prefix="grader-lane") for _ in range(count)]
        self._work = Workplace(assignment=assignment, seed=self.seed)

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices, each to be used by one thread at a time."""
        return tuple(self._devices)

    @property
    def workplace(self) -> Workplace:
        """What the lanes share."""
        return self._work

    def close(self) -> None:
        """End the worker processes."""
        for device in self._devices:
            device.close()
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)

    def grade(
        self,
        submission: SubmissionFile,
        *,
        cases: str = "*",
        shown_as: str | None = None,
        on_case: Callable[[Outcome], None] | None = None,
    ) -> Results:
        """Grade one submission; the student's faults are in the results, and so are the grader's own.

        `cases` is a pattern of case names (`tall`, `tall@16`, `ragged-*`); raises `NoSuchCaseError` when none fits.
        """
        start = time.perf_counter()
        source = Source(text=submission.source, filename=submission.path.name)
        work = replace(self._work, on_case=on_case or (lambda _: None))
        widths: tuple[int, ...] | None = None
        notes: tuple[str, ...] = ()
        if self.assignment.config.tile.widths == "auto" and submission.problem is None:
            width, define, notes = find_width(work, self._devices[0], source)
            widths, work = (width,), replace(work, define_width=define)
        chosen = choose_cases(self.assignment, cases, widths)
        graded = Graded(
            assignment=self.assignment,
            submission=_submission(submission, shown_as),
            device=self._devices[0].info,
            seed=self.seed,
            lanes=(),
            cases=chosen,
            notes=notes,
            partial=cases != "*",
        )
        if submission.problem is not None:
            graded = replace(graded, problems=(_unreadable(submission.problem),))
        else:
            graded = self._graded(graded, source, work)
        return assemble(replace(graded, seconds=round(time.perf_counter() - start, 4)))

    def _graded(self, graded: Graded, source: Source, work: Workplace) -> Graded:
        lanes, faults = self._run_lanes(work, source, graded)
        failed = _first_failed(lanes)
        recordings: tuple[Recording, ...] = ()
        lines = None
        endless = any(outcome.status is Status.TIMEOUT for lane in lanes for outcome in lane.outcomes)
        if not faults and not endless and any(lane.ran for lane in lanes):
            axis = next(lane.bench.axis for lane in lanes if lane.bench)
            recordings, lines = record_small(work, self._devices[-1], source, failed, axis)
        return replace(
            graded,
            lanes=tuple(lanes),
            recordings=recordings,
            access_lines=lines,
            problems=tuple(faults),
        )

    def _run_lanes(self, work: Workplace, source: Source, graded: Graded) -> tuple[list[Lane], list[Finding]]:
        running: list[tuple[int, Future[Lane]]] = []
        for number, width in enumerate(dict.fromkeys(case.tile_width for case in graded.cases)):
            cases = [
                case for case in graded.cases
                if case.tile_width == width and not why_left_out(self.assignment, case)
            ]  # fmt: skip
            slot = number % len(self._devices)
            task = self._pools[slot].submit(
                run_lane, work, self._devices[slot], source, width, cases, measure=not graded.partial
            )
            running.append((width, task))
        lanes, faults = [], []
        for width, task in running:
            try:
                lanes.append(task.result())
            except DeviceFault as error:
                faults.append(_grader_fault(str(error)))
                lanes.append(Lane(tile_width=width, compiled=Compiled(ok=True), fault=str(error)))
        return lanes, faults


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


def choose_cases(assignment: Assignment, pattern: str, widths: tuple[int, ...] | None = None) -> tuple[TestCase, ...]:
    """The cases whose name, name with tile width, or family fits; raises `NoSuchCaseError` when none does."""
    cases = assignment.cases(widths)
    chosen = tuple(
        case
        for case in cases
        if any(fnmatch.fnmatchcase(name, pattern) for name in (case.label, case.name, case.family))
    )
    if not chosen:
        names = ", ".join(dict.fromkeys(case.name for case in cases))
        raise NoSuchCaseError(f"no case is named '{pattern}'; the cases are {names}")
    return chosen


def _submission(submission: SubmissionFile, shown_as: str | None) -> Submission:
    return Submission(
        path=shown_as or str(submission.path),
        student=submission.student,
        sha256=submission.sha256,
        source=submission.source,
    )


def _unreadable(problem: str) -> Finding:
    return Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, message=problem)


def _grader_fault(words: str) -> Finding:
    return Finding(kind=Kind.UNSUPPORTED, severity=Severity.GRADER, message=f"The grader itself failed: {words}")


def _first_failed(lanes: Sequence[Lane]) -> Outcome | None:
    """The case to show in a recording: one that a fault was found in, the smallest of them."""
    failed = [
        outcome for lane in lanes for outcome in lane.outcomes if outcome.status is Status.FAILED or outcome.findings
    ]
    return failed[0] if failed else None
