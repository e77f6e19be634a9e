"""A file cut into its top-level items: functions, types, variables, whatever their bodies hold.

Bodies are skipped by their brackets, so code that no C++ parser would take apart (macros, templates, half-finished
statements) does not disturb what stands around it. Namespaces and `extern "C"` blocks are opened, not items themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from grader.compiling.lexer import Token, closing, closing_angle

_CLASS_WORDS = frozenset({"struct", "class", "union", "enum"})
_ALIAS_WORDS = frozenset({"typedef", "using", "static_assert", "asm", "friend", "namespace"})
_HEAD_WORDS = 40  # no class's head has more words before its name, hostile files apart
_REACH = 400  # tokens; nor are a template's parameters or an attribute's arguments longer
_LABELS = frozenset({"public", "private", "protected"})


@dataclass(frozen=True, slots=True)
class Item:
    """One declaration or definition: `head` runs to its body or end, `body` is what stands between its braces."""

    tokens: tuple[Token, ...]
    head: tuple[Token, ...]
    body: tuple[Token, ...]
    name: str
    kind: str

    @property
    def texts(self) -> tuple[str, ...]:
        """The head's tokens as text."""
        return tuple(token.text for token in self.head)


def split_items(tokens: Sequence[Token], macros: Collection[str] = ()) -> Iterator[Item]:
    """The items of a file or of a class body, in order.

    `kind` is function, type, alias, macro, variable or other. `macros` are the file's function-like macros: one that
    stands alone (`KERNEL(float)`) is an item of its own.
    """
    index = 0
    while index < len(tokens):
        opened = _opens_scope(tokens, index)
        if opened is not None:
            index = opened
        elif tokens[index].text in (";", "}"):
            index += 1
        elif tokens[index].text in _LABELS and _text(tokens, index + 1) == ":":
            index += 2
        elif tokens[index].text in macros and _text(tokens, index + 1) == "(":
            end = closing(tokens, index + 1) + 1
            if _text(tokens, end) == "(":  # KERNEL(name)(float *C) { … }
                end = closing(tokens, end) + 1
            head = end
            if _text(tokens, end) == "{":  # TEST(name) { … }
                end = _body_end(tokens, end) + 1
            yield _item(tokens[index:end], head - index, "macro")
            index = end
        else:
            end, head, kind = _extent(tokens, index)
            yield _item(tokens[index:end], head - index, kind)
            index = end


def _item(tokens: Sequence[Token], head: int, kind: str) -> Item:
    body: Sequence[Token] = ()
    if head < len(tokens) and tokens[head].text == "{":
        body = tokens[head + 1 : closing(tokens, head, "{", "}")]
    return Item(tuple(tokens), tuple(tokens[:head]), tuple(body), _name(tokens[:head], kind), kind)


def _opens_scope(tokens: Sequence[Token], index: int) -> int | None:
    """The index after the brace when a namespace or an `extern "C"` block begins here."""
    if tokens[index].text == "extern" and _text(tokens, index + 1).startswith('"') and _text(tokens, index + 2) == "{":
        return index + 3
    at = index + 1 if tokens[index].text == "inline" else index
    if _text(tokens, at) != "namespace":
        return None
    while at < len(tokens) and tokens[at].text not in ("{", ";", "="):
        at += 1
    return at + 1 if _text(tokens, at) == "{" else None


def _extent(tokens: Sequence[Token], start: int) -> tuple[int, int, str]:
    """Where the item at `start` ends, where its head ends, and what it is."""
    index, head, calls, assigned = start, 0, False, False
    first = _first_word(tokens, start)
    while index < len(tokens):
        text = tokens[index].text
        if text == "template" and _text(tokens, index + 1) == "<":
            index = _template_end(tokens, index + 1)  # a default in it is no value of the item's
        elif text == "(":
            calls = calls or not assigned
            index = closing(tokens, index)
        elif text == "[":
            index = closing(tokens, index, "[", "]")
        elif text == "=":
            head = head or index
            assigned = True
        elif text == ";":
            return index + 1, head or index, _kind(first, calls, assigned, body=False)
        elif text == "}":  # a brace too many: some conditional branch closed it before
            return index, head or index, "other"
        elif text == "{":
            head = head or index
            index = _body_end(tokens, index)
            function = calls and not assigned and first not in _CLASS_WORDS and first not in _ALIAS_WORDS
            # A brace or a comma after it: that was a member's value in a constructor's head.
            if function and _text(tokens, index + 1) not in ("{", ","):
                return min(index + 1, len(tokens)), head, "function"
        index += 1
    return len(tokens), head or len(tokens), _kind(first, calls, assigned, body=bool(head))


def _body_end(tokens: Sequence[Token], brace: int) -> int:
    """The closing brace's index; no body reaches over a `__global__`, however its braces are counted."""
    depth = 0
    for index in range(brace, len(tokens)):
        text = tokens[index].text
        depth += (text == "{") - (text == "}")
        if depth == 0:
            return index
        if text == "__global__":
            back = index
            while back > brace + 1 and tokens[back - 1].text not in (";", "}"):
                back -= 1
            return back - 1
    return len(tokens)


def _kind(first: str, calls: bool, assigned: bool, *, body: bool) -> str:
    if first in _CLASS_WORDS:
        return "type"
    if first in _ALIAS_WORDS:
        return "alias"
    if calls and not assigned:
        return "function"
    return "other" if body else "variable"


def _first_word(tokens: Sequence[Token], start: int) -> str:
    """The word that says what the item is, behind `template <…>` and storage words."""
    index = start
    while index < min(len(tokens), start + 10 * _HEAD_WORDS):
        text = tokens[index].text
        if text == "template" and _text(tokens, index + 1) == "<":
            index = _template_end(tokens, index + 1)
        elif text in _CLASS_WORDS and not _defines_class(tokens, index):
            pass  # `struct timeval now()`: a type's use, not its definition
        elif text not in ("static", "inline", "extern", "const", "constexpr", '"C"', "__host__", "__device__"):
            return text
        index += 1
    return ""


def _defines_class(tokens: Sequence[Token], index: int) -> bool:
    """Whether the class word at `index` begins a definition or a forward declaration."""
    end = min(len(tokens), index + _HEAD_WORDS)
    while index < end and (tokens[index].kind == "name" or tokens[index].text == "["):
        if _text(tokens, index + 1) == "(":  # __align__(16)
            index = closing(tokens, index + 1, end=index + _REACH)
        elif tokens[index].kind == "name" and tokens[index].text not in _CLASS_WORDS:
            return _text(tokens, index + 1) in ("{", ":", ";", "final", "<")
        index += 1
    return _text(tokens, index) == "{"


def _template_end(tokens: Sequence[Token], start: int) -> int:
    return closing_angle(tokens, start, end=start + _REACH)


def _name(head: Sequence[Token], kind: str) -> str:
    """The name that a head declares: before its parameters, its array bounds or its end."""
    index = 0
    if head and head[0].text == "template" and _text(head, 1) == "<":
        index = _template_end(head, 1) + 1
    last = ""
    while index < len(head):
        token = head[index]
        if token.kind == "name" and token.text not in ("const", "final"):
            last = token.text
        following = _text(head, index + 1)
        if kind in ("function", "macro") and following == "(" and token.kind == "name":
            if not token.text.startswith("__") and token.text != "alignas":
                return token.text
            index = closing(head, index + 1)
        elif following in ("[", ":", "{") and token.kind == "name":
            return token.text
        index += 1
    return last


def _text(tokens: Sequence[Token], index: int) -> str:
    return tokens[index].text if index < len(tokens) else ""
