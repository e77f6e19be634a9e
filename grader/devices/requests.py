"""What the grader asks its child processes, and what they answer where no value of `base` says it.

A request goes by its class: who serves it has a function for each (`serving.Service`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grader.devices.base import CompileRequest, Glimpse, Launch, TimedLaunch, TimedProduct
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


# ---- to the GPU's child


@dataclass(frozen=True, slots=True)
class PropertiesRequest:
    """What the device is."""


@dataclass(frozen=True, slots=True)
class ClocksRequest:
    """How fast it runs now."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the device says, by name."""

    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolsRequest:
    """The grader's own kernels, as an image."""

    image: Array


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """A kernel to be launched later."""

    binary: Binary


@dataclass(frozen=True, slots=True)
class Loaded:
    """The kernel's key in the child."""

    key: int


@dataclass(frozen=True, slots=True)
class Done:
    """There is nothing else to say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuLaunched:
    """The arrays after a launch, and how many words outside each were written, where any were."""

    arrays: Mapping[str, Array]
    breached: Mapping[str, int]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """A launch, timed, after another one that is not, and after so many bytes were written to sweep the caches."""

    key: int
    launch: Launch
    before: Launch
    flush_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepareRequest:
    """Room for timing a product."""

    product: TimedProduct
    flush_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WarmRequest:
    """Launches for so many seconds."""

    kernel: LaunchRequest
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRequest:
    """Each kernel in turn, on the same fresh inputs."""

    kernels: tuple[LaunchRequest, ...]
    seed: int
    pair: int


@dataclass(frozen=True, slots=True)
class Times:
    """A row a kernel, up to the first that failed."""

    rows: tuple[TimedLaunch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductRequest:
    """The vendor library's time for a product."""

    product: TimedProduct


@dataclass(frozen=True, slots=True)
class Product:
    """Milliseconds; None where there is no such library."""

    milliseconds: float | None
