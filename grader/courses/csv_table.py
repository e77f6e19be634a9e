"""Change single cells of a CSV file, and keep every other byte."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_DELIMITERS = (",", ";", "\t")
_FIRST_ROWS = 5
_BARE = re.compile(r"[\w .-]*")
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


@dataclass(slots=True)
class CsvTable:
    """A CSV file as it was read: `header` is the index of the row with the names of the columns.

    `rows` are the cells' texts. `source` is the whole file's text and `spans` say where in it each cell stands, so that
    what was not written comes out as it went in, quotes and line ends included.
    """

    source: str
    rows: list[list[str]]
    spans: list[list[tuple[int, int]]]
    header: int
    delimiter: str
    bom: bytes
    encoding: str
    written: set[tuple[int, int]] = field(default_factory=set)

    @property
    def titles(self) -> list[str]:
        """The names of the columns."""
        return self.rows[self.header]

    def column(self, *names: str) -> int | None:
        """Return the index of the first column with one of these names, in any case."""
        titles = [folded(title) for title in self.titles]
        return next((titles.index(folded(name)) for name in names if folded(name) in titles), None)

    def add_column(self, name: str) -> int:
        """Add a last column, right of every cell, and return its index; other rows get an empty cell there."""
        column = max(len(row) for row in self.rows)
        for index, row in enumerate(self.rows):
            if row:
                self.write(index, column, name if index == self.header else "")
        return column

    def cell(self, row: int, column: int | None) -> str:
        """Return the text of a cell, empty if the row is too short."""
        return self.rows[row][column].strip() if column is not None and column < len(self.rows[row]) else ""

    def line(self, row: int) -> int:
        """Return the row's line in the file, from 1."""
        return len(self.source[: self.spans[row][0][0]].splitlines()) + 1 if self.spans[row] else 0

    def write(self, row: int, column: int, text: str) -> None:
        """Set a cell, filling up a short row. What the file's encoding lacks becomes `?`."""
        cells = self.rows[row]
        self.written.update((row, short) for short in range(len(cells), column))
        cells.extend([""] * (column + 1 - len(cells)))
        cells[column] = text.encode(self.encoding, "replace").decode(self.encoding)
        self.written.add((row, column))

    def data(self) -> bytes:
        """Return the file's bytes."""
        parts, end = [], 0
        for row, column in sorted(self.written):
            spans = self.spans[row]
            if column < len(spans):
                parts.append(self.source[end : spans[column][0]])
                end = spans[column][1]
                parts.append(self._quoted(self.rows[row][column], self.source[slice(*spans[column])].startswith('"')))
            else:
                parts += [self.source[end : spans[-1][1]], self.delimiter, self._quoted(self.rows[row][column], False)]
                end = max(end, spans[-1][1])
        text = "".join(parts) + self.source[end:]
        return self.bom + text.encode(self.encoding, "surrogateescape")

    def _quoted(self, text: str, was_quoted: bool) -> str:
        return text if _BARE.fullmatch(text) and not was_quoted else '"' + text.replace('"', '""') + '"'


def read_table(data: bytes, known: tuple[str, ...]) -> CsvTable | None:
    """Read a CSV file in its encoding and with its separator; the header is the first row with a known title.

    None where none of the first rows has one.
    """
    text, bom, encoding = _decoded(data)
    wanted = {folded(title) for title in known}
    for delimiter in _DELIMITERS:
        rows, spans = _parsed(text, delimiter)
        for index, row in enumerate(rows[:_FIRST_ROWS]):
            if len(row) > 1 and {folded(title) for title in row} & wanted:
                return CsvTable(text, rows, spans, index, delimiter, bom, encoding)
    return None


def first_line(data: bytes) -> str:
    """Return the first line that is not empty, for messages."""
    return next((line.strip() for line in _decoded(data)[0].splitlines() if line.strip()), "")


def folded(title: str) -> str:
    """Return a title as it is compared: in any case, whatever the spaces."""
    return " ".join(title.split()).casefold()


def _decoded(data: bytes) -> tuple[str, bytes, str]:
    """Return text, byte order mark and encoding. Encoding with `surrogateescape` always gives the bytes back."""
    bom, encoding = next(((bom, name) for bom, name in _BOMS if data.startswith(bom)), (b"", "utf-8"))
    try:
        return data[len(bom) :].decode(encoding), bom, encoding
    except UnicodeDecodeError:
        return data.decode("cp1252", "surrogateescape"), b"", "cp1252"


def _parsed(text: str, delimiter: str) -> tuple[list[list[str]], list[list[tuple[int, int]]]]:
    """Return the cells and their positions, as Python's `csv` reads them, but of any length."""
    cell = re.compile(rf'(?:"([^"]*(?:""[^"]*)*)"?)?([^{delimiter}\r\n]*)({delimiter}|\r\n|\r|\n|\Z)')
    rows: list[list[str]] = []
    spans: list[list[tuple[int, int]]] = []
    position, new_row = 0, True
    while position < len(text) or not new_row:
        match = cell.match(text, position)
        assert match is not None  # a cell may be empty, and ends at a delimiter, a line's end or the file's
        if new_row:
            rows.append([])
            spans.append([])
        new_row = match[3] != delimiter
        if not (new_row and not rows[-1] and match.end(2) == position):  # an empty line has no cells
            rows[-1].append((match[1] or "").replace('""', '"') + match[2])
            spans[-1].append((position, match.end(2)))
        position = match.end()
    return rows, spans
