"""Buffers of global memory and parameters: NumPy arrays and numbers in the form that machine code reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from grader.emulator import layout as at
from grader.emulator.layout import function_addresses
from grader.emulator.lowering.translate import Translation
from grader.emulator.native import records
from grader.emulator.ptx.mangling import base_name
from grader.emulator.ptx.nodes import Function, Module, PtxParameter, Variable
from grader.emulator.result import Unsupported

_FLOATS: Mapping[str, type[np.floating]] = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
_ONES: Mapping[int, np.generic] = {2: np.uint16(0x0101), 4: np.uint32(0x01010101)}
# Flags of words past a buffer's end, which a row may read.
_SPARE = 64
Scalar = np.ndarray | int | float | np.generic
LaunchArgument = Scalar | bytes | tuple[Scalar, ...]
_Pointer = Callable[[np.ndarray, str], bytes]
"""Returns an array's address; the text is its name."""


@dataclass(slots=True, eq=False)
class GlobalBuffer:
    """A global array during a launch; the kernel works on `data`, as bytes.

    A `fresh` buffer is uninitialised, except for the bytes that `earlier` launches stored to; `stored` counts these.
    """

    name: str
    data: np.ndarray
    fresh: bool = False
    array: np.ndarray | None = None
    earlier: np.ndarray | None = None
    stored: int = 0

    def write(self, flags: np.ndarray | slice) -> None:
        """Count these bytes as written."""
        if self.fresh:
            if self.earlier is None:
                self.earlier = np.zeros(len(self.data), bool)
            self.earlier[flags] = True
            self.stored = int(np.count_nonzero(self.earlier))
            self.fresh = self.stored < len(self.data)


@contextmanager
def restored(buffers: Iterable[GlobalBuffer]) -> Iterator[None]:
    """Let arrays be after the block what they are before it: what they hold, and which bytes count as written."""
    kept = [
        (each, each.data.copy(), None if each.earlier is None else each.earlier.copy(), each.fresh, each.stored)
        for each in buffers
    ]
    try:
        yield
    finally:
        for buffer, data, earlier, fresh, stored in kept:
            buffer.data[...] = data
            buffer.earlier, buffer.fresh, buffer.stored = earlier, fresh, stored


@dataclass(slots=True)
class Globals:
    """The module's own variables; as on a GPU, they keep their values between launches."""

    buffers: list[GlobalBuffer] = field(default_factory=list)
    initial: list[np.ndarray] = field(default_factory=list)

    @classmethod
    def of(cls, module: Module) -> Globals:
        """Create the variables in global and constant memory, with their initial values.

        Raises:
            Unsupported: they take more memory than module variables may.

        """
        variables = [v for v in module.variables.values() if v.space in ("global", "const")]
        total = sum(variable.size for variable in variables)
        if total > at.MOST_GLOBAL:
            raise Unsupported(f"{total:,} bytes of global variables; the most is {at.MOST_GLOBAL:,}")
        addresses = function_addresses(module)
        addresses |= {
            v.name: records.FIRST_BUFFER_ID + n << records.ID_SHIFT | records.BIAS for n, v in enumerate(variables)
        }
        initial = [_initial(v, addresses) for v in variables]
        buffers = [GlobalBuffer(base_name(v.name), data.copy()) for v, data in zip(variables, initial, strict=True)]
        return cls(buffers, initial)

    def reset(self) -> None:
        """Restore the initial values of all variables, as in a module that was just loaded."""
        for buffer, initial in zip(self.buffers, self.initial, strict=True):
            buffer.data[:] = initial


def _initial(variable: Variable, addresses: dict[str, int]) -> np.ndarray:
    data = np.zeros(variable.size, np.uint8)
    data[: len(variable.initial)] = np.frombuffer(variable.initial, np.uint8)
    for offset, name, addend in variable.pointers:
        if name in addresses:
            address = addresses[name] + addend & (1 << 64) - 1
            data[offset : offset + 8] = np.frombuffer(address.to_bytes(8, "little"), np.uint8)
    return data


class GlobalMemory:
    """Global memory that lasts from launch to launch, as `cudaMalloc` gives it out, and the module's variables.

    An array has an address of its own, which is what a kernel gets as a pointer, until it is freed; any access there
    is then out of bounds. Addresses of freed arrays are given out again only when there are no others left.

    `prepared` has what launches keep for the next one of their kind, as long as there are the same arrays.
    """

    def __init__(self, variables: Globals) -> None:
        self.variables = variables.buffers
        self.buffers: list[GlobalBuffer] = []
        self.prepared: dict[object, Any] = {}
        self._freed: list[int] = []

    def allocate(self, name: str, data: np.ndarray, *, fresh: bool = True) -> int:
        """Return the address of an array of bytes; what it holds counts as not written, unless it is not `fresh`.

        Raises:
            Unsupported: there are as many arrays already as there can be.

        """
        buffer = GlobalBuffer(name, data, fresh)
        self.prepared.clear()
        if records.FIRST_BUFFER_ID + len(self.variables) + len(self.buffers) < records.MOST_BUFFERS - 1:
            self.buffers.append(buffer)
            return self._address(len(self.buffers) - 1)
        if not self._freed:
            raise Unsupported(f"more than {len(self.buffers)} arrays in global memory")
        slot = self._freed.pop(0)
        self.buffers[slot] = buffer
        return self._address(slot)

    def free(self, address: int) -> None:
        """Free the array that begins at this address. Raises `KeyError` where none does."""
        found = self.find(address)
        if found is None or found[1] or found[0] not in self.buffers:
            raise KeyError(address)
        self.prepared.clear()
        slot = self.buffers.index(found[0])
        self.buffers[slot] = GlobalBuffer(found[0].name, np.zeros(0, np.uint8))
        self._freed.append(slot)

    def find(self, address: int) -> tuple[GlobalBuffer, int] | None:
        """Return the array or variable at an address, and the offset in it, which may be past its end."""
        slot, own = (address >> records.ID_SHIFT) - records.FIRST_BUFFER_ID, len(self.variables)
        if not 0 <= slot < own + len(self.buffers):
            return None
        found = self.variables[slot] if slot < own else self.buffers[slot - own]
        return found, (address & records.OFFSET_MASK) - records.BIAS

    def places(self) -> Iterator[tuple[int, GlobalBuffer]]:
        """Yield each variable and array, in order, behind the address at which it begins."""
        for slot, buffer in enumerate((*self.variables, *self.buffers), -len(self.variables)):
            yield self._address(slot), buffer

    def address_of(self, buffer: GlobalBuffer) -> int:
        """Return where an array or variable begins."""
        return self._address([*self.variables, *self.buffers].index(buffer) - len(self.variables))

    def _address(self, slot: int) -> int:
        return records.FIRST_BUFFER_ID + len(self.variables) + slot << records.ID_SHIFT | records.BIAS


class LaunchMemory:
    """Buffers and parameters of one launch."""

    def __init__(
        self,
        function: Function,
        variables: Globals,
        translation: Translation,
        args: Sequence[LaunchArgument],
        names: Sequence[str | Sequence[str | None] | None] | None,
        uninitialized: frozenset[str],
        written: Mapping[str, np.ndarray] | None = None,
        memory: GlobalMemory | None = None,
    ) -> None:
        if len(args) != len(function.parameters):
            raise ValueError(f"{function.name} takes {len(function.parameters)} arguments, not {len(args)}")
        self.buffers: list[GlobalBuffer] = [*variables.buffers, *(memory.buffers if memory else ())]
        self.lasting = range(len(variables.buffers), len(self.buffers))
        # Any launch may be cooperative: `grid.sync()` finds an empty workspace.
        self.workspace = 0
        if translation.traits.meets_grid:
            self.workspace = records.FIRST_BUFFER_ID + len(self.buffers) << records.ID_SHIFT | records.BIAS
            self.buffers.append(GlobalBuffer("the grid's workspace", np.zeros(at.WORKSPACE_BYTES, np.uint8)))
        self._workspace_words = self.buffers[-1].data.view(np.uint32) if self.workspace else np.zeros(2, np.uint32)
        self.first_argument = len(self.buffers)
        self.params = np.zeros(max(8, translation.layout.params_bytes), np.uint8)
        self._places = [(each, *translation.layout.params[each.name]) for each in function.parameters]
        self.give(args, names, uninitialized)
        for buffer in self.buffers[self.first_argument :]:
            if buffer.fresh and written and buffer.name in written:
                buffer.earlier = written[buffer.name]
                buffer.fresh = not buffer.earlier.all()
        words = (at.align_up(-(-len(buffer.data) // 4) + _SPARE, 8) for buffer in self.buffers)
        self.places = (0, *accumulate(words))
        self.size = sum(len(buffer.data) for buffer in self.buffers)
        if len(self.buffers) + records.FIRST_BUFFER_ID > records.MOST_BUFFERS:
            raise Unsupported(f"more than {records.MOST_BUFFERS - records.FIRST_BUFFER_ID} arrays and module variables")

    def give(
        self,
        args: Sequence[LaunchArgument],
        names: Sequence[str | Sequence[str | None] | None] | None = None,
        uninitialized: frozenset[str] = frozenset(),
    ) -> None:
        """Set the parameters. Arrays among them become buffers: give such a launch its arguments once."""
        params, given = memoryview(self.params), dict[int, int]()  # type: ignore[arg-type]

        def pointer(array: np.ndarray, name: str) -> bytes:
            """Return an array's address. An array that is passed for the first time becomes a buffer."""
            if id(array) not in given:
                given[id(array)] = records.FIRST_BUFFER_ID + len(self.buffers)
                self.buffers.append(_buffer(name, array, name in uninitialized))
            return (given[id(array)] << records.ID_SHIFT | records.BIAS).to_bytes(8, "little")

        for number, ((parameter, place, size), value) in enumerate(zip(self._places, args, strict=True)):
            name = (names[number] if names and number < len(names) else None) or f"argument {number + 1}"
            params[place : place + size] = (
                _struct(parameter, value, name, pointer)
                if isinstance(value, tuple)
                else _plain(parameter, value, str(name), pointer)
            )

    @property
    def grid_barrier(self) -> int:
        """The word of the workspace in which blocks arrive at `grid.sync()`; 0 for kernels without it."""
        return int(self._workspace_words[1])

    def write_back(self) -> None:
        """Copy back arrays that the kernel could not change in place."""
        for buffer in self.buffers:
            if buffer.array is not None and buffer.array.flags.writeable:
                buffer.array[...] = (
                    buffer.data[: buffer.array.nbytes].view(buffer.array.dtype).reshape(buffer.array.shape)
                )

    def by_buffer(self, flags: np.ndarray) -> list[np.ndarray]:
        """Split the flags of all words by buffer; a buffer's flags begin at its index in `places`."""
        return [flags[first:end] for first, end in pairwise(self.places)]


def spread(flags: np.ndarray, times: int) -> np.ndarray:
    """Repeat each flag 1, 2 or 4 times."""
    return flags if times == 1 else np.multiply(flags.view(np.uint8), _ONES[times]).view(bool)


def _buffer(name: str, array: np.ndarray, fresh: bool) -> GlobalBuffer:
    if array.flags.carray:
        return GlobalBuffer(name, array.reshape(-1).view(np.uint8), fresh)
    return GlobalBuffer(name, np.ascontiguousarray(array).reshape(-1).view(np.uint8).copy(), fresh, array)


def _plain(parameter: PtxParameter, value: Scalar | bytes, name: str, pointer: _Pointer) -> bytes:
    """Return a parameter's bytes for an array, a number, or bytes as they are."""
    if isinstance(value, np.ndarray):
        if parameter.size != 8:
            raise ValueError(f"{name}: an array was given for a parameter of {parameter.size} bytes")
        return pointer(value, name)
    data = value if isinstance(value, bytes) else _scalar(parameter, value, name)
    if len(data) != parameter.size:
        raise ValueError(f"{name}: {len(data)} bytes were given for a parameter of {parameter.size} bytes")
    return data


def _struct(
    parameter: PtxParameter, fields: tuple[Scalar, ...], name: str | Sequence[str | None], pointer: _Pointer
) -> bytes:
    """Lay out the fields as in C. Integers and floats get 8 bytes if 4 do not give the right size."""
    names = [name] * len(fields) if isinstance(name, str) else [item or "argument" for item in name]
    encoded: list[bytes | Scalar] = [
        pointer(value, str(names[index])) if isinstance(value, np.ndarray) else value
        for index, value in enumerate(fields)
    ]
    for width in (4, 8):
        data, members = b"", [_field(value, width) for value in encoded]
        for member in members:
            data += bytes(-len(data) % len(member)) + member  # at a multiple of its size
        data += bytes(-len(data) % max(map(len, members)))
        if len(data) == parameter.size:
            return data
    raise ValueError(f"{name}: {len(fields)} fields do not make up a parameter of {parameter.size} bytes")


def _field(value: bytes | Scalar, width: int) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, np.generic):
        return bytes(value.tobytes())
    if isinstance(value, float):
        return bytes((np.float32 if width == 4 else np.float64)(value).tobytes())
    assert isinstance(value, int)
    return value.to_bytes(width, "little", signed=value < 0)


def _scalar(parameter: PtxParameter, value: int | float | np.generic, name: str) -> bytes:
    if isinstance(value, (float, np.floating)) and parameter.type not in _FLOATS:
        kind = _FLOATS.get(f"f{8 * parameter.size}")
        if kind is None or parameter.type[0] in "su":
            raise ValueError(f"{name}: {value!r} was given for a parameter of type .{parameter.type}")
        return bytes(kind(value).tobytes())
    if parameter.type in _FLOATS:
        return bytes(_FLOATS[parameter.type](value).tobytes())
    return (int(value) & ((1 << 8 * parameter.size) - 1)).to_bytes(parameter.size, "little")
