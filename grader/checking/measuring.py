"""Counting global loads: the student's kernel beside the naive one, at the published shape and at one that is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.assignment import Assignment, Config, TestCase
from grader.checking import traffic
from grader.checking.baseline import naive_traffic, reference_traffic
from grader.checking.lockstep import has_race, without_race
from grader.checking.running import Bench, Outcome, run_case
from grader.emulator.run import TurnOrder
from grader.results import Finding, LineCount, Status, Traffic


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """The traffic of the assignment's own kernels on one shape."""

    naive: Traffic
    reference: Traffic | None


Baselines = dict[tuple[int, ...], Baseline]
"""By tile width and sizes: measured once a session."""


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
    outcomes: Sequence[Outcome],
    baselines: Baselines,
    *,
    profile: bool,
) -> Counted:
    """Count at one tile width, given what the cases showed. Raises `DeviceFault` for the grader's own faults.

    `profile` asks for sectors and bank conflicts by line. Of a kernel that the checkers have caught at something that
    fault comes first: it runs without them, or they would go the careful way over large launches, and is not profiled
    unless points depend on that.
    """
    known = [item for outcome in outcomes for item in outcome.findings]
    published = _count(bench, bench.lab.traffic_case(bench.config, tile_width), known, profile=profile)
    drawn = _count(bench, bench.lab.drawn_case(bench.config, tile_width, bench.seed), known, profile=False)
    # How slow a kernel may be the cases alone say: these shapes are larger, and this machine may be busy.
    answered = [outcome for outcome in (published, drawn) if not outcome.unanswered]
    findings = tuple(item for outcome in answered for item in outcome.findings)
    if published.comparison is None or drawn.comparison is None:  # the kernel did not come through
        late = [outcome for outcome in (published, drawn) if outcome.unanswered]
        return Counted(findings=findings, notes=tuple(_too_long(bench, outcome) for outcome in late[:1]))
    measured = [_measured(assignment, bench, published, baselines, drawn=False)]
    # What is wrong in a case has been charged there. Wrong here alone means that the shapes of the cases are known.
    if drawn.status is Status.PASSED or all(outcome.status is Status.PASSED for outcome in outcomes):
        measured.append(_measured(assignment, bench, drawn, baselines, drawn=True))
    return Counted(
        measured=tuple(measured),
        lines=traffic.line_counts(published.lines),
        lines_case=published.case.label,
        findings=findings,
    )


def _too_long(bench: Bench, outcome: Outcome) -> str:
    place = ", ".join(f"{name} = {size}" for name, size in outcome.case.sizes.items())
    return f"Loads could not be counted at {place}: that takes more than {bench.config.limits.seconds:g} seconds here."


def _count(bench: Bench, case: TestCase, known: Sequence[Finding], *, profile: bool) -> Outcome:
    if known:
        in_step = has_race(known) and bench.config.points.safety > 0
        turns: TurnOrder = "lockstep" if in_step else "forward"
        profile = profile and bench.lab.judges_warps(bench.config)
        outcome = run_case(bench, case, checkers="traffic", turns=turns, profile=profile)
        return replace(outcome, findings=())
    return without_race(bench, run_case(bench, case, profile=profile))


def _measured(
    assignment: Assignment, bench: Bench, outcome: Outcome, baselines: Baselines, *, drawn: bool
) -> traffic.Measured:
    case, outputs = outcome.case, outcome.problem.expected.size if outcome.problem else 1
    key = (case.tile_width, *case.sizes.values())
    if key not in baselines:
        baselines[key] = Baseline(
            naive=naive_traffic(assignment, bench.device, case, seed=bench.seed),
            reference=None if drawn else reference_traffic(assignment, bench.device, case, seed=bench.seed),
        )
    variant, sizes = bench.config.variant_at(case.tile_width), bench.lab.words(bench.config).tell(case.sizes)
    return traffic.Measured(
        naive=baselines[key].naive,
        student=traffic.traffic_of("student", outcome.lines, case.sizes, case.tile_width, outputs=outputs),
        reference=baselines[key].reference,
        right=outcome.status is Status.PASSED,
        drawn=drawn,
        place=f"{variant} ({sizes})" if variant and drawn else variant or sizes,
    )
