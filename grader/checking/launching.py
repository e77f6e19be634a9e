"""From a case to a launch: grid, block and arguments as the configuration says, matrices laid out in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from grader.assignment import Config
from grader.assignment.expressions import evaluate, evaluate_size
from grader.assignment.models import Parameter, StructParameter
from grader.checking.problem import Problem
from grader.checking.roles import guess_roles
from grader.devices.base import Argument, BufferArgument, Compiled, Launch, Launched, StructArgument
from grader.emulator.run import Dim3
from grader.results import Shape


class ParameterError(Exception):
    """The kernel's parameters do not fit the configuration; the message is for the student."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A launch configuration."""

    grid: Dim3
    block: Dim3
    shared_bytes: int

    @property
    def threads(self) -> int:
        return self.block[0] * self.block[1] * self.block[2]


def geometry(config: Config, shape: Shape, tile_width: int, axis: str) -> Geometry:
    """Grid and block at one shape; `axis` is `x` (x walks columns) or `y` (x and y exchanged)."""
    values = {"M": shape.M, "K": shape.K, "N": shape.N, "TILE_WIDTH": tile_width}
    block = [evaluate_size(size, **values) for size in config.launch.block]
    grid = [evaluate_size(size, **values) for size in config.launch.grid]
    for sizes in (block, grid):
        sizes.extend([1] * (3 - len(sizes)))
        if axis == "y":
            sizes[0], sizes[1] = sizes[1], sizes[0]
    return Geometry(
        (grid[0], grid[1], grid[2]),
        (block[0], block[1], block[2]),
        evaluate_size(config.launch.shared_bytes, **values),
    )


NAIVE_BLOCK = 16


def naive_geometry(shape: Shape) -> Geometry:
    """One thread a cell, x along the columns: how the naive kernel is launched in every assignment."""
    grid = (-(-shape.N // NAIVE_BLOCK), -(-shape.M // NAIVE_BLOCK), 1)
    return Geometry(grid, (NAIVE_BLOCK, NAIVE_BLOCK, 1), 0)


def make_launch(config: Config, kernel: Compiled, problem: Problem, axis: str) -> Launch:
    """The launch of `kernel` on the problem; raises `ParameterError` when its parameters do not fit."""
    shape = geometry(config, problem.shape, problem.tile_width, axis)
    return Launch(
        grid=shape.grid,
        block=shape.block,
        shared_bytes=shape.shared_bytes,
        arguments=tuple(_argument(role, config, problem) for role in roles_of(config, kernel)),
        arrays=matrices(config, problem),
        fuel=config.limits.fuel or _fuel(shape, problem.shape.K),
        uninitialized=() if problem.beta != 0 or config.initial_c == "zero" else ("C",),
        # Where such reads only warn, what they give must not fail the case after all.
        stray_reads="zero" if config.oob_read == "warn" else "mark",
    )


def _fuel(place: Geometry, inner: int) -> int:
    """Loop turns for all threads together: 64 times what the naive kernel takes, so only endless loops run dry."""
    blocks = place.grid[0] * place.grid[1] * place.grid[2]
    return 1_000_000 + 64 * blocks * place.threads * (inner + 64)


def bare_launch(config: Config, kernel: Compiled, shape: Shape, tile_width: int, axis: str) -> Launch:
    """A launch on matrices that the device makes itself; raises `ParameterError` when the parameters do not fit."""
    nothing = np.empty((0, 0))
    problem = Problem(
        shape=shape, tile_width=tile_width, a=nothing, b=nothing, c=nothing, alpha=config.scalars.alpha,
        beta=config.scalars.beta, expected=nothing, bound=nothing,
    )  # fmt: skip
    place = geometry(config, shape, tile_width, axis)
    return Launch(
        grid=place.grid,
        block=place.block,
        shared_bytes=place.shared_bytes,
        arguments=tuple(_argument(role, config, problem) for role in roles_of(config, kernel)),
        arrays={},
    )


def matrices(config: Config, problem: Problem) -> dict[str, np.ndarray]:
    """A, B and the initial C as they lie in memory, flat."""
    return {
        "A": _flat(problem.a, config.layout.A),
        "B": _flat(problem.b, config.layout.B),
        "C": _flat(problem.c, config.layout.C),
    }


def result_of(launched: Launched, config: Config, problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    """C as a matrix (M×N), and for each cell whether a thread stored to it."""
    cells = launched.arrays["C"].view(problem.c.dtype)
    flags = launched.written.get("C")
    touched = np.ones(cells.size, bool) if flags is None else np.asarray(flags.reshape(cells.size, -1).any(axis=1))
    return _matrix(cells, config.layout.C, problem), _matrix(touched, config.layout.C, problem)


def changed_inputs(launched: Launched, launch: Launch) -> tuple[str, ...]:
    """Which of A and B are no longer what they were, byte for byte."""
    return tuple(
        name
        for name in ("A", "B")
        if launch.arrays[name].tobytes() != np.ascontiguousarray(launched.arrays[name]).tobytes()
    )


def roles_of(config: Config, kernel: Compiled) -> tuple[Parameter, ...]:
    """The role of each of the kernel's parameters, in its order; raises `ParameterError`."""
    configured = config.parameters
    names = [name for _, name in kernel.parameters]
    if configured == "auto":
        return guess_roles(kernel.parameters)
    if isinstance(configured, dict):
        missing = [name for name in names if name not in configured]
        if missing:
            raise ParameterError(
                f"the parameter {missing[0]} has no role: this assignment knows {', '.join(configured)}"
            )
        return tuple(configured[name] for name in names)
    assert not isinstance(configured, str)
    if kernel.parameters and len(names) != len(configured):
        raise ParameterError(
            f"{kernel.display_name or kernel.kernel_name} takes {len(names)} parameters;"
            f" this assignment passes {len(configured)}: {', '.join(map(_role_text, configured))}"
        )
    return tuple(configured)


def _role_text(role: Parameter) -> str:
    if isinstance(role, StructParameter):
        return "{" + ", ".join(map(str, role.struct)) + "}"
    return str(role)


def _argument(role: Parameter, config: Config, problem: Problem) -> Argument:
    if isinstance(role, StructParameter):
        return StructArgument(tuple(_plain_argument(entry, config, problem) for entry in role.struct))
    return _plain_argument(role, config, problem)


def _plain_argument(role: str | int | float, config: Config, problem: Problem) -> BufferArgument | int | float:
    if not isinstance(role, str):
        return role
    if role in ("A", "B", "C"):
        return BufferArgument(role)
    if role in ("alpha", "beta"):
        return float(problem.alpha if role == "alpha" else problem.beta)
    shape = problem.shape
    if role in ("lda", "ldb", "ldc"):
        return leading_dimension(role[2].upper(), config, shape)
    return evaluate(role, M=shape.M, K=shape.K, N=shape.N, TILE_WIDTH=problem.tile_width)


def leading_dimension(matrix: str, config: Config, shape: Shape) -> int:
    """Elements from one row (column-major: one column) to the next."""
    rows, cols = dims_of(matrix, shape)
    return cols if getattr(config.layout, matrix) == "row" else rows


def dims_of(matrix: str, shape: Shape) -> tuple[int, int]:
    """Rows and columns of A, B or C."""
    return {"A": (shape.M, shape.K), "B": (shape.K, shape.N), "C": (shape.M, shape.N)}[matrix]


def _flat(matrix: np.ndarray, order: str) -> np.ndarray:
    return matrix.reshape(-1) if order == "row" else np.ascontiguousarray(matrix.T).reshape(-1)


def _matrix(flat: np.ndarray, order: str, problem: Problem) -> np.ndarray:
    rows, cols = problem.shape.M, problem.shape.N
    return flat.reshape(rows, cols) if order == "row" else flat.reshape(cols, rows).T


def buffers_in(arguments: Sequence[Argument]) -> Iterator[str]:
    """The names of the arrays that the arguments point to."""
    for argument in arguments:
        if isinstance(argument, BufferArgument):
            yield argument.name
        elif isinstance(argument, StructArgument):
            yield from buffers_in(argument.fields)
