"""The summary that a terminal shows: verdict, points, what to fix with its source lines, the cases that failed."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.kinds import KINDS
from grader.plaintext import points
from grader.report.view import MARKS, WORDS
from grader.report.wording import clipped, count, plural, visible
from grader.results import Case, Finding, Results, RubricItem, Severity, Status

FINDINGS_SHOWN = 8
CASES_SHOWN = 8
BAR_WIDTH = 20

_STYLES = {
    Status.PASSED: "green",
    Status.FAILED: "red",
    Status.TIMEOUT: "red",
    Status.SKIPPED: "dim",
    Status.ERROR: "magenta",
}
_SEVERITY_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.GRADER: "bold magenta"}


def terminal_summary(results: Results, console: Console) -> None:
    """Print the summary of `results` on `console`; student text is never read as markup or control codes."""
    parts: list[RenderableType] = [*_verdict(results), _rubric(results.rubric), *_findings(results), *_cases(results)]
    parts += [Text(f"Not measured: {visible(line)}", style="dim") for line in results.not_measured]
    console.print(Padding(Group(*parts), (1, 1, 0, 1)))


def _verdict(results: Results) -> Iterable[RenderableType]:
    style = "green" if results.passed else "red"
    if any(case.status is Status.ERROR for case in results.cases):
        style = "magenta"
    head = Text.assemble(
        (f"{points(results.score)} of {points(results.max_score)}", f"bold {style}"),
        "  ",
        (_line(results.verdict), "bold"),
    )
    yield head
    if results.fix_first:
        yield Text.assemble(("Fix first: ", "bold"), _line(results.fix_first))
    yield Text("")


def _rubric(items: tuple[RubricItem, ...]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for item in items:
        share = max(0.0, min(1.0, item.points / item.max_points)) if item.max_points else 0.0
        filled = round(share * BAR_WIDTH)
        bar = Text("━" * filled, style=_STYLES[item.status]) + Text("╌" * (BAR_WIDTH - filled), style="bright_black")
        table.add_row(
            Text(_line(item.title or item.name)),
            bar,
            Text(f"{points(item.points)} / {points(item.max_points)}", justify="right"),
            Text(_line(item.message), style="dim"),
        )
    return table


def _findings(results: Results) -> Iterable[RenderableType]:
    lines = results.submission.source.replace("\r\n", "\n").split("\n")
    order = {Severity.ERROR: 0, Severity.GRADER: 1, Severity.WARNING: 2}
    ranked = sorted(results.findings, key=lambda finding: order[finding.severity])
    for finding in ranked[:FINDINGS_SHOWN]:
        yield Text("")
        yield from _finding(finding, lines)
    if len(ranked) > FINDINGS_SHOWN:
        yield Text(f"… and {plural(len(ranked) - FINDINGS_SHOWN, 'more finding')} in the report.", style="dim")


def _finding(finding: Finding, lines: list[str]) -> Iterable[RenderableType]:
    yield Text.assemble((KINDS[finding.kind].title, _SEVERITY_STYLES[finding.severity]), "  ", _line(finding.message))
    shown = sorted(
        {line for line in (finding.line, finding.other.line if finding.other else 0) if 0 < line <= len(lines)}
    )
    for line in shown:
        text = _line(lines[line - 1].expandtabs(4)[:160])
        yield Text.assemble((f"{line:>6} │ ", "dim"), text, overflow="ellipsis", no_wrap=True)
    if finding.hint:
        yield Padding(Text.assemble(("hint: ", "green"), _line(finding.hint)), (0, 0, 0, 2))
    if finding.severity is Severity.GRADER:
        yield Padding(
            Text("This is the grader’s limit, not your fault; it costs no points.", style="magenta"), (0, 0, 0, 2)
        )
    repeats = f"{count(finding.count)} times" if finding.count > 1 else ""
    places = f"in {plural(len(finding.cases), 'case')}" if len(finding.cases) > 1 else ""
    if repeats or places:
        yield Padding(Text(f"{repeats} {places}".strip(), style="dim"), (0, 0, 0, 2))


def _cases(results: Results) -> Iterable[RenderableType]:
    if not results.cases:
        return
    tally = Text("\nCases: ")
    pieces = []
    for status, word in WORDS.items():
        amount = sum(case.status is status for case in results.cases)
        if amount:
            pieces.append(Text(f"{MARKS[status]} {amount} {word}", style=_STYLES[status]))
    yield tally + Text("   ").join(pieces)
    failed = [case for case in results.cases if case.status in (Status.FAILED, Status.TIMEOUT, Status.ERROR)]
    if failed:
        yield _failed(failed[:CASES_SHOWN])
    if len(failed) > CASES_SHOWN:
        yield Text(f"  … and {plural(len(failed) - CASES_SHOWN, 'more case')} in the report.", style="dim")


def _failed(cases: list[Case]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for case in cases:
        shape = case.shape
        pattern = case.map.pattern if case.map and case.map.pattern else case.message
        table.add_row(
            Text(f"  {MARKS[case.status]}", style=_STYLES[case.status]),
            Text(_line(case.name)),
            Text(f"{shape.M}×{shape.K}×{shape.N}", style="dim"),
            Text(f"T={case.tile_width}", style="dim"),
            Text(_line(pattern)),
        )
    return table


def _line(text: str) -> str:
    """`text` in one line with nothing in it that a terminal would obey."""
    return visible(clipped(text)).replace("\n", " ⏎ ").replace("\t", "    ")
