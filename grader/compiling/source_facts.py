"""Facts about a student's source, to name lines and choose hints; never a reason to deduct points.

The lexer handles comments, strings and continued lines as a compiler does. Only the graded kernel and the functions and
macros that it uses are examined, not a `main`, for example.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.compiling.items import declared_without_value
from grader.compiling.lexer import Lexed, Token, lex, normalize, partners
from grader.compiling.source_values import Constants
from grader.compiling.turns import Turns
from grader.elements import WHOLE_WORDS

_LONGEST = 100_000
"""Limit in characters: hand-written files are shorter, and this code runs in the grader's own process."""

_BARRIERS = frozenset(
    {"__syncthreads", "__syncthreads_and", "__syncthreads_or", "__syncthreads_count", "__barrier_sync", "barrier"}
)
_OF_OBJECTS = frozenset({"sync", "arrive_and_wait"})  # `block.sync()` and `sync(block)` of a group; a cuda::barrier
_NOT_CALLS = frozenset({"if", "for", "while", "switch", "return", "sizeof", "catch"})
_ASSIGNS = frozenset({"=", "+=", "-=", "*="})
_STATEMENT_TOKENS = 256
_MOST_CONDITIONS = 1000
_CALL_DEPTH = 8

Span = tuple[int, int]
_WIDTH_NAMES = re.compile(r"(?:TILE|BLOCK)_?(?:WIDTH|SIZE|DIM)|TS")
WARP = 32
_IN_WARPS = re.compile(r"_sync\b|__shfl|__ballot|[wW]arp|\blane|\bw?mma\b|>>\s*5\b|(?:[%&/]|(?<!<)<=?|==)\s*3[12]\b")
_LOOKED_AT = 64  # loops, or names between a condition and a division: no hand-written file has more


def works_in_warps(text: str) -> bool:
    """Return whether a text seems to work in warps: its lanes exchange values, or it counts by 32."""
    return _IN_WARPS.search(text) is not None


@dataclass(frozen=True)
class SourceFacts:
    """Positions of constructs in a source; lines count from 1, and 0 means no line."""

    source: str
    macro: str = "TILE_WIDTH"
    kernel_at: int = 0  # line of the graded kernel; 0: the first kernel

    @cached_property
    def code(self) -> tuple[str, ...]:
        """The lines without comments and strings; all characters keep their positions."""
        made, at = [], 0
        for start, end in sorted(_code_spans(self._lexed)):
            made += [re.sub(r"[^\n]", " ", self._lexed.source[at:start]), self._lexed.source[start:end]]
            at = end
        made.append(re.sub(r"[^\n]", " ", self._lexed.source[at:]))
        return tuple("".join(made).split("\n"))

    def takes_apart(self, line: int) -> bool:
        """Return whether a macro on a line takes an argument apart."""
        return self._lexed.takes_apart(line)

    @cached_property
    def kernel_line(self) -> int:
        """Line of the graded kernel, or of the first one; 0 when there is none."""
        first = next((token for token in self._tokens if token.text == "__global__"), None)
        return self.kernel_at or (self._lexed.line(first.start) if first else 0)

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

    @cached_property
    def _kernel(self) -> Span | None:
        """Token indices of the graded kernel's braces."""
        for index, token in enumerate(self._tokens):
            if token.text == "{" and self.kernel_line and self._lexed.line(token.start) >= self.kernel_line:
                return index, self._partners[index]
        return None

    @cached_property
    def _functions(self) -> dict[str, Span]:
        """The braces of each function that the file defines: a name, parentheses, a body."""
        found: dict[str, Span] = {}
        for index, token in enumerate(self._tokens):
            if token.kind == "name" and self._text(index + 1) == "(" and token.text not in _NOT_CALLS:
                brace = self._partners[index + 1] + 1
                if self._text(brace) == "{":
                    found.setdefault(token.text, (brace, self._partners[brace]))
        return found

    def _function_around(self, number: int) -> Span | None:
        """Return the braces of the function that contains a line."""
        return next((span for span in self._functions.values() if self._within(*span, (number,))), None)

    @cached_property
    def _macros(self) -> dict[str, tuple[Token, ...]]:
        return {each.tokens[0].text: each.tokens[1:] for each in self._lexed.definitions}

    @cached_property
    def _spans(self) -> tuple[Span, ...]:
        """The bodies of the kernel and its callees; the whole file when no kernel is found."""
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
        """Indices of the kernel's tokens, in file order."""
        last = len(self._tokens)
        return tuple(sorted({index for start, end in self._spans for index in range(start, min(end, last))}))

    # -- barriers and loops --------------------------------------------------------------------------------------------

    @cached_property
    def barriers(self) -> tuple[int, ...]:
        """The lines with a barrier, or with a macro or function that contains one."""
        holders = self._barrier_holders
        found = [
            index for index in self._indices
            if (self._calls(index) and self._text(index) in holders)
            or self._text(index) in holders & self._macros.keys()
        ]  # fmt: skip
        return self._lines(found)

    def _calls(self, index: int) -> bool:
        return self._text(index + 1) == "("

    @cached_property
    def _barrier_holders(self) -> frozenset[str]:
        """Names of barriers, and of the file's functions and macros that contain one."""
        held = {name: {token.text for token in run} for name, run in self._macros.items()}
        for name, (start, end) in self._functions.items():
            if self._kernel is None or start != self._kernel[0]:
                held.setdefault(name, set()).update(token.text for token in self._tokens[start:end])
        holders = _BARRIERS | (_OF_OBJECTS - self._functions.keys())
        for _ in range(_CALL_DEPTH):
            more = {name for name, words in held.items() if name not in holders and words & holders}
            if not more:
                break
            holders |= more
        return frozenset(holders)

    @cached_property
    def _phase_loops(self) -> tuple[tuple[int, int, int], ...]:
        """The loops that contain a barrier; all loops when there is no barrier."""
        found = []
        for loop in self._loops:
            first, last = (self._line_at(index) for index in loop[1:])
            at = bisect_left(self.barriers, first)
            if not self.barriers or (at < len(self.barriers) and self.barriers[at] <= last):
                found.append(loop)
        return tuple(found)

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
        """The statements that each `if` and `else` controls."""
        found = []
        for index in [i for i in self._indices if self._text(i) == "if" and self._calls(i)][:_MOST_CONDITIONS]:
            found.append(self._statement(self._partners[index + 1] + 1))
            if self._text(after := found[-1][1] + 1) == "else":
                found.append(self._statement(after + 1))
        return tuple(found)

    def _statement(self, start: int) -> Span:
        """Return the span of a block in braces, or of a statement up to its semicolon; brackets count as one token."""
        index = start
        for _ in range(_STATEMENT_TOKENS):
            index = self._partners[index] if index < len(self._tokens) else index
            if self._text(index) in (";", "}", ""):
                break
            index += 1
        return start, index

    def _within(self, start: int, end: int, numbers: Sequence[int]) -> bool:
        return all(self._line_at(start) <= number <= self._line_at(end) for number in numbers)

    def _line_at(self, index: int) -> int:
        return self._lexed.line(self._tokens[min(index, len(self._tokens) - 1)].start)

    # -- what is asked of a line, or of the kernel -------------------------------------------------------------------

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
        for _ in range(_CALL_DEPTH):
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

    def are_two_turns(self, number: int, other: int, *, together: bool = False) -> bool:
        """Return whether accesses on two lines, with no barrier between, are certainly of two turns of one loop.

        `together`: runs have shown that all threads of a block pass the same barriers.
        """
        if self._kernel is None:
            return False
        turns = Turns(self._lexed, self._partners, self._kernel, self._functions, self._barrier_holders)
        return turns.are_two(number, other, together=together)

    def is_conditional(self, number: int) -> bool:
        """Return whether an `if` or `else` controls a line."""
        return any(self._within(start, end, (number,)) for start, end in self._conditional)

    def guard(self, number: int) -> tuple[int, str] | None:
        """Return the line and text of the innermost `if` that controls a line, of any kernel; None without one."""
        found = None
        for index in (i for i in range(len(self._tokens)) if self._text(i) == "if" and self._calls(i)):
            end = self._partners[index + 1]
            if self._within(*self._statement(end + 1), (number,)):
                begin, stop = self._tokens[index + 1].start + 1, self._tokens[end].start
                found = self._line_at(index), " ".join(self._lexed.source[begin:stop].split())
        return found

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
        found = []
        for index in range(*(self._function_around(number) or (0, 0))):
            before, after = self._text(index - 1), self._text(index + 1)
            if self._text(index) == name and (after in _ASSIGNS or not {"++", "--"}.isdisjoint((before, after))):
                found.append(index)
        return self._lines(found)

    def is_axis(self, number: int, name: str) -> bool:
        """Return whether a line only makes `name` an alias for a part of `threadIdx`, which is not a decision."""
        texts = [token.text for token in self._lexed.on_line(number)]
        return any(
            texts[i : i + 4] == [name, "=", "threadIdx", "."] and texts[i + 5 : i + 6] in ([";"], [","])
            for i in range(len(texts))
        )

    def subscripts_on(self, number: int, array: str = "", *, written: bool = False) -> tuple[tuple[str, ...], ...]:
        """Return the subscripts' tokens of `array` on a line; without a name, of the array written (or read) there."""
        here = self._lexed.indices_on(number)
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
        """Return the lines of the loops around a line of the kernel, or around its call there, outermost first."""
        here = (self.in_kernel(number), number)
        around = [
            self._line_at(start) for start, _, end in self._loops if any(self._within(start, end, (n,)) for n in here)
        ]
        return tuple(dict.fromkeys(around))

    @cached_property
    def defined_width(self) -> tuple[str, int] | None:
        """The macro or constant that sets the tile width in this file, and its value."""
        constants = Constants(self._lexed)
        widths = (name for name in constants.set_to if name == self.macro or _WIDTH_NAMES.fullmatch(name))
        return next(((name, width) for name in widths if (width := constants.evaluate(constants.set_to[name]))), None)

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

    def left_before(self, number: int) -> int:
        """Return the line of a `return;` under no condition before a line of the same function; 0 if there is none."""
        index, end = self._function_around(number) or (0, 0)
        while (index := index + 1) < end and self._line_at(index) < number:
            if self._text(index) == "{":
                index = self._partners[index]
            elif self._text(index - 1) in ("{", ";", "}") and self._text(index) + self._text(index + 1) == "return;":
                return self._line_at(index)
        return 0

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
                after = index + 1
                while self._text(after) == "[" and self._partners[after] < len(self._tokens):
                    after = self._partners[after] + 1
                if self._text(after) in _ASSIGNS:
                    return self._lexed.line(self._tokens[index].start)
        return 0

    def _condition(self, start: int, end: int) -> tuple[Token, ...]:
        """Return the condition of a `for` (between its semicolons) or of a `while`."""
        run = self._tokens[start + 1 : min(end, start + _STATEMENT_TOKENS)]
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
                    if token.text not in self._counted:  # which may round up
                        runs.append(self._values.get(token.text, ()) or self._macros.get(token.text, ()))
        return None

    @cached_property
    def _counted(self) -> frozenset[str]:
        """The names that `++`, `--` or `+=` changes."""
        steps = [index for index in self._indices if self._text(index) in ("++", "--", "+=")]
        return frozenset(self._text(index + side) for index in steps for side in (-1, 1))

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


def _code_spans(lexed: Lexed) -> Iterator[Span]:
    for token in lexed.tokens:
        if token.kind not in ("string", "char", "raw"):
            yield token.start, token.end
    for directive in lexed.directives:
        first = directive.tokens[0].start if directive.tokens else directive.end
        yield directive.start, directive.start + len(lexed.source[directive.start : first].split("/*")[0].rstrip())
        yield from ((token.start, token.end) for token in directive.tokens if token.kind not in ("string", "raw"))


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
