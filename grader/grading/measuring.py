"""Counting global loads: the student's kernel beside the naive one, at the published shape and at one that is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pydantic import ValidationError

from grader import cache
from grader.assignment import Assignment, AssignmentError, Config, TestCase, YamlProblem
from grader.devices.base import CompileRequest, Device, DeviceFault, Profile
from grader.devices.wire import pack
from grader.grading.budget import Budget
from grader.grading.building import own_request
from grader.grading.findings import grader_fault
from grader.grading.launching import make_launch
from grader.grading.probes.lockstep import without_race
from grader.grading.running import Bench, CaseOutcome, run_case
from grader.grading.shapes import asked_of
from grader.labs import lab_of, traffic
from grader.labs.base import ParameterError, Space
from grader.labs.traffic import traffic_of
from grader.oracle import Oracle
from grader.results import Finding, Kind, LineCount, Severity, Status, Traffic


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


def naive_traffic(
    assignment: Assignment,
    device: Device,
    case: TestCase,
    *,
    seed: int,
    profile: Profile = "",
    oracle: Oracle | None = None,
) -> Traffic:
    """The naive kernel's counts. Raises `AssignmentError` where it cannot be launched as the assignment says."""
    return _counted(assignment, device, "naive", case, seed, profile, oracle)


def reference_traffic(
    assignment: Assignment, device: Device, case: TestCase, *, seed: int, oracle: Oracle | None = None
) -> Traffic | None:
    """The solution's counts, launched as students' kernels are.

    None where the solution is not there (students' copies), or has another width where students choose theirs.
    """
    config = assignment.config
    if not assignment.path(config.reference).is_file():
        return None
    try:
        return _counted(assignment, device, "reference", case, seed, "", oracle)
    except (AssignmentError, DeviceFault):
        if config.tile.widths != "auto":
            raise
        return None


def _counted(
    assignment: Assignment,
    device: Device,
    role: str,
    case: TestCase,
    seed: int,
    profile: Profile,
    oracle: Oracle | None,
) -> Traffic:
    """What one of the assignment's kernels does: measured now, or by an earlier run of this grader on the same."""
    lab = lab_of(assignment.config)
    config = lab.for_naive(assignment.config) if role == "naive" else assignment.config
    path = config.naive if role == "naive" else assignment.config.reference
    request = own_request(assignment, path, case.tile_width, config)
    key = _key(assignment, config, request, repr((role, case, seed, profile)))
    recalled = _recalled(key)
    if recalled is not None:
        return recalled
    kernel = device.compile(request)
    if not kernel.ok:
        raise AssignmentError(*(YamlProblem(path, each.line, "", each.message) for each in kernel.problems))
    problem = lab.make_problem(case, config, seed=seed, oracle=oracle)
    try:
        launch = replace(make_launch(config, kernel, problem, config.usual_axis), checkers="traffic", profile=profile)
    except ParameterError as error:
        raise AssignmentError(YamlProblem(path, kernel.kernel_line, "", str(error))) from None
    counters = device.launch(kernel, launch).counters
    measured = traffic_of(role, counters, case.sizes, case.tile_width, outputs=problem.expected.size, profile=profile)
    cache.keep("figures", key, measured.model_dump_json())
    return measured


def _key(assignment: Assignment, config: Config, request: CompileRequest, asked: str) -> str:
    oracle = assignment.path(assignment.config.oracle) if assignment.config.oracle else None
    words = (cache.code_fingerprint(), asked, pack(request).text.decode(), config.model_dump_json())
    return cache.digest(words, {"oracle": oracle.read_bytes() if oracle and oracle.is_file() else b""})


def _recalled(key: str) -> Traffic | None:
    figures = cache.recall("figures", key)
    try:
        return None if figures is None else Traffic.model_validate_json(figures)
    except ValidationError:
        return None


SECTOR_BYTES = 32
UNCOALESCED = 2.0
"""Times as many sectors as the bytes asked for would fill."""
CONFLICTING = 2.0
"""More than so many times the wavefronts without conflicts: two-way ones come with every padded row."""
RELEVANT_SHARE = 0.05


def access_warnings(rows: Sequence[LineCount]) -> tuple[Finding, ...]:
    """One warning for each line whose accesses are spread; none where the device does not count sectors."""
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
