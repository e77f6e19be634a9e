"""Models of `config.yaml` and of the files in `testcases/`, common to all labs.

They define what an instructor may write and what it means; each lab adds its own (`grader/labs/*/config.py`). Field
descriptions go into the shipped JSON Schemas, so editors show them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, model_validator

from grader.assignment.expressions import check, evaluate_size, sides
from grader.layouts import ElementLayout
from grader.results import Sizes, Visibility, added, exact

if TYPE_CHECKING:
    from typing import Self  # since Python 3.11

LARGEST_SEED = 2**63 - 1
"""Maximum of the numbers that the random generators accept."""
MAX_CELLS = 4096 * 4096
"""Maximum elements of one buffer."""


def _formula(value: int | float | str) -> int | float | str:
    return check(value, names=None)


def _condition(text: str) -> str:
    for side in sides(text)[:2]:
        check(side, names=None)
    return text


Formula = Annotated[int | str, AfterValidator(_formula), Field(description="a whole number or an expression")]
Ratio = Annotated[int | float | str, AfterValidator(_formula), Field(description="a number or an expression")]
Condition = Annotated[str, AfterValidator(_condition), Field(max_length=200)]
Identifier = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*$", max_length=64)]
CaseName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+-]*$", max_length=64)]
Order = Literal["row", "column"]
HintLevel = Literal["none", "where", "why", "fix"]
Written = Mapping[str, int | str]
"""Sizes as written, by name."""
Entry = str | int | float
Passed = Entry | tuple[Entry, ...]
"""What is passed for a parameter: a buffer, a scalar, an expression, a number, or the fields of a struct."""


class AssignmentModel(BaseModel):
    """Base of all assignment models: immutable, no unknown keys, no silent conversion of types."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with some fields changed, and without what is computed from fields."""
        copied = super().model_copy(update=update, deep=deep)
        for name in copied.__dict__.keys() - type(copied).model_fields.keys():
            del copied.__dict__[name]
        return copied


class Tile(AssignmentModel):
    """The tile widths to grade at. `widths: auto` reads the width from the kernel's own shared arrays."""

    widths: (
        Annotated[tuple[Annotated[int, Field(ge=1, le=1024)], ...], Field(min_length=1, max_length=8)] | Literal["auto"]
    ) = (16, 32)
    macro: Identifier | None = Field(
        "TILE_WIDTH", description="the macro that the grader defines (-D); null: the file sets its own width"
    )
    default: Annotated[int, Field(ge=1, le=1024)] = Field(16, description="the width that `auto` takes when none shows")

    @property
    def width_name(self) -> str:
        """What texts call the width: the macro, or `TILE_WIDTH` where the grader defines none."""
        return self.macro or "TILE_WIDTH"

    @property
    def known(self) -> tuple[int, ...]:
        """The listed widths; only the default if the width comes from the kernel."""
        return (self.default,) if self.widths == "auto" else self.widths

    @model_validator(mode="after")
    def _widths_differ(self) -> Tile:
        if self.widths != "auto" and len(set(self.widths)) < len(self.widths):
            raise ValueError("a tile width is listed twice")
        return self


class LaunchConfig(AssignmentModel):
    """The launch configuration; expressions in sizes and in the tile width."""

    block: tuple[Formula, ...] = Field(min_length=1, max_length=3)
    grid: tuple[Formula, ...] = Field(min_length=1, max_length=3)
    shared_bytes: Formula = Field(0, description="dynamic shared memory in bytes")


class ChosenModel(AssignmentModel):
    """A whole number that the student's file chooses, as a constant, for its launch."""

    between: tuple[int, int] = Field((1, 1024), description="the least and the most that a file may choose")
    constant: Annotated[str, Field(pattern=r"^[A-Za-z_]\w*(::[A-Za-z_]\w*)*$", max_length=64)] | None = Field(
        None, description="what the file calls it, such as Launch::rows; default: the same name"
    )

    @model_validator(mode="after")
    def _in_order(self) -> ChosenModel:
        if self.between[0] > self.between[1]:
            raise ValueError(f"between is {self.between[0]} to {self.between[1]}: the second must not be smaller")
        return self


@dataclass(frozen=True, slots=True)
class PlannedLaunch:
    """One launch of an assignment: the kernel's accepted name or names, its grid and block, and what is `passed`.

    It is made once for each turn of its `loops`, and after each the buffers in `swap` are exchanged.
    """

    kernel: str | tuple[str, ...]
    launch: LaunchConfig
    passed: tuple[Passed, ...] = ()
    loops: tuple[str, ...] = ()
    swap: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LaunchStep:
    """One launch of a run: the number of its `PlannedLaunch`, its turn, and whose memory buffers have by then."""

    number: int
    turn: Sizes
    memory: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LaunchOrder:
    """All launches of a run, in order, and whose memory buffers have at its end, where they were exchanged."""

    steps: tuple[LaunchStep, ...]
    memory: Mapping[str, str]


Amount = Annotated[float, Field(ge=0), AfterValidator(exact)]


class Points(AssignmentModel):
    """Points by rubric item. What is not listed is worth nothing, and is neither graded nor shown.

    They count to the fourth decimal.
    """

    correctness: Annotated[float, Field(ge=0.0001), AfterValidator(exact)]
    held_back: Amount = Field(0, description="more of them, for cases that a students' copy lacks")
    safety: Amount = 0
    requirements: Amount = 0
    performance: Amount = 0

    @property
    def total(self) -> float:
        """The highest possible score."""
        return added((self.correctness, self.safety, self.requirements, self.performance))


class RaceRules(AssignmentModel):
    same_value: Literal["fail", "warn"] = Field("fail", description="several threads store one and the same value")


class ScoreStep(AssignmentModel):
    """One step of the performance grade: this share of the points from this ratio on."""

    ratio: Ratio
    share: Annotated[float, Field(ge=0, le=1)]


_TRAFFIC_STEPS = tuple(ScoreStep(ratio=2**steps, share=steps / 4) for steps in range(1, 5))
_TIME_STEPS = (ScoreStep(ratio=0.9, share=0.5), ScoreStep(ratio=1.0, share=0.75), ScoreStep(ratio=1.1, share=1.0))


class TrafficCriterion(AssignmentModel):
    """The performance criterion without a GPU: the baseline's global load bytes over the student's, counted exactly."""

    thresholds: tuple[ScoreStep, ...] = Field(_TRAFFIC_STEPS, min_length=1)


class TimeCriterion(AssignmentModel):
    """The performance criterion on a GPU: the baseline's time over the student's, measured in interleaved pairs."""

    tile_width: int | None = Field(None, description="the width to time; null: the largest in tile.widths")
    thresholds: tuple[ScoreStep, ...] = Field(_TIME_STEPS, min_length=1)
    confidence: Annotated[float, Field(gt=0.5, lt=1)] = 0.95
    max_seconds: Annotated[float, Field(gt=0)] = 10.0


class PerformanceCriteria(AssignmentModel):
    """How the performance points are earned. `warnings`: tell of uncoalesced accesses and bank conflicts."""

    traffic: TrafficCriterion = TrafficCriterion()
    time: TimeCriterion = TimeCriterion()
    warnings: bool = True


class Limits(AssignmentModel):
    """What one submission may use before it is stopped."""

    seconds: Annotated[float, Field(gt=0, le=3600)] = Field(20.0, description="for one launch or compilation")
    total_seconds: Annotated[float, Field(gt=0, le=86400)] = Field(120.0, description="for all of one submission")
    memory_mb: Annotated[int, Field(ge=256)] = 4096
    fuel: Annotated[int, Field(ge=1000)] | None = Field(None, description="loop iterations a launch may run in all")
    output_bytes: Annotated[int, Field(ge=0)] = Field(65536, description="printf text that is kept")


class SweepOf(AssignmentModel):
    """How much is tried beside the cases of a kernel that seems right, at each tile width; 0 is nothing."""

    work: Annotated[float, Field(ge=0, le=100_000)] = Field(
        300, description="million steps of threads; a launch counts half a million"
    )
    batch_work: Annotated[float, Field(ge=0, le=100_000)] = Field(50, description="the same in a batch")
    where: Annotated[str, AfterValidator(lambda text: text and _condition(text))] = Field(
        "", max_length=200, description="the sizes that are asked for, as a comparison; empty: all"
    )


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


class CaseModel(AssignmentModel):
    """One case: its sizes, and where it differs from its family."""

    name: CaseName
    inputs: str | None = None
    tile_widths: tuple[int, ...] | None = None

    @property
    def sizes(self) -> Written:
        """Sizes as written, by name."""
        return {}


class Family(AssignmentModel):
    """`testcases/<family>.yaml`: cases that test one idea, and the reason they exist.

    The points for right results are shared among the families by `weight` (`points` is its older name).
    """

    title: str = Field(min_length=1, max_length=120)
    reason: str = Field(min_length=1, max_length=2000, description="why these cases exist, for the student to read")
    weight: Annotated[float, Field(ge=0)] = Field(
        1.0, validation_alias=AliasChoices("weight", "points"), description="its part of points.correctness"
    )
    visibility: Visibility = Field(Visibility.VISIBLE, strict=False)
    inputs: str = "random"
    tile_widths: tuple[int, ...] | None = Field(None, description="default: all of config.yaml's")
    order: int = Field(100, description="families are shown and run in this order")
    cases: tuple[CaseModel, ...] = Field(min_length=1, max_length=200)
