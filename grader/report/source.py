"""The student's source as lines of HTML, what each line did, and the counts of launches without an assignment."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape
from pygments.lexers.c_cpp import CppLexer
from pygments.lexers.c_like import CudaLexer
from pygments.token import Comment, Keyword, Name, Number, String, Token, _TokenType

from grader.report.format import brief_count, count, plural, visible
from grader.results import BufferUse, LineCount, Results

MAX_LINES = 4_000
MAX_COLUMNS = 1_000
HIGHLIGHT_LIMIT = 150_000
"""Characters up to which a source is highlighted; a larger one is shown plain, since a lexer may crawl on noise."""

_CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Comment.Preproc, "p"),
    (Comment.PreprocFile, "s"),
    (Comment, "c"),
    (String, "s"),
    (Number, "m"),
    (Keyword, "k"),
    (Name.Builtin, "b"),
    (Name.Function, "f"),
)
_CUDA_KEYWORDS = CudaLexer.function_qualifiers | CudaLexer.variable_qualifiers | CudaLexer.vector_types
_CUDA_WORDS = _CUDA_KEYWORDS | CudaLexer.variables | CudaLexer.functions


@dataclass(frozen=True, slots=True, kw_only=True)
class Gutter:
    """What one line did, in few characters; `title` says it in full."""

    global_: str = ""
    shared: str = ""
    flop: str = ""
    trouble: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLine:
    """One line: its number from 1 and its safe HTML."""

    number: int
    html: Markup
    gutter: Gutter


def source_lines(source: str, counts: Iterable[LineCount] = ()) -> tuple[list[SourceLine], str]:
    """The lines of `source` and a note on what was left out (empty when nothing was)."""
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    by_line = {row.line: gutter(row) for row in counts}
    note = ""
    rows = text.split("\n")
    if rows and rows[-1] == "":
        rows.pop()
    if len(rows) > MAX_LINES:
        note = f"Only the first {count(MAX_LINES)} of {count(len(rows))} lines are shown."
        rows = rows[:MAX_LINES]
    if any(len(row) > MAX_COLUMNS for row in rows):
        note = f"{note} Long lines are cut at {count(MAX_COLUMNS)} characters.".strip()
        rows = [row if len(row) <= MAX_COLUMNS else row[:MAX_COLUMNS] + " …" for row in rows]
    text = visible("\n".join(rows))
    fragments = _highlighted(text) if len(text) <= HIGHLIGHT_LIMIT else (escape(row) for row in text.split("\n"))
    lines = [
        SourceLine(number=index, html=fragment, gutter=by_line.get(index, Gutter()))
        for index, fragment in enumerate(fragments, 1)
    ]
    return (lines if rows else []), note


def prepare_highlighting() -> None:
    """Make the rules of the language, once for all sources."""
    CppLexer()


def _highlighted(text: str) -> Iterator[Markup]:
    """One safe fragment a line; a token that spans lines is closed and opened again."""
    line: list[Markup] = []
    for _, token, value in CppLexer().get_tokens_unprocessed(text):  # C++, templates and all, and CUDA's own words
        if token in Name and value in _CUDA_WORDS:
            token = Keyword if value in _CUDA_KEYWORDS else Name.Builtin
        begin, end = _around(token)
        for index, piece in enumerate(value.split("\n")):
            if index:
                yield _NOTHING.join(line)
                line = []
            if piece:
                line += (begin, escape(piece), end)
    yield _NOTHING.join(line)


@functools.cache
def _around(token: _TokenType) -> tuple[Markup, Markup]:
    """What stands before and after a token of this kind."""
    name = next((name for kind, name in _CLASSES if token in kind), "") if token not in Token.Text else ""
    return (Markup('<i class="{}">').format(name), Markup("</i>")) if name else (_NOTHING, _NOTHING)


_NOTHING = Markup()


def gutter(row: LineCount) -> Gutter:
    """The quiet counts of one line, and their full sentence."""
    loads_stores = row.global_loads + row.global_stores
    shared = row.shared_loads + row.shared_stores
    passes, wasted = bank_passes(row), sectors_wasted(row)
    return Gutter(
        global_=brief_count(loads_stores) if loads_stores else "",
        shared=brief_count(shared) if shared else "",
        flop=brief_count(row.flop) if row.flop else "",
        trouble=f"banks ×{passes:.3g}" if passes else f"{wasted[0]:.3g} sectors" if wasted else "",
        title="; ".join(_sentences(row)),
    )


def bank_passes(row: LineCount) -> float:
    """How many times as many passes through the shared banks as needed, where that is bad; else 0."""
    if row.bank_wavefronts and row.bank_ideal_wavefronts and row.bank_wavefronts >= 1.5 * row.bank_ideal_wavefronts:
        return row.bank_wavefronts / row.bank_ideal_wavefronts
    return 0.0


def sectors_wasted(row: LineCount) -> tuple[float, float] | None:
    """Sectors for each request of a warp, and how many would do, where twice as many or more were touched."""
    if not row.sectors or not row.requests:
        return None
    # a warp whose threads all read one address needs one sector: below that nothing is wasted
    ideal = max((row.global_load_bytes + row.global_store_bytes) / 32, row.requests)
    if row.sectors < 2 * ideal:
        return None
    return row.sectors / row.requests, ideal / row.requests


def _sentences(row: LineCount) -> Iterator[str]:
    for amount, size, what in (
        (row.global_loads, row.global_load_bytes, "global load"),
        (row.global_stores, row.global_store_bytes, "global store"),
        (row.shared_loads, row.shared_load_bytes, "shared load"),
        (row.shared_stores, row.shared_store_bytes, "shared store"),
    ):
        if amount:
            yield f"{count(amount)} {what}{'s' if amount != 1 else ''}, {count(size)} bytes"
    if row.atomics:
        yield f"{count(row.atomics)} atomic operation{'s' if row.atomics != 1 else ''}"
    if row.flop:
        yield f"{count(row.flop)} floating-point operations"
    if row.barriers:
        yield f"{count(row.barriers)} arrivals at a barrier"
    if row.requests and row.sectors:
        yield f"{row.sectors / row.requests:.3g} sectors of 32 bytes for each warp's request"
    if row.bank_wavefronts and row.bank_ideal_wavefronts:
        passes, ideal = count(row.bank_wavefronts), count(row.bank_ideal_wavefronts)
        yield f"{passes} passes through the shared banks where {ideal} would do"


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
    """What the lines did, and what became of the buffers; None where that is nothing, and for an assignment."""
    if results.check is None:
        return None
    numbers = {row.line: [amount(row) for _, amount in _COLUMNS] for row in results.lines}
    sums = [sum(column) for column in zip(*numbers.values(), strict=True)]
    used = [place for place, total in enumerate(sums) if total]
    if not (used or results.check.buffers):
        return None
    return CountsView(
        columns=tuple(_COLUMNS[place][0] for place in used),
        rows=tuple(
            (str(line), tuple(_figure(row[place]) for place in used)) for line, row in numbers.items() if any(row)
        ),
        total=tuple(_figure(sums[place]) for place in used),
        buffers=tuple(
            (f"{use.name}: {use.element.removeprefix('__')}[{', '.join(map(str, use.dims))}]", buffer_words(use))
            for use in results.check.buffers
        ),
    )


def _figure(amount: int) -> str:
    return count(amount) if amount else ""


def buffer_words(use: BufferUse) -> str:
    """What it held at first, and how much of it was stored to."""
    size = math.prod(use.dims)
    stored = f"{count(use.stored)} of {plural(size, 'element')} stored"
    if use.read_first:
        return f"held random numbers, as it is read (line {use.read_first}) before it is stored to; {stored}"
    named = {"": "random numbers", "random": "random numbers", "arange": "0, 1, 2, …", "empty": "nothing"}
    held = f"held {named.get(use.filling, use.filling)}"
    if not use.stored:
        return f"{held}, never stored to"
    return f"{held}; {stored}" if use.filling else stored
