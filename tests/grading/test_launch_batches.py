"""Launches of cases made many at a time: the outcomes are those of launches one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from grader.assignment import Assignment, TestCase
from grader.devices.base import Compiled, DeviceTimeout, Launch, Launched
from grader.grading.bench import MOST_AT_ONCE, Bench, LaunchBatches
from grader.grading.launching import make_launch


@dataclass
class Device:
    """Answers each launch with its number of blocks, and remembers how many it was given at once.

    Launches with so many blocks are `endless`, and of those with so many it is never `heard` of again.
    """

    endless: int = 0
    unheard: int = 0
    asked: list[int] = field(default_factory=list)

    def launch_many(self, _: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """Up to the first that does not end."""
        self.asked.append(len(launches))
        blocks = [int(np.prod(launch.steps[0].grid)) for launch in launches]
        if self.unheard in blocks:
            raise DeviceTimeout("no answer")
        last = blocks.index(self.endless) if self.endless in blocks else len(blocks)
        return [
            Launched(arrays={"blocks": np.array([count])}, written={}, finished=count != self.endless)
            for count in blocks[: last + 1]
        ]


def bench_of(assignment: Assignment, device: Device) -> Bench:
    """A kernel with the usual parameters on that device."""
    kernel = Compiled(ok=True, parameters=tuple(("int", name) for name in "ABCMKN"))
    return Bench(config=assignment.config, kernel=kernel, device=device, seed=1)  # type: ignore[arg-type]


def cases_of(assignment: Assignment) -> list[TestCase]:
    return [case for case in assignment.cases() if case.tile_width == 16]


def launch_of(bench: Bench, case: TestCase) -> Launch:
    return make_launch(bench.config, bench.kernel, bench.problem(case))


def blocks_of(bench: Bench, cases: Sequence[TestCase]) -> list[int]:
    return [int(np.prod(launch_of(bench, case).steps[0].grid)) for case in cases]


def answered(bench: Bench, cases: Sequence[TestCase]) -> list[int]:
    """The cases one after another, each with the answer that it got."""
    ahead = LaunchBatches(bench, cases)
    return [int(ahead.launch(case, launch_of(bench, case)).arrays["blocks"][0]) for case in cases]


def test_each_case_gets_its_own_answer_from_few_requests(assignment: Assignment) -> None:
    """One, then two, then four: as long as nothing is wrong with them."""
    device, cases = Device(), cases_of(assignment)
    bench = bench_of(assignment, device)
    assert answered(bench, cases) == blocks_of(bench, cases)
    assert device.asked[:3] == [1, 2, 4]
    assert max(device.asked) <= MOST_AT_ONCE
    assert sum(device.asked) == len(cases)


def test_after_a_launch_that_does_not_end_the_next_is_made_when_it_is_asked_for(assignment: Assignment) -> None:
    """Nobody waits for the loops of cases that will not be run."""
    device, cases = Device(), cases_of(assignment)
    bench = bench_of(assignment, device)
    blocks = blocks_of(bench, cases)
    device.endless = blocks[0]
    assert answered(bench, cases) == blocks
    assert device.asked[:2] == [1, 1]


def test_where_a_request_has_no_answer_each_launch_is_made_by_itself(assignment: Assignment) -> None:
    """The one that has none says so, and no other."""
    device, cases = Device(), cases_of(assignment)
    bench = bench_of(assignment, device)
    blocks = blocks_of(bench, cases)
    device.unheard = next(count for count in blocks[2:] if count not in blocks[:2])
    ahead = LaunchBatches(bench, cases)
    for case, count in zip(cases, blocks, strict=True):
        if count == device.unheard:
            with pytest.raises(DeviceTimeout):
                ahead.launch(case, launch_of(bench, case))
        else:
            assert ahead.launch(case, launch_of(bench, case)).arrays["blocks"][0] == count


def test_a_case_that_cannot_be_launched_ends_what_is_made_ahead(assignment: Assignment) -> None:
    """It is told when its turn comes."""
    device, cases = Device(), cases_of(assignment)
    bench = bench_of(assignment, device)
    ahead = LaunchBatches(bench, [cases[0], cases[1]])
    ahead.launch(cases[0], launch_of(bench, cases[0]))
    nameless = Compiled(ok=True, parameters=(("int", "unknown"),))
    other = LaunchBatches(Bench(config=bench.config, kernel=nameless, device=device, seed=1), cases)  # type: ignore[arg-type]
    other.launch(cases[0], launch_of(bench, cases[0]))
    other.launch(cases[1], launch_of(bench, cases[1]))
    assert device.asked == [1, 1, 1]
