"""Compile variants of one submission at a small tile width, run them on small cases, and score them.

The child compiles and runs; the expected results stay here.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from grader.assignment import TestCase
from grader.assignment.expressions import ExpressionError
from grader.devices.base import Compiled, CompileRequest, DeviceError, Emulator, Launch, Launched, Trials
from grader.edits.change import SWITCH, Edit, SwitchedSource, compile_together, make_unit
from grader.emulator.result import Counters
from grader.errors import NotCompiledError
from grader.grading.bench import Bench, Build, OwnAccesses
from grader.grading.compare import bad_cells
from grader.grading.launching import StudentSource, changed_inputs, own_request, student_request
from grader.grading.opened import OpenAssignment
from grader.labs.base import CaseProblem, ParameterError
from grader.results import Kind
from grader.results.base import variant_values

MOST_BETWEEN = 32
"""Compilations after which a device may have forgotten a unit, half as many as it remembers."""
TRIALS_AT_ONCE, LONG_TRIALS = 130, 32
"""In one request, which has the time of one launch; fewer of cases with results of several kilobytes."""
_SMALL_BYTES = 1 << 12
LONGEST_CASE = 2.0
"""Processor seconds for the edits of a unit on one case: where a loop does not end, only the nearest ones are tried."""
LEAST_FUEL, LEAST_TURNS, EFFORTS = 1 << 16, 512, 4
TURNS = 8
"""Jumps backwards a thread and step along K: an edit that makes a loop endless must not cost a second."""


@dataclass(frozen=True, slots=True)
class Score:
    """The result of one variant on one case: how many cells are wrong, and the kinds of findings by line.

    `outputs` is how many outputs have a wrong cell: launches hand on what the next ones begin with.
    """

    wrong: int
    found: frozenset[tuple[str, int]] = frozenset()
    sound: bool = True
    outputs: int = 0

    @property
    def passed(self) -> bool:
        return self.sound and not self.wrong and not self.found

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(kind for kind, _ in self.found)

    def worsens(self, other: Score) -> bool:
        """Something is worse than in the other.

        Its numbers say nothing where it reads what was never set, or where accesses are outside that are not any more.
        """
        gone = Kind.OUT_OF_BOUNDS.value in other.kinds - self.kinds
        known = Kind.UNINITIALIZED_READ.value not in other.kinds and not gone
        return (other.sound and not self.sound) or (known and self.wrong > other.wrong) or not self.kinds <= other.kinds

    def betters(self, other: Score) -> bool:
        """True if nothing is worse than in the other, and something is better."""
        if self.worsens(other):
            return False
        less = len(self.found) < len(other.found) and self.found <= other.found
        return self.sound > other.sound or self.wrong < other.wrong or self.kinds < other.kinds or less


LOST = Score(wrong=1 << 30, sound=False, outputs=1 << 30)


class TrialRunner:
    """Tries variants of one submission at one tile width, on one device."""

    def __init__(self, opened: OpenAssignment, device: Emulator, source: StudentSource, tile_width: int) -> None:
        self.opened, self.device, self.source, self.tile_width = opened, device, source, tile_width
        self._last: tuple[tuple[str, Build], Compiled | None] = ("", Build.IN_HASTE), None
        self._units: dict[tuple[bytes | Edit, ...], tuple[int, tuple[Bench, SwitchedSource]]] = {}
        self._compilations = 0
        self.made = Build.IN_HASTE
        """How texts and units of edits are compiled unless something else is asked for; see `before`."""

    def compile(self, text: str, made: Build | None = None) -> Compiled | None:
        """Compile a text at this tile width; None where the compiler does not get through."""
        made = made or self.made
        if self._last[0] != (text, made):
            self._last = (text, made), self._compiled(text, made)
        return self._last[1]

    def _compiled(self, text: str, made: Build) -> Compiled | None:
        self._compilations += 1
        try:
            return self.device.compile(made.of(self._request(text)))
        except DeviceError:
            return None

    def _request(self, text: str) -> CompileRequest:
        return student_request(self.opened.assignment, replace(self.source, text=text), self.tile_width)

    def bench(self, kernel: Compiled) -> Bench:
        """Return a compiled variant with what its cases have in common."""
        return self.opened.bench(self.device, kernel)

    def scores(
        self, text: str, cases: Sequence[TestCase], made: Build | None = None, own: OwnAccesses | None = None
    ) -> Iterator[Score]:
        """Yield the score of a text on each case, compiled alone."""
        kernel = self.compile(text, made)
        if kernel is None or not kernel.ok:
            yield from [LOST] * len(cases)
            return
        bench = replace(self.bench(kernel), own=own)
        unset = frozenset((item.kind.value, item.line) for item in kernel.suspicions)
        for score in self._scored(bench, cases[:1]):
            yield replace(score, found=score.found | unset)
        yield from self._scored(bench, cases[1:])  # most are asked for the first alone, and the others for all

    def before(self, text: str, cases: Sequence[TestCase]) -> list[Score]:
        """Return the scores of the text that is to be mended.

        A compiler in haste may load ahead of a condition (`t == 0 ? s[0] : 0`). Where something is found of that, code
        is made from here on that keeps every access, and makes none.
        """
        own = OwnAccesses(self.device, self._request(text))
        scores = [*self.scores(text, cases, own=own)]
        return scores if self.made is Build.IN_HASTE else [*self.scores(text, cases)]

    def _scored(self, bench: Bench, cases: Sequence[TestCase]) -> Iterator[Score]:
        """Yield the score of a compiled text on cases that are launched together."""
        asked: list[tuple[CaseProblem, Launch] | None] = []
        for case in cases:
            problem = bench.problem(case)
            try:
                asked.append((problem, self.launch(bench, problem)))
            except (ParameterError, ValueError):
                asked.append(None)
        answers = self._launched(bench.kernel, [each[1] for each in asked if each])
        for each in asked:
            launched = next(answers) if each else None
            if (
                bench.own
                and launched
                and each
                and len(bench.own.of(each[1], launched.findings)) < len(launched.findings)
            ):
                self.made = Build.UNOPTIMISED
            yield self._score(launched, *each) if launched and each else LOST

    def _launched(self, kernel: Compiled, launches: Sequence[Launch]) -> Iterator[Launched | None]:
        """Yield what each launch gives, in order; None for those that end or exhaust the device."""
        left, together = list(launches), True
        while left:
            try:
                made = self.device.launch_many(kernel, left if together else left[:1])
            except DeviceError:
                if not together:
                    yield None
                    left = left[1:]
                together = False  # one by one it shows which it was
                continue
            yield from made
            left = left[len(made) :]

    def _score(self, launched: Launched, problem: CaseProblem, launch: Launch) -> Score:
        found = frozenset((item.kind, item.line) for item in launched.findings)
        kept = not changed_inputs(launched, launch, problem)
        return _score_of([*bad_cells(launched, problem)], found, sound=launched.finished and kept)

    def demands(self, text: str, case: TestCase) -> tuple[int, int]:
        """Return what a right text costs a GPU on a case: sectors of global memory, and wavefronts of shared."""
        kernel = self.compile(text, Build.AS_GRADED)
        if kernel is None or not kernel.ok:
            return 0, 0
        bench = self.bench(kernel)
        try:
            launch = replace(self.launch(bench, bench.problem(case)), checked=False, profile="sample")
            total = self.device.launch(kernel, launch).counters.total
        except (ParameterError, ValueError, DeviceError):
            return 0, 0
        return total.global_sectors or 0, total.shared_wavefronts or 0

    def reference(self) -> Compiled | None:
        """Compile the reference; None where the assignment lacks it, as a student's copy does."""
        opened = self.opened
        if opened.has_reference:
            request = own_request(opened.assignment, opened.config.reference, self.tile_width)
            with contextlib.suppress(DeviceError):
                return self.device.compile(Build.UNOPTIMISED.of(request))
        return None

    def counted(self, kernel: Compiled | None, cases: Sequence[TestCase]) -> Iterator[Counters | None]:
        """Yield the counts of each case; None where it does not come to an end, or nothing is there to be launched."""
        bench = self.bench(kernel) if kernel is not None and kernel.ok else None
        for case in cases:
            launched = None
            if bench is not None:
                with contextlib.suppress(ParameterError, ValueError, DeviceError):
                    launched = self.device.launch(bench.kernel, self.launch(bench, bench.problem(case)))
            yield launched.counters if launched is not None and launched.finished else None

    def unit(self, data: bytes, edits: Sequence[Edit]) -> tuple[Bench, SwitchedSource] | None:
        """Return the edits that compile together, as one kernel; recall it if it was made not long ago."""
        key: tuple[bytes | Edit, ...] = (data, *edits)
        known = self._units.get(key)
        if known is not None and self._compilations - known[0] < MOST_BETWEEN:
            return known[1]
        made = self.made_unit(data, edits)
        if made is not None:
            self._units[key] = self._compilations, made
        return made

    def made_unit(
        self, data: bytes, edits: Sequence[Edit], *, two_at_once: bool = False
    ) -> tuple[Bench, SwitchedSource] | None:
        """Compile the edits that compile together as one kernel; optionally two can be switched on at once."""

        def build(unit: SwitchedSource) -> Bench:
            kernel = self.compile(unit.text)
            if kernel is None or not kernel.ok:
                raise NotCompiledError(kernel.diagnostics if kernel else ())
            return self.bench(kernel)

        return compile_together(edits, partial(make_unit, data, two_at_once=two_at_once), build)

    def tried(self, bench: Bench, case: TestCase, numbers: Sequence[int]) -> list[Score]:
        """Return the score of each edit of a unit on one case."""
        return [score for score, _ in self.trials(bench, case, numbers)]

    def trials(self, bench: Bench, case: TestCase, numbers: Sequence[int]) -> Iterator[tuple[Score, bytes]]:
        """Yield the score of each edit of a unit on one case, and its results to the bit."""
        problem = bench.problem(case)
        known: dict[bytes, Sequence[int]] = {}
        outputs = problem.memory_of_outputs
        size = sum(problem.buffers[name].size_bytes for name in outputs)
        at_once = TRIALS_AT_ONCE if size <= _SMALL_BYTES else LONG_TRIALS
        began = self.device.worked
        for first in range(0, len(numbers), at_once):
            part = numbers[first : first + at_once]
            if self.device.worked - began > LONGEST_CASE:
                yield from [(LOST, b"")] * len(part)
                continue
            try:
                launch = self.launch(bench, problem)
                trials = self.device.trials(bench.kernel, launch, part, switch=SWITCH, outputs=outputs)
            except (ParameterError, ValueError, DeviceError):
                yield from [(LOST, b"")] * len(part)
                continue
            for row in range(len(part)):
                output = trials.output[row].tobytes()
                # Many edits change nothing, or spoil all in one way.
                result = output + trials.written[row].tobytes()
                if result not in known:
                    known[result] = _wrong_cells(trials, row, problem)
                yield _score_of(known[result], frozenset(trials.findings[row]), sound=trials.sound[row]), output

    def launch(self, bench: Bench, problem: CaseProblem) -> Launch:
        """What is launched of a text on a problem, with time for a small multiple of what a right one takes."""
        launch = bench.plan(problem)
        # A block works through its whole tile, however little of it lies in the arrays.
        turns = max(LEAST_TURNS, TURNS * (problem.turns + 4 * max(variant_values(self.tile_width))))
        most, steps = self._most_turns(bench, problem), []
        for step in launch.steps:
            threads = math.prod(step.block)
            fuel = min(max(most, LEAST_TURNS * threads), turns * math.prod(step.grid) * threads)
            steps.append(replace(step, fuel=fuel))
        return replace(launch, steps=tuple(steps))

    def _most_turns(self, bench: Bench, problem: CaseProblem) -> int:
        """How often all threads may go round their loops: where nothing tells how many steps one takes, few suffice."""
        if bench.lab.inner_sizes:
            return 1 << 62
        try:
            return max(LEAST_FUEL, EFFORTS * bench.lab.space(bench.config, self.tile_width).effort(problem.sizes))
        except ExpressionError:  # the sweep would leave these sizes out
            return LEAST_FUEL


def _score_of(wrong: Sequence[int], found: frozenset[tuple[str, int]], *, sound: bool) -> Score:
    return Score(sum(wrong), found, sound, sum(map(bool, wrong)))


def _wrong_cells(trials: Trials, row: int, problem: CaseProblem) -> Sequence[int]:
    outputs = problem.memory_of_outputs
    ends = list(itertools.accumulate(problem.buffers[name].size_bytes for name in outputs))
    parts = [
        dict(zip(outputs, np.split(whole[row], ends[:-1]), strict=True)) for whole in (trials.output, trials.written)
    ]
    try:
        return [*bad_cells(Launched(arrays=parts[0], written=parts[1]), problem)]
    except ValueError:
        return [problem.expected.size]
