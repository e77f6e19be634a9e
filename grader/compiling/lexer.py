"""C++ tokens with their place in the file: enough to find directives, includes and kernels before any compiler runs.

The translation phases are followed as NVRTC follows them: a backslash directly before a newline joins lines, comments
are spaces, `%:` is `#`, `<%` is `{`. A directive is found wherever the compiler would find one; where the two could
disagree (raw strings) the lexer keeps the text, so that the checks can be strict about it.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
    (?P<newline>\n)
  | (?P<space>[ \t\f\v\r]+|//[^\n]*|/\*.*?(?:\*/|\Z))
  | (?P<raw>(?:u8|[uUL])?R"(?P<delimiter>[^()\\\s"]{0,16})\(.*?(?:\)(?P=delimiter)"|\Z))
  | (?P<string>(?:u8|[uUL])?"(?:\\[^\n]|[^"\\\n])*"?)
  | (?P<char>(?:u8|[uUL])?'(?:\\[^\n]|[^'\\\n])*'?)
  | (?P<number>\.?\d(?:[eEpP][+-]|'\w|[\w.])*)
  | (?P<name>[^\W\d][\w$]*|\$[\w$]*)
  | (?P<punct>%:%:|%:|\?\?=|<%|%>|<:(?!:[^:>])|:>|<<<|>>>|\#\#|::|->|&&|\|\||[<>=!+\-*/%&|^]=|<<|>>|\+\+|--|.)
    """,
    re.VERBOSE | re.DOTALL,
)

_BLANKS_AFTER_BACKSLASH = re.compile(r"\\([ \t\f\v]+)\n")
_OPENS = {"(": ")", "[": "]", "{": "}"}
_ANGLES = frozenset({">", ">>", ">>>"})
_DIGRAPHS = {"<%": "{", "%>": "}", "<:": "[", ":>": "]"}
HASHES = frozenset({"#", "%:", "??="})


class Token(NamedTuple):
    """One token. `kind` is name, number, string, char, raw or punct; `start` and `end` are offsets in the source."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Directive:
    """A preprocessing directive: `name` is empty for a lone `#`, digits for a line marker; `tokens` follow the name."""

    name: str
    tokens: tuple[Token, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Lexed:
    """A source file as tokens; `tokens` leaves out the directives. Lines and columns count from 1."""

    source: str
    tokens: tuple[Token, ...]
    directives: tuple[Directive, ...]
    line_starts: tuple[int, ...]

    def line(self, offset: int) -> int:
        """The line that holds `offset`."""
        return bisect_right(self.line_starts, offset)

    def column(self, offset: int) -> int:
        """The column of `offset` in its line."""
        return offset - self.line_starts[self.line(offset) - 1] + 1


def normalize(source: str) -> str:
    """The source with Unix line ends and without a byte order mark; lines keep their numbers.

    What cannot be encoded (half a surrogate pair, from a file that is no UTF-8) becomes a question mark. A backslash
    goes behind the blanks that end its line: nvcc joins the lines all the same, NVRTC would not.
    """
    source = source.encode("utf-8", "replace").decode("utf-8")
    source = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return _BLANKS_AFTER_BACKSLASH.sub(r"\1\\\n", source)


@functools.lru_cache(maxsize=16)  # one source is compiled at several tile widths, and looked at by several readers
def lex(source: str) -> Lexed:
    """Tokens and directives of a source with Unix line ends (see `normalize`)."""
    text, places = _splice(source)
    tokens: list[Token] = []
    directives: list[Directive] = []
    line: list[Token] = []
    in_directive = False

    def end_line(end: int) -> None:
        nonlocal in_directive
        if in_directive:
            directives.append(_directive(line, end))
        else:
            tokens.extend(line)
        line.clear()
        in_directive = False

    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "punct"
        if kind == "space":
            continue
        start, end = match.span()
        if kind == "newline":
            end_line(places(start))
        else:
            kind = "raw" if kind == "delimiter" else kind
            token = Token(kind, _DIGRAPHS.get(match[0], match[0]), places(start), places(end - 1) + 1)
            in_directive = in_directive or (not line and token.text in HASHES)
            line.append(token)
    end_line(len(source))
    return Lexed(source, tuple(tokens), tuple(directives), line_starts(source))


def line_starts(source: str) -> tuple[int, ...]:
    """The offset of each line's first character."""
    return (0, *(match.end() for match in re.finditer("\n", source)))


def closing(
    tokens: Sequence[Token], start: int, opening: str = "(", close: str = ")", *, end: int | None = None
) -> int:
    """The index of the token that closes the bracket at `start`; `end`, by default `len(tokens)`, when none before it.

    Who looks for many brackets gives an `end`: a file of brackets that nobody closes would take quadratic time.
    """
    end = len(tokens) if end is None else min(end, len(tokens))
    depth = 0
    for index in range(start, end):
        text = tokens[index].text
        if text == opening:
            depth += 1
        elif text == close:
            depth -= 1
            if depth == 0:
                return index
    return end


def closing_angle(tokens: Sequence[Token], start: int, *, end: int | None = None) -> int:
    """The index of the token that closes the `<` at `start`, as in `closing`.

    `>>` closes two; in parentheses a `>` compares.
    """
    end = len(tokens) if end is None else min(end, len(tokens))
    depth, index = 0, start
    while index < end:
        text = tokens[index].text
        if text in _OPENS:
            index = closing(tokens, index, text, _OPENS[text], end=end)
        elif text == "<":
            depth += 1
        elif text in _ANGLES:
            depth -= len(text)
            if depth <= 0:
                return index
        index += 1
    return end


def partners(tokens: Sequence[Token]) -> list[int]:
    """For each token that opens a bracket, the index of the one that closes it, `len(tokens)` where none does.

    Others stand for themselves. Each sort of bracket is matched by itself, in one pass over the file.
    """
    found = list(range(len(tokens)))
    open_: dict[str, list[int]] = {")": [], "]": [], "}": []}
    for index, token in enumerate(tokens):
        if token.text in _OPENS:
            found[index] = len(tokens)
            open_[_OPENS[token.text]].append(index)
        elif open_.get(token.text):
            found[open_[token.text].pop()] = index
    return found


def spaced(tokens: Sequence[Token]) -> str:
    """The tokens as text with one space between them."""
    return " ".join(token.text for token in tokens)


def _splice(source: str) -> tuple[str, Callable[[int], int]]:
    """The text with its lines joined, and where what stands at an offset of it stands in the source."""
    cuts = [match.start() for match in re.finditer(r"\\\n", source)]
    return source.replace("\\\n", ""), _Places(cuts) if cuts else _unmoved


def _unmoved(offset: int) -> int:
    return offset


class _Places:
    """Maps offsets in the joined text back to the file."""

    def __init__(self, cuts: Sequence[int]) -> None:
        self._joined = [cut - 2 * index for index, cut in enumerate(cuts)]

    def __call__(self, offset: int) -> int:
        return offset + 2 * bisect_right(self._joined, offset)


def _directive(line: Sequence[Token], end: int) -> Directive:
    named = len(line) > 1 and line[1].kind in ("name", "number")
    return Directive(line[1].text if named else "", tuple(line[2 if named else 1 :]), line[0].start, end)
