"""The runtime's launches: made on the emulator, counted, and what they touched and found told to the history."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from grader.compiling.values import KernelParameter
from grader.emulator.native.records import ROW_READ, ROW_WRITTEN
from grader.emulator.result import Counters, Executed, Run
from grader.emulator.running.buffers import GlobalMemory
from grader.errors import NotSupportedError
from grader.hardware import MOST_BLOCK, occupancy_of
from grader.programs.allocations import Allocation
from grader.programs.calls import AccessKind, Argument, CallError, Code, Launch, Memory, Place, Touch
from grader.programs.device import MOST_PRINTED, MOST_TOUCHES, Device, KnownKernel, Seen, runs
from grader.programs.history import LAUNCH, History
from grader.programs.launches import by
from grader.programs.ordering import NS_OF_LAUNCH, time_of_launch
from grader.programs.properties import GPU
from grader.programs.protocol import UNANSWERED, Call, Reply, by_name

if TYPE_CHECKING:
    from grader.programs.telling import KernelCounts

_MOST_KNOWN, _MOST_COMPARED, _MOST_BLOCKS = 256, 1 << 18, 1 << 28
_MARKS: tuple[tuple[int, AccessKind], ...] = ((ROW_WRITTEN, "write"), (ROW_READ, "read"))
MOST_TRIALS = 24
_MOST_MEMORY, _MOST_WORK = 64 << 20, 1 << 28
"""Bytes of device memory, and bytes and operations of the launch: a larger one is not made again."""
_TRIED = ("out-of-bounds", "uninitialized-read")
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


class Trial(NamedTuple):
    """A changed launch: the row that tells it, and its facts."""

    name: str
    launch: Launch
    facts: Mapping[str, object]


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
        self._previous: _Known | None = None
        self._tried: dict[Place, bool] = {}
        self.calls = by_name({
            f"{LAUNCH} {UNANSWERED}": self._launch,
            "grader_function_set": self._function_set,
            "grader_function_get": self._function_get,
            "grader_occupancy": self._occupancy,
        })  # fmt: skip

    def other_call(self) -> None:
        """Note a call between two launches, after which the second is not as if it came right after the first."""
        self._previous = None

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
        self._history.order.stream(launch.stream)
        self._history.launches.launching(launch)
        if math.prod(launch.grid) > _MOST_BLOCKS:
            raise NotSupportedError(f"a grid of more than {_MOST_BLOCKS:,} blocks is not supported")
        run = self._device.launch(known.kernel, launch)
        unsupported = next((item for item in run.findings if item.kind == "unsupported"), None)
        if unsupported is not None:
            raise NotSupportedError(unsupported.message)
        self._count(launch, run.executed)
        self._told(known, run)
        self._previous = known
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
                counters=Counters.together([code.counters for code in each.executed.values()]),
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
        launch = Launch(
            kernel=kernel.name, place=call.place, grid=(gx, gy, gz), block=(bx, by, bz),
            shared_bytes=call.sizes(9)[7], stream=self._history.order.stream(stream),
            arguments=[_argument(kernel, *each) for each in zip(kernel.parameters, given, strict=False)],
            given=given, shared_limit=kernel.shared_limit,
        )  # fmt: skip
        return _Known(kernel, launch)

    def _told(self, known: _Known, run: Run) -> None:
        launch, judge = known.launch, self._history.launches
        memory, touched = self._device.loaded.memory, run.touched()
        flags = b"".join(each.data for each in touched) if sum(map(len, touched)) <= _MOST_COMPARED else None
        again = flags is not None and flags == known.flags
        if run.output and sum(map(len, self._printed)) < MOST_PRINTED:
            self._printed.append(run.output)
        said = {item: judge.explained(launch, item) for item in run.findings}
        if any(each is not None for each in said.values()) and launch.place not in self._tried:
            self._tried[launch.place] = self._tried_again(known, run)
        for item, each in said.items():
            if each is not None and not self._tried.get(launch.place):
                self.seen.append(Seen(known.kernel, item, each))
            if item.kind in _FATAL and (not run.finished or item.kind == "misaligned-access"):
                self.sticky = _FATAL[item.kind]
            elif item.kind == "out-of-bounds" and item.object is None and item.address is not None:
                self.sticky = 700
        if not again:
            known.flags, known.touches = flags, list(_touches(memory, touched))
        # what is said of a fault depends on what was there before
        repeats = again and known is self._previous and not run.findings and not run.output
        if run.executed is not None:
            time = time_of_launch(launch.all_threads, *run.executed.done)
        else:  # a GPU has measured it
            time = max(0.0, 1e9 * run.seconds - NS_OF_LAUNCH)
        judge.launched(launch, None if repeats else known.touches, nanoseconds=time, output=bool(run.output))

    def _tried_again(self, known: _Known, run: Run) -> bool:
        """True if a launch with one thing changed has no fault, and that is told on the launch's line."""
        texts = self._history.memory.arguments(known.launch.place, ">>>")
        trial = Trials(self._device, known, run, texts).cause()
        if trial:
            place, fault = known.launch.place, run.findings[0]
            used = Place(fault.file or place.file, fault.line)
            self._history.mistakes.add(trial.name, place, used, kernel=known.launch.kernel, **trial.facts)
        return trial is not None

    def _function_set(self, call: Call) -> None:
        number, what, value = call.take(3)
        if what == 8:
            self._known.clear()
            known = self._registered(number)
            known.shared_limit = value
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


class Trials:
    """Make a faulty launch again with one thing changed: where no fault is left, the host gave the wrong one.

    A launch and its kernel do not fit each other, and either may be wrong. What the source calls arguments and
    parameters decides: where they agree already, nothing is exchanged. `texts` are the arguments in the source.
    """

    def __init__(self, device: Device, known: _Known, run: Run, texts: Sequence[str]) -> None:
        self._device, self._kernel, self._launch = device, known.kernel, known.launch
        self._work = sum(run.executed.done) if run.executed is not None else 0
        self._findings = [each for each in run.findings if each.kind in _TRIED]
        passed = device.named(self._launch)
        self._arrays = {name: each for name, each in passed.items() if each.kind is not Memory.SYMBOL}
        arguments = self._launch.arguments
        self._texts = [*texts, *[""] * len(arguments)][: len(arguments)]
        self._named = [_alike(text, each.name) for text, each in zip(self._texts, arguments, strict=True)]
        numbers = {at: int(each.value or 0) for at, each in enumerate(arguments) if each.size}
        self._numbers = {at: value for at, value in numbers.items() if value > 0}

    def cause(self) -> Trial | None:
        """Return the change that leaves no fault."""
        if not self._findings or self._device.used > _MOST_MEMORY or self._work > _MOST_WORK:
            return None
        kept = [
            (each, each.data.copy(), None if each.earlier is None else each.earlier.copy(), each.fresh, each.stored)
            for _, each in self._device.loaded.memory.places()
        ]
        again = Trial("", self._launch, {})
        # what the launch has left may hide a fault, but not one of rows: these are read where a copy has set them
        for trial in [*self._rows(), again, *self._changes(), *self._shapes()][:MOST_TRIALS]:
            run = self._device.launch(self._kernel, trial.launch)
            for buffer, data, earlier, fresh, stored in kept:
                buffer.data[:] = data
                buffer.earlier, buffer.fresh, buffer.stored = earlier, fresh, stored
            if not run.findings:
                return trial if trial.name else None
        return None

    def _rows(self) -> Iterator[Trial]:
        for at, value in self._numbers.items():
            for array in self._arrays.values():
                each, (row, pitch) = array.element_bytes, array.rows
                if each and value * each == row < pitch and not self._named[at]:
                    yield self._with(at, pitch // each, "argument-pitch", array)

    def _changes(self) -> Iterator[Trial]:
        touched = {each.object for each in self._findings}
        for at, value in self._numbers.items():
            for name, array in self._arrays.items():
                if array.element_bytes > 1 and value == array.size:
                    yield self._with(at, array.length, "argument-bytes", array)
                others = [each.length for each in self._arrays.values() if each.length != array.length]
                whole = array.length * array.element_bytes == array.size  # else its own size is what is wrong
                if name in touched and array.length and whole and value in others and not self._named[at]:
                    yield self._with(at, array.length, "argument-length", array)
        pointers = {at: each.element for at, each in enumerate(self._launch.arguments) if each.is_pointer}
        sizes = {at: self._launch.arguments[at].size for at in self._numbers}
        for alike in (sizes, pointers):
            for one, two in combinations(alike, 2):
                differ = self._launch.given[one] != self._launch.given[two]
                fit = alike[one] == alike[two] and not (self._named[one] or self._named[two])
                if differ and fit and self._held(one, two) and self._held(two, one):
                    yield self._exchanged(one, two)

    def _held(self, one: int, other: int) -> bool:
        """False if unset elements of one array are read, and the other has only what this launch has left there."""
        reads, array = self._launch.arguments[one].name, self._arrays.get(self._launch.arguments[other].name)
        unset = any(each.kind == "uninitialized-read" and each.object == reads for each in self._findings)
        return not unset or array is None or bool(array.settings or array.written_by)

    def _shapes(self) -> Iterator[Trial]:
        launch, threads = self._launch, self._launch.threads
        fits = all(size <= most for size, most in zip(launch.grid, MOST_BLOCK, strict=True))
        # blocks of whole warps are usual: a launch that has them has nothing to exchange
        if threads % 32 and math.prod(launch.grid) % 32 == 0 and fits and math.prod(launch.grid) <= MOST_BLOCK[0]:
            shapes = {"shape": by(launch.grid), "block_shape": by(launch.block)}
            yield Trial("launch-exchanged", replace(launch, grid=launch.block, block=launch.grid), shapes)
        for item in self._findings:
            declared, array = self._kernel.declarations.get(item.object or ""), self._arrays.get(item.object or "")
            if declared and not (declared.dims and all(declared.dims)):
                each, given = declared.element_bytes or 1, launch.shared_bytes
                for size in sorted({given * each, threads * each, 2 * threads * each}):
                    if given < threads * each and given < size <= GPU.shared_per_block:
                        facts = {"given": given, "size": size, "array": item.object}
                        yield Trial("launch-shared-small", replace(launch, shared_bytes=size), facts)
            if array and array.length and launch.grid[1:] == (1, 1):
                blocks, rest = divmod(array.length, threads)
                if not rest and 0 < blocks < launch.grid[0]:
                    sizes = {"blocks": launch.grid[0], "needed": blocks, "block_threads": threads}
                    changed = replace(launch, grid=(blocks, 1, 1))
                    yield Trial("launch-large", changed, sizes | array.facts())

    def _with(self, at: int, right: int, name: str, array: Allocation) -> Trial:
        argument = self._launch.arguments[at]
        facts = {"parameter": argument.name, "value": argument.value, "right": right, "pitch": array.rows[1]}
        return self._given({at: right.to_bytes(argument.size, "little")}, name, facts | array.facts())

    def _exchanged(self, first: int, second: int) -> Trial:
        given, names = self._launch.given, [each.name for each in self._launch.arguments]
        facts = {"parameter": names[first], "second": names[second]}
        facts |= {"text": self._texts[first], "second_text": self._texts[second]}
        return self._given({first: given[second], second: given[first]}, "arguments-exchanged", facts)

    def _given(self, changed: Mapping[int, bytes], name: str, facts: Mapping[str, object]) -> Trial:
        given = [changed.get(at, value) for at, value in enumerate(self._launch.given)]
        return Trial(name, replace(self._launch, given=given), facts)


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


def _alike(text: str, name: str) -> bool:
    """True if one of two names is in the other, whatever their case and underscores."""
    one, other = (each.lower().replace("_", "") for each in (text, name))
    return bool(one) and (one in other or other in one)
