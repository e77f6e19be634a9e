"""What copies and fills do wrong: wrong memory, wrong direction, too many bytes, bytes that nothing has written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from grader.compiling.host_file import Setting, name_of, named_alike
from grader.elements import SPELLED, size_of
from grader.programs.allocations import Allocation, Allocations, Missed
from grader.programs.calls import LEGACY, CallError, Code, Direction, Launch, Memory, Place, Rows, Touch, by
from grader.programs.mistakes import Mistakes
from grader.programs.ordering import Ordering, time_of_copy

MOST_SETTINGS = 32
"""Copies and fills of one allocation that are remembered."""
MOST_HOST_ENDS = 1024
"""Addresses of the host's memory that copies have used, and that are remembered."""
_HARMLESS_BYTES = (0, 255, -1)
"""Bytes that mean something in elements of any size: 0, and -1 or NaN."""
_TO_DEVICE, _FROM_DEVICE = (1, 3), (2, 3)
"""Directions whose target is on the device, and those whose source is."""


def _is_older(memory: Allocation, result: Allocation) -> bool:
    """True if no kernel has written to memory, or the one that has then made a result of it: its step before."""
    last, before = result.written_by, memory.written_by
    if last is None or not memory.kind.on_device:
        return False
    if before is None:
        return bool(memory.settings) or memory.kind is Memory.SYMBOL
    read = any(each.is_pointer and each.value == memory.address for each in last.arguments)
    return before is not last and before.kernel == last.kernel and read


def _made_of(byte: int, element: str) -> str:
    """Return the element whose bytes are all this one; empty for a type without a value that is known here."""
    known = SPELLED.get(element)
    if known is None:
        return ""
    (value,) = known.values_of(np.full(known.size_bytes, byte, np.uint8).view(known.code))
    return f"{value:.3g}" if known.kind == "f" else f"{value:,}"


class End(NamedTuple):
    """One end of a copy, or a fill's: the memory that it is in, and what is read or written there."""

    of: Allocation
    touch: Touch

    def facts(self) -> dict[str, object]:
        """Return what sentences say of it."""
        return {"target": self.touch.access == "write", "fills": self.touch.what == "fill", **self.of.facts()}


class Copies:
    """Judge copies and fills, and keep what they set.

    Of each, `stream` is None for the functions that wait (`cudaMemcpy`, `cudaMemcpy2D`, …), a handle for those whose
    name ends in Async.
    """

    def __init__(self, memory: Allocations, ordering: Ordering, mistakes: Mistakes) -> None:
        self.memory, self.code, self.ordering, self.mistakes = memory, memory.code, ordering, mistakes
        self.back: dict[Allocation, list[tuple[Touch, int, int]]] = {}
        """What was copied back of which memory, the target's room from there on, if known, and the memory's version."""
        self.to_host: Counter[tuple[Place, int, int, int]] = Counter()
        """Copies back to a part of a block, by line, beginning and end of the part, and the bytes of the block."""
        self.older: dict[Place, tuple[Allocation, Allocation]] = {}
        """Copies back of memory that is older than a result of the same size, which nothing had read by then."""
        self.before: dict[Place, Allocation] = {}
        """Copies back of memory that no kernel had written by then."""
        self.over_result: dict[Allocation, Place] = {}
        """Copies of the host's over the whole of what a kernel has written, and nothing has used by then."""
        self.refused: set[Place] = set()
        self._host_ends: dict[int, End] = {}
        self.twice: Launch | None = None
        """The last launch that was given one pointer twice."""
        self.all_known = True
        """Whether the pointers that launches were given are known: none may be in a struct."""

    def copied(
        self, place: Place, to: Rows, source: Rows, direction: Direction, *, stream: int | None = None,
        unset: Sequence[tuple[int, int]] = (), heap: Sequence[Allocation | None] = (None, None),
    ) -> None:  # fmt: skip
        """Judge a copy; copies to and from symbols too, with their addresses. Raise `CallError` where it cannot be.

        `unset` are the ranges of source addresses that nothing has written since the allocation. `heap` are the blocks
        of the host's that the two are in.
        """
        if to.amount > 1:
            self._narrow(place, to, source)
        if reserved := self.code.only_reserved(place):
            self.mistakes.add("vector-reserved", place, set=reserved.place, text=reserved.name)
        target = self._end(Touch(to.start, to.end, "write", place, "copy"), heap[0])
        read = self._end(Touch(source.start, source.end, "read", place, "copy"), heap[1])
        self._require((target, read), direction)
        for end in (target, read):
            if end.of.kind is Memory.HOST and len(self._host_ends) < MOST_HOST_ENDS:
                self._host_ends.setdefault(end.touch.start, end)
        if read.of.kind.on_device and not target.of.kind.on_device:
            # where a launch did not run as it should, what it leaves out is told with it
            told = self.mistakes.spoilt or self.misplaced(place, (to, source))
            room = target.of.end - to.start if target.of.size else 0
            self.back.setdefault(read.of, []).append((read.touch, room, read.of.version))
            if target.of.size > to.size and len(self.to_host) < MOST_HOST_ENDS:
                self.to_host[place, to.start, to.end, target.of.size] += 1
            self._came_back(place, read, source.size, [] if told else unset)
        elif target.of.kind.on_device:
            self.misplaced(place, (to, source))
            if target.of.pending and (to.start, to.end) == (target.of.address, target.of.end):
                self.over_result[target.of] = place
        self._set(target)
        self.read(read.of, read.touch)
        self._in_order((read, target), source.size, stream)

    def filled(self, place: Place, to: Rows, value: int, *, stream: int | None = None) -> None:
        """Judge `cudaMemset` and its kin. Raise `CallError` where it cannot be.

        Of no byte, the value and the size may be exchanged: the value is then the size of the memory.
        """
        target = self._end(Touch(to.start, to.end, "write", place, "fill", value))
        if not to.size:
            if target.of.size and value == target.of.size:
                target.of.refused = True
                self.mistakes.add("fill-exchanged", place, target.of, value=value)
            return
        self._require((target,))
        self._set(target)
        self._in_order((target,), to.size, stream)

    def read(self, allocation: Allocation, touch: Touch) -> None:
        """Note that what is there is used; tell of elements that were set byte by byte."""
        allocation.pending, allocation.unread = False, None
        for each in allocation.settings:
            odd = each.value is not None and each.value not in _HARMLESS_BYTES
            if not odd or allocation.element_bytes < 2 or each.end <= touch.start or touch.end <= each.start:
                continue
            # whoever writes bytes in hexadecimal means bytes
            if "0x" in self.code.statement(each.place).lower():
                continue
            held = _made_of(int(each.value or 0) & 255, allocation.element)
            self.mistakes.add("set-bytes", each.place, allocation, value=each.value, held=held)

    def order(self, allocation: Allocation, touch: Touch, work: tuple[int, dict[int, int]]) -> None:
        """Note a use by some work, and tell of one that nothing orders with it."""
        if other := self.ordering.use(allocation, touch, work):
            self.mistakes.add(
                "streams", touch.place, other.place, allocation, what=touch.what, before=other.what,
                writes=touch.access != "read", wrote=other.access != "read", one_line=touch.place == other.place,
                **self.ordering.blamed(work[0], other),
            )  # fmt: skip

    # --- refused

    def _end(self, touch: Touch, block: Allocation | None = None) -> End:
        found = self.memory.at(touch.start)
        if found.kind is Memory.HOST and not (found.size or block) and touch.what == "copy":
            declared = self.code.array(touch.place, source=touch.access == "read")
            if declared:
                block = Allocation(Memory.HOST, touch.start, declared.size_bytes, declared.place, declared.name)
        return End(block if block and not found.size else found, touch)

    def _require(self, ends: Sequence[End], direction: Direction = Direction.DEFAULT) -> None:
        """Tell why a copy or a fill cannot be made, and raise `CallError`, if it cannot."""
        bad = any(map(self._not_there, ends)) or self._elsewhere(ends, direction)
        if bad or any(self._too_long(*pair) for pair in zip(ends, ends[::-1], strict=True)):
            self.refused.add(ends[0].touch.place)
            for end in ends:
                end.of.refused = True
            raise CallError(Code.INVALID_VALUE)

    def _not_there(self, end: End) -> bool:
        """Tell of memory that is not there: a null pointer, what was freed, what nobody gave."""
        place = end.touch.place
        if end.touch.start == 0:
            self.mistakes.add("copy-null", place, end, **self.memory.unset(place, self._pointer(end)))
        elif end.of.freed:
            self.mistakes.add_freed("copy-freed", place, end.of, end)
        elif end.of.kind.on_device and not end.of.size:
            base = self.memory.below(end.touch.start)
            facts = base.facts() | {"offset": end.touch.start - base.address} if base else {}
            self.mistakes.add("copy-nowhere", place, end, **facts, **self._moved(end))
        else:
            return False
        return True

    def _elsewhere(self, ends: Sequence[End], direction: Direction) -> bool:
        """Tell of memory of the other side than the direction says, or than a fill sets."""
        if ends[0].touch.what == "fill":
            wrong = [end for end in ends if end.of.kind is Memory.HOST]
            name, facts = "fill-host", dict[str, object]()
        elif direction is Direction.DEFAULT:
            return False
        else:
            wanted = zip(ends, (direction in _TO_DEVICE, direction in _FROM_DEVICE), strict=True)
            wrong = [end for end, device in wanted if end.of.kind.on_device != device and not end.of.kind.on_both]
            name, facts = "copy-side", {"says": direction.spelled}
            if len(wrong) == 2 and direction in (Direction.HOST_TO_DEVICE, Direction.DEVICE_TO_HOST):
                name, facts = "copy-direction", facts | {"other_way": Direction(3 - direction).spelled}
        for end in wrong[:1]:
            self.mistakes.add(name, end.touch.place, end, **facts, is_device=end.of.kind.on_device)
        return bool(wrong)

    def host_name(self, address: int) -> str:
        """Return the name of the host's memory at an address, if a copy has used it from there on."""
        end = self._host_ends.get(address)
        return name_of(self._pointer(end)) if end else ""

    def _moved(self, end: End) -> dict[str, object]:
        """Return the pointer as the call's text has it, if something is added to it there or where it was set."""
        text = self._pointer(end)
        made = self.code.sum_of(end.touch.place, text)
        name = self.code.bytes_added(end.touch.place, made)
        in_bytes = bool(name) or "sizeof" in made.partition("+")[2]
        added = made.partition("+")[2].strip()
        name = name or (self.code.reckoned(end.touch.place, added) if added.isidentifier() else "")
        return {"accused": name or text, "text": made, "in_bytes": in_bytes} if made else {}

    def _pointer(self, end: End) -> str:
        return self.code.pointer(end.touch.place, source=end.touch.access == "read")

    def _too_long(self, end: End, other: End) -> bool:
        allocation, touch = end.of, end.touch
        if not allocation.size or touch.end <= allocation.end:
            return False
        if not allocation.place.line:  # a block of a vector's
            allocation.place = self.code.sized(touch.place, name_of(self._pointer(end)))
            allocation.name = allocation.name or name_of(self._pointer(end))
        size, room = touch.end - touch.start, allocation.end - touch.start
        factor = size // room if room and size % room == 0 and room == allocation.size else 0
        made = self.code.statement(allocation.place)
        takes_size = self.code.says_size_of(touch.place, self._pointer(other)) or self._is_padding(end)
        results = (each.size for each in self.memory.live() if each.pending and each is not allocation)
        another = touch.access == "read" and size in results  # another array is meant
        if not allocation.short:
            same = self.code.set_in_turn(touch.place, self.code.size(touch.place))
            changing = same is not None and self.code.in_steps(touch.place, same.value)
            if factor in (4, 8) and made and "sizeof" not in made and allocation.name[:1] != "&":
                self.mistakes.add("alloc-in-elements", allocation.place, touch.place, end, size=size, factor=factor)
            elif (
                room == allocation.size
                and other.of.size == size
                and not (takes_size or changing or another)
                and self._is_made(end)
            ):
                text = self._pointer(end)
                name = name_of(text)
                made_of = self.code.of_another_type(touch.place, self.code.size(touch.place), name)
                self.mistakes.add(
                    "memory-short", touch.place, other.of.place, end, size=size, name=allocation.name or name,
                    accused="" if made_of else text, set=made_of.place if made_of else allocation.place,
                )  # fmt: skip
            else:
                moved = self._moved(end) if room < allocation.size else {}
                if same:
                    moved = {"set": same.place, **({} if changing else {"text": same.name, "in_turn": True})}
                if allocation.name[:1] == "&" and size == other.of.element_bytes:  # of another type
                    moved = {"set": allocation.place}
                self.mistakes.add("copy-long", touch.place, end, size=size, room=room, **moved)
        allocation.short = True
        return True

    def _is_made(self, end: End) -> bool:
        """True if the line where a block was made names its pointer: neither one of many nor the pointer itself."""
        text, place = self._pointer(end), end.of.place
        made = self.code.statement(place)
        return end.of.name[:1] != "&" and (not (text and place.line) or (name_of(text) or "?") in made)

    def _is_padding(self, end: End) -> bool:
        """True if the text of a copy's size adds to the size of the host's block: what is longer has a margin."""
        place, code = end.touch.place, self.code
        own = code.settings(place, self._pointer(end))
        return bool(own) and end.of.kind is Memory.HOST and code.adds_to(place, self.code.size(place), own[0].value)

    # --- rows: their width, and the distance from one to the next, which `cudaMallocPitch` decides

    def _narrow(self, place: Place, to: Rows, source: Rows) -> None:
        """Tell of a copy of rows whose width counts elements, where the distance of rows is in bytes."""
        code, width = self.code, to.width
        given, text = code.arguments(place, "cudaMemcpy2D"), code.statement(place)
        # an array has an offset along each side in the place of a pitch
        at, of_source = (5, 4 if "ToArray" in text else -1) if "Array" in text else (4, 3)
        of_host = [rows.pitch for rows in (source, to) if not self.memory.find(rows.start)]
        wide = (2 * width, 4 * width, 8 * width)
        apart = [(pitch, {"set": code.extent_in_elements(place)}) for pitch in of_host if pitch in wide]
        apart = [(pitch, line) for pitch, line in apart if line["set"]]
        for pitch, number in ((to.pitch, 1), (source.pitch, of_source)):
            if pitch not in wide or not 0 < number < at < len(given):
                continue
            in_bytes = "byte" in given[at].lower() or not code.counts_elements(given[at], steps=3)
            if not in_bytes and not code.counts_elements(given[number]):
                apart.append((pitch, {"argument": code.argument_line(place, at)}))
        for pitch, line in apart[:1]:
            self.mistakes.add("copy-narrow", place, size=width, pitch=pitch, factor=pitch // width, **line)
            if found := self.memory.find(to.start):
                found.short = True

    def misplaced(self, place: Place, ends: Sequence[Rows]) -> bool:
        """Tell of a copy of rows with another distance than cudaMallocPitch has given the memory, or in one piece."""
        for rows in ends:
            found = self.memory.find(rows.start)
            row, pitch = found.rows if found else (0, 0)
            if found and rows.amount > 1 and 0 < row < rows.width:
                wide = {"row": row, "size": rows.width, "in_elements": rows.width in (2 * row, 4 * row, 8 * row)}
                self.mistakes.add("rows-short", found.place, place, found, **wide)
                return True
            in_one = rows.amount == 1 and found is not None and row < rows.width < found.size
            if found and row < pitch and (in_one or (rows.amount > 1 and rows.pitch % pitch)):
                size = rows.width if in_one else rows.pitch
                self.mistakes.add("copy-pitch", place, found, size=size, pitch=pitch, in_one=in_one)
                return True
        close = next((rows for rows in ends if rows.amount > 1 and rows.pitch < rows.width), None)
        if close:
            self.mistakes.add("rows-overlap", place, size=close.width, pitch=close.pitch)
        return close is not None

    # --- what was copied

    def _came_back(self, place: Place, source: End, size: int, unset: Sequence[tuple[int, int]]) -> None:
        allocation = source.of
        for result in self.memory.live():
            if result.pending and result.size in (allocation.size, size) and _is_older(allocation, result):
                self.older[place] = allocation, result
        if allocation.added_again:
            before, again = allocation.added_again
            self.mistakes.add("left-over", again, place, allocation, launched=before, one_line=before == again)
        repeated = self.back[allocation][-1] in self.back[allocation][:-1]
        left, last = allocation.left, allocation.written_by
        if repeated and left and last and left.kernel == last.kernel:
            self.mistakes.add("never-reset", left.place, place, allocation, left)
        allocation.left = None
        allocation.looked_at = True
        if allocation.written_by is None and allocation.kind is Memory.DEVICE:
            self.before[place] = allocation
        if unset:
            self._unwritten(place, allocation, unset)
        elif size > 8 and (needed := self._counts_elements(source.touch, allocation, size)):
            facts = {"size": size, "needed": needed, "elements": size // allocation.element_bytes}
            self.mistakes.add("copy-elements", place, allocation, **facts, other_type=needed != size)
        elif other := self._other_type(place, allocation):
            self.mistakes.add("copy-type", place, allocation, set=other.place, text=other.name, held=other.value)
        elif allocation.element_bytes > 1 and size % allocation.element_bytes and not allocation.rows[1]:
            self.mistakes.add("copy-fraction", place, allocation, size=size, held=allocation.element_bytes)
        elif size < allocation.size and size in self.code.object_sizes(place):  # of a pointer or a vector itself
            self.mistakes.add("copy-pointer-size", place, allocation, size=size)

    def _unwritten(self, place: Place, allocation: Allocation, unset: Sequence[tuple[int, int]]) -> None:
        """Tell of bytes that come back and that nothing has written."""
        if allocation.missed:
            self.left_out(allocation, allocation.missed, place)
            return
        each = allocation.element_bytes or 1
        first = (unset[0][0] - allocation.address) // each
        amount = sum(end - start for start, end in unset) // each
        facts, launch, length = {"first": first, "amount": amount}, allocation.written_by, allocation.size // each
        if launch is None and not (allocation.element or allocation.settings) and self.all_known:
            self.mistakes.add("never-given", place, allocation, self.twice)
            return
        if launch is None:
            never = first == 0 and amount * each >= allocation.size and bool(allocation.element)
            name = "unwritten-all" if never else "unwritten-some"
            self.mistakes.add(name, place, allocation.place, allocation, **facts)
            return
        written, threads = length - amount, launch.all_threads
        several = first == written and written % threads == 0 and amount * threads < written * launch.threads
        if (written <= threads < length or several) and not allocation.rows[1]:
            self.left_out(allocation, Missed(launch, [*unset], written * each), place)
        else:
            self.mistakes.add("unwritten-some", place, launch.place, allocation, launch, **facts)

    def left_out(self, allocation: Allocation, missed: Missed, used: Place | None) -> None:
        """Tell of a launch with too few threads for an array; `used` is where what it leaves out is used."""
        launch, each, typed = missed.launch, allocation.element_bytes or 1, allocation.element_bytes > 0
        amount = sum(end - start for start, end in missed.ranges) // each or 1
        several = missed.used // each // launch.all_threads if typed else 0
        needed, blocks = missed.used // each + amount, launch.all_threads // launch.threads
        if crossed := self.crossed(launch):
            facts = {**crossed, "needed": needed, "amount": amount}
            self.mistakes.add("arguments-crossed", launch.place, used, allocation, launch, **facts)
            return
        texts, exchanged = self.code.configuration(launch.place), self.code.exchanged(launch.place)
        facts = {"only_read": missed.only_read, "part": needed * each < allocation.size, "untyped": not typed}
        facts |= {"several": several if several > 1 else "", "sides": typed and launch.all_threads >= needed}
        fits = self.code.reckons_with(launch.place, launch.block) and texts.get("grid") != texts.get("block")
        self.mistakes.add(
            "launch-exchanged" if exchanged else "launch-small", launch.place, used, allocation, launch, **facts,
            needed=needed, amount=amount, threads=launch.all_threads, blocks=blocks, block_threads=launch.threads,
            shape=by(launch.grid), block_shape=by(launch.block),
            accused=texts.get("grid", "") if fits and not exchanged else "",
        )  # fmt: skip

    def crossed(self, launch: Launch) -> dict[str, object]:
        """Return two arguments of a launch of which each has in the text the name of the other one's parameter."""
        given = zip(launch.arguments, self.code.given(launch.place), strict=False)
        for (one, (text, made)), (two, (second, _)) in combinations(given, 2):
            alike = bool(one.size) == bool(two.size) and one.is_pointer == two.is_pointer and one.value != two.value
            if alike and named_alike(text, two.name) and named_alike(second, one.name) and not (
                named_alike(text, one.name) or named_alike(second, two.name)
            ):  # fmt: skip
                return {"parameter": one.name, "text": text, "second": two.name, "second_text": second, "set": made}
        return {}

    def _counts_elements(self, touch: Touch, allocation: Allocation, size: int) -> int:
        """Return how many elements are meant where the size counts them, or bytes of another type; 0 where it is right.

        A launch was given the number, and wrote them all.
        """
        each, launch, text = allocation.element_bytes, allocation.written_by, self.code.size_text(touch.place)
        types = re.findall(r"\bsizeof\s*\(\s*([\w ]+?)\s*\)", text)
        of_one = (size_of(types[0]) or 0 if len(types) == 1 else 0) if "sizeof" in text else 1
        if launch is None or not 0 < of_one < each or size % of_one:
            return 0
        needed = size // of_one
        return needed if needed in launch.numbers and needed * each <= allocation.end - touch.start else 0

    def _other_type(self, place: Place, allocation: Allocation) -> Setting | None:
        """Return the declaration of the target if its elements are not numbers as a kernel's: of another size, say."""
        code, sizes = self.code, (4, 8)
        made = code.elements(place, name_of(code.pointer(place)))
        known = (SPELLED.get(made.value if made else ""), SPELLED.get(allocation.element))
        alike = {(each.size_bytes, each.kind == "f") for each in known if each and each.size_bytes in sizes}
        return made if len(alike) > 1 else None

    def _set(self, end: End) -> None:
        """Keep what was set, and what else is lost with it."""
        allocation, touch = end.of, end.touch
        if allocation.missed and not allocation.missed.only_read:
            allocation.missed = allocation.missed.without([touch])
        kept = [each for each in allocation.settings if not (touch.start <= each.start and each.end <= touch.end)]
        over = any(each.start < touch.end and touch.start < each.end for each in allocation.settings)
        if over and allocation.unread:
            allocation.wiped = touch.place, allocation.unread, touch.end - touch.start
        allocation.unread = touch.place if touch.what == "copy" else None
        allocation.settings = [*kept[-MOST_SETTINGS + 1 :], touch]
        allocation.changed()

    def _in_order(self, ends: Sequence[End], size: int, stream: int | None) -> None:
        """Give the copy or fill to its stream, and let the host wait where it does.

        "API synchronization behavior" of the Runtime API: cudaMemcpy waits, but not between two ranges of the device,
        and cudaMemset where the host has the memory, too; one whose name ends in Async waits where pageable host memory
        takes part in it.
        """
        by_bus = any(end.of.kind in (Memory.HOST, Memory.PINNED) for end in ends)
        time = time_of_copy(by_bus=size) if by_bus else time_of_copy(in_memory=len(ends) * size)
        work = self.ordering.work(LEGACY if stream is None else stream, time)
        for end in ends:
            if end.of.kind is not Memory.HOST:
                self.order(end.of, end.touch, work)
        pageable = any(end.of.kind is Memory.HOST for end in ends)
        if pageable or (stream is None and not all(end.of.kind.on_device for end in ends)):
            self.ordering.host_waits(clock=work[1])
