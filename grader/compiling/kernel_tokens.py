"""A source's tokens, and those of the graded kernel: its functions, loops, conditions and barriers.

The lexer handles comments, strings and continued lines as a compiler does. Only the graded kernel and the functions and
macros that it uses are examined, not a `main`, for example.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.compiling.lexer import Lexed, Token, lex, normalize, partners

_LONGEST = 100_000
"""Limit in characters: hand-written files are shorter, and this code runs in the grader's own process."""

_BARRIERS = frozenset(
    {"__syncthreads", "__syncthreads_and", "__syncthreads_or", "__syncthreads_count", "__barrier_sync", "barrier"}
)
_OF_OBJECTS = frozenset({"sync", "arrive_and_wait"})  # `block.sync()` and `sync(block)` of a group; a cuda::barrier
_NOT_CALLS = frozenset({"if", "for", "while", "switch", "return", "sizeof", "catch"})
ASSIGNS = frozenset({"=", "+=", "-=", "*="})
STATEMENT_TOKENS = 256
_MOST_CONDITIONS = 1000
CALL_DEPTH = 8

Span = tuple[int, int]


@dataclass(frozen=True)
class KernelTokens:
    """The tokens of a source; lines count from 1, and 0 means no line."""

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

    def _is_set(self, index: int) -> bool:
        around = (self._text(index - 1), self._text(index + 1))
        return around[1] in ASSIGNS or not {"++", "--"}.isdisjoint(around)

    @cached_property
    def _macros(self) -> dict[str, tuple[Token, ...]]:
        return {each.tokens[0].text: each.tokens[1:] for each in self._lexed.definitions}

    @cached_property
    def _spans(self) -> tuple[Span, ...]:
        """The bodies of the kernel and its callees; the whole file when no kernel is found."""
        if self._kernel is None:
            return ((0, len(self._tokens)),)
        spans = [self._kernel]
        for _ in range(CALL_DEPTH):
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
        for _ in range(CALL_DEPTH):
            more = {name for name, words in held.items() if name not in holders and words & holders}
            if not more:
                break
            holders |= more
        return frozenset(holders)

    @cached_property
    def _phase_loops(self) -> tuple[tuple[int, int, int], ...]:
        """The loops that contain a barrier; all loops when there is no barrier."""
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
        for _ in range(STATEMENT_TOKENS):
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


def _code_spans(lexed: Lexed) -> Iterator[Span]:
    for token in lexed.tokens:
        if token.kind not in ("string", "char", "raw"):
            yield token.start, token.end
    for directive in lexed.directives:
        first = directive.tokens[0].start if directive.tokens else directive.end
        yield directive.start, directive.start + len(lexed.source[directive.start : first].split("/*")[0].rstrip())
        yield from ((token.start, token.end) for token in directive.tokens if token.kind not in ("string", "raw"))
