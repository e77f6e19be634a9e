"""What a device is to the grader: something that compiles a kernel and runs one launch of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

import numpy as np

from grader.compiling.values import CompileOptions, CompileProblem
from grader.compiling.values import WrittenLaunch as WrittenLaunch
from grader.devices.events import Counts, Events
from grader.devices.wire import Array
from grader.edits.change import MOST_EDITS, Edit
from grader.edits.landmarks import Landmarks
from grader.emulator.out_of_range import POISON, StrayReads
from grader.emulator.result import Counters, Dim3, RunFinding, TurnOrder, Varies
from grader.results import DeviceInfo, Diagnostic, Resources

Profile = Literal["", "sample", "all"]


class DeviceError(Exception):
    """The device could not finish what it was asked."""


class DeviceCrash(DeviceError):  # noqa: N818 (named for what happened)
    """The child process died, or answered nonsense."""


class DeviceTimeout(DeviceError):  # noqa: N818
    """No answer within the time limit; the child process was ended."""


class DeviceFault(DeviceError):  # noqa: N818
    """The grader itself failed inside the child: never the student's fault."""


class GpuFailure(DeviceError):  # noqa: N818
    """The GPU reported an error; its child has been replaced. `code` is CUDA's number."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class GpuUnavailable(DeviceError):  # noqa: N818
    """There is no GPU that can be used, and why."""


WITH_FIGURES, PTX_ALONE = "sm_80", "compute_80"
"""Architectures that every supported GPU runs code of: with machine code, which ptxas tells figures of, and without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileRequest:
    """A source to compile at one tile width, for blocks of one shape.

    `others` ask for further kernels of the same file, which are launched after the first. `constants` are the arrays in
    constant memory that are filled before a launch, with the bytes that each must have.
    """

    source: str
    tile_width: int
    options: CompileOptions
    block: Dim3 = (16, 16, 1)
    dynamic_shared_bytes: int = 0
    own_launch: bool = False  # whether it is launched as its file says, where that can be followed
    constants: Mapping[str, int] = field(default_factory=dict)
    others: tuple[CompileRequest, ...] = ()

    def without_figures(self, *, debug: bool = False, hasty: bool = False) -> CompileRequest:
        """The same with neither machine code nor ptxas's figures; `debug` and `hasty` as in `CompileOptions`.

        The numbers of code that keeps every access are not a GPU's: it is for the emulator alone.
        """
        others = tuple(other.without_figures(debug=debug, hasty=hasty) for other in self.others)
        options = replace(self.options, arch=PTX_ALONE, debug=debug, hasty=hasty)
        return replace(self, options=options, others=others)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditsRequest:
    """The edits of a kernel's text; `Reading.edits` says what `seen`, `nearer` and `most` do.

    With `barriers_alone` only those that leave a barrier out, which takes a fraction of the time.
    """

    source: str
    kernel: str
    macro: str
    seen: Mapping[int, int] = field(default_factory=dict)
    nearer: Mapping[str, int] = field(default_factory=dict)
    most: int = MOST_EDITS
    barriers_alone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredArray:
    """A shared array as declared: dimensions outermost first; `element_bytes` is 0 where that is not known."""

    name: str
    dims: tuple[int, ...]
    dtype: str = "float"
    element_bytes: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """A compiled kernel on a device; `key` names it there. `parameters` are (type, name) as declared.

    With `others`, further kernels of the file, the key stands for all of them; each has its own name, line, parameters
    and resources, and what all have in common is told of the first.
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
    suspicions: tuple[CompileProblem, ...] = ()  # problems that do not keep the kernel from running
    resources: Resources | None = None
    declarations: tuple[DeclaredArray, ...] = ()
    actual_tile_width: int | None = None
    launches: tuple[WrittenLaunch, ...] = ()  # the file's own, where the request asks for them
    in_a_plane: bool = False  # whether it asks for threadIdx.y
    local_or_generic: bool = False  # accesses to memory of a thread's own, or to what the address alone tells
    notes: tuple[str, ...] = ()
    compiler: str = "nvrtc"
    seconds: float = 0.0
    others: tuple[Compiled, ...] = ()

    @property
    def kernels(self) -> tuple[Compiled, ...]:
        """The kernel, then the others."""
        return (self, *self.others)


@dataclass(frozen=True, slots=True)
class BufferArgument:
    """A pointer argument: the name of one of the launch's arrays."""

    name: str


@dataclass(frozen=True, slots=True)
class StructArgument:
    """A struct passed by value: its fields in order, laid out by the C rules."""

    fields: tuple[BufferArgument | int | float, ...]


Argument = BufferArgument | StructArgument | int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelLaunch:
    """What `<<<grid, block, shared>>>(args)` would say of one kernel: the n-th of those compiled together."""

    grid: Dim3
    block: Dim3
    arguments: tuple[Argument, ...]
    shared_bytes: int = 0
    fuel: int | None = None
    kernel: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """One launch, of the n-th `kernel` of those compiled together, or with `then` several in order, each of which ends
    before the next begins.

    `arrays` are copied, never changed in place; all launches work on the same. `constants` fill arrays in constant
    memory. `record` names a block whose steps are recorded, of the launch with the number `recorded_step`.
    """

    grid: Dim3
    block: Dim3
    arguments: tuple[Argument, ...]
    arrays: Mapping[str, Array]
    constants: Mapping[str, Array] = field(default_factory=dict)
    shared_bytes: int = 0
    checkers: Literal["all", "traffic", "none"] = "all"
    fuel: int | None = None
    kernel: int = 0
    then: tuple[KernelLaunch, ...] = ()
    record: Dim3 | None = None
    recorded_step: int = 0
    profile: Profile = ""  # also count sectors and bank conflicts: of a sample of the grid, scaled up, or of all of it
    uninitialized: tuple[str, ...] = ()  # arrays whose content the kernel may not read before it writes it
    stray_reads: StrayReads = "mark"  # what a read outside every array gives; for the emulator alone
    poison: int = POISON  # what each byte of shared memory holds when a block begins; for the emulator alone
    turns: TurnOrder = "forward"  # whose turn it is between barriers, see `Kernel.launch`; for the emulator alone

    @property
    def steps(self) -> tuple[KernelLaunch, ...]:
        """The launches in order."""
        first = KernelLaunch(
            grid=self.grid, block=self.block, arguments=self.arguments, shared_bytes=self.shared_bytes, fuel=self.fuel,
            kernel=self.kernel,
        )  # fmt: skip
        return (first, *self.then)

    def part(self, begin: int, end: int | None = None) -> Launch:
        """The launches from number `begin` on, before `end`, without a recording."""
        first, *then = self.steps[begin:end]
        return replace(
            self, grid=first.grid, block=first.block, arguments=first.arguments, shared_bytes=first.shared_bytes,
            fuel=first.fuel, kernel=first.kernel, then=tuple(then), record=None, recorded_step=0,
        )  # fmt: skip

    @property
    def is_trial(self) -> bool:
        """Whether it asks what only an emulator can be told: another order of turns, other unwritten memory."""
        return self.turns != "forward" or self.poison != POISON


@dataclass(frozen=True, slots=True, kw_only=True)
class Launched:
    """What one launch gave: the arrays afterwards, which of their bytes were stored to, and what was seen."""

    arrays: Mapping[str, Array]
    written: Mapping[str, Array]
    findings: tuple[RunFinding, ...] = ()
    counters: Counts = field(default_factory=Counters)
    output: str = ""
    finished: bool = True
    seconds: float = 0.0
    events: Events = ()
    events_truncated: bool = False
    varies: Varies = ""  # what may show where turns are reversed, see `Run`

    @property
    def clean(self) -> bool:
        """Whether it came to its end and nothing was found."""
        return self.finished and not self.findings


def by_element(flags: np.ndarray, count: int) -> np.ndarray:
    """Which of so many elements have a byte with the flag: shapes (bytes,) → (count,)."""
    width = flags.size // max(count, 1)
    # Looked at as one number each: many times as fast as to go over the bytes of each.
    each = flags.view(f"u{width}") if width in (1, 2, 4, 8) else flags.reshape(count, -1).max(axis=1)
    return np.asarray(each != 0)


def same_arrays(one: Mapping[str, np.ndarray], other: Mapping[str, np.ndarray]) -> bool:
    """Whether names, dtypes and shapes are the same."""
    return one.keys() == other.keys() and all(
        array.dtype == other[name].dtype and array.shape == other[name].shape for name, array in one.items()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """What launches gave that differ in one number alone: row n of `output` and `written` is of the n-th of them.

    `output` holds the bytes of some arrays afterwards, one after the other, `written` which of them were stored to;
    `findings` are each launch's (kind, line), `sound` whether it ended and left the other arrays as they were.
    """

    output: Array
    written: Array
    findings: tuple[tuple[tuple[str, int], ...], ...]
    sound: tuple[bool, ...]

    def answers(self, count: int, size_bytes: int) -> bool:
        """Whether there is a row for each of so many launches, of arrays of this size together."""
        shape = (count, size_bytes)
        shapes = self.output.shape == shape and self.written.shape == shape and self.written.dtype == bool
        return shapes and self.output.dtype == np.uint8 and len(self.findings) == len(self.sound) == count


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedLaunch:
    """One timed and verified launch.

    `changed` are elements of A and B that the kernel changed, `breached` words outside the arrays that it wrote,
    `wrong_rows` rows of C that are not the product. `failure` stands instead when the GPU reported an error, and
    `failure_kind` is the kind of finding that this is.
    """

    milliseconds: float = 0.0
    changed: Mapping[str, int] = field(default_factory=dict)
    breached: Mapping[str, int] = field(default_factory=dict)
    wrong_rows: int = 0
    first_wrong_row: int = -1
    failure: str = ""
    failure_kind: str = ""

    @property
    def right(self) -> bool:
        return not (self.failure or self.wrong_rows or self.changed or self.breached)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedProduct:
    """A product of two matrices that the device makes and verifies itself: alpha · left · right + beta · output.

    `shape` are the rows of the first, what both have in common, and the columns of the second; `layout` is row or
    column by the names of the two and, last, of the product; `element` is as C names it.
    """

    element: str
    shape: tuple[int, int, int]
    layout: Mapping[str, str]
    alpha: float
    beta: float


class Timer(Protocol):
    """Times kernels where they can be timed; every timed launch is verified there. Raises `DeviceError`s."""

    def alone(self) -> AbstractContextManager[None]:
        """To be held while anything is timed: nobody else's kernels run there meanwhile."""

    def prepare(self, product: TimedProduct) -> None:
        """Make room for one product."""

    def warm(self, kernel: Compiled, launch: Launch, *, seconds: float) -> None:
        """Run a kernel for a while, so that clocks rise before anything is timed."""

    def time(
        self, kernels: Sequence[tuple[Compiled, Launch]], *, seed: int, pair: int, seconds: float
    ) -> tuple[TimedLaunch, ...]:
        """Time the kernels one after another on the same fresh inputs; ends with the first that fails."""

    def run(self, kernel: Compiled, launch: Launch, *, before: Launch, seconds: float) -> Launched:
        """Time one launch on arrays of its own, after another one, on arrays of the same sizes, that is not timed.

        What came out is not looked at there; findings tell of broken guard zones, and of what stopped the device.
        """

    def vendor_ms(self, product: TimedProduct) -> float | None:
        """The vendor library's time for the same, where it is installed."""

    def clocks(self) -> dict[str, Any]:
        """Clock rates now, as far as they can be told."""


class Device(Protocol):
    """Compiles and runs kernels. Raises `DeviceCrash`, `DeviceTimeout` or `DeviceFault`; stays usable after each."""

    @property
    def info(self) -> DeviceInfo: ...

    def compile(self, request: CompileRequest) -> Compiled: ...

    def launch(self, kernel: Compiled, launch: Launch) -> Launched: ...

    def launch_many(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """What the first of several launches gave, of one at least: as many as the device makes at once.

        After one that does not come to its end it makes no other.
        """

    def glimpses(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """`launch_many` on the emulator, whatever the device is, and without counts."""

    def landmarks(self, source: str, kernel: str, macro: str, width: int) -> Landmarks:
        """The numbers at which a kernel's text decides; none where it is too complex to be read."""

    def timer(self) -> Timer | None:
        """What times kernels here; None where times would mean nothing."""

    def renew(self) -> None:
        """Forget all kernels and start afresh in the background; raises `OSError` when that cannot be done now.

        No later kernel has the key of an earlier one: who kept one gets an error, not another's kernel.
        """

    def close(self) -> None: ...


class Emulator(Device, Protocol):
    """A device that also reads edits and tries many at once."""

    @property
    def worked(self) -> float:
        """Seconds that processors have worked for it so far."""

    def edits(self, request: EditsRequest) -> tuple[Edit, ...]: ...

    def repairs(self, source: str, errors: Sequence[tuple[int, str]]) -> tuple[Edit, ...]: ...

    def trials(
        self, kernel: Compiled, launch: Launch, numbers: Sequence[int], *, switch: str, outputs: Sequence[str]
    ) -> Trials: ...
