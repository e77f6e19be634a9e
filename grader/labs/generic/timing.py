"""What of a lab that is data is timed on a GPU."""

from __future__ import annotations

from collections.abc import Sequence

from grader.labs.base import ToTime
from grader.labs.generic.cases import case_of
from grader.labs.generic.config import GenericConfig
from grader.labs.generic.problem import DataProblem, make_problem
from grader.oracle import Oracle
from grader.results import Traffic


def to_time(config: GenericConfig, tile_width: int, oracle: Oracle | None) -> tuple[ToTime, ...]:
    """The sizes that `timed` names, on random data; what comes out the oracle judges."""
    if not config.timed:
        return ()
    sizes = config.sizes_at(config.timed, tile_width)
    case = case_of("timed", sizes, tile_width)

    def problem(launched: GenericConfig, seed: int) -> DataProblem:
        return make_problem(case, launched, seed=seed, oracle=oracle)

    return (ToTime(sizes=sizes, problem=problem),)


def time_words(traffic: Sequence[Traffic]) -> str:
    """The assignment does not say."""
    return ""
