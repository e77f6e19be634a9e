"""The server of a running program: it has the device, and answers every call of the CUDA runtime.

Forked with the arguments MEMORY_MB, THREADS, ORDINAL of the GPU (-1: the emulator), and `compile` if no compiled device
half is there; its descriptor 3 is the memory that both see, 4 the program's file, and from 5 on there is a socket for
each run. The program is hostile: its messages are bounded and checked, and what it may break is its own run.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from grader.devices.gpu_driver import CupyDriver, GpuError
from grader.devices.process import GREETING, Frame, Packed, Service, refuse, serve, take_over_pipes, write_frame
from grader.errors import NotCompiledError, NotSupportedError
from grader.processes.child import extra_package_folders, hide_gpus, limit_memory
from grader.processes.sandbox import prepare, restrict
from grader.programs.sources import Known, Source

SERVE, ENDED, EDITS = "serve", "ended", "edits"
"""Names of the requests: serve a program until it closes its end; it has ended with this exit code; read its edits."""
NOTHING = "nothing"
"""Name of an answer that tells nothing."""
_SHARED, _PROGRAM, _CHANNEL = 3, 4, 5
"""Descriptors, as the process that forks this one passes them on."""
_WIDTH = "blockDim.x"
"""What a block is as wide as, where no macro of the grader's says it."""
_NOTHING: Packed = (NOTHING, b"", [])


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeRequest:
    """A program, and what is known of it from earlier runs.

    If the source is changed, the edit `number` is switched on in it. `fuel` is that of each launch, as in the emulator.
    With `brief`, the last answer is `NOTHING` where there is no fault to tell.
    """

    source: Source
    known: Known
    fuel: int = 1 << 33
    brief: bool = False
    number: int = 0


class ProgramService(Service):
    """Serves one program, as often as there are connections."""

    def __init__(self, connection: int, shared: int, threads: int, driver: CupyDriver | None) -> None:
        super().__init__({})
        self._connection, self._shared, self._threads, self._driver = connection, shared, threads, driver

    def handled(self, frame: Frame) -> Packed:
        """See `Service`. Requests are plain JSON: they come from the grader, and reading them loads nothing."""
        plain = json.loads(frame.text)
        if frame.name == ENDED:
            return self._ended(plain)
        if frame.name == EDITS:
            return _edits(*plain)
        parts = {"source": Source(**plain["source"]), "known": Known(**plain["known"])}
        self._serve(ServeRequest(**{**plain, **parts}))
        return _NOTHING

    def _serve(self, request: ServeRequest) -> None:
        from grader.compiling.line_table import LineTable
        from grader.programs.calls import Place
        from grader.programs.device import Device
        from grader.programs.protocol import UNANSWERED, Channel, ProtocolError
        from grader.programs.runtime_calls import Runtime

        make: Callable[..., Device] = Device
        if self._driver is not None:
            from grader.programs.gpu_device import GpuDevice

            make = partial(GpuDevice, driver=self._driver)
        device = make(
            shared=self._shared, source=request.source, threads=self._threads, fuel=request.fuel,
            half=request.known.half, number=request.number,
        )  # fmt: skip
        lines = LineTable(os.fdopen(_PROGRAM, "rb", closefd=False), request.source.files)
        self._runtime, self._request = Runtime(device, lines, request.known), request
        channel, call = Channel(self._connection), None
        self._connection += 1
        try:
            while (call := channel.receive()) is not None:
                reply = self._runtime.answer(call)
                if call.name != UNANSWERED:
                    channel.send(reply)
        except ProtocolError as error:
            self._runtime.broke(str(error))
        except MemoryError:
            place = call.place if call else Place(request.source.name, 0)
            said = f"{place.file}:{place.line}: this needs more memory than the emulator may have"
            self._runtime.refused = NotSupportedError(said)
        except OSError:
            pass  # the program has ended in the middle
        finally:
            channel.close()

    def _ended(self, code: int) -> Packed:
        runtime, asked = self._runtime, self._request
        findings, refused = runtime.told(code), runtime.refused
        half = runtime.device.half if runtime.device.half != asked.known.half else ""
        if asked.brief and not (findings or refused or half):
            return _NOTHING
        from grader.devices.wire import pack
        from grader.programs.telling import Told

        return pack(Told(
            findings=findings, kernels=runtime.launches.counts(), calls=runtime.called, half=half,
            refused=str(refused or ""), gpu=runtime.device.properties.facts,
            diagnostics=refused.diagnostics if isinstance(refused, NotCompiledError) else None,
        ))  # fmt: skip


def _edits(text: str, lines: Sequence[int], most: int, any_there: bool, of_kernels: bool) -> Packed:
    from grader.compiling.kernels import scan_kernels
    from grader.compiling.lexer import lex, normalize
    from grader.devices.requests import Edits
    from grader.devices.wire import pack
    from grader.edits.grammar import EditReading
    from grader.edits.host import host_edits
    from grader.edits.nodes import TooComplexError
    from grader.edits.syntax import SyntaxTree

    try:
        if of_kernels:
            kernels = [kernel.name for kernel in scan_kernels(lex(normalize(text))) if kernel.defined]
            source = SyntaxTree(text, kernels, macro=_WIDTH)
            return pack(Edits(EditReading(source).edits(dict.fromkeys(lines, 0), {}, most)))
        return pack(Edits(host_edits(text, lines, most, any_there=any_there)))
    except TooComplexError:
        return pack(Edits(()))


def load() -> None:
    """Load in the process that forks the server what every run needs."""
    import grader.programs.device
    import grader.programs.runtime_calls  # noqa: F401
    from grader.emulator.native import machine_code

    machine_code.prepare()
    prepare()


def main(arguments: list[str]) -> None:
    """Enter the sandbox, then serve."""
    reader, writer = take_over_pipes()
    memory_mb, threads, ordinal = map(int, arguments[:3])
    if ordinal < 0:
        hide_gpus()
    if "compile" in arguments:
        from grader.compiling.nvrtc import supported_architectures
        from grader.compiling.values import CompilerUnavailableError

        with contextlib.suppress(CompilerUnavailableError):  # reported when something is compiled
            supported_architectures()
    driver: CupyDriver | None = None
    if ordinal < 0:
        limit_memory(memory_mb)
    else:
        try:
            driver = CupyDriver(ordinal, keeps_output=True)
        except GpuError as error:
            write_frame(writer, GREETING)
            refuse(reader, writer, error)
            return
    walls = restrict(writable=[Path.cwd()], readable=extra_package_folders(), gpu=driver is not None)
    os.set_inheritable(_SHARED, False)
    write_frame(writer, GREETING, json.dumps(asdict(walls)).encode())
    serve(reader, writer, ProgramService(_CHANNEL, _SHARED, threads, driver))
