"""Findings as the report shows them: numbered, linked to lines, cases and the lesson's ideas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.report.topics import Topic, kind_title, topic_for
from grader.report.wording import count, dim3, plural
from grader.results import Finding, Kind, Results, Severity

CASES_SHOWN = 4

_SEVERITY_WORDS = {Severity.ERROR: "costs points", Severity.WARNING: "worth knowing", Severity.GRADER: "not your fault"}

_COUNTED = {Kind.WRONG_RESULT: "cell", Kind.UNWRITTEN_OUTPUT: "cell", Kind.INPUT_MODIFIED: "case"}
"""What `Finding.count` counts, where it is not how often an access was seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingView:
    """One finding: `number` counts from 1, `line` is 0 when it belongs to no line that is shown."""

    number: int
    kind: str
    title: str
    severity: str
    severity_words: str
    line: int
    other_line: int
    message: str
    hint: str
    where: str
    repeats: str
    cases: tuple[tuple[str, str], ...]
    more_cases: str
    topic: Topic | None
    instruction: str


def finding_views(results: Results, shown_lines: int, case_anchors: Mapping[str, str]) -> tuple[FindingView, ...]:
    """Every finding, the costly ones first, else in the order given."""
    order = {Severity.ERROR: 0, Severity.GRADER: 1, Severity.WARNING: 2}
    ranked = sorted(results.findings, key=lambda finding: order[finding.severity])
    return tuple(_view(number, finding, shown_lines, case_anchors) for number, finding in enumerate(ranked, 1))


def _view(number: int, finding: Finding, shown_lines: int, anchors: Mapping[str, str]) -> FindingView:
    names = finding.cases or ((finding.case,) if finding.case else ())
    other = finding.other.line if finding.other else 0
    return FindingView(
        number=number,
        kind=finding.kind.value,
        title=kind_title(finding.kind),
        severity=finding.severity.value,
        severity_words=_SEVERITY_WORDS[finding.severity],
        line=finding.line if 0 < finding.line <= shown_lines else 0,
        other_line=other if 0 < other <= shown_lines and other != finding.line else 0,
        message=finding.message,
        hint=finding.hint or "",
        where=_where(finding),
        repeats=f"{plural(finding.count, _COUNTED.get(finding.kind, 'time'))} in all" if finding.count > 1 else "",
        cases=tuple((name, anchors.get(name, "")) for name in names[:CASES_SHOWN]),
        more_cases=f"and {count(len(names) - CASES_SHOWN)} more" if len(names) > CASES_SHOWN else "",
        topic=topic_for(finding.kind, finding.topic),
        instruction=finding.instruction or "",
    )


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
