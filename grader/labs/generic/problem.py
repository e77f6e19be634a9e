"""One case of a lab that is data: its buffers filled, and what the instructor's oracle says must come out."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType

import numpy as np

from grader.assignment import TestCase
from grader.assignment.expressions import evaluate, evaluate_size
from grader.devices.base import Argument, BufferArgument, Compiled, DeviceFault
from grader.elements import Element
from grader.emulator.run import Event
from grader.labs.base import Buffer, Comparison, ParameterError
from grader.labs.generic.config import BufferModel, GenericConfig
from grader.results import Explanation, Sizes

_INTEGER_POISON = 0xDEADBEEFDEADBEEF
MAX_TURNS = 1 << 20


@dataclass(frozen=True, slots=True)
class Answer:
    """What one buffer must be, and how far rounding may take each element."""

    expected: np.ndarray
    bound: np.ndarray


@dataclass(frozen=True, slots=True, kw_only=True)
class DataProblem:
    """See `grader.labs.base.Problem`."""

    config: GenericConfig
    sizes: Sizes
    tile_width: int
    buffers: Mapping[str, Buffer]
    constants: Mapping[str, Buffer]
    answers: Mapping[str, Answer]
    output: str
    random: bool

    @property
    def outputs(self) -> tuple[str, ...]:
        """Those that are out or inout."""
        return self.config.outputs

    @property
    def kept(self) -> tuple[str, ...]:
        """The inputs."""
        return tuple(name for name, buffer in self.config.buffers.items() if buffer.kept)

    @property
    def fresh(self) -> tuple[str, ...]:
        """Those that are out, and scratch."""
        return tuple(name for name, buffer in self.config.buffers.items() if buffer.fresh)

    def about(self, output: str) -> DataProblem:
        """The same problem, about another output."""
        return replace(self, output=output)

    @property
    def expected(self) -> np.ndarray:
        """What the oracle says of the output."""
        return self.answers[self.output].expected

    @property
    def bound(self) -> np.ndarray:
        """How far rounding may take each element of it."""
        return self.answers[self.output].bound

    @property
    def turns(self) -> int:
        """A thread of the plainest kernel walks along the longest buffer at most."""
        return min(MAX_TURNS, max(buffer.content.size for buffer in self.buffers.values()))

    def arguments(self, kernel: Compiled, launch: int) -> tuple[Argument, ...]:
        """In the order of the configuration; raises `ParameterError` for a kernel with another number of them."""
        written = self.config.passed[launch]
        if kernel.parameters and len(kernel.parameters) != len(written):
            raise ParameterError(
                f"{kernel.display_name or kernel.kernel_name} takes {len(kernel.parameters)} parameters;"
                f" this assignment passes {len(written)}: {', '.join(map(str, written))}"
            )
        return _arguments(self.config, self.sizes, self.tile_width, launch)

    def explain(self, got: np.ndarray, comparison: Comparison) -> tuple[Explanation, ...]:
        """Nothing is known of what may be wrong."""
        return ()

    def trace_back(self, events: Sequence[Event], cell: tuple[int, ...]) -> None:
        """Nothing is known of how a cell comes about."""


def told(config: GenericConfig, kernel: Compiled, sizes: Sizes, tile_width: int) -> tuple[Argument, ...]:
    """The arguments of all launches at these sizes; raises `ExpressionError`."""
    launches = range(len(config.passed))
    return tuple(argument for number in launches for argument in _arguments(config, sizes, tile_width, number))


def _arguments(config: GenericConfig, sizes: Sizes, tile_width: int, launch: int) -> tuple[Argument, ...]:
    values = config.values_at(sizes, tile_width)
    return tuple(
        BufferArgument(str(entry)) if entry in config.buffers else evaluate(entry, **values)
        for entry in config.passed[launch]
    )


def make_problem(case: TestCase, config: GenericConfig, *, seed: int, oracle: ModuleType | None = None) -> DataProblem:
    """The buffers from the seed, and the oracle's answer; raises `DeviceFault` where the oracle fails."""
    assert oracle is not None, "loading the assignment has looked"
    rng = np.random.default_rng([seed, zlib.crc32(case.name.encode()), case.tile_width])
    values = config.values_at(case.sizes, case.tile_width)
    dims = {name: [evaluate_size(size, **values) for size in buffer.dims] for name, buffer in config.buffers.items()}
    contents = {name: _content(buffer, dims[name], case.inputs, rng) for name, buffer in config.buffers.items()}
    if hasattr(oracle, "inputs"):
        contents |= _filled(oracle, _asked(oracle, "inputs", case.inputs, dict(case.sizes), rng), config, contents)
    elif case.inputs not in FILLINGS:
        raise DeviceFault(f"{oracle.__file__}: there is no function inputs, and '{case.inputs}' is not built in")
    return DataProblem(
        config=config,
        sizes=case.sizes,
        tile_width=case.tile_width,
        buffers={name: Buffer(content) for name, content in contents.items() if name not in config.constants},
        constants={name: Buffer(contents[name]) for name in config.constants},
        answers=_answers(oracle, config, case, contents),
        output=config.outputs[0],
        random=case.inputs == "random",
    )


def _answers(
    oracle: ModuleType, config: GenericConfig, case: TestCase, contents: Mapping[str, np.ndarray]
) -> dict[str, Answer]:
    """What the oracle says of every output, given what the buffers hold before the launch."""
    given = {name: contents[name].copy() for name, buffer in config.buffers.items() if not buffer.fresh}
    sizes = dict(case.sizes)
    answer = _asked(oracle, "expected", given, sizes)
    exact = {name: _output(oracle, "expected", answer, name, contents[name].shape) for name in config.outputs}
    rounded = any(contents[name].dtype.kind == "f" for name in config.outputs)
    told = _asked(oracle, "bound", given, answer, sizes) if rounded and hasattr(oracle, "bound") else None
    return {
        name: Answer(_as_wide(values, contents[name].dtype), _bound(oracle, told, name, values, contents[name].dtype))
        for name, values in exact.items()
    }


def unwritten(shape: Sequence[int], dtype: np.dtype) -> np.ndarray:
    """What a buffer holds that nobody has filled: a value that shows wherever it is used."""
    return np.full(shape, np.nan if dtype.kind == "f" else np.uint64(_INTEGER_POISON).astype(dtype), dtype)


def _random(shape: Sequence[int], element: Element, rng: np.random.Generator) -> np.ndarray:
    """Values away from zero, so that none that is missing goes unseen; both of the two that a bool has."""
    dtype = element.dtype
    if element.is_bool:
        return rng.integers(0, 2, shape, dtype.type)
    if dtype.kind == "f":
        return (rng.choice([-1, 1], shape) * rng.uniform(0.5, 1.5, shape)).astype(dtype)
    sign = rng.choice([-1, 1], shape) if dtype.kind == "i" else 1
    return (sign * rng.integers(1, 100, shape)).astype(dtype)


def _index(shape: Sequence[int], element: Element, _: np.random.Generator) -> np.ndarray:
    """Counts upwards from 1, and again after what a signed char holds with room to spare."""
    numbers = np.arange(np.prod(shape)).reshape(shape) % (2 if element.is_bool else 101)
    return (numbers if element.is_bool else numbers + 1).astype(element.dtype)


FILLINGS: dict[str, Callable[[Sequence[int], Element, np.random.Generator], np.ndarray]] = {
    "random": _random,
    "zeros": lambda shape, element, _: np.zeros(shape, element.dtype),
    "ones": lambda shape, element, _: np.ones(shape, element.dtype),
    "index": _index,
}
"""What cases may name without an oracle of their own for it."""


def _content(buffer: BufferModel, dims: Sequence[int], kind: str, rng: np.random.Generator) -> np.ndarray:
    if buffer.fresh:
        return unwritten(dims, buffer.kind.dtype)
    filling = FILLINGS[buffer.initial] if buffer.inout is not None else FILLINGS.get(kind, _random)
    return filling(dims, buffer.kind, rng)


def _asked(oracle: ModuleType, function: str, *arguments: object) -> object:
    try:
        return getattr(oracle, function)(*arguments)
    except Exception as error:
        raise DeviceFault(f"{oracle.__file__}: {function} failed: {type(error).__name__}: {error}") from error


def _filled(
    oracle: ModuleType, made: object, config: GenericConfig, contents: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """What the oracle fills itself, in the shapes and the element types of the configuration."""
    found = {}
    if not isinstance(made, Mapping):
        raise DeviceFault(f"{oracle.__file__}: inputs gave no mapping of buffers")
    for name, values in made.items():
        if name not in config.buffers or config.buffers[name].fresh:
            raise DeviceFault(f"{oracle.__file__}: inputs gave '{name}', which is no buffer that holds anything")
        array = np.asarray(values)
        if array.shape != contents[name].shape:
            raise DeviceFault(
                f"{oracle.__file__}: inputs gave {name} of shape {array.shape}; {contents[name].shape} is needed"
            )
        found[name] = np.ascontiguousarray(array.astype(contents[name].dtype))
    return found


def _output(oracle: ModuleType, function: str, answer: object, name: str, shape: tuple[int, ...]) -> np.ndarray:
    """The judged buffer of an answer, which may be a mapping of buffers, or that buffer alone."""
    values = np.asarray(answer.get(name) if isinstance(answer, Mapping) else answer)
    if values.dtype.kind not in "fiub" or (values.shape != shape and values.shape != ()):
        words = f"{values.dtype} of shape {values.shape} for {name}; numbers of shape {shape} are needed"
        raise DeviceFault(f"{oracle.__file__}: {function} gave {words}")
    return np.array(np.broadcast_to(values, shape))


def _as_wide(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """In float64; whole numbers in int64, or in uint64 where that is their type, wrapped as the hardware wraps."""
    if dtype.kind == "f":
        return values.astype(np.float64)
    whole = np.rint(values).astype(np.int64) if values.dtype.kind == "f" else values
    return whole.astype(dtype).astype(dtype if dtype == np.uint64 else np.int64)


def _bound(oracle: ModuleType, told: object, name: str, expected: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """As `told`; where nothing is, a single rounding to the element's type, and 0 for whole numbers."""
    if dtype.kind != "f":
        return np.zeros(expected.shape, np.int64)
    if told is not None:
        return _output(oracle, "bound", told, name, expected.shape).astype(np.float64)
    info = np.finfo(dtype)
    return np.asarray(np.abs(expected) * float(info.eps) / 2 + float(info.smallest_subnormal))
