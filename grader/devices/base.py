"""The interface of a device: it compiles kernels and runs launches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

import numpy as np

from grader.compiling.values import ChosenNumber, CompileOptions, CompileProblem
from grader.compiling.values import WrittenLaunch as WrittenLaunch
from grader.devices.wire import Array, Counts, SentEvents
from grader.edits.change import MOST_EDITS, Edit
from grader.edits.landmarks import Landmarks
from grader.emulator.layout import POISON, StrayReads
from grader.emulator.result import Counters, Dim3, Events, RunFinding, TurnOrder, Varies
from grader.errors import DeviceCrash as DeviceCrash
from grader.errors import DeviceError as DeviceError
from grader.errors import DeviceFault as DeviceFault
from grader.errors import DeviceTimeout as DeviceTimeout
from grader.errors import GpuFailure as GpuFailure
from grader.errors import GpuUnavailable as GpuUnavailable
from grader.layouts import ElementLayout
from grader.results import DeviceInfo, Diagnostic, Resources, Sizes

Profile = Literal["", "sample", "all"]


WITH_FIGURES, PTX_ALONE = "sm_80", "compute_80"
"""Architectures whose code runs on every supported GPU: with machine code and ptxas's figures, and without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileRequest:
    """A source to compile at one tile width, for blocks of one shape.

    `others` request further kernels of the same file, which are launched after the first. `constants` maps each array
    in constant memory that is filled before a launch to the bytes it must have. Where the file chooses numbers for its
    launch, `block_of` has the block as expressions in these and in `values`.
    """

    source: str
    tile_width: int
    options: CompileOptions
    block: Dim3 = (16, 16, 1)
    dynamic_shared_bytes: int = 0
    constants: Mapping[str, int] = field(default_factory=dict)
    others: tuple[CompileRequest, ...] = ()
    block_of: tuple[int | str, ...] = ()
    values: Mapping[str, int] = field(default_factory=dict)

    def without_figures(self, *, debug: bool = False, hasty: bool = False) -> CompileRequest:
        """Return the same request without machine code and ptxas's figures; `debug` and `hasty` as in `CompileOptions`.

        For the emulator alone: figures of code that keeps every access would not match a GPU.
        """
        others = tuple(other.without_figures(debug=debug, hasty=hasty) for other in self.others)
        options = replace(self.options, arch=PTX_ALONE, debug=debug, hasty=hasty)
        return replace(self, options=options, others=others)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditsRequest:
    """A request for the edits of the kernels of a text; see `EditReading.edits` for `seen`, `nearer` and `most`.

    `only` asks for edits that remove a barrier, or for those that wrap a condition, or an index or a value on a line of
    `seen` (see `grader.edits.observing`): much faster.
    """

    source: str
    kernel: str | tuple[str, ...]
    macro: str
    seen: Mapping[int, int] = field(default_factory=dict)
    nearer: Mapping[str, int] = field(default_factory=dict)
    most: int = MOST_EDITS
    only: Literal["", "barriers", "conditions", "indices", "values", "places"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredArray:
    """A shared array as declared: dimensions outermost first; `element_bytes` is 0 when unknown."""

    name: str
    dims: tuple[int, ...]
    dtype: str = "float"
    element_bytes: int = 0
    line: int = 0

    def layout(self, structs: Mapping[str, ElementLayout]) -> ElementLayout | None:
        """Return how its elements lie in memory; None where nothing says what they are."""
        return structs.get(self.dtype) or ElementLayout.of(self.dtype)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """A compiled kernel on a device; `key` identifies it there. `parameters` are (type, name) as declared.

    With `others`, further kernels of the file, `key` stands for all. Each has its own name, line, parameters and
    resources; everything common to all is stored in the first.
    """

    ok: bool
    key: int = 0
    tile_width: int = 0
    kernel_name: str = ""
    display_name: str = ""
    kernel_line: int = 0
    parameters: tuple[tuple[str, str], ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    problems: tuple[CompileProblem, ...] = ()
    suspicions: tuple[CompileProblem, ...] = ()  # problems that do not prevent a run
    resources: Resources | None = None
    declarations: tuple[DeclaredArray, ...] = ()
    actual_tile_width: int | None = None
    launches: tuple[WrittenLaunch, ...] = ()  # the file's own launches, if requested
    in_a_plane: bool = False  # whether it reads threadIdx.y
    local_or_generic: bool = False  # whether it accesses a thread's local memory, or memory through generic addresses
    notes: tuple[str, ...] = ()
    compiler: str = "nvrtc"
    seconds: float = 0.0
    others: tuple[Compiled, ...] = ()
    chosen: Mapping[str, ChosenNumber] = field(default_factory=dict)  # the numbers that the file chooses for its launch

    @property
    def kernels(self) -> tuple[Compiled, ...]:
        """The first kernel, then the others."""
        return (self, *self.others)

    @property
    def chosen_values(self) -> Sizes:
        """The numbers that the file chooses for its launch."""
        return {name: number.value for name, number in self.chosen.items()}


@dataclass(frozen=True, slots=True)
class BufferArgument:
    """A pointer argument: the name of one of the launch's arrays."""

    name: str


@dataclass(frozen=True, slots=True)
class StructArgument:
    """A struct passed by value: its fields in order, laid out by C's rules.

    `codes` are NumPy's codes of their types, "" for pointers; without them the kernel decides how wide numbers are.
    """

    fields: tuple[BufferArgument | int | float, ...]
    codes: tuple[str, ...] = ()

    @property
    def typed(self) -> tuple[BufferArgument | int | float | np.number[Any], ...]:
        """The fields, numbers in their types where these are known."""
        if not self.codes:
            return self.fields
        return tuple(
            field if isinstance(field, BufferArgument) else np.dtype(code).type(field)
            for field, code in zip(self.fields, self.codes, strict=True)
        )


Argument = BufferArgument | StructArgument | int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelLaunch:
    """One `<<<grid, block, shared_bytes>>>(arguments)`; `kernel` is an index into the kernels compiled together."""

    grid: Dim3
    block: Dim3
    arguments: tuple[Argument, ...]
    shared_bytes: int = 0
    fuel: int | None = None
    kernel: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """One launch, or several in order, each of which ends before the next begins.

    `arrays` are copied, never changed in place; all launches share the copies. `constants` fill arrays in constant
    memory. `record` names a block whose steps are recorded, in the launch number `recorded_step`.
    """

    steps: tuple[KernelLaunch, ...]
    arrays: Mapping[str, Array]
    constants: Mapping[str, Array] = field(default_factory=dict)
    checked: bool = True
    record: Dim3 | None = None
    recorded_step: int = 0
    profile: Profile = ""  # also count sectors and bank conflicts: of a sample, scaled up, or of the whole grid
    uninitialized: tuple[str, ...] = ()  # arrays that the kernel must write before it reads them
    stray_reads: StrayReads = "mark"  # result of a read outside every array; emulator only
    poison: int = POISON  # initial value of each byte of shared memory; emulator only
    turns: TurnOrder = "forward"  # order of threads between barriers, see `Kernel.launch`; emulator only

    def part(self, begin: int, end: int | None = None) -> Launch:
        """Return the launches numbered from `begin` up to but excluding `end`, without a recording."""
        return replace(self, steps=self.steps[begin:end], record=None, recorded_step=0)

    @property
    def is_trial(self) -> bool:
        """Whether only an emulator can run it: another order of threads, or other initial memory."""
        return self.turns != "forward" or self.poison != POISON


@dataclass(frozen=True, slots=True, kw_only=True)
class Launched:
    """The outcome of a launch: the arrays afterwards, flags of the bytes that were stored to, findings and counts."""

    arrays: Mapping[str, Array]
    written: Mapping[str, Array]
    findings: tuple[RunFinding, ...] = ()
    counters: Counts = field(default_factory=Counters)
    output: str = ""
    finished: bool = True
    seconds: float = 0.0
    events: SentEvents = field(default_factory=Events)
    events_truncated: bool = False
    varies: Varies = ""  # what may change in another order of threads, see `Run`

    @property
    def clean(self) -> bool:
        """True if the launch finished without findings."""
        return self.finished and not self.findings


def same_arrays(one: Mapping[str, np.ndarray], other: Mapping[str, np.ndarray]) -> bool:
    """Return whether names, dtypes and shapes are equal."""
    return one.keys() == other.keys() and all(
        array.dtype == other[name].dtype and array.shape == other[name].shape for name, array in one.items()
    )


def same_bytes(one: np.ndarray, other: np.ndarray) -> bool:
    """Return whether two arrays hold the same bytes in the same order; neither is copied."""
    first, second = (np.ascontiguousarray(each).reshape(-1).view(np.uint8) for each in (one, other))
    whole = min(first.size, second.size) & ~7  # eight at a time, and what is left of them
    return np.array_equal(first[:whole].view(np.uint64), second[:whole].view(np.uint64)) and np.array_equal(
        first[whole:], second[whole:]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """Outcomes of launches that differ in one number only: row n of `output` and `written` belongs to the n-th launch.

    `output` holds the bytes of some arrays afterwards, concatenated; `written` flags the bytes that were stored to;
    `findings` are each launch's (kind, line); `sound` is whether it finished and left all other arrays unchanged.
    """

    output: Array
    written: Array
    findings: tuple[tuple[tuple[str, int], ...], ...]
    sound: tuple[bool, ...]

    def answers(self, count: int, size_bytes: int) -> bool:
        """Return whether there is one row for each of `count` launches, for arrays of `size_bytes` in total."""
        shape = (count, size_bytes)
        shapes = self.output.shape == shape and self.written.shape == shape and self.written.dtype == bool
        return shapes and self.output.dtype == np.uint8 and len(self.findings) == len(self.sound) == count


class Timer(Protocol):
    """Times kernels on the device. Raises `DeviceError`s."""

    def alone(self) -> AbstractContextManager[None]:
        """Hold the device exclusively while timing: no other process runs kernels there."""

    def time(self, kernel: Compiled, launch: Launch, *, seconds: float) -> Launched:
        """Time one launch on its own arrays, after an untimed one on those of the call before.

        The first call for a kernel at some sizes has none before: what it times is code that is not warm.
        The results are not verified there; findings report broken guard zones and errors of the device. Raise
        `GpuFailure` where there is no room for the arrays.
        """

    def vendor_ms(self, shape: tuple[int, int, int], element: str) -> float | None:
        """Return the vendor library's time in milliseconds for a product of matrices; None if it is not installed.

        `shape` is (rows of left, inner size, columns of right), `element` the C type.
        """

    def clocks(self) -> dict[str, Any]:
        """Return the current clock rates, as far as they are available."""


class Device(Protocol):
    """Compiles and runs kernels. Raises `DeviceCrash`, `DeviceTimeout` or `DeviceFault`; stays usable after each."""

    @property
    def info(self) -> DeviceInfo: ...

    def compile(self, request: CompileRequest) -> Compiled: ...

    def launch(self, kernel: Compiled, launch: Launch) -> Launched: ...

    def launch_many(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """Run as many of the launches (at least one) as the device does at once. Return their outcomes, in order.

        No launch runs after one that does not finish.
        """

    def glimpses(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """Run like `launch_many`, always on the emulator, and without counts."""

    def landmarks(self, source: str, kernel: str, macro: str, width: int) -> Landmarks:
        """Return the numbers at which a kernel's text branches; empty when the text is too complex to read."""

    def timer(self) -> Timer | None:
        """Return a timer; None where times would be meaningless."""

    def renew(self) -> None:
        """Discard all kernels and start again in the background. Raise `OSError` when that is not possible now.

        Keys are never reused: an old key gives an error, not another kernel.
        """

    def close(self) -> None: ...


class Emulator(Device, Protocol):
    """A device that also reads edits and runs many trials at once."""

    @property
    def worked(self) -> float:
        """Processor seconds used for it so far."""

    def edits(self, request: EditsRequest) -> tuple[Edit, ...]: ...

    def repairs(self, source: str, errors: Sequence[tuple[int, str]], macro: str) -> tuple[Edit, ...]: ...

    def trials(
        self, kernel: Compiled, launch: Launch, numbers: Sequence[int], *, switch: str, outputs: Sequence[str]
    ) -> Trials: ...
