"""Proof of life in seconds: run this first, and before every commit."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from grader.cli import ExitCode, main
from grader.compiling.frontend import compile_cuda
from grader.emulator import load

ROOT = Path(__file__).parents[1]

SQUARES = """
extern "C" __global__ void squares(float *out, int count) {
    __shared__ float tile[32];
    int i = threadIdx.x;
    tile[i] = i;
    BARRIER
    if (i < count) out[i] = tile[31 - i] * tile[31 - i];
}
"""


def run_squares(barrier: str):
    """One block of 32 threads that exchange numbers through shared memory."""
    made = compile_cuda(SQUARES.replace("BARRIER", barrier), filename="squares.cu", kernel="squares")
    assert made.ok, made.diagnostics
    assert made.ptx is not None
    out = np.full(32, np.nan, np.float32)
    return out, load(made.ptx)["squares"].launch(grid=(1,), block=(32,), args=[out, 32], names=["out", None])


def test_a_kernel_compiles_and_runs_without_a_gpu():
    """CUDA source to PTX to machine code; the numbers are right and nothing is found."""
    out, run = run_squares("__syncthreads();")
    assert out.tolist() == [float((31 - i) ** 2) for i in range(32)]
    assert list(run.findings) == []


def test_a_missing_barrier_is_a_race_on_the_line_that_reads():
    """Whatever the numbers were: the reading line and the writing line are named."""
    _, run = run_squares("")
    races = [found for found in run.findings if found.kind == "data-race"]
    assert races
    lines = {frozenset((found.line, found.other.line)) for found in races if found.other}
    assert lines == {frozenset((5, 7))}


@pytest.mark.parametrize(
    ("submission", "code", "kinds"),
    [
        ("reference/tiled.cu", ExitCode.PASSED, set()),
        ("reference/mistakes/barrier-second-missing.cu", ExitCode.FAILED, {"data-race"}),
    ],
)
def test_a_right_kernel_passes_and_a_racy_one_does_not(
    submission: str, code: ExitCode, kinds: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """On a few cases, end to end: exit code, findings, page and data."""
    words = [str(ROOT / submission), "--assignment", str(ROOT), "--device", "cpu", "--out", str(tmp_path)]
    assert main([*words, "--case", "lesson-*", "--json"]) == code
    results = json.loads(capsys.readouterr().out)
    assert results == json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    errors = [found for found in results["findings"] if found["severity"] == "error"]
    assert {found["kind"] for found in errors} - {"wrong-result"} == kinds
    ran = {case["status"] for case in results["cases"] if case["name"].startswith("lesson-")}
    assert ran == {"passed"}  # a race alone fails no case: it costs points of its own
    assert (tmp_path / "index.html").stat().st_size > 10_000


def test_the_module_answers_as_a_command():
    """`python -m grader --version`, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "grader", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("grader ")
