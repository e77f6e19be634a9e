"""Everything that `selfcheck` finds out about one assignment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grader.assignment import Assignment, AssignmentError, Config, Problem
from grader.checking.shapes import NO_SWEEP, Effort, reference_effort, usual_effort
from grader.grade import Session
from grader.results import Results
from grader.selfcheck.mistakes import Caught, is_asked_for, judge, read_mistakes
from grader.selfcheck.remarks import Remark
from grader.selfcheck.soundness import (
    configuration_remarks,
    for_naive,
    naive_remarks,
    reference_remarks,
    skeleton_remarks,
)
from grader.selfcheck.standings import Place, Standing, in_order, order_remarks, standing, whole_remarks
from grader.selfcheck.survivors import Fate, Tried, read_mutants, try_mutants
from grader.submission import decode_submission

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Table:
    """All kernels graded, most points first; `title` is that of the part whose points they are."""

    title: str
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfCheck:
    """What was found. `cases` are the labels in order; `tables` has one of all points, and of several parts each one.

    `mutants` is empty when they were left out.
    """

    assignment: str
    cases: tuple[str, ...]
    remarks: tuple[Remark, ...]
    tables: tuple[Table, ...]
    caught: tuple[Caught, ...]
    mutants: tuple[Tried, ...]
    reference_source: str

    @property
    def standings(self) -> tuple[Standing, ...]:
        """All kernels graded, most points first."""
        return self.tables[0].standings

    @property
    def slipped(self) -> tuple[Caught, ...]:
        """Mistakes that were not found as their headers say."""
        return tuple(entry for entry in self.caught if not entry.ok)

    @property
    def survivors(self) -> tuple[Tried, ...]:
        """Mutants that are wrong somewhere, which no case shows."""
        return tuple(entry for entry in self.mutants if entry.fate is Fate.SURVIVED)

    @property
    def case_names(self) -> tuple[str, ...]:
        """The cases' names, each once whatever the tile widths."""
        return tuple(dict.fromkeys(case.split("@")[0] for case in self.cases))

    @property
    def sound(self) -> bool:
        return not self.slipped and not self.survivors and not any(remark.grave for remark in self.remarks)

    @property
    def idle_cases(self) -> tuple[str, ...]:
        """Cases that show no mistake which another case does not show as well."""
        lonely: set[str] = set()
        for entry in self.caught:
            seen_in = {case.split("@")[0] for case in entry.failed | entry.shown}
            if len(seen_in) == 1:
                lonely |= seen_in
        return tuple(name for name in self.case_names if name not in lonely)


def check_assignment(assignment: Assignment, *, mutants: bool = True, progress: Progress = lambda _: None) -> SelfCheck:
    """Grade the reference, the skeleton, the naive kernel of each part, every mistake and every mutant.

    Raises `AssignmentError` for a file that is not there, and a mistake whose header does not say what it expects.
    """
    config = assignment.config
    _require_files(config, assignment)
    mistakes = [mistake for mistake in read_mistakes(assignment) if is_asked_for(mistake, assignment)]
    source = assignment.text(config.reference)
    tried: list[Tried] = []
    with Session(assignment, device="cpu", replays=None) as session:
        progress("reference")
        reference = _grade(session, assignment.path(config.reference), reference_effort)
        progress("skeleton")
        skeleton = _grade(session, assignment.path(config.skeleton or config.submission))
        wrong: dict[str, Results] = {}
        for mistake in mistakes:
            progress(mistake.name)
            wrong[mistake.name] = _grade(session, mistake.path)
        for work in session.workplaces if mutants and reference.passed else ():
            progress(f"mutants {work.assignment.title}".strip())
            read = read_mutants(work, session.emulators[0], source)
            tried += try_mutants(work, session.emulators, read, source)
    remarks = [*reference_remarks(assignment, reference), *skeleton_remarks(assignment, skeleton)]
    tables = []
    for number, unit in enumerate(assignment.units):
        progress(f"naive {unit.title}".strip())
        graded = _Graded(
            reference=reference.sections[number],
            skeleton=skeleton.sections[number],
            naive=_naive(unit),
            wrong={name: results.sections[number] for name, results in wrong.items()},
        )
        remarks += [*configuration_remarks(unit, graded.reference), *naive_remarks(unit, graded.naive)]
        standings = graded.standings(unit)
        remarks += order_remarks(standings, unit.config)
        tables.append(Table(unit.title, tuple(in_order(standings))))
    if assignment.parts:
        together = [
            standing(config.reference, reference, Place.SOLUTION),
            standing(config.skeleton or config.submission, skeleton, Place.SKELETON),
            *(standing(name, results) for name, results in wrong.items()),
        ]
        remarks += whole_remarks(together)
        tables.insert(0, Table("", tuple(in_order(together))))
    return SelfCheck(
        assignment=config.assignment,
        cases=tuple(case.label for case in assignment.cases()),
        remarks=tuple(remarks),
        tables=tuple(tables),
        caught=tuple(judge(mistake, wrong[mistake.name]) for mistake in mistakes),
        mutants=tuple(tried),
        reference_source=source,
    )


def _require_files(config: Config, assignment: Assignment) -> None:
    """Grading needs neither of them, so nothing has looked for them so far."""
    wanted = {
        "reference": (config.reference, "the solution, which every student is measured by"),
        "skeleton": (config.skeleton or config.submission, "what students start from"),
    }
    problems = [
        Problem(name, 0, "", f"no such file: add {what}, or say in config.yaml where it is ({key}: …)")
        for key, (name, what) in wanted.items()
        if not assignment.path(name).is_file()
    ]
    if problems:
        raise AssignmentError(*problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Graded:
    """What was graded for one part, or for an assignment that has none."""

    reference: Results
    skeleton: Results
    naive: Results
    wrong: dict[str, Results]

    def standings(self, unit: Assignment) -> list[Standing]:
        """Who gets how many of its points: of mistakes those that are in this part."""
        config = unit.config
        return [
            standing(config.reference, self.reference, Place.SOLUTION),
            standing(config.skeleton or config.submission, self.skeleton, Place.SKELETON),
            *(standing(name, one) for name, one in self.wrong.items() if not unit.part or _is_told_of(one)),
            standing(config.naive, self.naive, Place.NAIVE),
        ]


def _is_told_of(results: Results) -> bool:
    return not results.passed or bool(results.findings)


def _naive(unit: Assignment) -> Results:
    with Session(for_naive(unit), device="cpu") as session:
        return _grade(session, unit.path(unit.config.naive), lambda _: NO_SWEEP)


def _grade(session: Session, path: Path, effort: Callable[[Config], Effort] = usual_effort) -> Results:
    return session.grade(decode_submission(path.read_bytes(), path=path), effort=effort)
