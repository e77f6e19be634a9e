"""How one element of the output reacts to each input of a small case, and how it should."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from grader.report.format import joined
from grader.results import Explanation
from grader.search.influence import Influence, InputElement
from grader.search.speech import MOST_LISTED

CLOSE = 1e-3
"""How far two changes may be apart, as a part of the larger, that differ by rounding alone."""


@dataclass(frozen=True, slots=True)
class Told:
    """A pattern that fits: what to say, and the inputs whose way through the kernel shows why.

    `lost` should come to the output and does not; `strayed` comes there and should not, or too often, multiplied with
    `beside`; `taken` comes there rightly, and with others as well.
    """

    explanation: Explanation
    lost: int | None = None
    strayed: int | None = None
    beside: int | None = None
    taken: int | None = None


@dataclass(frozen=True)
class Table:
    """How one element of the output reacts to each input, and how it should; `wrong` are those of all wrong ones."""

    influence: Influence
    output: int
    wrong: Sequence[Table] = field(default=(), repr=False, compare=False)

    @cached_property
    def got(self) -> np.ndarray:
        """Its change with each input."""
        return np.asarray(np.nan_to_num(self.influence.got[:, self.output]))

    @cached_property
    def right(self) -> np.ndarray:
        """The change that should have been."""
        return np.asarray(self.influence.right[:, self.output])

    @cached_property
    def noise(self) -> float:
        """A change that rounding alone can make."""
        return 4 * float(self.influence.bound[self.output]) + 1e-9

    @cached_property
    def taken(self) -> np.ndarray:
        """The numbers of the inputs that it takes."""
        return np.flatnonzero(np.abs(self.got) > self.noise)

    @cached_property
    def belonging(self) -> np.ndarray:
        """The numbers of those that it should take."""
        return np.flatnonzero(np.abs(self.right) > self.noise)

    @cached_property
    def lacking(self) -> np.ndarray:
        """Inputs that it should take and does not."""
        return np.setdiff1d(self.belonging, self.taken)

    @cached_property
    def strange(self) -> np.ndarray:
        """Inputs that it takes and should not."""
        return np.setdiff1d(self.taken, self.belonging)

    @cached_property
    def otherwise(self) -> np.ndarray:
        """Inputs that it should take, and takes in another way."""
        both = np.intersect1d(self.taken, self.belonging)
        return np.asarray(both[~alike(self.got, self.right, self.noise)[both]])

    @property
    def expected(self) -> float:
        """What the element should be."""
        return float(self.influence.expected[self.output])

    @property
    def value(self) -> float:
        """What it is."""
        return float(self.influence.before[self.output])

    def named(self, numbers: Iterable[int]) -> str:
        """Inputs by their names, runs of neighbours as such."""
        return listed(self.influence, [self.influence.elements[each] for each in numbers])

    @property
    def is_right(self) -> bool:
        """Whether every input counts as it should, and some do."""
        return bool(len(self.belonging)) and not any(map(len, (self.lacking, self.strange, self.otherwise)))

    def factors(self, buffer: str) -> tuple[np.ndarray, np.ndarray] | None:
        """By how much each input counts in the element, and should; None where it is no sum of such parts."""
        own = np.array([each.buffer == buffer for each in self.influence.elements])
        right = self.right / self.influence.steps
        parts = self.influence.values * right
        sums = np.array([parts[own].sum(), parts.sum()])  # of products with other inputs, and of sums with them
        if not alike(sums, np.full(2, self.expected), self.noise * len(parts)).any():
            return None
        return np.asarray(self.got / self.influence.steps), np.asarray(right)

    def counts(self, number_: int) -> bool:
        """Whether it makes sense to say how often an input is taken: once is right, or once with another input."""
        buffer = self.influence.elements[number_].buffer
        factors = self.factors(buffer)
        meant = float(factors[1][number_]) if factors else float(self.right[number_] / self.influence.steps[number_])
        return abs(meant - 1) <= CLOSE or self.influence.valued(meant, buffer) is not None

    def facts(self, **more: int | str) -> dict[str, int | str]:
        """What every sentence may name."""
        return {"small": self.influence.told, "cell": self.influence.output_name(self.output), **more}

    @cached_property
    def buffer(self) -> str:
        """The first input of which something is wrong."""
        wrong = sorted({*self.lacking, *self.strange, *self.otherwise})
        return self.influence.elements[wrong[0]].buffer if wrong else ""

    def of(self, number_: int) -> str:
        """Return the name of the input that this number is an element of."""
        return self.influence.elements[number_].buffer

    def of_buffer(self, numbers: Iterable[int]) -> list[int]:
        """Those of them that are of that input."""
        return [each for each in numbers if self.of(each) == self.buffer]


def alike(one: np.ndarray, other: np.ndarray, noise: float) -> np.ndarray:
    """Return where changes are the same but for rounding."""
    return np.asarray(np.abs(one - other) <= noise + CLOSE * np.maximum(np.abs(one), np.abs(other)))


def listed(influence: Influence, elements: Sequence[InputElement]) -> str:
    """`x[0], x[2] to x[5] and x[9]`; of many runs the first few, and how many elements more there are."""
    runs: list[list[InputElement]] = []
    for each in elements:
        follows = runs and (each.buffer, each.place - 1) == (runs[-1][-1].buffer, runs[-1][-1].place)
        if follows and influence.row_of(each) == influence.row_of(runs[-1][-1]):
            runs[-1].append(each)
        else:
            runs.append([each])
    shown = [_run(influence, run) for run in runs[:MOST_LISTED]]
    left = sum(map(len, runs[MOST_LISTED:]))
    return joined([*itertools.chain(*shown), *([f"{left} more"] if left else [])])


def _run(influence: Influence, run: Sequence[InputElement]) -> list[str]:
    names = [influence.input_name(each) for each in run]
    return names if len(names) < 3 else [f"{names[0]} to {names[-1]}"]


def first(numbers: Iterable[int]) -> int | None:
    """Return the first of these numbers; None where there are none."""
    return next(map(int, numbers), None)
