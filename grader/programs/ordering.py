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

from typing import NamedTuple

from grader.programs.allocations import Allocation
from grader.programs.calls import GPU, LEGACY, NOWHERE, PER_THREAD, CallError, Code, Place, Touch
from grader.programs.mistakes import Mistakes
from grader.programs.protocol import Call, Reply, by_name

Clock = dict[int, int]


class _Record(NamedTuple):
    """Where an event was recorded, all that it stands for, in which stream, and how much work was given by then."""

    place: Place
    clock: Clock
    stream: int
    given: int


class _Wait(NamedTuple):
    """A wait for an event, or the host's for a stream: its line, what the event was, and if that was over already.

    `since` are the pieces of work that the event's stream had been given behind it.
    """

    place: Place
    event: int | None
    record: _Record | None
    idle: bool
    since: range


_TIME = 0
"""The entry of a clock for its time, in nanoseconds; no stream has this handle here, as `LEGACY` stands for it."""
NS_OF_LAUNCH = 5_000
_NS_OF_CALL = 1_000
_BUS_GBS = 64.0
"""PCI Express 5.0, 16 lanes, one way."""
_LANES = GPU.multiprocessors * GPU.fp32_lanes
_DEFAULT_STREAMS = (0, LEGACY, PER_THREAD)
HOST = -1
"""The host, where something else is a stream."""
_NON_BLOCKING, _DISABLE_TIMING = 1, 2
MOST_USES = 128
"""Uses of one allocation that are kept. A program that has more loses the oldest, and says nothing of them."""


class Ordering:
    """Clocks of the host, of streams and of events; `timed` says that the program has asked for a time, and
    `clock_was_read` that it has read the host's clock.

    `early` are the readings of the host's clock that come after a launch, which stands first, and before the host has
    waited. `calls` are the runtime's for streams and events, which are answered here.
    """

    def __init__(self, mistakes: Mistakes) -> None:
        self._mistakes = mistakes
        self._host: Clock = {}
        self._streams: dict[int, Clock] = {}
        self._apart: set[int] = set()
        self._events: dict[int, _Record] = {}
        self._again: dict[int, Place] = {}
        """Where an event was recorded again, with no time asked for between."""
        self._waited_for: dict[int, _Wait] = {}
        """What a stream, or the host, has waited for last."""
        self._used: set[int] = set()
        """Events that something has waited for."""
        self._waits = self._synchronised = self._given = 0
        self.timed = False
        self.clock_was_read = False
        self._launched: tuple[Place, int] | None = None
        self._early_at: tuple[int, int] | None = None
        self.early: list[tuple[Place, Place]] = []
        self._created: dict[int, Place] = {}
        self._last_launch = NOWHERE
        self._untimed: dict[int, Place] = {}
        """Where an event was created that keeps no time."""
        self._handles: dict[int, Place | None] = {}
        """Of each stream and event, where it was destroyed."""
        self.calls = by_name({
            "cudaDeviceSynchronize cudaThreadSynchronize": lambda _: self.synchronise(),
            "cudaStreamCreate cudaStreamCreateWithFlags cudaStreamCreateWithPriority": self._create_stream,
            "cudaStreamDestroy cudaEventDestroy": self._destroy,
            "cudaStreamSynchronize cudaStreamQuery": self._synchronise_one,
            "cudaStreamWaitEvent": lambda call: self.wait(self._stream(call, 0), self._event(call, 1), call.place),
            "cudaEventCreate cudaEventCreateWithFlags": self._create_event,
            "cudaEventRecord": lambda call: self.record(call.place, self._event(call, 0), self._stream(call, 1)),
            "cudaEventSynchronize cudaEventQuery": self._synchronise_one,
            "cudaEventElapsedTime": self._elapsed,
        })  # fmt: skip

    # --- calls for streams and events

    def stream(self, handle: int, place: Place) -> int:
        """Return a stream by its handle: a default one, or one that was created and not destroyed; refuse any other."""
        return handle or LEGACY if handle in _DEFAULT_STREAMS else self._known(handle, place)

    def _stream(self, call: Call, at: int) -> int:
        return self.stream(call.numbers[at], call.place)

    def _event(self, call: Call, at: int) -> int:
        return self._known(call.numbers[at], call.place)

    def _known(self, handle: int, place: Place) -> int:
        if destroyed := self._handles.get(handle, NOWHERE):
            if destroyed.line:
                self._mistakes.add("destroyed-early", place, destroyed)
            raise CallError(Code.INVALID_HANDLE)
        return handle

    def _create(self, place: Place) -> int:
        made = 0x10 * (len(self._handles) + 2)
        self._handles[made], self._created[made] = None, place
        return made

    def left_over(self) -> None:
        """Tell of streams and events that a program leaves, if it destroys such ones at all."""
        left = [place for handle, place in self._created.items() if self._handles[handle] is None]
        if left and self._mistakes.code.says("Destroy"):
            self._mistakes.add("handle-left", left[0], made=left[1:], amount=len(left))

    def _destroy(self, call: Call) -> None:
        self._handles[self._known(call.numbers[0], call.place)] = call.place

    def _create_stream(self, call: Call) -> Reply:
        made = self._create(call.place)
        if call.numbers[0] & _NON_BLOCKING:
            self._apart.add(made)
        return Reply(numbers=(made,))

    def _create_event(self, call: Call) -> Reply:
        made = self._create(call.place)
        if call.numbers[0] & _DISABLE_TIMING:
            self._untimed[made] = call.place
        return Reply(numbers=(made,))

    def _elapsed(self, call: Call) -> Reply:
        """Return the nanoseconds between two events, which must be over: the runtime counts in milliseconds."""
        self.timed = True
        made, given = list[_Record](), call.take(2)
        names = self._mistakes.code.arguments(call.place, "cudaEventElapsedTime")[1:] or ["", ""]
        for event, name, other in zip(given, names, given[::-1], strict=False):
            if event in self._untimed:
                self._mistakes.add("event-untimed", self._untimed[event], call.place)
                raise CallError(Code.INVALID_HANDLE)
            if event not in self._events:
                again = self._again.get(other)
                self._mistakes.add("event-unrecorded", call.place, again, text=name, begins=event == given[0])
                raise CallError(Code.INVALID_HANDLE)
        for event, begins in zip(given, (True, False), strict=True):
            record = self._events[event]
            if not _covers(self._host, record.clock) or self._host[_TIME] < record.clock[_TIME]:
                self._mistakes.add("event-early", call.place, record.place, begins=begins)
                raise CallError(Code.NOT_READY)
            made.append(record)
            self._known(event, call.place)
            self._again.pop(event, None)
        start, end = made
        facts = {"text": names[0], "second_text": names[-1]}
        if end.clock[_TIME] < start.clock[_TIME]:
            self._mistakes.add("event-order", call.place, start.place, **facts, made=end.place)
        elif start.given == end.given and start.place != end.place:
            called = self._mistakes.code.called_from(end.place, self._last_launch) or end.place
            self._mistakes.add("event-empty", called, call.place, **facts, made=start.place)
        elif start.given < end.given and _covers(start.clock, end.clock):
            self._mistakes.add("event-beside", end.place, call.place, **facts, made=start.place)
        return Reply(numbers=(end.clock[_TIME] - start.clock[_TIME],))

    def synchronise(self, *, stream: int | None = None, event: int | None = None, place: Place = NOWHERE) -> None:
        """The host has waited for a stream, for an event, or, with neither, for the device.

        A query that said "complete" counts as well.
        """
        if event is not None or stream is not None:
            self._waits_for(HOST, place, event, None if stream is None else self._reached(stream))
        self.host_waits(stream=stream, event=event)
        self._synchronised += 1

    def _synchronise_one(self, call: Call) -> None:
        if "Stream" in call.name:
            self.synchronise(stream=self._stream(call, 0), place=call.place)
        else:
            self.synchronise(event=self._event(call, 0), place=call.place)

    # --- the host's own clock

    def launched(self, place: Place) -> None:
        """A launch is made."""
        self._last_launch = place
        if self.clock_was_read:
            self._launched = place, self._waits

    def clock_read(self, place: Place) -> None:
        """The host reads its clock.

        Where it synchronises next and reads the clock again, both times are meant; where it reads the clock again at
        once, it measures something else.
        """
        self.clock_was_read = True
        if self._launched and self._launched[1] == self._waits:
            self.early = [*self.early[-MOST_USES:], (self._launched[0], place)]
            self._early_at = self._waits, self._synchronised
        elif self._early_at:
            waits, synchronised = self._early_at
            if waits == self._waits or synchronised < self._synchronised:
                self.early.pop()
            self._early_at = None
        self._launched = None

    # --- what comes after what

    def work(self, stream: int, nanoseconds: float) -> tuple[int, Clock]:
        """Give a piece of work to a stream; return the stream, and the clock whose own entry is its number."""
        clock = self._reached(stream)
        self._given += 1
        self._waited_for.pop(HOST, None)
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
        if event in self._events:
            self._again[event] = place
        self._events[event] = _Record(place, self._reached(stream), stream, self._given)

    def wait(self, stream: int, event: int, place: Place = NOWHERE) -> None:
        """A stream waits for an event; for one that was never recorded there is nothing to wait for."""
        self._waits_for(stream, place, event)
        if event in self._events:
            self._streams[stream] = _joined(self._streams.get(stream, {}), self._events[event].clock)

    def _waits_for(self, waiting: int, place: Place, event: int | None, reached: Clock | None = None) -> None:
        """Keep what a stream, or the host, waits for: an event, or all that something has `reached`."""
        record = self._events.get(event or 0)
        before = self._host if waiting == HOST else self._reached(waiting)
        awaited = record.clock if record else reached or {}
        given = self._streams.get(record.stream, {}).get(record.stream, 0) if record else 0
        since = range(record.clock.get(record.stream, 0) + 1, given + 1) if record else range(0)
        self._waited_for[waiting] = _Wait(place, event, record, _covers(before, awaited), since)
        self._used |= {event or 0}

    def host_waits(self, *, stream: int | None = None, event: int | None = None, clock: Clock | None = None) -> None:
        """The host has waited: for a stream, for an event, for one piece of work, or for everything."""
        self._waits += 1
        if clock is not None:
            waited = [clock]
        elif event is not None:
            waited = [self._events[event].clock] if event in self._events else []
        elif stream is not None:
            waited = [self._reached(stream)]
        else:
            waited = list(self._streams.values())
        self._host = _joined(self._host, *waited)

    def use(self, allocation: Allocation, touch: Touch, work: tuple[int, Clock]) -> Touch | None:
        """Note a use by a piece of work; return an earlier one that must not happen beside it."""
        stream, clock = work
        other = self._beside(allocation, touch, clock)
        uses = [each for each in allocation.uses if not _replaces(touch, each, clock)]
        allocation.uses = [*uses[-MOST_USES + 1 :], touch._replace(stream=stream, number=clock[stream])]
        return other

    def blamed(self, stream: int, other: Touch) -> dict[str, object]:
        """Return why the last wait of a stream, or of the host, was not for some work, as facts: a line, and its texts.

        It waits for another event than the one that stands for the work, or before that is recorded; for a stream
        without work; or for an event that was recorded before the work, or in the stream itself that waits.
        """
        if (wait := self._waited_for.get(stream)) is None:
            return {}
        code, record = self._mistakes.code, wait.record
        call, number = ("cudaEventSynchronize", 0) if stream == HOST else ("cudaStreamWaitEvent", 1)
        text = "".join(code.arguments(wait.place, call)[number : number + 1])
        for event, meant in self._events.items():
            second = "".join(code.arguments(meant.place, "cudaEventRecord")[:1])
            alike = text.partition("[")[0] == second.partition("[")[0]
            if wait.event is not None and meant.clock.get(other.stream, 0) >= other.number and (
                event == wait.event or alike or ((wait.idle or stream == HOST) and event not in self._used)
            ):  # fmt: skip
                return {"set": wait.place, "text": text, "second_text": "" if event == wait.event else second}
        if wait.idle and wait.event is None:
            return {"set": wait.place}
        if record and (record.stream == stream or (record.stream == other.stream and other.number in wait.since)):
            return {"set": record.place, "own": record.stream == stream, "begins": True}
        return {}

    def host_uses(self, allocation: Allocation, touch: Touch) -> Touch | None:
        """Return the work whose use the host would have had to wait for."""
        return self._beside(allocation, touch, self._host)

    def unfinished(self, allocation: Allocation) -> list[Touch]:
        """Return the uses of memory by work that the host has not waited for."""
        return [each for each in allocation.uses if self._host.get(each.stream, 0) < each.number]

    def _beside(self, allocation: Allocation, touch: Touch, clock: Clock) -> Touch | None:
        for each in allocation.uses:
            overlap = each.start < touch.end and touch.start < each.end
            # two reads do not clash, nor two atomic updates: the order of these changes no sum
            clash = each.access != touch.access or each.access == "write"
            if overlap and clash and clock.get(each.stream, 0) < each.number:
                return each
        return None


def time_of_launch(threads: int, size_bytes: int, flop: int) -> float:
    """Return the nanoseconds of a launch of so many threads, with what they did."""
    return max(size_bytes / GPU.bandwidth_gbs, flop / GPU.peak_gflops) / min(1.0, threads / _LANES)


def time_of_copy(by_bus: int = 0, in_memory: int = 0) -> float:
    """Return the nanoseconds of so many bytes between host and device, or read and written on the device."""
    return by_bus / _BUS_GBS + in_memory / GPU.bandwidth_gbs


def _joined(*clocks: Clock) -> Clock:
    joined: Clock = {}
    for clock in clocks:
        for stream, number in clock.items():
            if number > joined.get(stream, 0):
                joined[stream] = number
    return joined


def _covers(one: Clock, other: Clock) -> bool:
    """True if all that one clock stands for is in another one, whatever their times."""
    return all(one.get(stream, 0) >= number for stream, number in other.items() if stream != _TIME)


def _replaces(new: Touch, old: Touch, clock: Clock) -> bool:
    """True if whatever clashes with the old use later also clashes with the new one, which comes after it."""
    covers = new.start <= old.start and old.end <= new.end
    return covers and clock.get(old.stream, 0) >= old.number and (new.access in ("write", old.access))
