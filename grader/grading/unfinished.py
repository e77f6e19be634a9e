"""Find what of the starter is open still: TODO comments below which nothing has changed, and kernels with no code.

Reads the student's text with the lexer alone, at most as much as a hand-written file has.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.assignment import Assignment
from grader.assignment.loading import shipped_starters
from grader.compiling.kernels import scan_kernels
from grader.compiling.lexer import Lexed, lex, normalize, partners
from grader.report.format import joined
from grader.results import Finding, Kind, Severity
from grader.results.kinds import KINDS
from grader.submissions.submission import SubmissionFile
from grader.words import words

_LONGEST = 100_000
"""Limit in characters."""
_MOST = 40
_COMMENT = re.compile(r"//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_TODO = re.compile(r"\bTODO\b[ \t]*(\d{0,3})[ \t]*[:.)-]*")
_CONTINUED = re.compile(r"\s*\n[ \t]*(?://|\*(?!/))?[ \t]*")
_SENTENCE = re.compile(r".{1,160}?[.?!:](?=\s|$)|.{1,120}(?=\s|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Todo:
    """A TODO comment inside a function: its number (empty: none), what it asks, and the code from it to the next one.

    `above` is the code in front of it, from the one before. `alone`: the function has no code at all. `function` is the
    index of the function's opening brace.
    """

    line: int
    column: int
    number: str
    asks: str
    alone: bool
    function: int
    above: tuple[str, ...] = ()
    code: tuple[str, ...] = ()

    @property
    def has_code(self) -> bool:
        """True if there are statements below it, which may be there to be replaced."""
        return ";" in self.code


def find_unfinished(assignment: Assignment, submission: SubmissionFile) -> Finding | None:
    """Return what of the starter is open still, the first of it as the place to go on; None where nothing is.

    A starter that is graded in its own place has lost what it was: then it is compared with the shipped ones.
    """
    text = _lexed(submission.source)
    kernels = [kernel for kernel in scan_kernels(text) if kernel.defined]
    others = {kernel.body[0] for kernel in kernels if kernel.name in assignment.others}
    todos = [todo for todo in _todos(text) if text.tokens[todo.function] not in others]
    given = [found for starter in _given(assignment, submission) if (found := list(_todos(_lexed(starter))))]
    is_open = [False] * len(todos)
    for place in reversed(range(len(todos))):
        after = [todo.function == todos[place].function for todo in todos[place + 1 : place + 2]]
        is_open[place] = _is_open(todos, place, given, behind=all(after) and any(is_open[place + 1 : place + 2]))
    left = [todo for todo, still in zip(todos, is_open, strict=True) if still]
    accepted = (name for each in assignment.config.kernels for name in ((each,) if isinstance(each, str) else each))
    graded = {name for name in accepted if name != "auto"}  # none: any name will do
    empty = [
        kernel for kernel in kernels
        if kernel.body[0] not in others and (kernel.name in graded or not graded)
        and [token.text for token in kernel.body[1:]] == ["}"]
    ]  # fmt: skip
    if not left and not empty:
        return None
    say = words("starter")
    first = left[0] if left else None
    line = first.line if first else text.line(empty[0].body[0].start)
    facts: dict[str, object] = {
        "kernel": empty[0].name if empty else "",
        "places": _listed(left),
        "several": len(left) > 1,
        "untouched": len(left) == len(todos)
        and any(len(found) == len(todos) and all(map(_is_same, todos, found)) for found in given),
        "number": first.number if first else "",
        "line": line,
        "asks": first.asks if first else "",
    }
    return Finding(
        kind=Kind.UNFINISHED,
        severity=Severity.ERROR,
        line=line,
        column=first.column if first else 0,
        message=say["seen"](facts),
        hint=say["next"](facts),
        topic=KINDS[Kind.UNFINISHED].topic,
    )


def _given(assignment: Assignment, submission: SubmissionFile) -> Iterator[str]:
    """Yield the starter as it was handed out."""
    name = assignment.config.skeleton or assignment.config.submission
    path = assignment.path(name)
    if path.is_file() and path.resolve() != submission.path.resolve():
        yield path.read_text(encoding="utf-8", errors="replace")
    else:
        yield from shipped_starters(path.name)


def _is_open(todos: Sequence[Todo], place: int, given: Sequence[Sequence[Todo]], *, behind: bool) -> bool:
    """True if nothing was done about a TODO; `behind`: the next one is open.

    Where no code stands below it, what was asked may stand above: that is as good as done, unless the next is open.
    """
    todo = todos[place]
    same = [other for found in given for other in found if _is_same(todo, other)]
    untouched = todo.has_code or behind or any(other.above == todo.above for other in same)
    return todo.alone or (bool(same) and untouched)


def _is_same(todo: Todo, other: Todo) -> bool:
    return (todo.number, todo.asks, todo.code) == (other.number, other.asks, other.code)


def _listed(left: Sequence[Todo]) -> str:
    """The numbers: neighbours as from and to; empty where one has none."""
    if not left or not all(todo.number for todo in left):
        return ""
    numbers = [int(todo.number) for todo in left]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"{numbers[0]} to {numbers[-1]}"
    return joined(list(map(str, numbers)))


# -- the text ----------------------------------------------------------------------------------------------------------


def _lexed(source: str) -> Lexed:
    return lex(normalize(source[:_LONGEST]))


def _todos(text: Lexed) -> Iterator[Todo]:
    """Yield the TODO comments inside of functions, in order."""
    marks, closed = list(itertools.islice(_marks(text), _MOST)), partners(text.tokens)
    words_of = [token.text for token in text.tokens]
    for number, (todo, index) in enumerate(marks):
        begin, end = todo.function, closed[todo.function]
        if number and marks[number - 1][0].function == todo.function:
            begin = marks[number - 1][1]
        if number + 1 < len(marks) and marks[number + 1][0].function == todo.function:
            end = marks[number + 1][1]
        yield replace(todo, above=tuple(words_of[begin:index]), code=tuple(words_of[index:end]))


def _marks(text: Lexed) -> Iterator[tuple[Todo, int]]:
    """Yield each without its code, and the index of the token behind it."""
    depth, function = 0, 0
    for index, token in enumerate(text.tokens):
        begin = text.tokens[index - 1].end if index else 0
        if depth and "TODO" in (between := text.source[begin : token.start]):
            for comment in _COMMENT.finditer(between):
                found = list(_TODO.finditer(comment[0]))
                for mark, end in zip(found, [*(each.start() for each in found[1:]), len(comment[0])], strict=True):
                    asks = _CONTINUED.sub(" ", comment[0][mark.end() : end].removesuffix("*/")).strip(" \t/*-:")
                    asked = _SENTENCE.match(asks)
                    at = begin + comment.start() + mark.start()
                    yield (
                        Todo(
                            line=text.line(at),
                            column=text.column(at),
                            number=mark[1],
                            asks=asked[0] if asked else "",
                            alone=index == function + 1 and token.text == "}",
                            function=function,
                        ),
                        index,
                    )
        if token.text == "{":
            function = function if depth else index
            depth += 1
        elif token.text == "}":
            depth = max(0, depth - 1)
