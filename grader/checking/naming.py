"""Byte offsets as a student writes them: `Bs[7][2]`, `A[173] (row 5, column 3)`, thread (3,0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from grader.checking.launching import dims_of
from grader.devices.base import Declaration
from grader.emulator.findings import Dim3
from grader.results import Shape

_DTYPE_BYTES = {
    "float": 4, "int": 4, "unsigned": 4, "unsigned int": 4, "double": 8, "half": 2, "__half": 2, "char": 1, "short": 2,
    "float2": 8, "float4": 16, "int4": 16, "long long": 8, "size_t": 8, "bool": 1,
}  # fmt: skip


def thread_text(thread: Dim3) -> str:
    """`(3,0)`, with z only where it is not 0."""
    x, y, z = thread
    return f"({x},{y},{z})" if z else f"({x},{y})"


@dataclass(frozen=True, slots=True)
class Names:
    """Turns an object's name and a byte offset into the source's words, for one case."""

    shape: Shape
    dtype: np.dtype
    layout: Mapping[str, str]
    declarations: Mapping[str, Declaration]

    def element(self, symbol: str | None, offset: int | None) -> str | None:
        """The element at a byte offset: `As[0][16]` may lie outside, then its index says so."""
        if symbol is None:
            return None
        name = symbol
        if offset is None:
            return name
        if name in ("A", "B", "C") and name not in self.declarations:
            return f"{name}[{offset // self.dtype.itemsize}]"
        declaration = self.declarations.get(name)
        if declaration is None:
            return f"{name} (byte {offset})"
        if not declaration.dims:
            return f"{name}[{offset // _DTYPE_BYTES.get(declaration.dtype, 4)}]"
        return name + _subscripts(offset // _DTYPE_BYTES.get(declaration.dtype, 4), declaration.dims)

    def place(self, symbol: str | None, offset: int | None) -> str:
        """` (row 5, column 3)` for an element inside a matrix, else nothing."""
        name = symbol or ""
        if name not in ("A", "B", "C") or name in self.declarations or offset is None:
            return ""
        rows, cols = dims_of(name, self.shape)
        index = offset // self.dtype.itemsize
        if not 0 <= index < rows * cols:
            return ""
        row, col = divmod(index, cols) if self.layout[name] == "row" else divmod(index, rows)[::-1]
        return f" (row {row}, column {col})"

    def extent(self, symbol: str | None, object_bytes: int | None) -> str:
        """How large the object is, in words: `A has 34×34 = 1156 elements`."""
        name = symbol or ""
        if name in ("A", "B", "C") and name not in self.declarations:
            rows, cols = dims_of(name, self.shape)
            return f"{name} is {rows}×{cols}: {rows * cols} elements, numbered from 0"
        declaration = self.declarations.get(name)
        if declaration is not None and declaration.dims:
            return f"it is declared {name}{''.join(f'[{size}]' for size in declaration.dims)}"
        return f"{name} has {object_bytes} bytes" if object_bytes else ""


def _subscripts(index: int, dims: tuple[int, ...]) -> str:
    """A linear index as subscripts; what lies outside shows in the first one."""
    inner: list[int] = []
    for size in reversed(dims[1:]):
        index, position = divmod(index, size)
        inner.append(position)
    return "".join(f"[{position}]" for position in (index, *reversed(inner)))


def declarations_by_name(declarations: Iterable[Declaration]) -> dict[str, Declaration]:
    """The shared arrays by their names in the source."""
    return {declaration.name: declaration for declaration in declarations}
