"""What a program has done so far, as the runtime's calls tell it, and what of it is wrong.

A server calls one method for each event, in the program's order and before the call takes effect (a kernel's touches
come after it has run, and go to `launches`; copies go to `copies`). Addresses are numbers: nothing here reads memory. A
method that judges its arguments raises `CallError` for a call that fails on a GPU: it must have no effect. What was
found lies in `findings`, each with its sentence, on the host's line.

    history = History({"scale.cu": text}, memory)
    memory.add(Allocation(Memory.DEVICE, 0x7000, 4000, Place("scale.cu", 12)))
    with suppress(CallError):  # it is too long
        history.copies.copied(Place("scale.cu", 14), Rows(0x7000, 4096), Rows(0x55aa, 4096), Direction.HOST_TO_DEVICE)
    history.ended(0)
    history.findings
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING

from grader.hardware import Gpu
from grader.programs.allocations import Allocation, Allocations
from grader.programs.calls import GPU, LEGACY, NOWHERE, CallError, Code, Memory, Misuse, Place, Touch
from grader.programs.copies import Copies
from grader.programs.launches import Launches
from grader.programs.mistakes import Mistake, Mistakes
from grader.programs.ordering import HOST, Ordering, time_of_launch

if TYPE_CHECKING:
    from grader.results import Finding

LAUNCH = "cudaLaunchKernel"
"""What `History.failed` is given as the function where a launch fails: it has no result to look at."""
STICKY = 700
"""From this code on an error stays (`cudaErrorIllegalAddress` is the first): the fault behind it is told itself."""
_LOWEST_PAGES, _NEAR_END = 1 << 16, 1 << 20
_LAST_ERROR = frozenset({"cudaGetLastError", "cudaPeekAtLastError"})
_TELLS_ERRORS = _LAST_ERROR | {
    "cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize",
}  # fmt: skip
_CLOCK = re.compile(r"(?i)now|clock|time|tick|second")
_DELETES = re.compile(r"\bdelete\b")
_TOO_SMALL = ("memory-short", "alloc-in-elements")


class History:
    """All calls of one run of a program. `files` are its sources by name, the main one first.

    `unlooked` are the places of calls whose result the program drops; as Clang tells of functions that are
    `[[nodiscard]]`; `unset` are variables with the lines that use them before anything sets them, as it tells, too.
    `memory` is what is allocated, `copies` judges copies and fills, `launches` what kernels did, and `order` is told of
    streams and events.
    """

    def __init__(
        self, files: Mapping[str, str], memory: Allocations, *, gpu: Gpu = GPU, unlooked: Collection[Place] = (),
        unset: Sequence[tuple[str, Place]] = (),
    ) -> None:  # fmt: skip
        self._unlooked, self._unset = unlooked, unset
        self.memory, self.code = memory, memory.code
        self.mistakes = Mistakes(next(iter(files), ""), self.code)
        self.order = Ordering(self.mistakes)
        self.copies = Copies(self.memory, self.order, self.mistakes)
        self.launches = Launches(files, gpu, self.copies)
        self._unseen: list[Mistake] = []
        self._failed: Mistake | None = None
        self._launched: Place | None = None
        self._waited: Place | None = None
        """Where the program has waited, or asked for an error, since the last launch."""
        self._first_wait: Place | None = None
        """Where it has done so first."""
        self._dropped: Place | None = None
        self._asks = False
        self._lent = False
        """Whether Thrust has used device memory on the host."""
        self._strict: bool | None = None
        """Whether the program looks at what all other calls return."""

    @property
    def findings(self) -> list[Finding]:
        """All that was found so far, in words."""
        return self.mistakes.findings()

    # --- memory

    def freed(self, place: Place, address: int, by: str, stream: int | None = None) -> None:
        """`by` is the function: cudaFree, cudaFreeHost, free or delete. Tell of a null pointer too.

        `cudaFreeAsync` has a `stream`, and comes after nothing else.
        """
        if address == 0:
            return
        found, by = self.memory.at(address), by.removesuffix("Async")
        if found.freed:
            self.mistakes.add_freed("free-twice", place, found, by=by)
            self.copies.refused.add(place)
        elif not found.size:
            of_host = by in ("free", "delete")
            self.mistakes.add("free-nothing", place, by=by, is_device=found.kind.on_device, of_host=of_host)
        elif found.kind.freed_by != by:
            smart = self.code.smart_pointer(found.place, found.name) if by in ("free", "delete") else None
            self.mistakes.add("free-other", place, found.place, found, by=by, right=found.kind.freed_by, set=smart)
        elif found.address != address:
            self.mistakes.add("free-middle", place, found.place, found, by=by, offset=address - found.address)
        else:
            if stream is not None:
                whole = Touch(address, found.end, "write", place, "free")
                if other := self.order.use(found, whole, self.order.work(stream, 0)):
                    facts = {"what": other.what, "wrote": other.access != "read", "launched": other.place}
                    self.mistakes.add("free-unordered", place, found, **facts)
            elif found.kind is not Memory.HOST:
                self.order.host_waits()
            self.memory.free(found, place)
            return
        raise CallError(Code.INVALID_VALUE)

    def reset(self, place: Place) -> list[Allocation]:
        """`cudaDeviceReset`: all device memory, streams and events are gone. Return what was allocated."""
        self.order.host_waits()
        gone = [each for each in self.memory.live() if each.kind not in (Memory.HOST, Memory.SYMBOL)]
        for allocation in gone:
            self.memory.free(allocation, place)
        return gone

    def clock_read(self, places: Sequence[Place]) -> None:
        """The host reads a clock; its line is one of these, which may be left over from earlier calls."""
        text_of = self.code.statement
        self.order.clock_read(next((place for place in places if _CLOCK.search(text_of(place))), NOWHERE))

    def host_touched(self, place: Place, touches: Sequence[Touch]) -> None:
        """Host code uses managed or pinned memory (a protected page was touched). The line may be 0."""
        for touch in touches:
            allocation = self.memory.find(touch.start)
            if allocation is None:
                continue
            other = self.order.host_uses(allocation, touch)
            if other:
                called = self.code.called_from(place, other.place) or place
                self.mistakes.add(
                    "host-early", called if called.line else other.place, other.place, allocation, what=other.what,
                    reads=touch.access == "read", wrote=other.access != "read",
                    pinned=allocation.kind is Memory.PINNED, **self.order.blamed(HOST, other),
                )  # fmt: skip
            if touch.access == "read":
                self.copies.read(allocation, touch)
            else:
                allocation.changed()

    def lent(self, allocation: Allocation) -> None:
        """Thrust uses an array, after all work before it, for the time of a launch that reads it."""
        self._lent = True
        self.order.work(LEGACY, time_of_launch(allocation.size, allocation.size, 0))
        self.order.host_waits()
        self.copies.all_known = False  # it may pass on what is there to others
        self.copies.read(allocation, Touch(allocation.address, allocation.end, "read"))

    def repaid(self, allocation: Allocation) -> None:
        """Thrust has changed an array."""
        allocation.written_by, allocation.missed = None, None
        allocation.changed()

    # --- errors, and the end

    def failed(self, place: Place, function: str, code: int, name: str) -> None:
        """A call returns an error, `name` is the constant's. Also the errors that methods of this class decided.

        Of a launch the function is `LAUNCH`.
        """
        if code == Code.NOT_READY or code >= STICKY:
            return
        self.mistakes.spoilt = True
        told_elsewhere = place in self.copies.refused and not self.mistakes.at(place)
        facts: dict[str, object] = {"function": function, "code": name, "no_handle": code == Code.INVALID_HANDLE}
        if code == Code.INVALID_DEVICE:  # the device is the last argument of all functions that take one
            given = "".join(self.code.arguments(place, function)[-1:])
            steps = self.code.settings(place, given)
            facts["accused"] = given if steps and not steps[-1].by else ""
        self._failed = Mistake("call-failed", place, facts=facts)
        if (function == LAUNCH or place in self._unlooked) and not told_elsewhere:
            self._unseen.append(Mistake("error-unseen", place, facts=facts))

    def library_failed(self, place: Place, function: str, status: str, why: str) -> None:
        """A library's function refuses what it is given, and does nothing."""
        self.mistakes.spoilt = True
        facts: dict[str, object] = {"function": function, "code": status, "text": why, "handle": "handle" in why}
        self._failed = Mistake("library-fails", place, facts=facts)
        if place in self._unlooked:
            self.mistakes.keep(Mistake("library-fails", place, facts={**facts, "unseen": True}))

    def called(self, place: Place, function: str) -> None:
        """A function of the runtime has been called: is what it returns looked at?"""
        if function == LAUNCH:
            self._launched, self._waited = self._launched or place, None
            return
        looks = place not in self._unlooked
        if function in _TELLS_ERRORS:
            self._waited, self._first_wait = place, self._first_wait or place
            self._asks = self._asks or (looks and self._launched is not None)
            if not looks and function not in _LAST_ERROR:
                self._dropped = self._dropped or place
        else:
            self._strict = looks and self._strict is not False

    def stopped(self, place: Place, name: str) -> None:
        """The GPU has ended a launch with an error that stays, `name` is the constant's."""
        self.mistakes.spoilt = True
        self.mistakes.add("gpu-stopped", place, code=name)

    def error_read(self, place: Place, *, cleared: bool) -> None:
        """`cudaGetLastError`, which clears it, or `cudaPeekAtLastError`."""
        if cleared:
            self.launches.error_cleared()
        if place not in self._unlooked:
            self._unseen.clear()

    def host_fault(self, place: Place, address: int) -> None:
        """Host code died of an access to this address. The line may be 0."""
        known, below = self.memory.at(address), self.memory.below(address)
        if known.freed:
            self.mistakes.add_freed("host-uses-freed", place, known)
        elif below and address - below.end < _NEAR_END and (below.kind.on_both or (self._lent and not known.size)):
            self._past_end(place, below, address, {"offset": address - below.address, "reads": True})
        elif known.kind.on_device:
            at, thrust = self.code.used_on(place, known.name), "thrust::" in self.code.statement(place)
            self.mistakes.add("host-uses-device", at, known.place, known, algorithm=thrust)
        else:
            self.mistakes.add("host-crash", place, null=address < _LOWEST_PAGES, at=f"{address:#x}")

    def host_misused(
        self, misuse: Misuse, place: Place, block: Allocation, address: int, *, writes: bool, amount: int
    ) -> None:
        """Host code misuses a block of its own heap, or frees an address that is in none. Any line may be 0.

        `address` is what is used or freed, or where `amount` bytes around the block have changed.
        """
        offset, known = address - block.address, self.memory.at(address)
        by = "delete" if _DELETES.search(self.code.statement(place)) else "free"
        facts = {**block.facts(), "by": by, "offset": offset, "reads": not writes, "amount": amount}
        if misuse is Misuse.DIED_FREEING and not (known.size or known.kind.on_device):
            self.host_fault(place, address)
        elif misuse is Misuse.FREED_TWICE:
            self.mistakes.add("free-twice", place, block.freed, **facts)
        elif misuse is Misuse.FREED_WRONGLY and block.size:
            self.mistakes.add("free-middle", place, block.place, **facts)
        elif misuse in (Misuse.FREED_WRONGLY, Misuse.DIED_FREEING):
            with suppress(CallError):
                self.freed(place, address, by)
        elif misuse is Misuse.REGISTERED_WHEN_FREED:
            self.mistakes.add("registered-free", place, block.freed, **facts)
        elif misuse is Misuse.USED_AFTER_FREE:
            self.mistakes.add("host-uses-freed", place, block.freed, **facts)
        elif misuse is Misuse.USED_PAST_END and place.line:
            self._past_end(place, block, address, facts)
        else:
            lines = (block.place, place) if block.place.line else (place, NOWHERE)
            self.mistakes.add("host-changed", *lines, **facts, in_front=offset < 0)

    def _past_end(self, place: Place, block: Allocation, address: int, facts: dict[str, object]) -> None:
        """Tell of host code that goes past the end of a block: of the loop around it, where it goes on for one more."""
        code = self.code
        bound = code.loop_bound(place) if address == block.end else None
        facts |= {"set": bound[0], "text": bound[1]} if bound else {}
        made = block.place if block.place.line else code.declared_at(place)
        if not bound and (size := code.counted_size(made, NOWHERE)) and code.counts_elements(code.statement(made)):
            self.mistakes.add("host-short", place, made, block, **facts, set=size)
            return
        self.mistakes.add("host-past-end", place, made, block, **facts)

    def ended(self, code: int, kernels: Sequence[str] = ()) -> None:
        """The program, which has these kernels, has ended with this exit code. Call it last.

        Tells leaks, what was never copied back, and what no kernel did.
        """
        for each in self._unseen:
            for mistake in (told := self.mistakes.at(each.place)):
                mistake.facts["unseen"] = True
            if not told:
                self.mistakes.keep(each)
        for launched, place in self.order.early:
            self.mistakes.add("clock-early", self.code.called_from(place, launched) or place, launched)
        for name, place in self._unset:
            if all(found.name == "host-crash" for found in self.mistakes) and self.code.is_pointer(place.file, name):
                self.mistakes.drop(lambda _: True)
                self.mistakes.add("pointer-unset", place, text=name)
        if code and self._failed and not self.mistakes:
            self.mistakes.keep(self._failed)
        # what goes past the end of a block of the host's that is told to be too small
        short = {found.facts.get("set") or found.place for found in self.mistakes if found.name in _TOO_SMALL}
        self.mistakes.drop(lambda found: found.name == "host-past-end" and found.other in short)
        for mistake in self.mistakes:
            of = mistake.of if mistake.name == "never-set" else None
            if of and of.settings:  # it was set after all, and too late
                first = of.settings[0]
                late = {"late": first.place} if first.what == "copy" and first.place > mistake.place else {}
                mistake.facts |= {"set": first.place, **late}
            elif of and (lost := next((each for each in self.memory if each.lost and each.size == of.size), None)):
                right = {"right": of.name, "right_made": of.place, "set": lost.lost}
                mistake.name, mistake.facts = "copy-astray", mistake.facts | lost.facts() | right
        if self.mistakes.spoilt or (code and self.mistakes):
            return
        self._too_few()
        self._left_behind()
        self._missed()
        self._idle(kernels)
        self._leaks(code)
        if code == 0:
            self.order.left_over()
            self._unchecked()

    def _too_few(self) -> None:
        """Tell of launches that leave out a part of what comes back, or of what they only read."""
        told = set[Place]()
        for each in sorted((each for each in self.memory if each.missed), key=lambda each: each.written_by is None):
            missed, back = each.missed, self.copies.back.get(each, [])
            used = next((touch for touch, *_ in back if missed and missed.without([touch]) != missed), None)
            if missed and (used or missed.only_read or each.kind.on_both) and missed.launch.place not in told:
                told.add(missed.launch.place)
                self.copies.left_out(each, missed, used.place if used else None)

    def _left_behind(self) -> None:
        """Where nothing else is told, tell of arguments that are stale or of another size, and of parts left over."""
        if self.mistakes:
            return
        for place, work in self.launches.work.items():
            numbers = {at: each.name for at, each in enumerate(work.launch.arguments) if not each.is_pointer}
            if stale := self.code.stale(place, numbers):
                said = {"parameter": stale.value, "text": stale.name, "set": stale.place}
                self.mistakes.add("argument-stale", place, work.launch, **said)
            if other := self.code.other_size(place, [len(each) for each in work.launch.given]):
                self.mistakes.add(
                    "argument-size", place, work.launch, text=other.name, size=other.size_bytes, set=other.place
                )
        for each in self.memory:
            parts = sorted(each.settings)
            alike = {part.end - part.start for part in parts if part.what == "copy"}
            if each.kind is not Memory.DEVICE or len(parts) < 2 or len(alike) != 1 or not each.element_bytes:
                continue
            (size,), end = alike, parts[-1].end
            in_line = [part.start for part in parts] == list(range(each.address, end, size))
            rest = (each.end - max(end, each.reached)) // each.element_bytes
            left = in_line and 0 < rest < len(parts)
            if left and (made := self.code.rounded_part(parts[0].place, each.place)):
                facts: dict[str, object] = {"amount": rest, "set": made.place, "needed": each.length}
                self.mistakes.add("part-rounded", parts[0].place, each, **facts)

    def _unchecked(self) -> None:
        """Tell of launches whose errors a program never asks for, though it looks at those of all other calls."""
        if self._launched and self._strict and not self._asks:
            code, place = self.code, self._launched
            sizes = (step.value for text in code.configuration(place).values() for step in code.settings(place, text))
            chosen = next((value for value in sizes if "argv" in value), "")
            if self._dropped or chosen:
                self.mistakes.add("never-asked", place, self._dropped, text=chosen)

    def _missed(self) -> None:
        """Tell of results that nothing has looked at."""
        writers = [(each.written_by.place, each) for each in self.memory if each.pending and each.written_by]
        idle = [(place, each) for place, each in writers if each.kind.on_device]
        seen = [each for each in self.memory if each.kind.on_both and each.written_by]
        if not (self.order.timed or self.order.clock_was_read or self.launches.printed):
            self._for_nothing([each for _, each in idle if not seen])
        if not idle or seen:
            return
        if not self.copies.back and not (self.launches.printed or self.order.timed):
            launched, last = max(idle, key=lambda pair: pair[0])
            over = self.copies.over_result.get(last)
            name, shown = ("back-exchanged", over) if over else ("never-back", self._waited or launched)
            self.mistakes.add(name, shown, last, launched=launched)
        for place, (allocation, right) in self.copies.older.items():
            if right.pending and right.written_by:
                facts = {"right": right.name, "right_made": right.place, "older": allocation.written_by}
                crossed = None if allocation.written_by else self.copies.crossed(right.written_by)
                lines = ("arguments-crossed", right.written_by.place, place) if crossed else ("wrong-back", place)
                self.mistakes.add(*lines, allocation, right.written_by, **facts, **(crossed or {}))
        for place, each in self.copies.before.items():
            if each.pending and each.written_by:
                self.mistakes.add("back-early", place, each, each.written_by)

    def _idle(self, kernels: Sequence[str]) -> None:
        """Tell of kernels that are never launched, and of launches whose one result nothing uses."""
        launched = {work.launch.kernel for work in self.launches.work.values()}
        unused, told = [name for name in kernels if name not in launched], {each.place for each in self.mistakes}
        dead = next((other for other in self.memory if other.pending and other.written_by and other.name), None)
        for place, each in self.copies.before.items():
            if (unused or dead) and each.written_by is None and each.settings and place not in told:
                said = {"kernel": unused[0]} if unused else {"second": dead.name if dead else ""}
                self.mistakes.add("never-launched", place, each, **said)
        if unused and not (launched or self.mistakes) and any(each.kind is not Memory.HOST for each in self.memory):
            self.mistakes.add("never-launched", self._first_wait or NOWHERE, kernel=unused[0])
        self._back_to_one()
        work = self.launches.work.get(dead.written_by.place) if dead and dead.written_by and self.copies.back else None
        if dead and work and work.written == [dead] and dead in work.read and not (self.mistakes or self.order.timed):
            self.mistakes.add("dead-result", work.launch.place, dead, work.launch)
        for each in self.memory:
            if not unused:
                self._never_read(each)
            self._short_back(each, told)

    def _back_to_one(self) -> None:
        """Tell of copies of one line that set the same part of a block on the host, or parts that overlap."""
        parts: dict[tuple[Place, int], list[tuple[int, int, int]]] = {}
        for (place, start, end, whole), amount in self.copies.to_host.items():
            parts.setdefault((place, whole), []).append((start, end, amount))
        for (place, whole), of_line in parts.items():
            start, end, amount = of_line[0]
            overlap = any(one[1] > two[0] for one, two in pairwise(sorted(of_line)))
            if overlap or (len(of_line) == 1 and amount > 1 and amount * (end - start) == whole):
                self.mistakes.add("back-to-one", place, amount="" if overlap else amount, size=end - start)

    def _never_read(self, each: Allocation) -> None:
        """Tell of what was copied to the device, and no kernel is given or uses."""
        twice = self.copies.twice
        if each.kind is not Memory.DEVICE or each.unread is None or each.reached:
            return
        if twice:
            self.mistakes.add("never-read", twice.place, each.unread, each, twice)
        elif self.copies.all_known and each not in self.launches.given:
            inner = self.code.hidden(each.place, self.code.named(each.place))
            facts = {"set": inner, "text": self.code.named(each.place)} if inner else {}
            self.mistakes.add("never-read", each.unread, each, **facts)

    def _short_back(self, each: Allocation, told: Collection[Place]) -> None:
        """Tell of a result that comes back in part, or not at all where another one does."""
        written, back = each.written_by, self.copies.back.get(each, [])
        if written and len(back) == 1 and each.reached == each.end and not each.rows[1]:
            touch, room, _ = back[0]
            short = touch.start == each.address and touch.end < each.end and room == each.size
            if short and touch.place not in told:
                size = touch.end - touch.start
                self.mistakes.add("back-short", touch.place, each, written, size=size, in_elements=size == each.length)
        alone = written if written and each.pending and self.copies.back and not back else None
        if alone and (twin := self.code.host_twin(alone.place, each.name)):
            last = max(touch.place for touches in self.copies.back.values() for touch, *_ in touches)
            self.mistakes.add("one-never-back", last, each, alone, text=twin.name, set=twin.place)

    def _for_nothing(self, idle: Sequence[Allocation]) -> None:
        """Tell of launches that a program without measurements makes for nothing."""
        for place, work in self.launches.work.items():
            if work.same > 1:
                self.mistakes.add("same-again", place, amount=work.same + 1)
        for each in idle:
            for launch, right in self.launches.never_used(each):
                facts = {"right": right.name, "kernel": launch.kernel}
                facts |= {"second": each.written_by.kernel} if each.written_by else {}
                self.mistakes.add("never-used", launch.place, each, each.written_by, **facts)

    def _leaks(self, code: int) -> None:
        """Tell of memory that is never freed; where the program says that something is wrong, only of what adds up."""
        kept = [each for each in self.memory.live() if each.kind not in (Memory.HOST, Memory.SYMBOL)]
        often = Counter(each.place for each in kept)
        lines = sorted(often, key=lambda place: (-often[place], place))
        left = self.code.left_before(lines[0], self.code.named(lines[0])) if lines else None
        if kept and (not code or (left and left[1] != "main" and often[lines[0]] > 1)):
            names = [each.name for each in kept if each.name]
            handle = "cublasCreate" in self.code.statement(lines[0])
            names = names if len(names) == len(kept) else []
            facts = {"amount": len(kept), "handle": handle, "names": ", ".join(names)}
            if left:
                self.mistakes.add("leak-left", left[0], **facts, made=lines)
            else:
                self.mistakes.add("leak", lines[0], **facts, made=lines[1:])
