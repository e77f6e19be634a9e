"""A lab whose kernel takes numbers by value: y = alpha * x + shift * y + times % 7."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.grading.pipeline import Session
from grader.results import Results
from grader.submissions.submission import decode_submission

KERNEL = """\
extern "C" __global__ void axpy(float alpha, const float *x, double shift, float *y, unsigned long long times, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + (float)shift * y[i] + (float)(times % 7);
}
"""
CONFIG = """\
lab: generic
assignment: Axpy
submission: starter/axpy.cu
sizes: [n]
buffers:
  x: {in: [n]}
  y: {inout: [n]}
scalars:
  alpha: {value: 0.1}
  shift: {element: double, between: [0.5, 2]}
  times: {element: unsigned long long, between: [1, 18446744073709551615]}
kernel: axpy
parameters: [alpha, x, shift, y, times, n]
variants: {BLOCK: [16]}
launch: {block: [BLOCK], grid: ["ceildiv(n, BLOCK)"]}
replayed: {BLOCK: 8, n: 12}
sweep: {work: 0}
"""
CASES = """\
title: Lengths
reason: One block and more.
cases:
  - {name: one, n: 16}
  - {name: two, n: 17, alpha: -3}
"""
ORACLE = """\
import numpy as np


def expected(inputs, sizes):
    x, y = inputs["x"].astype(float), inputs["y"].astype(float)
    return {"y": inputs["alpha"] * x + inputs["shift"] * y + inputs["times"] % 7}


def bound(inputs, expected, sizes):
    return {"y": 1e-6 * (10 + np.abs(expected["y"]))}
"""


def lab_of_files(folder: Path, files: dict[str, str]) -> Path:
    """Write an assignment; the solution is also the starter and the baseline."""
    kernel = files["reference/solution.cu"]
    for path, text in {"reference/baseline.cu": kernel, "starter/axpy.cu": kernel, **files}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def axpy(folder: Path) -> Path:
    """The lab."""
    return lab_of_files(
        folder,
        {
            "config.yaml": CONFIG,
            "testcases/lengths.yaml": CASES,
            "reference/oracle.py": ORACLE,
            "reference/solution.cu": KERNEL,
        },
    )


def graded(session: Session, text: str, edits: Sequence[tuple[str, str]] = ()) -> Results:
    """The results, with their cause, of a text with some of it replaced."""
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return session.grade(decode_submission(text.encode(), path=Path("axpy.cu"))).with_cause()
