"""A node that a row's pattern fits, and the edits that are made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grader.edits.change import Change, Edit, How
from grader.edits.context import EditSite, over

if TYPE_CHECKING:
    from tree_sitter import Node


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
