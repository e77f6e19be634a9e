"""Turn the tables of a launch's workers into findings, counts, output and events.

Output of device `printf` is formatted here from the raw arguments that the kernel left in the log.
"""

from __future__ import annotations

import functools
import re
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.emulator import layout as at
from grader.emulator.checkers import checkers
from grader.emulator.checkers.findings_table import FindingsTable
from grader.emulator.layout import SPACES
from grader.emulator.lowering.emitter import EVENT_KINDS
from grader.emulator.lowering.translate import Translation
from grader.emulator.native import records
from grader.emulator.native.records import EARLIER, ROW_WRITTEN
from grader.emulator.ptx.mangling import base_name
from grader.emulator.ptx.nodes import lanes_of
from grader.emulator.result import OPERATIONS, Events, Executed, Run, RunFinding
from grader.emulator.running.buffers import LaunchMemory, spread
from grader.emulator.running.row_workers import RowWorker
from grader.emulator.running.workers import MOST_EVENTS, HostThread, SharedLaunch, Unmet


def gather(
    launch: SharedLaunch,
    workers: Sequence[HostThread],
    fast: Sequence[RowWorker] = (),
    *,
    touched: Callable[[], Sequence[np.ndarray]] = tuple,
    way: str = "thread by thread",
) -> Run:
    """Return findings and output of careful workers, in the order of their blocks, and the counts of all."""
    translation, lines = launch.translation, launch.translation.lines
    every: tuple[HostThread | RowWorker, ...] = (*workers, *fast)
    times = _sum([worker.counters[: len(translation.tables.blocks)] for worker in every])
    reached = _sum([worker.reached for worker in workers]) if workers else None
    recorded = next((worker for worker in workers if worker.word("events_block") >= 0), None)
    telling = [worker for worker in workers if worker.aborted or has_printed(worker) or worker.used_rows[0]]
    told: list[tuple[list[RunFinding], str]] = []
    events = Events()
    if telling or recorded is not None:
        names = {records.FIRST_BUFFER_ID + n: (b.name, len(b.data)) for n, b in enumerate(launch.memory.buffers)}
        names[records.PARAM_ID] = ("the parameters", translation.layout.params_bytes)
        told = [_told(launch, worker, names) for worker in telling]
        events = _events(translation, recorded, names) if recorded is not None else events
    return Run(
        findings=merge_by_line([finding for findings, _ in told for finding in findings]),
        executed=Executed(times=times, reached=reached, work=lines.work, count=lines.count),
        output="".join(printed for _, printed in told),
        finished=not any(worker.aborted for worker in workers),
        events=events,
        events_truncated=recorded is not None and recorded.word("events_used") > MOST_EVENTS,
        written=written(launch, workers, [worker.flags for worker in fast]),
        touched=touched,
        varies=translation.traits.varies,
        way=way,
    )


def _sum(tables: Sequence[np.ndarray]) -> np.ndarray:
    """Return the sum of the tables as a copy, so that reused workers do not change it."""
    return tables[0].copy() if len(tables) == 1 else np.sum(tables, axis=0)


def has_printed(worker: HostThread) -> bool:
    """Return whether one of a worker's threads printed anything."""
    return bool(worker.word("printf_used") or worker.word("printf_lost"))


def _told(launch: SharedLaunch, worker: HostThread, names: dict[int, tuple[str, int]]) -> tuple[list[RunFinding], str]:
    """Return the findings in a worker's tables, and what its threads printed."""
    table, memory, findings = _table(launch, worker, names), launch.memory, list[RunFinding]()
    if worker.used_rows[0]:
        findings += checkers.findings(table)
    if worker.unmet is not None:
        findings.append(unmet_finding(table, worker.unmet, launch.blocks))
    elif worker.aborted:
        code, site, thread = (worker.word(name) for name in ("abort_code", "abort_site", "abort_thread"))
        text = ""
        if code == records.ABORT_ASSERT:
            texts = (_string_at(memory, worker.word(name)) for name in ("assert_message", "assert_function"))
            text = "assertion `{}` failed in {}".format(*(each or "(null)" for each in texts))
        elif code == records.ABORT_FUEL and worker.unstarted:
            started = launch.blocks - worker.unstarted
            text = (
                f"the kernel ran longer than it may: {started:,} of {launch.blocks:,} blocks go round in loops that "
                "wait for memory, and the others cannot start before one of these ends, as on a GPU"
            )
        findings.append(abort_finding(table, code, site, worker.word("block"), thread, text))
    printed, strays = _printed(table, worker, memory)
    return [*findings, *strays], printed


def _table(launch: SharedLaunch, worker: HostThread, arrays: Mapping[int, tuple[str, int]]) -> FindingsTable:
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


def merge_by_line(findings: Sequence[RunFinding]) -> tuple[RunFinding, ...]:
    """Merge findings of equal kind, line, object and other line: an unrolled loop repeats a fault at many places."""
    same: dict[tuple[object, ...], list[RunFinding]] = {}
    for finding in findings:
        other = finding.other and (finding.other.line, finding.other.access)
        key = finding.kind, finding.file, finding.line, finding.object, finding.access, other
        same.setdefault(key, []).append(finding)
    return tuple(
        replace(
            first,
            count=first.count + sum(finding.count for finding in others),
            fatal=first.fatal or any(finding.fatal for finding in others),
            same_value=first.same_value and all(finding.same_value for finding in others),
        )
        for first, *others in same.values()
    )


def written(
    launch: SharedLaunch, workers: Sequence[HostThread], flags: Sequence[np.ndarray] = ()
) -> dict[str, np.ndarray]:
    """Return which bytes of each argument buffer were stored to, from careful workers' shadows and fast ones' flags.

    Empty if stores were not recorded. What is stored to in lasting memory counts as written from now on.
    """
    memory, shadow = launch.memory, launch.translation.shadow["global"]
    if "write" not in shadow.fields:
        return {}
    column = shadow.fields["write"] // 8
    marks = [memory.by_buffer(each) for each in flags]
    answer = {}
    for n, buffer in enumerate(memory.buffers):
        if n < memory.first_argument and not (buffer.fresh and n in memory.lasting):
            continue
        # Of each worker, flags, each for so many bytes.
        parts = [(worker.shadows[n][:, column] > EARLIER, shadow.granule) for worker in workers]
        if marks:
            parts.append((functools.reduce(np.bitwise_or, [each[n] for each in marks]) >= ROW_WRITTEN, 4))
        some = [spread(flags, times)[: len(buffer.data)] for flags, times in parts if np.count_nonzero(flags)]
        stored = functools.reduce(np.bitwise_or, some) if some else np.zeros(len(buffer.data), bool)
        if n in memory.lasting:
            buffer.write(stored)
        else:
            answer[buffer.name] = stored
    return answer


def _string_at(memory: LaunchMemory, address: int) -> str | None:
    """Return the zero-terminated string at a virtual address, for printf and assert, or None without an array there."""
    number = (address >> records.ID_SHIFT) - records.FIRST_BUFFER_ID
    offset = (address & records.OFFSET_MASK) - records.BIAS
    if not 0 <= number < len(memory.buffers) or not 0 <= offset < len(memory.buffers[number].data):
        return None
    data = memory.buffers[number].data[offset : offset + MOST_FIELD].tobytes()
    return data.split(b"\0", 1)[0].decode("utf-8", "replace")


def _printed(table: FindingsTable, worker: HostThread, memory: LaunchMemory) -> tuple[str, list[RunFinding]]:
    """Return what a worker's threads printed, up to a limit, and findings for invalid string addresses."""
    used, lost = worker.word("printf_used"), worker.word("printf_lost")
    data = worker.printed.view(np.uint8)[:used].tobytes()
    sites = table.sites
    parts, place, length, strays = [], 0, 0, list[RunFinding]()
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
            thread = who & 0xFFFFFFFF
            strays.append(table.at(instruction, "out-of-bounds", block, thread, message, access="read"))
    if lost:
        parts.append(f"\n[{lost:,} more calls of printf did not fit]\n")
    return "".join(parts), strays


def _events(translation: Translation, worker: HostThread, names: dict[int, tuple[str, int]]) -> Events:
    used = min(worker.word("events_used"), MOST_EVENTS)
    rows = worker.events.view(np.int64)[: used * (records.EVENT_BYTES // 8)].reshape(used, -1)
    targets, target = np.unique(rows[:, 4], return_inverse=True)
    # What steps of one site, kind and array have in common is looked up once.
    keys, key = np.unique((rows[:, 1] * len(EVENT_KINDS) + rows[:, 2]) * len(targets) + target, return_inverse=True)
    said = _Said(translation, names)
    sites = keys // len(targets) if len(targets) else keys
    steps = [
        said[int(site) // len(EVENT_KINDS), int(site) % len(EVENT_KINDS), int(targets[int(number) % len(targets)])]
        for site, number in zip(sites, keys, strict=True)
    ]
    reported = np.array([step is not None for step in steps], bool)
    kept = reported[key]
    rows, key = rows[kept], (np.cumsum(reported) - 1)[key[kept]]
    told = [step for step in steps if step is not None]
    arrays = tuple(dict.fromkeys(step.object for step in told))
    common = [
        (each.line, OPERATIONS.index(each.op), arrays.index(each.object), each.length, each.width, each.column)
        for each in told
    ]
    table = np.array(common, np.int64).reshape(-1, 6)
    line, op, array, length, width, column = table[key].T
    thread, phase, offset = rows[:, 0] & 0xFFFFFFFF, rows[:, 0] >> 32, rows[:, 3]
    bits = np.ascontiguousarray(rows[:, 5])
    inside = (width > 0) & (offset >= 0) & ((offset + width <= length) | (length == 0))
    index = np.where(inside, offset // np.maximum(width, 1), np.where(width > 0, -1, 0))
    with np.errstate(invalid="ignore"):  # what is read as a float may be no number
        as_float, as_double = bits.astype(np.uint32).view(np.float32).astype(np.float64), bits.view(np.float64)
    values = np.select([column == 0, column == 1, column == 2], [bits.astype(np.float64), as_float, as_double], 0.0)
    return Events(np.stack((thread, phase, line, op, array, index, bits, width), axis=1), values, arrays)


@dataclass(frozen=True, slots=True)
class _Step:
    """What the events of one site and array have in common.

    An element has `width` bytes (0 if this is not an access) of the array's `length`; `column` says how to read its
    bits: as an integer (0), a float (1), a double (2), or not at all (-1).
    """

    op: str
    line: int
    object: str = ""
    length: int = 0
    width: int = 0
    column: int = -1


class _Said(dict[tuple[int, int, int], "_Step | None"]):
    """Steps by site, kind and array, created on first use; None for events that are not reported."""

    def __init__(self, translation: Translation, names: Mapping[int, tuple[str, int]]) -> None:
        super().__init__()
        self._sites, self._names = translation.tables.sites, names
        self._shared = {v.index: (base_name(v.name), v.size) for v in translation.layout.shared.values()}

    def __missing__(self, key: tuple[int, int, int]) -> _Step | None:
        number, kind, target = key
        op, site, space = EVENT_KINDS[kind], self._sites[number], SPACES[target >> 32]
        line, modifiers = site.instruction.location.line, site.instruction.modifiers
        column = -1 if op in ("barrier", "exit") else _COLUMNS.get(modifiers[-1] if modifiers else "", 0)
        made: _Step | None = _Step(op, line, column=column)
        if op in ("load", "store", "atomic"):
            arrays = self._shared if space == "shared" else self._names
            item, length = arrays.get(target & 0xFFFFFFFF, ("", 0))
            width = site.size // lanes_of(modifiers)
            made = None if space == "local" else _Step(op, line, item, length, width, column)
        self[key] = made
        return made


_COLUMNS = {"f32": 1, "b32": 1, "f64": 2, "b64": 2}


_BARRIER = (
    "a barrier that no block has: its number must be 0 to 15, and a count of threads a multiple of 32, the threads of "
    "a warp"
)
_OPERANDS = {
    "bar": _BARRIER,
    "barrier": _BARRIER,
    "brx": "a branch to a place past the end of its table",
    "cp": "a copy that reads more bytes than it writes",
    "mbarrier": "an mbarrier for no thread, or for more than 1,048,575",
}


def abort_finding(table: FindingsTable, code: int, site_number: int, block: int, thread: int, text: str) -> RunFinding:
    """Return the finding for a launch that ended early."""
    instruction = table.sites[site_number].instruction
    endless = text or "the kernel ran longer than it may: is there a loop that does not end?"
    kind, message = {
        records.ABORT_FUEL: ("timeout", endless),
        records.ABORT_TRAP: ("device-trap", "the kernel executed a trap instruction"),
        records.ABORT_ASSERT: ("device-assert", text),
        records.ABORT_STACK: (
            "device-trap",
            f"the stack of a thread is full ({at.STACK_BYTES // 1024} KiB): is there a recursion that does not end?",
        ),
        records.ABORT_CALL: ("device-trap", "a call through a pointer that is not the address of such a function"),
        records.ABORT_OPERAND: ("device-trap", _OPERANDS.get(instruction.opcode, "")),
        records.ABORT_UNSUPPORTED: ("unsupported", f"the emulator does not know `{instruction.text}`"),
    }[code]
    missing = {records.ABORT_STACK: "stack", records.ABORT_OPERAND: "operand"}.get(code, "")
    fatal = kind in ("device-trap", "device-assert")
    return table.at(instruction, kind, block, thread, message, missing=missing, fatal=fatal)


def unmet_finding(table: FindingsTable, unmet: Unmet, blocks: int) -> RunFinding:
    """Return the finding for a `grid.sync()` that blocks have ended without."""
    first, *others = unmet.absent
    place = ",".join(map(str, table.block_of(first)))
    also = f" and {len(others):,} more" if others else ""
    message = (
        f"all blocks must come to every grid.sync(): of {blocks:,} blocks, {blocks - len(unmet.absent):,} came to this"
        f" one, and block ({place}){also} ended without it"
    )
    instruction = table.sites[unmet.site].instruction
    return table.at(instruction, "barrier-divergence", unmet.block, unmet.thread, message, missing="block")


_SPECIFIER = re.compile(r"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+)?)?(hh|h|ll|l|j|z|t|L)?([diouxXeEfFgGaAcsp%])")
# Limits in characters for a field or string, and for a whole launch: a kernel may ask for billions.
MOST_FIELD, MOST_TEXT = 1 << 12, 1 << 20
_WIDE = {"l", "ll", "j", "z", "t"}


_Take = Callable[[str], Any]
"""Returns the next argument, of a type of `struct`; None behind the last."""


def format_output(template: str, data: bytes, string_at: Callable[[int], str]) -> str:
    """Return the text of one `printf` call; `string_at` reads a string at a virtual address for `%s`.

    Arguments are as the kernel stored them: each at a multiple of its own size.
    """
    place = 0

    def take(code: str) -> Any:  # noqa: ANN401
        nonlocal place
        size = struct.calcsize(code)
        start = at.align_up(place, size)
        place = start + size if start + size <= len(data) else start
        return struct.unpack_from("<" + code, data, start)[0] if start + size <= len(data) else None

    def one(match: re.Match[str]) -> str:
        flags, width, precision, length, kind = match.groups()
        if kind == "%":
            return "%"
        width = _field(width, take, least=-MOST_FIELD)
        precision = _field(precision, take, least=0)
        dotted = "." + (precision or "0") if "." in match.group(0) else ""
        return _formatted(f"%{flags}{width or ''}{dotted}", kind, length, take, string_at)

    return _SPECIFIER.sub(one, template)


def _field(text: str | None, take: _Take, *, least: int) -> str | None:
    """Return a width or precision: as written, or the next argument; at most `MOST_FIELD`."""
    if not text:
        return text
    number = int(take("i") or 0) if text == "*" else int(text[:9])
    return str(max(least, min(number, MOST_FIELD)))


def _formatted(spec: str, kind: str, length: str | None, take: _Take, string_at: Callable[[int], str]) -> str:
    integer = "q" if length in _WIDE else "i"
    value = take("d" if kind in "eEfFgGaA" else "Q" if kind in "sp" else integer if kind in "di" else
                 "i" if kind == "c" else integer.upper())  # fmt: skip
    if kind == "p":
        return hex(value) if value else "(nil)"
    if value is None:
        return ""
    if kind in "aA":
        return float(value).hex()
    shown = string_at(value) if kind == "s" else chr(value & 0xFF) if kind == "c" else value
    return str((spec + ("d" if kind in "diu" else kind)) % shown)
