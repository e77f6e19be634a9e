"""Values that a lab and the grader pass to each other, such as a case made concrete; `grader.labs.lab` has methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, TypeVar

import numpy as np

from grader.assignment import Config, TestCase
from grader.assignment.expressions import ExpressionError, evaluate, holds
from grader.assignment.models import Order
from grader.devices.base import Argument, BufferArgument, Compiled, StructArgument, TimedProduct
from grader.emulator.result import Event
from grader.labs.data import BufferSpec, DataConfig, Entry, Passed
from grader.results import Cell, Explanation, Sizes, WrongTerm

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


MAX_TURNS = 1 << 20


@dataclass(frozen=True, slots=True)
class ExpectedBuffer:
    """What one buffer must be, in float64 or exactly in int64 or uint64, and how far rounding may take each element."""

    expected: np.ndarray
    bound: np.ndarray


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseProblem:
    """One case made concrete, in the grader's own process: a submission's process gets the buffers, never the rest.

    The data of a case, each buffer in its natural shape; `answers` are of the buffers that are judged.

    `output` is the one of them that comparisons are about; `random` says that no value of the inputs is like another
    but by accident. `passed` tells what the n-th launch passes to a kernel, in words of the configuration.
    """

    config: DataConfig
    passed: Callable[[Compiled, int], Sequence[Passed]]
    sizes: Sizes
    tile_width: int
    specs: Mapping[str, BufferSpec]
    scalars: Mapping[str, float]
    buffers: Mapping[str, Buffer]
    constants: Mapping[str, Buffer]
    answers: Mapping[str, ExpectedBuffer]
    output: str
    random: bool

    @property
    def outputs(self) -> tuple[str, ...]:
        """The buffers that are judged."""
        return tuple(self.answers)

    @property
    def kept(self) -> tuple[str, ...]:
        """The buffers that must stay as they are."""
        return tuple(name for name, spec in self.specs.items() if spec.kept)

    @property
    def fresh(self) -> tuple[str, ...]:
        """The buffers that hold nothing which a kernel may read."""
        return tuple(name for name, spec in self.specs.items() if spec.fresh)

    def about(self, output: str) -> CaseProblem:
        """The same problem, about another output."""
        return self if output == self.output else replace(self, output=output)

    @property
    def expected(self) -> np.ndarray:
        """What the output must be."""
        return self.answers[self.output].expected if self.answers else np.empty(0)

    @property
    def bound(self) -> np.ndarray:
        """How far rounding may take each element of it."""
        return self.answers[self.output].bound

    @property
    def turns(self) -> int:
        """How often a thread of the plainest kernel goes round a loop: along the longest buffer at most."""
        return min(MAX_TURNS, max(buffer.content.size for buffer in self.buffers.values()))

    def fuel(self, threads: int) -> int:
        """Loop turns for all threads together: 64 times what the naive kernel takes, so only endless loops run dry.

        That one has a thread for each element of the output, where a tuned kernel's threads have many each. Each block
        has its share of them.
        """
        return 100_000 + 64 * max(threads, self.expected.size) * (self.turns + 64)

    def arguments(self, kernel: Compiled, launch: int) -> tuple[Argument, ...]:
        """What the n-th launch passes for its kernel's parameters, in their order; raises `ParameterError`."""
        return made_arguments(self.config, self.passed(kernel, launch), self.sizes, self.tile_width, self.scalars)

    def explain(self, got: np.ndarray, comparison: Comparison) -> tuple[Explanation, ...]:
        """What a wrong output is instead; the explanations that fit every wrong cell, most telling first."""
        return ()

    def trace_back(self, events: Sequence[Event], cell: tuple[int, ...]) -> WrongTerm | None:
        """What the recording of the block that owns a wrong cell says of it; None where it does not tell."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToTime:
    """Sizes at which kernels are timed, and their data, for a kernel that is launched so, from a seed.

    Where there is a `product` the device makes and verifies it itself, and the problem is without data.
    """

    sizes: Sizes
    problem: Callable[[Any, int], CaseProblem]
    product: TimedProduct | None = None


def made_arguments(
    config: DataConfig, passed: Sequence[Passed], sizes: Sizes, tile_width: int, scalars: Mapping[str, float]
) -> tuple[Argument, ...]:
    """What is passed at these sizes; raises `ExpressionError`."""
    values, buffers = config.passed_values(sizes, tile_width), config.specs

    def made(entry: Entry) -> BufferArgument | int | float:
        if isinstance(entry, str) and entry in buffers:
            return BufferArgument(entry)
        if isinstance(entry, str) and entry in scalars:
            return float(scalars[entry])
        return evaluate(entry, **values)

    return tuple(StructArgument(tuple(map(made, each))) if isinstance(each, tuple) else made(each) for each in passed)
