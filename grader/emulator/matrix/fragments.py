"""Which element of a matrix each lane of a warp holds (PTX ISA, 9.7.14), and the accesses that `wmma` makes.

A warp is eight groups of four lanes: group = lane / 4, member = lane % 4. The layouts of `mma` are in the manual. Those
of `wmma` are not, but kernels that touch `fragment.x[i]` see them; here they are those of an H200.

PTX leaves open which accesses move a fragment of `wmma` between memory and registers. Here they are those of NVIDIA's
assembler for compute capability 9.0, because alignment depends on them. Fragments of A and B of 8 or 16 bits come from
shared memory by rows of 16 bytes, as with `ldmatrix`. Other 16-bit elements move as words of two neighbours in memory,
if necessary by a lane that passes them on. All others move as the neighbours that a lane holds, two sums or four bytes,
or one by one.

The work itself is C: `native/matrices/fragments.c`, `eights.c`, `products.c` and `tensor_cores.c`, which read the
tables of `MatrixCode`. How tensor cores add up is defined in `tests/emulator/interpreter/tensor_cores.py`; `ROUNDING`
has its parameters. Those for compute capability 9.0 give every recorded result of an H200 to the bit
(`scripts/fit_matrix.py`). Those for 8.0 are what others have measured on an A100; no recording of one checks them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from grader.emulator.native import records

LANES = 32
_GROUPS, _MEMBERS = 8, 4

FragmentPlace = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fragment:
    """The part of a matrix of `rows` × `columns` in each lane.

    `places[lane]` lists (row, column) of its elements, lowest bits of the first register first. An element may be held
    twice, by one lane or by several; the first to hold it counts.
    """

    rows: int
    columns: int
    element_bits: int
    places: tuple[tuple[FragmentPlace, ...], ...]

    @property
    def elements(self) -> int:
        """Elements that a lane holds."""
        return len(self.places[0])

    @property
    def register_bits(self) -> int:
        """Width of the registers: elements narrower than a word share one."""
        return max(32, self.element_bits)

    @property
    def registers(self) -> int:
        """Registers that a lane needs."""
        return self.elements * self.element_bits // self.register_bits


def _fragment(rows: int, columns: int, bits: int, cells: Iterator[tuple[int, int, int, int, int, int]]) -> Fragment:
    """Make one from (row, rows a group, rows a member, column, columns a group, columns a member) of each element."""
    listed = list(cells)
    places = tuple(
        tuple(
            (row + by_group * (lane // _MEMBERS) + by_member * (lane % _MEMBERS),
             column + column_by_group * (lane // _MEMBERS) + column_by_member * (lane % _MEMBERS))
            for row, by_group, by_member, column, column_by_group, column_by_member in listed
        )
        for lane in range(LANES)
    )  # fmt: skip
    return Fragment(rows, columns, bits, places)


@lru_cache(maxsize=64)
def left(m: int, k: int, bits: int) -> Fragment:
    """A of `mma`: groups are rows, members are neighbours along k; rows in eights, then k in pieces, inmost first."""
    return _fragment(m, k, bits, _left_cells(0, min(m, 16), k, bits))


def _left_cells(first: int, m: int, k: int, bits: int) -> Iterator[tuple[int, int, int, int, int, int]]:
    together = max(1, 32 // bits)
    for along in range(0, k, _MEMBERS * together):
        for row in range(first, first + m, _GROUPS):
            for item in range(together):
                yield row, 1, 0, along + item, 0, together


@lru_cache(maxsize=64)
def right(k: int, n: int, bits: int) -> Fragment:
    """B of `mma`: groups are columns, members are neighbours along k."""
    return _fragment(k, n, bits, _turned(_left_cells(0, n, k, bits)))


def _turned(cells: Iterator[tuple[int, int, int, int, int, int]]) -> Iterator[tuple[int, int, int, int, int, int]]:
    """Yield the same for the transposed matrix."""
    for row, by_group, by_member, column, column_by_group, column_by_member in cells:
        yield column, column_by_group, column_by_member, row, by_group, by_member


@lru_cache(maxsize=64)
def total(m: int, n: int, bits: int) -> Fragment:
    """C and D of `mma`: groups are rows, a member has two neighbours of a row."""
    return _fragment(m, n, bits, _total_cells(0, m, 0))


def _total_cells(first: int, m: int, column: int) -> Iterator[tuple[int, int, int, int, int, int]]:
    for row in range(first, first + m, _GROUPS):
        for item in range(2):
            yield row, 1, 0, column + item, 0, 2


# ---- wmma


@lru_cache(maxsize=64)
def wmma_left(m: int, k: int, bits: int, registers: int) -> Fragment:
    """A of `wmma`: as for `mma`, 16 rows after 16; repeated where there are registers to spare."""
    cells = [cell for row in range(0, m, 16) for cell in _left_cells(row, min(m, 16), k, bits)]
    return _repeated(m, k, bits, registers, cells)


@lru_cache(maxsize=64)
def wmma_right(k: int, n: int, bits: int, registers: int) -> Fragment:
    """B of `wmma`: 8 columns after 8; 32 columns like the rows of a transposed A."""
    step = 16 if n == 32 else 8
    cells = [cell for column in range(0, n, step) for cell in _turned(_left_cells(column, step, k, bits))]
    return _repeated(k, n, bits, registers, cells)


def _repeated(
    rows: int, columns: int, bits: int, registers: int, cells: list[tuple[int, int, int, int, int, int]]
) -> Fragment:
    held = registers * max(32, bits) // bits
    return _fragment(rows, columns, bits, (cells[place % len(cells)] for place in range(held)))


@lru_cache(maxsize=64)
def wmma_total(m: int, n: int, bits: int) -> Fragment:
    """C and D of `wmma`: tiles of 16 × 8 one after the other; 8 × 32 is held like its transpose."""
    if n == 32:
        cells = [cell for column in range(0, n, 16) for cell in _turned(_total_cells(column, 16, 0))]
    elif m == 32:
        cells = [cell for row in range(0, m, 16) for cell in _total_cells(row, 16, 0)]
    else:
        cells = [cell for column in range(0, n, 8) for cell in _total_cells(0, m, column)]
    return _fragment(m, n, bits, iter(cells))


@lru_cache(maxsize=128)
def sources(fragment: Fragment) -> tuple[int, ...]:
    """Return for each element of a lane the first of its elements with the same place."""
    places = fragment.places[0]
    return tuple(places.index(place) for place in places)


# ---- 8 × 8 halves: a lane's word holds two neighbours of a row


def word_of_row(row: int, column: int) -> tuple[int, int]:
    """Return the lane that holds an element, and which of its two halves."""
    return _MEMBERS * row + column // 2, column % 2


_ROW_BYTES = 16
_ROWS, _MATRICES = 8, 4


@dataclass(frozen=True, slots=True)
class Accesses:
    """`places[lane]` lists where each access of a lane begins; each moves `count` elements.

    A place is a number of strides, and of elements after them, from the start of the matrix in memory.
    """

    count: int
    places: tuple[tuple[FragmentPlace, ...], ...]

    @property
    def most(self) -> int:
        """The number of accesses of the lane that makes most."""
        return max(map(len, self.places))


@lru_cache(maxsize=128)
def accesses(fragment: Fragment, *, by_column: bool, by_rows: bool) -> Accesses:
    """Return the accesses to a matrix that lies `by_column` in memory; `by_rows` of 16 bytes where `ldmatrix` can."""
    bits, together = fragment.element_bits, _neighbours(fragment, by_column=by_column)
    if by_rows and (bits == 16 or (bits == 8 and together > 1)):
        return _by_rows(fragment, by_column=by_column)
    return _by_words(fragment, by_column=by_column) if bits == 16 else _own(fragment, together, by_column=by_column)


def in_memory(place: FragmentPlace, *, by_column: bool) -> FragmentPlace:
    """Return strides, and elements after them, for a row and a column."""
    return (place[1], place[0]) if by_column else place


def _neighbours(fragment: Fragment, *, by_column: bool) -> int:
    """Return how many elements of a register follow one another in memory, in every lane.

    An element of 32 bits or more has a register to itself; then two registers count.
    """
    together = max(2, 32 // fragment.element_bits)
    for places in fragment.places:
        cells = [in_memory(place, by_column=by_column) for place in places]
        for number, (major, minor) in enumerate(cells):
            first = cells[number - number % together]
            if len(cells) < together or (major, minor) != (first[0], first[1] + number % together):
                return 1
    return together


def _own(fragment: Fragment, together: int, *, by_column: bool) -> Accesses:
    numbers = [n for n in range(0, fragment.elements, together) if sources(fragment)[n] == n]
    return Accesses(
        together, tuple(tuple(in_memory(places[n], by_column=by_column) for n in numbers) for places in fragment.places)
    )


def _blocks(fragment: Fragment, *, by_column: bool) -> list[FragmentPlace]:
    """Return where the eight rows begin that one register of all lanes holds."""
    per = 32 // fragment.element_bits
    numbers = [n for n in range(0, fragment.elements, per) if sources(fragment)[n] == n]
    return [in_memory(fragment.places[0][n], by_column=by_column) for n in numbers]


def _by_rows(fragment: Fragment, *, by_column: bool) -> Accesses:
    """Return accesses by rows: eight lanes have the rows of a register's block, four blocks at a time."""
    blocks = list(enumerate(_blocks(fragment, by_column=by_column)))
    return Accesses(
        8 * _ROW_BYTES // fragment.element_bits,
        tuple(
            tuple((major + lane % _ROWS, minor) for n, (major, minor) in blocks if n % _MATRICES == lane // _ROWS)
            for lane in range(LANES)
        ),
    )


def _by_words(fragment: Fragment, *, by_column: bool) -> Accesses:
    blocks = _blocks(fragment, by_column=by_column)
    return Accesses(
        2,
        tuple(
            tuple((major + lane // _MATRICES, minor + 2 * (lane % _MATRICES)) for major, minor in blocks)
            for lane in range(LANES)
        ),
    )


class MatrixCode:
    """Calls by the number of their suspension, and constants, each written once."""

    def __init__(self, place: int) -> None:
        """`place` is the start of the area for matrix registers in a frame."""
        self.place = place
        self.calls: dict[int, str] = {}
        self._constants: dict[str, str] = {}

    @property
    def text(self) -> str:
        """The constants as IR."""
        return "".join(f"{name} = internal constant {content}\n" for content, name in self._constants.items())

    def table(self, numbers: Sequence[int], kind: str) -> str:
        """Return the name of an array of numbers of an LLVM type."""
        return self._constant(f"[{len(numbers)} x {kind}] [{', '.join(f'{kind} {number}' for number in numbers)}]")

    def record(self, places: Mapping[str, int], fields: Mapping[str, int | str]) -> str:
        """Return the name of a structure of `native/records.h` whose fields, all words, are numbers or names."""
        values = [fields[name] for name in sorted(places, key=places.__getitem__)]
        kinds = ["ptr" if isinstance(value, str) else "i64" for value in values]
        content = ", ".join(f"{kind} {value}" for kind, value in zip(kinds, values, strict=True))
        return self._constant(f"{{ {', '.join(kinds)} }} {{ {content} }}")

    def fragment(self, cells: Sequence[int], kind: str) -> str:
        """Return the name of a fragment: for each lane the places in the matrix of its elements of a PTX type."""
        elements = len(cells) // LANES
        table = self.table(cells, "i16")
        return self.record(records.FRAGMENT, {"cells": table, "elements": elements, "type": type_of(kind)})

    def halves(self, *, transposed: bool) -> str:
        """Return the fragment of an 8 × 8 matrix of halves."""
        cells = [0] * (2 * LANES)
        for row in range(8):
            for column in range(8):
                lane, half = word_of_row(row, column)
                cells[2 * lane + half] = 8 * column + row if transposed else 8 * row + column
        return self.fragment(cells, "f16")

    def _constant(self, content: str) -> str:
        return self._constants.setdefault(content, f"@matrix_{len(self._constants)}")


def type_of(kind: str) -> int:
    """Return the runtime's number for a PTX type."""
    return int(getattr(records, f"ELEMENT_{kind.upper()}"))


@dataclass(frozen=True, slots=True)
class Rounding:
    """How one type of operands is added up: products a step, bits kept below the last one of an f32."""

    step: int
    extra_bits: int


ROUNDING = {
    80: {"f16": Rounding(8, 1), "bf16": Rounding(8, 1), "tf32": Rounding(4, 1)},
    90: {"f16": Rounding(16, 2), "bf16": Rounding(16, 2), "tf32": Rounding(8, 2)},
}
EMULATED = 90
_TF32_OF_WMMA = 4


def rounding_of(opcode: str, kind: str, capability: int = EMULATED) -> Rounding:
    """Return the parameters of `mma` or `wmma` for operands of a type.

    A GPU multiplies tf32 fragments of `wmma` by twice as many instructions of half the depth.
    """
    rules = ROUNDING[capability][kind]
    return Rounding(_TF32_OF_WMMA, rules.extra_bits) if (opcode, kind) == ("wmma", "tf32") else rules
