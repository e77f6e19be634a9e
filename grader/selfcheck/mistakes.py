"""Known mistakes of an assignment: small files, each with the finding it must get, and on which line.

// mistake: No barrier after a phase
// group: barriers
// expect: data-race                      accepted kinds
// hint: second-barrier-missing           accepted hint rules; - for any hint
…
sum += As[ty][k] * Bs[k][tx];  // HERE    the finding or its other party must be on a line with this mark
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.assignment import Assignment, AssignmentError, Config, YamlProblem
from grader.labs import lab_of
from grader.results import Finding, Kind, Results, Severity, Status
from grader.results.kinds import KINDS, SAFETY

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
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Caught:
    """The result of grading a mistake. `failed` are cases with wrong numbers, `shown` the cases named in findings."""

    mistake: KnownMistake
    finding: Finding | None
    right_hint: bool
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
        raise AssignmentError(YamlProblem(str(path), 1, missing[0], f"is missing: expected // {missing[0]}: …"))
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
        source=source,
    )


def is_asked_for(mistake: KnownMistake, assignment: Assignment) -> bool:
    """Return whether grading looks for this mistake: not if it belongs to rubric items without points."""
    items = [KINDS[kind].item for kind in mistake.kinds]
    worth = [unit.config.points for unit in assignment.units]
    return any(item is None or any(getattr(points, item) > 0 for points in worth) for item in items)


def judge(mistake: KnownMistake, results: Results) -> Caught:
    """Judge whether the results contain a finding of an accepted kind, on the right line, with the right hint."""
    fitting = [finding for finding in results.findings if finding.kind in mistake.kinds]
    placed = [finding for finding in fitting if _on_line(finding, mistake)]
    hinted = [finding for finding in placed if _hinted(finding, mistake)]
    best = next(iter(hinted or placed or fitting), None)
    return Caught(
        mistake=mistake,
        finding=best,
        right_hint=bool(hinted),
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
        return f"{fitting[0].kind.value} is on line {fitting[0].line}, expected line {_words(mistake.lines)}"
    found = ", ".join(f"{finding.kind.value} (line {finding.line})" for finding in results.findings) or "nothing"
    return f"expected {' or '.join(kind.value for kind in mistake.kinds)}, found {found}"


def _words(lines: tuple[int, ...]) -> str:
    return " or ".join(map(str, lines))


def _on_line(finding: Finding, mistake: KnownMistake) -> bool:
    other = finding.other.line if finding.other else 0
    return not mistake.lines or finding.line in mistake.lines or other in mistake.lines


def _hinted(finding: Finding, mistake: KnownMistake) -> bool:
    return "-" in mistake.hints or any(finding.hint in hints for hints in mistake.hints.values())
