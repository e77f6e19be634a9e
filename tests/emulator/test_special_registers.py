"""What differs between machines and launches: a kernel that goes by it gives itself away."""

from __future__ import annotations

import numpy as np
import pytest

from grader.emulator import load

KERNEL = """.version 7.8
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out)
{
.reg .b32 %r<4>;
.reg .b64 %rd<4>;
ld.param.u64 %rd1, [out];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 8;
add.u64 %rd1, %rd1, %rd2;
READ
st.global.u64 [%rd1], %rd3;
ret;
}
"""
INCIDENTAL = ("%smid", "%nsmid", "%nwarpid", "%warpid", "%clock", "%clock64", "%globaltimer", "%gridid")
WIDE = ("%clock64", "%globaltimer", "%gridid")


def launch(register: str, turns: str = "forward") -> tuple[str, list[int]]:
    """Why results may vary, and what the first threads read."""
    read = f"mov.u64 %rd3, {register};" if register in WIDE else f"mov.u32 %r2, {register};\ncvt.u64.u32 %rd3, %r2;"
    out = np.zeros(64, np.uint64)
    run = load(KERNEL.replace("READ", read))["k"].launch(grid=(1,), block=(64,), args=[out], turns=turns)
    assert run.findings == ()
    return run.varies, out.tolist()


@pytest.mark.parametrize("register", INCIDENTAL)
def test_when_and_where_a_thread_runs_is_not_what_it_was_when_turns_are_reversed(register):
    """A clock, a multiprocessor, a warp's slot: the launch says that they may show, and they are others then."""
    varies, forward = launch(register)
    assert varies == "moment"
    assert launch(register, "reversed")[1] != forward
    assert launch(register)[1] == forward


@pytest.mark.parametrize("register", ["%tid.x", "%ntid.x", "%ctaid.x", "%laneid", "%lanemask_lt"])
def test_what_the_launch_decides_is_the_same_in_every_order_of_turns(register):
    """Indices and sizes say nothing of the machine."""
    assert launch(register) == ("", launch(register, "reversed")[1])
