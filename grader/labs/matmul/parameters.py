"""What a kernel's parameters mean, and what is passed for each: matrices, sizes, alpha and beta, expressions."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from grader.assignment import TestCase
from grader.assignment.expressions import evaluate
from grader.devices.base import Argument, BufferArgument, Compiled, StructArgument
from grader.labs.base import ParameterError
from grader.labs.matmul.config import POINTER_ROLES, SCALAR_ROLES, ParameterRole, ProductConfig, StructParameter
from grader.labs.matmul.roles import guess_roles
from grader.labs.matmul.shape import ProductShape
from grader.results import Sizes


def arguments_of(
    kernel: Compiled, config: ProductConfig, shape: ProductShape, tile_width: int, *, alpha: float, beta: float
) -> tuple[Argument, ...]:
    """The arguments in the order of the kernel's parameters; raises `ParameterError` when they do not fit."""
    values = config.values_at(shape.sizes, tile_width)

    def plain(role: str | int | float) -> BufferArgument | int | float:
        if not isinstance(role, str):
            return role
        if role in POINTER_ROLES:
            return BufferArgument(role)
        if role in SCALAR_ROLES:
            return float(alpha if role == "alpha" else beta)
        if role in ("lda", "ldb", "ldc"):
            return leading_dimension(role[2].upper(), config, shape)
        return values[role] if role in values else evaluate(role, **values)

    return tuple(
        StructArgument(tuple(map(plain, role.struct))) if isinstance(role, StructParameter) else plain(role)
        for role in roles_of(config, kernel)
    )


def told(config: ProductConfig, kernel: Compiled, sizes: Sizes, tile_width: int) -> tuple[Argument, ...]:
    """The arguments at these sizes; raises `ParameterError` when they do not fit."""
    return arguments_of(kernel, config, ProductShape.of(sizes), tile_width, alpha=1, beta=0)


def roles_of(config: ProductConfig, kernel: Compiled) -> tuple[ParameterRole, ...]:
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


def _role_text(role: ParameterRole) -> str:
    if isinstance(role, StructParameter):
        return "{" + ", ".join(map(str, role.struct)) + "}"
    return str(role)


def leading_dimension(matrix: str, config: ProductConfig, shape: ProductShape) -> int:
    """Elements from one row (column-major: one column) to the next."""
    rows, cols = {"A": (shape.M, shape.K), "B": (shape.K, shape.N), "C": (shape.M, shape.N)}[matrix]
    return cols if getattr(config.layout, matrix) == "row" else rows


def constant_bytes(config: ProductConfig, cases: Sequence[TestCase], tile_width: int) -> dict[str, int]:
    """Nothing is in constant memory."""
    return {}


def expected_parameters(config: ProductConfig, launch: int) -> tuple[str, ...] | None:
    """The parameters as C++ text where each is told by its role alone; None where types are the file's own affair."""
    roles = config.parameters
    if isinstance(roles, str | dict) or any(isinstance(role, StructParameter) for role in roles):
        return None
    return tuple(_expected(role, config.element_type) for role in roles)


def _expected(role: object, element: str) -> str:
    if role in ("A", "B"):
        return f"const {element} *{role}"
    if role == "C":
        return f"{element} *C"
    if role in SCALAR_ROLES:
        return f"{element} {role}"
    return f"int {role}" if isinstance(role, str) and role.isidentifier() else "int"


def left_open(config: ProductConfig, parameters: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What the parameters (type, name) were taken as, and what C holds."""
    if config.parameters == "auto":
        with contextlib.suppress(ValueError):  # a finding says so
            pairs = zip((name for _, name in parameters), guess_roles(parameters), strict=True)
            yield "Its parameters were taken as " + ", ".join(f"{name}: {role}" for name, role in pairs) + "."
    if config.initial_c == "zero":
        yield "C holds zeros before the kernel runs."
