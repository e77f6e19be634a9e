"""How an assignment launches its kernels: variants of macros, launches in order and in loops, and what they pass."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag

from grader.assignment.expressions import read_loop
from grader.assignment.models import Formula, Identifier, LaunchConfig
from grader.labs.data import StructParameter
from grader.results.base import variant_named

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
