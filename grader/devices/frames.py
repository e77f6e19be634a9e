"""Messages between the grader and a child process: a name, a text, and bytes beside it.

A child runs what students wrote, so nothing that comes back is ever unpickled or trusted: lengths are bounded here, and
what the text says of the bytes is for `wire` to judge.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

import numpy as np

MAX_TEXT_BYTES = 64 << 20
MAX_BODY_BYTES = 4 << 30

GREETING = "ready"
"""The name of what a child sends first."""

_LENGTHS = struct.Struct("<BIQ")


class Frame(NamedTuple):
    """One message; `body` is a vector of bytes."""

    name: str
    text: bytes
    body: np.ndarray


class FrameError(Exception):
    """What came through the pipe is no frame."""


class ClosedError(FrameError):
    """The other side has closed the pipe."""


def write_frame(stream: BinaryIO, name: str, text: bytes = b"", parts: Sequence[np.ndarray] = ()) -> None:
    """Send one message, whose body is that of these arrays in C's order one after another."""
    body = sum(part.nbytes for part in parts)
    stream.writelines(
        (_LENGTHS.pack(len(name), len(text), body), name.encode("ascii"), text, *(part.data for part in parts))
    )
    stream.flush()


def read_frame(stream: BinaryIO) -> Frame:
    """Receive one message; raises `ClosedError` at the end of the stream, `FrameError` for anything malformed."""
    name_bytes, text_bytes, body_bytes = _LENGTHS.unpack(_exactly(stream, _LENGTHS.size).data)
    if text_bytes > MAX_TEXT_BYTES or body_bytes > MAX_BODY_BYTES:
        raise FrameError("a frame is larger than any that is sent")
    name = _exactly(stream, name_bytes).tobytes().decode("ascii", "replace")
    return Frame(name, _exactly(stream, text_bytes).tobytes(), _exactly(stream, body_bytes))


def _exactly(stream: BinaryIO, count: int) -> np.ndarray:
    """So many bytes: memory that nobody touches before something has come for it, however much is announced."""
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
