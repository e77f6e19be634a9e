"""What a device is to the grader: something that compiles a kernel and runs one launch of it.

DeviceError                 the root; carries what happened in words
  DeviceCrash               the child process died (the submission's doing)
  DeviceTimeout             it did not answer within its time (the submission's doing)
  DeviceFault               the grader's own fault inside the child
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np

from grader.edits.change import Edit
from grader.emulator.run import Counters, Dim3, Event, Finding, TurnOrder, Varies
from grader.emulator.stray import POISON, StrayReads
from grader.results import DeviceInfo, Diagnostic, Resources


class DeviceError(Exception):
    """The device could not finish what it was asked."""


class DeviceCrash(DeviceError):  # noqa: N818 (named for what happened)
    """The child process died."""


class DeviceTimeout(DeviceError):  # noqa: N818
    """No answer within the time limit; the child process was ended."""


class DeviceFault(DeviceError):  # noqa: N818
    """The grader itself failed inside the child: never the student's fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileRequest:
    """A source to compile at one tile width. `kernel` is a name, accepted names, a template-id or `auto`."""

    source: str
    filename: str
    kernel: str | tuple[str, ...]
    tile_width: int
    defines: Mapping[str, str | int] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    block: tuple[int, int, int] = (16, 16, 1)
    dynamic_shared_bytes: int = 0
    compiler: str = "auto"
    element: str = "float"
    expected: tuple[str, ...] | None = None  # the parameters that will be passed, as C++ text
    allow_headers: bool = False  # unknown #includes become empty instead of being refused
    blank_host_code: bool = True
    with_resources: bool = True
    debug: bool = False  # every access of the source is kept; for the emulator alone, its numbers are not a GPU's


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """A shared array as declared: dimensions outermost first."""

    name: str
    dims: tuple[int, ...]
    dtype: str = "float"
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileFault:
    """Why there is no kernel to run: one of the finding kinds, a line, and words."""

    kind: str
    message: str
    line: int = 0
    column: int = 0
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """A compiled kernel on a device; `key` names it there. `parameters` are (type, name) as declared."""

    ok: bool
    key: int = 0
    tile_width: int = 0
    kernel_name: str = ""
    display_name: str = ""
    kernel_line: int = 0
    parameters: tuple[tuple[str, str], ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    faults: tuple[CompileFault, ...] = ()
    suspicions: tuple[CompileFault, ...] = ()  # faults that do not keep the kernel from running
    resources: Resources | None = None
    declarations: tuple[Declaration, ...] = ()
    actual_tile_width: int | None = None
    notes: tuple[str, ...] = ()
    blanked: tuple[tuple[int, int, str], ...] = ()
    compiler: str = "nvrtc"
    seconds: float = 0.0


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
class Launch:
    """One launch: what `<<<grid, block, shared>>>(args)` would say. `arrays` are copied, never changed in place."""

    grid: Dim3
    block: Dim3
    arguments: tuple[Argument, ...]
    arrays: Mapping[str, np.ndarray]
    shared_bytes: int = 0
    checkers: Literal["all", "traffic", "none"] = "all"
    fuel: int | None = None
    record: Dim3 | None = None
    profile: bool = False  # also count sectors and bank conflicts, on a sample of the grid
    uninitialized: tuple[str, ...] = ()  # arrays whose content the kernel may not read before it writes it
    stray_reads: StrayReads = "mark"  # what a read outside every array gives; for the emulator alone
    poison: int = POISON  # what each byte of shared memory holds when a block begins; for the emulator alone
    turns: TurnOrder = "forward"  # whose turn it is between barriers, see `Kernel.launch`; for the emulator alone

    @property
    def is_trial(self) -> bool:
        """Whether it asks what only an emulator can be told: another order of turns, other unwritten memory."""
        return self.turns != "forward" or self.poison != POISON


@dataclass(frozen=True, slots=True, kw_only=True)
class Launched:
    """What one launch gave: the arrays afterwards, which of their bytes were stored to, and what was seen."""

    arrays: Mapping[str, np.ndarray]
    written: Mapping[str, np.ndarray]
    findings: tuple[Finding, ...] = ()
    counters: Counters = field(default_factory=Counters)
    output: str = ""
    finished: bool = True
    seconds: float = 0.0
    events: Sequence[Event] = ()
    events_truncated: bool = False
    varies: Varies = ""  # what may show where turns are reversed, see `Run`


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """What launches gave that differ in one number alone: row n of `output` and `written` is of the n-th of them.

    `output` holds the bytes of one array afterwards, `written` which of them were stored to; `findings` are each
    launch's (kind, line, access), `sound` whether it ended and left the other arrays as they were.
    """

    output: np.ndarray
    written: np.ndarray
    findings: tuple[tuple[tuple[str, int, str], ...], ...]
    sound: tuple[bool, ...]


class Device(Protocol):
    """Compiles and runs kernels. Raises `DeviceCrash`, `DeviceTimeout` or `DeviceFault`; stays usable after each."""

    @property
    def info(self) -> DeviceInfo: ...

    def compile(self, request: CompileRequest) -> Compiled: ...

    def launch(self, kernel: Compiled, launch: Launch) -> Launched: ...

    def renew(self) -> None:
        """Forget all kernels and start afresh in the background; raises `OSError` when that cannot be done now.

        No later kernel has the key of an earlier one: who kept one gets an error, not another's kernel.
        """

    def close(self) -> None: ...


class Emulator(Device, Protocol):
    """A device that also reads edits and tries many at once."""

    def edits(self, source: str, kernel: str, macro: str) -> tuple[Edit, ...]: ...

    def repairs(self, source: str, errors: Sequence[tuple[int, str]]) -> tuple[Edit, ...]: ...

    def trials(
        self, kernel: Compiled, launch: Launch, numbers: Sequence[int], *, switch: str, output: str
    ) -> Trials: ...
