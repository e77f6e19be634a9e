"""Which line of the source an address of a built program belongs to, as the line table says that its compiler wrote.

The program is a student's: whatever its tables say, reading them takes a time in proportion to their size, which has a
limit.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO

from grader.compiling.host_tokens import NOWHERE, Place

if TYPE_CHECKING:
    from elftools.dwarf.lineprogram import LineProgram

MOST_PROGRAM_BYTES, MOST_BYTES = 64 << 20, 4 << 20
"""Bytes of a program, and of its table, that are read; the lines of a larger one are not known."""


class LineTable:
    """The lines of the files `own` in a program, which is read when the first of them is asked for."""

    def __init__(self, program: BinaryIO, own: Collection[str]) -> None:
        self._program, self._own = program, own

    def places_of(self, addresses: Sequence[int], *, exact: bool = False) -> list[Place]:
        """Return the places of addresses, in their order.

        An address in code of another file, inlined there, is on the own line that comes last before it; `exact` says
        that its line is not known.
        """
        found = {
            address: NOWHERE if exact and code else place
            for begin, end, place, code in self._ranges
            for address in addresses
            if begin <= address < end and place is not NOWHERE
        }
        return [found[each] for each in addresses if each in found]

    def place_of(self, addresses: Sequence[int], *, exact: bool = False) -> Place:
        """Return the first place of addresses, from an instruction to what lies on its stack; `NOWHERE` for none."""
        return next(iter(self.places_of(addresses, exact=exact)), NOWHERE)

    def code_at(self, addresses: Sequence[int]) -> list[tuple[Place, str]]:
        """Return the places of addresses, as `places_of` does, each with the other file whose code it is there."""
        ranges = self._ranges
        found = ((each, next((row for row in ranges if row[0] <= each < row[1]), None)) for each in addresses)
        return [row[2:] for _, row in found if row is not None]

    @cached_property
    def _ranges(self) -> list[tuple[int, int, Place, str]]:
        """Of each range of addresses the place, and the path of another file if its code is there."""
        made: list[tuple[int, int, Place, str]] = []
        try:
            from elftools.elf.elffile import ELFFile  # takes time, and few programs need it

            program = ELFFile(self._program)
            table = program.get_section_by_name(".debug_line")
            size = os.fstat(self._program.fileno()).st_size
            if table is None or size > MOST_PROGRAM_BYTES or table.data_size > MOST_BYTES:
                return made
            tables = program.get_dwarf_info()
            for unit in tables.iter_CUs():
                if rows := tables.line_program_for_CU(unit):
                    made += self._of_unit(rows)
        except Exception:  # a student may have broken the program, and pyelftools may be missing
            return made
        return made

    def _of_unit(self, rows: LineProgram) -> Iterator[tuple[int, int, Place, str]]:
        names = ["", *(each.name.decode("utf-8", "replace") for each in rows["file_entry"])]
        folders = ["", *(each.decode("utf-8", "replace") for each in rows["include_directory"])]
        paths = ["", *(f"{folders[each.dir_index]}/{names[at]}" for at, each in enumerate(rows["file_entry"], 1))]
        if not set(names) & set(self._own):
            return
        states = [entry.state for entry in rows.get_entries() if entry.state is not None]
        for following, row in itertools.pairwise(reversed(states)):
            if not row.line and not following.end_sequence:  # moved ahead of the code that it belongs to
                row.file, row.line = following.file, following.line
        before, place = None, NOWHERE
        for row in states:
            if before is not None:
                known = before.file < len(names)
                own = before.line > 0 and known and names[before.file] in self._own
                place = Place(names[before.file], before.line) if own else place
                yield before.address, row.address, place, "" if own else paths[before.file] if known else "?"
            before, place = (None, NOWHERE) if row.end_sequence else (row, place)
