"""Repeat one launch: create its tables once, and restore what a run changed before the next."""

from __future__ import annotations

from grader.emulator.result import Trial
from grader.emulator.running.execute import run_carefully
from grader.emulator.running.gather import gather, has_printed, written
from grader.emulator.running.workers import HostThread, SharedLaunch, make_worker

MOST_KEPT_BYTES = 1 << 22
"""Above this size, new tables cost less than restoring the old ones."""


class Repeats:
    """A launch on one host thread, thread by thread. `restore` gives back the memory that the first run found."""

    def __init__(self, launch: SharedLaunch) -> None:
        self._launch, self._worker = launch, make_worker(launch)
        arrays = [buffer.data for buffer in launch.memory.buffers]
        self._buffers = [(array, array.copy()) for array in arrays]
        worker = self._worker
        arrays = [*worker.arena.kept, *worker.shadows, worker.context, worker.blocks_log]
        # Printed text has a length, so it needs no reset; turns create more contexts as they run. Counts are not read.
        arrays = [array for array in arrays if array is not worker.printed]
        lasting = not launch.translation.traits.turns and sum(array.nbytes for array in arrays) <= MOST_KEPT_BYTES
        self._tables = [(array, array.copy() if array.any() else 0) for array in arrays] if lasting else None
        self._used = False

    def restore(self) -> None:
        """Restore global memory, including the module's variables."""
        for array, first in self._buffers:
            array[...] = first

    def run(self) -> Trial:
        """Run all blocks with the buffers as they are now."""
        worker, launch = self._fresh(), self._launch
        self._used = True
        run_carefully(launch, worker, 0, launch.blocks)
        launch.memory.write_back()
        return Trial(self._found(worker), not worker.aborted, written(launch, [worker]))

    def _found(self, worker: HostThread) -> frozenset[tuple[str, int]]:
        """Return kinds and lines of findings. For a complete run without output, the table's rows are enough."""
        if worker.aborted or has_printed(worker):
            findings = gather(self._launch, [worker]).findings
            return frozenset((item.kind, item.line) for item in findings)
        made = self._launch.translation
        kinds, sites = tuple(made.report_base), made.tables.sites
        places = (divmod(row, made.site_count) for row in worker.found.tolist())
        return frozenset((kinds[kind], sites[site].instruction.location.line) for kind, site in places)

    def _fresh(self) -> HostThread:
        if not self._used:
            return self._worker
        if self._tables is None:
            return make_worker(self._launch)
        for array, first in self._tables:
            array[...] = first
        worker = self._worker
        worker.findings[worker.found] = 0
        worker.used_rows[0] = 0
        worker.aborted = False
        return worker
