"""From a case to a launch: grid and block as the configuration says, arguments and arrays as the lab does."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from grader.assignment import Config
from grader.assignment.expressions import evaluate_size
from grader.assignment.models import LaunchConfig as Planned
from grader.devices.base import (
    Argument,
    BufferArgument,
    Compiled,
    KernelLaunch,
    Launch,
    Launched,
    StructArgument,
    by_element,
)
from grader.emulator.result import Dim3
from grader.labs.base import CaseProblem


@dataclass(frozen=True, slots=True)
class Geometry:
    """A launch configuration."""

    grid: Dim3
    block: Dim3
    shared_bytes: int

    @property
    def threads(self) -> int:
        return self.block[0] * self.block[1] * self.block[2]


def geometry(config: Config, sizes: Mapping[str, int], tile_width: int, axis: str, number: int = 0) -> Geometry:
    """Grid and block of the n-th launch at these sizes; `axis` is `x` (as written) or `y` (x and y exchanged)."""
    return _geometry(config.planned[number].launch, config.values_at(dict(sizes), tile_width), axis)


def _geometry(launch: Planned, values: Mapping[str, int], axis: str) -> Geometry:
    block = [evaluate_size(size, **values) for size in launch.block]
    grid = [evaluate_size(size, **values) for size in launch.grid]
    for counts in (block, grid):
        counts.extend([1] * (3 - len(counts)))
        if axis == "y":
            counts[0], counts[1] = counts[1], counts[0]
    return Geometry(
        (grid[0], grid[1], grid[2]),
        (block[0], block[1], block[2]),
        evaluate_size(launch.shared_bytes, **values),
    )


def make_launch(config: Config, kernel: Compiled, problem: CaseProblem, axis: str) -> Launch:
    """What is launched of `kernel` on the problem; raises `ParameterError` when its parameters do not fit."""
    first, *then = _steps(config, kernel, problem, axis)
    return Launch(
        grid=first.grid,
        block=first.block,
        shared_bytes=first.shared_bytes,
        arguments=first.arguments,
        arrays={name: buffer.flat() for name, buffer in problem.buffers.items()},
        constants={name: buffer.flat() for name, buffer in problem.constants.items()},
        fuel=first.fuel,
        kernel=first.kernel,
        then=tuple(then),
        uninitialized=problem.fresh,
        # Where such reads only warn, what they give must not fail the case after all.
        stray_reads="zero" if config.oob_read == "warn" else "mark",
    )


def _steps(config: Config, kernel: Compiled, problem: CaseProblem, axis: str) -> Iterator[KernelLaunch]:
    values = config.values_at(dict(problem.sizes), problem.tile_width)
    for number, planned in enumerate(config.planned):
        place, which = _geometry(planned.launch, values, axis), config.kernels.index(planned.kernel)
        yield KernelLaunch(
            grid=place.grid,
            block=place.block,
            shared_bytes=place.shared_bytes,
            arguments=problem.arguments(kernel.kernels[which], number),
            fuel=config.limits.fuel or problem.fuel(math.prod(place.grid) * place.threads),
            kernel=which,
        )


def bare_launch(config: Config, kernel: Compiled, problem: CaseProblem, axis: str) -> Launch:
    """A launch on arrays that the device makes itself; raises `ParameterError` when the parameters do not fit."""
    place = geometry(config, problem.sizes, problem.tile_width, axis)
    return Launch(
        grid=place.grid,
        block=place.block,
        shared_bytes=place.shared_bytes,
        arguments=problem.arguments(kernel, 0),
        arrays={},
    )


def result_of(launched: Launched, problem: CaseProblem) -> tuple[np.ndarray, np.ndarray]:
    """What the problem's output is, in its natural shape, and for each cell whether a thread stored to it."""
    output = problem.buffers[problem.output]
    cells = launched.arrays[problem.output].view(output.content.dtype)
    flags = launched.written.get(problem.output)
    touched = np.ones(cells.size, bool) if flags is None else by_element(flags, cells.size)
    return output.shaped(cells), output.shaped(touched)


def changed_inputs(launched: Launched, launch: Launch, problem: CaseProblem) -> tuple[str, ...]:
    """Which of the inputs are no longer what they were, byte for byte."""
    before, after = launch.arrays, launched.arrays
    return tuple(
        name
        for name in problem.kept
        if after[name] is not before[name] and after[name].tobytes() != before[name].tobytes()
    )


def buffers_in(arguments: Sequence[Argument]) -> Iterator[str]:
    """The names of the arrays that the arguments point to."""
    for argument in arguments:
        if isinstance(argument, BufferArgument):
            yield argument.name
        elif isinstance(argument, StructArgument):
            yield from buffers_in(argument.fields)
