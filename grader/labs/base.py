"""Values that a lab and the grader pass to each other; what a lab is asked stands in `grader.labs.lab`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

import numpy as np

from grader.assignment import Config, TestCase
from grader.assignment.expressions import ExpressionError, holds
from grader.assignment.models import Order
from grader.labs.data import DataConfig
from grader.results import Cell, Sizes

ConfigT = TypeVar("ConfigT", bound=DataConfig)
"""A lab's own configuration."""


class ParameterError(Exception):
    """The kernel's parameters do not fit the configuration; the message is for the student."""


class NotUnderstoodError(ParameterError):
    """What the file leaves open cannot be told, which says nothing against the kernel; the message says what."""


@dataclass(frozen=True, slots=True)
class Buffer:
    """What a pointer of the kernel's points to: its content before the launch, in its natural shape.

    In memory the last subscript is the fastest, or with `order` `column` the first one.
    """

    content: np.ndarray
    order: Order = "row"

    def flat(self) -> np.ndarray:
        """The content as it lies in memory."""
        return self.content.reshape(-1) if self.order == "row" else np.ascontiguousarray(self.content.T).reshape(-1)

    def shaped(self, flat: np.ndarray) -> np.ndarray:
        """An array that lies in memory like this one, in the natural shape."""
        dims = self.content.shape
        return flat.reshape(dims) if self.order == "row" else flat.reshape(dims[::-1]).T

    def subscripts(self, index: int) -> tuple[int, ...] | None:
        """Where the element at a place in memory is in the natural shape; None outside."""
        dims = self.content.shape
        if not 0 <= index < self.content.size:
            return None
        found = tuple(map(int, np.unravel_index(index, dims if self.order == "row" else dims[::-1])))
        return found if self.order == "row" else found[::-1]


class CellState(IntEnum):
    """What became of one cell of the output; the larger, the more there is to say."""

    RIGHT = 0
    WRONG = 1
    NONFINITE = 2
    UNWRITTEN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """`states` holds a `CellState` a cell of the output, `error` the absolute error (infinite where not finite).

    `first` is the bad cell that comes first in memory, `worst` the one farthest off; None where every cell is right.
    """

    states: np.ndarray
    error: np.ndarray
    first: Cell | None
    worst: Cell | None

    @property
    def right(self) -> bool:
        return self.worst is None

    @property
    def bad_cells(self) -> int:
        return int(np.count_nonzero(self.states))

    def count(self, state: CellState) -> int:
        """How many cells are so; all are right of nearly every output."""
        if self.right:
            return self.states.size if state == CellState.RIGHT else 0
        return int(np.count_nonzero(self.states == state))


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand what the configuration leaves open, and what to say where it is taken."""

    config: Config
    axis: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """What a kernel's file leaves open: the `usual` reading, if types and names tell one, and all others.

    `config` is with what is settled in any case. On `probe` each gives another result, or it makes no difference there
    but on `ragged`. Where `not_understood` says something, the usual reading is no more than a guess: unless one gives
    a right result, nothing is launched, and this is why.
    """

    config: Config
    usual: Reading | None
    others: tuple[Reading, ...]
    probe: TestCase
    ragged: TestCase | None = None
    notes: tuple[str, ...] = ()
    not_understood: str = ""


CELL = 16
"""Steps of a thread that an element of a buffer is worth: it is drawn, sent, brought back and compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """The shapes at which a kernel must be right, at one tile width.

    `periods` tells by the name of each size after how many elements everything is as before: a tile's, or those of a
    block. `askable` makes any sizes such as the assignment could ask for, `effort` says how many steps all threads of
    the plainest kernel take at some sizes, elements to be filled included; it raises `ExpressionError` where there is
    no launch for them, or nobody asks for them. `known` are the assignment's own shapes where a kernel is not told of
    every size, which leaves few others.
    """

    periods: Sizes
    askable: Callable[[Sizes], Sizes]
    effort: Callable[[Sizes], int]
    known: tuple[Sizes, ...] = ()


def check_asked_for(config: Config, sizes: Sizes, tile_width: int) -> None:
    """Raise `ExpressionError` for sizes that the assignment leaves out of the sweep."""
    where = config.sweep.where
    if where and not holds(where, **config.values_at(sizes, tile_width)):
        raise ExpressionError(f"not asked for: {where}")
