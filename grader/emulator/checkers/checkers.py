"""The checkers: accesses outside their array, reads of unwritten memory, data races, barriers that not all reach.

Three stages: *emit* (`suspicions` and `note`, in Python, once for each shape of access), *run* (machine code keeps
shadow memory and fills the findings table), *drain* (`findings`, in Python, once after the launch).

Each access first answers cheap questions. If none suspects it, the books are kept inline. Otherwise `judge` in
`native/threads/judging.c` decides exactly, and keeps the same books. It never asks about an access that no question
suspects, except for atomics, which it always judges. Checkers may not change addresses, values or control flow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from grader.emulator.checkers.findings_table import FindingsTable
from grader.emulator.isa.builder import Builder
from grader.emulator.isa.opcodes import apply
from grader.emulator.native.records import (
    ASYNC,
    EARLIER,
    LEFT_OUT,
    OF_DATA,
    READ,
    SCRATCH,
    STANDSTILL,
    UNFENCED,
    UNWAITED,
    UPDATE,
    WATCH,
    WRITE,
)
from grader.emulator.passes.suspensions import counts_as_atomic
from grader.emulator.result import RunFinding


class Deed(str, Enum):
    """What an access does."""

    LOAD = "load"
    STORE = "store"
    ATOMIC = "atomic"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessKind:
    """What an access does, and how.

    `strong`: a load or store that counts as atomic. `of_data`: so does it, but no branch depends on the value it reads.
    `asynchronous`: made by an asynchronous copy. `moved`: the loaded value only goes into stores
    (`passes/value_flow.py`) or is followed (`passes/value_flow.py`).
    """

    deed: Deed
    strong: bool = False
    of_data: bool = False
    asynchronous: bool = False
    moved: bool = False

    @property
    def loads(self) -> bool:
        """True if it only reads."""
        return self.deed is Deed.LOAD

    @property
    def atomic(self) -> bool:
        """True if it reads and writes at once."""
        return self.deed is Deed.ATOMIC

    @property
    def plain_class(self) -> int:
        """What it does, as a class of `native/records.h`."""
        return {Deed.LOAD: READ, Deed.STORE: WRITE, Deed.ATOMIC: UPDATE}[self.deed]

    @property
    def class_(self) -> int:
        """Its class, as histories know it."""
        strong = {READ: WATCH, WRITE: UPDATE} if self.strong else {}
        return strong.get(self.plain_class, self.plain_class) | ASYNC * self.asynchronous | OF_DATA * self.of_data

    def used(self) -> AccessKind:
        """Return the same without `moved`."""
        return replace(self, moved=False)

    def __str__(self) -> str:
        """Return it as a part of a function's name."""
        words = [name for name in ("strong", "of_data", "asynchronous", "moved") if getattr(self, name)]
        return "_".join([*words, self.deed.value])


LOAD, STORE, ATOMIC = (AccessKind(deed=deed) for deed in Deed)


def no_history(b: Builder) -> str:
    """Return the history, always empty, for an access outside its array."""
    return b.at(b.context("gathered", "ptr"), SCRATCH["no_history"])


@dataclass(slots=True)
class Access:
    """One access as a checker sees it when IR is written.

    The first group is known during translation. The second group are names of IR values: `pointer` (a safe host pointer
    if the access is `ok`), the truths `ok` and `aligned`, all others i64; `offset` is that in the array of number
    `object`. The last four are empty in code without checkers. `record` points at the shadow of the first granule.
    `stamp` is this access's own stamp. `epoch` and `begin` are the stamps of the last barrier and of the block's start;
    everything of the block with a lower stamp happened before. `interleaved` says that threads may take turns between
    barriers, so that accesses do not come thread by thread.
    """

    builder: Builder
    kind: AccessKind
    space: str
    granules: int
    stride: int
    fields: Mapping[str, int]
    interleaved: bool

    pointer: str
    ok: str
    aligned: str
    offset: str
    object: str
    fresh: str
    record: str
    stamp: str
    epoch: str
    begin: str

    def field(self, name: str, granule: int = 0) -> str:
        """Return a pointer to a shadow field of one granule."""
        return self.builder.at(self.record, self._place(name, granule))

    def _place(self, name: str, granule: int) -> int:
        return granule * self.stride + self.fields[name]

    def load(self, name: str, granule: int = 0) -> str:
        """Load the stamp in a shadow field."""
        return self.builder.load(self.record, self._place(name, granule))

    def store(self, name: str, value: str, granule: int = 0) -> None:
        """Store a stamp to a shadow field."""
        self.builder.store(value, self.record, self._place(name, granule))


KINDS = (
    "out-of-bounds", "misaligned-access", "uninitialized-read", "data-race", "barrier-divergence", "early-exit",
)  # fmt: skip
"""The findings that there can be, in the order of the findings table."""

_READERS = {"shared": ("first", "last"), "global": ("first", "last", "before")}


def shadow_fields(space: str, *, atomics: bool, interleaved: bool) -> Sequence[str]:
    """Return the fields that shadow memory has for each granule of a space: 8-byte stamps, or a history.

    `write` is of the last store. Shared memory keeps `first` (reader of this epoch) and `last`. Global memory keeps
    `first` (reader ever, which shows other blocks), `last` and `before` (the reader before it that differs in thread or
    epoch). Kernels with atomics keep the same for atomic accesses, and plain stores separately in `store`. Kernels
    whose threads may take turns within an epoch, or are ordered by more than barriers of the whole block, keep the
    history of every granule as a list: see `native/ordering/histories.c`.
    """
    readers = _READERS.get(space, ())
    if interleaved:
        return ("write", "history") if readers else ("write",)
    of_atomics = ("store", *(f"atomic_{name}" for name in readers)) if atomics and readers else ()
    return ("write", *readers, *of_atomics)


def suspicions(access: Access) -> Iterator[str]:
    """Yield i1 values; the access must be judged if one is true."""
    if access.kind.loads and not access.kind.moved:  # a value that is only moved need not be written yet
        yield _unwritten(access)
    if access.space == "local":
        return
    b, granules = access.builder, range(access.granules)
    if not access.interleaved:
        # Is there an access since the last barrier (in global memory: any access)?
        word, limit = ("icmp uge", access.epoch) if access.space == "shared" else ("icmp ugt", str(EARLIER))
        names = ["write"] if access.kind.loads else ["write", "first"]
        stamps = (access.load(name, granule) for granule in granules for name in names)
        yield b.any_of([b.let(f"{word} i64 {stamp}, {limit}") for stamp in stamps])
    elif not access.kind.loads or access.kind.strong or access.kind.asynchronous:
        yield "true"
    else:
        # A plain load may conflict with another access. If not, it is in the granule's history now.
        disturbed = []
        for granule in granules:
            history = b.let(f"select i1 {access.ok}, ptr {access.field('history', granule)}, ptr {no_history(b)}")
            quiet = b.let(f"call i1 @read_quietly(ptr %ctx, ptr %frame, ptr {history}, i64 {access.stamp})")
            disturbed.append(b.let(f"xor i1 {quiet}, true"))
        yield b.any_of(disturbed)


def _unwritten(access: Access) -> str:
    b = access.builder
    writes = [access.load("write", granule) for granule in range(access.granules)]
    if access.space != "global":
        return b.any_of([b.let(f"icmp ult i64 {write}, {access.begin}") for write in writes])
    never = b.any_of([b.let(f"icmp eq i64 {write}, 0") for write in writes])
    return b.op("and", "pred", never, b.let(f"icmp ne i64 {access.fresh}, 0"))


def note(access: Access) -> None:
    """Keep the books inline, for an access that no question suspects."""
    granules = range(access.granules)
    if access.kind.loads:
        for granule in granules if not access.interleaved and access.space != "local" else ():
            places = [access.field(name, granule) for name in _READERS[access.space]]
            if access.space == "shared":
                apply(access.builder, "note_reader_of_block", *places, access.epoch, access.stamp)
            else:
                apply(access.builder, "note_reader_of_grid", *places, access.stamp)
        return
    for name in ("store", "write"):
        for granule in granules if name in access.fields else ():
            access.store(name, access.stamp, granule)


def findings(table: FindingsTable) -> Iterator[RunFinding]:
    """Yield the findings of a launch with checkers, kind by kind."""
    for find in (_outside, _unset, _races, _apart):
        yield from find(table)


def _outside(table: FindingsTable) -> Iterator[RunFinding]:
    """`out-of-bounds` and `misaligned-access`; the core itself has already made the access harmless.

    Found: any access past either end of a buffer, a shared array, local memory or a parameter, however far, or at an
    address that its size does not divide. Missed: an index past a row but inside its own array (`As[0][16]` is
    `As[1][0]`), and overruns between fields of one struct.
    """
    for kind in ("out-of-bounds", "misaligned-access"):
        for row in table.rows(kind):
            message = f"{row.access} of {row.size} bytes at {table.describe_place(row)}"
            if kind == "misaligned-access":
                message += f", which {row.size} does not divide"
            yield table.finding(row, kind, message)


def _unset(table: FindingsTable) -> Iterator[RunFinding]:
    """`uninitialized-read`: of shared and local arrays in this block, of outputs before their first store.

    Found: every load of a granule (4 bytes; 1 if the kernel has narrower accesses) without a store before it. Global
    buffers count only if the launch says that their content is not an input. Registers and local memory that a thread
    has not set are reported where a branch, an address or a store that others may see needs them
    (`lowering/unset_values.py`).
    """
    for row in table.rows("uninitialized-read"):
        what = (
            "a register that it has not set"
            if row.space == "register"
            else f"{table.describe_object(row)}, which nobody has written"
        )
        yield table.finding(row, "uninitialized-read", f"reads {what}")


_DEEDS = {"write": "writes", "read": "reads", "atomic": "updates"}


def _races(table: FindingsTable) -> Iterator[RunFinding]:
    """`data-race` on shared and on global memory, naming both parties.

    A race is two accesses by different threads to a common byte, at least one a write, not both atomic, with no barrier
    between them; blocks are never ordered. Writes of equal values count.

    Threads of a block run one after another from barrier to barrier, so the readers of an epoch come in order. The
    first and the last one show whether a thread other than the writer has read. So one schedule finds a conflicting
    pair in every barrier interval, for that input and unless the race itself changes the control flow.
    """
    for row in table.rows("data-race"):
        other = table.other_party(row)
        size = f"{row.size} byte{'s' if row.size != 1 else ''}"
        parties = (
            f"line {row.line} {_DEEDS[row.access]} {table.describe_object(row)}, "
            f"line {other.line} {_DEEDS[other.access]} it"
        )
        missing = "wait" if row.extra & UNWAITED else "fence" if row.extra & UNFENCED else ""
        if not missing and counts_as_atomic(row.instruction) and counts_as_atomic(table.other_instruction(row)):
            missing = "order"
        message = f"race on {row.space} memory ({size}): {parties}, {_not_between(missing, causal=table.causal)}"
        yield table.finding(row, "data-race", message, other, missing)


def _not_between(missing: str, *, causal: bool) -> str:
    """Say what would have ordered the two."""
    if missing == "order":
        return "both atomic, but nothing says which comes first"
    if missing == "wait":
        return "by an asynchronous copy that nobody has waited for (__pipeline_wait_prior, cp.async.wait_group)"
    if missing == "fence":
        return "no __threadfence() after the flag was read"
    return "no barrier, and no flag between two fences, in between" if causal else "no barrier between"


def _apart(table: FindingsTable) -> Iterator[RunFinding]:
    """`early-exit` and `barrier-divergence`; the other party is the first thread that waits.

    `early-exit`: a thread has left the kernel while others wait. `barrier-divergence`: threads wait at two different
    barriers or at one that is never complete, or the mask of a warp operation leaves out a thread that takes part. A
    GPU may continue in all cases. So does the emulator after the report: the waiting threads are released.
    """
    for row in table.rows("early-exit"):
        other = table.waiting_party(row)
        message = f"a thread leaves the kernel here while others wait at the barrier on line {other.line}"
        yield table.finding(row, "early-exit", message, other)
    for row in table.rows("barrier-divergence"):
        if row.extra == LEFT_OUT:
            message = "a thread takes part in what its warp does together, and the mask leaves it out"
            yield table.finding(row, "barrier-divergence", message, missing="lane")
            continue
        if row.extra == STANDSTILL:
            message = "the block's threads wait here, at barriers of several numbers or for more threads than come"
            yield table.finding(row, "barrier-divergence", message)
            continue
        other = table.waiting_party(row)
        message = f"a thread waits at the barrier on line {row.line}, another at the one on line {other.line}"
        yield table.finding(row, "barrier-divergence", message, other)
