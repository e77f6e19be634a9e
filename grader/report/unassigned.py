"""What `check` says of a kernel that belongs to no assignment: the terminal's words, and the page's own section."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.report.terminal import finding_blocks, printed
from grader.report.wording import clipped, count, joined, plural, visible
from grader.results import BufferUse, Check, Finding, LineCount, Results, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsView:
    """The counts as a table: columns that say something, a row a line, and the sum. `spread` tells of a sample."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    total: tuple[str, ...]
    buffers: tuple[tuple[str, str], ...]


_COLUMNS = (
    ("global loads", lambda row: row.global_loads),
    ("global stores", lambda row: row.global_stores),
    ("sectors", lambda row: row.sectors or 0),
    ("shared loads", lambda row: row.shared_loads),
    ("shared stores", lambda row: row.shared_stores),
    ("conflicts", lambda row: (row.bank_wavefronts or 0) - (row.bank_ideal_wavefronts or 0)),
    ("atomics", lambda row: row.atomics),
    ("flop", lambda row: row.flop),
    ("barriers", lambda row: row.barriers),
)
"""What is counted of each line; conflicts are the passes through the banks beyond the fewest."""


def counts_view(results: Results) -> CountsView | None:
    """What the lines did, and what became of the buffers; None for a kernel of an assignment."""
    if results.check is None:
        return None
    numbers = {row.line: [amount(row) for _, amount in _COLUMNS] for row in results.lines}
    sums = [sum(column) for column in zip(*numbers.values(), strict=True)]
    used = [place for place, total in enumerate(sums) if total]
    return CountsView(
        columns=tuple(_COLUMNS[place][0] for place in used),
        rows=tuple(
            (str(line), tuple(_figure(row[place]) for place in used)) for line, row in numbers.items() if any(row)
        ),
        total=tuple(_figure(sums[place]) for place in used),
        buffers=tuple((f"{use.name}: {_type(use)}", buffer_words(use)) for use in results.check.buffers),
    )


def _figure(amount: int) -> str:
    return count(amount) if amount else ""


def _type(use: BufferUse) -> str:
    return f"{use.element}[{', '.join(map(str, use.dims))}]"


def buffer_words(use: BufferUse) -> str:
    """What it held at first, and how much of it was stored to."""
    size = math.prod(use.dims)
    stored = f"{'all' if use.stored == size else count(use.stored)} of {plural(size, 'element')} stored"
    if use.read_first:
        return (
            f"read on line {use.read_first} before anything is stored to it, so it was taken for an input, and held"
            f" random numbers; {stored}. If it is to hold nothing, say = empty, else what it holds."
        )
    held = "" if not use.filling and use.stored else f"held {_held(use.filling)}; "
    return f"{held}{stored}" if use.stored else f"held {_held(use.filling)}, never stored to"


def _held(filling: str) -> str:
    named = {"": "random numbers", "random": "random numbers", "arange": "0, 1, 2, …", "empty": "nothing"}
    return named.get(filling, filling)


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


def check_summary(results: Results, check: Check, console: Console) -> None:
    """Print what was found, counted and printed; student text is never read as markup or control codes."""
    parts: list[RenderableType] = [Text(f"{_plain(results.submission.path)}  {_plain(check.text)}", style="bold")]
    parts += finding_blocks(results)
    view = counts_view(results)
    if view is not None and results.lines:
        parts += [Text(""), Text(f"Counted, of {plural(check.threads, 'thread')}"), _counts(view)]
    parts += _buffers(view.buffers if view else ())
    parts += printed(results, None)
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
