"""What the grader asks of a lab that is data alone: its files say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

import numpy as np

from grader.assignment import TestCase
from grader.labs.base import CaseProblem, ExpectedBuffer, ToTime
from grader.labs.cases import case_of
from grader.labs.data import BufferSpec
from grader.labs.generic.config import Filling, GenericConfig
from grader.labs.generic.requirements import CountedRequirements
from grader.labs.hints import HintRow, data_hints
from grader.labs.lab import Lab
from grader.labs.launching import generator
from grader.oracle import Call, Earlier, Oracle
from grader.oracle.values import described, exactly, held, tolerance


class GenericLab(CountedRequirements, Lab[GenericConfig]):
    """An assignment of `config.yaml`, `hints.yaml` and an oracle."""

    def contents(
        self,
        case: TestCase,
        specs: Mapping[str, BufferSpec],
        shapes: Mapping[str, tuple[int, ...]],
        seed: int,
        oracle: Oracle | None,
    ) -> dict[str, np.ndarray]:
        """As the kind of the case says, and then as the oracle fills them itself."""
        assert oracle is not None, "loading the assignment has looked"
        rng = generator(seed, case.name, case.tile_width)
        contents = self.filled(case, specs, shapes, rng)
        if "inputs" in oracle.functions:
            contents |= filled_by(oracle, case, specs, contents, rng)
        return contents

    def answers(
        self,
        case: TestCase,
        specs: Mapping[str, BufferSpec],
        contents: Mapping[str, np.ndarray],
        scalars: Mapping[str, float],
        oracle: Oracle | None,
    ) -> dict[str, ExpectedBuffer]:
        """As the oracle says."""
        assert oracle is not None
        return answers_of(oracle, case, specs, contents)

    def for_naive(self, config: GenericConfig) -> GenericConfig:
        """As `baseline` says, or as every kernel."""
        return config.for_baseline

    def to_time(self, config: GenericConfig, tile_width: int, oracle: Oracle | None) -> tuple[ToTime, ...]:
        """The sizes that `timed` names, on random data; what comes out the oracle judges."""
        if not config.timed:
            return ()
        sizes = config.sizes_at(config.timed, tile_width)
        case = case_of("timed", sizes, tile_width)

        def problem(launched: GenericConfig, seed: int) -> CaseProblem:
            return self.make_problem(case, launched, seed=seed, oracle=oracle)

        return (ToTime(sizes=sizes, problem=problem),)

    def hint_table(self, config: GenericConfig) -> tuple[HintRow, ...]:
        """What the text itself tells, the rows of `hints.yaml`, then the grader's."""
        return data_hints(config.rows)


LAB = GenericLab()


BUILT_IN = get_args(Filling)


def filled_by(
    oracle: Oracle,
    case: TestCase,
    specs: Mapping[str, BufferSpec],
    contents: Mapping[str, np.ndarray],
    rng: np.random.Generator,
) -> dict[str, np.ndarray]:
    """What the oracle fills itself, in the shapes and the element types of the configuration."""
    calls = [Call("inputs", (case.inputs, dict(case.sizes), rng))]
    (made,) = oracle.ask(calls, case)
    try:
        if not isinstance(made, Mapping):
            raise ValueError(f"gave {described(made)}; a dictionary of the buffers that it fills is needed")
        if not made and case.inputs not in BUILT_IN:
            raise ValueError(f"fills nothing for '{case.inputs}', which is not built in ({', '.join(BUILT_IN)})")
        strange = next((name for name in made if name not in specs or specs[name].fresh), None)
        if strange is not None:
            raise ValueError(f"gave '{strange}', which is no buffer that holds anything")
        return {name: held(name, values, contents[name]) for name, values in made.items()}
    except ValueError as error:
        raise oracle.mistake(calls, str(error), case) from None


def answers_of(
    oracle: Oracle, case: TestCase, specs: Mapping[str, BufferSpec], contents: Mapping[str, np.ndarray]
) -> dict[str, ExpectedBuffer]:
    """What the oracle says of every output, given what the buffers hold before the launch."""
    given = {name: contents[name] for name, spec in specs.items() if not spec.fresh}
    outputs = [name for name, spec in specs.items() if spec.judged]
    sizes = dict(case.sizes)
    calls = [Call("expected", (given, sizes))]
    rounded = [name for name in outputs if contents[name].dtype.kind == "f"]
    if rounded and "bound" in oracle.functions:
        calls.append(Call("bound", (given, Earlier(0), sizes)))
    answer, *told = oracle.ask(calls, case)
    at = 1
    try:
        exact = {name: exactly(_of(answer, name, outputs), name, contents[name]) for name in outputs}
        at = 2
        bounds = {name: tolerance(_of(told[0], name, outputs), name, contents[name]) for name in rounded if told}
    except ValueError as error:
        raise oracle.mistake(calls[:at], str(error), case) from None
    return {
        name: ExpectedBuffer(exact[name], bounds.get(name, _one_rounding(exact[name], contents[name].dtype)))
        for name in exact
    }


def _of(answer: object, name: str, outputs: Sequence[str]) -> object:
    """The judged buffer of an answer, which may be a mapping of buffers, or the only one alone."""
    if isinstance(answer, Mapping):
        if name not in answer:
            raise ValueError(f"gives no {name}; it gave {', '.join(answer) or 'an empty dictionary'}")
        return answer[name]
    if len(outputs) > 1:
        raise ValueError(f"gave {described(answer)}; a dictionary with {' and '.join(outputs)} is needed")
    return answer


def _one_rounding(expected: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """How far a single rounding to the element's type may take each; whole numbers must be exact."""
    if dtype.kind != "f":
        return np.zeros(expected.shape, np.int64)
    info = np.finfo(dtype)
    return np.asarray(np.abs(expected) * float(info.eps) / 2 + float(info.smallest_subnormal))
