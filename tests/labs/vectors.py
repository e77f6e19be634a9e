"""A lab of a few lines: z = x + y, for vectors of length N."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.assignment import Config, TestCase
from grader.assignment.models import LaunchConfig, Points
from grader.devices.base import BufferArgument, Compiled
from grader.labs.base import Buffer, Comparison, ParameterError
from grader.results import Explanation, Visibility


@dataclass(frozen=True)
class Sum:
    """Two vectors and what their sum must be."""

    x: np.ndarray
    y: np.ndarray
    tile_width: int = 1
    output: str = "z"
    outputs: tuple[str, ...] = ("z",)
    kept: tuple[str, ...] = ("x", "y")
    fresh: tuple[str, ...] = ("z",)
    random: bool = True
    turns: int = 1

    @property
    def sizes(self) -> Mapping[str, int]:
        return {"N": self.x.size}

    @property
    def buffers(self) -> Mapping[str, Buffer]:
        return {"x": Buffer(self.x), "y": Buffer(self.y), "z": Buffer(np.full_like(self.x, np.nan))}

    @property
    def constants(self) -> Mapping[str, Buffer]:
        return {}

    def about(self, output: str) -> Sum:
        return self

    @property
    def expected(self) -> np.ndarray:
        return self.x.astype(np.float64) + self.y

    @property
    def bound(self) -> np.ndarray:
        return np.abs(self.expected) * 2.0**-24

    def arguments(self, kernel: Compiled, launch: int) -> tuple[Any, ...]:
        if len(kernel.parameters) != 4:
            raise ParameterError("x, y, z and their length are passed")
        return *(BufferArgument(name) for name in self.buffers), self.x.size

    def explain(self, got: np.ndarray, comparison: Comparison) -> tuple[Explanation, ...]:
        wrong = comparison.states != 0
        taken = np.abs(got - (self.x.astype(np.float64) - self.y)) <= 1e-6
        return (Explanation(name="subtracted"),) if wrong.any() and taken[wrong].all() else ()

    def trace_back(self, events: object, cell: object) -> None:
        return None


class VectorAddition:
    """What the tests ask of it; every other question is an error."""

    def make_problem(self, case: TestCase, config: Config, *, seed: int, oracle: object = None) -> Sum:
        rng = np.random.default_rng(seed)
        x, y = (rng.uniform(0.5, 1.5, case.sizes["N"]).astype(np.float32) for _ in range(2))
        return Sum(x, y)

    def readings(self, config: Config, kernel: Compiled, tile_width: int) -> None:
        return None

    def why_left_out(self, config: Config, case: TestCase) -> str:
        return ""

    def tells_values(self, explanation: str) -> bool:
        return True


CONFIG = Config(
    lab="vectors", assignment="Vectors", submission="add.cu", kernel="add",
    launch=LaunchConfig(block=(32,), grid=("ceildiv(N, 32)",)), points=Points(correctness=1),
    naive="add.cu", reference="add.cu", oracle=None,
)  # fmt: skip


def vectors_of(length: int) -> TestCase:
    """A case of this length."""
    return TestCase(
        name=f"n{length}", family="", title="", reason="", sizes={"N": length}, tile_width=1,
        inputs="random", max_points=1.0, visibility=Visibility.VISIBLE,
    )  # fmt: skip
