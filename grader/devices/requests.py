"""What the grader asks an emulator's child, and what that answers where no value of `base` says it.

A request goes by its class: who serves it has a function for each (`serving.Service`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

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
class Brief:
    """What came of a launch: of its arrays those alone that it stored to, with the flags of what it stored to.

    It knows of the `untouched` ones, too, that it did not.
    """

    launched: Launched
    untouched: tuple[str, ...] = ()

    @classmethod
    def by(cls, launch: Launch, launched: Launched) -> Brief:
        """The same in brief."""
        before, flags = launch.arrays, launched.written
        touched = {name: each for name, each in flags.items() if np.count_nonzero(each)}
        changed = {
            name: array
            for name, array in launched.arrays.items()
            if name in touched or (name not in flags and array.tobytes() != before[name].tobytes())
        }
        untouched = tuple(name for name in flags if name not in touched)
        return cls(replace(launched, arrays=changed, written=touched), untouched)

    def on(self, launch: Launch) -> Launched:
        """The same with all arrays: those that are not changed are the launch's own."""
        untouched = {name: np.zeros(launch.arrays[name].nbytes, bool) for name in self.untouched}
        return replace(
            self.launched,
            arrays={**launch.arrays, **self.launched.arrays},
            written={**untouched, **self.launched.written},
        )

    def answers(self, launch: Launch) -> bool:
        """Whether these are the launch's arrays, as far as dtypes and shapes tell."""
        arrays, flags = self.launched.arrays, self.launched.written
        if not arrays.keys() | flags.keys() | set(self.untouched) <= launch.arrays.keys():
            return False
        return same_arrays(arrays, {name: launch.arrays[name] for name in arrays}) and all(
            each.dtype == bool and each.shape == (launch.arrays[name].nbytes,) for name, each in flags.items()
        )


@dataclass(frozen=True, slots=True)
class AllLaunched:
    """What each of them gave, up to the first that did not come to its end."""

    rows: tuple[Brief, ...]

    def answers(self, launches: Sequence[Launch]) -> bool:
        """Whether these are answers to the launches."""
        whole = len(self.rows) == len(launches) or (0 < len(self.rows) < len(launches) and not self._ended)
        return whole and all(row.answers(launch) for row, launch in zip(self.rows, launches, strict=False))

    def on(self, launches: Sequence[Launch]) -> tuple[Launched, ...]:
        """What each gave, whole."""
        return tuple(row.on(launch) for row, launch in zip(self.rows, launches, strict=False))

    @property
    def _ended(self) -> bool:
        return self.rows[-1].launched.finished


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
