"""Copies of rows: their width, and the distance from one row to the next, which `cudaMallocPitch` decides."""

from __future__ import annotations

from collections.abc import Sequence

from grader.programs.allocations import Allocations
from grader.programs.calls import Place, Rows
from grader.programs.mistakes import Mistakes


class Pitches:
    """Judge them."""

    def __init__(self, memory: Allocations, mistakes: Mistakes) -> None:
        self._memory, self._mistakes = memory, mistakes

    def narrow(self, place: Place, to: Rows, source: Rows) -> None:
        """Tell of a copy of rows whose width counts elements, where the distance of rows is in bytes."""
        code, width = self._memory.code, to.width
        given, text = code.arguments(place, "cudaMemcpy2D"), code.statement(place)
        # an array has an offset along each side in the place of a pitch
        at, of_source = (5, 4 if "ToArray" in text else -1) if "Array" in text else (4, 3)
        of_host = [rows.pitch for rows in (source, to) if not self._memory.find(rows.start)]
        apart = [pitch for pitch in of_host if pitch in (2 * width, 4 * width, 8 * width)]
        if apart and (extent := code.extent_in_elements(place)):
            facts = {"size": width, "pitch": apart[0], "factor": apart[0] // width, "set": extent}
            self._told_narrow(place, to, facts)
        for pitch, number in ((to.pitch, 1), (source.pitch, of_source)):
            if pitch not in (2 * width, 4 * width, 8 * width) or not 0 < number < at < len(given):
                continue
            in_bytes = "byte" in given[at].lower() or not code.counts_elements(given[at], steps=3)
            if not in_bytes and not code.counts_elements(given[number]):
                facts = {"size": width, "pitch": pitch, "factor": pitch // width}
                self._told_narrow(place, to, {**facts, "argument": code.argument_line(place, at)})

    def _told_narrow(self, place: Place, to: Rows, facts: dict[str, object]) -> None:
        self._mistakes.add("copy-narrow", place, **facts)
        if found := self._memory.find(to.start):
            found.short = True

    def other(self, place: Place, ends: Sequence[Rows]) -> bool:
        """Tell of a copy of rows with another distance than cudaMallocPitch has given the memory, or in one piece."""
        for rows in ends:
            found = self._memory.find(rows.start)
            row, pitch = found.rows if found else (0, 0)
            if found and rows.amount > 1 and row < rows.width:
                wide = {"row": row, "size": rows.width, "in_elements": rows.width in (2 * row, 4 * row, 8 * row)}
                self._mistakes.add("rows-short", found.place, place, **wide, **found.facts())
                return True
            in_one = rows.amount == 1 and found is not None and row < rows.width < found.size
            if found and row < pitch and (in_one or (rows.amount > 1 and rows.pitch % pitch)):
                size = rows.width if in_one else rows.pitch
                self._mistakes.add("copy-pitch", place, size=size, pitch=pitch, in_one=in_one, **found.facts())
                return True
        close = next((rows for rows in ends if rows.amount > 1 and rows.pitch < rows.width), None)
        if close:
            self._mistakes.add("rows-overlap", place, size=close.width, pitch=close.pitch)
        return close is not None
