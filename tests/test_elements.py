"""Every element type of the one list works from the assignment to the page, and the documentation has that list."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import numpy as np
import pytest

from grader.assignment import load_assignment
from grader.check.examining import examine
from grader.check.launches import parse_launches
from grader.compiling.compiled_kernel import compatible, parse_parameter
from grader.devices.base import Launched
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.elements import ELEMENTS, SPELLED, size_of
from grader.grading.compare import CellState, bad_cells, judge_outputs, wrong_outputs
from grader.grading.pipeline import Session
from grader.labs.generic.lab import LAB as GENERIC
from grader.report.page import html
from grader.submissions.submission import decode_submission
from tests.conftest import ROOT
from tests.every_element import COUNT, KERNEL, LAUNCH, NAMES, every_element_lab
from tests.gpu.emulated import emulated_gpu
from tests.oracles import told_by

SUBMISSION = decode_submission(KERNEL.encode(), path=Path("turn.cu"))


def test_a_lab_with_a_buffer_of_each_type_is_graded_replayed_and_drawn(tmp_path: Path):
    """The largest and the smallest numbers arrive, are compared exactly, and stand in the replay."""
    with Session(load_assignment(every_element_lab(tmp_path)), workers=1) as session:
        results = session.grade(SUBMISSION).results
    assert (results.findings, results.score) == ((), results.max_score)
    assert results.recordings
    recording = results.recordings[0]
    assert recording.before.keys() == set(NAMES.values())
    stored = {
        name: [value for _, _, _, op, array, _, value in recording.events if (op, array) == ("store", f"kept_{name}")]
        for name in NAMES.values()
    }
    assert stored == {name: list(recording.before[name].values) for name in NAMES.values()}
    page = html(results)
    assert all(name in page for name in NAMES.values())


def test_a_wrong_element_of_any_type_is_found(tmp_path: Path):
    """A zero where there is another number, and the largest and the smallest in each other's place."""
    assignment = load_assignment(every_element_lab(tmp_path))
    problem = GENERIC.make_problem(assignment.cases()[0], assignment.config, seed=1, oracle=told_by(assignment))
    values_of = {name: buffer.content[::-1].copy() for name, buffer in problem.buffers.items()}
    right = {name: problem.buffers[name].stored(values) for name, values in values_of.items()}
    written = {name: np.ones(values.nbytes, bool) for name, values in right.items()}
    assert judge_outputs(Launched(arrays=right, written=written), problem).right
    assert not any(bad_cells(Launched(arrays=right, written=written), problem))
    for name, values in values_of.items():
        wrong = values.copy()
        wrong[3], wrong[-2], wrong[-1] = not values[3], values[-1], values[-2]
        launched = Launched(arrays={**right, name: problem.buffers[name].stored(wrong)}, written=written)
        (judged,) = wrong_outputs(launched, problem)
        assert judged.problem.output == name
        assert judged.comparison.count(CellState.WRONG) == sum(bad_cells(launched, problem)) == 3
        assert (judged.comparison.error >= 0).all()


def test_check_takes_a_buffer_of_each_type_and_draws_it():
    """Turned round, whatever random numbers it held."""
    with contextlib.closing(EmulatorDevice(WorkerLimits(seconds=60))) as device:
        examined = examine(SUBMISSION, parse_launches(LAUNCH), device)
    assert examined.results.findings == ()
    assert examined.arrays.keys() == set(NAMES.values())
    assert {name: examined.arrays[name].dtype for name in NAMES.values()} == {
        name: element.dtype for element, name in NAMES.items()
    }
    page = html(examined.results)
    assert all(f"{element.word}[{COUNT}]" in page for element in ELEMENTS.values())


def test_a_gpu_takes_a_buffer_of_each_type(tmp_path: Path):
    """Here one that is made of the emulator; tests/gpu has the same on a real one."""
    folder = every_element_lab(tmp_path)
    gpu = emulated_gpu()
    with Session(load_assignment(folder), workers=1, open_gpu=lambda *_: gpu) as session:
        results = session.grade(SUBMISSION).results
    assert results.device.kind == "gpu"
    assert (results.findings, results.score) == ((), results.max_score)


def test_every_name_of_a_type_means_that_type():
    """To a kernel's signature, to a launch, and to an assignment; its size is that of its elements."""
    for text, element in SPELLED.items():
        want = parse_parameter(f"const {element.name} *x")
        got = parse_parameter(f"{text} *y")
        assert (got.element, got.name) == (element.name, "y")
        assert compatible(got, want)
        assert parse_launches(f"f<<<1, 1>>>(x: {text}[3])").buffers["x"].layout.types == (element,)
        assert (size_of(text), np.dtype(element.code).itemsize) == (element.size_bytes, element.size_bytes)
    assert size_of("float4") == 16
    assert size_of("uchar3") == 3
    assert size_of("float5") is None


@pytest.mark.parametrize(
    ("declared", "expected", "fits"),
    [
        ("long *x", "long long *x", True),
        ("char *x", "signed char *x", True),
        ("bool *x", "unsigned char *x", False),
        ("unsigned char *x", "char *x", False),
        ("int **x", "int *x", False),
        ("long **x", "long long *x", False),
        ("short n", "int n", False),
        ("long n", "int n", True),
        ("int n", "float n", False),
        ("double n", "float n", True),
    ],
)
def test_types_of_the_same_bytes_fit_each_other(declared: str, expected: str, fits: bool):
    """A pointer to them means the same, and a number is converted where it loses nothing that sizes have."""
    assert compatible(parse_parameter(declared), parse_parameter(expected)) is fits


@pytest.mark.parametrize(("page", "begins"), [("labs.md", "Elements are"), ("check.md", "Types are")])
def test_the_documentation_lists_the_element_types(page: str, begins: str):
    """All of them, in the order of the list, and no other."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    listed = re.search(rf"{begins} (.*?)[;.:]", " ".join(text.split()))
    assert listed is not None
    assert re.findall(r"`([^`]+)`", listed[1]) == [element.word for element in ELEMENTS.values()]
