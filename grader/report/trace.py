"""A recorded block as text, phase by phase: tiles, partial sums, and the reads that were counted."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from grader.report.replay import MATRICES, Replay, Step, drawn_width, replay
from grader.report.wording import count, number, plural, short, times, visible
from grader.results import Recording, SharedArray, Traffic

UNWRITTEN = "?"
PAD_MARK = "*"
UNWRITTEN_WORDS = "? was not written yet"
PAD_WORDS = "* padding: nothing was loaded, 0 was written"


def trace_text(recording: Recording, traffic: Sequence[Traffic] = ()) -> str:
    """The run of one block in words and numbers.

    `traffic` may hold measured counts of whole launches (kernels `naive` and `student`) on the recorded shape; without
    them the reads counted are those of the recorded block.
    """
    played = replay(recording)
    lines = [*_heading(played)]
    for phase in range(played.tile_phases):
        lines += _phase(played, phase)
    lines += _results(played)
    lines += _reads(played, traffic)
    return "\n".join(lines) + "\n"


def _heading(played: Replay) -> Iterator[str]:
    recording = played.recording
    shape = recording.shape
    yield visible(recording.title or recording.case)
    yield (
        f"A is {shape.M}×{shape.K}, B is {shape.K}×{shape.N}, tile width {recording.tile_width}; "
        f"block ({recording.block[0]},{recording.block[1]}) of a grid of {recording.grid[0]}×{recording.grid[1]}."
    )
    if shape.M * shape.K <= 64 and shape.K * shape.N <= 64:
        yield ""
        yield from _beside(("A", _matrix(recording.A, shape.M, shape.K)), ("B", _matrix(recording.B, shape.K, shape.N)))
    for conflict in played.conflicts:
        yield ""
        element = _element(recording, conflict.array, conflict.index)
        yield (
            f"RACE: thread {_who(recording, conflict.writer)} writes {element} on line {conflict.writer_line}, and "
            f"thread {_who(recording, conflict.other)} {conflict.other_kind}s it on line {conflict.other_line}, "
            "with no barrier between. What follows is one of several possible runs."
        )


def _phase(played: Replay, phase: int) -> Iterator[str]:
    recording = played.recording
    steps = [step for step in played.steps if step.tile_phase == phase]
    yield ""
    yield f"Phase {phase + 1} of {played.tile_phases}"
    tiles = _tiles_after(played, phase)
    if recording.shared:
        grids = [(array.name, _tile(array, tiles[array.name], recording.tile_width)) for array in recording.shared]
        yield from _beside(*grids)
        cells = [cell for _, grid in grids for row in grid for cell in row]
        for words, present in (
            (PAD_WORDS, any(PAD_MARK in cell for cell in cells)),
            (UNWRITTEN_WORDS, UNWRITTEN in cells),
        ):
            if present:
                yield f"  ({words})"
    sums = {action.thread: action.value for step in steps if step.kind == "fma" for action in step.actions}
    for thread in sorted(sums):
        yield from _sum_line(played, steps, thread, sums[thread])
    arrivals: dict[int, set[int]] = defaultdict(set)
    for step in steps:
        if step.kind == "barrier":
            arrivals[step.line].update(action.thread for action in step.actions)
    total = math.prod(recording.block_dim)
    for line in sorted(arrivals):
        missing = total - len(arrivals[line])
        yield f"  barrier on line {line}: {'all' if not missing else len(arrivals[line])} of {total} threads arrive" + (
            f", {missing} do not" if missing else ""
        )


def _sum_line(played: Replay, steps: Sequence[Step], thread: int, total: float) -> Iterator[str]:
    recording = played.recording
    terms = [
        action.operands
        for step in steps
        if step.kind == "fma"
        for action in step.actions
        if action.thread == thread and action.operands
    ]
    products = " + ".join(f"{number(first[2])}·{number(second[2])}" for first, second in terms)
    cell = played.cell_of_thread.get(thread)
    owner = f"C[{cell // recording.shape.N}][{cell % recording.shape.N}]" if cell is not None else "owns no cell"
    yield f"  thread {_who(recording, thread)} {owner}: adds {products or '…'}, partial sum {number(total)}"


def _tiles_after(played: Replay, phase: int) -> dict[str, dict[int, str]]:
    """What each shared array holds when the phase's multiply-adds begin; padding is marked."""
    tiles: dict[str, dict[int, str]] = {array.name: {} for array in played.recording.shared}
    loaded: dict[int, float] = {}
    for step in played.steps:
        if step.tile_phase > phase:
            continue
        for action in step.actions:
            if step.kind == "load":
                loaded[action.thread] = action.value
            elif step.kind == "store" and step.array in tiles:
                source = loaded.pop(action.thread, None)
                padded = source is None and action.value == 0
                tiles[step.array][action.index] = short(action.value) + (PAD_MARK if padded else "")
    return tiles


def _tile(array: SharedArray, cells: dict[int, str], tile_width: int) -> list[list[str]]:
    cols = drawn_width(array.dims, tile_width)
    rows = math.prod(array.dims) // cols
    return [[cells.get(row * cols + col, UNWRITTEN) for col in range(cols)] for row in range(rows)]


def _results(played: Replay) -> Iterator[str]:
    recording = played.recording
    yield ""
    yield "Result of this block"
    for thread, cell in sorted(played.cell_of_thread.items()):
        got, right = recording.C[cell], recording.expected[cell]
        same = math.isclose(got, right, rel_tol=1e-4, abs_tol=1e-5)
        row, col = divmod(cell, recording.shape.N)
        yield f"  C[{row}][{col}] = {number(got)}" + (
            f"  right, by thread {_who(recording, thread)}" if same else f"  WRONG, right is {number(right)}"
        )


def _reads(played: Replay, traffic: Sequence[Traffic]) -> Iterator[str]:
    recording = played.recording
    loads = sum(1 for _, _, _, op, array, _, _ in recording.events if op == "load" and array in MATRICES)
    cells = len(set(played.cell_of_thread.values()))
    inner = recording.shape.K
    yield ""
    yield "Reads from global memory, counted"
    if cells:
        ratio = 2 * inner * cells / loads if loads else 0.0
        yield (
            f"  this block: {plural(loads, 'read')} for {plural(cells, 'cell')} of C, "
            f"{number(loads / cells)} per cell; "
            f"one thread a cell without tiles reads 2·{inner} = {2 * inner} per cell"
            + (f": {times(ratio)} fewer" if ratio > 1 else "")
        )
    measured = {row.kernel: row for row in traffic if row.shape == recording.shape}
    if "naive" in measured and "student" in measured:
        naive, own = measured["naive"].global_loads, measured["student"].global_loads
        yield f"  whole product: naive {count(naive)}, yours {count(own)}" + (
            f": {times(naive / own)} fewer" if own else ""
        )


def _matrix(values: Sequence[float], rows: int, cols: int) -> list[list[str]]:
    return [[short(values[row * cols + col]) for col in range(cols)] for row in range(rows)]


def _beside(*blocks: tuple[str, list[list[str]]]) -> Iterator[str]:
    """Named grids of cells next to each other."""
    drawn = []
    for name, grid in blocks:
        width = max((len(cell) for row in grid for cell in row), default=1)
        body = [" ".join(f"{cell:>{width}}" for cell in row) for row in grid]
        size = max([len(name), *(len(row) for row in body)])
        drawn.append([name.ljust(size), *(row.ljust(size) for row in body)])
    height = max(len(block) for block in drawn)
    for line in range(height):
        yield "  " + "    ".join(block[line] if line < len(block) else " " * len(block[0]) for block in drawn).rstrip()


def _who(recording: Recording, thread: int) -> str:
    width, height, _ = recording.block_dim
    x, y, z = thread % width, thread // width % height, thread // (width * height)
    return f"({x},{y},{z})" if z else f"({x},{y})"


def _element(recording: Recording, array: str, index: int) -> str:
    """An element as the source writes it: `As[1][0]`."""
    shape = recording.shape
    dims: tuple[int, ...] = {"A": (shape.M, shape.K), "B": (shape.K, shape.N), "C": (shape.M, shape.N)}.get(array, ())
    dims = next((known.dims for known in recording.shared if known.name == array), dims)
    places: list[int] = []
    for size in reversed(dims):
        places.append(index % size if size != dims[0] or len(places) + 1 < len(dims) else index)
        index //= size
    return visible(array) + "".join(f"[{place}]" for place in reversed(places))
