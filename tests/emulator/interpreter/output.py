"""Device `printf`: the format string and the packed arguments that `vprintf` is called with."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable

from grader.emulator.running.gather import MOST_FIELD

_DIRECTIVE = re.compile(rb"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+)?)?(hh|h|ll|l|j|z|t|L)?([diouxXcsfFeEgGaAp%])")


class _Arguments:
    """Reads the argument buffer: each value aligned to its size."""

    def __init__(self, read: Callable[[int, int], bytes]) -> None:
        self._read = read
        self._offset = 0
        self.count = 0

    def take(self, size: int) -> bytes:
        self._offset = -(-self._offset // size) * size
        data = self._read(self._offset, size)
        self._offset += size
        self.count += 1
        return data


def format_printf(
    text: bytes, read_argument: Callable[[int, int], bytes], read_string: Callable[[int], bytes]
) -> tuple[bytes, int]:
    """What `printf(text, …)` prints, and how many arguments it read (its result).

    `read_argument(offset, size)` reads the argument buffer, `read_string(address)` a string that `%s` points to.
    """
    arguments = _Arguments(read_argument)

    def replace(match: re.Match[bytes]) -> bytes:
        return _directive(match, arguments, read_string)

    return _DIRECTIVE.sub(replace, text), arguments.count


def _directive(match: re.Match[bytes], arguments: _Arguments, read_string: Callable[[int], bytes]) -> bytes:
    flags, width, precision, length, letter = match.groups()
    if letter == b"%":
        return b"%"
    spec = b"%" + flags + _field(width, arguments, least=-MOST_FIELD)
    if b"." in match[0]:
        spec += b"." + _field(precision, arguments, least=0)
    if letter in b"fFeEgGaA":
        value = struct.unpack("<d", arguments.take(8))[0]
        return bytes(float(value).hex(), "ascii") if letter in b"aA" else bytes((spec + letter) % value)
    if letter == b"s":
        address = int.from_bytes(arguments.take(8), "little")
        return bytes((spec + b"s") % read_string(address))
    if letter == b"p":
        return (spec + b"s") % hex(int.from_bytes(arguments.take(8), "little")).encode()
    if letter == b"c":
        return (spec + b"c") % (int.from_bytes(arguments.take(4), "little") & 0xFF)
    size = 8 if length in (b"l", b"ll", b"j", b"z", b"t") else 4
    value = int.from_bytes(arguments.take(size), "little", signed=letter in b"di")
    return (spec + (b"d" if letter in b"iu" else letter)) % value


def _field(text: bytes | None, arguments: _Arguments, *, least: int) -> bytes:
    if not text:
        return b""
    number = int.from_bytes(arguments.take(4), "little", signed=True) if text == b"*" else int(text[:9])
    return str(max(least, min(number, MOST_FIELD))).encode()
