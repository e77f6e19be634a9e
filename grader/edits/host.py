"""Edits of a program's host half: another argument, size, direction, loop or order of what talks to the device.

Only calls of the CUDA runtime, launches, and what leads to them is changed: the values that they are given, the loops
and conditions around them. What the program computes and checks by itself stays, so it can say whether an edit mends.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from grader.edits.barriers import Gaps, dropped, gaps_of
from grader.edits.change import Edit, How
from grader.edits.context import EditSite, bracketed, loop_variables, over
from grader.edits.grammar import alike, deciding, different, placed, remoteness, twins
from grader.edits.helpers import LISTS, STEPS, TALKS, Helpers, arguments, called
from grader.edits.nodes import ancestors, operator_of, outside, sides, walk, within
from grader.edits.patterns import Row, Table
from grader.edits.statements import moved
from grader.edits.syntax import DeclaredName, Sort, SyntaxTree

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_NAMES, MOST_TERMS, MOST_APART = 6, 6, 3
"""Other names, and other offsets, that are tried in one place, and statements that one is moved past."""
_OF_ERRORS = re.compile(r"cudaSuccess|cudaError|\b(?:e|err|error|status|rc|st|ret|code)\b")
_DIRECTIONS = ("cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice")
_LATER = re.compile(r"<<<|Async\s*\(")
_LOOPS = ("for_statement", "while_statement", "do_statement")
_ELEMENT = re.compile(r"^(?:std::)?(?:vector|unique_ptr|array)<\s*([\w:]+(?: \w+)*)|^((?:unsigned |long )?[\w:]+)$")
_PLAIN_NAME = re.compile(r"(?<![\w.:>])[A-Za-z_]\w*(?!\w|\s*(?:\(|::|<))")
_TYPE = re.compile(
    r"(?:unsigned |long )?(?:char|short|int|long|float|double|bool|\w+_t|(?:float|double|u?int)[234]|[A-Z]\w*)|unsigned"
)
_MEMBER = re.compile(r"(\w+)((?:\.|->)(?:data|get|begin|size)\(\))")
_OF_BLOCKS = re.compile(r"(?i)thread|tpb|^block$|block_?(?:dim|size)")
"""What students call the threads of a block."""

_ROWS = (
    Row("comparison", 5, "$a [< >] $b", "$a $1= $b"),
    Row("comparison", 5, "$a <= $b", "$a < $b"),
    Row("comparison", 5, "$a >= $b", "$a > $b"),
    Row("comparison", 12, "$a < $b", "$a > $b"),
    Row("comparison", 12, "$a > $b", "$a < $b"),
    Row("comparison", 10, "$a == $b", "$a != $b"),
    Row("comparison", 10, "$a != $b", "$a == $b"),
    Row("logic", 10, "$a && $b", "$a || $b"),
    Row("logic", 10, "$a || $b", "$a && $b"),
    Row("negation dropped", 10, "!$a", "$a"),
    Row("another function", 6, "min($args)", "max($args)"),
    Row("another function", 6, "max($args)", "min($args)"),
    Row("another function", 6, "std::min($args)", "std::max($args)"),
    Row("another function", 6, "std::max($args)", "std::min($args)"),
    Row("rounded up", 4, "$a:whole_part / $b", "($a + $b - 1) / $b"),
    Row("operator", 14, "$a:counted / $b:counted", "$a * $b", "$a % $b"),
    Row("operator", 14, "$a:counted % $b:counted", "$a / $b"),
    Row("operator", 14, "$a:counted * $b:counted", "$a + $b"),
    Row("operator", 12, "$a:counted + $b:counted", "$a - $b"),
    Row("operator", 12, "$a:counted - $b:counted", "$a + $b"),
    Row("factor dropped", 12, "$a:counted [* /] $b:counted", "$a", "$b"),
    Row("factor dropped", 12, "$a [* /] $b:float", "$a", "$b"),
    Row("term dropped", 10, "$a [+ -] $b", "$a"),
    Row("parentheses", 10, "$a [+ -] $b [* /] $c", "($a $1 $b) $2 $c"),
    Row("one more or less", 12, "$x:value:int", "$x + 1", "$x - 1", when="one_off"),
    Row("another step", 12, ("$a++", "++$a"), "$a += 2", when="step"),
    Row("as in another call", 11, "$x:value:number", "$argument"),
    Row("choice turned", 8, "$c ? $a : $b", "$c ? {$b} : {$a}"),
)  # fmt: skip
_TABLE = Table(_ROWS)


SURE = frozenset({
    "counted in elements", "another size of elements", "size of the pointer", "other direction", "another function",
    "last piece", "one element more", "one element more twice",
})  # fmt: skip
"""Kinds of edits that say more than what was found: they alone are tried where something was, and on its lines."""
ANYWHERE = frozenset({"another object"})
"""Those of them whose line may be another one."""
OF_VALUES = frozenset({"arguments exchanged", "another variable", "rounded up"})
"""Kinds that are tried in a function whose value is used where something was found."""


def host_edits(text: str, seen: Sequence[int], most: int, *, any_there: bool = False) -> tuple[Edit, ...]:
    """Return edits of a file's host half, more plausible first, without duplicates: at most so many.

    `seen` are lines where something is wrong: they are changed where that says more than what was found (with
    `any_there` in any way), and where their values come from. Without any, every call is as near as another. Raises
    `TooComplexError`.
    """
    source = SyntaxTree(text)
    helpers = Helpers(source)
    sites = [HostSite(source, each, helpers) for each in source.host_functions]
    asked = {name for site in sites for name in site.asks} - helpers.talking
    sites = [replace(site, is_asked=site.function.name in asked) for site in sites]
    found = different(source.data, (edit for site in sites for edit in site.edits() if _stays_on_its_line(edit)))
    calls = {source.line(call.start_byte) for site in sites for call in site.calls}
    near = helpers.callers(seen) if seen else calls
    far = remoteness(deciding(source, source.host_functions), dict.fromkeys(near, 0))
    if not seen:  # a wrong direction is found wherever it is
        found = {text: edit for text, edit in found.items() if edit.kind != "other direction"}
    single = [placed(edit, far, {}) for edit in found.values()]
    longer = [edit for edit in single if edit.kind == "one element more"]  # of what is allocated and what is copied
    pairs = twins([[longer[place] for place in group] for group in alike(source.data, longer)])
    ordered = sorted((*single, *pairs), key=lambda edit: edit.cost)
    if seen:
        inside = helpers.lines_of(helpers.called_on(seen) & asked)
        ordered = [
            edit for edit in ordered
            if (edit.kind in SURE and edit.line in near) or (any_there and edit.line in seen) or edit.kind in ANYWHERE
            or (edit.kind in OF_VALUES and edit.line in inside)
        ]  # fmt: skip
    return tuple(ordered[:most])


def _stays_on_its_line(edit: Edit) -> bool:
    """Return whether an edit can be switched in the middle of a line: what it writes has no remark and no directive."""
    return bool(edit.switched) and not any("//" in each.text or "#" in each.text for each in edit.switched)


@dataclass(frozen=True, eq=False)
class HostSite(EditSite):
    """A function of the host's, of a file with these `helpers`; if it `is_asked`, its value leads to the device."""

    helpers: Helpers
    is_asked: bool = False

    def edits(self) -> Iterator[Edit]:
        """Yield the edits of what talks to the device in this function, and of what leads there."""
        for node in self.leading:
            yield from _TABLE.edits(self, node)
            yield from self._other_names(node)
            yield from self._begins(node)
            if self.is_slot(node) and not self._is_address(node):
                yield from self._last_pieces(node)
        for listed in self._lists:
            yield from self._of_arguments(listed)
        yield from self._of_statements(tuple(gaps_of(self)))

    @cached_property
    def calls(self) -> tuple[Node, ...]:
        """The calls that talk to the device, and declarations of what does so when it is made."""
        return tuple(
            node for node in walk(self.function.body)
            if node.type == "call_expression" and self._talks(node)
        )  # fmt: skip

    def _talks(self, call: Node) -> bool:
        launch = any(child.type == "kernel_call_syntax" for child in call.children)
        name = self._name_of(call)
        return launch or TALKS.fullmatch(f"{name}(") is not None or name in self.helpers.talking

    def _name_of(self, call: Node) -> str:
        listed = call.child_by_field_name("arguments")
        return called(self.source, listed) if listed is not None else ""

    @cached_property
    def _lists(self) -> tuple[Node, ...]:
        """The arguments of these calls, the configurations of launches, and what variables of classes are made with."""
        listed = [child for call in self.calls for child in call.named_children if child.type in LISTS]
        made = (node for node in walk(self.function.body) if node.type in ("argument_list", "initializer_list"))
        declared = [
            node for node in made if node.parent is not None
            and (node.parent.type in ("init_declarator", "return_statement") or called(self.source, node) == "dim3")
        ]  # fmt: skip
        return (*listed, *declared)

    @property
    def asks(self) -> set[str]:
        """The functions whose values lead to the device."""
        return {
            called(self.source, node) for each in self._reached for node in each.named_children if node.type in LISTS
        }

    @cached_property
    def leading(self) -> tuple[Node, ...]:
        """The expressions that decide what is called and with which values, the arguments first."""
        known = {node.id for node in self.expressions}
        return tuple(node for node in self._reached if node.id in known)

    @cached_property
    def _reached(self) -> tuple[Node, ...]:
        found = {node.id: node for listed in self._lists for node in walk(listed)}
        if self.is_asked:
            given = (node for node in walk(self.function.body) if node.type == "return_statement")
            found.update((node.id, node) for each in given for node in walk(each))
        for call in self.calls:
            for around in (each for each in ancestors(call, *_LOOPS, "if_statement") if not self._checks(each)):
                for name in ("initializer", "condition", "update"):
                    part = around.child_by_field_name(name)
                    if part is not None and (around.type in _LOOPS or not _OF_ERRORS.search(self.text(part))):
                        found.update((node.id, node) for node in walk(part))
        for _ in range(STEPS):
            names = {self.text(node) for node in found.values() if node.type == "identifier"}
            more = {
                node.id: node for name, value in self._settings if name in names and value.id not in found
                for node in walk(value)
            }  # fmt: skip
            if not more:
                break
            found.update(more)
        return tuple(found.values())

    def _checks(self, around: Node) -> bool:
        """True of a loop or a condition that launches nothing and sets what `main` returns: the program's own check."""
        if self.function.name != "main" or any(self._works(call) for call in self.calls if within(call, around)):
            return False
        given = [node for node in walk(self.function.body) if node.type == "return_statement"]
        results = {self.text(node) for each in given for node in walk(each) if node.type == "identifier"}
        return any(
            self.text(node.named_children[0]) in results
            for node in walk(around) if node.type in ("assignment_expression", "update_expression")
        )  # fmt: skip

    def _works(self, call: Node) -> bool:
        """True of a launch, and of a function of the program's that talks to the device."""
        return "<<<" in self.text(call) or self._name_of(call) in self.helpers.talking

    @cached_property
    def _leading_names(self) -> frozenset[str]:
        return frozenset(self.text(node) for node in self._reached if node.type == "identifier")

    @cached_property
    def _settings(self) -> tuple[tuple[str, Node], ...]:
        """Every name that the function sets, with the value; elements of arrays are what the host computes."""
        found = []
        for node in walk(self.function.body):
            left, value = {
                "init_declarator": (node.child_by_field_name("declarator"), node.child_by_field_name("value")),
                "assignment_expression": sides(node) or (None, None),
            }.get(node.type, (None, None))
            if left is not None and value is not None and left.type in ("identifier", "pointer_declarator"):
                found.append((self.text(left).strip("* "), value))
        return tuple(found)

    def _other_names(self, node: Node) -> Iterator[Edit]:
        """Put another name of the same type, or another direction, in the place of one."""
        text = self.text(node)
        if text in _DIRECTIONS:
            for other in _DIRECTIONS:
                yield self.edit("other direction", node, other, 4)
        elif node.type == "subscript_expression":
            for loop in ancestors(node, "for_range_loop"):
                parts = [loop.child_by_field_name(name) for name in ("right", "declarator")]
                array, element = (self.text(part).strip("&* ") if part is not None else "" for part in parts)
                if array and text.startswith(f"{array}["):
                    yield self.edit("same in every turn", node, element, 9)
        elif _OF_ERRORS.fullmatch(text) or self.is_target(node):
            return
        elif node.type == "identifier" and (own := self.variable(node)) is not None and own.type != "auto":
            of_class = own.sort is Sort.OTHER and not re.match(r"cuda|std::|dim3", own.type)
            kind = "another array" if own.sort in (Sort.POINTER, Sort.ARRAY) else "another variable"
            kind = "another object" if of_class else kind
            for name in self._alike(own, node):
                yield self.edit(kind, node, name, 9)
        elif node.type == "call_expression" and (call := _MEMBER.fullmatch(text)):
            whole = self.source.variable(self.function, call[1], node.start_byte)
            for name in self._alike(whole, node) if whole is not None else ():
                yield self.edit("another array", node, f"{name}{call[2]}", 8)
        elif node.type == "field_expression" and re.fullmatch(r"\w+(?:\.|->)\w+", text):
            base, dot, member = re.split(r"(\.|->)", text)
            members = re.findall(rf"(?<![\w.]){base}{re.escape(dot)}(\w+)\b(?!\s*\()", self.text(self.function.body))
            sorts = self.source.members
            alike = (each for each in dict.fromkeys(members) if sorts.get(each) == sorts.get(member))
            others = [f"{base}{dot}{each}" for each in alike if each != member]
            whole = self.source.variable(self.function, base, node.start_byte)
            objects = self._alike(whole, node) if whole is not None else []
            for other in (*others[:MOST_NAMES], *(f"{name}{dot}{member}" for name in objects)):
                yield self.edit("another variable", node, other, 9)
        elif node.type == "number_literal" and outside(node) == next(ancestors(node, "subscript_argument_list"), None):
            for name in loop_variables(self, node):
                yield self.edit("same in every turn", node, name, 9)
        elif text.isdigit() and int(text) > 1 and any(ancestors(node, "kernel_call_syntax")):
            for each in self.visible(node):
                if each.constant and each.sort is Sort.INT and each.name != self.macro:
                    yield self.edit("another variable", node, each.name, 12)

    def _alike(self, own: DeclaredName, node: Node) -> list[str]:
        """Return the nearest other names of the same type; of numbers those that lead to the device, too."""
        numbers = own.sort is Sort.INT
        alike = [
            each for each in self.visible(node)
            if (each.type, each.sort, each.dims) == (own.type, own.sort, own.dims) and each.name != own.name
            and (not numbers or each.name in self._leading_names)
        ]  # fmt: skip
        return [each.name for each in sorted(alike, key=lambda each: abs(each.first - own.first))][:MOST_NAMES]

    def _of_arguments(self, listed: Node) -> Iterator[Edit]:
        """Exchange two arguments, count in bytes or in elements, and point elsewhere into an array."""
        given, name = arguments(listed), called(self.source, listed)
        for (place, one), (other_place, other) in itertools.combinations(enumerate(given), 2):
            launch = listed.type == "kernel_call_syntax"
            if launch and not (_OF_BLOCKS.search(self.text(one)) and not _OF_BLOCKS.search(self.text(other))):
                continue
            if self.text(one) != self.text(other) and self._may_change_places(one, other):
                wanted = self.helpers.wants(name)
                crossed = [*wanted[place : place + 1], *wanted[other_place : other_place + 1]]
                cost = 4 if crossed == [self.text(other), self.text(one)] else 6 + other_place - place
                yield self._exchanged(one, other, cost)
        for place, in_bytes in self.helpers.sizes.get(name, {}).items():
            if place < len(given) and in_bytes and not self._is_in_bytes(given[place]):
                yield from self._in_bytes(given[place], given[:2])
            elif place < len(given) and not in_bytes:
                yield self._longer(given[place])
        if name == "dim3" or listed.type == "initializer_list":
            yield from self._sides_exchanged(given)
        for node in given:
            if self.text(node) in loop_variables(self, node):
                numbers = (each.name for each in self.visible(node) if each.constant and each.sort is Sort.INT)
                for name in itertools.islice((name for name in numbers if name != self.macro), MOST_TERMS):
                    yield self.edit("factor added", node, f"{self.text(node)} * {name}", 11)
            if self._is_address(node) and not self.text(node).startswith("&"):
                pair = sides(node) if operator_of(node) == "+" else None
                for term in self._offsets(node):
                    yield self.edit("term added", node, f"{self.text(node)} + {term}", 8)
                    if pair is not None:
                        yield self.edit("expression borrowed", pair[1], term, 8)

    def _exchanged(self, one: Node, other: Node, cost: int) -> Edit:
        changes = over(one, self.text(other), How.EXPRESSION), over(other, self.text(one), How.EXPRESSION)
        return self.made("arguments exchanged", cost, *changes)

    def _may_change_places(self, one: Node, other: Node) -> bool:
        sorts = {self.sort(node) for node in (one, other)}
        known = [self.variable(node) for node in (one, other) if node.type == "identifier"]
        types = {(each.type, each.sort) if each is not None else None for each in known}
        same = len(known) == 2 and len(types) == 1 and None not in types
        addresses = sorts <= {Sort.POINTER, Sort.ARRAY} or all(self._is_address(node) for node in (one, other))
        return same or addresses or (len(sorts) == 1 and not sorts & {Sort.OTHER, Sort.POINTER})

    def _is_address(self, node: Node) -> bool:
        pointer = self.sort(node) in (Sort.POINTER, Sort.ARRAY)
        return pointer or self.text(node).endswith((".data()", ".get()")) or self.text(node).startswith("&")

    def _is_in_bytes(self, node: Node) -> bool:
        """Return whether a number, its name or the value of a variable says that it counts bytes already."""
        text, value = self.text(node), self.values.get(self.text(node))
        counted = value is not None and "sizeof" in self.text(value)
        return counted or re.fullmatch(r"(?i)\d+|\w*bytes?", text) is not None

    def _in_bytes(self, node: Node, given: list[Node]) -> Iterator[Edit]:
        text, types = self.text(node), self._element_types(given)
        sizes = [each for each in walk(node) if each.type == "sizeof_expression"]
        for size in sizes:
            for type_ in types:
                yield self.edit("another size of elements", size, f"sizeof({type_})", 6)
            if (name := re.fullmatch(r"sizeof\s*\(?\s*(\w+)\s*\)?", self.text(size))) and name[1] not in types:
                yield self.edit("size of the pointer", size, f"sizeof(*{name[1]})", 4)
                yield self.edit("size of the pointer", size, f"sizeof({name[1]}[0])", 4)
                yield self.edit("size of the pointer", size, f"{name[1]}.size() * sizeof({name[1]}[0])", 4)
        pair = sides(node) if operator_of(node) == "*" and len(sizes) == 1 else None
        for number in pair or ():
            if number.type == "identifier":
                yield self.edit("counted in bytes", node, self.text(number), 9)
            if not self._is_given(number):
                yield self._longer(number)
        if not sizes:
            for type_ in types:
                yield self.edit("counted in elements", node, f"{bracketed(text)} * sizeof({type_})", 3)

    def _longer(self, number: Node) -> Edit:
        return self.edit("one element more", number, f"{self.text(number)} + 1", 8)

    def _is_given(self, number: Node) -> bool:
        """True of a parameter: what a call needs is not said in the function."""
        known = self.variable(number) if number.type == "identifier" else None
        return number.type not in ("identifier", "field_expression") or (known is not None and known.parameter)

    def _sides_exchanged(self, given: list[Node]) -> Iterator[Edit]:
        """Exchange the one name that a side of a grid has once with that of another side."""
        names = [
            [node for node in walk(each) if node.type in ("identifier", "field_expression")
             and (node.parent is None or node.parent.type != "field_expression")] for each in given
        ]  # fmt: skip
        often = Counter(self.text(node) for side in names for node in side)
        alone = [[node for node in side if often[self.text(node)] == 1] for side in names]
        for (one, *more), (other, *others) in itertools.combinations([side for side in alone if side], 2):
            if not (more or others):
                yield self._exchanged(one, other, 7)

    def _element_types(self, given: list[Node]) -> list[str]:
        """Return the types of what the arguments point to, then those of which the function takes the size."""
        found = []
        for node in given:
            names = [self.text(each) for each in walk(node) if each.type == "identifier"]
            for known in (self.source.variable(self.function, name, node.start_byte) for name in names):
                match = _ELEMENT.match(known.type) if known is not None else None
                if match and known is not None and (match[1] or known.sort in (Sort.POINTER, Sort.ARRAY)):
                    found.append(match[1] or match[2])
        found += re.findall(r"extern\s+__shared__\s+((?:unsigned |long )?\w+)", self.source.text(self.source.root))
        found += re.findall(r"sizeof\s*\(\s*((?:unsigned |long )?\w+)\s*\)", self.text(self.function.body))
        return [each for each in dict.fromkeys(found) if _TYPE.fullmatch(each)]

    def _offsets(self, node: Node) -> Iterator[str]:
        """Yield what other calls of the function add to a pointer, and how far the loop around has come."""
        found: dict[str, None] = {}
        for listed in self._lists:
            for each in (part for argument in listed.named_children for part in walk(argument)):
                pair = sides(each) if each.type == "binary_expression" and operator_of(each) == "+" else None
                if pair is not None and self.sort(pair[0]) is not Sort.INT:
                    found.setdefault(self.text(pair[1]))
        found.update(dict.fromkeys(loop_variables(self, node)))
        own = self.text(node)
        yield from itertools.islice(
            (bracketed(each) for each in found if each not in own and self.can_name(each, node)), MOST_TERMS
        )

    def _begins(self, node: Node) -> Iterator[Edit]:
        """Let a loop begin at 0."""
        around = next(ancestors(node, "for_statement", "compound_statement"), None)
        first = around.child_by_field_name("initializer") if around is not None else None
        if first is not None and within(node, first) and self.is_slot(node) and self.text(node) != "0":
            yield self.edit("begins too late", node, "0", 9)

    def _last_pieces(self, node: Node) -> Iterator[Edit]:
        """Take what is left, where that is less than the step of a loop that goes on piece by piece."""
        for loop in ancestors(node, "for_statement"):
            first = loop.child_by_field_name("initializer")
            if first is not None and within(node, first):
                continue
            parts = (loop.child_by_field_name("condition"), loop.child_by_field_name("update"))
            condition, update = (sides(part) if part is not None else None for part in parts)
            steps = parts[1] is not None and operator_of(parts[1]) == "+="
            if not (steps and condition and update) or self.text(condition[0]) != self.text(update[0]):
                continue
            come, end, step = (self.text(each) for each in (condition[0], condition[1], update[1]))
            own, left = self.text(node), f"{bracketed(end)} - {come}"
            if own == step:
                yield self.edit("last piece", node, f"({own} < {left} ? {own} : {left})", 5)
            if own == end and operator_of(node) == "":
                yield self.edit("last piece", node, f"{own} - {come}", 5)

    def _of_statements(self, gaps: Gaps) -> Iterator[Edit]:
        """Move, drop or add a statement that talks to the device."""
        for statement in self.statements:
            if statement.type != "expression_statement" or not any(within(call, statement) for call in self.calls):
                continue
            if statement.parent is None or statement.parent.type != "compound_statement":
                continue
            yield dropped(self, statement, "statement dropped", 12)
            for edit in moved(self, statement, gaps):
                apart = self._statements_between(edit)
                if apart <= MOST_APART:
                    yield edit.costing(10 + apart)
            later = _LATER.search(self.text(statement)) is not None
            for gap in gaps if later else ():
                if gap.before == statement:
                    yield gap.edit("no wait for the device", 6, "cudaDeviceSynchronize();")
        launches = [call for call in self.calls if "<<<" in self.text(call)]
        for kernel in (call.child_by_field_name("function") for call in launches):
            if kernel is not None:
                others = self.helpers.kernels_like(self.text(kernel))
                yield from (self.edit("another function", kernel, other, 10) for other in others)
        for call, (name, size) in itertools.product(launches, self._allocated.items()):
            around = next(ancestors(call, "expression_statement"), None)
            if around is not None and re.search(rf"\b{re.escape(name)}\b", self.text(call).split(">>>")[-1]):
                for gap in gaps:
                    if gap.following == around and self.can_name(size, around):
                        sets = gap.before if gap.before is not None and self._sets(gap.before, name) else around
                        line = self.source.line(sets.start_byte)
                        yield replace(gap.edit("never set to zero", 7, f"cudaMemset({name}, 0, {size});"), line=line)

    def _sets(self, statement: Node, name: str) -> bool:
        """True of a copy or a fill whose target is a variable."""
        return re.search(rf"\bcudaMem(?:cpy|set)\w*\s*\(\s*{re.escape(name)}\b", self.text(statement)) is not None

    def _statements_between(self, edit: Edit) -> int:
        """Return how many statements a moved one passes."""
        first, last = min(each.end for each in edit.changes), max(each.start for each in edit.changes)
        return sum(first <= node.start_byte and node.end_byte <= last for node in self.statements)

    @cached_property
    def _allocated(self) -> dict[str, str]:
        """The names of device memory that the function allocates by a call of the runtime, each with its bytes."""
        calls = (re.search(r"cudaMalloc(?:Managed)?\s*\((?:\([^()]*\)\s*)?&\s*(\w+)\s*,\s*([^;]+)\)", self.text(call))
                 for call in self.calls)  # fmt: skip
        return {match[1]: match[2] for match in calls if match}

    def can_name(self, text: str, node: Node) -> bool:
        """See `EditSite`: functions, types and members have names, too."""
        names = {each.name for each in self.visible(node)} | set(_PLAIN_NAME.findall(self.text(node)))
        used = _PLAIN_NAME.findall(re.sub(r"sizeof\s*\([^()]*\)", "", text))
        return names.issuperset(name for name in used if not name.isupper())
