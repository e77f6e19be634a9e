"""Count global loads of the student's kernel, at the published shape and at a drawn one, and warn of wasteful accesses.

Both shapes are counted for the naive kernel too, which is the measure.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.assignment import Config, TestCase
from grader.assignment.expressions import evaluate
from grader.assignment.models import ScoreStep
from grader.devices.base import Profile
from grader.emulator.result import Counters
from grader.grading.bench import Bench
from grader.grading.opened import OpenAssignment
from grader.grading.running import CaseOutcome, run_case, without_race
from grader.grading.shapes import Budget, asked_of
from grader.labs import lab_of, traffic
from grader.labs.base import Space
from grader.labs.findings import grader_fault
from grader.results import Finding, Kind, LineCount, Performance, Severity, Status, Threshold, exact
from grader.words import words

SECTOR_BYTES = 32
UNCOALESCED = 2.0
"""Times as many sectors as the bytes asked for would fill."""
CONFLICTING = 2.0
"""More than so many times the wavefronts without conflicts: two-way ones come with every padded row."""
RELEVANT_SHARE = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The counts at one tile width, by line those of all memory and of each buffer, if these were counted.

    `findings` are faults that no case showed, but these launches did.
    """

    measured: tuple[traffic.Measured, ...] = ()
    lines: tuple[LineCount, ...] = ()
    lines_of: Mapping[str, tuple[LineCount, ...]] = field(default_factory=dict)
    lines_case: str = ""
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()  # why nothing could be counted, where that is no fault of the kernel


def is_measured(config: Config) -> bool:
    """True if traffic decides about any points."""
    return bool(config.points.requirements or config.points.performance)


def count_traffic(opened: OpenAssignment, bench: Bench, outcomes: Sequence[CaseOutcome], *, profile: bool) -> Counted:
    """Count at one tile width, given what the cases showed. Raise `DeviceFault` for the grader's own faults.

    `profile` asks for sectors and bank conflicts by line, at the published shape: all of them where points depend on
    them, else an estimate for the report, and none of a kernel that the checkers have caught at something.
    """
    lab, config, width = bench.lab, bench.config, bench.kernel.tile_width
    faulty = any(outcome.findings for outcome in outcomes)
    sampled: Profile = "" if faulty or not profile else "sample"
    asked: Profile = "all" if profile and lab.judges_warps(config) else sampled
    case, drawn = lab.traffic_case(config, width), lab.drawn_case(config, width, bench.seed)
    space = asked_of(bench, opened.assignment, case.sizes)
    published = _count(bench, case, space, asked, faulty=faulty)
    if space.known:
        drawn = replace(drawn, sizes=space.askable(drawn.sizes))
    # Where a kernel is told of no size, there is no other shape to draw.
    launches = [published]
    if drawn.sizes != published.case.sizes:
        launches.append(_count(bench, drawn, space, "", faulty=faulty))
    # What takes too long is reported as not counted: only cases say how slow a kernel may be.
    answered = [outcome for outcome in launches if not outcome.unanswered]
    found = (item for outcome in answered for item in outcome.findings)
    findings = tuple(item for item in found if not faulty or item.severity is Severity.GRADER)
    if any(outcome.comparison is None for outcome in launches):  # the kernel did not come through
        late = [outcome.case.sizes for outcome in launches if outcome.unanswered]
        places = (", ".join(f"{name} = {size}" for name, size in sizes.items()) for sizes in late[:1])
        takes = f"that takes more than {config.limits.seconds:g} seconds of processor time here"
        return Counted(
            findings=findings, notes=tuple(f"Loads could not be counted at {place}: {takes}." for place in places)
        )
    working = _working(bench, published.case, space) if profile and lab.judges_work(config) else {}

    def measured(outcome: CaseOutcome) -> traffic.Measured:
        """Return the counts of one launch; warps and threads are counted at the published shape alone."""
        if outcome is not published:
            return _measured(opened, bench, outcome, "", drawn=True)
        return replace(_measured(opened, bench, outcome, asked, drawn=False), more=working)

    return together(launches, outcomes, measured, findings)


def together(
    launches: Sequence[CaseOutcome],
    outcomes: Sequence[CaseOutcome],
    measured: Callable[[CaseOutcome], traffic.Measured],
    findings: tuple[Finding, ...],
) -> Counted:
    """Return the counts of launches, the first at the published shape; `outcomes` are those of the cases.

    What is wrong in a case has been charged there. Wrong here alone means that the shapes of the cases are known.
    """
    published, all_right = launches[0], all(outcome.status is Status.PASSED for outcome in outcomes)
    counted = [each for each in launches if each is published or each.status is Status.PASSED or all_right]
    return Counted(
        measured=tuple(map(measured, counted)),
        lines=traffic.line_counts(published.lines),
        lines_of={name: traffic.line_counts(of_it) for name, of_it in (published.lines.arrays or {}).items()},
        lines_case=published.case.label,
        findings=findings,
    )


def out_of_time(budget: Budget) -> Counted:
    """Return no counts, because the cases took all the time, or the machine had none."""
    if budget.starved:
        return Counted(findings=(grader_fault("this machine was too busy to count accesses in time"),))
    return Counted(notes=(f"Nothing was counted: the cases took the {budget.seconds:g} seconds that all may take.",))


def _count(bench: Bench, case: TestCase, space: Space, profile: Profile, *, faulty: bool) -> CaseOutcome:
    """Return the outcome of a case, judged as all cases are; where it takes too long, of a smaller one that decides as
    much.

    A `faulty` kernel, which would run slowly with all checkers, runs without them first: where its numbers are right,
    checkers would say no more of them.
    """
    outcome = run_case(bench, case, lambda launch: replace(launch, checked=not faulty, profile=profile))
    if faulty and outcome.status is not Status.PASSED and not outcome.unanswered:
        outcome = run_case(bench, case, lambda launch: replace(launch, profile=profile))
    outcome = without_race(bench, outcome)
    smaller = bench.lab.smaller_case(case) if outcome.unanswered else None
    if smaller is None or space.askable(smaller.sizes) != smaller.sizes:
        return outcome
    return _count(bench, smaller, space, profile, faulty=faulty)


def _working(bench: Bench, case: TestCase, space: Space) -> dict[str, int]:
    """Return how many threads work of how many, on the smallest case that shows it: every access is looked at."""
    smaller = bench.lab.smaller_case(case)
    if smaller is not None and space.askable(smaller.sizes) == smaller.sizes:
        return _working(bench, smaller, space)
    outcome = run_case(bench, case, lambda launch: replace(launch, checked=False, profile="all"))
    threads = outcome.lines.total.working_threads
    launched = math.prod((*outcome.geometry.grid, *outcome.geometry.block))
    return {"working_threads": threads, "threads": launched} if threads else {}


def _measured(
    opened: OpenAssignment, bench: Bench, outcome: CaseOutcome, profile: Profile, *, drawn: bool
) -> traffic.Measured:
    case, outputs = outcome.case, outcome.problem.expected.size if outcome.problem else 1
    variant, sizes = bench.config.variant_at(case.tile_width), bench.lab.words(bench.config).tell(case.sizes)
    return traffic.Measured(
        naive=opened.naive_traffic(bench.device, case, profile),  # counted as the student's kernel is
        student=traffic.traffic_of(
            "student", outcome.lines, case.sizes, case.tile_width, outputs=outputs, profile=profile
        ),
        reference=None if drawn else opened.reference_traffic(bench.device, case),
        right=outcome.status is Status.PASSED,
        drawn=drawn,
        needs=tuple(kernel.resources for kernel in bench.kernel.kernels if kernel.resources is not None),
        parts=_parts(bench, outcome, profile),
        chosen=bench.kernel.chosen_values,
        place=f"{variant} ({sizes})" if variant and drawn else variant or sizes,
    )


def _parts(bench: Bench, outcome: CaseOutcome, profile: Profile) -> dict[traffic.Part, traffic.Counts]:
    """Return the counts of what requirements ask for by itself, as far as it was counted."""
    asked = set(bench.lab.parts_counted(bench.config).values())
    if not asked or outcome.problem is None:
        return {}
    kernels = _by_kernel(bench, outcome, profile) if any(kernel is not None for kernel, _ in asked) else {}
    case, outputs = outcome.case, outcome.problem.expected.size
    return {
        (kernel, buffer): traffic.Counts(
            traffic.traffic_of(
                kernel or "student", counters, case.sizes, case.tile_width, outputs=outputs, profile=profile
            )
        )
        for kernel, buffer in asked
        for whole in [outcome.lines if kernel is None else kernels.get(kernel)]
        for counters in [whole if whole is None or buffer is None else whole.of_array(buffer)]
        if counters is not None
    }


def _by_kernel(bench: Bench, outcome: CaseOutcome, profile: Profile) -> dict[str, Counters]:
    """Return the counts of each kernel's launches, made one after the other; empty if one of them does not end."""
    case, problem = outcome.case, bench.problem(outcome.case)
    launch = replace(bench.plan(problem), checked=False, profile=profile)
    counted: dict[str, list[Counters]] = {}
    arrays = launch.arrays
    for number, step in enumerate(bench.config.order_at(case.sizes, case.tile_width).steps):
        launched = bench.again(replace(launch.part(number, number + 1), arrays=arrays))
        if launched is None or not launched.finished:
            return {}
        name, arrays = str(bench.config.planned[step.number].kernel), launched.arrays
        counted.setdefault(name, []).append(launched.counters)
    return {name: Counters.together(launches) for name, launches in counted.items()}


# -- points for fewer loads --------------------------------------------------------------------------------------------


def traffic_performance(measured: Sequence[traffic.Measured], config: Config) -> Performance:
    """Return the performance item by traffic; the tile width with the worst result decides."""
    maximum, lab = config.points.performance, lab_of(config)
    if not measured:
        return Performance(criterion="traffic", status=Status.FAILED, message="Not measured.", max_points=maximum)
    shown = [entry for entry in measured if not entry.drawn]
    rows = [row for entry in shown for row in (entry.naive, entry.student, entry.reference) if row is not None]
    worst = min(measured, key=lambda entry: _share(entry, config))
    share, baseline = _share(worst, config), lab.words(config).baseline
    facts = {
        "place": worst.place, "ratio": f"{worst.ratio:.3g}", "share": f"{share:.0%}", "baseline": baseline,
        "other": "the naive one" if baseline == "naive" else baseline,
    }  # fmt: skip
    say = words("counts")
    return Performance(
        criterion="traffic",
        status=Status.PASSED if share >= 1 else Status.FAILED,
        message=say["earned"](facts, wrong=not worst.right, as_much=not worst.cuts_loads),
        points=exact(maximum * share),
        share=share,
        max_points=maximum,
        thresholds=thresholds_at(worst.tile_width, config.performance.traffic.thresholds, config),
        traffic=tuple(rows),
        traffic_ratio=round(worst.ratio, 4),
        ideal=lab.ideal(measured[0].student),
        explanation=say["traffic"](lab.tells, width=worst.tile_width),
    )


def _share(entry: traffic.Measured, config: Config) -> float:
    if not entry.right or not entry.cuts_loads:
        return 0.0
    steps = thresholds_at(entry.tile_width, config.performance.traffic.thresholds, config)
    return max((step.share for step in steps if entry.ratio >= step.ratio), default=0.0)


def thresholds_at(tile_width: int, steps: Sequence[ScoreStep], config: Config) -> tuple[Threshold, ...]:
    """Return the steps of a performance grade as numbers, the lowest first."""
    values = config.of_variant(tile_width)
    made = (Threshold(ratio=float(evaluate(step.ratio, **values)), share=step.share) for step in steps)
    return tuple(sorted(made, key=lambda step: step.ratio))


# -- accesses that waste -----------------------------------------------------------------------------------------------


def access_warnings(rows: Sequence[LineCount]) -> tuple[Finding, ...]:
    """Return warnings about uncoalesced accesses and bank conflicts; none where the device does not count sectors.

    From exact counts by line; a line counts when it makes a good part of the kernel's accesses. Never costs points.
    """
    return (*_uncoalesced(rows), *_conflicts(rows))


def _uncoalesced(rows: Sequence[LineCount]) -> Iterator[Finding]:
    total = sum(row.sectors or 0 for row in rows)
    for row in rows:
        if not row.sectors or not row.requests or row.sectors < RELEVANT_SHARE * total:
            continue
        asked = row.global_load_bytes + row.global_store_bytes
        needed = max(row.requests, asked / SECTOR_BYTES)
        if row.sectors > UNCOALESCED * needed:
            message = (
                f"Each access of a warp here touches {row.sectors / row.requests:.3g} sectors of {SECTOR_BYTES} bytes;"
                f" side by side, its data would fit in {needed / row.requests:.3g}."
            )
            yield _warning(Kind.UNCOALESCED_ACCESS, row.line, message, row.requests)


def _conflicts(rows: Sequence[LineCount]) -> Iterator[Finding]:
    total = sum(row.bank_wavefronts or 0 for row in rows)
    for row in rows:
        if not row.bank_wavefronts or not row.bank_ideal_wavefronts or row.bank_wavefronts < RELEVANT_SHARE * total:
            continue
        ratio = row.bank_wavefronts / row.bank_ideal_wavefronts
        if ratio > CONFLICTING:
            message = (
                f"Threads of a warp meet in the same banks of shared memory here: {ratio:.3g} times as many turns as"
                " without conflicts."
            )
            yield _warning(Kind.BANK_CONFLICT, row.line, message, row.bank_wavefronts)


def _warning(kind: Kind, line: int, message: str, count: int) -> Finding:
    return Finding(kind=kind, severity=Severity.WARNING, line=line, message=message, count=count, topic="performance")
