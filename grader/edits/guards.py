"""Edits of conditions: add, drop, replace or move one; guard a load, a store or a statement.

The tables stand at the end, behind the functions that their rows name.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.edits.change import Change, Edit, How
from grader.edits.context import LONGEST, EditSite, bracketed, least_of, over
from grader.edits.match import ENDS, Match, conditions_for, zero_of
from grader.edits.nodes import (
    COMPARISONS,
    IN_PARENTHESES,
    LOOPS,
    addends,
    ancestors,
    factors,
    following,
    operands,
    operator_of,
    outside,
    sides,
    stored_alone,
    subscript_chain,
    walk,
    within,
)
from grader.edits.patterns import Row, Table
from grader.edits.syntax import Sort

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_REPLACED = 4
MOST_SPLIT = 8
MOST_PARTS = 3
"""Numbers of parts, such as warps, that an index may have to stay below."""
NESTED = 6
"""Additional cost of a condition inside another one: changing that one is more plausible."""
_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


def edits(site: EditSite) -> Iterator[Edit]:
    """Yield all edits of this family, of expressions, of statements, and then of choices."""
    for node in site.expressions:
        yield from _TABLE.edits(site, node)
    yield from _all_filled_with_zero(site)
    yield from _unclamped(site)
    yield from _unclamped_by_ifs(site)
    yield from _as_many_turns(site)
    for node in site.statements:
        yield from _TABLE.edits(site, node)
    for node in site.expressions:
        yield from _OF_CHOICES.edits(site, node)


def _guard_replaced(match: Match) -> Iterator[Edit]:
    """Replace the condition of a guarded load by one that its index needs."""
    site, condition = match.site, match.parts["c"]
    load = next((item for item in site.loads if within(item, match.node) and site.is_global(item)), None)
    if load is not None and load.start_byte >= condition.end_byte:
        for needed in conditions_for(site, load)[:MOST_REPLACED]:
            yield match.edit(condition, f"({needed})")


def _asks_for_another(match: Match) -> Iterator[Edit]:
    """Ask for the index that is used where the condition asks for one of its parts: `i < n` for `a[i + step]`."""
    site, asked = match.site, match["i"]
    around = outside(match.node, "binary_expression", *IN_PARENTHESES)
    body = around.child_by_field_name("consequence") if around is not None else None
    if body is None or not match.node.end_byte <= body.start_byte:
        return
    name = re.compile(rf"(?<![\w.]){re.escape(asked)}(?![\w.])")
    used = (site.text(slot) for slot in site.slots if within(slot, body) and len(list(addends(slot))) > 1)
    for text in dict.fromkeys(text for text in used if len(text) <= LONGEST and name.search(text)):
        if site.can_name(text, match.node):
            yield match.edit(match.parts["i"], text)


def _by_row_and_column(match: Match) -> Iterator[Edit]:
    """Ask for each part of a place that is compared with the size of the whole array: `y * w + x < h * w`."""
    site = match.site
    index, size = (site.values.get(match[side], match.parts[side]) for side in "in")
    sizes = [site.text(each) for each in factors(size)]
    parts = _parts_of_place(site, index, sizes)
    if len(parts) == len(sizes) > 1:
        text = " && ".join(f"{bracketed(part)} >= 0 && {bracketed(part)} < {end}" for part, end in parts)
        if site.can_name(text, match.node):
            yield match.edit(match.node, f"{'!' * (operator_of(match.node) == '>=')}({text})")


def _parts_of_place(site: EditSite, place: Node, sizes: list[str]) -> list[tuple[str, str]]:
    """Return the parts of a place in an array, each with its size: of `(z * h + y) * w + x` in `d * h * w` three."""
    if len(sizes) == 1:
        return [(site.text(place), sizes[0])]
    terms = list(operands(place, "+", through_parentheses=True))
    for term in terms if len(terms) > 1 else ():
        product = list(factors(term))
        length = next((each for each in product if site.text(each) in sizes), None)
        if length is not None and len(product) == 2:
            rest, width = sizes.copy(), site.text(length)
            rest.remove(width)
            column = " + ".join(site.text(other) for other in terms if other != term)
            return [*_parts_of_place(site, product[product[0] == length], rest), (column, width)]
    return []


def _cost_of_replacing(match: Match) -> int:
    """Return the cost of another condition: one that has a name is wrong where the name is set."""
    return 30 if match["c"].strip("() ") in match.site.values else 15


def _access_guard_replaced(match: Match) -> Iterator[Edit]:
    """Replace the condition of a store to global memory, or of the only load from it, by one that its index needs."""
    site, body, condition = match.site, match.parts["body"], match.parts["c"]
    stores, loads = ([item for item in some if within(item, body)] for some in (site.stores, site.loads))
    loads = [item for item in loads if site.is_global(item)]
    access = stores[0] if stores and site.is_global(stores[0]) else loads[0] if len(loads) == 1 else None
    if access is not None:
        for needed in conditions_for(site, access)[:MOST_REPLACED]:
            removes = needed in match["c"]  # removing a part of the condition is another edit
            if not removes and site.can_name(needed, condition):
                yield match.edit(condition, needed)


def _guarded(site: EditSite, statement: Node, condition: str) -> tuple[Change, Change]:
    """Return the change that puts a statement under an `if`, as text and to be switched."""
    text = site.text(statement)
    return over(statement, f"if ({condition}) {text}"), over(statement, f"if ({condition}) {{ {text} }}", How.REPLACE)


def _guarded_store(match: Match) -> Iterator[Edit]:
    """Store to global memory only what exists; store or add in one thread what belongs to all of a block or warp."""
    site = match.site
    store = next((node for node in site.stores if within(node, match.node)), None)
    needed = conditions_for(site, store) if store is not None and site.is_global(store) else ()
    if store is not None or match["it"].startswith("atomic"):
        known = (item.name for item in site.visible(match.node) if item.sort is Sort.INT and item.name in site.values)
        own = (name for name in known if site.is_of_a_thread(name) and "blockIdx" not in site.value_text(name))
        ends = "0", f"{site.width} - 1"
        needed = (*needed, *(f"{name} == {end}" for name in (*own, "threadIdx.x") for end in ends))
    for condition in needed:
        change, switch = _guarded(site, match.node, condition)
        yield match.made(change, switches=(switch,))


def _with_a_lane_below(match: Match) -> Iterator[Edit]:
    """Add what a lane has of one below only where there is one: the first lanes get their own value back."""
    site, adds = match.site, next(iter(match.node.named_children), match.node)
    pair = sides(adds) if operator_of(adds) == "+=" else None
    below = site.values.get(site.text(pair[1])) if pair else None  # (all lanes must come to the shuffle itself)
    taken = re.match(r"__shfl_up_sync\([^,]*,[^,]*,\s*(\w+)", site.text(below)) if below is not None else None
    if taken:
        names = (item.name for item in site.visible(match.node) if item.sort is Sort.INT and item.name in site.values)
        own = (name for name in names if re.fullmatch(_LANE, site.text(site.values[name])))
        change, switch = _guarded(site, match.node, f"{next(own, '(threadIdx.x & 31)')} >= {taken[1]}")
        yield match.made(change, switches=(switch,))


def _left_by_some(match: Match) -> Iterator[Edit]:
    """Let only threads leave that have no element to store, where all of them do: `if (!(i < n)) return;`."""
    site, node = match.site, match.node
    behind = (each for each in site.stores if each.start_byte > node.end_byte and site.is_global(each))
    store = next(behind, None) if node.parent == site.function.body else None
    for needed in conditions_for(site, store) if store is not None else ():
        change, switch = _guarded(site, node, f"!({needed})")
        yield match.made(change, switches=(switch,))


def _cost_of_guard(match: Match) -> int:
    """Return the cost of one more condition: where an `if` or a choice is around, that one should be changed."""
    around = match.node.parent
    if around is not None and around.type == "compound_statement" and around.named_child_count == 1:
        around = around.parent
    guarded = around is not None and around.type in ("if_statement", "conditional_expression")
    return 16 + NESTED * guarded + match.texts.get("needed", "").count("&")


def _zero_otherwise(match: Match) -> Iterator[Edit]:
    yield match.edit(match.parts["b"], "0.0f" if match.site.sort(match.node) is Sort.FLOAT else "0")


def _constant_otherwise(match: Match) -> Iterator[Edit]:
    """Take one of the file's constants for what does not exist, or what no number is above: `i < n ? x[i] : BIG`."""
    site, number = match.site, match.parts["b"]
    own = (item for item in site.visible(number) if item.constant and not item.parameter and not item.dims)
    alike = (item.name for item in own if item.sort is site.sort(number))
    for text in (*alike, *ENDS.get(site.sort(number), ())):
        yield match.edit(number, text)


def _cost_of_dropping(match: Match) -> int:
    return 12 if "__syncthreads" in match["body"] else 18


def _guard_dropped(match: Match) -> Iterator[Edit]:
    """Remove an `if`, so that its body always runs."""
    body = match.parts["body"]
    changes = (Change(match.node.start_byte, body.start_byte, ""), Change(body.end_byte, match.node.end_byte, ""))
    gone = over(match.parts["c"], "true", How.EXPRESSION)
    yield match.made(*changes[: 1 + ("other" in match.parts)], switches=(gone,))


def _the_same_for_all(match: Match) -> Iterator[Edit]:
    """Ask for what is the same in all threads of a block where a condition ends a loop: `p * T` for `p * T + tx`."""
    site, changes = match.site, list[Change]()
    if not re.fullmatch(r"\{?\s*break\s*;\s*\}?", match["body"]):
        return
    for part in operands(match.parts["c"], "&&", "||", through_parentheses=True):
        for side in sides(part) or ():
            terms = list(addends(site.values.get(site.text(side), side)))
            kept = [site.text(term) for term in terms if not site.is_of_a_thread(site.text(term))]
            if kept and len(kept) < len(terms):
                changes.append(over(side, " + ".join(kept), How.EXPRESSION))
    if changes:
        yield match.site.made(match.kind, match.cost, *changes)


def _as_many_turns(site: EditSite) -> Iterator[Edit]:
    """Let all threads leave a loop with a barrier in the same turn, where its counter starts at the thread's place."""
    for loop in site.statements:
        condition = loop.child_by_field_name("condition") if loop.type == "for_statement" else None
        pair = sides(condition) if condition is not None else None
        if condition is None or pair is None or "__syncthreads" not in site.text(loop):
            continue
        counter, end = map(site.text, pair)
        start = site.values.get(counter)
        own = [site.text(term) for term in addends(start)] if start is not None and within(start, loop) else []
        first = [term for term in own if site.is_of_a_thread(term)]
        if first:
            text = f"{counter} - {bracketed(' + '.join(first))} {operator_of(condition)} {end}"
            yield site.made("not the same for all", 4, over(condition, text, How.EXPRESSION))


def _up_to_the_barrier(match: Match) -> Iterator[Edit]:
    """Let threads leave out what stands before the next barrier, not the barrier too: `if (c) continue;`.

    In a loop that is what stands before its end, too, where the barrier is that of the next turn: `if (c) break;`. What
    they do before they leave stays: `if (c) { a[t] = 0; return; }`.
    """
    site, block, body = match.site, match.node.parent, match.parts["body"]
    *before, last = body.named_children if body.type == "compound_statement" and body.named_children else (body,)
    left = _LEAVES.fullmatch(site.text(last))
    rest = list(itertools.takewhile(lambda node: "__syncthreads" not in site.text(node), following(match.node)))
    if left is None or not rest or block is None or block.parent is None:
        return
    next_turn = rest[-1].next_named_sibling is None
    if next_turn and (left[1] == "return" or block.parent.type not in LOOPS or "__syncthreads" not in site.text(block)):
        return
    end = Change(rest[-1].end_byte, rest[-1].end_byte, " }")
    if before:
        other = Change(match.node.end_byte, match.node.end_byte, " else {")
        yield site.made(match.kind, match.cost, over(last, ""), other, end)
    else:
        yield site.made(match.kind, match.cost, over(match.node, f"if ({_negated(site, match.parts['c'])}) {{"), end)


def _guard_before_lanes(match: Match) -> Iterator[Edit]:
    """Let all lanes of the warp take part in an exchange: remove the `if` around it, or make the exchange before it."""
    site, body = match.site, match.parts["body"]
    calls = [node for node in walk(body) if node.type == "call_expression" and _EXCHANGE.match(site.text(node))]
    if calls:
        yield from _guard_dropped(match)
    if len(calls) == 1 and body.named_child_count == 1:
        rest = (
            site.source.data[body.start_byte : calls[0].start_byte],
            site.source.data[calls[0].end_byte : body.end_byte],
        )
        then = "brought".join(part.decode("utf-8", "replace") for part in rest)
        text = f"{{ auto brought = {site.text(calls[0])}; if ({match['c']}) {then} }}"
        yield match.made(over(match.node, text), switches=(over(match.node, text, How.REPLACE),))


def _guard_moved_to_the_store(match: Match) -> Iterator[Edit]:
    """Move a condition from code that all threads must run to the store to C."""
    site, body = match.site, match.parts["body"]
    leaves = re.fullmatch(r"\{?\s*return\s*;\s*\}?", match["body"]) is not None
    needed = _negated(site, match.parts["c"]) if leaves else match["c"]
    removed = Change(match.node.start_byte, match.node.end_byte if leaves else body.start_byte, "")
    gone = over(match.parts["c"], "false" if leaves else "true", How.EXPRESSION)
    for statement in site.statements:
        stores = statement.type == "expression_statement" and (leaves or within(statement, body))
        if stores and any(site.is_global(store) and within(store, statement) for store in site.stores):
            change, switch = _guarded(site, statement, needed)
            yield match.made(removed, change, switches=(gone, switch))


def _row_of_ifs(node: Node) -> list[Node]:
    """Return an `if` and those around it whose `else` it stands behind, to the end of a longer row."""
    row = [node]
    for around in ancestors(node):
        if around.type == "if_statement" and around.end_byte == node.end_byte:
            row.append(around)
        elif around.type != "else_clause":
            break
    return row


def _else_dropped(match: Match) -> Iterator[Edit]:
    """Ask the second of two conditions of all threads, not of those alone for which the first one does not hold.

    Behind an `else` of its own the first one is part of a longer row, which ends with it.
    """
    other, body, site = match.parts["other"], match.parts["body"], match.site
    if other.type in ("if_statement", "else_clause") and re.match(r"(?:else\s+)?if\b", match["other"]):
        text = match["other"].removeprefix("else").lstrip()
        change = Change(body.end_byte, match.node.end_byte, f" {text}")
        first = _row_of_ifs(match.node)[-1]
        both = site.source.data[first.start_byte : body.end_byte].decode("utf-8", "replace")
        switch = over(first, f"{{ {both} {text} }}", How.REPLACE)
        line = site.source.line(other.start_byte)
        yield site.made(match.kind, match.cost, change, switches=(switch,), line=line)


def _else_for_both(match: Match) -> Iterator[Edit]:
    """Let an `else` hold where either of two nested conditions does not: `if (a) if (b) x; else y;`."""
    site, inner = match.site, match.parts["body"]
    condition, body, other = (inner.child_by_field_name(part) for part in ("condition", "consequence", "alternative"))
    if inner.type != "if_statement" or condition is None or body is None or other is None:
        return
    head = f"if (({match['c']}) && {site.text(condition)}) "
    change = Change(match.node.start_byte, body.start_byte, head)
    rest = site.source.data[body.start_byte : match.node.end_byte].decode("utf-8", "replace")
    switch = over(match.node, f"{head}{rest}", How.REPLACE)
    yield site.made(match.kind, match.cost, change, switches=(switch,), line=site.source.line(other.start_byte))


def _inside_the_array(match: Match) -> Iterator[Edit]:
    """Take 0 for an element of a shared array behind its end, or behind as many as there are parts of the block."""
    site, (array, indices) = match.site, subscript_chain(match.node)
    known = site.variable(array) if array.type == "identifier" else None
    if known is not None and known.shared and known.dims == 1 and len(indices) == 1 and known.extents[0]:
        zero = zero_of(site, match.node)
        parts = (item.name for item in site.visible(match.node) if "/" in site.value_text(item.name))
        warps = (f"({site.width} + 31) / 32",) if known.extents[0] != site.width else ()
        for end in dict.fromkeys((known.extents[0], *itertools.islice(parts, MOST_PARTS), *warps)):
            yield match.edit(match.node, f"({site.text(indices[0])} < {end}) ? {match['it']} : {zero}")


def _unclamped(site: EditSite) -> Iterator[Edit]:
    """Take 0 for what lies outside of an array, not the element of its border that is nearest: `min(max(y, 0), n - 1)`.

    The element that is loaded by such indices is taken where all of them are inside; behind one end, where each is.
    """
    clamped = [(node, *found) for node in site.expressions if (found := _border(site, node)) is not None]
    loads = [(load, subscript_chain(load)[0]) for load in site.loads]
    # What is no variable of the function is a member of a struct: it points into global memory, too.
    for load in (load for load, array in loads if site.is_global(load) or site.variable(array) is None):
        inside = [each for each in clamped if within(each[0], load)]
        if not inside:
            yield from _unclamped_at_the_end(site, load)
        names = dict.fromkeys(site.text(node) for node in walk(load) if node.type == "identifier")
        named = {
            name: each for name in names for each in clamped
            if (target := _set_by(each[0])) is not None and site.text(target) == name
        }  # fmt: skip
        conditions, changes = [], []
        for _, value, most in inside:
            conditions.append(f"({value}) >= 0 && ({value}) <= {most}")
        for name, (node, value, most) in named.items():
            conditions.append(f"{name} >= 0 && {name} <= {most}")
            changes.append(over(node, value, How.EXPRESSION))
        if conditions:
            text = f"(({' && '.join(conditions)}) ? {site.text(load)} : {zero_of(site, load)})"
            every = sorted((*changes, over(load, text, How.EXPRESSION)), key=lambda change: change.start)
            first = min(node.start_byte for node, _, _ in (*inside, *named.values()))
            yield site.made("brought to the border", 6, *every, line=site.source.line(first))


def _unclamped_at_the_end(site: EditSite, load: Node) -> Iterator[Edit]:
    """Take 0 for what lies behind the end of an array, not its last element: `a[min(i, n - 1)]`.

    Where a variable holds such an index, too.
    """
    names = {site.text(node) for node in walk(load) if node.type == "identifier"}
    # Where a loop ends at the least of two numbers, what lies outside is meant to stay unused.
    cost = 18 if any(_is_least_limit(site, node) for node in site.expressions) else 7
    for node in site.expressions:
        target = _set_by(node)
        inside = within(node, load) or (target is not None and site.text(target) in names)
        found = _two_of(site, node) if inside else None
        if found is not None and found[0] == "min":
            value, most = map(site.text, found[1])
            text = f"(({value}) <= {most} ? {site.text(load)} : {zero_of(site, load)})"
            yield site.made("brought to the border", cost, over(load, text, How.EXPRESSION))


def _unclamped_by_ifs(site: EditSite) -> Iterator[Edit]:
    """Take 0 for what lies outside of an array, where an `if` sets the index to that of the border: `i = n - 1`."""
    clamped = [
        (node, name, condition) for node in site.statements if node.type == "if_statement"
        if (found := _set_to_the_border(site, node)) is not None for name, condition in [found]
    ]  # fmt: skip
    for load in site.loads if clamped else ():
        named = {site.text(node) for node in walk(load) if node.type == "identifier"}
        own = [each for each in clamped if each[1] in named and each[0].end_byte <= load.start_byte]
        if own and site.is_global(load):
            inside = " && ".join(_negated(site, condition) for _, _, condition in own)
            taken = over(load, f"(({inside}) ? {site.text(load)} : {zero_of(site, load)})", How.EXPRESSION)
            changes = [over(node, "", How.REPLACE) for node, _, _ in own]
            yield site.made("brought to the border", 6, *changes, taken)


def _set_to_the_border(site: EditSite, node: Node) -> tuple[str, Node] | None:
    """Return the index that an `if` without `else` sets to 0 or `n - 1` where it is outside, and the condition."""
    body, condition = node.child_by_field_name("consequence"), node.child_by_field_name("condition")
    if body is None or condition is None or node.child_by_field_name("alternative") is not None:
        return None
    only = [each for each in body.named_children if each.type != "comment"] if "compound" in body.type else [body]
    inner = only[0].named_children[:1] if len(only) == 1 and only[0].type == "expression_statement" else []
    comparison = next((each for each in walk(condition) if each.type == "binary_expression"), None)
    pair = sides(comparison) if comparison is not None and operator_of(comparison) in _OPPOSITE else None
    if not inner or inner[0].type != "assignment_expression" or comparison is None or pair is None:
        return None
    name, value = (inner[0].child_by_field_name(side) for side in ("left", "right"))
    border = value is not None and re.fullmatch(r"0|\(?(.+?)\s*-\s*1\)?", site.text(value))
    if name is None or not border or site.text(name) != site.text(pair[0]):
        return None
    limit = site.text(pair[1])
    return (site.text(name), comparison) if limit.startswith(border[1] or "0") else None


def _is_least_limit(site: EditSite, node: Node) -> bool:
    """Return whether an expression is a `min` at which a loop ends, by itself or in a variable."""
    found, target = _two_of(site, node), _set_by(node)
    if found is None or found[0] != "min":
        return False
    limits = site.uses(site.text(target)) if target is not None else [node]
    return any(
        use.parent is not None and operator_of(use.parent) in COMPARISONS and use.parent.parent is not None
        and use.parent.parent.type == "for_statement" for use in limits
    )  # fmt: skip


def _set_by(value: Node) -> Node | None:
    """Return the name that is set to a value."""
    around = value.parent
    field = {"init_declarator": "declarator", "assignment_expression": "left"}.get(around.type) if around else None
    return around.child_by_field_name(field) if around is not None and field else None


def _border(site: EditSite, node: Node) -> tuple[str, str] | None:
    """Return the value that an expression brings between 0 and another one, and that other one."""
    outer = _two_of(site, node)
    for place, inner in enumerate(outer[1] if outer else ()):
        found = _two_of(site, inner)
        if outer is None or found is None or {outer[0], found[0]} != {"min", "max"}:
            continue
        other = outer[1][1 - place]
        values = found[1]
        if outer[0] == "max" and site.text(other) == "0":
            return site.text(values[0]), site.text(values[1])
        zero = next((number for number, each in enumerate(values) if site.text(each) == "0"), None)
        if outer[0] == "min" and zero is not None:
            return site.text(values[1 - zero]), site.text(other)
    return None


def _two_of(site: EditSite, node: Node) -> tuple[str, list[Node]] | None:
    """Return `min` or `max`, and its two arguments."""
    listed = node.child_by_field_name("arguments") if node.type == "call_expression" else None
    called = node.child_by_field_name("function")
    if listed is None or called is None or len(listed.named_children) != 2 or site.text(called) not in ("min", "max"):
        return None
    return site.text(called), listed.named_children


def _negated(site: EditSite, node: Node) -> str:
    pair, operator = sides(node), operator_of(node)
    if pair is not None and operator in ("||", "&&"):
        return (" && " if operator == "||" else " || ").join(_negated(site, side) for side in pair)
    if pair is not None and operator in _OPPOSITE:
        return f"{site.text(pair[0])} {_OPPOSITE[operator]} {site.text(pair[1])}"
    return f"!({site.text(node)})"


def _all_filled_with_zero(site: EditSite) -> Iterator[Edit]:
    """Add an else with 0 to every guarded load into a tile, if there are several."""
    guards = [node for node in site.statements if node.type == "if_statement"]
    outer = [node for node in guards if not any(within(node, other) for other in guards if other != node)]
    edits = [edit for node in outer for edit in _ZEROS.edits(site, node)]
    if len(edits) > 1:
        changes = (change for edit in edits for change in edit.changes)
        switches = tuple(switch for edit in edits for switch in edit.switches)
        yield site.made("zero fill", max(edit.cost for edit in edits) - 1, *changes, switches=switches)


def _filled_with_zero(match: Match) -> Iterator[Edit]:
    """Set the cell to 0 otherwise: `if (inside) As[y][x] = A[…]; else …`; before nested `if`s."""
    site, body = match.site, match.parts["body"]
    stores = [node for node in site.stores if within(node, body)]
    zeros = {node: zero for node in stores if not site.is_global(node) and (zero := zero_of(site, node))}
    if not zeros or len(zeros) != len(stores):
        return
    text = " ".join(f"{site.text(node)} = {zero};" for node, zero in zeros.items())
    if any(node.type == "if_statement" for node in walk(body)):
        yield match.beside(text, before=True)
    else:
        yield match.beside(f" else {{ {text} }}" if len(zeros) > 1 else f" else {text}")


def _cost_of_zeros(match: Match) -> int:
    """Return the cost of zeros: code that computes how many elements exist stops there, and fills nothing."""
    asked = (match.site.text(item) for item in walk(match.parts["c"]) if item.type == "identifier")
    return 18 if any(least_of(match.site, name) for name in asked) else 10


def _carried_on(match: Match) -> Iterator[Edit]:
    """Let other threads store the first term of a sum: `if (t >= s) b[t] = a[t] + a[t - s]; else b[t] = a[t];`."""
    body = match.parts["body"]
    stored = stored_alone(body)
    pair = sides(stored.parent) if stored is not None and stored.parent is not None else None
    terms = list(addends(pair[1])) if pair else []
    if stored is not None and len(terms) > 1 and stored.type == "subscript_expression":
        yield match.beside(f" else {match.site.text(stored)} = {match.site.text(terms[0])};")


def _else_lacks(match: Match) -> Iterator[Edit]:
    """Let a statement run where no condition above it holds: `if (a) x = 0; x = y;`, where it stores the same."""
    row = _row_of_ifs(match.node)
    asked = [match.site.text(each.child_by_field_name("condition") or each) for each in row]
    behind = row[-1].next_named_sibling
    if behind is None or behind.type != "expression_statement" or not behind.named_children:
        return
    after, made = sides(behind.named_children[0]), stored_alone(match.parts["body"])
    if after and made is not None and match.site.text(after[0]) == match.site.text(made):
        none = " && ".join(f"!({condition})" for condition in asked)
        switch = over(behind, f"if ({none}) {match.site.text(behind)}", How.REPLACE)
        line = match.site.source.line(behind.start_byte)
        yield match.site.made(
            match.kind, match.cost, Change(behind.start_byte, behind.start_byte, "else "), switches=(switch,), line=line
        )


def _split(match: Match) -> Iterator[Edit]:
    """Split a guard of several loads into one guard per load, with 0 otherwise."""
    site, body = match.site, match.parts["body"]
    inner = [node for node in body.named_children if node.type == "expression_statement"]
    called = any(node.type == "call_expression" for item in inner for node in walk(item))
    if body.type != "compound_statement" or not 2 <= len(inner) <= 3 or called:
        return
    choices = []
    for item in inner:
        loads = [node for node in site.loads if within(node, item) and site.is_global(node)]
        stores = [node for node in site.stores if within(node, item)]
        if len(loads) != 1 or len(stores) != 1 or site.is_global(stores[0]):
            return
        target, load = site.text(stores[0]), site.text(loads[0])
        needed = _with_own_condition(match, loads[0]) or conditions_for(site, loads[0])[:MOST_SPLIT]
        choices.append([f"{target} = ({made}) ? {load} : 0.0f;" for made in needed])
    for parts in itertools.product(*choices):
        text = "{ " + " ".join(parts) + " }"
        yield match.made(over(match.node, text), switches=(over(match.node, text, How.REPLACE),))


def _repeated(match: Match) -> Iterator[Edit]:
    """Change `if (t < n) work(t);` to a loop in which each thread goes on by the threads of its block, or of all."""
    name, body = match["i"], match["body"]
    if not re.fullmatch(r"\w+|threadIdx\.[xyz]", name) or "__syncthreads" in body:
        return
    if re.search(rf"\b{re.escape(name)}\s*(?:[-+*/]?=(?!=)|\+\+|--)", body):
        return
    inner = re.sub(rf"(?<![\w.]){re.escape(name)}\b", "each", body)
    value = match.site.values.get(name)
    of_all = value is not None and "blockIdx.x" in match.site.text(value)
    for step in (*(["gridDim.x * blockDim.x"] if of_all else []), match.site.width):
        text = f"for (int each = {name}; each < {match['n']}; each += {step}) {inner}"
        yield match.made(over(match.node, text), switches=(over(match.node, text, How.REPLACE),))


def _with_own_condition(match: Match, load: Node) -> tuple[str, ...]:
    """Return a load's own condition combined with each part of the surrounding one."""
    own = outside(load, "parenthesized_expression")
    asked = own.child_by_field_name("condition") if own is not None and own.type == "conditional_expression" else None
    if asked is None:
        return ()
    parts = [match.site.text(part) for part in operands(match.parts["c"], "&&")]
    return tuple(f"{part} && {match.site.text(asked)}" for part in parts[:MOST_SPLIT])


_LEAVES = re.compile(r"\{?\s*(continue|return|break)\s*;\s*\}?")
_LANE = r"\(?\s*threadIdx\.x\s*(?:&\s*\(?31|%\s*\(?32|%\s*warpSize)\)*"
_EXCHANGE = re.compile(r"__(?:shfl\w*|ballot|any|all|reduce_\w+)_sync\b")
_IF, _IF_ELSE = "if ($c) $body;", "if ($c) $body; else $other;"
_PLACES = ("$position", "threadIdx.x")
_ASKED = ("$a [< <= > >= == != && ||] $b", "$x:name:bool:condition")
_ZEROS = Table((Row("zero fill", _cost_of_zeros, _IF, _filled_with_zero),))
_OF_CHOICES = Table(
    (
        Row("condition dropped", 20, "$c ? $a : $b", "$a", "$b"),
        Row("guard replaced", _cost_of_replacing, "$c ? $a : $b", _guard_replaced),
        Row("value zero", 12, "$c ? $a : $b:no_zero", _zero_otherwise, when="number"),
        Row("value outside", 12, "$c ? $a : $b:literal", _constant_otherwise),
    )
)
_TABLE = Table(
    (
        Row("condition added", 17, _ASKED, "$it && $other", when="alone"),
        Row("another condition", 19, "$a [< <= > >= == !=] $b", "$other"),
        Row("condition added", 12, _ASKED, "$it && $named", when="alone"),
        Row("another condition", 19, "$a [< <= > >= == !=] $b", "$named"),
        Row("guard added", _cost_of_guard, "$x:element:global:load", "($needed) ? $it : $zero"),
    Row("guard replaced", 9, "$i:name [< <=] $n", _asks_for_another),
        Row("next row taken", 4, "$i [< >=] $n", _by_row_and_column),
        Row("guard dropped", _cost_of_dropping, (_IF, _IF_ELSE), _guard_dropped),
        Row("else dropped", 8, _IF_ELSE, _else_dropped),
        Row("else of the inner if", -4, _IF, _else_for_both),
        Row("guard added", 18, "$x:element:load", _inside_the_array),
        Row("another condition", 10, "$a == 0", "$a == $width - 1"),
        Row("another condition", 16, "$a == $b", *(f"{it} == {end}" for it in _PLACES for end in ("$width - 1", "0"))),
        Row("not the same for all", 6, _IF, _the_same_for_all),
        Row("barrier left out", 4, _IF, _up_to_the_barrier),
        Row("lanes kept away", -4, _IF, _guard_before_lanes),
        Row("guard moved", 16, _IF, _guard_moved_to_the_store),
        Row("zero fill", _cost_of_zeros, _IF, _filled_with_zero),
        Row("else added", 12, _IF, _carried_on),
        Row("else lacks", 2, _IF, _else_lacks),
        Row("guard replaced", _cost_of_replacing, (_IF, _IF_ELSE), _access_guard_replaced),
        Row("once for each", 14, "if ($i < $n) $body;", _repeated),
        Row("guard split", 15, (_IF, _IF_ELSE), _split),
        Row("guard added", _cost_of_guard, "$x:expression", _guarded_store),
        Row("guard added", 4, "return;", _left_by_some),
        Row("no lane below", 8, "$x:expression", _with_a_lane_below),
    )
)  # fmt: skip
