"""Edits of conditions: add, drop, replace or move one; guard a load, a store or a statement."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.edits.change import Change, Edit, How
from grader.edits.context import COMPARISONS, EditSite, addends, factors, is_condition, least_of, operator_of, sides
from grader.edits.syntax import Sort, subscript_chain, walk

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_CONDITIONS = 24
MOST_REPLACED = 4
MOST_SPLIT = 8
NESTED = 6
"""Additional cost of a condition inside another one: changing that one is more plausible."""


def edits(site: EditSite) -> Iterator[Edit]:
    """Yield all edits of this family, condition by condition, then access by access."""
    for node in _conditions(site):
        yield from _of_condition(site, node)
    for node in site.loads:
        yield from _guarded_load(site, node)
    yield from _all_filled_with_zero(site)
    for statement in site.statements:
        if statement.type == "if_statement":
            yield from _guard_dropped(site, statement)
            yield from _guard_moved_to_the_store(site, statement)
            yield from _filled_with_zero(site, statement)
            yield from _carried_on(site, statement)
            yield from _store_guard_replaced(site, statement)
            yield from _split(site, statement)
        if statement.type == "expression_statement":
            yield from _guarded_statement(site, statement)
    for node in site.expressions:
        if node.type == "conditional_expression":
            yield from _of_choice(site, node)


def _conditions(site: EditSite) -> Iterator[Node]:
    """Yield conditions of `if`s, loops and choices, and their conjuncts."""
    for node in site.expressions:
        named = node.type == "identifier" and site.sort(node) is Sort.BOOL
        if (named and is_condition(node)) or operator_of(node) in (*COMPARISONS, "&&", "||"):
            yield node


def _of_condition(site: EditSite, node: Node) -> Iterator[Edit]:
    text = site.text(node)
    whole = node.parent is not None and operator_of(node.parent) not in ("&&", "||")
    named = [item.name for item in site.visible(node) if item.sort is Sort.BOOL]
    for other in (*site.conditions, *_bounds(site, node), *named):
        if other in text or not site.can_name(other, node):
            continue
        if whole and not _is_loop(node):
            yield site.edit("condition added", node, f"{text} && {other}", 12 if other in named else 17)
        if operator_of(node) in COMPARISONS:
            yield site.edit("another condition", node, other, 19)


def _is_loop(node: Node) -> bool:
    around = node.parent
    while around is not None and around.type in ("condition_clause", "parenthesized_expression"):
        around = around.parent
    return around is not None and around.type in ("for_statement", "while_statement", "do_statement")


def _bounds(site: EditSite, node: Node) -> tuple[str, ...]:
    """Return `v < S` for each counting variable and each size known here."""
    names = [
        item.name for item in site.visible(node)
        if item.sort is Sort.INT and not item.parameter and not item.constant
    ]  # fmt: skip
    return tuple(f"{name} < {size}" for name in names for size in site.sizes)[:MOST_CONDITIONS]


def _of_choice(site: EditSite, node: Node) -> Iterator[Edit]:
    for name in ("consequence", "alternative"):
        kept = node.child_by_field_name(name)
        if kept is not None:
            yield site.edit("condition dropped", node, site.text(kept), 20)
    yield from _guard_replaced(site, node)
    alternative = node.child_by_field_name("alternative")
    if alternative is not None and site.sort(node) is Sort.FLOAT and site.text(alternative) not in ("0.0f", "0"):
        yield site.edit("value zero", alternative, "0.0f", 12)


def _guard_replaced(site: EditSite, node: Node) -> Iterator[Edit]:
    """Replace the condition of a guarded load by one that its index needs."""
    condition = node.child_by_field_name("condition")
    load = next((item for item in site.loads if _within(item, node) and site.is_global(item)), None)
    if condition is None or load is None or load.start_byte < condition.end_byte:
        return
    for needed in conditions_for(site, load)[:MOST_REPLACED]:
        yield site.edit("guard replaced", condition, f"({needed})", _replaced_at(site, condition))


def _guarded_load(site: EditSite, node: Node) -> Iterator[Edit]:
    if not site.is_global(node) or (site.sort(node) is not Sort.FLOAT and site.sort(node) is not Sort.INT):
        return
    zero = "0.0f" if site.sort(node) is Sort.FLOAT else "0"
    cost = 16 + NESTED * _is_guarded(node)
    for condition in conditions_for(site, node):
        text = f"({condition}) ? {site.text(node)} : {zero}"
        yield site.edit("guard added", node, text, cost + condition.count("&"))


def conditions_for(site: EditSite, element: Node) -> tuple[str, ...]:
    """Return conditions under which a matrix element exists, from its index: `row * K + k` needs `k < K`."""
    _, indices = subscript_chain(element)
    found: dict[str, None] = {}
    index = site.values.get(site.text(indices[-1]), indices[-1]) if indices else None
    for row, column, stride in _rows_and_columns(site, index) if index is not None else ():
        inner = f"{column} < {stride}"
        for size in site.sizes:
            outer = f"{row} < {size}"
            found.setdefault(f"{outer} && {inner}")
            found.setdefault(outer)
        found.setdefault(inner)
    if index is not None and not found and site.sort(index) is Sort.INT:
        found.update(dict.fromkeys(f"{site.text(indices[-1])} < {size}" for size in site.sizes))
    for one, other in itertools.combinations(site.conditions, 2):
        found.setdefault(f"{one} && {other}")
    for condition in site.conditions:
        found.setdefault(condition)
    fitting = (condition for condition in found if site.can_name(condition, element))
    return tuple(itertools.islice(fitting, MOST_CONDITIONS))


def _rows_and_columns(site: EditSite, index: Node) -> Iterator[tuple[str, str, str]]:
    """Yield (row, column, stride) for an index `row * stride + column`, in any order of terms."""
    terms = list(addends(index))
    for number, term in enumerate(terms):
        product = list(factors(term))
        strides = [factor for factor in product if site.text(factor) in site.sizes]
        if len(product) == 2 and strides and len(terms) > 1:
            other = next(factor for factor in product if factor != strides[0])
            value = other.child_by_field_name("value") if other.type == "cast_expression" else None
            row = site.text(value if value is not None else other).strip()
            column = " + ".join(site.text(item) for place, item in enumerate(terms) if place != number)
            yield row, column, site.text(strides[0])


def _guarded_statement(site: EditSite, statement: Node) -> Iterator[Edit]:
    stores = [node for node in site.stores if _within(node, statement)]
    if not stores or not site.is_global(stores[0]):
        return
    cost = 16 + NESTED * _is_guarded(statement)
    for condition in conditions_for(site, stores[0]):
        yield guarded(site, statement, condition, "guard added", cost)


def _is_guarded(node: Node) -> bool:
    """Return whether an `if` or a choice guards this already: then its condition should be changed."""
    around = node.parent
    if around is not None and around.type == "compound_statement" and around.named_child_count == 1:
        around = around.parent
    return around is not None and around.type in ("if_statement", "conditional_expression")


def _store_guard_replaced(site: EditSite, statement: Node) -> Iterator[Edit]:
    """Replace the condition of a store by one that its index needs."""
    condition, body = statement.child_by_field_name("condition"), statement.child_by_field_name("consequence")
    store = next((item for item in site.stores if body is not None and _within(item, body)), None)
    if condition is None or store is None or not site.is_global(store):
        return
    whole = condition.named_children[0]
    for needed in conditions_for(site, store)[:MOST_REPLACED]:
        if needed not in site.text(whole):  # removing a part of the condition is another edit
            yield site.edit("guard replaced", whole, needed, _replaced_at(site, whole))


def _replaced_at(site: EditSite, condition: Node) -> int:
    """Return the cost of another condition: one that has a name is wrong where the name is set."""
    return 30 if site.text(condition).strip("() ") in site.values else 15


def guarded(site: EditSite, statement: Node, condition: str, kind: str, cost: int) -> Edit:
    """Return an edit that puts the statement under an `if`."""
    text = site.text(statement)
    start, end = statement.start_byte, statement.end_byte
    return Edit(
        kind=kind,
        line=site.source.line(start),
        cost=cost,
        changes=(Change(start, end, f"if ({condition}) {text}"),),
        switches=(Change(start, end, f"if ({condition}) {{ {text} }}", How.REPLACE),),
    )


def _guard_dropped(site: EditSite, statement: Node) -> Iterator[Edit]:
    """Remove an `if`, so that its body always runs."""
    condition, body = statement.child_by_field_name("condition"), statement.child_by_field_name("consequence")
    if condition is None or body is None or not condition.named_children:
        return
    alternative = statement.child_by_field_name("alternative")
    value = condition.named_children[0]
    waits = "__syncthreads" in site.text(body)
    changes: tuple[Change, ...] = (Change(statement.start_byte, body.start_byte, ""),)
    if alternative is not None:
        changes = (*changes, Change(body.end_byte, statement.end_byte, ""))
    yield Edit(
        kind="guard dropped",
        line=site.source.line(statement.start_byte),
        cost=12 if waits else 18,
        changes=changes,
        switches=(Change(value.start_byte, value.end_byte, "true", How.EXPRESSION),),
    )


def _guard_moved_to_the_store(site: EditSite, statement: Node) -> Iterator[Edit]:
    """Move a condition from code that all threads must run to the store to C."""
    condition, body = statement.child_by_field_name("condition"), statement.child_by_field_name("consequence")
    if condition is None or body is None or statement.child_by_field_name("alternative") is not None:
        return
    value = next(iter(condition.named_children), None)
    if value is None:
        return
    leaves = re.fullmatch(r"\{?\s*return\s*;\s*\}?", site.text(body)) is not None
    needed = _negated(site, value) if leaves else site.text(value)
    stores = [node for node in site.statements if _stores_to_c(site, node)]
    inside = [node for node in stores if leaves or body.start_byte <= node.start_byte < body.end_byte]
    gone = Change(value.start_byte, value.end_byte, "false" if leaves else "true", How.EXPRESSION)
    for store in inside:
        switch = guarded(site, store, needed, "", 0).switches[0]
        text = guarded(site, store, needed, "", 0).changes[0]
        removed = (
            Change(statement.start_byte, statement.end_byte, "") if leaves
            else Change(statement.start_byte, body.start_byte, "")
        )  # fmt: skip
        yield Edit(
            kind="guard moved",
            line=site.source.line(statement.start_byte),
            cost=16,
            changes=(removed, text),
            switches=(gone, switch),
        )


def _negated(site: EditSite, node: Node) -> str:
    pair, operator = sides(node), operator_of(node)
    opposite = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
    if pair is not None and operator in ("||", "&&"):
        joined = " && " if operator == "||" else " || "
        return joined.join(_negated(site, side) for side in pair)
    if pair is not None and operator in opposite:
        return f"{site.text(pair[0])} {opposite[operator]} {site.text(pair[1])}"
    return f"!({site.text(node)})"


def _stores_to_c(site: EditSite, node: Node) -> bool:
    if node.type != "expression_statement":
        return False
    return any(site.is_global(store) for store in site.stores if node.start_byte <= store.start_byte < node.end_byte)


def _all_filled_with_zero(site: EditSite) -> Iterator[Edit]:
    """Add an else with 0 to every guarded load into a tile, if there are several."""
    guards = [node for node in site.statements if node.type == "if_statement"]
    outer = [node for node in guards if not any(_within(node, other) for other in guards if other != node)]
    edits = [edit for node in outer for edit in _filled_with_zero(site, node)]
    if len(edits) > 1:
        yield Edit(
            kind="zero fill",
            line=edits[0].line,
            cost=max(edit.cost for edit in edits) - 1,
            changes=tuple(change for edit in edits for change in edit.changes),
            switches=tuple(change for edit in edits for change in edit.switches),
        )


def _filled_with_zero(site: EditSite, statement: Node) -> Iterator[Edit]:
    """Set the cell to 0 otherwise: `if (inside) As[y][x] = A[…]; else …`; before nested `if`s."""
    body = statement.child_by_field_name("consequence")
    if body is None or statement.child_by_field_name("alternative") is not None:
        return
    stores = [node for node in site.stores if _within(node, body)]
    shared = [node for node in stores if not site.is_global(node) and site.sort(node) in (Sort.FLOAT, Sort.INT)]
    if not shared or len(shared) != len(stores):
        return
    text = " ".join(f"{site.text(node)} = {'0.0f' if site.sort(node) is Sort.FLOAT else '0'};" for node in shared)
    filled = f"{{ {text} }}" if len(shared) > 1 else text
    start, end, old = statement.start_byte, statement.end_byte, site.text(statement)
    if any(node.type == "if_statement" for node in walk(body)):
        change, switch = Change(start, start, f"{text}\n"), f"{text} {old}"
    else:
        change, switch = Change(end, end, f" else {filled}"), f"{old} else {filled}"
    condition = statement.child_by_field_name("condition")
    asked = [site.text(item) for item in walk(condition) if item.type == "identifier"] if condition is not None else []
    yield Edit(
        kind="zero fill",
        line=site.source.line(start),
        # Code that computes how many elements exist stops there, and fills nothing.
        cost=18 if any(least_of(site, name) for name in asked) else 10,
        changes=(change,),
        switches=(Change(start, end, switch, How.REPLACE),),
    )


def _carried_on(site: EditSite, statement: Node) -> Iterator[Edit]:
    """Let other threads store the first term of a sum: `if (t >= s) b[t] = a[t] + a[t - s]; else b[t] = a[t];`."""
    body = statement.child_by_field_name("consequence")
    if body is None or statement.child_by_field_name("alternative") is not None:
        return
    inner = body.named_children[0] if body.type == "compound_statement" and body.named_child_count == 1 else body
    made = inner.named_children[0] if inner.type == "expression_statement" and inner.named_children else None
    pair = sides(made) if made is not None and operator_of(made) == "=" else None
    terms = list(addends(pair[1])) if pair else []
    if pair is None or len(terms) < 2 or pair[0].type != "subscript_expression":
        return
    start, end, old = statement.start_byte, statement.end_byte, site.text(statement)
    other = f" else {site.text(pair[0])} = {site.text(terms[0])};"
    yield Edit(
        kind="else added",
        line=site.source.line(start),
        cost=12,
        changes=(Change(end, end, other),),
        switches=(Change(start, end, f"{old}{other}", How.REPLACE),),
    )


def _split(site: EditSite, statement: Node) -> Iterator[Edit]:
    """Split a guard of several loads into one guard per load, with 0 otherwise."""
    body = statement.child_by_field_name("consequence")
    if body is None or body.type != "compound_statement":
        return
    inner = [node for node in body.named_children if node.type == "expression_statement"]
    if not 2 <= len(inner) <= 3 or any(node.type == "call_expression" for item in inner for node in walk(item)):
        return
    choices = []
    for item in inner:
        loads = [
            node for node in site.loads if item.start_byte <= node.start_byte < item.end_byte and site.is_global(node)
        ]
        stores = [node for node in site.stores if _within(node, item)]
        if len(loads) != 1 or len(stores) != 1 or site.is_global(stores[0]):
            return
        target, load = site.text(stores[0]), site.text(loads[0])
        needed = _with_own_condition(site, statement, loads[0]) or conditions_for(site, loads[0])[:MOST_SPLIT]
        choices.append([f"{target} = ({made}) ? {load} : 0.0f;" for made in needed])
    for parts in itertools.product(*choices):
        text = "{ " + " ".join(parts) + " }"
        start, end = statement.start_byte, statement.end_byte
        yield Edit(
            kind="guard split",
            line=site.source.line(start),
            cost=15,
            changes=(Change(start, end, text),),
            switches=(Change(start, end, text, How.REPLACE),),
        )


def _with_own_condition(site: EditSite, statement: Node, load: Node) -> tuple[str, ...]:
    """Return a load's own condition combined with each part of the surrounding one."""
    own = load.parent
    while own is not None and own.type == "parenthesized_expression":
        own = own.parent
    around = statement.child_by_field_name("condition")
    condition = (
        own.child_by_field_name("condition") if own is not None and own.type == "conditional_expression" else None
    )
    if condition is None or around is None or not around.named_children:
        return ()
    parts = [site.text(part) for part in _conjuncts(around.named_children[0])]
    return tuple(f"{part} && {site.text(condition)}" for part in parts[:MOST_SPLIT])


def _conjuncts(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        item = waiting.pop()
        pair = sides(item) if operator_of(item) == "&&" else None
        if pair:
            waiting += [pair[1], pair[0]]
        else:
            yield item


def _within(node: Node, around: Node) -> bool:
    return around.start_byte <= node.start_byte < around.end_byte
