"""Results of a launch on the emulator: findings, counts, recorded events; or errors, for PTX that it cannot run.

Plain values, nothing of grading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from operator import attrgetter
from typing import Any, Literal, NamedTuple, overload

import numpy as np

Dim3 = tuple[int, int, int]
TurnOrder = Literal["forward", "reversed", "lockstep"]
Varies = Literal["", "turns", "moment"]


class Unsupported(Exception):  # noqa: N818 - reads as what the instruction is
    """An instruction that the emulator does not know. It becomes a finding of this `kind` where it is reached."""

    kind = "unsupported"


class TooLarge(Unsupported):
    """A kernel that declares or needs more than a GPU allows."""

    kind = "resource-limit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """One access by one thread: which thread, where in the source, and what it did (`read`, `write`, `atomic`)."""

    block: Dim3
    thread: Dim3
    line: int
    column: int
    file: str
    access: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFinding:
    """A fault that a checker (or the core) saw, at its first occurrence; `count` tells how often it was seen.

    `kind` is one of out-of-bounds, misaligned-access, uninitialized-read, data-race, barrier-divergence, early-exit,
    device-assert, device-trap, timeout, unsupported, resource-limit. `object` is the buffer's or the shared array's
    name, `offset` the byte offset in it (may be negative or past its end), `object_bytes` its size. `missing` says of a
    race what alone would have ordered it, where that is known: `fence` (a flag had told of the other access), `wait`
    (for an asynchronous copy) or `order` (both accesses are atomic, but the values meet in any order); of a trap, that
    a thread's `stack` is full; of a barrier, that it is the grid's and a `block` has ended without it, or that its mask
    lacks a `lane`.

    An uninitialized-read in space `register` is of one that its thread has not set. Compilers leave such reads where no
    result depends on them (the bytes between a struct's members): a launch with another `poison` tells.

    `address` is where an access to global memory went; to no array where there is no `object`. `fatal` says that a GPU
    would have ended the launch here. `same_value` says of a race that every store in it left the cell as it was.
    """

    kind: str
    line: int
    column: int
    file: str
    block: Dim3 | None = None
    thread: Dim3 | None = None
    access: str | None = None
    space: str | None = None
    object: str | None = None
    offset: int | None = None
    size: int | None = None
    object_bytes: int | None = None
    other: Party | None = None
    count: int = 1
    message: str = ""
    instruction: str = ""
    missing: str = ""
    address: int | None = None
    fatal: bool = False
    same_value: bool = False


@dataclass(slots=True, kw_only=True)
class LineCounters:
    """Exact counts of one source line, summed over all threads.

    An atomic operation counts as a load and as a store, and its bytes once more among the atomic ones.
    Those of warps (requests, sectors, wavefronts) are of loads and stores together, with the loads' part beside them;
    they are None where the launch was not profiled or the line has no such access.

    `working_threads` are those that load from or store to global or shared memory at all, by plain accesses. They are
    told of a launch as a whole, by a row for line 0. `branches` are a warp's executions of a branch, `divided_branches`
    those at which its threads go different ways; both are None where the launch was not profiled.
    """

    line: int
    global_loads: int = 0
    global_load_bytes: int = 0
    global_stores: int = 0
    global_store_bytes: int = 0
    shared_loads: int = 0
    shared_load_bytes: int = 0
    shared_stores: int = 0
    shared_store_bytes: int = 0
    global_atomic_bytes: int = 0
    shared_atomic_bytes: int = 0
    atomics: int = 0
    flop: int = 0
    barriers: int = 0
    global_requests: int | None = None
    global_sectors: int | None = None
    shared_wavefronts: int | None = None
    shared_ideal_wavefronts: int | None = None
    global_load_requests: int | None = None
    global_load_sectors: int | None = None
    shared_load_wavefronts: int | None = None
    shared_load_ideal_wavefronts: int | None = None
    working_threads: int | None = None
    branches: int | None = None
    divided_branches: int | None = None


COLUMNS = tuple(field.name for field in fields(LineCounters))
OPTIONAL = tuple(field.name for field in fields(LineCounters) if field.default is None)
NONE = -1
"""Stands for None in a table of counters, which has a row a line and a column for each of `COLUMNS`."""
_amounts: Any = attrgetter(*COLUMNS)


@dataclass(frozen=True, eq=False)
class Counters:
    """Counts by source line, as a `table`; `total` sums them.

    `arrays` has those of global arrays alone, by the names of arguments; without one, an array was not accessed. It is
    None unless the whole launch was profiled and the log has every access.
    """

    table: np.ndarray = field(default_factory=lambda: np.zeros((0, len(COLUMNS)), np.int64))
    arrays: Mapping[str, Counters] | None = None

    @classmethod
    def of(cls, lines: Iterable[LineCounters], arrays: Mapping[str, Counters] | None = None) -> Counters:
        """Return the counts of these lines."""
        rows = [[NONE if amount is None else amount for amount in _amounts(line)] for line in lines]
        return cls(np.array(rows, np.int64).reshape(-1, len(COLUMNS)), arrays)

    @cached_property
    def lines(self) -> tuple[LineCounters, ...]:
        """The counts of each line, made when they are first asked for: most launches need none."""
        return tuple(map(_line, self.table.tolist()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counters) and (self.lines, self.arrays) == (other.lines, other.arrays)

    __hash__ = None  # type: ignore[assignment]

    @property
    def total(self) -> LineCounters:
        """The sum over all lines (`line` is 0)."""
        table = self.table.copy()
        table[:, 0] = 0
        return _line(_by_line(table)[0].tolist()) if len(table) else LineCounters(line=0)

    def of_array(self, name: str) -> Counters | None:
        """Return the counts of one array; None where arrays were not counted."""
        return None if self.arrays is None else self.arrays.get(name, Counters())

    @classmethod
    def together(cls, launches: Sequence[Counters]) -> Counters:
        """Return the sum of launches, line by line. What one of them could not count is unknown of all."""
        some = [each for each in launches if len(each.table)]
        if len(some) < 2:
            return some[0] if some else cls()
        tables = [each.table for each in some]
        rows = np.concatenate(tables)
        if not all(map(_counts_warps, tables)):
            rows[:, _OPTIONAL] = NONE
        counted = [each.arrays for each in some if each.arrays is not None]
        names = dict.fromkeys(name for arrays in counted for name in arrays)
        by_name = {name: cls.together([arrays[name] for arrays in counted if name in arrays]) for name in names}
        return cls(_by_line(rows), by_name if len(counted) == len(some) else None)


_OPTIONAL = [place for place, name in enumerate(COLUMNS) if name in OPTIONAL]
_MOVED = np.array(
    [name.endswith(("load_bytes", "store_bytes")) - 2 * name.endswith("atomic_bytes") for name in COLUMNS]
)
"""Adds up the bytes of a row without those of atomic operations, each of which counts as a load and as a store."""


def _line(row: Sequence[int]) -> LineCounters:
    amounts: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
    return LineCounters(**{**amounts, **{name: None for name in OPTIONAL if amounts[name] == NONE}})


def _counts_warps(table: np.ndarray) -> bool:
    """Return whether the counts of warps are known: some are there, or there is nothing to count."""
    return bool((table[:, _OPTIONAL] != NONE).any()) or not (table @ _MOVED).any()


def _by_line(rows: np.ndarray) -> np.ndarray:
    """Return the sum of each line's rows, in the order of the lines; None stands for nothing."""
    lines, place = np.unique(rows[:, 0], return_inverse=True)
    sums = np.zeros((lines.size, rows.shape[1]), np.int64)
    known = np.zeros(sums.shape, bool)
    np.add.at(sums, place, np.maximum(rows, 0))
    np.logical_or.at(known, place, rows != NONE)
    sums[~known] = NONE
    sums[:, 0] = lines
    return sums


@dataclass(slots=True, kw_only=True)
class Executed:
    """How often each block of a kernel's instructions ran, in one launch or in several together.

    `count` makes counts by line of `times` and `reached`, which takes longer than a small launch. `work` has two rows,
    the bytes of global memory and the floating-point operations of each block's instructions.
    """

    times: np.ndarray
    reached: np.ndarray | None
    work: np.ndarray
    count: Callable[[np.ndarray, np.ndarray | None], Counters] = field(repr=False)

    def add(self, other: Executed) -> None:
        """Add another launch of the kernel."""
        self.times = self.times + other.times
        if other.reached is not None:
            self.reached = other.reached if self.reached is None else self.reached + other.reached

    @property
    def counters(self) -> Counters:
        """Counts by source line."""
        return self.count(self.times, self.reached)

    @property
    def done(self) -> tuple[int, int]:
        """Bytes of global memory that were read or written, and floating-point operations."""
        size, flop = (self.work @ self.times[: self.work.shape[1]]).tolist()
        return size + (0 if self.reached is None else int(self.reached[:, 0].sum())), flop


class Event(NamedTuple):
    """One step of a recorded block: see `Kernel.launch(record=…)`.

    `op` is load, store, atomic, fma, barrier or exit; `thread` is linear in the block; `phase` counts the barriers that
    the block has passed; `object` and `index` name the array and the place in it, counted in what is accessed at once,
    `width` bytes (index −1: outside; width 0: no access); `value` is what was loaded, stored or computed, or what an
    atomic operation leaves there, as far as the instruction tells the type, and `bits` the same as it lies in memory.
    """

    thread: int
    phase: int
    line: int
    op: str
    object: str
    index: int  # type: ignore[assignment]  # of a million events nobody asks for `tuple.index`
    value: float
    bits: int = 0
    width: int = 0


OPERATIONS = ("load", "store", "fma", "barrier", "exit", "atomic")
"""What `Event.op` may be."""


@dataclass(frozen=True)
class Events(Sequence[Event]):
    """The steps of a recorded block as columns; each step is made when they are first gone through.

    `rows` has thread, phase, line, the operation's and the array's place in `OPERATIONS` and `names`, index, bits and
    width of each step (int64), `values` its value (float64).
    """

    rows: np.ndarray = field(default_factory=lambda: np.zeros((0, 8), np.int64))
    values: np.ndarray = field(default_factory=lambda: np.zeros(0))
    names: tuple[str, ...] = ()

    @cached_property
    def _made(self) -> tuple[Event, ...]:
        thread, phase, line, op, name, index, bits, width = self.rows.T.tolist() if len(self.rows) else ((),) * 8
        ops, objects = [OPERATIONS[each] for each in op], [self.names[each] for each in name]
        return tuple(map(Event, thread, phase, line, ops, objects, index, self.values.tolist(), bits, width))

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._made)

    @overload
    def __getitem__(self, place: int) -> Event: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, place: int | slice) -> Event | tuple[Event, ...]:
        return self._made[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._made == tuple(other)

    def __hash__(self) -> int:
        return hash(self._made)


@dataclass(frozen=True, kw_only=True)
class Run:
    """What one launch gave. `seconds` is the time in machine code; `finished` is False when it was cut short.

    `written` maps each global buffer's name to a bool array, one flag per byte of the buffer that a thread stored to.
    `touched` returns for the module's variables and lasting arrays, in order, which words were read (bit 0) and written
    (bit 1); ask before the next launch.
    `way` says in words how it ran and why: in rows of threads or thread by thread, on how many host threads.
    `varies` says what may show in the results of a launch with its turns reversed: their order (`turns`: the kernel has
    atomics, flags or volatile accesses), or else when and where a thread runs (`moment`: it reads a clock, or the
    number of its multiprocessor).
    """

    findings: tuple[RunFinding, ...]
    executed: Executed | None = field(default=None, repr=False)
    output: str = ""
    finished: bool = True
    seconds: float = 0.0
    events: Events = field(default_factory=Events)
    events_truncated: bool = False
    written: dict[str, np.ndarray] = field(default_factory=dict)
    touched: Callable[[], Sequence[np.ndarray]] = field(default=tuple, repr=False)
    varies: Varies = ""
    way: str = ""

    @cached_property
    def counters(self) -> Counters:
        """Counts by source line, added up on first use: that takes longer than a small launch."""
        return self.executed.counters if self.executed else Counters()


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of one of many runs: each (kind, line) that was found, whether it ended, what it stored to.

    `written` is as in `Run`.
    """

    found: frozenset[tuple[str, int]]
    finished: bool
    written: Mapping[str, np.ndarray]
