"""From a case and a configuration to data, answers and arguments."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic

import numpy as np

from grader.assignment import Config, TestCase
from grader.devices.base import Argument, Compiled
from grader.labs.base import Buffer, ConfigT, ParameterError, Readings
from grader.labs.cases import MOST_EIGHTHS, drawn
from grader.labs.data import BufferSpec, DataConfig, Passed
from grader.labs.filling import FILLINGS, Filling, filling_of, generator
from grader.labs.problem import CaseProblem, ExpectedBuffer, ToTime, made_arguments
from grader.oracle import Oracle
from grader.results import Sizes

MAX_KEPT_CELLS = 200_000
_Shaped = tuple[tuple[str, BufferSpec, tuple[int, ...]], ...]
_Data = tuple[Mapping[str, np.ndarray], Mapping[str, ExpectedBuffer]]


class Launching(Generic[ConfigT]):
    """What a case's data are, what must come out of them, and what is passed to a kernel."""

    problem: type[CaseProblem] = CaseProblem

    def make_problem(self, case: TestCase, config: ConfigT, *, seed: int, oracle: Oracle | None = None) -> CaseProblem:
        """The case's data from the seed, and the right answer; the same seed and case give the same data.

        Small cases are kept: a batch and a watched file meet the same ones again and again. Nothing may write to them.
        """
        scalars = config.scalars_with(case.scalars)
        values, specs = config.values_at(case.sizes, case.tile_width), config.specs_with(scalars)
        shaped = tuple((name, spec, spec.shape(values)) for name, spec in specs.items())
        cells = sum(math.prod(shape) for *_, shape in shaped)
        make = _data if cells > MAX_KEPT_CELLS else _kept_data
        contents, answers = make(self, case, shaped, tuple(scalars.items()), seed, oracle)
        buffers = {name: Buffer(content, specs[name].order) for name, content in contents.items()}
        return self.problem(
            config=config,
            passed=functools.partial(self.passed, config),
            sizes=case.sizes,
            tile_width=case.tile_width,
            specs=specs,
            scalars=scalars,
            buffers={name: buffer for name, buffer in buffers.items() if specs[name].way != "constant"},
            constants={name: buffer for name, buffer in buffers.items() if specs[name].way == "constant"},
            answers=answers,
            output=next(iter(answers), ""),
            random=case.inputs == "random",
        )

    def filling(self, name: str, spec: BufferSpec, kind: str) -> Filling:
        """What fills a buffer that holds something, in a case of this kind."""
        return filling_of(spec.initial) if spec.way == "inout" else FILLINGS.get(kind, FILLINGS["random"])

    def contents(
        self,
        case: TestCase,
        specs: Mapping[str, BufferSpec],
        shapes: Mapping[str, tuple[int, ...]],
        seed: int,
        oracle: Oracle | None,
    ) -> dict[str, np.ndarray]:
        """What the buffers hold before the launch."""
        return self.filled(case, specs, shapes, generator(seed, case.name, case.tile_width))

    def filled(
        self,
        case: TestCase,
        specs: Mapping[str, BufferSpec],
        shapes: Mapping[str, tuple[int, ...]],
        rng: np.random.Generator,
    ) -> dict[str, np.ndarray]:
        """Every buffer in order, those that hold nothing with what shows."""
        fillings = {
            name: FILLINGS["empty"] if spec.fresh else self.filling(name, spec, case.inputs)
            for name, spec in specs.items()
        }
        return {name: fill(shapes[name], specs[name].element, rng) for name, fill in fillings.items()}

    def answers(
        self,
        case: TestCase,
        specs: Mapping[str, BufferSpec],
        contents: Mapping[str, np.ndarray],
        scalars: Mapping[str, float],
        oracle: Oracle | None,
    ) -> dict[str, ExpectedBuffer]:
        """What must come out in the buffers that are judged; nothing where nothing says so."""
        return {}

    def passed(self, config: ConfigT, kernel: Compiled, launch: int) -> Sequence[Passed]:
        """What the n-th launch passes for its kernel's parameters, in their order; raises `ParameterError`."""
        return counted_parameters(kernel, config.passed[launch])

    def told(self, config: ConfigT, kernel: Compiled, sizes: Sizes, tile_width: int) -> tuple[Argument, ...]:
        """What all launches at these sizes pass: how a kernel can know them. Raises `ExpressionError`."""
        return tuple(
            argument
            for number, planned in enumerate(config.planned)
            for argument in made_arguments(
                config,
                self.passed(config, kernel.kernels[config.kernels.index(planned.kernel)], number),
                sizes,
                tile_width,
                config.scalars_with({}),
            )
        )

    def expected_parameters(self, config: ConfigT, launch: int) -> tuple[str, ...] | None:
        """Those of the n-th launch as C++ text where each is told by its role alone; None where they are the file's."""
        return tuple(_parameter(config, entry) for entry in config.passed[launch])

    def constant_bytes(self, config: ConfigT, cases: Sequence[TestCase], tile_width: int) -> Mapping[str, int]:
        """What arrays in constant memory must hold in any of these cases, or where accesses are counted."""
        if not config.constants:
            return {}
        sizes = [case.sizes for case in cases]
        if config.counted_at:
            sizes.append(drawn(config, tile_width, MOST_EIGHTHS))
        values = [config.values_at(each, tile_width) for each in sizes]
        return {name: max(config.specs[name].size_bytes(each) for each in values) for name in config.constants}

    def left_open(self, config: ConfigT, parameters: Sequence[tuple[str, str]]) -> Iterator[str]:
        """What the configuration leaves open of data and parameters (type, name), and what was made of it."""
        return iter(())

    def readings(self, config: ConfigT, kernel: Compiled, tile_width: int) -> Readings | None:
        """The ways to launch a kernel that the configuration leaves open; None where it leaves nothing open."""
        return None

    def own_tile_width(self, config: ConfigT, kernel: Compiled) -> int | None:
        """The tile width that a file has by itself, such as a side of its shared arrays; None where none shows."""
        return kernel.actual_tile_width

    def to_time(self, config: ConfigT, tile_width: int, oracle: Oracle | None) -> tuple[ToTime, ...]:
        """What is timed on a GPU; nothing in an assignment that is not."""
        return ()

    def for_naive(self, config: ConfigT) -> Config:
        """The configuration by which the naive kernel is launched, whatever its name."""
        return config


def counted_parameters(kernel: Compiled, passed: Sequence[Passed]) -> Sequence[Passed]:
    """What is passed; raises `ParameterError` for a kernel with another number of parameters."""
    if kernel.parameters and len(kernel.parameters) != len(passed):
        raise ParameterError(
            f"{kernel.display_name or kernel.kernel_name} takes {len(kernel.parameters)} parameters;"
            f" this assignment passes {len(passed)}: {', '.join(map(_told, passed))}"
        )
    return passed


def _told(entry: Passed) -> str:
    return "{" + ", ".join(map(str, entry)) + "}" if isinstance(entry, tuple) else str(entry)


def _parameter(config: DataConfig, entry: Passed) -> str:
    spec = config.specs.get(str(entry))
    if spec is not None:
        return f"{'const ' if spec.kept else ''}{spec.element.name} *{entry}"
    if entry in config.scalars_with({}):
        return f"{config.element_type} {entry}"
    return f"int {entry}" if isinstance(entry, str) and entry.isidentifier() else "int"


def _data(
    lab: Launching[ConfigT],
    case: TestCase,
    shaped: _Shaped,
    scalars: tuple[tuple[str, float], ...],
    seed: int,
    oracle: Oracle | None,
) -> _Data:
    specs = {name: spec for name, spec, _ in shaped}
    contents = lab.contents(case, specs, {name: shape for name, _, shape in shaped}, seed, oracle)
    return contents, lab.answers(case, specs, contents, dict(scalars), oracle)


_kept_data = functools.lru_cache(maxsize=512)(_data)
