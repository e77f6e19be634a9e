"""Reads declarations: functions with their parameters, variables with their initial values."""

from __future__ import annotations

import math
import re
import struct

from grader.emulator.ptx.nodes import TYPE_BYTES, Function, Parameter, Variable
from grader.emulator.ptx.statements import INTEGER, PtxSyntaxError

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
_FUNCTION = re.compile(
    r"^(?P<linking>(?:\.(?:visible|extern|weak|common)\s+)*)\.(?P<kind>entry|func)\s*(?P<returns>\([^)]*\))?\s*"
    r"(?P<name>[$%\w]+)\s*(?:\((?P<parameters>[^)]*)\))?(?P<directives>.*)$",
    re.S,
)


def read_function(statement: str) -> Function:
    """A function by its header; what is in its body comes later."""
    match = _FUNCTION.match(statement)
    if not match:
        raise PtxSyntaxError(f"not a function header: {statement[:120]}")
    function = Function(
        name=match["name"],
        is_entry=match["kind"] == "entry",
        parameters=_parameters(match["parameters"] or ""),
        returns=_parameters((match["returns"] or "").strip("()")),
    )
    function.max_threads = _extent("maxntid", match["directives"])
    function.cluster = _extent("reqnctapercluster", match["directives"]) or 1
    return function


def _parameters(text: str) -> tuple[Parameter, ...]:
    return tuple(_parameter(part.strip()) for part in text.split(",") if part.strip())


def _parameter(text: str) -> Parameter:
    match = _PARAMETER.match(" ".join(text.split()))
    if not match:
        raise PtxSyntaxError(f"not a parameter: {text[:120]}")
    size = TYPE_BYTES[match["type"]]
    dims = match["dims"]
    align = _ALIGN.search(match["attributes"])
    count = int(dims[1:-1] or 0) if dims else 1
    return Parameter(match["name"], match["type"], size * count, int(align[1]) if align else size, bool(dims))


def read_variable(statement: str) -> Variable:
    """A variable, with what it is filled with at first."""
    linking = ""
    while statement.startswith((".visible", ".extern", ".weak", ".common")):
        word, statement = statement.split(None, 1)
        linking += word
    match = _VARIABLE.match(statement)
    if not match:
        raise PtxSyntaxError(f"not a declaration: {statement[:120]}")
    element = TYPE_BYTES[match["type"]] * int(match["lanes"] or 1)
    count = 1
    for dim in re.findall(r"\[(\d*)\]", match["dims"]):
        count *= int(dim or 0)
    align = _ALIGN.search(match["attributes"])
    initial, pointers = _initial(match["initial"], match["type"])
    size = element * count
    if match["dims"] == "[]" and initial:
        size = len(initial)
    return Variable(
        name=match["name"],
        space=match["space"],
        size=size,
        align=int(align[1]) if align else element,
        initial=initial,
        pointers=pointers,
        extern=".extern" in linking,
        element_bytes=element,
    )


def _initial(text: str | None, kind: str) -> tuple[bytes, tuple[tuple[int, str, int], ...]]:
    if not text:
        return b"", ()
    width = TYPE_BYTES[kind]
    data = bytearray()
    pointers: list[tuple[int, str, int]] = []
    for item in (part.strip() for part in text.replace("{", " ").replace("}", " ").split(",")):
        if not item:
            continue
        value = _initial_value(item, width, len(data), pointers)
        data += (value & ((1 << (8 * width)) - 1)).to_bytes(width, "little")
    return bytes(data), tuple(pointers)


def _initial_value(item: str, width: int, offset: int, pointers: list[tuple[int, str, int]]) -> int:
    if item[:2] in ("0f", "0F", "0d", "0D"):
        bits = int(item[2:], 16)
        if width == 8 and len(item) == 10:
            return int(struct.unpack("<Q", struct.pack("<d", struct.unpack("<f", struct.pack("<I", bits))[0]))[0])
        return bits
    if INTEGER.match(item):
        return int(item.rstrip("U"), 0)
    inner = re.sub(r"^generic\((.*)\)$", r"\1", item.replace(" ", ""))
    inner = re.sub(r"^generic\(([^)]*)\)", r"\1", inner)
    match = re.match(r"^([$%\w]+)([+-]\d+)?$", inner)
    if not match:
        raise PtxSyntaxError(f"not an initialiser: {item[:120]}")
    pointers.append((offset, match[1], int(match[2] or 0)))
    return 0


def _extent(directive: str, text: str) -> int | None:
    """The product of a directive's one to three numbers."""
    found = re.search(rf"\.{directive}\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?", text)
    return math.prod(int(part) for part in found.groups() if part) if found else None
