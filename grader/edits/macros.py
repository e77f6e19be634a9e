"""Edits inside function-like macros that the kernel uses: their bodies are read as the expressions that they become."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.edits import expressions
from grader.edits.change import Change, Edit, How
from grader.edits.sites import Site
from grader.edits.syntax import Source, walk

if TYPE_CHECKING:
    from tree_sitter import Node

_DEARER = 1


def edits(source: Source) -> Iterator[Edit]:
    """Of every macro whose body is an expression on one line."""
    used = {source.text(node) for function in source.functions for node in walk(function.body)}
    for node in walk(source.root):
        if node.type == "preproc_function_def" and (name := node.child_by_field_name("name")) is not None:
            body, listed = node.child_by_field_name("value"), node.child_by_field_name("parameters")
            if source.text(name) in used and body is not None and listed is not None:
                yield from _of_macro(source, body, [source.text(item) for item in listed.named_children])


def _of_macro(source: Source, body: Node, parameters: list[str]) -> Iterator[Edit]:
    text = source.text(body).rstrip()
    if "\\" in text or "//" in text or ";" in text or "{" in text or not all(map(str.isidentifier, parameters)):
        return
    types = ("float *" if re.search(rf"\b{name}\)?\s*\[", text) else "int " for name in parameters)
    head = f"int macro({', '.join(map(str.__add__, types, parameters))}) {{ return "
    read = Source(f"{head}{text}; }}", "macro", source.macro)
    start = len(head.encode())
    shift, end = body.start_byte - start, start + len(text.encode())
    line = source.line(body.start_byte)
    for function in read.functions:
        for edit in expressions.edits(Site(read, function)):
            if all(start <= change.start and change.end <= end for change in edit.changes):
                moved = tuple(
                    Change(change.start + shift, change.end + shift, change.text, How.INLINE) for change in edit.changes
                )
                yield replace(edit, line=line, cost=edit.cost + _DEARER, changes=moved, switches=())
    bracketed = _bracketed(text, parameters)
    if bracketed != text:
        # Switches would put parentheses around what stands there as well.
        whole = Change(body.start_byte, body.start_byte + len(text.encode()), f"({bracketed})")
        yield Edit(kind="parentheses", line=line, cost=2, changes=(whole,))


def _bracketed(text: str, parameters: list[str]) -> str:
    """Every parameter in parentheses, once."""
    for name in parameters:
        text = re.sub(rf"(?<![\w.])(?<!\(){name}(?!\w)|(?<=\(){name}(?!\w|\s*\))", f"({name})", text)
    return text
