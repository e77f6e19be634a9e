"""A lab of a few lines: z = x + y, for vectors of length N."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.assignment import TestCase
from grader.assignment.config import Config
from grader.assignment.models import BufferSpec, LaunchConfig, PlannedLaunch, Points
from grader.devices.base import Argument, Compiled
from grader.elements import ELEMENTS
from grader.labs.base import CaseProblem, ExpectedBuffer
from grader.labs.lab import Lab
from grader.labs.launching import CaseData, Contents
from grader.layouts import ElementLayout
from grader.oracle import Making
from grader.results import Visibility


class VectorConfig(Config):
    """Two vectors, their sum and their length."""

    @property
    def specs(self) -> Mapping[str, BufferSpec]:
        ways = {"x": "in", "y": "in", "z": "out"}
        return {
            name: BufferSpec(dims=("N",), layout=ElementLayout.number(ELEMENTS["float"]), way=way)
            for name, way in ways.items()
        }

    @property
    def size_names(self) -> tuple[str, ...]:
        return ("N",)

    @property
    def planned(self) -> tuple[PlannedLaunch, ...]:
        return (PlannedLaunch(self.kernel, self.launch, ("x", "y", "z", "N")),)


class VectorAddition(Lab[VectorConfig]):
    """What no other lab knows: what must come out."""

    def answers(self, data: CaseData, contents: Contents) -> Making[dict[str, ExpectedBuffer]]:
        yield from ()
        right = contents["x"].astype(np.float64) + contents["y"]
        return {"z": ExpectedBuffer(right, np.abs(right) * 2.0**-24)}


LAB = VectorAddition()
CONFIG = VectorConfig(
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


def arguments_of(lab: Lab[Any], problem: CaseProblem, kernel: Compiled) -> tuple[Argument, ...]:
    """What the one launch of a problem passes."""
    (step,) = problem.config.order_at(problem.sizes, problem.tile_width).steps
    return lab.launch_arguments(problem.config, kernel, step, problem.sizes, problem.tile_width, problem.scalars)
