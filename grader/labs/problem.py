"""One case made concrete: its buffers, what must come out of them, and what is passed to each launch.

Everything here stays in the grader's own process: a submission's process gets the buffers, never the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.assignment.expressions import evaluate
from grader.devices.base import Argument, BufferArgument, Compiled, StructArgument, TimedProduct
from grader.emulator.result import Event
from grader.labs.base import Buffer, Comparison
from grader.labs.data import BufferSpec, DataConfig, Entry, Passed
from grader.results import Explanation, Sizes, WrongTerm

MAX_TURNS = 1 << 20


@dataclass(frozen=True, slots=True)
class ExpectedBuffer:
    """What one buffer must be, in float64 or exactly in int64 or uint64, and how far rounding may take each element."""

    expected: np.ndarray
    bound: np.ndarray


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseProblem:
    """The data of a case, each buffer in its natural shape; `answers` are of the buffers that are judged.

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
