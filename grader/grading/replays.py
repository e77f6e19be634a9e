"""Which small runs of a kernel are recorded, for the report that replays them and for `python -m grader trace`.

Of a kernel that failed: a small likeness of the case where it fails as well, beside the walk-through. Of several
launches the one that goes wrong is found out.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from grader.assignment import Assignment, TestCase
from grader.devices.base import Device, DeviceCrash, DeviceError, DeviceTimeout, Launch, Launched
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.emulator.result import Dim3
from grader.grading.bench import Bench, Build
from grader.grading.compare import CellState, Judged, judge, judge_outputs
from grader.grading.lane import Lane, compile_source, require_launch
from grader.grading.launching import StudentSource, geometry, result_of
from grader.grading.opened import OpenAssignment, Seed, resolve_seed
from grader.grading.recording import Left, RecordedRun, record
from grader.grading.running import CaseOutcome, run_case
from grader.labs.base import CaseProblem, ParameterError
from grader.labs.traffic import traffic_of
from grader.oracle import open_oracle
from grader.results import Recording, Traffic
from grader.submissions.submission import SubmissionFile

MOST_BLOCKS, MOST_LAUNCHES = 6, 8
"""Blocks of one small run that are recorded, or looked at for the one that writes a wrong cell."""
ROUNDING = 1e-3
"""How far two floats may be apart, as a part of the larger, that differ by the order of a sum alone."""


@dataclass(frozen=True, slots=True)
class Replays:
    """What a report replays of a kernel on a bench, and the line that was seen to write a wrong element last.

    `alike`: the small run fails as the case does; no kind of fault is found that the case has not.
    """

    bench: Bench
    recordings: tuple[Recording, ...] = ()
    blamed: int = 0
    alike: bool = True


def record_small(
    opened: OpenAssignment, device: Device, source: StudentSource, failed: CaseOutcome | None, like: Bench
) -> Replays:
    """Record small runs like those on the bench of a lane, of the fault first.

    The first of the lab's small tile widths counts at which the kernel fails as the case does.
    """
    found = Replays(like)
    widths = like.lab.replayed_at(like.config, failed.case if failed else None) if source.define_width else ()
    for width in widths:
        try:
            compiled, _ = compile_source(opened, device, source, width, Build.AS_GRADED)
            if not compiled.ok:
                continue
            bench = replace(like, device=device, own=None).of(compiled)
            made = _small_recordings(bench, failed, _solution(opened, bench))
        except (DeviceError, ParameterError, ValueError):
            continue
        if not found.recordings or made.alike:
            found = replace(made, bench=like)
        if made.alike:
            break
    return found


def _solution(opened: OpenAssignment, bench: Bench) -> Bench | None:
    """Return the solution on the same bench where several launches make it worth asking; None where it is missing."""
    if not bench.config.launches_several or not opened.has_reference:
        return None
    kernel = opened.compiled(bench.device, bench.config.reference, bench.kernel.tile_width)
    return bench.of(kernel) if kernel.ok else None


def _small_recordings(bench: Bench, failed: CaseOutcome | None, solution: Bench | None) -> Replays:
    """Record the run that shows the fault first; where none is known every block of the walk-throughs.

    Of several launches each is recorded; the `solution` helps to tell which one goes wrong.
    """
    walks = bench.lab.walk_throughs(bench.config, bench.kernel.tile_width)
    if failed is None:
        made = [record(bench, case, block, launch=launch) for case in walks for launch, block in _blocks(bench, case)]
        shown = tuple(one.recording for number, one in enumerate(made) if one.clean or not number)
        return Replays(bench, shown)
    walked = [*_launches(bench, walks[0], (0, 0, 0), "", gone_wrong(bench, walks[0], solution))] if walks else []
    likeness = bench.lab.in_small(failed.case, bench.kernel.tile_width)
    small = "" if likeness is failed.case else " in small"
    outcome = run_case(bench, likeness, lambda launch: replace(launch, record=(0, 0, 0)))
    block = next((finding.block for finding in outcome.findings if finding.block is not None), _telling_block(outcome))
    left = gone_wrong(bench, likeness, solution)
    faults = [*_launches(bench, likeness, block, f"{failed.case.name}{small}: ", left)]
    if faults[0].clean:
        return Replays(bench, tuple(one.recording for one in walked), alike=False)
    blocks = [[one.recording.block for one in runs] for runs in (walked, faults)]
    same = [one.recording.sizes for one in walked[:1]] == [likeness.sizes] and blocks[0] == blocks[1]
    alike = {item.kind for item in faults[0].launched.findings} <= {item.kind.value for item in failed.findings}
    shown = tuple(one.recording for one in (faults if same or not small else [*faults, *walked]))
    return Replays(bench, shown, _blamed(faults), alike)


def _blamed(launches: Sequence[RecordedRun]) -> int:
    """Return the line that wrote a wrong element last, in the launch that goes wrong, else in another one; 0 for none.

    For a single launch the counts of the case itself tell as much.
    """
    if len(launches) == 1:
        return 0
    written = (
        event.line
        for one in sorted(launches, key=lambda one: (not one.recording.judged, -one.recording.launch))
        for wrong in [set(one.recording.wrong_elements)]
        for event in reversed(one.launched.events)
        if event.op in ("store", "atomic") and event.object == one.recording.output and event.index in wrong
    )
    return next(written, 0)


def _launches(bench: Bench, case: TestCase, block: Dim3, title: str, left: Left | None) -> Iterator[RecordedRun]:
    """Record the same block of each launch, or the last one where a grid is smaller."""
    for launch in _shown(bench, case, left):
        yield _near(bench, case, block, launch, title, left)


def _shown(bench: Bench, case: TestCase, left: Left | None) -> list[int]:
    """Return the launches to record: all, or of many the first ones, the one that goes wrong, and the last ones."""
    count = len(bench.config.order_at(case.sizes, case.tile_width).steps)
    ends = {*range(min(count, MOST_LAUNCHES - 2)), count - 2, count - 1}
    return list(range(count)) if count <= MOST_LAUNCHES else sorted(ends | ({left.launch} if left else set()))


def _near(bench: Bench, case: TestCase, block: Dim3, launch: int, title: str, left: Left | None) -> RecordedRun:
    """Record, of the launch that goes wrong, a block that writes a wrong cell, if trying a few finds one."""
    grid = geometry(bench.config, case.sizes, case.tile_width, launch).grid
    first = (min(block[0], grid[0] - 1), min(block[1], grid[1] - 1), min(block[2], grid[2] - 1))
    made = record(bench, case, first, title, launch=launch, left=left)
    if made.recording.found != () or not made.recording.judged or not made.recording.wrong_elements:
        return made
    turned = (min(block[1], grid[0] - 1), min(block[0], grid[1] - 1), first[2])
    others = dict.fromkeys([turned, *(place for number, place in _blocks(bench, case) if number == launch)])
    others.pop(first, None)
    tried = (record(bench, case, place, title, launch=launch, left=left) for place in list(others)[:MOST_BLOCKS])
    return next((one for one in itertools.chain((made,), tried) if _writes_wrong(one.recording)), made)


def _writes_wrong(recording: Recording) -> bool:
    wrong = set(recording.wrong_elements)
    return any(
        op in ("store", "atomic") and name == recording.output and index in wrong
        for _, _, _, op, name, index, _ in recording.events
    )


def _blocks(bench: Bench, case: TestCase) -> Iterator[tuple[int, Dim3]]:
    """Yield the blocks of each launch, row by row; only the first where there are too many to look at."""
    for launch in _shown(bench, case, None):
        grid = geometry(bench.config, case.sizes, case.tile_width, launch).grid
        blocks = tuple((x, y, 0) for y in range(grid[1]) for x in range(grid[0]))
        yield from ((launch, block) for block in (blocks if len(blocks) <= MOST_BLOCKS else blocks[:1]))


def _telling_block(outcome: CaseOutcome) -> Dim3:
    """Return the block that owns the first wrong cell, as far as sizes tell; the first of all when all are right."""
    if outcome.comparison is None or outcome.comparison.right:
        return (0, 0, 0)
    states = outcome.comparison.states
    wanted = CellState.WRONG if (states == CellState.WRONG).any() else states[states != 0][0]
    cell = np.unravel_index(int((states.ravel() == wanted).argmax()), states.shape)
    grid, block, tile = outcome.geometry.grid, outcome.geometry.block, outcome.case.tile_width
    axes = zip(cell[::-1], states.shape[::-1], grid, block, strict=False)
    x, y, z, *_ = *(_owner(int(place), size, count, (tile, threads)) for place, size, count, threads in axes), 0, 0, 0
    return (x, y, z)


def _owner(place: int, size: int, blocks: int, lengths: tuple[int, ...]) -> int:
    """Return the block that has this place along an axis: in pieces of one of these lengths, or equal ones."""
    length = next((each for each in lengths if -(-size // each) == blocks), -(-size // blocks))
    return min(place // length, blocks - 1)


# -- which of several launches goes wrong ------------------------------------------------------------------------------


def gone_wrong(bench: Bench, case: TestCase, solution: Bench | None) -> Left | None:
    """Return the launch to show of a wrong result; None where that is the last one, or the only one.

    With a solution: the first launch up to which the solution's can stand in for the student's, so that the result is
    right. Else the one that was the last to change the first wrong element.
    """
    problem = bench.problem(case)
    asked = bench.plan(problem)
    last = len(asked.steps) - 1
    if not last:
        return None
    own = _after_each(bench, asked)
    judged = judge_outputs(own[-1], problem)
    if judged.comparison.first is None:
        return None
    if solution is None:
        return _last_changed(judged, judged.comparison.first.index, asked, own)
    models = _after_each(solution, solution.plan(problem))
    for number, model in enumerate(models[:-1]):
        rest = replace(asked.part(number + 1), arrays=model.arrays)
        if _values_are_right(bench.device.launch(bench.kernel, rest), problem):
            return _unlike(problem, number, own[number], model)
    return None


def _after_each(bench: Bench, asked: Launch) -> list[Launched]:
    return [bench.device.launch(bench.kernel, asked.part(0, end + 1)) for end in range(len(asked.steps))]


def _values_are_right(launched: Launched, problem: CaseProblem) -> bool:
    """True if the values are right, whichever launch stored them."""
    if problem.check is not None:
        return judge_outputs(launched, problem).right
    abouts = [problem.about(name) for name in problem.outputs]
    return not any(np.count_nonzero(judge(result_of(launched, about)[0], about)[0]) for about in abouts)


def _unlike(problem: CaseProblem, number: int, own: Launched, model: Launched) -> Left | None:
    """Return the first buffer that a launch leaves unlike the solution's."""
    for name, buffer in problem.buffers.items():
        got, expected = (buffer.held(np.asarray(launched.arrays[name])) for launched in (own, model))
        apart = _apart(got, expected)
        ignored = problem.answers[name].ignored if name in problem.answers else None
        places = np.flatnonzero(apart if ignored is None else apart & ~ignored)
        if name not in problem.kept and len(places):
            return Left(number, name, expected.astype(float), places, own)
    return None


def _apart(got: np.ndarray, expected: np.ndarray) -> np.ndarray:
    if got.dtype.kind != "f":
        return np.asarray(got != expected)
    part = max(ROUNDING, 16 * float(np.finfo(got.dtype).eps))
    scale = np.max(np.abs(expected), initial=0.0, where=np.isfinite(expected))
    return np.asarray(~np.isclose(got, expected, rtol=part, atol=1e-2 * part * scale, equal_nan=True))


def _last_changed(judged: Judged, first: tuple[int, ...], asked: Launch, own: Sequence[Launched]) -> Left | None:
    """Return what the launch leaves wrong that was the last to change the first wrong element."""
    problem, states = judged.problem, judged.comparison.states.ravel()
    changed = np.full(states.size, -1)
    for number, there in enumerate(_changes(problem, asked, own)):
        changed[there] = number
    number = int(changed[np.ravel_multi_index(first, problem.expected.shape)])
    if number in (-1, len(own) - 1):
        return None
    there = changed == number
    expected = np.where(there.reshape(problem.expected.shape), problem.expected, np.nan)
    return Left(number, problem.memory_of(problem.output), expected, np.flatnonzero(there & (states != 0)), own[number])


def _changes(problem: CaseProblem, asked: Launch, own: Sequence[Launched]) -> Iterator[np.ndarray]:
    """Yield for each launch which elements of the output hold something new, or were stored for the first time."""
    name, buffer = problem.memory_of(problem.output), problem.buffers[problem.output]
    before = np.asarray(asked.arrays[name])
    stored = np.zeros(buffer.content.size, bool)
    for launched in own:
        after = np.asarray(launched.arrays[name])
        flags = launched.written.get(name)
        now = stored if flags is None else buffer.marked(flags)
        other = buffer.marked(before.view(np.uint8) != after.view(np.uint8))
        yield buffer.shaped(other | (now & ~stored)).ravel()
        before, stored = after, now


# -- python -m grader trace --------------------------------------------------------------------------------------------


def record_kernel(
    assignment: Assignment,
    submission: SubmissionFile,
    *,
    shape: Sequence[int] = (),
    tile_width: int | None = None,
    block: Sequence[int] = (0, 0),
    launch: int = 0,
    seed: Seed = None,
) -> tuple[Recording | None, tuple[Traffic, ...], tuple[str, ...]]:
    """Record one block of the launch with this number, at a shape (the sizes in the lab's order) and a tile width, or
    at those that the lab has for it; None and the reasons when the kernel cannot run.

    The traffic is counted for whole launches of the naive kernel and of the student's at that shape. Inputs count
    upwards, so that a value tells which element it is; with a seed they are random. Raise `UsageError` where the lab
    has no such shape.
    """
    if submission.problem:
        return None, (), (submission.problem,)
    config, path = assignment.config, submission.path
    limits = WorkerLimits(seconds=config.limits.seconds, memory_mb=config.limits.memory_mb, compiler=config.compiler)
    with contextlib.closing(EmulatorDevice(limits)) as device, contextlib.ExitStack() as resources:
        opened = OpenAssignment(assignment=assignment, seed=resolve_seed(seed, 0), oracle=open_oracle(assignment))
        if opened.oracle is not None:
            resources.enter_context(contextlib.closing(opened.oracle))
        case = opened.lab.traced_case(config, shape, tile_width, random=seed is not None)
        width = case.tile_width
        try:
            opened.require_answers()
            source = StudentSource(text=submission.source, filename=path.name)
            compiled, found = compile_source(opened, device, source, width, Build.WITH_FIGURES)
            if not compiled.ok:
                require_launch(opened, device, [Lane(tile_width=width, compiled=compiled, findings=found)])
                places = (f"{path}:{item.line}" if item.line else f"{path}" for item in found)
                return None, (), tuple(f"{at}: {item.message}" for at, item in zip(places, found, strict=True))
            count = len(config.order_at(case.sizes, width).steps)
            if launch >= count:
                return None, (), (f"there is no launch {launch + 1}: this assignment has {count}",)
            bench = opened.bench(device, compiled)
            grid = geometry(bench.config, case.sizes, width, launch).grid
            if block[0] >= grid[0] or block[1] >= grid[1]:
                return None, (), (f"there is no block ({block[0]},{block[1]}): the grid is {grid[0]}×{grid[1]}",)
            recorded = record(bench, case, (block[0], block[1], 0), launch=launch, most_events=None)
            recording, launched = recorded.recording, recorded.launched
            outputs = len(recording.expected)
            student = traffic_of("student", launched.counters, case.sizes, width, outputs=outputs)
            told = tuple(f"line {item.line}: {item.kind}" for item in launched.findings)
            return recording, (opened.naive_traffic(device, case), student), told
        except (DeviceCrash, DeviceTimeout, ParameterError) as error:
            return None, (), (str(error),)
