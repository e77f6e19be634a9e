"""Blanking host code: what NVRTC refuses and the grader does not need, overwritten with spaces where it stands.

Course files carry a `main`, launchers with `<<<…>>>`, helpers over `std::`, host globals. A kernel needs none of it.
Every remaining character keeps its line and column; directives stay, for they may matter further down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grader.compiling.directives import function_macros, macro_definitions
from grader.compiling.items import Item, split_items
from grader.compiling.lexer import Lexed, Token

_DEVICE = frozenset({"__global__", "__device__", "__constant__", "__shared__", "__managed__"})
_HOST_TYPES = frozenset(
    {"FILE", "ifstream", "ofstream", "ostream", "cudaEvent_t", "cudaStream_t", "cudaError_t", "timeval", "timespec",
     "clock_t", "wbArg_t", "cublasHandle_t", "curandGenerator_t"}
)  # fmt: skip
_PLAIN = frozenset(
    {"static", "const", "constexpr", "inline", "unsigned", "signed", "int", "long", "short", "char", "float", "double",
     "bool", "size_t", "auto", "uint", "uint32_t", "int32_t", "uint64_t", "int64_t"}
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Blanked:
    """A stretch of lines that was not compiled: `name` is what it declares, `why` says why in a few words."""

    first_line: int
    last_line: int
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """A source of the same lines and columns with host code blanked, and what was blanked."""

    source: str
    blanked: tuple[Blanked, ...]


def blank_host_code(lexed: Lexed, source: str | None = None) -> DeviceCode:
    """Overwrite host functions, host variables and what uses `std::` with spaces.

    `source` is the text to overwrite where it is no longer the one that was lexed, of the same places.
    """
    source = lexed.source if source is None else source
    blanked = []
    known = _Known(function_macros(lexed), _device_words(lexed), _namespaces(lexed))
    for item, why in _host_items(lexed.tokens, known):
        start, end = item.tokens[0].start, item.tokens[-1].end
        source = source[:start] + _spaces(lexed, source, start, end) + source[end:]
        blanked.append(Blanked(first_line=lexed.line(start), last_line=lexed.line(end - 1), name=item.name, why=why))
    return DeviceCode(source, tuple(blanked))


@dataclass(frozen=True, slots=True)
class _Known:
    """What the file's names mean: macros with arguments, annotations of device code, namespaces."""

    macros: frozenset[str]
    device_words: frozenset[str]
    namespaces: frozenset[str]


def _host_items(tokens: Sequence[Token], known: _Known) -> Iterator[tuple[Item, str]]:
    for item in split_items(tokens, known.macros):
        why = _why_host(item, known)
        if why:
            yield item, why
        elif item.kind == "type" and item.body and "enum" not in item.texts:
            for member in split_items(item.body, known.macros):
                if (
                    member.kind == "function"
                    and not known.device_words & set(member.texts)
                    and "default" not in _texts(member)
                ):
                    yield member, "host member function"


def _why_host(item: Item, known: _Known) -> str:
    """Why an item is host code, empty when it is not."""
    texts = set(item.texts)
    if known.device_words & texts:
        return ""
    if item.kind == "macro":
        return ""
    if item.kind == "function":
        return "host function"
    everything = set(_texts(item))
    if "using" in everything and "namespace" in everything and item.name not in known.namespaces:
        return "a namespace that is not here"
    if item.kind == "alias" or item.kind == "type":
        if "namespace" in everything or ("template" in everything and item.kind == "alias"):
            return ""
        return "uses the host's library" if _uses_host_library(item) else ""
    if item.kind == "variable":
        return "" if _is_constant(item) else "host variable"
    return ""


def _is_constant(item: Item) -> bool:
    """`const int N = 4;` and its like, which device code may use as they are."""
    texts = item.texts
    if "extern" in texts or not {"const", "constexpr"} & set(texts):
        return False
    if "constexpr" in texts:
        return not _uses_host_library(item)
    return "*" not in texts and "[" not in texts and all(text in _PLAIN for text in texts[:-1])


def _uses_host_library(item: Item) -> bool:
    texts = _texts(item)
    qualified = any((a == "std" and b == "::") or (a == "vector" and b == "<") for a, b in pairwise(texts))
    return qualified or bool(_HOST_TYPES & set(texts))


def _namespaces(lexed: Lexed) -> frozenset[str]:
    """Namespaces that the file or a compiler's header opens; any other was in a header that is not here."""
    texts = [token.text for token in lexed.tokens]
    opened = {
        texts[i + 1] for i in range(len(texts) - 2) if texts[i] == "namespace" and texts[i + 2] in ("{", "=", "::")
    }
    return frozenset(opened | {"std", "nvcuda", "cooperative_groups", "cuda", "cub", "wmma"})


def _device_words(lexed: Lexed) -> frozenset[str]:
    """The annotations that make device code, and macros of the file that stand for one."""
    words = set(_DEVICE)
    for name, directive in macro_definitions(lexed).items():
        if words & {token.text for token in directive.tokens[1:]}:
            words.add(name)
    return frozenset(words)


def _spaces(lexed: Lexed, source: str, start: int, end: int) -> str:
    """The stretch as spaces, its line ends and its directives kept; a `#pragma unroll` had its loop, which is gone."""
    made, at = [], start
    for directive in lexed.directives:
        if start < directive.start < end and directive.name != "pragma":
            made.append(re.sub(r"[^\n]", " ", source[at : directive.start]))
            at = min(directive.end, end)
            made.append(source[directive.start : at])
    made.append(re.sub(r"[^\n]", " ", source[at:end]))
    return "".join(made)


def _texts(item: Item) -> tuple[str, ...]:
    return tuple(token.text for token in item.tokens)
