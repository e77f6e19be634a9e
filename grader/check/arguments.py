"""From the text of launches and the kernels as compiled to an assignment in memory: types compared, buffers filled."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grader.assignment.models import LaunchConfig, PlannedLaunch
from grader.check.launches import BufferText, LaunchPlan, LaunchText, LaunchTextError
from grader.compiling.signature import parse_type
from grader.compiling.values import KernelParameter
from grader.devices.base import Compiled
from grader.elements import SPELLED, parts_of
from grader.labs.data import BufferSpec, Way
from grader.labs.unjudged import UnjudgedConfig


def configured(asked: LaunchPlan, compiled: Compiled) -> UnjudgedConfig:
    """The launches as an assignment that expects nothing.

    Raises `LaunchTextError` where what is passed is not what a kernel takes, or a buffer cannot hold what fills it.
    """
    kernels = dict(zip(asked.kernels, compiled.kernels, strict=True))
    written = {name for launch in asked.launches for name in _written(launch, kernels[launch.kernel], asked)}
    unsaid = frozenset(name for name, buffer in asked.buffers.items() if buffer.filling is None and name in written)
    return UnjudgedConfig(
        assignment=asked.text[:200],
        launches=tuple((_planned(launch), launch.arguments) for launch in asked.launches),
        buffers={name: _spec(buffer, asked, unsaid=name in unsaid) for name, buffer in asked.buffers.items()},
        unsaid=unsaid,
    )


def _planned(launch: LaunchText) -> PlannedLaunch:
    place = LaunchConfig(grid=launch.grid, block=launch.block, shared_bytes=launch.shared_bytes)
    return PlannedLaunch(launch.kernel, place)


def _spec(buffer: BufferText, asked: LaunchPlan, *, unsaid: bool) -> BufferSpec:
    filling, dtype = "random" if buffer.filling is None else buffer.filling, buffer.element.dtype
    if isinstance(filling, int | float) and dtype.kind != "f":
        least, most = _range(dtype)
        if not (isinstance(filling, int) and least <= filling <= most):
            raise LaunchTextError(f"{buffer} cannot hold {filling}")
    way: Way = "scratch" if unsaid or filling == "empty" else "inout"
    if buffer.name in asked.variables:
        way = "constant"
    return BufferSpec(dims=buffer.dims, element=buffer.element, way=way, initial=filling)


# -- types -------------------------------------------------------------------------------------------------------------


def _written(launch: LaunchText, kernel: Compiled, asked: LaunchPlan) -> Iterator[str]:
    """The buffers that this kernel may write; raises `LaunchTextError` where an argument does not fit."""
    taken = [parse_type(text, name=name) for text, name in kernel.parameters]
    if len(taken) != len(launch.arguments):
        raise _mismatch(
            f"{launch.kernel} takes {len(taken)} arguments, not {len(launch.arguments)}", launch, taken, asked
        )
    for number, (parameter, argument) in enumerate(zip(taken, launch.arguments, strict=True), 1):
        buffer = asked.buffers[argument] if isinstance(argument, str) else None
        why = _why_no_buffer(parameter, buffer) if buffer else _why_no_number(parameter, argument)
        if why:
            raise _mismatch(f"argument {number} of {launch.kernel} does not fit: {why}", launch, taken, asked)
        if buffer and not parameter.const:
            yield buffer.name


def _why_no_buffer(parameter: KernelParameter, buffer: BufferText) -> str:
    if parameter.kind != "pointer":
        return f"{buffer} is a buffer, and the kernel takes a number, {_shown(parameter)}"
    if parameter.type.count("*") > 1:
        return f"the kernel takes {_shown(parameter)}, and pointers to pointers cannot be passed"
    parts = parts_of(parameter.element)
    code = parts[0].code if parts else "u1"  # of a structure and of void the bytes
    return "" if code == buffer.element.code else f"{buffer} has elements of another type than {_shown(parameter)}"


def _why_no_number(parameter: KernelParameter, value: str | int | float) -> str:
    if parameter.kind == "pointer":
        return f"{value} is a number, and the kernel takes a pointer, {_shown(parameter)}: write x: float[1000]"
    if parameter.kind == "struct":
        return f"the kernel takes a structure, {_shown(parameter)}, which cannot be written here"
    element = SPELLED.get(parameter.element)
    kind = element.dtype if element else np.dtype("V")
    if kind.kind == "f" and kind.itemsize > 2:
        return ""
    if kind.kind not in "iu":
        return f"a value of the type {parameter.element} cannot be written here"
    if not isinstance(value, int):
        return f"{value} is no whole number, and the kernel takes {_shown(parameter)}"
    least, most = _range(kind)
    fits = min(least, -most - 1) <= value <= most  # as C does, −1 is understood where a kernel takes an unsigned number
    return "" if fits else f"{value} is too large for {_shown(parameter)}"


def _mismatch(what: str, launch: LaunchText, taken: list[KernelParameter], asked: LaunchPlan) -> LaunchTextError:
    passed = (str(asked.buffers[each]) if isinstance(each, str) else str(each) for each in launch.arguments)
    return LaunchTextError(
        f"{what}\n  the kernel:  {launch.kernel}({', '.join(map(_shown, taken))})"
        f"\n  the launch:  {launch.kernel}({', '.join(passed)})"
    )


def _shown(parameter: KernelParameter) -> str:
    const = "const " if parameter.const and parameter.kind == "pointer" else ""
    return f"{const}{parameter.element} {'*' * parameter.type.count('*')}{parameter.name}".strip()


def _range(dtype: np.dtype) -> tuple[int, int]:
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
