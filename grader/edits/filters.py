"""The filters of patterns: what an expression or statement must be for an edit to make sense."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from grader.edits.context import (
    COMPARISONS,
    IN_PARENTHESES,
    LOOPS,
    EditSite,
    addends,
    counts,
    is_condition,
    operator_of,
    outside,
)
from grader.edits.syntax import INDICES, Sort, subscript_chain

if TYPE_CHECKING:
    from tree_sitter import Node

Filter = Callable[[EditSite, "Node"], bool]
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


def _is_fixed(site: EditSite, node: Node) -> bool:
    known = site.variable(node) if node.type == "identifier" else None
    return known is not None and known.constant and not known.parameter


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
    "no_pointer": lambda site, node: site.sort(node) is not Sort.POINTER,
    # What it is
    "counter": _is_counter,
    "fixed": _is_fixed,
    "size": lambda site, node: site.text(node) in site.sizes,
    "set": lambda site, node: site.text(node) in site.values,
    "unset": lambda site, node: site.text(node) not in site.values,
    "single": lambda _, node: node.type != "binary_expression" or operator_of(node) != "*",
    "comparison": lambda _, node: operator_of(node) in COMPARISONS,
    "digits": _like(r"\d+"),
    "word": _like(r"\w+"),
    "some_lanes": _like(r"0[xX](?![fF]{8}[uU]?$)[0-9a-fA-F]+[uU]?"),
    "built_in": _like("|".join(INDICES)),
    "vector": _like(rf"(?!({'|'.join(INDICES)})$)[^.]*"),
    "part": _like("[xyzw]"),
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
    "no_term": lambda _, node: node.parent is None or operator_of(node.parent) not in ("+", "-"),
    "condition": lambda _, node: is_condition(node),
    "alone": _is_alone,
    "statement": _under("expression_statement"),
    "declared": _under("init_declarator"),
    "step": _under("for_statement", "expression_statement"),
}
