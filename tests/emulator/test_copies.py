"""`cp.async`: copies from global to shared memory, on the machine code and the interpreter."""

from __future__ import annotations

import numpy as np

from grader.emulator import load
from grader.emulator.interpreter import interpret
from grader.emulator.ptx import parse

KERNEL = """.version 7.8
.target sm_80
.address_size 64
.shared .align 16 .b8 tile[512];
.visible .entry k(.param .u64 from, .param .u64 to)
{
.reg .f32 %f<4>;
.reg .b32 %r<8>;
.reg .b64 %rd<8>;
ld.param.u64 %rd1, [from];
ld.param.u64 %rd2, [to];
mov.u32 %r1, %tid.x;
shl.b32 %r2, %r1, 4;
cvt.u64.u32 %rd3, %r2;
add.u64 %rd4, %rd1, %rd3;
add.u64 %rd5, %rd2, %rd3;
mov.u32 %r3, tile;
add.u32 %r4, %r3, %r2;
.loc 1 5 1
cp.async.cg.shared.global [%r4], [%rd4], 16, FILLED;
cp.async.commit_group;
cp.async.wait_group 0;
bar.sync 0;
sub.u32 %r5, 496, %r2;
add.u32 %r6, %r3, %r5;
.loc 1 9 1
ld.shared.v4.f32 {%f0, %f1, %f2, %f3}, [%r6];
st.global.v4.f32 [%rd5], {%f0, %f1, %f2, %f3};
ret;
}
.file 1 "k.cu"
"""


def source() -> np.ndarray:
    return np.arange(128, dtype=np.float32)


def test_a_copy_moves_sixteen_bytes_a_thread():
    """Both machines give the tile in reverse order of its quads, and the copy counts as loads and stores."""
    text = KERNEL.replace("FILLED", "16")
    out, expected = np.zeros(128, dtype=np.float32), np.zeros(128, dtype=np.float32)
    run = load(text)["k"].launch(grid=(1,), block=(32,), args=[source(), out])
    interpret(parse(text), "k", grid=(1,), block=(32,), args=[source(), expected])
    assert not run.findings
    assert (out == source().reshape(32, 4)[::-1].reshape(-1)).all()
    assert (out == expected).all()
    total = run.counters.total
    assert (total.global_load_bytes, total.shared_store_bytes, total.global_loads) == (512, 512, 128)


def test_a_copy_of_nothing_fills_with_zeros():
    """A source size of 0 reads nothing and writes zeros."""
    text = KERNEL.replace("FILLED", "0")
    out = np.ones(128, dtype=np.float32)
    run = load(text)["k"].launch(grid=(1,), block=(32,), args=[source(), out])
    assert not run.findings
    assert not out.any()
    assert run.counters.total.global_load_bytes == 0


def test_a_copy_without_a_barrier_is_a_race():
    """Another thread's copy is read without a barrier between."""
    text = KERNEL.replace("FILLED", "16").replace("bar.sync 0;", "")
    run = load(text)["k"].launch(grid=(1,), block=(32,), args=[source(), np.zeros(128, dtype=np.float32)])
    races = [each for each in run.findings if each.kind == "data-race"]
    assert {frozenset((each.line, each.other.line)) for each in races} == {frozenset((5, 9))}


def test_a_copy_past_the_array_is_out_of_bounds():
    """The global side of a copy is checked like a load."""
    text = KERNEL.replace("FILLED", "16")
    run = load(text)["k"].launch(
        grid=(1,), block=(32,), args=[source()[:100], np.zeros(128, dtype=np.float32)], names=["from", "to"]
    )
    found = [each for each in run.findings if each.kind == "out-of-bounds"]
    assert [(each.line, each.object, each.access) for each in found] == [(5, "from", "read")]
