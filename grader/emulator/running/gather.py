"""What a launch's workers left becomes findings, counts, output and events."""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from grader.emulator.checkers.findings_table import FindingsTable
from grader.emulator.layout import EARLIER, SPACES
from grader.emulator.lowering.event_log import EVENT_KINDS
from grader.emulator.lowering.translate import Translation
from grader.emulator.native import records
from grader.emulator.native.records import ROW_WRITTEN
from grader.emulator.ptx.mangling import base_name
from grader.emulator.run import Event, Finding
from grader.emulator.running.buffers import LaunchMemory, spread
from grader.emulator.running.ends import abort_finding, finding_at, unmet_finding
from grader.emulator.running.printf import MOST_FIELD, MOST_TEXT, format_output
from grader.emulator.running.row_workers import RowWorker
from grader.emulator.running.workers import MOST_EVENTS, Launch, Worker


@dataclass(slots=True)
class Outcome:
    """What all workers of a launch left; `written` adds up which bytes of each argument buffer were stored to.

    `reached` has for each site the bytes of global and of shared memory that it reached, if only the run could tell.
    """

    counts: np.ndarray
    findings: tuple[Finding, ...] = ()
    reached: np.ndarray | None = None
    output: str = ""
    finished: bool = True
    events: tuple[Event, ...] = ()
    events_truncated: bool = False
    written: Callable[[], dict[str, np.ndarray]] = dict
    way: str = "thread by thread"  # how the launch ran, in words


def gather(launch: Launch, workers: Sequence[Worker], fast: Sequence[RowWorker] = ()) -> Outcome:
    """The findings and output of careful workers, in the order of their blocks, and the counts of all."""
    translation = launch.translation
    every: tuple[Worker | RowWorker, ...] = (*workers, *fast)
    counters = [worker.counters[: len(translation.tables.blocks)] for worker in every]
    outcome = Outcome(
        counts=_sum(counters),
        reached=_sum([worker.reached for worker in workers]) if workers else None,
        finished=not any(worker.aborted for worker in workers),
        written=partial(written, launch, workers, [worker.flags for worker in fast]),
    )
    recorded = next((worker for worker in workers if worker.word("events_block") >= 0), None)
    telling = [worker for worker in workers if _has_something_to_tell(worker)]
    if not telling and recorded is None:
        return outcome
    names = {records.FIRST_BUFFER_ID + n: (b.name, len(b.data)) for n, b in enumerate(launch.memory.buffers)}
    names[records.PARAM_ID] = ("the parameters", translation.layout.params_bytes)
    told = [_told(launch, worker, names) for worker in telling]
    outcome.findings = merge_by_line([finding for findings, _ in told for finding in findings])
    outcome.output = "".join(printed for _, printed in told)
    if recorded is not None:
        outcome.events = _events(translation, recorded, names)
        outcome.events_truncated = recorded.word("events_used") > MOST_EVENTS
    return outcome


def _sum(tables: Sequence[np.ndarray]) -> np.ndarray:
    """A table of sums, which nobody changes when the workers are used again."""
    return tables[0].copy() if len(tables) == 1 else np.sum(tables, axis=0)


def _has_something_to_tell(worker: Worker) -> bool:
    return worker.aborted or has_printed(worker) or bool(worker.used_rows[0])


def has_printed(worker: Worker) -> bool:
    """Whether one of a worker's threads printed anything."""
    return bool(worker.word("printf_used") or worker.word("printf_lost"))


def _told(launch: Launch, worker: Worker, names: dict[int, tuple[str, int]]) -> tuple[list[Finding], str]:
    """What a worker's tables say, and what its threads printed."""
    table, memory, findings = _table(launch, worker, names), launch.memory, list[Finding]()
    if worker.used_rows[0]:
        for checker in launch.translation.checkers:
            findings += checker.findings(table)
    if worker.unmet is not None:
        findings.append(unmet_finding(table, worker.unmet, launch.blocks))
    elif worker.aborted:
        code, site, thread = (worker.word(name) for name in ("abort_code", "abort_site", "abort_thread"))
        text = _assertion(worker, memory) if code == records.ABORT_ASSERT else ""
        if code == records.ABORT_FUEL and worker.unstarted:
            text = _standstill(launch, worker)
        findings.append(abort_finding(table, code, site, worker.word("block"), thread, text))
    printed, strays = _printed(table, worker, memory)
    return [*findings, *strays], printed


def _table(launch: Launch, worker: Worker, arrays: Mapping[int, tuple[str, int]]) -> FindingsTable:
    translation, ran = launch.translation, np.flatnonzero(worker.blocks_log)
    return FindingsTable(
        cells=worker.findings,
        used=worker.found,
        report_base=translation.report_base,
        sites=translation.tables.sites,
        ran=ran,
        began=worker.blocks_log[ran],
        grid=launch.grid,
        block=launch.block,
        block_at=launch.block_at,
        arrays=arrays,
        shared={v.index: v for v in translation.layout.shared.values()},
        dynamic_bytes=launch.dynamic_bytes,
        local_bytes=translation.layout.local_bytes if translation.layout.stack_place is None else 0,
        causal=translation.traits.causal,
    )


def merge_by_line(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """One finding for each kind, line, object and other line: an unrolled loop repeats one fault at many places."""
    same: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        other = finding.other
        key = (
            finding.kind,
            finding.file,
            finding.line,
            finding.object,
            finding.access,
            other and (other.line, other.access),
        )
        same.setdefault(key, []).append(finding)
    return tuple(map(_together, same.values()))


def _together(same: Sequence[Finding]) -> Finding:
    if len(same) == 1:
        return same[0]
    return replace(
        same[0],
        count=sum(finding.count for finding in same),
        fatal=any(finding.fatal for finding in same),
        same_value=all(finding.same_value for finding in same),
    )


def written(launch: Launch, workers: Sequence[Worker], flags: Sequence[np.ndarray] = ()) -> dict[str, np.ndarray]:
    """For each argument buffer, which of its bytes were stored to, by careful workers' books and by fast ones' flags.

    Empty where nobody kept books of it.
    """
    memory, shadow = launch.memory, launch.translation.shadow["global"]
    if "write" not in shadow.fields:
        return {}
    column = shadow.fields["write"] // 8
    words = memory.by_buffer(functools.reduce(np.bitwise_or, flags) >= ROW_WRITTEN) if flags else ()
    answer = {}
    for n in range(memory.first_argument, len(memory.buffers)):
        parts = [(worker.shadows[n][:, column] > EARLIER, shadow.granule) for worker in workers]
        if flags:
            parts.append((words[n], 4))
        answer[memory.buffers[n].name] = _stored_to(parts, len(memory.buffers[n].data))
    return answer


def _stored_to(parts: Sequence[tuple[np.ndarray, int]], size: int) -> np.ndarray:
    """Which of so many bytes have a flag in any of the parts, each of which has one for so many bytes."""
    some = [spread(flags, times)[:size] for flags, times in parts if np.count_nonzero(flags)]
    return functools.reduce(np.bitwise_or, some) if some else np.zeros(size, bool)


def _string_at(memory: LaunchMemory, address: int) -> str | None:
    """A zero-terminated string at a virtual address, for printf and assert; None where there is no array."""
    number = (address >> records.ID_SHIFT) - records.FIRST_BUFFER_ID
    offset = (address & records.OFFSET_MASK) - records.BIAS
    if not 0 <= number < len(memory.buffers) or not 0 <= offset < len(memory.buffers[number].data):
        return None
    data = memory.buffers[number].data[offset : offset + MOST_FIELD].tobytes()
    return data.split(b"\0", 1)[0].decode("utf-8", "replace")


def _printed(table: FindingsTable, worker: Worker, memory: LaunchMemory) -> tuple[str, list[Finding]]:
    """What a worker's threads printed, as far as that is not too long, and findings of strings that are none."""
    used, lost = worker.word("printf_used"), worker.word("printf_lost")
    data = worker.printed.view(np.uint8)[:used].tobytes()
    sites = table.sites
    parts, place, length, strays = [], 0, 0, list[Finding]()
    while place < used:
        text, size, block, who = struct.unpack_from("<4Q", data, place)
        start = place + records.PRINTED_BYTES
        place = start + (size + 7 & ~7)
        if length > MOST_TEXT:
            lost += 1
            continue
        wild: list[int] = []

        def string(address: int, wild: list[int] = wild) -> str:
            found = _string_at(memory, address)
            wild += [] if found is not None or not address else [address]
            return "(null)" if found is None else found

        parts.append(format_output(string(text), data[start : start + size], string))
        length += len(parts[-1])
        if wild or not text:
            message = f"printf reads a string at address {(wild or [0])[0]:#x}, where there is none"
            instruction = sites[who >> 32].instruction
            found = finding_at(table, instruction, "out-of-bounds", block, who & 0xFFFFFFFF, message, "read")
            strays.append(found)
    if lost:
        parts.append(f"\n[{lost:,} more calls of printf did not fit]\n")
    return "".join(parts), strays


def _standstill(launch: Launch, worker: Worker) -> str:
    return (
        f"the kernel ran longer than it may: {launch.blocks - worker.unstarted:,} of {launch.blocks:,} blocks go round "
        "in loops that wait for memory, and the others cannot start before one of these ends, as on a GPU"
    )


def _assertion(worker: Worker, memory: LaunchMemory) -> str:
    texts = (_string_at(memory, worker.word(name)) for name in ("assert_message", "assert_function"))
    message, function = (text or "(null)" for text in texts)
    return f"assertion `{message}` failed in {function}"


def _events(translation: Translation, worker: Worker, names: dict[int, tuple[str, int]]) -> tuple[Event, ...]:
    used = min(worker.word("events_used"), MOST_EVENTS)
    rows = worker.events.view(np.int64)[: used * (records.EVENT_BYTES // 8)].reshape(used, -1)
    said = _Said(translation, names)
    bits = np.ascontiguousarray(rows[:, 5])
    values = bits.astype(np.float64), bits.astype(np.uint32).view(np.float32).astype(np.float64), bits.view(np.float64)
    columns = [rows.tolist(), *(each.tolist() for each in values)]
    answer = []
    for (who, site, kind, offset, target, number), *read in zip(*columns, strict=True):
        step = said[site, kind, target]
        if step is None:
            continue
        inside = step.width and offset >= 0 and (offset + step.width <= step.length or step.length == 0)
        index = offset // step.width if inside else -1 if step.width else 0
        value = read[step.column] if step.column is not None else 0.0
        answer.append(Event(who & 0xFFFFFFFF, who >> 32, step.line, step.op, step.object, index, value, number))
    return tuple(answer)


@dataclass(frozen=True, slots=True)
class _Step:
    """What the events of one site and array have in common.

    An element has `width` bytes, 0 for what is no access, of the array's `length`; `column` is how their bits are read:
    as a whole number, a float or a double, or not at all.
    """

    op: str
    line: int
    object: str = ""
    length: int = 0
    width: int = 0
    column: int | None = None


class _Said(dict[tuple[int, int, int], "_Step | None"]):
    """By site, kind and array, made when it is first met; None for what is not told."""

    def __init__(self, translation: Translation, names: Mapping[int, tuple[str, int]]) -> None:
        super().__init__()
        self._sites, self._names = translation.tables.sites, names
        self._shared = {v.index: (base_name(v.name), v.size) for v in translation.layout.shared.values()}

    def __missing__(self, key: tuple[int, int, int]) -> _Step | None:
        number, kind, target = key
        op, site, space = EVENT_KINDS[kind], self._sites[number], SPACES[target >> 32]
        line, modifiers = site.instruction.location.line, site.instruction.modifiers
        column = None if op in ("barrier", "exit") else _COLUMNS.get(modifiers[-1] if modifiers else "", 0)
        made: _Step | None = _Step(op, line, column=column)
        if op in ("load", "store", "atomic"):
            arrays = self._shared if space == "shared" else self._names
            item, length = arrays.get(target & 0xFFFFFFFF, ("", 0))
            width = _element_bytes(site.size, modifiers)
            made = None if space == "local" else _Step(op, line, item, length, width, column)
        self[key] = made
        return made


_COLUMNS = {"f32": 1, "b32": 1, "f64": 2, "b64": 2}


def _element_bytes(size: int, modifiers: Sequence[str]) -> int:
    lanes = next((int(word[1:]) for word in modifiers if word in ("v2", "v4", "v8")), 1)
    return size // lanes
