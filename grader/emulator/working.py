"""Workers: each runs a stretch of blocks in machine code, off the GIL, with a context and shadows of its own."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from grader.emulator import layout as at
from grader.emulator.checkers.base import SPACES
from grader.emulator.drain import Drained, abort_finding, source_name
from grader.emulator.findings import Dim3, Event, Finding
from grader.emulator.printing import format_output
from grader.emulator.runtime import PRINT_HEADER
from grader.emulator.stepping import EVENT_KINDS
from grader.emulator.translating import Translation

if TYPE_CHECKING:
    from grader.emulator.launching import LaunchMemory

_PRINTF_BYTES = 1 << 20
_MOST_EVENTS = 1 << 20


@dataclass(slots=True)
class Outcome:
    """What all workers of a launch left."""

    findings: tuple[Finding, ...]
    counts: np.ndarray
    output: str
    finished: bool
    events: tuple[Event, ...] = ()
    events_truncated: bool = False
    global_shadow: list[np.ndarray] | None = None


@dataclass(slots=True)
class Worker:
    """One host thread's memory for a launch; numpy arrays own everything that the context points to."""

    context: np.ndarray
    first: int
    last: int
    findings: np.ndarray
    counters: np.ndarray
    blocks_log: np.ndarray
    printed: np.ndarray
    events: np.ndarray
    shadows: list[np.ndarray]
    kept: list[np.ndarray] = field(default_factory=list)
    aborted: bool = False

    def word(self, name: str) -> int:
        """A field of the context."""
        return int(self.context[at.CONTEXT_OFFSET[name] // 8])


def execute(
    translation: Translation,
    memory: LaunchMemory,
    grid: Dim3,
    block: Dim3,
    dynamic_bytes: int,
    fuel: int,
    threads: int | None,
    recorded: int | None,
) -> Outcome:
    """Run all blocks and gather what they found."""
    blocks = grid[0] * grid[1] * grid[2]
    count = 1 if recorded is not None else max(1, min(threads or 1, blocks))
    edges = [blocks * n // count for n in range(count + 1)]
    workers = [
        _worker(translation, memory, grid, block, dynamic_bytes, fuel // count, first, last, recorded)
        for first, last in pairwise(edges)
    ]
    run = translation.code.run
    if count == 1:
        workers[0].aborted = bool(run(workers[0].context.ctypes.data, 0, blocks))
    else:
        with ThreadPoolExecutor(count) as pool:
            jobs = [pool.submit(run, w.context.ctypes.data, w.first, w.last) for w in workers]
            for worker, job in zip(workers, jobs, strict=True):
                worker.aborted = bool(job.result())
    return _gather(translation, memory, grid, block, dynamic_bytes, workers)


def _worker(
    translation: Translation,
    memory: LaunchMemory,
    grid: Dim3,
    block: Dim3,
    dynamic_bytes: int,
    fuel: int,
    first: int,
    last: int,
    recorded: int | None,
) -> Worker:
    layout = translation.layout
    threads = block[0] * block[1] * block[2]
    shared_bytes = layout.dynamic_place + dynamic_bytes
    kept: list[np.ndarray] = []

    def zeros(size: int) -> np.ndarray:
        array = np.zeros(-(-max(size, 64) // 8) + 8, np.uint64)
        kept.append(array)
        return array

    shared = zeros(shared_bytes + 64)
    shared_shadow = zeros(
        (shared_bytes // translation.shadow["shared"].granule + 1) * translation.shadow["shared"].stride
    )
    rows, shadows = _buffer_table(translation, memory)
    symbols = _symbol_table(translation, dynamic_bytes)
    frames = _frames(translation, block, zeros)
    events = zeros(at.EVENT_ROW * _MOST_EVENTS if recorded is not None else 64)
    kept += [rows, symbols, frames]
    worker = Worker(
        context=np.zeros(len(at.CONTEXT), np.int64),
        first=first,
        last=last,
        findings=np.zeros((translation.finding_rows, 8), np.int64),
        counters=np.zeros(max(1, len(translation.tables.blocks)), np.int64),
        blocks_log=np.zeros(max(1, last - first), np.int64),
        printed=zeros(_PRINTF_BYTES),
        events=events,
        shadows=shadows,
        kept=kept,
    )
    values = {
        "fuel": fuel, "buffers": rows.ctypes.data, "params": memory.params.ctypes.data, "shared": shared.ctypes.data,
        "shared_shadow": shared_shadow.ctypes.data, "shared_bytes": shared_bytes, "dynamic_bytes": dynamic_bytes,
        "symbols": symbols.ctypes.data, "frames": frames.ctypes.data, "resume": zeros(8 * threads).ctypes.data,
        "counters": worker.counters.ctypes.data, "findings": worker.findings.ctypes.data,
        "blocks_log": worker.blocks_log.ctypes.data, "first_block": first, "threads": threads,
        "scratch": zeros(64).ctypes.data, "zeros": zeros(64).ctypes.data, "printf": worker.printed.ctypes.data,
        "printf_size": _PRINTF_BYTES, "events": events.ctypes.data, "events_size": _MOST_EVENTS,
        "events_block": -1 if recorded is None else recorded,
        **{f"nctaid_{axis}": size for axis, size in zip("xyz", grid, strict=True)},
        **{f"ntid_{axis}": size for axis, size in zip("xyz", block, strict=True)},
    }  # fmt: skip
    for name, value in values.items():
        worker.context[at.CONTEXT_OFFSET[name] // 8] = value
    return worker


def _buffer_table(translation: Translation, memory: LaunchMemory) -> tuple[np.ndarray, list[np.ndarray]]:
    """Rows of (host address, length, shadow, fresh); row 0 and unused rows are empty, so every access there is bad."""
    shadow = translation.shadow["global"]
    rows = np.zeros((at.MOST_BUFFERS, at.BUFFER_ROW // 8), np.int64)
    empty = np.zeros(shadow.stride // 8 + 8, np.int64)
    rows[:, 2] = empty.ctypes.data
    shadows = []
    for number, buffer in enumerate(memory.buffers):
        granules = -(-len(buffer.data) // shadow.granule)
        stamps = np.zeros((granules + 1, shadow.stride // 8), np.int64)
        shadows.append(stamps)
        address = buffer.data.ctypes.data if len(buffer.data) else 0
        rows[at.FIRST_BUFFER_ID + number] = (address, len(buffer.data), stamps.ctypes.data, int(buffer.fresh))
    stamps = np.zeros((len(memory.params) // shadow.granule + 1, shadow.stride // 8), np.int64)
    rows[at.PARAM_ID] = (memory.params.ctypes.data, translation.layout.params_bytes, stamps.ctypes.data, 0)
    shadows_kept = [*shadows, stamps, empty]
    return rows, shadows_kept


def _symbol_table(translation: Translation, dynamic_bytes: int) -> np.ndarray:
    rows = np.zeros((at.MOST_SHARED, 2), np.int64)
    for variable in translation.layout.shared.values():
        rows[variable.index + 1] = (dynamic_bytes if variable.dynamic else variable.size, variable.place)
    return rows


def _frames(translation: Translation, block: Dim3, zeros: Callable[[int], np.ndarray]) -> np.ndarray:
    """Frames with each thread's indices and the places of its local memory."""
    count = block[0] * block[1] * block[2]
    words = translation.frame_bytes // 8
    frames = np.zeros((count, words), np.int64)
    linear = np.arange(count)
    local_bytes = translation.layout.local_bytes
    shadow = translation.shadow["local"]
    shadow_bytes = (local_bytes // shadow.granule + 1) * shadow.stride
    local = zeros(count * local_bytes)
    local_shadow = zeros(count * shadow_bytes)
    columns: dict[str, np.ndarray | int] = {
        "tid_x": linear % block[0], "tid_y": linear // block[0] % block[1], "tid_z": linear // (block[0] * block[1]),
        "linear": linear, "exit_site": -1, "local": local.ctypes.data + linear * local_bytes,
        "local_shadow": local_shadow.ctypes.data + linear * shadow_bytes,
    }  # fmt: skip
    for name, column in columns.items():
        frames[:, at.FRAME_OFFSET[name] // 8] = column
    return frames


def _gather(
    translation: Translation,
    memory: LaunchMemory,
    grid: Dim3,
    block: Dim3,
    dynamic_bytes: int,
    workers: Sequence[Worker],
) -> Outcome:
    findings: list[Finding] = []
    output: list[str] = []
    names = {at.FIRST_BUFFER_ID + n: (b.name, len(b.data)) for n, b in enumerate(memory.buffers)}
    names[at.PARAM_ID] = ("the parameters", translation.layout.params_bytes)
    for worker in workers:
        drained = Drained(
            translation, worker.findings, grid, block, worker.blocks_log, worker.first, names, dynamic_bytes
        )
        for checker in translation.checkers:
            findings += checker.findings(drained)
        if worker.aborted:
            code, site, thread = (worker.word(name) for name in ("abort_code", "abort_site", "abort_thread"))
            text = _assertion(worker, memory) if code == at.ABORT_ASSERT else ""
            findings.append(abort_finding(drained, code, site, worker.word("block"), thread, text))
        output.append(_printed(worker, memory))
    first = workers[0]
    return Outcome(
        findings=merge_by_line(findings),
        counts=np.sum([worker.counters for worker in workers], axis=0),
        output="".join(output),
        finished=not any(worker.aborted for worker in workers),
        events=_events(translation, first, names) if first.word("events_block") >= 0 else (),
        events_truncated=first.word("events_used") > _MOST_EVENTS,
        global_shadow=_written(translation, workers, len(memory.buffers)),
    )


def merge_by_line(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """One finding for each kind, line, object and other line: an unrolled loop repeats one fault at many places."""
    merged: dict[tuple[object, ...], Finding] = {}
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
        first = merged.get(key)
        merged[key] = replace(first, count=first.count + finding.count) if first else finding
    return tuple(merged.values())


def _written(translation: Translation, workers: Sequence[Worker], buffers: int) -> list[np.ndarray] | None:
    fields = translation.shadow["global"].fields
    if "write" not in fields:
        return None
    column = fields["write"] // 8
    return [np.any([worker.shadows[n][:-1, column] != 0 for worker in workers], axis=0) for n in range(buffers)]


def _string_at(memory: LaunchMemory, address: int) -> str:
    """A zero-terminated string at a virtual address, for printf and assert."""
    number = (address >> at.ID_SHIFT) - at.FIRST_BUFFER_ID
    offset = (address & at.OFFSET_MASK) - at.BIAS
    if not 0 <= number < len(memory.buffers) or not 0 <= offset < len(memory.buffers[number].data):
        return "(null)"
    data = memory.buffers[number].data[offset:].tobytes()
    return data.split(b"\0", 1)[0].decode("utf-8", "replace")


def _printed(worker: Worker, memory: LaunchMemory) -> str:
    used = worker.word("printf_used")
    data = worker.printed.view(np.uint8)[:used].tobytes()
    parts, place = [], 0
    while place < used:
        text, size, _, _ = struct.unpack_from("<4Q", data, place)
        start = place + PRINT_HEADER
        parts.append(
            format_output(_string_at(memory, text), data[start : start + size], lambda a: _string_at(memory, a))
        )
        place = start + (size + 7 & ~7)
    lost = worker.word("printf_lost")
    if lost:
        parts.append(f"\n[{lost:,} more calls of printf did not fit]\n")
    return "".join(parts)


def _assertion(worker: Worker, memory: LaunchMemory) -> str:
    message, function = (_string_at(memory, worker.word(name)) for name in ("assert_message", "assert_function"))
    return f"assertion `{message}` failed in {function}"


def _events(translation: Translation, worker: Worker, names: dict[int, tuple[str, int]]) -> tuple[Event, ...]:
    used = min(worker.word("events_used"), _MOST_EVENTS)
    rows = worker.events.view(np.int64)[: used * (at.EVENT_ROW // 8)].reshape(used, -1).tolist()
    shared = {v.index: source_name(v.name) for v in translation.layout.shared.values()}
    sizes = {v.index: v.size for v in translation.layout.shared.values()}
    sites = translation.tables.sites
    answer = []
    for who, site_number, kind, offset, target, value in rows:
        op = EVENT_KINDS[kind]
        site = sites[site_number]
        space, target = SPACES[target >> 32], target & 0xFFFFFFFF
        item, index = "", 0
        if op in ("load", "store"):
            if space == "local":
                continue
            item, length = (
                (shared.get(target, ""), sizes.get(target, 0)) if space == "shared" else names.get(target, ("", 0))
            )
            width = _element_bytes(site.size, site.instruction.modifiers)
            inside = offset >= 0 and (offset + width <= length or length == 0)
            index = offset // width if inside else -1
        number = _value(value, site.instruction.modifiers, op)
        answer.append(Event(who & 0xFFFFFFFF, who >> 32, site.instruction.location.line, op, item, index, number))
    return tuple(answer)


def _element_bytes(size: int, modifiers: Sequence[str]) -> int:
    lanes = next((int(word[1:]) for word in modifiers if word in ("v2", "v4", "v8")), 1)
    return size // lanes


def _value(bits: int, modifiers: Sequence[str], op: str) -> float:
    if op in ("barrier", "exit"):
        return 0.0
    kind = modifiers[-1] if modifiers else ""
    if kind in ("f32", "b32"):
        return float(struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0])
    if kind in ("f64", "b64"):
        return float(struct.unpack("<d", struct.pack("<q", bits))[0])
    return float(bits)
