"""The lecture's questions, asked of the student's own kernel; the answers are what runs of it showed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from grader.replaying.elements import dims_of, element
from grader.report.wording import PRODUCT, dim3, joined, plural
from grader.results import BarrierTrial, Recording, Results

MOST_TOLD = 2
"""Kinds of findings in one answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question; its answer is shown when it is asked for."""

    question: str
    answer: str


def questions(results: Results) -> tuple[Question, ...]:
    """Of each barrier, of one cell of a tile, and of one element in global memory."""
    barriers = results.beyond.barriers if results.beyond else ()
    asked = [_of_barrier(trial) for trial in barriers]
    if results.words.lab == PRODUCT and results.recordings:
        asked += [*_of_loader(results.recordings[0]), *_of_reads(results.recordings)]
    return tuple(asked)


def _of_barrier(trial: BarrierTrial) -> Question:
    question = f"Is the barrier on line {trial.line} needed? What could happen without it?"
    tried = f"Tried without it on {plural(len(trial.cases), 'small run')}."
    if not trial.found and not trial.wrong_cells:
        answer = (
            f"No run showed what it is for. {tried} Nothing was found and every number was right: either another"
            " barrier does its work already, or these runs are too small to show why it is there."
        )
        return Question(question=question, answer=answer)
    seen = "".join(f" Line {item.line}: {item.message}" for item in trial.found[:MOST_TOLD])
    wrong = (
        f" {plural(trial.wrong_cells, 'cell')} came out wrong in this run."
        if trial.wrong_cells
        else " The numbers came out right in this run: that was luck."
    )
    return Question(question=question, answer=f"Yes.{seen} {tried}{wrong}")


def _of_loader(recording: Recording) -> Iterator[Question]:
    """Who fills the last cell of the first tile, as the recording has it."""
    loads: dict[int, list[tuple[int, str, int, float]]] = {}
    stores: dict[str, tuple[int, int, int, str]] = {}
    first = 0
    for thread, phase, line, op, array, index, value in recording.events:
        if stores and phase > first:
            break
        if op == "load" and array in recording.buffers:
            loads.setdefault(thread, []).append((line, array, index, value))
        elif op == "store" and array not in recording.buffers and index >= 0:
            source = next((one for one in loads.get(thread, ()) if (one[0], one[3]) == (line, value)), None)
            if source is not None:
                first = phase
                stores[array] = max(
                    stores.get(array, (-1, 0, 0, "")), (index, thread, line, element(recording, source[1], source[2]))
                )
    for array, (index, thread, line, source_element) in list(stores.items())[:1]:
        cell = element(recording, array, index)
        yield Question(
            question=f"{_run(recording)}: which thread fills {cell} in the first phase, and from where?",
            answer=f"Thread {dim3(_place(recording, thread))}, on line {line}: {cell} = {source_element}.",
        )


def _of_reads(recordings: tuple[Recording, ...]) -> Iterator[Question]:
    """How often the first element is read by all blocks, where all of them were recorded."""
    run = list(next(groupby(recordings, key=lambda one: (one.case, one.launch)))[1])
    first = run[0]
    across, down, deep = first.grid
    if len({one.block for one in run}) < across * down * deep or any(one.truncated for one in run):
        return
    array = next(iter(first.buffers))
    cell = element(first, array, 0)
    by_block = [(one.block, _reads_of_first(one, array)) for one in run]
    total = sum(amount for _, amount in by_block)
    told = [f"{amount} by block {dim3(block)}" for block, amount in by_block if amount]
    plain = dims_of(first, first.output)[-1]
    yield Question(
        question=f"How often do all blocks of this run read {cell} from global memory? And in a kernel without tiles?",
        answer=(
            f"{plural(total, 'time')}, as recorded: {joined(told)}. Without tiles each of the {plain} cells in the"
            f" first row of {first.output} reads it: {plural(plain, 'time')}."
        ),
    )


def _reads_of_first(recording: Recording, array: str) -> int:
    return sum(op == "load" and name == array and index == 0 for _, _, _, op, name, index, _ in recording.events)


def _run(recording: Recording) -> str:
    return f"In block {dim3(recording.block)} of the replay ({recording.title})"


def _place(recording: Recording, thread: int) -> tuple[int, int, int]:
    width, height, _ = recording.block_dim
    return thread % width, thread // width % height, thread // (width * height)
