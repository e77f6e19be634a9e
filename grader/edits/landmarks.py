"""The numbers at which a kernel's text branches: operands of comparisons, divisors, lengths of arrays.

If a kernel treats some sizes specially, they are among these. Reads the student's text, so run it in a child process.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.edits.context import COMPARISONS, operator_of
from grader.edits.syntax import SyntaxTree, walk

if TYPE_CHECKING:
    from tree_sitter import Node

MOST = 48
"""Maximum of each kind: a table of thousands of numbers does not list special sizes."""
LARGEST = 1 << 20
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)[uUlL]*")
MOST_DIGITS = 24


@dataclass(frozen=True, slots=True)
class Landmarks:
    """`values` that sizes may be compared with, those of comparisons first; `moduli` that may divide sizes."""

    values: tuple[int, ...] = ()
    moduli: tuple[int, ...] = ()

    def joined(self, other: Landmarks) -> Landmarks:
        """Return the landmarks of two kernels."""
        return Landmarks(_chosen((*self.values, *other.values)), _chosen((*self.moduli, *other.moduli)))

    @property
    def bounded(self) -> bool:
        """Return whether these are within the limits of `landmarks_of`."""
        short = len(self.values) <= MOST and len(self.moduli) <= MOST
        return short and all(0 < number <= LARGEST for number in (*self.values, *self.moduli))


def landmarks_of(source: SyntaxTree, width: int) -> Landmarks:
    """Return the landmarks of the graded kernel, its callees, macros and constants; the tile's macro is `width`."""
    known = _constants(source, width)
    compared: list[int] = []
    others: list[int] = []
    moduli: list[int] = []
    for node in _relevant(source):
        if node.type == "binary_expression":
            _of_operator(source, node, known, compared, moduli)
        elif node.type in ("case_statement", "array_declarator"):
            value = _value(source, node.child_by_field_name("value" if "case" in node.type else "size"), known)
            compared += [value] if value is not None else []
        elif node.type == "number_literal":
            value = _value(source, node, known)
            others += [value] if value is not None else []
        elif node.type in ("preproc_def", "preproc_function_def"):
            others += [number for text in _WORD.findall(source.text(node)) if (number := _number(text)) is not None]
    return Landmarks(_chosen((*compared, *others)), _chosen(moduli))


def _chosen(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(number for number in numbers if 0 < number <= LARGEST))[:MOST]


def _relevant(source: SyntaxTree) -> Iterator[Node]:
    """Yield the nodes of the kernel and its callees, then everything outside functions."""
    for function in source.functions:
        yield from walk(function.node)
    for node in source.root.named_children:
        if node.type != "function_definition":
            yield from walk(node)


def _of_operator(
    source: SyntaxTree, node: Node, known: Mapping[str, int], compared: list[int], moduli: list[int]
) -> None:
    sign = operator_of(node)
    right = _value(source, node.child_by_field_name("right"), known)
    if sign in COMPARISONS:
        left = _value(source, node.child_by_field_name("left"), known)
        compared += [value for value in (left, right) if value is not None]
    elif right is not None and sign in ("%", "/"):
        moduli.append(right)
    elif right is not None and sign == "&":
        moduli.append(right + 1)
    elif right is not None and sign == ">>" and right < LARGEST.bit_length():
        moduli.append(1 << right)


def _constants(source: SyntaxTree, width: int) -> dict[str, int]:
    """Return integers by name: the tile's macro, other macros, constants and enumerators."""
    known = {source.macro: width}
    for name, node in source.macros:
        value = node.child_by_field_name("value")
        number = _number(source.text(value).strip("() \t")) if value is not None else None
        if number is not None:
            known.setdefault(name, number)
    for node in walk(source.root):
        declared = node.child_by_field_name("name" if node.type == "enumerator" else "declarator")
        if declared is not None and (node.type == "enumerator" or _is_constant(source, node)):
            number = _value(source, node.child_by_field_name("value"), known)
            if number is not None:
                known.setdefault(source.text(declared), number)
    return known


def _is_constant(source: SyntaxTree, node: Node) -> bool:
    around = node.parent if node.type == "init_declarator" else None
    words = around.named_children if around is not None else []
    return any(child.type == "type_qualifier" and source.text(child).startswith("const") for child in words)


def _value(source: SyntaxTree, node: Node | None, known: Mapping[str, int]) -> int | None:
    """Return the integer value of an expression of constants; `SyntaxTree` limits the depth."""
    if node is None:
        return None
    if node.type == "number_literal":
        return _number(source.text(node))
    if node.type == "identifier":
        return known.get(source.text(node))
    if node.type == "parenthesized_expression" and node.named_children:
        return _value(source, node.named_children[0], known)
    if node.type != "binary_expression":
        return None
    left, right = (_value(source, node.child_by_field_name(name), known) for name in ("left", "right"))
    return _computed(operator_of(node), left, right) if left is not None and right is not None else None


def _computed(sign: str, left: int, right: int) -> int | None:
    if sign == "<<":
        return left << right if right < LARGEST.bit_length() else None
    results = {"+": left + right, "-": left - right, "*": left * right, "/": left // right if right else None}
    value = results.get(sign)
    return value if value is not None and 0 <= value <= LARGEST else None


def _number(text: str) -> int | None:
    """Return an integer in C++ notation; None if it cannot be a size."""
    written = _NUMBER.fullmatch(text)
    if written is None or len(written[1]) > MOST_DIGITS:
        return None
    digits = written[1]
    try:
        return int(f"0o{digits}" if digits.isdigit() and digits.startswith("0") else digits, 0)
    except ValueError:  # 09
        return None
