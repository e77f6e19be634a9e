"""The time that events measure is a model's: in stream order, longer for more work, and shared by no two streams."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grader.programs.allocations import Allocations
from grader.programs.calls import GPU, LEGACY, NOWHERE, Place
from grader.programs.history import History
from grader.programs.ordering import time_of_copy, time_of_launch
from grader.programs.protocol import Call

MANY = 1 << 20
MEGABYTES = 8 << 20


class Streams:
    """A program's streams and events."""

    def __init__(self) -> None:
        files = {"a.cu": ""}
        self.history = History(files, Allocations(files, range(0)))
        self.calls = self.history.order.calls

    def call(self, name: str, *numbers: int) -> int:
        reply = self.calls[name](Call(name=name, place=Place("a.cu", 1), numbers=numbers))
        return reply.numbers[0] if reply else 0

    def launch(self, stream: int, threads: int, size: int, flop: int = 0) -> None:
        self.history.order.work(self.history.order.stream(stream, NOWHERE), time_of_launch(threads, size, flop))

    def event(self, stream: int = 0) -> int:
        made = self.call("cudaEventCreate", 0)
        self.call("cudaEventRecord", made, stream)
        return made

    def between(self, start: int, end: int) -> int:
        """Nanoseconds."""
        self.call("cudaDeviceSynchronize")
        return self.call("cudaEventElapsedTime", start, end)


def test_a_launch_takes_what_its_bytes_need_and_never_nothing():
    """The GPU's bandwidth decides, or its arithmetic where that is slower."""
    streams = Streams()
    events = [streams.event()]
    for size, flop in ((0, 0), (MEGABYTES, 0), (MEGABYTES, 1 << 34)):
        streams.launch(0, MANY, size, flop)
        events.append(streams.event())
    empty, moving, computing = (streams.between(*pair) for pair in pairwise(events))
    assert 0 < empty < moving < computing
    assert moving - empty == pytest.approx(MEGABYTES / GPU.bandwidth_gbs, abs=2)
    assert streams.between(events[0], events[-1]) == pytest.approx(empty + moving + computing, abs=4)


def test_a_thread_alone_takes_longer_than_many_for_the_same_work():
    """It has only its own part of the GPU."""
    streams = Streams()
    first = streams.event()
    streams.launch(0, MANY, MEGABYTES)
    second = streams.event()
    streams.launch(0, 1, MEGABYTES)
    assert streams.between(second, streams.event()) > 100 * streams.between(first, second)


@pytest.mark.parametrize(("second", "share"), [("cudaStreamCreate", 1), ("same", 2), ("legacy", 2)])
def test_streams_overlap_and_the_default_stream_waits(second: str, share: int):
    """Two launches take as long as one in two streams, and as long as two in one stream or with the default one."""
    streams = Streams()
    one = streams.call("cudaStreamCreate", 0)
    other = {"same": one, "legacy": 0}.get(second) if second in ("same", "legacy") else streams.call(second, 0)
    begin = streams.event(one)
    for stream in (one, other or 0):
        streams.launch(stream, MANY, 100 * MEGABYTES)
    whole = streams.between(begin, streams.event(other or 0))
    assert whole == pytest.approx(share * 100 * MEGABYTES / GPU.bandwidth_gbs, rel=0.2)


def test_a_copy_from_the_host_goes_over_the_bus():
    """Which is slower than the device's own memory."""
    streams = Streams()
    events = [streams.event()]
    streams.history.order.work(LEGACY, time_of_copy(in_memory=2 * MEGABYTES))
    events.append(streams.event())
    streams.history.order.work(LEGACY, time_of_copy(by_bus=MEGABYTES))
    events.append(streams.event())
    inside, over = (streams.between(*pair) for pair in pairwise(events))
    assert over > 5 * inside
