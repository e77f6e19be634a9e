"""PTX as Clang lays it out: untyped registers, and blocks that stand above what leads to them."""

import numpy as np

from grader.emulator import load

_HEAD = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .pred %p<2>;
.reg .b32 %r<6>;
.reg .b64 %rd<3>;
ld.param.u64 %rd1, [p];
cvta.to.global.u64 %rd2, %rd1;
"""


def test_a_block_may_use_what_a_later_block_of_the_text_computes():
    """The loop's tail stands before its head, which computes the register that ends the loop."""
    body = """
mov.b32 %r1, 0;
mov.b32 %r2, 0;
bra.uni $head;
$tail:
add.s32 %r2, %r2, %r3;
setp.eq.s32 %p1, %r3, 5;
mov.b32 %r1, %r3;
@%p1 bra $end;
$head:
add.s32 %r3, %r1, 1;
bra.uni $tail;
$end:
st.global.b32 [%rd2], %r2;
ret;
}
"""
    out = np.zeros(1, np.int32)
    run = load(_HEAD + body)["k"].launch(grid=(1,), block=(1,), args=[out], fuel=10_000)
    assert run.finished
    assert not run.findings
    assert out[0] == 1 + 2 + 3 + 4 + 5


def test_arithmetic_in_untyped_registers_makes_the_gpus_nan():
    """`add.f32` on `.b32` registers: a NaN that comes in goes out as 0x7fffffff, however its bits are stored."""
    body = """
ld.global.b32 %r1, [%rd2];
add.f32 %r2, %r1, 0f3F800000;
st.global.b32 [%rd2], %r2;
xor.b32 %r3, %r2, 1;
st.global.b32 [%rd2+4], %r3;
ret;
}
"""
    out = np.array([np.nan, 0], np.float32)
    load(_HEAD + body)["k"].launch(grid=(1,), block=(1,), args=[out])
    assert [hex(bits) for bits in out.view(np.uint32)] == ["0x7fffffff", "0x7ffffffe"]
