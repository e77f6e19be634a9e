"""Tell of two mistakes which findings each makes alone, by mending one of them at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.devices.base import DeviceError, Emulator
from grader.grading.bench import Build
from grader.grading.lane import Attempt, LaneSteps, run_lane
from grader.grading.running import CaseOutcome
from grader.grading.wrong_results import kind_of_wrong
from grader.results import Explanation, Finding, Kind, Severity, Sighting
from grader.results.kinds import KINDS, FoundBy, SafetyRule
from grader.search.explaining import explain
from grader.search.telling import line_before

MOST_SEEN = 6
"""Findings that are looked for again, with one of two mistakes mended."""


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
    _device: Emulator

    def by_each(self, mended: Sequence[str | None]) -> list[tuple[Sighting, ...]]:
        """Return what each of two texts alone lacks of the findings; None is a text that cannot be tried alone."""
        found = self._shown_first()
        gone = [self._gone(text, found) if text is not None else None for text in mended]
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
            errors = [item for item in outcome.findings if item.severity is Severity.ERROR]
            for item in errors:
                shown = _Shown(lane.tile_width, outcome, item.kind, item.line, _known_by(item))
                seen.setdefault((item.kind, item.line), shown)
            if not errors and outcome.comparison and outcome.comparison.bad_cells and outcome.problem:
                wrong.append(_Shown(lane.tile_width, outcome, kind_of_wrong(outcome), 0, 0))
        # In the order in which they are told: of other inputs many mistakes look alike.
        wrong.sort(key=lambda shown: shown.outcome.problem is not None and not shown.outcome.problem.random)
        return [*wrong[:1], *seen.values()][:MOST_SEEN]

    def _gone(self, text: str, found: Sequence[_Shown]) -> set[int]:
        """The numbers of the findings that are not there any more in a changed text, in the cases that showed them."""
        changed, gone = self._attempt.with_text(text), set[int]()
        for number, shown in enumerate(found):
            steps = LaneSteps(budget=changed.budget, build=Build.IN_HASTE)
            try:
                cases = [shown.outcome.case]
                made = run_lane(changed.opened, self._device, changed.source, shown.tile_width, cases, steps)
            except DeviceError:  # nothing was seen there
                continue
            ended = any(KINDS[item.kind].source is FoundBy.LAUNCH for each in made.outcomes for item in each.findings)
            if made.outcomes and not ended and not any(self._is_left(shown, each, text) for each in made.outcomes):
                gone.add(number)
        wrong = {number for number in gone if KINDS[found[number].kind].source is FoundBy.COMPARISON}
        # What a small case tells of a wrong number belongs to the same mistake, or neither is told of one.
        if wrong and (told := self._pattern(self._attempt)) is not None and self._pattern(changed) == told:
            gone -= wrong
        return gone

    def _pattern(self, attempt: Attempt) -> Explanation | None:
        """What a small case tells of a text's wrong result."""
        told = explain(attempt, self._device)
        return told.explanations[0] if told else None

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


def _known_by(finding: Finding) -> int:
    """The line of a finding; of threads that come past a barrier that of the barrier, whichever way they take."""
    others = (one.other.line for one in finding.occurrences if one.other)
    return next(others, finding.line) if KINDS[finding.kind].rule is SafetyRule.BARRIERS else finding.line
