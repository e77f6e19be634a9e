"""Split a file into its top-level items: functions, types, variables.

Bodies are skipped by matching brackets, so code that a C++ parser would reject (macros, templates, unfinished
statements) does not affect its surroundings. Namespaces and `extern "C"` blocks are entered; they are not items.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from grader.compiling.lexer import Token, closing, closing_angle, split
from grader.elements import FLOAT_WORDS, WHOLE_WORDS

_CLASS_WORDS = frozenset({"struct", "class", "union", "enum"})
_ALIAS_WORDS = frozenset({"typedef", "using", "static_assert", "asm", "friend", "namespace"})
_HEAD_WORDS = 40  # limit of words before a class's name; only hostile files have more
_REACH = 400  # tokens; limit of a template's parameters or an attribute's arguments
_LABELS = frozenset({"public", "private", "protected"})
_TYPES = WHOLE_WORDS | FLOAT_WORDS | {"bool", "T"}


@dataclass(frozen=True, slots=True)
class Item:
    """One declaration or definition: `head` ends at its body or end, `body` is the text between its braces."""

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
    """Yield the items of a file or a class body, in order.

    `kind` is function, type, alias, macro, variable or other. `macros` are the file's function-like macros; a separate
    call of one (`KERNEL(float)`) is an item.
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
    """Return the index after the brace if a namespace or an `extern "C"` block begins here; otherwise None."""
    if tokens[index].text == "extern" and _text(tokens, index + 1).startswith('"') and _text(tokens, index + 2) == "{":
        return index + 3
    at = index + 1 if tokens[index].text == "inline" else index
    if _text(tokens, at) != "namespace":
        return None
    while at < len(tokens) and tokens[at].text not in ("{", ";", "="):
        at += 1
    return at + 1 if _text(tokens, at) == "{" else None


def _extent(tokens: Sequence[Token], start: int) -> tuple[int, int, str]:
    """Return the end of the item at `start`, the end of its head, and its kind."""
    index, head, calls, assigned = start, 0, False, False
    first = _first_word(tokens, start)
    while index < len(tokens):
        text = tokens[index].text
        if text == "template" and _text(tokens, index + 1) == "<":
            index = _template_end(tokens, index + 1)  # a default in it is not the item's value
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
        elif text == "}":  # an extra brace: a conditional branch closed the scope earlier
            return index, head or index, "other"
        elif text == "{":
            head = head or index
            index = _body_end(tokens, index)
            function = calls and not assigned and first not in _CLASS_WORDS and first not in _ALIAS_WORDS
            # Followed by a brace or comma: a member's value in a constructor's initialiser list.
            if function and _text(tokens, index + 1) not in ("{", ","):
                return min(index + 1, len(tokens)), head, "function"
        index += 1
    return len(tokens), head or len(tokens), _kind(first, calls, assigned, body=bool(head))


def _body_end(tokens: Sequence[Token], brace: int) -> int:
    """Return the index of the closing brace; a body always ends before the next `__global__`."""
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
    """Return the word that decides the item's kind, after `template <…>` and storage words."""
    index = start
    while index < min(len(tokens), start + 10 * _HEAD_WORDS):
        text = tokens[index].text
        if text == "template" and _text(tokens, index + 1) == "<":
            index = _template_end(tokens, index + 1)
        elif text in _CLASS_WORDS and not _defines_class(tokens, index):
            pass  # the use of a type, not its definition: `struct timeval now()`
        elif text not in ("static", "inline", "extern", "const", "constexpr", '"C"', "__host__", "__device__"):
            return text
        index += 1
    return ""


def _defines_class(tokens: Sequence[Token], index: int) -> bool:
    """Return whether the class keyword at `index` begins a definition or a forward declaration."""
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
    """Return the name that a head declares: the word before its parameters, array bounds or end."""
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


def declared_without_value(body: Sequence[Token]) -> Iterator[Token]:
    """Yield the names of locals, and of local arrays, that are declared without an initialiser."""
    for index in range(1, len(body)):
        starts = body[index - 1].text in ("{", "}", ";")
        if starts and body[index].text in _TYPES:
            first = index
            while first < len(body) and body[first].text in _TYPES:
                first += 1
            end = next((i for i in range(first, len(body)) if body[i].text == ";"), len(body))
            for part in split(body[first:end]):
                texts = [token.text for token in part]
                if part[0].kind == "name" and texts[1:2] in ([], ["["]) and "=" not in texts:
                    yield part[0]
