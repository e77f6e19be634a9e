"""Blocks that wait for one another: as many as a GPU would hold are under way together and take turns.

Blocks run one after another until one gets no further by itself: its threads go round in loops that wait for memory.
It hands over, the next block starts or goes on, and so in turn. The order is fixed, so results are always the same.
What a GPU would not hold waits until a block has ended; a kernel that needs more of them than that runs out of fuel.
A launch ends where all blocks that are left have come to `grid.sync()`, and one that has ended has not.
"""

from __future__ import annotations

import ctypes
from collections import deque

import numpy as np

from grader.emulator.native import records
from grader.emulator.running.workers import Launch, Unmet, Worker, another_context, block_bytes, host_address

# A GPU of compute capability 8.0: limits of a multiprocessor (CUDA C++ Programming Guide), and how many there are.
_PROCESSORS = 108
_THREADS, _BLOCKS, _SHARED_BYTES, _SHARED_RESERVED = 2048, 32, 164 * 1024, 1024
_MOST_BYTES = 1 << 28
# Words of the context that go from block to block.
_COMMON = ("fuel", "epoch", "clock", "printf_used", "printf_lost", "events_used")
_PLACES = [records.CONTEXT[name] // 8 for name in _COMMON]


def most_resident(launch: Launch) -> int:
    """How many blocks are under way together at most."""
    warps = -(-launch.threads // 32) * 32
    of_shared = _SHARED_BYTES // (launch.shared_bytes + _SHARED_RESERVED)
    on_gpu = _PROCESSORS * min(_THREADS // warps, _BLOCKS, of_shared)
    return max(1, min(on_gpu, _MOST_BYTES // block_bytes(launch)))


def take_turns(launch: Launch, worker: Worker, first: int, last: int) -> bool:
    """Run blocks first ≤ b < last of a kernel whose threads wait for memory; False when the launch has to end here."""
    return _Residents(launch, worker, first, last).run()


class _Residents:
    """The blocks under way, each with a context of its own."""

    def __init__(self, launch: Launch, worker: Worker, first: int, last: int) -> None:
        self.launch, self.worker = launch, worker
        self.first, self.next, self.last = first, first, last
        self.waiting: deque[tuple[np.ndarray, int]] = deque()
        self.spare = [worker.context]
        self.most = most_resident(launch)
        self.meets_grid = launch.translation.traits.meets_grid
        # The blocks that have come to the grid's barrier since it was complete last.
        self.arrived: set[int] = set()

    def run(self) -> bool:
        while self.next < self.last or self.waiting:
            starts = self.next < self.last and len(self.waiting) < self.most
            status = self._start() if starts else self._go_on()
            if status == records.ABORTED:
                self.worker.unstarted = self.last - self.next
                return False
            if self._never_meet():
                self.worker.unmet = self._unmet()
                return False
        return True

    def _start(self) -> int:
        """Begin with the next block, and with those after it as long as each ends by itself."""
        context = self.spare.pop() if self.spare else another_context(self.launch, self.worker)
        stretch = self.launch.translation.code.stretch(self.next - self.first)
        upto = self.last if stretch is None else min(self.last, self.next + stretch)
        upto = self.next + 1 if self.meets_grid else upto
        status = self._enter(context, self.next, upto, resumed=False)
        number = int(context[records.CONTEXT["block"] // 8])
        self.next = number + 1
        self._put_away(context, number, status)
        return status

    def _go_on(self) -> int:
        context, number = self.waiting.popleft()
        status = self._enter(context, number, number + 1, resumed=True)
        self._put_away(context, number, status)
        return status

    def _enter(self, context: np.ndarray, first: int, last: int, *, resumed: bool) -> int:
        before = self.worker.context
        context[_PLACES] = before[_PLACES]
        others = bool(self.waiting) or self.next + (not resumed) < self.last or self.meets_grid
        # What can wait for its own block alone has no use for another one's turn.
        context[records.CONTEXT["company"] // 8] = int(others and self.launch.translation.traits.across)
        context[records.CONTEXT["resumed"] // 8] = int(resumed)
        # Whoever ran last holds the words that all share, and tells where a launch ended.
        self.worker.context = context
        arrivals = self.launch.memory.grid_barrier
        status = self.launch.translation.code.run(host_address(context), first, last)
        if self.launch.memory.grid_barrier != arrivals:
            self._arrive(first, arrivals, self.launch.memory.grid_barrier)
        return status

    def _arrive(self, number: int, before: int, after: int) -> None:
        """Record that a block came: the word's highest bit changes when all have, and the others are 0 again then."""
        if (before ^ after) >> 31:
            self.arrived.clear()
        if after & 0x7FFFFFFF:
            self.arrived.add(number)

    def _never_meet(self) -> bool:
        """Tell if all blocks that have not ended have come to the grid's barrier, and it is not complete."""
        if self.next < self.last or not self.waiting or len(self.arrived) < len(self.waiting):
            return False
        return all(number in self.arrived for _, number in self.waiting)

    def _unmet(self) -> Unmet:
        """Return what the first block that waits shows: its first thread that has not ended stands at the barrier."""
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
