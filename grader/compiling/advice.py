"""Reword a compiler's messages for someone who is learning CUDA: the line to change, and what to write there.

The compiler reports where it noticed the mistake; the file's tokens show where the cause is. All texts are in
`grader/words/compiler.yaml`; `FINDERS` are the facts that its rows may ask for.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from grader.compiling.hostcode import HOST_VARIABLE, Blanked
from grader.compiling.lexer import Lexed, Token, partners, split
from grader.results import Diagnostic

if TYPE_CHECKING:
    from grader.words.tables import CompilerWords

_CUDA_NAMES = """
    __syncthreads __syncwarp __shared__ __global__ __device__ __restrict__ threadIdx blockIdx blockDim gridDim
    atomicAdd float int unsigned const for while return if else printf min max fminf fmaxf __ldg
"""
_UNDEFINED = re.compile(
    r"""identifier "(?P<name>[^"]+)" is undefined|undeclared identifier '(?P<other>[^']+)'""", re.IGNORECASE
)
_NO_MEMBER = re.compile(r"""has no member (?:named )?["'](\w+)["']""")
_RUNNING = frozenset({"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"})
_NUMBERS = frozenset({"int", "unsigned", "long", "short", "char", "size_t", "auto"})
_DEEPEST = 4  # variables that are set from one another
_BARRIERS = ("__syncthreads", "__syncwarp")
_REACH = 2000  # tokens before a message that are searched

Facts = Mapping[str, object]
_STATEMENT = "end of the statement before"
_SEMICOLON = "macro with a semicolon"
_BRACKETS = "macro with a bracket left open, or closed once more"
_VARIABLE = "variable in the length of an array"
_MOVED = (_STATEMENT, "comment for a division", _SEMICOLON, _BRACKETS, _VARIABLE)
_INSIDE = "function inside a function"
_ENDED = "unknown name that has ended"
_OF_A_NAME = ("unknown name of a host variable", "unknown name of host code", "unknown name like another", "")
"""Those that need no place in the student's file: the message may be about a header."""


@dataclass(frozen=True)
class Advice:
    """A file's names and tokens, to explain messages about it; `arrays` are the kernel's pointers."""

    lexed: Lexed
    filename: str
    names: Collection[str] = ()
    arrays: Collection[str] = ()
    blanked: Sequence[Blanked] = ()
    undefined: frozenset[str] = field(default=frozenset())

    def explain(self, messages: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return the messages, each once; an unknown name comes before its consequences on the same line.

        Behind a function that was not closed the compiler misunderstands everything: what it says there is left out.
        """
        given = list(messages)
        if not given:
            return ()
        from grader.words.tables import compiler_words  # imported late: most files give no message, and YAML takes time

        missing = frozenset(name for item in given if (name := undefined_name(item.message)))
        advice = replace(self, undefined=missing)
        found: dict[tuple[object, ...], Diagnostic] = {}
        for message in given:
            when, made = advice._made(compiler_words().values(), message)
            found.setdefault((made.file, made.line, made.severity, made.message), made)
            if when == _INSIDE:
                break
        return tuple(_causes_first(list(found.values())))

    def _made(self, rows: Iterable[CompilerWords], item: Diagnostic) -> tuple[str, Diagnostic]:
        """Return the message in the words of the first row that fits, and what that row needs in the file."""
        for row in rows:
            if made := self._reworded(row, item):
                return row.when, self._in_macro(made)
        return "", self._in_macro(item)

    def _in_macro(self, item: Diagnostic) -> Diagnostic:
        """Place an unknown name that only the text of a macro brings to its line where that text is."""
        name = undefined_name(item.message)
        if not name or item.file != self.filename or any(name == each.text for each in self.lexed.on_line(item.line)):
            return item
        found = (token.start for macro in self._macros_on(item) for token in macro if token.text == name)
        places = ({"line": self.lexed.line(start), "column": self.lexed.column(start)} for start in found)
        return item.model_copy(update=next(places, {}))

    def _reworded(self, row: CompilerWords, item: Diagnostic) -> Diagnostic | None:
        matched = re.search(row.matches, item.message)
        if matched is None or (item.file != self.filename and row.when not in _OF_A_NAME):
            return None
        found = FINDERS[row.when](self, item) if row.when else {}
        if found is None:
            return None
        facts = {**matched.groupdict(), **found}
        place = {key: facts[key] for key in ("line", "column") if row.when in _MOVED}
        message = row.message(facts) or item.message
        return item.model_copy(update={"message": message, "hint": row.hint(facts), **place})

    # -- facts that rows may ask for: None where they do not hold ------------------------------------------------------

    def _statement_before(self, item: Diagnostic) -> Facts | None:
        """The compiler stops at the next token, which may be lines below the end of the statement."""
        at = self._token_at(item)
        if at == 0:
            return None
        before = self.lexed.tokens[at - 1]
        line = self.lexed.line(before.end - 1)
        if line == item.line or before.text in (";", "{", "}"):
            return None
        return {"before": before.text, "line": line, "column": self.lexed.column(before.end - 1) + 1}

    def _inside_function(self, item: Diagnostic) -> Facts | None:
        """The body of a function begins where the body of one above was never closed."""
        here = self._token_at(item)
        if (self._text(here - 1), self._text(here)) != (")", "{"):
            return None
        bodies = (index for index in range(1, here) if (self._text(index - 1), self._text(index)) == (")", "{"))
        outer = next((index for index in bodies if self._partners[index] == len(self.lexed.tokens)), None)
        return {"line": self.lexed.line(self.lexed.tokens[outer].start)} if outer else None

    def _long_for(self, item: Diagnostic) -> Facts | None:
        """The place is in a `for (…)` after its second semicolon."""
        at, depth, semicolons = self._token_at(item), 0, 0
        for index in range(at, max(0, at - _REACH), -1):
            text = self._text(index)
            depth += (text == ")") - (text == "(")
            semicolons += text == ";" and depth == 0
            if depth < 0:
                return {} if self._text(index - 1) == "for" and semicolons > 2 else None
            if text in ("{", "}"):
                return None
        return None

    def _two_indices(self, item: Diagnostic) -> Facts | None:
        """`C[row][col]` of an array that a kernel gets as a pointer."""
        for index in self.lexed.indices_on(item.line):
            name, end = self._text(index), self._second_index(index)
            if name in self.arrays and end:
                row, column = self._source(index + 2, end - 1), self._source(end + 1, self._partners[end])
                return {"name": name, "row": row, "column": column}
        return None

    def _rows_for_element(self, item: Diagnostic) -> Facts | None:
        """An array of rows, or one of its rows, where the address of an element is asked for: `tile + tx`.

        Not where the function takes two indices of it: its parameter has the wrong type, and the call is right. One
        index, in one place, is told.
        """
        here = self._token_at(item)
        name = self._text(here)
        opened = next((at for at in range(here, 0, -1) if self._text(at) == "(" and self._partners[at] > here), 0)
        place, taken = len(split(self.lexed.tokens[opened + 1 : here + 1])), list[Facts]()
        for index in range(opened - 1):
            body = self._partners[index + 1] + 1 if self._text(index + 1) == "(" else 0
            if self._text(index) == self._text(opened - 1) and self._text(body) == "{":
                parameters = split(self.lexed.tokens[index + 2 : body - 1])
                passed = parameters[place - 1][-1].text if len(parameters) >= place else ""
                uses = [at for at in range(body, self._partners[body]) if self._text(at) == passed]
                if any(map(self._second_index, uses)):
                    return None
                if len(uses) == 1 and self._text(uses[0] + 1) == "[":
                    behind = self._source(uses[0] + 2, self._partners[uses[0] + 1])
                    line = self.lexed.line(self.lexed.tokens[uses[0]].start)
                    taken.append({"called": self._text(opened - 1), "taken": passed, "index": behind, "line": line})
        return {"name": name, **(taken[0] if len(taken) == 1 else {})} if name.isidentifier() else None

    def _second_index(self, at: int) -> int:
        """Return where the second pair of brackets behind a name opens; 0 where there are no two."""
        end = self._partners[at + 1] + 1 if self._text(at + 1) == "[" else 0
        return end if self._text(end) == "[" else 0

    def _named_barrier(self, item: Diagnostic) -> Facts | None:
        named = (token.text for token in self.lexed.on_line(item.line) if token.text in _BARRIERS)
        return next(({"name": name} for name in named), None)

    def _host_part(self, item: Diagnostic, *, variable: bool) -> Facts | None:
        member = _NO_MEMBER.search(item.message)
        name = member[1] if member else undefined_name(item.message)
        part = next((part for part in self.blanked if name and part.name == name), None)
        found = part is not None and (part.why == HOST_VARIABLE) == variable
        return {"name": name, "line": part.first_line} if part and found else None

    def _ended_loop(self, item: Diagnostic) -> Facts | None:
        """A loop `for (int name…; …; …);` before the place."""
        name, found, here = undefined_name(item.message), 0, self._token_at(item)
        for index in range(max(0, here - _REACH), here) if name else ():
            if self._text(index) == "for" and self._text(index + 1) == "(":
                end = self._partners[index + 1]
                declares = any(token.text == name for token in self.lexed.tokens[index + 2 : min(end, index + 8)])
                if declares and self._text(end + 1) == ";":
                    found = self.lexed.line(self.lexed.tokens[index].start)
        return {"name": name, "line": found} if found else None

    def _comma_in_brackets(self, item: Diagnostic) -> Facts | None:
        """`tile[row, column]` on the line."""
        for index in self.lexed.indices_on(item.line):
            if self._text(index) == "[":
                parts = list(range(index + 1, self._partners[index]))
                commas = [at for at in parts if self._text(at) == "," and self._is_inside(at, index)]
                if len(commas) == 1 and parts[0] < commas[0] < parts[-1]:
                    row, column = self._source(parts[0], commas[0]), self._source(commas[0] + 1, parts[-1] + 1)
                    return {"row": row, "column": column}
        return None

    def _is_inside(self, at: int, bracket: int) -> bool:
        """True if no other bracket around a token begins behind this one."""
        opened = (index for index in range(bracket + 1, at) if self._text(index) in ("(", "[", "{"))
        return all(self._partners[index] < at for index in opened)

    def _constant_name(self, item: Diagnostic) -> Facts | None:
        """The place is a name that is declared `const` before."""
        here = self._token_at(item)
        name = self._text(here)
        for index in range(here - 1, max(0, here - _REACH), -1):
            if self._text(index) == name and self._text(index + 1) in ("=", "{", "("):
                words = [self._text(at) for at in range(max(0, index - 3), index)]
                if "const" in words and "*" not in words:
                    return {"name": name, "line": self.lexed.line(self.lexed.tokens[index].start)}
        return None

    def _variable_size(self, item: Diagnostic) -> Facts | None:
        """The place is in the brackets behind a name that is declared; a name in them has its value at run time."""
        here = self._token_at(item)
        heads = (at for at in range(here - 1, max(0, here - _REACH), -1) if self._text(at) == "[")
        opened = next((at for at in heads if self._partners[at] > here), 0)
        inside = range(opened + 1, self._partners[opened]) if opened else range(0)
        found = next(
            (at for at in inside if self._text(at - 1) not in (".", ":") and self._runs(self._text(at), at)), 0
        )
        start = self.lexed.tokens[found].start
        facts = {"line": self.lexed.line(start), "column": self.lexed.column(start)}
        return {"name": self._text(found), **facts} if found else None

    def _runs(self, name: str, before: int, depth: int = 0) -> bool:
        """True if a name is known to have its value at run time: CUDA's own, and variables; an unknown one may not."""
        if name in _RUNNING:
            return True
        for at in range(before - 1, 0, -1) if name.isidentifier() and depth < _DEEPEST else ():
            typed = self._text(at) == name and self._text(at - 1) in _NUMBERS
            if not typed:
                continue
            words = {self._text(each) for each in range(max(0, at - 5), at)}
            outer = next((each for each in map(self._text, range(at - 1, 0, -1)) if each in "<(;{}"), "")
            if self._text(at + 1) not in ("=", "{", ";", ",", ")") or "constexpr" in words or outer == "<":
                return False  # a function, a constant, or the parameter of a template
            if self._text(at + 1) != "=" or "const" not in words:
                return "const" not in words or self._text(at + 1) in (",", ")")
            ends = next((end for end in range(at, before) if self._text(end) in (";", ",")), at)
            return any(self._runs(self._text(each), at, depth + 1) for each in range(at + 2, ends))
        return False

    def _constant_method(self, item: Diagnostic) -> Facts | None:
        """The place is in a method with `const` behind its parameters."""
        here = self._token_at(item)
        for index in range(here - 1, max(0, here - _REACH), -1):
            opened = self._text(index) == "{" and self._partners[index] > here
            if opened and (self._text(index - 2), self._text(index - 1)) == (")", "const"):
                heads = (at for at in range(index - 3, 0, -1) if self._text(at) == "(")
                head = next((at for at in heads if self._partners[at] == index - 2), 1)
                return {"name": self._text(head - 1), "line": self.lexed.line(self.lexed.tokens[index - 1].start)}
        return None

    def _atomic_on_value(self, item: Diagnostic) -> Facts | None:
        """The first argument of an atomic operation on the line is an element, not its address."""
        for index in self.lexed.indices_on(item.line):
            if self._text(index).startswith("atomic") and self._text(index + 1) == "(":
                first, end = index + 2, self._partners[index + 1]
                comma = next(
                    (at for at in range(first, end) if self._text(at) == "," and self._is_inside(at, index + 1)), 0
                )
                if comma and self._text(comma - 1) == "]" and self._text(first) != "&":
                    return {"name": self._text(index), "before": self._source(first, comma).strip("()")}
        return None

    def _comment_for_division(self, item: Diagnostic) -> Facts | None:
        """Code that goes on behind `//`, where a `;` is missing: Python's sign for dividing whole numbers."""
        place = self._statement_before(item)
        line = self.lexed.source.split("\n")[int(str(place["line"])) - 1] if place else ""
        divisor = re.search(r"//\s*(\(?\w+\)?)\s*;", line)
        return {**place, "divisor": divisor[1]} if place and divisor else None

    def _semicolon_in_macro(self, item: Diagnostic) -> Facts | None:
        """A macro that is used on the line ends in a `;`, which is put in wherever its name stands."""
        return next((self._at_end(item, macro) for macro in self._macros_on(item) if macro[-1].text == ";"), None)

    def _brackets_in_macro(self, item: Diagnostic) -> Facts | None:
        """The text of a macro that is used on the line has not as many closing brackets as opening ones."""
        for macro in self._macros_on(item):
            texts = [token.text for token in macro]
            for opening, closed in ("()", "[]"):
                more = texts.count(opening) - texts.count(closed)
                if more:
                    facts = {"opening": opening, "closing": closed, "bracket": closed if more > 0 else opening}
                    counts = {"opened": texts.count(opening), "closed": texts.count(closed)}
                    return {**self._at_end(item, macro), **facts, **counts}
        return None

    def _macros_on(self, item: Diagnostic) -> list[Sequence[Token]]:
        """The definitions of macros that are used on the line, each from its name on."""
        defined = {each.tokens[0].text: each.tokens for each in self.lexed.definitions if len(each.tokens) > 1}
        used = dict.fromkeys(self._text(index) for index in self.lexed.indices_on(item.line))
        return [defined[name] for name in used if name in defined]

    def _at_end(self, item: Diagnostic, macro: Sequence[Token]) -> Facts:
        end = macro[-1].start
        facts = {"line": self.lexed.line(end), "column": self.lexed.column(end)}
        return {"name": macro[0].text, "used": item.line, **facts}

    def _defined_below(self, item: Diagnostic) -> Facts | None:
        """A function of this name is defined behind the place."""
        name = undefined_name(item.message)
        for index in range(self._token_at(item) + 1, len(self.lexed.tokens)) if name else ():
            called = self._text(index) == name and self._text(index + 1) == "("
            if called and self._text(self._partners[index + 1] + 1) == "{":
                return {"name": name, "line": self.lexed.line(self.lexed.tokens[index].start)}
        return None

    def _ended_name(self, item: Diagnostic) -> Facts | None:
        """The name is declared above in the same function: in a loop's head, in { }, or alone behind an `if`."""
        name, here = undefined_name(item.message), self._token_at(item)
        for at in range(here - 1, max(0, here - _REACH), -1) if name else ():
            typed = self.lexed.tokens[at - 1].kind == "name" and self._text(at - 1) not in ("return", "else")
            if self._text(at) == name and typed and self._text(at + 1) in ("=", ";", ",", "["):
                around = [each for each in range(at) if self._text(each) in ("(", "{") and self._partners[each] > at]
                bodies = (each for each in around if (self._text(each - 1), self._text(each)) == (")", "{"))
                if around and any(self._partners[each] > here for each in bodies):
                    loop = self._text(around[-1] - 1) == "for"
                    alone = not loop and self._is_alone(at)
                    if loop or alone or self._partners[around[-1]] < here:
                        line = self.lexed.line(self.lexed.tokens[at].start)
                        return {"name": name, "line": line, "loop": loop, "alone": alone}
        return None

    def _is_alone(self, at: int) -> bool:
        """Return whether the statement of a token is all that an `if`, `else` or loop without { } takes."""
        ends = (each for each in range(at - 1, 0, -1) if self._text(each) in ("{", "}", ";", ")", "else"))
        before = next(ends, 0)
        heads = (each - 1 for each in range(1, before) if self._partners[each] == before)
        return self._text(before) == "else" or self._text(next(heads, 0)) in ("if", "for", "while")

    def _near_name(self, item: Diagnostic) -> Facts | None:
        name = undefined_name(item.message)
        known = dict.fromkeys([*_CUDA_NAMES.split(), *sorted(self.names)]) if name else ()
        near = _close(name, [other for other in known if other not in self.undefined])
        return {"near": near} if near else None

    # -- places in the file --------------------------------------------------------------------------------------------

    @cached_property
    def _partners(self) -> list[int]:
        return partners(self.lexed.tokens)

    def _token_at(self, item: Diagnostic) -> int:
        """Return the index of the first token at or after a message's place."""
        line = min(max(item.line, 1), len(self.lexed.line_starts))
        return bisect_left(self.lexed.starts, self.lexed.line_starts[line - 1] + max(item.column - 1, 0))

    def _text(self, index: int) -> str:
        return self.lexed.tokens[index].text if 0 <= index < len(self.lexed.tokens) else ""

    def _source(self, first: int, last: int) -> str:
        run = self.lexed.tokens[first:last]
        text = self.lexed.source[run[0].start : run[-1].end][:40] if run else ""
        return text if len(run) < 2 else f"({text})"


FINDERS: dict[str, Callable[[Advice, Diagnostic], Facts | None]] = {
    _STATEMENT: Advice._statement_before,
    _INSIDE: Advice._inside_function,
    "for with too many semicolons": Advice._long_for,
    "two indices of a pointer": Advice._two_indices,
    "rows for an element": Advice._rows_for_element,
    "barrier without parentheses": Advice._named_barrier,
    "unknown name of a host variable": partial(Advice._host_part, variable=True),
    "unknown name of host code": partial(Advice._host_part, variable=False),
    "unknown name of a loop that has ended": Advice._ended_loop,
    "unknown name of a function below": Advice._defined_below,
    _ENDED: Advice._ended_name,
    "unknown name like another": Advice._near_name,
    "comma in brackets": Advice._comma_in_brackets,
    _VARIABLE: Advice._variable_size,
    "name of a constant": Advice._constant_name,
    "constant method": Advice._constant_method,
    "atomic operation on a value": Advice._atomic_on_value,
    "comment for a division": Advice._comment_for_division,
    _SEMICOLON: Advice._semicolon_in_macro,
    _BRACKETS: Advice._brackets_in_macro,
}
"""What `when` may name in `grader/words/compiler.yaml`."""


def undefined_name(message: str) -> str:
    """Return the name that the compiler does not know; "" if its message says something else."""
    found = _UNDEFINED.search(message)
    return (found["name"] or found["other"]) if found else ""


def is_macro_name(name: str) -> bool:
    """Return whether a name is spelled like a macro: two letters or more, all capitals."""
    return len(name) > 1 and name.isupper()


def _close(name: str, known: Sequence[str]) -> str:
    """Return the known name that was most likely meant: the same in other letters, or nearly the same.

    A macro's name, all capitals, is only near other macros' names: `BLOCK` does not mean `blocks`.
    """
    lowered: Mapping[str, str] = {other.lower(): other for other in reversed(known) if other != name}
    if name.lower() in lowered:
        return lowered[name.lower()]
    if is_macro_name(name):
        lowered = {small: other for small, other in lowered.items() if is_macro_name(other)}
    close = difflib.get_close_matches(name.lower(), list(lowered), 1, 0.75)
    return lowered[close[0]] if close else ""


def _causes_first(found: list[Diagnostic]) -> list[Diagnostic]:
    """Sort the errors of one line: an unknown name before its consequences; lines keep their order."""
    lines = list(dict.fromkeys((item.file, item.line) for item in found))

    def place(item: Diagnostic) -> tuple[int, bool]:
        return lines.index((item.file, item.line)), not undefined_name(item.message) or not item.hint

    return sorted(found, key=place)
