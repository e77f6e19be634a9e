"""The calls of the CUDA runtime, each answered as a GPU's runtime answers it, and told to the history first."""

from __future__ import annotations

import mmap
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from grader.compiling.line_table import LineTable
from grader.compiling.values import CompilerUnavailableError
from grader.devices.gpu_driver import SURVIVABLE, GpuError
from grader.emulator.result import Unsupported
from grader.errors import NotCompiledError, NotSupportedError
from grader.programs.allocations import Allocation
from grader.programs.calls import NOWHERE, AccessKind, CallError, Code, Direction, Memory, Misuse, Place, Rows, Touch
from grader.programs.device import MOST_TOUCHES, Device
from grader.programs.history import LAUNCH, History
from grader.programs.launch_calls import LaunchCalls
from grader.programs.protocol import UNANSWERED, WINDOW_BYTES, Action, Call, ProtocolError, Reply, by_name
from grader.programs.sources import Known

if TYPE_CHECKING:
    from grader.results import Finding

_ERRORS = re.compile(r"ERROR\((\w+), (\d+),")
_MOST_GUARDED, _PAGE = 64, mmap.PAGESIZE
_WITHOUT_EFFECT = """
    cudaMemPrefetchAsync cudaMemAdvise cudaSetDeviceFlags cudaDeviceSetCacheConfig cudaDeviceSetSharedMemConfig
    cudaDeviceSetLimit cudaProfilerStart cudaProfilerStop
"""
_WAITS = frozenset({
    "cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize",
    "cudaDeviceReset", "cudaThreadExit", "cudaFree", "cudaMemcpy", "cudaMemcpy2D", "cudaMemcpyToSymbol",
    "cudaMemcpyFromSymbol", "piece",
})  # fmt: skip
"""Calls after which what kernels have printed is there."""
_KEEPS_LAUNCH = frozenset({"cudaLaunchKernel", UNANSWERED, "cudaGetLastError", "cudaPeekAtLastError"})
"""Calls between two launches that leave the second as if it came right after the first."""
_ANY_TIME = frozenset({"fault", "heap"})
"""What host code does to its own memory, which may come before the start."""
_AFTER_AN_ERROR = _ANY_TIME | {"cudaGetLastError", "cudaPeekAtLastError"}
"""Calls that are answered as always after an error that stays."""
_MOST_REGISTERED, _UNKNOWN = 2048, 999
_NO_HEAP = (0, 0, 0, 0)


class Runtime:
    """One program's runtime. `answer` returns the reply to a call; `called` counts them by function."""

    def __init__(self, device: Device, lines: LineTable, known: Known) -> None:
        self.device, self._lines, gpu = device, lines, device.properties.gpu
        dropped = [Place(*at) for at in known.unlooked]
        never_set = [(name, Place(file, line)) for file, line, name in known.unset]
        self.history = History(device.source.files, device.allocations, gpu=gpu, unlooked=dropped, unset=never_set)
        self.history.copies.all_known = not device.properties.facts  # nothing tells what a kernel uses on a GPU
        self.called: Counter[str] = Counter()
        self.launches = LaunchCalls(device, self.history)
        self.refused: NotSupportedError | NotCompiledError | None = None
        self._last = 0
        self._transfer: tuple[Rows, bool] | None = None
        """The device's side of the copy that is under way through the window, and whether it goes there."""
        self._calls = {
            **self.launches.calls, **self.history.order.calls,
            **by_name({
                "cudaMalloc cudaMallocAsync": partial(self._malloc, Memory.DEVICE),
                "cudaMallocManaged": partial(self._malloc, Memory.MANAGED),
                "cudaMallocHost cudaHostAlloc": partial(self._malloc, Memory.PINNED),
                "cudaMallocPitch": self._malloc_pitch,
                "cudaHostGetDevicePointer": self._device_pointer,
                "cudaFree cudaFreeAsync cudaFreeHost": self._free,
                "cudaMemGetInfo": self._memory_info,
                "cudaPointerGetAttributes": self._pointer,
                "texture": self._texture,
                "texture_gone": self._texture_gone,
                "cudaMemcpy cudaMemcpyAsync cudaMemcpy2D cudaMemcpy2DAsync": self._copy,
                "cudaMemset cudaMemsetAsync cudaMemset2D": self._fill,
                "piece": self._piece,
                "cudaMemcpyToSymbol cudaMemcpyFromSymbol": self._copy_symbol,
                "cudaGetSymbolAddress cudaGetSymbolSize": self._symbol,
                "begin": self._begin,
                "fault": self._fault,
                "heap": self._heap,
                "touched": self._touched,
                "lend": self._lend,
                "repay": self._repay,
                "unfinished": self._unfinished,
                "unsupported": self._unsupported,
                "library_fails": self._library_fails,
                "clock": lambda call: self.history.clock_read(lines.places_of(call.sizes(len(call.numbers)))),
                "cudaDeviceReset cudaThreadExit": self._reset,
                "cudaGetLastError cudaPeekAtLastError": self._last_error,
                "cudaGetDeviceProperties": self._properties,
                "cudaDeviceGetAttribute": self._attribute,
                "cudaSetDevice": lambda call: _require_first(call.numbers[0]),
                "grader_block_size": lambda _: Reply(numbers=(2 * gpu.multiprocessors, 1024)),
                "cudaGetDeviceCount": lambda _: Reply(numbers=(1,)),
                "cudaGetDevice": lambda _: Reply(numbers=(0,)),
                "cudaDriverGetVersion cudaRuntimeGetVersion": lambda _: Reply(numbers=(12000,)),
                _WITHOUT_EFFECT: lambda _: None,
            }),
        }  # fmt: skip

    def answer(self, call: Call) -> Reply:
        """Return the reply, with what kernels have printed. Raise `ProtocolError` for what no runtime asks."""
        reply = self._reply(call)
        return replace(reply, printed=self.launches.printed()) if call.name in _WAITS else reply

    def _reply(self, call: Call) -> Reply:
        """A call that the runtime does not know, or with too few numbers, is an invalid value."""
        if self.launches.sticky and call.name not in _AFTER_AN_ERROR:
            return Reply(code=self.launches.sticky)
        begun = self.device.module is not None
        if begun == (call.name == "begin") and call.name not in _ANY_TIME:
            raise ProtocolError(f"{call.name} {'after' if begun else 'before'} the program's beginning")
        if call.name not in _KEEPS_LAUNCH:
            self.launches.previous = None
        try:
            reply = self._calls[call.name](call) or Reply()
        except (KeyError, IndexError):
            reply = Reply(code=Code.INVALID_VALUE)
        except CallError as error:
            reply = Reply(code=error.code)
        except (NotSupportedError, CompilerUnavailableError, NotCompiledError) as error:
            where = f"{call.place.file}:{call.place.line}: " if call.place.line else ""
            self.refused = error if isinstance(error, NotCompiledError) else NotSupportedError(f"{where}{error}")
            reply = Reply(code=801)
        except GpuError as error:
            reply = Reply(code=error.code if error.code in _error_names() else _UNKNOWN)
            if error.code not in SURVIVABLE:
                self.launches.sticky = reply.code
                self.history.stopped(call.place, _error_names()[reply.code])
        spelled = LAUNCH if call.name == UNANSWERED else call.name
        counts = call.name in self._calls and spelled.startswith("cuda") and call.place.line
        if counts and not self.launches.of_library(call):
            self.called[spelled] += 1
            self.history.called(call.place, spelled)
        if reply.code and call.name not in ("cudaGetLastError", "cudaPeekAtLastError", "begin"):
            if reply.code != Code.NOT_READY:
                self._last = reply.code
            self.history.failed(call.place, spelled, reply.code, _error_names()[reply.code])
        return reply

    def broke(self, said: str) -> None:
        """The program sent what its runtime does not send."""
        self.history.mistakes.spoilt = True
        self.history.mistakes.add("tampering", NOWHERE, said=said)

    def told(self, code: int) -> tuple[Finding, ...]:
        """Return all findings, now that the program has ended with this exit code."""
        self.history.ended(code, [kernel.name for kernel in self.device.kernels if not kernel.library])
        if not (self.launches.seen or self.history.findings):
            return ()
        from grader.programs.telling import tell  # loaded where there is something to say

        return tell(self.device.source.files, self.device.kernels, self.launches.seen, self.history.findings)

    # --- the beginning

    def _begin(self, call: Call) -> Reply:
        variables, kernels = call.take(2)
        names = call.data.decode("ascii", "replace").split("\0")[:-1]
        if not 0 <= variables <= len(names) == variables + kernels <= _MOST_REGISTERED:
            raise ProtocolError("names of other kernels than it has")
        try:
            self.device.load(names[variables:], names[:variables])
        except (Unsupported, GpuError) as error:
            device = "emulator" if isinstance(error, Unsupported) else "GPU"
            raise NotSupportedError(f"the {device} cannot run this program: {error}") from None
        sizes = [number for kernel in self.device.kernels for number in (len(kernel.sizes), *kernel.sizes)]
        return Reply(data=np.array(sizes, np.uint32).tobytes())

    def _fault(self, call: Call) -> None:
        address, *standing = call.sizes(len(call.numbers) or 1)
        self.history.host_fault(call.place if call.place.line else self._lines.place_of(standing), address)

    def _heap(self, call: Call) -> None:
        misuse, address, writes, start, size, amount = call.sizes(6)
        if misuse not in [*Misuse]:
            raise ProtocolError("a misuse that there is not")
        places = call.addresses()
        # where it stood at an earlier call, in inlined code, is not known
        made, freed = (self._lines.place_of(each, exact=True) for each in (places[:4], places[4:8]))
        block = self.history.memory.of_heap(start, size, made, freed)
        now = call.place if call.place.line else self._lines.place_of(places[8:17])
        self.history.host_misused(Misuse(misuse), now, block, address, writes=bool(writes), amount=amount)

    def _touched(self, call: Call) -> None:
        address, size, writes, *standing = call.sizes(max(len(call.numbers), 3))
        access: AccessKind = "write" if writes else "read"
        self.history.host_touched(self._lines.place_of(standing), [Touch(address, address + size, access)])

    def _lend(self, call: Call) -> Reply:
        """Let Thrust, whose algorithms run on the host here, have a copy of an array; other code gets none."""
        address, *standing = call.sizes(max(len(call.numbers), 1))
        found = self.device.allocations.find(address)
        is_array = found is not None and found.kind is Memory.DEVICE
        if found is None or not (is_array and self.device.source.is_thrust(self._lines.code_at(standing))):
            return Reply(numbers=(0, 0))
        if found.address % _PAGE:
            place = self._lines.place_of(standing)
            raise NotSupportedError(f"{place.file}:{place.line}: Thrust on a GPU's own memory is not supported")
        self.history.lent(found)
        self._transfer = Rows(found.address, found.size), False
        return Reply(numbers=(found.address, found.size))

    def _repay(self, call: Call) -> None:
        """Take back an array that Thrust has changed."""
        address, size = call.sizes(2)
        found = self.device.allocations.find(address)
        if found is None or (found.address, found.size) != (address, size):
            raise ProtocolError("a copy that was never lent")
        self.history.repaid(found)
        self._transfer = Rows(address, size), True

    def _unfinished(self, _: Call) -> Reply:
        """Return the memory of both sides that work still uses: address, size, and 1 where the host may not even read.

        A use of it by the host, before it has waited, comes as `touched`.
        """
        order, both = self.history.order, (each for each in self.history.memory.live() if each.kind.on_both)
        made = [
            ((first := min(use.start for use in uses) // _PAGE * _PAGE), max(use.end for use in uses) - first,
             int(any(use.access != "read" for use in uses)))
            for each in both if (uses := order.unfinished(each))
        ]  # fmt: skip
        return Reply(data=np.array(made[:_MOST_GUARDED], np.int64).tobytes())

    def _unsupported(self, call: Call) -> None:
        raise NotSupportedError(f"{call.data.decode('ascii', 'replace')[:200]} is not supported")

    def _library_fails(self, call: Call) -> None:
        function, status, why = call.data.decode("ascii", "replace").split("\0")
        self.history.library_failed(call.place, function, status, why)

    # --- errors, and what the device is

    def _reset(self, call: Call) -> None:
        for gone in self.history.reset(call.place):
            self.device.free(gone)

    def _last_error(self, call: Call) -> Reply:
        self.history.error_read(call.place, cleared=call.name == "cudaGetLastError")
        code = self.launches.sticky or self._last
        if call.name == "cudaGetLastError":
            self._last = 0
        return Reply(code=code)

    def _properties(self, call: Call) -> Reply:
        _require_first(call.numbers[0])
        return Reply(data=self.device.properties.packed())

    def _attribute(self, call: Call) -> Reply:
        _require_first(call.numbers[1])
        return Reply(numbers=(self.device.properties.attribute(call.numbers[0]),))

    # --- allocate and free

    def _malloc(self, kind: Memory, call: Call) -> Reply:
        return self._allocated(call, kind, call.numbers[0] & (1 << 64) - 1)

    def _allocated(self, call: Call, kind: Memory, size: int, rows: tuple[int, int] = (0, 0)) -> Reply:
        if not size:
            return Reply(numbers=(0, rows[1]))
        made = self.device.allocate(kind, size, call.place, rows=rows)
        action = Action.MAP if kind.on_both else Action.NOTHING
        return Reply(action=action, numbers=(made.address, rows[1] or size, made.offset))

    def _malloc_pitch(self, call: Call) -> Reply:
        width, height, *_ = call.sizes(3)
        pitch = -(-width // 512) * 512
        return self._allocated(call, Memory.DEVICE, pitch * height, (width, pitch))

    def _texture(self, call: Call) -> Reply:
        """Put the description of a texture or surface where kernels find it; no call of the program frees it."""
        made = self.device.allocate(Memory.SYMBOL, len(call.data), call.place, name="the texture")
        self.device.write(made.address, made.size, np.frombuffer(call.data, np.uint8))
        return Reply(numbers=(made.address,))

    def _texture_gone(self, call: Call) -> None:
        if found := self.device.allocations.find(call.numbers[0]):
            self.device.free(found)
            self.device.allocations.free(found, call.place)

    def _free(self, call: Call) -> None:
        found = self.device.allocations.find(call.numbers[0])
        stream = self.history.order.stream(call.take(2)[1], call.place) if call.name == "cudaFreeAsync" else None
        self.history.freed(call.place, call.numbers[0], call.name, stream)
        if found:
            self.device.free(found)

    def _memory_info(self, _: Call) -> Reply:
        total = self.device.properties.fields["totalGlobalMem"]
        return Reply(numbers=(total - self.device.used, total))

    # --- what a pointer or a symbol is

    def _device_pointer(self, call: Call) -> Reply:
        found = self.device.allocations.find(call.numbers[0])
        return Reply(numbers=(call.numbers[0],)) if found and found.kind.on_both else Reply(code=Code.INVALID_VALUE)

    def _pointer(self, call: Call) -> Reply:
        found = self.device.allocations.find(call.numbers[0])
        if found is None:
            return Reply(numbers=(0, 0, 1))
        kind = {Memory.MANAGED: 3, Memory.PINNED: 1}.get(found.kind, 2)
        return Reply(numbers=(kind, 1, int(found.kind.on_both)))

    def _symbol(self, call: Call) -> Reply:
        found = self.device.variable(call.numbers[0])
        if found is None:
            raise CallError(Code.INVALID_SYMBOL)
        return Reply(numbers=(found.address if call.name == "cudaGetSymbolAddress" else found.size,))

    # --- copy and fill

    def _copy(self, call: Call) -> Reply | None:
        at, origin, width, _, _, count, pitch, origin_pitch, *heap = call.sizes(12)
        kind, stream = call.numbers[3:5]
        to, source = Rows(at, width, count, pitch), Rows(origin, width, count, origin_pitch)
        if not to.size:
            return None
        if not 0 <= kind <= 4:
            raise CallError(Code.INVALID_VALUE)
        from_device = self.device.holds(source)
        self.history.copies.copied(
            call.place, to, source, Direction(kind), stream=self._asked_for(call, stream, to, source),
            unset=self.device.unset(source)[:MOST_TOUCHES] if from_device else [],
            heap=(self._block(call, heap[:2], to.end, 0), self._block(call, heap[2:], source.end, 1)),
        )  # fmt: skip
        # each end is in device memory as a whole now, or the host's
        to_device = self.device.holds(to)
        if to_device and from_device:
            for start, begin in zip(to.starts(), source.starts(), strict=True):
                self.device.copy(start, begin, width)
            return None
        if not (to_device or from_device):
            return Reply(action=Action.COPY_HERE)
        self._transfer = (to if to_device else source), to_device
        return Reply(action=Action.SEND if to_device else Action.RECEIVE)

    def _asked_for(self, call: Call, stream: int, *ends: Rows) -> int | None:
        """Return the stream of a copy or a fill, None for one that waits. Refuse rows that overlap, and no stream."""
        if any(rows.amount > 1 and rows.pitch < rows.width for rows in ends):
            self.history.copies.misplaced(call.place, ends)
            raise CallError(Code.INVALID_PITCH)
        return None if stream == -1 else self.history.order.stream(stream, call.place)

    def _block(self, call: Call, block: Sequence[int], end: int, number: int) -> Allocation | None:
        """Return the block of the host's that an end of a copy is in; where it was made, if the copy is too long."""
        start, size = block
        if not size:
            return None
        places = call.addresses()[4 * number : 4 * number + 4]
        made = self._lines.place_of(places, exact=True) if end > start + size else NOWHERE
        return self.history.memory.of_heap(start, size, made)

    def _piece(self, call: Call) -> None:
        """Move one piece of the copy that is under way."""
        (rows, to_device), (start, size) = self._transfer or (Rows(0, 0), False), call.take(2)
        if not (0 < size <= WINDOW_BYTES and 0 <= start <= rows.size - size):
            raise ProtocolError("a piece of no copy")
        if not self.device.holds(rows):
            raise CallError(Code.INVALID_VALUE)
        at = 0
        while at < size:
            row, column = divmod(start + at, rows.width)
            piece = min(rows.width - column, size - at)
            begin, window = rows.start + row * rows.pitch + column, self.device.window[at : at + piece]
            if to_device:
                self.device.write(begin, piece, window)
            else:
                window[:] = self.device.read(begin, piece)
            at += piece

    def _copy_symbol(self, call: Call) -> Reply | None:
        number, host, size, kind, stream, at = call.take(6)
        found, to_symbol = self.device.variable(number), call.name == "cudaMemcpyToSymbol"
        if found is None:
            raise CallError(Code.INVALID_SYMBOL)
        ends = (found.address + at, host) if to_symbol else (host, found.address + at)
        return self._copy(replace(call, numbers=(*ends, size, kind, stream, 1, size, size, *_NO_HEAP)))

    def _fill(self, call: Call) -> None:
        address, _, width, _, count, pitch = call.sizes(6)
        value, stream, to = call.numbers[1], call.numbers[3], Rows(address, width, count, pitch)
        self.history.copies.filled(call.place, to, value, stream=self._asked_for(call, stream, to))
        for start in to.starts() if to.size else ():
            self.device.write(start, width, value & 0xFF)


def _require_first(device: int) -> None:
    """There is one device: refuse any other."""
    if device:
        raise CallError(Code.INVALID_DEVICE)


@cache
def _error_names() -> Mapping[int, str]:
    """Return the names of the error codes, which the program's header lists."""
    text = (Path(__file__).parent / "include" / "grader_errors.h").read_text(encoding="utf-8")
    return {int(code): name for name, code in _ERRORS.findall(text)}
