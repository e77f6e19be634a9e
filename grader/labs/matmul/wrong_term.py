"""From the first wrong cell back: which term of its sum is wrong, which load brought it, where the right one was.

The inputs of a small case are random, so a value says which element of A or B it is. Facts only; words are made where
they are shown.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from grader.emulator.result import Event
from grader.labs.matmul.product import Product
from grader.results import WrongTerm

CellPlace = tuple[str, int, int]
"""An element: the matrix, its row and its column."""
LoadedValue = tuple[int, Event]
"""An event and its number in the recording."""
_BITS_OF_SUMS, _BITS_LOST = 2.0**-16, 2.0**-7
"""How far what is added may lie from its product: by the sum's own rounding, and by another one."""
MOST_LOADS, MOST_SUMS = 32, 8
"""Loads, and sums of one thread, that a product is looked for in."""


def first_wrong_term(events: Sequence[Event], problem: Product, wrong: tuple[int, int]) -> WrongTerm | None:
    """What is wrong with the sum of a cell; None where the recording does not tell, as where elements are alike."""
    stores = [item for item in events if item.op == "store" and item.object == "C"]
    cell = wrong[0] * problem.shape.N + wrong[1]
    into = [item for item in stores if item.index == cell]
    if not into:
        return None
    return _Sum(events, problem, wrong, into).fault()


@dataclass(frozen=True)
class _Sum:
    """The sum of one cell, which the last of `stores` put into C."""

    events: Sequence[Event]
    problem: Product
    cell: tuple[int, int]
    stores: Sequence[Event]

    def fault(self) -> WrongTerm | None:
        """The first term that does not belong there, else those that are missing, else where the sum is lost."""
        if len(self._elements) < self.problem.a.size + self.problem.b.size:
            return None if self._pairs else self._lost()
        seen: list[int] = []
        for number, pair in enumerate(self._pairs):
            left, right = self._of_a_first(pair)
            a, b = self._element(left), self._element(right)
            if left[1].value * right[1].value == 0 or self._is_of_another_cell(a, b):
                continue
            if self._fits_a(a, seen) and self._fits_b(b, seen) and a and b and a[2] == b[1]:
                seen.append(a[2])
                continue
            return self._wrong(number, (left, right), (a, b), seen) if self._is_added(number) else None
        missing = tuple(k for k in range(self.problem.shape.K) if k not in seen)
        if self._pairs and missing:
            lines = list(dict.fromkeys(item.line for item in self._added))
            if not seen:
                return WrongTerm(kind="zeros", cell=self.cell, line=lines[-1])
            blamed = lines[-1] if len(lines) > 1 else 0
            return WrongTerm(kind="missing", cell=self.cell, missing=missing, line=lines[-1], blamed=blamed)
        return self._lost() or self._rounded()

    def _is_added(self, number: int) -> bool:
        """Whether a product is what was added: what comes from a register is no load, and then loads pair wrongly."""
        product = math.prod(loaded[1].value for loaded in self._pairs[number])
        if len(self._added) != len(self._pairs) or not math.isfinite(product):
            return True
        value, *before = (item.value for item in self._added[: number + 1][::-1][: MOST_SUMS + 1])
        near = _BITS_LOST * (1 + abs(product))
        return not math.isfinite(value) or any(abs(value - start - product) <= near for start in (0.0, *before))

    # -- a term that does not belong there -----------------------------------------------------------------------------

    def _wrong(
        self,
        number: int,
        pair: tuple[LoadedValue, LoadedValue],
        places: tuple[CellPlace | None, CellPlace | None],
        seen: list[int],
    ) -> WrongTerm:
        right = self._right(places, seen)
        kinds = zip(pair, places, right, strict=True)
        blamed = [(item, wanted) for item, place, wanted in kinds if wanted is None or place != wanted]
        (at, used), wanted = blamed[0]
        brought = self._brought(at, used)
        lies = self._lies(at, used, wanted)
        fetched = self._fetched(brought) if brought else 0
        filled = fetched or (brought[1].line if brought else used.line)
        adds = self._adders.get(number, used.line)
        before = any((at, used) in pair for pair in self._pairs[:number])  # one load for several products
        return WrongTerm(
            cell=self.cell,
            line=adds,
            got=(_name(places[0]), _name(places[1])),
            right=(_name(right[0]), _name(right[1])) if all(right) else ("", ""),
            again=self._is_again(places, seen),
            array=used.object,
            index=used.index,
            value=used.value,
            meant=self._value(wanted),
            lies=lies or ("", -1),
            kept=bool(brought) and self._is_old(brought, used),
            loaded=brought[1].line if brought else 0,
            fetched=fetched,
            blamed=(adds if before else used.line) if lies and not self._is_home(used.index, wanted, lies) else filled,
        )

    def _right(
        self, places: tuple[CellPlace | None, CellPlace | None], seen: list[int]
    ) -> tuple[CellPlace | None, CellPlace | None]:
        """The factors of the product that was meant: that of the factor that fits, else the next along k."""
        a, b = places
        turn = next((k for k in range(self.problem.shape.K) if k not in seen), None)
        fits = [a[2]] if a and self._fits_a(a, seen) else []
        fits += [b[1]] if b and self._fits_b(b, seen) else []
        k = turn if turn in fits else fits[0] if fits else turn if seen == list(range(len(seen))) else None
        return (None, None) if k is None else (("A", self.cell[0], k), ("B", k, self.cell[1]))

    def _fits_a(self, place: CellPlace | None, seen: Sequence[int]) -> bool:
        return place is not None and place[:2] == ("A", self.cell[0]) and place[2] not in seen

    def _fits_b(self, place: CellPlace | None, seen: Sequence[int]) -> bool:
        return place is not None and (place[0], place[2]) == ("B", self.cell[1]) and place[1] not in seen

    def _is_again(self, places: tuple[CellPlace | None, CellPlace | None], seen: Sequence[int]) -> bool:
        a, b = places
        return (
            a is not None
            and b is not None
            and a[2] == b[1]
            and a[2] in seen
            and self._fits_a(a, ())
            and self._fits_b(b, ())
        )

    def _is_of_another_cell(self, a: CellPlace | None, b: CellPlace | None) -> bool:
        """Whether it is a product of another cell that the same thread computes."""
        return a is not None and b is not None and a[2] == b[1] and (a[1], b[2]) in self._cells - {self.cell}

    def _lies(self, at: int, used: Event, wanted: CellPlace | None) -> tuple[str, int] | None:
        """Where in shared memory the right factor was when another one was read; not where it came by accident."""
        value = self._value(wanted)
        if value is None:
            return None
        held = {(item.object, item.index): item for item in self.events[:at] if item.op == "store"}
        home = {self._home(wanted), used.index % self._tile}
        held.pop((used.object, used.index), None)
        places = [place for place, item in held.items() if item.value == value and place[0] not in ("A", "B", "C")]
        meant = [place for place in places if place[1] % self._tile in home or held[place].thread in home]
        return next(iter(sorted(meant, key=lambda place: place[0] != used.object)), None)

    def _home(self, place: CellPlace | None) -> int:
        """Where an element belongs in a tile, and the number of the thread that belongs there."""
        width = self.problem.tile_width
        return place[1] % width * width + place[2] % width if place else -1

    @property
    def _tile(self) -> int:
        return self.problem.tile_width**2

    def _is_home(self, index: int, wanted: CellPlace | None, lies: tuple[str, int]) -> bool:
        """Whether the place that was read is the right one, so that it was not filled as it should be."""
        return index % self._tile == self._home(wanted) != lies[1] % self._tile

    def _brought(self, at: int, used: Event) -> LoadedValue | None:
        """The store that put the value where it was read; None for a matrix, which nobody filled."""
        for number in range(at - 1, -1, -1):
            item = self.events[number]
            if item.op == "store" and (item.object, item.index) == (used.object, used.index):
                return number, item
        return None

    def _fetched(self, brought: LoadedValue) -> int:
        """The line that loaded the value from global memory; 0 where none did."""
        at, store = brought
        for item in reversed(self.events[:at]):
            if (
                (item.thread, item.op) == (store.thread, "load")
                and item.object in ("A", "B")
                and item.value == store.value
            ):
                return item.line
        return 0

    def _is_old(self, brought: LoadedValue | None, used: Event) -> bool:
        """Whether what is read had been read in a phase before, and nobody has written there since."""
        return brought is not None and any(
            item.op == "load" and item.object == used.object and item.phase < used.phase and number > brought[0]
            for number, item in self._own
        )

    # -- a sum that is lost --------------------------------------------------------------------------------------------

    def _lost(self) -> WrongTerm | None:
        """All products are right, or none can be told: what is stored is not what was added up."""
        sums, last = self._added, self.stores[-1]
        if not sums:
            return WrongTerm(kind="unused", cell=self.cell, line=last.line) if not last.value else None
        whole = float(last.value).is_integer() and any(not float(item.value).is_integer() for item in sums)
        if whole and not self.problem.is_integer and (last.value or math.trunc(sums[-1].value) == 0):
            return WrongTerm(
                kind="fraction", cell=self.cell, line=sums[-1].line, value=last.value, blamed=sums[-1].line
            )
        before = [item for item in self.stores[:-1] if self._is_right(item.value)]
        if before:
            return self._changed("overwritten", before[-1], last)
        added = [item for item in sums if self._is_right(item.value)]
        return self._changed("lost", added[-1], last) if added and not self._is_right(last.value) else None

    def _rounded(self) -> WrongTerm | None:
        """The product of right factors that has lost most bits; None where none has lost any."""
        sums = [0.0, *(item.value for item in self._added)]
        if self.problem.is_integer or len(sums) != len(self._pairs) + 1:
            return None
        made = [after - before for before, after in itertools.pairwise(sums)]
        meant = [self._product(pair) for pair in self._pairs]
        off = [abs(one - other) / (1 + abs(other)) for one, other in zip(made, meant, strict=True)]
        worst = max(range(len(off)), key=off.__getitem__, default=0)
        if not off or not _BITS_OF_SUMS < off[worst] < _BITS_LOST:
            return None
        a, b = map(self._element, self._of_a_first(self._pairs[worst]))
        line = self._added[worst].line
        return WrongTerm(
            kind="rounded", cell=self.cell, line=line, blamed=line, got=(_name(a), _name(b)),
            value=made[worst], meant=meant[worst],
        )  # fmt: skip

    def _product(self, pair: tuple[LoadedValue, LoadedValue]) -> float:
        one, other = (self._value(self._element(loaded)) or 0.0 for loaded in pair)
        return one * other

    def _changed(self, kind: Literal["overwritten", "lost"], right: Event, last: Event) -> WrongTerm:
        return WrongTerm(
            kind=kind, cell=self.cell, line=right.line, meant=right.value, value=last.value, loaded=last.line,
            blamed=last.line if kind == "overwritten" else right.line,
        )  # fmt: skip

    def _is_right(self, value: float) -> bool:
        return bool(abs(value - self.problem.expected[self.cell]) <= self.problem.bound[self.cell])

    # -- what was recorded ---------------------------------------------------------------------------------------------

    @cached_property
    def _own(self) -> list[LoadedValue]:
        """What the thread did that stored the cell last."""
        thread = self.stores[-1].thread
        return [(number, item) for number, item in enumerate(self.events) if item.thread == thread]

    @cached_property
    def _added(self) -> list[Event]:
        """The thread's additions."""
        return [item for _, item in self._own if item.op == "fma"]

    @cached_property
    def _cells(self) -> set[tuple[int, int]]:
        """The cells that the thread stores."""
        stored = [item.index for _, item in self._own if item.op == "store" and item.object == "C"]
        return {divmod(index, self.problem.shape.N) for index in stored}

    @cached_property
    def _adders(self) -> dict[int, int]:
        """The line that adds a product, where it is not that of its loads."""
        return {}

    @cached_property
    def _pairs(self) -> list[tuple[LoadedValue, LoadedValue]]:
        """The factors of each product: the n-th load of one array with the n-th of the other, phase by phase."""
        pairs: list[tuple[LoadedValue, LoadedValue]] = []
        for arrays in self._phases.values():
            one, other = [*arrays.values(), (), ()][:2]
            if len(arrays) != 2 or len(one) != len(other):
                return self._pairs_by_value()
            pairs += zip(one, other, strict=True)
        return pairs or self._pairs_by_value()

    def _pairs_by_value(self) -> list[tuple[LoadedValue, LoadedValue]]:
        """The loads whose product each addition added, wherever they were made; none where one of them is not known."""
        pairs: list[tuple[LoadedValue, LoadedValue]] = []
        loads: list[LoadedValue] = []
        sums = [0.0]
        for number, item in self._own:
            if item.op == "load":
                loads = [*loads, (number, item)][-MOST_LOADS:]
            if item.op != "fma":
                continue
            pair = next((pair for before in sums[::-1] if (pair := _factors(item.value - before, loads))), None)
            if pair is None:
                return []
            self._adders[len(pairs)] = item.line
            pairs.append(pair)
            sums = [0.0, *[*sums[1:], item.value][-MOST_SUMS:]]
        return pairs

    @cached_property
    def _phases(self) -> Mapping[int, Mapping[str, list[LoadedValue]]]:
        """The loads of the lines that multiply, by the barriers passed and the array."""
        computing = {item.line for item in self._added}
        phases: dict[int, dict[str, list[LoadedValue]]] = {}
        for number, item in self._own:
            if item.op == "load" and item.line in computing:
                phases.setdefault(item.phase, {}).setdefault(item.object, []).append((number, item))
        return phases

    @cached_property
    def _elements(self) -> Mapping[float, CellPlace]:
        return dict(_elements(self.problem))

    def _element(self, loaded: LoadedValue) -> CellPlace | None:
        value = loaded[1].value
        known = self._elements.get(value)
        if known is None and float(value).is_integer() and 0 <= value < 1 << 32:  # read as bits, to work on them
            known = self._elements.get(float(np.uint32(value).view(np.float32)))
        return known

    def _value(self, place: CellPlace | None) -> float | None:
        matrices = {"A": self.problem.a, "B": self.problem.b}
        return float(matrices[place[0]][place[1:]]) if place else None

    def _of_a_first(self, pair: tuple[LoadedValue, LoadedValue]) -> tuple[LoadedValue, LoadedValue]:
        """The factor of A first, where it can be told."""
        one, other = map(self._element, pair)
        turned = (one is not None and one[0] == "B") or (other is not None and other[0] == "A")
        return (pair[1], pair[0]) if turned else pair


def _factors(product: float, loads: Sequence[LoadedValue]) -> tuple[LoadedValue, LoadedValue] | None:
    """The two loads, of different arrays and the last of their kind, that give a product."""
    for at, one in enumerate(reversed(loads)):
        for other in reversed(loads[: len(loads) - 1 - at]):
            known = one[1].value * other[1].value
            if one[1].object != other[1].object and abs(known - product) <= 1e-5 * (1 + abs(known)):
                return other, one
    return None


def _elements(problem: Product) -> Iterator[tuple[float, CellPlace]]:
    for name, matrix in (("A", problem.a), ("B", problem.b)):
        for index in np.ndindex(*matrix.shape):
            yield float(matrix[index]), (name, int(index[0]), int(index[1]))


def _name(place: CellPlace | None) -> str:
    return f"{place[0]}[{place[1]}][{place[2]}]" if place else ""
