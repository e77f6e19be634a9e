"""Record one block of a kernel on one case: its steps, and the arrays before and after."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from grader.assignment import TestCase
from grader.devices.base import Compiled, Launch, Launched
from grader.emulator.result import Dim3, Event
from grader.grading.bench import Bench
from grader.grading.compare import judge_outputs
from grader.grading.launching import changed_inputs, geometry
from grader.labs.base import Buffer, CaseProblem
from grader.layouts import ElementLayout
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
    place = geometry(bench.config, case.sizes, case.tile_width, launch)
    asked = replace(bench.plan(problem), record=block, recorded_step=launch)
    launched = bench.device.launch(bench.kernel, asked)
    judged = judge_outputs(launched, problem)
    problem, states = judged.problem, judged.comparison.states
    arrays = {**problem.buffers, **problem.constants}
    variant = bench.config.variant_at(case.tile_width)
    words = bench.lab.words(bench.config).tell(problem.values) + (f" with {variant}" if variant else "")
    output = problem.memory_of(problem.output)
    layouts = layouts_of(bench)
    events = _recorded_events(launched.events[:most_events], layouts)
    recording = Recording(
        case=case.label,
        sizes=case.sizes,
        tile_width=case.tile_width,
        grid=place.grid,
        block_dim=place.block,
        block=block,
        shared=_shared_arrays(bench.kernel, arrays, layouts, events),
        buffers={
            name: _as_contents(judged.got if name == output else buffer.content)
            for name, buffer in problem.buffers.items()
        },
        output=output,
        expected=_expected(problem),
        events=events,
        truncated=launched.events_truncated or len(launched.events[:most_events]) < len(launched.events),
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
    layouts = layouts_of(bench)
    told: dict[str, object] = {
        "lab": bench.config.lab,
        "vectors": tuple(name for name, layout in layouts.items() if layout.count > 1),
        "members": {name: layout.members for name, layout in layouts.items() if layout.is_struct},
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
    stored = {
        name: buffer.marked(written[name]) if name in written else np.zeros(buffer.content.size, bool)
        for name, buffer in problem.buffers.items()
        if name in problem.fresh
    }
    return {
        name: _held(buffer, arrays[name], stored.get(name))
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


def _held(buffer: Buffer, array: np.ndarray, stored: np.ndarray | None = None) -> Contents:
    values = buffer.held(np.asarray(array)).astype(float)
    return _as_contents(values if stored is None else np.where(buffer.shaped(stored), values, np.nan))


def _as_contents(values: np.ndarray) -> Contents:
    return Contents(dims=values.shape, values=tuple(values.astype(float).ravel().tolist()))


def layouts_of(bench: Bench) -> dict[str, ElementLayout]:
    """Return how the elements of buffers and shared arrays lie in memory, where that is known."""
    own = {name: spec.layout for name, spec in bench.config.specs.items()}
    declared = ((item.name, item.layout(bench.config.structs)) for item in bench.kernel.declarations)
    return own | {name: layout for name, layout in declared if layout is not None and name not in own}


def by_member(events: Iterable[Event], layouts: Mapping[str, ElementLayout]) -> Iterator[Event]:
    """Yield the steps of a recorded block, each of one member of its array.

    A compiler moves a member in pieces, or several at once: the two words of a `double`, a `uchar4` as a word.
    """
    pieces: list[Event] = []

    @functools.cache
    def in_pieces(array: str, width: int) -> bool:
        layout = layouts.get(array)
        return layout is not None and layout.in_pieces(width)

    for event in events:
        if event.width and event.index >= 0 and in_pieces(event.object, event.width):
            if pieces and not _follows(pieces[-1], event):
                yield from _members(pieces, layouts[pieces[0].object])
                pieces = []
            pieces.append(event)
            continue
        if pieces:
            yield from _members(pieces, layouts[pieces[0].object])
            pieces = []
        yield event
    if pieces:
        yield from _members(pieces, layouts[pieces[0].object])


def _follows(one: Event, other: Event) -> bool:
    same = (one.thread, one.phase, one.line, one.op, one.object) == (
        other.thread, other.phase, other.line, other.op, other.object,
    )  # fmt: skip
    return same and (one.index + 1) * one.width == other.index * other.width


def _members(pieces: list[Event], layout: ElementLayout) -> Iterator[Event]:
    """Yield one step for each member of which pieces, one after another in memory, move anything."""
    begin = pieces[0].index * pieces[0].width
    data = b"".join((each.bits & (1 << 8 * each.width) - 1).to_bytes(each.width, "little") for each in pieces)
    for index in range(layout.member_at(begin), layout.member_at(begin + len(data) - 1) + 1):
        first, last = layout.place_of(index)
        part = data[max(0, first - begin) : max(0, last - begin)]
        if part:
            bits = int.from_bytes(part, "little")
            value = layout.value_of(index, bits) if len(part) == last - first else pieces[0].value
            yield pieces[0]._replace(index=index, width=last - first, bits=bits, value=value)


def _recorded_events(events: Sequence[Event], layouts: Mapping[str, ElementLayout]) -> tuple[RecordedEvent, ...]:
    """Return events as a recording has them: each value as a member of its array.

    An instruction that only moves values does not tell whole numbers from others.
    """
    made = []
    for event in by_member(events, layouts):
        layout = layouts.get(event.object) if event.op in ("load", "store", "atomic") else None
        value = layout.value_of(event.index, event.bits) if layout else event.value
        made.append((event.thread, event.phase, event.line, event.op, event.object, event.index, value))
    return tuple(made)


def _shared_arrays(
    kernel: Compiled,
    arrays: Mapping[str, Buffer],
    layouts: Mapping[str, ElementLayout],
    events: Sequence[RecordedEvent],
) -> tuple[SharedArray, ...]:
    """Return the shared arrays as declared; one without a declaration gets the extent that was used."""
    declared = {item.name: item for item in kernel.declarations if item.dims}
    used: dict[str, int] = {}
    for _, _, _, op, name, index, _ in events:
        if op in ("load", "store", "atomic") and name and name not in arrays:
            used[name] = max(used.get(name, 0), index + 1)
    counts = {name: (layout.count,) for name, layout in layouts.items() if layout.count > 1}
    shared = [
        SharedArray(name=name, dims=(*item.dims, *counts.get(name, ())), dtype=item.dtype)
        for name, item in declared.items()
    ]
    shared += [SharedArray(name=name, dims=(size,)) for name, size in used.items() if name not in declared]
    return tuple(shared)
