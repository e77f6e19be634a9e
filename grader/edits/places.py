"""Places of a text where a composed expression may stand: whole numbers, conditions and statements."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from grader.edits.change import Edit
from grader.edits.context import AXES, EditSite, is_condition
from grader.edits.nodes import operator_of
from grader.edits.observing import in_parentheses, is_plain
from grader.edits.syntax import Sort

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_NAMES = 20
MOST_PLACES = 18
LONGEST_NAME = 30
NUMBERS = "1", "2", "0"
MOST_NUMBERS = 4
"""Other numbers of the function."""
NUMBER, VALUE, CONDITION, STATEMENT = "number", "value", "condition", "statement"
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.[xyz]\b)?")
_JOINS = ("&&", "||")


def places_of(sites: Sequence[EditSite], far: Mapping[int, int]) -> tuple[Edit, ...]:
    """Return an edit for each place on a line that is near what was seen to be wrong, the nearest lines first.

    It puts the place between empty parentheses. Its kind is what the place is, how tightly a text must bind there, how
    many of the names stand there already, and the names and numbers of which something may be composed: floats for a
    `value`, else whole numbers: `number 9 1 k K TILE_WIDTH 1`.
    """
    found = [edit for site in sites for edit in _of_function(site, far)]
    found.sort(key=lambda edit: (far[edit.line] + edit.cost, edit.line))
    return tuple(itertools.islice(found, MOST_PLACES))


def _of_function(site: EditSite, far: Mapping[int, int]) -> Iterator[Edit]:
    for node in site.expressions:
        line = site.source.line(node.start_byte)
        if line not in far or site.is_target(node):
            continue
        sort = site.sort(node) if site.is_slot(node) else Sort.OTHER
        if _is_condition(node):
            yield _place(site, node, CONDITION, 0)
        elif sort is Sort.FLOAT and is_plain(site, node):
            yield _place(site, node, VALUE, 0)
        elif sort is Sort.INT and (is_plain(site, node) or node.type == "number_literal"):
            yield _place(site, node, NUMBER, _unlikely(site, node))
    for node in site.statements:
        stores = node.type == "expression_statement" and any(
            node.start_byte <= store.start_byte < node.end_byte for store in site.stores
        )
        if stores and site.source.line(node.start_byte) in far:
            yield _place(site, node, STATEMENT, 1)


def _is_condition(node: Node) -> bool:
    """Return whether an expression is a whole condition, or one of those that are joined."""
    if node.type == "parenthesized_expression":
        return False
    return is_condition(node) and (
        node.parent is None or node.parent.type != "binary_expression" or (operator_of(node.parent) in _JOINS)
    )


def _unlikely(site: EditSite, node: Node) -> int:
    """Return how unlikely it is that something must be composed here: names alone are exchanged by rows of tables."""
    if site.text(node) in AXES or node.type == "number_literal":
        return 4
    set_here = node.parent is not None and node.parent.type in ("assignment_expression", "init_declarator")
    return 5 if node.type == "identifier" and not set_here else 0


def _place(site: EditSite, node: Node, sort: str, cost: int) -> Edit:
    of = Sort.FLOAT if sort == VALUE else Sort.INT
    visible = [item for item in site.visible(node) if item.sort is of and not item.dims and item.name != site.macro]
    near = [item.name for item in sorted(visible, key=lambda item: (item.constant, -item.first))]
    known = {*near, *AXES, site.macro} if of is Sort.INT else {*near}
    own = [name for name in dict.fromkeys(_NAME.findall(site.text(node))) if name in known]
    names = dict.fromkeys((*own, site.width, *near, *AXES) if of is Sort.INT else (*own, *near))
    fitting = [name for name in names if len(name) <= LONGEST_NAME][:MOST_NAMES]
    numbers = dict.fromkeys((*NUMBERS, *_numbers_of(site))) if of is Sort.INT else ()
    words = (sort, str(site.level_of(node)), str(sum(name in own for name in fitting)), *fitting, *numbers)
    return Edit(kind=" ".join(words), line=site.source.line(node.start_byte), cost=cost, changes=in_parentheses(node))


def _numbers_of(site: EditSite) -> Iterator[str]:
    """Yield the numbers in the function that stand there most often."""
    counted = Counter(re.findall(r"(?<![\w.])[1-9]\d{0,4}(?![\w.])", site.text(site.function.body)))
    return (number for number, _ in counted.most_common(MOST_NUMBERS))
