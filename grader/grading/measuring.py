"""Counting global loads: the student's kernel beside the naive one, at the published shape and at one that is drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.assignment import Assignment, Config, TestCase
from grader.devices.base import Profile
from grader.grading.baseline import naive_traffic, reference_traffic
from grader.grading.budget import Budget
from grader.grading.findings import grader_fault
from grader.grading.probes.lockstep import without_race
from grader.grading.running import Bench, CaseOutcome, run_case
from grader.grading.shapes import asked_of
from grader.labs import traffic
from grader.labs.base import Space
from grader.results import Finding, LineCount, Severity, Status, Traffic


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """The traffic of the assignment's own kernels on one shape."""

    naive: Traffic
    reference: Traffic | None


Baselines = dict[tuple[str | int, ...], Baseline]
"""By whether all accesses of warps were counted, tile width and sizes: measured once a session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What counting gave at one tile width. `findings` are faults that no case showed, but these launches did."""

    measured: tuple[traffic.Measured, ...] = ()
    lines: tuple[LineCount, ...] = ()
    lines_case: str = ""
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()  # why nothing could be counted, where that is no fault of the kernel


def is_measured(config: Config) -> bool:
    """Whether traffic decides about any points."""
    return bool(config.points.requirements or config.points.performance)


def count_traffic(
    assignment: Assignment,
    bench: Bench,
    tile_width: int,
    outcomes: Sequence[CaseOutcome],
    baselines: Baselines,
    *,
    profile: bool,
) -> Counted:
    """Count at one tile width, given what the cases showed. Raises `DeviceFault` for the grader's own faults.

    `profile` asks for sectors and bank conflicts by line, at the published shape: all of them where points depend on
    them, else an estimate for the report, and none of a kernel that the checkers have caught at something.
    """
    faulty = any(outcome.findings for outcome in outcomes)
    sampled: Profile = "" if faulty or not profile else "sample"
    asked: Profile = "all" if profile and bench.lab.judges_warps(bench.config) else sampled
    space = asked_of(bench, assignment, bench.lab.traffic_case(bench.config, tile_width).sizes)
    published = _count(bench, bench.lab.traffic_case(bench.config, tile_width), space, asked, faulty=faulty)
    drawn = bench.lab.drawn_case(bench.config, tile_width, bench.seed)
    if space.known:
        drawn = replace(drawn, sizes=space.askable(drawn.sizes))
    # Where a kernel is told of no size, there is no other shape to draw.
    launches = [published]
    if drawn.sizes != published.case.sizes:
        launches.append(_count(bench, drawn, space, "", faulty=faulty))
    # What takes too long is told as what could not be counted: how slow a kernel may be the cases alone say.
    answered = [outcome for outcome in launches if not outcome.unanswered]
    found = (item for outcome in answered for item in outcome.findings)
    findings = tuple(item for item in found if not faulty or item.severity is Severity.GRADER)
    if any(outcome.comparison is None for outcome in launches):  # the kernel did not come through
        late = [outcome for outcome in launches if outcome.unanswered]
        return Counted(findings=findings, notes=tuple(_too_long(bench, outcome) for outcome in late[:1]))
    measured = [_measured(assignment, bench, published, baselines, asked, drawn=False)]
    if profile and bench.lab.judges_work(bench.config):
        measured[0] = replace(measured[0], working=_working(bench, published.case, space))
    # What is wrong in a case has been charged there. Wrong here alone means that the shapes of the cases are known.
    measured += [
        _measured(assignment, bench, outcome, baselines, "", drawn=True)
        for outcome in launches[1:]
        if outcome.status is Status.PASSED or all(case.status is Status.PASSED for case in outcomes)
    ]
    return Counted(
        measured=tuple(measured),
        lines=traffic.line_counts(published.lines),
        lines_case=published.case.label,
        findings=findings,
    )


def out_of_time(budget: Budget) -> Counted:
    """Nothing was counted, as the cases took all the time, or the machine had none."""
    if budget.starved:
        return Counted(findings=(grader_fault("this machine was too busy to count accesses in time"),))
    return Counted(notes=(f"Nothing was counted: the cases took the {budget.seconds:g} seconds that all may take.",))


def _too_long(bench: Bench, outcome: CaseOutcome) -> str:
    place = ", ".join(f"{name} = {size}" for name, size in outcome.case.sizes.items())
    return (
        f"Loads could not be counted at {place}: that takes more than {bench.config.limits.seconds:g} seconds of"
        " processor time here."
    )


def _count(bench: Bench, case: TestCase, space: Space, profile: Profile, *, faulty: bool) -> CaseOutcome:
    """The case as all cases are judged; where that takes too long, a smaller one on which counts decide as much.

    A `faulty` kernel, which goes the careful way, is asked for its numbers alone first: where they are right, cases
    would say no more of them.
    """
    outcome = run_case(bench, case, checkers="traffic" if faulty else "all", profile=profile)
    if faulty and outcome.status is not Status.PASSED and not outcome.unanswered:
        outcome = run_case(bench, case, profile=profile)
    outcome = without_race(bench, outcome)
    smaller = bench.lab.smaller_case(case) if outcome.unanswered else None
    if smaller is None or space.askable(smaller.sizes) != smaller.sizes:
        return outcome
    return _count(bench, smaller, space, profile, faulty=faulty)


def _working(bench: Bench, case: TestCase, space: Space) -> traffic.Working | None:
    """How many threads work, on the smallest case that shows it: every access is looked at."""
    smaller = bench.lab.smaller_case(case)
    if smaller is not None and space.askable(smaller.sizes) == smaller.sizes:
        return _working(bench, smaller, space)
    outcome = run_case(bench, case, checkers="traffic", profile="all")
    threads = outcome.lines.total.working_threads
    return traffic.Working(threads, math.prod((*outcome.geometry.grid, *outcome.geometry.block))) if threads else None


def _measured(
    assignment: Assignment, bench: Bench, outcome: CaseOutcome, baselines: Baselines, profile: Profile, *, drawn: bool
) -> traffic.Measured:
    case, outputs = outcome.case, outcome.problem.expected.size if outcome.problem else 1
    # Counted as the student's kernel is: a session's figures must not depend on what it graded before.
    key = (profile, case.tile_width, *case.sizes.values())
    if key not in baselines:
        baselines[key] = Baseline(
            naive=naive_traffic(assignment, bench.device, case, seed=bench.seed, profile=profile, oracle=bench.oracle),
            reference=None
            if drawn
            else reference_traffic(assignment, bench.device, case, seed=bench.seed, oracle=bench.oracle),
        )
    variant, sizes = bench.config.variant_at(case.tile_width), bench.lab.words(bench.config).tell(case.sizes)
    return traffic.Measured(
        naive=baselines[key].naive,
        student=traffic.traffic_of(
            "student", outcome.lines, case.sizes, case.tile_width, outputs=outputs, profile=profile
        ),
        reference=baselines[key].reference,
        right=outcome.status is Status.PASSED,
        drawn=drawn,
        place=f"{variant} ({sizes})" if variant and drawn else variant or sizes,
    )
