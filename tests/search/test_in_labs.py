"""What a student reads of a wrong result that one launch hands on to the next, in a lab that is data."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.grading.lane import Attempt, LaneSteps, run_lane
from grader.grading.launching import StudentSource
from grader.grading.pipeline import Session
from grader.report.causes import in_words
from grader.results import Kind
from grader.search.accesses import measure_access
from grader.search.mistakes import Removing
from grader.submissions.submission import decode_submission
from tests.search.local import LocalEmulator

LABS = Path(__file__).parents[2] / "labs"
SOFTMAX = LABS / "softmax"


@pytest.mark.parametrize(
    ("mistake", "line", "words"),
    [
        ("temperature-in-one-launch", "y[row * cols", "normalise has temperature as a parameter, and never uses it."),
        ("sum-of-row-zero", "e / total[0]", "reads total[0] on line"),
    ],
)
def test_the_launch_that_goes_wrong_is_told(tmp_path: Path, mistake: str, line: str, words: str) -> None:
    """The line that takes a right value from the wrong place, and a parameter that a kernel never uses."""
    folder = Path(shutil.copytree(SOFTMAX, tmp_path / "lab"))
    for family in ("ragged_rows", "range"):
        (folder / "testcases" / f"{family}.yaml").unlink()
    text = (folder / "reference" / "mistakes" / f"{mistake}.cu").read_text(encoding="utf-8")
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        results = session.grade(decode_submission(text.encode(), path=Path("softmax.cu"))).with_cause()
    true = next(number for number, code in enumerate(text.split("\n"), 1) if line in code)
    assert results.findings[0].line == true
    assert words in results.fix_first


def test_threads_that_miss_a_barrier_after_another_change_are_still_told_of_the_same_barrier() -> None:
    """Some leave a loop at its condition, others at one inside, and which of them is told first depends on the rest."""
    right = (SOFTMAX / "reference" / "solution.cu").read_text(encoding="utf-8")
    tree = "        if (t < half)\n            parts[t] = fmaxf(parts[t], parts[t + half]);\n        __syncthreads();\n"
    inside = "        if (t < half) {\n            parts[t] = fmaxf(parts[t], parts[t + half]);\n"
    late = right.replace(tree, f"{inside}            __syncthreads();\n        }}\n")
    sums = "(x[row * cols + col] - most[row]) / temperature"
    both = late.replace(sums, "x[row * cols + col] - most[row] / temperature", 1)
    assert _removed_by_each(SOFTMAX, both, [None, late]) == [[Kind.EARLY_EXIT], []]


def test_what_is_stored_wrongly_now_is_no_longer_never_stored() -> None:
    """Of a return under no condition and a wrong sign the first one alone leaves the output as it was."""
    wrong = (
        'extern "C" __global__ void add(const float *a, const float *b, float *c, int n) {\n'
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    return;\n    c[i] = a[i] - b[i];\n}\n"
    )
    left = wrong.replace("    return;", "    if (i >= n) return;")
    assert _removed_by_each(LABS / "vector_addition", wrong, [left, None]) == [[Kind.UNWRITTEN_OUTPUT], []]


@pytest.mark.parametrize(
    ("index", "told"),
    [
        ("col", "compares `col` with `cols`, but total has `rows` elements: which index counts those?"),
        ("col + 1", "asks `col < cols`, and line 42"),
    ],
)
def test_an_index_that_counts_along_another_side_is_told_with_both_sizes(index: str, told: str) -> None:
    """What the kernel compares it with is another size than the array has elements; of a sum that is not known."""
    right = (SOFTMAX / "reference" / "solution.cu").read_text(encoding="utf-8")
    text = right.replace("/ total[row]", f"/ total[{index}]")
    with Session(load_assignment(SOFTMAX), device="cpu", workers=1) as session:
        attempt = _attempt(session, text)
    assert attempt.bench is not None
    (outcome,) = attempt.lanes[0].outcomes
    finding = next(item for item in outcome.findings if item.kind is Kind.OUT_OF_BOUNDS and item.array == "total")
    measured = measure_access(attempt.bench, text, outcome.case, finding)
    assert measured is not None
    assert told in in_words([measured.explanation])


def _removed_by_each(folder: Path, text: str, mended: list[str | None]) -> list[list[Kind]]:
    """What each of two mistakes alone makes in the first case of a lab."""
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        removed = Removing(_attempt(session, text), [LocalEmulator()]).by_each(mended)
    return [[seen.kind for seen in each] for each in removed]


def _attempt(session: Session, text: str) -> Attempt:
    """A text with the first case of the lab run."""
    opened, source = session.opened[0], StudentSource(text=text, filename="k.cu")
    cases = opened.assignment.cases()[:1]
    lane = run_lane(opened, LocalEmulator(), source, cases[0].tile_width, cases, LaneSteps(main=True))
    return Attempt(opened, source, (lane,))


@pytest.mark.slow
def test_what_tensor_cores_load_is_not_said_to_be_left_unread(tmp_path: Path) -> None:
    """A recording has no steps of a fragment's loads: that no thread reads an array then proves nothing."""
    folder = Path(shutil.copytree(LABS / "half_product", tmp_path / "lab"))
    (folder / "testcases" / "ragged.yaml").unlink()
    text = (folder / "reference" / "mistakes" / "each-replaces.cu").read_text(encoding="utf-8")
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        results = session.grade(decode_submission(text.encode(), path=Path("half_product.cu"))).with_cause()
    assert "never takes" in results.fix_first
    assert "never runs" not in results.fix_first


@pytest.mark.slow
def test_a_second_mistake_that_small_cases_do_not_show_is_found() -> None:
    """What passes all of these and not the assignment's is the first of two."""
    folder = LABS / "equalisation"
    text = (folder / "reference" / "solution.cu").read_text(encoding="utf-8").replace("v >= step ?", "v > step ?")
    adds = "        atomicAdd(&counts[image[i]], 1);"
    text = text.replace(adds, "    {\n        char value = image[i];\n        atomicAdd(&counts[value], 1);\n    }")
    with Session(load_assignment(folder), device="cpu", workers=2) as session:
        cause = session.grade(decode_submission(text.encode(), path=Path("equalise.cu"))).with_cause().cause
    assert cause is not None
    assert cause.second is not None
    told = {text.split("\n")[line - 1].split("=")[0].strip() for line in (cause.line, cause.second.line)}
    assert told == {"char value", "int before"}
