"""Reads of unwritten memory: shared and local arrays in this block, outputs before their first store.

Found: every load of a granule (4 bytes; 1 if the kernel has narrower accesses) without a store before it. Global
buffers count only if the launch says that their content is not an input. Registers and local memory that a thread has
not set are reported where a branch, an address or a store that others may see needs them (`lowering/unset_values.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.emulator.checkers.base import Access, Checker
from grader.emulator.checkers.findings_table import FindingsTable
from grader.emulator.result import RunFinding


class Initialisation(Checker):
    """`uninitialized-read`."""

    name = "initialisation"
    kinds = ("uninitialized-read",)
    judges_content = True
    fields = {"shared": ("write",), "local": ("write",), "global": ("write",)}  # noqa: RUF012

    def _unset(self, access: Access, granule: int) -> str:
        b = access.builder
        write = access.load("write", granule)
        if access.space != "global":
            return b.let(f"icmp ult i64 {write}, {access.begin}")
        never = b.let(f"icmp eq i64 {write}, 0")
        fresh = b.let(f"icmp ne i64 {access.fresh}, 0")
        return b.let(f"and i1 {never}, {fresh}")

    def suspects_load(self, access: Access) -> str | None:
        return access.builder.any_of([self._unset(access, granule) for granule in range(access.granules)])

    def on_load(self, access: Access) -> None:
        unset = access.builder.any_of([self._unset(access, granule) for granule in range(access.granules)])
        access.report("uninitialized-read", unset)

    on_atomic = on_load

    def findings(self, table: FindingsTable) -> Iterator[RunFinding]:
        for row in table.rows("uninitialized-read"):
            if row.space == "register":
                yield table.finding(row, "uninitialized-read", "reads a register that it has not set")
                continue
            yield table.finding(
                row, "uninitialized-read", f"reads {table.describe_object(row)}, which nobody has written"
            )
