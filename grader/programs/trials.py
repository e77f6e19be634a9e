"""Make a faulty launch again with one thing changed: where no fault is left, the host gave the wrong one.

A launch and its kernel do not fit each other, and either may be wrong. What the source calls arguments and parameters
decides: where they agree already, nothing is exchanged.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from grader.emulator.result import RunFinding
from grader.hardware import MOST_BLOCK
from grader.programs.calls import Launch, Memory
from grader.programs.device import Device, KnownKernel
from grader.programs.properties import GPU

MOST_TRIALS = 24
_MOST_MEMORY, _MOST_WORK = 64 << 20, 1 << 28
"""Bytes of device memory, and bytes and operations of the launch: a larger one is not made again."""
_TRIED = ("out-of-bounds", "uninitialized-read")


@dataclass(frozen=True, slots=True)
class Trial:
    """A changed launch: the row that tells it, and its facts."""

    name: str
    launch: Launch
    facts: Mapping[str, object]


class Trials:
    """Those of one launch with `findings`. `texts` are its arguments as the source has them."""

    def __init__(
        self, device: Device, kernel: KnownKernel, launch: Launch, findings: Sequence[RunFinding], texts: Sequence[str]
    ) -> None:
        self._device, self._kernel, self._launch = device, kernel, launch
        self._findings = [each for each in findings if each.kind in _TRIED]
        passed = device.named(launch)
        self._arrays = {name: each for name, each in passed.items() if each.kind is not Memory.SYMBOL}
        self._texts = [*texts, *[""] * len(launch.given)][: len(launch.given)]
        self._named = [_alike(text, each.name) for text, each in zip(self._texts, launch.arguments, strict=False)]
        numbers = {at: int(each.value or 0) for at, each in enumerate(launch.arguments) if each.size}
        self._numbers = {at: value for at, value in numbers.items() if value > 0}

    def cause(self, work: int) -> Trial | None:
        """Return the change that leaves no fault. `work` is what the launch did, in bytes and operations."""
        if not self._findings or self._device.used > _MOST_MEMORY or work > _MOST_WORK:
            return None
        kept = [
            (each, each.data.copy(), None if each.earlier is None else each.earlier.copy(), each.fresh, each.stored)
            for _, each in self._device.loaded.memory.places()
        ]
        again = Trial("", self._launch, {})
        # what the launch has left may hide a fault, but not one of rows: these are read where a copy has set them
        for trial in [*self._rows(), again, *self._changes(), *self._shapes()][:MOST_TRIALS]:
            run = self._device.launch(self._kernel, trial.launch)
            for buffer, data, earlier, fresh, stored in kept:
                buffer.data[:] = data
                buffer.earlier, buffer.fresh, buffer.stored = earlier, fresh, stored
            if not run.findings:
                return trial if trial.name else None
        return None

    def _rows(self) -> Iterator[Trial]:
        for at, value in self._numbers.items():
            for name, array in self._arrays.items():
                each, (row, pitch) = array.element_bytes, array.rows
                if each and value * each == row < pitch and not self._named[at]:
                    yield self._with(at, pitch // each, "argument-pitch", {"array": name, "pitch": pitch})

    def _changes(self) -> Iterator[Trial]:
        touched = {each.object for each in self._findings}
        for at, value in self._numbers.items():
            for name, array in self._arrays.items():
                if array.element_bytes > 1 and value == array.size:
                    yield self._with(at, array.length, "argument-bytes", {"array": name})
                others = [each.length for each in self._arrays.values() if each.length != array.length]
                whole = array.length * array.element_bytes == array.size  # else its own size is what is wrong
                if name in touched and array.length and whole and value in others and not self._named[at]:
                    yield self._with(at, array.length, "argument-length", {"array": name})
        pointers = {at: each.element for at, each in enumerate(self._kernel.parameters) if each.kind == "pointer"}
        sizes = {at: self._launch.arguments[at].size for at in self._numbers}
        for alike in (sizes, pointers):
            for one, two in combinations(alike, 2):
                differ = self._launch.given[one] != self._launch.given[two]
                fit = alike[one] == alike[two] and not (self._named[one] or self._named[two])
                if differ and fit and self._held(one, two) and self._held(two, one):
                    yield self._exchanged(one, two)

    def _held(self, one: int, other: int) -> bool:
        """False if unset elements of one array are read, and the other has only what this launch has left there."""
        reads, array = self._kernel.parameters[one].name, self._arrays.get(self._kernel.parameters[other].name)
        unset = any(each.kind == "uninitialized-read" and each.object == reads for each in self._findings)
        return not unset or array is None or bool(array.settings or array.written_by)

    def _shapes(self) -> Iterator[Trial]:
        launch, threads = self._launch, self._launch.threads
        fits = all(size <= most for size, most in zip(launch.grid, MOST_BLOCK, strict=True))
        # blocks of whole warps are usual: a launch that has them has nothing to exchange
        if threads % 32 and math.prod(launch.grid) % 32 == 0 and fits and math.prod(launch.grid) <= MOST_BLOCK[0]:
            shapes = {"shape": _by(launch.grid), "block_shape": _by(launch.block)}
            yield Trial("launch-exchanged", replace(launch, grid=launch.block, block=launch.grid), shapes)
        for item in self._findings:
            declared, array = self._kernel.declarations.get(item.object or ""), self._arrays.get(item.object or "")
            if declared and not (declared.dims and all(declared.dims)):
                each, given = declared.element_bytes or 1, launch.shared_bytes
                for size in sorted({given * each, threads * each, 2 * threads * each}):
                    if given < threads * each and given < size <= GPU.shared_per_block:
                        facts = {"given": given, "size": size, "array": item.object}
                        yield Trial("launch-shared-small", replace(launch, shared_bytes=size), facts)
            if array and array.length and launch.grid[1:] == (1, 1):
                blocks, rest = divmod(array.length, threads)
                if not rest and 0 < blocks < launch.grid[0]:
                    sizes = {"blocks": launch.grid[0], "needed": blocks, "block_threads": threads}
                    changed = replace(launch, grid=(blocks, 1, 1))
                    yield Trial("launch-large", changed, sizes | {"array": item.object or ""})

    def _with(self, at: int, right: int, name: str, facts: Mapping[str, object]) -> Trial:
        argument = self._launch.arguments[at]
        facts = {**facts, "parameter": argument.name, "value": argument.value, "right": right}
        return self._given({at: right.to_bytes(argument.size, "little")}, name, facts)

    def _exchanged(self, first: int, second: int) -> Trial:
        given = self._launch.given
        names = {"parameter": self._launch.arguments[first].name, "second": self._launch.arguments[second].name}
        texts = {"text": self._texts[first], "second_text": self._texts[second]}
        return self._given({first: given[second], second: given[first]}, "arguments-exchanged", names | texts)

    def _given(self, changed: Mapping[int, bytes], name: str, facts: Mapping[str, object]) -> Trial:
        given = [changed.get(at, value) for at, value in enumerate(self._launch.given)]
        return Trial(name, replace(self._launch, given=given), facts)


def _by(shape: tuple[int, int, int]) -> str:
    return "×".join(f"{size:,}" for size in shape)


def _alike(text: str, name: str) -> bool:
    """True if one of two names is in the other, whatever their case and underscores."""
    one, other = (each.lower().replace("_", "") for each in (text, name))
    return bool(one) and (one in other or other in one)
