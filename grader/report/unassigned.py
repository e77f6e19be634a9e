"""What `check` says of a kernel that belongs to no assignment: the terminal's words, and the page's own section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.report.counts import CountsView, counts_view
from grader.report.format import clipped, joined, plural, visible
from grader.report.terminal import finding_blocks, printed
from grader.results import Finding, Results, Severity


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
