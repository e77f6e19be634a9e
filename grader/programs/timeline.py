"""Streams, events and a made-up time: a launch has a cost, and its bytes take as long as the GPU's memory needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.programs.calls import Code
from grader.programs.history import History
from grader.programs.properties import GPU
from grader.programs.protocol import Call, Reply

_FIRST_HANDLE = 0x10
_NS_OF_LAUNCH, _NS_OF_CALL, _NS_OF_BYTE = 5_000, 1_000, 1 / GPU.bandwidth_gbs


class Timeline:
    """When what is in a stream would be over. `calls` are those of the runtime that are answered here.

    The emulator has done everything when its call returns; the time is only for what events measure.
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self._now = 0  # nanoseconds
        self._next_handle = _FIRST_HANDLE
        self._streams: dict[int, int] = {0: 0, 1: 0, 2: 0}
        self._events: dict[int, int | None] = {}
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
        return stream in self._streams

    def pass_time(self, stream: int, size_bytes: int) -> None:
        """Let a made-up time pass in a stream: a launch's cost, and its bytes at the GPU's bandwidth."""
        stream = max(stream, 0)
        begin = max(self._now, self._streams.get(stream, 0))
        self._streams[stream] = begin + _NS_OF_LAUNCH + int(size_bytes * _NS_OF_BYTE)
        self._now += _NS_OF_CALL

    def _wait(self) -> None:
        self._now = max(self._now, *self._streams.values())

    def _synchronise(self, _: Call) -> Reply:
        self._wait()
        self._history.synchronised()
        return Reply()

    def _handle(self) -> int:
        self._next_handle += 0x10
        return self._next_handle

    def _stream_create(self, call: Call) -> Reply:
        made = self._handle()
        self._streams[made] = self._now
        self._history.stream_created(made, blocking=not call.numbers[0] & 1)
        return Reply(numbers=(made,))

    def _stream_destroy(self, call: Call) -> Reply:
        if call.numbers[0] <= _FIRST_HANDLE or self._streams.pop(call.numbers[0], None) is None:
            return Reply(code=Code.INVALID_HANDLE)
        return Reply()

    def _stream_synchronise(self, call: Call) -> Reply:
        if call.numbers[0] not in self._streams:
            return Reply(code=Code.INVALID_HANDLE)
        self._wait()
        self._history.synchronised(stream=call.numbers[0])
        return Reply()

    def _stream_wait(self, call: Call) -> Reply:
        stream, event = call.numbers
        if stream not in self._streams or event not in self._events:
            return Reply(code=Code.INVALID_HANDLE)
        self._streams[stream] = max(self._streams[stream], self._events[event] or 0)
        self._history.waited(stream, event)
        return Reply()

    def _event_create(self, _: Call) -> Reply:
        made = self._handle()
        self._events[made] = None
        return Reply(numbers=(made,))

    def _event_record(self, call: Call) -> Reply:
        event, stream = call.numbers
        if event not in self._events or stream not in self._streams:
            return Reply(code=Code.INVALID_HANDLE)
        self.pass_time(stream, 0)
        self._events[event] = self._streams[stream]
        self._history.recorded(call.place, event, stream)
        return Reply()

    def _event_synchronise(self, call: Call) -> Reply:
        event = call.numbers[0]
        if event not in self._events:
            return Reply(code=Code.INVALID_HANDLE)
        self._wait()
        self._history.synchronised(event=event)
        return Reply()

    def _event_elapsed(self, call: Call) -> Reply:
        start, end = call.numbers
        code = self._history.elapsed(call.place, start, end)
        begun, ended = self._events.get(start), self._events.get(end)
        if code or begun is None or ended is None:
            return Reply(code=code or Code.INVALID_HANDLE)
        return Reply(numbers=(ended - begun,))

    def _event_destroy(self, call: Call) -> Reply:
        return Reply(code=0 if self._events.pop(call.numbers[0], -1) != -1 else Code.INVALID_HANDLE)
