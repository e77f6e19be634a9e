"""Gaps between statements, where one may be put, and edits of barriers: added, dropped and moved."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from grader.compiling.source_facts import works_in_warps
from grader.edits.change import Change, Edit, How
from grader.edits.context import EditSite, over
from grader.edits.nodes import LOOPS, walk, within
from grader.edits.syntax import Sort

if TYPE_CHECKING:
    from tree_sitter import Node

BARRIER = "__syncthreads();"
_BARE = re.compile(r"if\s*\([^;{}]*\)\s*\{?\s*__syncthreads\s*\(\s*\)\s*;\s*\}?")
_NAME = re.compile(r"[A-Za-z_]\w*")
_NOT_FOLLOWED = ("comment", "preproc_call", "return_statement", "ERROR", "break_statement")


@dataclass(frozen=True, eq=False)
class StatementGap:
    """A gap between two statements of a block: after `before`, or at the block's beginning if it is None."""

    site: EditSite
    block: Node
    before: Node | None

    @property
    def at(self) -> int:
        """The byte at which the gap begins."""
        return self.before.end_byte if self.before is not None else self.block.start_byte + 1

    @property
    def loop(self) -> Node | None:
        """The loop whose body the block is."""
        around = self.block.parent
        return around if around is not None and around.type in LOOPS else None

    @cached_property
    def following(self) -> Node | None:
        """The next statement of the block."""
        later = (node for node in self.block.named_children if node.start_byte >= self.at and node.type != "comment")
        return next(later, None)

    def edit(self, kind: str, cost: int, text: str, *gone: Edit, line: int = 0) -> Edit:
        """Return the edit that puts a statement here, after what others remove."""
        data = self.site.source.data
        end = data.find(b"\n", self.at)
        rest = data[self.at : end].strip() if end >= 0 else b"x"
        position = end if end >= 0 and (not rest or rest.startswith(b"//")) else self.at
        statements = (node for node in self.block.named_children if node.type != "comment")
        indent = self.site.indent(self.before or next(statements, self.block))
        lines = "".join(f"\n{indent}{row}" for row in text.split("\n"))
        changes = (*(change for edit in gone for change in edit.changes), Change(position, position, lines))
        switches = (*(change for edit in gone for change in edit.switches), Change(self.at, self.at, text, How.INSERT))
        return self.site.made(kind, cost, *changes, switches=switches, line=line)


Gaps = Sequence[StatementGap]


def gaps_of(site: EditSite) -> Iterator[StatementGap]:
    """Yield the gaps of all blocks; none stands behind a statement that is left."""
    for block in walk(site.function.body):
        if block.type == "compound_statement":
            yield StatementGap(site, block, None)
            inner = (node for node in block.named_children if node.type not in _NOT_FOLLOWED)
            yield from (StatementGap(site, block, node) for node in inner)


def dropped(site: EditSite, node: Node, kind: str, cost: int) -> Edit:
    """Return the edit that removes a statement, with its line where nothing else stands there."""
    data = site.source.data
    begin, end = node.start_byte, node.end_byte
    line_begin, line_end = data.rfind(b"\n", 0, begin) + 1, data.find(b"\n", end)
    alone = line_end >= 0 and not data[line_begin:begin].strip() and not data[end:line_end].strip()
    needed = node.parent is None or node.parent.type != "compound_statement"
    text = Change(line_begin, line_end + 1, "") if alone and not needed else over(node, ";" if needed else "")
    return site.made(kind, cost, text, switches=(over(node, "", How.REPLACE),))


def barriers_of(site: EditSite) -> list[Node]:
    """Return the barriers of the whole block that the function has."""
    expressions = (node for node in site.statements if node.type == "expression_statement")
    return [node for node in expressions if re.fullmatch(r"__syncthreads\s*\(\s*\)\s*;", site.text(node))]


def barriers_dropped(site: EditSite) -> Iterator[Edit]:
    """Yield edits that each drop one barrier."""
    return (dropped(site, barrier, "barrier dropped", 14) for barrier in barriers_of(site))


def edits_of_barriers(site: EditSite, gaps: Gaps, barriers: list[Node]) -> Iterator[Edit]:
    """Yield barriers in every gap, and edits of those that are there."""
    in_warps = works_in_warps(site.text(site.source.root))
    arrays = {item.name for item in site.function.variables if item.shared}
    into = {name.strip("* ") for name, node in site.values.items() if arrays & set(_NAME.findall(site.text(node)))}
    pointers = [item.name for item in site.function.variables if item.sort is Sort.POINTER and item.name in into]
    shared = [use for name in (*arrays, *pointers) for use in site.uses(name)]
    elements = [each for each in site.loads if any(within(use, each) for use in shared)]
    conditional = [
        node for node in site.statements
        if node.type == "if_statement" and any(within(barrier, node) for barrier in barriers)
    ]  # fmt: skip
    # Beside a condition of nothing but a barrier it is that barrier that was meant for all, and for every turn.
    bare = [node for node in conditional if _BARE.fullmatch(site.text(node))]
    for gap in gaps:
        if gap.before in bare or gap.following in bare:
            continue
        loads = gap.before is not None and any(within(element, gap.before) for element in elements)
        cost = 14 if gap.before is None else 10 if loads or gap.before.type != "declaration" else 12
        # Of gaps with no shared memory used between them the first is where threads are done with it.
        cost += gap.before is not None and not any(within(use, gap.before) for use in shared)
        yield gap.edit("barrier added", cost, BARRIER)
        if in_warps and gap.before is not None:
            yield gap.edit("warp barrier added", cost + 1, "__syncwarp();")
    if not barriers:
        yield from _two_barriers(gaps)
    for statement in site.statements:
        condition = statement.child_by_field_name("condition")
        if statement in conditional and condition is not None:  # one barrier outside, for all its branches
            kind = "barrier moved out" if site.is_of_a_thread(site.text(condition)) else "barrier in some turns"
            if statement in bare and kind == "barrier in some turns":  # what it asks for is wrong, not where it stands
                yield site.made(kind, 10, over(statement, BARRIER), switches=(over(statement, BARRIER, How.REPLACE),))
                continue
            inner = [dropped(site, node, "", 0) for node in barriers if within(node, statement)]
            for gap in gaps:
                if gap.at == statement.end_byte or gap.following == statement:
                    yield gap.edit(kind, 10 + 2 * (gap.at != statement.end_byte), BARRIER, *inner)
        # NVRTC fails on a choice between two barriers, so that of a group of threads is replaced as a statement.
        elif called := re.fullmatch(r"(__syncthreads|\w+\.sync\(\))\s*;", site.text(statement)):
            kind = "call" if called[1] == "__syncthreads" else "barrier"
            yield site.made(kind, 4, over(statement, BARRIER), switches=(over(statement, BARRIER, How.REPLACE),))
    for barrier, gone in zip(barriers, barriers_dropped(site), strict=True):
        yield gone
        for gap in gaps:
            if gap.before != barrier and gap.at != barrier.start_byte:
                yield gap.edit("barrier moved", 16, BARRIER, gone)


def _two_barriers(gaps: Gaps) -> Iterator[Edit]:
    """In a kernel without barriers, add one after the loads and one at the end of the phase."""
    for one, other in itertools.combinations(gaps, 2):
        in_loop = one.block == other.block and other.loop is not None
        if in_loop and one.before is not None and one.before.type != "declaration":
            cost = 14 + 2 * (other.following is not None)
            yield other.edit("barriers added", cost, BARRIER, one.edit("", 0, BARRIER))
