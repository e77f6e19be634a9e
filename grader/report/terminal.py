"""Terminal summaries: of a graded submission, and of launches outside an assignment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.plaintext import points, points_of
from grader.report.causes import steps
from grader.report.findings import finding_views
from grader.report.format import OUTPUT_LIMIT_BYTES, clipped, count, first_sentence, joined, plural, visible, walls_line
from grader.report.history import since_line
from grader.report.next_steps import next_step
from grader.report.source import CountsView, counts_view
from grader.report.view import MARKS, WORDS, sweep_words
from grader.results import Case, Finding, Results, RubricItem, Severity, Status
from grader.words.tables import finding_words

FINDINGS_SHOWN, FINDINGS_IN_BRIEF = 8, 4
CASES_SHOWN = 8
OUTPUT_LINES_SHOWN = 3
FIX_FIRST_LIMIT = 440
"""Characters of the last words: six lines of 80 columns."""
NO_HINT = "There is no further hint for this one. Mend what is said above, then grade again."
BAR_WIDTH = 20

_STYLES = {
    Status.PASSED: "green",
    Status.FAILED: "red",
    Status.TIMEOUT: "red",
    Status.SKIPPED: "dim",
    Status.ERROR: "magenta",
}
_SEVERITY_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.GRADER: "bold magenta"}


def terminal_summary(
    results: Results, console: Console, *, previous: Results | None = None, verbose: bool = False, last: bool = True
) -> None:
    """Print the summary of `results` on `console`; student text is never read as markup or control codes.

    `previous` is the last grading of the same file. Without `verbose` one mistake takes less than a screen of 24 lines,
    and what to fix first stands at its end, where the eye is; with it everything is told in full. Without
    `last` the end is left to `last_words`, for one who still looks for the cause.
    """
    parts: list[RenderableType] = [_head(results)]
    ran = any(section.compile.ok for section in results.sections)
    if ran:
        parts.append(_rubric(results.rubric, verbose, console.width))
    parts += finding_blocks(results) if verbose else _finding_lines(results)
    if ran:
        parts += _cases(results) if verbose else _case_lines(results)
    parts += printed(results, None if verbose else OUTPUT_LINES_SHOWN)
    if verbose:
        parts += [Text(f"Not measured: {visible(line)}", style="dim") for line in results.not_measured]
    if unprotected := walls_line(results.device.missing_walls):
        parts.append(Text(visible(unprotected), style="dim"))
    changed = since_line(results, previous)
    if changed:
        parts.append(_brief(Text(changed)))
    if last:
        parts += _last_words(results)
    console.print(Padding(Group(*parts), (1, 1, 0, 1)))


def last_words(results: Results, console: Console) -> None:
    """Print what to fix first, or what to try next; nothing of it is read as markup."""
    console.print(Padding(Group(*_last_words(results)), (0, 1, 0, 1)))


def hint(results: Results, console: Console, *, steps_shown: int) -> None:
    """Print the first steps of the cause, or that there is none to tell; nothing where nothing is to be fixed."""
    if results.fix_first:
        told = steps(results)[:steps_shown] or (NO_HINT,)
        console.print(Padding(Group(*(Text(visible(step)) for step in told)), (0, 1, 0, 1)))


def _head(results: Results) -> RenderableType:
    style = "green" if results.passed else "red"
    if any(case.status is Status.ERROR for case in results.cases):
        style = "magenta"
    return Text.assemble(
        (points_of(results.score, results.max_score), f"bold {style}"),
        "  ",
        (_line(results.verdict.removesuffix(f": {points_of(results.score, results.max_score)} points.")), "bold"),
    )


def _last_words(results: Results) -> Iterable[RenderableType]:
    """What to fix first, or what to try next where there is nothing to fix."""
    if not results.fix_first:
        if onward := next_step(results):
            yield Text("")
            yield Text.assemble(("Next: ", "bold"), onward)
        return
    words = re.sub(r"^Line (\d+):", lambda line: f"{results.submission.path}:{line[1]}", results.fix_first)
    yield Text("")
    yield Text.assemble(("Fix first: ", "bold"), _line(clipped(words, FIX_FIRST_LIMIT)))


def _brief(text: Text) -> Text:
    """The text on one line, cut where the terminal ends."""
    text.no_wrap, text.overflow = True, "ellipsis"
    return text


def _rubric(items: tuple[RubricItem, ...], verbose: bool, width_shown: int) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    titles = [_line(item.title or item.name) for item in items]
    amounts = [f"{points(item.points)} / {points(item.max_points)}" for item in items]
    room = width_shown - 2 - max(map(len, titles), default=0) - max(map(len, amounts), default=0) - 3 * 2
    table.add_column(min_width=0 if verbose else max(map(len, titles), default=0))
    for item, title, amount in zip(items, titles, amounts, strict=True):
        share = max(0.0, min(1.0, item.points / item.max_points)) if item.max_points else 0.0
        width = BAR_WIDTH if verbose else BAR_WIDTH // 2
        filled = round(share * width)
        bar = Text("━" * filled, style=_STYLES[item.status]) + Text("╌" * (width - filled), style="bright_black")
        message = Text(_line(item.message if verbose else first_sentence(item.message)), style="dim")
        if not verbose:  # what is left of the line; a table cuts without a sign
            message.truncate(max(1, room - width), overflow="ellipsis")
        table.add_row(
            Text(title, no_wrap=not verbose), bar, Text(amount, justify="right", no_wrap=True), message
        )  # fmt: skip
    return table


def _finding_lines(results: Results) -> Iterable[RenderableType]:
    """One line a finding: where, what, and as much of the message as fits. The two sides of a race are one."""
    views = finding_views(results, len(results.submission.source.split("\n")), {})
    if not views:
        return
    yield Text("")
    for view in views[:FINDINGS_IN_BRIEF]:
        place = f"{results.submission.path}:{view.line}" if view.line else results.submission.path
        style = _SEVERITY_STYLES[Severity(view.severity)]
        note = "" if view.severity == Severity.ERROR.value else f" ({view.severity_words})"
        yield _brief(Text.assemble(_line(place), "  ", (view.title, style), f"{note}  {_line(view.message)}"))
    if len(views) > FINDINGS_IN_BRIEF:
        yield Text(f"… and {plural(len(views) - FINDINGS_IN_BRIEF, 'more finding')}: --verbose", style="dim")


def finding_blocks(results: Results) -> Iterable[RenderableType]:
    """The findings in full, each with its lines of the source."""
    lines = results.submission.source.replace("\r\n", "\n").split("\n")
    order = {Severity.ERROR: 0, Severity.GRADER: 1, Severity.WARNING: 2}
    ranked = sorted(results.findings, key=lambda finding: order[finding.severity])
    for finding in ranked[:FINDINGS_SHOWN]:
        yield Text("")
        yield from _finding(finding, lines)
    if len(ranked) > FINDINGS_SHOWN:
        yield Text(f"… and {plural(len(ranked) - FINDINGS_SHOWN, 'more finding')} in the report.", style="dim")


def _finding(finding: Finding, lines: list[str]) -> Iterable[RenderableType]:
    yield Text.assemble(
        (finding_words()[finding.kind.value].title, _SEVERITY_STYLES[finding.severity]), "  ", _line(finding.message)
    )
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
    """The tally, and what failed."""
    if not results.cases:
        return
    yield Text("")
    yield _tally(results)
    yield from _sweep(results)
    for section in results.sections:
        yield from _failed(section)


def _failed(results: Results) -> Iterable[RenderableType]:
    """A line for the failed cases of which the same is to be said."""
    alike = _alike(results)
    for words, cases in list(alike.items())[:CASES_SHOWN]:
        others = f" and {plural(len(cases) - 1, 'more')}" if len(cases) > 1 else ""
        yield Text.assemble(
            (f"  {MARKS[cases[0].status]} ", _STYLES[cases[0].status]),
            f"{_line(cases[0].name)}{others}  ",
            (f"{results.words.tell_briefly(cases[0].sizes)}  {results.words.width}={cases[0].tile_width}  ", "dim"),
            _line(words),
        )
    left = sum(len(cases) for cases in list(alike.values())[CASES_SHOWN:])
    if left:
        yield Text(f"  … and {plural(left, 'more case')} in the report.", style="dim")


def _case_lines(results: Results) -> Iterable[RenderableType]:
    """The tally, and of the failed cases the first."""
    if not results.cases or all(case.status is Status.PASSED for case in results.cases):
        yield from _sweep(results)
        return
    yield _brief(_tally(results))
    for words, cases in list(_alike(results).items())[:1]:
        yield _brief(Text(f"  {_line(cases[0].name)}: {_line(words)}", style="dim"))


def _sweep(results: Results) -> Iterable[RenderableType]:
    for section in results.sections:
        if words := sweep_words(section):
            yield _brief(Text(words, style="dim"))


def _tally(results: Results) -> Text:
    pieces = []
    for status, word in WORDS.items():
        amount = sum(case.status is status for case in results.cases)
        if amount:
            pieces.append(Text(f"{MARKS[status]} {amount} {word}", style=_STYLES[status]))
    return Text("Cases: ") + Text("   ").join(pieces)


def _alike(results: Results) -> dict[str, list[Case]]:
    """The cases that did not pass, by what there is to say of them."""
    told: dict[str, list[Case]] = {}
    for case in results.cases:
        if case.status in (Status.FAILED, Status.TIMEOUT, Status.ERROR):
            words = case.map.pattern if case.map and case.map.pattern else case.message
            told.setdefault(words, []).append(case)
    return told


def printed(results: Results, most: int | None) -> Iterable[RenderableType]:
    """What the kernel printed, from its first line on; `most` lines of it."""
    lines = clipped(results.output, OUTPUT_LIMIT_BYTES).splitlines()
    if not lines:
        return
    yield Text("Your kernel printed:")
    yield from (_brief(Text(f"  {_line(line)}")) for line in lines[:most])
    if most is not None and len(lines) > most:
        yield Text(f"  … and {plural(len(lines) - most, 'more line')} in the report.", style="dim")


def _line(text: str) -> str:
    """`text` in one line with nothing in it that a terminal would obey."""
    return visible(clipped(text)).replace("\n", " ⏎ ").replace("\t", "    ")


def verdict(found: Sequence[Finding]) -> str:
    """How many faults there are, and warnings."""
    amounts = [
        plural(amount, noun)
        for severity, noun in ((Severity.ERROR, "fault"), (Severity.WARNING, "warning"))
        if (amount := sum(item.severity is severity for item in found))
    ]
    if any(item.severity is Severity.GRADER for item in found):
        return "The grader could not look at everything."
    return f"{joined(amounts)} found.".capitalize() if amounts else "Nothing was found."


def check_summary(results: Results, console: Console) -> None:
    """Print what was found, counted and printed; student text is never read as markup or control codes."""
    check = results.check
    assert check is not None, "these are results of check"
    parts: list[RenderableType] = [Text(f"{_plain(results.submission.path)}  {_plain(check.text)}", style="bold")]
    parts += finding_blocks(results)
    view = counts_view(results)
    if view is not None and view.columns:
        parts += [Text(""), Text(f"Counted, of {plural(check.threads, 'thread')}"), _counts(view)]
    parts += _buffers(view.buffers if view else ())
    parts += printed(results, None)
    parts += [Text(f"Not measured: {line}", style="dim") for line in results.not_measured]
    style = "green" if results.passed else "red"
    parts += [Text(""), Text(results.verdict, style=f"bold {style}")]
    console.print(Padding(Group(*parts), (1, 1, 0, 1)))


def _counts(view: CountsView) -> Table:
    table = Table.grid(padding=(0, 2))
    for name in ("line", *view.columns):
        table.add_column(Text(name, style="dim"), justify="right")
    table.show_header = True
    for line, figures in view.rows:
        table.add_row(line, *figures)
    table.add_row(*(Text(text, style="bold") for text in ("all", *view.total)))
    return table


def _buffers(rows: Sequence[tuple[str, str]]) -> Iterable[RenderableType]:
    if rows:
        table = Table.grid(padding=(0, 2))
        for name, words in rows:
            table.add_row(Text(_plain(name), no_wrap=True), Text(words, style="dim"))
        yield from (Text(""), table)


def _plain(text: str) -> str:
    return visible(clipped(text)).replace("\n", " ")
