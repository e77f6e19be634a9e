"""Other courses' kernels are timed as they are launched, on a GPU made of the emulator."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.courses.packages.github import students_assignment
from grader.grading.pipeline import Session
from grader.results import Performance, Severity
from grader.submissions.submission import read_submission
from tests.conftest import ROOT
from tests.gpu.emulated import EmulatedDriver, emulated_gpu

EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/config.yaml"))


def timed(folder: Path, size: int = 64, solution: Path | None = None) -> Performance | None:
    """What a GPU says of an assignment's solution, its own if none is given, at a size that the emulator can bear."""
    assignment = load_assignment(folder)
    config = assignment.config
    few = config.performance.time.model_copy(update={"sizes": (size,)})
    performance = config.performance.model_copy(update={"time": few})
    none = config.sweep.model_copy(update={"work": 0})
    gpu = emulated_gpu(lambda: EmulatedDriver(lambda name, *_: 3.0 if "naive" in name.lower() else 2.0))
    assignment = assignment.configured(performance=performance, sweep=none)
    with Session(assignment, workers=1, open_gpu=lambda *_: gpu) as session:
        results = session.grade(read_submission(solution or assignment.path(config.reference))).results
    assert not [finding for finding in results.findings if finding.severity is Severity.GRADER]
    assert results.passed
    return results.performance


SLOW = {"blas_register_tiles"}
"""Its blocks compute sixteen times as much."""


@pytest.mark.parametrize(
    "folder", [pytest.param(each, id=each.name, marks=[pytest.mark.slow] * (each.name in SLOW)) for each in EXAMPLES]
)
def test_the_naive_kernel_is_timed_in_blocks_of_its_own(folder: Path):
    """Whatever the student's are; and what is worth nothing is not timed."""
    performance = timed(folder)
    if load_assignment(folder).config.points.performance:
        assert performance is not None
        assert [row.ratio for row in performance.timing] == [1.5]
    else:
        assert performance is None or performance.timing == ()


def test_a_file_that_is_launched_as_it_says_itself_is_not_timed():
    """Its traffic decides, and nothing is the grader's own fault."""
    performance = timed(ROOT / "grader" / "assignment" / "auto")
    assert performance is not None
    assert performance.timing == ()
    assert {row.kernel for row in performance.traffic} >= {"naive", "student"}


def test_a_students_copy_is_timed_without_the_reference_that_it_lacks(tmp_path: Path):
    """The naive kernel is there, and the ratio is that of the two."""
    for name, content in students_assignment(ROOT).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    assert not (tmp_path / "reference" / "tiled.cu").exists()
    performance = timed(tmp_path, solution=ROOT / "reference" / "tiled.cu")
    assert performance is not None
    assert [(row.ratio, row.reference_ms) for row in performance.timing] == [(1.5, None)]
