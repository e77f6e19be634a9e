"""What is said on the lines of the student's file: findings, numbered and linked, and annotations for other tools."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from grader.report.add_sentences import Mistake
from grader.report.format import clipped, count, dim3, plural
from grader.results import Finding, Kind, Results, Severity
from grader.results.kinds import KINDS, FoundBy
from grader.results.replay.product import PRODUCT
from grader.words.tables import Topic, finding_words, topics

CASES_SHOWN = 4

_SEVERITY_WORDS = {Severity.ERROR: "costs points", Severity.WARNING: "worth knowing", Severity.GRADER: "not your fault"}
_WITHOUT_POINTS = {**_SEVERITY_WORDS, Severity.ERROR: "a fault"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingView:
    """One finding: `number` counts from 1, `line` is 0 when it belongs to no line that is shown.

    `also` are the messages of findings told together with it, `other_lines` every further line that it is about.
    """

    number: int
    title: str
    severity: str
    severity_words: str
    line: int
    other_line: int
    other_lines: tuple[int, ...]
    message: str
    also: tuple[str, ...]
    hint: str
    same_hint_as: int
    where: str
    repeats: str
    cases: tuple[tuple[str, str], ...]
    more_cases: str
    topic: Topic | None


def finding_views(results: Results, shown_lines: int, case_anchors: Mapping[str, str]) -> tuple[FindingView, ...]:
    """Every finding, the costly ones first, else in the order given."""
    order = {Severity.ERROR: 0, Severity.GRADER: 1, Severity.WARNING: 2}
    severity_words = _SEVERITY_WORDS if results.check is None else _WITHOUT_POINTS
    ideas = topics() if results.words.lab == PRODUCT else {}  # the paragraphs are those of the product's lesson
    hinted: dict[str | None, int] = {}
    views = []
    for number, group in enumerate(_grouped(sorted(results.findings, key=lambda each: order[each.severity])), 1):
        finding, *others = group
        words, names = finding_words()[finding.kind.value], finding.cases or ((finding.case,) if finding.case else ())
        shown = {line for one in group for line in _lines(one) if 0 < line <= shown_lines}
        other = finding.other.line if finding.other else 0
        same_hint_as = hinted.setdefault(finding.hint, number)
        ways = ("The other way round" if each.array == finding.array else "Likewise" for each in others)
        views.append(
            FindingView(
                number=number,
                title=words.title,
                severity=finding.severity.value,
                severity_words=severity_words[finding.severity],
                line=finding.line if finding.line in shown else 0,
                other_line=other if other in shown and other != finding.line else 0,
                other_lines=tuple(sorted(shown - {finding.line})),
                message=clipped(finding.message),
                also=tuple(f"{way}: {clipped(each.message)}" for way, each in zip(ways, others, strict=True)),
                hint=clipped(finding.hint or ""),
                same_hint_as=same_hint_as if same_hint_as != number else 0,
                where=_where(finding),
                repeats=f"{plural(finding.count, words.counts)} in all" if finding.count > 1 else "",
                cases=tuple((name, case_anchors.get(name, "")) for name in names[:CASES_SHOWN]),
                more_cases=f"and {count(len(names) - CASES_SHOWN)} more" if len(names) > CASES_SHOWN else "",
                topic=ideas.get(finding.topic or "", ideas.get(KINDS[finding.kind].topic or "")),
            )
        )
    return tuple(views)


def _grouped(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Races that one change mends are told together: the same hint, and a line that they have in common.

    One missing barrier races on both tiles, and on each as write after read and as read after write.
    """
    groups: list[list[Finding]] = []
    for finding in findings:
        mended = (finding.kind, finding.severity, finding.hint)
        alike = (
            group
            for group in groups
            if (group[0].kind, group[0].severity, group[0].hint) == mended and _lines(group[0]) & _lines(finding)
        )
        known = next(alike, None) if finding.kind is Kind.DATA_RACE else None
        if known is None:
            groups.append([finding])
        else:
            known.append(finding)
    return groups


def _lines(finding: Finding) -> set[int]:
    """The source lines of both accesses of a race, or the one line."""
    return {finding.line, finding.other.line} if finding.other else {finding.line}


def _where(finding: Finding) -> str:
    """Both parties of a race, or the one thread; empty when the finding is about no thread."""
    if finding.thread is None:
        return ""
    first = f"thread {dim3(finding.thread)}"
    block = f" of block {dim3(finding.block)}" if finding.block is not None else ""
    if finding.other is None:
        return f"{first}{block}"
    second = f"thread {dim3(finding.other.thread)}"
    if finding.block is not None and finding.other.block != finding.block:
        return f"{first}{block} and {second} of block {dim3(finding.other.block)}"
    return f"{first} and {second}{block}"


def place(finding: Finding) -> str:
    """Where it happened: `line 41, block (0,0,0), thread (3,0,0)`, as far as known."""
    parts = [f"line {finding.line}"] if finding.line else []
    if finding.block is not None:
        parts.append("block ({},{},{})".format(*finding.block))
    if finding.thread is not None:
        parts.append("thread ({},{},{})".format(*finding.thread))
    return ", ".join(parts)


def describe(finding: Finding) -> str:
    """The finding in up to three lines: kind and message, place and count, hint."""
    lines = [f"{finding.kind.value}: {finding.message}"]
    repeats = f"{finding.count:,} times" if finding.count > 1 else ""
    cases = f"in {len(finding.cases)} cases" if len(finding.cases) > 1 else ""
    where = [text for text in (place(finding), ", ".join(filter(None, (repeats, cases)))) if text]
    if where:
        lines.append(f"  at {'; '.join(where)}")
    if finding.hint:
        lines.append(f"  help: {finding.hint}")
    return "\n".join(lines)


COMPILER = "compiler"
GRADERS_FAULT = "the grader's own fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """One message on a line. `line` and `column` count from 1, 0 where unknown; `title` is the kind, or who says it.

    `others` are lines that have part in it, each with what happens there: a race has two.
    """

    severity: Literal["error", "warning"]
    title: str
    message: str
    line: int = 0
    column: int = 0
    where: str = ""
    hint: str = ""
    others: tuple[tuple[int, str], ...] = ()

    @property
    def text(self) -> str:
        """All that is said, in up to three lines: the message, the thread that it is about, and what helps."""
        help_ = f"Help: {self.hint}" if self.hint else ""
        return "\n".join(line for line in (self.message, self.where, help_) if line)


def annotations_of(results: Results, mistakes: Sequence[Mistake] = ()) -> tuple[Annotation, ...]:
    """Errors before warnings, what the compiler says before what runs have shown; nothing twice.

    Of the `mistakes`, the lines that must change, what is wrong there is said too.
    """
    said = (
        Annotation(
            severity="error" if each.severity == "error" else "warning",
            title=COMPILER,
            message=each.message,
            line=each.line,
            column=each.column,
            hint=each.hint or "",
        )
        for each in results.compile.diagnostics
        if each.severity in ("error", "warning")
    )
    found = list(dict.fromkeys([*said, *_of_findings(results)]))
    for mistake in mistakes:
        found = _with_mistake(found, mistake)
    return tuple(sorted(found, key=lambda mark: mark.severity != "error"))


def _with_mistake(found: list[Annotation], mistake: Mistake) -> list[Annotation]:
    """With the finding's annotation on the line that must change, and on the characters that are wrong there."""
    finding = mistake.finding
    if finding is None or not mistake.line or KINDS[finding.kind].source is FoundBy.COMPILER:
        return found
    at = finding.line
    place = next((n for n, each in enumerate(found) if (each.title, each.line) == (finding.kind.value, at)), -1)
    if place < 0:
        return found
    told = replace(found[place], column=mistake.column or found[place].column, hint=mistake.reason or found[place].hint)
    if at != mistake.line:
        here = (at, f"{finding_words()[finding.kind.value].title}: it was seen here") if at else None
        others = tuple(other for other in (here, *told.others) if other and other[0] != mistake.line)
        told = replace(told, message=mistake.seen or told.message, line=mistake.line, others=others)
    return [*found[:place], told, *found[place + 1 :]]


def file_in_workspace(path: str) -> str:
    """The file by its path in the repository, as tools that show a repository's files look for it.

    That is relative to GitHub's workspace where there is one, else to the working directory; a file elsewhere keeps
    its whole path.
    """
    absolute = Path(path).absolute()
    for folder in (os.environ.get("GITHUB_WORKSPACE"), Path.cwd()):
        if folder and absolute.is_relative_to(folder):
            return absolute.relative_to(folder).as_posix()
    return Path(path).as_posix()


def _of_findings(results: Results) -> Iterator[Annotation]:
    """A compile error is a diagnostic and a finding; one mark on its line is enough."""
    told = {each.line for each in results.compile.diagnostics if each.severity == "error"}
    for finding in results.findings:
        error = finding.severity is Severity.ERROR
        if not (error and finding.line in told):
            other, title = finding.other, finding_words()[finding.kind.value].title
            others = (
                ((other.line, f"{title}: the other access ({other.access}) is here"),) if other and other.line else ()
            )
            yield Annotation(
                severity="error" if error else "warning",
                title=GRADERS_FAULT if finding.severity is Severity.GRADER else finding.kind.value,
                message=finding.message,
                line=finding.line,
                column=finding.column,
                where=place(finding),
                hint=finding.hint or "",
                others=tuple(others),
            )
