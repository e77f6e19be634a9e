"""What copies and fills do wrong: wrong memory, wrong direction, too many bytes, bytes that nothing has written."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from grader.elements import SPELLED
from grader.programs.allocations import Allocation, Allocations, Part, Setting
from grader.programs.calls import LEGACY, NO_BLOCK, Block, CallError, Code, Direction, Memory, Place, Rows, Touch
from grader.programs.mistakes import Mistakes
from grader.programs.ordering import Ordering, time_of_copy

MOST_SETTINGS = 32
"""Copies and fills of one allocation that are remembered."""
_HARMLESS_BYTES = (0, 255, -1)
"""Bytes that mean something in elements of any size: 0, and -1 or NaN."""
FLOAT_FORMATS = {2: "<e", 4: "<f", 8: "<d"}
_TO_DEVICE, _FROM_DEVICE = (1, 3), (2, 3)
"""Directions whose target is on the device, and those whose source is."""


def _made_of(byte: int, element: str) -> str:
    """Return the element whose bytes are all this one; empty for a type without a value that is known here."""
    known = SPELLED.get(element)
    if known is None:
        return ""
    pattern = bytes([byte]) * known.size_bytes
    if known.kind != "f":
        return f"{int.from_bytes(pattern, 'little', signed=known.kind == 'i'):,}"
    return f"{struct.unpack(FLOAT_FORMATS[known.size_bytes], pattern)[0]:.3g}"


@dataclass(frozen=True, slots=True)
class End:
    """One end of a copy: `role` is target or source. `allocation` is None for memory that no call has allocated."""

    role: str
    start: int
    end: int
    allocation: Allocation | None
    freed: Allocation | None
    on_device: bool

    @property
    def on_both(self) -> bool:
        """True if it may stand for either side."""
        return self.allocation is not None and self.allocation.kind.on_both

    @property
    def by_bus(self) -> bool:
        """True if the device reaches it over the bus alone."""
        return self.allocation is None or self.allocation.kind in (Memory.HOST, Memory.PINNED)

    def facts(self) -> dict[str, object]:
        """Return what sentences say of it."""
        known = self.allocation or self.freed
        return {"target": self.role == "target", **(known.facts() if known else {})}


class Copies:
    """Judge copies and fills, and keep what they set.

    Of each, `stream` is None for the functions that wait (`cudaMemcpy`, `cudaMemcpy2D`, …), a handle for those whose
    name ends in Async.
    """

    def __init__(self, memory: Allocations, ordering: Ordering, mistakes: Mistakes) -> None:
        self._memory, self._ordering, self._mistakes = memory, ordering, mistakes
        self.back: dict[Place, Allocation | None] = {}
        self.refused: set[Place] = set()

    def copied(
        self,
        place: Place,
        to: Rows,
        source: Rows,
        direction: Direction,
        *,
        stream: int | None = None,
        unset: Sequence[tuple[int, int]] = (),
        heap: tuple[Block, Block] = (NO_BLOCK, NO_BLOCK),
    ) -> None:
        """Judge a copy; copies to and from symbols too, with their addresses. Raise `CallError` where it cannot be.

        `unset` are the ranges of source addresses that nothing has written since the allocation. `heap` are the blocks
        of the host's that the two are in.
        """
        if to.amount > 1:
            self._narrow(place, to, source)
        ends = target, read = self._end("target", to, heap[0]), self._end("source", source, heap[1])
        if self._refused(place, target, read, direction):
            self.refused.add(place)
            for each in ends:
                if each.allocation:
                    each.allocation.refused = True
            raise CallError(Code.INVALID_VALUE)
        if read.on_device and not target.on_device:
            # where a launch did not run as it should, what it leaves out is told with it
            self._came_back(place, read, source.size, [] if self._mistakes.spoilt else unset)
        for each in ends:
            if each.allocation:
                self._used(each.allocation, each.role == "target", place, each)
        self._in_order(place, target, read, source.size, stream)

    def filled(self, place: Place, to: Rows, value: int, *, stream: int | None = None) -> None:
        """Judge `cudaMemset` and its kin. Raise `CallError` where it cannot be."""
        target = self._end("target", to)
        if self._unusable(place, target, "fill") or self._too_long(place, target, fills=True):
            raise CallError(Code.INVALID_VALUE)
        if not (target.on_device or target.on_both):
            self._mistakes.add("fill-host", place, **target.facts())
            raise CallError(Code.INVALID_VALUE)
        if target.allocation:
            self._used(target.allocation, True, place, target, value)
            work = self._ordering.work(LEGACY if stream is None else stream, time_of_copy(in_memory=to.size))
            self.order(target.allocation, Touch(target.start, target.end, "write"), work, place, "fill")

    def _narrow(self, place: Place, to: Rows, source: Rows) -> None:
        """Tell of a copy of rows whose width counts elements, where the distance of rows is in bytes."""
        given, width = self._memory.arguments(place, "cudaMemcpy2D"), to.width
        for pitch, number in ((to.pitch, 1), (source.pitch, 3)):
            if pitch not in (2 * width, 4 * width, 8 * width) or len(given) < 5:
                continue
            if self._memory.counts_elements(given[4]) and not self._memory.counts_elements(given[number]):
                self._mistakes.add("copy-narrow", place, size=width, pitch=pitch, factor=pitch // width)

    def read(self, allocation: Allocation, start: int, end: int) -> None:
        """Note that what is there is used; tell of elements that were set byte by byte."""
        allocation.pending = allocation.unread = None
        for each in allocation.settings:
            odd = each.value is not None and each.value not in _HARMLESS_BYTES
            if not odd or allocation.element_bytes < 2 or each.end <= start or end <= each.start:
                continue
            if "0x" in self._memory.text(each.place).lower():  # whoever writes bytes in hexadecimal means bytes
                continue
            facts = {"value": each.value, "type": allocation.element, **allocation.facts()}
            held = _made_of(int(each.value or 0) & 255, allocation.element)
            self._mistakes.add("set-bytes", each.place, **facts, held=held)

    def order(
        self, allocation: Allocation, touch: Touch, work: tuple[int, dict[int, int]], place: Place, what: str
    ) -> None:
        """Note a use by some work, and tell of one that nothing orders with it."""
        other = self._ordering.use(allocation, touch, work, place, what)
        if other:
            self._mistakes.add(
                "streams", place, other.place, what=what, before=other.what, **allocation.facts(),
                writes=touch.access != "read", wrote=other.access != "read", default=work[0] == LEGACY,
                one_line=place == other.place,
            )  # fmt: skip

    # --- refused

    def _end(self, role: str, rows: Rows, block: Block = NO_BLOCK) -> End:
        found = self._memory.find(rows.start)
        if found is None and block.size:
            found = self._memory.of_heap(block)
        freed = self._memory.find_freed(rows.start) if found is None else None
        return End(role, rows.start, rows.end, found, freed, self._memory.on_device(rows.start))

    def _refused(self, place: Place, target: End, source: End, direction: Direction) -> bool:
        """Tell why a copy cannot be made; True if it cannot."""
        if self._unusable(place, target, "copy") or self._unusable(place, source, "copy"):
            return True
        if direction is not Direction.DEFAULT:
            wanted = ((target, direction in _TO_DEVICE), (source, direction in _FROM_DEVICE))
            wrong = [end for end, device in wanted if end.on_device != device and not end.on_both]
            if len(wrong) == 2 and direction in (Direction.HOST_TO_DEVICE, Direction.DEVICE_TO_HOST):
                self._mistakes.add(
                    "copy-direction", place, says=direction.spelled, **(target.facts() | source.facts()),
                    other_way=Direction(3 - direction).spelled, to_device=target.on_device,
                )  # fmt: skip
                return True
            if wrong:
                facts = wrong[0].facts() | {"says": direction.spelled, "is_device": wrong[0].on_device}
                self._mistakes.add("copy-side", place, **facts)
                return True
        return any(self._too_long(place, end) for end in (target, source))

    def _unusable(self, place: Place, end: End, what: str) -> bool:
        """Tell of memory that is not there: a null pointer, what was freed, what nobody gave."""
        facts = end.facts() | {"fills": what == "fill"}
        if end.start == 0:
            self._mistakes.add("copy-null", place, **facts)
        elif end.freed:
            self._mistakes.add("copy-freed", place, end.freed.freed, **facts)
        elif end.on_device and not end.allocation:
            self._mistakes.add("copy-nowhere", place, **facts)
        else:
            return False
        return True

    def _too_long(self, place: Place, end: End, fills: bool = False) -> bool:
        allocation = end.allocation
        if allocation is None or end.end <= allocation.end:
            return False
        size, room = end.end - end.start, allocation.end - end.start
        factor = size // room if room and size % room == 0 and room == allocation.size else 0
        made = self._memory.text(allocation.place)
        in_elements = factor in (4, 8) and made and "sizeof" not in made
        facts = end.facts() | {"size": size, "room": room, "fills": fills}
        if not allocation.short:
            if in_elements:
                self._mistakes.add("alloc-in-elements", allocation.place, place, **facts, factor=factor)
            else:
                self._mistakes.add("copy-long", place, allocation.place, **facts)
        allocation.short = allocation.refused = True
        return True

    # --- what was copied

    def _came_back(self, place: Place, source: End, size: int, unset: Sequence[tuple[int, int]]) -> None:
        allocation = source.allocation
        self.back[place] = allocation
        if allocation is None:
            return
        if allocation.added_again:
            before, again = allocation.added_again
            self._mistakes.add("left-over", again, place, **allocation.facts(), before=before, one_line=before == again)
        allocation.looked_at = True
        if allocation.part and source.start == allocation.address and source.end == allocation.end:
            self.left_out(allocation, place)
        elif unset:
            self._unwritten(place, allocation, unset)
        elif size > 8 and source.start == allocation.address and self._counts_elements(allocation, size, place):
            self._mistakes.add(
                "copy-elements", place, **allocation.facts(), size=size, type=allocation.element,
                elements=size // allocation.element_bytes,
            )  # fmt: skip
        elif self._is_pointer_size(place, size, allocation.size):
            self._mistakes.add("copy-pointer-size", place, **allocation.facts(), size=size)

    def _unwritten(self, place: Place, allocation: Allocation, unset: Sequence[tuple[int, int]]) -> None:
        """Tell of bytes that come back and that nothing has written."""
        each = allocation.element_bytes or 1
        first = (unset[0][0] - allocation.address) // each
        amount = sum(end - start for start, end in unset) // each
        facts = {**allocation.facts(), "first": first, "amount": amount, "type": allocation.element, "one": amount == 1}
        if allocation.written_by is None:
            never = first == 0 and amount * each >= allocation.size and bool(allocation.element)
            self._mistakes.add("unwritten-all" if never else "unwritten-some", place, allocation.place, **facts)
            return
        launched, launch = allocation.written_by
        if allocation.size // each - amount <= launch.all_threads < allocation.size // each:
            allocation.part = Part(launched, launch, allocation.size // each - amount)
            self.left_out(allocation, place)
        else:
            self._mistakes.add("unwritten-some", place, launched, **facts, launched=launched)

    def left_out(self, allocation: Allocation, used: Place) -> None:
        """Tell of a launch with too few threads for an array; `used` is where what it leaves out is used."""
        if part := allocation.part:
            launch, needed = part.launch, allocation.size // (allocation.element_bytes or 1)
            self._mistakes.add(
                "launch-small", part.place, used, **allocation.facts(), threads=launch.all_threads, needed=needed,
                amount=needed - part.amount, blocks=launch.all_threads // launch.threads, block_threads=launch.threads,
                one=needed - part.amount == 1,
            )  # fmt: skip

    def _counts_elements(self, allocation: Allocation, size: int, place: Place) -> bool:
        """True if the size is the number of elements, and not of bytes: a launch was given it, and wrote them all."""
        if allocation.written_by is None or allocation.element_bytes < 2 or "sizeof" in self._memory.text(place):
            return False
        passed = {each.value for each in allocation.written_by[1].arguments if each.type.strip()[-1:] != "*"}
        return size in passed and size * allocation.element_bytes <= allocation.size

    def _is_pointer_size(self, place: Place, size: int, whole: int) -> bool:
        """True if the size is that of a pointer variable, as the line says."""
        named = re.search(r"\bsizeof\s*\(?\s*(\w+)\s*\)?\s*[,)]", self._memory.text(place))
        return size == 8 < whole and named is not None and self._memory.is_pointer(place.file, named[1])

    def _used(self, allocation: Allocation, written: bool, place: Place, end: End, value: int | None = None) -> None:
        """Keep what was set, or that what a kernel wrote was of use."""
        if written:
            kept = [each for each in allocation.settings if not (end.start <= each.start and each.end <= end.end)]
            if len(kept) < len(allocation.settings) and allocation.unread and value is None:
                allocation.wiped = (place, allocation.unread)
            allocation.unread = place
            allocation.settings = [*kept[-MOST_SETTINGS + 1 :], Setting(place, end.start, end.end, value)]
            allocation.changed()
        else:
            self.read(allocation, end.start, end.end)

    def _in_order(self, place: Place, target: End, source: End, size: int, stream: int | None) -> None:
        """Give the copy to its stream, and let the host wait where it does.

        "API synchronization behavior" of the Runtime API: cudaMemcpy waits, but not between two ranges of the device;
        one whose name ends in Async waits too where pageable host memory takes part in it.
        """
        by_bus = target.by_bus or source.by_bus
        time = time_of_copy(by_bus=size) if by_bus else time_of_copy(in_memory=2 * size)
        work = self._ordering.work(LEGACY if stream is None else stream, time)
        for end, access in ((source, "read"), (target, "write")):
            if end.allocation and end.allocation.kind is not Memory.HOST:
                self.order(end.allocation, Touch(end.start, end.end, access), work, place, "copy")  # type: ignore[arg-type]
        pageable = any(not (end.on_device or end.on_both) for end in (target, source))
        on_device = target.on_device and source.on_device
        if (stream is None and not on_device) or pageable:
            self._ordering.host_waits(clock=work[1])
