"""Recorded runs of one block of the student's own kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from grader.assignment import TestCase
from grader.checking.access_lines import AccessLines
from grader.checking.compare import judge_outputs
from grader.checking.launching import geometry, make_launch
from grader.checking.running import Bench, Outcome, run_case
from grader.devices.base import Launched
from grader.emulator.run import Dim3, Event
from grader.labs.base import CellState, Problem
from grader.results import Contents, Recording, SharedArray, WrongTerm

MAX_EVENTS = 12_000
"""Events that a recording of a report holds; one with more is cut and says so."""
SMALL_TILES = (2, 4)
"""Tile widths of small runs; a kernel that takes several steps at once along a tile needs the wider one."""
MOST_CELLS = 64
"""Wrong cells that are looked at, to find one whose story the recording of one block tells."""
MOST_BLOCKS = 6
"""Blocks of one small run that are recorded."""


def small_recordings(bench: Bench, failed: Outcome | None) -> tuple[tuple[Recording, ...], AccessLines, bool]:
    """What a report replays, the run that shows the fault first; the lines that were seen to access each array.

    The last value says whether that run fails as the case does: no kind of fault is found that the case has not.

    Of a kernel that failed: a small likeness of that case where it fails as well, and the walk-through beside it. Of
    one that did not: every block of the walk-through, and of a ragged product whose last tiles are padded.
    """
    width = bench.kernel.tile_width
    walk, *others = bench.lab.walk_throughs(bench.config, width)
    if failed is None:
        wanted = [(case, block) for case in (walk, *others) for block in _blocks(bench, case)]
        made = [record(bench, case, block, _title(bench, case)) for case, block in wanted]
        shown = tuple(recording for number, (recording, _, clean) in enumerate(made) if clean or not number)
        events = [event for _, launched, _ in made for event in launched.events]
        return shown, AccessLines.of(events, shown[0].buffers), True
    recording, launched, _ = record(bench, walk, (0, 0, 0), _title(bench, walk))
    lines = AccessLines.of(launched.events, recording.buffers)
    likeness = bench.lab.in_small(failed.case, width)
    block = _block_of(run_case(bench, likeness, record=recording.block))
    fault, launched, clean = record(bench, likeness, block, f"{failed.case.name} in small: {_title(bench, likeness)}")
    if clean:
        return (recording,), lines, False
    seen = AccessLines.of(launched.events, fault.buffers)
    lines = replace(seen, by_access={**lines.by_access, **seen.by_access})
    same = (fault.sizes, fault.block) == (recording.sizes, recording.block)
    alike = {item.kind for item in launched.findings} <= {item.kind.value for item in failed.findings}
    return ((fault,) if same else (fault, recording)), lines, alike


def _block_of(outcome: Outcome) -> Dim3:
    for finding in outcome.findings:
        if finding.block is not None:
            return finding.block
    return telling_block(outcome)


def _blocks(bench: Bench, case: TestCase) -> tuple[Dim3, ...]:
    """The blocks to choose from, row by row; the first alone where there are more than a reader would look at."""
    grid = geometry(bench.config, case.sizes, case.tile_width, bench.axis).grid
    blocks = tuple((x, y, 0) for y in range(grid[1]) for x in range(grid[0]))
    return blocks if len(blocks) <= MOST_BLOCKS else blocks[:1]


def _title(bench: Bench, case: TestCase) -> str:
    return f"{bench.lab.words(bench.config).tell(case.sizes)} with TILE_WIDTH = {case.tile_width}"


def telling_block(outcome: Outcome) -> Dim3:
    """The block to record: the one that owns the first cell that is not right, block (0,0) when all are."""
    if outcome.comparison is None or outcome.comparison.right:
        return (0, 0, 0)
    states = outcome.comparison.states
    wanted = CellState.WRONG if (states == CellState.WRONG).any() else states[states != 0][0]
    flat = int((states.ravel() == wanted).argmax())
    row, col = divmod(flat, states.shape[1])
    tile = outcome.case.tile_width
    x = min(col // tile, outcome.geometry.grid[0] - 1)
    y = min(row // tile, outcome.geometry.grid[1] - 1)
    return (x, y, 0)


def record(
    bench: Bench, case: TestCase, block: Dim3, title: str, *, most_events: int | None = MAX_EVENTS
) -> tuple[Recording, Launched, bool]:
    """Run the case and record one block; the last value tells whether the result was right and nothing was found.

    With `most_events` None all is kept that the emulator recorded.
    """
    problem = bench.problem(case)
    place = geometry(bench.config, case.sizes, case.tile_width, bench.axis)
    launched = bench.device.launch(
        bench.kernel, replace(make_launch(bench.config, bench.kernel, problem, bench.axis), record=block)
    )
    judged = judge_outputs(launched, problem)
    problem, states = judged.problem, judged.comparison.states
    clean = judged.right and not launched.findings
    events = tuple(
        (event.thread, event.phase, event.line, event.op, event.object, event.index, event.value)
        for event in launched.events[:most_events]
    )
    recording = Recording(
        case=case.label,
        sizes=case.sizes,
        tile_width=case.tile_width,
        grid=place.grid,
        block_dim=place.block,
        block=block,
        shared=_shared(bench, problem, events),
        buffers=_contents(problem, judged.got),
        output=problem.output,
        expected=tuple(problem.expected.astype(float).ravel().tolist()),
        events=events,
        truncated=launched.events_truncated or len(launched.events) > len(events),
        title=title,
        wrong=None if launched.events_truncated else _first_wrong(states, problem, launched.events),
    )
    return recording, launched, clean


def _first_wrong(states: np.ndarray, problem: Problem, events: Sequence[Event]) -> WrongTerm | None:
    """What the events say of the first cell that is not right and that the recorded block stores."""
    for cell in np.argwhere(states != CellState.RIGHT)[:MOST_CELLS]:
        if (term := problem.trace_back(events, tuple(map(int, cell)))) is not None:
            return term
    return None


def _contents(problem: Problem, got: np.ndarray) -> dict[str, Contents]:
    """The inputs, and what the output holds after the launch."""
    arrays = {name: got if name == problem.output else buffer.content for name, buffer in problem.buffers.items()}
    return {name: Contents(dims=array.shape, values=tuple(array.ravel().tolist())) for name, array in arrays.items()}


def _shared(
    bench: Bench, problem: Problem, events: Sequence[tuple[int, int, int, str, str, int, float]]
) -> tuple[SharedArray, ...]:
    """The shared arrays as declared; one that is not among the declarations gets the extent that was used."""
    declared = {item.name: item for item in bench.kernel.declarations if item.dims}
    used: dict[str, int] = {}
    for _, _, _, op, name, index, _ in events:
        if op in ("load", "store") and name and name not in problem.buffers:
            used[name] = max(used.get(name, 0), index + 1)
    arrays = [SharedArray(name=item.name, dims=item.dims, dtype=item.dtype) for item in declared.values()]
    arrays += [SharedArray(name=name, dims=(size,)) for name, size in used.items() if name not in declared]
    return tuple(arrays)
