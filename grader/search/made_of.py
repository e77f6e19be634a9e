"""What the first wrong element takes, and what it should take: patterns of such tables, the most telling first.

Each pattern is a function of one table; its row in `grader/words/explanations.yaml` says it. Facts only, and every
number is one that this run gave.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from grader.grading.compare import CellState
from grader.report.format import apart, number
from grader.results import Explanation
from grader.search.influence import FACTOR, Influence, InputElement
from grader.search.table import CLOSE, Table, Told, alike, first

MOST_TIMES = 1024
ROUNDED = 2.0**-9
"""How far from what they should be results may lie that are rounded on the way, as a part of the largest."""
MATRIX = 2
"""Subscripts of an input that can be read with its row and column exchanged."""
Local = tuple[int, ...]
"""An element's place in its tile."""


def _never_stored(table: Table) -> Told | None:
    """Nothing stores the element, which held nothing before."""
    if table.influence.states[table.output] != CellState.UNWRITTEN:
        return None
    return Told(Explanation(name="never-stored", facts=table.facts()), lost=first(table.belonging))


def _constant(table: Table) -> Told | None:
    """No input shows in it."""
    if len(table.taken) or not len(table.belonging) or table.influence.undefined:
        return None
    facts = table.facts(value=number(table.value), belongs=table.named(table.belonging))
    name = "always-zero" if table.value == 0 else "constant"
    return Told(Explanation(name=name, facts=facts), lost=first(table.belonging))


def _of_another(table: Table) -> Told | None:
    """It holds what another element should hold, and so do others, as far away."""
    influence = table.influence
    if not len(table.taken):
        return None
    here, there = influence.got, influence.right
    for other in np.flatnonzero(np.abs(there).max(axis=0) > table.noise):
        if other == table.output or not alike(here[:, table.output], there[:, other], table.noise).all():
            continue
        if not alike(influence.before[[table.output]], influence.expected[[other]], table.noise)[0]:
            continue
        facts = table.facts(other_cell=influence.output_name(int(other)))
        own, its = (influence.output_subscripts(each) for each in (table.output, int(other)))
        if len(own) > 1 and own == its[::-1]:
            return Told(Explanation(name="transposed", facts=facts))
        return Told(Explanation(name="of-another", facts=facts), first(table.lacking), first(table.strange))
    return None


# -- how a matrix is read ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """How the elements of `buffer` are read: element number n as number `places[n]` of `source`, if there is one."""

    name: str
    buffer: str
    source: str
    places: np.ndarray
    facts: dict[str, int | str]


def _read_as(table: Table) -> Told | None:
    """Return the way that fits all wrong elements, told of this one; None where it takes what belongs there.

    Each way says which element stands for another one: that of the mirrored place, of another row length, of the first
    tile, of another input. It is told only where the elements that are taken are exactly those.
    """
    influence, tables = table.influence, table.wrong
    if not len(table.strange) and not len(table.lacking):
        return None
    for way in _ways(influence):
        seen = way.name == "same-tile" or any(len(each.strange) for each in tables)
        if seen and all(_fits(each, way) for each in tables):
            facts = {"array": way.buffer, **way.facts}
            return _told(table, way.name, facts, of={way.buffer, way.source})
    whole: tuple[tuple[str, Callable[[Table], bool]], ...] = (
        ("elementwise", _is_of_its_place), ("operands-swapped", _is_swapped),
    )  # fmt: skip
    for name, fits in whole if influence.tile > 1 else ():
        if all(map(fits, tables)):
            return _told(table, name, {}, of={table.buffer})
    return None


def _told(table: Table, name: str, facts: dict[str, int | str], of: set[str]) -> Told:
    lacks, strange, taken = (
        [each for each in some if table.of(each) in of] for some in (table.lacking, table.strange, table.taken)
    )
    strange = strange or taken
    said = table.facts(takes=table.named(strange), **facts)
    if lacks:
        said["lacks"] = table.named(lacks)
    return Told(Explanation(name=name, facts=said), lost=first(lacks), strayed=first(strange))


def _fits(table: Table, way: Way) -> bool:
    """Return whether the element takes what the way gives for what it should take, and of other inputs nothing else."""
    elements, size = table.influence.elements, table.influence.buffer(way.source).content.size
    taken = {elements[each] for each in table.taken}
    belonging = [elements[each] for each in table.belonging]
    places = (int(way.places[each.place]) for each in belonging if each.buffer == way.buffer)
    known = [InputElement(way.source, place) for place in places if 0 <= place < size]
    others = {each for each in belonging if each.buffer != way.buffer}
    is_whole = len(known) + len(others) == len(belonging)  # what is read outside takes its partner along
    return bool(known) and {*known} <= taken <= {*known} | others and (not is_whole or others <= taken)


def _ways(influence: Influence) -> Iterator[Way]:
    """Yield the ways in which each input with rows and columns may be read."""
    tile, buffers = influence.tile, {each.buffer: influence.buffer(each.buffer) for each in influence.elements}
    matrices = [name for name, buffer in buffers.items() if buffer.content.ndim == MATRIX and buffer.order == "row"]
    for name in matrices:
        rows, length = buffers[name].content.shape
        row, col = np.divmod(np.arange(rows * length), length)

        def at(places: tuple[np.ndarray, np.ndarray], dims: tuple[int, int] = (rows, length)) -> np.ndarray:
            return np.where((places[0] < dims[0]) & (places[1] < dims[1]), places[0] * dims[1] + places[1], -1)

        if tile > 1:
            mirrored = at((row // tile * tile + col % tile, col // tile * tile + row % tile))
            tiled: dict[str, int | str] = {"in_tile": "yes"} if max(rows, length) > tile else {}
            yield Way("read-transposed", name, name, mirrored, tiled)
            for places in ((row, col % tile), (row % tile, col)):
                yield Way("same-tile", name, name, at(places), {})
        yield Way("read-transposed", name, name, col * rows + row, {})
        for size, stride in influence.problem.sizes.items():
            if stride != length and rows > 1:
                facts: dict[str, int | str] = {"size": size, "stride": stride}
                yield Way("row-length", name, name, row * stride + col, facts)
        for other in (each for each in matrices if each != name):
            yield Way("other-matrix", name, other, row * length + col, {"other": other})


def _locals(table: Table, numbers: np.ndarray) -> dict[str, set[Local]]:
    """Return the places in their tiles, by the input."""
    found: dict[str, set[Local]] = {}
    for each in map(table.influence.elements.__getitem__, numbers):
        subscripts = table.influence.buffer(each.buffer).subscripts(each.place) or ()
        found.setdefault(each.buffer, set()).add(tuple(place % table.influence.tile for place in subscripts))
    return found


def _is_swapped(table: Table) -> bool:
    """Return whether it takes of each of two inputs what belongs there of the other one."""
    taken, belonging = _locals(table, table.taken), _locals(table, table.belonging)
    if len(belonging) != 2 or taken.keys() != belonging.keys():
        return False
    one, other = belonging
    return taken[one] <= belonging[other] and taken[other] <= belonging[one]


def _is_of_its_place(table: Table) -> bool:
    """Return whether all that it takes lies in its tile where the element itself does."""
    own = table.influence.problem.buffers[table.influence.problem.output].subscripts(table.output) or ()
    taken = _locals(table, table.taken)
    return bool(taken) and set().union(*taken.values()) == {tuple(place % table.influence.tile for place in own)}


# -- what it takes ----------------------------------------------------------------------------------------------------


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
            return Told(Explanation(name="other-product", facts=facts), lost=meant, strayed=taken, beside=int(number_))
    return None


def _more_products(table: Table, number_: int, meant: int, factor: float) -> Told | None:
    """An input is multiplied with others beside the one that it belongs to."""
    values = table.influence.values
    strange, near = ([each for each in some if table.of(each) != table.buffer] for some in (table.strange, table.taken))
    few = (some for count in (1, 2) for some in itertools.combinations((each for each in near if each != meant), count))
    others = next(
        (
            some
            for some in (tuple(strange), *few)
            if some and abs(float(values[[meant, *some]].sum()) - factor) <= FACTOR * max(1.0, abs(factor))
        ),
        (),
    )
    if not others:
        return None
    one, two = (table.influence.input_name(table.influence.elements[each]) for each in (number_, meant))
    facts = table.facts(takes=one, with_others=table.named(others), meant_product=f"{one}·{two}")
    lost = first(table.of_buffer(table.lacking))
    strayed = int(others[0]) if lost is None else None
    return Told(Explanation(name="more-products", facts=facts), lost, strayed, taken=int(number_))


def _times(table: Table) -> Told | None:
    """It takes inputs a whole number of times; others perhaps never."""
    number_ = first(table.otherwise)
    if number_ is None or len(table.strange) or not table.counts(number_):
        return None
    ratios = table.got[table.otherwise] / table.right[table.otherwise]
    times = round(float(ratios[0]))
    if not 2 <= times <= MOST_TIMES or not np.allclose(ratios, times, rtol=CLOSE):
        return None
    often, lacks = table.of_buffer(table.otherwise), table.of_buffer(table.lacking)
    facts = table.facts(often=table.named(often), times=times)
    name = "several-times"
    if lacks:
        facts["lacks"] = table.named(lacks)
        belongs = table.of_buffer(table.belonging)
        if often == belongs[: table.influence.tile] and lacks == belongs[table.influence.tile :]:
            name = "first-phase-repeated"
    elif table.influence.tile and times == 2 and len(table.otherwise) == len(table.belonging):
        name = "doubled"
    return Told(Explanation(name=name, facts=facts), strayed=number_)


def _without(table: Table) -> Told | None:
    """It takes some of its inputs as it should, and others never."""
    if not len(table.lacking) or len(table.strange) or len(table.otherwise) or not len(table.taken):
        return None
    lacks, belongs = table.of_buffer(table.lacking), table.of_buffer(table.belonging)
    facts = table.facts(belongs=table.named(belongs), lacks=table.named(lacks))
    # Where some elements are right no loop is wrong, but what a few threads do.
    tile = 0 if (table.influence.states == CellState.RIGHT).any() else table.influence.tile
    name = _gap([belongs.index(each) for each in lacks], len(belongs), tile)
    return Told(Explanation(name=name, facts=facts), lost=int(lacks[0]))


def _gap(lacks: list[int], count: int, tile: int) -> str:
    """Return the name for the part that lacks of so many terms, of which each phase adds `tile`."""
    if tile < 2 or count <= tile:
        return "never-taken"
    whole, last = set(range(count)), (count - 1) // tile * tile
    gaps = {
        "last-phase-missing": set(range(last, count)),
        "first-phase-missing": set(range(tile)),
        "only-first-phase": set(range(tile, count)),
        "only-last-phase": set(range(last)),
        "inner-loop-late": set(range(0, count, tile)),
        "inner-loop-short": set(range(tile - 1, count, tile)),
        "last-product-only": whole - {count - 1},
    }
    return next((name for name, gap in gaps.items() if gap == set(lacks)), "never-taken")


def _instead(table: Table) -> Told | None:
    """It takes other inputs than it should.

    What no element depends on in this case, as it cancels out there, may belong to it all the same.
    """
    idle = not table.influence.right[table.strange].any(axis=1).all()
    if not len(table.strange) or (idle and not len(table.lacking)):
        return None
    lacks, takes = table.of_buffer(table.lacking), table.of_buffer(table.strange)
    if not takes:
        return None
    facts = table.facts(takes=table.named(takes))
    if lacks:
        facts["lacks"] = table.named(lacks)
    return Told(Explanation(name="taken-instead", facts=facts), first(lacks), first(takes))


def _other_factor(table: Table) -> Told | None:
    """It takes its inputs with other factors."""
    wrong = table.of_buffer(table.otherwise)
    factors = table.factors(table.buffer) if wrong else None
    if factors is None:
        return None
    got, right = factors
    pair = [got[wrong[0]], right[wrong[0]]]
    same = [each for each in wrong if np.allclose([got[each], right[each]], pair, rtol=CLOSE)]
    factor, meant = (number(round(float(each[wrong[0]]), 6), 4) for each in (got, right))
    facts = table.facts(takes=table.named(same), factor=factor, meant=meant)
    times = pair[0] / pair[1] if pair[1] else 0.0
    if times > 1 + CLOSE and abs(times - round(times)) < CLOSE:
        facts["times"] = round(times)
    agreeing = table.of_buffer(np.setdiff1d(table.belonging, [*table.otherwise, *table.lacking]))
    if agreeing:
        facts["agreeing"] = table.named(agreeing)
    if lacks := table.of_buffer(table.lacking):
        facts["lacks"] = table.named(lacks)
    return Told(Explanation(name="other-factor", facts=facts), first(lacks))


def _scaled(table: Table) -> Told | None:
    """A scalar is left out: inputs count as they should but for that factor."""
    for name, scalar in table.influence.problem.scalars.items():
        meant = table.right[table.otherwise]
        if len(meant) and scalar not in (0, 1) and alike(table.got[table.otherwise] * scalar, meant, table.noise).all():
            facts = table.facts(scalar=name, takes=table.named(table.otherwise))
            return Told(Explanation(name="scalar-missing", facts=facts))
    return None


def _rounded(table: Table) -> Told | None:
    """It is nearly right, and so are all others."""
    influence = table.influence
    off, most = np.abs(influence.before - influence.expected), np.abs(influence.expected).max()
    if influence.undefined or not (off <= ROUNDED * most).all() or influence.problem.expected.dtype.kind != "f":
        return None
    value, expected = apart(table.value, table.expected)
    return Told(Explanation(name="low-precision", facts=table.facts(value=value, expected=expected)))


def _more_added(table: Table) -> Told | None:
    """Its inputs count as they should; something else is in it."""
    if not table.is_right or table.influence.undefined:
        return None
    value, expected = apart(table.value, table.expected)
    facts = table.facts(value=value, expected=expected)
    return Told(Explanation(name="something-else", facts=facts))


def _otherwise(table: Table) -> Told | None:
    """The plain fact: what it never takes; else what it takes, and what it should.

    Where terms are divided by their sum, or only the largest counts, an element that is left out changes how all
    others count.
    """
    if not len(table.taken) or not len(table.belonging) or len(table.strange):
        return None
    if lacks := table.of_buffer(table.lacking):
        facts = table.facts(belongs=table.named(table.of_buffer(table.belonging)), lacks=table.named(lacks))
        if table.factors(table.buffer) is None:  # no sum: a small change may be lost on the way
            facts["no_sum"] = 1
        return Told(Explanation(name="never-taken", facts=facts), lost=lacks[0])
    wrong = [*table.of_buffer(table.otherwise)][:1]
    if not wrong:
        return None
    # By how much it changes, and should, tells no more where the result is not linear.
    return Told(Explanation(name="reacts-otherwise", facts=table.facts(takes=table.named(wrong))))


PATTERNS: tuple[Callable[[Table], Told | None], ...] = (
    _never_stored, _of_another, _rounded, _read_as, _other_product, _times, _without, _instead, _scaled, _other_factor,
    _more_added, _otherwise,
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
    outputs = list(influence.wrong_outputs())
    early = (_whole, _constant) if not influence.got[:, outputs].any() else (_whole,)
    wrong: list[Table] = []
    wrong += [Table(influence, output, wrong) for output in outputs]
    for asked, tables in ((early, wrong[:1]), (PATTERNS, wrong), ((_constant,), wrong[:1])):
        for table in tables:
            for pattern in asked:
                if (told := pattern(table)) is not None:
                    return table.output, told
    return None
