"""Requests to the children that compile and launch, and their answers that are not defined in `base`.

A request's class selects the function that serves it (`process.Service`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from grader.devices.base import CompileRequest, Launch, Launched, same_arrays, same_bytes
from grader.devices.wire import Array
from grader.edits.change import Edit


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchesRequest:
    """Launches of the kernel with this key in the child, in order, with or without counts."""

    key: int
    launches: tuple[Launch, ...]
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Brief:
    """The outcome of a launch with only those arrays that the launch stored to, and the flags of the bytes stored to.

    `untouched` names the arrays that it did not store to.
    """

    launched: Launched
    untouched: tuple[str, ...] = ()

    @classmethod
    def by(cls, launch: Launch, launched: Launched) -> Brief:
        """Return the short form of `launched`."""
        before, flags = launch.arrays, launched.written
        touched = {name: each for name, each in flags.items() if np.count_nonzero(each)}
        changed = {
            name: array
            for name, array in launched.arrays.items()
            if name in touched or (name not in flags and not same_bytes(array, before[name]))
        }
        untouched = tuple(name for name in flags if name not in touched)
        return cls(replace(launched, arrays=changed, written=touched), untouched)

    def on(self, launch: Launch) -> Launched:
        """Return the full form; unchanged arrays are taken from the launch."""
        untouched = {name: np.zeros(launch.arrays[name].nbytes, bool) for name in self.untouched}
        return replace(
            self.launched,
            arrays={**launch.arrays, **self.launched.arrays},
            written={**untouched, **self.launched.written},
        )

    def answers(self, launch: Launch) -> bool:
        """Return whether these are the launch's arrays, by names, dtypes and shapes."""
        arrays, flags = self.launched.arrays, self.launched.written
        if not arrays.keys() | flags.keys() | set(self.untouched) <= launch.arrays.keys():
            return False
        return same_arrays(arrays, {name: launch.arrays[name] for name in arrays}) and all(
            each.dtype == bool and each.shape == (launch.arrays[name].nbytes,) for name, each in flags.items()
        )


@dataclass(frozen=True, slots=True)
class AllLaunched:
    """The outcome of each launch, up to the first that did not finish."""

    rows: tuple[Brief, ...]

    def answers(self, launches: Sequence[Launch]) -> bool:
        """Return whether these are answers to the launches."""
        count = len(self.rows)
        whole = count == len(launches) or (0 < count < len(launches) and not self.rows[-1].launched.finished)
        return whole and all(row.answers(launch) for row, launch in zip(self.rows, launches, strict=False))

    def on(self, launches: Sequence[Launch]) -> tuple[Launched, ...]:
        """Return each launch's outcome in full."""
        return tuple(row.on(launch) for row, launch in zip(self.rows, launches, strict=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class LandmarksRequest:
    """Request for the numbers at which a kernel's text branches, with the tile's macro set to `width`."""

    source: str
    kernel: str
    macro: str
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialsRequest:
    """One launch for each number, with the module variable `switch` set to it; `outputs` are returned."""

    key: int
    launch: Launch
    numbers: tuple[int, ...]
    switch: str
    outputs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairsRequest:
    """Request for edits near the compiler's errors (line, message) that could make a text compile."""

    source: str
    errors: tuple[tuple[int, str], ...]
    macro: str


@dataclass(frozen=True, slots=True)
class Edits:
    """The edits of a text; empty when the text is too complex."""

    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BinaryRequest:
    """Request for machine code for a GPU's architecture (`sm_90`)."""

    request: CompileRequest
    arch: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary:
    """Machine code (or PTX) for a GPU. `parameters` are (PTX type, bytes); without an image, `problem` says why.

    `variables` maps names in the source to the module's variables; `kernels` are all kernels of the image; `others` are
    the binaries of the further kernels requested.
    """

    image: Array
    kernel_name: str = ""
    parameters: tuple[tuple[str, int], ...] = ()
    problem: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    kernels: tuple[str, ...] = ()
    others: tuple[Binary, ...] = ()


# -- the GPU's child ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FactsRequest:
    """Request for the device's properties, or for its current clock rates."""

    about: Literal["properties", "clocks"]


@dataclass(frozen=True, slots=True)
class Facts:
    """Properties of the device, or clock rates, by name."""

    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """A kernel to load for later launches."""

    binary: Binary


@dataclass(frozen=True, slots=True)
class KernelKey:
    """The kernel's key in the child."""

    key: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """One launch of the kernel with this key in the child.

    With `flush_bytes` it is timed: it follows a launch on the data of the request before, and so many bytes are written
    in between to clear the caches. If `held`, the arrays are those of the timed request before, and not sent.
    """

    key: int
    launch: Launch
    flush_bytes: int = 0
    held: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuLaunched:
    """A launch on the GPU: arrays and seconds of `brief`, and how many words were written outside arrays, by name."""

    brief: Brief
    breached: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductRequest:
    """Request for the vendor library's time for a product; see `Timer.vendor_ms`."""

    shape: tuple[int, int, int]
    element: str


@dataclass(frozen=True, slots=True)
class ProductTime:
    """Milliseconds; None when there is no such library."""

    milliseconds: float | None
