"""Rows of a table of edits: a pattern in CUDA, what may stand there instead, and how far apart the two are.

In a pattern `$a` is any expression or statement, `$a:int` one that passes the filter of that name, `[+ -]` either
operator, `f($args)` a call with any arguments. In a replacement `$a` is the text that matched, `$it` all of it, `{$a}`
the same as an operand (in parentheses where it needs them), `$1` the operator that matched first. Any other `$name` is
a choice: each text that `CHOICES` has for that name makes an edit.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from grader.edits.change import Edit
from grader.edits.context import EditSite, bracketed, counts, is_condition
from grader.edits.match import CHOICES, Match
from grader.edits.nodes import COMPARISONS, IN_PARENTHESES, LOOPS, addends, operator_of, outside, parse, subscript_chain
from grader.edits.syntax import INDICES, Sort

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMED = re.compile(r"\$(\w+)((?::\w+)*)")
_EITHER = re.compile(r"\[([^\w\[\]]+)\]")
_HOLE = re.compile(r"(\{\$\w+\}|\$\w+)")
_ALL = "args"
_PASSED_OVER = ("comment", "constexpr", "ERROR")
_TYPES = {
    "name": "identifier", "literal": "number_literal", "call": "call_expression", "element": "subscript_expression",
    "declaration": "declaration", "expression": "expression_statement",
}  # fmt: skip
"""Filters that ask for a type of node alone."""

Filter = Callable[[EditSite, "Node"], bool]
"""What an expression or a statement must be for an edit to make sense."""
_ZERO = re.compile(r"0|0?\.0?[fF]?|0\.0*[fF]?")


def _of_sort(*sorts: Sort) -> Filter:
    return lambda site, node: site.sort(node) in sorts


def _like(pattern: str) -> Filter:
    like = re.compile(pattern)
    return lambda site, node: like.fullmatch(site.text(node)) is not None


def _under(*types: str) -> Filter:
    return lambda _, node: node.parent is not None and node.parent.type in types


def _is_counter(site: EditSite, node: Node) -> bool:
    known = site.variable(node) if node.type == "identifier" else None
    return known is not None and counts(known)


def _is_unsigned(site: EditSite, node: Node) -> bool:
    known = site.variable(node) if node.type == "identifier" else None
    return known is not None and re.search(r"\b(?:unsigned|uint\d*_t|uint|size_t)\b", known.type) is not None


def _is_fixed(site: EditSite, node: Node) -> bool:
    known = site.variable(node) if node.type == "identifier" else None
    return (known is not None and known.constant and not known.parameter) or site.text(node) == "warpSize"


def _may_be_one_off(site: EditSite, node: Node) -> bool:
    """Return whether 1 may be added: not to a number, and not where "term dropped" covers `x + 1` and `x - 1`.

    Nor behind a sign that binds less tightly than a sum: `x & n + 1` is no `(x & n) + 1`.
    """
    if operator_of(node) in ("&", "|", "^", "<<", ">>"):
        return False
    terms = list(addends(node))
    return not (len(terms) > 1 and site.text(terms[-1]) == "1") and not site.text(node).isdigit()


def _is_limit(_: EditSite, node: Node) -> bool:
    """Return whether an expression is passed to a function or a macro, or compared."""
    around = node.parent
    return around is not None and (around.type == "argument_list" or operator_of(around) in COMPARISONS)


def _selects_a_buffer(site: EditSite, node: Node) -> bool:
    """Return whether an index selects a plane, or a value alternates between 0 and 1."""
    around = node.parent.parent if node.parent is not None else None
    plane = around is not None and around.type == "subscript_expression" and not subscript_chain(around)[1][1:]
    value = site.values.get(site.text(node)) if node.type == "identifier" else None
    texts = [site.text(node), *([site.text(value)] if value is not None else [])]
    return plane or _is_counter(site, node) or any(re.search(r"[%^&]|1\s*-|!", text) for text in texts)


def _is_alone(_: EditSite, node: Node) -> bool:
    """Return whether a condition is not one of several, and not that of a loop."""
    if node.parent is None or operator_of(node.parent) in ("&&", "||"):
        return False
    around = outside(node, *IN_PARENTHESES)
    return around is None or around.type not in LOOPS


FILTERS: Mapping[str, Filter] = {
    # What an expression gives
    "int": _of_sort(Sort.INT),
    "float": _of_sort(Sort.FLOAT),
    "bool": _of_sort(Sort.BOOL),
    "number": _of_sort(Sort.INT, Sort.FLOAT),
    "array": _of_sort(Sort.ARRAY),
    "moving": _of_sort(Sort.INT, Sort.POINTER),
    "arithmetic": _of_sort(Sort.INT, Sort.FLOAT, Sort.POINTER),
    "typed": lambda site, node: site.sort(node) is not Sort.OTHER,
    "no_float": lambda site, node: site.sort(node) is not Sort.FLOAT,
    "no_pointer": lambda site, node: site.sort(node) is not Sort.POINTER,
    # What it is
    "counter": _is_counter,
    "fixed": _is_fixed,
    "size": lambda site, node: site.text(node) in site.sizes,
    "unsigned": _is_unsigned,
    "set": lambda site, node: site.text(node) in site.values,
    "unset": lambda site, node: site.text(node) not in site.values,
    "single": lambda _, node: node.type != "binary_expression" or operator_of(node) != "*",
    "comparison": lambda _, node: operator_of(node) in COMPARISONS,
    "digits": _like(r"\d+"),
    "all_below": _like("3|7|15|31|63|127|255"),
    "word": _like(r"\w+"),
    "some_lanes": _like(r"0[xX](?![fF]{8}[uU]?$)[0-9a-fA-F]+[uU]?"),
    "built_in": _like("|".join(INDICES)),
    "vector": _like(rf"(?!({'|'.join(INDICES)})$)[^.]*"),
    "part": _like("[xyzw]"),
    "whole_part": lambda site, node: not re.search(r"[-+]", site.text(node)),
    "not_rounded": lambda site, node: not re.search(r"-\s*1\b", site.text(node)),
    "counted": lambda site, node: "sizeof" not in site.text(node),
    "no_address": _like(r"(?s)[^&].*"),
    "something": lambda site, node: _ZERO.fullmatch(site.text(node)) is None,
    "no_zero": lambda site, node: site.text(node) not in ("0.0f", "0"),
    "stored": lambda _, node: node.type in ("subscript_expression", "pointer_expression"),
    "global": lambda site, node: site.is_global(node),
    "no_global": lambda site, node: not site.is_global(node),
    "selector": _selects_a_buffer,
    "one_off": _may_be_one_off,
    # Where it stands
    "value": lambda site, node: site.is_slot(node) and not site.is_target(node),
    "read": lambda site, node: not site.is_target(node),
    "load": lambda site, node: node in site.loads,
    "limit": _is_limit,
    "no_mask": lambda _, node: node.parent is None or operator_of(node.parent) not in ("&", "|", "^", "%"),
    "uncompared": lambda _, node: node.parent is None or operator_of(node.parent) not in COMPARISONS,
    "no_term": lambda _, node: node.parent is None or operator_of(node.parent) not in ("+", "-"),
    "condition": lambda _, node: is_condition(node),
    "alone": _is_alone,
    "statement": _under("expression_statement"),
    "declared": _under("init_declarator"),
    "step": _under("for_statement", "expression_statement"),
}


Making = Callable[[Match], Iterator[Edit]]


@dataclass(frozen=True, slots=True)
class _Shape:
    """A pattern's node: one with a name, or one of a type with a text or children."""

    type: str
    text: str = ""
    operator: str = ""
    children: tuple[_Shape, ...] = ()
    name: str = ""
    filters: tuple[Filter, ...] = ()

    def fits(self, match: Match, node: Node) -> bool:
        """Return whether the node has this shape; put its parts into the match."""
        if self.type and node.type != self.type:
            return False
        if self.name:
            match.parts[self.name] = node
            return all(passes(match.site, node) for passes in self.filters)
        if not self.children:
            return not self.text or match.site.text(node) == self.text
        if self.type == "argument_list" and self.children[1].name == _ALL:
            match.texts[_ALL] = ", ".join(match.site.text(item) for item in node.named_children)
            return True
        children = [child for child in node.children if child.type not in _PASSED_OVER]
        return len(children) == len(self.children) and all(
            shape.fits(match, child) for shape, child in zip(self.children, children, strict=True)
        )


class _Template:
    """A replacement: its text with names at every second place, and those of the names that are choices."""

    def __init__(self, pieces: list[str], known: Container[str]) -> None:
        self.pieces = pieces
        names = dict.fromkeys(piece.strip("{$}") for piece in pieces[1::2])
        self.choices = [name for name in names if name not in known and not name.isdigit()]

    def chosen(self, match: Match) -> Iterator[Match]:
        """Yield the match with each combination of the choices."""
        for texts in itertools.product(*(list(CHOICES[name](match)) for name in self.choices)):
            more = {**match.texts, **dict(zip(self.choices, texts, strict=True))}
            yield Match(match.site, match.node, match.kind, 0, match.parts, more)

    def filled(self, match: Match) -> str:
        """Return the replacement's text."""
        texts = list(self.pieces)
        for place in range(1, len(texts), 2):
            name = texts[place]
            texts[place] = bracketed(match[name[2:-1]]) if name[0] == "{" else match[name[1:]]
        return "".join(texts)


class Row:
    """A kind of edits, its cost, the pattern (or several), and what may stand there instead.

    `when` names filters that the whole node passes as well. What a text cannot say is a function that makes the edits.
    """

    def __init__(
        self,
        kind: str,
        cost: int | Callable[[Match], int],
        pattern: str | tuple[str, ...],
        *to: str | Making,
        when: str = "",
    ) -> None:
        self.kind, self.cost, self.when = kind, cost, when.split()
        patterns = (pattern,) if isinstance(pattern, str) else pattern
        self.patterns = [one for text in patterns for one in _each_operator(text)]
        known = {"it", _ALL, *(name for text in patterns for name, _ in _NAMED.findall(text))}
        self.to = [_Template(_HOLE.split(one), known) if isinstance(one, str) else one for one in to]

    def cost_of(self, match: Match) -> int:
        """Return the cost of a match's edits."""
        return self.cost if isinstance(self.cost, int) else self.cost(match)


_Compiled = tuple[Row, str, dict[str, str], _Shape, tuple[Filter, ...]]


class Table:
    """Rows in the order in which their edits come."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._fitting: dict[tuple[str, str], list[_Compiled]] = {}

    def edits(self, site: EditSite, node: Node) -> Iterator[Edit]:
        """Yield the edits of a node, row by row."""
        known: dict[tuple[str, int], Match | None] = {}
        for row, pattern, operators, shape, filters in self._of(node):
            key = pattern, len(operators)
            if key not in known:
                match = Match(site, node, "", 0, {"it": node}, dict(operators))
                known[key] = match if shape.fits(match, node) else None
            found = known[key]
            if found is None or (filters and not all(passes(site, node) for passes in filters)):
                continue
            found.kind = row.kind
            for to in row.to:
                if not isinstance(to, _Template):
                    found.cost = row.cost_of(found)
                    yield from to(found)
                    continue
                for match in to.chosen(found) if to.choices else (found,):
                    yield site.edit(row.kind, node, to.filled(match), row.cost_of(match))

    def _of(self, node: Node) -> list[_Compiled]:
        """Return the rows that may fit a node, by its type and operator."""
        key = node.type, operator_of(node)
        if key not in self._fitting:
            self._fitting[key] = [
                one for one in self._compiled if one[3].type in ("", key[0]) and one[3].operator in ("", key[1])
            ]
        return self._fitting[key]

    @cached_property
    def _compiled(self) -> list[_Compiled]:
        return [
            (row, pattern, operators, self._shape(pattern), tuple(FILTERS[name] for name in row.when))
            for row in self._rows for pattern, operators in row.patterns
        ]  # fmt: skip

    @staticmethod
    def _shape(pattern: str) -> _Shape:
        """Return the shape of an expression, or of a statement with its sign."""
        filters = {name: words.split(":")[1:] for name, words in _NAMED.findall(pattern)}
        text = _NAMED.sub(r"$\1", pattern)
        data = f"void f() {{ {text} }}".encode() if text.endswith(";") else f"int f() {{ return {text}; }}".encode()
        statement = parse(data).named_children[0].named_children[-1].named_children[0]

        def shape(node: Node) -> _Shape:
            name = data[node.start_byte : node.end_byte].decode().removesuffix(";").removeprefix("$")
            if name in filters:
                words = filters[name]
                kind = next((_TYPES[word] for word in words if word in _TYPES), "")
                passes = tuple(FILTERS[word] for word in words if word not in _TYPES)
                return _Shape(kind, name=name, filters=passes)
            children = tuple(shape(child) for child in node.children)
            return _Shape(node.type, "" if children else name, operator_of(node), children)

        return shape(statement if text.endswith(";") else statement.named_children[0])


def _each_operator(pattern: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the pattern with each of the operators between brackets, and these by number."""
    parts = _EITHER.split(pattern)
    for signs in itertools.product(*(part.split() for part in parts[1::2])):
        text = parts[0] + "".join(sign + part for sign, part in zip(signs, parts[2::2], strict=True))
        yield text, {str(number): sign for number, sign in enumerate(signs, 1)}
