"""The parts of a generic lab's `config.yaml`: buffers, scalars by value, structs of these, launches and requirements.

Launches are in order and in loops, at variants of macros. Requirements compare counts.
"""

from __future__ import annotations

import keyword
import re
import zlib
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, get_args

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from grader.assignment.expressions import check, read_loop
from grader.assignment.models import (
    AssignmentModel,
    BufferSpec,
    Condition,
    Formula,
    Identifier,
    LaunchConfig,
    StructParameter,
    Way,
)
from grader.elements import BUFFER_VECTORS, SPELLED, ElementType
from grader.labs.traffic import COUNTS as OF_LAUNCHES
from grader.labs.traffic import Part
from grader.layouts import ElementLayout
from grader.results.base import variant_named

Filling = Literal["random", "zeros", "ones", "index"]
BUILT_IN = get_args(Filling)
Dims = Annotated[tuple[Formula, ...], Field(min_length=1, max_length=4)]
Number = int | float
_CPP_WORDS = """
    auto bool break case catch char const constexpr default delete do double enum explicit export extern false float
    friend goto inline int long mutable namespace new operator private protected public register short signed sizeof
    static struct switch template this throw true typedef typename union unsigned using virtual void volatile
"""


def refuse_words(names: Iterable[object]) -> None:
    """Raise `ValueError` for a name that Python or C++ has taken."""
    for name in names:
        if isinstance(name, str) and (keyword.iskeyword(name) or name in _CPP_WORDS.split()):
            raise ValueError(f"'{name}' is a word of Python or C++: nothing can have that name")


def _member(text: str) -> str:
    if text not in SPELLED:
        raise ValueError(f"'{text}' is no type of a member: expected a number such as float or int")
    return text


def _struct(members: dict[str, str]) -> dict[str, str]:
    refuse_words(members)
    if not _layout("", members).is_exact:
        raise ValueError("members of 64-bit integers can only be beside others of the same sign")
    return members


Member = Annotated[str, AfterValidator(_member), WithJsonSchema({"enum": [*SPELLED]})]
Structs = dict[
    Identifier, Annotated[dict[Identifier, Member], Field(min_length=2, max_length=16), AfterValidator(_struct)]
]
"""Structs by name: the types of their members, in order."""
_TYPES = (*SPELLED, *BUFFER_VECTORS)
Element = Annotated[
    str,
    WithJsonSchema({"anyOf": [{"enum": [*_TYPES]}, {"type": "string", "description": "the name of one of structs"}]}),
]


def layouts_of(structs: Mapping[str, Mapping[str, str]]) -> dict[str, ElementLayout]:
    """Return how structs lie in memory, from the types of their members."""
    return {name: _layout(name, members) for name, members in structs.items()}


def _layout(name: str, members: Mapping[str, str]) -> ElementLayout:
    return ElementLayout.struct(name, {member: SPELLED[text] for member, text in members.items()})


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
    element: Element = "float"
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

    def spec(self, structs: Mapping[str, ElementLayout]) -> BufferSpec:
        """Return the buffer that this describes. Raise `ValueError` for elements of no known type."""
        ways: dict[Way, Dims | None] = {
            "in": self.input, "out": self.out, "inout": self.inout, "scratch": self.scratch, "constant": self.constant,
        }  # fmt: skip
        way, dims = next((way, dims) for way, dims in ways.items() if dims is not None)
        layout = structs.get(self.element) or (ElementLayout.of(self.element) if self.element in _TYPES else None)
        if layout is None:
            known = f"; the structs are {', '.join(structs)}" if structs else ", and there are no structs"
            raise ValueError(f"'{self.element}' is no type of elements such as float, int or float4{known}")
        return BufferSpec(dims=dims, layout=layout, way=way, initial=self.initial, up_to=self.judged)


def _of_known_elements(buffer: BufferModel, info: ValidationInfo) -> BufferModel:
    buffer.spec(layouts_of(info.data.get("described", {})))
    return buffer


Buffers = dict[Identifier, Annotated[BufferModel, AfterValidator(_of_known_elements)]]
"""Buffers by name; `described` before them has the structs."""


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


# -- launches ----------------------------------------------------------------------------------------------------------

MAX_VARIANT = 1024
Parameters = Annotated[tuple[Formula | float | StructParameter, ...], Field(min_length=1, max_length=32)]
Value = Annotated[int, Field(ge=1, le=MAX_VARIANT)]
Variants = Annotated[
    Annotated[dict[Identifier, Annotated[tuple[Value, ...], Field(min_length=1)]], Tag("values")]
    | Annotated[tuple[dict[Identifier, Value], ...], Field(min_length=1), Tag("combinations")],
    Discriminator(lambda written: "combinations" if isinstance(written, (list, tuple)) else "values"),
]
"""Macros with their values, of which all combinations are graded; or the combinations themselves."""


def _chosen(written: object) -> object:
    try:
        return variant_named(written) if isinstance(written, str) else written
    except ValueError:
        raise ValueError(f"'{written}' is no variant: expected a macro's value, of several macros 16x8") from None


Chosen = tuple[Annotated[int, BeforeValidator(_chosen, json_schema_input_type=int | str)], ...]
"""The variants of a case: values of the macro, or of several as `16x8`."""


def _loop(text: str) -> str:
    read_loop(text)
    return text


LoopText = Annotated[str, AfterValidator(_loop), Field(max_length=200)]


class LaunchModel(LaunchConfig):
    """One launch of several: its kernel, and what is passed to it."""

    kernel: Identifier
    parameters: Parameters
    repeat: Annotated[tuple[LoopText, ...], Field(max_length=3)] | LoopText = Field(
        (), description="launch once for each turn of a loop, k = 2; k <= n; k *= 2, or of several inside one another"
    )
    swap: Annotated[tuple[Identifier, ...], Field(min_length=2, max_length=2)] | tuple[()] = Field(
        (), description="two buffers that are exchanged after each turn, as std::swap does with pointers"
    )

    @property
    def loops(self) -> tuple[str, ...]:
        """The loops, the outer one first."""
        return (self.repeat,) if isinstance(self.repeat, str) else self.repeat


class BaselineModel(LaunchConfig):
    """How the baseline's one kernel is launched, whatever its name, where not as the students' kernels."""

    parameters: Parameters | None = Field(None, description="default: those of the students' kernel")


# -- requirements ------------------------------------------------------------------------------------------------------

OF_WARPS = {
    "load_sectors": "global_load_sectors", "load_requests": "global_load_requests", "sectors": "global_sectors",
    "bank_conflicts": "bank_conflict_wavefronts", "shared_wavefronts": "shared_wavefronts",
    "working_threads": "working_threads", "branches": "branches", "divided_branches": "divided_branches",
}  # fmt: skip
"""Counts of warps, taken at one variant and at the published sizes only, with their fields of `Traffic`."""
COUNTS = (*OF_LAUNCHES, *OF_WARPS)
"""Counts of the student's kernel that a requirement may name; with `naive_` before them, of the baseline."""
OF_BUFFERS = (
    "global_loads", "global_load_bytes", "global_stores", "global_store_bytes", "atomics", "global_atomic_bytes",
    "load_sectors", "load_requests", "sectors",
)  # fmt: skip
"""Those of them that can be of one buffer."""
NEEDS = ("registers", "shared_bytes", "spilled_bytes", "occupancy")
"""What ptxas says of the student's kernel, of several launched kernels the largest; of occupancy the smallest."""
COUNT_NAMES = (*COUNTS, *(f"naive_{name}" for name in COUNTS), *NEEDS, "blocks", "threads")


class PartModel(AssignmentModel):
    """What earns a part of a requirement's points where that is not met."""

    require: Condition = Field(description="a comparison as the requirement's own, easier to satisfy")
    share: Annotated[float, Field(gt=0, lt=1)] = Field(description="the part of the requirement's points")
    otherwise: str = Field("", max_length=500, description="what to tell a student who gets this part and not all")


class RequirementModel(AssignmentModel):
    """What the counts must satisfy, at the sizes that `counted` names and at larger ones.

    Requirements earn their points in order: one that holds counts where all before it hold as well.
    """

    name: str = Field(min_length=1, max_length=80)
    require: Condition = Field(description="a comparison of counts, sizes and variants")
    at: Identifier | None = Field(None, description="the kernel of launches whose counts alone are meant; default: all")
    of: Identifier | None = Field(None, description="the buffer whose accesses alone are counted; default: all memory")
    weight: Annotated[float, Field(gt=0)] = Field(1.0, description="its part of points.requirements")
    otherwise: str = Field("", max_length=500, description="what to tell a student whose kernel does not satisfy it")
    partly: tuple[PartModel, ...] = Field(
        (), max_length=4, description="what earns a part of the points where it is not met; the first that holds counts"
    )

    @property
    def part(self) -> Part:
        """What it counts by itself."""
        return self.at, self.of

    @property
    def conditions(self) -> tuple[str, ...]:
        """All comparisons, its own first."""
        return self.require, *(part.require for part in self.partly)

    @property
    def counts(self) -> set[str]:
        """The names in its comparisons, those of the baseline's counts as of the kernel's."""
        names = re.findall(r"[A-Za-z_]\w*", " ".join(self.conditions))
        return {name.removeprefix("naive_") for name in names}
