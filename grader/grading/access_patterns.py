"""Warnings about how a kernel uses memory: uncoalesced global accesses and bank conflicts in shared memory.

From exact counts by line; a line counts when it makes a good part of the kernel's accesses. Never costs points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.results import Finding, Kind, LineCount, Severity

SECTOR_BYTES = 32
UNCOALESCED = 2.0
"""Times as many sectors as the bytes asked for would fill."""
CONFLICTING = 2.0
"""More than so many times the wavefronts without conflicts: two-way ones come with every padded row."""
RELEVANT_SHARE = 0.05


def access_warnings(rows: Sequence[LineCount]) -> tuple[Finding, ...]:
    """One warning for each line whose accesses are spread; none where the device does not count sectors."""
    return (*_uncoalesced(rows), *_conflicts(rows))


def _uncoalesced(rows: Sequence[LineCount]) -> Iterator[Finding]:
    total = sum(row.sectors or 0 for row in rows)
    for row in rows:
        if not row.sectors or not row.requests or row.sectors < RELEVANT_SHARE * total:
            continue
        asked = row.global_load_bytes + row.global_store_bytes
        needed = max(row.requests, asked / SECTOR_BYTES)
        if row.sectors > UNCOALESCED * needed:
            message = (
                f"Each access of a warp here touches {row.sectors / row.requests:.3g} sectors of {SECTOR_BYTES} bytes;"
                f" side by side, its data would fit in {needed / row.requests:.3g}."
            )
            yield _warning(Kind.UNCOALESCED_ACCESS, row.line, message, row.requests)


def _conflicts(rows: Sequence[LineCount]) -> Iterator[Finding]:
    total = sum(row.bank_wavefronts or 0 for row in rows)
    for row in rows:
        if not row.bank_wavefronts or not row.bank_ideal_wavefronts or row.bank_wavefronts < RELEVANT_SHARE * total:
            continue
        ratio = row.bank_wavefronts / row.bank_ideal_wavefronts
        if ratio > CONFLICTING:
            message = (
                f"Threads of a warp meet in the same banks of shared memory here: {ratio:.3g} times as many turns as"
                " without conflicts."
            )
            yield _warning(Kind.BANK_CONFLICT, row.line, message, row.bank_wavefronts)


def _warning(kind: Kind, line: int, message: str, count: int) -> Finding:
    return Finding(kind=kind, severity=Severity.WARNING, line=line, message=message, count=count, topic="performance")
