"""From the text of launches and the kernels as compiled to one `Launch`: types compared, buffers filled."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from grader.check.launches import BufferText, LaunchPlan, LaunchText, LaunchTextError
from grader.compiling.signature import parse_type
from grader.compiling.values import KernelParameter
from grader.devices.base import Argument, BufferArgument, Compiled, KernelLaunch, Launch
from grader.elements import SPELLED, parts_of
from grader.labs.base import Buffer
from grader.labs.filling import FILLINGS, unwritten

LEAST_FUEL = 100_000_000
"""Jumps backwards that every launch may make: a loop is endless that takes more, and more for each element."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledLaunch:
    """What is launched, and its buffers; `unsaid` are those that a kernel may write and whose content nobody named.

    They hold random numbers, but count as holding nothing: who reads one before it is written, took it for an input.
    """

    launch: Launch
    buffers: Mapping[str, Buffer]
    unsaid: tuple[str, ...]


def fill(asked: LaunchPlan, compiled: Compiled, seed: int) -> FilledLaunch:
    """Raises `LaunchTextError` where what is passed is not what a kernel takes."""
    kernels = dict(zip(asked.kernels, compiled.kernels, strict=True))
    written = {name for launch in asked.launches for name in _check(launch, kernels[launch.kernel], asked)}
    buffers = {name: Buffer(_content(buffer, seed)) for name, buffer in asked.buffers.items()}
    unsaid = tuple(name for name, buffer in asked.buffers.items() if buffer.filling is None and name in written)
    empty = tuple(name for name, buffer in asked.buffers.items() if buffer.filling == "empty")
    largest = max((buffer.content.size for buffer in buffers.values()), default=1)
    first, *then = (_step(launch, asked, largest) for launch in asked.launches)
    made = Launch(
        grid=first.grid,
        block=first.block,
        shared_bytes=first.shared_bytes,
        arguments=first.arguments,
        fuel=first.fuel,
        arrays={name: buffer.flat() for name, buffer in buffers.items() if name not in asked.variables},
        constants={name: buffers[name].flat() for name in asked.variables},
        then=tuple(then),
        uninitialized=(*unsaid, *empty),
    )
    return FilledLaunch(launch=made, buffers=buffers, unsaid=unsaid)


def _step(launch: LaunchText, asked: LaunchPlan, largest: int) -> KernelLaunch:
    threads = math.prod((*launch.grid, *launch.block))
    return KernelLaunch(
        grid=launch.grid,
        block=launch.block,
        shared_bytes=launch.shared_bytes,
        arguments=tuple(map(_passed, launch.arguments)),
        fuel=LEAST_FUEL + 64 * threads * largest,
        kernel=asked.kernels.index(launch.kernel),
    )


def _passed(argument: str | int | float) -> Argument:
    return BufferArgument(argument) if isinstance(argument, str) else argument


# -- types -------------------------------------------------------------------------------------------------------------


def _check(launch: LaunchText, kernel: Compiled, asked: LaunchPlan) -> Iterator[str]:
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


# -- content -----------------------------------------------------------------------------------------------------------


def _content(buffer: BufferText, seed: int) -> np.ndarray:
    dtype, filling = buffer.element.dtype, "random" if buffer.filling is None else buffer.filling
    if isinstance(filling, int | float):
        if dtype.kind != "f" and not (isinstance(filling, int) and _range(dtype)[0] <= filling <= _range(dtype)[1]):
            raise LaunchTextError(f"{buffer} cannot hold {filling}")
        return np.full(buffer.dims, filling, dtype)
    if filling == "empty":
        return unwritten(buffer.dims, dtype)
    if filling == "arange":
        return np.arange(math.prod(buffer.dims)).reshape(buffer.dims).astype(dtype)
    rng = np.random.default_rng([seed, zlib.crc32(buffer.name.encode())])
    return FILLINGS[filling](buffer.dims, buffer.element, rng)


def _range(dtype: np.dtype) -> tuple[int, int]:
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
