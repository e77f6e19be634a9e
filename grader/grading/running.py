"""One case on a device: launch it, compare the result, and run it once more where one launch cannot tell.

`look_again` runs cases of a kernel that seems clean on code that keeps every access of the source. An optimising
compiler deletes a racy or stray access when nothing depends on it, and what is deleted cannot be found. Unoptimised
code shows all of them (docs/emulator.md has figures), but its numbers and its traffic are not what a GPU gives: so
everything is judged on optimised code, and only findings are taken from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from grader.assignment import TestCase
from grader.devices.base import Compiled, CompileRequest, DeviceCrash, DeviceTimeout, Launch, Launched
from grader.emulator.result import Counters, RunFinding
from grader.grading.bench import Bench, Build, LaunchBatches
from grader.grading.compare import CellState, Comparison, Judged, explain_places, judge_outputs, wrong_outputs
from grader.grading.launching import Geometry, changed_inputs, geometry, suspicions
from grader.grading.shapes import Budget
from grader.labs.base import CaseProblem, NotUnderstoodError, ParameterError
from grader.labs.findings import sentence, translate
from grader.results import Explanation, Finding, Kind, Occurrence, Severity, Status
from grader.results.kinds import KINDS, FoundBy, kinds_from
from grader.words import words

_ENDED = kinds_from(FoundBy.LAUNCH)
_UNLAUNCHED = (Kind.RESOURCE_LIMIT, Kind.UNSUPPORTED)
"""Kinds that keep a launch from beginning, or from going on to a known result."""
_POISONS = (0x7E, 0xFE)
"""Unset memory holds large positive and large negative numbers, as floats and as integers; usually NaN and −1."""
_MOMENT = (
    "The result depends on when or where the kernel runs: it reads a clock, or the number of its multiprocessor or warp"
    " slot, and is right with some of their values and wrong with others."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOutcome:
    """The outcome of one case.

    `got` and `comparison` are None when there is no result to compare; they are of the first output that is not right,
    `others` of those after it. `message` says what the findings do not, such as why a case was not run.
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
        """True if the numbers are right and findings are warnings at most."""
        return self.status is Status.PASSED and all(item.severity is Severity.WARNING for item in self.findings)


def run_case(
    bench: Bench,
    case: TestCase,
    change: Callable[[Launch], Launch] = lambda launch: launch,
    *,
    ahead: LaunchBatches | None = None,
) -> CaseOutcome:
    """Launch the kernel on one case and judge the result. Raise `DeviceFault` for the grader's own faults.

    `ahead` may have made the launch already, one without a `change`. A recording is not looked at here, but asking for
    one may save machine code: that which records may be there already.
    """
    place = geometry(bench.config, case.sizes, case.tile_width)
    problem = (ahead or bench).problem(case)
    try:
        if ahead:
            launch = ahead.plan(case, problem)
            launched = ahead.launch(case, launch)
        else:
            launch = change(bench.plan(problem))
            launched = bench.device.launch(bench.kernel, launch)
    except (ParameterError, ValueError) as error:
        kind = Kind.NOT_UNDERSTOOD if isinstance(error, NotUnderstoodError) else Kind.WRONG_SIGNATURE
        finding = own_finding(kind, case, said=sentence(str(error)), line=bench.kernel.kernel_line)
        return CaseOutcome(case=case, geometry=place, status=Status.FAILED, message=str(error), findings=(finding,))
    except DeviceTimeout as error:
        message = f"The launch was stopped: {error}."
        finding = own_finding(Kind.TIMEOUT, case, said=message)
        return CaseOutcome(
            case=case, geometry=place, status=Status.TIMEOUT, message=message, findings=(finding,), unanswered=True
        )
    except DeviceCrash as error:
        message = f"The emulator did not come through this case: {error}."
        finding = own_finding(Kind.UNSUPPORTED, case, said=message).model_copy(update={"severity": Severity.GRADER})
        return CaseOutcome(case=case, geometry=place, status=Status.ERROR, message=message, findings=(finding,))
    return CaseRun(bench, case, problem, launch, launched).judged()


@dataclass(frozen=True, slots=True)
class CaseRun:
    """A launch on a case, to be judged."""

    bench: Bench
    case: TestCase
    problem: CaseProblem
    launch: Launch
    launched: Launched

    def judged(self) -> CaseOutcome:
        """Return the outcome: findings, the comparison of the first output that is not right, and what explains it."""
        bench, case, launched = self.bench, self.case, self.launched
        place = geometry(bench.config, case.sizes, case.tile_width)
        judged = judge_outputs(launched, self.problem)
        problem, comparison = judged.problem, judged.comparison
        seen, idle = self._seen(right=comparison.right)
        found = [self.finding(item, idle=idle) for item in seen]
        changed = changed_inputs(launched, self.launch, problem)
        found += [own_finding(Kind.INPUT_MODIFIED, case, array=name) for name in changed]
        if not launched.finished and any(item.kind in _UNLAUNCHED for item in found):
            return CaseOutcome(case=case, geometry=place, status=Status.FAILED, findings=tuple(found))
        unchanged = not any(item.kind is Kind.INPUT_MODIFIED for item in found)
        right = comparison.right and unchanged and launched.finished
        status, message = Status.PASSED if right else Status.FAILED, ""
        stopped = next((item.kind for item in found if item.kind in _ENDED), None)
        if stopped is Kind.TIMEOUT and not launched.finished:
            status = Status.TIMEOUT
        if right and problem.outputs:
            message, turned = self._doubts(found)
            status = Status.FAILED if message else status
            found += turned
        spec, tile = bench.config.specs.get(problem.output), case.tile_width if bench.lab.inner_sizes else 0
        patterns = explain_places(comparison, problem.output, tile, spec.layout.members if spec else ())
        if comparison.said:
            patterns = (Explanation(name="checked", facts={"sentence": comparison.said}), *patterns)
        if not comparison.right and self._accumulates(found, judged):
            patterns = (Explanation(name="accumulates-into-c", facts={"output": problem.output}), *patterns)
        return CaseOutcome(
            case=case,
            geometry=place,
            status=status,
            message=message,
            problem=problem,
            comparison=comparison,
            got=judged.got,
            others=() if comparison.right or len(problem.outputs) == 1 else wrong_outputs(launched, problem)[1:],
            patterns=patterns,
            findings=tuple(found),
            lines=launched.counters,
            varies=bool(launched.varies),
            output=launched.output,
            seconds=launched.seconds,
            ended=self._is_unlaunchable or any(item.fatal for item in launched.findings),
        )

    def finding(self, item: RunFinding, *, idle: bool = False) -> Finding:
        """Return a finding as the assignment judges it; `idle`: what unwritten shared memory holds shows nowhere."""
        bench, names = self.bench, self.bench.names(self.problem)
        warns = _reads_unset(item) and idle
        warns |= item.kind == "out-of-bounds" and item.access == "read" and bench.config.oob_read == "warn"
        warns |= item.same_value and bench.config.races.same_value == "warn"
        finding = translate(item, names, self.case.label, warns=warns or item.missing == "order")
        if not finding.has_no_room:
            return finding
        said = words("counts")["no_room"](bench.lab.tells, array=item.object)
        seen = tuple(each.model_copy(update={"said": said}) for each in finding.occurrences)
        line = names.declared_on(item.object) or item.line
        moved = {"line": line, "column": 0, "access": None, "other": None, "occurrences": seen}
        return finding.model_copy(update=moved)

    @property
    def _is_unlaunchable(self) -> bool:
        """True if no GPU could launch the kernel at this tile width; the emulator has room for it all the same."""
        resources = [kernel.resources for kernel in self.bench.kernel.kernels]
        return any(needs is not None and not needs.launchable for needs in resources)

    def _seen(self, *, right: bool) -> tuple[Sequence[RunFinding], bool]:
        """Return the findings, each on the line of its access; and whether what unset memory holds shows nowhere.

        `right` says that no number is known to be wrong: wrong numbers may come from unset shared memory.
        """
        told = [item.line for item in self.bench.kernel.suspicions]  # by the compiler, with the variable's name
        seen = [item for item in self.launched.findings if item.space != "register" or item.line not in told]
        unset = [item for item in seen if _reads_unset(item)]
        asked = bool(unset) and (right or any(item.space != "shared" for item in unset))
        # A value that is in no result and decides no branch gives the same whatever it is.
        idle = asked and all(
            _same(self.launched, self.bench.again(replace(self.launch, poison=poison))) for poison in _POISONS
        )
        if idle:
            # A compiler may leave such a read where every value will do.
            seen = [item for item in seen if item.space != "register"]
        return self._own(self.launch, seen), idle

    def _own(self, launch: Launch, seen: Sequence[RunFinding]) -> Sequence[RunFinding]:
        own = self.bench.own
        return own.of(launch, seen) if own else seen

    def _doubts(self, found: Sequence[Finding]) -> tuple[str, list[Finding]]:
        """Return why right numbers fail all the same, and findings of another order of turns.

        They fail where a GPU would have ended the launch, or where they are wrong when the last thread begins. A kernel
        whose threads wait for one another may rely on their order: one that does not end so is not blamed.
        """
        bench, launched = self.bench, self.launched
        if self._is_unlaunchable:
            variant = bench.config.variant_at(bench.kernel.tile_width)
            return f"No GPU could launch the kernel{f' with {variant}' if variant else ''}.", []
        fatal = next((item for item in launched.findings if item.fatal), None)
        if fatal is not None:
            return f"A GPU would have ended the launch on line {fatal.line}: {fatal.message}.", []
        # What has a race is known to depend on the turns; it runs in lockstep to see whether anything else is wrong.
        known = bench.steady or self.launch.turns != "forward" or any(each.severity is Severity.ERROR for each in found)
        turned = None if known or not launched.varies else bench.again(replace(self.launch, turns="reversed"))
        if turned is None or not turned.finished:
            return "", []
        told_of = {(item.kind, item.line) for item in launched.findings}
        new = [item for item in turned.findings if (item.kind, item.line) not in told_of]
        told = [self.finding(item) for item in self._own(replace(self.launch, turns="reversed"), new)]
        if judge_outputs(turned, self.problem).right:
            return "", told
        line = bench.kernel.kernel_line
        if launched.varies == "moment":
            told.append(own_finding(Kind.WRONG_RESULT, self.case, said=_MOMENT, line=line))
            return "The result is right in one launch and wrong in another.", told
        race = own_finding(Kind.DATA_RACE, self.case, line=line)
        seen = race.occurrences[0].model_copy(update={"missing": "turns"})
        told.append(race.model_copy(update={"topic": KINDS[Kind.DATA_RACE].topic, "occurrences": (seen,)}))
        return "The result is right in one order of the threads' turns and wrong in another.", told

    def _accumulates(self, found: Sequence[Finding], judged: Judged) -> bool:
        """True if the result is right with zeros in the output, though wrong with poison: the kernel adds to it.

        It must have been caught at reading the output, and the poison can have made all the wrong values: NaN, which
        floats start with, leaves nothing finite.
        """
        problem, comparison = judged.problem, judged.comparison
        reads = any(item.kind is Kind.UNINITIALIZED_READ and item.array == problem.output for item in found)
        if not reads or problem.output not in problem.fresh or (comparison.states == CellState.UNWRITTEN).all():
            return False
        if problem.expected.dtype.kind == "f" and comparison.count(CellState.WRONG):
            return False
        # With all checkers, because that machine code is there already.
        arrays = self.launch.arrays
        zeroed = {**arrays, problem.output: np.zeros_like(arrays[problem.output])}
        again = self.bench.again(replace(self.launch, arrays=zeroed))
        return again is not None and judge_outputs(again, problem).right


def _reads_unset(found: RunFinding) -> bool:
    """True for a read of shared memory that no thread has written, or of a register that its thread has not set."""
    return found.kind == "uninitialized-read" and found.space in ("shared", "register")


def _same(one: Launched, other: Launched | None) -> bool:
    """True if two launches gave the same in arrays, counters and what was printed."""
    if other is None or (other.finished, other.output) != (one.finished, one.output):
        return False
    if other.counters.total != one.counters.total:
        return False
    return all(array.tobytes() == other.arrays[name].tobytes() for name, array in one.arrays.items())


def own_finding(kind: Kind, case: TestCase, *, said: str = "", array: str | None = None, line: int = 0) -> Finding:
    """Return a finding of one case that no checker made; `said` is its sentence."""
    seen = Occurrence(case=case.label, said=said)
    return Finding(
        kind=kind, severity=Severity.ERROR, line=line, case=case.label, cases=(case.label,), array=array,
        occurrences=(seen,),
    )  # fmt: skip


def without_race(bench: Bench, outcome: CaseOutcome) -> CaseOutcome:
    """Return the outcome as it is in lockstep where nothing but a race makes its numbers wrong; else unchanged.

    The emulator runs one thread after another to the barrier, so a missing barrier shows in the numbers. On a GPU warps
    take their turns an access at a time, and the same kernel is mostly right. A case that is right then is not failed:
    the race costs its own points. An assignment without points for safety judges by the numbers alone.
    """
    problem, comparison = outcome.problem, outcome.comparison
    if problem is None or comparison is None or comparison.right or outcome.ended or not bench.config.points.safety:
        return outcome
    if not any(item.kind is Kind.DATA_RACE and item.severity is Severity.ERROR for item in outcome.findings):
        return outcome
    launch = bench.plan(problem)
    launched = bench.again(replace(launch, turns="lockstep", checked=False))
    if launched is None:
        return outcome
    judged = judge_outputs(launched, problem)
    if not launched.finished or not judged.right or changed_inputs(launched, launch, problem):
        return outcome
    message = (
        f"Right while all threads keep step; {comparison.bad_cells:,} of {comparison.states.size:,} cells are wrong"
        " when one runs ahead. That is the race, which costs its own points."
    )
    return replace(
        outcome, status=Status.PASSED, message=message, problem=judged.problem, got=judged.got,
        comparison=judged.comparison, patterns=(),
    )  # fmt: skip


# -- a second look -----------------------------------------------------------------------------------------------------


MOST_STEPS = 1 << 17
"""Threads times the length of their sum: nine blocks of 16×16 threads on three tiles are below, 64 blocks are not."""

_FAULTS = kinds_from(FoundBy.CHECKER)
_LONGEST = 1000  # characters of the compiler's words


def look_again(
    bench: Bench, request: CompileRequest, outcomes: Sequence[CaseOutcome], budget: Budget
) -> tuple[CaseOutcome, ...]:
    """Return the outcomes with what optimisation had hidden; unchanged when there is something to mend already.

    One tile width and the cases of little work are enough: larger ones have the same edges, with more blocks between
    them. No case begins once the budget is spent.
    """
    if any(outcome.status is not Status.PASSED or outcome.findings for outcome in outcomes):
        return tuple(outcomes)
    kernel, told = unoptimised(bench, request)
    if kernel is not None:
        # What the optimiser has left out of code whose turns and time show in nothing would have shown in nothing.
        steady = not any(outcome.varies for outcome in outcomes)
        source = replace(bench, kernel=kernel, own=None, steady=steady)
        small = [outcome.case for outcome in outcomes if _is_small(outcome)]
        ahead = LaunchBatches(source, small)
        outcomes = [
            replace(outcome, findings=hidden(run_case(source, outcome.case, ahead=ahead).findings))
            if outcome.case in small and not budget.spent
            else outcome
            for outcome in outcomes
        ]
    first, *others = outcomes
    return (replace(first, findings=(*first.findings, *told)), *others)


def unoptimised(bench: Bench, request: CompileRequest) -> tuple[Compiled | None, tuple[Finding, ...]]:
    """Return the kernel with every access of its source, and what the compiler says of it.

    A file that does not compile so has no such kernel, and keeps its accesses from being seen. What the kernel has too
    much of is worth a warning: optimised code does without.
    """
    try:
        kernel = bench.device.compile(Build.UNOPTIMISED.of(request))
        why = "" if kernel.ok else "; ".join(problem.message for problem in kernel.problems)
    except (DeviceTimeout, DeviceCrash) as error:
        kernel, why = bench.kernel, str(error)
    if why:
        message = f"The file compiles with optimisation and not without it, so nothing more could be checked: {why}"
        refusal = sentence(message[:_LONGEST])
        return None, (Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, message=refusal),)
    limits = [item for item in suspicions(kernel) if item.kind is Kind.RESOURCE_LIMIT]
    return kernel, tuple(item.model_copy(update={"severity": Severity.WARNING}) for item in limits)


def _is_small(outcome: CaseOutcome) -> bool:
    place, problem = outcome.geometry, outcome.problem
    return problem is not None and math.prod((*place.grid, *place.block)) * problem.turns <= MOST_STEPS


def hidden(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the faults among findings in unoptimised code, marked as not seen in optimised code.

    So is a loop without an end, which the optimiser deletes: a slow machine has no line.
    """
    return tuple(
        item.model_copy(
            update={"occurrences": tuple(seen.model_copy(update={"unseen": True}) for seen in item.occurrences)}
        )
        for item in findings
        if (item.kind in _FAULTS and item.severity is Severity.ERROR) or (item.kind is Kind.TIMEOUT and item.line)
    )
