"""The checkers: accesses outside their array, reads of unwritten memory, data races, barriers that not all reach.

What each decides is C (`native/threads/judging.c`). Here are the shadow fields that it needs, the quick questions that
most accesses answer with no, and the words of what it has found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.emulator.checkers.base import Access, Checker, no_history
from grader.emulator.checkers.findings_table import FindingsTable
from grader.emulator.isa.opcodes import apply
from grader.emulator.native.records import EARLIER, LEFT_OUT, STANDSTILL, UNFENCED, UNWAITED
from grader.emulator.passes.suspensions import counts_as_atomic
from grader.emulator.result import RunFinding


class BoundsChecker(Checker):
    """`out-of-bounds` and `misaligned-access`; the core itself has already made the access harmless.

    Found: any access past either end of a buffer, a shared array, local memory or a parameter, however far, or at an
    address that its size does not divide. Missed: an index past a row but inside its own array (`As[0][16]` is
    `As[1][0]`), and overruns between fields of one struct.
    """

    name = "bounds"
    kinds = ("out-of-bounds", "misaligned-access")

    def findings(self, table: FindingsTable) -> Iterator[RunFinding]:
        for kind in self.kinds:
            for row in table.rows(kind):
                message = f"{row.access} of {row.size} bytes at {table.describe_place(row)}"
                if kind == "misaligned-access":
                    message += f", which {row.size} does not divide"
                yield table.finding(row, kind, message)


class Initialisation(Checker):
    """`uninitialized-read`: of shared and local arrays in this block, of outputs before their first store.

    Found: every load of a granule (4 bytes; 1 if the kernel has narrower accesses) without a store before it. Global
    buffers count only if the launch says that their content is not an input. Registers and local memory that a thread
    has not set are reported where a branch, an address or a store that others may see needs them
    (`lowering/unset_values.py`).
    """

    name = "initialisation"
    kinds = ("uninitialized-read",)
    judges_content = True
    fields = {"shared": ("write",), "local": ("write",), "global": ("write",)}  # noqa: RUF012

    def suspects_load(self, access: Access) -> str | None:
        b = access.builder
        writes = [access.load("write", granule) for granule in range(access.granules)]
        if access.space != "global":
            return b.any_of([b.let(f"icmp ult i64 {write}, {access.begin}") for write in writes])
        never = b.any_of([b.let(f"icmp eq i64 {write}, 0") for write in writes])
        return b.op("and", "pred", never, b.let(f"icmp ne i64 {access.fresh}, 0"))

    def findings(self, table: FindingsTable) -> Iterator[RunFinding]:
        for row in table.rows("uninitialized-read"):
            what = (
                "a register that it has not set"
                if row.space == "register"
                else f"{table.describe_object(row)}, which nobody has written"
            )
            yield table.finding(row, "uninitialized-read", f"reads {what}")


_READ_FIELDS = {"shared": ("first", "last"), "global": ("first", "last", "before")}
_DEEDS = {"write": "writes", "read": "reads", "atomic": "updates"}


class RaceChecker(Checker):
    """`data-race` on shared and on global memory, naming both parties.

    A race is two accesses by different threads to a common byte, at least one a write, not both atomic, with no barrier
    between them; blocks are never ordered. Writes of equal values count.

    Threads of a block run one after another from barrier to barrier, so the readers of an epoch come in order. The
    first and the last one show whether a thread other than the writer has read. So one schedule finds a conflicting
    pair in every barrier interval, for that input and unless the race itself changes the control flow.

    Shared memory keeps `write`, `first` (reader of this epoch) and `last`. Global memory keeps `write`, `first` (reader
    ever, which shows other blocks), `last` and `before` (the reader before it that differs in thread or epoch). Kernels
    with atomics keep the same for atomic accesses, and plain stores separately in `store`. Kernels whose threads may
    take turns within an epoch, or are ordered by more than barriers of the whole block, keep the history of every
    granule as a list: see `native/ordering/histories.c`.
    """

    name = "races"
    kinds = ("data-race",)
    fields = {space: ("write", *names) for space, names in _READ_FIELDS.items()}  # noqa: RUF012
    atomic_fields = {  # noqa: RUF012
        space: ("store", *(f"atomic_{name}" for name in names)) for space, names in _READ_FIELDS.items()
    }
    interleaved_fields = dict.fromkeys(("shared", "global"), ("history",))

    def suspects_load(self, access: Access) -> str | None:
        return self._touched(access, ["write"])

    def suspects_store(self, access: Access) -> str | None:
        return self._touched(access, ["write", "first"])

    def _touched(self, access: Access, names: Sequence[str]) -> str | None:
        """Ask whether one of these fields has an access since the last barrier (in global memory: any access)."""
        if access.space == "local":
            return None
        b, granules = access.builder, range(access.granules)
        if access.interleaved:
            if not access.kind.loads or access.kind.strong or access.kind.asynchronous:
                return "true"
            return b.any_of([self._disturbed(access, granule) for granule in granules])
        word, limit = ("icmp uge", access.epoch) if access.space == "shared" else ("icmp ugt", str(EARLIER))
        stamps = (access.load(name, granule) for granule in granules for name in names)
        return b.any_of([b.let(f"{word} i64 {stamp}, {limit}") for stamp in stamps])

    def _disturbed(self, access: Access, granule: int) -> str:
        """Ask whether a plain load may conflict with another access. If not, it is in the granule's history now."""
        b = access.builder
        history = b.let(f"select i1 {access.ok}, ptr {access.field('history', granule)}, ptr {no_history(b)}")
        quiet = b.let(f"call i1 @read_quietly(ptr %ctx, ptr %frame, ptr {history}, i64 {access.stamp})")
        return b.let(f"xor i1 {quiet}, true")

    def notes_load(self, access: Access) -> None:
        if access.interleaved or access.space == "local":
            return
        for granule in range(access.granules):
            places = [access.field(name, granule) for name in _READ_FIELDS[access.space]]
            if access.space == "shared":
                apply(access.builder, "note_reader_of_block", *places, access.epoch, access.stamp)
            else:
                apply(access.builder, "note_reader_of_grid", *places, access.stamp)

    def notes_store(self, access: Access) -> None:
        if "store" in access.fields:
            for granule in range(access.granules):
                access.store("store", access.stamp, granule)

    def findings(self, table: FindingsTable) -> Iterator[RunFinding]:
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


class Barriers(Checker):
    """`barrier-divergence` and `early-exit`; the other party is the first thread that waits.

    `early-exit`: a thread has left the kernel while others wait. `barrier-divergence`: threads wait at two different
    barriers or at one that is never complete, or the mask of a warp operation leaves out a thread that takes part. A
    GPU may continue in all cases. So does the emulator after the report: the waiting threads are released.
    """

    name = "barriers"
    kinds = ("barrier-divergence", "early-exit")

    def findings(self, table: FindingsTable) -> Iterator[RunFinding]:
        for row in table.rows("early-exit"):
            other = table.waiting_party(row)
            message = f"a thread leaves the kernel here while others wait at the barrier on line {other.line}"
            yield table.finding(row, "early-exit", message, other)
        for row in table.rows("barrier-divergence"):
            if row.extra == LEFT_OUT:
                message = "a thread takes part in what its warp does together, and the mask leaves it out"
                yield table.finding(row, "barrier-divergence", message)
                continue
            if row.extra == STANDSTILL:
                message = "the block's threads wait here, at barriers of several numbers or for more threads than come"
                yield table.finding(row, "barrier-divergence", message)
                continue
            other = table.waiting_party(row)
            message = f"a thread waits at the barrier on line {row.line}, another at the one on line {other.line}"
            yield table.finding(row, "barrier-divergence", message, other)


CHECKERS: tuple[Checker, ...] = (BoundsChecker(), Initialisation(), RaceChecker(), Barriers())
"""All that the core knows of them."""
