"""Edits of what a file passes to its templates, and of the types that it names. Each needs a compilation of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.edits.change import Edit
from grader.edits.context import over
from grader.edits.syntax import SyntaxTree, ancestors, walk

MOST_USES = 2
"""Places of a type's name, that where it is made included, up to which to change the type is as near as one place."""
_TYPES = {
    "int": ("float",), "float": ("int",), "double": ("int",),
    **dict.fromkeys(("unsigned", "unsigned int", "unsigned long", "unsigned long long"), ("int", "float")),
    **dict.fromkeys(("char", "short", "unsigned char", "unsigned short", "bool"), ("int", "float")),
}  # fmt: skip


def edits_of_arguments(source: SyntaxTree) -> Iterator[Edit]:
    """Yield edits of numbers and types that a file passes to its templates, also where it specialises one."""
    for listed in walk(source.root):
        if listed.type != "template_argument_list":
            continue
        # The end of a recursion is far from every line that shows a fault: `template <> struct Dot<1>`.
        around = next(ancestors(listed, "template_declaration"), None)
        special = around is not None and re.match(r"template\s*<\s*>", source.text(around)) is not None
        cost = 0 if special else 12
        for node in listed.named_children:
            text, line = source.text(node), source.line(node.start_byte)
            for number in _near(int(text)) if re.fullmatch(r"\d{1,3}", text) else ():
                yield Edit(kind="another number", line=line, cost=cost, changes=(over(node, str(number)),))
            for other in _TYPES.get(text, ()):
                yield Edit(kind="another type", line=line, cost=cost, changes=(over(node, other),))


def edits_of_named_types(source: SyntaxTree) -> Iterator[Edit]:
    """Yield edits of the type that a `typedef` or a `using` names: `using word = unsigned;`."""
    for name, kind in source.types.items():
        uses = len(re.findall(rf"\b{re.escape(name)}\b", source.text(source.root)))
        text = " ".join(source.text(kind).split())
        for other in _TYPES.get(text, ()):
            cost = 12 if "unsigned" in text and other == "int" else 14
            cost += 2 * (uses > MOST_USES)  # one of them alone is nearer
            yield Edit(kind="another type", line=source.line(kind.start_byte), cost=cost, changes=(over(kind, other),))


def _near(number: int) -> list[int]:
    """Return numbers that may be meant for another."""
    near = dict.fromkeys((number - 1, number + 1, 2 * number, number // 2))
    return [other for other in near if other >= 0 and other != number]
