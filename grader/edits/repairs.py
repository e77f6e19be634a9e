"""Edits that could make a text compile: add or remove a sign, correct a name, add a type."""

from __future__ import annotations

import difflib
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from grader.edits.change import Change, Edit

MOST_REPAIRS = 60
MOST_LINES = 4
MOST_BYTES = 200_000
_WORD = re.compile(r"[A-Za-z_]\w*")
_DECLARES = re.compile(r"\b(?!return\b)\w+(?:\s+|\s*[*&]+\s*)([A-Za-z_]\w*)\s*(?=[=;,)\[])")
"""What reads like the declaration of a name."""
_UNKNOWN = re.compile(r'identifier "(\w+)" is undefined|no member "(\w+)"')
_CUDA = (
    "threadIdx", "blockIdx", "blockDim", "gridDim", "__syncthreads", "__shared__", "__global__", "__device__", "float",
    "double", "const", "unsigned", "return", "while", "TILE_WIDTH", "__restrict__",
)  # fmt: skip


def repairs_of(text: str, errors: Sequence[tuple[int, str]], macro: str) -> tuple[Edit, ...]:
    """Return edits near the compiler's errors (line, message), more plausible first. `macro` is the tile's width."""
    if len(text.encode()) > MOST_BYTES:
        return ()
    page = _Page(text, macro)
    # A student's `#line` may give a line that does not exist.
    given = [(min(line, len(page.lines)), message) for line, message in errors[:MOST_LINES]]
    declared = [edit for line, message in given for edit in _where_declared(page, line, message)]
    near = (edit for line, message in given for edit in _near(page, line, message))
    found: dict[tuple[Change, ...], Edit] = {}
    for edit in (*declared, *_all_of_a_kind(declared), *near):
        found.setdefault(edit.changes, edit)
    return tuple(sorted(found.values(), key=lambda edit: edit.cost)[:MOST_REPAIRS])


class _Page:
    """A text by lines, with each line's first byte, the names that seem to be declared, and each word's number."""

    def __init__(self, text: str, macro: str) -> None:
        self.lines, self.macro = text.split("\n"), macro
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line.encode()) + 1)
        codes = [self.code(number) for number in range(1, len(self.lines) + 1)]
        self.declared = {name for code in codes for name in _DECLARES.findall(code)}
        self.times = Counter(word for code in codes for word in _WORD.findall(code))
        self.words = tuple(self.times)

    def code(self, number: int) -> str:
        """Return a line without its comment and trailing spaces."""
        text = self.lines[number - 1] if 1 <= number <= len(self.lines) else ""
        return text.split("//")[0].rstrip()

    def lines_of_heads(self) -> set[int]:
        """Return the lines on which the heads of kernels stand, from `__global__` to the body."""
        text = "\n".join(self.lines)
        heads = [match.span() for match in re.finditer(r"__global__[^{};]*", text)]
        return {
            line for start, end in heads for line in range(1 + text.count("\n", 0, start), 2 + text.count("\n", 0, end))
        }

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


def _where_declared(page: _Page, line: int, message: str) -> Iterator[Edit]:
    """Yield the edits of declarations that a message is about: it names the line that uses them."""
    for pattern, edits in _OF_DECLARATIONS:
        found = pattern.search(message)
        if found is not None:
            yield from edits(page, line, found)


def _all_of_a_kind(edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield what several messages ask for as one edit: the same mistake was made on several lines."""
    for kind, cost in dict.fromkeys((edit.kind, edit.cost) for edit in edits):
        alike = [edit for edit in edits if (edit.kind, edit.cost) == (kind, cost)]
        changes = sorted({change for edit in alike for change in edit.changes}, key=lambda change: change.start)
        apart = all(one.end <= other.start and one != other for one, other in itertools.pairwise(changes))
        if apart and len(changes) > max(len(edit.changes) for edit in alike):
            yield replace(min(alike, key=lambda edit: edit.line), cost=cost + 1, changes=tuple(changes))


def _on_the_device(page: _Page, _: int, found: re.Match[str]) -> Iterator[Edit]:
    """Make a function that a kernel calls one of the device."""
    number = int(found[1])
    head = re.match(r"\s*(?:template\s*<[^<>]*>\s*)?", page.code(number))
    if head is not None:
        yield page.edit("device missing", number, head.end(), head.end(), "__device__ ", 1)


def _may_change(page: _Page, _: int, found: re.Match[str]) -> Iterator[Edit]:
    """Remove the `const` of a variable that a line changes."""
    number = int(found[1])
    for match in re.finditer(r"\b(?:const|constexpr)\s+", page.code(number)):
        yield page.edit("const too many", number, match.start(), match.end(), "", 1)


def _to_values_only_read(page: _Page, line: int, found: re.Match[str]) -> Iterator[Edit]:
    """Declare a pointer that is set or passed on a line as one to values that may only be read."""
    kind, used = re.escape(found[1]), set(_WORD.findall(page.code(line)))
    pointer = re.compile(rf"(?<!const )\b({kind})\s*\*\s*(?:const\s+|__restrict__\s+)*(\w+)")
    if found[1] != found[2]:
        return
    for number in range(line, 0, -1):
        code = page.code(number)
        called = not used.isdisjoint(re.findall(r"(\w+)\s*\(", code)) and number != line
        for match in pointer.finditer(code):
            if called or match[2] in used:
                first, last = match.start(1), match.end(2)
                yield page.edit("pointer to const", number, first, last, f"const {code[first:last]}", 2 + called)


def _rows_alike(page: _Page, line: int, found: re.Match[str]) -> Iterator[Edit]:
    """Give an array that is passed and the parameter rows of one length, the longer one: it is longer for a reason."""
    used, passed_is_longer = set(_WORD.findall(page.code(line))), int(found[1]) > int(found[2])
    arrays, parameters = [], []
    for number in range(1, line):
        code = page.code(number)
        arrays += [(number, match) for match in _ARRAY_OF_ROWS.finditer(code) if match[1] in used]
        parameters += [(number, match) for match in _ROWS_PASSED.finditer(code)]
    for (first, array), (second, parameter) in itertools.product(arrays, parameters):
        own, other = array["row"], parameter["row"]
        if own.split() != other.split():
            for number, match, text, longer in (
                (first, array, other, not passed_is_longer), (second, parameter, own, passed_is_longer)
            ):  # fmt: skip
                cost = 2 if longer else 4
                yield page.edit("rows of two lengths", number, match.start("row"), match.end("row"), text, cost)


def _row_length_given(page: _Page, line: int, _: re.Match[str]) -> Iterator[Edit]:
    """Say how long a row of a parameter is: as long as those of a shared array."""
    length, code = _length_of_rows(page), page.code(line)
    parts = [
        page.edit("row length left out", line, match.start(), match.end(), f"{match[1]}[][{length}]", 1)
        for match in re.finditer(r"\b(\w+)\s*\[\s*\]\s*\[\s*\]", code) if length
    ]  # fmt: skip
    if parts:
        yield replace(parts[0], changes=tuple(change for part in parts for change in part.changes))


def _size_known(page: _Page, line: int, _: re.Match[str]) -> Iterator[Edit]:
    """Make a size known while the file is compiled: declare it constant, or take the tile's width."""
    code = page.code(line)
    sizes = [size for size in re.finditer(r"\[([^\[\]]+)\]|<([^<>]+)>", code) if page.macro not in size[0]]
    for name in dict.fromkeys(name for size in sizes for name in _WORD.findall(size[0])):
        for number in range(line - 1, 0, -1):
            declared = re.search(
                rf"(\bconst\s+)?\b(?:int|unsigned|size_t|auto)\s+{name}\s*=\s*([^;,]+)", page.code(number)
            )
            if declared is not None:
                if declared[1] is None:
                    yield page.edit("not a constant", number, declared.start(), declared.start(), "const ", 1)
                yield page.edit("known too late", number, declared.start(2), declared.end(2), page.macro, 2)
                break
    parts = [
        page.edit("known too late", line, size.start(group), size.end(group), page.macro, 3)
        for size in sizes for group in (1, 2) if size[group] and not size[group].strip().isdigit()
    ]  # fmt: skip
    if parts:
        yield replace(parts[0], changes=tuple(change for part in parts for change in part.changes))


def _written_to(page: _Page, line: int, _: re.Match[str]) -> Iterator[Edit]:
    """Let a line write: what a lambda has only a copy of, or what a struct's pointer may only read."""
    lambdas = [number for number in range(1, line + 1) if re.search(r"\[=\]\s*\(", page.code(number))]
    for number in lambdas[-1:]:
        place = page.code(number).index("[=]")
        yield page.edit("captured by value", number, place, place + 3, "[&]", 2)
    for member in re.findall(r"(?:\.|->)\s*(\w+)\s*\[", page.code(line))[:1]:
        for number in range(1, line):
            for match in re.finditer(rf"\b(const\s+)\w+\s*\*\s*{member}\s*;", page.code(number)):
                yield page.edit("const too many", number, match.start(1), match.end(1), "", 3)


def _known_when_compiling(page: _Page, line: int, _: re.Match[str]) -> Iterator[Edit]:
    """Give a template the tile's width where it is given the block's, which only the launch knows."""
    for match in re.finditer(r"(?<=<)\s*blockDim\.[xy]\s*(?=>)", page.code(line)):
        yield page.edit("known too late", line, match.start(), match.end(), page.macro, 2)


def _with_mask(page: _Page, line: int, found: re.Match[str]) -> Iterator[Edit]:
    """Give a shuffle the mask of a whole warp as its first argument."""
    for match in re.finditer(rf"\b{found[1]}\s*\(", page.code(line)):
        yield page.edit("mask missing", line, match.end(), match.end(), "0xffffffff, ", 2)


def _synchronised(page: _Page, line: int, found: re.Match[str]) -> Iterator[Edit]:
    """Call what has taken the place of a removed function, with the mask of a whole warp, wherever that is called."""
    calls = [
        page.edit("mask missing", number, match.start(), match.end(), f"{found[1]}_sync(0xffffffff, ", 1)
        for number in range(1, len(page.lines) + 1)
        for match in re.finditer(rf"\b{found[1]}\s*\(", page.code(number))
    ]
    yield from (replace(each, changes=tuple(call.changes[0] for call in calls)) for each in calls if each.line == line)


def _wide_enough(page: _Page, line: int, _: re.Match[str]) -> Iterator[Edit]:
    """Make a narrow array that an atomic operation changes one of ints."""
    for name in re.findall(r"\batomic\w+\s*\(\s*&?\s*(\w+)", page.code(line)):
        for number in range(1, line):
            for match in re.finditer(rf"\b((?:unsigned\s+)?(?:short|char))\s+{name}\b", page.code(number)):
                yield page.edit("no atomic operation", number, match.start(1), match.end(1), "int", 2)


def _address_of(page: _Page, line: int, _: re.Match[str]) -> Iterator[Edit]:
    """Pass the address of a variable."""
    for match in re.finditer(r"(?<=[(,])\s*(?=[A-Za-z_]\w*\s*[,)])", page.code(line)):
        yield page.edit("address missing", line, match.end(), match.end(), "&", 2)


_ARRAY_OF_ROWS = re.compile(r"\b(\w+)\s*\[[^\[\]]+\]\s*\[(?P<row>[^\[\]]+)\](?=\s*[;,])")
_ROWS_PASSED = re.compile(
    r"\(\s*[*&]\s*(?:const\s+|__restrict__\s+)*\w+\s*\)(?:\s*\[[^\[\]]+\])*?\s*\[(?P<row>[^\[\]]+)\](?!\s*\[)"
)
_ROWS = re.compile(r"(?:__shared__|\btypedef\b|\busing\s+\w+\s*=)[^;=]*\]\s*\[([^\[\]]+)\]")
_OF_DECLARATIONS: tuple[tuple[re.Pattern[str], Callable[[_Page, int, re.Match[str]], Iterator[Edit]]], ...] = (
    (re.compile(r'"\w+" \(line (\d+)\) is host code'), _on_the_device),
    (re.compile(r'"\w+" is declared const (?:behind its parameters )?on line (\d+)'), _may_change),
    (re.compile(r'type "const ([^"*]+?) ?\*".* type "([^"*]+?) ?\*"'), _to_values_only_read),
    (re.compile(r'"[^"]*\[(\d+)\]".*"[^"]*\[(\d+)\]"'), _rows_alike),
    (re.compile(r"an array may not have elements of this type|incomplete element type"), _row_length_given),
    (re.compile(r"must have a constant value"), _size_known),
    (re.compile(r"must be a modifiable lvalue"), _written_to),
    (re.compile(r"No instance of function template", re.IGNORECASE), _known_when_compiling),
    (re.compile(r'"(__shfl\w*_sync)" matches'), _with_mask),
    (re.compile(r'"(__\w+)" no longer exists'), _synchronised),
    (re.compile(r'"atomic\w+" matches'), _wide_enough),
    (re.compile(r"a pointer is needed here"), _address_of),
)
"""What the compiler says of a line whose mistake is in a declaration, and the edits of that."""


def _near(page: _Page, line: int, message: str) -> Iterator[Edit]:
    above = page.before(line)
    unknown = _UNKNOWN.search(message)
    if unknown:
        yield from _other_names(page, line, unknown[1] or unknown[2])
        yield from _opened(page, line, unknown[1] or unknown[2])
        yield from _declared_further_in(page, line, unknown[1] or unknown[2])
        yield from _declared_below(page, line, unknown[1] or unknown[2])
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
    everywhere = list(page.places(name))
    for match in re.finditer(rf"\b{name}\b", code):
        for rank, other in enumerate(dict.fromkeys(near)):
            edit = page.edit("name misspelled", line, match.start(), match.end(), other, 5 + rank)
            yield replace(edit, changes=tuple(Change(start, end, other) for start, end in everywhere))
        for cost, other in _declared_instead(page, code, {name, *near}):
            edit = page.edit("unknown name", line, match.start(), match.end(), other, cost)
            changes = tuple(Change(start, end, other) for start, end in everywhere)
            yield edit if name in page.declared else replace(edit, changes=changes)
        after = code[match.end() :].lstrip()
        if after.startswith("=") and not after.startswith("=="):
            for type_ in ("int", "float"):
                yield page.edit("type missing", line, match.start(), match.start(), f"{type_} ", 12)


def _declared_instead(page: _Page, code: str, without: set[str]) -> Iterator[tuple[int, str]]:
    """Yield declared names with their costs: the loop's own on its line, then those that are used nowhere."""
    counted = re.search(r"\bfor\s*\(\s*\w+\s+(\w+)\s*=", code)
    for other in page.words:
        if other not in without and other in page.declared:
            yield 6 if counted and counted[1] == other else 8 if page.times[other] == 1 else 13, other


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
        declared = re.match(rf"\s+(?:const\s+)?(\w+[\s*&]+){name}\s*(?:=[^;]*)?;$", code)
        if not declared:
            continue
        indent = len(code) - len(code.lstrip())
        outside = (at for at in range(number - 1, 0, -1) if page.indent(at) < indent)
        above = next((at for at in outside if page.code(at).strip() not in ("", "{")), 0)
        ended = any(page.code(at).strip() and page.indent(at) < indent for at in range(number + 1, line + 1))
        start, head = page.starts[above - 1], page.code(above).lstrip()
        alone = page.code(page.before(number)).endswith(")")
        sets = above > 0 and "=" in code and not declared[1].startswith("auto")
        in_turns = page.code(line).lstrip().startswith("}") and head.startswith("do")
        if sets and (in_turns or (ended and (alone or re.match(r"if\b", head)))):
            # In each turn it gets another value, or only where the condition holds.
            value = "" if in_turns else " = 0"
            first = page.starts[number - 1] + indent
            declares = Change(start, start, f"{' ' * page.indent(above)}{declared[1]}{name}{value};\n")
            untyped = Change(first, first + len(code.lstrip()), f"{name}{code.partition(name)[2]}")
            kind = "declared alone" if alone else "declared in each turn"
            yield Edit(kind=kind, line=number, cost=4, changes=(declares, untyped))
        elif above and ended and not alone:
            moved = Change(start, start, f"{' ' * page.indent(above)}{code.strip()}\n")
            gone = Change(page.starts[number - 1], page.starts[number], "")
            yield Edit(kind="declared inside", line=number, cost=4, changes=(moved, gone))


def _declared_below(page: _Page, line: int, name: str) -> Iterator[Edit]:
    """Move the declaration of a name in front of the line that uses it, from where it stands further down."""
    for number in range(line + 1, len(page.lines) + 1):
        if page.code(number) and page.indent(number) < page.indent(line):
            return
        if re.match(rf"\s+(?:const\s+)?\w[\w\s]*[\s*&]+{name}\s*=[^;]*;$", page.code(number)):
            above, gone = page.starts[line - 1], (page.starts[number - 1], page.starts[number])
            moved = Change(above, above, f"{' ' * page.indent(line)}{page.code(number).strip()}\n")
            yield Edit(kind="declared below", line=line, cost=2, changes=(moved, Change(*gone, "")))
            return


def _pointers(page: _Page, line: int) -> Iterator[Edit]:
    """Make a parameter a pointer that is used with an index on this line."""
    for name in dict.fromkeys(re.findall(r"\b([A-Za-z_]\w*)\s*\[", page.code(line))):
        for number in range(1, line):
            for match in re.finditer(rf"[(,]\s*(?:const\s+)?\w+\s+({name})\s*[,)]", page.code(number)):
                yield page.edit("pointer missing", number, match.start(1), match.end(1), f"*{name}", 3)


def _tiles(page: _Page, line: int) -> Iterator[Edit]:
    """Make parameters that are used with two indices on this line arrays of rows, as long as a shared array's rows.

    Not those of a kernel: the host gives them, and what it gives has no rows.
    """
    length = _length_of_rows(page)
    kernels = page.lines_of_heads()
    names = dict.fromkeys(re.findall(r"\b([A-Za-z_]\w*)\s*\[[^\[\]]*\]\s*\[", page.code(line)))
    for number in (each for each in range(1, line) if length and each not in kernels):
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


def _length_of_rows(page: _Page) -> str:
    """Return how long the rows of the first shared array or named type of rows are; empty if there is none."""
    found = (_ROWS.search(page.code(number)) for number in range(len(page.lines)))
    return next((rows[1].strip() for rows in found if rows), "")


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
    wholes = re.finditer(r"\b(?:threadIdx|blockIdx|blockDim|gridDim)\b(?!\s*\.)", code)
    parts = [page.edit("part of a built-in", number, *each.span(), f"{each[0]}.x", 3) for each in wholes]
    if parts:
        yield replace(parts[0], changes=tuple(change for part in parts for change in part.changes))
    parts = [
        page.edit("indices in one pair", number, match.start(), match.end(), f"[{match[1]}][{match[2]}]", 2)
        for match in re.finditer(r"(?<=\w)\s*\[\s*([^\[\],;]+?)\s*,\s*([^\[\],;]+?)\s*\]", code)
    ]  # fmt: skip
    if parts:
        yield replace(parts[0], changes=tuple(change for part in parts for change in part.changes))
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
