"""`lab: program`: students hand in a whole program with `main()`. A case is one run of it.

All is as in a generic lab, but that the program launches its kernels itself: in the place of a launch stand the
program's arguments, the files that it reads and writes, and what it prints.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from grader.assignment.config import AssignmentFiles, YamlFormula, has_value
from grader.assignment.expressions import ExpressionError, evaluate_size
from grader.assignment.models import (
    Amount,
    ChosenModel,
    Formula,
    Identifier,
    LaunchConfig,
    PerformanceCriteria,
    Points,
    SweepOf,
)
from grader.assignment.yaml_source import YamlProblem
from grader.labs.generic import config as generic
from grader.labs.generic.checks import DATA_CHECKS, check_names, data_formulas, requirement_formulas
from grader.labs.generic.models import BufferModel
from grader.labs.program.templates import ANY, Template
from grader.labs.traffic import COUNTS
from grader.results import Sizes, added

OF_LAUNCHES = ("launches", "blocks", "threads")
"""How many launches there were, and the shape of the first."""
_NAME = re.compile(r"\bcuda[A-Z]\w*")
_CALLS = Path(__file__).parents[2] / "programs" / "include" / "grader_calls.h"
_EXIT_CODES = range(256)
TEXT_FILES = (".txt", ".csv")


class FileModel(BufferModel):
    """Data that the program reads or writes: a file, or numbers in what it prints."""

    file: Annotated[str, Field(pattern=r"^[A-Za-z0-9_][\w.-]*$", max_length=64)] | None = Field(
        None,
        description="the file: numbers as text in .txt and .csv, else the elements' bytes; without: in what it prints",
    )

    @model_validator(mode="after")
    def _read_or_written(self) -> FileModel:
        if self.input is None and self.out is None:
            raise ValueError("expected in, a file that the program reads, or out, what it writes or prints")
        if self.input is not None and self.file is None:
            raise ValueError("file is missing: the program reads what is in from a file")
        return self

    @property
    def written(self) -> bool:
        """True if the program writes or prints it."""
        return self.out is not None


class ProgramPoints(Points):
    """Points by rubric item, those for safe host code among them."""

    host: Amount = Field(0, description="for host code without faults: copies, frees, errors, order")

    @property
    def total(self) -> float:
        """The highest possible score."""
        return added((super().total, self.host))


def _template(text: str) -> str:
    if text.count("{") != len(Template(text).fields) or text.count("{") != text.count("}"):
        raise ValueError(f"'{text[:40]}': a field is a size, a scalar, an expression or an output between {{ and }}")
    return text


Text = Annotated[str, AfterValidator(_template)]


@functools.cache
def known_calls() -> frozenset[str]:
    """Return the functions of the CUDA runtime that programs may call."""
    return frozenset(_NAME.findall(_CALLS.read_text(encoding="utf-8")))


def _check_requirements(files: AssignmentFiles) -> Iterator[YamlProblem]:
    """Report requirements on buffers, and on functions that the runtime does not have."""
    for number, row in enumerate(files.config.requirements):
        if row.of is not None:
            words = "a program's arrays are its own, and have no names: leave out of"
            yield files.document.problem(("requirements", number, "of"), words)
        for name in sorted(set(_NAME.findall(" ".join(row.conditions))) - known_calls()):
            yield files.document.problem(("requirements", number, "require"), f"the runtime here has no {name}")


class ProgramConfig(generic.GenericConfig):
    """`config.yaml` of a lab whose submissions are whole programs."""

    checks = (partial(check_names, taken=(*COUNTS, *OF_LAUNCHES, ANY)), _check_requirements, *DATA_CHECKS)
    called = "a program: it launches its kernels itself"

    lab: Literal["program"]  # type: ignore[assignment]
    buffers: dict[Identifier, FileModel] = Field(default_factory=dict, max_length=16)  # type: ignore[assignment]
    arguments: tuple[Annotated[Text, Field(max_length=200)], ...] = Field(
        (), max_length=32, description='of the command line, with fields in braces: ["{n}", in.bin, out.bin]'
    )
    prints: Annotated[Text, Field(max_length=4000)] | None = Field(
        None, description="what it must print, with fields in braces: sizes, outputs, or {_} for any word"
    )
    exit_code: Formula = Field(0, description="what main() must return")
    points: ProgramPoints = ProgramPoints(correctness=60, safety=20, host=20)
    sweep: SweepOf = SweepOf(work=0, batch_work=0)
    kernel: Literal["auto"] = Field("auto", init=False)
    parameters: tuple[()] = Field((), init=False)
    launch: LaunchConfig = Field(LaunchConfig(block=(1,), grid=(1,)), init=False)
    launches: tuple[()] = Field((), init=False)
    baseline: None = Field(None, init=False)
    chosen: dict[Identifier, ChosenModel] = Field(default_factory=dict, init=False)
    timed: dict[Identifier, Formula] = Field(default_factory=dict, init=False)
    replayed: dict[Identifier, Formula] = Field(default_factory=dict, init=False)
    performance: PerformanceCriteria = Field(PerformanceCriteria(), init=False)

    @property
    def whole_program(self) -> bool:
        """True."""
        return True

    @model_validator(mode="after")
    def _launched_one_way(self) -> ProgramConfig:
        return self

    @model_validator(mode="after")
    def _roles_fit(self) -> ProgramConfig:
        if not self.outputs and self.prints is None:
            raise ValueError("no buffer is out and prints says nothing: nothing would be judged")
        fields = Template(self.prints or "").fields
        files = [buffer.file for buffer in self.buffers.values() if buffer.file is not None]
        if len(set(files)) < len(files):
            raise ValueError("two buffers have one file")
        for name, buffer in self.buffers.items():
            if (buffer.file or TEXT_FILES[0]).endswith(TEXT_FILES) and self.specs[name].layout.members:
                raise ValueError(f"{name} has members: it needs a file of bytes, such as {name}.bin")
            if buffer.file is None and fields.count(name) != 1:
                raise ValueError(f"prints must have {{{name}}} once, or {name} needs a file")
            if buffer.file is not None and name in fields:
                raise ValueError(f"{name} is in the file {buffer.file}: prints cannot have it as well")
        words = [Template(word).fields for word in Template(self.prints or "").words]
        if any(sum(field in self.buffers or field == ANY for field in fields) > 1 for fields in words):
            raise ValueError("prints has two outputs in one word: put a space between")
        return self

    def formulas(self) -> Iterator[YamlFormula]:
        """Yield every expression, with the check of its value."""
        yield from data_formulas(self)
        for key, texts in (("arguments", self.arguments), ("prints", (self.prints or "",))):
            for number, text in enumerate(texts):
                for field in Template(text).fields:
                    printed = key == "prints" and (field in self.buffers or field == ANY)
                    if not printed and field not in self.scalars:
                        yield (key, number) if key == "arguments" else (key,), partial(has_value, field)
        yield ("exit_code",), partial(_exit_code, self)
        yield from requirement_formulas(self, (*COUNTS, *OF_LAUNCHES, *known_calls()))


def _exit_code(config: ProgramConfig, values: Sizes) -> None:
    scalars = {name: int(value) for name, value in config.scalars_of().items()}
    code = evaluate_size(config.exit_code, **{**values, **scalars})
    if code not in _EXIT_CODES:
        raise ExpressionError(f"is {code}: an exit code is a number from 0 to 255")


CONFIG = ProgramConfig
