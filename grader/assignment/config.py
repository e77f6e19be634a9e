"""What any lab's `config.yaml` says: its common keys, and the members through which the grader uses an assignment.

An assignment's data are buffers, sizes and numbers, however its file is written. Labs import this package, never the
reverse: it finds a lab by name and imports only that one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from grader.assignment.expressions import ExpressionError, evaluate, evaluate_size, sides, turns_of
from grader.assignment.models import (
    LARGEST_SEED,
    AssignmentModel,
    BufferSpec,
    CaseModel,
    ChosenModel,
    Entry,
    Family,
    HintLevel,
    Identifier,
    LaunchConfig,
    LaunchOrder,
    LaunchStep,
    Limits,
    PerformanceCriteria,
    PlannedLaunch,
    Points,
    RaceRules,
    SweepOf,
    Tile,
    Written,
)
from grader.assignment.yaml_source import Document, YamlLocation, YamlProblem
from grader.elements import ELEMENTS, ElementType
from grader.hardware import MOST_BLOCK, MOST_GRID
from grader.layouts import ElementLayout
from grader.results import Sizes

LABS = ("matmul", "generic", "program")
"""Values of `lab` in config.yaml, each the name of a folder in `grader/labs/`; the first is the default."""
Evaluated = Callable[[Sizes], object]
"""Raises `ExpressionError` where something has no value, or none that may be."""
YamlFormula = tuple[YamlLocation, Evaluated]
Measured = tuple[YamlLocation, Written, Sequence[int]]
"""Sizes that `config.yaml` gives under a key, and the tile widths at which kernels are launched with them."""
MOST_THREADS = 1024
_MOST = {"block": MOST_BLOCK, "grid": MOST_GRID, "shared_bytes": (227 << 10,)}
"""Limits of a launch along x, y and z on any GPU; CUDA C++ Programming Guide, technical specifications."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentFiles:
    """The validated files of an assignment; `families` and `documents` have the same keys.

    Config and families are of the models that its lab declares.
    """

    root: Path
    config: Any
    document: Document
    families: Mapping[str, Any]
    documents: Mapping[str, Document]


class Config(AssignmentModel):
    """`config.yaml`: the keys that are common to all labs. Each lab adds its own.

    `formulas` must have values in every case and at all sizes that `measured` yields, `ratios` at every tile width.
    """

    family: ClassVar[type[Family]] = Family
    """The model of a file with cases."""
    further: ClassVar[Mapping[str, type[AssignmentModel]]] = {}
    """The models of further files, by their names."""
    checks: ClassVar[tuple[Callable[[AssignmentFiles], Iterator[YamlProblem]], ...]] = ()
    """Further checks of an assignment's files."""
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

    def left_out(self, sizes: Sizes, width: int) -> str:
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

    def scalars_of(self, case: CaseModel | None = None, name: str = "") -> Mapping[str, float]:
        """Return the scalar arguments of a launch, for a listed case or for one that is made under this name."""
        return {}

    def bounds_of(self, family: Family, case: CaseModel) -> Mapping[str, float]:
        """Return how far a case's results may be off, by output, where it says so itself."""
        return {}

    @property
    def left_to_file(self) -> Mapping[str, ChosenModel]:
        """The numbers that the file to be launched still has to choose, by name."""
        return {}

    def choosing(self, numbers: Sizes) -> Config:
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

    @cached_property
    def kernels(self) -> tuple[str | tuple[str, ...], ...]:
        """The launched kernels, each once, named as in `planned`."""
        return tuple(dict.fromkeys(planned.kernel for planned in self.planned))

    @property
    def hint_level(self) -> HintLevel:
        """The level of hints: `true` means "fix", `false` means "none"."""
        if isinstance(self.hints, bool):
            return "fix" if self.hints else "none"
        return self.hints

    def formulas(self) -> Iterator[YamlFormula]:
        """Yield every expression, with the check of its value."""
        yield from launch_formulas(("launch",), self.launch)
        for side in sides(self.sweep.where)[:2] if self.sweep.where else ():
            yield ("sweep", "where"), partial(has_value, side)

    def measured(self) -> Iterator[Measured]:
        """Yield the sizes that the file gives beside the cases."""
        return iter(())

    def ratios(self) -> Mapping[YamlLocation, int | float | str]:
        """Return the ratios that are the lab's own."""
        return {}

    def completed(self, root: Path) -> Config:
        """Return the configuration with what other files of the assignment say. Raise `AssignmentError`."""
        return self

    # -- data ----------------------------------------------------------------------------------------------------------

    @property
    def specs(self) -> Mapping[str, BufferSpec]:
        """The buffers by name, in the order in which they are filled."""
        raise NotImplementedError

    @property
    def counted_at(self) -> Written:
        """The sizes at which loads are counted; empty if they are not counted."""
        return {}

    @property
    def replayed_sizes(self) -> Written:
        """The sizes at which a report replays a block; empty if the grader may choose."""
        return {}

    @property
    def replayed_width(self) -> int:
        """The variant's value for the replay."""
        return min(self.tile.known)

    @property
    def structs(self) -> Mapping[str, ElementLayout]:
        """The structs that the assignment describes, by name."""
        return {}

    def specs_with(self, scalars: Mapping[str, float]) -> Mapping[str, BufferSpec]:
        """Return the buffers of a case with these scalars."""
        return self.specs

    def scalars_with(self, given: Mapping[str, float]) -> Mapping[str, float]:
        """Return the numbers that launches pass beside sizes, for a case that gives these."""
        return {}

    def scalar_type(self, name: str) -> ElementType:
        """Return the type of a scalar."""
        return ELEMENTS[self.element_type]

    def number_type(self, entry: Entry) -> ElementType | None:
        """Return the type of what is passed; None for a buffer's address."""
        if entry in self.specs:
            return None
        if entry in self.scalars_with({}):
            return self.scalar_type(str(entry))
        return ELEMENTS["float" if isinstance(entry, float) else "int"]

    def member_types(self, entries: Iterable[Entry]) -> tuple[ElementType | None, ...]:
        """Return the types of a struct's members; empty if the kernel may choose them."""
        return tuple(map(self.number_type, entries))

    def passed_values(self, sizes: Sizes, width: int) -> Sizes:
        """Return the names that expressions in parameters may use, with their values."""
        return self.values_at(sizes, width)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The judged buffers."""
        return tuple(name for name, spec in self.specs.items() if spec.judged)

    @property
    def constants(self) -> tuple[str, ...]:
        """The buffers in constant memory."""
        return tuple(name for name, spec in self.specs.items() if spec.way == "constant")


def config_of(lab: str) -> type[Config]:
    """Return the model of one of `LABS`."""
    model: type[Config] = import_module(f"grader.labs.{lab}.config").CONFIG
    return model


def beyond_any_gpu(key: str, counts: Sequence[int]) -> str:
    """Return why no GPU can launch with these counts for a key of a launch; "" if one can."""
    threads = math.prod(counts)
    if key == "block" and threads > MOST_THREADS:
        return f"{' × '.join(map(str, counts))} is {threads:,} threads: a block has at most {MOST_THREADS:,}"
    over = [(count, most) for count, most in zip(counts, _MOST[key], strict=False) if count > most]
    return f"{over[0][0]:,} is more than any GPU launches with: at most {over[0][1]:,}" if over else ""


def launch_formulas(place: YamlLocation, launch: LaunchConfig) -> Iterator[YamlFormula]:
    """Yield block, grid and shared bytes; a GPU must be able to launch with their values."""
    counts = {"block": launch.block, "grid": launch.grid, "shared_bytes": (launch.shared_bytes,)}
    for key, written in counts.items():
        yield (*place, key), partial(_counts, key, written)


def _counts(key: str, written: Iterable[int | str], values: Sizes) -> None:
    counts = [evaluate_size(size, **values) for size in written]
    least = 0 if key == "shared_bytes" else 1
    if min(counts) < least:
        raise ExpressionError(f"is {counts}: at least {least} is needed")
    if words := beyond_any_gpu(key, counts):
        raise ExpressionError(words)


def has_value(written: int | float | str, values: Sizes) -> None:
    """Raise `ExpressionError` where an expression has no value."""
    evaluate(written, **values)
