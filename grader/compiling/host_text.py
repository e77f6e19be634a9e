"""Read a program's host half as its runtime's calls need it: the statement of a line, and where a value was made.

A call tells its line, and no more. What is read here names lines and chooses words; it finds no fault by itself.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from grader.compiling.lexer import Lexed, Token, closing, joined, lex, normalize, partners, split, statement

MOST_LINES = 8
"""Lines of one statement that are read."""
_MOST_STEPS = 4
"""Names that stand for each other, one behind the other, which are followed."""
_ALLOCATES = (
    # cudaMalloc(&d_a, …), cudaMalloc((void **)&d_a, …), and with pitch or flags
    re.compile(
        r"\bcuda(?:Malloc\w*|HostAlloc)\s*(?:<[^<>]*>)?\s*\(\s*(?:\([^()]*\)\s*|\w+_cast\s*<[^<>]*>\s*\(\s*)?\(*\s*&\s*([\w.\->\[\]]+)"
    ),
    # float *a = (float *)malloc(…), new float[…]
    re.compile(r"(\w+)\s*=\s*(?:\([^()]*\)\s*)?(?:malloc|calloc|new\b)"),
)
_CAST = re.compile(r"^(?:\(\w[\w:<>]*\*+\)|\((?:int|unsigned|size_t|long)\)|\w+_cast<[^()]*>)")
_SAME = re.compile(r"&?([A-Za-z_][\w.]*?)(?:\.data\(\)|\.get\(\)|\[0\])?")
_NO_TYPES = frozenset({
    "return", "else", "new", "delete", "throw", "case", "goto", "co_return", "sizeof", "if", "while", "for", "switch",
})  # fmt: skip
_CALLS = re.compile(r"\bcuda[A-Z]\w*\s*\(|<<<")
_OF_BYTES = re.compile(r"\b(?:char|void|uint8_t|byte)\s*\*")
_COMPOUND = frozenset({"+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "|=", "&=", "^="})
_DECLARED = frozenset({"[", "=", ",", "("})
"""What stands behind the first name of several that are declared together."""
_LOOPS = frozenset({"for", "while"})


class Place(NamedTuple):
    """A line of a file, from 1. Line 0: not known."""

    file: str
    line: int

    def told(self, main: str) -> str:
        """Return `line 31`, with the file where it is not the main one; empty where the line is not known."""
        if not self.line:
            return ""
        return f"line {self.line}" + ("" if self.file == main else f" of {self.file}")


NOWHERE = Place("", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Where a name was set last, and the text of the value. `by` is the function that was given its address."""

    place: Place
    name: str
    value: str
    by: str = ""


class HostArray(NamedTuple):
    """An array of the host's that is declared with its size."""

    place: Place
    name: str
    size_bytes: int


class HostText:
    """The files of one program by name."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._lines = {name: [line.partition("//")[0] for line in text.split("\n")] for name, text in files.items()}
        self._read = {name: _File(name, text) for name, text in files.items()}
        self._arrays: dict[tuple[Place, str], HostArray | None] = {}

    # --- what stands on a line

    def statement(self, place: Place) -> str:
        """Return the statement of a line, where its brackets open and close; empty where the line is not known.

        In a macro's brackets, a call is on the last line of them.
        """
        first, end = self._span(place)
        return " ".join(self._lines[place.file][first:end]) if end else ""

    def _span(self, place: Place) -> tuple[int, int]:
        lines, line = self._lines.get(place.file, []), place.line
        if not 0 < line <= len(lines):
            return 0, 0
        first, end = line - 1, line
        while _open("".join(lines[first:end])) < 0 and 0 < first > line - MOST_LINES:
            first -= 1
        while _open("".join(lines[first:end])) > 0 and end < len(lines) and end < line + MOST_LINES:
            end += 1
        return first, end

    def call_line(self, place: Place) -> Place:
        """Return the line of a statement where its call begins, of one that a compiler places at its end."""
        first, end = self._span(place)
        lines = self._lines[place.file][first : place.line] if end else []
        begun = next((n for n, text in enumerate(reversed(lines)) if _CALLS.search(text)), 0)
        return place._replace(line=place.line - begun)

    def elements(self, place: Place, name: str) -> Setting | None:
        """Return where an array or a vector of the host's is declared, with its elements' type as the value.

        None where a file declares several of that name that are not alike.
        """
        declared = re.compile(
            rf"(?:\bvector\s*<\s*([\w ]+?)\s*>\s*|\b(float|double|int|long long)\s+){re.escape(name)}\s*[\[(;=,{{]"
        )
        lines = self._lines.get(place.file, [])
        found = [(n, match[1] or match[2]) for n, line in enumerate(lines, 1) for match in declared.finditer(line)]
        if len({each for _, each in found}) != 1 or found[-1][0] > place.line:
            return None
        return Setting(place=Place(place.file, found[-1][0]), name=name, value=found[-1][1])

    def arguments(self, place: Place, call: str) -> list[str]:
        """Return what stands between the brackets behind `call` in the statement of a line, comma by comma."""
        text = "(" + self.statement(place).partition(call)[2].partition("(")[2]
        tokens = lex(text).tokens
        end = closing(tokens, 0)
        return [text[part[0].start : part[-1].end] for part in split(tokens[1:end])] if end < len(tokens) else []

    def configuration(self, place: Place) -> dict[str, str]:
        """Return what a launch on a line gives as grid, block and bytes of shared memory."""
        within = self.statement(place).partition("<<<")[2].partition(">>>")[0]
        tokens = lex(within).tokens
        parts = [within[part[0].start : part[-1].end] for part in split(tokens)]
        if not parts:
            given = self.arguments(place, "cudaLaunchKernel")
            parts = [*given[1:3], *given[4:5]]
        return dict(zip(("grid", "block", "shared"), parts, strict=False))

    def grid(self, place: Place) -> str:
        """Return what a launch on a line gives as its grid; empty where that is not shown."""
        return self.configuration(place).get("grid", "")

    def named(self, place: Place) -> str:
        """Return the variable that a statement puts new memory in; empty where it does not show one."""
        names = {match[1] for pattern in _ALLOCATES for match in pattern.finditer(self.statement(place))}
        return names.pop() if len(names) == 1 else ""

    def counts_elements(self, text: str) -> bool:
        """True if neither an expression nor what sets the names in it says `sizeof`: it may count elements."""
        names, whole = set(re.findall(r"[A-Za-z_]\w*", text)), "\n".join(map("\n".join, self._lines.values()))
        set_so = (rf"(?:\b{name}\s*=[^;=]*|#define\s+{name}\b.*)\bsizeof\b" for name in names)
        return "sizeof" not in text and not any(re.search(each, whole) for each in set_so)

    def is_pointer(self, file: str, name: str) -> bool:
        """True if a file declares a pointer of this name, and no array."""
        text = "\n".join(self._lines.get(file, ()))
        declared = re.search(rf"\*\s*(?:const\s+|__restrict__\s+)?{re.escape(name)}\s*[=;,)]", text)
        return declared is not None and not re.search(rf"\w\s+{re.escape(name)}\s*\[[^\]]*\]\s*[=;,]", text)

    def pointer(self, place: Place, *, source: bool = False) -> str:
        """Return what the text of a copy or a fill gives as its target, or as its source."""
        text = self.statement(place)
        given = self.arguments(place, "cudaMemset" if "cudaMemset" in text else "cudaMemcpy")
        number = (2 if "cudaMemcpy2D" in text else 1) if source else 0
        return given[number] if number < len(given) else ""

    def size_text(self, place: Place) -> str:
        """Return the number of bytes that a copy gives, and how the names that stand for it were set."""
        size = "".join(self.arguments(place, "cudaMemcpy")[2:3])
        return " ".join((size, *(each.value for each in self.settings(place, size))))

    def array(self, place: Place, *, source: bool) -> HostArray | None:
        """Return the array of the host's, declared with its size, that a copy on a line has as target or source."""
        text, file = "".join(self.pointer(place, source=source).split()), self._read.get(place.file)
        name = name_of(text)
        if not name or text not in (name, f"&{name}[0]") or file is None:
            return None
        if (place, name) not in self._arrays:
            self._arrays[place, name] = file.array(name, file.at(*self._span(place)))
        return self._arrays[place, name]

    def says_size_of(self, place: Place, pointer: str) -> bool:
        """True if a call takes its size from what a pointer is the name of, as `x.size()` and `sizeof(x)` do."""
        name = re.escape(name_of(pointer))
        sized = rf"\bsizeof\s*\(?\s*{name}\b|\b{name}\.size\b"
        return bool(name) and re.search(sized, self.statement(place)) is not None

    # --- where a value was made

    def sum_of(self, place: Place, pointer: str) -> str:
        """Return the sum that a pointer is in a call, or was set to before; empty where it is none."""
        steps = self.settings(place, pointer)
        made = steps[-1].value if steps else pointer
        return made if "+" in made and not (steps and steps[-1].by) else ""

    def bytes_added(self, place: Place, pointer: str) -> str:
        """Return the name that a pointer to elements is moved by where its value says `sizeof`; empty if none does."""
        base, _, added = pointer.partition("+")
        declared = rf"\b(?:char|void|uint8_t|byte)\s*\*\s*{re.escape(name_of(base) or '?')}\b"
        if _OF_BYTES.search(base) or re.search(declared, "\n".join(self._lines.get(place.file, ()))):
            return ""
        values = ((name, self.settings(place, name)) for name in re.findall(r"[A-Za-z_]\w*", added))
        return next((name for name, steps in values if steps and not self.counts_elements(steps[-1].value)), "")

    def settings(self, place: Place, expression: str) -> list[Setting]:
        """Return where the value of a plain name (or `name.data()`, `&name`) at a line was set, the last step first.

        A value that is again a plain name is followed: to a `dim3`'s side, to a macro, to the one call of the function
        whose parameter it is. Empty for any other expression, and where a loop sets the name again further down.
        """
        found: list[Setting] = []
        file = self._read.get(place.file)
        at, name = (file.at(*self._span(place)) if file else 0), name_of(expression)
        while file and name and len(found) < _MOST_STEPS:
            step = file.last_set(name, at) or self._macro(name)
            if step is None:
                break
            at, setting = step
            found.append(setting)
            name = "" if setting.by else name_of(setting.value)
        return found

    def passed_on(self, place: Place, expression: str, host: str, others: Collection[str]) -> Setting | None:
        """Return where a pointer to the host's memory was put into what a call is given.

        That is its own last value, or that of a member of the object: the one with the name `host`, or the only one
        with the name of a pointer, or `….data()`, that is none of the `others`.
        """
        file = self._read.get(place.file)
        if file is None or not expression:
            return None
        members = file.members(name_of(expression), file.at(*self._span(place)))
        named = [each for each in members if host and name_of(each.value) == host] or [
            each for each in members
            if (name := name_of(each.value)) and name not in others
            and (".data()" in each.value or self.is_pointer(place.file, name))
        ]  # fmt: skip
        whole = [each for each in self.settings(place, expression)[:1] if "{" in each.value or name_of(each.value)]
        return next(iter([*(named if len(named) == 1 else []), *whole]), None)

    def loop_bound(self, place: Place) -> tuple[Place, str] | None:
        """Return place and condition of the innermost `for` around a line, if it says `i <= …` and the line `[i`."""
        file = self._read.get(place.file)
        return None if file is None else file.loop_bound(place.line)

    def _macro(self, name: str) -> tuple[int, Setting] | None:
        for file in self._read.values():
            if found := file.lexed.macros.get(name):
                value = joined(found.tokens[1:])
                return 0, Setting(place=Place(file.name, file.lexed.line(found.start)), name=name, value=value)
        return None


def name_of(expression: str) -> str:
    """Return the name that an expression passes on: of `n`, `(int)n`, `&n`, `n.data()`, `dim3(n)`, `n, n`; else ""."""
    text = "".join(expression.split()).replace("->", ".")
    while match := _CAST.match(text):
        text = text[match.end() :]
    while text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    if text.startswith("dim3(") and text.endswith(")"):
        text = text[5:-1]
    parts = {part for part in text.split(",") if part != "1"}
    same = _SAME.fullmatch(parts.pop()) if len(parts) == 1 else None
    return same[1] if same else ""


@dataclass(slots=False)
class _File:
    """One file's tokens, and which of them set a name."""

    name: str
    text: str
    _known: dict[str, list[tuple[int, str, str]]] = field(default_factory=dict)

    @cached_property
    def lexed(self) -> Lexed:
        return lex(normalize(self.text))

    @cached_property
    def _tokens(self) -> tuple[Token, ...]:
        return self.lexed.tokens

    @cached_property
    def _partners(self) -> list[int]:
        return partners(self._tokens)

    @cached_property
    def _opening(self) -> dict[int, int]:
        """Of each closing bracket the one that opens."""
        return {close: at for at, close in enumerate(self._partners) if close > at}

    @cached_property
    def _outside(self) -> list[bool]:
        """Of each token whether it is in no braces."""
        depths = itertools.accumulate((each.text == "{") - (each.text == "}") for each in self._tokens)
        return [not depth for depth in depths]

    def at(self, first: int, end: int) -> int:
        """Return the token of the launch or the call in the lines `first` to before `end`, from 0; else the first."""
        indices = range(self.lexed.indices_on(first + 1).start, self.lexed.indices_on(end).stop)
        calls = (at for at in indices if self._tokens[at].text == "<<<" or self._tokens[at].text.startswith("cuda"))
        return next(calls, indices.start)

    def last_set(self, name: str, at: int) -> tuple[int, Setting] | None:
        """Return the last place before a token where a name is set, and what to; None where that is not sure."""
        start, around = self._function(at)
        sets = self._sets(name)
        turns = max(self._loop_ends(around), default=0)
        if any(at < each < turns for each, *_ in sets):
            return None
        for index, value, by in reversed(sets):
            if index < at and (index > start or self._outside[index]):
                line = self.lexed.line(self._tokens[index].start)
                return index, Setting(place=Place(self.name, line), name=name, value=value, by=by)
        return self._passed(name, start) if start else None

    def array(self, name: str, at: int) -> HostArray | None:
        """Return the last array of a name that is declared before a token with a size that is sure; None for others.

        A size is not sure where a macro in it is defined under a condition, which the command line may meet, nor where
        a name in it is set more than once.
        """
        from grader.compiling.source_values import Constants  # takes time, and few programs need it
        from grader.elements import size_of

        start, _ = self._function(at)
        for index in reversed(range(1, at)):
            before, tokens = self._tokens[index - 1], self._tokens
            if tokens[index].text != name or not (index > start or self._outside[index]):
                continue
            if self._text(index + 1) != "[" or not self._declares(before, index):
                if self._set(index, 0) and self._text(index + 1) in ("(", "{"):
                    return None  # an object of that name
                continue
            begin = next((n for n in range(index - 1, -1, -1) if self._text(n) in (";", "{", "}", ")")), -1) + 1
            words = [each.text for each in tokens[begin:index] if each.text not in ("static", "const")]
            first = next((n for n, word in enumerate(words) if word in _DECLARED), len(words) + 1) - 1
            size, bracket = size_of(" ".join(words[:first])) or 0, index + 1
            while self._text(bracket) == "[":
                side = tokens[bracket + 1 : self._partners[bracket]]
                names = (each.text for each in side if each.kind == "name")
                sure = all(self._is_constant(each, index) for each in names)
                size *= (Constants(self.lexed).evaluate(side) or 0) if sure else 0
                bracket = self._partners[bracket] + 1
            return HostArray(Place(self.name, self.lexed.line(tokens[index].start)), name, size) if size else None
        return None

    def _is_constant(self, name: str, at: int) -> bool:
        """True if a name has one value in the file, whatever the command line says, and has it at a token."""
        macro = name in self.lexed.macros and name not in self._conditional
        return macro or name == "sizeof" or (len(self._sets(name)) == 1 and self.last_set(name, at) is not None)

    @cached_property
    def _conditional(self) -> set[str]:
        """The names that conditions of the preprocessor ask for."""
        return {
            token.text
            for each in self.lexed.directives
            if each.name in ("if", "ifdef", "ifndef", "elif")
            for token in each.tokens
        }

    def members(self, name: str, at: int) -> list[Setting]:
        start, _ = self._function(at)
        paths = dict.fromkeys(
            path for index in range(start, at) if (path := self._path(index)).startswith(f"{name}.")
        )  # fmt: skip
        found = (self.last_set(path, at) for path in paths)
        return [each[1] for each in found if each]

    def loop_bound(self, line: int) -> tuple[Place, str] | None:
        indices = self.lexed.indices_on(line)
        for index in reversed(range(indices.stop)):
            if self._tokens[index].text != "for" or self._text(index + 1) != "(":
                continue
            head = self._partners[index + 1]
            body = self._partners[head + 1] if self._text(head + 1) == "{" else self._end(head + 1)
            if index < indices.stop and body >= indices.start:
                parts = "".join(each.text for each in self._tokens[index + 2 : head]).split(";")
                counter, sign, end = (parts[1] if len(parts) > 1 else "").partition("<=")
                used = any(self._text(n) == counter and self._text(n - 1) == "[" for n in indices)
                place = Place(self.name, self.lexed.line(self._tokens[index].start))
                return (place, f"{counter} {sign} {end}") if sign and used else None
        return None

    def _end(self, index: int) -> int:
        """Return the semicolon that ends the statement at a token, behind its brackets."""
        while index < len(self._tokens) and self._text(index) != ";":
            index = self._partners[index] + 1
        return index

    def _text(self, index: int) -> str:
        return self._tokens[index].text if 0 <= index < len(self._tokens) else ""

    def _around(self, at: int) -> list[int]:
        """The braces around a token, the outermost first."""
        return [each for each in range(at) if self._text(each) == "{" and self._partners[each] >= at]

    def _function(self, at: int) -> tuple[int, list[int]]:
        """The brace that begins the function around a token, and all braces inside it that are around the token."""
        braces = self._around(at)
        first = next((n for n, each in enumerate(braces) if self._text(each - 1) in (")", "const", "noexcept")), None)
        return (braces[first], braces[first + 1 :]) if first is not None else (0, [])

    def _loop_ends(self, braces: Sequence[int]) -> Iterator[int]:
        for each in braces:
            opened = self._opening.get(each - 1, 0)
            if self._text(each - 1) == "do" or (opened and self._text(opened - 1) in _LOOPS):
                yield self._partners[each]

    def _passed(self, name: str, start: int) -> tuple[int, Setting] | None:
        """What the one call of a function gives for its parameter; `start` is the function's brace."""
        end = start - 1 if self._text(start - 1) == ")" else start - 2
        opened = self._opening.get(end, 0)
        parameters = split(self._tokens[opened + 1 : end], angles=True)
        number = next((n for n, each in enumerate(parameters) if any(token.text == name for token in each)), None)
        function = self._text(opened - 1)
        calls = [
            n for n, token in enumerate(self._tokens)
            if token.text == function and self._text(n + 1) == "(" and n != opened - 1
        ]  # fmt: skip
        if number is None or len(calls) != 1:
            return None
        (call,) = calls
        given = split(self._tokens[call + 2 : self._partners[call + 1]])
        if number >= len(given):
            return None
        line, value = self.lexed.line(given[number][0].start), self._source(given[number])
        return call, Setting(place=Place(self.name, line), name=name, value=value)

    def _sets(self, name: str) -> list[tuple[int, str, str]]:
        """Each token that sets a name, with the text of the value, and the function that is given its address."""
        if name not in self._known:
            last = name.rpartition(".")[2]
            ends = (n for n, token in enumerate(self._tokens) if token.text == last and self._path(n) == name)
            self._known[name] = [(n, *found) for n in ends if (found := self._set(n, 2 * name.count(".")))]
        return self._known[name]

    def _path(self, index: int) -> str:
        """The name that ends at a token, with the objects that it is a member of."""
        names = [self._text(index)]
        while self._text(index - 1) in (".", "->") and index > 1 and self._tokens[index - 2].kind == "name":
            index -= 2
            names.append(self._text(index))
        return ".".join(reversed(names))

    def _set(self, index: int, length: int) -> tuple[str, str] | None:
        following, first = self._text(index + 1), index - length
        before = self._tokens[first - 1] if first else None
        if following == "=":
            return self._source(statement(self._tokens, index + 2)), ""
        if following in _COMPOUND:
            return f"{self._text(index)} {following} …", ""
        if following in ("(", "{") and before is not None and self._declares(before, first):
            return self._source(self._tokens[index + 2 : self._partners[index + 1]]), ""
        if before is not None and before.text == "&" and self._text(first - 2) in ("(", ",", ")"):
            opened = max((n for n in range(max(0, index - 60), index) if self._encloses(n, index)), default=0)
            while opened and self._tokens[opened - 1].kind != "name":
                opened = max((n for n in range(max(0, opened - 60), opened) if self._encloses(n, opened)), default=0)
            if opened and self._text(opened - 1) not in _NO_TYPES:
                return self._source(self._tokens[opened + 1 : self._partners[opened]]), self._text(opened - 1)
        return None

    def _encloses(self, opened: int, index: int) -> bool:
        return self._text(opened) == "(" and self._partners[opened] > index

    def _declares(self, before: Token, first: int) -> bool:
        """True if a name that a bracket follows is declared there: a type is before it, or another one's end."""
        if before.text in (">", ",") or (before.kind == "name" and before.text not in _NO_TYPES):
            begin = next((n for n in range(first - 1, -1, -1) if self._text(n) in (";", "{", "}")), -1) + 1
            between = [token.text for token in self._tokens[begin:first]]
            depth = sum((text in "([") - (text in ")]") for text in between)
            return depth == 0 and len(between) > (2 if before.text == "," else 0) and between[0] not in _NO_TYPES
        return False

    def _source(self, tokens: Sequence[Token]) -> str:
        return " ".join(self.lexed.source[tokens[0].start : tokens[-1].end].split()) if tokens else ""


def _open(text: str) -> int:
    return text.count("(") - text.count(")") + text.count("<<<") - text.count(">>>")
