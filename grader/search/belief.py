"""Is a change that passes everything the cause? It is a candidate, which is believed when it switches nothing off.

A condition that never holds afterwards, a line that no longer does what it did in a case that was right, twice the work
of the reference: such a change hides a fault, and is not what was meant. Passing tests alone proves little (Tan and
others 2016: anti-patterns in program repair).
"""

from __future__ import annotations

import contextlib
import difflib
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from grader.assignment import TestCase
from grader.devices.base import Compiled, DeviceError, EditsRequest
from grader.edits.change import Edit
from grader.emulator.result import Counters, Dim3, LineCounters
from grader.grading.bench import Build
from grader.labs.base import ParameterError
from grader.results import Kind
from grader.search.edit_search import Experiment
from grader.search.trail import MOVES, recorded_blocks
from grader.search.trial_runner import TrialRunner

MOST_OBSERVED = 6
"""Cases on which a text is observed."""
MOST_RECORDED = 60_000
"""Accesses of a case that is recorded: more take longer than the whole search."""
MUCH_MORE, BY_FAR = 1.5, 2.0
"""How many times the reference's work, or that of the faulty text, is too much for a right one."""
MOST_COPIES = 4
"""The first extent of an array that keeps several of the same: tiles that are loaded in turns, a copy for each warp."""
LEAST_READ = 2
"""A changed text must still read at least one in so many of the places of a shared array that the original read."""
LEAST_HALVED = 8
"""Elements of an array without rows that may keep two of the same, one behind the other."""
_BOUNDED = ("global_loads", "global_stores", "shared_loads", "shared_stores", "barriers", "flop")
_EFFECTS = ("global_stores", "shared_stores", "atomics", "barriers", "flop")
"""A load alone changes nothing: where a struct is passed by reference, its elements are no longer copied."""
_STORES_LOADS = {"load": (False, True), "store": (True, False), "atomic": (True, True)}
"""Whether each operation stores, and whether it loads."""
_FILLED = re.compile(r"=\s*(?:0|0?\.0*|0\.)[fF]?\s*;")
"""A statement that puts 0 into something."""
_OF_MACROS = re.compile(r"<=?\s*(?=[^a-z]*[A-Z])[^a-z]+$")
"""A comparison with an upper bound that is made of macros alone."""
_COMPARED = re.compile(r"[^<>=!&|?]+(?:<=?|>=?)[^<>=!&|?]+")
_COUNTER = "__device__ unsigned grader_times;"
_SEEN = """\
__device__ __noinline__ bool grader_seen_{0}(bool held) {{
if (held) asm volatile("red.global.add.u32 [%0], 1;" : : "l"(&grader_times));
else asm volatile("red.global.add.u32 [%0], 1;" : : "l"(&grader_times));
return held; }}
"""
"""A function for each condition, with a line for each of its values: operations are counted by line.

Some headers define atomicAdd: its operation would be on a line of theirs.
"""
_SEEN_LINES = 4


@dataclass(frozen=True, slots=True)
class SeenCondition:
    """A condition of a text, and how often it held and did not."""

    text: str
    held: int
    failed: int


@dataclass(frozen=True, slots=True)
class Observed:
    """What a text did on some cases: counts by its own lines, and its conditions in the order of the text."""

    counters: Counters
    conditions: tuple[SeenCondition, ...]

    @property
    def busy(self) -> Set[int]:
        """The lines that had an effect."""
        return {row.line for row in self.counters.lines if row.line and any(getattr(row, each) for each in _EFFECTS)}

    @property
    def total(self) -> LineCounters:
        """What all lines did."""
        return self.counters.total


@dataclass(frozen=True, slots=True)
class _Use:
    """An array that a block of a launch loads from or stores to, or one in shared memory and the number of its copy."""

    array: str
    stored: bool
    number: int
    block: Dim3 | None = None


class _Move(NamedTuple):
    """A place that a block of a launch loads from or stores to, or both, on a line; `something` is not 0."""

    launch: int
    block: Dim3
    stores: bool
    loads: bool
    array: str
    index: int  # type: ignore[assignment]  # nobody asks for `tuple.index`
    line: int
    something: bool

    @property
    def where(self) -> tuple[str, int]:
        """The element that it is about."""
        return self.array, self.index

    @property
    def does(self) -> tuple[bool, ...]:
        """Whether it stores, for each thing that it does: an atomic operation may stand for a load and a store."""
        return (False,) * self.loads + (True,) * self.stores


@dataclass(frozen=True, slots=True)
class _Uses:
    """What is used in a launch, how many places of each array in shared memory are read there, and its extents."""

    made: Set[_Use] = frozenset()
    read: Mapping[str, int] = field(default_factory=dict)
    dims: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def blocks(self) -> Set[tuple[int, Dim3]]:
        """The blocks of each launch that use anything."""
        return {(each.number, each.block) for each in self.made if each.block is not None}

    def has(self, use: _Use, dims: tuple[int, ...]) -> bool:
        """True if this is used as well; any copy is that of an array that was declared otherwise."""
        if use.block or self.dims[use.array] == dims:
            return use in self.made
        return any((each.array, each.stored) == (use.array, use.stored) for each in self.made)


class Belief:
    """Judges changes of a submission by what they do on the cases of an experiment that it passes and that it fails."""

    def __init__(self, experiment: Experiment, kernels: tuple[str, ...], beside: Executor | None = None) -> None:
        """With an executor the text and the reference are observed there, before any change is to be judged."""
        self._text, self._kernels = experiment.text, kernels
        self._runner, self._other_runner = (
            TrialRunner(each.opened, each.device, each.source, each.tile_width)
            for each in (experiment.runners[0], experiment.runners[-1])
        )
        right = [case for case in experiment.cases if experiment.before[case.label].passed]
        self._right = right[:MOST_OBSERVED]
        self._cases = (*self._right, *experiment.failing[:MOST_OBSERVED])
        found = {each for score in experiment.before.values() for each in score.found}
        self._accused = {line for _, line in found}
        # What races or adds to what was never set is work all the same.
        at_work = (Kind.DATA_RACE.value, Kind.UNINITIALIZED_READ.value)
        self._macro = self._runner.opened.assignment.config.tile.width_name
        self._outside = {line for kind, line in found if kind not in at_work}
        self._preparing = [beside.submit(self._prepare)] if beside else []

    def _prepare(self) -> None:
        _ = self._before, self._observed_reference, self._used

    def is_believed(self, text: str) -> bool:
        """Return whether a change is no trick: it drops no work, asks nothing in vain, and does not do much more.

        Work is dropped where a line, a block or an array that did something no longer does. In vain asks a condition
        that always holds afterwards, or never, or an axis with a single thread. Much more is more than both this text
        and the reference do, by a factor.
        """
        wait(self._preparing)
        with ThreadPoolExecutor(1) as pool:
            unused = pool.submit(self._leaves_unused, text)
            after = [*observe(self._runner, text, self._kernels, self._cases)]
        if self._is_never_met(after) or unused.result() or self._asks_flat_axis(text):
            return False
        pairs = [(before, now) for before, now in zip(self._before, after, strict=True) if before and now]
        if not pairs:
            return True
        before, now = (_together(each) for each in zip(*pairs, strict=True))
        return not (
            self._never_holds(before, now) or _always_holds(before, now, self._macro)
            or self._is_idle(text, after) or self._is_too_much(after, self._observed_reference)
        )  # fmt: skip

    def _leaves_unused(self, text: str) -> bool:
        """True if a block used an array, or most of one in shared memory or a copy in it was used, and no longer is."""
        before = self._used
        kernel = self._other_runner.compile(text, Build.UNOPTIMISED) if before.made else None
        after = _used(self._other_runner, kernel, self._recorded) if self._recorded else _Uses()
        if kernel is None or not after.made:
            return False
        # An array that is no longer shared is what the change is about.
        shared = {each.name for each in kernel.declarations}
        if any(LEAST_READ * after.read.get(array, 0) < before.read.get(array, 0) for array in shared):
            return True
        kept = {each for each in before.made if each.block or each.array in shared}
        lost = {each for each in kept if not after.has(each, before.dims.get(each.array, ()))}
        # Where other blocks work instead, as many of them, the work is only divided in another way.
        gone, instead = before.blocks - after.blocks, after.blocks - before.blocks
        moved = gone if len(instead) >= len(gone) else frozenset()
        return any(
            each.block is None or ((each.number, each.block) not in moved and self._is_work(each)) for each in lost
        )

    def _asks_flat_axis(self, text: str) -> bool:
        """True if a change asks for a place along an axis on which no block has two threads, or no grid two blocks."""
        asked = [
            (size, axis) for size, name in (("block", "threadIdx"), ("grid", "blockIdx")) for axis in range(3)
            if (place := f"{name}.{'xyz'[axis]}") in text and place not in self._text
        ]  # fmt: skip
        kernel = self._runner.compile(self._text, Build.UNOPTIMISED) if asked else None
        if kernel is None or not kernel.ok:
            return False
        bench = self._runner.bench(kernel)
        with contextlib.suppress(ParameterError, ValueError):
            steps = [step for case in self._cases for step in bench.plan(bench.problem(case)).steps]
            return any(all(getattr(step, size)[axis] == 1 for step in steps) for size, axis in asked)
        return False

    @cached_property
    def has_copies(self) -> bool:
        """True if the text keeps several copies of something in shared memory, used in turns."""
        kernel = self._runner.compile(self._text, Build.UNOPTIMISED)
        return kernel is not None and any(_has_copies(each.dims) for each in kernel.declarations)

    @cached_property
    def _used(self) -> _Uses:
        if self._recorded is None:
            return _Uses()
        kernel = self._other_runner.compile(self._text, Build.UNOPTIMISED)
        return _used(self._other_runner, kernel, self._recorded, self._filled | self._outside)

    def _is_work(self, use: _Use) -> bool:
        """False where the reference's block stores nothing there, or has no work at all: it need do none, then."""
        uses = self._reference_uses
        return not uses.blocks or (use in uses.made if use.stored else (use.number, use.block) in uses.blocks)

    @cached_property
    def _reference_uses(self) -> _Uses:
        """What the reference uses in the case that is recorded; nothing where it is not known."""
        if self._recorded is None:
            return _Uses()
        return _used(self._other_runner, self._other_runner.reference(), self._recorded)

    @cached_property
    def _filled(self) -> Set[int]:
        """The lines that fill a place with 0 and take nothing: the right text may take something there, or not come."""
        return {number for number, line in enumerate(self._text.split("\n"), 1) if _FILLED.search(line)}

    @cached_property
    def _recorded(self) -> TestCase | None:
        """The last case of those that are recorded soon: a large one that the text fails, where one is left."""
        seen = zip(self._cases, self._before, strict=True)
        return next((case for case, did in [*seen][::-1] if did and _accesses(did.total) <= MOST_RECORDED), None)

    @cached_property
    def _before(self) -> list[Observed | None]:
        return [*observe(self._other_runner, self._text, self._kernels, self._cases)]

    @cached_property
    def _observed_reference(self) -> list[Observed | None]:
        """What the reference does on each case; None where the assignment lacks it, as a student's copy does."""
        runner = self._other_runner
        counted = runner.counted(runner.reference(), self._cases)
        return [Observed(counters, ()) if counters else None for counters in counted]

    def _never_holds(self, before: Observed, after: Observed) -> bool:
        """True if a condition held and now never does."""
        pairs = _matched([each.text for each in before.conditions], [each.text for each in after.conditions])
        seen = ((before.conditions[one], after.conditions[other]) for one, other in pairs)
        return any(one.held and other.failed and not other.held for one, other in seen)

    def _is_never_met(self, after: Sequence[Observed | None]) -> bool:
        """True if a condition that the change wrote never holds, in whatever case the changed text can be observed."""
        seen = [each for each in after if each]
        written = {each.text for before in self._before if before for each in before.conditions}
        if not seen or not written:
            return False
        return any(each.failed and not each.held and each.text not in written for each in _together(seen).conditions)

    def _same_lines(self, text: str) -> dict[int, int]:
        """Where each line that a change leaves as it is stands afterwards."""
        blocks = difflib.SequenceMatcher(None, self._text.split("\n"), text.split("\n"), autojunk=False)
        return {
            block.a + place + 1: block.b + place + 1
            for block in blocks.get_matching_blocks() for place in range(block.size)
        }  # fmt: skip

    def _is_idle(self, text: str, after: Sequence[Observed | None]) -> bool:
        """True if a line that did something no longer does, in cases that were right, or where nothing accuses it."""
        count = len(self._right) or len(self._cases)
        accused = frozenset() if self._right else self._accused
        pairs = [(one, other) for one, other in zip(self._before[:count], after[:count], strict=True) if one and other]
        if not pairs:
            return False
        before, now = (_together(each).busy for each in zip(*pairs, strict=True))
        same = self._same_lines(text)
        return any(line in same and same[line] not in now for line in before - accused - self._filled)

    def _is_too_much(self, after: Sequence[Observed | None], of_reference: Sequence[Observed | None]) -> bool:
        """True if much more is done than by the faulty text, and than by the reference in the text's style.

        In one case, where the style shows in cases that the text passes; else in all together, and by far. Where
        threads wait at one place in each phase, they may need a second one, however many phases the reference has.
        """
        waiting = {row.line for seen in self._before if seen for row in seen.counters.lines if row.barriers}
        often = {"barriers": BY_FAR} if len(waiting) == 1 else {}
        triples = [
            (_total(before), now.total, reference.total)
            for before, now, reference in zip(self._before, after, of_reference, strict=True) if now and reference
        ]  # fmt: skip
        if styles := self._styles(of_reference):
            return any(
                getattr(now, name)
                > max(often.get(name, MUCH_MORE) * getattr(before, name), MUCH_MORE * style * getattr(reference, name))
                > 0
                for before, now, reference in triples for name, style in styles.items()
                if getattr(reference, name)  # what another algorithm does not do at all has no measure in it
            )  # fmt: skip
        for name in ("global_stores", "barriers"):  # however the threads share the work
            before, now, reference = (
                sum(getattr(each, name) for each in column) for column in zip(*triples, strict=True)
            )
            if now > BY_FAR * max(before, reference) > 0:
                return True
        return False

    def _styles(self, of_reference: Sequence[Observed | None]) -> dict[str, float]:
        """How many times the reference's work this text does at most in cases that it passes; empty without any."""
        count = len(self._right)
        pairs = [
            (before.total, reference.total)
            for before, reference in zip(self._before[:count], of_reference[:count], strict=True)
            if before and reference
        ]  # fmt: skip
        return {
            name: max(1.0, *(getattr(one, name) / max(1, getattr(other, name)) for one, other in pairs))
            for name in _BOUNDED if pairs
        }  # fmt: skip


def _always_holds(before: Observed, after: Observed, macro: str) -> bool:
    """True if a comparison that did not always hold now does, as more stands on one of its sides: it asks nothing.

    Where it compares with macros alone, and none is the width of a tile, it may well ask something in a wider one.
    """
    pairs = _matched([each.text for each in before.conditions], [each.text for each in after.conditions])
    return any(
        one.failed and other.held and not other.failed and len(other.text) > len(one.text)
        and _COMPARED.fullmatch(one.text) and _COMPARED.fullmatch(other.text)
        and not (_OF_MACROS.search(other.text) and not re.search(rf"\b{macro}\b", other.text))
        for one, other in ((before.conditions[one], after.conditions[other]) for one, other in pairs)
    )  # fmt: skip


def _accesses(did: LineCounters) -> int:
    return did.global_loads + did.global_stores + did.shared_loads + did.shared_stores


def _total(seen: Observed | None) -> LineCounters:
    return seen.total if seen else LineCounters(line=0)


def observe(
    runner: TrialRunner, text: str, kernels: tuple[str, ...], cases: Sequence[TestCase]
) -> Iterator[Observed | None]:
    """Yield what a text does on each case; None where it cannot be observed, or does not come to an end."""
    macro = runner.opened.assignment.config.tile.width_name
    request = EditsRequest(source=text, kernel=kernels, macro=macro, only="conditions")
    try:
        conditions = runner.device.edits(request)
    except DeviceError:
        conditions = ()
    calls = [
        change for number, each in enumerate(conditions)
        for change in (replace(each.changes[0], text=f"grader_seen_{number}("), each.changes[1])
    ]  # fmt: skip
    counted = Edit(kind="", line=0, cost=0, changes=tuple(calls)).apply(text)
    prelude = f"{_COUNTER}\n" + "".join(map(_SEEN.format, range(len(conditions))))
    first = 1 + _SEEN_LINES * len(conditions)
    kernel = runner.compile(prelude + counted, Build.UNOPTIMISED)
    for counters in runner.counted(kernel, cases):
        if counters is None:
            yield None
            continue
        times = {row.line: row.atomics for row in counters.lines}
        yield Observed(
            Counters.of(replace(row, line=row.line - first) for row in counters.lines if row.line > first),
            tuple(
                SeenCondition(each.kind, times.get(3 + _SEEN_LINES * number, 0), times.get(4 + _SEEN_LINES * number, 0))
                for number, each in enumerate(conditions)
            ),
        )


def _has_copies(dims: Sequence[int]) -> bool:
    """Return whether the first index of an array chooses one of several alike, and not a row of a small tile."""
    return len(dims) > 1 and dims[0] <= MOST_COPIES and (len(dims) > 2 or MOST_COPIES * dims[0] <= dims[1])


def _copy_of(index: int, dims: Sequence[int]) -> int:
    """Return the number of the copy that an element lies in, or of the half of an array without rows."""
    if len(dims) == 1 and dims[0] >= LEAST_HALVED:
        return 2 * index // dims[0]
    return index // math.prod(dims[1:]) if _has_copies(dims) else 0


def _used(runner: TrialRunner, kernel: Compiled | None, case: TestCase, without: Set[int] = frozenset()) -> _Uses:
    """Return what each block loads from and stores to in a case, on other lines than some, and its shared arrays."""
    if kernel is None or not kernel.ok:
        return _Uses()
    bench = runner.bench(kernel)
    declared = {each.name: each.dims for each in bench.kernel.declarations}
    with contextlib.suppress(ParameterError, ValueError, DeviceError):
        problem = bench.problem(case)
        # Nothing is taken from an output that holds nothing yet: a reference to it does not read it.
        fresh = {name for name, spec in problem.specs.items() if spec.fresh}
        seen = {
            _Move(
                launch, block, each.op != "load", each.op != "store", each.object, each.index, each.line, each.bits != 0
            )
            for launch, block, events in recorded_blocks(bench, runner.launch(bench, problem))
            for each in events
            if each.op in MOVES and not (each.op == "load" and each.object in fresh)
        }
        # Nor is anything taken from a place of a tile that is never filled.
        filled = {each.where for each in seen if each.stores}
        moves = [each for each in seen if each.stores or each.array not in declared or each.where in filled]
        # What a block does with what lies outside of an array is no work of its own.
        astray = {(each.launch, each.block) for each in moves if each.index < 0}
        working = (
            each for each in moves
            if each.array not in declared and each.line not in without and (each.launch, each.block) not in astray
        )  # fmt: skip
        # A copy that is filled in vain, or holds nothing but 0, is of no use.
        moved = {(*each.where, stored) for each in moves if each.stores or each.something for stored in each.does}
        made = {
            _Use(each.array, stored, each.launch, each.block)
            for each in working
            for stored in each.does
            if stored or each.array not in fresh
        } | {
            _Use(array, stored, _copy_of(index, dims))
            for array, index, stored in moved
            if (dims := declared.get(array)) is not None and 0 <= index < math.prod(dims)
        }
        # What is read only to be put outside of an array need not be read.
        read = {each.where for each in moves if each.loads and each.line not in without and each.array in declared}
        return _Uses(made, Counter(array for array, index in read if 0 <= index < math.prod(declared[array])), declared)
    return _Uses()


def _together(seen: Sequence[Observed]) -> Observed:
    """Return what one text did on several cases, added up."""
    conditions = seen[0].conditions
    for each in seen[1:]:
        conditions = tuple(
            SeenCondition(one.text, one.held + other.held, one.failed + other.failed)
            for one, other in zip(conditions, each.conditions, strict=True)
        )
    return Observed(Counters.together([each.counters for each in seen]), conditions)


def _matched(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """Return which texts of two lists are the same one, unchanged or changed."""
    blocks = difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return [
        (first + place, second + place)
        for _, first, last, second, end in blocks if last - first == end - second
        for place in range(last - first)
    ]  # fmt: skip
