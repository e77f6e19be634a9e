"""Which accesses a warp makes to move a fragment of `wmma` between memory and registers.

PTX leaves that open; here it is what NVIDIA's assembler makes for compute capability 9.0, since alignment depends on
it. Fragments of A and B of 8 or 16 bits come from shared memory by rows of 16 bytes, as with `ldmatrix`. Other 16-bit
elements move as words of two neighbours in memory, if need be by a lane that passes them on to those that hold them.
All else moves as the neighbours that a lane holds, two sums or four bytes, or one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grader.emulator.matrix.fragments import LANES, Fragment, FragmentPlace, sources

_ROW_BYTES = 16
_ROWS, _MATRICES = 8, 4


@dataclass(frozen=True, slots=True)
class Accesses:
    """`places[lane]` lists where each access of a lane begins; each moves `count` elements.

    A place is how many strides, and how many elements beyond, it is from the beginning of the matrix in memory.
    """

    count: int
    places: tuple[tuple[FragmentPlace, ...], ...]

    @property
    def most(self) -> int:
        """Accesses of the lane that makes most."""
        return max(map(len, self.places))


@lru_cache(maxsize=128)
def accesses(fragment: Fragment, *, by_column: bool, by_rows: bool) -> Accesses:
    """The accesses to a matrix that lies `by_column` in memory; `by_rows` of 16 bytes where `ldmatrix` can do it."""
    bits, together = fragment.element_bits, _neighbours(fragment, by_column=by_column)
    if by_rows and (bits == 16 or (bits == 8 and together > 1)):
        return _by_rows(fragment, by_column=by_column)
    return _by_words(fragment, by_column=by_column) if bits == 16 else _own(fragment, together, by_column=by_column)


def in_memory(place: FragmentPlace, *, by_column: bool) -> FragmentPlace:
    """Strides, and elements beyond them, for a row and a column."""
    return (place[1], place[0]) if by_column else place


def _neighbours(fragment: Fragment, *, by_column: bool) -> int:
    """How many elements of a register, or of two that hold one each, follow one another in memory, in every lane."""
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
    """Where the eight rows begin that one register of all lanes holds."""
    per = 32 // fragment.element_bits
    numbers = [n for n in range(0, fragment.elements, per) if sources(fragment)[n] == n]
    return [in_memory(fragment.places[0][n], by_column=by_column) for n in numbers]


def _by_rows(fragment: Fragment, *, by_column: bool) -> Accesses:
    """Eight lanes after eight have the rows of a register's block, four blocks at a time."""
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
