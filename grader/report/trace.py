"""A recorded block as text, phase by phase: tiles, partial sums, and the reads that were counted."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from grader.report.moments import element
from grader.report.moves import MATRICES, Action
from grader.report.product import shape_of, values_of
from grader.report.replay import Replay, Step, drawn_width, replay
from grader.report.wording import count, joined, number, plural, short, times, visible
from grader.results import Recording, SharedArray, Traffic

UNWRITTEN = "?"
PAD_MARK = "*"
UNWRITTEN_WORDS = "? was not written yet"
PAD_WORDS = "* padding: nothing was loaded, 0 was written"


def trace_text(recording: Recording, traffic: Sequence[Traffic] = ()) -> str:
    """The run of one block in words and numbers, every phase in the order load, barrier, add, barrier.

    `traffic` may hold measured counts of whole launches (kernels `naive` and `student`) on the recorded shape; without
    them the reads counted are those of the recorded block. Of a recording that was cut, what is whole is told, where
    it ends is said, and nothing is counted that needs the rest.
    """
    played = replay(recording)
    lines = [*_heading(played)]
    for phase in range(played.tile_phases):
        lines += _phase(played, phase)
    if played.cut:
        lines += _cut(played)
    lines += _results(played)
    lines += _reads(played, traffic)
    return "\n".join(lines) + "\n"


def _heading(played: Replay) -> Iterator[str]:
    recording = played.recording
    shape = shape_of(recording)
    yield visible(recording.title or recording.case)
    yield (
        f"A is {shape.M}×{shape.K}, B is {shape.K}×{shape.N}, tile width {recording.tile_width}; "
        f"block ({recording.block[0]},{recording.block[1]}) of a grid of {recording.grid[0]}×{recording.grid[1]}."
    )
    if shape.M * shape.K <= 64 and shape.K * shape.N <= 64:
        yield ""
        yield from _beside(
            ("A", _matrix(values_of(recording, "A"), shape.M, shape.K)),
            ("B", _matrix(values_of(recording, "B"), shape.K, shape.N)),
        )
    for conflict in played.conflicts:
        yield ""
        place = visible(element(recording, conflict.array, conflict.index))
        yield (
            f"RACE: thread {_who(recording, conflict.writer)} writes {place} on line {conflict.writer_line}, and "
            f"thread {_who(recording, conflict.other)} {conflict.other_kind}s it on line {conflict.other_line}, "
            "with no barrier between. What follows is one of several possible runs."
        )


def _phase(played: Replay, phase: int) -> Iterator[str]:
    """One phase, move by move; within a barrier interval the moves stand in the order in which they began."""
    yield ""
    yield f"Phase {phase + 1}" if played.cut else f"Phase {phase + 1} of {played.tile_phases}"
    moves: dict[tuple[int, str, int], list[Step]] = defaultdict(list)
    for step in played.steps:
        if step.tile_phase == phase and (name := _move(played, step)):
            moves[step.interval, name, step.line if name == "barrier" else 0].append(step)
    # the threads meet when all that they do before it is done, whoever of them came first
    for interval, name, _ in sorted(moves, key=lambda place: (place[0], place[1] == "barrier")):
        steps = moves[interval, name, _]
        if name == "load":
            yield f"  load     {_lines(steps)}: {_amounts(steps)}"
            yield from _tiles(played, steps)
        elif name == "barrier":
            yield f"  barrier  {_lines(steps)}: {_arrivals(played, steps[-1])}"
        elif name == "add" and any(step.kind == "fma" for step in steps):
            yield f"  add      {_lines(steps)}"
            yield from _sums(played, steps)
        elif name != "add":
            yield f"  {name:<7}  {_lines(steps)}: {_amounts(steps)}"


def _move(played: Replay, step: Step) -> str:
    """The lesson's name of a step; empty for what the text leaves out."""
    if step.kind == "store" and step.array == "C":
        return "store"
    if step.kind in ("load", "store"):
        return "load" if step.array not in played.sums else "add"
    if step.kind == "read" and step.array in played.sums:
        return "add"
    return {"fma": "add", "read": "read", "barrier": "barrier"}.get(step.kind, "")


def _lines(steps: Sequence[Step]) -> str:
    numbers = sorted({step.line for step in steps})
    return f"{'line' if len(numbers) == 1 else 'lines'} {joined([str(line) for line in numbers])}"


def _amounts(steps: Sequence[Step]) -> str:
    """What was loaded from where and stored where, and how much of it went outside its array."""
    amounts: dict[tuple[str, str], list[Action]] = defaultdict(list)
    for step in steps:
        amounts[step.kind, step.array].extend(step.actions)
    words = []
    for (kind, array), actions in amounts.items():
        outside = sum(action.index < 0 for action in actions)
        noun = plural(len(actions), kind)
        place = f"{'to' if kind == 'store' else 'from'} {visible(array)}"
        words.append(f"{noun} {place}" + (f" ({outside} OUTSIDE {visible(array)})" if outside else ""))
    return ", ".join(words)


def _tiles(played: Replay, steps: Sequence[Step]) -> Iterator[str]:
    """The shared arrays as they stand after these steps."""
    recording = played.recording
    arrays = [array for array in recording.shared if array.name not in played.sums]
    if not arrays or not any(step.kind == "store" for step in steps):
        return
    held = _tiles_after(played, steps[-1])
    grids = [(array.name, _tile(array, held[array.name], recording.tile_width)) for array in arrays]
    yield from ("  " + line for line in _beside(*grids))
    cells = [cell for _, grid in grids for row in grid for cell in row]
    for words, present in (
        (PAD_WORDS, any(PAD_MARK in cell for cell in cells)),
        (UNWRITTEN_WORDS, UNWRITTEN in cells),
    ):
        if present:
            yield f"    ({words})"


def _arrivals(played: Replay, step: Step) -> str:
    total = math.prod(played.recording.block_dim)
    if step.awaited == total:
        return f"all {total} threads arrive" if total > 1 else "the one thread arrives"
    missing = total - step.awaited
    arrive, does = ("arrives" if step.awaited == 1 else "arrive"), ("does" if missing == 1 else "do")
    return f"{step.awaited} of {plural(total, 'thread')} {arrive}, {missing} never {does}"


def _sums(played: Replay, steps: Sequence[Step]) -> Iterator[str]:
    """What each thread added in these steps, and the sum that it came to."""
    recording = played.recording
    added: dict[int, list[Action]] = defaultdict(list)
    for step in steps:
        if step.kind == "fma":
            for action in step.actions:
                added[action.thread].append(action)
    for thread, actions in sorted(added.items()):
        products = " + ".join(
            "·".join(number(value) for _, _, value in action.operands) for action in actions if action.operands
        )
        cell = played.cell_of_thread.get(thread)
        owner = element(recording, "C", cell) if cell is not None else "owns no cell"
        total = number(actions[-1].value)
        yield f"    thread {_who(recording, thread)} {owner}: adds {products or '…'}, partial sum {total}"


def _cut(played: Replay) -> Iterator[str]:
    kept = len(played.recording.events)
    yield ""
    yield f"The recording was cut here: it holds {plural(kept, 'event')}, and the block did more."
    yield "What came after is not known, so nothing is counted below that needs it. A smaller shape is recorded whole."


def _tiles_after(played: Replay, last: Step) -> dict[str, dict[int, str]]:
    """What each shared array holds after the step; padding is marked."""
    tiles: dict[str, dict[int, str]] = {array.name: {} for array in played.recording.shared}
    loaded: dict[int, float] = {}
    for step in played.steps:
        for action in step.actions:
            if step.kind == "load":
                loaded[action.thread] = action.value
            elif step.kind == "store" and step.array in tiles:
                source = loaded.pop(action.thread, None)
                padded = source is None and action.value == 0
                tiles[step.array][action.index] = short(action.value) + (PAD_MARK if padded else "")
        if step is last:
            break
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
        got, right = values_of(recording, "C")[cell], recording.expected[cell]
        same = math.isclose(got, right, rel_tol=1e-4, abs_tol=1e-5)
        row, col = divmod(cell, shape_of(recording).N)
        yield f"  C[{row}][{col}] = {number(got)}" + (
            f"  right, by thread {_who(recording, thread)}"
            if same and not played.cut
            else "  right"
            if same
            else f"  WRONG, right is {number(right)}"
        )


def _reads(played: Replay, traffic: Sequence[Traffic]) -> Iterator[str]:
    recording = played.recording
    loads = sum(1 for _, _, _, op, array, _, _ in recording.events if op == "load" and array in MATRICES)
    cells = len(set(played.cell_of_thread.values()))
    inner = shape_of(recording).K
    yield ""
    yield "Reads from global memory, counted"
    if played.cut:
        yield "  this block: not counted, the recording was cut"
    elif cells:
        ratio = 2 * inner * cells / loads if loads else 0.0
        yield (
            f"  this block: {plural(loads, 'read')} for {plural(cells, 'cell')} of C, "
            f"{number(loads / cells)} per cell; "
            f"one thread a cell without tiles reads 2·{inner} = {2 * inner} per cell"
            + (f": {times(ratio)} fewer" if ratio > 1 else "")
        )
    measured = {row.kernel: row for row in traffic if row.sizes == recording.sizes}
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
