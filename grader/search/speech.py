"""Steps of a recording in a sentence: elements, threads, and lists of them, as the source writes them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence

from grader.compiling.source_facts import SourceFacts
from grader.devices.base import Launch
from grader.emulator.result import Dim3
from grader.grading.bench import Bench
from grader.grading.recording import layouts_of
from grader.labs.base import CaseProblem
from grader.labs.findings import Names
from grader.report.format import dim3, joined
from grader.results import in_source
from grader.search.trail import Place, Step

LARGEST_NUMBER = 16
"""Bytes of the largest element that is moved at once."""
MOST_LISTED = 5
"""Elements, threads or runs of elements that a sentence names."""


def few(names: Sequence[str]) -> str:
    """The first names, and how many there are more."""
    return with_more(names[:MOST_LISTED], len(names) - MOST_LISTED)


def with_more(names: Sequence[str], left: int) -> str:
    """Some names, and how many there are beside them."""
    return joined([*names, *([f"{left:,} more"] if left > 0 else [])])


class Speech:
    """Names what a launch of one text does."""

    def __init__(self, bench: Bench, facts: SourceFacts, problem: CaseProblem, asked: Launch) -> None:
        self._facts, self._problem, self._asked = facts, problem, asked
        self._shared = Names({}, {each.name: each for each in bench.kernel.declarations})
        self._layouts = layouts_of(bench)
        self._buffers = {**problem.buffers, **problem.constants}

    @property
    def shared(self) -> Collection[str]:
        """The names of the arrays in shared memory."""
        return self._shared.declarations.keys()

    def several(self, steps: Sequence[Step]) -> tuple[int, str]:
        """The line with the most different places, and which these are."""
        by_line = Counter(line for line, _ in {(step.event.line, step.where) for step in steps})
        if not by_line:
            return 0, ""
        line = by_line.most_common(1)[0][0]
        return line, self.listed([step for step in steps if step.event.line == line])

    def listed(self, steps: Sequence[Step]) -> str:
        """Where steps are, in their order; many of them as runs of neighbours."""
        places = {step.where: self.place(step.where) for step in steps}
        if len(names := dict.fromkeys(places.values())) <= MOST_LISTED:
            return joined(list(names))
        runs: list[list[Place]] = []
        for array, index in sorted(places):
            before = runs[-1][-1] if runs else ("", -1)
            same_row = before in places and _row(places[before]) == _row(places[array, index])
            if (array, index - 1) == before and same_row:
                runs[-1].append((array, index))
            else:
                runs.append([(array, index)])
        named: list[tuple[str, int]] = []
        for run in runs:
            first, last = places[run[0]], places[run[-1]]
            named += [(f"{first} to {last}", len(run))] if len(run) > 2 else [(places[each], 1) for each in run]
        return with_more([name for name, _ in named[:MOST_LISTED]], sum(count for _, count in named[MOST_LISTED:]))

    def place(self, where: Place) -> str:
        """An element of a buffer or a shared array; a shared variable by its name alone."""
        array, index = where
        if index < 0:
            return f"something outside {array}"
        if array in self._buffers:
            return self._buffers[array].element(array, index)
        if not any(re.search(rf"\b{re.escape(array)}\s*\[", text) for text in self._facts.code):
            return array
        declared = self._shared.declarations.get(array)
        layout = self._layouts.get(array)
        # Of a struct that nothing describes what is moved at once is counted, not the struct.
        whole = declared is not None and (layout is not None or declared.element_bytes <= LARGEST_NUMBER)
        size = (declared.element_bytes if declared is not None and whole else 0) or 4
        if layout and layout.count > 1:
            index, member = divmod(index, layout.count)
            return in_source(array, (*self._shared.index(array, index * size), member), layout.members)
        known = self._shared.index(array, index * size)
        # A template's array may have rows of a length that its text does not tell.
        if len(known) < 2 and any(
            re.search(rf"\b{re.escape(array)}\s*\[[^]]*\]\s*\[", text) for text in self._facts.code
        ):
            return f"an element of {array}"
        return array + "".join(f"[{each}]" for each in known or (index,))

    def row(self, step: Step) -> str:
        """The element without its last subscript."""
        return _row(self.place(step.where))

    def thread(self, step: Step) -> str:
        """The thread that does it, and its block where there are several."""
        thread = dim3(self.place_in_block(step))
        return f"{thread} of block {dim3(step.block)}" if self.has_blocks(step) else thread

    def has_blocks(self, step: Step) -> bool:
        """Whether its launch has more blocks than one."""
        return self._asked.steps[step.launch].grid != (1, 1, 1)

    def threads(self, step: Step) -> int:
        """How many threads its block has."""
        return math.prod(self._asked.steps[step.launch].block)

    def place_in_block(self, step: Step) -> Dim3:
        """The thread's place in its block."""
        x, y, _ = self._asked.steps[step.launch].block
        number = step.event.thread
        return number % x, number // x % y, number // (x * y)


def _row(place: str) -> str:
    return place.rpartition("[")[0]
