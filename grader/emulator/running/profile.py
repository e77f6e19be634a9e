"""Run blocks of a grid with every access logged, and count the requests that a GPU's memory system would see."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.emulator.native import records
from grader.emulator.result import Counters
from grader.emulator.running.coalescing import WARP, LineSums
from grader.emulator.running.workers import MOST_EVENTS, HostThread, SharedLaunch, host_address, make_worker


def profile_blocks(
    launch: SharedLaunch, blocks: Sequence[int], warps: Sequence[int] | None = None, *, whole: bool = False
) -> Counters:
    """Run these blocks (by number) and count the accesses of these warps of each, or of all.

    Buffers are restored. A block whose log is too long runs again with half of its warps at a time. If one warp's log
    is too long, only its beginning counts. An aborted block is the last one. In these two cases the counts are empty
    if `whole` is set.
    """
    sums = LineSums(launch.translation.tables.sites, launch.translation.layout)
    before = [buffer.data.copy() for buffer in launch.memory.buffers]
    worker = make_worker(launch)
    every = range(-(-launch.threads // WARP))
    waiting = [(block, list(every if warps is None else warps)) for block in reversed(blocks)]
    cut = False
    try:
        while waiting and not worker.aborted:
            block, chosen = waiting.pop()
            used = _run(launch, worker, block, chosen)
            if used > MOST_EVENTS and len(chosen) > 1:
                half = len(chosen) // 2
                waiting += [(block, chosen[half:]), (block, chosen[:half])]
                _restore(launch, before)
                continue
            width = records.EVENT_BYTES // 8
            cut |= used > MOST_EVENTS
            sums.add(worker.events.view(np.int64)[: min(used, MOST_EVENTS) * width].reshape(-1, width))
    finally:
        _restore(launch, before)
    return Counters() if whole and (cut or worker.aborted) else sums.counters()


def _run(launch: SharedLaunch, worker: HostThread, block: int, warps: Sequence[int]) -> int:
    """Run one block and return the number of its accesses; those that fit were logged."""
    mask = np.array(sum(1 << warp for warp in warps), np.uint64).view(np.int64)
    for name, value in (("events_used", 0), ("events_block", block), ("events_warps", int(mask))):
        worker.context[records.CONTEXT[name] // 8] = value
    worker.aborted = bool(launch.translation.code.run(host_address(worker.context), block, block + 1))
    return worker.word("events_used")


def _restore(launch: SharedLaunch, before: Sequence[np.ndarray]) -> None:
    for buffer, data in zip(launch.memory.buffers, before, strict=True):
        buffer.data[...] = data
