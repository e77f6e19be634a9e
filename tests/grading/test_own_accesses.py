"""What only an optimiser's loads make is found of no kernel: all threads load what one of them is to."""

from __future__ import annotations

import pytest

from grader.assignment import Assignment
from grader.grading.lane import LaneSteps, run_lane
from grader.grading.launching import StudentSource
from grader.grading.opened import OpenAssignment
from tests.search.kernels import TILED, changed
from tests.search.local import LocalEmulator

WIDTH = 16
KEEPS = "float acc = 0.0f;"


def found(assignment: Assignment, text: str) -> set[tuple[str, int]]:
    """Return the kinds and lines that are found of a kernel on the three smallest cases."""
    opened = OpenAssignment(assignment=assignment, seed=1)
    cases = sorted((case for case in assignment.cases() if case.tile_width == WIDTH), key=lambda case: case.work)[:3]
    lane = run_lane(opened, LocalEmulator(), StudentSource(text=text, filename="k.cu"), WIDTH, cases, LaneSteps())
    return {(item.kind.value, item.line) for outcome in lane.outcomes for item in outcome.findings}


def with_choice(choice: str) -> str:
    """Return the product whose threads keep a number each, and choose one, on line 12."""
    stored = "__shared__ float s[TILE_WIDTH * TILE_WIDTH]; int n = y * TILE_WIDTH + x; s[n] = 1.0f;"
    chosen = f"{stored}\n    float one = {choice};\n    __syncthreads();\n    {KEEPS}"
    return changed(changed(TILED, KEEPS, chosen), "= acc;", "= acc * one;")


@pytest.mark.parametrize("number", ["0", "3"])
def test_an_element_that_its_own_thread_alone_reads_makes_no_race(assignment: Assignment, number: str) -> None:
    """Nor is it read unset, though the first thread is made to load it before the third has stored it."""
    assert not found(assignment, with_choice(f"n == {number} ? s[{number}] : 1.0f"))


def test_an_element_that_another_thread_stores_makes_one(assignment: Assignment) -> None:
    """The same choice, by the thread beside it."""
    assert {kind for kind, _ in found(assignment, with_choice("n == 1 ? s[0] : 1.0f"))} == {"data-race"}


def test_a_race_beside_it_is_told_alone(assignment: Assignment) -> None:
    """The barrier behind the sums is missing: only on the tiles' lines threads meet."""
    text = with_choice("n == 0 ? s[0] : 1.0f").replace("        __syncthreads();\n    }\n    if (r", "    }\n    if (r")
    told = found(assignment, text)
    assert {kind for kind, _ in told} == {"data-race"}
    assert all("tile" in text.split("\n")[line - 1] for _, line in told)
