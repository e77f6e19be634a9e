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

from grader.programs.allocations import Allocation
from grader.programs.calls import LEGACY, NOWHERE, PER_THREAD, AccessKind, CallError, Code, Place, Touch
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

    `early` are the readings of the host's clock that come after a launch, which stands first, and before the host has
    waited. `calls` are the runtime's for streams and events, which are answered here.
    """

    def __init__(self, mistakes: Mistakes) -> None:
        self._mistakes = mistakes
        self._host: Clock = {}
        self._streams: dict[int, Clock] = {}
        self._apart: set[int] = set()
        self._events: dict[int, tuple[Place, Clock]] = {}
        self._events_of: dict[Place, int] = {}
        """The stream that each line has recorded an event in."""
        self.for_nothing = NOWHERE
        """Where the host has waited for a stream that had nothing to do, with no work given since."""
        self._again: dict[int, Place] = {}
        """Where an event was recorded again, with no time asked for between."""
        self._waited_for: dict[int, tuple[Place, int, range]] = {}
        """The event that a stream has waited for last: its line and its stream, and what that had been given since."""
        self._waits = self._synchronised = 0
        self.timed = False
        self._clock_read = False
        self._launched: tuple[Place, int] | None = None
        self._early_at: tuple[int, int] | None = None
        self.early: list[tuple[Place, Place]] = []
        self._handles: dict[int, Place | None] = {}
        """Of each stream and event, where it was destroyed."""
        self.calls = by_name({
            "cudaDeviceSynchronize cudaThreadSynchronize": lambda _: self.synchronise(),
            "cudaStreamCreate cudaStreamCreateWithFlags cudaStreamCreateWithPriority": self._create_stream,
            "cudaStreamDestroy cudaEventDestroy": self._destroy,
            "cudaStreamSynchronize cudaStreamQuery": lambda call: self._synchronise_stream(call),
            "cudaStreamWaitEvent": lambda call: self.wait(
                self.stream(call.take(2)[0], call.place), self._known(call.numbers[1], call.place)
            ),
            "cudaEventCreate cudaEventCreateWithFlags": lambda _: Reply(numbers=(self._create(),)),
            "cudaEventRecord": lambda call: self.record(
                call.place, self._known(call.numbers[0], call.place), self.stream(call.take(2)[1], call.place)
            ),
            "cudaEventSynchronize cudaEventQuery": lambda call: self.synchronise(
                event=self._known(call.numbers[0], call.place)
            ),
            "cudaEventElapsedTime": self._elapsed,
        })  # fmt: skip

    # --- calls for streams and events

    def stream(self, handle: int, place: Place) -> int:
        """Return a stream by its handle: a default one, or one that was created and not destroyed; refuse any other."""
        return handle or LEGACY if handle in _DEFAULT_STREAMS else self._known(handle, place)

    def _known(self, handle: int, place: Place) -> int:
        if destroyed := self._handles.get(handle, NOWHERE):
            if destroyed.line:
                self._mistakes.add("destroyed-early", place, destroyed)
            raise CallError(Code.INVALID_HANDLE)
        return handle

    def _create(self) -> int:
        made = 0x10 * (len(self._handles) + 2)
        self._handles[made] = None
        return made

    def _destroy(self, call: Call) -> None:
        self._handles[self._known(call.numbers[0], call.place)] = call.place

    def _create_stream(self, call: Call) -> Reply:
        made = self._create()
        if call.numbers[0] & _NON_BLOCKING:
            self._apart.add(made)
        return Reply(numbers=(made,))

    def _elapsed(self, call: Call) -> Reply:
        """Return the nanoseconds between two events, which must be over: the runtime counts in milliseconds."""
        self.timed = True
        clocks, given = [], call.take(2)
        names = self._mistakes.code.arguments(call.place, "cudaEventElapsedTime")[1:] or ["", ""]
        for event, name, other in zip(given, names, given[::-1], strict=False):
            if event not in self._events:
                again = self._again.get(other)
                self._mistakes.add("event-unrecorded", call.place, again, text=name, begins=event == given[0])
                raise CallError(Code.INVALID_HANDLE)
        for event, begins in zip(given, (True, False), strict=True):
            place, clock = self._events[event]
            if any(self._host.get(stream, 0) < number for stream, number in clock.items()):
                self._mistakes.add("event-early", call.place, place, begins=begins)
                raise CallError(Code.NOT_READY)
            clocks.append(clock)
            self._known(event, call.place)
            self._again.pop(event, None)
        start, end = (clock.get(_TIME, 0) for clock in clocks)
        if end < start:
            first, second = (self._events[event][0] for event in given)
            facts = {"text": names[0], "second_text": names[-1], "made": second}
            self._mistakes.add("event-order", call.place, first, **facts)
        return Reply(numbers=(end - start,))

    def synchronise(self, *, stream: int | None = None, event: int | None = None) -> None:
        """The host has waited for a stream, for an event, or, with neither, for the device.

        A query that said "complete" counts as well.
        """
        self.host_waits(stream=stream, event=event)
        self._synchronised += 1

    def _synchronise_stream(self, call: Call) -> None:
        stream = self.stream(call.numbers[0], call.place)
        reached = self._reached(stream).items()
        self.for_nothing = call.place if all(self._host.get(each, 0) >= number for each, number in reached) else NOWHERE
        self.synchronise(stream=stream)

    # --- the host's own clock

    def launched(self, place: Place) -> None:
        """A launch is made."""
        if self._clock_read:
            self._launched = place, self._waits

    def clock_read(self, place: Place) -> None:
        """The host reads its clock.

        Where it synchronises next and reads the clock again, both times are meant; where it reads the clock again at
        once, it measures something else.
        """
        self._clock_read = True
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
        clock, self.for_nothing = self._reached(stream), NOWHERE
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
        self._events[event] = place, self._reached(stream)
        self._events_of[place] = stream

    def wait(self, stream: int, event: int) -> None:
        """A stream waits for an event; for one that was never recorded there is nothing to wait for."""
        if event in self._events:
            self._streams[stream] = _joined(self._streams.get(stream, {}), self._events[event][1])
            place, clock = self._events[event]
            recorded = self._events_of.get(place, 0)
            given = self._streams.get(recorded, {}).get(recorded, 0)
            self._waited_for[stream] = place, recorded, range(clock.get(recorded, 0) + 1, given + 1)

    def host_waits(self, *, stream: int | None = None, event: int | None = None, clock: Clock | None = None) -> None:
        """The host has waited: for a stream, for an event, for one piece of work, or for everything."""
        self._waits += 1
        if clock is not None:
            waited = [clock]
        elif event is not None:
            waited = [self._events[event][1]] if event in self._events else []
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

    def too_early(self, stream: int, other: Touch) -> Place:
        """Return where the event was recorded that a stream has waited for last, if that is before the other work.

        Or if it was recorded in that stream itself, which has nothing to wait for then.
        """
        place, recorded, since = self._waited_for.get(stream, (NOWHERE, 0, range(0)))
        return place if recorded == stream or (recorded == other.stream and other.number in since) else NOWHERE

    def for_itself(self, stream: int, place: Place) -> bool:
        """True if a line has recorded an event in a stream."""
        return self._events_of.get(place) == stream

    def host_uses(self, allocation: Allocation, touch: Touch) -> Touch | None:
        """Return the work whose use the host would have had to wait for."""
        return self._beside(allocation, touch, self._host)

    def unfinished(self, allocation: Allocation) -> list[Touch]:
        """Return the uses of memory by work that the host has not waited for."""
        return [each for each in allocation.uses if self._host.get(each.stream, 0) < each.number]

    def _beside(self, allocation: Allocation, touch: Touch, clock: Clock) -> Touch | None:
        for each in allocation.uses:
            overlap = each.start < touch.end and touch.start < each.end
            if overlap and _clash(each.access, touch.access) and clock.get(each.stream, 0) < each.number:
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


def _clash(one: AccessKind, other: AccessKind) -> bool:
    """Two reads do not, nor two atomic updates; the order of these changes no sum."""
    return not (one == other and one in ("read", "atomic"))


def _replaces(new: Touch, old: Touch, clock: Clock) -> bool:
    """True if whatever clashes with the old use later also clashes with the new one, which comes after it."""
    covers = new.start <= old.start and old.end <= new.end
    return covers and clock.get(old.stream, 0) >= old.number and (new.access in ("write", old.access))
