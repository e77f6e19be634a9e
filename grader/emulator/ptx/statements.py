"""Split PTX text into statements, and lists into items.

Statements end in `;`, except `.loc` and `.file`, which end with their line.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Iterator

from grader.emulator.ptx.nodes import TYPE_BYTES, Function, PtxParameter, Variable


class PtxSyntaxError(ValueError):
    """Text that this parser does not accept as PTX; the message quotes the statement."""


MOST_BRACKETS = 8
"""Limit for nested brackets in an operand."""

LABEL = re.compile(r"^([$%\w]+)\s*:(?!:)\s*")
_INTEGER = re.compile(r"(-?)(?:0[xX]([0-9a-fA-F]{1,16})|0[bB]([01]{1,64})|(0[0-7]{0,22})|([1-9]\d{0,19}))U?")
# An unclosed string ends with its line, an unclosed comment with the text, so nothing is read twice.
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|/\*(?:.*?\*/|.*)', re.S)
_ENDS = re.compile(r"[;:{}]")
_PLAIN = re.compile(r"[^;:{}]+;")  # exactly one statement, like most lines
_BRACKETED = re.compile(r"[^\[\]]*(?:\[[^\[\],]*\][^\[\]]*)*")  # no comma within brackets
_LINES = (".loc ", ".loc\t", ".file", ".version", ".target", ".address_size")


def integer(text: str) -> int | None:
    """Return the value of an integer constant (hexadecimal, binary, octal or decimal; PTX ISA, 4.5.1), or None."""
    match = _INTEGER.fullmatch(text)
    if match is None:
        return None
    for digits, base in zip(match.groups()[1:], (16, 2, 8, 10), strict=True):
        if digits is not None:
            value = int(digits, base)
            if value >> 64:
                raise PtxSyntaxError(f"a constant of more than 64 bits: {text}")
            return -value if match[1] else value
    return None


def number(text: str) -> int:
    """Return the value of an integer constant. Raises `PtxSyntaxError` if the text is not one."""
    value = integer(text)
    if value is None:
        raise PtxSyntaxError(f"not a number: {text[:120]}")
    return value


def without_comments(text: str) -> str:
    """Replace each comment with a space."""
    return _COMMENT.sub(lambda found: found.group(0) if found.group(0)[0] == '"' else " ", text)


def statements(text: str) -> Iterator[str]:
    """Split into statements. `{` and `}` of scopes stand alone; braces of operands stay in their statement."""
    held = ""
    more: list[str] = []
    for raw in text.split("\n"):
        line = raw.strip()
        if not line:
            continue
        if not held and line.startswith(_LINES):
            yield line
            continue
        if not held and _PLAIN.fullmatch(line):
            yield line[:-1].rstrip()
            continue
        if held and not _ENDS.search(line):
            # This line cannot end a statement: wait for one that can.
            more.append(line)
            continue
        held = " ".join([held, *more, line]) if held else line
        more.clear()
        while held:
            cut, rest = _cut(held)
            if cut is None:
                break
            if cut:
                yield cut
            held = rest
    if held:
        yield " ".join([held, *more])


def _cut(held: str) -> tuple[str | None, str]:
    """Return the first complete statement of `held` and the rest; None if it is not complete yet."""
    if held[0] in "{}":
        return held[0], held[1:].strip()
    end = held.find(";")
    brace = held.find("{")
    if brace >= 0 and (end < 0 or brace < end):
        head = held[:brace].rstrip()
        if _opens_scope(head):
            return head, held[brace:]
    close = held.find("}")
    if held.startswith(".section") and brace >= 0:
        return (None, held) if close < 0 else ("", held[close + 1 :].strip())
    if end < 0:
        label = LABEL.match(held)
        return (label.group(0).strip(), held[label.end() :]) if label else (None, held)
    label = LABEL.match(held)
    if label:
        return label.group(0).strip(), held[label.end() :]
    return held[:end].strip(), held[end + 1 :].strip()


def _opens_scope(head: str) -> bool:
    return (".entry" in head or ".func" in head) and "=" not in head


def split_list(text: str) -> list[str]:
    """Split at commas that are not inside brackets."""
    if not text:
        return []
    if "{" not in text and "(" not in text and ("[" not in text or _BRACKETED.fullmatch(text)):
        return [part.strip() for part in text.split(",") if part.strip()]
    parts, depth, start = [], 0, 0
    for index, sign in enumerate(text):
        if sign in "{([":
            depth += 1
            if depth > MOST_BRACKETS:
                raise PtxSyntaxError(f"too many brackets: {text[:120]}")
        elif sign in "})]":
            depth -= 1
        elif sign == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


_VARIABLE = re.compile(
    r"^\.(?P<space>global|const|shared|local|param)\s+(?P<attributes>(?:\.(?:align\s+\d+|attribute\s*\([^)]*\)|ptr)\s*)*)"
    r"(?:\.v(?P<lanes>[248])\s+)?\.(?P<type>\w+)\s+(?P<name>[$%\w]+)\s*(?P<dims>(?:\[\d*\])*)\s*(?:=\s*(?P<initial>.*))?$",
    re.S,
)
_PARAMETER = re.compile(
    r"^\.(?:param|reg)\s+(?P<attributes>(?:\.(?:align\s+\d+|ptr|global|shared|const|local)\s*)*)\.(?P<type>\w+)\s+"
    r"(?P<attributes_after>(?:\.(?:align\s+\d+|ptr|global|shared|const|local)\s*)*)(?P<name>[$%\w]+)(?P<dims>(?:\[\d*\])?)$"
)
_ALIGN = re.compile(r"align\s+(\d+)")
_FLOAT = re.compile(r"0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}")
_ADDRESS = re.compile(r"([$%\w]+)([+-]\d{1,18})?")
MOST_ALIGN, ADDRESS_BYTES = 1 << 16, 8
_FUNCTION = re.compile(
    r"^(?P<linking>(?:\.(?:visible|extern|weak|common)\s+)*)\.(?P<kind>entry|func)\s*(?P<returns>\([^)]*\))?\s*"
    r"(?P<name>[$%\w]+)\s*(?:\((?P<parameters>[^)]*)\))?(?P<directives>.*)$",
    re.S,
)


def read_function(statement: str) -> Function:
    """Parse a function's header. The body is parsed later."""
    match = _FUNCTION.match(statement)
    if not match:
        raise PtxSyntaxError(f"not a function header: {statement[:120]}")
    function = Function(
        name=match["name"],
        is_entry=match["kind"] == "entry",
        parameters=_parameters(match["parameters"] or ""),
        returns=_parameters((match["returns"] or "").strip("()")),
    )
    names = [each.name for each in (*function.parameters, *function.returns)]
    if len(set(names)) < len(names):
        raise PtxSyntaxError(f"two parameters of one name: {statement[:120]}")
    function.max_threads = _extent("maxntid", match["directives"])
    function.cluster = _extent("reqnctapercluster", match["directives"]) or 1
    return function


def _parameters(text: str) -> tuple[PtxParameter, ...]:
    return tuple(_parameter(part.strip()) for part in text.split(",") if part.strip())


def _parameter(text: str) -> PtxParameter:
    match = _PARAMETER.match(" ".join(text.split()))
    if not match:
        raise PtxSyntaxError(f"not a parameter: {text[:120]}")
    size = _bytes_of(match["type"])
    dims = match["dims"]
    count = number(dims[1:-1] or "0") if dims else 1
    return PtxParameter(match["name"], match["type"], size * count, _align(match["attributes"], size), bool(dims))


def _bytes_of(kind: str) -> int:
    if kind not in TYPE_BYTES:
        raise PtxSyntaxError(f"not a type of memory that is known: .{kind}")
    return TYPE_BYTES[kind]


def _align(attributes: str, usual: int) -> int:
    found = _ALIGN.search(attributes)
    align = number(found[1]) if found else usual
    if align & (align - 1) or not 0 < align <= MOST_ALIGN:
        raise PtxSyntaxError(f"an alignment of {align}")
    return align


def read_variable(statement: str) -> Variable:
    """Parse a variable with its initial value."""
    linking = ""
    while statement.startswith((".visible", ".extern", ".weak", ".common")):
        word, statement = (*statement.split(None, 1), "")[:2]
        linking += word
    match = _VARIABLE.match(statement)
    if not match:
        raise PtxSyntaxError(f"not a declaration: {statement[:120]}")
    element = _bytes_of(match["type"]) * int(match["lanes"] or 1)
    count = 1
    for dim in re.findall(r"\[(\d*)\]", match["dims"]):
        count *= number(dim or "0")
    initial, pointers = _initial(match["initial"], match["type"])
    size = element * count
    if match["dims"] == "[]" and initial:
        size = len(initial)
    if len(initial) > size:
        raise PtxSyntaxError(f"more values than the variable holds: {statement[:120]}")
    return Variable(
        name=match["name"],
        space=match["space"],
        size=size,
        align=_align(match["attributes"], element),
        initial=initial,
        pointers=pointers,
        extern=".extern" in linking,
    )


def _initial(text: str | None, kind: str) -> tuple[bytes, tuple[tuple[int, str, int], ...]]:
    if not text:
        return b"", ()
    width = _bytes_of(kind)
    data = bytearray()
    pointers: list[tuple[int, str, int]] = []
    for item in (part.strip() for part in text.replace("{", " ").replace("}", " ").split(",")):
        if not item:
            continue
        value = _initial_value(item, width, len(data), pointers)
        data += (value & ((1 << (8 * width)) - 1)).to_bytes(width, "little")
    return bytes(data), tuple(pointers)


def _initial_value(item: str, width: int, offset: int, pointers: list[tuple[int, str, int]]) -> int:
    if _FLOAT.fullmatch(item):
        bits = int(item[2:], 16)
        if width == 8 and len(item) == 10:
            return int(struct.unpack("<Q", struct.pack("<d", struct.unpack("<f", struct.pack("<I", bits))[0]))[0])
        return bits
    value = integer(item)
    if value is not None:
        return value
    inner = re.sub(r"^generic\((.*)\)$", r"\1", item.replace(" ", ""))
    inner = re.sub(r"^generic\(([^)]*)\)", r"\1", inner)
    match = _ADDRESS.fullmatch(inner)
    if not match or width != ADDRESS_BYTES:
        raise PtxSyntaxError(f"not an initialiser: {item[:120]}")
    pointers.append((offset, match[1], int(match[2] or 0)))
    return 0


def _extent(directive: str, text: str) -> int | None:
    """Return the product of a directive's one to three numbers, or None without the directive."""
    found = re.search(rf"\.{directive}\s+(\d{{1,9}})(?:\s*,\s*(\d{{1,9}}))?(?:\s*,\s*(\d{{1,9}}))?", text)
    return math.prod(int(part) for part in found.groups() if part) if found else None
