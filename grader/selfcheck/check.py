"""Everything that `selfcheck` finds out about one assignment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grader.assignment import Assignment
from grader.checking.shapes import NO_SWEEP, Effort, reference_effort
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
from grader.selfcheck.standings import Place, Standing, in_order, order_remarks, standing
from grader.selfcheck.survivors import Fate, Tried, read_mutants, try_mutants
from grader.submission import decode_submission

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfCheck:
    """What was found. `cases` are the labels in order; `standings` all kernels graded, most points first.

    `mutants` is empty when they were left out.
    """

    assignment: str
    cases: tuple[str, ...]
    remarks: tuple[Remark, ...]
    standings: tuple[Standing, ...]
    caught: tuple[Caught, ...]
    mutants: tuple[Tried, ...]
    reference_source: str

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
    """Grade the reference, the skeleton, the naive kernel, every mistake and every mutant.

    Raises `AssignmentError` for a mistake whose header does not say what it expects.
    """
    config = assignment.config
    mistakes = [mistake for mistake in read_mistakes(assignment) if is_asked_for(mistake, config)]
    with Session(assignment, device="cpu") as session:
        progress("reference")
        reference = _grade(session, assignment.path(config.reference), reference_effort(config))
        progress("skeleton")
        skeleton = _grade(session, assignment.path(config.skeleton or config.submission))
        remarks = [*reference_remarks(assignment, reference), *skeleton_remarks(assignment, skeleton)]
        remarks += configuration_remarks(assignment, reference)
        standings = [
            standing(config.reference, reference, Place.SOLUTION),
            standing(config.skeleton or config.submission, skeleton, Place.SKELETON),
        ]
        caught = []
        for mistake in mistakes:
            progress(mistake.name)
            results = _grade(session, mistake.path)
            caught.append(judge(mistake, results))
            standings.append(standing(mistake.name, results))
        source = assignment.text(config.reference)
        tried: list[Tried] = []
        if mutants and reference.passed:
            progress("mutants")
            mutants_read = read_mutants(session.workplace, session.emulators[0], source)
            tried = try_mutants(session.workplace, session.emulators, mutants_read, source)
    progress("naive")
    with Session(for_naive(assignment), device="cpu") as session:
        naive = _grade(session, assignment.path(config.naive), NO_SWEEP)
        remarks += naive_remarks(assignment, naive)
        standings.append(standing(config.naive, naive, Place.NAIVE))
    remarks += order_remarks(standings, config)
    return SelfCheck(
        assignment=config.assignment,
        cases=tuple(case.label for case in assignment.cases()),
        remarks=tuple(remarks),
        standings=tuple(in_order(standings)),
        caught=tuple(caught),
        mutants=tuple(tried),
        reference_source=source,
    )


def _grade(session: Session, path: Path, effort: Effort | None = None) -> Results:
    return session.grade(decode_submission(path.read_bytes(), path=path), effort=effort)
