"""All the work at one tile width: compile, run every case, measure traffic. One lane uses one device."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from grader.assignment import Assignment, TestCase
from grader.compiling.source_facts import SourceFacts
from grader.devices.base import Compiled, CompileRequest, Device, DeviceError
from grader.grading.budget import Budget
from grader.grading.building import compile_findings, compiled_or_told, own_request, student_request, suspicions
from grader.grading.findings import grader_fault
from grader.grading.infer_parameters import settle
from grader.grading.launch_batches import LaunchBatches
from grader.grading.launching import geometry
from grader.grading.measuring import Baselines, Counted, count_traffic, is_measured, out_of_time
from grader.grading.probes.lockstep import without_race
from grader.grading.probes.own_lines import OwnLines
from grader.grading.probes.second_look import look_again
from grader.grading.recording import small_recordings
from grader.grading.relocate import walked_back
from grader.grading.running import Bench, CaseOutcome, run_case
from grader.grading.shapes import NO_SWEEP, Effort
from grader.grading.sweep import ShapeSweep, SweepProgress, Swept
from grader.labs import lab_of, why_left_out
from grader.labs.base import ParameterError
from grader.labs.traffic import AccessLines
from grader.oracle import Oracle
from grader.results import Finding, Kind, Occurrence, Recording, Severity, Status

HOW_LONG = "is there work that it need not do, or does something hold it up?"
GIVE_UP_AFTER = 2
"""A kernel that did not end in so many cases is not run on the others: each would take the whole time limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentSource:
    """The student's text and the name that messages give it."""

    text: str
    filename: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """What came of one tile width. `outcomes` has one entry a case; `findings` are of compilation and of no case."""

    tile_width: int
    compiled: Compiled
    bench: Bench | None = None
    outcomes: tuple[CaseOutcome, ...] = ()
    findings: tuple[Finding, ...] = ()
    counted: Counted = field(default_factory=Counted)
    swept: Swept | None = None  # what it found wrong is among the outcomes as well
    notes: tuple[str, ...] = ()
    fault: str = ""  # how the grader itself failed here

    @property
    def ran(self) -> bool:
        return self.bench is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Workplace:
    """What the lanes share: the assignment, the seed, the baselines measured so far, and the time that is left."""

    assignment: Assignment
    seed: int
    oracle: Oracle | None = None
    baselines: Baselines = field(default_factory=dict)
    budget: Budget = field(default_factory=lambda: Budget(math.inf))
    on_case: Callable[[CaseOutcome], None] = lambda _: None
    effort: Effort = NO_SWEEP
    on_sweep: SweepProgress = lambda *_: None
    meanwhile: Callable[[], None] = lambda: None  # what else there is to do while they are at work
    first_width: int = 0  # the one whose lines the report shows, and that is looked at twice
    define_width: bool = True  # whether the tile width's macro is set from outside
    figures: bool = True  # whether ptxas is asked what a block needs
    hasty: bool = False  # whether code without figures is made soon rather than well


def run_lane(
    work: Workplace, device: Device, source: StudentSource, tile_width: int, cases: Sequence[TestCase], *, measure: bool
) -> Lane:
    """Compile and run everything at one tile width. Raises `DeviceFault` when the grader itself fails."""
    compiled, fault = _compile(work, device, source, tile_width)
    if fault is not None or not compiled.ok:
        found = (fault,) if fault is not None else compile_findings(compiled, source.filename)
        return Lane(tile_width=tile_width, compiled=compiled, findings=found)
    bench, notes = _bench(work, device, compiled)
    bench = replace(bench, lines=OwnLines(device, _request(work, source, tile_width)))
    cases = [case for case in cases if not why_left_out(bench.config, case)]
    outcomes = _run_cases(work, bench, cases)
    if tile_width == work.first_width and not work.budget.spent:
        outcomes = look_again(bench, _request(work, source, tile_width), outcomes, work.budget)
    counted = Counted()
    right = any(outcome.status is Status.PASSED for outcome in outcomes)
    if measure and right and is_measured(bench.config):
        # The report shows the lines of the first width only, so only there sectors and conflicts are worth their time.
        profile = tile_width == work.first_width
        counted = (
            out_of_time(work.budget)
            if work.budget.spent
            else count_traffic(work.assignment, bench, tile_width, outcomes, work.baselines, profile=profile)
        )
    lane = Lane(
        tile_width=tile_width,
        compiled=compiled,
        bench=bench,
        outcomes=outcomes,
        findings=(*suspicions(compiled), *counted.findings),
        counted=counted,
        notes=(*notes, *counted.notes),
    )
    return _swept(work, bench, source, lane) if measure and work.effort.work and _seems_right(lane) else lane


def _seems_right(lane: Lane) -> bool:
    right = bool(lane.outcomes) and all(outcome.is_faultless for outcome in lane.outcomes)
    return right and all(item.severity is Severity.WARNING for item in lane.findings)


def _swept(work: Workplace, bench: Bench, source: StudentSource, lane: Lane) -> Lane:
    """The lane with what a sweep adds: a shape that is wrong is one more case, the grader's own fault a finding."""
    swept = ShapeSweep(work.assignment, bench, source.text, work.effort, work.budget).run(work.on_sweep)
    outcomes = lane.outcomes if swept.wrong is None else (*lane.outcomes, swept.wrong)
    findings = lane.findings
    if swept.fault:
        findings = (*findings, grader_fault(swept.fault, "while it tried more shapes"))
    return replace(lane, swept=swept, outcomes=outcomes, findings=findings)


def find_width(work: Workplace, device: Device, source: StudentSource) -> tuple[int, bool, tuple[str, ...]]:
    """The tile width that a file has by itself, whether it must be given from outside after all, and remarks.

    Read from its shared arrays, because a macro of the file's may say another width than its tiles have.
    """
    tile = work.assignment.config.tile
    compiled, _ = _compile(replace(work, define_width=False), device, source, tile.default)
    if not compiled.ok:
        # A file that leaves its width to the compiler's command line, or a template over it.
        given, _ = _compile(replace(work, define_width=True), device, source, tile.default)
        return tile.default, given.ok, ()
    width = lab_of(work.assignment.config).own_tile_width(work.assignment.config, compiled)
    if width is None:
        return tile.default, False, (f"No tile width shows in this file: it was launched for {tile.default}.",)
    notes = [f"The tiles of this file are {width} wide; it was launched for that width."]
    said = SourceFacts(source.text, tile.macro or "TILE_WIDTH").defined_width
    if said is not None and said[1] != width:
        notes.append(f"Its {said[0]} is {said[1]}, but its tiles are {width} wide.")
    return width, False, tuple(notes)


def _request(work: Workplace, source: StudentSource, tile_width: int) -> CompileRequest:
    request = student_request(work.assignment, source.text, source.filename, tile_width, define_width=work.define_width)
    return request if work.figures else request.without_figures(hasty=work.hasty)


def _compile(
    work: Workplace, device: Device, source: StudentSource, tile_width: int
) -> tuple[Compiled, Finding | None]:
    request = _request(work, source, tile_width)
    made = compiled_or_told(device, request)
    if request.options.hasty and made[0].local_or_generic:
        # Loops stay loops in haste, and arrays in memory: no row of threads runs that.
        return compiled_or_told(device, request.without_figures())
    return made


def _bench(work: Workplace, device: Device, compiled: Compiled) -> tuple[Bench, tuple[str, ...]]:
    config = work.assignment.config
    bench = Bench(
        config=config, kernel=compiled, device=device, seed=work.seed, oracle=work.oracle,
        axis=config.usual_axis,
    )  # fmt: skip
    return settle(bench, compiled.tile_width)


def _run_cases(work: Workplace, bench: Bench, cases: Sequence[TestCase]) -> tuple[CaseOutcome, ...]:
    outcomes: list[CaseOutcome] = []
    ahead = LaunchBatches(bench, cases)
    for case in cases:
        endless = [outcome for outcome in outcomes if outcome.status is Status.TIMEOUT and not outcome.late]
        if work.budget.spent:
            outcome = _out_of_time(work, bench, case, first=not any(entry.late for entry in outcomes))
        elif len(endless) >= GIVE_UP_AFTER:
            outcome = CaseOutcome(
                case=case,
                geometry=geometry(bench.config, case.sizes, case.tile_width, bench.axis),
                status=Status.TIMEOUT,
                message="Not run: the kernel did not come to an end in earlier cases.",
            )
        else:
            outcome = without_race(bench, run_case(bench, case, ahead=ahead))
        outcomes.append(outcome)
        work.on_case(outcome)
    return tuple(outcomes)


def _out_of_time(work: Workplace, bench: Bench, case: TestCase, *, first: bool) -> CaseOutcome:
    """A case that is not run any more: what the kernel did before took the time of the whole submission."""
    severity, status = Severity.ERROR, Status.TIMEOUT
    message = f"Not run: earlier cases took the {work.budget.seconds:g} seconds that one submission may take in all."
    said = f"All launches together took more than {work.budget.seconds:g} seconds of processor time: {HOW_LONG}"
    if work.budget.starved:
        severity, status = Severity.GRADER, Status.ERROR
        said = message = "Not run: this machine was too busy to grade the submission in time."
    finding = Finding(
        kind=Kind.TIMEOUT, severity=severity, line=bench.kernel.kernel_line, case=case.label, cases=(case.label,),
        occurrences=(Occurrence(case=case.label, said=said),),
    )  # fmt: skip
    place = geometry(bench.config, case.sizes, case.tile_width, bench.axis)
    return CaseOutcome(
        case=case,
        geometry=place,
        status=status,
        message=message,
        findings=(finding,) if first else (),
        late=True,
    )


def record_small(
    work: Workplace, device: Device, source: StudentSource, failed: CaseOutcome | None, like: Bench
) -> tuple[tuple[Recording, ...], AccessLines | None]:
    """Small runs like those on the bench of a lane, of the fault first (see `small_recordings`).

    At the first of the lab's small tile widths at which it fails as the case does. Where small runs say little of the
    cases, the lines are but that which is blamed.
    """
    macro = work.assignment.config.tile.macro
    made: tuple[tuple[Recording, ...], AccessLines] | None = None
    widths = like.lab.replayed_at(like.config, failed.case if failed else None) if work.define_width else ()
    for width in widths:
        try:
            compiled, fault = _compile(replace(work, figures=False), device, source, width)
            if fault is not None or not compiled.ok:
                continue
            bench = replace(like, kernel=compiled, device=device, lines=None)
            recordings, lines, alike = small_recordings(bench, failed, _solution(work, bench))
        except (DeviceError, ParameterError, ValueError):
            continue
        facts = SourceFacts(source.text, macro or "", compiled.kernel_line)
        if made is None or alike:
            made = tuple(_walked_back(recording, facts) for recording in recordings), lines
        if alike:
            break
    recordings, found = made or ((), None)
    if found is not None and not like.lab.tells_sums:
        found = AccessLines({}, blamed=found.blamed)
    return recordings, found


def _solution(work: Workplace, bench: Bench) -> Bench | None:
    """The reference on the same bench, where several launches make it worth asking; None where it is not there."""
    assignment = work.assignment
    if len(bench.config.planned) == 1 or not assignment.path(bench.config.reference).is_file():
        return None
    kernel = bench.device.compile(own_request(assignment, bench.config.reference, bench.kernel.tile_width))
    return replace(bench, kernel=kernel) if kernel.ok else None


def _walked_back(recording: Recording, facts: SourceFacts) -> Recording:
    wrong = recording.wrong and walked_back(recording.wrong, facts)
    return recording.model_copy(update={"wrong": wrong})
