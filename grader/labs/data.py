"""What a lab's configuration says about data, however its file is written: sizes, buffers, arguments, what is counted.

The engine (`base`, `cases`, `launching`) uses assignments only through these members; each lab reads its own file into
them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from grader.assignment.expressions import evaluate_size
from grader.assignment.models import AssignmentModel, Config, Entry, Formula, Order, Passed, Written
from grader.elements import ELEMENTS, ElementType
from grader.layouts import ElementLayout
from grader.results import Sizes

MAX_CONSTANT_BYTES = 64 << 10
"""CUDA C++ Programming Guide, technical specifications."""
Way = Literal["in", "out", "inout", "scratch", "constant"]
Fill = str | int | float
"""How a buffer is filled: the name of a filling (`FILLINGS` in `grader.labs.launching`), or one number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BufferSpec:
    """A buffer: its dimensions as written, its elements, its purpose, and its initial content.

    Elements with several members have one dimension more, the last. `up_to` is the place
    along its first dimension before which its end begins, which is not judged: an expression, or an element of an
    output as in `count[0]`.
    """

    dims: tuple[int | str, ...]
    layout: ElementLayout
    way: Way
    initial: Fill = "random"
    order: Order = "row"
    up_to: int | str | None = None

    @property
    def judged(self) -> bool:
        """Whether it is compared after the launch."""
        return self.way in ("out", "inout")

    @property
    def fresh(self) -> bool:
        """Whether it holds nothing at first."""
        return self.way in ("out", "scratch")

    @property
    def kept(self) -> bool:
        """Whether it must not change."""
        return self.way == "in"

    def shape(self, values: Sizes) -> tuple[int, ...]:
        """Return its dimensions at these sizes. Raise `ExpressionError`."""
        dims = tuple(
            values[size] if isinstance(size, str) and size in values else evaluate_size(size, **values)
            for size in self.dims
        )
        return (*dims, self.layout.count) if self.layout.count > 1 else dims

    def size_bytes(self, values: Sizes) -> int:
        """Return its size in bytes at these sizes. Raise `ExpressionError`."""
        return math.prod(self.shape(values)) // self.layout.count * self.layout.size_bytes


class StructParameter(AssignmentModel):
    """A parameter that is a struct passed by value: a buffer, a scalar or an expression for each of its members."""

    struct: tuple[Formula | float, ...] = Field(
        min_length=1, max_length=32, description="a buffer, a scalar or an expression for each member, in order"
    )


def passed_for(parameter: Passed | StructParameter) -> Passed:
    """Return what is passed for a parameter."""
    return parameter.struct if isinstance(parameter, StructParameter) else parameter


def flattened(parameters: Iterable[Passed | StructParameter]) -> Iterator[Entry]:
    """Yield what is passed, of structs what their members get."""
    for each in map(passed_for, parameters):
        yield from each if isinstance(each, tuple) else (each,)


class DataConfig(Config):
    """An assignment whose data are buffers, sizes and numbers."""

    @property
    def specs(self) -> Mapping[str, BufferSpec]:
        """The buffers by name, in the order in which they are filled."""
        raise NotImplementedError

    @property
    def counted_at(self) -> Written:
        """The sizes at which loads are counted; empty if they are not counted."""
        return {}

    @property
    def replayed_sizes(self) -> Written:
        """The sizes at which a report replays a block; empty if the grader may choose."""
        return {}

    @property
    def replayed_width(self) -> int:
        """The variant's value for the replay."""
        return min(self.tile.known)

    @property
    def structs(self) -> Mapping[str, ElementLayout]:
        """The structs that the assignment describes, by name."""
        return {}

    def specs_with(self, scalars: Mapping[str, float]) -> Mapping[str, BufferSpec]:
        """Return the buffers of a case with these scalars."""
        return self.specs

    def scalars_with(self, given: Mapping[str, float]) -> Mapping[str, float]:
        """Return the numbers that launches pass beside sizes, for a case that gives these."""
        return {}

    def scalar_type(self, name: str) -> ElementType:
        """Return the type of a scalar."""
        return ELEMENTS[self.element_type]

    def number_type(self, entry: Entry) -> ElementType | None:
        """Return the type of what is passed; None for a buffer's address."""
        if entry in self.specs:
            return None
        if entry in self.scalars_with({}):
            return self.scalar_type(str(entry))
        return ELEMENTS["float" if isinstance(entry, float) else "int"]

    def member_types(self, entries: Iterable[Entry]) -> tuple[ElementType | None, ...]:
        """Return the types of a struct's members; empty if the kernel may choose them."""
        return tuple(map(self.number_type, entries))

    def passed_values(self, sizes: Sizes, width: int) -> Sizes:
        """Return the names that expressions in parameters may use, with their values."""
        return self.values_at(sizes, width)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The judged buffers."""
        return tuple(name for name, spec in self.specs.items() if spec.judged)

    @property
    def constants(self) -> tuple[str, ...]:
        """The buffers in constant memory."""
        return tuple(name for name, spec in self.specs.items() if spec.way == "constant")
