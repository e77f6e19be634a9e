"""The cause of what a whole program does wrong: found where a kernel has it, and none told where the host has it."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.grading.pipeline import Grading, Session
from grader.results import Cause
from grader.search import program_cause
from grader.submissions.submission import decode_submission
from tests.programs.conftest import shared_library

LABS = Path(__file__).parents[2] / "labs"
ADDITION, PRODUCT = LABS / "vector_addition_program" / "reference", LABS / "streams_product" / "reference"
IN_KERNELS = {
    ADDITION: {
        "block-forgotten": "int i = ",
        "guard-missing": "z[i] = x[i] + y[i]",
        "subtracted": "z[i] = x[i] - y[i]",
    },
    PRODUCT: {
        "columns-as-rows": "c[row * m + column] = sum",
        "first-barrier-missing": "bs[threadIdx.y][threadIdx.x] =",
        "guard-missing": "as[threadIdx.y][threadIdx.x] = row < m ?",
        "second-barrier-missing": "sum += as[threadIdx.y][i] * bs[i][threadIdx.x]",
    },
}
IN_EVERY_RUN = {"first-barrier-missing", "freed-twice"}


def mistakes(*, of_kernels: bool) -> list[object]:
    """The programs of both labs with a mistake, in a kernel or in the host's code."""
    found = [path for lab in IN_KERNELS for path in sorted((lab / "mistakes").glob("*.cu"))]
    return [
        pytest.param(
            path, id=f"{path.parents[2].name}-{path.stem}",
            marks=() if path.stem in IN_EVERY_RUN else pytest.mark.slow,
        )
        for path in found
        if (path.stem in IN_KERNELS[path.parents[1]]) is of_kernels
    ]  # fmt: skip


def graded(session: Session, text: str) -> Grading:
    """A program, as it is graded."""
    return session.grade(decode_submission(text.encode(), path=Path("program.cu")))


def cause_of(lab: Path, text: str) -> Cause | None:
    """What is told of a program, however busy the machine is; it must have something to tell."""
    with (
        shared_library(), pytest.MonkeyPatch.context() as patch,
        Session(load_assignment(lab.parent), device="cpu", replays=None) as session,
    ):  # fmt: skip
        patch.setattr(program_cause, "SECONDS", 60.0)
        grading = graded(session, text)
        assert grading.wants_cause
        return grading.with_cause().cause


@pytest.mark.parametrize("path", mistakes(of_kernels=True))
def test_the_cause_of_a_mistake_in_a_kernel_is_proved_on_its_line(path: Path) -> None:
    """What mends it is the solution's own line."""
    lab, text = path.parents[1], path.read_text(encoding="utf-8")
    cause = cause_of(lab, text)
    assert cause is not None
    assert cause.proved
    assert IN_KERNELS[lab][path.stem] in text.split("\n")[cause.line - 1]
    made = [line[1:].partition("//")[0].strip() for line in cause.edit.split("\n") if line.startswith("+")]
    assert all(line in (lab / "solution.cu").read_text(encoding="utf-8") for line in made)


@pytest.mark.parametrize("path", mistakes(of_kernels=False))
def test_no_cause_is_told_of_a_mistake_in_host_code(path: Path) -> None:
    """No change of a kernel is one, whatever was found there."""
    assert cause_of(path.parents[1], path.read_text(encoding="utf-8")) is None


def test_a_right_program_is_not_searched() -> None:
    """It has no fault."""
    with shared_library(), Session(load_assignment(ADDITION.parent), device="cpu", replays=None) as session:
        assert not graded(session, (ADDITION / "solution.cu").read_text(encoding="utf-8")).wants_cause


def test_the_search_of_a_kernel_that_does_not_end_ends_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial has a fraction of a case's time, and what is not tried in time has not passed."""
    monkeypatch.setattr(program_cause, "SECONDS", 1.0)
    text = (PRODUCT / "solution.cu").read_text(encoding="utf-8").replace("first += TILE", "first += 0")
    with shared_library(), Session(load_assignment(PRODUCT.parent), device="cpu", replays=None) as session:
        grading = graded(session, text)
        began = time.process_time()
        assert grading.with_cause().cause is None
        assert time.process_time() - began < 10


@pytest.mark.slow
def test_functions_that_the_host_has_too_are_not_changed() -> None:
    """A run would not show what that does to the host. One for the device alone is, whatever stands before it."""
    text = (ADDITION / "solution.cu").read_text(encoding="utf-8").replace("x[i] + y[i]", "both(x[i], y[i])")
    helper = "__global__ void add"
    own = "__device__ float both(float a, float b) {{  // größer\n    return a - b;\n}}\n\n{0}"
    cause = cause_of(ADDITION, text.replace(helper, own.format(helper)))
    assert cause is not None
    assert re.search(r"^\+ +return a \+ b;$", cause.edit, re.MULTILINE)
    assert cause_of(ADDITION, text.replace(helper, f"__host__ {own.format(helper)}")) is None
