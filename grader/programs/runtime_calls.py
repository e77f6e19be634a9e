"""The calls of the CUDA runtime, each answered as a GPU's runtime answers it, and told to the history first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from grader.compiling.values import CompilerUnavailableError
from grader.devices.gpu_driver import SURVIVABLE, GpuError
from grader.emulator.unsupported import Unsupported
from grader.errors import NotCompiledError, NotSupportedError
from grader.programs.calls import NOWHERE, AccessKind, CallError, Code, Misuse, Place, Touch
from grader.programs.device import Device
from grader.programs.history import LAUNCH, History
from grader.programs.launch_calls import LaunchCalls
from grader.programs.line_table import LineTable
from grader.programs.memory_calls import MemoryCalls
from grader.programs.protocol import UNANSWERED, Call, ProtocolError, Reply, by_name

if TYPE_CHECKING:
    from grader.results import Finding

_ERRORS = re.compile(r"ERROR\((\w+), (\d+),")
_MOST_GUARDED = 64
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


class Runtime:
    """One program's runtime. `answer` returns the reply to a call; `called` counts them by function."""

    def __init__(self, device: Device, unlooked: Sequence[tuple[str, int]], lines: LineTable) -> None:
        self.device, self.files, self._lines, gpu = device, device.source.files, lines, device.properties.gpu
        dropped = [Place(*at) for at in unlooked]
        self.history = History(self.files, device.allocations, gpu=gpu, unlooked=dropped)
        self.called: Counter[str] = Counter()
        self.launches = LaunchCalls(device, self.history)
        self.refused: NotSupportedError | NotCompiledError | None = None
        self._last = 0
        memory = MemoryCalls(device, self.history, partial(lines.place_of, exact=True))
        self._calls = {
            **memory.calls, **self.launches.calls, **self.history.order.calls,
            **by_name({
                "begin": self._begin,
                "fault": self._fault,
                "heap": self._heap,
                "touched": self._touched,
                "unfinished": self._unfinished,
                "unsupported": self._unsupported,
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
        """Return the reply. A call that the runtime does not know, or with too few numbers, is an invalid value."""
        if self.launches.sticky and call.name not in _AFTER_AN_ERROR:
            return self._with_output(call, Reply(code=self.launches.sticky))
        begun = self.device.module is not None
        if begun == (call.name == "begin") and call.name not in _ANY_TIME:
            raise ProtocolError(f"{call.name} {'after' if begun else 'before'} the program's beginning")
        if call.name not in _KEEPS_LAUNCH:
            self.launches.other_call()
        try:
            reply = self._calls[call.name](call) or Reply()
        except (KeyError, IndexError):
            reply = Reply(code=Code.INVALID_VALUE)
        except CallError as error:
            reply = Reply(code=error.code)
        except NotSupportedError as error:
            where = f"{call.place.file}:{call.place.line}: " if call.place.line else ""
            self.refused = NotSupportedError(f"{where}{error}")
            reply = Reply(code=801)
        except NotCompiledError as error:
            self.refused = error
            reply = Reply(code=801)
        except GpuError as error:
            reply = Reply(code=error.code if error.code in _error_names() else _UNKNOWN)
            if error.code not in SURVIVABLE:
                self.launches.sticky = reply.code
                self.history.stopped(call.place, _error_names()[reply.code])
        spelled = LAUNCH if call.name == UNANSWERED else call.name
        if call.name in self._calls and spelled.startswith("cuda"):
            self.called[spelled] += 1
        if reply.code and call.name not in ("cudaGetLastError", "cudaPeekAtLastError", "begin"):
            if reply.code != Code.NOT_READY:
                self._last = reply.code
            self.history.failed(call.place, spelled, reply.code, _error_names()[reply.code])
        return self._with_output(call, reply)

    def broke(self, said: str) -> None:
        """The program sent what its runtime does not send."""
        self.history.mistakes.spoilt = True
        self.history.mistakes.add("tampering", NOWHERE, said=said)

    def told(self, code: int) -> tuple[Finding, ...]:
        """Return all findings, now that the program has ended with this exit code."""
        self.history.ended(code)
        if not (self.launches.seen or self.history.findings):
            return ()
        from grader.programs.telling import tell  # loaded where there is something to say

        return tell(self.files, self.device.kernels, self.launches.seen, self.history.findings)

    def _with_output(self, call: Call, reply: Reply) -> Reply:
        return replace(reply, printed=self.launches.printed()) if call.name in _WAITS else reply

    # --- the beginning

    def _begin(self, call: Call) -> Reply:
        variables, kernels = call.take(2)
        names = call.data.decode("ascii", "replace").split("\0")[:-1]
        if not 0 <= variables <= len(names) == variables + kernels <= _MOST_REGISTERED:
            raise ProtocolError("names of other kernels than it has")
        try:
            self.device.load(names[variables:], names[:variables])
        except CompilerUnavailableError as error:
            raise NotSupportedError(str(error)) from None
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

    def _unfinished(self, _: Call) -> Reply:
        return Reply(data=np.array(self.history.order.unfinished()[:_MOST_GUARDED], np.int64).tobytes())

    def _unsupported(self, call: Call) -> None:
        raise NotSupportedError(f"{call.data.decode('ascii', 'replace')[:200]} is not supported")

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


def _require_first(device: int) -> None:
    """There is one device: refuse any other."""
    if device:
        raise CallError(Code.INVALID_DEVICE)


@cache
def _error_names() -> Mapping[int, str]:
    """Return the names of the error codes, which the program's header lists."""
    text = (Path(__file__).parent / "include" / "grader_errors.h").read_text(encoding="utf-8")
    return {int(code): name for name, code in _ERRORS.findall(text)}
