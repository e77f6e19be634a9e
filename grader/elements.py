"""The element types of buffers: the only list, used wherever a type is spelled, sent, filled or measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class ElementType:
    """One type: its C++ name as PTX symbols spell it, and NumPy's code, which is also used between processes.

    `spellings` are its other names in CUDA files; `nicknames` are further names in assignments, launches and vector
    types.
    """

    name: str
    code: str
    spellings: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()

    @property
    def dtype(self) -> np.dtype:
        """NumPy's type. NumPy is imported here because it loads slowly and spelling a type does not need it."""
        import numpy as np

        return np.dtype(self.code)

    @property
    def kind(self) -> str:
        """NumPy's letter: `f` for floating point, `i` for signed and `u` for unsigned integers; `u` for bool."""
        return self.code[0]

    @property
    def size_bytes(self) -> int:
        """Bytes of one element."""
        return int(self.code[1:])

    @property
    def word(self) -> str:
        """The name in messages."""
        return self.name.removeprefix("__")

    @property
    def is_bool(self) -> bool:
        """Whether its only values are 0 and 1."""
        return self.name == "bool"

    @property
    def unit_roundoff(self) -> float:
        """The largest relative error of one rounding; 0 for integers."""
        return {"f2": 2.0**-11, "f4": 2.0**-24, "f8": 2.0**-53}.get(self.code, 0.0)

    def held(self, value: float) -> int | float:
        """Return a number as one element holds it. Raise `ValueError` if it does not fit."""
        import numpy as np

        if self.kind == "f":
            with np.errstate(over="ignore"):
                made = float(self.dtype.type(value))
            if not np.isfinite(made):
                raise ValueError(f"{value:g} is too large for {self.word}")
            return made
        least, most = (0, 1) if self.is_bool else (int(np.iinfo(self.dtype).min), int(np.iinfo(self.dtype).max))
        if not (least <= value <= most and value == int(value)):
            raise ValueError(f"{value} is no {self.word}: expected a whole number from {least} to {most}")
        return int(value)

    def means(self, other: ElementType) -> bool:
        """Return whether the same bytes have the same value: `long` and `long long`, `char` and `signed char`."""
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
"""Types by name."""
SPELLED = {
    text: element for element in ELEMENTS.values() for text in (element.name, *element.spellings, *element.nicknames)
}
"""Types by any of their names."""
FLOAT_WORDS = frozenset(word for text, element in SPELLED.items() if element.kind == "f" for word in text.split())
WHOLE_WORDS = frozenset(
    word
    for element in ELEMENTS.values()
    if element.kind != "f" and not element.is_bool
    for text in (element.name, *element.spellings)
    for word in text.split()
)
"""Words in the names of integer types in CUDA files."""


VECTORS = {
    f"{base}{count}": (SPELLED[base], count)
    for base in (
        "float", "double", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong",
    )
    for count in (1, 2, 3, 4)
} | {"__half2": (SPELLED["half"], 2), "half2": (SPELLED["half"], 2)}  # fmt: skip
"""CUDA's vector types by name: the type of a component, and how many there are."""
BUFFER_VECTORS = {text: parts for text, parts in VECTORS.items() if parts[0].size_bytes == 4 and parts[1] > 1}
"""Those that buffers may have. Compilers move wider and narrower components in other pieces, which no name fits."""


def parts_of(text: str) -> tuple[ElementType, int] | None:
    """Return a type's element type and count: `float` and 4 for `float4`, 1 for `float`; None if unknown."""
    return VECTORS.get(text, (SPELLED[text], 1) if text in SPELLED else None)


def name_of(element: ElementType, count: int) -> str:
    """Return the C++ name of a type with so many components."""
    return element.name if count == 1 else next(text for text, parts in VECTORS.items() if parts == (element, count))


def size_of(text: str) -> int | None:
    """Return the bytes of a type, or of a vector type such as `float4`; None if unknown."""
    parts = parts_of(text)
    return parts[0].size_bytes * parts[1] if parts else None
