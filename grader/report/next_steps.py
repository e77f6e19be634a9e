"""What to try after all points: one paragraph, each technique's effect on this kernel, questions, and cuBLAS."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from grader.hardware import Gpu, attainable_gflops, find_gpu, occupancy_of, shared_bound_gflops
from grader.report.format import brief_count, count, dim3, joined, milliseconds, number, plural, times
from grader.report.traffic import own_gpu
from grader.results import BarrierTrial, Beyond, Demand, Recording, Results, Technique
from grader.results.replay import dims_of, element, thread_of
from grader.results.replay.product import PRODUCT
from grader.words import words
from grader.words.tables import Idea, ideas

GPU = "H200"
SIDE = 2048
"""Of the square matrices, in float."""
MILLISECONDS = {"tiled, T = 16": 2.108, "tiled, T = 32": 1.860, "register-tiled, 64×64": 0.820, "cuBLAS": 0.370}
"""One launch each, the median of 41."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TechniqueView:
    """One technique: its rows are figures that would change, with what they are now."""

    idea: Idea
    present: bool
    rows: tuple[tuple[str, str, str], ...]
    remark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BeyondView:
    """The section of the page; without techniques and questions there is none."""

    lede: str
    techniques: tuple[TechniqueView, ...]
    questions: tuple[QuizQuestion, ...]


def beyond_view(results: Results) -> BeyondView | None:
    """What comes after all points; None where that is not reached, or nobody looked."""
    beyond = results.beyond
    if beyond is None:
        return None
    own = own_gpu(results)
    gpu = own or find_gpu(GPU)
    return BeyondView(
        lede="None of this costs points."
        + (
            f" Counted on your kernel at {results.words.tell_briefly(beyond.sizes)},"
            f" T = {beyond.tile_width}; occupancy and bounds are those of {'your ' if own else 'an '}"
            f"{gpu.name}. {_vendor(results)}"
            if beyond.now
            else ""
        ),
        techniques=tuple(
            _view(technique, beyond, beyond.now, gpu)
            for technique in beyond.techniques
            if beyond.now and technique.name in ideas()
        ),
        questions=questions(results),
    )


def _view(technique: Technique, beyond: Beyond, demand: Demand, gpu: Gpu) -> TechniqueView:
    then = technique.then
    if technique.present or then is None:
        return TechniqueView(
            idea=ideas()[technique.name], present=True, rows=(), remark="Your kernel does this already."
        )
    remark = ""
    if technique.name == "padding" and then.bank_passes == demand.bank_passes:
        remark = "Your kernel has no bank conflicts, so there is nothing to save here."
    elif then.threads > gpu.threads_per_block:
        remark = (
            f"No GPU starts blocks of {count(then.threads)} threads ({count(gpu.threads_per_block)} are the most): a"
            " wider tile needs more cells a thread, below."
        )
    elif technique.name == "register-blocking":
        remark = "Each thread holds more sums: the registers go up, which can lower the occupancy further."
    now = dict(_figures(demand, beyond, gpu))
    changed = [(name, now[name], value) for name, value in _figures(then, beyond, gpu) if now.get(name) != value]
    return TechniqueView(
        idea=ideas()[technique.name],
        present=False,
        rows=tuple(changed),
        remark=remark,
    )


def _figures(demand: Demand, beyond: Beyond, gpu: Gpu) -> Iterator[tuple[str, str]]:
    """What is to be told of a demand, by its label."""
    yield "loads from global memory", count(demand.global_loads)
    yield "bytes loaded", count(demand.global_load_bytes)
    yield "reads of shared memory", count(demand.shared_loads)
    if demand.bank_passes is not None:
        yield "passes through the banks", count(demand.bank_passes)
    if demand.barriers is not None:
        yield "barriers a phase", number(demand.barriers)
    yield "threads a block", count(demand.threads)
    yield "shared bytes a block", count(demand.shared_bytes)
    fit = occupancy_of(
        gpu, threads_per_block=demand.threads, registers=beyond.registers, shared_bytes=demand.shared_bytes
    )
    yield "occupancy", f"{100 * fit.occupancy:.0f} %"
    intensity = beyond.flop / max(1, demand.global_load_bytes)
    yield "GFLOP/s at most, by global memory", brief_count(round(attainable_gflops(gpu, intensity)))
    if demand.bank_passes:
        bound = shared_bound_gflops(gpu, flop=beyond.flop, bank_passes=demand.bank_passes)
        yield "GFLOP/s at most, by shared memory", brief_count(round(bound))


def _vendor(results: Results) -> str:
    """How far the vendor's library is: as timed here, else as it was measured once."""
    timing = results.performance.timing if results.performance else ()
    best = next((row for row in timing if row.cublas_ms), None)
    if best is not None and best.cublas_ms:
        return (
            f"At {results.words.tell_briefly(best.sizes)} your kernel takes {milliseconds(best.student_ms)} here, and"
            f" cuBLAS {milliseconds(best.cublas_ms)}: it is {times(best.student_ms / best.cublas_ms)} as fast."
        )
    taken = MILLISECONDS
    rows = "; ".join(f"{name}: {time} ms" for name, time in taken.items())
    tiled, blocked, vendor = taken["tiled, T = 16"], taken["register-tiled, 64×64"], taken["cuBLAS"]
    return (
        f"Nothing was timed here. On an {GPU} these took, at {SIDE} rows and columns: {rows}. From"
        f" the textbook's tiles to cuBLAS is a factor of {tiled / vendor:.1f}, of which {tiled / blocked:.1f} comes"
        " with more cells a thread."
    )


MOST_TOLD = 2
"""Kinds of findings in one answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizQuestion:
    """A question; its answer is shown when it is asked for."""

    question: str
    answer: str


def questions(results: Results) -> tuple[QuizQuestion, ...]:
    """Of each barrier, of one cell of a tile, and of one element in global memory."""
    barriers = results.beyond.barriers if results.beyond else ()
    asked = [_of_barrier(trial) for trial in barriers]
    if results.words.lab == PRODUCT and results.recordings:
        asked += [*_of_loader(results.recordings[0]), *_of_reads(results.recordings)]
    return tuple(asked)


def _of_barrier(trial: BarrierTrial) -> QuizQuestion:
    question = f"Is the barrier on line {trial.line} needed? What could happen without it?"
    tried = f"Tried without it on {plural(len(trial.cases), 'small run')}."
    if not trial.found and not trial.wrong_cells:
        answer = (
            f"No run showed what it is for. {tried} Nothing was found and every number was right: either another"
            " barrier does its work already, or these runs are too small to show why it is there."
        )
        return QuizQuestion(question=question, answer=answer)
    seen = "".join(f" Line {item.line}: {item.message}" for item in trial.found[:MOST_TOLD])
    wrong = (
        f" {plural(trial.wrong_cells, 'cell')} came out wrong in this run."
        if trial.wrong_cells
        else " The numbers came out right in this run: that was luck."
    )
    return QuizQuestion(question=question, answer=f"Yes.{seen} {tried}{wrong}")


def _of_loader(recording: Recording) -> Iterator[QuizQuestion]:
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
        place = f"In block {dim3(recording.block)} of the replay ({recording.title})"
        yield QuizQuestion(
            question=f"{place}: which thread fills {cell} in the first phase, and from where?",
            answer=f"Thread {dim3(thread_of(recording, thread))}, on line {line}: {cell} = {source_element}.",
        )


def _of_reads(recordings: tuple[Recording, ...]) -> Iterator[QuizQuestion]:
    """How often the first element is read by all blocks, where all of them were recorded."""
    run = list(next(groupby(recordings, key=lambda one: (one.case, one.launch)))[1])
    first = run[0]
    across, down, deep = first.grid
    if len({one.block for one in run}) < across * down * deep or any(one.truncated for one in run):
        return
    array = next(iter(first.buffers))
    cell = element(first, array, 0)
    by_block = [(one.block, sum(event[3:6] == ("load", array, 0) for event in one.events)) for one in run]
    total = sum(amount for _, amount in by_block)
    told = [f"{amount} by block {dim3(block)}" for block, amount in by_block if amount]
    plain = dims_of(first, first.output)[-1]
    yield QuizQuestion(
        question=f"How often do all blocks of this run read {cell} from global memory? And in a kernel without tiles?",
        answer=(
            f"{plural(total, 'time')}, as recorded: {joined(told)}. Without tiles each of the {plain} cells in the"
            f" first row of {first.output} reads it: {plural(plain, 'time')}."
        ),
    )


def next_step(results: Results) -> str:
    """A step beyond the lesson with the kernel's own figures; empty where something is left to mend or not measured."""
    if results.parts:
        return next((told for section in results.sections if (told := next_step(section))), "")
    if (
        results.words.lab != PRODUCT
        or not results.passed
        or results.findings
        or results.score < results.max_score
        or results.performance is None
    ):
        return ""
    own = next((row for row in results.performance.traffic if row.kernel == "student"), None)
    if own is None or not own.flop or not own.shared_loads:
        return ""
    say = words("techniques")
    return say["next"](
        sizes=results.words.tell_briefly(own.sizes), width=own.tile_width, reads=count(own.shared_loads),
        products=count(own.flop // 2), each=f"{own.shared_loads / (own.flop / 2):.3g}",
        many=own.shared_loads * 2 > own.flop,
    )  # fmt: skip
