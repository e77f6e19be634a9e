"""Changes of a text that let its run be observed, and the places where an expression made of what was seen may stand.

Observed are how often conditions hold, what an index is made of, and values: the text does what it did. The caller puts
the name of its own function in front of the parentheses. Places are whole numbers, conditions and statements.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.edits.change import Change, Edit
from grader.edits.context import AXES, EditSite, is_condition, loop_variables
from grader.edits.nodes import COMPARISONS, operator_of, sides, subscript_chain, walk
from grader.edits.syntax import Sort, SyntaxTree

if TYPE_CHECKING:
    from tree_sitter import Node

_CONDITIONS = {
    **dict.fromkeys(
        ("if_statement", "for_statement", "while_statement", "do_statement", "conditional_expression"), "condition"
    ),
    "init_declarator": "value",
}
MOST_VALUES = 8
"""Variables of one index."""
_IS_OWN_PLACE = re.compile(r"(?:threadIdx|blockIdx)\.[xyz]")
"""What a sentence about a thread says of it anyway."""
_DEEPEST = 3
"""Definitions that are followed from an index."""
_VALUES = (Sort.INT, Sort.BOOL, Sort.FLOAT)
_NO_VALUES = ("parenthesized_expression", "number_literal", "true", "false")
_EFFECTS = (
    "subscript_expression", "pointer_expression", "assignment_expression", "update_expression", "lambda_expression",
    "comma_expression", "string_literal",
)  # fmt: skip
MOST_NAMES = 20
MOST_PLACES = 18
LONGEST_NAME = 30
NUMBERS = "1", "2", "0"
MOST_NUMBERS = 4
"""Other numbers of the function."""
NUMBER, VALUE, CONDITION, STATEMENT = "number", "value", "condition", "statement"
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.[xyz]\b)?")
_JOINS = ("&&", "||")


def conditions_of(source: SyntaxTree) -> tuple[Edit, ...]:
    """Return an edit for each condition of an `if`, a loop or a choice, which puts it between empty parentheses.

    And for each condition that `&&` or `||` joins, and each comparison that a variable keeps. Its kind is the
    condition's text. Of two that begin together the inner one comes first, so that its parenthesis stands further in.
    """
    found: dict[tuple[int, int], Edit] = {}
    for function in source.functions:
        waiting = [
            condition for node in walk(function.body)
            if (condition := node.child_by_field_name(_CONDITIONS.get(node.type, ""))) is not None
            and (node.type != "init_declarator" or _is_comparison(condition))
        ]  # fmt: skip
        while waiting:
            node = waiting.pop()
            if node.type in ("condition_clause", "parenthesized_expression"):
                waiting += node.named_children if len(node.named_children) == 1 else ()
            elif node.type.endswith(("expression", "identifier", "literal")):
                edit = Edit(
                    kind=source.text(node), line=source.line(node.start_byte), cost=0, changes=in_parentheses(node)
                )
                found[node.start_byte, node.end_byte] = edit
                waiting += sides(node) or () if operator_of(node) in ("&&", "||") else ()
    return tuple(found[place] for place in sorted(found))


def _is_comparison(node: Node) -> bool:
    while node.type == "parenthesized_expression" and len(node.named_children) == 1:
        node = node.named_children[0]
    return operator_of(node) in COMPARISONS or operator_of(node) in ("&&", "||")


def indices_on(source: SyntaxTree, line: int) -> tuple[Edit, ...]:
    """Return an edit for each element that is accessed on a line, which puts its first index between parentheses.

    The kind is `array store z:4 y:5 x:0`: the array's name, how it is accessed, and the variables of its indices, each
    with the line that alone sets it, or 0, and a `c` behind it for a constant.
    """
    return tuple(edit for function in source.functions for edit in _on_line(EditSite(source, function), line))


def values_on(source: SyntaxTree, line: int) -> tuple[Edit, ...]:
    """Return an edit for each value that is worked out on a line, which puts it between empty parentheses.

    The kind is the value's sort, and the whole numbers that it is made of: `bool k K`. Working it out twice must change
    nothing, and no memory may be read for it: where its text is wrong that may be outside of an array.
    """
    sites = (EditSite(source, function) for function in source.functions)
    return tuple(
        Edit(kind=" ".join((sort.value, *_numbers_in(site, node))), line=line, cost=0, changes=in_parentheses(node))
        for site in sites for node in site.expressions
        if source.line(node.start_byte) == line and (sort := site.sort(node)) in _VALUES and is_plain(site, node)
    )  # fmt: skip


def is_plain(site: EditSite, node: Node) -> bool:
    """Return whether nothing but variables and numbers is needed for a value."""
    if site.is_target(node) or node.type in _NO_VALUES:
        return False
    return not any(
        each.type in _EFFECTS
        or (each.type == "call_expression" and site.text(each).split("(")[0] not in ("min", "max"))
        for each in walk(node)
    )


def _numbers_in(site: EditSite, node: Node) -> Iterator[str]:
    """Yield the whole numbers that a value is made of, each once; of a condition also the turns of the loops around."""
    turns = loop_variables(site, node) if site.sort(node) is Sort.BOOL else []
    names = dict.fromkeys((*(site.text(each) for each in walk(node) if each.type == "identifier"), *turns))
    known = (site.source.variable(site.function, name, node.start_byte) for name in names)
    masks = {name for name, tokens in site.source.constants.set_to.items() if any("0x" in each.text for each in tokens)}
    numbers = (
        each.name for each in known if each and each.sort is Sort.INT and not each.dims and each.name not in masks
    )
    return itertools.islice((name for name in numbers if name != site.macro), MOST_VALUES - 2)


def _on_line(site: EditSite, line: int) -> Iterator[Edit]:
    for elements, access in ((site.stores, "store"), (site.loads, "load")):
        for element in elements:
            array, indices = subscript_chain(element)
            if not indices or site.source.line(element.start_byte) != line:
                continue
            names = _Variables(site, element).of(indices)
            if names:
                variables = (f"{one}:{at}{'c' * constant}" for one, at, constant in names)
                kind = " ".join([re.sub(r"\s", "", site.text(array)), access, *variables])
                yield Edit(kind=kind, line=line, cost=0, changes=in_parentheses(indices[0]))


def in_parentheses(node: Node) -> tuple[Change, Change]:
    return Change(node.start_byte, node.start_byte, "("), Change(node.end_byte, node.end_byte, ")")


@dataclass(frozen=True)
class _Variables:
    """Finds the whole numbers that an index is made of."""

    site: EditSite
    element: Node

    def of(self, indices: Sequence[Node]) -> list[tuple[str, int, bool]]:
        """Return each with the line that alone sets it, or 0, and whether it is a constant, in the order of the text.

        Where there are too many, those are left out that the index itself does not name.
        """
        found: dict[str, tuple[str, int, bool]] = {}
        waiting = list(indices)
        for _ in range(_DEEPEST):
            names = {each[0]: each for node in waiting for each in self._named(node)}
            # What is followed and counts turns says nothing that the variables made of it do not say.
            kept = {name: each for name, each in names.items() if not found or each[1] or each[2]}
            found |= {name: each for name, each in kept.items() if name not in found}
            waiting = [value for name in names if (value := self.site.values.get(name)) is not None]
        last = self.site.source.line(self.element.start_byte)
        variables = list(found.values())[: MOST_VALUES - 2]
        variables.reverse()  # of one line what was followed to comes first
        return sorted(variables, key=lambda each: each[1] or last)

    def _named(self, node: Node) -> Iterator[tuple[str, int, bool]]:
        for each in walk(node):
            if each.type != "identifier":
                continue
            name = self.site.text(each)
            known = self.site.source.variable(self.site.function, name, self.element.start_byte)
            if known is None or known.sort is not Sort.INT or known.dims or known.name == self.site.macro:
                continue
            value = self.site.values.get(name)
            if not (known.parameter and self._is_kernel) and (
                value is None or not _IS_OWN_PLACE.fullmatch(self.site.text(value))
            ):
                yield name, self._set_on(name), known.constant and value is None

    @property
    def _is_kernel(self) -> bool:
        """True if the parameters are the kernel's own: the case says what they are."""
        return "__global__" in self.site.text(self.site.function.node)

    def _set_on(self, name: str) -> int:
        """The only line that sets a variable; 0 where there are several."""
        value = self.site.values.get(name)
        changed = any(self.site.is_target(use) for use in self.site.uses(name))
        return 0 if value is None or changed else self.site.source.line(value.start_byte)


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
