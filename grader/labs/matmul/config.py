"""`lab: matmul`: what the tiled product adds to the models of every lab."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from grader.assignment.config import Config, Measured, YamlFormula, has_value
from grader.assignment.expressions import ExpressionError, check
from grader.assignment.models import (
    MAX_CELLS,
    Amount,
    AssignmentModel,
    BufferSpec,
    CaseModel,
    Entry,
    Family,
    Formula,
    Identifier,
    LaunchConfig,
    Order,
    PerformanceCriteria,
    PlannedLaunch,
    Points,
    Ratio,
    ScoreStep,
    StructParameter,
    TimeCriterion,
    TrafficCriterion,
    Way,
    Written,
    flattened,
    passed_for,
)
from grader.assignment.yaml_source import YamlLocation
from grader.elements import SPELLED, ElementType
from grader.layouts import ElementLayout
from grader.results import Sizes

_TEMPLATE = Path(__file__).parents[2] / "assignment" / "template"
SIZE_NAMES = ("M", "K", "N", "T", "TILE_WIDTH")
POINTER_ROLES = ("A", "B", "C")
SIZE_ROLES = (*SIZE_NAMES, "lda", "ldb", "ldc")
SCALAR_ROLES = ("alpha", "beta")
ROLES = POINTER_ROLES + SIZE_ROLES + SCALAR_ROLES


MatrixElement = Literal["float", "double", "int", "half"]
"""The matrices' element type."""


def check_role(role: str | int | float) -> None:
    """Raise `ValueError` unless `role` is a role, a number or an expression of sizes."""
    if isinstance(role, str) and role not in ROLES:
        try:
            check(role, names=SIZE_NAMES)
        except ExpressionError as error:
            raise ValueError(f"'{role}' is neither a role ({', '.join(ROLES)}) nor an expression: {error}") from None


ParameterRole = str | int | float | StructParameter
ParameterList = Annotated[tuple[ParameterRole, ...], Field(min_length=1)]


class Layout(AssignmentModel):
    """How each matrix lies in memory: rows or columns one after another."""

    A: Order = "row"
    B: Order = "row"
    C: Order = "row"


@functools.lru_cache(maxsize=64)
def _specs(element: str, layout: Layout, way: Way, initial: str) -> Mapping[str, BufferSpec]:
    kind = ElementLayout.number(SPELLED[element])
    return {
        "A": BufferSpec(dims=("M", "K"), layout=kind, way="in", order=layout.A),
        "B": BufferSpec(dims=("K", "N"), layout=kind, way="in", order=layout.B),
        "C": BufferSpec(dims=("M", "N"), layout=kind, way=way, initial=initial, order=layout.C),
    }


class ProductLaunch(LaunchConfig):
    """The launch configuration; expressions in M, N, K and TILE_WIDTH.

    `axis` tells which matrix dimension x walks: `x` columns (the usual), `y` rows, `auto` tries both on one small case
    and says which fitted. Block and grid are written as for `x`; for `y` the grader exchanges their first two sizes.
    With `from_file` the launch that the submission's own host code has comes before what is written here.
    """

    block: tuple[Formula, ...] = Field(("TILE_WIDTH", "TILE_WIDTH"), min_length=1, max_length=3)
    grid: tuple[Formula, ...] = Field(("ceildiv(N, TILE_WIDTH)", "ceildiv(M, TILE_WIDTH)"), min_length=1, max_length=3)
    axis: Literal["x", "y", "auto"] = "x"
    from_file: bool = Field(False, description="as the file's own <<<grid, block>>> says, where that can be followed")

    @property
    def exchanged(self) -> LaunchConfig:
        """The launch that is made: block and grid exchanged for `y`; until trials decide, as written."""
        if self.axis != "y":
            return self
        written = {"block": self.block, "grid": self.grid}
        dims = {name: (*sizes, 1)[1::-1] + sizes[2:] for name, sizes in written.items()}
        return self.model_copy(update=dims)


class ProductPoints(Points):
    """Points by rubric item. What is not listed is worth nothing, and is neither graded nor shown.

    A teacher's order needs `safety` (lost whole to a race) and `tiling` large enough: naive < a tiled kernel with one
    barrier or guard missing < the solution. `selfcheck` tells whether that holds.
    """

    requirements: Amount = Field(0, alias="tiling")


class SizesOf(AssignmentModel):
    """Each size a number or an expression."""

    M: Formula
    K: Formula
    N: Formula

    @property
    def sizes(self) -> dict[str, int | str]:
        """Sizes as written, by name."""
        return {name: getattr(self, name) for name in SizesOf.model_fields}


class Tiling(AssignmentModel):
    """What counts as tiled: shared memory in use, and global loads cut against the naive kernel."""

    required: bool = True
    shared_memory: bool = True
    reduction: Ratio = Field("TILE_WIDTH / 2", description="how many times fewer global loads than the naive kernel")
    working_threads: Ratio = Field(
        0, description="the share of a launch's threads that must load or store something; 0: not asked"
    )


_TRAFFIC_STEPS = (
    ScoreStep(ratio=2, share=0.25), ScoreStep(ratio="TILE_WIDTH / 4", share=0.5),
    ScoreStep(ratio="TILE_WIDTH / 2", share=0.75), ScoreStep(ratio="0.9 * TILE_WIDTH", share=1.0),
)  # fmt: skip


class ProductTraffic(TrafficCriterion):
    """The performance criterion without a GPU: naive's global load bytes over the student's, counted exactly."""

    shape: SizesOf = SizesOf(M="8 * TILE_WIDTH", K="8 * TILE_WIDTH", N="8 * TILE_WIDTH")
    thresholds: tuple[ScoreStep, ...] = Field(_TRAFFIC_STEPS, min_length=1)


class ProductTime(TimeCriterion):
    """The performance criterion on a GPU: naive's time over the student's, measured in interleaved pairs."""

    sizes: tuple[Annotated[int, Field(ge=1, le=16384)], ...] = Field((1024, 2048, 1000), min_length=1)


class ProductPerformance(PerformanceCriteria):
    """How the performance points are earned. `warnings`: tell of uncoalesced accesses and bank conflicts."""

    traffic: ProductTraffic = ProductTraffic()
    time: ProductTime = ProductTime()


class Scalars(AssignmentModel):
    """The values of alpha and beta where the kernel takes them."""

    alpha: float = 1.0
    beta: float = 0.0


InputKind = Literal["random", "ones_twos", "identity", "index"]
"""How a case fills A and B."""


class ProductCase(SizesOf, CaseModel):
    """One case: its sizes, and where it differs from its family."""

    inputs: InputKind | None = None
    alpha: float | None = None
    beta: float | None = None


class ProductFamily(Family):
    """`testcases/<family>.yaml`: cases that test one idea, and the reason they exist.

    The points for right results are shared among the families by `weight` (`points` is its older name).
    """

    inputs: InputKind = "random"
    cases: tuple[ProductCase, ...] = Field(min_length=1, max_length=200)


class ProductConfig(Config):
    """`config.yaml`: the assignment."""

    family = ProductFamily
    answered_by: ClassVar[tuple[str, ...]] = ("result(a, b)",)
    own_oracle: ClassVar[Path | None] = _TEMPLATE / "reference" / "oracle.py"

    lab: Literal["matmul"] = Field("matmul", description="what the kernel is meant to compute")
    assignment: str = Field("Tiled matrix multiplication", min_length=1, max_length=200)
    submission: str = Field("starter/matmul.cu", description="graded when no file is named; students hand in this name")
    kernel: str | Annotated[tuple[str, ...], Field(min_length=1)] = Field(
        "matmul_tiled", description="a name, a list of accepted names, a template-id, or auto"
    )
    parameters: ParameterList | dict[Identifier, ParameterRole] | Literal["auto"] = (
        "A", "B", "C", "M", "K", "N",
    )  # fmt: skip
    element: MatrixElement = "float"
    layout: Layout = Layout()
    scalars: Scalars = Scalars()
    launch: ProductLaunch = ProductLaunch()
    points: ProductPoints = ProductPoints(correctness=40, safety=20, tiling=30, performance=10)
    tiling: Tiling = Tiling()
    performance: ProductPerformance = ProductPerformance()
    initial_c: Literal["nan", "zero"] = "nan"
    square_only: bool = Field(False, description="rectangular cases are skipped and held against no one")
    multiples_only: bool = Field(False, description="sizes that are no multiple of the tile are skipped likewise")
    naive: str = Field(
        "reference/naive.cu",
        description="the baseline: a thread a cell, x along columns; always launched as 16×16",
    )
    reference: str = Field("reference/tiled.cu", description="the solution; must score full points")
    oracle: str | None = Field("reference/oracle.py", description="what is right, and how far rounding may take it")

    def values_at(self, sizes: Sizes, width: int) -> Sizes:
        """Return M, K, N, and TILE_WIDTH whatever the macro's name; T for short."""
        return {**sizes, "TILE_WIDTH": width, "T": width}

    def sizes_at(self, written: Written, width: int) -> Sizes:
        """Return the sizes; raise `ExpressionError` for matrices that are too large."""
        sizes = super().sizes_at(written, width)
        if any(one * other > MAX_CELLS for one, other in combinations(sizes.values(), 2)):
            product = "×".join(map(str, sizes.values()))
            raise ExpressionError(f"{product} is too large: a matrix may have at most {MAX_CELLS:,} elements")
        return sizes

    def left_out(self, sizes: Sizes, width: int) -> str:
        """Return why the case is skipped: see `square_only` and `multiples_only`."""
        if self.square_only and len(set(sizes.values())) > 1:
            return "Left out: only square matrices are asked for."
        if self.multiples_only and any(size % width for size in sizes.values()):
            return "Left out: this assignment asks for multiples of the tile width only."
        return ""

    def scalars_of(self, case: CaseModel | None = None, name: str = "") -> Mapping[str, float]:
        """Return alpha and beta: the case's own, else those of the assignment."""
        own = {name: getattr(case, name, None) for name in SCALAR_ROLES}
        return self._taken(
            self.scalars.model_dump() | {name: value for name, value in own.items() if value is not None}
        )

    def _taken(self, scalars: Mapping[str, float]) -> Mapping[str, float]:
        """Drop scalars that a kernel read from its own file does not take: without alpha, alpha is 1."""
        if self.parameters == "auto" or not self.as_launched:
            return scalars
        taken = set(flattened(self.roles))
        return {name: value for name, value in scalars.items() if name in taken}

    def scalars_with(self, given: Mapping[str, float]) -> Mapping[str, float]:
        """Return alpha and beta; 1 and 0 if neither the case nor the kernel has them."""
        return {"alpha": 1.0, "beta": 0.0, **self._taken(given)}

    @cached_property
    def specs(self) -> Mapping[str, BufferSpec]:
        """A, B and C; C holds nothing at first unless a scalar needs it."""
        return self.specs_with({})

    def specs_with(self, scalars: Mapping[str, float]) -> Mapping[str, BufferSpec]:
        """Return A, B and C; C's initial content matters if beta is not 0."""
        way: Way = "inout" if scalars.get("beta") or self.initial_c == "zero" else "out"
        initial = "random" if scalars.get("beta") else "zeros"
        return _specs(self.element_type, self.layout, way, initial)

    @property
    def size_names(self) -> tuple[str, ...]:
        """M, K and N."""
        return tuple(SizesOf.model_fields)

    @property
    def counted_at(self) -> Written:
        return self.performance.traffic.shape.sizes

    @property
    def roles(self) -> tuple[ParameterRole, ...]:
        """The parameters, if they are listed, or given by name; empty if the kernel decides."""
        written = self.parameters
        return () if isinstance(written, str) else tuple(written.values() if isinstance(written, dict) else written)

    @cached_property
    def planned(self) -> tuple[PlannedLaunch, ...]:
        """The one launch."""
        return (PlannedLaunch(self.kernel, self.launch.exchanged, tuple(map(passed_for, self.roles))),)

    def passed_values(self, sizes: Sizes, width: int) -> Sizes:
        """Return sizes and leading dimensions: elements from one row (column-major: one column) to the next."""
        values = self.values_at(sizes, width)
        lengths = {f"ld{name.lower()}": spec.dims[spec.order == "row"] for name, spec in self.specs.items()}
        return {**values, **{name: sizes[str(size)] for name, size in lengths.items()}}

    def member_types(self, entries: Iterable[Entry]) -> tuple[ElementType | None, ...]:
        """Return nothing: sizes may be of any integer type."""
        return ()

    @property
    def element_type(self) -> str:
        """The element type in C++."""
        return SPELLED[self.element].name

    @property
    def as_launched(self) -> bool:
        return self.launch.from_file

    @property
    def for_baseline(self) -> ProductConfig:
        """One thread a cell, x along the columns: so the naive kernel is launched in every assignment."""
        launch = ProductLaunch(
            block=(16, 16), grid=("ceildiv(N, 16)", "ceildiv(M, 16)"), from_file=self.launch.from_file
        )
        return self.model_copy(update={"kernel": "auto", "launch": launch})

    @property
    def must_be_met(self) -> bool:
        return self.tiling.required

    @model_validator(mode="after")
    def _roles_fit(self) -> ProductConfig:
        if self.parameters == "auto":
            return self
        flat = list(flattened(self.roles))
        for role in flat:
            check_role(role)
        for pointer in POINTER_ROLES:
            if flat.count(pointer) != 1:
                raise ValueError(f"parameters must name {pointer} exactly once")
        return self

    def formulas(self) -> Iterator[YamlFormula]:
        """Yield grid, block, what the sweep may ask for, and parameters."""
        yield from super().formulas()
        written = {} if isinstance(self.parameters, str) else self.parameters
        for key, role in written.items() if isinstance(written, dict) else enumerate(written):
            for text in flattened([role]):
                if text not in ROLES:
                    yield ("parameters", key), partial(has_value, text)

    def measured(self) -> Iterator[Measured]:
        """Yield the sizes of the traffic criterion."""
        yield ("performance", "traffic", "shape"), self.counted_at, self.tile.known

    def ratios(self) -> Mapping[YamlLocation, int | float | str]:
        """Return those of `tiling`."""
        tiling = self.tiling
        return {("tiling", "reduction"): tiling.reduction, ("tiling", "working_threads"): tiling.working_threads}


CONFIG = ProductConfig
