"""Lanes → `Results`: findings merged and hinted, points added up, everything in a fixed order."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from grader.assignment import Assignment, TestCase
from grader.compiling.source_facts import SourceFacts
from grader.grading.compare import Judged, error_map
from grader.grading.findings import in_order, merge, without_consequences
from grader.grading.lane import Lane
from grader.grading.measuring import access_warnings
from grader.grading.relocate import placed
from grader.grading.rubric import safety_requirements, score_items, shared_with_sweep, totals
from grader.grading.running import CaseOutcome
from grader.grading.timed import Timed, time_performance
from grader.grading.wrong_results import case_shown, wrong_results
from grader.labs import lab_of, traffic, why_left_out
from grader.labs.base import CellState
from grader.labs.hints import apply_hints
from grader.labs.lab import Lab
from grader.labs.traffic import NO_LINES, AccessLines
from grader.results import (
    Case,
    Compile,
    DeviceInfo,
    Diagnostic,
    Finding,
    Kind,
    Performance,
    Recording,
    Requirement,
    Results,
    Severity,
    Status,
    Submission,
    Sweep,
)
from grader.results.kinds import KINDS, FoundBy
from grader.version import __version__

FULL_MAPS = 4
SAMPLES, FEW_SAMPLES = 200, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """Everything that grading one submission brought together. `partial` says that only some cases were chosen."""

    assignment: Assignment
    submission: Submission
    device: DeviceInfo
    seed: int
    lanes: tuple[Lane, ...]
    cases: tuple[TestCase, ...]
    recordings: tuple[Recording, ...] = ()
    access_lines: AccessLines | None = None
    partial: bool = False
    notes: tuple[str, ...] = ()
    problems: tuple[Finding, ...] = ()
    timed: Timed | None = None
    seconds: float = 0.0

    @property
    def lab(self) -> Lab[Any]:
        """What knows what the kernel is meant to compute."""
        return lab_of(self.assignment.config)


def assemble(graded: Graded) -> Results:
    """The facts of one submission; `grader.report.add_sentences` makes sentences of them."""
    config = graded.assignment.config
    outcomes = [outcome for lane in graded.lanes for outcome in lane.outcomes]
    cases = shared_with_sweep(_cases(graded, {outcome.case.label: outcome for outcome in outcomes}))
    tiling, performance = _counted(graded)
    untiled = (*_tiling_findings(graded, tiling, performance), *_access_warnings(graded))
    findings = in_order((*_findings(graded, outcomes), *_hinted(graded, untiled, outcomes, tiling)))
    safety = safety_requirements(findings, ran=any(lane.ran for lane in graded.lanes)) if config.points.safety else ()
    rubric = score_items(cases, findings, safety, tiling, performance, config)
    first = graded.lanes[0] if graded.lanes else None
    return Results(
        assignment=config.assignment,
        words=graded.lab.words(config),
        submission=graded.submission,
        device=graded.device,
        seed=graded.seed,
        **totals(cases, findings, rubric, config),
        compile=_compile(graded),
        cases=cases,
        findings=findings,
        sweep=_sweep(graded.lanes),
        performance=performance,
        requirements=(*safety, *tiling),
        rubric=rubric,
        lines=first.counted.lines if first else (),
        lines_case=first.counted.lines_case if first else "",
        recordings=_recordings(graded),
        output=next((outcome.output for outcome in outcomes if outcome.output), ""),
        not_measured=_not_measured(graded),
        environment=_environment(graded),
        reproduce=f"python -m grader {shlex.quote(graded.submission.path)} --seed {graded.seed}",
        seconds=graded.seconds,
    )


def _recordings(graded: Graded) -> tuple[Recording, ...]:
    """Without what they say of the first wrong cell where the assignment gives no such hints."""
    if graded.assignment.config.hint_level in ("none", "where"):
        return tuple(recording.model_copy(update={"wrong": None}) for recording in graded.recordings)
    return graded.recordings


def _counted(graded: Graded) -> tuple[tuple[Requirement, ...], Performance | None]:
    """What the counts of memory accesses tell, as far as points depend on it and the grader could count."""
    points = graded.assignment.config.points
    measured = _measured(graded)
    fault = any(lane.fault or any(item.severity is Severity.GRADER for item in lane.findings) for lane in graded.lanes)
    if graded.partial or (fault and not measured):
        return (), None
    performance = _by_traffic(graded, measured) if points.performance else None
    if performance is not None and graded.timed is not None:
        performance = time_performance(graded.timed, performance)
    required = graded.lab.requirements(measured, graded.assignment.config) if points.requirements else ()
    why = " ".join(_uncounted(graded))
    if why and not measured:
        required = tuple(item.model_copy(update={"message": why}) for item in required)
        performance = performance and performance.model_copy(update={"message": why})
    return required, performance


def _uncounted(graded: Graded) -> tuple[str, ...]:
    """Why nothing could be counted at some tile width."""
    return tuple(dict.fromkeys(note for lane in graded.lanes for note in lane.counted.notes))


def _by_traffic(graded: Graded, measured: Sequence[traffic.Measured]) -> Performance:
    config = graded.assignment.config
    performance = traffic.traffic_performance(measured, config, graded.lab.words(config).baseline)
    if not measured:
        return performance
    said = graded.lab.traffic_words(traffic.decisive(measured, config).tile_width)
    return performance.model_copy(update={"ideal": graded.lab.ideal(measured[0].student), "explanation": said})


def _measured(graded: Graded) -> list[traffic.Measured]:
    return [entry for lane in graded.lanes for entry in lane.counted.measured]


def _findings(graded: Graded, outcomes: Sequence[CaseOutcome]) -> tuple[Finding, ...]:
    found = merge(
        [*_unique([*graded.problems, *(item for lane in graded.lanes for item in lane.findings)])]
        + [item for outcome in outcomes for item in outcome.findings]
    )
    facts = _facts(graded)
    lines = _access_lines(graded, outcomes)
    wrong = wrong_results(graded.lab, outcomes, found, lines, facts)
    told = (*placed(without_consequences(found), facts), *wrong)
    if not graded.assignment.config.points.safety:
        told = tuple(_as_warning(item) for item in told)
    return _hinted(graded, told, outcomes)


def _as_warning(finding: Finding) -> Finding:
    """What a checker saw costs nothing where safety is worth nothing; it still explains wrong numbers."""
    seen = KINDS[finding.kind].source is FoundBy.CHECKER and finding.severity is Severity.ERROR
    return finding.model_copy(update={"severity": Severity.WARNING}) if seen else finding


def _hinted(
    graded: Graded, findings: Sequence[Finding], outcomes: Sequence[CaseOutcome], required: Sequence[Requirement] = ()
) -> tuple[Finding, ...]:
    if graded.assignment.config.hint_level in ("none", "where"):
        return tuple(findings)
    cases = [case_shown(outcome, findings) for outcome in outcomes]
    uses_shared = all(entry.student.shared_loads for entry in _measured(graded))
    table = graded.lab.hint_table(graded.assignment.config)
    missed = frozenset(requirement.name for requirement in required if requirement.status is Status.FAILED)
    return apply_hints(findings, _facts(graded), cases, table, uses_shared=uses_shared, missed=missed)


def _access_lines(graded: Graded, outcomes: Sequence[CaseOutcome]) -> AccessLines:
    """From the recording, which knows the arrays' names, else from the counts of the first case that failed."""
    recorded = graded.access_lines or NO_LINES
    failed = next((outcome for outcome in outcomes if outcome.status is Status.FAILED), None)
    if recorded.by_access or failed is None or failed.problem is None:
        return recorded
    counted = AccessLines.counted(failed.lines.lines, failed.problem.output)
    return replace(counted, blamed=recorded.blamed)


def _facts(graded: Graded) -> SourceFacts:
    macro = graded.assignment.config.tile.macro or "TILE_WIDTH"
    kernel_at = next((lane.compiled.kernel_line for lane in graded.lanes if lane.compiled.kernel_line), 0)
    return SourceFacts(graded.submission.source, macro, kernel_at)


def _tiling_findings(
    graded: Graded, requirements: Sequence[Requirement], performance: Performance | None
) -> tuple[Finding, ...]:
    """Only a kernel that is right where traffic was counted is told that it is not tiled; a fault is not slowness."""
    measured, why = _measured(graded), " ".join(_uncounted(graded))
    if not measured and why:
        severity = Severity.ERROR if requirements and graded.assignment.config.must_be_met else Severity.WARNING
        return (Finding(kind=Kind.SLOW, severity=severity, message=why),)
    if not measured or not all(entry.right for entry in measured):
        return ()
    failed = [requirement for requirement in requirements if requirement.status is Status.FAILED]
    line = _heaviest_line(graded, failed[0].name if failed else "")
    if failed:
        severity = Severity.ERROR if graded.assignment.config.must_be_met else Severity.WARNING
        message = " ".join(requirement.message for requirement in failed)
        return (Finding(kind=graded.lab.kind_of(failed[0].name), severity=severity, line=line, message=message),)
    spoilt = graded.timed is not None and bool(graded.timed.findings)
    if performance is not None and performance.status is Status.FAILED and not spoilt:
        return (Finding(kind=Kind.SLOW, severity=Severity.WARNING, line=line, message=performance.message),)
    return ()


def _access_warnings(graded: Graded) -> tuple[Finding, ...]:
    """Of the first tile width: another one would say the same of the same lines."""
    config = graded.assignment.config
    if not config.performance.warnings or not config.points.performance or not graded.lanes:
        return ()
    return access_warnings(graded.lanes[0].counted.lines)


def _heaviest_line(graded: Graded, requirement: str) -> int:
    """The line that weighs most in what is not met, 0 where nothing was counted."""
    weight = partial(graded.lab.weight_of, requirement=requirement, config=graded.assignment.config)
    heaviest = max((row for lane in graded.lanes for row in lane.counted.lines), key=weight, default=None)
    return heaviest.line if heaviest is not None and any(weight(heaviest)) else 0


def _cases(graded: Graded, outcomes: dict[str, CaseOutcome]) -> tuple[Case, ...]:
    by_width = {lane.tile_width: lane for lane in graded.lanes}
    results, maps = [], 0
    found = (lane.swept.wrong.case for lane in graded.lanes if lane.swept and lane.swept.wrong)
    for case in (*graded.cases, *found):
        outcome = outcomes.get(case.label)
        if outcome is None:
            results.append(_not_run(graded, case, by_width.get(case.tile_width)))
            continue
        failed = outcome.comparison is not None and not outcome.comparison.right
        results.append(_case(graded, outcome, SAMPLES if maps < FULL_MAPS else FEW_SAMPLES))
        maps += failed
    return tuple(results)


def _sweep(lanes: Sequence[Lane]) -> Sweep | None:
    """What was tried beside the cases; None where nothing was."""
    swept = [lane.swept for lane in lanes if lane.swept is not None]
    if not swept:
        return None
    return Sweep(
        shapes=sum(each.shapes for each in swept),
        tile_widths=tuple(lane.tile_width for lane in lanes if lane.swept is not None),
        counterexample=next((each.wrong.case.label for each in swept if each.wrong), ""),
        side=min(each.side for each in swept),
        ended=next((each.ended for each in swept if each.ended), ""),
    )


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
    """A case without an outcome: the assignment leaves it out, or there was no kernel to run."""
    identity = _identity(graded, case)
    config = lane.bench.config if lane and lane.bench else graded.assignment.config
    if left_out := why_left_out(config, case):
        return Case(**{**identity, "max_points": 0.0}, status=Status.SKIPPED, points=0.0, message=left_out)
    if lane and lane.fault:
        return Case(**identity, status=Status.ERROR, points=0.0, message="The grader itself failed on this case.")
    why = lane.findings[0].message if lane and lane.findings else "The kernel could not be run."
    return Case(**identity, status=Status.SKIPPED, points=0.0, message=f"Not run: {why}")


def _identity(graded: Graded, case: TestCase) -> dict[str, object]:
    path = shlex.quote(graded.submission.path)
    return {
        "name": case.label,
        "family": case.family,
        "title": case.title,
        "reason": case.reason,
        "sizes": case.sizes,
        "tile_width": case.tile_width,
        "max_points": case.max_points,
        "visibility": case.visibility,
        "reproduce": f"python -m grader {path} --case {shlex.quote(case.label)} --seed {graded.seed}",
    }


def _compile(graded: Graded) -> Compile:
    compiled = [lane.compiled for lane in graded.lanes]
    diagnostics: dict[tuple[str, int, int, str], Diagnostic] = {}
    for entry in compiled:
        for item in entry.diagnostics:
            diagnostics.setdefault((item.file, item.line, item.column, item.message), item)
    notes = [
        *(note for lane in graded.lanes for note in lane.notes),
        *(note for entry in compiled for note in entry.notes),
    ]
    notes += [*graded.notes, *_accepted(graded)]
    return Compile(
        ok=bool(compiled) and all(entry.ok for entry in compiled),
        compiler=next((entry.compiler for entry in compiled), "nvrtc"),
        diagnostics=tuple(diagnostics.values()),
        seconds=round(sum(entry.seconds for entry in compiled), 4),
        resources=tuple(kernel.resources for entry in compiled for kernel in entry.kernels if kernel.resources),
        notes=tuple(_unique(notes)),
    )


def _accepted(graded: Graded) -> Iterator[str]:
    """What this assignment leaves open, and what was made of it."""
    config = graded.assignment.config
    if any(not isinstance(name, str) or name == "auto" for name in config.kernels):
        name = next((lane.compiled.display_name for lane in graded.lanes if lane.compiled.display_name), "")
        if name:
            yield f"The kernel that was graded is {name}."
    if config.oob_read == "warn":
        yield "Reads outside an array only warn in this assignment."
    named = next((lane.compiled.parameters for lane in graded.lanes if lane.compiled.parameters), ())
    yield from graded.lab.left_open(config, named)


def _unique(items: Iterable[object]) -> list:  # type: ignore[type-arg]
    return list(dict.fromkeys(items))


def _not_measured(graded: Graded) -> tuple[str, ...]:
    missing = []
    if graded.device.kind == "cpu":
        missing.append("Nothing was timed: the kernel ran on the emulator, not on a GPU.")
    if graded.timed is not None:
        missing.extend(graded.timed.notes)
    if graded.partial:
        missing.append("Only some cases were run: tiling and performance were not graded.")
    return tuple(missing)


def _environment(graded: Graded) -> dict[str, object]:
    return {
        "grader": __version__,
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
        "compiler": next((lane.compiled.compiler for lane in graded.lanes), ""),
    }
