"""The numbers at which a kernel's text branches: operands of comparisons, divisors, lengths of arrays.

If a kernel treats some sizes specially, they are among these. Reads the student's text, so run it in a child process.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.compiling.lexer import lex, normalize
from grader.compiling.source_values import Constants
from grader.edits.context import LONGEST
from grader.edits.nodes import COMPARISONS, operator_of, walk
from grader.edits.syntax import SyntaxTree

if TYPE_CHECKING:
    from tree_sitter import Node

MOST = 48
"""Maximum of each kind: a table of thousands of numbers does not list special sizes."""
LARGEST = 1 << 20
_HELD = {
    "char": 1 << 7, "signed char": 1 << 7, "int8_t": 1 << 7, "unsigned char": 1 << 8, "uint8_t": 1 << 8,
    "short": 1 << 15, "short int": 1 << 15, "signed short": 1 << 15, "int16_t": 1 << 15,
    "unsigned short": 1 << 16, "uint16_t": 1 << 16,
}  # fmt: skip
"""How many numbers from 0 on the types of few bits hold."""
_NUMBER = re.compile(r"\b\d\w*")


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
    constants = Constants(lex(normalize(source.text(source.root))), {source.macro: str(width)})
    known: dict[str, int | None] = {}

    def value(node: Node | None) -> int | None:
        """Return the value of an expression of constants."""
        text = source.text(node) if node is not None else ""
        if text not in known:
            known[text] = constants.evaluate(text) if len(text) <= LONGEST else None
        return known[text]

    compared: list[int | None] = []
    others: list[int | None] = []
    moduli: list[int | None] = []
    for node in _relevant(source):
        if node.type == "binary_expression":
            _of_operator(node, value, compared, moduli)
        elif node.type in ("case_statement", "array_declarator"):
            compared.append(value(node.child_by_field_name("value" if "case" in node.type else "size")))
        elif node.type in ("primitive_type", "sized_type_specifier", "type_identifier"):
            others.append(_HELD.get(source.text(node)))
        elif node.type == "number_literal":
            others.append(value(node))
        elif node.type in ("preproc_def", "preproc_function_def"):
            others += map(constants.evaluate, _NUMBER.findall(source.text(node)))
    return Landmarks(_chosen((*compared, *others)), _chosen(moduli))


def _chosen(numbers: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(number for number in numbers if number and 0 < number <= LARGEST))[:MOST]


def _relevant(source: SyntaxTree) -> Iterator[Node]:
    """Yield the nodes of the kernel and its callees, then everything outside functions."""
    for function in source.functions:
        yield from walk(function.node)
    for node in source.root.named_children:
        if node.type != "function_definition":
            yield from walk(node)


def _of_operator(
    node: Node, value: Callable[[Node | None], int | None], compared: list[int | None], moduli: list[int | None]
) -> None:
    sign = operator_of(node)
    right = value(node.child_by_field_name("right"))
    if sign in COMPARISONS:
        compared += [value(node.child_by_field_name("left")), right]
    elif sign in ("%", "/"):
        moduli.append(right)
    elif right is not None and sign == "&":
        moduli.append(right + 1)
    elif right is not None and sign == ">>" and 0 <= right < LARGEST.bit_length():
        moduli.append(1 << right)
