"""The one model of what is said of a submission: plain values, made once of its results, no HTML but its source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import NamedTuple

from grader.plaintext import points_of
from grader.report.add_sentences import Mistake
from grader.report.causes import steps
from grader.report.drawings import MapView, map_view
from grader.report.format import clipped, count, joined, plural, shortened
from grader.report.history import EarlierGrading, SinceView, since_line, since_view
from grader.report.mistakes import Annotation, FindingView, annotations_of, finding_views, mistakes_of
from grader.report.next_steps import BeyondView, beyond_view, next_step
from grader.report.redact import for_student
from grader.report.replayview import ReplayView, left_out, replay_views
from grader.report.source import CountsView, SourceLine, counts_view, source_lines
from grader.report.traffic import TimingView, TrafficView, timing_view, traffic_view
from grader.results import Case, Diagnostic, Kind, Recording, Results, Severity, Status
from grader.results.replay.product import PRODUCT
from grader.words import words
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


@dataclass(frozen=True)
class View:
    """Everything that is said of one submission: page, terminal, exports and notebook read it, each in its own form.

    `results` are what the reader may see; `graded` are all, with the hidden cases that count. `previous` is the last
    grading of the same file, `history` the scores before it. Each part is made when it is first asked for.
    """

    results: Results
    graded: Results
    previous: Results | None = None
    history: Sequence[EarlierGrading] = ()

    @classmethod
    def of(cls, results: Results, previous: Results | None = None, history: Sequence[EarlierGrading] = ()) -> View:
        """Return the view of results as they are."""
        return cls(results, results, previous, history)

    @classmethod
    def for_student(cls, results: Results) -> View:
        """Return the view of what a student may see."""
        return cls(for_student(results), results)

    @property
    def name(self) -> str:
        """The student, or the file."""
        return self.results.submission.student or PurePath(self.results.submission.path).name

    @property
    def points(self) -> str:
        """What was earned, as "75 of 100"."""
        return points_of(self.results.score, self.results.max_score)

    @property
    def title(self) -> str:
        """The points that count, or what `check` found; and the name."""
        results = self.results
        told = results.verdict.rstrip(".") if results.check is not None else points_of(results.final, results.max_score)
        return f"{told} · {self.name}"

    @cached_property
    def grader_fault(self) -> bool:
        """Whether the grader itself failed somewhere."""
        return self.results.fault is not None

    @property
    def tone(self) -> str:
        """`passed`, `failed`, or `grader` where nothing but the grader itself failed, or lacks something."""
        if self.results.passed:
            return "passed"
        student = any(finding.severity is Severity.ERROR for finding in self.results.findings)
        failed = any(case.status in (Status.FAILED, Status.TIMEOUT) for case in self.results.cases)
        not_judged = self.grader_fault or self.results.refused is not None
        return "grader" if not_judged and not student and not failed else "failed"

    # --- what was found

    @cached_property
    def findings(self) -> tuple[FindingView, ...]:
        """All findings, numbered, the costly ones first."""
        anchors = {case.name: f"case-{index}" for index, case in reversed(list(enumerate(self.results.cases, 1)))}
        return finding_views(self.results, len(self._source[0]), anchors)

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The first mistakes in full, with their lines; without any, what is worth knowing."""
        return mistakes_of(self.results)

    @property
    def fix_first(self) -> str:
        """What to fix first, in one paragraph with its line; empty where nothing is to be fixed."""
        return self.mistakes[0].text if self.results.fix_first else ""

    @property
    def listed(self) -> tuple[FindingView, ...]:
        """The findings as a list; empty where the first callout has told the only one."""
        return self.findings if len(self.findings) > 1 or not self.results.fix_first else ()

    @cached_property
    def annotations(self) -> tuple[Annotation, ...]:
        """What tools show on lines: errors before warnings, the compiler's first; nothing twice."""
        return annotations_of(self.results, self.mistakes)

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """The cause, a step at a time."""
        return steps(self.results)

    @property
    def topics(self) -> tuple[Topic, ...]:
        """The lesson's ideas that findings link to."""
        named = {finding.topic.name for finding in self.findings if finding.topic}
        return tuple(topic for name, topic in topics().items() if name in named)

    @cached_property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The compiler's errors."""
        return tuple(each for each in self.results.compile.diagnostics if each.severity == "error")

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The compiler's first messages."""
        return tuple(
            row.model_copy(update={"message": clipped(row.message)})
            for row in self.results.compile.diagnostics[:DIAGNOSTICS_SHOWN]
        )

    # --- the source

    @cached_property
    def _source(self) -> tuple[list[SourceLine], str]:
        return source_lines(self.results.submission.source, self.results.lines)

    @property
    def code(self) -> tuple[CodeLine, ...]:
        """The source with what was found on its lines."""
        told = {(finding.line, finding.message) for finding in self.results.findings}
        # a compiler error is already a finding on this line: say it once
        new = [row for row in self.diagnostics if not any(at == row.line and row.message in text for at, text in told)]
        return tuple(
            CodeLine(
                line=line,
                findings=tuple(finding for finding in self.findings if finding.line == line.number),
                also=tuple(finding for finding in self.findings if line.number in finding.other_lines),
                diagnostics=tuple(row for row in new if row.line == line.number),
            )
            for line in self._source[0]
        )

    @property
    def code_note(self) -> str:
        """What was left out of the source."""
        return self._source[1]

    @cached_property
    def has_counts(self) -> bool:
        """Whether lines were counted."""
        return any(line.gutter.title for line in self._source[0])

    @cached_property
    def counts(self) -> CountsView | None:
        """The counts of launches outside an assignment."""
        return counts_view(self.results)

    @property
    def output(self) -> str:
        """What the kernel printed."""
        return shortened(self.results.output)[0]

    @property
    def output_note(self) -> str:
        """What was left out of it."""
        return shortened(self.results.output)[1]

    # --- cases, points and figures

    @cached_property
    def sections(self) -> tuple[SectionView, ...]:
        """What was graded separately: the parts, or all."""
        titles = [(part.title, f"-{part.name}") for part in self.results.parts] or [("", "")]
        views, before = list[SectionView](), 0
        for (title, key), section in zip(titles, self.results.sections, strict=True):
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

    @cached_property
    def since(self) -> SinceView | None:
        """What has changed since last time."""
        return since_view(self.results, self.previous, self.history)

    @property
    def since_line(self) -> str:
        """Likewise on one line; empty where nothing came before."""
        return since_line(self.results, self.previous)

    @cached_property
    def onward(self) -> str:
        """What to try next where nothing is to be fixed."""
        return next_step(self.results)

    @cached_property
    def beyond(self) -> BeyondView | None:
        """What comes after all points."""
        return beyond_view(self.results)

    # --- replays

    @cached_property
    def _recordings(self) -> tuple[Recording, ...]:
        """Those of all parts, each told with its part."""
        return self.results.recordings + tuple(
            recording.model_copy(
                update={"title": f"{part.title}: {recording.title}" if recording.title else part.title}
            )
            for part in self.results.parts
            for recording in part.results.recordings
        )

    @cached_property
    def _first_kind(self) -> Kind | None:
        return next((finding.kind for finding in self.results.findings), None)

    @cached_property
    def replays(self) -> tuple[ReplayView, ...]:
        """The recordings as the page steps through them."""
        return replay_views(self._recordings, self._first_kind)

    @property
    def replay_first(self) -> int:
        """The replay to be seen first: of the kind of the first finding, else the first that shows a fault."""
        faulty = [number for number, view in enumerate(self.replays) if view.faulty]
        of_kind = [number for number in faulty if self._first_kind and self.replays[number].kind is self._first_kind]
        return next(iter([*of_kind, *faulty]), 0)

    @property
    def replay_under(self) -> int:
        """The number of the finding that the replay stands under; 0 where it stands by itself."""
        first = next(iter(self.findings), None)
        shown = first and first.severity == Severity.ERROR.value and any(view.faulty for view in self.replays)
        return first.number if first and shown else 0

    @property
    def replay_lede(self) -> str:
        """What the replays are, and what the page leaves out."""
        say = words("page")
        faulty, product = any(view.faulty for view in self.replays), self.results.words.lab == PRODUCT
        return f"{say['replay'](faulty=faulty, product=product)} {left_out(self._recordings)}".rstrip()


class Form(NamedTuple):
    """A format that a view is written in: an export."""

    FILE_NAME: str
    render: Callable[[View], str]


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
    families = []
    for name, cases in grouped.items():
        reasons = {view.case.reason for view in cases}
        others = [view.case.name for view in cases if view.case.status is not Status.PASSED]
        families.append(
            FamilyView(
                name=name,
                reason=reasons.pop() if len(reasons) == 1 else "",
                cases=tuple(cases),
                summary=f"{len(cases) - len(others)} of {len(cases)}",
                passed=not others,
                not_passed=joined(others),
            )
        )
    return tuple(families), note


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


def sweep_words(results: Results) -> str:
    """At how many shapes the kernel is right, and where it is not; empty where nothing was tried."""
    sweep = results.sweep
    if sweep is None or not (sweep.shapes or sweep.counterexample or sweep.ended):
        return ""
    if sweep.counterexample:
        return f"Right at {plural(sweep.shapes, 'more shape')} before the sweep found {sweep.counterexample}."
    words = f"Right at {plural(sweep.shapes, 'more shape')}"
    words += f", every combination of sizes up to {count(sweep.side)} among them." if sweep.side else "."
    return f"{words} The sweep ended early: {sweep.ended}." if sweep.ended else words
