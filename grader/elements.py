"""The element types that buffers may have: the one list, read wherever a type is spelled, sent, filled or measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class ElementType:
    """One type: its name in C++ as a symbol of PTX spells it, and NumPy's code, which is also the one on the wire.

    `spellings` are its other names in CUDA files, `nicknames` those that assignments, launches and vectors use besides.
    """

    name: str
    code: str
    spellings: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()

    @property
    def dtype(self) -> np.dtype:
        """NumPy's type. Spelling a type needs no NumPy, which takes long to load."""
        import numpy as np

        return np.dtype(self.code)

    @property
    def kind(self) -> str:
        """NumPy's letter: `f` for floating point, `i` and `u` for whole numbers with and without sign, `u` for bool."""
        return self.code[0]

    @property
    def size_bytes(self) -> int:
        """Of one element."""
        return int(self.code[1:])

    @property
    def word(self) -> str:
        """The name that people are told."""
        return self.name.removeprefix("__")

    @property
    def is_bool(self) -> bool:
        """Whether 0 and 1 are its only values."""
        return self.name == "bool"

    @property
    def unit_roundoff(self) -> float:
        """The largest relative error of one rounding; 0 for whole numbers."""
        return {"f2": 2.0**-11, "f4": 2.0**-24, "f8": 2.0**-53}.get(self.code, 0.0)

    def means(self, other: ElementType) -> bool:
        """Whether the same bytes hold the same values: `long` and `long long`, `char` and `signed char`."""
        return self.code == other.code and self.is_bool == other.is_bool


ELEMENTS = {
    element.name: element
    for element in (
        ElementType("float", "f4"),
        ElementType("double", "f8"),
        ElementType("__half", "f2", ("half",)),
        ElementType("bool", "u1"),
        ElementType("char", "i1"),
        ElementType("signed char", "i1", ("int8_t",)),
        ElementType("unsigned char", "u1", ("uint8_t",), ("byte", "uchar")),
        ElementType("short", "i2", ("int16_t",)),
        ElementType("unsigned short", "u2", ("ushort", "uint16_t")),
        ElementType("int", "i4", ("int32_t",)),
        ElementType("unsigned int", "u4", ("unsigned", "uint", "uint32_t")),
        ElementType("long", "i8", ("ptrdiff_t",)),
        ElementType("unsigned long", "u8", ("ulong", "size_t")),
        ElementType("long long", "i8", ("int64_t",), ("longlong",)),
        ElementType("unsigned long long", "u8", ("uint64_t",), ("ulonglong", "uint64")),
    )
}
"""By name."""
SPELLED = {
    text: element for element in ELEMENTS.values() for text in (element.name, *element.spellings, *element.nicknames)
}
"""By every name."""
FLOAT_WORDS = frozenset(word for text, element in SPELLED.items() if element.kind == "f" for word in text.split())
WHOLE_WORDS = frozenset(
    word
    for element in ELEMENTS.values()
    if element.kind != "f" and not element.is_bool
    for text in (element.name, *element.spellings)
    for word in text.split()
)
"""The words of CUDA files that make up the names of whole numbers' types."""


def parts_of(text: str) -> tuple[ElementType, int] | None:
    """The element type of a type and how many it has, 4 of `float` for `float4`; None where it is not known."""
    if text in SPELLED:
        return SPELLED[text], 1
    base, count = text[:-1], text[-1:]
    return (SPELLED[base], int(count)) if count and count in "1234" and base in SPELLED else None


def size_of(text: str) -> int | None:
    """The bytes of a type, or of a vector type such as `float4`; None where it is not known."""
    parts = parts_of(text)
    return parts[0].size_bytes * parts[1] if parts else None
