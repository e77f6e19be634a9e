"""Lanes → `Results`: findings merged and hinted, points added up, everything in a fixed order."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from operator import attrgetter

from grader import results
from grader.assignment import TestCase
from grader.compiling.source_facts import SourceFacts
from grader.devices.base import Compiled
from grader.grading.compare import CellState, Judged, error_map
from grader.grading.lane import Lane
from grader.grading.measuring import Counted, access_warnings, traffic_performance
from grader.grading.opened import OpenAssignment
from grader.grading.rubric import safety_requirements, score_items, shared_with_sweep, totals
from grader.grading.running import CaseOutcome
from grader.grading.sweep import Swept
from grader.grading.timed import Timed, time_performance
from grader.grading.wrong_results import case_shown, wrong_results
from grader.labs import traffic
from grader.labs.findings import in_order, merge, placed, without_consequences
from grader.labs.hints import apply_hints
from grader.results import Case, Finding, Kind, Performance, Requirement, Results, Severity, Status, refusal
from grader.results.kinds import KINDS, FoundBy
from grader.version import __version__

FULL_MAPS = 4
SAMPLES, FEW_SAMPLES = 200, 12


@dataclass(frozen=True, kw_only=True)
class Graded:
    """Everything that grading one submission brought together.

    `blamed` is the line that was seen to write a wrong element last, 0 if none was; `partial` says that only some cases
    were chosen; `find_unfinished` is asked what of the starter is open where something is wrong.
    """

    opened: OpenAssignment
    submission: results.Submission
    device: results.DeviceInfo
    lanes: tuple[Lane, ...]
    cases: tuple[TestCase, ...]
    recordings: tuple[results.Recording, ...] = ()
    blamed: int = 0
    partial: bool = False
    notes: tuple[str, ...] = ()
    problems: tuple[Finding, ...] = ()
    find_unfinished: Callable[[], Finding | None] = lambda: None
    timed: Timed | None = None
    seconds: float = 0.0

    @property
    def hints(self) -> bool:
        """True if students get hints beside the line."""
        return self.opened.config.hint_level not in ("none", "where")

    @cached_property
    def outcomes(self) -> list[CaseOutcome]:
        """The outcomes of all lanes."""
        return [outcome for lane in self.lanes for outcome in lane.outcomes]

    @cached_property
    def measured(self) -> list[traffic.Measured]:
        """The counts of all lanes."""
        return [entry for lane in self.lanes for entry in lane.counted.measured]

    @cached_property
    def uncounted(self) -> str:
        """Why nothing could be counted at some tile width."""
        return " ".join(dict.fromkeys(note for lane in self.lanes for note in lane.counted.notes))

    @cached_property
    def facts(self) -> SourceFacts:
        """What the source shows."""
        kernel_at = next((lane.compiled.kernel_line for lane in self.lanes if lane.compiled.kernel_line), 0)
        return SourceFacts(self.submission.source, self.opened.config.tile.width_name, kernel_at)


def assemble(graded: Graded) -> Results:
    """Return the facts of one submission; `grader.report.add_sentences` makes sentences of them."""
    config, outcomes = graded.opened.config, graded.outcomes
    cases = shared_with_sweep(_cases(graded))
    required, performance = _counted(graded)
    uses = _of_counts(graded, required, performance)
    findings = in_order((*_hinted(graded, _of_cases(graded)), *_hinted(graded, uses, required)))
    ran = any(lane.ran for lane in graded.lanes)
    is_wrong = ran and any(finding.severity is Severity.ERROR for finding in findings)
    if is_wrong and (told := graded.find_unfinished()):
        findings = in_order((told if graded.hints else told.model_copy(update={"hint": None}), *findings))
    safety = safety_requirements(findings, config, ran=ran)
    rubric = score_items(cases, findings, safety, required, performance, config)
    compiled = compilation([lane.compiled for lane in graded.lanes], _notes(graded))
    counted = graded.lanes[0].counted if graded.lanes else Counted()
    not_measured = ["Nothing was timed: the kernel ran on the emulator, not on a GPU."]
    if graded.device.kind != "cpu":
        not_measured = []
    not_measured += graded.timed.notes if graded.timed else ()
    if graded.partial:
        not_measured.append("Only some cases were run: tiling and performance were not graded.")
    return Results(
        assignment=config.assignment,
        words=graded.opened.lab.words(config),
        submission=graded.submission,
        device=graded.device,
        seed=graded.opened.seed,
        **totals(cases, findings, rubric, config, refusal(compiled, findings)),
        compile=compiled,
        cases=cases,
        findings=findings,
        sweep=_sweep({lane.tile_width: lane.swept for lane in graded.lanes if lane.swept}),
        performance=performance,
        requirements=(*safety, *required),
        rubric=rubric,
        lines=counted.lines,
        lines_case=counted.lines_case,
        recordings=graded.recordings,
        output=next((outcome.output for outcome in outcomes if outcome.output), ""),
        not_measured=tuple(not_measured),
        environment={
            "grader": __version__,
            "python": platform.python_version(),
            "system": platform.system(),
            "machine": platform.machine(),
            "compiler": next((lane.compiled.compiler for lane in graded.lanes), ""),
        },
        reproduce=f"python -m grader {shlex.quote(graded.submission.path)} --seed {graded.opened.seed}",
        seconds=graded.seconds,
    )


# -- counts ------------------------------------------------------------------------------------------------------------


def _counted(graded: Graded) -> tuple[tuple[Requirement, ...], Performance | None]:
    """Return what the counts of memory accesses tell, if points depend on it and the grader could count."""
    config, lab, measured = graded.opened.config, graded.opened.lab, graded.measured
    fault = any(lane.fault or any(item.severity is Severity.GRADER for item in lane.findings) for lane in graded.lanes)
    if graded.partial or (fault and not measured):
        return (), None
    performance = traffic_performance(measured, config) if config.points.performance else None
    if performance is not None and graded.timed is not None:
        performance = time_performance(graded.timed, performance)
    required = lab.requirements(measured, config) if config.points.requirements else ()
    if graded.uncounted and not measured:
        required = tuple(item.model_copy(update={"message": graded.uncounted}) for item in required)
        performance = performance and performance.model_copy(update={"message": graded.uncounted})
    return required, performance


def _of_counts(
    graded: Graded, requirements: Sequence[Requirement], performance: Performance | None
) -> tuple[Finding, ...]:
    """Return the findings that counts give: what is not tiled or slow, and wasteful accesses.

    The latter are of the first tile width: another one would say the same of the same lines.
    """
    config = graded.opened.config
    warned = config.performance.warnings and config.points.performance and graded.lanes
    warnings = access_warnings(graded.lanes[0].counted.lines) if warned else ()
    severity = Severity.ERROR if requirements and config.must_be_met else Severity.WARNING
    if graded.uncounted and not graded.measured:
        return (Finding(kind=Kind.SLOW, severity=severity, message=graded.uncounted), *warnings)
    if not graded.measured or not all(entry.right for entry in graded.measured):
        return warnings  # a fault is not slowness
    failed = [requirement for requirement in requirements if requirement.status is Status.FAILED]
    spoilt = graded.timed is not None and bool(graded.timed.findings)
    if failed:
        kind = graded.opened.lab.kind_of(failed[0].name)
        message = " ".join(requirement.message for requirement in failed)
    elif performance is not None and performance.status is Status.FAILED and not spoilt:
        kind, severity, message = Kind.SLOW, Severity.WARNING, performance.message
    else:
        return warnings
    lab, name = graded.opened.lab, failed[0].name if failed else ""
    weight = partial(lab.weight_of, requirement=name, config=config)
    _, buffer = lab.parts_counted(config).get(name, traffic.WHOLE)
    counts = [lane.counted.lines if buffer is None else lane.counted.lines_of.get(buffer, ()) for lane in graded.lanes]
    heaviest = max((row for rows in counts for row in rows), key=weight, default=None)
    line = heaviest.line if heaviest is not None and any(weight(heaviest)) else 0
    return (Finding(kind=kind, severity=severity, line=line, message=message), *warnings)


# -- findings ----------------------------------------------------------------------------------------------------------


def _of_cases(graded: Graded) -> tuple[Finding, ...]:
    """Return the findings of compilation and launches, and what is wrong with results."""
    own = dict.fromkeys([*graded.problems, *(item for lane in graded.lanes for item in lane.findings)])
    found = merge([*own, *(item for outcome in graded.outcomes for item in outcome.findings)])
    wrong = wrong_results(graded.outcomes, found, partial(_line_of_wrong, graded))
    told = (*placed(without_consequences(found), graded.facts), *wrong)
    if graded.opened.config.points.safety:
        return told
    # What a checker saw costs nothing where safety is worth nothing; it still explains wrong numbers.
    return tuple(
        item.model_copy(update={"severity": Severity.WARNING})
        if KINDS[item.kind].source is FoundBy.CHECKER and item.severity is Severity.ERROR
        else item
        for item in told
    )


def _hinted(graded: Graded, findings: Sequence[Finding], required: Sequence[Requirement] = ()) -> tuple[Finding, ...]:
    if not graded.hints:
        return tuple(findings)
    cases = [case_shown(outcome) for outcome in graded.outcomes]
    uses_shared = all(entry.student.shared_loads for entry in graded.measured)
    table = graded.opened.lab.hint_table(graded.opened.config)
    missed = frozenset(requirement.name for requirement in required if requirement.status is Status.FAILED)
    return apply_hints(findings, graded.facts, cases, table, uses_shared=uses_shared, missed=missed)


def _line_of_wrong(graded: Graded, output: str) -> int:
    """Return the line of a wrong result: the one that was seen to write a wrong element, or that stores most.

    Else the one that stores to the output in the text, or the kernel's own. What was seen is known of the first
    output that is wrong: of another one the line is 0 where no kernel of the text stores to its name.
    """
    failed = next((outcome for outcome in graded.outcomes if outcome.status is Status.FAILED), None)
    if failed is not None and failed.problem is not None and output != failed.problem.output:
        kernels = (number for number, code in enumerate(graded.facts.code, 1) if "__global__" in code)
        lines = (replace(graded.facts, kernel_at=number).store_line(output) for number in kernels)
        return next(filter(None, lines), 0)
    if graded.blamed or failed is None or failed.problem is None:
        return graded.blamed or graded.facts.kernel_line
    busiest = max(failed.lines.lines, key=attrgetter("global_stores"), default=None)
    if busiest is not None and busiest.global_stores:
        return busiest.line
    return graded.facts.store_line(output) or graded.facts.kernel_line


# -- cases -------------------------------------------------------------------------------------------------------------


def _cases(graded: Graded) -> tuple[Case, ...]:
    by_width = {lane.tile_width: lane for lane in graded.lanes}
    outcomes = {outcome.case.label: outcome for outcome in graded.outcomes}
    cases, maps = [], 0
    found = (lane.swept.wrong.case for lane in graded.lanes if lane.swept and lane.swept.wrong)
    for case in (*graded.cases, *found):
        outcome = outcomes.get(case.label)
        if outcome is None:
            cases.append(_not_run(graded, case, by_width.get(case.tile_width)))
            continue
        cases.append(_case(graded, outcome, SAMPLES if maps < FULL_MAPS else FEW_SAMPLES))
        maps += outcome.comparison is not None and not outcome.comparison.right
    return tuple(cases)


def _case(graded: Graded, outcome: CaseOutcome, samples: int) -> Case:
    case, comparison, problem, got = outcome.case, outcome.comparison, outcome.problem, outcome.got
    passed = outcome.status is Status.PASSED
    picture = None
    if comparison is not None and problem is not None and got is not None and not comparison.right:
        picture = error_map(Judged(problem, got, comparison), samples=samples)
    return Case(
        **_identity(graded, case),
        grid=outcome.geometry.grid,
        block=outcome.geometry.block,
        status=outcome.status,
        points=case.max_points if passed else 0.0,
        message=outcome.message,
        wrong_cells=comparison.count(CellState.WRONG) if comparison else 0,
        unwritten_cells=comparison.count(CellState.UNWRITTEN) if comparison else 0,
        nonfinite_cells=comparison.count(CellState.NONFINITE) if comparison else 0,
        first=comparison.first if comparison else None,
        worst=comparison.worst if comparison else None,
        map=picture,
        explanations=outcome.patterns,
        seconds=round(outcome.seconds, 6),
        more_maps=tuple(error_map(judged, samples=FEW_SAMPLES) for judged in outcome.others),
    )


def _not_run(graded: Graded, case: TestCase, lane: Lane | None) -> Case:
    """Return a case without an outcome: the assignment leaves it out, or there was no kernel to run."""
    identity = _identity(graded, case)
    config = lane.bench.config if lane and lane.bench else graded.opened.config
    if left_out := case.why_left_out(config):
        return Case(**{**identity, "max_points": 0.0}, status=Status.SKIPPED, points=0.0, message=left_out)
    why = lane.findings[0].message if lane and lane.findings else "The kernel could not be run."
    message, status = f"Not run: {why}", Status.SKIPPED
    if lane and lane.fault:
        message, status = message if lane.findings else "The grader itself failed on this case.", Status.ERROR
    return Case(**identity, status=status, points=0.0, message=message)


def _identity(graded: Graded, case: TestCase) -> dict[str, object]:
    path = shlex.quote(graded.submission.path)
    return {
        "name": case.label,
        "family": case.family,
        "title": case.title,
        "reason": case.reason,
        "sizes": case.sizes,
        "scalars": {} if graded.opened.lab.words(graded.opened.config).sizes else case.scalars,
        "tile_width": case.tile_width,
        "max_points": case.max_points,
        "visibility": case.visibility,
        "reproduce": f"python -m grader {path} --case {shlex.quote(case.label)} --seed {graded.opened.seed}",
    }


def _sweep(by_width: dict[int, Swept]) -> results.Sweep | None:
    """Return what was tried beside the cases; None where nothing was."""
    swept = by_width.values()
    if not swept:
        return None
    return results.Sweep(
        shapes=sum(each.shapes for each in swept),
        tile_widths=tuple(by_width),
        counterexample=next((each.wrong.case.label for each in swept if each.wrong), ""),
        side=min(each.side for each in swept),
        ended=next((each.ended for each in swept if each.ended), ""),
    )


# -- compilation -------------------------------------------------------------------------------------------------------


def compilation(compiled: Sequence[Compiled], notes: Sequence[str]) -> results.Compile:
    """Return what the compiler said at all tile widths, with these notes."""
    diagnostics: dict[tuple[str, int, int, str], results.Diagnostic] = {}
    for item in (item for entry in compiled for item in entry.diagnostics):
        diagnostics.setdefault((item.file, item.line, item.column, item.message), item)
    return results.Compile(
        ok=bool(compiled) and all(entry.ok for entry in compiled),
        compiler=next((entry.compiler for entry in compiled), "nvrtc"),
        diagnostics=tuple(diagnostics.values()),
        seconds=round(sum(entry.seconds for entry in compiled), 4),
        resources=tuple(kernel.resources for entry in compiled for kernel in entry.kernels if kernel.resources),
        notes=tuple(dict.fromkeys(notes)),
    )


def _notes(graded: Graded) -> list[str]:
    """Return remarks of lanes and compiler, and what was made of what this assignment leaves open."""
    config, compiled = graded.opened.config, [lane.compiled for lane in graded.lanes]
    notes = [note for lane in graded.lanes for note in lane.notes]
    notes += [*(note for entry in compiled for note in entry.notes), *graded.notes]
    name = next((entry.display_name for entry in compiled if entry.display_name), "")
    if name and any(not isinstance(asked, str) or asked == "auto" for asked in config.kernels):
        notes.append(f"The kernel that was graded is {name}.")
    if config.oob_read == "warn":
        notes.append("Reads outside an array only warn in this assignment.")
    named = next((entry.parameters for entry in compiled if entry.parameters), ())
    return [*notes, *graded.opened.lab.left_open(config, named)]
