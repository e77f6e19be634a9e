"""Frames between the collector and its children: two lengths, JSON, bytes."""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO

_LENGTHS = struct.Struct("<II")
_MAX_HEADER_BYTES = 256 << 20
_MAX_BODY_BYTES = 512 << 20

Header = dict[str, Any]


def send(stream: BinaryIO, header: Header, body: bytes = b"") -> None:
    """Write one frame."""
    text = json.dumps(header).encode()
    stream.write(_LENGTHS.pack(len(text), len(body)) + text + body)
    stream.flush()


def receive(stream: BinaryIO) -> tuple[Header, bytes]:
    """Read one frame; `EOFError` at the end of the stream, `ValueError` for what is no frame."""
    header_bytes, body_bytes = _LENGTHS.unpack(_exactly(stream, _LENGTHS.size))
    if header_bytes > _MAX_HEADER_BYTES or body_bytes > _MAX_BODY_BYTES:
        raise ValueError("a frame is larger than any that is sent")
    header = json.loads(_exactly(stream, header_bytes))
    if not isinstance(header, dict):
        raise ValueError("a frame's header is no mapping")
    return header, _exactly(stream, body_bytes)


def _exactly(stream: BinaryIO, count: int) -> bytes:
    parts, left = [], count
    while left:
        part = stream.read(min(left, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
