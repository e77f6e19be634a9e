"""ProductPoints that an instructor changes after grading."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment import Assignment, load_assignment
from grader.batch.store import fingerprint, worth_of
from grader.grading.pipeline import grade_submission
from grader.grading.rubric import rescored
from grader.labs.matmul.config import ProductPoints
from grader.submissions.submission import decode_submission
from tests.lighter import lighter
from tests.sampling import one_in

ROOT = Path(__file__).resolve().parents[2]
LAB = lighter(load_assignment(ROOT), work=300)
RIGHT = (ROOT / "reference" / "tiled.cu").read_text()
KERNELS = {
    "right": RIGHT,
    "no second barrier": (ROOT / "reference" / "mistakes" / "barrier-second-missing.cu").read_text(),
    "naive": (ROOT / "reference" / "naive.cu").read_text().replace("matmul_naive", "matmul_tiled"),
    "broken": "__global__ void matmul_tiled(",
    "wrong where no case is": (ROOT / "reference" / "tiled.cu")
    .read_text()
    .replace("col < N)\n", "col < N && M != 77)\n"),
}


def worth(points: ProductPoints, **weights: float) -> Assignment:
    """The lab with other points, and other weights of some families."""
    families = {
        name: family.model_copy(update={"weight": weights.get(name, family.weight)})
        for name, family in LAB.families.items()
    }
    return replace(LAB, config=LAB.config.model_copy(update={"points": points}), families=families)


OTHER = worth(ProductPoints(correctness=17, safety=31, tiling=5, performance=47), **{next(iter(LAB.families)): 7.5})


@pytest.mark.parametrize("name", one_in(2, KERNELS))
def test_scoring_again_gives_what_grading_again_would(name: str):
    """In every item, case and sentence."""
    submission = decode_submission(KERNELS[name].encode(), path=Path("matmul.cu"))
    before = grade_submission(LAB, submission, device="cpu", seed=3)
    expected = grade_submission(OTHER, submission, device="cpu", seed=3)
    found = rescored(before, OTHER)
    assert found.score == expected.score
    assert (found.max_score, found.passed, found.verdict) == (100, expected.passed, expected.verdict)
    assert found.rubric == expected.rubric
    assert [(case.name, case.points, case.max_points) for case in found.cases] == [
        (case.name, case.points, case.max_points) for case in expected.cases
    ]
    assert rescored(found, LAB).rubric == before.rubric


def test_only_what_things_are_worth_leaves_kept_results_valid():
    """An item that was worth nothing was not measured, so it is graded then."""
    known = fingerprint(LAB, device="cpu", seed=1)
    assert fingerprint(OTHER, device="cpu", seed=1) == known
    assert worth_of(OTHER) != worth_of(LAB)
    assert fingerprint(worth(ProductPoints(correctness=60, safety=40)), device="cpu", seed=1) != known
    shorter = replace(LAB, config=LAB.config.model_copy(update={"square_only": True}))
    assert fingerprint(shorter, device="cpu", seed=1) != known
    assert fingerprint(LAB, device="cpu", seed=2) != known
