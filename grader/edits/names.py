"""Edits of names: another variable or array in the place of one, or two that change places."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.edits.change import Change, Edit, How
from grader.edits.context import EditSite, least_of, operator_of
from grader.edits.match import Match
from grader.edits.syntax import DeclaredName, Sort, ancestors

if TYPE_CHECKING:
    from tree_sitter import Node


ONLY_ONE = 6
"""Additional cost of an edit that takes a variable's only use, or the only statement that changes it, away."""


def exchanged_names(site: EditSite) -> Iterator[Edit]:
    """Exchange two variables, in one statement or condition, or two arrays in the whole kernel."""
    wholes = [node for node in site.statements if node.type in ("expression_statement", "declaration")]
    wholes += [node for node in site.expressions if operator_of(node) in ("&&", "||")]
    for whole in (*wholes, site.function.body):
        places: dict[str, list[Node]] = {}
        for node in site.expressions:
            if node.type == "identifier" and whole.start_byte <= node.start_byte < whole.end_byte:
                places.setdefault(site.text(node), []).append(node)
        for one, other in itertools.combinations(places, 2):
            if _exchangeable(site, places[one], places[other], everywhere=whole == site.function.body):
                named = [(node, other) for node in places[one]] + [(node, one) for node in places[other]]
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
    target = site.is_target(node) or _is_stored_array(site, node)
    dearer = ONLY_ONE * _would_be_idle(site, node, known.name)
    for other in site.visible(node):
        if other.name != known.name and _fits(known, other, target):
            # Arrays of different sizes have different types, their elements have not.
            whole = node if known.extents == other.extents or known.sort is not other.sort else _element(node)
            # Sizes by sizes and indices by indices are more plausible, and a minimum was computed to be used.
            alike = known.parameter == other.parameter and known.constant == other.constant
            cost = 11 if alike and known.parameter else 12 if alike else 19
            cost += 2 * (other.name in site.defined_by.get(known.name, ()))  # it was defined to be used
            if _take_turns(site, known.name, other.name):
                yield site.edit("other buffer", node, other.name, 5)
                continue
            text = other.name + site.text(whole)[len(known.name) :]
            yield match.edit(whole, text, 8 if known.name in least_of(site, other.name) else cost + dearer)


def _would_be_idle(site: EditSite, node: Node, name: str) -> bool:
    """Return whether a local is read, or set after its declaration, at this node alone."""
    known = site.source.variable(site.function, name, node.start_byte)
    if known is None or known.parameter or known.constant:
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


def _fits(known: DeclaredName, other: DeclaredName, target: bool) -> bool:
    if (known.sort is not other.sort or known.dims != other.dims) and not _walks(known, other):
        return False
    if target:
        return not other.constant and not other.readonly and other.type == known.type
    # The compiler rejects a choice between a writable and a read-only pointer where a writable one is needed.
    return known.sort is not Sort.OTHER and (known.readonly or not other.readonly)


def _walks(known: DeclaredName, other: DeclaredName) -> bool:
    """Return whether one is an array of one dimension, and the other a local pointer that may point into it."""
    array, pointer = (known, other) if known.sort is Sort.ARRAY else (other, known)
    return array.dims == 1 and pointer.sort is Sort.POINTER and not pointer.parameter and array.type == pointer.type


def _is_stored_array(site: EditSite, node: Node) -> bool:
    """Return whether a name is the array of an element that is written."""
    elements = itertools.takewhile(lambda around: around.type == "subscript_expression", ancestors(node))
    return any(site.is_target(element) for element in elements)
