"""One launch again and again: what it needs is made once, and what a run has changed is put back before the next."""

from __future__ import annotations

from grader.emulator.running.execute import run_carefully
from grader.emulator.running.gather import Outcome, gather
from grader.emulator.running.workers import Launch, Worker, make_worker

MOST_KEPT_BYTES = 1 << 22
"""Above this, making everything anew costs less than putting all of it back."""


class Repeats:
    """A launch on one host thread, the careful way; every run begins with the memory that the first one found."""

    def __init__(self, launch: Launch) -> None:
        self._launch, self._worker = launch, make_worker(launch)
        arrays = [buffer.data for buffer in launch.memory.buffers]
        self._buffers = [(array, array.copy()) for array in arrays]
        worker = self._worker
        arrays = [
            *worker.arena.kept, *worker.shadows,
            worker.context, worker.findings, worker.counters, worker.blocks_log, worker.reached,
        ]  # fmt: skip
        # What was printed is known by how far it goes; turns make more contexts as they go.
        arrays = [array for array in arrays if array is not worker.printed]
        lasting = not launch.translation.traits.turns and sum(array.nbytes for array in arrays) <= MOST_KEPT_BYTES
        self._tables = [(array, array.copy() if array.any() else 0) for array in arrays] if lasting else None
        self._used = False

    def restore(self) -> None:
        """Put global memory back, the module's variables included."""
        for array, first in self._buffers:
            array[...] = first

    def run(self) -> Outcome:
        """All blocks, with the buffers as they are now."""
        worker = self._fresh()
        self._used = True
        run_carefully(self._launch, worker, 0, self._launch.blocks)
        return gather(self._launch, [worker], counted=False)

    def _fresh(self) -> Worker:
        if not self._used:
            return self._worker
        if self._tables is None:
            return make_worker(self._launch)
        for array, first in self._tables:
            array[...] = first
        self._worker.aborted = False
        return self._worker
