"""A GPU as a device: results and times come from the GPU, everything else from the emulator. Each has its own child.

The emulator runs every case too: only it reports races, unset reads, exact traffic and the lines of faults. The
emulator's sandboxed child compiles the machine code for the GPU; the GPU's child gets cubins only.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, Protocol, TypeVar

import numpy as np

from grader.devices import requests
from grader.devices.base import (
    Compiled,
    CompileRequest,
    Emulator,
    GpuFailure,
    GpuUnavailable,
    Launch,
    Launched,
    same_arrays,
)
from grader.devices.gpu_sharing import Claim
from grader.devices.process import ChildProcess
from grader.edits.landmarks import Landmarks
from grader.emulator.result import RunFinding
from grader.processes.child import Start, spawn
from grader.results import DeviceInfo
from grader.results.kinds import FoundBy, kinds_from

T = TypeVar("T")
SETUP_SECONDS = 60.0
OUT_OF_MEMORY = 2
FAULTS = frozenset(kind.value for kind in kinds_from(FoundBy.LAUNCH, FoundBy.CHECKER))


class EmulatorWithBinaries(Emulator, Protocol):
    """The emulator's device, which can also compile machine code for a GPU."""

    def binary(self, request: CompileRequest, arch: str) -> requests.Binary: ...


class GpuProcess:
    """The child that owns the context of a session's GPU, replaced when it dies, hangs or loses that. Thread-safe.

    `claim` is the session's on that GPU.
    """

    def __init__(self, claim: Claim, *, seconds: float, start: Start | None = None) -> None:
        """Start it; `start` is for tests."""
        self.claim = claim
        start = start or (lambda: spawn("grader.devices.gpu_worker", (str(claim.ordinal),)))
        self._worker = ChildProcess(start, by_clock=True)
        self._seconds = seconds
        self._lock = threading.RLock()
        self._properties: Mapping[str, Any] | None = None
        self._loaded: dict[tuple[int, str], int] = {}
        self._held: tuple[int, Mapping[str, np.ndarray]] = (0, {})
        self.unavailable: str | None = None
        self._worker.warm_up()

    def request(
        self,
        request: object,
        kind: type[T],
        *,
        seconds: float | None = None,
        fits: Callable[[T], bool] = lambda _: True,
    ) -> T:
        """Send a request to the child. Raise what `ChildProcess.request` raises."""
        with self._lock:
            if self.unavailable is not None:
                raise GpuUnavailable(self.unavailable)
            try:
                return self._worker.request(request, kind, seconds=seconds or self._seconds, fits=fits)
            except GpuUnavailable as error:
                self.unavailable = str(error)
                self._worker.close()
                raise
            except GpuFailure:
                self.renew()
                raise

    @property
    def properties(self) -> Mapping[str, Any]:
        """The device's properties, as the driver reports them."""
        with self._lock:
            if self._properties is None:
                self._properties = self.request(
                    requests.FactsRequest("properties"), requests.Facts, seconds=SETUP_SECONDS
                ).facts
            return self._properties

    def renew(self) -> None:
        """End the child, so that nothing of a submission survives. The next request starts a fresh one."""
        with self._lock:
            self._worker.close()
            self._loaded.clear()

    def warm_up(self) -> None:
        """Start the child without waiting for it: opening a GPU takes half a second or more."""
        with self._lock:
            if self.unavailable is None:
                self._worker.warm_up()

    def exclusively(self) -> threading.RLock:
        """Return the lock to hold during several requests that belong together."""
        return self._lock

    def load(self, name: str, binary: requests.Binary) -> int:
        """Return the child's key of a kernel, which is loaded if needed; `name` is unique for each binary."""
        with self._lock:
            known = self._loaded.get((self._generation(), name))
            if known is None:
                known = self.request(requests.LoadRequest(binary), requests.KernelKey, seconds=SETUP_SECONDS).key
                self._loaded[(self._generation(), name)] = known
            return known

    def run(self, key: int, launch: Launch, *, flush_bytes: int, seconds: float | None) -> requests.GpuLaunched:
        """Launch the kernel with this key. Arrays that the timed launch before had as well are not sent again."""
        with self._lock:
            generation, before = self._held
            self._held = (0, {})  # until the child has answered, it may hold either
            held = flush_bytes > 0 and generation == self._generation() and _are_same(launch.arrays, before)
            sent = replace(launch, arrays={}) if held else launch
            request = requests.RunRequest(key=key, launch=sent, flush_bytes=flush_bytes, held=held)
            answer = self.request(
                request, requests.GpuLaunched, seconds=seconds, fits=lambda answer: answer.brief.answers(launch)
            )
            if flush_bytes:
                self._held = (self._generation(), launch.arrays)
            return answer

    def lane(self, emulator: EmulatorWithBinaries) -> GpuDevice:
        """Return a device for one lane."""
        return GpuDevice(emulator, self)

    def close(self) -> None:
        """End the child and release the claim."""
        with self._lock:
            self._worker.close()
        self.claim.release()

    def _generation(self) -> int:
        self._worker.warm_up()
        return self._worker.generation


def _are_same(arrays: Mapping[str, np.ndarray], others: Mapping[str, np.ndarray]) -> bool:
    """True if these are the same places in memory, which nothing writes to."""
    return same_arrays(arrays, others) and all(
        array.__array_interface__["data"] == others[name].__array_interface__["data"] and array.flags.c_contiguous
        for name, array in arrays.items()
    )


class GpuDevice:
    """One lane's view of the GPU: its own emulator, and the GPU process that all lanes share."""

    def __init__(self, emulator: EmulatorWithBinaries, process: GpuProcess) -> None:
        self.emulator = emulator
        self.process = process
        self._requests: dict[int, CompileRequest] = {}
        self._binaries: dict[int, requests.Binary] = {}
        self._emulated: set[int] = set()  # debug kernels: they run on the emulator only

    @property
    def info(self) -> DeviceInfo:
        """The GPU; the emulator, with the reason, when the GPU turns out to be unusable."""
        emulated = self.emulator.info
        try:
            properties = self.process.properties
        except GpuUnavailable as error:
            return emulated.model_copy(update={"details": {**emulated.details, "gpu": str(error)}})
        return emulated.model_copy(update={"kind": "gpu", "name": properties["name"], "details": dict(properties)})

    def compile(self, request: CompileRequest) -> Compiled:
        """Compile for the emulator. Machine code for the GPU is compiled at its first launch there."""
        compiled = self.emulator.compile(request)
        if compiled.ok:
            self._requests[compiled.key] = request
            if request.options.debug:
                self._emulated.add(compiled.key)
        return compiled

    def launch(self, kernel: Compiled, launch: Launch) -> Launched:
        """Run on the emulator; then on the GPU, unless the emulator found a fault.

        On a GPU the results of a faulty kernel change from run to run, and a grade must not: the emulator's results are
        used. Many such kernels would also kill the GPU's process, once per case.
        """
        emulated = self.emulator.launch(kernel, launch)
        faulty = any(finding.kind in FAULTS for finding in emulated.findings)
        partly = launch.record is not None or not launch.checked or launch.is_trial or kernel.key in self._emulated
        if partly or faulty or not emulated.finished:
            return emulated
        try:
            with self.process.claim.held():
                return self._on_gpu(kernel, launch, emulated)
        except GpuUnavailable:
            return emulated
        except GpuFailure as error:
            return merge_failure(emulated, launch, error)

    def _on_gpu(
        self,
        kernel: Compiled,
        launch: Launch,
        emulated: Launched,
        *,
        flush_bytes: int = 0,
        seconds: float | None = None,
    ) -> Launched:
        with self.process.exclusively():
            answer = self.process.run(self.gpu_key(kernel), launch, flush_bytes=flush_bytes, seconds=seconds)
        there = answer.brief.on(launch)
        return merge(emulated, there.arrays, answer.breached, there.seconds)

    def gpu_key(self, kernel: Compiled) -> int:
        """Return the GPU child's key of a compiled kernel; compile and load it now if needed."""
        made = self._binaries.get(kernel.key)
        if made is None:
            arch = self.process.properties["arch"]
            made = self._binaries[kernel.key] = self.emulator.binary(self._requests[kernel.key], arch)
        if made.problem:
            raise GpuFailure(0, f"the kernel does not compile for this GPU: {made.problem}")
        return self.process.load(f"{id(self)}:{kernel.key}", made)

    def timer(self) -> GpuDevice | None:
        """Return the timer for the GPU, this object; None if the GPU turned out to be unusable."""
        return None if self.process.unavailable else self

    def alone(self) -> AbstractContextManager[None]:
        return self.process.claim.held(alone=True)

    def time(self, kernel: Compiled, launch: Launch, *, seconds: float) -> Launched:
        """See `Timer`. Twice the size of the L2 cache is swept, or 128 MB of a device that does not report it."""
        flush_bytes = 2 * int(self.process.properties.get("l2_bytes") or 64 << 20)
        nothing = Launched(arrays=launch.arrays, written={})
        try:
            return self._on_gpu(kernel, launch, nothing, flush_bytes=flush_bytes, seconds=seconds)
        except GpuFailure as error:
            if error.code == OUT_OF_MEMORY:
                raise
            return merge_failure(nothing, launch, error)

    def vendor_ms(self, shape: tuple[int, int, int], element: str) -> float | None:
        request = requests.ProductRequest(shape=shape, element=element)
        return self.process.request(request, requests.ProductTime, seconds=SETUP_SECONDS).milliseconds

    def clocks(self) -> dict[str, Any]:
        return dict(self.process.request(requests.FactsRequest("clocks"), requests.Facts, seconds=SETUP_SECONDS).facts)

    def launch_many(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """Run one at a time: each goes to two devices."""
        return (self.launch(kernel, launches[0]),)

    def glimpses(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """Run on the emulator only; see `Device`."""
        return self.emulator.glimpses(kernel, launches)

    def landmarks(self, source: str, kernel: str, macro: str, width: int) -> Landmarks:
        return self.emulator.landmarks(source, kernel, macro, width)

    def renew(self) -> None:
        """See `Device`. The owner of the GPU's child renews that child."""
        self._requests.clear()
        self._binaries.clear()
        self._emulated.clear()
        self.emulator.renew()

    def close(self) -> None:
        """End the emulator's child. The owner of the GPU's child closes that child."""
        self.emulator.close()


def merge(
    emulated: Launched, arrays: Mapping[str, np.ndarray], breached: Mapping[str, int], seconds: float
) -> Launched:
    """Return a faultless launch with the GPU's results; broken guard zones become a finding."""
    findings = emulated.findings
    for name, words in list(breached.items())[:1]:
        message = f"On the GPU the kernel wrote {words:,} words outside {name}."
        stray = RunFinding(kind="out-of-bounds", line=0, column=0, file="", message=message)
        findings = (*findings, replace(stray, access="write", space="global", object=name))
    return replace(emulated, arrays=arrays, findings=findings, seconds=seconds)


_KINDS = {
    700: ("out-of-bounds", "an access to an address outside all memory"),
    701: ("resource-limit", "the launch asks for more registers, shared memory or threads than the GPU has"),
    702: ("timeout", "the kernel did not end"),
    710: ("device-assert", "an assert in the kernel failed"),
    714: ("device-trap", "a hardware stack error"),
    715: ("device-trap", "an illegal instruction (`__trap()` is one)"),
    716: ("misaligned-access", "an access to an address that is not a multiple of its size"),
    717: ("out-of-bounds", "an access through a pointer to the wrong kind of memory"),
    718: ("device-trap", "a jump out of the program"),
    719: ("device-trap", "the kernel failed (a trap, or an access to memory that is not there)"),
}


def describe(code: int, message: str) -> tuple[str, str]:
    """Return a finding's kind and message for an error of the GPU."""
    kind, words = _KINDS.get(code, ("device-trap", message))
    return kind, f"The GPU stopped the kernel: {words}."


def merge_failure(emulated: Launched, launch: Launch, error: GpuFailure) -> Launched:
    """Return the launch with a finding for a GPU error that the emulator did not see."""
    kind, words = describe(error.code, str(error))
    if kind in ("out-of-bounds", "misaligned-access", "timeout"):
        kind = "device-trap"  # unlike those findings, it has no thread and no address
    finding = RunFinding(kind=kind, line=0, column=0, file="", message=words)
    return replace(emulated, arrays=dict(launch.arrays), findings=(*emulated.findings, finding), finished=False)
