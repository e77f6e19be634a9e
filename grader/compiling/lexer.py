"""Split C++ into tokens with positions: enough to find directives, includes and kernels before compilation.

The translation phases follow NVRTC: a backslash directly before a newline joins lines, comments become spaces, `%:` is
`#`, `<%` is `{`. The lexer finds the same directives as the compiler. Where the two could disagree (raw strings), it
keeps the text, so that the checks can be strict.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
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
  | (?P<punct>%:%:|%:|\?\?=|<%|%>|<:(?!:[^:>])|:>|<<[ \t]*<|>>[ \t]*>|\#\#|::|->|&&|\|\||[<>=!+\-*/%&|^]=|<<|>>|\+\+
      |--|.)
    """,
    re.VERBOSE | re.DOTALL,
)

_BLANKS_AFTER_BACKSLASH = re.compile(r"\\([ \t\f\v]+)\n")
_OPENS = {"(": ")", "[": "]", "{": "}"}
_ANGLES = frozenset({">", ">>", ">>>"})
_DIGRAPHS = {"<%": "{", "%>": "}", "<:": "[", ":>": "]"}
HASHES = frozenset({"#", "%:", "??="})
_BINDING, _LOOSE = frozenset({"*", "/", "%"}), frozenset({"+", "-"})


class Token(NamedTuple):
    """One token. `kind` is name, number, string, char, raw or punct; `start` and `end` are offsets in the source."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Directive:
    """A preprocessing directive: `name` is "" for a lone `#` and digits for a line marker; `tokens` follow the name."""

    name: str
    tokens: tuple[Token, ...]
    start: int
    end: int

    @property
    def takes_arguments(self) -> bool:
        """Whether a definition is of a function-like macro: nothing is between its name and the parenthesis."""
        tokens = self.tokens
        return len(tokens) > 1 and tokens[1].text == "(" and tokens[1].start == tokens[0].end


@dataclass(frozen=True)
class Lexed:
    """A source file as tokens; `tokens` excludes directives. Lines and columns count from 1."""

    source: str
    tokens: tuple[Token, ...]
    directives: tuple[Directive, ...]
    line_starts: tuple[int, ...]

    def included(self) -> Iterator[tuple[Directive, str]]:
        """Yield each `#include` with what it names, in its brackets or quotes."""
        for each in self.directives:
            if each.name == "include" and each.tokens:
                yield each, self.source[each.tokens[0].start : each.tokens[-1].end].strip()

    def line(self, offset: int) -> int:
        """Return the line that contains `offset`."""
        return bisect_right(self.line_starts, offset)

    def column(self, offset: int) -> int:
        """Return the column of `offset` in its line."""
        return offset - self.line_starts[self.line(offset) - 1] + 1

    @functools.cached_property
    def definitions(self) -> tuple[Directive, ...]:
        """The directives that define a macro."""
        return tuple(each for each in self.directives if each.name == "define" and each.tokens)

    @functools.cached_property
    def macros(self) -> dict[str, Directive]:
        """The last object-like definition of each macro."""
        return {each.tokens[0].text: each for each in self.definitions if not each.takes_arguments}

    @functools.cached_property
    def function_macros(self) -> frozenset[str]:
        """The names of the function-like macros."""
        return frozenset(each.tokens[0].text for each in self.definitions if each.takes_arguments)

    @functools.cached_property
    def starts(self) -> tuple[int, ...]:
        """The offset of each token."""
        return tuple(token.start for token in self.tokens)

    @functools.cached_property
    def one_branch(self) -> tuple[Token, ...]:
        """The tokens, without braces that a branch behind `#else` or `#elif` opens or closes once more."""
        opened, spare = list[int](), set[Token]()
        for each in self.directives:
            if each.name in ("elif", "else", "endif") and opened and (begin := opened.pop()) >= 0:
                branch = self.tokens[bisect_left(self.starts, begin) : bisect_left(self.starts, each.start)]
                braces = [token for token in branch if token.text in ("{", "}")]
                spare.update(braces if 2 * sum(token.text == "{" for token in braces) != len(braces) else ())
            if each.name in ("if", "ifdef", "ifndef"):
                opened.append(-1)
            elif each.name in ("elif", "else"):
                opened.append(each.end)
        return tuple(token for token in self.tokens if token not in spare) if spare else self.tokens

    def takes_apart(self, line: int) -> bool:
        """Return whether a macro takes an argument apart on a line, as `#define AT(i) a[i * 8]` does with `x + 1`."""
        macros = {each.tokens[0].text: each.tokens for each in self.definitions if each.takes_arguments}
        for index in self.indices_on(line):
            macro = macros.get(self.tokens[index].text, ())
            if not macro or [token.text for token in self.tokens[index + 1 : index + 2]] != ["("]:
                continue
            head = closing(macro, 1)
            texts = ["", *(token.text for token in macro[head + 1 :]), ""]
            factors = {texts[at] for at in range(1, len(texts) - 1) if {texts[at - 1], texts[at + 1]} & _BINDING}
            arguments = split(self.tokens[index + 2 : closing(self.tokens, index + 1)])
            for (name, *_), argument in zip(split(macro[2:head]), arguments, strict=False):
                if name.text in factors and len(split(argument, at=_LOOSE)) > 1:
                    return True
        return False

    def indices_on(self, line: int) -> range:
        """Return the indices of the tokens on a line; empty for a line that is not in the file."""
        return range(*(bisect_left(self.starts, self._start_of(number)) for number in (line, line + 1)))

    def on_line(self, line: int) -> tuple[Token, ...]:
        """Return the tokens on a line."""
        indices = self.indices_on(line)
        return self.tokens[indices.start : indices.stop]

    def _start_of(self, line: int) -> int:
        return self.line_starts[line - 1] if 0 < line <= len(self.line_starts) else len(self.source) * (line > 0)


def normalize(source: str) -> str:
    """Return the source with Unix line ends and no byte order mark; line numbers stay the same.

    Characters that cannot be encoded (half of a surrogate pair, from a file that is not UTF-8) become question marks. A
    backslash before blanks at a line's end moves behind them: nvcc joins such lines, NVRTC would not.
    """
    source = source.encode("utf-8", "replace").decode("utf-8")
    source = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return _BLANKS_AFTER_BACKSLASH.sub(r"\1\\\n", source)


@functools.lru_cache(maxsize=16)  # one source is compiled at several tile widths and read by several modules
def lex(source: str) -> Lexed:
    """Return tokens and directives of a source with Unix line ends (see `normalize`)."""
    # Continued lines are joined; `places` maps offsets in the joined text to those in the source.
    text = source.replace("\\\n", "")
    cuts = [match.start() - 2 * index for index, match in enumerate(re.finditer(r"\\\n", source))]
    tokens: list[Token] = []
    directives: list[Directive] = []
    line: list[Token] = []
    in_directive = False

    def places(offset: int) -> int:
        return offset + 2 * bisect_right(cuts, offset)

    def end_line(end: int) -> None:
        nonlocal in_directive
        if in_directive:
            named = len(line) > 1 and line[1].kind in ("name", "number")
            name, rest = (line[1].text, line[2:]) if named else ("", line[1:])
            directives.append(Directive(name, tuple(rest), line[0].start, end))
        else:
            tokens.extend(line)
        line.clear()
        in_directive = False

    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "punct"
        if kind == "space":
            continue
        start, end = match.span()
        if cuts:
            start, end = places(start), places(end - 1) + 1
        if kind == "newline":
            end_line(start)
            continue
        said = match[0]
        if kind == "punct" and len(said) > 1:
            # An editor's `k << <1, 2 >> > ()` is a launch for nvcc, too.
            said = said.replace(" ", "").replace("\t", "")
            said = _DIGRAPHS.get(said, said)
        in_directive = in_directive or (not line and said in HASHES)
        line.append(Token("raw" if kind == "delimiter" else kind, said, start, end))
    end_line(len(source))
    return Lexed(source, tuple(tokens), tuple(directives), line_starts(source))


def line_starts(source: str) -> tuple[int, ...]:
    """Return the offset of each line's first character."""
    return (0, *(match.end() for match in re.finditer("\n", source)))


def closing(
    tokens: Sequence[Token], start: int, opening: str = "(", close: str = ")", *, end: int | None = None
) -> int:
    """Return the index of the token that closes the bracket at `start`, or `end` (default: `len(tokens)`) if none does.

    A search for many brackets should pass `end`: a file of unclosed brackets would take quadratic time.
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
    """Return the index of the token that closes the `<` at `start`, as in `closing`.

    `>>` closes two; inside parentheses, `>` is a comparison.
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
    """Return for each opening bracket the index of its closing bracket, or `len(tokens)` if there is none.

    Other tokens map to themselves. Each kind of bracket is matched separately, in one pass.
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


def split(tokens: Sequence[Token], *, angles: bool = False, at: Collection[str] = (",",)) -> list[tuple[Token, ...]]:
    """Return what is between the commas, or what is `at`, outside all brackets; with `angles`, outside those, too."""
    parts: list[list[Token]] = [[]]
    depth = within = 0
    for token in tokens:
        depth += (token.text in "([{") - (token.text in ")]}")
        if angles and depth == 0:  # inside brackets, > is a comparison
            within += (token.text == "<") - token.text.count(">") * (token.text in (">", ">>"))
        if token.text in at and depth == within == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return [tuple(part) for part in parts if part]


def statement(tokens: Sequence[Token], start: int) -> tuple[Token, ...]:
    """Return the tokens up to the semicolon, or the comma between declarations."""
    depth = 0
    for index in range(start, min(len(tokens), start + 200)):
        text = tokens[index].text
        if depth == 0 and text in (";", ",", ")"):
            return tuple(tokens[start:index])
        depth += (text in "([{") - (text in ")]}")
    return ()


def spaced(tokens: Sequence[Token]) -> str:
    """Return the tokens' texts, separated by spaces."""
    return " ".join(token.text for token in tokens)


def joined(tokens: Sequence[Token]) -> str:
    """Return the tokens' texts without spaces; a member of a pointer is written as that of an object."""
    return "".join(token.text for token in tokens).replace("->", ".")
