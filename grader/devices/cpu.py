"""The emulator as a device: compilation and launches happen in a child process, the grader only asks and compares."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.children import SpawnedChild, Start
from grader.devices import wire
from grader.devices.base import Compiled, CompileRequest, Launch, Launched, Trials
from grader.devices.process import Worker
from grader.edits.change import Edit
from grader.results import DeviceInfo

COMPILE_SECONDS = 60.0
EDITS_SECONDS = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerLimits:
    """What the child may use: seconds for one launch, memory in all, host threads, bytes of printf, walls or none.

    `compiler` is the one that requests will name: a child behind walls must prepare for Clang before they are up.
    """

    seconds: float = 20.0
    memory_mb: int = 4096
    threads: int = 1
    output_bytes: int = 65536
    compiler: str = "auto"
    isolate: bool = True

    def arguments(self) -> tuple[str, ...]:
        """The child's command line."""
        flags = (str(self.memory_mb), str(self.threads), str(self.output_bytes), self.compiler)
        return (*flags, "isolate") if self.isolate else flags


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary:
    """Machine code for a GPU (or PTX). `parameters` are (PTX type, bytes); without an image `problem` says why."""

    image: bytes = b""
    kernel_name: str = ""
    parameters: tuple[tuple[str, int], ...] = ()
    problem: str = ""


def spawn_emulator(limits: WorkerLimits) -> Start:
    """How to start an emulator's child as a fresh interpreter."""
    return lambda: SpawnedChild("grader.devices.worker", limits.arguments())


class EmulatorDevice:
    """The emulator behind one child process. Kernels of a child that died are compiled again when next launched."""

    def __init__(self, limits: WorkerLimits, start: Callable[[WorkerLimits], Start] = spawn_emulator) -> None:
        self._limits = limits
        self._worker = Worker(start(limits))
        self._last_key = 0
        self._requests: dict[int, CompileRequest] = {}
        self._keys: dict[int, tuple[int, int]] = {}  # our key -> the child's generation and its own key
        self._worker.warm_up()

    @property
    def info(self) -> DeviceInfo:
        details = {"machine": platform.machine(), "system": platform.system()}
        return DeviceInfo(kind="cpu", name="PTX emulator", details=details)

    def compile(self, request: CompileRequest) -> Compiled:
        """Compile for the emulator; see `Device`."""
        compiled = self._compile(request)
        key = self._last_key = self._last_key + 1
        self._requests[key] = request
        self._keys[key] = (self._worker.generation, compiled.key)
        return Compiled(**{name: getattr(compiled, name) for name in Compiled.__dataclass_fields__} | {"key": key})

    def launch(self, kernel: Compiled, launch: Launch) -> Launched:
        """Run one launch; see `Device`."""
        header = {"command": "launch", "key": self._child_key(kernel.key), **wire.launch_to_plain(launch)}
        answer, arrays = self._worker.request(header, launch.arrays, seconds=self._limits.seconds)
        return wire.launched_from_plain(answer["launched"], arrays)

    def edits(self, source: str, kernel: str, macro: str) -> tuple[Edit, ...]:
        """The edits of a kernel's text, which the child reads; none where the text is too complex for it."""
        header = {"command": "edits", "source": source, "kernel": kernel, "macro": macro}
        answer, _ = self._worker.request(header, seconds=EDITS_SECONDS)
        return tuple(wire.edit_from_plain(item) for item in answer["edits"])

    def repairs(self, source: str, errors: Sequence[tuple[int, str]]) -> tuple[Edit, ...]:
        """Edits near the compiler's errors (line, message) that could make a text compile; the child reads it."""
        header = {"command": "repairs", "source": source, "errors": list(errors)}
        answer, _ = self._worker.request(header, seconds=EDITS_SECONDS)
        return tuple(wire.edit_from_plain(item) for item in answer["edits"])

    def trials(self, kernel: Compiled, launch: Launch, numbers: Sequence[int], *, switch: str, output: str) -> Trials:
        """One launch for each number that the module variable `switch` is set to; `output` is the array to bring back.

        Raises what `launch` raises.
        """
        header = {"command": "trials", "key": self._child_key(kernel.key), **wire.launch_to_plain(launch)}
        header |= {"numbers": list(numbers), "switch": switch, "output": output}
        answer, arrays = self._worker.request(header, launch.arrays, seconds=self._limits.seconds)
        return wire.trials_from_plain(answer, arrays)

    def binary(self, request: CompileRequest, arch: str) -> Binary:
        """Compile for a GPU's architecture (`sm_90`); raises what `Worker.request` raises."""
        header = {"command": "binary", "request": wire.request_to_plain(request), "arch": arch}
        answer, arrays = self._worker.request(header, seconds=COMPILE_SECONDS)
        return Binary(
            image=arrays["image"].tobytes(),
            kernel_name=str(answer["name"]),
            parameters=tuple((str(kind), int(size)) for kind, size in answer["parameters"]),
            problem=str(answer["problem"]),
        )

    def close(self) -> None:
        """End the child."""
        self._worker.close()

    def renew(self) -> None:
        """See `Device`: a fresh child starts beside what the caller does now."""
        self._requests.clear()
        self._keys.clear()
        self._worker.renew()

    def _compile(self, request: CompileRequest) -> Compiled:
        header = {"command": "compile", "request": wire.request_to_plain(request)}
        answer, _ = self._worker.request(header, seconds=COMPILE_SECONDS)
        return wire.compiled_from_plain(answer["compiled"])

    def _child_key(self, key: int) -> int:
        self._worker.warm_up()  # a child that died is replaced now, not in the middle of the request
        generation, child_key = self._keys[key]
        if generation != self._worker.generation:
            child_key = self._compile(self._requests[key]).key
            self._keys[key] = (self._worker.generation, child_key)
        return child_key
