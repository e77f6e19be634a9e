"""Which line of the source an address of a built program belongs to: the line table of DWARF 4.

After the DWARF Debugging Information Format, version 4, section 6.2, as `-gdwarf-4` writes it. The program is a
student's: whatever its tables say, reading them takes a time in proportion to their size, which has a limit.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.programs.calls import NOWHERE, Place

MOST_PROGRAM_BYTES, MOST_BYTES = 64 << 20, 4 << 20
"""Bytes of a program, and of its table, that are read; the lines of a larger one are not known."""
_HEADER = struct.Struct("<16s2HI3QI6H")
_SECTION = struct.Struct("<2I4Q2I2Q")
_UNIT = struct.Struct("<IHI5B")


class Row(NamedTuple):
    """From this address on the code is of this line; `ends` where a sequence of rows does."""

    address: int
    file: str
    line: int
    ends: bool


class LineTableError(Exception):
    """The table is not one of DWARF 4, or is cut off."""


def table_of(path: Path) -> bytes:
    """Return the section `.debug_line` of an ELF file of 64 bits; nothing where there is none, or too large a one."""
    with path.open("rb") as file:
        program = file.read(MOST_PROGRAM_BYTES)
    try:
        magic, *head = _HEADER.unpack_from(program)
        start, size, number, names = head[5], head[10], head[11], head[12]
        if magic[:5] != b"\x7fELF\x02" or size != _SECTION.size:
            return b""
        sections = [_SECTION.unpack_from(program, start + size * each) for each in range(number)]
        texts = sections[names]
        for section in sections:
            begin = texts[4] + section[0]
            if program[begin : begin + 12] == b".debug_line\0" and section[5] <= MOST_BYTES:
                return program[section[4] : section[4] + section[5]]
    except (struct.error, IndexError):
        pass
    return b""


def places_of(table: bytes, addresses: Sequence[int], own: Collection[str], *, exact: bool = False) -> list[Place]:
    """Return the places of addresses in these files, in their order.

    An address in code of another file, inlined there, is on the line of these files that comes last before it; `exact`
    says that its line is not known.
    """
    found: dict[int, Place] = {}
    before, place = Row(0, "", 0, ends=True), None
    try:
        for row in _rows(table):
            if before.ends:
                place = None
            elif before.line and before.file in own:
                place = Place(before.file, before.line)
            elif place and exact:
                place = NOWHERE
            if place:
                found |= {each: place for each in addresses if before.address <= each < row.address}
            before = row
    except (LineTableError, struct.error, IndexError, ValueError, OverflowError):
        pass
    return [found[each] for each in addresses if each in found]


def _rows(table: bytes) -> Iterator[Row]:
    """Return the rows of all units, in their order."""
    start = 0
    while start + _UNIT.size <= len(table):
        size, version, header, least, _, _, line_base, line_range = _UNIT.unpack_from(table, start)
        end = start + 4 + size
        if version != 4 or not line_range or end > len(table):
            start = end
            continue
        opcode_base = table[start + _UNIT.size]
        at = start + _UNIT.size + 1
        operands, at = table[at : at + opcode_base - 1], at + opcode_base - 1
        while table[at]:  # folders
            at = table.index(0, at) + 1
        files, at = _files(table, at + 1)
        base = line_base - 256 if line_base > 127 else line_base
        yield from _Machine(files, least, base, line_range, opcode_base, operands).rows(
            table[start + 10 + header : end]
        )
        start = end


def _files(table: bytes, at: int) -> tuple[list[str], int]:
    """Return the names of files as they stand there, and where the list ends."""
    files = [""]
    while table[at]:
        end = table.index(0, at)
        files.append(table[at:end].decode("utf-8", "replace"))
        at = end + 1
        for _ in range(3):  # folder, time, size
            _, at = _number(table, at)
    return files, at + 1


class _Machine:
    """The state machine of one unit."""

    def __init__(
        self, files: list[str], least: int, line_base: int, line_range: int, opcode_base: int, operands: bytes
    ) -> None:
        self.files, self.least, self.line_base, self.line_range = files, least, line_base, line_range
        self.opcode_base, self.operands = opcode_base, operands
        self.address, self.file, self.line = 0, 1, 1

    def rows(self, program: bytes) -> Iterator[Row]:
        """Return the rows that its opcodes make."""
        at = 0
        while at < len(program):
            opcode, at = program[at], at + 1
            if opcode >= self.opcode_base:
                step, lines = divmod(opcode - self.opcode_base, self.line_range)
                self.address += step * self.least
                self.line += self.line_base + lines
                yield self._row()
            elif opcode == 0:
                size, at = _number(program, at)
                kind, text = program[at], program[at + 1 : at + size]
                at += size
                if kind == 1:
                    yield self._row(ends=True)
                    self.address, self.file, self.line = 0, 1, 1
                elif kind == 2:
                    self.address = int.from_bytes(text[:8], "little")
            elif opcode == 1:
                yield self._row()
            elif opcode == 3:
                number, at = _number(program, at, signed=True)
                self.line += number
            elif opcode == 8:
                self.address += (255 - self.opcode_base) // self.line_range * self.least
            elif opcode == 9:
                self.address += int.from_bytes(program[at : at + 2], "little")
                at += 2
            else:
                for _ in range(self.operands[opcode - 1]):
                    number, at = _number(program, at)
                    self.address += number * self.least if opcode == 2 else 0
                    self.file = number if opcode == 4 else self.file

    def _row(self, *, ends: bool = False) -> Row:
        known = 0 <= self.file < len(self.files)
        return Row(self.address, self.files[self.file] if known else "", max(self.line, 0), ends)


def _number(data: bytes, at: int, *, signed: bool = False) -> tuple[int, int]:
    """Return a LEB128 number of at most ten bytes, and where it ends."""
    value = 0
    for place in range(10):
        byte = data[at + place]
        value |= (byte & 127) << (7 * place)
        if byte < 128:
            low = signed and byte & 64
            return (value - (1 << (7 * place + 7)) if low else value), at + place + 1
    raise LineTableError
