"""The counts of launches that belong to no assignment, line by line, and what became of their buffers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from grader.report.format import count, plural
from grader.results import BufferUse, LineCount, Results


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsView:
    """The counts as a table: the columns that say something, a row a line, the sum; and of each buffer a sentence."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    total: tuple[str, ...]
    buffers: tuple[tuple[str, str], ...]


_COLUMNS: tuple[tuple[str, Callable[[LineCount], int]], ...] = (
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
    return f"{use.element.removeprefix('__')}[{', '.join(map(str, use.dims))}]"


def buffer_words(use: BufferUse) -> str:
    """What it held at first, and how much of it was stored to."""
    size = math.prod(use.dims)
    stored = f"{count(use.stored)} of {plural(size, 'element')} stored"
    if use.read_first:
        return f"held random numbers, as it is read (line {use.read_first}) before it is stored to; {stored}"
    held = "" if not use.filling and use.stored else f"held {_held(use.filling)}; "
    return f"{held}{stored}" if use.stored else f"held {_held(use.filling)}, never stored to"


def _held(filling: str) -> str:
    named = {"": "random numbers", "random": "random numbers", "arange": "0, 1, 2, …", "empty": "nothing"}
    return named.get(filling, filling)
