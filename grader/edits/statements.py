"""Edits of statements: dropped or moved, values set earlier, and what a condition or a loop controls."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from grader.edits.barriers import Gaps, StatementGap, barriers_of, dropped, edits_of_barriers, gaps_of
from grader.edits.change import Change, Edit, How
from grader.edits.context import EditSite, counts, over
from grader.edits.nodes import LOOPS, ancestors, following, operator_of, sides, stored_alone, walk, within
from grader.edits.syntax import DeclaredName, Sort

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST_MOVED = 400
_CONTROLLING = ("if_statement", "for_statement", "while_statement")
_IN_A_BODY = ("expression_statement", "if_statement", "for_statement", "while_statement")
_MOVABLE = ("expression_statement", "if_statement", "for_statement")
_DROPPED = ("expression_statement", "return_statement", "if_statement", "continue_statement", "break_statement")
_MOVED_ON = re.compile(r"(\w+)\s*\+=\s*([^;=]{1,80});")
_ZEROED = re.compile(r"(?:=|\bfill_fragment\s*\([^,]*,)\s*(?:0|0?\.0*|0\.)[fF]?\s*\)?\s*;$")
"""A statement that puts 0 into something: a fragment of `nvcuda::wmma` by a call."""
_COMMITS = re.compile(r"(?:__pipeline_commit|\w+\.producer_commit)\s*\(")
_TOGGLES = re.compile(r"(\w+)\s*(?:\^=\s*1|=\s*(?:1\s*-\s*\1|!\1|\1\s*\^\s*1|\(\1\s*\+\s*1\)\s*%\s*\w+))\s*;")
_STEP = re.compile(r"(\w+)\s*(?:[-+*/]=|>>=|<<=|\+\+|--)")
_WORDS = re.compile(r"[A-Za-z_]\w*|\d+")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
SHORTEST_SERIES, SHORTEST_OF_TWO, LONGEST_NUMBER = 4, 3, 6
_ASSIGNED = re.compile(r"([\w.\[\] +*/-]{1,80}?)\s*=(?!=)\s*([^;=]{1,200});")


def edits(site: EditSite) -> Iterator[Edit]:
    """Yield all edits of this family, barriers first."""
    gaps = tuple(gaps_of(site))
    barriers = barriers_of(site)
    yield from edits_of_barriers(site, gaps, barriers)
    for statement in site.statements:
        if statement.type in _DROPPED and statement not in barriers:
            yield dropped(site, statement, "statement dropped", 15)
        if statement.type in _MOVABLE and statement not in barriers:
            yield from moved(site, statement, gaps)
    yield from _likewise(site)
    yield from _series(site)
    yield from _repeated_behind(site)
    yield from _exchanged(site)
    yield from _values_exchanged(site)
    yield from _next_components(site)
    yield from _values_set(site)
    yield from _values_set_elsewhere(site, gaps)
    yield from _advanced(site, gaps)
    yield from _empty_bodies(site)
    yield from _braces_left_out(site)
    yield from _counted_from_one(site)
    yield from _asked_too_late(site)


def _exchanged(site: EditSite) -> Iterator[Edit]:
    """Exchange two statements of which the first overwrites what the second one reads: `a = b; c = a;`.

    Where each of the two reads what the other one sets, keep the first value: `a = b; b = a;`.
    """
    for first in site.statements:
        second = first.next_named_sibling
        while second is not None and second.type == "comment":
            second = second.next_named_sibling
        if second is None or {first.type, second.type} != {"expression_statement"}:
            continue
        one, two = (_ASSIGNED.fullmatch(site.text(node)) for node in (first, second))
        if one is None or two is None or not re.search(rf"(?<![\w.]){re.escape(one[1].strip())}(?![\w.\[])", two[2]):
            continue
        target, value = one[1].strip(), two[2]
        if re.search(rf"(?<![\w.]){re.escape(two[1].strip())}(?![\w.\[])", one[2]):
            kept = re.sub(rf"(?<![\w.]){re.escape(target)}(?![\w.\[])", "kept", value)
            keeping, rest = f"auto kept = {target};", f"{two[1].strip()} = {kept};"
            ahead = Change(first.start_byte, first.start_byte, f"{keeping}\n{site.indent(first)}")
            both = f"{keeping} {site.text(first)} {rest}"
            switches = (over(first, both, How.REPLACE), over(second, "", How.REPLACE))
            yield site.made("lost in an exchange", 4, ahead, over(second, rest), switches=switches)
        gap = StatementGap(site, second, second)
        yield gap.edit("changed too early", 9, site.text(first), dropped(site, first, "", 0))


def _values_exchanged(site: EditSite) -> Iterator[Edit]:
    """Exchange the values of two variables beside each other, made of the same: `row = t / n; col = t % n;`."""
    set_here = [node for node in site.expressions if node.parent is not None and node.parent.type == "init_declarator"]
    values = [node for node in set_here if node == node.parent.child_by_field_name("value")]  # type: ignore[union-attr]
    for one, two in itertools.pairwise(values):
        first, second = site.text(one), site.text(two)
        near = site.source.line(two.start_byte) - site.source.line(one.start_byte) <= 1
        alike = [sorted("x" if word == "y" else word for word in _WORDS.findall(text)) for text in (first, second)]
        if near and first != second and alike[0] == alike[1]:
            changes = (over(one, second, How.EXPRESSION), over(two, first, How.EXPRESSION))
            yield site.made("values exchanged", 9, *changes)


def _series(site: EditSite) -> Iterator[Edit]:
    """Mend the number of one statement of several that differ in one alone: `f(16); f(8); f(4); f(4); f(1);`."""
    for block in walk(site.function.body):
        rows = [node for node in block.named_children if node.type == "expression_statement"]
        for _, group in itertools.groupby(rows, lambda node: _NUMBER.sub("#", site.text(node))):
            numbers = [[item for item in walk(node) if item.type == "number_literal"] for node in group]
            columns = list(zip(*numbers, strict=True)) if len({len(found) for found in numbers}) == 1 else []
            texts = [[site.text(literal) for literal in column] for column in columns]
            if not all(text.isdecimal() and len(text) <= LONGEST_NUMBER for column in texts for text in column):
                continue
            values = [[int(text) for text in column] for column in texts]
            for column, series in zip(columns, values, strict=True):
                for place, literal in enumerate(column if len(series) >= SHORTEST_OF_TWO else ()):
                    fitting = _completing(series, place)
                    if (
                        len(columns) > 1 or len(series) < SHORTEST_SERIES
                    ):  # another column of the same numbers must agree
                        fitting = [each for each in fitting if [*series[:place], each, *series[place + 1 :]] in values]
                    for number in fitting[:1]:
                        yield site.edit("number of a series", literal, str(number), 0)


def _completing(values: Sequence[int], place: int) -> list[int]:
    """Return the other numbers at a place with which all double, halve or grow by the same."""

    def goes_on(number: int) -> bool:
        pairs = list(itertools.pairwise([*values[:place], number, *values[place + 1 :]]))
        return (
            len({second - first for first, second in pairs}) == 1
            or all(second == 2 * first for first, second in pairs)
            or all(first == 2 * second for first, second in pairs)
        )

    if 0 < place == len(values) - 2:
        near, other = values[place - 1], (3 * values[place - 1] - values[place + 1]) // 2  # halfway between the two
    else:
        near, other = (values[place - 1], values[place - 2]) if place > 1 else (values[place + 1], values[place + 2])
    fitting = (number for number in (2 * near, near // 2, 2 * near - other) if number > 0 and goes_on(number))
    return [number for number in fitting if number != values[place]]


def _repeated_behind(site: EditSite) -> Iterator[Edit]:
    """Add behind a loop, too, what it adds only when something else begins: `if (v != last) bins[last] += count;`."""
    for statement in site.statements:
        loop = next(ancestors(statement, *LOOPS), None)
        if statement.type not in ("if_statement", "expression_statement") or loop is None:
            continue
        text = site.text(statement)
        inside = next(ancestors(statement, "if_statement"), None)
        before = site.source.data[loop.start_byte : statement.start_byte]
        seldom = b"continue" in before or (inside is not None and within(inside, loop))
        if not seldom or not re.match(r"(?:if\s*\([^{}]*\)\s*)?atomicAdd\s*\(", text):
            continue
        gap = StatementGap(site, loop.parent, loop) if loop.parent is not None else None
        if gap is not None and gap.block.type == "compound_statement" and _names_known(site, statement, gap):
            yield gap.edit("last one lost", 6, text)


def _likewise(site: EditSite) -> Iterator[Edit]:
    """Move another pointer on as the one before it is: `x += i; y += i;`, and `z` too."""
    for statement in site.statements:
        moved = _MOVED_ON.fullmatch(site.text(statement)) if statement.type == "expression_statement" else None
        known = {name.name: name for name in site.visible(statement) if name.sort is Sort.POINTER} if moved else {}
        if moved is None or moved[1] not in known:
            continue
        gap = StatementGap(site, statement, statement)
        for name in known:
            if not re.search(rf"(?<![*\w]){re.escape(name)}\s*(?:\+=|=(?!=))", site.text(site.function.body)):
                yield gap.edit("statement added", 10, f"{name} += {moved[2]};")


def moved(site: EditSite, statement: Node, gaps: Gaps) -> Iterator[Edit]:
    """Move a statement to just before or after its neighbours, or out of or into a block next to it."""
    text = site.text(statement)
    if len(text) > LONGEST_MOVED:
        return
    gone = dropped(site, statement, "", 0)
    for gap in gaps:
        outside = gap.at <= statement.start_byte or gap.at >= statement.end_byte
        if outside and _is_near(statement, gap) and _names_known(site, statement, gap):
            # What is set to 0 before a loop may have to be 0 in every turn of it.
            anew = gap.before is None and gap.loop is not None and gap.at > statement.end_byte and _ZEROED.search(text)
            # A group of copies that only some turns end leaves another number of groups to wait for, and a buffer that
            # is exchanged too soon is the wrong one in all that follows.
            likely = _COMMITS.match(text) or _TOGGLES.match(text) or _is_step_of_loop(site, statement, gap)
            likely = likely or _is_start_of_sum(site, statement, gap)
            yield gap.edit(*(("zero once", 8) if anew else ("statement moved", 4 if likely else 17)), text, gone)


def _is_step_of_loop(site: EditSite, statement: Node, gap: StatementGap) -> bool:
    """Return whether a loop asks for what a statement of its body changes, and the gap is the body's end."""
    step = _STEP.match(site.text(statement))
    condition = gap.loop.child_by_field_name("condition") if gap.loop is not None else None
    if step is None or condition is None or gap.block != statement.parent or gap.following is not None:
        return False
    return re.search(rf"(?<![\w.]){step[1]}(?!\w)", site.text(condition)) is not None


def _is_start_of_sum(site: EditSite, statement: Node, gap: StatementGap) -> bool:
    """Return whether a statement puts 0 into what is used behind the loop around it, and the gap is before that."""
    loop = next(ancestors(statement, *LOOPS), None)
    if loop is None or gap.following != loop or not _ZEROED.search(site.text(statement)):
        return False
    names = {site.text(node) for node in walk(statement) if node.type == "identifier"}
    return any(node.start_byte >= loop.end_byte for name in names for node in site.uses(name))


def _is_near(statement: Node, gap: StatementGap) -> bool:
    """Return whether the gap is in the statement's block (elsewhere), the enclosing one, or one directly inside."""
    block = _block_around(statement)
    if block is None:
        return False
    if gap.block == block:
        siblings = [node for node in block.named_children if node.type != "comment"]
        at = next((number for number, node in enumerate(siblings) if within(statement, node)), 0)
        there = siblings.index(gap.before) + 1 if gap.before in siblings else 0
        return there - at not in (0, 1) or statement.parent != block
    return gap.block == _block_around(block) or _block_around(gap.block) == block


def _block_around(node: Node) -> Node | None:
    return next(ancestors(node, "compound_statement"), None)


def _names_known(site: EditSite, statement: Node, gap: StatementGap) -> bool:
    known = {item.name for item in site.source.visible(site.function, gap.at)}
    inner = {item.name for item in site.function.variables if statement.start_byte <= item.first < statement.end_byte}
    used = {site.text(node) for node in walk(statement) if node.type == "identifier"}
    return used & {item.name for item in site.function.variables} <= known | inner


def _next_components(site: EditSite) -> Iterator[Edit]:
    """Repeat a statement on one vector component (.x, .y, .z) for the next one, if that is missing."""
    whole = site.text(site.function.body)
    for node in site.statements:
        text = site.text(node)
        parts = set(re.findall(r"(?<!threadIdx)(?<!blockIdx)(?<!blockDim)\.([xyz])\b", text))
        if node.type != "expression_statement" or len(parts) != 1:
            continue
        part = parts.pop()
        following = re.sub(rf"\.{part}\b", f".{'yzw'['xyz'.index(part)]}", text)
        if following not in whole:
            line = site.source.line(node.start_byte)
            yield StatementGap(site, node, node).edit("statement added", 10, following, line=line)


def _values_set(site: EditSite) -> Iterator[Edit]:
    """Initialise a local that is declared without a value."""
    for node in site.statements:
        if node.type != "declaration" or "__shared__" in site.text(node) or "extern" in site.text(node):
            continue
        for declarator in node.children_by_field_name("declarator"):
            if declarator.type not in ("identifier", "array_declarator"):
                continue
            name = next(item for item in walk(declarator) if item.type == "identifier")
            known = site.source.variable(site.function, site.text(name), declarator.end_byte)
            value = {Sort.FLOAT: "0.0f", Sort.INT: "0", Sort.ARRAY: "{}"}.get(known.sort) if known is not None else None
            if known is None or value is None:
                continue
            change = Change(declarator.end_byte, declarator.end_byte, f" = {value}")
            now = _zeroed(known) if known.sort is Sort.ARRAY else f"{known.name} = {value};"
            # In the head of a loop nothing can be put behind it.
            in_head = node.parent is not None and node.parent.type in LOOPS
            switches = () if in_head else (Change(node.end_byte, node.end_byte, now, How.INSERT),)
            # An array that is set before it is used is perhaps not set in full.
            cost = 2 if _is_read_first(site, known) else 20 if known.sort is Sort.ARRAY else 8
            yield site.made("value set", cost, change, switches=switches)


def _zeroed(array: DeclaredName) -> str:
    """Return a statement that sets every element of a local array to 0."""
    names = [array.name, *(f"grader_{number}" for number in range(array.dims))]
    loops = (f"for (auto &{inner} : {outer})" for outer, inner in itertools.pairwise(names))
    return f"{' '.join(loops)} {names[-1]} = 0;"


def _is_read_first(site: EditSite, variable: DeclaredName) -> bool:
    """Return whether the following text reads a variable before it sets it."""
    uses = (node for node in site.uses(variable.name) if node.start_byte >= variable.first)
    first = min(uses, key=lambda node: node.start_byte, default=None)
    if first is None:
        return False
    while first.parent is not None and first.parent.type == "subscript_expression":
        first = first.parent
    return not (site.is_target(first) and first.parent is not None and operator_of(first.parent) == "=")


def _values_set_elsewhere(site: EditSite, gaps: Gaps) -> Iterator[Edit]:
    """Set a variable again, before a loop or at the beginning of one, that is set only where it is declared.

    And set an element of an output before the loop that adds to it.
    """
    for variable, declared, value in _starting_values(site):
        for gap in gaps:
            begins = gap.before is None and gap.loop is not None
            before = gap.following is not None and gap.following.type in LOOPS
            if (begins or before) and variable.first <= gap.at < variable.last:
                behind = gap.loop.end_byte if gap.loop is not None else variable.last
                lost = any(node.start_byte >= behind for node in site.uses(variable.name))
                # what is used behind the loop has gathered something in it
                yield gap.edit("value set again", 16 if lost else 12, f"{variable.name} = {value};", line=declared)
    for gap in gaps:
        row = gap.following
        names = list(_set_under_conditions(site, row)) if row is not None and gap.loop is not None else []
        if row is not None and names:
            text = " ".join(f"{name} = 0.0f;" for name in names)
            yield gap.edit("value set again", 10, text, line=site.source.line(row.start_byte))
    for node in site.expressions:
        element = node.child_by_field_name("left") if operator_of(node) == "+=" else None
        if element is None or not (element.type == "pointer_expression" or site.is_global(element)):
            continue
        for gap in gaps:
            loop = gap.following if gap.following is not None and gap.following.type in LOOPS else None
            if loop is not None and within(element, loop) and _names_known(site, element, gap):
                line = site.source.line(node.start_byte)
                yield gap.edit("value set", 6, f"{site.text(element)} = 0;", line=line)


def _set_under_conditions(site: EditSite, node: Node | None) -> Iterator[str]:
    """Yield the floats that a row of conditions without `else` sets, which keep their last values otherwise."""
    while node is not None and node.type == "if_statement" and node.child_by_field_name("alternative") is None:
        stored = stored_alone(node.child_by_field_name("consequence") or node)
        known = site.variable(stored) if stored is not None and stored.type == "identifier" else None
        if known is None or known.sort is not Sort.FLOAT:
            return
        yield known.name
        node = node.next_named_sibling


def _starting_values(site: EditSite) -> Iterator[tuple[DeclaredName, int, str]]:
    """Yield local numbers and flags with the line of their first value (0 if none), and that value."""
    for node in walk(site.function.body):
        first = node.child_by_field_name("value") if node.type == "init_declarator" else None
        name = node.child_by_field_name("declarator") if first is not None and first.type in ("true", "false") else None
        known = site.source.variable(site.function, site.text(name), node.end_byte) if name is not None else None
        if known is not None and first is not None and not known.constant:
            yield known, site.source.line(node.start_byte), site.text(first)
    for item in site.function.variables:
        if item.sort not in (Sort.FLOAT, Sort.INT) or item.parameter or item.constant:
            continue
        value = site.values.get(item.name)
        changed = item.sort is Sort.INT and any(site.is_target(node) for node in site.uses(item.name))
        plain = r"[\w.]+" if changed else r"[\d.fF]+"
        if value is not None and re.fullmatch(plain, site.text(value)):
            yield item, site.source.line(value.start_byte), site.text(value)
        elif value is None and item.sort is Sort.FLOAT:
            yield item, 0, "0.0f"


def _advanced(site: EditSite, gaps: Gaps) -> Iterator[Edit]:
    """Advance a pointer or counter at a loop's end, or exchange a buffer."""
    still = [variable for variable in site.function.variables if _stands_still(site, variable)]
    for gap in gaps:
        if gap.before is not None and gap.following is None and gap.loop is not None:
            for variable in site.source.visible(site.function, gap.at):
                for text in _next_steps(site, variable):
                    yield gap.edit("step added", 8 if variable in still else 24, text)


def _is_what_is_left(site: EditSite, variable: DeclaredName) -> bool:
    """Return whether a variable begins as one of the sizes."""
    value = site.values.get(variable.name)
    return value is not None and site.text(value) in site.sizes


def _stands_still(site: EditSite, variable: DeclaredName) -> bool:
    """Return whether a variable never changes that begins with a number or a size; of pointers, where another moves."""
    if variable.sort is Sort.POINTER:
        alike = (
            other for other in site.function.variables
            if other.sort is Sort.POINTER and other.parameter == variable.parameter and not other.shared
        )  # fmt: skip
        moving = {other.name for other in alike if any(site.is_target(node) for node in site.uses(other.name))}
        return bool(moving) and variable.name not in moving
    value = site.values.get(variable.name)
    if variable.constant or value is None or (
        value.type != "number_literal" and not _is_what_is_left(site, variable)
    ):  # fmt: skip
        return False
    return not any(site.is_target(node) for node in site.uses(variable.name))


def _next_steps(site: EditSite, variable: DeclaredName) -> Iterator[str]:
    """Yield statements that advance a variable from one iteration to the next."""
    if variable.sort is Sort.POINTER:
        for step in (site.width, *(f"{site.width} * {size}" for size in site.sizes)):
            yield f"{variable.name} += {step};"
    elif counts(variable):
        yield from (f"{variable.name} {step};" for step in ("+= 1", f"+= {site.width}", f"= 1 - {variable.name}"))
        if _is_what_is_left(site, variable):
            yield f"{variable.name} -= {site.width};"


def _empty_bodies(site: EditSite) -> Iterator[Edit]:
    """Remove the semicolon in `if (…);` and `for (…);`, so that they control the next statement."""
    for node in site.statements:
        body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
        following = node.next_named_sibling
        if node.type == "do_statement" or body is None or following is None or site.text(body) != ";":
            continue
        header = site.source.data[node.start_byte : body.start_byte].decode("utf-8", "replace")
        under = over(following, f"{header} {{ {site.text(following)} }}", How.REPLACE)
        # After a loop whose variable is declared outside, that variable has its end value, or the loop never ends.
        switches = (under,) if node.type == "if_statement" else ()
        yield site.made("empty body", 1, over(body, ""), switches=switches)


def _braces_left_out(site: EditSite) -> Iterator[Edit]:
    """Put what is indented like the only statement of an `if` or a loop under it, too."""
    for node in site.statements:
        body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
        if node.type not in _CONTROLLING or body is None or body.type not in _IN_A_BODY:
            continue
        behind = list(itertools.takewhile(partial(_is_further_in, site, node), following(node)))
        if not behind or node.child_by_field_name("alternative") is not None:
            continue
        last, rest = behind[-1], (over(each, "", How.REPLACE) for each in behind)
        whole = site.source.data[body.start_byte : last.end_byte].decode("utf-8", "replace")
        opened, closed = Change(body.start_byte, body.start_byte, "{ "), Change(last.end_byte, last.end_byte, " }")
        switches = (over(body, f"{{ {whole} }}", How.REPLACE), *rest)
        line = site.source.line(node.start_byte)
        yield site.made("braces left out", 2, opened, closed, switches=switches, line=line)


def _is_further_in(site: EditSite, head: Node, node: Node) -> bool:
    """Return whether a statement that begins its line stands further in than the header above it."""
    begins = head.start_point[1] == len(site.indent(head))
    return begins and node.type in _IN_A_BODY and len(site.indent(node)) > len(site.indent(head))


def _counted_from_one(site: EditSite) -> Iterator[Edit]:
    """Count from 0 to n - 1 where a loop counts from 1 to n."""
    for node in site.statements:
        first, condition = (node.child_by_field_name(part) for part in ("initializer", "condition"))
        if node.type != "for_statement" or first is None or condition is None or operator_of(condition) != "<=":
            continue
        values, pair = [item for item in walk(first) if item.type == "number_literal"], sides(condition)
        if pair and [site.text(value) for value in values] == ["1"]:
            below = f"{site.text(pair[0])} < {site.text(pair[1])}"
            changes = (over(values[0], "0", How.EXPRESSION), over(condition, below, How.EXPRESSION))
            yield site.made("counted from one", 6, *changes)


def _asked_too_late(site: EditSite) -> Iterator[Edit]:
    """Ask before the first turn of a loop, too: `while (c) …` for `do … while (c);`."""
    for node in site.statements:
        body, condition = (node.child_by_field_name(part) for part in ("body", "condition"))
        if node.type == "do_statement" and body is not None and condition is not None:
            asked = f"while {site.text(condition)} "
            changes = Change(node.start_byte, body.start_byte, asked), Change(body.end_byte, node.end_byte, "")
            switch = over(node, f"{asked}{site.text(body)}", How.REPLACE)
            yield site.made("asked too late", 8, *changes, switches=(switch,))
