"""What the student's text says, for naming lines and choosing hints: never a reason to lose points.

Read from the compiler room's tokens, so comments, strings and continued lines are what a compiler takes them for. Only
the graded kernel and the functions and macros that it uses are looked at: a `main` beside it says nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from grader.compiling.bare_locals import declared_without_value
from grader.compiling.lexer import Lexed, Token, lex, normalize, partners

_LONGEST = 100_000
"""Characters that are looked at: a file that a person wrote is shorter, and this runs in the grader's own process."""

_BARRIERS = frozenset(
    {"__syncthreads", "__syncthreads_and", "__syncthreads_or", "__syncthreads_count", "__barrier_sync", "barrier"}
)
_NOT_CALLS = frozenset({"if", "for", "while", "switch", "return", "sizeof", "catch"})
_WIDTH_NAMES = re.compile(r"(?:TILE|BLOCK)_?(?:WIDTH|SIZE|DIM)|TS")
_ASSIGNS = frozenset({"=", "+=", "-=", "*="})
_LOOKED_AT = 64  # loops, names on the way from a condition to a division: no person's file has more
_CONDITION_TOKENS = 256
_MOST_CONDITIONS = 1000
_CALL_DEPTH = 8

Span = tuple[int, int]


@dataclass(frozen=True)
class SourceFacts:
    """Places in a source; lines count from 1, and 0 is no line."""

    source: str
    macro: str = "TILE_WIDTH"
    kernel_at: int = 0  # the line of the graded kernel; 0: the first one

    @cached_property
    def code(self) -> tuple[str, ...]:
        """The lines without comments and strings, each character in its place."""
        made, at = [], 0
        for start, end in sorted(_code_spans(self._lexed)):
            made += [re.sub(r"[^\n]", " ", self._lexed.source[at:start]), self._lexed.source[start:end]]
            at = end
        made.append(re.sub(r"[^\n]", " ", self._lexed.source[at:]))
        return tuple("".join(made).split("\n"))

    def line(self, number: int) -> str:
        """The code on one line, stripped; empty when there is no such line."""
        return self.code[number - 1].strip() if 1 <= number <= len(self.code) else ""

    @cached_property
    def barriers(self) -> tuple[int, ...]:
        """The lines with a barrier, or with a macro or function that holds one."""
        holders = self._barrier_holders
        found = [
            index for index in self._indices
            if (self._calls(index) and (self._text(index) in holders or self._is_group_sync(index)))
            or self._text(index) in holders & self._macros.keys()
        ]  # fmt: skip
        return self._lines(found)

    @cached_property
    def kernel_barriers(self) -> tuple[int, ...]:
        """The lines of the kernel with a barrier, or from which a function with one is called."""
        return tuple(dict.fromkeys(self.in_kernel(line) for line in self.barriers[:_LOOKED_AT]))

    def in_kernel(self, number: int) -> int:
        """The line of the kernel from which a line is reached: its own, or that of the call; 0 where neither shows."""
        if not number or self._kernel is None or number in self.body:
            return number
        for _ in range(_CALL_DEPTH):
            span = self._function_around(number)
            name = next((name for name, other in self._functions.items() if other == span), "")
            calls = self._lines([i for i in self._indices if self._text(i) == name and self._calls(i)]) if name else ()
            if not calls or number in self.body:
                return number if number in self.body else 0
            number = next((line for line in calls if line in self.body), calls[0])
        return 0

    def loop_end(self, *numbers: int) -> int:
        """The last line of the innermost loop around all these lines; the last of the file where there is none."""
        ends = (self._line_at(end) for start, _, end in self._loops if self._within(start, end, numbers))
        return min(ends, default=len(self.code))

    def is_conditional(self, number: int) -> bool:
        """Whether a line lies in what an `if` or an `else` decides about."""
        return any(self._within(start, end, (number,)) for start, end in self._conditional)

    def names_on(self, number: int) -> tuple[str, ...]:
        """The names on a line, in its order."""
        return tuple(token.text for token in self._on(number) if token.kind == "name")

    def declared_without_value(self, number: int) -> dict[str, int]:
        """The locals without a value of the function around a line, each with the line that declares it."""
        span = self._function_around(number)
        bare = declared_without_value(self._tokens[slice(*span)]) if span else ()
        return {token.text: self._lexed.line(token.start) for token in bare}

    def sets(self, name: str, number: int) -> tuple[int, ...]:
        """The lines that give a name a value in the function around a line, where it is declared first."""
        span = self._function_around(number)
        found = (i for i in range(*span) if self._text(i) == name and self._is_set(i)) if span else ()
        return self._lines(tuple(found))

    def is_elsewhere(self, number: int, other: int) -> bool:
        """Whether two lines belong to different functions."""
        return self._function_around(number) != self._function_around(other)

    @cached_property
    def phase_loops(self) -> tuple[int, ...]:
        """The lines of the loops over the phases: those with a barrier in them."""
        return tuple(self._line_at(start) for start, _, _ in self._phase_loops)

    def is_axis(self, number: int, name: str) -> bool:
        """Whether a line makes a name another one for a part of `threadIdx`: that is no choice."""
        texts = [token.text for token in self._on(number)]
        return any(
            texts[i : i + 4] == [name, "=", "threadIdx", "."] and texts[i + 5 : i + 6] in ([";"], [","])
            for i in range(len(texts))
        )

    def assigned_on(self, number: int) -> tuple[str, ...]:
        """The name that a line assigns to first."""
        tokens = self._on(number)
        found = (one.text for one, sign in pairwise(tokens) if one.kind == "name" and sign.text in _ASSIGNS)
        return tuple(found)[:1]

    def subscripts_on(self, number: int, array: str = "", *, written: bool = False) -> tuple[tuple[str, ...], ...]:
        """The tokens of each subscript of `array` on a line; without a name, of what is written there, or read."""
        here = self._indices_on(number)
        named = [i for i in here if self._tokens[i].kind == "name" and self._text(i + 1) == "["]
        sign = next((i for i in here if self._text(i) in _ASSIGNS), here.start)
        sides = {i: self._text(i) == array if array else (i < sign) == written for i in named}
        first = next((i for i in named if sides[i]), None)
        found = []
        while first is not None and self._text(first + 1) == "[" and self._partners[first + 1] < len(self._tokens):
            end = self._partners[first + 1]
            found.append(tuple(token.text for token in self._tokens[first + 2 : end]))
            first = end
        return tuple(found)

    def loops_around(self, number: int) -> tuple[int, ...]:
        """The lines of the loops that a line of the kernel, or its call there, lies in, the outermost first."""
        here = (self.in_kernel(number), number)
        around = [
            self._line_at(start) for start, _, end in self._loops if any(self._within(start, end, (n,)) for n in here)
        ]
        return tuple(dict.fromkeys(around))

    @cached_property
    def defined_width(self) -> tuple[str, int] | None:
        """The macro or constant that says the tile width in this file, and its value."""
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
        """The line of the division that rounds down how often the loop over the phases runs, 0 when none does."""
        for start, end, _ in self._phase_loops[:_LOOKED_AT]:
            found = self._rounding_division(self._condition(start, end))
            if found is not None:
                return self._lexed.line(found.start)
        return 0

    @cached_property
    def early_returns(self) -> tuple[int, ...]:
        """Lines with a `return` that a barrier follows."""
        last = max(self.barriers, default=0)
        returns = (i for i in self._indices if self._text(i) == "return" and self._text(i + 1) == ";")
        return tuple(line for line in self._lines(returns) if line < last)

    @cached_property
    def kernel_line(self) -> int:
        """The line of the graded kernel, or of the first; 0 when there is none."""
        first = next((token for token in self._tokens if token.text == "__global__"), None)
        return self.kernel_at or (self._lexed.line(first.start) if first else 0)

    @cached_property
    def body(self) -> range:
        """The lines between the kernel's braces."""
        if self._kernel is None:
            return range(0)
        start, end = self._kernel
        last = self._lexed.line(self._tokens[end].start) if end < len(self._tokens) else len(self.code) + 1
        return range(self._lexed.line(self._tokens[start].start) + 1, last)

    def store_line(self, array: str) -> int:
        """The first line of the kernel that assigns to an element of an array, 0 when none does."""
        for index in self._indices if self._kernel else ():
            if self._text(index) == array and self._text(index + 1) == "[":
                after = self._partners[index + 1] + 1
                if self._text(after) in _ASSIGNS:
                    return self._lexed.line(self._tokens[index].start)
        return 0

    @cached_property
    def loops(self) -> tuple[int, ...]:
        """The lines on which a loop begins."""
        return self._lines(index for index in self._indices if self._text(index) in ("for", "while"))

    def loop_before(self, number: int) -> int:
        """The nearest loop that begins on or before a line, 0 when there is none."""
        return max((line for line in self.loops if line <= number), default=0)

    # -- the tokens and what belongs to the kernel ---------------------------------------------------------------------

    @cached_property
    def _lexed(self) -> Lexed:
        return lex(normalize(self.source[:_LONGEST]))

    @property
    def _tokens(self) -> tuple[Token, ...]:
        return self._lexed.tokens

    @cached_property
    def _partners(self) -> list[int]:
        return partners(self._tokens)

    def _text(self, index: int) -> str:
        return self._tokens[index].text if index < len(self._tokens) else ""

    def _lines(self, indices: Iterator[int] | Sequence[int]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self._lexed.line(self._tokens[index].start) for index in indices))

    def _is_width(self, name: str) -> bool:
        return name == self.macro or _WIDTH_NAMES.fullmatch(name) is not None

    @cached_property
    def _kernel(self) -> Span | None:
        """The indices of the graded kernel's braces."""
        for index, token in enumerate(self._tokens):
            if token.text == "{" and self.kernel_line and self._lexed.line(token.start) >= self.kernel_line:
                return index, self._partners[index]
        return None

    @cached_property
    def _functions(self) -> dict[str, Span]:
        """The braces of each function that the file defines: a name, a list in parentheses, a body."""
        found: dict[str, Span] = {}
        for index, token in enumerate(self._tokens):
            if token.kind == "name" and self._text(index + 1) == "(" and token.text not in _NOT_CALLS:
                brace = self._partners[index + 1] + 1
                if self._text(brace) == "{":
                    found.setdefault(token.text, (brace, self._partners[brace]))
        return found

    def _function_around(self, number: int) -> Span | None:
        """The braces of the function that holds a line."""
        return next((span for span in self._functions.values() if self._within(*span, (number,))), None)

    def _on(self, number: int) -> tuple[Token, ...]:
        """The tokens of a line."""
        return tuple(self._tokens[index] for index in self._indices_on(number))

    def _indices_on(self, number: int) -> range:
        starts = [token.start for token in self._tokens]
        first, end = (bisect_left(starts, self._start_of(line)) for line in (number, number + 1))
        return range(first, end)

    def _start_of(self, number: int) -> int:
        lines = self._lexed.line_starts
        return lines[number - 1] if 0 < number <= len(lines) else len(self._lexed.source) * (number > 0)

    def _is_set(self, index: int) -> bool:
        around = (self._text(index - 1), self._text(index + 1))
        return around[1] in _ASSIGNS or not {"++", "--"}.isdisjoint(around)

    @cached_property
    def _macros(self) -> dict[str, tuple[Token, ...]]:
        return {d.tokens[0].text: d.tokens[1:] for d in self._lexed.directives if d.name == "define" and d.tokens}

    @cached_property
    def _spans(self) -> tuple[Span, ...]:
        """The bodies of the kernel and of what it calls; the whole file where no kernel shows."""
        if self._kernel is None:
            return ((0, len(self._tokens)),)
        spans = [self._kernel]
        for _ in range(_CALL_DEPTH):
            words = {self._text(index) for start, end in spans for index in range(start, min(end, len(self._tokens)))}
            words |= {token.text for word in words & self._macros.keys() for token in self._macros[word]}
            called = dict.fromkeys(self._functions[word] for word in words & self._functions.keys())
            more = [span for span in called if not any(start <= span[0] < end for start, end in spans)]
            if not more:
                break
            spans += more
        return tuple(spans)

    @cached_property
    def _indices(self) -> tuple[int, ...]:
        """The tokens that belong to the kernel, in the file's order."""
        last = len(self._tokens)
        return tuple(sorted({index for start, end in self._spans for index in range(start, min(end, last))}))

    # -- barriers and loops --------------------------------------------------------------------------------------------

    def _calls(self, index: int) -> bool:
        return self._text(index + 1) == "("

    def _is_group_sync(self, index: int) -> bool:
        """`block.sync()` of a cooperative group."""
        called = self._text(index) == "sync" and self._text(index + 2) == ")"
        return called and index > 0 and self._text(index - 1) in (".", "->")

    @cached_property
    def _barrier_holders(self) -> frozenset[str]:
        """The names that are barriers, and the file's functions and macros that hold one."""
        held = {name: {token.text for token in run} for name, run in self._macros.items()}
        for name, (start, end) in self._functions.items():
            if self._kernel is None or start != self._kernel[0]:
                held.setdefault(name, set()).update(token.text for token in self._tokens[start:end])
        holders = set(_BARRIERS)
        for _ in range(_CALL_DEPTH):
            more = {name for name, words in held.items() if name not in holders and words & holders}
            if not more:
                break
            holders |= more
        return frozenset(holders)

    @cached_property
    def _phase_loops(self) -> tuple[tuple[int, int, int], ...]:
        """The loops with a barrier in them; all where there is no barrier."""
        return tuple(loop for loop in self._loops if self._holds_barrier(loop)) if self.barriers else self._loops

    @cached_property
    def _loops(self) -> tuple[tuple[int, int, int], ...]:
        """The kernel's loops as (parenthesis, its end, body's end)."""
        found = []
        for index in self._indices:
            if self._text(index) in ("for", "while") and self._calls(index):
                end = self._partners[index + 1]
                found.append((index + 1, end, self._statement(end + 1)[1]))
        return tuple(found)

    @cached_property
    def _conditional(self) -> tuple[Span, ...]:
        """What each `if` and each `else` decides about."""
        found = []
        for index in [i for i in self._indices if self._text(i) == "if" and self._calls(i)][:_MOST_CONDITIONS]:
            found.append(self._statement(self._partners[index + 1] + 1))
            if self._text(after := found[-1][1] + 1) == "else":
                found.append(self._statement(after + 1))
        return tuple(found)

    def _statement(self, start: int) -> Span:
        """A block in braces, or what a semicolon ends; what stands in brackets counts as one token."""
        index = start
        for _ in range(_CONDITION_TOKENS):
            index = self._partners[index] if index < len(self._tokens) else index
            if self._text(index) in (";", "}", ""):
                break
            index += 1
        return start, index

    def _within(self, start: int, end: int, numbers: Sequence[int]) -> bool:
        return all(self._line_at(start) <= number <= self._line_at(end) for number in numbers)

    def _holds_barrier(self, loop: tuple[int, int, int]) -> bool:
        first, last = (self._line_at(index) for index in loop[1:])
        at = bisect_left(self.barriers, first)
        return at < len(self.barriers) and self.barriers[at] <= last

    def _line_at(self, index: int) -> int:
        return self._lexed.line(self._tokens[min(index, len(self._tokens) - 1)].start)

    def _condition(self, start: int, end: int) -> tuple[Token, ...]:
        """What a `for` asks between its semicolons, all that a `while` asks."""
        run = self._tokens[start + 1 : min(end, start + _CONDITION_TOKENS)]
        stops = [index for index, token in enumerate(run) if token.text == ";"]
        return run[stops[0] + 1 : stops[1]] if len(stops) == 2 else run

    def _rounding_division(self, condition: Sequence[Token]) -> Token | None:
        """The division that is not rounded up in a condition, or in what its names were set to."""
        runs, seen = [condition], set[str]()
        for run in runs:  # which grows: a name is looked into once
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
        """What a name is set to, or defined as; nothing where it is counted up later, which may round up."""
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
        """What each name is set to first, in the kernel or as a constant of the file."""
        found: dict[str, tuple[Token, ...]] = {}
        inside = set(self._indices)
        for index in range(1, len(self._tokens)):
            if self._text(index) == "=" and self._tokens[index - 1].kind == "name":
                if index not in inside and self._text(index - 2) not in ("int", "unsigned", "size_t", "long"):
                    continue
                end = next((i for i in range(index, index + 64) if self._text(i) in (";", "", "{")), index + 64)
                found.setdefault(self._text(index - 1), self._tokens[index + 1 : end])
        return found


def _code_spans(lexed: Lexed) -> Iterator[Span]:
    for token in lexed.tokens:
        if token.kind not in ("string", "char", "raw"):
            yield token.start, token.end
    for directive in lexed.directives:
        first = directive.tokens[0].start if directive.tokens else directive.end
        yield directive.start, directive.start + len(lexed.source[directive.start : first].split("/*")[0].rstrip())
        yield from ((token.start, token.end) for token in directive.tokens if token.kind not in ("string", "raw"))


def _rounds_up(run: Sequence[Token], at: int) -> bool:
    """Whether the division at `at` belongs to one of the ways to round up: (n + T - 1)/T, (n-1)/T + 1, ceil."""
    texts = [token.text for token in run]
    if "%" in texts or any("ceil" in text.lower() for text in texts[:at]):
        return True
    minus = any(texts[i] == "-" and _is_one(texts[i + 1]) for i in range(at - 1))
    plus = any(texts[i] == "+" and (_is_one(texts[i + 1]) or texts[i + 1] == "(") for i in range(at, len(texts) - 1))
    return minus or plus


def _is_one(text: str) -> bool:
    return text.rstrip("uUlL") == "1"
