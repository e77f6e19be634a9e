"""Evaluate a file's integer constants without a compiler: macros, `const int`, enumerators, template arguments."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.compiling.directives import macro_definitions
from grader.compiling.lexer import Lexed, Token, lex
from grader.elements import size_of

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
