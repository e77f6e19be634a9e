"""Find kernels: a file's `__global__` functions, expressions that request them from a compiler, their shared arrays."""

from __future__ import annotations

import difflib
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grader.compiling.lexer import Lexed, Token, closing, closing_angle, lex, normalize, spaced, split
from grader.compiling.source_values import Constants
from grader.elements import WHOLE_WORDS

# Attributes with arguments between __global__ and the kernel's name.
_ATTRIBUTES = frozenset(
    {"__launch_bounds__", "__maxnreg__", "__cluster_dims__", "__block_size__", "__attribute__", "__declspec", "alignas"}
)
_REACH = 500  # tokens; keeps the search linear in a hostile file: no declaration's head is longer
_SKIPPED = frozenset({"volatile", "const", "static", "extern", "__align__", "alignas"})
_ENDS = frozenset({";", "{", "}", "__shared__"})
"""Tokens that end any declaration, so that each token of a hostile file is read once."""
_MOST_ELEMENTS = 1 << 20
"""Maximum elements of a shared array; no GPU has a megabyte of shared memory."""


@dataclass(frozen=True, slots=True)
class TemplateParameter:
    """`kind` is type, integer, bool, pack or other; `default` is source text."""

    name: str
    kind: str
    default: str | None


@dataclass(frozen=True, slots=True)
class KernelDeclaration:
    """A `__global__` function as written. `qualified` includes its namespaces; `parameters` are sequences of tokens."""

    name: str
    qualified: str
    line: int
    template: tuple[TemplateParameter, ...] | None
    parameters: tuple[tuple[Token, ...], ...]
    defined: bool
    body: tuple[Token, ...] = ()


def scan_kernels(lexed: Lexed) -> tuple[KernelDeclaration, ...]:
    """Return all `__global__` functions of a file, in order; conditional compilation and macros are ignored."""
    tokens = lexed.tokens
    found: list[KernelDeclaration] = []
    scopes: list[str | None] = []  # a namespace's name, `extern "C"`, or None for any other brace
    # A kernel ends before the next one, so that unclosed brackets are scanned only once.
    places = [index for index, token in enumerate(tokens) if token.text == "__global__"]
    ends = dict(pairwise([*places, len(tokens)]))
    for index, token in enumerate(tokens):
        if token.text == "{":
            scopes.append(_scope(tokens, index))
        elif token.text == "}" and scopes:
            scopes.pop()
        elif token.text == "__global__" and ends[index] > index + 1:
            kernel = _declaration(lexed, index, ends[index], scopes)
            if kernel is not None:
                found.append(kernel)
    return tuple(found)


def name_expressions(
    kernel: KernelDeclaration, *, element: str, defines: Mapping[str, str], tile_width: str | None
) -> tuple[str, ...]:
    """Return the expressions to request the kernel, best guess first; empty when a template argument cannot be guessed.

    Type parameters become `element`. The first integer parameter becomes the macro of its name, or the tile width;
    later ones need a default or a macro of their name.
    """
    if kernel.template is None:
        return (kernel.qualified,)
    arguments: list[str] = []
    width: str | None = defines.get("TILE_WIDTH", tile_width)
    for parameter in kernel.template:
        if parameter.kind == "type":
            value: str | None = element
        elif parameter.kind == "integer":
            value = defines.get(parameter.name, width or parameter.default)
            width = None
        else:
            value = parameter.default
        if value is None:
            return ()
        arguments.append(value)
    spelled = f"{kernel.qualified}<{', '.join(arguments)}>"
    defaulted = all(parameter.default is not None for parameter in kernel.template)
    return (spelled, f"{kernel.qualified}<>") if defaulted else (spelled,)


def choose(kernels: Sequence[KernelDeclaration], names: Sequence[str]) -> KernelDeclaration | None:
    """Return the kernel that one of `names` means; names in order, definitions before forward declarations."""
    for name in names:
        plain = name.split("<", 1)[0].strip()
        matches = [kernel for kernel in kernels if plain in (kernel.name, kernel.qualified)]
        matches.sort(key=lambda kernel: not kernel.defined)
        if matches:
            return matches[0]
    return None


def only_tiled(kernels: Sequence[KernelDeclaration]) -> KernelDeclaration | None:
    """Return the kernel that must be the tiled multiplication; None when that is not clear.

    Each step filters the result of the last: kernels that use shared memory, take three arrays, and have a name that
    suggests tiles.
    """
    left = [kernel for kernel in kernels if kernel.defined]
    for fits in (uses_shared, _takes_three_arrays, _speaks_of_tiles):
        kept = [kernel for kernel in left if fits(kernel)]
        left = kept or left
        if len(left) == 1:
            return left[0]
    return None


def uses_shared(kernel: KernelDeclaration) -> bool:
    """Return whether the kernel declares shared memory."""
    return any(token.text == "__shared__" for token in kernel.body)


def _takes_three_arrays(kernel: KernelDeclaration) -> bool:
    return sum(any(token.text in ("*", "[") for token in run) for run in kernel.parameters) >= 3


def _speaks_of_tiles(kernel: KernelDeclaration) -> bool:
    return any(word in kernel.name.lower() for word in ("tile", "tiling", "shared", "block", "smem"))


def pointer_names(kernel: KernelDeclaration) -> tuple[str, ...]:
    """Return the names of parameters that point to single elements, `float *A` or `float A[]`."""
    runs = [[token.text for token in run] for run in kernel.parameters]
    plain = [texts for texts in runs if texts.count("*") + texts.count("[") == 1]
    return tuple(next((text for text in reversed(texts) if text.isidentifier()), "") for texts in plain)


def near_miss(wanted: str, names: Sequence[str]) -> str | None:
    """Return the existing name closest to `wanted`, or None."""
    lowered = {name.lower(): name for name in names}
    close = difflib.get_close_matches(wanted.lower(), list(lowered), n=1, cutoff=0.6)
    return lowered[close[0]] if close else None


def _scope(tokens: Sequence[Token], brace: int) -> str | None:
    if brace >= 2 and tokens[brace - 1].text == '"C"' and tokens[brace - 2].text == "extern":
        return 'extern "C"'
    start = brace - 1
    while start >= 0 and (tokens[start].kind == "name" or tokens[start].text == "::"):
        if tokens[start].text == "namespace":
            return "".join(token.text for token in tokens[start + 1 : brace] if token.text != "inline")
        start -= 1
    return None


def _declaration(lexed: Lexed, index: int, limit: int, scopes: Sequence[str | None]) -> KernelDeclaration | None:
    tokens = lexed.tokens
    head = index
    while head > max(0, index - _REACH) and tokens[head - 1].text not in (";", "}", "{"):
        head -= 1
    position = _name_position(tokens, index + 1, limit)
    if position is None:
        return None
    end = closing(tokens, position + 1, end=limit)
    before = tokens[head:index]
    name = tokens[position].text
    spaces = [scope for scope in scopes if scope and scope != 'extern "C"']
    after = tokens[end + 1].text if end + 1 < len(tokens) else ""
    body_end = closing(tokens, end + 1, "{", "}", end=limit) if after == "{" else end
    return KernelDeclaration(
        name=name,
        qualified="::".join([*spaces, name]),
        line=lexed.line(tokens[position].start),
        template=_template(before),
        parameters=tuple(run for run in split(tokens[position + 2 : end], angles=True) if spaced(run) != "void"),
        defined=after == "{",
        body=tuple(tokens[end + 1 : min(body_end + 1, limit)]) if after == "{" else (),
    )


def _name_position(tokens: Sequence[Token], start: int, limit: int) -> int | None:
    index = start
    while index + 1 < min(limit, start + _REACH):
        token, following = tokens[index], tokens[index + 1]
        if token.kind == "name" and following.text == "(":
            if token.text not in _ATTRIBUTES:
                return index
            index = closing(tokens, index + 1, end=limit)
        elif token.text in (";", "{", "}"):
            return None
        index += 1
    return None


def _template(before: Sequence[Token]) -> tuple[TemplateParameter, ...] | None:
    texts = [token.text for token in before]
    if "template" not in texts:
        return None
    start = texts.index("template") + 1
    if start >= len(texts) or texts[start] != "<":
        return None  # an explicit instantiation
    end = closing_angle(before, start)
    # If >> closes the list, its first > belongs to the last parameter.
    inner = [token._replace(text=token.text[1:]) for token in before[end : end + 1] if len(token.text) > 1]
    return tuple(_template_parameter(part) for part in split([*before[start + 1 : end], *inner], angles=True))


def _template_parameter(part: Sequence[Token]) -> TemplateParameter:
    texts = [token.text for token in part]
    equals = texts.index("=") if "=" in texts else len(texts)
    default = " ".join(texts[equals + 1 :]) or None
    declared = texts[:equals]
    name = declared[-1] if len(declared) > 1 else ""
    if "..." in "".join(declared):
        kind = "pack"
    elif declared and declared[0] in ("typename", "class"):
        kind = "type"
    elif "bool" in declared:
        kind = "bool"
    elif WHOLE_WORDS & set(declared):
        kind = "integer"
    else:
        kind = "other"
    return TemplateParameter(name, kind, default)


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedDeclaration:
    """A `__shared__` array: `dims` outermost first; None where the size is not a constant (dynamic shared memory)."""

    name: str
    dtype: str
    dims: tuple[int | None, ...]
    line: int

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
        if token.text == "__shared__" and (kernel is None or _owner(kernels, token) in ("", kernel)):
            found.extend(_declared(lexed, index, constants))
    return tuple(found)


def declared_tile_width(declarations: Sequence[SharedDeclaration]) -> int | None:
    """Return the tile width of most shared arrays: T for `[T][T]` and `[T][T + 1]`, √n for a flat `[n]`; or None."""
    votes = Counter(width for declared in declarations if (width := _width(declared.dims)) is not None)
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


def _declared(lexed: Lexed, index: int, constants: Constants) -> Iterator[SharedDeclaration]:
    tokens = lexed.tokens
    end = next((i for i in range(index + 1, len(tokens)) if tokens[i].text in _ENDS), len(tokens))
    words: list[str] = []
    at = index + 1
    while at < end:
        token = tokens[at]
        following = tokens[at + 1].text if at + 1 < end else ";"
        if token.text in ("__align__", "alignas"):
            at = closing(tokens, at + 1, end=end)
        elif token.kind == "name" and following in ("[", ",", ";", "="):
            dims, at = _dimensions(tokens, at + 1, end, constants)
            line = lexed.line(token.start)
            yield SharedDeclaration(name=token.text, dtype=" ".join(words), dims=dims, line=line)
        elif token.kind == "name" and token.text not in _SKIPPED:
            words.append(token.text)
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
