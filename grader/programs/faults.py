"""What the host has to do with a kernel's fault: memory that is too small, that is not there, or that nothing set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from grader.emulator.result import RunFinding
from grader.programs.allocations import Allocation
from grader.programs.calls import Launch, Place, Touch
from grader.programs.copies import Copies

if TYPE_CHECKING:
    from grader.compiling.host_file import Setting
    from grader.results import Related

NEAR = 1 << 31
"""Bytes that an index reaches from the pointer that it belongs to."""
_IN_LIBRARY = {
    "out-of-bounds": "library-beyond", "uninitialized-read": "library-unset", "data-race": "library-overlap",
}  # fmt: skip
"""What is said of a fault in a library's kernel."""
_Said = tuple[str, dict[str, object]]
"""The sentence that stands behind a kernel's finding, and its facts."""
_NOTHING: _Said = ("", {})


class Faults:
    """Tell what the host has to do with faults of kernels. `text` are all files of the program."""

    def __init__(self, copies: Copies, text: str) -> None:
        self._copies, self._memory, self._mistakes, self._code = copies, copies.memory, copies.mistakes, copies.code
        self._text = text

    def explained(
        self, launch: Launch, fault: RunFinding, held: Sequence[tuple[int, Allocation]] = ()
    ) -> tuple[str, tuple[Related, ...]] | None:
        """Return what the host has to do with a fault of a launch, to stand behind the kernel's finding, and its lines.

        None where a finding of the host's tells it all. `held` are numbers in the arrays that may be pointers. Call it
        before `launched`.
        """
        told = self._explained(launch, fault, held)
        if told is not None and launch.library:
            self._in_library(launch, fault)
        if told is None or launch.library:
            return None
        name, facts = told
        in_shared = fault.kind == "out-of-bounds" and fault.space == "shared"
        if in_shared and not (launch.shared_bytes or fault.object_bytes):
            name = "no-shared"
        lines = {"made": "allocated", "launched": "launched"}
        return self._mistakes.words().beside(name, lines, facts | launch.facts())

    def _in_library(self, launch: Launch, fault: RunFinding) -> None:
        """Tell of a fault in a library's kernel: on the line of the call, by what the function was given."""
        known = None if fault.address is None else self._memory.find(fault.address - (fault.offset or 0))
        whole = [each for each in launch.arguments if isinstance(each.value, int) and not each.is_pointer]
        numbers = [f"{each.name} = {each.value:,}" for each in whole if each.size and each.value]
        flags = [f"{each.name} = CUBLAS_OP_{'T' if each.value else 'N'}" for each in whole if not each.size]
        facts: dict[str, object] = {"array": fault.object or "", "text": ", ".join([*flags, *numbers])}
        if known and known.element_bytes and fault.offset is not None:
            facts |= {"room": known.length, "index": fault.offset // known.element_bytes}
        facts |= {"reads": fault.access == "read", "in_front": (fault.offset or 0) < 0, "said": fault.kind}
        self._mistakes.add(_IN_LIBRARY.get(fault.kind, "library-stopped"), launch.place, known, launch, **facts)

    def _explained(self, launch: Launch, fault: RunFinding, held: Sequence[tuple[int, Allocation]]) -> _Said | None:
        if fault.address is None:
            return _NOTHING
        self._mistakes.spoilt = True
        known = None if fault.offset is None else self._memory.find(fault.address - fault.offset)
        if known and (known.short or (known.refused and fault.kind == "uninitialized-read")):
            return None
        used = launch.place if launch.library else Place(fault.file or launch.place.file, fault.line)
        if fault.kind == "out-of-bounds":
            at = fault.address
            return self._too_small(known, at, launch, used) if known else self._stray(launch, at, held)
        if fault.kind == "uninitialized-read" and known:
            return self._never_set(known, fault.address, launch, used)
        return _NOTHING

    def _too_small(self, allocation: Allocation, at: int, launch: Launch, used: Place) -> _Said | None:
        each = allocation.element_bytes
        if at < allocation.address or not each:
            return _NOTHING
        facts = {**allocation.facts(), "room": allocation.length, "index": (at - allocation.address) // each}
        if self._in_elements(allocation, allocation.size, launch, used, facts):
            return None
        name = next((argument.name for argument, passed in self._memory.passed(launch) if passed is allocation), "")
        named = bool(name and allocation.name and name != allocation.name)
        return "too-small", {**facts, "parameter": name, "named": named}

    def _in_elements(
        self, allocation: Allocation, size: int, launch: Launch, used: Place, facts: dict[str, object]
    ) -> bool:
        """Tell of a size in bytes, of an array or of its rows, that is a number of elements; return whether it is."""
        code, numbers = self._code, launch.numbers
        counted = allocation.element_bytes > 1 and size in {*numbers, *(a * b for a in numbers for b in numbers)}
        if counted and code.counts_elements(code.statement(allocation.place)):
            facts["set"] = made = code.counted_size(allocation.place, launch.place)
            told = {each.facts.get("set") for each in self._mistakes if each.name == "alloc-short"}
            if made is None or made not in told:
                self._mistakes.add("alloc-short", allocation.place, used, kernel=launch.kernel, **facts)
            return True
        return False

    def _stray(self, launch: Launch, at: int, held: Sequence[tuple[int, Allocation]]) -> _Said | None:
        """An access to no memory: by way of a pointer to the host's, to what was freed, or to nothing."""
        pointers = {
            value: name
            for each, given in zip(launch.arguments, launch.given, strict=False)
            if each.may_hold_pointers
            for value in np.frombuffer(given[: len(given) // 8 * 8], np.uint64).tolist()
            if value and (name := each.name)
        }
        pointers |= {int(each.value or 0): each.name for each in launch.arguments if each.is_pointer}
        near = max((value for value in pointers if 0 <= at - value < NEAR), default=None)
        if near is None:
            return self._followed(launch, at, held)
        known = self._memory.at(near)
        facts: dict[str, object] = {"parameter": pointers[near]}
        number = [each.name for each in launch.arguments].index(pointers[near])
        text = "".join(each for each, _ in self._code.given(launch.place)[number : number + 1])
        if known.freed:
            self._mistakes.add_freed("launch-freed", launch.place, known, launch, **facts)
        elif near == 0:
            self._mistakes.add("launch-null", launch.place, launch, **facts, **self._memory.unset(launch.place, text))
        elif known.size or known.kind.on_device:
            return _NOTHING
        else:
            facts |= self._put_there(launch.place, text, near)
            self._mistakes.add("launch-host", launch.place, launch, **facts)
        return None

    def _put_there(self, place: Place, text: str, pointer: int) -> dict[str, object]:
        """Return where a host pointer was put into what a launch is given, or into what is copied."""
        made = self._code.passed_on(place, text, self._copies.host_name(pointer), self._memory.names())
        return {"set": made.place, "text": made.value} if made else {}

    def _followed(self, launch: Launch, at: int, held: Sequence[tuple[int, Allocation]]) -> _Said | None:
        """An access by way of a host pointer that an array holds, which a copy has put there."""
        near, array = max(
            (pair for pair in held if 0 <= at - pair[0] < NEAR), key=lambda pair: pair[0], default=(0, None)
        )
        known, code = self._memory.at(near), self._code
        if array is None or known.size or known.kind.on_device or not (array.settings or array.kind.on_both):
            return _NOTHING
        place = array.settings[-1].place if array.settings else launch.place
        number = [each.value for each in launch.arguments].index(array.address) if not array.settings else 0
        texts = "".join(each for each, _ in code.given(place)[number : number + 1])
        text = code.pointer(place, source=True) if array.settings else texts
        made = self._put_there(place, text, near)
        if not made and (call := self._made_by(launch, array, place)):
            made = {"set": call.place, "text": call.value}
        self._mistakes.add("host-pointer-copied", place, array, launch, in_managed=not array.settings, **made)
        return None

    def _made_by(self, launch: Launch, array: Allocation, place: Place) -> Setting | None:
        """Return which call of the function around a line makes what a launch is given for an array."""
        values, given = [each.value for each in launch.arguments], self._code.given(launch.place)
        text = given[values.index(array.address)][0] if array.address in values and len(given) == len(values) else ""
        return self._code.made_by_call(launch.place, text, place)

    def _never_set(self, allocation: Allocation, at: int, launch: Launch, used: Place) -> _Said | None:
        """A read of what neither this launch nor anything before has set."""
        first = allocation.only_setting
        (row, pitch), each = allocation.rows, allocation.element_bytes
        if pitch and each and (index := (at - allocation.address) % pitch // each) * each + each > row:
            facts: dict[str, object] = {**allocation.facts(), "bytes": row, "room": row // each, "index": index}
            if self._in_elements(allocation, row, launch, used, facts):
                return None
        if allocation.missed:
            self._copies.left_out(allocation, allocation.missed, used)
            return None
        if not allocation.written_by and self._over(allocation, launch):
            return None
        if other := self._in_turns(allocation, launch):
            self._mistakes.add("second-unset", other.settings[-1].place, used, allocation, launch, second=other.name)
            return None
        # an element that a copy has set in part is read, too
        if allocation.written_by or (allocation.settings and not (first and at + allocation.element_bytes > first.end)):
            return "never-set", allocation.facts()
        allocation.refused = True
        over = [each for each in self._memory.live() if each.wiped and each.wiped[-1] == allocation.size]
        if first:
            self._set_short(allocation, first, launch, used)
        elif over and over[0].wiped:
            again, before, _ = over[0].wiped
            right = {"right": allocation.name, "right_made": allocation.place, "launched": used}
            self._mistakes.add("copy-over", again, before, over[0], launch, **right)
        else:
            self._mistakes.add("never-set", launch.place, used, allocation, launch)
        return None

    def _in_turns(self, allocation: Allocation, launch: Launch) -> Allocation | None:
        """Return the array that a kernel reads and writes in turns with one that nothing else has set."""
        before = allocation.written_by
        if allocation.settings or before is None or before is launch or before.place != launch.place:
            return None
        others = (each for _, each in self._memory.passed(launch) if each is not allocation)
        alike = (each for each in others if (each.size, each.element) == (allocation.size, allocation.element))
        whole = (
            each for each in alike if any((one.start, one.end) == (each.address, each.end) for one in each.settings)
        )
        return next(whole, None)

    def _set_short(
        self, allocation: Allocation, only: Touch, launch: Launch, used: Place, *, sure: bool = True
    ) -> None:
        """Tell of a copy or a fill that sets less than a kernel reads; if not `sure`, only of a size that says why."""
        size, text = only.end - only.start, self._code.statement(only.place)
        own = size in self._code.object_sizes(only.place)
        factor = allocation.size // size if allocation.size % size == 0 else 0
        each = allocation.element_bytes or (factor if factor in (2, 4, 8) else 1)
        in_elements = factor == each > 1 and self._code.counts_elements(text)
        if sure or in_elements or own:
            self._mistakes.add(
                "set-short", only.place, used, allocation, launch, size=size, fills=only.what == "fill",
                in_elements=in_elements, of_pointer=own or (size == 8 and "sizeof" in text),
                of_vector=own and size != 8, argument=self._code.argument_line(only.place, 2),
            )  # fmt: skip

    def constant(self, allocation: Allocation, its: Sequence[Touch], launch: Launch) -> None:
        """Tell of a `__constant__` variable that a kernel reads, and of which the program has set nothing or a part."""
        name, only = re.escape(allocation.name), allocation.only_setting
        declared = re.search(rf"\b__(constant|device)__\b[^;={{}}]*\b{name}\b[^;={{}}]*;", self._text)
        end = max(touch.end for touch in its)
        if not declared or (declared[1] == "device" and (allocation.written_by or not only)):
            return
        if not allocation.settings:
            self._mistakes.add("never-set", launch.place, allocation, launch)
        elif only and only.start == allocation.address and end > only.end:
            self._set_short(allocation, only, launch, launch.place, sure=declared[1] == "constant")
        elif end > max(each.end for each in allocation.settings):
            self._over(allocation, launch)

    def _over(self, allocation: Allocation, launch: Launch) -> bool:
        """Tell of what was set to memory in the middle of what was set there before, though more of it is used."""
        for before, later in combinations(allocation.settings, 2):
            if before.start < later.start < before.end < later.end:
                offset = later.start - allocation.address
                self._mistakes.add("set-over", later.place, before.place, allocation, launch, offset=offset)
                return True
        return False
