"""The runtime's calls for streams and events: which there are, and what they say about order and time."""

from __future__ import annotations

from collections.abc import Collection

from grader.programs.calls import LEGACY, PER_THREAD, CallError, Code
from grader.programs.history import History
from grader.programs.protocol import Call, Handlers, Reply

_DEFAULT_STREAMS = (0, LEGACY, PER_THREAD)
_NON_BLOCKING = 1


class StreamCalls:
    """Answers them, and tells the history. `calls` are those that are answered here."""

    def __init__(self, history: History) -> None:
        self._history, self._order = history, history.order
        self._last_handle = 0x10
        self._streams, self._events = set[int](), set[int]()
        self.calls: Handlers = {
            **dict.fromkeys(("cudaDeviceSynchronize", "cudaThreadSynchronize"), lambda _: history.synchronised()),
            "cudaStreamCreate": self._stream_create, "cudaStreamCreateWithFlags": self._stream_create,
            "cudaStreamCreateWithPriority": self._stream_create,
            "cudaStreamDestroy": lambda call: self._streams.remove(_known(call.numbers[0], self._streams)),
            "cudaStreamSynchronize": self._stream_synchronise, "cudaStreamQuery": self._stream_synchronise,
            "cudaStreamWaitEvent": lambda call: self._order.wait(self.stream(call.take(2)[0]), self._event(call, 1)),
            "cudaEventCreate": self._event_create, "cudaEventCreateWithFlags": self._event_create,
            "cudaEventRecord": lambda call: self._order.record(
                call.place, self._event(call), self.stream(call.take(2)[1])
            ),
            "cudaEventSynchronize": self._event_synchronise, "cudaEventQuery": self._event_synchronise,
            "cudaEventElapsedTime": self._event_elapsed,
            "cudaEventDestroy": lambda call: self._events.remove(self._event(call)),
        }  # fmt: skip

    def stream(self, handle: int) -> int:
        """Return the handle of a default stream, or of one that was created and not destroyed; refuse any other."""
        return handle if handle in _DEFAULT_STREAMS else _known(handle, self._streams)

    def _event(self, call: Call, place: int = 0) -> int:
        return _known(call.numbers[place], self._events)

    def _create(self, known: set[int]) -> int:
        self._last_handle += 0x10
        known.add(self._last_handle)
        return self._last_handle

    def _stream_create(self, call: Call) -> Reply:
        made = self._create(self._streams)
        self._order.stream(made, blocking=not call.numbers[0] & _NON_BLOCKING)
        return Reply(numbers=(made,))

    def _stream_synchronise(self, call: Call) -> None:
        self._history.synchronised(stream=self.stream(call.numbers[0]))

    def _event_create(self, _: Call) -> Reply:
        return Reply(numbers=(self._create(self._events),))

    def _event_synchronise(self, call: Call) -> None:
        self._history.synchronised(event=self._event(call))

    def _event_elapsed(self, call: Call) -> Reply:
        self._history.elapsed(call.place, *call.take(2))
        return Reply(numbers=(self._order.between(self._event(call), self._event(call, 1)),))


def _known(handle: int, handles: Collection[int]) -> int:
    if handle not in handles:
        raise CallError(Code.INVALID_HANDLE)
    return handle
