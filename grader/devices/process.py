"""A child process that answers requests, with limits on time and memory, and that is replaced when it dies.

The pipes are the child's own stdin and stdout, which it moves away from descriptors 0 and 1 before anything else, so
neither library chatter nor a kernel's printf can reach them. Nothing here needs `fork`.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, BinaryIO, TypeVar

from grader.devices.base import DeviceCrash, DeviceError, DeviceFault, DeviceTimeout, GpuFailure, GpuUnavailable
from grader.devices.frames import Frame, FrameError, read_frame, write_frame
from grader.devices.serving import Failure
from grader.devices.wire import ValidationError, pack, unpack
from grader.processes.child import PATIENCE, Child, Start

T = TypeVar("T")

START_SECONDS = 120.0
"""A cold start on a busy machine reads some 100 MB of libraries."""
SHORTEST_WAIT = 0.05


class ChildProcess:
    """One child at a time; a new one is started when the last has died. Not to be shared between threads.

    Its time is that of processors which work for it, or with `by_clock` that on the wall: a GPU works by itself.
    """

    def __init__(self, start: Start, *, by_clock: bool = False) -> None:
        self._start = start
        self._by_clock = by_clock
        self.worked = 0.0  # seconds, for all requests so far
        self._connection: Child | None = None
        self._answers: queue.SimpleQueue[Frame | FrameError | OSError] = queue.SimpleQueue()
        self.generation = 0  # counts the children; what one child knew, the next does not
        self._ready = False
        self.greeting = b""
        """What the child has said of itself, or the last one that is there no more."""

    def warm_up(self) -> None:
        """Start the child without waiting for it, so that its imports run beside the caller's."""
        if self._connection is None:
            self._connect()

    def request(
        self, request: object, kind: type[T], *, seconds: float, fits: Callable[[T], bool] = lambda _: True
    ) -> T:
        """Send one request, a dataclass, and wait for its answer, one of the class `kind`.

        Raises:
            DeviceTimeout: there is none after `seconds`; the next request meets a fresh child.
            DeviceCrash: the child died, or its answer is none of that kind, or does not fit, or it had no processor to
                work on for long; the next meets a fresh child, too.
            DeviceFault: the child's own code failed.
            GpuFailure: the GPU reported an error.
            GpuUnavailable: the child cannot use its GPU.

        """
        self.warm_up()
        if not self._ready:
            self.greeting = self._receive(START_SECONDS, DeviceFault).text
            self._ready = True
        assert self._connection is not None
        packed = pack(request)
        try:
            write_frame(self._connection.writer, *packed)
        except (OSError, ValueError):
            raise DeviceCrash(f"the child process died ({self._drop()})") from None
        frame = self._receive(seconds, DeviceCrash)
        try:
            if frame.name == Failure.__name__:
                raise _error(unpack(Failure, frame.text, frame.body))
            answer = unpack(kind, frame.text, frame.body)
        except ValidationError:
            raise self._nonsense() from None
        if not fits(answer):
            raise self._nonsense()
        return answer

    def close(self) -> None:
        """End the child, if there is one."""
        self._drop()

    def renew(self) -> None:
        """A fresh child, which starts while the caller goes on and the old one ends."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.drop()
        self.warm_up()

    def _connect(self) -> None:
        self._connection = self._start()
        self._answers = queue.SimpleQueue()
        self._ready = False
        self.generation += 1
        threading.Thread(
            target=_pump, args=(self._connection.reader, self._answers), daemon=True, name="grader-pipe"
        ).start()

    def _nonsense(self) -> DeviceCrash:
        return DeviceCrash(f"the child process answered nonsense ({self._drop(kill=True)})")

    def _receive(self, seconds: float, when_dead: type[DeviceError]) -> Frame:
        answer = self._answer_within(seconds, when_dead)
        if isinstance(answer, Exception):
            raise when_dead(f"the child process died ({self._drop()})")
        return answer

    def _answer_within(self, seconds: float, when_idle: type[DeviceError]) -> Frame | Exception:
        """The next answer, if the child has one before it has worked so long; it may wait for its turn meanwhile."""
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
                raise when_idle(f"no answer within {by_clock:.0f} s, for {worked:.1f} of which it had a processor")
            # Several processors may work for it at a time.
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


def _error(failure: Failure) -> DeviceError:
    """The exception that a child's failure is here."""
    if failure.kind == "gpu":
        return GpuFailure(failure.code, failure.message)
    return (GpuUnavailable if failure.kind == "unavailable" else DeviceFault)(failure.message)


def _pump(reader: BinaryIO, answers: queue.SimpleQueue[Any]) -> None:
    """Read frames until the pipe ends: pipes cannot be waited for with a time limit on every platform, queues can."""
    while True:
        try:
            answers.put(read_frame(reader))
        except (FrameError, OSError, ValueError) as error:
            answers.put(error if isinstance(error, FrameError | OSError) else FrameError(str(error)))
            return
