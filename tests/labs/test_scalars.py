"""Numbers that a lab of data passes by value: to kernels, to its oracle, and to readers."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.grading.pipeline import Session
from grader.labs.generic.lab import LAB as GENERIC
from grader.report.page import html
from grader.results import Kind
from tests.gpu.emulated import emulated_gpu
from tests.labs.axpy import KERNEL, axpy, graded


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The lab, to be spoilt."""
    return axpy(tmp_path)


@pytest.mark.parametrize("gpu", [False, True])
def test_a_kernel_and_the_oracle_get_the_same_numbers(folder: Path, gpu: bool):
    """As the parameter's type holds them: a float of 0.1, and 64 bits of a whole number; also on a GPU."""
    opened = emulated_gpu() if gpu else None
    with Session(load_assignment(folder), workers=1, open_gpu=lambda *_: opened) as session:
        results = graded(session, KERNEL)
    assert (results.findings, results.score) == ((), results.max_score)
    assert (results.device.kind == "gpu") is gpu


def test_a_number_that_is_left_out_is_told_with_its_value(folder: Path):
    """Case by case, on the page, and in the explanation."""
    with Session(load_assignment(folder), workers=1) as session:
        results = graded(session, KERNEL, [("alpha * x[i]", "x[i]")])
    (finding,) = results.findings
    assert finding.kind is Kind.WRONG_RESULT
    assert "alpha = 0.1" in finding.message
    assert "y[0] takes x[0] without the factor alpha." in finding.message
    one, two = (case.scalars for case in results.cases)
    assert (one["alpha"], two["alpha"]) == (pytest.approx(0.1), -3)
    assert "n = 17, alpha = -3, shift = " in html(results)


def test_a_parameter_of_another_type_is_a_wrong_signature(folder: Path):
    """A whole number in the place of a float."""
    with Session(load_assignment(folder), workers=1) as session:
        results = graded(session, KERNEL, [("float alpha", "int alpha")])
    assert "parameter 1 (alpha) is int where float alpha is expected" in results.findings[0].message


def test_a_number_is_drawn_for_each_case_by_the_seed(folder: Path):
    """Within its limits; the same case with the same seed has the same one, a case of the sweep one of its own."""
    assignment = load_assignment(folder)
    one, two = assignment.cases()
    other, _ = assignment.configured(seed=7).cases()
    swept, again = (assignment.sweep_case({"n": n}, 16) for n in (5, 6))
    shifts = [case.scalars["shift"] for case in (one, two, other, swept, again)]
    assert len(set(shifts)) == len(shifts)
    assert all(0.5 <= shift <= 2 for shift in shifts)
    assert assignment.cases()[0].scalars == one.scalars
    assert isinstance(one.scalars["times"], int)
    assert GENERIC.in_small(two, 8).scalars == two.scalars


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("config.yaml", "value: 0.1", "value: 1.0e+39", r"config\.yaml:9: scalars\.alpha: 1e\+39 is too large for f"),
        ("config.yaml", "value: 0.1", "", "expected value, one number for all cases, or between: "),
        ("config.yaml", "[0.5, 2]", "[2, 0.5]", "between is 2 to 0.5: the second must be larger"),
        ("config.yaml", "[1, 18", "[-1, 18", "-1 is no unsigned long long: expected a whole number from 0 to 1844"),
        ("config.yaml", "alpha: {", "x: {value: 1}\n  alpha: {", "parameters must name the scalar|x is the name of a"),
        ("config.yaml", "[alpha, x,", "[1, x,", "parameters must name the scalar alpha: else no kernel gets it"),
        ("config.yaml", "[alpha, x,", "[alfa, x,", "parameters must name the scalar alpha"),
        ("config.yaml", "[alpha, x,", "[{struct: [alpha]},", "parameters must name the buffer x exactly once"),
        (
            "config.yaml",
            "[alpha, x,",
            "[{struct: [alpha, x + y]},",
            "must name the buffer x exactly once",
        ),
        ("config.yaml", "x: {in: [n]", "x: {in: [n], element: float *", r"x\.element: an array of pointers cannot be"),
        ("config.yaml", "alpha", "inputs", r"config\.yaml:9: scalars\.inputs: 'inputs' is a key of every case"),
        (
            "config.yaml",
            "alpha: {",
            "alpha: {elem: int, ",
            r"scalars\.alpha\.elem: unknown key; did you mean 'ele",
        ),
        (
            "testcases/lengths.yaml",
            "-3",
            "three",
            r"lengths\.yaml:5: cases\[1\]\.alpha: expected a number, got 't",
        ),
        ("testcases/lengths.yaml", "-3", ".inf", r"cases\[1\]\.alpha: inf is too large for float"),
        ("testcases/lengths.yaml", "alpha", "alfa", r"unknown key; the sizes are n; the scalars are alpha, shift, tim"),
        (
            "testcases/lengths.yaml",
            "n: 17",
            "n: 17.5",
            r"cases\[1\]\.n: expected a whole number or an expression, got 17",
        ),
        ("testcases/lengths.yaml", "alpha: -3", "times: 2.5", "2.5 is no unsigned long long: expected a whole number"),
    ],
)
def test_a_mistake_about_a_scalar_is_told_with_its_place(folder: Path, file: str, old: str, new: str, message: str):
    """File, line, key, and what was expected."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(AssignmentError, match=message):
        load_assignment(folder)
