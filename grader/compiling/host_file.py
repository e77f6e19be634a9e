"""Read one file of a program as tokens: which of them set a name, in which function and loop, and what to.

Where a value is not sure (a loop sets it again, a condition of the preprocessor decides) nothing is said.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from grader.compiling.lexer import Lexed, Token, lex, normalize, partners, split, statement

_CAST = re.compile(r"^(?:\(\w[\w:<>]*\*+\)|\((?:int|unsigned|size_t|long)\)|\w+_cast<[^()]*>)")
_SAME = re.compile(r"&?([A-Za-z_][\w.]*?)(?:\.data\(\)|\.get\(\)|\[0\])?")
_NO_TYPES = frozenset({
    "return", "else", "new", "delete", "throw", "case", "goto", "co_return", "sizeof", "if", "while", "for", "switch",
})  # fmt: skip
_COMPOUND = frozenset({"+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "|=", "&=", "^="})
_DECLARED = frozenset({"[", "=", ",", "("})
"""What stands behind the first name of several that are declared together."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Where a name was set last, and the text of the value. `by` is the function that was given its address."""

    place: Place
    name: str
    value: str
    by: str = ""


class HostArray(NamedTuple):
    """An array of the host's that is declared with its size."""

    place: Place
    name: str
    size_bytes: int


def name_of(expression: str) -> str:
    """Return the name that an expression passes on: of `n`, `(int)n`, `&n`, `n.data()`, `dim3(n)`, `n, n`; else ""."""
    text = "".join(expression.split()).replace("->", ".")
    while match := _CAST.match(text):
        text = text[match.end() :]
    while text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    if text.startswith("dim3(") and text.endswith(")"):
        text = text[5:-1]
    parts = {part for part in text.split(",") if part != "1"}
    same = _SAME.fullmatch(parts.pop()) if len(parts) == 1 else None
    return same[1] if same else ""


@dataclass(slots=False)
class HostFile:
    """One file's tokens, and which of them set a name."""

    name: str
    text: str
    _known: dict[str, list[tuple[int, str, str]]] = field(default_factory=dict)

    @cached_property
    def lexed(self) -> Lexed:
        return lex(normalize(self.text))

    @cached_property
    def _tokens(self) -> tuple[Token, ...]:
        return self.lexed.tokens

    @cached_property
    def _partners(self) -> list[int]:
        return partners(self._tokens)

    @cached_property
    def _opening(self) -> dict[int, int]:
        """Of each closing bracket the one that opens."""
        return {close: at for at, close in enumerate(self._partners) if close > at}

    @cached_property
    def _outside(self) -> list[bool]:
        """Of each token whether it is in no braces."""
        depths = itertools.accumulate((each.text == "{") - (each.text == "}") for each in self._tokens)
        return [not depth for depth in depths]

    def at(self, first: int, end: int) -> int:
        """Return the token of the launch or the call in the lines `first` to before `end`, from 0; else the first."""
        indices = range(self.lexed.indices_on(first + 1).start, self.lexed.indices_on(end).stop)
        calls = (at for at in indices if self._tokens[at].text == "<<<" or self._tokens[at].text.startswith("cuda"))
        return next(calls, indices.start)

    def last_set(self, name: str, at: int) -> tuple[int, Setting] | None:
        """Return the last place before a token where a name is set, and what to; None where that is not sure."""
        start, around = self._function(at)
        sets = self._sets(name)
        turns = max(self._loop_ends(around), default=0)
        if any(at < each < turns for each, *_ in sets):
            return None
        for index, value, by in reversed(sets):
            if index < at and (index > start or self._outside[index]):
                line = self.lexed.line(self._tokens[index].start)
                return index, Setting(place=Place(self.name, line), name=name, value=value, by=by)
        return self._passed(name, start) if start else None

    def array(self, name: str, at: int) -> HostArray | None:
        """Return the last array of a name that is declared before a token with a size that is sure; None for others.

        A size is not sure where a macro in it is defined under a condition, which the command line may meet, nor where
        a name in it is set more than once.
        """
        from grader.compiling.source_values import Constants  # takes time, and few programs need it
        from grader.elements import size_of

        start, _ = self._function(at)
        for index in reversed(range(1, at)):
            before, tokens = self._tokens[index - 1], self._tokens
            if tokens[index].text != name or not (index > start or self._outside[index]):
                continue
            if self._text(index + 1) != "[" or not self._declares(before, index):
                if self._set(index, 0) and self._text(index + 1) in ("(", "{"):
                    return None  # an object of that name
                continue
            begin = next((n for n in range(index - 1, -1, -1) if self._text(n) in (";", "{", "}", ")")), -1) + 1
            words = [each.text for each in tokens[begin:index] if each.text not in ("static", "const")]
            first = next((n for n, word in enumerate(words) if word in _DECLARED), len(words) + 1) - 1
            size, bracket = size_of(" ".join(words[:first])) or 0, index + 1
            while self._text(bracket) == "[":
                side = tokens[bracket + 1 : self._partners[bracket]]
                names = (each.text for each in side if each.kind == "name")
                sure = all(self._is_constant(each, index) for each in names)
                size *= (Constants(self.lexed).evaluate(side) or 0) if sure else 0
                bracket = self._partners[bracket] + 1
            return HostArray(Place(self.name, self.lexed.line(tokens[index].start)), name, size) if size else None
        return None

    def _is_constant(self, name: str, at: int) -> bool:
        """True if a name has one value in the file, whatever the command line says, and has it at a token."""
        macro = name in self.lexed.macros and name not in self._conditional
        return macro or name == "sizeof" or (len(self._sets(name)) == 1 and self.last_set(name, at) is not None)

    @cached_property
    def _conditional(self) -> set[str]:
        """The names that conditions of the preprocessor ask for."""
        return {
            token.text
            for each in self.lexed.directives
            if each.name in ("if", "ifdef", "ifndef", "elif")
            for token in each.tokens
        }

    def members(self, name: str, at: int) -> list[Setting]:
        start, _ = self._function(at)
        paths = dict.fromkeys(
            path for index in range(start, at) if (path := self._path(index)).startswith(f"{name}.")
        )  # fmt: skip
        found = (self.last_set(path, at) for path in paths)
        return [each[1] for each in found if each]

    def loop_bound(self, line: int) -> tuple[Place, str] | None:
        indices = self.lexed.indices_on(line)
        for index in reversed(range(indices.stop)):
            if self._tokens[index].text != "for" or self._text(index + 1) != "(":
                continue
            head = self._partners[index + 1]
            body = self._partners[head + 1] if self._text(head + 1) == "{" else self._end(head + 1)
            if index < indices.stop and body >= indices.start:
                parts = "".join(each.text for each in self._tokens[index + 2 : head]).split(";")
                counter, sign, end = (parts[1] if len(parts) > 1 else "").partition("<=")
                used = any(self._text(n) == counter and self._text(n - 1) == "[" for n in indices)
                place = Place(self.name, self.lexed.line(self._tokens[index].start))
                return (place, f"{counter} {sign} {end}") if sign and used else None
        return None

    def _end(self, index: int) -> int:
        """Return the semicolon that ends the statement at a token, behind its brackets."""
        while index < len(self._tokens) and self._text(index) != ";":
            index = self._partners[index] + 1
        return index

    def _text(self, index: int) -> str:
        return self._tokens[index].text if 0 <= index < len(self._tokens) else ""

    def _around(self, at: int) -> list[int]:
        """The braces around a token, the outermost first."""
        return [each for each in range(at) if self._text(each) == "{" and self._partners[each] >= at]

    def _function(self, at: int) -> tuple[int, list[int]]:
        """The brace that begins the function around a token, and all braces inside it that are around the token."""
        braces = self._around(at)
        first = next((n for n, each in enumerate(braces) if self._text(each - 1) in (")", "const", "noexcept")), None)
        return (braces[first], braces[first + 1 :]) if first is not None else (0, [])

    def _loop_ends(self, braces: Sequence[int]) -> Iterator[int]:
        for each in braces:
            opened = self._opening.get(each - 1, 0)
            if self._text(each - 1) == "do" or (opened and self._text(opened - 1) in _LOOPS):
                yield self._partners[each]

    def _passed(self, name: str, start: int) -> tuple[int, Setting] | None:
        """What the one call of a function gives for its parameter; `start` is the function's brace."""
        end = start - 1 if self._text(start - 1) == ")" else start - 2
        opened = self._opening.get(end, 0)
        parameters = split(self._tokens[opened + 1 : end], angles=True)
        number = next((n for n, each in enumerate(parameters) if any(token.text == name for token in each)), None)
        function = self._text(opened - 1)
        calls = [
            n for n, token in enumerate(self._tokens)
            if token.text == function and self._text(n + 1) == "(" and n != opened - 1
        ]  # fmt: skip
        if number is None or len(calls) != 1:
            return None
        (call,) = calls
        given = split(self._tokens[call + 2 : self._partners[call + 1]])
        if number >= len(given):
            return None
        line, value = self.lexed.line(given[number][0].start), self._source(given[number])
        return call, Setting(place=Place(self.name, line), name=name, value=value)

    def _sets(self, name: str) -> list[tuple[int, str, str]]:
        """Each token that sets a name, with the text of the value, and the function that is given its address."""
        if name not in self._known:
            last = name.rpartition(".")[2]
            ends = (n for n, token in enumerate(self._tokens) if token.text == last and self._path(n) == name)
            self._known[name] = [(n, *found) for n in ends if (found := self._set(n, 2 * name.count(".")))]
        return self._known[name]

    def _path(self, index: int) -> str:
        """The name that ends at a token, with the objects that it is a member of."""
        names = [self._text(index)]
        while self._text(index - 1) in (".", "->") and index > 1 and self._tokens[index - 2].kind == "name":
            index -= 2
            names.append(self._text(index))
        return ".".join(reversed(names))

    def _set(self, index: int, length: int) -> tuple[str, str] | None:
        following, first = self._text(index + 1), index - length
        before = self._tokens[first - 1] if first else None
        if following == "=":
            return self._source(statement(self._tokens, index + 2)), ""
        if following in _COMPOUND:
            return f"{self._text(index)} {following} …", ""
        if following in ("(", "{") and before is not None and self._declares(before, first):
            return self._source(self._tokens[index + 2 : self._partners[index + 1]]), ""
        if before is not None and before.text == "&" and self._text(first - 2) in ("(", ",", ")"):
            opened = max((n for n in range(max(0, index - 60), index) if self._encloses(n, index)), default=0)
            while opened and self._tokens[opened - 1].kind != "name":
                opened = max((n for n in range(max(0, opened - 60), opened) if self._encloses(n, opened)), default=0)
            if opened and self._text(opened - 1) not in _NO_TYPES:
                return self._source(self._tokens[opened + 1 : self._partners[opened]]), self._text(opened - 1)
        return None

    def _encloses(self, opened: int, index: int) -> bool:
        return self._text(opened) == "(" and self._partners[opened] > index

    def _declares(self, before: Token, first: int) -> bool:
        """True if a name that a bracket follows is declared there: a type is before it, or another one's end."""
        if before.text in (">", ",") or (before.kind == "name" and before.text not in _NO_TYPES):
            begin = next((n for n in range(first - 1, -1, -1) if self._text(n) in (";", "{", "}")), -1) + 1
            between = [token.text for token in self._tokens[begin:first]]
            depth = sum((text in "([") - (text in ")]") for text in between)
            return depth == 0 and len(between) > (2 if before.text == "," else 0) and between[0] not in _NO_TYPES
        return False

    def _source(self, tokens: Sequence[Token]) -> str:
        return " ".join(self.lexed.source[tokens[0].start : tokens[-1].end].split()) if tokens else ""
