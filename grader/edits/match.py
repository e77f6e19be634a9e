"""A node that a row's pattern fits, the edits that are made of it, and the choices of what may stand in its place."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grader.edits.change import Change, Edit, How
from grader.edits.context import AXES, LONGEST, EditSite, counts, over
from grader.edits.nodes import addends, factors, operator_of, sides, subscript_chain, walk
from grader.edits.syntax import INDICES, Sort
from grader.elements import WHOLE_WORDS

if TYPE_CHECKING:
    from tree_sitter import Node

GRID_STRIDE = "blockDim.x * gridDim.x"
MOST_CONDITIONS = 24
_VECTOR = re.compile(r"(?:u?(?:char|short|int|long)|float|double)[1-4]")
ZERO = {Sort.FLOAT: "0.0f", Sort.INT: "0"}
ENDS = {Sort.INT: ("2147483647", "(-2147483647 - 1)"), Sort.FLOAT: ("3.4e38f", "-3.4e38f")}
"""What adds nothing to a sum, and what no number of a type is above or below."""


@dataclass(slots=True)
class Match:
    """A node that a row's pattern fits: its parts by name, and texts without a node (operators and choices)."""

    site: EditSite
    node: Node
    kind: str
    cost: int = 0
    parts: dict[str, Node] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        """Return the text of a name."""
        if name not in self.texts:
            self.texts[name] = self.site.text(self.parts[name])
        return self.texts[name]

    def edit(self, node: Node, text: str, cost: int | None = None) -> Edit:
        """Return the edit of the row's kind that replaces an expression."""
        return self.site.edit(self.kind, node, text, self.cost if cost is None else cost)

    def made(self, *changes: Change, switches: tuple[Change, ...]) -> Edit:
        """Return the edit of the row's kind and cost that makes these changes."""
        return self.site.made(self.kind, self.cost, *changes, switches=switches)

    def beside(self, text: str, *, before: bool = False) -> Edit:
        """Return the edit that puts a text before the statement, on a line of its own, or behind it."""
        place = self.node.start_byte if before else self.node.end_byte
        whole = f"{text} {self['it']}" if before else f"{self['it']}{text}"
        change = Change(place, place, f"{text}\n" if before else text)
        return self.made(change, switches=(over(self.node, whole, How.REPLACE),))


def _steps(match: Match) -> Iterator[str]:
    """Yield other steps of a variable or a pointer."""
    site = match.site
    whole_blocks = f"{site.width} * {site.width}", "blockDim.x * blockDim.y"
    products = (*(f"{site.width} * {size}" for size in (*site.sizes, *site.factors)), GRID_STRIDE, *whole_blocks)
    for step in dict.fromkeys(("1", site.width, *site.factors, *site.sizes, *products)):
        if step != match["b"] and site.can_name(step, match.node):
            yield step


def _long_steps(match: Match) -> Iterator[str]:
    """Yield steps for a variable that is counted by one."""
    site = match.site
    for step in dict.fromkeys((site.width, "2", "4", "8", "blockDim.x", GRID_STRIDE, *site.factors, *site.sizes)):
        if site.can_name(step, match.node):
            yield step


def _loop_step(match: Match) -> Iterator[str]:
    """Yield the step of the loop that a value starts, if it is a long one."""
    declared = match.node.parent.parent if match.node.parent is not None else None
    loop = declared.parent if declared is not None and declared.type == "declaration" else None
    update = loop.child_by_field_name("update") if loop is not None and loop.type == "for_statement" else None
    pair = sides(update) if update is not None and operator_of(update) == "+=" else None
    if pair and match.site.can_name(match.site.text(pair[1]), match.node):
        yield match.site.text(pair[1])


def _borrowed(match: Match) -> Iterator[str]:
    """Yield whole expressions of the same sort from elsewhere in the function."""
    site, node, sort = match.site, match.node, match.site.sort(match.node)
    seen: set[str] = set()
    for other in site.slots:
        text = site.text(other)
        if text in seen or text == match["it"] or len(text) > LONGEST or "\n" in text or text.isdigit():
            continue
        if other.type != "identifier" and site.sort(other) is sort and site.can_name(text, node):
            seen.add(text)
            yield text


def _argument(match: Match) -> Iterator[str]:
    """Yield what other calls of the same function have in this place."""
    site, listed = match.site, match.node.parent
    if listed is None or listed.type != "argument_list" or listed.parent is None:
        return
    place = listed.named_children.index(match.node)
    for other in site.expressions:
        given = other.child_by_field_name("arguments") if other.type == "call_expression" else None
        if given is None or other == listed.parent or _called(site, other) != _called(site, listed.parent):
            continue
        if len(given.named_children) == len(listed.named_children):
            text = site.text(given.named_children[place])
            if text != match["it"] and len(text) <= LONGEST and site.can_name(text, match.node):
                yield text


def _called(site: EditSite, call: Node) -> str:
    function = call.child_by_field_name("function")
    return site.text(function) if function is not None else ""


def _whole_length(match: Match) -> Iterator[str]:
    """Yield how many elements a shared array has, of which `$x` is a part: `BINS * COPIES`, `TILE + 2 * R`."""
    for item in match.site.visible(match.node):
        for extent in item.extents if item.shared else ():
            if extent != match["x"] and re.search(rf"(?<![\w.]){re.escape(match['x'])}(?![\w.])", extent):
                yield extent


def _first_term(match: Match) -> Iterator[str]:
    """Yield the first of several terms of `$a`: already rounded up, but wrongly or for another value.

    Of `(K - 1) / T`, which is the number of the last tile, nothing is lost.
    """
    terms = list(addends(match.parts["a"]))
    if len(terms) > 2 or (len(terms) == 2 and match.site.text(terms[1]) != "1"):
        yield match.site.text(terms[0])


def _unread(match: Match) -> Iterator[str]:
    """Yield the kernel's own variables that are given a value and read nowhere, of an element's sort.

    For an index also what an array of indices holds for it that is given and read nowhere: `columns[k]` for `k`.
    """
    site, sort = match.site, match.site.sort(match.node)
    for item in site.visible(match.node):
        own = not item.parameter and item.sort is sort and item.name in site.values
        if own and all(site.is_target(use) for use in site.uses(item.name)):
            yield item.name
        indices = item.parameter and item.readonly and item.type in WHOLE_WORDS and sort is Sort.INT
        if indices and not site.uses(item.name):
            yield f"{item.name}[{match['it']}]"


def _named_conditions(match: Match) -> Iterator[str]:
    return _fitting(match, (item.name for item in match.site.visible(match.node) if item.sort is Sort.BOOL))


def _other_conditions(match: Match) -> Iterator[str]:
    """Yield the function's other conditions, and `v < S` for each counting variable and each size known here.

    The same for a sum that an index has in parentheses, or gives to a macro: `b[(start + ty) * n]`, `b[AT(z + 1, y)]`,
    and for the column of a load in rows of a length of its own: `w0 + tx < words` for `a[row * words + w0 + tx]`.
    And `v > 0` for each of the kernel's own numbers from which something is taken: `a[v - 1]`, and `v + T <= S` where
    the text asks so for whole tiles.
    """
    site, known = match.site, match.site.visible(match.node)
    places = [item.name for item in known if counts(item)]
    inside = [node for load in site.loads for node in walk(load)]
    texts = [site.text(node)[1:-1].strip() for node in inside if node.type == "parenthesized_expression"]
    given = (node for listed in inside if listed.type == "argument_list" for node in listed.named_children)
    sums = dict.fromkeys(text for text in (*texts, *map(site.text, given)) if "+" in text)
    bounds = (f"{name} < {size}" for name in (*sums, *places) for size in site.sizes)
    indices = [index for load in site.loads for index in subscript_chain(load)[1][-1:]]
    rows = [each for index in indices for each in _rows_and_columns(site, index)]
    columns = dict.fromkeys(f"{column} < {length}" for _, column, length in rows if length not in site.sizes)
    body = site.text(site.function.body)
    own = (item.name for item in known if item.sort is Sort.INT and item.name in site.values)
    above = [f"{name} > 0" for name in own if re.search(rf"\b{name}\s*-\s*\w", body)]
    # Where a whole tile is asked for along one size, it may have to be along another one, too.
    steps = dict.fromkeys(re.findall(r"\+\s*(\w+)\s*<=", body))
    whole = [f"{name} + {step} <= {size}" for step in steps for name in places for size in site.sizes]
    return _fitting(match, (*site.conditions, *columns, *above, *whole, *itertools.islice(bounds, MOST_CONDITIONS)))


def _fitting(match: Match, conditions: Iterable[str]) -> Iterator[str]:
    return (text for text in conditions if text not in match["it"] and match.site.can_name(text, match.node))


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
    if index is not None and index.type == "call_expression":  # a macro for the place of a row and a column
        listed = index.child_by_field_name("arguments")
        given = [site.text(node) for node in listed.named_children] if listed is not None else []
        found.update(dict.fromkeys(f"{text} < {size}" for text in given for size in site.sizes))
    elif index is not None and not found and site.sort(index) is Sort.INT:
        found.update(dict.fromkeys(f"{site.text(indices[-1])} < {size}" for size in site.sizes))
    pairs = (f"{one} && {other}" for one, other in itertools.combinations(site.conditions, 2))
    flags = (item.name for item in site.visible(element) if item.sort is Sort.BOOL)
    found.update(dict.fromkeys((*flags, *pairs, *site.conditions)))
    fitting = (condition for condition in found if site.can_name(condition, element))
    return tuple(itertools.islice(fitting, MOST_CONDITIONS))


def zero_of(site: EditSite, element: Node) -> str:
    """Return what adds nothing in the place of an element: `0.0f`, `make_int2(0, 0)`, `Pair{}`; empty if unknown."""
    if (sort := site.sort(element)) in ZERO:
        return ZERO[sort]
    known = site.variable(subscript_chain(element)[0]) if sort is Sort.OTHER else None
    name = re.search(r"\b(?!const\b|volatile\b)[A-Za-z_]\w*", known.type) if known is not None else None
    if name is None:
        return ""
    # Its constructor stores zeros, where braces would load them from memory: more work than a right text has.
    return f"make_{name[0]}({', '.join('0' * int(name[0][-1]))})" if _VECTOR.fullmatch(name[0]) else f"{name[0]}{{}}"


def _rows_and_columns(site: EditSite, index: Node) -> Iterator[tuple[str, str, str]]:
    """Yield (row, column, stride) for an index `row * stride + column`, in any order of terms."""
    terms = list(addends(index))
    for number, term in enumerate(terms):
        product = list(factors(term))
        strides = [factor for factor in product if site.text(factor) in site.lengths]
        if len(product) == 2 and strides and len(terms) > 1:
            other = next(factor for factor in product if factor != strides[0])
            value = other.child_by_field_name("value") if other.type == "cast_expression" else None
            other = value if value is not None else other
            inner = other.named_children[0] if other.type == "parenthesized_expression" else other
            row = site.text(inner if operator_of(inner) in ("+", "-") else other).strip()
            column = " + ".join(site.text(item) for place, item in enumerate(terms) if place != number)
            yield row, column, site.text(strides[0])


CHOICES: Mapping[str, Callable[[Match], Iterable[str]]] = {
    "in_one": lambda match: map(str, match.site.in_one),
    "width": lambda match: (match.site.width,),
    "size": lambda match: match.site.sizes,
    "unread": _unread,
    "index": lambda _: AXES,
    "other_index": lambda match: (index for index in INDICES if index != match["built_in"]),
    "component": lambda match: (part for part in "xyzw" if part != match["part"]),
    "position": lambda match: (item.name for item in match.site.visible(match.node) if counts(item)),
    "whole_number": lambda match: (item.name for item in match.site.visible(match.node) if item.sort is Sort.INT),
    "step": _steps,
    "long_step": _long_steps,
    "loop_step": _loop_step,
    "borrowed": _borrowed,
    "argument": _argument,
    "whole_length": _whole_length,
    "first_term": _first_term,
    "named": _named_conditions,
    "other": _other_conditions,
    "zero": lambda match: filter(None, (zero_of(match.site, match.node),)),
    "needed": lambda match: conditions_for(match.site, match.node),
}
"""Of each name in a replacement, what may stand for it."""
