"""The cause of a fault in the device half of a whole program, found as that of any kernel.

A trial is a run of the program on one case, judged as it is graded. Its host half stays as it was built: what would
change that is not tried. What only a launch of the grader's own could show is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from grader.assignment import TestCase
from grader.compiling.hostcode import device_ranges
from grader.compiling.kernels import scan_kernels
from grader.compiling.lexer import lex
from grader.devices.base import Compiled, DeviceError, Emulator
from grader.edits.change import Change, Edit
from grader.emulator.result import Counters
from grader.errors import NotCompiledError, NotSupportedError
from grader.grading.bench import Bench, Build
from grader.grading.lane import Attempt, Lane
from grader.grading.launching import StudentSource
from grader.grading.measuring import is_measured
from grader.grading.program_lane import ProgramRuns
from grader.grading.running import CaseOutcome
from grader.grading.shapes import UNLIMITED, Budget
from grader.processes.child import usable_cores
from grader.processes.forkserver import ForkServer
from grader.programs.running import server_forks
from grader.results import Cause, Severity, Status
from grader.results.kinds import KINDS, FoundBy
from grader.search.cause import SECONDS, Diagnosis
from grader.search.confirming import Confirming
from grader.search.trial_runner import LOST, Score, TrialRunner

TRIAL_SECONDS, SECONDS_BESIDE = 0.2, 0.02
"""What a run may take: a change may make a loop endless. And what it takes beside its server, to start and to judge."""
MOST_EDITS = 260
"""Those that are tried of one text: a run of a program takes ten times as long as a launch."""


def find_in_program(attempt: Attempt, devices: Sequence[Emulator]) -> Cause | None:
    """Return the cause of the faults in a program's kernels; None where there is none, or the host's code has them."""
    if not any(_may_be_of_a_kernel(outcome) for lane in attempt.lanes for outcome in lane.outcomes):
        return None
    with server_forks() as forks:
        programs = {lane.tile_width: ProgramRunner(attempt, devices[0], lane, forks) for lane in attempt.lanes}
        return ProgramDiagnosis(replace(attempt, budget=UNLIMITED), devices, programs).find()


def _may_be_of_a_kernel(outcome: CaseOutcome) -> bool:
    """True if something was found in a kernel, or the results are wrong and nothing that the host does says why."""
    found = {KINDS[item.kind].source for item in outcome.findings if item.severity is Severity.ERROR and item.line}
    wrong = outcome.comparison is not None and not outcome.comparison.right
    return not found.isdisjoint((FoundBy.CHECKER, FoundBy.LAUNCH)) or (wrong and FoundBy.CALLS not in found)


class ProgramRunner(TrialRunner):
    """Runs a program with other texts of its device half, on all cores, as long as there is `time`."""

    def __init__(self, attempt: Attempt, device: Emulator, lane: Lane, forks: ForkServer) -> None:
        super().__init__(attempt.opened, device, attempt.source, lane.tile_width)
        self._smallest = min((outcome.case for outcome in lane.outcomes), key=lambda case: case.work)
        self._cores, self._halves = usable_cores(), list[ProgramRuns]()
        own = ProgramRuns.of(attempt.opened, attempt.source, self.tile_width, forks)
        self._own = replace(own, seconds=min(own.seconds, TRIAL_SECONDS))
        self.time = Budget(SECONDS, lambda: sum(each + SECONDS_BESIDE for each in own.worked) / self._cores)

    def _compiled(self, text: str, made: Build) -> Compiled | None:  # noqa: ARG002 (a program is built in one way)
        return self._kept(replace(self._own, program=replace(self._own.program, changed=text), half=""))

    def reference(self) -> Compiled | None:
        """See `TrialRunner`."""
        if not self.opened.has_reference:
            return None
        text = self.opened.assignment.text(self.opened.config.reference)
        return self._kept(
            ProgramRuns.of(self.opened, replace(self.source, text=text), self.tile_width, self._own.forks)
        )

    def _kept(self, runs: ProgramRuns) -> Compiled | None:
        """Return a device half, which its first run compiles."""
        try:
            runs.outcome(self._smallest)
        except NotCompiledError as error:
            return Compiled(ok=False, diagnostics=tuple(error.diagnostics))
        except (NotSupportedError, DeviceError):
            return None
        self._halves.append(runs)
        return Compiled(ok=True, key=len(self._halves) - 1, tile_width=self.tile_width)

    def bench(self, kernel: Compiled) -> Bench:
        """Return a compiled variant, of which nothing can be launched by itself."""
        return replace(super().bench(kernel), not_understood="a program launches its kernels itself")

    def _made(self, kernel: Compiled, asked: Sequence[tuple[TestCase, int]]) -> Sequence[CaseOutcome | None]:
        """Return what becomes of each case with the edit of that number switched on, as long as there is time."""
        made: list[CaseOutcome | None] = [None] * len(asked)

        def share(first: int) -> None:
            runs = self._halves[kernel.key].runs(asked[first :: self._cores])
            for place in range(first, len(asked), self._cores):
                if self.time.spent:
                    break
                made[place] = next(runs)

        with ThreadPoolExecutor(self._cores) as pool:
            list(pool.map(share, range(self._cores)))
        return made

    def _scored(self, bench: Bench, cases: Sequence[TestCase]) -> Iterator[Score]:
        yield from map(_score, self._made(bench.kernel, [(case, 0) for case in cases]))

    def trials(self, bench: Bench, case: TestCase, numbers: Sequence[int]) -> Iterator[tuple[Score, bytes]]:
        """See `TrialRunner`; what a program leaves is not kept."""
        for outcome in self._made(bench.kernel, [(case, number) for number in numbers]):
            yield _score(outcome), b""

    def counted(self, kernel: Compiled | None, cases: Sequence[TestCase]) -> Iterator[Counters | None]:
        """See `TrialRunner`."""
        asked = [(case, 0) for case in cases]
        for outcome in self._made(kernel, asked) if kernel and kernel.ok else [None] * len(cases):
            yield outcome.lines if outcome and outcome.status in (Status.PASSED, Status.FAILED) else None


def _score(outcome: CaseOutcome | None) -> Score:
    if outcome is None or outcome.status is Status.ERROR:
        return LOST
    faults = [item for item in outcome.findings if item.severity is Severity.ERROR]
    wrong = outcome.comparison.bad_cells if outcome.comparison else LOST.wrong  # it prints or ends as it must not
    return Score(
        wrong=0 if outcome.status is Status.PASSED else max(1, wrong),
        found=frozenset(
            (item.kind.value, item.line) for item in faults if KINDS[item.kind].source is not FoundBy.COMPARISON
        ),
        sound=outcome.status is not Status.TIMEOUT,
    )


@dataclass
class _ProgramConfirming(Confirming):
    """Runs whole programs in place of an attempt's own."""

    programs: Mapping[int, ProgramRunner] = field(kw_only=True)

    def passes_cases(self, source: StudentSource, lane: Lane, device: Emulator, *, looked: bool) -> bool:  # noqa: ARG002
        """See `Confirming`; nothing is launched by itself there, on no device."""
        opened, width = self.attempt.opened, lane.tile_width
        cases = [outcome.case for outcome in lane.outcomes]
        if is_measured(opened.config):  # the cases at which it is counted: one is drawn
            cases += [
                opened.lab.traffic_case(opened.config, width),
                opened.lab.drawn_case(opened.config, width, opened.seed),
            ]
        return all(score.passed for score in self.programs[width].scores(source.text, cases))


class ProgramDiagnosis(Diagnosis):
    """Looks for the cause of a program's faults in its kernels; tells one only if it mends everything."""

    def __init__(self, attempt: Attempt, devices: Sequence[Emulator], programs: Mapping[int, ProgramRunner]) -> None:
        confirming = _ProgramConfirming(attempt, devices, programs=programs)
        super().__init__(attempt, devices, confirming=confirming, time=next(iter(programs.values())).time)
        self.kernels = tuple(kernel.name for kernel in scan_kernels(lex(self.source.text)) if kernel.defined)
        self._programs = programs

    def _runners(self, width: int) -> list[TrialRunner]:
        return [self._programs[width]]

    def _read(self, text: str, seen: Mapping[int, int], most: int, *, one_is_right: bool = False) -> Sequence[Edit]:
        """Return the edits inside kernels and functions for the device alone: the host half stays."""
        ranges = list(device_ranges(lex(text.encode().decode("latin-1"))))  # a character for each byte

        def inside(change: Change) -> bool:
            return any(each.start <= change.start and change.end <= each.stop for each in ranges)

        edits = super()._read(text, seen, min(most, MOST_EDITS), one_is_right=one_is_right)
        return [edit for edit in edits if all(map(inside, (*edit.changes, *edit.switches)))]

    def _may_be_another(self, text: str, edit: Edit) -> bool:
        return not edit.kind.startswith("barrier") and super()._may_be_another(text, edit)
