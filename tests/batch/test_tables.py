"""A table of somebody else's: what is not written comes out byte for byte."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.courses.tables import CsvTable, read_table

TITLES = ("SID", "Grade")


def table_of(data: bytes) -> CsvTable:
    """The table in these bytes, which must be one."""
    table = read_table(data, TITLES)
    assert table is not None
    return table


@given(st.text(alphabet="a=\";,\t '\r\n\u00e9\ufeff", max_size=60))
def test_cells_are_read_as_pythons_csv_reads_them(text: str):
    """Quotes in the middle, doubled or missing, any ends of lines, empty lines and cells."""
    data = f"SID,Grade\n{text}".encode()
    expected = list(csv.reader(io.StringIO(data.decode(), newline="")))
    assert table_of(data).rows == expected
    assert table_of(data).data() == data


@given(st.binary(max_size=80), st.sampled_from([b"", b"\xef\xbb\xbf"]), st.sampled_from([b",", b";", b"\t"]))
def test_whatever_the_bytes_they_come_out_again(data: bytes, bom: bytes, delimiter: bytes):
    """In no known encoding, or in several."""
    data = bom + b"SID" + delimiter + b"Grade\r\n" + data
    assert table_of(data).data() == data


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_cell_is_written_in_the_files_own_encoding(encoding: str):
    """Also in Excel's, with its byte order mark."""
    data = "SID,Name,Grade\n1,Jörg,\n".encode(encoding)
    table = table_of(data)
    table.write(1, 2, "80")
    assert table.data() == "SID,Name,Grade\n1,Jörg,80\n".encode(encoding)


def test_bytes_that_the_encoding_lacks_stay():
    """Windows' western encoding has no 0x81."""
    table = table_of(b"SID,Name,Grade\n1,J\xf6rg \x81,\n2,Ada,\n")
    table.write(1, 2, "80")
    table.write(2, 2, "7 → 8")
    assert table.data() == b'SID,Name,Grade\n1,J\xf6rg \x81,80\n2,Ada,"7 ? 8"\n'


def test_only_the_written_cells_change():
    """Needless quotes, missing ones, blank lines, several kinds of line ends and the missing last one stay."""
    data = b'"SID";Name;"Grade"\r\n"1";a"b;"-"\n\n2;"multi\r\nline";-\r\n3;"=cmd()"'
    table = table_of(data)
    table.write(1, 2, "80")
    table.write(3, 2, "7")
    table.write(4, 2, "9")
    expected = b'"SID";Name;"Grade"\r\n"1";a"b;"80"\n\n2;"multi\r\nline";7\r\n3;"=cmd()";9'
    assert table.data() == expected


def test_a_new_column_is_new_in_every_line():
    """Lines keep one length; short ones are filled up, and what stands right of the titles stays."""
    table = table_of(b"SID,Grade\n1,2,note\n3\n\n4,5\n")
    assert table.add_column("Total") == 3
    table.write(4, 3, 'a"b')
    assert table.data() == b'SID,Grade,,Total\n1,2,note,\n3,,,\n\n4,5,,"a""b"\n'


def test_a_cell_may_be_as_long_as_an_essay():
    """Moodle's worksheets hold what students typed in."""
    essay = b"x" * 300_000
    table = table_of(b'SID,Text,Grade\n1,"' + essay + b'",\n')
    table.write(1, 2, "80")
    assert table.data() == b'SID,Text,Grade\n1,"' + essay + b'",80\n'
