"""Known mistakes with the findings that they must get, and the points of each kernel in a teacher's order.

A mistake is a small file, with the finding it must get, and on which line:

    // mistake: No barrier after a phase
    // group: barriers
    // expect: data-race                      accepted kinds
    // hint: second-barrier-missing           accepted hint rules; - for any hint
    …
    sum += As[ty][k] * Bs[k][tx];  // HERE    the finding or its other party must be on a line with this mark

The order of points: wrong everywhere < the naive kernel, which ignores the lesson < a kernel that applies it but lacks
a barrier or a guard < the solution; and a fault costs something even if all numbers are right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from grader.assignment import Assignment, AssignmentError, Config, YamlProblem
from grader.grading.rubric import HALF, WHOLE, charge
from grader.labs import lab_of
from grader.plaintext import points
from grader.results import Finding, Kind, Results, RubricItem, Severity, Status
from grader.results.base import variant_values
from grader.results.kinds import KINDS, SAFETY, SafetyRule

FOLDER = "reference/mistakes"
MARK = "HERE"
_HEADER = re.compile(r"^//\s*(mistake|group|expect|hint):\s*(.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownMistake:
    """One mistake: its description, and what must be found in it.

    `hints` maps names of rules to texts; several rules with the same name describe one misconception for several kinds.
    `names` maps all rules' texts to their names.
    """

    name: str
    title: str
    group: str
    kinds: tuple[Kind, ...]
    hints: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str]
    lines: tuple[int, ...]
    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Caught:
    """The result of grading a mistake. `failed` are cases with wrong numbers, `shown` the cases named in findings."""

    mistake: KnownMistake
    finding: Finding | None
    failed: frozenset[str]
    shown: frozenset[str]
    problem: str = ""

    @property
    def ok(self) -> bool:
        return not self.problem

    @property
    def only_by_checkers(self) -> bool:
        """Whether a fault was found although all numbers were right, so that no comparison of results could see it."""
        return self.finding is not None and self.finding.kind in SAFETY and not self.failed


def read_mistakes(assignment: Assignment) -> tuple[KnownMistake, ...]:
    """Return all mistakes of the assignment. Raise `AssignmentError` for an incomplete header."""
    paths = sorted(assignment.path(FOLDER).glob("*.cu"))
    return tuple(read_mistake(path, *(unit.config for unit in assignment.units)) for path in paths)


def read_mistake(path: Path, *configs: Config) -> KnownMistake:
    """Read one mistake from its file. Raise `AssignmentError` for an invalid header."""
    source = path.read_text(encoding="utf-8")
    header = dict(_HEADER.findall(source))
    missing = [key for key in ("mistake", "group", "expect", "hint") if key not in header]
    if missing:
        words = f"is missing: expected // {missing[0]}: …{' (- for any)' if missing[0] == 'hint' else ''}"
        raise AssignmentError(YamlProblem(str(path), 1, missing[0], words))
    known = {kind.value: kind for kind in Kind}
    unknown = [word for word in header["expect"].split() if word not in known]
    rules: dict[str, tuple[str, ...]] = {}
    for rule in (rule for config in configs for rule in lab_of(config).hint_table(config)):
        rules[rule.name] = (*rules.get(rule.name, ()), rule.hint)
    if unknown:
        words = f"'{unknown[0]}' is no finding's kind: they are {', '.join(known)}"
        raise AssignmentError(YamlProblem(str(path), 1, "expect", words))
    unknown = [word for word in header["hint"].split() if word not in rules and word != "-"]
    if unknown:
        words = f"'{unknown[0]}' is no hint's name: they are {', '.join(rules)}, and - for any"
        raise AssignmentError(YamlProblem(str(path), 1, "hint", words))
    lines = tuple(number for number, text in enumerate(source.split("\n"), 1) if f"// {MARK}" in text)
    return KnownMistake(
        name=path.stem,
        title=header["mistake"],
        group=header["group"],
        kinds=tuple(known[word] for word in header["expect"].split()),
        hints={word: rules.get(word, ()) for word in header["hint"].split()},
        names={text: name for name, texts in rules.items() for text in texts},
        lines=lines,
        path=path,
    )


def is_asked_for(mistake: KnownMistake, assignment: Assignment) -> bool:
    """Return whether grading looks for this mistake: not if it belongs to rubric items without points."""
    items = [KINDS[kind].item for kind in mistake.kinds]
    worth = [unit.config.points for unit in assignment.units]
    return any(item is None or any(getattr(points, item) > 0 for points in worth) for item in items)


def judge(mistake: KnownMistake, results: Results, explained: Sequence[Finding] = ()) -> Caught:
    """Judge whether there is a finding of an accepted kind, on the right line, with the right hint.

    `explained` are the findings of these results with what experiments tell; what either say counts.
    """
    fitting = [finding for finding in (*explained, *results.findings) if finding.kind in mistake.kinds]
    marked = set(mistake.lines)
    placed = [each for each in fitting if not marked or marked & {each.line, each.other.line if each.other else 0}]
    any_hint, expected = "-" in mistake.hints, {hint for hints in mistake.hints.values() for hint in hints}
    hinted = [finding for finding in placed if any_hint or finding.hint in expected]
    best = next(iter(hinted or placed or fitting), None)
    return Caught(
        mistake=mistake,
        finding=best,
        failed=frozenset(case.name for case in results.cases if case.status in (Status.FAILED, Status.TIMEOUT)),
        shown=frozenset(
            case for finding in results.findings if finding.severity is not Severity.GRADER for case in finding.cases
        ),
        problem=_problem(mistake, results, fitting, placed, hinted),
    )


def _problem(
    mistake: KnownMistake, results: Results, fitting: list[Finding], placed: list[Finding], hinted: list[Finding]
) -> str:
    if hinted:
        return ""
    if placed:
        hint = placed[0].hint or ""
        name = mistake.names.get(hint)
        return f"the hint is {f'{name}: ' if name else ''}'{hint}', expected {' or '.join(mistake.hints)}"
    if fitting:
        expected = " or ".join(map(str, mistake.lines))
        return f"{fitting[0].kind.value} is on line {fitting[0].line}, expected line {expected}"
    found = ", ".join(f"{finding.kind.value} (line {finding.line})" for finding in results.findings) or "nothing"
    return f"expected {' or '.join(kind.value for kind in mistake.kinds)}, found {found}"


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark about the assignment; `grave` ones make it unsound."""

    grave: bool
    text: str


# -- points ------------------------------------------------------------------------------------------------------------

LEAST_COST = {WHOLE: 0.15, HALF: 0.10}
"""Shares of all points: minimum cost of a race, an outside write or a missed barrier, and of a bad read."""
MOSTLY_WRONG = 0.5


class LessonPlace(Enum):
    """How far a kernel applies the lesson, best first."""

    SOLUTION = "the solution"
    SLOW = "right, at most with a warning"
    PARTLY = "partly as required"
    BARRIER = "a barrier missing"
    GUARD = "a guard or a value missing"
    SOMEWHERE = "wrong somewhere"
    NAIVE = "the baseline"
    UNMET = "not as required"
    WRONG = "wrong everywhere"
    NOT_RUN = "does not run"
    SKELETON = "nothing done"


_BELOW_NAIVE = (LessonPlace.WRONG, LessonPlace.NOT_RUN, LessonPlace.SKELETON)
_ABOVE_NAIVE = (LessonPlace.BARRIER, LessonPlace.GUARD)
_OF_ANY_KERNEL = ("correctness", "safety", "host")
_OTHER_ITEMS = (*_OF_ANY_KERNEL, "performance")
"""All except the item for requirements on counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One kernel's points. `charged` is the part of the safety item that its worst fault costs."""

    name: str
    place: LessonPlace
    score: float
    max_score: float
    items: tuple[RubricItem, ...]
    right: int
    cases: int
    charged: float

    @property
    def cost(self) -> float:
        """The share of all points that it lost."""
        return 1 - self.score / self.max_score if self.max_score else 1.0


def standing(name: str, results: Results, place: LessonPlace | None = None) -> Standing:
    """Return the standing of these results; `place` if it is known."""
    counted = [case for case in results.cases if case.max_points]
    return Standing(
        name=name,
        place=place or place_of(results),
        score=results.score,
        max_score=results.max_score,
        items=results.rubric,
        right=sum(case.status is Status.PASSED for case in counted),
        cases=len(counted),
        charged=max((charge(finding) for finding in results.findings), default=0.0),
    )


def place_of(results: Results) -> LessonPlace:
    """Classify a mistake by its results: whether it ran, where it is right, what was found."""
    results = next((section for section in results.sections if not section.passed), results)
    errors = [finding for finding in results.findings if finding.severity is Severity.ERROR]
    if not any(case.status in (Status.PASSED, Status.FAILED, Status.TIMEOUT) for case in results.cases):
        return LessonPlace.NOT_RUN
    if results.passed:
        return LessonPlace.SLOW
    demanded = [item.points for item in results.rubric if item.name not in _OTHER_ITEMS]
    learned = not demanded or any(demanded)
    if any(finding.kind in (Kind.NOT_TILED, Kind.REQUIREMENT) for finding in errors):
        return LessonPlace.PARTLY if learned else LessonPlace.UNMET
    correctness = next(item for item in results.rubric if item.name == "correctness")
    share = correctness.points / correctness.max_points
    if share < MOSTLY_WRONG and not (learned and share):
        return LessonPlace.WRONG
    if not learned:
        return LessonPlace.SOMEWHERE
    for case in results.cases:
        ragged = any(size % width for size in case.sizes.values() for width in variant_values(case.tile_width))
        if case.max_points and not ragged and case.status is not Status.PASSED:
            return LessonPlace.SOMEWHERE
    broken = [(KINDS[finding.kind].rule, finding.space) for finding in errors]
    missed = any(rule is SafetyRule.BARRIERS or (rule, space) == (SafetyRule.RACES, "shared") for rule, space in broken)
    return LessonPlace.BARRIER if missed else LessonPlace.GUARD


def in_order(standings: Sequence[Standing]) -> list[Standing]:
    """Sort by points (most first), then by the order of `LessonPlace`, then by name."""
    places = list(LessonPlace)
    return sorted(standings, key=lambda entry: (-entry.score, places.index(entry.place), entry.name))


def whole_remarks(standings: Sequence[Standing]) -> Iterator[Remark]:
    """For several parts together: a kernel that is wrong in any part must get less than the solution."""
    solution = next(entry for entry in standings if entry.place is LessonPlace.SOLUTION)
    for entry in standings:
        if entry.place not in (LessonPlace.SOLUTION, LessonPlace.SLOW) and entry.score >= solution.score:
            yield _out_of_order(entry, "less", solution)


def order_remarks(standings: Sequence[Standing], config: Config) -> Iterator[Remark]:
    """Report kernels out of a teacher's order, and faults that cost too little."""
    for entry in standings:
        least = LEAST_COST.get(entry.charged, 0.0)
        if entry.cost < least - 1e-9 and any(item.name == "safety" for item in entry.items):
            words = f"loses {entry.cost:.1%} of the points; a fault like that must cost at least {least:.0%}"
            yield Remark(True, f"{entry.name} {words}: raise points.safety")
    solution = next(entry for entry in standings if entry.place is LessonPlace.SOLUTION)
    naive = next(entry for entry in standings if entry.place is LessonPlace.NAIVE)
    for entry in standings:
        faulty = entry.place not in (LessonPlace.SOLUTION, LessonPlace.SLOW, LessonPlace.NAIVE)
        if faulty and entry.score >= solution.score:
            yield _out_of_order(entry, "less", solution)
        if entry.place in _BELOW_NAIVE and entry.score >= naive.score:
            yield _out_of_order(entry, "less", naive)
    if not config.points.requirements or not config.must_be_met:
        return  # then the naive kernel meets all requirements
    for item in naive.items:
        if item.name not in _OF_ANY_KERNEL and item.points > 0:
            earned = f"{naive.name} gets {points(item.points)} points for '{item.name}'"
            yield Remark(True, f"{earned}, which it shows nothing of")
    for entry in standings:
        if entry.place in _ABOVE_NAIVE and entry.score <= naive.score:
            yield _out_of_order(entry, "more", naive)
        if entry.place is LessonPlace.UNMET and entry.score > naive.score:
            yield _out_of_order(entry, "no more", naive)


def _out_of_order(entry: Standing, words: str, other: Standing) -> Remark:
    return Remark(
        True,
        f"{entry.name} ({entry.place.value}) gets {points(entry.score)} points, {other.name} {points(other.score)}:"
        f" it should get {words}",
    )
