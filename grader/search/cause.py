"""The cause of a submission's faults: edits are tried in the order of the evidence, and what wins is graded whole."""

from __future__ import annotations

import contextlib
import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from operator import attrgetter, itemgetter

from grader.assignment import Assignment, TestCase
from grader.compiling.source_facts import WARP, SourceFacts, works_in_warps
from grader.devices.base import DeviceError, EditsRequest, Emulator
from grader.edits.change import Edit
from grader.grading.bench import Build
from grader.grading.lane import Attempt, Lane
from grader.grading.launching import geometry
from grader.grading.shapes import Budget
from grader.labs import lab_of
from grader.labs.base import ParameterError
from grader.results import Cause, Kind, LineCount
from grader.search.belief import Belief
from grader.search.confirming import Confirming, errors, failed
from grader.search.edit_search import MOST_TRIED, EditTrial, Experiment, small_cases
from grader.search.edited import sized
from grader.search.explaining import explained_on, stored_on
from grader.search.mistakes import Mistakes
from grader.search.remaining import Mended
from grader.search.telling import changed_lines
from grader.search.trial_runner import TrialRunner
from grader.search.weighing import clears, is_most_of_it, mends_one, removed, various
from grader.words.tables import edit_kinds

MOST_CONFIRMED, MOST_CONFIRMED_IN_ALL, MOST_DOUBTED = 4, 12, 24
MOST_REAL_CASES = 6
MOST_COMPARED = 4
WIDER, DEARER = 12, 9
"""Edits that mend everything are compared if they cost at most so much more than the nearest one; what is added to the
cost of one that makes the kernel work for nothing."""
MUCH_MORE = 1.1
SECONDS = 7.0
"""Processor seconds of one device after which the search for a single edit ends."""
SECOND_SECONDS, COMPOSING_SECONDS, PARTLY_SECONDS = 3.0, 2.0, 1.5
"""More seconds for the second of two mistakes, for what is composed, and for an edit that mends a part."""
FIRST_SEARCH = 0.6
"""On small cases the part of `SECONDS` for a single edit: two mistakes take more searches."""
MOST_FIRST = 2
"""Edits that better something without mending everything, behind each of which a second one is looked for."""
MOST_JUDGED, MOST_RIDDING, MOST_RID_OF = 3, 9, 2
"""First edits of two that are judged by `Belief`; edits that take a finding away that are tried on cases of the
assignment; and on how many of these."""
MOST_SECOND_ROUNDS = 16
NEAR_ROUNDS = 5
"""Rounds of the likeliest edits."""
MOST_REQUIRED = 60
"""Edits of a right text that are tried for a requirement."""
MOST_PARTLY = 12
"""Edits that better something, of which one may be told although it does not mend everything."""
OF_THE_WIDTH = 16
"""How much nearer an edit is that makes a size follow the width, where only one width goes wrong."""
LOOPS_COMPARED = 2
"""Rounds after which an edit of a loop is not told yet: one that goes round too often is right, too."""
_PUTS_IN_OR_OUT = ("term", "factor", "statement", "expression", "another number", "condition")


@dataclass(slots=True)
class _SecondSearch:
    """A search with one mistake mended, by how many rounds are done; no experiment where nothing is wrong any more.

    `small` says whether it is on small cases, and their width.
    """

    experiment: Experiment | None
    rounds: Iterator[list[EditTrial]]
    small: tuple[bool, int]
    done: int = 0

    @property
    def fails(self) -> float:
        """The part of the cases that fail."""
        return len(self.experiment.failing) / len(self.experiment.cases) if self.experiment else 0.0


@dataclass(slots=True)
class _Left:
    """What the searches before leave to the next ones.

    `better`: what betters something without mending everything, the best first. `ridding`: what takes a finding away.
    `cleared`: what takes all of a kind away, and is believed.
    """

    better: list[EditTrial] = field(default_factory=list)
    ridding: list[Edit] = field(default_factory=list)
    cleared: list[Edit] = field(default_factory=list)


class Diagnosis:
    """Looks for the cause of one submission's faults on devices that nothing else uses meanwhile."""

    def __init__(
        self, attempt: Attempt, devices: Sequence[Emulator], *, confirming: Confirming | None = None,
        time: Budget | None = None,
    ) -> None:  # fmt: skip
        self.attempt, self.devices, self.source, self.lanes = attempt, devices, attempt.source, attempt.lanes
        opened, source, lanes, bench = attempt.opened, attempt.source, attempt.lanes, attempt.bench
        # What the assignment leaves open has been settled when the submission was graded, and stays so.
        self.assignment: Assignment = replace(opened.assignment, config=bench.config) if bench else opened.assignment
        self.opened = replace(opened, assignment=self.assignment)
        compiled = next((lane.compiled for lane in lanes if lane.bench), None)
        # What a width other than those of the cases says is worth trying only where the file does not set its own.
        self._widths = (
            lab_of(self.assignment.config).search_widths(self.assignment.config) if source.define_width else ()
        )
        self._by_tiles = bool(lab_of(self.assignment.config).inner_sizes)
        self._small = small_cases(self.assignment, self._widths[0]) if self._widths else ()
        self.kernels = tuple(kernel.display_name for kernel in compiled.kernels) if compiled else ()
        self._declared = {each.name: each.line for each in compiled.declarations} if compiled else {}
        self.tried = self.confirmations = 0
        self._of_one_width: Edit | None = None
        self._of_small_cases: Edit | None = None
        self._unsatisfying: Edit | None = None
        self._on_small_cases, self._small_at = False, 0
        oracle = opened.oracle
        self._experiments: list[Experiment] = []
        self._time = time or Budget(
            SECONDS + SECOND_SECONDS,
            lambda: (
                max(device.worked for device in devices)
                + (oracle.judging_seconds if oracle else 0.0)
                + sum(made.composed_for for made in self._experiments) / len(devices)
            ),
        )
        self.confirming = confirming or Confirming(replace(attempt, opened=self.opened), devices, self._widths)
        self._mistakes = Mistakes(attempt, devices, sized(bench) if bench else (), self._time)
        self._belief: Belief | None = None
        self._doubted: set[Edit] = set()
        self._begun: dict[Edit, _SecondSearch] = {}
        self.evidence: tuple[int, ...] = ()
        outcomes = [outcome for lane in lanes for outcome in lane.outcomes]
        self.findings = [item for outcome in outcomes for item in outcome.findings]
        self.kinds = frozenset(item.kind for item in self.findings)
        self.fails_everything = all(failed(outcome) for outcome in outcomes)

    def find(self) -> Cause | None:
        """Return the cause: one edit, else two, else a composed one, else one that mends a part, else None.

        Where only requirements are not met, it is the edit of a right text that meets them.
        """
        text = self.source.text
        if any(item.has_no_room for item in self.findings):  # it is known, and no change of the kernel's lines mends it
            return None
        with ThreadPoolExecutor(1) as beside:  # what is not needed soon, on the last device if there are several
            several = len(self.devices) > 1
            if several:
                beside.submit(self._read, text, {}, 0)
            experiment = self._experiment(text)
            if experiment is None:
                measured = [item for lane in self.lanes for item in lane.counted.measured]
                return self._met(text) if self.confirming.unmet(measured) else None
            self._belief = Belief(experiment, self.kernels, beside if several else None)
            self.evidence = self._evidence(experiment)
            return self._found(experiment, self._edits(experiment))

    def _found(self, experiment: Experiment, edits: Sequence[Edit]) -> Cause | None:
        """Return what the searches find, one after another."""
        left = _Left()
        found = self._of_one(experiment, edits, left) or self._of_two(experiment, edits, left)
        found = found or self._of_composed(experiment)
        if found is not None or self.assignment.config.whole_program:
            return found
        return self._half(experiment.text, self._partly(experiment, left.better), [*left.ridding, *left.cleared])

    def _of_one(self, experiment: Experiment, edits: Sequence[Edit], left: _Left) -> Cause | None:
        """One edit; behind the likeliest ones, a second one behind what takes most of the fault away."""
        text = experiment.text
        # On small cases more searches follow, so the first one gets a part of the time.
        until = FIRST_SEARCH * SECONDS if self._on_small_cases else SECONDS
        rounds = experiment.rounds(edits)
        edit, passed, near = self._searched(experiment, itertools.islice(rounds, NEAR_ROUNDS), until)
        if edit is None:
            clearing = [each.edit for each in near if clears(each, experiment)]
            most = (each.edit for each in near if each.edit in clearing or is_most_of_it(each, experiment))
            firsts = self._believable(text, most)
            left.cleared = [each for each in firsts if each in clearing]
            if self._of_small_cases is not None:
                firsts.insert(0, self._of_small_cases)
            if (both := self._of_two_searches(text, firsts, NEAR_ROUNDS)) is not None:
                return both
            edit, passed, others = self._searched(experiment, rounds, until, NEAR_ROUNDS)
            left.better = _promising([*near, *others])
        if edit is None:
            return None
        mended = edit.apply(text)
        more = self._meeting(mended) if edit == self._unsatisfying else None
        if more is not None:
            return self._mistakes.cause(more.apply(mended), (), (edit, text), (more, mended))
        return self._mistakes.cause(mended, passed, (edit, text))

    def _of_two(self, experiment: Experiment, edits: Sequence[Edit], left: _Left) -> Cause | None:
        """Two edits: near ones behind what mends or rids of a fault, then more, then pairs of what betters most."""
        text, mends = experiment.text, [each.edit for each in left.better if mends_one(each, experiment)]
        firsts = list(dict.fromkeys((*self._believable(text, sorted(mends, key=_distance)), *mends[:1])))
        left.ridding = self._ridding(experiment, left.better)
        near = list(dict.fromkeys((*firsts, *left.ridding)))
        if (both := self._of_two_searches(text, near, NEAR_ROUNDS)) is not None:
            return both
        compared: list[EditTrial] = []
        if self._on_small_cases and not self._time.spent:
            thorough = experiment.bettering(edits)
            known = {result.edit: result for result in (*left.better, *thorough)}
            left.better = _promising(known.values())
            cases = thorough[0].scores.keys() if thorough else ()
            compared = _promising(result.on(cases) for result in left.better) if cases else []
            left.ridding = self._ridding(experiment, left.better)
            if (both := self._of_two_searches(text, left.ridding[:1], NEAR_ROUNDS)) is not None:
                return both
        firsts = list(dict.fromkeys((*left.ridding[:1], *firsts)))
        if (both := self._of_two_searches(text, firsts)) is not None:
            return both
        likely = [each for each in self._likely(edits, left, compared) if each not in firsts]
        found = self._of_pair(experiment, various(left.better)) or self._of_two_searches(text, likely)
        small, self._on_small_cases = self._on_small_cases, bool(compared)
        found = found or self._of_pair(experiment, various(compared))
        self._on_small_cases = small
        if found is None and small:
            found = self._of_two_searches(text, self._of_a_width(text, edits), NEAR_ROUNDS)
        return found

    def _likely(self, edits: Sequence[Edit], left: _Left, compared: Sequence[EditTrial]) -> Iterable[Edit]:
        """Return what else may be the first of two mistakes, the likeliest first."""
        # What the evidence points to may better nothing, as long as another mistake makes everything wrong.
        whole = [each for each in edits if each.kind in ("fraction lost", "auto of a whole number")]
        pointed = [*whole, *(each for each in edits if not each.switched and each.line in self.evidence[:1])][:1]
        # What was tried on other cases cannot be compared: the best of each list.
        pairs = itertools.zip_longest(compared, left.better)
        best = dict.fromkeys(result.edit for both in pairs for result in both if result)
        return dict.fromkeys((*left.ridding[:1], *itertools.islice(best, MOST_FIRST), *left.ridding[1:], *pointed))

    def _believable(self, text: str, edits: Iterable[Edit]) -> list[Edit]:
        """Return the first of a few edits that `Belief` accepts as the first of two; none where it accepts none."""
        judged = itertools.islice(edits, MOST_JUDGED)
        believed = (edit for edit in judged if self._belief is None or self._belief.is_believed(edit.apply(text)))
        return [*itertools.islice(believed, 1)]

    def _ridding(self, experiment: Experiment, tried: Sequence[EditTrial]) -> list[Edit]:
        """For each kind of finding the likeliest edit that takes it away, in cases of the assignment too."""
        found: list[Edit] = []
        lane = self.lanes[0]
        cases = self._real_cases(lane)[:MOST_RID_OF]
        runner = self._runners(lane.tile_width)[0]
        kinds = [score.kinds for score in runner.scores(experiment.text, cases)]

        def rids(edit: Edit, kind: str) -> bool:
            scores = runner.scores(edit.apply(experiment.text), cases)
            return all(score.kinds <= before - {kind} for score, before in zip(scores, kinds, strict=True))

        for kind, edits in experiment.ridding(tried).items():
            gone = (edit for edit in edits[:MOST_RIDDING] if not self._time.spent and rids(edit, kind))
            found += self._believable(experiment.text, gone)
        return list(dict.fromkeys(found))

    def _of_a_width(self, text: str, edits: Sequence[Edit]) -> list[Edit]:
        """The edit that mends all cases of one width, where another one has a second mistake that small ones show."""
        before = self._on_small_cases, self._small_at, self._belief
        self._on_small_cases, self._small_at = False, max(self._widths, default=0)
        for lane in self.lanes if len(self.lanes) > 1 else ():
            real = self._tried_on(self._real_cases(lane), lane.tile_width, text)
            rounds = itertools.islice(real.rounds(edits), NEAR_ROUNDS)
            if self._of_one_width is None and real.failing and not self._time.spent:
                self._belief = Belief(real, self.kernels)
                self._searched(real, rounds, self._time.used + PARTLY_SECONDS)
        self._on_small_cases, self._small_at, self._belief = before
        return [self._of_one_width] if self._of_one_width is not None else []

    def _of_composed(self, experiment: Experiment) -> Cause | None:
        """One expression of the names that are known at its place."""
        rounds = experiment.composing(self._places(experiment))
        edit, passed, _ = self._searched(
            experiment, rounds, min(self._time.used, self._time.seconds) + COMPOSING_SECONDS
        )
        text = experiment.text
        return self._mistakes.cause(edit.apply(text), passed, (edit, text)) if edit is not None else None

    def _of_pair(self, experiment: Experiment, edits: Sequence[Edit]) -> Cause | None:
        """Two of the edits that mend everything together."""
        text = experiment.text
        if self._time.spent:
            return None
        pairs = {one.merged(two): (one, two) for one, two in experiment.pairs(edits)} if edits else {}
        lines = {both: tuple(sorted(edit.line for edit in pair)) for both, pair in pairs.items()}
        edit = self._believed(experiment, self._idle_last(text, sorted(pairs, key=_distance), lines.__getitem__))
        if edit is None:
            return None
        nearest = sorted(pairs[edit], key=_distance)
        return self._mistakes.cause(edit.apply(text), (), *((one, text) for one in nearest))

    def _of_two_searches(self, text: str, firsts: Sequence[Edit], rounds: int = MOST_SECOND_ROUNDS) -> Cause | None:
        """One edit that betters something, and another one that is found in so many rounds once that is put in.

        The likeliest second ones are tried behind each of the firsts before the others, and where the fewest cases fail
        before where more do; what is known already is not tried again.
        """
        of_first = self._on_small_cases, self._small_at, self._of_one_width, self._unsatisfying
        for first in firsts:
            if first not in self._begun and not self._time.spent:
                self._begun[first] = self._begin_second(first, text)
        begun = sorted((each for each in firsts if each in self._begun), key=lambda each: self._begun[each].fails)
        for most, first in itertools.product(sorted({NEAR_ROUNDS, rounds}), begun):
            second = self._begun[first]
            if self._time.spent:
                break
            if second.experiment is None or second.done >= most:
                continue
            self._on_small_cases, self._small_at = second.small
            self._of_one_width = self._unsatisfying = None
            left = itertools.islice(second.rounds, most - second.done)
            edit, _, _ = self._searched(second.experiment, left, self._time.seconds, second.done)
            second.done = most
            if edit is not None:
                changed = second.experiment.text
                mended = edit.apply(changed)
                if (alone := edit.instead_of(first, changed.encode())) is not None and alone.apply(text) == mended:
                    return self._mistakes.cause(mended, (), (alone, text))  # nothing is left of the first one
                both = [(first, text), (edit, changed)]
                # The nearer of the two is the surer one.
                return self._mistakes.cause(mended, (), *sorted(both, key=lambda made: _distance(made[0])))
        self._on_small_cases, self._small_at, self._of_one_width, self._unsatisfying = of_first
        return None

    def _begin_second(self, first: Edit, text: str) -> _SecondSearch:
        """Return the search for the second of two mistakes, with the first one mended."""
        second = self._experiment(first.apply(text))
        small = self._on_small_cases, self._small_at

        def rounds(experiment: Experiment) -> Iterator[list[EditTrial]]:
            yield from experiment.rounds([each for each in self._edits(experiment) if not each.follows(first, text)])
            yield from itertools.islice(experiment.composing(self._places(experiment)), 1)

        return _SecondSearch(second, rounds(second) if second else iter(()), small)

    def _met(self, text: str) -> Cause | None:
        """The first edit of a right text after which all requirements are met."""
        edit = self._meeting(text)
        return self._mistakes.cause(edit.apply(text), (), (edit, text)) if edit is not None else None

    def _meeting(self, text: str) -> Edit | None:
        """Return the first edit of a right text after which all requirements are met."""
        lines = {lane.counted.lines_case: lane.counted.lines for lane in self.lanes}
        busiest = {max(rows, key=_work).line: 0 for rows in lines.values() if rows}
        edits = [each for each in self._read(text, busiest, MOST_TRIED) if not each.kind.startswith("barrier")]
        # A tile that is filled and never read is there to be read.
        edits.sort(key=lambda each: (each.kind != "tile not used", bool(each.switched), *_distance(each)))
        for edit in edits[:MOST_REQUIRED]:
            if self._time.spent:
                break
            changed = edit.apply(text)
            if self.confirming.meets(changed) and self.confirming.passes(changed, self._small_at):
                return edit
        return None

    def _half(self, text: str, partly: Edit | None, ridding: Sequence[Edit]) -> Cause | None:
        """What is known of one mistake of two, and what is still found once that is mended.

        An edit that only takes a kind of finding away is not told: that finding tells the mistake by itself. Nor is one
        told that makes anything wrong that was right.
        """
        edit = partly or next(iter(ridding), None)
        if edit is None:
            return None
        left = None
        if not self._time.starved:
            mended = Mended(self.attempt, self.devices[0], edit)
            left, partly = mended.remaining(), None if mended.spoils else partly
        if partly is None:
            return Cause(remains=left) if left is not None else None
        return Cause(
            **self._mistakes.mistake(edit, text).model_dump(),
            edit=edit.diff(text),
            lines=changed_lines(text, edit.apply(text)),
            remains=left,
        )

    def _partly(self, experiment: Experiment, better: Sequence[EditTrial]) -> Edit | None:
        """The edit after which what was found on a line is gone, and fewer elements are wrong; the rest stays unknown.

        Or several cases pass, where nothing was found. None where several edits do so that are no more likely than one
        another, on different lines.
        """
        text, found = experiment.text, []
        if errors(self.findings) and not any(score.found for score in experiment.before.values()):
            return None  # what was found is told, and whether an edit takes it away was not seen
        until = self._time.used + PARTLY_SECONDS
        for result in better[:MOST_PARTLY]:
            changed = result.edit.apply(text)
            if self._time.used > until or self._time.starved:
                break
            if result.edit.kind.startswith(_PUTS_IN_OR_OUT) or _is_target(text, result.edit):
                continue  # much that is right is so by accident then
            if self._belief is not None and not self._belief.is_believed(changed):
                continue
            labels = (case.label for case in experiment.cases)
            after = dict(zip(labels, experiment.runners[0].scores(changed, experiment.cases), strict=True))
            gone = removed(experiment.before, after, text, changed)
            if gone is not None and (self.findings or self._betters_real_cases(experiment, changed)):
                found.append((gone, _distance(result.edit), result.edit))
        found.sort(key=itemgetter(0, 1))
        if not found or any(each[0] == found[0][0] and each[2].line != found[0][2].line for each in found[1:]):
            return None
        return found[0][2] if self._answers(found[0][2]) else None

    def _answers(self, edit: Edit) -> bool:
        """True if an edit is on a line where something was found, or of a kind that is meant for what was found.

        Where nothing proves it, what is found may be gone by accident: another index hides what is read outside, too.
        """
        others = (one.other.line for item in self.findings for one in item.occurrences if one.other)
        lines = {*(item.line for item in self.findings), *others}
        kind = edit_kinds().get(edit.kind.removesuffix(" twice"))
        meant = kind is not None and not {each.value for each in self.kinds}.isdisjoint(kind.after)
        return not any(lines) or edit.line in lines or meant

    def _evidence(self, experiment: Experiment) -> tuple[int, ...]:
        """Return the lines that tell how an input comes to the first wrong element, or is lost; the surest first."""
        runner = experiment.runners[0]
        wrong = [case for case in experiment.failing if experiment.before[case.label].wrong]
        kernel = runner.compile(experiment.text, Build.UNOPTIMISED) if wrong else None
        if kernel is None or not kernel.ok:
            return ()
        with contextlib.suppress(DeviceError, ParameterError, ValueError):
            bench = runner.bench(kernel)
            if (told := explained_on(bench, experiment.text, wrong)) is not None and told.lines:
                return told.lines
            if line := stored_on(bench, experiment.text, wrong[0]):
                return (line,)
        return ()

    def _searched(
        self, experiment: Experiment, rounds: Iterable[list[EditTrial]], until: float, done: int = 0
    ) -> tuple[Edit | None, list[Edit], list[EditTrial]]:
        """Return the nearest believed edit of the first round with one, what passed with it, else what betters most.

        `until` is when no more is tried, in processor seconds; so many rounds are `done`.
        """
        better: list[EditTrial] = []
        waiting: list[EditTrial] = []
        for number, made in enumerate(rounds, done):
            self.tried += len(made)
            results, waiting = [*waiting, *made], []
            passed = sorted((result.edit for result in results if result.passed), key=_distance)
            if number < LOOPS_COMPARED and passed and self._may_be_another(experiment.text, passed[0]):
                waiting = results
                continue
            passed = list(self._idle_last(experiment.text, passed))
            edit = self._believed(experiment, sorted(passed, key=self._is_between_copies))
            if edit is not None:
                return edit, passed, []
            if self._unsatisfying is not None and number > LOOPS_COMPARED:
                return self._unsatisfying, passed, []
            if self._of_one_width is not None:  # the first of two mistakes
                return None, [], [result for result in results if result.edit == self._of_one_width]
            # What passes at one width of the cases and not at another is a part of the cause.
            better += [
                result for result in results
                if result.better and result.edit not in self._doubted
                and not (result.passed and self._on_small_cases)
            ]  # fmt: skip
            if not experiment.ahead and (self._time.used > until or self._time.starved):
                break
        if self._unsatisfying is not None:
            return self._unsatisfying, [], []
        return None, [], _promising(better)

    def _may_be_another(self, text: str, edit: Edit) -> bool:
        """True if a less likely edit may be the cause: of how often a loop goes round, or of which copy is chosen."""
        return _of_a_loop(text, edit) or self._is_between_copies(edit)

    def _is_between_copies(self, edit: Edit) -> bool:
        """True if an edit makes threads wait for one another that should work on different copies of an array."""
        return edit.kind.startswith("barrier") and self._belief is not None and self._belief.has_copies

    def _believed(self, experiment: Experiment, passed: Sequence[Edit]) -> Edit | None:
        """Return the first that switches nothing off and, compiled alone, passes everything that is graded.

        One that does not meet all requirements is noted, and told where no other is found soon.
        """
        left = min(MOST_CONFIRMED, MOST_CONFIRMED_IN_ALL - self.confirmations)
        for edit in _needed_parts(passed)[:MOST_DOUBTED]:
            text = edit.apply(experiment.text)
            if left <= 0:
                break
            if self._belief is not None and not self._belief.is_believed(text):
                self._doubted.add(edit)
                continue
            left -= 1
            self.confirmations += 1
            if self.confirming.passes(text, self._small_at):
                if self.confirming.meets(text):
                    return edit
                self._unsatisfying = self._unsatisfying or edit
                continue
            width = experiment.runners[0].tile_width
            if self._on_small_cases and self._of_small_cases is None and self._betters_real_cases(experiment, text):
                self._of_small_cases = edit
            elif self.confirming.failed_at and width not in self.confirming.failed_at and not self._on_small_cases:
                self._of_one_width = edit
                break  # another width has a mistake of its own, which no other edit of this one mends
        return None

    def _betters_real_cases(self, experiment: Experiment, text: str) -> bool:
        """Whether a text betters cases of the assignment and worsens none: what passes small ones may be half of it."""
        runner, cases = self._runners(self.lanes[0].tile_width)[0], self._real_cases(self.lanes[0])[:MOST_RID_OF]
        before, after = ([*runner.scores(each, cases)] for each in (experiment.text, text))
        pairs = [*zip(before, after, strict=True)]
        return any(now.betters(one) for one, now in pairs) and not any(now.worsens(one) for one, now in pairs)

    def _idle_last(
        self, text: str, passed: Sequence[Edit], lines: Callable[[Edit], object] = attrgetter("line")
    ) -> Sequence[Edit]:
        """The nearest first; but of those on several lines, what makes the kernel work for nothing comes later.

        A product whose rows and columns are exchanged twice is right, and reads columns where rows would do.
        """
        nearest = _distance(passed[0])[0] if passed else 0
        near = [edit for edit in passed if _distance(edit)[0] <= nearest + WIDER]
        firsts = list({lines(edit): edit for edit in reversed(near)}.values())[::-1][:MOST_COMPARED]
        if len(firsts) < 2 or all(edit.kind.startswith("barrier") for edit in firsts):
            return passed  # where threads wait asks nothing of memory
        lane = self.lanes[0]
        case = max(self._real_cases(lane)[:MOST_REAL_CASES], key=lambda case: case.work)
        runners = self._runners(lane.tile_width)

        def demands(number: int) -> dict[object, tuple[int, int]]:
            texts = {lines(edit): edit.apply(text) for edit in firsts[number :: len(runners)]}
            return {where: runners[number].demands(made, case) for where, made in texts.items()}

        with ThreadPoolExecutor(len(runners)) as pool:
            work = dict(item for part in pool.map(demands, range(len(runners))) for item in part.items())
        least = [min(amounts) for amounts in zip(*work.values(), strict=True)]
        idle = {
            where for where, amounts in work.items()
            if any(amount > MUCH_MORE * few for amount, few in zip(amounts, least, strict=True))
        }  # fmt: skip

        def place(edit: Edit) -> tuple[int, int]:
            distance, line = _distance(edit)
            return distance + DEARER * (lines(edit) in idle), line

        return sorted(passed, key=place)

    def _edits(self, experiment: Experiment) -> Sequence[Edit]:
        """What could be meant, the nearest first."""
        # Real cases are tried width by width: a first one has none that fails.
        later = not self._on_small_cases and experiment.runners[0].tile_width != self.lanes[0].tile_width
        return self._read(experiment.text, self._seen(experiment), MOST_TRIED, one_is_right=later)

    def _read(self, text: str, seen: Mapping[int, int], most: int, *, one_is_right: bool = False) -> Sequence[Edit]:
        request = EditsRequest(
            source=text, kernel=self.kernels, macro=self.attempt.macro,
            seen=seen, nearer=self._nearer(one_is_right=one_is_right), most=most,
        )  # fmt: skip
        try:
            return self.devices[-1].edits(request)
        except DeviceError:  # reading the text ended the child: nothing can be tried
            return ()

    def _places(self, experiment: Experiment) -> Sequence[Edit]:
        """Where something may be composed, the nearest first; that needs recordings, which a whole program has not."""
        if self.assignment.config.whole_program:
            return ()
        request = EditsRequest(
            source=experiment.text,
            kernel=self.kernels,
            macro=self.attempt.macro,
            seen=self._seen(experiment),
            only="places",
        )
        try:
            return self.devices[-1].edits(request)
        except DeviceError:
            return ()

    def _nearer(self, *, one_is_right: bool) -> dict[str, int]:
        """How much nearer some kinds of edits are to what the student meant, as far as findings and widths tell."""
        found = {kind.value for kind in self.kinds}
        nearer = {kind.name: kind.likelier for kind in edit_kinds().values() if not found.isdisjoint(kind.after)}
        right = [not any(map(failed, lane.outcomes)) for lane in self.lanes if lane.outcomes]
        # Right at one width and wrong at another: something stays as it is.
        one_is_right = one_is_right or (any(right) and not all(right))
        return nearer | ({"width follows": OF_THE_WIDTH} if one_is_right else {})

    def _experiment(self, text: str) -> Experiment | None:
        """On small cases where the kernel fails those; on the real ones that it fails otherwise.

        A width at which all fails, and not all does otherwise, is too small for what the text does: unrolled loops.
        """
        first = self._small_width(text)
        for width in (first, 2 * first) if first else ():
            cases = self._small if width == self._widths[0] else small_cases(self.assignment, width)
            small = self._tried_on(cases, width, text)
            if not small.failing:
                break
            if len(small.failing) < len(cases) or self.fails_everything:
                self._on_small_cases, self._small_at = True, width
                return small
        self._on_small_cases, self._small_at = False, max(self._widths, default=0)
        for lane in self.lanes:
            # What was mended for all cases may have another mistake, which shows at the sizes of a sweep alone.
            beside = self.confirming.wrong_beside.get(lane.tile_width)
            cases = (*self._real_cases(lane), *([beside] if beside else []))
            real = self._tried_on(cases, lane.tile_width, text)
            if real.failing:
                return real
        return None

    def _tried_on(self, cases: Sequence[TestCase], width: int, text: str) -> Experiment:
        self._experiments.append(Experiment(self._runners(width), text, cases, by_tiles=self._by_tiles))
        return self._experiments[-1]

    def _small_width(self, text: str) -> int:
        """The width at which many edits are tried: with two warps in a block where a text seems to work in warps."""
        width = self._widths[0] if self._widths and self._small else 0
        if width and works_in_warps(text):
            sizes = self._small[0].sizes
            while math.prod(geometry(self.assignment.config, sizes, width).block) < 2 * WARP:
                width *= 2
        return width

    def _real_cases(self, lane: Lane) -> tuple[TestCase, ...]:
        """Some that the kernel fails at this width and some that it passes, small ones."""
        wrong = [outcome.case for outcome in lane.outcomes if failed(outcome)]
        rest = [outcome.case for outcome in lane.outcomes if outcome.case not in wrong]
        return (
            *sorted(wrong, key=lambda case: case.work)[:MOST_REAL_CASES],
            *sorted(rest, key=lambda case: case.work)[:MOST_REAL_CASES],
        )

    def _runners(self, width: int) -> list[TrialRunner]:
        return [TrialRunner(self.opened, device, self.source, width) for device in self.devices]

    def _seen(self, experiment: Experiment) -> dict[int, int]:
        """The lines where something was seen to be wrong, with a handicap for those that only used it."""
        seen = {line: 0 for score in experiment.before.values() for _, line in score.found}
        if experiment.text == self.source.text:
            others = [one.other.line for item in self.findings for one in item.occurrences if one.other]
            seen |= dict.fromkeys([*(item.line for item in self.findings), *others], 0)
            # Where an index is too large, its array may be too small.
            outside = [item.array for item in self.findings if item.kind is Kind.OUT_OF_BOUNDS]
            seen |= {self._declared[array]: 1 for array in outside if array in self._declared}
            # What fills too little of an array is rather wrong than what reads it.
            unset = [item.array for item in self.findings if item.kind is Kind.UNINITIALIZED_READ and item.array]
            facts = SourceFacts(experiment.text, self.attempt.macro)
            for line in map(facts.store_line, dict.fromkeys(unset)):
                seen |= dict.fromkeys([line, *facts.loops_around(line)[-1:]], 0)
        evidence = self.evidence if experiment.text == self.source.text else self._evidence(experiment)
        for line in evidence:
            seen.setdefault(line, int(line != evidence[0]))
        return {line: handicap for line, handicap in seen.items() if line}


def _of_a_loop(text: str, edit: Edit) -> bool:
    """Whether an edit changes what says how often a loop goes round."""
    return re.match(r"\s*(?:for|while)\b", text.split("\n")[edit.line - 1]) is not None


def _is_target(text: str, edit: Edit) -> bool:
    """Return whether an edit changes where a value is put."""
    behind = text.encode()[edit.changes[0].end :].decode("utf-8", "replace")
    return re.match(r"[\s\])]*[-+*/]?=(?!=)", behind) is not None


def _needed_parts(passed: Sequence[Edit]) -> list[Edit]:
    """The edits without those of which a part mends as much."""
    parts = [frozenset(edit.changes) for edit in passed]
    return [edit for edit, own in zip(passed, parts, strict=True) if not any(part < own for part in parts)]


def _promising(better: Iterable[EditTrial]) -> list[EditTrial]:
    """What mends most first, without edits of several changes of which one mends as much: the rest may do anything."""

    def promise(result: EditTrial) -> tuple[int, int, tuple[int, int]]:
        passed, wrong, _ = result.mended
        return -passed, -wrong, _distance(result.edit)

    ordered = sorted(better, key=promise)
    mended = {result.edit.changes: result.mended for result in ordered}

    def is_too_much(result: EditTrial) -> bool:
        changes = result.edit.changes
        return len(changes) > 1 and any(mended.get((one,), ()) >= result.mended for one in changes)

    return [result for result in ordered if not is_too_much(result)]


def _work(row: LineCount) -> int:
    """How much the memory of a GPU works for a line, without what shared memory must do in any case."""
    return (row.sectors or 0) + (row.bank_wavefronts or 0) - (row.bank_ideal_wavefronts or 0)


def _distance(edit: Edit) -> tuple[int, int]:
    """How far an edit is from what the student meant, as far as the evidence tells; then the order of the text."""
    return edit.cost, edit.line
