"""All the work at one tile width: compile, run every case, look again, count loads, sweep. One lane uses one device."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from grader.assignment import AssignmentError, Config, TestCase, YamlProblem
from grader.compiling.source_facts import SourceFacts
from grader.devices.base import Compiled, Device
from grader.grading.bench import Bench, Build, LaunchBatches, OwnAccesses, settle
from grader.grading.launching import (
    Geometry,
    StudentSource,
    compiled_or_told,
    geometry,
    launch_impossible,
    student_request,
    suspicions,
    told_of_numbers,
)
from grader.grading.measuring import Counted, count_traffic, is_measured, out_of_time
from grader.grading.opened import OpenAssignment
from grader.grading.running import CaseOutcome, look_again, run_case, without_race
from grader.grading.shapes import NO_SWEEP, UNLIMITED, Budget, Effort
from grader.grading.sweep import ShapeSweep, SweepProgress, Swept
from grader.labs.findings import grader_fault
from grader.results import Finding, Kind, Occurrence, Severity, Status

HOW_LONG = "is there work that it need not do, or does something hold it up?"
GIVE_UP_AFTER = 2
"""After so many cases that did not end, the others are skipped: each would take the whole time limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """The results at one tile width. `outcomes` has one entry a case; `findings` are those of no single case."""

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
        return self.bench is not None or bool(self.outcomes)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A student's text that was graded: by what, what came of it in each lane, and how long all may take."""

    opened: OpenAssignment
    source: StudentSource
    lanes: tuple[Lane, ...]
    budget: Budget = UNLIMITED

    @property
    def bench(self) -> Bench | None:
        """The bench of the first lane that has one."""
        return next((lane.bench for lane in self.lanes if lane.bench), None)

    @property
    def macro(self) -> str:
        """The macro that sets how wide a block is."""
        config = self.opened.config
        return config.tile.macro or "blockDim.x"

    def with_text(self, text: str) -> Attempt:
        """Return the attempt as if another text had led to it."""
        return replace(self, source=replace(self.source, text=text))


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneSteps:
    """What is done in a lane beside running the cases, and how long all may take.

    The `main` lane is the one whose lines the report shows: it is looked at twice. `measured` says whether loads are
    counted, and shapes swept with this `effort`.
    """

    budget: Budget = UNLIMITED
    build: Build = Build.WITH_FIGURES
    main: bool = False
    measured: bool = False
    effort: Effort = NO_SWEEP
    on_case: Callable[[CaseOutcome], None] = lambda _: None
    on_sweep: SweepProgress = lambda *_: None


def run_lane(
    opened: OpenAssignment,
    device: Device,
    source: StudentSource,
    tile_width: int,
    cases: Sequence[TestCase],
    steps: LaneSteps,
) -> Lane:
    """Compile and run everything at one tile width. Raise `DeviceFault` when the grader itself fails."""
    compiled, why_not = compile_source(opened, device, source, tile_width, steps.build)
    if not compiled.ok:
        return Lane(tile_width=tile_width, compiled=compiled, findings=why_not)
    request = steps.build.of(student_request(opened.assignment, source, tile_width))
    bench, notes = settle(opened.bench(device, compiled))
    bench = replace(bench, own=OwnAccesses(device, request))
    ahead = LaunchBatches(bench, own := [case for case in cases if not case.why_left_out(bench.config)])
    outcomes = run_cases(
        own,
        steps,
        run=lambda case: without_race(bench, run_case(bench, case, ahead=ahead)),
        place=lambda case: geometry(bench.config, case.sizes, case.tile_width),
        line=bench.kernel.kernel_line,
    )
    if steps.main and not steps.budget.spent:
        outcomes = look_again(bench, request, outcomes, steps.budget)
    # The report shows the lines of the main lane, so only there sectors and conflicts are worth their time.
    count = partial(count_traffic, opened, bench, outcomes, profile=steps.main)
    counted = count_within(steps, bench.config, outcomes, count)
    findings = (*suspicions(compiled), *counted.findings)
    swept = None
    seems_right = bool(outcomes) and all(outcome.is_faultless for outcome in outcomes)
    seems_right = seems_right and all(item.severity is Severity.WARNING for item in findings)
    if steps.measured and steps.effort.work and seems_right:
        sweep = ShapeSweep(opened, bench, source.text, steps.effort, steps.budget)
        swept = sweep.run(steps.on_sweep)
        outcomes = outcomes if swept.wrong is None else (*outcomes, swept.wrong)
        if swept.fault:
            findings = (*findings, grader_fault(swept.fault, "while it tried more shapes"))
    return Lane(
        tile_width=tile_width,
        compiled=compiled,
        bench=bench,
        outcomes=outcomes,
        findings=findings,
        counted=counted,
        swept=swept,
        notes=(*told_of_numbers(compiled), *notes, *counted.notes),
    )


def compile_source(
    opened: OpenAssignment, device: Device, source: StudentSource, tile_width: int, build: Build
) -> tuple[Compiled, tuple[Finding, ...]]:
    """Compile the student's file; return the kernel, and findings that say why there is none."""
    request = student_request(opened.assignment, source, tile_width)
    made = compiled_or_told(device, build.of(request))
    if build is Build.IN_HASTE and made[0].local_or_generic:
        # Loops stay loops in haste, and arrays in memory: no row of threads runs that.
        made = compiled_or_told(device, Build.AS_GRADED.of(request))
    compiled, found = made
    if impossible := launch_impossible(opened.config, compiled, opened.cases(tile_width)):
        return replace(compiled, ok=False), (*found, *impossible)
    return made


def find_width(
    opened: OpenAssignment, device: Device, source: StudentSource
) -> tuple[int, StudentSource, tuple[str, ...]]:
    """Return the tile width that a file has by itself, how to compile it, and remarks.

    The width is read from shared arrays, because a macro of the file may say another width than its tiles have.
    """
    tile, alone = opened.config.tile, replace(source, define_width=False)
    compiled, _ = compile_source(opened, device, alone, tile.default, Build.WITH_FIGURES)
    if not compiled.ok:
        # A file that leaves its width to the compiler's command line, or a template over it.
        given, _ = compile_source(opened, device, source, tile.default, Build.WITH_FIGURES)
        return tile.default, source if given.ok else alone, ()
    width = opened.lab.own_tile_width(opened.config, compiled)
    if width is None:
        return tile.default, alone, (f"No tile width shows in this file: it was launched for {tile.default}.",)
    notes = [f"The tiles of this file are {width} wide; it was launched for that width."]
    said = SourceFacts(source.text, tile.width_name).defined_width
    if said is not None and said[1] != width:
        notes.append(f"Its {said[0]} is {said[1]}, but its tiles are {width} wide.")
    return width, alone, tuple(notes)


# -- cases -------------------------------------------------------------------------------------------------------------


def run_cases(
    cases: Sequence[TestCase],
    steps: LaneSteps,
    *,
    run: Callable[[TestCase], CaseOutcome],
    place: Callable[[TestCase], Geometry],
    line: int,
) -> tuple[CaseOutcome, ...]:
    """Return the outcome of each case; of those that time is left for, what `run` returns.

    `place` is the shape of a case's launch, `line` the kernel's.
    """
    outcomes: list[CaseOutcome] = []
    for case in cases:
        endless = [outcome for outcome in outcomes if outcome.status is Status.TIMEOUT and not outcome.late]
        if steps.budget.spent:
            first = not any(entry.late for entry in outcomes)
            outcome = _out_of_time(steps.budget, case, place(case), line if first else None)
        elif len(endless) >= GIVE_UP_AFTER:
            outcome = CaseOutcome(
                case=case,
                geometry=place(case),
                status=Status.TIMEOUT,
                message="Not run: earlier cases did not come to an end.",
            )
        else:
            outcome = run(case)
        outcomes.append(outcome)
        steps.on_case(outcome)
    return tuple(outcomes)


def count_within(
    steps: LaneSteps, config: Config, outcomes: Sequence[CaseOutcome], count: Callable[[], Counted]
) -> Counted:
    """Return what `count` does, if points depend on it, some case is right and there is time."""
    right = any(outcome.status is Status.PASSED for outcome in outcomes)
    if not (steps.measured and is_measured(config) and right):
        return Counted()
    return out_of_time(steps.budget) if steps.budget.spent else count()


def _out_of_time(budget: Budget, case: TestCase, place: Geometry, line: int | None) -> CaseOutcome:
    """Return the outcome of a case that is skipped: earlier launches took the time of the whole submission.

    With a line, a finding there says so.
    """
    severity, status = Severity.ERROR, Status.TIMEOUT
    message = f"Not run: earlier cases took the {budget.seconds:g} seconds that one submission may take in all."
    said = f"All launches together took more than {budget.seconds:g} seconds of processor time: {HOW_LONG}"
    if budget.starved:
        severity, status = Severity.GRADER, Status.ERROR
        said = message = "Not run: this machine was too busy to grade the submission in time."
    finding = Finding(
        kind=Kind.TIMEOUT, severity=severity, line=line or 0, case=case.label, cases=(case.label,),
        occurrences=(Occurrence(case=case.label, said=said),),
    )  # fmt: skip
    return CaseOutcome(
        case=case,
        geometry=place,
        status=status,
        message=message,
        findings=(finding,) if line is not None else (),
        late=True,
    )


# -- the solution ------------------------------------------------------------------------------------------------------


def require_launch(opened: OpenAssignment, device: Device, lanes: Sequence[Lane]) -> bool:
    """Launch the solution where one of these lanes failed as with an impossible launch. Return whether it was launched.

    An impossible launch would make any kernel fail; a right kernel costs no time here. A whole program launches as it
    likes. Raise `AssignmentError` where the solution fails so, too.
    """
    assignment, config = opened.assignment, opened.config
    ran = [lane for lane in lanes if any(map(_blamed_key, _found(lane)))]
    if not ran or config.whole_program or config.tile.widths == "auto" or not opened.has_reference:
        return False
    text = assignment.text(config.reference)
    source = StudentSource(text=text, filename=config.reference.rpartition("/")[2])
    for width in {lane.tile_width for lane in ran} & set(assignment.widths) or assignment.widths[:1]:
        cases = opened.cases(width)
        ends = {case.label: case for case in (choose(cases, key=lambda case: case.work) for choose in (min, max))}
        tried = run_lane(opened, device, source, width, list(ends.values()), LaneSteps())
        problems = [_problem(opened, finding) for finding in _found(tried) if _blamed_key(finding)]
        if problems:
            raise AssignmentError(*dict.fromkeys(problems))
    return True


def _found(lane: Lane) -> list[Finding]:
    return [*lane.findings, *(item for outcome in lane.outcomes for item in outcome.findings)]


def _blamed_key(finding: Finding) -> str:
    """Return the key of a launch that may be to blame for a finding; empty where none is.

    Of accesses those outside an array that has no size of its own, but the launch's.
    """
    if finding.kind is Kind.MISSING_KERNEL:
        return "kernel"
    if finding.kind is Kind.WRONG_SIGNATURE:
        return "parameters"
    if finding.kind is Kind.RESOURCE_LIMIT:
        return "block"
    if finding.kind is Kind.INVALID_LAUNCH:
        return "chosen"
    beyond = finding.kind is Kind.OUT_OF_BOUNDS and finding.space == "shared"
    return "shared_bytes" if beyond and not any(seen.declared for seen in finding.occurrences) else ""


def _problem(opened: OpenAssignment, finding: Finding) -> YamlProblem:
    words = finding.message or next((seen.said for seen in finding.occurrences), "")
    if finding.kind is Kind.OUT_OF_BOUNDS:
        words = f"{finding.array} gets too few bytes of dynamic shared memory"
    place = f"{opened.config.reference}:{finding.line}" if finding.line else opened.config.reference
    key, said = _blamed_key(finding), f"the assignment's own kernel cannot be launched so. {place}: {words}"
    return opened.assignment.problem(key, said)
