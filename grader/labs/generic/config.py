"""`lab: generic`: an assignment that is data alone. Its sizes and buffers have names, and a Python file the answers.

What every lab has (points, limits, hints, compiler) means what it means for the tiled product.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations, product
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, model_validator

from grader.assignment.config import Config, Measured, YamlFormula
from grader.assignment.expressions import check
from grader.assignment.models import (
    AssignmentModel,
    BufferSpec,
    CaseModel,
    ChosenModel,
    Family,
    Formula,
    Identifier,
    LaunchConfig,
    PlannedLaunch,
    Points,
    Tile,
    Written,
    flattened,
    passed_for,
)
from grader.assignment.yaml_source import AssignmentError, read_yaml, validated
from grader.elements import ElementType
from grader.labs.generic.checks import CHECKS, formulas_of
from grader.labs.generic.models import (
    MAX_VARIANT,
    BaselineModel,
    Buffers,
    Chosen,
    LaunchModel,
    Parameters,
    RequirementModel,
    ScalarModel,
    Structs,
    Variants,
    layouts_of,
    refuse_words,
)
from grader.labs.hints import HintRow, HintRows
from grader.layouts import ElementLayout
from grader.results import Sizes
from grader.results.base import variant_of, variant_values

MOST_VARIANTS = 8


HINTS = "hints.yaml"
_BOUND = "how far each element of a buffer may be from what is right, in the place of the oracle's bound"
Bounds = dict[Identifier, Annotated[float, Field(ge=0, allow_inf_nan=False)]]


def _without_tolerance(data: Any) -> Any:  # noqa: ANN401 (YAML is data of any type)
    """Raise `ValueError` for a word that other tools have for `bound`."""
    for word in ("tolerance", "atol", "rtol"):
        if isinstance(data, dict) and word in data:
            raise ValueError(f"'{word}' is no key: bound is, by buffers, such as bound: {{y: 1.0e-3}}")
    return data


class GenericCase(CaseModel):
    """One case: a number or an expression for every size, and where it differs from its family."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    inputs: Identifier | None = None
    bound: Bounds = Field(default_factory=dict, description=_BOUND)
    tile_widths: Chosen | None = Field(None, alias="variants")

    _tolerance = model_validator(mode="before")(_without_tolerance)

    @model_validator(mode="after")
    def _sizes_are_formulas(self) -> GenericCase:
        for name, value in self.sizes.items():
            if isinstance(value, bool) or not isinstance(value, int | float | str):
                raise ValueError(f"{name}: expected a whole number or an expression")
            check(value, names=None)
        return self

    @property
    def sizes(self) -> Written:
        """Sizes and scalars as written, by name; `GenericConfig.sizes_of` tells which are which."""
        return dict(self.model_extra or {})


class GenericFamily(Family):
    """`testcases/<family>.yaml`; `inputs` is a kind that is built in, or one that oracle.py knows."""

    inputs: Identifier = "random"
    bound: Bounds = Field(default_factory=dict, description=_BOUND)
    tile_widths: Chosen | None = Field(None, alias="variants", description="default: all of config.yaml's")
    cases: tuple[GenericCase, ...] = Field(min_length=1, max_length=200)

    _tolerance = model_validator(mode="before")(_without_tolerance)


class GenericConfig(Config):
    """`config.yaml` of a lab that is data alone."""

    family = GenericFamily
    further: ClassVar[Mapping[str, type[AssignmentModel]]] = {HINTS: HintRows}
    checks = CHECKS
    answered_by: ClassVar[tuple[str, ...]] = ("expected(inputs, sizes)", "check(inputs, outputs, sizes)")
    widths_named: ClassVar[tuple[str, str]] = ("variants", "variants")
    called: ClassVar[str] = "a generic lab"
    """What messages call an assignment whose file has a key that no file may set (`init=False`)."""

    lab: Literal["generic"]
    sizes: tuple[Identifier, ...] = Field(min_length=1, max_length=8)
    variants: Variants = Field(
        default_factory=dict,
        description="a macro, and the values to grade at (-D); of several macros all combinations, or a list of those",
    )
    described: Structs = Field(
        default_factory=dict, alias="structs", max_length=16, description="structs of the kernels: each member's type"
    )
    buffers: Buffers = Field(min_length=1, max_length=16)
    scalars: dict[Identifier, ScalarModel] = Field(
        default_factory=dict, max_length=16, description="numbers that kernels take by value, beside sizes"
    )
    chosen: dict[Identifier, ChosenModel] = Field(
        default_factory=dict, max_length=8, description="numbers that students choose for the launch, as constants"
    )
    kernel: str | Annotated[tuple[str, ...], Field(min_length=1)] = ""
    parameters: Parameters = ()
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
    numbers: dict[Identifier, int] = Field(default_factory=dict, exclude=True, init=False)

    @model_validator(mode="before")
    @classmethod
    def _tiled_by_variants(cls, data: Any) -> Any:  # noqa: ANN401 (YAML is data of any type)
        if isinstance(data, dict):
            for key, field in cls.model_fields.items():
                if field.init is False and key in data:
                    raise ValueError(f"'{key}' is no key of {cls.called}")
            for key in ("sizes", "buffers", "scalars", "variants", "structs", "chosen"):
                refuse_words(data[key] if isinstance(data.get(key), (dict, list, tuple)) else ())
            return {**data, "tile": Tile(macro=None)}
        return data

    @model_validator(mode="after")
    def _tiled(self) -> GenericConfig:
        names = self.macros
        if isinstance(self.variants, dict):
            rows = list(product(*self.variants.values()))
        else:
            rows = [tuple(each.values()) for each in self.variants]
            if any(tuple(each) != names for each in self.variants):
                raise ValueError(f"every variant needs a value for {' and '.join(names)}, in the same order")
        widths = tuple(map(variant_of, rows)) if names else (1,)
        if len(widths) > MOST_VARIANTS:
            raise ValueError(f"{len(widths)} variants are too many: at most {MOST_VARIANTS}; list those to grade at")
        if len(set(widths)) < len(widths):
            raise ValueError("a variant is listed twice")
        # No input of a file's: `Tile` itself has the limits of one macro.
        object.__setattr__(self, "tile", Tile.model_construct(widths=widths, macro=names[0] if names else None))
        return self

    @cached_property
    def macros(self) -> tuple[str, ...]:
        """The macros that are defined from outside."""
        return tuple(self.variants if isinstance(self.variants, dict) else self.variants[0])

    def macros_at(self, width: int) -> Sizes:
        """Return the macros with their values in a variant."""
        return dict(zip(self.macros, variant_values(width), strict=False))

    def of_variant(self, width: int) -> Sizes:
        """Return the macros."""
        return self.macros_at(width)

    @property
    def left_to_file(self) -> Mapping[str, ChosenModel]:
        """As `chosen` says, until the numbers of a file are known."""
        return {} if self.numbers else self.chosen

    def choosing(self, numbers: Sizes) -> GenericConfig:
        """Return the configuration with a file's numbers."""
        return self.model_copy(update={"numbers": dict(numbers)}) if numbers else self

    def values_at(self, sizes: Sizes, width: int) -> Sizes:
        """Return sizes, macros, and the numbers that a file chose; the least ones where no file is known."""
        least = {name: each.between[0] for name, each in self.chosen.items()}
        return {**least, **self.numbers, **super().values_at(sizes, width)}

    @property
    def replayed_sizes(self) -> dict[str, int | str]:
        """The sizes in `replayed`; empty if the grader may choose."""
        return {name: size for name, size in self.replayed.items() if name not in self.macros}

    @property
    def replayed_width(self) -> int:
        """The variant at which a block is recorded; by default the smallest one."""
        usual = self.macros_at(min(self.tile.known))
        return variant_of([int(self.replayed.get(name, value)) for name, value in usual.items()] or [1])

    @cached_property
    def specs(self) -> dict[str, BufferSpec]:
        return {name: buffer.spec(self.structs) for name, buffer in self.buffers.items()}

    @cached_property
    def structs(self) -> Mapping[str, ElementLayout]:
        return layouts_of(self.described)

    @property
    def size_names(self) -> tuple[str, ...]:
        return self.sizes

    @property
    def case_keys(self) -> str:
        """The sizes and the scalars."""
        return super().case_keys + (f"; the scalars are {', '.join(self.scalars)}" if self.scalars else "")

    def sizes_of(self, case: CaseModel) -> Written:
        """Return what a case gives beside scalars."""
        return {name: size for name, size in case.sizes.items() if name not in self.scalars}

    def scalars_of(self, case: CaseModel | None = None, name: str = "") -> Mapping[str, float]:
        """Return each scalar as its element holds it: the case's own, the same for all, or drawn by the case's name."""
        own: Mapping[str, Any] = case.sizes if case else {}
        return {
            key: scalar.type.held(own[key]) if key in own else scalar.at(self.seed, name, key)
            for key, scalar in self.scalars.items()
        }

    def scalars_with(self, given: Mapping[str, float]) -> Mapping[str, float]:
        """Return the scalars; those of no case where a case gives none."""
        return {**self.scalars_of(), **given} if self.scalars else {}

    def scalar_type(self, name: str) -> ElementType:
        """Return the type that `scalars` names."""
        return self.scalars[name].type

    def bounds_of(self, family: Family, case: CaseModel) -> Mapping[str, float]:
        """Return the bounds of the family and the case; the case's own win."""
        assert isinstance(family, GenericFamily)
        assert isinstance(case, GenericCase)
        return {**family.bound, **case.bound}

    @property
    def counted_at(self) -> Written:
        return self.counted

    @cached_property
    def planned(self) -> tuple[PlannedLaunch, ...]:
        """The launches, in order."""
        if not self.launches:
            return (PlannedLaunch(self.kernel, self.launch, tuple(map(passed_for, self.parameters))),)
        return tuple(
            PlannedLaunch(each.kernel, each, tuple(map(passed_for, each.parameters)), each.loops, each.swap)
            for each in self.launches
        )

    @property
    def for_baseline(self) -> GenericConfig:
        """The configuration to launch the baseline with."""
        own = self.baseline
        update: dict[str, object] = {"kernel": "auto", "reference": self.naive}  # nothing else is launched so
        if own is not None:
            whole = tuple(row.model_copy(update={"at": None}) for row in self.requirements)  # one kernel does it all
            update |= {"parameters": own.parameters or self.parameters, "launch": own, "launches": ()}
            update["numbers"] = {name: each.between[0] for name, each in self.chosen.items()}  # it has none of its own
            update |= {"requirements": whole}
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
        for name in self.macros:
            width = self.replayed.get(name, 1)
            if not isinstance(width, int) or not 1 <= width <= MAX_VARIANT:
                raise ValueError(f"replayed needs a whole number from 1 to {MAX_VARIANT} for {name}")
        return self

    @model_validator(mode="after")
    def _roles_fit(self) -> GenericConfig:
        if not self.outputs:
            raise ValueError("no buffer is out or inout: nothing would be judged")
        flat = [list(flattened(planned.passed)) for planned in self.planned]
        for name, buffer in self.buffers.items():
            counts = [parameters.count(name) for parameters in flat]
            if buffer.constant is not None and any(counts):
                raise ValueError(f"{name} is in constant memory: kernels see it without a parameter")
            if buffer.constant is None and (not any(counts) or max(counts) > 1):
                raise ValueError(f"parameters must name the buffer {name} exactly once")
        for name in self.scalars:
            if not any(name in parameters for parameters in flat):
                raise ValueError(f"parameters must name the scalar {name}: else no kernel gets it")
        kinds = {
            "size": self.sizes,
            "buffer": self.buffers,
            "scalar": self.scalars,
            "variant": self.macros,
            "struct": self.described,
            "number to choose": self.chosen,
        }
        for (kind, names), (other, others) in combinations(kinds.items(), 2):
            if both := [name for name in names if name in others]:
                raise ValueError(f"{both[0]} is the name of a {kind} and of a {other}")
        for pair in [each.swap for each in self.launches if each.swap]:
            specs = [self.specs.get(name) for name in pair]
            alike = len({(spec.dims, spec.layout) for spec in specs if spec}) == 1
            if not alike or any(spec is None or spec.kept or spec.way == "constant" for spec in specs):
                what = "buffers that are out, inout or scratch, of the same dimensions and elements"
                raise ValueError(f"swap exchanges {what}, not {' and '.join(pair)}")
        return self

    @model_validator(mode="after")
    def _requirements_fit(self) -> GenericConfig:
        names = [row.name for row in self.requirements]
        if len(set(names)) < len(names):
            raise ValueError("two requirements have one name")
        if self.points.requirements and not self.requirements:
            raise ValueError("points.requirements is worth something, but requirements lists nothing")
        if (self.points.requirements or self.points.performance) and not self.counted:
            raise ValueError("counted must give the sizes at which counts are taken")
        return self

    def formulas(self) -> Iterator[YamlFormula]:
        return formulas_of(self)

    def measured(self) -> Iterator[Measured]:
        """Yield those of `counted`, `timed` and `replayed`."""
        for key, sizes in (("counted", self.counted), ("timed", self.timed)):
            if sizes:
                yield (key,), sizes, self.tile.known
        if self.replayed_sizes:
            yield ("replayed",), self.replayed_sizes, (self.replayed_width,)

    def completed(self, root: Path) -> GenericConfig:
        """Add the rows of `hints.yaml`."""
        if not (root / HINTS).is_file():
            return self
        document = read_yaml(root / HINTS, HINTS)
        rows = validated(HintRows, document).hints
        known = [requirement.name for requirement in self.requirements]
        problems = [
            document.problem(
                ("hints", number, "requirement"), f"'{name}' is no requirement; they are {', '.join(known)}"
            )
            for number, row in enumerate(rows)
            for name in row.requirement
            if name not in known
        ]
        if problems:
            raise AssignmentError(*problems)
        return self.model_copy(update={"rows": rows})


CONFIG = GenericConfig
