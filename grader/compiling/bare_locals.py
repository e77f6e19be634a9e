"""Find locals that are declared without a value, from the tokens alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.compiling.lexer import Token
from grader.elements import FLOAT_WORDS, WHOLE_WORDS

_TYPES = WHOLE_WORDS | FLOAT_WORDS | {"bool", "T"}


def declared_without_value(body: Sequence[Token]) -> Iterator[Token]:
    """Yield the names of locals, and of local arrays, that are declared without an initialiser."""
    for index in range(1, len(body)):
        starts = body[index - 1].text in ("{", "}", ";")
        if starts and body[index].text in _TYPES:
            first = index
            while first < len(body) and body[first].text in _TYPES:
                first += 1
            end = next((i for i in range(first, len(body)) if body[i].text == ";"), len(body))
            yield from _bare_names(body[first:end])


def _bare_names(declarators: Sequence[Token]) -> Iterator[Token]:
    part: list[Token] = []
    depth = 0
    for token in [*declarators, Token("punct", ",", 0, 0)]:
        depth += (token.text in "([{") - (token.text in ")]}")
        if token.text == "," and depth == 0:
            texts = [token.text for token in part]
            if part and part[0].kind == "name" and texts[1:2] in ([], ["["]) and "=" not in texts:
                yield part[0]
            part = []
        else:
            part.append(token)
