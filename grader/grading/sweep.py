"""Try a kernel that seems right at many shapes beside the cases; the first wrong one becomes a case.

Each launch has every check on, as in a case. Many go to the child in one request; only a shape with a finding or a
wrong result runs again by itself and is judged as cases are. The first wrong shape is made as small as possible.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from grader.assignment import TestCase
from grader.assignment.expressions import ExpressionError
from grader.devices.base import DeviceCrash, DeviceError, DeviceFault, DeviceTimeout, Launch, Launched
from grader.edits.landmarks import Landmarks
from grader.grading.bench import Bench, settle
from grader.grading.compare import bad_cells
from grader.grading.launching import changed_inputs
from grader.grading.opened import OpenAssignment
from grader.grading.running import CaseOutcome, run_case, without_race
from grader.grading.shapes import Budget, Effort, asked_of, shapes_to_try, side_of
from grader.labs.base import CaseProblem, ParameterError
from grader.oracle import OracleLimitError
from grader.results import Sizes, Status
from grader.results.base import variant_values

LAUNCHES_AT_ONCE = 32
STEPS_AT_ONCE = 20_000_000
ORACLE_SECONDS = 4.0
"""For all that an oracle is asked in one sweep; most need some tenths."""
MOST_ROUNDS = 24
"""How often a shape that is wrong is made smaller."""
MOST_TOGETHER = 3
"""Sizes that are made smaller at once."""
MOST_UNASKED = 8
"""Shapes at which the reference is wrong as well, after which the sweep ends: such sizes are not meant."""

SweepProgress = Callable[[int, int, int], None]
"""Called with the tile width, how many shapes are done there, and of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """The result of a sweep at one tile width: at how many `shapes` the kernel is right, and the first wrong one.

    All combinations of sizes up to `side` were among them; `ended` says why not all shapes were tried, `fault` how the
    grader itself failed.
    """

    shapes: int = 0
    side: int = 0
    wrong: CaseOutcome | None = None
    ended: str = ""
    fault: str = ""


class ShapeSweep:
    """One sweep of the kernel on a bench, whose text is `source`. Nothing begins once the budget is spent."""

    def __init__(self, opened: OpenAssignment, bench: Bench, source: str, effort: Effort, budget: Budget) -> None:
        self._opened, self._source, self._effort = opened, source, effort
        self._bench = replace(bench, oracle=bench.oracle and bench.oracle.within(ORACLE_SECONDS))
        self._budget = budget
        self._width = bench.kernel.tile_width
        self._space = asked_of(bench, opened.assignment)
        self._unasked = 0
        self._ended = ""

    def run(self, progress: SweepProgress = lambda *_: None) -> Swept:
        """Try the shapes in their order up to the first that is wrong."""
        done = 0
        try:
            # The same at every width but for the width itself, whatever else is drawn from the seed.
            seed = [self._bench.seed, zlib.crc32(b"sweep"), self._width]
            shapes = shapes_to_try(self._space, self._landmarks(), self._effort, seed)
            for part in self._requests(shapes):
                if self._budget.spent:
                    return Swept(shapes=done, ended="the time that one submission may take was over")
                right, wrong = self._tried(part)
                done += right
                if wrong is not None:
                    return Swept(shapes=done, wrong=self._smallest(wrong))
                if self._ended:
                    return Swept(shapes=done, ended=self._ended)
                if self._unasked >= MOST_UNASKED:
                    return Swept(shapes=done, ended="the reference is wrong at such shapes as well")
                progress(self._width, done, len(shapes))
        except DeviceFault as error:
            return Swept(shapes=done, fault=str(error))
        every = 0 if self._space.known else side_of(len(self._space.periods), self._effort.combinations)
        return Swept(shapes=done, side=every)

    def _landmarks(self) -> Landmarks:
        macro, width = self._bench.config.tile.width_name, variant_values(self._width)[0]
        found = Landmarks()
        for kernel in self._bench.kernel.kernels:
            with contextlib.suppress(DeviceTimeout, DeviceCrash):  # reading the text ended the child: others remain
                found = found.joined(self._bench.device.landmarks(self._source, kernel.display_name, macro, width))
        return found

    def _requests(self, shapes: Sequence[Sizes]) -> Iterator[list[TestCase]]:
        """Yield cases for one request each, with a bounded number of launches and amount of work."""
        part: list[TestCase] = []
        steps = 0
        for sizes in shapes:
            steps += self._space.effort(sizes)
            part.append(self._case(sizes))
            if len(part) == LAUNCHES_AT_ONCE or steps > STEPS_AT_ONCE:
                yield part
                part, steps = [], 0
        if part:
            yield part

    def _case(self, sizes: Sizes) -> TestCase:
        return self._opened.assignment.sweep_case(sizes, self._width)

    def _tried(self, cases: Sequence[TestCase]) -> tuple[int, CaseOutcome | None]:
        """Return how many of the cases are right, up to the first that is wrong, and that one.

        A timeout ends the sweep without a fault: an endless loop runs out of instructions at small sizes already, and
        only cases say how slow a kernel may be.
        """
        right = 0
        for case, clean in self._glanced_at(cases):
            if not clean and self._budget.spent:
                break
            outcome = None if clean else self._judged(case)
            if outcome is None or outcome.is_faultless:
                right += 1
            elif outcome.unanswered:
                self._ended = "the kernel takes too long at larger sizes"
                break
            elif self._is_asked_for(case):
                return right, outcome
            else:
                self._unasked += 1
        return right, None

    def _glanced_at(self, cases: Sequence[TestCase]) -> list[tuple[TestCase, bool]]:
        """Return the cases, and whether each is right without findings.

        Stop at a case for which the oracle takes more time or memory than a sweep has.
        """
        made: list[tuple[TestCase, CaseProblem]] = []
        try:
            made.extend(zip(cases, self._bench.problems(cases), strict=True))
        except OracleLimitError as error:
            self._ended = error.words
        try:
            launches = [(self._bench.plan(problem), problem) for _, problem in made]
            right = self._right(launches)
        except (DeviceTimeout, DeviceCrash, ParameterError, ValueError):  # one by one it shows which case it was
            right = [False] * len(made)
        return [(case, is_right) for (case, _), is_right in zip(made, right, strict=True)]

    def _right(self, launches: Sequence[tuple[Launch, CaseProblem]]) -> list[bool]:
        """Return which launches are right without findings, also where the last thread begins if that may matter."""
        glimpses = self._glimpses(launches)
        right = _each_right(glimpses, launches)
        varying = [number for number, glimpse in enumerate(glimpses) if glimpse.varies and right[number]]
        turned = [
            (replace(launch, turns="reversed"), problem) for launch, problem in (launches[number] for number in varying)
        ]
        for number, is_right in zip(varying, _each_right(self._glimpses(turned), turned), strict=True):
            right[number] = is_right
        return right

    def _glimpses(self, launches: Sequence[tuple[Launch, CaseProblem]]) -> Sequence[Launched]:
        if not launches:
            return ()
        return self._bench.device.glimpses(self._bench.kernel, [launch for launch, _ in launches])

    def _judged(self, case: TestCase) -> CaseOutcome:
        return without_race(self._bench, run_case(self._bench, case))

    def _is_asked_for(self, case: TestCase) -> bool:
        """True if the reference is right there: only that says which sizes a lab is meant for."""
        try:
            return self._reference is None or run_case(self._reference, case).status is Status.PASSED
        except DeviceError:
            return True

    def _smallest(self, wrong: CaseOutcome) -> CaseOutcome:
        """Return the fault at a shape of which no smaller one is found to be wrong.

        Where a kernel does not end the first such shape stays: to learn that of each smaller one takes seconds.
        """
        for _ in range(0 if wrong.status is Status.TIMEOUT else MOST_ROUNDS):
            smaller = self._smaller(wrong)
            if smaller is None:
                break
            wrong = smaller
        return wrong

    def _smaller(self, wrong: CaseOutcome) -> CaseOutcome | None:
        """Return a smaller shape that is wrong: one size less, the largest first, then several by the same amount."""
        sizes = wrong.case.sizes
        names = sorted(sizes, key=lambda name: -sizes[name])
        for count in range(1, min(len(names), MOST_TOGETHER) + 1):
            for together in itertools.combinations(names, count):
                found = self._first_wrong(self._less(sizes, together))
                if found is not None:
                    return found
        return None

    def _less(self, sizes: Sizes, together: Sequence[str]) -> list[TestCase]:
        """Return cases in which these sizes are less by the same amount, the smallest first."""
        least = min(sizes[name] for name in together)
        made = (
            self._space.askable({**sizes, **{name: sizes[name] - least + less for name in together}})
            for less in _below(least, self._space.periods[together[0]])
        )
        smaller = (other for other in made if other != sizes and all(other[name] <= sizes[name] for name in sizes))
        return [self._case(other) for other in smaller if self._is_possible(other)]

    def _is_possible(self, sizes: Sizes) -> bool:
        try:
            return self._space.effort(sizes) > 0
        except ExpressionError:
            return False

    def _first_wrong(self, cases: Sequence[TestCase]) -> CaseOutcome | None:
        for case in (case for case, clean in self._glanced_at(cases) if not clean and not self._budget.spent):
            outcome = self._judged(case)
            if not (outcome.is_faultless or outcome.unanswered) and self._is_asked_for(case):
                return outcome
        return None

    @functools.cached_property
    def _reference(self) -> Bench | None:
        """The reference, launched as kernels are; None where it is missing, is itself swept, or has another width."""
        config = self._opened.config
        if config.tile.widths == "auto" or not self._opened.has_reference:
            return None
        if self._opened.assignment.text(config.reference) == self._source:
            return None
        kernel = self._opened.compiled(self._bench.device, config.reference, self._width)
        bench = replace(self._bench, config=config, own=None).of(kernel)
        return settle(bench)[0] if kernel.ok else None


def _each_right(glimpses: Sequence[Launched], launches: Sequence[tuple[Launch, CaseProblem]]) -> list[bool]:
    """Return which launches are known to be right: those after one that did not end are not."""
    right = [
        glimpse.clean and not changed_inputs(glimpse, launch, problem) and not any(bad_cells(glimpse, problem))
        for glimpse, (launch, problem) in zip(glimpses, launches, strict=False)
    ]
    return right + [False] * (len(launches) - len(right))


def _below(size: int, period: int) -> list[int]:
    """Return smaller sizes to try: the smallest, the same remainder with fewer tiles, parts of it, and just below."""
    remainder = 1 + (size - 1) % period
    parts = [size * eighths // 8 for eighths in range(1, 8)]
    nearly = [size - size // 16, size - size // 64, size - period, size - 1]
    wanted = {1, 2, remainder, remainder + period, *parts, *nearly}
    return sorted(less for less in wanted if 0 < less < size)
