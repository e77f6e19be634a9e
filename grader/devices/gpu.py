"""A GPU as a device: numbers and times come from the GPU, everything else from the emulator, each in its own child.

The emulator runs every case too: it alone tells races, unset reads and lines of faults, and exact traffic. Compilation
to machine code for the GPU happens in the emulator's child, behind its walls; the GPU's child gets cubins only.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from grader.children import SpawnedChild, Start
from grader.devices import wire
from grader.devices.base import (
    Compiled,
    CompileRequest,
    DeviceCrash,
    DeviceError,
    DeviceFault,
    Emulator,
    Launch,
    Launched,
)
from grader.devices.cpu import Binary
from grader.devices.gpu_sharing import Claim
from grader.devices.gpu_tools import SOURCE
from grader.devices.process import Worker
from grader.emulator.run import Finding
from grader.kinds import Source, kinds_from
from grader.results import DeviceInfo

SETUP_SECONDS = 60.0
FAULTS = frozenset(kind.value for kind in kinds_from(Source.LAUNCH, Source.CHECKER))

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


class GpuFailure(DeviceError):  # noqa: N818 (named for what happened)
    """The GPU reported an error; its child has been replaced. `code` is CUDA's number."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class GpuUnavailable(DeviceError):  # noqa: N818
    """There is no GPU that can be used, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedLaunch:
    """One timed and verified launch.

    `changed` are elements of A and B that the kernel changed, `breached` words outside the arrays that it wrote,
    `wrong_rows` rows of C that are not the product. `failure` stands instead when the GPU reported an error.
    """

    milliseconds: float = 0.0
    changed: Mapping[str, int] | None = None
    breached: Mapping[str, int] | None = None
    wrong_rows: int = 0
    first_wrong_row: int = -1
    failure: str = ""
    failure_kind: str = ""

    @property
    def right(self) -> bool:
        return not (self.failure or self.wrong_rows or self.changed or self.breached)


class EmulatorWithBinaries(Emulator, Protocol):
    """The emulator's device, which can also make machine code for a GPU."""

    def binary(self, request: CompileRequest, arch: str) -> Binary: ...


class GpuProcess:
    """The child that owns the GPU's context; it is replaced when it dies, hangs or loses its context. Thread-safe."""

    def __init__(self, start: Start, *, seconds: float) -> None:
        self._worker = Worker(start)
        self._seconds = seconds
        self._lock = threading.RLock()
        self._properties: dict[str, Any] | None = None
        self._tools: tuple[int, bytes] = (0, b"")
        self._loaded: dict[tuple[int, str], int] = {}
        self.unavailable: str | None = None
        self._worker.warm_up()

    def request(
        self, header: Mapping[str, Any], arrays: Mapping[str, np.ndarray] | None = None, *, seconds: float | None = None
    ) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """Ask the child; raises `GpuFailure`, `GpuUnavailable`, and what `Worker.request` raises."""
        with self._lock:
            if self.unavailable is not None:
                raise GpuUnavailable(self.unavailable)
            answer, results = self._worker.request(header, arrays, seconds=seconds or self._seconds)
            if "unavailable" in answer:
                self.unavailable = str(answer["unavailable"])
                self._worker.close()
                raise GpuUnavailable(self.unavailable)
            error = answer.get("gpu_error")
            if error is not None:
                self.renew()
                raise GpuFailure(int(error["code"]), str(error["message"]))
            return answer, results

    @property
    def properties(self) -> dict[str, Any]:
        """What the device says of itself."""
        with self._lock:
            if self._properties is None:
                self._properties = self.request({"command": "properties"}, seconds=SETUP_SECONDS)[0]["properties"]
            return self._properties

    def renew(self) -> None:
        """End the child, so that nothing of a submission survives; the next request meets a fresh one."""
        with self._lock:
            self._worker.close()
            self._loaded.clear()

    def warm_up(self) -> None:
        """Start the child without waiting for it: to open a GPU takes half a second and more."""
        with self._lock:
            if self.unavailable is None:
                self._worker.warm_up()

    def exclusively(self) -> threading.RLock:
        """To be held over several requests that belong together."""
        return self._lock

    def prepare(self, emulator: EmulatorWithBinaries) -> None:
        """Give the child the grader's own kernels, once for each child."""
        with self._lock:
            generation, image = self._tools
            if not image:
                image = _tools_image(emulator, self.properties["arch"])
            if generation != self._generation():
                self.request({"command": "tools"}, {"image": np.frombuffer(image, np.uint8)}, seconds=SETUP_SECONDS)
            self._tools = (self._generation(), image)

    def load(self, name: str, binary: Binary) -> int:
        """The child's key of a kernel; `name` is unique for each binary."""
        with self._lock:
            known = self._loaded.get((self._generation(), name))
            if known is None:
                header = {"command": "load", "name": binary.kernel_name, "parameters": binary.parameters}
                answer, _ = self.request(
                    header, {"image": np.frombuffer(binary.image, np.uint8)}, seconds=SETUP_SECONDS
                )
                known = self._loaded[(self._generation(), name)] = int(answer["key"])
            return known

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._worker.close()

    def _generation(self) -> int:
        self._worker.warm_up()
        return self._worker.generation


def spawn_gpu(claim: Claim) -> Start:
    """How to start a GPU's child on the device that was claimed."""
    return lambda: SpawnedChild("grader.devices.gpu_worker", (str(claim.ordinal),))


def _tools_image(emulator: EmulatorWithBinaries, arch: str) -> bytes:
    request = CompileRequest(
        source=SOURCE.read_text(encoding="utf-8"), filename=SOURCE.name, kernel="fill_matrix", tile_width=1,
        with_resources=False,
    )  # fmt: skip
    made = emulator.binary(request, arch)
    if not made.image:
        raise DeviceFault(f"the grader's own GPU kernels do not compile: {made.problem}")
    return made.image


class GpuDevice:
    """One lane's view of the GPU: an emulator of its own, and the one GPU process that all lanes share."""

    def __init__(self, emulator: EmulatorWithBinaries, process: GpuProcess, claim: Claim) -> None:
        self._emulator = emulator
        self._process = process
        self._claim = claim
        self._requests: dict[int, CompileRequest] = {}
        self._binaries: dict[int, Binary] = {}
        self._emulated: set[int] = set()  # kernels whose numbers would not be a GPU's

    @property
    def info(self) -> DeviceInfo:
        """The GPU; the emulator, with the reason, when the GPU cannot be used after all."""
        try:
            properties = self._process.properties
        except GpuUnavailable as error:
            emulated = self._emulator.info
            return emulated.model_copy(update={"details": {**emulated.details, "gpu": str(error)}})
        return DeviceInfo(kind="gpu", name=properties["name"], details=properties)

    @property
    def process(self) -> GpuProcess:
        return self._process

    @property
    def claim(self) -> Claim:
        return self._claim

    @property
    def emulator(self) -> EmulatorWithBinaries:
        return self._emulator

    def compile(self, request: CompileRequest) -> Compiled:
        """Compile for the emulator; machine code for the GPU is made when it is first launched there."""
        compiled = self._emulator.compile(request)
        if compiled.ok:
            self._requests[compiled.key] = request
            if request.debug:
                self._emulated.add(compiled.key)
        return compiled

    def launch(self, kernel: Compiled, launch: Launch) -> Launched:
        """Run on the emulator, then on the GPU unless the emulator found a fault.

        What a faulty kernel gives on a GPU changes from run to run, and a grade must not: the emulator's numbers stand.
        Many such kernels would also kill the GPU's process, in every case anew.
        """
        emulated = self._emulator.launch(kernel, launch)
        faulty = any(finding.kind in FAULTS for finding in emulated.findings)
        partly = (
            launch.record is not None or launch.checkers != "all" or launch.is_trial or kernel.key in self._emulated
        )
        if partly or faulty or not emulated.finished:
            return emulated
        try:
            with self._claim.shared():
                return self._on_gpu(kernel, launch, emulated)
        except GpuUnavailable:
            return emulated
        except GpuFailure as error:
            return merge_failure(emulated, launch, error)

    def _on_gpu(self, kernel: Compiled, launch: Launch, emulated: Launched) -> Launched:
        with self._process.exclusively():
            header = {"command": "launch", "key": self.gpu_key(kernel), **wire.launch_to_plain(launch)}
            answer, arrays = self._process.request(header, launch.arrays)
        return merge(emulated, arrays, answer["breached"], float(answer["seconds"]))

    def gpu_key(self, kernel: Compiled) -> int:
        """The GPU child's key of a compiled kernel, compiled and loaded now if it is not there yet."""
        self._process.prepare(self._emulator)
        return self._process.load(f"{id(self)}:{kernel.key}", self._binary(kernel.key))

    def _binary(self, key: int) -> Binary:
        made = self._binaries.get(key)
        if made is None:
            arch = self._process.properties["arch"]
            made = self._binaries[key] = self._emulator.binary(self._requests[key], arch)
        if not made.image:
            raise GpuFailure(0, f"the kernel does not compile for this GPU: {made.problem}")
        return made

    # -- timing --------------------------------------------------------------------------------------------------------

    def prepare_timing(
        self, *, element: str, shape: Sequence[int], layout: Mapping[str, str], alpha: float, beta: float
    ) -> None:
        """Make room for one shape on the GPU."""
        self._process.prepare(self._emulator)
        flush = max(64 << 20, 2 * int(self._process.properties.get("l2_bytes", 0)))
        header = {
            "command": "prepare", "element": element, "shape": list(shape), "layout": dict(layout), "alpha": alpha,
            "beta": beta, "flush_bytes": flush,
        }  # fmt: skip
        self._process.request(header, seconds=SETUP_SECONDS)

    def warm(self, kernel: Compiled, launch: Launch, *, seconds: float) -> None:
        """Run a kernel for a while, so that clocks rise before anything is timed."""
        header = {"command": "warm", "kernel": self._timed(kernel, launch), "seconds": seconds}
        self._process.request(header, seconds=SETUP_SECONDS)

    def time(
        self, kernels: Sequence[tuple[Compiled, Launch]], *, seed: int, pair: int, seconds: float
    ) -> tuple[TimedLaunch, ...]:
        """Time the kernels one after another on the same fresh inputs; ends with the first that fails."""
        plain = [self._timed(kernel, launch) for kernel, launch in kernels]
        answer, _ = self._process.request(
            {"command": "time", "kernels": plain, "seed": seed, "pair": pair}, seconds=seconds
        )
        rows = tuple(_timed_launch(row) for row in answer["rows"])
        if any(row.failure for row in rows):
            self._process.renew()
        return rows

    def vendor_ms(self, shape: Sequence[int], element: str) -> float | None:
        """The vendor library's time for the same product, where it is installed."""
        header = {"command": "product", "shape": list(shape), "element": element}
        value = self._process.request(header, seconds=SETUP_SECONDS)[0]["ms"]
        return None if value is None else float(value)

    def clocks(self) -> dict[str, Any]:
        """Clock rates now, as far as they can be told."""
        return dict(self._process.request({"command": "clocks"}, seconds=SETUP_SECONDS)[0]["clocks"])

    def _timed(self, kernel: Compiled, launch: Launch) -> dict[str, Any]:
        return {"key": self.gpu_key(kernel), **wire.launch_to_plain(launch)}

    def renew(self) -> None:
        """See `Device`; the GPU's child is renewed by who made it."""
        self._requests.clear()
        self._binaries.clear()
        self._emulated.clear()
        self._emulator.renew()

    def close(self) -> None:
        """End the emulator's child; the GPU's is closed by who made it."""
        self._emulator.close()


def _timed_launch(row: Mapping[str, Any]) -> TimedLaunch:
    error = row.get("gpu_error")
    if error is not None:
        kind, words = describe(int(error["code"]), str(error["message"]))
        return TimedLaunch(failure=words, failure_kind=kind)
    return TimedLaunch(
        milliseconds=float(row["ms"]),
        changed=row["changed"],
        breached=row["breached"],
        wrong_rows=int(row["wrong_rows"]),
        first_wrong_row=int(row["first_wrong_row"]),
    )


def describe(code: int, message: str) -> tuple[str, str]:
    """A finding's kind and words for an error of the GPU."""
    kind, words = _KINDS.get(code, ("device-trap", message))
    return kind, f"The GPU stopped the kernel: {words}."


def merge(
    emulated: Launched, arrays: Mapping[str, np.ndarray], breached: Mapping[str, int], seconds: float
) -> Launched:
    """The GPU's numbers of a launch in which the emulator found no fault; broken guard zones become a finding."""
    findings = (*emulated.findings, _breach(breached)) if breached else emulated.findings
    return replace(emulated, arrays=arrays, findings=findings, seconds=seconds)


def merge_failure(emulated: Launched, launch: Launch, error: GpuFailure) -> Launched:
    """What stopped the GPU where the emulator saw nothing, as a finding of its own."""
    kind, words = describe(error.code, str(error))
    if kind in ("out-of-bounds", "misaligned-access", "timeout"):
        kind = "device-trap"  # there is no thread and no address to tell, as those findings do
    finding = Finding(kind=kind, line=0, column=0, file="", message=words)
    return replace(emulated, arrays=dict(launch.arrays), findings=(*emulated.findings, finding), finished=False)


def _breach(breached: Mapping[str, int]) -> Finding:
    name, words = next(iter(breached.items()))
    message = f"On the GPU the kernel wrote {words:,} words outside {name}."
    return Finding(
        kind="out-of-bounds", line=0, column=0, file="", access="write", space="global", object=name, message=message
    )


__all__ = ["Binary", "DeviceCrash", "GpuDevice", "GpuFailure", "GpuProcess", "GpuUnavailable", "TimedLaunch", "merge"]
