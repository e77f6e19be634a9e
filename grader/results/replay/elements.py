"""Elements of arrays in source notation."""

from __future__ import annotations

from collections.abc import Sequence

from grader.results import Recording


def dims_of(recording: Recording, array: str) -> tuple[int, ...]:
    """Return the dimensions of a recording's array, outermost first; empty if unknown."""
    shared = next((known.dims for known in recording.shared if known.name == array), ())
    return shared or (recording.buffers[array].dims if array in recording.buffers else ())


def element(recording: Recording, array: str, index: int) -> str:
    """Return an element in source notation: `As[1][0]`; `outside A` if the index is −1."""
    if index < 0:
        return f"outside {array}"
    return array + "".join(f"[{place}]" for place in subscripts(dims_of(recording, array), index))


def subscripts(dims: Sequence[int], index: int) -> tuple[int, ...]:
    """Return an element's subscripts; the last one varies fastest."""
    places: list[int] = []
    for size in reversed(dims[1:]):
        places.insert(0, index % size)
        index //= size
    return (index, *places)
