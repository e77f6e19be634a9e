"""The runtime's calls for streams and events: which there are, and what they say about order and time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from grader.programs.calls import LEGACY, PER_THREAD, Code
from grader.programs.history import History
from grader.programs.protocol import Call, Reply

_DEFAULT_STREAMS = (0, LEGACY, PER_THREAD)
_FIRST_HANDLE = 0x10
_NON_BLOCKING = 1


class StreamCalls:
    """Answers them, and tells the history. `calls` are those that are answered here."""

    def __init__(self, history: History) -> None:
        self._history, self._order = history, history.order
        self._last_handle = _FIRST_HANDLE
        self._streams, self._events = set[int](), set[int]()
        self.calls: Mapping[str, Callable[[Call], Reply]] = {
            "cudaDeviceSynchronize": self._synchronise, "cudaThreadSynchronize": self._synchronise,
            "cudaStreamCreate": self._stream_create, "cudaStreamCreateWithFlags": self._stream_create,
            "cudaStreamCreateWithPriority": self._stream_create,
            "cudaStreamDestroy": partial(self._destroy, self._streams),
            "cudaStreamSynchronize": self._stream_synchronise, "cudaStreamQuery": self._stream_synchronise,
            "cudaStreamWaitEvent": self._stream_wait,
            "cudaEventCreate": self._event_create, "cudaEventCreateWithFlags": self._event_create,
            "cudaEventRecord": self._event_record,
            "cudaEventSynchronize": self._event_synchronise, "cudaEventQuery": self._event_synchronise,
            "cudaEventElapsedTime": self._event_elapsed, "cudaEventDestroy": partial(self._destroy, self._events),
        }  # fmt: skip

    def has_stream(self, stream: int) -> bool:
        """True for a stream that was created and not destroyed, and for the default ones."""
        return stream in _DEFAULT_STREAMS or stream in self._streams

    def _create(self, known: set[int]) -> int:
        self._last_handle += 0x10
        known.add(self._last_handle)
        return self._last_handle

    def _destroy(self, known: set[int], call: Call) -> Reply:
        if call.numbers[0] not in known:
            return Reply(code=Code.INVALID_HANDLE)
        known.remove(call.numbers[0])
        return Reply()

    def _synchronise(self, _: Call) -> Reply:
        self._history.synchronised()
        return Reply()

    def _stream_create(self, call: Call) -> Reply:
        made = self._create(self._streams)
        self._order.stream(made, blocking=not call.numbers[0] & _NON_BLOCKING)
        return Reply(numbers=(made,))

    def _stream_synchronise(self, call: Call) -> Reply:
        if not self.has_stream(call.numbers[0]):
            return Reply(code=Code.INVALID_HANDLE)
        self._history.synchronised(stream=call.numbers[0])
        return Reply()

    def _stream_wait(self, call: Call) -> Reply:
        stream, event = call.take(2)
        if not self.has_stream(stream) or event not in self._events:
            return Reply(code=Code.INVALID_HANDLE)
        self._order.wait(stream, event)
        return Reply()

    def _event_create(self, _: Call) -> Reply:
        return Reply(numbers=(self._create(self._events),))

    def _event_record(self, call: Call) -> Reply:
        event, stream = call.take(2)
        if event not in self._events or not self.has_stream(stream):
            return Reply(code=Code.INVALID_HANDLE)
        self._order.record(call.place, event, stream)
        return Reply()

    def _event_synchronise(self, call: Call) -> Reply:
        if call.numbers[0] not in self._events:
            return Reply(code=Code.INVALID_HANDLE)
        self._history.synchronised(event=call.numbers[0])
        return Reply()

    def _event_elapsed(self, call: Call) -> Reply:
        start, end = call.take(2)
        code = self._history.elapsed(call.place, start, end)
        if code or not {start, end} <= self._events:
            return Reply(code=code or Code.INVALID_HANDLE)
        return Reply(numbers=(self._order.between(start, end),))
