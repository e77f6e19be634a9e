"""What PTX leaves open, or forbids, is told: barriers that no block has, tables left, printf of what is no string."""

from __future__ import annotations

import numpy as np
import pytest

from grader.emulator import load
from grader.emulator.ptx.parser import parse
from tests.emulator.interpreter import interpret

_KERNEL = """
.version 8.4
.target sm_90
.address_size 64
.file 1 "k.cu"
.global .align 1 .b8 wide[16] = {37, 50, 48, 48, 48, 48, 48, 48, 48, 48, 48, 100, 10, 0};
.extern .func (.param .b32 result) vprintf(.param .b64 text, .param .b64 values);
.shared .align 8 .b8 barriers[64];
.visible .entry k(.param .u64 data)
{
.reg .pred %p<4>;
.reg .b32 %r<8>;
.reg .b64 %rd<8>;
.local .align 8 .b8 values[16];
mov.u32 %r1, %tid.x;
and.b32 %r2, %r1, 7;
mov.u32 %r3, 99;
mov.u32 %r4, 0;
mov.u64 %rd1, values;
mov.u64 %rd2, 0;
st.local.b64 [values], %rd2;
.loc 1 3 1
BODY
.loc 1 4 1
END: ret;
}
"""
_PRINT = (
    "{ .param .b64 t; .param .b64 v; .param .b32 r; mov.u64 %rd3, TEXT; st.param.b64 [t], %rd3; "
    "cvta.local.u64 %rd1, %rd1; st.param.b64 [v], %rd1; call (r), vprintf, (t, v); }"
)
WRONG = {
    "a barrier of many numbers": ("barrier.sync %r2;", "barrier-divergence"),
    "barrier 99": ("bar.sync %r3;", "device-trap"),
    "barrier 16, as a constant": ("bar.sync 16;", "device-trap"),
    "a barrier for seven threads": ("bar.sync 1, 7;", "device-trap"),
    "a barrier for no thread": ("barrier.sync 1, %r4;", "device-trap"),
    "a barrier for more than the block": ("bar.sync 1, 96;", "barrier-divergence"),
    "arriving at barrier 99": ("bar.arrive %r3, 64;", "device-trap"),
    "voting at barrier 99": ("setp.eq.u32 %p1, %r1, 0; bar.red.or.pred %p2, %r3, %p1;", "device-trap"),
    "a branch past its table": ("T: .branchtargets END, END;\nbrx.idx %r3, T;", "device-trap"),
    "an mbarrier for no thread": ("mbarrier.init.shared.b64 [barriers], 0;", "device-trap"),
    "an mbarrier for too many": ("mbarrier.init.shared.b64 [barriers], 1048576;", "device-trap"),
    "printf of a wild format": (_PRINT.replace("TEXT", "123456789"), "out-of-bounds"),
    "printf of no format": (_PRINT.replace("TEXT", "0"), "out-of-bounds"),
}


@pytest.mark.parametrize(("body", "kind"), WRONG.values(), ids=WRONG)
def test_what_an_instruction_does_not_take_is_told_on_its_line(body, kind):
    """Operands outside what PTX allows end in a finding, not in full points."""
    run = load(_KERNEL.replace("BODY", body))["k"].launch(grid=(1,), block=(64,), args=[np.zeros(4)])
    assert [(found.kind, found.line) for found in run.findings] == [(kind, 3)]
    assert run.findings[0].message


@pytest.mark.parametrize(("body", "kind"), WRONG.values(), ids=WRONG)
def test_the_interpreter_does_not_take_it_either(body, kind):
    """It notes a fault, or its threads wait for ever."""
    outcome = interpret(parse(_KERNEL.replace("BODY", body)), "k", grid=(1,), block=(64,), args=[np.zeros(4)])
    lines = {fault.instruction.location.line for fault in outcome.faults}
    assert lines == {3} or (kind == "barrier-divergence" and len(outcome.stuck) == 64)


def test_named_barriers_of_whole_warps_are_as_before():
    """Numbers 0 to 15 and counts of whole warps are no fault, as constants and in registers."""
    body = "bar.sync 15, 64;\nmov.u32 %r5, 64;\nmov.u32 %r6, 3;\nbarrier.sync %r6, %r5;\nbar.sync 0;"
    assert not load(_KERNEL.replace("BODY", body))["k"].launch(grid=(1,), block=(64,), args=[np.zeros(4)]).findings


def test_a_field_of_two_billion_characters_is_cut():
    """`printf("%2000000000d")` prints a field of a few thousand."""
    body = _PRINT.replace("TEXT", "wide")
    run = load(_KERNEL.replace("BODY", body))["k"].launch(grid=(1,), block=(64,), args=[np.zeros(4)])
    assert not run.findings
    assert 64 * 1000 < len(run.output) < 1 << 21
