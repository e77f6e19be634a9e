"""Warnings about spread accesses come from counts alone."""

from __future__ import annotations

from grader.grading.measuring import access_warnings
from grader.results import Kind, LineCount, Severity


def row(line: int, *, sectors: int, requests: int, load_bytes: int, **more: int) -> LineCount:
    """A line's counts."""
    return LineCount(line=line, sectors=sectors, requests=requests, global_load_bytes=load_bytes, **more)


def test_neighbouring_reads_are_not_warned_of() -> None:
    """32 threads, 4 bytes each: 4 sectors."""
    assert access_warnings([row(5, sectors=400, requests=100, load_bytes=12800)]) == ()


def test_reads_a_row_apart_are_uncoalesced() -> None:
    """A sector for each thread."""
    (finding,) = access_warnings([row(5, sectors=3200, requests=100, load_bytes=12800)])
    assert (finding.kind, finding.severity, finding.line) == (Kind.UNCOALESCED_ACCESS, Severity.WARNING, 5)
    assert "32 sectors" in finding.message


def test_one_value_for_all_threads_is_no_fault() -> None:
    """A broadcast needs one sector, though all threads ask for their own four bytes."""
    assert access_warnings([row(5, sectors=100, requests=100, load_bytes=12800)]) == ()


def test_a_line_that_hardly_counts_is_not_mentioned() -> None:
    """The store at the end, beside the loads of many phases."""
    loads = row(5, sectors=40000, requests=10000, load_bytes=1280000)
    store = LineCount(line=9, sectors=320, requests=10, global_store_bytes=1280)
    assert access_warnings([loads, store]) == ()


def test_bank_conflicts_are_told_by_their_factor() -> None:
    """16 turns where one would do."""
    (finding,) = access_warnings([LineCount(line=7, bank_wavefronts=1600, bank_ideal_wavefronts=100)])
    assert finding.kind is Kind.BANK_CONFLICT
    assert "16 times" in finding.message


def test_without_sector_counts_nothing_is_said() -> None:
    """Not every device counts them."""
    assert access_warnings([LineCount(line=7, global_loads=100, shared_loads=100)]) == ()
