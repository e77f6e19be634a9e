"""Barriers that not every thread of the block reaches.

`early-exit`: a thread has left the kernel while others wait. `barrier-divergence`: threads wait at two different
barriers or at one that is never complete, or the mask of a warp operation leaves out a thread that takes part. A GPU
may continue in all cases. So does the emulator after the report: the waiting threads are released.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.emulator.checkers.base import Arrival, Checker, row_of
from grader.emulator.checkers.findings_table import FindingsTable
from grader.emulator.native.records import LEFT_OUT, STANDSTILL
from grader.emulator.result import RunFinding


class Barriers(Checker):
    """`barrier-divergence` and `early-exit`; the other party is the first thread that waits."""

    name = "barriers"
    kinds = ("barrier-divergence", "early-exit")

    def on_barrier(self, arrival: Arrival) -> None:
        b = arrival.builder
        left = b.let(f"icmp slt i64 {arrival.state}, 0")
        site = b.let(f"sub i64 -1, {arrival.state}")
        self._report(arrival, "early-exit", left, site)
        waits = b.let(f"icmp sgt i64 {arrival.state}, 0")
        apart = b.let(f"icmp ne i64 {arrival.state}, {arrival.first}")
        here = b.let(f"call i64 @suspension_site(i64 {arrival.state})")
        self._report(arrival, "barrier-divergence", b.let(f"and i1 {waits}, {apart}"), here)

    def _report(self, arrival: Arrival, kind: str, when: str, site: str) -> None:
        b = arrival.builder
        first_site = b.let(f"call i64 @suspension_site(i64 {arrival.first})")
        shifted = b.let(f"shl i64 {arrival.first_thread}, 16")
        other = b.let(f"or i64 {shifted}, {first_site}")
        row = row_of(b, kind, site)
        b.do(f"call void @report_if(i1 {when}, ptr %ctx, ptr %frame, i64 {row}, i64 0, i64 0, i64 {other}, i64 0)")

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
