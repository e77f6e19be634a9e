"""What an assignment passes to its kernels beside sizes: buffers, and scalars by value."""

from __future__ import annotations

import re
import zlib
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator, model_validator

from grader.assignment.expressions import check
from grader.assignment.models import AssignmentModel, Formula
from grader.elements import BUFFER_VECTORS, SPELLED, ElementType
from grader.labs.data import BufferSpec, Way

Filling = Literal["random", "zeros", "ones", "index"]
Dims = Annotated[tuple[Formula, ...], Field(min_length=1, max_length=4)]
Number = int | float


_ELEMENT = re.compile(r"\s*([A-Za-z_]\w*)\s*\[\s*(\d{1,9})\s*\]\s*")


def element_named(written: int | str) -> tuple[str, int] | None:
    """Return the buffer and the place of `count[0]`; None for anything else."""
    found = _ELEMENT.fullmatch(written) if isinstance(written, str) else None
    return (found[1], int(found[2])) if found else None


def _count(written: int | str) -> int | str:
    return written if element_named(written) else check(written, names=None)  # type: ignore[return-value]


Count = Annotated[int | str, AfterValidator(_count)]


class BufferModel(AssignmentModel):
    """What a pointer of the kernel's points to: the key for its way has its dimensions, outermost first."""

    input: Dims | None = Field(None, alias="in")
    out: Dims | None = Field(None, description="judged; holds nothing at first")
    inout: Dims | None = Field(None, description="judged; read and written")
    scratch: Dims | None = Field(None, description="not judged; holds nothing at first")
    constant: Dims | None = Field(None, description="fills the student's __constant__ array of this name")
    element: Literal[(*SPELLED, *BUFFER_VECTORS)] = "float"  # type: ignore[valid-type]
    initial: Filling = Field("random", description="what an inout buffer holds at first")
    judged: Count | None = Field(
        None, description="how many elements are judged, as a number, an expression, or an output's element: count[0]"
    )

    @field_validator("element", mode="before")
    @classmethod
    def _no_pointer(cls, element: object) -> object:
        if isinstance(element, str) and "*" in element:
            raise ValueError("an array of pointers cannot be passed: pass one buffer, and the places where rows begin")
        return element

    @model_validator(mode="after")
    def _one_way(self) -> BufferModel:
        if sum(dims is not None for dims in (self.input, self.out, self.inout, self.scratch, self.constant)) != 1:
            raise ValueError("expected exactly one of in, out, inout, scratch and constant, with the dimensions")
        if self.judged is not None and self.out is None and self.inout is None:
            raise ValueError("judged is for a buffer that is out or inout: others are not judged at all")
        return self

    @property
    def spec(self) -> BufferSpec:
        """The buffer that this describes."""
        ways: dict[Way, Dims | None] = {
            "in": self.input, "out": self.out, "inout": self.inout, "scratch": self.scratch, "constant": self.constant,
        }  # fmt: skip
        way, dims = next((way, dims) for way, dims in ways.items() if dims is not None)
        element, components = BUFFER_VECTORS.get(self.element) or (SPELLED[self.element], 1)
        return BufferSpec(
            dims=dims, element=element, components=components, way=way, initial=self.initial, up_to=self.judged
        )


class ScalarModel(AssignmentModel):
    """A number that kernels take by value: one for all cases, or drawn for each case."""

    element: Literal[tuple(SPELLED)] = "float"  # type: ignore[valid-type]
    value: Number | None = Field(None, description="what is passed where a case does not say otherwise")
    between: tuple[Number, Number] | None = Field(None, description="draw it for each case: the least, the most")

    @model_validator(mode="after")
    def _one_source(self) -> ScalarModel:
        if (self.value is None) == (self.between is None):
            raise ValueError("expected value, one number for all cases, or between: [least, most], to draw it")
        for number in (self.value,) if self.between is None else self.between:
            self.type.held(number or 0)
        if self.between is not None and self.between[0] >= self.between[1]:
            raise ValueError(f"between is {self.between[0]} to {self.between[1]}: the second must be larger")
        return self

    @property
    def type(self) -> ElementType:
        """Its element type."""
        return SPELLED[self.element]

    def at(self, seed: int, *names: str) -> Number:
        """Return its value; one that is drawn is determined by the seed and these names."""
        if self.between is None:
            return self.type.held(self.value or 0)
        import numpy as np

        rng = np.random.default_rng([seed, *(zlib.crc32(name.encode()) for name in names)])
        least, most = self.between
        if self.type.kind == "f":
            return self.type.held(float(rng.uniform(least, most)))
        return int(rng.integers(int(least), int(most), dtype=self.type.dtype.type, endpoint=True))
