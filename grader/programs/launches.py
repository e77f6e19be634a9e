"""What launches do wrong on the host's side: shapes that no GPU takes, arguments of the wrong memory or size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.elements import size_of
from grader.hardware import MOST_BLOCK, MOST_GRID, Gpu
from grader.programs.allocations import Added, Allocation, Missed
from grader.programs.calls import Argument, CallError, Code, Launch, Memory, Place, Touch, by
from grader.programs.copies import Copies
from grader.programs.faults import Faults

_MOST_RANGES = 64
"""Ranges of one allocation that are followed for one launch; of a more scattered access the others are not judged."""


@dataclass(slots=True)
class _Work:
    """A launch with the memory that it reads and writes; `pure` where it writes to none that it reads.

    `same` counts how often it was made before, with `inputs` of the same versions, and its outputs used by nothing.
    """

    launch: Launch
    read: list[Allocation]
    written: list[Allocation]
    pure: bool
    inputs: list[int]
    same: int = 0


class Launches:
    """Judge launches, and tell what the host has to do with a kernel's faults."""

    def __init__(self, files: Mapping[str, str], gpu: Gpu, copies: Copies) -> None:
        self._gpu, self._copies = gpu, copies
        self._memory, self._ordering, self._mistakes = copies.memory, copies.ordering, copies.mistakes
        text = "\n".join(files.values())
        self.faults = Faults(copies, text)
        self._has_atomics = re.search(r"\batomic\w*", text) is not None
        self._refused, self._cleared = set[Place](), set[Place]()
        self.printed = False
        self.given = set[Allocation]()
        """Arrays that launches were given."""
        self.allowed: dict[str, tuple[Place, int]] = {}
        """Where a kernel was allowed how many bytes of dynamic shared memory."""
        self.work: dict[Place, _Work] = {}
        """What each line's last launch has read and written."""

    # --- can it be?

    def launching(self, launch: Launch) -> None:
        """Judge grid, block and shared memory; raise `CallError` for what cannot be. Call `launched` afterwards."""
        place = launch.place
        self._ordering.launched(place)
        passed = list(self._memory.passed(launch))
        for argument, allocation in passed:
            _typed(allocation, argument)
        structs = [given for each, given in zip(launch.arguments, launch.given, strict=False) if each.may_hold_pointers]
        repeated = len({argument.value for argument, _ in passed}) < len(passed) or len({*structs}) < len(structs)
        if repeated and not launch.library:
            self._copies.twice = launch
        self._copies.all_known &= not (structs or launch.library)  # which may follow pointers, or use no array at all
        found = self._impossible(launch)
        if found is None:
            if place in self._cleared:  # the program tries out which launch can be, and looks at the error
                self._mistakes.drop(lambda found: found.place == place)
            return
        name, facts = found
        part, others = facts["part"], {**self.allowed, launch.kernel: (place, 0)}
        code = self._copies.code
        if not code.exchanged(place):  # else each of <<<threads, blocks>>> is right, in the other one's place
            text = code.configuration(place).get(str(part), "")
            facts["set"] = code.size_set(place, text, first=part == "shared")
        for other, (where, size) in others.items():  # it was allowed, but to another kernel
            if part == "shared" and size >= launch.shared_bytes:
                facts |= {"set": where, "second": other}
        of_all = any(each.size == launch.shared_bytes for _, each in passed)  # bytes for all blocks, by mistake
        may_have = launch.shared_bytes <= self._gpu.shared_per_block_optin and launch.kernel not in self.allowed
        if name == "launch-shared" and not facts.get("second") and not of_all and may_have:
            name = "launch-not-allowed"
        self._mistakes.add(name, place, launch, **facts)
        self._refused = {place}
        self._mistakes.spoilt = True
        raise CallError(Code.INVALID_VALUE if part == "shared" else Code.INVALID_CONFIGURATION)

    def error_cleared(self) -> None:
        """The program has taken the error of the last launch, if it had one."""
        self._cleared |= self._refused
        self._refused = set()

    def _impossible(self, launch: Launch) -> tuple[str, dict[str, object]] | None:
        for name, shape, most in (("grid", launch.grid, MOST_GRID), ("block", launch.block, MOST_BLOCK)):
            facts: dict[str, object] = {"part": name, "is_grid": name == "grid", "shape": by(shape)}
            if min(shape) <= 0:
                return "launch-empty", facts
            if name == "block" and launch.threads > self._gpu.threads_per_block:
                return "launch-threads", {**facts, "threads": launch.threads, "most": self._gpu.threads_per_block}
            for axis, size, limit in zip("xyz", shape, most, strict=True):
                if size > limit:
                    return "launch-shape", {**facts, "axis": axis, "size": size, "most": limit}
        most_shared = max(self._gpu.shared_per_block, min(launch.shared_limit, self._gpu.shared_per_block_optin))
        if launch.shared_bytes > most_shared:
            return "launch-shared", {"part": "shared", "size": launch.shared_bytes, "most": most_shared}
        return None

    # --- what it did

    def launched(
        self, launch: Launch, touches: Sequence[Touch] | None, *, nanoseconds: float = 0, output: bool = False,
        missed: Mapping[int, Sequence[tuple[int, int]]] | None = None,
    ) -> None:  # fmt: skip
        """Keep what a launch read and wrote, and whether it printed; judge its order with other work.

        Give None where it did what the launch just before it has done, and nothing came between. `missed` are ranges
        that more blocks would use, by the array's address.
        """
        work = self._ordering.work(launch.stream, nanoseconds)
        if touches is None:
            if last := self.work.get(launch.place):
                last.same += last.pure
            return
        self.printed = self.printed or output
        passed = list(self._memory.passed(launch))
        self.given.update(each for _, each in passed)
        unused = {each for _, each in passed if each.pending}
        any_pointer = any(argument.value is None for argument in launch.arguments)  # a struct may hold it
        for allocation in self._memory.live() if any_pointer else [each for _, each in passed]:
            allocation.pending = False
        by_allocation: dict[Allocation, list[Touch]] = {}
        for touch in touches:
            if found := self._memory.find(touch.start):
                by_allocation.setdefault(found, []).append(touch)
        for _, each in passed:
            each.left = each.left if each in by_allocation else launch
        added = {each for argument, each in passed if argument.only_added_to}
        added |= {each for each in by_allocation if each.kind is Memory.SYMBOL and each.name in launch.adds_to}
        inputs = [each for _, each in passed if each not in by_allocation or _reads(by_allocation[each])]
        flags = {each for argument, each in passed if argument.volatile and each.kind.on_both}
        only_adds = all(each in added or _reads(its) for each, its in by_allocation.items())
        ranges = tuple(tuple((touch.start, touch.end) for touch in by_allocation.get(each, ())) for each in inputs)
        key = (launch, tuple(each.version for each in inputs), ranges) if only_adds else None
        read = [each for each, its in by_allocation.items() if any(touch.access != "write" for touch in its)]
        written = [each for each, its in by_allocation.items() if any(touch.access != "read" for touch in its)]
        # what the host sees, and what is not told of scattered accesses, may change unseen
        known = not any_pointer and all(each.kind.on_device and each in by_allocation for _, each in passed)
        pure = known and bool(written) and not (added or set(read) & set(written))
        last, made = self.work.get(launch.place), _Work(launch, read, written, pure, [each.version for each in read])
        if last and pure and unused.issuperset(written) and (last.launch, last.inputs) == (launch, made.inputs):
            made.same = last.same + 1
        self.work[launch.place] = made
        for allocation, its in by_allocation.items():
            if allocation.kind is Memory.SYMBOL and _reads(its):
                self.faults.constant(allocation, its, launch)
            # where the program has atomic updates, all that such a kernel does is taken for some: they need no order
            mixed = self._has_atomics and len({touch.access for touch in its}) > 1
            # a kernel and the host tell each other something while both run: no order is meant
            # Of many ranges, as in an array of structs, the longest: what is read may be one among thousands written.
            longest = sorted(its, key=lambda touch: touch.start - touch.end)[:_MOST_RANGES]
            for touch in () if allocation in flags else longest:
                access = "atomic" if mixed else touch.access
                self._copies.order(allocation, touch._replace(access=access, place=launch.place, what="kernel"), work)
            for touch in its:
                if touch.access != "write":
                    self._copies.read(allocation, touch)
            self._missed(allocation, its, launch, (missed or {}).get(allocation.address, ()))
            self._changed(allocation, its, key, launch)

    def _missed(
        self, allocation: Allocation, its: list[Touch], launch: Launch, ranges: Sequence[tuple[int, int]]
    ) -> None:
        """Keep what a launch leaves out of an array, until the kernel's next launch uses it, or something sets it."""
        if allocation.missed and (allocation.missed.launch.kernel == launch.kernel or _writes(its)):
            allocation.missed = allocation.missed.without(its)
        if ranges:
            allocation.missed = Missed(launch, [*ranges], sum(map(len, _together(its))), only_read=_reads(its))

    def never_used(self, allocation: Allocation) -> Iterator[tuple[Launch, Allocation]]:
        """Yield later launches of other kernels that read what memory was made of, as it is, with that."""
        places, before = list(self.work), allocation.written_by
        made = self.work.get(before.place) if before else None
        made = made if made and all(each.pending for each in made.written) else None
        for place in places[places.index(made.launch.place) + 1 :] if made else ():
            later = self.work[place]
            for each in later.read:
                alike = (each.size, each.element) == (allocation.size, allocation.element) and each is not allocation
                if made and alike and each in made.read and later.launch.kernel != made.launch.kernel:
                    yield later.launch, each

    def _changed(self, allocation: Allocation, its: list[Touch], key: Added | None, launch: Launch) -> None:
        """Keep what a launch has left in an allocation."""
        allocation.reached = max(allocation.reached, *(touch.end for touch in its))
        if _reads(its):
            return
        if _writes(its) and allocation.unread:
            allocation.lost, allocation.unread = allocation.unread, None
        allocation.written_by, allocation.pending = launch, True
        if key is not None:
            before = allocation.adds
            if before and (before == key or (allocation.looked_at and _arrays_of(before) == _arrays_of(key))):
                allocation.added_again = (before[0].place, launch.place)
            allocation.adds = key
            return
        written = [touch for touch in its if touch.access == "write"]
        allocation.settings = [
            each for each in allocation.settings
            if not any(touch.start <= each.start and each.end <= touch.end for touch in written)
        ]  # fmt: skip
        allocation.changed()


def _arrays_of(added: Added | None) -> object:
    """Return what an adding launch reads, whatever its numbers are; where that is not known, nothing is the same."""
    if added is None or not added[1] or not all(added[2]):
        return object()
    launch, versions, ranges = added
    return launch.kernel, [each for each in launch.arguments if each.is_pointer], versions, ranges


def _typed(allocation: Allocation, pointer: Argument) -> None:
    """Keep what type a kernel's parameter says that the elements have; two that differ leave it open."""
    if not allocation.element:
        allocation.element, allocation.element_bytes = pointer.element, size_of(pointer.element) or 0
    elif allocation.element != pointer.element:
        allocation.element, allocation.element_bytes = "elements", 0


def _reads(touches: Sequence[Touch]) -> bool:
    return all(touch.access == "read" for touch in touches)


def _writes(touches: Sequence[Touch]) -> bool:
    return all(touch.access == "write" for touch in touches)


def _together(touches: Sequence[Touch]) -> list[range]:
    """Return the ranges that are used, each address once."""
    made: list[range] = []
    for touch in sorted(touches):
        begin = max(touch.start, made[-1].stop if made else touch.start)
        made += [range(begin, touch.end)] if begin < touch.end else []
    return made
