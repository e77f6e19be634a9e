"""A lab whose oracle checks results, because several are right: which it accepts, and what students read."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.grading.pipeline import Session
from grader.oracle.values import objections
from grader.report.page import html
from grader.results import Kind, Results, Status
from grader.selfcheck.standings import Remark
from grader.selfcheck.survivors import spoilt_remarks
from grader.submissions.submission import decode_submission

CONFIG = """
lab: generic
assignment: Compaction in any order
submission: compact.cu
sizes: [n]
buffers:
  x: {in: [n], element: int}
  out: {out: [n], element: int}
  count: {inout: [1], element: int, initial: zeros}
kernel: compact
parameters: [x, out, count, n]
variants: {BLOCK: [32]}
launch: {block: [BLOCK], grid: ["ceildiv(n, BLOCK)"]}
points: {correctness: 80, safety: 20}
sweep: {work: 0}
"""
CHECK = """
import numpy as np


def check(inputs, outputs, sizes, variant):
    assert variant == {"BLOCK": 32}
    kept = inputs["x"][inputs["x"] > 0]
    if outputs["count"][0] != kept.size:
        yield f"x has {kept.size} positive elements.", {"count": 0}
    out = outputs["out"][: kept.size]
    if not np.array_equal(np.sort(out), np.sort(kept)):
        yield "This is not in x, or more often.", {"out": np.flatnonzero(~np.isin(out, kept))}
"""
SOLUTION = """
extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0)
        out[atomicAdd(count, 1)] = x[i];
}
"""


def compaction(folder: Path) -> Path:
    """The lab, with one case."""
    for name in ("testcases", "reference"):
        (folder / name).mkdir()
    (folder / "config.yaml").write_text(CONFIG.lstrip())
    (folder / "testcases" / "few.yaml").write_text("title: Few\nreason: One.\ncases: [{name: few, n: 40}]\n")
    (folder / "reference" / "oracle.py").write_text(CHECK.lstrip())
    for name in ("compact.cu", "reference/solution.cu", "reference/baseline.cu"):
        (folder / name).write_text(SOLUTION)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The same, for one test."""
    return compaction(tmp_path)


def graded(folder: Path, old: str = "", new: str = "") -> Results:
    """The verdict on the solution, with one change."""
    assert old in SOLUTION
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        return session.grade(decode_submission(SOLUTION.replace(old, new, 1).encode(), path=Path("k.cu"))).results


def remarks(folder: Path) -> list[Remark]:
    """What selfcheck says of the check."""
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        return [each for opened in session.opened for each in spoilt_remarks(opened, session.emulators[0])]


def checked(folder: Path, body: str) -> None:
    """Give the lab another check."""
    (folder / "reference" / "oracle.py").write_text(
        f"import numpy as np\n\n\ndef check(inputs, outputs, sizes):\n    kept = inputs['x'][inputs['x'] > 0]\n{body}"
    )


@pytest.mark.parametrize("place", ["atomicAdd(count, 1)", "atomicAdd(count, 1) + 0 * i"])
def test_what_the_check_accepts_is_right(folder: Path, place: str) -> None:
    """Elements after the last that counts may stay as they were: the check does not ask for them."""
    assert graded(folder, "atomicAdd(count, 1)", place).passed


def test_another_order_is_right_as_well(folder: Path) -> None:
    """The threads take their places the other way round."""
    old = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
    assert graded(folder, old, "int i = n - 1 - (blockIdx.x * blockDim.x + threadIdx.x); if (i < 0) return;").passed


def test_the_checks_sentence_is_what_a_student_reads(folder: Path) -> None:
    """With the first place, and without a right value: there is no single one."""
    results = graded(folder, "= x[i]", "= x[i] + 1000 * (i == 0 || x[i] > 90)")
    (finding,) = [item for item in results.findings if item.kind is Kind.WRONG_RESULT]
    (case,) = results.cases
    assert case.first is not None
    assert (case.first.expected, case.status) == (None, Status.FAILED)
    assert f"out[{case.first.index[0]}] is {case.first.got:,}".replace(",", "") in finding.message.replace(",", "")
    assert finding.message.endswith("This is not in x, or more often.")
    assert "expected" not in finding.message
    page = html(results)
    assert "This is not in x, or more often." in page
    assert "right is <" not in page


def test_every_output_is_told_with_its_own_sentence(folder: Path) -> None:
    """Here only the number is wrong."""
    results = graded(folder, "out[atomicAdd(count, 1)]", "out[atomicAdd(count, 2) / 2]")
    (finding,) = [item for item in results.findings if item.kind is Kind.WRONG_RESULT]
    assert finding.array == "count"
    assert "positive elements." in finding.message


def test_places_that_nobody_has_written_are_told_so(folder: Path) -> None:
    """What is wrong in a buffer that held nothing is never written, or wrong."""
    results = graded(folder, "out[atomicAdd(count, 1)] = x[i];", "atomicAdd(count, 1);")
    assert results.cases[0].unwritten_cells > 0
    assert Kind.UNWRITTEN_OUTPUT in {item.kind for item in results.findings}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("    return [('Wrong.', {'out': kept[outputs['count'][0]]})]\n", "IndexError: index "),
        ("    while outputs['count'][0] > 1000:\n        pass\n    return []\n", "takes more than 0.3 s"),
        ("    return 7 if outputs['count'][0] > 1000 else []\n", "TypeError: gave int; it yields (sentence, {buffer"),
        ("    return [('Wrong.', {'Out': 0})] if outputs['count'][0] > 1000 else []\n", "yields places in Out; the"),
    ],
)
def test_a_check_that_fails_at_a_students_results_costs_the_case_alone(
    folder: Path, body: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no mistake of the file that would end the command: anything may stand in results."""
    checked(folder, body)
    monkeypatch.setattr("grader.oracle.CHECK_SECONDS", 0.3)
    results = graded(folder, "out[atomicAdd(count, 1)] = x[i]", "out[i] = atomicAdd(count, 50000)")
    assert results.cases[0].status is Status.FAILED
    (finding,) = [item for item in results.findings if item.kind is Kind.WRONG_RESULT]
    assert "The check of the results stopped at what the kernel left there" in finding.message
    assert words in finding.message


def test_an_oracle_says_in_one_way_what_is_right(folder: Path) -> None:
    """A function `check` beside `expected` would be two answers."""
    path = folder / "reference" / "oracle.py"
    path.write_text(path.read_text() + "\n\ndef expected(inputs, sizes):\n    return {}\n")
    with pytest.raises(AssignmentError, match=r"oracle\.py: expected: and check both say what is right: keep one"):
        graded(folder)


def test_the_selfcheck_finds_a_check_that_looks_at_everything_sound(folder: Path) -> None:
    """Spoilt results are refused, all of them."""
    assert remarks(folder) == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "    if len(kept) != outputs['count'][0]:\n        yield 'No.', {'count': 0}\n",
            r"refuses 0 of \d+ .* in out; it",
        ),
        (
            "    if set(kept) - set(outputs['out'][:outputs['count'][0]]):\n        yield 'No.', {'out': 0}\n"
            "    elif kept[outputs['count'][0] - 1] < 0:\n        yield 'No.', {'out': 0}\n",
            r"check fails at a spoilt result, as a student's kernel may leave it\. With count\[0\] = .*IndexError",
        ),
    ],
)
def test_the_selfcheck_finds_a_check_that_does_not_look_or_fails(folder: Path, body: str, words: str) -> None:
    """Both would be found by the first student with such results."""
    checked(folder, body)
    found = [each.text for each in remarks(folder) if each.grave]
    assert any(re.search(words, text) for text in found), found


@pytest.mark.parametrize(
    ("places", "shape", "flat"),
    [
        ([3, 1], (5,), [3, 1]),
        (2, (5,), [2]),
        ([[1, 2], [0, 0]], (2, 3), [5, 0]),
        ([1, 2], (2, 3), [5]),
        ([[True, False], [False, True]], (2, 2), [0, 3]),
        ([], (2, 3), []),
    ],
)
def test_places_are_numbers_rows_of_subscripts_or_a_mask(
    places: object, shape: tuple[int, ...], flat: list[int]
) -> None:
    """They come out in row order of the buffer."""
    array = np.atleast_1d(np.array(places, None if places else np.int64))
    (made,) = objections([["No.", {"c": array}]], {"c": np.zeros(shape)})
    assert made.places["c"].tolist() == flat


@pytest.mark.parametrize("places", [[5], [-1], [[0, 0]], [[0, 1, 2]]])
def test_places_outside_a_buffer_are_told(places: list[object]) -> None:
    """As a mistake of the check."""
    with pytest.raises(ValueError, match=r"outside|shape"):
        objections([["No.", {"c": np.array(places)}]], {"c": np.zeros((2, 2) if places == [[0, 1, 2]] else 0)})
