"""What the grader asks an emulator's child, and what that answers where no value of `base` says it.

A request goes by its class: who serves it has a function for each (`serving.Service`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.devices.base import CompileRequest, Launch, Launched, same_arrays
from grader.devices.wire import Array
from grader.edits.change import Edit


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchesRequest:
    """Launches of the kernel that has this key in the child, one after another, with or without counts."""

    key: int
    launches: tuple[Launch, ...]
    counted: bool = True


@dataclass(frozen=True, slots=True)
class AllLaunched:
    """What each of them gave, up to the first that did not come to its end; of its arrays those that it changed."""

    rows: tuple[Launched, ...]

    def answers(self, launches: Sequence[Launch]) -> bool:
        """Whether these are the launches' arrays, as far as dtypes and shapes tell."""
        whole = len(self.rows) == len(launches) or (0 < len(self.rows) < len(launches) and not self.rows[-1].finished)
        return whole and all(map(_answers, self.rows, launches))

    def on(self, launches: Sequence[Launch]) -> tuple[Launched, ...]:
        """The same with all arrays: those that a launch did not change are its own."""
        pairs = zip(self.rows, launches, strict=False)
        return tuple(replace(row, arrays={**launch.arrays, **row.arrays}) for row, launch in pairs)


def _answers(row: Launched, launch: Launch) -> bool:
    changed = {name: launch.arrays[name] for name in row.arrays if name in launch.arrays}
    return same_arrays(row.arrays, changed) and all(
        name in launch.arrays and flags.dtype == bool and flags.shape == (launch.arrays[name].nbytes,)
        for name, flags in row.written.items()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LandmarksRequest:
    """The numbers at which a kernel's text decides, where the tile's macro is `width`."""

    source: str
    kernel: str
    macro: str
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialsRequest:
    """One launch for each number that the module variable `switch` is set to; `outputs` are brought back."""

    key: int
    launch: Launch
    numbers: tuple[int, ...]
    switch: str
    outputs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairsRequest:
    """The edits near the compiler's errors (line, message) that could make a text compile."""

    source: str
    errors: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Edits:
    """The edits of a text; none where it is too complex to be read."""

    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BinaryRequest:
    """The machine code of a source for a GPU's architecture (`sm_90`)."""

    request: CompileRequest
    arch: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary:
    """Machine code for a GPU (or PTX). `parameters` are (PTX type, bytes); without an image `problem` says why.

    `variables` are those of the module by their names in the source, `kernels` all kernels of the image, `others` the
    further ones that were asked for.
    """

    image: Array
    kernel_name: str = ""
    parameters: tuple[tuple[str, int], ...] = ()
    problem: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    kernels: tuple[str, ...] = ()
    others: tuple[Binary, ...] = ()
