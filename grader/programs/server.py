"""The server of a running program: it has the device, and answers every call of the CUDA runtime.

Forked with the arguments MEMORY_MB and THREADS; its descriptor 3 is the socket to the program, and 4 the memory that
both see. The program is hostile: its messages are bounded and checked, and what it may break is its own run.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from grader.devices.process import Service, serve, take_over_pipes
from grader.devices.wire import GREETING, Array, make_ready, write_frame
from grader.devices.worker import extra_package_folders, hide_gpus, limit_memory
from grader.emulator.native import machine_code
from grader.processes.sandbox import prepare, restrict
from grader.programs.tally import KernelCounts
from grader.results import Diagnostic, Finding

_CHANNEL, _SHARED = 3, 4
"""Descriptors, as the process that forks this one passes them on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeRequest:
    """Serve a program until it closes its end: its sources, the main one first, and what the compiler said of it.

    `spelled` says which of them each include means. `lines` is the program's line table, as bytes; `fuel` is that of
    each launch, as in the emulator.
    """

    files: Mapping[str, str]
    defines: Mapping[str, str] = field(default_factory=dict)
    spelled: Mapping[str, str] = field(default_factory=dict)
    unlooked: tuple[tuple[str, int], ...] = ()
    lines: Array = field(default_factory=lambda: np.zeros(0, np.uint8))
    fuel: int = 1 << 33


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """The program has closed its end. `refused` says why the device half could not run, if so."""

    launches: int = 0
    refused: str = ""
    unsupported: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedRequest:
    """The program has ended with this exit code; 128 and more: by a signal."""

    code: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """All findings, in order, each with its facts; what was launched, and how often each function was called."""

    findings: tuple[Finding, ...] = ()
    kernels: tuple[KernelCounts, ...] = ()
    calls: Mapping[str, int] = field(default_factory=dict)


class ProgramService(Service):
    """Serves one program."""

    def __init__(self, connection: int, shared: int, threads: int) -> None:
        super().__init__({ServeRequest: self._serve, EndedRequest: self._ended})
        self._connection, self._shared, self._threads = connection, shared, threads

    def _serve(self, request: ServeRequest) -> Served:
        from grader.programs.calls import Place
        from grader.programs.device import Device, NoDeviceCodeError
        from grader.programs.protocol import UNANSWERED, WINDOW_BYTES, Channel, ProtocolError
        from grader.programs.runtime_calls import Runtime

        window = np.frombuffer(mmap.mmap(self._shared, WINDOW_BYTES), np.uint8)
        device = Device(
            shared=self._shared, window=window, files=request.files, defines=request.defines, threads=self._threads,
            fuel=request.fuel, spelled=request.spelled,
        )  # fmt: skip
        self._runtime = Runtime(device, request.files, request.unlooked, request.lines.tobytes())
        channel, call = Channel(self._connection), None
        try:
            while (call := channel.receive()) is not None:
                reply = self._runtime.answer(call)
                if call.name != UNANSWERED:
                    channel.send(reply)
        except NoDeviceCodeError as error:
            return Served(refused=str(error), diagnostics=tuple(error.diagnostics))
        except ProtocolError as error:
            self._runtime.broke(str(error))
        except MemoryError:
            place = call.place if call else Place(next(iter(request.files)), 0)
            said = f"{place.file}:{place.line}: this needs more memory than the emulator may have"
            return Served(launches=self._runtime.launches.number, refused=said, unsupported=True)
        except OSError:
            pass  # the program has ended in the middle
        finally:
            channel.close()
        return Served(launches=self._runtime.launches.number, refused=self._runtime.unsupported, unsupported=True)

    def _ended(self, request: EndedRequest) -> Told:
        tally = self._runtime.tally
        return Told(findings=self._runtime.told(request.code), kernels=tally.kernels(), calls=tally.calls)


def load() -> None:
    """Load in the process that forks the server what this needs."""
    import grader.programs.device
    import grader.programs.runtime_calls  # noqa: F401
    from grader.compiling import CompilerUnavailableError, supported_architectures

    hide_gpus()
    machine_code.prepare()
    prepare()
    make_ready(ServeRequest, Served, EndedRequest, Told)
    with contextlib.suppress(CompilerUnavailableError):  # reported when something is compiled
        supported_architectures()


def main(arguments: list[str]) -> None:
    """Enter the sandbox, then serve."""
    reader, writer = take_over_pipes()
    memory_mb, threads = map(int, arguments)
    limit_memory(memory_mb)
    walls = restrict(writable=[Path.cwd()], readable=extra_package_folders())
    os.set_inheritable(_SHARED, False)
    write_frame(writer, GREETING, json.dumps(asdict(walls)).encode())
    serve(reader, writer, ProgramService(_CHANNEL, _SHARED, threads))
