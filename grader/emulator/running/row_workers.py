"""Workers for rows of threads, reused from launch to launch."""

from __future__ import annotations

import queue
from bisect import bisect_right
from dataclasses import dataclass

import numpy as np

from grader.emulator import layout as at
from grader.emulator.native import records
from grader.emulator.rows.translate import RowTranslation
from grader.emulator.running.workers import Arena, SharedLaunch, host_address, new_context, of_blocks, of_launch


@dataclass(slots=True)
class RowWorker:
    """Tables of one host thread's run in rows, and their contents at the start of a launch."""

    tables: np.ndarray
    first: np.ndarray
    context: np.ndarray
    counters: np.ndarray
    buffers: np.ndarray
    arena: Arena
    flags: np.ndarray  # of the words of all buffers
    undo: np.ndarray

    def before(self, launch: SharedLaunch) -> list[np.ndarray]:
        """Return what memory held before the launch; from now on stores are kept of the block alone that runs."""
        copies = [buffer.data.copy() for buffer in launch.memory.buffers]
        starts = sorted((host_address(copy_of.data), number) for number, copy_of in enumerate(launch.memory.buffers))
        used = int(self.context[records.CONTEXT["undo_used"] // 8])
        for row in self.undo.reshape(-1, records.UNDO_BYTES)[:used]:  # no word is stored to twice
            place, size = row[:16].view(np.int64).tolist()
            start, number = starts[bisect_right(starts, (place, len(copies))) - 1]
            copies[number][place - start : place - start + size] = row[16 : 16 + size]
        self.context[records.CONTEXT["undo_all"] // 8] = self.context[records.CONTEXT["undo_used"] // 8] = 0
        return copies


def make_row_worker(launch: SharedLaunch, rows: RowTranslation, *, undo_all: bool) -> RowWorker:
    """Return a clean worker, reused from an earlier launch of such blocks if one is idle.

    With `undo_all` it can undo the whole launch, else the stores of one block.
    """
    try:
        worker: RowWorker = rows.idle[launch.block, launch.dynamic_bytes].get_nowait()
    except queue.Empty:  # checking first if one is idle would be a race with other threads
        worker = _row_worker(launch, rows)
    worker.tables[:] = worker.first
    for name, value in {**of_launch(launch), "undo_all": int(undo_all)}.items():
        worker.context[records.CONTEXT[name] // 8] = value
    memory, worker.flags = launch.memory, np.zeros(launch.memory.places[-1], np.uint8)
    marks = host_address(worker.flags)
    for number, (buffer, place) in enumerate(zip(memory.buffers, memory.places, strict=False)):
        row = host_address(buffer.data), len(buffer.data), marks + place, int(buffer.fresh)
        worker.buffers[records.FIRST_BUFFER_ID + number] = row
    return worker


def give_back(launch: SharedLaunch, rows: RowTranslation, worker: RowWorker) -> None:
    """Return a worker for reuse by the next launch. Its tables must no longer be needed."""
    rows.idle[launch.block, launch.dynamic_bytes].put(worker)


def _row_worker(launch: SharedLaunch, rows: RowTranslation) -> RowWorker:
    """Create what all launches of such blocks have in common."""
    arena = Arena()
    count = launch.threads // rows.width
    frames = arena.keep(np.zeros((count, rows.frame_bytes // 8), np.int64))
    linear = np.arange(count) * rows.width
    x, y, _ = launch.block
    for name, column in (
        ("tid_x", linear % x),
        ("tid_y", linear // x % y),
        ("tid_z", linear // (x * y)),
        ("linear", linear),
    ):
        frames[:, records.FRAME[name] // 8] = column
    shared = at.align_up(launch.shared_bytes, 64) + 64
    sizes = {
        "context": records.CONTEXT_BYTES,
        "buffers": records.MOST_BUFFERS * records.BUFFER_BYTES,
        "counters": 8 * rows.blocks,
        **dict.fromkeys(("shared", "wrote", "read"), shared),
    }
    ends = np.cumsum([at.align_up(size, 64) // 8 for size in sizes.values()])
    tables = np.zeros(ends[-1], np.int64)
    parts = dict(zip(sizes, np.split(tables, ends[:-1]), strict=True))
    # Written before it is read, so it needs no initial value.
    scratch = {
        "frames": frames,
        "resume": arena.zeros(8 * count),
        "trails": arena.zeros(8 * rows.trails),
        "counters_saved": arena.zeros(8 * rows.blocks),
        "undo": arena.zeros(records.UNDO_BYTES * records.MOST_UNDO),
    }
    context = new_context(
        {
            **of_launch(launch),
            **of_blocks(launch),
            **{name: host_address(array) for name, array in (parts | scratch).items() if name != "context"},
            "threads": count,
            "counters_bytes": 8 * rows.blocks,
        }
    )
    parts["context"][: len(context)] = context
    buffers = parts["buffers"].reshape(records.MOST_BUFFERS, -1)
    buffers[:, 2] = host_address(arena.zeros(64))
    undo = scratch["undo"].view(np.uint8)[: records.UNDO_BYTES * records.MOST_UNDO]
    return RowWorker(
        tables, tables.copy(), parts["context"], parts["counters"], buffers, arena, np.zeros(0, np.uint8), undo
    )
