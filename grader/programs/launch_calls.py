"""The runtime's launches: made on the emulator, counted, and what they touched and found told to the history."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from grader.compiling.values import KernelParameter
from grader.emulator.native.records import ROW_READ, ROW_WRITTEN
from grader.emulator.result import Counters, Executed, Run, RunFinding
from grader.emulator.running.buffers import GlobalMemory
from grader.errors import NotSupportedError
from grader.hardware import occupancy_of
from grader.programs.allocations import Allocation
from grader.programs.calls import AccessKind, Argument, CallError, Code, Launch, Place, Touch
from grader.programs.device import MOST_PRINTED, MOST_TOUCHES, Device, KnownKernel, Seen, runs
from grader.programs.history import LAUNCH, History
from grader.programs.ordering import NS_OF_LAUNCH, time_of_launch
from grader.programs.protocol import UNANSWERED, Call, Reply, by_name

if TYPE_CHECKING:
    from grader.programs.telling import KernelCounts

_MOST_KNOWN, _MOST_COMPARED, _MOST_BLOCKS = 256, 1 << 18, 1 << 28
_MARKS: tuple[tuple[int, AccessKind], ...] = ((ROW_WRITTEN, "write"), (ROW_READ, "read"))
_MOST_WIDER = 3
"""Launches of one line that are looked at for what they leave out."""
_MOST_POINTERS = 1 << 16
"""Bytes of an array that is searched for pointers."""
_OF_LIBRARY = re.compile(r"\bcublas[A-Z]\w*(?=\s*\()")
_FATAL = {"device-assert": 710, "device-trap": 719, "timeout": 702, "misaligned-access": 716}


@dataclass(slots=True)
class _Known:
    """A launch that the program makes, perhaps again and again: what it asks for, and what its last run touched."""

    kernel: KnownKernel
    launch: Launch
    flags: bytes | None = None
    touches: Sequence[Touch] = ()


@dataclass(slots=True)
class _Counted:
    """All launches of one kernel; `executed` has one sum for each machine code, of which templates have several."""

    first: Launch
    number: int = 0
    threads: int = 0
    executed: dict[int, Executed] = field(default_factory=dict)


class LaunchCalls:
    """Answers them, and keeps what launches did, found and printed. `calls` are those that are answered here."""

    def __init__(self, device: Device, history: History) -> None:
        self._device, self._history = device, history
        self._gpu = device.properties.gpu
        self.seen: list[Seen] = []
        self.sticky = 0
        self._printed: list[str] = []
        self._counted: dict[str, _Counted] = {}
        self._known: dict[tuple[Place, tuple[int, ...], bytes], _Known] = {}
        self.previous: _Known | None = None
        """The launch just before, if no other call came behind it."""
        self._tried: dict[Place, bool] = {}
        self._looked: Counter[Place] = Counter()
        self.calls = by_name({
            f"{LAUNCH} {UNANSWERED}": self._launch,
            "grader_function_set": self._function_set,
            "grader_function_get": self._function_get,
            "grader_occupancy": self._occupancy,
        })  # fmt: skip

    def of_library(self, call: Call) -> bool:
        """True if a library's function makes this launch, and not the program."""
        number = call.numbers[0] if call.numbers and call.name == LAUNCH else -1
        return 0 <= number < len(self._device.kernels) and self._device.kernels[number].library

    def printed(self) -> bytes:
        """Return what kernels have printed since the last time."""
        text = "".join(self._printed).encode("utf-8", "surrogateescape")[:MOST_PRINTED]
        self._printed.clear()
        return text

    def _launch(self, call: Call) -> Reply:
        known = self._known.get((call.place, call.numbers, call.data))
        if known is None:
            known = self._made(call)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[call.place, call.numbers, call.data] = known
        launch = known.launch
        self._history.order.stream(launch.stream, call.place)
        self._history.launches.launching(launch)
        if math.prod(launch.grid) > _MOST_BLOCKS:
            raise NotSupportedError(f"a grid of more than {_MOST_BLOCKS:,} blocks is not supported")
        run = self._device.launch(known.kernel, launch)
        unsupported = next((item for item in run.findings if item.kind == "unsupported"), None)
        if unsupported is not None:
            raise NotSupportedError(unsupported.message)
        self._count(launch, run.executed)
        self._told(known, run)
        self.previous = known
        return Reply(code=0 if not any(item.kind == "resource-limit" for item in run.findings) else 9)

    def _count(self, launch: Launch, executed: Executed | None) -> None:
        """Add what a launch did; on a GPU nothing in it is counted."""
        counted = self._counted.setdefault(launch.kernel, _Counted(launch))
        counted.number += 1
        counted.threads += launch.all_threads
        if executed is not None:
            before = counted.executed.setdefault(id(executed.work), executed)
            if before is not executed:
                before.add(executed)

    def counts(self) -> tuple[KernelCounts, ...]:
        """Return what the launches of each kernel did, in the order of their first launches."""
        from grader.programs.telling import KernelCounts

        return tuple(
            KernelCounts(
                kernel=name, launches=each.number, threads=each.threads, grid=each.first.grid, block=each.first.block,
                counters=_counters(each),
            )
            for name, each in self._counted.items()
        )  # fmt: skip

    def _made(self, call: Call) -> _Known:
        """Return a launch that was not seen before. Raise `CallError` for one that cannot be."""
        number, gx, gy, gz, bx, by, bz, _, stream = call.take(9)
        kernel = self._registered(number)
        given, at = [], 0
        for size in kernel.sizes:
            given.append(call.data[at : at + size])
            at += size
        if at != len(call.data):
            raise CallError(Code.INVALID_VALUE)
        name = _OF_LIBRARY.search(self._history.code.statement(call.place)) if kernel.library else None
        launch = Launch(
            kernel=name[0] if name else kernel.name, place=call.place, grid=(gx, gy, gz), block=(bx, by, bz),
            shared_bytes=call.sizes(9)[7], stream=self._history.order.stream(stream, call.place),
            arguments=[_argument(kernel, *each) for each in zip(kernel.parameters, given, strict=False)],
            given=given, shared_limit=kernel.shared_limit, adds_to=kernel.only_added_to,
            library=kernel.library,
        )  # fmt: skip
        return _Known(kernel, launch)

    def _told(self, known: _Known, run: Run) -> None:
        launch, judge = known.launch, self._history.launches
        memory, touched = self._device.loaded.memory, run.touched()
        flags = b"".join(each.data for each in touched) if sum(map(len, touched)) <= _MOST_COMPARED else None
        again = flags is not None and flags == known.flags
        if run.output and sum(map(len, self._printed)) < MOST_PRINTED:
            self._printed.append(run.output)
        for item in (each for each in run.findings if each.kind == "resource-limit"):
            self._history.mistakes.add("launch-bounds", launch.place, launch, text=item.message)
        faults = [each for each in run.findings if each.kind != "resource-limit"]
        said = {item: judge.faults.explained(launch, item, self._pointers(launch, item)) for item in faults}
        if any(each is not None for each in said.values()) and launch.place not in self._tried:
            self._tried[launch.place] = self._tried_again(known, run)
        for item, each in said.items():
            if each is not None and not self._tried.get(launch.place):
                self.seen.append(Seen(known.kernel, item, *each))
            if item.kind in _FATAL and (not run.finished or item.kind == "misaligned-access"):
                self.sticky = _FATAL[item.kind]
            elif item.kind == "out-of-bounds" and item.object is None and item.address is not None:
                self.sticky = 700
        if not again:
            known.flags, known.touches = flags, list(_touches(memory, touched))
        # what is said of a fault depends on what was there before
        repeats = again and known is self.previous and not run.findings and not run.output
        if run.executed is not None:
            time = time_of_launch(launch.all_threads, *run.executed.done)
        else:  # a GPU has measured it
            time = max(0.0, 1e9 * run.seconds - NS_OF_LAUNCH)
        missed = {} if again or run.findings else self._left_out(known, run)
        judge.launched(
            launch, None if repeats else known.touches, nanoseconds=time, output=bool(run.output), missed=missed
        )

    def _left_out(self, known: _Known, run: Run) -> dict[int, list[tuple[int, int]]]:
        """Return what a launch has too few blocks for, as `Trials.left_out` does, of the first launches of a line."""
        place = known.launch.place
        if run.executed is None or known.kernel.volatile or known.kernel.library or self._looked[place] >= _MOST_WIDER:
            return {}
        if all(not part.any() or part.all() for part in (flags[: len(flags) - 1] for flags in run.touched())):
            return {}
        from grader.programs.launch_trials import Trials  # loaded where a launch may go wrong

        self._looked[place] += 1
        crossed = self._history.copies.crossed(known.launch)
        numbers = [each.name for each in known.launch.arguments]
        pair = (numbers.index(str(crossed["parameter"])), numbers.index(str(crossed["second"]))) if crossed else None
        exchanged = self._history.memory.code.exchanged(place)
        return Trials(self._device, known.kernel, known.launch, run, ()).left_out(run, pair, exchanged=exchanged)

    def _pointers(self, launch: Launch, item: RunFinding) -> list[tuple[int, Allocation]]:
        """Return what a launch may have read from its arrays as a pointer: numbers, and where each was."""
        if item.kind != "out-of-bounds" or item.object is not None:
            return []
        small = [each for _, each in self._history.memory.passed(launch) if each.size <= _MOST_POINTERS]
        words = ((each, self._device.read(each.address, each.size // 8 * 8).view(np.uint64)) for each in small)
        return [(value, each) for each, found in words for value in found.tolist() if value]

    def _tried_again(self, known: _Known, run: Run) -> bool:
        """True if a launch with one thing changed has no fault, and that is told on the launch's line."""
        from grader.programs.launch_trials import Trials  # loaded where a launch goes wrong

        given = self._history.code.given(known.launch.place)
        trial = Trials(self._device, known.kernel, known.launch, run, [text for text, _ in given]).cause()
        if trial:
            place, fault = known.launch.place, run.findings[0]
            named = zip(known.launch.arguments, given, strict=False)
            made = next((line for each, (_, line) in named if each.name == trial.facts.get("parameter")), None)
            used, facts = Place(fault.file or place.file, fault.line), {"set": made, **trial.facts}
            self._history.mistakes.add(trial.name, trial.place or place, used, known.launch, **facts)
        return trial is not None

    def _function_set(self, call: Call) -> None:
        number, what, value = call.take(3)
        if what == 8:
            self._known.clear()
            known = self._registered(number)
            known.shared_limit = value
            self._history.launches.allowed[known.name] = call.place, value
            known.kernel.most_shared = max(known.kernel.most_shared, min(value, self._gpu.shared_per_block_optin))

    def _function_get(self, call: Call) -> Reply:
        kernel = self._registered(call.numbers[0])
        shared = sum(math.prod(each["dims"]) * each["element_bytes"] for each in kernel.shared)
        return Reply(numbers=(shared, 32, max(kernel.shared_limit, self._gpu.shared_per_block)))

    def _registered(self, number: int) -> KnownKernel:
        if not 0 <= number < len(self._device.kernels):
            raise CallError(Code.INVALID_FUNCTION)
        return self._device.kernels[number]

    def _occupancy(self, call: Call) -> Reply:
        _, threads, shared = call.sizes(3)
        if not 0 < threads <= self._gpu.threads_per_block:
            raise CallError(Code.INVALID_VALUE)
        return Reply(numbers=(occupancy_of(self._gpu, threads_per_block=threads, shared_bytes=shared).blocks,))


def _counters(counted: _Counted) -> Counters:
    """Return the counts by line, in one sum for a library's function: its lines are none of the program's."""
    made = Counters.together([code.counters for code in counted.executed.values()])
    return Counters.of([made.total], made.arrays) if counted.first.library else made


def _argument(kernel: KnownKernel, parameter: KernelParameter, value: bytes) -> Argument:
    name, size = parameter.name, len(value)
    if parameter.kind == "pointer":
        address = int.from_bytes(value, "little")
        return Argument(name, address, parameter.element, 0, name in kernel.only_added_to, name in kernel.volatile)
    scalar = parameter.kind == "scalar"
    if scalar and (parameter.element, size) in (("float", 4), ("double", 8)):
        return Argument(name, float(np.frombuffer(value, f"f{size}")[0]))
    number = int.from_bytes(value, "little", signed=True) if size <= 8 else None
    return Argument(name, number, size=size if scalar and size in (4, 8) else 0)


def _touches(memory: GlobalMemory, touched: Sequence[np.ndarray]) -> Iterator[Touch]:
    """Yield what a launch has touched of each variable and array; of too scattered an access nothing is told."""
    for (begin, buffer), flags in zip(memory.places(), touched, strict=False):
        some = np.flatnonzero(flags.view(np.uint64))  # usually nothing, or one range
        if not len(some):
            continue
        end, start = begin + len(buffer.data), 8 * int(some[0])
        part, begin = flags[start : 8 * int(some[-1]) + 8], begin + 4 * start
        for mark, access in _MARKS:
            ranges = runs((part & mark) != 0)
            if len(ranges) <= MOST_TOUCHES:
                yield from (Touch(begin + 4 * a, min(begin + 4 * b, end), access) for a, b in ranges)
