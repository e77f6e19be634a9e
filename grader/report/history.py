"""What happened before in the same output folder: the previous results, and the scores of every grading so far."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from grader.files import read_bounded, write_whole
from grader.report.page import write_html
from grader.results import Results

RESULTS_NAME = "results.json"
PAGE_NAME = "index.html"
HISTORY_NAME = "history.json"
HINT_NAME = "hint.txt"
ENTRIES_KEPT = 200
MAX_KEPT_BYTES = 32 << 20


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


def _kept(path: Path) -> str:
    """A file that an earlier grading wrote, or that came with a student's repository: no link, no device, not huge."""
    return read_bounded(path, MAX_KEPT_BYTES, follow_links=False).decode("utf-8")


def read_previous(out: Path) -> Results | None:
    """The results of the last grading in `out`; `None` where there is none or it cannot be read."""
    try:
        return Results.from_json(_kept(out / RESULTS_NAME))
    except (OSError, ValueError, ValidationError):
        return None


def read_history(out: Path) -> tuple[EarlierGrading, ...]:
    """The gradings before, oldest first; empty where there are none or they cannot be read."""
    try:
        return History.model_validate_json(_kept(out / HISTORY_NAME)).entries
    except (OSError, ValueError, ValidationError):
        return ()


def next_hint(out: Path, results: Results) -> int:
    """How many steps of the cause `--hint` tells now: one more than last time for the same text."""
    path = out / HINT_NAME
    known, step = "", 0
    with contextlib.suppress(OSError, ValueError):
        known, _, count = _kept(path).partition(" ")
        step = int(count)
    step = step + 1 if known == results.submission.sha256 else 1
    write_whole(path, f"{results.submission.sha256} {step}")
    return step


def entry(results: Results, when: datetime | None = None) -> EarlierGrading:
    """`results` as a line of the history."""
    moment = (when or datetime.now(timezone.utc)).astimezone(timezone.utc)
    return EarlierGrading(
        when=moment.isoformat(timespec="seconds"),
        score=results.score,
        max_score=results.max_score,
        passed=results.passed,
        sha256=results.submission.sha256,
    )


def with_entry(history: Sequence[EarlierGrading], latest: EarlierGrading) -> tuple[EarlierGrading, ...]:
    """`history` with `latest` at its end; the same file with the same score replaces its own last entry."""
    kept = list(history)
    if kept and (kept[-1].sha256, kept[-1].score) == (latest.sha256, latest.score):
        kept.pop()
    return (*kept, latest)[-ENTRIES_KEPT:]


def write_report(results: Results, out: Path, *, watch: bool = False) -> Path:
    """Write `results.json`, `history.json` and `index.html` into `out`, each whole or not at all; returns the page.

    What `out` held before becomes the page's "since last time". Raises `OSError` when `out` cannot be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    previous = read_previous(out)
    history = with_entry(read_history(out), entry(results))
    page = out / PAGE_NAME
    write_whole(out / RESULTS_NAME, results.to_json())
    write_whole(out / HISTORY_NAME, History(entries=history).model_dump_json(indent=1))
    write_html(results, page, previous, history, watch=watch)
    return page
