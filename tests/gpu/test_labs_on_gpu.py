"""What labs can say, on a real GPU: run with `pytest -m gpu`; without one these are skipped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.grading.pipeline import Session
from grader.results import Results
from grader.submissions.submission import decode_submission
from tests.labs import test_checks, test_loops, test_structs, test_vector_types

pytestmark = pytest.mark.gpu
LABS: dict[str, tuple[Callable[[Path], Path], str]] = {
    "structs": (test_structs.particles, test_structs.KERNEL),
    "vectors": (test_vector_types.turned_vectors, test_vector_types.KERNEL),
    "loops": (test_loops.scan_in_loops, test_loops.SCAN),
    "check": (test_checks.compaction, test_checks.SOLUTION),
}
WRONG_ON_GPU = {
    "structs": ("own.cell += 1;", "own.cell += GPU;", "p["),
    "vectors": ("of_uchar4[t] =", "of_uchar4[GPU ? n - 1 - t : t] =", "of_uchar4["),
    "loops": ("i >= d", "i >= GPU * d", "a["),
    "check": ("x[i] > 0)", "x[i] > GPU)", "not in x"),
}
"""Of each lab a change that matters only where `GPU` is not the emulator's, and what the finding names."""


@pytest.fixture(autouse=True)
def needs_gpu() -> None:
    """A session must have a GPU."""
    cupy = pytest.importorskip("cupy")
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        pytest.skip(f"no GPU: {error}")


def graded(folder: Path, source: str) -> Results:
    """The results of a kernel on the GPU."""
    with Session(load_assignment(folder), device="gpu", workers=1) as session:
        results = session.grade(decode_submission(source.encode(), path=Path("k.cu"))).results
    assert results.device.kind == "gpu", results.device
    return results


@pytest.mark.parametrize("name", LABS)
def test_a_right_kernel_is_right_on_a_gpu(tmp_path: Path, name: str):
    """Structs by value with pointers in them, members with bytes between, exchanged buffers, and a check."""
    make, kernel = LABS[name]
    results = graded(make(tmp_path), kernel)
    assert (results.findings, results.score) == ((), results.max_score)


@pytest.mark.parametrize("name", LABS)
def test_what_is_wrong_on_a_gpu_alone_is_found(tmp_path: Path, name: str):
    """The emulator's code is right: only what the GPU computed can have told."""
    import cupy

    if cupy.cuda.Device().compute_capability == "80":
        pytest.skip("what the emulator runs is compiled for this very GPU")
    make, kernel = LABS[name]
    old, new, told = WRONG_ON_GPU[name]
    assert old in kernel
    right, wrong = {"structs": (1, 2), "vectors": (0, 1), "loops": (1, 2), "check": (0, 30)}[name]
    macro = f"#if __CUDA_ARCH__ == 800\n#define GPU {right}\n#else\n#define GPU {wrong}\n#endif\n"
    results = graded(make(tmp_path), macro + kernel.replace(old, new))
    assert not results.passed
    assert any(told in finding.message for finding in results.findings), results.findings
