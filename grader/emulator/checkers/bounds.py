"""Loads and stores outside their array, and at addresses that their size does not divide.

Found: any access past either end of a buffer, a shared array, local memory or a parameter, however far. Missed: an
index past a row but inside its own array (`As[0][16]` is `As[1][0]`), and overruns between fields of one struct.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.emulator.checkers.base import Access, Checker
from grader.emulator.checkers.findings_table import FindingsTable
from grader.emulator.result import RunFinding


class BoundsChecker(Checker):
    """`out-of-bounds` and `misaligned-access`; the core itself has already made the access harmless."""

    name = "bounds"
    kinds = ("out-of-bounds", "misaligned-access")
    judges_stray = True

    def _judge(self, access: Access) -> None:
        b = access.builder
        bad = b.let(f"xor i1 {access.ok}, true")
        outside = b.let(f"and i1 {bad}, {access.aligned}")
        crooked = b.let(f"xor i1 {access.aligned}, true")
        access.report("out-of-bounds", outside)
        access.report("misaligned-access", crooked)

    on_load = on_store = on_atomic = _judge

    def findings(self, table: FindingsTable) -> Iterator[RunFinding]:
        for kind in self.kinds:
            for row in table.rows(kind):
                message = f"{row.access} of {row.size} bytes at {table.describe_place(row)}"
                if kind == "misaligned-access":
                    message += f", which {row.size} does not divide"
                yield table.finding(row, kind, message)
