"""The tokens of one file of a program's host half: brackets, functions and loops around them, and their lines."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from grader.compiling.lexer import Lexed, Token, lex, normalize, partners

_LOOPS = frozenset({"for", "while"})


class Place(NamedTuple):
    """A line of a file, from 1. Line 0: not known."""

    file: str
    line: int

    def told(self, main: str) -> str:
        """Return `line 31`, with the file where it is not the main one; empty where the line is not known."""
        if not self.line:
            return ""
        return f"line {self.line}" + ("" if self.file == main else f" of {self.file}")


NOWHERE = Place("", 0)


@dataclass(slots=False)
class HostTokens:
    """One file's tokens."""

    name: str
    text: str

    @cached_property
    def lexed(self) -> Lexed:
        return lex(normalize(self.text))

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return self.lexed.tokens

    @cached_property
    def partners(self) -> list[int]:
        return partners(self.tokens)

    @cached_property
    def opening(self) -> dict[int, int]:
        """Of each closing bracket the one that opens."""
        return {close: at for at, close in enumerate(self.partners) if close > at}

    @cached_property
    def outside(self) -> list[bool]:
        """Of each token whether it is in no braces."""
        depths = itertools.accumulate((each.text == "{") - (each.text == "}") for each in self.tokens)
        return [not depth for depth in depths]

    def at(self, first: int, end: int) -> int:
        """Return the token of the launch or the call in the lines `first` to before `end`, from 0; else the first."""
        indices = range(self.lexed.indices_on(first + 1).start, self.lexed.indices_on(end).stop)
        calls = (at for at in indices if self.tokens[at].text == "<<<" or self.tokens[at].text.startswith("cuda"))
        return next(calls, indices.start)

    def statement_end(self, index: int) -> int:
        """Return the semicolon that ends the statement at a token, behind its brackets."""
        while index < len(self.tokens) and self.word(index) != ";":
            index = self.partners[index] + 1
        return index

    def word(self, index: int) -> str:
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def _around(self, at: int) -> list[int]:
        """The braces around a token, the outermost first."""
        return [each for each in range(at) if self.word(each) == "{" and self.partners[each] >= at]

    def function(self, at: int) -> tuple[int, list[int]]:
        """The brace that begins the function around a token, and all braces inside it that are around the token."""
        braces = self._around(at)
        first = next((n for n, each in enumerate(braces) if self.word(each - 1) in (")", "const", "noexcept")), None)
        return (braces[first], braces[first + 1 :]) if first is not None else (0, [])

    def loops(self, braces: Sequence[int]) -> Iterator[int]:
        """Those braces that begin the body of a loop."""
        for each in braces:
            opened = self.opening.get(each - 1, 0)
            if self.word(each - 1) == "do" or (opened and self.word(opened - 1) in _LOOPS):
                yield each

    def place(self, index: int) -> Place:
        return self.place_of(self.tokens[index])

    def place_of(self, token: Token) -> Place:
        return Place(self.name, self.lexed.line(token.start))

    def source(self, tokens: Sequence[Token]) -> str:
        return " ".join(self.lexed.source[tokens[0].start : tokens[-1].end].split()) if tokens else ""
