"""Loads and stores outside their array, and at addresses that their size does not divide.

Found: any access past either end of a buffer, a shared array, local memory or a parameter, however far. Missed: an
index past a row but inside its own array (`As[0][16]` is `As[1][0]`), and overruns between fields of one struct.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.emulator.checkers.base import Access, Checker

if TYPE_CHECKING:
    from grader.emulator.drain import Drained
    from grader.emulator.findings import Finding


class Bounds(Checker):
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

    def findings(self, run: Drained) -> Iterator[Finding]:
        for kind in self.kinds:
            for row in run.rows(kind):
                message = f"{row.access} of {row.size} bytes at {run.describe_place(row)}"
                if kind == "misaligned-access":
                    message += f", which {row.size} does not divide"
                yield run.finding(row, kind, message)
