"""What happened before in the same output folder: earlier results and scores, and what has changed since."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from grader.files import kept_text, write_whole
from grader.plaintext import points, points_of
from grader.report.add_sentences import title_of
from grader.report.format import joined, plural
from grader.results import Finding, Results, Severity, Status

NAMES_SHOWN = 6
_BY_THE_COURSE = ": the course has changed what this file counts"
_WIDTH, _HEIGHT, _MARGIN = 320.0, 64.0, 6.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SinceView:
    """The section: `line` is the path of the scores, `dots` their places with words."""

    headline: str
    fixed: tuple[str, ...]
    broken: tuple[str, ...]
    line: str
    dots: tuple[tuple[float, float, str], ...]
    score_words: str
    width: float = _WIDTH
    height: float = _HEIGHT


def comparable(results: Results, previous: Results | None) -> bool:
    """Whether both are gradings of one file by one assignment: another file's results are no last time."""
    return previous is not None and (
        (previous.assignment, previous.submission.path, previous.max_score)
        == (results.assignment, results.submission.path, results.max_score)
    )


def since_line(results: Results, previous: Results | None) -> str:
    """What changed, on one line; empty when nothing came before."""
    if previous is None or not comparable(results, previous):
        return ""
    parts = []
    change = results.final - previous.final
    if abs(change) >= 0.005:
        told = _BY_THE_COURSE if _is_by_the_course(results, previous) else ""
        parts.append(f"{points(abs(change))} points {'more' if change > 0 else 'fewer'}{told}")
    for word, names in (("gone", [*_findings(previous, results)]), ("new", [*_findings(results, previous)])):
        if names:
            parts.append(f"{word}: {joined(names)}")
    before, now = (sum(case.status is Status.PASSED for case in one.cases) for one in (previous, results))
    if before != now:
        parts.append(f"{now} cases pass, {before} did")
    return f"Since last time: {'; '.join(parts) or 'nothing changed'}."


def since_view(results: Results, previous: Results | None, history: Sequence[EarlierGrading]) -> SinceView | None:
    """The comparison, or `None` when nothing came before."""
    if previous is None or not comparable(results, previous):
        return None
    fixed = (*_cases(previous, results), *(f"{name} (gone)" for name in _findings(previous, results)))
    broken = (*_cases(results, previous), *(f"{name} (new)" for name in _findings(results, previous)))
    recent = [points(row.score) for row in history][-12:]
    same_file = results.submission.sha256 == previous.submission.sha256
    change = results.final - previous.final
    headline = "The score is the same as last time."
    if abs(change) >= 0.005:
        told = _BY_THE_COURSE if _is_by_the_course(results, previous) else ", for the same file" if same_file else ""
        headline = f"{points(abs(change))} points {'more' if change > 0 else 'fewer'} than last time{told}."
    elif same_file and not (fixed or broken):
        headline = "The file is the same as last time, and so is the result."
    drawn = list(history)[-40:]
    step, height = (_WIDTH - 2 * _MARGIN) / max(1, len(drawn) - 1), _HEIGHT - 2 * _MARGIN
    dots = tuple(
        (
            round(_MARGIN + index * step, 1),
            round(_HEIGHT - _MARGIN - (row.score / row.max_score if row.max_score else 0) * height, 1),
            f"{points_of(row.score, row.max_score)}, {row.when}",
        )
        for index, row in enumerate(drawn)
    )
    return SinceView(
        headline=headline,
        fixed=tuple(fixed),
        broken=tuple(broken),
        line="M" + "L".join(f"{x} {y}" for x, y, _ in dots) if len(dots) > 1 else "",
        dots=dots if len(dots) > 1 else (),
        score_words=f"Scores so far: {', '.join(recent)}." if len(recent) > 1 else "",
    )


def _is_by_the_course(results: Results, previous: Results) -> bool:
    """Whether the same file counts otherwise for what the course has decided, or for what its items are worth now."""
    worth, before = ([(item.name, item.max_points) for item in one.rubric] for one in (results, previous))
    same_file = results.submission.sha256 == previous.submission.sha256
    return same_file and (results.adjustments != previous.adjustments or worth != before)


def _cases(one: Results, other: Results) -> Iterator[str]:
    """Cases that did not pass in `one` and pass in `other`, a family a line."""
    passing = {(case.name, case.tile_width) for case in other.cases if case.status is Status.PASSED}
    families: dict[str, list[str]] = {}
    for case in one.cases:
        if case.status in (Status.FAILED, Status.TIMEOUT, Status.SKIPPED) and (case.name, case.tile_width) in passing:
            families.setdefault(case.family, []).append(case.name)
    for family, names in families.items():
        shown = [*names[:NAMES_SHOWN], *([f"{len(names) - NAMES_SHOWN} more"] if len(names) > NAMES_SHOWN else [])]
        yield f"{family}: {joined(shown)}"


def _findings(one: Results, other: Results) -> Iterator[str]:
    """Findings of `one` that `other` has not, each once; the text of the line tells them, for lines move."""
    known = {_identity(finding, other) for finding in other.findings}
    lost = {
        _identity(finding, one): finding
        for finding in reversed(one.findings)
        if finding.severity is not Severity.GRADER and _identity(finding, one) not in known
    }
    for finding in list(reversed(lost.values()))[:NAMES_SHOWN]:
        yield title_of(finding) + (f" on line {finding.line}" if finding.line else "")
    if len(lost) > NAMES_SHOWN:
        yield plural(len(lost) - NAMES_SHOWN, "more finding")


def _identity(finding: Finding, results: Results) -> tuple[str, str]:
    lines = results.submission.source.split("\n")
    text = lines[finding.line - 1].strip() if 0 < finding.line <= len(lines) else ""
    return finding.kind.value, text


RESULTS_NAME = "results.json"
PAGE_NAME = "index.html"
HISTORY_NAME = "history.json"
HINT_NAME = "hint.txt"
ENTRIES_KEPT = 200


class EarlierGrading(BaseModel):
    """One earlier grading: `when` is ISO 8601 in UTC."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    when: str = Field(max_length=40)
    score: float
    max_score: float
    passed: bool
    sha256: str = Field(max_length=64)


class History(BaseModel):
    """The file `history.json`: gradings of one output folder, oldest first."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    entries: tuple[EarlierGrading, ...] = ()


def results_in(text: str) -> Results | None:
    """The results in a text that was kept; `None` where there are none, or none of this version's."""
    try:
        return Results.from_json(text) if text else None
    except ValueError:
        return None


def read_previous(out: Path) -> Results | None:
    """The results of the last grading in `out`; `None` where there is none or it cannot be read."""
    return results_in(kept_text(out / RESULTS_NAME))


def read_history(out: Path) -> tuple[EarlierGrading, ...]:
    """The gradings before, oldest first; empty where there are none or they cannot be read."""
    try:
        return History.model_validate_json(kept_text(out / HISTORY_NAME)).entries
    except ValueError:
        return ()


def next_hint(out: Path, results: Results) -> int:
    """How many steps of the cause `--hint` tells now: one more than last time for the same text."""
    path = out / HINT_NAME
    known, _, count = kept_text(path).partition(" ")
    step = 1
    with contextlib.suppress(ValueError):
        step += int(count) if known == results.submission.sha256 else 0
    write_whole(path, f"{results.submission.sha256} {step}")
    return step


def with_latest(history: Sequence[EarlierGrading], results: Results) -> tuple[EarlierGrading, ...]:
    """`history` with a line of now at its end; the same file with the same score replaces its own last entry."""
    latest = EarlierGrading(
        when=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        score=results.score,
        max_score=results.max_score,
        passed=results.passed,
        sha256=results.submission.sha256,
    )
    kept = list(history)
    if kept and (kept[-1].sha256, kept[-1].score) == (latest.sha256, latest.score):
        kept.pop()
    return (*kept, latest)[-ENTRIES_KEPT:]
