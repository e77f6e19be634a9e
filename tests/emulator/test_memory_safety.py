"""No access leaves its object, whatever form of address PTX gives it: not in machine code, not in the interpreter."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from grader.emulator import PtxSyntaxError, load
from grader.emulator.ptx.parser import parse
from tests.emulator.accesses import FORMS, HEADER, SIZE, distances_of, kernel
from tests.emulator.interpreter import interpret

ROOT = Path(__file__).resolve().parents[2]
REFUSED = {"out-of-bounds", "misaligned-access", "unsupported"}


@pytest.fixture(scope="module")
def answers():
    """What every form found and broke, in a process of its own: it may not survive."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.emulator.guarded"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", FORMS)
def test_every_access_outside_its_object_is_told_and_goes_nowhere(answers, name):
    """At each distance the access is refused if it is not inside, and no byte beside the launch's arrays changes."""
    form = FORMS[name]
    distances = distances_of(form)
    groups = [[each] for each in distances] if form.ends else [distances]
    for group, answer in zip(groups, answers[name], strict=True):
        assert answer["broken"] == 0
        told = {line for line, kind in answer["found"] if kind in REFUSED}
        assert {group[line - 1] for line in told} == {group[line - 1] for line in kernel(form, group).outside}


@pytest.mark.parametrize("name", FORMS)
def test_the_interpreter_refuses_the_same_accesses(name):
    """Its faults are on the lines of the accesses that are not inside their object."""
    form = FORMS[name]
    case = kernel(form, distances_of(form))
    array = np.zeros(SIZE // 4, np.uint32)
    outcome = interpret(parse(case.ptx), "k", grid=(1,), block=(32,), args=[array, bytes(SIZE)])
    refused = [fault for fault in outcome.faults if fault.kind == "memory"]
    assert {fault.instruction.location.line for fault in refused} == case.outside
    assert {fault.kind for fault in outcome.faults} <= {"memory", "register"}


# What is not an address, and moves more than an access announces all the same, or names what it may not.
_MORE = {
    "vector without its modifier": "ld.global.b32 {%r1, %r2, %r3, %r4}, [%rd0];",
    "vector of a hundred": "st.global.v2.b32 [%rd0], {" + ", ".join(["%r1"] * 100) + "};",
    "vector of one": "ld.shared.v4.b32 {%r1}, [shared];",
    "eight of sixteen bytes": "st.local.v8.b128 [local], {" + ", ".join(["%rd1"] * 8) + "};",
    "matrix of forty registers": "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {" + ", ".join(["%r1"] * 40) + "}, [%r9];",
    "product of forty registers": "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%r1, %r2, %r3, %r4}, {"
    + ", ".join(["%r1"] * 40) + "}, {%r5}, {%r1, %r2, %r3, %r4};",
}  # fmt: skip


@pytest.mark.parametrize("text", _MORE.values(), ids=_MORE)
def test_an_instruction_moves_no_more_than_its_modifiers_say(text):
    """More or fewer registers than `.v2` or a matrix's shape has are refused, not moved."""
    ptx = f"{HEADER}\nmov.u64 %rd0, module;\nmov.u32 %r9, shared;\n.loc 1 7 1\n{text}\nret;\n}}"
    run = load(ptx)["k"].launch(grid=(16,), block=(32,), args=[np.zeros(16, np.uint32), bytes(SIZE)])
    assert [(found.kind, found.line) for found in run.findings] == [("unsupported", 7)]


@pytest.mark.parametrize("name", ["local~1", "low@1", "a.b", "$after~1", "[local]", "1x", "local+4+4", ""])
def test_no_text_can_name_what_the_emulator_made(name):
    """Names that the emulator gives to copies of variables and labels are not names in PTX."""
    with pytest.raises(PtxSyntaxError):
        load(f"{HEADER}\nst.local.b32 [{name}], %r1;\nret;\n}}")


_CALLS = """
.version 8.4
.target sm_90
.address_size 64
.func (.param .align 8 .b8 result[RESULT]) f(.param .align 8 .b8 taken[TAKEN])
{
.reg .pred %p;
.reg .b32 %r<4>;
.local .align 4 .b8 own[64];
ld.param.b32 %r1, [taken];
setp.eq.u32 %p, %r1, 0;
@%p bra DONE;
{ .param .align 8 .b8 a[TAKEN]; .param .align 8 .b8 r[RESULT]; call (r), f, (a); }
DONE: st.param.b32 [result], %r1;
ret;
}
.visible .entry k()
{
.reg .b32 %r<4>;
{ .param .align 8 .b8 a[GIVEN]; .param .align 8 .b8 r[WANTED]; call (r), f, (a); ld.param.b32 %r1, [r]; }
ret;
}
"""


@pytest.mark.parametrize(("given", "wanted", "fits"), [(8, 8, True), (1 << 16, 8, False), (8, 1 << 16, False)])
def test_a_call_gives_and_takes_what_the_function_does(given, wanted, fits):
    """A call of a recursive function with larger variables copies nothing beyond its stack: it is refused."""
    ptx = _CALLS
    for word, size in (("RESULT", 8), ("TAKEN", 8), ("GIVEN", given), ("WANTED", wanted)):
        ptx = ptx.replace(word, str(size))
    run = load(ptx)["k"].launch(grid=(1,), block=(32,), args=[], checked=False)
    assert [found.kind for found in run.findings] == ([] if fits else ["unsupported"])


def test_an_address_that_a_vector_load_overwrites_is_read_before():
    """`ld.v4 {%r9, …}, [%r9]` loads four words from one place, also where rows of threads run as one."""
    text = "mov.u32 %r9, shared;\nst.shared.b32 [shared], 100000000;\nbar.sync 0;\n"
    text += "ld.shared.v4.u32 {%r9, %r1, %r2, %r3}, [%r9];\nld.param.u64 %rd0, [array];\nst.global.b32 [%rd0], %r9;"
    array = np.zeros(16, np.uint32)
    ptx = f"{HEADER}\n{text}\nret;\n}}"
    kernel = load(ptx)["k"]
    for checked in (True, False):
        array[0] = 0
        run = kernel.launch(grid=(16,), block=(32,), args=[array, bytes(SIZE)], checked=checked)
        assert "out-of-bounds" not in {found.kind for found in run.findings}
        assert array[0] == 100_000_000
