"""Workers: each runs a range of blocks in machine code, without the GIL, with its own context and shadows."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from grader.emulator import layout as at
from grader.emulator.layout import MOST_BYTES, POISON, StrayReads, stray_bytes
from grader.emulator.lowering.traits import Shadow
from grader.emulator.lowering.translate import Translation
from grader.emulator.native import records
from grader.emulator.result import Dim3, TooLarge, TurnOrder, Unsupported
from grader.emulator.running.buffers import LaunchMemory

# Iterations of a loop that waits for memory before others get their turn: few, so that they continue soon. In
# lockstep only one. With reversed turns (to see whether their order matters) many, so that a thread that does not wait
# reaches its next barrier.
_PATIENCE: Mapping[TurnOrder, int] = {"forward": 16, "reversed": 1 << 8, "lockstep": 1}

_PANEL = 4
SHARED_LIMIT = 48 * 1024
# Limit for unoptimised code, which keeps unused arrays that optimised code drops.
UNOPTIMISED_SHARED_LIMIT = 1 << 20
MOST_BLOCK_BYTES = 1 << 30
PRINTF_BYTES = 1 << 20
MOST_KEPT_BYTES = 1 << 22
"""Above this size, new tables cost less than restoring the old ones."""
MOST_EVENTS = 1 << 20
# The most threads of a grid for which rows of clocks distinguish blocks, and memory for rows and histories.
MOST_ORDERED = 1 << 15
MOST_ROW_BYTES, MOST_NODE_BYTES = 1 << 27, 1 << 28


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedLaunch:
    """What all workers of a launch share. `worker` is for one that runs again."""

    translation: Translation
    memory: LaunchMemory
    grid: Dim3
    block: Dim3
    dynamic_bytes: int
    fuel: int
    recorded: int | None = None
    turns: TurnOrder = "forward"
    stray_reads: StrayReads = "mark"
    poison: int = POISON
    in_panels: bool = False
    worker: LastingWorker = field(default_factory=lambda: LastingWorker(), compare=False)

    @property
    def panel(self) -> int:
        """Blocks side by side: their part of a wide matrix stays in a core's own cache while all their rows read it."""
        return min(_PANEL, self.grid[0]) if self.in_panels else self.grid[0]

    @property
    def blocks(self) -> int:
        """Blocks of the grid."""
        return self.grid[0] * self.grid[1] * self.grid[2]

    @property
    def threads(self) -> int:
        """Threads of a block."""
        return self.block[0] * self.block[1] * self.block[2]

    @property
    def mirrored(self) -> bool:
        """True if the last block begins. Never if blocks may wait for others: a GPU starts these from the first on."""
        return self.turns == "reversed" and not self.translation.traits.turns

    def block_at(self, turn: int) -> int:
        """Return the block of a turn, as in `native/scheduling/places.c`."""
        if self.mirrored:
            return self.blocks - 1 - turn
        across, rows = self.grid[0], self.grid[1] * self.grid[2]
        panel, place = divmod(turn, self.panel * rows)
        left = panel * self.panel
        row, column = divmod(place, min(self.panel, across - left))
        return row * across + left + column

    @property
    def shared_bytes(self) -> int:
        """Shared memory of a block in bytes, static and dynamic."""
        return self.translation.layout.dynamic_place + self.dynamic_bytes


class Arena:
    """Zeroed memory for machine code; it lives as long as this object."""

    def __init__(self) -> None:
        self.kept: list[np.ndarray] = []

    def zeros(self, size: int) -> np.ndarray:
        """Return at least `size` bytes, as 8-byte words, with some to spare."""
        return self.keep(np.zeros(-(-max(size, 64) // 8) + 8, np.uint64))

    def pool(self, size: int, first: int) -> np.ndarray:
        """Return `size` bytes of which only the first `first` are zero."""
        words = self.keep(np.empty(-(-size // 8), np.uint64))
        words[: first // 8] = 0
        return words

    def keep(self, array: np.ndarray) -> np.ndarray:
        """Keep an array alive that machine code points into."""
        self.kept.append(array)
        return array


@dataclass(frozen=True, slots=True)
class Unmet:
    """A barrier of the grid that is never complete: a thread that waits there, and the blocks that ended without it."""

    site: int
    block: int
    thread: int
    absent: tuple[int, ...]


@dataclass(slots=True)
class HostThread:
    """One host thread's careful run: a context, and the tables that it fills."""

    context: np.ndarray
    arena: Arena
    findings: np.ndarray
    used_rows: np.ndarray
    counters: np.ndarray
    blocks_log: np.ndarray
    reached: np.ndarray
    printed: np.ndarray
    events: np.ndarray
    shadows: list[np.ndarray]
    aborted: bool = False
    # Blocks that had not begun when the launch was stopped.
    unstarted: int = 0
    # The reason, if blocks did not come to the grid's barrier.
    unmet: Unmet | None = None

    def word(self, name: str) -> int:
        """Return a field of the context."""
        return int(self.context[records.CONTEXT[name] // 8])

    @property
    def found(self) -> np.ndarray:
        """The used rows of the findings table (few of many), sorted."""
        return np.sort(self.used_rows[1 : 1 + int(self.used_rows[0])])


def host_address(array: np.ndarray) -> int:
    """Return the address of an array's memory, three times as fast as its own `ctypes`."""
    return ctypes.addressof(ctypes.c_char.from_buffer(array.data)) if array.nbytes else 0


def new_context(values: dict[str, int]) -> np.ndarray:
    """Create a context with these words; the others are 0."""
    context = np.zeros(records.CONTEXT_BYTES // 8, np.int64)
    for name, value in values.items():
        context[records.CONTEXT[name] // 8] = value
    return context


def of_launch(launch: SharedLaunch) -> dict[str, int]:
    """Return the context's words that differ between launches."""
    x, y, z = launch.grid
    params = host_address(launch.memory.params)
    given = {"fuel": launch.fuel, "block_fuel": -(-launch.fuel // launch.blocks), "poison": launch.poison}
    return {**given, "params": params, "nctaid_x": x, "nctaid_y": y, "nctaid_z": z, "panel": launch.panel}


def of_blocks(launch: SharedLaunch) -> dict[str, int]:
    """Return the context's words that launches of equal blocks have in common."""
    x, y, z = launch.block
    sizes = {"shared_bytes": launch.shared_bytes, "dynamic_bytes": launch.dynamic_bytes}
    return {**sizes, "ntid_x": x, "ntid_y": y, "ntid_z": z}


def make_worker(launch: SharedLaunch) -> HostThread:
    """Create a worker for the careful way."""
    translation, arena = launch.translation, Arena()
    rows, shadows = _buffer_table(launch, arena)
    symbols = np.zeros((records.MOST_SHARED, 2), np.int64)
    for variable in translation.layout.shared.values():
        size = launch.dynamic_bytes if variable.dynamic else variable.size
        symbols[variable.index + 1] = size, variable.place
    worker = HostThread(
        context=np.zeros(0),
        arena=arena,
        findings=np.zeros((translation.finding_rows, 8), np.int64),
        used_rows=np.zeros(1 + translation.finding_rows, np.int64),
        counters=np.zeros(max(1, len(translation.tables.blocks)), np.int64),
        blocks_log=np.zeros(launch.blocks, np.int64),
        reached=np.zeros((translation.site_count + 1, records.REACHED_BYTES // 8), np.int64),
        printed=arena.keep(np.empty(PRINTF_BYTES // 8, np.uint64)),  # only the written part is read
        events=arena.zeros(records.EVENT_BYTES * MOST_EVENTS if launch.recorded is not None else 64),
        shadows=shadows,
    )
    addresses = {
        "buffers": rows,
        **_of_block(launch, arena),
        "symbols": arena.keep(symbols),
        "counters": worker.counters,
        "findings": worker.findings,
        "used_rows": worker.used_rows,
        "blocks_log": worker.blocks_log,
        "reached": worker.reached,
        "scratch": arena.zeros(MOST_BYTES),
        "stray": arena.keep(np.frombuffer(stray_bytes(MOST_BYTES, launch.stray_reads), np.uint8).copy()),
        "printf": worker.printed,
        "events": worker.events,
    }
    worker.context = new_context(
        {
            **of_launch(launch),
            **of_blocks(launch),
            **{name: host_address(array) for name, array in addresses.items()},
            **_order(launch, arena),
            "threads": launch.threads,
            "reversed": int(launch.turns == "reversed"),
            "mirrored": int(launch.mirrored),
            "workspace_high": launch.memory.workspace >> 32,
            "workspace_low": launch.memory.workspace & 0xFFFFFFFF,
            "patience": _PATIENCE[launch.turns],
            "printf_size": PRINTF_BYTES,
            "events_size": MOST_EVENTS,
            "events_block": -1 if launch.recorded is None else launch.block_at(launch.recorded),
            "events_warps": -1,
        }
    )
    return worker


class LastingWorker:
    """A careful worker for one run of a launch after another; each finds its tables as new."""

    def __init__(self) -> None:
        self._worker: HostThread | None = None
        self._tables: list[tuple[np.ndarray, np.ndarray | int]] = []
        self._written: object = None

    def fresh(self, launch: SharedLaunch) -> HostThread:
        """Return a worker as `make_worker` does: the last one, where its tables can be restored."""
        worker = self._worker
        if worker is None or self._written != _written_before(launch):
            return self._made(launch)
        for array, first in self._tables:
            array[...] = first
        if worker.used_rows[0]:
            worker.findings[worker.found] = 0
            worker.used_rows[0] = 0
        worker.reached[...] = 0
        worker.aborted = False
        return worker

    def _made(self, launch: SharedLaunch) -> HostThread:
        worker = make_worker(launch)
        arrays = [*worker.arena.kept, *worker.shadows, worker.context, worker.blocks_log, worker.counters]
        # Printed text has a length, so it needs no reset; turns create more contexts as they run.
        arrays = [array for array in arrays if array is not worker.printed]
        lasts = not launch.translation.traits.turns and sum(array.nbytes for array in arrays) <= MOST_KEPT_BYTES
        if lasts:
            self._tables = [(array, array.copy() if array.any() else 0) for array in arrays]
            self._worker, self._written = worker, _written_before(launch)
        return worker


def _written_before(launch: SharedLaunch) -> list[tuple[bool, int]]:
    """Return what tables hold of earlier launches: how much of each array these have stored to."""
    return [(buffer.fresh, buffer.stored) for buffer in launch.memory.buffers]


def another_context(launch: SharedLaunch, worker: HostThread) -> np.ndarray:
    """Create a context for one more active block: the worker's, except for the block's own memory."""
    context = worker.context.copy()
    for name, array in _of_block(launch, worker.arena).items():
        context[records.CONTEXT[name] // 8] = host_address(array)
    return context


def block_bytes(launch: SharedLaunch) -> int:
    """Estimate the memory of an active block, in bytes."""
    shadow = launch.translation.shadow
    local = launch.translation.layout.local_bytes
    frame = launch.translation.frame_bytes + local + _shadow_bytes(local, shadow["local"]) + 8
    shared = launch.shared_bytes + _shadow_bytes(launch.shared_bytes, shadow["shared"])
    return launch.threads * frame + shared


def require_shared(size: int, most: int) -> None:
    """Raise `TooLarge` for a block with more shared memory than it may have."""
    if size > most:
        raise TooLarge(f"{size:,} bytes of shared memory a block; the most is {most:,}")


def require_memory(launch: SharedLaunch) -> None:
    """Raise `Unsupported` for more local memory than the emulator allows."""
    if block_bytes(launch) > MOST_BLOCK_BYTES:
        local = launch.translation.layout.local_bytes
        raise Unsupported(
            f"a block of {launch.threads:,} threads with {local:,} bytes of local memory each: too much in all"
        )


def _shadow_bytes(size: int, shadow: Shadow) -> int:
    return at.shadow_bytes(size, shadow.granule, shadow.stride)


def _of_block(launch: SharedLaunch, arena: Arena) -> dict[str, np.ndarray]:
    shadow = launch.translation.shadow["shared"]
    return {
        "shared": arena.zeros(launch.shared_bytes + 64),
        "shared_shadow": arena.zeros(_shadow_bytes(launch.shared_bytes, shadow)),
        "frames": arena.keep(_frames(launch.translation, launch.block, arena.zeros)),
        "resume": arena.zeros(8 * launch.threads),
        "arrivals": arena.zeros(records.ARRIVALS_BYTES * records.BARRIERS * records.COMPLETIONS),
        "gathered": arena.zeros(records.SCRATCH_BYTES),
        "copies": arena.zeros(records.COPIES_BYTES * launch.threads if launch.translation.traits.copies else 0),
    }


def _order(launch: SharedLaunch, arena: Arena) -> dict[str, int]:
    """Create rows and nodes for kernels that order threads by more than the block's barrier, and their books.

    If blocks can be ordered, a row has a place for each thread of the grid. If these are too many, accesses of other
    blocks count as ordered.
    """
    traits, shadow = launch.translation.traits, launch.translation.shadow
    if "history" not in shadow["global"].fields:
        return {}
    everybody = launch.blocks * launch.threads
    flags_across = traits.causal and traits.across
    wide = flags_across and launch.blocks > 1 and everybody <= MOST_ORDERED
    width = at.align_up(everybody if wide else launch.threads, 8)
    row_bytes = at.align_up(records.ROW_BYTES + 4 * width, 16)
    rows = min(MOST_ROW_BYTES, (4 * everybody + 1024) * row_bytes)
    granules = sum(len(b.data) // shadow["global"].granule + 1 for b in launch.memory.buffers)
    granules += launch.shared_bytes // shadow["shared"].granule
    nodes = min(MOST_NODE_BYTES, records.NODE_BYTES * (64 * granules + 4096))
    books = np.zeros(records.BOOKS_BYTES // 8, np.int64)
    # The first row and the first node mean "none".
    for name, value in (
        ("row_used", row_bytes), ("row_limit", rows), ("node_used", records.NODE_BYTES), ("node_limit", nodes),
    ):  # fmt: skip
        books[records.BOOKS[name] // 8] = value
    return {
        "books": host_address(arena.keep(books)),
        "rows": host_address(arena.pool(rows, row_bytes)),
        "row_bytes": row_bytes,
        "width": width,
        "stride": launch.threads if wide else 0,
        "foreign": 1 << 32 if flags_across and not wide else 0,
        "nodes": host_address(arena.pool(nodes, records.NODE_BYTES)),
    }


def _buffer_table(launch: SharedLaunch, arena: Arena) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return rows of (host address, length, shadow, fresh). Row 0 and unused rows are empty: any access is bad."""
    shadow = launch.translation.shadow["global"]
    rows = arena.keep(np.zeros((records.MOST_BUFFERS, records.BUFFER_BYTES // 8), np.int64))
    rows[:, 2] = host_address(arena.zeros(_shadow_bytes(0, shadow)))
    shadows = []
    for number, buffer in enumerate(launch.memory.buffers):
        stamps = _stamps(len(buffer.data), shadow)
        shadows.append(stamps)
        if buffer.fresh and buffer.earlier is not None and "write" in shadow.fields:
            # The granules of which all bytes were stored to.
            known = np.pad(buffer.earlier, (0, -len(buffer.earlier) % shadow.granule), constant_values=True)
            granules = np.flatnonzero(known.reshape(-1, shadow.granule).all(axis=1))
            stamps[granules, shadow.fields["write"] // 8] = records.EARLIER
        address = host_address(buffer.data)
        rows[records.FIRST_BUFFER_ID + number] = (address, len(buffer.data), host_address(stamps), int(buffer.fresh))
    params = launch.memory.params
    stamps = arena.keep(_stamps(len(params), shadow))
    rows[records.PARAM_ID] = (host_address(params), launch.translation.layout.params_bytes, host_address(stamps), 0)
    return rows, shadows


def _stamps(size: int, shadow: Shadow) -> np.ndarray:
    return np.zeros((_shadow_bytes(size, shadow) // shadow.stride, shadow.stride // 8), np.int64)


def _frames(translation: Translation, block: Dim3, zeros: Callable[[int], np.ndarray]) -> np.ndarray:
    """Create frames with each thread's indices and the addresses of its local memory."""
    count = block[0] * block[1] * block[2]
    frames = np.zeros((count, translation.frame_bytes // 8), np.int64)
    linear = np.arange(count)
    local_bytes = translation.layout.local_bytes
    shadow = translation.shadow["local"]
    shadow_bytes = _shadow_bytes(local_bytes, shadow)
    local = zeros(count * local_bytes)
    local_shadow = zeros(count * shadow_bytes)
    columns: dict[str, np.ndarray | int] = {
        "tid_x": linear % block[0],
        "tid_y": linear // block[0] % block[1],
        "tid_z": linear // (block[0] * block[1]),
        "linear": linear,
        "exit_site": -1,
        "local": host_address(local) + linear * local_bytes,
        "local_shadow": host_address(local_shadow) + linear * shadow_bytes,
    }
    for name, column in columns.items():
        frames[:, records.FRAME[name] // 8] = column
    return frames
