"""A buffer of every element type on a real GPU: run with `pytest -m gpu`; without one these are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.grading.pipeline import Session
from grader.results import Results, Severity
from grader.submissions.submission import decode_submission
from tests.every_element import KERNEL, NAMES, ROOM, every_element_lab

pytestmark = pytest.mark.gpu
TIMED = f"""\
timed: {{n: {ROOM}}}
counted: {{n: {ROOM // 2}}}
points: {{correctness: 60, safety: 20, performance: 20}}
"""


@pytest.fixture(autouse=True)
def needs_gpu() -> None:
    """A session must have a GPU."""
    cupy = pytest.importorskip("cupy")
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        pytest.skip(f"no GPU: {error}")


def graded(folder: Path, source: str = KERNEL, *, more: str = "") -> Results:
    """A kernel on the GPU."""
    with Session(load_assignment(every_element_lab(folder, more=more)), device="gpu", workers=1) as session:
        results = session.grade(decode_submission(source.encode(), path=Path("turn.cu"))).results
    assert results.device.kind == "gpu", results.device
    return results


def test_a_gpu_gives_back_the_elements_of_every_type(tmp_path: Path):
    """The largest and the smallest of each, to the bit, from shared memory and from global memory."""
    results = graded(tmp_path)
    assert (results.findings, results.score) == ((), results.max_score)


@pytest.mark.parametrize("name", NAMES.values())
def test_a_buffer_of_any_type_that_is_wrong_on_the_gpu_alone_is_found(tmp_path: Path, name: str):
    """The emulator's code is right: only what the GPU computed can have told."""
    import cupy

    if cupy.cuda.Device().compute_capability == "80":
        pytest.skip("what the emulator runs is compiled for this very GPU")
    left_out = f"#if __CUDA_ARCH__ == 800\n    turn({name}, kept_{name}, n);\n#endif\n"
    results = graded(tmp_path, KERNEL.replace(f"    turn({name}, kept_{name}, n);\n", left_out))
    assert not results.passed
    assert any(f"{name}[" in finding.message for finding in results.findings), results.findings


def test_every_type_is_timed(tmp_path: Path):
    """Each timed launch is judged by the oracle, so every type was filled, launched and compared there too."""
    results = graded(tmp_path, more=TIMED)
    assert all(finding.severity is Severity.WARNING for finding in results.findings), results.findings
    assert results.performance is not None
    assert results.performance.criterion == "time"
