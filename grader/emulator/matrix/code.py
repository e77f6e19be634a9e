"""What matrix instructions add to a kernel's IR: calls for a warp, the tables they read, and how sums are rounded.

The work itself is C: `native/matrices/fragments.c`, `eights.c`, `products.c` and `tensor_cores.c`. How tensor cores add
up is defined in `tests/emulator/interpreter/tensor_cores.py`; here are its parameters. Those for compute capability 9.0
give every recorded result of an H200 to the bit (`scripts/fit_matrix.py`). Those for 8.0 are what others have measured
on an A100; no recording of one checks them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.emulator.matrix.fragments import LANES, word_of_row
from grader.emulator.native import records


class MatrixCode:
    """Calls by the number of their suspension, and constants, each written once."""

    def __init__(self, place: int) -> None:
        """`place` is the start of the area for matrix registers in a frame."""
        self.place = place
        self.calls: dict[int, str] = {}
        self._constants: dict[str, str] = {}

    @property
    def text(self) -> str:
        """The constants as IR."""
        return "".join(f"{name} = internal constant {content}\n" for content, name in self._constants.items())

    def table(self, numbers: Sequence[int], kind: str) -> str:
        """Return the name of an array of numbers of an LLVM type."""
        return self._constant(f"[{len(numbers)} x {kind}] [{', '.join(f'{kind} {number}' for number in numbers)}]")

    def record(self, places: Mapping[str, int], fields: Mapping[str, int | str]) -> str:
        """Return the name of a structure of `native/records.h` whose fields, all words, are numbers or names."""
        values = [fields[name] for name in sorted(places, key=places.__getitem__)]
        kinds = ["ptr" if isinstance(value, str) else "i64" for value in values]
        content = ", ".join(f"{kind} {value}" for kind, value in zip(kinds, values, strict=True))
        return self._constant(f"{{ {', '.join(kinds)} }} {{ {content} }}")

    def fragment(self, cells: Sequence[int], kind: str) -> str:
        """Return the name of a fragment: for each lane the places in the matrix of its elements of a PTX type."""
        elements = len(cells) // LANES
        table = self.table(cells, "i16")
        return self.record(records.FRAGMENT, {"cells": table, "elements": elements, "type": type_of(kind)})

    def halves(self, *, transposed: bool) -> str:
        """Return the fragment of an 8 × 8 matrix of halves."""
        cells = [0] * (2 * LANES)
        for row in range(8):
            for column in range(8):
                lane, half = word_of_row(row, column)
                cells[2 * lane + half] = 8 * column + row if transposed else 8 * row + column
        return self.fragment(cells, "f16")

    def _constant(self, content: str) -> str:
        return self._constants.setdefault(content, f"@matrix_{len(self._constants)}")


def type_of(kind: str) -> int:
    """Return the runtime's number for a PTX type."""
    return int(getattr(records, f"ELEMENT_{kind.upper()}"))


@dataclass(frozen=True, slots=True)
class Rounding:
    """How one type of operands is added up: products a step, bits kept below the last one of an f32."""

    step: int
    extra_bits: int


ROUNDING = {
    80: {"f16": Rounding(8, 1), "bf16": Rounding(8, 1), "tf32": Rounding(4, 1)},
    90: {"f16": Rounding(16, 2), "bf16": Rounding(16, 2), "tf32": Rounding(8, 2)},
}
EMULATED = 90
_TF32_OF_WMMA = 4


def rounding_of(opcode: str, kind: str, capability: int = EMULATED) -> Rounding:
    """Return the parameters of `mma` or `wmma` for operands of a type.

    A GPU multiplies tf32 fragments of `wmma` by twice as many instructions of half the depth.
    """
    rules = ROUNDING[capability][kind]
    return Rounding(_TF32_OF_WMMA, rules.extra_bits) if (opcode, kind) == ("wmma", "tf32") else rules
