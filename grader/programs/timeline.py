"""Streams, events, and the time that a model gives to what is in a stream.

A launch takes what the roofline says: its bytes of global memory over the GPU's bandwidth or its floating-point
operations over its peak, whichever is longer, with the share of the GPU that its threads can keep at work. What goes
between host and device takes the time of the bus; before each of them is the cost of a launch. Nothing is in a cache,
streams do not slow each other, and what the host computes takes no time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.programs.calls import LEGACY, PER_THREAD, Code
from grader.programs.history import History
from grader.programs.properties import GPU
from grader.programs.protocol import Call, Reply

_FIRST_HANDLE = 0x10
_NS_OF_LAUNCH, _NS_OF_CALL = 5_000, 1_000
_BUS_GBS = 64.0
"""PCI Express 5.0, 16 lanes, one way."""
_LANES = GPU.multiprocessors * GPU.fp32_lanes
_NON_BLOCKING = 1


class Timeline:
    """When what is in a stream would be over. `calls` are those of the runtime that are answered here.

    The emulator has done everything when its call returns; the time is only for what events measure.
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self._now = 0.0  # nanoseconds
        self._next_handle = _FIRST_HANDLE
        self._streams: dict[int, float] = {LEGACY: 0.0, PER_THREAD: 0.0}
        self._apart: set[int] = set()
        self._events: dict[int, float | None] = {}
        self.calls: Mapping[str, Callable[[Call], Reply]] = {
            "cudaDeviceSynchronize": self._synchronise, "cudaThreadSynchronize": self._synchronise,
            "cudaStreamCreate": self._stream_create, "cudaStreamCreateWithFlags": self._stream_create,
            "cudaStreamCreateWithPriority": self._stream_create,
            "cudaStreamDestroy": self._stream_destroy, "cudaStreamSynchronize": self._stream_synchronise,
            "cudaStreamQuery": self._stream_synchronise, "cudaStreamWaitEvent": self._stream_wait,
            "cudaEventCreate": self._event_create, "cudaEventCreateWithFlags": self._event_create,
            "cudaEventRecord": self._event_record,
            "cudaEventSynchronize": self._event_synchronise, "cudaEventQuery": self._event_synchronise,
            "cudaEventElapsedTime": self._event_elapsed, "cudaEventDestroy": self._event_destroy,
        }  # fmt: skip

    def has_stream(self, stream: int) -> bool:
        """True for a stream that was created and not destroyed, and for the default ones."""
        return (stream or LEGACY) in self._streams

    def launched(self, stream: int, threads: int, size_bytes: int, flop: int) -> None:
        """Let a launch's time pass in a stream: of so many threads, with what they did."""
        share = min(1.0, threads / _LANES)
        self._pass(stream, max(size_bytes / GPU.bandwidth_gbs, flop / GPU.peak_gflops) / share)

    def took(self, stream: int, seconds: float) -> None:
        """Let the time of a launch pass that a GPU has measured."""
        self._pass(stream, max(0.0, 1e9 * seconds - _NS_OF_LAUNCH))

    def moved(self, stream: int, *, by_bus: int = 0, in_memory: int = 0) -> None:
        """Let the time of a copy or a fill pass, of so many bytes; of stream -1 the host waits for it."""
        self._pass(max(stream, 0), by_bus / _BUS_GBS + in_memory / GPU.bandwidth_gbs)
        if stream < 0:
            self._now = max(self._now, self._streams[LEGACY])

    def _pass(self, stream: int, nanoseconds: float) -> None:
        """Put work at the end of a stream. The legacy default stream and those that block wait for one another."""
        begin = max(self._now, self._reached(stream))
        self._now += _NS_OF_CALL
        self._streams[stream or LEGACY] = begin + _NS_OF_LAUNCH + nanoseconds

    def _reached(self, stream: int) -> float:
        """Return when work that is given to a stream now can begin there."""
        stream = stream or LEGACY
        others = self._streams if stream == LEGACY else (LEGACY,)
        waits_for = [] if stream in self._apart else [each for each in others if each not in self._apart]
        return max(self._streams[each] for each in (stream, *waits_for))

    def _synchronise(self, _: Call) -> Reply:
        self._now = max(self._now, *self._streams.values())
        self._history.synchronised()
        return Reply()

    def _handle(self) -> int:
        self._next_handle += 0x10
        return self._next_handle

    def _stream_create(self, call: Call) -> Reply:
        made = self._handle()
        self._streams[made] = self._now
        blocking = not call.numbers[0] & _NON_BLOCKING
        if not blocking:
            self._apart.add(made)
        self._history.stream_created(made, blocking=blocking)
        return Reply(numbers=(made,))

    def _stream_destroy(self, call: Call) -> Reply:
        self._apart.discard(call.numbers[0])
        if call.numbers[0] <= _FIRST_HANDLE or self._streams.pop(call.numbers[0], None) is None:
            return Reply(code=Code.INVALID_HANDLE)
        return Reply()

    def _stream_synchronise(self, call: Call) -> Reply:
        if not self.has_stream(call.numbers[0]):
            return Reply(code=Code.INVALID_HANDLE)
        self._now = max(self._now, self._reached(call.numbers[0]))
        self._history.synchronised(stream=call.numbers[0])
        return Reply()

    def _stream_wait(self, call: Call) -> Reply:
        stream, event = call.take(2)
        if not self.has_stream(stream) or event not in self._events:
            return Reply(code=Code.INVALID_HANDLE)
        self._streams[stream or LEGACY] = max(self._streams[stream or LEGACY], self._events[event] or 0.0)
        self._history.waited(stream, event)
        return Reply()

    def _event_create(self, _: Call) -> Reply:
        made = self._handle()
        self._events[made] = None
        return Reply(numbers=(made,))

    def _event_record(self, call: Call) -> Reply:
        event, stream = call.take(2)
        if event not in self._events or not self.has_stream(stream):
            return Reply(code=Code.INVALID_HANDLE)
        self._now += _NS_OF_CALL
        self._events[event] = max(self._now, self._reached(stream))
        self._history.recorded(call.place, event, stream)
        return Reply()

    def _event_synchronise(self, call: Call) -> Reply:
        event = call.numbers[0]
        if event not in self._events:
            return Reply(code=Code.INVALID_HANDLE)
        self._now = max(self._now, self._events[event] or 0.0)
        self._history.synchronised(event=event)
        return Reply()

    def _event_elapsed(self, call: Call) -> Reply:
        start, end = call.take(2)
        code = self._history.elapsed(call.place, start, end)
        begun, ended = self._events.get(start), self._events.get(end)
        if code or begun is None or ended is None:
            return Reply(code=code or Code.INVALID_HANDLE)
        return Reply(numbers=(round(ended - begun),))

    def _event_destroy(self, call: Call) -> Reply:
        return Reply(code=0 if self._events.pop(call.numbers[0], -1) != -1 else Code.INVALID_HANDLE)
