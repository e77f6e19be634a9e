"""Attacks on timing and verification, on a GPU made of the emulator; `scripts/gpu_evidence.py` has a real one."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.grading.pipeline import Session
from grader.results import Kind, Results, Severity, Status
from grader.submissions.submission import read_submission
from tests.gpu.emulated import EmulatedDriver, emulated_gpu
from tests.gpu.small import small_assignment
from tests.sampling import one_in

ATTACKS = sorted((Path(__file__).parent / "gpu").glob("*.cu"))
NEEDS_A_REAL_GPU = {"hangs_when_timed", "skips_barriers_when_timed"}
"""The emulated GPU's endless loop takes as long as its fuel lasts, and a race that it runs in order is right."""


def milliseconds(name: str, *_: object) -> float:
    """What launches are said to take."""
    return 3.0 if "naive" in name else 2.0


def expectation(path: Path) -> str:
    """`passes`, `caught` or `harmless`, from the file's header."""
    return next(line.split(":")[1].strip() for line in path.read_text().splitlines() if line.startswith("// expect:"))


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """One session for all, so that each also meets what the one before left behind."""
    assignment = small_assignment(tmp_path_factory.mktemp("assignment"))
    gpu = emulated_gpu(lambda: EmulatedDriver(milliseconds))
    with Session(assignment, seed="random", workers=1, open_gpu=lambda *_: gpu) as session:
        yield session


def grade(session: Session, path: Path) -> Results:
    results = session.grade(read_submission(path)).results
    assert not [finding for finding in results.findings if finding.severity is Severity.GRADER]
    return results


@pytest.mark.parametrize(
    "path", one_in(3, [path for path in ATTACKS if path.stem not in NEEDS_A_REAL_GPU], ids=lambda path: path.stem)
)
def test_an_attack_is_caught_or_harmless(session, path):
    """No attack passes, and none becomes the grader's fault."""
    results = grade(session, path)
    expected = expectation(path)
    if expected == "passes":
        assert results.score == results.max_score, results.verdict
        assert results.performance.criterion == "time"
    elif expected == "caught":
        assert not results.passed, results.verdict
        assert results.score < results.max_score
        if "TIMED_SIZE" in path.read_text():
            assert results.performance.points == 0
    else:
        assert all(case.status is Status.PASSED for case in results.cases), results.verdict


def test_no_kernel_of_one_submission_stands_in_for_the_next(session):
    """The solution is timed, and then a kernel that only its own machine code can betray, as a batch does it."""
    session.renew()
    assert grade(session, ATTACKS[0].parents[3] / "reference" / "tiled.cu").performance.points > 0
    session.renew()
    results = grade(session, ATTACKS[0].parent / "traps_when_timed.cu")
    assert Kind.DEVICE_TRAP in {finding.kind for finding in results.findings}
    assert results.performance.points == 0


def test_a_fault_that_cases_have_shown_is_not_charged_again_where_it_is_timed(session, tmp_path):
    """The last columns of A are left out of ragged products, and the timed size is ragged: traffic decides on speed."""
    tiled = (ATTACKS[0].parents[3] / "reference" / "tiled.cu").read_text()
    (tmp_path / "floor.cu").write_text(tiled.replace("(K + TILE_WIDTH - 1) / TILE_WIDTH", "K / TILE_WIDTH"))
    results = grade(session, tmp_path / "floor.cu")
    assert {case.status for case in results.cases} == {Status.PASSED, Status.FAILED}
    assert results.performance.criterion == "traffic"
    assert results.performance.points > 0
    assert not [finding for finding in results.findings if finding.case is None and finding.kind is Kind.WRONG_RESULT]


def test_every_attack_explains_itself():
    """Each file says what it tries and what is expected of the grader."""
    for path in ATTACKS:
        first = path.read_text().splitlines()[0]
        assert first.startswith(("// Attack: ", "// Control: ")), path.name
        assert expectation(path) in ("passes", "caught", "harmless")


def test_what_was_done_is_named(session):
    """Changed inputs, writes outside the arrays and wrong rows of a timed launch are told apart."""
    folder = ATTACKS[0].parent
    kinds = {
        name: {finding.kind for finding in grade(session, folder / f"{name}.cu").findings}
        for name in ("zeroes_its_inputs", "writes_behind_c", "rounds_b_to_half", "traps_when_timed")
    }
    assert Kind.INPUT_MODIFIED in kinds["zeroes_its_inputs"]
    assert Kind.OUT_OF_BOUNDS in kinds["writes_behind_c"]
    assert Kind.WRONG_RESULT in kinds["rounds_b_to_half"]
    assert Kind.DEVICE_TRAP in kinds["traps_when_timed"]
