"""A short Markdown report: the step summary of a workflow, or a comment."""

from __future__ import annotations

import re

from grader.plaintext import one_line, plain, points, unobeyed
from grader.report.findings import place
from grader.report.view import View, sweep_words
from grader.results import Case, Finding, Results, Severity, Status, Words
from grader.results.base import variant_name

FILE_NAME = "report.md"
MAX_BYTES = 1_000_000
"""GitHub refuses step summaries over 1 MiB."""

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|~>$:])")
_MARKS = {
    Status.PASSED: "✅",
    Status.FAILED: "❌",
    Status.TIMEOUT: "⏱️",
    Status.SKIPPED: "➖",
    Status.ERROR: "⚠️",
}


def render(view: View) -> str:
    """The report of one submission; what is untrusted is escaped, hidden cases are left out."""
    results = view.results
    parts = [
        f"## {escape(results.assignment)}: {view.points} points",
        escape(results.verdict),
        f"**Fix first:** {escape(view.fix_first)}" if view.fix_first else "",
        _rubric(results),
        _diagnostics(results),
        _findings(results.findings),
        _cases(results),
        "".join(f"- Not measured: {escape(text)}\n" for text in results.not_measured),
        f"Graded on {escape(results.device.name)} with seed {results.seed}.",
    ]
    text = "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"

    return _cut(unobeyed(text))


def _rubric(results: Results) -> str:
    if not results.rubric:
        return ""
    rows = [
        f"| {_MARKS[item.status]} {escape(item.title)} | {points(item.points)} / {points(item.max_points)} "
        f"| {escape(item.message)} |"
        for item in results.rubric
    ]
    return "\n".join(["| | Points | |", "|---|---:|---|", *rows])


def _diagnostics(results: Results) -> str:
    shown = [m for m in results.compile.diagnostics if m.severity == "error" or not results.compile.ok]
    if not shown:
        return ""
    text = "\n".join(f"{m.file}:{m.line}: {m.severity}: {m.message}" for m in shown[:20])
    return f"### The compiler says\n\n{code_block(text)}"


def _findings(findings: tuple[Finding, ...]) -> str:
    if not findings:
        return ""
    return "### Findings\n\n" + "\n".join(_finding(finding) for finding in findings[:50])


def _finding(finding: Finding) -> str:
    word = {Severity.ERROR: "", Severity.WARNING: " (warning)", Severity.GRADER: " (the grader's own fault)"}
    where = place(finding)
    lines = [
        f"- **{finding.kind.value}**{word[finding.severity]}{', ' + where if where else ''}: {escape(finding.message)}"
    ]
    if finding.hint:
        lines.append(f"  <br>Help: {escape(finding.hint)}")
    return "\n".join(lines)


def _cases(results: Results) -> str:
    titles = [f"### Cases: {escape(part.title)}" for part in results.parts] or ["### Cases"]
    tables = zip(titles, results.sections, strict=True)
    return "\n\n".join(f"{title}\n\n{_table(section)}" for title, section in tables)


def _table(results: Results) -> str:
    """The tally of what was graded by itself, and the cases that did not pass."""
    failed = [case for case in results.cases if case.status is not Status.PASSED]
    passed = len(results.cases) - len(failed)
    parts = [f"{passed} of {len(results.cases)} cases passed."]
    if results.hidden:
        parts[0] += f" {results.hidden} more are hidden."
    parts[0] = f"{parts[0]} {escape(sweep_words(results))}".strip()
    if failed:
        parts.append(f"| Case | {results.words.heading} | Tile | Points | |\n|---|---|---:|---:|---|")
        parts[-1] += "".join("\n" + _case_row(case, results.words) for case in failed[:60])
    return "\n\n".join(parts)


def _case_row(case: Case, words: Words) -> str:
    sizes = words.tell_briefly(case.values)
    earned = f"{points(case.points)} / {points(case.max_points)}"
    name = f"{_MARKS[case.status]} {escape(case.name)}"
    return f"| {name} | {sizes} | {variant_name(case.tile_width)} | {earned} | {escape(case.message)} |"


def _cut(text: str) -> str:
    data = text.encode("utf-8")
    if len(data) <= MAX_BYTES:
        return text
    return data[:MAX_BYTES].decode("utf-8", "ignore") + "\n\n… cut here: the report is too long for this page.\n"


def escape(text: str, max_chars: int = 2000) -> str:
    """One line of text that Markdown shows as it is: no markup, no HTML, no mention, no end of a table cell."""
    text = _MARKDOWN.sub(r"\\\1", one_line(text, max_chars).replace("&", "&amp;").replace("<", "&lt;"))
    return text.replace("@", "&#64;")


def code_block(text: str, max_chars: int = 20_000) -> str:
    """A fenced block, with a fence longer than any run of backticks in the text."""
    text = plain(text, max_chars)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"
