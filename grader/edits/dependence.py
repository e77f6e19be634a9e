"""What a line depends on: lines that set its names, surrounding conditions and loops, and calls of its function."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from grader.edits.syntax import FunctionText, SyntaxTree, walk

if TYPE_CHECKING:
    from tree_sitter import Node

STEP = 2
FARTHEST = 9
"""Additional cost of an edit per step of dependence from a line seen to be wrong, and its maximum."""
LAST = 3
"""Handicap of a line that stores a result: errors show there but are mostly made earlier."""
_HEADERS = ("if_statement", "for_statement", "while_statement", "do_statement")
_LEAVING = ("return_statement", "break_statement", "continue_statement")
_SET = {
    "assignment_expression": "left",
    "update_expression": "argument",
    "init_declarator": "declarator",
    "array_declarator": "declarator",
}


def remoteness(decides: Mapping[int, set[int]], seen: Mapping[int, int]) -> Mapping[int, int]:
    """Return each line's distance from the lines seen to be wrong, each with its handicap; far lines are missing.

    `decides` maps each line to the lines that it depends on.
    """
    found: dict[int, int] = {}
    waiting = [(handicap, line) for line, handicap in seen.items()]
    heapq.heapify(waiting)
    while waiting:
        distance, line = heapq.heappop(waiting)
        if line in found or distance >= FARTHEST:
            continue
        found[line] = distance
        for other in decides.get(line, ()):
            heapq.heappush(waiting, (distance + STEP, other))
    return found


def deciding(source: SyntaxTree) -> Mapping[int, set[int]]:
    """Return for each line the lines that it directly depends on."""
    found: dict[int, set[int]] = {}
    called, giving = _calls(source), _giving(source)
    macros = _macros(source)
    for function in source.functions:
        sets = _setting(source, function)
        for node, around in _with_headers(function.body):
            line = source.line(node.start_byte)
            lines = found.setdefault(line, set())
            lines |= around
            if node.type in ("identifier", "field_identifier"):
                name = source.text(node)
                lines |= sets.get(name, macros.get(name, set())) | giving.get(name, set())
        leaving = [source.line(node.start_byte) for node in walk(function.body) if _leaves(node)]
        for line in range(source.line(function.node.start_byte), source.line(function.node.end_byte) + 1):
            before = {other for other in leaving if other < line}
            found.setdefault(line, set()).update(called.get(function.name, set()) | before)
    return found


def _macros(source: SyntaxTree) -> Mapping[str, set[int]]:
    """Return the lines that define each macro, with or without parameters."""
    found: dict[str, set[int]] = {}
    for node in walk(source.root):
        name = node.child_by_field_name("name") if node.type in ("preproc_def", "preproc_function_def") else None
        if name is not None:
            found.setdefault(source.text(name), set()).add(source.line(node.start_byte))
    return found


def _leaves(node: Node) -> bool:
    """Return whether a condition lets threads leave, so that everything after it depends on it."""
    body = node.child_by_field_name("consequence") if node.type == "if_statement" else None
    return body is not None and any(item.type in _LEAVING for item in walk(body))


def _setting(source: SyntaxTree, function: FunctionText) -> Mapping[str, set[int]]:
    """Return the lines that set each name or one of its elements; a parameter is set where it is declared."""
    found = {item.name: {source.line(item.first)} for item in function.variables if item.parameter}
    for node in walk(function.body):
        field = _SET.get(node.type)
        target = node.child_by_field_name(field) if field else None
        name = next((item for item in walk(target) if item.type == "identifier"), None) if target is not None else None
        # A called function may change its arguments.
        names = [name] if name is not None else node.named_children if node.type == "argument_list" else []
        for name in names:
            if name.type == "identifier":
                found.setdefault(source.text(name), set()).add(source.line(node.start_byte))
    return found


def _giving(source: SyntaxTree) -> Mapping[str, set[int]]:
    """Return for each function the lines that affect its caller: returns and assignments."""
    return {
        function.name: {
            source.line(node.start_byte) for node in walk(function.body)
            if node.type in ("return_statement", "assignment_expression")
        }
        for function in source.functions
    }  # fmt: skip


def _calls(source: SyntaxTree) -> Mapping[str, set[int]]:
    found: dict[str, set[int]] = {}
    for function in source.functions:
        for node in walk(function.body):
            called = node.child_by_field_name("function") if node.type == "call_expression" else None
            for item in walk(called) if called is not None else ():
                if item.type.endswith("identifier"):
                    found.setdefault(source.text(item), set()).add(source.line(node.start_byte))
    return found


def _with_headers(body: Node) -> Iterator[tuple[Node, set[int]]]:
    """Yield every node with the lines of the loops and conditions around it."""
    waiting: list[tuple[Node, frozenset[int]]] = [(body, frozenset())]
    while waiting:
        node, around = waiting.pop()
        yield node, set(around)
        inner = around | {node.start_point[0] + 1} if node.type in _HEADERS else around
        waiting += [(child, inner) for child in node.named_children]
