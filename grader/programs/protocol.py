"""The messages of a running program, as `runtime/runtime.c` writes them: a bounded frame in, a bounded frame out."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum

from grader.programs.calls import Place

_REQUEST = struct.Struct("<IIIiq12q")
_REPLY = struct.Struct("<iiII4q")
_MOST_NAME, _MOST_FILE, _MOST_DATA, _MOST_NUMBERS = 64, 512, 1 << 20, 12
WINDOW_BYTES = 4 << 20
"""Size of the shared window through which copies go."""
UNANSWERED = "launch"
"""The call that the program does not wait for: it goes on, and learns of an error where it asks for one."""


class Action(IntEnum):
    """What the runtime does after an answer."""

    NOTHING = 0
    SEND = 1
    RECEIVE = 2
    COPY_HERE = 3
    MAP = 4


class ProtocolError(Exception):
    """The program sent something that its runtime does not send."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of the runtime: its name, where it stands, its numbers and its bytes."""

    name: str
    place: Place
    numbers: tuple[int, ...]
    data: bytes = b""

    def take(self, count: int) -> tuple[int, ...]:
        """Return the numbers, which must be so many. Raise `ProtocolError`: the runtime sends no others."""
        if len(self.numbers) != count:
            raise ProtocolError(f"{self.name} with {len(self.numbers)} numbers")
        return self.numbers

    def addresses(self) -> list[int]:
        """Return what the bytes say: addresses in the program's text."""
        return [each for (each,) in struct.iter_unpack("<Q", self.data[: len(self.data) // 8 * 8])]

    def sizes(self, count: int) -> tuple[int, ...]:
        """Return as `take` does numbers that have no sign in C."""
        return tuple(number & (1 << 64) - 1 for number in self.take(count))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The answer: an error code, up to four numbers, bytes; what a kernel `printed`, for the program's own output."""

    code: int = 0
    action: Action = Action.NOTHING
    numbers: tuple[int, ...] = ()
    data: bytes = b""
    printed: bytes = b""


Handlers = Mapping[str, Callable[[Call], Reply | None]]
"""What answers calls, by name; None is an answer that has nothing but success to tell."""


def by_name(rows: Handlers) -> Handlers:
    """Return what answers each call; a row may have several names, with blanks between them."""
    return {name: handler for names, handler in rows.items() for name in names.split()}


class Channel:
    """The server's end of the socket to the program."""

    def __init__(self, descriptor: int) -> None:
        # Plain reads and writes: the sandbox has no calls for sockets.
        self._reader = os.fdopen(descriptor, "rb", buffering=1 << 16)
        self._descriptor = descriptor

    def receive(self) -> Call | None:
        """Return the next call; None when the program has ended. Raise `ProtocolError` for anything else."""
        head = self._reader.read(_REQUEST.size)
        if len(head) < _REQUEST.size:
            return None
        name, file, data, line, count, *numbers = _REQUEST.unpack(head)
        if name > _MOST_NAME or file > _MOST_FILE or data > _MOST_DATA or not 0 <= count <= _MOST_NUMBERS or line < 0:
            raise ProtocolError("a message of impossible size")
        rest = self._reader.read(name + file + data)
        if len(rest) < name + file + data:
            return None
        place = Place(rest[name : name + file].decode("utf-8", "replace"), line)
        return Call(
            name=rest[:name].decode("ascii", "replace"), place=place, numbers=tuple(numbers[:count]),
            data=rest[name + file :],
        )  # fmt: skip

    def send(self, reply: Reply) -> None:
        """Send an answer. Raise `OSError` when the program has ended."""
        signed = ((number + (1 << 63)) % (1 << 64) - (1 << 63) for number in (*reply.numbers, 0, 0, 0, 0)[:4])
        head = _REPLY.pack(reply.code, reply.action, len(reply.printed), len(reply.data), *signed)
        left = memoryview(head + reply.printed + reply.data)
        while left:
            left = left[os.write(self._descriptor, left) :]

    def close(self) -> None:
        """Close the server's end: a program that still calls ends then."""
        self._reader.close()
