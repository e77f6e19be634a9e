"""Read a compiled kernel's shared arrays from its PTX."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.emulator.ptx.mangling import base_name

_SHARED = re.compile(
    r"^\s*(?:\.visible\s+|\.extern\s+|\.weak\s+)*\.shared\s+(?:\.align\s+\d+\s+)?\.(?P<type>\w+)\s+(?P<name>[\w$.]+)"
    r"(?:\[(?P<count>\d*)\])?",
    re.MULTILINE,
)
_TYPE_BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


@dataclass(frozen=True, slots=True)
class CompiledSharedArray:
    """A shared array: its name in the source, its PTX symbol and its size; 0 bytes if the launch sets the size."""

    name: str
    symbol: str
    size_bytes: int


def shared_arrays(ptx: str, entry: str | None = None) -> tuple[CompiledSharedArray, ...]:
    """Return the shared arrays of a PTX text, in order; with `entry`, only those that this kernel uses."""
    body = entry_body(ptx, entry) if entry else None
    found = []
    for match in _SHARED.finditer(ptx):
        symbol = match["name"]
        if body is None or re.search(rf"(?<![\w$.]){re.escape(symbol)}(?![\w$.])", body):
            found.append(CompiledSharedArray(base_name(symbol), symbol, _size(match)))
    return tuple(found)


def entry_body(ptx: str, entry: str) -> str:
    """Return the text of one kernel from its name to its closing brace; "" when it does not exist."""
    start = re.search(rf"\.entry\s+{re.escape(entry)}(?![\w$.])", ptx)
    if start is None:
        return ""
    end = ptx.find("\n}", start.end())
    return ptx[start.start() : end if end >= 0 else len(ptx)]


def _size(match: re.Match[str]) -> int:
    element = _TYPE_BYTES.get(re.sub(r"\D", "", match["type"]), 0)
    if match["count"] is None:
        return element
    return element * int(match["count"]) if match["count"] else 0
