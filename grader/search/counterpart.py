"""Tell of a proved change which element a thread takes wrongly, or which value it has, and which are right.

Both texts are recorded on one case, and compared thread by thread: the first access that goes to another element is
told. It needs to know nothing of the lab, nor of what was changed.
"""

from __future__ import annotations

import contextlib
import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from grader.assignment import TestCase
from grader.compiling.source_facts import SourceFacts
from grader.devices.base import DeviceError, Emulator
from grader.edits.change import Edit
from grader.emulator.result import Dim3
from grader.grading.bench import Bench
from grader.grading.compare import bad_cells
from grader.grading.lane import Attempt, Lane
from grader.labs.base import ParameterError
from grader.results import Explanation, Finding, Severity, Visibility
from grader.search.explaining import small_benches, unoptimised
from grader.search.influence import failing_cases, small_case
from grader.search.speech import Speech
from grader.search.telling import line_before
from grader.search.trail import MOVES, Step, recorded
from grader.search.values import RunValues

MOST_CASES = 2
_DOES = {"load": ("reads", "read"), "store": ("writes", "write"), "atomic": ("updates", "update")}


@dataclass(frozen=True, slots=True)
class _Run:
    """A text's steps on a case by thread, and how to name what they are about."""

    steps: Mapping[object, Sequence[Step]]
    speech: Speech


@dataclass(frozen=True)
class Counterpart:
    """Compares an attempt with its mended text on a case that failed."""

    attempt: Attempt
    device: Emulator

    def told(self, mended: str) -> Explanation | None:
        """Return what the first access does that goes to another element; None where there is none such.

        Where a thread was seen to do something wrong it is that thread's, in that case; else one of a small case.
        """
        seen = self._seen()
        with contextlib.suppress(DeviceError, ParameterError, ValueError):
            return self._where_seen(mended, *seen) if seen else self.in_small_cases(mended)
        return None

    def value(self, edit: Edit, macro: str, right: str) -> Explanation | None:
        """Return what the value is that an edit of the text changes, and what it makes of it; None where there is none.

        In the thread that was seen to do something wrong, in that case, or else in a small case that fails, and that
        the `right` text passes.
        """
        with contextlib.suppress(DeviceError, ParameterError, ValueError):
            return next(self._values(edit, macro, right), None)
        return None

    def _values(self, edit: Edit, macro: str, right: str) -> Iterator[Explanation]:
        if (seen := self._seen()) is not None:
            lane, case, finding = seen
            assert lane.bench is not None
            told = self._run_values(lane.bench, macro).changed(case, edit, finding.block, finding.thread)
            if told is not None and case.visibility is Visibility.VISIBLE:
                sizes = small_case(lane.bench, lane.bench.problem(case))
                told = told.model_copy(update={"facts": {**told.facts, "case": case.label, "small": sizes}})
            if told is not None:
                yield told
        for bench, failing in itertools.islice(small_benches(self.attempt, self.device), 1):
            for case in itertools.islice(failing_cases(bench, failing), MOST_CASES):
                if not self._is_right(bench, case, right):
                    return
                if (told := self._run_values(bench, macro).changed(case, edit)) is not None:
                    small = small_case(bench, bench.problem(case))
                    yield told.model_copy(update={"facts": {**told.facts, "small": small}})

    def _is_right(self, like: Bench, case: TestCase, text: str) -> bool:
        """Return whether a text is right at the width of a bench, which may be smaller than what it is written for."""
        bench = self._compiled(like, text)
        if bench is None:
            return False
        problem = bench.problem(case)
        launched = bench.device.launch(bench.kernel, bench.plan(problem))
        return launched.clean and not any(bad_cells(launched, problem))

    def _run_values(self, like: Bench, macro: str) -> RunValues:
        names = tuple(each.display_name for each in like.kernel.kernels)
        return RunValues(self.device, self.attempt.source.text, macro, names, partial(self._compiled, like))

    def _seen(self) -> tuple[Lane, TestCase, Finding] | None:
        """The first finding of a thread, with the case that showed it."""
        outcomes = ((lane, outcome) for lane in self.attempt.lanes if lane.bench for outcome in lane.outcomes)
        found = (
            (lane, outcome.case, item)
            for lane, outcome in outcomes
            for item in outcome.findings
            if item.severity is Severity.ERROR and item.block and item.thread and item.line
        )
        return next(found, None)

    def _where_seen(self, mended: str, lane: Lane, case: TestCase, finding: Finding) -> Explanation | None:
        assert lane.bench is not None
        text = self.attempt.source.text
        before, after = self._compiled(lane.bench, text), self._compiled(lane.bench, mended)
        if before is None or after is None:
            return None
        one, other = _run(before, text, case, finding.block), _run(after, mended, case, finding.block)
        return self._first(one, other, mended, finding)

    def in_small_cases(self, mended: str, right: str | None = None) -> Explanation | None:
        """Return the same of the first small case that fails, and that the `right` text passes if one is given."""
        with contextlib.suppress(DeviceError, ParameterError, ValueError):
            return next(self._in_small(mended, right or mended), None)
        return None

    def _in_small(self, mended: str, right: str) -> Iterator[Explanation]:
        for bench, failing in itertools.islice(small_benches(self.attempt, self.device), 1):
            after = self._compiled(bench, mended)
            for case in itertools.islice(failing_cases(bench, failing), MOST_CASES) if after else ():
                assert after is not None
                if not self._is_right(bench, case, right):
                    return
                told = self._first(_run(bench, self.attempt.source.text, case), _run(after, mended, case), mended)
                if told is not None:
                    small = small_case(bench, bench.problem(case))
                    yield told.model_copy(update={"facts": {**told.facts, "small": small}})

    def _compiled(self, like: Bench, text: str) -> Bench | None:
        """A text with every access that stands in it, at a bench's width."""
        return unoptimised(self.attempt.with_text(text), self.device, like, like.kernel.tile_width)

    def _first(self, one: _Run, other: _Run, mended: str, finding: Finding | None = None) -> Explanation | None:
        """The first step of a thread that goes elsewhere; with a finding, on its line if there is one."""
        text = self.attempt.source.text
        differing = (
            pair
            for thread, steps in one.steps.items()
            for pair in _elsewhere(steps, other.steps.get(thread, ()), text, mended)
        )
        pairs = list(itertools.islice(differing, None if finding else 1))
        if finding is not None:
            own = [pair for pair in pairs if one.speech.place_in_block(pair[0]) == finding.thread]
            pairs = [pair for pair in own if pair[0].event.line == finding.line] or own or pairs
        if not pairs:
            return None
        wrong, right = pairs[0]
        if right.event.index < 0:
            return None
        does, do = _DOES[wrong.event.op]
        place = one.speech.place(wrong.where) if wrong.event.index >= 0 else ""
        meant = other.speech.place(right.where)
        if place == meant:  # rows of another length: the same element lies elsewhere
            return None
        facts: dict[str, int | str] = {
            "line": wrong.event.line, "thread": one.speech.thread(wrong), "does": does, "do": do,
            "place": place, "meant": meant,
        }  # fmt: skip
        return Explanation(name="way-instead", facts={key: value for key, value in facts.items() if value})


def _run(bench: Bench, text: str, case: TestCase, only: Dim3 | None = None) -> _Run:
    problem = bench.problem(case)
    asked = bench.plan(problem)
    steps: dict[object, list[Step]] = defaultdict(list)
    for step in recorded(bench, asked, only):
        if step.event.op in MOVES:
            steps[step.thread].append(step)
    facts = SourceFacts(text, bench.config.tile.macro or "", bench.kernel.kernel_line)
    return _Run(steps, Speech(bench, facts, problem, asked))


def _elsewhere(one: Sequence[Step], other: Sequence[Step], text: str, mended: str) -> Iterator[tuple[Step, Step]]:
    """The steps of a thread that go to another element, as far as both texts take the same way."""
    lines: dict[int, int] = {}
    for wrong, right in zip(one, other, strict=False):
        line = lines.setdefault(right.event.line, 0) or line_before(text, mended, right.event.line)
        lines[right.event.line] = line
        if (wrong.event.op, wrong.event.line, wrong.event.object) != (right.event.op, line, right.event.object):
            return
        if wrong.event.index != right.event.index:
            if _goes_there(one, right) and _goes_there(other, wrong):
                return  # both go to both elements: one of the two has only more to do in between
            yield wrong, right


def _goes_there(steps: Sequence[Step], step: Step) -> bool:
    """Return whether one of the steps goes to the same element, in the same way."""
    at = step.event.op, step.event.object, step.event.index
    return any((each.event.op, each.event.object, each.event.index) == at for each in steps)
