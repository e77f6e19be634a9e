"""Recorded runs of one block of the student's own kernel."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from grader.assignment import TestCase
from grader.devices.base import Compiled, Device, Launch, Launched, by_element
from grader.elements import SPELLED
from grader.emulator.result import Dim3, Event
from grader.grading.compare import judge_outputs
from grader.grading.launches import Left, gone_wrong
from grader.grading.launching import changed_inputs, geometry
from grader.grading.running import Bench, CaseOutcome, run_case
from grader.labs.base import Buffer, CaseProblem, CellState
from grader.labs.traffic import NO_LINES, AccessLines
from grader.results import Contents, Recording, SharedArray, WrongTerm

MAX_EVENTS = 12_000
"""Events that a recording of a report holds; one with more is cut and says so."""
MAX_VALUES = 20_000
"""Elements of one array; a run with a larger one is not recorded for a report."""
MOST_CELLS = 64
"""Wrong cells that are looked at, to find one whose story the recording of one block tells."""
MOST_BLOCKS = 6
"""Blocks of one small run that are recorded, or looked at for the one that writes a wrong cell."""
MOST_WRONG = 2_000
"""Wrong elements of the output that a recording lists."""

RecordedEvent = tuple[int, int, int, str, str, int, float]


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A recording, what was launched, and whether that was right, left the inputs alone, and nothing was found."""

    recording: Recording
    launched: Launched
    clean: bool

    @property
    def lines(self) -> AccessLines:
        """Which lines access which array."""
        return AccessLines.of(self.launched.events, self.recording.buffers)


def small_recordings(
    bench: Bench, failed: CaseOutcome | None, solution: Bench | None = None
) -> tuple[tuple[Recording, ...], AccessLines, bool]:
    """What a report replays, the run that shows the fault first; the lines that were seen to access each array.

    The last value says whether that run fails as the case does: no kind of fault is found that the case has not.

    Of a kernel that failed: a small likeness of that case where it fails as well, and the walk-through beside it. Of
    one that did not: every block of the walk-through, and of a ragged product whose last tiles are padded. Of several
    launches each is recorded; the `solution` helps to tell which one goes wrong.
    """
    walks = bench.lab.walk_throughs(bench.config, bench.kernel.tile_width)
    if failed is None:
        return (*_right(bench, walks), True)
    walked = [*_launches(bench, walks[0], (0, 0, 0), "", gone_wrong(bench, walks[0], solution))] if walks else []
    likeness = bench.lab.in_small(failed.case, bench.kernel.tile_width)
    small = "" if likeness is failed.case else " in small"
    block = _block_of(run_case(bench, likeness, record=(0, 0, 0)))
    left = gone_wrong(bench, likeness, solution)
    faults = [*_launches(bench, likeness, block, f"{failed.case.name}{small}: ", left)]
    lines = walked[0].lines if walked else NO_LINES
    if faults[0].clean:
        return tuple(one.recording for one in walked), lines, False
    lines = replace(lines, by_access={**lines.by_access, **faults[0].lines.by_access}, blamed=_blamed(faults))
    same = [one.recording.sizes for one in walked[:1]] == [likeness.sizes] and _place(walked) == _place(faults)
    alike = {item.kind for item in faults[0].launched.findings} <= {item.kind.value for item in failed.findings}
    return tuple(one.recording for one in (faults if same or not small else [*faults, *walked])), lines, alike


def _blamed(launches: Sequence[RecordedRun]) -> int:
    """The line that was the last to write a wrong element, in the launch that goes wrong or, where it writes none, in
    another one; 0 where none was seen.

    Of a single one the counts of the case itself tell as much.
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


def _right(bench: Bench, walks: Sequence[TestCase]) -> tuple[tuple[Recording, ...], AccessLines]:
    made = [record(bench, case, block, launch=launch) for case in walks for launch, block in _blocks(bench, case)]
    shown = tuple(one.recording for number, one in enumerate(made) if one.clean or not number)
    events = [event for one in made for event in one.launched.events]
    return shown, AccessLines.of(events, shown[0].buffers) if shown else NO_LINES


def _place(recorded: Sequence[RecordedRun]) -> list[Dim3]:
    return [one.recording.block for one in recorded]


def _launches(bench: Bench, case: TestCase, block: Dim3, title: str, left: Left | None) -> Iterator[RecordedRun]:
    """The same block of each launch, or the last one where a grid is smaller."""
    for launch in range(len(bench.config.planned)):
        yield _near(bench, case, block, launch, title, left)


def _near(bench: Bench, case: TestCase, block: Dim3, launch: int, title: str, left: Left | None) -> RecordedRun:
    """Of the launch that goes wrong a block that writes one of the wrong cells, if trying a few finds one."""
    grid = geometry(bench.config, case.sizes, case.tile_width, bench.axis, launch).grid
    first = (min(block[0], grid[0] - 1), min(block[1], grid[1] - 1), min(block[2], grid[2] - 1))
    made = record(bench, case, first, title, launch=launch, left=left)
    if made.recording.found != () or not made.recording.judged or not made.recording.wrong_elements:
        return made
    turned = (min(block[1], grid[0] - 1), min(block[0], grid[1] - 1), first[2])
    others = dict.fromkeys([turned, *(place for number, place in _blocks(bench, case) if number == launch)])
    others.pop(first, None)
    tried = (record(bench, case, place, title, launch=launch, left=left) for place in list(others)[:MOST_BLOCKS])
    return next((one for one in (made, *tried) if _writes_wrong(one.recording)), made)


def _writes_wrong(recording: Recording) -> bool:
    wrong = set(recording.wrong_elements)
    return any(
        op in ("store", "atomic") and name == recording.output and index in wrong
        for _, _, _, op, name, index, _ in recording.events
    )


def _block_of(outcome: CaseOutcome) -> Dim3:
    for finding in outcome.findings:
        if finding.block is not None:
            return finding.block
    return telling_block(outcome)


def _blocks(bench: Bench, case: TestCase) -> Iterator[tuple[int, Dim3]]:
    """The blocks of each launch to choose from, row by row; the first where there are more than one would look at."""
    for launch in range(len(bench.config.planned)):
        grid = geometry(bench.config, case.sizes, case.tile_width, bench.axis, launch).grid
        blocks = tuple((x, y, 0) for y in range(grid[1]) for x in range(grid[0]))
        yield from ((launch, block) for block in (blocks if len(blocks) <= MOST_BLOCKS else blocks[:1]))


def _title(bench: Bench, case: TestCase) -> str:
    variant = bench.config.variant_at(case.tile_width)
    return bench.lab.words(bench.config).tell(case.sizes) + (f" with {variant}" if variant else "")


def telling_block(outcome: CaseOutcome) -> Dim3:
    """The block to record: the one that owns the first cell that is not right, as far as sizes tell; the first of all
    when all are right.
    """
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
    """The number of the block that has this place along an axis: in pieces of one of these lengths, or equal ones."""
    length = next((each for each in lengths if -(-size // each) == blocks), -(-size // blocks))
    return min(place // length, blocks - 1)


def record(
    bench: Bench,
    case: TestCase,
    block: Dim3,
    title: str = "",
    *,
    launch: int = 0,
    most_events: int | None = MAX_EVENTS,
    left: Left | None = None,
) -> RecordedRun:
    """Run the case and record one block of the launch with this number; the title begins with `title`.

    `left` says which launch goes wrong, where that is not the last one. With `most_events` None all is kept that the
    emulator recorded. Raises `ValueError` for arrays that are too large.
    """
    problem = bench.problem(case)
    if most_events and max(buffer.content.size for buffer in problem.buffers.values()) > MAX_VALUES:
        raise ValueError("too large to be shown")
    place = geometry(bench.config, case.sizes, case.tile_width, bench.axis, launch)
    asked = replace(bench.plan(problem), record=block, recorded_step=launch)
    launched = bench.device.launch(bench.kernel, asked)
    judged = judge_outputs(launched, problem)
    problem, states = judged.problem, judged.comparison.states
    arrays = {**problem.buffers, **problem.constants}
    events = recorded_events(launched.events[:most_events], bench.kernel, arrays)
    recording = Recording(
        case=case.label,
        sizes=case.sizes,
        tile_width=case.tile_width,
        grid=place.grid,
        block_dim=place.block,
        block=block,
        shared=shared_arrays(bench.kernel, arrays, events),
        buffers=_contents(problem, judged.got),
        output=problem.output,
        expected=tuple(problem.expected.astype(float).ravel().tolist()),
        events=events,
        truncated=launched.events_truncated or len(launched.events) > len(events),
        title=title + _title(bench, case),
        wrong=None if launched.events_truncated else _first_wrong(states, problem, launched.events),
    )
    clean = judged.right and not launched.findings and not changed_inputs(launched, asked, problem)
    if not bench.lab.tells_sums:
        recording = recording.model_copy(update=_of_data(bench, problem, asked, launched, recording, states, left))
    return RecordedRun(recording, launched, clean)


def _of_data(
    bench: Bench,
    problem: CaseProblem,
    asked: Launch,
    launched: Launched,
    recording: Recording,
    states: np.ndarray,
    left: Left | None,
) -> dict[str, object]:
    """What a recording says besides where no lab can read its events."""
    number = asked.recorded_step
    several = len(asked.steps) > 1
    lines = lines_of(bench.kernel, asked.steps[number].kernel)
    found = dict.fromkeys((item.kind, item.line) for item in launched.findings if item.line in lines)
    kernel = bench.config.planned[number].kernel if several else ""
    used = {name for _, _, _, _, name, *_ in recording.events}
    told: dict[str, object] = {
        "lab": bench.config.lab,
        "shared": tuple(array for array in recording.shared if array.name in used or not several),
        "launch": number + 1 if several else 0,
        "kernel": kernel if isinstance(kernel, str) else "",
        "before": contents_before(bench.device, bench.kernel, asked, _changing(problem), problem.fresh),
        "buffers": contents_after(launched, problem.buffers, problem.constants),
        "found": tuple(found),
        "wrong_elements": tuple(map(int, np.flatnonzero(states)[:MOST_WRONG])),
        "judged": number == (len(asked.steps) - 1 if left is None else left.launch),
    }
    if left is not None and left.launch == number:
        told |= {
            "output": left.name,
            "expected": tuple(left.expected.ravel().tolist()),
            "wrong_elements": tuple(left.places[:MOST_WRONG].tolist()),
            "buffers": contents_after(left.launched, problem.buffers, problem.constants),
        }
    return told


def lines_of(kernel: Compiled, number: int) -> range:
    """The lines of the n-th kernel of the file, up to the next one; of the only one all."""
    begins = [each.kernel_line for each in kernel.kernels]
    later = [line for line in begins if line > begins[number]]
    return range(begins[number] if len(begins) > 1 else 0, min(later, default=sys.maxsize))


def _changing(problem: CaseProblem) -> dict[str, Buffer]:
    return {name: buffer for name, buffer in problem.buffers.items() if name not in problem.kept}


def contents_before(
    device: Device, kernel: Compiled, asked: Launch, changing: Mapping[str, Buffer], fresh: Collection[str]
) -> dict[str, Contents]:
    """These buffers as they are before the launch that is recorded; NaN where nothing was stored to a `fresh` one."""
    arrays: Mapping[str, np.ndarray] = asked.arrays
    written: Mapping[str, np.ndarray] = {}
    if asked.recorded_step:
        earlier = device.launch(kernel, asked.part(0, asked.recorded_step))
        arrays, written = earlier.arrays, earlier.written
    return {
        name: _held(buffer, arrays[name], _stored(written.get(name), buffer) if name in fresh else None)
        for name, buffer in changing.items()
    }


def contents_after(
    launched: Launched, buffers: Mapping[str, Buffer], constants: Mapping[str, Buffer]
) -> dict[str, Contents]:
    """What the buffers hold after all launches, and what filled arrays in constant memory."""
    return {
        **{name: _held(buffer, launched.arrays[name]) for name, buffer in buffers.items()},
        **{name: _as_contents(buffer.content) for name, buffer in constants.items()},
    }


def _stored(flags: np.ndarray | None, buffer: Buffer) -> np.ndarray:
    """For each element whether a thread stored to it."""
    size = buffer.content.size
    return np.zeros(size, bool) if flags is None else by_element(flags, size)


def _held(buffer: Buffer, array: np.ndarray, stored: np.ndarray | None = None) -> Contents:
    values = np.asarray(array).view(buffer.content.dtype).astype(float)
    return _as_contents(buffer.shaped(values if stored is None else np.where(stored, values, np.nan)))


def _as_contents(values: np.ndarray) -> Contents:
    return Contents(dims=values.shape, values=tuple(values.astype(float).ravel().tolist()))


def _first_wrong(states: np.ndarray, problem: CaseProblem, events: Sequence[Event]) -> WrongTerm | None:
    """What the events say of the first cell that is not right and that the recorded block stores."""
    for cell in np.argwhere(states != CellState.RIGHT)[:MOST_CELLS]:
        if (term := problem.trace_back(events, tuple(map(int, cell)))) is not None:
            return term
    return None


def _contents(problem: CaseProblem, got: np.ndarray) -> dict[str, Contents]:
    """The inputs, and what the output holds after the launch."""
    arrays = {name: got if name == problem.output else buffer.content for name, buffer in problem.buffers.items()}
    return {name: Contents(dims=array.shape, values=tuple(array.ravel().tolist())) for name, array in arrays.items()}


def recorded_events(
    events: Sequence[Event], kernel: Compiled, arrays: Mapping[str, Buffer]
) -> tuple[RecordedEvent, ...]:
    """Events as a recording has them: what was moved as an element of its array.

    An instruction does not tell whole numbers from others where it only moves them.
    """
    types = {item.name: SPELLED[item.dtype].dtype for item in kernel.declarations if item.dtype in SPELLED}
    types |= {name: each.content.dtype for name, each in arrays.items()}
    return tuple(
        (event.thread, event.phase, event.line, event.op, event.object, event.index, _value(event, types))
        for event in events
    )


def _value(event: Event, types: Mapping[str, np.dtype]) -> float:
    """What an event moved, as an element of its array."""
    dtype = types.get(event.object)
    if dtype is None or event.op not in ("load", "store", "atomic") or dtype.str in ("<f4", "<f8"):
        return event.value
    size = dtype.itemsize
    return float(np.frombuffer((event.bits & (1 << 8 * size) - 1).to_bytes(size, "little"), dtype)[0])


def shared_arrays(
    kernel: Compiled, arrays: Mapping[str, Buffer], events: Sequence[RecordedEvent]
) -> tuple[SharedArray, ...]:
    """The shared arrays as declared; one that is not among the declarations gets the extent that was used."""
    declared = {item.name: item for item in kernel.declarations if item.dims}
    used: dict[str, int] = {}
    for _, _, _, op, name, index, _ in events:
        if op in ("load", "store", "atomic") and name and name not in arrays:
            used[name] = max(used.get(name, 0), index + 1)
    shared = [SharedArray(name=item.name, dims=item.dims, dtype=item.dtype) for item in declared.values()]
    shared += [SharedArray(name=name, dims=(size,)) for name, size in used.items() if name not in declared]
    return tuple(shared)
