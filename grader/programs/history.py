# ruff: noqa: ARG002 (the methods that judge nothing yet take their arguments all the same)
"""What a program has done so far, as the runtime's calls tell it, and what of it is wrong.

A server calls one method for each event, in the program's order and before the call takes effect (a kernel's touches
come after it has run). Addresses are numbers: nothing here reads memory. A method that judges its arguments returns the
code that the call returns on a GPU: where that is no success, the call must have no effect. What was found lies in
`findings`, each with its sentence, on the host's line.

    history = History({"scale.cu": text})
    history.allocated(Place("scale.cu", 12), Memory.DEVICE, 0x7000, 4000)
    history.copied(Place("scale.cu", 14), 0x7000, 0x55aa, 4096, Direction.HOST_TO_DEVICE)   # 1: too long
    history.ended(0)
    history.findings
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from grader.hardware import Gpu, limits_of
from grader.programs.calls import Code, Direction, Launch, Memory, Place, Touch
from grader.results import Finding

DEFAULT_GPU = limits_of((9, 0))


class History:
    """All calls of one run of a program. `files` are its sources by name, the main one first.

    `unlooked` are the places of calls whose result the program drops; as Clang tells of functions that are
    `[[nodiscard]]`. None: not known, and no error is then said to be unseen. `device` is the range of addresses that
    belong to device memory, whether allocated or not.
    """

    def __init__(
        self,
        files: Mapping[str, str],
        *,
        gpu: Gpu = DEFAULT_GPU,
        device: range = range(0),
        unlooked: Collection[Place] | None = None,
    ) -> None:
        self.files = files
        self.gpu = gpu
        self.device = device
        self.unlooked = unlooked
        self.findings: list[Finding] = []

    # --- memory

    def allocated(
        self, place: Place, kind: Memory, address: int, size: int, *, name: str = "", pitch: int = 0, width: int = 0
    ) -> None:
        """Memory is there from now on. `name` is a symbol's, else empty; `pitch` and `width` in bytes are those of
        `cudaMallocPitch`. Tell of `Memory.HOST` (malloc, new) where it is known: then copies are judged by it.
        """

    def freed(self, place: Place, address: int, by: str) -> Code:
        """`by` is the function: cudaFree, cudaFreeHost or free (also delete). Tell of a null pointer too."""
        return Code.SUCCESS

    def reset(self, place: Place) -> None:
        """`cudaDeviceReset`: all device memory, streams and events are gone."""

    # --- copies

    def copied(
        self,
        place: Place,
        to: int,
        source: int,
        size: int,
        direction: Direction,
        *,
        stream: int | None = None,
        rows: int = 1,
        to_pitch: int = 0,
        source_pitch: int = 0,
        unset: Sequence[tuple[int, int]] = (),
    ) -> Code:
        """A copy of `rows` times `size` bytes; copies to and from symbols too, with their addresses.

        `stream` is None for the functions that wait (`cudaMemcpy`, `cudaMemcpy2D`, …), a handle for those whose name
        ends in Async. `unset` are the ranges of source addresses that nothing has written since the allocation.
        """
        return Code.SUCCESS

    def filled(
        self,
        place: Place,
        address: int,
        value: int,
        size: int,
        *,
        stream: int | None = None,
        rows: int = 1,
        pitch: int = 0,
    ) -> Code:
        """`cudaMemset` and its kin."""
        return Code.SUCCESS

    # --- kernels

    def launching(self, place: Place, launch: Launch) -> Code:
        """A launch is asked for: whether a GPU can make it. Call `launched` once it has run."""
        return Code.SUCCESS

    def launched(self, touches: Sequence[Touch], output: bool = False) -> None:
        """The last launch has run: what it touched of global memory, and whether it printed."""

    def explained(self, kind: str, at: int, size: int, base: int = 0) -> str:
        """Return what the host has to do with a fault of the last launch; empty where that is not known.

        `kind` is that of the emulator's finding; the access of `size` bytes was at the address `at`, counted from the
        allocation at `base` where the emulator knows one. It is a sentence to stand behind the finding's.
        """
        return ""

    # --- order

    def stream_created(self, stream: int, *, blocking: bool = True) -> None:
        """`blocking` is False for `cudaStreamNonBlocking`."""

    def recorded(self, place: Place, event: int, stream: int = 0) -> None:
        """`cudaEventRecord`."""

    def waited(self, stream: int, event: int) -> None:
        """`cudaStreamWaitEvent`: what comes next in the stream waits for the event."""

    def synchronised(self, *, stream: int | None = None, event: int | None = None) -> None:
        """The host has waited for a stream, for an event, or, with neither, for the device.

        A query that said "complete" counts as well.
        """

    def elapsed(self, place: Place, start: int, end: int) -> Code:
        """`cudaEventElapsedTime`."""
        return Code.SUCCESS

    def host_touched(self, place: Place, touches: Sequence[Touch]) -> None:
        """Host code uses managed or pinned memory (a protected page was touched). The line may be 0."""

    # --- errors, and the end

    def failed(self, place: Place, function: str, code: int, name: str) -> None:
        """A call returns an error, `name` is the constant's. Also the errors that methods of this class decided."""

    def error_read(self, place: Place) -> None:
        """`cudaGetLastError` or `cudaPeekAtLastError`."""

    def host_fault(self, place: Place, address: int) -> None:
        """Host code died of an access to this address. The line may be 0."""

    def ended(self, code: int) -> None:
        """The program has ended with this exit code. Tells leaks and what was never copied back. Call it last."""
