"""Each instruction form on edge values: machine code, reference interpreter and a real GPU give the same."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from grader.emulator import kernel as launching
from grader.emulator import load
from grader.emulator.isa.instructions import ISA
from grader.emulator.native import machine_code
from grader.emulator.ptx.parser import parse
from tests.emulator.agreement import agree
from tests.emulator.assembler import Assembler, AssemblerMissingError
from tests.emulator.forms import BY_KEY, FORMS, Form
from tests.emulator.interpreter import EVALUATE, interpret
from tests.emulator.interpreter.scalars import mask, signed
from tests.emulator.kernels import BLOCK, kernel
from tests.emulator.recording import FOLDER, Recording, read
from tests.emulator.vectors import operands
from tests.sampling import one_in

OPCODES = sorted({form.opcode for form in FORMS})
RECORDINGS = sorted(FOLDER.glob("*.json.xz"))
by_opcode = pytest.mark.parametrize("opcode", OPCODES, scope="module")
"""All tests of one opcode follow one another, and share what its forms gave."""


def of_opcode(opcode: str) -> list[Form]:
    return [form for form in FORMS if form.opcode == opcode]


@cache
def recording(name: str) -> Recording:
    return read(FOLDER / name)


@cache
def interpreted(form: Form) -> np.ndarray:
    if form.kind == "pure":
        return np.array([evaluated(form, *each) for each in operands(form)], dtype=np.uint64)
    words = np.array(operands(form), dtype=np.uint64)
    results = np.zeros(len(words), dtype=np.uint64)
    module = parse(kernel(form))
    interpret(module, "k", grid=(len(words) // BLOCK,), block=(BLOCK,), args=[words, results], max_steps=10**7)
    return results


def evaluated(form: Form, *values: int) -> int:
    """The instruction's definition alone, its results in one word as the form's kernel writes them."""
    results = EVALUATE[form.opcode](form.modifiers, *values, *form.constants)
    if isinstance(results, tuple):
        return results[0] | results[1] << 1 if len(form.results) > 1 else results[0]
    extended = signed(results, 8) if form.results[0] == "s8" else results
    return mask(extended, 32 if form.results[0] == "s8" else 64)


def compiled(form: Form, launches: int = 1) -> np.ndarray:
    """The machine code's results, of the last launch."""
    words = np.array(operands(form), dtype=np.uint64)
    loaded = load(kernel(form))["k"]
    for _ in range(launches):
        results = np.zeros(len(words), dtype=np.uint64)
        run = loaded.launch(grid=(len(words) // BLOCK,), block=(BLOCK,), args=[words, results], checked=False)
    assert not run.findings
    return results


@cache
def results_of(form: Form) -> np.ndarray:
    """The same of code as it is first made, thread by thread: once for all tests."""
    return compiled(form)


def disagreements(form: Form, got: np.ndarray, expected: np.ndarray) -> list[str]:
    """The first operand tuples whose results differ, in hexadecimal."""
    found = [
        f"{form.key} {[hex(each) for each in tuple_]}: {a:#x}, expected {b:#x}"
        for tuple_, a, b in zip(operands(form), got.tolist(), expected.tolist(), strict=True)
        if a != b and not agree(form, tuple_, a, b)
    ]
    return [f"{len(found)} of {len(got)}: {found[0]}", *found[1:3]] if found else []


@by_opcode
def test_machine_code_equals_the_interpreter(opcode):
    """Every form gives the interpreter's bits."""
    wrong = []
    for form in of_opcode(opcode):
        wrong += disagreements(form, results_of(form), interpreted(form))
    assert not wrong, "\n".join(wrong)


@by_opcode
def test_rows_of_threads_equal_the_interpreter(opcode, monkeypatch):
    """A quarter of the forms, run as vectors of threads, give the interpreter's bits."""
    monkeypatch.setattr(launching, "_WORTH_ROWS", 0)
    wrong = []
    for form in of_opcode(opcode)[::4]:
        wrong += disagreements(form, compiled(form), interpreted(form))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("opcode", one_in(3, OPCODES), scope="module")
def test_optimised_code_equals_the_interpreter(opcode, monkeypatch):
    """A third of the forms, after a first launch that was long enough for better code to be made."""
    monkeypatch.setattr(machine_code, "PATIENCE_SECONDS", 0.0)
    wrong = []
    for form in of_opcode(opcode)[::3]:
        wrong += disagreements(form, compiled(form, launches=2), interpreted(form))
    assert not wrong, "\n".join(wrong)


def test_every_opcode_that_computes_has_forms_to_test_it_on():
    """The instruction table has no opcode that the tests do not try."""
    assert ISA.keys() <= set(OPCODES)


def recorded_results(name: str, form: Form) -> np.ndarray:
    results = recording(name).of(form)
    assert results is not None, f"{form.key} was recorded on other operands, or not at all: record again"
    return results


@by_opcode
@pytest.mark.parametrize("name", [path.name for path in RECORDINGS])
def test_interpreter_equals_the_recorded_gpu(name, opcode):
    """What a real GPU gave for each form is what the interpreter gives; approximations within PTX's bound."""
    wrong = []
    for form in of_opcode(opcode):
        wrong += disagreements(form, interpreted(form), recorded_results(name, form))
    assert not wrong, "\n".join(wrong)


@by_opcode
@pytest.mark.parametrize("name", [path.name for path in RECORDINGS])
def test_machine_code_equals_the_recorded_gpu(name, opcode):
    """What a real GPU gave for each form is what the machine code gives; approximations within PTX's bound."""
    wrong = []
    for form in of_opcode(opcode):
        wrong += disagreements(form, results_of(form), recorded_results(name, form))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_a_recording_has_every_form_and_no_failure(path):
    """Nothing that the GPU refused, and nothing left out, hides in a recording."""
    recorded = read(path)
    assert not recorded.failures
    assert set(recorded.results) == set(BY_KEY)


def test_a_recording_is_there():
    """The tests against a real GPU's results compare with at least one."""
    assert RECORDINGS


def test_every_form_is_ptx():
    """NVIDIA's own assembler accepts every form's kernel."""
    try:
        assembler = Assembler(90)
    except AssemblerMissingError as missing:
        pytest.skip(str(missing))
    refused = {form.key: errors for form in FORMS if (errors := assembler.errors(kernel(form)))}
    assert not refused
