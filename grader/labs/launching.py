"""From a case and a configuration to buffers' contents, right answers, and arguments."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

import numpy as np

from grader.assignment import TestCase
from grader.assignment.config import Config
from grader.assignment.expressions import evaluate
from grader.assignment.models import BufferSpec, Entry, Fill, LaunchStep, Passed
from grader.devices.base import Argument, BufferArgument, Compiled, StructArgument
from grader.elements import ElementType
from grader.labs.base import (
    Buffer,
    CaseProblem,
    Check,
    ConfigT,
    ExpectedBuffer,
    ParameterError,
    Readings,
    ToTime,
    generator,
)
from grader.labs.cases import MOST_EIGHTHS, drawn
from grader.layouts import ElementLayout
from grader.oracle import Call, Making, Oracle, made_of
from grader.oracle.values import by_member, described, exactly, tolerance
from grader.results import Sizes

_INTEGER_POISON = 0xDEADBEEFDEADBEEF
Filling = Callable[[Sequence[int], ElementType, np.random.Generator], np.ndarray]
MAX_KEPT_CELLS = 200_000
PLAIN, FIRST_HALF, LAST_HALF = "plain-", "first-half-", "last-half-"
"""Kinds of inputs that are random but for those named behind it, with `+` between them: all elements of these are 1, or
all are 0 outside one half of each row."""
Contents = Mapping[str, np.ndarray]
"""Contents of buffers before the launch, by name."""


def unwritten(shape: Sequence[int], dtype: np.dtype) -> np.ndarray:
    """Return the content of a buffer that nothing has filled: a value that shows wherever it is used."""
    return np.full(shape, np.nan if dtype.kind == "f" else np.uint64(_INTEGER_POISON).astype(dtype), dtype)


def counting(up_to: int) -> Filling:
    """Return a filling that counts upwards from 1, and starts again after `up_to`."""

    def fill(shape: Sequence[int], element: ElementType, _: np.random.Generator) -> np.ndarray:
        return (np.arange(np.prod(shape)) % up_to + 1).reshape(shape).astype(element.dtype)

    return fill


def constant(value: float) -> Filling:
    """Return a filling with the same value everywhere."""
    return lambda shape, element, _: np.full(shape, value, element.dtype)


def _random(shape: Sequence[int], element: ElementType, rng: np.random.Generator) -> np.ndarray:
    """Return values away from zero, so that a missing one shows; for bool, both values."""
    dtype = element.dtype
    if element.is_bool:
        return rng.integers(0, 2, shape, dtype.type)
    sign = 1 if dtype.kind == "u" else rng.integers(0, 2, shape) * 2 - 1
    return (sign * (rng.uniform(0.5, 1.5, shape) if dtype.kind == "f" else rng.integers(1, 100, shape))).astype(dtype)


def _index(shape: Sequence[int], element: ElementType, rng: np.random.Generator) -> np.ndarray:
    """Count upwards from 1, and start again before a signed char overflows."""
    if element.is_bool:
        return (np.arange(np.prod(shape)).reshape(shape) % 2).astype(element.dtype)
    return counting(101)(shape, element, rng)


FILLINGS: dict[str, Filling] = {
    "random": _random,
    "zeros": constant(0),
    "ones": constant(1),
    "index": _index,
    "arange": lambda shape, element, _: np.arange(np.prod(shape)).reshape(shape).astype(element.dtype),
    "empty": lambda shape, element, _: unwritten(shape, element.dtype),
}
"""The fillings by name; `GenericConfig` and `check` say which of them a file may name."""


def _half(*, first: bool) -> Filling:
    """Return a filling that is random in one half of each row, and 0 in the other."""

    def fill(shape: Sequence[int], element: ElementType, rng: np.random.Generator) -> np.ndarray:
        values = _random(shape, element, rng)
        middle = -(-shape[-1] // 2)
        values[..., slice(middle, None) if first else slice(middle)] = 0
        return values

    return fill


_PARTLY_KNOWN: dict[str, Filling] = {
    PLAIN: constant(1), FIRST_HALF: _half(first=True), LAST_HALF: _half(first=False),
}  # fmt: skip


def filling_of(fill: Fill) -> Filling:
    """Return the filling of a name, or of one number."""
    return FILLINGS[fill] if isinstance(fill, str) else constant(fill)


def filled_with(filling: Filling, shape: Sequence[int], layout: ElementLayout, rng: np.random.Generator) -> np.ndarray:
    """Return the content of a buffer of this shape; members of different types are filled one after another."""
    if len(set(layout.types)) == 1:
        return layout.rounded(filling(shape, layout.types[0], rng))
    columns = [filling(shape[:-1], element, rng) for element in layout.types]
    return layout.rounded(np.stack(columns, axis=-1).astype(layout.dtype))


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseData:
    """Everything that determines a case's data; equal values give equal data.

    `buffers` are name, description and shape of each, in the order in which they are filled; `variant` has the macros
    that are defined from outside.
    """

    case: TestCase
    variant: tuple[tuple[str, int], ...]
    buffers: tuple[tuple[str, BufferSpec, tuple[int, ...]], ...]
    scalars: tuple[tuple[str, float], ...]
    seed: int
    oracle: Oracle | None

    @property
    def specs(self) -> dict[str, BufferSpec]:
        """The buffers' descriptions by name."""
        return {name: spec for name, spec, _ in self.buffers}

    @property
    def cells(self) -> int:
        """Number of elements of all buffers together."""
        return sum(math.prod(shape) for *_, shape in self.buffers)

    def generator(self) -> np.random.Generator:
        """Return random numbers determined by the seed and the case."""
        return generator(self.seed, self.case.name, self.case.tile_width)


class Launching(Generic[ConfigT]):
    """A case's data, the right answers, and the arguments of launches.

    `inner_sizes` are the sizes that a thread works through in phases. A launch may always make so many loop iterations
    as `least_fuel`.
    """

    inner_sizes: tuple[str, ...] = ()
    least_fuel = 100_000

    def make_problem(self, case: TestCase, config: ConfigT, *, seed: int, oracle: Oracle | None = None) -> CaseProblem:
        """Return the case's data from the seed, and the right answer; the same seed and case give the same data."""

        def ask(calls: Sequence[Call]) -> Sequence[Any]:
            assert oracle is not None
            return oracle.ask(calls, case)

        return made_of(self.making_problem(case, config, seed=seed, oracle=oracle), ask)

    def making_problem(
        self, case: TestCase, config: ConfigT, *, seed: int, oracle: Oracle | None = None
    ) -> Making[CaseProblem]:
        """Make the same, yielding what the oracle is asked.

        Small cases are kept: a batch and a watched file meet the same ones again and again. So is the last large one,
        for a second kernel on the same data. Nothing may write to them.
        """
        data = self.data_of(case, config, seed=seed, oracle=oracle)
        scalars, specs = dict(data.scalars), data.specs
        kept = (_kept_last if data.cells > MAX_KEPT_CELLS else _kept)(self, data)
        if not kept:
            made = yield from self.contents(data)
            kept.append((made, (yield from self.answers(data, made)), self.check_of(data, made)))
        contents, answers, check = kept[0]
        held = {name: Buffer(content, specs[name].layout, specs[name].order) for name, content in contents.items()}
        return CaseProblem(
            config=config,
            sizes=case.sizes,
            tile_width=case.tile_width,
            specs=specs,
            scalars=scalars,
            buffers={name: buffer for name, buffer in held.items() if specs[name].way != "constant"},
            constants={name: buffer for name, buffer in held.items() if specs[name].way == "constant"},
            answers=answers,
            check=check,
            output=next(iter(answers), ""),
            random=case.inputs == "random",
            inner=self.inner_sizes,
            least_fuel=self.least_fuel,
        )

    def data_of(self, case: TestCase, config: ConfigT, *, seed: int, oracle: Oracle | None) -> CaseData:
        """Return what determines the case's data. Raise `ExpressionError` for buffers without dimensions."""
        scalars = config.scalars_with(case.scalars)
        values = config.values_at(case.sizes, case.tile_width)
        return CaseData(
            case=case,
            variant=tuple(config.values_at({}, case.tile_width).items()),
            buffers=tuple((name, spec, spec.shape(values)) for name, spec in config.specs_with(scalars).items()),
            scalars=tuple(scalars.items()),
            seed=seed,
            oracle=oracle,
        )

    def filling(self, name: str, spec: BufferSpec, kind: str) -> Filling:
        """Return the filling of a buffer that holds something, in a case of this kind."""
        if spec.way == "inout":
            return filling_of(spec.initial)
        sort, _, names = kind.rpartition("-")
        special = _PARTLY_KNOWN.get(f"{sort}-")
        if special is not None:
            return special if name in names.split("+") else FILLINGS["random"]
        return FILLINGS.get(kind, FILLINGS["random"])

    def contents(self, data: CaseData) -> Making[Contents]:
        """Return what the buffers hold before the launch."""
        yield from ()
        return self.filled(data, data.generator())

    def filled(self, data: CaseData, rng: np.random.Generator) -> Contents:
        """Fill every buffer in order; those that hold nothing get values that show."""
        return {
            name: filled_with(
                FILLINGS["empty"] if spec.fresh else self.filling(name, spec, data.case.inputs), shape, spec.layout, rng
            )
            for name, spec, shape in data.buffers
        }

    def answers(self, data: CaseData, contents: Contents) -> Making[dict[str, ExpectedBuffer]]:
        """Return what must be in the judged buffers after the launch; empty where nothing says so."""
        yield from ()
        return {}

    def check_of(self, data: CaseData, contents: Contents) -> Check | None:
        """Return what judges the results of a case, given the contents before the launch; None if `answers` say all."""
        return None

    def passed(self, config: ConfigT, kernel: Compiled, launch: int) -> Sequence[Passed]:
        """Return what the n-th launch passes, in the order of its kernel's parameters. Raise `ParameterError`."""
        passed = config.planned[launch].passed
        if kernel.parameters and len(kernel.parameters) != len(passed):
            told = ("{" + ", ".join(map(str, each)) + "}" if isinstance(each, tuple) else str(each) for each in passed)
            raise ParameterError(
                f"{kernel.display_name or kernel.kernel_name} takes {len(kernel.parameters)} parameters;"
                f" this assignment passes {len(passed)}: {', '.join(told)}"
            )
        return passed

    def launch_arguments(
        self,
        config: ConfigT,
        kernel: Compiled,
        step: LaunchStep,
        sizes: Sizes,
        tile_width: int,
        scalars: Mapping[str, float],
    ) -> tuple[Argument, ...]:
        """Return the arguments of one launch, in the order of its kernel's parameters.

        Raise `ParameterError` or `ExpressionError`.
        """
        which = config.kernels.index(config.planned[step.number].kernel)
        values, buffers = {**config.passed_values(sizes, tile_width), **step.turn}, config.specs

        def made(entry: Entry) -> BufferArgument | int | float:
            if isinstance(entry, str) and entry in buffers:
                return BufferArgument(step.memory.get(entry, entry))
            if isinstance(entry, str) and entry in scalars:
                element = config.scalar_type(entry)
                return int(element.bits_of(np.array([scalars[entry]]))[0]) if element.wider else scalars[entry]
            return evaluate(entry, **values)

        def struct(entries: tuple[Entry, ...]) -> StructArgument:
            codes = (element.code if element else "" for element in config.member_types(entries))
            return StructArgument(tuple(map(made, entries)), tuple(codes))

        passed = self.passed(config, kernel.kernels[which], step.number)
        return tuple(struct(each) if isinstance(each, tuple) else made(each) for each in passed)

    def told(self, config: ConfigT, kernel: Compiled, sizes: Sizes, tile_width: int) -> tuple[Argument, ...]:
        """Return what all launches at these sizes pass, and so all that a kernel can know. Raise `ExpressionError`."""
        scalars = config.scalars_with({})
        return tuple(
            argument
            for step in config.order_at(sizes, tile_width).steps
            for argument in self.launch_arguments(config, kernel, step, sizes, tile_width, scalars)
        )

    def expected_parameters(self, config: ConfigT, launch: int) -> tuple[str, ...] | None:
        """Return the n-th launch's parameters as C++ text; None if the student's file may choose their types."""
        return tuple(_parameter(config, entry) for entry in config.planned[launch].passed)

    def constant_bytes(self, config: ConfigT, cases: Sequence[TestCase], tile_width: int) -> Mapping[str, int]:
        """Return the bytes that arrays in constant memory need for these cases, and where accesses are counted."""
        if not config.constants:
            return {}
        sizes = [case.sizes for case in cases]
        if config.counted_at:
            sizes.append(drawn(config, tile_width, MOST_EIGHTHS))
        values = [config.values_at(each, tile_width) for each in sizes]
        return {name: max(config.specs[name].size_bytes(each) for each in values) for name in config.constants}

    def left_open(self, config: ConfigT, parameters: Sequence[tuple[str, str]]) -> Iterator[str]:
        """Yield what was assumed about data and parameters (type, name) that the configuration leaves open."""
        return iter(())

    def readings(self, config: ConfigT, kernel: Compiled, tile_width: int) -> Readings | None:
        """Return the ways to launch a kernel that the configuration leaves open; None if it leaves nothing open."""
        return None

    def own_tile_width(self, config: ConfigT, kernel: Compiled) -> int | None:
        """Return the tile width that the file itself has, such as a side of its shared arrays; None if unknown."""
        return kernel.actual_tile_width

    def to_time(self, config: ConfigT, tile_width: int, oracle: Oracle | None) -> tuple[ToTime, ...]:
        """Return what is timed on a GPU; empty if nothing is."""
        return ()


def _parameter(config: Config, entry: Passed) -> str:
    if isinstance(entry, tuple):
        return f"struct {{{' '.join(f'{_parameter(config, each)};' for each in entry)}}}"
    element = config.number_type(entry)
    if element is None:
        spec = config.specs[str(entry)]
        return f"{'const ' if spec.kept else ''}{spec.layout.name} *{entry}"
    return f"{element.name} {entry}" if isinstance(entry, str) and entry.isidentifier() else element.name


def judged_by(
    data: CaseData, contents: Contents, expected: Call, bound: Call | None
) -> Making[dict[str, tuple[np.ndarray, np.ndarray | None]]]:
    """Return what the oracle expects in each judged buffer, and its bound where there is one for floats.

    Raise `AssignmentError` where a function fails, or gives what cannot be those buffers.
    """
    assert data.oracle is not None
    specs = data.specs
    outputs = {name: contents[name] for name, spec in specs.items() if spec.judged}
    rounded = [name for name, values in outputs.items() if bound is not None and values.dtype.kind == "f"]
    calls = [expected, bound] if bound is not None and rounded else [expected]
    answer, *told = yield calls
    at = 1
    try:
        exact = {
            name: by_member(exactly, _of(answer, name, outputs), name, values, specs[name].layout)
            for name, values in outputs.items()
        }
        at = 2
        bounds = {
            name: by_member(tolerance, _of(told[0], name, outputs), name, outputs[name], specs[name].layout)
            for name in rounded
        }
    except ValueError as error:
        raise data.oracle.mistake(calls[:at], str(error), data.case) from None
    return {name: (exact[name], bounds.get(name)) for name in outputs}


def _of(answer: object, name: str, outputs: Collection[str]) -> object:
    """Return the judged buffer of an answer, which may be a mapping of buffers, or the only one alone."""
    if isinstance(answer, Mapping):
        if name not in answer:
            raise ValueError(f"gives no {name}; it gave {', '.join(answer) or 'an empty dictionary'}")
        return answer[name]
    if len(outputs) > 1:
        raise ValueError(f"gave {described(answer)}; a dictionary with {' and '.join(outputs)} is needed")
    return answer


def _place(lab: Launching[Any], data: CaseData) -> list[tuple[Contents, Mapping[str, ExpectedBuffer], Check | None]]:
    """Return the place where these data are kept; empty before they are made."""
    return []


_kept, _kept_last = functools.lru_cache(maxsize=512)(_place), functools.lru_cache(maxsize=1)(_place)
