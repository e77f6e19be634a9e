"""The report without style and script: what a course's system shows of HTML after it has taken those out."""

from __future__ import annotations

from dataclasses import dataclass

from grader.report.findings import FindingView, finding_views
from grader.report.format import clipped
from grader.report.page import render
from grader.results import Diagnostic, Results

MAX_BYTES = 100_000
"""No system says how much it takes; a page of text has some 3 KB."""
FINDINGS_SHOWN = 10
DIAGNOSTICS_SHOWN = 10
LINES_AROUND = 2


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A finding with the lines around its own: number, whether it is one of the finding's, text."""

    finding: FindingView
    lines: tuple[tuple[int, bool, str], ...]


def brief_html(results: Results) -> str:
    """Verdict, what to fix first, and each finding on its lines; `results` are what the reader may see of them."""
    source = results.submission.source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    views = finding_views(results, len(source), {})
    errors: list[Diagnostic] = [each for each in results.compile.diagnostics if each.severity == "error"]
    text = ""
    for most in (FINDINGS_SHOWN, 3, 0):
        text = render(
            "brief.html",
            results=results,
            excerpts=[Excerpt(view, _lines(source, view)) for view in views[:most]],
            more=max(0, len(views) - most),
            errors=errors[:DIAGNOSTICS_SHOWN],
        )
        if len(text.encode("utf-8", "replace")) <= MAX_BYTES:
            break
    return text


def _lines(source: list[str], view: FindingView) -> tuple[tuple[int, bool, str], ...]:
    own = {line for line in (view.line, view.other_line) if line}
    around = {near for line in own for near in range(line - LINES_AROUND, line + LINES_AROUND + 1)}
    shown = sorted(near for near in around if 0 < near <= len(source))
    return tuple((number, number in own, clipped(source[number - 1])) for number in shown)
