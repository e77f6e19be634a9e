"""Base of all results: immutable models, enumerations of statuses and of who sees a case, and a lab's words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

SWEEP = "sweep"
"""The family of cases that a sweep found."""

Sizes = dict[str, int]
"""Sizes by the lab's names."""


DECIMALS = 4
"""Decimals of points: rounding to these keeps every sum exact. Fewer are shown."""


def exact(amount: float) -> float:
    """Return points rounded as they count."""
    return round(amount, DECIMALS)


def added(amounts: Iterable[float]) -> float:
    """Return the sum of points."""
    return exact(math.fsum(amounts))


class ResultModel(BaseModel):
    """Base of all result models: immutable, and strict about names so that a typo is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings", defer_build=True)


class SparseModel(ResultModel):
    """A result whose JSON lacks the fields in `sparse` that hold their defaults; any field if none is named there."""

    sparse: ClassVar[Sequence[str]] = ()

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields = type(self).model_fields
        usual = {
            name
            for name in self.sparse or fields
            if getattr(self, name) == fields[name].get_default(call_default_factory=True)
        }
        return {name: value for name, value in handler(self).items() if name not in usual}


class Status(str, Enum):
    """How one case, requirement or criterion ended. `ERROR` is the grader's own fault and never costs points."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    TIMEOUT = "timeout"
    ERROR = "error"


class Visibility(str, Enum):
    """Who may see a case: the words are Gradescope's."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"

    @property
    def hides(self) -> bool:
        """Whether a student may not see the case, or not yet."""
        return self is not Visibility.VISIBLE


COMPONENTS = "xyzw"
"""The components of a vector type, in order."""


def in_source(array: str, index: Sequence[int], members: Sequence[str] = ()) -> str:
    """Return an element as the source writes it: `A[1][0]`, or `p[3].y` if the last place is one of `members`."""
    last = f".{members[index[-1]]}" if members and len(index) > 1 else ""
    return array + "".join(f"[{place}]" for place in (index[:-1] if last else index)) + last


def members_of(array: str | None, vectors: Sequence[str], structs: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return the names of the members of an array's elements; empty for numbers."""
    return structs.get(array or "", COMPONENTS if array in vectors else "")


class Words(SparseModel):
    """How a report speaks of one lab's data. `sizes` and `brief` name sizes in braces; empty, each is told by name.

    `legend` says what `brief` means, `width` is the short name of what cases run at several values of, the tile width
    as a rule; empty where no macro is set from outside. `output` is the array that is judged, `baseline` the kernel
    that others are compared with. The elements of `vectors` have components, which the last subscript counts; `members`
    has their names in structs.
    """

    sparse = ("vectors", "members")
    lab: str = ""
    sizes: str = ""
    brief: str = ""
    legend: str = ""
    width: str = "T"
    output: str = ""
    baseline: str = "naive"
    vectors: tuple[str, ...] = ()
    members: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    def tell(self, sizes: Mapping[str, float]) -> str:
        """Return sizes, and scalars if there are any, for a sentence."""
        return _told(self.sizes, sizes)

    def tell_briefly(self, sizes: Mapping[str, float]) -> str:
        """Return the same for a table."""
        return _told(self.brief, sizes)

    @property
    def submitted(self) -> str:
        """What students hand in."""
        return "program" if self.lab == "program" else "kernel"

    @property
    def variant(self) -> str:
        """The full name of what `width` abbreviates."""
        return "tile width" if self.width == "T" else self.width or "variant"

    @property
    def heading(self) -> str:
        """The heading of a column of sizes."""
        return re.sub("[{}]", "", self.brief) or "Sizes"

    def about(self, array: str | None) -> Words:
        """Return the same words for another output array; None keeps the usual one."""
        return self.model_copy(update={"output": array}) if array else self

    def members_of(self, array: str | None) -> Sequence[str]:
        """Return the names of what the last subscript of an array counts; empty if they are its elements."""
        return members_of(array, self.vectors, self.members)

    def cell(self, index: tuple[int, ...]) -> str:
        """Return an element of the output in source notation."""
        return in_source(self.output, index, self.members_of(self.output))


def _told(template: str, sizes: Mapping[str, float]) -> str:
    if template:
        return template.format(**sizes)
    told = {name: f"{size:.6g}" if isinstance(size, float) else size for name, size in sizes.items()}
    return ", ".join(f"{name} = {size}" for name, size in told.items())


# -- variants ----------------------------------------------------------------------------------------------------------

# A variant as one number: the values of the macros that are defined from outside, such as 16 and 8, called 16x8. The
# variant of one macro is that macro's value.

_RADIX = 4096
"""More than a macro's largest value, 1024."""
_ONLY = 1
"""The variant of an assignment that sets no macro."""


def variant_of(values: Sequence[int]) -> int:
    """Return the number of a variant of macros with these values, from 1 to 1024."""
    return sum(value * _RADIX**place for place, value in enumerate(values))


def variant_values(number: int) -> tuple[int, ...]:
    """Return the values of the macros of a variant, in their order."""
    values = [number % _RADIX]
    while number := number // _RADIX:
        values.append(number % _RADIX)
    return tuple(values)


def variant_name(number: int) -> str:
    """Return the name of a variant: its values, `16x8`."""
    return "x".join(map(str, variant_values(number)))


def labelled(name: str, number: int) -> str:
    """Return the label of a case: its name and its variant; where no macro has several values, its name alone."""
    return name if number == _ONLY else f"{name}@{variant_name(number)}"


def variant_named(name: str) -> int:
    """Return the number of the variant with this name. Raise `ValueError`."""
    return variant_of([int(value) for value in name.split("x")])
