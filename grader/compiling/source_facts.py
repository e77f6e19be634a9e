"""Facts about a student's source, to name lines and choose hints; never a reason to deduct points."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from grader.compiling.items import declared_without_value
from grader.compiling.kernel_tokens import ASSIGNS, CALL_DEPTH, STATEMENT_TOKENS, KernelTokens
from grader.compiling.lexer import Token
from grader.elements import WHOLE_WORDS

_WIDTH_NAMES = re.compile(r"(?:TILE|BLOCK)_?(?:WIDTH|SIZE|DIM)|TS")
_LOOKED_AT = 64  # loops, or names between a condition and a division: no hand-written file has more


class SourceFacts(KernelTokens):
    """Positions of constructs in a source."""

    def line(self, number: int) -> str:
        """Return the code on one line, stripped; "" when there is no such line."""
        return self.code[number - 1].strip() if 1 <= number <= len(self.code) else ""

    @cached_property
    def kernel_barriers(self) -> tuple[int, ...]:
        """Lines of the kernel with a barrier or a call of a function with one."""
        return tuple(dict.fromkeys(self.in_kernel(line) for line in self.barriers[:_LOOKED_AT]))

    def in_kernel(self, number: int) -> int:
        """Return the kernel's line that reaches a line: the line itself or that of the call; 0 if neither is found."""
        if not number or self._kernel is None or number in self.body:
            return number
        for _ in range(CALL_DEPTH):
            span = self._function_around(number)
            name = next((name for name, other in self._functions.items() if other == span), "")
            calls = self._lines([i for i in self._indices if self._text(i) == name and self._calls(i)]) if name else ()
            if not calls or number in self.body:
                return number if number in self.body else 0
            number = next((line for line in calls if line in self.body), calls[0])
        return 0

    def loop_end(self, *numbers: int) -> int:
        """Return the last line of the innermost loop around all these lines; of the file if there is none."""
        ends = (self._line_at(end) for start, _, end in self._loops if self._within(start, end, numbers))
        return min(ends, default=len(self.code))

    def is_conditional(self, number: int) -> bool:
        """Return whether an `if` or `else` controls a line."""
        return any(self._within(start, end, (number,)) for start, end in self._conditional)

    def names_on(self, number: int) -> tuple[str, ...]:
        """Return the names on a line, in order."""
        return tuple(token.text for token in self._lexed.on_line(number) if token.kind == "name")

    def declared_without_value(self, number: int) -> dict[str, int]:
        """Return the locals declared without a value in the function around a line, with their lines."""
        span = self._function_around(number)
        bare = declared_without_value(self._tokens[slice(*span)]) if span else ()
        return {token.text: self._lexed.line(token.start) for token in bare}

    def sets(self, name: str, number: int) -> tuple[int, ...]:
        """Return the lines that assign to a name in the function around a line; the declaration comes first."""
        span = self._function_around(number)
        found = (i for i in range(*span) if self._text(i) == name and self._is_set(i)) if span else ()
        return self._lines(tuple(found))

    def is_elsewhere(self, number: int, other: int) -> bool:
        """Return whether two lines belong to different functions."""
        return self._function_around(number) != self._function_around(other)

    @cached_property
    def phase_loops(self) -> tuple[int, ...]:
        """Lines of the loops over phases: those that contain a barrier."""
        return tuple(self._line_at(start) for start, _, _ in self._phase_loops)

    def is_axis(self, number: int, name: str) -> bool:
        """Return whether a line only makes `name` an alias for a part of `threadIdx`, which is not a decision."""
        texts = [token.text for token in self._lexed.on_line(number)]
        return any(
            texts[i : i + 4] == [name, "=", "threadIdx", "."] and texts[i + 5 : i + 6] in ([";"], [","])
            for i in range(len(texts))
        )

    def assigned_on(self, number: int) -> tuple[str, ...]:
        """Return the first name that a line assigns to, in a tuple."""
        tokens = self._lexed.on_line(number)
        found = (one.text for one, sign in pairwise(tokens) if one.kind == "name" and sign.text in ASSIGNS)
        return tuple(found)[:1]

    def subscripts_on(self, number: int, array: str = "", *, written: bool = False) -> tuple[tuple[str, ...], ...]:
        """Return the subscripts' tokens of `array` on a line; without a name, of the array written (or read) there."""
        here = self._lexed.indices_on(number)
        named = [i for i in here if self._tokens[i].kind == "name" and self._text(i + 1) == "["]
        sign = next((i for i in here if self._text(i) in ASSIGNS), here.start)
        sides = {i: self._text(i) == array if array else (i < sign) == written for i in named}
        first = next((i for i in named if sides[i]), None)
        found = []
        while first is not None and self._text(first + 1) == "[" and self._partners[first + 1] < len(self._tokens):
            end = self._partners[first + 1]
            found.append(tuple(token.text for token in self._tokens[first + 2 : end]))
            first = end
        return tuple(found)

    def loops_around(self, number: int) -> tuple[int, ...]:
        """Return the lines of the loops around a line of the kernel, or around its call there, outermost first."""
        here = (self.in_kernel(number), number)
        around = [
            self._line_at(start) for start, _, end in self._loops if any(self._within(start, end, (n,)) for n in here)
        ]
        return tuple(dict.fromkeys(around))

    @cached_property
    def defined_width(self) -> tuple[str, int] | None:
        """The macro or constant that sets the tile width in this file, and its value."""
        for directive in self._lexed.directives:
            if directive.name == "define" and len(directive.tokens) == 2:
                name, value = directive.tokens
                if self._is_width(name.text) and value.text.isdigit():
                    return name.text, int(value.text[:9])
        for index in range(len(self._tokens) - 3):
            texts = [self._text(index + step) for step in range(4)]
            if self._is_width(texts[0]) and texts[1] == "=" and texts[2].isdigit() and texts[3] in (";", ","):
                return texts[0], int(texts[2][:9])
        return None

    @cached_property
    def phase_division(self) -> int:
        """Line of a division that rounds down the number of phases; 0 if there is none."""
        for start, end, _ in self._phase_loops[:_LOOKED_AT]:
            found = self._rounding_division(self._condition(start, end))
            if found is not None:
                return self._lexed.line(found.start)
        return 0

    @cached_property
    def early_returns(self) -> tuple[int, ...]:
        """Lines with a `return` before a barrier."""
        last = max(self.barriers, default=0)
        returns = (i for i in self._indices if self._text(i) == "return" and self._text(i + 1) == ";")
        return tuple(line for line in self._lines(returns) if line < last)

    @cached_property
    def body(self) -> range:
        """The lines between the kernel's braces."""
        if self._kernel is None:
            return range(0)
        start, end = self._kernel
        last = self._lexed.line(self._tokens[end].start) if end < len(self._tokens) else len(self.code) + 1
        return range(self._lexed.line(self._tokens[start].start) + 1, last)

    def store_line(self, array: str) -> int:
        """Return the first line of the kernel that assigns to an element of an array; 0 if there is none."""
        for index in self._indices if self._kernel else ():
            if self._text(index) == array and self._text(index + 1) == "[":
                after = self._partners[index + 1] + 1
                if self._text(after) in ASSIGNS:
                    return self._lexed.line(self._tokens[index].start)
        return 0

    @cached_property
    def loops(self) -> tuple[int, ...]:
        """The lines on which a loop begins."""
        return self._lines(index for index in self._indices if self._text(index) in ("for", "while"))

    def loop_before(self, number: int) -> int:
        """Return the nearest loop that begins on or before a line; 0 if there is none."""
        return max((line for line in self.loops if line <= number), default=0)

    def _is_width(self, name: str) -> bool:
        return name == self.macro or _WIDTH_NAMES.fullmatch(name) is not None

    def _condition(self, start: int, end: int) -> tuple[Token, ...]:
        """Return the condition of a `for` (between its semicolons) or of a `while`."""
        run = self._tokens[start + 1 : min(end, start + STATEMENT_TOKENS)]
        stops = [index for index, token in enumerate(run) if token.text == ";"]
        return run[stops[0] + 1 : stops[1]] if len(stops) == 2 else run

    def _rounding_division(self, condition: Sequence[Token]) -> Token | None:
        """Return a division that is not rounded up, in a condition or in a value of its names."""
        runs, seen = [condition], set[str]()
        for run in runs:  # grows during the loop: each name is followed once
            divisions = [index for index, token in enumerate(run) if token.text == "/"]
            found = next((run[index] for index in divisions[:_LOOKED_AT] if not _rounds_up(run, index)), None)
            if found is not None or len(runs) > _LOOKED_AT:
                return found
            for token in run if not divisions else ():
                if token.kind == "name" and token.text not in seen:
                    seen.add(token.text)
                    runs.append(self._value(token))
        return None

    def _value(self, name: Token) -> tuple[Token, ...]:
        """Return the value or definition of a name; empty if it is incremented later, which may round up."""
        if name.text in self._counted:
            return ()
        return self._values.get(name.text, ()) or self._macros.get(name.text, ())

    @cached_property
    def _counted(self) -> frozenset[str]:
        """The names that `++`, `--` or `+=` changes."""
        around = ((self._text(index), index) for index in self._indices)
        steps = [(text, index) for text, index in around if text in ("++", "--", "+=")]
        return frozenset(self._text(index + side) for _, index in steps for side in (-1, 1))

    @cached_property
    def _values(self) -> dict[str, tuple[Token, ...]]:
        """The first value of each name, in the kernel or as a constant of the file."""
        found: dict[str, tuple[Token, ...]] = {}
        inside = set(self._indices)
        for index in range(1, len(self._tokens)):
            if self._text(index) == "=" and self._tokens[index - 1].kind == "name":
                if index not in inside and self._text(index - 2) not in WHOLE_WORDS:
                    continue
                end = next((i for i in range(index, index + 64) if self._text(i) in (";", "", "{")), index + 64)
                found.setdefault(self._text(index - 1), self._tokens[index + 1 : end])
        return found


def _rounds_up(run: Sequence[Token], at: int) -> bool:
    """Return whether the division at `at` is part of an idiom that rounds up: (n + T - 1)/T, (n-1)/T + 1, ceil."""
    texts = [token.text for token in run]
    if "%" in texts or any("ceil" in text.lower() for text in texts[:at]):
        return True
    minus = any(texts[i] == "-" and _is_one(texts[i + 1]) for i in range(at - 1))
    plus = any(texts[i] == "+" and (_is_one(texts[i + 1]) or texts[i + 1] == "(") for i in range(at, len(texts) - 1))
    return minus or plus


def _is_one(text: str) -> bool:
    return text.rstrip("uUlL") == "1"
