"""The memory that a program has allocated: what an address belongs to, and what has become of it."""

from __future__ import annotations

import itertools
from bisect import bisect_right, insort
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grader.compiling.host_text import HostText
from grader.programs.calls import NOWHERE, Argument, Launch, Memory, Place, Touch

_CHANGES = itertools.count()
MOST_FREED = 4096
"""Freed allocations that are remembered, for what still uses them."""
Added = tuple[Launch, tuple[int, ...], tuple[tuple[tuple[int, int], ...], ...]]
"""A launch that adds to an array, the versions of its inputs, and the ranges that it reads of each."""


class Missed(NamedTuple):
    """Ranges of an array that a launch leaves out, though its kernel would use them; it has used so many bytes.

    `only_read` says that it writes nothing to the array.
    """

    launch: Launch
    ranges: list[tuple[int, int]]
    used: int
    only_read: bool = False

    def without(self, touches: Sequence[Touch]) -> Missed | None:
        """Return what is left of them behind what another launch has used; None if nothing is."""
        left = self.ranges
        for touch in touches:
            left = [
                part for start, end in left
                for part in ((start, min(end, touch.start)), (max(start, touch.end), end)) if part[0] < part[1]
            ]  # fmt: skip
        return self._replace(ranges=left) if left else None


@dataclass(slots=True, eq=False)
class Allocation:
    """One range of memory; of size 0 for an address that no call has allocated anything at.

    `name` is its variable's, where the line that made it shows one and ran once, `element` the type of its
    elements, as soon as a launch tells. `settings` are copies and fills to it, `uses` those that later work may
    have to wait for. `written_by` is the last launch that wrote to it, `pending` says that nothing has used what it
    wrote. `version` is another number after each change, and in no other memory. A call that could not be made with
    it leaves it `refused`, and `short` where it was too small. `adds` is the launch that added to what is there,
    `added_again` the lines where it did and where it did once more, `looked_at` says that the sum was copied back.
    `unread` is the line that set it, while nothing has read that, `lost` that line once a kernel has written over
    it; `left` is a launch that was given it and did not use it, since it was last copied back; `wiped` are the
    lines that have set it twice in a row, and the bytes of the second time. `missed` is what a launch has too few
    threads for, `reached` the end of what any launch has used. `offset` is where a shared one lies in what both
    sides see. `rows` are the bytes of each row and from one to the next, of memory with a pitch.
    """

    kind: Memory
    address: int
    size: int
    place: Place
    name: str = ""
    offset: int = 0
    rows: tuple[int, int] = (0, 0)
    freed: Place | None = None
    element: str = ""
    element_bytes: int = 0
    settings: list[Touch] = field(default_factory=list)
    uses: list[Touch] = field(default_factory=list)
    written_by: Launch | None = None
    pending: bool = False
    version: int = field(default_factory=_CHANGES.__next__)
    refused: bool = False
    short: bool = False
    adds: Added | None = None
    looked_at: bool = False
    unread: Place | None = None
    lost: Place | None = None
    left: Launch | None = None
    wiped: tuple[Place, Place, int] | None = None
    missed: Missed | None = None
    reached: int = 0
    added_again: tuple[Place, Place] | None = None

    @property
    def end(self) -> int:
        """The address behind it."""
        return self.address + self.size

    @property
    def length(self) -> int:
        """Its elements; 0 where their type is not known."""
        return self.size // self.element_bytes if self.element_bytes else 0

    @property
    def only_setting(self) -> Touch | None:
        """The copy or fill that all others lie in; None if there is no such one."""
        first = max(self.settings, key=lambda each: each.end - each.start, default=None)
        inside = first and all(first.start <= each.start and each.end <= first.end for each in self.settings)
        return first if inside else None

    def facts(self) -> dict[str, object]:
        """Return what sentences say of it: its name, its line, its size and its elements' type."""
        return {"name": self.name, "made": self.place, "bytes": self.size, "type": self.element}

    def changed(self) -> None:
        """Note that something else is there now than what launches have added up."""
        self.version = next(_CHANGES)
        self.adds = self.added_again = None
        self.looked_at = False


class Allocations:
    """All of one program, whose text is `code`. `device` is the range of addresses that are the device's."""

    def __init__(self, files: Mapping[str, str], device: range) -> None:
        self.code = HostText(files)
        self._device = device
        self._starts: list[int] = []
        self._live: dict[int, Allocation] = {}
        self._freed: deque[Allocation] = deque(maxlen=MOST_FREED)
        self._made_on: dict[Place, Allocation] = {}

    def __iter__(self) -> Iterator[Allocation]:
        """All that are there, and those that were."""
        yield from self._freed
        yield from self._live.values()

    def live(self) -> list[Allocation]:
        """Return those that have not been freed, by address."""
        return [self._live[start] for start in self._starts]

    def add(self, made: Allocation) -> None:
        """Note one. An address range belongs to the newest."""
        before = self._made_on.setdefault(made.place, made)
        if before is not made:  # a line that runs again names no one allocation
            before.name = before.name if before.kind is Memory.SYMBOL else ""
        elif not made.name:
            made.name = self.code.named(made.place)
        if made.address not in self._live:
            insort(self._starts, made.address)
        self._live[made.address] = made

    def free(self, allocation: Allocation, place: Place) -> None:
        """Note that it is gone."""
        allocation.freed, allocation.uses = place, []
        del self._live[allocation.address]
        self._starts.pop(bisect_right(self._starts, allocation.address) - 1)
        self._freed.append(allocation)

    def find(self, address: int) -> Allocation | None:
        """Return the allocation that an address is in."""
        found = self.below(address)
        return found if found and (address < found.end or address == found.address) else None

    def names(self) -> set[str]:
        """Return the names of those that have not been freed."""
        return {each.name for each in self._live.values()}

    def unset(self, place: Place, text: str) -> dict[str, object]:
        """Return why a null pointer was never set, as facts: what was allocated for another one."""
        made = [(each.name or self.code.named(each.place), each.place) for each in self._live.values()]
        found = self.code.unset(place, text, sorted(made, key=lambda each: each[1]))
        by_value = found is not None and found.by == "value"
        return {"set": found.place, "text": found.name, "second_text": text, "own": by_value} if found else {}

    def below(self, address: int) -> Allocation | None:
        """Return the allocation that begins last before an address."""
        place = bisect_right(self._starts, address) - 1
        return self._live[self._starts[place]] if place >= 0 else None

    def passed(self, launch: Launch) -> Iterator[tuple[Argument, Allocation]]:
        """Each pointer of a launch with the memory that it points to."""
        for argument in launch.arguments:
            found = self.find(int(argument.value)) if argument.is_pointer and argument.value else None
            if found:
                yield argument, found

    def of_heap(self, start: int, size: int, made: Place = NOWHERE, freed: Place | None = None) -> Allocation:
        """Return a block of the host's heap, of size 0 where a pointer is in none; it is not kept."""
        text = self.code.statement(made)  # of a bracket alone: it is code of the library's behind the function there
        made = NOWHERE if text and not text.strip(" {};)") else made
        return Allocation(Memory.HOST, start, size, made, self.code.named(made), freed=freed)

    def at(self, address: int) -> Allocation:
        """Return the allocation that an address is in, else the one that was there last and is freed.

        Where there was none it is one of size 0, which is not kept.
        """
        gone = (each for each in reversed(self._freed) if each.address <= address < each.end)
        kind = Memory.DEVICE if address in self._device else Memory.HOST
        return self.find(address) or next(gone, None) or Allocation(kind, address, 0, NOWHERE)
