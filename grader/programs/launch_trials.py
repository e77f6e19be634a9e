"""Faulty launches made again with one thing changed: where no fault is left, the host has given what is wrong."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from grader.compiling.host_file import named_alike
from grader.emulator.result import Run, Unsupported
from grader.emulator.running.buffers import restored
from grader.hardware import MOST_BLOCK
from grader.programs.allocations import Allocation
from grader.programs.calls import GPU, Launch, Memory, Place, by
from grader.programs.device import Device, KnownKernel, runs

MOST_TRIALS = 24
_MOST_WIDER, _MOST_ALL = 4096, 1 << 22
"""How many times as many blocks along a side are tried, and threads of such a launch."""
_WIDER_FUEL = 1 << 20
"""Jumps backwards of a launch that only shows what it uses, beside those that the launch's own work lets expect."""
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
        self._short = {each.object: self._arrays[each.object] for each in self._findings if each.object in self._arrays}
        self._size = self._odd_size()

    def cause(self) -> Trial | None:
        """Return the change that leaves no fault."""
        if not self._findings or self._device.used > _MOST_MEMORY or self._work > _MOST_WORK:
            return None
        again = Trial("", self._launch, {})
        if self._size and (trial := self._larger()):
            return trial
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
        used = self._words(run)
        if trial.name == "argument-length":
            faulty = [self._arrays[each.object].address for each in self._findings if each.object in self._arrays]
            return not any(used[address].any() for address in faulty)
        more = trial.name == "launch-block" and trial.launch.threads > self._launch.threads
        if trial.name == "launch-large" or more:
            before = self._words(self._made(self._launch))
            news = any((flags & ~before[address]).any() for address, flags in used.items())
            return not news if more else any((before[address] & ~flags).any() for address, flags in used.items())
        return False

    def left_out(self, run: Run, pair: tuple[int, int] | None, *, exchanged: bool) -> dict[int, list[tuple[int, int]]]:
        """Return what a launch leaves out, though its kernel's guard lets it be used: ranges by the array's address.

        More blocks along a side use it, and one more block uses no more than these. A kernel without a guard goes on,
        or out of its arrays: then nothing is known. `pair` are two numbers that may be exchanged; grid and block may be
        if the text says so (`exchanged`).
        """
        part = [flags for flags in self._words(run).values() if flags.any() and not flags.all()]
        if not part or self._device.used > _MOST_MEMORY or self._work > _MOST_WORK:
            return {}
        # what is used may depend on what is there, and the launch itself has changed that
        before = self._used(self._launch)
        if not before:
            return {}
        needed = max(2 * -(-len(flags) // int(flags.sum())) for flags in part)
        otherwise = [self._exchanged(*pair).launch] if pair else []
        otherwise += [replace(self._launch, grid=self._launch.block, block=self._launch.grid)] if exchanged else []
        alike = [(each, each) for each in otherwise if each.threads <= GPU.threads_per_block]
        wider = [each for factor in sorted({min(needed, 8), needed}) for each in self._wider(factor)]
        for one, two in [*wider, *alike]:
            used = self._used(one) if two.all_threads <= _MOST_ALL else {}
            new = {address: flags & ~before[address] for address, flags in used.items()}
            if not any(flags.any() for flags in new.values()):
                continue
            again = used if two is one else self._used(two)
            if again and all((again[address] == flags).all() for address, flags in used.items()):
                return {at: [(at + 4 * a, at + 4 * b) for a, b in runs(flags)] for at, flags in new.items()}
        return {}

    def _wider(self, factor: int) -> Iterator[tuple[Launch, Launch]]:
        """Yield the launch with so many times the blocks along each side, and each with one more than these."""
        for side in range(3) if factor <= _MOST_WIDER else ():
            x, y, z = (size * (factor if at == side else 1) for at, size in enumerate(self._launch.grid))
            one = replace(self._launch, grid=(x, y, z))
            x, y, z = (size + (at == side) for at, size in enumerate(one.grid))
            yield one, replace(one, grid=(x, y, z))

    def _used(self, launch: Launch) -> dict[int, np.ndarray]:
        """Return for each array's address which of its words a launch uses; none if it goes wrong, or on for long."""
        run = self._made(launch, _WIDER_FUEL + 64 * self._work)
        return {} if run.findings or not run.finished else self._words(run)

    def _words(self, run: Run) -> dict[int, np.ndarray]:
        """Return for each array's address which of its words the last launch has used."""
        places = self._device.loaded.memory.places()
        words = (
            (at, flags[: -(-len(each.data) // 4)]) for (at, each), flags in zip(places, run.touched(), strict=False)
        )
        return {at: flags.astype(bool) for at, flags in words}

    def _mended(self, run: Run) -> bool:
        """True if a changed launch has no fault, or only reads what was unset for this one, too, and none outside."""
        unset = {(each.line, each.object) for each in self._findings if each.kind == "uninitialized-read"}
        same = all(each.kind == "uninitialized-read" and (each.line, each.object) in unset for each in run.findings)
        return not run.findings or (same and any(each.kind == "out-of-bounds" for each in self._findings))

    def _made(self, launch: Launch, fuel: int | None = None) -> Run:
        """Make a launch, and let all memory be as it was before."""
        with restored(buffer for _, buffer in self._device.loaded.memory.places()):
            return self._device.launch(self._kernel, launch, fuel)

    def _odd_size(self) -> Place | None:
        """Return where the size was set that all arrays share which are too small, if it is made of the launch's.

        So of `n * sizeof(float) / 2`, where the kernel is given n.
        """
        places = list(dict.fromkeys(array.place for array in self._short.values()))
        made = self._device.allocations.code.size_of_all(places) if places else None
        texts = (self._texts[at] for at in self._numbers)
        names = {text for text in texts if text.isidentifier() and made and re.search(rf"\b{text}\b", made.value)}
        return made.place if made and names and not made.by else None

    def _larger(self) -> Trial | None:
        """Return the array that is too small: with more room, it is used to exactly where a size of the launch says.

        That is a number that the launch is given, the product of two, or one element for each block. Several arrays
        may be too small together, of one size in bytes, say.
        """
        launch, memory = self._launch, self._device.loaded.memory
        numbers = {*self._numbers.values()}
        sizes = {*numbers, *(a * b for a in numbers for b in numbers)}
        sizes |= {launch.all_threads // launch.threads} if launch.threads > 1 else set()
        short = self._short
        fits = {
            name: [size for size in sizes if array.length < size <= MOST_LARGER // max(array.element_bytes, 1)]
            for name, array in short.items()
        }
        if not short or not all(fits.values()) or any(array.short for array in short.values()):
            return None
        larger: dict[str, int] = {}
        try:
            for name, array in short.items():
                data = np.zeros(max(fits[name]) * array.element_bytes + _BEHIND, np.uint8)
                data[: array.size] = self._device.read(array.address, array.size)
                larger[name] = memory.allocate(array.name, data)
                self._device.write(larger[name], len(data), data)
            changed = {at: given.name for at, given in enumerate(launch.arguments) if given.name in larger}
            given = {at: larger[name].to_bytes(8, "little") for at, name in changed.items()}
            run = self._made(self._given(given, "", {}).launch)
            touched = self._words(run)
        except Unsupported:
            return None
        finally:
            for address in larger.values():
                memory.free(address)
        needed: dict[str, int] = {}
        for name, array in short.items():
            flags = touched[larger[name]]
            used = 4 * int(np.flatnonzero(flags)[-1]) + 4 if flags.any() else 0
            bytes_of = (size for size in fits[name] if -(-size * array.element_bytes // 4) * 4 == used)
            needed[name] = next(bytes_of, 0)
        if run.findings or not all(needed.values()):
            return None
        for array in short.values():
            array.short = True
        name, array = next(iter(short.items()))
        per_block = needed[name] not in numbers and needed[name] == launch.all_threads // launch.threads
        facts = {**array.facts(), "room": array.length, "needed": needed[name], "per_block": per_block}
        facts["set"] = self._size
        return Trial("alloc-few", launch, facts | {"in_elements": needed[name] == array.size}, array.place)

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
                for size in (side, side - 1) if more else (side,):  # a padded row has one element more than threads
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
        given, most = self._launch.shared_bytes, GPU.shared_per_block
        low, high = given // step, min(4 * (given + 1024), most) // step
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
