"""Widths and signs of PTX types, and integers as bit patterns."""

from __future__ import annotations

WIDTH = {
    "pred": 1, "b8": 8, "u8": 8, "s8": 8, "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16,
    "b32": 32, "u32": 32, "s32": 32, "f32": 32, "f16x2": 32, "bf16x2": 32, "u16x2": 32, "s16x2": 32, "tf32": 32,
    "b64": 64, "u64": 64, "s64": 64, "f64": 64, "b128": 128,
}  # fmt: skip
"""Bits of each type. A packed type is named for its element and lane count."""

INTEGERS = frozenset(name for name in WIDTH if name[0] in "bus" and name[1:].isdigit())
WIDER = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}
"""The type of a `.wide` product."""


def mask(bits: int, width: int) -> int:
    """The low `width` bits."""
    return bits & ((1 << width) - 1)


def signed(bits: int, width: int) -> int:
    """The low `width` bits read as two's complement."""
    bits = mask(bits, width)
    return bits - (1 << width) if bits >> (width - 1) else bits


def is_signed(kind: str) -> bool:
    """Whether integers of type `kind` are signed."""
    return kind[0] == "s"


def to_integer(bits: int, kind: str) -> int:
    """The integer that `bits` stand for in type `kind`."""
    return signed(bits, WIDTH[kind]) if is_signed(kind) else mask(bits, WIDTH[kind])


def limits(kind: str) -> tuple[int, int]:
    """The least and the greatest integer of type `kind`."""
    width = WIDTH[kind]
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed(kind) else (0, (1 << width) - 1)


def clamp(value: int, kind: str) -> int:
    """The bits of `value` after it was brought into the range of `kind`."""
    low, high = limits(kind)
    return mask(min(max(value, low), high), WIDTH[kind])
