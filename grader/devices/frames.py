"""Messages between the grader and a child process: a length, a JSON header, raw array bytes.

A child runs what students wrote, so nothing that comes back is ever unpickled or trusted: lengths are bounded, dtypes
are looked up in a table, and a header that does not parse is a `FrameError`.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any, BinaryIO

import numpy as np

MAX_HEADER_BYTES = 64 << 20
MAX_FRAME_BYTES = 4 << 30
DTYPES = {name: np.dtype(name) for name in ("u1", "i4", "i8", "f2", "f4", "f8", "b1")}

_LENGTHS = struct.Struct("<IQ")

Header = dict[str, Any]
Arrays = dict[str, np.ndarray]


class FrameError(Exception):
    """What came through the pipe is no frame."""


class ClosedError(FrameError):
    """The other side has closed the pipe."""


def write_frame(stream: BinaryIO, header: Mapping[str, Any], arrays: Mapping[str, np.ndarray] | None = None) -> None:
    """Send one message. Arrays go as C-ordered bytes after the header."""
    parts = {name: np.ascontiguousarray(array) for name, array in (arrays or {}).items()}
    listing = [[name, array.dtype.str[1:], list(array.shape)] for name, array in parts.items()]
    text = json.dumps({**header, "arrays": listing}).encode()
    body = sum(array.nbytes for array in parts.values())
    stream.write(_LENGTHS.pack(len(text), body) + text)
    for array in parts.values():
        stream.write(array.reshape(-1).view(np.uint8).data)
    stream.flush()


def read_frame(stream: BinaryIO) -> tuple[Header, Arrays]:
    """Receive one message; raises `ClosedError` at the end of the stream, `FrameError` for anything malformed."""
    header_bytes, body_bytes = _LENGTHS.unpack(_exactly(stream, _LENGTHS.size))
    if header_bytes > MAX_HEADER_BYTES or body_bytes > MAX_FRAME_BYTES:
        raise FrameError("a frame is larger than any that is sent")
    try:
        header = json.loads(_exactly(stream, header_bytes))
        listing = header.pop("arrays")
        layouts = [(str(name), DTYPES[dtype], tuple(int(size) for size in shape)) for name, dtype, shape in listing]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FrameError("a frame's header is malformed") from error
    sizes = [dtype.itemsize * _product(shape) for _, dtype, shape in layouts]
    if sum(sizes) != body_bytes or min(sizes, default=0) < 0:
        raise FrameError("a frame's arrays do not fit its length")
    arrays = {
        name: np.frombuffer(bytearray(_exactly(stream, size)), dtype).reshape(shape)
        for (name, dtype, shape), size in zip(layouts, sizes, strict=True)
    }
    return header, arrays


def _product(shape: tuple[int, ...]) -> int:
    result = 1
    for size in shape:
        if size < 0:
            raise FrameError("a frame holds a negative size")
        result *= size
    return result


def _exactly(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    while len(data) < count:
        more = stream.read(count - len(data))
        if not more:
            raise ClosedError("the pipe was closed")
        data += more
    return data
