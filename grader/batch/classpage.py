"""The page of a whole class: scores, the case × submission matrix, the commonest findings, ranks, links."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations

from grader.batch.gradebook import FAULT, GradebookRow
from grader.batch.similarity import Alike
from grader.plaintext import points
from grader.report.drawings import cells_path
from grader.report.format import number, plural, times
from grader.report.page import render
from grader.results import SWEEP, Status
from grader.words.tables import finding_words

SIGNS = {Status.PASSED: ".", Status.FAILED: "x", Status.TIMEOUT: "t", Status.SKIPPED: "s", Status.ERROR: "e"}
_CLASSES = {"x": "failed", "t": "timeout", "s": "skipped", "e": "error", " ": "absent"}
HARDEST_SHOWN = 12
TALLIES_SHOWN = 12
LIKENESSES_SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A row as drawn: `paths` from class to SVG path over the cases in order, `words` and `marks` for the filters.

    `passing` of the `listed` cases passed; a sweep's shapes are none of them. `alike` counts the others whose
    submissions are like this one.
    """

    row: GradebookRow
    status: str
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
    who: tuple[GradebookRow, ...] = ()


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
    alike: Alike
    alike_groups: tuple[tuple[tuple[GradebookRow, ...], str], ...]
    labels: tuple[str, ...]
    rows: tuple[TableRow, ...]
    timed: bool
    baseline: str


def class_view(rows: Sequence[GradebookRow], title: str = "Class", alike: Alike | None = None) -> ClassView:
    """The view of `rows`, in the order of the students' names."""
    alike = alike or Alike()
    labels = tuple(dict.fromkeys(label for row in rows for label in row.by_label))
    timed = any(row.ratio is not None for row in rows)
    order = sorted(
        range(len(rows)),
        key=lambda index: [
            # as people sort names: `group 2` before `group 10`, whatever the case
            (word, int(digits or 0))
            for word, digits in re.findall(r"(\D*)(\d{0,9})", rows[index].student.name.casefold())
        ],
    )
    ordered = [rows[index] for index in order]
    pairs = {pair for group, _ in alike.found for pair in permutations(group, 2)}
    like = Counter(one for one, _ in pairs)  # how many others each row is like
    # not those of whom nothing is there, or nothing that can be graded
    handed_in = sum(not row.problem or row.status == FAULT for row in rows)
    return ClassView(
        title=title,
        handed_in=handed_in,
        facts=tuple(_facts(rows, handed_in)),
        histogram=_histogram(rows),
        items=_items(rows),
        kinds=_tallies(ordered, _titles),
        causes=_tallies(ordered, lambda row: [row.cause] if row.cause else []),
        hardest=_hardest(rows),
        alike=alike,
        alike_groups=tuple(
            (
                tuple(rows[index] for index in group),
                "equal but for names and layout" if share >= 1.0 else f"{int(100 * share)} % in common",
            )
            for group, share in alike.found[:LIKENESSES_SHOWN]
        ),
        labels=labels,
        rows=tuple(_table_row(rows[index], labels, like[index], timed=timed) for index in order),
        timed=timed,
        baseline=next((row.baseline for row in rows if row.by_label), "naive"),
    )


def class_html(rows: Sequence[GradebookRow], title: str = "Class", alike: Alike | None = None) -> str:
    """The class page as one self-contained document."""
    return render("class.html", page=class_view(rows, title, alike), fault=FAULT)


def _graded(rows: Sequence[GradebookRow]) -> list[GradebookRow]:
    return [row for row in rows if not row.problem]


def _facts(rows: Sequence[GradebookRow], handed_in: int) -> list[tuple[str, str]]:
    graded = _graded(rows)
    scores = [row.final or 0.0 for row in graded]
    facts = [("submissions", str(handed_in)), ("pass everything", str(sum(row.passed for row in graded)))]
    if scores:
        facts += [("median", points(statistics.median(scores))), ("mean", points(round(statistics.fmean(scores), 1)))]
    faults = sum(row.status == FAULT for row in graded)
    problems = len(rows) - len(graded)
    if faults:
        facts.append(("with a grader’s fault", str(faults)))
    if problems:
        facts.append(("not graded", str(problems)))
    return facts


def _histogram(rows: Sequence[GradebookRow]) -> tuple[Tally, ...]:
    """Ten bins of tenths of the points, and the full score apart."""
    shares = (max(0.0, min(1.0, (row.final or 0.0) / row.max_score)) if row.max_score else 0.0 for row in _graded(rows))
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


def _tallies(rows: Sequence[GradebookRow], names: Callable[[GradebookRow], Sequence[str]]) -> tuple[Tally, ...]:
    """How many submissions have each of these names, and whose they are; the commonest first."""
    having: dict[str, list[GradebookRow]] = {}
    for row in rows:
        for name in names(row):
            having.setdefault(name, []).append(row)
    ranked = sorted(having.items(), key=lambda item: -len(item[1]))[:TALLIES_SHOWN]
    most = len(ranked[0][1]) if ranked else 1
    return tuple(
        Tally(
            name=name, amount=(have := len(some)), share=have / most, words=plural(have, "submission"), who=tuple(some)
        )
        for name, some in ranked
    )


def _items(rows: Sequence[GradebookRow]) -> tuple[Tally, ...]:
    """The mean of each rubric item over the graded submissions, in the rubric's order."""
    earned: dict[str, list[tuple[float, float]]] = {}
    for row in _graded(rows):
        for item in row.rubric:
            earned.setdefault(item.title, []).append((item.points, item.max_points))
    tallies = []
    for title, results in earned.items():
        mean, possible = statistics.fmean(got for got, _ in results), max(most for _, most in results)
        words = f"{points(round(mean, 1))} of {points(possible)}"
        tallies.append(Tally(name=title, amount=len(results), share=mean / possible if possible else 0.0, words=words))
    return tuple(tallies)


def _hardest(rows: Sequence[GradebookRow]) -> tuple[Tally, ...]:
    """The cases by the share of submissions that fail them, at whatever tile width."""
    run: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for row in rows:
        ended: dict[str, bool] = {}
        for label, status in row.by_label.items():
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


def _titles(row: GradebookRow) -> list[str]:
    return [finding_words()[kind].title() for kind in row.findings]


def _table_row(row: GradebookRow, labels: Sequence[str], alike: int, *, timed: bool) -> TableRow:
    cells = "".join(SIGNS[row.by_label[label]] if label in row.by_label else " " for label in labels)
    listed = [status for label, status in row.by_label.items() if label.partition("@")[0].rpartition("/")[2] != SWEEP]
    kinds, status = tuple(_titles(row)), "passed" if row.passed else "did not pass"
    if row.problem:
        status = "grader’s fault" if row.status == FAULT else "not graded"
    speed = row.ratio if timed else row.traffic_ratio
    return TableRow(
        row=row,
        status=status,
        paths={name: path for sign, name in _CLASSES.items() if (path := cells_path((cells,), sign))},
        passing=sum(status is Status.PASSED for status in listed),
        listed=len(listed),
        cells=cells,
        kinds=kinds,
        speed=times(speed) if speed is not None else "",
        speed_value=speed if speed is not None else -1.0,
        words=" ".join([row.student.name, row.message, status, number(row.final or 0.0), row.cause, *kinds]).casefold(),
        marks=(status, *(["changed"] if row.why else []), *(["alike"] if alike else [])),
        alike=alike,
    )
