"""Tell what edits say that mend a submission: of each line what is wrong there, and of two what each alone makes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from grader.devices.base import DeviceError, Emulator
from grader.edits.change import Edit, difference
from grader.grading.bench import Build
from grader.grading.lane import Attempt, LaneSteps, run_lane
from grader.grading.running import CaseOutcome
from grader.grading.shapes import Budget
from grader.grading.wrong_results import kind_of_wrong
from grader.results import Cause, EditedLine, Explanation, Finding, Kind, Sighting
from grader.results.kinds import KINDS, FoundBy, SafetyRule
from grader.search.confirming import errors, failed
from grader.search.counterpart import Counterpart
from grader.search.edited import Sized, edited_line
from grader.search.explaining import explain
from grader.search.telling import changed_lines, line_before
from grader.words.tables import edit_kinds

MOST_SEEN = 6
"""Findings that are looked for again, with one of two mistakes mended."""


@dataclass(frozen=True)
class Mistakes:
    """Tells of edits what is wrong in an attempt; `sized` are its kernels and their blocks, `time` is the search's."""

    _attempt: Attempt
    _devices: Sequence[Emulator]
    _sized: Sequence[Sized]
    _time: Budget

    def cause(self, mended: str, passed: Sequence[Edit], *made: tuple[Edit, str]) -> Cause:
        """Return the cause of one edit or two, each of a text: the submission's, or that with its first mistake mended.

        All that is wrong is right in the `mended` text, and after each of the edits that `passed`.
        """
        first, *second = self._told_apart(made, mended)
        text, edit = self._attempt.source.text, made[0][0]
        outcomes = [outcome for lane in self._attempt.lanes for outcome in lane.outcomes if failed(outcome)]
        # Cases that failed only because no GPU could launch them are left out if other cases failed.
        wrong = [each for each in outcomes if not each.comparison or each.comparison.bad_cells or errors(each.findings)]
        others = (other.line for other in passed if other.line != edit.line)
        return Cause(
            **first.model_dump(),
            second=next(iter(second), None),
            proved=True,
            edit=difference(text, mended),
            lines=changed_lines(text, mended),
            others=tuple(dict.fromkeys(others)),
            cases_mended=len(wrong or outcomes),
        )

    def _told_apart(self, made: Sequence[tuple[Edit, str]], mended: str) -> Sequence[EditedLine]:
        """Return the mistakes; of two on different lines each with what it alone makes."""
        if len({edit.line for edit, _ in made}) < 2:
            return [self.mistake(edit, text, mended) for edit, text in made]
        # What was made second is not tried alone: it removes what the first one leaves.
        alone = [edit.apply(text) if text == self._attempt.source.text else None for edit, text in made]

        def told(one: tuple[Edit, str], device: Emulator) -> EditedLine:
            return self.mistake(*one, right=mended, devices=[device])

        with ThreadPoolExecutor(len(self._devices)) as pool:
            mistakes = pool.map(told, made, itertools.cycle(self._devices))
        pairs = zip(mistakes, Removing(self._attempt, self._devices).by_each(alone), strict=True)
        return [edited.model_copy(update={"removes": seen}) for edited, seen in pairs]

    def mistake(
        self, edit: Edit, text: str, mended: str | None = None, right: str | None = None,
        devices: Sequence[Emulator] = (),
    ) -> EditedLine:  # fmt: skip
        """Return what an edit of a text says of it; compared with what is `mended`, or with what the edit alone makes.

        Of two mistakes `right` is the text without both of them. `devices` are those to use, if not all.
        """
        attempt = self._attempt
        found = (item for lane in attempt.lanes for outcome in lane.outcomes for item in outcome.findings)
        seen = (item.array or "" for item in found)
        told = edited_line(edit, text, attempt.source.text, macro=attempt.macro, kernels=self._sized, seen=seen)
        known = edit_kinds().get(told.kind.removesuffix(" twice"))
        if self._time.starved or known is None or known.waits or known.either:
            return told
        first, *others = (Counterpart(attempt.with_text(text), device) for device in devices or self._devices)
        valued = edit, attempt.macro, right or mended or edit.apply(text)
        with ThreadPoolExecutor(1) as pool:
            value = pool.submit(others[0].value, *valued) if others else None
            instead = None
            # Behind another condition a thread takes other elements, each rightly; in a larger array the same ones.
            if not re.match(r"guard|.*condition|another size|row too short|sizes exchanged", known.name):
                instead = first.told(mended) if mended else first.in_small_cases(edit.apply(text), right)
        # An element on the line itself says more than a number; one on another line says less.
        if instead is None or instead.facts["line"] != told.line:
            instead = (value.result() if value else first.value(*valued)) or instead
        return told.model_copy(update={"instead": instead})


@dataclass(frozen=True, slots=True)
class _Shown:
    """A finding in a case that showed it, and the line that it is known by; of a wrong number the lines are 0."""

    tile_width: int
    outcome: CaseOutcome
    kind: Kind
    line: int
    known_by: int


@dataclass(frozen=True)
class Removing:
    """Launches a submission again with one of its two mistakes mended."""

    _attempt: Attempt
    _devices: Sequence[Emulator]

    def by_each(self, mended: Sequence[str | None]) -> list[tuple[Sighting, ...]]:
        """Return for each of two texts the findings that it removes and the other one does not.

        None stands for a text that cannot be tried alone.
        """
        found = self._shown_first()

        def without(text: str | None, device: Emulator) -> set[int] | None:
            return self._gone(text, found, device) if text is not None else None

        with ThreadPoolExecutor(len(self._devices)) as pool:
            gone = [*pool.map(without, mended, itertools.cycle(self._devices))]
        both = [each if each is not None else set(range(len(found))) - (other or set())
                for each, other in zip(gone, reversed(gone), strict=True)]  # fmt: skip
        return [
            tuple(
                Sighting(kind=found[number].kind, line=found[number].line, case=found[number].outcome.case.label)
                for number in sorted(own - other)
            )
            for own, other in zip(both, reversed(both), strict=True)
        ]

    def _shown_first(self) -> list[_Shown]:
        """Each finding in the first case that showed it, and the first wrong result that no other finding explains."""
        seen: dict[tuple[Kind, int], _Shown] = {}
        wrong: list[_Shown] = []
        for lane, outcome in [(each, outcome) for each in self._attempt.lanes for outcome in each.outcomes]:
            found = errors(outcome.findings)
            for item in found:
                shown = _Shown(lane.tile_width, outcome, item.kind, item.line, _known_by(item))
                seen.setdefault((item.kind, item.line), shown)
            if not found and outcome.comparison and outcome.comparison.bad_cells and outcome.problem:
                wrong.append(_Shown(lane.tile_width, outcome, kind_of_wrong(outcome), 0, 0))
        # In the order in which they are told: of other inputs many mistakes look alike.
        wrong.sort(key=lambda shown: shown.outcome.problem is not None and not shown.outcome.problem.random)
        return [*wrong[:1], *seen.values()][:MOST_SEEN]

    def _gone(self, text: str, found: Sequence[_Shown], device: Emulator) -> set[int]:
        """The numbers of the findings that are not there any more in a changed text, in the cases that showed them."""
        changed, gone = self._attempt.with_text(text), set[int]()
        for number, shown in enumerate(found):
            steps = LaneSteps(budget=changed.budget, build=Build.IN_HASTE)
            try:
                cases = [shown.outcome.case]
                made = run_lane(changed.opened, device, changed.source, shown.tile_width, cases, steps)
            except DeviceError:  # nothing was seen there
                continue
            ended = any(KINDS[item.kind].source is FoundBy.LAUNCH for each in made.outcomes for item in each.findings)
            if made.outcomes and not ended and not any(self._is_left(shown, each, text) for each in made.outcomes):
                gone.add(number)
        wrong = {number for number in gone if KINDS[found[number].kind].source is FoundBy.COMPARISON}
        # What a small case tells of a wrong number belongs to the same mistake, or neither is told of one.
        if wrong and (told := _pattern(self._attempt, device)) is not None and _pattern(changed, device) == told:
            gone -= wrong
        return gone

    def _is_left(self, shown: _Shown, after: CaseOutcome, text: str) -> bool:
        """True if a finding is there as before; of wrong numbers, if there is one no later than the first was."""
        if KINDS[shown.kind].source is FoundBy.COMPARISON:
            first, now = (each.comparison and each.comparison.first for each in (shown.outcome, after))
            wrong = after.comparison is None or after.comparison.bad_cells > 0
            if after.comparison and shown.kind is Kind.UNWRITTEN_OUTPUT and kind_of_wrong(after) is not shown.kind:
                return False  # it is stored now, if wrongly
            return wrong and (not first or not now or now.index <= first.index)
        return any(
            item.kind is shown.kind and line_before(self._attempt.source.text, text, _known_by(item)) == shown.known_by
            for item in after.findings
        )


def _pattern(attempt: Attempt, device: Emulator) -> Explanation | None:
    """What a small case tells of a text's wrong result."""
    told = explain(attempt, device)
    return told.explanations[0] if told else None


def _known_by(finding: Finding) -> int:
    """The line of a finding; of threads that come past a barrier that of the barrier, whichever way they take."""
    others = (one.other.line for one in finding.occurrences if one.other)
    return next(others, finding.line) if KINDS[finding.kind].rule is SafetyRule.BARRIERS else finding.line
