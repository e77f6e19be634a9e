"""Values that labs and the grader pass to each other; `grader.labs.lab` has the methods of a lab."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import numpy as np

from grader.assignment import Config, TestCase
from grader.assignment.expressions import ExpressionError, holds
from grader.assignment.models import BufferSpec, Order
from grader.layouts import ElementLayout
from grader.oracle.values import Objection
from grader.results import Sizes, in_source

ConfigT = TypeVar("ConfigT", bound=Config)
"""A lab's own configuration."""


class ParameterError(Exception):
    """The kernel's parameters do not fit the configuration; the message is for the student."""


class NotUnderstoodError(ParameterError):
    """The file leaves something open that cannot be inferred; the kernel may be right. The message says what."""


@dataclass(frozen=True, slots=True)
class Buffer:
    """The memory that a kernel's pointer points to: its content before the launch, in its natural shape.

    In memory the last subscript varies fastest; with `order` `column`, the first one. Elements with several members, as
    `layout` says, have one dimension more, the last.
    """

    content: np.ndarray
    layout: ElementLayout
    order: Order = "row"

    @property
    def members(self) -> Sequence[str]:
        """The names of an element's members; empty for a number."""
        return self.layout.members

    @property
    def dims(self) -> tuple[int, ...]:
        """The dimensions in elements, whatever members these have."""
        return self.content.shape[:-1] if self.members else self.content.shape

    @property
    def element_bytes(self) -> int:
        """The bytes of an element with all its members."""
        return self.layout.size_bytes

    @property
    def size_bytes(self) -> int:
        """The bytes in memory."""
        return math.prod(self.dims) * self.element_bytes

    def flat(self) -> np.ndarray:
        """Return the members' values in memory order."""
        return self.content.reshape(-1) if self.order == "row" else np.ascontiguousarray(self.content.T).reshape(-1)

    def stored(self, flat: np.ndarray | None = None) -> np.ndarray:
        """Return what a launch gets: the content, or other values in memory order, as they lie in memory."""
        return self.layout.stored(self.flat() if flat is None else flat)

    def held(self, memory: np.ndarray) -> np.ndarray:
        """Return what a launch has left, in the natural shape."""
        return self.shaped(self.layout.loaded(memory))

    def marked(self, flags: np.ndarray) -> np.ndarray:
        """Return which members have any flagged byte, in memory order."""
        return self.layout.marked(flags)

    def shaped(self, flat: np.ndarray) -> np.ndarray:
        """Return an array in memory order as an array of the natural shape."""
        dims = self.content.shape
        return flat.reshape(dims) if self.order == "row" else flat.reshape(dims[::-1]).T

    def subscripts(self, index: int) -> tuple[int, ...] | None:
        """Return the subscripts of the element at a place in memory; None outside."""
        dims = self.content.shape
        if not 0 <= index < self.content.size:
            return None
        found = tuple(map(int, np.unravel_index(index, dims if self.order == "row" else dims[::-1])))
        return found if self.order == "row" else found[::-1]

    def subscripts_at(self, offset: int) -> tuple[int, ...] | None:
        """Return the subscripts of the member at a byte; None outside."""
        return self.subscripts(self.layout.member_at(offset))

    def element(self, name: str, index: int) -> str:
        """Return what lies at a place in memory as the source writes it; outside, the place alone."""
        places = self.subscripts(index)
        return in_source(name, places or (index,), self.members if places else ())


@dataclass(frozen=True, slots=True)
class Reading(Generic[ConfigT]):
    """One way to interpret what the configuration leaves open, and notes for reports if it is chosen.

    `line` is that of the file's own launch, or 0; `guessed` says what the file leaves open there, if anything.
    """

    config: ConfigT
    notes: tuple[str, ...] = ()
    line: int = 0
    guessed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """The interpretations that a kernel's file leaves open: the `usual` one, if types and names show it, and others.

    `config` has everything that is certain. On `probe` each reading gives a different result, or the difference matters
    only on `ragged`. With `not_understood`, the usual reading is only a guess: unless one gives a right result, nothing
    is launched, and this text says why.
    """

    config: Config
    usual: Reading[Any] | None
    others: tuple[Reading[Any], ...]
    probe: TestCase
    ragged: TestCase | None = None
    notes: tuple[str, ...] = ()
    not_understood: str = ""


CELL = 16
"""Cost of a buffer's element in steps of a thread: it is drawn, sent, brought back and compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """The shapes at which a kernel must be right, at one tile width.

    `periods` says for each size after how many elements everything repeats: the length of a tile or of a block.
    `askable` turns any sizes into sizes that the assignment allows. `effort` returns the steps that all threads of the
    plainest kernel take at some sizes, including filling the elements; it raises `ExpressionError` if there is no
    launch for these sizes, or if the assignment excludes them. `known` are the assignment's own shapes if a kernel does
    not get every size; then few other shapes are possible.
    """

    periods: Sizes
    askable: Callable[[Sizes], Sizes]
    effort: Callable[[Sizes], int]
    known: tuple[Sizes, ...] = ()


def check_asked_for(config: Config, sizes: Sizes, tile_width: int) -> None:
    """Raise `ExpressionError` for sizes that the assignment excludes from the sweep."""
    where = config.sweep.where
    if where and not holds(where, **config.values_at(sizes, tile_width)):
        raise ExpressionError(f"not asked for: {where}")


def generator(seed: int, name: str, *more: int) -> np.random.Generator:
    """Return random numbers determined by the seed and a name."""
    return np.random.default_rng([seed, zlib.crc32(name.encode()), *more])


MAX_TURNS = 1 << 20


@dataclass(frozen=True, slots=True)
class ExpectedBuffer:
    """The right content of a buffer, in float64 or exactly in int64 or uint64, and each element's rounding bound.

    `ignored` marks the elements that may hold anything, and need not be written; None where there are none.
    """

    expected: np.ndarray
    bound: np.ndarray
    ignored: np.ndarray | None = None


Check = Callable[[Mapping[str, np.ndarray]], Sequence[Objection]]
"""Returns what speaks against the contents of the judged buffers; empty where they are right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseProblem:
    """One case made concrete; stays in the grader's own process: a submission's process gets only the buffers.

    Buffers have their natural shapes. `answers` are the right contents of the judged buffers; `output` is the one that
    comparisons are about. Where several results are right, `check` judges those of all outputs together, and the right
    contents are NaN. `random`: no two input values are equal except by accident. A thread works through the sizes in
    `inner` in phases.
    """

    config: Config
    sizes: Sizes
    tile_width: int
    specs: Mapping[str, BufferSpec]
    scalars: Mapping[str, float]
    buffers: Mapping[str, Buffer]
    constants: Mapping[str, Buffer]
    answers: Mapping[str, ExpectedBuffer]
    output: str
    random: bool
    check: Check | None = None
    inner: tuple[str, ...] = ()
    least_fuel: int = 100_000

    @property
    def values(self) -> Mapping[str, float]:
        """Sizes and scalars, by name."""
        return {**self.sizes, **self.scalars}

    @property
    def outputs(self) -> tuple[str, ...]:
        """The judged buffers."""
        return tuple(self.answers)

    @property
    def kept(self) -> tuple[str, ...]:
        """The buffers that must not change."""
        return tuple(name for name, spec in self.specs.items() if spec.kept)

    @property
    def fresh(self) -> tuple[str, ...]:
        """The buffers that hold nothing a kernel may read."""
        return tuple(name for name, spec in self.specs.items() if spec.fresh)

    @property
    def memory_of_outputs(self) -> tuple[str, ...]:
        """The buffers in whose memory outputs lie after all launches, and before them."""
        return tuple(dict.fromkeys((*map(self.memory_of, self.outputs), *self.outputs)))

    def about(self, output: str) -> CaseProblem:
        """Return the same problem with another output."""
        return self if output == self.output else replace(self, output=output)

    @property
    def expected(self) -> np.ndarray:
        """The right content of the output."""
        return self.answers[self.output].expected if self.answers else np.empty(0)

    @property
    def bound(self) -> np.ndarray:
        """The rounding bound of each element of the output."""
        return self.answers[self.output].bound

    @property
    def ignored(self) -> np.ndarray | None:
        """The elements of the output that may hold anything; None where there are none."""
        return self.answers[self.output].ignored if self.answers else None

    @property
    def turns(self) -> int:
        """Loop iterations of a thread of the plainest kernel: its inner sizes, or the length of the longest buffer."""
        if self.inner:
            return math.prod(self.sizes[name] for name in self.inner)
        longest = (buffer.content.size for buffer in (*self.buffers.values(), *self.constants.values()))
        return min(MAX_TURNS, max(longest, default=1))

    def fuel(self, threads: int) -> int:
        """Return the loop iterations of all threads: 64 times those of the naive kernel, to stop only endless loops.

        The naive kernel has a thread for each element of the output; a tuned kernel's threads compute many each. The
        blocks share the iterations.
        """
        return self.least_fuel + 64 * max(threads, self.expected.size) * (self.turns + 64)

    def memory_of(self, output: str) -> str:
        """Return the buffer whose memory an output has after all launches; another one where they were exchanged."""
        return self.config.order_at(self.sizes, self.tile_width).memory.get(output, output)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToTime:
    """Sizes at which kernels are timed, and a function that makes their data for a configuration and a seed.

    Of a product of matrices, whose sizes are M, K and N, `product` is the C type of the elements.
    """

    sizes: Sizes
    problem: Callable[[Any, int], CaseProblem]
    product: str = ""
