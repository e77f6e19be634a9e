"""On a real GPU: run with `pytest -m gpu`; without one these are skipped."""

from __future__ import annotations

import pytest

from grader.assignment import Assignment
from grader.grading.pipeline import Session
from grader.results import Severity
from grader.submissions.submission import read_submission
from tests.conftest import ROOT

pytestmark = pytest.mark.gpu


@pytest.fixture(scope="module")
def session(assignment: Assignment):
    """A session that must have a GPU."""
    cupy = pytest.importorskip("cupy")
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        pytest.skip(f"no GPU: {error}")
    with Session(assignment, device="gpu", seed="random") as session:
        yield session


def test_the_reference_is_timed_and_gets_every_point(session):
    """All cases on the GPU, every size timed and verified."""
    results = session.grade(read_submission(ROOT / "reference" / "tiled.cu")).results
    assert results.device.kind == "gpu"
    assert results.performance.criterion == "time"
    assert len(results.performance.timing) == 3
    assert results.score == results.max_score


@pytest.mark.parametrize("name", ["cached_answer", "writes_behind_c", "traps_when_timed", "zeroes_its_inputs"])
def test_an_attack_is_caught_and_the_next_submission_runs_clean(session, name):
    """It fails where it is timed, or at a shape that its own numbers gave away; the next one meets nothing of it."""
    results = session.grade(read_submission(ROOT / "tests" / "attacks" / "gpu" / f"{name}.cu")).results
    assert not results.passed
    assert results.score < results.max_score
    assert results.performance.points == 0 or results.sweep.counterexample
    assert not any(finding.severity is Severity.GRADER for finding in results.findings)
    assert session.grade(read_submission(ROOT / "reference" / "tiled.cu")).results.passed
