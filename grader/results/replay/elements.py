"""Elements of arrays as a source writes them."""

from __future__ import annotations

from collections.abc import Sequence

from grader.results import Recording


def dims_of(recording: Recording, array: str) -> tuple[int, ...]:
    """The dimensions of an array of a recording, outermost first; none where it is not known."""
    shared = next((known.dims for known in recording.shared if known.name == array), ())
    return shared or (recording.buffers[array].dims if array in recording.buffers else ())


def element(recording: Recording, array: str, index: int) -> str:
    """An element as the source writes it: `As[1][0]`; `outside A` where the index is −1."""
    if index < 0:
        return f"outside {array}"
    return array + "".join(f"[{place}]" for place in subscripts(dims_of(recording, array), index))


def subscripts(dims: Sequence[int], index: int) -> tuple[int, ...]:
    """An element's place in each dimension, the last one the fastest."""
    places: list[int] = []
    for size in reversed(dims[1:]):
        places.insert(0, index % size)
        index //= size
    return (index, *places)
