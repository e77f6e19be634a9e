"""What the grader asks of a lab that is data alone: its files say it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from grader.assignment import TestCase
from grader.labs.cases import case_of
from grader.labs.data import BufferSpec
from grader.labs.filling import generator
from grader.labs.generic.config import GenericConfig
from grader.labs.generic.oracle import answers_of, filled_by
from grader.labs.generic.requirements import CountedRequirements
from grader.labs.hints import HintRow, data_hints
from grader.labs.lab import Lab
from grader.labs.problem import CaseProblem, ExpectedBuffer, ToTime
from grader.oracle import Oracle


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
