"""A compiled kernel with everything that its cases have in common, and the ways to run it once more.

One run cannot show everything. A kernel is therefore built, or launched, in another way where a first run gives reason
to ask; each way differs from the first run in one thing:

| of `Launch`, or build | differs in | what is compared, and by what |
|---|---|---|
| `turns="reversed"` | the last thread begins | results and new findings: `running.CaseRun` |
| `turns="lockstep"` | threads keep step | results: `running.without_race` |
| `poison` | what unset memory holds | arrays, counters, branches: `running.CaseRun` |
| `arrays` | an output holds zeros | results: `running.CaseRun` |
| `record` | steps of one block are kept | the steps: `recording.record` |
| `checked`, `profile` | no checkers; sectors are counted | counts: `measuring`, `opened`, `trial_runner` |
| `Build.UNOPTIMISED` | every access of the source stays | findings: `running.look_again`; `OwnAccesses` |
| `Build.IN_HASTE` | compiled soon, no figures | results of edits: `trial_runner` |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import Any

from grader.assignment import Config, TestCase
from grader.devices.base import (
    Compiled,
    CompileRequest,
    Device,
    DeviceCrash,
    DeviceError,
    DeviceTimeout,
    Launch,
    Launched,
)
from grader.emulator.result import Party, RunFinding
from grader.grading.compare import judge_outputs
from grader.grading.launching import make_launch
from grader.labs import lab_of
from grader.labs.base import CaseProblem, NotUnderstoodError, ParameterError, Reading, Readings
from grader.labs.findings import Names
from grader.labs.lab import Lab
from grader.oracle import Oracle
from grader.results import Kind

MOST_AT_ONCE = 16
MOST_BYTES = 8 << 20
"""Of the arrays of all launches that are made at once."""
MOST_ENDLESS, MOST_FOUND = 2, 4
"""After so many readings that do not end, or that are right only where tiles are whole, no other is tried."""


class Build(Enum):
    """How code is made of a source."""

    WITH_FIGURES = "as graded, with what ptxas says of it"
    AS_GRADED = "as graded"
    IN_HASTE = "soon rather than well"
    UNOPTIMISED = "with every access that stands in the source"

    def of(self, request: CompileRequest) -> CompileRequest:
        """Return the request for this build; the one given is for the first."""
        if self is Build.WITH_FIGURES:
            return request
        return request.without_figures(debug=self is Build.UNOPTIMISED, hasty=self is not Build.AS_GRADED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What every case of one submission at one tile width has in common."""

    config: Config
    kernel: Compiled
    device: Device
    seed: int
    oracle: Oracle | None = None
    not_understood: str = ""  # why nothing can be launched, though the kernel may be right
    own: OwnAccesses | None = None  # None where findings stay as the code says
    steady: bool = False  # whether it is known that turns and time show in nothing, whatever its code has in it

    @property
    def lab(self) -> Lab[Any]:
        """The lab, which knows what the kernel is meant to compute."""
        return lab_of(self.config)

    def of(self, kernel: Compiled) -> Bench:
        """Return the same for another kernel, whose file may choose other numbers for its launch."""
        return replace(self, kernel=kernel, config=self.config.choosing(kernel.chosen_values))

    def problem(self, case: TestCase) -> CaseProblem:
        """Return the case's data and the right answer."""
        return self.lab.make_problem(case, self.config, seed=self.seed, oracle=self.oracle)

    def problems(self, cases: Sequence[TestCase]) -> Iterator[CaseProblem]:
        """Yield the same for several cases, about which an oracle is asked together."""
        return problems_of(self.config, cases, self.seed, self.oracle)

    def plan(self, problem: CaseProblem) -> Launch:
        """Return the launch on a problem. Raise `ParameterError` if the kernel's parameters do not fit."""
        if self.not_understood:
            raise NotUnderstoodError(self.not_understood)
        return make_launch(self.config, self.kernel, problem)

    def again(self, launch: Launch) -> Launched | None:
        """Return what a launch gives, made in another way; None where the device does not answer."""
        try:
            return self.device.launch(self.kernel, launch)
        except (DeviceTimeout, DeviceCrash):
            return None

    def names(self, problem: CaseProblem) -> Names:
        """Return how to name elements in this case."""
        declared = {declaration.name: declaration for declaration in self.kernel.declarations}
        return Names({**problem.buffers, **problem.constants}, declared)


def problems_of(config: Config, cases: Sequence[TestCase], seed: int, oracle: Oracle | None) -> Iterator[CaseProblem]:
    """Yield data and right answers of several cases, about which the oracle is asked together.

    Raise for the first case what `Lab.make_problem` raises.
    """
    lab = lab_of(config)
    made: Sequence[CaseProblem | None] = [None] * len(cases)
    if oracle is not None:
        make = partial(lab.making_problem, config=config, seed=seed, oracle=oracle)
        made = oracle.ask_together([(case, make(case)) for case in cases])
    for case, problem in zip(cases, made, strict=True):
        yield problem or lab.make_problem(case, config, seed=seed, oracle=oracle)


# -- launches made ahead -----------------------------------------------------------------------------------------------


class LaunchBatches:
    """Launches the cases of one bench many at a time, in the order in which they are asked for.

    At first one is launched, then two, and so on while all come to their end: of a kernel that does not, or takes too
    long, no more is launched than is asked for.
    """

    def __init__(self, bench: Bench, cases: Sequence[TestCase]) -> None:
        self._bench, self._cases = bench, list(cases)
        self._at_once = 1
        self._problems: dict[str, CaseProblem] = {}
        self._plans: dict[str, Launch] = {}
        self._there: dict[str, Launched] = {}

    def problem(self, case: TestCase) -> CaseProblem:
        """Return the case's data and the right answer, made once: for some labs that takes longer than the launch."""
        return self._problems.pop(case.label, None) or self._bench.problem(case)

    def plan(self, case: TestCase, problem: CaseProblem) -> Launch:
        """Return the launch on the case's problem. Raise what `Bench.plan` raises."""
        return self._plans.pop(case.label, None) or self._bench.plan(problem)

    def launch(self, case: TestCase, launch: Launch) -> Launched:
        """Return what the case's launch gives. Raise `DeviceError`s."""
        if case.label in self._there:
            return self._there.pop(case.label)
        names, launches = [case.label], [launch]
        room = MOST_BYTES - _size(launch)
        for name, following in self._following(case):
            room -= _size(following)
            if len(launches) == self._at_once or room < 0:
                break
            names.append(name)
            launches.append(following)
        answers = self._answers(launches)
        all_ended = len(answers) == len(launches) and answers[-1].finished
        self._at_once = min(2 * self._at_once, MOST_AT_ONCE) if all_ended else 1
        self._there = dict(zip(names[1:], answers[1:], strict=False))
        return answers[0]

    def _answers(self, launches: Sequence[Launch]) -> Sequence[Launched]:
        device, kernel = self._bench.device, self._bench.kernel
        try:
            return device.launch_many(kernel, launches)
        except (DeviceTimeout, DeviceCrash):
            if len(launches) == 1:
                raise
        return device.launch_many(kernel, launches[:1])  # one by one it shows which it was

    def _following(self, case: TestCase) -> Iterator[tuple[str, Launch]]:
        """Yield the cases after this one with their launches, up to one that has none."""
        place = self._cases.index(case) + 1
        new = [after for after in self._cases[place:][: self._at_once] if after.label not in self._plans]
        problems = dict(zip((after.label for after in new), self._bench.problems(new), strict=True))
        for after in self._cases[place:][: self._at_once]:
            try:
                if after.label not in self._plans:
                    self._problems[after.label] = problems[after.label]
                    self._plans[after.label] = self._bench.plan(problems[after.label])
                yield after.label, self._plans[after.label]
            except (ParameterError, ValueError, DeviceError):
                return


def _size(launch: Launch) -> int:
    return sum(array.nbytes for array in launch.arrays.values())


# -- what the optimiser has moved --------------------------------------------------------------------------------------

# An index, a member by pointer, a pointer followed (not a product, nor a declaration), or a call that may hold one.
_ACCESS = re.compile(r"\[|->|(?:^|[^\w\s)\]])\s*\*+\s*[\w(]|\b(?!(?:if|for|while|switch|return|sizeof)\b)\w+\s*\(")
_COMMENT = re.compile(r"//.*|/\*.*?\*/")
_MOST_CHARACTERS = 1000
_Access = tuple[str, str | None, str | None]


@dataclass(slots=True)
class OwnAccesses:
    """Leaves of findings those of accesses that the text makes, each on the line of its access.

    An optimiser moves loads. One that a loop does not change moves in front of the loop, and the PTX then gives it the
    line of whatever stands before it, such as `int tx = threadIdx.x;`. One behind a condition moves in front of it
    where it can do no harm, and then all threads load what one is to: `t == 0 ? s[0] : 0` seems to race. The same
    launch on unoptimised code, which is compiled when it is first needed, tells the line, and whether the text does so.
    """

    device: Device
    request: CompileRequest
    _plain: Compiled | None = None
    _told: dict[tuple[_Access, tuple[int, int]], RunFinding | None] = field(default_factory=dict)

    def of(self, launch: Launch, findings: Sequence[RunFinding]) -> tuple[RunFinding, ...]:
        """Return the findings of a launch that are the text's, each on its line as far as that can be told."""
        moved = set[RunFinding]()
        asked = [item for item in findings if _may_be_ahead(item) or self._is_doubtful(item)]
        if new := [item for item in asked if _fault(item) not in self._told]:  # one that is the text's once stays so
            there, ended = self._on_plain_code(launch)
            for item in new:
                if ended and _may_be_ahead(item) and not any(_is_met(item, other) for other in there):
                    moved.add(item)
                    continue
                alike = [other for other in there if _access(other) == _access(item)]
                exact = [other for other in alike if (other.offset, other.thread) == (item.offset, item.thread)]
                self._told[_fault(item)] = next(iter(exact or alike), None)
        return tuple(self._moved(item, self._told.get(_fault(item))) for item in findings if item not in moved)

    def _is_doubtful(self, item: RunFinding) -> bool:
        """True if a finding is of an access, on a line without any, or meets one on such a line."""
        there = self._has_access(item) and (item.other is None or self._has_access(item.other))
        return item.access is not None and not there

    def _has_access(self, party: RunFinding | Party) -> bool:
        lines = self.request.source.splitlines()
        line = lines[party.line - 1] if 0 < party.line <= len(lines) else ""
        if not line or len(line) > _MOST_CHARACTERS:
            return True
        return "__global__" not in line and _ACCESS.search(_COMMENT.sub("", line)) is not None

    def _on_plain_code(self, launch: Launch) -> tuple[Sequence[RunFinding], bool]:
        """Return what the same launch shows on unoptimised code, and whether it came to its end."""
        try:
            if self._plain is None:
                self._plain = self.device.compile(Build.UNOPTIMISED.of(self.request))
            launched = self.device.launch(self._plain, launch) if self._plain.ok else None
        except (DeviceTimeout, DeviceCrash):
            launched = None
        return (launched.findings, launched.finished) if launched else ((), False)

    def _moved(self, item: RunFinding, told: RunFinding | None) -> RunFinding:
        if told is None:
            return item
        other = item.other
        if other is not None and told.other is not None and not self._has_access(other):
            other = replace(other, line=told.other.line, column=told.other.column)
        if self._has_access(item):
            return replace(item, other=other)
        return replace(item, line=told.line, column=told.column, other=other)


def _may_be_ahead(item: RunFinding) -> bool:
    """True if a finding is of a load that an optimiser may have made: a race with one, or a read of unset memory.

    No optimiser makes a store. What lacks more than a barrier has seen another thread's value: it is no such load.
    """
    loads = item.access == "read" or (item.other is not None and item.other.access == "read")
    raced = item.kind == Kind.DATA_RACE.value and not item.missing
    return loads and (raced or (item.kind == Kind.UNINITIALIZED_READ.value and item.space != "register"))


def _is_met(item: RunFinding, other: RunFinding) -> bool:
    return (item.kind, item.object) == (other.kind, other.object)


def _access(item: RunFinding) -> _Access:
    return item.kind, item.object, item.access


def _fault(item: RunFinding) -> tuple[_Access, tuple[int, int]]:
    return _access(item), (item.line, item.column)


# -- what a configuration leaves open ----------------------------------------------------------------------------------


def settle(bench: Bench) -> tuple[Bench, tuple[str, ...]]:
    """Return the bench with everything decided that was `auto`, and remarks on what was found by trying.

    The kernel is launched on a probe where each reading gives another result, the usual reading first. Another one is
    taken only if it gives a fully right result: a faulty kernel stays with the usual one, and its findings are about
    its own mistake. Where the usual one is a guess itself, only what was not understood is reported.

    A kernel for which nothing can be decided keeps its bench: its cases say what is wrong with its parameters. Raise
    `DeviceFault` when the grader itself fails.
    """
    left_open = bench.lab.readings(bench.config, bench.kernel, bench.kernel.tile_width)
    if left_open is None:
        return bench, ()
    bench = replace(bench, config=left_open.config)
    fitting = _fitting(bench, left_open)
    if fitting is None and left_open.not_understood:
        return replace(bench, not_understood=left_open.not_understood), left_open.notes
    chosen = fitting or left_open.usual
    if chosen is None:
        return bench, left_open.notes
    return replace(bench, config=chosen.config), (*left_open.notes, *chosen.notes)


def _fitting(bench: Bench, left_open: Readings) -> Reading[Any] | None:
    """Return the first reading that gives a right result, on the ragged probe too where any does."""
    usual, probe, ragged = left_open.usual, left_open.probe, left_open.ragged
    guessed = bool(left_open.not_understood)
    if usual is not None:
        right = True if not (left_open.others or guessed) else _is_right(replace(bench, config=usual.config), probe)
        if right or (right is None and not guessed):
            return usual
    found: list[Reading[Any]] = []
    endless = 0
    for reading in left_open.others:
        tried = replace(bench, config=reading.config)
        right = _is_right(tried, probe)
        endless += right is None
        if right:
            found.append(reading)
            if ragged is None or _is_right(tried, ragged):
                return reading
        if endless >= MOST_ENDLESS or len(found) >= MOST_FOUND:
            break
    return found[0] if found else None


def _is_right(bench: Bench, case: TestCase) -> bool | None:
    """Return whether every cell is right; None for a kernel that does not end, which is not tried again."""
    problem = bench.problem(case)
    try:
        launched = bench.device.launch(bench.kernel, bench.plan(problem))
    except DeviceTimeout:
        return None
    except (ParameterError, ValueError, DeviceCrash):
        return False
    return judge_outputs(launched, problem).right if launched.finished else None
