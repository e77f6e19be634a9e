"""`lab: generic`: an assignment that is data alone. Its sizes and buffers have names, and a Python file the answers.

What every lab has (points, limits, hints, compiler) means what it means for the tiled product.
"""

from __future__ import annotations

import keyword
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, model_validator

from grader.assignment.expressions import check
from grader.assignment.models import (
    AssignmentModel,
    CaseModel,
    Condition,
    Family,
    Formula,
    Identifier,
    LaunchConfig,
    PlannedLaunch,
    Points,
    Tile,
    Written,
)
from grader.elements import SPELLED
from grader.labs.data import BufferSpec, DataConfig, Way
from grader.labs.hints import HintRow

MAX_VARIANT = 1024
_CPP_WORDS = """
    auto bool break case catch char const constexpr default delete do double enum explicit export extern false float
    friend goto inline int long mutable namespace new operator private protected public register short signed sizeof
    static struct switch template this throw true typedef typename union unsigned using virtual void volatile
"""


Filling = Literal["random", "zeros", "ones", "index"]


Dims = Annotated[tuple[Formula, ...], Field(min_length=1, max_length=4)]


class BufferModel(AssignmentModel):
    """What a pointer of the kernel's points to: the key for its way has its dimensions, outermost first."""

    input: Dims | None = Field(None, alias="in")
    out: Dims | None = Field(None, description="judged; holds nothing at first")
    inout: Dims | None = Field(None, description="judged; read and written")
    scratch: Dims | None = Field(None, description="not judged; holds nothing at first")
    constant: Dims | None = Field(None, description="fills the student's __constant__ array of this name")
    element: Literal[tuple(SPELLED)] = "float"  # type: ignore[valid-type]
    initial: Filling = Field("random", description="what an inout buffer holds at first")

    @model_validator(mode="after")
    def _one_way(self) -> BufferModel:
        if sum(dims is not None for dims in (self.input, self.out, self.inout, self.scratch, self.constant)) != 1:
            raise ValueError("expected exactly one of in, out, inout, scratch and constant, with the dimensions")
        return self

    @property
    def spec(self) -> BufferSpec:
        """The buffer that this describes."""
        ways: dict[Way, Dims | None] = {
            "in": self.input, "out": self.out, "inout": self.inout, "scratch": self.scratch, "constant": self.constant,
        }  # fmt: skip
        way, dims = next((way, dims) for way, dims in ways.items() if dims is not None)
        return BufferSpec(dims=dims, element=SPELLED[self.element], way=way, initial=self.initial)


Passed = Annotated[tuple[Formula | float, ...], Field(min_length=1, max_length=32)]


class LaunchModel(LaunchConfig):
    """One launch of several: its kernel, and what is passed to it."""

    kernel: Identifier
    parameters: Passed


class BaselineModel(LaunchConfig):
    """How the baseline's one kernel is launched, whatever its name, where not as the students' kernels."""

    parameters: Passed | None = Field(None, description="default: those of the students' kernel")


class RequirementModel(AssignmentModel):
    """What the counts must satisfy, at the sizes that `counted` names and at larger ones.

    Requirements earn their points in order: one that holds counts where all before it hold as well.
    """

    name: str = Field(min_length=1, max_length=80)
    require: Condition = Field(description="a comparison of counts, sizes and variants")
    weight: Annotated[float, Field(gt=0)] = Field(1.0, description="its part of points.requirements")
    otherwise: str = Field("", max_length=500, description="what to tell a student whose kernel does not satisfy it")


class GenericConfig(DataConfig):
    """`config.yaml` of a lab that is data alone."""

    answered_by: ClassVar[str] = "expected(inputs, sizes)"

    lab: Literal["generic"]
    sizes: tuple[Identifier, ...] = Field(min_length=1, max_length=8)
    variants: dict[
        Identifier, Annotated[tuple[Annotated[int, Field(ge=1, le=MAX_VARIANT)], ...], Field(min_length=1)]
    ] = Field(default_factory=dict, max_length=1, description="a macro, and the values to grade at (-D)")
    buffers: dict[Identifier, BufferModel] = Field(min_length=1, max_length=16)
    kernel: str | Annotated[tuple[str, ...], Field(min_length=1)] = ""
    parameters: Passed = ()
    launch: LaunchConfig = LaunchConfig(block=(1,), grid=(1,))
    launches: tuple[LaunchModel, ...] = Field(
        (), max_length=8, description="in the place of kernel, parameters and launch: several launches, in order"
    )
    baseline: BaselineModel | None = Field(None, description="how the naive kernel is launched; default: as the others")
    points: Points = Points(correctness=80, safety=20)
    counted: dict[Identifier, Formula] = Field(default_factory=dict, description="the sizes at which loads are counted")
    timed: dict[Identifier, Formula] = Field(
        default_factory=dict, description="the sizes at which kernels are timed on a GPU; none: nothing is timed"
    )
    replayed: dict[Identifier, Formula] = Field(
        default_factory=dict,
        description="the sizes at which the report replays a block, and the variant's value there if it is another",
    )
    requirements: tuple[RequirementModel, ...] = Field((), max_length=16)
    naive: str = Field("reference/baseline.cu", description="the baseline: what counts are compared with")
    reference: str = Field("reference/solution.cu", description="the solution; must score full points")
    oracle: str = "reference/oracle.py"
    tile: Tile = Field(Tile(), init=False)
    rows: tuple[HintRow, ...] = Field((), exclude=True, init=False)

    @model_validator(mode="before")
    @classmethod
    def _tiled_by_variants(cls, data: Any) -> Any:  # noqa: ANN401 (YAML is data of any type)
        if isinstance(data, dict):
            for key in ("tile", "rows"):  # made of variants, and of another file
                if key in data:
                    raise ValueError(f"'{key}' is no key of a generic lab")
            variants = data.get("variants")
            named = ("sizes", "buffers", "variants")
            for word in (each for key in named if isinstance(data.get(key), (dict, list, tuple)) for each in data[key]):
                if isinstance(word, str) and (keyword.iskeyword(word) or word in _CPP_WORDS.split()):
                    raise ValueError(f"'{word}' is a word of Python or C++: nothing can have that name")
            name, values = next(iter(variants.items() if isinstance(variants, dict) else ()), (None, (1,)))
            return {**data, "tile": {"widths": values, "macro": name}}
        return data

    @property
    def variant(self) -> str:
        """The macro that is defined from outside; empty without variants."""
        return self.tile.macro or ""

    @property
    def replayed_sizes(self) -> dict[str, int | str]:
        """What `replayed` says of the sizes; nothing where the grader may choose."""
        return {name: size for name, size in self.replayed.items() if name != self.variant}

    @property
    def replayed_width(self) -> int:
        """The variant's value where a block is recorded: the smallest to be graded at, if no other is named."""
        return int(self.replayed.get(self.variant, min(self.tile.known)))

    @property
    def specs(self) -> dict[str, BufferSpec]:
        """As `buffers` says."""
        return {name: buffer.spec for name, buffer in self.buffers.items()}

    @property
    def size_names(self) -> tuple[str, ...]:
        """As `sizes` says."""
        return self.sizes

    @property
    def counted_at(self) -> Written:
        """As `counted` says."""
        return self.counted

    @property
    def planned(self) -> tuple[PlannedLaunch, ...]:
        """The launches, in order."""
        return tuple(PlannedLaunch(each.kernel, each) for each in self.launches) or super().planned

    @property
    def passed(self) -> tuple[Passed, ...]:
        """What each launch passes."""
        return tuple(each.parameters for each in self.launches) or (self.parameters,)

    @property
    def for_baseline(self) -> GenericConfig:
        """The configuration by which the baseline is launched."""
        own = self.baseline
        update: dict[str, object] = {"kernel": "auto", "reference": self.naive}  # nothing else is launched so
        if own is not None:
            update |= {"parameters": own.parameters or self.parameters, "launch": own, "launches": ()}
        elif self.launches:
            del update["kernel"]
        return self.model_copy(update=update)

    @model_validator(mode="after")
    def _launched_one_way(self) -> GenericConfig:
        given = [name for name in ("kernel", "parameters", "launch") if name in self.model_fields_set]
        if self.launches and given:
            raise ValueError(f"{given[0]} stands in each of launches where there are several")
        if not self.launches and len(given) < 3:
            raise ValueError("kernel, parameters and launch are needed, or a list of launches")
        if self.launches and self.baseline is not None and self.baseline.parameters is None:
            raise ValueError("baseline needs parameters where there are several launches")
        return self

    @model_validator(mode="after")
    def _replayed_at_one_variant(self) -> GenericConfig:
        width = self.replayed.get(self.variant, 1) if self.variant else 1
        if not isinstance(width, int) or not 1 <= width <= MAX_VARIANT:
            raise ValueError(f"replayed needs a whole number from 1 to {MAX_VARIANT} for {self.variant}")
        return self

    @model_validator(mode="after")
    def _roles_fit(self) -> GenericConfig:
        if not self.outputs:
            raise ValueError("no buffer is out or inout: nothing would be judged")
        for name, buffer in self.buffers.items():
            counts = [parameters.count(name) for parameters in self.passed]
            if buffer.constant is not None and any(counts):
                raise ValueError(f"{name} is in constant memory: kernels see it without a parameter")
            if buffer.constant is None and (not any(counts) or max(counts) > 1):
                raise ValueError(f"parameters must name the buffer {name} exactly once")
        both = [name for name in self.buffers if name in self.sizes]
        if both:
            raise ValueError(f"{both[0]} is the name of a size and of a buffer")
        names = [row.name for row in self.requirements]
        if len(set(names)) < len(names):
            raise ValueError("two requirements have one name")
        if self.points.requirements and not self.requirements:
            raise ValueError("points.requirements is worth something, but requirements lists nothing")
        if (self.points.requirements or self.points.performance) and not self.counted:
            raise ValueError("counted must give the sizes at which loads are counted")
        return self


class GenericCase(CaseModel):
    """One case: a number or an expression for every size, and where it differs from its family."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    inputs: Identifier | None = None
    tile_widths: tuple[int, ...] | None = Field(None, alias="variants")

    @model_validator(mode="after")
    def _sizes_are_formulas(self) -> GenericCase:
        for name, value in self.sizes.items():
            if isinstance(value, bool) or not isinstance(value, int | str):
                raise ValueError(f"{name}: expected a whole number or an expression")
            check(value, names=None)
        return self

    @property
    def sizes(self) -> Written:
        """As they are written, by name."""
        return dict(self.model_extra or {})


class GenericFamily(Family):
    """`testcases/<family>.yaml`; `inputs` is a kind that is built in, or one that oracle.py knows."""

    inputs: Identifier = "random"
    tile_widths: tuple[int, ...] | None = Field(None, alias="variants", description="default: all of config.yaml's")
    cases: tuple[GenericCase, ...] = Field(min_length=1, max_length=200)
