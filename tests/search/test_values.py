"""What the variables of an index were, told where a thread went wrong by it; and what a changed value is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.edits.observing import indices_on, values_on
from grader.edits.syntax import SyntaxTree
from grader.grading.pipeline import Session
from grader.report.causes import in_words
from grader.search.values import _changed
from grader.submissions.submission import decode_submission

ROOT = Path(__file__).parents[2]
KERNEL = """\
#define T 16
__device__ int at(const int *b, int z, int n) {
    return b[z * n];
}
__global__ void k(const int *x, int *y, int n) {
    int t = threadIdx.x, i = blockIdx.x * T + t;
    int j = i * 2;
    for (int m = 0; m < n; ++m)
        y[j + m] = x[i] + at(x, m, n);
}
"""


def test_an_index_is_followed_to_the_lines_that_set_its_variables() -> None:
    """Own places and sizes are left out: what is said of the thread and the case tells them."""
    tree = SyntaxTree(KERNEL, "k")
    assert [edit.kind for edit in indices_on(tree, 9)] == ["y store i:6 j:7 T:0c m:0", "x load i:6 T:0c"]
    assert [edit.kind for edit in indices_on(tree, 3)] == ["b load n:0 z:0"]
    assert indices_on(tree, 7) == ()


def test_values_are_found_with_the_variables_they_are_made_of() -> None:
    """Whatever reads memory, or changes something, is left out."""
    kinds = {edit.kind for edit in values_on(SyntaxTree(KERNEL, "k"), 8)}
    assert "bool m n" in kinds
    assert {edit.kind for edit in values_on(SyntaxTree(KERNEL, "k"), 3)} == {"int z n", "int z", "int n"}


ADD = """\
#define T 64
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * T + threadIdx.x;
    if (i < n)
        z[i] = x[i] + y[i];
}
"""


def told(folder: Path, text: str) -> str:
    """What is told first of a text in a lab, before any change is tried."""
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        results = session.grade(decode_submission(text.encode(), path=Path("k.cu"))).with_explanations()
    return results.findings[0].message


@pytest.fixture(name="addition")
def addition_of_whole_blocks(tmp_path: Path) -> Path:
    """The lab with its first family alone."""
    folder = Path(shutil.copytree(ROOT / "labs" / "vector_addition", tmp_path / "lab"))
    for family in ("around_the_block", "extremes"):
        (folder / "testcases" / f"{family}.yaml").unlink()
    return folder


def test_two_threads_with_the_same_index_are_told_of_with_it(addition: Path) -> None:
    """Blocks are wider than the text's own constant, which is told beside the width that the case has."""
    said = told(addition, ADD)
    assert "In both threads `i` = 64 (line 3), `T` = 64, `BLOCK` = " in said


def test_two_threads_whose_variables_differ_are_told_apart(addition: Path) -> None:
    """What the second thread has too is not said again."""
    stored = ADD.replace("z[i]", "z[j]")
    said = told(addition, stored.replace("blockIdx.x * T + threadIdx.x;", "threadIdx.x / 2, j = i;"))
    assert "In both threads `i` = 0 (line 3), `j` = 0 (line 3)." in said
    said = told(addition, stored.replace("blockIdx.x * T + threadIdx.x;", "T + threadIdx.x, j = i % 2;"))
    assert "In thread (2,0) `i` = 66 (line 3), `j` = 0 (line 3); in thread (0,0) `i` = 64." in said


def test_an_access_outside_is_told_of_with_its_index(addition: Path) -> None:
    """The thread's own values, at the access that went outside."""
    text = ADD.replace("* T +", "* blockDim.x +").replace("x[i] +", "x[j] +")
    said = told(addition, text.replace("    if", "    int j = i + n;\n    if"))
    assert "There `i` = 0 (line 3), `j` = " in said


def told_with_cause(folder: Path, text: str) -> str:
    """What is told first of a text in a lab, with the change that mends it."""
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        return session.grade(decode_submission(text.encode(), path=Path("k.cu"))).with_cause().fix_first


def test_a_changed_value_is_told_with_the_right_one(addition: Path) -> None:
    """And a changed condition with what it must be, in the thread that was seen."""
    text = ADD.replace("* T +", "* BLOCK +").replace("i < n", "i <= n")
    said = told_with_cause(ROOT / "labs" / "vector_addition", text)
    assert "`i <= n` (`i` = " in said
    assert "is true, and must be false." in said
    said = told_with_cause(addition, ADD.replace("blockIdx.x * T", "(blockIdx.x << 6)"))
    assert "`(blockIdx.x << 6) + threadIdx.x` is " in said
    assert " is right" in said
    said = told_with_cause(
        addition,
        ADD.replace("i = blockIdx.x * T", "w = WIDE;\n    int i = blockIdx.x * w").replace("64", "64\n#define WIDE 7"),
    )
    assert "`WIDE` is 7, and " in said, "no thread has another one"


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("i < n", "(j < m && i < n)", "`i < n` (`i` = 5) is true, and that is not enough."),
        ("i < n", "i < m", "`i < n` (`i` = 5) is true, and must be false."),
        ("i < n", "i < n || j < m", "`i < n` (`i` = 5) is true, and must be false."),
    ],
)
def test_a_condition_that_stays_is_not_said_to_be_false(before: str, after: str, said: str) -> None:
    """Only something else is asked for besides."""
    told = _changed(before, after, "bool", ["i"], (0, 0, 0), None, 1, [1, 0, 5])
    assert in_words([told]) == f"In thread (0,0) {said}"
    again = _changed(before, after, "bool", ["i"], (0, 0, 0), None, 3, [1, 0, 5])
    assert in_words([again]) == f"In thread (0,0) when it comes there for the 3rd time {said}"


def test_of_edits_that_mend_everything_one_that_meets_the_requirements_is_told() -> None:
    """A row more is not a longer row: the column of a tile still lies in one bank."""
    folder = ROOT / "labs" / "transpose"
    text = (folder / "reference" / "solution.cu").read_text(encoding="utf-8")
    wrong = text.replace("[TILE][TILE + 1]", "[TILE + 1][TILE]")
    assert wrong != text
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        results = session.grade(decode_submission(wrong.encode(), path=Path("k.cu"))).with_cause()
    assert results.cause is not None
    assert results.cause.kind == "sizes exchanged"
