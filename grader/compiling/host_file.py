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

from grader.compiling.host_tokens import HostTokens, Place
from grader.compiling.lexer import Token, closing_angle, split, statement

_CAST = re.compile(r"^(?:\(\w[\w:<>]*\*+\)|\((?:int|unsigned|size_t|long)\)|\w+_cast<[^()]*>)")
_SAME = re.compile(r"&?([A-Za-z_][\w.]*?)(?:\.data\(\)|\.get\(\)|\[0\])?")
_NO_TYPES = frozenset({
    "return", "else", "new", "delete", "throw", "case", "goto", "co_return", "sizeof", "if", "while", "for", "switch",
})  # fmt: skip
_FREES = re.compile(r"cudaFree\w*|free")
_FAILED = re.compile(r"(?i)cuda|err|status|null|fail")
_COMPOUND = frozenset({"+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "|=", "&=", "^="})
_DECLARED = frozenset({"[", "=", ",", "("})
"""What stands behind the first name of several that are declared together."""


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


def named_alike(text: str, name: str) -> bool:
    """True if one of two names is in the other, whatever their case and underscores."""
    one, other = (each.lower().replace("_", "") for each in (text, name))
    return bool(one) and (one in other or other in one)


def rounds_down(value: str) -> bool:
    """True of a division of whole numbers whose text adds nothing to round it up."""
    return "/" in value and not re.search(r"[+%?]|(?i:ceil|up\b|up\()", value)


@dataclass(slots=False)
class HostFile(HostTokens):
    """One file's tokens, and which of them set a name."""

    _known: dict[str, list[tuple[int, str, str, int]]] = field(default_factory=dict)

    def last_set(self, name: str, at: int) -> tuple[int, Setting] | None:
        """Return the last place before a token where a name is set, and what to; None where that is not sure."""
        start, around = self.function(at)
        sets = self._sets(name)
        turns = max((self.partners[each] for each in self.loops(around)), default=0)
        if any(at < each < turns for each, *_ in sets):
            return None
        for index, value, by, made in reversed(sets):
            if index < at and (index > start or self.outside[index]):
                return index, Setting(place=self.place(made), name=name, value=value, by=by)
        return self._passed(name, start) if start else None

    def set_in_turn(self, names: Sequence[str], at: int) -> list[str]:
        """Return those names that the innermost loop around a token sets before it, in each turn."""
        begun = max(self.loops(self.function(at)[1]), default=len(self.tokens))
        return [each for each in names if (step := self.last_set(each, at)) and step[0] > begun]

    def changed_in_loop(self, at: int) -> dict[str, str]:
        """Return the names that the innermost loop around a token sets, each with whether it is only `in steps`."""
        begun = max(self.loops(self.function(at)[1]), default=0)
        first = self.opening.get(begun - 1, begun) if begun else 0
        first = next((n for n in range(first, begun) if self.word(n) == ";"), first)  # behind what begins a `for`
        changed: dict[str, str] = {}
        for n in range(first, self.partners[begun] if begun else 0):
            if self.word(n) == "=" or self.word(n) in _COMPOUND:
                changed.setdefault(self.word(n - 1), "anew" if self.word(n) == "=" else "in steps")
        return changed

    def made_by(self, name: str, at: int) -> tuple[int, Setting] | None:
        """Return where the function that makes a value sets it: `name` is a call, or a member of what a call makes.

        A function with parameters may have been given the wrong value: only where it rounds down it is that itself.
        """
        base, _, member = name.partition(".") if "(" not in name else ("", "", "")
        made = self.last_set(base, at) if member else None
        for function in re.findall(r"(\w+)\s*\(", made[1].value if made else name):
            named = (n + 1 for n, each in enumerate(self.tokens) if each.text == function and self.word(n + 1) == "(")
            begins = [
                end
                for n in named
                for end in range(self.partners[n] + 1, self.partners[n] + 3)
                if self.word(end) == "{" and self.word(end - 1) in (")", "const", "noexcept")
            ]
            inside = range(begins[0], self.partners[begins[0]]) if len(begins) == 1 else range(0)
            returns = [n for n in inside if self.word(n) == "return"]
            if len(returns) != 1 or self.word(returns[0] + 1) == "{":
                continue
            value = self.source(statement(self.tokens, returns[0] + 1))
            setting = Setting(place=self.place(returns[0]), name=function, value=value)
            step = self.last_set(f"{name_of(value)}.{member}", returns[0]) if member else (returns[0], setting)
            empty = self.tokens[begins[0] - 3 : begins[0]][-3:]
            if step and (rounds_down(step[1].value) or ("(", ")") in itertools.pairwise(each.text for each in empty)):
                return step
        return None

    def array(self, name: str, at: int) -> HostArray | None:
        """Return the last array of a name that is declared before a token with a size that is sure; None for others.

        A size is not sure where a macro in it is defined under a condition, which the command line may meet, nor where
        a name in it is set more than once.
        """
        from grader.compiling.source_values import Constants  # takes time, and few programs need it
        from grader.elements import size_of

        start, _ = self.function(at)
        for index in reversed(range(1, at)):
            before, tokens = self.tokens[index - 1], self.tokens
            if tokens[index].text != name or not (index > start or self.outside[index]):
                continue
            if self.word(index + 1) != "[" or not self._declares(before, index):
                if self._set(index, 0) and self.word(index + 1) in ("(", "{"):
                    return None  # an object of that name
                continue
            size, bracket = size_of(" ".join(self._type_of(index))) or 0, index + 1
            while self.word(bracket) == "[":
                side = tokens[bracket + 1 : self.partners[bracket]]
                names = (each.text for each in side if each.kind == "name")
                sure = all(self._is_constant(each, index) for each in names)
                size *= (Constants(self.lexed).evaluate(side) or 0) if sure else 0
                bracket = self.partners[bracket] + 1
            return HostArray(self.place(index), name, size) if size else None
        return None

    def variable(self, name: str, at: int) -> HostArray | None:
        """Return a variable that the function around a token declares: a number, a pointer or a vector, by itself."""
        from grader.elements import size_of

        start = self.function(at)[0]
        for index in range(at - 1, start + 1, -1):
            before, ends = self.word(index - 1), self.word(index + 1) in ("=", ";", ",", "(", "{", "[")
            type_at = index - 2 if before == "*" else index - 1
            if self.word(index) != name or not ends or not self._declares(self.tokens[type_at], type_at + 1):
                continue
            words = self._type_of(index)
            size = 8 if before == "*" else 24 if "vector" in words else size_of(" ".join(words)) or 0
            if size:  # else it is an expression
                return None if self.word(index + 1) == "[" else HostArray(self.place(index), f"&{name}", size)
        return None

    def _type_of(self, index: int) -> list[str]:
        """The words of the type that a declaration gives the name at a token."""
        ends = (";", "{", "}", ")")  # but `p(n), q(n)` are declared together
        before = (n for n in range(index - 1, -1, -1) if self.word(n) in ends and self.word(n + 1) != ",")
        begin = next(before, -1) + 1
        star = "*" if self.word(index - 1) != "*" else ""  # in `int *a, b[4]` it is the first one's
        left = ("static", "const", star)
        words = [each.text for each in self.tokens[begin:index] if each.text not in left]
        return words[: next((n for n, word in enumerate(words) if word in _DECLARED), len(words) + 1) - 1]

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
        start, _ = self.function(at)
        paths = dict.fromkeys(
            path for index in range(start, at) if (path := self._path(index)).startswith(f"{name}.")
        )  # fmt: skip
        found = (self.last_set(path, at) for path in paths)
        return [each[1] for each in found if each]

    def loop_bound(self, line: int) -> tuple[Place, str] | None:
        indices = self.lexed.indices_on(line)
        for index in reversed(range(indices.stop)):
            if self.tokens[index].text != "for" or self.word(index + 1) != "(":
                continue
            head = self.partners[index + 1]
            body = self.partners[head + 1] if self.word(head + 1) == "{" else self.statement_end(head + 1)
            if index < indices.stop and body >= indices.start:
                parts = "".join(each.text for each in self.tokens[index + 2 : head]).split(";")
                counter, sign, end = (parts[1] if len(parts) > 1 else "").partition("<=")
                if sign and any(self.word(n) == counter for n in indices):
                    return self.place(index), f"{counter} {sign} {end}"
        return None

    def _parameter(self, name: str, start: int) -> tuple[tuple[Token, ...], list[tuple[int, tuple[Token, ...]]]] | None:
        """The parameter of the function that begins at a brace, and each call's token with what it gives for that."""
        opened, end = self._head(start)
        for number, each in enumerate(split(self.tokens[opened + 1 : end], angles=True)):
            if any(token.text == name for token in each):
                calls = ((n, split(self.tokens[n + 2 : self.partners[n + 1]])) for n in self.calls(start))
                return each, [(n, given[number] if number < len(given) else ()) for n, given in calls]
        return None

    def _head(self, start: int) -> tuple[int, int]:
        """The brackets around the parameters of the function that begins at a brace."""
        end = start - 1 if self.word(start - 1) == ")" else start - 2
        return self.opening.get(end, 0), end

    def calls(self, start: int) -> list[int]:
        """Return the tokens of the calls of the function that begins at a brace."""
        name = self._head(start)[0] - 1
        same = (n for n, token in enumerate(self.tokens) if token.text == self.word(name) and n != name)
        return [n for n in same if self.word(n + 1) == "("]

    def _passed(self, name: str, start: int) -> tuple[int, Setting] | None:
        """What the one call of a function gives for its parameter; `start` is the function's brace."""
        _, calls = self._parameter(name, start) or ((), [])
        if len(calls) != 1 or not calls[0][1]:
            return None
        call, given = calls[0]
        return call, Setting(place=self.place_of(given[0]), name=name, value=self.source(given))

    def passed(self, name: str, at: int) -> Setting | None:
        """Return what the one call of the function around a token gives for its parameter, if that has another name."""
        start = self.function(at)[0]
        step = self._passed(name, start) if start and name.isidentifier() else None
        other = name_of(step[1].value) if step else ""
        return step[1] if step and other and not named_alike(other, name) else None

    def by_value(self, name: str, at: int, text: str) -> Place | None:
        """Return the line of a parameter of the function around a token, if a call gives it `text` by value.

        That is a pointer, or an object of which `name` and `text` are one member.
        """
        (base, _, member), (of, _, own) = name.partition("."), text.partition(".")
        parameter, calls = self._parameter(base, self.function(at)[0]) or ((), [])
        spelled = [each.text for each in parameter]
        given = member == own and any(self.source(value) == of for _, value in calls)
        stars = 0 if member else 1
        return self.place_of(parameter[0]) if given and spelled.count("*") == stars and "&" not in spelled else None

    def argument(self, at: int, number: int) -> Place | None:
        """Return the line on which an argument of the call at a token begins."""
        opened = next((n for n in range(at, len(self.tokens)) if self.word(n) == "("), 0)
        given = split(self.tokens[opened + 1 : self.partners[opened]]) if opened else []
        return self.place_of(given[number][0]) if number < len(given) and given[number] else None

    def _sets(self, name: str) -> list[tuple[int, str, str, int]]:
        """Each token that sets a name, with the value, the function that gets its address, and the value's token."""
        if name not in self._known:
            last = name.rpartition(".")[2]
            ends = (n for n, token in enumerate(self.tokens) if token.text == last and self._path(n) == name)
            self._known[name] = [(n, *found) for n in ends if (found := self._set(n, 2 * name.count(".")))]
        return self._known[name]

    def _path(self, index: int) -> str:
        """The name that ends at a token, with the objects that it is a member of: `rows.count` of `rows[i].count`."""
        names = [self.word(index)]
        while self.word(index - 1) in (".", "->") and index > 1:
            index -= 2
            index = self.opening.get(index, 0) - 1 if self.word(index) == "]" else index
            if index < 0 or self.tokens[index].kind != "name":
                break
            names.append(self.word(index))
        return ".".join(reversed(names))

    def _set(self, index: int, length: int) -> tuple[str, str, int] | None:
        following, first = self.word(index + 1), index - length
        before = self.tokens[first - 1] if first else None
        if following == "=":
            value = statement(self.tokens, index + 2)
            return self.source(value), "", self._rounded(index, index + 2, index + 2 + len(value))
        if following in _COMPOUND:
            return f"{self.word(index)} {following} …", "", index
        if following in ("(", "{") and before is not None and self._declares(before, first):
            end = self.partners[index + 1]
            return self.source(self.tokens[index + 2 : end]), "", self._rounded(index, index + 2, end)
        if before is not None and before.text == "&" and self.word(first - 2) in ("(", ",", ")"):
            opened = max((n for n in range(max(0, index - 60), index) if self._encloses(n, index)), default=0)
            while opened and self.tokens[opened - 1].kind != "name":
                opened = max((n for n in range(max(0, opened - 60), opened) if self._encloses(n, opened)), default=0)
            if opened and self.word(opened - 1) not in _NO_TYPES:
                return self.source(self.tokens[opened + 1 : self.partners[opened]]), self.word(opened - 1), index
        return None

    def _rounded(self, index: int, begin: int, end: int) -> int:
        """Return the first token of that part of a value, among several, that alone is rounded down; else `index`."""
        if self.word(begin) == "dim3":
            begin, end = begin + 2, end - 1
        parts = split(self.tokens[begin:end])
        low = [n for n, each in enumerate(parts) if rounds_down(self.source(each))]
        return begin + sum(len(each) + 1 for each in parts[: low[0]]) if len(low) == 1 < len(parts) else index

    def _encloses(self, opened: int, index: int) -> bool:
        return self.word(opened) == "(" and self.partners[opened] > index

    def _declares(self, before: Token, first: int) -> bool:
        """True if a name that a bracket follows is declared there: a type is before it, or another one's end."""
        if before.text in (">", ",") or (before.kind == "name" and before.text not in _NO_TYPES):
            begin = next((n for n in range(first - 1, -1, -1) if self.word(n) in (";", "{", "}")), -1) + 1
            between = [token.text for token in self.tokens[begin:first]]
            depth = sum((text in "([") - (text in ")]") for text in between)
            return depth == 0 and len(between) > (2 if before.text == "," else 0) and between[0] not in _NO_TYPES
        return False

    def left_before(self, at: int, name: str) -> tuple[Place, str] | None:
        """Return the one line between a token and what frees a name that leaves the function, or this turn of a loop.

        With the function's name. What leaves where a call has failed does not count.
        """
        start, _ = self.function(at)
        spelled = re.compile(rf"(?<![\w.]){re.escape(name)}(?![\w.])")
        frees = (n for n in range(at + 1, self.partners[start]) if _FREES.fullmatch(self.word(n)))
        freed = next((n for n in frees if spelled.search(self._brackets(n + 1))), at)
        leaving = [
            n for n in range(at + 1, freed)
            if (self.word(n) == "return" or (self.word(n) == "continue" and self._in_one_loop(n, freed)))
            and not _FAILED.search(self._condition(n)) and not self._in_a_lambda(n)
        ]  # fmt: skip
        function = self.word(self._head(start)[0] - 1)
        return (self.place(leaving[0]), function) if start and len(leaving) == 1 else None

    def hides(self, name: str, at: int) -> Place | None:
        """Return where a pointer is declared before a token that hides one of the same name from around its block."""
        start, around = self.function(at)
        pointers = (n for n in range(start, at) if self.word(n) == name and self.word(n - 1) == "*")
        declared = [n for n in pointers if self._declares(self.tokens[n - 2], n - 1)]
        blocks = [self._around(n)[-1] for n in declared]
        outer = [block for block in blocks[:-1] if block == start or block in around]
        return self.place(declared[-1]) if outer and blocks[-1] in around and blocks[-1] not in outer else None

    def _brackets(self, opened: int) -> str:
        """The text from an opening bracket to the one that closes it; empty where a token is none."""
        return self.source(self.tokens[opened : self.partners[opened]]) if self.word(opened) == "(" else ""

    def _condition(self, at: int) -> str:
        """The condition of the `if` whose whole branch, or whose braces, a statement is in; empty without one."""
        braces = self._around(at)
        close = at - 1 if self.word(at - 1) == ")" else braces[-1] - 1 if braces else 0
        opened = self.opening.get(close, 0)
        return self._brackets(opened) if self.word(opened - 1) == "if" else ""

    def _in_one_loop(self, at: int, other: int) -> bool:
        """True if the innermost loop around a token is around another one behind it, too."""
        begun = max(self.loops(self.function(at)[1]), default=0)
        return bool(begun) and self.partners[begun] > other

    def _in_a_lambda(self, at: int) -> bool:
        closing = (self.opening.get(each - 1, each) for each in self.function(at)[1])
        return any("]" in (self.word(each - 1), self.word(each)) for each in closing)

    # --- objects whose destructors free memory

    def shared_object(self, at: int) -> tuple[Place, str, bool] | None:
        """Return where two objects come to have the pointer that the destructor around a token frees.

        With the name of the class, and whether it is a move of its own, which leaves the pointer where it was; else
        an object is copied, by a class that says nothing of copies.
        """
        start = self.function(at)[0]
        destructor = self.opening.get(start - 1, 0) - 1
        if self.word(destructor - 1) != "~" or self.word(at + 1) != "(":
            return None
        name, freed = self.word(destructor), self.word(self.partners[at + 1] - 1)
        copied = False
        for opened in range(len(self.tokens)):
            first = opened + 2 if self.word(opened + 1) == "const" else opened + 1
            if self.word(opened) != "(" or self.word(first) != name or self.word(opened - 1) not in (name, "="):
                continue
            close = self.partners[opened]
            spelled = [each.text for each in self.tokens[opened:close]]
            copied = copied or "&" in spelled
            begin = next((n for n in range(close, len(self.tokens)) if self.word(n) in ("{", ";")), close)
            end = self.partners[begin] if self.word(begin) == "{" else close
            body = [each.text for each in self.tokens[close:end]]
            path = [spelled[-1], ".", freed]
            taken = any(
                body[n : n + 3] == path and (body[n + 3 : n + 4] == ["="] or body[n - 2] in ("exchange", "swap"))
                for n in range(len(body))
            )
            if "&&" in spelled and body and not (taken or "swap" in body):
                return self.place(opened - 1), name, True
        copies = [] if copied else list(self._copies_of(name)) or self._class_in_a_vector(name)
        return (self.place(copies[0]), name, False) if len(copies) == 1 else None

    def _class_in_a_vector(self, name: str) -> list[int]:
        """The token of a class whose objects a vector copies as it grows."""
        before = [(self.word(n - 2), self.word(n - 1), n) for n, each in enumerate(self.tokens) if each.text == name]
        grows = any(each[:2] == ("vector", "<") for each in before)
        return [n for _, word, n in before if word in ("class", "struct")][:1] if grows else []

    def _copies_of(self, name: str) -> Iterator[int]:
        """Tokens where a parameter takes an object of a class by value, or a variable is made of another one."""
        for n, token in enumerate(self.tokens):
            end = closing_angle(self.tokens, n + 1) if self.word(n + 1) == "<" else n
            after = [self.word(end + more) for more in range(1, 5)]
            before = self.word(n - 2 if self.word(n - 1) == "const" else n - 1)
            parameter = before in ("(", ",") and after[1] in (",", ")")
            if token.text == name and after[0].isidentifier() and (parameter or (after[1] == "=" and after[3] == ";")):
                yield n
