"""What the page of one submission shows, computed from its results: plain values, no HTML but highlighted source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from grader.plaintext import points_of
from grader.report.causes import steps
from grader.report.changes import Scored, SinceView, since_view
from grader.report.errormap import MapView, map_view
from grader.report.findings import FindingView, finding_views
from grader.report.format import clipped, joined, plural, shortened
from grader.report.next_steps import BeyondView, beyond_view, next_step
from grader.report.replayview import ReplayView, left_out, replay_views
from grader.report.source import CountsView, SourceLine, counts_view, source_lines
from grader.report.sweep import sweep_words
from grader.report.timing import TimingView, timing_view
from grader.report.traffic import TrafficView, traffic_view
from grader.results import Case, Diagnostic, Kind, Recording, Results, Severity, Status
from grader.results.replay.product import PRODUCT
from grader.words.tables import Topic, topics

MARKS = {
    Status.PASSED: "✓",
    Status.FAILED: "✗",
    Status.SKIPPED: "–",
    Status.TIMEOUT: "◷",
    Status.ERROR: "!",
}
WORDS = {
    Status.PASSED: "passed",
    Status.FAILED: "failed",
    Status.SKIPPED: "not run",
    Status.TIMEOUT: "did not end",
    Status.ERROR: "grader’s fault",
}
DIAGNOSTICS_SHOWN = 50
MAPS_DRAWN = 24
"""Failed cases drawn with a map; the others keep their numbers (a page must stay small)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeLine:
    """A source line with the findings on it and the findings that name it as their other party."""

    line: SourceLine
    findings: tuple[FindingView, ...]
    also: tuple[FindingView, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseView:
    """One case: `maps` are drawn when it failed, one of each output that is not right."""

    case: Case
    anchor: str
    mark: str
    word: str
    maps: tuple[MapView, ...]
    open: bool
    pattern: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyView:
    """The cases of one family in order, with the reason that they share (else empty).

    `not_passed` names those that did not pass: what paper shows instead of each.
    """

    name: str
    reason: str
    cases: tuple[CaseView, ...]
    summary: str
    passed: bool
    not_passed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionView:
    """The cases and the figures of what was graded by itself: of each part, with its `title`, or of all.

    `key` makes the names of places on the page different in each.
    """

    title: str
    key: str
    results: Results
    families: tuple[FamilyView, ...]
    cases_summary: str
    maps_note: str
    traffic: TrafficView | None
    timing: TimingView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """Everything that the page shows; the replay stands under the finding numbered `replay_under`, by itself if 0."""

    results: Results
    steps: tuple[str, ...]
    title: str
    tone: str
    grader_fault: bool
    score_share: float
    findings: tuple[FindingView, ...]
    loose_findings: tuple[FindingView, ...]
    code: tuple[CodeLine, ...]
    code_note: str
    counts: CountsView | None
    has_counts: bool
    sections: tuple[SectionView, ...]
    topics: tuple[Topic, ...]
    diagnostics: tuple[Diagnostic, ...]
    output: str
    output_note: str
    device_words: str
    name: str
    fix_first_link: str
    onward: str
    beyond: BeyondView | None
    replay_under: int
    listed: tuple[FindingView, ...]
    replays: tuple[ReplayView, ...] = ()
    replay_first: int = 0
    replay_lede: str = ""
    since: SinceView | None = None


def page_view(
    results: Results,
    previous: Results | None = None,
    history: Sequence[Scored] = (),
) -> PageView:
    """The page of `results`; `previous` and `history` tell what happened before."""
    lines, note = source_lines(results.submission.source, results.lines)
    anchors = {case.name: f"case-{index}" for index, case in reversed(list(enumerate(results.cases, 1)))}
    findings = finding_views(results, len(lines), anchors)
    if results.words.lab != PRODUCT:  # the paragraphs are those of the product's lesson
        findings = tuple(replace(finding, topic=None) for finding in findings)
    output, output_note = shortened(results.output)
    first = next((finding.kind for finding in results.findings), None)
    replays = replay_views(_recordings(results), first)
    return PageView(
        results=results,
        title=f"{_result(results)} · {_name(results)}",
        tone=_tone(results),
        grader_fault=_grader_fault(results),
        score_share=max(0.0, min(1.0, results.final / results.max_score)) if results.max_score else 0.0,
        findings=findings,
        loose_findings=tuple(finding for finding in findings if not finding.line),
        code=_code(lines, findings, results),
        code_note=note,
        counts=counts_view(results),
        has_counts=any(line.gutter.title for line in lines),
        sections=_sections(results),
        topics=_topics(findings),
        diagnostics=_diagnostics(results),
        output=output,
        output_note=output_note,
        device_words=_device_words(results),
        name=_name(results),
        fix_first_link=f"#finding-{findings[0].number}" if findings else "#code",
        onward=next_step(results),
        beyond=beyond_view(results),
        replay_under=_replay_under(findings, replays),
        steps=steps(results),
        # one finding that the first callout has already told needs no list
        listed=findings if len(findings) > 1 or not results.fix_first else (),
        replays=replays,
        replay_first=_opened(replays, first),
        replay_lede=f"{_replay_lede(replays, results.words.lab)} {left_out(_recordings(results))}".rstrip(),
        since=since_view(results, previous, history),
    )


def _result(results: Results) -> str:
    """The points, where there are any."""
    if results.check is not None:
        return results.verdict.rstrip(".")
    return points_of(results.final, results.max_score)


def _sections(results: Results) -> tuple[SectionView, ...]:
    titles = [(part.title, f"-{part.name}") for part in results.parts] or [("", "")]
    views, before = [], 0
    for (title, key), section in zip(titles, results.sections, strict=True):
        families, note = _families(section, before, MAPS_DRAWN // len(titles))
        before += len(section.cases)
        views.append(
            SectionView(
                title=title,
                key=key,
                results=section,
                families=families,
                cases_summary=f"{_cases_summary(section)} {sweep_words(section)}".strip(),
                maps_note=note,
                traffic=traffic_view(section),
                timing=timing_view(section.performance, section.words),
            )
        )
    return tuple(views)


def _recordings(results: Results) -> tuple[Recording, ...]:
    """Those of all parts, each told with its part."""
    return results.recordings + tuple(
        recording.model_copy(update={"title": f"{part.title}: {recording.title}" if recording.title else part.title})
        for part in results.parts
        for recording in part.results.recordings
    )


def _opened(replays: Sequence[ReplayView], first: Kind | None) -> int:
    """The replay to be seen first: of the kind of the first finding, else the first that shows a fault."""
    faulty = [number for number, view in enumerate(replays) if view.faulty]
    of_kind = [number for number in faulty if first is not None and replays[number].kind is first]
    return next(iter([*of_kind, *faulty]), 0)


def _replay_lede(replays: Sequence[ReplayView], lab: str) -> str:
    opening = "This is a recorded run of your own code, one block of it. Step through it: "
    if any(view.faulty for view in replays):
        opening = "This is your own code where it goes wrong, as it was recorded. Step back to see how it came about: "
    if lab == PRODUCT:
        rest = "the tiles in shared memory, who waits at a barrier, and how one cell of C comes about."
    else:
        rest = "what is in shared memory, who waits at a barrier, and what one thread did up to there."
    return f"{opening}the line that runs, the elements it touches, {rest}"


def _replay_under(findings: Sequence[FindingView], replays: Sequence[ReplayView]) -> int:
    """The finding that the replay shows: the first, where it costs points and the recording goes wrong; else 0."""
    shown = findings and findings[0].severity == Severity.ERROR.value and any(view.faulty for view in replays)
    return findings[0].number if shown else 0


def _diagnostics(results: Results) -> tuple[Diagnostic, ...]:
    return tuple(
        row.model_copy(update={"message": clipped(row.message)})
        for row in results.compile.diagnostics[:DIAGNOSTICS_SHOWN]
    )


def _name(results: Results) -> str:
    return results.submission.student or PurePath(results.submission.path).name


def _grader_fault(results: Results) -> bool:
    return any(case.status is Status.ERROR for case in results.cases) or any(
        finding.severity.value == "grader" for finding in results.findings
    )


def _tone(results: Results) -> str:
    if results.passed:
        return "passed"
    student = any(finding.severity.value == "error" for finding in results.findings)
    failed = any(case.status in (Status.FAILED, Status.TIMEOUT) for case in results.cases)
    return "grader" if _grader_fault(results) and not student and not failed else "failed"


def _code(lines: Sequence[SourceLine], findings: Sequence[FindingView], results: Results) -> tuple[CodeLine, ...]:
    on: dict[int, list[FindingView]] = defaultdict(list)
    also: dict[int, list[FindingView]] = defaultdict(list)
    for finding in findings:
        on[finding.line].append(finding)
        for line in finding.other_lines:
            also[line].append(finding)
    said = {(finding.line, finding.message) for finding in results.findings}
    diagnostics: dict[int, list[Diagnostic]] = defaultdict(list)
    for diagnostic in _diagnostics(results):
        # a compiler error is already a finding on this line: say it once
        covered = any(line == diagnostic.line and diagnostic.message in message for line, message in said)
        if not covered:
            diagnostics[diagnostic.line].append(diagnostic)
    return tuple(
        CodeLine(
            line=line,
            findings=tuple(on.get(line.number, ())),
            also=tuple(also.get(line.number, ())),
            diagnostics=tuple(diagnostics.get(line.number, ())),
        )
        for line in lines
    )


def _families(results: Results, before: int, most_maps: int) -> tuple[tuple[FamilyView, ...], str]:
    """The families in order, `before` cases standing above them, and what is to be said of maps that are not drawn."""
    grouped: dict[str, list[CaseView]] = defaultdict(list)
    drawn = left = 0
    for index, case in enumerate(results.cases, before + 1):
        maps: tuple[MapView, ...] = ()
        if case.map is not None and case.status is not Status.PASSED:
            if drawn < most_maps:
                maps = tuple(map_view(case, chart, results.words) for chart in (case.map, *case.more_maps))
                drawn += 1
            else:
                left += 1
        grouped[case.family].append(
            CaseView(
                case=case,
                anchor=f"case-{index}",
                mark=MARKS[case.status],
                word=WORDS[case.status],
                maps=maps,
                open=bool(maps) and drawn == 1,
                pattern=maps[0].pattern if maps and maps[0].pattern not in case.message else "",
            )
        )
    note = f"{plural(left, 'more failed case')} without a map here, to keep the page small." if left else ""
    return tuple(_family(name, cases) for name, cases in grouped.items()), note


def _family(name: str, cases: list[CaseView]) -> FamilyView:
    reasons = {view.case.reason for view in cases}
    right = sum(view.case.status is Status.PASSED for view in cases)
    return FamilyView(
        name=name,
        reason=reasons.pop() if len(reasons) == 1 else "",
        cases=tuple(cases),
        summary=f"{right} of {len(cases)}",
        passed=right == len(cases),
        not_passed=joined([view.case.name for view in cases if view.case.status is not Status.PASSED]),
    )


def _cases_summary(results: Results) -> str:
    if not results.cases:
        return "No case was run."
    total = len(results.cases)
    right = sum(case.status is Status.PASSED for case in results.cases)
    if right == total:
        return f"All {plural(total, 'case')} pass." if total > 1 else "The one case passes."
    others = [
        f"{amount} {word}"
        for status, word in WORDS.items()
        if status is not Status.PASSED and (amount := sum(case.status is status for case in results.cases))
    ]
    return f"{right} of {total} cases pass; {joined(others)}."


def _topics(findings: Sequence[FindingView]) -> tuple[Topic, ...]:
    named = {finding.topic.name for finding in findings if finding.topic}
    return tuple(topic for name, topic in topics().items() if name in named)


def _device_words(results: Results) -> str:
    if results.device.kind == "gpu":
        return f"Ran on the GPU: {results.device.name}."
    return f"Ran on the CPU: {results.device.name}."
