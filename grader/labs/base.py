"""What the grader asks of a lab: everything that depends on what a kernel is meant to compute.

The grader compiles, launches, checks, compares and counts for every lab alike. What the data of a case are, what must
come out of them, what a kernel's parameters mean and what a wrong result looks like, the lab says: a module, or any
other object, with the functions of `Lab`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol, TypeVar

import numpy as np

from grader.assignment import Config, TestCase
from grader.assignment.expressions import ExpressionError, holds
from grader.assignment.models import Order
from grader.compiling.source_facts import SourceFacts
from grader.devices.base import Argument, Compiled, TimedProduct
from grader.emulator.result import Event
from grader.labs.access_lines import AccessLines
from grader.labs.hints import HintRow
from grader.labs.traffic import Measured
from grader.oracle import Oracle
from grader.results import (
    Beyond,
    Cell,
    Explanation,
    Ideal,
    Kind,
    LineCount,
    Recording,
    Requirement,
    Resources,
    Sizes,
    Traffic,
    Words,
    WrongTerm,
)
from grader.results.replay.story import Story

ConfigT = TypeVar("ConfigT", bound=Config, contravariant=True)
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


class CaseProblem(Protocol):
    """One case made concrete. A submission's process gets the buffers and the arguments, never the rest."""

    @property
    def tile_width(self) -> int: ...

    @property
    def sizes(self) -> Mapping[str, int]:
        """As launches' expressions name them."""

    @property
    def buffers(self) -> Mapping[str, Buffer]:
        """By the names that a student knows, inputs and output."""

    @property
    def constants(self) -> Mapping[str, Buffer]:
        """Likewise what fills arrays in constant memory."""

    @property
    def outputs(self) -> tuple[str, ...]:
        """The buffers that are judged."""

    @property
    def kept(self) -> tuple[str, ...]:
        """The buffers that must stay as they are."""

    @property
    def fresh(self) -> tuple[str, ...]:
        """The buffers that hold nothing which a kernel may read."""

    @property
    def output(self) -> str:
        """The one of the outputs that the rest is about: the first, if no other was asked for."""

    def about(self, output: str) -> CaseProblem:
        """The same problem, about another output."""

    @property
    def expected(self) -> np.ndarray:
        """What the output must be, in float64; for whole numbers, exactly, in int64 or uint64."""

    @property
    def bound(self) -> np.ndarray:
        """How far rounding may take each cell."""

    @property
    def random(self) -> bool:
        """Whether no value of the inputs is like another but by accident."""

    @property
    def turns(self) -> int:
        """How often a thread of the plainest kernel goes round a loop."""

    def arguments(self, kernel: Compiled, launch: int) -> tuple[Argument, ...]:
        """What the n-th launch passes for its kernel's parameters, in their order; raises `ParameterError`."""

    def explain(self, got: np.ndarray, comparison: Comparison) -> tuple[Explanation, ...]:
        """What a wrong output is instead; the explanations that fit every wrong cell, most telling first."""

    def trace_back(self, events: Sequence[Event], cell: tuple[int, ...]) -> WrongTerm | None:
        """What the recording of the block that owns a wrong cell says of it; None where it does not tell."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ToTime:
    """Sizes at which kernels are timed, and their data, for a kernel that is launched so, from a seed.

    Where there is a `product` the device makes and verifies it itself, and the problem is without data.
    """

    sizes: Sizes
    problem: Callable[[Any, int], CaseProblem]
    product: TimedProduct | None = None


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


class Lab(Protocol[ConfigT]):
    """One kind of assignment."""

    def make_problem(self, case: TestCase, config: ConfigT, *, seed: int, oracle: Oracle | None = None) -> CaseProblem:
        """The case's data from the seed, and the right answer; the same seed and case give the same data."""

    def why_left_out(self, config: ConfigT, case: TestCase) -> str:
        """Why this case is held against nobody, empty when it is."""

    def expected_parameters(self, config: ConfigT, launch: int) -> tuple[str, ...] | None:
        """Those of the n-th launch as C++ text where each is told by its role alone; None where they are the file's."""

    def told(self, config: ConfigT, kernel: Compiled, sizes: Sizes, tile_width: int) -> tuple[Argument, ...]:
        """What all launches at these sizes pass: how a kernel can know them. Raises `ExpressionError`."""

    def constant_bytes(self, config: ConfigT, cases: Sequence[TestCase], tile_width: int) -> Mapping[str, int]:
        """What arrays in constant memory must hold in any of these cases."""

    def left_open(self, config: ConfigT, parameters: Sequence[tuple[str, str]]) -> Iterator[str]:
        """What the configuration leaves open of data and parameters (type, name), and what was made of it."""

    def readings(self, config: ConfigT, kernel: Compiled, tile_width: int) -> Readings | None:
        """The ways to launch a kernel that the configuration leaves open; None where it leaves nothing open."""

    def own_tile_width(self, config: ConfigT, kernel: Compiled) -> int | None:
        """The tile width that a file has by itself; None where none shows."""

    def to_time(self, config: ConfigT, tile_width: int, oracle: Oracle | None) -> tuple[ToTime, ...]:
        """What is timed on a GPU; nothing in an assignment that is not."""

    def time_words(self, traffic: Sequence[Traffic]) -> str:
        """What times say of a kernel of this lab, beside the traffic that was counted."""

    def usual_sizes(self, config: ConfigT, tile_width: int) -> Sizes:
        """Those of a launch like that of the cases: for how it is launched its threads and registers are counted."""

    def for_naive(self, config: ConfigT) -> Config:
        """The configuration by which the naive kernel is launched, whatever its name."""

    def words(self, config: ConfigT) -> Words:
        """How its data are spoken of."""

    def walk_throughs(self, config: ConfigT, tile_width: int) -> tuple[TestCase, ...]:
        """Small cases to replay: the plainest first, then those with more to see."""

    def in_small(self, case: TestCase, tile_width: int) -> TestCase:
        """A case at another tile width with the same structure, as small as that allows."""

    def replayed_at(self, config: ConfigT, failed: TestCase | None) -> tuple[int, ...]:
        """The tile widths to record at, in the order in which they are tried; none where none can be set."""

    def story(self, recording: Recording) -> Story:
        """What it knows of a recorded block."""

    @property
    def tells_sums(self) -> bool:
        """Whether it reads sums out of a recording, term by term; else a recording says itself what is wrong."""

    @property
    def has_small_cases(self) -> bool:
        """Whether a case shows what it shows at a small tile width too, so that many changes can be tried on it."""

    @property
    def inner_sizes(self) -> tuple[str, ...]:
        """The sizes over which a thread goes in phases."""

    def traced_case(self, config: ConfigT, sizes: Sequence[int], tile_width: int | None, *, random: bool) -> TestCase:
        """A case of these sizes to look at, or of its usual ones where none are given; likewise the tile width.

        With values that tell which element each is, unless they are `random`. Raises `UsageError`.
        """

    def traffic_case(self, config: ConfigT, tile_width: int) -> TestCase:
        """The case on which global loads are counted, as published; raises `ExpressionError` where it has no sizes."""

    def smaller_case(self, case: TestCase) -> TestCase | None:
        """A case of less work on which the counts of this one decide as much; None where there is none."""

    def drawn_case(self, config: ConfigT, tile_width: int, seed: int) -> TestCase:
        """One like it that nobody knows beforehand."""

    def requirements(self, measured: Sequence[Measured], config: ConfigT) -> tuple[Requirement, ...]:
        """What the assignment demands of a kernel's accesses to memory; failed where they were not counted."""

    def judges_warps(self, config: ConfigT) -> bool:
        """Whether points depend on sectors or bank conflicts: then those of a kernel with a fault are counted too."""

    def judges_work(self, config: ConfigT) -> bool:
        """Whether points depend on how many threads work, and that is to be counted by itself."""

    def weight_of(self, row: LineCount, requirement: str, config: ConfigT) -> tuple[int, ...]:
        """How much a line has of what this requirement, which is not met, counts: the heaviest line is named."""

    def hint_table(self, config: ConfigT) -> Sequence[HintRow]:
        """What to say of known misconceptions; a lab's own first."""

    @property
    def loads_decide(self) -> bool:
        """Whether a kernel that loads as much as the baseline is the baseline, by whatever name, and as fast."""

    @property
    def requirements_item(self) -> str:
        """The rubric's item for them, by the name that results have for it."""

    @property
    def requirements_title(self) -> str:
        """The same for readers."""

    def earned_share(self, requirements: Sequence[Requirement], config: ConfigT) -> float:
        """The part of the item's points that these, as they were judged, earn."""

    def kind_of(self, requirement: str) -> Kind:
        """What it is called that this one of them is not met."""

    def drawn_sizes(self, config: ConfigT, cases: Sequence[TestCase], rng: np.random.Generator, width: int) -> Sizes:
        """Sizes that no case of these has, as the assignment could ask for."""

    def space(self, config: ConfigT, tile_width: int) -> Space:
        """The shapes to sweep at one tile width."""

    def ideal(self, traffic: Traffic) -> Ideal | None:
        """The fewest loads from global memory that the lesson's idea alone can reach; None where nobody knows."""

    def beyond(
        self,
        own: Traffic | None,
        needs: Resources | None,
        declared: Sequence[tuple[int, ...]],
        recording: Recording | None,
    ) -> Beyond | None:
        """What comes after all points; None where the lab has nothing to say.

        From the counts of a kernel, its resources and the dimensions of its shared arrays at that tile width, and a
        small run.
        """

    def traffic_words(self, tile_width: int) -> str:
        """What counted loads say of a kernel of this lab."""

    def tells_values(self, explanation: str) -> bool:
        """Whether an explanation says what the wrong values are, and not only where."""

    def is_sure(self, explanation: str) -> bool:
        """Whether an explanation holds beside other faults of the same case: no accident looks like it."""

    def says_little(self, explanation: str) -> bool:
        """Whether many mistakes look like this in small cases."""

    def line_of(self, explanation: str, lines: AccessLines, facts: SourceFacts) -> int:
        """The line of the source that an explanation points to."""
