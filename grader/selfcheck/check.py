"""Run all checks of `selfcheck` on one assignment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from grader.assignment import Assignment, AssignmentError, Config, YamlProblem
from grader.grading.pipeline import Session
from grader.grading.shapes import NO_SWEEP, Effort, reference_effort, usual_effort
from grader.labs import lab_of
from grader.plaintext import points_of
from grader.results import Results, Severity, Status
from grader.selfcheck.standings import (
    Caught,
    LessonPlace,
    Remark,
    Standing,
    in_order,
    is_asked_for,
    judge,
    order_remarks,
    read_mistakes,
    standing,
    whole_remarks,
)
from grader.selfcheck.survivors import Fate, MutantTrial, read_mutants, spoilt_remarks, try_mutants
from grader.submissions.submission import decode_submission

CheckProgress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """All graded kernels, most points first; `title` is that of the part to which the points belong."""

    title: str
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfCheck:
    """Result of the check. `cases` are the labels in order; `tables` starts with the total points, then one table per
    part.

    `mutants` is empty if they were left out.
    """

    assignment: str
    cases: tuple[str, ...]
    remarks: tuple[Remark, ...]
    tables: tuple[StandingsTable, ...]
    caught: tuple[Caught, ...]
    mutants: tuple[MutantTrial, ...]
    reference_source: str

    @property
    def slipped(self) -> tuple[Caught, ...]:
        """Mistakes that were not found as their headers say."""
        return tuple(entry for entry in self.caught if not entry.ok)

    @property
    def survivors(self) -> tuple[MutantTrial, ...]:
        """Mutants that are wrong somewhere, but not on any case."""
        return tuple(entry for entry in self.mutants if entry.fate is Fate.SURVIVED)

    @property
    def case_names(self) -> tuple[str, ...]:
        """The cases' names, once each for all tile widths."""
        return tuple(dict.fromkeys(case.split("@")[0] for case in self.cases))

    @property
    def sound(self) -> bool:
        return not self.slipped and not self.survivors and not any(remark.grave for remark in self.remarks)

    @property
    def idle_cases(self) -> tuple[str, ...]:
        """Cases without a mistake that only they show."""
        lonely: set[str] = set()
        for entry in self.caught:
            seen_in = {case.split("@")[0] for case in entry.failed | entry.shown}
            if len(seen_in) == 1:
                lonely |= seen_in
        return tuple(name for name in self.case_names if name not in lonely)


def check_assignment(
    assignment: Assignment, *, mutants: bool = True, progress: CheckProgress = lambda _: None
) -> SelfCheck:
    """Grade the reference, the skeleton, each part's naive kernel, every mistake and every mutant.

    Raise `AssignmentError` for a missing file, and for a mistake with an incomplete header.
    """
    config = assignment.config
    _require_files(config, assignment)
    mistakes = [mistake for mistake in read_mistakes(assignment) if is_asked_for(mistake, assignment)]
    source = assignment.text(config.reference)
    tried: list[MutantTrial] = []
    with Session(assignment, device="cpu", replays=None) as session:
        progress("reference")
        reference = _grade(session, assignment.path(config.reference), reference_effort)
        progress("skeleton")
        skeleton = _grade(session, assignment.path(config.skeleton or config.submission))
        wrong: dict[str, Results] = {}
        caught = []
        for mistake in mistakes:
            progress(mistake.name)
            graded = session.grade(decode_submission(mistake.path.read_bytes(), path=mistake.path))
            wrong[mistake.name] = graded.results
            caught.append(judge(mistake, graded.results, graded.with_explanations().findings))
        kernels = [opened for opened in session.opened if not opened.config.whole_program]
        for opened in kernels if mutants and reference.passed else ():
            progress(f"mutants {opened.assignment.title}".strip())
            read = read_mutants(opened, session.emulators[0], source)
            tried += try_mutants(opened, session.emulators, read, source)
        remarks = [remark for opened in kernels for remark in spoilt_remarks(opened, session.emulators[0])]
    remarks += [*reference_remarks(assignment, reference), *skeleton_remarks(assignment, skeleton)]
    tables = []
    for number, unit in enumerate(assignment.units):
        progress(f"naive {unit.title}".strip())
        with Session(for_naive(unit), device="cpu") as session:
            naive = _grade(session, unit.path(unit.config.naive), lambda _: NO_SWEEP)
        here = {name: results.sections[number] for name, results in wrong.items()}
        if unit.part:  # only mistakes that concern it
            here = {name: results for name, results in here.items() if not results.passed or results.findings}
        remarks += [*configuration_remarks(unit, reference.sections[number]), *naive_remarks(unit, naive)]
        standings = _standings(unit.config, reference.sections[number], skeleton.sections[number], here)
        standings.append(standing(unit.config.naive, naive, LessonPlace.NAIVE))
        remarks += order_remarks(standings, unit.config)
        tables.append(StandingsTable(unit.title, tuple(in_order(standings))))
    if assignment.parts:
        together = _standings(config, reference, skeleton, wrong)
        remarks += whole_remarks(together)
        tables.insert(0, StandingsTable("", tuple(in_order(together))))
    return SelfCheck(
        assignment=config.assignment,
        cases=tuple(case.label for case in assignment.cases()),
        remarks=tuple(remarks),
        tables=tuple(tables),
        caught=tuple(caught),
        mutants=tuple(tried),
        reference_source=source,
    )


def _require_files(config: Config, assignment: Assignment) -> None:
    """Raise if reference or skeleton is missing: grading needs neither, so nothing else checks."""
    wanted = {
        "reference": (config.reference, "the solution, which every student is measured by"),
        "skeleton": (config.skeleton or config.submission, "what students start from"),
    }
    problems = [
        YamlProblem(name, 0, "", f"no such file: add {what}, or say in config.yaml where it is ({key}: …)")
        for key, (name, what) in wanted.items()
        if not assignment.path(name).is_file()
    ]
    if problems:
        raise AssignmentError(*problems)


def _standings(config: Config, reference: Results, skeleton: Results, wrong: Mapping[str, Results]) -> list[Standing]:
    return [
        standing(config.reference, reference, LessonPlace.SOLUTION),
        standing(config.skeleton or config.submission, skeleton, LessonPlace.SKELETON),
        *(standing(name, results) for name, results in wrong.items()),
    ]


def _grade(session: Session, path: Path, effort: Callable[[Config], Effort] = usual_effort) -> Results:
    return session.grade(decode_submission(path.read_bytes(), path=path), effort=effort).results


TEXTBOOK_SPEEDUP = 1.75
"""Largest measured speedup of the textbook's tiled kernel over the naive one (T = 32, an H200, 1024³)."""
SKELETON_SHARE = 0.25
SLOW_CASE_SECONDS = 1.0
SLOW_TOTAL_SECONDS = 30.0


def reference_remarks(assignment: Assignment, results: Results) -> Iterator[Remark]:
    """The reference must get all points, without findings, in reasonable time."""
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
        words = "it has used up its time for all sizes; sweep: {where: …} in config.yaml says which sizes are asked for"
        yield Remark(False, f"the sweep of more shapes ended early: {results.sweep.ended}; {words}")
    for case in results.cases:
        if case.seconds > SLOW_CASE_SECONDS:
            yield Remark(
                False, f"the case {case.name} takes {case.seconds:.1f} s on the emulator: students wait for it"
            )
    if results.seconds > SLOW_TOTAL_SECONDS:
        yield Remark(False, f"grading the reference takes {results.seconds:.0f} s in all")


def skeleton_remarks(assignment: Assignment, results: Results) -> Iterator[Remark]:
    """The skeleton must compile and get few points."""
    name = assignment.config.skeleton or assignment.config.submission
    if not results.compile.ok:
        yield Remark(True, f"{name} does not compile: {results.fix_first}")
    if results.score > SKELETON_SHARE * results.max_score:
        yield Remark(True, f"{name} gets {points_of(results.score, results.max_score)} points with nothing done")
    if results.passed:
        yield Remark(True, f"{name} passes as it is")


def naive_remarks(assignment: Assignment, results: Results) -> Iterator[Remark]:
    """The naive kernel must be right, but must not pass if tiling is required."""
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
    """Report unreachable points and thresholds, and families without points, for one part."""
    config = assignment.config
    for name, family in assignment.families.items():
        if family.weight == 0:
            yield Remark(False, f"the family {assignment.named(name)} has weight 0 and gives no points")
    if not config.points.performance:
        return
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
    """Return the assignment with the naive kernel as the one to grade."""
    return replace(assignment, config=assignment.config.for_baseline, others=())
