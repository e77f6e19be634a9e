"""What the first wrong element takes, and what it should take: patterns of such tables, the most telling first.

Each pattern is a function of one table; its row in `grader/words/explanations.yaml` says it. Facts only, and every
number is one that this run gave.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from grader.labs.base import CellState
from grader.report.format import apart, joined, number
from grader.results import Explanation
from grader.search.influence import Influence, InputElement
from grader.search.speech import MOST_LISTED

CLOSE = 1e-3
"""How far two changes may be apart, as a part of the larger, that differ by rounding alone."""
MOST_TIMES = 1024


@dataclass(frozen=True, slots=True)
class Told:
    """A pattern that fits: what to say, and the inputs whose way through the kernel shows why.

    `lost` should come to the output and does not; `strayed` comes there and should not, or too often.
    """

    explanation: Explanation
    lost: int | None = None
    strayed: int | None = None


@dataclass(frozen=True)
class Table:
    """How one element of the output reacts to each input, and how it should."""

    influence: Influence
    output: int

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
        return np.asarray(both[~_alike(self.got, self.right, self.noise)[both]])

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
        if not _alike(sums, np.full(2, self.expected), self.noise * len(parts)).any():
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

    def of_buffer(self, numbers: Iterable[int]) -> list[int]:
        """Those of them that are of that input."""
        return [each for each in numbers if self.influence.elements[each].buffer == self.buffer]


def _alike(one: np.ndarray, other: np.ndarray, noise: float) -> np.ndarray:
    """Whether changes are the same but for rounding."""
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


# -- the patterns -----------------------------------------------------------------------------------------------------


def _never_stored(table: Table) -> Told | None:
    """Nothing stores the element, which held nothing before."""
    if table.influence.states[table.output] != CellState.UNWRITTEN:
        return None
    return Told(Explanation(name="never-stored", facts=table.facts()), lost=_first(table.belonging))


def _constant(table: Table) -> Told | None:
    """No input shows in it."""
    if len(table.taken) or not len(table.belonging) or table.influence.undefined:
        return None
    facts = table.facts(value=number(table.value), belongs=table.named(table.belonging))
    name = "always-zero" if table.value == 0 else "constant"
    return Told(Explanation(name=name, facts=facts), lost=_first(table.belonging))


def _first(numbers: Iterable[int]) -> int | None:
    return next(map(int, numbers), None)


def _of_another(table: Table) -> Told | None:
    """It holds what another element should hold, and so do others, as far away."""
    influence = table.influence
    if not len(table.taken):
        return None
    here, there = influence.got, influence.right
    for other in np.flatnonzero(np.abs(there).max(axis=0) > table.noise):
        if other == table.output or not _alike(here[:, table.output], there[:, other], table.noise).all():
            continue
        if not _alike(influence.before[[table.output]], influence.expected[[other]], table.noise)[0]:
            continue
        facts = table.facts(other_cell=influence.output_name(int(other)))
        return Told(Explanation(name="of-another", facts=facts), _first(table.lacking), _first(table.strange))
    return None


def _other_product(table: Table) -> Told | None:
    """An input is multiplied with another one than it should be."""
    factors = table.factors(table.buffer) if table.buffer else None
    if factors is None:
        return None
    got, right = factors
    for number_ in table.of_buffer(table.belonging):
        meant, taken = (table.influence.valued(float(each[number_]), table.buffer) for each in (right, got))
        if meant is None:
            return None
        if taken is None and abs(got[number_]) > table.noise:
            return _more_products(table, number_, meant, float(got[number_]))
        if taken is not None and taken != meant:
            one = table.influence.input_name(table.influence.elements[number_])
            two, three = (table.influence.input_name(table.influence.elements[each]) for each in (taken, meant))
            facts = table.facts(product=f"{one}·{two}", meant_product=f"{one}·{three}")
            return Told(Explanation(name="other-product", facts=facts), lost=meant, strayed=taken)
    return None


def _more_products(table: Table, number_: int, meant: int, factor: float) -> Told | None:
    """An input is multiplied with others beside the one that it belongs to."""
    others = [each for each in table.strange if table.influence.elements[each].buffer != table.buffer]
    total = float(table.influence.values[[meant, *others]].sum())
    if not others or abs(total - factor) > CLOSE * max(1.0, abs(factor)):
        return None
    one, two = (table.influence.input_name(table.influence.elements[each]) for each in (number_, meant))
    facts = table.facts(takes=one, with_others=table.named(others), meant_product=f"{one}·{two}")
    return Told(Explanation(name="more-products", facts=facts), strayed=int(others[0]))


def _times(table: Table) -> Told | None:
    """It takes inputs a whole number of times; others perhaps never."""
    number_ = _first(table.otherwise)
    if number_ is None or len(table.strange) or not table.counts(number_):
        return None
    ratios = table.got[table.otherwise] / table.right[table.otherwise]
    times = round(float(ratios[0]))
    if not 2 <= times <= MOST_TIMES or not np.allclose(ratios, times, rtol=CLOSE):
        return None
    facts = table.facts(often=table.named(table.of_buffer(table.otherwise)), times=times)
    if len(table.lacking):
        facts["lacks"] = table.named(table.of_buffer(table.lacking))
    return Told(Explanation(name="several-times", facts=facts), strayed=number_)


def _without(table: Table) -> Told | None:
    """It takes some of its inputs as it should, and others never."""
    if not len(table.lacking) or len(table.strange) or len(table.otherwise) or not len(table.taken):
        return None
    lacks, belongs = table.of_buffer(table.lacking), table.of_buffer(table.belonging)
    facts = table.facts(belongs=table.named(belongs), lacks=table.named(lacks))
    return Told(Explanation(name="never-taken", facts=facts), lost=int(lacks[0]))


def _instead(table: Table) -> Told | None:
    """It takes other inputs than it should."""
    if not len(table.strange):
        return None
    lacks, takes = table.of_buffer(table.lacking), table.of_buffer(table.strange)
    if not takes:
        return None
    facts = table.facts(takes=table.named(takes))
    if lacks:
        facts["lacks"] = table.named(lacks)
    return Told(Explanation(name="taken-instead", facts=facts), _first(lacks), _first(takes))


def _other_factor(table: Table) -> Told | None:
    """It takes its inputs with other factors."""
    wrong = table.of_buffer(table.otherwise)
    factors = table.factors(table.buffer) if wrong else None
    if factors is None:
        return None
    got, right = factors
    first = [got[wrong[0]], right[wrong[0]]]
    same = [each for each in wrong if np.allclose([got[each], right[each]], first, rtol=CLOSE)]
    factor, meant = (number(round(float(each[wrong[0]]), 6), 4) for each in (got, right))
    facts = table.facts(takes=table.named(same), factor=factor, meant=meant)
    agreeing = table.of_buffer(np.setdiff1d(table.belonging, [*table.otherwise, *table.lacking]))
    if agreeing:
        facts["agreeing"] = table.named(agreeing)
    if lacks := table.of_buffer(table.lacking):
        facts["lacks"] = table.named(lacks)
    return Told(Explanation(name="other-factor", facts=facts), _first(lacks))


def _more_added(table: Table) -> Told | None:
    """Its inputs count as they should; something else is in it."""
    if not table.is_right or table.influence.undefined:
        return None
    value, expected = apart(table.value, table.expected)
    facts = table.facts(value=value, expected=expected)
    return Told(Explanation(name="something-else", facts=facts))


def _otherwise(table: Table) -> Told | None:
    """The plain fact: what it takes, and what it should."""
    if not len(table.taken) or not len(table.belonging):
        return None
    wrong = [*table.of_buffer(table.otherwise)][:1]
    if not wrong or len(table.lacking) or len(table.strange):
        return None
    change, meant = apart(float(table.got[wrong[0]]), float(table.right[wrong[0]]))
    step = number(float(table.influence.steps[wrong[0]]))
    facts = table.facts(takes=table.named(wrong), step=step, change=change, meant=meant)
    return Told(Explanation(name="reacts-otherwise", facts=facts))


PATTERNS: tuple[Callable[[Table], Told | None], ...] = (
    _never_stored, _of_another, _other_product, _times, _without, _instead, _other_factor, _more_added,
    _otherwise,
)  # fmt: skip
"""In the order in which they are asked: the first that fits is told."""


def _whole(table: Table) -> Told | None:
    """All results are whole numbers, where none should be."""
    influence = table.influence
    some = len(influence.before) > 1 and np.isfinite(influence.before).all() and influence.before.any()
    if not some or influence.undefined or not (influence.before == np.round(influence.before)).all():
        return None
    if (influence.expected == np.round(influence.expected)).any():
        return None
    value, expected = apart(table.value, table.expected)
    return Told(Explanation(name="only-whole", facts=table.facts(value=value, expected=expected)))


def told_of(influence: Influence) -> tuple[int, Told] | None:
    """The first wrong element that some pattern fits, and what it says."""
    wrong = list(influence.wrong_outputs())
    first = (_whole, _constant) if not influence.got[:, wrong].any() else (_whole,)
    for patterns, outputs in ((first, wrong[:1]), (PATTERNS, wrong), ((_constant,), wrong[:1])):
        for output in outputs:
            table = Table(influence, output)
            for pattern in patterns:
                if (told := pattern(table)) is not None:
                    return output, told
    return None
