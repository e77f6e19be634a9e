"""The element types of buffers: the only list, used wherever a type is spelled, sent, filled or measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class ElementType:
    """One type: its C++ name as PTX symbols spell it, and NumPy's code, which is also used between processes.

    `spellings` are its other names in CUDA files; `nicknames` are further names in assignments, launches and vector
    types. NumPy lacks bfloat16: `code` is then that of its bits, and `wider` that of a type which has all its values,
    and whose upper half these bits are.
    """

    name: str
    code: str
    spellings: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    wider: str = ""

    @property
    def dtype(self) -> np.dtype:
        """NumPy's type of its values. NumPy is imported here: it loads slowly, and to spell a type needs none of it."""
        import numpy as np

        return np.dtype(self.wider or self.code)

    @property
    def kind(self) -> str:
        """NumPy's letter: `f` for floating point, `i` for signed and `u` for unsigned integers; `u` for bool."""
        return (self.wider or self.code)[0]

    @property
    def size_bytes(self) -> int:
        """Bytes of one element."""
        return int(self.code[1:])

    @property
    def word(self) -> str:
        """The name in messages."""
        return self.name.removeprefix("__").removeprefix("nv_")

    @property
    def is_bool(self) -> bool:
        """Whether its only values are 0 and 1."""
        return self.name == "bool"

    def rounding_of(self, values: np.ndarray) -> np.ndarray:
        """Return how far one rounding to this type may take each value; 0 for integers."""
        import numpy as np

        unit, least = _ROUNDING[self.name] if self.kind == "f" else (0, 0)
        return np.asarray(np.abs(values) * unit + least)

    def bits_of(self, values: np.ndarray) -> np.ndarray:
        """Return values as they lie in memory; where NumPy lacks the type, rounded to the nearest even."""
        import numpy as np

        if not self.wider:
            return values.astype(self.code, copy=False)
        bits = values.astype(self.wider).view(np.uint32)
        rounded = (bits + (0x7FFF + (bits >> 16 & 1))) >> 16
        return np.where(np.isnan(values), 0x7FFF, rounded).astype(self.code)

    def values_of(self, bits: np.ndarray) -> np.ndarray:
        """Return the values of what lies in memory."""
        import numpy as np

        return (bits.astype(np.uint32) << 16).view(self.wider) if self.wider else bits

    def held(self, value: float) -> int | float:
        """Return a number as one element holds it. Raise `ValueError` if it does not fit."""
        import numpy as np

        if self.kind == "f":
            with np.errstate(over="ignore"):
                made = float(self.values_of(self.bits_of(np.array([value], self.dtype)))[0])
            if not np.isfinite(made):
                raise ValueError(f"{value:g} is too large for {self.word}")
            return made
        least, most = (0, 1) if self.is_bool else (int(np.iinfo(self.dtype).min), int(np.iinfo(self.dtype).max))
        if not (least <= value <= most and value == int(value)):
            raise ValueError(f"{value} is no {self.word}: expected a whole number from {least} to {most}")
        return int(value)

    def means(self, other: ElementType) -> bool:
        """Return whether the same bytes have the same value: `long` and `long long`, `char` and `signed char`."""
        return (self.code, self.wider, self.is_bool) == (other.code, other.wider, other.is_bool)


_ROUNDING = {
    "float": (2.0**-24, 2.0**-149), "double": (2.0**-53, 2.0**-1074), "__half": (2.0**-11, 2.0**-24),
    "__nv_bfloat16": (2.0**-8, 2.0**-133),
}  # fmt: skip
"""Of each floating-point type the unit roundoff, and the smallest number above 0."""
ELEMENTS = {
    element.name: element
    for element in (
        ElementType("float", "f4"),
        ElementType("double", "f8"),
        ElementType("__half", "f2", ("half",)),
        ElementType("__nv_bfloat16", "u2", ("nv_bfloat16",), ("bfloat16",), wider="f4"),
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
} | {
    name: (SPELLED[base], 2)
    for base, names in (("half", ("__half2", "half2")), ("bfloat16", ("__nv_bfloat162", "nv_bfloat162", "bfloat162")))
    for name in names
}  # fmt: skip
"""CUDA's vector types by name: the type of a component, and how many there are."""
BUFFER_VECTORS = {text: parts for text, parts in VECTORS.items() if parts[1] > 1}
"""Those whose components are an axis of their own."""


def parts_of(text: str) -> tuple[ElementType, int] | None:
    """Return a type's element type and count: `float` and 4 for `float4`, 1 for `float`; None if unknown."""
    return VECTORS.get(text, (SPELLED[text], 1) if text in SPELLED else None)


def size_of(text: str) -> int | None:
    """Return the bytes of a type, or of a vector type such as `float4`; None if unknown."""
    parts = parts_of(text)
    return parts[0].size_bytes * parts[1] if parts else None


def places_of(sizes: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Return where C puts numbers of these bytes in a struct, one after another, and the bytes of the whole."""
    places, end = [], 0
    for size in sizes:
        places.append(end + -end % size)
        end = places[-1] + size
    return tuple(places), end + -end % max(sizes)
