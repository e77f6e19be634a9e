"""One launch again and again: what it needs is made once, and what a run has changed is put back before the next."""

from __future__ import annotations

from grader.emulator.result import Trial
from grader.emulator.running.execute import run_carefully
from grader.emulator.running.gather import gather, has_printed, written
from grader.emulator.running.workers import HostThread, SharedLaunch, make_worker

MOST_KEPT_BYTES = 1 << 22
"""Above this, making everything anew costs less than putting all of it back."""


class Repeats:
    """A launch on one host thread, the careful way; every run begins with the memory that the first one found."""

    def __init__(self, launch: SharedLaunch) -> None:
        self._launch, self._worker = launch, make_worker(launch)
        arrays = [buffer.data for buffer in launch.memory.buffers]
        self._buffers = [(array, array.copy()) for array in arrays]
        worker = self._worker
        arrays = [*worker.arena.kept, *worker.shadows, worker.context, worker.blocks_log]
        # What was printed is known by how far it goes; turns make more contexts as they go. Nobody asks for counts.
        arrays = [array for array in arrays if array is not worker.printed]
        lasting = not launch.translation.traits.turns and sum(array.nbytes for array in arrays) <= MOST_KEPT_BYTES
        self._tables = [(array, array.copy() if array.any() else 0) for array in arrays] if lasting else None
        self._used = False

    def restore(self) -> None:
        """Put global memory back, the module's variables included."""
        for array, first in self._buffers:
            array[...] = first

    def run(self) -> Trial:
        """All blocks, with the buffers as they are now."""
        worker, launch = self._fresh(), self._launch
        self._used = True
        run_carefully(launch, worker, 0, launch.blocks)
        launch.memory.write_back()
        return Trial(self._found(worker), not worker.aborted, written(launch, [worker]))

    def _found(self, worker: HostThread) -> frozenset[tuple[str, int]]:
        """Of a run that came to its end in silence, the rows of the table say it without what each finding tells."""
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
