"""A recorded block as text, phase by phase: tiles, partial sums, and the reads that were counted."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from grader.report.drawings import layers
from grader.report.format import apart, count, dim3, joined, number, plural, short, times, visible
from grader.results import Recording, Traffic
from grader.results.replay import Action, Replay, ReplayStep, dims_of, element, play, thread_of
from grader.results.replay.product import story_of

FEW = 4
"""Elements of a step that are named."""
SHOWN = 64
"""Elements up to which an input is shown."""
UNWRITTEN = "?"
PAD_MARK = "*"
UNWRITTEN_WORDS = "? was not written yet"
PAD_WORDS = "* padding: nothing was loaded, 0 was written"


def trace_text(recording: Recording, traffic: Sequence[Traffic] = ()) -> str:
    """The run of one block in words and numbers; of a product, every phase in the order load, barrier, add, barrier.

    `traffic` may hold measured counts of whole launches (kernels `naive` and `student`) on the recorded shape; without
    them the reads counted are those of the recorded block. Of a recording that was cut, what is whole is told, where
    it ends is said, and nothing is counted that needs the rest.
    """
    played = play(story_of(recording))
    lines = [*_heading(played)]
    for phase in range(played.tile_phases):
        lines += ["", f"Phase {phase + 1}" if played.cut else f"Phase {phase + 1} of {played.tile_phases}"]
        lines += _phase(played, phase) if played.story.crossed else _steps(played, phase)
    if played.cut:
        lines += [
            "",
            f"The recording was cut here: it holds {plural(len(recording.events), 'event')}, and the block did more.",
            "What came after is not known, so nothing is counted below that needs it."
            " A smaller shape is recorded whole.",
        ]
    lines += _results(played)
    if played.story.crossed:
        lines += _reads(played, traffic)
    return "\n".join(lines) + "\n"


def _heading(played: Replay) -> Iterator[str]:
    recording = played.recording
    place = f"block ({recording.block[0]},{recording.block[1]}) of a grid of {recording.grid[0]}×{recording.grid[1]}"
    yield visible(recording.title or recording.case)
    if played.story.crossed:
        names: tuple[str, ...] = played.story.crossed[:2]
        sizes = (f"{name} is {'×'.join(map(str, dims_of(recording, name)))}" for name in names)
        yield f"{', '.join(sizes)}, tile width {recording.tile_width}; {place}."
    else:
        names = tuple(name for name in recording.buffers if name not in recording.before)
        launch = f"launch {recording.launch}, {visible(recording.kernel)}: " if recording.launch else ""
        yield f"{launch}{place}, {plural(math.prod(recording.block_dim), 'thread')}."
    if names and all(math.prod(dims_of(recording, name)) <= SHOWN for name in names):
        yield ""
        held = {name: dict(enumerate(map(short, recording.buffers[name].values))) for name in names}
        yield from _beside(*(block for name in names for block in _grids(played, name, held[name])))
    for conflict in played.conflicts:
        yield ""
        where = visible(element(recording, conflict.array, conflict.index))
        yield (
            f"RACE: thread {_who(recording, conflict.writer)} writes {where} on line {conflict.writer_line}, and "
            f"thread {_who(recording, conflict.other)} {conflict.other_kind}s it on line {conflict.other_line}, "
            "with no barrier between. What follows is one of several possible runs."
        )


def _steps(played: Replay, phase: int) -> Iterator[str]:
    """One phase, step by step, and the shared arrays as they stand at its end."""
    steps = [step for step in played.steps if step.tile_phase == phase]
    for step in steps:
        if step.kind == "barrier":
            yield f"  barrier  {_lines([step])}: {_arrivals(played, step)}"
        elif step.kind != "exit":
            yield f"  {step.kind:<7}  {_lines([step])}: {_elements(played, step)}"
    yield from _tiles(played, steps)


def _elements(played: Replay, step: ReplayStep) -> str:
    """What the threads of a step touch, the first few of them."""
    few = [
        (f"{visible(element(played.recording, step.array, each.index))} = " if step.array else "") + short(each.value)
        for each in step.actions[:FEW]
    ]
    total = len(step.actions)
    who = plural(total, "thread") if total > 1 else f"thread {_who(played.recording, step.actions[0].thread)}"
    return f"{who}, {', '.join(few)}{', …' if total > FEW else ''}{_outside(step.array, step.actions)}"


def _phase(played: Replay, phase: int) -> Iterator[str]:
    """One phase, move by move; within a barrier interval the moves stand in the order in which they began."""
    moves: dict[tuple[int, str, int], list[ReplayStep]] = defaultdict(list)
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


def _move(played: Replay, step: ReplayStep) -> str:
    """The lesson's name of a step; empty for what the text leaves out."""
    if step.kind == "store" and step.array == played.recording.output:
        return "store"
    if step.kind in ("load", "store"):
        return "load" if step.array not in played.sums else "add"
    if step.kind == "read" and step.array in played.sums:
        return "add"
    return {"fma": "add", "read": "read", "barrier": "barrier"}.get(step.kind, "")


def _lines(steps: Sequence[ReplayStep]) -> str:
    numbers = sorted({step.line for step in steps})
    return f"{'line' if len(numbers) == 1 else 'lines'} {joined([str(line) for line in numbers])}"


def _amounts(steps: Sequence[ReplayStep]) -> str:
    """What was loaded from where and stored where, and how much of it went outside its array."""
    amounts: dict[tuple[str, str], list[Action]] = defaultdict(list)
    for step in steps:
        amounts[step.kind, step.array].extend(step.actions)
    words = []
    for (kind, array), actions in amounts.items():
        place = f"{'to' if kind == 'store' else 'from'} {visible(array)}"
        words.append(f"{plural(len(actions), kind)} {place}{_outside(array, actions)}")
    return ", ".join(words)


def _outside(array: str, actions: Sequence[Action]) -> str:
    outside = sum(action.index < 0 for action in actions)
    return f" ({outside} OUTSIDE {visible(array)})" if outside else ""


def _tiles(played: Replay, steps: Sequence[ReplayStep]) -> Iterator[str]:
    """The shared arrays as they stand after these steps."""
    arrays = [array for array in played.recording.shared if array.name not in played.sums]
    if not arrays or not any(step.kind in ("store", "atomic") for step in steps):
        return
    held = _tiles_after(played, steps[-1])
    grids = [grid for array in arrays for grid in _grids(played, array.name, held[array.name])]
    yield from ("  " + line for line in _beside(*grids))
    cells = [cell for _, grid in grids for row in grid for cell in row]
    for words, present in (
        (PAD_WORDS, any(PAD_MARK in cell for cell in cells)),
        (UNWRITTEN_WORDS, UNWRITTEN in cells),
    ):
        if present:
            yield f"    ({words})"


def _arrivals(played: Replay, step: ReplayStep) -> str:
    total = math.prod(played.recording.block_dim)
    if step.awaited == total:
        return f"all {total} threads arrive" if total > 1 else "the one thread arrives"
    missing = total - step.awaited
    arrive, does = ("arrives" if step.awaited == 1 else "arrive"), ("does" if missing == 1 else "do")
    return f"{step.awaited} of {plural(total, 'thread')} {arrive}, {missing} never {does}"


def _sums(played: Replay, steps: Sequence[ReplayStep]) -> Iterator[str]:
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
        owner = element(recording, recording.output, cell) if cell is not None else "owns no cell"
        made = f"adds {products}, partial sum" if products else "multiplies and adds, result"
        yield f"    thread {_who(recording, thread)} {owner}: {made} {number(actions[-1].value)}"


def _tiles_after(played: Replay, last: ReplayStep) -> dict[str, dict[int, str]]:
    """What each shared array holds after the step; a product's padding is marked."""
    mark = PAD_MARK if played.story.crossed else ""
    tiles: dict[str, dict[int, str]] = {array.name: {} for array in played.recording.shared}
    loaded: dict[int, float] = {}
    for step in played.steps:
        for action in step.actions:
            if step.kind == "load":
                loaded[action.thread] = action.value
            elif step.kind == "store" and step.array in tiles:
                source = loaded.pop(action.thread, None)
                padded = source is None and action.value == 0
                tiles[step.array][action.index] = short(action.value) + (mark if padded else "")
        if step is last:
            break
    return tiles


def _grids(played: Replay, name: str, cells: Mapping[int, str]) -> Iterator[tuple[str, list[list[str]]]]:
    """An array as it is drawn, layer by layer, with these cells."""
    for layer in layers(played.story, name, cells.keys()):
        elements = [cells.get(index, UNWRITTEN) for index in layer.elements()]
        yield layer.label, [elements[at : at + layer.columns] for at in range(0, len(elements), layer.columns)]


def _results(played: Replay) -> Iterator[str]:
    recording = played.recording
    values = recording.buffers[recording.output].values
    if not recording.judged:
        return
    yield ""
    yield "Result of this block"
    for thread, cell in sorted(played.cell_of_thread.items()):
        judged = not math.isnan(recording.expected[cell])
        if recording.launch and not judged:
            continue  # a later launch goes on with it
        name = visible(element(recording, recording.output, cell))
        by = f", by thread {_who(recording, thread)}" if not played.cut else ""
        near = math.isclose(values[cell], recording.expected[cell], rel_tol=1e-4, abs_tol=1e-5)
        right = cell not in played.wrong if recording.found is not None else near
        got, due = apart(values[cell], recording.expected[cell] if judged else None)
        is_due = f", right is {due}" if due else ""
        yield f"  {name} = " + (f"{number(values[cell])}  right{by}" if right else f"{got}  WRONG{is_due}")


def _reads(played: Replay, traffic: Sequence[Traffic]) -> Iterator[str]:
    recording = played.recording
    loads = sum(1 for _, _, _, op, array, _, _ in recording.events if op == "load" and array in recording.buffers)
    cells = len(set(played.cell_of_thread.values()))
    inner = dims_of(recording, next(iter(recording.buffers)))[-1]
    yield ""
    yield "Reads from global memory, counted"
    if played.cut:
        yield "  this block: not counted, the recording was cut"
    elif cells:
        ratio = 2 * inner * cells / loads if loads else 0.0
        yield (
            f"  this block: {plural(loads, 'read')} for {plural(cells, 'cell')} of {recording.output}, "
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
    return dim3(thread_of(recording, thread))
