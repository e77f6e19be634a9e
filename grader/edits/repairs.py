"""Edits that could make a text compile: add or remove a sign, correct a name, add a type."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

from grader.edits.change import Change, Edit

MOST_REPAIRS = 60
MOST_LINES = 4
MOST_BYTES = 200_000
_WORD = re.compile(r"[A-Za-z_]\w*")
_UNKNOWN = re.compile(r'identifier "(\w+)" is undefined|no member "(\w+)"')
_CUDA = (
    "threadIdx", "blockIdx", "blockDim", "gridDim", "__syncthreads", "__shared__", "__global__", "__device__", "float",
    "double", "const", "unsigned", "return", "while", "TILE_WIDTH", "__restrict__",
)  # fmt: skip


def repairs_of(text: str, errors: Sequence[tuple[int, str]]) -> tuple[Edit, ...]:
    """Return edits near the compiler's errors (line, message), more plausible first."""
    if len(text.encode()) > MOST_BYTES:
        return ()
    page = _Page(text)
    found: dict[tuple[Change, ...], Edit] = {}
    for line, message in errors[:MOST_LINES]:
        # A student's `#line` may give a line that does not exist.
        for edit in _near(page, min(line, len(page.lines)), message):
            found.setdefault(edit.changes, edit)
    return tuple(sorted(found.values(), key=lambda edit: edit.cost)[:MOST_REPAIRS])


class _Page:
    """A text by lines, with each line's first byte."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line.encode()) + 1)
        words = dict.fromkeys(word for line in self.lines for word in _WORD.findall(line.split("//")[0]))
        self.words = tuple(words)

    def code(self, number: int) -> str:
        """Return a line without its comment and trailing spaces."""
        text = self.lines[number - 1] if 1 <= number <= len(self.lines) else ""
        return text.split("//")[0].rstrip()

    def before(self, number: int) -> int:
        """Return the nearest line above that has code; 0 if there is none."""
        return next((line for line in range(number - 1, 0, -1) if self.code(line).strip()), 0)

    def edit(self, kind: str, number: int, start: int, end: int, text: str, cost: int) -> Edit:
        """Return an edit that replaces characters `start` to `end` of a line."""
        line = self.lines[number - 1]
        first = self.starts[number - 1] + len(line[:start].encode())
        change = Change(first, first + len(line[start:end].encode()), text)
        return Edit(kind=kind, line=number, cost=cost, changes=(change,))


def _near(page: _Page, line: int, message: str) -> Iterator[Edit]:
    above = page.before(line)
    unknown = _UNKNOWN.search(message)
    if unknown:
        yield from _other_names(page, line, unknown[1] or unknown[2])
        yield from _opened(page, line, unknown[1] or unknown[2])
    for number in (above, line) if 'expected a ";"' in message else (line, above):
        if number:
            yield from _signs(page, number)
    yield from _taken_out(page, line)
    end = len(page.lines)
    while end > 1 and not page.code(end).strip():
        end -= 1
    yield page.edit("sign missing", end, len(page.lines[end - 1]), len(page.lines[end - 1]), "\n}", 30)


def _other_names(page: _Page, line: int, name: str) -> Iterator[Edit]:
    code = page.code(line)
    near = [word for word in (*page.words, *_CUDA) if word != name and word.lower() == name.lower()]
    near += difflib.get_close_matches(name, [word for word in (*page.words, *_CUDA) if word != name], 5, 0.6)
    for match in re.finditer(rf"\b{name}\b", code):
        for rank, other in enumerate(dict.fromkeys(near)):
            yield page.edit("name misspelled", line, match.start(), match.end(), other, 5 + rank)
        after = code[match.end() :].lstrip()
        if after.startswith("=") and not after.startswith("=="):
            for type_ in ("int", "float"):
                yield page.edit("type missing", line, match.start(), match.start(), f"{type_} ", 12)


def _opened(page: _Page, line: int, name: str) -> Iterator[Edit]:
    """Add a brace where a loop's or condition's only statement declares a name that is used after it."""
    for number in range(line - 1, 0, -1):
        if re.search(rf"\w[\s*&]+{name}\s*[=;,]", page.code(number)):
            above = page.before(number)
            end = len(page.code(above))
            if page.code(above).endswith((")", "else")):
                yield page.edit("sign missing", above, end, end, " {", 6)


def _signs(page: _Page, number: int) -> Iterator[Edit]:
    code = page.code(number)
    end = len(code)
    if not code.endswith((";", "{", "}", ",")):
        yield page.edit("sign missing", number, end, end, ";", 4)
    for match in re.finditer(r"__syncthreads(?!\s*\()", code):
        yield page.edit("call", number, match.end(), match.end(), "()", 3)
    inner = end - 1 if code.endswith((";", "{")) else end
    for sign in (")", "]", "("):
        yield page.edit("sign missing", number, inner, inner, sign, 10)
    if code.endswith(")") or code.endswith("else"):
        yield page.edit("sign missing", number, end, end, " {", 12)
    indent = len(code) - len(code.lstrip())
    yield page.edit("sign missing", number, end, end, f"\n{code[:indent]}}}", 16)
    for place in (match.start() for match in re.finditer(r"\)|\s*(?:[?{:;]|&&|\|\|)", code)):
        yield page.edit("sign missing", number, place, place, ")", 14)
    for place in (match.start() for match in re.finditer(r"[+\-*/<>=\[\]):;?,]", code)):
        yield page.edit("sign missing", number, place, place, "]", 16)


def _taken_out(page: _Page, number: int) -> Iterator[Edit]:
    code = page.code(number)
    for match in re.finditer(r"[)\](}{;,]", code):
        yield page.edit("sign too many", number, match.start(), match.end(), "", 14)
        other = {",": ";", ";": ",", ")": "]", "]": ")"}.get(match[0])
        if other:
            yield page.edit("another sign", number, match.start(), match.end(), other, 13)
