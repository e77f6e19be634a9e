"""What must hold of an assignment before a kernel is judged by it: its oracle answers, its solution can be launched.

The oracle is asked before anything is graded. The solution is tried where a kernel fails in a way that an impossible
launch would make any kernel fail: a right one costs no time here.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from grader.assignment import AssignmentError, TestCase, YamlProblem
from grader.assignment.expressions import ExpressionError
from grader.devices.base import Device
from grader.grading.budget import Budget
from grader.grading.lane import Lane, StudentSource, Workplace, run_lane
from grader.grading.measuring import is_measured
from grader.grading.shapes import NO_SWEEP
from grader.labs import lab_of, why_left_out
from grader.results import Finding, Kind


def require_answers(work: Workplace) -> None:
    """Ask the oracle about every case, and where loads are counted, sweeps begin and blocks are replayed.

    What it answers is kept for the cases, as far as there is room. Raises `AssignmentError` where it is wrong, or takes
    more time than a submission has in all.
    """
    if work.oracle is None:
        return
    config, oracle = work.assignment.config, work.oracle.within(work.assignment.config.limits.total_seconds)
    for case in _asked_for(work):
        lab_of(config).make_problem(case, config, seed=work.seed, oracle=oracle)


def _asked_for(work: Workplace) -> Iterator[TestCase]:
    assignment, config = work.assignment, work.assignment.config
    lab = lab_of(config)
    yield from (case for case in assignment.cases() if not why_left_out(config, case))
    for width in assignment.widths:
        if is_measured(config):
            yield lab.traffic_case(config, width)
            yield lab.drawn_case(config, width, work.seed)
        if config.sweep.work:
            space = lab.space(config, width)
            smallest = space.askable(dict.fromkeys(space.periods, 1))
            with contextlib.suppress(ExpressionError):
                space.effort(smallest)
                yield assignment.sweep_case(smallest, width)
    for width in lab.replayed_at(config, None):
        with contextlib.suppress(ExpressionError):
            yield from lab.walk_throughs(config, width)


def _key(kind: Kind) -> str:
    """What of a launch is to blame where the solution has a finding of this kind; empty where nothing of it is."""
    if kind is Kind.MISSING_KERNEL:
        return "kernel"
    if kind is Kind.WRONG_SIGNATURE:
        return "parameters"
    if kind is Kind.RESOURCE_LIMIT:
        return "block"
    return "shared_bytes" if kind is Kind.OUT_OF_BOUNDS else ""


def require_launch(work: Workplace, device: Device, lanes: Sequence[Lane]) -> bool:
    """Launch the solution where one of these lanes failed as with an impossible launch; whether it was launched.

    Raises `AssignmentError` where the solution fails so, too; a students' copy has none.
    """
    assignment, config = work.assignment, work.assignment.config
    ran = [lane for lane in lanes if any(map(_may_be_the_launch, _found(lane)))]
    if not ran or config.tile.widths == "auto" or not assignment.path(config.reference).is_file():
        return False
    source = StudentSource(text=assignment.text(config.reference), filename=Path(config.reference).name)
    alone = replace(
        work, effort=NO_SWEEP, budget=Budget(math.inf), first_width=0, on_case=lambda _: None, meanwhile=lambda: None
    )
    for width in {lane.tile_width for lane in ran} & set(assignment.widths) or assignment.widths[:1]:
        cases = [each for each in assignment.cases() if each.tile_width == width and not why_left_out(config, each)]
        ends = {case.label: case for case in (min(cases, key=_work), max(cases, key=_work))}
        tried = run_lane(alone, device, source, width, list(ends.values()), measure=False)
        problems = [_problem(work, finding) for finding in _found(tried) if _may_be_the_launch(finding)]
        if problems:
            raise AssignmentError(*dict.fromkeys(problems))
    return True


def _work(case: TestCase) -> int:
    return case.work


def _found(lane: Lane) -> list[Finding]:
    return [*lane.findings, *(item for outcome in lane.outcomes for item in outcome.findings)]


def _may_be_the_launch(finding: Finding) -> bool:
    """Of accesses those outside an array that has no size of its own, but the launch's."""
    if finding.kind is Kind.OUT_OF_BOUNDS:
        return finding.space == "shared" and not any(seen.declared for seen in finding.occurrences)
    return bool(_key(finding.kind))


def _problem(work: Workplace, finding: Finding) -> YamlProblem:
    config = work.assignment.config
    words = finding.message or next((seen.said for seen in finding.occurrences), "")
    if finding.kind is Kind.OUT_OF_BOUNDS:
        words = f"{finding.array} gets too few bytes of dynamic shared memory"
    place = f"{config.reference}:{finding.line}" if finding.line else config.reference
    return work.assignment.problem(_key(finding.kind), f"the solution itself cannot be launched so. {place}: {words}")
