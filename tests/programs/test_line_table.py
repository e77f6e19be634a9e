"""Lines of addresses: right ones from a table made by hand, and none from what is no table."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from grader.programs.calls import Place
from grader.programs.line_table import places_of, table_of

OPCODE_BASE = 13
OWN = ("a.cu", "b.h")
OPERANDS = bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])


def unit(program: bytes, version: int = 4) -> bytes:
    """One unit of a table, for a file with rows that a program makes."""
    lists = b"\0" + b"a.cu\0\0\0\0" + b"b.h\0\0\0\0" + b"\0"
    head = struct.pack("<5BB", 1, 1, 1, 251, 14, OPCODE_BASE) + OPERANDS + lists
    rest = struct.pack("<HI", version, len(head)) + head + program
    return struct.pack("<I", len(rest)) + rest


def at(address: int) -> bytes:
    """Set the address."""
    return b"\0\x09\x02" + struct.pack("<Q", address)


# line 10 from 0x1000 (advance by 9, copy), line 12 from 0x1004 (special opcode), b.h from 0x1008, end at 0x1010
ROWS = (
    at(0x1000)
    + b"\x03\x09\x01"
    + bytes([OPCODE_BASE + 14 * 4 + 5 + 2])
    + b"\x04\x02\x02\x04\x01"
    + b"\x02\x08\0\x01\x01"
)


def test_an_address_is_of_the_row_before_it() -> None:
    """With the file that is set there; outside of all rows it is of none."""
    table = unit(ROWS)
    assert places_of(table, [0x1000, 0x1003, 0x1004, 0x1009, 0x100F], OWN) == [
        Place("a.cu", 10),
        Place("a.cu", 10),
        Place("a.cu", 12),
        Place("b.h", 12),
        Place("b.h", 12),
    ]
    assert places_of(table, [0xFFF, 0x1010, 0], OWN) == []


def test_an_address_in_code_of_another_file_is_of_the_last_own_row_before_it() -> None:
    """So is what a library's header has put into a function of the program's own."""
    assert places_of(unit(ROWS), [0x1003, 0x1009], ["a.cu"]) == [Place("a.cu", 10), Place("a.cu", 12)]
    assert places_of(unit(ROWS), [0x1003], ["b.h"]) == []


def test_units_of_other_versions_are_passed_over() -> None:
    """The libraries may have them."""
    assert places_of(unit(ROWS, version=5) + unit(ROWS), [0x1004], OWN) == [Place("a.cu", 12)]


@pytest.mark.parametrize("size", range(0, len(unit(ROWS)), 7))
def test_a_table_that_is_cut_off_gives_no_wrong_line(size: int) -> None:
    """Nor an error: the program is a student's."""
    assert places_of(unit(ROWS)[:size], [0x1004], OWN) == []
    assert places_of(b"\xff" * size, [0x1004], OWN) == []


@pytest.mark.parametrize("text", [b"", b"\x7fELF\x02", b"\x7fELF\x02" + b"\xff" * 200, b"\x7fELF\x02" + b"\0" * 200])
def test_what_is_no_program_has_no_table(tmp_path: Path, text: bytes) -> None:
    """Whatever its header says."""
    (tmp_path / "program").write_bytes(text)
    assert table_of(tmp_path / "program") == b""
