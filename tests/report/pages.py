"""A page taken apart for the tests: elements, their texts, what they link to."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "img", "hr"}


@dataclass
class Element:
    """An element with its children; `text` joins all text below it."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text below."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def walk(self) -> list[Element]:
        """Itself and all elements below."""
        below = [node for child in self.children if isinstance(child, Element) for node in child.walk()]
        return [self, *below]

    def find(self, tag: str = "", **attributes: str) -> list[Element]:
        """Elements below with this tag and these attributes (`class_` matches one of the classes)."""
        return [node for node in self.walk() if _matches(node, tag, attributes)]

    def by_id(self, name: str) -> Element:
        """The one element with this id."""
        (node,) = self.find(id=name)
        return node


def _matches(node: Element, tag: str, attributes: dict[str, str]) -> bool:
    if tag and node.tag != tag:
        return False
    for name, value in attributes.items():
        if name == "class_":
            if value not in node.attributes.get("class", "").split():
                return False
        elif node.attributes.get(name) != value:
            return False
    return True


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("root", {})
        self.stack = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Element(tag, {name: value or "" for name, value in attrs})
        self.stack[-1].children.append(node)
        if tag not in VOID:
            self.stack.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.stack[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.stack[-1].tag == tag, f"</{tag}> closes <{self.stack[-1].tag}>"
        self.stack.pop()

    def handle_data(self, data: str) -> None:
        self.stack[-1].children.append(data)


def parse(text: str) -> Element:
    """The page as a tree; a tag that is not closed in its place is an error."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.stack == [reader.root], f"<{reader.stack[-1].tag}> is not closed"
    return reader.root
