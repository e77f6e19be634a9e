"""The context of an expression in a kernel, and what could replace it."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from grader.compiling.lexer import joined
from grader.compiling.source_facts import WARP, works_in_warps
from grader.edits.change import Change, Edit, How
from grader.edits.nodes import (
    COMPARISONS,
    IN_PARENTHESES,
    addends,
    ancestors,
    factors,
    operator_of,
    outside,
    sides,
    subscript_chain,
    walk,
)
from grader.edits.syntax import INDICES, DeclaredName, FunctionText, Sort, SyntaxTree
from grader.elements import size_of

if TYPE_CHECKING:
    from tree_sitter import Node

_NO_EXPRESSIONS = (
    "array_declarator", "type_descriptor", "template_argument_list", "preproc_def", "preproc_call",
    "preproc_function_def",
    "ERROR", "gnu_asm_expression", "parameter_list", "lambda_capture_specifier", "comment", "static_assert_declaration",
)  # fmt: skip
_OPERATIONS = ("binary_expression", "unary_expression", "cast_expression", "pointer_expression")
_LEVELS = (
    ("?", "=", "+=", "-=", "*=", "/="), ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="),
    ("<<", ">>"), ("+", "-"), ("*", "/", "%"),
)  # fmt: skip
"""Operators, the loosest first."""
_LEVEL_OF = {sign: level for level, signs in enumerate(_LEVELS) for sign in signs}
_OPERATORS = re.compile(r"<<|>>|[-+*/<>=!]=|&&|\|\||[-+*/%<>=?&|^]")
_PARENTHESES = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
AXES = ("threadIdx.x", "threadIdx.y", "blockIdx.x", "blockIdx.y")
LONGEST = 80
_CAST = re.compile(r"[(<]\s*(?:const\s+)?((?:unsigned\s+)?[A-Za-z_]\w*)\s*(?:const\s*)?\*\s*[)>]")
_NAME = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*")
_MOST_FACTORS, _MOST_NUMBERS = 3, 6


@dataclass(frozen=True, eq=False)
class EditSite:
    """A function whose expressions and statements are edited; `sizes` are the names of its integer parameters."""

    source: SyntaxTree
    function: FunctionText

    @property
    def macro(self) -> str:
        """The name of the grader's macro for the tile width."""
        return self.source.macro

    def text(self, node: Node) -> str:
        """Return the node's text."""
        return self.source.text(node)

    def sort(self, node: Node) -> Sort:
        """Return the sort of an expression's value."""
        return self.source.sort(self.function, node)

    def edit(self, kind: str, node: Node, text: str, cost: int) -> Edit:
        """Return an edit that replaces the expression at a node, in parentheses if the text binds less tightly."""
        text = f"({text})" if binds(text) < self.level_of(node) else text
        return self.made(kind, cost, over(node, text, How.EXPRESSION))

    def level_of(self, node: Node) -> int:
        """Return how tightly a text must bind that takes the place of an expression."""
        around = node.parent
        return _binds_as(around, node) if around is not None and around.type in _OPERATIONS else 0

    def made(self, kind: str, cost: int, *changes: Change, switches: tuple[Change, ...] = (), line: int = 0) -> Edit:
        """Return an edit of these changes; the first of them, or of their switches, begins in its line.

        What is put behind a closing brace or a comment has the line of code above it.
        """
        first = min(changes[0].start, switches[0].start) if switches else changes[0].start
        line = line or self.source.line_of_code(first)
        return Edit(kind=kind, line=line, cost=cost, changes=changes, switches=switches)

    @cached_property
    def expressions(self) -> tuple[Node, ...]:
        """All expressions that are evaluated when the kernel runs."""
        found, waiting = [], [self.function.body]
        while waiting:
            node = waiting.pop()
            if node.type in _NO_EXPRESSIONS or self._is_fixed(node):
                continue
            if node.type.endswith(("_expression", "identifier", "_literal")) and node.type != "field_identifier":
                found.append(node)
            inner = [child for child in node.named_children if not self._is_name(node, child)]
            vector = node.child_by_field_name("argument") if node.type == "field_expression" else None
            if vector is not None and vector.type == "subscript_expression":  # `a[i].x`
                inner += subscript_chain(vector)[1]
            waiting += reversed(inner)
        return tuple(found)

    def _is_fixed(self, node: Node) -> bool:
        """Return whether a declaration needs values known at compile time."""
        if node.type != "declaration":
            return False
        words = self.text(node).split("=")[0]
        return bool(re.search(r"\b(?:constexpr|static|__shared__|__constant__)\b", words)) or bool(
            re.fullmatch(r"(?:const|unsigned|int|\s|\w+\s*=\s*\d+\s*;)+", self.text(node)) and "const" in words
        )

    def _is_name(self, node: Node, child: Node) -> bool:
        """Return whether the child is a name that is declared or called, not an expression."""
        if node.type == "call_expression":
            return child == node.child_by_field_name("function")
        if node.type == "field_expression":
            return True
        return child.type == "identifier" and child == node.child_by_field_name("declarator")

    @cached_property
    def statements(self) -> tuple[Node, ...]:
        """All statements, outer ones first."""
        return tuple(
            node for node in walk(self.function.body)
            if node.type.endswith("_statement") or node.type == "declaration"
        )  # fmt: skip

    def visible(self, node: Node) -> tuple[DeclaredName, ...]:
        """Return the variables that are visible at the node."""
        return self.source.visible(self.function, node.start_byte)

    def variable(self, node: Node) -> DeclaredName | None:
        """Return the variable that an identifier names."""
        return self.source.variable(self.function, self.text(node), node.start_byte)

    def uses(self, name: str) -> list[Node]:
        """Return the expressions that are a name."""
        return self._uses.get(name, [])

    @cached_property
    def _uses(self) -> dict[str, list[Node]]:
        found: dict[str, list[Node]] = {}
        for node in self.expressions:
            if node.type == "identifier":
                found.setdefault(self.text(node), []).append(node)
        return found

    def indent(self, node: Node) -> str:
        """Return the spaces before a node that begins its line; empty if anything else stands there."""
        data = self.source.data
        before = data[data.rfind(b"\n", 0, node.start_byte) + 1 : node.start_byte]
        return "" if before.strip() else before.decode()

    @cached_property
    def values(self) -> dict[str, Node]:
        """The initial value of each variable."""
        pairs = (
            (around.child_by_field_name("declarator"), node) for node in self.expressions
            if (around := node.parent) is not None and around.type == "init_declarator"
            and node == around.child_by_field_name("value")
        )  # fmt: skip
        return {self.text(name): node for name, node in pairs if name is not None}

    def value_text(self, name: str) -> str:
        """The text of a variable's initial value; empty where it has none."""
        return self.text(self.values[name]) if name in self.values else ""

    def is_of_a_thread(self, text: str, depth: int = 3) -> bool:
        """Return whether an expression, or what its names are set to, depends on the thread."""
        if "threadIdx" in text or not depth:
            return "threadIdx" in text
        return any(self.is_of_a_thread(self.value_text(name), depth - 1) for name in _NAME.findall(text))

    @cached_property
    def defined_by(self) -> dict[str, frozenset[str]]:
        """The names in the text that defines each macro and each constant: `#define PITCH (WIDTH + 1)`."""
        return {
            name: frozenset(token.text for token in tokens if token.kind == "name")
            for name, tokens in self.source.constants.set_to.items()
        }

    def can_name(self, text: str, node: Node) -> bool:
        """Return whether all names of an expression are known at a node."""
        at = node.start_byte
        if at not in self._known:
            self._known[at] = {item.name for item in self.visible(node)} | {*INDICES, self.macro, "min", "max"}
        return self._known[at].issuperset(_NAME.findall(text))

    @cached_property
    def _known(self) -> dict[int, set[str]]:
        """Cache of the names known at a byte."""
        return {}

    @cached_property
    def width(self) -> str:
        """The kernel's name for the tile width: the macro, or a constant derived from it."""
        body = self.text(self.function.body)
        names = (self.macro, *self._made_of_the_macro)
        return next((name for name in names if re.search(rf"\b{name}\b", body)), self.macro)

    @cached_property
    def _made_of_the_macro(self) -> tuple[str, ...]:
        """Constants with the macro's value, then template arguments, then constants with a plain number."""
        text, set_to = self.source.text(self.source.root), self.source.constants.set_to
        constants = [
            (item.name, joined(set_to.get(item.name, ()))) for item in self.function.variables
            if item.constant and item.sort is Sort.INT and not item.dims and item.name != self.macro
        ]  # fmt: skip
        same = [name for name, value in constants if value == self.macro]
        of_templates = [name for name, _ in constants if re.search(rf"<[^;{{}}]*\b{name}\s*[,>=]", text)]
        return (*same, *of_templates, *(name for name, value in constants if value.isdigit()))

    @cached_property
    def sizes(self) -> tuple[str, ...]:
        """Names of integer parameters: the sizes of the matrices."""
        return tuple(item.name for item in self.function.variables if item.parameter and item.sort is Sort.INT)

    @cached_property
    def lengths(self) -> frozenset[str]:
        """The sizes, and names for what is made of one of them and numbers alone: `words = K / 4`."""
        named = {name: set(_NAME.findall(self.text(value))) for name, value in self.values.items()}
        own = (name for name, parts in named.items() if len(parts) == 1 and parts <= set(self.sizes))
        return frozenset((*self.sizes, *own))

    @cached_property
    def in_one(self) -> tuple[int, ...]:
        """How many elements of an array that is handed over lie in one of the wider types that pointers are cast to."""
        given = (item for function in self.source.functions for item in function.variables if item.parameter)
        own = {size_of(item.type) for item in given if item.sort is Sort.POINTER}
        cast = set(map(size_of, _CAST.findall(self.text(self.source.root))))
        pairs = itertools.product(filter(None, cast), filter(None, own))
        return tuple(sorted({wide // one for wide, one in pairs if wide > one}))

    @cached_property
    def factors(self) -> tuple[str, ...]:
        """Other factors of distances here: the kernel's own constants and small numbers."""
        body = self.text(self.function.body)
        named = [
            item.name for item in self.function.variables
            if item.constant and not item.parameter and item.sort is Sort.INT and not item.dims
            and item.name not in (self.width, self.macro)
        ]  # fmt: skip
        used = [name for name in dict.fromkeys(named) if re.search(rf"\b{name}\b", body)]
        lanes = {str(WARP)} if works_in_warps(body) else set()
        numbers = sorted({"2", *lanes, *re.findall(r"(?<![\w.])(?:[2-9]|[1-9]\d{1,2})(?![\w.])", body)}, key=int)
        return (*used[:_MOST_FACTORS], *numbers[:_MOST_NUMBERS])

    @cached_property
    def slots(self) -> tuple[Node, ...]:
        """Whole expressions: values of declarations and assignments, indices, sides of comparisons, arguments."""
        return tuple(node for node in self.expressions if self.is_slot(node))

    def is_slot(self, node: Node) -> bool:
        """Return whether an expression is whole, not part of a larger sum or product."""
        around = node.parent
        if around is None:
            return False
        if around.type == "init_declarator":
            return node == around.child_by_field_name("value")
        if around.type == "assignment_expression":
            return node == around.child_by_field_name("right")
        if around.type == "binary_expression":
            operator = around.child_by_field_name("operator")
            return operator is not None and operator.type in COMPARISONS
        return around.type in ("subscript_argument_list", "argument_list", "kernel_call_syntax", "return_statement")

    def is_target(self, node: Node) -> bool:
        """Return whether the expression is assigned to, or its address is taken; by a macro, too."""
        around = outside(node, "parenthesized_expression")
        if around is None:
            return False
        if around.type == "argument_list" and around.parent is not None:
            called = around.parent.child_by_field_name("function")
            changed = self.source.changed_arguments.get(self.text(called) if called else "", ())
            inside = (each.start_byte <= node.start_byte < each.end_byte for each in around.named_children)
            return bool(changed) and list(inside).index(True) in changed
        if around.type == "assignment_expression":
            return node == around.child_by_field_name("left")
        return around.type == "update_expression" or (
            around.type == "pointer_expression" and self.text(around).startswith("&")
        )

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """The terms of the kernel's integer sums, each once."""
        found: dict[str, None] = {}
        for node in self.slots:
            if self.sort(node) is Sort.INT:
                for term in addends(node):
                    found.setdefault(self.text(term), None)
        return tuple(text for text in found if len(text) <= LONGEST and not text.isdigit() and "\n" not in text)

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """The comparisons in the kernel's conditions, each once."""
        found = {
            self.text(node): None for node in self.expressions
            if node.type == "binary_expression" and operator_of(node) in COMPARISONS
        }  # fmt: skip
        return tuple(text for text in found if len(text) <= LONGEST)

    @cached_property
    def products(self) -> frozenset[tuple[str, ...]]:
        """The sorted factors of every product of three or more."""
        made = (
            tuple(sorted(self.text(factor) for factor in factors(node))) for node in self.expressions
            if node.type == "binary_expression" and operator_of(node) == "*"
        )  # fmt: skip
        return frozenset(product for product in made if len(product) > 2)

    @cached_property
    def loads(self) -> tuple[Node, ...]:
        """Elements of arrays that are read."""
        return tuple(node for node in self._elements if not self.is_target(node))

    @cached_property
    def stores(self) -> tuple[Node, ...]:
        """Elements of arrays that are written."""
        return tuple(node for node in self._elements if self.is_target(node))

    @cached_property
    def _elements(self) -> tuple[Node, ...]:
        return tuple(
            node for node in self.expressions
            if node.type == "subscript_expression"
            and (node.parent is None or node.parent.type != "subscript_expression")
        )  # fmt: skip

    def is_global(self, element: Node) -> bool:
        """Return whether an element belongs to an array that a parameter points to."""
        array, _ = subscript_chain(element)
        known = self.variable(array) if array.type == "identifier" else None
        return known is not None and known.sort is Sort.POINTER


def binds(text: str) -> int:
    """Return how tightly the loosest operator of a text binds that is in no parentheses."""
    if re.fullmatch(r"[\w.]*", text):
        return len(_LEVELS)
    while (inner := _PARENTHESES.sub("x", text)) != text:
        text = inner
    return min(map(_LEVEL_OF.__getitem__, _OPERATORS.findall(text)), default=len(_LEVELS))


def is_loose(text: str) -> bool:
    """Return whether an operator of a text is in no parentheses."""
    return binds(text) < len(_LEVELS)


def _binds_as(around: Node, node: Node) -> int:
    """Return how tightly an operand of `around` must bind to stay one."""
    if around.type != "binary_expression":
        return len(_LEVELS)
    return _LEVEL_OF.get(operator_of(around), 0) + (node == around.child_by_field_name("right"))


def over(node: Node, text: str, how: How = How.TEXT) -> Change:
    """Return the change of a node's text."""
    return Change(node.start_byte, node.end_byte, text, how)


def bracketed(text: str) -> str:
    """Return the text as an operand: in parentheses unless it is one name, number or element."""
    return text if re.fullmatch(r"[\w.]+(?:\[[^\[\]]*\])*", text) else f"({text})"


def counts(variable: DeclaredName) -> bool:
    """Return whether the variable is the kernel's own integer: a position, phase or step."""
    return variable.sort is Sort.INT and not variable.constant and not variable.parameter


def loop_variables(site: EditSite, node: Node) -> list[str]:
    """Return the counters of the loops around a node."""
    updates = (around.child_by_field_name("update") for around in ancestors(node, "for_statement"))
    return [site.text(update.named_children[0]) for update in updates if update is not None and update.named_children]


def is_condition(node: Node) -> bool:
    """Return whether an expression is the whole condition of an `if`, a loop or a choice."""
    around = outside(node, *IN_PARENTHESES)
    condition = around.child_by_field_name("condition") if around is not None else None
    return condition is not None and condition.start_byte <= node.start_byte and node.end_byte <= condition.end_byte


def least_of(site: EditSite, name: str) -> tuple[str, ...]:
    """Return `a` and `b` if a variable's value is `min(a, b)` or `a < b ? a : b`."""
    value = site.values.get(name)
    if value is not None and value.type == "conditional_expression":
        asked, taken, other = (value.child_by_field_name(part) for part in ("condition", "consequence", "alternative"))
        asked = asked.named_children[0] if asked is not None and asked.type == "parenthesized_expression" else asked
        pair = sides(asked) if asked is not None and operator_of(asked) in ("<", "<=") else None
        parts = tuple(map(site.text, pair or ()))
        return parts if taken and other and parts == (site.text(taken), site.text(other)) else ()
    called = re.fullmatch(r"min\((.*)\)", site.text(value), re.DOTALL) if value is not None else None
    return tuple(part.strip() for part in called[1].split(",")) if called else ()
