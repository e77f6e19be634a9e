"""Edits of what a condition or a loop controls: bodies that are empty or too short, loops that count or ask wrongly."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from grader.edits.change import Change, Edit, How
from grader.edits.context import EditSite, following, operator_of, over, sides
from grader.edits.syntax import walk

if TYPE_CHECKING:
    from tree_sitter import Node

_CONTROLLING = ("if_statement", "for_statement", "while_statement")
_IN_A_BODY = ("expression_statement", "if_statement", "for_statement", "while_statement")


def edits(site: EditSite) -> Iterator[Edit]:
    """Yield all edits of this family."""
    yield from _empty_bodies(site)
    yield from _braces_left_out(site)
    yield from _counted_from_one(site)
    yield from _asked_too_late(site)


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
