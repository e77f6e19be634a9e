"""Messages between the grader and its child processes (`Frame`): a name, a text and bytes, of limited lengths.

`grader.devices.wire` says what stands in them; it takes longer to load.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

import numpy as np

MAX_TEXT_BYTES = 64 << 20
MAX_BODY_BYTES = 4 << 30

GREETING = "ready"
"""Name of the child's first message."""

_LENGTHS = struct.Struct("<BIQ")


class Frame(NamedTuple):
    """One message; `body` is a vector of bytes."""

    name: str
    text: bytes
    body: np.ndarray


class Packed(NamedTuple):
    """A message as `write_frame` takes it; of a dataclass, its class name, JSON, and its arrays in order."""

    name: str
    text: bytes
    parts: list[np.ndarray]


class FrameError(Exception):
    """The pipe delivered something that is not a frame."""


class ClosedError(FrameError):
    """The other side has closed the pipe."""


def write_frame(stream: BinaryIO, name: str, text: bytes = b"", parts: Sequence[np.ndarray] = ()) -> None:
    """Send one message; its body is the concatenation of `parts` in C order."""
    body = sum(part.nbytes for part in parts)
    stream.writelines(
        (_LENGTHS.pack(len(name), len(text), body), name.encode("ascii"), text, *(part.data for part in parts))
    )
    stream.flush()


def read_frame(stream: BinaryIO) -> Frame:
    """Receive one message. Raise `ClosedError` at the end of the stream, `FrameError` for malformed input."""
    name_bytes, text_bytes, body_bytes = _LENGTHS.unpack(_exactly(stream, _LENGTHS.size).data)
    if text_bytes > MAX_TEXT_BYTES or body_bytes > MAX_BODY_BYTES:
        raise FrameError("a frame is larger than any that is sent")
    name = _exactly(stream, name_bytes).tobytes().decode("ascii", "replace")
    return Frame(name, _exactly(stream, text_bytes).tobytes(), _exactly(stream, body_bytes))


def _exactly(stream: BinaryIO, count: int) -> np.ndarray:
    """Read `count` bytes. The memory is touched only as data arrives, however much is announced."""
    try:
        data = np.empty(count, np.uint8)
    except MemoryError:
        raise FrameError("a frame is larger than there is room for") from None
    view, place = data.data, 0
    while place < count:
        read = stream.readinto(view[place:])  # type: ignore[attr-defined]
        if not read:
            raise ClosedError("the pipe was closed")
        place += read
    return data
