"""Edits of expressions: another name, number, operator or order; something dropped, added or borrowed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.edits import sums
from grader.edits.change import Change, Edit, How
from grader.edits.context import (
    AXES,
    COMPARISONS,
    LONGEST,
    EditSite,
    bracketed,
    counts,
    is_condition,
    least_of,
    loop_variables,
    operator_of,
    sides,
)
from grader.edits.syntax import DeclaredName, Sort, subscript_chain

if TYPE_CHECKING:
    from tree_sitter import Node

_STRICTNESS = {"<": ("<=",), "<=": ("<",), ">": (">=",), ">=": (">",), "==": ("!=", "<", ">"), "!=": ("==", "<")}
_LOGIC = {"&&": "||", "||": "&&"}
_ARITHMETIC = {
    "+": ("*", "-"),
    "-": ("+",),
    "*": ("+", "/"),
    "/": ("%", "*"),
    "%": ("/", "*"),
    "<<": (">>",),
    ">>": ("<<",),
}
_ASSIGNMENTS = {"=": ("+=",), "+=": ("=", "-="), "-=": ("+=", "="), "*=": ("+=",), "/=": ("*=",)}
_OTHER_FUNCTIONS = {
    "min": ("max",), "max": ("min",), "floor": ("ceil",), "floorf": ("ceilf",),
    "__shfl_up_sync": ("__shfl_down_sync", "__shfl_xor_sync"), "__shfl_xor_sync": ("__shfl_down_sync",),
    "__shfl_down_sync": ("__shfl_up_sync", "__shfl_xor_sync"),
}  # fmt: skip
_ADDED = 2
"""Arguments of `atomicAdd`."""
GRID_STRIDE = "blockDim.x * gridDim.x"
MOST_NAMES = 6
_COMPONENTS = ("x", "y", "z", "w")


def edits(site: EditSite) -> Iterator[Edit]:
    """Yield all edits of this family, expression by expression."""
    yield from _exchanged_names(site)
    for element in site.stores:
        if site.is_global(element):
            yield from _rebuilt(site, element)
    for node in site.expressions:
        yield from _of_kind(site, node)
        if not site.is_target(node):
            yield from _of_value(site, node)


def _exchanged_names(site: EditSite) -> Iterator[Edit]:
    """Exchange two variables, in one statement or condition, or two arrays in the whole kernel."""
    wholes = [node for node in site.statements if node.type in ("expression_statement", "declaration")]
    wholes += [node for node in site.expressions if node.type == "binary_expression" and operator_of(node) in _LOGIC]
    for whole in (*wholes, site.function.body):
        places: dict[str, list[Node]] = {}
        for node in site.expressions:
            if node.type == "identifier" and whole.start_byte <= node.start_byte < whole.end_byte:
                places.setdefault(site.text(node), []).append(node)
        for one, other in itertools.combinations(places, 2):
            if _exchangeable(site, places[one], places[other], everywhere=whole == site.function.body):
                changes = [_as(node, other) for node in places[one]] + [_as(node, one) for node in places[other]]
                changes.sort(key=lambda change: change.start)
                line = site.source.line(changes[0].start)
                yield Edit(kind="names exchanged", line=line, cost=13, changes=tuple(changes))


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


def _as(node: Node, name: str) -> Change:
    return Change(node.start_byte, node.end_byte, name, How.EXPRESSION)


def _of_kind(site: EditSite, node: Node) -> Iterator[Edit]:
    if node.type == "identifier":
        yield from _names(site, node)
    elif node.type == "field_expression":
        yield from _axes(site, node)
    elif node.type == "number_literal":
        yield from _numbers(site, node)
    elif node.type == "binary_expression":
        yield from _operators(site, node)
        yield from _one_side(site, node)
        yield from sums.of_operator(site, node)
    elif node.type == "assignment_expression":
        yield from _assignments(site, node)
    elif node.type == "subscript_expression":
        yield from _exchanged_indices(site, node)
    elif node.type == "call_expression":
        yield from _calls(site, node)
    elif node.type == "cast_expression":
        value = node.child_by_field_name("value")
        if value is not None and site.sort(node) is not Sort.OTHER:
            yield site.edit("cast dropped", node, site.text(value), 12)
    elif node.type == "unary_expression" and operator_of(node) == "!":
        yield site.edit("negation dropped", node, site.text(node.named_children[0]), 14)
    elif node.type == "update_expression":
        yield from _steps(site, node)


def _of_value(site: EditSite, node: Node) -> Iterator[Edit]:
    if not site.is_slot(node):
        return
    sort = site.sort(node)
    yield from sums.of_value(site, node, sort)
    if sort is Sort.INT:
        yield from _flipped(site, node)
        yield from _starts(site, node)
    if sort in (Sort.INT, Sort.FLOAT, Sort.POINTER):
        yield from _borrowed(site, node, sort)


def _names(site: EditSite, node: Node) -> Iterator[Edit]:
    known = site.variable(node)
    if known is None:
        return
    target = site.is_target(node) or _is_stored_array(site, node)
    for other in site.visible(node):
        if other.name != known.name and _fits(known, other, target):
            whole, text = (node, other.name) if known.extents == other.extents else _element(site, node, other.name)
            # A minimum was computed to be used.
            cost = 8 if known.name in least_of(site, other.name) else _distance(known, other)
            yield site.edit("another variable", whole, text, cost)
    if known.sort is Sort.INT and not target:
        for axis in AXES:
            yield site.edit("another variable", node, f"(int){axis}", 22)
        if site.width != known.name:
            yield site.edit("another variable", node, site.width, 14)
        if node.parent is None or operator_of(node.parent) not in ("+", "-"):
            yield site.edit("another number", node, "0", 18)


def _element(site: EditSite, array: Node, name: str) -> tuple[Node, str]:
    """Return the element to change and its text with another array: arrays of different sizes have different types."""
    whole = array
    while (
        whole.parent is not None
        and whole.parent.type == "subscript_expression"
        and whole.parent.start_byte == array.start_byte
    ):
        whole = whole.parent
    return whole, name + site.text(whole)[len(site.text(array)) :]


def _distance(known: DeclaredName, other: DeclaredName) -> int:
    """Return the cost of a replacement: sizes by sizes and indices by indices are more plausible."""
    alike = known.parameter == other.parameter and known.constant == other.constant
    return 11 if alike and known.parameter else 12 if alike else 19


def _fits(known: DeclaredName, other: DeclaredName, target: bool) -> bool:
    if known.sort is not other.sort or known.dims != other.dims:
        return False
    if target:
        return not other.constant and not other.readonly and other.type == known.type
    # The compiler rejects a choice between a writable and a read-only pointer where a writable one is needed.
    return known.sort is not Sort.OTHER and (known.readonly or not other.readonly)


def _is_stored_array(site: EditSite, node: Node) -> bool:
    """Return whether a name is the array of an element that is written."""
    around = node.parent
    while around is not None and around.type == "subscript_expression":
        if site.is_target(around):
            return True
        around = around.parent
    return False


def _axes(site: EditSite, node: Node) -> Iterator[Edit]:
    text = site.text(node)
    built_in, _, axis = text.partition(".")
    if built_in not in ("threadIdx", "blockIdx", "blockDim", "gridDim"):
        yield from _components(site, node, axis)
        return
    if axis in ("x", "y"):
        yield site.edit("other axis", node, f"{built_in}.{'y' if axis == 'x' else 'x'}", 10)
    for other in ("threadIdx", "blockIdx", "blockDim", "gridDim"):
        if other != built_in:
            cost = 11 if other[-3:] == built_in[-3:] else 14  # sizes by sizes and indices by indices
            yield site.edit("another variable", node, f"{other}.{axis}", cost)
            if axis in ("x", "y"):
                yield site.edit("another variable", node, f"{other}.{'y' if axis == 'x' else 'x'}", 20)
    for variable in site.visible(node):
        if variable.sort is Sort.INT:
            yield site.edit("another variable", node, variable.name, 16)


def _components(site: EditSite, node: Node, name: str) -> Iterator[Edit]:
    """Use another component of a vector: `b.z` for `b.y`."""
    if name in _COMPONENTS:
        for other in _COMPONENTS:
            if other != name:
                text = site.text(node)
                yield site.edit("another component", node, f"{text[: -len(name)]}{other}", 14)


def _numbers(site: EditSite, node: Node) -> Iterator[Edit]:
    text = site.text(node)
    if site.sort(node) is Sort.FLOAT:
        for other in ("0.0f", "1.0f"):
            if float(re.sub(r"[fFlL]$", "", text) or 0) != float(other[:-1]):
                yield site.edit("another number", node, other, 14)
        return
    if not text.isdigit():
        return
    number = int(text)
    # Where a number does nothing, the whole term or factor is dropped.
    nothing = {"+": 0, "-": 0, "*": 1, "/": 1}.get(operator_of(node.parent) if node.parent is not None else "")
    for near in dict.fromkeys((number - 1, number + 1, 0, 1, number * 2, number // 2)):
        if near >= 0 and near not in (number, nothing):
            yield site.edit("another number", node, str(near), 12 + 2 * (abs(near - number) > 1))
    if not site.is_target(node):
        yield site.edit("another variable", node, site.width, 14)
        for variable in site.visible(node):
            if variable.sort is Sort.INT and variable.name != site.width:
                cost = 16 if variable.name in loop_variables(site, node) else 25
                yield site.edit("another variable", node, variable.name, cost)


def _operators(site: EditSite, node: Node) -> Iterator[Edit]:
    pair, operator = sides(node), operator_of(node)
    if pair is None:
        return
    left, right = site.text(pair[0]), site.text(pair[1])
    for other in _STRICTNESS.get(operator, ()):
        yield site.edit("comparison", node, f"{left} {other} {right}", 20 if _is_usual(site, node) else 10)
    if operator in ("<", ">", "<=", ">="):
        turned = operator.translate(str.maketrans("<>", "><"))
        yield site.edit("comparison", node, f"{left} {turned} {right}", 14)
        negated = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}[operator]
        yield site.edit("comparison", node, f"{left} {negated} {right}", 14)
    if operator in _LOGIC:
        yield site.edit("logic", node, f"{left} {_LOGIC[operator]} {right}", 10)
    # Two variables with the same value: one should be the quotient, the other the remainder.
    twice = operator == "/" and [site.text(value) for value in site.values.values()].count(site.text(node)) > 1
    for other in _ARITHMETIC.get(operator, ()):
        yield site.edit("operator", node, f"{left} {other} {right}", 8 if twice and other == "%" else 16)
    if operator in ("-", "/", "%"):
        yield site.edit("operands exchanged", node, f"{bracketed(right)} {operator} {bracketed(left)}", 14)


def _is_usual(site: EditSite, node: Node) -> bool:
    """Return whether `i < n` is the condition of a usual counting loop: then `n` is wrong, not the comparison."""
    loop, pair = node.parent, sides(node)
    if loop is None or loop.type != "for_statement" or operator_of(node) != "<" or pair is None:
        return False
    first, update = loop.child_by_field_name("initializer"), loop.child_by_field_name("update")
    counted = first is not None and re.search(r"=\s*0\s*;?$", site.text(first)) and update is not None
    return bool(counted) and "++" in site.text(update or node) and pair[1].type == "identifier"


def _one_side(site: EditSite, node: Node) -> Iterator[Edit]:
    pair, operator = sides(node), operator_of(node)
    if pair is None or operator in COMPARISONS:
        return
    kind = "condition dropped" if operator in _LOGIC else "term dropped" if operator in ("+", "-") else "factor dropped"
    if site.sort(node) is Sort.POINTER:
        pair = (pair[0], pair[0])
    for kept, gone in (pair, pair[::-1]):
        cost = 12 if gone.type == "number_literal" and operator in ("+", "-") else 16
        yield site.edit(kind, node, site.text(kept), cost)


def _assignments(site: EditSite, node: Node) -> Iterator[Edit]:
    pair, operator = sides(node), operator_of(node)
    if pair is None:
        return
    left, right = site.text(pair[0]), site.text(pair[1])
    if operator == "=" and is_condition(node):
        yield site.edit("comparison meant", node, f"{left} == {right}", -8)
    nothing = re.fullmatch(r"0|0?\.0?[fF]?|0\.0*[fF]?", right) is not None
    # A forgotten sum is one in a variable or a tile: what is stored in a matrix is mostly whole.
    cost = 15 if operator == "=" and site.is_global(pair[0]) else 10
    for other in _ASSIGNMENTS.get(operator, ()) if not nothing else ():
        yield site.edit("operator", node, f"{left} {other} {right}", cost)
    sort = site.sort(pair[0])
    if operator in ("+=", "-=") and sort in (Sort.INT, Sort.POINTER):
        products = (*(f"{site.width} * {size}" for size in site.sizes), GRID_STRIDE)
        # A named step is wrong where the name is set.
        cost = 22 if right in site.values else 14
        for step in dict.fromkeys(("1", site.width, *site.factors, *site.sizes, *products)):
            if step != right and site.can_name(step, node):
                yield site.edit("another step", node, f"{left} {operator} {step}", cost)
    if sort is Sort.FLOAT and operator == "=":
        yield site.edit("value zero", node, f"{left} = 0.0f", 18)
    stored = node.parent is not None and node.parent.type == "expression_statement"
    if operator == "+=" and stored and pair[0].type in ("subscript_expression", "pointer_expression"):
        yield site.edit("atomic added", node, f"atomicAdd(&{left}, {right})", 12)


def _starts(site: EditSite, node: Node) -> Iterator[Edit]:
    """Start a loop with long steps one step earlier or later, as for the other half of the threads."""
    declared = node.parent.parent if node.parent is not None else None
    loop = declared.parent if declared is not None and declared.type == "declaration" else None
    update = loop.child_by_field_name("update") if loop is not None and loop.type == "for_statement" else None
    pair = sides(update) if update is not None and operator_of(update) == "+=" else None
    if pair and site.can_name(site.text(pair[1]), node):
        step, start = bracketed(site.text(pair[1])), site.text(node)
        yield site.edit("term added", node, f"{start} - {step}", 12)
        yield site.edit("term added", node, f"{start} + {step}", 14)


def _steps(site: EditSite, node: Node) -> Iterator[Edit]:
    argument = node.child_by_field_name("argument")
    if argument is None or node.parent is None or node.parent.type not in ("for_statement", "expression_statement"):
        return
    name, sign = site.text(argument), "-" if "--" in site.text(node) else "+"
    for step in dict.fromkeys((site.width, "2", "4", "8", "blockDim.x", GRID_STRIDE, *site.factors, *site.sizes)):
        if site.can_name(step, node):
            yield site.edit("another step", node, f"{name} {sign}= {step}", 14)
    yield site.edit("another step", node, f"{name} *= 2", 30)


def _exchanged_indices(site: EditSite, node: Node) -> Iterator[Edit]:
    array, indices = subscript_chain(node)
    if (node.parent is not None and node.parent.type == "subscript_expression") or len(indices) < 2:
        return
    texts = [site.text(index) for index in indices]
    cost = 14 if texts in _indices_elsewhere(site, node) else 10
    for first in range(len(texts) - 1):
        turned = [*texts[:first], texts[first + 1], texts[first], *texts[first + 2 :]]
        if turned != texts:
            whole = site.text(array) + "".join(f"[{text}]" for text in turned)
            yield site.edit("indices exchanged", node, whole, cost)


def _indices_elsewhere(site: EditSite, element: Node) -> list[list[str]]:
    """Return the indices of other elements that are read or written like this one: repetition is intended."""
    elements = site.stores if site.is_target(element) else site.loads
    return [[site.text(index) for index in subscript_chain(item)[1]] for item in elements if item != element]


def _calls(site: EditSite, node: Node) -> Iterator[Edit]:
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None:
        return
    name, texts = site.text(function), [site.text(item) for item in arguments.named_children]
    if name in ("__syncwarp", "__threadfence_block", "__threadfence", "__threadfence_system"):
        yield site.edit("barrier", node, "__syncthreads()", 4)
    for other in _OTHER_FUNCTIONS.get(name, ()):
        kind = "shuffle direction" if "shfl" in other else "another function"
        yield site.edit(kind, node, f"{other}({', '.join(texts)})", 12)
    if name == "atomicAdd" and len(texts) == _ADDED and node.parent is not None:
        element = texts[0][1:] if texts[0].startswith("&") else f"*{bracketed(texts[0])}"
        if node.parent.type == "expression_statement":
            yield site.edit("atomic dropped", node, f"{element} = {texts[1]}", 12)
    sorts = [site.sort(item) for item in arguments.named_children]
    for first in range(len(texts) - 1):
        turned = [*texts[:first], texts[first + 1], texts[first], *texts[first + 2 :]]
        if turned != texts and sorts[first] is sorts[first + 1]:
            yield site.edit("arguments exchanged", node, f"{name}({', '.join(turned)})", 12)


def _rebuilt(site: EditSite, element: Node) -> Iterator[Edit]:
    """Rebuild the index of an element of C from any two variables and a size."""
    _, indices = subscript_chain(element)
    if len(indices) != 1:
        return
    names = [item.name for item in site.visible(element) if counts(item)][:MOST_NAMES]
    for row, column in itertools.permutations(names, 2):
        for size in site.sizes:
            yield site.edit("expression borrowed", indices[0], f"{row} * {size} + {column}", 17)


def _flipped(site: EditSite, node: Node) -> Iterator[Edit]:
    """Use the other of two buffers, if an index selects a plane or a variable alternates between 0 and 1."""
    text = site.text(node)
    around = node.parent.parent if node.parent is not None else None
    plane = around is not None and around.type == "subscript_expression" and not subscript_chain(around)[1][1:]
    known = site.variable(node) if node.type == "identifier" else None
    if plane or (known is not None and counts(known)) or re.search(r"[%^&]|1\s*-|!", text):
        yield site.edit("other buffer", node, f"1 - {bracketed(text)}", 14)
        if re.fullmatch(r"1\s*-\s*(\w+)|(\w+)\s*\^\s*1|!\s*(\w+)", text):
            yield site.edit("other buffer", node, re.sub(r"1\s*-\s*|\s*\^\s*1|!\s*", "", text), 12)


def _borrowed(site: EditSite, node: Node, sort: Sort) -> Iterator[Edit]:
    text, seen = site.text(node), set()
    for other in site.slots:
        borrowed = site.text(other)
        if borrowed in seen or borrowed == text or len(borrowed) > LONGEST or "\n" in borrowed or borrowed.isdigit():
            continue
        if other.type != "identifier" and site.sort(other) is sort and site.can_name(borrowed, node):
            seen.add(borrowed)
            yield site.edit("expression borrowed", node, borrowed, 26)
