"""The emulator as a device: a child process compiles and launches, the parent asks and compares."""

from __future__ import annotations

import json
import platform
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from grader.devices.base import Compiled, CompileRequest, EditsRequest, Launch, Launched, Trials
from grader.devices.process import ChildProcess
from grader.devices.requests import (
    AllLaunched,
    Binary,
    BinaryRequest,
    Edits,
    LandmarksRequest,
    LaunchesRequest,
    RepairsRequest,
    TrialsRequest,
)
from grader.edits.change import Edit
from grader.edits.landmarks import Landmarks
from grader.processes.child import Start, spawn
from grader.processes.sandbox import Protection
from grader.results import DeviceInfo

COMPILE_SECONDS = 60.0
EDITS_SECONDS = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerLimits:
    """Limits of the child: seconds per launch, total memory, host threads, bytes of printf.

    `compiler` is the one that requests will name: a child must prepare for Clang before it is sandboxed.
    """

    seconds: float = 20.0
    memory_mb: int = 4096
    threads: int = 1
    output_bytes: int = 65536
    compiler: str = "auto"

    def arguments(self) -> tuple[str, ...]:
        """Return the child's command line."""
        return str(self.memory_mb), str(self.threads), str(self.output_bytes), self.compiler


def spawn_emulator(limits: WorkerLimits) -> Start:
    """Return a function that starts an emulator's child in a fresh interpreter."""
    return lambda: spawn("grader.devices.worker", limits.arguments())


class EmulatorDevice:
    """The emulator in one child process. When the child dies, its kernels are compiled again at their next launch.

    Several threads may use it: the child answers one request after another.
    """

    def __init__(self, limits: WorkerLimits, start: Callable[[WorkerLimits], Start] = spawn_emulator) -> None:
        self._limits = limits
        self._worker = ChildProcess(start(limits))
        self._last_key = 0
        self._requests: dict[int, CompileRequest] = {}
        self._keys: dict[int, tuple[int, int]] = {}  # our key -> (the child's generation, its own key)
        self._asking = threading.RLock()
        self._worker.warm_up()

    @property
    def info(self) -> DeviceInfo:
        details = {"machine": platform.machine(), "system": platform.system()}
        walls = Protection(**json.loads(self._worker.greeting or b"{}"))
        return DeviceInfo(
            kind="cpu", name="PTX emulator", details=details, walls=walls.in_force, missing_walls=walls.missing
        )

    def compile(self, request: CompileRequest) -> Compiled:
        """Compile for the emulator; see `Device`."""
        with self._asking:
            compiled = self._compile(request)
            key = self._last_key = self._last_key + 1
            self._requests[key] = request
            self._keys[key] = (self._worker.generation, compiled.key)
        return replace(compiled, key=key)

    def launch(self, kernel: Compiled, launch: Launch) -> Launched:
        """Run one launch; see `Device`."""
        return self._launched(kernel, [launch])[0]

    @property
    def worked(self) -> float:
        """Processor seconds used for it so far."""
        return self._worker.worked

    def launch_many(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """Run all in one request, within the time limit of one launch. Raise what `launch` raises."""
        return self._launched(kernel, launches)

    def glimpses(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """Run like `launch_many`; see `Device`."""
        return self._launched(kernel, launches, counted=False)

    def _launched(self, kernel: Compiled, launches: Sequence[Launch], *, counted: bool = True) -> Sequence[Launched]:
        with self._asking:
            request = LaunchesRequest(key=self._child_key(kernel.key), launches=tuple(launches), counted=counted)
            answer = self._worker.request(
                request, AllLaunched, seconds=self._limits.seconds, fits=lambda answer: answer.answers(launches)
            )
        return answer.on(launches)

    def landmarks(self, source: str, kernel: str, macro: str, width: int) -> Landmarks:
        """Return the numbers at which a kernel's text branches; the child reads it."""
        request = LandmarksRequest(source=source, kernel=kernel, macro=macro, width=width)
        with self._asking:
            return self._worker.request(request, Landmarks, seconds=EDITS_SECONDS, fits=lambda answer: answer.bounded)

    def edits(self, request: EditsRequest) -> tuple[Edit, ...]:
        """Return the edits of a kernel's text, which the child reads once; empty when the text is too complex."""
        with self._asking:
            return self._worker.request(request, Edits, seconds=EDITS_SECONDS).edits

    def repairs(self, source: str, errors: Sequence[tuple[int, str]], macro: str) -> tuple[Edit, ...]:
        """Return edits near errors (line, message) that could make the text compile; the child reads it."""
        request = RepairsRequest(source=source, errors=tuple(errors), macro=macro)
        with self._asking:
            return self._worker.request(request, Edits, seconds=EDITS_SECONDS).edits

    def trials(
        self, kernel: Compiled, launch: Launch, numbers: Sequence[int], *, switch: str, outputs: Sequence[str]
    ) -> Trials:
        """Launch once for each number, with the module variable `switch` set to it; return the arrays named in
        `outputs`.

        Raise what `launch` raises.
        """
        size_bytes = sum(launch.arrays[name].nbytes for name in outputs)
        with self._asking:
            request = TrialsRequest(
                key=self._child_key(kernel.key), launch=launch, numbers=tuple(numbers), switch=switch,
                outputs=tuple(outputs),
            )  # fmt: skip
            return self._worker.request(
                request, Trials, seconds=self._limits.seconds,
                fits=lambda answer: answer.answers(len(numbers), size_bytes),
            )  # fmt: skip

    def binary(self, request: CompileRequest, arch: str) -> Binary:
        """Compile for a GPU's architecture (`sm_90`). Raise what `ChildProcess.request` raises."""
        with self._asking:
            return self._worker.request(BinaryRequest(request=request, arch=arch), Binary, seconds=COMPILE_SECONDS)

    def timer(self) -> None:
        """Return None: the emulator's time says nothing about a GPU's."""

    def close(self) -> None:
        """End the child."""
        self._worker.close()

    def renew(self) -> None:
        """See `Device`; a fresh child starts in parallel with the caller."""
        self._requests.clear()
        self._keys.clear()
        self._worker.renew()

    def _compile(self, request: CompileRequest) -> Compiled:
        return self._worker.request(request, Compiled, seconds=COMPILE_SECONDS)

    def _child_key(self, key: int) -> int:
        self._worker.warm_up()  # replace a child that died now, not in the middle of the request
        generation, child_key = self._keys[key]
        if generation != self._worker.generation:
            child_key = self._compile(self._requests[key]).key
            self._keys[key] = (self._worker.generation, child_key)
        return child_key
