"""Edits of statements: barriers added, dropped and moved; other statements dropped or moved; values set earlier."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.edits.change import Change, Edit, How
from grader.edits.context import EditSite, operator_of
from grader.edits.syntax import DeclaredName, Sort, walk

if TYPE_CHECKING:
    from tree_sitter import Node

BARRIER = "__syncthreads();"
_MOVABLE = ("expression_statement", "if_statement", "for_statement")
_HEADED = ("if_statement", "for_statement", "while_statement")
_LOOPS = ("for_statement", "while_statement", "do_statement")
_UNSET = ("identifier", "array_declarator")
_DROPPED = ("expression_statement", "return_statement", "if_statement", "continue_statement", "break_statement")


def edits(site: EditSite) -> Iterator[Edit]:
    """Yield all edits of this family, barriers first."""
    places = tuple(_places(site))
    barriers = _barriers_of(site)
    yield from _barriers(site, places, barriers)
    for statement in site.statements:
        if statement.type in _DROPPED and statement not in barriers:
            yield dropped(site, statement, "statement dropped", 15)
        if statement.type in _MOVABLE and statement not in barriers:
            yield from _moved(site, statement, places)
    yield from _empty_bodies(site)
    yield from _next_components(site)
    yield from _values_set(site)
    yield from _values_set_elsewhere(site, places)
    yield from _advanced(site, places)


def barriers_dropped(site: EditSite) -> Iterator[Edit]:
    """Yield edits that each drop one barrier."""
    return (dropped(site, barrier, "barrier dropped", 14) for barrier in _barriers_of(site))


class StatementGap:
    """A gap between two statements of a block: after `before`, or at the block's beginning if it is None."""

    def __init__(self, site: EditSite, block: Node, before: Node | None) -> None:
        self.block, self.before = block, before
        self.at = before.end_byte if before is not None else block.start_byte + 1
        self._site = site

    def insert(self, text: str) -> tuple[Change, Change]:
        """Return an insertion as a change of the text, on its own line, and as a switchable change."""
        data = self._site.source.data
        end = data.find(b"\n", self.at)
        rest = data[self.at : end].strip() if end >= 0 else b"x"
        position = end if end >= 0 and (not rest or rest.startswith(b"//")) else self.at
        lines = "".join(f"\n{self._indent()}{line}" for line in text.split("\n"))
        return Change(position, position, lines), Change(self.at, self.at, text, How.INSERT)

    def _indent(self) -> str:
        statements = self.block.named_children
        first = self.before or next((node for node in statements if node.type != "comment"), self.block)
        data = self._site.source.data
        begin = data.rfind(b"\n", 0, first.start_byte) + 1
        indent = data[begin : first.start_byte]
        return indent.decode() if not indent.strip() else ""

    @property
    def line(self) -> int:
        """The line before the new statement."""
        return self._site.source.line(self.at)


def is_barrier(site: EditSite, node: Node) -> bool:
    """Return whether a statement is `__syncthreads();`."""
    return (
        node.type == "expression_statement"
        and re.fullmatch(r"__syncthreads\s*\(\s*\)\s*;", site.text(node)) is not None
    )


def _places(site: EditSite) -> Iterator[StatementGap]:
    for block in walk(site.function.body):
        if block.type != "compound_statement":
            continue
        yield StatementGap(site, block, None)
        for node in block.named_children:
            if node.type not in ("comment", "preproc_call", "return_statement", "ERROR", "break_statement"):
                yield StatementGap(site, block, node)


def _barriers_of(site: EditSite) -> list[Node]:
    return [node for node in site.statements if is_barrier(site, node)]


def _barriers(site: EditSite, places: tuple[StatementGap, ...], barriers: list[Node]) -> Iterator[Edit]:
    for place in places:
        change, switch = place.insert(BARRIER)
        cost = 10 + 2 * (place.before is None) + 2 * _is_first(place)
        yield Edit(kind="barrier added", line=place.line, cost=cost, changes=(change,), switches=(switch,))
    if not barriers:
        yield from _two_barriers(places)
    for statement in site.statements:
        if statement.type == "if_statement":
            yield from _hoisted(site, statement, barriers, places)
        elif statement.type == "expression_statement" and re.fullmatch(r"__syncthreads\s*;", site.text(statement)):
            change = Change(statement.start_byte, statement.end_byte, BARRIER)
            switch = replace(change, how=How.REPLACE)
            yield Edit(kind="call", line=site.source.line(change.start), cost=4, changes=(change,), switches=(switch,))
    for barrier, gone in zip(barriers, barriers_dropped(site), strict=True):
        yield gone
        for place in places:
            if place.before == barrier or place.at == barrier.start_byte:
                continue
            change, switch = place.insert(BARRIER)
            yield replace(
                gone, kind="barrier moved", cost=16, changes=(*gone.changes, change), switches=(*gone.switches, switch)
            )


def _two_barriers(places: tuple[StatementGap, ...]) -> Iterator[Edit]:
    """In a kernel without barriers, add one after the loads and one at the end of the phase."""
    for one, other in itertools.combinations(places, 2):
        around = other.block.parent
        in_loop = one.block == other.block and around is not None and around.type in _LOOPS
        if in_loop and one.before is not None and one.before.type != "declaration":
            pairs = [place.insert(BARRIER) for place in (one, other)]
            yield Edit(
                kind="barriers added",
                line=one.line,
                cost=14 + 2 * (_next(other) is not None),
                changes=tuple(change for change, _ in pairs),
                switches=tuple(switch for _, switch in pairs),
            )


def _hoisted(site: EditSite, statement: Node, barriers: list[Node], places: tuple[StatementGap, ...]) -> Iterator[Edit]:
    """Replace all barriers in the branches of an `if` by one after it or before it."""
    inner = [node for node in barriers if statement.start_byte <= node.start_byte < statement.end_byte]
    if not inner:
        return
    gone = [dropped(site, node, "", 0) for node in inner]
    for place in places:
        if place.at == statement.end_byte or _next(place) == statement:
            change, switch = place.insert(BARRIER)
            yield Edit(
                kind="barrier moved out",
                line=site.source.line(inner[0].start_byte),
                cost=10 + 2 * (place.at != statement.end_byte),
                changes=(*(item.changes[0] for item in gone), change),
                switches=(*(item.switches[0] for item in gone), switch),
            )


def _is_first(place: StatementGap) -> bool:
    """Return whether only declarations come before the gap in its block."""
    if place.before is None:
        return True
    return place.before.type == "declaration"


def dropped(site: EditSite, node: Node, kind: str, cost: int) -> Edit:
    data = site.source.data
    begin, end = node.start_byte, node.end_byte
    line_begin, line_end = data.rfind(b"\n", 0, begin) + 1, data.find(b"\n", end)
    alone = line_end >= 0 and not data[line_begin:begin].strip() and not data[end:line_end].strip()
    needed = node.parent is None or node.parent.type != "compound_statement"
    text = Change(line_begin, line_end + 1, "") if alone and not needed else Change(begin, end, ";" if needed else "")
    return Edit(
        kind=kind,
        line=site.source.line(begin),
        cost=cost,
        changes=(text,),
        switches=(Change(begin, end, "", How.REPLACE),),
    )


def _moved(site: EditSite, statement: Node, places: tuple[StatementGap, ...]) -> Iterator[Edit]:
    """Move a statement to just before or after its neighbours, or out of or into a block next to it."""
    text = site.text(statement)
    if len(text) > 400 or statement.parent is None:
        return
    gone = dropped(site, statement, "statement moved", 17)
    for place in places:
        outside = place.at <= statement.start_byte or place.at >= statement.end_byte
        if not outside or not _is_near(statement, place) or not _names_known(site, statement, place):
            continue
        change, switch = place.insert(text)
        yield replace(gone, changes=(*gone.changes, change), switches=(*gone.switches, switch))


def _is_near(statement: Node, place: StatementGap) -> bool:
    """Return whether the gap is in the statement's block (elsewhere), the enclosing one, or one directly inside."""
    block = statement.parent
    while block is not None and block.type != "compound_statement":
        block = block.parent
    if block is None:
        return False
    if place.block == block:
        siblings = [node for node in block.named_children if node.type != "comment"]
        at = next((n for n, node in enumerate(siblings) if node.start_byte <= statement.start_byte < node.end_byte), 0)
        there = siblings.index(place.before) + 1 if place.before in siblings else 0
        return there - at not in (0, 1) or statement.parent != block
    outer = block.parent
    while outer is not None and outer.type != "compound_statement":
        outer = outer.parent
    if outer is not None and place.block == outer:
        return True
    return place.block.parent is not None and _block_around(place.block) == block


def _block_around(node: Node) -> Node | None:
    around = node.parent
    while around is not None and around.type != "compound_statement":
        around = around.parent
    return around


def _names_known(site: EditSite, statement: Node, place: StatementGap) -> bool:
    known = {item.name for item in site.source.visible(site.function, place.at)}
    inner = {item.name for item in site.function.variables if statement.start_byte <= item.first < statement.end_byte}
    used = {site.text(node) for node in walk(statement) if node.type == "identifier"}
    declared = {item.name for item in site.function.variables}
    return not ((used & declared) - known - inner)


def _empty_bodies(site: EditSite) -> Iterator[Edit]:
    """Remove the semicolon in `if (…);` and `for (…);`, so that they control the next statement."""
    for node in site.statements:
        body = node.child_by_field_name("consequence" if node.type == "if_statement" else "body")
        following = node.next_named_sibling
        if node.type not in _HEADED or body is None or following is None or site.text(body) != ";":
            continue
        header = site.source.data[node.start_byte : body.start_byte].decode("utf-8", "replace")
        under = Change(following.start_byte, following.end_byte, f"{header} {{ {site.text(following)} }}", How.REPLACE)
        yield Edit(
            kind="empty body",
            line=site.source.line(body.start_byte),
            cost=1,
            changes=(Change(body.start_byte, body.end_byte, ""),),
            # After a loop whose variable is declared outside, that variable has its end value, or the loop never ends.
            switches=(under,) if node.type == "if_statement" else (),
        )


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
            change, switch = StatementGap(site, node, node).insert(following)
            line = site.source.line(node.start_byte)
            yield Edit(kind="statement added", line=line, cost=10, changes=(change,), switches=(switch,))


def _values_set(site: EditSite) -> Iterator[Edit]:
    """Initialise a local that is declared without a value."""
    for node in site.statements:
        if node.type != "declaration" or "__shared__" in site.text(node) or "extern" in site.text(node):
            continue
        for number, declarator in enumerate(node.children):
            if node.field_name_for_child(number) != "declarator" or declarator.type not in _UNSET:
                continue
            name = next(item for item in walk(declarator) if item.type == "identifier")
            known = site.source.variable(site.function, site.text(name), declarator.end_byte)
            if known is None or known.sort not in (Sort.FLOAT, Sort.INT, Sort.ARRAY):
                continue
            value = {Sort.FLOAT: "0.0f", Sort.INT: "0", Sort.ARRAY: "{}"}[known.sort]
            now = _zeroed(known) if known.sort is Sort.ARRAY else f"{known.name} = {value};"
            end = declarator.end_byte
            yield Edit(
                kind="value set",
                line=site.source.line(end),
                cost=2 if _is_read_first(site, known) else 8,
                changes=(Change(end, end, f" = {value}"),),
                switches=(Change(node.end_byte, node.end_byte, now, How.INSERT),),
            )


def _zeroed(array: DeclaredName) -> str:
    """Return a statement that sets every element of a local array to 0."""
    names = [array.name, *(f"grader_{number}" for number in range(array.dims))]
    loops = (f"for (auto &{inner} : {outer})" for outer, inner in itertools.pairwise(names))
    return f"{' '.join(loops)} {names[-1]} = 0;"


def _is_read_first(site: EditSite, variable: DeclaredName) -> bool:
    """Return whether the following text reads a variable before it sets it."""
    uses = [
        node for node in site.expressions
        if node.type == "identifier" and site.text(node) == variable.name and node.start_byte >= variable.first
    ]  # fmt: skip
    first = min(uses, key=lambda node: node.start_byte, default=None)
    while first is not None and first.parent is not None and first.parent.type == "subscript_expression":
        first = first.parent
    around = first.parent if first is not None else None
    if first is None or around is None:
        return False
    return not (site.is_target(first) and around.type == "assignment_expression" and operator_of(around) == "=")


def _values_set_elsewhere(site: EditSite, places: tuple[StatementGap, ...]) -> Iterator[Edit]:
    """Set a variable again, before a loop or at the beginning of one, that is set only where it is declared."""
    for variable, declared, value in _starting_values(site):
        for place in places:
            around = place.block.parent
            begins = place.before is None and around is not None and around.type in _LOOPS
            following = _next(place)
            if not (begins or (following is not None and following.type in _LOOPS)):
                continue
            if not variable.first <= place.at < variable.last:
                continue
            change, switch = place.insert(f"{variable.name} = {value};")
            line = declared if declared else place.line
            yield Edit(kind="value set again", line=line, cost=12, changes=(change,), switches=(switch,))


def _starting_values(site: EditSite) -> Iterator[tuple[DeclaredName, int, str]]:
    """Yield local numbers with the line of their first value (0 if none), and that value."""
    found = {name: (site.source.line(node.start_byte), site.text(node)) for name, node in site.values.items()}
    for item in site.function.variables:
        if item.sort not in (Sort.FLOAT, Sort.INT) or item.parameter or item.constant:
            continue
        if item.name in found and re.fullmatch(r"[\d.fF]+", found[item.name][1]):
            yield item, *found[item.name]
        elif item.name not in found and item.sort is Sort.FLOAT:
            yield item, 0, "0.0f"


def _next(place: StatementGap) -> Node | None:
    later = [node for node in place.block.named_children if node.start_byte >= place.at and node.type != "comment"]
    return later[0] if later else None


def _advanced(site: EditSite, places: tuple[StatementGap, ...]) -> Iterator[Edit]:
    """Advance a pointer or counter at a loop's end, or exchange a buffer."""
    for place in places:
        around = place.block.parent
        at_end = place.before is not None and _next(place) is None
        if not at_end or around is None or around.type not in _LOOPS:
            continue
        for variable in site.source.visible(site.function, place.at):
            cost = 8 if _stands_still(site, variable) else 24
            for text in _next_steps(site, variable):
                change, switch = place.insert(text)
                yield Edit(kind="step added", line=place.line, cost=cost, changes=(change,), switches=(switch,))


def _stands_still(site: EditSite, variable: DeclaredName) -> bool:
    """Return whether a variable is initialised with a number and never changes."""
    value = site.values.get(variable.name)
    if variable.constant or value is None or value.type != "number_literal":
        return False
    uses = (node for node in site.expressions if node.type == "identifier" and site.text(node) == variable.name)
    return not any(site.is_target(node) for node in uses)


def _next_steps(site: EditSite, variable: DeclaredName) -> Iterator[str]:
    """Yield statements that advance a variable from one iteration to the next."""
    if variable.sort is Sort.POINTER:
        for step in (site.width, *(f"{site.width} * {size}" for size in site.sizes)):
            yield f"{variable.name} += {step};"
    elif variable.sort is Sort.INT and not variable.constant and not variable.parameter:
        yield f"{variable.name} += 1;"
        yield f"{variable.name} += {site.width};"
        yield f"{variable.name} = 1 - {variable.name};"
