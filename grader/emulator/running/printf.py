"""Format the output of device `printf` from the raw arguments that the kernel left in the log."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable

_SPECIFIER = re.compile(r"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+)?)?(hh|h|ll|l|j|z|t|L)?([diouxXeEfFgGaAcsp%])")
# Limits in characters for a field or string, and for a whole launch: a kernel may ask for billions.
MOST_FIELD, MOST_TEXT = 1 << 12, 1 << 20
_WIDE = {"l", "ll", "j", "z", "t"}


class _Arguments:
    """Arguments as the kernel stored them: each at a multiple of its own size."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def take(self, code: str, size: int) -> float | int | None:
        self.place = -(-self.place // size) * size
        if self.place + size > len(self.data):
            return None
        value: float | int = struct.unpack_from("<" + code, self.data, self.place)[0]
        self.place += size
        return value


def format_output(template: str, data: bytes, string_at: Callable[[int], str]) -> str:
    """Return the text of one `printf` call; `string_at` reads a string at a virtual address for `%s`."""
    arguments = _Arguments(data)

    def one(match: re.Match[str]) -> str:
        flags, width, precision, length, kind = match.groups()
        if kind == "%":
            return "%"
        width = _field(width, arguments, least=-MOST_FIELD)
        precision = _field(precision, arguments, least=0)
        dotted = "." + (precision or "0") if "." in match.group(0) else ""
        return _formatted(f"%{flags}{width or ''}{dotted}", kind, length, arguments, string_at)

    return _SPECIFIER.sub(one, template)


def _field(text: str | None, arguments: _Arguments, *, least: int) -> str | None:
    """Return a width or precision: as written, or the next argument; at most `MOST_FIELD`."""
    if not text:
        return text
    number = int(arguments.take("i", 4) or 0) if text == "*" else int(text[:9])
    return str(max(least, min(number, MOST_FIELD)))


def _formatted(spec: str, kind: str, length: str | None, arguments: _Arguments, string_at: Callable[[int], str]) -> str:
    wide = length in _WIDE
    value: float | int | str | None
    if kind in "eEfFgGaA":
        value = arguments.take("d", 8)
        if value is not None and kind in "aA":
            return float(value).hex()
    elif kind == "s":
        address = arguments.take("Q", 8)
        value = None if address is None else string_at(int(address))
    elif kind == "p":
        address = arguments.take("Q", 8)
        return "(nil)" if not address else hex(int(address))
    elif kind == "c":
        code = arguments.take("i", 4)
        value = None if code is None else chr(int(code) & 0xFF)
    else:
        code_letter = ("q" if wide else "i") if kind in "di" else ("Q" if wide else "I")
        value = arguments.take(code_letter, 8 if wide else 4)
        kind = "d" if kind in "diu" else kind
    if value is None:
        return ""
    return (spec + kind) % value
