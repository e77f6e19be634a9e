"""What an explanation by the numbers is worth beside other faults, and which line of the source it points to."""

from __future__ import annotations

from grader.checking.access_lines import AccessLines
from grader.checking.source_facts import SourceFacts

_PLACES = frozenset(
    {
        "last-tile-column", "last-tile-row", "last-tiles", "last-corner", "only-first-tile", "first-tile-wrong",
        "off-diagonal", "whole-rows", "whole-columns", "all-nonfinite",
    }
)  # fmt: skip
_PHASES = frozenset(
    {"last-phase-missing", "one-phase-short", "only-first-phase", "first-phase-missing", "first-phase-repeated"}
)
_SUMS = frozenset(
    {"only-last-phase", "last-product-only", "inner-loop-short", "inner-loop-late", "doubled", "elementwise"}
)
_SURE = frozenset({"last-phase-missing", "transposed", "a-stride-N", "a-stride-M", "b-stride-K", "b-stride-M"})
_ZEROS = frozenset({"all-zero", "zeros"})


def tells_values(explanation: str) -> bool:
    """Whether it says what the wrong values are, and not only where they are."""
    return explanation not in _PLACES


def is_sure(explanation: str) -> bool:
    """Whether it holds beside other faults of the same case: no accident looks like it."""
    return explanation in _SURE


def says_little(explanation: str) -> bool:
    """Whether many mistakes look like this in small cases: a zero is what they leave there."""
    return explanation in _ZEROS


def line_of(explanation: str, lines: AccessLines, facts: SourceFacts) -> int:
    """The line that the explanation points to; without one, the line that stores C."""
    store = lines.line("store", "C") or facts.store_line("C")
    tile_store = min(lines.tile_stores, default=0)
    if explanation in _PHASES:
        if facts.phase_division and explanation in ("last-phase-missing", "only-first-phase", "one-phase-short"):
            return facts.phase_division
        return facts.loop_before(tile_store) or store
    if explanation.startswith("a-") and lines.line("load", "A"):
        return lines.line("load", "A")
    if explanation.startswith("b-") and lines.line("load", "B"):
        return lines.line("load", "B")
    if explanation in _SUMS:
        return lines.line("fma") or lines.tile_load or store
    return store or lines.line("fma") or facts.kernel_line
