"""What can be said of an assignment before any mistake is tried: its points, its thresholds, its own kernels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.assignment import Assignment, Config
from grader.labs import lab_of
from grader.plaintext import points_of
from grader.results import Results, Severity, Status
from grader.selfcheck.remarks import Remark

TEXTBOOK_SPEEDUP = 1.75
"""The most that the textbook's tiled kernel was ever measured to gain over the naive one (T = 32, an H200, 1024³)."""
SKELETON_SHARE = 0.25
SLOW_CASE_SECONDS = 1.0
SLOW_TOTAL_SECONDS = 30.0


def reference_remarks(assignment: Assignment, results: Results) -> Iterator[Remark]:
    """The reference must get every point, with nothing found in it, in reasonable time."""
    name = assignment.config.reference
    if not results.compile.ok:
        yield Remark(True, f"{name} does not compile: {results.fix_first}")
        return
    if results.score < results.max_score or not results.passed:
        yield Remark(True, f"{name} gets {points_of(results.score, results.max_score)} points: {results.verdict}")
    for item in results.rubric:
        if item.points < item.max_points:
            yield Remark(True, f"{name} misses points of '{item.name}': {item.message}")
    for finding in results.findings:
        yield Remark(finding.severity is not Severity.WARNING, f"{name}, line {finding.line}: {finding.message}")
    if results.sweep is not None and results.sweep.ended:
        words = "sweep: {where: …} in config.yaml says which sizes are asked for"
        yield Remark(False, f"the sweep of more shapes ended early: {results.sweep.ended}; {words}")
    yield from _slow_cases(results)


def _slow_cases(results: Results) -> Iterator[Remark]:
    for case in results.cases:
        if case.seconds > SLOW_CASE_SECONDS:
            yield Remark(
                False, f"the case {case.name} takes {case.seconds:.1f} s on the emulator: students wait for it"
            )
    if results.seconds > SLOW_TOTAL_SECONDS:
        yield Remark(False, f"grading the reference takes {results.seconds:.0f} s in all")


def skeleton_remarks(assignment: Assignment, results: Results) -> Iterator[Remark]:
    """The skeleton must compile and score low."""
    name = assignment.config.skeleton or assignment.config.submission
    if not results.compile.ok:
        yield Remark(True, f"{name} does not compile: {results.fix_first}")
    if results.score > SKELETON_SHARE * results.max_score:
        yield Remark(True, f"{name} gets {points_of(results.score, results.max_score)} points with nothing done")
    if results.passed:
        yield Remark(True, f"{name} passes as it is")


def naive_remarks(assignment: Assignment, results: Results) -> Iterator[Remark]:
    """The naive kernel must be right, and must not pass where tiling is asked for."""
    name = assignment.config.naive
    wrong = [case.name for case in results.cases if case.status in (Status.FAILED, Status.TIMEOUT)]
    if not results.compile.ok:
        yield Remark(True, f"{name} does not compile: {results.fix_first}")
    elif wrong:
        yield Remark(True, f"{name}, the baseline, is wrong in {len(wrong)} cases, the first is {wrong[0]}")
    config = assignment.config
    if results.passed and config.must_be_met and config.points.requirements:
        yield Remark(True, f"{name} passes: it gets the points for '{lab_of(config).requirements_item}'")


def configuration_remarks(assignment: Assignment, reference: Results) -> Iterator[Remark]:
    """Points that nobody can reach, thresholds out of reach, families without points: of one part, or the only one."""
    config = assignment.config
    for name, family in assignment.families.items():
        if family.weight == 0:
            yield Remark(False, f"the family {assignment.named(name)} has weight 0 and gives no points")
    if config.points.performance:
        yield from _threshold_remarks(config, reference)


def _threshold_remarks(config: Config, reference: Results) -> Iterator[Remark]:
    highest = max(step.share for step in config.performance.traffic.thresholds)
    if highest < 1:
        yield Remark(True, f"performance.traffic: no threshold gives all points, the highest share is {highest:g}")
    if max(step.share for step in config.performance.time.thresholds) < 1:
        yield Remark(True, "performance.time: no threshold gives all points")
    for step in config.performance.time.thresholds:
        if isinstance(step.ratio, int | float) and step.ratio > TEXTBOOK_SPEEDUP:
            yield Remark(
                False,
                f"performance.time: the threshold {step.ratio:g} is beyond the textbook's tiled kernel, which is 1.2 to"
                f" {TEXTBOOK_SPEEDUP} times faster than naive on a recent GPU: only further optimisation reaches it",
            )
    if reference.performance and reference.performance.traffic_ratio:
        for threshold in reference.performance.thresholds:
            if threshold.ratio > reference.performance.traffic_ratio:
                yield Remark(
                    True,
                    f"performance.traffic: the threshold {threshold.ratio:g} is out of reach: the reference cuts"
                    f" traffic {reference.performance.traffic_ratio:g} times",
                )


def for_naive(assignment: Assignment) -> Assignment:
    """The same assignment for the naive kernel, whatever its name."""
    return replace(assignment, config=lab_of(assignment.config).for_naive(assignment.config), others=())
