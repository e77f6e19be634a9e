"""Edits that could make a text compile: add or remove a sign, correct a name, add a type."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

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

    def places(self, name: str) -> Iterator[tuple[int, int]]:
        """Yield where a name stands, in bytes: one that nothing declares is wrong everywhere."""
        for number in range(1, len(self.lines) + 1):
            for match in re.finditer(rf"\b{name}\b", self.code(number)):
                first = self.starts[number - 1] + len(self.lines[number - 1][: match.start()].encode())
                yield first, first + len(name.encode())

    def indent(self, number: int) -> int:
        """Return how far in a line begins."""
        code = self.code(number)
        return len(code) - len(code.lstrip())

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
        yield from _declared_further_in(page, line, unknown[1] or unknown[2])
    if "pointer" in message or "**" in message:
        yield from _pointers(page, line)
        yield from _tiles(page, line)
    if "expected" in message:
        yield from _closed_by_indentation(page)
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
            edit = page.edit("name misspelled", line, match.start(), match.end(), other, 5 + rank)
            yield replace(edit, changes=tuple(Change(start, end, other) for start, end in page.places(name)))
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


def _declared_further_in(page: _Page, line: int, name: str) -> Iterator[Edit]:
    """Move the declaration of a name out of the block that has ended where the name is used."""
    for number in range(line - 1, 0, -1):
        code = page.code(number)
        if not re.match(rf"\s+(?:const\s+)?\w+[\s*&]+{name}\s*=[^;]*;$", code):
            continue
        indent = len(code) - len(code.lstrip())
        above = next((at for at in range(number - 1, 0, -1) if page.indent(at) < indent and page.code(at).strip()), 0)
        ended = any(page.code(at).strip() and page.indent(at) < indent for at in range(number + 1, line))
        if above and ended:
            start = page.starts[above - 1]
            moved = Change(start, start, f"{' ' * page.indent(above)}{code.strip()}\n")
            gone = Change(page.starts[number - 1], page.starts[number], "")
            yield Edit(kind="declared inside", line=number, cost=4, changes=(moved, gone))


def _pointers(page: _Page, line: int) -> Iterator[Edit]:
    """Make a parameter a pointer that is used with an index on this line."""
    for name in dict.fromkeys(re.findall(r"\b([A-Za-z_]\w*)\s*\[", page.code(line))):
        for number in range(1, line):
            for match in re.finditer(rf"[(,]\s*(?:const\s+)?\w+\s+({name})\s*[,)]", page.code(number)):
                yield page.edit("pointer missing", number, match.start(1), match.end(1), f"*{name}", 3)


def _tiles(page: _Page, line: int) -> Iterator[Edit]:
    """Make parameters that are used with two indices on this line arrays of rows, as long as a shared array's rows."""
    shared = (re.search(r"__shared__[^;=]*\]\s*\[([^\[\]]+)\]", page.code(number)) for number in range(len(page.lines)))
    length = next((found[1].strip() for found in shared if found), "")
    names = dict.fromkeys(re.findall(r"\b([A-Za-z_]\w*)\s*\[[^\[\]]*\]\s*\[", page.code(line)))
    for number in range(1, line) if length else ():
        found = [
            match for pointer in (*(rf"\*\s*({name})" for name in names), r"\*\s*\*\s*(\w+)")
            for match in re.finditer(rf"{pointer}(?=\s*[,)])", page.code(number))
        ]  # fmt: skip
        parts = [
            page.edit("rows missing", number, match.start(), match.end(), f"(*{match[1]})[{length}]", 3)
            for match in sorted(found, key=lambda match: match.start())
        ]
        if parts:
            yield replace(parts[0], changes=tuple(change for part in parts for change in part.changes))


def _closed_by_indentation(page: _Page) -> Iterator[Edit]:
    """Close a block before the first line that stands no further in than the one that opens it."""
    opened: list[int] = []
    for number in range(1, len(page.lines) + 1):
        code = page.code(number).strip()
        if not code or code.startswith("#"):
            continue
        while opened and page.indent(number) <= page.indent(opened[-1]) and not code.startswith("}"):
            before = page.before(number)
            end = len(page.lines[before - 1])
            sign = f"\n{' ' * page.indent(opened.pop())}}}"
            yield page.edit("brace missing", before, end, end, sign, 4)
        for letter in code:
            if letter == "{" and code != "{":
                opened.append(number)
            elif letter == "{":
                opened.append(page.before(number) or number)
            elif letter == "}" and opened:
                opened.pop()


def _signs(page: _Page, number: int) -> Iterator[Edit]:
    code = page.code(number)
    end = len(code)
    if not code.endswith((";", "{", ",")):
        yield page.edit("semicolon missing", number, end, end, ";", 8 if code.endswith("}") else 4)
    for match in re.finditer(r"\batomic\w+\s*\(\s*(\*)", code):
        yield page.edit("address meant", number, match.start(1), match.end(1), "", 3)
    ends = [match.end() for match in re.finditer(r"\b(?:threadIdx|blockIdx|blockDim|gridDim)\b(?!\s*\.)", code)]
    parts = [page.edit("part of a built-in", number, end, end, ".x", 3) for end in ends]
    if parts:
        yield replace(parts[0], changes=tuple(change for part in parts for change in part.changes))
    for match in re.finditer(r"\[\s*(\w+)\s*,\s*(\w+)\s*\]", code):
        yield page.edit("indices in one pair", number, match.start(), match.end(), f"[{match[1]}][{match[2]}]", 2)
    for match in re.finditer(r"\[\s*\](?=\s*\()", code):
        yield page.edit("nothing captured", number, match.start(), match.end(), "[=]", 3)
    for match in re.finditer(r"\bconstexpr\b", code):
        yield page.edit("not known yet", number, match.start(), match.end(), "const", 3)
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
