"""How far an input element comes: one launch recorded twice, the second time with that element changed.

Every event that moves another value the second time, or to another place, carries the element. The last of them is
where it is lost, or the way by which it comes to an element that should not take it.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Literal

from grader.devices.base import Launch
from grader.emulator.result import Dim3, Event
from grader.grading.bench import Bench
from grader.grading.recording import by_member, layouts_of
from grader.search.influence import launched_in_turn

MOST_BLOCKS = 8
"""Blocks of one launch that are recorded."""
MOVES = ("load", "store", "atomic")
Place = tuple[str, int]
"""An array and an element's place in its memory."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event of a recorded block of one of the launches."""

    launch: int
    block: Dim3
    event: Event

    @property
    def thread(self) -> tuple[int, Dim3, int]:
        """The thread, in all launches."""
        return self.launch, self.block, self.event.thread

    @property
    def where(self) -> Place:
        """The element that it is about."""
        return self.event.object, self.event.index

    @property
    def stores(self) -> bool:
        """Whether it changes memory."""
        return self.event.op in ("store", "atomic")


def recorded(bench: Bench, asked: Launch, only: Dim3 | None = None, array: str = "") -> list[Step]:
    """What each block of each launch does, one block after another; or that block `only`, or that `array` alone."""
    return [
        Step(launch, block, event)
        for launch, block, events in recorded_blocks(bench, asked, only, array)
        for event in events
    ]


def recorded_blocks(
    bench: Bench, asked: Launch, only: Dim3 | None = None, array: str = ""
) -> Iterator[tuple[int, Dim3, Iterator[Event]]]:
    """Yield each recorded block with its launch's number and what it does, as `recorded` lists it."""
    launches = [
        replace(asked, record=block, recorded_step=number)
        for number, step in enumerate(asked.steps)
        for block in _blocks(step.grid, only)
    ]
    layouts = layouts_of(bench)
    for launch, launched in zip(launches, launched_in_turn(bench, launches), strict=True):
        assert launch.record is not None
        events = (each for each in launched.events if array in ("", each.object))
        yield launch.recorded_step, launch.record, by_member(events, layouts)


def _blocks(grid: Dim3, only: Dim3 | None) -> Iterator[Dim3]:
    if only is not None:
        return iter([only] if all(place < size for place, size in zip(only, grid, strict=True)) else [])
    places = itertools.product(*(range(size) for size in reversed(grid)))
    return ((x, y, z) for z, y, x in itertools.islice(places, MOST_BLOCKS))


def carriers(before: Sequence[Step], after: Sequence[Step], source: Place) -> list[Step]:
    """The steps of the first recording that carry the element: those that move something else in the second one.

    A load does so where something that carries it was stored. Threads are compared one by one, each as far as it goes
    the same way.
    """
    reached = {source}
    found = []
    for step in _changed(before, after):
        if step.stores:
            reached.add(step.where)
        if step.where in reached:
            found.append(step)
    return found


def _changed(before: Sequence[Step], after: Sequence[Step]) -> Iterator[Step]:
    by_thread: dict[object, list[Step]] = defaultdict(list)
    for step in after:
        by_thread[step.thread].append(step)
    turns: dict[object, int] = defaultdict(int)
    parted: set[object] = set()
    for step in before:
        own, turn = by_thread[step.thread], turns[step.thread]
        turns[step.thread] += 1
        if step.thread in parted or turn >= len(own):
            continue
        one, other = step.event, own[turn].event
        if (one.op, one.line, one.object) != (other.op, other.line, other.object):
            parted.add(step.thread)
        elif (one.bits, one.index) != (other.bits, other.index) and one.op in MOVES:
            yield step


@dataclass(frozen=True, slots=True)
class Trail:
    """What became of an input on its way, by the steps that tell it.

    `unloaded`: nothing loads it, or nothing in the block of `step`; `others` load from the same buffer. `unread`: it
    comes to `places` (`step` is the last to store it), and `others` are what the thread that stores the output loads
    from that array. `overwritten`: `step` stored it, and `other` stored there before that was read. `early`: `step`
    stored it, and `other` read that place before. `dropped`: `step` loaded it, and `other` is what that thread stores
    next. `late`: the thread stored the output by `other` before `step`. `elsewhere`: `step` stored it to another
    element of the output. `silent`: a whole launch loads what carries it, by `others`, and stores nothing that
    outlasts it. `read`: the thread that stores the output loaded it by `step`, where `other` had put what `loads`
    loaded; of `others`, which put what belongs there into an array of that name, `meant` did so in the same block, and
    it is there still. `often`: it comes there by each of `others`.
    """

    kind: Literal[
        "unloaded", "unread", "overwritten", "early", "dropped", "late", "elsewhere", "silent", "read", "often"
    ]
    step: Step | None = None
    other: Step | None = None
    meant: Step | None = None
    loads: Step | None = None
    others: tuple[Step, ...] = ()
    places: tuple[Step, ...] = ()


class Recordings:
    """The recording of one small case, and how inputs go through it."""

    def __init__(self, before: Sequence[Step], asked: Launch, output: Place, shared: Set[str]) -> None:
        self.before, self.output = before, output
        self._asked, self._shared = asked, shared
        self._order = {id(step): place for place, step in enumerate(before)}
        self._stores = [step for step in before if step.stores and step.where == output]
        self.storing = self._stores[-1] if self._stores else None
        self._own = self._before_storing()

    def _before_storing(self) -> list[Step]:
        """What the thread that stores the output did before."""
        if self.storing is None:
            return []
        return [step for step in self.before[: self._order[id(self.storing)]] if step.thread == self.storing.thread]

    def _nearest(self, carried: Sequence[Step]) -> list[Step]:
        """Of several blocks that store the output, look at one in which the input is; the steps that can reach it."""
        blocks = {step.thread[:2] for step in carried}
        self.storing = next((step for step in reversed(self._stores) if step.thread[:2] in blocks), self.storing)
        self._own = self._before_storing()
        end = self.storing
        if end is None:
            return list(carried)
        return [step for step in carried if step.launch < end.launch or step.block == end.block]

    @property
    def adding(self) -> Step | None:
        """The last load of the thread that stores the output, but for that of the output itself."""
        return next(
            (step for step in reversed(self._own) if step.event.op == "load" and step.where != self.output), None
        )

    def loads(self, array: str) -> list[Step]:
        """Return who loads what from an array, but for launches after the one that stores the output."""
        loads = [step for step in self.before if step.event.op == "load" and step.event.object == array]
        return [step for step in loads if self._in_time(step)]

    def _in_time(self, step: Step) -> bool:
        return self.storing is None or step.launch <= self.storing.launch

    def lost(self, source: Place, carried: Sequence[Step]) -> Trail | None:
        """Where an input is lost that should come to the output; None where that does not show.

        What carries it to other elements of the output is told only where nothing else is.
        """
        carried = [step for step in carried if self._in_time(step)]
        if not carried:
            return Trail("unloaded", others=tuple(self.loads(source[0])))
        carried = self._nearest(carried)
        if not carried:
            return Trail("unloaded", self.storing, others=tuple(self.loads(source[0])))
        if (trail := self._silent(carried)) is not None:
            return trail
        inner = [step for step in carried if step.event.object != self.output[0]]
        read = [step for step in self._own if step.event.op == "load"]
        stored = [step for step in inner if step.stores]
        for put in {step.where: step for step in reversed(stored)}.values():  # the first of each place
            if (trail := self._early(put, read) or self._overwritten(put, read, carried[-1])) is not None:
                return trail
        for put in stored:
            if not self.loads(put.event.object):
                return Trail("unread", put, places=(put,))
        taken = [step for step in inner if step in read]
        if taken:
            return self._dropped(taken[-1], self.storing, carried)
        arrays = {step.event.object for step in read} - {source[0]}
        there = [step for step in stored if step.event.object in arrays and self.is_shared(step, read[0])]
        if there:
            return self._missed(there, read)
        late = [step for step in inner if self.storing and step.thread == self.storing.thread]
        if late:
            return Trail("late", late[-1], self.storing)
        ends = {step.thread: step for step in carried}
        ended = [step for step in ends.values() if step.event.op == "load" and step in inner]
        if ended:
            reached = [source, *(step.where for step in carried if step.stores)]
            last = min(ended, key=lambda step: reached.index(step.where))
            return self._dropped(last, self._next_store(last), carried)
        last = carried[-1]
        if last.event.object == self.output[0]:
            return Trail("elsewhere", last)
        return self._missed(stored, self.loads(last.event.object)) if stored else None

    def _missed(self, there: Sequence[Step], read: Sequence[Step]) -> Trail | None:
        """What was stored in shared memory, or for a later launch, and is not what is read."""
        array, held = (
            [step for step in some if step.event.object == there[-1].event.object and self.is_shared(step, there[-1])]
            for some in (read, there)
        )
        places = {step.where for step in array}
        missed = [step for step in held if step.where not in places]
        return Trail("unread", missed[-1], others=tuple(array), places=tuple(missed)) if missed else None

    def is_in_shared(self, step: Step) -> bool:
        """Return whether a step is about an array in shared memory."""
        return step.event.object in self._shared

    def is_shared(self, one: Step, other: Step) -> bool:
        """Return whether the array that both name is the same memory: a launch's, or that of one block."""
        return one.event.object in self._asked.arrays or one.thread[:2] == other.thread[:2]

    def _silent(self, carried: Sequence[Step]) -> Trail | None:
        """Return what an earlier launch loads that carries the input, where it stores to shared memory alone."""
        for number, launch in enumerate(self._asked.steps[: self.storing.launch if self.storing else 0]):
            own = [step for step in carried if step.launch == number]
            stored = {step.event.object for step in self.before if step.launch == number and step.stores}
            loads = [step for step in own if step.event.op == "load" and step.event.object in self._asked.arrays]
            if loads and stored <= self._shared and math.prod(launch.grid) <= MOST_BLOCKS:
                return Trail("silent", loads[-1], others=tuple(loads))
        return None

    @staticmethod
    def _dropped(step: Step, other: Step | None, carried: Sequence[Step]) -> Trail | None:
        """Return what its thread stores next; None where it has stored there before what does carry the input."""
        own = [each for each in carried if each.stores and each.thread == step.thread]
        again = [each for each in own if other is None or each.where == other.where]
        return None if again else Trail("dropped", step, other)

    def _early(self, put: Step, read: Sequence[Step]) -> Trail | None:
        """Whether what is stored there was read between the same two barriers, but before."""
        for step in read:
            near = (step.launch, step.block, step.event.phase) == (put.launch, put.block, put.event.phase)
            if near and step.where == put.where and self._is_before(step, put):
                return Trail("early", put, step)
        return None

    def _overwritten(self, put: Step, read: Sequence[Step], last: Step) -> Trail | None:
        """Whether something else was stored there before it was read, behind the last step that carries the input."""
        later = [
            step
            for step in read
            if step.where == put.where and self.is_shared(step, put) and self._is_before(put, step)
        ]
        if not later:
            return None
        between = self.before[self._order[id(put)] + 1 : self._order[id(later[0])]]
        over = [
            step
            for step in between
            if step.event.op == "store" and step.where == put.where and self.is_shared(step, put)
        ]
        return Trail("overwritten", put, over[0]) if over and self._is_before(last, over[0]) else None

    def _is_before(self, one: Step, other: Step) -> bool:
        return self._order[id(one)] < self._order[id(other)]

    def _next_store(self, step: Step) -> Step | None:
        later = self.before[self._order[id(step)] + 1 :]
        return next((each for each in later if each.thread == step.thread and each.stores), None)

    def strayed(self, carried: Sequence[Step], lost: Sequence[Step]) -> Trail | None:
        """How an input comes to the output that should not; `lost` carry what belongs there."""
        loads = [step for step in carried if step in self._own and step.event.op == "load"]
        if not loads:
            return None
        first = loads[0]
        held = self._held_at(first)
        put = held.get(first.where)
        if put is not None and put not in carried:
            put = None
        there = [step for step in lost if step.stores and step.event.object == first.event.object]
        meant = next((step for step in there if step.where != first.where and step in held.values()), None)
        brought = (step for step in carried if put and step.thread == put.thread and not step.stores)
        return Trail("read", first, put, meant, next(brought, None), others=tuple(there))

    def _held_at(self, read: Step) -> dict[Place, Step]:
        """Return the last step that stored to each element of the array that is read, before that."""
        earlier = self.before[: self._order[id(read)]]
        return {
            step.where: step
            for step in earlier
            if step.stores and step.event.object == read.event.object and self.is_shared(step, read)
        }

    def often(self, source: Place, carried: Sequence[Step], times: int) -> Trail | None:
        """How an input comes to the output so many times: loaded, stored or read so often; else read once."""
        loaded = [step for step in carried if step.where == source and step.event.op == "load"]
        if self.storing is not None and len({step.block for step in self._stores}) == 1:
            last = self.storing.launch  # what an earlier one leaves comes from any of its blocks
            loaded = [step for step in loaded if step.launch < last or step.block == self.storing.block]
        if len(loaded) == times:
            return Trail("often", loaded[0], others=tuple(loaded))
        stored = [step for step in carried if step.where == self.output and step.event.op == "atomic"]
        if len(stored) == times:
            return Trail("often", stored[0], others=tuple(stored))
        read = [step for step in carried if step in self._own and step.event.op == "load"]
        if not read:
            return None
        inner = [step for step in read if step.where != source]
        others = next((some for some in (inner, read) if len(some) == times), read[:1])
        return Trail("often", others[0], others=tuple(others))
