"""Where no row of a table has the change, it is composed of the names that are known at a place."""

from __future__ import annotations

import pytest

from grader.edits.grammar import EditReading
from grader.edits.syntax import SyntaxTree
from grader.grading.launching import StudentSource
from grader.grading.opened import OpenAssignment
from grader.search.edit_search import Experiment, small_cases
from grader.search.trial_runner import TrialRunner
from tests.search.kernels import TILED, changed
from tests.search.local import LocalEmulator


def experiment(assignment, text: str) -> Experiment:
    """An experiment at tiles of 4."""
    opened, source = OpenAssignment(assignment=assignment, seed=3), StudentSource(text=text, filename="k.cu")
    runner = TrialRunner(opened, LocalEmulator(), source, 4)
    return Experiment([runner], text, small_cases(assignment, 4))


def composed(assignment, text: str, line: int) -> list[str]:
    """The lines that composed expressions on a line make, after which every case passes, the nearest first."""
    found = EditReading(SyntaxTree(text)).places({line: 0})
    near = [edit for edit in found if edit.line == line]
    tried = [each for made in experiment(assignment, text).composing(near) for each in made if each.passed]
    edits = sorted((each.edit for each in tried), key=lambda edit: edit.cost)
    return [edit.apply(text).split("\n")[line - 1].strip() for edit in edits]


@pytest.mark.parametrize(
    ("right", "wrong", "line", "made"),
    [
        ("rr = t * TILE_WIDTH + y;", "rr = t + y;", 15, "int rr = t * TILE_WIDTH + y;"),
        (
            "r = blockIdx.y * TILE_WIDTH + y;",
            "r = blockIdx.y * TILE_WIDTH;",
            10,
            "int r = blockIdx.y * TILE_WIDTH + y;",
        ),
        ("if (r < M && c < N)", "if (r < M)", 23, "if (r < M && c < N)"),
        ("if (r < M && c < N)", "if (c < N)", 24, "if (r < M) out[r * N + c] = acc;"),
    ],
    ids=["a number of three names", "one name more", "a condition more", "a statement under a condition"],
)
def test_what_is_right_is_among_what_is_composed(assignment, right, wrong, line, made):
    """Of a number, a condition, and a statement that only some threads may run."""
    assert made in composed(assignment, changed(TILED, right, wrong), line)


def test_a_value_is_composed_of_the_floats_that_are_known(assignment):
    """Two names of a product at once, which no exchange of one name mends."""
    pairs = changed(
        TILED,
        "            acc += tileL[y][i] * tileR[i][x];\n",
        "        {\n            float p = tileL[y][i], q = tileR[i][x], one = 1.0f, two = 2.0f;\n"
        "            acc += one * two;\n        }\n",
    )
    line = next(number for number, code in enumerate(pairs.split("\n"), 1) if "one * two" in code)
    assert composed(assignment, pairs, line) in (["acc += p * q;"], ["acc += q * p;"])


def test_only_one_of_the_expressions_with_the_same_values_is_tried(assignment):
    """With sizes that differ, `t * 4` and `t * TILE_WIDTH` cannot be told apart at tiles of 4: the nearer one stays."""
    text = changed(TILED, "int rr = t * TILE_WIDTH + y;", "int rr = t + y;")
    found = composed(assignment, text, 15)
    assert len(found) == len(set(found))
    assert not any("blockDim" in made for made in found)


def test_a_place_that_does_not_compile_with_what_is_composed_gives_nothing(assignment):
    """Where the value must be known to the compiler, no call can stand."""
    text = changed(TILED, "int rr = t * TILE_WIDTH + y;", "constexpr int four = 2 + 2;\n        int rr = t * four + x;")
    assert composed(assignment, text, 15) == []
