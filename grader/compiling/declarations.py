"""The shared arrays that a kernel's source declares, and the tile width that they suggest."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.compiling.directives import macro_definitions
from grader.compiling.kernels import KernelDeclaration, scan_kernels
from grader.compiling.lexer import Lexed, Token, closing, lex, normalize
from grader.elements import size_of

_SKIPPED = frozenset({"volatile", "const", "static", "extern", "__align__", "alignas"})
_ENDS = frozenset({";", "{", "}", "__shared__"})
"""Tokens that end any declaration, so that each token of a hostile file is read once."""
_MOST_ELEMENTS = 1 << 20
"""Maximum elements of a shared array; no GPU has a megabyte of shared memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedDeclaration:
    """A `__shared__` array: `dims` outermost first; None where the size is not a constant (dynamic shared memory)."""

    name: str
    dtype: str
    dims: tuple[int | None, ...]
    line: int
    kernel: str = ""
    dynamic: bool = False

    @property
    def count(self) -> int | None:
        """Number of elements; None when a dimension is unknown."""
        return math.prod(dim for dim in self.dims if dim is not None) if None not in self.dims else None


def shared_declarations(
    source: str, defines: Mapping[str, str | int] | None = None, kernel: str | None = None
) -> tuple[SharedDeclaration, ...]:
    """Return all shared arrays that a file declares, with their dimensions evaluated.

    With `kernel`, only that kernel's and those outside all kernels.
    """
    lexed = lex(normalize(source))
    constants = Constants(lexed, {name: str(value) for name, value in (defines or {}).items()})
    kernels = scan_kernels(lexed)
    found: list[SharedDeclaration] = []
    for index, token in enumerate(lexed.tokens):
        if token.text == "__shared__":
            owner = _owner(kernels, token)
            if kernel is None or owner in ("", kernel):
                found.extend(_declared(lexed, index, constants, owner))
    return tuple(found)


def declared_tile_width(declarations: Sequence[SharedDeclaration]) -> int | None:
    """Return the tile width of most shared arrays: T for `[T][T]` and `[T][T + 1]`, √n for a flat `[n]`; or None."""
    votes: Counter[int] = Counter()
    for declared in declarations:
        width = _width(declared.dims)
        if width is not None:
            votes[width] += 1
    return votes.most_common(1)[0][0] if votes else None


def _width(dims: Sequence[int | None]) -> int | None:
    known = [dim for dim in dims if dim is not None]
    if len(known) != len(dims) or not known:
        return None
    if len(known) >= 2:  # a leading dimension of 2 is double buffering
        rows, columns = known[-2:]
        return rows if rows > 1 and columns - rows in (0, 1, 2, 4, 8) else None
    root = math.isqrt(known[0])
    return root if root > 1 and root * root == known[0] else None


def _owner(kernels: Sequence[KernelDeclaration], token: Token) -> str:
    for kernel in kernels:
        if kernel.body and kernel.body[0].start <= token.start < kernel.body[-1].end:
            return kernel.name
    return ""


def _declared(lexed: Lexed, index: int, constants: Constants, owner: str) -> Iterator[SharedDeclaration]:
    tokens = lexed.tokens
    end = next((i for i in range(index + 1, len(tokens)) if tokens[i].text in _ENDS), len(tokens))
    dynamic = index > 0 and tokens[index - 1].text == "extern"
    words: list[str] = []
    at = index + 1
    while at < end:
        token = tokens[at]
        following = tokens[at + 1].text if at + 1 < end else ";"
        if token.text in ("__align__", "alignas"):
            at = closing(tokens, at + 1, end=end)
        elif token.kind == "name" and following in ("[", ",", ";", "="):
            dims, at = _dimensions(tokens, at + 1, end, constants)
            yield SharedDeclaration(
                name=token.text, dtype=" ".join(words), dims=dims, line=lexed.line(token.start), kernel=owner,
                dynamic=dynamic,
            )  # fmt: skip
        elif token.kind == "name" and token.text not in _SKIPPED:
            words.append(token.text)
        elif token.text == "extern":
            dynamic = True
        at += 1


def _dimensions(tokens: Sequence[Token], at: int, end: int, constants: Constants) -> tuple[tuple[int | None, ...], int]:
    dims: list[int | None] = []
    while at < end and tokens[at].text == "[":
        close = closing(tokens, at, "[", "]", end=end)
        size = constants.evaluate(tokens[at + 1 : close])
        # No compiler accepts other sizes: the macro had another value at this place.
        dims.append(size if size is not None and 0 < size <= _MOST_ELEMENTS else None)
        at = close + 1
    return tuple(dims), at


_REACH = 1000  # tokens; keeps the search for a declaration's end linear in a hostile file
_LOOK_UPS = 1000  # of names in one expression
_LARGEST = 1 << 64
_DEPTH = 40  # limit for macros that name each other in a circle
_LONGEST_TYPE = 3  # words: unsigned long long
_PRECEDENCE = (("<<", ">>"), ("+", "-"), ("*", "/", "%"))


class _NotConstantError(Exception):
    pass


class Constants:
    """The constants of one file; macros in `defines` come from the grader and override the file's own."""

    def __init__(self, lexed: Lexed, defines: Mapping[str, str] | None = None) -> None:
        self._texts: dict[str, tuple[Token, ...]] = {}
        self._texts.update(_enumerators(lexed.tokens))
        self._texts.update(_initialised(lexed.tokens))
        self._texts.update({name: found.tokens[1:] for name, found in macro_definitions(lexed).items()})
        self._texts.update({name: lex(value).tokens for name, value in (defines or {}).items()})

    def evaluate(self, tokens: Sequence[Token] | str) -> int | None:
        """Return the integer value of an expression; None when it cannot be determined."""
        run = lex(tokens).tokens if isinstance(tokens, str) else tokens
        try:
            return _Expression(_Names(self._texts), run, 0).whole()
        except (_NotConstantError, ArithmeticError, RecursionError, ValueError):
            return None


class _Names:
    """The names of one evaluation, with a limit on look-ups, because macros can grow exponentially."""

    def __init__(self, texts: Mapping[str, tuple[Token, ...]]) -> None:
        self._texts, self._left = texts, _LOOK_UPS

    def __getitem__(self, name: str) -> tuple[Token, ...]:
        self._left -= 1
        if self._left < 0 or name not in self._texts:
            raise _NotConstantError
        return self._texts[name]


class _Expression:
    def __init__(self, names: _Names, tokens: Sequence[Token], depth: int) -> None:
        if depth > _DEPTH or not tokens:
            raise _NotConstantError
        self.names, self.tokens, self.depth, self.at = names, tokens, depth, 0

    def whole(self) -> int:
        value = self.binary(0)
        if self.at != len(self.tokens):
            raise _NotConstantError
        return value

    def peek(self) -> str:
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    def binary(self, level: int) -> int:
        if level == len(_PRECEDENCE):
            return self.unary()
        value = self.binary(level + 1)
        while self.peek() in _PRECEDENCE[level]:
            sign = self.peek()
            self.at += 1
            value = _apply(sign, value, self.binary(level + 1))
            if abs(value) > _LARGEST:
                raise _NotConstantError
        return value

    def unary(self) -> int:
        text = self.peek()
        self.at += 1
        if text == "-":
            return -self.unary()
        if text == "+":
            return self.unary()
        if text == "(":
            value = self.binary(0)
            if self.peek() != ")":
                raise _NotConstantError
            self.at += 1
            return value
        if text == "sizeof":
            return self.size()
        return self.atom(text)

    def size(self) -> int:
        rest = [token.text for token in self.tokens[self.at : self.at + _LONGEST_TYPE + 2]]
        end = rest.index(")") if ")" in rest else 0
        size = size_of(" ".join(rest[1:end]))
        if not end or rest[0] != "(" or size is None:
            raise _NotConstantError
        self.at += end + 1
        return size

    def atom(self, text: str) -> int:
        number = re.fullmatch(r"(0[xX][0-9a-fA-F']+|[0-9']+)[uUlLzZ]*", text)
        if number:
            digits = number[1].replace("'", "")
            octal = len(digits) > 1 and digits.isdigit() and digits[0] == "0"
            return int(digits, 8 if octal else 0)
        return _Expression(self.names, self.names[text], self.depth + 1).whole()


def _apply(sign: str, left: int, right: int) -> int:
    if sign in ("<<", ">>"):
        if not 0 <= right < 64:
            raise _NotConstantError
        return left << right if sign == "<<" else left >> right
    if sign == "/":
        return int(left / right) if abs(left) < 2**50 else left // right
    if sign == "%":
        return left - right * int(left / right)
    return left + right if sign == "+" else left - right if sign == "-" else left * right


def _initialised(tokens: Sequence[Token]) -> dict[str, tuple[Token, ...]]:
    """Find `const int N = …` and `constexpr int N = …`, global or local."""
    found: dict[str, tuple[Token, ...]] = {}
    for index, token in enumerate(tokens):
        if token.text not in ("const", "constexpr"):
            continue
        last = min(len(tokens), index + _REACH)
        end = next((i for i in range(index, last) if tokens[i].text in (";", ")", "{")), last)
        run = tokens[index:end]
        while equals := next((i for i, part in enumerate(run) if part.text == "="), 0):
            comma = next((i for i in range(equals, len(run)) if run[i].text == ","), len(run))
            found.setdefault(run[equals - 1].text, tuple(run[equals + 1 : comma]))
            run = run[comma + 1 :]
    return found


def _enumerators(tokens: Sequence[Token]) -> dict[str, tuple[Token, ...]]:
    """Find enumerators with an explicit value, as in `enum { TILE = 16 };`."""
    found: dict[str, tuple[Token, ...]] = {}
    for index, token in enumerate(tokens):
        if token.text == "enum":
            last = min(len(tokens), index + _REACH)
            start = next((i for i in range(index, min(last, index + 8)) if tokens[i].text in ("{", ";")), last)
            end = next((i for i in range(start, last) if tokens[i].text == "}"), last)
            for at in range(start + 1, end - 1):
                if tokens[at + 1].text == "=":
                    stop = next((i for i in range(at, end) if tokens[i].text == ","), end)
                    found[tokens[at].text] = tuple(tokens[at + 2 : stop])
    return found
