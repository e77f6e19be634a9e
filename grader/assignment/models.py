"""Models of `config.yaml` and of the files in `testcases/`, common to all labs.

They define what an instructor may write and what it means; each lab adds its own (`grader/labs/*/config.py`). Field
descriptions go into the shipped JSON Schemas, so editors show them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, model_validator

from grader.assignment.expressions import ExpressionError, check, evaluate_size, sides, turns_of
from grader.results import Sizes, Visibility, added, exact

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


class CaseModel(AssignmentModel):
    """One case: its sizes, and where it differs from its family."""

    name: CaseName
    inputs: str | None = None
    tile_widths: tuple[int, ...] | None = None

    @property
    def sizes(self) -> Written:
        """Sizes as written, by name."""
        raise NotImplementedError


class Config(AssignmentModel):
    """The keys of `config.yaml` that are common to all labs.

    This package uses no others; ask the lab about its own.
    """

    answered_by: ClassVar[tuple[str, ...]]
    """The functions of which the oracle must define one."""
    own_oracle: ClassVar[Path | None] = None
    """An oracle that computes the same as the lab; if an assignment has an identical one, the lab is used instead."""
    widths_named: ClassVar[tuple[str, str]] = ("tile_widths", "tile.widths")
    """The keys with tile widths, in a case and in `config.yaml`."""

    lab: str
    assignment: str = Field(min_length=1, max_length=200)
    submission: str = Field(description="graded when no file is named; students hand in this name")
    skeleton: str | None = Field(None, description="the file students start from; default: the submission")
    kernel: str | Annotated[tuple[str, ...], Field(min_length=1)]
    tile: Tile = Tile()
    launch: LaunchConfig
    points: Points
    performance: PerformanceCriteria = PerformanceCriteria()
    limits: Limits = Limits()
    sweep: SweepOf = SweepOf()
    seed: Annotated[int, Field(ge=0, lt=LARGEST_SEED + 1)] = 2026
    hints: bool | HintLevel = Field(
        "fix", description="how far hints go: none, where (the line), why (what is wrong there), fix (the change)"
    )
    oob_read: Literal["fail", "warn"] = "fail"
    races: RaceRules = RaceRules()
    device: Literal["auto", "gpu", "cpu"] = "auto"
    compiler: Literal["auto", "nvrtc", "clang"] = "auto"
    defines: dict[Identifier, str | int] = Field(default_factory=dict, description="further macros for the compiler")
    headers: dict[str, str] = Field(default_factory=dict, description="text of headers that submissions include")
    unknown_headers: Literal["refuse", "empty"] = Field("refuse", description="#include of a header nobody provides")
    blank_host_code: bool = Field(True, description="main, launchers and other host code are blanked in place")
    naive: str
    reference: str
    oracle: str | None

    @property
    def size_names(self) -> tuple[str, ...]:
        """The names of the sizes, in the order in which `--shape` takes them."""
        raise NotImplementedError

    def left_out(self, sizes: Sizes, width: int) -> str:  # noqa: ARG002 (some labs leave out cases)
        """Return why a case of these sizes is skipped and costs nothing; "" if it is not."""
        return ""

    def values_at(self, sizes: Sizes, width: int) -> Sizes:
        """Return the values that expressions may use: sizes, and the tile width under its macro's name."""
        return {**sizes, **self.macros_at(width)}

    def of_variant(self, width: int) -> Sizes:
        """Return the values that sizes and ratios may use: what is known of a variant without any kernel."""
        return self.values_at({}, width)

    def macros_at(self, width: int) -> Sizes:
        """Return the macros that the grader sets for a variant, with their values."""
        return {self.tile.macro: width} if self.tile.macro else {}

    def variant_at(self, width: int) -> str:
        """Return the variant for messages, `BLOCK = 64`; "" if the grader sets no macro."""
        return ", ".join(f"{name} = {value}" for name, value in self.macros_at(width).items())

    def sizes_at(self, written: Written, width: int) -> Sizes:
        """Evaluate sizes at one tile width. Raise `ExpressionError` for anything but whole numbers from 1."""
        values = self.of_variant(width)
        sizes = {name: evaluate_size(size, **values) for name, size in written.items()}
        for name, size in sizes.items():
            if size < 1:
                where = f" at {self.variant_at(width)}" if values else ""
                raise ExpressionError(f"{name} is {size}{where}: a size must be at least 1")
        return sizes

    @property
    def case_keys(self) -> str:
        """What a case may give, for messages."""
        return f"the sizes are {', '.join(self.size_names)}"

    def sizes_of(self, case: CaseModel) -> Written:
        """Return a case's sizes as written."""
        return case.sizes

    def scalars_of(self, case: CaseModel | None = None, name: str = "") -> Mapping[str, float]:  # noqa: ARG002
        """Return the scalar arguments of a launch, for a listed case or for one that is made under this name."""
        return {}

    def bounds_of(self, family: Family, case: CaseModel) -> Mapping[str, float]:  # noqa: ARG002 (some labs have them)
        """Return how far a case's results may be off, by output, where it says so itself."""
        return {}

    @property
    def left_to_file(self) -> Mapping[str, ChosenModel]:
        """The numbers that the file to be launched still has to choose, by name."""
        return {}

    def choosing(self, numbers: Sizes) -> Config:  # noqa: ARG002 (some labs let files choose)
        """Return the configuration for a file that chooses these numbers."""
        return self

    @property
    def for_baseline(self) -> Config:
        """The configuration to launch the naive kernel with, whatever its name."""
        return self

    @property
    def element_type(self) -> str:
        """C++ type for a kernel template's arguments that its name does not fix."""
        return "float"

    @property
    def whole_program(self) -> bool:
        """Whether a submission is a program with `main()`, which launches its kernels itself."""
        return False

    @property
    def as_launched(self) -> bool:
        """Whether a submission's own host code defines how to launch its kernel."""
        return False

    @property
    def must_be_met(self) -> bool:
        """Whether a kernel must meet the requirements to pass."""
        return True

    @property
    def planned(self) -> tuple[PlannedLaunch, ...]:
        """The launches, in order."""
        raise NotImplementedError

    @property
    def launches_several(self) -> bool:
        """Whether a run may have more than one launch."""
        return len(self.planned) > 1 or any(planned.loops for planned in self.planned)

    def order_at(self, sizes: Sizes, width: int) -> LaunchOrder:
        """Return the launches that are made at these sizes. Raise `ExpressionError` where there is none."""
        values, steps, memory = self.values_at(sizes, width), list[LaunchStep](), dict[str, str]()
        for number, planned in enumerate(self.planned):
            for turn in turns_of(planned.loops, values):
                steps.append(LaunchStep(number, turn, memory))
                if planned.swap:
                    one, other = planned.swap
                    memory = {**memory, one: memory.get(other, other), other: memory.get(one, one)}
        if not steps:
            raise ExpressionError("nothing is launched: no loop has a turn")
        return LaunchOrder(tuple(steps), memory)

    @property
    def kernels(self) -> tuple[str | tuple[str, ...], ...]:
        """The launched kernels, each once, named as in `planned`."""
        return tuple(dict.fromkeys(planned.kernel for planned in self.planned))

    @property
    def hint_level(self) -> HintLevel:
        """The level of hints: `true` means "fix", `false` means "none"."""
        if isinstance(self.hints, bool):
            return "fix" if self.hints else "none"
        return self.hints


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
