"""Nodes of a syntax tree: read a text into one, walk over it, take its expressions apart.

Reads the student's text, so run it in a child process. Nothing recurses over the text: its depth and length are
limited, and beyond the limits `TooComplexError` is raised.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_BYTES = 200_000
MOST_NODES = 40_000
MOST_DEPTH = 200
LOOPS = ("for_statement", "while_statement", "do_statement")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_ALIGNED = re.compile(rb"\b__align__\s*\([^()]*\)")
IN_PARENTHESES = ("condition_clause", "parenthesized_expression")


class TooComplexError(Exception):
    """The text is too long or nested too deeply for edits."""


def parse(data: bytes) -> Node:
    """Return the root of a text's tree. Raises `TooComplexError`."""
    import tree_sitter
    import tree_sitter_cuda

    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cuda.language()))
    data = _ALIGNED.sub(lambda match: b" " * len(match[0]), data)  # the grammar takes it for a type
    root = parser.parse(data).root_node
    for count, (_, depth) in enumerate(_with_depth(root)):
        if count > MOST_NODES or depth > MOST_DEPTH:
            raise TooComplexError("the source is too long or nested too deeply")
    objects = [node for node in walk(root) if _is_object(node)]
    if objects:
        # `View b(B, K, N);` may declare a function by its form alone; in braces, what it gives is read as expressions.
        braced = bytearray(data)
        for node in objects:
            braced[node.start_byte : node.start_byte + 1] = b"{"
            braced[node.end_byte - 1 : node.end_byte] = b"}"
        root = parser.parse(bytes(braced)).root_node
    return root


def _is_object(node: Node) -> bool:
    """Return whether a list of parameters in a function's body can only be what an object is made of: names alone."""
    listed = node.type == "parameter_list" and bool(node.named_children)
    if not listed or next(ancestors(node, "compound_statement"), None) is None:
        return False
    around = node.parent.parent if node.parent is not None else None
    return (
        around is not None and around.type == "declaration"
        and all(
            each.type == "parameter_declaration" and [child.type for child in each.children] == ["type_identifier"]
            for each in node.named_children
        )
    )  # fmt: skip


def _with_depth(root: Node) -> Iterator[tuple[Node, int]]:
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        yield node, depth
        waiting += [(child, depth + 1) for child in reversed(node.named_children)]


def walk(root: Node) -> Iterator[Node]:
    """Yield `root` and the named nodes below it, in text order."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.named_children[::-1]


def ancestors(node: Node, *types: str) -> Iterator[Node]:
    """Yield the nodes around a node, inner ones first; those of some types if any are given."""
    around = node.parent
    while around is not None:
        if not types or around.type in types:
            yield around
        around = around.parent


def subscript_chain(node: Node) -> tuple[Node, list[Node]]:
    """Return `a` and `[i, j]` for `a[i][j]`."""
    indices: list[Node] = []
    while node.type == "subscript_expression":
        listed = node.child_by_field_name("indices")
        argument = node.child_by_field_name("argument")
        if listed is None or argument is None or not listed.named_children:
            break
        indices.insert(0, listed.named_children[0])
        node = argument
    return node, indices


def operator_of(node: Node) -> str:
    """Return the operator of an expression as text."""
    operator = node.child_by_field_name("operator")
    return operator.type if operator is not None else ""


def sides(node: Node) -> tuple[Node, Node] | None:
    """Return the operands of a binary expression or an assignment."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    return (left, right) if left is not None and right is not None else None


def operands(node: Node, *operators: str, through_parentheses: bool = False) -> Iterator[Node]:
    """Yield what these operators join, from left to right; the node itself if it is no such expression."""
    waiting = [node]
    while waiting:
        item = waiting.pop()
        pair = sides(item) if item.type == "binary_expression" and operator_of(item) in operators else None
        if through_parentheses and item.type == "parenthesized_expression" and item.named_children:
            waiting.append(item.named_children[0])
        elif pair:
            waiting += [pair[1], pair[0]]
        else:
            yield item


def addends(node: Node) -> Iterator[Node]:
    """Yield the terms of a sum; the node itself if it is no sum."""
    return operands(node, "+", "-", through_parentheses=True)


def factors(node: Node) -> Iterator[Node]:
    """Yield the factors of a product; the node itself if it is no product."""
    return operands(node, "*")


def following(node: Node) -> Iterator[Node]:
    """Yield the statements behind a node in its block."""
    behind = node.next_named_sibling
    while behind is not None:
        if behind.type != "comment":
            yield behind
        behind = behind.next_named_sibling


def within(node: Node, around: Node) -> bool:
    """Return whether a node begins inside another one."""
    return around.start_byte <= node.start_byte < around.end_byte


def outside(node: Node, *types: str) -> Node | None:
    """Return the nearest node around that is of no such type."""
    return next((around for around in ancestors(node) if around.type not in types), None)


def stored_alone(body: Node) -> Node | None:
    """Return the place that a body stores to with `=`, if it does nothing else."""
    inner = body.named_children[0] if body.type == "compound_statement" and body.named_child_count == 1 else body
    made = inner.named_children[0] if inner.type == "expression_statement" and inner.named_children else None
    pair = sides(made) if made is not None and operator_of(made) == "=" else None
    return pair[0] if pair else None
