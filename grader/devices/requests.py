"""What the grader asks an emulator's child, and what that answers where no value of `base` says it.

A request goes by its class: who serves it has a function for each (`serving.Service`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.devices.base import CompileRequest, Glimpse, Launch
from grader.devices.wire import Array
from grader.edits.change import Edit


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchRequest:
    """One launch of the kernel that has this key in the child."""

    key: int
    launch: Launch


@dataclass(frozen=True, slots=True, kw_only=True)
class GlimpsesRequest:
    """Launches of the kernel that has this key in the child, one after another."""

    key: int
    launches: tuple[Launch, ...]


@dataclass(frozen=True, slots=True)
class Glimpses:
    """What each of them gave."""

    rows: tuple[Glimpse, ...]

    def answers(self, launches: Sequence[Launch]) -> bool:
        """Whether these are the launches' arrays, as far as dtypes and shapes tell."""
        return len(self.rows) == len(launches) and all(
            row.arrays.keys() <= launch.arrays.keys() and row.launched(launch).answers(launch)
            for row, launch in zip(self.rows, launches, strict=True)
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
