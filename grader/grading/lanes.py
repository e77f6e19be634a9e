"""The lanes of a submission side by side: a lane for each tile width, on a device of its own as far as there are any.

What the report replays of a kernel without fault is recorded by the device that has nothing to do first.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

from grader.assignment import Config
from grader.devices.base import Compiled, Device, DeviceCrash, DeviceFault, DeviceTimeout
from grader.grading.assembling import Graded
from grader.grading.findings import grader_fault
from grader.grading.lane import Lane, StudentSource, Workplace, record_small, run_lane
from grader.grading.running import Bench, CaseOutcome
from grader.grading.timed import Timed, time_lanes
from grader.labs import lab_of, why_left_out
from grader.labs.traffic import AccessLines
from grader.results import Finding, Recording, Replays, Status


@dataclass(frozen=True, slots=True)
class RecordedLane:
    """What a report replays, and the bench that it was made like."""

    bench: Bench
    recordings: tuple[Recording, ...]
    lines: AccessLines | None

    def fits(self, bench: Bench) -> bool:
        """Whether runs like those on another bench are the same."""
        return (self.bench.config, self.bench.axis) == (bench.config, bench.axis)


class Lanes:
    """Runs lanes on these devices; `replays` says of which submissions small runs are recorded."""

    def __init__(self, devices: Sequence[Device], replays: Replays | None) -> None:
        self._devices, self._replays = devices, replays
        self._pools = [ThreadPoolExecutor(1, thread_name_prefix="grader-lane") for _ in devices]

    def close(self) -> None:
        """Begin nothing more."""
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)

    def graded(self, graded: Graded, source: StudentSource, work: Workplace) -> Graded:
        """With what came of each tile width, times where there is a GPU, and recordings."""
        lanes, faults, ahead = self._run(graded, source, work)
        timed, slow_fault = (None, []) if graded.partial or faults or work.budget.spent else _timed(work, lanes)
        faults += slow_fault
        wanted = self._wants_replay(lanes, work.assignment.config) and not faults and not work.budget.spent
        recorded = self._recorded(source, work, lanes, ahead) if wanted else None
        return replace(
            graded,
            lanes=tuple(lanes),
            recordings=recorded.recordings if recorded else (),
            access_lines=recorded.lines if recorded else None,
            problems=(*faults, *(timed.findings if timed else ())),
            timed=timed,
        )

    def _run(
        self, graded: Graded, source: StudentSource, work: Workplace
    ) -> tuple[list[Lane], list[Finding], RecordedLane | None]:
        """The lanes, what went wrong with the grader itself, and what the last device recorded ahead."""
        running: list[tuple[int, Future[Lane]]] = []
        for number, width in enumerate(dict.fromkeys(case.tile_width for case in graded.cases)):
            cases = [
                case for case in graded.cases
                if case.tile_width == width and not why_left_out(work.assignment.config, case)
            ]  # fmt: skip
            slot = number % len(self._devices)
            task = self._pools[slot].submit(
                run_lane, work, self._devices[slot], source, width, cases, measure=not graded.partial
            )
            running.append((width, task))
        recorded = self._pools[-1].submit(self._record_ahead, work, source, [task for _, task in running])
        work.meanwhile()
        lanes, faults = [], []
        for width, task in running:
            try:
                lanes.append(task.result())
            except DeviceFault as error:
                faults.append(grader_fault(str(error)))
                lanes.append(faulty_lane(width, str(error)))
        return lanes, faults, recorded.result()

    def _record_ahead(
        self, work: Workplace, source: StudentSource, running: Sequence[Future[Lane]]
    ) -> RecordedLane | None:
        """What a report replays of a kernel without fault, made while other lanes are still at work.

        None where a lane that has come to its end tells of a fault: then there is another run to show.
        """
        ended = [task for task in running if task.done()]
        if self._replays != "all" or any(task.exception() for task in ended):
            return None
        lanes = [task.result() for task in ended]
        like = next((lane.bench for lane in lanes if lane.bench), None)
        if like is None or _first_failed(lanes) is not None or work.budget.spent:
            return None
        return RecordedLane(like, *record_small(work, self._devices[-1], source, None, like))

    def _wants_replay(self, lanes: Sequence[Lane], config: Config) -> bool:
        endless = any(outcome.status is Status.TIMEOUT for lane in lanes for outcome in lane.outcomes)
        if endless or (self._replays != "all" and _looks_right(lanes, config)):
            return False
        # Where nobody looks at them, those alone that findings lean on.
        return self._replays is not None or lab_of(config).tells_sums or len(config.planned) > 1

    def _recorded(
        self, source: StudentSource, work: Workplace, lanes: Sequence[Lane], ahead: RecordedLane | None
    ) -> RecordedLane | None:
        """What was recorded ahead, where there is nothing better to show; None where no lane ran."""
        like = next((lane.bench for lane in lanes if lane.bench), None)
        if like is None:
            return None
        failed = _first_failed(lanes)
        if failed is None and ahead is not None and ahead.fits(like):
            return ahead
        return RecordedLane(like, *record_small(work, self._devices[-1], source, failed, like))


def faulty_lane(tile_width: int, fault: str) -> Lane:
    """A lane at which the grader itself failed."""
    return Lane(tile_width=tile_width, compiled=Compiled(ok=True), fault=fault)


def _timed(work: Workplace, lanes: Sequence[Lane]) -> tuple[Timed | None, list[Finding]]:
    """Times on the GPU, where there is one, once everything else on it has ended."""
    try:
        return time_lanes(work.assignment, lanes), []
    except (DeviceFault, DeviceCrash, DeviceTimeout) as error:
        return None, [grader_fault(str(error))]


def _looks_right(lanes: Sequence[Lane], config: Config) -> bool:
    """Whether every case passed with nothing found, and the kernel is tiled where that was measured."""
    outcomes = [outcome for lane in lanes for outcome in lane.outcomes]
    if any(outcome.status is not Status.PASSED or outcome.findings for outcome in outcomes):
        return False
    measured = [entry for lane in lanes for entry in lane.counted.measured]
    required = lab_of(config).requirements(measured, config) if config.points.requirements else ()
    return all(item.status is Status.PASSED for item in required) and not any(lane.findings for lane in lanes)


def _first_failed(lanes: Sequence[Lane]) -> CaseOutcome | None:
    """The case to show in a recording: the first that a fault was found in, of those that a student may see if any."""
    failed = [
        outcome for lane in lanes for outcome in lane.outcomes if outcome.status is Status.FAILED or outcome.findings
    ]
    return min(failed, key=lambda outcome: outcome.case.visibility.hides, default=None)
