"""A warning that NVRTC does not give: a local accumulator that nobody set before the first `+=`.

NVRTC warns of `int x; y = x;` but is silent where the first use is in a loop, and then optimises on the assumption
that any start value will do; numbers often come out right. Found here on tokens: a scalar declared without a value
whose next mention in the kernel adds to it. Missed: variables that only some paths set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.compiling.kernels import KernelDeclaration
from grader.compiling.lexer import Lexed, Token
from grader.compiling.values import Diagnostic

_TYPES = frozenset({"float", "double", "int", "unsigned", "long", "short", "size_t", "half", "uint", "T"})
_ACCUMULATES = frozenset({"+=", "-=", "*=", "/=", "|=", "^=", "&=", "++", "--"})


def unset_accumulators(lexed: Lexed, kernel: KernelDeclaration, filename: str) -> tuple[Diagnostic, ...]:
    """A warning for each local that a kernel adds to before it has a value, at the place of the adding."""
    found = []
    for name, after in _declared_without_value(kernel.body):
        use = next((index for index in range(after, len(kernel.body)) if kernel.body[index].text == name), None)
        if use is not None and _accumulates(kernel.body, use):
            start = kernel.body[use].start
            found.append(
                Diagnostic(
                    severity="warning", file=filename, line=lexed.line(start), column=lexed.column(start),
                    message=f'variable "{name}" is added to before its value is set',
                    hint=f"It holds garbage at this point: give {name} a value where it is declared.",
                )
            )  # fmt: skip
    return tuple(found)


def _accumulates(body: Sequence[Token], use: int) -> bool:
    following = body[use + 1].text if use + 1 < len(body) else ""
    return following in _ACCUMULATES or body[use - 1].text in ("++", "--")


def _declared_without_value(body: Sequence[Token]) -> Iterator[tuple[str, int]]:
    """Names of scalar locals without an initialiser, each with the index of the token after its statement."""
    for index in range(1, len(body)):
        starts = body[index - 1].text in ("{", "}", ";")
        if starts and body[index].text in _TYPES:
            first = index
            while first < len(body) and body[first].text in _TYPES:
                first += 1
            end = next((i for i in range(first, len(body)) if body[i].text == ";"), len(body))
            for name in _bare_names(body[first:end]):
                yield name, end + 1


def _bare_names(declarators: Sequence[Token]) -> Iterator[str]:
    part: list[Token] = []
    depth = 0
    for token in [*declarators, Token("punct", ",", 0, 0)]:
        depth += (token.text in "([{") - (token.text in ")]}")
        if token.text == "," and depth == 0:
            if len(part) == 1 and part[0].kind == "name":
                yield part[0].text
            part = []
        else:
            part.append(token)
