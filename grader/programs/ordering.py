"""Which work waits for which, and until when: streams, events and the host, and uses that nothing orders.

After "Asynchronous Concurrent Execution" of the CUDA C++ Programming Guide and "Stream synchronization behavior" of the
Runtime API: work in one stream runs in its order; the legacy default stream waits for all blocking streams, and they
wait for it; an event stands for all that its stream had been given; whatever the host gives to a stream comes after
what the host has waited for. Each stream counts its pieces of work, and a clock says up to which of each stream's
something is ordered (Lamport's relation, as vector clocks).

A clock has the time, too, that a model gives to all this: what comes after several things begins when the last of them
is over. A launch takes what the roofline says: its bytes of global memory over the GPU's bandwidth or its
floating-point operations over its peak, whichever is longer, with the share of the GPU that its threads can keep at
work. What goes between host and device takes the time of the bus; before each of them is the cost of a launch. Nothing
is in a cache, streams do not slow each other, and what the host computes takes no time. The emulator has done
everything when its call returns; the time is only for what events measure.
"""

from __future__ import annotations

from collections.abc import Collection

from grader.programs.allocations import Allocation
from grader.programs.calls import LEGACY, PER_THREAD, AccessKind, CallError, Code, Place, Touch
from grader.programs.mistakes import Mistakes
from grader.programs.properties import GPU
from grader.programs.protocol import Call, Reply, by_name

Clock = dict[int, int]
_TIME = 0
"""The entry of a clock for its time, in nanoseconds; no stream has this handle here, as `LEGACY` stands for it."""
NS_OF_LAUNCH = 5_000
_NS_OF_CALL = 1_000
_BUS_GBS = 64.0
"""PCI Express 5.0, 16 lanes, one way."""
_LANES = GPU.multiprocessors * GPU.fp32_lanes
_DEFAULT_STREAMS = (0, LEGACY, PER_THREAD)
_NON_BLOCKING = 1
MOST_USES = 128
"""Uses of one allocation that are kept. A program that has more loses the oldest, and says nothing of them."""


class Ordering:
    """Clocks of the host, of streams and of events; `timed` says that the program has asked for a time.

    `calls` are the runtime's for streams and events, which are answered here.
    """

    def __init__(self, mistakes: Mistakes) -> None:
        self._mistakes = mistakes
        self._host: Clock = {}
        self._streams: dict[int, Clock] = {}
        self._apart: set[int] = set()
        self._events: dict[int, tuple[Place, Clock]] = {}
        self._uses: dict[Allocation, list[Touch]] = {}
        self.waits = 0
        self.synchronised = 0
        self.timed = False
        self.clocks = Clocks(self)
        self._last_handle = 0x10
        self._known_streams, self._known_events = set[int](), set[int]()
        self.calls = by_name({
            "cudaDeviceSynchronize cudaThreadSynchronize": lambda _: self.synchronise(),
            "cudaStreamCreate cudaStreamCreateWithFlags cudaStreamCreateWithPriority": self._create_stream,
            "cudaStreamDestroy": lambda call: self._known_streams.remove(_known(call.numbers[0], self._known_streams)),
            "cudaStreamSynchronize cudaStreamQuery": lambda call: self.synchronise(stream=self.stream(call.numbers[0])),
            "cudaStreamWaitEvent": lambda call: self.wait(self.stream(call.take(2)[0]), self._event(call, 1)),
            "cudaEventCreate cudaEventCreateWithFlags": lambda _: Reply(numbers=(self._create(self._known_events),)),
            "cudaEventRecord": lambda call: self.record(call.place, self._event(call), self.stream(call.take(2)[1])),
            "cudaEventSynchronize cudaEventQuery": lambda call: self.synchronise(event=self._event(call)),
            "cudaEventElapsedTime": self._elapsed,
            "cudaEventDestroy": lambda call: self._known_events.remove(self._event(call)),
        })  # fmt: skip

    # --- calls for streams and events

    def stream(self, handle: int) -> int:
        """Return the handle of a default stream, or of one that was created and not destroyed; refuse any other."""
        return handle if handle in _DEFAULT_STREAMS else _known(handle, self._known_streams)

    def _event(self, call: Call, place: int = 0) -> int:
        return _known(call.numbers[place], self._known_events)

    def _create(self, known: set[int]) -> int:
        self._last_handle += 0x10
        known.add(self._last_handle)
        return self._last_handle

    def _create_stream(self, call: Call) -> Reply:
        made = self._create(self._known_streams)
        if call.numbers[0] & _NON_BLOCKING:
            self._apart.add(made)
        return Reply(numbers=(made,))

    def _elapsed(self, call: Call) -> Reply:
        """Return the nanoseconds between two events, which must be over: the runtime counts in milliseconds."""
        self.timed = True
        clocks = []
        for event, begins in zip(call.take(2), (True, False), strict=True):
            if event not in self._events:
                self._mistakes.add("event-unrecorded", call.place, begins=begins)
                raise CallError(Code.INVALID_HANDLE)
            place, clock = self._events[event]
            if any(self._host.get(stream, 0) < number for stream, number in clock.items()):
                self._mistakes.add("event-early", call.place, place, begins=begins)
                raise CallError(Code.NOT_READY)
            clocks.append(clock)
            _known(event, self._known_events)
        start, end = clocks
        return Reply(numbers=(end.get(_TIME, 0) - start.get(_TIME, 0),))

    def synchronise(self, *, stream: int | None = None, event: int | None = None) -> None:
        """The host has waited for a stream, for an event, or, with neither, for the device.

        A query that said "complete" counts as well.
        """
        self.host_waits(stream=stream, event=event)
        self.synchronised += 1

    # --- what comes after what

    def work(self, stream: int, nanoseconds: float) -> tuple[int, Clock]:
        """Give a piece of work to a stream; return the stream, and the clock whose own entry is its number."""
        stream = _handle(stream)
        clock = self._reached(stream)
        clock[stream] = clock.get(stream, 0) + 1
        clock[_TIME] = clock.get(_TIME, 0) + NS_OF_LAUNCH + round(nanoseconds)
        self._call_takes_time()
        self._streams[stream] = clock
        return stream, clock

    def _call_takes_time(self) -> None:
        self._host[_TIME] = self._host.get(_TIME, 0) + _NS_OF_CALL

    def _reached(self, stream: int) -> Clock:
        """What comes next in a stream is ordered after this."""
        clock = _joined(self._host, self._streams.get(stream, {}))
        if stream in self._apart:
            return clock
        if stream == LEGACY:
            return _joined(clock, *(each for name, each in self._streams.items() if name not in self._apart))
        return _joined(clock, self._streams.get(LEGACY, {}))

    def record(self, place: Place, event: int, stream: int) -> None:
        """An event stands for all work of its stream so far."""
        self._call_takes_time()
        self._events[event] = place, self._reached(_handle(stream))

    def wait(self, stream: int, event: int) -> None:
        """A stream waits for an event; for one that was never recorded there is nothing to wait for."""
        if event in self._events:
            self._streams[_handle(stream)] = _joined(self._streams.get(_handle(stream), {}), self._events[event][1])

    def host_waits(self, *, stream: int | None = None, event: int | None = None, clock: Clock | None = None) -> None:
        """The host has waited: for a stream, for an event, for one piece of work, or for everything."""
        self.waits += 1
        if clock is not None:
            waited = [clock]
        elif event is not None:
            waited = [self._events[event][1]] if event in self._events else []
        elif stream is not None:
            waited = [self._reached(_handle(stream))]
        else:
            waited = list(self._streams.values())
        self._host = _joined(self._host, *waited)

    def use(self, allocation: Allocation, touch: Touch, work: tuple[int, Clock]) -> Touch | None:
        """Note a use by a piece of work; return an earlier one that must not happen beside it."""
        stream, clock = work
        other = self._beside(allocation, touch, clock)
        uses = self._uses.setdefault(allocation, [])
        uses[:] = [each for each in uses if not _replaces(touch, each, clock)][-MOST_USES + 1 :]
        uses.append(touch._replace(stream=stream, number=clock[stream]))
        return other

    def host_uses(self, allocation: Allocation, touch: Touch) -> Touch | None:
        """Return the work whose use the host would have had to wait for."""
        return self._beside(allocation, touch, self._host)

    def unfinished(self) -> list[tuple[int, int, int]]:
        """Return the memory of both sides that work still uses: address, size, and 1 where the host may not even read.

        A use of it by the host, before it has waited, is to be told to `History.host_touched`.
        """
        made = []
        for allocation, uses in self._uses.items():
            still = [each for each in uses if self._host.get(each.stream, 0) < each.number]
            if still and allocation.kind.on_both:
                made.append((allocation.address, allocation.size, int(any(each.access != "read" for each in still))))
        return made

    def forget(self, allocation: Allocation) -> None:
        """Drop what is known of memory that is gone."""
        self._uses.pop(allocation, None)

    def _beside(self, allocation: Allocation, touch: Touch, clock: Clock) -> Touch | None:
        for each in self._uses.get(allocation, ()):
            overlap = each.start < touch.end and touch.start < each.end
            if overlap and _clash(each.access, touch.access) and clock.get(each.stream, 0) < each.number:
                return each
        return None


class Clocks:
    """Readings of a clock that come after a launch, and before the host has waited: `early`, the launches first.

    Where the host synchronises next and reads the clock again, both times are meant; where it reads the clock again at
    once, it measures something else.
    """

    def __init__(self, order: Ordering) -> None:
        self._order = order
        self._read_before = False
        self._launch: tuple[Place, int] | None = None
        self._last: tuple[int, int] | None = None
        self.early: list[tuple[Place, Place]] = []

    def launched(self, place: Place) -> None:
        """A launch is made."""
        if self._read_before:
            self._launch = (place, self._order.waits)

    def read(self, place: Place) -> None:
        """The host reads a clock."""
        self._read_before = True
        state = (self._order.waits, self._order.synchronised)
        if self._launch and self._launch[1] == self._order.waits:
            self.early = [*self.early[-MOST_USES:], (self._launch[0], place)]
            self._last = state
        elif self._last:
            if state[0] == self._last[0] or state[1] > self._last[1]:
                self.early.pop()
            self._last = None
        self._launch = None


def time_of_launch(threads: int, size_bytes: int, flop: int) -> float:
    """Return the nanoseconds of a launch of so many threads, with what they did."""
    return max(size_bytes / GPU.bandwidth_gbs, flop / GPU.peak_gflops) / min(1.0, threads / _LANES)


def time_of_copy(by_bus: int = 0, in_memory: int = 0) -> float:
    """Return the nanoseconds of so many bytes between host and device, or read and written on the device."""
    return by_bus / _BUS_GBS + in_memory / GPU.bandwidth_gbs


def _handle(stream: int) -> int:
    return stream or LEGACY


def _known(handle: int, handles: Collection[int]) -> int:
    if handle not in handles:
        raise CallError(Code.INVALID_HANDLE)
    return handle


def _joined(*clocks: Clock) -> Clock:
    joined: Clock = {}
    for clock in clocks:
        for stream, number in clock.items():
            if number > joined.get(stream, 0):
                joined[stream] = number
    return joined


def _clash(one: AccessKind, other: AccessKind) -> bool:
    """Two reads do not, nor two atomic updates; the order of these changes no sum."""
    return not (one == other and one in ("read", "atomic"))


def _replaces(new: Touch, old: Touch, clock: Clock) -> bool:
    """True if whatever clashes with the old use later also clashes with the new one, which comes after it."""
    covers = new.start <= old.start and old.end <= new.end
    return covers and clock.get(old.stream, 0) >= old.number and (new.access in ("write", old.access))
