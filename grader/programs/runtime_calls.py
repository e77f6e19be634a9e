"""The calls of the CUDA runtime, each answered as a GPU's runtime answers it, and told to the history first."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from grader.emulator.native.records import ROW_READ, ROW_WRITTEN
from grader.emulator.result import Run, RunFinding
from grader.emulator.running.buffers import GlobalMemory
from grader.emulator.unsupported import Unsupported
from grader.hardware import occupancy_of
from grader.programs.calls import AccessKind, Argument, Code, Direction, Launch, Memory, Place, Touch
from grader.programs.device import (
    MOST_ALLOCATIONS,
    MOST_PRINTED,
    Allocation,
    Device,
    KnownKernel,
    OutOfMemoryError,
    Seen,
)
from grader.programs.history import LAUNCH, History
from grader.programs.line_table import places_of
from grader.programs.properties import ATTRIBUTES, GPU, TOTAL_BYTES, properties
from grader.programs.protocol import UNANSWERED, WINDOW_BYTES, Action, Call, Reply
from grader.programs.tally import Tally
from grader.programs.timeline import Timeline
from grader.results import Finding, Kind, Severity

_ERRORS = re.compile(r"ERROR\((\w+), (\d+),")
_SPELLED = {
    "grader_to_symbol": "cudaMemcpyToSymbol", "grader_from_symbol": "cudaMemcpyFromSymbol",
    "grader_symbol_address": "cudaGetSymbolAddress", "grader_symbol_size": "cudaGetSymbolSize",
    "grader_properties": "cudaGetDeviceProperties", "cudaLaunchKernel": LAUNCH, UNANSWERED: LAUNCH,
}  # fmt: skip
_ASKED = re.compile(
    r"cuda(?:Malloc\w*|HostAlloc)\s*\(\s*(?:\([^()]*\)\s*|\w+_cast\s*<[^>]*>\s*\(\s*)?\(*\s*&\s*([A-Za-z_][\w.>\[\]-]*)"
)
_MOST_TOUCHES = 4096
_MOST_GUARDED = 64
_MOST_KNOWN, _MOST_COMPARED = 256, 1 << 18
_MARKS: tuple[tuple[int, AccessKind], ...] = ((ROW_WRITTEN, "write"), (ROW_READ, "read"))
_WITHOUT_EFFECT = (
    "cudaMemPrefetchAsync", "cudaMemAdvise", "cudaSetDeviceFlags", "cudaDeviceSetCacheConfig",
    "cudaDeviceSetSharedMemConfig", "cudaDeviceSetLimit", "cudaProfilerStart", "cudaProfilerStop",
)  # fmt: skip
_WAITS = frozenset({
    "cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize",
    "cudaDeviceReset", "cudaThreadExit", "cudaFree", "cudaMemcpy", "cudaMemcpy2D", "grader_to_symbol",
    "grader_from_symbol", "piece",
})  # fmt: skip
"""Calls after which what kernels have printed is there."""
_KEEPS_LAUNCH = frozenset({"cudaLaunchKernel", UNANSWERED, "cudaGetLastError", "cudaPeekAtLastError"})
"""Calls between two launches that leave the second as if it came right after the first."""
_FATAL = {"device-assert": 710, "device-trap": 719, "timeout": 702, "misaligned-access": 716}


@dataclass(slots=True)
class _Transfer:
    """A copy through the window: a range of device memory, in rows, and whether it goes to the device."""

    address: int
    width: int
    rows: int
    pitch: int
    to_device: bool

    @property
    def total(self) -> int:
        return self.width * self.rows


@dataclass(slots=True)
class _Known:
    """A launch that the program makes, perhaps again and again: what it asks for, and what its last run touched."""

    kernel: KnownKernel
    launch: Launch
    given: Sequence[bytes]
    flags: bytes | None = None
    touches: Sequence[Touch] = ()


class Runtime:
    """One program's runtime. `answer` returns the reply to a call."""

    def __init__(
        self,
        device: Device,
        files: Mapping[str, str],
        unlooked: Sequence[tuple[str, int]],
        lines: bytes = b"",
    ) -> None:
        self._lines = lines
        self.device, self.files = device, files
        self.history = History(
            files, gpu=GPU, device=range(4 << 36, 256 << 36), unlooked=[Place(*at) for at in unlooked]
        )
        self.timeline = Timeline(self.history)
        self.seen: list[Seen] = []
        self.launches = 0
        self.tally = Tally()
        self.unsupported = ""
        self._last = self._sticky = 0
        self._kernel_names: list[str] = []
        self._variable_names: list[str] = []
        self._printed: list[str] = []
        self._transfer: _Transfer | None = None
        self._known: dict[tuple[Place, tuple[int, ...], bytes], _Known] = {}
        self._previous: _Known | None = None
        self._broken: list[Finding] = []
        plain, managed, pinned = (
            partial(self._malloc, each) for each in (Memory.DEVICE, Memory.MANAGED, Memory.PINNED)
        )
        self._calls: Mapping[str, Callable[[Call], Reply]] = {
            "variable": self._variable, "kernel": self._kernel, "begin": self._begin, "parameters": self._parameters,
            "fault": self._fault, "touched": self._touched, "unfinished": self._unfinished, "piece": self._piece,
            **dict.fromkeys(("cudaMemcpy", "cudaMemcpyAsync", "cudaMemcpy2D", "cudaMemcpy2DAsync"), self._copy),
            **dict.fromkeys(("cudaMemset", "cudaMemsetAsync", "cudaMemset2D"), self._fill),
            **dict.fromkeys(_WITHOUT_EFFECT, lambda _: Reply()),
            "grader_to_symbol": self._to_symbol, "grader_from_symbol": self._from_symbol,
            "grader_symbol_address": self._symbol_address, "grader_symbol_size": self._symbol_size,
            "cudaMalloc": plain, "cudaMallocAsync": plain, "cudaMallocManaged": managed, "cudaMallocHost": pinned,
            "cudaHostAlloc": pinned, "cudaMallocPitch": self._malloc_pitch,
            "cudaHostGetDevicePointer": self._device_pointer,
            **dict.fromkeys(("cudaFree", "cudaFreeAsync", "cudaFreeHost"), self._free),
            "cudaMemGetInfo": self._memory_info, "cudaPointerGetAttributes": self._pointer,
            "cudaLaunchKernel": self._launch, UNANSWERED: self._launch, "grader_function_set": self._function_set,
            "grader_function_get": self._function_get, "unsupported": self._unsupported,
            "texture": self._texture, "texture_gone": self._texture_gone,
            "grader_occupancy": self._occupancy,
            "grader_block_size": lambda _: Reply(numbers=(2 * GPU.multiprocessors, 1024)),
            "cudaDeviceReset": self._reset, "cudaThreadExit": self._reset,
            "cudaGetLastError": self._last_error, "cudaPeekAtLastError": self._last_error,
            "cudaGetDeviceCount": lambda _: Reply(numbers=(1,)), "cudaGetDevice": lambda _: Reply(numbers=(0,)),
            "cudaSetDevice": lambda call: Reply(code=101 if call.numbers[0] else 0),
            "grader_properties": self._properties, "cudaDeviceGetAttribute": self._attribute,
            **dict.fromkeys(("cudaDriverGetVersion", "cudaRuntimeGetVersion"), lambda _: Reply(numbers=(12000,))),
            **self.timeline.calls,
        }  # fmt: skip

    def answer(self, call: Call) -> Reply:
        """Return the reply. A call that the runtime does not know, or with too few numbers, is an invalid value."""
        if self._sticky and call.name not in ("cudaGetLastError", "cudaPeekAtLastError", "fault", "parameters"):
            return self._with_output(call, Reply(code=self._sticky))
        if call.name not in _KEEPS_LAUNCH:
            self._previous = None
        try:
            reply = self._calls[call.name](call)
        except (KeyError, IndexError):
            reply = Reply(code=Code.INVALID_VALUE)
        spelled = _SPELLED.get(call.name, call.name)
        if call.name in self._calls and spelled.startswith("cuda"):
            self.tally.calls[spelled] += 1
        if reply.code and call.name not in ("cudaGetLastError", "cudaPeekAtLastError", "begin"):
            if reply.code != Code.NOT_READY:
                self._last = reply.code
            self.history.failed(call.place, spelled, reply.code, _error_names()[reply.code])
        return self._with_output(call, reply)

    def broke(self, said: str) -> None:
        """The program sent what its runtime does not send."""
        message = f"The program writes into the connection of its own CUDA runtime ({said}), and was ended."
        self._broken.append(Finding(kind=Kind.TAMPERING, severity=Severity.ERROR, message=message))

    def told(self, code: int) -> tuple[Finding, ...]:
        """Return all findings, now that the program has ended with this exit code."""
        self.history.ended(code)
        if not (self.seen or self.history.findings):
            return tuple(self._broken)
        from grader.programs.telling import tell  # loaded where there is something to say

        return (*self._broken, *tell(self.files, self.device.kernels, self.seen, self.history.findings))

    def _with_output(self, call: Call, reply: Reply) -> Reply:
        if not self._printed or call.name not in _WAITS:
            return reply
        text = "".join(self._printed).encode("utf-8", "surrogateescape")[:MOST_PRINTED]
        self._printed.clear()
        return Reply(code=reply.code, action=reply.action, numbers=reply.numbers, data=reply.data, printed=text)

    # --- the beginning

    def _kernel(self, call: Call) -> Reply:
        self._kernel_names.append(call.data.decode("ascii", "replace"))
        return Reply()

    def _variable(self, call: Call) -> Reply:
        self._variable_names.append(call.data.decode("ascii", "replace"))
        return Reply()

    def _begin(self, _: Call) -> Reply:
        try:
            self.device.load(self._kernel_names, self._variable_names)
        except Unsupported as refused:
            self.unsupported = f"the emulator cannot run this program: {refused}"
            return Reply(code=801)
        memory = self.device.loaded.memory
        for buffer in memory.variables:
            self.history.allocated(
                Place(next(iter(self.files)), 0), Memory.SYMBOL, memory.address_of(buffer), len(buffer.data),
                name=buffer.name,
            )  # fmt: skip
        return Reply()

    def _parameters(self, call: Call) -> Reply:
        sizes = self.device.kernels[call.numbers[0]].sizes
        return Reply(data=np.array(sizes, np.uint32).tobytes())

    def _fault(self, call: Call) -> Reply:
        address, *standing = (number & (1 << 64) - 1 for number in call.numbers)
        self.history.host_fault(call.place if call.place.line else self._standing(call, standing), address)
        return Reply()

    def _standing(self, call: Call, addresses: Sequence[int]) -> Place:
        """Return where the program's own text stands, from its instruction and what lies on its stack."""
        places = places_of(self._lines, addresses)
        return next((place for place in places if place.file in self.files), call.place)

    def _touched(self, call: Call) -> Reply:
        address, size, writes, *standing = (number & (1 << 64) - 1 for number in call.numbers)
        access: AccessKind = "write" if writes else "read"
        self.history.host_touched(self._standing(call, standing), [Touch(address, address + size, access)])
        return Reply()

    def _unfinished(self, _: Call) -> Reply:
        return Reply(data=np.array(self.history.unfinished()[:_MOST_GUARDED], np.int64).tobytes())

    # --- memory

    def _malloc(self, kind: Memory, call: Call) -> Reply:
        size = call.numbers[0] & (1 << 64) - 1
        if size == 0:
            return Reply(numbers=(0,))
        return self._allocated(call, kind, size)

    def _allocated(self, call: Call, kind: Memory, size: int, pitch: int = 0) -> Reply:
        if len(self.device.allocations) >= MOST_ALLOCATIONS:
            return self._refuse(call, f"holding more than {MOST_ALLOCATIONS} allocations at a time")
        try:
            made = self.device.allocate(kind, size, self._name_at(call.place))
        except (OutOfMemoryError, MemoryError, Unsupported, OSError):
            return Reply(code=2)
        self.history.allocated(call.place, kind, made.address, size)
        action = Action.MAP if kind.on_both else Action.NOTHING
        return Reply(action=action, numbers=(made.address, pitch or size, made.offset))

    def _name_at(self, place: Place) -> str:
        """Return what the source calls the memory that is allocated here."""
        lines = self.files.get(place.file, "").split("\n")
        found = (
            _ASKED.search(" ".join(lines[place.line - 1 : place.line + 1])) if 0 < place.line <= len(lines) else None
        )
        return found[1] if found else "the array"

    def _malloc_pitch(self, call: Call) -> Reply:
        width, height = (number & (1 << 64) - 1 for number in call.numbers[:2])
        pitch = -(-width // 512) * 512
        return self._allocated(call, Memory.DEVICE, pitch * height, pitch)

    def _texture(self, call: Call) -> Reply:
        """Put the description of a texture or surface where kernels find it; it is none of the program's memory."""
        if len(self.device.allocations) >= MOST_ALLOCATIONS:
            return self._refuse(call, f"holding more than {MOST_ALLOCATIONS} allocations at a time")
        made = self.device.allocate(Memory.DEVICE, len(call.data), "the texture")
        made.buffer.data[:] = np.frombuffer(call.data, np.uint8)
        made.buffer.write(slice(0, len(call.data)))
        return Reply(numbers=(made.address,))

    def _texture_gone(self, call: Call) -> Reply:
        self.device.free(call.numbers[0])
        return Reply()

    def _device_pointer(self, call: Call) -> Reply:
        found = self._allocation(call.numbers[0])
        return Reply(numbers=(call.numbers[0],)) if found and found.kind.on_both else Reply(code=1)

    def _allocation(self, address: int) -> Allocation | None:
        """Return the allocation that an address lies in."""
        found = self.device.bytes_at(address, 0)
        return next((each for each in self.device.allocations.values() if found and each.buffer is found[0]), None)

    def _free(self, call: Call) -> Reply:
        code = self.history.freed(call.place, call.numbers[0], call.name.removesuffix("Async"))
        known = call.numbers[0] == 0 or call.numbers[0] in self.device.allocations
        if code == Code.SUCCESS and known:
            self.device.free(call.numbers[0])
        return Reply(code=code or (0 if known else Code.INVALID_VALUE))

    def _memory_info(self, _: Call) -> Reply:
        return Reply(numbers=(TOTAL_BYTES - self.device.used, TOTAL_BYTES))

    def _pointer(self, call: Call) -> Reply:
        found = self._allocation(call.numbers[0])
        if found is None:
            return Reply(numbers=(0, 0, 1))
        kind = {Memory.DEVICE: 2, Memory.MANAGED: 3, Memory.PINNED: 1}[found.kind]
        return Reply(numbers=(kind, 1, int(found.kind.on_both)))

    # --- copies

    def _copy(self, call: Call) -> Reply:
        to, source, width, kind, stream, rows, to_pitch, source_pitch = call.numbers
        if width <= 0 or rows <= 0 or not 0 <= kind <= 4:
            return Reply(code=0 if width == 0 or rows == 0 else Code.INVALID_VALUE)
        span = (rows - 1) * source_pitch + width
        code = self.history.copied(
            call.place, to, source, width, Direction(kind), stream=None if stream == -1 else stream, rows=rows,
            to_pitch=to_pitch, source_pitch=source_pitch, unset=self._unset(source, span),
        )  # fmt: skip
        if code:
            return Reply(code=code)
        in_memory = 2 * self._on_device(to, source)
        self.timeline.moved(stream, by_bus=width * rows * (not in_memory), in_memory=width * rows * in_memory)
        whole_to, whole_from = (rows - 1) * to_pitch + width, span
        inside_to, inside_from = self.device.bytes_at(to, whole_to), self.device.bytes_at(source, whole_from)
        host_to, host_from = (self._host_sees(address) for address in (to, source))
        if inside_to and inside_from:
            self._inside(to, source, width, rows, to_pitch, source_pitch)
            return Reply()
        if (inside_to and not host_from) or (inside_from and not host_to):
            return Reply(code=Code.INVALID_VALUE)
        if (kind in (1, 3) and not inside_to) or (kind in (2, 3) and not inside_from):
            return Reply(code=Code.INVALID_VALUE)
        if inside_to:
            self._transfer = _Transfer(to, width, rows, to_pitch, True)
            return Reply(action=Action.SEND)
        if inside_from:
            self._transfer = _Transfer(source, width, rows, source_pitch, False)
            return Reply(action=Action.RECEIVE)
        if not (host_to and host_from):
            return Reply(code=Code.INVALID_VALUE)
        return Reply(action=Action.COPY_HERE)

    def _on_device(self, *addresses: int) -> bool:
        """True if all of these are in the memory of the device, and not the host's, pinned or not."""
        pinned = [each.buffer for each in self.device.allocations.values() if each.kind is Memory.PINNED]
        found = [self.device.bytes_at(address, 0) for address in addresses]
        return all(each is not None and each[0] not in pinned for each in found)

    def _host_sees(self, address: int) -> bool:
        """True for an address that the program's own code may use."""
        return self.device.module is None or self.device.loaded.memory.find(address) is None

    def _unset(self, address: int, size: int) -> list[tuple[int, int]]:
        """Return the ranges of device memory from an address on that nothing has written."""
        found = self.device.bytes_at(address, size)
        if found is None or not found[0].fresh:
            return []
        if found[0].earlier is None:
            return [(address, address + size)]
        return [(address + a, address + b) for a, b in _runs(~found[0].earlier[found[1] : found[1] + size])][
            :_MOST_TOUCHES
        ]

    def _inside(self, to: int, source: int, width: int, rows: int, to_pitch: int, source_pitch: int) -> None:
        """Copy inside device memory, with what is known to be written."""
        target, origin = (self.device.loaded.memory.find(address) for address in (to, source))
        assert target is not None and origin is not None
        for row in range(rows):
            begin, start = target[1] + row * to_pitch, origin[1] + row * source_pitch
            target[0].data[begin : begin + width] = origin[0].data[start : start + width].copy()
            target[0].write(slice(begin, begin + width))

    def _piece(self, call: Call) -> Reply:
        """Move one piece of the copy that is under way."""
        transfer, (start, size) = self._transfer, call.numbers[:2]
        if transfer is None or not (0 < size <= WINDOW_BYTES and start >= 0 and start + size <= transfer.total):
            return Reply(code=Code.INVALID_VALUE)
        span = (transfer.rows - 1) * transfer.pitch + transfer.width
        found = self.device.bytes_at(transfer.address, span)
        if found is None:
            return Reply(code=Code.INVALID_VALUE)
        buffer, offset = found
        at = 0
        while at < size:
            row, column = divmod(start + at, transfer.width)
            piece = min(transfer.width - column, size - at)
            begin = offset + row * transfer.pitch + column
            if transfer.to_device:
                buffer.data[begin : begin + piece] = self.device.window[at : at + piece]
                buffer.write(slice(begin, begin + piece))
            else:
                self.device.window[at : at + piece] = buffer.data[begin : begin + piece]
            at += piece
        return Reply()

    def _to_symbol(self, call: Call) -> Reply:
        number, source, size, kind, stream, at = call.numbers
        address = self.device.variable(number)
        if address is None:
            # A variable that no kernel uses: what is written there is never read.
            return Reply(code=0 if 0 <= number < len(self._variable_names) else 13)
        return self._copy(
            Call(name=call.name, place=call.place, numbers=(address + at, source, size, kind, stream, 1, size, size))
        )

    def _from_symbol(self, call: Call) -> Reply:
        number, to, size, kind, stream, at = call.numbers
        address = self.device.variable(number)
        if address is None:
            return Reply(code=13)
        return self._copy(
            Call(name=call.name, place=call.place, numbers=(to, address + at, size, kind, stream, 1, size, size))
        )

    def _symbol_address(self, call: Call) -> Reply:
        address = self.device.variable(call.numbers[0])
        return Reply(code=13) if address is None else Reply(numbers=(address,))

    def _symbol_size(self, call: Call) -> Reply:
        address = self.device.variable(call.numbers[0])
        found = None if address is None else self.device.bytes_at(address, 0)
        return Reply(code=13) if found is None else Reply(numbers=(len(found[0].data),))

    def _fill(self, call: Call) -> Reply:
        address, value, width, stream, rows, pitch = call.numbers
        if width <= 0 or rows <= 0:
            return Reply(code=0 if width == 0 or rows == 0 else Code.INVALID_VALUE)
        code = self.history.filled(
            call.place, address, value, width, stream=None if stream == -1 else stream, rows=rows, pitch=pitch
        )
        found = self.device.bytes_at(address, (rows - 1) * pitch + width)
        if code or found is None:
            return Reply(code=code or Code.INVALID_VALUE)
        self.timeline.moved(stream, in_memory=width * rows)
        for row in range(rows):
            begin = found[1] + row * pitch
            found[0].data[begin : begin + width] = value & 0xFF
            found[0].write(slice(begin, begin + width))
        return Reply()

    # --- kernels

    def _launch(self, call: Call) -> Reply:
        known = self._known.get((call.place, call.numbers, call.data))
        if known is None:
            made = self._made(call)
            if isinstance(made, int):
                return Reply(code=made)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[call.place, call.numbers, call.data] = known = made
        elif code := self.history.launching(call.place, known.launch):
            return Reply(code=code)
        elif not self.timeline.has_stream(known.launch.stream):
            return Reply(code=Code.INVALID_HANDLE)
        self.launches += 1
        launch = known.launch
        run = self.device.launch(known.kernel, launch.grid, launch.block, launch.shared_bytes, known.given)
        unsupported = next((item for item in run.findings if item.kind == "unsupported"), None)
        if unsupported is not None:
            self.unsupported = f"{call.place.file}:{call.place.line}: {unsupported.message}"
            return Reply(code=801)
        if run.executed is not None:
            self.tally.launched(launch, run.executed)
            self.timeline.launched(launch.stream, launch.all_threads, *run.executed.done)
        self._told(call, known, run)
        self._previous = known
        return Reply(code=0 if not any(item.kind == "resource-limit" for item in run.findings) else 9)

    def _made(self, call: Call) -> _Known | int:
        """Return a launch that was not seen before, or the error code of one that cannot be."""
        number, gx, gy, gz, bx, by, bz, shared_bytes, stream = call.numbers
        if not 0 <= number < len(self.device.kernels):
            return 98
        kernel = self.device.kernels[number]
        if not self.timeline.has_stream(stream):
            return Code.INVALID_HANDLE
        given, at = [], 0
        for size in kernel.sizes:
            given.append(call.data[at : at + size])
            at += size
        if at != len(call.data):
            return Code.INVALID_VALUE
        launch = Launch(
            kernel=kernel.name, grid=(gx, gy, gz), block=(bx, by, bz), shared_bytes=shared_bytes, stream=stream,
            arguments=[_argument(each, value) for each, value in zip(kernel.parameters, given, strict=False)],
            shared_limit=kernel.shared_limit,
        )  # fmt: skip
        code: int = self.history.launching(call.place, launch)
        if code or min(launch.grid) < 1 or min(launch.block) < 1 or launch.threads > 1024:
            return code or Code.INVALID_CONFIGURATION
        return _Known(kernel, launch, given)

    def _told(self, call: Call, known: _Known, run: Run) -> None:
        memory, touched = self.device.loaded.memory, run.touched()
        flags = b"".join(each.data for each in touched) if sum(map(len, touched)) <= _MOST_COMPARED else None
        again = flags is not None and flags == known.flags
        if not (again and known is self._previous and not run.findings and not run.output):
            if not again:
                known.flags, known.touches = flags, list(_touches(memory, touched))
            self.history.launched(known.touches, bool(run.output))
        if run.output and sum(map(len, self._printed)) < MOST_PRINTED:
            self._printed.append(run.output)
        addresses = {buffer.name: begin for begin, buffer in memory.places()} if run.findings else {}
        addresses |= self.device.named(known.kernel, known.given) if run.findings else {}
        for item in run.findings:
            said = self._explained(item, addresses)
            if said is not None:
                given = known.launch.shared_bytes
                self.seen.append(
                    Seen(kernel=known.kernel, finding=item, place=call.place, said=said, shared_bytes=given)
                )
            if item.kind in _FATAL and (not run.finished or item.kind == "misaligned-access"):
                self._sticky = _FATAL[item.kind]
            elif item.kind == "out-of-bounds" and item.object is None and item.address is not None:
                self._sticky = 700

    def _explained(self, item: RunFinding, addresses: Mapping[str, int]) -> str | None:
        """Return what the host has to do with a finding; None if a finding of the host's tells it all."""
        if item.space != "global":
            return ""
        if item.object is None:
            return "" if item.address is None else self.history.explained(item.kind, item.address)
        base = addresses.get(item.object)
        return (
            "" if base is None or item.offset is None else self.history.explained(item.kind, base + item.offset, base)
        )

    def _function_set(self, call: Call) -> Reply:
        number, what, value = call.numbers
        if what == 8:
            self._known.clear()
            known = self._registered(number)
            known.shared_limit = value
            known.kernel.most_shared = max(known.kernel.most_shared, min(value, GPU.shared_per_block_optin))
        return Reply()

    def _function_get(self, call: Call) -> Reply:
        kernel = self._registered(call.numbers[0])
        shared = sum(math.prod(each.dims) * each.element_bytes for each in kernel.declarations.values())
        return Reply(numbers=(shared, 32, max(kernel.shared_limit, GPU.shared_per_block)))

    def _unsupported(self, call: Call) -> Reply:
        return self._refuse(call, call.data.decode("ascii", "replace")[:200])

    def _refuse(self, call: Call, what: str) -> Reply:
        self.unsupported = f"{call.place.file}:{call.place.line}: {what} is not supported"
        return Reply(code=801)

    def _registered(self, number: int) -> KnownKernel:
        """Return a kernel. Raise `IndexError` for a number that belongs to none."""
        if number < 0:
            raise IndexError
        return self.device.kernels[number]

    def _occupancy(self, call: Call) -> Reply:
        _, threads, shared = call.numbers
        return Reply(numbers=(occupancy_of(GPU, threads_per_block=threads, shared_bytes=shared).blocks,))

    # --- errors, and what the device is

    def _reset(self, call: Call) -> Reply:
        self.history.reset(call.place)
        for address in [*self.device.allocations]:
            self.device.free(address)
        return Reply()

    def _last_error(self, call: Call) -> Reply:
        self.history.error_read(call.place)
        code = self._sticky or self._last
        if call.name == "cudaGetLastError":
            self._last = 0
        return Reply(code=code)

    def _properties(self, call: Call) -> Reply:
        if call.numbers[0]:
            return Reply(code=101)
        return Reply(data=properties())

    def _attribute(self, call: Call) -> Reply:
        if call.numbers[1]:
            return Reply(code=101)
        return Reply(numbers=(ATTRIBUTES.get(call.numbers[0], 0),))


@functools.cache
def _error_names() -> Mapping[int, str]:
    """Return the names of the error codes, which the program's header lists."""
    text = (Path(__file__).parent / "include" / "grader_errors.h").read_text(encoding="utf-8")
    return {int(code): name for name, code in _ERRORS.findall(text)}


def _argument(parameter: object, value: bytes) -> Argument:
    name, spelled = getattr(parameter, "name", ""), getattr(parameter, "type", "")
    number = int.from_bytes(value, "little", signed=len(value) < 8) if len(value) <= 8 else None
    kinds: Mapping[tuple[str, int], str] = {("float", 4): "f4", ("double", 8): "f8"}
    code = kinds.get((getattr(parameter, "element", ""), len(value)))
    if code and getattr(parameter, "kind", "") == "scalar":
        return Argument(name, spelled, float(np.frombuffer(value, code)[0]))
    return Argument(name, spelled, number)


def _touches(memory: GlobalMemory, touched: Sequence[np.ndarray]) -> Iterator[Touch]:
    """Yield what a launch has touched of each variable and array; of too scattered an access nothing is told."""
    for (begin, buffer), flags in zip(memory.places(), touched, strict=False):
        some = np.flatnonzero(flags.view(np.uint64))  # usually nothing, or one range
        if not len(some):
            continue
        end, start = begin + len(buffer.data), 8 * int(some[0])
        part, begin = flags[start : 8 * int(some[-1]) + 8], begin + 4 * start
        for mark, access in _MARKS:
            runs = _runs((part & mark) != 0)
            if len(runs) <= _MOST_TOUCHES:
                yield from (Touch(begin + 4 * a, min(begin + 4 * b, end), access) for a, b in runs)


def _runs(flags: np.ndarray) -> list[tuple[int, int]]:
    """Return the ranges of set flags."""
    edges = (np.flatnonzero(flags[1:] != flags[:-1]) + 1).tolist()
    edges = [*([0] if flags[0] else []), *edges, *([len(flags)] if flags[-1] else [])] if len(flags) else []
    return list(zip(edges[::2], edges[1::2], strict=True))
