"""Run a launch: the fast way if possible, else the careful way, on several host threads.

Workers share the buffers and nothing else. If one of them touches a word that another has written, neither sees the
race. Then the launch is undone and one careful worker runs it alone.
"""

from __future__ import annotations

import ctypes
import functools
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

import numpy as np

from grader.emulator.native import records
from grader.emulator.native.machine_code import MachineCode
from grader.emulator.native.records import EARLIER, ROW_READ, ROW_WRITTEN
from grader.emulator.result import Run, Trial
from grader.emulator.rows.translate import Experience, RowTranslation
from grader.emulator.running.gather import gather, has_printed, written
from grader.emulator.running.row_workers import RowWorker, give_back, make_row_worker
from grader.emulator.running.workers import (
    HostThread,
    SharedLaunch,
    Unmet,
    another_context,
    block_bytes,
    host_address,
    make_worker,
)

_COPIED_OF_A_THREAD = 64
"""Bytes of memory for each thread of a launch up to which a copy of it costs little beside the launch."""


@dataclass(slots=True)
class _Team:
    """The workers of one host thread: a fast one, a careful one, or both.

    `before` is what memory held before the launch, where somebody has kept it: while there is none, a fast worker that
    gives up the launch undoes it by itself.
    """

    before: list[np.ndarray] | None = None
    fast: RowWorker | None = None
    careful: HostThread | None = None
    given_up: bool = False
    experience: Experience = field(default_factory=Experience)


def execute(launch: SharedLaunch, rows: RowTranslation | None, threads: int) -> Run:
    """Run all blocks and gather what they found."""
    count = max(1, min(threads, launch.blocks))
    if rows is None and count == 1:
        return _alone(launch)
    before = None
    if count > 1 or launch.memory.size <= _COPIED_OF_A_THREAD * launch.threads * launch.blocks:
        before = [buffer.data.copy() for buffer in launch.memory.buffers]
    edges = [launch.blocks * n // count for n in range(count + 1)]
    teams = _spread([partial(_run_team, launch, rows, before, first, last) for first, last in pairwise(edges)])
    if rows is not None:
        for team in teams:
            rows.experience.tried += team.experience.tried
            rows.experience.returned += team.experience.returned
    if any(team.given_up for team in teams) or _conflict(launch, teams):
        for buffer, data in zip(launch.memory.buffers, teams[0].before or (), strict=False):
            buffer.data[...] = data
        run = _alone(replace(launch, in_panels=False))
        return replace(run, way=f"{run.way}, after workers met in a word {_way(rows, teams)}")
    run = gather(
        launch,
        [team.careful for team in teams if team.careful is not None],
        [team.fast for team in teams if team.fast is not None],
        touched=lambda: _touched(launch, [marks for team in teams for marks in _marks(launch, team)]),
        way=_way(rows, teams),
    )
    for team in teams:
        if rows is not None and team.fast is not None:
            give_back(launch, rows, team.fast)
    return run


def _alone(launch: SharedLaunch) -> Run:
    """Run all blocks thread by thread on one host thread."""
    again = bool(launch.memory.lasting)  # then it may come again
    worker = run_carefully(launch, launch.worker.fresh(launch) if again else make_worker(launch), 0, launch.blocks)
    return gather(launch, [worker], touched=lambda: _touched(launch, [_flags_of(launch, worker)]))


def _touched(launch: SharedLaunch, marks: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return the marks of all workers on the words of the module's variables and of lasting arrays."""
    if "write" not in launch.translation.shadow["global"].fields:
        return []
    each = launch.memory.by_buffer(functools.reduce(np.bitwise_or, marks))
    return each[: launch.memory.lasting.stop]


def _way(rows: RowTranslation | None, teams: Sequence[_Team]) -> str:
    on = f"on {len(teams)} host thread{'s' * (len(teams) > 1)}"
    if rows is None:
        return f"thread by thread {on}"
    returned = sum(team.experience.returned for team in teams)
    tired = ", and others no longer tried" if any(team.experience.tired for team in teams) else ""
    return f"in rows of {rows.width} {on}, {returned} blocks given back{tired}"


def _spread(jobs: Sequence[Callable[[], _Team]]) -> list[_Team]:
    """Do the first job here, and the others on threads of their own."""
    first, *others = jobs
    if not others:
        return [first()]
    with ThreadPoolExecutor(len(others)) as pool:
        waiting = [pool.submit(job) for job in others]
        return [first(), *(job.result() for job in waiting)]


def run_carefully(launch: SharedLaunch, worker: HostThread, first: int, last: int) -> HostThread:
    """Run blocks `first` to `last` thread by thread, or until one of them is aborted."""
    if launch.translation.traits.turns and last - first > 1 and not worker.aborted:
        worker.aborted = not _Residents(launch, worker, first, last).run()
        return worker
    code, context, block = launch.translation.code, host_address(worker.context), first
    while block < last and not worker.aborted:
        upto = _upto(code, block - first, block, last)
        worker.aborted = bool(code.run(context, block, upto))
        block = upto
    return worker


def _upto(code: MachineCode, done: int, block: int, last: int) -> int:
    """Return where to stop running blocks: a few at a time at first, so that better code can take over in between."""
    stretch = code.stretch(done)
    return last if stretch is None else min(last, block + stretch)


def _run_team(
    launch: SharedLaunch, rows: RowTranslation | None, before: list[np.ndarray] | None, first: int, last: int
) -> _Team:
    team = _Team(before)
    if rows is None:
        team.careful = run_carefully(launch, make_worker(launch), first, last)
        return team
    team.fast = make_row_worker(launch, rows, undo_all=before is None)
    _run_in_rows(launch, rows, team, first, last)
    return team


def _run_in_rows(launch: SharedLaunch, rows: RowTranslation, team: _Team, turn: int, end: int) -> None:
    """Run the blocks with these turns, given-back ones thread by thread, until one ends the launch."""
    assert team.fast is not None
    experience = team.experience
    while turn < end:
        if not experience.tired:
            upto = _upto(rows.code, experience.tried, turn, end)
            came = rows.code.run(host_address(team.fast.context), turn, upto)
            if came == -1:
                team.given_up = True
                return
            if team.before is None and came < upto:
                team.before = team.fast.before(launch)
            if came < 0:
                came = -2 - came
                experience.tried += came - turn
                turn = came
                continue
            experience.tried += came - turn
            turn = came
            if turn == upto:
                continue
            experience.returned += 1
        team.careful = team.careful or make_worker(launch)
        upto = end if experience.tired else turn + 1
        run_carefully(launch, team.careful, turn, upto)
        if team.careful.aborted:
            return
        experience.tried += 0 if experience.tired else 1
        turn = upto


def _conflict(launch: SharedLaunch, teams: Sequence[_Team]) -> bool:
    """Return whether one worker touched a word that another wrote."""
    workers = sum((team.fast is not None) + (team.careful is not None) for team in teams)
    if workers < 2 or "write" not in launch.translation.shadow["global"].fields:
        return False
    marks = [launch.memory.by_buffer(flags) for team in teams for flags in _marks(launch, team)]
    return any(_meet(of_buffer) for of_buffer in zip(*marks, strict=True))


def _meet(marks: Sequence[np.ndarray]) -> bool:
    """Return whether one of several workers touched a word that another wrote. Usually no word is touched by two."""
    if all(mine.max(initial=0) < ROW_WRITTEN for mine in marks):
        return False
    seen = np.zeros_like(marks[0])
    for mine in marks:
        both = (seen != 0) & (mine != 0)
        if both.any() and ((seen | mine)[both] >= ROW_WRITTEN).any():
            return True
        seen |= mine
    return False


def _marks(launch: SharedLaunch, team: _Team) -> Iterator[np.ndarray]:
    """Yield the marks of each worker of a team on the words of all buffers, as `native/rows/sentinels.c` makes them."""
    if team.fast is not None:
        yield team.fast.flags
    if team.careful is not None:
        yield _flags_of(launch, team.careful)


def _flags_of(launch: SharedLaunch, worker: HostThread) -> np.ndarray:
    shadow, memory = launch.translation.shadow["global"], launch.memory
    column = shadow.fields["write"] // 8
    words = np.zeros(memory.places[-1], np.uint8)
    for buffer, stamps, mine in zip(memory.buffers, worker.shadows, memory.by_buffer(words), strict=True):
        held = stamps[: -(-len(buffer.data) // shadow.granule)]
        if not held.any():
            continue
        flags = np.multiply(held[:, column] > EARLIER, ROW_WRITTEN, dtype=np.uint8)
        for other in range(held.shape[1]):
            if other != column:
                flags |= np.multiply(held[:, other] != 0, ROW_READ, dtype=np.uint8)
        starts = np.arange(0, len(flags), 4 // shadow.granule)
        mine[: len(starts)] = np.bitwise_or.reduceat(flags, starts) if shadow.granule < 4 else flags
    return words


# An H100, the device that whole programs are told of: limits of a multiprocessor (CUDA C++ Programming Guide, compute
# capability 9.0), and how many there are.
_PROCESSORS = 132
_THREADS, _BLOCKS, _SHARED_BYTES, _SHARED_RESERVED = 2048, 32, 228 * 1024, 1024
_MOST_BYTES = 1 << 30
# Words of the context that pass from block to block.
_COMMON = ("fuel", "epoch", "clock", "printf_used", "printf_lost", "events_used")
_PLACES = [records.CONTEXT[name] // 8 for name in _COMMON]


def most_resident(launch: SharedLaunch) -> int:
    """Return how many blocks can be active together."""
    warps = -(-launch.threads // 32) * 32
    of_shared = _SHARED_BYTES // (launch.shared_bytes + _SHARED_RESERVED)
    on_gpu = _PROCESSORS * min(_THREADS // warps, _BLOCKS, of_shared)
    return max(1, min(on_gpu, _MOST_BYTES // block_bytes(launch)))


class _Residents:
    """The active blocks of a kernel whose threads wait for memory, each with its own context."""

    def __init__(self, launch: SharedLaunch, worker: HostThread, first: int, last: int) -> None:
        self.launch, self.worker = launch, worker
        self.first, self.next, self.last = first, first, last
        self.waiting: deque[tuple[np.ndarray, int]] = deque()
        self.spare = [worker.context]
        self.most = most_resident(launch)
        self.meets_grid = launch.translation.traits.meets_grid
        # The blocks that have come to the grid's barrier since it was last complete.
        self.arrived: set[int] = set()

    def run(self) -> bool:
        """Run all blocks. Return False if the launch has to end."""
        while self.next < self.last or self.waiting:
            starts = self.next < self.last and len(self.waiting) < self.most
            if starts:
                status = self._start()
            else:
                context, number = self.waiting.popleft()
                status = self._enter(context, number, number + 1, resumed=True)
                self._put_away(context, number, status)
            if status == records.ABORTED:
                self.worker.unstarted = self.last - self.next
                return False
            all_wait = self.next == self.last and bool(self.waiting) and len(self.arrived) >= len(self.waiting)
            if all_wait and self.arrived.issuperset(number for _, number in self.waiting):
                self.worker.unmet = self._unmet()  # at the grid's barrier, which is not complete
                return False
        return True

    def _start(self) -> int:
        """Start the next block, and those after it as long as each ends without waiting."""
        context = self.spare.pop() if self.spare else another_context(self.launch, self.worker)
        stretch = self.launch.translation.code.stretch(self.next - self.first)
        upto = self.last if stretch is None else min(self.last, self.next + stretch)
        upto = self.next + 1 if self.meets_grid else upto
        status = self._enter(context, self.next, upto, resumed=False)
        number = int(context[records.CONTEXT["block"] // 8])
        self.next = number + 1
        self._put_away(context, number, status)
        return status

    def _enter(self, context: np.ndarray, first: int, last: int, *, resumed: bool) -> int:
        before = self.worker.context
        context[_PLACES] = before[_PLACES]
        others = bool(self.waiting) or self.next + (not resumed) < self.last or self.meets_grid
        # A thread that waits for its own block only does not need another block's turn.
        context[records.CONTEXT["company"] // 8] = int(others and self.launch.translation.traits.across)
        context[records.CONTEXT["resumed"] // 8] = int(resumed)
        # The last context to run holds the words that all share, and where a launch ended.
        self.worker.context = context
        arrivals = self.launch.memory.grid_barrier
        status = self.launch.translation.code.run(host_address(context), first, last)
        come = self.launch.memory.grid_barrier
        # The word's highest bit changes when all blocks have come, and the others are 0 again then.
        if (arrivals ^ come) >> 31:
            self.arrived.clear()
        if arrivals != come and come & 0x7FFFFFFF:
            self.arrived.add(first)
        return status

    def _unmet(self) -> Unmet:
        """Return the first waiting block, and its first thread that stands at the barrier."""
        context, number = min(self.waiting, key=lambda one: one[1])
        resume = context[records.CONTEXT["resume"] // 8]
        states = (ctypes.c_int64 * self.launch.threads).from_address(int(resume))
        thread, state = next((thread, state) for thread, state in enumerate(states) if state > 0)
        site = self.launch.translation.tables.suspensions[state & records.STATE]
        absent = tuple(sorted(set(range(self.first, self.last)) - self.arrived))
        return Unmet(site, number, thread, absent)

    def _put_away(self, context: np.ndarray, number: int, status: int) -> None:
        if status == records.HANDED_OVER:
            self.waiting.append((context, number))
        else:
            self.spare.append(context)


class Repeats:
    """A launch on one host thread, thread by thread. `restore` restores the memory that the first run found."""

    def __init__(self, launch: SharedLaunch) -> None:
        self._launch = launch
        self._buffers = [(buffer.data, buffer.data.copy()) for buffer in launch.memory.buffers]

    def restore(self) -> None:
        """Restore global memory, including the module's variables."""
        for array, first in self._buffers:
            array[...] = first

    def run(self) -> Trial:
        """Run all blocks with the buffers as they are now."""
        worker, launch = self._launch.worker.fresh(self._launch), self._launch
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
