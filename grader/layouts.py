"""How the elements of a buffer lie in memory: numbers, CUDA's vector types, and structs.

The grader works with the values of all members as one array, of a type that has each of them exactly; only a launch
gets their bytes, with what pads them. NumPy is imported where it is needed: to read an assignment needs none of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.elements import VECTORS, ElementType, parts_of, places_of
from grader.results import COMPONENTS

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class ElementLayout:
    """An element type of buffers: its C++ name, and its members' types, names and places; a number has no names."""

    name: str
    types: tuple[ElementType, ...]
    members: tuple[str, ...]
    places: tuple[int, ...]
    size_bytes: int

    @classmethod
    def of(cls, text: str) -> ElementLayout | None:
        """Return the layout of a number or of a vector type by any of its names; None if it is unknown."""
        parts = parts_of(text)
        if parts is None:
            return None
        element, count = parts
        if count == 1:
            return cls.number(element)
        name = next(name for name, known in VECTORS.items() if known == parts)
        return cls.struct(name, dict.fromkeys(COMPONENTS[:count], element))

    @classmethod
    def number(cls, element: ElementType) -> ElementLayout:
        """Return the layout of a number."""
        return cls(element.name, (element,), (), (0,), element.size_bytes)

    @classmethod
    def struct(cls, name: str, members: Mapping[str, ElementType]) -> ElementLayout:
        """Return the layout of a struct, by C's rules."""
        places, size = places_of([element.size_bytes for element in members.values()])
        return cls(name, tuple(members.values()), tuple(members), places, size)

    @property
    def count(self) -> int:
        """The members of an element; with several, arrays of values have one axis more, the last."""
        return len(self.types)

    @property
    def is_struct(self) -> bool:
        """Whether its members have names of their own."""
        return self.count > 1 and self.name not in VECTORS

    @property
    def is_whole(self) -> bool:
        """Whether all members are whole numbers."""
        return all(element.kind != "f" for element in self.types)

    @property
    def dtype(self) -> np.dtype:
        """NumPy's type that has the values of all members."""
        import numpy as np

        return np.result_type(*(element.dtype for element in self.types))

    @property
    def is_exact(self) -> bool:
        """Whether that type has every value of every member: of 64-bit integers beside others none has."""
        kinds = {each.kind for each in self.types}
        return len(kinds) == 1 or all(each.kind == "f" or each.size_bytes < 8 for each in self.types)

    @property
    def _is_plain(self) -> bool:
        """Whether values lie in memory as they are."""
        alike = len(set(self.types)) == 1 and not self.types[0].wider
        return alike and self.size_bytes == self.count * self.types[0].size_bytes

    @property
    def _record(self) -> np.dtype:
        import numpy as np

        return np.dtype(
            {
                "names": [str(number) for number in range(self.count)],
                "formats": [element.code for element in self.types],
                "offsets": self.places,
                "itemsize": self.size_bytes,
            }
        )

    def stored(self, values: np.ndarray) -> np.ndarray:
        """Return values as they lie in memory, where they are one after another."""
        import numpy as np

        if self._is_plain:
            return values
        rows = values.reshape(-1, self.count)
        made = np.zeros(len(rows), self._record)
        for number, element in enumerate(self.types):
            made[str(number)] = element.bits_of(rows[:, number])
        return made.view(np.uint8)

    def loaded(self, memory: np.ndarray) -> np.ndarray:
        """Return the values in memory, one after another."""
        import numpy as np

        if self._is_plain:
            return memory.view(self.dtype)
        rows = memory.view(np.uint8).view(self._record)
        columns = [element.values_of(rows[str(number)]) for number, element in enumerate(self.types)]
        return np.stack(columns, axis=-1).astype(self.dtype).reshape(-1)

    def rounded(self, values: np.ndarray) -> np.ndarray:
        """Return values of the natural shape as memory can hold them."""
        return values if self._is_plain else self.loaded(self.stored(values.reshape(-1))).reshape(values.shape)

    def marked(self, flags: np.ndarray) -> np.ndarray:
        """Return which members have any flagged byte, from a flag for each byte."""
        import numpy as np

        if self._is_plain:
            width = self.types[0].size_bytes
            # View each member as one integer: many times faster than a loop over its bytes.
            return np.asarray(flags.view(f"u{width}") != 0)
        each = flags.reshape(-1, self.size_bytes)
        ends = zip(self.places, self.types, strict=True)
        return np.stack([each[:, at : at + kind.size_bytes].any(axis=1) for at, kind in ends], axis=-1).reshape(-1)

    def member_at(self, offset: int) -> int:
        """Return the member at a byte, counted through all elements; what pads belongs to the one before."""
        element, inside = divmod(offset, self.size_bytes)
        return element * self.count + max(number for number, place in enumerate(self.places) if place <= inside)

    def place_of(self, index: int) -> tuple[int, int]:
        """Return the first byte of a member, counted through all elements, and the byte behind it."""
        element, number = divmod(index, self.count)
        begin = element * self.size_bytes + self.places[number]
        return begin, begin + self.types[number].size_bytes

    def value_of(self, index: int, bits: int) -> float:
        """Return the value of a member, counted through all elements, from its bits."""
        import numpy as np

        element = self.types[index % self.count]
        data = (bits & (1 << 8 * element.size_bytes) - 1).to_bytes(element.size_bytes, "little")
        return float(element.values_of(np.frombuffer(data, element.code))[0])

    def in_pieces(self, width: int) -> bool:
        """Return whether an access of so many bytes is not just one member, or may not be."""
        return not self._is_plain or width != self.types[0].size_bytes

    def named(self, values: np.ndarray) -> np.ndarray:
        """Return values of the natural shape as an assignment's own Python sees them: of a struct members by name."""
        import numpy as np

        if not self.is_struct:
            return values
        fields = list(zip(self.members, (element.dtype for element in self.types), strict=True))
        made = np.zeros(values.shape[:-1], fields)
        for number, name in enumerate(self.members):
            made[name] = values[..., number]
        return made
