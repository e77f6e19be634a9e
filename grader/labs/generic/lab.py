"""What the grader asks of a lab that is data alone: its files and its `oracle.py` say it.

The oracle has `expected(inputs, sizes)`, and `bound(inputs, expected, sizes)` and `inputs(kind, sizes, rng)` if needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import numpy as np

from grader.labs.base import CaseProblem, ExpectedBuffer, ToTime
from grader.labs.cases import case_of
from grader.labs.generic.config import Filling, GenericConfig
from grader.labs.generic.requirements import CountedRequirements
from grader.labs.hints import HintRow, data_hints
from grader.labs.lab import Lab
from grader.labs.launching import CaseData, Contents, judged_by
from grader.oracle import Call, Earlier, Making, Oracle
from grader.oracle.values import described, held

BUILT_IN = get_args(Filling)


class GenericLab(CountedRequirements, Lab[GenericConfig]):
    """An assignment of `config.yaml`, `hints.yaml` and an oracle."""

    def contents(self, data: CaseData) -> Making[Contents]:
        """Fill buffers as the kind of the case says, and then as the oracle fills them itself."""
        assert data.oracle is not None, "loading the assignment has looked"
        rng = data.generator()
        contents = self.filled(data, rng)
        return {**contents, **(yield from _filled_by(data.oracle, data, contents, rng))}

    def answers(self, data: CaseData, contents: Contents) -> Making[dict[str, ExpectedBuffer]]:
        """Return what the oracle says of every output, given what the buffers hold before the launch."""
        assert data.oracle is not None
        given = {name: contents[name] for name, spec in data.specs.items() if not spec.fresh}
        sizes = dict(data.case.sizes)
        bound = Call("bound", (given, Earlier(0), sizes)) if "bound" in data.oracle.functions else None
        said = yield from judged_by(data, contents, Call("expected", (given, sizes)), bound)
        return {
            name: ExpectedBuffer(exact, _one_rounding(exact, contents[name].dtype) if allowed is None else allowed)
            for name, (exact, allowed) in said.items()
        }

    def for_naive(self, config: GenericConfig) -> GenericConfig:
        """As `baseline` says, or as every kernel."""
        return config.for_baseline

    def to_time(self, config: GenericConfig, tile_width: int, oracle: Oracle | None) -> tuple[ToTime, ...]:
        """The sizes that `timed` names, on random data; the oracle judges the results."""
        if not config.timed:
            return ()
        sizes = config.sizes_at(config.timed, tile_width)
        case = case_of("timed", sizes, tile_width)

        def problem(launched: GenericConfig, seed: int) -> CaseProblem:
            return self.make_problem(case, launched, seed=seed, oracle=oracle)

        return (ToTime(sizes=sizes, problem=problem),)

    def hint_table(self, config: GenericConfig) -> tuple[HintRow, ...]:
        """The rows of `hints.yaml` among the grader's."""
        return data_hints(config.rows)


def _filled_by(oracle: Oracle, data: CaseData, contents: Contents, rng: np.random.Generator) -> Making[Contents]:
    """Return the buffers that the oracle fills itself, in the shapes and element types of the configuration."""
    if "inputs" not in oracle.functions:
        return {}
    kind, specs = data.case.inputs, data.specs
    calls = [Call("inputs", (kind, dict(data.case.sizes), rng))]
    (made,) = yield calls
    try:
        if not isinstance(made, Mapping):
            raise ValueError(f"gave {described(made)}; a dictionary of the buffers that it fills is needed")
        if not made and kind not in BUILT_IN:
            raise ValueError(f"fills nothing for '{kind}', which is not built in ({', '.join(BUILT_IN)})")
        strange = next((name for name in made if name not in specs or specs[name].fresh), None)
        if strange is not None:
            raise ValueError(f"gave '{strange}', which is no buffer that holds anything")
        return {name: held(name, values, contents[name]) for name, values in made.items()}
    except ValueError as error:
        raise oracle.mistake(calls, str(error), data.case) from None


def _one_rounding(expected: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Return how far a single rounding to the element's type may take each; whole numbers must be exact."""
    if dtype.kind != "f":
        return np.zeros(expected.shape, np.int64)
    info = np.finfo(dtype)
    return np.asarray(np.abs(expected) * float(info.eps) / 2 + float(info.smallest_subnormal))


LAB = GenericLab()
