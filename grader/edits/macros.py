"""Edits inside function-like macros that the kernel uses, whose bodies are parsed as expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.edits import expressions
from grader.edits.change import Change, Edit, How
from grader.edits.context import EditSite
from grader.edits.syntax import SyntaxTree, walk

if TYPE_CHECKING:
    from tree_sitter import Node

_DEARER = 1


def edits(source: SyntaxTree) -> Iterator[Edit]:
    """Yield edits of macros with a one-line expression, and parentheses around macros that are sums."""
    for _, node in source.macros:
        value = node.child_by_field_name("value")
        text = source.text(value).strip() if value is not None else ""
        if value is not None and re.fullmatch(r"[\w\s*/]+[+-][\w\s*/+-]+", text):
            whole = Change(value.start_byte, value.start_byte + len(source.text(value).rstrip()), f" ({text})")
            yield Edit(kind="parentheses", line=source.line(node.start_byte), cost=0, changes=(whole,))
    used = {source.text(node) for function in source.functions for node in walk(function.body)}
    for node in walk(source.root):
        if node.type == "preproc_function_def" and (name := node.child_by_field_name("name")) is not None:
            body, listed = node.child_by_field_name("value"), node.child_by_field_name("parameters")
            if source.text(name) in used and body is not None and listed is not None:
                yield from _of_macro(source, body, [source.text(item) for item in listed.named_children])


def _of_macro(source: SyntaxTree, body: Node, parameters: list[str]) -> Iterator[Edit]:
    text = source.text(body).rstrip()
    if "\\" in text or "//" in text or ";" in text or "{" in text or not all(map(str.isidentifier, parameters)):
        return
    # `(a) && (b)` could be a cast: parse names without their parentheses and restore these later.
    names = "|".join(parameters) or "(?!)"
    bare = re.sub(rf"(?<!\w)\(({names})\)", r" \1 ", text)
    types = ("float *" if re.search(rf"\b{name}\)?\s*\[", text) else "int " for name in parameters)
    head = f"int macro({', '.join(map(str.__add__, types, parameters))}) {{ return "
    read = SyntaxTree(f"{head}{bare}; }}", "macro", source.macro)
    start, data = len(head.encode()), text.encode()
    end, line = start + len(data), source.line(body.start_byte)

    def moved(change: Change) -> Change:
        first, last = change.start - start, change.end - start
        first -= data[first - 1 : first] == b"(" and read.data[change.start - 1 : change.start] == b" "
        last += data[last : last + 1] == b")" and read.data[change.end : change.end + 1] == b" "
        new = re.sub(rf" ?(?<![\w(])({names})(?![\w)]) ?", r"(\1)", change.text)
        return Change(body.start_byte + first, body.start_byte + last, new, How.INLINE)

    for function in read.functions:
        for edit in expressions.edits(EditSite(read, function)):
            if all(start <= change.start and change.end <= end for change in edit.changes):
                changes = tuple(map(moved, edit.changes))
                yield replace(edit, line=line, cost=edit.cost + _DEARER, changes=changes, switches=())
    bracketed = _bracketed(text, parameters)
    if bracketed != text:
        # A switch would add these parentheses to the old text, too.
        whole = Change(body.start_byte, body.start_byte + len(data), f"({bracketed})")
        yield Edit(kind="parentheses", line=line, cost=2, changes=(whole,))


def _bracketed(text: str, parameters: list[str]) -> str:
    """Return the text with parentheses around every parameter."""
    for name in parameters:
        text = re.sub(rf"(?<![\w.])(?<!\(){name}(?!\w)|(?<=\(){name}(?!\w|\s*\))", f"({name})", text)
    return text
