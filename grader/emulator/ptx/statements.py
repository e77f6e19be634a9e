"""Split PTX text into statements, and lists into items.

Statements end in `;`, except `.loc` and `.file`, which end with their line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator


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
