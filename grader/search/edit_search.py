"""Which edit mends a faulty kernel: all are tried on small cases, and what mends those is graded whole.

The order is fixed and the bound is a number of edits, so every machine finds the same cause; unless the time of a whole
search is spent, which few texts need.
"""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter

from grader.assignment import Assignment, TestCase
from grader.assignment.expressions import ExpressionError
from grader.edits.change import Edit, SwitchedSource, both
from grader.grading.bench import Bench
from grader.labs import lab_of
from grader.labs.launching import FIRST_HALF, LAST_HALF, PLAIN
from grader.results import Kind, Sizes, Visibility
from grader.search.composing import Place
from grader.search.trial_runner import LOST, Score, TrialRunner

UNIT_SIZE = 260
"""Edits in one translation unit: twice as many take more than twice as long to compile and to run."""
FIRST_UNITS = 40, 90, 130
"""The likeliest edits are tried first and by themselves: one of forty mostly mends it, in a fifth of the time."""
SMALLEST_UNIT = 20
NEAREST = 8
"""An edit that cannot share a unit is tried behind the first one, if it is among so many of the likeliest."""
MOST_TRIED = 1560
THOROUGH_UNITS = 4
THOROUGH_CASES = 5
"""Failing cases, of other numbers of tiles each, that edits are tried on where no single one mends them all: of two
mistakes one shows alone in some."""
MOST_BY_ITSELF = 6
"""Edits of a unit that are tried by themselves where the switches change what the kernel does."""
MOST_BETTER = 16
"""Edits of a unit that better the first case without mending it, and go on to the others."""
FEW, PLACE_SECONDS = 24, 0.7
"""Expressions that are tried to see how long one takes, and processor seconds for all at one place."""
PLACES_AT_ONCE = 4
"""Places that are as near as one another: what is composed at one of them may be nearer than at another."""
TELLING_CASES = 2
"""Cases of which the values at a place are compared: of one alone `c < N` may be the same as `c <= TILE_WIDTH`."""
_SIZES = ("another size", "sizes exchanged", "row too short")
MOST_ALONE = 16
ALONE_SIZE = 8
"""Edits that need a compilation each: types, macros, the order of parameters."""


@dataclass(frozen=True, slots=True)
class EditTrial:
    """What one edit came to: its scores by case, whether all are passed, or at least one bettered and none worsened."""

    edit: Edit
    scores: Mapping[str, Score]
    passed: bool
    better: bool

    @property
    def mended(self) -> tuple[int, int, int]:
        """How far it mends: cases that are passed, and of the others the fewer wrong cells and findings the more."""
        failing = [score for score in self.scores.values() if not score.passed]
        wrong, found = sum(score.wrong for score in failing), sum(len(score.found) for score in failing)
        return len(self.scores) - len(failing), -wrong, -found

    def on(self, labels: Collection[str]) -> EditTrial:
        """The same as far as some cases tell: of what was tried on others, too, nobody can say which mends more."""
        return replace(self, scores={label: score for label, score in self.scores.items() if label in labels})


Job = Callable[[TrialRunner], list[EditTrial]]
Judge = Callable[[TrialRunner, Bench, SwitchedSource], list[EditTrial] | None]


def _sets_a_value(edit: Edit) -> bool:
    """True for an edit whose switch alone gives a value to a variable that has none: compilers take any for unset ones.

    Beside such a switch nobody can see that the text reads what it never set.
    """
    return edit.kind.startswith("value set")


def _turn(case: TestCase) -> tuple[bool, int, int]:
    """Whole tiles first, where of two mistakes one may not show; then by the tiles that are multiplied, few first."""
    return not case.is_multiple, math.prod(_tiles(case)), -case.work


def _tiles(case: TestCase) -> tuple[int, ...]:
    """Tiles along each size, a part of one counted."""
    return tuple(-(-size // case.tile_width) for size in case.sizes.values())


def _units(edits: Sequence[Edit]) -> list[Sequence[Edit]]:
    """Which edits share a translation unit, the same however often that is asked."""
    ends = list(itertools.accumulate(FIRST_UNITS))
    ends += range(ends[-1] + UNIT_SIZE, len(edits) + UNIT_SIZE, UNIT_SIZE)
    return [edits[first:end] for first, end in itertools.pairwise((0, *ends))]


class Experiment:
    """Looks for the edit of one text that passes every small case; each runner works on its own device."""

    def __init__(
        self,
        runners: Sequence[TrialRunner],
        text: str,
        cases: Sequence[TestCase],
        *,
        by_tiles: bool = True,
    ) -> None:
        self.runners = runners
        self.text = text
        scores = runners[0].before(text, cases)
        for runner in runners:
            runner.made = runners[0].made
        self.before = dict(zip((case.label for case in cases), scores, strict=True))
        failing = [case for case in cases if not self.before[case.label].passed]
        # A cheap one first: it ends most edits, and what passes it by accident fails the next.
        ordered = sorted(failing, key=_turn) if by_tiles else sorted(failing, key=attrgetter("work"))
        self.cases = (*ordered, *(case for case in cases if case not in failing))
        self.failing = tuple(failing)
        self._before_on_plain: dict[str, Score] = {}
        self.ahead = 0
        """Rounds that are done, and not looked at yet: they cost nothing more."""
        self.composed_for = 0.0
        """Processor seconds of this process for what is composed, beside those of the devices."""

    def rounds(self, edits: Sequence[Edit]) -> Iterator[list[EditTrial]]:
        """What became of the edits, round by round, the likeliest first: the same rounds on every machine.

        Of several runners each has one to do; what those behind the mending one have done is for nothing.
        """
        jobs = list(self._jobs(edits))
        yield from self._done(jobs[:1])
        count = len(self.runners)
        for number in range(1, len(jobs), count):
            done = self._done(jobs[number : number + count])
            for self.ahead, made in zip(reversed(range(len(done))), done, strict=True):
                yield made

    def composing(self, places: Sequence[Edit]) -> Iterator[list[EditTrial]]:
        """What became of all that may be composed at some places, in rounds as well."""
        jobs = [partial(self._composed, place=Place.of(edit, self.text.encode())) for edit in places]
        for number in range(0, len(jobs), PLACES_AT_ONCE):
            yield list(itertools.chain(*self._done(jobs[number : number + PLACES_AT_ONCE])))

    def _composed(self, runner: TrialRunner, place: Place) -> list[EditTrial]:
        """What became of all that may be composed at a place; nothing where the first failing case cannot tell it."""
        # Sizes that are alike would make different expressions look the same.
        telling = sorted(self.failing, key=lambda case: (len({*case.sizes.values(), case.tile_width}), -case.work))
        here = time.thread_time()
        made = place.composed(runner, self.text.encode(), telling[-TELLING_CASES:])
        self.composed_for += time.thread_time() - here
        if made is None:
            return []
        (bench, unit), began = made, runner.device.worked
        runner.tried(bench, self.cases[0], range(1, min(FEW, len(unit.edits)) + 1))
        each_takes = (runner.device.worked - began) / FEW
        affordable = unit.edits[: max(FEW, int(PLACE_SECONDS / max(each_takes, 1e-6)))]
        tried = self._of_unit(runner, bench, replace(unit, edits=affordable))
        return [each for each in tried or () if each.passed or each.better]

    def bettering(self, edits: Sequence[Edit]) -> list[EditTrial]:
        """Those of the nearest edits that better one of several failing cases, whatever the others do."""
        switched = [edit for edit in edits if edit.switched]
        by_tiles = {_tiles(case): case for case in reversed(self.cases[: len(self.failing)])}
        cases = (*self._on_plain_data(), *tuple(by_tiles.values())[::-1][:THOROUGH_CASES])
        judge = partial(self._thoroughly, cases=cases)
        units = [edits for edits in _units(switched)[:THOROUGH_UNITS] if edits]
        done = self._done([partial(self._together, edits=unit, judge=judge) for unit in units])
        return [item for tried in done for item in tried if item.better]

    def ridding(self, tried: Sequence[EditTrial]) -> dict[str, list[Edit]]:
        """For each kind of finding the edits that take it away everywhere, and make no more cells wrong.

        First what takes most kinds away, then the likeliest, of each line one before another one of it.
        """
        before = self.before | self._before_on_plain
        found: dict[str, list[Edit]] = {}
        for result in sorted(tried, key=lambda each: each.edit.cost):
            pairs = [(before[label], score) for label, score in result.scores.items()]
            if not any(score.worsens(one) for one, score in pairs):
                there, left = (frozenset().union(*(pair[at].kinds for pair in pairs)) for at in (0, 1))
                for kind in sorted(there - left):
                    found.setdefault(kind, []).append(result.edit)
        for edits in found.values():
            by_line, places = Counter[tuple[int, int]](), dict[Edit, int]()
            for edit in edits:
                # Behind the end of a loop a barrier has the line of what stands in it, and is another one.
                where = edit.line, edit.changes[0].start * edit.kind.startswith("barrier")
                by_line[where] += 1
                places[edit] = by_line[where]
            edits.sort(key=places.__getitem__)
        rid = Counter(edit for edits in found.values() for edit in edits)
        for edits in found.values():
            edits.sort(key=rid.__getitem__, reverse=True)
        return found

    def _on_plain_data(self) -> list[TestCase]:
        """The first failing case on data that show one mistake of two alone, where it fails on them, too.

        With 1 for all elements of an input, whatever is taken of it is right; with 0 in one half of it, that half adds
        nothing.
        """
        if not self.failing:
            return []
        runner, first = self.runners[0], self.cases[0]
        opened = runner.opened
        inputs = [name for name, spec in opened.config.specs.items() if not spec.fresh and spec.initial == "random"]
        if len(inputs) < 2 or (opened.oracle is not None and "inputs" in opened.oracle.functions):
            return []
        kinds = (
            *(f"{PLAIN}{names}" for names in (*inputs, "+".join(inputs))),
            f"{FIRST_HALF}{inputs[0]}", f"{LAST_HALF}{inputs[0]}",
        )  # fmt: skip
        cases = [replace(first, name=f"{first.name} {kind}", inputs=kind) for kind in kinds]
        scores = list(runner.scores(self.text, cases))
        self._before_on_plain = {case.label: score for case, score in zip(cases, scores, strict=True)}
        return [case for case, score in zip(cases, scores, strict=True) if not score.passed]

    def _done(self, jobs: Sequence[Job]) -> list[list[EditTrial]]:
        """What came of the jobs, in their order; the runners share them, and each does one after another."""
        count = len(self.runners)

        def share(number: int) -> list[list[EditTrial]]:
            return [job(self.runners[number]) for job in jobs[number::count]]

        with ThreadPoolExecutor(count) as pool:
            shares = list(pool.map(share, range(count)))
        return [shares[number % count][number // count] for number in range(len(jobs))]

    def _jobs(self, edits: Sequence[Edit]) -> Iterator[Job]:
        """Units of edits, small ones first; those that cannot share one, a few at a time: they cost more."""
        together = [edit for edit in edits if edit.switched][:MOST_TRIED]
        setting = [edit for edit in together if _sets_a_value(edit)]
        switched = [edit for edit in together if not _sets_a_value(edit)]
        near = {edit for edit in edits[: sum(FIRST_UNITS)] if not edit.switched}
        alone = [edit for edit in edits if not edit.switched]
        if not any(score.found for score in self.before.values()):  # elements that exist, and are another's
            alone.sort(key=lambda edit: edit.kind in _SIZES)
        del alone[MOST_ALONE:]
        few = [alone[first : first + ALONE_SIZE] for first in range(0, len(alone), ALONE_SIZE)]
        units = _units(switched)
        first = [unit for unit in units[: len(FIRST_UNITS)] if unit]
        if setting:
            first.insert(bool(switched) and setting[0].cost >= switched[0].cost, setting)
        nearest = bool(few) and few[0][0] in edits[:NEAREST]
        for number, unit in enumerate(first):
            if number == 1 and nearest:  # it costs more, but what the others would mend it may be the cause of
                yield partial(self._each_alone, edits=few.pop(0))
            yield partial(self._together, edits=unit)
        if near and few and not nearest:
            yield partial(self._each_alone, edits=few.pop(0))
        for unit, some in itertools.zip_longest(units[len(FIRST_UNITS) :], few):
            if some:  # a few take less time than a unit, and are as near as the first of it
                yield partial(self._each_alone, edits=some)
            if unit:
                yield partial(self._together, edits=unit)

    def _together(
        self, runner: TrialRunner, edits: Sequence[Edit], judge: Judge | None = None, *, without_some: bool = False
    ) -> list[EditTrial]:
        """Edits in one unit; in two, where all of them together do not compile, or do harm switched off.

        Those of which it is known that they do are tried alone: a compiler may load ahead what only they need. A unit
        that is harmed `without_some` as well is tried in two: the next ones may follow without end.
        """
        made = runner.unit(self.text.encode(), edits)
        tried = (judge or self._of_unit)(runner, *made) if made is not None else None
        if tried is not None:
            return tried
        if made is not None and not without_some and (harmful := self._harmful(runner, *made)):
            rest = self._together(runner, [edit for edit in edits if edit not in harmful], judge, without_some=True)
            first = [edit for edit in edits if edit in harmful][: 0 if judge else MOST_BY_ITSELF]
            return rest + self._each_alone(runner, first)
        if len(edits) < SMALLEST_UNIT:
            return []
        half = len(edits) // 2
        halves = edits[:half], edits[half:]
        return [trial for each in halves for trial in self._together(runner, each, judge, without_some=without_some)]

    def _harmful(self, runner: TrialRunner, bench: Bench, unit: SwitchedSource) -> set[Edit]:
        """Return the edits of a unit on whose lines something is found with nothing on that is not in the text."""
        for case in self.cases:
            found = runner.tried(bench, case, [0])[0].found
            if lines := {line for kind, line in found if kind not in self.before[case.label].kinds}:
                return unit.on_lines(lines)
        return set()

    def _is_harmed(self, before: Score, case: TestCase) -> bool:
        """Whether a unit with nothing switched on is not the text: a macro, say, was read otherwise than it is meant.

        Or something is found in it that is not in the text. What is read before it is set may be anything.
        """
        unset = any(kind == Kind.UNINITIALIZED_READ.value for kind in before.kinds)
        alone = (self.before | self._before_on_plain)[case.label]
        return before != LOST and (not before.kinds <= alone.kinds or (before.wrong > alone.wrong and not unset))

    def _thoroughly(
        self, runner: TrialRunner, bench: Bench, unit: SwitchedSource, *, cases: Sequence[TestCase]
    ) -> list[EditTrial] | None:
        scores: dict[int, dict[str, Score]] = {number: {} for number in range(len(unit.edits) + 1)}
        for case in cases:
            for number, score in zip(scores, runner.tried(bench, case, list(scores)), strict=True):
                scores[number][case.label] = score
            if self._is_harmed(scores[0][case.label], case):
                return None
        before = scores.pop(0)
        return [
            EditTrial(unit.edits[number - 1], found, False, any(found[label].betters(before[label]) for label in found))
            for number, found in scores.items()
        ]

    def _of_unit(self, runner: TrialRunner, bench: Bench, unit: SwitchedSource) -> list[EditTrial] | None:
        """The edits that mend the first failing case go on to the next; of those that only better it, a few."""
        alive = list(range(1, len(unit.edits) + 1))
        scores: dict[int, dict[str, Score]] = {number: {} for number in alive}
        for case in self.cases:
            if not alive:
                break
            # The unit with nothing switched on: its lines are not those of the text.
            before, *results = runner.tried(bench, case, [0, *alive])
            if self._is_harmed(before, case):
                return None
            if all(map(_sets_a_value, unit.edits)):
                before = self.before[case.label]
            for number, score in zip(alive, results, strict=True):
                scores[number][case.label] = score
            found = dict(zip(alive, results, strict=True))
            if case == self.cases[0]:
                if before.passed:  # switches alone mend it: by what they do to a macro, or to a value never set
                    likely = sorted(unit.edits, key=lambda edit: not edit.kind.startswith("value set"))
                    return [self.alone(runner, edit) for edit in likely[:MOST_BY_ITSELF]] + [
                        self._outcome(edit, {}, False) for edit in likely[MOST_BY_ITSELF:]
                    ]
                better = [number for number in alive if not found[number].passed and found[number].betters(before)]
                # First what takes away a kind of finding: it may be all that the edit is for.
                better.sort(key=lambda number: (found[number].kinds >= before.kinds, found[number].wrong))
                del better[MOST_BETTER:]
                alive = sorted([number for number in alive if found[number].passed] + better)
            else:
                # What fails anyhow may look worse by accident, as long as what passed still does.
                alive = [number for number in alive if found[number].passed or not before.passed]
        return [self._outcome(unit.edits[number - 1], found, number in alive) for number, found in scores.items()]

    def _outcome(self, edit: Edit, scores: Mapping[str, Score], better: bool) -> EditTrial:
        passed = len(scores) == len(self.cases) and all(score.passed for score in scores.values())
        return EditTrial(edit, scores, passed, better)

    def pairs(self, edits: Sequence[Edit]) -> list[tuple[Edit, Edit]]:
        """Two of the edits that pass every case together, in the order of the edits."""
        count = len(self.runners)
        with ThreadPoolExecutor(count) as pool:
            tasks = [
                pool.submit(self._pairs, runner, edits, number, count) for number, runner in enumerate(self.runners)
            ]
            found = [pair for task in tasks for pair in task.result()]
        return sorted(found, key=lambda pair: edits.index(pair[0]) + edits.index(pair[1]))

    def _pairs(self, runner: TrialRunner, edits: Sequence[Edit], first: int, step: int) -> list[tuple[Edit, Edit]]:
        made = runner.made_unit(self.text.encode(), edits, two_at_once=True)
        if made is None:
            return []
        bench, unit = made
        numbered = itertools.combinations(enumerate(unit.edits, 1), 2)
        pairs = {
            both(one, other): (edit, second)
            for (one, edit), (other, second) in numbered if not edit.overlaps(second)
        }  # fmt: skip
        alive = list(pairs)[first::step]
        for case in self.cases:
            scores = runner.tried(bench, case, alive) if alive else []
            alive = [number for number, score in zip(alive, scores, strict=True) if score.passed]
        return [pairs[number] for number in alive]

    def _each_alone(self, runner: TrialRunner, edits: Sequence[Edit]) -> list[EditTrial]:
        return [self.alone(runner, edit) for edit in edits]

    def alone(self, runner: TrialRunner, edit: Edit) -> EditTrial:
        """One edit, compiled by itself; on all cases where it betters the first of those in which the same is found.

        Of two mistakes one may be all that shows in the first case.
        """
        text = edit.apply(self.text)
        unlike = {self.before[case.label].kinds: case for case in reversed(self.cases[: len(self.failing)])}
        firsts = [case for case in self.cases if case in unlike.values()]
        labels = [case.label for case in firsts]
        scores = dict(zip(labels, runner.scores(text, firsts), strict=True))
        if not any(score.betters(self.before[label]) for label, score in scores.items()):
            return self._outcome(edit, scores, False)
        rest = [case for case in self.cases if case.label not in scores]
        scores |= dict(zip((case.label for case in rest), runner.scores(text, rest), strict=True))
        worse = any(self.before[label].passed and not score.passed for label, score in scores.items())
        return self._outcome(edit, scores, not worse)


MOST_CASES = 12
_MOST_TILES = 2
"""Tiles along each size, a part of one counted: every block more makes each of a thousand trials longer."""


def small_cases(assignment: Assignment, tile_width: int) -> tuple[TestCase, ...]:
    """Cases at `tile_width`, each shape once, small ones first; whole tiles stay whole, rests stay rests.

    Inputs are random: an edit must not pass because all values are the same.
    """
    named: dict[str, TestCase] = {}
    lab = lab_of(assignment.config)
    effort = lab.space(assignment.config, tile_width).effort
    for case in assignment.cases():
        sizes = lab.in_small(case, tile_width).sizes
        if lab.inner_sizes:
            sizes = _shrunk(case, tile_width, lab.inner_sizes)
        try:
            effort(sizes)
        except ExpressionError:  # nothing is launched for these, or they are not asked for
            continue
        name = "x".join(map(str, sizes.values()))
        named.setdefault(name, replace(
            case, name=name, sizes=sizes, tile_width=tile_width,
            inputs="random", visibility=Visibility.VISIBLE,
        ))  # fmt: skip
    ordered = sorted(named.values(), key=lambda case: case.work)
    step = max(1.0, len(ordered) / MOST_CASES)
    return tuple(ordered[int(number * step)] for number in range(min(MOST_CASES, len(ordered))))


def _shrunk(case: TestCase, small: int, inner: Collection[str]) -> Sizes:
    """Sizes that were equal stay equal, and different ones get different rests where they have one."""
    sizes = case.sizes
    ranks = {size: rank for rank, size in enumerate(sorted(set(sizes.values()), reverse=True))}
    shrunk = {}
    for name, size in sizes.items():
        tiles, rest = divmod(size, case.tile_width)
        # Three along what a thread loops over, to see one phase after the other, unless all are meant to be alike.
        most = _MOST_TILES + (name in inner and len(ranks) > 1)
        left = 0 if not rest else min(rest, small - 1) if size < small else 1 + ranks[size] % (small - 1)
        shrunk[name] = max(1, min(tiles, most - (left > 0)) * small + left)
    return shrunk
