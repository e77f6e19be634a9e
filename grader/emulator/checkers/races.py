"""Data races on shared and on global memory.

A race is two accesses by different threads to a common byte, at least one a write, not both atomic, with no barrier
between them; blocks are never ordered. Writes of equal values count.

Threads of a block run one after another from barrier to barrier, so the readers of an epoch come in order. The first
and the last one show whether a thread other than the writer has read. So one schedule finds a conflicting pair in every
barrier interval, for that input and unless the race itself changes the control flow.

Shared memory keeps `write`, `first` (reader of this epoch) and `last`. Global memory keeps `write`, `origin` (first
reader ever, which shows other blocks), `last` and `before` (the reader before it that differs in thread or epoch).
Kernels with atomics keep the same for atomic accesses, and plain stores separately in `store`. Kernels whose threads
may take turns within an epoch, or are ordered by more than barriers of the whole block, keep the history of every
granule as a list: see `native/ordering/histories.c`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.emulator.checkers.base import Access, Checker, no_history, row_of
from grader.emulator.checkers.findings_table import FindingsTable
from grader.emulator.layout import EARLIER, SPACES
from grader.emulator.native.records import ASYNC, OF_DATA, READ, SPACE_SHIFT, UNFENCED, UNWAITED, UPDATE, WATCH, WRITE
from grader.emulator.passes.suspensions import counts_as_atomic
from grader.emulator.result import RunFinding

_READ_FIELDS = {"shared": ("first", "last"), "global": ("origin", "last", "before")}
_ATOMIC_FIELDS = {space: tuple(f"atomic_{name}" for name in names) for space, names in _READ_FIELDS.items()}
_DEEDS = {"write": "writes", "read": "reads", "atomic": "updates"}


class RaceChecker(Checker):
    """`data-race`, naming both parties."""

    name = "races"
    kinds = ("data-race",)
    fields = {space: ("write", *names) for space, names in _READ_FIELDS.items()}  # noqa: RUF012
    atomic_fields = {space: ("store", *names) for space, names in _ATOMIC_FIELDS.items()}  # noqa: RUF012
    interleaved_fields = dict.fromkeys(("shared", "global"), ("history",))

    # ---- the cheap questions

    def suspects_load(self, access: Access) -> str | None:
        return self._touched(access, ["write"])

    def suspects_store(self, access: Access) -> str | None:
        return self._touched(access, ["write", "first" if access.space == "shared" else "origin"])

    def _touched(self, access: Access, names: Sequence[str]) -> str | None:
        """Ask whether one of these fields has an access since the last barrier (in global memory: any access)."""
        if access.space == "local":
            return None
        b = access.builder
        if access.interleaved:
            if not access.kind.loads or access.kind.strong or access.kind.asynchronous:
                return "true"
            return b.any_of([self._disturbed(access, granule) for granule in range(access.granules)])
        word, limit = ("icmp uge", access.epoch) if access.space == "shared" else ("icmp ugt", str(EARLIER))
        truths = [
            b.let(f"{word} i64 {access.load(name, granule)}, {limit}")
            for granule in range(access.granules)
            for name in names
        ]
        return b.any_of(truths)

    def _disturbed(self, access: Access, granule: int) -> str:
        """Ask whether a plain load may conflict with another access. If not, it is in the granule's history now."""
        b = access.builder
        history = b.let(f"select i1 {access.ok}, ptr {access.field('history', granule)}, ptr {no_history(b)}")
        quiet = b.let(f"call i1 @read_quietly(ptr %ctx, ptr %frame, ptr {history}, i64 {access.stamp})")
        return b.let(f"xor i1 {quiet}, true")

    # ---- the books

    def notes_load(self, access: Access) -> None:
        if not access.interleaved:
            self._note(access, "")

    def notes_store(self, access: Access) -> None:
        if "store" in access.fields:
            for granule in range(access.granules):
                access.store("store", access.stamp, granule)

    def _note(self, access: Access, prefix: str) -> None:
        if access.space == "local":
            return
        for granule in range(access.granules):
            if access.space == "shared":
                self._note_in_epoch(access, prefix, granule)
            else:
                self._note_origin(access, f"{prefix}origin", granule)
                self._note_last_two(access, prefix, granule)

    def _note_in_epoch(self, access: Access, prefix: str, granule: int) -> None:
        b = access.builder
        first = access.load(f"{prefix}first", granule)
        old = b.let(f"icmp ult i64 {first}, {access.epoch}")
        access.store(f"{prefix}first", b.let(f"select i1 {old}, i64 {access.stamp}, i64 {first}"), granule)
        access.store(f"{prefix}last", access.stamp, granule)

    def _note_origin(self, access: Access, name: str, granule: int) -> None:
        b = access.builder
        origin = access.load(name, granule)
        unread = b.let(f"icmp eq i64 {origin}, 0")
        access.store(name, b.let(f"select i1 {unread}, i64 {access.stamp}, i64 {origin}"), granule)

    def _note_last_two(self, access: Access, prefix: str, granule: int) -> None:
        b = access.builder
        last, before = access.load(f"{prefix}last", granule), access.load(f"{prefix}before", granule)
        apart = b.let(f"icmp ugt i64 {b.let(f'xor i64 {last}, {access.stamp}')}, 65535")
        access.store(f"{prefix}before", b.let(f"select i1 {apart}, i64 {last}, i64 {before}"), granule)
        access.store(f"{prefix}last", access.stamp, granule)

    # ---- the exact answers

    def on_load(self, access: Access) -> None:
        if access.interleaved:
            self._meet(access, WATCH if access.kind.strong else READ)
            return
        self._against_stores(access)
        self._against_family(access, "atomic_")
        self._note(access, "")

    def on_store(self, access: Access) -> None:
        if access.interleaved:
            self._meet(access, UPDATE if access.kind.strong else WRITE)
            return
        self._against_stores(access)
        self._against_family(access, "")
        self._against_family(access, "atomic_")
        self.notes_store(access)

    def on_atomic(self, access: Access) -> None:
        if access.interleaved:
            self._meet(access, UPDATE)
            return
        self._against_stores(access)
        self._against_family(access, "")
        self._note(access, "atomic_")

    def _meet(self, access: Access, what: int) -> None:
        """Compare with all accesses in the granule's history, and add this one."""
        if access.space == "local":
            return
        b = access.builder
        row = row_of(b, "data-race", access.site)
        space = SPACES.index(access.space) << SPACE_SHIFT
        kind = what | (ASYNC if access.kind.asynchronous else 0) | (OF_DATA if access.kind.of_data else 0)
        for granule in range(access.granules):
            arguments = (
                f"ptr %ctx, ptr %frame, ptr {access.field('history', granule)}, i64 {access.stamp}, i64 {kind}, "
                f"i64 {row}, i64 {access.offset}, i64 {access.object}, i64 {space}"
            )
            if what == WATCH and "write" in access.fields:
                # A loop that polls a flag leaves one trace.
                b.do(f"call void @poll({arguments}, ptr {access.field('write', granule)})")
            else:
                b.do(f"call void @meet({arguments})")

    def _against_stores(self, access: Access) -> None:
        if access.space == "local":
            return
        name = "store" if "store" in access.fields else "write"
        for granule in range(access.granules):
            self._against(access, access.load(name, granule))

    def _against_family(self, access: Access, prefix: str) -> None:
        """Compare with the readers, or with the atomic updates."""
        if access.space == "local":
            return
        for granule in range(access.granules):
            for name in _READ_FIELDS[access.space]:
                if f"{prefix}{name}" in access.fields:
                    self._against(access, access.load(f"{prefix}{name}", granule))

    def _against(self, access: Access, other: str) -> None:
        """Report if the access with stamp `other` is by another thread and no barrier orders it before this one."""
        b = access.builder
        now = b.let(f"icmp uge i64 {other}, {access.epoch}")
        differs = b.let(f"icmp ugt i64 {b.let(f'xor i64 {other}, {access.stamp}')}, 65535")
        conflict = b.let(f"and i1 {now}, {differs}")
        if access.space == "global":
            happened = b.let(f"icmp ugt i64 {other}, {EARLIER}")
            elsewhere = b.let(f"icmp ult i64 {other}, {access.begin}")
            foreign = b.let(f"and i1 {happened}, {elsewhere}")
            conflict = b.let(f"or i1 {conflict}, {foreign}")
        access.report("data-race", conflict, other)

    def findings(self, table: FindingsTable) -> Iterator[RunFinding]:
        causal = table.causal
        for row in table.rows("data-race"):
            other = table.other_party(row)
            size = f"{row.size} byte{'s' if row.size != 1 else ''}"
            parties = (
                f"line {row.line} {_DEEDS[row.access]} {table.describe_object(row)}, "
                f"line {other.line} {_DEEDS[other.access]} it"
            )
            missing = _missing(row.extra)
            if not missing and counts_as_atomic(row.instruction) and counts_as_atomic(table.other_instruction(row)):
                missing = "order"
            message = f"race on {row.space} memory ({size}): {parties}, {_not_between(missing, causal=causal)}"
            yield table.finding(row, "data-race", message, other, missing)


def _missing(extra: int) -> str:
    if extra & UNWAITED:
        return "wait"
    return "fence" if extra & UNFENCED else ""


def _not_between(missing: str, *, causal: bool) -> str:
    """Say what would have ordered the two."""
    if missing == "order":
        return "both atomic, but nothing says which comes first"
    if missing == "wait":
        return "by an asynchronous copy that nobody has waited for (__pipeline_wait_prior, cp.async.wait_group)"
    if missing == "fence":
        return "no __threadfence() after the flag was read"
    return "no barrier, and no flag between two fences, in between" if causal else "no barrier between"
