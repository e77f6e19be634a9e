"""Code that the child processes share: their pipes, and a loop that answers requests until the pipe ends."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

from grader.devices.base import DeviceFault
from grader.devices.wire import ClosedError, Frame, Packed, pack, read_frame, unpack, write_frame

Handler = Callable[[Any], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Reason for a missing answer; `process` makes an exception of it. `code` is CUDA's number of a GPU error."""

    kind: Literal["fault", "gpu", "unavailable"]
    message: str
    code: int = 0


def take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Move the pipes to the grader off descriptors 0 and 1, which then lead nowhere. Return (reader, writer)."""
    reader, writer = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return os.fdopen(reader, "rb"), os.fdopen(writer, "wb")


class Service:
    """Answers each kind of request with its own function; `lost`: no further request can be answered."""

    def __init__(self, handlers: Mapping[type, Handler]) -> None:
        self._handlers = {kind.__name__: (kind, handler) for kind, handler in handlers.items()}
        self.lost = False

    def answer(self, frame: Frame) -> Packed:
        """Return the answer to one request; an error becomes a `Failure`."""
        try:
            kind, handler = self._handlers[frame.name]
            return pack(handler(unpack(kind, frame.text, frame.body)))
        except Exception as error:  # any error is reported as the grader's own fault
            return pack(self.failure(error))

    def failure(self, error: Exception) -> Failure:
        """Return an error as a `Failure`, described for the grader's developers."""
        if isinstance(error, MemoryError):
            return Failure(kind="fault", message="the memory limit was reached")
        words = str(error) if isinstance(error, DeviceFault) else traceback.format_exc(limit=8)
        return Failure(kind="fault", message=words)


def serve(reader: BinaryIO, writer: BinaryIO, service: Service) -> None:
    """Answer requests until the pipe ends."""
    while not service.lost:
        try:
            frame = read_frame(reader)
        except ClosedError:
            return
        write_frame(writer, *service.answer(frame))
