"""Edits of expressions that need more than a pattern: names that change places, terms and factors added or moved."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.edits.change import Change, Edit, How
from grader.edits.context import AXES, EditSite, bracketed, counts, least_of, loop_variables
from grader.edits.helpers import called
from grader.edits.match import Match
from grader.edits.nodes import COMPARISONS, addends, ancestors, factors, operator_of, sides, subscript_chain
from grader.edits.syntax import DeclaredName, Sort

if TYPE_CHECKING:
    from tree_sitter import Node

ONLY_ONE = 6
"""Additional cost of an edit that takes a variable's only use, or the only statement that changes it, away."""
_MOST_TERMS = 4
CONTRADICTED = 8
"""Additional cost of a row length other than the last factor that the array is declared with."""
_OWN_ROWS = 5
"""Cost of a length of rows that is made of the one that stands there."""


def exchanged_names(site: EditSite) -> Iterator[Edit]:
    """Exchange two variables or two components of one, in one statement or condition, or two arrays in the kernel."""
    wholes = [node for node in site.statements if node.type in ("expression_statement", "declaration")]
    wholes += [node for node in site.expressions if operator_of(node) in ("&&", "||")]
    for whole in (*wholes, site.function.body):
        places: dict[str, list[Node]] = {}
        components: dict[str, list[Node]] = {}
        for node in site.expressions:
            if whole.start_byte <= node.start_byte < whole.end_byte:
                if node.type == "identifier":
                    places.setdefault(site.text(node), []).append(node)
                elif node.type == "field_expression" and whole != site.function.body and not site.is_target(node):
                    components.setdefault(site.text(node), []).append(node)
        pairs = [
            (places[one], places[other])
            for one, other in itertools.combinations(places, 2)
            if _exchangeable(site, places[one], places[other], everywhere=whole == site.function.body)
        ]
        pairs += [
            (components[one], components[other])
            for one, other in itertools.combinations(components, 2)
            if one[:-1] == other[:-1] and {one[-2:], other[-2:]} == {".x", ".y"}
        ]
        for nodes, others in pairs:
            named = [(node, site.text(others[0])) for node in nodes] + [(node, site.text(nodes[0])) for node in others]
            named.sort(key=lambda item: item[0].start_byte)
            changes = (Change(node.start_byte, node.end_byte, name, How.EXPRESSION) for node, name in named)
            yield site.made("names exchanged", 13, *changes)


def _exchangeable(site: EditSite, one: list[Node], other: list[Node], *, everywhere: bool) -> bool:
    known, second = site.variable(one[0]), site.variable(other[0])
    if known is None or second is None or known.sort is not second.sort or known.extents != second.extents:
        return False
    if known.sort not in (Sort.INT, Sort.POINTER, Sort.ARRAY) or known.readonly != second.readonly:
        return False
    if everywhere and known.sort is Sort.INT:
        return False
    targets = any(site.is_target(node) for node in (*one, *other))
    return not (targets and (known.constant or second.constant or known.sort is Sort.INT))


def other_names(match: Match) -> Iterator[Edit]:
    """Yield the variables that may stand for one, or the same element of another array."""
    site, node = match.site, match.node
    known = site.variable(node)
    if known is None:
        return
    # The address of an element may be passed to be written to, but not where the array is only read.
    target = site.is_target(node) or (not known.readonly and _is_stored_array(site, node))
    element = _element(node)
    dearer = ONLY_ONE * _would_be_idle(site, node, known.name)
    for other in site.visible(node):
        if other.name != known.name and _fits(known, other, target, element != node):
            # Arrays of different sizes, and pointers that may not write, have different types; their elements have not.
            same = known.extents == other.extents and (known.readonly or not other.readonly)
            typed = known.sort is other.sort and known.type == other.type
            if not typed and element != node and _is_index(element):
                continue  # it is no element of another type
            whole = node if (same and typed) or _walks(known, other) or element == node else element
            # Sizes by sizes and indices by indices are more plausible, and a minimum was computed to be used.
            kept = known.parameter == other.parameter and known.constant == other.constant
            alike = kept and (typed or element == node)
            cost = 11 if alike and known.parameter else 12 if alike else 19
            cost = 9 if _is_part_of(site, node, other.name) else cost
            cost = _OWN_ROWS if _is_row_elsewhere(site, node, other.name) else cost
            cost += 2 * (other.name in site.defined_by.get(known.name, ()))  # it was defined to be used
            if _take_turns(site, known.name, other.name):
                yield site.edit("other buffer", node, other.name, 5)
                continue
            text = other.name + site.text(whole)[len(known.name) :]
            yield match.edit(whole, text, 8 if known.name in least_of(site, other.name) else cost + dearer)


def _is_index(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "subscript_argument_list"


def other_members(match: Match) -> Iterator[Edit]:
    """Yield the members of a struct of the same type as one that the function takes of the same variable as well."""
    whole, sorts = match["a"], match.site.source.members
    body = match.site.text(match.site.function.body)
    taken = dict.fromkeys(re.findall(rf"(?<![\w.]){re.escape(whole)}\.(\w+)\b(?!\s*\()", body))
    own = sorts.get(match["member"])
    for other in taken if own is not None else ():
        if other != match["member"] and sorts.get(other) == own:
            yield match.edit(match.node, f"{whole}.{other}")


def _is_row_elsewhere(site: EditSite, node: Node, name: str) -> bool:
    """Return whether a length made of this one, as `PITCH` is of the width, has the same factor on another line."""
    product = node.parent
    if site.text(node) not in site.defined_by.get(name, ()) or product is None or operator_of(product) != "*":
        return False
    pair = sides(product)
    rows = sorted(name if part == node else site.text(part) for part in pair) if pair else []
    return any(
        sorted(map(site.text, sides(each) or ())) == rows for each in site.expressions if operator_of(each) == "*"
    )


def _is_part_of(site: EditSite, node: Node, name: str) -> bool:
    """Return whether a variable is the quotient of what is compared, as `words = K / 4` is: a limit in larger units."""
    value = site.values.get(name)
    pair = sides(value) if value is not None and operator_of(value) == "/" else None
    compared = node.parent is not None and operator_of(node.parent) in COMPARISONS
    return compared and pair is not None and site.text(pair[0]) == site.text(node)


def indices_elsewhere(match: Match) -> Iterator[Edit]:
    """Take the index in the place of a number that other lines take of this array: `row[from][i]` for `row[0][i]`."""
    site = match.site
    if match.node.parent is not None and match.node.parent.type == "pointer_expression":
        return  # where an array begins
    array, indices = subscript_chain(match.node)
    others = [subscript_chain(other) for other in (*site.loads, *site.stores) if other != match.node]
    alike = [each for name, each in others if site.text(name) == site.text(array) and len(each) == len(indices)]
    for at, index in enumerate(indices):
        texts = dict.fromkeys(site.text(each[at]) for each in alike) if index.type == "number_literal" else ()
        for text in texts:
            if re.fullmatch(r"[A-Za-z_]\w*", text) and site.can_name(text, index):
                yield match.edit(index, text)


def next_tile(match: Match) -> Iterator[Edit]:
    """Begin the second tile of an array behind the whole first one, not behind its first row."""
    known = match.site.variable(match.parts["a"])
    width = match["w"]
    if known is not None and known.sort in (Sort.ARRAY, Sort.POINTER) and width in (match.site.width, match.site.macro):
        yield match.edit(match.parts["w"], f"{width} * {width}")


def of_the_block(match: Match) -> Iterator[Edit]:
    """Store the first element of a shared array, the block's result, in the place of a thread's own value."""
    value = match.parts["b"]
    known = match.site.variable(value)
    for item in match.site.visible(value):
        if item.shared and item.dims == 1 and known is not None and item.type == known.type:
            yield match.edit(value, f"{item.name}[0]")


def _would_be_idle(site: EditSite, node: Node, name: str) -> bool:
    """Return whether a local is read, or set after its declaration, at this node alone."""
    known = site.source.variable(site.function, name, node.start_byte)
    given = re.search(rf"template\s*<[^>]*\b{re.escape(name)}\b", site.text(site.source.root))
    if known is None or known.parameter or (known.constant and not given):
        return False
    target = site.is_target(node)
    alike = [each for each in site.uses(name) if each.start_byte > known.first and site.is_target(each) == target]
    return [each.start_byte for each in alike] == [node.start_byte]


def _take_turns(site: EditSite, one: str, other: str) -> bool:
    """Return whether the text exchanges what two pointers point to: `help = ping; ping = pong; pong = help;`."""
    places = [node for name in (one, other) for node in site.uses(name)]
    set_from = {
        (site.text(around.child_by_field_name("left") or node), site.text(around.child_by_field_name("right") or node))
        for node in places if (around := node.parent) is not None and around.type == "assignment_expression"
    }  # fmt: skip
    known = site.source.variable(site.function, one, places[-1].start_byte) if places else None
    return known is not None and known.sort is Sort.POINTER and bool(set_from & {(one, other), (other, one)})


def _element(array: Node) -> Node:
    """Return the whole element of an array that a name stands for."""
    whole = array
    for around in ancestors(array):
        if around.type != "subscript_expression" or around.start_byte != array.start_byte:
            break
        whole = around
    return whole


def _fits(known: DeclaredName, other: DeclaredName, target: bool, element: bool) -> bool:
    rows = (Sort.ARRAY, Sort.POINTER)
    if element and not target and known.sort in rows and other.sort in rows and known.dims <= 1 and other.dims <= 1:
        return True  # whatever the types: elements are chosen between
    if (known.sort is not other.sort or known.dims != other.dims) and not _walks(known, other):
        return False
    if target:
        return not other.constant and not other.readonly and other.type == known.type
    # The compiler rejects a choice between a writable and a read-only pointer where a writable one is needed.
    return known.sort is not Sort.OTHER and (known.readonly or not other.readonly or element)


def _walks(known: DeclaredName, other: DeclaredName) -> bool:
    """Return whether one is an array of one dimension, and the other a local pointer that may point into it."""
    array, pointer = (known, other) if known.sort is Sort.ARRAY else (other, known)
    return array.dims == 1 and pointer.sort is Sort.POINTER and not pointer.parameter and array.type == pointer.type


def _is_stored_array(site: EditSite, node: Node) -> bool:
    """Return whether a name is the array of an element that is written."""
    elements = itertools.takewhile(lambda around: around.type == "subscript_expression", ancestors(node))
    return any(site.is_target(element) for element in elements)


def cost_of_the_rest(match: Match) -> int:
    """Return the cost of subtracting from a size what has been done: `K - done`."""
    return 12 if match["position"] in loop_variables(match.site, match.node) else 18


def product_of_the_rest(match: Match) -> Iterator[Edit]:
    """Change `a + b * c + d + e` to `a + b * (c + d + e)`."""
    site = match.site
    terms = list(addends(match.node))
    if len(terms) <= 2 or "-" in site.text(match.node):
        return
    texts = [site.text(term) for term in terms]
    for place, term in enumerate(terms[:-1]):
        pair = sides(term) if operator_of(term) == "*" else None
        if pair:
            rest = " + ".join((site.text(pair[1]), *texts[place + 1 :]))
            yield match.edit(match.node, " + ".join((*texts[:place], f"{site.text(pair[0])} * ({rest})")), 14)


def as_elsewhere(match: Match) -> Iterator[Edit]:
    """Put two indices together as another line does: `first + y * ROWS + i`, where that has `y + i * STEP`."""
    site, terms = match.site, list(addends(match.node))
    if len(terms) < 2 or "-" in site.text(match.node):
        return
    named = [(site.text(term), _variables(site, term)) for term in terms]
    for other in site.slots:
        text, meant = site.text(other), _variables(site, other)
        own = [each for each, names in named if names and names <= meant]
        if operator_of(other) != "+" or len(meant) != 2 or len(own) != 2 or text == " + ".join(own):
            continue
        if set().union(*(names for _, names in named if names <= meant)) == meant and site.can_name(text, match.node):
            rest = [each for each, _ in named if each not in own]
            yield match.edit(match.node, " + ".join((*rest, text)), 6)


def as_asked(match: Match) -> Iterator[Edit]:
    """Count rows as a comparison does: `(first + y) * N + x`, where that asks for `first + y < K`."""
    site = match.site
    if match.node.parent is None or match.node.parent.type != "subscript_argument_list":
        return
    sums = [each for each in site.slots if operator_of(each) == "+" and each.parent is not None]
    asked = [each for each in sums if each.parent is not None and operator_of(each.parent) in COMPARISONS]
    for term in addends(match.node):
        for factor in factors(term) if operator_of(term) == "*" else ():
            for other in asked:
                terms = [site.text(each) for each in addends(other)]
                if len(terms) == 2 and site.text(factor) in terms and site.can_name(site.text(other), factor):
                    yield match.edit(factor, f"({site.text(other)})")


def by_the_same_function(match: Match) -> Iterator[Edit]:
    """Work out a place as another line does for the same array: by `swap(k, x)`, where this one has `k * W + x`."""
    site, index = match.site, match.parts["i"]
    product, *rest = sorted(addends(index), key=lambda term: operator_of(term) != "*")
    pair = sides(product)
    if pair is None or len(rest) != 1 or operator_of(index) != "+":
        return
    for other in (*site.loads, *site.stores):
        array, indices = subscript_chain(other)
        call = indices[0] if len(indices) == 1 and site.text(array) == match["a"] else None
        listed = call.child_by_field_name("arguments") if call is not None and call.type == "call_expression" else None
        if call is not None and listed is not None and len(listed.named_children) == 2:
            called = site.text(call).split("(")[0]
            yield match.edit(index, f"{called}({site.text(pair[0])}, {site.text(rest[0])})")


def _variables(site: EditSite, node: Node) -> set[str]:
    """Return the names in an expression that are no constants of the file."""
    names = set(re.findall(r"(?<![\w.])[A-Za-z_]\w*", site.text(node)))
    return {name for name in names if site.source.variable(site.function, name, node.start_byte) and not name.isupper()}


def row_lengths(match: Match) -> Iterator[Edit]:
    """Change the factor of `row * K + column` to what the array's declaration, or the column's own loop, says."""
    site, listed = match.site, match.node.parent
    element = listed.parent if listed is not None and listed.type == "subscript_argument_list" else None
    terms = list(addends(match.node))
    if element is None or len(terms) < 2:
        return
    array = site.variable(subscript_chain(element)[0])
    lengths = _factors_of(array.extents[-1]) if array is not None and array.extents else []
    if array is not None and array.sort is Sort.POINTER:  # it may point into any of them
        lengths += [item.extents[-1] for item in site.visible(match.node) if item.dims > 1]
    limits = _limits(site, match.node)
    lengths += [limits[text] for term in terms if (text := site.text(term)) in limits]
    declared = _factors_of(array.extents[0])[-1:] if array is not None and len(array.extents) == 1 else []
    for term in terms:
        product = [site.text(factor) for factor in factors(term)]
        for length in dict.fromkeys(lengths) if len(product) > 1 else ():
            if length not in product:
                against = CONTRADICTED * (not {*product}.isdisjoint(declared))
                yield match.edit(term, f"{product[0]} * {bracketed(length)}", 12 + against)


def rows_of_fragments(match: Match) -> Iterator[Edit]:
    """Give a load or store of a fragment the length of a row that the array's declaration says."""
    site, node, listed = match.site, match.node, match.node.parent
    called = listed.prev_sibling if listed is not None and listed.type == "argument_list" else None
    if listed is None or called is None or node not in listed.named_children[2:3]:
        return
    if not site.text(called).endswith("_matrix_sync"):
        return
    words = set(re.findall(r"\w+", site.text(listed)))
    for array in (item for item in site.visible(node) if item.extents and item.name in words):
        for length in [array.extents[-1]] if array.dims > 1 else _factors_of(array.extents[0]):
            if length not in ("", site.text(node)):
                yield match.edit(node, length, 6)


def _limits(site: EditSite, node: Node) -> dict[str, str]:
    """Return below what the counters of the loops around a node stay."""
    found = {}
    for around in ancestors(node, "for_statement"):
        condition = around.child_by_field_name("condition")
        pair = sides(condition) if condition is not None and operator_of(condition) == "<" else None
        if pair:
            found[site.text(pair[0])] = site.text(pair[1])
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


def factor_moved(match: Match) -> Iterator[Edit]:
    """Change `a + b * s` to `a * s + b`: move a factor from one term to another."""
    site, node = match.site, match.node
    if site.sort(node) is not Sort.INT or not site.is_slot(node):
        return
    terms = [site.text(term) for term in addends(node)]
    products = [[site.text(factor) for factor in factors(term)] for term in addends(node)]
    if not 2 <= len(terms) <= _MOST_TERMS or "-" in site.text(node):
        return
    for one, other in itertools.permutations(range(len(terms)), 2):
        for place, factor in enumerate(products[one]) if len(products[one]) > 1 else ():
            parts = list(terms)
            parts[one] = " * ".join(text for at, text in enumerate(products[one]) if at != place)
            parts[other] = f"{bracketed(terms[other])} * {factor}"
            yield match.edit(node, " + ".join(parts), 13)


def terms_added(match: Match) -> Iterator[Edit]:
    """Add a term of another sum, a position, or the start of a tile."""
    site, node = match.site, match.node
    text = site.text(node)
    present = {site.text(term) for term in addends(node)}
    elsewhere = _terms_elsewhere(site, node)
    positions = [item.name for item in site.visible(node) if counts(item)]
    starts = [f"{name} * {site.width}" for name in positions]
    starts += [f"{index}.{axis} * {site.width}" for index in ("blockIdx", "threadIdx") for axis in "xy"]
    body = site.text(site.function.body)
    kept = (item for item in site.visible(node) if item.constant and item.sort is Sort.INT)
    constants = (item.name for item in kept if not item.parameter)
    added = [name for name in constants if re.search(rf"\+ *{re.escape(name)}\b(?! *[*/%])", body)]
    added += [item.name for item in site.visible(node) if item.sort is Sort.BOOL]  # a flag counts as 1
    value = site.values.get(text)
    pair = sides(value) if value is not None and operator_of(value) == "-" else None
    added += [site.text(pair[1])] if pair else []  # what was taken off may belong here: its own element
    own = _stored_in(site, node)  # of a scan's sum it may lack, or have, what the thread put in
    for term in own:
        yield match.edit(node, f"{text} - {term}", 10)
    for term in dict.fromkeys((*own, *site.terms, *positions, *starts, *added, *AXES[:2])):
        if term not in present and term != text and site.can_name(term, node):
            # In the usual order: `p * TILE_WIDTH + tx`.
            whole = f"{term} + {text}" if "*" in term and "*" not in text else f"{text} + {term}"
            moves = "*" in term and not any(size in term for size in site.sizes)
            near = (
                10
                if term in own
                else 14
                if term in elsewhere
                else 16
                if term in added
                else 18
                if moves and _is_place(node)
                else 23
            )
            yield match.edit(node, whole, near)
    rows = (sides(each) for each in addends(node) if operator_of(each) == "*") if _is_place(node) else ()
    for row in (pair[0] for pair in rows if pair is not None and site.text(pair[1]) in site.sizes):
        for term in added if row.type == "identifier" else ():  # `(first + y) * N + x`
            if term not in present and term != site.text(row):
                yield match.edit(row, f"({term} + {site.text(row)})", 12)


def _stored_in(site: EditSite, node: Node) -> list[str]:
    """Return the names of the values that are put into the array of which a node is an element."""
    if node.type != "subscript_expression":
        return []
    array = site.text(subscript_chain(node)[0])
    around = (each.parent for each in site.stores if site.text(subscript_chain(each)[0]) == array)
    values = (each.child_by_field_name("right") for each in around if each is not None and operator_of(each) == "=")
    names = dict.fromkeys(site.text(value) for value in values if value is not None and value.type == "identifier")
    return [name for name in names if site.can_name(name, node)]


def _terms_elsewhere(site: EditSite, node: Node) -> frozenset[str]:
    """Return the terms in other indices of the same array, or in other arguments of the same function."""
    listed, around = node.parent, node.parent.parent if node.parent is not None else None
    if listed is None or around is None or listed.type not in ("subscript_argument_list", "argument_list"):
        return frozenset()
    if listed.type == "argument_list":
        name = called(site.source, listed)
        calls = (each.child_by_field_name("arguments") for each in site.expressions if each.type == "call_expression")
        given = [each for each in calls if each is not None and called(site.source, each) == name]
        indices = [index for each in given for index in each.named_children]
    else:
        name = site.text(subscript_chain(around)[0])
        chains = (subscript_chain(item) for item in (*site.loads, *site.stores))
        indices = [index for array, listed in chains if site.text(array) == name for index in listed]
    return frozenset(site.text(term) for index in indices if index != node for term in addends(index))


def values_added(match: Match) -> Iterator[Edit]:
    """Add another of several sums."""
    site, node = match.site, match.node
    terms = [site.text(term) for term in addends(node)]
    known = [site.variable(term) if term.type == "identifier" else None for term in addends(node)]
    if any(item is None or item.constant for item in known):
        return
    for other in site.visible(node):
        if other.sort is Sort.FLOAT and not other.constant and not other.parameter and other.name not in terms:
            yield match.edit(node, f"{site.text(node)} + {other.name}", 8 if _is_forgotten(site, other) else 18)


def without_own_element(match: Match) -> Iterator[Edit]:
    """Take a variable that holds an element off a value that is stored: of a running sum what lies before its own."""
    site, node = match.site, match.node
    around = node.parent
    if around is None or around.type != "assignment_expression" or operator_of(around) != "=":
        return
    for item in site.visible(node):
        known = not item.parameter and item.sort in (Sort.INT, Sort.FLOAT)
        value = site.values.get(item.name) if known else None
        if (
            value is not None
            and value.type != "lambda_expression"
            and "[" in site.text(value)
            and item.name != site.text(node)
        ):
            yield match.edit(node, f"{site.text(node)} - {item.name}")


def _is_forgotten(site: EditSite, variable: DeclaredName) -> bool:
    """Return whether a variable is set and added to, but never read."""
    uses = site.uses(variable.name)
    return bool(uses) and all(site.is_target(node) for node in uses)


def factors_added(match: Match) -> Iterator[Edit]:
    """Multiply a term by a size that it lacks."""
    site, node = match.site, match.node
    terms = [site.text(term) for term in addends(node)]
    # If two positions are added, one of them is a row: without a product, something is missing.
    whole = len(terms) == 1 or any(re.search(r"[*/%\d]", text) for text in terms)
    cost = 23 if not _is_place(node) else 18 if whole else 12
    for term in addends(node):
        text = site.text(term)
        if text.isdigit() or (term != node and site.sort(term) is not Sort.INT) or site.sort(term) is Sort.POINTER:
            continue
        present = [site.text(item) for item in factors(term)]
        # A block index is multiplied by the tile width; a product that occurs elsewhere is plausible here, too.
        tiles = any(_counts_tiles(site, item) for item in present) and not any("blockDim" in item for item in present)
        for size in dict.fromkeys((site.width, *site.sizes, *site.factors)):
            squared = size == text == site.width
            if (squared or size not in present) and site.can_name(size, node):
                meant = (tiles and size == site.width) or tuple(sorted((*present, size))) in site.products
                yield match.edit(term, f"{bracketed(text)} * {size}", min(cost, 8) if meant else cost)


def _counts_tiles(site: EditSite, name: str) -> bool:
    """Return whether a value counts blocks or whole tiles, so that the width turns it into a position."""
    value = site.values.get(name)
    if value is not None and re.search(rf"/\s*{re.escape(site.width)}\b", site.text(value)):
        return True
    return "blockIdx." in (site.text(value) if value is not None and value.type == "field_expression" else name)


def _is_place(node: Node) -> bool:
    """Return whether an expression is a position: an index, or a variable's value."""
    return node.parent is not None and node.parent.type in ("subscript_argument_list", "init_declarator")
