"""How outputs of a lab of data are judged: how far a case's may be off, and how many of an output's elements count."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.grading.pipeline import Session
from grader.results import Kind, Status
from tests.labs.axpy import KERNEL, axpy, graded, lab_of_files

COMPACT = """\
extern "C" __global__ void compact(const int *x, int *kept, int *count, int n) {
    if (threadIdx.x == 0) {
        int k = 0;
        for (int i = 0; i < n; ++i)
            if (x[i] > 0)
                kept[k++] = x[i];
        count[0] = k;
    }
}
"""
CONFIG = """\
lab: generic
assignment: Compaction
submission: starter/compact.cu
sizes: [n]
buffers:
  x: {in: [n], element: int}
  kept: {out: [n], element: int, judged: "count[0]"}
  count: {out: [1], element: int}
kernel: compact
parameters: [x, kept, count, n]
variants: {BLOCK: [16]}
launch: {block: [BLOCK], grid: [1]}
replayed: {BLOCK: 8, n: 12}
sweep: {work: 10}
"""
ORACLE = """\
import numpy as np


def expected(inputs, sizes):
    kept = inputs["x"][inputs["x"] > 0]
    return {"kept": np.pad(kept, (0, sizes["n"] - len(kept))), "count": np.array([len(kept)])}
"""


@pytest.fixture
def compaction(tmp_path: Path) -> Path:
    """A lab whose output has as many elements as another output says."""
    cases = "title: Lengths\nreason: Some are kept.\ncases: [{name: some, n: 40}]\n"
    return lab_of_files(
        tmp_path,
        {
            "config.yaml": CONFIG,
            "testcases/lengths.yaml": cases,
            "reference/oracle.py": ORACLE,
            "reference/solution.cu": COMPACT,
            "starter/compact.cu": COMPACT,
        },
    )


def test_the_end_of_an_output_need_not_be_written(compaction: Path):
    """Behind what another output counts anything may stand, and nothing: also in the sweep and in the replay."""
    rubbish = [("count[0] = k;", "count[0] = k;\n        for (; k < n; ++k) kept[k] = 7;")]
    with Session(load_assignment(compaction), workers=1) as session:
        for results in (graded(session, COMPACT), graded(session, COMPACT, rubbish)):
            assert (results.findings, results.score) == ((), results.max_score)
            assert results.recordings


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [("kept[k++] = x[i]", "kept[k++] = -x[i]", "kept[0] is −"), ("count[0] = k;", "count[0] = k + 1;", "count[0] is")],
)
def test_what_stands_before_the_end_is_compared(compaction: Path, old: str, new: str, message: str):
    """A wrong element, or a wrong count; what is said of it is about judged elements."""
    with Session(load_assignment(compaction), workers=1) as session:
        results = graded(session, COMPACT, [(old, new)])
    assert results.findings[0].kind is Kind.WRONG_RESULT
    assert message in results.findings[0].message


def test_a_wider_bound_of_a_case_is_for_that_case_alone(tmp_path: Path):
    """What is off by a thousandth is right in the case that allows it."""
    folder = axpy(tmp_path)
    path = folder / "testcases" / "lengths.yaml"
    path.write_text(path.read_text().replace("alpha: -3", "alpha: -3, bound: {y: 1.0e-2}"))
    with Session(load_assignment(folder), workers=1) as session:
        results = graded(session, KERNEL, [("y[i] = ", "y[i] = 1e-3f + ")])
    assert [case.status for case in results.cases] == [Status.FAILED, Status.PASSED]
    path.write_text(path.read_text().replace("title:", "bound: {y: 0.1}\ntitle:"))
    with Session(load_assignment(folder), workers=1) as session:
        assert graded(session, KERNEL, [("y[i] = ", "y[i] = 1e-3f + ")]).score > 0


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("testcases/lengths.yaml", "n: 40", "n: 40, tolerance: 1.0e-3", r"'tolerance' is no key: bound is, by buffers"),
        ("testcases/lengths.yaml", "cases:", "atol: 1.0e-3\ncases:", r"'atol' is no key: bound is, by buffers"),
        ("testcases/lengths.yaml", "n: 40", "n: 40, bound: {x: 1}", r"cases\[0\]\.bound\.x: no output has this name"),
        ("testcases/lengths.yaml", "cases:", "bound: {kept: 1}\ncases:", "bound.kept: its whole numbers are compared"),
        ("testcases/lengths.yaml", "n: 40", "n: 40, bound: {kept: -1}", "expected at least 0, got -1"),
        ("config.yaml", "count[0]", "count[1]", r"config\.yaml:7: buffers\.kept\.judged: count has 1 elements, and no"),
        ("config.yaml", "count[0]", "counts[0]", "counts is no output of whole numbers: the oracle must say"),
        ("config.yaml", "count[0]", "count[", r"judged: 'count\[' is not an expression"),
        ("config.yaml", "count[0]", "m", r"judged: 'm' has no value here"),
        ("config.yaml", "x: {in: [n], element: int", "x: {in: [n], element: int, judged: 3", "judged is for a buffer"),
    ],
)
def test_a_mistake_about_what_is_judged_is_told_with_its_place(
    compaction: Path, file: str, old: str, new: str, message: str
):
    """File, line, key, and what was expected."""
    text = (compaction / file).read_text(encoding="utf-8")
    assert old in text
    (compaction / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(AssignmentError, match=message):
        load_assignment(compaction)
