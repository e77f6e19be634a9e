"""The shared arrays that a kernel's source declares, and the tile width that they suggest."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.compiling.kernels import KernelDeclaration, scan_kernels
from grader.compiling.lexer import Lexed, Token, closing, lex, normalize
from grader.compiling.source_values import Constants

_SKIPPED = frozenset({"volatile", "const", "static", "extern", "__align__", "alignas"})
_ENDS = frozenset({";", "{", "}", "__shared__"})
"""Tokens that end any declaration, so that each token of a hostile file is read once."""
_MOST_ELEMENTS = 1 << 20
"""Maximum elements of a shared array; no GPU has a megabyte of shared memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedDeclaration:
    """A `__shared__` array: `dims` outermost first; None where the size is not a constant (dynamic shared memory)."""

    name: str
    dtype: str
    dims: tuple[int | None, ...]
    line: int
    kernel: str = ""
    dynamic: bool = False

    @property
    def count(self) -> int | None:
        """Number of elements; None when a dimension is unknown."""
        return math.prod(dim for dim in self.dims if dim is not None) if None not in self.dims else None


def shared_declarations(
    source: str, defines: Mapping[str, str | int] | None = None, kernel: str | None = None
) -> tuple[SharedDeclaration, ...]:
    """Return all shared arrays that a file declares, with their dimensions evaluated.

    With `kernel`, only that kernel's and those outside all kernels.
    """
    lexed = lex(normalize(source))
    constants = Constants(lexed, {name: str(value) for name, value in (defines or {}).items()})
    kernels = scan_kernels(lexed)
    found: list[SharedDeclaration] = []
    for index, token in enumerate(lexed.tokens):
        if token.text == "__shared__":
            owner = _owner(kernels, token)
            if kernel is None or owner in ("", kernel):
                found.extend(_declared(lexed, index, constants, owner))
    return tuple(found)


def declared_tile_width(declarations: Sequence[SharedDeclaration]) -> int | None:
    """Return the tile width of most shared arrays: T for `[T][T]` and `[T][T + 1]`, √n for a flat `[n]`; or None."""
    votes: Counter[int] = Counter()
    for declared in declarations:
        width = _width(declared.dims)
        if width is not None:
            votes[width] += 1
    return votes.most_common(1)[0][0] if votes else None


def _width(dims: Sequence[int | None]) -> int | None:
    known = [dim for dim in dims if dim is not None]
    if len(known) != len(dims) or not known:
        return None
    if len(known) >= 2:  # a leading dimension of 2 is double buffering
        rows, columns = known[-2:]
        return rows if rows > 1 and columns - rows in (0, 1, 2, 4, 8) else None
    root = math.isqrt(known[0])
    return root if root > 1 and root * root == known[0] else None


def _owner(kernels: Sequence[KernelDeclaration], token: Token) -> str:
    for kernel in kernels:
        if kernel.body and kernel.body[0].start <= token.start < kernel.body[-1].end:
            return kernel.name
    return ""


def _declared(lexed: Lexed, index: int, constants: Constants, owner: str) -> Iterator[SharedDeclaration]:
    tokens = lexed.tokens
    end = next((i for i in range(index + 1, len(tokens)) if tokens[i].text in _ENDS), len(tokens))
    dynamic = index > 0 and tokens[index - 1].text == "extern"
    words: list[str] = []
    at = index + 1
    while at < end:
        token = tokens[at]
        following = tokens[at + 1].text if at + 1 < end else ";"
        if token.text in ("__align__", "alignas"):
            at = closing(tokens, at + 1, end=end)
        elif token.kind == "name" and following in ("[", ",", ";", "="):
            dims, at = _dimensions(tokens, at + 1, end, constants)
            yield SharedDeclaration(
                name=token.text, dtype=" ".join(words), dims=dims, line=lexed.line(token.start), kernel=owner,
                dynamic=dynamic,
            )  # fmt: skip
        elif token.kind == "name" and token.text not in _SKIPPED:
            words.append(token.text)
        elif token.text == "extern":
            dynamic = True
        at += 1


def _dimensions(tokens: Sequence[Token], at: int, end: int, constants: Constants) -> tuple[tuple[int | None, ...], int]:
    dims: list[int | None] = []
    while at < end and tokens[at].text == "[":
        close = closing(tokens, at, "[", "]", end=end)
        size = constants.evaluate(tokens[at + 1 : close])
        # No compiler accepts other sizes: the macro had another value at this place.
        dims.append(size if size is not None and 0 < size <= _MOST_ELEMENTS else None)
        at = close + 1
    return tuple(dims), at
