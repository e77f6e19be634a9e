"""Data races on shared and on global memory.

A race is two accesses by different threads to a common byte, at least one a write, not both atomic, with no barrier
between them; blocks are never ordered. Writes of equal values count.

Threads of a block run one after another from barrier to barrier, so the readers of an epoch come in order: the first
and the last one tell whether there was another reader than the one who now writes. One schedule thus finds a
conflicting pair in every barrier interval, for that input and unless the race itself steers the control flow.

Shared memory keeps `write`, `first` (reader of this epoch) and `last`. Global memory keeps `write`, `origin` (first
reader ever, which tells of other blocks), `last` and `before` (the reader before it that differs in thread or epoch).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.emulator.checkers.base import Access, Checker

if TYPE_CHECKING:
    from grader.emulator.drain import Drained
    from grader.emulator.findings import Finding


class Races(Checker):
    """`data-race`, naming both parties."""

    name = "races"
    kinds = ("data-race",)
    fields = {  # noqa: RUF012
        "shared": ("write", "first", "last"),
        "global": ("write", "origin", "last", "before"),
    }

    # ---- the cheap questions

    def suspects_load(self, access: Access) -> str | None:
        if access.space == "local":
            return None
        b = access.builder
        word = "icmp uge" if access.space == "shared" else "icmp ne"
        against = access.epoch if access.space == "shared" else "0"
        return _any(b, [b.let(f"{word} i64 {access.load('write', g)}, {against}") for g in range(access.granules)])

    def suspects_store(self, access: Access) -> str | None:
        if access.space == "local":
            return None
        b = access.builder
        truths = []
        for granule in range(access.granules):
            write = access.load("write", granule)
            read = access.load("first" if access.space == "shared" else "origin", granule)
            if access.space == "shared":
                truths += [b.let(f"icmp uge i64 {stamp}, {access.epoch}") for stamp in (write, read)]
            else:
                truths.append(b.let(f"icmp ne i64 {b.let(f'or i64 {write}, {read}')}, 0"))
        return _any(b, truths)

    # ---- the books

    def notes_load(self, access: Access) -> None:
        if access.space == "local":
            return
        b = access.builder
        for granule in range(access.granules):
            if access.space == "shared":
                first = access.load("first", granule)
                old = b.let(f"icmp ult i64 {first}, {access.epoch}")
                access.store("first", b.let(f"select i1 {old}, i64 {access.stamp}, i64 {first}"), granule)
            else:
                origin, last = access.load("origin", granule), access.load("last", granule)
                unread = b.let(f"icmp eq i64 {origin}, 0")
                access.store("origin", b.let(f"select i1 {unread}, i64 {access.stamp}, i64 {origin}"), granule)
                apart = b.let(f"icmp ugt i64 {b.let(f'xor i64 {last}, {access.stamp}')}, 65535")
                before = access.load("before", granule)
                access.store("before", b.let(f"select i1 {apart}, i64 {last}, i64 {before}"), granule)
            access.store("last", access.stamp, granule)

    # ---- the exact answers

    def on_load(self, access: Access) -> None:
        if access.space == "local":
            return
        for granule in range(access.granules):
            self._against(access, access.load("write", granule), "0")
        self.notes_load(access)

    def on_store(self, access: Access) -> None:
        if access.space == "local":
            return
        readers = ("first", "last") if access.space == "shared" else ("origin", "last", "before")
        for granule in range(access.granules):
            self._against(access, access.load("write", granule), "1")
            for name in readers:
                self._against(access, access.load(name, granule), "0" if access.kind == "load" else "2")

    on_atomic = on_store

    def _against(self, access: Access, other: str, extra: str) -> None:
        """Report where the access with stamp `other` is by another thread and no barrier orders it before this one."""
        b = access.builder
        now = b.let(f"icmp uge i64 {other}, {access.epoch}")
        differs = b.let(f"icmp ugt i64 {b.let(f'xor i64 {other}, {access.stamp}')}, 65535")
        conflict = b.let(f"and i1 {now}, {differs}")
        if access.space == "global":
            happened = b.let(f"icmp ne i64 {other}, 0")
            elsewhere = b.let(f"icmp ult i64 {other}, {access.begin}")
            foreign = b.let(f"and i1 {happened}, {elsewhere}")
            conflict = b.let(f"or i1 {conflict}, {foreign}")
        access.report("data-race", conflict, other, extra)

    def findings(self, run: Drained) -> Iterator[Finding]:
        for row in run.rows("data-race"):
            other = run.other_party(row, {0: "write", 1: "write", 2: "read"}[row.extra])
            size = f"{row.size} byte{'s' if row.size != 1 else ''}"
            deeds = {"write": "writes", "read": "reads", "atomic": "updates"}
            message = (
                f"race on {row.space} memory ({size}): line {row.line} {deeds[row.access]} {run.describe_object(row)}, "
                f"line {other.line} {deeds[other.access]} it, no barrier between"
            )
            yield run.finding(row, "data-race", message, other)


def _any(b: object, truths: list[str]) -> str:
    total = truths[0]
    for truth in truths[1:]:
        total = b.let(f"or i1 {total}, {truth}")  # type: ignore[attr-defined]
    return total
