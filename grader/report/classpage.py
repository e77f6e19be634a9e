"""The page of a whole class: scores, the case × submission matrix, the commonest findings, ranks, links."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from urllib.parse import quote

from grader.files import write_whole
from grader.plaintext import points
from grader.report.causes import lesson
from grader.report.drawings import cells_path
from grader.report.format import number, plural, times
from grader.report.page import render
from grader.results import SWEEP, Kind, Results, Severity, Status
from grader.results.base import labelled
from grader.words.tables import finding_words

SIGNS = {Status.PASSED: ".", Status.FAILED: "x", Status.TIMEOUT: "t", Status.SKIPPED: "s", Status.ERROR: "e"}
_CLASSES = {"x": "failed", "t": "timeout", "s": "skipped", "e": "error", " ": "absent"}
HARDEST_SHOWN = 12
TALLIES_SHOWN = 12
LIKENESSES_SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRow:
    """One submission: `href` is the relative URL of its own report, `cases` maps a case's label to how it ended.

    `kinds` are the kinds of findings that cost points, `ratio` the measured speed against naive, `traffic_ratio` how
    many times fewer bytes it loads, `rubric` the title, points and possible points of each item; `problem` says why a
    submission has no results (then only `score` can be there, where the instructor has given one). `score` is what
    counts; where it is not what was `graded`, `why` tells the reason. `cause` is its cause in a few words.
    """

    student: str
    href: str = ""
    score: float = 0.0
    max_score: float = 0.0
    passed: bool = False
    verdict: str = ""
    cases: dict[str, Status] = field(default_factory=dict)
    kinds: tuple[Kind, ...] = ()
    grader_fault: bool = False
    ratio: float | None = None
    traffic_ratio: float | None = None
    baseline: str = "naive"
    rubric: tuple[tuple[str, float, float], ...] = ()
    problem: str = ""
    graded: float = 0.0
    why: str = ""
    cause: str = ""

    @property
    def status(self) -> str:
        """How it ended, in a word or two."""
        if self.problem:
            return "grader’s fault" if self.grader_fault else "not graded"
        return "passed" if self.passed else "did not pass"


def class_row(results: Results, href: str, student: str | None = None) -> ClassRow:
    """The row of one graded submission."""
    performance = next((section.performance for section in results.sections if section.performance), None)
    timings = performance.timing if performance else ()
    return ClassRow(
        student=student or results.submission.student or results.submission.path,
        href=href,
        score=results.final,
        graded=results.score,
        why=" ".join(step.words for step in results.adjustments),
        max_score=results.max_score,
        passed=results.passed,
        verdict=results.verdict,
        cases=_cases(results),
        kinds=tuple(dict.fromkeys(row.kind for row in results.findings if row.severity is Severity.ERROR)),
        problem=results.refused or "",
        grader_fault=results.fault is not None and not results.refused,
        ratio=timings[0].ratio if timings else None,
        traffic_ratio=performance.traffic_ratio if performance else None,
        baseline=results.words.baseline,
        cause=lesson(results),
        rubric=tuple((item.title, item.points, item.max_points) for item in results.rubric),
    )


def _cases(results: Results) -> dict[str, Status]:
    """How each case ended; the shapes that sweeps found differ from kernel to kernel and share one column a width."""
    listed = {case.name: case.status for case in results.cases if case.family != SWEEP}
    columns = [f"{part.name}/{SWEEP}" for part in results.parts] or [SWEEP]
    for column, section in zip(columns, results.sections, strict=True):
        swept = dict.fromkeys(section.sweep.tile_widths if section.sweep else (), Status.PASSED)
        swept |= {case.tile_width: case.status for case in section.cases if case.family == SWEEP}
        listed |= {labelled(column, width): status for width, status in swept.items()}
    return listed


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A row as drawn: `paths` from class to SVG path over the cases in order, `words` and `marks` for the filters.

    `passing` of the `listed` cases passed; a sweep's shapes are none of them. `alike` counts the others whose
    submissions are like this one.
    """

    row: ClassRow
    href: str
    paths: dict[str, str]
    passing: int
    listed: int
    cells: str
    kinds: tuple[str, ...]
    speed: str
    speed_value: float
    words: str
    marks: tuple[str, ...]
    alike: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Something counted over the class: `share` of the largest, `who` has it, each with a link."""

    name: str
    amount: int
    share: float
    words: str
    who: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """Submissions that are alike, as indices of the page's rows with the share that they have in common.

    1.0 is for those that are equal but for names and layout. `threshold` is the share from which on they are told,
    `problem` says why none are known.
    """

    found: Sequence[tuple[Sequence[int], float]] = ()
    threshold: float = 1.0
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LikenessView:
    """What the page says of it: each group's students with links and how alike they are; `more` are not shown."""

    groups: tuple[tuple[tuple[tuple[str, str], ...], str], ...]
    more: int
    threshold: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassView:
    """Everything on the class page."""

    title: str
    handed_in: int
    facts: tuple[tuple[str, str], ...]
    histogram: tuple[Tally, ...]
    items: tuple[Tally, ...]
    kinds: tuple[Tally, ...]
    causes: tuple[Tally, ...]
    hardest: tuple[Tally, ...]
    alike: LikenessView
    labels: tuple[str, ...]
    rows: tuple[TableRow, ...]
    timed: bool
    baseline: str


def class_view(rows: Sequence[ClassRow], title: str = "Class", likeness: Likeness | None = None) -> ClassView:
    """The view of `rows`, in the order of the students' names."""
    likeness = likeness or Likeness()
    labels = tuple(dict.fromkeys(label for row in rows for label in row.cases))
    timed = any(row.ratio is not None for row in rows)
    order = sorted(range(len(rows)), key=lambda index: _natural(rows[index].student))
    ordered = [rows[index] for index in order]
    pairs = {pair for group, _ in likeness.found for pair in permutations(group, 2)}
    alike = Counter(one for one, _ in pairs)  # how many others each row is like
    return ClassView(
        title=title,
        handed_in=_handed_in(rows),
        facts=tuple(_facts(rows)),
        histogram=_histogram(rows),
        items=_items(rows),
        kinds=_tallies(ordered, lambda row: [finding_words()[kind.value].title for kind in row.kinds]),
        causes=_tallies(ordered, lambda row: [row.cause] if row.cause else []),
        hardest=_hardest(rows),
        alike=_likeness_view(likeness, rows),
        labels=labels,
        rows=tuple(_table_row(rows[index], labels, alike[index], timed=timed) for index in order),
        timed=timed,
        baseline=next((row.baseline for row in rows if row.cases), "naive"),
    )


def class_html(rows: Sequence[ClassRow], title: str = "Class", likeness: Likeness | None = None) -> str:
    """The class page as one self-contained document."""
    return render("class.html", page=class_view(rows, title, likeness))


def write_class_page(
    rows: Sequence[ClassRow], path: Path, title: str = "Class", likeness: Likeness | None = None
) -> None:
    """Write the class page to `path`, whole or not at all; raises `OSError` when it cannot be written."""
    write_whole(path, class_html(rows, title, likeness))


def _likeness_view(likeness: Likeness, rows: Sequence[ClassRow]) -> LikenessView:
    shown = [
        (
            tuple((rows[index].student, _link(rows[index])) for index in group),
            "equal but for names and layout" if share >= 1.0 else f"{int(100 * share)} % in common",
        )
        for group, share in likeness.found[:LIKENESSES_SHOWN]
    ]
    return LikenessView(
        groups=tuple(shown),
        more=max(0, len(likeness.found) - len(shown)),
        threshold=f"{likeness.threshold:.0%}".replace("%", " %"),
        problem=likeness.problem,
    )


def _link(row: ClassRow) -> str:
    """Relative to this page: a name with a colon would otherwise be read as a scheme."""
    return f"./{quote(row.href, safe='/%')}" if row.href else ""


def _graded(rows: Sequence[ClassRow]) -> list[ClassRow]:
    return [row for row in rows if not row.problem]


def _handed_in(rows: Sequence[ClassRow]) -> int:
    """Return how many there are to grade: not those of whom nothing is there, or nothing that can be graded."""
    return sum(not row.problem or row.grader_fault for row in rows)


def _facts(rows: Sequence[ClassRow]) -> list[tuple[str, str]]:
    graded = _graded(rows)
    scores = [row.score for row in graded]
    facts = [("submissions", str(_handed_in(rows))), ("pass everything", str(sum(row.passed for row in graded)))]
    if scores:
        facts += [("median", points(statistics.median(scores))), ("mean", points(round(statistics.fmean(scores), 1)))]
    faults = sum(row.grader_fault for row in graded)
    problems = len(rows) - len(graded)
    if faults:
        facts.append(("with a grader’s fault", str(faults)))
    if problems:
        facts.append(("not graded", str(problems)))
    return facts


def _histogram(rows: Sequence[ClassRow]) -> tuple[Tally, ...]:
    """Ten bins of tenths of the points, and the full score apart."""
    shares = (max(0.0, min(1.0, row.score / row.max_score)) if row.max_score else 0.0 for row in _graded(rows))
    bins: Counter[int] = Counter(min(10, int(share * 10 + 1e-9)) for share in shares)
    most = max(bins.values(), default=1)
    return tuple(
        Tally(
            name="100 %" if index == 10 else f"{index * 10} %",
            amount=bins[index],
            share=bins[index] / most,
            words=f"{plural(bins[index], 'submission')} with "
            + ("all points" if index == 10 else f"{index * 10} to under {index * 10 + 10} % of the points"),
        )
        for index in range(11)
    )


def _tallies(rows: Sequence[ClassRow], names: Callable[[ClassRow], Sequence[str]]) -> tuple[Tally, ...]:
    """How many submissions have each of these names, and whose they are; the commonest first."""
    having: dict[str, list[ClassRow]] = {}
    for row in rows:
        for name in names(row):
            having.setdefault(name, []).append(row)
    ranked = sorted(having.items(), key=lambda item: -len(item[1]))[:TALLIES_SHOWN]
    most = len(ranked[0][1]) if ranked else 1
    return tuple(
        Tally(
            name=name,
            amount=len(some),
            share=len(some) / most,
            words=plural(len(some), "submission"),
            who=tuple((row.student, _link(row)) for row in some),
        )
        for name, some in ranked
    )


def _natural(name: str) -> list[tuple[str, int]]:
    """As people sort names: `group 2` before `group 10`, whatever the case."""
    return [(word, int(digits or 0)) for word, digits in re.findall(r"(\D*)(\d{0,9})", name.casefold())]


def _items(rows: Sequence[ClassRow]) -> tuple[Tally, ...]:
    """The mean of each rubric item over the graded submissions, in the rubric's order."""
    earned: dict[str, list[tuple[float, float]]] = {}
    for row in _graded(rows):
        for title, got, possible in row.rubric:
            earned.setdefault(title, []).append((got, possible))
    tallies = []
    for title, results in earned.items():
        mean, possible = statistics.fmean(got for got, _ in results), max(most for _, most in results)
        words = f"{points(round(mean, 1))} of {points(possible)}"
        tallies.append(Tally(name=title, amount=len(results), share=mean / possible if possible else 0.0, words=words))
    return tuple(tallies)


def _hardest(rows: Sequence[ClassRow]) -> tuple[Tally, ...]:
    """The cases by the share of submissions that fail them, at whatever tile width."""
    run: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for row in rows:
        ended: dict[str, bool] = {}
        for label, status in row.cases.items():
            name = label.partition("@")[0]
            ended[name] = ended.get(name, False) or status in (Status.FAILED, Status.TIMEOUT)
        run.update(ended.keys())
        failed.update(name for name, has_failed in ended.items() if has_failed)
    ranked = sorted(failed, key=lambda name: -failed[name] / run[name])[:HARDEST_SHOWN]
    return tuple(
        Tally(
            name=name, amount=failed[name], share=failed[name] / run[name], words=f"{failed[name]} of {run[name]} fail"
        )
        for name in ranked
    )


def _table_row(row: ClassRow, labels: Sequence[str], alike: int, *, timed: bool) -> TableRow:
    cells = "".join(SIGNS[row.cases[label]] if label in row.cases else " " for label in labels)
    listed = [status for label, status in row.cases.items() if label.partition("@")[0].rpartition("/")[2] != SWEEP]
    kinds = tuple(finding_words()[kind.value].title for kind in row.kinds)
    speed = row.ratio if timed else row.traffic_ratio
    return TableRow(
        row=row,
        href=_link(row),
        paths={name: path for sign, name in _CLASSES.items() if (path := cells_path((cells,), sign))},
        passing=sum(status is Status.PASSED for status in listed),
        listed=len(listed),
        cells=cells,
        kinds=kinds,
        speed=times(speed) if speed is not None else "",
        speed_value=speed if speed is not None else -1.0,
        words=" ".join(
            [row.student, row.verdict, row.problem, row.status, number(row.score), row.cause, *kinds]
        ).casefold(),
        marks=(row.status, *(["changed"] if row.why else []), *(["alike"] if alike else [])),
        alike=alike,
    )
