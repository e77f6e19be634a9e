"""Blank host code that NVRTC rejects and the grader does not need: overwrite it with spaces.

Course files contain a `main`, launchers with `<<<…>>>`, helpers that use `std::`, and host globals. A kernel needs none
of them. All other characters keep their lines and columns. Directives stay, because later code may depend on them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.compiling.headers import is_provided
from grader.compiling.items import Item, split_items
from grader.compiling.lexer import Lexed, Token, closing, lex, normalize
from grader.elements import FLOAT_WORDS, WHOLE_WORDS

HOST_VARIABLE = "host variable"
_NOT_LINE_END = re.compile(r"[^\n]")
_NAMESPACES = frozenset({"std", "nvcuda", "cooperative_groups", "cuda", "cub", "wmma"})  # that compilers' headers open
_DEVICE_VARIABLES = frozenset({"__constant__", "__shared__", "__managed__"})
_DEVICE = frozenset({"__global__", "__device__"}) | _DEVICE_VARIABLES
_HOST_TYPES = frozenset(
    {"FILE", "ifstream", "ofstream", "ostream", "cudaEvent_t", "cudaStream_t", "cudaError_t", "timeval", "timespec",
     "clock_t", "wbArg_t", "cublasHandle_t", "curandGenerator_t", "pthread_t", "pthread_mutex_t",
     "pthread_cond_t"}
)  # fmt: skip
_PLAIN = frozenset({"static", "const", "constexpr", "inline", "auto", "bool"}) | WHOLE_WORDS | FLOAT_WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Blanked:
    """A range of lines that was not compiled: `name` is what it declares, `why` a short reason."""

    first_line: int
    last_line: int
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """A source with host code blanked, all positions unchanged, and a list of what was blanked."""

    source: str
    blanked: tuple[Blanked, ...]


def blank_host_code(lexed: Lexed, source: str | None = None) -> DeviceCode:
    """Overwrite host functions, host variables and uses of `std::` with spaces.

    `source` is the text to change, if it is no longer the lexed text; its positions must be the same.
    """
    return _blank(lexed, source, _host_items(lexed.one_branch, _Known.of(lexed)))


def blank_device_code(lexed: Lexed, *, both: bool = False) -> str:
    """Return the source with the bodies of kernels and functions for the device alone overwritten with spaces.

    With `both`, functions stay that other code names, and operators: Thrust calls them on the host.
    """
    bodies = list(_device_bodies(lexed.tokens, lexed))
    kernels = [(item, why) for item, why in bodies if item.tokens[0] is not item.head[0]]
    functions = [pair for pair in bodies if pair not in kernels]
    if both:
        within = {token.start for item, _ in bodies for token in item.tokens}
        named = {token.text for token in lexed.tokens if token.start not in within} | {"operator"}
        while found := [pair for pair in functions if pair[0].name in named]:
            named |= {text for item, _ in found for text in _texts(item)}
            functions = [pair for pair in functions if pair not in found]
    kept = sorted((*kernels, *functions), key=lambda pair: pair[0].tokens[0].start)
    return _blank(lexed, None, kept).source


def device_ranges(lexed: Lexed) -> Iterator[range]:
    """Yield where that code stands, with the space around it."""
    for item, _ in _device_bodies(lexed.tokens, lexed):
        before, behind = lexed.source[: item.tokens[0].start], lexed.source[item.tokens[-1].end :]
        yield range(len(before.rstrip()), len(lexed.source) - len(behind.lstrip()))


def device_lines(lexed: Lexed) -> Iterator[range]:
    """Yield the lines of what is marked for the device: functions, operators and lambdas, for the host too or not."""
    words, tokens = _words_for(lexed, {"__device__"}), lexed.tokens
    for at, token in enumerate(tokens):
        behind = (each for each in range(at, len(tokens)) if tokens[each].text in ("{", ";"))
        begin = next(behind, None) if token.text in words else None
        if begin is not None and tokens[begin].text == "{":
            end = min(closing(tokens, begin, "{", "}"), len(tokens) - 1)
            yield range(lexed.line(token.start), lexed.line(tokens[end].start) + 1)


def _device_bodies(tokens: Sequence[Token], lexed: Lexed) -> Iterator[tuple[Item, str]]:
    words, both = _words_for(lexed, _DEVICE) - _DEVICE_VARIABLES, _words_for(lexed, {"__host__"})
    for item in split_items(tokens, lexed.function_macros):
        texts = set(item.texts)
        if item.kind == "function" and item.body and words & texts and not both & texts:
            whole = "__global__" not in texts and not _words_for(lexed, {"__global__"}) & texts
            yield (item if whole else replace(item, tokens=item.body)), "device code"
        elif item.kind == "type" and item.body and words & set(_texts(item)):
            yield from _device_bodies(item.body, lexed)


def blank_kernels(lexed: Lexed, names: Collection[str], source: str) -> str:
    """Overwrite the kernels of these names: errors in one kernel should not affect another."""
    items = split_items(lexed.tokens, lexed.function_macros)
    kernels = (item for item in items if item.kind == "function" and item.name in names)
    return _blank(lexed, source, ((item, "another kernel") for item in kernels)).source


def blank_unneeded(lexed: Lexed, source: str) -> DeviceCode:
    """Overwrite types, aliases, constants and macro calls that device code does not use, even indirectly.

    For a file that the compiler rejects: the error may be in code that only host code used.
    """
    known = _Known.of(lexed)
    items = [item for item in split_items(lexed.tokens, known.macros) if source[item.tokens[0].start] != " "]
    needed = _needed_words(lexed, [item for item in items if known.is_device(item)], items)
    spare = (item for item in items if not known.is_device(item) and item.name not in needed)
    return _blank(lexed, source, ((item, "not used by device code") for item in spare))


def keep_kernels(files: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a program with functions and types overwritten that no kernel reaches: Thrust may need them.

    What uses its headers is compiled for the host alone.
    """
    read = {name: lex(normalize(text)) for name, text in files.items()}
    items = {name: list(split_items(lexed.tokens, lexed.function_macros)) for name, lexed in read.items()}
    words, before = set[str](), -1
    roots = {
        name: [item for item in items[name] if _Known.of(lexed).is_device(item) and not _only_called(item, lexed)]
        for name, lexed in read.items()
    }
    while len(words) > before:
        before = len(words)
        for name, lexed in read.items():
            reached = [item for item in items[name] if item.name in words]
            words |= _needed_words(lexed, [*roots[name], *reached], items[name])
    made = {}
    for name, lexed in read.items():
        spare = [item for item in items[name] if item.kind in ("function", "type") and item not in roots[name]]
        made[name] = _blank(
            lexed, None, ((item, "no kernel uses it") for item in spare if item.name not in words)
        ).source
    return made


def _only_called(item: Item, lexed: Lexed) -> bool:
    """Return whether an item is there for others that name it: a type, or a function that is no kernel."""
    return item.kind == "type" or (item.kind == "function" and not _words_for(lexed, {"__global__"}) & set(item.texts))


def keep_constant_functions(lexed: Lexed, checked: str, source: str) -> DeviceCode:
    """Restore `constexpr` functions that device code names into a blanked `source`, as `consteval` functions.

    nvcc accepts them in constant expressions (array bounds) and rejects them at run time, as `consteval` does; the two
    words have the same length. `checked` is the source before blanking; the result's `blanked` lists what was restored.
    """
    known = _Known.of(lexed)
    items = list(split_items(lexed.tokens, known.macros))
    needed = _needed_words(lexed, [item for item in items if known.is_device(item)], items)
    kept = []
    for item, _ in _host_items(lexed.tokens, known):
        if item.kind == "function" and item.name in needed and "constexpr" in item.texts:
            first, last = item.tokens[0].start, item.tokens[-1].end
            source = source[:first] + checked[first:last] + source[last:]
            for token in item.head:
                if token.text == "constexpr":
                    source = source[: token.start] + "consteval" + source[token.end :]
            kept.append(Blanked(first_line=lexed.line(first), last_line=lexed.line(last - 1), name=item.name, why=""))
    return DeviceCode(source, tuple(kept))


def _needed_words(lexed: Lexed, device: Sequence[Item], items: Sequence[Item]) -> set[str]:
    """Return all names that these items reach, through macros and other items."""
    leads: dict[str, list[Iterable[Token]]] = {}
    for item in items:
        leads.setdefault(item.name, []).append(item.tokens)
        if "enum" in item.texts:  # its body defines names, too
            for token in item.body:
                leads.setdefault(token.text, []).append(item.tokens)
    for directive in lexed.definitions:
        leads.setdefault(directive.tokens[0].text, []).append(directive.tokens[1:])
    needed = {token.text for item in device for token in item.tokens}
    waiting = list(needed)
    for word in waiting:  # grows during the loop
        for tokens in leads.pop(word, ()):
            more = {token.text for token in tokens} - needed
            needed |= more
            waiting += more
    return needed


@dataclass(frozen=True, slots=True)
class _Known:
    """Meanings of the file's names: function-like macros, device annotations, namespaces that are here."""

    macros: frozenset[str]
    device_words: frozenset[str]
    namespaces: frozenset[str]

    @classmethod
    def of(cls, lexed: Lexed) -> _Known:
        texts = [token.text for token in lexed.tokens]
        opened = (name for word, name, after in zip(texts, texts[1:], texts[2:], strict=False)
                  if word == "namespace" and after in ("{", "=", "::"))  # fmt: skip
        return cls(lexed.function_macros, _words_for(lexed, _DEVICE), _NAMESPACES.union(opened))

    def is_device(self, item: Item) -> bool:
        """Return whether the item is marked as device code, itself or through the macro that makes it."""
        words = {token.text for token in item.tokens} if item.kind == "type" else set(item.texts)
        return bool(self.device_words & words)


def _host_items(tokens: Sequence[Token], known: _Known) -> Iterator[tuple[Item, str]]:
    for item in split_items(tokens, known.macros):
        why = _why_host(item, known)
        if why:
            yield item, why
        elif item.kind == "type" and item.body and "enum" not in item.texts:
            for member in split_items(item.body, known.macros):
                called = member.kind == "function" or "virtual" in member.texts  # `virtual void f() = 0;`
                if called and not known.is_device(member) and "default" not in _texts(member):
                    yield member, "host member function"


def _why_host(item: Item, known: _Known) -> str:
    """Return why an item is host code; "" when it is not."""
    if known.device_words & set(item.texts):
        return ""
    if item.kind == "macro":
        return "host function" if item.body else ""
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
        return "" if _is_constant(item) else HOST_VARIABLE
    return ""


def _is_constant(item: Item) -> bool:
    """Return whether the item is a constant such as `const int N = 4;`, which device code may use."""
    texts = item.texts
    if "extern" in texts or not {"const", "constexpr"} & set(texts):
        return False
    if "constexpr" in texts:
        return not _uses_host_library(item)
    # Its type may be the file's own (`const Real w = 0.9f;`); a type unknown to the device is removed later.
    plain = all(text in _PLAIN for text in texts[:-1])
    return "*" not in texts and "[" not in texts and (plain or ("=" in _texts(item) and not _uses_host_library(item)))


def _uses_host_library(item: Item) -> bool:
    texts = _texts(item)
    qualified = any(
        (a == "std" and b == "::" and not is_provided(name)) or (a == "vector" and b == "<")
        for a, b, name in zip(texts, texts[1:], (*texts[2:], ""), strict=False)
    )
    return qualified or bool(_HOST_TYPES & set(texts))


def _words_for(lexed: Lexed, annotations: Iterable[str]) -> frozenset[str]:
    """Return these annotations, and the file's macros that stand for one."""
    words = set(annotations)
    for directive in lexed.definitions:
        if words & {token.text for token in directive.tokens[1:]}:
            words.add(directive.tokens[0].text)
    return frozenset(words)


def _blank(lexed: Lexed, source: str | None, items: Iterable[tuple[Item, str]]) -> DeviceCode:
    """Blank the items; keep line ends and directives, except pragmas: the loop of a `#pragma unroll` is gone."""
    source = lexed.source if source is None else source
    directives = [directive for directive in lexed.directives if directive.name != "pragma"]
    starts = [directive.start for directive in directives]
    made, at, blanked = [], 0, []
    for item, why in items:
        start, end = item.tokens[0].start, item.tokens[-1].end
        blanked.append(Blanked(first_line=lexed.line(start), last_line=lexed.line(end - 1), name=item.name, why=why))
        made.append(source[at:start])
        at = start
        for directive in directives[bisect_right(starts, start) : bisect_left(starts, end)]:
            stop = min(directive.end, end)
            made += [_NOT_LINE_END.sub(" ", source[at : directive.start]), source[directive.start : stop]]
            at = stop
        made.append(_NOT_LINE_END.sub(" ", source[at:end]))
        at = end
    return DeviceCode("".join([*made, source[at:]]), tuple(blanked))


def _texts(item: Item) -> tuple[str, ...]:
    return tuple(token.text for token in item.tokens)
