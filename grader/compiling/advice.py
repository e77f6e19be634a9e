"""A compiler's messages in words for someone who is learning CUDA: the line to change, and what to write there.

The compiler says where it noticed; the file's tokens say where the cause stands.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from grader.compiling.hostcode import HOST_VARIABLE, Blanked
from grader.compiling.lexer import Lexed, Token, partners
from grader.results import Diagnostic

# NVRTC speaks of its own options here; a student needs to know what to write.
_REWORDED = (
    (
        re.compile(r"A function without execution space annotations .*"),
        "this function has no __global__ or __device__ before it, so it is host code; the grader compiles device code",
        "Put __device__ before a helper that the kernel calls; remove host code.",
    ),
    (
        re.compile(r"A namespace scope variable without memory space annotations .*"),
        "this global variable has no __device__ or __constant__ before it, so it is host data",
        "Put __device__ or __constant__ before it, or make it constexpr.",
    ),
    (
        re.compile(r"device-side kernel launch could not be processed .*"),
        "a kernel is launched with <<<...>>> here, which only host code does; the grader launches the kernel itself",
        "Remove the launch.",
    ),
)
_AT_RUN_TIME = re.compile(r"call to consteval function ['\"](?:\w+::)*(\w+)")
BEFORE_SET = 549  # "variable is used before its value is set"
_CUDA_NAMES = """
    __syncthreads __syncwarp __shared__ __global__ __device__ __restrict__ threadIdx blockIdx blockDim gridDim
    atomicAdd float int unsigned const for while return if else printf min max fminf fmaxf __ldg
"""
_UNDEFINED = re.compile(
    r"""identifier "(?P<name>[^"]+)" is undefined|undeclared identifier '(?P<other>[^']+)'""", re.IGNORECASE
)
_NO_SEMICOLON = re.compile(r"""expected a ";"|expected ';'""")
_NO_PARENTHESIS = re.compile(r"""expected a "\)"|expected '\)'""")
_NOT_INDEXED = re.compile(r"must have pointer-to-object type but it has type|subscripted value is not an array")
_NO_EFFECT = re.compile(r"expression has no effect|expression result unused|unused")
_BARRIERS = ("__syncthreads", "__syncwarp")


@dataclass(frozen=True)
class Advice:
    """What is known of the file when its messages are explained; `arrays` are the kernel's pointers."""

    lexed: Lexed
    filename: str
    names: Collection[str] = ()
    arrays: Collection[str] = ()
    blanked: Sequence[Blanked] = ()
    undefined: frozenset[str] = field(default=frozenset())

    def explain(self, messages: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """The messages, each once; a name that is not known comes before its consequences on the same line."""
        given = list(messages)
        missing = frozenset(name for item in given if (name := undefined_name(item.message)))
        advice = replace(self, undefined=missing)
        found: dict[tuple[object, ...], Diagnostic] = {}
        for message in given:
            made = advice._explained(message)
            found.setdefault((made.file, made.line, made.severity, made.message), made)
        return tuple(_causes_first(list(found.values())))

    def _explained(self, item: Diagnostic) -> Diagnostic:
        for pattern, words, hint in _REWORDED:
            if pattern.match(item.message):
                return _changed(item, message=words, hint=hint)
        if item.code == BEFORE_SET:
            return _changed(item, hint="It holds garbage at this point: give it a value where it is declared.")
        if called := _AT_RUN_TIME.match(item.message):
            message = f'"{called[1]}" is host code: a kernel can only use it for what is known while it is compiled'
            return _changed(item, message=message, hint=f"Put __device__ before {called[1]}.")
        own = item.file == self.filename
        if own and _NO_SEMICOLON.match(item.message):
            return self._missing_semicolon(item)
        if own and _NO_PARENTHESIS.match(item.message) and self._in_for(item):
            return _changed(item, hint="A for has two semicolons: for (start; condition; step). Is one too many here?")
        if own and _NOT_INDEXED.search(item.message):
            return self._two_indices(item)
        if own and item.severity == "warning" and _NO_EFFECT.search(item.message):
            return self._no_effect(item)
        name = undefined_name(item.message)
        return self._not_known(item, name) if name else item

    # -- one sort of mistake each --------------------------------------------------------------------------------------

    def _missing_semicolon(self, item: Diagnostic) -> Diagnostic:
        """The compiler stops at the next token, which may stand lines below the end of the statement."""
        at = self._token_at(item)
        if at == 0:
            return item
        before = self.lexed.tokens[at - 1]
        line = self.lexed.line(before.end - 1)
        if line == item.line or before.text in (";", "{", "}"):
            return item
        column = self.lexed.column(before.end - 1) + 1
        hint = f"Put a ; at the end of this line, after {before.text}"
        return _changed(item, line=line, column=column, message='expected a ";" at the end of this line', hint=hint)

    def _in_for(self, item: Diagnostic) -> bool:
        """Whether the place is in a `for (…)` behind its second semicolon."""
        at, depth, semicolons = self._token_at(item), 0, 0
        for index in range(at, max(0, at - _REACH), -1):
            text = self._text(index)
            depth += (text == ")") - (text == "(")
            semicolons += text == ";" and depth == 0
            if depth < 0:
                return self._text(index - 1) == "for" and semicolons > 2
            if text in ("{", "}"):
                return False
        return False

    def _two_indices(self, item: Diagnostic) -> Diagnostic:
        """`C[row][col]` of an array that a kernel gets as a pointer."""
        for index in range(self._token_at(item, column=1), len(self.lexed.tokens)):
            token = self.lexed.tokens[index]
            if self.lexed.line(token.start) != item.line:
                break
            if token.text in self.arrays and self._text(index + 1) == "[":
                end = self._partners[index + 1]
                if self._text(end + 1) == "[":
                    row = self._source(index + 2, end)
                    column = self._source(end + 2, self._partners[end + 1])
                    hint = (
                        f"{token.text} points to single elements, so it takes one index, the row times the length of a"
                        f" row plus the column: {token.text}[{row} * width + {column}]."
                    )
                    return _changed(item, hint=hint)
        return item

    def _no_effect(self, item: Diagnostic) -> Diagnostic:
        for token in self._line_tokens(item.line):
            if token.text in _BARRIERS:
                message = f"{token.text} stands here without (): it is named, not called, and nobody waits"
                return _changed(item, message=message, hint=f"Write {token.text}();")
        return item

    def _not_known(self, item: Diagnostic, name: str) -> Diagnostic:
        host = next((part for part in self.blanked if part.name == name), None)
        if host is not None and host.why == HOST_VARIABLE:
            message = f'"{name}" (line {host.first_line}) is a variable of the host: a kernel cannot read it'
            return _changed(
                item, message=message, hint=f"Pass {name} as a parameter, or make it a #define or constexpr."
            )
        if host is not None:
            message = f'"{name}" (line {host.first_line}) is host code: a kernel can only use __device__ functions'
            return _changed(item, message=message, hint=f"Put __device__ before {name}.")
        line = self._ended_loop(name, item) if item.file == self.filename else 0
        if line:
            hint = f"The for on line {line} ends at the ; after its ), and {name} with it. Delete that semicolon."
            return _changed(item, hint=hint)
        close = _close(name, [other for other in self._known if other not in self.undefined])
        return _changed(item, hint=f"Did you mean {close}?") if close else item

    def _ended_loop(self, name: str, item: Diagnostic) -> int:
        """The line of the loop `for (int name…; …; …);` before the place, 0 when there is none."""
        found = 0
        for index in range(max(0, self._token_at(item) - _REACH), self._token_at(item)):
            if self._text(index) == "for" and self._text(index + 1) == "(":
                end = self._partners[index + 1]
                declares = any(token.text == name for token in self.lexed.tokens[index + 2 : min(end, index + 8)])
                if declares and self._text(end + 1) == ";":
                    found = self.lexed.line(self.lexed.tokens[index].start)
        return found

    # -- places in the file --------------------------------------------------------------------------------------------

    @cached_property
    def _known(self) -> list[str]:
        return list(dict.fromkeys([*_CUDA_NAMES.split(), *sorted(self.names)]))

    @cached_property
    def _partners(self) -> list[int]:
        return partners(self.lexed.tokens)

    @cached_property
    def _starts(self) -> list[int]:
        return [token.start for token in self.lexed.tokens]

    def _token_at(self, item: Diagnostic, column: int = 0) -> int:
        """The index of the first token at or behind a message's place."""
        line = min(max(item.line, 1), len(self.lexed.line_starts))
        offset = self.lexed.line_starts[line - 1] + max((column or item.column) - 1, 0)
        return bisect_left(self._starts, offset)

    def _line_tokens(self, line: int) -> tuple[Token, ...]:
        starts = self.lexed.line_starts
        first = bisect_left(self._starts, starts[line - 1]) if 0 < line <= len(starts) else len(self._starts)
        last = bisect_left(self._starts, starts[line]) if line < len(starts) else len(self._starts)
        return self.lexed.tokens[first:last]

    def _text(self, index: int) -> str:
        return self.lexed.tokens[index].text if 0 <= index < len(self.lexed.tokens) else ""

    def _source(self, first: int, last: int) -> str:
        run = self.lexed.tokens[first:last]
        text = self.lexed.source[run[0].start : run[-1].end][:40] if run else ""
        return text if len(run) < 2 else f"({text})"


_REACH = 2000  # tokens before a message that are looked through


def _changed(item: Diagnostic, **fields: object) -> Diagnostic:
    return item.model_copy(update=fields)


def undefined_name(message: str) -> str:
    """The name that the compiler does not know; empty where its message says something else."""
    found = _UNDEFINED.search(message)
    return (found["name"] or found["other"]) if found else ""


def is_macro_name(name: str) -> bool:
    """Whether a name is written as those of macros are: of two letters and more, none of them small."""
    return len(name) > 1 and name.isupper()


def unreadable_tokens(places: Sequence[tuple[int, int, str]], filename: str) -> tuple[Diagnostic, ...]:
    """One error a line for characters that no C++ has outside strings and comments (typographic quotes, say)."""
    found: dict[int, Diagnostic] = {}
    for line, column, text in places:
        quotes = text in "“”„‘’´"
        hint = "It looks like a quote from a word processor: type it again." if quotes else "Delete it."
        message = f"character {text} (U+{ord(text[0]):04X}) is not C++"
        found.setdefault(
            line, Diagnostic(severity="error", file=filename, line=line, column=column, message=message, hint=hint)
        )
    return tuple(found.values())


def _close(name: str, known: Sequence[str]) -> str:
    """The known name that was most likely meant: the same in other letters, or nearly the same.

    Of a macro's, which has capitals alone, only other macros' are nearly the same: `BLOCK` is no `blocks`.
    """
    lowered: Mapping[str, str] = {other.lower(): other for other in reversed(known) if other != name}
    if name.lower() in lowered:
        return lowered[name.lower()]
    if is_macro_name(name):
        lowered = {small: other for small, other in lowered.items() if is_macro_name(other)}
    close = difflib.get_close_matches(name.lower(), list(lowered), 1, 0.75)
    return lowered[close[0]] if close else ""


def _causes_first(found: list[Diagnostic]) -> list[Diagnostic]:
    """Errors of one line with the unknown name before what follows from it; lines in their order."""
    firsts: dict[tuple[str, int], int] = {}
    for index, item in enumerate(found):
        firsts.setdefault((item.file, item.line), index)
    order = sorted(
        range(len(found)),
        key=lambda i: (
            firsts[found[i].file, found[i].line],
            not undefined_name(found[i].message) or not found[i].hint,
            i,
        ),
    )
    return [found[index] for index in order]
