"""Patterns that must hold for every wrong element of a small case: how a matrix is read in place of what belongs there.

Each way says which element stands for another one: that of the mirrored place, of another row length, of the first
tile, of another input. It is told only where the elements that are taken are exactly those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from grader.results import Explanation
from grader.search.influence import Influence, InputElement
from grader.search.table import Table, Told, first

MATRIX = 2
"""Subscripts of an input that can be read with its row and column exchanged."""
Local = tuple[int, ...]
"""An element's place in its tile."""


@dataclass(frozen=True, slots=True)
class Way:
    """How the elements of `buffer` are read: element number n as number `places[n]` of `source`, if there is one."""

    name: str
    buffer: str
    source: str
    places: np.ndarray
    facts: dict[str, int | str]


def read_as(table: Table) -> Told | None:
    """Return the way that fits all wrong elements, told of this one; None where it takes what belongs there."""
    influence = table.influence
    tables = [Table(influence, output) for output in influence.wrong_outputs()]
    if not len(table.strange) and not len(table.lacking):
        return None
    for way in _ways(influence):
        seen = way.name == "same-tile" or any(len(each.strange) for each in tables)
        if seen and all(_fits(each, way) for each in tables):
            facts = {"array": way.buffer, **way.facts}
            return _told(table, way.name, facts, of={way.buffer, way.source})
    whole: tuple[tuple[str, Callable[[Table], bool]], ...] = (
        ("elementwise", _is_of_its_place), ("operands-swapped", _is_swapped),
    )  # fmt: skip
    for name, fits in whole if influence.tile > 1 else ():
        if all(map(fits, tables)):
            return _told(table, name, {}, of={table.buffer})
    return None


def _told(table: Table, name: str, facts: dict[str, int | str], of: set[str]) -> Told:
    lacks, strange, taken = (
        [each for each in some if table.of(each) in of] for some in (table.lacking, table.strange, table.taken)
    )
    strange = strange or taken
    said = table.facts(takes=table.named(strange), **facts)
    if lacks:
        said["lacks"] = table.named(lacks)
    return Told(Explanation(name=name, facts=said), lost=first(lacks), strayed=first(strange))


def _fits(table: Table, way: Way) -> bool:
    """Return whether the element takes what the way gives for what it should take, and of other inputs nothing else."""
    elements, size = table.influence.elements, table.influence.buffer(way.source).content.size
    taken = {elements[each] for each in table.taken}
    belonging = [elements[each] for each in table.belonging]
    places = (int(way.places[each.place]) for each in belonging if each.buffer == way.buffer)
    known = [InputElement(way.source, place) for place in places if 0 <= place < size]
    others = {each for each in belonging if each.buffer != way.buffer}
    is_whole = len(known) + len(others) == len(belonging)  # what is read outside takes its partner along
    return bool(known) and {*known} <= taken <= {*known} | others and (not is_whole or others <= taken)


def _ways(influence: Influence) -> Iterator[Way]:
    """Yield the ways in which each input with rows and columns may be read."""
    tile, buffers = influence.tile, {each.buffer: influence.buffer(each.buffer) for each in influence.elements}
    matrices = [name for name, buffer in buffers.items() if buffer.content.ndim == MATRIX and buffer.order == "row"]
    for name in matrices:
        rows, length = buffers[name].content.shape
        row, col = np.divmod(np.arange(rows * length), length)

        def at(places: tuple[np.ndarray, np.ndarray], dims: tuple[int, int] = (rows, length)) -> np.ndarray:
            return np.where((places[0] < dims[0]) & (places[1] < dims[1]), places[0] * dims[1] + places[1], -1)

        if tile > 1:
            mirrored = at((row // tile * tile + col % tile, col // tile * tile + row % tile))
            yield Way("read-transposed", name, name, mirrored, {})
            for places in ((row, col % tile), (row % tile, col)):
                yield Way("same-tile", name, name, at(places), {})
        yield Way("read-transposed", name, name, col * rows + row, {})
        for size, stride in influence.problem.sizes.items():
            if stride != length and rows > 1:
                facts: dict[str, int | str] = {"size": size, "stride": stride}
                yield Way("row-length", name, name, row * stride + col, facts)
        for other in (each for each in matrices if each != name):
            yield Way("other-matrix", name, other, row * length + col, {"other": other})


def _locals(table: Table, numbers: np.ndarray) -> dict[str, set[Local]]:
    """Return the places in their tiles, by the input."""
    found: dict[str, set[Local]] = {}
    for each in (table.influence.elements[number] for number in numbers):
        subscripts = table.influence.buffer(each.buffer).subscripts(each.place) or ()
        found.setdefault(each.buffer, set()).add(tuple(place % table.influence.tile for place in subscripts))
    return found


def _is_swapped(table: Table) -> bool:
    """Return whether it takes of each of two inputs what belongs there of the other one."""
    taken, belonging = _locals(table, table.taken), _locals(table, table.belonging)
    if len(belonging) != 2 or taken.keys() != belonging.keys():
        return False
    one, other = belonging
    return taken[one] <= belonging[other] and taken[other] <= belonging[one]


def _is_of_its_place(table: Table) -> bool:
    """Return whether all that it takes lies in its tile where the element itself does."""
    own = table.influence.problem.buffers[table.influence.problem.output].subscripts(table.output) or ()
    taken = _locals(table, table.taken)
    return bool(taken) and set().union(*taken.values()) == {tuple(place % table.influence.tile for place in own)}
