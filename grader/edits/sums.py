"""Edits of sums and products: terms and factors added, moved and exchanged, parentheses, rounding up."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.edits.change import Edit
from grader.edits.context import (
    AXES,
    COMPARISONS,
    EditSite,
    addends,
    bracketed,
    counts,
    factors,
    loop_variables,
    operator_of,
    sides,
)
from grader.edits.syntax import DeclaredName, Sort, subscript_chain

if TYPE_CHECKING:
    from tree_sitter import Node

_MOST_TERMS = 4


def of_operator(site: EditSite, node: Node) -> Iterator[Edit]:
    """Yield edits of a sum, difference, product or quotient."""
    pair, operator = sides(node), operator_of(node)
    if pair is None:
        return
    if operator in ("+", "-"):
        yield from _exchanged_factors(site, node, pair)
        yield from _factor_moved(site, node)
    if operator in ("+", "-", "*", "/", "%") and site.sort(node) is Sort.INT:
        yield from _parentheses(site, node, pair, operator)
    inner = sides(pair[1]) if operator in ("&", "|", "^") else None
    if inner and operator_of(pair[1]) in COMPARISONS:  # the comparison in `a & 1 == 0` binds more tightly
        first, second = site.text(inner[0]), site.text(inner[1])
        text = f"({site.text(pair[0])} {operator} {first}) {operator_of(pair[1])} {second}"
        yield site.edit("parentheses", node, text, 0)
    if operator == "*":
        yield from _next_one(site, node, pair)
    if operator == "%" and site.sort(node) is Sort.INT:
        text, whole = bracketed(site.text(pair[0])), bracketed(site.text(pair[1]))
        yield site.edit("remainder", node, f"(({text} - 1) % {whole} + 1)", 12)
    if operator == "/" and all(side.type == "number_literal" and site.text(side).isdigit() for side in pair):
        yield site.edit("whole division", node, f"{site.text(pair[0])}.0f / {site.text(pair[1])}", 8)
    yield from _rounded_up(site, node)


def of_value(site: EditSite, node: Node, sort: Sort) -> Iterator[Edit]:
    """Yield edits of a whole value: an index, a limit, an assigned value."""
    if sort is Sort.INT:
        yield from _one_more(site, node)
        yield from _terms_added(site, node)
        yield from _what_is_left(site, node)
    if sort in (Sort.INT, Sort.POINTER):
        yield from _factors_added(site, node)
    if sort in (Sort.INT, Sort.FLOAT):
        yield from _product_of_the_rest(site, node)
    yield from _row_lengths(site, node)
    if sort is Sort.FLOAT:
        yield from _values_added(site, node)


def _parentheses(site: EditSite, node: Node, pair: tuple[Node, Node], operator: str) -> Iterator[Edit]:
    """Change `a + b * c` to `(a + b) * c`, and back."""
    left, right = site.text(pair[0]), site.text(pair[1])
    inner = sides(pair[1]) if pair[1].type == "binary_expression" else None
    if operator in ("+", "-") and inner and operator_of(pair[1]) in ("*", "/", "%"):
        first, second = site.text(inner[0]), site.text(inner[1])
        yield site.edit("parentheses", node, f"({left} {operator} {first}) {operator_of(pair[1])} {second}", 12)
    inner = sides(pair[0]) if pair[0].type == "binary_expression" else None
    if operator in ("+", "-") and inner and operator_of(pair[0]) in ("*", "/", "%"):
        first, second = site.text(inner[0]), site.text(inner[1])
        yield site.edit("parentheses", node, f"{first} {operator_of(pair[0])} ({second} {operator} {right})", 12)
    if operator in ("*", "/", "%") and pair[0].type == "parenthesized_expression":
        yield site.edit("parentheses", node, f"{left[1:-1]} {operator} {right}", 16)


def _product_of_the_rest(site: EditSite, node: Node) -> Iterator[Edit]:
    """Change `a + b * c + d + e` to `a + b * (c + d + e)`."""
    terms = list(addends(node))
    if len(terms) <= 2 or "-" in site.text(node):
        return
    texts = [site.text(term) for term in terms]
    for place, term in enumerate(terms[:-1]):
        pair = sides(term) if operator_of(term) == "*" else None
        if pair:
            rest = " + ".join((site.text(pair[1]), *texts[place + 1 :]))
            whole = " + ".join((*texts[:place], f"{site.text(pair[0])} * ({rest})"))
            yield site.edit("parentheses", node, whole, 14)


def _row_lengths(site: EditSite, node: Node) -> Iterator[Edit]:
    """Change the factor of `row * K + column` to what the array's declaration, or the column's own loop, says."""
    listed = node.parent
    element = listed.parent if listed is not None and listed.type == "subscript_argument_list" else None
    terms = list(addends(node))
    if element is None or len(terms) < 2:
        return
    array = site.variable(subscript_chain(element)[0])
    lengths = _factors_of(array.extents[-1]) if array is not None and array.extents else []
    lengths += [limit for term in terms if (limit := _limits(site, node).get(site.text(term)))]
    for term in terms:
        product = [site.text(factor) for factor in factors(term)]
        for length in dict.fromkeys(lengths) if len(product) > 1 else ():
            if length not in product:
                yield site.edit("row length", term, f"{product[0]} * {bracketed(length)}", 12)


def _limits(site: EditSite, node: Node) -> dict[str, str]:
    """Return below what the counters of the loops around a node stay."""
    found, around = {}, node.parent
    while around is not None:
        condition = around.child_by_field_name("condition") if around.type == "for_statement" else None
        pair = sides(condition) if condition is not None and operator_of(condition) == "<" else None
        if pair:
            found[site.text(pair[0])] = site.text(pair[1])
        around = around.parent
    return found


def _factors_of(extent: str) -> list[str]:
    """Return `(a + 1)` and `b` for an extent `(a + 1) * b`, without outer parentheses."""
    parts, depth = [""], 0
    for letter in extent:
        depth += (letter in "([") - (letter in ")]")
        if letter == "*" and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part[1:-1] if part.startswith("(") and part.endswith(")") else part for part in parts]


def _next_one(site: EditSite, node: Node, pair: tuple[Node, Node]) -> Iterator[Edit]:
    """Change `p * TILE_WIDTH` to `(p + 1) * TILE_WIDTH`: the next or last phase, block or row."""
    for one, other in (pair, pair[::-1]):
        known = site.variable(one) if one.type == "identifier" else None
        if known is not None and counts(known):
            for sign in "+-":
                yield site.edit("one more or less", node, f"({known.name} {sign} 1) * {site.text(other)}", 15)


def _factor_moved(site: EditSite, node: Node) -> Iterator[Edit]:
    """Change `a + b * s` to `a * s + b`: move a factor from one term to another."""
    if site.sort(node) is not Sort.INT or not site.is_slot(node):
        return
    terms = [site.text(term) for term in addends(node)]
    products = [[site.text(factor) for factor in factors(term)] for term in addends(node)]
    if not 2 <= len(terms) <= _MOST_TERMS or any("-" in text for text in terms) or "-" in site.text(node):
        return
    for one, other in itertools.permutations(range(len(terms)), 2):
        if len(products[one]) < 2:
            continue
        for place, factor in enumerate(products[one]):
            parts = list(terms)
            parts[one] = " * ".join(text for at, text in enumerate(products[one]) if at != place)
            parts[other] = f"{bracketed(terms[other])} * {factor}"
            yield site.edit("operands exchanged", node, " + ".join(parts), 13)


def _exchanged_factors(site: EditSite, node: Node, pair: tuple[Node, Node]) -> Iterator[Edit]:
    """Change `a * s + b` to `b * s + a`: exchange row and column."""
    product = list(factors(pair[0]))
    if len(product) == 2 and site.sort(node) is Sort.INT:
        added = site.text(pair[1])
        for number in (0, 1):
            kept, taken = site.text(product[1 - number]), site.text(product[number])
            yield site.edit("operands exchanged", node, f"{bracketed(added)} * {kept} + {taken}", 12)
            for size in site.sizes:
                yield site.edit("operands exchanged", node, f"{bracketed(added)} * {size} + {taken}", 14)


def _rounded_up(site: EditSite, node: Node) -> Iterator[Edit]:
    pair = sides(node)
    if pair is None or operator_of(node) != "/" or site.sort(node) is not Sort.INT:
        return
    over, under = site.text(pair[0]), site.text(pair[1])
    yield site.edit("rounded up", node, f"({over} + {under} - 1) / {under}", 8)
    terms = [site.text(term) for term in addends(pair[0])]
    if len(terms) > 1:  # already rounded up, but wrongly or for another value
        yield site.edit("rounded up", node, f"({terms[0]} + {under} - 1) / {under}", 12)


def _one_more(site: EditSite, node: Node) -> Iterator[Edit]:
    text = site.text(node)
    if text.isdigit():
        return
    terms = list(addends(node))
    last = site.text(terms[-1])
    if len(terms) > 1 and last == "1":  # the edit "term dropped" already covers `x + 1` and `x - 1`
        return
    for sign in "+-":
        yield site.edit("one more or less", node, f"{text} {sign} 1", 14)


def _terms_added(site: EditSite, node: Node) -> Iterator[Edit]:
    text = site.text(node)
    present = {site.text(term) for term in addends(node)}
    elsewhere = _terms_elsewhere(site, node)
    loops = [f"{item.name} * {site.width}" for item in site.visible(node) if counts(item)]
    loops += [f"{index}.{axis} * {site.width}" for index in ("blockIdx", "threadIdx") for axis in "xy"]
    pool = dict.fromkeys((*site.terms, *(item.name for item in site.visible(node) if counts(item)), *loops, *AXES[:2]))
    for term in pool:
        if term not in present and term != text and site.can_name(term, node):
            # In the usual order: `p * TILE_WIDTH + tx`.
            whole = f"{term} + {text}" if "*" in term and "*" not in text else f"{text} + {term}"
            moves = "*" in term and not any(size in term for size in site.sizes)
            cost = 14 if term in elsewhere else 18 if moves and _is_place(node) else 23
            yield site.edit("term added", node, whole, cost)


def _terms_elsewhere(site: EditSite, node: Node) -> frozenset[str]:
    """Return the terms in other indices of the same array."""
    around = node.parent.parent if node.parent is not None else None
    if around is None or around.type != "subscript_expression":
        return frozenset()
    name = site.text(subscript_chain(around)[0])
    indices = [
        index for item in (*site.loads, *site.stores) if site.text(subscript_chain(item)[0]) == name
        for index in subscript_chain(item)[1]
    ]  # fmt: skip
    return frozenset(site.text(term) for index in indices if index != node for term in addends(index))


def _what_is_left(site: EditSite, node: Node) -> Iterator[Edit]:
    """Subtract from a size what has been done: `K - done`."""
    text = site.text(node)
    if text in site.sizes:
        for item in site.visible(node):
            if counts(item):
                cost = 12 if item.name in loop_variables(site, node) else 18
                yield site.edit("term added", node, f"{text} - {item.name}", cost)
                yield site.edit("term added", node, f"{text} - {item.name} * {site.width}", cost + 2)


def _values_added(site: EditSite, node: Node) -> Iterator[Edit]:
    """Add another of several sums."""
    terms = [site.text(term) for term in addends(node)]
    known = [site.variable(term) for term in addends(node) if term.type == "identifier"]
    if any(item is None or item.constant for item in known) or len(known) != len(terms):
        return
    for other in site.visible(node):
        if other.sort is Sort.FLOAT and not other.constant and not other.parameter and other.name not in terms:
            cost = 8 if _is_forgotten(site, other) else 18
            yield site.edit("term added", node, f"{site.text(node)} + {other.name}", cost)


def _is_forgotten(site: EditSite, variable: DeclaredName) -> bool:
    """Return whether a variable is set and added to, but never read."""
    uses = [node for node in site.expressions if node.type == "identifier" and site.text(node) == variable.name]
    return bool(uses) and all(site.is_target(node) for node in uses)


def _factors_added(site: EditSite, node: Node) -> Iterator[Edit]:
    terms = [site.text(term) for term in addends(node)]
    # If two positions are added, one of them is a row: without a product, something is missing.
    cost = (
        23
        if not _is_place(node)
        else 18
        if len(terms) == 1 or any(re.search(r"[*/%\d]", text) for text in terms)
        else 12
    )
    for term in addends(node):
        text = site.text(term)
        if text.isdigit() or (term != node and site.sort(term) is not Sort.INT) or site.sort(term) is Sort.POINTER:
            continue
        present = [site.text(item) for item in factors(term)]
        # A block index is multiplied by the tile width; a product that occurs elsewhere is plausible here, too.
        tiles = any(_is_block(site, item) for item in present) and not any("blockDim" in item for item in present)
        for size in dict.fromkeys((site.width, *site.sizes, *site.factors)):
            if size != text and size not in present and site.can_name(size, node):
                meant = (tiles and size == site.width) or tuple(sorted((*present, size))) in site.products
                yield site.edit("factor added", term, f"{bracketed(text)} * {size}", min(cost, 8) if meant else cost)


def _is_block(site: EditSite, name: str) -> bool:
    value = site.values.get(name)
    return "blockIdx." in (site.text(value) if value is not None and value.type == "field_expression" else name)


def _is_place(node: Node) -> bool:
    """Return whether an expression is a position: an index, or a variable's value."""
    return node.parent is not None and node.parent.type in ("subscript_argument_list", "init_declarator")
