"""Record one block of a kernel on one case: its steps, and the arrays before and after."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from grader.assignment import TestCase
from grader.devices.base import Compiled, DeclaredArray, Launch, Launched, by_element
from grader.elements import parts_of
from grader.emulator.result import Dim3, Event
from grader.grading.bench import Bench, Variant
from grader.grading.compare import judge_outputs
from grader.grading.launching import changed_inputs, geometry
from grader.labs.base import Buffer, CaseProblem
from grader.results import Contents, Recording, SharedArray
from grader.results.replay.product import PRODUCT

MAX_EVENTS = 12_000
"""Events that a recording of a report holds; one with more is cut and says so."""
MAX_VALUES = 20_000
"""Elements of one array; a run with a larger one is not recorded for a report."""
MOST_WRONG = 2_000
"""Wrong elements of the output that a recording lists."""

RecordedEvent = tuple[int, int, int, str, str, int, float]


@dataclass(frozen=True, slots=True)
class Left:
    """What launch number `launch` leaves wrong in the buffer `name`.

    `expected` is what it should leave, in the natural shape, NaN where that is not known; `places` are the wrong
    elements in row order. `launched` is the run up to its end.
    """

    launch: int
    name: str
    expected: np.ndarray
    places: np.ndarray
    launched: Launched


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A recording and its launch; `clean` if that was right, left the inputs alone, and nothing was found."""

    recording: Recording
    launched: Launched
    clean: bool


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

    `left` says which launch goes wrong, where that is not the last one. With `most_events` None everything is kept that
    the emulator recorded. Raise `ValueError` for arrays that are too large.
    """
    problem = bench.problem(case)
    if most_events and max(buffer.content.size for buffer in problem.buffers.values()) > MAX_VALUES:
        raise ValueError("too large to be shown")
    place = geometry(bench.config, case.sizes, case.tile_width, bench.axis, launch)
    asked = Variant(record=block, recorded_step=launch).of(bench.plan(problem))
    launched = bench.device.launch(bench.kernel, asked)
    judged = judge_outputs(launched, problem)
    problem, states = judged.problem, judged.comparison.states
    arrays = {**problem.buffers, **problem.constants}
    variant = bench.config.variant_at(case.tile_width)
    words = bench.lab.words(bench.config).tell(problem.values) + (f" with {variant}" if variant else "")
    output = problem.memory_of(problem.output)
    events = _recorded_events(launched.events[:most_events], bench.kernel, arrays)
    recording = Recording(
        case=case.label,
        sizes=case.sizes,
        tile_width=case.tile_width,
        grid=place.grid,
        block_dim=place.block,
        block=block,
        shared=_shared_arrays(bench.kernel, arrays, events),
        buffers={
            name: _as_contents(judged.got if name == output else buffer.content)
            for name, buffer in problem.buffers.items()
        },
        output=output,
        expected=_expected(problem),
        events=events,
        truncated=launched.events_truncated or len(launched.events) > len(events),
        title=title + words,
    )
    clean = judged.right and not launched.findings and not changed_inputs(launched, asked, problem)
    if bench.config.lab != PRODUCT:
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
    """Return what a recording says besides where no lab can read its events."""
    number = asked.recorded_step
    several = len(asked.steps) > 1
    lines = lines_of(bench.kernel, asked.steps[number].kernel)
    found = dict.fromkeys((item.kind, item.line) for item in launched.findings if item.line in lines)
    steps = bench.config.order_at(problem.sizes, problem.tile_width).steps
    kernel = bench.config.planned[steps[number].number].kernel if several else ""
    used = {name for _, _, _, _, name, *_ in recording.events}
    told: dict[str, object] = {
        "lab": bench.config.lab,
        "vectors": (
            *bench.lab.words(bench.config).vectors,
            *(item.name for item in bench.kernel.declarations if item.components > 1),
        ),
        "shared": tuple(array for array in recording.shared if array.name in used or not several),
        "launch": number + 1 if several else 0,
        "kernel": kernel if isinstance(kernel, str) else "",
        "before": _contents_before(bench, asked, problem),
        "buffers": _contents_after(launched, problem),
        "found": tuple(found),
        "wrong_elements": tuple(map(int, np.flatnonzero(states)[:MOST_WRONG])),
        "judged": number == (len(asked.steps) - 1 if left is None else left.launch),
    }
    if left is not None and left.launch == number:
        told |= {
            "output": left.name,
            "expected": tuple(left.expected.ravel().tolist()),
            "wrong_elements": tuple(left.places[:MOST_WRONG].tolist()),
            "buffers": _contents_after(left.launched, problem),
        }
    return told


def lines_of(kernel: Compiled, number: int) -> range:
    """Return the lines of the n-th kernel of the file, up to the next one; all lines if there is only one kernel."""
    begins = [each.kernel_line for each in kernel.kernels]
    later = [line for line in begins if line > begins[number]]
    return range(begins[number] if len(begins) > 1 else 0, min(later, default=sys.maxsize))


def _contents_before(bench: Bench, asked: Launch, problem: CaseProblem) -> dict[str, Contents]:
    """Return the buffers that may change as they are before the recorded launch; NaN where no thread has stored to one
    that holds nothing at first.
    """
    arrays: Mapping[str, np.ndarray] = asked.arrays
    written: Mapping[str, np.ndarray] = {}
    if asked.recorded_step:
        earlier = bench.device.launch(bench.kernel, asked.part(0, asked.recorded_step))
        arrays, written = earlier.arrays, earlier.written
    return {
        name: _held(buffer, arrays[name], _stored(written.get(name), buffer) if name in problem.fresh else None)
        for name, buffer in problem.buffers.items()
        if name not in problem.kept
    }


def _contents_after(launched: Launched, problem: CaseProblem) -> dict[str, Contents]:
    """Return the buffers after all launches, and what filled arrays in constant memory."""
    return {
        **{name: _held(buffer, launched.arrays[name]) for name, buffer in problem.buffers.items()},
        **{name: _as_contents(buffer.content) for name, buffer in problem.constants.items()},
    }


def _expected(problem: CaseProblem) -> tuple[float, ...]:
    """Return what must come out, in row order; NaN where anything may."""
    values = problem.expected.astype(float)
    return tuple((values if problem.ignored is None else np.where(problem.ignored, np.nan, values)).ravel().tolist())


def _stored(flags: np.ndarray | None, buffer: Buffer) -> np.ndarray:
    """Return for each element whether a thread stored to it."""
    size = buffer.content.size
    return np.zeros(size, bool) if flags is None else by_element(flags, size)


def _held(buffer: Buffer, array: np.ndarray, stored: np.ndarray | None = None) -> Contents:
    values = np.asarray(array).view(buffer.content.dtype).astype(float)
    return _as_contents(buffer.shaped(values if stored is None else np.where(stored, values, np.nan)))


def _as_contents(values: np.ndarray) -> Contents:
    return Contents(dims=values.shape, values=tuple(values.astype(float).ravel().tolist()))


def _recorded_events(
    events: Sequence[Event], kernel: Compiled, arrays: Mapping[str, Buffer]
) -> tuple[RecordedEvent, ...]:
    """Return events as a recording has them: each value as an element of its array.

    An instruction that only moves values does not tell whole numbers from others.
    """
    declared = ((item.name, parts_of(item.dtype)) for item in kernel.declarations)
    types = {name: parts[0].dtype for name, parts in declared if parts is not None}
    types |= {name: each.content.dtype for name, each in arrays.items()}
    return tuple(
        (event.thread, event.phase, event.line, event.op, event.object, event.index, _value(event, types))
        for event in events
    )


def _value(event: Event, types: Mapping[str, np.dtype]) -> float:
    """Return what an event moved, as an element of its array."""
    dtype = types.get(event.object)
    if dtype is None or event.op not in ("load", "store", "atomic"):
        return event.value
    size = dtype.itemsize
    return float(np.frombuffer((event.bits & (1 << 8 * size) - 1).to_bytes(size, "little"), dtype)[0])


def _counted_dims(array: DeclaredArray) -> tuple[int, ...]:
    return (*array.dims, array.components) if array.components > 1 else array.dims


def _shared_arrays(
    kernel: Compiled, arrays: Mapping[str, Buffer], events: Sequence[RecordedEvent]
) -> tuple[SharedArray, ...]:
    """Return the shared arrays as declared; one without a declaration gets the extent that was used."""
    declared = {item.name: item for item in kernel.declarations if item.dims}
    used: dict[str, int] = {}
    for _, _, _, op, name, index, _ in events:
        if op in ("load", "store", "atomic") and name and name not in arrays:
            used[name] = max(used.get(name, 0), index + 1)
    shared = [SharedArray(name=item.name, dims=_counted_dims(item), dtype=item.dtype) for item in declared.values()]
    shared += [SharedArray(name=name, dims=(size,)) for name, size in used.items() if name not in declared]
    return tuple(shared)
