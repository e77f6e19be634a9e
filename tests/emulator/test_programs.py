"""Random kernels: the machine code equals the reference interpreter bit for bit, whatever checkers are compiled in.

`GRADER_EXAMPLES=2000 python -m pytest tests/emulator/test_programs.py` tries more than the usual number.
"""

from __future__ import annotations

import os
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.emulator import kernel as launching
from grader.emulator import load
from grader.emulator.ptx.parser import parse
from tests.emulator.agreement import is_approximate
from tests.emulator.forms import FORMS
from tests.emulator.interpreter import interpret
from tests.emulator.programs import THREADS, Program, program

EXAMPLES = int(os.environ.get("GRADER_EXAMPLES", "40"))
# A NaN's sign is open in double precision, and `copysign` would carry it into numbers.
USED = [form for form in FORMS if form.kind == "pure" and form.target == 80]
USED = [form for form in USED if not is_approximate(form) and form.name != "copysign.f64"]

# Rows of threads round to nearest only.
EVEN = [form for form in USED if not {"rz", "rm", "rp"} & set(form.modifiers)]

even_programs = st.builds(
    lambda seed, statements: program(Random(seed), EVEN, statements, even=True),
    st.integers(0, 2**32),
    st.integers(1, 14),
)
programs_with_calls = st.builds(
    lambda seed, statements: program(Random(seed), USED, statements, calls=True),
    st.integers(0, 2**32),
    st.integers(1, 14),
)
random_programs = st.builds(
    lambda seed, statements: program(Random(seed), USED, statements),
    st.integers(0, 2**32),
    st.integers(1, 14),
)


def compiled(made: Program, checked: bool) -> np.ndarray:
    out = np.zeros_like(made.data)
    run = load(made.ptx)["k"].launch(grid=(1,), block=(THREADS,), args=[made.data, out], checked=checked)
    assert not run.findings
    return out


def same(made: Program, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Equal words, or two NaNs in double precision."""
    nans = np.isnan(left.view(np.float64)) & np.isnan(right.view(np.float64)) & made.is_double
    return (left == right) | nans


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(random_programs)
def test_machine_code_equals_the_interpreter_on_random_programs(made):
    """Every register of every thread holds the same bits at the end, and correct kernels give no finding."""
    expected = np.zeros_like(made.data)
    outcome = interpret(parse(made.ptx), "k", grid=(1,), block=(THREADS,), args=[made.data, expected])
    assert not outcome.stuck
    assert not outcome.faults
    assert same(made, compiled(made, checked=True), expected).all()


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(programs_with_calls)
def test_machine_code_equals_the_interpreter_on_functions_that_call_one_another(made):
    """Recursion and pointers at any depth, in branches and loops: a call leaves registers and arrays as they were."""
    expected = np.zeros_like(made.data)
    outcome = interpret(parse(made.ptx), "k", grid=(1,), block=(THREADS,), args=[made.data, expected])
    assert not outcome.stuck
    assert not outcome.faults
    assert same(made, compiled(made, checked=True), expected).all()


@settings(max_examples=EXAMPLES // 2, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(even_programs)
def test_rows_of_threads_equal_the_interpreter_on_random_programs(made):
    """Threads run as vectors give the same bits, too."""
    expected = np.zeros_like(made.data)
    interpret(parse(made.ptx), "k", grid=(1,), block=(THREADS,), args=[made.data, expected])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(launching, "_WORTH_ROWS", 0)
        assert same(made, compiled(made, checked=True), expected).all()


@settings(max_examples=EXAMPLES // 4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(random_programs)
def test_optimised_code_equals_quick_code_on_random_programs(made):
    """The code that takes over from quick code gives the same bits."""
    kernel = load(made.ptx)["k"]
    outs = []
    for _ in range(2):
        outs.append(np.zeros_like(made.data))
        kernel.launch(grid=(1,), block=(THREADS,), args=[made.data, outs[-1]])
        kernel.translation().code.improve()
    assert same(made, *outs).all()


@settings(max_examples=EXAMPLES // 6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.one_of(random_programs, programs_with_calls))
def test_checkers_change_no_result(made):
    """Without checkers and with them, the output is the same to the last bit."""
    assert (compiled(made, checked=False) == compiled(made, checked=True)).all()


def test_the_order_of_threads_does_not_matter_to_the_interpreter():
    """A race-free program gives the same in any order of execution."""
    made = program(Random(5), USED, 12)
    results = []
    for order in (None, Random(1), Random(2)):
        out = np.zeros_like(made.data)
        interpret(parse(made.ptx), "k", grid=(1,), block=(THREADS,), args=[made.data, out], order=order)
        results.append(out)
    assert (results[0] == results[1]).all()
    assert (results[0] == results[2]).all()
