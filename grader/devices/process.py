"""A child process that answers requests, with limits on time and memory; replaced when it dies. Both ends of its pipes.

What goes through them is a `Frame`: a name, a text and bytes, of limited lengths. `grader.devices.wire`, which takes
longer to load, says what stands in it. The pipes are the child's stdin and stdout. The child first moves them away from
descriptors 0 and 1, so that output of libraries or of a kernel's printf cannot reach them. Nothing here needs `fork`.
"""

from __future__ import annotations

import contextlib
import os
import queue
import struct
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NamedTuple, TypeVar

import numpy as np

from grader.errors import (
    DeviceCrash,
    DeviceError,
    DeviceFault,
    DeviceStarved,
    DeviceTimeout,
    GpuFailure,
    GpuUnavailable,
    SlowStartError,
)
from grader.processes.child import PATIENCE, Child, Start

if TYPE_CHECKING:
    from grader.devices.gpu_driver import GpuError

T = TypeVar("T")

START_SECONDS = 120.0
"""A cold start on a busy machine reads some 100 MB of libraries."""
SHORTEST_WAIT = 0.05


# -- messages ----------------------------------------------------------------------------------------------------------


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


Packed = tuple[str, bytes, list[np.ndarray]]
"""A message as `write_frame` takes it; of a dataclass, its class name, JSON, and its arrays in order."""


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


def read_frame(stream: BinaryIO, most_bytes: int = MAX_BODY_BYTES) -> Frame:
    """Receive one message. Raise `ClosedError` at the end of the stream, `FrameError` for malformed input.

    A body of more than `most_bytes` is none.
    """
    name_bytes, text_bytes, body_bytes = _LENGTHS.unpack(_exactly(stream, _LENGTHS.size).data)
    if text_bytes > MAX_TEXT_BYTES or body_bytes > most_bytes:
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


# -- the parent --------------------------------------------------------------------------------------------------------


class ChildProcess:
    """One child at a time; a new one starts when the last has died. Not thread-safe.

    Time limits are in processor seconds, or with `by_clock` in wall-clock seconds: a GPU works without the processor.
    An answer has at most `most_bytes` beside its text.
    """

    def __init__(self, start: Start, *, by_clock: bool = False, most_bytes: int = MAX_BODY_BYTES) -> None:
        self._start, self._most_bytes = start, most_bytes
        self._by_clock = by_clock
        self.worked = 0.0  # seconds, for all requests so far
        self._connection: Child | None = None
        self._answers: queue.SimpleQueue[Frame | FrameError | OSError] = queue.SimpleQueue()
        self.generation = 0  # counts the children; each knows only its own kernels
        self._ready = False
        self.greeting = b""
        """Greeting of the current child, or of the last one."""

    def warm_up(self) -> None:
        """Start the child without waiting for it; its imports run in parallel with the caller."""
        if self._connection is None:
            self._connection, self._answers = self._start(), queue.SimpleQueue()
            self._ready = False
            self.generation += 1
            pump = partial(_pump, self._connection.reader, self._answers, self._most_bytes)
            threading.Thread(target=pump, daemon=True, name="grader-pipe").start()

    def request(
        self, request: object, kind: type[T], *, seconds: float, fits: Callable[[T], bool] = lambda _: True
    ) -> T:
        """Send one request, a dataclass. Return its answer, of the class `kind`.

        Raises:
            DeviceTimeout: no answer after `seconds`; the next request starts a fresh child.
            DeviceCrash: the child died, its answer is not of that kind or does not fit, or (`DeviceStarved`) it waited
                too long for a processor; the next request starts a fresh child.
            DeviceFault: the child's own code failed, or (`SlowStartError`) it did not start in time.
            GpuFailure: the GPU reported an error.
            GpuUnavailable: the child cannot use its GPU.

        """
        from grader.devices.wire import pack  # takes time to load: not every caller of `ask` reads what it gets

        name, text, parts = pack(request)
        answer = self.read(kind, self.ask(name, text, parts, seconds=seconds))
        if not fits(answer):
            raise self._nonsense()
        return answer

    def ask(self, name: str, text: bytes = b"", parts: Sequence[np.ndarray] = (), *, seconds: float) -> Frame:
        """Send one message. Return the answer as it came, for `read`. Raise what `request` raises."""
        self.wait_for_start()
        assert self._connection is not None
        try:
            write_frame(self._connection.writer, name, text, parts)
        except (OSError, ValueError):
            raise DeviceCrash(f"the child process died ({self._drop()})") from None
        frame = self._receive(seconds, DeviceCrash)
        if frame.name != Failure.__name__:
            return frame
        failure = self.read(Failure, frame)
        if failure.kind == "gpu":
            raise GpuFailure(failure.code, failure.message)
        raise (GpuUnavailable if failure.kind == "unavailable" else DeviceFault)(failure.message)

    def wait_for_start(self) -> None:
        """Return when the child has loaded what it needs. Raise `DeviceFault`, or `SlowStartError` for one too slow."""
        self.warm_up()
        if not self._ready:
            try:
                self.greeting = self._receive(START_SECONDS, DeviceFault).text
            except (DeviceTimeout, DeviceStarved) as error:
                raise SlowStartError(f"the child process was too slow to start: {error}") from None
            self._ready = True

    def read(self, kind: type[T], frame: Frame) -> T:
        """Return what an answer says, of the class `kind`. Raise `DeviceCrash` for anything else."""
        from grader.devices.wire import ValidationError, unpack

        try:
            return unpack(kind, frame.text, frame.body)
        except ValidationError:
            raise self._nonsense() from None

    def close(self) -> None:
        """End the child, if there is one."""
        self._drop()

    def renew(self) -> None:
        """Start a fresh child while the caller continues and the old one ends."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.drop()
        self.warm_up()

    def _nonsense(self) -> DeviceCrash:
        return DeviceCrash(f"the child process answered nonsense ({self._drop(kill=True)})")

    def _receive(self, seconds: float, when_dead: type[DeviceError]) -> Frame:
        answer = self._answer_within(seconds)
        if isinstance(answer, Exception):
            raise when_dead(f"the child process died ({self._drop()})")
        return answer

    def _answer_within(self, seconds: float) -> Frame | Exception:
        """Return the next answer. Raise after `seconds` of work, or `PATIENCE` times that by the clock."""
        asked, before, earlier = time.monotonic(), self._by_processor(), self.worked
        while True:
            by_clock, after = time.monotonic() - asked, self._by_processor()
            worked = by_clock if before is None or after is None else after - before
            self.worked = earlier + worked
            if worked >= seconds or by_clock >= PATIENCE * seconds:
                self._drop(kill=True)
                if worked >= seconds:
                    kind = "" if before is None else " of processor time"
                    raise DeviceTimeout(f"no answer within {seconds:g} s{kind}")
                said = f"no answer within {by_clock:.0f} s, for {worked:.1f} of which it had a processor"
                raise DeviceStarved(said)
            # Several processors may work for the child at the same time.
            wait = max((seconds - worked) / (os.cpu_count() or 1), SHORTEST_WAIT)
            with contextlib.suppress(queue.Empty):
                answer = self._answers.get(timeout=min(wait, PATIENCE * seconds - by_clock))
                after = self._by_processor()
                self.worked = earlier + (after - before if before is not None and after is not None else worked)
                return answer

    def _by_processor(self) -> float | None:
        return None if self._by_clock or self._connection is None else self._connection.worked

    def _drop(self, *, kill: bool = False) -> str:
        connection, self._connection = self._connection, None
        if connection is None:
            return "not running"
        if kill:
            connection.kill()
        return connection.end()


def _pump(reader: BinaryIO, answers: queue.SimpleQueue[Any], most_bytes: int) -> None:
    """Read frames into a queue until the pipe ends: not every platform can wait for a pipe with a time limit."""
    while True:
        try:
            answers.put(read_frame(reader, most_bytes))
        except (FrameError, OSError, ValueError) as error:
            answers.put(error if isinstance(error, FrameError | OSError) else FrameError(str(error)))
            return


# -- the child ---------------------------------------------------------------------------------------------------------


Handler = Callable[[Any], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Reason for a missing answer, for which the parent raises an exception. `code` is CUDA's number of a GPU error."""

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
            return self.handled(frame)
        except Exception as error:  # any error is reported as the grader's own fault
            from grader.devices.wire import pack

            return pack(self.failure(error))

    def handled(self, frame: Frame) -> Packed:
        """Return the answer of the request's own function. Raise any error."""
        from grader.devices.wire import pack, unpack  # loaded where dataclasses are sent

        kind, handler = self._handlers[frame.name]
        return pack(handler(unpack(kind, frame.text, frame.body)))

    def failure(self, error: Exception) -> Failure:
        """Return an error as a `Failure`, described for the grader's developers."""
        if isinstance(error, MemoryError):
            return Failure(kind="fault", message="the memory limit was reached")
        words = str(error) if isinstance(error, DeviceFault) else traceback.format_exc(limit=8)
        return Failure(kind="fault", message=words)


def refuse(reader: BinaryIO, writer: BinaryIO, error: GpuError) -> None:
    """Answer one request with a `Failure`: the child cannot use its GPU."""
    from grader.devices.wire import pack

    with contextlib.suppress(ClosedError):
        read_frame(reader)
        write_frame(writer, *pack(Failure(kind="unavailable", message=str(error))))


def serve(reader: BinaryIO, writer: BinaryIO, service: Service) -> None:
    """Answer requests until the pipe ends."""
    while not service.lost:
        try:
            frame = read_frame(reader)
        except ClosedError:
            return
        write_frame(writer, *service.answer(frame))
