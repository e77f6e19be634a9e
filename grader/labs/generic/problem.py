"""One case of a lab that is data: its buffers filled, and what the instructor's oracle says must come out."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from grader.assignment import TestCase
from grader.assignment.expressions import evaluate, evaluate_size
from grader.devices.base import Argument, BufferArgument, Compiled
from grader.elements import ElementType
from grader.emulator.result import Event
from grader.labs.base import Buffer, Comparison, ParameterError
from grader.labs.generic.config import BufferModel, GenericConfig
from grader.oracle import Call, Earlier, Oracle
from grader.oracle.fitting import described, exactly, held, tolerance
from grader.results import Explanation, Sizes

_INTEGER_POISON = 0xDEADBEEFDEADBEEF
MAX_TURNS = 1 << 20


@dataclass(frozen=True, slots=True)
class ExpectedBuffer:
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
    answers: Mapping[str, ExpectedBuffer]
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


def make_problem(case: TestCase, config: GenericConfig, *, seed: int, oracle: Oracle | None = None) -> DataProblem:
    """The buffers from the seed, and the oracle's answer; raises `AssignmentError` where the oracle is wrong."""
    assert oracle is not None, "loading the assignment has looked"
    rng = np.random.default_rng([seed, zlib.crc32(case.name.encode()), case.tile_width])
    values = config.values_at(case.sizes, case.tile_width)
    dims = {name: [evaluate_size(size, **values) for size in buffer.dims] for name, buffer in config.buffers.items()}
    contents = {name: _content(buffer, dims[name], case.inputs, rng) for name, buffer in config.buffers.items()}
    if "inputs" in oracle.functions:
        contents |= _filled(oracle, config, case, contents, rng)
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


def _filled(
    oracle: Oracle,
    config: GenericConfig,
    case: TestCase,
    contents: Mapping[str, np.ndarray],
    rng: np.random.Generator,
) -> dict[str, np.ndarray]:
    """What the oracle fills itself, in the shapes and the element types of the configuration."""
    calls = [Call("inputs", (case.inputs, dict(case.sizes), rng))]
    (made,) = oracle.ask(calls, case)
    try:
        if not isinstance(made, Mapping):
            raise ValueError(f"gave {described(made)}; a dictionary of the buffers that it fills is needed")
        if not made and case.inputs not in FILLINGS:
            raise ValueError(f"fills nothing for '{case.inputs}', which is not built in ({', '.join(FILLINGS)})")
        strange = next((name for name in made if name not in config.buffers or config.buffers[name].fresh), None)
        if strange is not None:
            raise ValueError(f"gave '{strange}', which is no buffer that holds anything")
        return {name: held(name, values, contents[name]) for name, values in made.items()}
    except ValueError as error:
        raise oracle.mistake(calls, str(error), case) from None


def _answers(
    oracle: Oracle, config: GenericConfig, case: TestCase, contents: Mapping[str, np.ndarray]
) -> dict[str, ExpectedBuffer]:
    """What the oracle says of every output, given what the buffers hold before the launch."""
    given = {name: contents[name] for name, buffer in config.buffers.items() if not buffer.fresh}
    sizes = dict(case.sizes)
    calls = [Call("expected", (given, sizes))]
    rounded = [name for name in config.outputs if contents[name].dtype.kind == "f"]
    if rounded and "bound" in oracle.functions:
        calls.append(Call("bound", (given, Earlier(0), sizes)))
    answer, *told = oracle.ask(calls, case)
    at = 1
    try:
        exact = {name: exactly(_of(answer, name, config), name, contents[name]) for name in config.outputs}
        at = 2
        bounds = {name: tolerance(_of(told[0], name, config), name, contents[name]) for name in rounded if told}
    except ValueError as error:
        raise oracle.mistake(calls[:at], str(error), case) from None
    return {
        name: ExpectedBuffer(exact[name], bounds.get(name, _one_rounding(exact[name], contents[name].dtype)))
        for name in exact
    }


def _of(answer: object, name: str, config: GenericConfig) -> object:
    """The judged buffer of an answer, which may be a mapping of buffers, or the only one alone."""
    if isinstance(answer, Mapping):
        if name not in answer:
            raise ValueError(f"gives no {name}; it gave {', '.join(answer) or 'an empty dictionary'}")
        return answer[name]
    if len(config.outputs) > 1:
        raise ValueError(f"gave {described(answer)}; a dictionary with {' and '.join(config.outputs)} is needed")
    return answer


def unwritten(shape: Sequence[int], dtype: np.dtype) -> np.ndarray:
    """What a buffer holds that nobody has filled: a value that shows wherever it is used."""
    return np.full(shape, np.nan if dtype.kind == "f" else np.uint64(_INTEGER_POISON).astype(dtype), dtype)


def _random(shape: Sequence[int], element: ElementType, rng: np.random.Generator) -> np.ndarray:
    """Values away from zero, so that none that is missing goes unseen; both of the two that a bool has."""
    dtype = element.dtype
    if element.is_bool:
        return rng.integers(0, 2, shape, dtype.type)
    if dtype.kind == "f":
        return (rng.choice([-1, 1], shape) * rng.uniform(0.5, 1.5, shape)).astype(dtype)
    sign = rng.choice([-1, 1], shape) if dtype.kind == "i" else 1
    return (sign * rng.integers(1, 100, shape)).astype(dtype)


def _index(shape: Sequence[int], element: ElementType, _: np.random.Generator) -> np.ndarray:
    """Counts upwards from 1, and again after what a signed char holds with room to spare."""
    numbers = np.arange(np.prod(shape)).reshape(shape) % (2 if element.is_bool else 101)
    return (numbers if element.is_bool else numbers + 1).astype(element.dtype)


FILLINGS: dict[str, Callable[[Sequence[int], ElementType, np.random.Generator], np.ndarray]] = {
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


def _one_rounding(expected: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """How far a single rounding to the element's type may take each; whole numbers must be exact."""
    if dtype.kind != "f":
        return np.zeros(expected.shape, np.int64)
    info = np.finfo(dtype)
    return np.asarray(np.abs(expected) * float(info.eps) / 2 + float(info.smallest_subnormal))
