"""What a program's calls of the CUDA runtime are made of: places, memory, directions, arguments, launches, touches.

And the device that they see: its properties and attributes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from grader.compiling.host_tokens import NOWHERE as NOWHERE
from grader.compiling.host_tokens import Place as Place
from grader.devices.gpu_driver import PROPERTIES
from grader.hardware import find_gpu, gpu_of

Dim3 = tuple[int, int, int]
GPU = find_gpu("H100")
_HEADER = Path(__file__).parent / "include" / "grader_properties.h"
_ROWS = re.findall(r"FIELD\((\S+), (\d+), (\d+)\)", _HEADER.read_text(encoding="utf-8"))
"""Of each field, in order: its name, its number as an attribute (0: none), and what an H100 has."""
_ATTRIBUTES = {int(number): name for name, number, _ in _ROWS if int(number)}
_ALWAYS = (78, 115)
"""Attributes that are 1: streams have priorities, pools of memory are there."""


class Code(IntEnum):
    """Those error codes of the runtime that are decided here, with the numbers of `driver_types.h`."""

    SUCCESS = 0
    INVALID_VALUE = 1
    NO_MEMORY = 2
    INVALID_CONFIGURATION = 9
    INVALID_PITCH = 12
    INVALID_SYMBOL = 13
    INVALID_FUNCTION = 98
    INVALID_DEVICE = 101
    INVALID_HANDLE = 400
    NOT_READY = 600


class CallError(Exception):
    """A call fails, and has no effect; the program gets this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Memory(Enum):
    """What a range of memory is: a plain one of the device, of both sides, of the host, or a `__device__` variable."""

    DEVICE = "device"
    MANAGED = "managed"
    PINNED = "pinned"
    HOST = "host"
    SYMBOL = "symbol"

    @property
    def freed_by(self) -> str:
        """The function that frees it; empty for what lives as long as the program."""
        by = {Memory.PINNED: "cudaFreeHost", Memory.HOST: "free", Memory.SYMBOL: ""}
        return by.get(self, "cudaFree")

    @property
    def on_device(self) -> bool:
        """True if a kernel may use it and plain host code may not."""
        return self in (Memory.DEVICE, Memory.SYMBOL)

    @property
    def on_both(self) -> bool:
        """True if kernels and host code may use it."""
        return self in (Memory.MANAGED, Memory.PINNED)


class Direction(IntEnum):
    """`cudaMemcpyKind`."""

    HOST_TO_HOST = 0
    HOST_TO_DEVICE = 1
    DEVICE_TO_HOST = 2
    DEVICE_TO_DEVICE = 3
    DEFAULT = 4

    @property
    def spelled(self) -> str:
        """The constant's name in a program."""
        return "cudaMemcpy" + self.name.title().replace("_", "")


class Misuse(IntEnum):
    """What the runtime tells of a block of the host's heap, with the numbers of `runtime/heap.c`.

    `DIED_FREEING`: the C library crashed when it was to free an address, which may be that of a block not known.
    `REGISTERED_WHEN_FREED`: `cudaHostUnregister` is given a block that is freed.
    """

    USED_PAST_END = 0
    CHANGED_AROUND = 1
    FREED_TWICE = 2
    FREED_WRONGLY = 3
    USED_AFTER_FREE = 4
    DIED_FREEING = 5
    REGISTERED_WHEN_FREED = 6


LEGACY, PER_THREAD = 1, 2
"""The default streams, by their handles; a program's 0 is the first, too."""

AccessKind = Literal["read", "write", "atomic"]


class Touch(NamedTuple):
    """Bytes from `start` to before `end`, all of which were certainly read, written or updated.

    `what` did it (kernel, copy, fill, or the host) on which line; a fill with what `value` for each byte. In the order
    of all work it has a `number` in its `stream`. Give a scattered access as several ranges, or leave out what is not
    certain: what is not told is not judged.
    """

    start: int
    end: int
    access: AccessKind
    place: Place = NOWHERE
    what: str = ""
    value: int | None = None
    stream: int = 0
    number: int = 0


class Rows(NamedTuple):
    """Rows of bytes: the address of the first, the bytes of each, how many there are, and from one to the next."""

    start: int
    width: int
    amount: int = 1
    pitch: int = 0

    @property
    def end(self) -> int:
        """The address behind the last row."""
        return self.start + (self.amount - 1) * self.pitch + self.width

    @property
    def size(self) -> int:
        """Bytes of all rows."""
        return self.width * self.amount

    def starts(self) -> range:
        """Return the address of each row."""
        step = self.pitch or self.width
        return range(self.start, self.start + self.amount * step, step)


class Argument(NamedTuple):
    """What a launch passes for one parameter: its name and the number, which is None for a struct.

    `element` is what a pointer points to, `size` are the bytes of a whole number; both are empty for anything else. A
    pointer is `volatile`, or `only_added_to` by `atomicAdd`, as the kernel's text says.
    """

    name: str
    value: int | float | None
    element: str = ""
    size: int = 0
    only_added_to: bool = False
    volatile: bool = False

    @property
    def is_pointer(self) -> bool:
        """True if it is an address."""
        return bool(self.element)

    @property
    def may_hold_pointers(self) -> bool:
        """True of a struct."""
        return not (self.is_pointer or self.size or isinstance(self.value, float))


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """One launch, on a line. `shared_limit` is what `cudaFuncSetAttribute` allows of dynamic shared memory, or 0.

    `given` are the bytes of each parameter, and `arguments` what they mean. `adds_to` are names that it only adds to.
    A function of a `library` makes it, which stands in the place of the kernel.
    """

    kernel: str
    place: Place = field(compare=False)
    grid: Dim3
    block: Dim3
    shared_bytes: int = 0
    stream: int = LEGACY
    arguments: Sequence[Argument] = ()
    given: Sequence[bytes] = field(default=(), compare=False)
    shared_limit: int = 0
    adds_to: Sequence[str] = field(default=(), compare=False)
    library: bool = False

    def facts(self) -> dict[str, object]:
        """Return what sentences say of it."""
        return {"kernel": self.kernel, "launched": self.place}

    @property
    def numbers(self) -> set[int]:
        """The whole numbers that it was given."""
        return {each.value for each in self.arguments if isinstance(each.value, int) and not each.is_pointer}

    @property
    def threads(self) -> int:
        """Threads of one block."""
        return self.block[0] * self.block[1] * self.block[2]

    @property
    def all_threads(self) -> int:
        """Threads of the whole grid."""
        return self.threads * self.grid[0] * self.grid[1] * self.grid[2]


class Properties:
    """Those of one device: its limits, the name that programs get, and the fields of `cudaDeviceProp`.

    `facts` are what a GPU's driver tells; without, it is the emulated one.
    """

    def __init__(self, facts: Mapping[str, Any] | None = None) -> None:
        self.facts, self.gpu = facts or {}, gpu_of(facts) if facts else GPU
        self.name = self.gpu.name if facts else f"{GPU.name} (emulated)"
        known = {**asdict(self.gpu), **self.facts}
        own = {theirs: known[ours] for theirs, ours in PROPERTIES.items() if ours in known}
        own["major"], own["minor"] = self.gpu.compute_capability
        self.fields = {name: int(own.get(name, usual)) for name, _, usual in _ROWS}

    def packed(self) -> bytes:
        """Return the name and the fields as the runtime reads them."""
        return self.name.encode()[:255].ljust(256, b"\0") + np.array([*self.fields.values()], np.int64).tobytes()

    def attribute(self, number: int) -> int:
        """Return what `cudaDeviceGetAttribute` does; 0 for what is not known."""
        return self.fields[_ATTRIBUTES[number]] if number in _ATTRIBUTES else int(number in _ALWAYS)


def by(shape: Dim3) -> str:
    """Return `16×16×1`."""
    return "×".join(f"{size:,}" for size in shape)
