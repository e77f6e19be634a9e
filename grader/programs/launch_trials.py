"""Faulty launches made again with one thing changed: where no fault is left, the host has given what is wrong."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from grader.compiling.host_file import named_alike
from grader.emulator.result import Run
from grader.emulator.running.buffers import restored
from grader.emulator.unsupported import Unsupported
from grader.hardware import MOST_BLOCK
from grader.programs.allocations import Allocation
from grader.programs.calls import GPU, Launch, Memory, Place
from grader.programs.device import Device, KnownKernel
from grader.programs.launches import by

MOST_TRIALS = 24
MOST_LARGER, _BEHIND = 16 << 20, 4096
"""Bytes of an array that is tried in the place of a smaller one, and behind what it should need."""
_MOST_MEMORY, _MOST_WORK = 64 << 20, 1 << 28
"""Bytes of device memory, and bytes and operations of the launch: a larger one is not made again."""
_TRIED = ("out-of-bounds", "uninitialized-read")


class Trial(NamedTuple):
    """A changed launch: the row that tells it, its facts, and the line that it is told on, if not the launch's."""

    name: str
    launch: Launch
    facts: Mapping[str, object]
    place: Place | None = None


class Trials:
    """Make a faulty launch again with one thing changed: where no fault is left, the host gave the wrong one.

    A launch and its kernel do not fit each other, and either may be wrong. What the source calls arguments and
    parameters decides: where they agree already, nothing is exchanged. `texts` are the arguments in the source.
    """

    def __init__(self, device: Device, kernel: KnownKernel, launch: Launch, run: Run, texts: Sequence[str]) -> None:
        self._device, self._kernel, self._launch = device, kernel, launch
        self._work = sum(run.executed.done) if run.executed is not None else 0
        self._findings = [each for each in run.findings if each.kind in _TRIED]
        passed = device.named(self._launch)
        self._arrays = {name: each for name, each in passed.items() if each.kind is not Memory.SYMBOL}
        arguments = self._launch.arguments
        self._texts = [*texts, *[""] * len(arguments)][: len(arguments)]
        self._named = [named_alike(text, each.name) for text, each in zip(self._texts, arguments, strict=True)]
        numbers = {at: int(each.value or 0) for at, each in enumerate(arguments) if each.size}
        self._numbers = {at: value for at, value in numbers.items() if value > 0}

    def cause(self) -> Trial | None:
        """Return the change that leaves no fault."""
        if not self._findings or self._device.used > _MOST_MEMORY or self._work > _MOST_WORK:
            return None
        again = Trial("", self._launch, {})
        # what the launch has left may hide a fault, but not one of rows: these are read where a copy has set them
        for trial in [*self._rows(), again, *self._changes(), *self._shapes()][:MOST_TRIALS]:
            run = self._made(trial.launch)
            if self._mended(run) and (not trial.name or not self._does_too_little(trial, run)):
                return trial if trial.name else None
        return self._larger()

    def _does_too_little(self, trial: Trial, run: Run) -> bool:
        """True if a changed launch has no fault because it leaves out what the launch has to do.

        An array's length as it should be given still has the array used; blocks that are too many use nothing that the
        others do not, and threads that are too few leave something out.
        """
        used = self._used(run)
        if trial.name == "argument-length":
            faulty = [self._arrays[each.object].address for each in self._findings if each.object in self._arrays]
            return not any(used[address].any() for address in faulty)
        more = trial.name == "launch-block" and trial.launch.threads > self._launch.threads
        if trial.name == "launch-large" or more:
            before = self._used(self._made(self._launch))
            news = any((flags & ~before[address]).any() for address, flags in used.items())
            return not news if more else any((before[address] & ~flags).any() for address, flags in used.items())
        return False

    def _used(self, run: Run) -> dict[int, np.ndarray]:
        """Return for each array's address which of its words the last launch has used."""
        places = self._device.loaded.memory.places()
        return {begin: flags.astype(bool) for (begin, _), flags in zip(places, run.touched(), strict=False)}

    def _mended(self, run: Run) -> bool:
        """True if a changed launch has no fault, or only reads what was unset for this one, too, and none outside."""
        unset = {(each.line, each.object) for each in self._findings if each.kind == "uninitialized-read"}
        same = all(each.kind == "uninitialized-read" and (each.line, each.object) in unset for each in run.findings)
        return not run.findings or (same and any(each.kind == "out-of-bounds" for each in self._findings))

    def _made(self, launch: Launch) -> Run:
        """Make a launch, and let all memory be as it was before."""
        with restored(buffer for _, buffer in self._device.loaded.memory.places()):
            return self._device.launch(self._kernel, launch)

    def _larger(self) -> Trial | None:
        """Return the array that is too small: with more room, it is used to exactly where a size of the launch says.

        That is a number that the launch is given, the product of two, or one element for each block.
        """
        launch, memory = self._launch, self._device.loaded.memory
        name = next((each.object for each in self._findings if each.object in self._arrays), None)
        array, each = (self._arrays[name], self._arrays[name].element_bytes) if name else (None, 0)
        numbers = {*self._numbers.values()}
        sizes = {*numbers, *(a * b for a in numbers for b in numbers)}
        sizes |= {launch.all_threads // launch.threads} if launch.threads > 1 else set()
        fits = [size for size in sizes if array and array.length < size <= MOST_LARGER // max(each, 1)]
        if array is None or not fits or array.short:
            return None
        data = np.zeros(max(fits) * each + _BEHIND, np.uint8)
        data[: array.size] = self._device.read(array.address, array.size)
        try:
            address = memory.allocate(array.name, data)
        except Unsupported:
            return None
        try:
            filled = self._is_set(array) and any(each.what == "fill" for each in array.settings)
            self._device.write(address, len(data) if filled else array.size, data[: None if filled else array.size])
            at = next(at for at, given in enumerate(launch.arguments) if given.name == name)
            run = self._made(self._given({at: address.to_bytes(8, "little")}, "", {}).launch)
            flags = self._used(run)[address]
        finally:
            memory.free(address)
        used = 4 * int(np.flatnonzero(flags)[-1]) + 4 if flags.any() else 0
        needed = next((size for size in fits if -(-size * each // 4) * 4 == used), 0)
        if run.findings or not needed:
            return None
        array.short = True
        per_block = needed not in numbers and needed == launch.all_threads // launch.threads
        facts = {**array.facts(), "room": array.length, "needed": needed, "per_block": per_block}
        return Trial("alloc-few", launch, facts | {"in_elements": needed == array.size}, array.place)

    def _rows(self) -> Iterator[Trial]:
        for at, value in self._numbers.items():
            for array in self._arrays.values():
                each, (row, pitch) = array.element_bytes, array.rows
                in_bytes = value == pitch and "pitch" not in self._launch.arguments[at].name.lower()
                if each and ((value * each == row < pitch and not self._named[at]) or (in_bytes and each > 1)):
                    trial = self._with(at, pitch // each, "argument-pitch", array)
                    accused = {"accused": self._texts[at]} if in_bytes else {}
                    yield trial._replace(facts={**trial.facts, **accused})

    def _changes(self) -> Iterator[Trial]:
        touched = {each.object for each in self._findings}
        for at, value in self._numbers.items():
            for name, array in self._arrays.items():
                if array.element_bytes > 1 and value == array.size:
                    yield self._with(at, array.length, "argument-bytes", array)
                others = [each.length for each in self._arrays.values() if each.length != array.length]
                whole = array.length * array.element_bytes == array.size  # else its own size is what is wrong
                longest = max(array.length, 0 if self._is_stage(array) else max(others, default=0))
                beyond = value > longest and self._is_set(array)
                if name in touched and array.length and whole and (
                    beyond or (value in others and not self._named[at])
                ):  # fmt: skip
                    yield self._with(at, array.length, "argument-length", array)
        pointers = {at: each.element for at, each in enumerate(self._launch.arguments) if each.is_pointer}
        sizes = {at: self._launch.arguments[at].size for at in self._numbers}
        for alike in (sizes, pointers):
            for one, two in combinations(alike, 2):
                differ = self._launch.given[one] != self._launch.given[two]
                fit = alike[one] == alike[two] and not (self._named[one] or self._named[two])
                turns = self._is_in_turns(one) or self._is_in_turns(two)
                if differ and fit and not turns and self._held(one, two) and self._held(two, one):
                    yield self._exchanged(one, two)

    def _is_set(self, array: Allocation) -> bool:
        """True if copies or a launch have set an array from end to end: then its size is that of what it holds."""
        starts, ends = {each.start for each in array.settings}, {each.end for each in array.settings}
        return array.written_by is not None or (array.address in starts and array.end in ends)

    def _is_stage(self, array: Allocation) -> bool:
        """True if an earlier launch on the same line wrote the whole array."""
        before = array.written_by
        return before is not None and before is not self._launch and before.place == self._launch.place

    def _is_in_turns(self, at: int) -> bool:
        """True if an earlier launch on the same line wrote an array that this one gets: the program exchanges them."""
        array = self._arrays.get(self._launch.arguments[at].name)
        return array is not None and self._is_stage(array)

    def _held(self, one: int, other: int) -> bool:
        """False if unset elements of one array are read, and the other has only what this launch has left there."""
        reads, array = self._launch.arguments[one].name, self._arrays.get(self._launch.arguments[other].name)
        unset = any(each.kind == "uninitialized-read" and each.object == reads for each in self._findings)
        return not unset or array is None or bool(array.settings or array.written_by)

    def _shapes(self) -> Iterator[Trial]:
        launch, threads = self._launch, self._launch.threads
        fits = all(size <= most for size, most in zip(launch.grid, MOST_BLOCK, strict=True))
        # blocks of whole warps are usual: a launch that has them has nothing to exchange, but where an array that it
        # runs past has an element for each thread of one block
        touched = {self._arrays[each.object].length for each in self._findings if each.object in self._arrays}
        fits = fits and math.prod(launch.grid) % 32 == 0 and math.prod(launch.grid) <= MOST_BLOCK[0]
        if fits and (threads % 32 or threads in touched):
            shapes = {"shape": by(launch.grid), "block_shape": by(launch.block)}
            yield Trial("launch-exchanged", replace(launch, grid=launch.block, block=launch.grid), shapes)
        for item in self._findings:
            declared, array = self._kernel.declarations.get(item.object or ""), self._arrays.get(item.object or "")
            dims = list(declared.dims) if declared else []
            if declared and not dims and not launch.shared_bytes and item.object_bytes:  # a template's parameter
                dims = [item.object_bytes // (declared.element_bytes or 1)]
            if declared and dims and all(dims) and len(dims) <= 2:
                side, *more = reversed(dims)
                for size in (side, side - 1):  # a padded row has one element more than threads
                    block = (size, more[0] if more else 1, 1)
                    if block != launch.block and 0 < math.prod(block) <= GPU.threads_per_block:
                        shapes = {"block_shape": by(launch.block), "shape": by(block), "array": item.object or ""}
                        yield Trial("launch-block", replace(launch, block=block), shapes)
            elif declared:
                each, given = declared.element_bytes or 1, launch.shared_bytes
                wanted = {given * each, threads * each, 2 * threads * each}
                if given >= threads * each:  # another array lies behind the first one
                    wanted = {given + threads * more for more in (4, 8)}
                wanted |= {needed for needed in [self._needed(each)] if needed > given + each}
                for size in sorted(wanted):  # where the launch gives enough for one array, the last word is needed
                    if given < size <= GPU.shared_per_block and (given < threads * each or not self._clean(size - 4)):
                        facts = {"given": given, "size": size, "array": item.object}
                        yield Trial("launch-shared-small", replace(launch, shared_bytes=size), facts)
            if array and array.length and launch.grid[1:] == (1, 1):
                for blocks in (array.length / threads, array.length):  # an element for each thread, or each block
                    if blocks == int(blocks) < launch.grid[0]:
                        sizes = {"blocks": launch.grid[0], "needed": int(blocks), "block_threads": threads}
                        changed = replace(launch, grid=(int(blocks), 1, 1))
                        yield Trial("launch-large", changed, sizes | array.facts())

    def _needed(self, step: int) -> int:
        """Return the least bytes of dynamic shared memory, in steps, that leave a launch no fault; 0 if none do."""
        low, high = self._launch.shared_bytes // step, 4 * (self._launch.shared_bytes + 1024) // step
        if not self._clean(high * step):
            return 0
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._clean(middle * step) else (middle, high)
        return high * step

    def _clean(self, size: int) -> bool:
        return size <= GPU.shared_per_block and not self._made(replace(self._launch, shared_bytes=size)).findings

    def _with(self, at: int, right: int, name: str, array: Allocation) -> Trial:
        argument = self._launch.arguments[at]
        facts = {"parameter": argument.name, "value": argument.value, "right": right, "pitch": array.rows[1]}
        return self._given({at: right.to_bytes(argument.size, "little")}, name, facts | array.facts())

    def _exchanged(self, first: int, second: int) -> Trial:
        given, names = self._launch.given, [each.name for each in self._launch.arguments]
        facts = {"parameter": names[first], "second": names[second]}
        facts |= {"text": self._texts[first], "second_text": self._texts[second]}
        return self._given({first: given[second], second: given[first]}, "arguments-exchanged", facts)

    def _given(self, changed: Mapping[int, bytes], name: str, facts: Mapping[str, object]) -> Trial:
        given = [changed.get(at, value) for at, value in enumerate(self._launch.given)]
        return Trial(name, replace(self._launch, given=given), facts)
