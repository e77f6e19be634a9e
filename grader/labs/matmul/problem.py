"""A product as the grader asks for one: its buffers, arguments and right answer, and what a wrong C is instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import ClassVar

import numpy as np

from grader.assignment import TestCase
from grader.devices.base import Argument, Compiled, TimedProduct
from grader.emulator.result import Event
from grader.labs.base import Buffer, Comparison, ToTime
from grader.labs.matmul.config import ProductConfig
from grader.labs.matmul.matrices import Matrices, make_matrices
from grader.labs.matmul.parameters import arguments_of
from grader.labs.matmul.patterns import diagnose
from grader.labs.matmul.shape import ProductShape
from grader.labs.matmul.wrong_term import first_wrong_term
from grader.oracle import Oracle
from grader.results import Explanation, WrongTerm

_MATRICES = tuple(field.name for field in fields(Matrices))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixProblem(Matrices):
    """One case's matrices, laid out and passed as the configuration says; see `grader.labs.base.Problem`."""

    config: ProductConfig
    constants: ClassVar[Mapping[str, Buffer]] = {}
    output: ClassVar[str] = "C"
    outputs: ClassVar[tuple[str, ...]] = ("C",)
    kept: ClassVar[tuple[str, ...]] = ("A", "B")

    @property
    def sizes(self) -> Mapping[str, int]:
        """M, K and N."""
        return self.shape.sizes

    @property
    def buffers(self) -> Mapping[str, Buffer]:
        """A, B and C, as the configuration lays them out."""
        layout = self.config.layout
        return {"A": Buffer(self.a, layout.A), "B": Buffer(self.b, layout.B), "C": Buffer(self.c, layout.C)}

    @property
    def fresh(self) -> tuple[str, ...]:
        """C, where it holds nothing that a kernel may read."""
        return ("C",) if self.beta == 0 and self.config.initial_c != "zero" else ()

    def about(self, output: str) -> MatrixProblem:
        """There is no other output."""
        return self

    @property
    def turns(self) -> int:
        """The products of one sum."""
        return self.shape.K

    def arguments(self, kernel: Compiled, launch: int) -> tuple[Argument, ...]:
        """By the roles of the kernel's parameters; raises `ParameterError`."""
        return arguments_of(kernel, self.config, self.shape, self.tile_width, alpha=self.alpha, beta=self.beta)

    def explain(self, got: np.ndarray, comparison: Comparison) -> tuple[Explanation, ...]:
        """At most one explanation of the values and one of the places."""
        return diagnose(got, comparison, self)

    def trace_back(self, events: Sequence[Event], cell: tuple[int, ...]) -> WrongTerm | None:
        """The first wrong term of its sum, or those that are missing; where everything lies row by row."""
        if any(buffer.order != "row" for buffer in self.buffers.values()):
            return None
        return first_wrong_term(events, self, (cell[0], cell[1]))


def make_problem(case: TestCase, config: ProductConfig, *, seed: int, oracle: Oracle | None = None) -> MatrixProblem:
    """The case's matrices from the seed, and the right answer. The same seed and case give the same matrices."""
    case = replace(case, scalars=config.passed(case.scalars))
    made = make_matrices(case, config.element, seed=seed, initial_c=config.initial_c, oracle=oracle)
    return MatrixProblem(config=config, **{name: getattr(made, name) for name in _MATRICES})


def to_time(config: ProductConfig, tile_width: int, _: Oracle | None) -> tuple[ToTime, ...]:
    """Square products, whose matrices the device makes itself."""
    layout, scalars = config.layout.model_dump(), config.scalars_of()
    shapes = [ProductShape(M=size, K=size, N=size) for size in config.performance.time.sizes]
    return tuple(
        ToTime(
            sizes=shape.sizes,
            problem=partial(_without_data, shape, tile_width),
            product=TimedProduct(
                element=config.element.value,
                shape=(shape.M, shape.K, shape.N),
                layout=layout,
                alpha=scalars.get("alpha", 1.0),
                beta=scalars.get("beta", 0.0),
            ),
        )
        for shape in shapes
    )


def _without_data(shape: ProductShape, tile_width: int, config: ProductConfig, _: int) -> MatrixProblem:
    nothing, scalars = np.empty((0, 0)), config.scalars_of()
    return MatrixProblem(
        shape=shape, tile_width=tile_width, a=nothing, b=nothing, c=nothing,
        alpha=scalars.get("alpha", 1.0), beta=scalars.get("beta", 0.0), expected=nothing, bound=nothing, config=config,
    )  # fmt: skip
