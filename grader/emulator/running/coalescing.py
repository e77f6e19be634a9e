"""Count requests, sectors, passes through the banks and divided branches from a log of accesses and branches.

A **request** is one execution of a load or store by a warp. Threads of a warp are assumed to execute an instruction
together if it is the n-th time for each of them since the last barrier. A GPU does the same unless a loop without a
barrier runs differently long before the instruction comes again.

- Global memory comes in **sectors** of 32 bytes: a request costs as many as its threads touch. Buffers are assumed to
  begin at a multiple of 256 bytes, as those of `cudaMalloc` do.
- Shared memory has 32 **banks**, each 4 bytes wide. A request passes in **wavefronts**, each of which reads or writes
  one word of every bank. Accesses of 8 bytes go by half warps and those of 16 by quarter warps, except that two such
  parts of a load go together (for 16 bytes: those of one half warp) if all threads share their address with thread
  i ^ 1, or all with thread i ^ 2: measured on an H200. The **ideal** is one wavefront for each part; the rest are
  conflicts.

- A **branch** is an execution of a conditional jump of the PTX by a warp. It is **divided** if some threads jump and
  others do not. What the compiler turns into a choice without a jump (`selp`) divides nothing, here as on a GPU.

Accesses outside their array count like others. Atomic operations, asynchronous copies and constant memory, which has
its own cache, cost no sectors and no wavefronts; the counts of an array's accesses have the first two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from grader.emulator.layout import SPACES, MemoryLayout
from grader.emulator.lowering.emitter import EVENT_KINDS
from grader.emulator.native import records
from grader.emulator.ptx.nodes import TYPE_BYTES, lanes_of
from grader.emulator.result import Counters, LineCounters
from grader.emulator.running.workers import MOST_EVENTS, HostThread, SharedLaunch, host_address, make_worker
from grader.emulator.site_table import Site

WARP = 32
SECTOR_BYTES = 32
BANKS, BANK_BYTES = 32, 4

_COLUMNS = (0, 1, 3, 4)
"""Of a log: who, site, offset, object."""
_KIND, _VALUE = 2, 5
_LOAD, _STORE, _COPY, _BRANCH = map(EVENT_KINDS.index, ("load", "store", "copy", "branch"))
_IDLE = np.iinfo(np.int64).min
_NOTHING = 0
"""No number of an array."""


@dataclass(frozen=True, slots=True)
class Requests:
    """Requests to one space: `sites` has the number of each one's site.

    `addresses` has a row for each and a column for each thread of a warp, and so has `objects`, the numbers of arrays;
    `idle` marks threads without an access.
    """

    sites: np.ndarray
    addresses: np.ndarray
    objects: np.ndarray
    idle: np.ndarray


_Rows = dict[int, LineCounters]


class LineSums:
    """Sums over the requests and branches of each source line, for any number of logs.

    With `arrays`, the names of arrays by number, the accesses of each of them are counted as well; what has no name
    there is counted under "".
    """

    def __init__(self, sites: Sequence[Site], layout: MemoryLayout, arrays: Mapping[int, str] | None = None) -> None:
        self.sites, self.layout, self.names = sites, layout, arrays
        self.rows: _Rows = {0: LineCounters(line=0, working_threads=0, branches=0, divided_branches=0)}
        self.arrays: dict[str, _Rows] = {}

    def add(self, log: np.ndarray) -> None:
        """Count a log of one block: an int64 array of shape (accesses, 6), one event of `native/records.h` a row."""
        branching = log[:, _KIND] == _BRANCH
        self._add_branches(log[branching])
        # Constants and parameters are in the window of global memory, and do not count.
        target, constants = log[:, _COLUMNS[3]], (records.PARAM_ID, *self.layout.constants)
        others = [(SPACES.index("global") << 32) + number for number in constants]
        touching = log[~branching & (target >> 32 != SPACES.index("local")) & ~np.isin(target, others)]
        chosen = touching[(touching[:, _KIND] == _LOAD) | (touching[:, _KIND] == _STORE)]
        # With an index, because unique() imports numpy.ma without one, in every child.
        threads, _ = np.unique(chosen[:, 0] & 0xFFFFFFFF, return_index=True)
        _add(self.rows[0], "working_threads", len(threads))
        if self.names is not None:
            self._add_to_arrays(touching)
        for space, requests in _requests(chosen, self.sites, self.layout):
            if space == "global":
                costs = np.ones(len(requests.sites), np.int64), sectors(requests.addresses, requests.idle)
            else:
                costs = self._wavefronts(requests)
            each = (~requests.idle).sum(axis=1), *costs
            sums = np.array([np.bincount(requests.sites, amounts, len(self.sites)) for amounts in each], np.int64)
            for number in sorted(set(requests.sites.tolist())):
                site, (accesses, *of_it) = self.sites[number], sums[:, number].tolist()
                size, row = _size(site), self._row(self.rows, site)
                kind = "load" if _is_load(site) else "store"
                _add(row, f"{space}_{kind}s", accesses * max(1, size // _element(site, size)))
                _add(row, f"{space}_{kind}_bytes", accesses * size)
                self._add_costs(row, site, space, of_it)
            if self.names is not None and space == "global":
                self._add_sectors_to_arrays(requests)

    def counters(self) -> Counters:
        """Return the sums, in the order of the lines."""
        arrays = {name: _in_order(rows) for name, rows in self.arrays.items()}
        return replace(_in_order(self.rows), arrays=None if self.names is None else arrays)

    def _add_branches(self, log: np.ndarray) -> None:
        """Count each warp's executions of branches, and those at which its threads go different ways."""
        if not len(log):
            return
        order, nth = _numbered(log[:, _COLUMNS[1]], log[:, 0], len(self.sites))
        site, who, way = (log[order, column] for column in (_COLUMNS[1], 0, _VALUE))
        request = _together(site, who, nth)
        by_request = np.argsort(request, kind="stable")
        request, way = request[by_request], way[by_request]
        starts = np.flatnonzero(np.concatenate([[True], request[1:] != request[:-1]]))
        divided = np.minimum.reduceat(way, starts) != np.maximum.reduceat(way, starts)
        sites = site[by_request][starts]
        both = np.bincount(sites), np.bincount(sites, divided).astype(np.int64)
        for number in np.flatnonzero(both[0]).tolist():
            row = self._row(self.rows, self.sites[number])
            for name, amounts in zip(("branches", "divided_branches"), both, strict=True):
                _add(row, name, int(amounts[number]))

    def _add_to_arrays(self, log: np.ndarray) -> None:
        """Count the accesses of arrays in global memory as `LineCounts` counts those of lines."""
        log = log[log[:, _COLUMNS[3]] >> 32 == SPACES.index("global")]
        key = (log[:, _COLUMNS[3]] & 0xFFFFFFFF) * len(self.sites) + log[:, _COLUMNS[1]]
        found, firsts, rows = np.unique(key, return_index=True, return_inverse=True)
        events, copied = np.bincount(rows), np.bincount(rows, np.where(log[:, _KIND] == _COPY, log[:, _VALUE], 0))
        for place, first in enumerate(firsts.tolist()):
            number, site = divmod(int(found[place]), len(self.sites))
            row, each = self._row_of(number, self.sites[site]), self.sites[site]
            if log[first, _KIND] == _COPY:
                count, size = int(copied[place]) // 4, int(copied[place])
            else:
                one = _size(each) // lanes_of(each.instruction.modifiers)
                count, size = int(events[place]) * max(1, one // _element(each, one)), int(events[place]) * one
            for deed in each.deeds:
                _add(row, f"global_{deed}s", count)
                _add(row, f"global_{deed}_bytes", size)
            if each.access == "atomic":
                _add(row, "atomics", count)
                _add(row, "global_atomic_bytes", size)

    def _add_sectors_to_arrays(self, requests: Requests) -> None:
        active = np.where(requests.idle, _NOTHING, requests.objects)
        for number in np.flatnonzero(np.bincount(active.reshape(-1))[_NOTHING + 1 :]) + _NOTHING + 1:
            of_it = np.flatnonzero((active == number).any(axis=1))
            touched = sectors(requests.addresses[of_it], active[of_it] != number)
            sites = requests.sites[of_it]
            counts = np.bincount(sites), np.bincount(sites, touched).astype(np.int64)
            for site in np.flatnonzero(counts[0]).tolist():
                row = self._row_of(int(number), self.sites[site])
                self._add_costs(row, self.sites[site], "global", [int(each[site]) for each in counts])

    def _row_of(self, number: int, site: Site) -> LineCounters:
        assert self.names is not None
        return self._row(self.arrays.setdefault(self.names.get(number, ""), {}), site)

    def _row(self, rows: _Rows, site: Site) -> LineCounters:
        line = site.instruction.location.line
        return rows.setdefault(line, LineCounters(line=line))

    def _wavefronts(self, requests: Requests) -> tuple[np.ndarray, np.ndarray]:
        """Return the wavefronts that each request takes, and the ideal."""
        numbers = sorted(set(requests.sites.tolist()))
        kinds = {number: (_size(self.sites[number]), _is_load(self.sites[number])) for number in numbers}
        costs = np.zeros((2, len(requests.sites)), np.int64)
        for size, load in set(kinds.values()):
            chosen = np.isin(requests.sites, [number for number in numbers if kinds[number] == (size, load)])
            costs[:, chosen] = wavefronts(requests.addresses[chosen], requests.idle[chosen], size, load=load)
        return costs[0], costs[1]

    def _add_costs(self, row: LineCounters, site: Site, space: str, costs: Sequence[int]) -> None:
        for name, amount in zip(_COSTS[space], costs, strict=True):
            _add(row, f"{space}_{name}", amount)
            if _is_load(site):
                _add(row, f"{space}_load_{name}", amount)


_COSTS = {"global": ("requests", "sectors"), "shared": ("wavefronts", "ideal_wavefronts")}


def sectors(addresses: np.ndarray, idle: np.ndarray) -> np.ndarray:
    """Return the number of sectors of each request: shapes (requests, 32) → (requests,)."""
    ordered = np.sort(np.where(idle, _IDLE, addresses // SECTOR_BYTES), axis=1)
    new = ordered[:, 1:] != ordered[:, :-1]
    count: np.ndarray = new.sum(axis=1) + (ordered[:, 0] != _IDLE)
    return count


def wavefronts(
    addresses: np.ndarray, idle: np.ndarray, size: int, *, load: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """Return how many passes through the banks each request takes, and how many it would take without conflicts.

    Args:
        addresses: bytes from the beginning of the block's shared memory, shape (requests, 32).
        idle: True for threads that take no part, same shape.
        size: bytes that one thread accesses.
        load: whether it is a load, of which parts may go together.

    """
    words = np.where(idle, _IDLE, addresses // BANK_BYTES)
    if size <= BANK_BYTES:
        return _passes(words, 1)
    if size <= 2 * BANK_BYTES:
        return _in_parts(words, 2, load=load)
    count = len(words)
    taken, ideal = _in_parts(words.reshape(2 * count, WARP // 2), 4, load=load)
    return taken.reshape(count, 2).sum(axis=1), ideal.reshape(count, 2).sum(axis=1)


def _in_parts(words: np.ndarray, width: int, *, load: bool) -> tuple[np.ndarray, np.ndarray]:
    """Count the two halves of each row separately, or together if possible."""
    apart = _passes(words, width, halves=2)
    if not load:
        return apart
    # Together if each thread has the address of thread i ^ 1 (or each of i ^ 2), where both are active.
    choice, threads = np.zeros(len(words), bool), np.arange(words.shape[1])
    for step in (1, 2):
        other = words[:, threads ^ step]
        choice |= ((words == other) | (words == _IDLE) | (other == _IDLE)).all(axis=1)
    together = _passes(words, width)
    return np.where(choice, together[0], apart[0]), np.where(choice, together[1], apart[1])


def _passes(words: np.ndarray, width: int, halves: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return the wavefronts and the ideal of each row of first words: `width` words an access, `halves` parts."""
    count, threads = words.shape
    parts = words.reshape(count * halves, threads // halves)
    active = parts != _IDLE
    wide = np.where(active[..., None], parts[..., None] + np.arange(width), _IDLE).reshape(len(parts), -1)
    wide.sort(axis=1)
    first = np.ones(wide.shape, bool)
    first[:, 1:] = wide[:, 1:] != wide[:, :-1]
    first &= wide != _IDLE
    rows, _ = np.nonzero(first)
    banks = np.bincount(rows * BANKS + wide[first] % BANKS, minlength=BANKS * len(parts)).reshape(-1, BANKS)
    taken, ideal = banks.max(axis=1), active.any(axis=1)
    return taken.reshape(count, halves).sum(axis=1), ideal.reshape(count, halves).sum(axis=1)


def _requests(log: np.ndarray, sites: Sequence[Site], layout: MemoryLayout) -> Iterator[tuple[str, Requests]]:
    """Yield the log's accesses to global and to shared memory, grouped by site and request as rows of 32.

    A generic address may be in global memory at one time, in shared memory at another.
    """
    # By column: a log is long, and its chosen rows are picked one by one.
    who, site, offset, target = (np.ascontiguousarray(log[:, column]) for column in _COLUMNS)
    if not len(log):
        return
    chosen, nth = _numbered(site, who, len(sites))
    lanes = np.array([lanes_of(each.instruction.modifiers) for each in sites])[site[chosen]]
    whole = nth % lanes == 0  # a vector is logged element by element
    chosen, nth = chosen[whole], (nth // lanes)[whole]
    who, site, offset, target = (column[chosen] for column in (who, site, offset, target))
    threads, spaces, request = who & 0xFFFFFFFF, target >> 32, _together(site, who, nth)
    for number in np.flatnonzero(np.bincount(spaces)).tolist():
        of_space = np.flatnonzero(spaces == number)
        _, firsts, rows = np.unique(request[of_space], return_index=True, return_inverse=True)
        addresses, idle = np.zeros((len(firsts), WARP), np.int64), np.ones((len(firsts), WARP), bool)
        objects, cells = np.zeros((len(firsts), WARP), np.int64), (rows, threads[of_space] % WARP)
        objects[cells] = target[of_space] & 0xFFFFFFFF
        addresses[cells] = _places(offset[of_space], objects[cells], SPACES[number], layout)
        idle[cells] = False
        yield SPACES[number], Requests(site[of_space[firsts]], addresses, objects, idle)


def _together(site: np.ndarray, who: np.ndarray, nth: np.ndarray) -> np.ndarray:
    """Return a number for each row, equal where threads of a warp execute an instruction together; see `_numbered`."""
    stretch = np.cumsum((np.diff(site, prepend=-1) != 0) | (np.diff(who >> 32, prepend=-1) != 0))
    warps = stretch * (records.MOST_THREADS // WARP) + (who & 0xFFFFFFFF) // WARP
    request: np.ndarray = warps * (int(nth.max()) + 1) + nth
    return request


def _numbered(site: np.ndarray, who: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the order by site, phase and thread, and for each row how often its thread was there in that phase."""
    threads, phases = who & 0xFFFFFFFF, who >> 32
    key = (site * (int(phases.max()) + 1) + phases) * records.MOST_THREADS + threads
    assert count * (int(phases.max()) + 1) < 1 << 52
    order = np.argsort(key, kind="stable")
    key = key[order]
    begins = np.concatenate([[True], key[1:] != key[:-1]])
    starts = np.flatnonzero(begins)
    lengths = np.diff(np.append(starts, len(key)))
    return order, np.arange(len(key)) - np.repeat(starts, lengths)


def _places(offset: np.ndarray, number: np.ndarray, space: str, layout: MemoryLayout) -> np.ndarray:
    """Return byte addresses that differ between arrays, which have these numbers, as a GPU's do."""
    if space == "global":
        apart: np.ndarray = offset + (number << records.ID_SHIFT)
        return apart
    begins = np.zeros(records.MOST_SHARED, np.int64)
    for variable in layout.shared.values():
        begins[variable.index] = variable.place
    places: np.ndarray = offset + begins[np.minimum(number, records.MOST_SHARED - 1)]
    return places


def _is_load(site: Site) -> bool:
    return site.access == "read"


def _size(site: Site) -> int:
    """Return the bytes that one thread accesses."""
    return max(1, site.size)


def _element(site: Site, size: int) -> int:
    """Return the bytes of an element, of which an access of `size` bytes may have several."""
    return TYPE_BYTES.get(site.instruction.modifiers[-1], size)


def _in_order(rows: _Rows) -> Counters:
    return Counters.of([rows[line] for line in sorted(rows)])


def _add(row: LineCounters, name: str, amount: int) -> None:
    setattr(row, name, (getattr(row, name) or 0) + amount)


def scaled(sample: Counters, counts: Counters) -> Counters:
    """Return a whole launch's counts with a sample's sectors and wavefronts, in proportion to each line's bytes.

    Bytes of atomic operations, of which a sample has none, do not count. Exact if every block does what the sampled
    ones did. A line that the sample did not reach keeps None.
    """
    seen: Mapping[int, LineCounters] = {row.line: row for row in sample.lines}
    return Counters.of([_scaled_line(seen.get(row.line), row) for row in counts.lines])


def counted(profile: Counters, counts: Counters) -> Counters:
    """Return a whole launch's counts with the sectors and wavefronts of all its accesses."""
    names = [*(name for space in _OF_WARPS.values() for name in space), "branches", "divided_branches"]
    seen = {row.line: {name: getattr(row, name) for name in names} for row in profile.lines}
    whole = [row for row in profile.lines if not row.line]
    lines = [*whole, *(replace(row, **seen.get(row.line, {})) for row in counts.lines)]
    arrays, total = profile.arrays, counts.total
    # Those of arrays count if together they have all bytes that the launch loads and stores.
    if arrays is None or any(
        sum(getattr(each.total, name) for each in arrays.values()) != getattr(total, name)
        for name in ("global_load_bytes", "global_store_bytes")
    ):
        return Counters.of(lines)
    return Counters.of(lines, {name: each for name, each in arrays.items() if name})


def is_reached(counts: Counters, sample: Counters) -> bool:
    """Return whether the sample saw every line that accesses global memory."""
    seen = {row.line for row in sample.lines if _bytes_of(row, "global")}
    return all(row.line in seen for row in counts.lines if _bytes_of(row, "global"))


def _scaled_line(sample: LineCounters | None, row: LineCounters) -> LineCounters:
    if sample is None:
        return row
    values = {field.name: getattr(row, field.name) for field in fields(LineCounters)}
    for space, names in _OF_WARPS.items():
        moved = _sampled_bytes_of(sample, space)
        for name in names:
            value = getattr(sample, name)
            if value is not None and moved:
                values[name] = round(value * _sampled_bytes_of(row, space) / moved)
    return LineCounters(**values)


_OF_WARPS = {
    "global": ("global_requests", "global_sectors", "global_load_requests", "global_load_sectors"),
    "shared": (
        "shared_wavefronts", "shared_ideal_wavefronts", "shared_load_wavefronts", "shared_load_ideal_wavefronts",
    ),
}  # fmt: skip


def _bytes_of(row: LineCounters, space: str) -> int:
    return int(getattr(row, f"{space}_load_bytes") + getattr(row, f"{space}_store_bytes"))


def _sampled_bytes_of(row: LineCounters, space: str) -> int:
    """Return the bytes without those of atomic operations, each of which counts as a load and as a store."""
    return _bytes_of(row, space) - 2 * int(getattr(row, f"{space}_atomic_bytes"))


def profile_blocks(
    launch: SharedLaunch, blocks: Sequence[int], warps: Sequence[int] | None = None, *, whole: bool = False
) -> Counters:
    """Run these blocks (by number) and count the accesses of these warps of each, or of all.

    Buffers are restored. A block whose log is too long runs again with half of its warps at a time. If one warp's log
    is too long, only its beginning counts. An aborted block is the last one. In these two cases the counts are empty
    if `whole` is set.
    """
    buffers = enumerate(launch.memory.buffers[launch.memory.first_argument :], launch.memory.first_argument)
    arrays = {records.FIRST_BUFFER_ID + number: buffer.name for number, buffer in buffers}
    sums = LineSums(launch.translation.tables.sites, launch.translation.layout, arrays if whole else None)
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
