"""From the first wrong cell back: which term of its sum is wrong, which load brought it, which line computed that.

The inputs of a small case are random, so a value says which element of A or B it is. Facts only; words are made where
they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from grader.emulator.run import Event
from grader.labs.matmul.matrices import Matrices
from grader.results import WrongTerm

Place = tuple[str, int, int]
"""An element: the matrix, its row and its column."""
Loaded = tuple[int, Event]


def first_wrong_term(events: Sequence[Event], problem: Matrices, wrong: tuple[int, int]) -> WrongTerm | None:
    """The first wrong term of a wrong cell, or those that are missing; None where the recording does not tell."""
    stores = [item for item in events if item.op == "store" and item.object == "C"]
    row, col = wrong
    store = next((item for item in stores if item.index == row * problem.shape.N + col), None)
    if store is None:
        return None
    own = [(number, item) for number, item in enumerate(events) if item.thread == store.thread]
    known = _elements(problem)
    pairs = _pairs(own)
    if not pairs:
        return None
    seen: set[int] = set()
    for number, pair in enumerate(pairs):
        if pair[0][1].value * pair[1][1].value == 0:
            continue
        left, right = _of_a_first(pair, known)
        a, b = known.get(left[1].value), known.get(right[1].value)
        if a is not None and b is not None and a[1] == row and b[2] == col and a[2] == b[1] and a[2] not in seen:
            seen.add(a[2])
            continue
        return _wrong_term(events, wrong, (left, right), (a, b), number)
    missing = tuple(k for k in range(problem.shape.K) if k not in seen)
    return WrongTerm(cell=wrong, missing=missing, line=pairs[-1][1][1].line) if missing else None


def _of_a_first(pair: tuple[Loaded, Loaded], known: Mapping[float, Place]) -> tuple[Loaded, Loaded]:
    """The factor of A first, where it can be told."""
    one, other = (known.get(item.value) for _, item in pair)
    turned = (one is not None and one[0] == "B") or (other is not None and other[0] == "A")
    return (pair[1], pair[0]) if turned else pair


def _elements(problem: Matrices) -> Mapping[float, Place]:
    found: dict[float, Place] = {}
    for name, matrix in (("A", problem.a), ("B", problem.b)):
        for index in np.ndindex(*matrix.shape):
            found[float(matrix[index])] = (name, int(index[0]), int(index[1]))
    return found


def _pairs(own: Sequence[Loaded]) -> list[tuple[Loaded, Loaded]]:
    """The factors of each product: the n-th load of one array with the n-th of the other, phase by phase."""
    computing = {item.line for _, item in own if item.op == "fma"}
    phases: dict[int, dict[str, list[Loaded]]] = {}
    for number, item in own:
        if item.op == "load" and item.line in computing:
            phases.setdefault(item.phase, {}).setdefault(item.object, []).append((number, item))
    pairs: list[tuple[Loaded, Loaded]] = []
    for arrays in phases.values():
        if len(arrays) != 2:
            return []
        one, other = arrays.values()
        if len(one) != len(other):
            return []
        pairs += zip(one, other, strict=True)
    return pairs


def _wrong_term(
    events: Sequence[Event],
    cell: tuple[int, int],
    pair: tuple[Loaded, Loaded],
    places: tuple[Place | None, Place | None],
    turn: int,
) -> WrongTerm:
    row, col = cell
    a, b = places
    right: tuple[Place, Place] | None = None
    fits_a, fits_b = a is not None and a[1] == row, b is not None and b[2] == col
    if fits_a and fits_b:  # each by itself: the one whose turn it is along k
        fits_a = a is not None and b is not None and (a[2] == turn or b[1] != turn)
    if a is not None and fits_a:
        right = a, ("B", a[2], col)
    elif b is not None and fits_b:
        right = ("A", row, b[1]), b
    blamed = [item for item, place, wanted in zip(pair, places, right or (None, None), strict=True) if place != wanted]
    number, wrong = blamed[0] if len(blamed) == 1 else pair[0]
    return WrongTerm(
        cell=cell,
        phase=wrong.phase,
        line=wrong.line,
        got=(_name(a), _name(b)),
        right=(_name(right[0]), _name(right[1])) if right else ("", ""),
        array=wrong.object,
        loaded=_brought(events[:number], wrong),
    )


def _brought(before: Sequence[Event], used: Event) -> int:
    """The line of the store that put the value where it was read; 0 for a matrix, which nobody filled."""
    for item in reversed(before):
        if item.op == "store" and item.object == used.object and item.index == used.index:
            return item.line
    return 0


def _name(place: Place | None) -> str:
    return f"{place[0]}[{place[1]}][{place[2]}]" if place else ""
