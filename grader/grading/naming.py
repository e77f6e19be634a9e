"""Byte offsets as the places that a student knows: subscripts, rows and columns, sizes as declared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grader.devices.base import DeclaredArray
from grader.labs.base import Buffer


@dataclass(frozen=True, slots=True)
class Names:
    """What an array's name and a byte offset in it mean in one case."""

    buffers: Mapping[str, Buffer]
    declarations: Mapping[str, DeclaredArray]

    def within(self, space: str | None) -> Names:
        """The names of one memory: a shared array may be called what a parameter of another kernel is called."""
        if space == "shared":
            return Names({}, self.declarations)
        return Names(self.buffers, {})

    def index(self, array: str | None, offset: int | None) -> tuple[int, ...]:
        """The subscripts of the element at a byte offset; none where the array's declaration is not known."""
        if array is None or offset is None:
            return ()
        if (buffer := self._buffer(array)) is not None:
            return (offset // buffer.content.itemsize,)
        declaration = self.declarations.get(array)
        if declaration is None:
            return ()
        return _subscripts(offset // (declaration.element_bytes or 4), declaration.dims)

    def cell(self, array: str | None, offset: int | None) -> tuple[int, int] | None:
        """Row and column of an element inside a matrix."""
        buffer = self._buffer(array)
        if buffer is None or offset is None or buffer.content.ndim != 2:
            return None
        place = buffer.subscripts(offset // buffer.content.itemsize)
        return (place[0], place[1]) if place else None

    def extent(self, array: str | None) -> tuple[int, ...] | None:
        """How many elements a buffer has along each of its dimensions: a matrix's rows and columns."""
        buffer = self._buffer(array)
        return None if buffer is None else tuple(buffer.content.shape)

    def declared(self, array: str | None) -> tuple[int, ...]:
        """A shared array's sizes as declared."""
        declaration = self.declarations.get(array or "")
        return declaration.dims if declaration is not None else ()

    def declared_on(self, array: str | None) -> int:
        """The line that declares a shared array, 0 where it is none."""
        declaration = self.declarations.get(array or "")
        return declaration.line if declaration is not None else 0

    def _buffer(self, array: str | None) -> Buffer | None:
        """What a parameter's pointer points to."""
        return self.buffers.get(array or "")


def _subscripts(index: int, dims: tuple[int, ...]) -> tuple[int, ...]:
    """A linear index as subscripts; what lies outside shows in the first one."""
    inner: list[int] = []
    for size in reversed(dims[1:]):
        index, position = divmod(index, size)
        inner.append(position)
    return (index, *reversed(inner))


def declarations_by_name(declarations: Iterable[DeclaredArray]) -> dict[str, DeclaredArray]:
    """The shared arrays by their names in the source."""
    return {declaration.name: declaration for declaration in declarations}
