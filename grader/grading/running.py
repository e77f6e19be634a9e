"""One case on a device: launch, compare, diagnose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, Protocol

import numpy as np

from grader.assignment import Config, TestCase
from grader.devices.base import Compiled, Device, DeviceCrash, DeviceError, DeviceTimeout, Launch, Launched, Profile
from grader.emulator import result as emulator
from grader.emulator.result import Counters, Dim3, RunFinding
from grader.grading.compare import Judged, judge_outputs, wrong_outputs
from grader.grading.findings import Names, declarations_by_name, sentence, translate
from grader.grading.launching import Geometry, changed_inputs, geometry, make_launch
from grader.grading.probes import trials
from grader.grading.probes.own_lines import OwnLines
from grader.labs import lab_of
from grader.labs.base import CaseProblem, CellState, Comparison, NotUnderstoodError, ParameterError
from grader.labs.lab import Lab
from grader.oracle import Oracle
from grader.results import Explanation, Finding, Kind, Occurrence, Severity, Status
from grader.results.kinds import KINDS, FoundBy, kinds_from

_ENDED = kinds_from(FoundBy.LAUNCH)
_UNLAUNCHED = (Kind.RESOURCE_LIMIT, Kind.UNSUPPORTED)
"""What keeps a launch from beginning, or from going on where nobody knows what would have come: there is no result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOutcome:
    """What became of one case. `got` and `comparison` are None when there is no result to compare; they are of the
    first output that is not right, `others` of those after it.

    `message` says what the findings do not: why a case was not run.
    """

    case: TestCase
    geometry: Geometry
    status: Status
    message: str = ""
    problem: CaseProblem | None = None
    comparison: Comparison | None = None
    got: np.ndarray | None = None
    others: tuple[Judged, ...] = ()
    patterns: tuple[Explanation, ...] = ()
    findings: tuple[Finding, ...] = ()
    lines: Counters = field(default_factory=Counters)
    varies: bool = False  # another launch may have given something else
    output: str = ""
    seconds: float = 0.0
    late: bool = False  # not run: the time for the whole submission was over
    unanswered: bool = False  # the time for one launch was over: it may have been slow, or endless
    ended: bool = False  # a GPU would have ended the launch, whatever the numbers are here

    @property
    def is_faultless(self) -> bool:
        """Whether the numbers are right and nothing was found but what is worth a warning."""
        return self.status is Status.PASSED and all(item.severity is Severity.WARNING for item in self.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What every case of one submission at one tile width has in common."""

    config: Config
    kernel: Compiled
    device: Device
    seed: int
    oracle: Oracle | None = None
    axis: str = "x"
    not_understood: str = ""  # why nothing can be launched, though the kernel may be right
    lines: OwnLines | None = None  # None where the code is not optimised, and says itself
    steady: bool = False  # whether it is known that turns and time show in nothing, whatever its code has in it

    @property
    def lab(self) -> Lab[Any]:
        """What knows what the kernel is meant to compute."""
        return lab_of(self.config)

    def problem(self, case: TestCase) -> CaseProblem:
        """The case's data and the right answer."""
        return self.lab.make_problem(case, self.config, seed=self.seed, oracle=self.oracle)

    def problems(self, cases: Sequence[TestCase]) -> Iterator[CaseProblem]:
        """The same of several cases, for which an oracle is asked together."""
        made: Sequence[CaseProblem | None] = [None] * len(cases)
        if self.oracle is not None:
            make = partial(self.lab.make_problem, config=self.config, seed=self.seed)
            made = self.oracle.ask_together(lambda case, oracle: make(case, oracle=oracle), cases)
        for case, problem in zip(cases, made, strict=True):
            yield problem or self.problem(case)

    def plan(self, problem: CaseProblem) -> Launch:
        """What is launched on it; raises `ParameterError` where the kernel's parameters do not fit."""
        if self.not_understood:
            raise NotUnderstoodError(self.not_understood)
        return make_launch(self.config, self.kernel, problem, self.axis)

    def names(self, problem: CaseProblem) -> Names:
        """How to name elements in this case."""
        return Names({**problem.buffers, **problem.constants}, declarations_by_name(self.kernel.declarations))


class BatchedLaunches(Protocol):
    """Whoever makes launches of several cases at a time; see `checking.ahead`."""

    def problem(self, case: TestCase) -> CaseProblem: ...

    def plan(self, case: TestCase, problem: CaseProblem) -> Launch: ...

    def launch(self, case: TestCase, launch: Launch) -> Launched: ...


def run_case(
    bench: Bench,
    case: TestCase,
    *,
    record: Dim3 | None = None,
    checkers: Literal["all", "traffic"] = "all",
    profile: Profile = "",
    ahead: BatchedLaunches | None = None,
) -> CaseOutcome:
    """Launch the kernel on one case and judge what it gave. Raises `DeviceFault` for the grader's own faults.

    `record` names a block whose steps are recorded; they are not looked at here, but machine code that records may be
    there already; the others are `Launch`'s. `ahead` may have made the launch already, one without any of these.
    """
    place = geometry(bench.config, case.sizes, case.tile_width, bench.axis)
    problem = (ahead or bench).problem(case)
    try:
        if ahead:
            launch = ahead.plan(case, problem)
            launched = ahead.launch(case, launch)
        else:
            launch = replace(bench.plan(problem), record=record, checkers=checkers, profile=profile)
            launched = bench.device.launch(bench.kernel, launch)
    except (ParameterError, ValueError) as error:
        kind = Kind.NOT_UNDERSTOOD if isinstance(error, NotUnderstoodError) else Kind.WRONG_SIGNATURE
        finding = _own_finding(kind, case, said=sentence(str(error)))
        finding = finding.model_copy(update={"line": bench.kernel.kernel_line})
        return CaseOutcome(case=case, geometry=place, status=Status.FAILED, message=str(error), findings=(finding,))
    except DeviceTimeout as error:
        message = f"The launch was stopped: {error}."
        finding = _own_finding(Kind.TIMEOUT, case, said=message)
        return CaseOutcome(
            case=case, geometry=place, status=Status.TIMEOUT, message=message, findings=(finding,), unanswered=True
        )
    except DeviceCrash as error:
        return _grader_fault(case, place, f"The emulator did not come through this case: {error}.")
    return judge_case(bench, case, problem, launch, launched)


def judge_case(bench: Bench, case: TestCase, problem: CaseProblem, launch: Launch, launched: Launched) -> CaseOutcome:
    """What a launch on a case came to."""
    place = geometry(bench.config, case.sizes, case.tile_width, bench.axis)
    names = bench.names(problem)
    judged = judge_outputs(launched, problem)
    problem, got, comparison = judged.problem, judged.got, judged.comparison
    seen, idle = seen_in(launched, launch, bench.kernel, bench.device, bench.lines, right=comparison.right)
    found = [as_result(bench, item, names, case, idle=idle) for item in seen]
    found += [_own_finding(Kind.INPUT_MODIFIED, case, array=name) for name in changed_inputs(launched, launch, problem)]
    if not launched.finished and any(item.kind in _UNLAUNCHED for item in found):
        return CaseOutcome(case=case, geometry=place, status=Status.FAILED, findings=tuple(found))
    status, message = _status(comparison, found, launched), ""
    if status is Status.PASSED and problem.outputs:
        status, message, turned = _on_trial(bench, case, problem, launch, launched, found)
        found += turned
    patterns = problem.explain(got, comparison)
    if not comparison.right and not tell_values(bench.lab, patterns) and _reads_output(found, problem):
        patterns = (*_accumulates(bench, problem, launch, comparison), *patterns)
    return CaseOutcome(
        case=case,
        geometry=place,
        status=status,
        message=message,
        problem=problem,
        comparison=comparison,
        got=got,
        others=() if comparison.right or len(problem.outputs) == 1 else wrong_outputs(launched, problem)[1:],
        patterns=patterns,
        findings=tuple(found),
        lines=launched.counters,
        varies=bool(launched.varies),
        output=launched.output,
        seconds=launched.seconds,
        ended=_unlaunchable(bench) or any(item.fatal for item in launched.findings),
    )


def _unlaunchable(bench: Bench) -> bool:
    """Whether no GPU could launch the kernel at this tile width; the emulator has room for it all the same."""
    resources = [kernel.resources for kernel in bench.kernel.kernels]
    return any(needs is not None and not needs.launchable for needs in resources)


def as_result(bench: Bench, item: emulator.RunFinding, names: Names, case: TestCase, *, idle: bool) -> Finding:
    """A finding as the assignment judges it; `idle`: what unwritten shared memory holds has shown nowhere."""
    warns = trials.reads_unset(item) and idle
    warns |= item.kind == "out-of-bounds" and item.access == "read" and bench.config.oob_read == "warn"
    warns |= item.same_value and bench.config.races.same_value == "warn"
    finding = translate(item, names, case.label, warns=warns or item.missing == "order")
    if not finding.has_no_room:
        return finding
    said = bench.lab.no_room_words(item.object)
    seen = tuple(each.model_copy(update={"said": said}) for each in finding.occurrences)
    line = names.declared_on(item.object) or item.line
    return finding.model_copy(update={"line": line, "column": 0, "access": None, "other": None, "occurrences": seen})


def _on_trial(
    bench: Bench, case: TestCase, problem: CaseProblem, launch: Launch, launched: Launched, found: list[Finding]
) -> tuple[Status, str, list[Finding]]:
    """What becomes of right numbers: of a launch that a GPU would have ended, or when the last thread begins."""
    if _unlaunchable(bench):
        variant = bench.config.variant_at(bench.kernel.tile_width)
        return Status.FAILED, f"No GPU could launch the kernel{f' with {variant}' if variant else ''}.", []
    fatal = next((item for item in launched.findings if item.fatal), None)
    if fatal is not None:
        return Status.FAILED, f"A GPU would have ended the launch on line {fatal.line}: {fatal.message}.", []
    # What has a race is known to depend on the turns; it runs in lockstep to see whether anything else is wrong.
    known = bench.steady or launch.turns != "forward" or any(item.severity is Severity.ERROR for item in found)
    if known or not launched.varies:
        return Status.PASSED, "", []
    turned = trials.with_turns_reversed(bench.device, bench.kernel, launch)
    if turned is None:
        return Status.PASSED, "", []
    names, told_of = bench.names(problem), {(item.kind, item.line) for item in launched.findings}
    new = [item for item in turned.findings if (item.kind, item.line) not in told_of]
    told = [as_result(bench, item, names, case, idle=False) for item in new]
    if judge_outputs(turned, problem).right:
        return Status.PASSED, "", told
    if launched.varies == "moment":
        told.append(
            _own_finding(Kind.WRONG_RESULT, case, said=_MOMENT).model_copy(update={"line": bench.kernel.kernel_line})
        )
        return Status.FAILED, "The result is right in one launch and wrong in another.", told
    told.append(_unordered(bench, case))
    return Status.FAILED, "The result is right in one order of the threads' turns and wrong in another.", told


_MOMENT = (
    "The result depends on when or where the kernel runs: it reads a clock, or the number of its multiprocessor or warp"
    " slot, and is right with some of their values and wrong with others."
)


def _unordered(bench: Bench, case: TestCase) -> Finding:
    """The result depends on whose turn comes first."""
    finding = _own_finding(Kind.DATA_RACE, case)
    seen = finding.occurrences[0].model_copy(update={"missing": "turns"})
    topic = KINDS[Kind.DATA_RACE].topic
    return finding.model_copy(update={"line": bench.kernel.kernel_line, "topic": topic, "occurrences": (seen,)})


def tell_values(lab: Lab[Any], patterns: tuple[Explanation, ...]) -> bool:
    """Whether one of the patterns already says what the wrong values are."""
    return any(lab.tells_values(pattern.name) for pattern in patterns)


def _accumulates(bench: Bench, problem: CaseProblem, launch: Launch, comparison: Comparison) -> tuple[Explanation, ...]:
    """Run again with zeros in the output: right now, though wrong with the poison, it adds to what was there."""
    if problem.output not in problem.fresh or not _may_hold_poison(comparison, problem):
        return ()
    zeros = np.zeros_like(launch.arrays[problem.output])
    # With all checkers, because that machine code is there already.
    again = replace(launch, arrays={**launch.arrays, problem.output: zeros})
    try:
        launched = bench.device.launch(bench.kernel, again)
    except DeviceError:
        return ()
    if not judge_outputs(launched, problem).right:
        return ()
    return (Explanation(name="accumulates-into-c"),)


def _reads_output(found: list[Finding], problem: CaseProblem) -> bool:
    """Whether the kernel was caught at reading the output, which must come before adding to it."""
    return any(item.kind is Kind.UNINITIALIZED_READ and item.array == problem.output for item in found)


def _may_hold_poison(comparison: Comparison, problem: CaseProblem) -> bool:
    """Whether the poison can have made all the wrong values: NaN, which floats start with, leaves nothing finite."""
    if problem.expected.dtype.kind == "f" and comparison.count(CellState.WRONG):
        return False
    return bool((comparison.states != CellState.UNWRITTEN).any())


def _status(comparison: Comparison, found: list[Finding], launched: Launched) -> Status:
    stopped = next((item for item in found if item.kind in _ENDED), None)
    if stopped and not launched.finished:
        return Status.TIMEOUT if stopped.kind is Kind.TIMEOUT else Status.FAILED
    unchanged = not any(item.kind is Kind.INPUT_MODIFIED for item in found)
    return Status.PASSED if comparison.right and unchanged and launched.finished else Status.FAILED


def _own_finding(kind: Kind, case: TestCase, *, said: str = "", array: str | None = None) -> Finding:
    seen = Occurrence(case=case.label, said=said)
    return Finding(
        kind=kind, severity=Severity.ERROR, case=case.label, cases=(case.label,), array=array, occurrences=(seen,)
    )


def _grader_fault(case: TestCase, place: Geometry, message: str) -> CaseOutcome:
    finding = _own_finding(Kind.UNSUPPORTED, case, said=message).model_copy(update={"severity": Severity.GRADER})
    return CaseOutcome(case=case, geometry=place, status=Status.ERROR, message=message, findings=(finding,))


def seen_in(
    launched: Launched, launch: Launch, kernel: Compiled, device: Device, lines: OwnLines | None, *, right: bool
) -> tuple[Sequence[RunFinding], bool]:
    """The findings, each on the line of its access; and whether what unset memory holds has shown nowhere.

    `right` says that no number is known to be wrong.
    """
    seen = [item for item in launched.findings if not _is_told_by_compiler(kernel, item)]
    idle = _reads_idly(device, kernel, launch, launched, seen, right=right)
    if idle:
        # A compiler may leave such a read where every value will do: it is nobody's fault.
        seen = [item for item in seen if item.space != "register"]
    return lines.of(launch, seen) if lines else seen, idle


def _is_told_by_compiler(kernel: Compiled, item: RunFinding) -> bool:
    """Whether the compiler has told of a variable on this line already, and by its name."""
    return item.space == "register" and any(item.line == told.line for told in kernel.suspicions)


def _reads_idly(
    device: Device, kernel: Compiled, launch: Launch, launched: Launched, seen: Sequence[RunFinding], *, right: bool
) -> bool:
    """Whether unset memory or registers were read and what they hold shows nowhere; wrong numbers may have used it."""
    unset = [item for item in seen if trials.reads_unset(item)]
    if not unset or (not right and all(item.space == "shared" for item in unset)):
        return False
    return not trials.unset_values_matter(device, kernel, launch, launched)
