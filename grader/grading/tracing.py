"""One recorded block of a student's kernel on a small shape: what `python -m grader trace` shows."""

from __future__ import annotations

from collections.abc import Sequence

from grader.assignment import Assignment
from grader.devices.base import DeviceCrash, DeviceTimeout
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.grading.building import compile_findings, student_request
from grader.grading.lane import Lane, Workplace
from grader.grading.launching import geometry
from grader.grading.measuring import naive_traffic
from grader.grading.premises import require_answers, require_launch
from grader.grading.recording import record
from grader.grading.running import Bench
from grader.labs import lab_of
from grader.labs.base import ParameterError
from grader.labs.traffic import traffic_of
from grader.oracle import open_oracle
from grader.results import Recording, Traffic
from grader.submissions.submission import SubmissionFile


def record_kernel(
    assignment: Assignment,
    submission: SubmissionFile,
    *,
    shape: Sequence[int] = (),
    tile_width: int | None = None,
    block: Sequence[int] = (0, 0),
    launch: int = 0,
    seed: int | str | None = None,
) -> tuple[Recording | None, tuple[Traffic, ...], tuple[str, ...]]:
    """Record one block of the launch with this number, at a shape (the sizes in the lab's order) and a tile width, or
    at those that the lab has for it; None and the reasons when the kernel cannot run.

    The traffic is what whole launches of the naive kernel and of the student's did at that shape, counted.
    Inputs count upwards, so that a value tells which element it is; with a seed they are random. Raises `UsageError`
    where the lab has no such shape.
    """
    if submission.problem:
        return None, (), (submission.problem,)
    config, lab = assignment.config, lab_of(assignment.config)
    case = lab.traced_case(config, shape, tile_width, random=seed is not None)
    width, limits = case.tile_width, config.limits
    device = EmulatorDevice(WorkerLimits(seconds=limits.seconds, memory_mb=limits.memory_mb, compiler=config.compiler))
    oracle = open_oracle(assignment)
    work = Workplace(assignment=assignment, seed=0 if seed is None else hash_seed(seed), oracle=oracle)
    try:
        require_answers(work)
        compiled = device.compile(student_request(assignment, submission.source, submission.path.name, width))
        if not compiled.ok:
            found = compile_findings(compiled, submission.path.name)
            require_launch(work, device, [Lane(tile_width=width, compiled=compiled, findings=found)])
            return None, (), tuple(_problem_text(submission, item.line, item.message) for item in found)
        axis = config.usual_axis
        if launch >= len(config.planned):
            return None, (), (f"there is no launch {launch + 1}: this assignment has {len(config.planned)}",)
        grid = geometry(config, case.sizes, width, axis, launch).grid
        if block[0] >= grid[0] or block[1] >= grid[1]:
            return None, (), (f"there is no block ({block[0]},{block[1]}): the grid is {grid[0]}×{grid[1]}",)
        bench = Bench(config=config, kernel=compiled, device=device, seed=work.seed, oracle=oracle, axis=axis)
        recorded = record(bench, case, (block[0], block[1], 0), launch=launch, most_events=None)
        recording, launched = recorded.recording, recorded.launched
        outputs = len(recording.expected)
        student = traffic_of("student", launched.counters, case.sizes, width, outputs=outputs)
        naive = naive_traffic(assignment, device, case, seed=bench.seed, oracle=oracle)
        return recording, (naive, student), tuple(f"line {item.line}: {item.kind}" for item in launched.findings)
    except (DeviceCrash, DeviceTimeout, ParameterError) as error:
        return None, (), (str(error),)
    finally:
        device.close()
        if oracle is not None:
            oracle.close()


def hash_seed(seed: int | str) -> int:
    """The seed as a number; `random` gives a fresh one."""
    import secrets

    return secrets.randbits(32) if seed == "random" else int(seed)


def _problem_text(submission: SubmissionFile, line: int, message: str) -> str:
    return f"{submission.path}:{line}: {message}" if line else f"{submission.path}: {message}"
