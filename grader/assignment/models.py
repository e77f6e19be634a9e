"""The models of `config.yaml` and of the files in `testcases/`: what an instructor may write, and what it means.

Field descriptions end up in the JSON Schemas that ship with the package, so editors show them while one types.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, model_validator

from grader.assignment import expressions
from grader.assignment.sizes import sizes_of
from grader.results import Sizes, Visibility

SIZE_NAMES = ("M", "K", "N", "T", "TILE_WIDTH")


def _expression(value: int | float | str) -> int | float | str:
    try:
        return expressions.check(value, names=SIZE_NAMES)
    except expressions.ExpressionError as error:
        raise ValueError(str(error)) from None


def _condition(text: str) -> str:
    try:
        for side in expressions.sides(text)[:2] if text else ():
            expressions.check(side, names=None)
    except expressions.ExpressionError as error:
        raise ValueError(str(error)) from None
    return text


Size = Annotated[int | str, AfterValidator(_expression), Field(description="a whole number or an expression")]
Ratio = Annotated[int | float | str, AfterValidator(_expression), Field(description="a number or an expression")]
Identifier = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*$", max_length=64)]
CaseName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+-]*$", max_length=64)]


class Model(BaseModel):
    """Base of all assignment models: immutable, no unknown keys, no silent conversion of types."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Element(str, Enum):
    """The matrices' element type."""

    FLOAT = "float"
    DOUBLE = "double"
    INT = "int"
    HALF = "half"


Order = Literal["row", "column"]
HintLevel = Literal["none", "where", "why", "fix"]
POINTER_ROLES = ("A", "B", "C")
SIZE_ROLES = ("M", "K", "N", "T", "TILE_WIDTH", "lda", "ldb", "ldc")
SCALAR_ROLES = ("alpha", "beta")
ROLES = POINTER_ROLES + SIZE_ROLES + SCALAR_ROLES


class StructParameter(Model):
    """A parameter that is a struct passed by value: the roles of its fields in order."""

    struct: tuple[str | int, ...] = Field(min_length=1, description="roles of the fields, in order")

    @model_validator(mode="after")
    def _fields_are_roles(self) -> StructParameter:
        for entry in self.struct:
            check_role(entry)
        return self


def check_role(role: str | int | float) -> None:
    """Raise `ValueError` unless `role` is a role, a number or an expression of sizes."""
    if isinstance(role, str) and role not in ROLES:
        try:
            expressions.check(role, names=SIZE_NAMES)
        except expressions.ExpressionError as error:
            raise ValueError(f"'{role}' is neither a role ({', '.join(ROLES)}) nor an expression: {error}") from None


Parameter = str | int | float | StructParameter
ParameterList = Annotated[tuple[Parameter, ...], Field(min_length=1)]


class Layout(Model):
    """How each matrix lies in memory: rows or columns one after another."""

    A: Order = "row"
    B: Order = "row"
    C: Order = "row"


Widths = Annotated[tuple[Annotated[int, Field(ge=1, le=1024)], ...], Field(min_length=1, max_length=8)]


class Tile(Model):
    """The tile widths to grade at. `widths: auto` reads the width from the kernel's own shared arrays."""

    widths: (
        Annotated[tuple[Annotated[int, Field(ge=1, le=1024)], ...], Field(min_length=1, max_length=8)] | Literal["auto"]
    ) = (16, 32)
    macro: Identifier | None = Field(
        "TILE_WIDTH", description="the macro that the grader defines (-D); null: the file sets its own width"
    )
    default: Annotated[int, Field(ge=1, le=1024)] = Field(16, description="the width that `auto` takes when none shows")

    @model_validator(mode="after")
    def _widths_differ(self) -> Tile:
        if self.widths != "auto" and len(set(self.widths)) < len(self.widths):
            raise ValueError("a tile width is listed twice")
        return self


class Launch(Model):
    """The launch configuration; expressions in M, N, K and TILE_WIDTH.

    `axis` tells which matrix dimension x walks: `x` columns (the usual), `y` rows, `auto` tries both on one small case
    and says which fitted. Block and grid are written as for `x`; for `y` the grader exchanges their first two sizes.
    """

    block: tuple[Size, ...] = Field(("TILE_WIDTH", "TILE_WIDTH"), min_length=1, max_length=3)
    grid: tuple[Size, ...] = Field(("ceildiv(N, TILE_WIDTH)", "ceildiv(M, TILE_WIDTH)"), min_length=1, max_length=3)
    axis: Literal["x", "y", "auto"] = "x"
    shared_bytes: Size = Field(0, description="dynamic shared memory in bytes")


@dataclass(frozen=True, slots=True)
class PlannedLaunch:
    """One launch of an assignment: the kernel's name (or names that do), its parameters, grid and block."""

    kernel: str | tuple[str, ...]
    parameters: ParameterList | dict[Identifier, Parameter] | Literal["auto"]
    launch: Launch


class Points(Model):
    """Points by rubric item. What is not listed is worth nothing, and is neither graded nor shown.

    A teacher's order needs `safety` (lost whole to a race) and `tiling` large enough: naive < a tiled kernel with one
    barrier or guard missing < the solution. `selfcheck` tells whether that holds.
    """

    correctness: Annotated[float, Field(gt=0)]
    held_back: Annotated[float, Field(ge=0)] = Field(
        0, description="more of them, for cases that a students' copy lacks"
    )
    safety: Annotated[float, Field(ge=0)] = 0
    tiling: Annotated[float, Field(ge=0)] = 0
    performance: Annotated[float, Field(ge=0)] = 0

    @property
    def total(self) -> float:
        """The highest score."""
        return self.correctness + self.safety + self.tiling + self.performance


class SizesOf(Model):
    """Each size a number or an expression."""

    M: Size
    K: Size
    N: Size

    @property
    def sizes(self) -> dict[str, int | str]:
        """As they are written, by name."""
        return {name: getattr(self, name) for name in SizesOf.model_fields}


class Tiling(Model):
    """What counts as tiled: shared memory in use, and global loads cut against the naive kernel."""

    required: bool = True
    shared_memory: bool = True
    reduction: Ratio = Field("TILE_WIDTH / 2", description="how many times fewer global loads than the naive kernel")


class Races(Model):
    same_value: Literal["fail", "warn"] = Field("fail", description="several threads store one and the same value")


class Step(Model):
    """One step of the performance grade: this share of the points from this ratio on."""

    ratio: Ratio
    share: Annotated[float, Field(ge=0, le=1)]


_TRAFFIC_STEPS = (
    Step(ratio=2, share=0.25), Step(ratio="TILE_WIDTH / 4", share=0.5), Step(ratio="TILE_WIDTH / 2", share=0.75),
    Step(ratio="0.9 * TILE_WIDTH", share=1.0),
)  # fmt: skip
_TIME_STEPS = (Step(ratio=0.9, share=0.5), Step(ratio=1.0, share=0.75), Step(ratio=1.1, share=1.0))


class TrafficCriterion(Model):
    """The performance criterion without a GPU: naive's global load bytes over the student's, counted exactly."""

    shape: SizesOf = SizesOf(M="8 * TILE_WIDTH", K="8 * TILE_WIDTH", N="8 * TILE_WIDTH")
    thresholds: tuple[Step, ...] = Field(_TRAFFIC_STEPS, min_length=1)


class TimeCriterion(Model):
    """The performance criterion on a GPU: naive's time over the student's, measured in interleaved pairs."""

    sizes: tuple[Annotated[int, Field(ge=1, le=16384)], ...] = Field((1024, 2048, 1000), min_length=1)
    tile_width: int | None = Field(None, description="the width to time; null: the largest in tile.widths")
    thresholds: tuple[Step, ...] = Field(_TIME_STEPS, min_length=1)
    confidence: Annotated[float, Field(gt=0.5, lt=1)] = 0.95
    max_seconds: Annotated[float, Field(gt=0)] = 10.0


class PerformanceCriteria(Model):
    """How the performance points are earned. `warnings`: tell of uncoalesced accesses and bank conflicts."""

    traffic: TrafficCriterion = TrafficCriterion()
    time: TimeCriterion = TimeCriterion()
    warnings: bool = True


class Limits(Model):
    """What one submission may use before it is stopped."""

    seconds: Annotated[float, Field(gt=0, le=3600)] = Field(20.0, description="for one launch or compilation")
    total_seconds: Annotated[float, Field(gt=0, le=86400)] = Field(120.0, description="for all of one submission")
    memory_mb: Annotated[int, Field(ge=256)] = 4096
    fuel: Annotated[int, Field(ge=1000)] | None = Field(None, description="loop iterations a launch may run in all")
    output_bytes: Annotated[int, Field(ge=0)] = Field(65536, description="printf text that is kept")


class SweepOf(Model):
    """How much is tried beside the cases of a kernel that seems right, at each tile width; 0 is nothing."""

    work: Annotated[float, Field(ge=0, le=100_000)] = Field(
        300, description="million steps of threads; a launch counts half a million"
    )
    batch_work: Annotated[float, Field(ge=0, le=100_000)] = Field(50, description="the same in a batch")
    where: Annotated[str, AfterValidator(_condition)] = Field(
        "", max_length=200, description="the sizes that are asked for, as a comparison; empty: all"
    )


class Scalars(Model):
    """The values of alpha and beta where the kernel takes them."""

    alpha: float = 1.0
    beta: float = 0.0


class Config(Model):
    """`config.yaml`: the assignment."""

    lab: Literal["matmul", "generic"] = Field("matmul", description="what the kernel is meant to compute")
    assignment: str = Field("Tiled matrix multiplication", min_length=1, max_length=200)
    submission: str = Field("starter/matmul.cu", description="graded when no file is named; students hand in this name")
    skeleton: str | None = Field(None, description="the file students start from; default: the submission")
    kernel: str | Annotated[tuple[str, ...], Field(min_length=1)] = Field(
        "matmul_tiled", description="a name, a list of accepted names, a template-id, or auto"
    )
    parameters: ParameterList | dict[Identifier, Parameter] | Literal["auto"] = (
        "A", "B", "C", "M", "K", "N",
    )  # fmt: skip
    element: Element = Field(Element.FLOAT, strict=False)
    layout: Layout = Layout()
    scalars: Scalars = Scalars()
    tile: Tile = Tile()
    launch: Launch = Launch()
    points: Points = Points(correctness=40, safety=20, tiling=30, performance=10)
    tiling: Tiling = Tiling()
    performance: PerformanceCriteria = PerformanceCriteria()
    limits: Limits = Limits()
    sweep: SweepOf = SweepOf()
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 2026
    hints: bool | HintLevel = Field(
        "fix", description="how far hints go: none, where (the line), why (what is wrong there), fix (the change)"
    )
    oob_read: Literal["fail", "warn"] = "fail"
    races: Races = Races()
    initial_c: Literal["nan", "zero"] = "nan"
    square_only: bool = Field(False, description="rectangular cases are skipped and held against no one")
    multiples_only: bool = Field(False, description="sizes that are no multiple of the tile are skipped likewise")
    device: Literal["auto", "gpu", "cpu"] = "auto"
    compiler: Literal["auto", "nvrtc", "clang"] = "auto"
    defines: dict[Identifier, str | int] = Field(default_factory=dict, description="further macros for the compiler")
    headers: dict[str, str] = Field(default_factory=dict, description="text of headers that submissions include")
    unknown_headers: Literal["refuse", "empty"] = Field("refuse", description="#include of a header nobody provides")
    blank_host_code: bool = Field(True, description="main, launchers and other host code are blanked in place")
    naive: str = Field(
        "reference/naive.cu",
        description="the baseline: a thread a cell, x along columns; always launched as 16×16",
    )
    reference: str = Field("reference/tiled.cu", description="the solution; must score full points")
    oracle: str | None = Field("reference/oracle.py", description="what is right, and how far rounding may take it")

    def sizes_at(self, written: Mapping[str, int | str], width: int) -> Sizes:
        """Sizes as they are written, at one tile width; raises `ExpressionError` where they are none."""
        return sizes_of(written, width)

    def values_at(self, sizes: Sizes, width: int) -> Sizes:
        """What a launch's expressions may name."""
        return {**sizes, "TILE_WIDTH": width}

    @property
    def planned(self) -> tuple[PlannedLaunch, ...]:
        """The launches, in order."""
        return (PlannedLaunch(self.kernel, self.parameters, self.launch),)

    @property
    def kernels(self) -> tuple[str | tuple[str, ...], ...]:
        """The kernels that are launched, each once, as `planned` names them."""
        return tuple(dict.fromkeys(planned.kernel for planned in self.planned))

    @property
    def hint_level(self) -> HintLevel:
        """How far hints go: `true` and `false` are understood as all and nothing."""
        if isinstance(self.hints, bool):
            return "fix" if self.hints else "none"
        return self.hints

    @model_validator(mode="after")
    def _sweep_names_sizes(self) -> Config:
        if self.lab == "matmul" and self.sweep.where:
            for side in expressions.sides(self.sweep.where)[:2]:
                expressions.check(side, names=SIZE_NAMES)
        return self

    @model_validator(mode="after")
    def _roles_fit(self) -> Config:
        if self.parameters == "auto":
            return self
        roles = list(self.parameters.values() if isinstance(self.parameters, dict) else self.parameters)
        flat: list[Any] = []
        for role in roles:
            flat.extend(role.struct if isinstance(role, StructParameter) else [role])
        for role in flat:
            check_role(role)
        for pointer in POINTER_ROLES:
            if flat.count(pointer) != 1:
                raise ValueError(f"parameters must name {pointer} exactly once")
        return self


class InputKind(str, Enum):
    """How a case fills A and B."""

    RANDOM = "random"
    ONES_TWOS = "ones_twos"
    IDENTITY = "identity"
    INDEX = "index"


class CaseModel(SizesOf):
    """One case: its sizes, and where it differs from its family."""

    name: CaseName
    inputs: InputKind | None = Field(None, strict=False)
    tile_widths: tuple[int, ...] | None = None
    alpha: float | None = None
    beta: float | None = None


class Family(Model):
    """`testcases/<family>.yaml`: cases that test one idea, and the reason they exist.

    The points for right results are shared among the families by `weight` (`points` is its older name).
    """

    title: str = Field(min_length=1, max_length=120)
    reason: str = Field(min_length=1, max_length=2000, description="why these cases exist, for the student to read")
    weight: Annotated[float, Field(ge=0)] = Field(
        1.0, validation_alias=AliasChoices("weight", "points"), description="its part of points.correctness"
    )
    visibility: Visibility = Field(Visibility.VISIBLE, strict=False)
    inputs: InputKind = Field(InputKind.RANDOM, strict=False)
    tile_widths: tuple[int, ...] | None = Field(None, description="default: all of config.yaml's")
    order: int = Field(100, description="families are shown and run in this order")
    cases: tuple[CaseModel, ...] = Field(min_length=1, max_length=200)
