"""Lines of addresses: right ones from a table that an assembler made, and none from what is no table."""

from __future__ import annotations

import subprocess
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest

from grader.compiling.clang import clang_program
from grader.compiling.line_table import LineTable
from grader.programs.calls import NOWHERE, Place
from tests.programs.conftest import require_programs

OWN = ("a.cu", "b.h")
# line 10 from address 0, line 12 from 4, b.h from 8, and the end at 16
PROGRAM = """
.file 1 "a.cu"
.file 2 "b.h"
.text
.loc 1 10
.rept 4
nop
.endr
.loc 1 12
.rept 4
nop
.endr
.loc 2 12
.rept 8
nop
.endr
.section .debug_abbrev
.byte 1, 0x11, 0, 0x10, 0x17, 0, 0, 0  # a unit, with the place of its line table
.section .debug_info
.long 12
.short 4
.long 0
.byte 8, 1
.long 0
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two own files in one unit."""
    require_programs()
    folder = tmp_path_factory.mktemp("lines")
    (folder / "a.s").write_text(PROGRAM)
    command = [clang_program(), "clang", "-target", "x86_64-linux-musl", "-gdwarf-4", "-c", "a.s", "-o", "a.o"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "a.o"


def places(path: Path, addresses: Sequence[int], own: Collection[str] = OWN, *, exact: bool = False) -> list[Place]:
    with path.open("rb") as file:
        return LineTable(file, own).places_of(addresses, exact=exact)


def test_an_address_is_of_the_row_before_it(program: Path) -> None:
    """With the file that is set there; outside of all rows it is of none."""
    assert places(program, [0, 3, 4, 9, 15]) == [
        Place("a.cu", 10),
        Place("a.cu", 10),
        Place("a.cu", 12),
        Place("b.h", 12),
        Place("b.h", 12),
    ]
    assert places(program, [16, 1 << 40]) == []


def test_an_address_in_code_of_another_file_is_of_the_last_own_row_before_it(program: Path) -> None:
    """So is what a library's header has put into a function of the program's own; its exact line is not known."""
    assert places(program, [3, 9], ["a.cu"]) == [Place("a.cu", 10), Place("a.cu", 12)]
    assert places(program, [3, 9], ["a.cu"], exact=True) == [Place("a.cu", 10), NOWHERE]
    assert places(program, [3], ["b.h"]) == []


def test_a_program_that_is_cut_off_gives_no_wrong_line(program: Path, tmp_path: Path) -> None:
    """Nor an error: the program is a student's."""
    whole = program.read_bytes()
    for size in range(0, len(whole), 37):
        (tmp_path / "cut").write_bytes(whole[:size])
        assert places(tmp_path / "cut", [4]) in ([], [Place("a.cu", 12)])
        (tmp_path / "cut").write_bytes(whole[:size] + b"\xff" * (len(whole) - size))
        assert len(places(tmp_path / "cut", [4])) <= 1


@pytest.mark.parametrize("text", [b"", b"\x7fELF\x02", b"\x7fELF\x02" + b"\xff" * 200, b"\x7fELF\x02" + b"\0" * 200])
def test_what_is_no_program_has_no_lines(tmp_path: Path, text: bytes) -> None:
    """Whatever its header says."""
    (tmp_path / "program").write_bytes(text)
    assert places(tmp_path / "program", [0]) == []
