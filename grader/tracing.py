"""One recorded block of a student's kernel on a small shape: what `python -m grader trace` shows."""

from __future__ import annotations

from collections.abc import Sequence

from grader.assignment import Assignment
from grader.checking.baseline import naive_traffic
from grader.checking.building import compile_findings, student_request
from grader.checking.launching import geometry
from grader.checking.recording import record
from grader.checking.running import Bench
from grader.checking.traffic import traffic_of
from grader.devices.base import DeviceCrash, DeviceTimeout
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.labs import lab_of
from grader.labs.base import ParameterError
from grader.results import Recording, Traffic
from grader.submission import SubmissionFile


def record_kernel(
    assignment: Assignment,
    submission: SubmissionFile,
    *,
    shape: Sequence[int],
    tile_width: int,
    block: Sequence[int] = (0, 0),
    seed: int | str | None = None,
) -> tuple[Recording | None, tuple[Traffic, ...], tuple[str, ...]]:
    """Record one block at a shape (M, K, N) and a tile width; None and the reasons when the kernel cannot run.

    The traffic is what whole launches of the naive kernel and of the student's did at that shape, counted.
    Inputs count upwards, so that a value tells which element it is; with a seed they are random.
    """
    if submission.problem:
        return None, (), (submission.problem,)
    limits = assignment.config.limits
    device = EmulatorDevice(
        WorkerLimits(seconds=limits.seconds, memory_mb=limits.memory_mb, compiler=assignment.config.compiler)
    )
    try:
        compiled = device.compile(student_request(assignment, submission.source, submission.path.name, tile_width))
        if not compiled.ok:
            return (
                None,
                (),
                tuple(
                    _problem_text(submission, item.line, item.message)
                    for item in compile_findings(compiled, submission.path.name)
                ),
            )
        axis = "y" if assignment.config.launch.axis == "y" else "x"
        lab = lab_of(assignment.config)
        case = lab.traced_case(assignment.config, shape, tile_width, random=seed is not None)
        grid = geometry(assignment.config, case.sizes, tile_width, axis).grid
        if block[0] >= grid[0] or block[1] >= grid[1]:
            return None, (), (f"there is no block ({block[0]},{block[1]}): the grid is {grid[0]}×{grid[1]}",)
        bench = Bench(
            config=assignment.config, kernel=compiled, device=device, seed=0 if seed is None else hash_seed(seed),
            oracle=assignment.oracle, axis=axis,
        )  # fmt: skip
        title = f"{lab.words(assignment.config).tell(case.sizes)}, TILE_WIDTH = {tile_width}"
        recording, launched, _ = record(bench, case, (block[0], block[1], 0), title, most_events=None)
        outputs = len(recording.expected)
        student = traffic_of("student", launched.counters, case.sizes, tile_width, outputs=outputs)
        naive = naive_traffic(assignment, device, case, seed=bench.seed)
        return recording, (naive, student), tuple(f"line {item.line}: {item.kind}" for item in launched.findings)
    except (DeviceCrash, DeviceTimeout, ParameterError) as error:
        return None, (), (str(error),)
    finally:
        device.close()


def hash_seed(seed: int | str) -> int:
    """The seed as a number; `random` gives a fresh one."""
    import secrets

    return secrets.randbits(32) if seed == "random" else int(seed)


def _problem_text(submission: SubmissionFile, line: int, message: str) -> str:
    return f"{submission.path}:{line}: {message}" if line else f"{submission.path}: {message}"
