"""Evaluate a file's expressions without a compiler: its constants, and values in host code.

`Constants` are macros, `const int`, enumerators, template arguments. `HostValues` traces values in host code back to a
kernel's parameters: `(n + T - 1) / T`. Its texts use the syntax of assignment expressions (`ceildiv(n, 16)`), so they
can be evaluated for any sizes. Everything except plain arithmetic raises `NotArithmeticError` with the source text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.compiling.items import split_items
from grader.compiling.lexer import Lexed, Token, closing, closing_angle, joined, lex, split, statement
from grader.elements import size_of

_LONGEST = 160  # characters of a text
_LOOK_UPS = 400  # of names in one value; a hostile file's macros can grow exponentially
_DEEPEST = 24
_CASTS = frozenset({"int", "unsigned", "size_t", "long", "short", "float", "double", "const", "uint", "uint32_t",
                    "int32_t", "uint64_t", "int64_t", "std", "::"})  # fmt: skip
_FLOATS = frozenset({"float", "double"})
_PRECEDENCE = (("<<", ">>"), ("+", "-"), ("*", "/", "%"))
_DIVIDES = re.compile(r"(?i)\w*(?:div|ceil)\w*")
_NUMBER = re.compile(r"\d+|\((-\d+)\)")
_REACH = 1000  # tokens; keeps the search for a declaration's end linear in a hostile file
DIMENSIONS = ("x", "y", "z")


class NotArithmeticError(Exception):
    """The host code is not arithmetic on values that it passes to the kernel; the message is its text."""


@dataclass(frozen=True, slots=True)
class HostValue:
    """A number in host code: its text; `divisor` is set for an unrounded quotient of two numbers."""

    text: str
    floating: bool = False
    divisor: str = ""

    @classmethod
    def of(cls, number: int, *, floating: bool = False) -> HostValue:
        """Return a number as a value."""
        return cls(str(number) if number >= 0 else f"({number})", floating)

    @property
    def number(self) -> int | None:
        """The integer value, if there are no names in the text."""
        found = None if self.divisor else _NUMBER.fullmatch(self.text)
        return int(found[1] or found[0]) if found else None


@dataclass(frozen=True, slots=True)
class Scope:
    """Where names are looked up: before token `at`, from token `start`, the beginning of the enclosing function."""

    at: int
    start: int
    known: Mapping[str, HostValue] = field(default_factory=dict)
    """Values of known texts: the launch's arguments, a macro's parameters."""


class _Values:
    """The names of one file, with a limit on look-ups, because macros can grow exponentially."""

    ignored: tuple[str, ...] = ()
    """Comparisons whose right side is not read."""
    usual_size: int | None = None
    """The `sizeof` of a type that is not known."""

    def __init__(self, macros: Mapping[str, Sequence[Token]], defines: Mapping[str, str]) -> None:
        self._left = _LOOK_UPS
        self._macros = {name: tuple(tokens) for name, tokens in macros.items()}
        self._macros.update({name: tuple(lex(value).tokens) for name, value in defines.items()})

    def value(self, run: Sequence[Token], scope: Scope) -> HostValue:
        """Return the value of an expression. Raise `NotArithmeticError` if it has none."""
        self._left = _LOOK_UPS
        return self._value(run, scope, 0)

    def _value(self, run: Sequence[Token], scope: Scope, depth: int) -> HostValue:
        self._left -= 1
        if not run or depth > _DEEPEST or self._left < 0:
            raise NotArithmeticError(joined(run))
        known = scope.known.get(joined(run))
        if known is not None:
            return known
        run = self._pasted(run, frozenset(scope.known))
        parser = _Parser(self, run, scope, depth)
        found = parser.binary(0)
        if parser.at < len(run) and run[parser.at].text == "?" and self.ignored:
            # Quotient plus one if there is a remainder: both branches name the divisor.
            rest = run[parser.at + 1 :]
            middle = next((index for index, token in enumerate(rest) if token.text == ":"), len(rest))
            found, parser.at = self._value(rest[:middle], scope, depth + 1), len(run)
        if parser.at != len(run) or len(found.text) > _LONGEST:
            raise NotArithmeticError(joined(run))
        return found

    def _pasted(self, run: Sequence[Token], kept: frozenset[str]) -> Sequence[Token]:
        """Return the tokens with macros pasted as the preprocessor does: `N + 1` in `2 * M` is not `2 * (N + 1)`.

        Names in `kept` stay: values that are known, and macros that are being pasted.
        """
        if not any(token.text in self._macros for token in run):
            return run
        pasted: list[Token] = []
        for token in run:
            inside = self._macros.get(token.text) if token.text not in kept else None
            if inside is None:
                pasted.append(token)
                continue
            self._left -= 1
            if self._left < 0 or len(pasted) > _LONGEST:
                raise NotArithmeticError(joined(run[:1]))
            pasted += self._pasted(inside, kept | {token.text})
        return pasted

    def _named(self, path: str, scope: Scope, depth: int) -> HostValue:
        raise NotImplementedError

    def _called(self, name: str, arguments: Sequence[HostValue], scope: Scope, depth: int) -> HostValue:  # noqa: ARG002
        raise NotArithmeticError(f"{name}(…)")


class Constants(_Values):
    """The constants of one file; macros in `defines` come from the grader and override the file's own."""

    def __init__(self, lexed: Lexed, defines: Mapping[str, str] | None = None) -> None:
        super().__init__({name: found.tokens[1:] for name, found in lexed.macros.items()}, defines or {})
        self._texts = {**_enumerators(lexed.tokens), **_initialised(lexed.tokens)}

    @property
    def set_to(self) -> Mapping[str, Sequence[Token]]:
        """What each macro without arguments, constant and enumerator is set to."""
        return {**self._macros, **self._texts}

    def evaluate(self, tokens: Sequence[Token] | str) -> int | None:
        """Return the integer value of an expression; None when it cannot be determined."""
        try:
            found = self.value(lex(tokens).tokens if isinstance(tokens, str) else tokens, Scope(0, 0))
        except (NotArithmeticError, RecursionError):
            return None
        return None if found.floating else found.number

    def _named(self, path: str, scope: Scope, depth: int) -> HostValue:
        return self._value(self._texts.get(path, ()), scope, depth + 1)


class HostValues(_Values):
    """The values in one file's host code."""

    ignored = ("==", "!=")
    usual_size = 4

    def __init__(self, lexed: Lexed, defines: Mapping[str, str]) -> None:
        unclear = _defined_differently(lexed)
        macros = {name: found.tokens[1:] for name, found in lexed.macros.items() if name not in unclear}
        super().__init__(macros, defines)
        self.tokens = lexed.tokens
        self._calls = _one_line_functions(lexed)
        self._set: dict[str, list[int]] = {}
        for index in range(1, len(self.tokens) - 1):
            if self.tokens[index].kind == "name" and self.tokens[index + 1].text in ("=", "{"):
                self._set.setdefault(self._path_ending(index), []).append(index)

    def set_to(self, path: str, scope: Scope) -> tuple[int, tuple[Token, ...]] | None:
        """Return position and tokens of a name's or member's last value before the scope's position, or None."""
        places = self._set.get(path, [])
        here = places[: bisect_left(places, scope.at)]
        found = next((place for place in reversed(here) if place >= scope.start), here[0] if here else None)
        if found is None:
            return None
        before = [token.text for token in self.tokens[:found]] if found < scope.start else []
        if before.count("{") != before.count("}"):  # a local of another function
            return None
        opening = self.tokens[found + 1].text
        if opening == "{":
            return found, tuple(self.tokens[found + 2 : closing(self.tokens, found + 1, "{", "}")])
        return found, statement(self.tokens, found + 2)

    def macro(self, name: str) -> tuple[Token, ...] | None:
        """Return the tokens of a macro without arguments."""
        return self._macros.get(name)

    def _path_ending(self, index: int) -> str:
        while index >= 2 and self.tokens[index - 1].text in (".", "->") and self.tokens[index - 2].kind == "name":
            return f"{self._path_ending(index - 2)}.{self.tokens[index].text}"
        return self.tokens[index].text

    def _named(self, path: str, scope: Scope, depth: int) -> HostValue:
        if path in scope.known:
            return scope.known[path]
        found = self.set_to(path, scope)
        if found is not None and not _reads(found[1], path):
            return self._value(found[1], replace(scope, at=found[0]), depth + 1)
        raise NotArithmeticError(path)

    def _called(self, name: str, arguments: Sequence[HostValue], scope: Scope, depth: int) -> HostValue:
        plain = name.rpartition("::")[2]
        if plain in ("ceil", "ceilf") and len(arguments) == 1:
            one = arguments[0]
            return HostValue(f"ceildiv({one.text}, {one.divisor})" if one.divisor else one.text)
        if plain in ("floor", "floorf") and len(arguments) == 1:
            return whole(arguments[0])
        if plain in ("min", "max") and len(arguments) == 2:
            return HostValue(f"{plain}({arguments[0].text}, {arguments[1].text})")
        if name in self._calls and len(self._calls[name][0]) == len(arguments):
            names, body = self._calls[name]
            known = {**scope.known, **dict(zip(names, arguments, strict=True))}
            return self._value(body, replace(scope, known=known), depth + 1)
        if _DIVIDES.fullmatch(plain) and len(arguments) == 2:
            return HostValue(f"ceildiv({arguments[0].text}, {arguments[1].text})")
        return super()._called(name, arguments, scope, depth)


class _Parser:
    """Parser of one expression, from left to right."""

    def __init__(self, host: _Values, run: Sequence[Token], scope: Scope, depth: int) -> None:
        self.host, self.run, self.scope, self.depth, self.at = host, run, scope, depth, 0

    def peek(self, ahead: int = 0) -> str:
        index = self.at + ahead
        return self.run[index].text if index < len(self.run) else ""

    def binary(self, level: int) -> HostValue:
        if level == len(_PRECEDENCE):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in _PRECEDENCE[level] or (level == 0 and self.peek() in self.host.ignored):
            sign = self.peek()
            self.at += 1
            right = self.binary(level + 1)
            left = left if sign in self.host.ignored else _combined(sign, left, right)
        return left

    def unary(self) -> HostValue:
        self.depth += 1
        if self.depth > _DEEPEST or self.at >= len(self.run):
            raise NotArithmeticError(joined(self.run))
        text = self.peek()
        if text in ("+", "-"):
            self.at += 1
            operand = self.unary()
            if text == "+":
                found = operand
            elif operand.number is not None:
                found = HostValue.of(-operand.number, floating=operand.floating)
            else:
                found = replace(operand, text=f"(-{operand.text})")
        elif text == "(":
            end = closing(self.run, self.at)
            inside = self.run[self.at + 1 : end]
            self.at = end + 1
            if inside and all(token.text in _CASTS for token in inside) and self.at < len(self.run):
                found = _cast(inside, self.unary())
            else:
                found = self.host._value(inside, self.scope, self.depth + 1)
        elif self.run[self.at].kind == "number":
            found = _number(text)
            self.at += 1
        else:
            found = self.name()
        self.depth -= 1
        return found

    def name(self) -> HostValue:
        path, words = self.peek(), [self.run[self.at]]
        if words[0].kind != "name":
            raise NotArithmeticError(joined(self.run))
        self.at += 1
        while self.peek() in (".", "->", "::") and self.at + 1 < len(self.run):
            path += ("." if self.peek() != "::" else "::") + self.peek(1)
            words.append(self.run[self.at + 1])
            self.at += 2
        if path == "static_cast" and self.peek() == "<":
            end = closing_angle(self.run, self.at)
            kind = self.run[self.at + 1 : end]
            self.at = end + 1
            return _cast(kind, self.unary())
        if self.peek() != "(":
            return self.host._named(path, self.scope, self.depth)
        end = closing(self.run, self.at)
        parts = split(self.run[self.at + 1 : end])
        self.at = end + 1
        if path == "sizeof":
            size = size_of(" ".join(token.text for token in parts[0]) if parts else "") or self.host.usual_size
            if size is None:
                raise NotArithmeticError(joined(self.run))
            return HostValue.of(size)
        if all(word in _CASTS for word in path.split("::")) and len(parts) == 1:
            return _cast([words[-1]], self.host._value(parts[0], self.scope, self.depth + 1))
        arguments = [self.host._value(part, self.scope, self.depth + 1) for part in parts]
        return self.host._called(path, arguments, self.scope, self.depth)


def whole(value: HostValue) -> HostValue:
    """Return a quotient rounded down, any other value unchanged."""
    return HostValue(f"(({value.text}) // ({value.divisor}))") if value.divisor else HostValue(value.text)


def _number(text: str) -> HostValue:
    text = text.replace("'", "")
    digits = text.rstrip("uUlLfFzZ") if not text.lower().startswith("0x") else text.rstrip("uUlLzZ")
    try:
        octal = len(digits) > 1 and digits.isdigit() and digits[0] == "0"
        return HostValue.of(int(digits, 8 if octal else 0))
    except ValueError:
        pass
    try:
        number = float(digits)
    except ValueError:
        raise NotArithmeticError(text) from None
    return HostValue(str(int(number)) if number == int(number) else str(number), floating=True)


def _cast(kind: Sequence[Token], value: HostValue) -> HostValue:
    if any(token.text in _FLOATS for token in kind):
        return replace(value, floating=True)
    return whole(value)


def _combined(sign: str, left: HostValue, right: HostValue) -> HostValue:
    floating = left.floating or right.floating
    if sign == "/" and floating and not left.divisor and not right.divisor:
        return HostValue(left.text, floating=True, divisor=right.text)
    if left.divisor or right.divisor:
        raise NotArithmeticError(f"{left.text} {sign} {right.text}")
    if sign in ("<<", ">>"):
        if right.number is None or right.number > 40:
            raise NotArithmeticError(f"{left.text} {sign} {right.text}")
        sign, right = ("*" if sign == "<<" else "/"), HostValue(str(1 << right.number))
    if left.number is not None and right.number is not None and not (sign in "/%" and right.number == 0):
        return HostValue.of(int(calculated(sign, left.number, right.number)), floating=floating)
    return HostValue(f"({left.text} {'//' if sign == '/' else sign} {right.text})", floating)


def calculated(sign: str, left: int | float, right: int | float) -> int | float:
    """Return the value as C++ has it: a quotient of whole numbers is rounded towards 0."""
    if sign in "/%":
        if isinstance(left, float) or isinstance(right, float):
            return left / right
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if sign == "/" else left - right * quotient
    return left + right if sign == "+" else left - right if sign == "-" else left * right


def _one_line_functions(lexed: Lexed) -> dict[str, tuple[tuple[str, ...], tuple[Token, ...]]]:
    """Find function-like macros and functions with only a return statement: parameters and expression."""
    found: dict[str, tuple[tuple[str, ...], tuple[Token, ...]]] = {}
    for item in split_items(lexed.tokens):
        if item.kind == "function" and [token.text for token in item.body[:1]] == ["return"]:
            start = next((i for i, token in enumerate(item.head) if token.text == item.name), len(item.head))
            parameters = split(item.head[start + 2 : closing(item.head, start + 1)])
            found[item.name] = tuple(part[-1].text for part in parameters), statement(item.body, 1)
    for directive in lexed.definitions:
        if directive.takes_arguments:
            end = closing(directive.tokens, 1)
            names = tuple(token.text for token in directive.tokens[2:end] if token.kind == "name")
            found[directive.tokens[0].text] = names, directive.tokens[end + 1 :]
    return found


def _defined_differently(lexed: Lexed) -> set[str]:
    """Return macros with several definitions: the conditions that choose among them are not evaluated here."""
    seen: dict[str, str] = {}
    several = set()
    for directive in lexed.definitions:
        if not directive.takes_arguments:
            text = joined(directive.tokens[1:])
            if seen.setdefault(directive.tokens[0].text, text) != text:
                several.add(directive.tokens[0].text)
    return several


def _reads(run: Sequence[Token], path: str) -> bool:
    return any(token.text == path for token in run)


def _initialised(tokens: Sequence[Token]) -> dict[str, tuple[Token, ...]]:
    """Find `const int N = …` and `constexpr int N = …`, global or local."""
    found: dict[str, tuple[Token, ...]] = {}
    for index, token in enumerate(tokens):
        if token.text not in ("const", "constexpr"):
            continue
        at, last = index, min(len(tokens), index + _REACH)
        while at < last and tokens[at].text not in (";", ")", "{"):
            if tokens[at].text == "=":
                value = statement(tokens, at + 1)
                found.setdefault(tokens[at - 1].text, value)
                at += len(value)
            at += 1
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
